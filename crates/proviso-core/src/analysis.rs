//! What a document says: fields, tables and rules, each with its evidence.
//!
//! **Invariant:** field ids are 0..N-1 in reading order (those that only a model read, or that a person
//! added, come behind), rule ids 0..M-1; names are unique ASCII identifiers. Equal documents give equal analyses, byte for byte.
//!
//! **Invariant:** a value is what the page prints. Where it cannot be right, a rule says so; nothing
//! here mends a value.

pub(crate) mod algebra;
pub mod bounded;
pub(crate) mod cells;
pub mod coverage;
pub mod draft;
pub mod embedded;
pub mod fields;
pub mod headline;
pub mod layout;
pub mod markdown;
pub mod marks;
pub mod pointed;
pub mod readings;
pub mod reasons;
mod relate;
mod relation;
pub mod rules;
pub mod scan;
pub mod scored;
pub mod steps;
pub mod why;

pub use coverage::{Coverage, Unheld};
pub use relation::{KINDS, Operand, Relation, RelationKind, Term};
use serde::{Deserialize, Serialize};

use crate::document::{ReadNote, Rect};
use crate::remark::Remark;
use crate::value::Value;

/// The number of a field, 0..N-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FieldId(pub u32);

/// The number of a rule, 0..M-1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(pub u32);

/// A place in a document and the text there. Edits, waivers and comparisons are keyed by it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Index into [`Analysis::documents`].
    pub document: u32,
    /// Page, counted from 1.
    pub page: u32,
    /// The boxes of the text, one per line that it covers; never empty.
    pub boxes: Vec<Rect>,
    /// The text as it stands there, words joined by single spaces.
    pub text: String,
}

impl Evidence {
    /// Whether some of it stands where another thing does.
    pub(crate) fn overlaps(&self, other: &Evidence) -> bool {
        let meets = |a: &Rect, b: &Rect| a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
        (self.document, self.page) == (other.document, other.page)
            && self.boxes.iter().any(|a| other.boxes.iter().any(|b| meets(a, b)))
    }
}

/// Which way a value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Route {
    /// A label and its value in one line or in neighbouring cells.
    LabelValue,
    /// A cell of a table, named by its column or row header.
    Table,
    /// A sentence of a clause.
    Clause,
    /// Letterhead, date over the signatures, title line: no label of its own.
    Letterhead,
    /// A file that is attached to the document says it to programs.
    Embedded,
    /// A language model read it; its quote stands on the page and says the value.
    Model,
    /// A language model saw it in the picture of a page whose recognized words do not say it.
    Seen,
    /// A person's correction.
    Correction,
    /// A person drew a box around it where nothing was read.
    Hand,
}

/// A cell of an item table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CellRef {
    /// Index into [`Analysis::tables`].
    pub table: u32,
    /// Row of the body, from 0.
    pub row: u32,
    /// Column, from 0.
    pub column: u32,
}

/// One value of the document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Its id, equal to its index in [`Analysis::fields`].
    pub id: FieldId,
    /// ASCII identifier, unique in the analysis, usable in Idris.
    pub name: String,
    /// The label as printed, spaces inside dropped for Korean; the nearest one.
    pub label: String,
    /// Further labels that the same value stands under: row and column header, role and 상호.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The vocabulary's meaning of the label (`supply`, `vat`, `grand_total` …), where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// The typed value.
    #[serde(flatten)]
    pub value: Value,
    /// Where it stands.
    pub evidence: Evidence,
    /// How sure reading and analysis are, 0 to 1.
    pub confidence: f32,
    /// How it was found.
    pub route: Route,
    /// Where it stands in a table, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<CellRef>,
    /// What was read before a person corrected it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Value>,
    /// Where it was said to stand before a person drew its box anew, the first place first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<Evidence>,
    /// What it belongs to, as a language model read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub belongs: Option<Belonging>,
}

impl Field {
    /// Whether value or place is a person's word.
    pub fn is_by_person(&self) -> bool {
        matches!(self.route, Route::Correction | Route::Hand) || !self.was.is_empty()
    }
    /// Where it was read: before a person said that it stands elsewhere.
    pub(crate) fn read_at(&self) -> &Evidence {
        self.was.first().unwrap_or(&self.evidence)
    }
}

/// What a value belongs to, in words: for whoever writes or reads a model. Nothing is computed of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Belonging {
    /// What it is in its structure: `supply`, `tax`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// Whose it is, or of what it is a part.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub owner: String,
    /// The row or item.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub row: String,
}

impl Belonging {
    /// What is said; none where nothing is.
    pub fn told(role: &str, owner: &str, row: &str) -> Option<Belonging> {
        let short = |it: &str| it.trim().chars().take(60).collect::<String>();
        let out = Belonging { role: short(role), owner: short(owner), row: short(row) };
        (out != Belonging::default()).then_some(out)
    }
}

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TableKind {
    /// Line items: what is bought, sold or done; item names are only in its cells.
    Items,
    /// Any other table with a header: payment schedule, budget, earnings.
    Other,
}

/// A cell's text and the fields that stand in it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// As printed; empty for an empty cell.
    pub text: String,
    /// Fields found in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldId>,
}

/// A table with a header row. Totals below the body are fields of their own, not rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// What its rows are.
    pub kind: TableKind,
    /// Page of its header, from 1.
    pub page: u32,
    /// Header texts as printed, spaces inside dropped for Korean.
    pub columns: Vec<String>,
    /// Meanings of the columns by the vocabulary (`quantity`, `unit_price`, `amount` …).
    pub meanings: Vec<Option<String>>,
    /// Body rows; each has as many cells as there are columns.
    pub rows: Vec<Vec<Cell>>,
    /// Totals of the body: fields standing in a total row below (or above) it, per column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub totals: Vec<TableTotal>,
}

/// A field that stands in a total row, and the column that it stands under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableTotal {
    /// The column, from 0.
    pub column: u32,
    /// The field.
    pub field: FieldId,
    /// The body rows that stand above it since the last subtotal: first and one past the last.
    pub rows: (u32, u32),
}

/// Whether a rule is true of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// True, by exact arithmetic.
    Holds,
    /// False, by exact arithmetic: a finding.
    Refuted,
    /// Cannot be computed: operands are missing or of the wrong kind.
    Unknown,
}

/// Why a rule was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Support {
    /// A template of the document type, by the labels' meanings.
    Template,
    /// The layout: a column over its total, a quantity beside its price.
    Layout,
    /// A sentence says so: "계약금액의 10%인".
    Clause,
    /// The numbers themselves: a coincidence is improbable.
    Numbers,
    /// What the page prints and what the file says to programs is one value.
    Embedded,
    /// A language model: labels or layout ask for it.
    Model,
    /// A person pointed at its values.
    Hand,
}

/// A value that would make a refuted rule true.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mend {
    /// The field to change.
    pub field: FieldId,
    /// The value that would mend it.
    #[serde(flatten)]
    pub value: Value,
    /// Refuted rules that would hold then.
    pub mends: Vec<RuleId>,
    /// Rules that hold now and would be refuted then.
    pub breaks: Vec<RuleId>,
}

/// One invariant.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// Its id, equal to its index in [`Analysis::rules`].
    pub id: RuleId,
    /// The template's or search's name for it: `grand_total`, `line_amount`, `column_sum` …
    pub name: String,
    /// In words, in the document's language.
    pub statement: String,
    /// Over field ids: `f12 = f3 + f4`, `f4 = floor(f3 × 1/10)`.
    pub expression: String,
    /// The same for programs.
    #[serde(flatten)]
    pub relation: Relation,
    /// True, false or not to be computed.
    pub status: Status,
    /// Both sides as computed, left as printed and right as the rule wants it; for refuted rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<Sides>,
    /// Why it was kept.
    pub support: Support,
    /// What would mend it: the value that mends most and breaks none comes first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mends: Vec<Mend>,
    /// Why a person let a refuted rule pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waived: Option<String>,
}

/// The two sides of a refuted rule, in the canonical text of their kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides {
    /// What the document prints.
    pub printed: String,
    /// What the rule computes.
    pub computed: String,
}

/// The language that a document is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Korean.
    Ko,
    /// English.
    En,
    /// Another that only a document-types file knows.
    Other,
}

/// A document of an analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentRef {
    /// The file's name.
    pub name: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// How many pages it has.
    pub n_pages: u32,
    /// How many of them were recognized in images.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_recognized: u32,
    /// What was lost or left out when it was read.
    #[serde(default)]
    pub notes: Vec<ReadNote>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// What a clause does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ClauseKind {
    /// Somebody must do something.
    Obligation,
    /// Somebody may do something.
    Right,
    /// Something counts only if something else is so.
    Condition,
    /// Something must be done by a time.
    Deadline,
    /// What follows where somebody fails.
    Penalty,
    /// How it ends.
    Termination,
    /// What else is agreed.
    Other,
}

/// A clause in prose as a language model reads it. Nothing is computed from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Clause {
    /// What it does.
    pub kind: ClauseKind,
    /// Who must or may, as the document calls them; empty where it says of nobody.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub party: String,
    /// What it says, in the model's words.
    pub says: String,
    /// The words of the document.
    pub evidence: Evidence,
}

/// What one or more documents say together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The documents, in the order given.
    pub documents: Vec<DocumentRef>,
    /// Name of the document type: `contract`, `invoice` …, as its file is named.
    pub document_type: String,
    /// The language.
    pub language: Language,
    /// The title as printed, spaces inside dropped for Korean; empty if there is none.
    pub title: String,
    /// All fields.
    pub fields: Vec<Field>,
    /// All tables.
    pub tables: Vec<Table>,
    /// All rules.
    pub rules: Vec<Rule>,
    /// Clauses in prose, where a model read them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<Clause>,
    /// Numbers on the pages that no field holds, in reading order.
    #[serde(default)]
    pub unheld: Vec<Unheld>,
    /// How much of what is printed the rules look at; none where it was not counted.
    #[serde(default, deserialize_with = "coverage::known")]
    pub coverage: Option<Coverage>,
    /// What a person should know: pages that were not read, sections that failed.
    pub notes: Vec<Remark>,
}

impl Rule {
    /// Whether it is refuted and nobody waived it.
    pub fn is_open(&self) -> bool {
        self.status == Status::Refuted && self.waived.is_none()
    }
}

impl Analysis {
    /// The field of an id.
    pub fn field(&self, id: FieldId) -> Option<&Field> {
        self.fields.get(id.0 as usize)
    }
    /// Refuted rules that nobody waived.
    pub fn n_refuted(&self) -> usize {
        self.rules.iter().filter(|it| it.is_open()).count()
    }
}
