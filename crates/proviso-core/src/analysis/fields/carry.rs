//! Headers that stand apart from their tables: on the page before, or over the ruled part.

use std::collections::BTreeMap;
use std::ops::Range;

use super::super::layout::{Grid, GridCell, Row};
use super::setting::Unit;

/// The header of a table that reached the end of its page.
#[derive(Debug, Clone)]
pub(super) enum Header {
    /// Cells of its header rows, how many rows, and where its columns begin.
    Ruled(Vec<GridCell>, usize, Vec<f32>),
    /// The row over aligned columns.
    Aligned(Row),
}

/// A table that may go on.
#[derive(Debug, Clone)]
pub(super) struct Carried {
    /// Its header.
    pub(super) header: Header,
    /// Its index.
    pub(super) table: usize,
    /// What is said of its bare numbers.
    pub(super) unit: Unit,
}

/// Where the columns of a grid begin.
fn edges(grid: &Grid) -> Vec<f32> {
    let begin = |c: usize| {
        grid.cells.iter().filter(|it| it.columns.start == c).map(|it| it.rect.x0).reduce(f32::min)
    };
    (0..grid.n_columns).map(|c| begin(c).unwrap_or(f32::NAN)).collect()
}

impl Header {
    /// Rows of a ruled grid as a header.
    pub(super) fn of(grid: &Grid, rows: Range<usize>) -> Header {
        let cells = grid.cells.iter().filter(|it| rows.contains(&it.rows.start)).cloned();
        let cells = cells.map(|mut it| {
            it.rows = it.rows.start - rows.start..it.rows.end - rows.start;
            it
        });
        Header::Ruled(cells.collect(), rows.len(), edges(grid))
    }

    /// The last of the rows over a ruled grid as its header, and how many they are: words over most of its
    /// columns, each over one, without a gap of lines between.
    pub(super) fn above(rows: &[&Row], grid: &Grid, line_height: f32) -> Option<(Header, usize)> {
        let columns = edges(grid);
        let column = |x: f32| columns.iter().rposition(|it| *it <= x);
        let mut bottom = grid.rect.y0;
        let mut cells: BTreeMap<usize, GridCell> = BTreeMap::new();
        let mut n = 0;
        for row in rows.iter().rev() {
            let near = bottom - row.rect.y1 < 0.8 * line_height;
            let inside = row.rect.x0 >= grid.rect.x0 - 1.0 && row.rect.x1 <= grid.rect.x1 + 1.0;
            if !near || !inside || row.segments.len() < 2 {
                break;
            }
            for it in &row.segments {
                let c = column(it.rect.center().0)?;
                let line = Row { segments: vec![it.clone()], rect: it.rect };
                let cell = cells.entry(c).or_insert_with(|| GridCell {
                    rect: it.rect,
                    rows: 0..1,
                    columns: c..c + 1,
                    content: Vec::new(),
                });
                cell.rect = cell.rect.union(&it.rect);
                cell.content.insert(0, line);
            }
            bottom = row.rect.y0;
            n += 1;
        }
        let most = cells.len() >= 3 && cells.len() * 3 >= columns.len() * 2;
        most.then(|| (Header::Ruled(cells.into_values().collect(), 1, columns), n))
    }

    /// The grid with this header over it, if its columns stand under the header's.
    pub(super) fn over(&self, grid: &Grid, tolerance: f32) -> Option<Grid> {
        let Header::Ruled(cells, n, columns) = self else { return None };
        let own = edges(grid);
        let fits = own.len() == columns.len()
            && own.iter().zip(columns).all(|(a, b)| (a - b).abs() <= tolerance);
        if !fits {
            return None;
        }
        let moved = grid.cells.iter().cloned().map(|mut it| {
            it.rows = it.rows.start + n..it.rows.end + n;
            it
        });
        let cells = cells.iter().cloned().chain(moved).collect();
        Some(Grid { cells, n_rows: grid.n_rows + n, ..grid.clone() })
    }
}
