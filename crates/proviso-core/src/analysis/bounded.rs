//! The whole analysis within bounds: a paper that takes more than its budget is analysed in parts, and
//! the analysis says so.
//!
//! A part is some pages, or some lines of a page, with what the first part of its document told of all
//! of it: type, language, currency, year. Values keep their places; rules are found within parts only,
//! and what cannot be analysed even alone is left out and named.
//!
//! **Invariant:** bounded work: a budget for the whole, one for its parts together. A paper within
//! its budget is analysed as if there were none, so the same paper is the same analysis everywhere.
//!
//! **Rejected:** a limit on the size of papers. It is how they are made that costs, not how long they
//! are: ten thousand plain lines are less than a hundred that say the same of each other.

use serde::{Deserialize, Serialize};

use super::draft::{Draft, Paragraph};
use super::fields::{self, Told};
use super::steps::{self, Spent};
use super::{Analysis, CellRef, FieldId, Rule, RuleId, TableTotal, readings, rules};
use crate::doctype::DocumentTypes;
use crate::document::{Document, Line, Page};
use crate::remark::Remark;

/// What an analysis may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Steps of an analysis in one piece.
    pub steps: u64,
    /// Words that are analysed in one piece: what they take of memory.
    pub words: usize,
}

impl Default for Budget {
    /// A few seconds, and some hundred megabytes.
    fn default() -> Budget {
        Budget { steps: 400_000_000, words: 60_000 }
    }
}

impl Budget {
    /// A fraction of it, for a paper that took too much of the machine with the whole.
    #[must_use]
    pub fn reduced(self) -> Budget {
        Budget { steps: self.steps / 8, words: self.words / 8 }
    }

    /// The steps of all parts together, as many times those of one piece.
    const ALL_PARTS: u64 = 6;
    /// Parts that a paper is cut into at first, where its steps are too many.
    const PARTS: usize = 8;
}

/// What came of an analysis: what was found before any rule, and all of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Studied {
    /// Before any rule.
    pub draft: Draft,
    /// With its rules.
    pub analysis: Analysis,
}

/// Analyses documents that belong together within a budget.
pub fn study(
    documents: &[Document],
    types: &DocumentTypes,
    chosen: Option<&str>,
    budget: Budget,
) -> Studied {
    let n_words: usize = documents.iter().map(Document::n_words).sum();
    let whole = || {
        let draft = readings::draft(documents, types, chosen);
        Studied { analysis: rules::discover(draft.clone(), types), draft }
    };
    if n_words <= budget.words
        && let Ok(it) = steps::within(budget.steps, whole)
    {
        return it;
    }
    let most = budget.words.min(n_words / Budget::PARTS).max(1);
    let mut parts = Parts::new(documents, types, chosen, budget);
    for part in cut(documents, most) {
        parts.take(part);
    }
    parts.joined()
}

/// Some lines of a page: its document, its place there, and its lines from and to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Strip {
    document: usize,
    page: usize,
    lines: (usize, usize),
}

/// Cuts documents into parts of at most so many words, or of one line.
fn cut(documents: &[Document], most: usize) -> Vec<Vec<Strip>> {
    let mut parts: Vec<Vec<Strip>> = vec![Vec::new()];
    let mut room = most;
    let places = documents
        .iter()
        .enumerate()
        .flat_map(|(document, it)| (0..it.pages.len()).map(move |page| (document, page)));
    for (document, page) in places {
        let lines = &documents[document].pages[page].lines;
        let mut from = 0;
        // A page is cut only where it does not fit into a part of its own.
        let whole = documents[document].pages[page].n_words();
        if whole > room && whole <= most && room < most {
            parts.push(Vec::new());
            room = most;
        }
        loop {
            let mut to = from;
            while let Some(line) = lines.get(to)
                && (line.words.len() <= room || (room == most && to == from))
            {
                room = room.saturating_sub(line.words.len());
                to += 1;
            }
            // An empty page is a strip as well: somebody notes that it is empty.
            if (to > from || lines.is_empty())
                && let Some(it) = parts.last_mut()
            {
                it.push(Strip { document, page, lines: (from, to) });
            }
            from = to;
            if from >= lines.len() {
                break;
            }
            parts.push(Vec::new());
            room = most;
        }
    }
    parts
}

/// Two halves of a part; none of a single line.
fn halves(part: &[Strip]) -> Option<(Vec<Strip>, Vec<Strip>)> {
    if part.len() > 1 {
        let (first, second) = part.split_at(part.len() / 2);
        return Some((first.to_vec(), second.to_vec()));
    }
    let only = *part.first()?;
    let (from, to) = only.lines;
    let middle = from + (to - from) / 2;
    (middle > from).then(|| {
        let half = |lines| vec![Strip { lines, ..only }];
        (half((from, middle)), half((middle, to)))
    })
}

/// The parts so far, as one.
struct Parts<'a> {
    documents: &'a [Document],
    types: &'a DocumentTypes,
    chosen: Option<&'a str>,
    /// What the first part of each document told of it.
    told: Vec<Option<Told>>,
    /// Steps of one part, and of all that follow.
    steps: (u64, u64),
    draft: Option<Draft>,
    rules: Vec<Rule>,
    n_parts: usize,
    /// What was left out.
    left_out: Vec<Strip>,
}

impl<'a> Parts<'a> {
    fn new(
        documents: &'a [Document],
        types: &'a DocumentTypes,
        chosen: Option<&'a str>,
        budget: Budget,
    ) -> Parts<'a> {
        let told = documents.iter().map(|_| None).collect();
        let steps = (budget.steps / 2, budget.steps.saturating_mul(Budget::ALL_PARTS));
        let (draft, rules, left_out) = (None, Vec::new(), Vec::new());
        Parts { documents, types, chosen, told, steps, draft, rules, n_parts: 0, left_out }
    }

    /// Analyses a part, or the halves of it.
    fn take(&mut self, part: Vec<Strip>) {
        let mut told = self.told.clone();
        let first = self.draft.is_none();
        let documents = self.documents_of(&part, first);
        let (one, all) = self.steps;
        let given = one.min(all);
        let mut used = given;
        let done = steps::within(given, || {
            let draft = fields::part(&documents, self.types, self.chosen, &mut told);
            let rules = rules::proposed(&draft, self.types);
            used = given - steps::left().unwrap_or(0);
            (draft, rules)
        });
        self.steps.1 = all.saturating_sub(used);
        match done {
            Ok((draft, rules)) => {
                self.told = told;
                self.n_parts += 1;
                self.add(draft, rules);
            }
            Err(Spent) if self.steps.1 == 0 => self.left_out.extend(part),
            Err(Spent) => match halves(&part) {
                Some((first, second)) => {
                    self.take(first);
                    self.take(second);
                }
                None => self.left_out.extend(part),
            },
        }
    }

    /// The documents with the lines of a part only.
    fn documents_of(&self, part: &[Strip], first: bool) -> Vec<Document> {
        let mut out: Vec<Document> =
            self.documents.iter().map(|it| without_pages(it, first)).collect();
        for strip in part {
            let Some(page) =
                self.documents.get(strip.document).and_then(|it| it.pages.get(strip.page))
            else {
                continue;
            };
            out[strip.document].pages.push(some_lines(page, strip.lines));
        }
        out
    }

    fn add(&mut self, mut draft: Draft, mut rules: Vec<Rule>) {
        let Some(all) = &mut self.draft else {
            (self.draft, self.rules) = (Some(draft), rules);
            return;
        };
        let n = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        let (fields, tables) = (n(all.fields.len()), n(all.tables.len()));
        let moved = |it: FieldId| FieldId(it.0.saturating_add(fields));
        for field in &mut draft.fields {
            field.id = moved(field.id);
            field.cell =
                field.cell.map(|it| CellRef { table: it.table.saturating_add(tables), ..it });
        }
        for table in &mut draft.tables {
            for cell in table.rows.iter_mut().flatten() {
                cell.fields.iter_mut().for_each(|it| *it = moved(*it));
            }
            let total = |it: &TableTotal| TableTotal { field: moved(it.field), ..*it };
            table.totals = table.totals.iter().map(total).collect();
        }
        let place = |it: Paragraph| Paragraph {
            fields: it.fields.into_iter().map(|(range, id)| (range, moved(id))).collect(),
            ..it
        };
        draft.words.iter_mut().for_each(|it| it.beside = it.beside.map(moved));
        let offset = n(self.rules.len());
        for rule in &mut rules {
            rule.id = RuleId(rule.id.0.saturating_add(offset));
            if let Some(relation) = rule.relation.over(&|it| Some(moved(it))) {
                rule.relation = relation;
            }
        }
        self.rules.extend(rules);
        all.fields.extend(draft.fields);
        all.tables.extend(draft.tables);
        all.paragraphs.extend(draft.paragraphs.into_iter().map(place));
        all.words.extend(draft.words);
        all.numbers.extend(draft.numbers);
        let new: Vec<Remark> =
            draft.notes.into_iter().filter(|it| !all.notes.contains(it)).collect();
        all.notes.extend(new);
    }

    /// All parts as one analysis, which says that it was made of parts.
    fn joined(self) -> Studied {
        let mut draft = self.draft.unwrap_or_else(|| {
            // Not even one line could be analysed; what the documents are is known all the same.
            let empty: Vec<Document> =
                self.documents.iter().map(|it| without_pages(it, true)).collect();
            fields::draft(&empty, self.types, self.chosen)
        });
        draft.documents = self.documents.iter().map(fields::about).collect();
        fields::rename(&mut draft.fields);
        draft.notes.extend(in_parts(self.n_parts, self.left_out.is_empty()));
        draft.notes.extend(left_out(self.documents, &self.left_out));
        Studied { analysis: rules::complete(draft.clone(), self.rules), draft }
    }
}

/// In how many parts a paper was analysed, for people; none where that is all of it in one.
fn in_parts(n: usize, whole: bool) -> Option<Remark> {
    let (en, ko) = match n {
        0 => (
            "the paper is too intricate to be analysed, also in parts".to_owned(),
            "문서가 너무 복잡해 부분으로 나누어도 분석하지 못했습니다".to_owned(),
        ),
        1 if whole => return None,
        1 => (
            "the paper is too intricate to be analysed in one piece: one part of it was analysed"
                .to_owned(),
            "문서가 한 번에 분석하기에 너무 복잡해 한 부분만 분석했습니다".to_owned(),
        ),
        n => (
            format!(
                "the paper is too intricate to be analysed in one piece: it was analysed in {n} parts, \
                 and no rule looks from one part into another"
            ),
            format!(
                "문서가 한 번에 분석하기에 너무 복잡해 {n}부분으로 나누어 분석했습니다. 부분을 넘나드는 \
                 규칙은 찾지 않았습니다"
            ),
        ),
    };
    Some(Remark::new(en, ko))
}

/// A document without its pages; what it says to programs counts once.
fn without_pages(it: &Document, first: bool) -> Document {
    Document {
        name: it.name.clone(),
        sha256: it.sha256.clone(),
        format: it.format,
        pages: Vec::new(),
        notes: it.notes.clone(),
        locked: it.locked,
        embedded: if first { it.embedded.clone() } else { Vec::new() },
    }
}

/// A page with some of its lines, and the rulings and seals that stand among them.
fn some_lines(page: &Page, (from, to): (usize, usize)) -> Page {
    let lines: Vec<Line> = page.lines.get(from..to).unwrap_or_default().to_vec();
    let whole = lines.len() == page.lines.len();
    let top = lines.iter().map(|it| it.rect().y0).fold(f32::MAX, f32::min);
    let bottom = lines.iter().map(|it| it.rect().y1).fold(f32::MIN, f32::max);
    let among = |y0: f32, y1: f32| whole || (y0 <= bottom && y1 >= top);
    Page {
        number: page.number,
        width: page.width,
        height: page.height,
        source: page.source,
        reason: page.reason.clone(),
        lines,
        rulings: page.rulings.iter().filter(|it| among(it.rect.y0, it.rect.y1)).copied().collect(),
        marks: page.marks.iter().filter(|it| among(it.rect.y0, it.rect.y1)).copied().collect(),
        view: page.view,
    }
}

/// What was not analysed at all, for people; the first of many.
fn left_out(documents: &[Document], strips: &[Strip]) -> Option<Remark> {
    const TOLD: usize = 8;
    let n_lines: usize = strips.iter().map(|it| it.lines.1 - it.lines.0).sum();
    if n_lines == 0 {
        return None;
    }
    let mut pages: Vec<String> = Vec::new();
    for it in strips {
        let page = documents.get(it.document).and_then(|of| Some((of, of.pages.get(it.page)?)));
        let Some((of, page)) = page else { continue };
        let named = match documents.len() {
            1 => page.number.to_string(),
            _ => format!("{} {}", of.name, page.number),
        };
        if pages.last() != Some(&named) {
            pages.push(named);
        }
    }
    let more = if pages.len() > TOLD { " …" } else { "" };
    pages.truncate(TOLD);
    let pages = pages.join(", ");
    Some(Remark::new(
        format!(
            "{n_lines} lines are too intricate to be analysed and were left out (page {pages}{more})"
        ),
        format!("{n_lines}줄은 너무 복잡해 분석하지 못하고 뺐습니다({pages}{more}쪽)"),
    ))
}

#[cfg(test)]
mod tests;
