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
            let (Some(x), Some(z), Some(row), Some(moved)) = (
                figures[before].fixed,
                figures[left].fixed,
                plane.row[left],
                Move::of(&others, &plus, &less),
            ) else {
                continue;
            };
            let computed = x + moved.sum(figures);
            let parts = moved.numbers(figures, x, z);
            let rounded = figures[left].step * 3;
            if computed != z && (computed - z).abs() <= rounded {
                continue;
            }
            let slip = computed != z && is_mistake(&parts, computed, z, rounded);
            tried.add(row, (computed == z, computed - z), told(&parts, x, z), parts, slip);
            shapes.insert(row, moved.shape(before, left));
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
    let others = beside(figures, rows.get(plane.row[left]?)?, *c, left);
    let moved = Move::of(&others, plus, less)?;
    let z = figures[left].fixed?;
    let opening = z - moved.sum(figures);
    if opening == 0 {
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
    let told = told(&moved.numbers(figures, opening, z), opening, z);
    let bits = told.min(costs.most) - costs.sum - costs.elsewhere;
    let shape = moved.shape(from, left);
    let (holds, slip, against, down) = (true, false, 0, true);
    (bits >= costs.least).then_some(Tie { shape, bits, told, holds, slip, support, against, down })
}

/// What comes and what goes in one row.
struct Move {
    came: Vec<usize>,
    went: Vec<usize>,
}

impl Move {
    /// By the columns of a way; none where nothing comes or goes.
    fn of(others: &[(usize, usize)], plus: &[usize], less: &[usize]) -> Option<Move> {
        let at = |c: &usize| others.iter().find(|it| it.0 == *c).map(|it| it.1);
        let (came, went): (Vec<usize>, Vec<usize>) =
            (plus.iter().filter_map(at).collect(), less.iter().filter_map(at).collect());
        (!came.is_empty() || !went.is_empty()).then_some(Move { came, went })
    }
    /// What it adds.
    fn sum(&self, figures: &[Figure]) -> i128 {
        let sum = |it: &[usize]| it.iter().filter_map(|i| figures[*i].fixed).sum::<i128>();
        sum(&self.came) - sum(&self.went)
    }
    /// Its numbers, what was there, and what is left.
    fn numbers(&self, figures: &[Figure], before: i128, left: i128) -> Vec<i128> {
        let own = self.came.iter().chain(&self.went).filter_map(|i| figures[*i].fixed);
        own.chain([before, left]).collect()
    }
    fn shape(self, before: usize, left: usize) -> Shape {
        let parts = [before].into_iter().chain(self.came).collect();
        Shape::Sum { parts, less: self.went, result: left }
    }
}

/// Bits that the numbers of a move tell: none where nothing changes.
fn told(numbers: &[i128], before: i128, left: i128) -> i32 {
    if before == left { 0 } else { told_by_sum(numbers) }
}

/// The other numbers of a row that may be added to one of it, by column.
fn beside(figures: &[Figure], row: &Row, c: usize, left: usize) -> Vec<(usize, usize)> {
    let others = row.iter().filter(|it| *it.0 != c && figures[*it.1].may_add(&figures[left]));
    others.map(|it| (*it.0, *it.1)).take(WIDEST).collect()
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
        alike.then(|| (before, left, beside(figures, row, c, left)))
    })
}
