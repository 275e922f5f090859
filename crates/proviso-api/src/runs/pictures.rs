//! Pictures of a run's pages, for models that look at them.
//!
//! **Invariant:** drawn from our copy of a document, as the page was seen when it was read.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proviso_core::document::Document;
use proviso_core::llm::Image;
use proviso_core::ports::{PictureError, Pictures};

use crate::app::{Reads, Space};
use crate::{Code, pages};

/// Pixels of a picture's width: enough for small print, and within what providers take as it is.
const WIDTH: u32 = 1_240;

/// The pictures of a workspace's documents.
pub(super) struct RunPictures {
    pub(super) reader: Arc<dyn Reads>,
    pub(super) space: Arc<Space>,
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
}
