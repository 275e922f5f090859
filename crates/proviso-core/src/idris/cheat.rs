//! Finds in a model what the compiler lets through although it proves nothing.
//!
//! What is unsound anywhere (holes, names without a body, `believe_me`, switched-off totality,
//! foreign code) is refused in every module. A model, which is a module that speaks of facts, keeps
//! to a small grammar besides: few imports, no pragma but `%default total`, no instance but `Show`,
//! no name or operator of the library, no number of the document. The compiler would refuse few of
//! these, and the audit's statements are written so that none of them should help; two fences are
//! better than one.
//!
//! **Invariant:** looks at tokens, so that comments and strings are never taken for code, nor code
//! for a comment. Pure, total, and never silent about a text that it cannot split.

mod declaration;

use std::ops::Range;

use self::declaration::{Declaration, Shape, declarations};
use super::lexer::{Token, TokenKind, lex};
use super::name;
use crate::run::{Diagnostic, DiagnosticKind, Module, Severity, Span};

/// Names that make any proof worthless, by their last part.
const UNSOUND: [&str; 10] = [
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
];

/// Modules that a model may import besides the library and its own facts.
const IMPORTS: [&str; 12] = [
    "Data.Bool",
    "Data.DPair",
    "Data.Either",
    "Data.List",
    "Data.List.Elem",
    "Data.List.Quantifiers",
    "Data.Maybe",
    "Data.So",
    "Data.String",
    "Data.Vect",
    "Decidable.Equality",
    "Domains.Core",
];

/// Words that a model has no use for and a cheat may have.
const REFUSED_WORDS: [(&str, &str); 14] = [
    ("failing", "statements that are expected to fail are the audit's"),
    ("mutual", "recursion between declarations"),
    ("namespace", "names in a namespace can look like names of the library"),
    ("parameters", "hidden parameters change what a statement says"),
    ("using", "hidden parameters change what a statement says"),
    ("interface", "instances decide what `==` and `+` mean"),
    ("implementation", "instances decide what `==` and `+` mean"),
    ("open", "names of a namespace can look like names of the library"),
    ("infix", "operators of its own"),
    ("infixl", "operators of its own"),
    ("infixr", "operators of its own"),
    ("prefix", "operators of its own"),
    ("typebind", "operators of its own"),
    ("autobind", "operators of its own"),
];

/// The largest number that a model may write; larger ones are values, and values are facts.
const LARGEST_NUMBER: u32 = 999;

/// Cheats and other text that a model may not contain, as rejecting diagnostics.
pub fn scan(model: &Module) -> Vec<Diagnostic> {
    let source = model.text.as_str();
    let tokens = lex(source);
    let code: Vec<Token> = tokens.iter().filter(|it| it.is_code()).cloned().collect();
    let mut scan = Scan { model, source, code: &code, found: Vec::new() };
    scan.hidden_characters();
    scan.unsound_tokens();
    scan.totality();
    let declarations = declarations(source, &code);
    scan.bodiless(&declarations);
    if scan.speaks_of_facts() {
        scan.imports();
        scan.words_of_models();
        scan.declared_names(&declarations);
        scan.instances(&declarations);
        scan.numbers();
        scan.types_as_values(&declarations);
        scan.lambdas();
        scan.recursion_in_case(&declarations);
    }
    let mut found = scan.found;
    found.sort_by_key(|it| it.span.as_ref().map(|span| (span.line, span.column)));
    found.dedup();
    found
}

/// Whether type-checking a text would run code of it inside of the compiler, which can read and
/// write files there. Such a text is not for the compiler at all; [`scan`] rejects it as well.
pub fn runs_code(module: &Module) -> bool {
    lex(&module.text).iter().any(|it| {
        it.kind == TokenKind::Pragma
            && matches!(it.text(&module.text), "%runElab" | "%macro" | "%language")
    })
}

struct Scan<'a> {
    model: &'a Module,
    source: &'a str,
    code: &'a [Token],
    found: Vec<Diagnostic>,
}

impl<'a> Scan<'a> {
    fn text(&self, at: usize) -> &'a str {
        self.code.get(at).map_or("", |it| &self.source[it.range.clone()])
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.code.get(at).map(|it| it.kind)
    }

    fn push(&mut self, kind: DiagnosticKind, range: &Range<usize>, message: String) {
        self.found.push(Diagnostic {
            kind,
            severity: Severity::Error,
            span: Some(span(&self.model.name, self.source, range)),
            declaration: None,
            message,
            excerpt: String::new(),
            hints: Vec::new(),
        });
    }

    fn cheat(&mut self, at: usize, message: String) {
        let range = self.code.get(at).map_or(0..0, |it| it.range.clone());
        self.push(DiagnosticKind::Cheat, &range, message);
    }

    /// Whether the module is a model over facts, whatever it calls itself.
    fn speaks_of_facts(&self) -> bool {
        self.code.iter().any(|it| {
            it.kind == TokenKind::Identifier && it.text(self.source).starts_with("Domains.Facts")
        })
    }

    /// Characters that make a text look like another one ("Trojan Source", CVE-2021-42574).
    fn hidden_characters(&mut self) {
        let source = self.source;
        for (at, c) in source.char_indices() {
            if matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200B}'..='\u{200F}' | '\u{FEFF}' | '\0')
            {
                let message = format!(
                    "the invisible character U+{:04X} makes the text look like another one",
                    u32::from(c)
                );
                self.push(DiagnosticKind::Cheat, &(at..at + c.len_utf8()), message);
            }
        }
    }

    fn unsound_tokens(&mut self) {
        for at in 0..self.code.len() {
            let text = self.text(at);
            match self.kind(at) {
                Some(TokenKind::Hole) => {
                    let range = self.code[at].range.clone();
                    let message = format!("the hole `{text}` is no proof");
                    self.push(DiagnosticKind::Hole, &range, message);
                }
                Some(TokenKind::Identifier | TokenKind::Projection) => {
                    let last = text.rsplit('.').next().unwrap_or(text);
                    let unsafe_name = last.starts_with("prim__") || last.starts_with("unsafe");
                    if UNSOUND.contains(&last) || unsafe_name {
                        self.cheat(at, format!("`{last}` makes any statement true"));
                    }
                }
                Some(TokenKind::Keyword) if matches!(text, "partial" | "covering") => {
                    self.cheat(at, format!("`{text}` switches the totality check off"));
                }
                Some(TokenKind::Pragma) if text != "%default" => {
                    self.cheat(at, format!("the pragma `{text}` is not allowed"));
                }
                Some(TokenKind::Directive) => {
                    self.cheat(at, "code for a backend is not allowed".to_owned());
                }
                Some(TokenKind::Symbol) if text.starts_with('`') && text.len() > 1 => {
                    self.cheat(at, "quoted code is not allowed".to_owned());
                }
                _ => {}
            }
        }
    }

    /// `%default total`, once, before any declaration.
    fn totality(&mut self) {
        let places: Vec<usize> = (0..self.code.len())
            .filter(|at| self.kind(*at) == Some(TokenKind::Pragma) && self.text(*at) == "%default")
            .collect();
        for at in &places {
            if self.text(at + 1) != "total" {
                let message =
                    format!("`%default {}` switches the totality check off", self.text(at + 1));
                self.cheat(*at, message);
            }
        }
        let Some(first) = places.first().copied() else {
            self.cheat(0, "`%default total` is missing".to_owned());
            return;
        };
        let header_only = |at: usize| {
            let starts_line = |at: usize| column(self.source, &self.code[at].range) == 1;
            !starts_line(at) || matches!(self.text(at), "module" | "import")
        };
        if !(0..first).all(header_only) {
            self.cheat(
                first,
                "`%default total` stands behind declarations, which it does not cover".to_owned(),
            );
        }
        if places.len() > 1 {
            self.cheat(places[1], "`%default total` stands twice".to_owned());
        }
    }

    fn bodiless(&mut self, declarations: &[Declaration]) {
        for it in declarations.iter().filter(|it| it.shape == Shape::Signature) {
            for (name, at) in &it.names {
                // Clauses of operators have many forms; models may not declare any.
                if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
                    continue;
                }
                let defined = declarations.iter().any(|other| {
                    other.shape == Shape::Clause
                        && other.scope == it.scope
                        && other.names.iter().any(|(its, _)| its == name)
                });
                if !defined {
                    let range = self.code[*at].range.clone();
                    let message = format!("`{name}` has a type and no body");
                    self.push(DiagnosticKind::Hole, &range, message);
                }
            }
        }
    }

    fn imports(&mut self) {
        let project = self.model.name.rsplit('.').next().unwrap_or_default();
        let own = format!("Domains.Facts.{project}");
        for at in 0..self.code.len() {
            if self.text(at) != "import" || self.kind(at) != Some(TokenKind::Keyword) {
                continue;
            }
            let name = if self.text(at + 1) == "public" { at + 2 } else { at + 1 };
            let text = self.text(name);
            if text != own && !IMPORTS.contains(&text) {
                let message = format!("a model may not import `{text}`");
                self.cheat(name, message);
            }
            if self.text(name + 1) == "as" && self.text(name + 2).contains('.') {
                let message = format!("`{}` looks like another module", self.text(name + 2));
                self.cheat(name + 2, message);
            }
        }
    }

    fn words_of_models(&mut self) {
        for at in 0..self.code.len() {
            if self.kind(at) != Some(TokenKind::Keyword) {
                continue;
            }
            let text = self.text(at);
            if let Some((word, reason)) = REFUSED_WORDS.iter().find(|it| it.0 == text) {
                self.cheat(at, format!("`{word}` is not allowed in a model: {reason}"));
            }
            if text == "impossible" {
                let message = "`impossible` is not allowed in a model: refutations are the audit's";
                self.cheat(at, message.to_owned());
            }
        }
    }

    fn declared_names(&mut self, declarations: &[Declaration]) {
        for it in declarations.iter().filter(|it| it.scope == 0) {
            if matches!(it.shape, Shape::Clause | Shape::Instance) {
                continue;
            }
            for (declared, at) in &it.names {
                let is_operator = !declared.starts_with(|c: char| c.is_alphabetic() || c == '_');
                if is_operator {
                    self.cheat(*at, format!("a model may not declare the operator `{declared}`"));
                } else if name::is_library_name(declared) || is_of_facts(declared) {
                    self.cheat(*at, format!("`{declared}` is a name of the library"));
                }
            }
        }
    }

    fn instances(&mut self, declarations: &[Declaration]) {
        for it in declarations.iter().filter(|it| it.shape == Shape::Instance) {
            if it.names.first().is_none_or(|(name, _)| name != "Show") {
                let interface = it.names.first().map_or("this", |it| it.0.as_str()).to_owned();
                self.cheat(
                    it.first,
                    format!("a model may give instances of `Show` only, not of `{interface}`"),
                );
            }
        }
    }

    fn numbers(&mut self) {
        for at in 0..self.code.len() {
            if self.kind(at) != Some(TokenKind::Number) {
                continue;
            }
            let text = self.text(at).replace('_', "");
            let small = text.parse::<u32>().is_ok_and(|it| it <= LARGEST_NUMBER);
            if !small {
                let message = format!(
                    "the number `{}` stands in the model; values come from the facts",
                    self.text(at)
                );
                self.cheat(at, message);
            }
        }
    }

    /// `Type` is for `Doc : Type` alone: a record that holds types could hold any statement.
    fn types_as_values(&mut self, declarations: &[Declaration]) {
        for it in declarations {
            let is_doc =
                it.shape == Shape::Signature && it.names.first().is_some_and(|it| it.0 == "Doc");
            for at in it.first..it.end {
                let is_type =
                    self.kind(at) == Some(TokenKind::Identifier) && self.text(at) == "Type";
                if is_type && !(is_doc && self.text(at.wrapping_sub(1)) == ":") {
                    self.cheat(
                        at,
                        "a model may not take or hold a `Type`, but for `Doc : Type`".to_owned(),
                    );
                }
            }
        }
    }

    /// A lambda with a type can prove falsehood in 0.8.0 and before.
    fn lambdas(&mut self) {
        for at in 0..self.code.len() {
            if self.text(at) != "\\" {
                continue;
            }
            let head = (at + 1..self.code.len()).take_while(|it| self.text(*it) != "=>");
            if head.take(40).any(|it| self.text(it) == ":") {
                self.cheat(at, "a lambda with a type is not allowed in a model".to_owned());
            }
        }
    }

    /// Old compilers miss recursion that hides in a `case`.
    fn recursion_in_case(&mut self, declarations: &[Declaration]) {
        for it in declarations.iter().filter(|it| it.shape == Shape::Clause) {
            let Some((name, _)) = it.names.first() else { continue };
            let case = (it.first..it.end)
                .find(|at| self.text(*at) == "case" && self.kind(*at) == Some(TokenKind::Keyword));
            let Some(case) = case else { continue };
            if let Some(at) = (case..it.end).find(|at| self.text(*at) == name.as_str()) {
                self.cheat(at, format!("`{name}` calls itself inside of a `case`"));
            }
        }
    }
}

/// Names that the facts declare for every project.
fn is_of_facts(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    matches!(name, "Facts" | "MkFacts" | "printed")
        || (stem.len() < name.len()
            && ["R", "Rule", "statement", "decideR", "decideRule", "stated", "computed"]
                .contains(&stem))
}

/// The column of a place, counted in characters from 1.
fn column(source: &str, range: &Range<usize>) -> u32 {
    let before = source.get(..range.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    u32::try_from(line.chars().count() + 1).unwrap_or(u32::MAX)
}

/// A byte range as a span.
fn span(module: &str, source: &str, range: &Range<usize>) -> Span {
    let place = |at: usize| {
        let before = source.get(..at).unwrap_or_default();
        let line = u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX);
        (line, column(source, &(at..at)))
    };
    let (line, column) = place(range.start);
    let (end_line, end_column) = place(range.end);
    let end_column =
        if range.is_empty() { end_column } else { end_column.saturating_sub(1).max(1) };
    Span { module: module.to_owned(), line, column, end_line, end_column }
}

#[cfg(test)]
mod tests;
