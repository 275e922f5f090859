//! Places on pages, and counts, as they go over the wire.

use proviso_core::analysis::{Analysis, Evidence};
use proviso_core::document::Rect;
use serde::{Deserialize, Serialize};

/// A place on a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlaceView {
    /// The document's name.
    pub document: String,
    /// Which of the run's documents, from 0.
    pub document_index: u32,
    /// From 1.
    pub page: u32,
    /// The boxes of the text, in page coordinates.
    pub boxes: Vec<Rect>,
    /// The text there.
    pub text: String,
}

pub(crate) fn place(analysis: &Analysis, it: &Evidence) -> PlaceView {
    let document = analysis.documents.get(it.document as usize);
    PlaceView {
        document: document.map(|it| it.name.clone()).unwrap_or_default(),
        document_index: it.document,
        page: it.page,
        boxes: it.boxes.clone(),
        text: it.text.clone(),
    }
}

pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
