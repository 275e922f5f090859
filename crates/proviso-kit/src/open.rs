//! A workspace that is open: its folder and its database.
//!
//! **Invariant:** both are of one folder, for as long as either is used.

use std::path::Path;

use proviso_core::ports::ShelfError;

use crate::store::{Blank, Store, StoreError};
use crate::workspace::Workspace;

/// A workspace with its database.
#[derive(Debug)]
pub struct OpenWorkspace {
    /// The folder.
    pub workspace: Workspace,
    /// The database in it.
    pub store: Store,
}

/// Why a workspace cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Its folder cannot be used.
    #[error(transparent)]
    Folder(#[from] ShelfError),
    /// Its database cannot.
    #[error(transparent)]
    Database(#[from] StoreError),
}

impl OpenWorkspace {
    /// Opens a workspace, and makes it if there is none.
    pub fn open(named: Option<&Path>, cwd: &Path) -> Result<OpenWorkspace, OpenError> {
        let workspace = Workspace::open(named, cwd)?;
        let store = Store::open(&workspace.database())?;
        Ok(OpenWorkspace { workspace, store })
    }

    /// One that goes with its folder when its work is done.
    pub fn scratch(root: &Path, blank: &Blank) -> Result<OpenWorkspace, OpenError> {
        let workspace = Workspace::scratch(root)?;
        let store = Store::scratch(&workspace.database(), blank)?;
        Ok(OpenWorkspace { workspace, store })
    }
}
