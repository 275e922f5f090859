//! The loop of a run: [`next`] decides purely, [`drive`] awaits the ports and writes the log.
//!
//! **Invariant:** the loop never changes a value to make a model check; what it may change is the
//! text that an engine wrote.

mod builtin;
mod check;
mod drive;
mod next;
mod verdict;

pub use builtin::Builtin;
pub use check::{Checked, Frame, check_model, unasked, unexplained};
pub use drive::{DriveError, Job, Kept, Outcome, Ports, analysis_path, drive};
pub use next::{Next, after, next};
pub use verdict::{Detail, Ruling, proved, rule_on};
