//! Which types are of plain data: texts, numbers, truth values, enumerations, and records, lists and
//! options of such.
//!
//! A value of such a type says nothing and is there in any case, whatever a model makes it of. Any
//! other type may be empty, and a document with a part that cannot be is one of which everything is
//! true.
//!
//! **Invariant:** a type is plain only where all that it is made of was understood, nothing in it is
//! declared with `0`, nothing in it is left to the compiler, none of its constructors says in its type which values it has, and it has a
//! value. What the types of records and data are applied to may be anything: what is plain holds
//! none of it.

use std::cell::Cell;
use std::collections::BTreeSet;

use super::functions::{Functions, once};
use super::patterns::is_variable;
use super::told::Told;
use super::types::{Field, Type, TypeId, Types, comes_to_type_of};
use crate::idris::syntax::Source;
use crate::idris::syntax::tree::{Argument, Expr, Node};

/// Types of the compiler's library that are plain.
const PLAIN: [&str; 15] = [
    "Bits16", "Bits32", "Bits64", "Bits8", "Bool", "Char", "Int", "Int16", "Int32", "Int64",
    "Int8", "Integer", "Nat", "Ordering", "String",
];

/// Those that are plain where what they are applied to is, with how much that is.
const HOLDING: [(&str, usize); 5] =
    [("Either", 2), ("List", 1), ("List1", 1), ("Maybe", 1), ("Pair", 2)];

/// How many names may stand for one another before a type is reached.
const MAX_ALIASES: usize = 8;

/// Of how many parts a type is looked through; one with more is none that is plain.
const MAX_PARTS: usize = 4_096;

/// Of how many parts all types of a model are looked through.
const MAX_ALL_PARTS: usize = 200_000;

/// The plain types among those that a model can speak of.
#[derive(Debug)]
pub(super) struct Plain<'s, 'a> {
    types: &'s Types<'a>,
    functions: &'s Functions<'a>,
    told: &'s Told<'s, 'a>,
    plain: Vec<bool>,
    /// How many parts of the type that is looked at were seen.
    n_parts: Cell<usize>,
    /// How many were seen of all types.
    n_all: Cell<usize>,
}

impl<'s, 'a> Plain<'s, 'a> {
    pub(super) fn new(
        types: &'s Types<'a>,
        functions: &'s Functions<'a>,
        told: &'s Told<'s, 'a>,
    ) -> Plain<'s, 'a> {
        let n_types = types.ids().len();
        let mut it = Plain {
            types,
            functions,
            told,
            plain: vec![false; n_types],
            n_parts: Cell::new(0),
            n_all: Cell::new(0),
        };
        let made_of: Vec<Option<Vec<Vec<TypeId>>>> =
            types.ids().map(|id| it.constructors(types.get(id))).collect();
        let mut holders = vec![Vec::new(); n_types];
        for (id, constructors) in made_of.iter().enumerate() {
            for part in constructors.iter().flatten().flatten() {
                holders[*part].push(id);
            }
        }
        let spread = |first: Vec<TypeId>, next: &dyn Fn(TypeId, &[bool]) -> bool| {
            let mut found = vec![false; n_types];
            let mut left = first;
            while let Some(id) = left.pop() {
                if !found[id] && next(id, &found) {
                    found[id] = true;
                    left.extend(&holders[id]);
                }
            }
            found
        };
        let odd = types.ids().filter(|id| made_of[*id].is_none()).collect();
        let odd = spread(odd, &|_, _| true);
        // One of its constructors takes only what has a value.
        let has_value = spread(types.ids().collect(), &|id, found| {
            let constructors = made_of[id].iter().flatten();
            constructors.into_iter().any(|it| it.iter().all(|part| found[*part]))
        });
        it.plain = types.ids().map(|id| !odd[id] && has_value[id]).collect();
        it
    }

    /// Whether a field of a type is of plain data, whoever writes it.
    pub(super) fn field(&self, ty: &Type<'a>, field: &Field<'a>) -> bool {
        field.of.is_some_and(|of| self.of(ty.source, of, &ty.locals))
    }

    /// Whether a type is one of plain data. Local names are variables.
    pub(super) fn of(&self, source: &Source, of: &Expr, locals: &BTreeSet<&str>) -> bool {
        self.n_parts.set(0);
        let parts = self.parts(source, of, locals, 0);
        parts.is_some_and(|it| it.into_iter().all(|it| self.plain[it]))
    }

    /// What the constructors of a type take, each; none where that is not plain in any case.
    fn constructors(&self, ty: &Type<'a>) -> Option<Vec<Vec<TypeId>>> {
        let open = ty.constructors.iter().any(|it| !it.left_open.is_empty());
        if ty.indexed || ty.is_open || open {
            return None;
        }
        let made_of = ty.constructors.iter().map(|constructor| {
            let mut all = Vec::new();
            for field in &constructor.fields {
                // What is not there when a model runs is there for a proof.
                let of = field.of.filter(|_| !field.erased)?;
                self.n_parts.set(0);
                all.extend(self.parts(ty.source, of, &ty.locals, 0)?);
            }
            Some(all)
        });
        made_of.collect()
    }

    /// The records and data types that values of a type are made of; none where that is not known,
    /// or is not plain.
    fn parts(
        &self,
        source: &Source,
        of: &Expr,
        locals: &BTreeSet<&str>,
        depth: usize,
    ) -> Option<Vec<TypeId>> {
        self.n_parts.set(self.n_parts.get() + 1);
        self.n_all.set(self.n_all.get() + 1);
        if self.n_parts.get() > MAX_PARTS || self.n_all.get() > MAX_ALL_PARTS {
            return None;
        }
        let it = of.ungrouped();
        match &it.node {
            Node::Unit => Some(Vec::new()),
            Node::Tuple(parts) => {
                let parts = parts.iter().map(|it| self.parts(source, it, locals, depth));
                Some(parts.collect::<Option<Vec<_>>>()?.concat())
            }
            Node::Name => self.applied(source, it, &[], locals, depth),
            Node::Apply(head, arguments) if head.node == Node::Name => {
                self.applied(source, head, arguments, locals, depth)
            }
            _ => None,
        }
    }

    fn applied(
        &self,
        source: &Source,
        head: &Expr,
        arguments: &[Argument],
        locals: &BTreeSet<&str>,
        depth: usize,
    ) -> Option<Vec<TypeId>> {
        let written = source.word(head.tokens.start);
        // A name in small letters that is applied to nothing is a variable in a type.
        if locals.contains(written) || (arguments.is_empty() && is_variable(written)) {
            return None;
        }
        let given = arguments.iter().map(|it| match it {
            Argument::Explicit(it) => Some(it),
            Argument::Named(..) => None,
        });
        let given: Vec<&Expr> = given.collect::<Option<_>>()?;
        if let Some(id) = self.types.named(source, written) {
            let ours = !std::ptr::eq(source, self.types.model);
            let mut bound = locals.iter().copied().collect();
            let applied = given.iter().all(|it| ours || self.told.is_plainly_told(it, &mut bound));
            let all = given.len() == self.types.get(id).parameters.len();
            return (all && applied).then(|| vec![id]);
        }
        if std::ptr::eq(source, self.types.model)
            && depth < MAX_ALIASES
            && let Some(name) = self.types.function(self.functions, written)
        {
            let (right, locals) = self.alias(name, given.len())?;
            return self.parts(source, right, &locals, depth + 1);
        }
        if PLAIN.contains(&written) && given.is_empty() {
            return Some(Vec::new());
        }
        if HOLDING.contains(&(written, given.len())) {
            let parts = given.iter().map(|it| self.parts(source, it, locals, depth));
            return Some(parts.collect::<Option<Vec<_>>>()?.concat());
        }
        None
    }

    /// What a function of the model stands for whatever it is given, and the names of that.
    fn alias(&self, name: &str, n_given: usize) -> Option<(&'a Expr, BTreeSet<&'a str>)> {
        let model = self.types.model;
        let (function, patterns, right) = once(self.functions, name).ok()?;
        // What comes to a value only looks like a type: `()`.
        if !function.signatures.iter().all(|it| comes_to_type_of(model, &it.of)) {
            return None;
        }
        let mut locals = BTreeSet::new();
        for pattern in &patterns {
            let pattern = pattern.ungrouped();
            let word = model.word(pattern.tokens.start);
            match pattern.node {
                Node::Blank => {}
                Node::Name if is_variable(word) => _ = locals.insert(word),
                _ => return None,
            }
        }
        (patterns.len() == n_given).then_some((right, locals))
    }
}
