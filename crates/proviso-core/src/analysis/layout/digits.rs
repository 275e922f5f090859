//! Amounts whose digits stand in cells of their own under `백 십 억 천 백 십 만 천 백 십 일`, as the
//! official form of Korean tax invoices has them, as one cell each.
//!
//! **Invariant:** digits are joined only where the heads above them are the places of one number in
//! their order, what the number is called stands above them, and nothing stands between the first
//! digit and the last place.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Grid, GridCell, Row, Segment, Text, rows};

/// Names of the places from the last one upwards.
const PLACES: [char; 13] =
    ['일', '십', '백', '천', '만', '십', '백', '천', '억', '십', '백', '천', '조'];
/// Fewer places are no amount.
const LEAST: usize = 4;

/// Joins the digits of a grid.
pub(super) fn join(grid: &mut Grid) {
    let mut n_places: BTreeMap<usize, usize> = BTreeMap::new();
    for cell in grid.cells.iter().filter(|it| single(it).is_some_and(|it| PLACES.contains(&it))) {
        *n_places.entry(cell.rows.start).or_default() += 1;
    }
    for (r, _) in n_places.into_iter().filter(|it| it.1 >= LEAST) {
        for run in runs(grid, r) {
            join_run(grid, r, &run);
        }
    }
}

/// The columns that are the places of numbers by a row, one list for each number.
fn runs(grid: &Grid, r: usize) -> Vec<Vec<Range<usize>>> {
    let mut cells: Vec<(usize, char)> = grid
        .cells
        .iter()
        .enumerate()
        .filter(|it| it.1.rows == (r..r + 1))
        .filter_map(|(i, it)| Some((i, single(it)?)))
        .collect();
    cells.sort_by_key(|it| grid.cells[it.0].columns.start);
    let mut out = Vec::new();
    for (at, (last, name)) in cells.iter().enumerate() {
        if !matches!(name, '일' | '원') {
            continue;
        }
        let mut run = vec![*last];
        for (i, name) in cells[..at].iter().rev() {
            let touches =
                grid.cells[*i].columns.end == grid.cells[run[run.len() - 1]].columns.start;
            if !touches || PLACES.get(run.len()) != Some(name) {
                break;
            }
            run.push(*i);
        }
        if run.len() >= LEAST {
            out.push(run.iter().rev().map(|i| grid.cells[*i].columns.clone()).collect());
        }
    }
    out
}

/// The one character of a cell.
fn single(cell: &GridCell) -> Option<char> {
    let [row] = cell.content.as_slice() else { return None };
    let [segment] = row.segments.as_slice() else { return None };
    let mut chars = segment.text.text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn join_run(grid: &mut Grid, r: usize, run: &[Range<usize>]) {
    let row = |grid: &Grid, r: usize| -> Option<Vec<usize>> {
        let at = |columns: &Range<usize>| {
            grid.cells.iter().position(|it| it.rows.start == r && it.columns == *columns)
        };
        run.iter().map(at).collect()
    };
    let columns = run[0].start..run[run.len() - 1].end;
    // What the numbers are called stands above their places.
    let named = grid.cells.iter().position(|it| it.rows.end == r && it.columns == columns);
    let (Some(named), Some(mut gone)) = (named, row(grid, r)) else { return };
    let mut joined = Vec::new();
    for below in (r + 1..grid.n_rows).map_while(|r| row(grid, r)) {
        let Some(number) = number(grid, &below, &columns) else { break };
        joined.push(number);
        gone.extend(below);
    }
    if joined.is_empty() {
        return;
    }
    grid.cells[named].rows.end = r + 1;
    let mut index = 0;
    grid.cells.retain(|_| {
        index += 1;
        !gone.contains(&(index - 1))
    });
    grid.cells.append(&mut joined);
    grid.cells.sort_by_key(|it| (it.rows.start, it.columns.start));
}

/// The cells of a row of digits as one; none where they are no number.
fn number(grid: &Grid, cells: &[usize], columns: &Range<usize>) -> Option<GridCell> {
    let first = cells.iter().position(|i| !grid.cells[*i].is_empty())?;
    let digits = &cells[first..];
    let is_digit = |i: &usize| single(&grid.cells[*i]).is_some_and(|it| it.is_ascii_digit());
    if !digits.iter().all(is_digit) {
        return None;
    }
    let mut text = Text::default();
    for i in digits {
        text.append(&grid.cells[*i].text(), "");
    }
    let around = |cells: &[usize]| rows::union(cells.iter().map(|i| grid.cells[*i].rect));
    let rect = around(digits);
    let content = vec![Row { segments: vec![Segment { text, rect }], rect }];
    let rows = grid.cells[cells[0]].rows.clone();
    Some(GridCell { rect: around(cells), rows, columns: columns.clone(), content })
}
