//! Pages of a workspace's documents as pictures: the ones that are kept, or drawn now.
//!
//! **Invariant:** pictures come from our copy of a source, so the original may be gone; a picture is
//! turned as the page was when it was read, so that boxes fit.

use std::path::PathBuf;

use proviso_core::document::{Document, Measure};
use proviso_core::hex::sha256;
use proviso_core::ports::{DrawTask, ReadError, ShelfError, Viewer};

use crate::cache::Cache;
use crate::open::OpenWorkspace;

/// Bytes of pictures that are kept.
const MAX_CACHE: u64 = 512 << 20;
/// Pixels of a picture's width, at least and at most.
const WIDTHS: (u32, u32) = (16, 4_096);

/// Why there is no picture of a page.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The document has no such page.
    #[error("`{name}` has no page {page}")]
    NoPage {
        /// The document's name.
        name: String,
        /// From 1.
        page: u32,
    },
    /// There is nothing to draw.
    #[error("`{name}` is text and has no pictures")]
    Text {
        /// The document's name.
        name: String,
    },
    /// Somebody has removed our copy.
    #[error("the copy of `{name}` is gone")]
    CopyGone {
        /// The document's name.
        name: String,
    },
    /// It cannot be drawn.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It cannot be kept.
    #[error(transparent)]
    Keep(#[from] ShelfError),
}

impl DrawError {
    /// Whether there is no picture at all, where others failed to make one.
    pub fn is_none(&self) -> bool {
        match self {
            DrawError::NoPage { .. } | DrawError::Text { .. } | DrawError::CopyGone { .. } => true,
            DrawError::Read(it) => matches!(it, ReadError::NoImage { .. }),
            DrawError::Keep(_) => false,
        }
    }
}

/// A page as PNG, as many pixels wide as asked for, within bounds.
pub async fn draw(
    viewer: &dyn Viewer,
    space: &OpenWorkspace,
    document: &Document,
    number: u32,
    width: u32,
) -> Result<Vec<u8>, DrawError> {
    let name = || document.name.clone();
    let page = document.pages.iter().find(|it| it.number == number);
    let page = page.ok_or_else(|| DrawError::NoPage { name: name(), page: number })?;
    if document.format.measure() == Measure::Cells {
        return Err(DrawError::Text { name: name() });
    }
    let width = width.clamp(WIDTHS.0, WIDTHS.1);
    let view = page.view.map(|it| (page.width, page.height, it));
    let seen = sha256(format!("{view:?}"));
    let key = format!("{}-{number}-{width}-{}.png", document.sha256, &seen[..12]);
    let cache = Cache::new(space.workspace.private().join("pages"), MAX_CACHE);
    // Pictures of what a password protects are not left lying about: who has the password sees them.
    let cache = (!document.locked).then_some(cache);
    if let Some(bytes) = cache.as_ref().and_then(|it| it.get(&key)) {
        return Ok(bytes);
    }
    let path = copy_of(space, document).ok_or_else(|| DrawError::CopyGone { name: name() })?;
    let task = DrawTask { page: number, width, view };
    let bytes = viewer.draw(&path, task).await?;
    if let Some(cache) = cache {
        cache.put(&key, &bytes)?;
    }
    Ok(bytes)
}

/// Where our copy of a document lies, if it does.
fn copy_of(space: &OpenWorkspace, document: &Document) -> Option<PathBuf> {
    let path = space.workspace.source(&document.sha256, &document.name);
    path.is_file().then_some(path)
}
