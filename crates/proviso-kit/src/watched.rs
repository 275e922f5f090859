//! A folder under watch: which documents lie in it, in which states, and which of them were taken.
//!
//! **Invariant:** a file is taken once in each state (size and time of change) and only when nobody
//! has changed it for a while, so that nothing is read while it is still being written. What lies
//! there when a folder is chosen stays alone; what came while the program was not running is taken.
//! Of several programs on a workspace one watches.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use proviso_core::document::format;
use proviso_core::ports::ShelfError;
use serde::{Deserialize, Serialize};

use crate::workspace::write_atomically;
use crate::{files, paths};

/// How long a file must have been left alone.
const SETTLED_MS: i64 = 3_000;
/// What is known of the folder, below `.proviso/`.
const FILE: &str = "watched.json";

/// A folder cannot be looked at.
#[derive(Debug, thiserror::Error)]
#[error("cannot open the folder `{}`", .path.display())]
pub struct FolderError {
    /// Which.
    pub path: PathBuf,
    /// Why not.
    #[source]
    pub source: io::Error,
}

/// Why a folder is not watched, or not now.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    /// It cannot be looked at.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// What is known of it cannot be read, or not be had for this program alone.
    #[error("cannot open `{}`", .path.display())]
    Known {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        source: io::Error,
    },
    /// What is known of it cannot be kept.
    #[error(transparent)]
    Keep(#[from] ShelfError),
}

/// A file in one of its states: bytes, and when they changed last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    size: u64,
    changed_at_ms: i64,
}

/// What is known of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    #[serde(with = "paths")]
    folder: PathBuf,
    /// By name as it is written, what was taken, or lay there before.
    files: BTreeMap<String, Seen>,
}

/// A folder under watch, by what was seen of it.
#[derive(Debug, Default)]
struct Watch {
    known: Known,
    /// Files that may still be written to: as they were, and since when, in ticks.
    fresh: BTreeMap<String, (Seen, i64)>,
}

impl Watch {
    /// Looks at what lies in the folder now; the files that are ready come back, and stay fresh
    /// until they are [`Watch::taken`].
    fn look(&mut self, there: &BTreeMap<String, Seen>, ticks_ms: i64) -> Vec<String> {
        self.known.files.retain(|name, _| there.contains_key(name));
        self.fresh.retain(|name, _| there.contains_key(name));
        let mut ready = Vec::new();
        for (name, seen) in there {
            if self.known.files.get(name) == Some(seen) {
                self.fresh.remove(name);
                continue;
            }
            let (was, since) = self.fresh.entry(name.clone()).or_insert((*seen, ticks_ms));
            if was != seen {
                (*was, *since) = (*seen, ticks_ms);
            }
            if seen.size > 0 && ticks_ms - *since >= SETTLED_MS {
                ready.push(name.clone());
            }
        }
        ready
    }

    /// Notes that a file is taken as it is.
    fn taken(&mut self, name: &str) {
        if let Some((seen, _)) = self.fresh.remove(name) {
            self.known.files.insert(name.to_owned(), seen);
        }
    }
}

/// A folder that this process watches.
#[derive(Debug)]
pub struct Watched {
    private: PathBuf,
    watch: Watch,
    /// What is kept in the file.
    kept: Known,
    /// Held as long as this process watches.
    _lock: File,
}

impl Watched {
    /// Begins to watch a folder; what is known of it is kept in a workspace's private one. None where
    /// another process watches.
    pub fn begin(folder: &Path, private: &Path) -> Result<Option<Watched>, WatchError> {
        let locks = private.join("locks");
        let fail = |path: &Path| {
            let path = path.to_owned();
            move |source| WatchError::Known { path, source }
        };
        fs::create_dir_all(&locks).map_err(fail(&locks))?;
        let path = locks.join("watch.lock");
        let Some(lock) = files::locked(&path).map_err(fail(&path))? else { return Ok(None) };
        let path = private.join(FILE);
        let kept: Option<Known> = match fs::read(&path) {
            // What cannot be understood is as if it were not there: the folder is new to us.
            Ok(bytes) => serde_json::from_slice(&bytes).ok(),
            Err(err) if err.kind() == io::ErrorKind::NotFound => None,
            Err(err) => return Err(fail(&path)(err)),
        };
        let kept = kept.unwrap_or_default();
        let known = if kept.folder == folder {
            kept.clone()
        } else {
            Known { folder: folder.to_owned(), files: listed(folder)? }
        };
        let watch = Watch { known, fresh: BTreeMap::new() };
        let mut it = Watched { private: private.to_owned(), watch, kept, _lock: lock };
        it.keep()?;
        Ok(Some(it))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.watch.known.folder
    }

    /// Looks at what lies in it now, at a moment in ticks; the names of files that are ready come back
    /// until they are [`Watched::taken`].
    pub fn look(&mut self, ticks_ms: i64) -> Result<Vec<String>, FolderError> {
        let there = listed(self.folder())?;
        Ok(self.watch.look(&there, ticks_ms))
    }

    /// Where a file of a name lies.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder().join(paths::meant(name))
    }

    /// Notes that a file is taken as it is.
    pub fn taken(&mut self, name: &str) {
        self.watch.taken(name);
    }

    /// Keeps what is known, where that is not what is kept.
    pub fn keep(&mut self) -> Result<(), WatchError> {
        if self.watch.known == self.kept {
            return Ok(());
        }
        let path = self.private.join(FILE);
        let fail =
            |err: serde_json::Error| WatchError::Known { path: path.clone(), source: err.into() };
        let text = serde_json::to_vec(&self.watch.known).map_err(fail)?;
        write_atomically(&path, &text)?;
        self.kept.clone_from(&self.watch.known);
        Ok(())
    }
}

/// Documents of a folder by name; hidden ones are passed over.
pub fn documents_of(folder: &Path) -> Result<Vec<PathBuf>, FolderError> {
    let fail = |source| FolderError { path: folder.to_owned(), source };
    let mut found = Vec::new();
    for entry in folder.read_dir().map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let hidden = path.file_name().is_some_and(|it| it.to_string_lossy().starts_with('.'));
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if !hidden && path.is_file() && format::endings().any(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The documents of a folder in their present states.
fn listed(folder: &Path) -> Result<BTreeMap<String, Seen>, FolderError> {
    let mut all = BTreeMap::new();
    for path in documents_of(folder)? {
        // One that is gone since is none.
        let Ok(metadata) = path.metadata() else { continue };
        let changed_at_ms = files::changed_at_ms(&metadata);
        let name = Path::new(path.file_name().unwrap_or_default());
        all.insert(paths::written(name), Seen { size: metadata.len(), changed_at_ms });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks at one file `a` a second apart; each number is its size then, 0 for an empty file.
    #[track_caller]
    fn check(sizes: &[Option<u64>], taken_at: &[usize]) {
        let mut watch = Watch::default();
        let mut taken = Vec::new();
        for (second, size) in sizes.iter().enumerate() {
            let changed_at_ms = 7;
            let there = size.map(|size| ("a".to_owned(), Seen { size, changed_at_ms }));
            let ticks_ms = i64::try_from(second).unwrap() * 1_000;
            for name in watch.look(&there.into_iter().collect(), ticks_ms) {
                watch.taken(&name);
                taken.push(second);
            }
        }
        assert_eq!(taken, taken_at);
    }

    #[test]
    fn a_file_is_taken_once_when_it_was_left_alone_for_a_while() {
        check(&[Some(5); 8], &[3]);
    }

    #[test]
    fn a_file_that_is_still_being_written_is_waited_for() {
        check(&[Some(1), Some(2), Some(2), Some(3), Some(3), Some(3), Some(3), Some(3)], &[6]);
    }

    #[test]
    fn an_empty_file_is_no_document_yet() {
        check(
            &[Some(0), Some(0), Some(0), Some(0), Some(0), Some(9), Some(9), Some(9), Some(9)],
            &[8],
        );
    }

    #[test]
    fn a_file_that_was_replaced_is_another_document_and_one_that_came_back_too() {
        check(&[Some(5), Some(5), Some(5), Some(5), Some(6), Some(6), Some(6), Some(6)], &[3, 7]);
        check(
            &[Some(5), Some(5), Some(5), Some(5), None, Some(5), Some(5), Some(5), Some(5)],
            &[3, 8],
        );
    }

    #[test]
    fn what_lay_there_before_stays_alone() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("old.txt"), "old").unwrap();
        let known =
            Known { folder: folder.path().to_owned(), files: listed(folder.path()).unwrap() };
        let mut watch = Watch { known, fresh: BTreeMap::new() };
        fs::write(folder.path().join("new.txt"), "new").unwrap();
        fs::write(folder.path().join("new.part"), "half").unwrap();
        let there = listed(folder.path()).unwrap();
        assert_eq!(watch.look(&there, 0), [""; 0]);
        assert_eq!(watch.look(&there, SETTLED_MS), ["new.txt"]);
    }

    #[test]
    fn what_was_taken_is_kept_and_one_program_watches() {
        let (folder, private) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let begin = || Watched::begin(folder.path(), private.path()).unwrap();
        let mut watched = begin().unwrap();
        assert!(begin().is_none(), "this program watches");
        fs::write(folder.path().join("new.txt"), "new").unwrap();
        assert_eq!(watched.look(0).unwrap(), [""; 0]);
        assert_eq!(watched.look(SETTLED_MS).unwrap(), ["new.txt"]);
        watched.taken("new.txt");
        watched.keep().unwrap();
        fs::write(folder.path().join("later.txt"), "later").unwrap();
        drop(watched);
        let mut again = begin().unwrap();
        assert_eq!(again.look(0).unwrap(), [""; 0]);
        assert_eq!(again.look(SETTLED_MS).unwrap(), ["later.txt"], "the first was taken");
    }
}
