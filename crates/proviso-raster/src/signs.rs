//! Signs that recognition takes for letters: the triangle before negative amounts, and filled
//! circles.
//!
//! **Invariant:** what is taken for a sign is one piece of ink, and has the outline of the sign from
//! its first row to its last.

use proviso_core::document::{Rect, Source, Word};

use super::Gray;
use super::ink::Piece;

/// How large a sign is, in inches: 1.3 to 6.4 mm.
const SIZES: std::ops::Range<f32> = 0.05..0.25;
/// A larger circle is a hole that was punched.
const LARGEST_DISK: f32 = 0.16;
/// How much a sign is believed: its outline leaves little doubt.
const SURE: f32 = 0.93;

/// A sign in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawnSign {
    /// Its box.
    pub rect: Rect,
    /// What it is.
    pub text: char,
}

impl DrawnSign {
    /// The word that stands for it.
    pub fn word(&self) -> Word {
        let (rect, source) = (self.rect, Source::Ocr);
        Word { text: self.text.to_string(), rect, confidence: SURE, source, others: Vec::new() }
    }
}

impl Gray {
    /// Takes triangles and filled circles out of a flattened image, and out of its pieces.
    pub fn take_signs(&mut self, pieces: &mut Vec<Piece>, inch: f32) -> Vec<DrawnSign> {
        let mut found = Vec::new();
        let sizes = SIZES.start * inch..SIZES.end * inch;
        pieces.retain(|it| {
            let (width, height) = ((it.x1 - it.x0) as f32, (it.y1 - it.y0) as f32);
            let fits = sizes.contains(&width) && sizes.contains(&height);
            let Some(text) = fits.then(|| sign(it, inch)).flatten() else { return true };
            found.push(DrawnSign { rect: it.rect(), text });
            false
        });
        for it in &found {
            self.blank(&it.rect);
        }
        found
    }

    /// Paints a box white, with a margin of one pixel for the gray rim.
    fn blank(&mut self, it: &Rect) {
        let (x0, x1) = ((it.x0 as usize).saturating_sub(1), (it.x1 as usize + 1).min(self.width));
        for y in (it.y0 as usize).saturating_sub(1)..(it.y1 as usize + 1).min(self.height) {
            self.data[y * self.width + x0..y * self.width + x1].fill(255);
        }
    }
}

/// What sign a piece of ink is.
fn sign(piece: &Piece, inch: f32) -> Option<char> {
    let (width, height) = (piece.x1 - piece.x0, piece.y1 - piece.y0);
    let ratio = width as f32 / height as f32;
    // First and last inked pixel of each row, and how many there are.
    let mut rows = vec![(u32::MAX, 0_u32, 0_u32); height];
    for &(y, start, end) in &piece.runs {
        let it = &mut rows[y as usize - piece.y0];
        *it = (it.0.min(start), it.1.max(end), it.2 + end - start);
    }
    let rows: Vec<Row> = rows
        .iter()
        .map(|it| Row {
            left: (it.0.saturating_sub(piece.x0 as u32)) as f32 / width as f32,
            right: (it.1.saturating_sub(piece.x0 as u32)) as f32 / width as f32,
            inked: it.2 as f32 / width as f32,
        })
        .collect();
    if (0.8..=1.6).contains(&ratio) && is_triangle(&rows) {
        return Some('△');
    }
    let small = width as f32 <= LARGEST_DISK * inch;
    (small && (0.85..=1.18).contains(&ratio) && is_disk(&rows)).then_some('●')
}

/// A row of a piece, in widths of the piece.
struct Row {
    left: f32,
    right: f32,
    inked: f32,
}

/// Two sides that part from the top to a base, and nothing in between.
fn is_triangle(rows: &[Row]) -> bool {
    const OFF: f32 = 0.13;
    let n = rows.len() as f32;
    let apex = match rows.first() {
        Some(it) => (it.left + it.right) / 2.0,
        None => return false,
    };
    if !(0.3..=0.7).contains(&apex) {
        return false;
    }
    let follows = |(i, it): &(usize, &Row)| {
        let down = (*i as f32 + 0.5) / n;
        (it.left - apex * (1.0 - down)).abs() <= OFF
            && (it.right - (apex + (1.0 - apex) * down)).abs() <= OFF
    };
    let outline = rows.iter().enumerate().filter(follows).count() as f32;
    let base = rows.iter().rev().take(rows.len() / 4 + 1).any(|it| it.inked >= 0.75);
    // Within, above the base and below the top, are two strokes only.
    let within = &rows[rows.len() * 45 / 100..rows.len() * 72 / 100];
    let hollow = within.iter().filter(|it| it.inked < 0.75 * (it.right - it.left)).count();
    outline >= 0.92 * n && base && hollow * 10 >= within.len() * 9
}

/// A circle with ink all over.
fn is_disk(rows: &[Row]) -> bool {
    let n = rows.len() as f32;
    let follows = |(i, it): &(usize, &Row)| {
        let from_middle = 2.0 * (*i as f32 + 0.5) / n - 1.0;
        let half = (1.0 - from_middle * from_middle).max(0.0).sqrt() / 2.0;
        (it.left - (0.5 - half)).abs() <= 0.1
            && (it.right - (0.5 + half)).abs() <= 0.1
            && it.inked >= 0.93 * (it.right - it.left)
    };
    rows.len() >= 8 && rows.iter().enumerate().filter(follows).count() as f32 >= 0.93 * n
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An image whose pixels are inked where this says so.
    fn drawn(size: usize, is_ink: impl Fn(f32, f32) -> bool) -> Gray {
        let at = |i: usize| {
            let (x, y) = ((i % size) as f32 + 0.5, (i / size) as f32 + 0.5);
            if is_ink(x, y) { 20 } else { 250 }
        };
        Gray { width: size, height: size, data: (0..size * size).map(at).collect() }
    }

    fn signs(mut image: Gray) -> (String, usize) {
        let mut pieces = image.pieces();
        let found = image.take_signs(&mut pieces, 300.0);
        (found.iter().map(|it| it.text).collect(), pieces.len())
    }

    /// A triangle of lines from (10, 45) to (25, 10) to (40, 45), its base drawn or not.
    fn roof(x: f32, y: f32, base: bool) -> bool {
        let reach = (y - 10.0) * 15.0 / 35.0;
        let on_side = (10.0..45.0).contains(&y) && ((x - 25.0).abs() - reach).abs() < 2.2;
        on_side || (base && (42.0..45.0).contains(&y) && (x - 25.0).abs() < 15.0)
    }

    #[test]
    fn a_triangle_is_one_and_a_roof_is_none() {
        assert_eq!(signs(drawn(50, |x, y| roof(x, y, true))), ("△".to_owned(), 0));
        assert_eq!(signs(drawn(50, |x, y| roof(x, y, false))), (String::new(), 1));
        let capital = |x: f32, y: f32| {
            roof(x, y, false) || ((31.0..34.0).contains(&y) && (x - 25.0).abs() < 9.0)
        };
        assert_eq!(signs(drawn(50, capital)), (String::new(), 1));
    }

    #[test]
    fn a_filled_circle_is_a_sign_and_a_nought_is_a_digit() {
        let far = |x: f32, y: f32| (x - 25.0).hypot(y - 25.0);
        assert_eq!(signs(drawn(50, |x, y| far(x, y) < 14.0)), ("●".to_owned(), 0));
        assert_eq!(signs(drawn(50, |x, y| (10.0..14.0).contains(&far(x, y)))), (String::new(), 1));
        let square = |x: f32, y: f32| (x - 25.0).abs() < 14.0 && (y - 25.0).abs() < 14.0;
        assert_eq!(signs(drawn(50, square)), (String::new(), 1));
    }
}
