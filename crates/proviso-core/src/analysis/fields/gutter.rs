//! Prose in two columns: the rows left of a gutter come before those right of it.
//!
//! **Invariant:** forms are left alone. Both sides must be prose, line after line as wide as their
//! column, and nothing may stand across the gutter.

use super::super::layout::{Row, Segment, rows};

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
        let run = gutter.and_then(|x| sides(&rows[i..], x, line_height));
        let Some((n, left, right)) = run else {
            plain.push(rows[i].clone());
            i += 1;
            continue;
        };
        if !plain.is_empty() {
            out.push(Part { rows: std::mem::take(&mut plain), side: false });
        }
        out.push(Part { rows: left, side: true });
        out.push(Part { rows: right, side: true });
        i += n;
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
    let near = |x: f32| starts.iter().filter(|it| (**it - x).abs() <= 0.6 * line_height).count();
    let best =
        starts.iter().copied().max_by(|a, b| near(*a).cmp(&near(*b)).then(b.total_cmp(a)))?;
    (near(best) >= MIN_LINES).then_some(best - 0.6 * line_height)
}

/// The rows of a run on both sides of a gutter: how many rows, what stands left, what stands right.
fn sides(rows: &[&Row], gutter: f32, line_height: f32) -> Option<(usize, Vec<Row>, Vec<Row>)> {
    let (mut left, mut right): (Vec<Row>, Vec<Row>) = (Vec::new(), Vec::new());
    let mut bottom = f32::INFINITY;
    let mut n = 0;
    for row in rows {
        let crosses =
            row.segments.iter().any(|it| it.rect.x0 < gutter && it.rect.x1 > gutter + line_height);
        if crosses || row.rect.y0 - bottom > 1.7 * line_height {
            break;
        }
        bottom = row.rect.y1;
        let (a, b) = apart(row, gutter);
        left.extend(a);
        right.extend(b);
        n += 1;
    }
    (is_prose(&left) && is_prose(&right)).then(|| (n, spread(left), spread(right)))
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

/// Whether most rows are lines of words as wide as their column.
fn is_prose(rows: &[Row]) -> bool {
    let all = rows::union(rows.iter().map(|it| it.rect));
    let line = |it: &&Row| {
        let words = it.text().text.split(' ').count();
        it.rect.width() >= 0.8 * all.width() && words >= 3 && it.segments.len() == 1
    };
    let n_lines = rows.iter().filter(line).count();
    n_lines >= MIN_LINES && n_lines * 2 > rows.len()
}
