//! What the core asks of the world, one file per noun. Adapters live in `proviso-kit`.
//!
//! **Invariant:** object-safe, cancelled by being dropped; `Err` means that Proviso could not do
//! its job, never that a document or a program is bad.

mod checker;
mod clock;
mod engine;
mod memory;
mod model;
mod pictures;
mod queue;
mod reading;
mod record;
mod shelf;
mod study;
mod trace;

pub use self::checker::{CheckJob, CheckReport, Checker, CheckerError};
pub use self::clock::{Began, Clock};
pub use self::engine::{
    AnalyzeTask, Engine, EngineError, FixTask, ReviewTask, ReviseTask, Revised, WriteTask,
};
pub use self::memory::{Memory, NoMemory};
pub use self::model::{CallBook, LanguageModel};
pub use self::pictures::{NoPictures, PictureError, Pictures};
pub use self::queue::{
    Ending, Finished, Job, JobOptions, Lease, MAX_WORKERS, Offered, Outcome, Queue, QueueError,
    Standing,
};
pub use self::reading::{
    DrawTask, FileOpened, Glance, MakeFolder, PageBegun, PageProgress, ReadError, ReadProgress,
    Reader, Reads, Recognition, Unpacked, Unpacker, Viewer,
};
pub use self::record::{Artefact, Entry, Ledger, LedgerError};
pub use self::shelf::{Shelf, ShelfError, Shelved};
pub use self::study::{Kept, OnTheSpot, Study};
pub use self::trace::Trace;
