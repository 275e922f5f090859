//! What the core asks of the world. Adapters live in `proviso-kit`.
//!
//! **Invariant:** object-safe, cancelled by being dropped; `Err` means that Proviso could not do
//! its job, never that a document or a program is bad.

mod checker;
mod pictures;
mod queue;
mod study;

use std::io;
use std::path::PathBuf;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

pub use self::checker::{CheckJob, CheckReport, Checker, CheckerError};
pub use self::pictures::{NoPictures, PictureError, Pictures};
pub use self::queue::{
    Ending, Finished, Job, JobOptions, Lease, MAX_WORKERS, Offered, Outcome, Queue, QueueError,
    Standing,
};
pub use self::study::{Kept, OnTheSpot, Study};
use crate::analysis::Analysis;
use crate::document::{Document, Page, PageSize, View};
use crate::event::Happening;
use crate::review::Review;
use crate::run::{Attempt, Module, Severity, Stage};

/// Reads one file into a document, a page at a time.
pub trait Reader: Send + Sync {
    /// Reads all pages; `progress` hears what pages there are, then of each as it is read.
    fn read<'a>(
        &'a self,
        path: &'a std::path::Path,
        progress: &'a (dyn Fn(ReadProgress<'_>) + Send + Sync),
    ) -> BoxFuture<'a, Result<Document, ReadError>>;
    /// What recognizes page images here; an error where nothing does.
    fn recognition(&self) -> BoxFuture<'_, Result<Recognition, ReadError>>;
}

/// What recognizes page images.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognition {
    /// Its name and version: `Tesseract 5.3.0`.
    pub program: String,
    /// Codes of the languages (ISO 639-2) that it can read here, of those that are asked of it.
    pub languages: Vec<String>,
    /// Those that it has no data for.
    pub missing: Vec<String>,
}

/// Looks into files without reading them.
pub trait Viewer: Send + Sync {
    /// Reads the first pages by the text that they bring along; pages that need recognition come
    /// back empty.
    fn glance<'a>(
        &'a self,
        path: &'a std::path::Path,
        n_pages: u32,
    ) -> BoxFuture<'a, Result<Glance, ReadError>>;
    /// Draws a page as PNG; [`ReadError::NoImage`] where there is nothing to draw.
    fn draw<'a>(
        &'a self,
        path: &'a std::path::Path,
        task: DrawTask,
    ) -> BoxFuture<'a, Result<Vec<u8>, ReadError>>;
}

/// Takes documents out of files that hold others: archives, mails with attachments.
pub trait Unpacker: Send + Sync {
    /// Writes what lies in a file below a folder, which is asked for at the first document; of any
    /// other file it says that it is a document itself.
    fn unpack<'a>(
        &'a self,
        path: &'a std::path::Path,
        folder: &'a MakeFolder,
    ) -> BoxFuture<'a, Result<Unpacked, ReadError>>;
}

/// Makes a folder, or says which it made.
pub type MakeFolder = dyn Fn() -> io::Result<PathBuf> + Send + Sync;

/// What was taken out of a file.
#[derive(Debug, Default)]
pub struct Unpacked {
    /// Whether the file is a document beside what lies in it.
    pub is_document: bool,
    /// The documents in it, each named after where it lay.
    pub members: Vec<PathBuf>,
    /// Files in it that are not taken, and why.
    pub left_out: Vec<ReadError>,
}

/// The beginning of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Glance {
    /// Its first pages.
    pub document: Document,
    /// How many it has in all.
    pub n_pages: u32,
}

/// A page to draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawTask {
    /// From 1.
    pub page: u32,
    /// Pixels from left to right.
    pub width: u32,
    /// Its size in page units and how it was seen when it was read, so that its boxes fit; none
    /// where it was seen as it is.
    pub view: Option<(f32, f32, View)>,
}

/// What a reader tells while it reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ReadProgress<'a> {
    /// The file is open. Told once, before any page.
    Opened(FileOpened<'a>),
    /// The image of a page is recognized next, which takes a while. Told once of each that is.
    Begun(PageBegun),
    /// A page has been read or lost. Told once of each.
    Page(PageProgress<'a>),
}

/// A file is open: what pages it has is known, and what they say is not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FileOpened<'a> {
    /// The document that it becomes, as yet without pages.
    pub of: &'a Document,
    /// How large its pages are, in order: as many as there are.
    pub sizes: &'a [PageSize],
}

/// The image of a page is being recognized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageBegun {
    /// From 1.
    pub page: u32,
    /// Of how many.
    pub n_pages: u32,
}

/// A page has been read or lost. Pages come as they are ready, which need not be their order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageProgress<'a> {
    /// It; empty where it was lost.
    pub page: &'a Page,
    /// Of how many.
    pub n_pages: u32,
    /// Whether it was lost.
    pub failed: bool,
    /// The document that it is of, as yet without pages.
    pub of: &'a Document,
}

/// Why a file gives no document at all.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It cannot be opened.
    #[error("cannot open `{}`", .path.display())]
    Open {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// Nothing in it.
    #[error("`{name}` is empty")]
    Empty {
        /// Which.
        name: String,
    },
    /// A format that nobody here reads.
    #[error("`{name}` is {what}, which Proviso does not read")]
    Unsupported {
        /// Which.
        name: String,
        /// What it looks like by content.
        what: String,
    },
    /// It needs a password, and nobody can give one here: its format is unlocked elsewhere.
    #[error("`{name}` is protected by a password")]
    Encrypted {
        /// Which.
        name: String,
    },
    /// It needs a password, which a person can give.
    #[error("`{name}` is locked with a password{}", if *.refused { ", and the one given does not open it" } else { "" })]
    Locked {
        /// Which.
        name: String,
        /// Whether a password was tried.
        refused: bool,
    },
    /// It is damaged beyond reading.
    #[error("`{name}` cannot be read: {reason}")]
    Damaged {
        /// Which.
        name: String,
        /// Why.
        reason: String,
    },
    /// More than the limits allow.
    #[error("`{name}` is too large: {reason}")]
    TooLarge {
        /// Which.
        name: String,
        /// How large, and what the limit is.
        reason: String,
    },
    /// The page cannot be drawn.
    #[error("page {page} of `{name}` cannot be drawn: {reason}")]
    NoImage {
        /// Which.
        name: String,
        /// From 1.
        page: u32,
        /// Why.
        reason: String,
    },
    /// The worker process could not be run.
    #[error("the reading worker failed: {reason}")]
    Worker {
        /// Why.
        reason: String,
    },
}

/// Who analyses, writes and repairs.
pub trait Engine: Send + Sync {
    /// `builtin`, or the provider's name.
    fn name(&self) -> &str;
    /// Documents to analysis.
    fn analyze<'a>(&'a self, task: AnalyzeTask<'a>)
    -> BoxFuture<'a, Result<Analysis, EngineError>>;
    /// Looks again for the rules over values that a person corrected.
    fn look_again(&self, _task: AnalyzeTask<'_>, _analysis: &mut Analysis) {}
    /// Analysis to a model over its facts.
    fn write<'a>(&'a self, task: WriteTask<'a>) -> BoxFuture<'a, Result<Module, EngineError>>;
    /// Another text for a rejected one; none where it knows no repair.
    fn fix<'a>(&'a self, task: FixTask<'a>) -> BoxFuture<'a, Result<Option<Module>, EngineError>>;
    /// Whether it reviews at all.
    fn reviews(&self) -> bool {
        false
    }
    /// A second look at an accepted model; none where it says nothing.
    fn review<'a>(
        &'a self,
        _task: ReviewTask<'a>,
    ) -> BoxFuture<'a, Result<Option<Review>, EngineError>> {
        ready(Ok(None)).boxed()
    }
    /// What it makes of a review's criticism; none where it makes nothing of it.
    fn revise<'a>(
        &'a self,
        _task: ReviseTask<'a>,
    ) -> BoxFuture<'a, Result<Option<Revised>, EngineError>> {
        ready(Ok(None)).boxed()
    }
}

/// Input of [`Engine::analyze`].
#[derive(Debug, Clone, Copy)]
pub struct AnalyzeTask<'a> {
    /// What was read.
    pub documents: &'a [Document],
    /// A type that a person chose.
    pub document_type: Option<&'a str>,
}

/// Input of [`Engine::write`].
#[derive(Debug, Clone, Copy)]
pub struct WriteTask<'a> {
    /// The project's name.
    pub project: &'a str,
    /// What is to be modelled.
    pub analysis: &'a Analysis,
    /// What was read.
    pub documents: &'a [Document],
}

/// Input of [`Engine::fix`].
#[derive(Debug, Clone, Copy)]
pub struct FixTask<'a> {
    /// The project's name.
    pub project: &'a str,
    /// What is to be modelled.
    pub analysis: &'a Analysis,
    /// What was read.
    pub documents: &'a [Document],
    /// All attempts so far, the rejected one last.
    pub attempts: &'a [Attempt],
    /// How to repair.
    pub strategy: crate::run::Origin,
}

/// Input of [`Engine::review`].
#[derive(Debug, Clone, Copy)]
pub struct ReviewTask<'a> {
    /// The project's name.
    pub project: &'a str,
    /// What the model is about.
    pub analysis: &'a Analysis,
    /// What was read.
    pub documents: &'a [Document],
    /// The model, accepted.
    pub model: &'a Module,
    /// For the how manyth time, from 1.
    pub round: u32,
}

/// Input of [`Engine::revise`].
#[derive(Debug, Clone, Copy)]
pub struct ReviseTask<'a> {
    /// The project's name.
    pub project: &'a str,
    /// What the model is about.
    pub analysis: &'a Analysis,
    /// What was read.
    pub documents: &'a [Document],
    /// A type that a person chose.
    pub document_type: Option<&'a str>,
    /// The model that was criticised.
    pub model: &'a Module,
    /// What is to change.
    pub review: &'a Review,
}

/// What came of a review.
#[derive(Debug, Clone, PartialEq)]
pub enum Revised {
    /// Another analysis, which asks for another model.
    Analysis(Box<Analysis>),
    /// Another model.
    Model(Module),
}

/// Why an engine has no answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The analysis cannot be expressed.
    #[error("{engine} cannot do this: {reason}")]
    Refused {
        /// Which engine.
        engine: String,
        /// Why.
        reason: String,
    },
    /// The process that analyses came to no end.
    #[error("the documents could not be analysed: {reason}")]
    Exhausted {
        /// What became of it.
        reason: String,
    },
    /// A prompt cannot be used.
    #[error(transparent)]
    Prompt(#[from] crate::prompt::PromptError),
    /// What a model said cannot be recorded.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// What time it is, and how much of it has gone by.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970-01-01 UTC, by a clock that people set, forwards and back.
    fn now_ms(&self) -> i64;
    /// Milliseconds since a moment that stays the same while the program runs. What is measured or
    /// waited for goes by these.
    fn ticks_ms(&self) -> i64;
}

/// When something began: for people, and to measure by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Began {
    /// Milliseconds since 1970-01-01 UTC, as the clock on the wall was then.
    pub at_ms: i64,
    ticks_ms: i64,
}

impl Began {
    /// Now.
    pub fn now(clock: &dyn Clock) -> Began {
        Began { at_ms: clock.now_ms(), ticks_ms: clock.ticks_ms() }
    }
    /// Milliseconds since then, whatever was done to the clock meanwhile.
    #[must_use]
    pub fn took_ms(self, clock: &dyn Clock) -> i64 {
        clock.ticks_ms().saturating_sub(self.ticks_ms).max(0)
    }
}

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

/// The workspace's files, by paths below it with `/` between folders.
pub trait Shelf: Send + Sync {
    /// The text of a file; none where there is no such file.
    fn read(&self, path: &str) -> Result<Option<String>, ShelfError>;
    /// Puts a text there, atomically; an edited predecessor is kept.
    fn write(&self, path: &str, text: &str) -> Result<Shelved, ShelfError>;
}

/// What became of a written file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelved {
    /// Whether the file's text is another one now.
    pub changed: bool,
    /// Where a predecessor went that somebody else had written or edited.
    pub kept: Option<String>,
}

/// Why a file of the workspace could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {what} `{}`", .path.display())]
pub struct ShelfError {
    /// `read`, `write`, `create`.
    pub what: &'static str,
    /// Which.
    pub path: PathBuf,
    /// Why not.
    #[source]
    pub source: io::Error,
}
