//! Pictures of a run's pages, for models that look at them.
//!
//! **Invariant:** drawn from our copy of a document, as the page was seen when it was read.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proviso_core::document::Document;
use proviso_core::llm::Image;
use proviso_core::ports::{PictureError, Pictures, Reads};

use crate::drawn::{self, DrawError};
use crate::look;
use crate::open::OpenWorkspace;

/// Pixels of a picture's width: enough for small print, and within what providers take as it is.
const WIDTH: u32 = 1_240;

/// Pixels of the width of a page that is looked at again: what a scanner gives at 300 dpi.
const LARGE: u32 = 2_480;

/// The pictures of a workspace's documents.
pub struct RunPictures {
    /// Who draws, and who looks again.
    pub reader: Arc<dyn Reads>,
    /// Whose documents they are of.
    pub space: Arc<OpenWorkspace>,
}

impl RunPictures {
    async fn drawn(&self, of: &Document, page: u32, width: u32) -> Result<Vec<u8>, PictureError> {
        let drawn = drawn::draw(&*self.reader, &self.space, of, page, width).await;
        drawn.map_err(|err: DrawError| match err.is_none() {
            true => PictureError::None,
            false => PictureError::Failed(Box::new(err)),
        })
    }
}

impl Pictures for RunPictures {
    fn picture<'a>(
        &'a self,
        document: &'a Document,
        page: u32,
    ) -> BoxFuture<'a, Result<Image, PictureError>> {
        async move { Ok(Image::new("image/png", self.drawn(document, page, WIDTH).await?)) }.boxed()
    }
    fn look_again<'a>(
        &'a self,
        document: &'a Document,
        page: u32,
        areas: &'a [[f32; 4]],
    ) -> BoxFuture<'a, Result<Vec<String>, PictureError>> {
        async move {
            let png = self.drawn(document, page, LARGE).await?;
            let texts = look::again(&*self.reader, &png, areas).await;
            texts.map_err(|err| PictureError::Failed(Box::new(err)))
        }
        .boxed()
    }
}
