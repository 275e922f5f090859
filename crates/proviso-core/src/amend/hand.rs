//! What people put in by hand: values that no reader found, boxes drawn anew, rules that they point at.
//!
//! **Invariant:** what was put in is told from what was read for good, by route, by support and by the
//! places of before; saying it again changes nothing.

use serde::{Deserialize, Serialize};

use super::{Amendment, Place, at, correct};
use crate::analysis::{
    Analysis, Evidence, Field, FieldId, Relation, Route, Rule, Support, cells, coverage, rules,
};
use crate::document::Rect;
use crate::idris::name::identifier;
use crate::value::Value;

/// A value as a person points at it: by its place and its label.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// Where.
    pub place: Place,
    /// The label there, to tell two values at one place apart.
    pub label: String,
}

impl Spot {
    /// A field as one points at it; none of one that has no place.
    pub fn of(analysis: &Analysis, field: &Field) -> Option<Spot> {
        let place = Place::of(analysis, &field.evidence)?;
        Some(Spot { place, label: field.label.clone() })
    }
}

/// What evidence a place is of, in an analysis that has its document.
fn evidence(analysis: &Analysis, place: &Place, boxes: &[Rect]) -> Option<Evidence> {
    let document = analysis.documents.iter().position(|it| it.sha256 == place.document)?;
    let boxes = if boxes.is_empty() { vec![place.rect] } else { boxes.to_vec() };
    let document = u32::try_from(document).ok()?;
    Some(Evidence { document, page: place.page, boxes, text: place.text.clone() })
}

/// Whether a person said later that no value stands at a place.
pub(super) fn is_taken_out(place: &Place, label: &str, later: &[Amendment]) -> bool {
    later.iter().any(|it| match it {
        Amendment::Unaddition { place: at, label: of } => of == label && at.is_at(place),
        _ => false,
    })
}

/// Puts a value in; one that was found there meanwhile is the one that is meant.
pub(super) fn add(
    analysis: &mut Analysis,
    (place, boxes): (&Place, &[Rect]),
    label: &str,
    value: &Value,
) -> bool {
    if at(analysis, place, label).is_some() {
        return correct(analysis, place, label, value);
    }
    let Some(evidence) = evidence(analysis, place, boxes) else { return false };
    let n_read = analysis.fields.len();
    let taken: Vec<String> = analysis.fields.iter().map(|it| it.name.clone()).collect();
    analysis.fields.push(Field {
        id: FieldId(u32::try_from(n_read).unwrap_or(u32::MAX)),
        name: identifier(label, None, &taken),
        label: label.to_owned(),
        also: Vec::new(),
        meaning: None,
        value: value.clone(),
        evidence,
        confidence: 1.0,
        route: Route::Hand,
        cell: None,
        reading: None,
        was: Vec::new(),
        belongs: None,
    });
    cells::place(&mut analysis.fields, &mut analysis.tables, n_read, |_| true);
    coverage::hold_again(analysis, None);
    true
}

/// Says that a value stands elsewhere.
pub(super) fn relocate(
    analysis: &mut Analysis,
    place: &Place,
    label: &str,
    to: &Place,
    boxes: &[Rect],
) -> bool {
    let Some(index) = at(analysis, place, label) else { return false };
    let Some(evidence) = evidence(analysis, to, boxes) else { return false };
    let field = &mut analysis.fields[index];
    if field.evidence == evidence {
        return false;
    }
    let stays = field.evidence.overlaps(&evidence);
    let before = std::mem::replace(&mut field.evidence, evidence);
    let (id, left) = (field.id, field.cell.filter(|_| !stays));
    field.was.retain(|it| *it != field.evidence);
    field.was.push(before.clone());
    if let Some(cell) = left {
        field.cell = None;
        let table = analysis.tables.get_mut(cell.table as usize);
        let row = table.and_then(|it| it.rows.get_mut(cell.row as usize));
        if let Some(cell) = row.and_then(|it| it.get_mut(cell.column as usize)) {
            cell.fields.retain(|it| *it != id);
        }
    }
    coverage::hold_again(analysis, Some((before, id)));
    true
}

/// Puts the rules in that people pointed at in the end; whether that changes something.
pub(super) fn point(analysis: &mut Analysis, amendments: &[Amendment]) -> bool {
    let is_by_hand = |it: &Rule| it.support == Support::Hand;
    let (before, found): (Vec<Rule>, Vec<Rule>) =
        std::mem::take(&mut analysis.rules).into_iter().partition(is_by_hand);
    analysis.rules = found;
    let mut changes = false;
    for (values, relation) in pointed(amendments) {
        let Some(relation) = over(analysis, values, relation) else { continue };
        let relation = rules::rounded(&analysis.fields, relation);
        if analysis.rules.iter().any(|it| it.relation == relation) {
            continue;
        }
        let known = before.iter().find(|it| it.relation == relation).cloned();
        changes |= known.is_none();
        analysis.rules.push(known.unwrap_or_else(|| rules::rule_by_hand(relation)));
    }
    let n_left = analysis.rules.iter().filter(|it| is_by_hand(it)).count();
    rules::number(&mut analysis.rules);
    changes || n_left != before.len()
}

/// A relation of values that a person pointed at, over the fields that stand there.
fn over(analysis: &Analysis, values: &[Spot], relation: &Relation) -> Option<Relation> {
    relation.over(&|it: FieldId| {
        let spot = values.get(it.0 as usize)?;
        Some(analysis.fields[at(analysis, &spot.place, &spot.label)?].id)
    })
}

/// The rules that people pointed at in the end: a later one of the same values and shape takes the place
/// of an earlier one, and one that is struck is none until it is pointed at again.
pub(super) fn pointed(amendments: &[Amendment]) -> Vec<(&[Spot], &Relation)> {
    let mut all: Vec<(&[Spot], &Relation)> = Vec::new();
    let struck = super::struck(amendments);
    for it in amendments {
        if let Amendment::Pointed { values, relation } = it {
            let (name, own) = (relation.kind().by_hand, places(values, relation));
            let same = |it: &(&[Spot], &Relation)| {
                it.1.kind().by_hand == name && super::all_at(&places(it.0, it.1), &own)
            };
            all.retain(|it| !same(it));
            let is_struck = |it: &(&str, &[Place], &str)| it.0 == name && super::all_at(it.1, &own);
            if !struck.iter().any(is_struck) {
                all.push((values, relation));
            }
        }
    }
    all
}

/// The places of a rule's values, in the order of the expression.
pub(super) fn places(values: &[Spot], relation: &Relation) -> Vec<Place> {
    let of = |it: FieldId| values.get(it.0 as usize).map(|it| it.place.clone());
    relation.fields().into_iter().filter_map(of).collect()
}

/// Says that a rule over fields is one; none where a value has no place.
pub fn pointing(analysis: &Analysis, relation: &Relation) -> Option<Amendment> {
    let mut ids: Vec<FieldId> = Vec::new();
    for it in relation.fields() {
        if !ids.contains(&it) {
            ids.push(it);
        }
    }
    let spot = |it: &FieldId| Spot::of(analysis, analysis.field(*it)?);
    let values = ids.iter().map(spot).collect::<Option<Vec<Spot>>>()?;
    let index = |it: FieldId| {
        let at = ids.iter().position(|id| *id == it)?;
        u32::try_from(at).ok().map(FieldId)
    };
    Some(Amendment::Pointed { values, relation: relation.over(&index)? })
}

/// Which of what was said put a rule in.
pub fn put_in(analysis: &Analysis, rule: &Rule, amendments: &[Amendment]) -> Option<usize> {
    amendments.iter().rposition(|it| match it {
        Amendment::Pointed { values, relation } => {
            over(analysis, values, relation).is_some_and(|it| {
                it.kind().by_hand == rule.name && it.fields() == rule.relation.fields()
            })
        }
        _ => false,
    })
}

/// The place and the label by which a person put a field in; none where nobody did.
pub fn added<'a>(
    analysis: &Analysis,
    field: &Field,
    amendments: &'a [Amendment],
) -> Option<(&'a Place, &'a str)> {
    amendments.iter().enumerate().rev().find_map(|(n, it)| match it {
        Amendment::Addition { place, label, .. } => {
            let is_it = at(analysis, place, label).is_some_and(|at| {
                let found = &analysis.fields[at];
                found.id == field.id && found.route == Route::Hand
            });
            (is_it && !is_taken_out(place, label, &amendments[n..]))
                .then_some((place, label.as_str()))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests;
