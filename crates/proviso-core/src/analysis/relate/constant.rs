//! Constants that papers count with and print nowhere: the tenth that Korean value added tax is, the
//! days of a year by which interest is reckoned, the hundred or thousand pieces that a price is for.
//!
//! **Invariant:** a constant counts only with the kinds of factors that it is made for.

use serde::Deserialize;

use super::figure::{Counts, Figure, reduced};
use super::worth;
use crate::value::Currency;

/// What a constant is multiplied with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum With {
    /// One amount of won.
    Won,
    /// One amount of any other currency.
    Amount,
    /// An amount and a rate; days, if they are a factor.
    Interest,
    /// A price and a number of things.
    Lot,
}

/// A constant and what it costs to think of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Constant {
    numerator: i128,
    denominator: i128,
    with: With,
    /// Thousandths of bits.
    pub(super) cost: i32,
}

impl Constant {
    /// The constants there are.
    pub(super) fn all() -> &'static [Constant] {
        &worth::costs().constants
    }
    /// Its value as a fraction.
    pub(super) fn ratio(&self) -> (i128, i128) {
        (self.numerator, self.denominator)
    }
    /// Whether it is multiplied with such numbers.
    pub(super) fn goes(&self, factors: &[&Figure]) -> bool {
        let count = |of: fn(&Counts) -> bool| factors.iter().filter(|it| of(&it.counts)).count();
        let money = count(|it| matches!(it, Counts::Money(_)));
        let (rates, things) = (count(|it| *it == Counts::Rate), count(|it| *it == Counts::Things));
        let time = count(|it| *it == Counts::Time);
        let all = money + rates + things + time == factors.len() && money == 1;
        match self.with {
            With::Won => matches!(factors, [it] if it.counts == Counts::Money(Currency::KRW)),
            With::Amount => {
                matches!(factors, [it] if matches!(it.counts, Counts::Money(of) if of != Currency::KRW))
            }
            With::Interest => all && rates == 1 && things + time <= 1,
            With::Lot => all && rates == 0 && things == 1 && time == 0,
        }
    }
    /// So many times a fraction; none where it is too large.
    pub(super) fn times(&self, it: (i128, i128)) -> Option<(i128, i128)> {
        Some(reduced((it.0.checked_mul(self.numerator)?, it.1.checked_mul(self.denominator)?)))
    }
}
