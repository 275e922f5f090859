//! Single parts of reading, for measuring them: a reader of text layers without ladder or worker,
//! and what Tesseract itself said of a word.
//!
//! **Invariant:** nothing of the product calls this; panics of the readers reach the caller.

use std::path::Path;

use hayro::hayro_interpret::InterpreterCache;
use hayro::hayro_interpret::util::TransformExt as _;
use hayro::hayro_syntax::Pdf;
use proviso_core::document::{Line, Page, Word};

use super::ocr::Recognizer;
use super::ocr::both::Heard;
use super::ocr::calibration;
use super::pdf::extracted::{self, Geometry};
use super::pdf::interpreted;
use super::worker;

/// A reader of text layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextReader {
    /// `hayro-interpret`.
    Hayro,
    /// `pdf-extract`.
    PdfExtract,
}

/// The confidence that Tesseract gave to a recognized word, from the calibrated one; both 0 to 1.
pub fn said_by_tesseract(confidence: f32) -> f32 {
    calibration::said(confidence)
}

/// A number of a recognized image, by both readers, before they are weighed.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// What the first reader makes of it.
    pub word: Word,
    /// Which line and word of the page it is.
    pub place: (usize, usize),
    /// Whether the second one reads the same number.
    pub agrees: bool,
    /// What it reads instead, with the word's letters.
    pub reading: Option<String>,
    /// How likely its reading is, and the first reader's, by what it saw; as logarithms.
    pub likely: (f32, f32),
    /// Whether another number stands a space away, so that this may be one half.
    pub open: bool,
}

/// Both readers of numbers, in this process.
pub struct BothReaders(Recognizer);

impl BothReaders {
    /// Loads them, for Korean and English.
    ///
    /// # Errors
    /// Where Tesseract has no data of either.
    pub fn new() -> Result<BothReaders, String> {
        Recognizer::new("").map(BothReaders)
    }

    /// The page of an image that lies upright, as it is recognized, and the numbers of it that both
    /// readers were asked for.
    ///
    /// # Errors
    /// Where it is no image, or Tesseract cannot read.
    pub fn numbers(&mut self, path: &Path) -> Result<(Page, Vec<Number>), String> {
        let bytes = std::fs::read(path).map_err(|it| it.to_string())?;
        let image = proviso_raster::decode(&bytes).map_err(|it| format!("{it:?}"))?;
        let (page, both) = worker::numbers(&mut self.0, &image)?;
        let number = |(word, it): (Word, Heard)| {
            let Heard { place, agrees, reading, likely, open, .. } = it;
            Number { word, place, agrees, reading, likely, open }
        };
        Ok((page, both.into_iter().map(number).collect()))
    }
}

/// The lines of every page, by this reader alone.
///
/// # Errors
/// What the reader says, in words.
pub fn text_layer(path: &Path, reader: TextReader) -> Result<Vec<Vec<Line>>, String> {
    let bytes = std::fs::read(path).map_err(|it| it.to_string())?;
    let document = match reader {
        TextReader::Hayro => None,
        TextReader::PdfExtract => {
            let mut document =
                pdf_extract::Document::load_mem(&bytes).map_err(|it| it.to_string())?;
            if document.is_encrypted() {
                document.decrypt("").map_err(|it| it.to_string())?;
            }
            Some(document)
        }
    };
    let pdf = Pdf::new(bytes).map_err(|it| format!("{it:?}"))?;
    let cache = InterpreterCache::new();
    let mut pages = Vec::new();
    for (i, page) in pdf.pages().iter().enumerate() {
        let mut content = match &document {
            None => interpreted::content(page, &cache),
            Some(document) => {
                let (width, height) = page.render_dimensions();
                let transform = page.initial_transform(true).to_kurbo();
                let geometry = Geometry { transform, width, height };
                extracted::content(document, i as u32 + 1, geometry)?
            }
        };
        content.settle_visibility();
        pages.push(content.lines());
    }
    Ok(pages)
}
