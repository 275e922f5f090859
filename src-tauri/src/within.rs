//! Which files the page may have shown or opened by the system.
//!
//! **Invariant:** a path outside of the workspace is refused, links followed; and only texts are
//! opened, since the system would run some other files, and names of files come from strangers.

use std::path::{Path, PathBuf};

use proviso_api::{ApiError, App, Code};

/// What Proviso writes for people to read.
const TEXTS: &[&str] = &["idr", "ipkg", "json", "md", "toml", "txt"];

/// A file or folder of the workspace.
pub(crate) fn workspace(app: &App, path: &str) -> Result<PathBuf, ApiError> {
    let missing = || ApiError::new(Code::WorkspaceMissing, "this needs a workspace");
    below(&app.workspace().ok_or_else(missing)?, path)
}

/// A text file of the workspace.
pub(crate) fn text(app: &App, path: &str) -> Result<PathBuf, ApiError> {
    readable(workspace(app, path)?)
}

fn below(root: &Path, path: &str) -> Result<PathBuf, ApiError> {
    let real = |path: &Path| {
        path.canonicalize().map_err(|err| {
            let mut it = ApiError::new(Code::NotFound, format!("no file `{}`", path.display()));
            it.detail.push(err.to_string());
            it
        })
    };
    let root = real(root)?;
    let found = real(&root.join(path))?;
    if found.starts_with(&root) {
        Ok(found)
    } else {
        Err(ApiError::new(Code::Forbidden, "only files of the workspace are shown"))
    }
}

fn readable(path: PathBuf) -> Result<PathBuf, ApiError> {
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    if path.is_file() && TEXTS.contains(&extension) {
        Ok(path)
    } else {
        Err(ApiError::new(Code::Forbidden, "only texts of the workspace are opened"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_texts_of_the_workspace_are_opened() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let root = folder.path().join("work");
        fs::create_dir_all(root.join("Domains"))?;
        for name in ["work/Domains/Rent.idr", "work/run.desktop", "outside.idr"] {
            fs::write(folder.path().join(name), "")?;
        }
        let code = |path: &str| below(&root, path).and_then(readable).map_err(|err| err.code);
        assert!(code("Domains/Rent.idr").is_ok());
        let absolute = root.join("Domains/Rent.idr").display().to_string();
        assert!(code(&absolute).is_ok());
        assert_eq!(code("../outside.idr"), Err(Code::Forbidden));
        assert_eq!(code("/etc/passwd"), Err(Code::Forbidden));
        assert_eq!(code("run.desktop"), Err(Code::Forbidden));
        assert_eq!(code("Domains"), Err(Code::Forbidden));
        assert_eq!(code("Domains/None.idr"), Err(Code::NotFound));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("outside.idr"), root.join("link.idr"))?;
            assert_eq!(code("link.idr"), Err(Code::Forbidden));
        }
        Ok(())
    }
}
