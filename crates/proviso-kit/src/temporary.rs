//! Temporary folders that do not outlive their process for long, however it ends.
//!
//! Each folder holds a lock file, and its owner holds the lock. A process that is killed removes
//! nothing, but the system frees its lock: [`sweep`] removes the folders whose lock nobody holds.
//!
//! **Invariant:** a folder whose owner lives is never removed; nor is anything that another user
//! owns or can reach into, since in a shared folder a name proves nothing.
//!
//! A list of process ids would not do: ids are given out again.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::files;

/// What the names of all our folders begin with.
const PREFIX: &str = "proviso-temporary-";
/// The lock file's name; nobody may use it for anything else in such a folder.
const LOCK: &str = "lock";
/// What a folder's name ends with while it is removed.
const DOOMED: &str = "-doomed";
/// How often a new folder may be swept away before it is locked. Twice is a marvel, but with several
/// sweepers that do nothing else on a busy machine eight times was seen.
const MAX_TRIES: u32 = 100;

/// Makes a folder, with those above it, that is this user's alone.
pub(crate) fn make_private(folder: &Path) -> io::Result<()> {
    let mut all = fs::DirBuilder::new();
    all.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut all, 0o700);
    all.create(folder)
}

/// A folder of our own (mode 0700), removed when dropped or, at the latest, by a later [`sweep`].
#[derive(Debug)]
pub struct TemporaryFolder {
    // Removed before the lock is given back.
    folder: tempfile::TempDir,
    _lock: File,
}

impl TemporaryFolder {
    /// Makes one in the system's folder for temporary files.
    ///
    /// # Errors
    /// When it cannot be made, or nobody can lock files there.
    pub fn new() -> io::Result<TemporaryFolder> {
        TemporaryFolder::within(&std::env::temp_dir())
    }

    fn within(parent: &Path) -> io::Result<TemporaryFolder> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        for _ in 0..MAX_TRIES {
            let folder = builder.tempdir_in(parent)?;
            // Between these two lines a sweeper may take the folder for a dead one. Then the lock
            // is the sweeper's, or the folder is gone: it is given up for another.
            match lock(folder.path()) {
                Ok(Some(lock)) if folder.path().join(LOCK).exists() => {
                    return Ok(TemporaryFolder { folder, _lock: lock });
                }
                Err(err) if err.kind() != io::ErrorKind::NotFound => return Err(err),
                _ => {}
            }
        }
        Err(io::Error::other("new temporary folders are removed at once by somebody"))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// What a [`sweep`] found.
#[derive(Debug, Default)]
pub struct Swept {
    /// Folders of dead processes, removed now.
    pub n_removed: usize,
    /// Folders of living processes.
    pub n_alive: usize,
    /// Folders of dead processes that could not be removed, and why.
    pub left: Vec<(PathBuf, io::Error)>,
}

/// Removes what dead processes of this user left in the system's folder for temporary files.
///
/// # Errors
/// When that folder cannot be listed, or nothing can be written there.
pub fn sweep() -> io::Result<Swept> {
    sweep_within(&std::env::temp_dir())
}

fn sweep_within(parent: &Path) -> io::Result<Swept> {
    let mut swept = Swept::default();
    let mut found = Vec::new();
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        if entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            found.push(entry.path());
        }
    }
    if found.is_empty() {
        return Ok(swept);
    }
    let ours = Ownership::of_this_process(parent)?;
    for folder in found {
        if !ours.holds(&folder) {
            continue;
        }
        match remove_dead(&folder) {
            Ok(true) => swept.n_removed += 1,
            Ok(false) => swept.n_alive += 1,
            // Its owner, or another sweeper, was faster.
            Err(err) if err.kind() == io::ErrorKind::NotFound => {}
            Err(err) => swept.left.push((folder, err)),
        }
    }
    Ok(swept)
}

/// Removes a folder unless its owner lives; whether it did.
fn remove_dead(folder: &Path) -> io::Result<bool> {
    // A folder without a lock file has lost its owner before the file was made or while it was
    // removed: so whoever sweeps makes it.
    let Some(_lock) = lock(folder)? else { return Ok(false) };
    // Under another name first: whoever has just made this folder and waits for nothing but the
    // lock must find it gone as a whole.
    let mut doomed = folder.as_os_str().to_owned();
    if !doomed.as_encoded_bytes().ends_with(DOOMED.as_bytes()) {
        doomed.push(DOOMED);
        fs::rename(folder, &doomed)?;
    }
    fs::remove_dir_all(doomed)?;
    Ok(true)
}

/// The lock of a folder; none where somebody else holds it.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    files::locked(&folder.join(LOCK))
}

/// Who owns what this process makes.
#[cfg(unix)]
struct Ownership {
    user: u32,
}

#[cfg(unix)]
impl Ownership {
    fn of_this_process(parent: &Path) -> io::Result<Ownership> {
        use std::os::unix::fs::MetadataExt as _;
        // Whoever owns a new file is who we are, also where user ids are mapped.
        let user = tempfile::tempfile_in(parent)?.metadata()?.uid();
        Ok(Ownership { user })
    }

    /// Whether this is a folder (no link to one) that nobody but us could have put anything into.
    fn holds(&self, folder: &Path) -> bool {
        use std::os::unix::fs::MetadataExt as _;
        fs::symlink_metadata(folder)
            .is_ok_and(|it| it.is_dir() && it.uid() == self.user && it.mode() & 0o077 == 0)
    }
}

/// Elsewhere each user has a folder for temporary files that others cannot write to.
#[cfg(not(unix))]
struct Ownership;

#[cfg(not(unix))]
impl Ownership {
    fn of_this_process(_parent: &Path) -> io::Result<Ownership> {
        Ok(Ownership)
    }

    fn holds(&self, folder: &Path) -> bool {
        fs::symlink_metadata(folder).is_ok_and(|it| it.is_dir())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of a process that was killed: all is there but the lock's holder.
    fn dead(parent: &Path) -> PathBuf {
        let TemporaryFolder { folder, _lock } = TemporaryFolder::within(parent).unwrap();
        let path = folder.keep();
        fs::create_dir(path.join("source")).unwrap();
        fs::write(path.join("source/A.idr"), "module A\n").unwrap();
        path
    }

    fn swept(parent: &Path) -> (usize, usize) {
        let swept = sweep_within(parent).unwrap();
        assert!(swept.left.is_empty(), "{swept:?}");
        (swept.n_removed, swept.n_alive)
    }

    #[test]
    fn the_dead_are_removed_and_the_living_stay() {
        let parent = tempfile::tempdir().unwrap();
        let alive = TemporaryFolder::within(parent.path()).unwrap();
        let dead = dead(parent.path());
        assert_eq!(swept(parent.path()), (1, 1));
        assert!(alive.path().exists() && !dead.exists());
        drop(alive);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0, "dropping removes it");
    }

    #[test]
    fn a_folder_that_died_before_it_was_locked_is_removed_too() {
        let parent = tempfile::tempdir().unwrap();
        let dead = dead(parent.path());
        fs::remove_file(dead.join(LOCK)).unwrap();
        assert_eq!(swept(parent.path()), (1, 0));
        assert!(!dead.exists());
    }

    #[test]
    fn what_only_looks_like_ours_stays() {
        let parent = tempfile::tempdir().unwrap();
        fs::create_dir(parent.path().join("proviso-notes")).unwrap();
        fs::write(parent.path().join("proviso-temporary-notes"), "a file").unwrap();
        assert_eq!(swept(parent.path()), (0, 0));
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_others_can_reach_into_or_a_link_to_one_is_not_touched() {
        use std::os::unix::fs::PermissionsExt as _;
        let parent = tempfile::tempdir().unwrap();
        let open = dead(parent.path());
        fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("precious"), "x").unwrap();
        let link = parent.path().join("proviso-temporary-link");
        std::os::unix::fs::symlink(elsewhere.path(), link).unwrap();
        assert_eq!(swept(parent.path()), (0, 0));
        assert!(open.exists() && elsewhere.path().join("precious").exists());
    }

    #[test]
    fn sweepers_and_owners_at_the_same_time_never_cost_an_owner_its_folder() {
        let parent = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let it = TemporaryFolder::within(parent.path()).unwrap();
                        fs::write(it.path().join("text"), "x").unwrap();
                        assert!(it.path().join("text").exists());
                    }
                });
                scope.spawn(|| {
                    for _ in 0..200 {
                        sweep_within(parent.path()).unwrap();
                    }
                });
            }
        });
        sweep_within(parent.path()).unwrap();
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
