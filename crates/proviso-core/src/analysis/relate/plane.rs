//! Numbers in rows and columns, by where they stand alone: no table has to be told from a form.
//!
//! A row is what stands at one height. A column is a chain: each number is joined to the one above
//! it that it is best aligned with, over page breaks too.
//!
//! **Invariant:** every number outside of sentences is in one row and one column; two numbers of one
//! row are in different columns; time grows with the numbers times those of neighboring rows.

use std::collections::{BTreeMap, BTreeSet};

use super::figure::{Figure, Named};
use crate::document::Rect;

/// Rows back to which a column may reach over rows that have nothing in it.
const REACH: usize = 30;

/// Lines that an item has at most.
const LINES: usize = 4;
/// So many items of several lines are a list of them.
const ITEMS: usize = 3;
/// Lines of one item are this much nearer to each other than those of two.
const NEARER: f32 = 0.8;

/// Numbers by the lines that they stand on, page after page, from top to bottom; each line from left to
/// right.
pub(super) fn lines(figures: &[Figure], mut of: Vec<usize>) -> Vec<Vec<usize>> {
    of.sort_by(|a, b| {
        let (a, b) = (&figures[*a], &figures[*b]);
        let y = a.rect.center().1.total_cmp(&b.rect.center().1);
        a.page.cmp(&b.page).then(y).then(a.rect.x0.total_cmp(&b.rect.x0))
    });
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for i in of {
        let it = &figures[i];
        let joined = lines.last_mut().filter(|line| {
            let first = &figures[line[0]];
            let height = first.rect.height().min(it.rect.height()).max(0.5);
            let apart = it.rect.center().1 - first.rect.center().1;
            first.page == it.page && apart.abs() < 0.5 * height
        });
        match joined {
            Some(line) => line.push(i),
            None => lines.push(vec![i]),
        }
    }
    for line in &mut lines {
        line.sort_by(|a, b| figures[*a].rect.x0.total_cmp(&figures[*b].rect.x0));
    }
    lines
}

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
        let mut plane = Plane::blank(figures);
        plane.rows = lines(figures, (0..figures.len()).filter(|i| !figures[*i].prose).collect());
        for (at, row) in plane.rows.iter().enumerate() {
            row.iter().for_each(|i| plane.row[*i] = Some(at));
        }
        plane.join(figures);
        plane
    }

    /// One without any row.
    fn blank(figures: &[Figure]) -> Plane {
        let none = || vec![None; figures.len()];
        Plane { row: none(), column: none(), ..Plane::default() }
    }

    /// Puts a number into the row that comes next, and into the column that has this key.
    fn put<K: Ord>(&mut self, known: &mut BTreeMap<K, usize>, key: K, i: usize) {
        let fresh = self.columns.len();
        let id = *known.entry(key).or_insert(fresh);
        if id == fresh {
            self.columns.push(Vec::new());
        }
        self.columns[id].push(i);
        (self.row[i], self.column[i]) = (Some(self.rows.len()), Some(id));
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

    /// The lines of each item as one row, where items of several lines follow one another: a number's
    /// column is then told by its line as well. Empty where there are none.
    pub(super) fn stacked(&self, figures: &[Figure]) -> Plane {
        let mut out = Plane::blank(figures);
        let mut known: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut from = 0;
        while from < self.rows.len() {
            let best = (2..=LINES).map(|lines| (self.items(figures, from, lines), lines)).max();
            let Some((items, lines)) = best.filter(|it| it.0 >= ITEMS) else {
                from += 1;
                continue;
            };
            for rows in self.rows[from..from + items * lines].chunks(lines) {
                for (line, row) in rows.iter().enumerate() {
                    for i in row {
                        let Some(column) = self.column[*i] else { continue };
                        out.put(&mut known, (column, line), *i);
                    }
                }
                out.rows.push(rows.concat());
            }
            from += items * lines;
        }
        out
    }

    /// Rows, or columns, of several tables that are called the same as one row. Names that a table has more
    /// than once are those of entries, and left out.
    pub(super) fn by_name(figures: &[Figure], named: impl Fn(&Figure) -> Option<Named>) -> Plane {
        let mut rows: BTreeMap<u32, BTreeMap<(u32, u32), Vec<usize>>> = BTreeMap::new();
        for (i, it) in figures.iter().enumerate() {
            if let Some(Named { name, place }) = named(it) {
                rows.entry(name).or_default().entry(place).or_default().push(i);
            }
        }
        let mut out = Plane::blank(figures);
        let mut known: BTreeMap<(u32, u32), usize> = BTreeMap::new();
        for cells in rows.into_values() {
            let tables: BTreeSet<u32> = cells.keys().map(|it| it.0).collect();
            if tables.len() < 2 || cells.values().any(|it| it.len() > 1) {
                continue;
            }
            let row: Vec<((u32, u32), usize)> =
                cells.into_iter().filter_map(|it| Some((it.0, *it.1.first()?))).collect();
            for (column, i) in &row {
                out.put(&mut known, *column, *i);
            }
            out.rows.push(row.into_iter().map(|it| it.1).collect());
        }
        out
    }

    /// How many items of so many lines follow one another from a row on: lines of one item stand
    /// nearer to each other than to those of the next.
    fn items(&self, figures: &[Figure], from: usize, lines: usize) -> usize {
        let middle = |r: usize| {
            let it = &figures[*self.rows.get(r)?.first()?];
            Some((it.page, it.rect.center().1))
        };
        let gap = |r: usize| {
            let ((page, a), (next, b)) = (middle(r)?, middle(r + 1)?);
            (page == next).then_some(b - a)
        };
        let mut n = 0;
        loop {
            let first = from + n * lines;
            let inner: Option<Vec<f32>> = (first..first + lines - 1).map(gap).collect();
            let Some(inner) = inner else { return n };
            let widest = inner.into_iter().fold(0.0, f32::max);
            let parted = |r: usize| gap(r).is_none_or(|it| it * NEARER > widest);
            if !parted(first + lines - 1) || n > 0 && !parted(first - 1) {
                return n;
            }
            n += 1;
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
