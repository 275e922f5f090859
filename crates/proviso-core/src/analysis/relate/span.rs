//! Whether a relation says anything that those before it do not: elimination over the numbers that are
//! printed, modulo a prime.
//!
//! `total = net + tax` and `net = gross − discount` leave nothing new in
//! `total = gross − discount + tax`, nor do shares of one price in the sum of two of them.
//!
//! **Invariant:** equal numbers of one kind count as one here: what is only said again is no news.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use super::Shape;
use super::figure::{Counts, Figure};

/// A Mersenne prime: sums and products of two below it fit.
const PRIME: u128 = (1 << 61) - 1;

/// A number by what it counts and what it is.
type Name = (Counts, i128, i128);

/// What is known so far, in rows that each begin with another number.
#[derive(Debug, Default)]
pub(super) struct Span {
    rows: BTreeMap<Name, BTreeMap<Name, u128>>,
}

fn modular(n: i128) -> u128 {
    n.rem_euclid(PRIME as i128).to_u128().unwrap_or(0)
}

fn inverse(a: u128) -> u128 {
    let (mut base, mut exponent, mut out) = (a, PRIME - 2, 1u128);
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = out * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    out
}

impl Span {
    /// Takes a relation in; false if it follows from those before it. Products are linear where all
    /// factors but one are taken as printed; rounded ones say something new always.
    pub(super) fn add(&mut self, figures: &[Figure], shape: &Shape) -> bool {
        let mut row: BTreeMap<Name, u128> = BTreeMap::new();
        let mut put = |i: usize, factor: u128| {
            let it = &figures[i];
            // An amount that is printed below zero is the same one with the other sign.
            let (n, factor) =
                if it.ratio.0 < 0 { (-it.ratio.0, PRIME - factor) } else { (it.ratio.0, factor) };
            let slot = row.entry((it.counts, n, it.ratio.1)).or_default();
            *slot = (*slot + factor) % PRIME;
        };
        match shape {
            Shape::Sum { parts, less, result } => {
                parts.iter().for_each(|i| put(*i, 1));
                less.iter().for_each(|i| put(*i, PRIME - 1));
                put(*result, PRIME - 1);
            }
            Shape::Product { factors, result, rounding } => {
                if *rounding != crate::number::Rounding::NONE {
                    return true;
                }
                let base = factors.iter().find(|i| figures[**i].counts == figures[*result].counts);
                let Some(base) = base else { return true };
                let mut factor = 1u128;
                for i in factors.iter().filter(|i| *i != base) {
                    let (n, d) = figures[*i].ratio;
                    factor = factor * modular(n) % PRIME * inverse(modular(d)) % PRIME;
                }
                put(*base, factor);
                put(*result, PRIME - 1);
            }
        }
        row.retain(|_, it| *it != 0);
        while let Some(pivot) = row.keys().find(|it| self.rows.contains_key(*it)).copied() {
            let (Some(known), Some(factor)) = (self.rows.get(&pivot), row.get(&pivot).copied())
            else {
                break;
            };
            for (name, value) in known {
                let slot = row.entry(*name).or_default();
                *slot = (*slot + PRIME - factor * value % PRIME) % PRIME;
            }
            row.retain(|_, it| *it != 0);
        }
        let Some((pivot, value)) = row.iter().next().map(|it| (*it.0, *it.1)) else {
            return false;
        };
        let scale = inverse(value);
        row.values_mut().for_each(|it| *it = *it * scale % PRIME);
        self.rows.insert(pivot, row);
        true
    }
}
