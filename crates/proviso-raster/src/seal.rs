//! Seals: red ink that was stamped onto a page, often over print.
//!
//! A Korean seal (도장, 직인) is a ring, an oval or a square of red strokes with letters in it, 8 to
//! 40 mm wide. It says who signed, and it makes what lies below it illegible to recognition.
//!
//! **Invariant:** only red within a seal is lifted; black ink below it stays, and red text, red
//! lines and red tables are left as they are.

use image::DynamicImage;
use proviso_core::document::Rect;

use super::Gray;
use super::ink::{Piece, pieces};

/// Squares that the red of an image is counted in, in inches.
const SQUARE: f32 = 0.025;
/// The longer side of a seal in inches: 7 to 42 mm.
const SIDES: std::ops::RangeInclusive<f32> = 0.28..=1.65;
/// Directions in which the frame of a seal is looked for.
const RAYS: usize = 64;
/// Images that are smaller than this hold no seal.
const MIN_PIXELS: usize = 24;

/// Pixels with their colors: red, green, blue and how opaque they are.
#[derive(Clone, Copy)]
pub struct Colors<'a> {
    /// Pixels per row.
    pub width: usize,
    /// Row after row, four bytes per pixel.
    pub data: &'a [u8],
}

/// What is printed on a page, and the seals that were stamped over it.
#[derive(Debug, Clone)]
pub struct Print {
    /// The page without its seals.
    pub gray: Gray,
    /// Where they were, in pixels.
    pub seals: Vec<Rect>,
}

impl Print {
    /// Of an image whose short side is this long.
    pub fn of_image(image: &DynamicImage, inches: f32) -> Print {
        let gray = Gray::from_image(image);
        if !image.color().has_color() {
            return Print { gray, seals: Vec::new() };
        }
        let inch = gray.width.min(gray.height) as f32 / inches.max(0.1);
        let rgba = image.to_rgba8();
        Print::new(gray, Colors { width: rgba.width() as usize, data: &rgba }, inch)
    }

    /// From four bytes per pixel on a white ground, `inch` pixels to the inch.
    pub fn of_rgba(width: usize, height: usize, rgba: &[u8], inch: f32) -> Print {
        let gray = Gray::from_rgba(width, height, rgba);
        Print::new(gray, Colors { width, data: rgba }, inch)
    }

    fn new(mut gray: Gray, colors: Colors<'_>, inch: f32) -> Print {
        let seals = seals(colors, inch);
        gray.lift(&seals, colors);
        Print { gray, seals: seals.into_iter().map(|it| it.rect).collect() }
    }
}

/// Whether a picture of this size in points may be one of a seal.
pub fn may_be(width: f32, height: f32) -> bool {
    SIDES.contains(&(width.max(height) / 72.0)) && width < 1.7 * height && height < 1.7 * width
}

/// Whether a picture, `width` points wide, shows a seal and nothing else.
pub fn is_seal(image: &DynamicImage, width: f32) -> bool {
    let rgba = image.to_rgba8();
    fills(Colors { width: rgba.width() as usize, data: &rgba }, width)
}

/// Whether a seal fills a picture of this width in points.
pub fn fills(image: Colors<'_>, width: f32) -> bool {
    let all = (image.width * image.height()) as f32;
    let inch = image.width as f32 / (width / 72.0).max(0.1);
    seals(image, inch).iter().any(|it| it.rect.width() * it.rect.height() > 0.5 * all)
}

impl Colors<'_> {
    fn height(&self) -> usize {
        self.data.len() / (self.width * 4).max(1)
    }
    /// How much more red a pixel is than anything else, and how bright its red.
    fn red(&self, x: usize, y: usize) -> (u8, u8) {
        let pixel = &self.data[(y * self.width + x) * 4..][..4];
        (redness(pixel), pixel[0])
    }
}

/// How much more red a pixel is than anything else; without a branch, since every pixel of a page
/// is asked.
fn redness(pixel: &[u8]) -> u8 {
    let [r, g, b] = [pixel[0], pixel[1], pixel[2]];
    // Orange and brown are no seal ink.
    let may_be = (g.abs_diff(b) < 80) & (pixel[3] >= 128);
    r.saturating_sub(g.max(b)) * u8::from(may_be)
}

/// A seal in an image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seal {
    /// In pixels.
    pub rect: Rect,
    /// How bright the red of its ink is.
    ink: u8,
}

/// Red this strong is ink, not the rim of it.
const STRONG: u8 = 45;
/// Red this weak is still the rim of ink.
const WEAK: u8 = 16;

/// The seals of an image with `inch` pixels to the inch, from top to bottom.
pub fn seals(image: Colors<'_>, inch: f32) -> Vec<Seal> {
    let (width, height) = (image.width, image.height());
    if width.min(height) < MIN_PIXELS {
        return Vec::new();
    }
    let side = ((inch * SQUARE) as usize).max(1);
    let (columns, rows) = (width.div_ceil(side), height.div_ceil(side));
    let mut counts = vec![0_u32; columns * rows];
    for (y, pixels) in image.data.chunks_exact(4 * width).enumerate() {
        let row = &mut counts[y / side * columns..][..columns];
        for (count, square) in row.iter_mut().zip(pixels.chunks(4 * side)) {
            *count +=
                square.chunks_exact(4).map(|it| u32::from(redness(it) >= STRONG)).sum::<u32>();
        }
    }
    let enough = (side * side).div_ceil(8) as u32;
    let lit: Vec<bool> = counts.iter().map(|&it| it >= enough).collect();
    let mut grid = Grid { lit, columns, rows };
    // Forms are printed in red, too.
    grid.drop_lines((SIDES.end() * inch) as usize / side + 2);
    let mut found: Vec<Seal> = Vec::new();
    for piece in pieces(&grid.widened(), columns) {
        // What was widened by one square on each side is narrowed again.
        let (x0, y0) = (piece.x0 + 1, piece.y0 + 1);
        let (x1, y1) = ((piece.x1.max(1) - 1).min(columns), (piece.y1.max(1) - 1).min(rows));
        let area = (x0 * side, y0 * side, (x1 * side).min(width), (y1 * side).min(height));
        let across = area.2.saturating_sub(area.0) as f32 / inch;
        let down = area.3.saturating_sub(area.1) as f32 / inch;
        let even = across < 1.7 * down && down < 1.7 * across;
        if !even || !SIDES.contains(&across.max(down)) || !grid.is_framed(&piece) {
            continue;
        }
        found.extend(image.seal(area));
    }
    // Letters in a ring may look like a seal of their own.
    let all = found.clone();
    found.retain(|it| !all.iter().any(|other| it.lies_in(other)));
    found
}

impl Seal {
    fn lies_in(&self, other: &Seal) -> bool {
        let (a, b) = (&self.rect, &other.rect);
        b.x0 <= a.x0 && b.y0 <= a.y0 && a.x1 <= b.x1 && a.y1 <= b.y1 && a != b
    }
}

impl Colors<'_> {
    /// The seal in an area whose red has a frame; none where it is filled with red.
    fn seal(&self, (x0, y0, x1, y1): (usize, usize, usize, usize)) -> Option<Seal> {
        let mut brightness = [0_usize; 256];
        let (mut n_inner, mut n_inner_red) = (0_usize, 0_usize);
        let (across, down) = ((x1 - x0) / 5, (y1 - y0) / 5);
        let inner = (x0 + across..x1 - across, y0 + down..y1 - down);
        for y in y0..y1 {
            for x in x0..x1 {
                let (red, bright) = self.red(x, y);
                let is_red = usize::from(red >= STRONG);
                brightness[usize::from(bright)] += is_red;
                if inner.0.contains(&x) && inner.1.contains(&y) {
                    n_inner += 1;
                    n_inner_red += is_red;
                }
            }
        }
        let n_red: usize = brightness.iter().sum();
        let share = n_inner_red as f32 / n_inner.max(1) as f32;
        if !(0.04..0.88).contains(&share) {
            return None;
        }
        let mut below = 0;
        let middle = brightness.iter().position(|n| {
            below += n;
            2 * below >= n_red
        });
        let rect = Rect::new(x0 as f32, y0 as f32, x1 as f32, y1 as f32);
        Some(Seal { rect, ink: middle.unwrap_or(200).clamp(90, 255) as u8 })
    }
}

/// Squares of an image that hold red.
struct Grid {
    lit: Vec<bool>,
    columns: usize,
    rows: usize,
}

impl Grid {
    /// Each lit square lights those around it: worn frames hold together.
    fn widened(&self) -> Vec<bool> {
        let mut out = vec![false; self.lit.len()];
        for (at, _) in self.lit.iter().enumerate().filter(|it| *it.1) {
            let (x, y) = (at % self.columns, at / self.columns);
            for y in y.saturating_sub(1)..(y + 2).min(self.rows) {
                let row = y * self.columns;
                out[row + x.saturating_sub(1)..row + (x + 2).min(self.columns)].fill(true);
            }
        }
        out
    }

    /// Darkens lines that are longer than any seal, across and down; what crosses them stays.
    fn drop_lines(&mut self, longest: usize) {
        let (columns, rows) = (self.columns, self.rows);
        let across = lines(rows, columns, longest, |y, x| self.lit[y * columns + x]);
        let down = lines(columns, rows, longest, |x, y| self.lit[y * columns + x]);
        for (y, x) in across.into_iter().chain(down.into_iter().map(|(x, y)| (y, x))) {
            self.lit[y * columns + x] = false;
        }
    }

    fn is_lit(&self, x: f32, y: f32) -> bool {
        let inside =
            x >= 0.0 && y >= 0.0 && (x as usize) < self.columns && (y as usize) < self.rows;
        inside && self.lit[y as usize * self.columns + x as usize]
    }

    /// Whether a piece has red near its border nearly all around, and some within.
    fn is_framed(&self, piece: &Piece) -> bool {
        let (cx, cy) = ((piece.x0 + piece.x1) as f32 / 2.0, (piece.y0 + piece.y1) as f32 / 2.0);
        let (rx, ry) = (cx - piece.x0 as f32 - 1.0, cy - piece.y0 as f32 - 1.0);
        let (mut n_framed, mut n_filled) = (0, 0);
        for ray in 0..RAYS {
            let (sin, cos) = (ray as f32 / RAYS as f32 * std::f32::consts::TAU).sin_cos();
            // To the box in this direction; an oval in it reaches 0.71 of that in the corners.
            let reach = (rx / cos.abs().max(1e-3)).min(ry / sin.abs().max(1e-3));
            let lit = |share: f32| self.is_lit(cx + cos * reach * share, cy + sin * reach * share);
            let steps = |from: usize, to: usize| (from..=to).map(|it| it as f32 / 40.0);
            n_framed += usize::from(steps(25, 40).any(lit));
            n_filled += usize::from(steps(2, 22).any(lit));
        }
        n_framed * 100 >= RAYS * 88 && n_filled * 3 >= RAYS
    }
}

/// The squares of lines that are at least this long and at most three squares thick, where `lit`
/// tells of a place on a row; a line may fall by one row.
fn lines(
    n_rows: usize,
    length: usize,
    longest: usize,
    lit: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    for row in 0..n_rows.saturating_sub(1) {
        let here = |at: usize| lit(row, at) || lit(row + 1, at);
        let mut at = 0;
        while at < length {
            let start = at;
            while at < length && here(at) {
                at += 1;
            }
            if at - start >= longest {
                let is_thin = |at: usize| {
                    let outside = [row.checked_sub(2), Some(row + 3)];
                    let lit = |it: &Option<usize>| it.is_some_and(|it| it < n_rows && lit(it, at));
                    !outside.iter().any(lit)
                };
                let thin = (start..at).filter(|&it| is_thin(it));
                out.extend(thin.flat_map(|it| [(row, it), (row + 1, it)]));
            }
            at += 1;
        }
    }
    out
}

impl Gray {
    /// Takes the red of seals off the page that they were stamped onto.
    pub fn lift(&mut self, seals: &[Seal], image: Colors<'_>) {
        for it in seals {
            let margin = |it: f32, by: f32| (it + by).max(0.0) as usize;
            let (x0, y0) = (margin(it.rect.x0, -3.0), margin(it.rect.y0, -3.0));
            let x1 = margin(it.rect.x1, 3.0).min(self.width);
            let y1 = margin(it.rect.y1, 3.0).min(self.height);
            let paper = self.paper_around(image, (x0, y0, x1, y1));
            for y in y0..y1 {
                for x in x0..x1 {
                    let (red, bright) = image.red(x, y);
                    if red >= WEAK {
                        // Through a red glass the ink of the seal is paper, and black is black.
                        let seen = u32::from(bright) * u32::from(paper) / u32::from(it.ink);
                        let here = &mut self.data[y * self.width + x];
                        *here = (seen.min(u32::from(paper)) as u8).max(*here);
                    }
                }
            }
        }
    }

    /// How bright the paper of an area is: a quarter of what is not red is brighter.
    fn paper_around(&self, image: Colors<'_>, area: (usize, usize, usize, usize)) -> u8 {
        let (x0, y0, x1, y1) = area;
        let mut brightness = [0_usize; 256];
        for y in y0..y1 {
            for x in (x0..x1).filter(|&x| image.red(x, y).0 < WEAK) {
                brightness[usize::from(self.data[y * self.width + x])] += 1;
            }
        }
        let n: usize = brightness.iter().sum();
        let mut above = 0;
        let at = brightness.iter().rposition(|it| {
            above += it;
            above * 4 >= n
        });
        at.unwrap_or(255) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INCH: f32 = 200.0;
    const RED: [u8; 3] = [200, 40, 50];

    /// White paper of 2 by 1 inches that paints itself.
    struct Paper(Vec<u8>);

    impl Paper {
        fn new() -> Paper {
            Paper(vec![255; 400 * 200 * 4])
        }
        fn paint(mut self, color: [u8; 3], is_ink: impl Fn(f32, f32) -> bool) -> Paper {
            for (at, pixel) in self.0.chunks_exact_mut(4).enumerate() {
                if is_ink((at % 400) as f32, (at / 400) as f32) {
                    // Ink over ink is as dark as both together.
                    for (it, ink) in pixel.iter_mut().zip(color) {
                        *it = (u16::from(*it) * u16::from(ink) / 255) as u8;
                    }
                }
            }
            self
        }
        fn colors(&self) -> Colors<'_> {
            Colors { width: 400, data: &self.0 }
        }
        fn seals(&self) -> Vec<[f32; 4]> {
            let it = seals(self.colors(), INCH);
            it.iter().map(|it| [it.rect.x0, it.rect.y0, it.rect.x1, it.rect.y1]).collect()
        }
    }

    /// A ring around 300, 100 with two strokes in it.
    fn round(x: f32, y: f32) -> bool {
        let far = (x - 300.0).hypot(y - 100.0);
        let strokes =
            (x - 300.0).abs() < 25.0 && ((y - 90.0).abs() < 4.0 || (y - 110.0).abs() < 4.0);
        (52.0..60.0).contains(&far) || strokes
    }

    fn square(x: f32, y: f32) -> bool {
        let far = (x - 300.0).abs().max((y - 100.0).abs());
        let strokes = far < 40.0 && (x as i32 / 10) % 2 == 0;
        (52.0..60.0).contains(&far) || strokes
    }

    #[test]
    fn round_and_square_seals_are_found_where_they_are() {
        for shape in [round, square] {
            let found = Paper::new().paint(RED, shape).seals();
            let [[x0, y0, x1, y1]] = found[..] else { panic!("{found:?}") };
            let off = [x0 - 240.0, y0 - 40.0, x1 - 360.0, y1 - 160.0];
            assert!(off.iter().all(|it| it.abs() <= 6.0), "{found:?}");
        }
    }

    #[test]
    fn a_seal_over_a_red_form_is_found() {
        let line = |_: f32, y: f32| (98.0..102.0).contains(&y) || (20.0..23.0).contains(&y);
        let found = Paper::new().paint(RED, line).paint(RED, round).seals();
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn what_is_red_and_no_seal_is_none() {
        let line = |_: f32, y: f32| (98.0..102.0).contains(&y);
        let filled = |x: f32, y: f32| (x - 300.0).hypot(y - 100.0) < 60.0;
        let empty_ring = |x: f32, y: f32| (52.0..60.0).contains(&(x - 300.0).hypot(y - 100.0));
        // Two strokes of a large letter.
        let letter = |x: f32, y: f32| {
            let within = (250.0..350.0).contains(&x) && (50.0..150.0).contains(&y);
            within && (x < 262.0 || (94.0..106.0).contains(&y))
        };
        assert!(Paper::new().paint(RED, line).seals().is_empty(), "a line");
        assert!(Paper::new().paint(RED, filled).seals().is_empty(), "a dot");
        assert!(Paper::new().paint(RED, empty_ring).seals().is_empty(), "a circle around a word");
        assert!(Paper::new().paint(RED, letter).seals().is_empty(), "a letter");
        assert!(Paper::new().paint([30, 30, 30], round).seals().is_empty(), "black ink");
    }

    #[test]
    fn black_print_below_a_seal_stays_and_the_seal_goes() {
        let bar = |x: f32, y: f32| (200.0..390.0).contains(&x) && (95.0..105.0).contains(&y);
        let paper = Paper::new().paint([20, 20, 20], bar).paint(RED, round);
        let image = image::RgbaImage::from_raw(400, 200, paper.0.clone()).unwrap();
        let mut gray = Gray::from_image(&DynamicImage::ImageRgba8(image));
        let before = gray.data[(100 - 56) * 400 + 300];
        assert!(before < 120, "the ring is dark: {before}");
        let found = seals(paper.colors(), INCH);
        gray.lift(&found, paper.colors());
        for (at, &it) in gray.data.iter().enumerate() {
            let (x, y) = ((at % 400) as f32, (at / 400) as f32);
            if bar(x, y) {
                assert!(it < 60, "print at {x}, {y}: {it}");
            } else {
                assert!(it > 230, "paper at {x}, {y}: {it}");
            }
        }
    }
}
