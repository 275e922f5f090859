//! Names that mean one thing wherever they stand.
//!
//! The compiler takes of several things of one name the one that fits, and what stands nearer hides
//! what stands further away. So that shape and compiler speak of the same things, what a model binds
//! in a type is called like no type, no constructor, no function that comes to types and none with a
//! capital.

use std::collections::BTreeSet;

use super::patterns::is_variable;
use super::types::{self, comes_to_type_of, speaks_of_types};
use super::{Complaint, items};
use crate::idris::name::is_library_name;
use crate::idris::syntax::Source;
use crate::idris::syntax::token::Kind;
use crate::idris::syntax::tree::{At, Domain, Expr, Item, Node};

/// What speaks against the names that a model binds in its types.
pub(super) fn check(model: &Source, facts: &Source) -> Vec<Complaint> {
    let own = of_types(model);
    let (of_facts, of_core) = (of_types(facts), types::core().map(of_types).unwrap_or_default());
    let taken = |name: &str| {
        [&own, &of_facts, &of_core].into_iter().any(|it| it.contains(name))
            || (is_library_name(name) && name.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    let mut found = Vec::new();
    let mut complain = |at: At, what: &str| {
        found.push(Complaint {
            tokens: at..at + 1,
            reason: format!(
                "{what} is called `{}` like a type; choose another name",
                model.word(at)
            ),
        });
    };
    for item in items(model) {
        let bound = match item {
            Item::Signature(it) => binders(model, it.of.tokens.clone()),
            Item::Record(it) => {
                let mut bound: Vec<At> =
                    it.parameters.iter().flat_map(|it| it.names.clone()).collect();
                for field in &it.fields {
                    bound.extend(&field.names);
                    bound.extend(field.of.iter().flat_map(|it| binders(model, it.tokens.clone())));
                }
                bound
            }
            Item::Data(it) => {
                let mut bound: Vec<At> =
                    it.parameters.iter().flat_map(|it| it.names.clone()).collect();
                let inside = it.constructors.iter().filter_map(|it| it.of.as_ref());
                for of in inside.chain(&it.of) {
                    bound.extend(binders(model, of.tokens.clone()));
                }
                bound
            }
            _ => continue,
        };
        for at in bound {
            if taken(model.word(at)) {
                complain(at, "a field or an argument");
            }
        }
    }
    // A type that is called like one of the compiler's library would be taken for either.
    for item in items(model) {
        let names: Vec<At> = match item {
            Item::Record(it) => std::iter::once(it.name).chain(it.constructor).collect(),
            Item::Data(it) => {
                std::iter::once(it.name).chain(it.constructors.iter().map(|it| it.name)).collect()
            }
            Item::Signature(it) => it
                .names
                .iter()
                .copied()
                .filter(|at| comes_to_type_of(model, &it.of) || !is_variable(model.word(*at)))
                .collect(),
            _ => continue,
        };
        for at in names.into_iter().filter(|at| is_library_name(model.word(*at))) {
            complain(at, "what is declared here");
        }
    }
    // What begins with a small letter and is applied to nothing is a variable in a type, whatever else
    // has its name.
    for item in items(model) {
        let names: Vec<At> = match item {
            Item::Signature(it) if model.shown(it.of.ungrouped()) == "Type" => it.names.clone(),
            Item::Record(it) => vec![it.name],
            Item::Data(it) => vec![it.name],
            _ => continue,
        };
        for at in names.into_iter().filter(|at| is_variable(model.word(*at))) {
            found.push(Complaint {
                tokens: at..at + 1,
                reason: format!(
                    "`{}` is a type, so its name begins with a capital",
                    model.word(at)
                ),
            });
        }
    }
    found.extend(items(model).flat_map(types_of).filter_map(|it| block(model, it)));
    found.extend(items(model).flat_map(|it| twice(model, it)).map(|at| Complaint {
        tokens: at..at + 1,
        reason: format!(
            "another parameter, field or argument is called `{}` here as well: to the compiler they would be one",
            model.word(at)
        ),
    }));
    found
}

/// Names that are bound a second time beside one another: the compiler makes a constructor's type of
/// both, in which the nearer one hides the other.
fn twice(model: &Source, item: &Item) -> Vec<At> {
    let mut found = Vec::new();
    let mut again = |names: &mut dyn Iterator<Item = At>| {
        let mut seen = BTreeSet::new();
        found.extend(names.filter(|at| {
            let name = model.word(*at);
            name != "_" && !seen.insert(name)
        }));
    };
    let of = |it: &Expr| match &it.ungrouped().node {
        Node::Function(domains, _) => domains.iter().flat_map(named).collect(),
        _ => Vec::new(),
    };
    match item {
        Item::Record(it) => {
            again(&mut it.parameters.iter().chain(&it.fields).flat_map(|it| it.names.clone()));
        }
        Item::Data(it) => {
            again(&mut it.parameters.iter().flat_map(|it| it.names.clone()));
            for it in it.constructors.iter().filter_map(|it| it.of.as_ref()).chain(&it.of) {
                again(&mut of(it).into_iter());
            }
        }
        Item::Signature(it) => again(&mut of(&it.of).into_iter()),
        _ => {}
    }
    found
}

/// The names that a step of a function's type binds.
fn named(it: &Domain) -> Vec<At> {
    match it {
        Domain::Named(it) => it.names.clone(),
        Domain::Forall(names) => names.clone(),
        Domain::Plain(_) | Domain::Needs(_) => Vec::new(),
    }
}

/// The types that an item is declared with.
fn types_of(item: &Item) -> Vec<&Expr> {
    match item {
        Item::Signature(it) => vec![&it.of],
        Item::Record(it) => {
            it.parameters.iter().chain(&it.fields).filter_map(|it| it.of.as_ref()).collect()
        }
        Item::Data(it) => {
            let parameters = it.parameters.iter().filter_map(|it| it.of.as_ref());
            let constructors = it.constructors.iter();
            let inside = constructors.flat_map(|it| it.arguments.iter().chain(&it.of));
            parameters.chain(&it.of).chain(inside).collect()
        }
        _ => Vec::new(),
    }
}

/// Two blocks that stand in one place of the text are the same to the compiler (v0.8.0), whatever
/// they look at: so none stands in a type.
fn block(model: &Source, of: &Expr) -> Option<Complaint> {
    let begins = |at: &At| match model.kind(*at) {
        Some(Kind::Keyword) => {
            matches!(model.word(*at), "if" | "case" | "let" | "do" | "rewrite")
        }
        // What changes a record's field and what takes an argument apart are blocks as well.
        Some(Kind::Symbol) => match model.word(*at) {
            ":=" | "$=" => true,
            "\\" => model.word(*at + 1) == "(",
            _ => false,
        },
        _ => false,
    };
    let at = of.tokens.clone().find(begins)?;
    Some(Complaint {
        tokens: at..at + 1,
        reason: format!(
            "`{}` may not stand in a type: name a function that is written in clauses",
            model.word(at)
        ),
    })
}

/// Types, constructors and functions that come to types.
fn of_types(source: &Source) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for item in items(source) {
        match item {
            // Behind a name with a capital there can be a type, whatever its own type is called.
            Item::Signature(it) => {
                let named = it.names.iter().map(|it| source.word(*it));
                let speaks = speaks_of_types(source, &it.of);
                names.extend(named.filter(|it| speaks || !is_variable(it)));
            }
            Item::Record(it) => {
                names.insert(source.word(it.name));
                names.extend(it.constructor.map(|it| source.word(it)));
            }
            Item::Data(it) => {
                names.insert(source.word(it.name));
                names.extend(it.constructors.iter().map(|it| source.word(it.name)));
            }
            _ => {}
        }
    }
    names
}

/// The names that are bound in a type: before `:`, and behind `forall`.
pub(super) fn binders(source: &Source, tokens: std::ops::Range<At>) -> Vec<At> {
    let mut found = Vec::new();
    let is_name = |at: At| source.kind(at) == Some(Kind::Name);
    for at in tokens.clone() {
        if source.word(at) == "forall" {
            let behind =
                (at + 1..tokens.end).take_while(|it| is_name(*it) || source.word(*it) == ",");
            found.extend(behind.filter(|it| is_name(*it)));
        }
        if source.word(at) == ":" {
            let before = (tokens.start..at).rev();
            let before = before.take_while(|it| is_name(*it) || source.word(*it) == ",");
            found.extend(before.filter(|it| is_name(*it)));
        }
    }
    found
}
