//! That what conversion goes through comes to an end.
//!
//! The compiler (v0.8.0) holds some functions for total that never end: a data type whose values hold
//! functions over it leads through a parameter past its check, and a value that is its own successor
//! is the same as its successor to conversion. So that is told here, by less than the compiler asks.
//!
//! **Invariant:** a function that conversion goes through names itself only for a part of what one of
//! its arguments is, always the same one; several lead not to one another; and what records and data
//! types hold are no functions (`term.rs` refuses `->` there). So each call is for less, down to
//! nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::computed::complain_at;
use super::functions::Function;
use super::patterns::variables_of;
use super::proof::Proofs;
use super::types::last;
use super::{Judged, complain};
use crate::idris::syntax::tree::{Argument, Expr, Node, Piece, Right};

/// What stands for all instances of a model among the names of its functions.
const INSTANCES: &str = "==";

/// What each function and type of a model names of others.
#[derive(Debug, Default)]
pub(super) struct Leads<'a> {
    all: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Those from which no circle is reached.
    clean: BTreeSet<&'a str>,
}

impl<'a> Leads<'a> {
    pub(super) fn note(&mut self, from: &'a str, to: &[&'a str]) {
        self.all.entry(from).or_default().extend(to);
    }

    /// One that leads back to itself over others, reached from some names; each is walked through
    /// once.
    fn circle(&mut self, names: &[&'a str], counts: &dyn Fn(&str) -> bool) -> Option<&'a str> {
        // Strongly connected components: R. Tarjan, "Depth-first search and linear graph
        // algorithms", SIAM J. Comput. 1 (1972), without recursion.
        let others = |of: &'a str| -> Vec<&'a str> {
            let next = self.all.get(of).into_iter().flatten().copied();
            next.filter(|it| *it != of && !self.clean.contains(it)).collect()
        };
        let mut number: BTreeMap<&str, usize> = BTreeMap::new();
        let mut lowest: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut open, mut is_open): (Vec<&'a str>, BTreeSet<&str>) = (Vec::new(), BTreeSet::new());
        for name in names {
            if number.contains_key(name) || self.clean.contains(name) {
                continue;
            }
            let mut path = vec![(*name, others(name))];
            number.insert(name, number.len());
            lowest.insert(name, number[name]);
            open.push(name);
            is_open.insert(name);
            while let Some((at, left)) = path.last_mut() {
                let at = *at;
                if let Some(next) = left.pop() {
                    if !number.contains_key(next) {
                        number.insert(next, number.len());
                        lowest.insert(next, number[next]);
                        open.push(next);
                        is_open.insert(next);
                        path.push((next, others(next)));
                    } else if is_open.contains(next) {
                        let low = lowest[at].min(number[next]);
                        lowest.insert(at, low);
                    }
                    continue;
                }
                path.pop();
                if let Some((above, _)) = path.last() {
                    let low = lowest[above].min(lowest[at]);
                    lowest.insert(above, low);
                }
                if lowest[at] == number[at] {
                    let from = open.iter().rposition(|it| *it == at).unwrap_or_default();
                    let together = open.split_off(from);
                    for it in &together {
                        is_open.remove(it);
                    }
                    if together.len() > 1
                        && let Some(it) = together.into_iter().find(|it| counts(it))
                    {
                        return Some(it);
                    }
                }
            }
        }
        self.clean.extend(number.into_keys());
        None
    }
}

impl<'a> Proofs<'_, 'a> {
    /// Refuses a function whose calls of itself are not each for less than it was given.
    pub(super) fn ends(&self, name: &str, function: &Function<'a>) -> Judged {
        let (mut calls, mut parts) = (Vec::new(), Vec::new());
        for clause in &function.clauses {
            let Right::Is(right) = &clause.right else { continue };
            let patterns: &[Argument] = match &clause.left.node {
                Node::Apply(_, given) => given,
                _ => &[],
            };
            self.calls(name, right, &mut |at, given| calls.push((at, parts.len(), given)));
            let less = patterns.iter().map(|it| self.parts_of(it));
            parts.push(less.collect::<Vec<BTreeSet<&str>>>());
        }
        let Some(first) = calls.first().map(|it| it.0) else { return Ok(()) };
        // What is given by its name stands at another place than it is written.
        let named = calls.iter().flat_map(|it| it.2).any(|it| matches!(it, Argument::Named(..)));
        let is_less = |n: usize| {
            !named
                && calls.iter().all(|(_, of, given)| match (parts[*of].get(n), given.get(n)) {
                    (Some(less), Some(Argument::Explicit(it))) => {
                        let it = it.ungrouped();
                        it.node == Node::Name && less.contains(self.model.word(it.tokens.start))
                    }
                    _ => false,
                })
        };
        let most = calls.iter().map(|it| it.2.len()).min().unwrap_or(0);
        if (0..most).any(is_less) {
            return Ok(());
        }
        complain(
            first,
            format!(
                "`{name}` is named by a rule, a proof or `view` and names itself: it does so only as `{name} …` with what the pattern of one argument, always the same one, takes out of that, as in `{name} (x :: xs) = … {name} xs`"
            ),
        )
    }

    /// Notes that a function compares, which leads to whatever the model's instances name.
    pub(super) fn leads_to_instances(&mut self, name: &'a str) {
        self.leads.note(name, &[INSTANCES]);
    }

    /// Notes what the model's instances name.
    pub(super) fn instances_lead(&mut self, to: &[&'a str]) {
        self.leads.note(INSTANCES, to);
        // What was seen to reach no circle may reach one over these.
        self.leads.clean.clear();
    }

    /// Refuses functions that lead to one another.
    pub(super) fn leads_on(&mut self, names: &[&'a str]) -> Judged {
        let functions = self.functions;
        match self.leads.circle(names, &|it| functions.get(it).is_some()) {
            None => Ok(()),
            Some(name) => complain_at(
                self.functions.get(name).map_or(0, |it| it.tokens().start),
                format!(
                    "`{name}` is named by a rule, a proof or `view` and leads over others to itself: write it as one function"
                ),
            ),
        }
    }

    /// The variables of a pattern that are less than what it stands for.
    fn parts_of(&self, it: &'a Argument) -> BTreeSet<&'a str> {
        let Argument::Explicit(it) = it else { return BTreeSet::new() };
        let mut it = it.ungrouped();
        while let Node::As(inside) = &it.node {
            it = inside.ungrouped();
        }
        match it.node {
            Node::Name => BTreeSet::new(),
            _ => variables_of(self.model, it),
        }
    }

    /// Tells of each place where a function is named, with what it is applied to there.
    fn calls<'b>(&self, name: &str, it: &'b Expr, tell: &mut dyn FnMut(&'b Expr, &'b [Argument])) {
        let means = |at| {
            let written = self.model.word(at);
            last(written) == name && self.own_function(written).is_some()
        };
        let is_it = |it: &Expr| it.node == Node::Name && means(it.tokens.start);
        match &it.node {
            Node::Name if is_it(it) => tell(it, &[]),
            Node::Apply(head, given) => {
                if is_it(head) {
                    tell(it, given);
                } else {
                    self.calls(name, head, tell);
                }
                for argument in given {
                    match argument {
                        Argument::Explicit(it) | Argument::Named(_, Some(it)) => {
                            self.calls(name, it, tell);
                        }
                        Argument::Named(at, None) if means(*at) => tell(it, &[]),
                        Argument::Named(..) => {}
                    }
                }
            }
            Node::Group(inside) | Node::Project(inside, _) => self.calls(name, inside, tell),
            Node::Lambda(bounds, inside) => {
                for of in bounds.iter().filter_map(|it| it.of.as_ref()) {
                    self.calls(name, of, tell);
                }
                self.calls(name, inside, tell);
            }
            Node::Row(pieces) => {
                for piece in pieces {
                    match piece {
                        Piece::Operand(it) => self.calls(name, it, tell),
                        Piece::Operator(at) if means(*at) => tell(it, &[]),
                        Piece::Operator(_) => {}
                    }
                }
            }
            Node::List(all) | Node::Tuple(all) => {
                all.iter().for_each(|it| self.calls(name, it, tell));
            }
            Node::Pair(_, one, other) => {
                self.calls(name, one, tell);
                self.calls(name, other, tell);
            }
            // What a function by clauses may not say is refused where its terms are looked at.
            _ => {}
        }
    }
}
