//! Finds a quote on a page: the words that a model cites, and the boxes that they stand in.
//!
//! White space, width and case are no difference; on recognized pages a letter in twelve may differ
//! too. Digits never may: a quote with other digits is another quote.
//!
//! **Invariant:** total and bounded; what is found is text of the page, never the model's.

use unicode_normalization::UnicodeNormalization;

use crate::analysis::Evidence;
use crate::document::{Document, Page, Rect, Source};

/// Longer quotes are no quotes of a value.
const MAX_QUOTE: usize = 400;
/// Letters that may differ on recognized pages: one in so many.
const TOLERANCE: usize = 12;

/// A word of a page: its line and its box.
struct Placed {
    line: usize,
    text: String,
    rect: Rect,
}

/// Where a quote stands: on the page that is named, else on any other. `document` and `page` count
/// as the model was shown them: from 0 and from 1.
pub(super) fn find(
    documents: &[Document],
    document: u32,
    page: u32,
    quote: &str,
) -> Option<Evidence> {
    let wanted = folded(quote);
    if wanted.is_empty() || wanted.len() > MAX_QUOTE {
        return None;
    }
    let mut pages: Vec<(u32, &Page)> = Vec::new();
    for (index, it) in (0u32..).zip(documents) {
        pages.extend(it.pages.iter().map(|page| (index, page)));
    }
    // The page that was named first; models miscount pages.
    pages.sort_by_key(|it| (it.0 != document, it.1.number != page));
    pages
        .into_iter()
        .find_map(|(index, it)| on_page(it, &wanted).map(|found| (index, it, found)))
        .map(|(document, page, (boxes, text))| Evidence {
            document,
            page: page.number,
            boxes,
            text,
        })
}

/// Boxes and text of the words that a quote covers.
fn on_page(page: &Page, wanted: &[char]) -> Option<(Vec<Rect>, String)> {
    let mut words = Vec::new();
    for (line, it) in page.lines.iter().enumerate() {
        words.extend(it.words.iter().map(|it| Placed {
            line,
            text: it.text.clone(),
            rect: it.rect,
        }));
    }
    // Each letter of the page with the word that it belongs to.
    let mut letters: Vec<char> = Vec::new();
    let mut owners: Vec<usize> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        for letter in folded(&word.text) {
            letters.push(letter);
            owners.push(at);
        }
    }
    let tolerant = page.source == Source::Ocr;
    let range = exact(&letters, wanted)
        .or_else(|| if tolerant { nearly(&letters, wanted) } else { None })?;
    let (first, last) = (owners[range.start], owners[range.end - 1]);
    let covered = &words[first..=last];
    let mut boxes: Vec<(usize, Rect)> = Vec::new();
    for word in covered {
        match boxes.last_mut() {
            Some((line, rect)) if *line == word.line => *rect = rect.union(&word.rect),
            _ => boxes.push((word.line, word.rect)),
        }
    }
    let text = covered.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ");
    Some((boxes.into_iter().map(|it| it.1).collect(), text))
}

/// A text's letters without white space, in one width and case.
fn folded(text: &str) -> Vec<char> {
    text.nfkc().filter(|it| !it.is_whitespace()).flat_map(char::to_lowercase).collect()
}

fn exact(letters: &[char], wanted: &[char]) -> Option<std::ops::Range<usize>> {
    let at = letters.windows(wanted.len()).position(|it| it == wanted)?;
    Some(at..at + wanted.len())
}

/// The stretch of the same length that differs in the fewest letters, if these are few and none is
/// a digit.
fn nearly(letters: &[char], wanted: &[char]) -> Option<std::ops::Range<usize>> {
    let allowed = wanted.len() / TOLERANCE;
    if allowed == 0 {
        return None;
    }
    let mut best: Option<(usize, usize)> = None;
    for (at, window) in letters.windows(wanted.len()).enumerate() {
        let mut n = 0;
        let fits = window.iter().zip(wanted).all(|(a, b)| {
            if a == b {
                return true;
            }
            n += 1;
            n <= allowed && !a.is_numeric() && !b.is_numeric()
        });
        if fits && best.is_none_or(|it| n < it.0) {
            best = Some((n, at));
        }
    }
    best.map(|(_, at)| at..at + wanted.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::{Format, Line, Word};

    fn document(source: Source, pages: &[&str]) -> Document {
        let word = |line: usize, at: usize, text: &str| Word {
            text: text.to_owned(),
            rect: Rect::new(at as f32, line as f32, at as f32 + 1.0, line as f32 + 1.0),
            confidence: 1.0,
            source,
            others: Vec::new(),
        };
        let line = |(line, text): (usize, &str)| Line {
            words: text.split(' ').enumerate().map(|(at, it)| word(line, at, it)).collect(),
        };
        let page = |(at, text): (usize, &&str)| Page {
            number: u32::try_from(at).unwrap() + 1,
            width: 9.0,
            height: 9.0,
            source,
            reason: String::new(),
            lines: text.lines().enumerate().map(line).collect(),
            rulings: Vec::new(),
            marks: Vec::new(),
            view: None,
        };
        Document {
            name: "a.pdf".to_owned(),
            sha256: String::new(),
            format: Format::Pdf,
            pages: pages.iter().enumerate().map(page).collect(),
            notes: Vec::new(),
            locked: false,
            embedded: Vec::new(),
        }
    }

    #[track_caller]
    fn check(source: Source, quote: &str, expected: Option<(u32, usize, &str)>) {
        let text = "을은 계약금액의 10%를\n선급금으로 청구할 수 있다.";
        let documents = [document(source, &["표지", text])];
        let found = find(&documents, 0, 1, quote);
        let found = found.as_ref().map(|it| (it.page, it.boxes.len(), it.text.as_str()));
        assert_eq!(found, expected, "{quote}");
    }

    #[test]
    fn a_quote_is_found_over_line_ends_and_on_another_page_than_was_named() {
        let found = Some((2, 2, "10%를 선급금으로"));
        check(Source::TextLayer, "10% 를  선급금으로", found);
        check(Source::TextLayer, "１０％를 선급금으로", found);
    }

    #[test]
    fn a_slip_of_recognition_is_forgiven_and_a_digit_never() {
        let all = "을은 계약금액의 10%를 선급금으로";
        check(Source::Ocr, "을은 계약굼액의 10%를 선급금으로", Some((2, 2, all)));
        check(Source::TextLayer, "을은 계약굼액의 10%를 선급금으로", None);
        check(Source::Ocr, "을은 계약금액의 20%를 선급금으로", None);
    }

    #[test]
    fn what_does_not_stand_there_is_not_found() {
        check(Source::Ocr, "잔금은 30%로 한다", None);
        check(Source::Ocr, " ", None);
        check(Source::Ocr, &"을은".repeat(300), None);
    }

    proptest! {
        #[test]
        fn no_quote_panics(text in "[a-z0-9 가-힣]{0,40}", quote in "[a-z0-9 가-힣]{0,30}") {
            let documents = [document(Source::Ocr, &[text.as_str()])];
            let _ = find(&documents, 7, 9, &quote);
        }
    }
}
