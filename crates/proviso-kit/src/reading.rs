//! Reading: files to documents, by format, with every page accounted for.

mod glyph;
mod layout;
mod pdf;
mod quality;
mod rulings;

use std::path::Path;

use hayro::hayro_interpret::InterpreterCache;
use hayro::hayro_syntax::Pdf;
use proviso_core::document::{Document, Format, Page, Source};
use proviso_core::ports::ReadError;

/// Reads the text layer of a PDF in this process.
///
/// # Errors
/// When the file is no PDF or cannot be opened.
pub fn read_text_layer(path: &Path) -> Result<Document, ReadError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes =
        std::fs::read(path).map_err(|source| ReadError::Open { path: path.to_owned(), source })?;
    let pdf = Pdf::new(bytes)
        .map_err(|it| ReadError::Damaged { name: name.clone(), reason: format!("{it:?}") })?;
    let cache = InterpreterCache::new();
    let mut pages = Vec::new();
    for (i, page) in pdf.pages().iter().enumerate() {
        let mut content = pdf::interpreted::content(page, &cache);
        let visibility = content.settle_visibility();
        let quality = quality::Quality::of(&content.glyphs);
        let reason =
            quality.doubt().unwrap_or_else(|| format!("text layer by hayro ({visibility:?})"));
        pages.push(Page {
            number: i as u32 + 1,
            width: content.width,
            height: content.height,
            source: Source::TextLayer,
            reason,
            lines: content.lines(),
            rulings: content.rulings,
        });
    }
    Ok(Document { name, sha256: String::new(), format: Format::Pdf, pages, notes: Vec::new() })
}
