//! What is written down of runs, over the database and the folder of a workspace that is open, and who is
//! told of it.
//!
//! **Invariant:** what is decided of a run is decided in the core; here it is kept.

mod arriving;
mod checks;
mod ledger;
mod listeners;
mod memory;
mod pictures;
mod scratch;

use proviso_core::ports::LedgerError;

pub use self::arriving::{Arriving, Coming};
pub use self::checks::{KeepingChecker, KernelOnly, of_kernel};
pub use self::ledger::RunLedger;
pub use self::listeners::Listeners;
pub use self::memory::WorkspaceMemory;
pub use self::pictures::RunPictures;
pub use self::scratch::Scratch;
use crate::store::StoreError;

/// What could not be kept, or looked up.
fn lost(what: &'static str) -> impl Fn(StoreError) -> LedgerError {
    move |source| LedgerError { what, source: Box::new(source) }
}
