//! What a proof says: a statement about fields and functions of them.
//!
//! **Invariant:** a statement is an equation, `So (…)`, a rule of the facts or of the library, or a
//! predicate of the model that is one clause of such.

use super::functions::Function;
use super::patterns::variables;
use super::proof::{Place, Proofs};
use super::types::{comes_to_type_of, last};
use super::{Judged, complain};
use crate::idris::syntax::Source;
use crate::idris::syntax::tree::{Argument, Expr, Node, Piece, Right};

/// Operators that bind tighter than `=` and stand between values.
pub(super) const OPERATORS: [&str; 13] =
    ["+", "-", "*", "==", "/=", "<", "<=", ">", ">=", "&&", "||", "++", "::"];

/// How deep predicates of a model may lead to one another.
const MAX_DEPTH: usize = 8;

impl<'a> Proofs<'_, 'a> {
    /// What a proof says: an equation, or a rule of the facts or the library, about fields and
    /// functions of them. What it speaks of is looked at by [`Proofs::computed`].
    pub(super) fn statement(&mut self, it: &'a Expr, locals: &[&'a str], depth: usize) -> Judged {
        let it = it.ungrouped();
        match &it.node {
            Node::Row(pieces) if is_equation(self.model, pieces) => Ok(()),
            Node::Tuple(parts) => parts.iter().try_for_each(|it| self.statement(it, locals, depth)),
            Node::Name => self.predicate(it, locals, depth),
            Node::Apply(head, _) if head.node == Node::Name => self.predicate(head, locals, depth),
            _ => self.no_statement(it),
        }
    }

    fn predicate(&mut self, head: &'a Expr, locals: &[&'a str], depth: usize) -> Judged {
        let written = self.model.word(head.tokens.start);
        let name = last(written);
        // What stands nearer hides what stands further away.
        if locals.contains(&written) {
            return self.no_statement(head);
        }
        if self.types.named(self.model, written).is_some()
            || matches!(written, "So" | "Equal" | "Not")
            || self.told.is_trusted(written)
        {
            return Ok(());
        }
        let own = self.own_function(written);
        let Some(function) = own else { return self.no_statement(head) };
        if self.predicates.contains(name) {
            return Ok(());
        }
        let (([signature], [clause]), true) =
            ((function.signatures.as_slice(), function.clauses.as_slice()), depth < MAX_DEPTH)
        else {
            return self.no_statement(head);
        };
        match &clause.right {
            Right::Is(right) if comes_to_type_of(self.model, &signature.of) => {
                let locals: Vec<&str> = variables(self.model, &clause.left).into_iter().collect();
                self.statement(right, &locals, depth + 1)?;
                self.predicates.insert(name);
                Ok(())
            }
            _ => self.no_statement(head),
        }
    }

    fn no_statement<T>(&self, it: &Expr) -> Judged<T> {
        complain(
            it,
            format!(
                "`{}` is not what a proof says here: write an equation, `So (…)`, or a rule of the facts (`Rule3 a b`), about fields and functions of them",
                self.model.shown(it)
            ),
        )
    }

    /// What a judged function is declared with: proofs say what they may, and records of the model
    /// are applied to fields, names and numbers only.
    pub(super) fn declared_plainly(&mut self, function: &Function<'a>) -> Judged {
        let types = function.signatures.iter();
        let bound: Vec<&str> = types.flat_map(|it| self.bound(it.of.tokens.clone())).collect();
        for (place, of) in function.parameters() {
            match of {
                Some(of) if place == Place::Erased => self.statement(of, &bound, 0)?,
                Some(of) => self.applied_plainly(of)?,
                None => {}
            }
        }
        let Some(signature) = function.signatures.first() else { return Ok(()) };
        match &signature.of.node {
            Node::Function(_, result) => self.applied_plainly(result),
            _ => Ok(()),
        }
    }

    /// The type of a value that is no list or the like: whatever it is applied to is a field, a name
    /// or a number, also where it goes by another name.
    pub(super) fn applied_plainly(&self, of: &Expr) -> Judged {
        let mut of = of.ungrouped();
        for _ in 0..MAX_DEPTH {
            let (head, arguments): (&Expr, &[Argument]) = match &of.node {
                Node::Apply(head, arguments) => (head, arguments),
                _ => (of, &[]),
            };
            if head.node != Node::Name {
                return Ok(());
            }
            let written = self.model.word(head.tokens.start);
            if self.types.record(self.model, of, self.functions).is_none() {
                return Ok(());
            }
            for it in arguments {
                let plain = match it {
                    Argument::Explicit(it) => match &it.ungrouped().node {
                        Node::Name | Node::Literal => true,
                        Node::Project(base, _) => base.ungrouped().node == Node::Name,
                        _ => false,
                    },
                    Argument::Named(..) => false,
                };
                if !plain {
                    return complain(
                        of,
                        format!(
                            "`{}`: a record with proofs is applied to fields, names and numbers only",
                            self.model.shown(of)
                        ),
                    );
                }
            }
            match self.types.alias(self.functions, written) {
                Some(right) if self.types.named(self.model, written).is_none() => {
                    of = right.ungrouped();
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }
}

/// Whether a row of operators is `a = b` between values. What binds weaker than `=` (`$`) or could
/// (a name between backticks) would make something else of it.
fn is_equation(source: &Source, pieces: &[Piece]) -> bool {
    let operators = pieces.iter().filter_map(|it| match it {
        Piece::Operator(at) => Some(source.word(*at)),
        Piece::Operand(_) => None,
    });
    let mut n_equals = 0;
    for it in operators {
        if it == "=" {
            n_equals += 1;
        } else if !OPERATORS.contains(&it) {
            return false;
        }
    }
    n_equals == 1
}
