//! Blocks that stand side by side: what printed lines of one block end before is read apart from it.
//!
//! Lines under the rows of a list all begin and end where it does. What stands beside them, in the
//! same rows of the page or half a line lower, belongs to another block.
//!
//! **Invariant:** rows are parted, never words; what a printed line or a word runs across is one.

use std::ops::Range;

use super::super::layout::{Row, Segment};
use super::gutter::{Part, apart};

/// A horizontal line: its place, where it begins and ends.
type Line = (f32, f32, f32);

/// Blocks within blocks at most.
const MAX_DEPTH: usize = 4;
/// Parts of the same rows before the rest is left whole.
const MAX_PARTS: usize = 64;
/// Blocks among the same rows at most; more lines of different lengths are a drawing.
const MAX_BLOCKS: usize = 64;
/// Lines above a block that still belong to it: its name and its header.
const MAX_NAMES: usize = 4;

/// Rows in reading order: as they are, or what stands left of a gap before what stands right of it.
pub(super) fn parts(rows: &[&Row], lines: &[Line], height: f32) -> Vec<Part> {
    let rows: Vec<Row> = rows.iter().map(|it| (*it).clone()).collect();
    let mut out = Vec::new();
    part(&mut out, rows, lines, height, MAX_DEPTH, false);
    out
}

fn part(
    out: &mut Vec<Part>,
    rows: Vec<Row>,
    lines: &[Line],
    height: f32,
    depth: usize,
    side: bool,
) {
    let mut rest = rows;
    while !rest.is_empty() {
        let found =
            if depth == 0 || out.len() > MAX_PARTS { None } else { split(&rest, lines, height) };
        let Some((at, x)) = found else {
            out.push(Part { rows: rest, side });
            return;
        };
        let below = rest.split_off(at.end);
        let middle = rest.split_off(at.start);
        let (left, right): (Vec<_>, Vec<_>) = middle.iter().map(|it| apart(it, x)).unzip();
        part(out, rest, lines, height, depth - 1, side);
        for rows in [left, right] {
            part(out, rows.into_iter().flatten().collect(), lines, height, depth - 1, true);
        }
        rest = below;
    }
}

/// The most rows in which blocks stand side by side, and where the gap between them is.
fn split(rows: &[Row], lines: &[Line], height: f32) -> Option<(Range<usize>, f32)> {
    let mut found: Vec<(Range<usize>, f32)> = Vec::new();
    let blocks = blocks(rows, lines, height);
    for block in &blocks {
        for x in [block.left - 0.3 * height, block.right + 0.3 * height] {
            found.extend(beside(rows, lines, &blocks, block, x, height).map(|it| (it, x)));
        }
    }
    // The one that parts the most rows, then the first.
    found.into_iter().max_by(|a, b| {
        let order = a.0.len().cmp(&b.0.len());
        order.then(b.0.start.cmp(&a.0.start)).then(b.1.total_cmp(&a.1))
    })
}

/// A list whose rows have lines of one length.
#[derive(Debug)]
struct Block {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

fn blocks(rows: &[Row], lines: &[Line], height: f32) -> Vec<Block> {
    let near = 0.6 * height;
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Vec::new() };
    let within = first.rect.y0 - 2.0 * height..last.rect.y1 + 2.0 * height;
    let mut blocks: Vec<(Block, usize)> = Vec::new();
    for (y, from, to) in lines.iter().copied().filter(|it| within.contains(&it.0)) {
        let full = blocks.len() == MAX_BLOCKS;
        let same = blocks
            .iter_mut()
            .find(|it| (it.0.left - from).abs() < near && (it.0.right - to).abs() < near);
        match same {
            Some((it, n)) => {
                (it.top, it.bottom) = (it.top.min(y), it.bottom.max(y));
                *n += 1;
            }
            None if full => return Vec::new(),
            None => blocks.push((Block { left: from, right: to, top: y, bottom: y }, 1)),
        }
    }
    blocks.retain(|(it, n)| *n >= 2 && is_list(rows, it));
    blocks.into_iter().map(|it| it.0).collect()
}

/// Whether most rows between the lines of a block have several parts there.
fn is_list(rows: &[Row], block: &Block) -> bool {
    let middle = |it: &&Row| (block.top..block.bottom).contains(&it.rect.center().1);
    let own = |row: &Row| row.segments.iter().filter(|it| block.holds(it)).count();
    let counts: Vec<usize> = rows.iter().filter(middle).map(own).filter(|it| *it > 0).collect();
    counts.len() >= 2 && counts.iter().filter(|it| **it > 1).count() * 2 > counts.len()
}

impl Block {
    fn holds(&self, it: &Segment) -> bool {
        let (x, _) = it.rect.center();
        self.left <= x && x <= self.right
    }
}

/// The rows around a block that nothing runs across a place beside it, with something at each side.
fn beside(
    rows: &[Row],
    lines: &[Line],
    blocks: &[Block],
    block: &Block,
    x: f32,
    height: f32,
) -> Option<Range<usize>> {
    let crosses = |row: &Row| row.segments.iter().any(|it| it.rect.x0 < x && x < it.rect.x1);
    let crossed = |from: f32, to: f32| {
        lines.iter().any(|it| from < it.0 && it.0 < to && it.1 < x && x < it.2)
    };
    // What stands beside the block may begin above it or end below it.
    let (mut top, mut bottom) = (block.top, block.bottom);
    for it in blocks.iter().filter(|it| it.right < x || it.left > x) {
        if it.top < bottom && top < it.bottom {
            (top, bottom) = (top.min(it.top), bottom.max(it.bottom));
        }
    }
    let inside = |row: &Row| (top..bottom).contains(&row.rect.center().1);
    let first = rows.iter().position(inside)?;
    let last = rows.iter().rposition(inside)?;
    let whole = first..last + 1;
    let y = |at: usize| rows[at].rect.center().1;
    if rows[whole.clone()].iter().any(crosses) || crossed(y(first), y(last)) {
        return None;
    }
    let follows = |above: usize, below: usize, far: f32| {
        let close = rows[below].rect.y0 - rows[above].rect.y1 < far * height;
        close && !crossed(y(above), y(below))
    };
    let mut at = whole.clone();
    while at.start > 0 && whole.start - at.start < MAX_NAMES {
        if crosses(&rows[at.start - 1]) || !follows(at.start - 1, at.start, 1.6) {
            break;
        }
        at.start -= 1;
    }
    while at.end < rows.len() && at.end - whole.end < MAX_NAMES {
        if crosses(&rows[at.end]) || !follows(at.end - 1, at.end, 1.0) {
            break;
        }
        at.end += 1;
    }
    let both = |row: &Row| {
        let left = row.segments.iter().any(|it| it.rect.x1 <= x);
        (left, row.segments.iter().any(|it| it.rect.x0 >= x))
    };
    let n_left = rows[whole.clone()].iter().filter(|it| both(it).0).count();
    let n_right = rows[whole].iter().filter(|it| both(it).1).count();
    (n_left >= 1 && n_right >= 1).then_some(at)
}
