//! The folder that a person works in: finding it, its layout, and writing into it.
//!
//! **Invariant:** a file appears whole or not at all; a file that somebody else wrote or edited is
//! kept before it is replaced. `.proviso/` is the owner's alone (mode 0700).
//!
//! **Invariant:** a workspace may be somebody else's. No link in it is followed, so that nothing beside
//! it is read or written in its name, and no pipe in it is waited for.

use std::fs;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use proviso_core::hex::hex;
use proviso_core::ports::ShelfError;
use sha2::{Digest as _, Sha256};

/// Bytes of a document that are taken at most; more are never read.
pub const MAX_SOURCE: u64 = 512 << 20;

/// A workspace on disk.
#[derive(Debug, Clone)]
pub struct Workspace {
    root: PathBuf,
    made: bool,
    /// Whether what is written must outlive a power cut.
    lasts: bool,
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
            if path.is_symlink() {
                return Err(error("work in", &path, is_a_link()));
            }
            fs::create_dir_all(&path).map_err(|source| error("create", &path, source))?;
        }
        let root = found.canonicalize().map_err(|source| error("open", &found, source))?;
        let workspace = Workspace { root, made, lasts: true };
        restrict(&workspace.private())
            .map_err(|source| error("restrict", &workspace.private(), source))?;
        Ok(workspace)
    }

    /// One that is thrown away when its work is done: nothing in it is waited for to reach the disk.
    pub fn scratch(root: &Path) -> Result<Workspace, ShelfError> {
        Ok(Workspace { lasts: false, ..Workspace::open(Some(root), root)? })
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
    /// Whether a run holds a lock here, of whatever program.
    pub fn is_busy(&self) -> bool {
        // Without a folder of locks no run was ever begun.
        let all = self.private().join("locks").read_dir().into_iter().flatten().flatten();
        let is_held = |path: PathBuf| {
            let lock = fs::File::open(path).map(|it| it.try_lock());
            matches!(lock, Ok(Err(fs::TryLockError::WouldBlock)))
        };
        all.map(|it| it.path()).any(is_held)
    }
    /// Where a document's copy lies.
    pub fn source(&self, sha256: &str, name: &str) -> PathBuf {
        self.private().join("sources").join(sha256).join(name)
    }

    /// The text of a file below the workspace; none where there is no such file.
    pub fn read(&self, path: &str) -> Result<Option<String>, ShelfError> {
        let full = self.root.join(path);
        match read_own(&full) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(err) => Err(error("read", &full, err)),
        }
    }

    /// Replaces or creates a file atomically.
    pub fn write(&self, path: &str, text: &str) -> Result<(), ShelfError> {
        put(&self.root.join(path), text.as_bytes(), self.lasts)
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

    /// Keeps a document's bytes beside the database, under their own hash and their name, and says it. They are
    /// taken once: whatever becomes of the file meanwhile, the copy is what its name says.
    pub fn take_source(&self, from: &Path) -> Result<Taken, ShelfError> {
        let fail = |source| error("read", from, source);
        let folder = self.private().join("sources");
        fs::create_dir_all(&folder).map_err(|source| error("create", &folder, source))?;
        let mut copy = open_to_readers(tempfile::Builder::new().prefix(".proviso-"))
            .tempfile_in(&folder)
            .map_err(fail)?;
        let mut file = open_regular(from).map_err(fail)?;
        let mut hash = Sha256::new();
        let mut block = vec![0; 1 << 16];
        let mut n_bytes = 0_u64;
        loop {
            let n = file.read(&mut block).map_err(fail)?;
            let read = &block[..n];
            if n == 0 {
                break;
            }
            n_bytes += n as u64;
            if n_bytes > MAX_SOURCE {
                return Err(fail(io::Error::from(io::ErrorKind::FileTooLarge)));
            }
            hash.update(read);
            copy.write_all(read).map_err(|source| error("write", &folder, source))?;
        }
        let sha256 = hex(hash.finalize());
        let name = crate::paths::name(from);
        let path = self.source(&sha256, &name);
        if !holds(&path, n_bytes) {
            let fail = |source| error("write", &path, source);
            make_parent(&path)?;
            if self.lasts {
                copy.as_file().sync_all().map_err(fail)?;
            }
            copy.persist(&path).map_err(|err| fail(err.error))?;
        }
        Ok(Taken { sha256, path })
    }
}

/// A document's bytes as they were taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    /// Their hash.
    pub sha256: String,
    /// Where they lie.
    pub path: PathBuf,
}

/// Whether a copy of so many bytes lies there already, and is a file of its own.
fn holds(path: &Path, n_bytes: u64) -> bool {
    path.symlink_metadata().is_ok_and(|it| it.is_file() && it.len() == n_bytes)
}

/// Bytes of a text of a workspace's own that are read at most.
const MAX_TEXT: u64 = 64 << 20;

/// Reads a file of a workspace's own: no link, no pipe, and no more than a text has.
///
/// # Errors
/// Where it cannot be read, or is something else.
pub fn read_own(path: &Path) -> io::Result<Vec<u8>> {
    if path.is_symlink() {
        return Err(is_a_link());
    }
    let mut bytes = Vec::new();
    open(path, true)?.take(MAX_TEXT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// The same as text.
///
/// # Errors
/// As [`read_own`], and where it is no UTF-8.
pub fn read_own_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read_own(path)?)
        .map_err(|err| io::Error::new(io::ErrorKind::InvalidData, err))
}

fn is_a_link() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        "it is a link, and those of a workspace are not followed",
    )
}

/// Opens a regular file for reading; a pipe or a device is refused instead of waited for.
///
/// # Errors
/// Where it cannot be opened, or is no regular file.
pub fn open_regular(path: &Path) -> io::Result<fs::File> {
    open(path, false)
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "links are told apart before"))]
fn open(path: &Path, own: bool) -> io::Result<fs::File> {
    let mut options = fs::File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Opening a pipe would wait for somebody to write into it; and what was no link a moment ago
        // may be one now.
        let unfollowed = if own { libc::O_NOFOLLOW } else { 0 };
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY | unfollowed);
    }
    let file = options.open(path)?;
    match file.metadata()? {
        it if it.is_file() => Ok(file),
        it if it.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file")),
    }
}

/// Writes a file whole or not at all: a temporary one beside it, synced, then renamed over it.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), ShelfError> {
    put(path, bytes, true)
}

fn put(path: &Path, bytes: &[u8], lasts: bool) -> Result<(), ShelfError> {
    let parent = make_parent(path)?;
    let fail = |source| error("write", path, source);
    let mut file = open_to_readers(tempfile::Builder::new().prefix(".proviso-"))
        .tempfile_in(parent)
        .map_err(fail)?;
    file.write_all(bytes).map_err(fail)?;
    if lasts {
        file.as_file().sync_all().map_err(fail)?;
    }
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

/// Temporary files are the owner's alone; results are as open as the user's mask, which the system
/// applies to this, wants them.
#[cfg(unix)]
fn open_to_readers<'a, 'b, 'c>(
    file: &'c mut tempfile::Builder<'a, 'b>,
) -> &'c mut tempfile::Builder<'a, 'b> {
    use std::os::unix::fs::PermissionsExt;
    file.permissions(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn open_to_readers<'a, 'b, 'c>(
    file: &'c mut tempfile::Builder<'a, 'b>,
) -> &'c mut tempfile::Builder<'a, 'b> {
    file
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

    #[cfg(unix)]
    #[test]
    fn no_link_of_a_workspace_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let beside = tempfile::tempdir().unwrap();
        fs::write(beside.path().join("secret"), "the secret").unwrap();
        let workspace = Workspace::open(None, folder.path()).unwrap();
        let link = |name: &str, to: &Path| {
            std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
        };
        link("Domains/A.idr", &beside.path().join("secret"));
        let err = workspace.read("Domains/A.idr").unwrap_err();
        assert!(std::error::Error::source(&err).unwrap().to_string().contains("link"), "{err}");
        workspace.write("Domains/A.idr", "ours").unwrap();
        assert_eq!(fs::read_to_string(beside.path().join("secret")).unwrap(), "the secret");
        fs::remove_dir_all(folder.path().join("direction")).unwrap();
        link("direction", beside.path());
        assert!(Workspace::open(None, folder.path()).is_err());
    }

    #[test]
    fn a_failed_write_names_the_path() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(None, folder.path()).unwrap();
        fs::write(folder.path().join("Domains/A"), "a file where a folder should be").unwrap();
        let err = workspace.write("Domains/A/B.idr", "x").unwrap_err().to_string();
        assert!(err.starts_with("cannot create `") && err.ends_with("Domains/A`"), "{err}");
    }

    #[test]
    fn a_copy_is_what_its_hash_says_however_often_the_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(None, folder.path()).unwrap();
        let from = folder.path().join("paper.txt");
        let texts: Vec<String> = (0..8).map(|n| n.to_string().repeat(300_000)).collect();
        fs::write(&from, &texts[0]).unwrap();
        let stop = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                // Replaced as editors do it, and written over as others do.
                for n in (0..texts.len()).cycle() {
                    if stop.load(std::sync::atomic::Ordering::Relaxed) {
                        return;
                    }
                    fs::write(&from, &texts[n]).unwrap();
                    write_atomically(&from, texts[(n + 1) % texts.len()].as_bytes()).unwrap();
                }
            });
            for _ in 0..25 {
                let taken = workspace.take_source(&from).unwrap();
                let digest = proviso_core::hex::sha256(fs::read(&taken.path).unwrap());
                assert_eq!(digest, taken.sha256, "what is kept is what was read");
            }
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_document() {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(None, folder.path()).unwrap();
        assert!(workspace.take_source(Path::new("/dev/zero")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn results_are_as_open_as_the_users_mask_says() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let by_system = folder.path().join("by_system");
        fs::write(&by_system, "x").unwrap();
        let ours = folder.path().join("ours");
        write_atomically(&ours, b"x").unwrap();
        let mode = |it: &Path| fs::metadata(it).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&by_system));
    }
}
