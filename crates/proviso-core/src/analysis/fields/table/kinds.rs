//! What the columns of a table count, where their headers do not say it.
//!
//! **Invariant:** what a header says of its numbers is never overruled by them, but for a balance
//! that turns out to be one of goods.

use std::ops::Range;

use super::super::column::{is_bare, is_grouped};
use super::super::sheet::within;
use super::Body;
use crate::number::{Exact, parse_exact};
use crate::value::Kind;

impl Body<'_> {
    /// Headers that promise no number, over bare numbers with grouped thousands, head amounts:
    /// `당월`, `전월`, `증감`.
    pub(super) fn guess_kinds(&mut self, rows: Range<usize>) {
        self.guess_counts(rows.clone());
        self.guess_exchange();
        for c in 0..self.columns.len() {
            let column = &self.columns[c];
            // A header that promises codes or names heads no amounts: `HS Code | 8481.80`.
            let text = column.sense.as_ref().is_some_and(|it| it.kind == Some(Kind::Text));
            let counts = column.kind.is_some_and(Kind::is_counted);
            // `06.02` under a date's header is a day.
            if counts || text || column.kind == Some(Kind::Date) {
                continue;
            }
            let texts: Vec<&str> = rows
                .clone()
                .flat_map(|r| self.cells(r))
                .filter(|i| within(&self.sheet.cell(*i).columns, &column.range))
                .map(|i| self.sheet.text(i))
                .collect();
            let amounts = texts.iter().filter(|it| is_grouped(it)).count();
            let numbers = texts.iter().filter(|it| is_bare(it)).count();
            if amounts > 0 && (amounts * 2 > texts.len() || numbers == texts.len()) {
                self.columns[c].kind = Some(Kind::Money);
            }
        }
        self.guess_factor(&rows);
    }

    /// Beside amounts in several currencies and no count, `Rate` is one of exchange, and a column
    /// that is called by a currency holds what the amounts come to.
    fn guess_exchange(&mut self) {
        let vocabulary = self.setting.vocabulary;
        let counted = self.columns.iter().any(|it| it.kind == Some(Kind::Quantity));
        let foreign = self.columns.iter().any(|it| it.means("currency"));
        if counted || !foreign {
            return;
        }
        let called = |it: &super::Column| it.sense.is_none() && it.unit.currency.is_some();
        let converted = self.columns.iter().any(called);
        for column in &mut self.columns {
            if column.means("unit_price") {
                column.sense = vocabulary.of_kind("exchange rate", Kind::Rate).cloned();
                column.kind = Some(Kind::Rate);
            } else if column.means("amount") && converted {
                column.sense = vocabulary.of_kind("foreign amount", Kind::Money).cloned();
            } else if called(column) {
                column.sense = vocabulary.column("amount").cloned();
                column.kind = Some(Kind::Money);
            }
        }
    }

    /// Bare numbers before the prices are counts: a lone column of them, or stocks of which one
    /// times the price is the amount (`전기이월 | 입고 | 출고 | 재고 | 단가 | 금액`).
    fn guess_counts(&mut self, rows: Range<usize>) {
        let Some(price) = self.columns.iter().position(|it| it.means("unit_price")) else { return };
        if self.columns.iter().any(|it| it.kind == Some(Kind::Quantity)) {
            return;
        }
        let unsaid = |it: &super::Column| {
            it.kind.is_none() && it.sense.is_none() || it.means("previous_balance")
        };
        let open: Vec<usize> = (0..self.columns.len())
            .filter(|c| unsaid(&self.columns[*c]))
            .filter(|c| {
                let texts = self.texts(rows.clone(), *c);
                !texts.is_empty() && texts.iter().all(|it| is_bare(it.1))
            })
            .collect();
        let ahead: Vec<usize> = open.iter().copied().filter(|c| *c < price).collect();
        let amounts = price + 1..self.columns.len();
        let stock =
            ahead.iter().any(|c| amounts.clone().any(|it| self.makes(&rows, &[*c, price], it)));
        let lone = matches!(ahead[..], [c] if !self.columns[c].means("previous_balance"));
        if stock || lone {
            for c in ahead {
                self.columns[c].kind = Some(Kind::Quantity);
                self.columns[c].sense = None;
            }
        }
    }

    /// Bare numbers that times a count and a price are the amount count, too:
    /// `Units | Visits per year | Rate per visit | Charge`.
    fn guess_factor(&mut self, rows: &Range<usize>) {
        let of = |kind: Kind| {
            let columns = self.columns.iter().enumerate();
            columns.filter(move |it| it.1.kind == Some(kind)).map(|it| it.0).collect::<Vec<_>>()
        };
        let (counts, money) = (of(Kind::Quantity), of(Kind::Money));
        let [count] = counts[..] else { return };
        let is_factor = |c: &usize| {
            let column = &self.columns[*c];
            column.kind.is_none()
                && column.sense.is_none()
                && money.iter().any(|price| {
                    let after = money.iter().filter(|it| *it > price);
                    let mut amounts = after.copied();
                    amounts.any(|it| self.makes(rows, &[count, *c, *price], it))
                })
        };
        if let Some(c) = (0..self.columns.len()).find(is_factor) {
            self.columns[c].kind = Some(Kind::Quantity);
        }
    }

    /// Whether the product of some columns is another one in at least two rows, and in two thirds of
    /// those that say so.
    fn makes(&self, rows: &Range<usize>, factors: &[usize], amount: usize) -> bool {
        let texts = |c: usize| self.texts(rows.clone(), c);
        let at = |all: &[(usize, &str)], row: usize| {
            all.iter().find(|it| it.0 == row).and_then(|it| number(it.1))
        };
        let factors: Vec<_> = factors.iter().map(|it| texts(*it)).collect();
        let told: Vec<bool> = texts(amount)
            .into_iter()
            .filter_map(|(row, text)| {
                let amount = number(text)?;
                let product = factors.iter().map(|it| at(it, row)).product::<Option<Exact>>()?;
                Some(product == amount)
            })
            .collect();
        told.len() >= 2 && told.iter().filter(|it| **it).count() * 3 >= told.len() * 2
    }

    /// The texts under a column, with their rows.
    fn texts(&self, rows: Range<usize>, c: usize) -> Vec<(usize, &str)> {
        let cells = rows.flat_map(|r| self.cells(r).into_iter().map(move |i| (r, i)));
        cells
            .filter(|(_, i)| within(&self.sheet.cell(*i).columns, &self.columns[c].range))
            .map(|(r, i)| (r, self.sheet.text(i)))
            .collect()
    }
}

/// A number with grouped thousands.
fn number(text: &str) -> Option<Exact> {
    parse_exact(&text.chars().filter(|it| *it != ',').collect::<String>()).ok()
}
