//! Where each proof is kept: in the smallest part that it is about, what it speaks of besides being
//! the part's parameter.
//!
//! **Invariant:** every obligation has one home. What a part's parameters are stands before it in the
//! part that both are in, so that the record can be written.

use std::collections::BTreeMap;

use super::part::WIDTH;
use super::plan::{Content, Place, Plan};
use super::rule::{Obligation, Source};
use super::tree::{Holds, Made, Member, Part, PartId, ROOT, Tree, camel, free};
use crate::analysis::{FieldId, Relation, RuleId};
use crate::idris::name::capitalized;

/// The values from elsewhere that a part may be given for one proof.
const MOST_GIVEN: usize = 3;
/// The proofs, and the values that they speak of, that a record of proofs alone may have.
const MOST_PROOFS: usize = 8;
const MOST_SPOKEN_OF: usize = 20;

/// Where a proof is kept.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kept {
    /// In a part, under a name.
    Proof(PartId, String),
    /// In the registration number that a slot holds.
    Number(usize),
    /// In the amount in words that a slot holds.
    Words(usize),
}

/// The homes of all proofs.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Homes {
    /// By obligation.
    pub(super) kept: Vec<Kept>,
    /// By part, the slots from elsewhere that it is given.
    pub(super) given: Vec<Vec<usize>>,
}

impl Homes {
    /// The obligations whose proofs are fields of a part.
    pub(super) fn proofs(&self, part: PartId) -> impl Iterator<Item = (usize, &str)> {
        self.kept.iter().enumerate().filter_map(move |(at, it)| match it {
            Kept::Proof(of, name) if *of == part => Some((at, name.as_str())),
            _ => None,
        })
    }
}

/// Which members of a part stand before which others, because these speak of them.
type Before = BTreeMap<PartId, Vec<(usize, usize)>>;

/// Finds the homes of a plan's obligations; the tree changes with them.
pub(super) fn homes(plan: &Plan<'_>, tree: &mut Tree) -> Homes {
    let n_slots = plan.slots.len();
    let mut kept: Vec<Option<Kept>> =
        plan.obligations.iter().enumerate().map(|(at, it)| validated(plan, tree, at, it)).collect();
    tree.look_up(n_slots);
    let mut given: Vec<Vec<usize>> = vec![Vec::new(); tree.parts.len()];
    let mut before = Before::new();
    let mut at_home: Vec<Option<PartId>> = vec![None; kept.len()];
    for (at, it) in plan.obligations.iter().enumerate().filter(|it| kept[it.0].is_none()) {
        let mut slots = it.slots(plan);
        slots.sort_unstable();
        slots.dedup();
        at_home[at] = Some(home(tree, &slots, &mut given, &mut before));
    }
    bundle(plan, tree, &mut at_home, &mut given, &mut before);
    arrange(tree, &before);
    tree.look_up(n_slots);
    let mut taken: Vec<Vec<String>> =
        tree.parts.iter().map(|it| it.members.iter().map(|it| it.name.clone()).collect()).collect();
    for (at, part) in at_home.into_iter().enumerate() {
        let Some(part) = part else { continue };
        let names = proof_names(plan, tree, part, &plan.obligations[at]);
        let refs: Vec<&str> = taken[part].iter().map(String::as_str).collect();
        let name = free(&names, &refs);
        taken[part].push(name.clone());
        kept[at] = Some(Kept::Proof(part, name));
    }
    Homes { kept: kept.into_iter().flatten().collect(), given }
}

fn relation<'a>(plan: &Plan<'a>, id: RuleId) -> Option<&'a Relation> {
    plan.analysis.rules.get(id.0 as usize).map(|it| &it.relation)
}

/// The validated type of the library that carries a proof, where one does: it takes the place of the
/// value in the tree.
fn validated(plan: &Plan<'_>, tree: &mut Tree, at: usize, it: &Obligation) -> Option<Kept> {
    let slots = it.slots(plan);
    let computed = &it.equation.computed;
    let place = |tree: &Tree, slot: usize| {
        let (part, _) = *tree.route(slot).last()?;
        let members = &tree.parts[part].members;
        Some((part, members.iter().position(|it| it.holds == Holds::Slot(slot))?))
    };
    if !it.params.iter().all(|it| matches!(it.source, Source::Slot(_))) {
        return None;
    }
    match (relation(plan, *it.rules.first()?)?, slots.as_slice()) {
        (Relation::Checksum { .. }, &[slot])
            if computed.starts_with("Domains.Core.keepsCheckDigit ") =>
        {
            let (part, member) = place(tree, slot)?;
            tree.parts[part].members[member].holds = Holds::Number(slot, at);
            Some(Kept::Number(slot))
        }
        (Relation::Words { .. }, &[words, amount])
            if computed.starts_with("Domains.Core.readKorean ")
                && matches!(plan.slots[words].content, Content::Words(_))
                && plan.slot_type(&plan.slots[amount]) == "Domains.Core.Money Domains.Core.KRW" =>
        {
            let (part, member) = place(tree, amount)?;
            let (same, words_at) = place(tree, words)?;
            if part != same {
                return None;
            }
            tree.parts[part].members[member].holds = Holds::Words(words, amount, at);
            tree.parts[part].members.remove(words_at);
            Some(Kept::Words(amount))
        }
        _ => None,
    }
}

/// The deepest part that holds all of some slots.
fn common(tree: &Tree, slots: &[usize]) -> PartId {
    let parts = |slot: usize| tree.route(slot).iter().map(|it| it.0);
    let Some((first, rest)) = slots.split_first() else { return ROOT };
    let all = |part: &PartId| rest.iter().all(|it| tree.is_in(*it, *part));
    parts(*first).rfind(all).unwrap_or(ROOT)
}

/// The part that a proof about some slots is kept in.
fn home(tree: &Tree, slots: &[usize], given: &mut [Vec<usize>], before: &mut Before) -> PartId {
    let whole = common(tree, slots);
    if !matches!(tree.parts[whole].made, Made::Document | Made::Place) {
        return whole;
    }
    // Which part is it mostly about? Of equals the later one, which can be given the others' values.
    let mut children: Vec<PartId> = tree.children(whole).collect();
    children.reverse();
    let n_inside = |part: PartId| slots.iter().filter(|it| tree.is_in(**it, part)).count();
    children.sort_by_key(|it| std::cmp::Reverse(n_inside(*it)));
    for child in children {
        let (inside, outside): (Vec<usize>, Vec<usize>) =
            slots.iter().partition(|it| tree.is_in(**it, child));
        if inside.is_empty() || outside.len() > MOST_GIVEN {
            continue;
        }
        let part = common(tree, &inside);
        if give(tree, part, &outside, given, before) {
            return part;
        }
    }
    whole
}

/// Gives slots from elsewhere to a part, if nothing goes round in circles then.
fn give(
    tree: &Tree,
    part: PartId,
    slots: &[usize],
    given: &mut [Vec<usize>],
    before: &mut Before,
) -> bool {
    let mut chain = vec![part];
    while let Some(it) = chain.last().copied().filter(|it| *it != ROOT) {
        chain.push(tree.parts[it].parent);
    }
    let member = |of: PartId, inner: PartId| {
        tree.parts[of].members.iter().position(|it| it.holds == Holds::Part(inner))
    };
    let mut edges = Vec::new();
    for slot in slots {
        let Some(depth) = chain.iter().position(|it| tree.is_in(*slot, *it)) else { return false };
        if depth == 0 {
            continue;
        }
        let (meet, below) = (chain[depth], chain[depth - 1]);
        let route = tree.route(*slot).iter().find(|it| it.0 == meet);
        let (Some(later), Some(&(_, earlier))) = (member(meet, below), route) else { return false };
        let known = before.get(&meet).map_or([].as_slice(), Vec::as_slice);
        if leads(known, later, earlier) {
            return false;
        }
        edges.push((*slot, depth, meet, (earlier, later)));
    }
    for (slot, depth, meet, edge) in edges {
        before.entry(meet).or_default().push(edge);
        for it in &chain[..depth] {
            if !given[*it].contains(&slot) {
                given[*it].push(slot);
            }
        }
    }
    true
}

/// Whether one member must stand before another already.
fn leads(edges: &[(usize, usize)], from: usize, to: usize) -> bool {
    let mut seen = vec![from];
    let mut at = 0;
    while at < seen.len() {
        let next = edges.iter().filter(|it| it.0 == seen[at]).map(|it| it.1);
        let new: Vec<usize> = next.filter(|it| !seen.contains(it)).collect();
        seen.extend(new);
        at += 1;
    }
    seen.contains(&to)
}

/// Moves proofs into records of their own where a part would be too wide for the compiler with them.
fn bundle(
    plan: &Plan<'_>,
    tree: &mut Tree,
    homes: &mut [Option<PartId>],
    given: &mut Vec<Vec<usize>>,
    before: &mut Before,
) {
    for part in 0..tree.parts.len() {
        let its: Vec<usize> = (0..homes.len()).filter(|it| homes[*it] == Some(part)).collect();
        if tree.parts[part].members.len() + given[part].len() + its.len() <= WIDTH {
            continue;
        }
        let mut runs: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for at in its {
            let mut slots = plan.obligations[at].slots(plan);
            slots.sort_unstable();
            slots.dedup();
            let fits = |run: &(Vec<usize>, Vec<usize>)| {
                let new = slots.iter().filter(|it| !run.1.contains(it)).count();
                run.0.len() < MOST_PROOFS && run.1.len() + new <= MOST_SPOKEN_OF
            };
            if !runs.last().is_some_and(fits) {
                runs.push((Vec::new(), Vec::new()));
            }
            if let Some(run) = runs.last_mut() {
                run.0.push(at);
                run.1.extend(slots);
                run.1.sort_unstable();
                run.1.dedup();
            }
        }
        for (proofs, slots) in runs {
            let own_type = format!("{}Checks", tree.parts[part].own_type);
            let record = Part::new(Made::Proofs, own_type, "What else is so.".to_owned());
            let id = tree.add(part, &["checks".to_owned()], record);
            given.push(Vec::new());
            give(tree, id, &slots, given, before);
            proofs.into_iter().for_each(|it| homes[it] = Some(id));
        }
    }
}

/// Puts members behind those that they speak of; else they stay in their order.
fn arrange(tree: &mut Tree, before: &Before) {
    for (part, edges) in before {
        let members = std::mem::take(&mut tree.parts[*part].members);
        let mut left: Vec<Option<Member>> = members.into_iter().map(Some).collect();
        let mut out = Vec::with_capacity(left.len());
        while out.len() < left.len() {
            let ready = |at: usize| {
                left[at].is_some() && edges.iter().all(|it| it.1 != at || left[it.0].is_none())
            };
            let next = (0..left.len()).find(|it| ready(*it));
            // There is always one, since `give` lets nothing go round in circles.
            let next = next.or_else(|| left.iter().position(Option::is_some)).unwrap_or_default();
            out.extend(left[next].take());
        }
        tree.parts[*part].members = out;
    }
}

/// What a value is called in a proof's name: how it is reached from the part, or from the document.
fn spoken(tree: &Tree, part: PartId, slot: usize) -> String {
    let names = tree.names(part, slot).or_else(|| tree.names(ROOT, slot)).unwrap_or_default();
    let told: Vec<&str> =
        names.iter().copied().filter(|it| !["printedAs", "wording"].contains(it)).collect();
    camel(&told[told.len().saturating_sub(2)..])
}

/// The column that all of some values stand in.
fn column_of<'p>(plan: &'p Plan<'_>, ids: &[FieldId]) -> Option<&'p str> {
    let column = |id: &FieldId| match plan.places.get(id) {
        Some(Place::Cell(table, _, column)) => Some((*table, *column)),
        _ => None,
    };
    let (table, at) = column(ids.first()?)?;
    let alike = ids.iter().all(|it| column(it) == Some((table, at)));
    alike.then(|| plan.tables[table].columns[at].name.as_str())
}

/// What the proof of a rule is called: what it says of which value.
fn proof_names(plan: &Plan<'_>, tree: &Tree, part: PartId, it: &Obligation) -> Vec<String> {
    let Some(relation) = it.rules.first().and_then(|it| relation(plan, *it)) else {
        return vec!["holds".to_owned()];
    };
    let name = |id| match plan.places.get(&id) {
        Some(Place::Slot(slot)) => Some(spoken(tree, part, *slot)),
        Some(Place::Cell(table, _, column)) => {
            let name = &plan.tables.get(*table)?.columns.get(*column)?.name;
            Some(match it.row_form {
                Some(_) => format!("each{}", capitalized(name)),
                None => format!("row{}", capitalized(name)),
            })
        }
        None => None,
    };
    let result = relation.comes_to().and_then(name);
    let said = match relation {
        Relation::Sum { .. } if it.row_form.as_ref().is_some_and(|it| it.is_step) => "Follows",
        other => other.kind().proof,
    };
    // A sum of fractions that comes to a whole has no value for its result.
    let base = match (result, relation) {
        (Some(it), _) => format!("{it}{said}"),
        (None, Relation::Sum { .. }) => "sharesMakeOne".to_owned(),
        (None, _) => "valuesFit".to_owned(),
    };
    let first = relation.fields().first().copied().and_then(name).unwrap_or_default();
    match relation {
        // Days follow one another; which, is said where a part has more of them than one row.
        Relation::Ordered { dates } => {
            let of_column = match column_of(plan, dates) {
                Some(it) => format!("{it}InSequence"),
                None => format!("{first}To{}", capitalized(&base)),
            };
            vec!["inSequence".to_owned(), of_column]
        }
        _ => vec![base.clone(), format!("{base}Of{}", capitalized(&first))],
    }
}
