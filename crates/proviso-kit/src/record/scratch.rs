//! The record of a stage that is run alone.
//!
//! **Invariant:** the run that it begins with stays as it is, but for calls of models, which are kept
//! beside it, so that what they cost is known.

use std::sync::{Arc, Mutex, PoisonError};

use proviso_core::llm::{CallRecord, Reply, Spent};
use proviso_core::ports::{
    Artefact, CallBook, Clock, Entry, Ledger, LedgerError, Shelf, ShelfError, Shelved,
};
use proviso_core::run::Stage;

use super::lost;
use crate::open::OpenWorkspace;

/// The record of a stage that is run alone: its messages, and calls beside those of its run.
pub struct Scratch {
    /// The run that calls are kept beside, where there is one.
    space: Option<(Arc<OpenWorkspace>, i64)>,
    clock: Arc<dyn Clock>,
    messages: Mutex<Vec<String>>,
}

impl Scratch {
    /// The record of a stage; its calls are kept beside a run where one is given.
    pub fn new(space: Option<(Arc<OpenWorkspace>, i64)>, clock: Arc<dyn Clock>) -> Scratch {
        Scratch { space, clock, messages: Mutex::default() }
    }

    /// What was said, in order; it is told once.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.messages.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Ledger for Scratch {
    fn append(&self, entry: Entry) -> Result<(), LedgerError> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(entry.message);
        Ok(())
    }
    fn keep(&self, _artefact: Artefact<'_>) -> Result<(), LedgerError> {
        Ok(())
    }
}

impl CallBook for Scratch {
    fn recall(&self, key: &str) -> Result<Option<Reply>, LedgerError> {
        let Some((space, _)) = &self.space else { return Ok(None) };
        space.store.answer(key).map_err(lost("what was asked before"))
    }
    fn keep(&self, key: &str, reply: &Reply) -> Result<(), LedgerError> {
        let Some((space, _)) = &self.space else { return Ok(()) };
        let now = self.clock.now_ms();
        space.store.answer_keep(key, reply, now).map_err(lost("an answer"))
    }
    fn record(&self, call: &CallRecord) -> Result<(), LedgerError> {
        let Some((space, run)) = &self.space else { return Ok(()) };
        space.store.call_record(*run, call).map_err(lost("a call"))
    }
    fn spent(&self) -> Result<Vec<(Stage, Spent)>, LedgerError> {
        Ok(Vec::new())
    }
}

impl Shelf for Scratch {
    fn read(&self, _path: &str) -> Result<Option<String>, ShelfError> {
        Ok(None)
    }
    fn write(&self, _path: &str, _text: &str) -> Result<Shelved, ShelfError> {
        Ok(Shelved { changed: false, kept: None })
    }
}
