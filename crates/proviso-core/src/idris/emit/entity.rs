//! Layer 3 of the built-in model: which facts belong together.
//!
//! **Invariant:** every slot belongs to exactly one entity. Grouping is for people; no proof depends
//! on it being the best.

use std::collections::BTreeMap;

use super::plan::{Content, Plan, numbered};
use crate::analysis::{Evidence, Field, FieldId};
use crate::idris::name::{is_library_name, type_name};
use crate::value::{Kind, Value};

/// A record of the model.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entity {
    /// Its type: `Supplier`.
    pub(super) type_name: String,
    /// The aggregate's field that holds it: `supplier`.
    pub(super) field: String,
    /// What it is, for people.
    pub(super) doc: String,
    /// Its slots, in order of the facts.
    pub(super) slots: Vec<usize>,
}

/// Names that the facts declare, or that would read badly beside theirs.
const TAKEN_TYPES: [&str; 8] = ["Facts", "Doc", "Item", "Entry", "Total", "Sum", "Order", "Field"];

/// Whether a model may call a type so.
fn is_free(name: &str, taken: &[String]) -> bool {
    !taken.iter().any(|it| it == name)
        && !TAKEN_TYPES.contains(&name)
        && !is_library_name(name)
        && !is_library_name(&format!("Mk{name}"))
}

/// A free type name: with `Part` behind where the library has it, with a number where we do.
fn free_type(base: &str, taken: &[String]) -> String {
    let base = if base.is_empty() { "Part" } else { base };
    let base = if is_free(base, &[]) { base.to_owned() } else { format!("{base}Part") };
    if is_free(&base, taken) {
        return base;
    }
    (2u32..).map(|it| format!("{base}{it}")).find(|it| is_free(it, taken)).unwrap_or(base)
}

/// The group that a slot falls into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Party(FieldId),
    Table(usize),
    Amounts,
    Terms,
    Particulars,
}

/// The entities of a plan whose slots are laid out.
pub(super) fn entities(plan: &Plan<'_>) -> Vec<Entity> {
    let parties: Vec<&Field> =
        plan.analysis.fields.iter().filter(|it| it.value.kind() == Kind::Party).collect();
    let mut order: Vec<Group> = Vec::new();
    let mut members: BTreeMap<Group, Vec<usize>> = BTreeMap::new();
    for (at, slot) in plan.slots.iter().enumerate() {
        let group = match slot.content {
            Content::Field(id, _) => {
                plan.field(id).map_or(Group::Particulars, |it| group_of(plan, it, &parties))
            }
            Content::Rows(table) => Group::Table(table),
            Content::Words(_) => Group::Amounts,
            Content::Title => Group::Particulars,
        };
        if !order.contains(&group) {
            order.push(group);
        }
        members.entry(group).or_default().push(at);
    }
    order.sort();
    let mut types: Vec<String> = plan.tables.iter().map(|it| it.row_type.clone()).collect();
    types.push(root_type(plan));
    let mut fields = Vec::new();
    order
        .into_iter()
        .map(|group| {
            let (base, doc) = describe(plan, group);
            let type_name = free_type(&base, &types);
            types.push(type_name.clone());
            let mut first = type_name.chars();
            let lower = first
                .next()
                .map_or_else(String::new, |c| c.to_ascii_lowercase().to_string() + first.as_str());
            let field = numbered(&lower, &fields);
            fields.push(field.clone());
            Entity { type_name, field, doc, slots: members.remove(&group).unwrap_or_default() }
        })
        .collect()
}

/// The aggregate root's type, from the document type: `Contract`, `Invoice`; `Paper` where there is
/// no telling.
pub(super) fn root_type(plan: &Plan<'_>) -> String {
    let base = type_name(&plan.analysis.document_type, None);
    let base = if ["Other", "Field", ""].contains(&base.as_str()) { "Paper" } else { &base };
    let rows: Vec<String> = plan.tables.iter().map(|it| it.row_type.clone()).collect();
    free_type(base, &rows)
}

fn group_of(plan: &Plan<'_>, field: &Field, parties: &[&Field]) -> Group {
    // A total stands with the rows that it totals.
    let totals = plan.tables.iter().position(|it| {
        plan.analysis.tables[it.table].totals.iter().any(|total| total.field == field.id)
    });
    if let Some(table) = totals {
        return Group::Table(table);
    }
    match field.value.kind() {
        Kind::Party => Group::Party(field.id),
        Kind::RegistrationNumber | Kind::Phone | Kind::Email => {
            nearest(field, parties).map_or(Group::Particulars, Group::Party)
        }
        Kind::Money | Kind::Rate | Kind::Quantity => Group::Amounts,
        Kind::Date | Kind::Period => Group::Terms,
        Kind::Text if is_of_party(field) => {
            nearest(field, parties).map_or(Group::Particulars, Group::Party)
        }
        Kind::Text => Group::Particulars,
    }
}

/// Whether a text tells something about a party: where it is, who speaks for it, what it does.
fn is_of_party(field: &Field) -> bool {
    let words = ["representative", "address", "business", "account", "bank", "contact", "phone"];
    let name = field.meaning.as_deref().unwrap_or(&field.name).to_ascii_lowercase();
    words.iter().any(|it| name.contains(it))
}

/// The party whose name stands nearest: before or beside the field on its page, in its column.
fn nearest(field: &Field, parties: &[&Field]) -> Option<FieldId> {
    let place = |it: &Evidence| it.boxes.first().copied();
    let own = place(&field.evidence)?;
    let on_page = parties.iter().filter(|it| {
        (it.evidence.document, it.evidence.page) == (field.evidence.document, field.evidence.page)
    });
    let distance = |it: &&&Field| {
        let other = place(&it.evidence)?;
        let (x, y) = (own.center().0 - other.center().0, own.center().1 - other.center().1);
        // What stands above a party's name by more than a line is hardly its own.
        let above = if y < -own.height() * 1.5 { 4.0 } else { 1.0 };
        Some((x.abs() + y.abs() * above).to_bits())
    };
    let by_place = on_page.filter_map(|it| Some((distance(&it)?, it.id))).min();
    by_place
        .map(|it| it.1)
        .or_else(|| parties.iter().rfind(|it| it.id < field.id).or(parties.first()).map(|it| it.id))
}

fn describe(plan: &Plan<'_>, group: Group) -> (String, String) {
    match group {
        Group::Party(id) => {
            let Some(field) = plan.field(id) else { return ("Party".to_owned(), String::new()) };
            let base = type_name(&field.label, field.meaning.as_deref());
            let base = base.strip_suffix("Name").filter(|it| !it.is_empty()).unwrap_or(&base);
            let name = match &field.value {
                Value::Party(_) => field.label.clone(),
                _ => String::new(),
            };
            (base.to_owned(), format!("{name}: who it is and how it is reached."))
        }
        Group::Table(table) => {
            let kind = plan.tables.get(table).map_or("Item", |it| it.row_type.as_str());
            let columns: Vec<&str> = plan
                .tables
                .get(table)
                .map(|it| it.columns.iter().map(|c| c.label.as_str()).collect())
                .unwrap_or_default();
            (
                format!("{kind}Table"),
                format!("The rows of {} and their totals.", columns.join(", ")),
            )
        }
        Group::Amounts => ("Amounts".to_owned(), "Amounts, rates and quantities.".to_owned()),
        Group::Terms => ("Terms".to_owned(), "Days and lengths of time.".to_owned()),
        Group::Particulars => ("Particulars".to_owned(), "What else is stated.".to_owned()),
    }
}
