//! What reading and layout found, before any rule: the hand-over from [`super::fields`] to
//! [`super::rules`].
//!
//! **Invariant:** ids are those of the analysis; nothing is dropped on the way, so whatever number
//! is printed stands in `numbers` whether or not it became a field.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::embedded::Stated;
use super::marks::By;
use super::{DocumentRef, Evidence, Field, FieldId, Language, Operand, Table};
use crate::number::{Exact, exact_text};
use crate::remark::Remark;
use crate::value::Currency;

/// A run of prose: a clause, an item of a list, a note under a table; wrapped lines are joined.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Paragraph {
    /// Heading that it stands under: `제6조 (대금의 지급)`, `3. Fees.`; empty if there is none.
    pub heading: String,
    /// The text, wrapped lines joined.
    pub text: String,
    /// Where it begins.
    pub place: Evidence,
    /// Fields found in it: byte range in `text`, id; in order of appearance.
    pub fields: Vec<(Range<usize>, FieldId)>,
}

/// An amount written in words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WordsAmount {
    /// The words: `금 오천오백만원정`.
    pub text: String,
    /// Where they stand.
    pub place: Evidence,
    /// What they say, in the currency's main unit.
    #[serde(with = "exact_text")]
    pub says: Exact,
    /// The currency they name.
    pub currency: Currency,
    /// The amount in digits that stands beside them: `(₩55,000,000)`.
    pub beside: Option<FieldId>,
}

/// A formula that a document states by marks: `⑥ 부가가치세 | ⑤의 10%`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Marked {
    /// How the fields go together.
    pub by: By,
    /// The fields that its marks name and the share that it says itself, each with whether it is taken
    /// away.
    pub operands: Vec<(Operand, bool)>,
    /// What it comes to.
    pub result: FieldId,
    /// It as printed.
    pub text: String,
}

/// A number printed somewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PrintedNumber {
    /// Where.
    pub place: Evidence,
    /// Whether it is printed as amounts are.
    pub amount: bool,
}

/// All that is known before rules are looked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The documents.
    pub documents: Vec<DocumentRef>,
    /// Name of the document type.
    pub document_type: String,
    /// The language.
    pub language: Language,
    /// The title as printed.
    pub title: String,
    /// All fields, ids 0..N-1.
    pub fields: Vec<Field>,
    /// All tables.
    pub tables: Vec<Table>,
    /// Prose in reading order.
    pub paragraphs: Vec<Paragraph>,
    /// Amounts in words.
    pub words: Vec<WordsAmount>,
    /// Factors of products that are written out, `450,000 × 2일`, each in order.
    #[serde(default)]
    pub written: Vec<Vec<FieldId>>,
    /// What the documents reckon by marks.
    #[serde(default)]
    pub marked: Vec<Marked>,
    /// Every printed number that may be a value, whether or not some field holds it.
    pub numbers: Vec<PrintedNumber>,
    /// What the documents say to programs.
    pub embedded: Vec<Stated>,
    /// What a person should know.
    pub notes: Vec<Remark>,
}
