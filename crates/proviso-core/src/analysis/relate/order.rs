//! Days that follow one another where many stand in line: down a column, along a row, and from one
//! column to the next in row after row; and which days are printed next to each other.
//!
//! Of `n` days that stand in order by chance there is one in `n!`; so an order is worth `log2(n!)` bits.
//!
//! **Invariant:** what is out of order gives nothing here, never a finding: that days have to follow one
//! another labels say, or all rows but one (`rules/dates.rs`).

use std::collections::BTreeMap;

use super::apart::in_reading_order;
use super::figure::Figure;
use super::plane::Plane;
use super::worth::{self, bits};

/// Lines of text that may lie between days that are told of together.
const LINES: f32 = 3.0;

/// Two columns of days side by side.
#[derive(Default)]
struct Pair {
    rows: Vec<(usize, usize)>,
    is_broken: bool,
}

/// Chains of days in order, by their places in the list; each of two at least.
pub(super) fn find(days: &[Figure], plane: &Plane) -> Vec<Vec<usize>> {
    let least = worth::costs().order;
    let mut out = Vec::new();
    for line in plane.rows.iter().chain(&plane.columns) {
        // The same day again says nothing.
        let mut chain = line.clone();
        chain.dedup_by_key(|i| days[*i].fixed);
        let factorial: i32 = (2..=chain.len()).map(|n| bits(n as u128)).sum();
        if chain.len() > 2 && factorial >= least && chain.is_sorted_by_key(|i| days[*i].fixed) {
            out.push(chain);
        }
    }
    // Each row that keeps two columns in order is worth a bit.
    let mut pairs: BTreeMap<(usize, usize), Pair> = BTreeMap::new();
    for row in &plane.rows {
        for it in row.windows(2) {
            let (Some(a), Some(b)) = (plane.column[it[0]], plane.column[it[1]]) else { continue };
            let pair = pairs.entry((a, b)).or_default();
            pair.is_broken |= days[it[0]].fixed > days[it[1]].fixed;
            if days[it[0]].fixed < days[it[1]].fixed {
                pair.rows.push((it[0], it[1]));
            }
        }
    }
    for Pair { rows, is_broken } in pairs.into_values() {
        if !is_broken && i32::try_from(rows.len()).unwrap_or(0) * 1000 >= least {
            out.extend(rows.into_iter().map(|(a, b)| vec![a, b]));
        }
    }
    out
}

/// Days of which one is read right after the other, on the same line or few lines below it.
pub(super) fn next(days: &[Figure]) -> Vec<(usize, usize)> {
    let order = in_reading_order(days);
    let pairs = order.windows(2).filter_map(|it| {
        let [a, b] = *it else { return None };
        let (from, to) = (&days[a], &days[b]);
        let height = from.rect.height().max(0.5);
        let near = from.page == to.page && to.rect.y0 - from.rect.y0 < LINES * height;
        near.then_some((a, b))
    });
    pairs.collect()
}
