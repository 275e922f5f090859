//! The table `file`: the hash of each file that Proviso wrote last, which tells a person's edits
//! from its own text.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

pub(super) const CREATE: &str = "
CREATE TABLE file (
    path TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    run_id INTEGER NOT NULL REFERENCES run(id),
    written_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";

impl Store {
    /// Remembers what was written.
    pub fn file_written(
        &self,
        path: &str,
        sha256: &str,
        run: i64,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        self.with("remember a written file", |it| {
            it.execute(
                "INSERT INTO file (path, sha256, run_id, written_at_ms) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO UPDATE SET sha256 = excluded.sha256, run_id = excluded.run_id,
                     written_at_ms = excluded.written_at_ms",
                params![path, sha256, run, now_ms],
            )
        })?;
        Ok(())
    }

    /// The hash of what was written last, and by which run.
    pub fn file(&self, path: &str) -> Result<Option<(String, i64)>, StoreError> {
        self.with("look up a written file", |it| {
            it.query_row("SELECT sha256, run_id FROM file WHERE path = ?1", [path], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()
        })
    }
}
