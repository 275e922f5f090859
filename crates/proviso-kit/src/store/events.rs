//! The table `event_log`: what happened in each run, in order.
//!
//! **Invariant:** `seq` counts from 0 per run without gaps; rows are appended only.

use proviso_core::event::{Happening, RunEvent};
use proviso_core::ports::Entry;
use proviso_core::run::Severity;
use rusqlite::{TransactionBehavior, params};
use serde_json::Value;

use super::body::{self, Body};
use super::{Store, StoreError, moments};

pub(super) const CREATE: &str = "
CREATE TABLE event_log (
    run_id INTEGER NOT NULL REFERENCES run(id),
    seq INTEGER NOT NULL,
    event_type TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;
";

/// A row: body, number, name and time.
type Row = (Body, i64, String, i64);

/// An event whose body nobody here understands: what the table says of it, and the body as it stands.
fn foreign(run: i64, (body, seq, event_type, created_at_ms): Row) -> RunEvent {
    let data = serde_json::from_str(&body.1).unwrap_or(Value::String(body.1));
    let said = data.get("message").and_then(Value::as_str).map(str::to_owned);
    RunEvent {
        run_id: run.to_string(),
        seq: seq.unsigned_abs(),
        document_id: None,
        stage: None,
        severity: Severity::Info,
        message: said.unwrap_or_else(|| format!("`{event_type}`, of another version of Proviso")),
        created_at_ms,
        happening: Happening::Foreign { event_type, data },
    }
}

impl Store {
    /// Appends an event and gives it back in its envelope, with the next number of the run.
    pub fn event_append(
        &self,
        run: i64,
        entry: Entry,
        created_at_ms: i64,
    ) -> Result<RunEvent, StoreError> {
        let doing = "append an event";
        self.locked(|connection| {
            let transaction = connection
                .transaction_with_behavior(TransactionBehavior::Immediate)
                .map_err(|source| self.sql(doing, source))?;
            let seq: i64 = transaction
                .query_row(
                    "SELECT COALESCE(MAX(seq) + 1, 0) FROM event_log WHERE run_id = ?1",
                    [run],
                    |row| row.get(0),
                )
                .map_err(|source| self.sql(doing, source))?;
            let event = RunEvent {
                run_id: run.to_string(),
                seq: seq.unsigned_abs(),
                document_id: entry.document_id,
                stage: entry.stage,
                severity: entry.severity,
                message: entry.message,
                created_at_ms,
                happening: entry.happening,
            };
            let body = self.body(body::EVENT, &event)?;
            let name = serde_json::to_value(&event.happening)
                .ok()
                .and_then(|it| Some(it.get("event_type")?.as_str()?.to_owned()))
                .unwrap_or_default();
            let stored = |moment: i64| {
                transaction.execute(
                    "INSERT INTO event_log (run_id, seq, event_type, body, created_at_ms, version,
                                            moment)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    params![run, seq, name, body, created_at_ms, body::EVENT.version, moment],
                )
            };
            moments::next(&transaction)
                .and_then(stored)
                .and_then(|_| transaction.commit())
                .map_err(|source| self.sql(doing, source))?;
            Ok(event)
        })
    }

    /// How many events a run has.
    pub fn n_events(&self, run: i64) -> Result<u64, StoreError> {
        let next: i64 = self.with("count events", |it| {
            it.query_row(
                "SELECT COALESCE(MAX(seq) + 1, 0) FROM event_log WHERE run_id = ?1",
                [run],
                |row| row.get(0),
            )
        })?;
        Ok(next.unsigned_abs())
    }

    /// A number that changes when another connection, of whatever process, has written.
    pub fn data_version(&self) -> Result<i64, StoreError> {
        self.with("ask for changes", |it| it.query_row("PRAGMA data_version", [], |row| row.get(0)))
    }

    /// Runs that are not over, and those that began after `run`; by number.
    pub fn runs_moving(&self, run: i64) -> Result<Vec<i64>, StoreError> {
        self.with("look for runs", |it| {
            it.prepare_cached("SELECT id FROM run WHERE state = 'running' OR id > ?1 ORDER BY id")?
                .query_map([run], |row| row.get(0))?
                .collect()
        })
    }

    /// The events of a run from a number on.
    pub fn events(&self, run: i64, from_seq: u64) -> Result<Vec<RunEvent>, StoreError> {
        self.events_page(run, from_seq, u32::MAX)
    }

    /// The events of a run from a number on, so many at most.
    pub fn events_page(
        &self,
        run: i64,
        from_seq: u64,
        limit: u32,
    ) -> Result<Vec<RunEvent>, StoreError> {
        let from = i64::try_from(from_seq).unwrap_or(i64::MAX);
        let rows: Vec<Row> = self.with("read events", |it| {
            it.prepare(
                "SELECT version, body, seq, event_type, created_at_ms FROM event_log
                 WHERE run_id = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3",
            )?
            .query_map(params![run, from, limit], |row| {
                Ok(((row.get(0)?, row.get(1)?), row.get(2)?, row.get(3)?, row.get(4)?))
            })?
            .collect()
        })?;
        let event = |row: Row| match self.understand(body::EVENT, &row.0) {
            Err(err) if err.is_foreign() => Ok(foreign(run, row)),
            it => it,
        };
        rows.into_iter().map(event).collect()
    }
}
