//! Files that came over a wire, in a folder of ours that goes with the process.
//!
//! **Invariant:** a file is reached by the handle that was given out for it and by nothing else; no
//! part of a client's name reaches the file system but its last component, cleaned.
//!
//! **Invariant:** all of them together, those that are still coming included, are at most
//! [`MAX_ALL`] bytes: the oldest give way, and one that has been used is given back.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use futures_util::{Stream, StreamExt};
use tokio::io::AsyncWriteExt;

use crate::temporary::TemporaryFolder;

/// What handles begin with.
pub const SCHEME: &str = "upload:";
/// Bytes of all files that are there at a time.
pub const MAX_ALL: u64 = 4 << 30;
/// Bytes of a name that are kept: file systems take 255 at most.
const MAX_NAME: usize = 180;

/// The received files of a process.
#[derive(Debug)]
pub struct Uploads {
    shelf: Mutex<Shelf>,
    most: u64,
}

impl Default for Uploads {
    fn default() -> Uploads {
        Uploads { shelf: Mutex::default(), most: MAX_ALL }
    }
}

#[derive(Debug, Default)]
struct Shelf {
    folder: Option<TemporaryFolder>,
    files: BTreeMap<String, Lying>,
    /// Bytes of all of them, and of those that are coming.
    n_bytes: u64,
    n: u64,
}

/// A file that lies there, and when it came, by its number.
#[derive(Debug)]
struct Lying {
    path: PathBuf,
    size: u64,
    number: u64,
}

impl Shelf {
    /// Takes a file's name and bytes from the shelf, and the file from the disk.
    fn remove(&mut self, handle: &str) {
        let Some(it) = self.files.remove(handle) else { return };
        self.n_bytes = self.n_bytes.saturating_sub(it.size);
        // What cannot be removed now goes with the process.
        let _left = std::fs::remove_file(&it.path);
        // Folders that hold others of an archive stay until those are gone.
        let _not_empty = it.path.parent().map(std::fs::remove_dir);
    }

    /// Books bytes, for which the oldest files give way; whether there is room.
    fn book(&mut self, n: u64, most: u64) -> bool {
        while self.n_bytes + n > most {
            let oldest = self.files.iter().min_by_key(|it| it.1.number).map(|it| it.0.clone());
            let Some(oldest) = oldest else { return false };
            self.remove(&oldest);
        }
        self.n_bytes += n;
        true
    }
}

/// A received file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    /// What names it from now on.
    pub handle: String,
    /// Its cleaned name.
    pub name: String,
    /// Its bytes.
    pub size: u64,
}

/// Why a file was not received.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// More than was allowed.
    #[error("the file is larger than {} MiB", .limit >> 20)]
    TooLarge {
        /// How many bytes are.
        limit: u64,
    },
    /// No room beside all that is coming.
    #[error("too many files are being received: {} MiB at a time", .limit >> 20)]
    Full {
        /// How many bytes are.
        limit: u64,
    },
    /// The sender stopped.
    #[error("the transfer broke")]
    Broken(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The disk refused.
    #[error("cannot keep the received file")]
    Disk(#[source] io::Error),
}

impl Uploads {
    /// Receives a file; a broken or too large one leaves nothing behind.
    pub async fn receive<B, E>(
        &self,
        name: &str,
        limit: u64,
        mut body: impl Stream<Item = Result<B, E>> + Unpin,
    ) -> Result<Received, UploadError>
    where
        B: AsRef<[u8]>,
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let name = cleaned(name);
        let (number, folder) = self.place().map_err(UploadError::Disk)?;
        // A folder of its own: two files of one name do not meet.
        tokio::fs::create_dir(&folder).await.map_err(UploadError::Disk)?;
        let path = folder.join(&name);
        let mut size = 0_u64;
        let mut booked = Booked { uploads: self, n: 0 };
        let kept = async {
            let mut file = tokio::fs::File::create_new(&path).await.map_err(UploadError::Disk)?;
            while let Some(part) = body.next().await {
                let part = part.map_err(|err| UploadError::Broken(err.into()))?;
                size += part.as_ref().len() as u64;
                if size > limit {
                    return Err(UploadError::TooLarge { limit });
                }
                booked.more(part.as_ref().len() as u64)?;
                file.write_all(part.as_ref()).await.map_err(UploadError::Disk)?;
            }
            file.flush().await.map_err(UploadError::Disk)
        };
        match kept.await {
            Ok(()) => {
                let handle = format!("{SCHEME}{number}/{name}");
                // From now on the file itself stands for its bytes.
                booked.n = 0;
                self.shelf().files.insert(handle.clone(), Lying { path, size, number });
                Ok(Received { handle, name, size })
            }
            Err(err) => {
                // The whole folder goes with the process at the latest.
                let _left = tokio::fs::remove_dir_all(&folder).await;
                Err(err)
            }
        }
    }

    /// A new folder of this process, for files that are taken out of others.
    ///
    /// # Errors
    /// Where the disk refuses it.
    pub fn folder(&self) -> io::Result<PathBuf> {
        let (_, folder) = self.place()?;
        std::fs::create_dir(&folder)?;
        Ok(folder)
    }

    /// Gives a handle to a file in such a folder.
    pub fn adopt(&self, path: PathBuf) -> Received {
        let name = crate::paths::name(&path);
        let size = path.metadata().map_or(0, |it| it.len());
        let mut shelf = self.shelf();
        shelf.n += 1;
        let number = shelf.n;
        let handle = format!("{SCHEME}{number}/{name}");
        // It lies there already: the others give way as far as they can.
        if !shelf.book(size, self.most) {
            shelf.n_bytes += size;
        }
        shelf.files.insert(handle.clone(), Lying { path, size, number });
        Received { handle, name, size }
    }

    /// Gives a file back: whoever named it has taken what was to be taken of it.
    pub fn release(&self, handle: &str) {
        self.shelf().remove(handle);
    }

    /// The file that a handle names.
    pub fn get(&self, handle: &str) -> Option<PathBuf> {
        self.shelf().files.get(handle).map(|it| it.path.clone())
    }

    fn place(&self) -> io::Result<(u64, PathBuf)> {
        let mut shelf = self.shelf();
        if shelf.folder.is_none() {
            shelf.folder = Some(TemporaryFolder::new()?);
        }
        shelf.n += 1;
        let folder = shelf.folder.as_ref().map(|it| it.path().join(shelf.n.to_string()));
        folder.map(|it| (shelf.n, it)).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn shelf(&self) -> std::sync::MutexGuard<'_, Shelf> {
        // A panic while the lock was held leaves a table that is still a table.
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes that are coming; they are given back where nothing comes of them.
struct Booked<'a> {
    uploads: &'a Uploads,
    n: u64,
}

impl Booked<'_> {
    fn more(&mut self, n: u64) -> Result<(), UploadError> {
        let limit = self.uploads.most;
        if !self.uploads.shelf().book(n, limit) {
            return Err(UploadError::Full { limit });
        }
        self.n += n;
        Ok(())
    }
}

impl Drop for Booked<'_> {
    fn drop(&mut self) {
        let mut shelf = self.uploads.shelf();
        shelf.n_bytes = shelf.n_bytes.saturating_sub(self.n);
    }
}

/// A client's file name without folders and without what file systems or terminals trip over.
pub(crate) fn cleaned(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut clean: String = last
        .chars()
        .map(|it| if it.is_control() || "<>:\"|?*".contains(it) { '_' } else { it })
        .collect();
    while clean.len() > MAX_NAME {
        // The end is what tells the format to people, so the beginning gives way.
        clean.remove(0);
    }
    let clean = clean.trim().trim_start_matches('.').trim_end_matches('.').to_owned();
    if clean.is_empty() { "document".to_owned() } else { clean }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;

    use super::*;

    fn body(
        parts: &[&'static [u8]],
    ) -> impl Stream<Item = Result<&'static [u8], Infallible>> + Unpin {
        stream::iter(parts.to_vec()).map(Ok)
    }

    #[tokio::test]
    async fn a_file_is_reached_by_its_handle_alone() {
        let uploads = Uploads::default();
        let one = uploads.receive("../../a.txt", 10, body(&[b"ab", b"c"])).await.unwrap();
        let two = uploads.receive("a.txt", 10, body(&[b"d"])).await.unwrap();
        assert_eq!((one.name.as_str(), one.size), ("a.txt", 3));
        assert_ne!(one.handle, two.handle);
        let path = uploads.get(&one.handle).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"abc");
        assert_eq!(uploads.get(&path.display().to_string()), None);
        assert_eq!(uploads.get("upload:1/../2/a.txt"), None);
        drop(uploads);
        assert!(!path.exists(), "goes with the process");
    }

    #[tokio::test]
    async fn one_that_is_too_large_leaves_nothing_behind() {
        let uploads = Uploads::default();
        let err = uploads.receive("a.txt", 3, body(&[b"ab", b"cd"])).await.unwrap_err();
        assert!(matches!(err, UploadError::TooLarge { limit: 3 }));
        let folder = uploads.shelf().folder.as_ref().unwrap().path().to_owned();
        let left: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(left, ["lock"], "the folder's own file");
    }

    #[tokio::test]
    async fn the_oldest_give_way_and_what_was_used_is_gone() {
        let uploads = Uploads { most: 6, ..Uploads::default() };
        let mut all = Vec::new();
        for name in ["a", "b", "c"] {
            all.push(uploads.receive(name, 10, body(&[b"abc"])).await.unwrap());
        }
        assert_eq!(uploads.get(&all[0].handle), None, "the first gave way to the third");
        let used = uploads.get(&all[1].handle).unwrap();
        uploads.release(&all[1].handle);
        assert!(!used.exists() && uploads.get(&all[1].handle).is_none());
        assert_eq!(uploads.shelf().n_bytes, 3);
        let err = uploads.receive("d", 10, body(&[b"abcd", b"efgh"])).await.unwrap_err();
        assert!(matches!(err, UploadError::Full { limit: 6 }));
        assert_eq!(uploads.shelf().n_bytes, 0, "what did not come is not counted");
    }

    #[test]
    fn names_are_cleaned() {
        let check = |name: &str, expected: &str| assert_eq!(cleaned(name), expected);
        check("C:\\papers\\견적서.pdf", "견적서.pdf");
        check("..", "document");
        check(".hidden", "hidden");
        check("a\n<b>.pdf", "a__b_.pdf");
        assert!(cleaned(&"가".repeat(300)).len() <= MAX_NAME);
    }
}
