//! Cells from printed lines.
//!
//! Lines that touch make one grid; its finest division is spanned by all of their coordinates, and
//! neighbors without a printed wall between them are one cell: merged cells need no guess.

use std::collections::BTreeMap;

use super::{Grid, GridCell, rows};
use crate::document::{Page, Rect, Word};

/// More lines than this on a page are a drawing, not tables.
const MAX_LINES: usize = 3000;
/// More cells than this in one grid are a drawing.
const MAX_CELLS: usize = 20_000;

/// A straight line: its place across, and from where to where it runs.
#[derive(Debug, Clone, Copy)]
struct Stroke {
    at: f32,
    from: f32,
    to: f32,
    /// Whether it is the edge of a colored area, not a printed line.
    filled: bool,
}

/// The page's ruled grids and the horizontal lines that are in none.
pub fn grids(page: &Page, line_height: f32) -> (Vec<Grid>, Vec<(f32, f32, f32)>) {
    if page.rulings.len() > 8 * MAX_LINES {
        return (Vec::new(), Vec::new());
    }
    let tolerance = (0.3 * line_height).max(0.002 * page.width.max(page.height)).max(0.01);
    let mut horizontal = Vec::new();
    let mut vertical = Vec::new();
    for it in &page.rulings {
        let (r, (x, y)) = (it.rect, it.rect.center());
        let thin = r.width().min(r.height()) <= 2.0 * tolerance;
        if !thin {
            let edge = |at: f32, from: f32, to: f32| Stroke { at, from, to, filled: true };
            horizontal.extend([edge(r.y0, r.x0, r.x1), edge(r.y1, r.x0, r.x1)]);
            vertical.extend([edge(r.x0, r.y0, r.y1), edge(r.x1, r.y0, r.y1)]);
        } else if it.is_horizontal() {
            horizontal.push(Stroke { at: y, from: r.x0, to: r.x1, filled: false });
        } else {
            vertical.push(Stroke { at: x, from: r.y0, to: r.y1, filled: false });
        }
    }
    let horizontal = merged(horizontal, tolerance);
    let vertical = merged(vertical, tolerance);
    if horizontal.len() > MAX_LINES || vertical.len() > MAX_LINES {
        return (Vec::new(), Vec::new());
    }
    let groups = touching(&horizontal, &vertical, tolerance);
    let mut grids = Vec::new();
    let mut rules = Vec::new();
    for (h, v) in groups {
        let colored = h.iter().chain(&v).all(|it| it.filled);
        match grid(&h, &v, tolerance) {
            // A colored row is the header or every second row of a table without printed lines.
            Some(it) if colored && it.n_rows == 1 => {}
            Some(it) => grids.push(it),
            None => rules.extend(h.iter().map(|it| (it.at, it.from, it.to))),
        }
    }
    grids.sort_by(|a, b| a.rect.y0.total_cmp(&b.rect.y0).then(a.rect.x0.total_cmp(&b.rect.x0)));
    rules.sort_by(|a: &(f32, f32, f32), b| a.0.total_cmp(&b.0));
    (grids, rules)
}

/// Strokes at one place that overlap or nearly touch become one; short dashes vanish.
fn merged(mut strokes: Vec<Stroke>, tolerance: f32) -> Vec<Stroke> {
    strokes.sort_by(|a, b| a.at.total_cmp(&b.at));
    let mut out: Vec<Stroke> = Vec::new();
    let mut i = 0;
    while i < strokes.len() {
        let mut j = i + 1;
        while j < strokes.len()
            && strokes[j].at - strokes[j - 1].at <= tolerance
            && strokes[j].at - strokes[i].at <= 2.0 * tolerance
        {
            j += 1;
        }
        let mut group = strokes[i..j].to_vec();
        group.sort_by(|a, b| a.from.total_cmp(&b.from));
        let at = group.iter().map(|it| it.at).sum::<f32>() / group.len() as f32;
        let mut open: Option<Stroke> = None;
        for it in group {
            match &mut open {
                Some(last) if it.from <= last.to + tolerance => {
                    last.to = last.to.max(it.to);
                    last.filled &= it.filled;
                }
                _ => {
                    out.extend(open.take());
                    open = Some(Stroke { at, ..it });
                }
            }
        }
        out.extend(open);
        i = j;
    }
    out.retain(|it| it.to - it.from > 2.0 * tolerance);
    out
}

/// Groups of strokes that cross or touch one another.
fn touching(
    horizontal: &[Stroke],
    vertical: &[Stroke],
    tolerance: f32,
) -> Vec<(Vec<Stroke>, Vec<Stroke>)> {
    let mut parent: Vec<usize> = (0..horizontal.len() + vertical.len()).collect();
    for (i, h) in horizontal.iter().enumerate() {
        for (j, v) in vertical.iter().enumerate() {
            let meets = h.from - tolerance <= v.at
                && v.at <= h.to + tolerance
                && v.from - tolerance <= h.at
                && h.at <= v.to + tolerance;
            if meets {
                join(&mut parent, i, horizontal.len() + j);
            }
        }
    }
    let mut groups: BTreeMap<usize, (Vec<Stroke>, Vec<Stroke>)> = BTreeMap::new();
    for (i, h) in horizontal.iter().enumerate() {
        groups.entry(root(&mut parent, i)).or_default().0.push(*h);
    }
    for (j, v) in vertical.iter().enumerate() {
        groups.entry(root(&mut parent, horizontal.len() + j)).or_default().1.push(*v);
    }
    groups.into_values().collect()
}

fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}

fn join(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(parent, a), root(parent, b));
    parent[a.max(b)] = a.min(b);
}

/// Distinct places, nearly equal ones taken together.
fn places(mut at: Vec<f32>, tolerance: f32) -> Vec<f32> {
    at.sort_by(f32::total_cmp);
    let mut out: Vec<f32> = Vec::new();
    for it in at {
        if out.last().is_none_or(|last| it - last > 1.5 * tolerance) {
            out.push(it);
        }
    }
    out
}

/// The grid of strokes that touch, if some of its cells stand side by side.
fn grid(horizontal: &[Stroke], vertical: &[Stroke], tolerance: f32) -> Option<Grid> {
    if horizontal.len() < 2 || vertical.is_empty() {
        return None;
    }
    // Tables without outer walls end where their lines end.
    let ends = |it: &[Stroke]| {
        let from = it.iter().map(|it| it.from).fold(f32::INFINITY, f32::min);
        (from, it.iter().map(|it| it.to).fold(f32::NEG_INFINITY, f32::max))
    };
    let (left, right) = ends(horizontal);
    let (top, bottom) = ends(vertical);
    let xs = places(vertical.iter().map(|it| it.at).chain([left, right]).collect(), tolerance);
    let ys = places(horizontal.iter().map(|it| it.at).chain([top, bottom]).collect(), tolerance);
    let (n_columns, n_rows) = (xs.len().checked_sub(1)?, ys.len().checked_sub(1)?);
    // Boxes one over the other are a frame around lines, no table.
    if n_columns < 2 || n_columns * n_rows > MAX_CELLS {
        return None;
    }
    let wall = |strokes: &[Stroke], at: f32, middle: f32| {
        strokes
            .iter()
            .any(|it| (it.at - at).abs() <= 1.6 * tolerance && it.from <= middle && middle <= it.to)
    };
    let mut parent: Vec<usize> = (0..n_rows * n_columns).collect();
    for r in 0..n_rows {
        let y = (ys[r] + ys[r + 1]) / 2.0;
        for c in 0..n_columns {
            let x = (xs[c] + xs[c + 1]) / 2.0;
            if c + 1 < n_columns && !wall(vertical, xs[c + 1], y) {
                join(&mut parent, r * n_columns + c, r * n_columns + c + 1);
            }
            if r + 1 < n_rows && !wall(horizontal, ys[r + 1], x) {
                join(&mut parent, r * n_columns + c, (r + 1) * n_columns + c);
            }
        }
    }
    let mut found: BTreeMap<usize, GridCell> = BTreeMap::new();
    for r in 0..n_rows {
        for c in 0..n_columns {
            let unit = Rect { x0: xs[c], y0: ys[r], x1: xs[c + 1], y1: ys[r + 1] };
            let cell = found.entry(root(&mut parent, r * n_columns + c)).or_insert_with(|| {
                GridCell { rect: unit, rows: r..r + 1, columns: c..c + 1, content: Vec::new() }
            });
            cell.rect = cell.rect.union(&unit);
            cell.rows = cell.rows.start.min(r)..cell.rows.end.max(r + 1);
            cell.columns = cell.columns.start.min(c)..cell.columns.end.max(c + 1);
        }
    }
    let mut cells: Vec<GridCell> = found.into_values().collect();
    if cells.iter().all(|it| it.columns.len() == n_columns) {
        return None;
    }
    cells.sort_by_key(|it| (it.rows.start, it.columns.start));
    let rect = rows::union(cells.iter().map(|it| it.rect));
    Some(Grid { rect, n_rows, n_columns, cells, ruled: true })
}

/// Whether only the header of a table has walls between its cells: what stands below is aligned,
/// row by row.
pub fn is_hollow(grid: &Grid) -> bool {
    let whole = |it: &&GridCell| it.columns.len() == grid.n_columns && !it.is_empty();
    let n_whole = grid.cells.iter().filter(whole).count();
    let aligned = grid
        .cells
        .iter()
        .filter(whole)
        .filter(|it| it.content.iter().any(|row| row.segments.len() > 2))
        .count();
    let walled = grid.cells.iter().filter(|it| it.columns.len() < grid.n_columns);
    let walled: std::collections::BTreeSet<usize> = walled.map(|it| it.rows.start).collect();
    walled.len() == 1 && aligned >= 1 && aligned * 2 >= n_whole
}

/// Whether most numbers of a grid share their cells with others: lines are missing, and what belongs
/// together is told by where it stands.
pub fn is_torn(grid: &Grid) -> bool {
    let is_number = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'))
    };
    let numbers = |cell: &GridCell| {
        let segments = cell.content.iter().flat_map(|it| &it.segments);
        segments.filter(|it| is_number(&it.text.text)).count()
    };
    let each: Vec<usize> = grid.cells.iter().map(numbers).collect();
    let together: usize = each.iter().filter(|it| **it > 1).sum();
    together * 2 > each.iter().sum()
}

/// `(grid, cell)` and the words in it.
type Inside<'a> = Vec<((usize, usize), Vec<&'a Word>)>;

/// Which words stand in which cell, and those that stand in none.
///
/// A word belongs to the smallest cell that holds its middle.
pub fn assign<'a>(grids: &[Grid], words: &[&'a Word]) -> (Inside<'a>, Vec<&'a Word>) {
    let mut inside: BTreeMap<(usize, usize), Vec<&Word>> = BTreeMap::new();
    let mut outside = Vec::new();
    for &word in words {
        let mut best: Option<(f32, (usize, usize))> = None;
        for (g, grid) in grids.iter().enumerate().filter(|it| it.1.rect.holds(&word.rect)) {
            for (c, cell) in grid.cells.iter().enumerate() {
                let area = cell.rect.width() * cell.rect.height();
                if cell.rect.holds(&word.rect) && best.is_none_or(|it| area < it.0) {
                    best = Some((area, (g, c)));
                }
            }
        }
        match best {
            Some((_, place)) => inside.entry(place).or_default().push(word),
            None => outside.push(word),
        }
    }
    (inside.into_iter().collect(), outside)
}
