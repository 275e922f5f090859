//! The runs of the workspace that is open, for use cases that look at them, or note what a person says of
//! one: what lets a run go needs more.
//!
//! **Invariant:** all of it is of one workspace, whatever is opened meanwhile.

use std::ops::Deref;
use std::sync::Arc;

use proviso_core::ports::Clock;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::record::Listeners;

/// A workspace that is open, with the clock and those who hear of its runs.
pub struct Records {
    pub(crate) space: Arc<OpenWorkspace>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) bus: Listeners,
}

impl Deref for Records {
    type Target = OpenWorkspace;

    fn deref(&self) -> &OpenWorkspace {
        &self.space
    }
}
