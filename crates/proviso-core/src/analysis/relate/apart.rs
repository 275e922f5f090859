//! What holds between numbers that share neither row nor column: a rate in a sentence and its base, a
//! form of two columns, a summary below a table.
//!
//! A number is pointed at by how far away it stands in reading order: the farther, the dearer.
//!
//! **Invariant:** bodies of tables take no part, but for their totals; time grows with the numbers
//! that do, times a constant window.

use std::collections::{BTreeMap, BTreeSet};

use super::constant::Constant;
use super::figure::{Counts, Figure, product, told_by_difference, told_by_sum, turned, way};
use super::plane::{self, Plane};
use super::sums::Line;
use super::worth::{self, bits};
use super::written;
use super::{Shape, Tie};
use crate::analysis::steps;
use crate::number::Rounding;

/// Numbers of a row that is no table's.
const NARROW: usize = 3;
/// How far away, in numbers, the parts of a relation may stand.
const NEAR: usize = 36;
/// How far away a rate may stand in the body of a table.
const BESIDE: usize = 3;
/// How far away an amount may stand that others are parts of.
pub(super) const FAR: usize = 120;

/// Finds relations between numbers apart; `found` are those of rows and columns.
pub(super) fn find(
    figures: &[Figure],
    plane: &Plane,
    stated: &[Rounding],
    found: &[Tie],
    out: &mut Vec<Tie>,
) {
    let is_loose = is_loose(figures, plane, found);
    let all = in_reading_order(figures);
    let order: Vec<usize> = all.iter().copied().filter(&is_loose).collect();
    let loose: Vec<bool> = all.iter().map(&is_loose).collect();
    let mut reckoned = Vec::new();
    products(figures, &all, &loose, stated, &mut reckoned);
    in_order(figures, &order, out);
    // What so many of a thing cost adds up; what one costs stands between and does not.
    let prices: BTreeSet<usize> = reckoned.iter().filter_map(|it| price(figures, it)).collect();
    if !prices.is_empty() {
        let order: Vec<usize> = order.iter().copied().filter(|it| !prices.contains(it)).collect();
        in_order(figures, &order, out);
    }
    pairs(figures, &all, &loose, out);
    written::find(figures, &all, stated, out);
    out.extend(reckoned);
}

fn is_loose(figures: &[Figure], plane: &Plane, found: &[Tie]) -> impl Fn(&usize) -> bool {
    let mut totals: BTreeSet<usize> = BTreeSet::new();
    for it in found.iter().filter(|it| it.down) {
        let row = plane.row[it.shape.result()];
        totals.extend(row.into_iter().flat_map(|r| &plane.rows[r]));
    }
    move |i| {
        let narrow = plane.row[*i].is_none_or(|r| plane.rows[r].len() <= NARROW);
        narrow || totals.contains(i) || figures[*i].counts == Counts::Rate
    }
}

/// Numbers as people read them: page after page, line after line.
pub(super) fn in_reading_order(figures: &[Figure]) -> Vec<usize> {
    plane::lines(figures, (0..figures.len()).collect()).concat()
}

/// The amount that a product takes so many times, where it saves what it must.
fn price(figures: &[Figure], it: &Tie) -> Option<usize> {
    let Shape::Product { factors, times: (1, 1), .. } = &it.shape else { return None };
    let [a, b] = factors[..] else { return None };
    let counts = |i: usize| matches!(figures[i].counts, Counts::Things | Counts::Time);
    let saves = it.bits >= worth::costs().least;
    match (counts(a), counts(b)) {
        (true, false) if saves => Some(b),
        (false, true) if saves => Some(a),
        _ => None,
    }
}

pub(super) fn tie(shape: Shape, bits: i32, told: i32) -> Tie {
    Tie { shape, bits, told, holds: true, slip: false, support: 1, against: 0, down: false }
}

/// What a line of all of them in reading order tells.
fn in_order(figures: &[Figure], order: &[usize], out: &mut Vec<Tie>) {
    let costs = worth::costs();
    let amounts: Vec<usize> =
        order.iter().copied().filter(|i| matches!(figures[*i].counts, Counts::Money(_))).collect();
    let line = Line::of(figures, &amounts);
    for it in line.equations() {
        let value = |p: usize| figures[amounts[p]].fixed;
        let Some((true, told)) = it.holds(value, true) else { continue };
        let asked = figures[amounts[it.result]].asked();
        let saved = told.min(costs.most) - it.cost - costs.elsewhere + asked;
        let place = |it: &[usize]| it.iter().map(|p| amounts[*p]).collect();
        let shape = Shape::Sum {
            parts: place(&it.parts),
            less: place(&it.less),
            result: amounts[it.result],
        };
        out.push(tie(shape, saved, told));
    }
}

/// What it costs to point at a number so many places away.
pub(super) fn pointing(apart: usize) -> i32 {
    (i64::from(bits(apart as u128 + 1)) * i64::from(worth::costs().pointing) / 1000) as i32
}

/// Two amounts that make a third.
fn pairs(figures: &[Figure], order: &[usize], loose: &[bool], out: &mut Vec<Tie>) {
    let costs = worth::costs();
    for (k, r) in order.iter().enumerate().filter(|it| loose[it.0]) {
        let result = &figures[*r];
        let Some(z) = result.fixed.filter(|it| *it != 0 && result.adds()) else {
            continue;
        };
        let near: Vec<(usize, usize, i128)> = (k.saturating_sub(NEAR)
            ..order.len().min(k + NEAR / 2))
            .filter(|j| *j != k)
            .filter_map(|j| {
                let it = &figures[order[j]];
                let value = it.fixed.filter(|it| *it != 0)?;
                let may = loose[j] || matches!(it.counts, Counts::Money(_));
                (may && it.counts == result.counts).then_some((j, order[j], value))
            })
            .collect();
        let mut at: BTreeMap<i128, (usize, usize)> = BTreeMap::new();
        for (j, i, value) in near.iter().rev() {
            let better = at.get(value).is_none_or(|it| j.abs_diff(k) < it.0.abs_diff(k));
            if better {
                at.insert(*value, (*j, *i));
            }
        }
        let mut best: Option<(i32, Tie)> = None;
        for (j, a, x) in &near {
            for (y, minus) in [(z - x, false), (x - z, true)] {
                let Some((l, b)) = at.get(&y).filter(|it| it.1 != *a) else { continue };
                if !minus && l < j {
                    continue;
                }
                let told =
                    if minus { told_by_difference(&[z, *x, y]) } else { told_by_sum(&[z, *x, y]) };
                let told = told.min(costs.most);
                let sign = match (minus, figures[*b].cues.taken) {
                    (false, _) => 0,
                    (true, true) => costs.told_sign,
                    (true, false) => costs.sign,
                };
                let behind = if *j > k || *l > k { costs.backwards } else { 0 };
                let cost = costs.sum
                    + costs.elsewhere
                    + pointing(j.abs_diff(k))
                    + pointing(l.abs_diff(k))
                    + sign
                    + behind;
                let saved = told - cost + result.asked();
                if best.as_ref().is_none_or(|it| saved > it.0) {
                    let (parts, less) =
                        if minus { (vec![*a], vec![*b]) } else { (vec![*a, *b], vec![]) };
                    let shape = Shape::Sum { parts, less, result: *r };
                    best = Some((saved, tie(shape, saved, told)));
                }
            }
        }
        out.extend(best.map(|it| it.1));
    }
}

/// A part of something at a rate, so many at a price, interest of some days.
fn products(
    figures: &[Figure],
    order: &[usize],
    loose: &[bool],
    stated: &[Rounding],
    out: &mut Vec<Tie>,
) {
    for (k, r) in order.iter().enumerate() {
        let result = &figures[*r];
        if !matches!(result.counts, Counts::Money(_)) || result.fixed.is_none_or(|it| it == 0) {
            continue;
        }
        let window = k.saturating_sub(FAR)..order.len().min(k + FAR / 2);
        let near: Vec<usize> = window.filter(|j| *j != k && figures[order[*j]].tells()).collect();
        let of = |counts: fn(Counts) -> bool| -> Vec<usize> {
            near.iter().copied().filter(|j| counts(figures[order[*j]].counts)).collect()
        };
        let bases = of(|it| matches!(it, Counts::Money(_)));
        let mut rates = of(|it| it == Counts::Rate);
        let mut things = of(|it| matches!(it, Counts::Things | Counts::Time));
        // In the body of a table only a rate right beside a number is asked for what it is of.
        let reach = if loose[k] { NEAR } else { BESIDE };
        for it in [&mut rates, &mut things] {
            it.retain(|j| j.abs_diff(k) <= reach);
        }
        if !loose[k] {
            things.clear();
        }
        let mut best: Option<(i32, Tie)> = None;
        // Most numbers stand too far away for what the result has of digits, whatever they come to.
        let may = Saves::of(figures, order, k);
        let mut ask = |places: &[usize]| {
            if !may.beat(places, best.as_ref().map(|it| it.0)) {
                return false;
            }
            for it in multiplied(figures, order, k, places, stated) {
                if best.as_ref().is_none_or(|known| it.bits > known.0) {
                    best = Some((it.bits, it));
                }
            }
            true
        };
        for base in bases {
            let same = figures[order[base]].counts == result.counts;
            if same && loose[k] {
                ask(&[base]);
            }
            for rate in &rates {
                // With days it costs more.
                if !ask(&[base, *rate]) {
                    continue;
                }
                for days in things.iter().filter(|_| same) {
                    ask(&[base, *rate, *days]);
                }
            }
            // Of amounts that are shares of one price many are some times another: months beside it.
            let beside = |it: &usize| it.abs_diff(base) <= BESIDE && it.abs_diff(k) <= BESIDE;
            let counts = |it: &usize| figures[order[*it]].counts != Counts::Time || beside(it);
            for it in things.iter().filter(|it| same && counts(it)) {
                ask(&[base, *it]);
            }
        }
        out.extend(best.map(|it| it.1));
    }
}

/// What products may save at most that come to one number.
struct Saves<'a> {
    figures: &'a [Figure],
    order: &'a [usize],
    /// Where the number stands.
    k: usize,
    /// What a product of neighbors saves that needs neither a constant nor a rounding.
    most: i32,
}

impl<'a> Saves<'a> {
    fn of(figures: &'a [Figure], order: &'a [usize], k: usize) -> Saves<'a> {
        let costs = worth::costs();
        let told = figures[order[k]].digits().min(costs.most);
        Saves { figures, order, k, most: told - costs.product - costs.elsewhere }
    }

    /// With the numbers at these places as its factors.
    fn with(&self, places: &[usize]) -> i32 {
        self.most - placing(self.figures, self.order, self.k, places)
    }

    /// Whether a product of the numbers at these places may save what it must, and more than one that is
    /// known.
    fn beat(&self, places: &[usize], known: Option<i32>) -> bool {
        let least = worth::costs().least;
        self.with(places) >= known.map_or(least, |it| least.max(it.saturating_add(1)))
    }
}

/// What it costs that the factors of the number at `k` stand where they do, and are so many.
fn placing(figures: &[Figure], order: &[usize], k: usize, places: &[usize]) -> i32 {
    let costs = worth::costs();
    let far: i32 = places.iter().map(|j| pointing(j.abs_diff(k))).sum();
    let behind = if places[0] > k { costs.backwards } else { 0 };
    let more = costs.factor * (places.len() as i32 - 2).max(0);
    // A rate that stands right beside a number is mostly the one that it came of.
    let beside =
        places.iter().any(|j| j.abs_diff(k) == 1 && figures[order[*j]].counts == Counts::Rate);
    far + behind + more - if beside { costs.asked } else { 0 }
}

/// The products of some numbers, also with a constant, that come to the one at `k`.
fn multiplied(
    figures: &[Figure],
    order: &[usize],
    k: usize,
    places: &[usize],
    stated: &[Rounding],
) -> Vec<Tie> {
    steps::spend(Constant::all().len());
    let costs = worth::costs();
    let result = &figures[order[k]];
    let members: Vec<&Figure> = places.iter().map(|j| &figures[order[*j]]).collect();
    let (Some(to), Some(plain)) = (result.fixed, product(&members)) else { return Vec::new() };
    let own = (places.len() == 2).then_some(((1, 1), 0, plain));
    let with = Constant::all().iter().filter(|it| it.goes(&members));
    let with = with.filter_map(|it| Some((it.ratio(), it.cost, it.times(plain)?)));
    let mut out = Vec::new();
    for (times, cost, it) in own.into_iter().chain(with) {
        let Some(way) = way(turned(&members, it, result), to, result.step) else { continue };
        let coarse = bits((to / way.unit.max(1)).unsigned_abs());
        let told = result.digits().min(coarse).min(costs.most);
        let placing = placing(figures, order, k, places);
        let rounding = way.rounding();
        let rounded = if stated.contains(&rounding) { costs.stated } else { way.cost };
        let cost = cost + costs.product + costs.elsewhere + rounded + placing;
        let shape = Shape::Product {
            factors: places.iter().map(|j| order[*j]).collect(),
            times,
            result: order[k],
            rounding,
        };
        out.push(tie(shape, told - cost, told));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::plane;
    use super::*;

    #[test]
    fn no_product_saves_more_than_is_reckoned_before_it_is_tried() {
        let figures = plane(&[
            "36500000 3.65% 30m 109500",
            "1200000 10% 120000 12x 14400000",
            "5% 48000 2400 7m 336000 1320000",
            "999 33.3% 332 3x 2997 73000000 2% 90m 360000",
        ]);
        let order = in_reading_order(&figures);
        let mut n = 0;
        for k in 0..order.len() {
            let may = Saves::of(&figures, &order, k);
            let others = || (0..order.len()).filter(move |it| *it != k);
            let one = others().map(|a| vec![a]);
            let two = others().flat_map(|a| others().map(move |b| vec![a, b]));
            let three = || others().flat_map(|a| others().map(move |b| [a, b]));
            let three = three().flat_map(|[a, b]| others().map(move |c| vec![a, b, c]));
            for places in one.chain(two).chain(three) {
                for it in multiplied(&figures, &order, k, &places, &[Rounding::NONE]) {
                    n += 1;
                    assert!(it.bits <= may.with(&places), "{it:?}");
                }
                let counts = |j: usize| figures[order[j]].counts != Counts::Rate;
                if let [a, b, c] = places[..]
                    && counts(c)
                {
                    assert!(may.with(&places) <= may.with(&[a, b]), "a third costs more");
                }
            }
        }
        assert!(n > 100, "{n} products were tried");
    }
}
