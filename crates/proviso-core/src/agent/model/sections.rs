//! Long documents in sections, cut at their own headings, so that each fits a model's attention.
//!
//! **Invariant:** pure; no line is lost and none stands in two sections; every section says on which
//! pages its lines stand.

use std::collections::BTreeSet;

use crate::analysis::fields::is_heading;
use crate::document::Document;
use crate::prompt::marked;

/// Characters that are given to one analyst at once.
const WHOLE: usize = 60_000;
/// From so many characters on a section ends before the next heading.
const ENOUGH: usize = 16_000;
/// A section ends here, heading or not.
const MOST: usize = 24_000;

/// A part of the documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section {
    /// Its first heading, else its pages.
    pub(super) name: String,
    /// Its lines between markers, with the pages that they stand on.
    pub(super) prose: String,
    /// Its pages: the document's position from 0, and the page's number.
    pub(super) pages: BTreeSet<(u32, u32)>,
}

/// The sections of long documents; none where all of it can be read at once.
///
/// `head` names a page: the document's position, its name, the page's number. `shown` writes a line
/// out, by its index over all documents.
pub(super) fn split(
    documents: &[Document],
    head: &dyn Fn(u32, &str, u32) -> String,
    shown: &dyn Fn(usize) -> String,
) -> Vec<Section> {
    let lines = || {
        (0u32..).zip(documents).flat_map(|(index, document)| {
            document.printed().flat_map(move |page| {
                page.lines.iter().map(move |line| (index, document, page.number, line.text()))
            })
        })
    };
    let length: usize = lines().map(|it| it.3.chars().count() + 1).sum();
    if length <= WHOLE {
        return Vec::new();
    }
    let mut all: Vec<Section> = Vec::new();
    let mut now = Growing::default();
    for (at, (index, document, page, line)) in lines().enumerate() {
        let heading = is_heading(&line);
        if now.n_chars > MOST || (now.n_chars > ENOUGH && heading) {
            all.extend(std::mem::take(&mut now).done());
        }
        if now.at != Some((index, page)) {
            now.text.push_str(&head(index, &document.name, page));
            now.text.push('\n');
            now.at = Some((index, page));
            now.pages.insert((index, page));
        }
        if heading && now.heading.is_none() {
            now.heading = Some(line.trim().chars().take(60).collect());
        }
        now.n_chars += line.chars().count() + 1;
        now.text.push_str(&shown(at));
        now.text.push('\n');
    }
    all.extend(now.done());
    all
}

/// A section that lines are added to.
#[derive(Default)]
struct Growing {
    text: String,
    n_chars: usize,
    heading: Option<String>,
    at: Option<(u32, u32)>,
    pages: BTreeSet<(u32, u32)>,
}

impl Growing {
    fn done(self) -> Option<Section> {
        let first = self.pages.first().copied()?;
        let last = self.pages.last().copied().unwrap_or(first);
        let pages = match first == last {
            true => format!("page {}", first.1),
            false => format!("pages {} to {}", first.1, last.1),
        };
        let name = match self.heading {
            Some(heading) => format!("{heading} ({pages})"),
            None => pages,
        };
        let prose = marked("document", self.text.trim_end());
        Some(Section { name, prose, pages: self.pages })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Format, Line, Page, Rect, Source, Word};

    /// A contract of so many pages, an article on each.
    fn contract(n_pages: u32, filler: usize) -> Document {
        let word = |text: &str| Word {
            text: text.to_owned(),
            rect: Rect::new(0.0, 0.0, 9.0, 9.0),
            confidence: 1.0,
            source: Source::Native,
            others: Vec::new(),
        };
        let line = |text: &str| Line { words: text.split(' ').map(word).collect() };
        let page = |number: u32| Page {
            number,
            width: 100.0,
            height: 100.0,
            source: Source::Native,
            reason: String::new(),
            lines: std::iter::once(line(&format!("제{number}조 (조건 {number})")))
                .chain(
                    (0..filler).map(|_| line("을은 갑의 서면 승인을 받아 이를 이행하여야 한다.")),
                )
                .collect(),
            rulings: Vec::new(),
            marks: Vec::new(),
            view: None,
        };
        Document {
            name: "long.pdf".to_owned(),
            sha256: String::new(),
            format: Format::Text,
            pages: (1..=n_pages).map(page).collect(),
            notes: Vec::new(),
            locked: false,
            embedded: Vec::new(),
        }
    }

    fn head(_: u32, _: &str, page: u32) -> String {
        format!("[page {page}]")
    }

    fn shown(_: usize) -> String {
        String::new()
    }

    #[test]
    fn a_short_document_is_read_at_once() {
        assert_eq!(split(&[contract(10, 30)], &head, &shown), []);
        assert_eq!(split(&[], &head, &shown), []);
    }

    #[test]
    fn a_long_one_is_cut_at_its_headings_and_loses_nothing() {
        let long = [contract(200, 40)];
        let lines: Vec<String> =
            long[0].pages.iter().flat_map(|it| &it.lines).map(|it| it.text()).collect();
        let all = split(&long, &head, &|it| lines[it].clone());
        assert!((10..=20).contains(&all.len()), "{}", all.len());
        assert!(all[1].name.starts_with("제"), "{}", all[1].name);
        let pages: Vec<u32> = all.iter().flat_map(|it| it.pages.iter().map(|it| it.1)).collect();
        assert_eq!(pages, (1..=200).collect::<Vec<u32>>(), "each page once, in order");
        let n_lines: usize = all.iter().map(|it| it.prose.matches("을은 갑의").count()).sum();
        assert_eq!(n_lines, 200 * 40);
        assert!(all.iter().all(|it| it.prose.chars().count() < MOST + 2_000));
    }
}
