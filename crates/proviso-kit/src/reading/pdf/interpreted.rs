//! The text layer by `hayro-interpret`, whose device sees glyphs with their Unicode and the drawn
//! lines at once. First rung of the ladder.
//!
//! **Invariant:** coordinates are those of the displayed page: cropped, turned by `/Rotate`,
//! origin at the top left.

use std::sync::Arc;

use hayro::hayro_interpret::font::{Glyph as Shape, GlyphRun};
use hayro::hayro_interpret::hayro_cmap::{BfString, WritingMode};
use hayro::hayro_interpret::util::TransformExt as _;
use hayro::hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageData, ImageDrawProps,
    InterpreterCache, InterpreterSettings, Paint, SoftMask, interpret_page, pattern::Pattern,
};
use hayro::hayro_syntax::object::{Dict, String as PdfString};
use hayro::hayro_syntax::page::Page as PdfPage;
use hayro::kurbo::{Affine, BezPath, PathEl, Point, Rect as KRect, Shape as _};
use proviso_core::document::{Mark, Rect};

use super::PageContent;
use super::seen::{Ground, Ink, Seen};
use crate::reading::glyph::{Glyph, UNMAPPED, Unseen, is_ignorable, is_space, push_text};
use proviso_core::document::rulings::Collector;
use proviso_raster::seal::{self, Colors};

/// Points of what may be a mark in a check box.
const MAX_SHAPE: f32 = 32.0;
/// A page that draws more is a drawing.
const MAX_SHAPES: usize = 5_000;
/// Images of the size of a seal that are looked into: decoding takes long.
const MAX_SMALL: usize = 20;
/// Larger ones are not.
const MAX_SMALL_PIXELS: f64 = 4e6;

/// Interprets one page and returns what is on it.
pub(crate) fn content<'a>(page: &PdfPage<'a>, cache: &InterpreterCache<'a>) -> PageContent {
    let (width, height) = page.render_dimensions();
    let target = KRect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let transform = page.initial_transform(true).to_kurbo();
    let settings =
        InterpreterSettings { warning_sink: Arc::new(|_| {}), ..InterpreterSettings::default() };
    let mut context = Context::new(transform, target, cache, page.xref(), settings);
    let page_box = Rect { x0: 0.0, y0: 0.0, x1: width, y1: height };
    let mut device = TextDevice {
        page: page_box,
        clips: Vec::new(),
        rulings: Collector::new(width, height),
        content: PageContent { width, height, ..PageContent::default() },
        seen: Seen::new(page_box),
        groups: Vec::new(),
        n_small: 0,
        marked: Vec::new(),
    };
    interpret_page(page, &mut context, &mut device);
    let mut content = device.content;
    content.rulings = device.rulings.finish();
    content
}

/// Listens to the interpreter.
struct TextDevice {
    page: Rect,
    clips: Vec<Rect>,
    rulings: Collector,
    content: PageContent,
    /// What shows and what hides.
    seen: Seen,
    /// The open transparency groups: how much comes through each, and whether it is painted over
    /// what is there instead of mixed with it.
    groups: Vec<(f32, bool)>,
    /// Small images that were looked into.
    n_small: usize,
    /// The open marked contents, each with the text it is said to stand for, if any.
    marked: Vec<Option<String>>,
}

impl TextDevice {
    fn clip(&self) -> Rect {
        self.clips.last().copied().unwrap_or(self.page)
    }

    fn push_clip(&mut self, bounds: KRect) {
        let outer = self.clip();
        let inner = to_rect(bounds);
        self.clips.push(Rect {
            x0: outer.x0.max(inner.x0),
            y0: outer.y0.max(inner.y0),
            x1: outer.x1.min(inner.x1),
            y1: outer.y1.min(inner.y1),
        });
    }

    /// How much of what is painted now comes through all open groups.
    fn opacity(&self) -> f32 {
        self.groups.iter().map(|it| it.0).product()
    }

    /// Whether what is painted now hides what is below it.
    fn hides(&self, blend: BlendMode, mask: bool) -> bool {
        let plain = matches!(blend, BlendMode::Normal) && !mask;
        plain && self.opacity() > 0.95 && self.groups.iter().all(|it| it.1)
    }

    /// The part of an area that the clip lets through.
    fn clipped(&self, it: Rect) -> Rect {
        let clip = self.clip();
        Rect {
            x0: it.x0.max(clip.x0),
            y0: it.y0.max(clip.y0),
            x1: it.x1.min(clip.x1),
            y1: it.y1.min(clip.y1),
        }
    }

    fn fill(&mut self, path: &BezPath, props: &DrawProps<'_>) {
        let ink = ink(&props.paint);
        let opacity = ink.opacity * self.opacity();
        if opacity < 0.02 {
            return;
        }
        self.content.n_paths += 1;
        let clip = self.clip();
        // Many lines may be filled as one path: each closed part is looked at on its own.
        let mut part = BezPath::new();
        let mut parts: Vec<BezPath> = Vec::new();
        for &el in path.elements() {
            if matches!(el, PathEl::MoveTo(_)) && !part.elements().is_empty() {
                parts.push(std::mem::take(&mut part));
            }
            part.push(el);
        }
        parts.push(part);
        let alone = parts.len() == 1;
        let hides = self.hides(props.blend_mode, props.soft_mask.is_some()) && ink.opacity > 0.95;
        for part in parts {
            let bounds = to_rect(props.transform.transform_rect_bbox(part.bounding_box()));
            let is_box = is_box(&part, &props.transform);
            self.shape(bounds);
            if bounds.width() > 4.0 && bounds.height() > 4.0 {
                let ground = match ink.color {
                    Some(color) if opacity > 0.95 => Ground::Color(color),
                    _ => Ground::Mixed,
                };
                // A box within another in one path may be the hole in a frame.
                let whole = hides && is_box && alone;
                let area = self.clipped(bounds);
                if whole {
                    self.seen.cover(&area, &mut self.content.glyphs);
                }
                self.seen.paint(area, ground, whole);
            } else if ink.is_dark() && is_box {
                self.rulings.bar(bounds, &clip);
            }
        }
    }

    fn stroke(&mut self, path: &BezPath, props: &DrawProps<'_>, line_width: f32) {
        let ink = ink(&props.paint);
        if !ink.is_dark() || ink.opacity * self.opacity() < 0.02 {
            return;
        }
        self.content.n_paths += 1;
        self.shape(to_rect(props.transform.transform_rect_bbox(path.bounding_box())));
        let clip = self.clip();
        let width = line_width * scale(&props.transform);
        let (mut start, mut last) = (Point::ZERO, Point::ZERO);
        for &el in path.elements() {
            match el {
                PathEl::MoveTo(p) => (start, last) = (p, p),
                PathEl::LineTo(p) => {
                    self.segment(last, p, &props.transform, width, &clip);
                    last = p;
                }
                PathEl::ClosePath => {
                    self.segment(last, start, &props.transform, width, &clip);
                    last = start;
                }
                PathEl::QuadTo(_, p) | PathEl::CurveTo(_, _, p) => last = p,
            }
        }
    }

    /// Remembers where something small is drawn.
    fn shape(&mut self, bounds: Rect) {
        let (least, most) =
            (bounds.width().min(bounds.height()), bounds.width().max(bounds.height()));
        if least > 1.0 && most < MAX_SHAPE && self.content.shapes.len() < MAX_SHAPES {
            self.content.shapes.push(bounds);
        }
    }

    /// The text that the innermost marked content is said to stand for.
    ///
    /// It decides only where the shapes themselves are spaces or have no text: else a document
    /// could say one thing to readers and another to programs.
    fn said(&self) -> Option<&str> {
        self.marked.iter().rev().find_map(Option::as_deref)
    }

    fn take_said(&mut self) -> Option<String> {
        let it = self.marked.iter_mut().rev().find_map(Option::as_mut)?;
        Some(std::mem::replace(it, "\u{200b}".to_owned()))
    }

    fn segment(&mut self, a: Point, b: Point, transform: &Affine, width: f32, clip: &Rect) {
        let (a, b) = (*transform * a, *transform * b);
        let (a, b) = ((a.x as f32, a.y as f32), (b.x as f32, b.y as f32));
        self.rulings.stroke(a, b, width, clip);
    }
}

impl<'a> Device<'a> for TextDevice {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'a>, draw_mode: &DrawMode) {
        match draw_mode {
            DrawMode::Fill(_) => self.fill(path, &props),
            DrawMode::Stroke(it) => self.stroke(path, &props, it.line_width),
            DrawMode::FillAndStroke(_, it) => {
                self.fill(path, &props);
                self.stroke(path, &props, it.line_width);
            }
            DrawMode::Invisible => {}
        }
    }

    fn push_clip_path(&mut self, clip_path: &ClipPath) {
        self.push_clip(clip_path.path.bounding_box());
    }

    fn push_clip_rect(&mut self, rect: &KRect) {
        self.push_clip(*rect);
    }

    fn push_transparency_group(
        &mut self,
        opacity: f32,
        mask: Option<SoftMask<'a>>,
        blend: BlendMode,
    ) {
        self.groups.push((opacity, matches!(blend, BlendMode::Normal) && mask.is_none()));
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let vertical = matches!(run.writing_mode(), WritingMode::Vertical);
        let first = self.content.glyphs.len();
        let mut ink = ink(&props.paint);
        ink.opacity *= self.opacity();
        let clip = self.clip();
        for positioned in run.glyphs() {
            let transform = props.transform * positioned.transform();
            let origin = transform * Point::ZERO;
            let [a, b, c, d, ..] = transform.as_coeffs();
            let along = (a.hypot(b) * 1000.0) as f32;
            let size = (c.hypot(d) * 1000.0) as f32;
            if !(origin.is_finite() && size.is_finite() && along.is_finite()) || size <= 0.0 {
                continue;
            }
            let width = match &**positioned {
                Shape::Outline(it) => it.advance_width(),
                Shape::Type3(it) => it.advance_width(),
            };
            let width = width.filter(|it| it.is_finite()).unwrap_or(500.0) / 1000.0;
            let advance = if vertical { size } else { width * along };
            let angle = angle(a, b, vertical);
            let at = (origin.x as f32, origin.y as f32);
            let own = match positioned.as_unicode() {
                Some(BfString::Char(c)) => Some(c.to_string()),
                Some(BfString::String(text)) => Some(text),
                None => None,
            };
            let has_text = own.as_ref().is_some_and(|it| it.chars().any(is_seen));
            let text = match (self.said(), own) {
                (Some(said), _) if !has_text && said.trim().is_empty() => " ".to_owned(),
                (_, Some(own)) => own,
                // One shape of several takes all of the text.
                (Some(_), None) => self.take_said().unwrap_or_default(),
                (None, None) => UNMAPPED.to_string(),
            };
            // Vertical writing hangs from the middle of its column.
            let at = if vertical { (at.0 + 0.2 * size, at.1 - 0.8 * size) } else { at };
            let shape = Glyph { char: ' ', x: at.0, y: at.1, angle, advance, size, unseen: None };
            let unseen = match mode {
                DrawMode::Invisible => Some(Unseen::Mode),
                _ => self.seen.unseen(&shape, along, &ink, &clip),
            };
            let first = self.content.glyphs.len();
            push_text(&mut self.content.glyphs, &text, Glyph { unseen, ..shape });
            for (i, it) in self.content.glyphs.iter().enumerate().skip(first) {
                self.seen.add(i, it);
            }
        }
        clamp_advances(&mut self.content.glyphs[first..]);
    }

    fn draw_image(&mut self, image: Image<'a, '_>, props: ImageDrawProps<'a>) {
        let (w, h) = (f64::from(image.width()), f64::from(image.height()));
        let bounds = to_rect(props.transform.transform_rect_bbox(KRect::new(0.0, 0.0, w, h)));
        let clip = self.clip();
        let width = (bounds.x1.min(clip.x1) - bounds.x0.max(clip.x0)).max(0.0);
        let height = (bounds.y1.min(clip.y1) - bounds.y0.max(clip.y0)).max(0.0);
        self.content.image_area += width * height;
        let area = self.clipped(bounds);
        let hides = self.hides(props.blend_mode, props.soft_mask.is_some());
        // Looked into only where text lies below: decoding takes long.
        let hides = hides && self.seen.has_text(&area, &self.content.glyphs) && is_opaque(&image);
        if hides {
            self.seen.cover(&area, &mut self.content.glyphs);
        }
        self.seen.paint(area, Ground::Mixed, hides);
        let few = w * h < MAX_SMALL_PIXELS;
        if few && self.n_small < MAX_SMALL && seal::may_be(bounds.width(), bounds.height()) {
            self.n_small += 1;
            if is_seal(&image, bounds.width()) {
                self.content.marks.push(Mark::seal(area));
            }
        }
        // Scanners and some word processors print lines as images one pixel high.
        if width.min(height) <= 2.0 && width.max(height) > 20.0 {
            self.rulings.bar(bounds, &clip);
        }
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn begin_marked_content(&mut self, _: &[u8], properties: Option<&Dict<'_>>) {
        let said = properties.and_then(|it| it.get::<PdfString<'_>>(b"ActualText"));
        self.marked.push(said.map(|it| decoded(it.as_bytes())));
    }

    fn end_marked_content(&mut self) {
        self.marked.pop();
    }

    fn pop_transparency_group(&mut self) {
        self.groups.pop();
    }
}

/// Substituted fonts are stretched to the declared width, which shows in the transform; the next
/// glyph of the run tells where a glyph really ends.
fn clamp_advances(run: &mut [Glyph]) {
    for i in 1..run.len() {
        let next = run[i];
        let it = &mut run[i - 1];
        if it.angle != next.angle {
            continue;
        }
        let step = (next.x - it.x).hypot(next.y - it.y);
        if step < it.advance && step > 0.3 * it.advance {
            it.advance = step;
        }
    }
}

/// Whether a character leaves ink.
fn is_seen(c: char) -> bool {
    !is_space(c) && !is_ignorable(c)
}

/// A text string of a PDF: UTF-16 with a mark, UTF-8 with a mark, or (nearly) Latin-1.
pub(super) fn decoded(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => {
            let units = rest.chunks_exact(2).map(|it| u16::from_be_bytes([it[0], it[1]]));
            char::decode_utf16(units).map(|it| it.unwrap_or(UNMAPPED)).collect()
        }
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|&it| char::from(it)).collect(),
    }
}

fn ink(paint: &Paint<'_>) -> Ink {
    match paint {
        Paint::Color(color) => {
            let [r, g, b, a] = color.to_rgba().to_rgba8();
            Ink { color: Some([r, g, b]), opacity: f32::from(a) / 255.0 }
        }
        // A tile may leave any part of its place free: what lies below is seen in doubt.
        Paint::Pattern(it) => {
            let opacity = if matches!(**it, Pattern::Tiling(_)) { 0.9 } else { 1.0 };
            Ink { color: None, opacity }
        }
    }
}

impl Ink {
    /// Whether it shows on white paper.
    fn is_dark(&self) -> bool {
        self.opacity > 0.03 && self.color.is_none_or(|it| it.iter().any(|&it| it <= 248))
    }
}

/// Whether nothing shows through an image.
fn is_opaque(image: &Image<'_, '_>) -> bool {
    let Image::Raster(it) = image else { return false };
    let stream = it.stream();
    let entries = stream.dict();
    let masked = [b"SMask".as_slice(), b"Mask", b"SMaskInData"];
    if !masked.iter().any(|&it| entries.contains_key(it)) {
        return true;
    }
    // A mask may let nothing through; that has to be seen, and decoding takes long.
    let mut opaque = false;
    it.with_rgba(
        |_, alpha| opaque = alpha.is_none_or(|it| it.data.iter().all(|&it| it > 242)),
        None,
    );
    opaque
}

/// Whether an image of this width in points is a picture of a seal.
fn is_seal(image: &Image<'_, '_>, width: f32) -> bool {
    let Image::Raster(it) = image else { return false };
    let mut found = false;
    it.with_rgba(
        |pixels, alpha| {
            // Gray is no red.
            let ImageData::Rgb(rgb) = pixels else { return };
            let alpha = alpha.filter(|it| (it.width, it.height) == (rgb.width, rgb.height));
            let solid = |at: usize| alpha.as_ref().map_or(255, |it| it.data[at]);
            let pixels = rgb.data.chunks_exact(3).enumerate();
            let data: Vec<u8> =
                pixels.flat_map(|(at, it)| [it[0], it[1], it[2], solid(at)]).collect();
            let colors = Colors { width: rgb.width as usize, data: &data };
            found = seal::fills(colors, width);
        },
        None,
    );
    found
}

/// Direction of writing in whole degrees; a degree off a quarter turn is noise of a producer.
fn angle(a: f64, b: f64, vertical: bool) -> u16 {
    let degrees = b.atan2(a).to_degrees() + if vertical { 90.0 } else { 0.0 };
    let quarter = (degrees / 90.0).round() * 90.0;
    let snapped = if (degrees - quarter).abs() < 1.5 { quarter } else { degrees.round() };
    snapped.rem_euclid(360.0) as u16
}

fn scale(transform: &Affine) -> f32 {
    transform.determinant().abs().sqrt() as f32
}

/// Whether the path is a rectangle whose sides are parallel to the page's.
fn is_box(path: &BezPath, transform: &Affine) -> bool {
    let bounds = path.bounding_box();
    let area = path.area().abs();
    let upright = {
        let [a, b, c, d, ..] = transform.as_coeffs();
        (b.abs() < 1e-6 && c.abs() < 1e-6) || (a.abs() < 1e-6 && d.abs() < 1e-6)
    };
    upright && (area >= 0.9 * bounds.area() || bounds.area() == 0.0)
}

fn to_rect(it: KRect) -> Rect {
    Rect { x0: it.x0 as f32, y0: it.y0 as f32, x1: it.x1 as f32, y1: it.y1 as f32 }
}
