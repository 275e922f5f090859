//! The record of every call, and the answers that need not be asked for twice.
//!
//! **Invariant:** a book has no policy: what may be recalled, and what is worth keeping, is decided
//! by who asks.

use serde::{Deserialize, Serialize};

use super::Reply;
use crate::run::Stage;

/// One call of a model, as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallRecord {
    /// The stage that it served.
    pub stage: Stage,
    /// Which agent asked.
    pub agent: String,
    /// `author/default/v1`.
    pub prompt: String,
    /// What it was about: the project, a section.
    pub scope: String,
    /// The provider.
    pub provider: String,
    /// The model that was asked.
    pub model: String,
    /// SHA-256 of the request, in lower-case hex.
    pub request_sha256: String,
    /// The request as JSON, images as hashes.
    pub request: String,
    /// The answer; none where there was none.
    pub reply: Option<Reply>,
    /// Why there was none.
    pub error: Option<String>,
    /// Millionths of a dollar; none where the price is not known.
    pub cost_micros: Option<u64>,
    /// Whether it was answered from what was kept.
    pub cached: bool,
    /// How long it took.
    pub took_ms: i64,
    /// When it was asked.
    pub created_at_ms: i64,
}

/// What was spent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Tokens, of requests and answers.
    pub tokens: u64,
    /// Millionths of a dollar, where prices are known.
    pub micros: u64,
}
