//! Carries what the log of writes holds into the database itself, beside those who write.
//!
//! SQLite does so within the change that makes the log long, and waits for the disk twice: where others
//! write to it as well a person who stops a run waits for both. Here a thread of its own does, over a
//! connection of its own; who writes meanwhile is not kept from it.
//!
//! **Invariant:** a change is kept however late that is: the log is part of the database. The thread does
//! not outlive the store, and never needs the store's connection, so that who waits for it gets through.

use std::os::raw::c_int;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use parking_lot::Mutex;
use rusqlite::hooks::Wal;
use rusqlite::{OpenFlags, TransactionBehavior};

use super::connect_bare;
use crate::aside::aside;

/// Pages of the log from which on it is carried over, as SQLite has it.
const PAGES: c_int = 1_000;

/// The thread that carried the log over last, or still does.
#[derive(Debug, Clone, Default)]
pub(super) struct Flushing(Arc<Mutex<Option<JoinHandle<()>>>>);

impl Flushing {
    /// Waits until the log is carried over, where that is under way.
    pub(super) fn end(&self) {
        let thread = self.0.lock().take();
        if let Some(it) = thread
            && aside(|| it.join()).is_err()
        {
            tracing::warn!("the thread that carries the log of the database over has panicked");
        }
    }
}

/// What a connection calls after each change with the pages of the log.
pub(super) fn hook(
    database: PathBuf,
    flushing: Flushing,
) -> impl FnMut(&mut Wal, c_int) -> rusqlite::Result<()> + Send + 'static {
    move |_, pages| {
        if pages < PAGES {
            return Ok(());
        }
        let mut thread = flushing.0.lock();
        // One that has panicked is finished, too, and the next takes its place.
        if thread.as_ref().is_some_and(|it| !it.is_finished()) {
            return Ok(());
        }
        let database = database.clone();
        let begun = Builder::new().name("flush".to_owned()).spawn(move || {
            if let Err(err) = flush(&database) {
                tracing::warn!(error = %err, "the log of `{}` grows", database.display());
            }
        });
        match begun {
            Ok(it) => *thread = Some(it),
            Err(err) => tracing::warn!(error = %err, "the log of the database grows"),
        }
        Ok(())
    }
}

pub(super) fn flush(database: &Path) -> rusqlite::Result<()> {
    // A database that was taken away meanwhile is not made anew.
    let flags = OpenFlags::default().difference(OpenFlags::SQLITE_OPEN_CREATE);
    let mut connection = connect_bare(database, "NORMAL", flags)?;
    let ask = "PRAGMA wal_checkpoint(PASSIVE)";
    let (log, carried): (i64, i64) =
        connection.query_row(ask, [], |row| Ok((row.get(1)?, row.get(2)?)))?;
    if log == carried {
        // The next change begins the log anew, for which it waits for the disk. It is this one, which
        // nobody waits for, and changes nothing: what it writes it has read while nobody else could
        // write, such as a newer program that raises the version.
        let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version: i64 = change.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        change.pragma_update(None, "user_version", version)?;
        change.commit()?;
    }
    Ok(())
}
