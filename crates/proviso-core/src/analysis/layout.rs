//! The geometry of a page: rows, segments, ruled grids.
//!
//! **Invariant:** geometry only; no word's meaning is looked at here, but for the names of places
//! over digits. The reader's lines are not trusted: words are clustered anew, and what stands across
//! a gap is another segment.
//!
//! **Invariant:** every word of a page is in exactly one segment of one row, of the page or of one
//! cell, but for the names of places, which go when digits are joined, and for what is printed across
//! others; time grows with the number of words (times cells of the same page).

pub mod aligned;
mod digits;
pub mod grid;
pub mod margin;
pub mod rows;

use std::ops::Range;

use crate::document::{Page, Rect, Word};

/// Heights of a line from which on a word may be printed across others.
const LARGE: f32 = 2.5;
/// Words that large which are looked at.
const MOST_LARGE: usize = 64;

/// A word's part in a [`Text`].
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// Page, counted from 1.
    pub page: u32,
    /// Where the word stands.
    pub rect: Rect,
    /// How sure the reader is of it.
    pub confidence: f32,
}

/// Text that knows where each of its bytes stands on the page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The words in it, in order.
    pub pieces: Vec<Piece>,
}

impl Text {
    /// Appends a word after `separator` (nothing at the beginning).
    pub fn push(&mut self, word: &Word, page: u32, separator: &str) {
        if !self.text.is_empty() {
            self.text.push_str(separator);
        }
        let start = self.text.len();
        self.text.push_str(&word.text);
        let range = start..self.text.len();
        self.pieces.push(Piece { range, page, rect: word.rect, confidence: word.confidence });
    }
    /// Appends another text after `separator` (nothing at the beginning).
    pub fn append(&mut self, other: &Text, separator: &str) {
        if !self.text.is_empty() && !other.text.is_empty() {
            self.text.push_str(separator);
        }
        let offset = self.text.len();
        self.text.push_str(&other.text);
        self.pieces.extend(other.pieces.iter().map(|it| Piece {
            range: it.range.start + offset..it.range.end + offset,
            ..it.clone()
        }));
    }
    /// The part of a byte range, white space at its ends left out.
    pub fn slice(&self, range: Range<usize>) -> Text {
        let part = self.text.get(range.clone()).unwrap_or_default();
        let start = range.start + (part.len() - part.trim_start().len());
        let end = start + part.trim().len();
        let text = self.text.get(start..end).unwrap_or_default().to_owned();
        let mut pieces = Vec::new();
        // They stand in the order of the text: of a line as long as a book only those within are looked at.
        let first = self.pieces.partition_point(|it| it.range.end <= start);
        for it in self.pieces.iter().skip(first).take_while(|it| it.range.start < end) {
            let (from, to) = (it.range.start.max(start), it.range.end.min(end));
            if from < to {
                let rect = self.part_of(it, from..to);
                pieces.push(Piece { range: from - start..to - start, rect, ..it.clone() });
            }
        }
        Text { text, pieces }
    }
    /// The box of a part of a word: its width shared out by characters.
    fn part_of(&self, piece: &Piece, range: Range<usize>) -> Rect {
        if range == piece.range {
            return piece.rect;
        }
        let count =
            |a: usize, b: usize| self.text.get(a..b).map_or(0, |it| it.chars().count()) as f32;
        let all = count(piece.range.start, piece.range.end).max(1.0);
        let step = piece.rect.width() / all;
        let x0 = piece.rect.x0 + step * count(piece.range.start, range.start);
        let x1 = x0 + step * count(range.start, range.end);
        Rect::new(x0, piece.rect.y0, x1, piece.rect.y1)
    }
    /// The boxes of its words on a page.
    pub fn on(&self, page: u32) -> impl Iterator<Item = Rect> {
        self.pieces.iter().filter(move |it| it.page == page).map(|it| it.rect)
    }
    /// One box per line that the text covers.
    pub fn boxes(&self) -> Vec<Rect> {
        let mut boxes: Vec<(u32, Rect)> = Vec::new();
        for it in &self.pieces {
            match boxes.last_mut() {
                Some((page, last)) if *page == it.page && same_line(last, &it.rect) => {
                    *last = last.union(&it.rect);
                }
                _ => boxes.push((it.page, it.rect)),
            }
        }
        let page = self.page();
        boxes.into_iter().filter(|it| it.0 == page).map(|it| it.1).collect()
    }
    /// The page of its first word; 0 if there is none.
    pub fn page(&self) -> u32 {
        self.pieces.first().map_or(0, |it| it.page)
    }
    /// The box around it all; none if it is empty.
    pub fn rect(&self) -> Option<Rect> {
        self.boxes().into_iter().reduce(|a, b| a.union(&b))
    }
    /// The lowest confidence of its words.
    pub fn confidence(&self) -> f32 {
        self.pieces.iter().map(|it| it.confidence).fold(1.0, f32::min)
    }
    /// Whether nothing is printed here.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

fn same_line(a: &Rect, b: &Rect) -> bool {
    let overlap = a.y1.min(b.y1) - a.y0.max(b.y0);
    overlap > 0.5 * a.height().min(b.height())
}

/// Words of one row that no wide gap separates.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// What it says.
    pub text: Text,
    /// Its box.
    pub rect: Rect,
}

/// What stands on one baseline, from left to right.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// At least one segment.
    pub segments: Vec<Segment>,
    /// The box around all.
    pub rect: Rect,
}

impl Row {
    /// All of its text.
    pub fn text(&self) -> Text {
        let mut text = Text::default();
        for it in &self.segments {
            text.append(&it.text, " ");
        }
        text
    }
}

/// A cell of a grid; it spans `rows` × `columns` of the grid's finest division.
#[derive(Debug, Clone, PartialEq)]
pub struct GridCell {
    /// Its box: the ruled one, or that of its words where nothing is ruled.
    pub rect: Rect,
    /// Rows that it covers.
    pub rows: Range<usize>,
    /// Columns that it covers.
    pub columns: Range<usize>,
    /// What stands in it.
    pub content: Vec<Row>,
}

impl GridCell {
    /// Its text: letters that are stacked one per line or spaced out make one word, other lines
    /// are joined by a space.
    pub fn text(&self) -> Text {
        let spaced = self.content.iter().all(|row| {
            row.segments.iter().all(|it| it.text.text.split(' ').all(|w| w.chars().count() == 1))
        });
        let letters: usize = self.content.iter().map(|row| row.text().pieces.len()).sum();
        let all_letters = self
            .content
            .iter()
            .flat_map(|row| row.segments.iter())
            .all(|it| it.text.text.chars().all(|c| c == ' ' || c.is_alphabetic()));
        let separator = if spaced && letters > 1 && all_letters { "" } else { " " };
        let mut text = Text::default();
        for row in &self.content {
            for segment in &row.segments {
                if separator.is_empty() {
                    for it in &segment.text.pieces {
                        let part = segment.text.slice(it.range.clone());
                        text.append(&part, separator);
                    }
                } else {
                    text.append(&segment.text, separator);
                }
            }
        }
        text
    }
    /// Whether nothing is printed in it.
    pub fn is_empty(&self) -> bool {
        self.content.is_empty()
    }
}

/// Cells in rows and columns, ruled or aligned.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// The box around it.
    pub rect: Rect,
    /// How many rows.
    pub n_rows: usize,
    /// How many columns.
    pub n_columns: usize,
    /// The cells, by row and column; empty ones included.
    pub cells: Vec<GridCell>,
    /// Whether printed lines make it; else alignment does.
    pub ruled: bool,
}

/// A page taken apart.
#[derive(Debug, Clone, PartialEq)]
pub struct PageLayout {
    /// Counted from 1.
    pub number: u32,
    /// Width in page units.
    pub width: f32,
    /// Height in page units.
    pub height: f32,
    /// The usual height of a line.
    pub line_height: f32,
    /// Rows outside of grids, from top to bottom.
    pub rows: Vec<Row>,
    /// Ruled grids, from top to bottom.
    pub grids: Vec<Grid>,
    /// Horizontal lines that belong to no grid: `(y, x0, x1)`, from top to bottom.
    pub rules: Vec<(f32, f32, f32)>,
}

/// Takes a page apart.
pub fn layout(page: &Page) -> PageLayout {
    let words: Vec<&Word> =
        page.lines.iter().flat_map(|it| &it.words).filter(|it| is_sound(it)).collect();
    let measure = rows::Measure::of(page, &words);
    let words = without_watermarks(words, measure.line_height);
    let (mut grids, mut rules) = grid::grids(page, measure.line_height);
    let fill = |grids: &mut [Grid]| -> Vec<&Word> {
        let (inside, outside) = grid::assign(grids, &words);
        for (it, words) in inside {
            let cell = &mut grids[it.0].cells[it.1];
            cell.content = rows::rows(page.number, &words, &measure, &[]);
        }
        outside
    };
    let mut outside = fill(&mut grids);
    let mut walls: Vec<Rect> = Vec::new();
    let is_open = |it: &Grid| grid::is_hollow(it) || grid::is_torn(it);
    let (open, kept): (Vec<Grid>, Vec<Grid>) = grids.into_iter().partition(is_open);
    grids = kept;
    if !open.is_empty() {
        walls.extend(
            open.iter().flat_map(|it| &it.cells).map(|it| Rect { x1: it.rect.x0, ..it.rect }),
        );
        rules.extend(open.iter().flat_map(bottoms));
        rules.sort_by(|a, b| a.0.total_cmp(&b.0));
        grids.iter_mut().flat_map(|it| &mut it.cells).for_each(|it| it.content.clear());
        outside = fill(&mut grids);
    }
    grids.retain(|grid| grid.cells.iter().any(|it| !it.is_empty()));
    grids.iter_mut().for_each(digits::join);
    PageLayout {
        number: page.number,
        width: page.width,
        height: page.height,
        line_height: measure.line_height,
        rows: rows::rows(page.number, &outside, &measure, &walls),
        grids,
        rules,
    }
}

/// The lines below the cells of a grid; those of cells side by side are one.
fn bottoms(grid: &Grid) -> Vec<(f32, f32, f32)> {
    let mut cells: Vec<&GridCell> = grid.cells.iter().collect();
    cells.sort_by_key(|it| (it.rows.end, it.columns.start));
    let mut lines: Vec<(f32, f32, f32)> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    for it in cells {
        match lines.last_mut() {
            Some(line) if last == Some((it.rows.end, it.columns.start)) => line.2 = it.rect.x1,
            _ => lines.push((it.rect.y1, it.rect.x0, it.rect.x1)),
        }
        last = Some((it.rows.end, it.columns.end));
    }
    lines
}

/// Words without those that are printed across others, as copies and drafts have them: much larger
/// than a line, with other words below them. They are no part of any text.
fn without_watermarks(words: Vec<&Word>, line_height: f32) -> Vec<&Word> {
    let large = |it: &Word| it.rect.height() > LARGE * line_height;
    let covers = |it: &Word| {
        let below = words.iter().filter(|other| it.rect.holds(&other.rect) && !large(other));
        below.take(2).count() == 2
    };
    let among = words.iter().enumerate().filter(|it| large(it.1)).take(MOST_LARGE);
    let across: Vec<usize> = among.filter(|it| covers(it.1)).map(|it| it.0).collect();
    let kept = words.into_iter().enumerate().filter(|it| !across.contains(&it.0));
    kept.map(|it| it.1).collect()
}

/// Readers promise it, but pages are hostile: no empty words, no boxes of nothing or of infinity.
fn is_sound(word: &Word) -> bool {
    let it = &word.rect;
    !word.text.trim().is_empty()
        && [it.x0, it.y0, it.x1, it.y1].iter().all(|v| v.is_finite())
        && it.x0 <= it.x1
        && it.y0 <= it.y1
}

#[cfg(test)]
pub(crate) mod sketch;
#[cfg(test)]
mod tests;
