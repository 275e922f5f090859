//! The database as it was before a newer program changed its tables.
//!
//! **Invariant:** no table is changed before a whole copy of the database lies beside it, named after
//! the version that it had; a copy that is there is never written over.

use std::path::{Path, PathBuf};

use rusqlite::backup::Progress;
use rusqlite::{Connection, MAIN_DB};

use super::{MIGRATIONS, StoreError};

/// Where the copy of a version lies.
pub(super) fn place(database: &Path, version: i64) -> PathBuf {
    let stem = database.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    database.with_file_name(format!("{stem}.v{version}.db"))
}

/// Keeps a copy where tables are about to be changed: of a database that has some, and lacks others.
pub(super) fn keep(connection: &Connection, database: &Path) -> Result<(), StoreError> {
    let ask = |it: &Connection| it.query_row("PRAGMA user_version", [], |row| row.get(0));
    let found: i64 = ask(connection).map_err(|source| StoreError::Sql {
        doing: "ask for the version",
        path: database.to_owned(),
        source,
    })?;
    let is_older = usize::try_from(found).is_ok_and(|it| it > 0 && it < MIGRATIONS.len());
    let place = place(database, found);
    if !is_older || place.exists() {
        return Ok(());
    }
    let fail = |source: Box<dyn std::error::Error + Send + Sync>| StoreError::Backup {
        path: place.clone(),
        source,
    };
    // Whole under its name, or not there: the program may end at any moment, and another one may be
    // doing the same.
    let new = place.with_extension(format!("{}.new", std::process::id()));
    let copied = || -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        connection.backup(MAIN_DB, &new, None::<fn(Progress)>)?;
        let copy = Connection::open(&new)?;
        // One file from here on, without a log of writes beside it.
        copy.pragma_update(None, "journal_mode", "DELETE")?;
        let version: i64 = ask(&copy)?;
        drop(copy);
        // Where another program was quicker this is no copy of what was before; that one has made it.
        if version == found {
            std::fs::File::open(&new)?.sync_all()?;
            std::fs::rename(&new, &place)?;
        }
        Ok(())
    };
    let done = copied();
    match std::fs::remove_file(&new) {
        Err(err) if err.kind() != std::io::ErrorKind::NotFound => {
            tracing::warn!(error = %err, "`{}` stays behind", new.display());
        }
        _ => {}
    }
    done.map_err(fail)
}
