//! Prose in two columns: the rows left of a gutter come before those right of it.
//!
//! **Invariant:** forms are left alone. Both sides must be prose, line after line as wide as their
//! column, and nothing may stand across the gutter.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::super::layout::{Row, Segment, rows};
use crate::document::Rect;

/// Lines that a side has at least.
const MIN_LINES: usize = 5;

/// Rows that are read one after the other.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Part {
    /// At least one row.
    pub(super) rows: Vec<Row>,
    /// Whether something else stands beside it.
    pub(super) side: bool,
}

/// Rows in reading order: as they are, or the two sides of each gutter apart.
pub(super) fn parts(rows: &[&Row], line_height: f32) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    let mut plain: Vec<Row> = Vec::new();
    let mut i = 0;
    let gutter = gutter(rows, line_height);
    while i < rows.len() {
        let run = gutter.map_or(1, |x| run(&rows[i..], x, line_height));
        let all = &rows[i..i + run];
        let sides = gutter.and_then(|x| Some((prose_from(all, x)?, x)));
        let first = sides.map_or(run, |it| it.0);
        plain.extend(all[..first].iter().copied().cloned());
        i += run;
        let Some((_, x)) = sides else { continue };
        if !plain.is_empty() {
            out.push(Part { rows: std::mem::take(&mut plain), side: false });
        }
        let (left, right): (Vec<Option<Row>>, Vec<Option<Row>>) =
            all[first..].iter().map(|it| apart(it, x)).unzip();
        for side in [left, right] {
            let rows = spread(side.into_iter().flatten().collect());
            out.push(Part { rows, side: true });
        }
    }
    if !plain.is_empty() {
        out.push(Part { rows: plain, side: false });
    }
    out
}

/// Where most segments in the middle of the page begin: the left edge of a second column.
fn gutter(rows: &[&Row], line_height: f32) -> Option<f32> {
    let all = rows::union(rows.iter().map(|it| it.rect));
    let middle = all.x0 + 0.3 * all.width()..all.x0 + 0.7 * all.width();
    let starts: Vec<f32> = rows
        .iter()
        .flat_map(|it| &it.segments)
        .map(|it| it.rect.x0)
        .filter(|it| middle.contains(it))
        .collect();
    // Each start is held against those near it only: a page may have ten thousand of them.
    let mut sorted = starts.clone();
    sorted.sort_by(f32::total_cmp);
    let reach = 0.6 * line_height;
    let near = |x: f32| {
        let to = sorted.partition_point(|it| it - x <= reach);
        to.saturating_sub(sorted.partition_point(|it| it - x < -reach))
    };
    let counted = starts.into_iter().map(|it| (near(it), it));
    let (n, best) = counted.max_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)))?;
    (n >= MIN_LINES).then_some(best - reach)
}

/// How many rows stand close below each other with nothing across the gutter; one that has something
/// there stands alone.
fn run(rows: &[&Row], gutter: f32, line_height: f32) -> usize {
    let crosses = |row: &Row| {
        row.segments.iter().any(|it| it.rect.x0 < gutter && it.rect.x1 > gutter + line_height)
    };
    let goes_on =
        |it: &[&Row]| !crosses(it[1]) && it[1].rect.y0 - it[0].rect.y1 <= 1.7 * line_height;
    match rows.first() {
        Some(first) if !crosses(first) => 1 + rows.windows(2).take_while(|it| goes_on(it)).count(),
        _ => 1,
    }
}

/// The first row of a run from which on, to its end, both sides of the gutter are prose.
///
/// From its end on, since what is the width of a column is so of all rows behind: a line that is too
/// short for it once is so for all that begin further above.
fn prose_from(run: &[&Row], gutter: f32) -> Option<usize> {
    let (mut left, mut right) = (Column::default(), Column::default());
    let mut first = None;
    for (at, row) in run.iter().enumerate().rev() {
        let (a, b) = apart(row, gutter);
        a.into_iter().for_each(|it| left.put(&it));
        b.into_iter().for_each(|it| right.put(&it));
        if left.is_prose() && right.is_prose() {
            first = Some(at);
        }
    }
    first
}

/// The rows of a side so far.
#[derive(Default)]
struct Column {
    all: Option<Rect>,
    n_rows: usize,
    /// The widths of lines of words that are as wide as the column, the least first.
    lines: BinaryHeap<Reverse<Width>>,
}

/// A width, by its size.
#[derive(PartialEq)]
struct Width(f32);

impl Eq for Width {}

impl PartialOrd for Width {
    fn partial_cmp(&self, other: &Width) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Width {
    fn cmp(&self, other: &Width) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Column {
    fn put(&mut self, row: &Row) {
        self.n_rows += 1;
        self.all = Some(self.all.map_or(row.rect, |it| it.union(&row.rect)));
        if row.segments.len() == 1 && row.text().text.split(' ').count() >= 3 {
            self.lines.push(Reverse(Width(row.rect.width())));
        }
    }

    /// Whether most rows are lines of words as wide as their column.
    fn is_prose(&mut self) -> bool {
        let least = 0.8 * self.all.map_or(0.0, |it| it.width());
        while self.lines.peek().is_some_and(|it| it.0.0 < least) {
            self.lines.pop();
        }
        let n_lines = self.lines.len();
        n_lines >= MIN_LINES && n_lines * 2 > self.n_rows
    }
}

/// What of a row begins left of a place, and what does not.
pub(super) fn apart(row: &Row, x: f32) -> (Option<Row>, Option<Row>) {
    let (a, b): (Vec<Segment>, Vec<Segment>) =
        row.segments.iter().cloned().partition(|it| it.rect.x0 < x);
    let side = |segments: Vec<Segment>| {
        let rect = segments.iter().map(|it| it.rect).reduce(|a, b| a.union(&b))?;
        Some(Row { segments, rect })
    };
    (side(a), side(b))
}

/// Wide gaps in a full line of justified text separate nothing.
fn spread(rows: Vec<Row>) -> Vec<Row> {
    let all = rows::union(rows.iter().map(|it| it.rect));
    let full = |it: &Row| it.rect.width() >= 0.9 * all.width();
    rows.into_iter()
        .map(|row| match full(&row) {
            true => {
                Row { segments: vec![Segment { text: row.text(), rect: row.rect }], rect: row.rect }
            }
            false => row,
        })
        .collect()
}
