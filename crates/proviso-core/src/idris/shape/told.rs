//! What types are applied to: nothing of it is left to the compiler.
//!
//! What nobody writes is found by the compiler, and what it finds in one place need not be what it
//! finds in another; conversion does not compare it where the type of a function names it. A type that
//! is applied to the constructor of a record with parameters, to `[]` or to a type whose parameter is
//! not written is such a place, although it has no braces.
//!
//! **Invariant:** the types of all parts of what is told here are known from what is written.

use std::collections::BTreeMap;

use super::computed::named;
use super::functions::{Functions, is_name, n_written};
use super::lemmas::CORE;
use super::statement::OPERATORS;
use super::types::{self, Types, last};
use super::{items, library};
use crate::idris::syntax::tree::{Argument, Domain, Expr, Given, Item, Node, Piece, Quantity};

/// What a model can speak of, to tell what of it leaves something open.
#[derive(Debug)]
pub(super) struct Told<'s, 'a> {
    types: &'s Types<'a>,
    functions: &'s Functions<'a>,
    /// The functions of the facts and of the library of which conversion compares everything that is
    /// there when they run, each with its module, and how much they take that is written.
    pub(super) trusted: BTreeMap<(&'a str, &'a str), usize>,
}

impl<'s, 'a> Told<'s, 'a> {
    pub(super) fn new(types: &'s Types<'a>, functions: &'s Functions<'a>) -> Told<'s, 'a> {
        Told { types, functions, trusted: trusted(types) }
    }

    /// Whether an expression of the model leaves nothing to the compiler, where its functions are
    /// looked at by who asks.
    pub(super) fn is_told<'b>(&self, it: &Expr, bound: &mut Vec<&'b str>) -> bool
    where
        'a: 'b,
    {
        self.told(it, bound, true)
    }

    /// The same of one without functions of the model, which nobody looks at.
    pub(super) fn is_plainly_told<'b>(&self, it: &Expr, bound: &mut Vec<&'b str>) -> bool
    where
        'a: 'b,
    {
        self.told(it, bound, false)
    }

    fn told<'b>(&self, it: &Expr, bound: &mut Vec<&'b str>, own: bool) -> bool
    where
        'a: 'b,
    {
        let it = it.ungrouped();
        let model = self.types.model;
        match &it.node {
            Node::Unit | Node::Literal => true,
            Node::Name => self.name(model.word(it.tokens.start), bound, 0, own),
            Node::Project(base, _) => self.told(base, bound, own),
            Node::Apply(head, arguments) if head.node == Node::Name => {
                let written = model.word(head.tokens.start);
                let of_functions = self.takes_functions(written, arguments.len());
                let stands_for = self.is_given(written, arguments);
                self.name(written, bound, arguments.len(), own)
                    && arguments.iter().enumerate().all(|(n, it)| match it {
                        Argument::Explicit(it) => {
                            (of_functions && self.is_function(it, bound, own))
                                || (stands_for && n == 0 && self.is_blank(it, bound, own))
                                || self.told(it, bound, own)
                        }
                        Argument::Named(..) => false,
                    })
            }
            Node::Row(pieces) => {
                // What is empty is of the type of what it stands beside; behind `=` stands a type of
                // its own.
                let (mut n_told, mut n_empty) = (0, 0);
                let all = pieces.iter().all(|it| match it {
                    Piece::Operand(it) => {
                        let told = self.told(it, bound, own);
                        let empty = !told && matches!(&*model.shown(it), "[]" | "Nothing");
                        n_told += usize::from(told);
                        n_empty += usize::from(empty);
                        told || empty
                    }
                    Piece::Operator(at) if model.word(*at) == "=" => {
                        let told = n_told > 0 || n_empty == 0;
                        (n_told, n_empty) = (0, 0);
                        told
                    }
                    Piece::Operator(at) => OPERATORS.contains(&model.word(*at)),
                });
                all && n_told > 0
            }
            Node::List(all) => !all.is_empty() && all.iter().all(|it| self.told(it, bound, own)),
            Node::Tuple(all) => all.iter().all(|it| self.told(it, bound, own)),
            Node::Function(domains, result) => self.arrows(domains, result, bound, own),
            Node::Pair(variable @ Some(_), one, other) => {
                let n_outside = bound.len();
                let told = self.told(one, bound, own) && {
                    bound.extend(variable.map(|it| model.word(it)));
                    self.told(other, bound, own)
                };
                bound.truncate(n_outside);
                told
            }
            _ => false,
        }
    }

    fn arrows<'b>(
        &self,
        domains: &[Domain],
        result: &Expr,
        bound: &mut Vec<&'b str>,
        own: bool,
    ) -> bool
    where
        'a: 'b,
    {
        let n_outside = bound.len();
        let told = domains.iter().all(|it| match it {
            Domain::Plain(of) => self.told(of, bound, own),
            Domain::Named(it) if it.given == Given::Explicit => {
                let told = it.of.as_ref().is_some_and(|of| self.told(of, bound, own));
                bound.extend(it.names.iter().map(|it| self.types.model.word(*it)));
                told
            }
            _ => false,
        });
        let told = told && self.told(result, bound, own);
        bound.truncate(n_outside);
        told
    }

    /// Whether it is `given`, whose first argument is of the type that the second one tells.
    fn is_given(&self, written: &str, arguments: &[Argument]) -> bool {
        is_name(written, CORE, "given") && self.takes(written) == Some(arguments.len())
    }

    /// A constructor of the library with all that it takes, whatever tells its parameters:
    /// `MkMoney 0`.
    fn is_blank<'b>(&self, it: &Expr, bound: &mut Vec<&'b str>, own: bool) -> bool
    where
        'a: 'b,
    {
        let Node::Apply(head, arguments) = &it.ungrouped().node else { return false };
        let made = self.types.constructor(self.types.model.word(head.tokens.start));
        let whole = made.is_some_and(|(id, it)| {
            !self.types.is_own(id)
                && it.fields.len() == arguments.len()
                && it.fields.iter().all(|it| it.explicit)
        });
        whole
            && head.node == Node::Name
            && arguments.iter().all(|it| match it {
                Argument::Explicit(it) => self.told(it, bound, own),
                Argument::Named(..) => false,
            })
    }

    /// Whether the types of a lambda's variables are told by what it is given to.
    fn takes_functions(&self, written: &str, n_given: usize) -> bool {
        let of_type = |id| self.types.is_own(id) || self.types.get(id).parameters.len() == n_given;
        library::takes_functions(written, n_given)
            || self.types.named(self.types.model, written).is_some_and(of_type)
            || self.own_function(written).is_some()
            || self.is_of_facts(written)
    }

    /// Whether a lambda's body is told once its variables are.
    fn is_function<'b>(&self, it: &Expr, bound: &mut Vec<&'b str>, own: bool) -> bool
    where
        'a: 'b,
    {
        let Node::Lambda(variables, body) = &it.ungrouped().node else { return false };
        let n_outside = bound.len();
        let all = variables.iter().map(|it| self.types.model.word(it.pattern.tokens.start));
        bound.extend(all);
        let told = self.told(body, bound, own);
        bound.truncate(n_outside);
        told
    }

    fn name(&self, written: &str, bound: &[&str], n_given: usize, own: bool) -> bool {
        if bound.contains(&written) {
            return true;
        }
        if let Some(id) = self.types.named(self.types.model, written) {
            // What is left open of types of the facts and the library is told by all that they are
            // applied to.
            let ty = self.types.get(id);
            let whole = !self.types.is_own(id) && n_given == ty.parameters.len();
            return !ty.is_open || whole;
        }
        if let Some((id, constructor)) = self.types.constructor(written) {
            let spelled = !self.types.get(id).has_parameters() && constructor.left_open.is_empty();
            return spelled && constructor.fields.iter().all(|it| it.explicit);
        }
        if self.own_function(written).is_some() {
            return own;
        }
        if let Some(takes) = self.takes(written) {
            return n_given == takes || self.is_of_facts(written);
        }
        library::is_told(written, n_given)
    }

    /// Whether a name is one of the facts' functions, of whose types nothing is left open.
    fn is_of_facts(&self, written: &str) -> bool {
        let facts = self.types.facts.name.as_str();
        is_name(written, facts, last(written)) && self.trusted.contains_key(&(facts, last(written)))
    }

    /// A function of the model that takes nothing but what is written.
    fn own_function(&self, written: &str) -> Option<&'a str> {
        let takes = |it: &&str| self.functions.get(it).is_some_and(|it| it.takes().is_some());
        self.types.function(self.functions, written).filter(takes)
    }

    /// Whether a name is one of the facts' functions or the library's of which conversion compares
    /// everything.
    pub(super) fn is_trusted(&self, written: &str) -> bool {
        self.takes(written).is_some()
    }

    /// How many written arguments such a function takes.
    fn takes(&self, written: &str) -> Option<usize> {
        match written.rsplit_once('.') {
            Some(whole) => self.trusted.get(&whole).copied(),
            None => [self.types.facts.name.as_str(), CORE]
                .iter()
                .find_map(|module| self.trusted.get(&(*module, written)).copied()),
        }
    }
}

/// The functions of the facts and of the library of which conversion compares everything that is
/// there when they run, each with its module, and how much they take that is written.
fn trusted<'a>(types: &Types<'a>) -> BTreeMap<(&'a str, &'a str), usize> {
    let mut found = BTreeMap::new();
    for source in [Some(types.facts), types::core()].into_iter().flatten() {
        for it in items(source) {
            let Item::Signature(it) = it else { continue };
            let (names_none, takes) = match &it.of.node {
                Node::Function(domains, result) => {
                    let erased = it.quantity == Quantity::Free;
                    (
                        named(source, domains, result, erased).is_none(),
                        domains.iter().filter_map(n_written).sum(),
                    )
                }
                _ => (true, 0),
            };
            if names_none {
                let names = it.names.iter().map(|it| (source.name.as_str(), source.word(*it)));
                found.extend(names.map(|it| (it, takes)));
            }
        }
    }
    found
}
