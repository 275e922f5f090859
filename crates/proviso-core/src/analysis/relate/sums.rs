//! Sums along a line of numbers, a row or a column: which of them make up others.
//!
//! **Invariant:** time grows with the length of the line times a constant window; runs of any length
//! are found by their ends.

use std::collections::BTreeMap;

use super::figure::{Figure, told_by_difference, told_by_sum};
use super::worth::{self, bits};

/// Neighbors within which any two numbers are added.
const WINDOW: usize = 9;
/// Signs are tried for so many neighbors.
const LADDER: usize = 6;
/// One neighbor is passed over in runs of so many.
const SKIPPING: usize = 14;

/// `left = right`, each a sum of places of a line; one side is a single place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Equation {
    /// Places that are added up, in order.
    pub(super) parts: Vec<usize>,
    /// Places that are taken away from them, in order.
    pub(super) less: Vec<usize>,
    /// What is left.
    pub(super) result: usize,
    /// What it costs to say so.
    pub(super) cost: i32,
}

impl Equation {
    /// Every place.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().chain(&self.less).copied().chain([self.result])
    }
    /// Whether it holds of numbers at places, blanks being nothing; with the bits that it tells.
    /// None where too few are there. `shares`: whether they may be shares of one price, which tell little
    /// by their differences.
    pub(super) fn holds(
        &self,
        at: impl Fn(usize) -> Option<i128>,
        shares: bool,
    ) -> Option<(bool, i32)> {
        let result = at(self.result)?;
        let mut told: Vec<i128> = vec![result];
        let mut sum = 0i128;
        let mut present = 0;
        for (places, sign) in [(&self.parts, 1), (&self.less, -1)] {
            for place in places {
                if let Some(it) = at(*place) {
                    present += usize::from(it != 0);
                    told.push(it);
                    sum = sum.checked_add(sign * it)?;
                }
            }
        }
        let told = || {
            if self.less.is_empty() || !shares {
                told_by_sum(&told)
            } else {
                told_by_difference(&told)
            }
        };
        (present >= 2).then(|| (sum == result, told()))
    }
    /// The other numbers of the line that what is missing may be: what the result should be.
    pub(super) fn computed(&self, at: impl Fn(usize) -> Option<i128>) -> i128 {
        let sum = |places: &[usize]| places.iter().filter_map(|it| at(*it)).sum::<i128>();
        sum(&self.parts) - sum(&self.less)
    }
}

/// A line of numbers; what is no number in millionths is a gap.
pub(super) struct Line<'a> {
    figures: Vec<&'a Figure>,
}

impl<'a> Line<'a> {
    /// Some of the numbers, in their order along the line.
    pub(super) fn of(figures: &'a [Figure], places: &[usize]) -> Line<'a> {
        Line { figures: places.iter().map(|i| &figures[*i]).collect() }
    }
    fn value(&self, i: usize) -> Option<i128> {
        self.figures[i].fixed
    }
    fn taken(&self, i: usize) -> bool {
        self.figures[i].cues.taken
    }
    fn adds(&self, a: usize, b: usize) -> bool {
        self.figures[a].may_add(self.figures[b])
    }

    /// All equations that hold here.
    pub(super) fn equations(&self) -> Vec<Equation> {
        let mut out = Vec::new();
        self.pairs(&mut out);
        self.runs(&mut out);
        self.rests(&mut out);
        self.nested(false, &mut out);
        self.nested(true, &mut out);
        self.ladders(&mut out);
        self.skipping(&mut out);
        // Of one equation the cheapest way to say it.
        let mut best: BTreeMap<(Vec<usize>, Vec<usize>), Equation> = BTreeMap::new();
        for it in out {
            // What is added and taken away again says nothing.
            let undone =
                it.less.iter().any(|i| it.parts.iter().any(|j| self.value(*i) == self.value(*j)));
            if undone {
                continue;
            }
            let mut plus: Vec<usize> = it.parts.clone();
            let mut minus: Vec<usize> = it.less.clone();
            minus.push(it.result);
            plus.sort_unstable();
            minus.sort_unstable();
            // Both sides are the same equation.
            let key = if plus.first() < minus.first() { (plus, minus) } else { (minus, plus) };
            match best.get(&key) {
                Some(known) if known.cost <= it.cost => {}
                _ => {
                    best.insert(key, it);
                }
            }
        }
        best.into_values().collect()
    }

    /// Two numbers that make a third, all near one another.
    fn pairs(&self, out: &mut Vec<Equation>) {
        let n = self.figures.len();
        let costs = worth::costs();
        for a in 0..n {
            let Some(x) = self.value(a).filter(|it| *it != 0) else { continue };
            for b in a + 1..n.min(a + WINDOW) {
                let Some(y) = self.value(b).filter(|it| *it != 0) else { continue };
                if !self.adds(a, b) {
                    continue;
                }
                for c in b + 1..n.min(a + WINDOW + 1) {
                    let Some(z) = self.value(c).filter(|it| *it != 0) else { continue };
                    if !self.adds(b, c) {
                        continue;
                    }
                    let width = c - a;
                    // How many triples of this width and less there are.
                    let cost = costs.sum + bits(width as u128 * width as u128 / 2 + 1);
                    let first = |parts: Vec<usize>, less: Vec<usize>, result, more: i32| Equation {
                        parts,
                        less,
                        result,
                        cost: cost + more,
                    };
                    let sign = |i: usize| if self.taken(i) { costs.told_sign } else { costs.sign };
                    if x + y == z {
                        out.push(first(vec![a, b], vec![], c, 0));
                    } else if x - y == z {
                        out.push(first(vec![a], vec![b], c, sign(b)));
                    } else if y + z == x {
                        out.push(first(vec![b, c], vec![], a, costs.backwards));
                    } else if y - x == z {
                        out.push(first(vec![b], vec![a], c, costs.backwards + sign(a)));
                    }
                }
            }
        }
    }

    /// Neighbors that add up to what stands behind or before them; what is left of the first when
    /// the others are taken away.
    fn runs(&self, out: &mut Vec<Equation>) {
        let n = self.figures.len();
        let costs = worth::costs();
        let mut before = vec![0i128; n + 1];
        for i in 0..n {
            before[i + 1] = before[i] + self.value(i).unwrap_or(0);
        }
        let alike = |from: usize, to: usize, k: usize| (from..to).all(|i| self.adds(i, k));
        let mut ends: BTreeMap<i128, Vec<usize>> = BTreeMap::new();
        for k in 0..=n {
            if k < n
                && let Some(z) = self.value(k).filter(|it| *it != 0)
            {
                // Σ i..k = z.
                for i in ends.get(&(before[k] - z)).into_iter().flatten().rev().take(4) {
                    if k - i >= 3 && alike(*i, k, k) {
                        let cost = costs.run + bits((k - i) as u128);
                        out.push(Equation {
                            parts: (*i..k).collect(),
                            less: vec![],
                            result: k,
                            cost,
                        });
                    }
                }
                // v[i] − Σ i+1..k = z, that is 2 v[i] + before[i] = z + before[k].
                for i in k.saturating_sub(24)..k.saturating_sub(2) {
                    let Some(x) = self.value(i) else { continue };
                    if x - (before[k] - before[i + 1]) == z && alike(i, k, k) {
                        let told = (i + 1..k).filter(|it| self.taken(*it)).count() > 0;
                        let sign = if told { costs.told_sign } else { costs.sign };
                        let cost = costs.run + bits((k - i) as u128) + sign;
                        let less = (i + 1..k).collect();
                        out.push(Equation { parts: vec![i], less, result: k, cost });
                    }
                }
            }
            ends.entry(before[k]).or_default().push(k);
        }
        // What stands before its parts: z = Σ k+1..j.
        for k in 0..n {
            let Some(z) = self.value(k).filter(|it| *it != 0) else { continue };
            for j in ends.get(&(before[k + 1] + z)).into_iter().flatten() {
                if *j >= k + 4 && alike(k + 1, *j, k) {
                    let cost = costs.run + bits((j - k) as u128) + costs.backwards;
                    let parts = (k + 1..*j).collect();
                    out.push(Equation { parts, less: vec![], result: k, cost });
                    break;
                }
            }
        }
    }

    /// What is left of a number when its neighbors are taken away, where it does not stand first
    /// among them: the columns of one office stand in another order at the next.
    fn rests(&self, out: &mut Vec<Equation>) {
        let costs = worth::costs();
        for k in 3..self.figures.len() {
            let Some(z) = self.value(k).filter(|it| *it != 0) else { continue };
            let mut sum = self.value(k - 1).unwrap_or(0);
            for from in (k.saturating_sub(LADDER)..k - 1).rev() {
                let Some(x) = self.value(from).filter(|_| self.adds(from, k)) else { break };
                sum += x;
                if k - from < 3 || !self.adds(k - 1, k) {
                    continue;
                }
                // base − (sum − base) = z.
                let base =
                    (from + 1..k).find(|i| self.value(*i).is_some_and(|it| 2 * it == sum + z));
                if let Some(base) = base {
                    let less: Vec<usize> = (from..k).filter(|i| *i != base).collect();
                    let told = less.iter().any(|i| self.taken(*i));
                    let sign = if told { costs.told_sign } else { costs.sign };
                    let cost = costs.run + 2 * bits((k - from) as u128) + sign + costs.backwards;
                    out.push(Equation { parts: vec![base], less, result: k, cost });
                }
            }
        }
    }

    /// Totals of totals: what was added up once stands for its parts.
    fn nested(&self, single: bool, out: &mut Vec<Equation>) {
        let costs = worth::costs();
        let mut open: Vec<(i128, usize)> = Vec::new();
        for k in 0..self.figures.len() {
            let Some(z) = self.value(k) else { continue };
            if z == 0 {
                continue;
            }
            let mut sum = 0i128;
            let mut hit = None;
            for (n, (value, i)) in open.iter().rev().enumerate().take(400) {
                if !self.adds(*i, k) {
                    break;
                }
                sum += value;
                if sum == z && (n >= 1 || single) {
                    hit = Some(n + 1);
                    if n >= 1 {
                        break;
                    }
                }
            }
            if let Some(n) = hit {
                let parts: Vec<usize> =
                    open.split_off(open.len() - n).iter().map(|it| it.1).collect();
                if n >= 2 {
                    let cost = costs.run + bits(n as u128 + 1) + 1000;
                    out.push(Equation { parts, less: vec![], result: k, cost });
                }
            }
            open.push((z, k));
        }
    }

    /// Neighbors some of which are taken away.
    fn ladders(&self, out: &mut Vec<Equation>) {
        let n = self.figures.len();
        let costs = worth::costs();
        for k in 3..n {
            let Some(z) = self.value(k).filter(|it| *it != 0) else { continue };
            for length in 3..=LADDER.min(k) {
                let from = k - length;
                let values: Option<Vec<i128>> = (from..k)
                    .map(|i| self.value(i).filter(|it| *it != 0 && self.adds(i, k)))
                    .collect();
                let Some(values) = values else { continue };
                for signs in 1u32..1 << (length - 1) {
                    let minus = |j: usize| j > 0 && signs >> (j - 1) & 1 == 1;
                    let sum: i128 = values
                        .iter()
                        .enumerate()
                        .map(|(j, it)| if minus(j) { -it } else { *it })
                        .sum();
                    if sum != z {
                        continue;
                    }
                    let (less, parts): (Vec<usize>, Vec<usize>) =
                        (0..length).partition(|j| minus(*j));
                    let place =
                        |it: Vec<usize>| it.into_iter().map(|j| from + j).collect::<Vec<_>>();
                    let (less, parts) = (place(less), place(parts));
                    let signs: i32 = less
                        .iter()
                        .map(|i| if self.taken(*i) { costs.told_sign } else { costs.sign })
                        .sum();
                    let cost = costs.run + bits(length as u128) + signs;
                    out.push(Equation { parts, less, result: k, cost });
                }
            }
        }
    }

    /// Runs of which one neighbor is no part: a line that only says what is contained in another.
    fn skipping(&self, out: &mut Vec<Equation>) {
        let n = self.figures.len();
        let costs = worth::costs();
        for k in 3..n {
            let Some(z) = self.value(k).filter(|it| *it != 0) else { continue };
            let mut sum = 0i128;
            for i in (k.saturating_sub(SKIPPING)..k).rev() {
                if !self.adds(i, k) {
                    break;
                }
                sum += self.value(i).unwrap_or(0);
                if k - i < 3 {
                    continue;
                }
                let surplus = sum - z;
                let skipped = (i + 1..k).find(|j| self.value(*j) == Some(surplus) && surplus != 0);
                let cost = costs.run + bits((k - i) as u128) * 2 + costs.skip;
                if let Some(j) = skipped {
                    let parts = (i..k).filter(|it| *it != j).collect();
                    out.push(Equation { parts, less: vec![], result: k, cost });
                }
                // The first of them less the others: the part of a pay that is taxed is not taken away.
                let Some(x) = self.value(i) else { continue };
                let (taken, surplus) = (x - z, sum - x - (x - z));
                let passed = (i + 1..k).find(|j| self.value(*j) == Some(surplus) && surplus != 0);
                // What is taken away altogether is said by itself.
                if let Some(j) = passed.filter(|_| k - i > 3 && surplus != taken) {
                    let less: Vec<usize> = (i + 1..k).filter(|it| *it != j).collect();
                    let told = less.iter().any(|i| self.taken(*i));
                    let sign = if told { costs.told_sign } else { costs.sign };
                    out.push(Equation { parts: vec![i], less, result: k, cost: cost + sign });
                }
            }
        }
    }
}
