//! Goes through an expression whose conversion has to be relied on, node by node.
//!
//! **Invariant:** what is local is told by the tree, from where it is bound to where that ends; what
//! is not listed here is refused.

use super::Judged;
use super::computed::complain_at;
use super::proof::Proofs;
use super::types::last;
use super::{complain, is_fraction};
use crate::idris::name::is_library_name;
use crate::idris::syntax::token::Kind;
use crate::idris::syntax::tree::{Argument, At, Bound, Domain, Expr, Given, Node, Piece};

use super::patterns::is_variable;

/// Operators whose conversion can be relied on.
const OPERATORS: [&str; 17] =
    ["+", "-", "*", "==", "/=", "<", "<=", ">", ">=", "&&", "||", "++", "::", "=", ".", "$", "**"];

/// Those of them that instances of a model can have a say in.
const COMPARISONS: [&str; 6] = ["==", "/=", "<", "<=", ">", ">="];

/// Whether what stands alone in a small letter is a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A value, where it is what has the name.
    Value,
    /// A type, where it is a variable that the compiler finds, whatever else has its name.
    Type,
}

/// Where an expression stands.
#[derive(Debug)]
pub(super) struct Scope<'a> {
    pub(super) variables: Vec<&'a str>,
    pub(super) mode: Mode,
    /// What was named of the model and is left to be looked at.
    pub(super) left: Vec<&'a str>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(variables: impl IntoIterator<Item = &'a str>, mode: Mode) -> Scope<'a> {
        Scope { variables: variables.into_iter().collect(), mode, left: Vec::new() }
    }
}

impl<'a> Proofs<'_, 'a> {
    /// An expression; what it names of the model is left to be looked at.
    pub(super) fn term(&self, it: &'a Expr, on: &mut Scope<'a>) -> Judged {
        let at = it.tokens.start;
        match &it.node {
            Node::Unit | Node::Projection(_) => Ok(()),
            Node::Literal => {
                let is_number = self.model.kind(at) == Some(Kind::Number);
                if is_number && is_fraction(self.model.word(at)) {
                    return complain(it, "fractions are written as `Rate` or `Decimal`");
                }
                Ok(())
            }
            Node::Group(inside) => self.term(inside, on),
            Node::Project(base, _) => self.term(base, on),
            Node::Name if self.is_type_of_types(it) => self.no_type(at),
            Node::Name => self.name(at, true, on),
            Node::Apply(head, arguments) => {
                if head.node == Node::Name {
                    self.name(head.tokens.start, false, on)?;
                } else {
                    self.term(head, on)?;
                }
                self.given(it, head, arguments, on)?;
                arguments.iter().try_for_each(|it| match it {
                    Argument::Explicit(it) | Argument::Named(_, Some(it)) => self.term(it, on),
                    Argument::Named(at, None) => self.name(*at, true, on),
                })
            }
            Node::Row(pieces) => pieces.iter().try_for_each(|it| match it {
                Piece::Operand(it) => self.term(it, on),
                Piece::Operator(at) => self.operator(*at, on),
            }),
            Node::List(all) | Node::Tuple(all) => all.iter().try_for_each(|it| self.term(it, on)),
            // A value that holds functions could hold one over itself, which never ends.
            Node::Function(..) => complain(
                it,
                "a type with `->` stands here only as the type of a function, or of what a function takes: no field and no type is made of functions",
            ),
            // To the compiler a name of any kind before `**` is a variable.
            Node::Pair(None, ..) => {
                complain(it, "here a dependent pair is written with its variable, `(x : A ** B)`")
            }
            Node::Pair(variable, one, other) => {
                self.term(one, on)?;
                let n_outside = on.variables.len();
                on.variables.extend(variable.map(|it| self.model.word(it)));
                let judged = self.term(other, on);
                on.variables.truncate(n_outside);
                judged
            }
            Node::Lambda(bounds, body) => {
                let n_outside = on.variables.len();
                let judged = bounds
                    .iter()
                    .try_for_each(|it| self.bound_by_lambda(it, on))
                    .and_then(|()| self.term(body, on));
                on.variables.truncate(n_outside);
                judged
            }
            Node::If(..)
            | Node::Case(..)
            | Node::Let(..)
            | Node::Do(_)
            | Node::Rewrite(..)
            | Node::LambdaCase(_)
            | Node::Update(_) => complain_at(
                at,
                format!(
                    "`{}` may not stand here: what a rule, `view` or `make` says, and every function that they name, is written in clauses",
                    self.model.word(at)
                ),
            ),
            Node::Blank => complain(it, "`_` may not stand here: write what it stands for"),
            Node::Hole | Node::Range(..) | Node::As(_) => complain(
                it,
                format!(
                    "`{}` may not stand in what a rule, a proof or `view` says; write a function by clauses",
                    self.model.shown(it)
                ),
            ),
        }
    }

    /// What may be given by its name, and what a type may be applied to.
    fn given(
        &self,
        it: &'a Expr,
        head: &Expr,
        arguments: &[Argument],
        on: &mut Scope<'a>,
    ) -> Judged {
        let written = self.model.word(head.tokens.start);
        let is_local = head.node != Node::Name || on.variables.contains(&written);
        for it in arguments {
            let Argument::Named(at, _) = it else { continue };
            let name = self.model.word(*at);
            let of_function =
                self.own_function(written).is_some_and(|it| it.takes_by_name(self.model, name));
            if is_local || !(of_function || self.is_field(written, name)) {
                return self.no_brace(*at);
            }
        }
        let ty = self.types.named(self.model, written).filter(|_| !is_local);
        if let Some(own) = ty.filter(|it| self.types.is_own(*it)).map(|it| self.types.get(it)) {
            let n = own.parameters.len();
            if arguments.len() != n && self.types.constructor(written).is_none() {
                return complain(
                    it,
                    format!(
                        "`{written}` is applied to {} things and has {n} parameters",
                        arguments.len()
                    ),
                );
            }
            self.parameters_told(own)?;
        }
        if ty.is_some() && !self.told.is_told(it, &mut on.variables) {
            return complain(
                it,
                format!(
                    "`{}`: a type is applied to fields, names, numbers and functions of these here, and to nothing of which a part is left to the compiler",
                    self.model.shown(it)
                ),
            );
        }
        Ok(())
    }

    /// What a function comes to: a value, or a type.
    pub(super) fn result(&self, it: &'a Expr, on: &mut Scope<'a>) -> Judged {
        if self.is_type_of_types(it.ungrouped()) { Ok(()) } else { self.term(it, on) }
    }

    fn is_type_of_types(&self, it: &Expr) -> bool {
        it.node == Node::Name && last(self.model.word(it.tokens.start)) == "Type"
    }

    /// A type that is a value could be taken apart, and what holds it be found in it again: so what
    /// never ends is total to the compiler (v0.8.0).
    fn no_type(&self, at: At) -> Judged {
        complain_at(
            at,
            "`Type` stands here only as what a function comes to: what a rule, a proof or `view` names takes no types, and holds none"
                .to_owned(),
        )
    }

    /// What a function takes, in order, and what it comes to; whether functions are among it.
    pub(super) fn domains(
        &self,
        domains: &'a [Domain],
        result: &'a Expr,
        takes_functions: bool,
        on: &mut Scope<'a>,
    ) -> Judged {
        let n_outside = on.variables.len();
        let taken = |of: &'a Expr, on: &mut Scope<'a>| {
            if takes_functions { self.arrows(of, on) } else { self.term(of, on) }
        };
        for domain in domains {
            let found = |what: &str, at: At| {
                complain_at(
                    at,
                    format!(
                        "`{what}` may not stand here: what a function that a rule, a proof or `view` names takes is written, not found by the compiler"
                    ),
                )
            };
            match domain {
                Domain::Plain(of) => taken(of, on)?,
                Domain::Needs(of) => return found("=>", of.tokens.start),
                Domain::Named(it) => {
                    let at = it.names.first().copied().unwrap_or(result.tokens.start);
                    match it.given {
                        Given::Auto => return found("auto", at),
                        Given::Default(_) => return found("default", at),
                        Given::Implicit => {
                            return found(&format!("{{{} : …}}", self.model.word(at)), at);
                        }
                        Given::Explicit => {}
                    }
                    if let Some(of) = &it.of {
                        taken(of, on)?;
                    }
                    on.variables.extend(it.names.iter().map(|it| self.model.word(*it)));
                }
                Domain::Forall(names) => {
                    return found("forall", names.first().copied().unwrap_or(result.tokens.start));
                }
            }
        }
        let judged = self.result(result, on);
        on.variables.truncate(n_outside);
        judged
    }

    fn bound_by_lambda(&self, it: &'a Bound, on: &mut Scope<'a>) -> Judged {
        if let Some(of) = &it.of {
            self.term(of, on)?;
            // A lambda may be given to what takes another type, where its own is not computed yet
            // (v0.8.0).
            if let Some(at) = self.computed_type_in(of) {
                return complain_at(
                    at,
                    format!(
                        "`{}` may not stand here: the type of what a lambda takes is written out, or left away",
                        self.model.word(at)
                    ),
                );
            }
        }
        let word = self.model.word(it.pattern.tokens.start);
        match it.pattern.node {
            Node::Blank => Ok(()),
            Node::Name
                if is_variable(word)
                    && !on.variables.contains(&word)
                    && !is_library_name(word)
                    && !self.told.is_trusted(word)
                    && self.functions.get(word).is_none() =>
            {
                on.variables.push(word);
                Ok(())
            }
            _ => complain(
                &it.pattern,
                format!(
                    "`{}` may not stand here: a lambda in what a rule or a proof says takes plain variables with names of their own",
                    self.model.shown(&it.pattern)
                ),
            ),
        }
    }

    /// The first name of a function of the model in a type.
    fn computed_type_in(&self, of: &Expr) -> Option<At> {
        let is_function = |it: &At| {
            self.model.kind(*it) == Some(Kind::Name)
                && self.own_function(self.model.word(*it)).is_some()
        };
        of.tokens.clone().find(is_function)
    }

    fn operator(&self, at: At, on: &mut Scope<'a>) -> Judged {
        let word = self.model.word(at);
        if self.model.kind(at) == Some(Kind::Name) {
            return self.name(at, false, on);
        }
        if COMPARISONS.contains(&word) {
            self.compares.set(true);
        }
        if OPERATORS.contains(&word) {
            return Ok(());
        }
        complain_at(
            at,
            format!(
                "`{word}` may not stand in what a rule, a proof or `view` says; write a function by clauses"
            ),
        )
    }

    fn name(&self, at: At, alone: bool, on: &mut Scope<'a>) -> Judged {
        let word = self.model.word(at);
        if on.variables.contains(&word) || self.places.contains(&at) {
            return Ok(());
        }
        if last(word) == "linesOf" {
            return complain_at(
                at,
                "`linesOf` stands where lines with proofs are made only; others are made by `map`"
                    .to_owned(),
            );
        }
        if on.mode != Mode::Value && alone && is_variable(word) {
            return self.variable_of_type(at);
        }
        self.known(at, &mut on.left)
    }
}
