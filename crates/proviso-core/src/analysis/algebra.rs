//! Whether an equation follows from others: elimination over named numbers, modulo a prime.
//!
//! `total = net + tax` and `net = gross − discount` leave nothing new in
//! `total = gross − discount + tax`.
//!
//! **Invariant:** equal equations in equal order give equal answers; a name is whatever its user takes
//! for one number.

use std::collections::BTreeMap;

/// A Mersenne prime: the product of two numbers below it fits 128 bits.
pub(crate) const PRIME: u64 = (1 << 61) - 1;

/// The product of two numbers below the prime.
pub(crate) fn multiply(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// What a number other than zero has to be multiplied with to give one (Fermat).
pub(crate) fn inverse(a: u64) -> u64 {
    let (mut base, mut exponent, mut out) = (a, PRIME - 2, 1u64);
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = multiply(out, base);
        }
        base = multiply(base, base);
        exponent >>= 1;
    }
    out
}

/// An equation: names and their coefficients, which come to nothing.
#[derive(Debug, Clone)]
pub(crate) struct Equation<N>(BTreeMap<N, u64>);

impl<N: Ord> Default for Equation<N> {
    fn default() -> Equation<N> {
        Equation(BTreeMap::new())
    }
}

impl<N: Ord> Equation<N> {
    /// Adds a number so many times.
    pub(crate) fn add(&mut self, name: N, times: u64) {
        let slot = self.0.entry(name).or_default();
        *slot = (*slot + times) % PRIME;
    }
    /// Takes a number away so many times.
    pub(crate) fn subtract(&mut self, name: N, times: u64) {
        self.add(name, PRIME - times % PRIME);
    }
}

/// What is known so far, in rows that each begin with another name.
#[derive(Debug)]
pub(crate) struct Algebra<N> {
    rows: BTreeMap<N, BTreeMap<N, u64>>,
}

impl<N: Ord> Default for Algebra<N> {
    fn default() -> Algebra<N> {
        Algebra { rows: BTreeMap::new() }
    }
}

impl<N: Ord + Clone> Algebra<N> {
    /// What an equation says beyond those that were taken in; empty if it follows from them.
    fn beyond(&self, equation: Equation<N>) -> BTreeMap<N, u64> {
        let mut row = equation.0;
        row.retain(|_, it| *it != 0);
        while let Some(pivot) = row.keys().find(|it| self.rows.contains_key(*it)).cloned() {
            let (Some(known), Some(factor)) = (self.rows.get(&pivot), row.get(&pivot).copied())
            else {
                break;
            };
            super::steps::spend(known.len() + row.len());
            for (name, value) in known {
                let slot = row.entry(name.clone()).or_default();
                *slot = (*slot + PRIME - multiply(factor, *value)) % PRIME;
            }
            row.retain(|_, it| *it != 0);
        }
        row
    }

    /// Whether an equation follows from those that were taken in.
    pub(crate) fn implies(&self, equation: Equation<N>) -> bool {
        self.beyond(equation).is_empty()
    }

    /// Takes an equation in; false if it follows from those before it.
    pub(crate) fn learn(&mut self, equation: Equation<N>) -> bool {
        let mut row = self.beyond(equation);
        let Some((pivot, value)) = row.iter().next().map(|(a, b)| (a.clone(), *b)) else {
            return false;
        };
        let scale = inverse(value);
        row.values_mut().for_each(|slot| *slot = multiply(*slot, scale));
        self.rows.insert(pivot, row);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_is_nothing_new() {
        let equation = |parts: &[&'static str], less: &[&'static str]| {
            let mut it = Equation::default();
            parts.iter().for_each(|name| it.add(*name, 1));
            less.iter().for_each(|name| it.subtract(*name, 1));
            it
        };
        let mut known = Algebra::default();
        assert!(known.learn(equation(&["net", "tax"], &["total"])), "first");
        assert!(known.learn(equation(&["gross"], &["discount", "net"])), "another one");
        assert!(!known.learn(equation(&["gross", "tax"], &["discount", "total"])), "both together");
        assert!(known.learn(equation(&["total"], &["paid", "due"])), "a new name");
    }
}
