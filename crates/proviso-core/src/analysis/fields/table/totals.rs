//! The rows of a table that are no items: totals, and the ladder of amounts below them.
//!
//! **Invariant:** a row that has a price of its own is an item, whatever it is called.

use super::super::super::Route;
use super::super::super::layout::Text;
use super::super::collect::Slot;
use super::super::column::{Column, is_bare, is_sum};
use super::super::output::Output;
use super::super::sheet::within;
use super::super::values::{self, Label};
use super::Body;
use crate::value::Kind;

impl Body<'_> {
    /// The label cell of a row of totals.
    pub(super) fn total(&self, r: usize) -> Option<usize> {
        let cells = self.cells(r);
        // `총 계 (9건)` is a label, whatever it counts.
        let is_value = |i: &usize| {
            let text = self.sheet.text(*i);
            let sum = text.find('(').is_some_and(|at| at > 0 && is_sum(&text[..at]));
            !sum && values::is_value(self.setting, text)
        };
        if let Some(label) = self.said_of_each(&cells) {
            return Some(label);
        }
        let label = *cells.iter().take_while(|i| !is_value(i)).last()?;
        let rest: Vec<usize> =
            cells.iter().copied().filter(|i| *i > label && is_value(i)).collect();
        if rest.is_empty() || self.columns.len() < 2 {
            return None;
        }
        let text = self.sheet.text(label);
        let range = &self.sheet.cell(label).columns;
        let spanned = self.columns.iter().filter(|it| within(&it.range, range)).count();
        let named = self
            .setting
            .vocabulary
            .label(text)
            .is_some_and(|it| it.kind == Some(Kind::Money) && !it.column);
        let sums = is_sum(text);
        // An item has a count or a price of its own; a total has not.
        let filled = |wanted: &dyn Fn(&Column) -> bool| {
            self.columns
                .iter()
                .filter(|it| wanted(it))
                .any(|it| rest.iter().any(|i| within(&self.sheet.cell(*i).columns, &it.range)))
        };
        let priced = filled(&|it| it.means("unit_price"));
        let counts = self.columns.iter().filter(|it| it.kind == Some(Kind::Quantity)).count() > 0;
        let two = self.columns.len() == 2;
        let lone = cells.iter().filter(|i| !is_value(i)).count() == 1;
        if priced {
            return None;
        }
        // "Net credit" stands under the prices, since nothing else has room there.
        let misplaced = lone && cells.len() == 2 && self.columns.len() > 3 && {
            let at = self.column_of(label);
            let head = self.head();
            let numeric = at.is_some_and(|c| !self.columns[c].is_text());
            let last = rest.last().and_then(|i| self.column_of(*i));
            numeric && at != head && last == self.columns.iter().rposition(Column::is_money)
        };
        let kept = misplaced
            || sums && lone
            || spanned > 1
            || named && lone && !two && rest.len() == 1 && (counts || self.columns.len() > 3);
        kept.then_some(label)
    }

    /// The label of a row that says something of each group of amounts: `업체명 | 가나 | 다라`.
    fn said_of_each(&self, cells: &[usize]) -> Option<usize> {
        let (label, said) = cells.split_first()?;
        let range = &self.sheet.cell(*label).columns;
        let spanned = self.columns.iter().filter(|it| within(&it.range, range)).count();
        let sense = self.setting.vocabulary.label(self.sheet.text(*label))?;
        let counting = sense.kind.is_some_and(Kind::is_counted);
        let under_amount = |i: &usize| {
            let column = self.column_of(*i).and_then(|c| self.columns.get(c));
            column.is_some_and(Column::is_money)
        };
        let plain = |i: &usize| !values::is_value(self.setting, self.sheet.text(*i));
        let fits = spanned > 1
            && !counting
            && said.len() >= 2
            && said.iter().all(under_amount)
            && said.iter().all(plain);
        fits.then_some(*label)
    }

    /// The label of a row below the first total, and the last cell of it: an amount with neither
    /// count nor price is no item.
    pub(super) fn settling(&self, r: usize) -> Option<(usize, Text)> {
        let counted = self.columns.iter().any(|it| it.kind == Some(Kind::Quantity))
            && self.columns.iter().any(|it| it.means("unit_price"));
        let money = self.columns.iter().rposition(Column::is_money)?;
        let cells = self.cells(r);
        let at = cells.iter().position(|i| self.column_of(*i) == Some(money))?;
        let (head, amount) = (&cells[..at], cells[at]);
        let is_value = |i: &usize| values::is_value(self.setting, self.sheet.text(*i));
        let text = head.first().is_some_and(|i| !is_value(i));
        let own = |i: &usize| {
            let column = self.column_of(*i).and_then(|c| self.columns.get(c));
            column.is_some_and(|it| it.kind == Some(Kind::Quantity) || it.is_money())
        };
        let number = self.sheet.text(amount).split(' ').next().unwrap_or_default();
        let value = is_value(&amount) || values::is_value(self.setting, number);
        if !counted || !text || !value || head.iter().any(|i| is_value(i) && own(i)) {
            return None;
        }
        let mut label = Text::default();
        for i in head {
            label.append(&self.sheet.texts[*i], " ");
        }
        Some((*head.last()?, label))
    }

    /// Reads the amounts behind the last cell of a label.
    pub(super) fn read_total(
        &self,
        out: &mut Output,
        r: usize,
        last: usize,
        printed: &Text,
    ) -> Vec<(usize, Slot)> {
        values::in_label(&mut out.fields, self.setting, printed, Route::Table);
        let base = Label::of(self.setting, &printed.text);
        let sums = is_sum(&printed.text);
        let generic = sums
            && base
                .meaning
                .as_deref()
                .is_none_or(|it| matches!(it, "grand_total" | "subtotal" | "amount"));
        let mut slots = Vec::new();
        for i in self.cells(r).into_iter().filter(|i| *i > last) {
            let text = &self.sheet.texts[i];
            let Some(c) = self.column_of(i) else { continue };
            let column = &self.columns[c];
            // A remark beside a total is none of its amounts.
            if column.is_text() && !values::is_value(self.setting, &text.text) {
                continue;
            }
            let counting = column.kind.filter(|it| *it == Kind::Quantity || *it == Kind::Rate);
            // What stands under amounts and looks like one is one: `Movements in period`.
            let amount = column.is_money() && is_bare(&text.text);
            // A total counts what its column does.
            let says = |it: Kind| !amount || it.is_counted() && !sums;
            let named = base.kind.filter(|it| *it != Kind::Text && says(*it));
            let other = if amount { Kind::Money } else { self.setting.bare() };
            let kind = counting.or(named).unwrap_or(other);
            let own = column
                .sense
                .as_ref()
                .filter(|it| generic && it.meaning != "amount" && it.kind == Some(Kind::Money));
            let meaning = match own {
                Some(it) if kind == Kind::Money => Some(it.meaning.clone()),
                _ => base.meaning.clone().filter(|_| counting.is_none()),
            };
            let label = Label {
                kind: Some(kind),
                meaning,
                unit: base.unit.or(column.unit).or(self.unit),
                ..base.clone()
            }
            .and(std::slice::from_ref(&column.header));
            slots.extend(self.values(out, &label, column, text).into_iter().map(|it| (c, it)));
        }
        slots
    }
}
