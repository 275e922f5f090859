//! What the patterns of a clause bind.

use std::collections::BTreeSet;

use crate::idris::syntax::Source;
use crate::idris::syntax::tree::{Argument, At, Expr, Node, Piece};

/// Whether a name in a pattern is a variable: elsewhere it is a constructor.
pub(super) fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains('.')
}

/// The variables in the patterns of a clause.
pub(super) fn variables<'a>(source: &'a Source, left: &Expr) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    match &left.node {
        Node::Apply(_, arguments) => given(source, arguments, &mut found),
        Node::Row(_) => pattern(source, left, &mut found),
        _ => {}
    }
    found
}

/// The variables in one pattern.
pub(super) fn variables_of<'a>(source: &'a Source, it: &Expr) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    pattern(source, it, &mut found);
    found
}

/// What stands before `=` in braces is the name of an argument and no variable.
fn given<'a>(source: &'a Source, arguments: &[Argument], found: &mut BTreeSet<&'a str>) {
    for it in arguments {
        match it {
            Argument::Explicit(it) | Argument::Named(_, Some(it)) => pattern(source, it, found),
            Argument::Named(at, None) => {
                found.insert(source.word(*at));
            }
        }
    }
}

fn pattern<'a>(source: &'a Source, it: &Expr, found: &mut BTreeSet<&'a str>) {
    let first = source.word(it.tokens.start);
    match &it.node {
        Node::Name if is_variable(first) => {
            found.insert(first);
        }
        Node::As(inside) => {
            found.insert(first);
            pattern(source, inside, found);
        }
        Node::Group(inside) => pattern(source, inside, found),
        Node::Apply(_, arguments) => given(source, arguments, found),
        Node::List(all) | Node::Tuple(all) => all.iter().for_each(|it| pattern(source, it, found)),
        Node::Pair(_, one, other) => {
            pattern(source, one, found);
            pattern(source, other, found);
        }
        Node::Row(pieces) => {
            for it in pieces {
                if let Piece::Operand(it) = it {
                    pattern(source, it, found);
                }
            }
        }
        _ => {}
    }
}

/// Where the patterns of a clause take something apart that no constructor made.
pub(super) fn no_constructor(
    source: &Source,
    left: &Expr,
    is_made: &dyn Fn(&str) -> bool,
) -> Option<At> {
    match &left.node {
        Node::Apply(_, arguments) => unmade_in(source, arguments, is_made),
        // What is defined here is an operator itself.
        Node::Row(pieces) => pieces.iter().find_map(|it| match it {
            Piece::Operand(it) => unmade(source, it, is_made),
            Piece::Operator(_) => None,
        }),
        _ => None,
    }
}

fn unmade_in(
    source: &Source,
    arguments: &[Argument],
    is_made: &dyn Fn(&str) -> bool,
) -> Option<At> {
    arguments.iter().find_map(|it| match it {
        Argument::Explicit(it) | Argument::Named(_, Some(it)) => unmade(source, it, is_made),
        Argument::Named(_, None) => None,
    })
}

fn unmade(source: &Source, it: &Expr, is_made: &dyn Fn(&str) -> bool) -> Option<At> {
    let at = it.tokens.start;
    let next = |it: &Expr| unmade(source, it, is_made);
    match &it.node {
        Node::Literal | Node::Blank | Node::Unit => None,
        Node::Name if is_variable(source.word(at)) || is_made(source.word(at)) => None,
        Node::Group(inside) | Node::As(inside) => next(inside),
        Node::Apply(head, arguments) if head.node == Node::Name && is_made(source.word(at)) => {
            unmade_in(source, arguments, is_made)
        }
        Node::List(all) | Node::Tuple(all) => all.iter().find_map(next),
        Node::Row(pieces) => pieces.iter().find_map(|it| match it {
            Piece::Operand(it) => next(it),
            // A number below zero is a literal.
            Piece::Operator(at) => (!matches!(source.word(*at), "::" | "-")).then_some(*at),
        }),
        _ => Some(at),
    }
}

/// The first name in braces in the patterns of a clause that is no field of what it stands behind.
pub(super) fn braces(
    source: &Source,
    it: &Expr,
    is_field: &dyn Fn(&str, &str) -> bool,
) -> Option<At> {
    let next = |it: &Expr| braces(source, it, is_field);
    match &it.node {
        Node::Group(inside) | Node::As(inside) => next(inside),
        Node::Apply(head, arguments) => arguments.iter().find_map(|it| match it {
            Argument::Explicit(it) => next(it),
            Argument::Named(at, of) => {
                let of_head = is_field(source.word(head.tokens.start), source.word(*at));
                if of_head { of.as_ref().and_then(next) } else { Some(*at) }
            }
        }),
        Node::List(all) | Node::Tuple(all) => all.iter().find_map(next),
        Node::Pair(_, one, other) => next(one).or_else(|| next(other)),
        Node::Row(pieces) => pieces.iter().find_map(|it| match it {
            Piece::Operand(it) => next(it),
            Piece::Operator(_) => None,
        }),
        _ => None,
    }
}

/// What a constructor is given that is written, in order: its name, empty where it has none, and
/// whether it is declared with `0`.
pub(super) type Given<'a> = Vec<(&'a str, bool)>;

/// What stands in the patterns of a clause for something that is declared with `0`, and is no
/// variable.
pub(super) fn erased_apart<'a, 'b>(
    source: &Source,
    it: &'b Expr,
    takes: &dyn Fn(&str) -> Given<'a>,
) -> Option<&'b Expr> {
    let next = |it: &'b Expr| erased_apart(source, it, takes);
    let is_bound = |it: &Expr| {
        let it = it.ungrouped();
        it.node == Node::Blank
            || (it.node == Node::Name && is_variable(source.word(it.tokens.start)))
    };
    match &it.node {
        Node::Group(inside) | Node::As(inside) => next(inside),
        Node::Apply(head, arguments) => {
            let given = takes(source.word(head.tokens.start));
            let mut places = given.iter();
            arguments.iter().find_map(|it| {
                let (field, it) = match it {
                    Argument::Explicit(it) => (places.next(), it),
                    Argument::Named(at, Some(it)) => {
                        (given.iter().find(|it| it.0 == source.word(*at)), it)
                    }
                    Argument::Named(_, None) => return None,
                };
                let erased = field.is_some_and(|it| it.1);
                if erased && !is_bound(it) { Some(it) } else { next(it) }
            })
        }
        Node::List(all) | Node::Tuple(all) => all.iter().find_map(next),
        Node::Pair(_, one, other) => next(one).or_else(|| next(other)),
        Node::Row(pieces) => pieces.iter().find_map(|it| match it {
            Piece::Operand(it) => next(it),
            Piece::Operator(_) => None,
        }),
        _ => None,
    }
}
