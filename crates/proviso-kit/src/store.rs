//! The database of a workspace: runs, what their stages made, their events, and what people said.
//!
//! One file per table holds its migrations, rows, reads and writes. The version is SQLite's
//! `user_version`; a migration crate would only add a second place that says so.
//!
//! **Invariant:** migrations are additive and never edited once released, and the database of before is
//! kept beside; a database of a newer program is refused, not guessed at, and so is a body of a newer
//! version ([`body`]). Every change is one transaction.

mod amendments;
mod artefacts;
mod attempts;
mod backup;
mod begun;
mod body;
mod calls;
mod cards;
mod carried;
mod checks;
mod documents;
mod events;
mod files;
mod flushed;
mod models;
mod moments;
mod pieces;
mod repair;
mod runs;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::aside::aside;

pub use amendments::Said;
pub use artefacts::{Hint, WrittenAnalysis, WrittenDocument, WrittenModule};
pub use begun::{Along, Saying, Unbegun};
pub use carried::{Carried, CarriedRun};
pub use checks::KeptAnswer;
pub use documents::{DocumentFilter, DocumentRow, DocumentsPage};
pub use models::{Approval, ModelCheck};
pub use pieces::Piece;
pub use repair::Repaired;
pub use runs::{Claim, Ending, NewRun, RunFilter, RunRow, RunSource};

/// How long a writer waits for another process.
const BUSY: Duration = Duration::from_secs(10);
/// How long it waits before it asks again.
const BUSY_STEP: Duration = Duration::from_millis(2);

/// All migrations in order; the position plus one is the version that each leads to.
const MIGRATIONS: &[&str] = &[
    runs::CREATE,
    artefacts::CREATE,
    attempts::CREATE,
    events::CREATE,
    amendments::CREATE,
    files::CREATE,
    runs::EXTEND,
    models::CREATE,
    calls::CREATE,
    checks::CREATE,
    cards::CREATE,
    runs::COVER,
    runs::CORRECT,
    documents::CREATE,
    amendments::WITHDRAW,
    carried::CREATE,
    runs::JUDGE,
    body::VERSION,
    moments::CREATE,
    pieces::CREATE,
];

/// Why the database did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite refused.
    #[error("cannot {doing} in `{}`", .path.display())]
    Sql {
        /// What was being done.
        doing: &'static str,
        /// The database.
        path: PathBuf,
        /// Why.
        #[source]
        source: rusqlite::Error,
    },
    /// A blank database cannot be copied.
    #[error("cannot copy a blank database to `{}`", .path.display())]
    Copy {
        /// Where to.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// What is stored is no longer understood.
    #[error("cannot understand {what} in `{}`", .path.display())]
    Json {
        /// What.
        what: &'static str,
        /// The database.
        path: PathBuf,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
    /// What a stage made stands in pieces, and not all of them are there.
    #[error("`{name}` of run {run} in `{}` has lost a part", .path.display())]
    Lost {
        /// What it is called among what the stages of the run made.
        name: String,
        /// Of which run.
        run: i64,
        /// The database.
        path: PathBuf,
    },
    /// A newer program has stored it so.
    #[error("{what} in `{}` is of version {found}, and this Proviso knows {known}", .path.display())]
    Later {
        /// What.
        what: &'static str,
        /// The database.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// Ours.
        known: u32,
    },
    /// What is there cannot be set aside before it is changed.
    #[error("cannot keep the database of before as `{}`", .path.display())]
    Backup {
        /// Where.
        path: PathBuf,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A damaged database could not be repaired, and is as it was.
    #[error("cannot repair `{}`", .path.display())]
    Repair {
        /// The database.
        path: PathBuf,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Made by a newer program.
    #[error("`{}` was made by a newer Proviso (version {found}, this one knows {known})", .path.display())]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its version.
        found: usize,
        /// Ours.
        known: usize,
    },
    /// No program of ours has made it so.
    #[error("`{}` says that its version is {found}, which no Proviso has written", .path.display())]
    Foreign {
        /// The database.
        path: PathBuf,
        /// What it says.
        found: i64,
    },
    /// A run's lock file cannot be used.
    #[error("cannot lock `{}`", .path.display())]
    Lock {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}

impl StoreError {
    /// Whether what is stored is beyond this program by itself: another version would understand it,
    /// or it has lost a part. It is kept, and what stands beside it can be read.
    pub fn is_foreign(&self) -> bool {
        matches!(self, StoreError::Later { .. } | StoreError::Json { .. } | StoreError::Lost { .. })
    }
    /// Whether the database itself is damaged, rather than out of reach or busy.
    pub fn is_damage(&self) -> bool {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match self {
            StoreError::Lost { .. } => true,
            StoreError::Sql { source, .. } => {
                matches!(source.sqlite_error_code(), Some(DatabaseCorrupt | NotADatabase))
            }
            _ => false,
        }
    }
}

/// The state of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreHealth {
    /// The version of its tables.
    pub version: usize,
    /// The size of its main file; what was written last may be beside it.
    pub n_bytes: u64,
    /// The first of SQLite's complaints, or else of what has lost a part; none in a sound database.
    pub complaints: Vec<String>,
}

/// An open database.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
    flushing: flushed::Flushing,
    path: PathBuf,
}

/// A database with all tables and nothing in them.
pub struct Blank(Vec<u8>);

impl Store {
    /// Opens or creates the database and brings it up to date.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let store = Store::with_sync(path, "NORMAL")?;
        let hook = flushed::hook(path.to_owned(), store.flushing.clone());
        store.locked(|it| it.wal_hook(Some(hook))).map_err(|source| {
            let doing = "have its log written beside";
            store.sql(doing, source)
        })?;
        Ok(store)
    }

    /// One that is thrown away when its work is done: nothing in it is waited for to reach the disk.
    /// It begins as a copy of a blank one, which is quicker than making all tables anew.
    ///
    /// # Errors
    /// Where the copy cannot be written or opened.
    pub fn scratch(path: &Path, blank: &Blank) -> Result<Store, StoreError> {
        std::fs::write(path, &blank.0)
            .map_err(|source| StoreError::Copy { path: path.to_owned(), source })?;
        Store::with_sync(path, "OFF")
    }

    /// A blank database with all tables, made at a path that has none.
    ///
    /// # Errors
    /// Where it cannot be made or read.
    pub fn blank(path: &Path) -> Result<Blank, StoreError> {
        // Closed, it is one file.
        drop(Store::with_sync(path, "OFF")?);
        let fail = |source| StoreError::Copy { path: path.to_owned(), source };
        std::fs::read(path).map(Blank).map_err(fail)
    }

    fn with_sync(path: &Path, synchronous: &str) -> Result<Store, StoreError> {
        let connection = aside(|| connect(path, synchronous))?;
        let flushing = flushed::Flushing::default();
        Ok(Store { connection: Mutex::new(connection), flushing, path: path.to_owned() })
    }

    /// Has SQLite look through the whole database, and looks whether long bodies have all their pieces.
    ///
    /// # Errors
    /// When it cannot look.
    pub fn examine(&self) -> Result<StoreHealth, StoreError> {
        let complaints = self.with("examine the database", |it| {
            let mut statement = it.prepare("PRAGMA quick_check(3)")?;
            let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
            let torn: Vec<String> = rows
                .filter(|it| !matches!(it.as_deref(), Ok("ok")))
                .collect::<rusqlite::Result<_>>()?;
            // What cannot be read is not looked through for what is missing.
            if !torn.is_empty() {
                return Ok(torn);
            }
            let lost = pieces::lost(it)?.into_iter();
            Ok(lost.map(|(run, name)| format!("`{name}` of run {run} has lost a part")).collect())
        })?;
        let n_bytes = std::fs::metadata(&self.path).map_or(0, |it| it.len());
        Ok(StoreHealth { version: MIGRATIONS.len(), n_bytes, complaints })
    }

    /// The database's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The one way to the connection. Who waits for it, or for the disk, holds up no task but its own.
    /// Turns come in the order of asking: who puts down piece after piece leaves others in between.
    fn locked<T>(&self, action: impl FnOnce(&mut Connection) -> T) -> T {
        aside(|| {
            // A panic while the lock was held left no half transaction: SQLite rolled it back.
            let mut connection = self.connection.lock();
            let made = action(&mut connection);
            MutexGuard::unlock_fair(connection);
            made
        })
    }

    fn with<T>(
        &self,
        doing: &'static str,
        action: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.locked(|it| action(it)).map_err(|source| self.sql(doing, source))
    }

    /// Several statements that happen together or not at all.
    fn change<T>(
        &self,
        doing: &'static str,
        action: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let run = |connection: &mut Connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let made = action(&transaction)?;
            transaction.commit()?;
            Ok(made)
        };
        self.locked(run).map_err(|source| self.sql(doing, source))
    }

    fn lost(&self, run: i64, name: &str) -> StoreError {
        StoreError::Lost { name: name.to_owned(), run, path: self.path.clone() }
    }

    fn sql(&self, doing: &'static str, source: rusqlite::Error) -> StoreError {
        StoreError::Sql { doing, path: self.path.clone(), source }
    }

    fn json<T: serde::Serialize>(&self, what: &'static str, it: &T) -> Result<String, StoreError> {
        let fail = |source| StoreError::Json { what, path: self.path.clone(), source };
        serde_json::to_string(it).map_err(fail)
    }

    fn parse<T: serde::de::DeserializeOwned>(
        &self,
        what: &'static str,
        text: &str,
    ) -> Result<T, StoreError> {
        let fail = |source| StoreError::Json { what, path: self.path.clone(), source };
        serde_json::from_str(text).map_err(fail)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.flushing.end();
    }
}

/// Whether to ask once more for what another process holds: SQLite's own way asks less and less often,
/// and then waits longer than the other takes.
fn busy(asked: i32) -> bool {
    let waits = BUSY_STEP.saturating_mul(asked.unsigned_abs()) < BUSY;
    if waits {
        std::thread::sleep(BUSY_STEP);
    }
    waits
}

/// A connection that waits for others, and as long for the disk as is said.
fn connect_bare(path: &Path, synchronous: &str, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_handler(Some(busy))?;
    connection.pragma_update(None, "synchronous", synchronous)?;
    Ok(connection)
}

fn connect(path: &Path, synchronous: &str) -> Result<Connection, StoreError> {
    let fail =
        |source| StoreError::Sql { doing: "open the database", path: path.to_owned(), source };
    let mut connection = connect_bare(path, synchronous, OpenFlags::default()).map_err(fail)?;
    log_ahead(&connection)
        .and_then(|()| connection.pragma_update(None, "foreign_keys", true))
        .map_err(fail)?;
    backup::keep(&connection, path)?;
    migrate(&mut connection, path)?;
    Ok(connection)
}

/// Turns write-ahead logging on. While another program does the same SQLite does not wait, as it
/// does everywhere else, but refuses at once.
fn log_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let began = Instant::now();
    loop {
        let done = connection.pragma_update(None, "journal_mode", "WAL");
        let busy = done
            .as_ref()
            .is_err_and(|it| it.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy));
        if !busy || began.elapsed() > BUSY {
            return done;
        }
        std::thread::sleep(BUSY_STEP);
    }
}

fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let fail = |source| StoreError::Sql {
        doing: "bring tables up to date",
        path: path.to_owned(),
        source,
    };
    // Immediate: of two programs that open a new database at once one waits for the other.
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fail)?;
    let found: i64 =
        transaction.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(fail)?;
    let Ok(found) = usize::try_from(found) else {
        return Err(StoreError::Foreign { path: path.to_owned(), found });
    };
    if found > MIGRATIONS.len() {
        return Err(StoreError::Newer { path: path.to_owned(), found, known: MIGRATIONS.len() });
    }
    for migration in &MIGRATIONS[found..] {
        transaction.execute_batch(migration).map_err(fail)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as i64).map_err(fail)?;
    transaction.commit().map_err(fail)
}
