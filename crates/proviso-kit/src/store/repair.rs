//! A damaged database: what can be read of it goes into a new one.
//!
//! **Invariant:** the damaged one is kept beside, byte for byte, and stands in its place until the new
//! one is whole. Rows are taken over as they are; none is made up.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::{Store, StoreError, pieces};

/// Files of one database, by what their names end in.
const PARTS: [&str; 3] = ["", "-wal", "-shm"];

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repaired {
    /// Where the damaged database lies.
    pub kept_as: PathBuf,
    /// Rows that were taken over.
    pub n_rows: u64,
    /// Tables that could not be read to their end.
    pub torn: Vec<String>,
}

type Cause = Box<dyn std::error::Error + Send + Sync>;

impl Store {
    /// Repairs a database; `None` where there is nothing to repair. Nobody else may use it.
    ///
    /// # Errors
    /// Where it is damaged and cannot be copied, or the new one cannot be written.
    pub fn repair(database: &Path) -> Result<Option<Repaired>, StoreError> {
        let kept_as = free(database);
        let fail = |source: Cause| StoreError::Repair { path: database.to_owned(), source };
        // First of all: even to look at a database writes into it.
        keep(database, &kept_as).map_err(|err| fail(err.into()))?;
        let needless = match Store::open(database).and_then(|it| it.examine()) {
            Ok(it) if it.complaints.is_empty() => Some(Ok(None)),
            Ok(_) | Err(StoreError::Foreign { .. }) => None,
            Err(err) if err.is_damage() => None,
            Err(err) => Some(Err(err)),
        };
        if let Some(it) = needless {
            removed(&kept_as, &PARTS).map_err(|err| fail(err.into()))?;
            return it;
        }
        let new = database.with_extension(format!("{}.new", std::process::id()));
        let saved = saved(database, &new).and_then(|it| {
            put(&new, database)?;
            Ok(it)
        });
        let (n_rows, torn) = saved.map_err(fail)?;
        Ok(Some(Repaired { kept_as, n_rows, torn }))
    }
}

fn part(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// A name beside it that is free.
fn free(database: &Path) -> PathBuf {
    let names = (1_u32..).map(|it| database.with_extension(format!("damaged{it}.db")));
    names.into_iter().find(|it| !it.exists()).unwrap_or_default()
}

/// Copies a database with what was written to its log only.
fn keep(database: &Path, aside: &Path) -> std::io::Result<()> {
    for ending in PARTS {
        let from = part(database, ending);
        if from.exists() {
            fs::copy(&from, part(aside, ending))?;
        }
    }
    Ok(())
}

/// Puts the new database in the place of the damaged one. The log goes first: it is none of the new
/// one's, which would take it for its own.
fn put(new: &Path, database: &Path) -> Result<(), Cause> {
    removed(database, &PARTS[1..])?;
    Ok(fs::rename(new, database)?)
}

fn removed(database: &Path, endings: &[&str]) -> std::io::Result<()> {
    for ending in endings {
        match fs::remove_file(part(database, ending)) {
            Err(err) if err.kind() != std::io::ErrorKind::NotFound => return Err(err),
            _ => {}
        }
    }
    Ok(())
}

/// Takes over what can be read; how many rows, and which tables end early.
fn saved(damaged: &Path, new: &Path) -> Result<(u64, Vec<String>), Cause> {
    // Closed, it is one file with all tables.
    fs::write(new, Store::blank(new)?.0)?;
    let to = Connection::open(new)?;
    to.pragma_update(None, "foreign_keys", false)?;
    let from = Connection::open(damaged)?;
    let (mut n_rows, mut torn) = (0, Vec::new());
    to.execute_batch("BEGIN")?;
    for table in texts(&to, "SELECT name FROM sqlite_schema WHERE type = 'table'", &[])? {
        // SQLite's own count of numbers follows from the rows, but for those of rows that are gone.
        if table.starts_with("sqlite_") && table != "sqlite_sequence" {
            continue;
        }
        let (n, whole) = table_saved(&from, &to, &table)?;
        n_rows += n;
        if !whole && table != "sqlite_sequence" {
            torn.push(table);
        }
    }
    // What a stage made of a run that is lost belongs to nothing.
    for table in texts(&to, "SELECT name FROM sqlite_schema WHERE type = 'table'", &[])? {
        let has_run = "SELECT name FROM pragma_table_info(?1) WHERE name = 'run_id'";
        if !texts(&to, has_run, &[&table])?.is_empty() {
            let n = to.execute(
                &format!("DELETE FROM {table} WHERE run_id NOT IN (SELECT id FROM run)"),
                [],
            )?;
            n_rows = n_rows.saturating_sub(n as u64);
        }
    }
    // What lost a part cannot be shown or gone on with; the damaged database keeps what is left of it.
    let n = to.execute(&format!("DELETE FROM artefact WHERE {}", pieces::LOST), [])?;
    n_rows = n_rows.saturating_sub(n as u64);
    to.execute_batch("COMMIT")?;
    to.close().map_err(|it| it.1)?;
    fs::File::open(new)?.sync_all()?;
    Ok((n_rows, torn))
}

/// One table: from its beginning as far as it can be read, then from its end.
fn table_saved(from: &Connection, to: &Connection, table: &str) -> Result<(u64, bool), Cause> {
    let columns = "SELECT name FROM pragma_table_info(?1)";
    // What a table has in the damaged database is unknown where not even that can be read.
    let Ok(there) = texts(from, columns, &[table]) else { return Ok((0, false)) };
    let names: Vec<String> =
        texts(to, columns, &[table])?.into_iter().filter(|it| there.contains(it)).collect();
    if names.is_empty() {
        // One that the program of before did not have, or that is gone.
        return Ok((0, true));
    }
    let keys = "SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk";
    let mut keys = texts(to, keys, &[table])?;
    if keys.is_empty() {
        keys.push("rowid".to_owned());
    }
    let places: Vec<String> = (1..=names.len()).map(|it| format!("?{it}")).collect();
    let (names, places) = (names.join(", "), places.join(", "));
    let mut insert =
        to.prepare(&format!("INSERT OR IGNORE INTO {table} ({names}) VALUES ({places})"))?;
    let mut n_rows = 0;
    for direction in ["ASC", "DESC"] {
        let order: Vec<String> = keys.iter().map(|it| format!("{it} {direction}")).collect();
        let read = format!("SELECT {names} FROM {table} ORDER BY {}", order.join(", "));
        let mut copy = || -> rusqlite::Result<()> {
            let mut statement = from.prepare(&read)?;
            let n = statement.column_count();
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let values: Vec<Value> =
                    (0..n).map(|it| row.get(it)).collect::<rusqlite::Result<_>>()?;
                // A row that cannot be stored, such as one without what must be there, is none.
                n_rows += insert.execute(params_from_iter(values)).unwrap_or(0) as u64;
            }
            Ok(())
        };
        match copy() {
            Ok(()) => return Ok((n_rows, direction == "ASC")),
            Err(err) => tracing::warn!(error = %err, "`{table}` cannot be read to its end"),
        }
    }
    Ok((n_rows, false))
}

fn texts(it: &Connection, query: &str, values: &[&str]) -> rusqlite::Result<Vec<String>> {
    it.prepare(query)?.query_map(params_from_iter(values), |row| row.get(0))?.collect()
}
