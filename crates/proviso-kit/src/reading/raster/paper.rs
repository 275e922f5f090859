//! Finds the sheet in a photograph.
//!
//! **Invariant:** a sheet is found only where its four edges are in the picture and what they
//! enclose is bright nearly everywhere; else the picture is taken as it is.

use super::Gray;
use super::ink::pieces;

/// The picture is looked at in about this many pixels across.
const SMALL: usize = 600;
/// A sheet fills at least this share of a picture that somebody took of it.
const MIN_SHARE: f64 = 0.25;
/// How much of the four-cornered outline the bright area fills, and the other way round.
const MIN_FIT: f64 = 0.94;
/// Paper is at least this much brighter than what it lies on.
const CONTRAST: f64 = 40.0;

/// The corners of the sheet in pixels, from the upper left, clockwise.
pub(crate) fn sheet(image: &Gray) -> Option<[(f64, f64); 4]> {
    let factor = (image.width.max(image.height) / SMALL).max(1);
    let small = image.reduced(factor);
    let (w, h) = (small.width, small.height);
    if w < 50 || h < 50 {
        return None;
    }
    let threshold = small.threshold();
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
    let mut within = 0_usize;
    for &(y, start, end) in &sheet.runs {
        // Print inside of the sheet belongs to it: count from the first to the last bright pixel.
        for x in [f64::from(start), f64::from(end)] {
            let y = f64::from(y) + 0.5;
            for (i, reach) in [-x - y, x - y, x + y, y - x].into_iter().enumerate() {
                if reach > far[i] {
                    (far[i], corners[i]) = (reach, (x, y));
                }
            }
        }
    }
    let mut spans: Vec<(u32, u32)> = vec![(u32::MAX, 0); h];
    for &(y, start, end) in &sheet.runs {
        let it = &mut spans[y as usize];
        *it = (it.0.min(start), it.1.max(end));
    }
    for (start, end) in spans.into_iter().filter(|it| it.1 > it.0) {
        within += (end - start) as usize;
    }
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
    if mean(true) - mean(false) < CONTRAST {
        return None;
    }
    let factor = factor as f64;
    Some(corners.map(|(x, y)| (x * factor, y * factor)))
}

/// The lengths of the sheet's sides: across and down, the longer of each pair.
pub(crate) fn size(corners: &[(f64, f64); 4]) -> (f64, f64) {
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
