//! Goes through an expression whose conversion has to be relied on, node by node.
//!
//! **Invariant:** what is local is told by the tree, from where it is bound to where that ends; what
//! is not listed here is refused.

use super::Judged;
use super::computed::{Mode, complain_at, named};
use super::proof::Proofs;
use super::types::last;
use super::{complain, is_fraction};
use crate::idris::name::is_library_name;
use crate::idris::syntax::token::Kind;
use crate::idris::syntax::tree::{Argument, At, Bound, Domain, Expr, Given, Node, Piece};

use super::bearing::is_variable;

/// Operators whose conversion can be relied on.
const OPERATORS: [&str; 17] =
    ["+", "-", "*", "==", "/=", "<", "<=", ">", ">=", "&&", "||", "++", "::", "=", ".", "$", "**"];

/// Those of them that instances of a model can have a say in.
const COMPARISONS: [&str; 6] = ["==", "/=", "<", "<=", ">", ">="];

impl<'a> Proofs<'_, 'a> {
    /// An expression; what it names of the model is left to be looked at.
    pub(super) fn term(
        &self,
        it: &'a Expr,
        scope: &mut Vec<&'a str>,
        mode: Mode,
        left: &mut Vec<&'a str>,
    ) -> Judged {
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
            Node::Group(inside) => self.term(inside, scope, mode, left),
            Node::Project(base, _) => self.term(base, scope, mode, left),
            Node::Name => self.name(at, true, scope, mode, left),
            Node::Apply(head, arguments) => {
                if head.node == Node::Name {
                    self.name(head.tokens.start, false, scope, mode, left)?;
                } else {
                    self.term(head, scope, mode, left)?;
                }
                arguments.iter().try_for_each(|it| match it {
                    Argument::Explicit(it) | Argument::Named(_, Some(it)) => {
                        self.term(it, scope, mode, left)
                    }
                    Argument::Named(at, None) => self.name(*at, true, scope, mode, left),
                })
            }
            Node::Row(pieces) => pieces.iter().try_for_each(|it| match it {
                Piece::Operand(it) => self.term(it, scope, mode, left),
                Piece::Operator(at) => self.operator(*at, scope, mode, left),
            }),
            Node::List(all) | Node::Tuple(all) => {
                all.iter().try_for_each(|it| self.term(it, scope, mode, left))
            }
            Node::Function(domains, result) => {
                if let Some(at) = named(self.model, domains, result, false) {
                    return self.no_argument(at);
                }
                self.domains(domains, result, scope, mode, left)
            }
            Node::Pair(variable, one, other) => {
                self.term(one, scope, mode, left)?;
                let n_outside = scope.len();
                scope.extend(variable.map(|it| self.model.word(it)));
                let judged = self.term(other, scope, mode, left);
                scope.truncate(n_outside);
                judged
            }
            Node::Lambda(bounds, body) => {
                let n_outside = scope.len();
                let judged = bounds
                    .iter()
                    .try_for_each(|it| self.bound_by_lambda(it, scope, mode, left))
                    .and_then(|()| self.term(body, scope, mode, left));
                scope.truncate(n_outside);
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
                    "`{}` may not stand here: what a rule or `view` says, and every function that they name, is written in clauses",
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

    /// What a function takes, in order, and what it comes to.
    pub(super) fn domains(
        &self,
        domains: &'a [Domain],
        result: &'a Expr,
        scope: &mut Vec<&'a str>,
        mode: Mode,
        left: &mut Vec<&'a str>,
    ) -> Judged {
        let n_outside = scope.len();
        for domain in domains {
            let searched = |word: &str, of: &Expr| {
                complain(
                    of,
                    format!(
                        "`{word}` may not stand here: what a function that a rule, a proof or `view` names takes is written, not searched for"
                    ),
                )
            };
            match domain {
                Domain::Plain(of) => self.term(of, scope, mode, left)?,
                Domain::Needs(of) => return searched("=>", of),
                Domain::Named(it) => {
                    if let Some(of) = &it.of {
                        match it.given {
                            Given::Auto => return searched("auto", of),
                            Given::Default(_) => return searched("default", of),
                            Given::Explicit | Given::Implicit => {}
                        }
                        self.term(of, scope, mode, left)?;
                    }
                    scope.extend(it.names.iter().map(|it| self.model.word(*it)));
                }
                Domain::Forall(names) => {
                    scope.extend(names.iter().map(|it| self.model.word(*it)));
                }
            }
        }
        let judged = self.term(result, scope, mode, left);
        scope.truncate(n_outside);
        judged
    }

    fn bound_by_lambda(
        &self,
        it: &'a Bound,
        scope: &mut Vec<&'a str>,
        mode: Mode,
        left: &mut Vec<&'a str>,
    ) -> Judged {
        if let Some(of) = &it.of {
            self.term(of, scope, mode, left)?;
        }
        let word = self.model.word(it.pattern.tokens.start);
        match it.pattern.node {
            Node::Blank => Ok(()),
            Node::Name
                if is_variable(word)
                    && !is_library_name(word)
                    && self.functions.get(word).is_none() =>
            {
                scope.push(word);
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

    fn operator(
        &self,
        at: At,
        scope: &mut Vec<&'a str>,
        mode: Mode,
        left: &mut Vec<&'a str>,
    ) -> Judged {
        let word = self.model.word(at);
        if self.model.kind(at) == Some(Kind::Name) {
            return self.name(at, false, scope, mode, left);
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

    fn name(
        &self,
        at: At,
        alone: bool,
        scope: &[&'a str],
        mode: Mode,
        left: &mut Vec<&'a str>,
    ) -> Judged {
        let word = self.model.word(at);
        if scope.contains(&word) || self.places.contains(&at) {
            return Ok(());
        }
        if last(word) == "linesOf" {
            return complain_at(at, "`linesOf` stands in what makes a document only".to_owned());
        }
        if mode != Mode::Value && alone && is_variable(word) {
            return self.variable_of_type(at, mode);
        }
        self.known(at, left)
    }
}
