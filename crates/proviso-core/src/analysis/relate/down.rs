//! What holds between rows in column after column: totals of the rows above, of totals, what is left.
//!
//! **Invariant:** a relation between rows is one hypothesis however many columns keep it.

use std::collections::BTreeMap;

use super::Tie;
use super::figure::{Counts, Figure};
use super::plane::Plane;
use super::sums::{Equation, Line};
use super::tried::Tried;

/// Rows that are added up, rows that are taken away, and the row of what comes of them.
type Rows = (Vec<usize>, Vec<usize>, usize);

/// Finds what holds in columns.
pub(super) fn find(figures: &[Figure], plane: &Plane, out: &mut Vec<Tie>) {
    let costs = super::worth::costs();
    // Rows of each column, and what stands there.
    let mut cells: Vec<BTreeMap<usize, usize>> = Vec::with_capacity(plane.columns.len());
    for column in &plane.columns {
        cells.push(column.iter().filter_map(|i| Some((plane.row[*i]?, *i))).collect());
    }
    let mut seen: BTreeMap<Rows, i32> = BTreeMap::new();
    for column in plane.columns.iter().filter(|it| it.len() >= 3) {
        // Cells of two lines take turns: so do their totals.
        for (from, step) in [(0, 1), (0, 2), (1, 2)] {
            let part: Vec<usize> = column.iter().copied().skip(from).step_by(step).collect();
            let line = Line::of(figures, &part);
            for it in line.equations() {
                let row = |places: &[usize]| -> Vec<usize> {
                    places.iter().filter_map(|p| plane.row[part[*p]]).collect()
                };
                let (parts, less) = (row(&it.parts), row(&it.less));
                let Some(result) = plane.row[part[it.result]] else { continue };
                let asked = figures[part[it.result]].asked();
                let turns = if step > 1 { costs.turns } else { 0 };
                let cost = it.cost - asked + turns;
                let known = seen.entry((parts, less, result)).or_insert(cost);
                *known = (*known).min(cost);
            }
        }
    }
    for asked in totals(figures, plane) {
        seen.entry(asked).or_insert(costs.run - costs.asked);
    }
    for ((parts, less, result), cost) in seen {
        let equation = Equation { parts, less, result, cost };
        let mut tried = Tried::default();
        for i in &plane.rows[equation.result] {
            let Some(c) = plane.column[*i] else { continue };
            let cell = |r: usize| cells[c].get(&r).copied();
            let members = equation.places().filter_map(cell);
            if members.into_iter().all(|j| figures[j].may_add(&figures[*i])) {
                let value = |r: usize| cell(r).and_then(|i| figures[i].fixed);
                // A share of the total is no sum of shares.
                let adds = figures[*i].adds();
                tried.ask(c, &equation, value, figures[*i].step, (adds, true));
            }
        }
        tried.sums(&equation, true, |c, r| cells[c].get(&r).copied(), out);
    }
}

/// What a word calls a total, and all that stands above it up to the total before: whether or not it
/// holds.
fn totals(figures: &[Figure], plane: &Plane) -> Vec<Rows> {
    let mut out = Vec::new();
    for column in &plane.columns {
        let mut open: Vec<(usize, Option<i128>)> = Vec::new();
        // Days that are told of above a list are none of its amounts.
        for i in column.iter().filter(|i| figures[**i].counts != Counts::Time) {
            let row = plane.row[*i];
            if figures[*i].cues.named {
                let parts: Vec<(usize, Option<i128>)> = std::mem::take(&mut open);
                // Where the total itself stands above, these are no parts of it.
                let fits = parts.len() >= 2 && parts.iter().all(|it| it.1 != figures[*i].fixed);
                let parts = parts.into_iter().map(|it| it.0).collect();
                out.extend(row.filter(|_| fits).map(|row| (parts, Vec::new(), row)));
            } else {
                open.extend(row.map(|row| (row, figures[*i].fixed)));
            }
        }
    }
    out
}
