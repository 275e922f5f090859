//! The documents as numbered lines: what a model is shown, and how what it says of a line is found
//! again.
//!
//! **Invariant:** a line's number counts over all documents from 1 and is the same in what is shown
//! and in what is answered. Marks of fields cannot be forged by a document's text.

use std::collections::BTreeMap;

use crate::analysis::draft::Draft;
use crate::analysis::{Evidence, FieldId};
use crate::document::{Document, Page, Rect, Source, Word};

/// A word's place: the index of its line, and its own in the line.
pub(super) type At = (usize, usize);

/// Lines on either side that belong to what stands around a place.
const AROUND: usize = 1;

/// One line of a page.
pub(in crate::agent::model) struct Row<'a> {
    /// The document's position, from 0.
    pub(in crate::agent::model) document: u32,
    /// The page that it stands on.
    pub(in crate::agent::model) page: &'a Page,
    /// Its words.
    pub(in crate::agent::model) words: &'a [Word],
}

/// All lines of the documents.
pub(in crate::agent::model) struct Sheet<'a> {
    pub(in crate::agent::model) rows: Vec<Row<'a>>,
    names: Vec<&'a str>,
    /// The fields that end at a word.
    marks: BTreeMap<At, Vec<FieldId>>,
    /// Where each field of the draft stands.
    pub(super) places: Vec<Vec<At>>,
}

impl<'a> Sheet<'a> {
    /// The sheet of documents, with the fields of a draft of them.
    pub(in crate::agent::model) fn of(documents: &'a [Document], draft: &Draft) -> Sheet<'a> {
        let mut rows = Vec::new();
        for (document, it) in (0u32..).zip(documents) {
            for page in it.printed() {
                let lines = page.lines.iter();
                rows.extend(lines.map(|line| Row { document, page, words: &line.words }));
            }
        }
        let names = documents.iter().map(|it| it.name.as_str()).collect();
        let mut out = Sheet { rows, names, marks: BTreeMap::new(), places: Vec::new() };
        for field in &draft.fields {
            let place = out.words_in(&field.evidence);
            if let Some(last) = place.last() {
                out.marks.entry(*last).or_default().push(field.id);
            }
            out.places.push(place);
        }
        out
    }

    /// The words that a place covers.
    pub(super) fn words_in(&self, evidence: &Evidence) -> Vec<At> {
        let mut out = Vec::new();
        for (line, row) in self.rows.iter().enumerate() {
            if (row.document, row.page.number) != (evidence.document, evidence.page) {
                continue;
            }
            // A value may be a part of a word: a cell between commas.
            let held = |it: &Rect| evidence.boxes.iter().any(|b| b.holds(it) || it.holds(b));
            out.extend(
                (0..row.words.len()).filter(|n| held(&row.words[*n].rect)).map(|n| (line, n)),
            );
        }
        out
    }

    /// Words as evidence; none where there is no word. They stand on the page of the first.
    pub(super) fn evidence(&self, words: &[At]) -> Option<Evidence> {
        let first = self.rows.get(words.first()?.0)?;
        let mut boxes: Vec<(usize, Rect)> = Vec::new();
        let mut text = Vec::new();
        for (line, n) in words {
            let word = self.rows.get(*line).and_then(|it| it.words.get(*n))?;
            text.push(word.text.as_str());
            match boxes.last_mut() {
                Some((at, rect)) if at == line => *rect = rect.union(&word.rect),
                _ => boxes.push((*line, word.rect)),
            }
        }
        Some(Evidence {
            document: first.document,
            page: first.page.number,
            boxes: boxes.into_iter().map(|it| it.1).collect(),
            text: text.join(" "),
        })
    }

    /// A word.
    pub(super) fn word(&self, at: At) -> Option<&'a Word> {
        self.rows.get(at.0).and_then(|it| it.words.get(at.1))
    }

    /// The line that a number names.
    pub(super) fn line(&self, number: usize) -> Option<usize> {
        number.checked_sub(1).filter(|it| *it < self.rows.len())
    }

    /// Whether two lines stand on one page.
    pub(super) fn same_page(&self, a: usize, b: usize) -> bool {
        match (self.rows.get(a), self.rows.get(b)) {
            (Some(a), Some(b)) => (a.document, a.page.number) == (b.document, b.page.number),
            _ => false,
        }
    }

    /// Whether a line was recognized in a picture.
    pub(super) fn is_recognized(&self, line: usize) -> bool {
        self.rows.get(line).is_some_and(|it| it.page.source == Source::Ocr)
    }

    /// A line as it is shown: its number, its cells parted by bars, its fields behind their words.
    pub(in crate::agent::model) fn shown(&self, line: usize) -> String {
        let Some(row) = self.rows.get(line) else { return String::new() };
        let mut out = format!("{}:", line + 1);
        let mut before: Option<&Word> = None;
        for (n, word) in row.words.iter().enumerate() {
            let wide = before.is_some_and(|it| {
                let letter = (it.rect.width() / it.text.chars().count().max(1) as f32)
                    .max(word.rect.height() * 0.3);
                word.rect.x0 - it.rect.x1 > letter * 2.2
            });
            out.push_str(if wide { " | " } else { " " });
            out.extend(word.text.chars().filter(|it| !matches!(it, '⟨' | '⟩')));
            if let Some(ids) = self.marks.get(&(line, n)) {
                let ids: Vec<String> = ids.iter().map(|it| format!("f{}", it.0)).collect();
                out.push_str(&format!("⟨{}⟩", ids.join(" ")));
            }
            before = Some(word);
        }
        out
    }

    /// The head of a page, where a line is the first of one.
    pub(in crate::agent::model) fn head(&self, line: usize) -> Option<String> {
        let row = self.rows.get(line)?;
        if line > 0 && self.same_page(line, line - 1) {
            return None;
        }
        let how = if row.page.source == Source::Ocr { ", recognized from a picture" } else { "" };
        let name = self.names.get(row.document as usize).copied().unwrap_or_default();
        Some(format!("[document {} {name}, page {}{how}]", row.document, row.page.number))
    }

    /// What stands around words: their lines and the next ones of their page on either side.
    pub(super) fn around(&self, words: &[At]) -> String {
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return String::new() };
        let lines = first.0.saturating_sub(AROUND)..=last.0 + AROUND;
        let mut out = String::new();
        for line in lines.filter(|it| self.same_page(*it, first.0)) {
            for word in self.rows.get(line).map_or(&[][..], |it| it.words) {
                out.push_str(&word.text);
                out.push(' ');
            }
        }
        out.to_lowercase()
    }

    /// The number of the line on which a field of the draft begins.
    pub(in crate::agent::model) fn line_of(&self, id: FieldId) -> Option<usize> {
        self.places.get(id.0 as usize).and_then(|it| it.first()).map(|it| it.0 + 1)
    }

    /// The number of the line on which a place begins.
    pub(in crate::agent::model) fn line_at(&self, evidence: &Evidence) -> Option<usize> {
        self.words_in(evidence).first().map(|it| it.0 + 1)
    }
}
