//! Light print on a dark ground, as header rows and boxes of totals have it, made dark on light.
//!
//! Whiteness is divided by the paper around a pixel before anything is recognized. Where a dark band
//! is taken for paper its print vanishes in it, and where it is not the band is a picture: a table
//! lost its header either way.
//!
//! **Invariant:** what is turned is a filled box with lighter print in it, and nothing beside the box
//! is touched. A bar, a hole that was punched and a copier's edge hold no print and stay.

use super::Gray;
use super::ink::{Piece, pieces};

/// Sides of the squares a page is looked at in, in inches: white strokes are narrower.
const SQUARE: f32 = 0.02;
/// Sides of those in which paper is looked for, likewise: a band fills none of them and its neighbors.
const PAPER: f32 = 1.0;
/// A ground that is darker than this part of the paper is dark.
const DARK: f32 = 0.7;
/// The least box, in inches: a cell with one syllable in it.
const LEAST: (f32, f32) = (0.25, 0.13);
/// So much of a box is dark at least: the rest is print.
const FILLED: f32 = 0.6;
/// So much of it is print, at least and at most.
const PRINT: std::ops::Range<f32> = 0.01..0.45;
/// Print is lighter than its ground by this at least, and as light as this part of the paper: in the
/// shade of a photograph paper is a ground with darker print.
const CONTRAST: f32 = 40.0;
const LIGHT: f32 = 0.75;
/// The sides of a box are dark, to this part of their length, as deep as this part of its height;
/// heavy letters have notches there.
const SIDES: f32 = 0.92;
const DEEP: usize = 12;
/// How dark print becomes, on paper of 255.
const BLACK: f32 = 40.0;

/// A box in pixels; right and bottom are outside.
#[derive(Debug, Clone, Copy)]
struct Band {
    x0: usize,
    y0: usize,
    x1: usize,
    y1: usize,
}

impl Gray {
    /// Makes light print on dark boxes dark on light; says of how many boxes.
    pub fn turn_bands(&mut self, inch: f32) -> usize {
        let side = ((inch * SQUARE).round() as usize).max(2);
        let small = self.reduced(side);
        let paper = small.brightest((PAPER / SQUARE) as usize);
        if small.width == 0 || paper.is_empty() {
            return 0;
        }
        let dark: Vec<bool> = small
            .data
            .iter()
            .zip(&paper)
            .map(|(here, paper)| f32::from(*here) < DARK * f32::from(*paper))
            .collect();
        let large = |it: &Piece| {
            let (width, height) = ((it.x1 - it.x0) as f32, (it.y1 - it.y0) as f32);
            width * SQUARE >= LEAST.0
                && height * SQUARE >= LEAST.1
                && it.area as f32 >= FILLED * width * height
        };
        let mut n_turned = 0;
        for it in pieces(&dark, small.width).iter().filter(|it| large(it)) {
            let band = Band {
                x0: it.x0 * side,
                y0: it.y0 * side,
                x1: (it.x1 * side).min(self.width),
                y1: (it.y1 * side).min(self.height),
            };
            let white = paper[(it.y0 + it.y1) / 2 * small.width + (it.x0 + it.x1) / 2];
            n_turned += usize::from(self.turn(band, f32::from(white)));
        }
        n_turned
    }

    /// The paper around each pixel: what all but the brightest tenth of a square is darker than, in
    /// the brightest of the squares around it.
    fn brightest(&self, side: usize) -> Vec<u8> {
        let side = side.max(1);
        let (columns, rows) = (self.width.div_ceil(side), self.height.div_ceil(side));
        let mut tiles = vec![0_u8; columns * rows];
        for (at, tile) in tiles.iter_mut().enumerate() {
            let (left, top) = (at % columns * side, at / columns * side);
            let mut all: Vec<u8> = (top..(top + side).min(self.height))
                .flat_map(|y| &self.data[y * self.width..][left..(left + side).min(self.width)])
                .copied()
                .collect();
            all.sort_unstable();
            *tile = all.get(all.len() * 9 / 10).copied().unwrap_or(255);
        }
        let around = |column: usize, row: usize| {
            let rows = row.saturating_sub(1)..(row + 2).min(rows);
            let columns_near = column.saturating_sub(1)..(column + 2).min(columns);
            let tiles = &tiles;
            rows.flat_map(move |y| columns_near.clone().map(move |x| tiles[y * columns + x]))
                .max()
                .unwrap_or(255)
        };
        let near: Vec<u8> = (0..tiles.len()).map(|it| around(it % columns, it / columns)).collect();
        let of = |at: usize| near[at / self.width / side * columns + at % self.width / side];
        (0..self.data.len()).map(of).collect()
    }

    /// Turns one box, if it holds light print.
    fn turn(&mut self, band: Band, white: f32) -> bool {
        let band = self.trimmed(band, DARK * white);
        if band.x1 <= band.x0 || band.y1 <= band.y0 {
            return false;
        }
        let mut values: Vec<u8> = (band.y0..band.y1)
            .flat_map(|y| &self.data[y * self.width..][band.x0..band.x1])
            .copied()
            .collect();
        values.sort_unstable();
        let at = |share: f32| f32::from(values[((values.len() - 1) as f32 * share) as usize]);
        let (ground, print) = (at(0.4), at(0.99));
        let middle = (ground + print) / 2.0;
        let lighter = values.iter().filter(|it| f32::from(**it) > middle).count() as f32;
        let share = lighter / values.len() as f32;
        let is_print = print - ground >= CONTRAST
            && print >= LIGHT * white
            && ground <= DARK * white
            && PRINT.contains(&share);
        // Dark print on what is only darker paper.
        let darker = values.iter().filter(|it| f32::from(**it) < ground - CONTRAST).count() as f32;
        if !is_print || darker > lighter / 4.0 || !self.is_framed(&band, middle) {
            return false;
        }
        for y in band.y0..band.y1 {
            for it in &mut self.data[y * self.width..][band.x0..band.x1] {
                let ink = ((f32::from(*it) - ground) / (print - ground)).clamp(0.0, 1.0);
                *it = (white - ink * (white - BLACK.min(white))) as u8;
            }
        }
        true
    }

    /// Whether the box is dark along all of its sides.
    fn is_framed(&self, it: &Band, middle: f32) -> bool {
        let deep = ((it.y1 - it.y0) / DEEP).max(1);
        let dark = |xs: std::ops::Range<usize>, ys: std::ops::Range<usize>| {
            let n = (xs.len() * ys.len()) as f32;
            let rows = ys.map(|y| &self.data[y * self.width..][xs.clone()]);
            let n_dark = rows.flatten().filter(|it| f32::from(**it) < middle).count();
            n_dark as f32 >= SIDES * n
        };
        dark(it.x0..it.x1, it.y0..(it.y0 + deep).min(it.y1))
            && dark(it.x0..it.x1, it.y1.saturating_sub(deep).max(it.y0)..it.y1)
            && dark(it.x0..(it.x0 + deep).min(it.x1), it.y0..it.y1)
            && dark(it.x1.saturating_sub(deep).max(it.x0)..it.x1, it.y0..it.y1)
    }

    /// The box without rows and columns at its sides that are mostly paper.
    fn trimmed(&self, mut it: Band, dark: f32) -> Band {
        let is_dark = |x: usize, y: usize| f32::from(self.data[y * self.width + x]) < dark;
        let is_paper = |n_dark: usize, n: usize| (n_dark as f32) < FILLED * n as f32;
        let row = |it: &Band, y: usize| {
            is_paper((it.x0..it.x1).filter(|x| is_dark(*x, y)).count(), it.x1 - it.x0)
        };
        let column = |it: &Band, x: usize| {
            is_paper((it.y0..it.y1).filter(|y| is_dark(x, *y)).count(), it.y1 - it.y0)
        };
        while it.y0 < it.y1 && row(&it, it.y0) {
            it.y0 += 1;
        }
        while it.y0 < it.y1 && row(&it, it.y1 - 1) {
            it.y1 -= 1;
        }
        while it.x0 < it.x1 && column(&it, it.x0) {
            it.x0 += 1;
        }
        while it.x0 < it.x1 && column(&it, it.x1 - 1) {
            it.x1 -= 1;
        }
        it
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INCH: f32 = 300.0;

    /// A page of light gray with boxes painted on it: left, top, right, bottom, gray.
    fn page(boxes: &[(usize, usize, usize, usize, u8)]) -> Gray {
        let (width, height) = (1200, 600);
        let mut data = vec![230_u8; width * height];
        for &(x0, y0, x1, y1, gray) in boxes {
            for y in y0..y1 {
                data[y * width + x0..y * width + x1].fill(gray);
            }
        }
        Gray { width, height, data }
    }

    #[test]
    fn light_print_on_a_dark_band_becomes_dark_on_light() {
        let mut boxes = vec![(103, 200, 1000, 260, 70)];
        boxes.extend((0..20).map(|it| (130 + 40 * it, 215, 136 + 40 * it, 245, 225)));
        let mut image = page(&boxes);
        assert_eq!(image.turn_bands(INCH), 1);
        let at = |x: usize, y: usize| image.data[y * image.width + x];
        assert!(at(133, 230) < 60 && at(150, 230) > 200, "{} {}", at(133, 230), at(150, 230));
        assert!(at(106, 230) > 200 && at(500, 203) > 200, "the band is paper to its sides");
        assert_eq!(at(50, 230), 230, "what is beside it is as it was");
    }

    #[test]
    fn bars_holes_letters_and_gray_cells_stay() {
        let mut boxes = vec![
            (100, 100, 1000, 140, 40),
            (50, 300, 120, 370, 60),
            // A cell that is shaded, with dark print.
            (400, 300, 800, 360, 190),
        ];
        boxes.extend((0..8).map(|it| (430 + 40 * it, 315, 436 + 40 * it, 345, 40)));
        // A heavy nought of a title, which is round, and a syllable with notches.
        boxes.extend([(200, 450, 300, 550, 20), (235, 480, 265, 520, 225)]);
        boxes.extend([(200, 450, 215, 465, 230), (285, 535, 300, 550, 230)]);
        boxes.extend([(400, 450, 500, 550, 20), (400, 480, 470, 490, 225)]);
        // Paper in the shade, with dark print and a gap of light.
        boxes.extend([
            (600, 420, 1000, 590, 120),
            (640, 450, 660, 480, 30),
            (700, 450, 720, 480, 30),
        ]);
        boxes.push((740, 450, 750, 480, 160));
        let mut image = page(&boxes);
        let before = image.clone();
        assert_eq!(image.turn_bands(INCH), 0);
        assert_eq!(image, before);
    }
}
