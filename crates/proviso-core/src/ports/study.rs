//! Who computes the built-in analysis: here, or apart from the program, where it can be ended.

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

use super::{AnalyzeTask, EngineError};
use crate::analysis::Analysis;
use crate::analysis::bounded::{Budget, Studied, study};
use crate::analysis::reasons::Why;
use crate::analysis::steps;
use crate::analysis::why::{Asked, why};
use crate::doctype::DocumentTypes;
use crate::document::Document;

/// Computes analyses. Whoever drops the future has ended the computation.
pub trait Study: Send + Sync {
    /// Fields, tables and rules of documents that belong together.
    fn study<'a>(
        &'a self,
        types: &'a DocumentTypes,
        task: AnalyzeTask<'a>,
    ) -> BoxFuture<'a, Result<Studied, EngineError>>;
    /// What a field or a rule of an analysis stands on.
    fn why<'a>(
        &'a self,
        types: &'a DocumentTypes,
        documents: &'a [Document],
        of: &'a Analysis,
        asked: Asked,
    ) -> BoxFuture<'a, Result<Why, EngineError>>;
}

/// Computes on the spot, within the budget; for tests and for who is in a process of its own already.
#[derive(Debug, Clone, Copy, Default)]
pub struct OnTheSpot(pub Budget);

impl OnTheSpot {
    /// What a field or a rule of an analysis stands on; nothing where telling takes too much.
    pub fn told(
        self,
        types: &DocumentTypes,
        documents: &[Document],
        of: &Analysis,
        asked: Asked,
    ) -> Why {
        let told = steps::within(self.0.steps, || why(documents, types, of, asked));
        told.unwrap_or_default()
    }
}

impl Study for OnTheSpot {
    fn study<'a>(
        &'a self,
        types: &'a DocumentTypes,
        task: AnalyzeTask<'a>,
    ) -> BoxFuture<'a, Result<Studied, EngineError>> {
        async move { Ok(study(task.documents, types, task.document_type, self.0)) }.boxed()
    }
    fn why<'a>(
        &'a self,
        types: &'a DocumentTypes,
        documents: &'a [Document],
        of: &'a Analysis,
        asked: Asked,
    ) -> BoxFuture<'a, Result<Why, EngineError>> {
        ready(Ok(self.told(types, documents, of, asked))).boxed()
    }
}

/// Gives what an engine made of documents once, and no reasons: answers of a model speak of the numbers
/// of their draft, and so outlive the engine that they were written for.
#[derive(Debug, Clone)]
pub struct Kept(pub Studied);

impl Study for Kept {
    fn study<'a>(
        &'a self,
        _types: &'a DocumentTypes,
        _task: AnalyzeTask<'a>,
    ) -> BoxFuture<'a, Result<Studied, EngineError>> {
        ready(Ok(self.0.clone())).boxed()
    }
    fn why<'a>(
        &'a self,
        _types: &'a DocumentTypes,
        _documents: &'a [Document],
        _of: &'a Analysis,
        _asked: Asked,
    ) -> BoxFuture<'a, Result<Why, EngineError>> {
        ready(Ok(Why::default())).boxed()
    }
}
