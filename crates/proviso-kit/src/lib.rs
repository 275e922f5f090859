//! The world outside of the core: one module per port.

pub mod reading;
