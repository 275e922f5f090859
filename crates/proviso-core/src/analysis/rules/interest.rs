//! Interest in schedules of loans: the balance that the row before left, times the rate of a period.
//!
//! **Invariant:** the rate is one that the document prints outside of the table, and most rows keep
//! it; a row that does not is then a finding.

use num_traits::Zero;

use super::arithmetic::Unit;
use super::book::{Book, Node};
use super::candidate::Candidate;
use super::grid::{Column, Grid, fitting, roundings};
use crate::analysis::{Relation, Support};
use crate::number::{Exact, Rounding};

/// What a loan is called, squashed.
const LOANS: &[&str] = &["대출금", "차입금", "대여금", "융자금", "원금", "loan", "principal"];

/// Finds the interest of each row.
pub(super) fn find(book: &Book<'_>, grid: &Grid<'_>, out: &mut Vec<Candidate>) {
    for balance in grid.columns.iter().filter(|it| it.is_balance() && it.is_money()) {
        for interest in grid.columns.iter().filter(|it| is_interest(it) && it.unit == balance.unit)
        {
            let rates = book.nodes.iter().filter(|it| it.unit == Unit::Rate && it.cell.is_none());
            let kept = rates.map(|it| rows(book, grid, balance, interest, it));
            let best = kept.max_by_key(|it| it.iter().filter(|it| it.holds).count());
            let Some(rows) = best else { continue };
            let holds = rows.iter().filter(|it| it.holds).count();
            let fails = rows.len() - holds;
            if holds < 3 || fails * 3 > holds {
                continue;
            }
            out.extend(rows.into_iter().map(|it| it.candidate));
        }
    }
}

/// One row under one rate.
struct Row {
    candidate: Candidate,
    holds: bool,
}

fn is_interest(column: &Column<'_>) -> bool {
    column.is_money()
        && (column.meaning == "interest"
            || column.label.contains("이자")
            || column.label.contains("interest"))
}

fn rows(
    book: &Book<'_>,
    grid: &Grid<'_>,
    balance: &Column<'_>,
    interest: &Column<'_>,
    rate: &Node,
) -> Vec<Row> {
    let mut out = Vec::new();
    let mut before: Option<&Node> = None;
    for row in 0..grid.height {
        let (Some(left), Some(paid)) = (balance.cells[row], interest.cells[row]) else { continue };
        let base = before.replace(left).or_else(|| loan(book, rate, paid));
        let Some(base) = base.filter(|_| !rate.value.is_zero()) else { continue };
        let rounding = rounding_of(base, rate, paid);
        let relation = Relation::Rate {
            base: base.operand(),
            rate: rate.operand(),
            rounding: rounding.clone().unwrap_or(Rounding::NONE),
            result: paid.operand(),
            negated: false,
        };
        let candidate = Candidate::new("interest", relation, Support::Layout, 81)
            .claiming(paid.id, "rate")
            .alarming(true);
        out.push(Row { candidate, holds: rounding.is_some() });
    }
    out
}

fn rounding_of(base: &Node, rate: &Node, paid: &Node) -> Option<Rounding> {
    let computed: Exact = &base.value * &rate.value;
    fitting(&computed, &paid.value, &roundings(paid.unit))
}

/// The loan itself, on which the first row's interest is paid.
fn loan<'b>(book: &'b Book<'_>, rate: &Node, paid: &Node) -> Option<&'b Node> {
    let named = |it: &&Node| it.labels.iter().any(|it| LOANS.iter().any(|word| it.contains(word)));
    book.summary()
        .filter(|it| it.unit == paid.unit && named(it))
        .find(|it| rounding_of(it, rate, paid).is_some())
}
