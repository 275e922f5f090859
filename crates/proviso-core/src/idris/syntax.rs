//! Idris as models have it: read strictly, refused where it is not understood, printed anew.
//!
//! The compiler is never given an author's bytes but [`Source::print`], which is made of what was
//! understood: our white space, no comment, each literal in one spelling, each token on its line and
//! in its column, so that what the compiler says of a place is true of the author's text.
//!
//! **Invariant:** pure, total, linear in the text and bounded in depth; what is printed reads as the
//! same tree, and nothing that runs code while it is checked can be written in it.

mod print;
#[cfg(test)]
mod tests;

pub use proviso_syntax::{refusal, token, tree};

use proviso_syntax::parse;

use self::refusal::Refusal;
use self::token::{Kind, Token};
use self::tree::{At, Expr, Node, Tree};
use crate::idris::header;
use crate::run::{Diagnostic, DiagnosticKind, Module, Severity, Span};

/// A module that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name that it goes by.
    pub name: String,
    /// Its text as it was written.
    pub text: String,
    /// Its tokens, comments left out.
    pub tokens: Vec<Token>,
    /// What they say.
    pub tree: Tree,
}

/// The longest model, in bytes: a hundred times those of large papers. Reading takes some hundred
/// bytes for one.
const MAX_MODEL: usize = 2 << 20;

/// The longest module that Proviso writes, in bytes; that of ten thousand rows is less than half of
/// it.
const MAX_OURS: usize = 8 << 20;

/// Reads a model, or says what in it is not understood.
pub fn read(module: &Module) -> Result<Source, Box<Diagnostic>> {
    read_up_to(module, MAX_MODEL)
}

/// Reads a module that Proviso wrote of the facts of a document, which may be many.
pub fn read_ours(module: &Module) -> Result<Source, Box<Diagnostic>> {
    read_up_to(module, MAX_OURS)
}

fn read_up_to(module: &Module, most: usize) -> Result<Source, Box<Diagnostic>> {
    let refused = |it: Refusal| {
        let it = diagnostic(&it, &module.name, &module.text);
        // Too long is no mistake in the text: it is too much to judge, whatever time there is.
        let too_long = module.text.len() > most;
        let kind = if too_long { DiagnosticKind::TooLong } else { it.kind };
        Box::new(Diagnostic { kind, ..it })
    };
    let tokens = token::tokens(&module.text, most).map_err(refused)?;
    let tree = parse::tree(&module.text, &tokens).map_err(refused)?;
    Ok(Source { name: module.name.clone(), text: module.text.clone(), tokens, tree })
}

/// The refusal as a diagnostic of a module's text.
fn diagnostic(it: &Refusal, module: &str, text: &str) -> Diagnostic {
    let width = text.get(it.range.clone()).map_or(0, |it| it.chars().count());
    let width = u32::try_from(width).unwrap_or(u32::MAX);
    let end_column = it.column.saturating_add(width).saturating_sub(1).max(it.column);
    Diagnostic {
        kind: DiagnosticKind::Parse,
        severity: Severity::Error,
        span: Some(Span {
            module: module.to_owned(),
            line: it.line,
            column: it.column,
            end_line: it.line,
            end_column,
        }),
        declaration: None,
        message: it.reason.clone(),
        excerpt: String::new(),
        hints: Vec::new(),
    }
}

impl Source {
    /// A token's text as it was written; empty behind the last.
    pub fn word(&self, at: At) -> &str {
        self.tokens.get(at).map_or("", |it| &self.text[it.range.clone()])
    }

    /// A token's kind.
    pub fn kind(&self, at: At) -> Option<Kind> {
        self.tokens.get(at).map(|it| it.kind)
    }

    /// What the left side of a clause defines; empty for an operator.
    pub fn defined(&self, left: &Expr) -> &str {
        match &left.node {
            Node::Name => self.word(left.tokens.start),
            Node::Apply(head, _) if head.node == Node::Name => self.word(head.tokens.start),
            _ => "",
        }
    }

    /// The text that the compiler is given.
    pub fn print(&self) -> String {
        print::text(&self.text, &self.tokens)
    }

    /// A stretch of tokens as a place in the text.
    pub fn span(&self, tokens: std::ops::Range<At>) -> Span {
        let first = self.tokens.get(tokens.start).map_or(0..0, |it| it.range.clone());
        let last = tokens.end.checked_sub(1).and_then(|it| self.tokens.get(it));
        let end = last.map_or(first.end, |it| it.range.end.max(first.end));
        header::span_in(&self.name, &self.text, first.start..end)
    }

    /// A stretch of tokens as people would write it, on one line and bounded.
    pub fn shown(&self, it: &Expr) -> String {
        const MOST: usize = 60;
        let Some(first) = self.tokens.get(it.tokens.start) else { return String::new() };
        let end = it.tokens.end.checked_sub(1).and_then(|at| self.tokens.get(at));
        let end = end.map_or(first.range.end, |it| it.range.end);
        let text = self.text.get(first.range.start..end).unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        match text.char_indices().nth(MOST) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text,
        }
    }
}
