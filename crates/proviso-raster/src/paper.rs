//! Finds the sheet in a photograph.
//!
//! **Invariant:** a sheet is found only where its four edges are in the picture and what they
//! enclose is bright nearly everywhere; else the picture is taken as it is.

use super::Gray;
use super::ink::{Piece, pieces};

/// The picture is looked at in about this many pixels across.
const SMALL: usize = 600;
/// A sheet fills at least this share of a picture that somebody took of it.
const MIN_SHARE: f64 = 0.25;
/// How much of the four-cornered outline the bright area fills, and the other way round.
const MIN_FIT: f64 = 0.94;
/// Paper is at least this much brighter than what it lies on.
const CONTRAST: f64 = 40.0;
/// Even in the shade it is this much brighter than nearly all that is seen at the picture's edge.
const ABOVE_GROUND: u8 = 20;

/// The corners of the sheet in pixels, from the upper left, clockwise.
pub fn sheet(image: &Gray) -> Option<[(f64, f64); 4]> {
    let factor = (image.width.max(image.height) / SMALL).max(1);
    let small = image.reduced(factor);
    let (w, h) = (small.width, small.height);
    if w < 50 || h < 50 {
        return None;
    }
    // What the sheet lies on is seen at the edge of the picture. A part of the sheet in the shade
    // may be nearer to it than to paper in the light, so it is asked first.
    let thresholds = [small.ground().saturating_add(ABOVE_GROUND), small.threshold()];
    let corners = thresholds.into_iter().find_map(|it| four_corners(&small, it))?;
    let factor = factor as f64;
    Some(corners.map(|(x, y)| (x * factor, y * factor)))
}

/// The corners of what is brighter than this, if it is a sheet.
fn four_corners(small: &Gray, threshold: u8) -> Option<[(f64, f64); 4]> {
    let (w, h) = (small.width, small.height);
    let bright: Vec<bool> = small.data.iter().map(|&it| it > threshold).collect();
    let sheet = pieces(&bright, w).into_iter().max_by_key(|it| it.area)?;
    // What reaches three edges of the picture is no sheet that lies on something.
    let touching = [sheet.x0 == 0, sheet.y0 == 0, sheet.x1 == w, sheet.y1 == h];
    if touching.iter().filter(|it| **it).count() > 1 {
        return None;
    }
    // The outermost points in the four diagonal directions.
    let mut corners = [(0.0, 0.0); 4];
    let mut far = [f64::NEG_INFINITY; 4];
    for &(y, start, end) in &sheet.runs {
        for x in [f64::from(start), f64::from(end)] {
            let y = f64::from(y) + 0.5;
            for (i, reach) in [-x - y, x - y, x + y, y - x].into_iter().enumerate() {
                if reach > far[i] {
                    (far[i], corners[i]) = (reach, (x, y));
                }
            }
        }
    }
    let edges = Edges::of(&sheet, w, h);
    // Print inside of the sheet belongs to it: count from the first to the last bright pixel.
    let seen = edges.rows.iter().filter(|it| it.1 > it.0);
    let within: usize = seen.map(|it| (it.1 - it.0) as usize).sum();
    let corners = edges.refined(corners);
    let area = enclosed(&corners);
    let fits = area / within as f64;
    let share = area / (w * h) as f64;
    if share < MIN_SHARE || !(MIN_FIT..=1.0 / MIN_FIT).contains(&fits) {
        return None;
    }
    let mean = |wanted: bool| {
        let (sum, n) = small
            .data
            .iter()
            .zip(&bright)
            .filter(|it| *it.1 == wanted)
            .fold((0_u64, 0_u64), |it, (value, _)| (it.0 + u64::from(*value), it.1 + 1));
        if n == 0 { 0.0 } else { sum as f64 / n as f64 }
    };
    (mean(true) - mean(false) >= CONTRAST).then_some(corners)
}

impl Gray {
    /// How bright what lies at the edge of the picture is, but for a tenth of it.
    fn ground(&self) -> u8 {
        let rim = (self.width.max(self.height) / 60).max(2);
        let mut histogram = [0_usize; 256];
        let mut n = 0;
        for (y, row) in self.data.chunks_exact(self.width.max(1)).enumerate() {
            let is_end = y < rim || y + rim >= self.height;
            for (x, &it) in row.iter().enumerate() {
                if is_end || x < rim || x + rim >= self.width {
                    histogram[usize::from(it)] += 1;
                    n += 1;
                }
            }
        }
        let mut below = 0;
        let at = histogram.iter().position(|it| {
            below += it;
            below * 10 >= n * 9
        });
        at.unwrap_or(0) as u8
    }
}

/// Where a sheet begins and ends in each row, and in each column.
struct Edges {
    rows: Vec<(u32, u32)>,
    columns: Vec<(u32, u32)>,
}

impl Edges {
    fn of(sheet: &Piece, width: usize, height: usize) -> Edges {
        let none = (u32::MAX, 0);
        let mut it = Edges { rows: vec![none; height], columns: vec![none; width] };
        for &(y, start, end) in &sheet.runs {
            let row = &mut it.rows[y as usize];
            *row = (row.0.min(start), row.1.max(end));
            for column in &mut it.columns[start as usize..end as usize] {
                *column = (column.0.min(y), column.1.max(y + 1));
            }
        }
        it
    }

    /// Corners where the straight sides meet: a corner itself may be bent, torn or in the shade.
    fn refined(&self, corners: [(f64, f64); 4]) -> [(f64, f64); 4] {
        let [a, b, c, d] = corners;
        let end = |it: &(u32, u32), first: bool| f64::from(if first { it.0 } else { it.1 });
        // As `along` goes, `across` is where the side lies.
        let side = |spans: &[(u32, u32)], from: f64, to: f64, first: bool| {
            let margin = 0.1 * (to - from);
            let inner = (from + margin).max(0.0) as usize..(to - margin).max(0.0) as usize;
            let seen = spans.iter().enumerate().skip(inner.start).take(inner.len());
            let seen = seen.filter(|it| it.1.1 > it.1.0);
            straight(seen.map(|(at, it)| (at as f64 + 0.5, end(it, first))).collect())
        };
        let top = side(&self.columns, a.0, b.0, true);
        let bottom = side(&self.columns, d.0, c.0, false);
        let left = side(&self.rows, a.1, d.1, true);
        let right = side(&self.rows, b.1, c.1, false);
        let (Some(top), Some(bottom), Some(left), Some(right)) = (top, bottom, left, right) else {
            return corners;
        };
        // y = p + q x and x = r + s y meet in one point.
        let meet = |across: (f64, f64), down: (f64, f64)| {
            let y = (across.0 + across.1 * down.0) / (1.0 - across.1 * down.1);
            (down.0 + down.1 * y, y)
        };
        [meet(top, left), meet(top, right), meet(bottom, right), meet(bottom, left)]
    }
}

/// The straight line through most of these points, by least squares over those that are not off:
/// where it begins and how it rises.
fn straight(mut points: Vec<(f64, f64)>) -> Option<(f64, f64)> {
    let fit = |points: &[(f64, f64)]| {
        let n = points.len() as f64;
        let (x, y) = points.iter().fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
        let (x, y) = (x / n, y / n);
        let (xy, xx) = points.iter().fold((0.0, 0.0), |sum, it| {
            (sum.0 + (it.0 - x) * (it.1 - y), sum.1 + (it.0 - x).powi(2))
        });
        let rise = xy / xx;
        (points.len() > 8 && xx > 0.0).then_some((y - rise * x, rise))
    };
    let mut line = fit(&points)?;
    for _ in 0..3 {
        let off = |it: &(f64, f64)| (it.1 - line.0 - line.1 * it.0).abs();
        let mut all: Vec<f64> = points.iter().map(off).collect();
        all.sort_by(f64::total_cmp);
        let limit = (2.5 * all[all.len() / 2]).max(1.0);
        points.retain(|it| off(it) <= limit);
        line = fit(&points)?;
    }
    Some(line)
}

/// The lengths of the sheet's sides: across and down, the longer of each pair.
pub fn size(corners: &[(f64, f64); 4]) -> (f64, f64) {
    let length = |i: usize, j: usize| {
        let (a, b) = (corners[i], corners[j]);
        (a.0 - b.0).hypot(a.1 - b.1)
    };
    (length(0, 1).max(length(3, 2)), length(0, 3).max(length(1, 2)))
}

/// The area within four corners (the shoelace formula).
fn enclosed(corners: &[(f64, f64); 4]) -> f64 {
    let twice: f64 = (0..4)
        .map(|i| (corners[i], corners[(i + 1) % 4]))
        .map(|(a, b)| a.0 * b.1 - b.0 * a.1)
        .sum();
    twice.abs() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dark table with a bright sheet on it, given by its corners, and text in the sheet.
    fn photograph(corners: [(f64, f64); 4]) -> Gray {
        let mut it = Gray { width: 800, height: 600, data: vec![60; 800 * 600] };
        for y in 0..600 {
            for x in 0..800 {
                let inside = (0..4).all(|i| {
                    let (a, b) = (corners[i], corners[(i + 1) % 4]);
                    (b.0 - a.0) * (y as f64 - a.1) - (b.1 - a.1) * (x as f64 - a.0) >= 0.0
                });
                if inside {
                    it.data[y * 800 + x] = if y % 40 < 8 && x % 9 < 5 { 50 } else { 215 };
                }
            }
        }
        it
    }

    #[test]
    fn a_sheet_on_a_table_is_found_by_its_corners() {
        let corners = [(80.0, 60.0), (700.0, 30.0), (740.0, 560.0), (60.0, 520.0)];
        let found = sheet(&photograph(corners)).unwrap();
        for (found, real) in found.iter().zip(corners) {
            let off = (found.0 - real.0).hypot(found.1 - real.1);
            assert!(off < 6.0, "{found:?}, not {real:?}");
        }
    }

    #[test]
    fn a_sheet_half_in_the_shade_is_found_whole() {
        let corners = [(80.0, 60.0), (700.0, 30.0), (740.0, 560.0), (60.0, 520.0)];
        let mut it = photograph(corners);
        for y in 0..600 {
            for x in 0..800_usize {
                let value = &mut it.data[y * 800 + x];
                if x + y > 900 && *value > 200 {
                    *value = 125;
                }
            }
        }
        for (found, real) in sheet(&it).unwrap().iter().zip(corners) {
            let off = (found.0 - real.0).hypot(found.1 - real.1);
            assert!(off < 4.0, "{found:?}, not {real:?}");
        }
    }

    #[test]
    fn a_scan_is_no_photograph() {
        let corners = [(-1.0, -1.0), (801.0, -1.0), (801.0, 601.0), (-1.0, 601.0)];
        assert_eq!(sheet(&photograph(corners)), None);
    }

    #[test]
    fn something_bright_that_has_no_four_corners_is_no_sheet() {
        let mut it = Gray { width: 800, height: 600, data: vec![60; 800 * 600] };
        for y in 0..600_i32 {
            for x in 0..800_i32 {
                if (x - 400).pow(2) + (y - 300).pow(2) < 250 * 250 {
                    it.data[(y * 800 + x) as usize] = 220;
                }
            }
        }
        assert_eq!(sheet(&it), None);
    }
}
