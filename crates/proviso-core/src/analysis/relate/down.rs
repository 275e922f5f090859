//! What holds between rows in column after column: totals of the rows above, of totals, what is left.
//!
//! **Invariant:** a relation between rows is one hypothesis however many columns keep it.

use std::collections::BTreeMap;

use super::across::Tried;
use super::figure::Figure;
use super::plane::Plane;
use super::slip::is_mistake;
use super::sums::{Equation, Line};
use super::{Shape, Tie};

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
            let line = Line { figures: part.iter().map(|i| Some(&figures[*i])).collect() };
            for it in line.equations() {
                let row = |places: &[usize]| -> Vec<usize> {
                    places.iter().filter_map(|p| plane.row[part[*p]]).collect()
                };
                let (parts, less) = (row(&it.parts), row(&it.less));
                let Some(result) = plane.row[part[it.result]] else { continue };
                let cues = &figures[part[it.result]].cues;
                let asked = if cues.total || cues.rest { costs.asked } else { 0 };
                let turns = if step > 1 { costs.turns } else { 0 };
                let cost = it.cost - asked + turns;
                let known = seen.entry((parts, less, result)).or_insert(cost);
                *known = (*known).min(cost);
            }
        }
    }
    for ((parts, less, result), cost) in seen {
        let equation = Equation { parts, less, result, cost };
        let mut tried = Tried::default();
        for i in &plane.rows[equation.result] {
            let Some(c) = plane.column[*i] else { continue };
            let cell = |r: usize| cells[c].get(&r).copied();
            let value = |r: usize| cell(r).and_then(|i| figures[i].fixed);
            let alike =
                equation.places().filter_map(cell).all(|j| figures[j].may_add(&figures[*i]));
            if !alike {
                continue;
            }
            let Some((holds, told)) = equation.holds(value) else { continue };
            let key = equation.places().map(|r| value(r).unwrap_or(0)).collect();
            let terms: Vec<i128> = equation.places().filter_map(value).collect();
            let rounded = figures[*i].step * terms.len() as i128;
            let (computed, printed) = (equation.computed(value), figures[*i].fixed.unwrap_or(0));
            if holds || (computed - printed).abs() > rounded {
                let slip = !holds && is_mistake(&terms, computed, printed, rounded);
                tried.add(c, holds, told, key, slip);
            }
        }
        let bits = tried.saved() - equation.cost;
        if bits <= 0 {
            continue;
        }
        for it in &tried.rows {
            let at = |r: &usize| cells[it.row].get(r).copied();
            let Some(result) = at(&equation.result) else { continue };
            let shape = Shape::Sum {
                parts: equation.parts.iter().filter_map(at).collect(),
                less: equation.less.iter().filter_map(at).collect(),
                result,
            };
            out.push(tried.tie(shape, it, bits, true));
        }
    }
}
