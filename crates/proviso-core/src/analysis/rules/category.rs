//! Sums by category: one table lists what was spent on what, another says how much came to each.
//!
//! **Invariant:** both tables call the categories by the same names, and most amounts of the second
//! are the sums of the first; then one that is not is a finding.

use std::collections::{BTreeMap, BTreeSet};

use super::book::{Node, squash};
use super::candidate::{Candidate, sum};
use super::grid::{Column, Grid};
use crate::analysis::{Support, Table};
use crate::number::Exact;

/// Fewer categories may meet by chance.
const LEAST: usize = 2;
/// Longer tables sum nothing up.
const MAX_CATEGORIES: usize = 100;
/// More tables than this are not held against each other.
const MAX_TABLES: usize = 100;

/// Finds the sums of one table's rows in another.
pub(super) fn find(grids: &[Grid<'_>], out: &mut Vec<Candidate>) {
    if grids.len() > MAX_TABLES {
        return;
    }
    let named: Vec<Vec<Vec<String>>> = grids
        .iter()
        .map(|it| (0..it.source.columns.len()).map(|place| names(it.source, place)).collect())
        .collect();
    for (summary, own) in grids.iter().zip(&named).filter(|it| it.0.height <= MAX_CATEGORIES) {
        for (list, of) in grids.iter().zip(&named) {
            if list.height > summary.height {
                between((summary, own), (list, of), out);
            }
        }
    }
}

/// The texts of a column.
fn names(table: &Table, place: usize) -> Vec<String> {
    let text = |row: &Vec<crate::analysis::Cell>| row.get(place).map(|it| squash(&it.text));
    table.rows.iter().map(|row| text(row).unwrap_or_default()).collect()
}

/// A table and the texts of its columns.
type Named<'g, 'a> = (&'g Grid<'a>, &'g [Vec<String>]);

fn between((summary, own): Named<'_, '_>, (list, of): Named<'_, '_>, out: &mut Vec<Candidate>) {
    let amounts = |grid: &Grid<'_>| -> Vec<usize> {
        let is_amount = |it: &Column<'_>| it.is_money() && !it.is_price() && !it.is_balance();
        (0..grid.columns.len()).filter(|n| is_amount(&grid.columns[*n])).collect()
    };
    let (results, parts) = (amounts(summary), amounts(list));
    // Each column of amounts alone, or what was paid in either way.
    let mut sets: Vec<Vec<usize>> = parts.iter().map(|it| vec![*it]).collect();
    if parts.len() > 1 {
        sets.push(parts);
    }
    let mut best: Option<(usize, Vec<Candidate>)> = None;
    for (own, of) in shared(own, of) {
        let mut rows: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (row, name) in of.iter().enumerate() {
            rows.entry(name).or_default().push(row);
        }
        for (result, set) in results.iter().flat_map(|it| sets.iter().map(move |set| (it, set))) {
            let column = &summary.columns[*result];
            if set.iter().any(|it| list.columns[*it].unit != column.unit) {
                continue;
            }
            let (mut holds, mut fails) = (0, 0);
            let mut found = Vec::new();
            for (row, name) in own.iter().enumerate() {
                let (Some(printed), Some(rows)) = (column.cells[row], rows.get(name.as_str()))
                else {
                    continue;
                };
                let cells = rows
                    .iter()
                    .flat_map(|row| set.iter().filter_map(|it| list.columns[*it].cells[*row]));
                let terms: Vec<&Node> = cells.collect();
                let computed: Exact = terms.iter().map(|it| it.value.clone()).sum();
                // One entry that is printed twice proves nothing.
                let several = terms.len() > 1;
                if computed != printed.value {
                    fails += 1;
                } else if several {
                    holds += 1;
                }
                if several {
                    let terms = terms.iter().map(|it| (it.operand(), false)).collect();
                    let relation = sum(terms, printed.operand());
                    found.push(
                        Candidate::new("category_sum", relation, Support::Layout, 84)
                            .claiming(printed.id, "category"),
                    );
                }
            }
            let sure = holds >= LEAST && holds > fails && !found.is_empty();
            // What was spent before is no entry of this list.
            let running = ["누계", "누적", "cumulative", "todate"];
            let alarms = fails <= 1 && !running.iter().any(|it| column.label.contains(it));
            if sure && best.as_ref().is_none_or(|it| holds > it.0) {
                best = Some((holds, found.into_iter().map(|it| it.alarming(alarms)).collect()));
            }
        }
    }
    out.extend(best.into_iter().flat_map(|it| it.1));
}

/// Columns of two tables that hold the same names: each once in the summary, all of the list's in it.
fn shared<'n>(
    summary: &'n [Vec<String>],
    list: &'n [Vec<String>],
) -> Vec<(&'n [String], &'n [String])> {
    let mut out: Vec<(&[String], &[String])> = Vec::new();
    for own in summary {
        let filled: Vec<&String> = own.iter().filter(|it| !it.is_empty()).collect();
        let once: BTreeSet<&String> = filled.iter().copied().collect();
        let plain = once.iter().all(|it| it.chars().any(char::is_alphabetic));
        if filled.len() < LEAST || once.len() != filled.len() || !plain {
            continue;
        }
        let fits =
            |of: &&Vec<String>| of.len() > filled.len() && of.iter().all(|it| once.contains(it));
        out.extend(list.iter().filter(fits).map(|of| (own.as_slice(), of.as_slice())));
    }
    out
}
