//! The text layer by `pdf-extract`, with an output device of ours. Second rung of the ladder.
//!
//! It decodes some fonts that the first rung gives up on, but it panics on others (predefined
//! Korean character maps among them), so it runs where panics are caught.
//!
//! **Invariant:** the page's geometry comes from the caller, so that both rungs agree on it.

use hayro::kurbo::{Affine, Point};
use pdf_extract::{
    ColorSpace, Document, MediaBox, OutputDev, OutputError, Path, PathOp, Transform,
};
use proviso_core::document::Rect;

use super::PageContent;
use crate::reading::glyph::{Glyph, push_text};
use proviso_core::document::rulings::Collector;

/// Where a page lies: the transform from the PDF's user space to the displayed page, and its size.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Geometry {
    /// User space to page coordinates.
    pub transform: Affine,
    /// Points.
    pub width: f32,
    /// Points.
    pub height: f32,
}

/// Reads page `number`, counted from 1.
///
/// # Errors
/// What the parser says, in words.
pub(crate) fn content(
    pdf: &Document,
    number: u32,
    geometry: Geometry,
) -> Result<PageContent, String> {
    let Geometry { width, height, .. } = geometry;
    let mut device = TextDevice {
        geometry,
        page: Rect { x0: 0.0, y0: 0.0, x1: width, y1: height },
        rulings: Collector::new(width, height),
        content: PageContent { width, height, ..PageContent::default() },
    };
    pdf_extract::output_doc_page(pdf, &mut device, number).map_err(|it| it.to_string())?;
    let mut content = device.content;
    content.rulings = device.rulings.finish();
    Ok(content)
}

struct TextDevice {
    geometry: Geometry,
    page: Rect,
    rulings: Collector,
    content: PageContent,
}

impl TextDevice {
    fn to_page(&self, transform: &Transform) -> Affine {
        let it = transform;
        self.geometry.transform * Affine::new([it.m11, it.m12, it.m21, it.m22, it.m31, it.m32])
    }

    fn segment(&mut self, to_page: Affine, a: (f64, f64), b: (f64, f64)) {
        let (a, b) = (to_page * Point::new(a.0, a.1), to_page * Point::new(b.0, b.1));
        let page = self.page;
        // The width of the pen is not told here.
        self.rulings.stroke((a.x as f32, a.y as f32), (b.x as f32, b.y as f32), 0.5, &page);
    }
}

impl OutputDev for TextDevice {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        trm: &Transform,
        width: f64,
        _spacing: f64,
        font_size: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        let to_page = self.to_page(trm);
        let [a, b, c, d, x, y] = to_page.as_coeffs();
        let size = (c.hypot(d) * font_size.abs()) as f32;
        let advance = (a.hypot(b) * font_size.abs() * width) as f32;
        let finite = size.is_finite() && advance.is_finite() && x.is_finite() && y.is_finite();
        if finite && size > 0.0 {
            let degrees = b.atan2(a).to_degrees().round().rem_euclid(360.0);
            let angle = degrees as u16 % 360;
            let (x, y) = (x as f32, y as f32);
            let shape = Glyph { char: ' ', x, y, angle, advance, size, unseen: None };
            push_text(&mut self.content.glyphs, text, shape);
        }
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn stroke(
        &mut self,
        ctm: &Transform,
        _: &ColorSpace,
        _: &[f64],
        path: &Path,
    ) -> Result<(), OutputError> {
        let to_page = self.to_page(ctm);
        let (mut start, mut last) = ((0.0, 0.0), (0.0, 0.0));
        for op in &path.ops {
            match *op {
                PathOp::MoveTo(x, y) => (start, last) = ((x, y), (x, y)),
                PathOp::LineTo(x, y) => {
                    self.segment(to_page, last, (x, y));
                    last = (x, y);
                }
                PathOp::CurveTo(_, _, _, _, x, y) => last = (x, y),
                PathOp::Close => self.segment(to_page, last, start),
                PathOp::Rect(x, y, w, h) => {
                    let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
                    for i in 0..4 {
                        self.segment(to_page, corners[i], corners[(i + 1) % 4]);
                    }
                }
            }
        }
        Ok(())
    }

    fn fill(
        &mut self,
        ctm: &Transform,
        _: &ColorSpace,
        _: &[f64],
        path: &Path,
    ) -> Result<(), OutputError> {
        let to_page = self.to_page(ctm);
        for op in &path.ops {
            if let PathOp::Rect(x, y, w, h) = *op {
                let (a, b) = (to_page * Point::new(x, y), to_page * Point::new(x + w, y + h));
                let rect = Rect {
                    x0: a.x.min(b.x) as f32,
                    y0: a.y.min(b.y) as f32,
                    x1: a.x.max(b.x) as f32,
                    y1: a.y.max(b.y) as f32,
                };
                let page = self.page;
                self.rulings.bar(rect, &page);
            }
        }
        Ok(())
    }
}
