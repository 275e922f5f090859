//! Names of projects from names of files: `거래명세서_5월` is `TransactionStatementMay`.
//!
//! **Invariant:** what a paper is called is one word here, however its syllables read; only what is no
//! such word, no month and no year goes by the dictionary of labels.

use unicode_normalization::UnicodeNormalization;

use super::{camel, capitalized, label_words};

/// Kinds of papers, as files are called by them, and their words; the longest that fits counts.
#[rustfmt::skip]
const PAPERS: &[(&str, &str)] = &[
    ("거래명세서", "transaction statement"), ("거래명세표", "transaction statement"),
    ("전자세금계산서", "tax invoice"), ("세금계산서", "tax invoice"), ("계산서", "invoice"),
    ("명세서", "statement"), ("명세표", "statement"), ("내역서", "breakdown"), ("청구서", "bill"),
    ("견적서", "quotation"), ("발주서", "purchase order"), ("주문서", "order"), ("주문확인서", "order confirmation"),
    ("계약서", "contract"), ("변경계약서", "contract amendment"), ("합의서", "agreement"),
    ("약정서", "agreement"), ("협약서", "agreement"), ("협정서", "agreement"), ("양해각서", "memorandum"),
    ("각서", "pledge"), ("서약서", "pledge"), ("위임장", "power of attorney"), ("동의서", "consent"),
    ("품의서", "proposal"), ("기안서", "proposal"), ("지출결의서", "spending resolution"),
    ("결의서", "resolution"), ("정산서", "settlement"), ("신청서", "application"), ("보고서", "report"),
    ("급여명세서", "payslip"), ("임금명세서", "payslip"), ("급여대장", "payroll"),
    ("영수증", "receipt"), ("영수서", "receipt"), ("입금증", "receipt"), ("인수증", "receipt"),
    ("송장", "invoice"), ("납품서", "delivery note"), ("검수조서", "inspection record"),
    ("조서", "record"), ("확인서", "confirmation"), ("증명서", "certificate"), ("보증서", "guarantee"),
    ("보험증권", "insurance policy"), ("통지서", "notice"), ("고지서", "notice"), ("안내문", "notice"),
    ("제안서", "proposal"), ("사업계획서", "business plan"), ("계획서", "plan"), ("원가계산서", "cost estimate"),
    ("산출서", "estimate"), ("차용증", "loan note"), ("대장", "ledger"),
];

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The name of a project from a file's name without its ending, in upper camel case; empty where
/// nothing in it is a letter.
pub fn proposed_project(stem: &str) -> String {
    let stem: String = stem.nfc().collect();
    let mut words: Vec<String> = Vec::new();
    let mut pending = String::new();
    let mut rest = stem.as_str();
    while let Some(first) = rest.chars().next() {
        let known = paper(rest).or_else(|| month(rest, pending.chars().next_back()));
        let Some((length, known)) = known.or_else(|| year(rest)) else {
            pending.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        words.extend(label_words(&std::mem::take(&mut pending)));
        words.extend(known.split(' ').map(str::to_owned));
        rest = &rest[length..];
    }
    words.extend(label_words(&pending));
    capitalized(&camel(&words))
}

/// The kind of paper that a text begins with: its length, and its words.
fn paper(text: &str) -> Option<(usize, String)> {
    let fits = PAPERS.iter().filter(|it| text.starts_with(it.0));
    let longest = fits.max_by_key(|it| it.0.len())?;
    Some((longest.0.len(), longest.1.to_owned()))
}

/// The digits that a text begins with, before a counter.
fn counted(text: &str, counter: char) -> Option<(usize, u32)> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let number = text[..end].parse().ok()?;
    text[end..].starts_with(counter).then_some((end + counter.len_utf8(), number))
}

/// `5월`, where no digit stands before it.
fn month(text: &str, before: Option<char>) -> Option<(usize, String)> {
    let (length, number) =
        counted(text, '월').filter(|_| !before.is_some_and(|it| it.is_ascii_digit()))?;
    let name = MONTHS.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
    // `12월분` is what is for December.
    let share = if text[length..].starts_with('분') { '분'.len_utf8() } else { 0 };
    Some((length + share, (*name).to_owned()))
}

/// `2025년`: the number says it.
fn year(text: &str) -> Option<(usize, String)> {
    let (length, number) = counted(text, '년').filter(|it| (1900..2200).contains(&it.1))?;
    Some((length, number.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::idris::name::project_name;

    #[test]
    fn papers_months_and_years_are_words() {
        for (stem, name) in [
            ("거래명세서_5월", "TransactionStatementMay"),
            ("용역계약서", "ServiceContract"),
            ("2025년 11월 급여대장", "NovemberPayroll2025"),
            ("세금계산서(12월분)", "TaxInvoiceDecember"),
            ("물품 계약서 v2", "GoodsContractV2"),
            ("임대차계약서", "LeaseContract"),
            ("lease_seoul-2025", "LeaseSeoul2025"),
            ("2025 invoice", "Invoice2025"),
            ("....", ""),
        ] {
            assert_eq!(proposed_project(stem), name, "{stem}");
            assert!(name.is_empty() || project_name(name).is_ok(), "{name}");
        }
    }
}
