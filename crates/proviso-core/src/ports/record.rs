//! The record of a run: its events and what its stages made.
//!
//! **Invariant:** an event is stored before it is shown.

use super::{FileOpened, PageProgress};
use crate::analysis::Analysis;
use crate::document::Document;
use crate::event::Happening;
use crate::run::{Attempt, Module, Severity, Stage};

/// Something that a stage made and that a later one, or a retry, takes up.
#[derive(Debug, Clone, Copy)]
pub enum Artefact<'a> {
    /// A file as it was read, with its position in the run.
    Document(usize, &'a Document),
    /// What the documents say, before corrections and waivers.
    Analysis(&'a Analysis),
    /// A module that Proviso itself wrote: facts or audit.
    Module(&'a Module),
    /// A checked text of the model.
    Attempt(&'a Attempt),
}

/// One event without its envelope.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The stage it belongs to.
    pub stage: Option<Stage>,
    /// The document it speaks of.
    pub document_id: Option<String>,
    /// How bad.
    pub severity: Severity,
    /// One line for people.
    pub message: String,
    /// What, with its data.
    pub happening: Happening,
}

/// A run's record.
pub trait Ledger: Send + Sync {
    /// Stores an event, then shows it.
    fn append(&self, entry: Entry) -> Result<(), LedgerError>;
    /// Stores what a stage made.
    fn keep(&self, artefact: Artefact<'_>) -> Result<(), LedgerError>;
    /// The job's document of this index is open: its pages can be looked at while they are read.
    fn opened(&self, _document: usize, _file: FileOpened<'_>) -> Result<(), LedgerError> {
        Ok(())
    }
    /// A page of the job's document of this index is being recognized.
    fn begun(&self, _document: usize, _page: u32) {}
    /// Shows a page of the job's document of this index to who waits for it. What lasts is the
    /// document, which is kept when it is whole.
    fn show(&self, _document: usize, _page: PageProgress<'_>) {}
}

/// Why a record cannot be kept.
#[derive(Debug, thiserror::Error)]
#[error("cannot store {what} of the run")]
pub struct LedgerError {
    /// What was to be stored.
    pub what: &'static str,
    /// Why not.
    #[source]
    pub source: Box<dyn std::error::Error + Send + Sync>,
}
