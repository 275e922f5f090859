//! What products that are written out come to.
//!
//! A sign between numbers says that they are multiplied, so all that is to be said is which number they
//! come to: the nearer, the cheaper. Where several products of a page come to numbers, so do those that
//! tell little: `1 × 850,000`.
//!
//! **Invariant:** a product is asked for only with all of its factors.

use std::collections::BTreeMap;

use super::apart::{FAR, pointing, tie};
use super::constant::Constant;
use super::figure::{Figure, Written, product, turned, way};
use super::worth::{self, bits};
use super::{Shape, Tie};
use crate::analysis::steps;
use crate::number::Rounding;

/// Finds what the written products come to; `order` are all numbers in reading order.
pub(super) fn find(figures: &[Figure], order: &[usize], stated: &[Rounding], out: &mut Vec<Tie>) {
    let mut groups: BTreeMap<Written, Vec<usize>> = BTreeMap::new();
    for (k, i) in order.iter().enumerate() {
        if let Some(it) = figures[*i].written {
            groups.entry(it).or_default().push(k);
        }
    }
    let whole = groups.into_iter().filter(|it| usize::from(it.0.size) == it.1.len());
    let mut found: Vec<Tie> = whole.filter_map(|it| best(figures, order, &it.1, stated)).collect();
    let support = u32::try_from(found.len()).unwrap_or(u32::MAX);
    let least = worth::costs().least;
    for it in &mut found {
        it.support = support;
        it.bits = if support >= 2 && it.bits > 0 { it.bits.max(least) } else { it.bits };
    }
    out.extend(found);
}

/// The number that a product most likely comes to.
fn best(figures: &[Figure], order: &[usize], group: &[usize], stated: &[Rounding]) -> Option<Tie> {
    let costs = worth::costs();
    let members: Vec<&Figure> = group.iter().map(|k| &figures[order[*k]]).collect();
    let plain = product(&members)?;
    let with = Constant::all().iter().filter(|it| it.goes(&members));
    let with = with.filter_map(|it| Some((it.ratio(), it.cost, it.times(plain)?)));
    let ways: Vec<_> = std::iter::once(((1, 1), 0, plain)).chain(with).collect();
    let (first, last) = (*group.first()?, *group.last()?);
    let mut best: Option<Tie> = None;
    for k in first.saturating_sub(FAR)..order.len().min(last + FAR + 1) {
        let result = &figures[order[k]];
        let counts = result.adds();
        let Some(to) = result.fixed.filter(|it| *it != 0 && counts && !group.contains(&k)) else {
            continue;
        };
        steps::spend(ways.len());
        for (times, cost, it) in &ways {
            let Some(way) = way(turned(&members, *it, result), to, result.step) else { continue };
            let coarse = bits((to / way.unit.max(1)).unsigned_abs());
            let told = result.digits().min(coarse).min(costs.most);
            let far = if k < first { first - k } else { k - last };
            let rounding = way.rounding();
            let rounded = if stated.contains(&rounding) { costs.stated } else { way.cost };
            let saved = told + costs.asked - costs.product - cost - rounded - pointing(far);
            if best.as_ref().is_none_or(|it| saved > it.bits) {
                let factors = group.iter().map(|k| order[*k]).collect();
                let shape = Shape::Product { factors, times: *times, result: order[k], rounding };
                best = Some(tie(shape, saved, told));
            }
        }
    }
    best
}
