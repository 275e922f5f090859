//! The table `attempt`: checked texts with what was said of them.
//!
//! **Invariant:** inserted once, never changed.

use proviso_core::run::Attempt;
use rusqlite::params;

use super::body::{self, Body};
use super::{Store, StoreError};

pub(super) const CREATE: &str = "
CREATE TABLE attempt (
    run_id INTEGER NOT NULL REFERENCES run(id),
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    PRIMARY KEY (run_id, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER attempt_is_never_changed BEFORE UPDATE ON attempt
BEGIN SELECT RAISE(ABORT, 'an attempt is never changed'); END;
";

impl Store {
    /// Keeps a checked text.
    pub fn attempt_keep(&self, run: i64, it: &Attempt) -> Result<(), StoreError> {
        let body = self.body(body::ATTEMPT, it)?;
        self.with("store an attempt", |connection| {
            connection.execute(
                "INSERT INTO attempt (run_id, number, body, created_at_ms, version)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![run, it.number, body, it.created_at_ms, body::ATTEMPT.version],
            )
        })?;
        Ok(())
    }

    /// All checked texts of a run, from the first.
    pub fn attempts(&self, run: i64) -> Result<Vec<Attempt>, StoreError> {
        let bodies: Vec<Body> = self.with("read attempts", |it| {
            it.prepare("SELECT version, body FROM attempt WHERE run_id = ?1 ORDER BY number")?
                .query_map([run], body::of_row)?
                .collect()
        })?;
        bodies.iter().map(|it| self.understand(body::ATTEMPT, it)).collect()
    }
}
