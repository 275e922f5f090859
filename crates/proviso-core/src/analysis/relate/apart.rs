//! What holds between numbers that share neither row nor column: a rate in a sentence and its base, a
//! form of two columns, a summary below a table.
//!
//! A number is pointed at by how far away it stands in reading order: the farther, the dearer.
//!
//! **Invariant:** bodies of tables take no part, but for their totals; time grows with the numbers
//! that do, times a constant window.

use std::collections::{BTreeMap, BTreeSet};

use super::figure::{Counts, Figure, product, told_by_difference, told_by_sum, way};
use super::plane::Plane;
use super::sums::Line;
use super::worth::{self, bits};
use super::{Shape, Tie};

/// Numbers of a row that is no table's.
const NARROW: usize = 3;
/// How far away, in numbers, the parts of a relation may stand.
const NEAR: usize = 36;

/// Finds relations between numbers apart; `found` are those of rows and columns.
pub(super) fn find(figures: &[Figure], plane: &Plane, found: &[Tie], out: &mut Vec<Tie>) {
    let mut totals: BTreeSet<usize> = BTreeSet::new();
    for it in found.iter().filter(|it| it.down) {
        let row = plane.row[it.shape.result()];
        totals.extend(row.into_iter().flat_map(|r| &plane.rows[r]));
    }
    let is_loose = |i: &usize| {
        let narrow = plane.row[*i].is_none_or(|r| plane.rows[r].len() <= NARROW);
        narrow || totals.contains(i) || figures[*i].counts == Counts::Rate
    };
    let mut order: Vec<usize> = (0..figures.len()).filter(is_loose).collect();
    order.sort_by(|a, b| {
        let (a, b) = (&figures[*a], &figures[*b]);
        let y = ((a.rect.center().1 - b.rect.center().1) / a.rect.height().max(0.5)).round();
        let y = if y == 0.0 { std::cmp::Ordering::Equal } else { a.rect.y0.total_cmp(&b.rect.y0) };
        a.page.cmp(&b.page).then(y).then(a.rect.x0.total_cmp(&b.rect.x0))
    });
    in_order(figures, &order, out);
    pairs(figures, &order, out);
    products(figures, &order, out);
}

fn tie(shape: Shape, bits: i32, told: i32) -> Tie {
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
        let Some((true, told)) = it.holds(value) else { continue };
        let asks = figures[amounts[it.result]].cues;
        let asked = if asks.total || asks.rest { costs.asked } else { 0 };
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
fn pointing(apart: usize) -> i32 {
    (i64::from(bits(apart as u128 + 1)) * i64::from(worth::costs().pointing) / 1000) as i32
}

/// Two amounts that make a third.
fn pairs(figures: &[Figure], order: &[usize], out: &mut Vec<Tie>) {
    let costs = worth::costs();
    for (k, r) in order.iter().enumerate() {
        let result = &figures[*r];
        let Some(z) = result.fixed.filter(|it| *it != 0 && result.counts != Counts::Rate) else {
            continue;
        };
        let near: Vec<(usize, usize, i128)> = (k.saturating_sub(NEAR)
            ..order.len().min(k + NEAR / 2))
            .filter(|j| *j != k)
            .filter_map(|j| {
                let it = &figures[order[j]];
                let value = it.fixed.filter(|it| *it != 0)?;
                (it.counts == result.counts).then_some((j, order[j], value))
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
                let asked = if result.cues.total || result.cues.rest { costs.asked } else { 0 };
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
                let saved = told - cost + asked;
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

/// A part of something at a rate, and so many at a price.
fn products(figures: &[Figure], order: &[usize], out: &mut Vec<Tie>) {
    let costs = worth::costs();
    for (k, r) in order.iter().enumerate() {
        let result = &figures[*r];
        if !matches!(result.counts, Counts::Money(_)) {
            continue;
        }
        let Some(to) = result.fixed.filter(|it| *it != 0) else { continue };
        let window = k.saturating_sub(NEAR)..order.len().min(k + NEAR / 2);
        let mut best: Option<(i32, Tie)> = None;
        for j in window.clone() {
            let (a, base) = (order[j], &figures[order[j]]);
            let money = matches!(base.counts, Counts::Money(_));
            if j == k || !money || !base.tells() {
                continue;
            }
            for l in window.clone() {
                let (b, factor) = (order[l], &figures[order[l]]);
                let counts = matches!(factor.counts, Counts::Rate | Counts::Things);
                if l == k || l == j || !counts || !factor.tells() {
                    continue;
                }
                if base.counts != result.counts && factor.counts != Counts::Rate {
                    continue;
                }
                let Some(it) = product(&[base, factor]) else { continue };
                let Some(way) = way(it, to, result.step) else { continue };
                let coarse = bits((to / way.unit.max(1)).unsigned_abs());
                let told = result.digits().min(coarse).min(costs.most);
                let behind = if j > k { costs.backwards } else { 0 };
                let cost = costs.product
                    + costs.elsewhere
                    + way.cost
                    + pointing(j.abs_diff(k))
                    + pointing(l.abs_diff(k))
                    + behind;
                let saved = told - cost;
                if best.as_ref().is_none_or(|it| saved > it.0) {
                    let factors = vec![a, b];
                    let shape = Shape::Product { factors, result: *r, rounding: way.rounding() };
                    best = Some((saved, tie(shape, saved, told)));
                }
            }
        }
        out.extend(best.map(|it| it.1));
    }
}
