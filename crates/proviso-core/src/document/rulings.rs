//! Printed straight lines, collected from drawing instructions or from a page image.
//!
//! Producers draw one table border as many short pieces, as thin filled rectangles, or as the
//! outline of every cell; what comes out is one ruling per visible line.
//!
//! **Invariant:** rulings lie within the page, are longer than they are thick, and no two of one
//! direction overlap or touch end to end.

use crate::document::{Rect, Ruling};

/// Thicker bars are shading, not lines.
const MAX_THICKNESS: f32 = 4.0;
/// Shorter strokes are parts of letters and logos.
const MIN_LENGTH: f32 = 5.0;
/// Pieces that lie this close together are one line.
const JOIN: f32 = 1.6;
/// More strokes than this is a drawing or a map; a table has hundreds.
const MAX_STROKES: usize = 50_000;

/// Collects strokes of a page, in page coordinates.
#[derive(Debug)]
pub struct Collector {
    page: Rect,
    min_length: f32,
    join: f32,
    strokes: Vec<Rect>,
}

impl Collector {
    /// For a page of this size in points.
    pub fn new(width: f32, height: f32) -> Collector {
        Collector::with(width, height, MIN_LENGTH, JOIN)
    }

    /// For a page whose unit is a character cell.
    pub fn for_cells(width: f32, height: f32) -> Collector {
        Collector::with(width, height, 0.9, 0.2)
    }

    /// For a page of any unit: what is shorter than `min_length` is dropped, what is not further
    /// apart than `join` is one line.
    pub fn with(width: f32, height: f32, min_length: f32, join: f32) -> Collector {
        let page = Rect { x0: 0.0, y0: 0.0, x1: width, y1: height };
        Collector { page, min_length, join, strokes: Vec::new() }
    }

    /// Takes a straight stroke from one point to another, if it is horizontal or vertical.
    pub fn stroke(&mut self, from: (f32, f32), to: (f32, f32), width: f32, clip: &Rect) {
        let (dx, dy) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        let half = width.clamp(0.1, MAX_THICKNESS) / 2.0;
        if width > 2.0 * MAX_THICKNESS {
            return;
        }
        // Half a degree of slope is drawing noise, not a direction.
        if dy <= 0.3_f32.max(dx * 0.008) && dx > dy {
            let y = (from.1 + to.1) / 2.0;
            self.add(from.0, y - half, to.0, y + half, clip);
        } else if dx <= 0.3_f32.max(dy * 0.008) && dy > dx {
            let x = (from.0 + to.0) / 2.0;
            self.add(x - half, from.1, x + half, to.1, clip);
        }
    }

    /// Takes a filled rectangle, if it is thin enough to be a line.
    pub fn bar(&mut self, rect: Rect, clip: &Rect) {
        if rect.width().min(rect.height()) <= MAX_THICKNESS {
            self.add(rect.x0, rect.y0, rect.x1, rect.y1, clip);
        }
    }

    /// Takes a rectangle that is known to be a line.
    pub fn bar_of_any_thickness(&mut self, rect: Rect, clip: &Rect) {
        self.add(rect.x0, rect.y0, rect.x1, rect.y1, clip);
    }

    fn add(&mut self, xa: f32, ya: f32, xb: f32, yb: f32, clip: &Rect) {
        let x0 = xa.min(xb).max(clip.x0).max(self.page.x0);
        let y0 = ya.min(yb).max(clip.y0).max(self.page.y0);
        let x1 = xa.max(xb).min(clip.x1).min(self.page.x1);
        let y1 = ya.max(yb).min(clip.y1).min(self.page.y1);
        let drawn = x0 <= x1 && y0 <= y1 && x0.is_finite() && y1.is_finite();
        if drawn && self.strokes.len() < MAX_STROKES {
            self.strokes.push(Rect { x0, y0, x1, y1 });
        }
    }

    /// The visible lines: pieces joined, specks dropped.
    pub fn finish(self) -> Vec<Ruling> {
        let (across, down): (Vec<Rect>, Vec<Rect>) =
            self.strokes.into_iter().partition(|it| it.width() >= it.height());
        let mut rulings = merge(across, self.join, |it| it);
        rulings.extend(merge(down, self.join, transpose));
        rulings.retain(|it| it.width().max(it.height()) >= self.min_length);
        rulings
            .into_iter()
            .map(|it| Ruling { rect: Rect::new(it.x0, it.y0, it.x1, it.y1) })
            .collect()
    }
}

fn transpose(it: Rect) -> Rect {
    Rect { x0: it.y0, y0: it.x0, x1: it.y1, y1: it.x1 }
}

/// Joins pieces of horizontal lines; `turn` makes vertical ones horizontal, and back.
fn merge(strokes: Vec<Rect>, join: f32, turn: fn(Rect) -> Rect) -> Vec<Rect> {
    let mut strokes: Vec<Rect> = strokes.into_iter().map(turn).collect();
    strokes.sort_by(|a, b| a.center().1.total_cmp(&b.center().1).then(a.x0.total_cmp(&b.x0)));
    // Bands of almost equal height; within a band, pieces from left to right.
    let mut out: Vec<Rect> = Vec::new();
    let mut at = 0;
    while at < strokes.len() {
        let level = strokes[at].center().1;
        let end = at + strokes[at..].partition_point(|it| it.center().1 - level <= join);
        let band = &mut strokes[at..end];
        band.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        let mut open: Option<Rect> = None;
        for &piece in band.iter() {
            match &mut open {
                Some(it) if piece.x0 <= it.x1 + join => *it = it.union(&piece),
                _ => out.extend(open.replace(piece)),
            }
        }
        out.extend(open);
        at = end;
    }
    out.into_iter().map(turn).collect()
}
