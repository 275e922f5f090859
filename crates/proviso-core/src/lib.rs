//! The pure heart of Proviso: documents, analyses, Idris modules, verdicts, and the loop that joins
//! them.
//!
//! **Invariant:** no files, processes, network, clock or database; equal inputs give equal outputs.
//! The world is reached through [`ports`] only.
#![deny(missing_docs)]

pub mod agent;
pub mod amend;
pub mod analysis;
pub mod bundle;
pub mod doctype;
pub mod document;
pub mod event;
pub mod find;
pub mod hex;
pub mod idris;
pub mod judge;
pub mod llm;
pub mod number;
pub mod ports;
pub mod prompt;
pub mod remark;
pub mod review;
pub mod run;
pub mod search;
pub mod shown;
pub mod standing;
pub mod value;

pub use proviso_syntax::invisible;
