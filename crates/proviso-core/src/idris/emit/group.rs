//! Which values are one thing: makes the tree of a document.
//!
//! What is known of that, in this order: whose a value is; the table that it totals; the structure of
//! the document types that its label's meaning belongs to; the label that several values have; the
//! rule that joins values of several labels; the place on the page.
//!
//! **Invariant:** no word of a paper is known here, and what kind of value something is groups
//! nothing; it only tells apart what one label says several times.

use std::collections::{BTreeMap, BTreeSet};

use super::bunch::{Bunch, bunches, label_name};
use super::party::{Parties, Side};
use super::plan::{Content, Place, Plan, lower_first};
use super::side::sides;
use super::structure;
use super::tree::{Holds, Made, Part, ROOT, Tree, WIDTH, camel, ordinal};
use crate::analysis::{Field, FieldId, Language, Relation, Rule, Status};
use crate::idris::name::{capitalized, identifier, type_name};
use crate::value::Kind;

/// What a value stands in, before it is known with what else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// A side of the document.
    Party(Side),
    /// A table, by its plan.
    Table(usize),
    /// Nobody: its label tells.
    Label,
}

/// The tree of a plan whose slots are laid out.
pub(super) fn tree(plan: &Plan<'_>, root_type: &str) -> Tree {
    let parties = Parties::of(plan);
    let owners: Vec<Owner> = (0..plan.slots.len()).map(|it| owner(plan, &parties, it)).collect();
    let mut tree = Tree::new(root_type);
    sides(plan, &parties, &owners, &mut tree);
    let labelled: Vec<usize> = (0..owners.len()).filter(|it| owners[*it] == Owner::Label).collect();
    let bunches = bunches(plan, &labelled);
    let mut things: Vec<(usize, Thing)> = Vec::new();
    for table in 0..plan.tables.len() {
        let slots: Vec<usize> =
            (0..owners.len()).filter(|it| owners[*it] == Owner::Table(table)).collect();
        things.extend(slots.first().map(|first| (*first, Thing::Table(table, slots.clone()))));
    }
    for thing in joined(plan, &bunches) {
        let first = thing.1.iter().filter_map(|it| bunches[*it].slots.first()).min();
        things.extend(first.map(|first| (*first, Thing::Bunches(thing.0, thing.1.clone()))));
    }
    things.sort_by_key(|it| it.0);
    for (_, it) in &things {
        match it {
            Thing::Table(table, slots) => add_table(plan, *table, slots, &mut tree),
            Thing::Bunches(sort, members) => {
                add_bunches(plan, sort, members, &bunches, &mut tree);
            }
        }
    }
    narrow(plan, &mut tree);
    tree.look_up(plan.slots.len());
    tree
}

/// A thing before it is a part.
enum Thing {
    Table(usize, Vec<usize>),
    Bunches(Sort, Vec<usize>),
}

/// What joins bunches.
#[derive(Debug, Clone, PartialEq)]
enum Sort {
    /// A structure.
    Structure(usize),
    /// Rules; the bunch of the first one's result, where it has one.
    Rules(Option<usize>),
    /// Nothing: it is one bunch.
    Alone,
}

fn owner(plan: &Plan<'_>, parties: &Parties<'_>, slot: usize) -> Owner {
    let of = |field: &Field| {
        let is_total = |table: usize| plan.tables[table].total(plan.analysis, field.id).is_some();
        match (0..plan.tables.len()).find(|it| is_total(*it)) {
            Some(table) => Owner::Table(table),
            None => parties.whose(field).map_or(Owner::Label, Owner::Party),
        }
    };
    match plan.slots[slot].content {
        Content::Rows(table) => Owner::Table(table),
        Content::Field(id, _) => plan.field(id).map_or(Owner::Label, of),
        Content::Words(id) => plan.amount_of(id).map_or(Owner::Label, of),
        Content::Title => Owner::Label,
    }
}

/// A table's rows and totals.
fn add_table(plan: &Plan<'_>, table: usize, slots: &[usize], tree: &mut Tree) {
    let its = &plan.tables[table];
    let columns: Vec<&str> = its.columns.iter().map(|it| it.label.as_str()).collect();
    let rows = plan.rows_slot(table);
    let name = rows.map_or("items", |it| plan.slots[it].name.as_str());
    let about = format!("The rows of {} and their totals.", columns.join(", "));
    let part = Part::new(Made::Table, format!("{}Table", its.row_type), about);
    let id = tree.add(ROOT, &[name.to_owned(), format!("{name}Table")], part);
    let label = |slot: usize| plan.slot_field(slot).map_or("", |it| it.label.as_str());
    let lines: BTreeSet<&str> =
        slots.iter().filter(|it| Some(**it) != rows).map(|it| label(*it)).collect();
    for slot in slots {
        let Some(field) = plan.slot_field(*slot) else {
            tree.push(id, &["listed".to_owned()], Holds::Slot(*slot));
            continue;
        };
        let total = its.total(plan.analysis, field.id);
        let column = total.and_then(|(page, at)| {
            let source = &plan.analysis.tables[its.tables[page]];
            Some(identifier(source.columns.get(at)?, source.meanings.get(at)?.as_deref(), &[]))
        });
        let column = column.unwrap_or_else(|| "amount".to_owned());
        let line = label_name(&field.label);
        let line =
            if lines.len() > 1 { line.strip_suffix("Amount").unwrap_or(&line) } else { "total" };
        let mut names = vec![camel(&[line, &column])];
        // What is summed up at the foot of each page is told apart by its page.
        let of_page = total.filter(|_| its.tables.len() > 1).and_then(|it| ordinal(it.0));
        if let Some(page) = of_page.filter(|_| its.sums_pages(plan.analysis)) {
            names.insert(0, camel(&[page, "page", line, &column]));
        }
        names.extend(field.also.iter().map(|it| camel(&[line, &label_name(it)])));
        if matches!(plan.slots[*slot].content, Content::Words(_)) {
            names.iter_mut().for_each(|it| it.push_str("InWords"));
        }
        tree.push(id, &names, Holds::Slot(*slot));
    }
}

/// The slot of a field that stands in one.
fn slot_of(plan: &Plan<'_>, id: FieldId) -> Option<usize> {
    match plan.places.get(&id)? {
        Place::Slot(at) => Some(*at),
        Place::Cell(..) => None,
    }
}

/// Bunches that are one thing, and what joins them.
fn joined(plan: &Plan<'_>, bunches: &[Bunch]) -> Vec<(Sort, Vec<usize>)> {
    let mut home: Vec<Option<usize>> = vec![None; bunches.len()];
    let mut last = None;
    for (at, it) in bunches.iter().enumerate() {
        let known = it.meaning.as_deref().and_then(structure::of_meaning).map(|it| it.0);
        let behind = || last.filter(|it| structure::of_label(*it, &bunches[at].label).is_some());
        home[at] = if it.meaning.is_some() { known } else { behind() };
        last = home[at];
    }
    let n_values = |home: &[Option<usize>], which: usize| -> usize {
        let its = bunches.iter().zip(home).filter(|it| *it.1 == Some(which));
        its.map(|it| it.0.slots.len()).sum()
    };
    let mut bunch_of = vec![None; plan.slots.len()];
    for (at, it) in bunches.iter().enumerate() {
        it.slots.iter().for_each(|slot| bunch_of[*slot] = Some(at));
    }
    let of_slot = |slot: usize| bunch_of[slot];
    let computed = |it: &&Rule| it.status != Status::Unknown;
    // What a sum adds up with values of a structure belongs to it, and so do days in a row with its.
    for rule in plan.analysis.rules.iter().filter(computed) {
        if !matches!(rule.relation, Relation::Sum { .. } | Relation::Ordered { .. }) {
            continue;
        }
        let fields = rule.relation.fields();
        let its: Vec<usize> = fields.iter().filter_map(|it| of_slot(slot_of(plan, *it)?)).collect();
        let Some(which) = its.iter().rev().find_map(|it| home[*it]) else { continue };
        for at in its.into_iter().filter(|it| bunches[*it].slots.len() == 1) {
            if home[at].is_none() && bunches[at].meaning.is_none() && n_values(&home, which) < WIDTH
            {
                home[at] = Some(which);
            }
        }
    }
    // One label is no structure, whatever it says, unless its values are the structure's own.
    for (which, it) in structure::all().iter().enumerate() {
        let n_labels = home.iter().filter(|it| **it == Some(which)).count();
        let is_own = it.members.values().any(String::is_empty) && n_values(&home, which) > 1;
        if n_labels < 2 && !is_own {
            home.iter_mut().filter(|it| **it == Some(which)).for_each(|it| *it = None);
        }
    }
    let mut out: Vec<(Sort, Vec<usize>)> = Vec::new();
    for which in 0..structure::all().len() {
        let its: Vec<usize> = (0..bunches.len()).filter(|it| home[*it] == Some(which)).collect();
        if !its.is_empty() {
            out.push((Sort::Structure(which), its));
        }
    }
    // Of what is left, rules join.
    let mut sets: Vec<(Sort, Vec<usize>)> = (0..bunches.len())
        .filter(|it| home[*it].is_none())
        .map(|it| (Sort::Alone, vec![it]))
        .collect();
    for rule in plan.analysis.rules.iter().filter(computed) {
        let its: BTreeSet<usize> = rule
            .relation
            .fields()
            .iter()
            .filter_map(|it| of_slot(slot_of(plan, *it)?))
            .filter(|it| home[*it].is_none())
            .collect();
        let touched: Vec<usize> =
            (0..sets.len()).filter(|at| sets[*at].1.iter().any(|it| its.contains(it))).collect();
        let n: usize = touched.iter().map(|it| sets[*it].1.len()).sum();
        let Some((first, rest)) = touched.split_first() else { continue };
        if rest.is_empty() || n > WIDTH / 2 {
            continue;
        }
        for at in rest.iter().rev() {
            let other = sets.remove(*at);
            sets[*first].1.extend(other.1);
            if sets[*first].0 == Sort::Alone {
                sets[*first].0 = other.0;
            }
        }
        if sets[*first].0 == Sort::Alone {
            let result = rule.relation.comes_to().and_then(|it| of_slot(slot_of(plan, it)?));
            sets[*first].0 = Sort::Rules(result.filter(|it| its.contains(it)));
        }
        sets[*first].1.sort_unstable();
    }
    out.extend(sets);
    out
}

fn add_bunches(plan: &Plan<'_>, sort: &Sort, its: &[usize], all: &[Bunch], tree: &mut Tree) {
    let mut of_member: BTreeMap<&str, usize> = BTreeMap::new();
    let meant = |at: usize| {
        let meaning = all[at].meaning.as_deref();
        meaning.and_then(structure::of_meaning).map(|it| it.1)
    };
    its.iter().filter_map(|it| meant(*it)).for_each(|it| *of_member.entry(it).or_default() += 1);
    let korean = plan.analysis.language == Language::Ko;
    match sort {
        Sort::Alone => {
            for it in its {
                all[*it].place(plan, tree, ROOT, &all[*it].names(plan, all), None);
            }
        }
        Sort::Structure(which) => {
            let structure = &structure::all()[*which];
            let name = identifier(&structure.name, Some(&structure.name), &[]);
            let about = if korean { &structure.ko } else { &structure.en };
            let it = Part::new(Made::Structure, structure.record.clone(), about.clone());
            let names = [name.clone(), lower_first(&structure.record)];
            let id = tree.add(ROOT, &names, it);
            let mut has_own = false;
            for at in its {
                let its = &all[*at];
                let known = match meant(*at) {
                    // Of several labels the first one's values are the structure's own.
                    Some("") if its.slots.len() > 1 && !std::mem::replace(&mut has_own, true) => {
                        Some(String::new())
                    }
                    Some(member) if of_member[member] == 1 && !member.is_empty() => {
                        Some(member.to_owned())
                    }
                    Some(_) => None,
                    None => structure::of_label(*which, &its.label).map(str::to_owned),
                };
                let mut names: Vec<String> = known.into_iter().collect();
                names.push(label_name(&its.label));
                its.place(plan, tree, id, &names, Some(structure));
            }
        }
        Sort::Rules(result) => {
            let days = |at: &usize| {
                all[*at].slots.iter().all(|it| {
                    plan.slot_field(*it)
                        .is_some_and(|it| matches!(it.value.kind(), Kind::Date | Kind::Period))
                })
            };
            let names = result.or(its.last().copied()).map(|it| all[it].names(plan, all));
            let base = names.and_then(|it| it.first().cloned()).unwrap_or_default();
            let (name, about) = if its.iter().all(days) {
                ("schedule".to_owned(), "Days that follow one another.".to_owned())
            } else {
                let labels: Vec<&str> = its.iter().map(|it| all[*it].label.as_str()).collect();
                (format!("{base}Breakdown"), labels.join(", "))
            };
            let id = tree.add(
                ROOT,
                std::slice::from_ref(&name),
                Part::new(Made::Rule, capitalized(&name), about),
            );
            for at in its {
                all[*at].place(plan, tree, id, &all[*at].names(plan, all), None);
            }
        }
    }
}

/// Cuts what has more members than a part may have: neighbours become parts of their own, first what
/// nothing else joins.
fn narrow(plan: &Plan<'_>, tree: &mut Tree) {
    let mut at = 0;
    while at < tree.parts.len() {
        if tree.parts[at].members.len() > WIDTH {
            cut(plan, tree, at, false);
        }
        while tree.parts[at].members.len() > WIDTH {
            cut(plan, tree, at, true);
        }
        at += 1;
    }
}

fn cut(plan: &Plan<'_>, tree: &mut Tree, of: usize, all: bool) {
    let members = std::mem::take(&mut tree.parts[of].members);
    let page = |holds: Holds| match holds {
        Holds::Slot(slot) => Some(plan.page_of(&plan.slots[slot])),
        Holds::Part(part) => tree.slots(part).first().map(|it| plan.page_of(&plan.slots[*it])),
        _ => None,
    };
    let loose = |holds: Holds| match holds {
        Holds::Part(part) => all || tree.parts[part].made == Made::Label,
        _ => true,
    };
    let mut kept = Vec::new();
    let mut runs: Vec<Vec<super::tree::Member>> = Vec::new();
    for it in members {
        if !loose(it.holds) {
            kept.push(it);
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.len() < WIDTH / 2 && (all || page(run[0].holds) == page(it.holds)) => {
                run.push(it);
            }
            _ => runs.push(vec![it]),
        }
    }
    tree.parts[of].members = kept;
    for run in runs {
        if let [one] = run.as_slice() {
            tree.push(of, std::slice::from_ref(&one.name), one.holds);
            continue;
        }
        let name = format!("{}Section", run[0].name.trim_end_matches("Section"));
        let id = tree.parts.len();
        for it in &run {
            if let Holds::Part(part) = it.holds {
                tree.parts[part].parent = id;
            }
        }
        let (first, last) = (&run[0].name, &run[run.len() - 1].name);
        let about = format!("What stands together on the page, from {first} to {last}.");
        let part = Part::new(Made::Place, type_name(&name, Some(&name)), about);
        tree.add(of, &[name], part);
        tree.parts[id].members = run;
    }
}
