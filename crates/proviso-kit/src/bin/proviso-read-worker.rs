//! The reading worker as a program of its own, for hosts that cannot re-execute themselves: tests,
//! and libraries loaded into a foreign process.

use std::process::ExitCode;

fn main() -> ExitCode {
    if proviso_kit::reading::worker::run_if_worker() {
        return ExitCode::SUCCESS;
    }
    // Nothing but a reader can talk to it.
    ExitCode::from(2)
}
