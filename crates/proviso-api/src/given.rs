//! Files that a person names.

use std::path::Path;

use crate::{ApiError, Code};

/// A folder, or nothing at all, is told from a bad document early.
pub(crate) fn must_be_file(path: &Path) -> Result<(), ApiError> {
    let metadata = path.metadata().map_err(|err| {
        let code = match err.kind() {
            std::io::ErrorKind::NotFound => Code::NotFound,
            _ => Code::Unreadable,
        };
        let mut it = ApiError::new(code, format!("cannot open `{}`", path.display()));
        it.detail.push(err.to_string());
        it.hint("check the path and that you may read the file")
    })?;
    if metadata.is_dir() {
        let message = format!("`{}` is a folder", path.display());
        return Err(ApiError::new(Code::BadRequest, message)
            .hint("`proviso batch DIR` converts every document of a folder"));
    }
    if !metadata.is_file() {
        let message = format!("`{}` is no regular file", path.display());
        return Err(ApiError::new(Code::BadRequest, message));
    }
    Ok(())
}
