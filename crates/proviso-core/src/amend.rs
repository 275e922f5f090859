//! What people say about a document's values and rules: corrections, other labels, rules that are
//! none, waivers, and mends; and what they put in by hand: values, places, rules.
//!
//! A correction says what the paper prints where it was misread, so it changes what the rules are
//! about. A mend says what the paper should print: it is a request to whoever issued it, and changes
//! nothing of the analysis.
//!
//! **Invariant:** an amendment is keyed by its place in the document, never by an id, since ids
//! change when a document is analysed anew. What was read stays beside what was said.

use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, Evidence, Field, FieldId, Relation, Route, Rule, Status, rules};
use crate::document::Rect;
use crate::value::Value;

mod hand;
mod mend;

pub use hand::{Spot, added, pointing, put_in};
pub use mend::{Mended, mended};

/// A place in a document, by the document's hash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// SHA-256 of the file.
    pub document: String,
    /// From 1.
    pub page: u32,
    /// The first box of the text there.
    #[serde(rename = "box")]
    pub rect: Rect,
    /// The text there.
    pub text: String,
}

impl Place {
    /// The place of evidence; none where it has no box or an unknown document.
    pub fn of(analysis: &Analysis, evidence: &Evidence) -> Option<Place> {
        Some(Place {
            document: analysis.documents.get(evidence.document as usize)?.sha256.clone(),
            page: evidence.page,
            rect: *evidence.boxes.first()?,
            text: evidence.text.clone(),
        })
    }
    /// Whether evidence is here: same document, page and text, and boxes that overlap in their
    /// middles, since another reader may draw a box a little wider.
    fn is_of(&self, analysis: &Analysis, evidence: &Evidence) -> bool {
        Place::of(analysis, evidence).is_some_and(|it| self.is_at(&it))
    }
    /// Whether a field stands here, or stood here before its box was drawn anew.
    fn is_of_field(&self, analysis: &Analysis, field: &Field) -> bool {
        let mut all = std::iter::once(&field.evidence).chain(&field.was);
        all.any(|it| self.is_of(analysis, it))
    }
    /// Whether two places are one: same document, page and text, and boxes that overlap in their
    /// middles.
    pub fn is_at(&self, other: &Place) -> bool {
        other.document == self.document
            && other.page == self.page
            && other.text == self.text
            && (other.rect.holds(&self.rect) || self.rect.holds(&other.rect))
    }
}

/// What a person said, with who that was and when, as people write it.
#[derive(Debug, Clone, PartialEq)]
pub struct Signed {
    /// What.
    pub amendment: Amendment,
    /// Who and when: `Kim, 2031-03-02`.
    pub by: String,
}

/// Whether something that a person said is what a field's value comes from.
pub fn corrects(it: &Amendment, field: &Field, here: &Place) -> bool {
    match it {
        Amendment::Correction { place, value, .. } | Amendment::Addition { place, value, .. } => {
            matches!(field.route, Route::Correction | Route::Hand)
                && place.is_at(here)
                && *value == field.value
        }
        _ => false,
    }
}

/// What a person said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "amendment", rename_all = "snake_case")]
pub enum Amendment {
    /// The value that is printed at a place is another one than was read.
    Correction {
        /// Where.
        place: Place,
        /// The label there, to tell two values at one place apart.
        label: String,
        /// The right value.
        #[serde(flatten)]
        value: Value,
    },
    /// Another value should be printed at a place: whoever issued the document is asked for it.
    Mend {
        /// Where.
        place: Place,
        /// The label there, to tell two values at one place apart.
        label: String,
        /// What should be printed.
        #[serde(flatten)]
        value: Value,
    },
    /// Nobody is asked for another value at a place any more.
    Unmend {
        /// Where.
        place: Place,
        /// The label there.
        label: String,
    },
    /// The label at a place is another one than was read.
    Relabel {
        /// Where.
        place: Place,
        /// The label that the field had.
        label: String,
        /// The right label.
        to: String,
    },
    /// A value is printed where no reader found one.
    Addition {
        /// Where.
        place: Place,
        /// Its label.
        label: String,
        /// All boxes of it, one per line.
        boxes: Vec<Rect>,
        /// The value.
        #[serde(flatten)]
        value: Value,
    },
    /// No value is printed there after all.
    Unaddition {
        /// Where.
        place: Place,
        /// Its label.
        label: String,
    },
    /// A value stands elsewhere than was read.
    Move {
        /// Where it was read.
        place: Place,
        /// The label there, to tell two values at one place apart.
        label: String,
        /// Where it stands.
        to: Place,
        /// All boxes of it there, one per line.
        boxes: Vec<Rect>,
    },
    /// A rule that a person pointed at.
    Pointed {
        /// Its values, each once.
        values: Vec<Spot>,
        /// What is true of them; its fields are the places of values in the list.
        relation: Relation,
    },
    /// A person compared the value at a place with the page, and it is what is printed.
    Confirmation {
        /// Where.
        place: Place,
        /// The label there, to tell two values at one place apart.
        label: String,
        /// The value that was confirmed: another one is not.
        #[serde(flatten)]
        value: Value,
    },
    /// It is to be compared again.
    Unconfirmation {
        /// Where.
        place: Place,
        /// The label there.
        label: String,
    },
    /// A rule is none of this document's: it was found where the document says no such thing.
    Strike {
        /// The rule's name.
        rule: String,
        /// The places of its fields, in the order of the analysis.
        places: Vec<Place>,
        /// Why.
        reason: String,
    },
    /// It is one after all.
    Unstrike {
        /// The rule's name.
        rule: String,
        /// The places of its fields, in the order of the analysis.
        places: Vec<Place>,
    },
    /// A refuted rule may pass.
    Waiver {
        /// The rule's name.
        rule: String,
        /// The places of its fields, in the order of the analysis.
        places: Vec<Place>,
        /// Why.
        reason: String,
    },
    /// It may not pass any more.
    Unwaiver {
        /// The rule's name.
        rule: String,
        /// The places of its fields, in the order of the analysis.
        places: Vec<Place>,
    },
}

/// Applies all that fits, in order, and evaluates the rules anew; says how many changed something.
/// Rules over corrected values are looked for again by `look`: before what people say of rules is
/// applied, so that a rule that is none stays none.
pub fn amend_and_look(
    analysis: &mut Analysis,
    amendments: &[Amendment],
    look: &dyn Fn(&mut Analysis),
) -> usize {
    let mut n_changed = 0;
    for (at, it) in amendments.iter().enumerate() {
        // In the order in which they were said: a later one may name a field by its new label.
        n_changed += usize::from(match it {
            Amendment::Correction { place, label, value } => correct(analysis, place, label, value),
            Amendment::Relabel { place, label, to } => relabel(analysis, place, label, to),
            Amendment::Addition { place, label, boxes, value } => {
                let is_there = !hand::is_taken_out(place, label, &amendments[at..]);
                is_there && hand::add(analysis, (place, boxes), label, value)
            }
            Amendment::Move { place, label, to, boxes } => {
                hand::relocate(analysis, place, label, to, boxes)
            }
            _ => false,
        });
    }
    if n_changed > 0 {
        look(analysis);
    }
    n_changed += usize::from(hand::point(analysis, amendments));
    for (rule, places, _) in struck(amendments) {
        n_changed += usize::from(strike(analysis, rule, places));
    }
    if n_changed > 0 {
        rules::evaluate(analysis);
    }
    // Waivers come after the evaluation: a rule that holds again needs none.
    for it in amendments {
        n_changed += usize::from(match it {
            Amendment::Waiver { rule, places, reason } => {
                waive(analysis, rule, places, Some(reason))
            }
            Amendment::Unwaiver { rule, places } => waive(analysis, rule, places, None),
            Amendment::Correction { .. }
            | Amendment::Mend { .. }
            | Amendment::Unmend { .. }
            | Amendment::Relabel { .. }
            | Amendment::Addition { .. }
            | Amendment::Unaddition { .. }
            | Amendment::Move { .. }
            | Amendment::Pointed { .. }
            | Amendment::Confirmation { .. }
            | Amendment::Unconfirmation { .. }
            | Amendment::Strike { .. }
            | Amendment::Unstrike { .. } => false,
        });
    }
    n_changed
}

/// Which of what was said confirms a field's value as it is now: the last word on it counts.
pub fn confirms(analysis: &Analysis, field: &Field, amendments: &[Amendment]) -> Option<usize> {
    let here =
        |place: &Place, label: &str| place.is_of_field(analysis, field) && is_called(field, label);
    let last = amendments.iter().rposition(|it| match it {
        Amendment::Confirmation { place, label, .. }
        | Amendment::Unconfirmation { place, label } => here(place, label),
        _ => false,
    })?;
    let now =
        matches!(&amendments[last], Amendment::Confirmation { value, .. } if *value == field.value);
    now.then_some(last)
}

/// Whether a field has a label, or had it.
fn is_called(field: &Field, label: &str) -> bool {
    field.label == label || field.also.iter().any(|it| it == label)
}

/// The index of the field at a place that has a label, or had it; before all others the one that
/// stands there now.
fn at(analysis: &Analysis, place: &Place, label: &str) -> Option<usize> {
    let now = |it: &Field| place.is_of(analysis, &it.evidence);
    let once = |it: &Field| place.is_of_field(analysis, it);
    let fields = || analysis.fields.iter();
    fields()
        .position(|it| it.label == label && now(it))
        .or_else(|| fields().position(|it| is_called(it, label) && now(it)))
        .or_else(|| fields().position(|it| is_called(it, label) && once(it)))
}

fn correct(analysis: &mut Analysis, place: &Place, label: &str, value: &Value) -> bool {
    let Some(index) = at(analysis, place, label) else { return false };
    let field = &mut analysis.fields[index];
    if field.value == *value {
        return false;
    }
    let reading = std::mem::replace(&mut field.value, value.clone());
    // What a person put in was never read.
    if field.route != Route::Hand {
        // The first reading stays, however often a person changes their mind.
        field.reading.get_or_insert(reading);
        field.route = Route::Correction;
    }
    field.confidence = 1.0;
    true
}

fn relabel(analysis: &mut Analysis, place: &Place, label: &str, to: &str) -> bool {
    let Some(index) = at(analysis, place, label) else { return false };
    let field = &mut analysis.fields[index];
    if field.label == to {
        return false;
    }
    field.also.retain(|it| it != to);
    let printed = std::mem::replace(&mut field.label, to.to_owned());
    // What is printed stays beside it, and names it still.
    field.also.insert(0, printed);
    true
}

/// The index of the rule of a name at places.
pub fn rule_at(analysis: &Analysis, name: &str, places: &[Place]) -> Option<usize> {
    analysis.rules.iter().position(|it| it.name == name && same_places(analysis, it, places))
}

fn strike(analysis: &mut Analysis, name: &str, places: &[Place]) -> bool {
    let found = rule_at(analysis, name, places);
    let Some(index) = found else { return false };
    analysis.rules.remove(index);
    rules::number(&mut analysis.rules);
    true
}

/// The rules that are struck in the end: name, places, and why.
pub fn struck(amendments: &[Amendment]) -> Vec<(&str, &[Place], &str)> {
    let mut all: Vec<(&str, &[Place], &str)> = Vec::new();
    for it in amendments {
        match it {
            Amendment::Strike { rule, places, reason } => all.push((rule, places, reason)),
            Amendment::Unstrike { rule, places } => {
                all.retain(|it| it.0 != rule || !all_at(it.1, places));
            }
            // Who points at it again has it back.
            Amendment::Pointed { values, relation } => {
                let (rule, places) = (relation.kind().by_hand, hand::places(values, relation));
                all.retain(|it| it.0 != rule || !all_at(it.1, &places));
            }
            _ => {}
        }
    }
    all
}

/// Whether places are the same, one by one.
fn all_at(a: &[Place], b: &[Place]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_at(b))
}

fn waive(analysis: &mut Analysis, name: &str, places: &[Place], reason: Option<&String>) -> bool {
    let fits = |it: &Rule| {
        it.name == name
            && it.status == Status::Refuted
            && it.waived.as_ref() != reason
            && same_places(analysis, it, places)
    };
    let Some(index) = analysis.rules.iter().position(fits) else { return false };
    analysis.rules[index].waived = reason.cloned();
    true
}

fn same_places(analysis: &Analysis, rule: &Rule, places: &[Place]) -> bool {
    let fields = rule.relation.fields();
    let fields: Vec<&Field> = fields.iter().filter_map(|id| analysis.field(*id)).collect();
    fields.len() == places.len()
        && fields.iter().zip(places).all(|(it, place)| place.is_of_field(analysis, it))
}

/// The waiver of a rule.
pub fn waiver(analysis: &Analysis, rule: &Rule, reason: &str) -> Amendment {
    let places = places(analysis, rule);
    Amendment::Waiver { rule: rule.name.clone(), places, reason: reason.to_owned() }
}

/// What says that a rule is none.
pub fn strike_of(analysis: &Analysis, rule: &Rule, reason: &str) -> Amendment {
    let places = places(analysis, rule);
    Amendment::Strike { rule: rule.name.clone(), places, reason: reason.to_owned() }
}

/// What takes the waiver of a rule back.
pub fn unwaiver(analysis: &Analysis, rule: &Rule) -> Amendment {
    Amendment::Unwaiver { rule: rule.name.clone(), places: places(analysis, rule) }
}

fn places(analysis: &Analysis, rule: &Rule) -> Vec<Place> {
    let fields = rule.relation.fields();
    let place = |id: &FieldId| Place::of(analysis, &analysis.field(*id)?.evidence);
    fields.iter().filter_map(place).collect()
}

/// [`amend_and_look`], where nobody looks again.
#[cfg(test)]
pub(crate) fn amend(analysis: &mut Analysis, amendments: &[Amendment]) -> usize {
    amend_and_look(analysis, amendments, &|_| {})
}

#[cfg(test)]
mod tests;
