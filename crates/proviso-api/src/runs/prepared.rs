//! A run that is claimed in the database and can go.

use std::sync::Arc;

use proviso_core::agent::{Job, Kept};
use proviso_core::ports::Entry;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::Claim;

/// A run that can go.
pub(crate) struct Prepared {
    pub(crate) space: Arc<OpenWorkspace>,
    pub(crate) claim: Claim,
    pub(crate) project: String,
    pub(super) job: Job,
    pub(super) kept: Kept,
    pub(super) engine: String,
    pub(super) entries: Vec<Entry>,
    /// Whether the compiler is left alone where Proviso's own checker accepts.
    pub(super) spares: bool,
}
