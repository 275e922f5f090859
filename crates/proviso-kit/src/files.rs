//! What several rooms ask of a file: to have it for this process alone, and when it was changed.

use std::fs::{File, Metadata, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// The lock on a file, which is made if need be, though not its folder; held until it is dropped.
/// `None` if another process, or another lock of this one, holds it.
pub(crate) fn locked(path: &Path) -> io::Result<Option<File>> {
    let file = File::options().create(true).read(true).write(true).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(err)) => Err(err),
    }
}

/// When it was changed last, since 1970; an error where the system does not say.
pub(crate) fn changed(about: &Metadata) -> io::Result<Duration> {
    Ok(about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// The same in milliseconds; 0 where the system does not say.
pub(crate) fn changed_at_ms(about: &Metadata) -> i64 {
    changed(about).map_or(0, |it| i64::try_from(it.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_once_and_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.lock");
        let held = locked(&path).unwrap();
        assert!(held.is_some() && locked(&path).unwrap().is_none());
        drop(held);
        assert!(locked(&path).unwrap().is_some());
        let gone = locked(&folder.path().join("none/a.lock")).unwrap_err();
        assert_eq!(gone.kind(), io::ErrorKind::NotFound, "no folder is made");
    }
}
