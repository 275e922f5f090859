//! Whether an equation follows from others: elimination over named numbers, modulo a prime.
//!
//! `total = net + tax` and `net = gross − discount` leave nothing new in
//! `total = gross − discount + tax`.
//!
//! **Invariant:** equal equations in equal order give equal answers; a name is whatever its user takes
//! for one number.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

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

/// Names of an equation that is a total of many rows.
const LONG: usize = 16;

/// What is known so far, in rows that each say of one name what it is by others.
///
/// A row has no name that a row before it says; one that it says itself may stand in rows before it. So a
/// name is replaced by rows in their order, each of them once.
#[derive(Debug)]
pub(crate) struct Algebra<N> {
    rows: Vec<BTreeMap<N, u64>>,
    /// The row that says a name.
    says: BTreeMap<N, usize>,
    /// How many rows a name stands in, the long ones left out.
    stands: BTreeMap<N, u32>,
}

impl<N: Ord> Default for Algebra<N> {
    fn default() -> Algebra<N> {
        Algebra { rows: Vec::new(), says: BTreeMap::new(), stands: BTreeMap::new() }
    }
}

impl<N: Ord + Clone> Algebra<N> {
    /// What an equation says beyond those that were taken in; empty if it follows from them.
    fn beyond(&self, equation: Equation<N>) -> BTreeMap<N, u64> {
        let mut row = equation.0;
        row.retain(|_, it| *it != 0);
        let said = |name: &N| self.says.get(name).map(|at| (*at, name.clone()));
        let mut waiting: BTreeMap<usize, N> = row.keys().filter_map(said).collect();
        while let Some((at, pivot)) = waiting.pop_first() {
            // It may have come to nothing meanwhile.
            let Some(factor) = row.get(&pivot).copied() else { continue };
            let known = &self.rows[at];
            super::steps::spend(known.len());
            for (name, value) in known {
                let less = PRIME - multiply(factor, *value);
                match row.entry(name.clone()) {
                    Entry::Vacant(it) => {
                        it.insert(less % PRIME);
                        waiting.extend(said(name));
                    }
                    Entry::Occupied(mut it) => {
                        let left = (*it.get() + less) % PRIME;
                        if left == 0 {
                            it.remove()
                        } else {
                            it.insert(left)
                        };
                    }
                }
            }
        }
        row
    }

    /// Whether an equation follows from those that were taken in.
    pub(crate) fn implies(&self, equation: Equation<N>) -> bool {
        self.beyond(equation).is_empty()
    }

    /// Takes an equation in; false if it follows from those before it.
    ///
    /// It says the name that stands in the fewest rows: of a balance that is carried on the amount of
    /// its own row, so that no sum grows from row to row. A total of many rows says its greatest name,
    /// mostly itself, and leaves those of its parts to the rows that they stand in.
    pub(crate) fn learn(&mut self, equation: Equation<N>) -> bool {
        let mut row = self.beyond(equation);
        let rare = |it: &&N| self.stands.get(*it).copied().unwrap_or(0);
        let is_long = row.len() > LONG;
        let last = row.keys().next_back().filter(|_| is_long);
        let Some(pivot) = last.or_else(|| row.keys().min_by_key(rare)).cloned() else {
            return false;
        };
        let scale = inverse(row.get(&pivot).copied().unwrap_or(1));
        row.values_mut().for_each(|slot| *slot = multiply(*slot, scale));
        for name in row.keys().filter(|_| !is_long) {
            *self.stands.entry(name.clone()).or_default() += 1;
        }
        self.says.insert(pivot, self.rows.len());
        self.rows.push(row);
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

    #[test]
    fn what_follows_from_a_long_chain_is_told_in_as_many_steps_as_it_is_long() {
        const ROWS: u32 = 3_000;
        // Balances carried on, as a table prints them: an amount and the balance after it.
        let (amount, balance) = (|at: u32| 2 * at, |at: u32| 2 * at + 1);
        let carried = |at: u32| {
            let mut it = Equation::default();
            it.add(balance(at - 1), 1);
            it.add(amount(at), 1);
            it.subtract(balance(at), 1);
            it
        };
        let all = || {
            let mut known = Algebra::default();
            // What all comes to is known first: it has the most to say.
            let mut total = Equation::default();
            (1..ROWS).for_each(|at| total.add(amount(at), 1));
            total.subtract(u32::MAX, 1);
            assert!(known.learn(total), "the first one is new");
            assert!((1..ROWS).all(|at| known.learn(carried(at))), "each is new");
            let between = |from: u32, to: u32, surplus: u64| {
                let mut it = Equation::default();
                (from + 1..=to).for_each(|at| it.add(amount(at), 1));
                it.add(balance(from), 1);
                it.subtract(balance(to), 1 + surplus);
                known.implies(it)
            };
            for from in 0..50 {
                assert!(between(from, ROWS - 1 - from, 0), "what came between two balances");
                assert!(!between(from, ROWS - 1 - from, 1), "and nothing else");
            }
        };
        // Three names a row, once to learn them and once for each question.
        let most = u64::from(ROWS) * 3 * 101;
        assert_eq!(super::super::steps::within(most, all), Ok(()));
    }
}
