//! Pictures of a run's pages, for models that look at them.
//!
//! **Invariant:** drawn from our copy of a document, as the page was seen when it was read.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proviso_core::document::Document;
use proviso_core::llm::Image;
use proviso_core::ports::{PictureError, Pictures};
use proviso_kit::look;
use proviso_kit::open::OpenWorkspace;

use crate::ports::Reads;
use crate::{Code, pages};

/// Pixels of a picture's width: enough for small print, and within what providers take as it is.
const WIDTH: u32 = 1_240;

/// Pixels of the width of a page that is looked at again: what a scanner gives at 300 dpi.
const LARGE: u32 = 2_480;

/// The pictures of a workspace's documents.
pub(super) struct RunPictures {
    pub(super) reader: Arc<dyn Reads>,
    pub(super) space: Arc<OpenWorkspace>,
}

impl Pictures for RunPictures {
    fn picture<'a>(
        &'a self,
        document: &'a Document,
        page: u32,
    ) -> BoxFuture<'a, Result<Image, PictureError>> {
        async move {
            let drawn = pages::draw(&*self.reader, &self.space, document, page, WIDTH).await;
            match drawn {
                Ok(bytes) => Ok(Image::new("image/png", bytes)),
                Err(err) if matches!(err.code, Code::NoImage | Code::NotFound) => {
                    Err(PictureError::None)
                }
                Err(err) => Err(PictureError::Failed(err.message.into())),
            }
        }
        .boxed()
    }
    fn look_again<'a>(
        &'a self,
        document: &'a Document,
        page: u32,
        areas: &'a [[f32; 4]],
    ) -> BoxFuture<'a, Result<Vec<String>, PictureError>> {
        async move {
            let drawn = pages::draw(&*self.reader, &self.space, document, page, LARGE).await;
            let png = match drawn {
                Ok(bytes) => bytes,
                Err(err) if matches!(err.code, Code::NoImage | Code::NotFound) => {
                    return Err(PictureError::None);
                }
                Err(err) => return Err(PictureError::Failed(err.message.into())),
            };
            let texts = look::again(&*self.reader, &png, areas).await;
            texts.map_err(|err| PictureError::Failed(Box::new(err)))
        }
        .boxed()
    }
}
