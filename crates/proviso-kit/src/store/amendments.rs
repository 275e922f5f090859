//! The table `amendment`: corrections and waivers, with who said them and when.
//!
//! **Invariant:** appended only; the last word on a place counts, the earlier ones stay readable. What
//! is taken back is marked so and counts no more, and what it led to can still be explained.

use proviso_core::amend::Amendment;
use rusqlite::{Connection, params};

use super::body::{self, Body};
use super::{Store, StoreError, moments};

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

/// When a person took it back.
pub(super) const WITHDRAW: &str = "
ALTER TABLE amendment ADD COLUMN withdrawn_at_ms INTEGER;
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
    /// When it was taken back; `None` where it counts.
    pub withdrawn_at_ms: Option<i64>,
    /// Where it stands among all that was stored, whatever the clock said.
    pub said: i64,
    /// The same of its being taken back.
    pub withdrawn: Option<i64>,
}

/// A row: body, run, who, when, when it was taken back, and the order of both.
type Row = (Body, i64, String, i64, Option<i64>, i64, Option<i64>);

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
        let body = self.body(body::AMENDMENT, it)?;
        self.change("store a correction", |connection| {
            add(connection, (project, run), &body, author, (moments::next(connection)?, now_ms))
        })
    }

    /// All that people said about a project and did not take back, in order.
    pub fn amendments(&self, project: &str) -> Result<Vec<Amendment>, StoreError> {
        let bodies: Vec<Body> = self.with("read corrections", |it| {
            it.prepare(
                "SELECT version, body FROM amendment WHERE project = ?1 AND withdrawn_at_ms IS NULL
                 ORDER BY id",
            )?
            .query_map([project], body::of_row)?
            .collect()
        })?;
        bodies.iter().map(|it| self.understand(body::AMENDMENT, it)).collect()
    }

    /// All that was ever said, also what was taken back, with who said it, and when.
    pub fn said(&self, project: &str) -> Result<Vec<Said>, StoreError> {
        self.rows_said(project)?.into_iter().map(|it| self.said_of(it)).collect()
    }

    /// The same, without what a later program has stored: to look at, not to go on with. Says also
    /// how much that is.
    pub fn said_here(&self, project: &str) -> Result<(Vec<Said>, usize), StoreError> {
        let rows = self.rows_said(project)?;
        let n = rows.len();
        let known = body::understood(rows.into_iter().map(|it| self.said_of(it)))?;
        let n_foreign = n - known.len();
        Ok((known, n_foreign))
    }

    fn rows_said(&self, project: &str) -> Result<Vec<Row>, StoreError> {
        self.with("read corrections", |it| {
            it.prepare(
                "SELECT version, body, run_id, author, created_at_ms, withdrawn_at_ms,
                        COALESCE(said, created_at_ms), COALESCE(withdrawn, withdrawn_at_ms)
                 FROM amendment WHERE project = ?1 ORDER BY id",
            )?
            .query_map([project], |row| {
                let body = body::of_row(row)?;
                let (said, withdrawn) = (row.get(6)?, row.get(7)?);
                Ok((body, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?, said, withdrawn))
            })?
            .collect()
        })
    }

    fn said_of(&self, row: Row) -> Result<Said, StoreError> {
        let (body, run, by, at_ms, withdrawn_at_ms, said, withdrawn) = row;
        let amendment = self.understand(body::AMENDMENT, &body)?;
        Ok(Said { amendment, run, by, at_ms, withdrawn_at_ms, said, withdrawn })
    }
}

/// Adds what a person said about a run of a project, at a moment and when that was.
pub(super) fn add(
    connection: &Connection,
    (project, run): (&str, i64),
    body: &str,
    author: &str,
    (moment, now_ms): (i64, i64),
) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO amendment (project, run_id, body, author, created_at_ms, version, said)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![project, run, body, author, now_ms, body::AMENDMENT.version, moment],
    )?;
    Ok(())
}

/// Takes back what was said last of a run, up to a moment: all that was said then in one go. Says
/// whether there was something.
pub(super) fn withdraw(
    connection: &Connection,
    run: i64,
    until: i64,
    (moment, now_ms): (i64, i64),
) -> rusqlite::Result<bool> {
    let n = connection.execute(
        "UPDATE amendment SET withdrawn_at_ms = ?3, withdrawn = ?4
         WHERE run_id = ?1 AND withdrawn_at_ms IS NULL AND COALESCE(said, created_at_ms) = (
             SELECT MAX(COALESCE(said, created_at_ms)) FROM amendment
             WHERE run_id = ?1 AND withdrawn_at_ms IS NULL AND COALESCE(said, created_at_ms) <= ?2
               AND body ->> 'amendment' NOT IN
                   ('mend', 'unmend', 'confirmation', 'unconfirmation'))",
        params![run, until, now_ms, moment],
    )?;
    Ok(n > 0)
}
