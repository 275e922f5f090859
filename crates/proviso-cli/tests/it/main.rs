//! The whole program as a process: real files, real SQLite, real reading workers.
#![expect(clippy::unwrap_used, reason = "a test may stop where the machine fails it")]

#[cfg(target_os = "linux")]
mod accidents;
mod archives;
mod bad_input;
mod bench;
mod bundles;
mod cases;
#[cfg(feature = "recordings")]
mod chain;
#[cfg(feature = "recordings")]
mod compiled;
#[cfg(unix)]
mod fleet;
mod held;
mod json;
mod judges;
mod language_model;
mod locked;
mod pages;
mod proposals;
mod replay;
mod said;
mod sections;
mod serve;
mod settings;
mod stages;
#[cfg(target_os = "linux")]
mod terminal;
mod together;
mod whole_way;
mod why;
mod wire;
