//! Rules over columns of tables: a column and its total, subtotals, groups of rows.
//!
//! Bounded: prefix sums for runs of rows, one look-up per total; groups by the texts of at most
//! [`MAX_GROUPS`] different cells per column.

use std::collections::BTreeMap;

use num_traits::{Signed, Zero};

use super::arithmetic::Unit;
use super::book::{Book, Node, improbable, is_total, scaled};
use super::candidate::{Candidate, sum};
use super::grid::{Column, Grid};
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
        totals(book, grid, column, out);
        if column.is_money() {
            adjusted(book, grid, column, out);
            first_of_ladder(book, grid, column, out);
        }
        elsewhere(book, grid, column, out);
        if column.is_money() {
            groups(book, grid, column, out);
        }
        if column.is_tax() && column.is_money() {
            tax_totals(book, grid, column, out);
        }
    }
}

/// The total of the taxes is the tax on the total, where it is: rounded line by line it need not.
fn tax_totals(book: &Book<'_>, grid: &Grid<'_>, tax: &Column<'_>, out: &mut Vec<Candidate>) {
    let of = |place: usize| grid.source.totals.iter().filter(move |it| it.column as usize == place);
    let bases = grid
        .columns
        .iter()
        .filter(|it| it.unit == tax.unit && it.place != tax.place && !it.is_price());
    for base in bases {
        for (b, t) in of(base.place).flat_map(|b| of(tax.place).map(move |t| (b, t))) {
            let (Some(from), Some(to)) = (book.node(b.field), book.node(t.field)) else { continue };
            if b.rows != t.rows || from.unit != to.unit || to.value.is_zero() {
                continue;
            }
            taxed(book, from, to, (Support::Layout, 82), out);
        }
    }
}

/// An amount that is the tax on another by a rate that is usual here or printed.
pub(super) fn taxed(
    book: &Book<'_>,
    from: &Node,
    to: &Node,
    (support, weight): (Support, u32),
    out: &mut Vec<Candidate>,
) {
    for rate in super::lines::tax_rates(book) {
        let Some((r, _)) = super::arithmetic::number(&book.draft.fields, &rate) else { continue };
        let allowed = super::grid::roundings(to.unit);
        let Some(rounding) = super::grid::fitting(&(&from.value * r), &to.value, &allowed) else {
            continue;
        };
        let relation = crate::analysis::Relation::Rate {
            base: from.operand(),
            rate,
            rounding,
            result: to.operand(),
            negated: false,
        };
        out.push(Candidate::new("vat", relation, support, weight).claiming(to.id, "rate"));
    }
}

/// Without cells that are printed as zero or a dash, where enough others remain.
fn telling(nodes: Vec<&Node>) -> Vec<&Node> {
    let some: Vec<&Node> = nodes.iter().copied().filter(|it| !it.value.is_zero()).collect();
    if some.len() >= 2 { some } else { nodes }
}

fn column_sum(nodes: &[&Node]) -> Exact {
    nodes.iter().map(|it| it.value.clone()).sum()
}

fn relation(nodes: &[&Node], result: &Node) -> crate::analysis::Relation {
    sum(nodes.iter().map(|it| (it.operand(), false)).collect(), result.operand())
}

/// Whether an amount under a column claims to be its sum. "Total of the surcharges: 0.00" stands
/// under the same column, but its label means something else, and no sum of amounts is nothing.
fn says_sum(node: &Node) -> bool {
    let meant = matches!(
        node.meaning.as_str(),
        "grand_total" | "subtotal" | "supply" | "lines_total" | "gross" | "deductions"
    );
    let other = matches!(node.meaning.as_str(), "charge" | "discount" | "shipping" | "paid");
    let called = node.labels.iter().any(|it| it.is_empty() || is_total(it));
    !node.value.is_zero() && (meant || (called && !other))
}

/// Totals that the layout puts under (or over) the column.
fn totals(book: &Book<'_>, grid: &Grid<'_>, column: &Column<'_>, out: &mut Vec<Candidate>) {
    let place = u32::try_from(column.place).unwrap_or(u32::MAX);
    let under: Vec<_> = grid.source.totals.iter().filter(|it| it.column == place).collect();
    let mut subtotals: Vec<(&Node, (u32, u32))> = Vec::new();
    for total in under {
        let Some(node) = book.node(total.field) else { continue };
        if node.unit != column.unit {
            continue;
        }
        let rows = |from: u32, to: u32| -> Vec<&Node> {
            let to = (to as usize).min(column.cells.len());
            let from = (from as usize).min(to);
            telling(column.cells[from..to].iter().flatten().copied().collect())
        };
        let own = rows(total.rows.0, total.rows.1);
        let all = rows(0, total.rows.1);
        let parts: Vec<&Node> = subtotals.iter().map(|it| it.0).collect();
        let tail = subtotals.last().map_or(0, |it| it.1.1);
        let mut mixed = parts.clone();
        mixed.extend(rows(tail, total.rows.1));
        let first = !subtotals.iter().any(|it| it.1 == total.rows);
        let says_sum = says_sum(node);
        let variants =
            [own.clone(), parts, mixed, all, twins(grid, column), continued(book, grid, column)];
        for (n, terms) in variants.iter().enumerate() {
            if terms.is_empty() || (terms.len() == 1 && n > 0) {
                continue;
            }
            let sum = column_sum(terms);
            let held = sum == node.value;
            // Taxes that are rounded row by row add up to a little less or more than the tax on the
            // total.
            let apart = (&sum - &node.value).abs();
            let cut = column.is_tax() && apart <= slack(column.unit, terms.len());
            // Deductions are taken off elsewhere; in their own column they are a sum like any other.
            let taken = node.subtracts() && node.meaning != "deductions";
            // What is many times more or less than its rows is the total of others.
            let likely = || {
                apart <= node.value.abs() * Exact::from_integer(2.into())
                    || super::identity::near(&sum, &node.value)
            };
            let asks =
                n == 0 && first && says_sum && !taken && terms.len() >= 2 && !cut && likely();
            // A column of 금액 whose total includes the tax says so in no line of its own.
            let with_tax =
                column.is_money() && &sum * Exact::new(11.into(), 10.into()) == node.value;
            // Rows that come to another printed amount are followed by what leads from it to this.
            let known = |it: &Node| it.unit == node.unit && it.cell.is_none() && it.value == sum;
            // A slip stays near; rows that hold totals of their own come to much more.
            let near = &apart * Exact::from_integer(5.into()) < node.value.abs();
            let open = asks && !held && near && !book.nodes.iter().any(known);
            if held || (asks && !with_tax) {
                out.push(
                    Candidate::new(
                        "column_sum",
                        relation(terms, node),
                        Support::Layout,
                        88 - u32::try_from(n).unwrap_or(5),
                    )
                    .claiming(node.id, if open { "rows" } else { "column" })
                    .alarming(asks && !with_tax),
                );
            }
        }
        if total.rows.1 > 0 {
            subtotals.push((node, total.rows));
        }
    }
    carried(book, grid, column, out);
}

/// What rows rounded one by one may lie apart from their rounded total: a smallest unit each.
pub(super) fn slack(unit: Unit, rows: usize) -> Exact {
    let minor = match unit {
        Unit::Money(it) => it.minor_digits(),
        _ => 0,
    };
    let hundred = Exact::from_integer(10.into()).pow(i32::from(minor));
    Exact::from_integer(rows.into()) / hundred
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
    let mut terms = vec![from];
    terms.extend(telling(column.cells[rows].iter().flatten().copied().collect()));
    out.push(
        Candidate::new("carried_over", relation(&terms, to), Support::Layout, 89)
            .claiming(to.id, "carried")
            .alarming(true),
    );
}

/// The cells of all columns under one header: `item | amount | item | amount`.
fn twins<'g>(grid: &Grid<'g>, column: &Column<'_>) -> Vec<&'g Node> {
    let same = |it: &&Column<'g>| {
        it.label == column.label && it.unit == column.unit && !column.label.is_empty()
    };
    let columns: Vec<&Column<'g>> = grid.columns.iter().filter(same).collect();
    if columns.len() < 2 {
        return Vec::new();
    }
    telling(columns.iter().flat_map(|it| it.cells.iter().flatten().copied()).collect())
}

/// The cells of the column in this table and in those before it with the same headers: a table
/// that goes on over several pages.
fn continued<'b>(book: &'b Book<'_>, grid: &Grid<'_>, column: &Column<'_>) -> Vec<&'b Node> {
    let tables = book.draft.tables.iter().take(grid.table as usize + 1).enumerate();
    let same: Vec<u32> = tables
        .filter(|(_, it)| it.columns == grid.source.columns)
        .filter_map(|(n, _)| u32::try_from(n).ok())
        .collect();
    if same.len() < 2 {
        return Vec::new();
    }
    let here = |it: &&Node| {
        it.unit == column.unit
            && it
                .cell
                .is_some_and(|it| same.contains(&it.table) && it.column as usize == column.place)
    };
    telling(book.nodes.iter().filter(here).collect())
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

/// Amounts between the table and a total that may adjust it.
const MAX_ADJUSTMENTS: usize = 8;

/// A total that is the column's sum with discounts, taxes or charges in between and no subtotal.
fn adjusted(book: &Book<'_>, grid: &Grid<'_>, column: &Column<'_>, out: &mut Vec<Candidate>) {
    let cells = telling(column.cells.iter().flatten().copied().collect());
    let Some(last) = cells.iter().map(|it| it.id).max() else { return };
    let Some(values) = cells.iter().map(|it| scaled(&it.value)).collect::<Option<Vec<i128>>>()
    else {
        return;
    };
    let whole: i128 = values.iter().sum();
    let after: Vec<&Node> = book
        .summary()
        .filter(|it| it.unit == column.unit && it.id > last && !it.prose && !it.is_unit_price())
        .take(MAX_ADJUSTMENTS + 1)
        .collect();
    for (n, total) in after.iter().enumerate() {
        let between = &after[..n];
        // A subtotal in between leaves the rest to the amounts below it.
        let known = between.iter().any(|it| scaled(&it.value) == Some(whole));
        let Some(wanted) = scaled(&total.value).filter(|it| *it != whole) else { continue };
        if known || n == 0 || !total.says_total() || grid.height < 2 {
            continue;
        }
        let mut trials = 0;
        for chosen in 1u32..1 << n {
            let picked: Vec<&Node> =
                (0..n).filter(|it| chosen >> it & 1 == 1).map(|it| between[it]).collect();
            let signed = |it: &&Node| {
                let minus = it.subtracts() && it.value.is_positive();
                scaled(&it.value).map(|value| if minus { -value } else { value })
            };
            let Some(extra) = picked.iter().map(signed).sum::<Option<i128>>() else { continue };
            trials += 1;
            if whole + extra == wanted && improbable(trials, wanted, &values, 10) {
                let minus = |it: &&Node| it.subtracts() && it.value.is_positive();
                let mut terms: Vec<_> = cells.iter().map(|it| (it.operand(), false)).collect();
                terms.extend(picked.iter().map(|it| (it.operand(), minus(it))));
                let relation = sum(terms, total.operand());
                out.push(
                    Candidate::new("total", relation, Support::Layout, 44)
                        .claiming(total.id, "total"),
                );
                break;
            }
        }
    }
}

/// How far a sum of rows that was added up wrongly may lie from the printed one: a twentieth.
const NEAR: i64 = 20;

/// "FOB Busan" below the amounts, then freight and insurance, then a total that is the sum of the
/// three: the first of such a ladder stands for the rows, whatever it is called.
fn first_of_ladder(
    book: &Book<'_>,
    grid: &Grid<'_>,
    column: &Column<'_>,
    out: &mut Vec<Candidate>,
) {
    let place = u32::try_from(column.place).unwrap_or(u32::MAX);
    let cells = telling(column.cells.iter().flatten().copied().collect());
    let Some(bottom) = cells.iter().max_by_key(|it| it.id) else { return };
    // Of the columns of money the last one is what is added up.
    let is_last = grid.columns.iter().filter(|it| it.is_money()).all(|it| it.place <= column.place);
    if cells.len() < 3 || !is_last || grid.source.totals.iter().any(|it| it.column == place) {
        return;
    }
    let whole = column_sum(&cells);
    let after: Vec<&Node> = book
        .summary()
        .filter(|it| it.unit == column.unit && it.id > bottom.id && !it.prose)
        .take(MAX_ADJUSTMENTS)
        .collect();
    let Some((first, rest)) = after.split_first() else { return };
    let below = first.page == bottom.page
        && first.cell.is_none()
        && (first.rect.x1 - bottom.rect.x1).abs() < 2.5 * bottom.rect.height().max(1.0);
    let apart = (&first.value - &whole).abs();
    let near = &apart * Exact::from_integer(NEAR.into()) <= whole;
    if !below || !near || first.subtracts() || after.iter().any(|it| it.value == whole) {
        return;
    }
    let mut sum = first.value.clone();
    for (n, node) in rest.iter().enumerate() {
        if n > 0 && node.value == sum && node.says_total() {
            out.push(
                Candidate::new("column_sum", relation(&cells, first), Support::Layout, 70)
                    .claiming(first.id, "column")
                    .alarming(true),
            );
            return;
        }
        sum = if node.subtracts() { sum - node.value.abs() } else { sum + &node.value };
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
