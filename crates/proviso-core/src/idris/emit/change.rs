//! Another value than the printed one, to show that a rule refuses it.
//!
//! **Invariant:** a changed value makes its relation false by exact arithmetic, which was asked; what
//! the compiler says to it is then a test of the statement, not of the choice.
//!
//! A statement about the rows of a table is broken in every row at once: by a function of the library
//! over the printed rows where one column of numbers can be counted up, which costs the compiler no
//! second table, else by the rows written out.

use super::literal::{Ty, changed, nudged, term};
use super::plan::{Content, Place, Plan};
use super::rule::{Param, RowForm, Source, argument};
use crate::analysis::rules::{keeps_some_digit, operands, status};
use crate::analysis::{Field, FieldId, Operand, Relation, Status};
use crate::value::Value;

/// Arguments with and without a changed value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Refusal {
    /// As printed.
    pub(super) printed: Vec<String>,
    /// With one value changed.
    pub(super) changed: Vec<String>,
}

/// Rows with another value in one cell each, every one of which breaks the rule.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum OtherRows {
    /// One column counted up in the rows at some places.
    Counted {
        /// The rows.
        rows: Vec<usize>,
        /// The column plan.
        column: usize,
    },
    /// Row terms.
    Written(Vec<String>),
}

/// Finds changes.
pub(super) struct Changes<'a> {
    /// The analysis' fields; one of them is another while it is tried.
    fields: Vec<Field>,
    analysis: &'a [Field],
}

impl<'a> Changes<'a> {
    /// For a plan whose slots are laid out.
    pub(super) fn new(plan: &Plan<'a>) -> Changes<'a> {
        let analysis = plan.analysis.fields.as_slice();
        Changes { fields: analysis.to_vec(), analysis }
    }

    /// Whether a relation is false once a field has another value.
    fn breaks(&mut self, relation: &Relation, id: FieldId, value: &Value) -> bool {
        let at = id.0 as usize;
        let (Some(field), Some(original)) = (self.fields.get_mut(at), self.analysis.get(at)) else {
            return false;
        };
        field.value = value.clone();
        let broken = match relation {
            // Not every number of a person has a check digit, so one that does not fit refutes nothing
            // of the paper; the statement that it fits is false of it all the same.
            Relation::Checksum { .. } => !keeps_some_digit(&value.to_string()),
            _ => status(&self.fields, relation) == Status::Refuted,
        };
        self.fields[at].value = original.value.clone();
        broken
    }

    /// Every change that is known to break a relation, the plainest first. A long sum has as many
    /// as terms, each of them costs a sum to try, and most callers want one: so they are tried as
    /// they are asked for.
    pub(super) fn all(
        &mut self,
        relation: &Relation,
    ) -> impl DoubleEndedIterator<Item = (FieldId, Value)> {
        let all = candidates(self.analysis, relation);
        all.into_iter().filter(move |(id, value)| self.breaks(relation, *id, value))
    }

    /// Arguments of the statement of one rule.
    pub(super) fn refusal(
        &mut self,
        plan: &Plan<'_>,
        relation: &Relation,
        params: &[Param],
    ) -> Option<Refusal> {
        let printed: Option<Vec<String>> =
            params.iter().map(|it| literal(plan, &it.source, None)).collect();
        let printed = printed?;
        self.all(relation).find_map(|(field, value)| {
            let place = *plan.places.get(&field)?;
            let mut other = printed.clone();
            let mut read = false;
            // What is read in two ways, as a cell and in its column, is another value in both.
            for (param, other) in params.iter().zip(&mut other).filter(|it| it.0.reads(place)) {
                *other = match (&param.source, place) {
                    (source @ Source::Rows(..), Place::Cell(table, row, column)) => {
                        let rows = changed_rows(plan, table, row, column, &value)?;
                        argument(plan, source, &|_| rows.clone())
                    }
                    (source, _) => literal(plan, source, Some(&value))?,
                };
                read = true;
            }
            read.then(|| Refusal { printed: printed.clone(), changed: other })
        })
    }

    /// Arguments of the statement about rows, for one row of them.
    pub(super) fn refusal_of_row(
        &mut self,
        plan: &Plan<'_>,
        form: &RowForm,
        row: Option<(usize, &Relation)>,
        params: &[Param],
    ) -> Option<Refusal> {
        let (row, relation) = row?;
        let rest = params.iter().skip(1).map(|it| literal(plan, &it.source, None));
        let mut printed: Vec<String> = rest.collect::<Option<_>>()?;
        printed.insert(0, format!("[{}]", form.term(plan, row, None)));
        let mut other = printed.clone();
        other[0] = format!("[{}]", self.other_row(plan, form, row, relation)?);
        Some(Refusal { printed, changed: other })
    }

    /// A row with another value in one cell, as a term.
    fn other_row(
        &mut self,
        plan: &Plan<'_>,
        form: &RowForm,
        row: usize,
        relation: &Relation,
    ) -> Option<String> {
        self.all(relation).find_map(|(field, value)| match plan.places.get(&field)? {
            Place::Cell(table, at, column) if *table == form.table && form.reads(row, *at) => {
                let value = term(&value, plan.tables.get(*table)?.columns.get(*column)?.ty)?;
                Some(form.term(plan, row, Some((*at, *column, &value))))
            }
            _ => None,
        })
    }

    /// All rows of a statement, each broken.
    pub(super) fn other_rows(
        &mut self,
        plan: &Plan<'_>,
        form: &RowForm,
        rows: &[(usize, &Relation)],
    ) -> Option<OtherRows> {
        if rows.len() < 2 {
            return None;
        }
        let columns = &plan.tables.get(form.table)?.columns;
        // Results stand to the right of what they are computed from.
        for column in (0..columns.len()).rev() {
            let ty = columns[column].ty;
            let counts = |it: &(usize, &Relation)| {
                let id = columns[column].fields.get(it.0).copied().flatten()?;
                let value = nudged(&self.analysis.get(id.0 as usize)?.value, ty)?;
                (operands(it.1).contains(&id) && self.breaks(it.1, id, &value)).then_some(())
            };
            let counted: Option<Vec<()>> = rows.iter().map(counts).collect();
            if counted.is_some() {
                return Some(OtherRows::Counted {
                    rows: rows.iter().map(|it| it.0).collect(),
                    column,
                });
            }
        }
        let written = rows.iter().filter_map(|it| self.other_row(plan, form, it.0, it.1)).collect();
        Some(OtherRows::Written(written))
    }
}

/// The printed rows of a table with another value in one cell.
pub(super) fn changed_rows(
    plan: &Plan<'_>,
    table: usize,
    row: usize,
    column: usize,
    value: &Value,
) -> Option<String> {
    let other = term(value, plan.tables.get(table)?.columns.get(column)?.ty)?;
    let other = plan.row_term(table, row, Some((column, &other)));
    let printed = format!("{}.printed.{}", plan.facts_module(), plan.path(plan.rows_slot(table)?));
    Some(format!("(Domains.Core.put {row} ({other}) {printed})"))
}

/// A source's value as an argument: as printed, or another.
fn literal(plan: &Plan<'_>, source: &Source, other: Option<&Value>) -> Option<String> {
    let printed = format!("{}.printed", plan.facts_module());
    let root = |at: usize| format!("{printed}.{}", plan.path(at));
    match source {
        Source::Slot(at) => match (plan.slots.get(*at)?.content, other) {
            (Content::Field(_, ty), Some(value)) => term(value, ty),
            _ => Some(plan.slot_term(&plan.slots[*at])),
        },
        Source::Cell(table, row, column) => {
            let column = plan.tables.get(*table)?.columns.get(*column)?;
            let field = column.fields.get(*row).copied().flatten()?;
            let value = other.or_else(|| plan.field(field).map(|it| &it.value))?;
            term(value, column.ty)
        }
        // Lists are not written a second time.
        Source::Rows(..) | Source::Steps(..) if other.is_none() => {
            Some(argument(plan, source, &root))
        }
        Source::Rows(..) | Source::Steps(..) => None,
    }
}

/// Changes that may break a relation: of what it computes first, of anything it speaks of then, by
/// the smallest step and by a long one, which no rounding hides.
fn candidates(fields: &[Field], relation: &Relation) -> Vec<(FieldId, Value)> {
    let value = |id: FieldId| fields.get(id.0 as usize).map(|it| &it.value);
    let day_before = |id: FieldId| match value(id) {
        Some(Value::Date(it)) => it.previous().map(Value::Date),
        _ => None,
    };
    let mut order = operands(relation);
    let mut all = Vec::new();
    match relation {
        Relation::Ordered { dates } => {
            if let (Some(first), Some(last)) = (dates.first(), dates.last()) {
                all.extend(day_before(*first).map(|it| (*last, it)));
            }
            // Any date before the one that stands in front of it is out of order.
            for pair in dates.windows(2) {
                all.extend(day_before(pair[0]).map(|it| (pair[1], it)));
            }
        }
        Relation::Length { start, end, .. } => {
            all.extend(day_before(*start).map(|it| (*end, it)));
        }
        Relation::Sum { result: Operand::Constant(_), .. } => {}
        _ => order.sort_by_key(|it| Some(*it) != relation.computed()),
    }
    for id in order {
        let Some(value) = value(id) else { continue };
        all.push((id, changed(value)));
        all.extend(far(value).map(|it| (id, it)));
    }
    all
}

/// A number that is ten times another, and some more; a registration number with its last digit two
/// on, since one on may be what another kind of number asks for.
fn far(value: &Value) -> Option<Value> {
    let more = |digits: i128| digits.checked_mul(10)?.checked_add(7);
    Some(match value {
        Value::Money(it) => {
            let mut other = *it;
            other.amount.digits = more(it.amount.digits)?;
            Value::Money(other)
        }
        Value::Quantity(it) => {
            let mut other = *it;
            other.digits = more(it.digits)?;
            Value::Quantity(other)
        }
        Value::RegistrationNumber(_) => changed(&changed(value)),
        _ => return None,
    })
}

/// The function of the library that counts a value of a type up, as [`nudged`] does.
pub(super) fn counting(ty: Ty) -> Option<&'static str> {
    match ty {
        Ty::Money(_) => Some("moreMoney"),
        Ty::Price(_) => Some("morePrice"),
        Ty::Decimal => Some("moreDecimal"),
        Ty::Date | Ty::Period | Ty::Rate | Ty::Text => None,
    }
}
