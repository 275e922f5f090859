//! The files of a workspace.
//!
//! **Invariant:** what somebody else wrote or edited is never lost by a write.

use std::io;
use std::path::PathBuf;

/// The workspace's files, by paths below it with `/` between folders.
pub trait Shelf: Send + Sync {
    /// The text of a file; none where there is no such file.
    fn read(&self, path: &str) -> Result<Option<String>, ShelfError>;
    /// Puts a text there, atomically; an edited predecessor is kept.
    fn write(&self, path: &str, text: &str) -> Result<Shelved, ShelfError>;
}

/// What became of a written file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelved {
    /// Whether the file's text is another one now.
    pub changed: bool,
    /// Where a predecessor went that somebody else had written or edited.
    pub kept: Option<String>,
}

/// Why a file of the workspace could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} `{}`", .path.display())]
pub struct ShelfError {
    /// `read`, `write`, `create`.
    pub what: &'static str,
    /// Which.
    pub path: PathBuf,
    /// Why not.
    #[source]
    pub source: io::Error,
}
