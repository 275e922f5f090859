//! The world outside of the core: one module per port.

pub mod idris;
pub mod process;
pub mod reading;
