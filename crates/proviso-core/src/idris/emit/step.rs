//! Rules of each row and the one before it: a balance that is carried on.
//!
//! A statement of an account prints a balance on every line. That each is the one before it with what
//! the line adds and takes away is one rule of the table, as it is for whoever reads the paper, not as
//! many as there are lines.
//!
//! **Invariant:** what is stated of a row is what its own rule states: a column that the rule does not
//! name is empty in its row, and counts as nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::formula::{Equation, add, equal_ratios, ratio_of, whole};
use super::lines::signed;
use super::literal::Ty;
use super::plan::{Place, Plan};
use super::rule::cell_of;
use crate::analysis::{FieldId, Operand, Relation, RuleId};

/// A rule that carries a column on from the row before.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Step {
    /// The table plan.
    pub(super) table: usize,
    /// The row that it computes.
    pub(super) row: usize,
    /// The column that is carried on.
    pub(super) column: usize,
    /// The columns of the row that are added, and those that are taken away.
    pub(super) by: BTreeMap<usize, bool>,
}

/// What a relation carries on from one row to the next; none where it is no such rule.
pub(super) fn step(plan: &Plan<'_>, relation: &Relation) -> Option<Step> {
    let Relation::Sum { terms, result: Operand::Field(result) } = relation else { return None };
    let cell = |it: &Operand| match it {
        Operand::Field(id) => match plan.places.get(id) {
            Some(Place::Cell(table, row, column)) => Some((*table, *row, *column)),
            _ => None,
        },
        Operand::Constant(_) => None,
    };
    let (table, row, column) = cell(&Operand::Field(*result))?;
    if let Some(carried) = plan.tables.get(table)?.carried {
        return step_of_lines(plan, relation, carried);
    }
    let before = (table, row.checked_sub(1)?, column);
    let mut is_carried = false;
    let mut by = BTreeMap::new();
    for term in terms {
        let place = cell(&term.operand)?;
        if place == before && !term.negative && !is_carried {
            is_carried = true;
            continue;
        }
        let is_own = (place.0, place.1) == (table, row) && place.2 != column;
        if !is_own || by.insert(place.2, term.negative).is_some() {
            return None;
        }
    }
    (is_carried && !by.is_empty()).then_some(Step { table, row, column, by })
}

/// The same of lines that are no table, whichever of the values the rule computes: whether a balance is
/// said to come of the one before it, or the one before it to have been what came of it, is one equation.
fn step_of_lines(plan: &Plan<'_>, relation: &Relation, column: usize) -> Option<Step> {
    let all = signed(relation)?;
    let cell = |it: &(FieldId, bool)| match plan.places.get(&it.0) {
        Some(Place::Cell(table, row, column)) => Some(((*table, *row, *column), it.1)),
        _ => None,
    };
    let cells: Vec<((usize, usize, usize), bool)> = all.iter().map(cell).collect::<Option<_>>()?;
    let (table, row) = cells.iter().map(|it| (it.0.0, it.0.1)).max()?;
    let sign = |row: usize| cells.iter().find(|it| it.0 == (table, row, column)).map(|it| it.1);
    let (now, before) = (sign(row)?, sign(row.checked_sub(1)?)?);
    let mut by = BTreeMap::new();
    for (place, negative) in &cells {
        let is_carried = [row, row - 1].iter().any(|it| *place == (table, *it, column));
        if !is_carried {
            let is_new = by.insert(place.2, *negative == now).is_none();
            if !is_new || (place.0, place.1) != (table, row) {
                return None;
            }
        }
    }
    (now != before && !by.is_empty()).then_some(Step { table, row, column, by })
}

/// Rules that carry one column on, in the order of the analysis.
#[derive(Debug)]
pub(super) struct Carried {
    /// What they come to together; the row is that of the first.
    pub(super) step: Step,
    /// Each with its row.
    pub(super) members: Vec<(RuleId, usize)>,
    /// These rows.
    rows: BTreeSet<usize>,
}

impl Carried {
    pub(super) fn new(id: RuleId, step: Step) -> Carried {
        Carried { members: vec![(id, step.row)], rows: BTreeSet::from([step.row]), step }
    }

    /// Takes a rule in where it says the same of its row as the others of theirs.
    pub(super) fn take(&mut self, plan: &Plan<'_>, id: RuleId, step: &Step) -> bool {
        let all = &self.step;
        let is_alike = (all.table, all.column) == (step.table, step.column)
            && !self.rows.contains(&step.row)
            && step.by.iter().all(|(column, sign)| all.by.get(column).is_none_or(|it| it == sign));
        let Some(table) = plan.tables.get(step.table).filter(|_| is_alike) else { return false };
        let is_empty = |column: usize, row: usize| {
            table.columns[column].fields.get(row).copied().flatten().is_none()
                && table.columns[column].optional
        };
        let own = all.by.keys().filter(|it| !step.by.contains_key(it));
        let new = step.by.keys().filter(|it| !all.by.contains_key(it));
        let fits = own.copied().all(|it| is_empty(it, step.row))
            && new.copied().all(|it| self.members.iter().all(|of| is_empty(it, of.1)));
        if fits {
            self.step.by.extend(&step.by);
            self.members.push((id, step.row));
            self.rows.insert(step.row);
        }
        fits
    }
}

/// A column that is carried on from the row before, over `row.before` and `row.now`.
pub(super) fn equation(plan: &Plan<'_>, step: &Step) -> Option<Equation> {
    let columns = &plan.tables.get(step.table)?.columns;
    let cell = |of: &str, at: usize| -> Option<(String, Ty)> {
        let it = columns.get(at)?;
        Some((cell_of(&format!("row.{of}"), it.optional, it.ty, &it.name), it.ty))
    };
    let result = cell("now", step.column)?;
    let mut terms = vec![(cell("before", step.column)?, false)];
    for (column, negative) in &step.by {
        terms.push((cell("now", *column)?, *negative));
    }
    // What is added comes before what is taken away.
    terms.sort_by_key(|it| it.1);
    let digits = |it: Ty| match it {
        Ty::Money(it) => Some(u32::from(it.minor_digits())),
        _ => None,
    };
    let scale: Option<Vec<u32>> =
        terms.iter().map(|it| it.0.1).chain([result.1]).map(digits).collect();
    let Some(scale) = scale.and_then(|it| it.into_iter().max()) else {
        let terms: Option<Vec<(String, bool)>> =
            terms.iter().map(|it| Some((ratio_of(&it.0.0, it.0.1)?, it.1))).collect();
        return Some(equal_ratios(ratio_of(&result.0, result.1)?, terms?));
    };
    let mut computed = String::new();
    for (term, negative) in &terms {
        add(&mut computed, &whole(&term.0, term.1, scale)?, *negative);
    }
    Some(Equation::integers(whole(&result.0, result.1, scale)?, computed))
}
