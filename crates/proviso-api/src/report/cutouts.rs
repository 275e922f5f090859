//! Cut-outs of pages: where a value stands, with its surroundings.
//!
//! **Invariant:** a page is drawn once per report; a page without a picture gives the lines of text
//! around the place instead.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use proviso_core::document::{Document, Rect};
use proviso_core::ports::Viewer;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::{drawn, picture};

use super::html::escaped;
use crate::runs::PlaceView;
use crate::{ApiError, Code};

/// Pixels of a page's width: a cut-out of a third of it is sharp in print.
const WIDTH: u32 = 1_600;
/// Lines of text around a place.
const LINES: usize = 2;

/// The pages of a report.
pub(super) struct Cutouts<'a> {
    viewer: &'a dyn Viewer,
    space: &'a OpenWorkspace,
    documents: &'a [Document],
    drawn: BTreeMap<(u32, u32), Option<Vec<u8>>>,
}

impl<'a> Cutouts<'a> {
    pub(super) fn new(
        viewer: &'a dyn Viewer,
        space: &'a OpenWorkspace,
        documents: &'a [Document],
    ) -> Self {
        Cutouts { viewer, space, documents, drawn: BTreeMap::new() }
    }

    /// A place as HTML.
    pub(super) async fn of(&mut self, place: &PlaceView) -> Result<String, ApiError> {
        let documents = self.documents;
        let Some(document) = documents.get(place.document_index as usize) else {
            return Ok(String::new());
        };
        let Some(page) = document.pages.iter().find(|it| it.number == place.page) else {
            return Ok(String::new());
        };
        let mut boxes = place.boxes.iter();
        let Some(first) = boxes.next() else { return Ok(String::new()) };
        let around = boxes.fold(*first, |a, b| a.union(b));
        let key = (place.document_index, place.page);
        if !self.drawn.contains_key(&key) {
            let drawn = drawn::draw(self.viewer, self.space, document, place.page, WIDTH).await;
            let drawn = match drawn {
                Ok(png) => Some(png),
                // Text has no pictures, and a copy may be gone: the words are there all the same.
                Err(err) if err.is_none() => None,
                Err(err) => return Err(err.into()),
            };
            self.drawn.insert(key, drawn);
        }
        let scale = WIDTH as f32 / page.width.max(1.0);
        match self.drawn.get(&key).and_then(Option::as_ref) {
            Some(png) => picture_of(png, &around, scale),
            None => Ok(lines_of(page, &around)),
        }
    }
}

fn picture_of(png: &[u8], around: &Rect, scale: f32) -> Result<String, ApiError> {
    let height = around.height().max(8.0 / scale);
    // Some lines above and below, and more to the left, where the label stands.
    let part = [
        (around.x0 - 14.0 * height) * scale,
        (around.y0 - 2.5 * height) * scale,
        (around.x1 + 5.0 * height) * scale,
        (around.y1 + 2.5 * height) * scale,
    ];
    let cut = picture::cut(png, part).map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
    let letters = BASE64.encode(&cut);
    Ok(format!("<img alt=\"\" src=\"data:image/png;base64,{letters}\">\n"))
}

fn lines_of(page: &proviso_core::document::Page, around: &Rect) -> String {
    let at = page.lines.iter().position(|it| {
        let it = it.rect();
        it.y0 <= around.center().1 && around.center().1 <= it.y1
    });
    let Some(at) = at else { return String::new() };
    let last = (at + LINES + 1).min(page.lines.len());
    let lines: Vec<String> = (at.saturating_sub(LINES)..last)
        .map(|i| {
            let text = escaped(&page.lines[i].text());
            if i == at { format!("<mark>{text}</mark>") } else { text }
        })
        .collect();
    format!("<pre>{}</pre>\n", lines.join("\n"))
}
