//! Lines for who looks for faults, on the program's standard error.
//!
//! **Invariant:** whoever closes standard error does not want to know, and no run stops for it.

use std::io::Write;

use proviso_core::ports::Trace;

/// The program's standard error, where people look for faults.
#[derive(Debug, Clone, Copy, Default)]
pub struct StandardError;

impl Trace for StandardError {
    fn line(&self, line: &str) {
        let _ = writeln!(std::io::stderr(), "{line}");
    }
}
