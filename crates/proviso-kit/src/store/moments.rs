//! The table `moment`, which counts: in what order things came into the database.
//!
//! What led to which run, what counted in it and what is taken back is told by these numbers. The clock
//! says to people when something was; it can be set, and then says it in another order.
//!
//! **Invariant:** what comes later has a larger number; what one transaction stores may share one. Rows
//! of before there were any have what their clock said, and every later number is larger.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _};

use super::{Store, StoreError};

pub(super) const CREATE: &str = "
CREATE TABLE moment (n INTEGER NOT NULL) STRICT;
ALTER TABLE run ADD COLUMN begun INTEGER;
ALTER TABLE event_log ADD COLUMN moment INTEGER;
ALTER TABLE amendment ADD COLUMN said INTEGER;
ALTER TABLE amendment ADD COLUMN withdrawn INTEGER;
UPDATE run SET begun = created_at_ms;
UPDATE event_log SET moment = created_at_ms;
UPDATE amendment SET said = created_at_ms, withdrawn = withdrawn_at_ms;
";

/// The largest number that is given, for a table that has lost its count.
const LARGEST: &str = "
SELECT MAX(0, COALESCE((SELECT MAX(begun) FROM run), 0),
              COALESCE((SELECT MAX(moment) FROM event_log), 0),
              COALESCE((SELECT MAX(MAX(said, COALESCE(withdrawn, 0))) FROM amendment), 0))";

/// The next number.
pub(super) fn next(connection: &Connection) -> rusqlite::Result<i64> {
    let counted = "UPDATE moment SET n = n + 1 RETURNING n";
    let ask = |query: &str| {
        connection.prepare_cached(query)?.query_row([], |row| row.get::<_, i64>(0)).optional()
    };
    if let Some(it) = ask(counted)? {
        return Ok(it);
    }
    connection.execute(&format!("INSERT INTO moment {LARGEST}"), [])?;
    ask(counted)?.ok_or(rusqlite::Error::QueryReturnedNoRows)
}

impl Store {
    /// When the events of a run came, by their numbers in it.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn moments(&self, run: i64) -> Result<BTreeMap<u64, i64>, StoreError> {
        self.with("read the order of events", |it| {
            it.prepare(
                "SELECT seq, COALESCE(moment, created_at_ms) FROM event_log WHERE run_id = ?1",
            )?
            .query_map([run], |row| Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get(1)?)))?
            .collect()
        })
    }
}
