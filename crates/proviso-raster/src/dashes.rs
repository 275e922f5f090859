//! Dashed and dotted lines: small pieces of ink in a row, one like the other.
//!
//! Recognition takes them for letters, and they part rows as drawn lines do.
//!
//! **Invariant:** a dashed line has so many pieces, so near to one another and so alike, that no
//! word can be one.

use proviso_core::document::{Rect, Ruling};

use super::Gray;
use super::ink::Piece;

/// The fewest pieces of a line.
const LEAST: usize = 10;
/// How long it is at least, in inches.
const LENGTH: f32 = 1.0;
/// How high a piece is at most, in inches.
const HIGH: f32 = 0.035;
/// How long a piece is at most, in inches.
const LONG: f32 = 0.14;
/// From one piece to the next, in lengths of the longer one.
const GAP: f32 = 2.2;
/// Of one line pieces are this much alike.
const ALIKE: f32 = 1.7;

impl Gray {
    /// Takes dashed and dotted lines out of a flattened image, and out of its pieces.
    pub fn take_dashes(&mut self, pieces: &mut Vec<Piece>, inch: f32) -> Vec<Ruling> {
        let is_dash = |it: &Piece| {
            let (width, height) = ((it.x1 - it.x0) as f32, (it.y1 - it.y0) as f32);
            height <= HIGH * inch && width <= LONG * inch && width >= 0.7 * height
        };
        let mut dashes: Vec<usize> = (0..pieces.len()).filter(|it| is_dash(&pieces[*it])).collect();
        dashes.sort_by_key(|it| pieces[*it].x0);
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for at in dashes {
            let here = pieces[at].rect();
            open.retain(|row| {
                let last = rows[*row].last().map(|it| pieces[*it].rect());
                last.is_some_and(|it| here.x0 - it.x1 <= GAP * LONG * inch)
            });
            let next = open.iter().copied().find(|row| {
                rows[*row].last().is_some_and(|it| goes_on(&pieces[*it].rect(), &here))
            });
            match next {
                Some(row) => rows[row].push(at),
                None => {
                    open.push(rows.len());
                    rows.push(vec![at]);
                }
            }
        }
        let mut taken = vec![false; pieces.len()];
        let mut rulings = Vec::new();
        for row in rows.into_iter().filter(|it| it.len() >= LEAST) {
            let all = row.iter().map(|it| pieces[*it].rect()).reduce(|a, b| a.union(&b));
            let Some(rect) = all.filter(|it| it.width() >= LENGTH * inch) else { continue };
            for at in &row {
                taken[*at] = true;
                self.whiten(&pieces[*at]);
            }
            let middle = rect.center().1;
            let half = (pieces[row[0]].rect().height() / 2.0).max(0.5);
            let rect = Rect::new(rect.x0, middle - half, rect.x1, middle + half);
            rulings.push(Ruling { rect });
        }
        let mut taken = taken.into_iter();
        pieces.retain(|_| !taken.next().unwrap_or(false));
        rulings
    }
}

/// Whether a piece is the next dash of a line.
fn goes_on(last: &Rect, next: &Rect) -> bool {
    let gap = next.x0 - last.x1;
    let longer = last.width().max(next.width());
    let level = (last.center().1 - next.center().1).abs() <= 0.5 * last.height() + 1.0;
    let alike = |a: f32, b: f32| a.max(b) <= ALIKE * a.min(b) + 2.0;
    level
        && gap > 0.0
        && gap <= GAP * longer
        && alike(last.width(), next.width())
        && alike(last.height(), next.height())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(marks: &[(usize, usize, usize, usize)]) -> Gray {
        let mut it = Gray { width: 600, height: 100, data: vec![250; 60_000] };
        for &(x, y, width, height) in marks {
            for row in y..y + height {
                it.data[row * 600 + x..row * 600 + x + width].fill(20);
            }
        }
        it
    }

    #[test]
    fn a_dashed_line_is_taken_out_and_a_number_stays() {
        let mut marks: Vec<_> = (0..30).map(|i| (20 + 16 * i, 50, 9, 3)).collect();
        marks.extend((0..6).map(|i| (40 + 30 * i, 10, 12, 24)));
        marks.push((400, 20, 12, 3));
        let mut image = page(&marks);
        let mut pieces = image.pieces();
        let found = image.take_dashes(&mut pieces, 300.0);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].rect.x0, found[0].rect.x1), (20.0, 493.0));
        assert_eq!(pieces.len(), 7, "digits and a lone dash");
        assert!(image.data[50 * 600..53 * 600].iter().all(|it| *it > 200));
    }

    #[test]
    fn a_few_dashes_are_no_line() {
        let marks: Vec<_> = (0..6).map(|i| (20 + 16 * i, 50, 9, 3)).collect();
        let mut image = page(&marks);
        let mut pieces = image.pieces();
        assert_eq!(image.take_dashes(&mut pieces, 300.0).len(), 0);
        assert_eq!(pieces.len(), 6);
    }
}
