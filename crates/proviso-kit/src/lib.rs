//! The world outside of the core: one module per port.
//!
//! **Invariant:** adapters only; what is decided, is decided in the core.

pub mod analysing;
pub mod aside;
pub mod assets;
pub mod cache;
pub mod clock;
pub mod drawn;
mod files;
pub mod frugal;
pub mod idris;
pub mod logs;
pub mod look;
pub mod open;
pub mod paths;
pub mod picture;
pub mod process;
pub mod providers;
pub mod queue;
pub mod reading;
pub mod record;
pub mod replay;
pub mod secret;
pub mod settings;
pub mod sources;
pub mod store;
pub mod temporary;
pub mod trace;
pub mod uploads;
pub mod watched;
pub mod worker;
pub mod workspace;
