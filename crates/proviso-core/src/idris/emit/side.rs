//! The sides of a document as parts of its model.
//!
//! **Invariant:** what is known of several sides alike stands in one record, however much else is
//! known of one of them.

use super::bunch::{is_title, label_name};
use super::group::Owner;
use super::party::{Parties, Side};
use super::plan::Plan;
use super::tree::{Holds, Made, Member, Part, PartId, ROOT, Tree};
use crate::analysis::Field;
use crate::idris::name::{capitalized, identifier};
use crate::value::Kind;

/// The sides of the document, each a part.
pub(super) fn sides(plan: &Plan<'_>, parties: &Parties<'_>, owners: &[Owner], tree: &mut Tree) {
    let mut order: Vec<&Side> = Vec::new();
    for it in owners {
        match it {
            Owner::Party(side) if !order.contains(&side) => order.push(side),
            _ => {}
        }
    }
    let n_nameless = order.iter().filter(|it| matches!(it, Side::Nameless(_))).count();
    let mut letters = 'A'..='Z';
    for side in order {
        let (name, label) = match side {
            Side::Role(name) => ((*name).to_owned(), parties.label(plan, name)),
            Side::Nameless(id) => {
                let Some(field) = plan.field(*id) else { continue };
                // What stands in the letterhead, without a label of its own, issued the document.
                let name = match field.meaning.as_deref() {
                    _ if n_nameless > 1 => {
                        letters.next().map_or("party".to_owned(), |it| format!("party{it}"))
                    }
                    None => "issuer".to_owned(),
                    Some(meaning) => identifier(&field.label, Some(meaning), &[]),
                };
                (name, field.label.clone())
            }
        };
        let about = format!("{label}: who it is and how it is reached.");
        let part = party(capitalized(&name), about);
        let id = tree.add(ROOT, std::slice::from_ref(&name), part);
        let its = (0..owners.len()).filter(|it| owners[*it] == Owner::Party(side.clone()));
        let named =
            its.filter_map(|it| Some((it, of_party(plan, plan.slot_field(it)?, side, &name))));
        let mut named: Vec<(usize, Vec<String>)> = named.collect();
        // In one order for all of them, so that parties of which the same is known share a record.
        let rank = |it: &[String]| {
            let first = it.first().map_or("", String::as_str);
            OF_A_PARTY.iter().position(|it| *it == first).unwrap_or(OF_A_PARTY.len())
        };
        named.sort_by_key(|it| rank(&it.1));
        let mut seen: Vec<(usize, String)> = Vec::new();
        for (slot, mut names) in named {
            // A name that is printed again, over the signature, is no second one.
            let value = |it: usize| plan.slot_field(it).map(|it| &it.value);
            let again =
                |it: &&(usize, String)| value(it.0) == value(slot) && Some(&it.1) == names.first();
            match seen.iter().find(again) {
                Some(first) => names.insert(0, format!("{}Again", first.1)),
                None => seen.extend(names.first().map(|it| (slot, it.clone()))),
            }
            tree.push(id, &names, Holds::Slot(slot));
        }
    }
    share(plan, tree);
}

/// What is known of a party: what it is called, and of which type it is.
type Known = (String, String);

/// The fewest things that parties have in common for a record of its own.
const FEWEST: usize = 3;

/// Makes what is known of several parties alike a part of one record, where some know more: the buyer
/// of an invoice is a party, and its seller one with an account.
fn share(plan: &Plan<'_>, tree: &mut Tree) {
    let sides: Vec<PartId> = tree.children(ROOT).collect();
    let known = |tree: &Tree, part: PartId| -> Vec<Known> {
        let of = |holds: Holds| match holds {
            Holds::Slot(slot) => plan.slot_type(&plan.slots[slot]),
            _ => String::new(),
        };
        tree.parts[part].members.iter().map(|it| (it.name.clone(), of(it.holds))).collect()
    };
    let all: Vec<Vec<Known>> = sides.iter().map(|it| known(tree, *it)).collect();
    let pairs = (0..all.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let common = |(a, b): (usize, usize)| -> Vec<Known> {
        all[a].iter().filter(|it| all[b].contains(it)).cloned().collect()
    };
    let Some(common) = pairs.map(common).max_by_key(Vec::len) else { return };
    if common.len() < FEWEST {
        return;
    }
    for (side, known) in sides.iter().zip(&all) {
        let is_more = known.len() > common.len() && common.iter().all(|it| known.contains(it));
        if !is_more {
            continue;
        }
        let members = std::mem::take(&mut tree.parts[*side].members);
        let is_common = |it: &Member| common.iter().any(|known| known.0 == it.name);
        let (inner, own): (Vec<Member>, Vec<Member>) = members.into_iter().partition(is_common);
        let whole = &tree.parts[*side];
        let part = party(format!("{}Party", whole.own_type), whole.about.clone());
        tree.parts[*side].shared_type = None;
        let id = tree.add(*side, &["party".to_owned()], part);
        tree.parts[id].members = inner;
        tree.parts[*side].members.extend(own);
    }
}

/// What is known of parties, in the order that a record of one has.
const OF_A_PARTY: [&str; 14] = [
    "name",
    "company",
    "registrationNumber",
    "representative",
    "person",
    "department",
    "position",
    "address",
    "businessType",
    "businessItem",
    "phone",
    "fax",
    "email",
    "account",
];

/// What a value of a party is called in it: `name` for the party itself, else what its label means.
fn of_party(plan: &Plan<'_>, field: &Field, side: &Side, party: &str) -> Vec<String> {
    let meaning = field.meaning.as_deref().map(|it| identifier(it, Some(it), &[]));
    let label = label_name(&field.label);
    let own = meaning.clone().unwrap_or_else(|| label.clone());
    let is_itself = own == party || super::role::own(field).is_some();
    let is_unlabelled = *side == Side::Nameless(field.id) && field.meaning.is_none();
    let headings = field.also.iter().map(|it| label_name(it));
    if field.value.kind() == Kind::Party && (is_itself || is_unlabelled) {
        return std::iter::once("name".to_owned()).chain(headings).collect();
    }
    if is_itself || is_title(plan, &field.label) && meaning.is_none() {
        // What else stands under its side's word: what the heading says, if there is one.
        return headings.chain(["details".to_owned()]).collect();
    }
    [own, label].into_iter().chain(headings).collect()
}

/// What parties have in common is one record.
fn party(own_type: String, about: String) -> Part {
    Part { shared_type: Some("Party".to_owned()), ..Part::new(Made::Party, own_type, about) }
}
