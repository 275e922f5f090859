//! Why a text is not read: a place, and what to write instead.

use std::ops::Range;

use crate::run::{Diagnostic, DiagnosticKind, Severity, Span};

/// A text that is not understood at some place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Where, in bytes.
    pub range: Range<usize>,
    /// Its line, from 1.
    pub line: u32,
    /// Its first column, from 1.
    pub column: u32,
    /// What is not understood, and what is.
    pub reason: String,
}

impl Refusal {
    /// A refusal at a place.
    pub(super) fn new(
        range: Range<usize>,
        line: u32,
        column: u32,
        reason: impl Into<String>,
    ) -> Refusal {
        Refusal { range, line, column, reason: reason.into() }
    }

    /// The refusal as a diagnostic of a module's text.
    pub(super) fn diagnostic(&self, module: &str, text: &str) -> Diagnostic {
        let width = text.get(self.range.clone()).map_or(0, |it| it.chars().count());
        let width = u32::try_from(width).unwrap_or(u32::MAX);
        let end_column = self.column.saturating_add(width).saturating_sub(1).max(self.column);
        Diagnostic {
            kind: DiagnosticKind::Parse,
            severity: Severity::Error,
            span: Some(Span {
                module: module.to_owned(),
                line: self.line,
                column: self.column,
                end_line: self.line,
                end_column,
            }),
            declaration: None,
            message: self.reason.clone(),
            excerpt: String::new(),
            hints: Vec::new(),
        }
    }
}
