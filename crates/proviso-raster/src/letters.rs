//! How high letters are, before anything is known of the print.
//!
//! **Invariant:** nothing is said of an image with too few pieces of ink to be text.

use super::Gray;
use super::ink::{Piece, pieces};

/// The fewest letters that are measured.
const LEAST: usize = 60;
/// Syllables come in pieces, so that most ink is lower than a letter; of a hundred pieces so many
/// are lower than a digit or a capital.
const LOWER: usize = 70;
/// How many pixels are lost of ink to noise.
const LOWEST: usize = 5;

impl Gray {
    /// The height of a digit or a capital in pixels; none where there is no text.
    pub fn letter_height(&self) -> Option<f32> {
        let radius = (self.width.min(self.height) / 60).max(8);
        let ink = self.ink(radius);
        let is_letter = |it: &Piece| {
            let (width, height) = (it.x1 - it.x0, it.y1 - it.y0);
            height > LOWEST
                && height < self.height / 12
                && width < 2 * height
                && height < 4 * width
                && it.area * 8 > width * height
        };
        let found = pieces(&ink, self.width);
        let mut heights: Vec<usize> =
            found.iter().filter(|it| is_letter(it)).map(|it| it.y1 - it.y0).collect();
        if heights.len() < LEAST {
            return None;
        }
        heights.sort_unstable();
        Some(heights[heights.len() * LOWER / 100] as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_measured_among_points_and_specks() {
        let mut it = Gray { width: 800, height: 600, data: vec![240; 480_000] };
        let mut bar = |x: usize, y: usize, width: usize, height: usize| {
            for row in y..y + height {
                it.data[row * 800 + x..row * 800 + x + width].fill(30);
            }
        };
        for i in 0..100 {
            let (x, y) = (20 + 30 * (i % 25), 40 + 60 * (i / 25));
            bar(x, y, 12, 24);
            bar(x + 16, y + 20, 4, 7);
            bar(x, y + 40, 2, 2);
        }
        bar(700, 300, 20, 200);
        assert_eq!(it.letter_height(), Some(24.0));
        assert_eq!(Gray { width: 50, height: 50, data: vec![240; 2500] }.letter_height(), None);
    }
}
