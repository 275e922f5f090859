//! Language models, and the book that is kept of their calls. What is asked of them and what comes back
//! is in [`crate::llm`].
//!
//! **Invariant:** object-safe and cancelled by being dropped. A refusal or an answer cut short by its length
//! is a [`Reply`], not an error.

use futures_util::future::BoxFuture;

use super::LedgerError;
use crate::llm::{CallRecord, Heard, ModelError, Reply, Request, Spent};
use crate::run::Stage;

/// A language model at a provider.
pub trait LanguageModel: Send + Sync {
    /// The provider: `openai`, `anthropic`, `ollama`, `mock`.
    fn provider(&self) -> &str;
    /// The model that is asked first.
    fn model(&self) -> &str;
    /// Where it is asked, without anything secret; empty where that is nowhere.
    fn address(&self) -> &str {
        ""
    }
    /// Asks; `hear` gets the answer's pieces as they come.
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        hear: &'a (dyn Fn(Heard) + Send + Sync),
    ) -> BoxFuture<'a, Result<Reply, ModelError>>;
}

/// A run's calls, and answers kept across runs.
pub trait CallBook: Send + Sync {
    /// An answer that was kept.
    fn recall(&self, key: &str) -> Result<Option<Reply>, LedgerError>;
    /// Keeps an answer.
    fn keep(&self, key: &str, reply: &Reply) -> Result<(), LedgerError>;
    /// Writes a call down.
    fn record(&self, call: &CallRecord) -> Result<(), LedgerError>;
    /// What this run has spent so far, by stage; an earlier life of it included.
    fn spent(&self) -> Result<Vec<(Stage, Spent)>, LedgerError>;
}
