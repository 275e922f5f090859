//! Giving the password of a locked document.
//!
//! **Invariant:** a password is in the request and in the reader's memory, and nowhere else: it is in
//! no event, no row, no file and no message.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_core::ports::ReadError;
use proviso_kit::reading::{PASSWORD_VARIABLE, Password};
use serde::Deserialize;

use crate::given::must_be_file;
use crate::wire::{Nothing, RunId};
use crate::{ApiError, App, Code, runs};

/// A password for a file, or for the documents of a run.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UnlockReq {
    /// The file, or the handle of a received one.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub path: Option<String>,
    /// The run whose documents are locked; the password is tried with each of them.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub run: Option<RunId>,
    /// The password, exactly as typed.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub password: Password,
}

/// Keeps a password while the program runs, if it opens what it is for.
pub(crate) async fn unlock(app: &Arc<App>, req: UnlockReq) -> Result<Nothing, ApiError> {
    let files: Vec<PathBuf> = match (&req.path, req.run) {
        (Some(path), None) => vec![app.file(path)?],
        (None, Some(run)) => runs::source_files(&*app.space()?, run.0)?,
        _ => {
            let message = "either a file or a run is unlocked";
            return Err(ApiError::new(Code::BadRequest, message));
        }
    };
    let mut refused = None;
    let mut opened = false;
    for path in files {
        match opens(app, &path, &req.password).await {
            Ok(it) => opened |= it,
            Err(err) => refused = Some(err),
        }
    }
    match refused {
        Some(err) if !opened => Err(err),
        // Nothing in it was locked: that is as good.
        _ => Ok(Nothing {}),
    }
}

/// Whether the password opened the file; `false` where it opens without.
async fn opens(app: &App, path: &Path, password: &Password) -> Result<bool, ApiError> {
    must_be_file(path)?;
    let sha256 = runs::source(path)?.sha256;
    let passwords = app.passwords();
    passwords.learn(&sha256, password.clone());
    match app.ports().reader.glance(path, 0).await {
        Ok(it) => Ok(it.document.locked),
        Err(err) => {
            if matches!(err, ReadError::Locked { .. }) {
                passwords.unlearn(&sha256, password);
            }
            Err(err.into())
        }
    }
}

/// What is said of a file that is locked and that no known password opens; none of any other, also
/// where something else is wrong with it: that is for reading to say.
pub async fn lock_of(app: &App, path: &Path) -> Option<ApiError> {
    match app.ports().reader.glance(&app.cwd.join(path), 0).await {
        Err(err @ ReadError::Locked { .. }) => Some(err.into()),
        _ => None,
    }
}

/// The files of a run's documents that are there.
pub fn files_of_run(app: &App, run: i64) -> Result<Vec<PathBuf>, ApiError> {
    runs::source_files(&*app.space()?, run)
}

/// Keeps a password for a file while the program runs, if it opens it.
pub async fn unlock_file(app: &App, path: &Path, password: &Password) -> Result<(), ApiError> {
    opens(app, &app.cwd.join(path), password).await.map(|_| ())
}

/// The password that the environment holds.
pub fn password_of_environment() -> Option<Password> {
    std::env::var(PASSWORD_VARIABLE).ok().and_then(|it| Password::new(&it))
}
