//! The one shape of what the audit relies on, so that a verdict rests on conversion.
//!
//! What a compiler holds for total, covered or positive can be wrong, and then anything has a proof.
//! What two types come to is another matter. So what the audit asks of a model is not only that it
//! type-checks: it has to be written in a way whose truth needs nothing but conversion and a few
//! lemmas of ours that were looked at.
//!
//! * `Doc` is a record of the model.
//! * Each `keepsR…` is one clause: a field of the document that is declared with `0`, if need be
//!   under lemmas. So the proof was in the document when it was made.
//! * `make` is one clause that builds the document of constructors, values of the facts and functions
//!   of the same shape. What it puts where a proof has to stand is one of its own arguments, if need
//!   be under lemmas. So no document has a proof but those that its facts came with.
//! * `viewMake` is one clause whose right side is `Refl`, `whole f` or lemmas over these.
//! * `document` is `make printed Refl … Refl`.
//!
//! Everything else a model may write as it likes: what is not on this way proves nothing, whatever
//! it claims.
//!
//! **Invariant:** looks at trees that were read strictly, whose print is what the compiler sees; pure
//! and total. A reason says what to write instead.

mod computed;
mod ends;
mod functions;
mod instead;
mod lemmas;
mod library;
mod made;
mod patterns;
mod plain;
mod proof;
mod scope;
mod statement;
mod term;
mod told;
mod types;

use std::collections::BTreeSet;

use self::functions::{Function, Functions, names};
use self::proof::Proofs;
use self::told::Told;
use self::types::{TypeId, Types};
use super::syntax::Source;
use super::syntax::tree::{Argument, Expr, Item, Node, Quantity, Right};
use crate::run::{Diagnostic, DiagnosticKind, Severity};

/// Whether an audit asks for a name.
pub fn is_owed(name: &str) -> bool {
    matches!(name, "Doc" | "view" | "make" | "viewMake" | "document") || is_keeper(name)
}

/// How many complaints are shown of one model.
const MOST: usize = 100;

/// `keepsR0`, `keepsR1`, …
fn is_keeper(name: &str) -> bool {
    let number = name.strip_prefix("keepsR");
    number.is_some_and(|it| !it.is_empty() && it.chars().all(|c| c.is_ascii_digit()))
}

/// What literals and statements of an audit come to: `5` is `fromInteger 5`, by whichever function
/// of that name there is, and `Builtin.Refl` is what any name space called `Builtin` has of it.
const GIVEN: [&str; 29] = [
    "Bool",
    "Builtin",
    "Char",
    "Equal",
    "Facts",
    "False",
    "Integer",
    "List",
    "Maybe",
    "MkFacts",
    "MkPair",
    "Not",
    "Oh",
    "Pair",
    "Refl",
    "So",
    "String",
    "True",
    "Type",
    "Unit",
    "Void",
    "fromChar",
    "fromDouble",
    "fromInteger",
    "fromString",
    "negate",
    "printed",
    "the",
    "whole",
];

/// The names that the closed list of lemmas and the statements of an audit stand on: a model may not
/// give them to anything of its own.
pub fn is_reserved(name: &str) -> bool {
    lemmas::LEMMAS.iter().any(|it| it.name == name)
        || lemmas::is_maker(name)
        || GIVEN.contains(&name)
}

/// Whether literals are read by a name: `5` is `fromInteger 5`, by whatever stands nearest of it.
fn reads_literals(name: &str) -> bool {
    matches!(name, "fromChar" | "fromDouble" | "fromInteger" | "fromString" | "negate")
}

/// Whether a number is no whole one.
pub fn is_fraction(number: &str) -> bool {
    !number.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// The names that the trusted library and the facts declare at their tops.
pub fn declared(facts: Option<&Source>) -> BTreeSet<&str> {
    let mut names: BTreeSet<&str> = types::of_library().iter().copied().collect();
    names.extend(facts.map(types::declared).unwrap_or_default());
    names
}

/// What speaks against the shape of a model, as rejecting diagnostics.
pub fn check(model: &Source, facts: &Source) -> Vec<Diagnostic> {
    let functions = Functions::of(model);
    let types = Types::new(model, facts);
    let shape = Shape { model, facts, functions: &functions, types: &types };
    let mut said = BTreeSet::new();
    let complaints = shape.complaints().into_iter();
    let new = complaints.filter(|it| said.insert((it.tokens.start, it.reason.clone())));
    new.take(MOST).map(|it| diagnostic(model, it)).collect()
}

/// A complaint about a stretch of a model.
#[derive(Debug, Clone)]
struct Complaint {
    tokens: std::ops::Range<usize>,
    reason: String,
}

type Judged<T = ()> = Result<T, Complaint>;

fn complain<T>(at: &Expr, reason: impl Into<String>) -> Judged<T> {
    Err(Complaint { tokens: at.tokens.clone(), reason: reason.into() })
}

fn diagnostic(model: &Source, it: Complaint) -> Diagnostic {
    Diagnostic {
        kind: DiagnosticKind::Audit,
        severity: Severity::Error,
        span: Some(model.span(it.tokens)),
        declaration: None,
        message: it.reason,
        excerpt: String::new(),
        hints: Vec::new(),
    }
}

struct Shape<'s, 'a> {
    model: &'a Source,
    facts: &'a Source,
    functions: &'s Functions<'a>,
    types: &'s Types<'a>,
}

impl Shape<'_, '_> {
    fn complaints(&self) -> Vec<Complaint> {
        let root = match self.root() {
            Ok(it) => it,
            Err(it) => return vec![it],
        };
        let told = Told::new(self.types, self.functions);
        let mut proofs = Proofs::new(self.model, self.facts, self.functions, self.types, &told);
        let mut found = scope::check(self.model, self.facts);
        found.extend(self.judged(root, &mut proofs));
        found
    }

    fn judged<'a>(&self, root: TypeId, proofs: &mut Proofs<'_, 'a>) -> Vec<Complaint>
    where
        Self: 'a,
    {
        let owed = self.functions.names().filter(|it| is_owed(it));
        let judged = owed.map(|name| match name {
            _ if self.functions.get(name).is_some_and(|it| it.takes().is_none()) => {
                let tokens = self.functions.get(name).map_or(0..1, Function::tokens);
                let reason =
                    format!("`{name}` has no arguments that the compiler finds: all are written");
                Err(Complaint { tokens, reason })
            }
            "make" | "document" if !self.is_there(name) => {
                let tokens = self.functions.get(name).map_or(0..1, Function::tokens);
                let reason = format!(
                    "`{name}` is declared without `0`: it makes a document that is there when a program runs"
                );
                Err(Complaint { tokens, reason })
            }
            "make" => proofs.maker(name),
            "viewMake" => proofs.equation(name),
            "document" => self.document(),
            "view" => proofs.view(),
            _ if is_keeper(name) => proofs.keeper(name, Some(root)),
            _ => Ok(()),
        });
        judged.filter_map(Result::err).collect()
    }

    /// Whether a function is declared without `0`.
    fn is_there(&self, name: &str) -> bool {
        let signatures = self.functions.get(name).into_iter().flat_map(|it| &it.signatures);
        signatures.into_iter().all(|it| it.quantity == Quantity::Free)
    }

    /// The record that `Doc` is.
    fn root(&self) -> Judged<TypeId> {
        let named = self.functions.get("Doc");
        let tokens = named.map_or(0..1, Function::tokens);
        let reason = "`Doc` has to be a record of the model without parameters: `Doc : Type` and `Doc = Invoice`";
        let missing = Complaint { tokens, reason: reason.to_owned() };
        let record = match named {
            None => self.types.named(self.model, "Doc"),
            Some(it) => match (it.signatures.as_slice(), it.clauses.as_slice()) {
                ([signature], [clause])
                    if clause.locals.is_empty()
                        && signature.of.node == Node::Name
                        && self.model.word(signature.of.tokens.start) == "Type"
                        && clause.left.node == Node::Name =>
                {
                    match &clause.right {
                        Right::Is(right) if right.node == Node::Name => {
                            self.types.named(self.model, self.model.word(right.tokens.start))
                        }
                        _ => None,
                    }
                }
                _ => None,
            },
        };
        let is_own = |it: &TypeId| {
            let ty = self.types.get(*it);
            ty.is_record && ty.variables.is_empty() && std::ptr::eq(ty.source, self.model)
        };
        record.filter(is_own).ok_or(missing)
    }

    /// `document = make printed Refl … Refl`
    fn document(&self) -> Judged {
        let (_, patterns, right) = functions::once(self.functions, "document")?;
        let refl = |it: &Argument| matches!(it, Argument::Explicit(it) if names(self.model, it, "Builtin", "Refl"));
        if let Node::Apply(head, arguments) = &right.ungrouped().node
            && patterns.is_empty()
            && names(self.model, head, &self.model.name, "make")
            && let Some((Argument::Explicit(printed), proofs)) = arguments.split_first()
            && names(self.model, printed, &self.facts.name, "printed")
            && proofs.iter().all(refl)
        {
            return Ok(());
        }
        complain(
            right,
            "`document` has to be `make printed Refl … Refl`, with a `Refl` for each rule",
        )
    }
}

/// The items of a module, those of its declarations that are not nested.
fn items(source: &Source) -> impl Iterator<Item = &Item> {
    source.tree.declarations.iter().map(|it| &it.item)
}

#[cfg(test)]
mod tests;
