//! The tables `model_call`, every call of a model with what came of it, and `model_answer`, answers
//! that were of use, by what was asked.
//!
//! **Invariant:** calls are appended only. Whether an answer may be taken from the table, and
//! whether it belongs into it, is decided by who asks; the table has no policy.

use proviso_core::llm::{CallRecord, Reply, Spent};
use proviso_core::run::Stage;
use rusqlite::{OptionalExtension, params};

use super::body::{self, Body};
use super::{Store, StoreError};

pub(super) const CREATE: &str = "
CREATE TABLE model_call (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id INTEGER NOT NULL REFERENCES run(id),
    stage TEXT NOT NULL,
    agent TEXT NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    request_sha256 TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    cost_micros INTEGER,
    cached INTEGER NOT NULL,
    body TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX model_call_run ON model_call (run_id, id);
CREATE TABLE model_answer (
    key TEXT PRIMARY KEY,
    reply TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";

impl Store {
    /// Writes a call down.
    pub fn call_record(&self, run: i64, it: &CallRecord) -> Result<(), StoreError> {
        let body = self.body(body::CALL, it)?;
        let stage = it.stage.name();
        let usage = it.reply.as_ref().map(|it| it.usage).unwrap_or_default();
        let integer = |it: u64| i64::try_from(it).unwrap_or(i64::MAX);
        self.with("store a call", |connection| {
            connection.execute(
                "INSERT INTO model_call (run_id, stage, agent, provider, model, request_sha256,
                     input_tokens, output_tokens, cost_micros, cached, body, created_at_ms, version)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                params![
                    run,
                    stage,
                    it.agent,
                    it.provider,
                    it.model,
                    it.request_sha256,
                    integer(usage.input),
                    integer(usage.output),
                    it.cost_micros.map(integer),
                    it.cached,
                    body,
                    it.created_at_ms,
                    body::CALL.version
                ],
            )
        })?;
        Ok(())
    }

    /// All calls of a run, from the first.
    pub fn calls(&self, run: i64) -> Result<Vec<CallRecord>, StoreError> {
        let bodies: Vec<Body> = self.with("read calls", |it| {
            it.prepare("SELECT version, body FROM model_call WHERE run_id = ?1 ORDER BY id")?
                .query_map([run], body::of_row)?
                .collect()
        })?;
        bodies.iter().map(|it| self.understand(body::CALL, it)).collect()
    }

    /// What a run has spent, by stage; answers that were kept cost nothing.
    pub fn calls_spent(&self, run: i64) -> Result<Vec<(Stage, Spent)>, StoreError> {
        let rows: Vec<(String, i64, i64)> = self.with("add up calls", |it| {
            it.prepare(
                "SELECT stage, SUM(input_tokens + output_tokens), SUM(COALESCE(cost_micros, 0))
                 FROM model_call WHERE run_id = ?1 AND NOT cached GROUP BY stage ORDER BY stage",
            )?
            .query_map([run], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect()
        })?;
        let spent = |(stage, tokens, micros): (String, i64, i64)| {
            let stage = self.parse("a stage", &format!("\"{stage}\""))?;
            Ok((stage, Spent { tokens: tokens.unsigned_abs(), micros: micros.unsigned_abs() }))
        };
        rows.into_iter().map(spent).collect()
    }

    /// An answer that was kept.
    pub fn answer(&self, key: &str) -> Result<Option<Reply>, StoreError> {
        let body: Option<Body> = self.with("look up an answer", |it| {
            let found = "SELECT version, reply FROM model_answer WHERE key = ?1";
            it.query_row(found, [key], body::of_row).optional()
        })?;
        // One that is not understood is none: it can be asked for again.
        let known = body::understood(body.iter().map(|it| self.understand(body::ANSWER, it)))?;
        Ok(known.into_iter().next())
    }

    /// Keeps an answer; a newer one takes the older one's place.
    pub fn answer_keep(&self, key: &str, reply: &Reply, now_ms: i64) -> Result<(), StoreError> {
        let body = self.body(body::ANSWER, reply)?;
        self.with("keep an answer", |it| {
            it.execute(
                "INSERT INTO model_answer (key, reply, created_at_ms, version)
                 VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO UPDATE SET reply = excluded.reply, version = excluded.version,
                     created_at_ms = excluded.created_at_ms",
                params![key, body, now_ms, body::ANSWER.version],
            )
        })?;
        Ok(())
    }

    /// How many answers are kept.
    pub fn answers_count(&self) -> Result<u32, StoreError> {
        self.with("count answers", |it| {
            it.query_row("SELECT COUNT(*) FROM model_answer", [], |row| row.get(0))
        })
    }

    /// Forgets all answers that were kept; says how many. Nothing of them is left in the file: they
    /// hold what documents say.
    pub fn answers_forget(&self) -> Result<usize, StoreError> {
        self.with("forget answers", |it| {
            // Else a row that is deleted stays where it was until something is written over it.
            it.pragma_update(None, "secure_delete", true)?;
            let forgotten = it.execute("DELETE FROM model_answer", []);
            it.pragma_update(None, "secure_delete", false)?;
            let forgotten = forgotten?;
            it.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
            Ok(forgotten)
        })
    }
}
