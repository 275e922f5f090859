//! Where words stand on the pages of a document, for a person who looks for them.
//!
//! **Invariant:** spaces and case count for nothing, since recognition parts Korean words where it
//! likes; a place lies within one line and covers the found letters, not the whole words.

use crate::document::{Document, Line, Rect};

/// A place where words were found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// The page, from 1.
    pub page: u32,
    /// Where on it.
    pub rect: Rect,
}

/// The places of words in reading order, so many at most.
pub fn find(document: &Document, words: &str, at_most: usize) -> Vec<Place> {
    let wanted: Vec<char> = words.chars().flat_map(folded).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let lines =
        document.pages.iter().flat_map(|page| page.lines.iter().map(|it| (page.number, it)));
    lines
        .flat_map(|(page, line)| {
            in_line(line, &wanted).into_iter().map(move |rect| Place { page, rect })
        })
        .take(at_most)
        .collect()
}

/// A letter as it is compared; none of a space.
fn folded(it: char) -> impl Iterator<Item = char> {
    it.to_lowercase().filter(|it| !it.is_whitespace())
}

/// A letter of a line with the part of the page that it takes, its word's box shared out evenly.
struct Letter {
    folded: char,
    rect: Rect,
}

fn in_line(line: &Line, wanted: &[char]) -> Vec<Rect> {
    let mut letters = Vec::new();
    for word in &line.words {
        let n = word.text.chars().count().max(1) as f32;
        let (left, width) = (word.rect.x0, word.rect.width() / n);
        for (at, it) in word.text.chars().enumerate() {
            let x = left + width * at as f32;
            let rect = Rect::new(x, word.rect.y0, x + width, word.rect.y1);
            letters.extend(folded(it).map(|folded| Letter { folded, rect }));
        }
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(here) = letters.get(at..at + wanted.len()) {
        if here.iter().map(|it| it.folded).eq(wanted.iter().copied()) {
            let boxes = here.iter().map(|it| it.rect);
            found.extend(boxes.reduce(|a, b| a.union(&b)));
            at += wanted.len();
        } else {
            at += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Source, Word};

    fn line(words: &[(&str, f32, f32)]) -> Line {
        let word = |(text, from, to): &(&str, f32, f32)| Word {
            text: (*text).to_owned(),
            rect: Rect::new(*from, 0.0, *to, 10.0),
            confidence: 1.0,
            source: Source::Native,
            others: Vec::new(),
        };
        Line { words: words.iter().map(word).collect() }
    }

    #[track_caller]
    fn check(words: &[(&str, f32, f32)], wanted: &str, expected: &[(f32, f32)]) {
        let wanted: Vec<char> = wanted.chars().flat_map(folded).collect();
        let found: Vec<_> =
            in_line(&line(words), &wanted).iter().map(|it| (it.x0, it.x1)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn part_of_a_word_is_found_at_its_letters() {
        check(&[("합계금액", 0.0, 40.0)], "금액", &[(20.0, 40.0)]);
        check(
            &[("Total", 0.0, 50.0), ("TOTAL", 60.0, 110.0)],
            "total",
            &[(0.0, 50.0), (60.0, 110.0)],
        );
    }

    #[test]
    fn spaces_that_the_reader_made_do_not_hide_a_word() {
        check(&[("합", 0.0, 10.0), ("계", 30.0, 40.0)], "합계", &[(0.0, 40.0)]);
        check(&[("공급가액", 0.0, 40.0)], "공급 가액", &[(0.0, 40.0)]);
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        check(&[("합계", 0.0, 20.0)], "합계금액", &[]);
    }
}
