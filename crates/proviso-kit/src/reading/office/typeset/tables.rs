//! Tables: columns, merged cells, and rows that stay whole.

use proviso_core::document::Rect;

use super::{BORDER, Item, Piece, pieces, stacked};
use crate::reading::office::flow::{Align, Cell, Table};

/// Space above and below the text of a cell.
const PAD: f32 = 1.5;
/// The least height of a row.
const MIN_HEIGHT: f32 = 6.0;
/// The least width of a column that is not nothing.
const MIN_WIDTH: f32 = 2.0;

/// A cell with its text laid out.
struct Laid<'a> {
    cell: &'a Cell,
    row: usize,
    /// The row below its last one.
    end: usize,
    x0: f32,
    x1: f32,
    text: Piece,
}

/// The rows of a table that may be `width` wide, those together that merged cells join.
pub(super) fn table(table: &Table, width: f32, depth: usize) -> Vec<Piece> {
    let n_columns = table
        .rows
        .iter()
        .flat_map(|it| &it.cells)
        .map(|it| it.column.saturating_add(it.columns.max(1)))
        .max()
        .unwrap_or(0)
        .max(table.widths.len());
    let edges = edges(table, n_columns, width);
    let total = edges.last().copied().unwrap_or(0.0);
    let left = match table.align {
        Align::Left => table.indent.clamp(0.0, (width - total).max(0.0)),
        Align::Center => ((width - total) / 2.0).max(0.0),
        Align::Right => (width - total).max(0.0),
    };
    let n_rows = table.rows.len();
    let mut cells = Vec::new();
    for (row, it) in table.rows.iter().enumerate() {
        for cell in &it.cells {
            let end = row.saturating_add(cell.rows.max(1)).min(n_rows);
            let last = cell.column.saturating_add(cell.columns.max(1)).min(n_columns);
            let (x0, x1) = (edges[cell.column] + left, edges[last] + left);
            let inner = (x1 - x0 - 2.0 * cell.pad).max(4.0);
            let text = stacked(pieces(&cell.blocks, inner, depth + 1));
            cells.push(Laid { cell, row, end, x0, x1, text });
        }
    }
    let tops = tops(table, &cells);
    let mut out = Vec::new();
    let (mut start, mut at) = (0, 0);
    while start < n_rows {
        // The cells are in the order of their rows: take rows until no cell reaches further.
        let (mut end, first) = (start + 1, at);
        while let Some(it) = cells.get(at).filter(|it| it.row < end) {
            end = end.max(it.end);
            at += 1;
        }
        out.push(band(&cells[first..at], tops[start], tops[end], &tops));
        start = end;
    }
    if let Some(first) = out.first_mut() {
        first.gap = 2.0;
    }
    if let Some(last) = out.last_mut() {
        last.height += 3.0;
    }
    out
}

/// Where the columns begin and end, from 0, in no more than `width`.
fn edges(table: &Table, n_columns: usize, width: f32) -> Vec<f32> {
    let known: Vec<f32> = table
        .widths
        .iter()
        .map(|&it| if it.is_finite() { it.max(MIN_WIDTH) } else { 40.0 })
        .collect();
    let usual = match known.len() {
        0 => width / n_columns.max(1) as f32,
        n => known.iter().sum::<f32>() / n as f32,
    };
    let widths: Vec<f32> = (0..n_columns).map(|i| known.get(i).copied().unwrap_or(usual)).collect();
    let total: f32 = widths.iter().sum();
    let scale = if total > width { width / total } else { 1.0 };
    let mut edges = vec![0.0];
    let mut x = 0.0;
    for it in widths {
        x += it * scale;
        edges.push(x);
    }
    edges
}

/// Where the rows begin, and where the last one ends.
fn tops(table: &Table, cells: &[Laid<'_>]) -> Vec<f32> {
    let mut heights: Vec<f32> =
        table.rows.iter().map(|it| it.height.clamp(MIN_HEIGHT, 2_000.0)).collect();
    for it in cells.iter().filter(|it| it.end == it.row + 1) {
        heights[it.row] = heights[it.row].max(it.text.height + 2.0 * PAD);
    }
    for it in cells.iter().filter(|it| it.end > it.row + 1) {
        let has: f32 = heights[it.row..it.end].iter().sum();
        heights[it.end - 1] += (it.text.height + 2.0 * PAD - has).max(0.0);
    }
    let mut tops = vec![0.0];
    let mut y = 0.0;
    for it in heights {
        y += it;
        tops.push(y);
    }
    tops
}

/// The cells of rows between `origin` and `end` as one piece.
fn band(cells: &[Laid<'_>], origin: f32, end: f32, tops: &[f32]) -> Piece {
    let (mut shades, mut strokes, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for it in cells {
        let (y0, y1) = (tops[it.row] - origin, tops[it.end] - origin);
        let rect = Rect { x0: it.x0, y0, x1: it.x1, y1 };
        if let Some(color) = it.cell.shade {
            shades.push(Item::Shade(rect, color));
        }
        strokes.extend(borders(it.cell, rect));
        let free = (y1 - y0 - 2.0 * PAD - it.text.height).max(0.0);
        let y = y0 + PAD + if it.cell.middle { free / 2.0 } else { 0.0 };
        let x = it.x0 + it.cell.pad;
        texts.extend(it.text.items.iter().map(|it| it.clone().moved(x, y)));
    }
    let items = shades.into_iter().chain(strokes).chain(texts).collect();
    Piece { items, height: end - origin, gap: 0.0, breaks: false }
}

fn borders(cell: &Cell, rect: Rect) -> Vec<Item> {
    let half = BORDER / 2.0;
    let across =
        |y: f32| Rect { x0: rect.x0 - half, y0: y - half, x1: rect.x1 + half, y1: y + half };
    let down = |x: f32| Rect { x0: x - half, y0: rect.y0 - half, x1: x + half, y1: rect.y1 + half };
    let sides = [
        (cell.borders.top, across(rect.y0)),
        (cell.borders.bottom, across(rect.y1)),
        (cell.borders.left, down(rect.x0)),
        (cell.borders.right, down(rect.x1)),
    ];
    sides.into_iter().filter(|it| it.0).map(|it| Item::Stroke(it.1)).collect()
}
