//! The table `artefact`: what the stages of a run made, by name: `document/0`, `analysis`, the
//! modules that Proviso wrote, and what a person told its agents.

use proviso_core::analysis::Analysis;
use proviso_core::document::Document;
use proviso_core::run::Module;
use proviso_core::search;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::body::{self, Body, Kind};
use super::pieces::{self, Piece, Told, Written};
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
    body: Written,
    /// What it is found by.
    text: String,
}

/// An analysis as the table has it.
#[derive(Debug)]
pub struct WrittenAnalysis {
    document_type: String,
    title: String,
    body: Written,
}

/// A module as the table has it.
#[derive(Debug)]
pub struct WrittenModule {
    name: String,
    body: Written,
}

impl WrittenDocument {
    /// What is put down before it is kept, one by one ([`Store::piece_put`]); whatever is missing then is
    /// put down with it.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        self.body.pieces()
    }
}

impl WrittenAnalysis {
    /// The same of an analysis.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        self.body.pieces()
    }
}

impl WrittenModule {
    /// The same of a module.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        self.body.pieces()
    }
}

impl Store {
    /// A document as it was read, made ready to be kept.
    pub fn document_written(&self, it: &Document) -> Result<WrittenDocument, StoreError> {
        let body = Written::new(self.body(body::DOCUMENT, it)?);
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
            let name = format!("document/{index:04}");
            put_written(connection, run, &name, (body::DOCUMENT, &it.body))?;
            documents::text_keep(connection, &it.sha256, &it.text, true)
        })
    }

    /// The documents of a run that were read, in the order given.
    pub fn documents(&self, run: i64) -> Result<Vec<Document>, StoreError> {
        let names: Vec<String> = self.with("look for documents", |it| {
            it.prepare_cached(
                "SELECT name FROM artefact WHERE run_id = ?1 AND name LIKE 'document/%'
                 ORDER BY name",
            )?
            .query_map([run], |row| row.get(0))?
            .collect()
        })?;
        let bodies = names.iter().filter_map(|it| self.get(run, it).transpose());
        bodies.map(|it| self.understand(body::DOCUMENT, &it?)).collect()
    }

    /// An analysis, made ready to be kept.
    pub fn analysis_written(&self, it: &Analysis) -> Result<WrittenAnalysis, StoreError> {
        let body = Written::new(self.body(body::ANALYSIS, it)?);
        let (document_type, title) = (it.document_type.clone(), it.title.clone());
        Ok(WrittenAnalysis { document_type, title, body })
    }

    /// Keeps the analysis that a run goes on from.
    pub fn analysis_keep(&self, run: i64, it: &WrittenAnalysis) -> Result<(), StoreError> {
        self.change("keep an analysis", |connection| {
            put_written(connection, run, "analysis", (body::ANALYSIS, &it.body))?;
            connection.execute(
                "UPDATE run SET found_type = ?2, title = ?3, headline = NULL WHERE id = ?1",
                params![run, it.document_type, it.title],
            )?;
            Ok(())
        })
    }

    /// The analysis that a run goes on from.
    pub fn analysis(&self, run: i64) -> Result<Option<Analysis>, StoreError> {
        let body = self.get(run, "analysis")?;
        body.map(|it| self.understand(body::ANALYSIS, &it)).transpose()
    }

    /// A module that Proviso wrote, made ready to be kept.
    pub fn module_written(&self, it: &Module) -> WrittenModule {
        WrittenModule { name: it.name.clone(), body: Written::new(it.text.clone()) }
    }

    /// Keeps a module that Proviso wrote.
    pub fn module_keep(&self, run: i64, it: &WrittenModule) -> Result<(), StoreError> {
        self.change("keep a module", |connection| {
            let name = format!("module/{}", it.name);
            put_written(connection, run, &name, (body::MODULE, &it.body))
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
        loop {
            let told: Option<Told> = self.with("read what a stage made", |it| {
                it.prepare_cached(
                    "SELECT version, body, pieces, n_pieces FROM artefact
                     WHERE run_id = ?1 AND name = ?2",
                )?
                .query_row(params![run, name], pieces::of_row)
                .optional()
            })?;
            let Some(told) = told else { return Ok(None) };
            if let Some(body) = self.joined(told)? {
                return Ok(Some(body));
            }
            // Either the stage has made it anew meanwhile, or a damaged database has lost a piece.
            if self.with("look for a piece", |it| pieces::is_lost(it, run, name))? {
                return Err(self.lost(run, name));
            }
        }
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
        "INSERT INTO artefact (run_id, name, body, version, pieces, n_pieces)
         SELECT ?2, name, body, version, pieces, n_pieces FROM artefact WHERE run_id = ?1
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

/// Stores what a stage made and is short, in the place of what it made before.
pub(super) fn put(
    connection: &Connection,
    run: i64,
    name: &str,
    (kind, body): (Kind, &str),
) -> rusqlite::Result<()> {
    put_row(connection, run, name, (kind, (body, None, None)))
}

/// The same of what may be long.
fn put_written(
    connection: &Connection,
    run: i64,
    name: &str,
    (kind, body): (Kind, &Written),
) -> rusqlite::Result<()> {
    put_row(connection, run, name, (kind, body.row(connection)?))
}

fn put_row(
    connection: &Connection,
    run: i64,
    name: &str,
    (kind, (body, pieces, n_pieces)): (Kind, pieces::Row<'_>),
) -> rusqlite::Result<()> {
    connection.execute(
        "INSERT INTO artefact (run_id, name, body, version, pieces, n_pieces)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT DO UPDATE SET body = excluded.body, version = excluded.version,
             pieces = excluded.pieces, n_pieces = excluded.n_pieces",
        params![run, name, body, kind.version, pieces, n_pieces],
    )?;
    Ok(())
}
