//! What a document is found by: its text, its values, and what a person types to find it.
//!
//! A number is found however it is written: `1,058,800원`, `1058800` and `₩ 1,058,800` are one
//! search, and `2025년 5월 14일` finds `2025. 5. 14.` as well.
//!
//! **Invariant:** what is searched and what is searched for are folded by the same function, [`fold`],
//! so that no spelling is found in one of them only.

use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;
use crate::analysis::scan::{self, Context};
use crate::document::Document;
use crate::value::{Kind, Value};

/// Parts of a query that are looked for, at most.
const MAX_TERMS: usize = 8;

/// Where a document is, for people who look through a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DocumentState {
    /// Some rule is refuted, and nobody waived it.
    Wrong,
    /// Nothing speaks against it, proved or not.
    Clean,
    /// It ended without an answer.
    Broken,
    /// It waits or is under way.
    Busy,
}

/// What a list of documents is sorted by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DocumentOrder {
    /// What was worked on last.
    #[default]
    Recent,
    /// The name of the first file.
    Name,
    /// Who issued it.
    Issuer,
    /// Its day.
    Dated,
    /// Its amount.
    Total,
}

/// A text without what writers choose freely: case, spaces, grouping of digits, hyphens, brackets.
/// Line breaks stay, so that nothing is found across two lines; a decimal point stays as well.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let all: Vec<char> = text.chars().collect();
    let digit = |at: Option<&char>| at.is_some_and(char::is_ascii_digit);
    for (at, &c) in all.iter().enumerate() {
        let within = at > 0 && digit(all.get(at - 1)) && digit(all.get(at + 1));
        if c == '\n' || c == '%' || (c == '.' && within) {
            out.push(c);
        } else if let '０'..='９' = c {
            // Forms are filled in with full-width digits, too.
            out.push(char::from(b'0' + (c as u32 - '０' as u32) as u8));
        } else if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// What the pages of a document say, a line each, folded.
pub fn of_document(document: &Document) -> String {
    let lines = document.pages.iter().flat_map(|it| &it.lines);
    joined(lines.map(|it| fold(&it.text())))
}

/// What an analysis found: title, labels and values, folded; a corrected value is found by what it is
/// now and by what was read.
pub fn of_analysis(analysis: &Analysis) -> String {
    let title = std::iter::once(fold(&analysis.title));
    let fields = analysis.fields.iter().flat_map(|it| {
        let label = fold(&it.label);
        let values = std::iter::once(&it.value).chain(&it.reading);
        // Label and value are found together as well: `합계 1,058,800`.
        values.map(move |value| format!("{label}{}", canonical(value)))
    });
    joined(title.chain(fields))
}

/// A value as it is found in every language.
fn canonical(value: &Value) -> String {
    match value {
        Value::Money(it) => fold(&it.amount.to_string()),
        other => fold(&other.to_string()),
    }
}

/// What is looked for: every group has to be found, by any of its spellings. Nothing typed, no
/// group.
pub fn terms(query: &str) -> Vec<Vec<String>> {
    let query = query.trim();
    if let Some(value) = value(query) {
        return vec![with(fold(query), &value)];
    }
    let words = query.split_whitespace().filter(|it| !fold(it).is_empty()).take(MAX_TERMS);
    words
        .map(|word| match value(word) {
            Some(value) => with(fold(word), &value),
            None => vec![fold(word)],
        })
        .collect()
}

fn with(typed: String, value: &Value) -> Vec<String> {
    let mut all = match value {
        Value::Date(it) => {
            let (y, m, d) = (it.year, it.month, it.day);
            let forms = [
                it.to_string(),
                format!("{y}.{m}.{d}"),
                format!("{y}.{m:02}.{d:02}"),
                format!("{y}. {m}. {d}."),
                format!("{y}년 {m}월 {d}일"),
                format!("{y}년 {m:02}월 {d:02}일"),
            ];
            forms.iter().map(|it| fold(it)).collect()
        }
        other => vec![canonical(other)],
    };
    all.push(typed);
    all.sort();
    all.dedup();
    all
}

/// An amount or a date, where a query is one.
fn value(query: &str) -> Option<Value> {
    let is = |kind| {
        let context = Context { expected: Some(kind), ..Context::default() };
        scan::whole(query, &context).filter(|it| it.kind() == kind)
    };
    is(Kind::Date).or_else(|| is(Kind::Money))
}

fn joined(lines: impl Iterator<Item = String>) -> String {
    let mut out = String::new();
    for it in lines.filter(|it| !it.is_empty()) {
        out.push_str(&it);
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a query finds a text as it is printed.
    #[track_caller]
    fn check(query: &str, printed: &str, found: bool) {
        let text = fold(printed);
        let hit = terms(query).iter().all(|any| any.iter().any(|it| text.contains(it.as_str())));
        assert_eq!(hit, found, "`{query}` in `{printed}`: {:?} in `{text}`", terms(query));
    }

    #[test]
    fn an_amount_is_found_however_it_is_written() {
        for query in ["1,058,800원", "1058800", "₩1,058,800", "1 058 800원", "금 1,058,800 원"]
        {
            check(query, "합계 1,058,800", true);
        }
        check("105만8,800원", "합계 1,058,800", true);
        check("$1,234.50", "USD 1,234.50", true);
        check("1,058,801", "합계 1,058,800", false);
    }

    #[test]
    fn a_date_is_found_however_it_is_written() {
        for query in ["2025년 5월 14일", "2025-05-14", "2025. 5. 14."] {
            check(query, "작성일 2025년 5월 14일", true);
            check(query, "2025-05-14", true);
            check(query, "2025. 5. 14.", true);
            check(query, "2025-05-15", false);
        }
    }

    #[test]
    fn numbers_of_registers_and_names_are_found_without_their_hyphens_and_spaces() {
        check("123-45-67890", "등록번호 123-45-67890", true);
        check("1234567890", "등록번호 123-45-67890", true);
        check("한빛상사", "(주) 한빛 상사", true);
        check("한빛 상사", "(주)한빛상사", true);
        check("hanbit", "HANBIT Trading", true);
        check("inv-2025-7", "Invoice INV 2025/7", true);
    }

    #[test]
    fn every_word_has_to_be_found_and_none_across_lines() {
        check("한빛 5월", "한빛상사\n2025년 5월", true);
        check("한빛 6월", "한빛상사\n2025년 5월", false);
        check("상사2025", "한빛상사\n2025년 5월", false);
        assert!(terms("  ").is_empty());
        assert!(terms("· —").is_empty(), "nothing that could be found");
    }
}
