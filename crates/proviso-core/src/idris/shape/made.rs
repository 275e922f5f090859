//! Values that are more than plain data, and how they may be made.
//!
//! **Invariant:** what stands in a field that is declared with `0` is judged as a proof; a value of
//! any type that is not plain is a constructor over such, a value of the facts, or a function of the
//! same kind. So each part of what is made is there, and no document is made that cannot be.

use std::collections::{BTreeMap, BTreeSet};

use super::functions::{is_name, once};
use super::lemmas::{self, HOLDERS, MAKERS};
use super::proof::{Frame, Place, Proofs, explicit};
use super::types::{self, Constructor, Field};
use super::{Judged, complain};
use crate::idris::name::is_library_name;
use crate::idris::syntax::tree::{Argument, Expr, Node};

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
            // One of these that stands alone is a variable all the same, and refused where types are
            // looked at.
            let known = |it: &str| {
                self.functions.get(it).is_some() || is_library_name(it) || self.is_trusted(it)
            };
            let of = constructor.of.filter(|_| types.is_own(id));
            if let Some(name) = of.and_then(|of| types::open_of(ty.source, of, ty.name, &known)) {
                let reason = if name == ty.name {
                    format!(
                        "the type of `{}` is written as `{name}`, or as what it takes and then `{name}`, without brackets around it and other names for it",
                        constructor.name
                    )
                } else {
                    format!(
                        "`{name}` in the type of `{}` is left to the compiler: write it as an argument, `({name} : …) ->`",
                        constructor.name
                    )
                };
                return complain(it, reason);
            }
            if types.is_own(id) && ty.is_open {
                return complain(
                    it,
                    format!(
                        "`{}` has parameters that are left to the compiler: write each with its type, as in `record {} (n : Integer)`",
                        ty.name, ty.name
                    ),
                );
            }
            let mut hidden = constructor.fields.iter().filter(|field| !field.explicit);
            if let Some(hidden) = hidden.find(|field| !self.plain.field(ty, field)) {
                let field = match hidden.name {
                    "" => "what the compiler is to find for".to_owned(),
                    name => format!("the field `{name}` of"),
                };
                return complain(
                    it,
                    format!("{field} `{}` has to be written without braces", ty.name),
                );
            }
            for (field, part) in self.parts(it, constructor, arguments)? {
                if self.plain.field(ty, field) {
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
        let (function, _, _) = once(self.functions, name)?;
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
                _ if of.is_some_and(|of| self.plain.of(self.model, of, &bound)) => {}
                _ => self.made(argument, frame)?,
            }
        }
        Ok(())
    }

    fn not_made(&self, it: &Expr) -> Judged {
        complain(
            it,
            format!(
                "`{}` cannot stand here, where a value with proofs is made: write its constructor, a value of the facts (`f.…`), or a function of one clause that does so",
                self.model.shown(it)
            ),
        )
    }
}
