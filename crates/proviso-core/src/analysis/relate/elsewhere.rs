//! What a whole column or row adds up to and is printed elsewhere: at the head of a quotation, in a
//! summary beside the table, in a form.
//!
//! **Invariant:** only whole lists are added up, from one total to the next; so there are as many sums
//! as lists, and time grows with the numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::figure::{Counts, Figure, told_by_sum};
use super::plane::Plane;
use super::worth::{self, bits};
use super::{Shape, Tie, apart};

/// Two amounts are pairs, which are looked for near each other.
const LEAST: usize = 3;

/// Finds whole lists whose sum stands elsewhere; `found` are relations of rows and columns.
pub(super) fn find(figures: &[Figure], plane: &Plane, found: &[Tie], out: &mut Vec<Tie>) {
    let totals: BTreeSet<usize> =
        found.iter().filter(|it| it.holds && it.down).map(|it| it.shape.result()).collect();
    let mut lists: Vec<Vec<usize>> = Vec::new();
    for line in &plane.columns {
        let ends = |i: &usize| totals.contains(i) || !adds(&figures[*i]);
        lists.extend(line.split(ends).map(<[usize]>::to_vec));
        // What has totals is added up by them. Each currency has a sum of its own.
        if !line.iter().any(|i| totals.contains(i)) {
            let mut of: BTreeMap<Counts, Vec<usize>> = BTreeMap::new();
            for i in line.iter().filter(|i| adds(&figures[**i])) {
                of.entry(figures[*i].counts).or_default().push(*i);
            }
            lists.extend(of.into_values());
        }
    }
    lists.extend(plane.rows.iter().filter(|it| it.iter().any(|i| totals.contains(i))).cloned());
    let alike = |it: &Vec<usize>| it.windows(2).all(|it| figures[it[0]].may_add(&figures[it[1]]));
    lists.retain(|it| it.len() >= LEAST && alike(it));
    lists.sort_unstable();
    lists.dedup();
    let mut at: BTreeMap<i128, Vec<usize>> = BTreeMap::new();
    for (i, it) in figures.iter().enumerate() {
        if let Some(value) = it.fixed.filter(|value| *value != 0) {
            at.entry(value).or_default().push(i);
        }
    }
    let costs = worth::costs();
    let which = bits(lists.len() as u128 + 1);
    let pointing = bits(at.len() as u128 + 1);
    for parts in lists {
        let values: Vec<i128> = parts.iter().filter_map(|i| figures[*i].fixed).collect();
        let sum = values.iter().sum::<i128>();
        for result in at.get(&sum).into_iter().flatten() {
            let it = &figures[*result];
            if parts.contains(result) || !it.may_add(&figures[parts[0]]) {
                continue;
            }
            let told = told_by_sum(&[&values[..], &[sum]].concat());
            let cost = costs.run + costs.elsewhere + which + pointing - it.asked();
            let shape = Shape::Sum { parts: parts.clone(), less: Vec::new(), result: *result };
            out.push(apart::tie(shape, told.min(costs.most) - cost, told));
        }
    }
}

fn adds(it: &Figure) -> bool {
    it.fixed.is_some_and(|it| it != 0) && it.adds()
}
