//! Pictures of laid-out pages.
//!
//! **Invariant:** what is drawn is what was laid out: each word fills exactly the place that its
//! box has, whatever font is found here.

use std::sync::Arc;

use proviso_core::document::Rect;
use skrifa::MetadataProvider as _;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use vello_cpu::kurbo::{Affine, Rect as Area};
use vello_cpu::peniko::{Blob, Color, FontData};
use vello_cpu::{Glyph, Pixmap, RenderContext, Resources};

use super::metrics;
use super::typeset::{Item, Printed, Sheet};

/// Families to draw with, best first: Korean ones, then what has other signs.
const FAMILIES: [&str; 16] = [
    "Pretendard",
    "Noto Sans CJK KR",
    "Noto Sans KR",
    "Malgun Gothic",
    "Apple SD Gothic Neo",
    "NanumBarunGothic",
    "NanumGothic",
    "Nanum Gothic",
    "UnDotum",
    "Noto Serif CJK KR",
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "DejaVu Sans",
    "Liberation Sans",
    "Arial",
    "Segoe UI Symbol",
];
/// Fonts beyond this many are not asked for a sign.
const MAX_FACES: usize = 5;
/// Pixels of a picture; more are never asked for.
const MAX_PIXELS: f32 = 36_000_000.0;

/// A font and its bold.
struct Face {
    data: FontData,
    is_bold: bool,
}

/// The fonts of this machine that pages are drawn with.
pub(crate) struct Fonts {
    faces: Vec<Face>,
}

impl Fonts {
    /// Finds them; an error where there is none at all.
    pub(crate) fn find() -> Result<Fonts, String> {
        let mut database = fontdb::Database::new();
        database.load_system_fonts();
        let mut faces: Vec<Face> = Vec::new();
        for family in FAMILIES {
            for weight in [fontdb::Weight::NORMAL, fontdb::Weight::BOLD] {
                let families = [fontdb::Family::Name(family)];
                let query =
                    fontdb::Query { families: &families, weight, ..fontdb::Query::default() };
                let Some(id) = database.query(&query) else { continue };
                let is_bold = database.face(id).is_some_and(|it| it.weight.0 >= 600);
                if is_bold != (weight == fontdb::Weight::BOLD) {
                    continue;
                }
                let Some((data, index)) =
                    database.with_face_data(id, |it, index| (it.to_vec(), index))
                else {
                    continue;
                };
                let data = FontData::new(Blob::new(Arc::new(data)), index);
                faces.push(Face { data, is_bold });
            }
            if faces.len() >= MAX_FACES {
                break;
            }
        }
        if faces.is_empty() {
            return Err(
                "no font was found on this machine to draw it with; install a Korean font \
                        (on Debian and Ubuntu: fonts-nanum)"
                    .to_owned(),
            );
        }
        Ok(Fonts { faces })
    }

    /// Draws a page, `width` pixels wide, as four bytes per pixel; with its size.
    pub(crate) fn draw(&self, sheet: &Sheet, width: u32) -> (u32, u32, Vec<u8>) {
        let mut scale = width as f32 / sheet.width.max(1.0);
        scale = scale.min((MAX_PIXELS / (sheet.width * sheet.height).max(1.0)).sqrt());
        let pixels = |it: f32| (it * scale).round().clamp(1.0, 60_000.0) as u16;
        let (width, height) = (pixels(sheet.width), pixels(sheet.height));
        let mut canvas = RenderContext::new(width, height);
        let mut resources = Resources::new();
        canvas.set_paint(Color::from_rgb8(255, 255, 255));
        canvas.fill_rect(&Area::new(0.0, 0.0, f64::from(width), f64::from(height)));
        canvas.set_transform(Affine::scale(f64::from(scale)));
        let open = Open::of(&self.faces);
        let mut grounds: Vec<(Rect, [u8; 3])> = Vec::new();
        for item in &sheet.items {
            match item {
                Item::Shade(it, color) => {
                    let [r, g, b] = *color;
                    grounds.push((*it, *color));
                    canvas.set_paint(Color::from_rgb8(r, g, b));
                    canvas.fill_rect(&area(it.x0, it.y0, it.x1, it.y1));
                }
                Item::Stroke(it) => {
                    canvas.set_paint(Color::from_rgb8(70, 70, 70));
                    canvas.fill_rect(&area(it.x0, it.y0, it.x1, it.y1));
                }
                // Painted by who asked for the page, behind no text.
                Item::Picture(..) => {}
                Item::Line(words) => {
                    for it in words {
                        let [r, g, b] = ink(&grounds, it);
                        canvas.set_paint(Color::from_rgb8(r, g, b));
                        word(&mut canvas, &mut resources, &open, it);
                    }
                }
            }
        }
        canvas.flush();
        let mut pixmap = Pixmap::new(width, height);
        canvas.render(&mut pixmap, &mut resources);
        (u32::from(width), u32::from(height), pixmap.data_as_u8_slice().to_vec())
    }
}

/// The color of a word: colors of letters are not read, but what is written on a dark ground is
/// light, or nobody could read it.
fn ink(grounds: &[(Rect, [u8; 3])], word: &Printed) -> [u8; 3] {
    let (x, y) = (word.x + word.width / 2.0, word.baseline - word.size * 0.3);
    let holds = |it: &Rect| it.x0 <= x && x <= it.x1 && it.y0 <= y && y <= it.y1;
    let ground = grounds.iter().rev().find(|it| holds(&it.0)).map_or([255; 3], |it| it.1);
    let [r, g, b] = ground.map(u32::from);
    if (299 * r + 587 * g + 114 * b) / 1000 < 110 { [250; 3] } else { [20; 3] }
}

fn area(x0: f32, y0: f32, x1: f32, y1: f32) -> Area {
    Area::new(f64::from(x0), f64::from(y0), f64::from(x1), f64::from(y1))
}

/// A face with its tables at hand.
struct Open<'a> {
    face: &'a Face,
    charmap: Charmap<'a>,
    /// For a size of one point.
    metrics: GlyphMetrics<'a>,
}

impl<'a> Open<'a> {
    fn of(faces: &'a [Face]) -> Vec<Open<'a>> {
        let open = |face: &'a Face| {
            let font = skrifa::FontRef::from_index(face.data.data.data(), face.data.index).ok()?;
            let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
            Some(Open { face, charmap: font.charmap(), metrics })
        };
        faces.iter().filter_map(open).collect()
    }
}

/// Draws a word into the place that it was given.
fn word(canvas: &mut RenderContext, resources: &mut Resources, open: &[Open<'_>], it: &Printed) {
    // Glyphs with their natural places, by font.
    let mut glyphs: Vec<(usize, u32, f32)> = Vec::new();
    let mut x = 0.0;
    for c in it.text.chars() {
        let found = |bold: bool| {
            let faces = open.iter().enumerate().filter(|it| it.1.face.is_bold == bold);
            faces.map(|(at, it)| (at, it.charmap.map(c))).find_map(|it| Some((it.0, it.1?)))
        };
        match found(it.bold).or_else(|| found(!it.bold)) {
            Some((at, glyph)) => {
                glyphs.push((at, glyph.to_u32(), x));
                x += open[at].metrics.advance_width(glyph).unwrap_or(0.5) * it.size;
            }
            // No font has it: its place stays empty.
            None => x += metrics::advance(c, it.bold) * it.size,
        }
    }
    let squeeze = if x > 0.0 { it.width / x } else { 1.0 };
    let mut start = 0;
    while start < glyphs.len() {
        let at = glyphs[start].0;
        let n = glyphs[start..].iter().take_while(|it| it.0 == at).count();
        let run = glyphs[start..start + n].iter().map(|&(_, id, x)| Glyph {
            id,
            x: it.x + x * squeeze,
            y: it.baseline,
        });
        let run: Vec<Glyph> = run.collect();
        let shape = Affine::scale_non_uniform(f64::from(squeeze), 1.0);
        // A glyph that cannot be drawn leaves its place empty; its text is in the page all the same.
        let _skipped = canvas
            .glyph_run(resources, &open[at].face.data)
            .font_size(it.size)
            .glyph_transform(shape)
            .fill_glyphs(run.into_iter());
        start += n;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_light_on_a_dark_ground_only() {
        let word = |x: f32, baseline: f32| Printed {
            text: "Total".to_owned(),
            x,
            baseline,
            width: 30.0,
            size: 10.0,
            bold: false,
        };
        let navy = (Rect::new(0.0, 0.0, 100.0, 20.0), [0, 51, 102]);
        let cream = (Rect::new(50.0, 0.0, 100.0, 20.0), [255, 250, 220]);
        let grounds = [navy, cream];
        assert_eq!(ink(&grounds, &word(10.0, 14.0)), [250; 3], "on navy");
        assert_eq!(ink(&grounds, &word(60.0, 14.0)), [20; 3], "on what lies over the navy");
        assert_eq!(ink(&grounds, &word(10.0, 40.0)), [20; 3], "on paper");
    }
}
