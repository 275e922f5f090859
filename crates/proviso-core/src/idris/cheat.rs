//! Finds in a module what the compiler lets through although it proves nothing.
//!
//! What is unsound anywhere (holes, names without a body, `believe_me`, switched-off totality) is
//! refused in every module; a module that speaks of facts may besides not look like what the audit
//! stands on: it imports little, gives instances of a few interfaces for its own types only, and has
//! no name that the facts, the library or the closed list of lemmas have. What its proofs are made
//! of is [`super::shape`]'s matter.
//!
//! **Invariant:** looks at a tree that was read strictly, never at text. Pure and total.

use std::collections::BTreeSet;

use super::shape;
use super::syntax::Source;
use super::syntax::token::Kind;
use super::syntax::tree::{At, Declaration, Domain, Expr, Instance, Item, Node, Parameter, Right};
use crate::run::{Diagnostic, DiagnosticKind, Severity};

/// Names that make any proof worthless, by their last part.
const UNSOUND: [&str; 12] = [
    "believe_me",
    "really_believe_me",
    "assert_total",
    "assert_smaller",
    "assert_linear",
    "idris_crash",
    "primitiveEq",
    "primitiveNotEq",
    "unsafeCreateWorld",
    "unsafeDestroyWorld",
    "unsafePerformIO",
    "fork",
];

/// Modules that a model may import besides the library and its own facts.
const IMPORTS: [&str; 15] = [
    "Data.Bool",
    "Data.DPair",
    "Data.Either",
    "Data.Fin",
    "Data.List",
    "Data.List.Elem",
    "Data.List.Quantifiers",
    "Data.List1",
    "Data.Maybe",
    "Data.Nat",
    "Data.So",
    "Data.String",
    "Data.Vect",
    "Decidable.Equality",
    "Domains.Core",
];

/// Interfaces that a model may implement, for its own types.
const INTERFACES: [&str; 3] = ["Show", "Eq", "Ord"];

/// How much is said of one module: who reads a hundred lines reads no more.
const MOST: usize = 100;

/// Who wrote a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    /// Proviso, from the analysis: it may state what is expected to fail.
    Proviso,
    /// Anybody else.
    Author,
}

/// Cheats and other text that a module may not contain, as rejecting diagnostics. The facts are
/// those that a model speaks of.
pub fn scan(source: &Source, writer: Writer, facts: Option<&Source>) -> Vec<Diagnostic> {
    let mut scan = Scan { source, found: Vec::new() };
    scan.tokens();
    scan.totality(writer);
    scan.declarations(&source.tree.declarations, writer);
    if writer == Writer::Author && speaks_of_facts(source) {
        scan.imports();
        scan.fractions();
        scan.model(facts);
    }
    let mut found = scan.found;
    found.sort_by_key(|it| it.span.as_ref().map(|span| (span.line, span.column)));
    found.dedup();
    found
}

/// Whether a module is a model over facts, whatever it calls itself.
pub fn speaks_of_facts(source: &Source) -> bool {
    let is_facts = |at: At| source.word(at).starts_with("Domains.Facts");
    !source.name.starts_with("Domains.Facts.")
        && source.tree.imports.iter().any(|it| is_facts(it.name))
}

struct Scan<'a> {
    source: &'a Source,
    found: Vec<Diagnostic>,
}

impl<'a> Scan<'a> {
    fn push(&mut self, kind: DiagnosticKind, at: At, message: String) {
        if self.found.len() >= MOST {
            return;
        }
        self.found.push(Diagnostic {
            kind,
            severity: Severity::Error,
            span: Some(self.source.span(at..at + 1)),
            declaration: None,
            message,
            excerpt: String::new(),
            hints: Vec::new(),
        });
    }

    fn cheat(&mut self, at: At, message: impl Into<String>) {
        self.push(DiagnosticKind::Cheat, at, message.into());
    }

    fn tokens(&mut self) {
        for at in 0..self.source.tokens.len() {
            let word = self.source.word(at);
            match self.source.kind(at) {
                Some(Kind::Hole) => {
                    self.push(DiagnosticKind::Hole, at, format!("the hole `{word}` is no proof"));
                }
                Some(Kind::Name | Kind::Projection) => {
                    let last = word.rsplit('.').next().unwrap_or(word);
                    let unsafe_name = last.starts_with("prim__") || last.starts_with("unsafe");
                    if UNSOUND.contains(&last) || unsafe_name {
                        self.cheat(at, format!("`{last}` makes any statement true"));
                    }
                }
                Some(Kind::Keyword) if matches!(word, "partial" | "covering") => {
                    self.cheat(at, format!("`{word}` switches the totality check off"));
                }
                _ => {}
            }
        }
    }

    /// `%default total`, once, before any declaration.
    fn totality(&mut self, writer: Writer) {
        let all = &self.source.tree.declarations;
        let pragma = |it: &Declaration| match &it.item {
            Item::Pragma(words) => words.first().copied(),
            _ => None,
        };
        let pragmas: Vec<(usize, At)> =
            all.iter().enumerate().filter_map(|it| Some((it.0, pragma(it.1)?))).collect();
        let mut seen = false;
        for (place, at) in pragmas {
            if self.source.word(at) != "%default" {
                if writer == Writer::Author {
                    self.cheat(at, format!("the pragma `{}` is not allowed", self.source.word(at)));
                }
            } else if seen {
                self.cheat(at, "`%default total` stands twice");
            } else {
                seen = true;
                if all[..place].iter().any(|it| pragma(it).is_none()) {
                    self.cheat(
                        at,
                        "`%default total` stands behind declarations, which it does not cover",
                    );
                }
            }
        }
        if !seen {
            self.cheat(0, "`%default total` is missing");
        }
    }

    /// What may stand in no declaration, nested ones included.
    fn declarations(&mut self, all: &[Declaration], writer: Writer) {
        let defined: BTreeSet<&str> = all
            .iter()
            .filter_map(|it| match &it.item {
                Item::Clause(it) => Some(self.source.defined(&it.left)),
                _ => None,
            })
            .collect();
        for it in all {
            match &it.item {
                Item::Signature(signature) => {
                    for name in &signature.names {
                        if !defined.contains(self.source.word(*name)) {
                            let message = format!("`{}` has a type and no body", self.source.word(*name));
                            self.push(DiagnosticKind::Hole, *name, message);
                        }
                    }
                }
                Item::Clause(clause) => self.locals(clause, writer),
                Item::Instance(instance) => self.declarations(&instance.body, writer),
                Item::Failing { body, .. } if writer == Writer::Proviso => {
                    self.declarations(body, writer);
                }
                Item::Failing { .. } => self.cheat(
                    it.tokens.start,
                    "`failing` is not allowed in a model: statements that are expected to fail are the audit's",
                ),
                _ => {}
            }
        }
    }

    fn locals(&mut self, clause: &super::syntax::tree::Clause, writer: Writer) {
        self.declarations(&clause.locals, writer);
        if let Right::With(_, clauses) = &clause.right {
            clauses.iter().for_each(|it| self.locals(it, writer));
        }
    }

    /// `-0.0` is `0.0` where types are compared and another number where one is computed with.
    fn fractions(&mut self) {
        for at in 0..self.source.tokens.len() {
            let word = self.source.word(at);
            let is_fraction = match self.source.kind(at) {
                Some(Kind::Name) => word.rsplit('.').next() == Some("Double"),
                Some(Kind::Symbol) => word == "/",
                Some(Kind::Number) => shape::is_fraction(word),
                _ => false,
            };
            if is_fraction {
                self.cheat(
                    at,
                    format!(
                        "`{word}`: a model has no floating point, in which unequal numbers are equal; write `Rate` or `Decimal`"
                    ),
                );
            }
        }
    }

    fn imports(&mut self) {
        let project = self.source.name.rsplit('.').next().unwrap_or_default();
        let own = format!("Domains.Facts.{project}");
        for it in &self.source.tree.imports {
            let text = self.source.word(it.name);
            if text != own && !IMPORTS.contains(&text) {
                self.cheat(it.name, format!("a model may not import `{text}`"));
            }
            if let Some(alias) = it.alias {
                let text = self.source.word(alias);
                self.cheat(
                    alias,
                    format!(
                        "a model may not call a module `{text}`: whole names tell what is meant"
                    ),
                );
            }
        }
    }

    /// What only a model may not have.
    fn model(&mut self, facts: Option<&Source>) {
        let taken = shape::declared(facts);
        let types = self.own_types();
        self.once();
        for it in &self.source.tree.declarations {
            match &it.item {
                Item::Signature(it) => it.names.iter().for_each(|it| self.declared(*it, &taken)),
                Item::Clause(it) if self.source.defined(&it.left).is_empty() => {
                    self.cheat(it.left.tokens.start, "a model may not define operators");
                }
                Item::Clause(it) if self.source.defined(&it.left).contains('.') => {
                    let name = self.source.defined(&it.left);
                    let last = name.rsplit('.').next().unwrap_or(name);
                    self.cheat(
                        it.left.tokens.start,
                        format!(
                            "a clause begins with the name of its function alone: `{last} … =`"
                        ),
                    );
                }
                Item::Record(it) => {
                    self.declared(it.name, &taken);
                    it.constructor.into_iter().for_each(|it| self.declared(it, &taken));
                    self.fields(&it.fields, &taken);
                }
                Item::Data(it) => {
                    self.declared(it.name, &taken);
                    it.constructors.iter().for_each(|it| self.declared(it.name, &taken));
                }
                Item::Instance(it) => self.instance(it, &types),
                _ => {}
            }
        }
    }

    /// Types and constructors have one declaration each: which of two is meant would be told by
    /// what fits.
    fn once(&mut self) {
        let mut types = Vec::new();
        let mut constructors = Vec::new();
        for it in &self.source.tree.declarations {
            match &it.item {
                Item::Record(it) => {
                    types.push(it.name);
                    constructors.extend(it.constructor);
                }
                Item::Data(it) => {
                    types.push(it.name);
                    constructors.extend(it.constructors.iter().map(|it| it.name));
                }
                _ => {}
            }
        }
        for all in [types, constructors] {
            let mut seen = BTreeSet::new();
            for at in all {
                let name = self.source.word(at);
                if !seen.insert(name) {
                    self.cheat(at, format!("`{name}` is declared twice; once is enough"));
                }
            }
        }
    }

    fn own_types(&self) -> BTreeSet<&'a str> {
        let all = self.source.tree.declarations.iter().filter_map(|it| match &it.item {
            Item::Record(it) => Some(it.name),
            Item::Data(it) => Some(it.name),
            _ => None,
        });
        all.map(|it| self.source.word(it)).collect()
    }

    /// A name that is declared at the top of a model.
    fn declared(&mut self, at: At, taken: &BTreeSet<&str>) {
        let name = self.source.word(at);
        if taken.contains(name) || shape::is_reserved(name) {
            self.cheat(
                at,
                format!("`{name}` is a name of the library or of the facts; choose another"),
            );
        }
    }

    /// A field is a function too, and the compiler takes of two functions of one name the one that
    /// fits.
    fn fields(&mut self, fields: &[Parameter], taken: &BTreeSet<&str>) {
        for at in fields.iter().flat_map(|it| &it.names) {
            let name = self.source.word(*at);
            if taken.contains(name) || shape::is_reserved(name) || shape::is_owed(name) {
                self.cheat(
                    *at,
                    format!("a field may not be called `{name}`, a name of the audit, the facts or the library"),
                );
            }
        }
    }

    /// `Show`, `Eq`, `Ord` of a type of the model.
    fn instance(&mut self, it: &Instance, types: &BTreeSet<&str>) {
        let mut head = &it.head;
        if let Node::Function(domains, result) = &head.node {
            if domains.iter().any(|it| matches!(it, Domain::Plain(_))) {
                return self.cheat(head.tokens.start, "this is no instance");
            }
            head = result;
        }
        let named = |it: &Expr| match &it.node {
            Node::Apply(head, _) if head.node == Node::Name => Some(head.tokens.start),
            Node::Name => Some(it.tokens.start),
            _ => None,
        };
        let at = head.tokens.start;
        let interface = self.source.word(at);
        if named(head).is_none() || !INTERFACES.contains(&interface) {
            return self.cheat(
                at,
                format!("a model may give instances of `Show`, `Eq` and `Ord` only, not of `{interface}`"),
            );
        }
        let of = match &head.node {
            Node::Apply(_, arguments) => match arguments.as_slice() {
                [super::syntax::tree::Argument::Explicit(it)] => Some(it.ungrouped()),
                _ => None,
            },
            _ => None,
        };
        let own = of.and_then(named).map(|it| self.source.word(it));
        if own.is_none_or(|it| !types.contains(it)) {
            self.cheat(
                at,
                format!("`{interface}` may be given for types of the model only; what it means for others stands fast"),
            );
        }
    }
}

#[cfg(test)]
mod tests;
