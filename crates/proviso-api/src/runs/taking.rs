//! The documents of a run: taken once, kept, and read from the copy.
//!
//! **Invariant:** what is kept is what was read. A file that is replaced while a run takes it gives
//! one document or the other, never a copy of one and the pages of another.

use std::path::Path;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proviso_core::document::Document;
use proviso_core::ports::{ReadError, ReadProgress, Reader, Reads, Recognition};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::workspace::{MAX_SOURCE, Taken};

use crate::ApiError;

/// Reads files through their copies in the workspace.
pub(super) struct TakingReader {
    pub(super) inner: Arc<dyn Reads>,
    pub(super) space: Arc<OpenWorkspace>,
}

impl Reader for TakingReader {
    fn read<'a>(
        &'a self,
        path: &'a Path,
        progress: &'a (dyn Fn(ReadProgress<'_>) + Send + Sync),
    ) -> BoxFuture<'a, Result<Document, ReadError>> {
        async move {
            // Refused by its size, before a byte of it is copied.
            if path.metadata().is_ok_and(|it| it.len() > MAX_SOURCE) {
                return self.inner.read(path, progress).await;
            }
            let taken = taken(&self.space, path).await.map_err(|err| {
                let source = std::io::Error::other(err);
                ReadError::Open { path: path.to_owned(), source }
            })?;
            self.inner.read(&taken.path, progress).await
        }
        .boxed()
    }
    fn recognition(&self) -> BoxFuture<'_, Result<Recognition, ReadError>> {
        self.inner.recognition()
    }
}

/// Takes a file's bytes into the workspace, beside the requests of others.
pub(crate) async fn taken(space: &Arc<OpenWorkspace>, path: &Path) -> Result<Taken, ApiError> {
    let (space, path) = (Arc::clone(space), path.to_owned());
    let taken = tokio::task::spawn_blocking(move || space.workspace.take_source(&path)).await;
    Ok(taken.map_err(|err| ApiError::from_error(crate::Code::Unknown, &err))??)
}
