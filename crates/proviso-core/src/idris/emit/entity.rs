//! Layer 3 of the built-in model: which facts belong together.
//!
//! **Invariant:** every slot belongs to exactly one entity. Grouping is for people; no proof depends
//! on it being the best.

use std::collections::BTreeMap;
use std::ops::Range;

use super::part::Part;
use super::plan::{Content, Plan, numbered};
use super::role::{Roles, is_organization, own};
use crate::analysis::{Evidence, Field, FieldId};
use crate::idris::name::{is_library_name, type_name};
use crate::value::Kind;

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
    /// What each slot is called in it: without the number that sets it apart from other entities'.
    pub(super) names: Vec<String>,
}

/// A record of the entities that one part of the facts becomes, where it has parts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Section {
    /// Its type: `Section1`.
    pub(super) type_name: String,
    /// The aggregate's field that holds it: `section1`.
    pub(super) field: String,
    /// Its entities.
    pub(super) entities: Range<usize>,
}

/// The sections of a plan whose entities are known; none where the facts have no parts.
pub(super) fn sections(plan: &Plan<'_>) -> Vec<Section> {
    let mut types = declared_types(plan);
    let mut first = 0;
    let section = |(at, part): (usize, &Part)| {
        let its = |it: &Entity| it.slots.iter().all(|slot| part.slots.contains(slot));
        let entities =
            first..first + plan.entities[first..].iter().take_while(|it| its(it)).count();
        first = entities.end;
        let type_name = free_type(&format!("Section{}", at + 1), &types);
        types.push(type_name.clone());
        Section { field: lower_first(&type_name), type_name, entities }
    };
    plan.parts.iter().enumerate().map(section).collect()
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
pub(super) fn free_type(base: &str, taken: &[String]) -> String {
    let base = if base.is_empty() { "Part" } else { base };
    let base = if is_free(base, &[]) { base.to_owned() } else { format!("{base}Part") };
    if is_free(&base, taken) {
        return base;
    }
    (2u32..).map(|it| format!("{base}{it}")).find(|it| is_free(it, taken)).unwrap_or(base)
}

/// The group that a slot falls into.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// A side of the document, by its name.
    Role(&'static str),
    /// A party of no known side.
    Party(FieldId),
    People,
    Table(usize),
    Amounts,
    Terms,
    Particulars,
}

impl Group {
    /// Where it stands in the model: who, what, how much, when, the rest.
    fn rank(&self) -> u8 {
        match self {
            Group::Role(_) | Group::Party(_) => 0,
            Group::People => 1,
            Group::Table(_) => 2,
            Group::Amounts => 3,
            Group::Terms => 4,
            Group::Particulars => 5,
        }
    }
}

/// The entities of a plan whose slots are laid out; where the facts have parts, those of one part
/// after those of another.
pub(super) fn entities(plan: &Plan<'_>) -> Vec<Entity> {
    let parties = Parties::of(plan);
    let mut types = declared_types(plan);
    if plan.parts.is_empty() {
        return entities_of(plan, 0..plan.slots.len(), &parties, &mut types);
    }
    let slots = plan.parts.iter().map(|it| it.slots.clone());
    slots.flat_map(|it| entities_of(plan, it, &parties, &mut types)).collect()
}

/// The types that facts and model declare so far.
pub(super) fn declared_types(plan: &Plan<'_>) -> Vec<String> {
    let rows = plan.tables.iter().map(|it| &it.row_type);
    let parts = plan.parts.iter().map(|it| &it.type_name);
    let entities = plan.entities.iter().map(|it| &it.type_name);
    let sections = plan.sections.iter().map(|it| &it.type_name);
    let root = std::iter::once(root_type(plan));
    rows.chain(parts).chain(entities).chain(sections).cloned().chain(root).collect()
}

/// The entities of some slots, by types that are free.
fn entities_of(
    plan: &Plan<'_>,
    slots: Range<usize>,
    parties: &Parties<'_>,
    types: &mut Vec<String>,
) -> Vec<Entity> {
    let mut order: Vec<Group> = Vec::new();
    let mut members: BTreeMap<Group, Vec<usize>> = BTreeMap::new();
    for at in slots {
        let group = match plan.slots[at].content {
            Content::Field(id, _) => {
                plan.field(id).map_or(Group::Particulars, |it| group_of(plan, it, parties))
            }
            Content::Rows(table) => Group::Table(table),
            Content::Words(_) => Group::Amounts,
            Content::Title => Group::Particulars,
        };
        if !order.contains(&group) {
            order.push(group.clone());
        }
        members.entry(group).or_default().push(at);
    }
    order.sort_by_key(Group::rank);
    let n_nameless = order.iter().filter(|it| matches!(it, Group::Party(_))).count();
    let mut fields = Vec::new();
    order
        .into_iter()
        .map(|group| {
            let slots = members.remove(&group).unwrap_or_default();
            let (base, doc) = describe(plan, &group, parties, n_nameless);
            let type_name = if base == "Party" {
                // Parties of no known side are told apart by letters, as contracts do.
                let lettered = ('A'..='Z').map(|it| format!("Party{it}"));
                lettered
                    .into_iter()
                    .find(|it| is_free(it, types))
                    .unwrap_or_else(|| free_type(&base, types))
            } else {
                free_type(&base, types)
            };
            types.push(type_name.clone());
            let field = numbered(&lower_first(&type_name), &fields);
            fields.push(field.clone());
            let names = local_names(plan, &slots, &field, &group);
            Entity { type_name, field, doc, slots, names }
        })
        .collect()
}

/// `supplierName` of `SupplierName`.
pub(super) fn lower_first(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|it| it.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}

/// Names of an entity's fields: those of the facts, without a number where none is needed here,
/// `name` for the party itself, and `details` for what else stands under its side's word alone.
fn local_names(plan: &Plan<'_>, slots: &[usize], entity: &str, group: &Group) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for slot in slots {
        let full = plan.slots[*slot].name.as_str();
        let field = match plan.slots[*slot].content {
            Content::Field(id, _) => plan.field(id),
            _ => None,
        };
        let is_party = |it: &Field| *group == Group::Party(it.id) && it.meaning.is_none();
        let is_detail = |it: &Field| {
            matches!(group, Group::Role(_)) && it.value.kind() == Kind::Text && own(it).is_some()
        };
        let stem = full.trim_end_matches(|c: char| c.is_ascii_digit());
        let ends_in_word = stem.ends_with(|c: char| c.is_ascii_alphabetic());
        let base = if field.is_some_and(is_detail) {
            "details"
        } else if stem == entity || field.is_some_and(is_party) {
            "name"
        } else if ends_in_word {
            stem
        } else {
            full
        };
        taken.push(numbered(base, &taken));
    }
    taken
}

/// The aggregate root's type, from the document type: `Contract`, `Invoice`; `Paper` where there is
/// no telling.
pub(super) fn root_type(plan: &Plan<'_>) -> String {
    let base = type_name(&plan.analysis.document_type, None);
    let base = if ["Other", "Field", ""].contains(&base.as_str()) { "Paper" } else { &base };
    let rows: Vec<String> = plan.tables.iter().map(|it| it.row_type.clone()).collect();
    free_type(base, &rows)
}

/// The parties of a document with their sides.
struct Parties<'a> {
    roles: Roles,
    /// Those that act through others.
    organizations: Vec<&'a Field>,
}

impl<'a> Parties<'a> {
    fn of(plan: &Plan<'a>) -> Parties<'a> {
        let organizations = plan.analysis.fields.iter().filter(|it| is_organization(it)).collect();
        Parties { roles: Roles::of(plan), organizations }
    }

    /// The group of a party.
    fn group(&self, party: &Field) -> Group {
        match self.roles.role_of(party) {
            Some(role) => Group::Role(role.name),
            None => Group::Party(party.id),
        }
    }

    /// The group of a party that stands near enough for a person to speak for it.
    fn represented(&self, person: &Field) -> Option<Group> {
        const REACH: f32 = 90.0;
        let id = nearest(person, &self.organizations)?;
        let party = self.organizations.iter().find(|it| it.id == id)?;
        let (a, b) = (&person.evidence, &party.evidence);
        let (own, its) = (a.boxes.first()?, b.boxes.first()?);
        let (x, y) = (own.center().0 - its.center().0, own.center().1 - its.center().1);
        let near = (a.document, a.page) == (b.document, b.page)
            && y > -own.height() * 1.5
            && y < REACH
            && x.abs() < 2.0 * REACH;
        near.then(|| self.group(party))
    }
}

fn group_of(plan: &Plan<'_>, field: &Field, parties: &Parties<'_>) -> Group {
    // A total stands with the rows that it totals.
    let totals = plan.tables.iter().position(|it| {
        plan.analysis.tables[it.table].totals.iter().any(|total| total.field == field.id)
    });
    if let Some(table) = totals {
        return Group::Table(table);
    }
    let role = || parties.roles.role_of(field).map(|it| Group::Role(it.name));
    let nearest = || {
        let id = nearest(field, &parties.organizations)?;
        parties.organizations.iter().find(|it| it.id == id).map(|it| parties.group(it))
    };
    match field.value.kind() {
        Kind::Party if is_organization(field) => parties.group(field),
        Kind::Party => role().or_else(|| parties.represented(field)).unwrap_or(Group::People),
        Kind::RegistrationNumber | Kind::Phone | Kind::Email => {
            role().or_else(nearest).unwrap_or(Group::Particulars)
        }
        Kind::Money | Kind::Rate | Kind::Quantity => Group::Amounts,
        Kind::Date | Kind::Period => Group::Terms,
        Kind::Text if is_of_party(field) => role().or_else(nearest).unwrap_or(Group::Particulars),
        // A heading beside a text is seldom its own; its label may well be.
        Kind::Text => own(field).map_or(Group::Particulars, |it| Group::Role(it.name)),
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

/// What a group is called, and what it is for people.
fn describe(
    plan: &Plan<'_>,
    group: &Group,
    parties: &Parties<'_>,
    n_nameless: usize,
) -> (String, String) {
    match group {
        Group::Role(name) => {
            let label = plan
                .analysis
                .fields
                .iter()
                .filter_map(|it| parties.roles.role_of(it))
                .find(|it| it.name == *name)
                .map_or_else(String::new, |it| it.label);
            let mut chars = name.chars();
            let base: String =
                chars.next().map(|it| it.to_ascii_uppercase()).into_iter().chain(chars).collect();
            (base, format!("{label}: who it is and how it is reached."))
        }
        Group::Party(id) => {
            let Some(field) = plan.field(*id) else { return ("Party".to_owned(), String::new()) };
            let doc = format!("{}: who it is and how it is reached.", field.label);
            // What stands in the letterhead, without a label of its own, issued the document.
            let base = match field.meaning.as_deref() {
                _ if n_nameless > 1 => "Party".to_owned(),
                None => "Issuer".to_owned(),
                Some(meaning) => type_name(&field.label, Some(meaning)),
            };
            (base, doc)
        }
        Group::People => ("People".to_owned(), "The people who are named.".to_owned()),
        Group::Table(table) => {
            let kind = plan.tables.get(*table).map_or("Item", |it| it.row_type.as_str());
            let columns: Vec<&str> = plan
                .tables
                .get(*table)
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
