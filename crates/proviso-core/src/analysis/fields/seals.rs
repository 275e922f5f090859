//! Places for seals, `홍길동 (인)`, that are empty where others of the document are sealed.
//!
//! **Invariant:** a document without any seal is a draft or a copy, and nothing is said of it.

use super::party;
use crate::document::{Document, Page, Rect, Word};
use crate::remark::Remark;

/// Words that a place for a seal may consist of: `(서명 또는 인)`.
const MOST_WORDS: usize = 4;
/// How far from a seal its place may lie, as a share of the seal's size.
const REACH: f32 = 0.6;

/// What is not sealed, for people.
pub(super) fn missing(document: &Document) -> Vec<Remark> {
    if document.pages.iter().all(|it| it.seals().next().is_none()) {
        return Vec::new();
    }
    let mut notes = Vec::new();
    for page in document.printed() {
        for place in places(page) {
            let is_near = |seal: Rect| {
                let (across, down) = (REACH * seal.width(), REACH * seal.height());
                seal.grown(across, down).holds(&place.rect)
            };
            if !page.seals().any(is_near) {
                let (page, at) = (page.number, &place.text);
                let remark = Remark::new(
                    format!(
                        "on page {page} the place for a seal at `{at}` is empty, though others are \
                         sealed"
                    ),
                    format!("{page}쪽 `{at}`: 다른 곳에는 도장이 있으나 이 날인란은 비어 있습니다"),
                );
                notes.push(remark.about(&document.name));
            }
        }
    }
    notes
}

/// Where a seal is to be put.
struct Place {
    /// With what stands before it on its line.
    text: String,
    rect: Rect,
}

fn places(page: &Page) -> Vec<Place> {
    let mut out = Vec::new();
    for line in &page.lines {
        let mut at = 0;
        while at < line.words.len() {
            match (1..=MOST_WORDS).find_map(|n| place(&line.words, at, n)) {
                Some(it) => {
                    out.push(it.0);
                    at = it.1;
                }
                None => at += 1,
            }
        }
    }
    out
}

/// The place that `n` words from `at` are, and the word behind it.
fn place(words: &[Word], at: usize, n: usize) -> Option<(Place, usize)> {
    let part = words.get(at..at + n)?;
    let text: String = part.iter().map(|it| it.text.as_str()).collect();
    // Several words are a place only from their bracket on.
    let begins = n == 1 || text.starts_with(['(', '（']);
    if !begins || !party::is_sealed(&text) {
        return None;
    }
    let before = &words[at.saturating_sub(2)..at];
    let shown: Vec<&str> = before.iter().chain(part).map(|it| it.text.as_str()).collect();
    let last = part.last()?.rect;
    // Of `홍길동(인)` the end is the place.
    let width = last.width().min(3.0 * last.height());
    let rect = Rect { x0: last.x1 - width, ..last };
    Some((Place { text: shown.join(" "), rect }, at + n))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::super::layout::sketch;
    use super::*;
    use crate::document::Mark;

    /// A contract for two to seal, with seals of 36 units around these points.
    #[track_caller]
    fn check(text: &str, seals: &[(f32, f32)], expect: Expect) {
        let mut document = sketch::document(text);
        let square = |&(x, y)| Rect::new(x - 18.0, y - 18.0, x + 18.0, y + 18.0);
        document.pages[0].marks = seals.iter().map(|it| Mark::seal(square(it))).collect();
        let told: Vec<String> = missing(&document).into_iter().map(|it| it.ko).collect();
        expect.assert_eq(&told.join("\n"));
    }

    // Each line is 12 units high from 40 on, each letter 6 wide, of Hangul 12.
    const CONTRACT: &str = "갑 홍길동 (인)\n\n\n\n\n\n을 김가나 (서명 또는 인)";

    #[test]
    fn an_empty_place_is_told_where_another_is_sealed() {
        check(
            CONTRACT,
            &[(125.0, 46.0)],
            expect![
                "sketch.pdf: 1쪽 `을 김가나 (서명 또는 인)`: 다른 곳에는 도장이 있으나 이 날인란은 비어 있습니다"
            ],
        );
    }

    #[test]
    fn nothing_is_said_where_all_are_sealed_or_none() {
        check(CONTRACT, &[(125.0, 46.0), (190.0, 118.0)], expect![""]);
        check(CONTRACT, &[], expect![""]);
    }
}
