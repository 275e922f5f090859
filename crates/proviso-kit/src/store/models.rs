//! The tables `model_check` and `model_approval`: the last answer about each model, and who took
//! responsibility for which text.
//!
//! **Invariant:** both carry the text's hash, so that an edit makes them visibly old.

use rusqlite::{OptionalExtension, params};

use super::{Store, StoreError};

pub(super) const CREATE: &str = "
CREATE TABLE model_check (
    name TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    accepted INTEGER NOT NULL,
    compiler TEXT NOT NULL,
    checked_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE model_approval (
    name TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    approved_by TEXT NOT NULL,
    approved_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
";

/// What the compiler said of a model last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelCheck {
    /// SHA-256 of the text.
    pub sha256: String,
    /// Whether it was accepted.
    pub accepted: bool,
    /// The compiler's version; none where only the embedded checker has judged.
    pub compiler: Option<String>,
    /// When.
    pub at_ms: i64,
}

/// Who approved a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// SHA-256 of the text.
    pub sha256: String,
    /// Who.
    pub by: String,
    /// When.
    pub at_ms: i64,
}

/// As the column says it: empty where only the embedded checker has judged.
pub(super) fn compiler(said: String) -> Option<String> {
    Some(said).filter(|it| !it.is_empty())
}

impl Store {
    /// Remembers what the compiler said of a model.
    pub fn model_checked(&self, name: &str, it: &ModelCheck) -> Result<(), StoreError> {
        self.with("remember a check", |connection| {
            connection.execute(
                "INSERT OR REPLACE INTO model_check VALUES (?1, ?2, ?3, ?4, ?5)",
                params![
                    name,
                    it.sha256,
                    it.accepted,
                    it.compiler.as_deref().unwrap_or_default(),
                    it.at_ms
                ],
            )
        })?;
        Ok(())
    }

    /// What the compiler said of a model last.
    pub fn model_check(&self, name: &str) -> Result<Option<ModelCheck>, StoreError> {
        self.with("look up a check", |it| {
            it.query_row(
                "SELECT sha256, accepted, compiler, checked_at_ms FROM model_check WHERE name = ?1",
                [name],
                |row| {
                    Ok(ModelCheck {
                        sha256: row.get(0)?,
                        accepted: row.get(1)?,
                        compiler: compiler(row.get(2)?),
                        at_ms: row.get(3)?,
                    })
                },
            )
            .optional()
        })
    }

    /// Notes who approved a model, or that nobody does any more.
    pub fn model_approve(&self, name: &str, it: Option<&Approval>) -> Result<(), StoreError> {
        self.with("note an approval", |connection| match it {
            Some(it) => connection.execute(
                "INSERT OR REPLACE INTO model_approval VALUES (?1, ?2, ?3, ?4)",
                params![name, it.sha256, it.by, it.at_ms],
            ),
            None => connection.execute("DELETE FROM model_approval WHERE name = ?1", [name]),
        })?;
        Ok(())
    }

    /// Who approved a model.
    pub fn model_approval(&self, name: &str) -> Result<Option<Approval>, StoreError> {
        self.with("look up an approval", |it| {
            it.query_row(
                "SELECT sha256, approved_by, approved_at_ms FROM model_approval WHERE name = ?1",
                [name],
                |row| Ok(Approval { sha256: row.get(0)?, by: row.get(1)?, at_ms: row.get(2)? }),
            )
            .optional()
        })
    }
}
