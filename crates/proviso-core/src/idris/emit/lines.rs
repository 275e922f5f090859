//! Values of very many lines that no table holds, as one list of rows.
//!
//! A year of an account as bare text is ten thousand lines whose columns do not stand below each other,
//! so that nobody reads a table in it. One by one their values would be thirty thousand members of a
//! thousand records, which neither a person nor a checker gets through; as rows they are one record.
//!
//! A value's column is told by what the rules do with it: what is carried on from line to line, what is
//! added to it and taken away from it; of all else by what kind of value it is, and the how-manieth.
//!
//! **Invariant:** papers with fewer such values than [`MANY`] are modelled value by value. No value
//! stands in two rows, and what fits in no column stays a value of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::bunch::of_kind;
use super::literal::Ty;
use super::plan::Place;
use super::rows::{ColumnPlan, List};
use super::tree::free;
use crate::analysis::{Analysis, Field, FieldId, Operand, Relation, Status, Term};
use crate::value::Kind;

/// The fewest values that are modelled by their lines.
const MANY: usize = 1_000;
/// The fewest lines that are a list.
const LINES: usize = 200;
/// A column has a value in one line of so many at least.
const SELDOM: usize = 100;
/// The most columns of a line.
const COLUMNS: usize = 12;

/// What rules do with a value of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    /// Carried on from the line before.
    Carried,
    /// Added to what is carried on.
    Added,
    /// Taken away from it.
    Taken,
    /// Nothing of these.
    Plain,
}

/// What values of one column have in common: kind, type, role, and the how-manieth of these it is.
type Key = (Kind, Ty, Role, usize);

/// A line: its values in order, each with the column that it is of.
type Line<'a> = Vec<(Key, &'a Field)>;

/// The list of the lines of an analysis, of whose values some have places already.
pub(super) fn list(analysis: &Analysis, places: &BTreeMap<FieldId, Place>) -> Option<List> {
    let lines = lines(analysis, places)?;
    let (keys, lines) = columns(&roles(analysis, &lines), lines)?;
    let n_rows = lines.len();
    let carried = keys.iter().position(|it| (it.2, it.3) == (Role::Carried, 0));
    let mut columns: Vec<ColumnPlan> = Vec::new();
    for key in keys {
        let cell = |line: &Line<'_>| line.iter().find(|it| it.0 == key).map(|it| it.1.id);
        let fields: Vec<Option<FieldId>> = lines.iter().map(cell).collect();
        let taken: Vec<&str> = columns.iter().map(|it| it.name.as_str()).collect();
        let (name, about) = told(key);
        columns.push(ColumnPlan {
            name: free(&[name.to_owned()], &taken),
            label: shared_label(analysis, &fields).unwrap_or(about).to_owned(),
            ty: key.1,
            optional: fields.iter().any(Option::is_none),
            fields,
            texts: Vec::new(),
        });
    }
    columns.extend(labels(&lines, &columns));
    Some(List { tables: Vec::new(), columns, n_rows, carried })
}

/// Lines with two and more values of which nobody knows more than where they stand.
fn lines<'a>(
    analysis: &'a Analysis,
    places: &BTreeMap<FieldId, Place>,
) -> Option<Vec<Vec<&'a Field>>> {
    let totals = analysis.tables.iter().flat_map(|it| &it.totals).map(|it| it.field);
    let mut known: BTreeSet<FieldId> = totals.collect();
    for rule in &analysis.rules {
        // These are validated where the value stands by itself.
        if matches!(rule.relation, Relation::Words { .. } | Relation::Length { .. }) {
            known.extend(rule.relation.fields());
        }
    }
    let is_loose = |it: &&Field| {
        use Kind::{Date, Money, Period, Quantity, Rate};
        matches!(it.value.kind(), Money | Quantity | Rate | Date | Period)
            && !it.evidence.boxes.is_empty()
            && !places.contains_key(&it.id)
            && !known.contains(&it.id)
    };
    let loose: Vec<&Field> = analysis.fields.iter().filter(is_loose).collect();
    if loose.len() < MANY {
        return None;
    }
    let is_one = |a: &&Field, b: &&Field| {
        let place = |it: &Field| (it.evidence.document, it.evidence.page);
        let (own, other) = (a.evidence.boxes[0], b.evidence.boxes[0]);
        place(a) == place(b) && (own.center().1 - other.center().1).abs() < own.height() / 2.0
    };
    let lines: Vec<&[&Field]> = loose.chunk_by(is_one).collect();
    // A value alone in its line is one of a list only where there are very many of them.
    let n_alone = lines.iter().filter(|it| it.len() == 1).count();
    let fewest = if n_alone < MANY { 2 } else { 1 };
    let lines: Vec<Vec<&Field>> =
        lines.into_iter().filter(|it| it.len() >= fewest).map(<[&Field]>::to_vec).collect();
    (lines.len() >= LINES).then_some(lines)
}

/// What rules carry on from one line to the next, and by what.
fn roles(analysis: &Analysis, lines: &[Vec<&Field>]) -> BTreeMap<FieldId, Role> {
    let place = |(at, line): (usize, &Vec<&Field>)| -> Vec<(FieldId, usize)> {
        line.iter().map(|it| (it.id, at)).collect()
    };
    let line_of: BTreeMap<FieldId, usize> = lines.iter().enumerate().flat_map(place).collect();
    let mut out = BTreeMap::new();
    for rule in analysis.rules.iter().filter(|it| it.status != Status::Unknown) {
        for (id, role) in carries(&rule.relation, &line_of).into_iter().flatten() {
            out.entry(id).or_insert(role);
        }
    }
    out
}

/// What a rule says of the values of a line and the one before it, whichever of them it computes: one
/// is carried on, the others are added to it or taken away. None where it is no such rule.
fn carries(
    relation: &Relation,
    line_of: &BTreeMap<FieldId, usize>,
) -> Option<Vec<(FieldId, Role)>> {
    let all = signed(relation)?;
    let result = all.last()?.0;
    let lines: Option<Vec<usize>> = all.iter().map(|it| line_of.get(&it.0).copied()).collect();
    let lines = lines?;
    let line = *lines.iter().max()?;
    let before: Vec<usize> = (0..all.len()).filter(|it| lines[*it] < line).collect();
    let &[before] = before.as_slice() else { return None };
    if lines[before] + 1 != line || all.len() < 3 {
        return None;
    }
    // Results stand to the right of what they are computed from.
    let other = |at: &usize| *at != before && all[*at].1 != all[before].1;
    let now = (0..all.len()).filter(other).max_by_key(|it| (all[*it].0 == result, all[*it].0))?;
    let role = |at: usize| match at {
        _ if at == now || at == before => Role::Carried,
        _ if all[at].1 == all[now].1 => Role::Taken,
        _ => Role::Added,
    };
    Some((0..all.len()).map(|at| (all[at].0, role(at))).collect())
}

/// The values of a sum that comes to nothing, each with whether it is taken away; the result last. None
/// of other relations, and where a value stands twice.
pub(super) fn signed(relation: &Relation) -> Option<Vec<(FieldId, bool)>> {
    let Relation::Sum { terms, result: Operand::Field(result) } = relation else { return None };
    let of = |it: &Term| match it.operand {
        Operand::Field(id) => Some((id, it.negative)),
        Operand::Constant(_) => None,
    };
    let mut all: Vec<(FieldId, bool)> = terms.iter().map(of).collect::<Option<_>>()?;
    all.push((*result, true));
    let ids: BTreeSet<FieldId> = all.iter().map(|it| it.0).collect();
    (ids.len() == all.len()).then_some(all)
}

/// The columns that many lines have, from left to right, and what of the lines stands in them.
fn columns<'a>(
    roles: &BTreeMap<FieldId, Role>,
    lines: Vec<Vec<&'a Field>>,
) -> Option<(Vec<Key>, Vec<Line<'a>>)> {
    let keyed = |line: Vec<&'a Field>| -> Line<'a> {
        let mut out: Line<'a> = Vec::with_capacity(line.len());
        for it in line {
            let role = roles.get(&it.id).copied().unwrap_or(Role::Plain);
            let sort = (it.value.kind(), Ty::of(&it.value), role);
            let n_before = out.iter().filter(|other| (other.0.0, other.0.1, other.0.2) == sort);
            let key = (sort.0, sort.1, sort.2, n_before.count());
            out.push((key, it));
        }
        out
    };
    let mut lines: Vec<Line<'a>> = lines.into_iter().map(keyed).collect();
    // Each with how many there are, and the sum of their places.
    let mut found: Vec<(Key, usize, usize)> = Vec::new();
    for (at, (key, _)) in lines.iter().flat_map(|it| it.iter().enumerate()) {
        match found.iter_mut().find(|it| it.0 == *key) {
            Some(it) => (it.1, it.2) = (it.1 + 1, it.2 + at),
            None => found.push((*key, 1, at)),
        }
    }
    found.retain(|it| it.1 * SELDOM >= lines.len());
    found.sort_by_key(|it| std::cmp::Reverse(it.1));
    found.truncate(COLUMNS);
    found.sort_by_key(|it| it.2 * 1_000 / it.1);
    let keys: Vec<Key> = found.into_iter().map(|it| it.0).collect();
    lines.iter_mut().for_each(|line| line.retain(|it| keys.contains(&it.0)));
    lines.retain(|it| !it.is_empty());
    (lines.len() >= LINES).then_some((keys, lines))
}

/// What a column is called, and what it is.
fn told((kind, _, role, _): Key) -> (&'static str, &'static str) {
    match role {
        Role::Carried => ("balance", "what is carried on from line to line"),
        Role::Added => ("added", "what a line adds to it"),
        Role::Taken => ("taken", "what a line takes away from it"),
        Role::Plain => (of_kind(kind), of_kind(kind)),
    }
}

/// The label that more than half of some values have.
fn shared_label<'a>(analysis: &'a Analysis, ids: &[Option<FieldId>]) -> Option<&'a str> {
    let mut counted: BTreeMap<&str, usize> = BTreeMap::new();
    let mut n = 0;
    for it in ids.iter().flatten().filter_map(|it| analysis.field(*it)) {
        n += 1;
        *counted.entry(it.label.as_str()).or_default() += 1;
    }
    let most = counted.into_iter().max_by_key(|it| it.1)?;
    (2 * most.1 > n).then_some(most.0)
}

/// What each line calls its first number, where lines differ in that.
fn labels(lines: &[Line<'_>], columns: &[ColumnPlan]) -> Option<ColumnPlan> {
    let label = |line: &Line<'_>| {
        let number = line.iter().find(|it| matches!(it.0.0, Kind::Money | Kind::Quantity));
        number.or(line.first()).map_or_else(String::new, |it| it.1.label.clone())
    };
    let texts: Vec<String> = lines.iter().map(label).collect();
    if texts.windows(2).all(|it| it[0] == it[1]) {
        return None;
    }
    let taken: Vec<&str> = columns.iter().map(|it| it.name.as_str()).collect();
    Some(ColumnPlan {
        name: free(&["label".to_owned()], &taken),
        label: "what the line calls it".to_owned(),
        ty: Ty::Text,
        optional: false,
        fields: Vec::new(),
        texts,
    })
}
