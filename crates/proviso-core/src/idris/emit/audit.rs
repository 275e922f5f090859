//! Writes `Domains.Audit.<project>`: what any author's model owes.
//!
//! **Invariant:** statements and values are ours, every name in them is qualified, so that nothing
//! that a model declares can stand in for a name of ours.

use super::change::{OtherRows, counting};
use super::literal::{Ty, integer};
use super::plan::{Content, Plan};
use super::rows::ColumnPlan;
use super::rule::{Obligation, RowForm, argument, cell_of, constructor};
use super::text::{apply, line, list};
use crate::value::Value;

/// The module's text.
pub(super) fn text(plan: &Plan<'_>) -> String {
    let facts = plan.facts_module();
    let model = format!("Domains.{}", plan.project);
    let n = plan.obligations.len();
    let mut out = format!(
        "-- What Proviso asks of the model: the compiler's answer to this module is the verdict.\nmodule Domains.Audit.{}\n\nimport Domains.Core\nimport {facts}\nimport {model}\n\n%default total\n%unbound_implicits off\n",
        plan.project
    );
    if !plan.is_refuted() {
        out.push_str(&format!(
            "\n-- The document says what is printed.\nasPrinted : {model}.view {model}.document = {facts}.printed\nasPrinted = Builtin.Refl\n"
        ));
    }
    out.push_str("\n-- Whatever document there is, it keeps every rule.\n");
    for at in 0..n {
        out.push_str(&format!(
            "0 keeps{at} : (c : {model}.Doc) -> {facts}.R{at} ({model}.view c)\nkeeps{at} = {model}.keepsR{at}\n"
        ));
    }
    let demands: String = (0..n).map(|at| format!("(0 r{at} : {facts}.R{at} f) -> ")).collect();
    let given: String = (0..n).map(|at| format!(" r{at}")).collect();
    out.push_str(&format!(
        "\n-- Whatever facts keep the rules make a document that says them.\n0 makes : (f : {facts}.Facts) -> {demands}{model}.view ({model}.make f{given}) = f\nmakes = {model}.viewMake\n"
    ));
    out.push_str("\n-- The facts say what was read.\n");
    for (at, slot) in plan.slots.iter().enumerate() {
        let printed = format!("{facts}.printed.{}", plan.path(at));
        match slot.content {
            Content::Rows(table) => {
                for (column, it) in plan.tables[table].columns.iter().enumerate() {
                    out.push_str(&read_column(plan, table, at, column, it, &printed));
                }
            }
            _ => {
                let term = plan.slot_term(slot);
                out.push_str(&format!(
                    "reads{at} : {printed} = {term}\nreads{at} = Builtin.Refl\n"
                ));
            }
        }
    }
    for (at, it) in plan.obligations.iter().enumerate() {
        out.push_str(&obligation(plan, at, it));
    }
    out
}

/// Reads one column of all rows back as a list.
fn read_column(
    plan: &Plan<'_>,
    table: usize,
    slot: usize,
    index: usize,
    column: &ColumnPlan,
    printed: &str,
) -> String {
    let n_rows = plan.tables[table].n_rows;
    let row = plan.row_type(table);
    let name = format!("reads{slot}_{index}");
    let whole = |it: &Option<crate::analysis::FieldId>| match it
        .and_then(|id| plan.field(id))
        .map(|it| &it.value)
    {
        Some(Value::Money(it)) => it.amount.in_units(it.currency.minor_digits()),
        _ => None,
    };
    // Amounts are read back as bare integers: a list of numbers costs the compiler least.
    let numbers: Option<Vec<String>> =
        column.fields.iter().map(whole).map(|it| it.map(integer)).collect();
    let numbers = numbers.filter(|it| matches!(column.ty, Ty::Money(_)) && !it.is_empty());
    let (ty, cell, values) = match numbers {
        Some(it) => ("Integer".to_owned(), format!("row.{}.units", column.name), it),
        None => {
            let values = (0..n_rows).map(|row| plan.cell_term(column, row)).collect();
            let cell = format!("row.{}", column.name);
            (super::facts::holds(column.ty, column.optional), cell, values)
        }
    };
    let own = format!("Domains.Audit.{}.{name}_of", plan.project);
    format!(
        "{name}_of : List {row} -> List {ty}\n{name}_of [] = []\n{name}_of (row :: rows) = {cell} :: {own} rows\n{name} : {own} {printed} = Prelude.Basics.the (List {ty}) {}\n{name} = Builtin.Refl\n",
        list("  ", &values)
    )
}

fn obligation(plan: &Plan<'_>, at: usize, it: &Obligation) -> String {
    let facts = plan.facts_module();
    let rule = format!("{facts}.Rule{at}");
    let statement = line(&super::facts::statement(plan, it));
    let mut out = String::new();
    if it.refuted {
        out.push_str(&format!(
            "\n-- R{at} is false of the document: {statement}\nrefuted{at} : Prelude.Basics.Not ({facts}.R{at} {facts}.printed)\nrefuted{at} Builtin.Refl impossible\n"
        ));
        if let Some(form) = &it.row_form {
            let root = |slot: usize| format!("{facts}.printed.{}", plan.path(slot));
            let rest: Vec<String> =
                it.params.iter().skip(1).map(|it| argument(plan, &it.source, &root)).collect();
            for row in &form.refuted {
                let mut arguments = vec![format!("[{}]", form.term(plan, *row, None))];
                arguments.extend(rest.iter().cloned());
                out.push_str(&format!(
                    "-- … in row {row}\nrefuted{at}_{row} : Prelude.Basics.Not ({})\nrefuted{at}_{row} Builtin.Refl impossible\n",
                    apply("", &rule, &arguments)
                ));
            }
            let others: Vec<usize> =
                form.rows.iter().copied().filter(|it| !form.refuted.contains(it)).collect();
            if !others.is_empty() {
                let mut arguments = vec![argument(plan, &form.source(plan, &others), &root)];
                arguments.extend(rest);
                out.push_str(&format!(
                    "-- … and in no other\nholds{at} : {}\nholds{at} = Builtin.Refl\n",
                    apply("", &rule, &arguments)
                ));
            }
        }
    } else {
        out.push_str(&format!(
            "\n-- R{at} holds: {statement}\nholds{at} : {facts}.R{at} {facts}.printed\nholds{at} = Builtin.Refl\n"
        ));
    }
    if let Some(form @ RowForm { others: Some(others), .. }) = &it.row_form {
        out.push_str(&other_rows(plan, at, it, form, others));
    }
    let sound = !it.refuted || it.row_form.is_some();
    if let Some(refusal) = it.refusal.as_ref().filter(|_| sound) {
        out.push_str(&format!(
            "-- … and refuses another value than the one that it accepts.\naccepts{at} : {}\naccepts{at} = Builtin.Refl\nfailing \"Mismatch between\"\n  refuses{at} : {}\n  refuses{at} = Builtin.Refl\n",
            apply("", &rule, &refusal.printed),
            apply("  ", &rule, &refusal.changed)
        ));
    }
    out
}

/// Breaks every sound row of a statement about rows, and shows that none of them passes.
fn other_rows(
    plan: &Plan<'_>,
    at: usize,
    it: &Obligation,
    form: &RowForm,
    others: &OtherRows,
) -> String {
    let facts = plan.facts_module();
    let row = form.ty(plan);
    let root = |slot: usize| format!("{facts}.printed.{}", plan.path(slot));
    let own = |name: &str| format!("Domains.Audit.{}.{name}{at}", plan.project);
    // What stands for a row of the list that is walked down.
    let (made, rows, other) = match others {
        OtherRows::Counted { rows, column } => {
            let rows = argument(plan, &form.source(plan, rows), &root);
            let made = format!(
                "other{at} : {row} -> {row}\nother{at} row = {}\n",
                counted(plan, form, *column)
            );
            (made, rows, format!("({} row)", own("other")))
        }
        OtherRows::Written(rows) => {
            let made = format!("others{at} : List {row}\nothers{at} = {}\n", list("  ", rows));
            (made, own("others"), "row".to_owned())
        }
    };
    let rest = it.params.get(1..).unwrap_or_default();
    let signature: String =
        rest.iter().map(|it| format!("({} : {}) -> ", it.name, it.ty)).collect();
    let given: String = rest.iter().map(|it| format!(" {}", it.name)).collect();
    let (ignored, matched) = super::facts::walked(plan, rest);
    let side = |name: &str| format!("({facts}.{name}{at}{given} {other})");
    let mut arguments: Vec<String> =
        rest.iter().map(|it| argument(plan, &it.source, &root)).collect();
    arguments.push(rows);
    format!(
        "-- … and every row of it, once one of its values is another, is false.\n{made}breaks{at} : {signature}List {row} -> Bool\nbreaks{at}{ignored} [] = Prelude.Basics.True\nbreaks{at}{matched} (row :: rows) =\n  Prelude.Basics.(&&)\n    (Prelude.EqOrd.(/=) {} {})\n    ({}{given} rows)\nrefusesAll{at} : {} = Prelude.Basics.True\nrefusesAll{at} = Builtin.Refl\n",
        side("stated"),
        side("computed"),
        own("breaks"),
        apply("  ", &own("breaks"), &arguments)
    )
}

/// A row whose cell in one column is counted up, as a term over `row`.
fn counted(plan: &Plan<'_>, form: &RowForm, column: usize) -> String {
    let own = if form.is_step { "row.now" } else { "row" };
    let mut out = constructor(&plan.row_type(form.table));
    for (index, cell) in plan.tables[form.table].columns.iter().enumerate() {
        let own = cell_of(own, cell.optional && index == column, cell.ty, &cell.name);
        match counting(cell.ty).filter(|_| index == column) {
            None => out.push_str(&format!(" {own}")),
            Some(function) if cell.optional => {
                out.push_str(&format!(" (Prelude.Types.Just (Domains.Core.{function} {own}))"));
            }
            Some(function) => out.push_str(&format!(" (Domains.Core.{function} {own})")),
        }
    }
    match form.is_step {
        true => format!("{} row.before ({out})", constructor(&form.ty(plan))),
        false => out,
    }
}
