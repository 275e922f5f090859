//! The documents of the run whose pages were asked for last.

use std::path::PathBuf;
use std::sync::Arc;

use proviso_core::document::Document;

/// A run's documents as they were asked for, with what they are known by.
pub(crate) type LeafedThrough = (Leafed, Arc<[Arc<Document>]>);

/// The run whose pages were asked for last: they are asked for one by one, and reading all of its
/// documents for each would take as much memory as there are requests at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Leafed {
    pub(crate) root: PathBuf,
    pub(crate) run: i64,
    pub(crate) ended_at_ms: i64,
}
