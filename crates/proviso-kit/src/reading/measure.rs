//! One reader of text layers alone, without ladder or worker: for measuring which to trust first.
//!
//! **Invariant:** nothing of the product calls this; panics of the readers reach the caller.

use std::path::Path;

use hayro::hayro_interpret::InterpreterCache;
use hayro::hayro_interpret::util::TransformExt as _;
use hayro::hayro_syntax::Pdf;
use proviso_core::document::Line;

use super::pdf::extracted::{self, Geometry};
use super::pdf::interpreted;

/// A reader of text layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextReader {
    /// `hayro-interpret`.
    Hayro,
    /// `pdf-extract`.
    PdfExtract,
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
