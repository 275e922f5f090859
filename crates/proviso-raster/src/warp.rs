//! Seeing an image from straight above: perspective, turning and scaling in one resampling.
//!
//! **Invariant:** a [`Warp`] maps every pixel of the upright page to the place in the source image
//! that it was taken from, so what is found on the page can be shown in the source.

use proviso_core::document::View;

use super::Gray;

/// A homography from page pixels to source pixels, row by row.
///
/// Source: Hartley and Zisserman, Multiple View Geometry, 2nd ed., section 4.1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Warp([f64; 9]);

impl Warp {
    /// A page `factor` times as large as its source.
    pub fn scaling(factor: f64) -> Warp {
        Warp([1.0 / factor, 0.0, 0.0, 0.0, 1.0 / factor, 0.0, 0.0, 0.0, 1.0])
    }

    /// A page of this size whose corners (from the upper left, clockwise) lie in the source at
    /// `corners`. None where three of them lie on a line.
    pub fn of_corners(width: f64, height: f64, corners: [(f64, f64); 4]) -> Option<Warp> {
        let page = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        let mut rows = [[0.0_f64; 9]; 8];
        for (i, ((x, y), (u, v))) in page.into_iter().zip(corners).enumerate() {
            rows[2 * i] = [x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, u];
            rows[2 * i + 1] = [0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, v];
        }
        let it = solved(rows)?;
        Some(Warp([it[0], it[1], it[2], it[3], it[4], it[5], it[6], it[7], 1.0]))
    }

    /// A turn about the middle of a page of this size that takes away a skew of `degrees`.
    pub fn turning(degrees: f64, width: f64, height: f64) -> Warp {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (cx, cy) = (width / 2.0, height / 2.0);
        Warp([
            cos,
            -sin,
            cx - cx * cos + cy * sin,
            sin,
            cos,
            cy - cx * sin - cy * cos,
            0.0,
            0.0,
            1.0,
        ])
    }

    /// A page that shows a source of this size turned clockwise by this many quarters.
    pub fn quarters(quarters: u8, width: f64, height: f64) -> Warp {
        match quarters % 4 {
            0 => Warp::scaling(1.0),
            1 => Warp([0.0, 1.0, 0.0, -1.0, 0.0, height, 0.0, 0.0, 1.0]),
            2 => Warp([-1.0, 0.0, width, 0.0, -1.0, height, 0.0, 0.0, 1.0]),
            _ => Warp([0.0, -1.0, width, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
        }
    }

    /// From this page to the source of its source, which is the page of `source`.
    pub fn of(&self, source: &Warp) -> Warp {
        let (a, b) = (&source.0, &self.0);
        let mut out = [0.0; 9];
        for row in 0..3 {
            for column in 0..3 {
                out[3 * row + column] =
                    (0..3).map(|i| a[3 * row + i] * b[3 * i + column]).sum::<f64>();
            }
        }
        Warp(out.map(|it| it / out[8]))
    }

    /// The same in page units, `scale` pixels each, to source units, `source_scale` pixels each.
    pub fn in_units(&self, scale: f64, source_scale: f64) -> View {
        let page = Warp::scaling(1.0 / scale);
        let source = Warp::scaling(source_scale);
        View(page.of(self).of(&source).0)
    }

    /// Where a page pixel lies in the source.
    pub fn at(&self, x: f64, y: f64) -> (f64, f64) {
        View(self.0).source_of(x, y)
    }
}

impl Gray {
    /// The page of this size; what lies outside of the source is paper.
    pub fn through(&self, warp: &Warp, width: usize, height: usize) -> Gray {
        let mut data = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let (u, v) = warp.at(x as f64 + 0.5, y as f64 + 0.5);
                data.push(self.sample(u as f32 - 0.5, v as f32 - 0.5));
            }
        }
        Gray { width, height, data }
    }
}

/// Solves eight equations by elimination with pivots; the last column is the right side.
fn solved(mut rows: [[f64; 9]; 8]) -> Option<[f64; 8]> {
    for column in 0..8 {
        let pivot =
            (column..8).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-9 {
            return None;
        }
        rows.swap(column, pivot);
        let by = rows[column];
        for (i, row) in rows.iter_mut().enumerate() {
            if i != column {
                let factor = row[column] / by[column];
                for (it, by) in row.iter_mut().zip(by) {
                    *it -= factor * by;
                }
            }
        }
    }
    let mut out = [0.0; 8];
    for (i, row) in rows.iter().enumerate() {
        out[i] = row[8] / row[i];
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(warp: &Warp, from: (f64, f64), to: (f64, f64)) {
        let (x, y) = warp.at(from.0, from.1);
        assert!((x - to.0).abs() < 1e-6 && (y - to.1).abs() < 1e-6, "{x}, {y}, not {to:?}");
    }

    #[test]
    fn corners_come_from_corners() {
        let corners = [(12.0, 7.0), (210.0, 20.0), (205.0, 300.0), (3.0, 280.0)];
        let warp = Warp::of_corners(200.0, 280.0, corners).unwrap();
        check(&warp, (0.0, 0.0), corners[0]);
        check(&warp, (200.0, 0.0), corners[1]);
        check(&warp, (200.0, 280.0), corners[2]);
        check(&warp, (0.0, 280.0), corners[3]);
    }

    #[test]
    fn three_corners_on_a_line_are_no_sheet() {
        let corners = [(0.0, 0.0), (5.0, 0.0), (10.0, 0.0), (0.0, 0.0)];
        assert_eq!(Warp::of_corners(10.0, 10.0, corners), None);
    }

    #[test]
    fn a_turned_page_shows_what_the_turned_image_has() {
        let image = Gray { width: 3, height: 2, data: vec![0, 1, 2, 3, 4, 5] };
        for quarters in 0..4 {
            let turned = image.turned(quarters);
            let warp = Warp::quarters(quarters, 3.0, 2.0);
            for y in 0..turned.height {
                for x in 0..turned.width {
                    let (u, v) = warp.at(x as f64 + 0.5, y as f64 + 0.5);
                    let there = image.data[v as usize * 3 + u as usize];
                    assert_eq!(turned.data[y * turned.width + x], there, "{quarters} at {x}, {y}");
                }
            }
        }
    }

    #[test]
    fn a_chain_of_pages_ends_in_the_first_source() {
        let half = Warp::scaling(2.0);
        let turned = Warp::quarters(2, 20.0, 10.0).of(&half);
        check(&turned, (20.0, 10.0), (0.0, 0.0));
        check(&turned, (0.0, 0.0), (10.0, 5.0));
        let view = turned.in_units(2.0, 1.0);
        assert_eq!(view.source_of(10.0, 5.0), (0.0, 0.0), "two pixels to a unit");
    }

    #[test]
    fn turning_leaves_the_middle_where_it_is() {
        check(&Warp::turning(3.0, 100.0, 60.0), (50.0, 30.0), (50.0, 30.0));
    }
}
