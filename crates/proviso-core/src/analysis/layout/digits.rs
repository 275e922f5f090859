//! Amounts whose digits stand in cells of their own under `백 십 억 천 백 십 만 천 백 십 일`, as the
//! official form of Korean tax invoices has them, as one cell each.
//!
//! **Invariant:** digits are joined only where the heads above them are the places of one number in
//! their order and nothing stands between the first digit and the last place.

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
    let row = |r: usize| -> Option<Vec<usize>> {
        let at = |columns: &Range<usize>| {
            grid.cells.iter().position(|it| it.rows.start == r && it.columns == *columns)
        };
        run.iter().map(at).collect()
    };
    let (Some(heads), Some(below)) = (row(r), row(r + 1)) else { return };
    let Some(first) = below.iter().position(|i| !grid.cells[*i].is_empty()) else { return };
    let digits = &below[first..];
    let is_digit = |i: &usize| single(&grid.cells[*i]).is_some_and(|it| it.is_ascii_digit());
    if !digits.iter().all(is_digit) {
        return;
    }
    let mut text = Text::default();
    for i in digits {
        text.append(&grid.cells[*i].text(), "");
    }
    let around = |cells: &[usize]| rows::union(cells.iter().map(|i| grid.cells[*i].rect));
    let (rect, all) = (around(digits), around(&below));
    let segments = vec![Segment { text, rect }];
    let columns = run[0].start..run[run.len() - 1].end;
    let bottom = grid.cells[below[0]].rows.clone();
    let gone: Vec<usize> = heads.iter().chain(&below).copied().collect();
    let mut index = 0;
    grid.cells.retain(|_| {
        index += 1;
        !gone.contains(&(index - 1))
    });
    let content = vec![Row { segments, rect }];
    grid.cells.push(GridCell { rect: all, rows: bottom, columns: columns.clone(), content });
    // What the number is called stands above its places.
    let named = grid.cells.iter_mut().find(|it| it.rows.end == r && it.columns == columns);
    if let Some(name) = named {
        name.rows.end = r + 1;
    }
    grid.cells.sort_by_key(|it| (it.rows.start, it.columns.start));
}
