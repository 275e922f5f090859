//! Whether calls end: size-change termination (Lee, Jones, Ben-Amram 2001) over constructors.
//!
//! A part of what a constructor made is smaller than the whole; nothing else is. Functions made of
//! `case` and `where` take part like any other.

use std::collections::{BTreeMap, BTreeSet};

use crate::Kernel;
use crate::term::{Id, Kind, Lit, R, Term, outside};

/// For an argument of who calls and one of who is called: whether the latter is smaller, or the same.
type Sizes = BTreeMap<(usize, usize), bool>;

/// How many ways of calling are looked at.
const MOST: usize = 20_000;

impl Kernel {
    /// Whether all that a module defines comes to an end.
    pub(crate) fn ends(&mut self) -> R<()> {
        let claims = std::mem::take(&mut self.ends);
        let own: BTreeSet<Id> = claims.iter().map(|it| it.0).collect();
        let mut calls: BTreeSet<(Id, Id, Sizes)> = BTreeSet::new();
        for (function, args, right) in &claims {
            let mut open = vec![(right, 0)];
            while let Some((term, under)) = open.pop() {
                self.deep(|_| Ok(()))?;
                let (mut head, mut given) = (term, Vec::new());
                while let Term::App(f, a) = head {
                    given.push(&**a);
                    head = f;
                }
                given.reverse();
                match head {
                    Term::Global(id) => {
                        if let Some((id, given)) = self.called(*id, &given, &own) {
                            let mut sizes = Sizes::new();
                            for (i, arg) in args.iter().enumerate() {
                                for (j, it) in given.iter().enumerate() {
                                    if let Some(less) = self.compare(it, under, arg) {
                                        sizes.insert((i, j), less);
                                    }
                                }
                            }
                            calls.insert((*function, id, sizes));
                        }
                    }
                    Term::Lam(_, body) => open.push((body, under + 1)),
                    Term::Pi(_, a, b) => open.extend([(&**a, under), (&**b, under + 1)]),
                    _ => {}
                }
                open.extend(given.into_iter().map(|it| (it, under)));
            }
        }
        // Only calls that can lead back matter.
        let mut reach: BTreeMap<Id, BTreeSet<Id>> = BTreeMap::new();
        for (from, to, _) in &calls {
            reach.entry(*from).or_default().insert(*to);
        }
        loop {
            let mut more = Vec::new();
            for (from, tos) in &reach {
                for to in tos {
                    if let Some(next) = reach.get(to) {
                        more.extend(next.difference(tos).map(|it| (*from, *it)));
                    }
                }
            }
            if more.is_empty() {
                break;
            }
            self.deep(|_| Ok(()))?;
            for (from, to) in more {
                reach.entry(from).or_default().insert(to);
            }
        }
        calls.retain(|it| reach.get(&it.1).is_some_and(|all| all.contains(&it.0)));
        let mut all = calls.clone();
        let mut fresh: Vec<(Id, Id, Sizes)> = calls.iter().cloned().collect();
        while let Some((from, over, first)) = fresh.pop() {
            for (_, to, second) in calls.iter().filter(|it| it.0 == over) {
                let mut sizes = Sizes::new();
                for ((i, j), less) in &first {
                    for ((k, l), other) in second.range((*j, 0)..(*j + 1, 0)) {
                        debug_assert_eq!(j, k);
                        let entry = sizes.entry((*i, *l)).or_insert(false);
                        *entry |= *less || *other;
                    }
                }
                self.deep(|_| Ok(()))?;
                let it = (from, *to, sizes);
                if all.insert(it.clone()) {
                    fresh.push(it);
                }
                if all.len() > MOST {
                    return outside("calls in too many ways to be told apart");
                }
            }
        }
        for (from, to, sizes) in &all {
            let twice = |(i, j): (&(usize, usize), &bool)| i.0 == i.1 && *j;
            if from == to && idempotent(sizes) && !sizes.iter().any(twice) {
                let name = self.globals[*from].name.clone();
                return outside(format!("`{name}` may not come to an end"));
            }
        }
        Ok(())
    }

    /// The function of these that is called, with what it is given.
    fn called<'a>(
        &self,
        id: Id,
        given: &[&'a Term],
        own: &BTreeSet<Id>,
    ) -> Option<(Id, Vec<&'a Term>)> {
        if !matches!(self.globals[id].kind, Kind::Method) {
            return own.contains(&id).then(|| (id, given.to_vec()));
        }
        let (mut head, mut args) = (*given.first()?, Vec::new());
        while let Term::App(f, a) = head {
            args.push(&**a);
            head = f;
        }
        args.reverse();
        let Term::Global(of) = head else { return None };
        let instance = self.instances.get(&(id, *of)).filter(|it| own.contains(it))?;
        args.extend(&given[1..]);
        Some((*instance, args))
    }

    /// Whether an argument is a part of a pattern (true) or all of it (false).
    fn compare(&self, it: &Term, under: usize, pattern: &Term) -> Option<bool> {
        if same(it, under, pattern) {
            return Some(false);
        }
        let mut parts = Vec::new();
        let mut open = vec![pattern];
        while let Some(whole) = open.pop() {
            let mut head = whole;
            let mut inside = Vec::new();
            while let Term::App(f, a) = head {
                inside.push(&**a);
                head = f;
            }
            if let Term::Global(id) = head
                && matches!(self.globals[*id].kind, Kind::Constructor(_))
            {
                parts.extend(inside.iter().copied());
                open.extend(inside);
            }
        }
        parts.into_iter().any(|part| same(it, under, part)).then_some(true)
    }
}

fn idempotent(sizes: &Sizes) -> bool {
    let mut twice = Sizes::new();
    for ((i, j), less) in sizes {
        for ((_, l), other) in sizes.range((*j, 0)..(*j + 1, 0)) {
            let entry = twice.entry((*i, *l)).or_insert(false);
            *entry |= *less || *other;
        }
    }
    twice == *sizes
}

/// Whether a term below so many binders is another one outside of them.
fn same(it: &Term, under: usize, other: &Term) -> bool {
    match (it, other) {
        (Term::Var(a), Term::Var(b)) => *a >= under && a - under == *b,
        (Term::Global(a), Term::Global(b)) => a == b,
        (Term::Lit(a), Term::Lit(b)) => a == b && !matches!(a, Lit::Nat(_)),
        (Term::Type, Term::Type) => true,
        (Term::App(f, a), Term::App(g, b)) => same(f, under, g) && same(a, under, b),
        _ => false,
    }
}
