//! The records of a model: which parts share one, what each is called, and what it says.
//!
//! **Invariant:** parts share a record only if it says the same of them letter by letter: the same
//! members of the same types, given values of the same types, and proofs of the same statements.

use std::collections::BTreeMap;

use super::home::{Homes, Kept};
use super::plan::Plan;
use super::rule::{Source, argument};
use super::tree::{Holds, Made, Part, PartId, ROOT, Tree, camel, free, ordinal};
use crate::idris::name::{capitalized, is_library_name};

/// The records of a model.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Declared {
    /// The type of each part.
    pub(super) types: Vec<String>,
    /// What each part's given values are called in it.
    pub(super) given: Vec<Vec<String>>,
    /// The parts whose records are written, each behind those that it is made of; one of each type.
    pub(super) order: Vec<PartId>,
}

/// Statements longer than this are named, not spelled out.
const MOST_SPELLED: usize = 150;

/// Finds the records of a tree whose proofs have homes.
pub(super) fn declared(plan: &Plan<'_>, tree: &Tree, homes: &Homes) -> Declared {
    let mut order = Vec::new();
    inner_first(tree, ROOT, &mut order);
    let given: Vec<Vec<String>> = (0..tree.parts.len())
        .map(|part| given_names(tree, part, homes.given.get(part).map_or(&[], Vec::as_slice)))
        .collect();
    // Parts of one record have one class; what a part says of its own parts says it of their classes.
    let mut classes: Vec<usize> = vec![usize::MAX; tree.parts.len()];
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut members: Vec<Vec<PartId>> = Vec::new();
    for part in &order {
        let says = says(plan, tree, homes, *part, &classes);
        let alone = tree.parts[*part].shared_type.is_none();
        let key = if alone { format!("{part}") } else { says };
        let class = *known.entry(key).or_insert(members.len());
        if class == members.len() {
            members.push(Vec::new());
        }
        members[class].push(*part);
        classes[*part] = class;
    }
    let mut types = vec![String::new(); tree.parts.len()];
    let mut taken: Vec<String> = plan.tables.iter().map(|it| it.row_type.clone()).collect();
    taken.extend(plan.tables.iter().map(|it| format!("{}Step", it.row_type)));
    taken.extend(plan.parts.iter().filter_map(|it| it.type_name.clone()));
    // The root and what is shared have the first choice.
    let mut by_choice: Vec<usize> = (0..members.len()).collect();
    by_choice.sort_by_key(|it| (members[*it] != [ROOT], members[*it].len() < 2));
    for class in by_choice {
        let its = &members[class];
        let Some(first) = its.first() else { continue };
        let name = type_of(tree, *first, its.len() > 1, &taken);
        taken.push(name.clone());
        its.iter().for_each(|it| types[*it].clone_from(&name));
    }
    let firsts: Vec<PartId> = members.iter().filter_map(|it| it.first().copied()).collect();
    order.retain(|it| firsts.contains(it));
    Declared { types, given, order }
}

fn inner_first(tree: &Tree, part: PartId, out: &mut Vec<PartId>) {
    tree.children(part).for_each(|it| inner_first(tree, it, out));
    out.push(part);
}

/// Names that the facts declare, or that would read badly beside theirs.
const TAKEN: [&str; 8] = ["Facts", "Doc", "Item", "Entry", "Total", "Sum", "Order", "Field"];

/// Names of kinds of value, which are no things of the business.
pub(super) const KINDS: [&str; 8] =
    ["Amounts", "Terms", "Particulars", "Dates", "Rates", "Quantities", "Texts", "People"];

/// Whether a model may call a type so.
pub(super) fn is_free(name: &str, taken: &[String]) -> bool {
    !name.is_empty()
        && !taken.iter().any(|it| it == name)
        && !TAKEN.contains(&name)
        && !KINDS.contains(&name)
        && !is_library_name(name)
        && !is_library_name(&format!("Mk{name}"))
}

fn type_of(tree: &Tree, part: PartId, shared: bool, taken: &[String]) -> String {
    let it = &tree.parts[part];
    let own = if it.own_type.is_empty() { "Part" } else { &it.own_type };
    let parent = &tree.parts[it.parent].own_type;
    let wished = it.shared_type.as_deref().filter(|_| shared).map(str::to_owned);
    let mut names: Vec<String> = wished.into_iter().chain([own.to_owned()]).collect();
    if it.parent != ROOT {
        names.push(format!("{parent}{own}"));
    }
    names.extend([format!("{own}Part"), format!("{own}Details")]);
    names.extend((1..20).filter_map(|it| Some(format!("{}{own}", capitalized(ordinal(it)?)))));
    let far = (2u32..).map(|it| format!("{own}Part{it}"));
    names.into_iter().chain(far).find(|it| is_free(it, taken)).unwrap_or_default()
}

/// What a part calls the values that it is given: as the document calls them.
fn given_names(tree: &Tree, part: PartId, slots: &[usize]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for slot in slots {
        let names = tree.route(*slot).iter().map(|it| tree.parts[it.0].members[it.1].name.as_str());
        let names: Vec<&str> = names.collect();
        let base = camel(&names[names.len().saturating_sub(2)..]);
        let members = tree.parts[part].members.iter().map(|it| it.name.as_str());
        let taken: Vec<&str> = members.chain(out.iter().map(String::as_str)).collect();
        let name = free(&[base.clone(), format!("{base}Given")], &taken);
        out.push(name);
    }
    out
}

/// How a slot is reached inside of a part: below it, or as one of the values that it is given.
pub(super) fn reached(
    tree: &Tree,
    homes: &Homes,
    given: &[String],
    part: PartId,
    slot: usize,
) -> String {
    tree.path(part, slot).unwrap_or_else(|| {
        let at = homes.given.get(part).and_then(|it| it.iter().position(|it| *it == slot));
        at.and_then(|it| given.get(it)).cloned().unwrap_or_default()
    })
}

/// The statement of an obligation inside of a part: spelled out where that is short, and by the name
/// of the rule where it speaks of rows.
pub(super) fn statement(plan: &Plan<'_>, at: usize, to: &dyn Fn(usize) -> String) -> Statement {
    let it = &plan.obligations[at];
    let plain = it.row_form.is_none()
        && it.helpers.is_empty()
        && it.params.iter().all(|it| matches!(it.source, Source::Slot(_)));
    if plain {
        let arguments: Vec<(String, String)> =
            it.params.iter().map(|it| (it.name.clone(), argument(plan, &it.source, to))).collect();
        let side = |text: &str| renamed(text, &arguments);
        let (stated, computed) = (side(&it.equation.stated), side(&it.equation.computed));
        if stated.len() + computed.len() <= MOST_SPELLED {
            return Statement::Spelled(stated, computed);
        }
    }
    let rule = format!("{}.Rule{at}", plan.facts_module());
    Statement::Named(rule, it.arguments(plan, to))
}

/// A statement inside of a part.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Statement {
    /// Both sides of an equation.
    Spelled(String, String),
    /// A rule of the facts, and what it is applied to.
    Named(String, Vec<String>),
}

/// A text of Idris with other expressions in the place of local names.
fn renamed(text: &str, names: &[(String, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
        if !(first.is_ascii_alphabetic() || first == '_') {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        // A name with a module is one word; what stands behind a point of a value is a field.
        let qualified = first.is_ascii_uppercase();
        let end = rest.find(|c: char| !(is_word(c) || qualified && c == '.')).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let field = out.ends_with('.');
        match names.iter().find(|it| it.0 == word).filter(|_| !field) {
            Some(it) => out.push_str(&it.1),
            None => out.push_str(word),
        }
        rest = after;
    }
    out
}

/// All that the record of a part says, with its own names and places for what it is given.
fn says(plan: &Plan<'_>, tree: &Tree, homes: &Homes, part: PartId, classes: &[usize]) -> String {
    let it = &tree.parts[part];
    let slots = homes.given.get(part).map_or([].as_slice(), Vec::as_slice);
    let places: Vec<String> = (0..slots.len()).map(|it| format!("${it}")).collect();
    let to = |slot: usize| reached(tree, homes, &places, part, slot);
    let mut out = format!("{:?} ", it.shared_type);
    for slot in slots {
        out.push_str(&format!("({}) ", plan.slot_type(&plan.slots[*slot])));
    }
    for member in &it.members {
        let of = match member.holds {
            Holds::Slot(slot) => plan.slot_type(&plan.slots[slot]),
            Holds::Number(..) => "RegistrationNumber".to_owned(),
            Holds::Words(..) => "InWords".to_owned(),
            Holds::Part(child) => {
                let given = homes.given.get(child).map_or([].as_slice(), Vec::as_slice);
                let given: Vec<String> = given.iter().map(|it| to(*it)).collect();
                format!("{} {}", classes[child], given.join(" "))
            }
        };
        out.push_str(&format!("{} : {of}\n", member.name));
    }
    for (at, name) in homes.proofs(part) {
        out.push_str(&format!("{name} : {:?}\n", statement(plan, at, &to)));
    }
    out
}

/// Whether a proof is kept in a record of a thing: not in the document itself, nor among proofs that
/// had no room there.
pub(super) fn is_carried(tree: &Tree, kept: &Kept) -> bool {
    let of_thing = |it: &Part| !matches!(it.made, Made::Document | Made::Place);
    match kept {
        Kept::Number(_) | Kept::Words(_) => true,
        Kept::Proof(part, _) => {
            let it = &tree.parts[*part];
            of_thing(if it.made == Made::Proofs { &tree.parts[it.parent] } else { it })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_expressions_stand_for_names_and_not_for_fields_of_that_name() {
        let names =
            [("amount".to_owned(), "price.total".to_owned()), ("x".to_owned(), "y".to_owned())];
        assert_eq!(
            renamed("amount.units * Domains.Core.amount x.amount (amount)", &names),
            "price.total.units * Domains.Core.amount y.amount (price.total)"
        );
    }
}
