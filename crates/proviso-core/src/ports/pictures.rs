//! Pictures of pages, and a second look at parts of them.
//!
//! **Invariant:** as all ports: object-safe, cancelled by being dropped, and an error is never about a
//! document's contents.

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

use crate::document::Document;
use crate::llm::Image;

/// Draws pages for models that look at pictures.
pub trait Pictures: Send + Sync {
    /// A page of a document, by its number from 1.
    fn picture<'a>(
        &'a self,
        document: &'a Document,
        page: u32,
    ) -> BoxFuture<'a, Result<Image, PictureError>>;
    /// What is recognized in parts of a page when each is cut out and enlarged: left, top, right and
    /// bottom in thousandths of the page, as its words are placed. As many texts as parts; none where
    /// nobody can look again.
    fn look_again<'a>(
        &'a self,
        _document: &'a Document,
        _page: u32,
        _areas: &'a [[f32; 4]],
    ) -> BoxFuture<'a, Result<Vec<String>, PictureError>> {
        ready(Ok(Vec::new())).boxed()
    }
    /// Whether there can be any.
    fn are_there(&self) -> bool {
        true
    }
}

/// Why there is no picture of a page.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Its document is text, or its copy is gone.
    #[error("there is no picture of this page")]
    None,
    /// It cannot be drawn.
    #[error("the picture of this page cannot be drawn")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// No pictures at all.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPictures;

impl Pictures for NoPictures {
    fn picture<'a>(
        &'a self,
        _document: &'a Document,
        _page: u32,
    ) -> BoxFuture<'a, Result<Image, PictureError>> {
        ready(Err(PictureError::None)).boxed()
    }
    fn are_there(&self) -> bool {
        false
    }
}
