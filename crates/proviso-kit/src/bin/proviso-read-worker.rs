//! The workers as a program of its own, for hosts that cannot re-execute themselves: tests,
//! and libraries loaded into a foreign process.

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = proviso_kit::worker::run_if_worker() {
        return code;
    }
    // Nothing but a reader can talk to it.
    ExitCode::from(2)
}
