//! What is carried on from row to row: what was there and what came, less what went, is what is left.
//!
//! **Invariant:** a way of carrying on is one hypothesis however many rows keep it.

use std::collections::{BTreeMap, BTreeSet};

use super::across::Row;
use super::figure::{Figure, told_by_sum};
use super::plane::Plane;
use super::slip::is_mistake;
use super::tried::Tried;
use super::worth::{self, bits};
use super::{Shape, Tie};

/// Numbers of a row that are looked at.
const WIDEST: usize = 16;

/// The column of what is left, those of what comes and of what goes.
type Way = (usize, Vec<usize>, Vec<usize>);

/// Finds what is carried on, from above or, where the newest stands first, from below.
pub(super) fn find(figures: &[Figure], plane: &Plane, rows: &[Row], out: &mut Vec<Tie>) {
    for upward in [false, true] {
        carried(figures, plane, rows, upward, out);
    }
}

fn carried(figures: &[Figure], plane: &Plane, rows: &[Row], upward: bool, out: &mut Vec<Tie>) {
    let costs = worth::costs();
    let mut seen: BTreeSet<Way> = BTreeSet::new();
    for c in (0..plane.columns.len()).filter(|c| plane.columns[*c].len() >= 3) {
        for (before, left, others) in steps(figures, plane, rows, c, upward) {
            let (Some(x), Some(z)) = (figures[before].fixed, figures[left].fixed) else { continue };
            let moved = z - x;
            if moved == 0 {
                continue;
            }
            let values: Vec<(usize, i128)> =
                others.iter().filter_map(|it| Some((it.0, figures[it.1].fixed?))).collect();
            for (n, (a, v)) in values.iter().enumerate() {
                if *v == moved {
                    seen.insert((c, vec![*a], vec![]));
                } else if *v == -moved {
                    seen.insert((c, vec![], vec![*a]));
                }
                for (b, w) in &values[n + 1..] {
                    if v - w == moved {
                        seen.insert((c, vec![*a], vec![*b]));
                    } else if w - v == moved {
                        seen.insert((c, vec![*b], vec![*a]));
                    }
                }
            }
        }
    }
    // Columns that fill each other's blanks: what comes stands in one, what goes in the other.
    let ways: Vec<Way> = seen.iter().cloned().collect();
    for (c, plus, _) in ways.iter().filter(|it| it.2.is_empty()) {
        for (_, _, less) in ways.iter().filter(|it| it.0 == *c && it.1.is_empty()) {
            seen.insert((*c, plus.clone(), less.clone()));
        }
    }
    for (c, plus, less) in seen {
        let mut tried = Tried::default();
        let mut shapes: BTreeMap<usize, Shape> = BTreeMap::new();
        let mut width = 2;
        for (before, left, others) in steps(figures, plane, rows, c, upward) {
            width = width.max(others.len());
            let at = |c: &usize| others.iter().find(|it| it.0 == *c).map(|it| it.1);
            let (came, went): (Vec<usize>, Vec<usize>) =
                (plus.iter().filter_map(at).collect(), less.iter().filter_map(at).collect());
            let (Some(x), Some(z), Some(row)) =
                (figures[before].fixed, figures[left].fixed, plane.row[left])
            else {
                continue;
            };
            let sum = |it: &[usize]| it.iter().filter_map(|i| figures[*i].fixed).sum::<i128>();
            if came.is_empty() && went.is_empty() {
                continue;
            }
            let computed = x + sum(&came) - sum(&went);
            let mut parts: Vec<i128> =
                came.iter().chain(&went).filter_map(|i| figures[*i].fixed).collect();
            parts.extend([x, z]);
            let told = if x == z { 0 } else { told_by_sum(&parts) };
            let rounded = figures[left].step * 3;
            if computed != z && (computed - z).abs() <= rounded {
                continue;
            }
            let slip = computed != z && is_mistake(&parts, computed, z, rounded);
            tried.add(row, computed == z, told, parts, slip);
            let mut parts = vec![before];
            parts.extend(came);
            shapes.insert(row, Shape::Sum { parts, less: went, result: left });
        }
        let cost = costs.sum
            + costs.term
            + bits((width * width) as u128)
            + costs.sign * i32::try_from(less.len().min(1)).unwrap_or(1)
            + if upward { 2 * costs.backwards } else { 0 };
        let saved = tried.saved() - cost;
        if saved <= 0 || tried.holds() < 2 {
            continue;
        }
        for it in &tried.lines {
            if let Some(shape) = shapes.get(&it.line) {
                out.push(tried.tie(shape.clone(), it, saved, true));
            }
        }
        out.extend(opened(figures, plane, rows, &(c, plus, less), upward, tried.holds()));
    }
}

/// What the first row of a column carries on: an amount that stands elsewhere, a loan's or the balance
/// above a statement.
fn opened(
    figures: &[Figure],
    plane: &Plane,
    rows: &[Row],
    (c, plus, less): &Way,
    upward: bool,
    support: u32,
) -> Option<Tie> {
    let costs = worth::costs();
    let column = &plane.columns[*c];
    let left = *if upward { column.last() } else { column.first() }?;
    let row = rows.get(plane.row[left]?)?;
    let at = |of: &[usize]| of.iter().filter_map(|c| row.get(c).copied()).collect::<Vec<usize>>();
    let (came, went) = (at(plus), at(less));
    let sum = |it: &[usize]| it.iter().filter_map(|i| figures[*i].fixed).sum::<i128>();
    let opening = figures[left].fixed? - sum(&came) + sum(&went);
    if came.is_empty() && went.is_empty() || opening == 0 {
        return None;
    }
    let elsewhere = |i: &usize| {
        let it = &figures[*i];
        it.fixed == Some(opening)
            && it.counts == figures[left].counts
            && plane.column[*i] != Some(*c)
            && (plane.row[*i].is_none() || plane.row[*i] != plane.row[left])
    };
    let from = (0..figures.len()).filter(elsewhere).min_by_key(|i| i.abs_diff(left))?;
    let mut parts: Vec<i128> = came.iter().chain(&went).filter_map(|i| figures[*i].fixed).collect();
    parts.extend([opening, figures[left].fixed?]);
    let told = told_by_sum(&parts);
    let bits = told.min(costs.most) - costs.sum - costs.elsewhere;
    let parts = [from].into_iter().chain(came).collect();
    let shape = Shape::Sum { parts, less: went, result: left };
    let (holds, slip, against, down) = (true, false, 0, true);
    (bits >= costs.least).then_some(Tie { shape, bits, told, holds, slip, support, against, down })
}

/// Each number of a column with the one that it is carried on from, and the others of its row by
/// column.
fn steps<'a>(
    figures: &'a [Figure],
    plane: &'a Plane,
    rows: &'a [Row],
    c: usize,
    upward: bool,
) -> impl Iterator<Item = (usize, usize, Vec<(usize, usize)>)> + 'a {
    plane.columns[c].windows(2).filter_map(move |it| {
        let (before, left) = if upward { (it[1], it[0]) } else { (it[0], it[1]) };
        let row = rows.get(plane.row[left]?)?;
        let alike = figures[before].counts == figures[left].counts;
        let others = row.iter().filter(|it| *it.0 != c && figures[*it.1].may_add(&figures[left]));
        alike.then(|| (before, left, others.map(|it| (*it.0, *it.1)).take(WIDEST).collect()))
    })
}
