//! This program as a worker of its own: what every host calls before anything else.

use std::process::ExitCode;

/// Serves as a worker if the program was started as one; the status to exit with then.
///
/// To be called first in `main`, before a runtime, a logger or an argument parser starts.
pub fn run_if_worker() -> Option<ExitCode> {
    if crate::reading::worker::run_if_worker() {
        return Some(ExitCode::SUCCESS);
    }
    crate::analysing::worker::run_if_worker()
}
