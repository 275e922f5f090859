//! Sums by category: one table lists what was spent on what, another says how much came to each.
//!
//! A list may go on over pages, and call briefly what the other spells out: `기타` and `기타소득`.
//!
//! **Invariant:** both tables call the categories by the same names, and most amounts of the second
//! are the sums of the first; then one that is not is a finding.

use std::collections::{BTreeMap, BTreeSet};

use super::arithmetic::Unit;
use super::book::{Node, squash};
use super::candidate::{Candidate, sum};
use super::grid::{Column, Grid, joined, lists};
use crate::analysis::{Cell, Support};
use crate::number::Exact;

/// Fewer categories may meet by chance.
const LEAST: usize = 2;
/// Longer tables sum nothing up.
const MAX_CATEGORIES: usize = 100;
/// Of so many columns of words two may tell categories apart.
const MAX_NAMED: usize = 4;
/// More tables than this are not held against each other.
const MAX_TABLES: usize = 100;

/// What is listed, on one page or on several, with the texts of its columns.
struct List<'g, 'a> {
    grids: Vec<&'g Grid<'a>>,
    named: Vec<Vec<String>>,
}

/// Finds the sums of one table's rows in another.
pub(super) fn find(grids: &[Grid<'_>], out: &mut Vec<Candidate>) {
    if grids.len() > MAX_TABLES {
        return;
    }
    let all = lists(grids).into_iter();
    let lists: Vec<List<'_, '_>> = all.map(|it| List { named: names(&it), grids: it }).collect();
    for (n, summary) in grids.iter().enumerate().filter(|it| it.1.height <= MAX_CATEGORIES) {
        let own = names(&[summary]);
        for list in &lists {
            let is_itself = list.grids.iter().any(|it| it.table == grids[n].table);
            if !is_itself && list.height() > summary.height {
                between((summary, &own), list, out);
            }
        }
    }
}

impl<'a> List<'_, 'a> {
    fn height(&self) -> usize {
        self.grids.iter().map(|it| it.height).sum()
    }
    /// The columns of amounts that stand at one place of every page that has them.
    fn amounts(&self) -> Vec<usize> {
        let places: BTreeSet<usize> = self.grids.iter().flat_map(|it| amounts(it)).collect();
        places.into_iter().collect()
    }
    /// What stands at a place in each row.
    fn cells(&self, place: usize) -> Vec<Option<&'a Node>> {
        joined(&self.grids, place).map(|it| it.cells).unwrap_or_default()
    }
}

/// The places of columns of amounts, and of counts.
fn amounts(grid: &Grid<'_>) -> Vec<usize> {
    let adds = |it: &&Column<'_>| it.unit != Unit::Rate && !it.is_price() && !it.is_balance();
    grid.columns.iter().filter(adds).map(|it| it.place).collect()
}

/// The texts of each column.
fn names(grids: &[&Grid<'_>]) -> Vec<Vec<String>> {
    let width = grids.iter().map(|it| it.source.columns.len()).min().unwrap_or(0);
    let rows: Vec<&Vec<Cell>> = grids.iter().flat_map(|it| &it.source.rows).collect();
    let text = |row: &Vec<Cell>, place: usize| row.get(place).map(|it| squash(&it.text));
    let column = |place| rows.iter().map(|row| text(row, place).unwrap_or_default()).collect();
    let single: Vec<Vec<String>> = (0..width).map(column).collect();
    // What is told apart by two columns: the goods, and their grade.
    let is_named = |it: &&Vec<String>| it.iter().all(|it| it.chars().any(char::is_alphabetic));
    let named: Vec<&Vec<String>> = single.iter().filter(is_named).take(MAX_NAMED).collect();
    let mut pairs = Vec::new();
    for (n, a) in named.iter().enumerate() {
        for b in &named[n + 1..] {
            pairs.push(a.iter().zip(b.iter()).map(|(a, b)| format!("{a} {b}")).collect());
        }
    }
    single.into_iter().chain(pairs).collect()
}

fn between(
    (summary, own): (&Grid<'_>, &[Vec<String>]),
    list: &List<'_, '_>,
    out: &mut Vec<Candidate>,
) {
    let shared = shared(own, &list.named);
    if shared.is_empty() {
        return;
    }
    let parts = list.amounts();
    // Each column of amounts alone, or what was paid in either way.
    let mut sets: Vec<Vec<Vec<Option<&Node>>>> =
        parts.iter().map(|it| vec![list.cells(*it)]).collect();
    if parts.len() > 1 {
        sets.push(parts.iter().map(|it| list.cells(*it)).collect());
    }
    let mut best: BTreeMap<usize, (usize, Vec<Candidate>)> = BTreeMap::new();
    for (own, rows) in shared {
        for column in summary.columns.iter().filter(|it| amounts(summary).contains(&it.place)) {
            for set in &sets {
                let Some((holds, found)) = summed(column, own, &rows, set) else { continue };
                if best.get(&column.place).is_none_or(|it| holds > it.0) {
                    best.insert(column.place, (holds, found));
                }
            }
        }
    }
    out.extend(best.into_values().flat_map(|it| it.1));
}

/// What one column of a summary says of the rows of each name; none where that is no sum of them.
fn summed(
    column: &Column<'_>,
    own: &[String],
    rows: &BTreeMap<&str, Vec<usize>>,
    set: &[Vec<Option<&Node>>],
) -> Option<(usize, Vec<Candidate>)> {
    let (mut holds, mut fails) = (0, 0);
    let mut found = Vec::new();
    for (row, name) in own.iter().enumerate() {
        let (Some(printed), Some(rows)) = (column.cells[row], rows.get(name.as_str())) else {
            continue;
        };
        let cells = rows.iter().flat_map(|row| set.iter().filter_map(|it| it[*row]));
        let terms: Vec<&Node> = cells.filter(|it| it.unit == column.unit).collect();
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
    // What was spent before is no entry of this list.
    let running = ["누계", "누적", "cumulative", "todate"];
    let alarms = fails <= 1 && !running.iter().any(|it| column.label.contains(it));
    let sure = holds >= LEAST && holds > fails && !found.is_empty();
    sure.then(|| (holds, found.into_iter().map(|it| it.alarming(alarms)).collect()))
}

/// A column of names that a summary has once each, and the rows of a list by them.
type Shared<'n> = (&'n [String], BTreeMap<&'n str, Vec<usize>>);

/// Columns of two tables that hold the same names: all of the list's are in the summary.
fn shared<'n>(summary: &'n [Vec<String>], list: &[Vec<String>]) -> Vec<Shared<'n>> {
    let mut out: Vec<Shared<'_>> = Vec::new();
    for own in summary {
        let filled: Vec<&String> = own.iter().filter(|it| !it.is_empty()).collect();
        let once: BTreeSet<&String> = filled.iter().copied().collect();
        let plain = once.iter().all(|it| it.chars().any(char::is_alphabetic));
        if filled.len() < LEAST || once.len() != filled.len() || !plain {
            continue;
        }
        for of in list {
            let mut rows: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            let named = of.iter().enumerate().filter(|it| !it.1.is_empty());
            let all = named.clone().all(|(row, name)| {
                let name = spelled_out(name, &filled);
                name.map(|it| rows.entry(it).or_default().push(row)).is_some()
            });
            if all && named.count() > filled.len() {
                out.push((own.as_slice(), rows));
            }
        }
    }
    out
}

/// The name that one of a list is, or is the beginning of.
fn spelled_out<'n>(name: &str, all: &[&'n String]) -> Option<&'n str> {
    if let Some(it) = all.iter().find(|it| **it == name) {
        return Some(it);
    }
    let mut longer = all.iter().filter(|it| it.starts_with(name));
    let it = longer.next().filter(|_| name.chars().count() > 1)?;
    longer.next().is_none().then_some(it)
}
