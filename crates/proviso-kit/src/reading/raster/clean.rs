//! Makes paper white and takes away dust, so that recognition sees letters only.
//!
//! **Invariant:** ink is never added; what is taken away is smaller than any point or comma, or
//! stands alone.

use super::Gray;
use super::ink::{Piece, pieces};

/// Side of the squares whose paper is estimated, in inches.
const SQUARE: f32 = 0.1;
/// Even the darkest shading is brighter than this; below it a square is a picture.
const DARKEST_PAPER: u8 = 90;
/// After paper is white, what is darker than this is ink.
pub(super) const INK: u8 = 150;

impl Gray {
    /// Divides each pixel by the paper around it: shadows, shaded cells and yellowed paper go.
    pub(crate) fn flatten(&mut self, inch: f32) {
        let side = ((inch * SQUARE) as usize).max(8);
        let (columns, rows) = (self.width.div_ceil(side), self.height.div_ceil(side));
        if columns == 0 || rows == 0 {
            return;
        }
        let mut paper = vec![255_u8; columns * rows];
        for row in 0..rows {
            for column in 0..columns {
                paper[row * columns + column] = self.paper(column * side, row * side, side);
            }
        }
        let paper = smoothed(&paper, columns, rows);
        // Between the middles of four squares, bilinear: first along the columns, then the rows.
        let place = |at: usize, n: usize| {
            let at = (at as f32 / side as f32 - 0.5).clamp(0.0, (n - 1) as f32);
            (at as usize, (at as usize + 1).min(n - 1), at.fract())
        };
        let places: Vec<(usize, usize, f32)> = (0..self.width).map(|x| place(x, columns)).collect();
        let mut here = vec![0.0_f32; columns];
        for (y, pixels) in self.data.chunks_exact_mut(self.width).enumerate() {
            let (above, below, share) = place(y, rows);
            for (column, it) in here.iter_mut().enumerate() {
                let at = |row: usize| f32::from(paper[row * columns + column]);
                *it = at(above) * (1.0 - share) + at(below) * share;
            }
            for (it, &(left, right, share)) in pixels.iter_mut().zip(&places) {
                let white = here[left] * (1.0 - share) + here[right] * share;
                *it = (f32::from(*it) * 250.0 / white).min(255.0) as u8;
            }
        }
    }

    /// The brightness that a fifth of a square's pixels exceed: paper, unless it is all ink.
    fn paper(&self, left: usize, top: usize, side: usize) -> u8 {
        let mut histogram = [0_u32; 256];
        let mut n = 0;
        for y in top..(top + side).min(self.height) {
            let row = &self.data[y * self.width..(y + 1) * self.width];
            for &it in &row[left..(left + side).min(self.width)] {
                histogram[usize::from(it)] += 1;
                n += 1;
            }
        }
        let mut above = 0;
        for (value, count) in histogram.iter().enumerate().rev() {
            above += count;
            if above * 5 >= n {
                return (value as u8).max(DARKEST_PAPER);
            }
        }
        DARKEST_PAPER
    }

    /// Ink of a flattened image, in connected pieces.
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        let mask: Vec<bool> = self.data.iter().map(|&it| it < INK).collect();
        pieces(&mask, self.width)
    }

    /// Whitens specks: pieces too small for a point, and small ones with no letter near.
    /// What is left comes back.
    pub(crate) fn dust(&mut self, inch: f32) -> Vec<Piece> {
        let (tiny, small) = ((inch / 150.0).powi(2), inch / 36.0);
        let near = (inch / 16.0) as usize;
        let pieces = self.pieces();
        let (letters, specks): (Vec<Piece>, Vec<Piece>) =
            pieces.into_iter().partition(|it| it.extent() as f32 > small);
        // Squares with a letter in them or beside them, shifted by one so that none is negative.
        let side = near.max(1);
        let (columns, rows) = (self.width / side + 3, self.height / side + 3);
        let mut lively = vec![false; columns * rows];
        for it in &letters {
            for row in it.y0 / side..=it.y1 / side + 2 {
                let from = row.min(rows - 1) * columns;
                let (left, right) = (it.x0 / side, (it.x1 / side + 2).min(columns - 1));
                lively[from + left..=from + right].fill(true);
            }
        }
        let mut kept = letters;
        for it in specks {
            let alive = lively[(it.y0 / side + 1) * columns + it.x0 / side + 1];
            if alive && it.area as f32 > tiny {
                kept.push(it);
                continue;
            }
            self.whiten(&it);
        }
        kept
    }

    /// Paints a piece of ink over, with a margin of one pixel for its gray rim.
    pub(super) fn whiten(&mut self, it: &Piece) {
        for &(y, start, end) in &it.runs {
            for y in (y as usize).saturating_sub(1)..(y as usize + 2).min(self.height) {
                let row = y * self.width;
                let start = (start as usize).saturating_sub(1);
                let end = (end as usize + 1).min(self.width);
                self.data[row + start..row + end].fill(255);
            }
        }
    }
}

/// Each square's paper is the median of its neighborhood: a square full of ink borrows.
fn smoothed(paper: &[u8], columns: usize, rows: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(paper.len());
    let mut around = Vec::with_capacity(9);
    for row in 0..rows {
        for column in 0..columns {
            around.clear();
            for r in row.saturating_sub(1)..(row + 2).min(rows) {
                for c in column.saturating_sub(1)..(column + 2).min(columns) {
                    around.push(paper[r * columns + c]);
                }
            }
            around.sort_unstable();
            out.push(around[around.len() / 2]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sheet of 300 by 200 pixels at 100 dpi, darker to the right, with a bar and specks.
    fn sheet() -> Gray {
        let mut it = Gray { width: 300, height: 200, data: Vec::new() };
        for _ in 0..200 {
            it.data.extend((0..300).map(|x| 240 - (x / 3) as u8));
        }
        for y in 60..80 {
            it.data[y * 300 + 50..y * 300 + 58].fill(30);
        }
        it.data[82 * 300 + 62..82 * 300 + 64].fill(20);
        it.data[83 * 300 + 62..83 * 300 + 64].fill(20);
        it.data[150 * 300 + 250..150 * 300 + 252].fill(20);
        it.data[151 * 300 + 250..151 * 300 + 252].fill(20);
        it
    }

    #[test]
    fn shadows_go_and_ink_stays() {
        let mut it = sheet();
        it.flatten(100.0);
        let corners = [0, 299, 199 * 300, 200 * 300 - 1].map(|i| it.data[i]);
        assert!(corners.iter().all(|it| *it > 235), "{corners:?}");
        assert!(it.data[70 * 300 + 54] < 60);
    }

    #[test]
    fn a_lone_speck_is_dust_and_the_same_one_beside_a_letter_is_a_point() {
        let mut it = sheet();
        it.flatten(100.0);
        let kept = it.dust(100.0);
        assert_eq!(kept.len(), 2, "{kept:?}");
        assert!(it.data[82 * 300 + 62] < 100, "the point");
        assert_eq!(it.data[150 * 300 + 250], 255, "the dust");
    }
}
