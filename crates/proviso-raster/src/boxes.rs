//! Check boxes in page images: small upright squares with paper around them.
//!
//! **Invariant:** what is taken for a box stands alone: a square that touches other lines is a cell
//! of a table, and one that letters touch is part of a letter.

use proviso_core::document::{Rect, Source, Word};

use super::Gray;
use super::clean::INK;
use super::ink::Piece;
use proviso_core::document::check_box;

/// Sides of a box in inches: 2.2 to 7.6 mm. Smaller squares are bowls of letters.
const SIDES: std::ops::Range<f32> = 0.085..0.30;
/// The share of each side that is inked.
const DRAWN: f32 = 0.85;
/// The share of a box within its frame that is inked where it is ticked.
const TICKED: f32 = 0.05;
/// Beyond this it is a bullet, and nobody knows what it says.
const FILLED: f32 = 0.7;

/// How much a box is believed: what it holds is a matter of a threshold.
const SURE: f32 = 0.93;

/// A check box in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawnBox {
    /// Its frame.
    pub rect: Rect,
    /// Whether there is a mark in it.
    pub is_ticked: bool,
}

impl DrawnBox {
    /// The word that stands for it.
    pub fn word(&self) -> Word {
        let text = check_box::sign(self.is_ticked).to_string();
        let (rect, source) = (self.rect, Source::Ocr);
        Word { text, rect, confidence: SURE, source, others: Vec::new() }
    }
}

impl Gray {
    /// Takes the check boxes out of a flattened image, and their ink out of its pieces.
    pub fn take_boxes(&mut self, pieces: &mut Vec<Piece>, inch: f32) -> Vec<DrawnBox> {
        let sides = (SIDES.start * inch) as usize..(SIDES.end * inch) as usize;
        let fits = |it: &Piece| {
            let (w, h) = (it.x1 - it.x0, it.y1 - it.y0);
            w.min(h) >= sides.start && w.max(h) < 2 * sides.end
        };
        let mut found: Vec<DrawnBox> = Vec::new();
        for piece in pieces.iter().filter(|it| fits(it)) {
            let Some(frame) = frame(piece, &sides) else { continue };
            let inked = self.inked_within(&frame);
            let sticks_out = piece.extent() as f32 > 1.15 * frame.width().max(frame.height());
            // A letter with a square in it sticks out of an empty one.
            if inked > FILLED || (sticks_out && (inked < TICKED || is_letter(piece, &frame))) {
                continue;
            }
            if pieces.iter().all(|it| is_apart(it, piece, &frame)) {
                found.push(DrawnBox { rect: frame, is_ticked: inked >= TICKED });
            }
        }
        let inside = |it: &Piece| found.iter().any(|found| found.rect.holds(&it.rect()));
        for it in pieces.iter().filter(|it| inside(it)) {
            self.whiten(it);
        }
        pieces.retain(|it| !inside(it));
        found
    }

    /// The share of ink within a frame.
    fn inked_within(&self, frame: &Rect) -> f32 {
        let inset = 0.22 * frame.width();
        let (x0, x1) = ((frame.x0 + inset) as usize, (frame.x1 - inset) as usize);
        let (y0, y1) = ((frame.y0 + inset) as usize, (frame.y1 - inset) as usize);
        let rows = (y0..y1.min(self.height)).map(|y| &self.data[y * self.width..][x0..x1]);
        let n_inked: usize = rows.map(|it| it.iter().filter(|it| **it < INK).count()).sum();
        n_inked as f32 / ((x1 - x0) * (y1 - y0)).max(1) as f32
    }
}

/// The upright square in a piece of ink, if it has one.
fn frame(piece: &Piece, sides: &std::ops::Range<usize>) -> Option<Rect> {
    let (width, height) = (piece.x1 - piece.x0, piece.y1 - piece.y0);
    let mut mask = vec![false; width * height];
    for &(y, start, end) in &piece.runs {
        let row = (y as usize - piece.y0) * width;
        mask[row + start as usize - piece.x0..row + end as usize - piece.x0].fill(true);
    }
    // Rows that are inked all along, by the longest of their runs.
    let mut longest = vec![(0_u32, 0_u32); height];
    for &(y, start, end) in &piece.runs {
        let it = &mut longest[y as usize - piece.y0];
        if end - start > it.1 - it.0 {
            *it = (start, end);
        }
    }
    let most = longest.iter().map(|it| (it.1 - it.0) as usize).max()?;
    if !sides.contains(&most) {
        return None;
    }
    let is_side = |at: &usize| (longest[*at].1 - longest[*at].0) as f32 >= DRAWN * most as f32;
    let (top, bottom) = ((0..height).find(is_side)?, (0..height).rfind(is_side)?);
    let side = bottom + 1 - top;
    if (side as f32 - most as f32).abs() > 0.12 * most as f32 + 1.0 {
        return None;
    }
    let (above, below) = (longest[top], longest[bottom]);
    let near = most as u32 / 8 + 1;
    if above.0.abs_diff(below.0) > near || above.1.abs_diff(below.1) > near {
        return None;
    }
    let (left, right) = (above.0.min(below.0) as usize, above.1.max(below.1) as usize);
    // The walls: in each row some ink near the left end, and near the right one.
    let reach = (most / 6).max(2);
    let inked = |row: usize, from: usize, to: usize| {
        let row = row * width;
        mask[row + from - piece.x0..row + to - piece.x0].contains(&true)
    };
    let wall = |from: usize, to: usize| {
        let n = (top..=bottom).filter(|&row| inked(row, from, to)).count();
        n as f32 >= DRAWN * side as f32
    };
    let is_box = wall(left, left + reach) && wall(right - reach, right);
    let (y0, y1) = ((piece.y0 + top) as f32, (piece.y0 + bottom + 1) as f32);
    is_box.then_some(Rect { x0: left as f32, y0, x1: right as f32, y1 })
}

/// Whether what sticks out of a frame is part of a letter: it hangs far below, as in `g`, or goes
/// straight up from one of the walls, as in `b`. The end of a tick slants.
fn is_letter(piece: &Piece, frame: &Rect) -> bool {
    let side = frame.width();
    // The bowl of a letter is round, and begins beside the frame's first row.
    let rim = 0.15 * side;
    let above = piece.runs.iter().filter(|it| (it.0 as f32) < frame.y0 - rim);
    let middles: Vec<f32> = above.map(|it| (it.1 + it.2) as f32 / 2.0).collect();
    let most = middles.iter().copied().fold(f32::MIN, f32::max);
    let least = middles.iter().copied().fold(f32::MAX, f32::min);
    let is_upright = most - least < (0.15 * middles.len() as f32).max(1.5);
    let on_wall = |x: f32| (least - x).abs() < 0.3 * side;
    let has_stem =
        middles.len() as f32 > 0.1 * side && is_upright && (on_wall(frame.x0) || on_wall(frame.x1));
    has_stem || piece.y1 as f32 > frame.y1 + 0.25 * side
}

/// Whether a piece leaves the space around a box empty, or belongs to it.
fn is_apart(it: &Piece, own: &Piece, frame: &Rect) -> bool {
    if std::ptr::eq(it, own) || frame.holds(&it.rect()) {
        return true;
    }
    // Specks do not make a letter of a box.
    let side = frame.width();
    if (it.extent() as f32) < 0.25 * side {
        return true;
    }
    let other = it.rect();
    // `ㅁ` is a box with a vowel at its side, which is taller, or below it.
    let beside = if other.height() > 1.15 * side { 0.45 } else { 0.16 } * side;
    let below = 0.3 * side;
    other.x1 <= frame.x0 - beside
        || other.x0 >= frame.x1 + beside
        || other.y1 <= frame.y0 - below
        || other.y0 >= frame.y1 + below
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// Boxes of a picture of which each sign is three by three pixels; 300 pixels to the inch.
    #[track_caller]
    fn check(picture: &str, expect: Expect) {
        let rows: Vec<&str> = picture.lines().collect();
        let width = 3 * rows[0].len();
        let mut image = Gray { width, height: 3 * rows.len(), data: Vec::new() };
        for row in &rows {
            let wide: Vec<u8> =
                row.bytes().flat_map(|it| [if it == b'#' { 20 } else { 250 }; 3]).collect();
            image.data.extend(wide.repeat(3));
        }
        let mut pieces = image.pieces();
        let found = image.take_boxes(&mut pieces, 300.0);
        let boxes = found.iter().map(|it| {
            let (r, ticked) = (it.rect, if it.is_ticked { "ticked" } else { "empty" });
            format!("{} {} {} {} {ticked}", r.x0 / 3.0, r.y0 / 3.0, r.x1 / 3.0, r.y1 / 3.0)
        });
        let left = image.data.iter().filter(|it| **it < INK).count() / 9;
        let boxes = boxes.collect::<Vec<_>>().join("; ");
        expect.assert_eq(&format!("{boxes}, {left} left"));
    }

    #[test]
    fn an_empty_box_and_a_ticked_one_are_told_apart() {
        check(
            "\
............................
.##########....##########...
.#........#....#........#...
.#........#....#.#....#.#...
.#........#....#..#..#..#...
.#........#....#...##...#...
.#........#....#...##...#...
.#........#....#..#..#..#...
.#........#....#.#....#.#...
.#........#....#........#...
.##########....##########...
............................",
            expect!["1 1 11 11 empty; 15 1 25 11 ticked, 0 left"],
        );
    }

    #[test]
    fn a_tick_may_reach_out_of_its_box() {
        check(
            "\
..............##.
.............##..
.###########.##..
.#.........###...
.#.........##....
.#........###....
.#.##....##.#....
.#..##..##..#....
.#...####...#....
.#....##....#....
.#..........#....
.#..........#....
.############....
.................",
            expect!["1 2 13 13 ticked, 0 left"],
        );
    }

    #[test]
    fn a_letter_that_reaches_out_of_its_bowl_is_no_ticked_box() {
        // A bold `b` and a bold `g`, whose bowls are as good as square.
        check(
            "\
............................
.###........................
.###........................
.###........................
.###..#####.....#####..###..
.###########...###########..
.###########...###########..
.###.....###...###.....###..
.###.....###...###.....###..
.###..#..###...###..#..###..
.###..#..###...###..#..###..
.###.....###...###.....###..
.###########...###########..
.###########...###########..
.......................###..
.......................###..
...............###########..
................#########...
............................",
            expect![", 203 left"],
        );
    }

    #[test]
    fn cells_of_a_table_letters_and_bullets_are_no_boxes() {
        // Two cells side by side; a letter that has a square in it; a bullet.
        check(
            "\
....................................#.........
.##################.....##########..#.........
.#........#.......#.....#........#..#.........
.#........#.......#.....#........#..#.........
.#........#.......#.....#........#..#.........
.#........#.......#.....#........#..####......
.#........#.......#.....#........#..#.........
.#........#.......#.....#........#..#.........
.#........#.......#.....#........#..#.........
.#........#.......#.....#........#..#.........
.##################.....##########..#.........
....................................#.........
..............................................
..............................................
...########...................................
...########...................................
...########...................................
...########...................................
...########...................................
...########...................................
...########...................................
...########...................................
..............................................",
            expect![", 175 left"],
        );
    }
}
