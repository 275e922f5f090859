//! Why a text is not read: a place, and what to write instead.

use std::ops::Range;

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
    pub fn new(range: Range<usize>, line: u32, column: u32, reason: impl Into<String>) -> Refusal {
        Refusal { range, line, column, reason: reason.into() }
    }
}
