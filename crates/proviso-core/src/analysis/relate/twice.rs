//! A number that two relations say is another one: `38 × 15,340 = 582,902`, and what the total adds is
//! 582,920.
//!
//! One relation that nearly holds says nothing: so many are tried that some do by chance. Two that ask
//! for the same number, a slip away from the printed one, share no chance.
//!
//! **Invariant:** a number that is printed elsewhere is no mended one: then another place is meant.

use std::collections::{BTreeMap, BTreeSet};

use super::figure::{Counts, Figure, product, told_by_sum, turned, ways};
use super::slip::is_slip;
use super::worth;
use super::{Shape, Tie};
use crate::analysis::steps;

/// How far away, in numbers, the parts of a product may stand.
const NEAR: usize = 16;
/// Terms of a sum.
const LONGEST: usize = 12;

/// What should stand at a place, with the relations that say so and what each of them saves.
type Said = BTreeMap<(usize, i128), Vec<(Shape, i32)>>;

/// Finds them among numbers in reading order.
pub(super) fn find(figures: &[Figure], order: &[usize], out: &mut Vec<Tie>) {
    let mut said = Said::new();
    products(figures, order, &mut said);
    if said.is_empty() {
        return;
    }
    sums(figures, order, &mut said);
    let printed: BTreeSet<i128> = order.iter().filter_map(|i| figures[*i].fixed).collect();
    for ((_, should), all) in said {
        let mended = all.iter().find(|it| matches!(it.0, Shape::Product { .. }));
        let added = all.iter().find(|it| matches!(it.0, Shape::Sum { .. }));
        let (Some(mended), Some(added)) = (mended, added) else { continue };
        let bits = mended.1 + added.1 - worth::costs().slip;
        if bits < worth::costs().least || printed.contains(&should) {
            continue;
        }
        out.extend([mended, added].map(|(shape, told)| Tie {
            shape: shape.clone(),
            bits,
            told: *told,
            holds: false,
            slip: true,
            support: 2,
            against: 1,
            down: false,
        }));
    }
}

/// Says what a product should come to that comes to a slip of it.
fn products(figures: &[Figure], order: &[usize], said: &mut Said) {
    let costs = worth::costs();
    for (k, r) in order.iter().enumerate() {
        let result = &figures[*r];
        let (Counts::Money(_), Some(z)) = (result.counts, result.fixed) else { continue };
        let near = &order[k.saturating_sub(NEAR)..order.len().min(k + NEAR / 2)];
        let near = near.iter().filter(|i| *i != r && figures[**i].tells());
        let bases = near.clone().filter(|i| figures[**i].counts == result.counts);
        let by = near.filter(|i| matches!(figures[**i].counts, Counts::Things | Counts::Rate));
        let by: Vec<usize> = by.copied().collect();
        for base in bases {
            steps::spend(by.len());
            for i in &by {
                let members = [&figures[*base], &figures[*i]];
                let Some(it) = product(&members).map(|it| turned(&members, it, result)) else {
                    continue;
                };
                // As it is, or cut at its last digit.
                let plain = ways(result.step).into_iter().take(2);
                let mut plain = plain.filter_map(|way| Some((way.result(it.0, it.1)?, way)));
                let Some((should, way)) = plain.next() else { continue };
                if !is_slip(should / result.step, z / result.step) {
                    continue;
                }
                let saved = told_by_sum(&[should]).min(costs.most)
                    - costs.product
                    - costs.elsewhere
                    - way.cost;
                let (factors, rounding) = (vec![*base, *i], way.rounding());
                let shape = Shape::Product { factors, times: (1, 1), result: *r, rounding };
                said.entry((*r, should)).or_default().push((shape, saved));
            }
        }
    }
}

/// Says what a total or one of its terms should be where only that makes it one.
fn sums(figures: &[Figure], order: &[usize], said: &mut Said) {
    let costs = worth::costs();
    let amounts: Vec<usize> =
        order.iter().copied().filter(|i| matches!(figures[*i].counts, Counts::Money(_))).collect();
    let value = |i: usize| figures[i].fixed;
    let mut ask = |parts: &[usize], total: usize| {
        let all: Option<Vec<i128>> = parts.iter().map(|i| value(*i)).collect();
        let (Some(all), Some(t)) = (all, value(total)) else { return };
        let alike = parts.iter().all(|i| figures[*i].counts == figures[total].counts);
        let apart = all.iter().sum::<i128>() - t;
        if !alike || apart == 0 {
            return;
        }
        let terms = parts.iter().zip(&all).map(|(i, it)| (*i, it - apart));
        for (i, should) in terms.chain([(total, t + apart)]) {
            if let Some(known) = said.get_mut(&(i, should)) {
                let mut told = all.clone();
                told.push(should);
                let saved =
                    told_by_sum(&told).min(costs.most) - costs.sum - costs.elsewhere - costs.run;
                let parts = parts.to_vec();
                known.push((Shape::Sum { parts, less: Vec::new(), result: total }, saved));
            }
        }
    };
    for from in 0..amounts.len() {
        for n in 2..=LONGEST.min(amounts.len() - from) {
            let run = &amounts[from..from + n];
            if let Some(total) = amounts.get(from + n) {
                ask(run, *total);
            }
            if let Some(total) = from.checked_sub(1) {
                ask(run, amounts[total]);
            }
        }
    }
}
