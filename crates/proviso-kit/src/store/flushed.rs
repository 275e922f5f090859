//! Carries what the log of writes holds into the database itself, beside those who write.
//!
//! SQLite does so within the change that makes the log long, and waits for the disk twice: where others
//! write to it as well a person who stops a run waits for both. Here a thread of its own does, over a
//! connection of its own; who writes meanwhile is not kept from it.
//!
//! **Invariant:** a change is kept however late that is: the log is part of the database.

use std::os::raw::c_int;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::hooks::Wal;

use super::connect_bare;

/// Pages of the log from which on it is carried over, as SQLite has it.
const PAGES: c_int = 1_000;

/// What a connection calls after each change with the pages of the log.
pub(super) fn hook(
    database: PathBuf,
) -> impl FnMut(&mut Wal, c_int) -> rusqlite::Result<()> + Send + 'static {
    let under_way = Arc::new(AtomicBool::new(false));
    move |_, pages| {
        if pages < PAGES || under_way.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        let (its, database) = (Arc::clone(&under_way), database.clone());
        let thread = std::thread::Builder::new().name("flush".to_owned());
        let begun = thread.spawn(move || {
            if let Err(err) = flush(&database) {
                tracing::warn!(error = %err, "the log of `{}` grows", database.display());
            }
            its.store(false, Ordering::SeqCst);
        });
        if let Err(err) = begun {
            tracing::warn!(error = %err, "the log of the database grows");
            under_way.store(false, Ordering::SeqCst);
        }
        Ok(())
    }
}

pub(super) fn flush(database: &Path) -> rusqlite::Result<()> {
    let connection = connect_bare(database, "NORMAL")?;
    let ask = "PRAGMA wal_checkpoint(PASSIVE)";
    let (log, carried): (i64, i64) =
        connection.query_row(ask, [], |row| Ok((row.get(1)?, row.get(2)?)))?;
    if log == carried {
        // The next change begins the log anew, for which it waits for the disk. It is this one, which
        // nobody waits for, and changes nothing.
        let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        connection.pragma_update(None, "user_version", version)?;
    }
    Ok(())
}
