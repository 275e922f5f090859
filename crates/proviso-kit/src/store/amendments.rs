//! The table `amendment`: corrections and waivers, with who said them and when.
//!
//! **Invariant:** appended only; the last word on a place counts, the earlier ones stay readable.

use proviso_core::amend::Amendment;
use rusqlite::params;

use super::{Store, StoreError};

pub(super) const CREATE: &str = "
CREATE TABLE amendment (
    id INTEGER PRIMARY KEY,
    project TEXT NOT NULL,
    run_id INTEGER NOT NULL REFERENCES run(id),
    body TEXT NOT NULL,
    author TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX amendment_project ON amendment (project);
";

/// What a person said, who and when.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// What.
    pub amendment: Amendment,
    /// Of which run.
    pub run: i64,
    /// Who.
    pub by: String,
    /// When.
    pub at_ms: i64,
}

impl Store {
    /// Adds what a person said about a run of a project.
    pub fn amendment_add(
        &self,
        project: &str,
        run: i64,
        it: &Amendment,
        author: &str,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let body = self.json("a correction", it)?;
        self.with("store a correction", |connection| {
            connection.execute(
                "INSERT INTO amendment (project, run_id, body, author, created_at_ms)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![project, run, body, author, now_ms],
            )
        })?;
        Ok(())
    }

    /// All that people said about a project, in order.
    pub fn amendments(&self, project: &str) -> Result<Vec<Amendment>, StoreError> {
        let bodies: Vec<String> = self.with("read corrections", |it| {
            it.prepare("SELECT body FROM amendment WHERE project = ?1 ORDER BY id")?
                .query_map([project], |row| row.get(0))?
                .collect()
        })?;
        bodies.iter().map(|it| self.parse("a correction", it)).collect()
    }

    /// The same with who said it, and when.
    pub fn said(&self, project: &str) -> Result<Vec<Said>, StoreError> {
        let rows: Vec<(String, i64, String, i64)> = self.with("read corrections", |it| {
            it.prepare(
                "SELECT body, run_id, author, created_at_ms FROM amendment WHERE project = ?1
                 ORDER BY id",
            )?
            .query_map([project], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
            .collect()
        })?;
        let said = |(body, run, by, at_ms): (String, i64, String, i64)| {
            Ok(Said { amendment: self.parse("a correction", &body)?, run, by, at_ms })
        };
        rows.into_iter().map(said).collect()
    }
}
