//! A folder of files that can be made again, bounded in size.
//!
//! **Invariant:** whatever is missing here costs time and nothing else; a file is whole or absent.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use proviso_core::ports::ShelfError;

use crate::workspace::write_atomically;

/// A folder with a bound.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
    max_bytes: u64,
}

impl Cache {
    /// A cache in a folder of its own, which is made at first use.
    pub fn new(folder: PathBuf, max_bytes: u64) -> Cache {
        Cache { folder, max_bytes }
    }

    /// What is kept under a key: a plain file name.
    pub fn get(&self, key: &str) -> Option<Vec<u8>> {
        let path = self.folder.join(key);
        let bytes = fs::read(&path).ok()?;
        // The time of use decides who goes first; where it cannot be set, the time of making does.
        let _kept = fs::File::options()
            .append(true)
            .open(&path)
            .and_then(|it| it.set_modified(SystemTime::now()));
        Some(bytes)
    }

    /// Keeps bytes under a key, and lets go of what was not used for longest.
    pub fn put(&self, key: &str, bytes: &[u8]) -> Result<(), ShelfError> {
        write_atomically(&self.folder.join(key), bytes)?;
        self.trim().map_err(|source| ShelfError { what: "tidy", path: self.folder.clone(), source })
    }

    fn trim(&self) -> io::Result<()> {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            // Another process may tidy at the same time.
            let Ok(metadata) = entry.metadata() else { continue };
            if metadata.is_file() {
                files.push((metadata.modified()?, metadata.len(), entry.path()));
            }
        }
        let mut total: u64 = files.iter().map(|it| it.1).sum();
        files.sort();
        for (_, size, path) in files {
            if total <= self.max_bytes {
                break;
            }
            remove(&path)?;
            total -= size;
        }
        Ok(())
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(err) if err.kind() != io::ErrorKind::NotFound => Err(err),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().join("pages"), 20);
        let age = |key: &str, seconds: u64| {
            let file = fs::File::options().append(true).open(cache.folder.join(key)).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
        };
        cache.put("a", &[1; 8]).unwrap();
        cache.put("b", &[2; 8]).unwrap();
        age("a", 20);
        age("b", 10);
        assert_eq!(cache.get("a").as_deref(), Some(&[1; 8][..]), "used now, so it stays");
        cache.put("c", &[3; 8]).unwrap();
        assert_eq!((cache.get("b"), cache.get("a").is_some()), (None, true));
    }
}
