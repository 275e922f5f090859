//! Sums that others shorten: a total of items and tax beside the same total of supply and tax is what
//! the items of the supply are, and that is how people print it.
//!
//! **Invariant:** what all of them say together stays the same; no sum gets longer, and none that only
//! adds takes away.

use std::collections::BTreeMap;

use super::figure::{Counts, Figure};
use super::{Shape, Tie};
use crate::analysis::steps;

/// A sum as an equation: what comes to nothing, by what counts as one number, and where.
type Row = BTreeMap<(Counts, i128, i128), (i32, usize)>;

/// Says of each sum that holds what the shorter ones leave of it. Columns stay: what adds one up is
/// printed below it.
pub(super) fn shorten(figures: &[Figure], ties: &mut Vec<Tie>) {
    let mut rows: Vec<Option<Row>> = ties.iter().map(|it| row(figures, it)).collect();
    let mut at = 0;
    while at < ties.len() {
        let Some(shape) = shorter(figures, ties, &rows, at) else {
            at += 1;
            continue;
        };
        let members = sorted(&shape);
        if ties.iter().any(|it| sorted(&it.shape) == members) {
            ties.remove(at);
            rows.remove(at);
        } else {
            ties[at].shape = shape;
            rows[at] = row(figures, &ties[at]);
        }
        at = 0;
    }
}

fn sorted(it: &Shape) -> Vec<usize> {
    let mut out = it.members();
    out.sort_unstable();
    out
}

/// What is left of a sum where another is taken from it, if that is less.
fn shorter(figures: &[Figure], ties: &[Tie], rows: &[Option<Row>], at: usize) -> Option<Shape> {
    let long = rows[at].as_ref()?;
    steps::spend(rows.len());
    rows.iter().enumerate().filter(|it| it.0 != at).find_map(|(_, other)| {
        let other = other.as_ref().filter(|it| it.len() < long.len())?;
        let common = other.keys().filter(|it| long.contains_key(it)).count();
        if common * 2 <= other.len() {
            return None;
        }
        [1, -1].into_iter().find_map(|sign| {
            let mut left = long.clone();
            for (name, (times, i)) in other {
                left.entry(*name).or_insert((0, *i)).0 += sign * times;
            }
            left.retain(|_, it| it.0 != 0);
            let less = left.len() < long.len() && left.len() > 2;
            let told = if less { told(figures, &left) } else { None };
            told.filter(|it| !it.is_mixed() || ties[at].shape.is_mixed())
        })
    })
}

/// The equation of a sum that holds, none where a number is in it twice.
fn row(figures: &[Figure], tie: &Tie) -> Option<Row> {
    let Shape::Sum { parts, less, result } = &tie.shape else { return None };
    if !tie.holds || tie.down {
        return None;
    }
    let mut out = Row::new();
    let terms = parts.iter().map(|i| (*i, 1));
    let taken = less.iter().chain([result]).map(|i| (*i, -1));
    for (i, times) in terms.chain(taken) {
        let it = &figures[i];
        if it.is_zero() || out.insert((it.counts, it.ratio.0, it.ratio.1), (times, i)).is_some() {
            return None;
        }
    }
    Some(out)
}

/// An equation as a sum: the largest number is what the others come to.
fn told(figures: &[Figure], row: &Row) -> Option<Shape> {
    if row.values().any(|it| it.0.abs() != 1) {
        return None;
    }
    let (sign, result) =
        row.values().max_by_key(|it| (figures[it.1].fixed.map(i128::abs), it.1)).copied()?;
    let side = |sign: i32| -> Vec<usize> {
        let of = row.values().filter(|it| it.0 == sign && it.1 != result);
        let mut all: Vec<usize> = of.map(|it| it.1).collect();
        all.sort_unstable();
        all
    };
    Some(Shape::Sum { parts: side(-sign), less: side(sign), result })
}
