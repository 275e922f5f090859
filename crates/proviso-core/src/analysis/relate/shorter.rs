//! Sums that others shorten: a total of items and tax beside the same total of supply and tax is what
//! the items of the supply are, and that is how people print it. Products likewise: so many at a price,
//! times a rate, where what so many come to is printed, is the rate of that.
//!
//! **Invariant:** what all of them say together stays the same; nothing gets longer, and no sum that only
//! adds takes away. A number is the one at its place, not another that is as large. What other rows keep,
//! too, is shortened only by what as many rows keep.

use std::collections::{BTreeMap, BTreeSet};

use super::figure::{self, Figure};
use super::{Lost, Rejected, Shape, Tie};
use crate::analysis::steps;

/// A sum as an equation: what comes to nothing, by places, and with which sign.
type Row = BTreeMap<usize, i32>;

/// A sum of so many terms, its result among them, may be shortened.
const LONG: usize = 4;

/// Says of each sum that holds what the shorter ones leave of it. Columns stay: what adds one up is
/// printed below it.
pub(super) fn shorten(figures: &[Figure], ties: &mut Vec<Tie>, mut rejected: Rejected<'_>) {
    let mut rows: Vec<Option<Row>> = ties.iter().map(row).collect();
    let mut known: BTreeSet<Vec<usize>> = rows.iter().flatten().map(members).collect();
    let mut follows = BTreeSet::new();
    for at in 0..ties.len() {
        while let Some(shape) = shorter(figures, ties, &rows, at) {
            let other = Tie { shape, ..ties[at].clone() };
            let Some(it) = row(&other) else { break };
            if !known.insert(members(&it)) {
                follows.insert(at);
                rows[at] = None;
                break;
            }
            (ties[at], rows[at]) = (other, Some(it));
        }
    }
    let mut products: BTreeSet<Vec<usize>> = ties.iter().filter_map(product).collect();
    for at in 0..ties.len() {
        while let Some(shape) = reckoned(figures, ties, at) {
            ties[at].shape = shape;
            if product(&ties[at]).is_some_and(|it| !products.insert(it)) {
                follows.insert(at);
            }
        }
    }
    for (at, it) in std::mem::take(ties).into_iter().enumerate() {
        if !follows.contains(&at) {
            ties.push(it);
        } else if let Some(rejected) = &mut rejected {
            rejected.push((it, Lost::Follows));
        }
    }
}

fn members(row: &Row) -> Vec<usize> {
    row.keys().copied().collect()
}

/// What is left of a sum where another is taken from it, if that is less.
fn shorter(figures: &[Figure], ties: &[Tie], rows: &[Option<Row>], at: usize) -> Option<Shape> {
    let long = rows[at].as_ref().filter(|it| it.len() >= LONG)?;
    steps::spend(rows.len());
    let support = ties[at].support;
    let keeps = |n: &usize| *n != at && (support < 2 || ties[*n].support >= support);
    let others = rows.iter().enumerate().filter(|it| keeps(&it.0)).filter_map(|it| it.1.as_ref());
    others.filter(|it| it.len() < long.len()).find_map(|other| {
        let common = other.keys().filter(|it| long.contains_key(it)).count();
        if common * 2 <= other.len() {
            return None;
        }
        steps::spend(long.len());
        [1, -1].into_iter().find_map(|sign| {
            let mut left = long.clone();
            for (place, times) in other {
                *left.entry(*place).or_insert(0) += sign * times;
            }
            left.retain(|_, it| *it != 0);
            let less = left.len() < long.len() && left.len() > 2;
            let told = if less { told(figures, &left) } else { None };
            told.filter(|it| !it.is_mixed() || ties[at].shape.is_mixed())
        })
    })
}

/// The numbers of a product that holds, in their order.
fn product(tie: &Tie) -> Option<Vec<usize>> {
    let mut members = tie.shape.members();
    members.sort_unstable();
    (tie.holds && matches!(tie.shape, Shape::Product { .. })).then_some(members)
}

/// A product in which what some of its factors come to by another one stands in their place.
fn reckoned(figures: &[Figure], ties: &[Tie], at: usize) -> Option<Shape> {
    let Shape::Product { factors, times, result, .. } = &ties[at].shape else { return None };
    if factors.len() < 3 || !ties[at].holds {
        return None;
    }
    steps::spend(ties.len());
    let to = &figures[*result];
    let with = |it: &Tie| {
        let Shape::Product { factors: of, times: (1, 1), result: made, .. } = &it.shape else {
            return None;
        };
        let within = of.len() < factors.len() && of.iter().all(|i| factors.contains(i));
        if !it.holds || !within || made == result || factors.contains(made) {
            return None;
        }
        let others = factors.iter().copied().filter(|i| !of.contains(i));
        let factors: Vec<usize> = std::iter::once(*made).chain(others).collect();
        // It may have been rounded before the others were taken into account.
        let members: Vec<&Figure> = factors.iter().map(|i| &figures[*i]).collect();
        let (n, d) = figure::product(&members)?;
        let all = (n.checked_mul(times.0)?, d.checked_mul(times.1)?);
        let way = figure::way(figure::turned(&members, all, to), to.fixed?, to.step)?;
        Some(Shape::Product { factors, times: *times, result: *result, rounding: way.rounding() })
    };
    ties.iter().find_map(with)
}

/// The equation of a sum that holds.
fn row(tie: &Tie) -> Option<Row> {
    let Shape::Sum { parts, less, result } = &tie.shape else { return None };
    if !tie.holds || tie.down {
        return None;
    }
    let terms = parts.iter().map(|i| (*i, 1));
    Some(terms.chain(less.iter().chain([result]).map(|i| (*i, -1))).collect())
}

/// An equation as a sum: the largest number is what the others come to.
fn told(figures: &[Figure], row: &Row) -> Option<Shape> {
    if row.values().any(|it| it.abs() != 1) || row.keys().any(|i| figures[*i].is_zero()) {
        return None;
    }
    let largest = |it: &(&usize, &i32)| (figures[*it.0].fixed.map(i128::abs), *it.0);
    let (result, sign) = row.iter().max_by_key(largest).map(|it| (*it.0, *it.1))?;
    let side = |sign: i32| -> Vec<usize> {
        row.iter().filter(|it| *it.1 == sign && *it.0 != result).map(|it| *it.0).collect()
    };
    Some(Shape::Sum { parts: side(-sign), less: side(sign), result })
}
