//! A run's record and its files: what the loop writes to, over database and workspace.
//!
//! **Invariant:** an event is stored first and offered to listeners then; a listener that is slow
//! or gone stops nothing.

use std::sync::Arc;

use proviso_core::hex::sha256;
use proviso_core::llm::{CallBook, CallRecord, Reply, Spent};
use proviso_core::ports::{
    Artefact, Clock, Entry, FileOpened, Ledger, LedgerError, PageProgress, Shelf, ShelfError,
    Shelved,
};
use proviso_core::run::Stage;
use proviso_kit::store::StoreError;

use super::arriving::Arriving;
use super::start::Prepared;
use crate::App;
use crate::app::Space;
use crate::live::Listeners;

/// Database and workspace as one run sees them.
pub(super) struct RunLedger {
    pub(super) space: Arc<Space>,
    pub(super) run: i64,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) listeners: Listeners,
    pub(super) arriving: Arc<Arriving>,
}

/// The record of a run.
pub(super) fn of(app: &App, run: &Prepared) -> RunLedger {
    RunLedger {
        space: Arc::clone(&run.space),
        run: run.claim.run,
        clock: Arc::clone(&app.clock),
        listeners: app.listeners().clone(),
        arriving: Arc::clone(&app.arriving),
    }
}

impl Ledger for RunLedger {
    fn append(&self, entry: Entry) -> Result<(), LedgerError> {
        let now = self.clock.now_ms();
        let event =
            self.space.store.event_append(self.run, entry, now).map_err(lost("an event"))?;
        self.listeners.tell(event);
        Ok(())
    }

    fn opened(&self, document: usize, file: FileOpened<'_>) -> Result<(), LedgerError> {
        self.arriving.open(self.run, document, file);
        Ok(())
    }

    fn begun(&self, document: usize, page: u32) {
        self.arriving.begin(self.run, document, page);
    }

    fn show(&self, document: usize, page: PageProgress<'_>) {
        self.arriving.add(self.run, document, page);
    }

    fn keep(&self, artefact: Artefact<'_>) -> Result<(), LedgerError> {
        let store = &self.space.store;
        match artefact {
            Artefact::Document(index, it) => {
                store.document_keep(self.run, index, it).map_err(lost("a document"))?;
                self.arriving.remove(self.run, index);
                Ok(())
            }
            Artefact::Analysis(it) => {
                store.analysis_keep(self.run, it).map_err(lost("the analysis"))
            }
            Artefact::Module(it) => store.module_keep(self.run, it).map_err(lost("a module")),
            Artefact::Attempt(it) => store.attempt_keep(self.run, it).map_err(lost("an attempt")),
        }
    }
}

/// A failure of the database as a failure of the record.
pub(crate) fn lost(what: &'static str) -> impl Fn(StoreError) -> LedgerError {
    move |source| LedgerError { what, source: Box::new(source) }
}

impl CallBook for RunLedger {
    fn recall(&self, key: &str) -> Result<Option<Reply>, LedgerError> {
        self.space.store.answer(key).map_err(lost("what was asked before"))
    }
    fn keep(&self, key: &str, reply: &Reply) -> Result<(), LedgerError> {
        let now = self.clock.now_ms();
        self.space.store.answer_keep(key, reply, now).map_err(lost("an answer"))
    }
    fn record(&self, call: &CallRecord) -> Result<(), LedgerError> {
        self.space.store.call_record(self.run, call).map_err(lost("a call"))
    }
    fn spent(&self) -> Result<Vec<(Stage, Spent)>, LedgerError> {
        self.space.store.calls_spent(self.run).map_err(lost("what calls cost"))
    }
}

impl Shelf for RunLedger {
    fn read(&self, path: &str) -> Result<Option<String>, ShelfError> {
        self.space.workspace.read(path)
    }

    fn write(&self, path: &str, text: &str) -> Result<Shelved, ShelfError> {
        let workspace = &self.space.workspace;
        let failed = |source: StoreError| ShelfError {
            what: "look up who wrote",
            path: workspace.root().join(path),
            source: std::io::Error::other(source),
        };
        let present = workspace.read(path)?;
        let changed = present.as_deref() != Some(text);
        let kept = match present {
            Some(present) if changed => {
                let ours = self.space.store.file(path).map_err(failed)?;
                let edited = ours.is_none_or(|it| it.0 != sha256(present));
                if edited { Some(workspace.keep(path)?) } else { None }
            }
            _ => None,
        };
        if changed {
            workspace.write(path, text)?;
        }
        let now = self.clock.now_ms();
        self.space.store.file_written(path, &sha256(text), self.run, now).map_err(failed)?;
        Ok(Shelved { changed, kept })
    }
}
