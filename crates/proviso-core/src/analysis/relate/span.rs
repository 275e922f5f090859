//! Whether a relation says anything that those before it do not.
//!
//! Sums of sums are implied, and so are shares of one price in the sum of two of them.
//!
//! **Invariant:** equal numbers of one kind count as one here: what is only said again is no news.

use super::Shape;
use super::figure::{Counts, Figure};
use crate::analysis::algebra::{Algebra, Equation, PRIME, inverse, multiply};
use crate::number::Rounding;

/// A number by what it counts and what it is.
type Name = (Counts, i128, i128);

/// What is known so far.
#[derive(Debug, Default)]
pub(super) struct Span(Algebra<Name>);

fn modular(n: i128) -> u64 {
    n.rem_euclid(i128::from(PRIME)) as u64
}

impl Span {
    /// Takes a relation in; false if it follows from those before it. Products are linear where all
    /// factors but one are taken as printed; rounded ones say something new always.
    pub(super) fn add(&mut self, figures: &[Figure], shape: &Shape) -> bool {
        let mut row = Equation::default();
        // An amount that is printed below zero is the same one with the other sign.
        let mut put = |i: usize, times: u64, minus: bool| {
            let it = &figures[i];
            let name = (it.counts, it.ratio.0.abs(), it.ratio.1);
            if minus == (it.ratio.0 < 0) { row.add(name, times) } else { row.subtract(name, times) }
        };
        match shape {
            Shape::Sum { parts, less, result } => {
                parts.iter().for_each(|i| put(*i, 1, false));
                less.iter().for_each(|i| put(*i, 1, true));
                put(*result, 1, true);
            }
            Shape::Product { factors, times, result, rounding } => {
                let alike = |i: &&usize| figures[**i].counts == figures[*result].counts;
                let base = factors.iter().find(alike).filter(|_| *rounding == Rounding::NONE);
                let Some(base) = base else { return true };
                let others = factors.iter().filter(|i| *i != base).map(|i| figures[*i].ratio);
                let factor = others.chain([*times]).fold(1, |out, (n, d)| {
                    multiply(out, multiply(modular(n), inverse(modular(d))))
                });
                put(*base, factor, false);
                put(*result, 1, true);
            }
        }
        self.0.learn(row)
    }
}
