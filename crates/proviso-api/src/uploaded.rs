//! Receiving files from clients that cannot name any.

use futures_util::Stream;
use serde::{Deserialize, Serialize};

use crate::{ApiError, App};

/// Bytes of one file: what the reader takes at most.
pub const MAX_UPLOAD: u64 = 512 << 20;

/// A received file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Uploaded {
    /// What names it in requests, wherever they name a file.
    pub path: String,
    /// Its name, cleaned.
    pub name: String,
    /// Its bytes.
    pub size: u64,
}

/// Receives a file; at most `limit` bytes of it.
pub async fn receive<B, E>(
    app: &App,
    name: &str,
    limit: u64,
    body: impl Stream<Item = Result<B, E>> + Unpin,
) -> Result<Uploaded, ApiError>
where
    B: AsRef<[u8]>,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let it = app.uploads.receive(name, limit, body).await?;
    Ok(Uploaded { path: it.handle, name: it.name, size: it.size })
}
