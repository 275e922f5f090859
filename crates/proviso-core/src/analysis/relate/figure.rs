//! A number where it stands, in whole parts so that a search over many is fast and exact.
//!
//! **Invariant:** no floats; what does not fit is left out of the search, never rounded into it.

use num_integer::Integer;
use num_traits::ToPrimitive;

use super::worth;
use crate::document::Rect;
use crate::number::{Decimal, Exact, Rounding, RoundingMode};
use crate::value::Currency;

/// Parts of one: sums are searched in millionths.
pub(super) const ONE: i128 = 1_000_000;

/// Amounts are cut to so many times their last printed place at most.
const COARSEST: i128 = 10_000;

/// What a number counts, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Counts {
    /// An amount of money.
    Money(Currency),
    /// A fraction of something, or a rate of exchange.
    Rate,
    /// A number of things.
    Things,
    /// Days or months: what a daily or monthly amount is multiplied by, and what nothing adds up to.
    Time,
    /// Not known.
    Open,
}

/// What words around a number say of its part in a sum.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cues {
    /// A total, by its label or its row's.
    pub(crate) total: bool,
    /// A total, by the very word.
    pub(crate) named: bool,
    /// What is left or to be paid.
    pub(crate) rest: bool,
    /// What is taken away.
    pub(crate) taken: bool,
    /// What one of something costs.
    pub(crate) price: bool,
}

/// A product that is written out: which one it is, and how many factors it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Written {
    /// Its number among them.
    pub(crate) number: u32,
    /// Its factors.
    pub(crate) size: u8,
}

/// A place in a table whose rows, or columns, have names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Named {
    /// What the row is called, the same number for the same words in all tables.
    pub(crate) name: u32,
    /// Table and column; of a column that has a name, table and row.
    pub(crate) place: (u32, u32),
}

/// A number of a page.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    /// Document and page.
    pub(crate) page: (u32, u32),
    /// Where it stands.
    pub(crate) rect: Rect,
    /// What it counts.
    pub(crate) counts: Counts,
    /// Whether it stands in a sentence, where rows and columns say nothing.
    pub(crate) prose: bool,
    /// What words say.
    pub(crate) cues: Cues,
    /// Of which product it is written as a factor.
    pub(crate) written: Option<Written>,
    /// Where it stands by its row's name. None if its row has none.
    pub(crate) row: Option<Named>,
    /// The same by its column's.
    pub(crate) column: Option<Named>,
    /// The number as a fraction in lowest terms.
    pub(super) ratio: (i128, i128),
    /// The same in millionths, where it has them.
    pub(super) fixed: Option<i128>,
    /// The place of its last printed digit, in millionths.
    pub(super) step: i128,
}

impl Figure {
    /// A number of a page; `step` is the place of its last printed digit. None where it is too large
    /// or too fine for a business document.
    pub(crate) fn new(
        page: (u32, u32),
        rect: Rect,
        value: &Exact,
        step: Decimal,
        counts: Counts,
    ) -> Option<Figure> {
        let ratio = (value.numer().to_i128()?, value.denom().to_i128()?);
        if ratio.0.unsigned_abs() >= 1 << 70 || ratio.1 >= 1 << 40 {
            return None;
        }
        let fixed = (ratio.0 * ONE).is_multiple_of(&ratio.1).then(|| ratio.0 * ONE / ratio.1);
        let step = step.in_units(6).unwrap_or(1).max(1);
        let (prose, cues, written, row, column) = (false, Cues::default(), None, None, None);
        Some(Figure { page, rect, counts, prose, cues, written, row, column, ratio, fixed, step })
    }
    /// Puts another number in its place, in millionths.
    pub(super) fn mend(&mut self, to: i128) {
        self.ratio = reduced((to, ONE));
        self.fixed = Some(to);
    }
    /// Whether it is neither zero nor one.
    pub(super) fn tells(&self) -> bool {
        self.ratio.0 != 0 && !(self.ratio.1 == 1 && self.ratio.0.abs() == 1)
    }
    /// What a word saves that says it is a total or what is left.
    pub(super) fn asked(&self) -> i32 {
        if self.cues.total || self.cues.rest { worth::costs().asked } else { 0 }
    }
    /// Whether it counts what may be added up: neither shares nor days are.
    pub(super) fn adds(&self) -> bool {
        !matches!(self.counts, Counts::Rate | Counts::Time)
    }
    /// Whether it is zero.
    pub(super) fn is_zero(&self) -> bool {
        self.ratio.0 == 0
    }
    /// Whether two numbers may count the same.
    pub(super) fn may_add(&self, other: &Figure) -> bool {
        let time = self.counts == Counts::Time || other.counts == Counts::Time;
        let open = self.counts == Counts::Open || other.counts == Counts::Open;
        !time && (self.counts == other.counts || open)
    }
    /// Bits that it takes to tell: those of its digits, zeros at the end left out, and of how many
    /// zeros these are as far as they are printed.
    pub(super) fn digits(&self) -> i32 {
        let mut it = self.fixed.unwrap_or(self.ratio.0).unsigned_abs();
        let step = if self.fixed.is_some() { self.step.unsigned_abs().max(1) } else { 1 };
        let (mut zeros, mut printed) = (0u128, 1u128);
        while it != 0 && it.is_multiple_of(10) {
            it /= 10;
            zeros += u128::from(printed >= step);
            printed *= 10;
        }
        worth::bits(it) + worth::bits(zeros + 1)
    }
}

/// Bits that a sum tells: how many numbers as round as its parts there are up to its largest one.
/// What they have in common beside zeros at their ends is what other relations say of them (`span.rs`).
pub(super) fn told_by_sum(parts: &[i128]) -> i32 {
    told(parts, |common| {
        let mut round = 1i128;
        while common % (round * 10) == 0 {
            round *= 10;
        }
        round
    })
}

/// Bits that a difference tells: of amounts that are shares of one price some differ by a third one, so
/// what they have in common tells nothing.
pub(super) fn told_by_difference(parts: &[i128]) -> i32 {
    told(parts, |common| common)
}

/// Bits of the largest part, in units that follow from what all have in common.
fn told(parts: &[i128], unit: impl Fn(i128) -> i128) -> i32 {
    let common = parts.iter().fold(0i128, |a, b| a.gcd(b)).max(1);
    let largest = parts.iter().map(|it| it.unsigned_abs()).max().unwrap_or(0);
    worth::bits(largest / unit(common).unsigned_abs())
}

/// A way of rounding and the bits that it costs to say so.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    mode: RoundingMode,
    /// In millionths.
    pub(super) unit: i128,
    pub(super) cost: i32,
}

impl Way {
    /// The rounding in the words of rules.
    pub(super) fn rounding(&self) -> Rounding {
        if self.mode == RoundingMode::None {
            return Rounding::NONE;
        }
        let unit = Decimal { digits: self.unit, scale: 6 }.normalized();
        Rounding { mode: self.mode, unit }
    }
    /// What a fraction comes to in this way, in millionths; none where it is too large, or finer than
    /// that and not to be rounded.
    pub(super) fn result(&self, n: i128, d: i128) -> Option<i128> {
        let whole = n.checked_abs()?.checked_mul(ONE)?;
        let divisor = d.checked_mul(self.unit)?;
        let it = match self.mode {
            RoundingMode::None => whole.is_multiple_of(&d).then(|| whole / d)?,
            RoundingMode::Floor => whole / divisor * self.unit,
            RoundingMode::HalfUp => {
                let halves = whole.checked_mul(2)?.checked_add(divisor)?;
                halves / divisor.checked_mul(2)? * self.unit
            }
            RoundingMode::Ceiling => Integer::div_ceil(&whole, &divisor) * self.unit,
        };
        Some(if n < 0 { -it } else { it })
    }
}

/// The ways in which a product may have come to a number whose last digit stands at `step`, the
/// cheapest first.
pub(super) fn ways(step: i128) -> Vec<Way> {
    let costs = worth::costs();
    let fine = [
        (RoundingMode::Floor, costs.floor),
        (RoundingMode::HalfUp, costs.half_up),
        (RoundingMode::Ceiling, costs.ceiling),
    ];
    let mut out = vec![Way { mode: RoundingMode::None, unit: 1, cost: 0 }];
    out.extend(fine.map(|(mode, cost)| Way { mode, unit: step, cost }));
    // Won are cut to tens, hundreds, thousands as well.
    if step >= ONE {
        for times in [10, 100, 1000, COARSEST] {
            let coarse =
                |(mode, cost)| Way { mode, unit: step * times, cost: cost + costs.coarser };
            out.extend(fine.into_iter().take(2).map(coarse));
        }
    }
    out
}

/// The product of numbers as a fraction; none where it is too large.
pub(super) fn product(factors: &[&Figure]) -> Option<(i128, i128)> {
    let all =
        |of: fn(&Figure) -> i128| factors.iter().try_fold(1i128, |out, it| out.checked_mul(of(it)));
    if let (Some(n), Some(d)) = (all(|it| it.ratio.0), all(|it| it.ratio.1))
        && n.abs() < 1 << 100
    {
        return Some((n, d));
    }
    let mut out = (1i128, 1i128);
    for it in factors {
        let (n, d) = it.ratio;
        let a = out.0.gcd(&d).max(1);
        let b = n.gcd(&out.1).max(1);
        out = ((out.0 / a).checked_mul(n / b)?, (out.1 / b).checked_mul(d / a)?);
    }
    Some(out)
}

/// A product with the sign of what it is held against: what is taken away is printed below zero, and
/// rounded as if it were not. Only of a part of something the whole may be below zero, too.
pub(super) fn turned(factors: &[&Figure], (n, d): (i128, i128), result: &Figure) -> (i128, i128) {
    let money = |it: &Figure| matches!(it.counts, Counts::Money(_));
    let part = match factors {
        [_] => true,
        [a, b] => money(a) && b.counts == Counts::Rate || a.counts == Counts::Rate && money(b),
        _ => false,
    };
    let taken = result.ratio.0 < 0 && factors.iter().all(|it| it.ratio.0 > 0);
    (if (part || taken) && (n < 0) != (result.ratio.0 < 0) { -n } else { n }, d)
}

/// A fraction in lowest terms.
pub(super) fn reduced((n, d): (i128, i128)) -> (i128, i128) {
    let common = n.gcd(&d).max(1);
    (n / common, d / common)
}

/// The first way in which a fraction comes to a number whose last digit stands at `step`.
pub(super) fn way((n, d): (i128, i128), to: i128, step: i128) -> Option<Way> {
    // Most are far off: told without trying each way.
    let near = n.checked_mul(ONE).is_none_or(|it| (it / d - to).abs() <= COARSEST * step);
    near.then(|| ways(step).into_iter().find(|it| it.result(n, d) == Some(to))).flatten()
}
