//! A run's record and its files: what the loop writes to, over database and workspace.
//!
//! **Invariant:** an event is stored first and offered to listeners then; a listener that is slow
//! or gone stops nothing. Once a run was stopped nothing of it is written down but its end, whatever
//! still goes on of it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::{Mutex, MutexGuard};

use proviso_core::event::RunEvent;
use proviso_core::hex::sha256;
use proviso_core::llm::{CallRecord, Reply, Spent};
use proviso_core::ports::{
    Artefact, CallBook, Clock, Entry, FileOpened, Ledger, LedgerError, PageProgress, Shelf,
    ShelfError, Shelved,
};
use proviso_core::run::Stage;

use super::{Arriving, Listeners, lost};
use crate::open::OpenWorkspace;
use crate::store::{Piece, StoreError};

/// Database and workspace as one run sees them.
pub struct RunLedger {
    /// Where it is written.
    pub space: Arc<OpenWorkspace>,
    /// Of which run.
    pub run: i64,
    clock: Arc<dyn Clock>,
    listeners: Listeners,
    arriving: Arc<Arriving>,
    /// Whether the run was stopped.
    stopped: AtomicBool,
    /// Held by who writes, so that nothing comes after a stop has waited for it.
    writing: Mutex<()>,
}

/// The run was stopped while this was done for it.
#[derive(Debug, thiserror::Error)]
#[error("the run was stopped")]
struct Stopped;

impl RunLedger {
    /// The record of a run.
    pub fn new(
        space: Arc<OpenWorkspace>,
        run: i64,
        clock: Arc<dyn Clock>,
        listeners: Listeners,
        arriving: Arc<Arriving>,
    ) -> RunLedger {
        RunLedger {
            space,
            run,
            clock,
            listeners,
            arriving,
            stopped: AtomicBool::new(false),
            writing: Mutex::new(()),
        }
    }

    /// Takes nothing more of what is made for the run; comes back when nothing is being written. What
    /// computes without a pause is so rid of its consequences at once, though not ended.
    pub fn stop(&self) {
        // Said first: who writes piece after piece sees it before the next one.
        self.stopped.store(true, Ordering::SeqCst);
        drop(self.writing.lock());
    }

    /// Stores the end of a run, also of a stopped one, and tells nobody yet.
    pub fn conclude(&self, entry: Entry) -> Result<RunEvent, LedgerError> {
        let now = self.clock.now_ms();
        self.space.store.event_append(self.run, entry, now).map_err(lost("an event"))
    }

    /// Tells those who listen what is stored.
    pub fn tell(&self, event: RunEvent) {
        self.listeners.tell(event);
    }

    /// The right to write something down, for as long as it is held.
    fn turn(&self) -> Result<MutexGuard<'_, ()>, Stopped> {
        let writing = self.writing.lock();
        if self.stopped.load(Ordering::SeqCst) { Err(Stopped) } else { Ok(writing) }
    }

    /// The same for the record.
    fn recording(&self, what: &'static str) -> Result<MutexGuard<'_, ()>, LedgerError> {
        self.turn().map_err(|it| LedgerError { what, source: Box::new(it) })
    }

    /// Keeps what may be long: its pieces before a stop has to wait for them, then its row.
    fn keep_written<'a, P: Iterator<Item = Piece<'a>>>(
        &self,
        what: &'static str,
        pieces: impl Fn() -> P,
        row: impl FnOnce() -> Result<(), StoreError>,
    ) -> Result<(), LedgerError> {
        self.put_down(what, pieces())?;
        let writing = self.recording(what)?;
        row().map_err(lost(what))?;
        drop(writing);
        self.sweep(pieces());
        Ok(())
    }

    /// Puts down what of a body does not fit into its row. A stop comes between two pieces.
    fn put_down<'a>(
        &self,
        what: &'static str,
        mut pieces: impl Iterator<Item = Piece<'a>>,
    ) -> Result<(), LedgerError> {
        pieces.try_for_each(|it| {
            let _writing = self.recording(what)?;
            self.space.store.piece_put(it).map_err(lost(what))
        })
    }

    /// Takes away what nothing names any more, where a long body was kept. A stop does not wait for it,
    /// and the run has all it needs where it fails: whoever keeps the next one takes the rest away.
    fn sweep<'a>(&self, mut pieces: impl Iterator<Item = Piece<'a>>) {
        if pieces.next().is_none() {
            return;
        }
        let stopped = || self.stopped.load(Ordering::SeqCst);
        if let Err(err) = self.space.store.pieces_swept(self.run, stopped) {
            tracing::warn!(error = %err, "pieces that nothing names stay");
        }
    }
}

impl Ledger for RunLedger {
    fn append(&self, entry: Entry) -> Result<(), LedgerError> {
        let _writing = self.recording("an event")?;
        self.conclude(entry).map(|it| self.tell(it))
    }

    fn opened(&self, document: usize, file: FileOpened<'_>) -> Result<(), LedgerError> {
        let _writing = self.recording("a document that was opened")?;
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
            // Large ones are made ready before a stop has to wait for them.
            Artefact::Document(index, it) => {
                let written = store.document_written(it).map_err(lost("a document"))?;
                self.keep_written(
                    "a document",
                    || written.pieces(),
                    || {
                        store.document_keep(self.run, index, &written)?;
                        self.arriving.remove(self.run, index);
                        Ok(())
                    },
                )
            }
            Artefact::Analysis(it) => {
                let written = store.analysis_written(it).map_err(lost("the analysis"))?;
                self.keep_written(
                    "the analysis",
                    || written.pieces(),
                    || store.analysis_keep(self.run, &written),
                )
            }
            Artefact::Module(it) => {
                let written = store.module_written(it);
                self.keep_written(
                    "a module",
                    || written.pieces(),
                    || store.module_keep(self.run, &written),
                )
            }
            Artefact::Attempt(it) => {
                let _writing = self.recording("an attempt")?;
                store.attempt_keep(self.run, it).map_err(lost("an attempt"))
            }
        }
    }
}

impl CallBook for RunLedger {
    fn recall(&self, key: &str) -> Result<Option<Reply>, LedgerError> {
        self.space.store.answer(key).map_err(lost("what was asked before"))
    }
    fn keep(&self, key: &str, reply: &Reply) -> Result<(), LedgerError> {
        let _writing = self.recording("an answer")?;
        let now = self.clock.now_ms();
        self.space.store.answer_keep(key, reply, now).map_err(lost("an answer"))
    }
    fn record(&self, call: &CallRecord) -> Result<(), LedgerError> {
        let _writing = self.recording("a call")?;
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
        let stopped = |it: Stopped| ShelfError {
            what: "write",
            path: Path::new(path).to_owned(),
            source: std::io::Error::other(it),
        };
        let _writing = self.turn().map_err(stopped)?;
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proviso_core::run::Module;

    use super::*;
    use crate::clock::SystemClock;

    fn ledger(folder: &Path) -> RunLedger {
        let space = Arc::new(OpenWorkspace::open(Some(folder), folder).unwrap());
        RunLedger::new(space, 1, Arc::new(SystemClock), Listeners::default(), Arc::default())
    }

    #[test]
    fn a_stop_comes_between_two_pieces_of_a_long_body() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = ledger(folder.path());
        let text = "말 ".repeat(1 << 20);
        let written =
            ledger.space.store.module_written(&Module { name: "Domains.A".to_owned(), text });
        let n = Cell::new(0);
        let stopped_at_second = written.pieces().inspect(|_| {
            n.set(n.get() + 1);
            if n.get() == 2 {
                ledger.stop();
            }
        });
        assert!(ledger.put_down("a module", stopped_at_second).is_err());
        assert!(written.pieces().count() > 4 && n.get() == 2, "the others are not waited for");
        // Its end is written down all the same, and nothing else.
        assert!(
            Ledger::keep(
                &ledger,
                Artefact::Module(&Module {
                    name: "Domains.A".to_owned(),
                    text: "module Domains.A".to_owned(),
                })
            )
            .is_err()
        );
    }
}
