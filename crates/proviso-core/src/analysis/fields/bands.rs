//! Boxes of a page, found by where they stand: in bands of a height, from left to right.
//!
//! **Invariant:** what is near holds all that overlaps; work grows with what stands there, neither with
//! the page nor with the length of a line.

use std::collections::BTreeMap;

use crate::document::Rect;

/// What rounding may take from a width, in page units.
const SLACK: f32 = 1.0;

/// Boxes, and what stands in each.
#[derive(Debug)]
pub(super) struct Bands<T> {
    height: f32,
    bands: BTreeMap<i64, Band<T>>,
}

/// The boxes of one height from left to right, and how wide the widest is.
#[derive(Debug)]
struct Band<T> {
    widest: f32,
    all: Vec<(Rect, T)>,
}

impl<T> Bands<T> {
    /// Bands of about the height of a line.
    pub(super) fn of(height: f32, all: impl IntoIterator<Item = (Rect, T)>) -> Bands<T> {
        let mut out = Bands { height: height.max(0.01), bands: BTreeMap::new() };
        for (rect, it) in all {
            let band = out.band(&rect);
            let band = out.bands.entry(band).or_insert(Band { widest: 0.0, all: Vec::new() });
            band.widest = band.widest.max(rect.width());
            band.all.push((rect, it));
        }
        out.bands.values_mut().for_each(|it| it.all.sort_by(|a, b| a.0.x0.total_cmp(&b.0.x0)));
        out
    }

    fn band(&self, rect: &Rect) -> i64 {
        (rect.center().1 / self.height) as i64
    }

    /// The boxes that may overlap one, in its band and those above and below it.
    pub(super) fn near(&self, rect: &Rect) -> impl Iterator<Item = &(Rect, T)> {
        let band = self.band(rect);
        let (left, right) = (rect.x0 - SLACK, rect.x1);
        self.bands.range(band - 1..=band + 1).flat_map(move |(_, it)| {
            let first = it.all.partition_point(|one| one.0.x0 < left - it.widest);
            it.all.iter().skip(first).take_while(move |one| one.0.x0 <= right)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overlaps_is_near_and_what_stands_far_to_either_side_is_not() {
        let boxes = [(0.0, 5.0), (10.0, 400.0), (30.0, 35.0), (50.0, 60.0), (500.0, 510.0)];
        let boxes = boxes.map(|(from, to)| (Rect::new(from, 100.0, to, 110.0), from as i32));
        let below = [(Rect::new(30.0, 140.0, 35.0, 150.0), -1)];
        let bands = Bands::of(12.0, boxes.into_iter().chain(below));
        let near = |from, to| -> Vec<i32> {
            bands.near(&Rect::new(from, 101.0, to, 109.0)).map(|it| it.1).collect()
        };
        assert_eq!(near(31.0, 34.0), [0, 10, 30], "the widest may reach that far");
        assert_eq!(near(505.0, 506.0), [500]);
    }
}
