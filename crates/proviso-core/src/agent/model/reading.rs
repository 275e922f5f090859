//! A complete reading of a document as a model gives it, and how it becomes an analysis.
//!
//! The answer is claims about places: each is held against the page ([`ground`]), put beside what the
//! built-in engine claims ([`claims`]), and one chooser decides ([`choose`]). Nobody else writes a
//! field or a rule.
//!
//! **Invariant:** a value without a place on a page is never a field; what the model says of a place
//! that says something else is refused, and told.
//!
//! **Invariant:** the form is lenient, since what is asked of weak models is hard enough: unknown
//! kinds and places are refused one by one, not with the answer that holds them.

pub(super) mod choose;
pub(super) mod claims;
pub(super) mod edit;
pub(super) mod ground;
pub(super) mod numerals;
pub(super) mod relate;
pub(super) mod seen;
pub(super) mod sheet;
#[cfg(test)]
mod tests;
pub(super) mod ties;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::clauses::ReadClause;

/// What an analyst answers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Reading {
    /// The document type, always: one of those that are offered.
    #[serde(default, rename = "type")]
    pub(super) document_type: String,
    /// The title as printed; empty if the draft's is right.
    #[serde(default)]
    pub(super) title: String,
    /// Values of the draft that are right as they stand: `f3`, or a range `f3-f17`.
    #[serde(default)]
    pub(super) right: Vec<String>,
    /// Values of the draft that are none, or stand there wrongly and are not given anew.
    #[serde(default)]
    pub(super) wrong: Vec<Denied>,
    /// All values that the draft lacks, and those of it that are to be corrected.
    #[serde(default)]
    pub(super) fields: Vec<Read>,
    /// Rules of the draft that the page asks for as they stand: `R3`, or a range `R3-R17`.
    #[serde(default)]
    pub(super) right_rules: Vec<String>,
    /// All other rules that the page's labels, layout or words ask for, whether or not they hold.
    #[serde(default)]
    pub(super) rules: Vec<ReadRule>,
    /// Rules of the draft that nothing on the page asks for.
    #[serde(default)]
    pub(super) wrong_rules: Vec<Denied>,
    /// What the document's prose obliges, allows, conditions or ends.
    #[serde(default)]
    pub(super) clauses: Vec<ReadClause>,
}

/// Something of the draft that is not so.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Denied {
    /// Which: `f3`, or for rules `R3`.
    pub(super) at: String,
    /// Why, in a few words.
    #[serde(default)]
    pub(super) why: String,
}

/// One value with its place.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Read {
    /// What rules call it: `n1`, `n2` …
    #[serde(default)]
    pub(super) id: String,
    /// Where it stands: a value of the draft at that place (`f12`, of pieces `f12-f13` or `f12,f15`),
    /// else the number of the line (`14`), of the first and last line (`14-15`), or of lines that others
    /// stand between (`14,17`); without it the quote is looked for.
    #[serde(default)]
    pub(super) at: String,
    /// The words that say it, copied from the line; needed where a line says several.
    #[serde(default)]
    pub(super) quote: String,
    /// Where a page's picture shows what its lines do not say: left, top, right, bottom in
    /// thousandths of the picture's width and height.
    #[serde(default, rename = "box", skip_serializing_if = "Vec::is_empty")]
    pub(super) area: Vec<f32>,
    /// The page of that picture.
    #[serde(default)]
    pub(super) page: u32,
    /// The document of that picture, from 0.
    #[serde(default)]
    pub(super) document: u32,
    /// The label as printed; of a correction empty if the draft's is right.
    #[serde(default)]
    pub(super) label: String,
    /// `money`, `date`, `period`, `rate`, `quantity`, `party`, `registration_number`, `phone`,
    /// `email` or `text`; of a correction empty if the draft's is right.
    #[serde(default)]
    pub(super) kind: String,
    /// The value in its canonical form; of a correction empty if the draft's is right.
    #[serde(default)]
    pub(super) value: String,
    /// What it is in its structure: `supply`, `tax`, `total`, `unit price` …
    #[serde(default)]
    pub(super) role: String,
    /// Whose it is, or of what it is a part.
    #[serde(default)]
    pub(super) owner: String,
    /// The row or item that it belongs to.
    #[serde(default)]
    pub(super) row: String,
}

/// One rule.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct ReadRule {
    /// `sum` (parts add up to the result; `-f3` is subtracted), `difference` (the first part less
    /// the others), `product`, `rate` (parts: base, rate), `conversion` (parts: amount, exchange
    /// rate), `order` (dates that follow one another), `length` (parts: first day, last day; result:
    /// the stated length), `same`.
    pub(super) kind: String,
    /// Values as the draft or `id` names them (`f12`, `n3`), for products and rates also numbers
    /// such as `1/10` or `12`.
    #[serde(default)]
    pub(super) parts: Vec<String>,
    /// The value that comes out.
    #[serde(default)]
    pub(super) result: String,
    /// The same rule for many rows: the parts of each row, its result last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) rows: Vec<Vec<String>>,
    /// How the result is rounded, if the page says so or the numbers show it: `floor`, `half_up` or
    /// `ceiling`, and the unit: `floor 10`, `half_up 0.01`; empty if it is exact.
    #[serde(default)]
    pub(super) round: String,
    /// What asks for it: `labels` (labels, columns, rows), `words` (a sentence, then with `quote`),
    /// or `computed` (nothing does).
    #[serde(default)]
    pub(super) why: String,
    /// The words of the page that state it, copied.
    #[serde(default)]
    pub(super) quote: String,
    /// Of `words`, where a page's picture shows what its lines do not say: left, top, right, bottom
    /// in thousandths of the picture's width and height.
    #[serde(default, rename = "box", skip_serializing_if = "Vec::is_empty")]
    pub(super) area: Vec<f32>,
    /// The page of that picture.
    #[serde(default)]
    pub(super) page: u32,
    /// The document of that picture, from 0.
    #[serde(default)]
    pub(super) document: u32,
}

impl Reading {
    /// Takes the reading of another section in. Names of values are a section's own.
    pub(super) fn extend(&mut self, section: usize, mut other: Reading) {
        let own = |it: &mut String| {
            let (sign, name) = match it.trim().strip_prefix(['-', '−']) {
                Some(rest) => ("-", rest.trim()),
                None => ("", it.trim()),
            };
            if name.starts_with('n') {
                *it = format!("{sign}{name}@{section}");
            }
        };
        other.fields.iter_mut().for_each(|it| own(&mut it.id));
        for rule in &mut other.rules {
            own(&mut rule.result);
            rule.parts.iter_mut().chain(rule.rows.iter_mut().flatten()).for_each(own);
        }
        if self.document_type.is_empty() {
            self.document_type = other.document_type;
        }
        if self.title.is_empty() {
            self.title = other.title;
        }
        self.right.extend(other.right);
        self.wrong.extend(other.wrong);
        self.fields.extend(other.fields);
        self.rules.extend(other.rules);
        self.wrong_rules.extend(other.wrong_rules);
        self.right_rules.extend(other.right_rules);
        self.clauses.extend(other.clauses);
    }
}
