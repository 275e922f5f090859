//! Whether calls end, by another way than the first checker's: in every group of functions that call
//! each other there is an argument of each that no call makes larger; calls that make it smaller are
//! done with, and what is left of the group has to end too.
//!
//! It finds less than size-change termination does, and all that it finds is right: along an endless
//! chain of calls the argument would have to get smaller endlessly often.

use std::collections::{BTreeMap, BTreeSet};

use super::{Again, Kind};
use crate::term::{Id, Lit, R, T, Term, outside};

/// A call: from, to, and for each pair of arguments whether the latter is a part (true) of the former
/// or the same.
#[derive(Debug, Clone)]
struct Call {
    from: Id,
    to: Id,
    sizes: BTreeMap<(usize, usize), bool>,
}

impl Again {
    pub(super) fn in_order(&mut self, clauses: &[(Id, Vec<T>, T)]) -> R<()> {
        let own: BTreeSet<Id> = clauses.iter().map(|it| it.0).collect();
        let mut calls = Vec::new();
        for (from, args, right) in clauses {
            self.calls_of(*from, args, right, &own, &mut calls)?;
        }
        let mut open = groups(&calls);
        while let Some(group) = open.pop() {
            self.step()?;
            let inside: Vec<Call> = calls_within(&calls, &group);
            self.ends_in(&group, inside)?;
        }
        Ok(())
    }

    fn calls_of(
        &mut self,
        from: Id,
        args: &[T],
        right: &T,
        own: &BTreeSet<Id>,
        calls: &mut Vec<Call>,
    ) -> R<()> {
        let mut open = vec![(right, 0usize)];
        while let Some((term, under)) = open.pop() {
            self.step()?;
            let (mut head, mut given) = (term, Vec::new());
            while let Term::App(function, arg) = &**head {
                given.push(arg);
                head = function;
            }
            given.reverse();
            match &**head {
                Term::Global(id) => {
                    if let Some((to, given)) = self.who(*id, &given, own)? {
                        let mut sizes = BTreeMap::new();
                        for (i, arg) in args.iter().enumerate() {
                            for (j, it) in given.iter().enumerate() {
                                if let Some(less) = self.part(it, under, arg)? {
                                    sizes.insert((i, j), less);
                                }
                            }
                        }
                        calls.push(Call { from, to, sizes });
                    }
                }
                Term::Lam(_, body) => open.push((body, under + 1)),
                Term::Pi(_, a, b) => open.extend([(a, under), (b, under + 1)]),
                _ => {}
            }
            open.extend(given.into_iter().map(|it| (it, under)));
        }
        Ok(())
    }

    /// Who of these is called with what; methods are who implements them.
    fn who<'a>(&self, id: Id, given: &[&'a T], own: &BTreeSet<Id>) -> R<Option<(Id, Vec<&'a T>)>> {
        if !matches!(self.known(id)?.kind, Kind::Method) {
            return Ok(own.contains(&id).then(|| (id, given.to_vec())));
        }
        let Some(first) = given.first() else { return outside("a method of no type") };
        let (mut head, mut args) = (*first, Vec::new());
        while let Term::App(function, arg) = &**head {
            args.push(arg);
            head = function;
        }
        args.reverse();
        let Term::Global(of) = &**head else {
            if self.trusted {
                return Ok(None);
            }
            return outside("a method of an unknown type");
        };
        let by = self.instances.get(&(id, *of)).filter(|it| own.contains(it));
        let Some(by) = by else { return Ok(None) };
        args.extend(&given[1..]);
        Ok(Some((*by, args)))
    }

    /// Whether a term below so many binders is a part (true) of a pattern, or all of it.
    fn part(&mut self, it: &T, under: usize, pattern: &T) -> R<Option<bool>> {
        if self.same(it, under, pattern)? {
            return Ok(Some(false));
        }
        let mut open = vec![pattern];
        while let Some(whole) = open.pop() {
            self.step()?;
            let mut head = whole;
            let mut inside = Vec::new();
            while let Term::App(function, arg) = &**head {
                inside.push(arg);
                head = function;
            }
            let Term::Global(id) = &**head else { continue };
            if !matches!(self.known(*id)?.kind, Kind::Constructor(_)) {
                continue;
            }
            for arg in inside {
                if self.same(it, under, arg)? {
                    return Ok(Some(true));
                }
                open.push(arg);
            }
        }
        Ok(None)
    }

    /// Numbers are left out: a literal is no part of anything.
    fn same(&mut self, it: &T, under: usize, other: &T) -> R<bool> {
        self.deep(|again| {
            Ok(match (&**it, &**other) {
                (Term::Var(a), Term::Var(b)) => a.checked_sub(under) == Some(*b),
                (Term::Global(a), Term::Global(b)) => a == b,
                (Term::Lit(a), Term::Lit(b)) => a == b && !matches!(a, Lit::Nat(_)),
                (Term::Type, Term::Type) => true,
                (Term::App(f, a), Term::App(g, b)) => {
                    again.same(f, under, g)? && again.same(a, under, b)?
                }
                _ => false,
            })
        })
    }

    fn ends_in(&mut self, group: &BTreeSet<Id>, calls: Vec<Call>) -> R<()> {
        self.deep(|it| {
            if calls.is_empty() {
                return Ok(());
            }
            let mut places = BTreeMap::new();
            let first = group.iter().next().copied();
            let Some(first) = first else { return Ok(()) };
            let widest = calls.iter().flat_map(|it| it.sizes.keys()).map(|it| it.0 + 1).max();
            for at in 0..widest.unwrap_or(0) {
                places.clear();
                places.insert(first, at);
                if !it.placed(&calls, &mut places)? || places.len() < group.len() {
                    continue;
                }
                let keeps = |it: &Call| !it.sizes[&(places[&it.from], places[&it.to])];
                let left: Vec<Call> = calls.iter().filter(|it| keeps(it)).cloned().collect();
                if left.len() == calls.len() {
                    continue;
                }
                for group in groups(&left) {
                    let inside = calls_within(&left, &group);
                    it.ends_in(&group, inside)?;
                }
                return Ok(());
            }
            let name = it.known(first)?.name.clone();
            outside(format!("`{name}` may not come to an end when it is looked at once more"))
        })
    }

    /// Finds for every function an argument that no call makes larger, from those that are chosen.
    fn placed(&mut self, calls: &[Call], places: &mut BTreeMap<Id, usize>) -> R<bool> {
        self.step()?;
        let mut wanted = None;
        for it in calls {
            match (places.get(&it.from), places.get(&it.to)) {
                (Some(i), Some(j)) if !it.sizes.contains_key(&(*i, *j)) => return Ok(false),
                (Some(_), None) => wanted = wanted.or(Some(it)),
                _ => {}
            }
        }
        let Some(call) = wanted else { return Ok(true) };
        let from = places[&call.from];
        let at: Vec<usize> = call.sizes.keys().filter(|it| it.0 == from).map(|it| it.1).collect();
        // Where there is a choice, each is tried.
        for place in at.into_iter().rev() {
            let mut tried = places.clone();
            tried.insert(call.to, place);
            if self.deep(|it| it.placed(calls, &mut tried))? {
                *places = tried;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn calls_within(calls: &[Call], group: &BTreeSet<Id>) -> Vec<Call> {
    calls.iter().filter(|it| group.contains(&it.from) && group.contains(&it.to)).cloned().collect()
}

/// The functions that call each other, or themselves.
fn groups(calls: &[Call]) -> Vec<BTreeSet<Id>> {
    let mut to: BTreeMap<Id, BTreeSet<Id>> = BTreeMap::new();
    for it in calls {
        to.entry(it.from).or_default().insert(it.to);
    }
    let reached = |from: Id| {
        let mut found = BTreeSet::new();
        let mut open: Vec<Id> = to.get(&from).into_iter().flatten().copied().collect();
        while let Some(it) = open.pop() {
            if found.insert(it) {
                open.extend(to.get(&it).into_iter().flatten());
            }
        }
        found
    };
    let all: BTreeMap<Id, BTreeSet<Id>> = to.keys().map(|it| (*it, reached(*it))).collect();
    let mut done = BTreeSet::new();
    let mut groups = Vec::new();
    for (from, tos) in &all {
        if !tos.contains(from) || done.contains(from) {
            continue;
        }
        let back = |it: &&Id| all.get(it).is_some_and(|them| them.contains(from));
        let group: BTreeSet<Id> = tos.iter().filter(back).copied().collect();
        done.extend(group.iter().copied());
        groups.push(group);
    }
    groups
}
