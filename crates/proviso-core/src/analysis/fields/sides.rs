//! Blocks that stand side by side in one grid, each below a heading that is as wide as it: hours of work
//! as a table, days of absence as a form.
//!
//! **Invariant:** no cell of one part reaches into another, and at least one part is a table that the
//! whole rows are not.

use super::super::layout::{Grid, GridCell};
use super::setting::Setting;
use super::sheet::{Sheet, within};
use super::values;
use crate::document::Rect;

/// Rows below a row of headings that make a block at least: a header and two of what it heads.
const ROWS: usize = 3;

/// The parts below a row of headings, and the row behind them; none where the row has no such headings or
/// all of it is one table.
pub(super) fn below(
    sheet: &Sheet<'_>,
    setting: &Setting<'_>,
    r: usize,
) -> Option<(Vec<Grid>, usize)> {
    let headings: Vec<&GridCell> = sheet.rows[r].iter().map(|i| sheet.cell(*i)).collect();
    let wide = |it: &&GridCell| it.columns.len() > 1 && it.rows.len() == 1;
    let follow = headings.windows(2).all(|it| it[0].columns.end == it[1].columns.start);
    let ends = headings.first()?.columns.start == 0
        && headings.last()?.columns.end == sheet.grid.n_columns;
    let words = || sheet.rows[r].iter().all(|i| !values::is_value(setting, sheet.text(*i)));
    if headings.len() < 2 || !headings.iter().all(wide) || !follow || !ends || !words() {
        return None;
    }
    let crosses = |it: &&GridCell| !headings.iter().any(|h| within(&it.columns, &h.columns));
    let later = sheet.grid.cells.iter().filter(|it| it.rows.start > r);
    let end = later.filter(crosses).map(|it| it.rows.start).min().unwrap_or(sheet.grid.n_rows);
    let first = r + 1;
    if end < first + ROWS || sheet.header(setting, first).is_some() {
        return None;
    }
    let part = |heading: &&GridCell| {
        let own = sheet.grid.cells.iter().filter(|it| {
            it.rows.start >= first && it.rows.end <= end && within(&it.columns, &heading.columns)
        });
        let moved = |it: &GridCell| GridCell {
            rows: it.rows.start - first..it.rows.end - first,
            columns: it.columns.start - heading.columns.start
                ..it.columns.end - heading.columns.start,
            ..it.clone()
        };
        let cells: Vec<GridCell> = own.map(moved).collect();
        let rect = cells.iter().map(|it| it.rect).reduce(|all: Rect, it| all.union(&it))?;
        let n_columns = heading.columns.len();
        Some(Grid { rect, n_rows: end - first, n_columns, cells, ruled: sheet.grid.ruled })
    };
    let parts: Vec<Grid> = headings.iter().map(part).collect::<Option<_>>()?;
    let is_table = |it: &Grid| Sheet::of(it).header(setting, 0).is_some();
    parts.iter().any(is_table).then_some((parts, end))
}
