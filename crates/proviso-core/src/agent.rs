//! The loop of a run: [`next`] decides purely, [`drive`] awaits the ports and writes the log.
//!
//! **Invariant:** the loop never changes a value to make a model check; what it may change is the
//! text that an engine wrote.

mod builtin;
mod check;
pub mod desk;
mod drive;
pub mod guard;
pub mod lives;
pub mod memory;
mod model;
mod next;
mod quote;
mod rank;
pub mod redact;
pub mod stage;
pub mod trace;
mod verdict;

pub use builtin::Builtin;
pub use check::{Checked, check_alone, check_model};
pub use drive::{DriveError, Job, Kept, Outcome, Ports, analysis_path, drive};
pub use model::{ModelEngine, Reach, Versions, prompt_version, unasked_prompts};
pub use next::{Next, after, next};
pub use rank::best;
pub use verdict::{Detail, Ruling, proved, proved_of, rule_on};
