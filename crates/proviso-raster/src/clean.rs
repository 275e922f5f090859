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
/// Paper that is not as bright as this lies in the shade.
const SHADE: u8 = 225;
/// What is darker is no paper, but a stroke as wide as a shadow.
const DARKEST_SHADE: f32 = 130.0;
/// Ink that is hardly seen, after paper is white.
const FAINT_INK: u8 = 205;
/// Letters whose darkest pixel is no darker are faint, and how dark they are to be.
const FAINT: u8 = 95;
const BLACK: u8 = 45;
/// Noise is made darker with the letters.
const MOST_DARKENED: f32 = 2.2;
/// Letters are so many inches high, and so many are measured at least.
const LETTERS: std::ops::Range<f32> = 0.055..0.2;
const LEAST_LETTERS: usize = 60;
/// After paper is white, what is darker than this is ink.
pub(super) const INK: u8 = 150;

impl Gray {
    /// Divides each pixel by the paper around it: shadows, shaded cells and yellowed paper go.
    pub fn flatten(&mut self, inch: f32) {
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
        self.whiten_paper(&paper, columns, |at| at as f32 / side as f32 - 0.5, |white| white);
    }

    /// Takes away what is left of shadows that are narrower than the squares paper is estimated in:
    /// folds, and the edges of shade. No stroke is as wide as what is taken for paper here.
    pub fn even(&mut self, inch: f32) {
        let factor = ((inch / 100.0).round() as usize).max(1);
        let small = self.reduced(factor);
        let (w, h) = (small.width, small.height);
        if w < 2 || h < 2 {
            return;
        }
        let bright = spread(&small.data, w, |a, b| a.max(b));
        let mut paper = small;
        paper.data = spread(&bright, w, |a, b| a.min(b));
        // The grain of paper is no shade.
        if paper.data.iter().filter(|it| **it < SHADE).count() * 500 < w * h {
            return;
        }
        let blurred = spread_mean(&paper.data, w);
        let square = |at: usize| (at as f32 + 0.5) / factor as f32 - 0.5;
        self.whiten_paper(&blurred, w, square, |white| white.clamp(DARKEST_SHADE, 250.0));
    }

    /// Divides each pixel by the paper around it, which is known of squares, so many in a row.
    /// `square` says in which one a pixel lies, with halves; `white` what is paper of what was found.
    fn whiten_paper(
        &mut self,
        paper: &[u8],
        columns: usize,
        square: impl Fn(usize) -> f32,
        white: impl Fn(f32) -> f32,
    ) {
        let rows = paper.len() / columns;
        // Between the middles of four squares, bilinear: first along the columns, then the rows.
        let place = |at: usize, n: usize| {
            let at = square(at).clamp(0.0, (n - 1) as f32);
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
                let white = white(here[left] * (1.0 - share) + here[right] * share);
                *it = (f32::from(*it) * 250.0 / white).min(255.0) as u8;
            }
        }
    }

    /// Darkens thin and faint print of a flattened image, as far as its own strokes say; says by how
    /// much.
    pub fn darken(&mut self, inch: f32) -> Option<f32> {
        let heights = LETTERS.start * inch..LETTERS.end * inch;
        let darkest = |it: &Piece| {
            let runs = it.runs.iter().flat_map(|&(y, start, end)| {
                &self.data[y as usize * self.width..][start as usize..end as usize]
            });
            runs.copied().min().unwrap_or(255)
        };
        let mut strokes: Vec<u8> = self
            .faint_pieces()
            .iter()
            .filter(|it| {
                heights.contains(&((it.y1 - it.y0) as f32)) && it.x1 - it.x0 < 2 * (it.y1 - it.y0)
            })
            .map(darkest)
            .collect();
        if strokes.len() < LEAST_LETTERS {
            return None;
        }
        strokes.sort_unstable();
        // A quarter of the letters at least are as faint as this.
        let usual = strokes[strokes.len() * 3 / 4];
        if usual < FAINT {
            return None;
        }
        let by = (f32::from(255 - BLACK) / f32::from(255 - usual)).min(MOST_DARKENED);
        for it in &mut self.data {
            *it = (255.0 - f32::from(255 - *it) * by).max(0.0) as u8;
        }
        Some(by)
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
    pub fn pieces(&self) -> Vec<Piece> {
        let mask: Vec<bool> = self.data.iter().map(|&it| it < INK).collect();
        pieces(&mask, self.width)
    }

    /// Ink that is hardly seen, in connected pieces.
    pub fn faint_pieces(&self) -> Vec<Piece> {
        let mask: Vec<bool> = self.data.iter().map(|&it| it < FAINT_INK).collect();
        pieces(&mask, self.width)
    }

    /// Whitens specks: pieces too small for a point, and small ones with no letter near.
    /// What is left comes back.
    pub fn dust(&mut self, inch: f32) -> Vec<Piece> {
        let (tiny, small) = ((inch / 150.0).powi(2), inch / 36.0);
        let near = (inch / 16.0) as usize;
        let (letters, specks): (Vec<Piece>, Vec<Piece>) =
            self.pieces().into_iter().partition(|it| it.extent() as f32 > small);
        // Of a gray letter only some grains are dark enough for ink: they are no dust.
        let gray = self.faint_pieces();
        let mut within = vec![false; self.data.len()];
        let seen = gray.iter().filter(|it| 2.0 * it.extent() as f32 > small);
        for &(y, start, end) in seen.flat_map(|it| &it.runs) {
            let row = y as usize * self.width;
            within[row + start as usize..row + end as usize].fill(true);
        }
        // Squares with a letter in them or beside them, shifted by one so that none is negative.
        let side = near.max(1);
        let (columns, rows) = (self.width / side + 3, self.height / side + 3);
        let mut lively = vec![false; columns * rows];
        let gray = gray.iter().filter(|it| it.extent() as f32 > small);
        for it in letters.iter().chain(gray) {
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
            let (y, x, _) = it.runs[0];
            if !(alive && within[y as usize * self.width + x as usize]) {
                self.whiten(&it);
            }
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

/// Of each pixel and its neighbors in a square of nine by nine the one that is chosen.
fn spread(data: &[u8], width: usize, chosen: impl Fn(u8, u8) -> u8) -> Vec<u8> {
    const REACH: usize = 4;
    let height = data.len() / width;
    let mut across = Vec::with_capacity(data.len());
    for row in data.chunks_exact(width) {
        across.extend((0..width).map(|x| {
            let near = &row[x.saturating_sub(REACH)..(x + REACH + 1).min(width)];
            near.iter().copied().fold(row[x], &chosen)
        }));
    }
    let mut out = across.clone();
    for (y, out) in out.chunks_exact_mut(width).enumerate() {
        for near in y.saturating_sub(REACH)..(y + REACH + 1).min(height) {
            let near = &across[near * width..(near + 1) * width];
            out.iter_mut().zip(near).for_each(|(it, near)| *it = chosen(*it, *near));
        }
    }
    out
}

/// Each pixel as the mean of itself and its eight neighbors.
fn spread_mean(data: &[u8], width: usize) -> Vec<u8> {
    let height = data.len() / width;
    let mut out = Vec::with_capacity(data.len());
    for y in 0..height {
        let rows = y.saturating_sub(1)..(y + 2).min(height);
        for x in 0..width {
            let (from, to) = (x.saturating_sub(1), (x + 2).min(width));
            let sum: u32 = rows
                .clone()
                .map(|it| {
                    data[it * width + from..it * width + to]
                        .iter()
                        .map(|it| u32::from(*it))
                        .sum::<u32>()
                })
                .sum();
            out.push((sum / (rows.len() * (to - from)) as u32) as u8);
        }
    }
    out
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
    fn a_fold_goes_and_what_is_printed_in_it_stays() {
        let mut it = Gray { width: 400, height: 300, data: vec![245; 120_000] };
        it.data[150 * 400..162 * 400].fill(150);
        for y in 152..160 {
            it.data[y * 400 + 100..y * 400 + 103].fill(40);
        }
        it.data[20 * 400 + 20..20 * 400 + 24].fill(40);
        it.even(100.0);
        assert!(it.data[156 * 400 + 300] > 220, "{}", it.data[156 * 400 + 300]);
        assert!(it.data[156 * 400 + 101] < 110, "{}", it.data[156 * 400 + 101]);
        assert_eq!(it.data[20 * 400 + 21], 40, "far from it nothing is changed");
    }

    #[test]
    fn faint_letters_are_darkened_and_black_ones_are_not() {
        let letters = |ink: u8| {
            let mut it = Gray { width: 600, height: 400, data: vec![250; 240_000] };
            for i in 0..100 {
                let (x, y) = (20 + 28 * (i % 20), 30 + 60 * (i / 20));
                for row in y..y + 24 {
                    it.data[row * 600 + x..row * 600 + x + 12].fill(ink);
                }
            }
            it
        };
        let (mut faint, mut black) = (letters(150), letters(30));
        assert!(faint.darken(300.0).is_some_and(|it| it > 1.5));
        assert!(faint.data.iter().all(|it| *it < 60 || *it > 240));
        assert_eq!(black.darken(300.0), None);
        assert_eq!(black, letters(30));
    }

    #[test]
    fn the_grains_of_a_gray_letter_are_no_dust() {
        let mut it = Gray { width: 300, height: 200, data: vec![250; 60_000] };
        for y in 60..84 {
            it.data[y * 300 + 50..y * 300 + 62].fill(180);
            it.data[y * 300 + 52 + y % 7] = 140;
        }
        it.dust(300.0);
        assert!(it.data[60 * 300 + 55] < 200 && it.data[83 * 300 + 58] < 200);
        assert!((60..84).all(|y| it.data[y * 300 + 52 + y % 7] == 140));
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
