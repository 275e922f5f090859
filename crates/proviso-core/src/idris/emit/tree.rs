//! What a model is made of: a tree of parts, one for each thing of the business.
//!
//! **Invariant:** every slot of the facts stands in the tree once; no part has more than [`WIDTH`]
//! members, and no two members of one part have one name.

use std::collections::{BTreeMap, BTreeSet};

use crate::idris::name::{capitalized, is_reserved};

/// The members that a part has at most: what a reviewer takes in at once.
pub(super) const WIDTH: usize = 24;

/// The number of a part; the document itself is 0.
pub(super) type PartId = usize;

/// The document itself.
pub(super) const ROOT: PartId = 0;

/// What a member of a part holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// A value of the facts.
    Slot(usize),
    /// A part.
    Part(PartId),
    /// A registration number with the proof that it keeps its check digit: slot and obligation.
    Number(usize, usize),
    /// An amount with its words, and the proof that they agree: words, amount and obligation.
    Words(usize, usize, usize),
}

/// A member of a part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    /// What it is called there.
    pub(super) name: String,
    /// What it holds.
    pub(super) holds: Holds,
}

/// Why a part is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    /// The document.
    Document,
    /// A side of it.
    Party,
    /// A table with its totals.
    Table,
    /// A structure of the document types, or a part of one.
    Structure,
    /// One label has several values.
    Label,
    /// A rule joins values of several labels.
    Rule,
    /// They stand beside one another, and are too many for what they would stand in.
    Place,
    /// It holds proofs alone, which are too many for the part that they are about.
    Proofs,
}

/// A thing of the business: a record of the model.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    /// Why it is one.
    pub(super) made: Made,
    /// Its own type; the declared one may be shared with equal parts.
    pub(super) own_type: String,
    /// The type that equal parts of this sort share.
    pub(super) shared_type: Option<String>,
    /// What it is, for people.
    pub(super) about: String,
    /// What it is made of, in order.
    pub(super) members: Vec<Member>,
    /// The part that it is a member of.
    pub(super) parent: PartId,
}

impl Part {
    /// A part without members; what it is added to is its parent.
    pub(super) fn new(made: Made, own_type: String, about: String) -> Part {
        Part { made, own_type, shared_type: None, about, members: Vec::new(), parent: ROOT }
    }
}

/// The tree.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Tree {
    /// Its parts, the document first.
    pub(super) parts: Vec<Part>,
    /// Where each slot stands: from the document down, part and place among its members.
    routes: Vec<Vec<(PartId, usize)>>,
}

impl Tree {
    /// A tree of a document without members.
    pub(super) fn new(root_type: &str) -> Tree {
        let about = "The whole document.".to_owned();
        let root = Part::new(Made::Document, root_type.to_owned(), about);
        Tree { parts: vec![root], routes: Vec::new() }
    }

    /// Adds a part to another, under a name that is free there.
    pub(super) fn add(&mut self, parent: PartId, name: &[String], part: Part) -> PartId {
        let id = self.parts.len();
        self.parts.push(Part { parent, ..part });
        self.push(parent, name, Holds::Part(id));
        id
    }

    /// Adds a member under the first of some names that is free.
    pub(super) fn push(&mut self, to: PartId, names: &[String], holds: Holds) {
        let taken: Vec<&str> = self.parts[to].members.iter().map(|it| it.name.as_str()).collect();
        let name = free(names, &taken);
        self.parts[to].members.push(Member { name, holds });
    }

    /// Adds members, each under the first of its names that is free.
    pub(super) fn push_all(&mut self, to: PartId, all: Vec<(Vec<String>, Holds)>) {
        let members = &mut self.parts[to].members;
        let mut names = Names::of(members.iter().map(|it| it.name.as_str()));
        members
            .extend(all.into_iter().map(|(its, holds)| Member { name: names.take(&its), holds }));
    }

    /// Looks up anew where each of `n` slots stands, after members have changed.
    pub(super) fn look_up(&mut self, n: usize) {
        self.routes = vec![Vec::new(); n];
        let mut open = vec![(ROOT, Vec::new())];
        while let Some((id, before)) = open.pop() {
            for (at, member) in self.parts[id].members.iter().enumerate() {
                let mut route: Vec<(PartId, usize)> = before.clone();
                route.push((id, at));
                match member.holds {
                    Holds::Slot(slot) | Holds::Number(slot, _) => self.routes[slot] = route,
                    Holds::Words(words, amount, _) => {
                        self.routes[words] = route.clone();
                        self.routes[amount] = route;
                    }
                    Holds::Part(part) => open.push((part, route)),
                }
            }
        }
    }

    /// From the document down to a slot: part and place among its members.
    pub(super) fn route(&self, slot: usize) -> &[(PartId, usize)] {
        self.routes.get(slot).map_or(&[], Vec::as_slice)
    }

    /// Whether a slot stands in a part or below it.
    pub(super) fn is_in(&self, slot: usize, part: PartId) -> bool {
        self.route(slot).iter().any(|it| it.0 == part)
    }

    /// How a slot is reached from a part, name by name; none where it does not stand below.
    pub(super) fn names(&self, from: PartId, slot: usize) -> Option<Vec<&str>> {
        let route = self.route(slot);
        let start = route.iter().position(|it| it.0 == from)?;
        let member = |(part, at): &(PartId, usize)| &self.parts[*part].members[*at];
        let mut names: Vec<&str> =
            route[start..].iter().map(|it| member(it).name.as_str()).collect();
        match route.last().map(member)?.holds {
            Holds::Number(..) => names.push("printedAs"),
            Holds::Words(words, ..) if words == slot => names.push("wording"),
            Holds::Words(..) => names.push("amount"),
            _ => {}
        }
        Some(names)
    }

    /// The same as Idris writes it.
    pub(super) fn path(&self, from: PartId, slot: usize) -> Option<String> {
        self.names(from, slot).map(|it| it.join("."))
    }

    /// How a part is reached from the document, with a point behind it; nothing for itself.
    pub(super) fn to_part(&self, part: PartId) -> String {
        if part == ROOT {
            return String::new();
        }
        let parent = self.parts[part].parent;
        let own = self.parts[parent].members.iter().find(|it| it.holds == Holds::Part(part));
        format!("{}{}.", self.to_part(parent), own.map_or("", |it| it.name.as_str()))
    }

    /// The slots of a part and below it, in order.
    pub(super) fn slots(&self, part: PartId) -> Vec<usize> {
        self.parts[part].members.iter().flat_map(|it| self.slots_of(it.holds)).collect()
    }

    /// The slots of a member and below it, in order.
    pub(super) fn slots_of(&self, holds: Holds) -> Vec<usize> {
        match holds {
            Holds::Slot(slot) | Holds::Number(slot, _) => vec![slot],
            Holds::Words(words, amount, _) => vec![words, amount],
            Holds::Part(part) => self.slots(part),
        }
    }

    /// The parts that are members of one.
    pub(super) fn children(&self, part: PartId) -> impl Iterator<Item = PartId> {
        self.parts[part].members.iter().filter_map(|it| match it.holds {
            Holds::Part(id) => Some(id),
            _ => None,
        })
    }
}

/// How a name that is taken is told from the first of its kind: in words, since a number behind a
/// name reads as one of the paper's.
const ORDINALS: [&str; 19] = [
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];

/// The word for a place, counted from 0; none beyond twenty.
pub(super) fn ordinal(at: usize) -> Option<&'static str> {
    if at == 0 { Some("first") } else { ORDINALS.get(at - 1).copied() }
}

/// The first of some names that is free, or the first of all with a word before it.
pub(super) fn free(names: &[String], taken: &[&str]) -> String {
    found(names, &|it| taken.contains(&it), 2).0
}

/// The same, and the number behind the name, from a number on where it needs one.
fn found(names: &[String], is_taken: &dyn Fn(&str) -> bool, from: u32) -> (String, Option<u32>) {
    let is_free = |it: &str| !it.is_empty() && !is_reserved(it) && !is_taken(it);
    if let Some(it) = names.iter().find(|it| is_free(it)) {
        return (it.clone(), None);
    }
    let base = names.first().map_or("field", String::as_str);
    let told = ORDINALS.iter().map(|it| format!("{it}{}", capitalized(base)));
    let reserved = is_reserved(base).then(|| format!("{base}Value"));
    if let Some(it) = reserved.into_iter().chain(told).find(|it| is_free(it)) {
        return (it, None);
    }
    let far = (from..).map(|it| (format!("{base}_{it}"), Some(it)));
    far.into_iter().find(|it| is_free(&it.0)).unwrap_or_default()
}

/// Names of one place, each given once, however many there are.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
    /// By what stands before a number, the last one that was given.
    last: BTreeMap<String, u32>,
}

impl Names {
    /// Some that are taken already.
    pub(super) fn of<'a>(taken: impl IntoIterator<Item = &'a str>) -> Names {
        let taken = taken.into_iter().map(str::to_owned).collect();
        Names { taken, last: BTreeMap::new() }
    }

    /// Takes a name, whether or not it is taken.
    pub(super) fn hold(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// Takes the name that [`free`] would give.
    pub(super) fn take(&mut self, names: &[String]) -> String {
        // Numbers are given in their order, so those up to the last one are taken.
        let base = names.first().map_or("field", String::as_str);
        let from = self.last.get(base).map_or(2, |it| it + 1);
        let (name, number) = found(names, &|it| self.taken.contains(it), from);
        if let Some(it) = number {
            self.last.insert(base.to_owned(), it);
        }
        self.taken.insert(name.clone());
        name
    }
}

/// `advanceAmount` of `advance` and `amount`.
pub(super) fn camel(words: &[&str]) -> String {
    let (first, rest) = words.split_first().map_or(("", [].as_slice()), |it| (*it.0, it.1));
    rest.iter().fold(first.to_owned(), |out, it| out + &capitalized(it))
}
