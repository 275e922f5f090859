//! Page images: decoding within bounds, straightening, finding and erasing printed lines, and what can
//! be told of them without recognizing letters: boxes, seals, signs, digits.
//!
//! **Invariant:** no image is decoded before its declared size is known to be within the limits.

pub mod boxes;
mod clean;
mod dashes;
pub mod digits;
pub mod frames;
mod ink;
mod inverse;
mod letters;
pub mod paper;
pub mod seal;
pub mod signs;
pub mod warp;

use std::io::Cursor;

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _, ImageReader, Limits};
use proviso_core::document::{Rect, Ruling};

pub use self::ink::Piece;
use proviso_core::document::rulings::Collector;

/// More pixels than this is an image bomb or a poster, not a page: A3 at 600 dpi has 70 million.
pub const MAX_PIXELS: u64 = 120_000_000;

/// Ink is darker than its surroundings by more than this.
const CONTRAST: u32 = 18;

/// A gray image, 0 is black.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gray {
    /// Pixels per row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row after row.
    pub data: Vec<u8>,
}

/// Why there is no image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RasterError {
    /// Larger than the limits allow.
    TooLarge(String),
    /// Damaged.
    Damaged(String),
}

/// Pixels across and down, by an image's header; none where it is of no kind that is decoded here,
/// or larger than what is.
pub fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let (width, height) = reader.into_dimensions().ok()?;
    let n_pixels = u64::from(width) * u64::from(height);
    (1..=MAX_PIXELS).contains(&n_pixels).then_some((width, height))
}

/// Decodes an image as it is meant to be seen, turned by its EXIF orientation.
pub fn decode(bytes: &[u8]) -> Result<DynamicImage, RasterError> {
    let damaged = |it: image::ImageError| RasterError::Damaged(it.to_string());
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|it| RasterError::Damaged(it.to_string()))?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_PIXELS * 8);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    let n_pixels = u64::from(width) * u64::from(height);
    if n_pixels > MAX_PIXELS {
        return Err(RasterError::TooLarge(format!(
            "{width} × {height} pixels, and at most {} million are read",
            MAX_PIXELS / 1_000_000
        )));
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(damaged)?;
    image.apply_orientation(orientation);
    Ok(image)
}

/// Transparent parts are paper.
fn on_white(image: &DynamicImage) -> image::GrayImage {
    if !image.color().has_alpha() {
        return image.to_luma8();
    }
    let it = image.to_luma_alpha8();
    image::GrayImage::from_fn(it.width(), it.height(), |x, y| {
        let [luma, alpha] = it.get_pixel(x, y).0;
        let (luma, alpha) = (u32::from(luma), u32::from(alpha));
        image::Luma([((luma * alpha + 255 * (255 - alpha)) / 255) as u8])
    })
}

impl Gray {
    /// Without colors, on white paper.
    pub fn from_image(image: &DynamicImage) -> Gray {
        let image = on_white(image);
        let (width, height) = (image.width() as usize, image.height() as usize);
        Gray { width, height, data: image.into_raw() }
    }

    /// From four bytes per pixel on a white ground.
    pub fn from_rgba(width: usize, height: usize, rgba: &[u8]) -> Gray {
        let luma = |it: &[u8]| {
            ((u32::from(it[0]) * 299 + u32::from(it[1]) * 587 + u32::from(it[2]) * 114) / 1000)
                as u8
        };
        Gray { width, height, data: rgba.chunks_exact(4).map(luma).collect() }
    }

    /// A part of it on a white ground of `margin` pixels, and where the part's corner lies.
    pub fn part(&self, rect: &Rect, margin: f32) -> (Gray, f32, f32) {
        let margin = margin.max(1.0) as usize;
        let x0 = (rect.x0.max(0.0) as usize).min(self.width);
        let y0 = (rect.y0.max(0.0) as usize).min(self.height);
        let x1 = (rect.x1.max(0.0).ceil() as usize).clamp(x0, self.width);
        let y1 = (rect.y1.max(0.0).ceil() as usize).clamp(y0, self.height);
        let (width, height) = (x1 - x0 + 2 * margin, y1 - y0 + 2 * margin);
        let mut data = vec![255_u8; width * height];
        for y in y0..y1 {
            let to = (y - y0 + margin) * width + margin;
            data[to..to + x1 - x0]
                .copy_from_slice(&self.data[y * self.width + x0..y * self.width + x1]);
        }
        let part = Gray { width, height, data };
        (part, x0 as f32 - margin as f32, y0 as f32 - margin as f32)
    }

    /// Enlarged or reduced by `factor`, bilinear.
    pub fn scaled(&self, factor: f32) -> Gray {
        let width = ((self.width as f32 * factor).round() as usize).max(1);
        let height = ((self.height as f32 * factor).round() as usize).max(1);
        self.resized(width, height).unwrap_or_else(|| self.clone())
    }

    /// As large as this; none where there is nothing.
    pub fn resized(&self, width: usize, height: usize) -> Option<Gray> {
        let image =
            image::GrayImage::from_raw(self.width as u32, self.height as u32, self.data.clone())?;
        let filter = image::imageops::FilterType::CatmullRom;
        let out = image::imageops::resize(&image, width as u32, height as u32, filter);
        Some(Gray { width, height, data: out.into_raw() })
    }

    /// Reduced by a whole factor: each pixel is the mean of a square.
    fn reduced(&self, factor: usize) -> Gray {
        if self.data.is_empty() {
            return self.clone();
        }
        let (width, height) = (self.width / factor, self.height / factor);
        let mut data = Vec::with_capacity(width * height);
        let mut sums = vec![0_u32; width];
        for rows in self.data.chunks_exact(self.width * factor) {
            sums.fill(0);
            for row in rows.chunks_exact(self.width) {
                for (sum, square) in sums.iter_mut().zip(row.chunks_exact(factor)) {
                    *sum += square.iter().map(|&it| u32::from(it)).sum::<u32>();
                }
            }
            let n = (factor * factor) as u32;
            data.extend(sums.iter().map(|it| (it / n) as u8));
        }
        Gray { width, height, data }
    }

    /// The gray value that best parts ink from paper (Otsu 1979).
    pub fn threshold(&self) -> u8 {
        let mut histogram = [0_u64; 256];
        for &it in &self.data {
            histogram[usize::from(it)] += 1;
        }
        let total = self.data.len() as f64;
        let sum: f64 = histogram.iter().enumerate().map(|(i, &n)| i as f64 * n as f64).sum();
        let (mut below, mut sum_below, mut best, mut at) = (0.0, 0.0, -1.0, 127);
        for (i, &n) in histogram.iter().enumerate() {
            below += n as f64;
            sum_below += i as f64 * n as f64;
            let above = total - below;
            if below == 0.0 || above == 0.0 {
                continue;
            }
            let apart = sum_below / below - (sum - sum_below) / above;
            let between = below * above * apart * apart;
            if between > best {
                (best, at) = (between, i);
            }
        }
        at as u8
    }

    /// By how many degrees the rows of ink fall to the right; within ±4°.
    ///
    /// The rows of text and lines stand out most when summed along their own direction, so the
    /// angle with the most uneven sums wins.
    pub fn skew(&self, inch: f32) -> f32 {
        let factor = (self.width / 800).max(1);
        let mut small = self.reduced(factor);
        // In a shadow rows are seen only where it was taken away.
        small.flatten(inch / factor as f32);
        let threshold = small.threshold();
        let ink: Vec<(f32, f32)> = small
            .data
            .iter()
            .enumerate()
            .filter(|(_, it)| **it <= threshold)
            .map(|(i, _)| ((i % small.width) as f32, (i / small.width) as f32))
            .collect();
        // A photo or a dark page has no rows to speak of.
        if ink.len() < 500 || ink.len() * 3 > small.data.len() {
            return 0.0;
        }
        let unevenness = |degrees: f32| {
            let slope = degrees.to_radians().tan();
            let offset = small.width as f32 * slope.abs();
            let mut rows = vec![0_u32; small.height + 2 * offset as usize + 2];
            for &(x, y) in &ink {
                let row = (y - x * slope + offset).max(0.0) as usize;
                if let Some(it) = rows.get_mut(row) {
                    *it += 1;
                }
            }
            rows.windows(2).map(|it| (f64::from(it[0]) - f64::from(it[1])).powi(2)).sum::<f64>()
        };
        let best_of = |from: f32, to: f32, step: f32| {
            let n = ((to - from) / step).round() as i32;
            (0..=n)
                .map(|i| from + step * i as f32)
                .map(|it| (it, unevenness(it)))
                .max_by(|a, b| a.1.total_cmp(&b.1))
                .unwrap_or((0.0, 0.0))
        };
        let coarse = best_of(-4.0, 4.0, 0.4).0;
        let (fine, clear) = best_of(coarse - 0.4, coarse + 0.4, 0.1);
        // Without rows every angle is as good as none.
        if clear > 1.1 * unevenness(0.0) { fine } else { 0.0 }
    }

    /// Turned clockwise by this many quarters.
    pub fn turned(&self, quarters: u8) -> Gray {
        if quarters.is_multiple_of(4) {
            return self.clone();
        }
        let (w, h) = (self.width, self.height);
        let (width, height) = if quarters % 2 == 1 { (h, w) } else { (w, h) };
        let mut data = Vec::with_capacity(self.data.len());
        for y in 0..height {
            for x in 0..width {
                let (sx, sy) = match quarters % 4 {
                    1 => (y, h - 1 - x),
                    2 => (w - 1 - x, h - 1 - y),
                    _ => (w - 1 - y, x),
                };
                data.push(self.data[sy * w + sx]);
            }
        }
        Gray { width, height, data }
    }

    fn sample(&self, x: f32, y: f32) -> u8 {
        let (x0, y0) = (x.floor(), y.floor());
        if x0 < 0.0 || y0 < 0.0 || x0 as usize + 1 >= self.width || y0 as usize + 1 >= self.height {
            return 255;
        }
        let (fx, fy) = (x - x0, y - y0);
        let at = y0 as usize * self.width + x0 as usize;
        let p = |i: usize| f32::from(self.data[i]);
        let above = p(at) * (1.0 - fx) + p(at + 1) * fx;
        let below = p(at + self.width) * (1.0 - fx) + p(at + self.width + 1) * fx;
        (above * (1.0 - fy) + below * fy).round() as u8
    }

    /// Ink, by a threshold that follows the light: darker than the mean of the surroundings.
    pub fn ink(&self, radius: usize) -> Vec<bool> {
        let (w, h) = (self.width, self.height);
        let row = |y: usize| &self.data[y * w..(y + 1) * w];
        // Of each column the sum of the rows around the current one, and of these the sums from the
        // left end on: differences of two are the surroundings.
        let mut columns = vec![0_u32; w];
        let mut sums = vec![0_u32; w + 1];
        let mut out = vec![false; w * h];
        for y in 0..radius.min(h) {
            columns.iter_mut().zip(row(y)).for_each(|(sum, it)| *sum += u32::from(*it));
        }
        for (y, out) in out.chunks_exact_mut(w.max(1)).enumerate() {
            if y + radius < h {
                columns
                    .iter_mut()
                    .zip(row(y + radius))
                    .for_each(|(sum, it)| *sum += u32::from(*it));
            }
            if y > radius {
                let left = row(y - radius - 1);
                columns.iter_mut().zip(left).for_each(|(sum, it)| *sum -= u32::from(*it));
            }
            let mut sum = 0_u32;
            for (to, it) in sums[1..].iter_mut().zip(&columns) {
                sum = sum.wrapping_add(*it);
                *to = sum;
            }
            let n_rows = (y + radius + 1).min(h) - y.saturating_sub(radius);
            let is_dark = |here: u8, (x0, x1): (usize, usize)| {
                let n = (n_rows * (x1 - x0)) as u32;
                (u32::from(here) + CONTRAST) * n < sums[x1].wrapping_sub(sums[x0])
            };
            for (x, (to, it)) in out.iter_mut().zip(row(y)).enumerate() {
                *to = is_dark(*it, (x.saturating_sub(radius), (x + radius + 1).min(w)));
            }
        }
        out
    }

    /// Finds long straight runs of ink, and paints them over so that recognition is not disturbed.
    ///
    /// `inch` is the number of pixels in an inch.
    pub fn take_rulings(&mut self, inch: f32) -> Vec<Ruling> {
        let (w, h) = (self.width, self.height);
        let ink = self.ink((inch / 12.0) as usize + 2);
        let min_run = ((inch * 0.35) as usize).max(24);
        // The walls of a single low row; a tall letter's stroke touches no lines with its ends.
        let min_wall = ((inch * 0.15) as usize).max(12);
        let max_thick = (inch / 20.0).max(4.0);
        let mut collector = Collector::with(w as f32, h as f32, min_wall as f32, inch / 50.0);
        let across = runs(&ink, w, min_run);
        let down = runs(&transposed(&ink, w, h), h, min_wall);
        let page = Rect { x0: 0.0, y0: 0.0, x1: w as f32, y1: h as f32 };
        let mut erase: Vec<(usize, usize, usize, usize)> = Vec::new();
        let across = bars(across, max_thick as usize);
        let near = (inch / 20.0) as usize + 2;
        let on_line = |x: usize, y: usize| {
            across.iter().any(|it| {
                it.along0 <= x + near
                    && x <= it.along1 + near
                    && it.across0 <= y + near
                    && y <= it.across1 + near
            })
        };
        for it in &across {
            collector.bar_of_any_thickness(it.rect(), &page);
            erase.push((it.along0, it.across0, it.along1, it.across1));
        }
        for it in bars(down, max_thick as usize) {
            let x = it.across0;
            let is_wall = on_line(x, it.along0) && on_line(x, it.along1);
            if it.along1 - it.along0 < min_run && !is_wall {
                continue;
            }
            collector.bar_of_any_thickness(it.turned(), &page);
            erase.push((it.across0, it.along0, it.across1, it.along1));
        }
        for (x0, y0, x1, y1) in erase {
            for y in y0.saturating_sub(1)..(y1 + 1).min(h) {
                for x in x0.saturating_sub(1)..(x1 + 1).min(w) {
                    self.data[y * w + x] = 255;
                }
            }
        }
        collector.finish()
    }
}

/// A run of ink: on line `line`, from `start` to before `end`.
struct Run {
    line: usize,
    start: usize,
    end: usize,
}

/// Columns as rows. Tile by tile, since the pixels of a column lie far apart.
fn transposed(mask: &[bool], width: usize, height: usize) -> Vec<bool> {
    const TILE: usize = 32;
    let mut out = vec![false; mask.len()];
    for top in (0..height).step_by(TILE) {
        for left in (0..width).step_by(TILE) {
            for y in top..(top + TILE).min(height) {
                for x in left..(left + TILE).min(width) {
                    out[x * height + y] = mask[y * width + x];
                }
            }
        }
    }
    out
}

/// So many white pixels do not end a run.
const BRIDGED: usize = 3;

/// Runs of at least `min` ink pixels on each line of this length.
fn runs(ink: &[bool], length: usize, min: usize) -> Vec<Run> {
    let mut out = Vec::new();
    for (line, ink) in ink.chunks_exact(length.max(1)).enumerate() {
        let next = |from: usize| ink[from..].iter().position(|it| *it).map(|it| from + it);
        let mut from = 0;
        while let Some(start) = next(from) {
            let mut end = start + 1;
            while let Some(bridge) = ink[end..].iter().take(BRIDGED + 1).position(|it| *it) {
                end += bridge + 1;
            }
            if end - start >= min {
                out.push(Run { line, start, end });
            }
            from = end;
        }
    }
    out
}

/// Neighboring runs that make up one line.
#[derive(Debug, Clone, Copy)]
struct Bar {
    along0: usize,
    along1: usize,
    across0: usize,
    across1: usize,
}

impl Bar {
    fn rect(&self) -> Rect {
        let it = self;
        Rect::new(it.along0 as f32, it.across0 as f32, it.along1 as f32, it.across1 as f32)
    }
    fn turned(&self) -> Rect {
        let it = self;
        Rect::new(it.across0 as f32, it.along0 as f32, it.across1 as f32, it.along1 as f32)
    }
}

/// Joins runs on neighboring lines; what gets thicker than a line is a filled area and dropped.
fn bars(runs: Vec<Run>, max_thick: usize) -> Vec<Bar> {
    let mut done: Vec<Bar> = Vec::new();
    let mut open: Vec<Bar> = Vec::new();
    for run in runs {
        let mut still = Vec::with_capacity(open.len());
        for it in open {
            if it.across1 + 1 < run.line { done.push(it) } else { still.push(it) }
        }
        open = still;
        let near = open.iter_mut().find(|it| {
            it.across1 + 1 >= run.line && it.along0 <= run.end && run.start <= it.along1
        });
        match near {
            Some(it) => {
                it.along0 = it.along0.min(run.start);
                it.along1 = it.along1.max(run.end);
                it.across1 = it.across1.max(run.line + 1);
            }
            None => open.push(Bar {
                along0: run.start,
                along1: run.end,
                across0: run.line,
                across1: run.line + 1,
            }),
        }
    }
    done.extend(open);
    done.retain(|it| it.across1 - it.across0 <= max_thick);
    done
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The invariant as it reads: the mean of all pixels in a square around each.
    fn ink_by_hand(image: &Gray, radius: usize) -> Vec<bool> {
        let (w, h) = (image.width, image.height);
        let at = |place: usize| {
            let (x, y) = (place % w, place / w);
            let (mut sum, mut n) = (0, 0);
            for y in y.saturating_sub(radius)..(y + radius + 1).min(h) {
                for x in x.saturating_sub(radius)..(x + radius + 1).min(w) {
                    sum += u32::from(image.data[y * w + x]);
                    n += 1;
                }
            }
            (u32::from(image.data[place]) + CONTRAST) * n < sum
        };
        (0..w * h).map(at).collect()
    }

    proptest! {
        #[test]
        fn ink_is_darker_than_the_mean_around_it(
            data in prop::collection::vec(any::<u8>(), 1..400),
            width in 1_usize..30,
            radius in 0_usize..12,
        ) {
            let height = data.len() / width;
            let image = Gray { width, height, data: data[..width * height].to_vec() };
            prop_assert_eq!(image.ink(radius), ink_by_hand(&image, radius));
        }

        #[test]
        fn runs_bridge_specks_and_end_at_wider_gaps(
            ink in prop::collection::vec(any::<bool>(), 1..200),
            min in 1_usize..20,
        ) {
            let found = runs(&ink, ink.len(), min);
            for it in &found {
                prop_assert!(ink[it.start] && ink[it.end - 1] && it.end - it.start >= min);
                let mut gaps = ink[it.start..it.end].split(|it| *it).map(<[bool]>::len);
                prop_assert!(gaps.all(|it| it <= BRIDGED));
                prop_assert!(!ink[it.end..].iter().take(BRIDGED + 1).any(|it| *it));
            }
            // What is in no run is in none that is long enough.
            let all = runs(&ink, ink.len(), 1);
            prop_assert_eq!(found.len(), all.iter().filter(|it| it.end - it.start >= min).count());
            let covered = |at: usize| all.iter().any(|it| (it.start..it.end).contains(&at));
            prop_assert!((0..ink.len()).all(|at| !ink[at] || covered(at)));
        }

        #[test]
        fn columns_become_rows(
            mask in prop::collection::vec(any::<bool>(), 0..5_000),
            width in 1_usize..90,
        ) {
            let height = mask.len() / width;
            let mask = &mask[..width * height];
            let columns = transposed(mask, width, height);
            let turned = |x: usize, y: usize| columns[x * height + y] == mask[y * width + x];
            prop_assert!((0..height).all(|y| (0..width).all(|x| turned(x, y))));
            prop_assert_eq!(transposed(&columns, height, width), mask);
        }
    }
}
