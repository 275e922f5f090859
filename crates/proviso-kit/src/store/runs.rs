//! The table `run`: one row per run, and the lock that says whether its process lives.
//!
//! **Invariant:** a row in state `running` has a lock file that its process holds; whoever finds
//! the lock free marks the row `interrupted`. Claiming sweeps, inserts and locks in one immediate
//! transaction, so nobody sees a running row that is not locked yet.

use std::fs::File;
use std::path::{Path, PathBuf};

use proviso_core::analysis::Coverage;
use proviso_core::judge::Judge;
use proviso_core::run::Verdict;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};
use serde::{Deserialize, Serialize};

use super::{Store, StoreError};
use crate::files;

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

/// What lists show without opening every analysis, and what people did with a run.
pub(super) const EXTEND: &str = "
ALTER TABLE run ADD COLUMN found_type TEXT;
ALTER TABLE run ADD COLUMN title TEXT;
ALTER TABLE run ADD COLUMN started_at_ms INTEGER;
ALTER TABLE run ADD COLUMN reviewed_by TEXT;
ALTER TABLE run ADD COLUMN reviewed_at_ms INTEGER;
ALTER TABLE run ADD COLUMN deleted_at_ms INTEGER;
UPDATE run SET started_at_ms = created_at_ms,
    (found_type, title) = (
        SELECT json_extract(body, '$.document_type'), json_extract(body, '$.title')
        FROM artefact WHERE run_id = run.id AND name = 'analysis');
";

/// What is covered, counted over all that is printed; what `n_explained` counted was less, so that it
/// is neither written nor shown any more.
pub(super) const COVER: &str = "
ALTER TABLE run ADD COLUMN n_tied INTEGER;
ALTER TABLE run ADD COLUMN n_unheld INTEGER;
";

/// Who has judged, and what each said; of runs of before only the compiler's version is known.
pub(super) const JUDGE: &str = "ALTER TABLE run ADD COLUMN judges TEXT;";

/// Who corrected the values that a verdict is about: a name for each value, empty where it is not
/// known. Of runs of before it is looked up in their analyses and in what was said of their projects.
pub(super) const CORRECT: &str = "
ALTER TABLE run ADD COLUMN corrected_by TEXT;
UPDATE run SET corrected_by = (
    SELECT json_group_array(COALESCE((
        SELECT author FROM amendment
        WHERE project = run.project AND amendment.body ->> 'amendment' = 'correction'
          AND amendment.body -> 'place' ->> 'text' = field.value -> 'evidence' ->> 'text'
        ORDER BY amendment.id DESC LIMIT 1), ''))
    FROM artefact, json_each(artefact.body, '$.fields') AS field
    WHERE run_id = run.id AND name = 'analysis' AND field.value ->> 'route' = 'correction')
WHERE state = 'ended' AND project IN (
    SELECT project FROM amendment WHERE body ->> 'amendment' = 'correction');
";

/// A document of a run, before and after it is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSource {
    /// Where it was when the run began, absolute.
    #[serde(with = "crate::paths")]
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
    /// How much of what is printed the rules look at.
    pub coverage: Option<Coverage>,
    /// Who corrected the values that it is about: a name for each.
    pub corrected_by: Vec<String>,
    /// The compiler's version.
    pub compiler: Option<String>,
    /// Who has judged the text that it is about.
    pub judges: Vec<Judge>,
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
    /// How much of what is printed the rules look at, once analysed; none of runs before it was
    /// counted.
    pub coverage: Option<Coverage>,
    /// Who corrected the values that the verdict is about: a name for each, empty where unknown.
    pub corrected_by: Vec<String>,
    /// The compiler's version.
    pub compiler: Option<String>,
    /// Who has judged the text that the verdict is about.
    pub judges: Vec<Judge>,
    /// The accepted model, below the workspace.
    pub model_path: Option<String>,
    /// When it began.
    pub created_at_ms: i64,
    /// When it ended.
    pub ended_at_ms: Option<i64>,
    /// The document type that the analysis found, once there is one.
    pub found_type: Option<String>,
    /// The documents' title, once analysed.
    pub title: Option<String>,
    /// When its turn came; none while it waits.
    pub started_at_ms: Option<i64>,
    /// Who looked it through, and when.
    pub reviewed: Option<(String, i64)>,
    /// When a person put it away.
    pub deleted_at_ms: Option<i64>,
    /// How many texts were checked.
    pub n_attempts: u32,
    /// Where its beginning stands among all that was stored, whatever the clock said.
    pub begun: i64,
}

/// Which runs are wanted; what is none or empty does not restrict.
#[derive(Debug, Clone, Default)]
pub struct RunFilter {
    /// Part of the project's name, the title or a document's name.
    pub search: Option<String>,
    /// Any of these.
    pub verdicts: Vec<Verdict>,
    /// Beside the verdicts: those that have none yet.
    pub unfinished: bool,
    /// As found or chosen.
    pub document_type: Option<String>,
    /// In any case of its letters.
    pub project: Option<String>,
    /// Begun then or later.
    pub since_ms: Option<i64>,
    /// Begun before.
    pub until_ms: Option<i64>,
    /// Those that were put away instead of the others.
    pub deleted: bool,
    /// How many to pass over.
    pub offset: u32,
    /// How many at most.
    pub limit: u32,
}

/// The right to write to a run; held as long as its process works on it.
#[derive(Debug)]
pub struct Claim {
    /// The run.
    pub run: i64,
    // Closing the file frees the lock, also when the process dies.
    pub(super) _lock: File,
}

impl Store {
    /// Takes up a run that had stopped, unless a run on its project is alive.
    pub fn run_resume(
        &self,
        run: &RunRow,
        lock: impl Fn(i64) -> PathBuf,
        now_ms: i64,
    ) -> Result<Result<Claim, i64>, StoreError> {
        let doing = "take up a run";
        self.locked(|connection| {
            let transaction = connection
                .transaction_with_behavior(TransactionBehavior::Immediate)
                .map_err(|source| self.sql(doing, source))?;
            if let Some(alive) = self.sweep(&transaction, Some(&run.project), &lock, now_ms)?.0 {
                transaction.commit().map_err(|source| self.sql(doing, source))?;
                return Ok(Err(alive));
            }
            let Some(held) = take(&lock(run.id))? else { return Ok(Err(run.id)) };
            transaction
                .execute(
                    "UPDATE run SET state = 'running', verdict = NULL, detail = NULL, error = NULL,
                                ended_at_ms = NULL, started_at_ms = NULL, reviewed_by = NULL,
                                reviewed_at_ms = NULL WHERE id = ?1",
                    [run.id],
                )
                .and_then(|_| transaction.commit())
                .map_err(|source| self.sql(doing, source))?;
            Ok(Ok(Claim { run: run.id, _lock: held }))
        })
    }

    /// Writes down how a run ended.
    pub fn run_end(&self, claim: &Claim, ending: &Ending) -> Result<(), StoreError> {
        let coverage = ending.coverage;
        let corrected_by = self.json("names", &ending.corrected_by)?;
        let judges = self.json("judges", &ending.judges)?;
        self.with("end a run", |it| {
            it.execute(
                "UPDATE run SET state = 'ended', verdict = ?2, detail = ?3, error = ?4,
                     n_refuted = COALESCE(?5, n_refuted), n_tied = COALESCE(?6, n_tied),
                     n_printed = COALESCE(?7, n_printed), n_unheld = COALESCE(?8, n_unheld),
                     compiler = COALESCE(?9, compiler), model_path = ?10, ended_at_ms = ?11,
                     corrected_by = ?12, judges = ?13
                 WHERE id = ?1",
                params![
                    claim.run,
                    ending.verdict.unwrap_or(Verdict::Failed).name(),
                    ending.detail,
                    ending.error,
                    ending.n_refuted,
                    coverage.map(|it| it.tied),
                    coverage.map(|it| it.printed),
                    coverage.map(|it| it.unheld),
                    ending.compiler,
                    ending.model_path,
                    ending.ended_at_ms,
                    corrected_by,
                    judges
                ],
            )
        })?;
        Ok(())
    }

    /// Marks every running row whose process is gone as interrupted; says which.
    pub fn runs_sweep(
        &self,
        lock: impl Fn(i64) -> PathBuf,
        now_ms: i64,
    ) -> Result<Vec<i64>, StoreError> {
        let doing = "look for interrupted runs";
        self.locked(|connection| {
            let transaction = connection
                .transaction_with_behavior(TransactionBehavior::Immediate)
                .map_err(|source| self.sql(doing, source))?;
            let (_, swept) = self.sweep(&transaction, None, &lock, now_ms)?;
            transaction.commit().map_err(|source| self.sql(doing, source))?;
            Ok(swept)
        })
    }

    /// Notes that a run's turn has come.
    pub fn run_started(&self, claim: &Claim, now_ms: i64) -> Result<(), StoreError> {
        self.with("start a run", |it| {
            it.execute(
                "UPDATE run SET started_at_ms = ?2 WHERE id = ?1",
                params![claim.run, now_ms],
            )
        })?;
        Ok(())
    }

    /// Notes who looked a run through, or that nobody did.
    pub fn run_reviewed(&self, run: i64, by: Option<(&str, i64)>) -> Result<(), StoreError> {
        let (by, at) = by.unzip();
        self.with("note a review", |it| {
            it.execute(
                "UPDATE run SET reviewed_by = ?2, reviewed_at_ms = ?3 WHERE id = ?1",
                params![run, by, at],
            )
        })?;
        Ok(())
    }

    /// Puts a run away, or takes it back; nothing of it is lost.
    pub fn run_deleted(&self, run: i64, at_ms: Option<i64>) -> Result<(), StoreError> {
        self.with("put a run away", |it| {
            it.execute("UPDATE run SET deleted_at_ms = ?2 WHERE id = ?1", params![run, at_ms])
        })?;
        Ok(())
    }

    /// Marks the dead; the first one alive (of a project) comes back, and who was marked.
    pub(super) fn sweep(
        &self,
        connection: &Connection,
        project: Option<&str>,
        lock: &impl Fn(i64) -> PathBuf,
        now_ms: i64,
    ) -> Result<(Option<i64>, Vec<i64>), StoreError> {
        let doing = "look for interrupted runs";
        let running: Vec<i64> = connection
            .prepare_cached(
                "SELECT id FROM run WHERE state = 'running'
                   AND (?1 IS NULL OR project = ?1 COLLATE NOCASE) ORDER BY id",
            )
            .and_then(|mut it| it.query_map([project], |row| row.get(0))?.collect())
            .map_err(|source| self.sql(doing, source))?;
        let (mut alive, mut swept) = (None, Vec::new());
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
            swept.push(run);
        }
        Ok((alive, swept))
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
        let wanted = "WHERE ?1 IS NULL OR project = ?1 COLLATE NOCASE ORDER BY id DESC";
        self.rows("list runs", wanted, [project])
    }

    /// The runs that went on from one, the newest first.
    pub fn runs_after(&self, run: i64) -> Result<Vec<RunRow>, StoreError> {
        self.rows("list runs", "WHERE parent = ?1 AND id > ?1 ORDER BY id DESC", [run])
    }

    /// The runs that a condition lets through, in its order.
    pub(super) fn rows(
        &self,
        doing: &'static str,
        wanted: &str,
        values: impl rusqlite::Params,
    ) -> Result<Vec<RunRow>, StoreError> {
        let rows: Vec<Raw> = self.with(doing, |it| {
            it.prepare_cached(&format!("{SELECT} {wanted}"))?.query_map(values, raw)?.collect()
        })?;
        rows.into_iter().map(|it| self.row(it)).collect()
    }

    /// A page of the runs that a filter lets through, the newest first, and how many there are.
    pub fn runs_found(&self, filter: &RunFilter) -> Result<(Vec<RunRow>, u32), StoreError> {
        let like = |it: &str| {
            let escaped = it.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
            format!("%{escaped}%")
        };
        let search = filter.search.as_deref().map(str::trim).filter(|it| !it.is_empty()).map(like);
        let names: Vec<&str> = filter.verdicts.iter().map(|it| it.name()).collect();
        let verdicts = self.json("verdicts", &names)?;
        let any = names.is_empty() && !filter.unfinished;
        let values = params![
            filter.project,
            search,
            verdicts,
            any,
            filter.unfinished,
            filter.document_type,
            filter.since_ms,
            filter.until_ms,
            filter.deleted
        ];
        let (total, rows): (u32, Vec<Raw>) = self.with("look for runs", |it| {
            let total =
                it.query_row(&format!("SELECT COUNT(*) FROM run {WANTED}"), values, |row| {
                    row.get(0)
                })?;
            let page = format!(
                "{SELECT} {WANTED} ORDER BY id DESC LIMIT {} OFFSET {}",
                filter.limit, filter.offset
            );
            let rows = it.prepare(&page)?.query_map(values, raw)?.collect::<Result<_, _>>()?;
            Ok((total, rows))
        })?;
        Ok((rows.into_iter().map(|it| self.row(it)).collect::<Result<_, _>>()?, total))
    }

    fn row(
        &self,
        (sources, verdict, corrected_by, judges, mut row): Raw,
    ) -> Result<RunRow, StoreError> {
        row.sources = self.parse("sources", &sources)?;
        let corrected_by = corrected_by.map(|it| self.parse("names", &it)).transpose()?;
        row.corrected_by = corrected_by.unwrap_or_default();
        let judges = judges.map(|it| self.parse("judges", &it)).transpose()?;
        row.judges = judges.unwrap_or_default();
        row.verdict = verdict.map(|it| self.parse("verdict", &format!("\"{it}\""))).transpose()?;
        Ok(row)
    }
}

const SELECT: &str = "SELECT id, parent, project, sources, document_type, engine, max_attempts,
    check_timeout_ms, verdict, detail, error, n_refuted, n_tied, n_printed, compiler,
    model_path, created_at_ms, ended_at_ms, found_type, title, started_at_ms, reviewed_by,
    reviewed_at_ms, deleted_at_ms, n_unheld, corrected_by, judges,
    (SELECT COUNT(*) FROM attempt WHERE run_id = run.id), COALESCE(begun, created_at_ms) FROM run";

/// The condition of [`RunFilter`], over its values in order.
const WANTED: &str = r"WHERE (?1 IS NULL OR project = ?1 COLLATE NOCASE)
    AND (?2 IS NULL OR project LIKE ?2 ESCAPE '\' OR title LIKE ?2 ESCAPE '\' OR EXISTS (
        SELECT 1 FROM json_each(sources) WHERE value ->> 'name' LIKE ?2 ESCAPE '\'))
    AND (?4 OR verdict IN (SELECT value FROM json_each(?3)) OR (?5 AND state = 'running'))
    AND (?6 IS NULL OR COALESCE(found_type, document_type) = ?6)
    AND (?7 IS NULL OR created_at_ms >= ?7) AND (?8 IS NULL OR created_at_ms < ?8)
    AND (deleted_at_ms IS NOT NULL) = ?9";

/// A row with its JSON columns still text: sources, verdict, who corrected, who has judged.
type Raw = (String, Option<String>, Option<String>, Option<String>, RunRow);

fn raw(row: &Row<'_>) -> rusqlite::Result<Raw> {
    let (tied, printed): (Option<u32>, Option<u32>) = (row.get(12)?, row.get(13)?);
    let unheld: Option<u32> = row.get(24)?;
    let coverage = match (tied, printed, unheld) {
        (Some(tied), Some(printed), Some(unheld)) => Some(Coverage { tied, printed, unheld }),
        _ => None,
    };
    let (reviewed_by, reviewed_at): (Option<String>, Option<i64>) = (row.get(21)?, row.get(22)?);
    Ok((
        row.get(3)?,
        row.get(8)?,
        row.get(25)?,
        row.get(26)?,
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
            coverage,
            corrected_by: Vec::new(),
            compiler: row.get(14)?,
            judges: Vec::new(),
            model_path: row.get(15)?,
            created_at_ms: row.get(16)?,
            ended_at_ms: row.get(17)?,
            found_type: row.get(18)?,
            title: row.get(19)?,
            started_at_ms: row.get(20)?,
            reviewed: reviewed_by.zip(reviewed_at),
            deleted_at_ms: row.get(23)?,
            n_attempts: row.get(27)?,
            begun: row.get(28)?,
        },
    ))
}

/// The lock on a file, made if need be; none where another process (or another claim) holds it.
pub(super) fn take(path: &Path) -> Result<Option<File>, StoreError> {
    let fail = |source| StoreError::Lock { path: path.to_owned(), source };
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(fail)?;
    }
    files::locked(path).map_err(fail)
}
