//! Finds in a model what the compiler lets through although it proves nothing.

use crate::run::{Diagnostic, Module};

/// Cheats and other text that a model may not contain, as rejecting diagnostics.
pub fn scan(_model: &Module) -> Vec<Diagnostic> {
    Vec::new()
}
