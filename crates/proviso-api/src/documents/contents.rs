//! Files that hold documents: an archive stands for what lies in it, a mail for itself and what is
//! attached to it.
//!
//! **Invariant:** a file that holds nothing stands for itself; what is left out is told. What is
//! taken out lies in a folder that goes with the process, so runs work on copies of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_core::ports::Unpacked;

use crate::given::must_be_file;
use crate::{ApiError, App, Code};

/// Documents that files stand for.
#[derive(Debug, Default)]
pub struct Contents {
    /// Files to be read, in order.
    pub documents: Vec<PathBuf>,
    /// Files that are not taken, and why.
    pub left_out: Vec<ApiError>,
}

/// The documents that files stand for. A file that cannot be opened stays, so that whoever converts
/// it says so.
pub async fn contents(app: &App, files: Vec<PathBuf>) -> Contents {
    let mut out = Contents::default();
    for file in files {
        let path = app.cwd.join(&file);
        if must_be_file(&path).is_err() {
            out.documents.push(file);
            continue;
        }
        match unpacked(app, &path).await {
            Ok(it) => {
                out.documents.extend(it.is_document.then_some(file));
                out.documents.extend(it.members);
                out.left_out.extend(it.left_out.into_iter().map(ApiError::from));
            }
            Err(err) => out.left_out.push(err),
        }
    }
    out
}

/// What lies in a file; an error where it is none and nothing in it can be read.
pub(crate) async fn unpacked(app: &App, path: &Path) -> Result<Unpacked, ApiError> {
    let (reader, uploads) = (app.ports().reader, Arc::clone(&app.uploads));
    let folder = move || uploads.folder();
    let mut it = reader.unpack(path, &folder).await?;
    if it.members.is_empty() && !it.is_document {
        if it.left_out.is_empty() {
            let name = proviso_kit::paths::name(path);
            return Err(ApiError::new(Code::Unreadable, format!("`{name}` holds no document")));
        }
        if it.left_out.len() == 1 {
            return Err(it.left_out.remove(0).into());
        }
    }
    Ok(it)
}

/// Archives give way to what lies in them. What is a document itself stays alone: what it carries
/// was shown when it was looked at.
pub(crate) async fn without_archives(
    app: &App,
    paths: Vec<String>,
) -> Result<Vec<String>, ApiError> {
    let mut out = Vec::new();
    for named in paths {
        let held = match app.file(&named) {
            Ok(path) if path.is_file() => unpacked(app, &path).await?,
            // Its own run says what is wrong with it.
            _ => Unpacked { is_document: true, ..Unpacked::default() },
        };
        if held.is_document {
            out.push(named);
        } else {
            out.extend(held.members.into_iter().map(|it| app.uploads.adopt(it).handle));
        }
    }
    Ok(out)
}
