//! Strips: a text printed by a font, worn, scanned, and cut out as the product cuts numbers out of
//! pages.
//!
//! **Invariant:** equal chance gives equal strips; a strip shows all of its text.

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::imageops::FilterType;
use image::{DynamicImage, ExtendedColorType, GrayImage, ImageEncoder as _};
use vello_cpu::kurbo::{Affine, BezPath, Point, Rect, Stroke};
use vello_cpu::peniko::Color;
use vello_cpu::{Glyph, Pixmap, RenderContext, Resources};

use super::fonts::{Face, Fonts};
use super::net::{HEIGHT, Pixels};
use super::text;
use crate::chance::Chance;

/// A strip that has lost more of its ink than the rest of this is not read by anyone.
const LEGIBLE: f32 = 0.6;

/// What has been done to a strip beside print and scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Clean,
    Worn,
    Lines,
    Stamp,
    Small,
    Fax,
    Dots,
}

/// A strip with what it says.
pub(super) struct Strip {
    pub text: String,
    pub kind: Kind,
    /// The part of the page, as it comes from the scanner.
    pub image: GrayImage,
}

/// A gray picture while it is worn; 0 is black and 1 is white.
struct Sheet {
    width: usize,
    height: usize,
    light: Vec<f32>,
}

/// A strip by chance, with fonts of these families.
pub(super) fn any(chance: &mut Chance, families: &[Vec<Face>], fonts: &Fonts) -> Strip {
    loop {
        let text = text::any(chance);
        let family: &Vec<Face> = chance.pick(families);
        let face = chance.pick(family);
        if let Some(it) = printed(chance, &text, face, fonts) {
            return it;
        }
    }
}

fn printed(chance: &mut Chance, text: &str, face: &Face, fonts: &Fonts) -> Option<Strip> {
    let kind = match chance.below(20) {
        0..=4 => Kind::Clean,
        5..=9 => Kind::Worn,
        10..=12 => Kind::Lines,
        13 | 14 => Kind::Stamp,
        15..=17 => Kind::Small,
        18 => Kind::Fax,
        _ => Kind::Dots,
    };
    // Pixels of an em: 7 to 24 points at 100 to 300 dpi.
    let size = match kind {
        Kind::Small => chance.within(11.0, 20.0),
        Kind::Fax => chance.within(22.0, 40.0),
        _ => 16.0 * chance.within(0.0, 1.4).exp(),
    };
    let (mut sheet, ink) = draw(chance, text, face, fonts, size)?;
    let printed = sheet.darkness();
    if kind == Kind::Lines {
        lines(chance, &mut sheet, &ink, size);
    }
    if kind == Kind::Dots {
        dots(chance, &mut sheet, size);
    }
    let worn = matches!(kind, Kind::Worn | Kind::Fax) || chance.percent(25);
    if worn {
        wear(chance, &mut sheet, size);
    }
    // Who could not read it cannot teach it.
    if sheet.darkness() < LEGIBLE * printed {
        return None;
    }
    if kind == Kind::Stamp {
        stamp(chance, &mut sheet, size);
    }
    scan(chance, &mut sheet, kind, size);
    let mut image = sheet.image();
    if kind == Kind::Fax {
        fax(chance, &mut image);
    }
    if chance.percent(50) {
        let quality = chance.between(30, 92) as u8;
        image = compressed(&image, quality)?;
    }
    // What the page's words reach to is never exact.
    let (w, h) = (ink.width() as f32, ink.height() as f32);
    let edge =
        |chance: &mut Chance, least: f32, most: f32, of: f32| chance.within(least, most) * of;
    let left = ink.x0 as f32 - edge(chance, 0.05, 0.9, h).max(1.0);
    let right = ink.x1 as f32 + edge(chance, 0.05, 0.6, h).max(1.0);
    let top = ink.y0 as f32 - edge(chance, 0.04, 0.25, h).max(1.0);
    let bottom = ink.y1 as f32 + edge(chance, 0.04, 0.25, h).max(1.0);
    let x = left.max(0.0) as u32;
    let y = top.max(0.0) as u32;
    let width = (right.ceil() as u32).min(image.width()).checked_sub(x)?;
    let height = (bottom.ceil() as u32).min(image.height()).checked_sub(y)?;
    if w < 2.0 || width < 4 || height < 6 {
        return None;
    }
    let image = image::imageops::crop_imm(&image, x, y, width, height).to_image();
    Some(Strip { text: text.to_owned(), kind, image })
}

/// A strip as the network sees it: paper is 0, the darkest ink 1. The product does the same
/// (`digits.rs` of `proviso-raster`).
pub(super) fn pixels(image: &GrayImage) -> Pixels {
    let scale = HEIGHT as f32 / image.height() as f32;
    let width = ((image.width() as f32 * scale).round() as u32).clamp(8, 1200);
    let image = image::imageops::resize(image, width, HEIGHT as u32, FilterType::CatmullRom);
    let mut sorted = image.as_raw().clone();
    sorted.sort_unstable();
    let at = |share: usize| f32::from(sorted[(sorted.len() - 1) * share / 100]);
    let (dark, paper) = (at(1), at(85));
    let range = (paper - dark).max(40.0);
    let ink = image.as_raw().iter().map(|it| ((paper - f32::from(*it)) / range).clamp(0.0, 1.2));
    Pixels { width: width as usize, ink: ink.collect() }
}

/// The text on a sheet with room around it, and where its ink is.
fn draw(
    chance: &mut Chance,
    text: &str,
    face: &Face,
    fonts: &Fonts,
    size: f32,
) -> Option<(Sheet, Rect)> {
    // Some print is spaced, some is tight, and some is squeezed.
    let spacing = if chance.percent(30) { chance.within(-0.04, 0.15) * size } else { 0.0 };
    let squeeze = if chance.percent(30) { chance.within(0.75, 1.15) } else { 1.0 };
    let uneven = if chance.percent(8) { 0.05 * size } else { 0.0 };
    let bow = if chance.percent(15) { chance.within(-0.2, 0.2) * size } else { 0.0 };
    let fallback = chance.pick(&fonts.fallback);
    let mut glyphs = Vec::new();
    let mut x = 0.0;
    for it in text.chars() {
        if it == ' ' {
            x += 0.28 * size;
            continue;
        }
        let letter = face
            .letter(it)
            .or_else(|| fallback.letter(it))
            .or_else(|| fonts.fallback.iter().find_map(|face| face.letter(it)))?;
        let y = uneven * chance.normal();
        glyphs.push((letter.data, letter.glyph, x, y));
        x += letter.width * size * squeeze + spacing;
    }
    let length = x.max(size);
    let (margin, slope) = (1.1 * size, chance.normal().clamp(-2.0, 2.0) * 0.012);
    let width = length + 2.0 * margin;
    let height = 2.6 * size + slope.abs() * length;
    if width > 4000.0 {
        return None;
    }
    let (width, height) = (width.ceil() as u16, height.ceil() as u16);
    let mut canvas = RenderContext::new(width, height);
    let mut resources = Resources::new();
    canvas.set_paint(Color::from_rgb8(0, 0, 0));
    // Slightly out of level, and leaning as perspective or an italic makes it lean.
    let lean = if chance.percent(25) { chance.within(-0.18, 0.08) } else { 0.0 };
    let (middle, baseline) =
        (f64::from(width) / 2.0, f64::from(height) / 2.0 + 0.35 * f64::from(size));
    let place = Affine::new([1.0, f64::from(slope), f64::from(lean), 1.0, 0.0, 0.0]);
    let place = Affine::translate((middle, baseline)) * place * Affine::translate((-middle, 0.0));
    canvas.set_transform(place);
    for (data, id, x, y) in glyphs {
        let along = 2.0 * x / length - 1.0;
        let glyph = Glyph { id, x: margin + x, y: y + bow * along * along };
        canvas
            .glyph_run(&mut resources, data)
            .font_size(size)
            .glyph_transform(Affine::scale_non_uniform(f64::from(squeeze), 1.0))
            .fill_glyphs(std::iter::once(glyph))
            .ok()?;
    }
    canvas.flush();
    let mut pixmap = Pixmap::new(width, height);
    canvas.render(&mut pixmap, &mut resources);
    let light: Vec<f32> = pixmap
        .data_as_u8_slice()
        .chunks_exact(4)
        .map(|it| 1.0 - f32::from(it[3]) / 255.0)
        .collect();
    let sheet = Sheet { width: width.into(), height: height.into(), light };
    let ink = sheet.ink()?;
    Some((sheet, ink))
}

impl Sheet {
    /// Where it is dark.
    fn ink(&self) -> Option<Rect> {
        let mut it: Option<Rect> = None;
        for (at, _) in self.light.iter().enumerate().filter(|it| *it.1 < 0.6) {
            let (x, y) = ((at % self.width) as f64, (at / self.width) as f64);
            let pixel = Rect::new(x, y, x + 1.0, y + 1.0);
            it = Some(it.map_or(pixel, |it| it.union(pixel)));
        }
        it
    }

    /// How much ink there is.
    fn darkness(&self) -> f32 {
        self.light.iter().map(|it| 1.0 - it).sum()
    }

    fn image(&self) -> GrayImage {
        GrayImage::from_fn(self.width as u32, self.height as u32, |x, y| {
            let it = self.light[y as usize * self.width + x as usize];
            image::Luma([(it.clamp(0.0, 1.0) * 255.0).round() as u8])
        })
    }

    /// Blurred; `spread` in pixels.
    fn blur(&mut self, spread: f32) {
        if spread < 0.25 {
            return;
        }
        let reach = (2.5 * spread).ceil() as usize;
        let weight = |it: usize| (-0.5 * (it as f32 / spread).powi(2)).exp();
        let mut weights: Vec<f32> = (0..=reach).map(weight).collect();
        let sum = 2.0 * weights.iter().sum::<f32>() - weights[0];
        weights.iter_mut().for_each(|it| *it /= sum);
        let (w, h) = (self.width, self.height);
        let along = |from: &[f32], n: usize, step: usize, start: usize, to: &mut [f32]| {
            for at in 0..n {
                let value = |it: usize| from[start + it.min(n - 1) * step];
                let mut sum = weights[0] * value(at);
                for (off, weight) in weights.iter().enumerate().skip(1) {
                    sum += weight * (value(at.saturating_sub(off)) + value(at + off));
                }
                to[start + at * step] = sum;
            }
        };
        let mut across = vec![0.0; self.light.len()];
        (0..h).for_each(|y| along(&self.light, w, 1, y * w, &mut across));
        (0..w).for_each(|x| along(&across, h, w, x, &mut self.light));
    }

    /// Draws strokes of a darkness over it, as ink on ink.
    fn strokes(&mut self, lines: &[(BezPath, f32)], darkness: f32) {
        let (width, height) = (self.width as u16, self.height as u16);
        let mut canvas = RenderContext::new(width, height);
        canvas.set_paint(Color::from_rgb8(0, 0, 0));
        for (path, thick) in lines {
            canvas.set_stroke(Stroke::new(f64::from(*thick)));
            canvas.stroke_path(path);
        }
        canvas.flush();
        let mut pixmap = Pixmap::new(width, height);
        canvas.render(&mut pixmap, &mut Resources::new());
        let ink = pixmap.data_as_u8_slice().chunks_exact(4).map(|it| f32::from(it[3]) / 255.0);
        self.light.iter_mut().zip(ink).for_each(|(light, it)| *light *= 1.0 - darkness * it);
    }
}

/// Table lines and underlines near the text or through its edge; some are painted over again, as
/// the product does with long lines, which takes what they touched along.
fn lines(chance: &mut Chance, sheet: &mut Sheet, ink: &Rect, size: f32) {
    let thick = (size * chance.within(0.03, 0.1)).max(1.0);
    for _ in 0..1 + chance.below(2) {
        let off = f64::from(chance.within(-0.1, 0.22) * size);
        let (w, h) = (sheet.width as f64, sheet.height as f64);
        let tilt = f64::from(chance.normal() * 0.004) * w;
        let (from, to) = match chance.below(5) {
            0 | 1 => (Point::new(0.0, ink.y1 + off), Point::new(w, ink.y1 + off + tilt)),
            2 => (Point::new(0.0, ink.y0 - off), Point::new(w, ink.y0 - off + tilt)),
            3 => (Point::new(ink.x0 - off.abs(), 0.0), Point::new(ink.x0 - off.abs(), h)),
            _ => (Point::new(ink.x1 + off.abs(), 0.0), Point::new(ink.x1 + off.abs(), h)),
        };
        let mut path = BezPath::new();
        path.move_to(from);
        path.line_to(to);
        let erased = chance.percent(45);
        if erased {
            let mut gone = Sheet { light: vec![1.0; sheet.light.len()], ..*sheet };
            gone.strokes(&[(path, thick + 2.0)], 1.0);
            for (light, it) in sheet.light.iter_mut().zip(&gone.light) {
                *light = light.max(1.0 - it);
            }
        } else {
            sheet.strokes(&[(path, thick)], chance.within(0.4, 1.0));
        }
    }
}

/// A seal or a pen over the print, paler than it.
fn stamp(chance: &mut Chance, sheet: &mut Sheet, size: f32) {
    let darkness = chance.within(0.15, 0.55);
    let (w, h) = (sheet.width as f32, sheet.height as f32);
    let strokes = 1 + chance.below(4);
    let mut all = Vec::new();
    for _ in 0..strokes {
        let mut point = |reach: f32| {
            let (x, y) = (chance.within(-reach, w + reach), chance.within(-reach, h + reach));
            Point::new(f64::from(x), f64::from(y))
        };
        let (a, b, c) = (point(0.0), point(2.0 * size), point(0.0));
        let mut path = BezPath::new();
        path.move_to(a);
        path.quad_to(b, c);
        all.push((path, size * chance.within(0.05, 0.18)));
    }
    sheet.strokes(&all, darkness);
}

/// Print of pins or heated dots.
fn dots(chance: &mut Chance, sheet: &mut Sheet, size: f32) {
    let pitch = size / chance.within(9.0, 16.0);
    if pitch < 1.3 {
        return;
    }
    let depth = chance.within(0.2, 0.6);
    for y in 0..sheet.height {
        for x in 0..sheet.width {
            let off = |it: usize| (it as f32 / pitch).fract() - 0.5;
            let far = (off(x).powi(2) + off(y).powi(2)).sqrt();
            let light = &mut sheet.light[y * sheet.width + x];
            *light = light.max(depth * (far * 2.0 - 0.55).clamp(0.0, 1.0) * 1.4);
        }
    }
}

/// Ink that ran, or toner that is missing.
fn wear(chance: &mut Chance, sheet: &mut Sheet, size: f32) {
    let spread = size * chance.within(0.015, 0.05);
    sheet.blur(spread);
    // The edge of ink moves outwards or inwards.
    let edge = chance.within(0.3, 0.72);
    let steep = chance.within(2.0, 7.0);
    sheet.light.iter_mut().for_each(|it| *it = ((*it - edge) * steep + 0.5).clamp(0.0, 1.0));
    if chance.percent(45) {
        // Specks where toner is missing, and a few where there should be none.
        let n = sheet.light.len() / 60;
        let (lost, dirt) = (chance.within(0.0, 0.5), chance.within(0.0, 0.08));
        for _ in 0..n {
            let at = chance.below(sheet.light.len());
            let black = sheet.light[at] < 0.5;
            if chance.unit() < if black { lost } else { dirt } {
                let value = if black { 0.95 } else { 0.25 };
                let wide = chance.percent(40);
                for off in
                    [0, 1, sheet.width, sheet.width + 1].iter().take(if wide { 4 } else { 1 })
                {
                    if let Some(it) = sheet.light.get_mut(at + off) {
                        *it = value;
                    }
                }
            }
        }
    }
    if chance.percent(15) {
        // A pale band along the page.
        let (at, depth) = (chance.below(sheet.height), chance.within(0.2, 0.8));
        let half = (size * chance.within(0.03, 0.2)) as usize + 1;
        for y in at.saturating_sub(half)..(at + half).min(sheet.height) {
            for it in &mut sheet.light[y * sheet.width..(y + 1) * sheet.width] {
                *it = 1.0 - (1.0 - *it) * (1.0 - depth);
            }
        }
    }
}

/// Optics, light and noise of a scanner or a camera.
fn scan(chance: &mut Chance, sheet: &mut Sheet, kind: Kind, size: f32) {
    let blur = match kind {
        Kind::Clean => chance.within(0.0, 0.6),
        Kind::Small => chance.within(0.2, 0.9),
        _ => chance.within(0.2, 1.0) * (size / 26.0).clamp(0.7, 2.0),
    };
    sheet.blur(blur);
    let paper = chance.within(0.72, 1.0);
    let ink = chance.within(0.0, 0.45) * paper;
    let noise =
        if kind == Kind::Clean { chance.within(0.0, 0.02) } else { chance.within(0.0, 0.1) };
    let shade = if chance.percent(20) { chance.within(-0.15, 0.15) } else { 0.0 };
    for (at, it) in sheet.light.iter_mut().enumerate() {
        let along = (at % sheet.width) as f32 / sheet.width as f32 - 0.5;
        let light = ink + (paper - ink) * *it;
        *it = light * (1.0 + shade * along) + noise * chance.normal();
    }
}

/// Black and white, and half as many rows as columns in coarse mode.
fn fax(chance: &mut Chance, image: &mut GrayImage) {
    let (width, height) = image.dimensions();
    let coarse = chance.percent(50);
    if coarse {
        *image = image::imageops::resize(image, width, height / 2, FilterType::Triangle);
    }
    let lightest = image.as_raw().iter().max().copied().unwrap_or(255);
    let darkest = image.as_raw().iter().min().copied().unwrap_or(0);
    let middle = (i64::from(lightest) + i64::from(darkest)) / 2;
    let threshold = (middle + chance.between(-20, 25)).clamp(1, 254) as u8;
    image.pixels_mut().for_each(|it| it.0[0] = if it.0[0] < threshold { 0 } else { 255 });
    if coarse {
        *image = image::imageops::resize(image, width, height, FilterType::Triangle);
    }
}

fn compressed(image: &GrayImage, quality: u8) -> Option<GrayImage> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality)
        .write_image(image, image.width(), image.height(), ExtendedColorType::L8)
        .ok()?;
    let decoder = JpegDecoder::new(std::io::Cursor::new(bytes)).ok()?;
    Some(DynamicImage::from_decoder(decoder).ok()?.into_luma8())
}
