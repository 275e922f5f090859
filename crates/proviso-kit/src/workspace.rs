//! The folder that a person works in: finding it, its layout, and writing into it.
//!
//! **Invariant:** a file appears whole or not at all; a file that somebody else wrote or edited is
//! kept before it is replaced. `.proviso/` is the owner's alone (mode 0700).

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use proviso_core::ports::ShelfError;

/// A workspace on disk.
#[derive(Debug, Clone)]
pub struct Workspace {
    root: PathBuf,
    made: bool,
}

impl Workspace {
    /// The workspace that was named, or else the nearest folder from `cwd` upwards that has
    /// `Domains/` or `.proviso/`, or else `cwd` itself. Its folders are made.
    pub fn open(named: Option<&Path>, cwd: &Path) -> Result<Workspace, ShelfError> {
        let is_one = |it: &&Path| it.join(".proviso").is_dir() || it.join("Domains").is_dir();
        let found = match named {
            Some(named) => cwd.join(named),
            None => cwd.ancestors().find(is_one).unwrap_or(cwd).to_owned(),
        };
        let made = !is_one(&found.as_path());
        for folder in ["Domains", "direction", ".proviso"] {
            let path = found.join(folder);
            fs::create_dir_all(&path).map_err(|source| error("create", &path, source))?;
        }
        let root = found.canonicalize().map_err(|source| error("open", &found, source))?;
        let workspace = Workspace { root, made };
        restrict(&workspace.private())
            .map_err(|source| error("restrict", &workspace.private(), source))?;
        Ok(workspace)
    }

    /// Like [`Workspace::open`], but only where there is one already; nothing is made.
    pub fn find(named: Option<&Path>, cwd: &Path) -> Option<PathBuf> {
        let is_one = |it: &&Path| it.join(".proviso").is_dir() || it.join("Domains").is_dir();
        match named {
            Some(named) => Some(cwd.join(named)).filter(|it| is_one(&it.as_path())),
            None => cwd.ancestors().find(is_one).map(Path::to_owned),
        }
    }

    /// Whether a folder is a workspace in which something has been run.
    pub fn has_database(root: &Path) -> bool {
        root.join(".proviso/proviso.db").is_file()
    }

    /// The folder itself, absolute.
    pub fn root(&self) -> &Path {
        &self.root
    }
    /// Whether it was made just now.
    pub fn made(&self) -> bool {
        self.made
    }
    /// `.proviso/`.
    pub fn private(&self) -> PathBuf {
        self.root.join(".proviso")
    }
    /// The database.
    pub fn database(&self) -> PathBuf {
        self.private().join("proviso.db")
    }
    /// The lock file of a run.
    pub fn lock(&self, run: i64) -> PathBuf {
        self.private().join("locks").join(format!("run-{run}.lock"))
    }
    /// Where a document's copy lies.
    pub fn source(&self, sha256: &str, name: &str) -> PathBuf {
        self.private().join("sources").join(sha256).join(name)
    }

    /// The text of a file below the workspace; none where there is no such file.
    pub fn read(&self, path: &str) -> Result<Option<String>, ShelfError> {
        let full = self.root.join(path);
        match fs::read(&full) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(err) => Err(error("read", &full, err)),
        }
    }

    /// Replaces or creates a file atomically.
    pub fn write(&self, path: &str, text: &str) -> Result<(), ShelfError> {
        write_atomically(&self.root.join(path), text.as_bytes())
    }

    /// Removes a file; one that is gone already is as good.
    pub fn remove(&self, path: &str) -> Result<(), ShelfError> {
        let full = self.root.join(path);
        match fs::remove_file(&full) {
            Err(err) if err.kind() != io::ErrorKind::NotFound => Err(error("remove", &full, err)),
            _ => Ok(()),
        }
    }

    /// Keeps a file's present text as `.proviso/kept/<path>.<n>`, and says where.
    pub fn keep(&self, path: &str) -> Result<String, ShelfError> {
        let from = self.root.join(path);
        for n in 1.. {
            let kept = format!(".proviso/kept/{path}.{n}");
            let to = self.root.join(&kept);
            if to.exists() {
                continue;
            }
            make_parent(&to)?;
            fs::copy(&from, &to).map_err(|source| error("keep a copy of", &from, source))?;
            return Ok(kept);
        }
        unreachable!("the numbers do not end")
    }

    /// Copies a document beside the database, unless it is there.
    pub fn keep_source(&self, from: &Path, sha256: &str, name: &str) -> Result<(), ShelfError> {
        let to = self.source(sha256, name);
        if to.exists() {
            return Ok(());
        }
        let bytes = fs::read(from).map_err(|source| error("read", from, source))?;
        write_atomically(&to, &bytes)
    }
}

/// Writes a file whole or not at all: a temporary one beside it, synced, then renamed over it.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), ShelfError> {
    let parent = make_parent(path)?;
    let fail = |source| error("write", path, source);
    let mut file =
        tempfile::Builder::new().prefix(".proviso-").tempfile_in(parent).map_err(fail)?;
    file.write_all(bytes).map_err(fail)?;
    // Temporary files are the owner's alone; results are as open as the user's mask wants them.
    open_to_readers(file.as_file()).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    file.persist(path).map_err(|err| fail(err.error))?;
    Ok(())
}

fn make_parent(path: &Path) -> Result<&Path, ShelfError> {
    let parent = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(|source| error("create", parent, source))?;
    Ok(parent)
}

fn error(what: &'static str, path: &Path, source: io::Error) -> ShelfError {
    ShelfError { what, path: path.to_owned(), source }
}

#[cfg(unix)]
fn restrict(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(folder)?.permissions().mode() & 0o777;
    if mode == 0o700 {
        return Ok(());
    }
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

/// Other systems give a user's folders to that user alone already.
#[cfg(not(unix))]
fn restrict(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn open_to_readers(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn open_to_readers(_file: &fs::File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_folder_with_domains_is_the_workspace() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        fs::create_dir_all(&deep).unwrap();
        fs::create_dir(folder.path().join("Domains")).unwrap();
        let found = Workspace::open(None, &deep).unwrap();
        assert_eq!(found.root(), folder.path().canonicalize().unwrap());
        assert!(!found.made());
    }

    #[test]
    fn without_one_the_current_folder_becomes_it() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Workspace::find(None, folder.path()), None);
        let made = Workspace::open(Some(Path::new("new")), folder.path()).unwrap();
        assert!(made.made() && folder.path().join("new/Domains").is_dir());
        assert!(!Workspace::open(Some(Path::new("new")), folder.path()).unwrap().made());
    }

    #[test]
    fn keeping_never_overwrites_what_was_kept() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(None, folder.path()).unwrap();
        for text in ["one", "two"] {
            workspace.write("Domains/A.idr", text).unwrap();
            workspace.keep("Domains/A.idr").unwrap();
        }
        let kept = |n: u32| workspace.read(&format!(".proviso/kept/Domains/A.idr.{n}")).unwrap();
        assert_eq!((kept(1).as_deref(), kept(2).as_deref()), (Some("one"), Some("two")));
    }

    #[cfg(unix)]
    #[test]
    fn the_private_folder_is_the_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(None, folder.path()).unwrap();
        let mode = fs::metadata(workspace.private()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }

    #[test]
    fn a_failed_write_names_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(None, folder.path()).unwrap();
        fs::write(folder.path().join("Domains/A"), "a file where a folder should be").unwrap();
        let err = workspace.write("Domains/A/B.idr", "x").unwrap_err().to_string();
        assert!(err.starts_with("cannot create `") && err.ends_with("Domains/A`"), "{err}");
    }
}
