//! The table `artefact`: what the stages of a run made, by name: `document/0`, `analysis`, the
//! modules that Proviso wrote, and what a person told its agents.

use proviso_core::analysis::Analysis;
use proviso_core::document::Document;
use proviso_core::run::Module;
use proviso_core::search;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::body::{self, Body, Kind};
use super::{Store, StoreError, documents};

pub(super) const CREATE: &str = "
CREATE TABLE artefact (
    run_id INTEGER NOT NULL REFERENCES run(id),
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;
";

/// A sentence of a person's to the agents of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// What they said.
    pub text: String,
    /// Who.
    pub by: String,
    /// When.
    pub at_ms: i64,
}

/// A document as the table has it. Writing it out takes a second where it has thousands of pages, so
/// that is done before anybody waits for the database.
#[derive(Debug)]
pub struct WrittenDocument {
    sha256: String,
    body: String,
    /// What it is found by.
    text: String,
}

/// An analysis as the table has it.
#[derive(Debug)]
pub struct WrittenAnalysis {
    document_type: String,
    title: String,
    body: String,
}

impl Store {
    /// A document as it was read, made ready to be kept.
    pub fn document_written(&self, it: &Document) -> Result<WrittenDocument, StoreError> {
        let body = self.body(body::DOCUMENT, it)?;
        Ok(WrittenDocument { sha256: it.sha256.clone(), body, text: search::of_document(it) })
    }

    /// Keeps a document as it was read.
    pub fn document_keep(
        &self,
        run: i64,
        index: usize,
        it: &WrittenDocument,
    ) -> Result<(), StoreError> {
        self.change("keep a document", |connection| {
            put(connection, run, &format!("document/{index:04}"), (body::DOCUMENT, &it.body))?;
            documents::text_keep(connection, &it.sha256, &it.text, true)
        })
    }

    /// The documents of a run that were read, in the order given.
    pub fn documents(&self, run: i64) -> Result<Vec<Document>, StoreError> {
        let bodies: Vec<Body> = self.with("read documents", |it| {
            it.prepare(
                "SELECT version, body FROM artefact WHERE run_id = ?1 AND name LIKE 'document/%'
                 ORDER BY name",
            )?
            .query_map([run], body::of_row)?
            .collect()
        })?;
        bodies.iter().map(|it| self.understand(body::DOCUMENT, it)).collect()
    }

    /// An analysis, made ready to be kept.
    pub fn analysis_written(&self, it: &Analysis) -> Result<WrittenAnalysis, StoreError> {
        let body = self.body(body::ANALYSIS, it)?;
        let (document_type, title) = (it.document_type.clone(), it.title.clone());
        Ok(WrittenAnalysis { document_type, title, body })
    }

    /// Keeps the analysis that a run goes on from.
    pub fn analysis_keep(&self, run: i64, it: &WrittenAnalysis) -> Result<(), StoreError> {
        self.change("keep an analysis", |connection| {
            put(connection, run, "analysis", (body::ANALYSIS, &it.body))?;
            connection.execute(
                "UPDATE run SET found_type = ?2, title = ?3, headline = NULL WHERE id = ?1",
                params![run, it.document_type, it.title],
            )
        })?;
        Ok(())
    }

    /// The analysis that a run goes on from.
    pub fn analysis(&self, run: i64) -> Result<Option<Analysis>, StoreError> {
        let body = self.get(run, "analysis")?;
        body.map(|it| self.understand(body::ANALYSIS, &it)).transpose()
    }

    /// Keeps a module that Proviso wrote.
    pub fn module_keep(&self, run: i64, it: &Module) -> Result<(), StoreError> {
        self.with("keep a module", |connection| {
            put(connection, run, &format!("module/{}", it.name), (body::MODULE, &it.text))
        })
    }

    /// A module that Proviso wrote, by name.
    pub fn module(&self, run: i64, name: &str) -> Result<Option<Module>, StoreError> {
        let text = self.get(run, &format!("module/{name}"))?;
        Ok(text.map(|(_, text)| Module { name: name.to_owned(), text }))
    }

    /// What a person told the agents of a run.
    pub fn hint(&self, run: i64) -> Result<Option<Hint>, StoreError> {
        let body = self.get(run, "hint")?;
        body.map(|it| self.understand(body::HINT, &it)).transpose()
    }

    fn get(&self, run: i64, name: &str) -> Result<Option<Body>, StoreError> {
        self.with("read what a stage made", |it| {
            it.query_row(
                "SELECT version, body FROM artefact WHERE run_id = ?1 AND name = ?2",
                params![run, name],
                body::of_row,
            )
            .optional()
        })
    }
}

/// Gives a run what another one has read and, if wanted, understood.
pub(super) fn inherit(
    connection: &Connection,
    from: i64,
    run: i64,
    analysis_too: bool,
) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO artefact (run_id, name, body, version)
         SELECT ?2, name, body, version FROM artefact WHERE run_id = ?1
           AND (name LIKE 'document/%' OR (?3 AND name = 'analysis'))",
        params![from, run, analysis_too],
    )?;
    connection.execute(
        "UPDATE run SET (found_type, title) = (SELECT found_type, title FROM run WHERE id = ?1)
         WHERE id = ?2 AND ?3",
        params![from, run, analysis_too],
    )?;
    Ok(())
}

/// Stores what a stage made, in the place of what it made before.
pub(super) fn put(
    connection: &Connection,
    run: i64,
    name: &str,
    (kind, body): (Kind, &str),
) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO artefact (run_id, name, body, version) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET body = excluded.body, version = excluded.version",
        params![run, name, body, kind.version],
    )?;
    Ok(())
}
