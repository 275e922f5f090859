//! Values that are more than plain data, and how they may be made.
//!
//! **Invariant:** what stands in a field that is declared with `0` is judged as a proof; a value of
//! any type that is not plain is a constructor over such, a value of the facts, or a function of the
//! same kind. So each part of what is made is there, and no document is made that cannot be.

use std::collections::{BTreeMap, BTreeSet};

use super::computed::{complain_at, hidden_field};
use super::functions::{is_name, once};
use super::lemmas::{self, HOLDERS, MAKERS};
use super::patterns::is_variable;
use super::proof::{Frame, Place, Proofs, explicit};
use super::types::{Constructor, Field};
use super::{Judged, complain};
use crate::idris::syntax::Source;
use crate::idris::syntax::tree::{Argument, Expr, Node};

/// Whether a pattern waits for nothing: a variable, or nothing at all.
fn is_taken_whole(source: &Source, it: &Expr) -> bool {
    match &it.ungrouped().node {
        Node::Blank => true,
        Node::Name => is_variable(source.word(it.ungrouped().tokens.start)),
        _ => false,
    }
}

/// How deep constructors and functions that make a document may stand in one another: a thread's
/// stack has to hold all of them.
const MAX_NESTED: usize = 200;

impl<'a> Proofs<'_, 'a> {
    /// The fields of a constructor, each with what is given for it.
    pub(super) fn parts<'c>(
        &self,
        at: &Expr,
        constructor: &'c Constructor<'a>,
        arguments: &'a [Argument],
    ) -> Judged<Vec<(&'c Field<'a>, &'a Expr)>> {
        let fields: Vec<&Field<'a>> = constructor.fields.iter().filter(|it| it.explicit).collect();
        let mut given = Vec::new();
        let mut named = BTreeMap::new();
        for it in arguments {
            match it {
                Argument::Explicit(it) => given.push(it),
                Argument::Named(name, Some(it)) => {
                    if named.insert(self.model.word(*name), it).is_some() {
                        return complain(it, "this field is given twice");
                    }
                }
                Argument::Named(..) => return complain(at, "a field is given as `{name = …}`"),
            }
        }
        if !named.is_empty() && given.is_empty() {
            // All by their names, which are the fields'.
            given = fields.iter().filter_map(|it| named.remove(it.name)).collect();
        }
        if fields.len() != given.len() || !named.is_empty() {
            let reason = format!(
                "`{}` takes {} values, all in order or all by their names, and {} stand here",
                constructor.name,
                fields.len(),
                arguments.len()
            );
            return complain(at, reason);
        }
        Ok(fields.into_iter().zip(given).collect())
    }

    /// A value whose proofs are arguments of the function that makes it.
    pub(super) fn made(&mut self, it: &'a Expr, frame: &Frame<'a>) -> Judged {
        if self.nested >= MAX_NESTED {
            let reason =
                format!("what makes a document is nested more than {MAX_NESTED} deep here");
            return complain(it, reason);
        }
        self.nested += 1;
        let judged = self.made_of(it, frame);
        self.nested -= 1;
        judged
    }

    fn made_of(&mut self, it: &'a Expr, frame: &Frame<'a>) -> Judged {
        let it = it.ungrouped();
        let none: &'a [Argument] = &[];
        let (head, arguments) = match &it.node {
            Node::Apply(head, arguments) => (&**head, arguments.as_slice()),
            Node::Project(base, _) => {
                let base = base.ungrouped();
                if frame.variable(self.model, base).is_some_and(|it| it.place == Place::Value) {
                    return Ok(());
                }
                return self.not_made(it);
            }
            Node::List(all) | Node::Tuple(all) => {
                return all.iter().try_for_each(|it| self.made(it, frame));
            }
            _ => (it, none),
        };
        if head.node != Node::Name {
            return self.not_made(it);
        }
        if arguments.is_empty()
            && let Some(variable) = frame.variable(self.model, it)
        {
            return if variable.place == Place::Value { Ok(()) } else { self.not_made(it) };
        }
        let written = self.model.word(head.tokens.start);
        if frame.variables.contains_key(written) {
            return self.not_made(it);
        }
        if HOLDERS.contains(&written) {
            return explicit(it, arguments)?.into_iter().try_for_each(|it| self.made(it, frame));
        }
        let types = self.types;
        if let Some((id, constructor)) = types.constructor(written) {
            let ty = types.get(id);
            if types.is_own(id) {
                self.unambiguous(it, constructor.name)?;
            }
            if types.is_own(id) {
                self.constructor_told(ty, constructor)?;
                self.parameters_told(ty)?;
                if let Some(of) = constructor.of {
                    self.computed_signature(of)?;
                }
            }
            let mut hidden = constructor.fields.iter().filter(|field| !field.explicit);
            if let Some(hidden) = hidden.find(|field| !self.plain.field(ty, field)) {
                return complain_at(ty.at, hidden_field(ty, hidden));
            }
            for (field, part) in self.parts(it, constructor, arguments)? {
                if self.plain.field(ty, field) {
                    // What a type is over that stands beside it, or further out, is compared.
                    self.any(part, frame)?;
                    continue;
                }
                if field.erased {
                    self.proof(part, frame)?;
                    self.asks_for(id, field)?;
                } else {
                    self.made(part, frame)?;
                    self.told_plainly(id, field)?;
                }
            }
            return Ok(());
        }
        if let Some((_, takes)) = MAKERS.iter().find(|it| is_name(written, lemmas::CORE, it.0)) {
            return self.arguments(it, takes, arguments, frame);
        }
        let name = written.rsplit('.').next().unwrap_or(written);
        if !is_name(written, &self.model.name, name) || self.functions.get(name).is_none() {
            return self.not_made(it);
        }
        self.unambiguous(it, name)?;
        self.maker(name)?;
        let (function, patterns, _) = once(self.functions, name)?;
        // What waits for an argument is not what it makes, and the compiler does not compare all of it.
        self.told_above(it, name)?;
        let waits = patterns.iter().find(|it| !is_taken_whole(self.model, it));
        if let Some(waits) = waits {
            return complain(
                waits,
                format!(
                    "`{name}` makes a part of a document, so it takes its arguments whole: write a variable here, and fields behind it"
                ),
            );
        }
        let parameters = function.parameters();
        let arguments = explicit(it, arguments)?;
        if parameters.len() != arguments.len() {
            return complain(it, format!("`{name}` takes {} values", parameters.len()));
        }
        // What is bound anywhere in its type is a variable, whatever else has that name.
        let types = function.signatures.iter();
        let bound: BTreeSet<&str> = types.flat_map(|it| self.bound(it.of.tokens.clone())).collect();
        for ((place, of), argument) in parameters.iter().zip(arguments) {
            match place {
                Place::Erased => self.proof(argument, frame)?,
                _ if of.is_some_and(|of| self.plain.of(self.model, of, &bound)) => {
                    self.any(argument, frame)?;
                }
                _ => self.made(argument, frame)?,
            }
        }
        Ok(())
    }

    fn not_made(&self, it: &Expr) -> Judged {
        if matches!(it.node, Node::Let(..)) {
            return complain(
                it,
                "write each part where it stands, without `let`, or as a function of one clause",
            );
        }
        complain(
            it,
            format!(
                "`{}` cannot stand here, where a value with proofs is made: write its constructor, a value of the facts (`f.…`), or a function of one clause that does so",
                self.model.shown(it)
            ),
        )
    }
}
