//! Proofs and makers: what may stand where a proof has to stand.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::ends::Leads;
use super::functions::{Function, Functions, is_name, names, once};
use super::lemmas::{self, Takes};
use super::patterns::{is_variable, variables};
use super::plain::Plain;
use super::scope::binders;
use super::term::Mode;
use super::told::Told;
use super::types::{Field, TypeId, Types};
use super::{Complaint, Judged, complain};
use crate::idris::syntax::Source;
use crate::idris::syntax::tree::{Argument, At, Expr, Node, Piece, Quantity};

/// How deep functions that are judged may lead to one another.
const MAX_DEPTH: usize = 64;

/// What an argument of a function is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A value.
    Value,
    /// Declared with `0`.
    Erased,
    /// Found by the compiler.
    Searched,
}

/// A variable of a clause.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable {
    pub(super) place: Place,
    record: Option<TypeId>,
}

/// The variables of a clause.
#[derive(Debug, Default)]
pub(super) struct Frame<'a> {
    pub(super) variables: BTreeMap<&'a str, Variable>,
    /// Whether `whole f` may stand where a proof does.
    pub(super) equation: bool,
    /// Whether `Refl` may: what it says rests on conversion alone.
    refl: bool,
}

/// Judges proofs and makers of a model.
#[derive(Debug)]
pub(super) struct Proofs<'s, 'a> {
    pub(super) model: &'a Source,
    pub(super) facts: &'a Source,
    pub(super) functions: &'s Functions<'a>,
    pub(super) types: &'s Types<'a>,
    pub(super) told: &'s Told<'s, 'a>,
    /// Where names stand that were judged as lemmas, keepers, makers or equations.
    pub(super) places: BTreeSet<At>,
    /// The functions of the model in which conversion can be relied on.
    pub(super) computed: BTreeSet<&'a str>,
    /// Those in which it cannot, or that were looked at on the way to one, with the reason.
    pub(super) refused: BTreeMap<&'a str, Complaint>,
    /// What these name of one another.
    pub(super) leads: Leads<'a>,
    /// Whether something that is judged compares values.
    pub(super) compares: Cell<bool>,
    /// Whether conversion can be relied on in the model's instances.
    pub(super) instances: bool,
    /// The predicates of the model that are statements.
    pub(super) predicates: BTreeSet<&'a str>,
    /// The fields of proofs whose types are statements, by where these stand: two fields can be
    /// called `_`.
    stated: BTreeSet<(TypeId, At)>,
    /// The fields in whose types conversion can be relied on.
    projected: BTreeSet<(TypeId, At)>,
    pub(super) plain: Plain<'s, 'a>,
    /// What became of functions that were judged; none of those that are being judged.
    judged: BTreeMap<(&'static str, &'a str), Option<Judged>>,
    /// How many of them are being judged.
    depth: usize,
    /// How many values that are made stand in one another.
    pub(super) nested: usize,
}

impl<'s, 'a> Proofs<'s, 'a> {
    pub(super) fn new(
        model: &'a Source,
        facts: &'a Source,
        functions: &'s Functions<'a>,
        types: &'s Types<'a>,
        told: &'s Told<'s, 'a>,
    ) -> Proofs<'s, 'a> {
        Proofs {
            model,
            facts,
            functions,
            types,
            told,
            places: BTreeSet::new(),
            computed: BTreeSet::new(),
            refused: BTreeMap::new(),
            leads: Leads::default(),
            compares: Cell::new(false),
            instances: false,
            predicates: BTreeSet::new(),
            stated: BTreeSet::new(),
            projected: BTreeSet::new(),
            plain: Plain::new(types, functions, told),
            judged: BTreeMap::new(),
            depth: 0,
            nested: 0,
        }
    }

    /// `keepsRi c = c.a.b`: a function of one document, or of one line of a table, whose right side
    /// is a proof that it holds.
    pub(super) fn keeper(&mut self, name: &str, wanted: Option<TypeId>) -> Judged {
        self.judge("keeper", name, |it, name| it.keeper_of(name, wanted))
    }

    fn keeper_of(&mut self, name: &'a str, wanted: Option<TypeId>) -> Judged {
        let (function, patterns, right) = once(self.functions, name)?;
        self.declared_plainly(function)?;
        let frame = Frame { refl: true, ..self.frame(name, function, &patterns)? };
        let of = frame.variables.values().next().and_then(|it| it.record);
        let one_value = matches!(function.parameters().as_slice(), [(Place::Value, _)]);
        if !one_value
            || frame.variables.len() != 1
            || of.is_none()
            || wanted.is_some_and(|it| of != Some(it))
        {
            let takes = if wanted.is_some() { "the document" } else { "a record of the model" };
            return complain(
                right,
                format!(
                    "`{name}` takes {takes} and nothing else, as one variable that is not taken apart: `{name} c = c.…`"
                ),
            );
        }
        self.proof(right, &frame)?;
        self.plainly_judged(name)
    }

    /// `make f r0 … = MkInvoice …`
    pub(super) fn maker(&mut self, name: &str) -> Judged {
        self.judge("maker", name, |it, name| {
            let (function, patterns, right) = once(it.functions, name)?;
            it.declared_plainly(function)?;
            let frame = it.frame(name, function, &patterns)?;
            it.patterns_told(function)?;
            it.made(right, &frame)?;
            it.plainly_declared(function)
        })
    }

    /// `viewMake (MkFacts _ …) _ … = Refl`
    pub(super) fn equation(&mut self, name: &str) -> Judged {
        self.judge("equation", name, |it, name| {
            let (function, patterns, right) = once(it.functions, name)?;
            let frame =
                Frame { equation: true, refl: true, ..it.frame(name, function, &patterns)? };
            it.proof(right, &frame)?;
            for signature in &function.signatures {
                it.makers(&signature.of)?;
            }
            it.plainly_judged(name)
        })
    }

    /// Judges the makers that an equation speaks of; each is given all that it takes, so that it is
    /// what it makes.
    fn makers(&mut self, it: &'a Expr) -> Judged {
        match &it.ungrouped().node {
            Node::Function(_, result) => self.makers(result),
            Node::Row(pieces) => pieces.iter().try_for_each(|it| match it {
                Piece::Operand(it) => self.makers(it),
                Piece::Operator(_) => Ok(()),
            }),
            Node::Apply(head, arguments) => {
                let at = head.tokens.start;
                let written = self.model.word(at);
                if let Some(own) = self.types.function(self.functions, written)
                    && let Some(function) = self.functions.get(own)
                    && (own == "make"
                        || function.parameters().iter().any(|it| it.0 == Place::Erased))
                    && function.takes() == Some(explicit(it, arguments)?.len())
                {
                    self.maker(own)?;
                    self.places.insert(at);
                }
                explicit(it, arguments)?.into_iter().try_for_each(|it| self.makers(it))
            }
            _ => Ok(()),
        }
    }

    /// Judges a function once, and refuses one that leads back to itself.
    fn judge(
        &mut self,
        what: &'static str,
        name: &str,
        judge: impl FnOnce(&mut Self, &'a str) -> Judged,
    ) -> Judged {
        let Some(name) = self.functions.name(name) else {
            return once(self.functions, name).map(|_| ());
        };
        match self.judged.get(&(what, name)) {
            Some(Some(judged)) => judged.clone(),
            Some(None) => Err(Complaint {
                tokens: self.functions.get(name).map_or(0..1, Function::tokens),
                reason: format!("`{name}` may not lead back to itself"),
            }),
            None if self.depth >= MAX_DEPTH => Err(Complaint {
                tokens: self.functions.get(name).map_or(0..1, Function::tokens),
                reason: format!("functions lead to one another more than {MAX_DEPTH} deep here"),
            }),
            None => {
                self.judged.insert((what, name), None);
                self.depth += 1;
                let judged = judge(self, name);
                self.depth -= 1;
                self.judged.insert((what, name), Some(judged.clone()));
                judged
            }
        }
    }

    /// Refuses a function in whose conversion no trust can be had.
    fn plainly_judged(&mut self, name: &'a str) -> Judged {
        let (function, _, right) = once(self.functions, name)?;
        self.plainly_declared(function)?;
        self.patterns_told(function)?;
        let locals = function.clauses.iter().flat_map(|it| variables(self.model, &it.left));
        self.computed(right, locals.collect::<Vec<_>>(), Mode::Value)
    }

    fn plainly_declared(&mut self, function: &Function<'a>) -> Judged {
        function.signatures.iter().try_for_each(|it| self.computed_signature(&it.of))
    }

    /// The names that are bound in a signature.
    pub(super) fn bound(&self, tokens: std::ops::Range<usize>) -> BTreeSet<&'a str> {
        binders(self.model, tokens).into_iter().map(|it| self.model.word(it)).collect()
    }

    /// `view c = MkFacts …`: not erased, so that no value is taken out of a proof.
    pub(super) fn view(&mut self) -> Judged {
        let (function, _, right) = once(self.functions, "view")?;
        let plain = function
            .signatures
            .iter()
            .all(|it| it.quantity == Quantity::Free && self.comes_to_facts(&it.of));
        if !plain || function.takes() != Some(1) {
            return complain(
                right,
                "`view : Doc -> Facts` takes a document and nothing else, and is declared without `0`: it is made of values",
            );
        }
        self.plainly_judged("view")
    }

    /// Whether a function's result is called `Facts`: behind another name there could be arguments
    /// that are searched for, and found to be others where the audit searches.
    fn comes_to_facts(&self, of: &Expr) -> bool {
        match &of.node {
            Node::Function(_, result) => {
                names(self.model, result.ungrouped(), &self.facts.name, "Facts")
            }
            _ => false,
        }
    }

    /// The type of a field of a value: conversion can be relied on in it.
    pub(super) fn told_plainly(&mut self, id: TypeId, field: &Field<'a>) -> Judged {
        let ty = self.types.get(id);
        let Some(of) = field.of.filter(|_| self.types.is_own(id)) else { return Ok(()) };
        let place = (id, of.tokens.start);
        if !self.projected.contains(&place) {
            let mut locals: Vec<&str> = ty.before(field.name).collect();
            self.applied_plainly(of)?;
            self.computed(of, locals.iter().copied(), Mode::Type)?;
            self.tells_all(of, &mut locals)?;
            self.projected.insert(place);
        }
        Ok(())
    }

    /// Asks for a field of proofs, whose type has to be a statement.
    pub(super) fn asks_for(&mut self, id: TypeId, field: &Field<'a>) -> Judged {
        let ty = self.types.get(id);
        let Some(of) = field.of.filter(|_| self.types.is_own(id)) else { return Ok(()) };
        let place = (id, of.tokens.start);
        if !self.stated.contains(&place) {
            // What stands before it in the record is a variable in it.
            let mut locals: Vec<&str> = ty.before(field.name).collect();
            self.computed(of, locals.iter().copied(), Mode::Type)?;
            self.statement(of, &locals, 0)?;
            self.tells_all(of, &mut locals)?;
            self.stated.insert(place);
        }
        Ok(())
    }

    /// The variables of a clause: plain ones, and those of records taken apart.
    fn frame(
        &mut self,
        name: &str,
        function: &Function<'a>,
        patterns: &[&'a Expr],
    ) -> Judged<Frame<'a>> {
        let mut frame = Frame::default();
        let parameters = function.parameters();
        if parameters.len() != patterns.len() {
            return Err(Complaint {
                tokens: function.tokens(),
                reason: format!(
                    "`{name}` has to name all of its {} arguments before `=`",
                    parameters.len()
                ),
            });
        }
        for ((place, of), pattern) in parameters.iter().zip(patterns) {
            if *place == Place::Searched {
                return complain(
                    pattern,
                    format!("`{name}` may not have arguments that are searched for"),
                );
            }
            let record = of.and_then(|it| self.types.record(self.model, it, self.functions));
            self.bind(pattern, Variable { place: *place, record }, &mut frame)?;
        }
        Ok(frame)
    }

    fn bind(&mut self, pattern: &'a Expr, as_a: Variable, frame: &mut Frame<'a>) -> Judged {
        let pattern = pattern.ungrouped();
        match &pattern.node {
            Node::Blank => Ok(()),
            Node::Name if is_variable(self.model.word(pattern.tokens.start)) => {
                let name = self.model.word(pattern.tokens.start);
                if frame.variables.insert(name, as_a).is_some() {
                    return complain(pattern, format!("`{name}` stands twice"));
                }
                Ok(())
            }
            Node::Apply(head, arguments) if head.node == Node::Name => {
                let written = self.model.word(head.tokens.start);
                let Some((id, constructor)) =
                    self.types.constructor(written).filter(|it| self.types.get(it.0).is_record)
                else {
                    return complain(pattern, format!("`{written}` is no record's constructor"));
                };
                let parts = self.parts(pattern, constructor, arguments)?;
                for (field, part) in parts {
                    let place = if field.erased || as_a.place == Place::Erased {
                        // Who takes a proof out by a pattern asks for it as one who names the field.
                        self.asks_for(id, field)?;
                        Place::Erased
                    } else {
                        Place::Value
                    };
                    let source = self.types.get(id).source;
                    let record =
                        field.of.and_then(|it| self.types.record(source, it, self.functions));
                    self.bind(part, Variable { place, record }, frame)?;
                }
                Ok(())
            }
            _ => complain(
                pattern,
                "here stands a variable, `_`, or a record's constructor with such",
            ),
        }
    }

    /// A proof: an erased argument, an erased field of one, or a lemma over such.
    pub(super) fn proof(&mut self, it: &'a Expr, frame: &Frame<'a>) -> Judged {
        let it = it.ungrouped();
        match &it.node {
            Node::Name => match frame.variable(self.model, it) {
                Some(variable) if variable.place == Place::Erased => Ok(()),
                None if frame.refl && names(self.model, it, "Builtin", "Refl") => {
                    self.places.insert(it.tokens.start);
                    Ok(())
                }
                _ => self.no_proof(it, frame),
            },
            Node::Project(base, fields) => self.field(it, base, fields, frame),
            Node::Tuple(parts) => parts.iter().try_for_each(|it| self.proof(it, frame)),
            Node::Apply(head, arguments) if head.node == Node::Name => {
                let written = self.model.word(head.tokens.start);
                if frame.variables.contains_key(written) {
                    return self.no_proof(it, frame);
                }
                if let Some(lemma) =
                    lemmas::LEMMAS.iter().find(|it| is_name(written, it.module, it.name))
                {
                    self.places.insert(head.tokens.start);
                    return self.arguments(it, lemma.takes, arguments, frame);
                }
                if frame.equation && lemmas::is_whole(self.facts, written) {
                    self.places.insert(head.tokens.start);
                    return self.arguments(it, &[Takes::Any], arguments, frame);
                }
                if lemmas::is_of_rows(self.facts, written) {
                    self.places.insert(head.tokens.start);
                    let n_values = explicit(it, arguments)?.len().saturating_sub(1);
                    let takes = [vec![Takes::Any; n_values], vec![Takes::Proof]].concat();
                    return self.arguments(it, &takes, arguments, frame);
                }
                // A record of proofs, of the model's own: the library's lists of proofs hold what
                // nobody asked for.
                let own = self.types.constructor(written).is_some_and(|it| self.types.is_own(it.0));
                if !frame.equation && own {
                    return self.made(it, frame);
                }
                self.no_proof(it, frame)
            }
            _ => self.no_proof(it, frame),
        }
    }

    /// `c.a.b`, whose last field is declared with `0`.
    fn field(
        &mut self,
        it: &'a Expr,
        base: &'a Expr,
        fields: &[usize],
        frame: &Frame<'a>,
    ) -> Judged {
        let base = base.ungrouped();
        let Some(variable) = frame.variable(self.model, base) else {
            return self.no_proof(it, frame);
        };
        let mut record = variable.record;
        let mut last = None;
        for at in fields {
            let name = self.model.word(*at).trim_start_matches('.');
            let Some(id) = record else {
                return complain(
                    it,
                    format!(
                        "`{}`: it cannot be told which record has `.{name}`; write the types of its fields by their names",
                        self.model.shown(it)
                    ),
                );
            };
            let ty = self.types.get(id);
            let found =
                ty.constructors.first().and_then(|it| it.fields.iter().find(|it| it.name == name));
            let Some(field) = found else {
                return complain(it, format!("the record `{}` has no field `{name}`", ty.name));
            };
            let field = Field { ..*field };
            self.told_plainly(id, &field)?;
            record = field.of.and_then(|of| self.types.record(ty.source, of, self.functions));
            last = Some((id, field));
        }
        match last {
            Some((id, field)) if field.erased => self.asks_for(id, &field),
            Some((id, field)) => complain(
                it,
                format!(
                    "the field `{}` of `{}` is no proof: a field of proofs is declared with `0`",
                    field.name,
                    self.types.get(id).name
                ),
            ),
            None => self.no_proof(it, frame),
        }
    }

    /// What a lemma is given.
    pub(super) fn arguments(
        &mut self,
        at: &'a Expr,
        takes: &[Takes],
        arguments: &'a [Argument],
        frame: &Frame<'a>,
    ) -> Judged {
        let given = explicit(at, arguments)?;
        if given.len() != takes.len() {
            return complain(
                at,
                format!("`{}` wants {} arguments", self.model.shown(at), takes.len()),
            );
        }
        for (takes, it) in takes.iter().zip(given) {
            match takes {
                Takes::Any => self.any(it, frame)?,
                Takes::Proof => self.proof(it, frame)?,
                Takes::Made => {
                    self.made(it, frame)?;
                    self.any(it, frame)?;
                }
                Takes::Keeper => {
                    let name = self.function(it, frame)?;
                    self.keeper(name, None)?;
                }
                Takes::Maker => {
                    let name = self.function(it, frame)?;
                    self.maker(name)?;
                }
                Takes::Equation => {
                    let name = self.function(it, frame)?;
                    self.equation(name)?;
                }
            }
        }
        Ok(())
    }

    /// A value of which types say what is done with it.
    pub(super) fn any(&mut self, it: &'a Expr, frame: &Frame<'a>) -> Judged {
        self.computed(it, frame.variables.keys().copied(), Mode::Value)
    }

    /// Refuses a name that could mean something else too: the compiler takes whatever fits.
    pub(super) fn unambiguous(&self, at: &Expr, name: &str) -> Judged {
        if self.types.means_one(name) {
            return Ok(());
        }
        complain(
            at,
            format!("`{name}` is also the name of a field or of the library; choose another"),
        )
    }

    /// Refuses a function that is named above one of its clauses: there it waits, and the compiler does
    /// not compare all that it is given.
    pub(super) fn told_above(&self, at: &Expr, name: &str) -> Judged {
        let clauses = self.functions.get(name).into_iter().flat_map(|it| &it.clauses);
        if clauses.into_iter().any(|it| it.left.tokens.start > at.tokens.start) {
            return complain(at, format!("`{name}` stands here before its clause: write it above"));
        }
        Ok(())
    }

    /// The function of the model that an argument names.
    fn function(&mut self, it: &'a Expr, frame: &Frame<'a>) -> Judged<&'a str> {
        let it = it.ungrouped();
        let written = self.model.word(it.tokens.start);
        let name = written.rsplit('.').next().unwrap_or(written);
        if it.node == Node::Name
            && is_name(written, &self.model.name, name)
            && self.functions.get(name).is_some()
            && frame.variable(self.model, it).is_none()
        {
            self.unambiguous(it, name)?;
            self.told_above(it, name)?;
            self.places.insert(it.tokens.start);
            return Ok(name);
        }
        complain(
            it,
            format!("`{}` has to be the name of a function of the model", self.model.shown(it)),
        )
    }
}

impl<'a> Frame<'a> {
    /// The variable that an expression is.
    pub(super) fn variable(&self, source: &Source, it: &Expr) -> Option<Variable> {
        if it.node != Node::Name {
            return None;
        }
        self.variables.get(source.word(it.tokens.start)).copied()
    }
}

/// Arguments without names.
pub(super) fn explicit<'a>(at: &Expr, arguments: &'a [Argument]) -> Judged<Vec<&'a Expr>> {
    arguments
        .iter()
        .map(|it| match it {
            Argument::Explicit(it) => Ok(it),
            Argument::Named(..) => complain(at, "arguments stand in order here, without names"),
        })
        .collect()
}
