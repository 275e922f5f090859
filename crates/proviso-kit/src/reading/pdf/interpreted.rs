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
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps,
    InterpreterCache, InterpreterSettings, Paint, SoftMask, interpret_page,
};
use hayro::hayro_syntax::object::{Dict, String as PdfString};
use hayro::hayro_syntax::page::Page as PdfPage;
use hayro::kurbo::{Affine, BezPath, PathEl, Point, Rect as KRect, Shape as _};
use proviso_core::document::Rect;

use super::PageContent;
use crate::reading::glyph::{Glyph, UNMAPPED, is_ignorable, is_space, push_text};
use crate::reading::rulings::Collector;

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
        shades: Vec::new(),
        hidden_groups: 0,
        groups: Vec::new(),
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
    /// Areas that are filled with something dark enough to carry white text.
    shades: Vec<Rect>,
    /// How many of the open transparency groups let nothing through.
    hidden_groups: u32,
    groups: Vec<bool>,
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

    /// Whether ink of this paint shows at this place.
    fn shows(&self, paint: &Paint<'_>, at: (f32, f32)) -> bool {
        if self.hidden_groups > 0 {
            return false;
        }
        match ink(paint) {
            Ink::None => false,
            Ink::Dark => true,
            Ink::White => self
                .shades
                .iter()
                .any(|it| it.x0 <= at.0 && at.0 <= it.x1 && it.y0 <= at.1 && at.1 <= it.y1),
        }
    }

    fn fill(&mut self, path: &BezPath, props: &DrawProps<'_>) {
        let ink = ink(&props.paint);
        if matches!(ink, Ink::None) || self.hidden_groups > 0 {
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
        for part in parts {
            let bounds = to_rect(props.transform.transform_rect_bbox(part.bounding_box()));
            let dark = matches!(ink, Ink::Dark);
            if bounds.width() > 4.0 && bounds.height() > 4.0 {
                if dark && self.shades.len() < 4096 {
                    self.shades.push(bounds);
                }
            } else if dark && is_box(&part, &props.transform) {
                self.rulings.bar(bounds, &clip);
            }
        }
    }

    fn stroke(&mut self, path: &BezPath, props: &DrawProps<'_>, line_width: f32) {
        if !matches!(ink(&props.paint), Ink::Dark) || self.hidden_groups > 0 {
            return;
        }
        self.content.n_paths += 1;
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

    fn push_transparency_group(&mut self, opacity: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        let hidden = opacity <= 0.01;
        self.groups.push(hidden);
        self.hidden_groups += u32::from(hidden);
    }

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, mode: &DrawMode) {
        let vertical = matches!(run.writing_mode(), WritingMode::Vertical);
        let first = self.content.glyphs.len();
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
            let middle = (at.0 + (a as f32) * 300.0, at.1 - size * 0.3);
            let visible = !matches!(mode, DrawMode::Invisible) && self.shows(&props.paint, middle);
            // Vertical writing hangs from the middle of its column.
            let at = if vertical { (at.0 + 0.2 * size, at.1 - 0.8 * size) } else { at };
            let inside = self.page.x0 - size <= at.0
                && at.0 <= self.page.x1 + size
                && self.page.y0 - size <= at.1
                && at.1 <= self.page.y1 + size;
            if inside {
                let shape = Glyph { char: ' ', x: at.0, y: at.1, angle, advance, size, visible };
                push_text(&mut self.content.glyphs, &text, shape);
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
        self.shades.push(bounds);
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
        if self.groups.pop() == Some(true) {
            self.hidden_groups -= 1;
        }
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
fn decoded(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => {
            let units = rest.chunks_exact(2).map(|it| u16::from_be_bytes([it[0], it[1]]));
            char::decode_utf16(units).map(|it| it.unwrap_or(UNMAPPED)).collect()
        }
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|&it| char::from(it)).collect(),
    }
}

/// What a paint leaves on white paper.
enum Ink {
    None,
    White,
    Dark,
}

fn ink(paint: &Paint<'_>) -> Ink {
    match paint {
        Paint::Color(color) => {
            let [r, g, b, a] = color.to_rgba().to_rgba8();
            if a < 8 {
                Ink::None
            } else if r.min(g).min(b) > 248 {
                Ink::White
            } else {
                Ink::Dark
            }
        }
        Paint::Pattern(_) => Ink::Dark,
    }
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
