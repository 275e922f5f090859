//! Writes `Domains.Probe.<project>`: asks of every single rule that holds whether its statement
//! refuses another value. For measuring; what a verdict needs of this stands in the audit.
//!
//! **Invariant:** one question a rule, each beside a control that differs in the changed value only.
//! The changed value is another one than the audit's where there are several.

use super::change::{Changes, changed_rows};
use super::literal::term;
use super::plan::{Content, Place, Plan};
use super::rule::{Obligation, argument, row_of};
use super::text::apply;
use crate::analysis::{Analysis, Relation, RuleId, Status};
use crate::run::Module;
use crate::value::Value;

/// Questions about all rules that hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The module to check beside the facts.
    pub module: Module,
    /// Rules that it asks about, with the first line of each question, counted from 1.
    pub asked: Vec<(RuleId, u32)>,
    /// Rules that hold and that it does not ask about.
    pub unasked: Vec<RuleId>,
}

/// The questions to an analysis.
pub fn probe(project: &str, analysis: &Analysis) -> Probe {
    let plan = Plan::new(project, analysis);
    let facts = plan.facts_module();
    let name = format!("Domains.Probe.{project}");
    let mut text = format!(
        "module {name}\n\nimport Domains.Core\nimport {facts}\n\n%default total\n%unbound_implicits off\n"
    );
    let (mut asked, mut unasked) = (Vec::new(), Vec::new());
    let mut changes = Changes::new(&plan);
    for rule in analysis.rules.iter().filter(|it| it.status == Status::Holds) {
        let stated = plan.obligations.iter().enumerate().find(|it| it.1.rules.contains(&rule.id));
        let question = stated.and_then(|(at, it)| {
            // From the other end than the audit.
            changes.all(&rule.relation).rev().find_map(|(field, value)| {
                let place = *plan.places.get(&field)?;
                question(&plan, at, it, &rule.relation, place, &value)
            })
        });
        let Some((control, changed)) = question else {
            unasked.push(rule.id);
            continue;
        };
        let id = rule.id.0;
        asked.push((rule.id, text.lines().count() as u32 + 2));
        text.push_str(&format!(
            "\ncontrol{id} : {control}\ncontrol{id} = Builtin.Refl\nfailing \"Mismatch between\"\n  changed{id} : {changed}\n  changed{id} = Builtin.Refl\n"
        ));
    }
    Probe { module: Module { name, text }, asked, unasked }
}

/// The statement with the printed value written out, and with another.
fn question(
    plan: &Plan<'_>,
    at: usize,
    it: &Obligation,
    relation: &Relation,
    place: Place,
    value: &Value,
) -> Option<(String, String)> {
    let facts = plan.facts_module();
    let root = |slot: usize| format!("{facts}.printed.{}", plan.path(slot));
    // Where another row breaks the statement about all rows, it is asked about this row alone.
    if let Some((form, row)) =
        it.row_form.as_ref().zip(row_of(plan, relation)).filter(|_| it.refuted)
    {
        let Place::Cell(table, of_row, column) = place else { return None };
        let other = term(value, plan.tables.get(table)?.columns.get(column)?.ty)?;
        let of = |row: String| {
            let rest = it.params.iter().skip(1).map(|it| argument(plan, &it.source, &root));
            let arguments: Vec<String> = std::iter::once(format!("[{row}]")).chain(rest).collect();
            apply("    ", &format!("{facts}.Rule{at}"), &arguments)
        };
        let changed = form.term(plan, row, Some((of_row, column, &other)));
        return Some((of(form.term(plan, row, None)), of(changed)));
    }
    let of = |slot: usize, value: &str| {
        let name = plan.path(slot);
        format!("{facts}.R{at} ({{ {name} := {value} }} {facts}.printed)")
    };
    match place {
        Place::Slot(slot) => {
            let Content::Field(id, ty) = plan.slots.get(slot)?.content else { return None };
            let printed = term(&plan.field(id)?.value, ty)?;
            Some((of(slot, &printed), of(slot, &term(value, ty)?)))
        }
        Place::Cell(table, row, column) => {
            let slot = plan.rows_slot(table)?;
            let id = plan.tables.get(table)?.columns.get(column)?.fields.get(row).copied()??;
            let rows = |value: &Value| changed_rows(plan, table, row, column, value);
            Some((of(slot, &rows(&plan.field(id)?.value)?), of(slot, &rows(value)?)))
        }
    }
}
