//! The functions of a model by their names.

use std::collections::BTreeMap;
use std::ops::Range;

use super::proof::Place;
use super::{Complaint, Judged, complain, items};
use crate::idris::syntax::Source;
use crate::idris::syntax::tree::{
    Argument, Clause, Domain, Expr, Given, Item, Node, Quantity, Right, Signature,
};

/// A function: its signatures and its clauses.
#[derive(Debug, Default)]
pub(super) struct Function<'a> {
    pub(super) signatures: Vec<&'a Signature>,
    pub(super) clauses: Vec<&'a Clause>,
}

/// The functions of a module that are declared at its top.
#[derive(Debug)]
pub(super) struct Functions<'a> {
    all: BTreeMap<&'a str, Function<'a>>,
}

impl<'a> Functions<'a> {
    pub(super) fn of(source: &'a Source) -> Functions<'a> {
        let mut all: BTreeMap<&'a str, Function<'a>> = BTreeMap::new();
        for item in items(source) {
            match item {
                Item::Signature(it) => {
                    for name in &it.names {
                        all.entry(source.word(*name)).or_default().signatures.push(it);
                    }
                }
                Item::Clause(it) => {
                    all.entry(source.defined(&it.left)).or_default().clauses.push(it);
                }
                _ => {}
            }
        }
        Functions { all }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.all.keys().copied()
    }

    /// A name as the model has it.
    pub(super) fn name(&self, name: &str) -> Option<&'a str> {
        self.all.get_key_value(name).map(|it| *it.0)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Function<'a>> {
        self.all.get(name)
    }
}

impl<'a> Function<'a> {
    /// What its clauses, or else its signatures, are made of.
    pub(super) fn tokens(&self) -> Range<usize> {
        let clause = self.clauses.first().map(|it| it.left.tokens.clone());
        clause.or_else(|| self.signatures.first().map(|it| it.of.tokens.clone())).unwrap_or(0..1)
    }

    /// How many arguments it takes; none where some are found by the compiler.
    pub(super) fn takes(&self) -> Option<usize> {
        let Node::Function(domains, _) = &self.signatures.first()?.of.node else { return Some(0) };
        domains.iter().map(n_written).sum()
    }

    /// Whether it takes a value of this name that is written.
    pub(super) fn takes_by_name(&self, source: &Source, name: &str) -> bool {
        self.signatures.iter().all(|it| match &it.of.node {
            Node::Function(domains, _) => domains.iter().any(|it| match it {
                Domain::Named(it) => {
                    it.given == Given::Explicit
                        && it.names.iter().any(|it| source.word(*it) == name)
                }
                _ => false,
            }),
            _ => false,
        })
    }

    /// What it takes, in order: what may stand there, and its type where that is a value's.
    pub(super) fn parameters(&self) -> Vec<(Place, Option<&'a Expr>)> {
        let mut found = Vec::new();
        let Some(signature) = self.signatures.first() else { return found };
        let Node::Function(domains, _) = &signature.of.node else { return found };
        for domain in domains {
            match domain {
                Domain::Plain(of) => found.push((Place::Value, Some(of))),
                Domain::Named(it) => {
                    let place = match (&it.given, it.quantity) {
                        (Given::Explicit, Quantity::Erased) => Place::Erased,
                        (Given::Explicit, _) => Place::Value,
                        (Given::Implicit, _) => continue,
                        (Given::Auto | Given::Default(_), _) => Place::Searched,
                    };
                    found.extend(it.names.iter().map(|_| (place, it.of.as_ref())));
                }
                Domain::Needs(_) => found.push((Place::Searched, None)),
                Domain::Forall(_) => {}
            }
        }
        found
    }
}

/// How many arguments that are written a step of a function's type takes; none where the compiler
/// finds them.
pub(super) fn n_written(it: &Domain) -> Option<usize> {
    match it {
        Domain::Plain(_) => Some(1),
        Domain::Named(it) if it.given == Given::Explicit => Some(it.names.len()),
        _ => None,
    }
}

/// A function with one signature and one clause that is `name p q … = …` and nothing more.
pub(super) fn once<'s, 'a>(
    functions: &'s Functions<'a>,
    name: &str,
) -> Judged<(&'s Function<'a>, Vec<&'a Expr>, &'a Expr)> {
    let Some(function) = functions.get(name) else {
        return Err(Complaint {
            tokens: 0..1,
            reason: format!("`{name}` is not declared in the model"),
        });
    };
    let at = function.tokens();
    let several = |what: &str| Complaint {
        tokens: at.clone(),
        reason: format!("`{name}` has to be one signature and one clause, `{name} … = …`{what}"),
    };
    let ([_], [clause]) = (function.signatures.as_slice(), function.clauses.as_slice()) else {
        return Err(several(""));
    };
    if !clause.locals.is_empty() || !clause.views.is_empty() {
        return Err(several(
            ", without `where`: write each part where it stands, or as a function of its own",
        ));
    }
    let Right::Is(right) = &clause.right else {
        return Err(several(", without `with` or `impossible`"));
    };
    let patterns = match &clause.left.node {
        Node::Name => Vec::new(),
        Node::Apply(_, arguments) => arguments
            .iter()
            .map(|it| match it {
                Argument::Explicit(it) => Ok(it),
                Argument::Named(..) => {
                    complain(&clause.left, format!("`{name}` takes no arguments in braces"))
                }
            })
            .collect::<Judged<Vec<&Expr>>>()?,
        _ => return Err(several("")),
    };
    Ok((function, patterns, right))
}

/// Whether an expression is a name of a module, with or without the module before it.
pub(super) fn names(source: &Source, it: &Expr, module: &str, name: &str) -> bool {
    it.node == Node::Name && is_name(source.word(it.tokens.start), module, name)
}

/// Whether a written name is a module's.
pub(super) fn is_name(written: &str, module: &str, name: &str) -> bool {
    match written.rsplit_once('.') {
        None => written == name,
        Some((before, last)) => last == name && before == module,
    }
}
