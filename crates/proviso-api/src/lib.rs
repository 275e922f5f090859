//! The use cases of Proviso, one file per noun; every host calls these and nothing below.
//!
//! **Invariant:** a use case is a function of [`App`] and a request that gives a response or an
//! [`ApiError`]; requests and responses are the only wire format. A document that contradicts
//! itself and a program that the compiler rejects are responses, never errors.
#![deny(missing_docs)]

mod app;
mod engine;
mod error;
#[cfg(test)]
mod fakes;
mod given;
mod jobs;
mod leafed;
mod live;
mod ports;
mod records;
#[cfg(feature = "typescript")]
pub mod typescript;
mod uploaded;
mod watch;
mod wire;

pub mod batches;
pub mod bundles;
pub mod cards;
pub mod commands;
pub mod doctor;
pub mod documents;
pub mod keys;
pub mod models;
pub mod pages;
pub mod prompts;
pub mod proposals;
pub mod providers;
pub mod report;
pub mod runs;
pub mod settings;
pub mod tables;
pub mod workspace;

pub use app::{App, AppOptions, Need, Reach};
pub use commands::{Answer, COMMANDS, Command, dispatch};
pub use documents::password_of_environment;
pub use engine::EngineOptions;
pub use error::{ApiError, Code, Reason};
pub use live::{Live, live, parse_from};
pub use proviso_core::agent::desk::{Budget, Caps};
pub use proviso_core::agent::memory::{Card, Lesson};
pub use proviso_core::agent::stage::Staged;
pub use proviso_core::document::Rect;
pub use proviso_core::document::format::{endings as document_endings, named as documents_named};
pub use proviso_core::event::{Happening, RunEvent};
pub use proviso_core::invisible::is_invisible;
pub use proviso_core::judge;
pub use proviso_core::ports::ReadProgress;
pub use proviso_core::remark::Remark;
pub use proviso_core::run::{Diagnostic, DiagnosticKind, Origin, Severity, Span, Stage, Verdict};
pub use proviso_core::shown::day;
pub use proviso_kit::paths::{name as file_name, written as written_path};
pub use proviso_kit::providers::ProviderOptions;
pub use proviso_kit::reading::Password;
pub use records::Records;
pub use uploaded::{MAX_UPLOAD, Uploaded, receive};
pub use wire::{File, Nothing, OfAttempt, OfRun, RunId};
