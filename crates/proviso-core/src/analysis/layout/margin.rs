//! Page headers, footers and page numbers: rows at the edge of a page that say the same on many.

use std::collections::{BTreeMap, BTreeSet};

use super::PageLayout;

/// The part of a page's height at its upper and its lower edge where headers and footers stand.
const EDGE: f32 = 0.09;

/// Removes page numbers, and headers and footers beyond their first appearance.
///
/// The first of each stays: letterheads, document numbers and addresses stand there.
pub fn strip(pages: &mut [PageLayout]) {
    let last = pages.iter().map(|it| it.number as usize).max().unwrap_or(0);
    let mut seen: BTreeMap<(bool, String), u32> = BTreeMap::new();
    for page in pages.iter() {
        // Two lines of one page that differ in the page's number only are no footer.
        let marks: BTreeSet<(bool, String)> = edges(page, last).into_iter().flatten().collect();
        for mark in marks {
            *seen.entry(mark).or_default() += 1;
        }
    }
    let mut kept: BTreeSet<(bool, String)> = BTreeSet::new();
    for page in pages.iter_mut() {
        let marks = edges(page, last);
        let mut index = 0;
        page.rows.retain(|row| {
            let mark = marks.get(index).cloned().flatten();
            index += 1;
            let Some(mark) = mark else { return true };
            if is_page_number(&row.text().text) {
                return false;
            }
            let repeated = seen.get(&mark).copied().unwrap_or(0) > 1;
            !repeated || kept.insert(mark)
        });
    }
}

/// For each row, whether it stands at the upper edge and what it says apart from what may be the number
/// of a page, the last of which has the number `last`; none for rows that stand elsewhere.
fn edges(page: &PageLayout, last: usize) -> Vec<Option<(bool, String)>> {
    let (upper, lower) = (page.height * EDGE, page.height * (1.0 - EDGE));
    let key = |text: &str| -> String {
        let mut out = String::new();
        let compact: String = text.chars().filter(|it| !it.is_whitespace()).collect();
        for run in compact.split_inclusive(|it: char| !it.is_ascii_digit()) {
            let digits = run.trim_end_matches(|it: char| !it.is_ascii_digit());
            let is_page = digits.parse::<usize>().is_ok_and(|it| (1..=last).contains(&it));
            out.push_str(if is_page { "0" } else { digits });
            out.push_str(&run[digits.len()..]);
        }
        out
    };
    page.rows
        .iter()
        .map(|row| {
            let (_, y) = row.rect.center();
            let at_edge = (y < upper || y > lower) && page.rows.len() > 2;
            at_edge.then(|| (y < upper, key(&row.text().text)))
        })
        .collect()
}

/// `- 3 -`, `3/12`, `Page 3 of 12`, `3 페이지`.
pub fn is_page_number(text: &str) -> bool {
    let mut rest = text.to_lowercase();
    for word in ["page", "페이지", "쪽", "of", "seite", "von", "sur", "면"] {
        rest = rest.replace(word, " ");
    }
    let numbers: Vec<&str> =
        rest.split(|c: char| !c.is_ascii_digit()).filter(|it| !it.is_empty()).collect();
    let other = rest.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace());
    let plain = other.clone().all(|c| "-–—/|.()[]".contains(c));
    (1..=2).contains(&numbers.len())
        && numbers.iter().all(|it| it.len() <= 4)
        && plain
        && other.count() <= 4
}
