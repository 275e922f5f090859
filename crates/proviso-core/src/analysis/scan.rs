//! Finds typed values in text: amounts, dates, periods, rates, quantities, numbers of all kinds.
//!
//! **Invariant:** pure text in, byte ranges out, never overlapping, in order of appearance; a text
//! that is no value is never forced into one.

use std::ops::Range;

use crate::number::Exact;
use crate::value::{Currency, Kind, Value};

/// What is known around the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Context {
    /// The kind that the label or column header promises.
    pub expected: Option<Kind>,
    /// The currency of bare numbers where money is expected; won if none.
    pub currency: Option<Currency>,
    /// The factor of bare amounts, from `(단위: 천원)`: 1000; one if none.
    pub factor: Option<u32>,
    /// The document's year, for dates of month and day alone.
    pub year: Option<u16>,
    /// Whether a decimal comma is usual here (`1.234,50`); told by [`decimal_comma`].
    pub decimal_comma: bool,
}

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Bytes of the text that say it, currency and unit included.
    pub range: Range<usize>,
    /// The value.
    pub value: Value,
    /// How sure it is, 0 to 1: a bare number that only the label makes money is less so.
    pub confidence: f32,
}

/// An amount in words and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundWords {
    /// Bytes of the text, `금` and `정` included.
    pub range: Range<usize>,
    /// What they say, in the currency's main unit.
    pub says: Exact,
    /// The currency.
    pub currency: Currency,
}

/// Every value in a running text.
pub fn scan(_text: &str, _context: &Context) -> Vec<Found> {
    Vec::new()
}

/// The value that a whole cell or the text after a label states, if all of it is one.
pub fn whole(_text: &str, _context: &Context) -> Option<Value> {
    None
}

/// Amounts in words: Hangul, Hanja and mixed numerals, English.
pub fn words(_text: &str) -> Vec<FoundWords> {
    Vec::new()
}

/// Whether a document's numbers use the decimal comma.
pub fn decimal_comma(_texts: &[&str]) -> bool {
    false
}
