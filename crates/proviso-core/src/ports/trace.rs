//! Lines for who looks for a fault in an agent's work.
//!
//! **Invariant:** no key stands in a line, whatever an error message or an address holds.

/// Where lines go.
pub trait Trace: Send + Sync {
    /// Takes a line.
    fn line(&self, line: &str);
}
