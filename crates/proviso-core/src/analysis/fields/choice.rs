//! Options with check boxes: `☑ 계좌이체 ☐ 현금`, `■ 신규 □ 연장`, `남( ) 여(V)`.
//!
//! **Invariant:** a text is taken for options only where its marks cannot be bullets, and only what
//! is ticked is a value; where nothing is ticked the text stays as it is printed.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A mark of an option, and whether it is ticked.
struct Mark {
    range: Range<usize>,
    is_ticked: bool,
}

/// Where the ticked options of a text stand, without their marks; none where nobody ticks there, or
/// nothing is ticked.
pub(super) fn chosen(text: &str) -> Option<Vec<Range<usize>>> {
    let marks = marks(text);
    let first = marks.first()?;
    let before = text.get(..first.range.start)?.trim();
    let parts: Vec<(bool, Range<usize>)> = if before.is_empty() {
        let ends = marks.iter().skip(1).map(|it| it.range.start).chain([text.len()]);
        marks.iter().zip(ends).map(|(it, end)| (it.is_ticked, it.range.end..end)).collect()
    } else {
        // `남( ) 여(V)`: the mark stands behind.
        let starts = std::iter::once(0).chain(marks.iter().map(|it| it.range.end));
        marks.iter().zip(starts).map(|(it, start)| (it.is_ticked, start..it.range.start)).collect()
    };
    let ticked = parts.into_iter().filter(|it| it.0).filter_map(|it| trimmed(text, it.1));
    let ticked: Vec<Range<usize>> = ticked.collect();
    (!ticked.is_empty()).then_some(ticked)
}

/// The marks of a text; empty where they may be bullets.
fn marks(text: &str) -> Vec<Mark> {
    static MARK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"[☑☒☐◉○■□▣]|[\[(]\s?[VvXx✓✔√○●■]\s?[\])]|\[\s{0,3}\]|\(\s{1,3}\)")
            .expect("invariant: constant patterns compile")
    });
    let has = |any: &str| MARK.find_iter(text).any(|mark| any.contains(mark.as_str()));
    // `■` and `□` begin headings, `○` stands for a letter: alone they tick nothing.
    let squares = has("■▣") && has("□");
    let radios = has("◉");
    let is_mark = |it: &str| match it {
        "■" | "▣" | "□" => squares,
        "◉" | "○" => radios,
        _ => true,
    };
    let found = MARK.find_iter(text).filter(|it| is_mark(it.as_str()));
    let found = found.map(|it| Mark {
        range: it.range(),
        is_ticked: !matches!(it.as_str(), "☐" | "□" | "○")
            && it.as_str().chars().any(|c| !matches!(c, '[' | ']' | '(' | ')' | ' ')),
    });
    let found: Vec<Mark> = found.collect();
    // One bracket may be a footnote's.
    let bracketed = found.iter().all(|it| text[it.range.clone()].starts_with(['[', '(']));
    if bracketed && found.len() < 2 { Vec::new() } else { found }
}

/// A range without the white space and commas around it; none where nothing else is in it.
fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = text.get(range.clone())?;
    let around = |c: char| c.is_whitespace() || matches!(c, ',' | '/' | '·' | ';');
    let start = range.start + part.len() - part.trim_start_matches(around).len();
    let end = range.start + part.trim_end_matches(around).len();
    (start < end).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let found = chosen(text).map(|it| it.into_iter().map(|it| text[it].to_owned()));
        let found = found.map(|it| it.collect::<Vec<_>>().join(" + "));
        expect.assert_eq(&found.unwrap_or_else(|| "-".to_owned()));
    }

    #[test]
    fn what_is_ticked_is_chosen() {
        check("☑ 계좌이체 ☐ 현금 ☐ 카드", expect!["계좌이체"]);
        check("☐ cash, ☒ bank transfer, ☑ card", expect!["bank transfer + card"]);
        check("□ 신규  ■ 연장 / □ 변경", expect!["연장"]);
        check("[ ] 긴급 [V] 보통", expect!["보통"]);
        check("남( ) 여( V )", expect!["여"]);
        check("○ monthly ◉ yearly", expect!["yearly"]);
    }

    #[test]
    fn bullets_blanks_and_brackets_choose_nothing() {
        check("■ 사업 개요", expect!["-"]);
        check("□ 신규 □ 연장", expect!["-"]);
        check("☐ 현금 ☐ 카드", expect!["-"]);
        check("홍○○", expect!["-"]);
        check("Clause (x) applies", expect!["-"]);
        check("금 일백만원 (1,000,000)", expect!["-"]);
        check("☑", expect!["-"]);
    }
}
