//! The table `compiler_answer`: what the compiler said in a run, by what it was asked, so that the run
//! can be played again where there is no compiler, or another one.
//!
//! **Invariant:** a row is the real compiler's answer to exactly these texts in this run.

use std::collections::BTreeMap;

use proviso_core::ports::CheckReport;
use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::body::{self, Body};
use super::{Store, StoreError};

pub(super) const CREATE: &str = "
CREATE TABLE compiler_answer (
    run_id INTEGER NOT NULL REFERENCES run(id),
    job_sha256 TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run_id, job_sha256)
) STRICT, WITHOUT ROWID;
";

/// What the compiler answered, or why it did not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeptAnswer {
    /// It answered.
    Report(CheckReport),
    /// It was too slow.
    TimedOut {
        /// After how many milliseconds.
        after_ms: u64,
    },
    /// The embedded checker judged.
    Judged(proviso_core::judge::Judge),
    /// There was none.
    NotFound {
        /// Where it was looked for.
        looked: Vec<String>,
    },
}

impl Store {
    /// Keeps an answer; the last one to a question counts.
    pub fn check_keep(&self, run: i64, job: &str, it: &KeptAnswer) -> Result<(), StoreError> {
        let body = self.body(body::CHECK, it)?;
        self.with("store an answer of the compiler", |connection| {
            connection.execute(
                "INSERT INTO compiler_answer (run_id, job_sha256, body, version)
                 VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO UPDATE SET body = excluded.body, version = excluded.version",
                params![run, job, body, body::CHECK.version],
            )
        })?;
        Ok(())
    }

    /// All answers of a run, by SHA-256 of the question.
    pub fn checks(&self, run: i64) -> Result<BTreeMap<String, KeptAnswer>, StoreError> {
        let rows: Vec<(String, Body)> = self.with("read answers of the compiler", |it| {
            it.prepare("SELECT job_sha256, version, body FROM compiler_answer WHERE run_id = ?1")?
                .query_map([run], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?
                .collect()
        })?;
        let parsed = |(job, body): (String, Body)| Ok((job, self.understand(body::CHECK, &body)?));
        rows.into_iter().map(parsed).collect()
    }
}
