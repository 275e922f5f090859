//! The table `run`: one row per run, and the lock that says whether its process lives.
//!
//! **Invariant:** a row in state `running` has a lock file that its process holds; whoever finds
//! the lock free marks the row `interrupted`. Claiming sweeps, inserts and locks in one immediate
//! transaction, so nobody sees a running row that is not locked yet.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use proviso_core::run::Verdict;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};
use serde::{Deserialize, Serialize};

use super::{Store, StoreError};

pub(super) const CREATE: &str = "
CREATE TABLE run (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent INTEGER REFERENCES run(id),
    project TEXT NOT NULL,
    sources TEXT NOT NULL,
    document_type TEXT,
    engine TEXT NOT NULL,
    max_attempts INTEGER NOT NULL,
    check_timeout_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'ended')),
    verdict TEXT,
    detail TEXT,
    error TEXT,
    n_refuted INTEGER,
    n_explained INTEGER,
    n_printed INTEGER,
    compiler TEXT,
    model_path TEXT,
    created_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER
) STRICT;
CREATE INDEX run_project ON run (project COLLATE NOCASE);
";

/// A document of a run, before and after it is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSource {
    /// Where it was when the run began, absolute.
    pub path: PathBuf,
    /// Its name.
    pub name: String,
    /// SHA-256 of the file in lower-case hex.
    pub sha256: String,
}

/// What a run is begun with.
#[derive(Debug, Clone)]
pub struct NewRun {
    /// The run that it goes on from.
    pub parent: Option<i64>,
    /// The project.
    pub project: String,
    /// Its documents.
    pub sources: Vec<RunSource>,
    /// A document type that a person chose.
    pub document_type: Option<String>,
    /// Who analyses and writes.
    pub engine: String,
    /// Checked texts by an engine.
    pub max_attempts: u32,
    /// Time for one check.
    pub check_timeout_ms: u64,
    /// Now.
    pub created_at_ms: i64,
}

/// How a run ended.
#[derive(Debug, Clone, Default)]
pub struct Ending {
    /// The verdict; none is a bug of the caller's and stored as `failed`.
    pub verdict: Option<Verdict>,
    /// What stands beside it.
    pub detail: Option<String>,
    /// What went wrong, for `failed`.
    pub error: Option<String>,
    /// Refuted rules that nobody waived.
    pub n_refuted: Option<u32>,
    /// Amounts in rules, and all.
    pub coverage: Option<(u32, u32)>,
    /// The compiler's version.
    pub compiler: Option<String>,
    /// The accepted model, below the workspace.
    pub model_path: Option<String>,
    /// Now.
    pub ended_at_ms: i64,
}

/// A run as it is stored.
#[derive(Debug, Clone)]
pub struct RunRow {
    /// Its number in the workspace, from 1.
    pub id: i64,
    /// The run that it went on from.
    pub parent: Option<i64>,
    /// The project.
    pub project: String,
    /// Its documents.
    pub sources: Vec<RunSource>,
    /// A document type that a person chose.
    pub document_type: Option<String>,
    /// Who analysed and wrote.
    pub engine: String,
    /// Checked texts by an engine.
    pub max_attempts: u32,
    /// Time for one check.
    pub check_timeout_ms: u64,
    /// The verdict; none while it runs.
    pub verdict: Option<Verdict>,
    /// What stands beside it.
    pub detail: Option<String>,
    /// What went wrong.
    pub error: Option<String>,
    /// Refuted rules that nobody waived, once analysed.
    pub n_refuted: Option<u32>,
    /// Amounts in rules, and all, once analysed.
    pub coverage: Option<(u32, u32)>,
    /// The compiler's version.
    pub compiler: Option<String>,
    /// The accepted model, below the workspace.
    pub model_path: Option<String>,
    /// When it began.
    pub created_at_ms: i64,
    /// When it ended.
    pub ended_at_ms: Option<i64>,
}

/// The right to write to a run; held as long as its process works on it.
#[derive(Debug)]
pub struct Claim {
    /// The run.
    pub run: i64,
    // Closing the file frees the lock, also when the process dies.
    _lock: File,
}

impl Store {
    /// Begins a run, unless another one on the project is alive: then its number comes back.
    pub fn run_begin(
        &self,
        new: &NewRun,
        lock: impl Fn(i64) -> PathBuf,
    ) -> Result<Result<Claim, i64>, StoreError> {
        let doing = "begin a run";
        let sources = self.json("sources", &new.sources)?;
        let mut connection = self.connection();
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|source| self.sql(doing, source))?;
        if let Some(alive) =
            self.sweep(&transaction, Some(&new.project), &lock, new.created_at_ms)?
        {
            transaction.commit().map_err(|source| self.sql(doing, source))?;
            return Ok(Err(alive));
        }
        transaction
            .execute(
                "INSERT INTO run (parent, project, sources, document_type, engine, max_attempts,
                                  check_timeout_ms, state, created_at_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'running', ?8)",
                params![
                    new.parent,
                    new.project,
                    sources,
                    new.document_type,
                    new.engine,
                    new.max_attempts,
                    i64::try_from(new.check_timeout_ms).unwrap_or(i64::MAX),
                    new.created_at_ms
                ],
            )
            .map_err(|source| self.sql(doing, source))?;
        let run = transaction.last_insert_rowid();
        let Some(held) = take(&lock(run))? else { return Ok(Err(run)) };
        transaction.commit().map_err(|source| self.sql(doing, source))?;
        Ok(Ok(Claim { run, _lock: held }))
    }

    /// Takes up a run that had stopped, unless a run on its project is alive.
    pub fn run_resume(
        &self,
        run: &RunRow,
        lock: impl Fn(i64) -> PathBuf,
        now_ms: i64,
    ) -> Result<Result<Claim, i64>, StoreError> {
        let doing = "take up a run";
        let mut connection = self.connection();
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|source| self.sql(doing, source))?;
        if let Some(alive) = self.sweep(&transaction, Some(&run.project), &lock, now_ms)? {
            transaction.commit().map_err(|source| self.sql(doing, source))?;
            return Ok(Err(alive));
        }
        let Some(held) = take(&lock(run.id))? else { return Ok(Err(run.id)) };
        transaction
            .execute(
                "UPDATE run SET state = 'running', verdict = NULL, detail = NULL, error = NULL,
                                ended_at_ms = NULL WHERE id = ?1",
                [run.id],
            )
            .and_then(|_| transaction.commit())
            .map_err(|source| self.sql(doing, source))?;
        Ok(Ok(Claim { run: run.id, _lock: held }))
    }

    /// Writes down how a run ended.
    pub fn run_end(&self, claim: &Claim, ending: &Ending) -> Result<(), StoreError> {
        let (explained, printed) = ending.coverage.unzip();
        self.with("end a run", |it| {
            it.execute(
                "UPDATE run SET state = 'ended', verdict = ?2, detail = ?3, error = ?4,
                     n_refuted = COALESCE(?5, n_refuted), n_explained = COALESCE(?6, n_explained),
                     n_printed = COALESCE(?7, n_printed), compiler = COALESCE(?8, compiler),
                     model_path = ?9, ended_at_ms = ?10
                 WHERE id = ?1",
                params![
                    claim.run,
                    ending.verdict.unwrap_or(Verdict::Failed).name(),
                    ending.detail,
                    ending.error,
                    ending.n_refuted,
                    explained,
                    printed,
                    ending.compiler,
                    ending.model_path,
                    ending.ended_at_ms
                ],
            )
        })?;
        Ok(())
    }

    /// Marks every running row whose process is gone as interrupted.
    pub fn runs_sweep(&self, lock: impl Fn(i64) -> PathBuf, now_ms: i64) -> Result<(), StoreError> {
        let doing = "look for interrupted runs";
        let mut connection = self.connection();
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|source| self.sql(doing, source))?;
        self.sweep(&transaction, None, &lock, now_ms)?;
        transaction.commit().map_err(|source| self.sql(doing, source))
    }

    /// Marks the dead; the first one alive (of a project) comes back.
    fn sweep(
        &self,
        connection: &Connection,
        project: Option<&str>,
        lock: &impl Fn(i64) -> PathBuf,
        now_ms: i64,
    ) -> Result<Option<i64>, StoreError> {
        let doing = "look for interrupted runs";
        let running: Vec<i64> = connection
            .prepare_cached(
                "SELECT id FROM run WHERE state = 'running'
                   AND (?1 IS NULL OR project = ?1 COLLATE NOCASE) ORDER BY id",
            )
            .and_then(|mut it| it.query_map([project], |row| row.get(0))?.collect())
            .map_err(|source| self.sql(doing, source))?;
        let mut alive = None;
        for run in running {
            if take(&lock(run))?.is_none() {
                alive = alive.or(Some(run));
                continue;
            }
            connection
                .execute(
                    "UPDATE run SET state = 'ended', verdict = 'interrupted', ended_at_ms = ?2
                     WHERE id = ?1",
                    params![run, now_ms],
                )
                .map_err(|source| self.sql(doing, source))?;
        }
        Ok(alive)
    }

    /// One run.
    pub fn run(&self, id: i64) -> Result<Option<RunRow>, StoreError> {
        let row = self.with("read a run", |it| {
            it.query_row(&format!("{SELECT} WHERE id = ?1"), [id], raw).optional()
        })?;
        row.map(|it| self.row(it)).transpose()
    }

    /// All runs, the newest first; of one project where it is given, in any case of its letters.
    pub fn runs(&self, project: Option<&str>) -> Result<Vec<RunRow>, StoreError> {
        let rows: Vec<Raw> = self.with("list runs", |it| {
            it.prepare(&format!(
                "{SELECT} WHERE ?1 IS NULL OR project = ?1 COLLATE NOCASE ORDER BY id DESC"
            ))?
            .query_map([project], raw)?
            .collect()
        })?;
        rows.into_iter().map(|it| self.row(it)).collect()
    }

    fn row(&self, (sources, verdict, mut row): Raw) -> Result<RunRow, StoreError> {
        row.sources = self.parse("sources", &sources)?;
        row.verdict = verdict.map(|it| self.parse("verdict", &format!("\"{it}\""))).transpose()?;
        Ok(row)
    }
}

const SELECT: &str = "SELECT id, parent, project, sources, document_type, engine, max_attempts,
    check_timeout_ms, verdict, detail, error, n_refuted, n_explained, n_printed, compiler,
    model_path, created_at_ms, ended_at_ms FROM run";

/// A row with its JSON columns still text.
type Raw = (String, Option<String>, RunRow);

fn raw(row: &Row<'_>) -> rusqlite::Result<Raw> {
    let explained: Option<u32> = row.get(12)?;
    let printed: Option<u32> = row.get(13)?;
    Ok((
        row.get(3)?,
        row.get(8)?,
        RunRow {
            id: row.get(0)?,
            parent: row.get(1)?,
            project: row.get(2)?,
            sources: Vec::new(),
            document_type: row.get(4)?,
            engine: row.get(5)?,
            max_attempts: row.get(6)?,
            check_timeout_ms: row.get::<_, i64>(7)?.unsigned_abs(),
            verdict: None,
            detail: row.get(9)?,
            error: row.get(10)?,
            n_refuted: row.get(11)?,
            coverage: explained.zip(printed),
            compiler: row.get(14)?,
            model_path: row.get(15)?,
            created_at_ms: row.get(16)?,
            ended_at_ms: row.get(17)?,
        },
    ))
}

/// The lock on a file, made if need be; none where another process (or another claim) holds it.
fn take(path: &Path) -> Result<Option<File>, StoreError> {
    let fail = |source| StoreError::Lock { path: path.to_owned(), source };
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(fail)?;
    }
    let file = File::options()
        .create(true)
        .read(true)
        .write(true)
        .truncate(false)
        .open(path)
        .map_err(fail)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(source)) => Err(fail(source)),
    }
}
