//! Deterministic repairs for the common classes of errors.

use crate::run::{Diagnostic, Module};

/// The module with the first repair of each repairable diagnostic applied, and what was done in
/// words; none where nothing is known to help.
pub fn fix(_module: &Module, _diagnostics: &[Diagnostic]) -> Option<(Module, Vec<String>)> {
    None
}
