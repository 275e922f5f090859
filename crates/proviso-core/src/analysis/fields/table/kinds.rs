//! What the columns of a table count: headers, contents and arithmetic decide together.
//!
//! Each column has bits for each kind: from its header's word, ending and unit, and from the shape of
//! what stands below. A product or a sum that holds in row after row costs bits where the kinds of its
//! columns do not go together. The kinds with most bits in all are chosen.
//!
//! **Invariant:** ties go to the kind that comes first; work grows with the rows of the table, and
//! arithmetic looks at a few rows and columns only.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use num_traits::Signed;

use super::super::column::is_sum;
use super::super::heard::{self, ColumnSign};
use super::super::setting::Unit;
use super::super::shape::{self, Shape};
use super::super::sheet::within;
use super::super::values::{self, Label};
use super::super::weights::{Bits, weights};
use super::Body;
use crate::number::{Exact, pow10};
use crate::value::{Currency, Kind};

/// Rows that arithmetic looks at.
const ROWS: usize = 12;
/// Digits that nobody writes in a row who parts thousands.
const LONG: usize = 6;
/// Columns of numbers that it looks at.
const COLUMNS: usize = 16;
/// Kinds that a column of numbers may have, the likeliest first.
const CHOICES: [Kind; 10] = [
    Kind::Text,
    Kind::Money,
    Kind::Quantity,
    Kind::Rate,
    Kind::Date,
    Kind::Period,
    Kind::Party,
    Kind::RegistrationNumber,
    Kind::Phone,
    Kind::Email,
];

/// What holds between columns in row after row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tie {
    /// Two columns make a third; `percent` where the second counts in hundredths.
    Product { factors: [usize; 2], result: usize, percent: bool },
    /// Two of three columns add up to the third, whichever is the largest of a row: of a change some are
    /// below zero.
    Sum([usize; 3]),
    /// What was there and what came, less what went, is what is left.
    Roll([usize; 4]),
}

impl Body<'_> {
    /// Decides the kind of each column.
    pub(super) fn decide_kinds(&mut self, rows: Range<usize>) {
        let own = |c: usize| {
            let mut bits = Bits::default();
            self.signs(rows.clone(), c, |_, it| bits.add(it, 1000));
            bits
        };
        let own: Vec<Bits> = (0..self.columns.len()).map(own).collect();
        let ties = self.ties(&rows);
        let best = |bits: &Bits| most(|kind| bits.of(kind));
        let mut kinds: Vec<Kind> = own.iter().map(best).collect();
        let cost = |kinds: &[Kind]| ties.iter().map(|it| it.0.bits(kinds) * it.1).sum::<i32>();
        let alike = alike(&ties);
        // From the best of each, one column or all that are tied change at a time while that pays.
        for _ in 0..2 * kinds.len() {
            let now = cost(&kinds);
            if now == 0 {
                break;
            }
            let better = |moved: &[usize], kind: Kind| {
                let mut changed = kinds.clone();
                moved.iter().for_each(|c| changed[*c] = kind);
                let gained = moved.iter().map(|c| own[*c].of(kind) - own[*c].of(kinds[*c]));
                gained.sum::<i32>() + cost(&changed) - now
            };
            let single = (0..kinds.len()).filter(|c| ties.iter().any(|it| it.0.has(*c)));
            let mut moves: Vec<Vec<usize>> = single.map(|it| vec![it]).collect();
            moves.extend(ties.iter().map(|it| it.0.columns()));
            moves.extend(alike.iter().cloned());
            let mut best: Option<(i32, Vec<usize>, Kind)> = None;
            for moved in moves {
                for kind in CHOICES {
                    let bits = better(&moved, kind);
                    if bits > best.as_ref().map_or(0, |it| it.0) {
                        best = Some((bits, moved.clone(), kind));
                    }
                }
            }
            let Some((_, moved, kind)) = best else { break };
            moved.iter().for_each(|c| kinds[*c] = kind);
        }
        if self.setting.listener.is_some() {
            for (c, own) in own.iter().enumerate() {
                let arithmetic = |kind: Kind| {
                    let mut changed = kinds.clone();
                    changed[c] = kind;
                    cost(&changed)
                };
                self.tell(&rows, c, kinds[c], |kind| (own.of(kind), arithmetic(kind)));
            }
        }
        for (c, kind) in kinds.into_iter().enumerate() {
            // Codes have no thousands.
            let grouped = |it: &(usize, &str)| Shape::of(self.setting, it.1).is_grouped();
            let coded = kind == Kind::Text
                && self.columns[c].promises_text()
                && !self.texts(rows.clone(), c).iter().any(grouped);
            let column = &mut self.columns[c];
            column.coded = coded;
            let promised = column.sense.as_ref().and_then(|it| it.kind);
            let kind = Some(kind).filter(|it| *it != Kind::Text);
            // A word that promises other numbers than stand here means something else.
            if kind != promised.filter(|it| *it != Kind::Text)
                && (promised.is_some_and(Kind::is_counted) || kind.is_some_and(Kind::is_counted))
                && promised.is_some()
            {
                column.sense = None;
            }
            column.kind = kind;
            let hundredths = |it: &(Tie, i32)| matches!(it.0, Tie::Product { factors, percent: true, .. } if factors[1] == c);
            column.percent |= kind == Some(Kind::Rate) && ties.iter().any(hundredths);
        }
        self.exchange();
    }

    /// Tells whoever listens what speaks for the kind of a column: `bits` are those of its signs and
    /// of the arithmetic between columns.
    fn tell(&self, rows: &Range<usize>, c: usize, kind: Kind, bits: impl Fn(Kind) -> (i32, i32)) {
        let Some(listener) = self.setting.listener else { return };
        let mut signs: Vec<(ColumnSign, Bits)> = Vec::new();
        self.signs(rows.clone(), c, |sign, it| signs.push((sign, *it)));
        let under = |r: usize| self.cells(r).into_iter();
        let under = rows.clone().flat_map(under);
        let under = under
            .filter(|i| within(&self.sheet.cell(*i).columns, &self.columns[c].range))
            .filter_map(|i| Some((self.sheet.texts[i].page(), self.sheet.texts[i].rect()?)));
        heard::column(listener, under, &self.columns[c].header, kind, &signs, bits);
    }

    /// What the header and the contents of a column say of its kind, a sign after the other.
    fn signs(&self, rows: Range<usize>, c: usize, mut told: impl FnMut(ColumnSign, &Bits)) {
        let weights = weights();
        let column = &self.columns[c];
        told(ColumnSign::Prior, weights.prior(self.setting.priced));
        let mut bits = Bits::default();
        let unit = column.counts_in(self.setting);
        match column.sense.as_ref().map(|it| it.kind) {
            // `Net kg` is no net amount.
            Some(Some(Kind::Money)) if unit == Some(Kind::Quantity) => {}
            // Nor is the total of hours.
            Some(Some(Kind::Money))
                if (self.unit.counts || !self.setting.priced) && is_sum(&column.header) => {}
            Some(Some(Kind::Text)) => bits.favor(Kind::Text, weights.header.text),
            // What is carried on may be goods as well as money.
            Some(Some(kind)) if column.means("previous_balance") => {
                bits.favor(kind, weights.header.untyped);
            }
            Some(Some(kind)) => bits.favor(kind, weights.header.known),
            Some(None) => bits.favor(Kind::Text, weights.header.untyped),
            None => {
                if let Some(kind) = column.kind {
                    let known = column.tail.is_some();
                    let worth = if known { weights.header.tail } else { weights.header.ending };
                    bits.favor(kind, worth);
                }
            }
        }
        told(ColumnSign::Header, &bits);
        if let Some(kind) = unit {
            let own = column.unit.currency.is_some()
                || kind == Kind::Rate
                || kind == Kind::Quantity && !column.counted_together;
            let worth = if own { weights.header.unit } else { weights.header.group };
            let mut bits = Bits::default();
            bits.favor(kind, worth);
            told(ColumnSign::Unit, &bits);
        }
        if self.unit.counts && column.unit == Unit::default() {
            let mut bits = Bits::default();
            bits.favor(Kind::Quantity, weights.header.unit);
            told(ColumnSign::Unit, &bits);
        }
        // What one thing costs may be finer than any coin.
        let whole = self.is_whole(column.unit) && !column.is_price();
        let cents = !whole && self.prints_cents(rows.clone());
        let mut shapes: BTreeMap<Shape, i32> = BTreeMap::new();
        let texts = self.texts(rows.clone(), c);
        let listed: Vec<Option<i64>> = texts.iter().map(|it| it.1.trim().parse().ok()).collect();
        // Each number one more than the one before it.
        let steps =
            listed.windows(2).filter(|it| it[0].zip(it[1]).is_some_and(|(a, b)| a + 1 == b));
        let grouped = self.prints_groups(rows.clone());
        let sequence = texts.len() > 2 && steps.count() * 3 >= (texts.len() - 1) * 2;
        for (_, text) in &texts {
            let shape = Shape::of(self.setting, text);
            let listed = sequence && matches!(shape, Shape::Small | Shape::Plain);
            // Who parts thousands writes no amount without.
            let long = grouped && shape == Shape::Plain && text.trim().len() >= LONG;
            let shape = if long { Shape::Long } else { shape };
            *shapes.entry(if listed { Shape::Sequence } else { shape }).or_default() += 1;
        }
        let n: i32 = shapes.values().sum();
        // Cells of one column say the same again: four of them count as two and a half.
        let worth = match n {
            0 | 1 => 1000,
            2 => 1600,
            3 => 2100,
            _ => 2500,
        };
        for (shape, count) in shapes {
            let says = match shape {
                Shape::Told(kind) => weights.told(kind),
                _ => weights.shape(shape.name(whole, cents)),
            };
            let times = i64::from(worth) * i64::from(count) / i64::from(n.max(1));
            let mut bits = Bits::default();
            bits.add(&says, i32::try_from(times).unwrap_or(0));
            told(ColumnSign::Shape(shape, count), &bits);
        }
    }

    /// Whether amounts among the first of these rows print their cents.
    fn prints_cents(&self, rows: Range<usize>) -> bool {
        self.prints(rows, |it| it == Shape::GroupedCents)
    }

    /// Whether the first of these rows part the thousands of their numbers.
    fn prints_groups(&self, rows: Range<usize>) -> bool {
        self.prints(rows, Shape::is_grouped)
    }

    /// Whether three numbers among the first of these rows look so.
    fn prints(&self, rows: Range<usize>, so: impl Fn(Shape) -> bool) -> bool {
        let comma = self.setting.decimal_comma;
        let cells = rows.take(ROWS).flat_map(|r| self.cells(r));
        let shapes = cells.filter_map(|i| Shape::of_number(self.sheet.text(i), comma));
        shapes.filter(|it| so(*it)).take(3).count() == 3
    }

    /// What holds between columns, and in how many rows.
    fn ties(&self, rows: &Range<usize>) -> Vec<(Tie, i32)> {
        let mut numbers: BTreeMap<usize, BTreeMap<usize, (Exact, u8)>> = BTreeMap::new();
        for c in 0..self.columns.len() {
            for (r, text) in self.texts(rows.clone(), c) {
                if Shape::of(self.setting, text).is_number()
                    && let Some(it) = shape::number(text, self.setting.decimal_comma)
                {
                    // Whether it is taken away does not tell what it counts.
                    numbers.entry(r).or_default().insert(c, (it.exact().abs(), it.scale));
                }
            }
        }
        let mut told: BTreeMap<usize, usize> = BTreeMap::new();
        numbers.values().flat_map(BTreeMap::keys).for_each(|c| *told.entry(*c).or_default() += 1);
        let counting: Vec<usize> = told.keys().copied().take(COLUMNS).collect();
        let rows: Vec<&BTreeMap<usize, (Exact, u8)>> =
            numbers.values().filter(|it| it.len() >= 3).take(ROWS).collect();
        let mut out = Vec::new();
        for (i, a) in counting.iter().enumerate() {
            for b in &counting[i + 1..] {
                for c in counting.iter().filter(|c| *c != a && *c != b) {
                    let products = [
                        Tie::Product { factors: [*a, *b], result: *c, percent: false },
                        Tie::Product { factors: [*a, *b], result: *c, percent: true },
                        Tie::Product { factors: [*b, *a], result: *c, percent: true },
                    ];
                    let sum = (c > b).then_some(Tie::Sum([*a, *b, *c]));
                    let ties = products.into_iter().chain(sum);
                    out.extend(ties.filter_map(|it| Some((it, it.holds(&rows)?))));
                }
            }
        }
        let rolls = counting.windows(4).filter_map(|it| <[usize; 4]>::try_from(it).ok());
        out.extend(rolls.map(Tie::Roll).filter_map(|it| Some((it, it.holds(&rows)?))));
        out
    }

    /// Beside amounts in several currencies and no count, `Rate` is one of exchange, and a column
    /// that is called by a currency holds what the amounts come to.
    fn exchange(&mut self) {
        let vocabulary = self.setting.vocabulary;
        let counted = self.columns.iter().any(|it| it.kind == Some(Kind::Quantity));
        let foreign = self.columns.iter().any(|it| it.means("currency"));
        if counted || !foreign {
            return;
        }
        let called = |it: &super::Column| it.sense.is_none() && it.unit.currency.is_some();
        let converted = self.columns.iter().any(called);
        for column in &mut self.columns {
            if column.means("unit_price") || column.kind == Some(Kind::Rate) {
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

    /// Whether amounts of this unit have no cents.
    fn is_whole(&self, unit: Unit) -> bool {
        let currency = unit.or(self.unit).currency.or(self.setting.currency);
        currency.unwrap_or(Currency::KRW).minor_digits() == 0
    }

    /// Whether a row counts things although its columns hold amounts, as a row of persons does among rows
    /// of what they pay: no number in it is as long as amounts of won are, and neither a header nor
    /// a note says that all are amounts.
    pub(super) fn counts_things(
        &self,
        cells: &[usize],
        header: Option<usize>,
        base: Option<&Label>,
    ) -> bool {
        // `전력사용량(kWh)`
        if base.is_some_and(|it| it.counts) {
            return true;
        }
        let amounts = base.is_some_and(|it| it.known && it.kind == Some(Kind::Money));
        if amounts || self.unit != Unit::default() || !self.is_whole(Unit::default()) {
            return false;
        }
        let (mut n, mut promised) = (0, 0);
        for i in cells.iter().filter(|i| Some(**i) != header) {
            let Some(column) = self.column_of(*i).map(|c| &self.columns[c]) else { continue };
            match Shape::of(self.setting, self.sheet.text(*i)) {
                Shape::Nothing => continue,
                Shape::Small if column.is_money() => n += 1,
                _ => return false,
            }
            let money = column.sense.as_ref().is_some_and(|it| it.kind == Some(Kind::Money));
            promised += usize::from(money || column.unit != Unit::default());
        }
        n >= 2 && promised * 2 < n
    }

    /// The texts under a column, with their rows.
    fn texts(&self, rows: Range<usize>, c: usize) -> Vec<(usize, &str)> {
        let cells = rows.flat_map(|r| self.cells(r).into_iter().map(move |i| (r, i)));
        cells
            .filter(|(_, i)| within(&self.sheet.cell(*i).columns, &self.columns[c].range))
            .map(|(r, i)| (r, self.sheet.text(i)))
            .filter(|it| !values::is_nothing(it.1))
            .collect()
    }
}

impl Tie {
    fn columns(&self) -> Vec<usize> {
        match self {
            Tie::Product { factors: [a, b], result, .. } => vec![*a, *b, *result],
            Tie::Sum(columns) => columns.to_vec(),
            Tie::Roll(columns) => columns.to_vec(),
        }
    }

    fn has(&self, c: usize) -> bool {
        self.columns().contains(&c)
    }

    /// In how many rows it holds, if in two at least and in two thirds of those that say so.
    fn holds(&self, rows: &[&BTreeMap<usize, (Exact, u8)>]) -> Option<i32> {
        let (mut told, mut held) = (0, 0);
        for row in rows {
            let columns = self.columns();
            let Some(numbers) = columns.iter().map(|c| row.get(c)).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            let [(a, _), (b, _), (c, scale), ..] = numbers[..] else { continue };
            let (zero, one) = (Exact::from_integer(0.into()), Exact::from_integer(1.into()));
            let trivial =
                |it: &Exact| *it == zero || matches!(self, Tie::Product { .. }) && *it == one;
            if trivial(a) || trivial(b) {
                continue;
            }
            told += 1;
            let fits = match self {
                Tie::Product { percent, .. } => {
                    let product = a * b;
                    let product =
                        if *percent { product / Exact::from_integer(pow10(2)) } else { product };
                    // What is less than its last digit is cut, where so many of these are no chance.
                    let last = || &one / Exact::from_integer(pow10((*scale).into()));
                    let rest = &product - c;
                    rest == zero
                        || rest.abs() < one
                            && rest.abs() < last()
                            && *c > last() * Exact::from_integer(1000.into())
                }
                Tie::Sum(_) => a + b == *c || a + c == *b || b + c == *a,
                Tie::Roll(_) => numbers.get(3).is_some_and(|left| a + b - c == left.0),
            };
            held += i32::from(fits);
            if held == 0 && told >= 3 {
                return None;
            }
        }
        (held >= 2 && held * 3 >= told * 2).then_some(held.min(weights().relation.rows))
    }

    /// What a row that keeps it is worth where its columns have these kinds.
    fn bits(&self, kinds: &[Kind]) -> i32 {
        let at = |c: usize| kinds.get(c).copied().unwrap_or(Kind::Text);
        match *self {
            Tie::Product { factors: [a, b], result, percent } => {
                let factors = [at(a), at(b)];
                let counts = |it: Kind| matches!(it, Kind::Quantity | Kind::Rate);
                let goes = match at(result) {
                    Kind::Money => {
                        factors.iter().filter(|it| **it == Kind::Money).count() == 1
                            && factors.iter().any(|it| counts(*it))
                    }
                    Kind::Quantity => {
                        factors.contains(&Kind::Quantity) && factors.iter().all(|it| counts(*it))
                    }
                    Kind::Rate => factors == [Kind::Rate; 2],
                    _ => false,
                };
                let goes = goes && (!percent || at(b) == Kind::Rate);
                if goes { 0 } else { weights().relation.product }
            }
            Tie::Sum(_) | Tie::Roll(_) => {
                let columns = self.columns();
                let first = columns.first().map_or(Kind::Text, |it| at(*it));
                let alike = first.is_counted() && columns.iter().all(|it| at(*it) == first);
                if alike { 0 } else { weights().relation.sum }
            }
        }
    }
}

/// Columns that count the same, since sums tie one to the next.
fn alike(ties: &[(Tie, i32)]) -> Vec<Vec<usize>> {
    let mut out: Vec<BTreeSet<usize>> = Vec::new();
    for (tie, _) in ties.iter().filter(|it| !matches!(it.0, Tie::Product { .. })) {
        let mut own: BTreeSet<usize> = tie.columns().into_iter().collect();
        out.retain(|it| {
            let apart = it.is_disjoint(&own);
            if !apart {
                own.extend(it);
            }
            apart
        });
        out.push(own);
    }
    out.into_iter().map(|it| it.into_iter().collect()).collect()
}

/// The kind with most bits; the first of those that have as many.
fn most(bits: impl Fn(Kind) -> i32) -> Kind {
    let mut best = CHOICES[0];
    for kind in CHOICES {
        if bits(kind) > bits(best) {
            best = kind;
        }
    }
    best
}
