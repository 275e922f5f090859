//! Ink as connected pieces: strokes, letters, specks of dust.
//!
//! **Invariant:** a piece's box and area are exact; every ink pixel belongs to exactly one piece.

use proviso_core::document::Rect;

/// Pixels that touch one another, also at corners.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Left, top, right, bottom; right and bottom are outside.
    pub x0: usize,
    /// Top.
    pub y0: usize,
    /// Right, outside.
    pub x1: usize,
    /// Bottom, outside.
    pub y1: usize,
    /// Pixels of ink.
    pub area: usize,
    /// Row, start and end of each run of its pixels.
    pub runs: Vec<(u32, u32, u32)>,
}

impl Piece {
    /// Its box.
    pub fn rect(&self) -> Rect {
        Rect { x0: self.x0 as f32, y0: self.y0 as f32, x1: self.x1 as f32, y1: self.y1 as f32 }
    }
    /// The longer side.
    pub fn extent(&self) -> usize {
        (self.x1 - self.x0).max(self.y1 - self.y0)
    }
}

/// All pieces of a mask of `width` pixels per row, in the order of their topmost runs.
pub(crate) fn pieces(mask: &[bool], width: usize) -> Vec<Piece> {
    if width == 0 {
        return Vec::new();
    }
    let mut runs: Vec<(u32, u32, u32)> = Vec::new();
    let mut parent: Vec<u32> = Vec::new();
    let (mut above, mut above_end) = (0, 0);
    for (y, row) in mask.chunks_exact(width).enumerate() {
        let first = runs.len();
        let mut x = 0;
        while x < width {
            if !row[x] {
                x += 1;
                continue;
            }
            let start = x;
            while x < width && row[x] {
                x += 1;
            }
            let at = runs.len() as u32;
            parent.push(at);
            // Runs of the row above that touch this one, corners included.
            while above < above_end && (runs[above].2 as usize) < start {
                above += 1;
            }
            let mut i = above;
            while i < above_end && runs[i].1 as usize <= x {
                unite(&mut parent, i as u32, at);
                i += 1;
            }
            runs.push((y as u32, start as u32, x as u32));
        }
        (above, above_end) = (first, runs.len());
    }
    let mut index: Vec<Option<usize>> = vec![None; runs.len()];
    let mut out: Vec<Piece> = Vec::new();
    for (i, &run) in runs.iter().enumerate() {
        let root = find(&mut parent, i as u32) as usize;
        let at = *index[root].get_or_insert_with(|| {
            let (x0, y0) = (run.1 as usize, run.0 as usize);
            out.push(Piece { x0, y0, x1: x0, y1: y0, area: 0, runs: Vec::new() });
            out.len() - 1
        });
        let it = &mut out[at];
        it.x0 = it.x0.min(run.1 as usize);
        it.x1 = it.x1.max(run.2 as usize);
        it.y1 = run.0 as usize + 1;
        it.area += (run.2 - run.1) as usize;
        it.runs.push(run);
    }
    out
}

fn find(parent: &mut [u32], mut i: u32) -> u32 {
    while parent[i as usize] != i {
        parent[i as usize] = parent[parent[i as usize] as usize];
        i = parent[i as usize];
    }
    i
}

fn unite(parent: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(parent, a), find(parent, b));
    parent[a.max(b) as usize] = a.min(b);
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(picture: &str, expect: Expect) {
        let width = picture.lines().next().unwrap().len();
        let mask: Vec<bool> =
            picture.lines().flat_map(|it| it.chars().map(|it| it == '#')).collect();
        let found: Vec<String> = pieces(&mask, width)
            .iter()
            .map(|it| format!("{}..{} {}..{} area {}", it.x0, it.x1, it.y0, it.y1, it.area))
            .collect();
        expect.assert_eq(&found.join("\n"));
    }

    #[test]
    fn what_touches_is_one_piece() {
        check("#..#.\n#..#.\n####.\n....#", expect!["0..5 0..4 area 9"]);
    }

    #[test]
    fn what_is_apart_is_not() {
        check(
            "##...\n##..#\n.....\n..#..",
            expect![[r"
                0..2 0..2 area 4
                4..5 1..2 area 1
                2..3 3..4 area 1"]],
        );
    }

    #[test]
    fn an_empty_picture_has_none() {
        check("...", expect![""]);
    }
}
