//! Numbers in rows and columns, by where they stand alone: no table has to be told from a form.
//!
//! A row is what stands at one height. A column is a chain: each number is joined to the one above
//! it that it is best aligned with, over page breaks too.
//!
//! **Invariant:** every number outside of sentences is in one row and one column; two numbers of one
//! row are in different columns; time grows with the numbers times those of neighboring rows.

use super::figure::Figure;
use crate::document::Rect;

/// Rows back to which a column may reach over rows that have nothing in it.
const REACH: usize = 30;

/// Rows and columns of numbers.
#[derive(Debug, Default)]
pub(super) struct Plane {
    /// Numbers of each row, from left to right; rows from the first page on, from top to bottom.
    pub(super) rows: Vec<Vec<usize>>,
    /// Row of each number.
    pub(super) row: Vec<Option<usize>>,
    /// Column of each number.
    pub(super) column: Vec<Option<usize>>,
    /// Numbers of each column, from top to bottom.
    pub(super) columns: Vec<Vec<usize>>,
}

impl Plane {
    /// Arranges numbers.
    pub(super) fn of(figures: &[Figure]) -> Plane {
        let mut order: Vec<usize> = (0..figures.len()).filter(|i| !figures[*i].prose).collect();
        order.sort_by(|a, b| {
            let (a, b) = (&figures[*a], &figures[*b]);
            let y = a.rect.center().1.total_cmp(&b.rect.center().1);
            a.page.cmp(&b.page).then(y).then(a.rect.x0.total_cmp(&b.rect.x0))
        });
        let mut plane = Plane {
            row: vec![None; figures.len()],
            column: vec![None; figures.len()],
            ..Plane::default()
        };
        let mut middle = 0.0;
        for i in order {
            let it = &figures[i];
            let y = it.rect.center().1;
            let joins = plane.rows.last().is_some_and(|row| {
                let first = &figures[row[0]];
                let height = first.rect.height().min(it.rect.height()).max(0.5);
                first.page == it.page && (y - middle).abs() < 0.5 * height
            });
            if !joins {
                plane.rows.push(Vec::new());
                middle = y;
            }
            let at = plane.rows.len() - 1;
            plane.rows[at].push(i);
            plane.row[i] = Some(at);
        }
        for row in &mut plane.rows {
            row.sort_by(|a, b| figures[*a].rect.x0.total_cmp(&figures[*b].rect.x0));
        }
        plane.join(figures);
        plane
    }

    /// The number above another in its column.
    pub(super) fn above(&self, i: usize) -> Option<usize> {
        let column = &self.columns[self.column[i]?];
        let at = column.iter().position(|it| *it == i)?;
        column.get(at.checked_sub(1)?).copied()
    }

    /// Rows for columns and columns for rows.
    pub(super) fn turned(&self) -> Plane {
        Plane {
            rows: self.columns.clone(),
            row: self.column.clone(),
            column: self.row.clone(),
            columns: self.rows.clone(),
        }
    }

    /// Joins each number to its column.
    fn join(&mut self, figures: &[Figure]) {
        // The last number of each column that may go on, and its row.
        let mut open: Vec<(usize, usize, usize)> = Vec::new();
        for (r, row) in self.rows.iter().enumerate() {
            open.retain(|it| r - it.2 <= REACH);
            let mut pairs: Vec<(i64, usize, usize)> = Vec::new();
            for (slot, (_, last, _)) in open.iter().enumerate() {
                for i in row {
                    if let Some(apart) = apart(&figures[*last].rect, &figures[*i].rect) {
                        // What stands farther up is joined only where nothing nearer fits as well.
                        let far = (r - open[slot].2) as i64;
                        pairs.push((apart + far * 10, slot, *i));
                    }
                }
            }
            pairs.sort_unstable();
            let mut taken = vec![false; open.len()];
            for (_, slot, i) in pairs {
                if !taken[slot] && self.column[i].is_none() {
                    taken[slot] = true;
                    let id = open[slot].0;
                    self.column[i] = Some(id);
                    self.columns[id].push(i);
                    open[slot] = (id, i, r);
                }
            }
            for i in row {
                if self.column[*i].is_none() {
                    let id = self.columns.len();
                    self.column[*i] = Some(id);
                    self.columns.push(vec![*i]);
                    open.push((id, *i, r));
                }
            }
        }
    }
}

/// How far two boxes are from being one below the other, in hundredths of a line's height; none
/// where they are not.
fn apart(a: &Rect, b: &Rect) -> Option<i64> {
    let height = a.height().min(b.height()).max(0.5);
    let right = (a.x1 - b.x1).abs() / height;
    let left = (a.x0 - b.x0).abs() / height;
    let middle = (a.center().0 - b.center().0).abs() / height;
    let overlap = (a.x1.min(b.x1) - a.x0.max(b.x0)) / a.width().min(b.width()).max(0.1);
    let best = right.min(left).min(middle);
    (overlap > 0.5 || right < 0.6).then_some((best.min(100.0) * 100.0) as i64)
}
