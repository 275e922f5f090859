//! Who analyses, writes and repairs: the built-in engine, or one over a language model.

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

use super::LedgerError;
use crate::analysis::Analysis;
use crate::document::Document;
use crate::review::Review;
use crate::run::{Attempt, Module, Origin};

/// Who analyses, writes and repairs.
pub trait Engine: Send + Sync {
    /// `builtin`, or the provider's name.
    fn name(&self) -> &str;
    /// Documents to analysis.
    fn analyze<'a>(&'a self, task: AnalyzeTask<'a>)
    -> BoxFuture<'a, Result<Analysis, EngineError>>;
    /// Looks again for the rules over values that a person corrected.
    fn look_again(&self, _task: AnalyzeTask<'_>, _analysis: &mut Analysis) {}
    /// Analysis to a model over its facts.
    fn write<'a>(&'a self, task: WriteTask<'a>) -> BoxFuture<'a, Result<Module, EngineError>>;
    /// Another text for a rejected one; none where it knows no repair.
    fn fix<'a>(&'a self, task: FixTask<'a>) -> BoxFuture<'a, Result<Option<Module>, EngineError>>;
    /// Whether it reviews at all.
    fn reviews(&self) -> bool {
        false
    }
    /// A second look at an accepted model; none where it says nothing.
    fn review<'a>(
        &'a self,
        _task: ReviewTask<'a>,
    ) -> BoxFuture<'a, Result<Option<Review>, EngineError>> {
        ready(Ok(None)).boxed()
    }
    /// What it makes of a review's criticism; none where it makes nothing of it.
    fn revise<'a>(
        &'a self,
        _task: ReviseTask<'a>,
    ) -> BoxFuture<'a, Result<Option<Revised>, EngineError>> {
        ready(Ok(None)).boxed()
    }
}

/// Input of [`Engine::analyze`].
#[derive(Debug, Clone, Copy)]
pub struct AnalyzeTask<'a> {
    /// What was read.
    pub documents: &'a [Document],
    /// A type that a person chose.
    pub document_type: Option<&'a str>,
}

/// Input of [`Engine::write`].
#[derive(Debug, Clone, Copy)]
pub struct WriteTask<'a> {
    /// The project's name.
    pub project: &'a str,
    /// What is to be modelled.
    pub analysis: &'a Analysis,
    /// What was read.
    pub documents: &'a [Document],
}

/// Input of [`Engine::fix`].
#[derive(Debug, Clone, Copy)]
pub struct FixTask<'a> {
    /// The project's name.
    pub project: &'a str,
    /// What is to be modelled.
    pub analysis: &'a Analysis,
    /// What was read.
    pub documents: &'a [Document],
    /// All attempts so far, the rejected one last.
    pub attempts: &'a [Attempt],
    /// How to repair.
    pub strategy: Origin,
}

/// Input of [`Engine::review`].
#[derive(Debug, Clone, Copy)]
pub struct ReviewTask<'a> {
    /// The project's name.
    pub project: &'a str,
    /// What the model is about.
    pub analysis: &'a Analysis,
    /// What was read.
    pub documents: &'a [Document],
    /// The model, accepted.
    pub model: &'a Module,
    /// For the how manyth time, from 1.
    pub round: u32,
}

/// Input of [`Engine::revise`].
#[derive(Debug, Clone, Copy)]
pub struct ReviseTask<'a> {
    /// The project's name.
    pub project: &'a str,
    /// What the model is about.
    pub analysis: &'a Analysis,
    /// What was read.
    pub documents: &'a [Document],
    /// A type that a person chose.
    pub document_type: Option<&'a str>,
    /// The model that was criticised.
    pub model: &'a Module,
    /// What is to change.
    pub review: &'a Review,
}

/// What came of a review.
#[derive(Debug, Clone, PartialEq)]
pub enum Revised {
    /// Another analysis, which asks for another model.
    Analysis(Box<Analysis>),
    /// Another model.
    Model(Module),
}

/// Why an engine has no answer.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The analysis cannot be expressed.
    #[error("{engine} cannot do this: {reason}")]
    Refused {
        /// Which engine.
        engine: String,
        /// Why.
        reason: String,
    },
    /// The process that analyses came to no end.
    #[error("the documents could not be analysed: {reason}")]
    Exhausted {
        /// What became of it.
        reason: String,
    },
    /// A prompt cannot be used.
    #[error(transparent)]
    Prompt(#[from] crate::prompt::PromptError),
    /// What a model said cannot be recorded.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}
