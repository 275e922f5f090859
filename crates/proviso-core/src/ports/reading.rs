//! Files: what reads them, looks into them, and takes documents out of those that hold several.
//!
//! **Invariant:** a page that is lost is a page and no error; an error is of the whole file.

use std::io;
use std::path::{Path, PathBuf};

use futures_util::future::BoxFuture;

use crate::document::{Document, Page, PageSize, View};

/// Reads one file into a document, a page at a time.
pub trait Reader: Send + Sync {
    /// Reads all pages; `progress` hears what pages there are, then of each as it is read.
    fn read<'a>(
        &'a self,
        path: &'a Path,
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
        path: &'a Path,
        n_pages: u32,
    ) -> BoxFuture<'a, Result<Glance, ReadError>>;
    /// Draws a page as PNG; [`ReadError::NoImage`] where there is nothing to draw.
    fn draw<'a>(
        &'a self,
        path: &'a Path,
        task: DrawTask,
    ) -> BoxFuture<'a, Result<Vec<u8>, ReadError>>;
}

/// Takes documents out of files that hold others: archives, mails with attachments.
pub trait Unpacker: Send + Sync {
    /// Writes what lies in a file below a folder, which is asked for at the first document; of any
    /// other file it says that it is a document itself.
    fn unpack<'a>(
        &'a self,
        path: &'a Path,
        folder: &'a MakeFolder,
    ) -> BoxFuture<'a, Result<Unpacked, ReadError>>;
}

/// Reads files, looks into them, and takes documents out of those that hold several.
pub trait Reads: Reader + Viewer + Unpacker {}

impl<T: Reader + Viewer + Unpacker> Reads for T {}

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
