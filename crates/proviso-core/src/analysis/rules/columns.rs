//! What a table's columns add up to elsewhere: an amount outside of it, a page that is carried on, the
//! rows of one group. Totals below their own column are the business of [`super::ties`].
//!
//! Bounded: prefix sums for runs of rows, one look-up per amount; groups by the texts of at most
//! [`MAX_GROUPS`] different cells per column.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::Zero;

use super::arithmetic::Unit;
use super::book::{Book, Node, improbable, scaled};
use super::candidate::{ASKED_FOR, Candidate, sum};
use super::grid::{Column, Grid, joined, lists};
use crate::analysis::Support;
use crate::number::Exact;

/// A column with more different texts than this names no groups.
const MAX_GROUPS: usize = 12;

/// Finds the rules of a table's columns.
pub(super) fn find(book: &Book<'_>, grid: &Grid<'_>, out: &mut Vec<Candidate>) {
    for column in &grid.columns {
        // Prices of one thing and balances add up to nothing; shares are the schedule's business.
        if column.is_price() || column.unit == Unit::Rate || column.is_balance() {
            continue;
        }
        carried(book, grid, column, out);
        elsewhere(book, grid, column, out);
        if column.is_money() {
            groups(book, grid, column, out);
        }
    }
}

/// Finds what columns add up to that go on in another table.
pub(super) fn find_joined(book: &Book<'_>, grids: &[Grid<'_>], out: &mut Vec<Candidate>) {
    for list in lists(grids).into_iter().filter(|it| it.len() > 1) {
        let places: BTreeSet<usize> =
            list.iter().flat_map(|it| &it.columns).map(|it| it.place).collect();
        for column in places.into_iter().filter_map(|it| joined(&list, it)) {
            if !column.is_price() && column.unit != Unit::Rate && !column.is_balance() {
                elsewhere(book, list[0], &column, out);
                ending(&column, out);
            }
        }
    }
}

/// A list of several tables whose last row adds all the others up: by the words of one table alone no
/// row of another is a total.
fn ending(column: &Column<'_>, out: &mut Vec<Candidate>) {
    let cells: Vec<&Node> = column.cells.iter().flatten().copied().collect();
    let Some((last, parts)) = cells.split_last() else { return };
    let parts = telling(parts.to_vec());
    let all: Exact = parts.iter().map(|it| it.value.clone()).sum();
    if parts.len() > 2 && all == last.value {
        let found =
            Candidate::new("column_sum", relation(&parts, last), Support::Layout, ASKED_FOR);
        out.push(found.claiming(last.id, "column"));
    }
}

/// Without cells that are printed as zero or a dash, where enough others remain.
fn telling(nodes: Vec<&Node>) -> Vec<&Node> {
    let some: Vec<&Node> = nodes.iter().copied().filter(|it| !it.value.is_zero()).collect();
    if some.len() >= 2 { some } else { nodes }
}

fn relation(nodes: &[&Node], result: &Node) -> crate::analysis::Relation {
    sum(nodes.iter().map(|it| (it.operand(), false)).collect(), result.operand())
}

/// A page that begins with the amount carried over from the one before: it and the rows of the page
/// make up the total at its end.
fn carried(book: &Book<'_>, grid: &Grid<'_>, column: &Column<'_>, out: &mut Vec<Candidate>) {
    const WORDS: &[&str] =
        &["이월", "전페이지", "전면", "앞장", "carriedforward", "broughtforward"];
    let place = u32::try_from(column.place).unwrap_or(u32::MAX);
    let mut under = grid.source.totals.iter().filter(|it| it.column == place).filter_map(|it| {
        let node = book.node(it.field)?;
        (node.unit == column.unit).then_some((it, node))
    });
    let over = under.find(|(_, it)| {
        it.labels.iter().any(|label| WORDS.iter().any(|word| label.contains(word)))
    });
    let Some((over, from)) = over else { return };
    let Some((total, to)) = under.next() else { return };
    let rows = (over.rows.1 as usize)..(total.rows.1 as usize).min(column.cells.len());
    if rows.len() < 2 {
        return;
    }
    let own = telling(column.cells[rows].iter().flatten().copied().collect());
    // A total of the page's own rows leaves out what was carried over.
    if own.iter().map(|it| &it.value).sum::<Exact>() == to.value {
        return;
    }
    let terms: Vec<&Node> = [from].into_iter().chain(own).collect();
    out.push(
        Candidate::new("carried_over", relation(&terms, to), Support::Layout, 89)
            .claiming(to.id, "carried")
            .alarming(true),
    );
}

/// Amounts outside of the table that are the sum of the whole column or of a run of its rows.
fn elsewhere(book: &Book<'_>, grid: &Grid<'_>, column: &Column<'_>, out: &mut Vec<Candidate>) {
    let cells = telling(column.cells.iter().flatten().copied().collect());
    let Some(values) = cells.iter().map(|it| scaled(&it.value)).collect::<Option<Vec<i128>>>()
    else {
        return;
    };
    if cells.len() < 2 {
        return;
    }
    let mut prefix = vec![0i128];
    for value in &values {
        prefix.push(prefix[prefix.len() - 1] + value);
    }
    let whole = prefix[prefix.len() - 1];
    let mut runs: BTreeMap<i128, (usize, usize)> = BTreeMap::new();
    // Runs are for tables with subtotals; a ledger of thousands of rows has none to look for.
    if cells.len() <= 400 {
        for from in 0..cells.len() {
            for to in from + 2..=cells.len() {
                runs.entry(prefix[to] - prefix[from]).or_insert((from, to));
            }
        }
    }
    let n_runs = runs.len() as u64;
    let outside = |it: &&Node| {
        it.unit == column.unit && it.cell.is_none() && !it.is_unit_price() && !it.prose
    };
    for node in book.nodes.iter().filter(outside) {
        let Some(value) = scaled(&node.value).filter(|it| *it != 0) else { continue };
        let named = node.says_total() || node.labels.contains(&column.label);
        if value == whole {
            // Small counts meet by chance sooner than amounts.
            let odds = if column.is_money() { 100 } else { 1000 };
            let likely = named || improbable(1, value, &values, odds);
            if likely {
                let weight = if named { 41 } else { 40 };
                // What stands below the rows of another table has to be their sum as well.
                let mut others = book.draft.tables.iter().zip(0..).filter(|it| it.1 != grid.table);
                let settles = !others.any(|it| it.0.totals.iter().any(|it| it.field == node.id));
                let claim = if settles { "column" } else { "elsewhere" };
                out.push(
                    Candidate::new("column_sum", relation(&cells, node), Support::Layout, weight)
                        .claiming(node.id, claim),
                );
            }
        } else if let Some(&(from, to)) = runs.get(&value) {
            let run = &cells[from..to];
            if named && improbable(n_runs, value, &values[from..to], 20) {
                out.push(
                    Candidate::new("subtotal", relation(run, node), Support::Layout, 60)
                        .claiming(node.id, "total"),
                );
            }
        }
    }
}

/// Sums over rows that a column of the table sets apart: taxed and exempt, one category.
fn groups(book: &Book<'_>, grid: &Grid<'_>, column: &Column<'_>, out: &mut Vec<Candidate>) {
    let mut parts: Vec<Vec<&Node>> = Vec::new();
    if let Some(tax) = grid.columns.iter().find(|it| it.is_tax()) {
        let taxed = |row: usize| tax.cells[row].is_some_and(|it| !it.value.is_zero());
        for wanted in [true, false] {
            let rows = (0..grid.height).filter(|row| taxed(*row) == wanted);
            parts.push(rows.filter_map(|row| column.cells[row]).collect());
        }
    }
    for rates in grid.columns.iter().filter(|it| it.unit == Unit::Rate) {
        let mut by_rate: BTreeMap<&Exact, Vec<&Node>> = BTreeMap::new();
        for row in 0..grid.height {
            if let (Some(rate), Some(node)) = (rates.cells[row], column.cells[row]) {
                by_rate.entry(&rate.value).or_default().push(node);
            }
        }
        if (2..=MAX_GROUPS).contains(&by_rate.len()) {
            parts.extend(by_rate.into_values());
        }
    }
    for place in 0..grid.source.columns.len() {
        let mut named: BTreeMap<String, Vec<&Node>> = BTreeMap::new();
        let mut above = String::new();
        for (row, cells) in grid.source.rows.iter().enumerate() {
            let Some(cell) = cells.get(place) else { continue };
            // A category is printed once for the rows that it spans.
            if !cell.text.is_empty() {
                above = cell.text.clone();
            }
            if cell.fields.is_empty() && !above.is_empty() {
                named.entry(above.clone()).or_default().extend(column.cells[row]);
            }
        }
        if (2..=MAX_GROUPS).contains(&named.len()) {
            parts.extend(named.into_values());
        }
    }
    let n_parts = parts.len() as u64;
    let n_cells = column.filled();
    for part in parts {
        if part.len() < 2 || part.len() == n_cells {
            continue;
        }
        let Some(values) = part.iter().map(|it| scaled(&it.value)).collect::<Option<Vec<i128>>>()
        else {
            continue;
        };
        let total: i128 = values.iter().sum();
        let outside =
            |it: &&Node| it.unit == column.unit && it.cell.is_none_or(|it| it.table != grid.table);
        let hit = book.nodes.iter().filter(outside).find(|it| scaled(&it.value) == Some(total));
        let Some(node) = hit else { continue };
        if improbable(n_parts, total, &values, 50) {
            out.push(
                Candidate::new("group_sum", relation(&part, node), Support::Layout, 65)
                    .claiming(node.id, "total"),
            );
        }
    }
}
