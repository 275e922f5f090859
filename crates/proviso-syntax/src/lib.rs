//! Idris as models have it, as tokens and trees: what both who admits a model and who judges it read.
//!
//! It stands apart from the core, so that a checker of proofs that reads with it trusts no more than
//! this.
//!
//! **Invariant:** pure, total, linear in the text and bounded in depth; no dependency.
#![deny(missing_docs)]

pub mod invisible;
pub mod parse;
pub mod refusal;
pub mod token;
pub mod tree;
