//! One stage alone: what the stage before it made goes in, and comes out with what this one adds.
//!
//! **Invariant:** a stage does what it does within a run, by the same code, and nothing else; what it
//! needs and is not there is an error that names it.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::check::{Checked, check_model};
use super::drive::{DriveError, Ports};
use super::memory;
use super::next::after;
use crate::amend::{Amendment, amend_and_look};
use crate::analysis::Analysis;
use crate::document::Document;
use crate::idris::admit::Frame;
use crate::ports::{AnalyzeTask, CheckJob, Checker, FixTask, ReviewTask, WriteTask};
use crate::review::Review;
use crate::run::{Attempt, Diagnostic, Module, Origin, Stage};

/// What stages hand on, each adding its part. The text of `--from` files.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Staged {
    /// The project's name.
    pub project: String,
    /// A document type that a person chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub document_type: Option<String>,
    /// By `read`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documents: Option<Vec<Document>>,
    /// By `analyze`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<Analysis>,
    /// By `generate` or `fix`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<Module>,
    /// By `typecheck` or `audit`: what speaks against the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<StageCheck>,
    /// By `review`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
}

/// What a check found out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StageCheck {
    /// Whether the compiler accepted facts and model.
    pub typechecked: bool,
    /// Whether the audit is clean too; false where it was not asked.
    pub audited: bool,
    /// What speaks against the model.
    pub diagnostics: Vec<Diagnostic>,
    /// The compiler's version; none where there is none.
    pub compiler: Option<String>,
}

/// What a stage works with besides.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// Files, for `read`.
    pub paths: Vec<PathBuf>,
    /// What people said about the project.
    pub amendments: Vec<Amendment>,
    /// Time for one check.
    pub timeout: Duration,
}

/// Why a stage made nothing.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// What an earlier stage makes is not there.
    #[error("`{}` needs {what}, which `{}` makes", .stage.name(), .made_by.name())]
    Missing {
        /// The stage that was asked for.
        stage: Stage,
        /// What is not there.
        what: &'static str,
        /// The stage that makes it.
        made_by: Stage,
    },
    /// Nobody knows a repair, or there is nothing to repair.
    #[error("{0}")]
    Nothing(&'static str),
    /// The stage failed.
    #[error(transparent)]
    Failed(#[from] DriveError),
}

/// Runs one stage.
pub async fn stage(
    stage: Stage,
    mut it: Staged,
    given: &Given,
    ports: Ports<'_>,
) -> Result<Staged, StageError> {
    match stage {
        Stage::Read => {
            if given.paths.is_empty() {
                return Err(StageError::Nothing("`read` needs a document"));
            }
            let mut documents = Vec::new();
            for path in &given.paths {
                let read = ports.reader.read(path, &|_| {}).await;
                documents.push(read.map_err(DriveError::from)?);
            }
            Ok(Staged {
                project: it.project,
                document_type: it.document_type,
                documents: Some(documents),
                ..Staged::default()
            })
        }
        Stage::Analyze => {
            let documents = need(&it.documents, stage, "documents as they were read", Stage::Read)?;
            let document_type = it.document_type.as_deref();
            let task = AnalyzeTask { documents, document_type };
            let mut analysis = ports.engine.analyze(task).await.map_err(DriveError::from)?;
            let look = |it: &mut Analysis| ports.engine.look_again(task, it);
            amend_and_look(&mut analysis, &given.amendments, &look);
            (it.analysis, it.model, it.check, it.review) = (Some(analysis), None, None, None);
            Ok(it)
        }
        Stage::Generate => {
            let analysis = need(&it.analysis, stage, "an analysis", Stage::Analyze)?;
            let documents = it.documents.as_deref().unwrap_or_default();
            let task = WriteTask { project: &it.project, analysis, documents };
            let model = ports.engine.write(task).await.map_err(DriveError::from)?;
            (it.model, it.check, it.review) = (Some(model), None, None);
            Ok(it)
        }
        Stage::Typecheck | Stage::Audit => {
            let analysis = need(&it.analysis, stage, "an analysis", Stage::Analyze)?;
            let model = need(&it.model, stage, "a model", Stage::Generate)?;
            let frame = Frame::new(&it.project, analysis);
            let checked = match stage {
                Stage::Audit => check_model(ports.checker, &frame, model, given.timeout).await,
                _ => check_model(&Alone(ports.checker), &frame, model, given.timeout).await,
            };
            let Checked { diagnostics, typechecked, audited, compiler, .. } =
                checked.map_err(DriveError::from)?;
            let audited = audited && stage == Stage::Audit;
            it.check = Some(StageCheck { typechecked, audited, diagnostics, compiler });
            Ok(it)
        }
        Stage::Fix => fix(it, ports).await,
        Stage::Review => {
            let analysis = need(&it.analysis, stage, "an analysis", Stage::Analyze)?;
            let model = need(&it.model, stage, "a model", Stage::Generate)?;
            let documents = it.documents.as_deref().unwrap_or_default();
            let task = ReviewTask { project: &it.project, analysis, documents, model, round: 1 };
            let review = ports.engine.review(task).await.map_err(DriveError::from)?;
            it.review = Some(review.ok_or(StageError::Nothing(
                "nobody here reviews: it takes a language model that answers",
            ))?);
            Ok(it)
        }
    }
}

async fn fix(mut it: Staged, ports: Ports<'_>) -> Result<Staged, StageError> {
    let analysis = need(&it.analysis, Stage::Fix, "an analysis", Stage::Analyze)?;
    let model = need(&it.model, Stage::Fix, "a model", Stage::Generate)?;
    let check = need(&it.check, Stage::Fix, "what speaks against the model", Stage::Audit)?;
    let rejected = Attempt {
        number: 1,
        origin: Origin::Generated,
        model: model.clone(),
        diagnostics: check.diagnostics.clone(),
        typechecked: check.typechecked,
        audited: check.audited,
        created_at_ms: 0,
        judges: Vec::new(),
        check_ms: 0,
    };
    if rejected.is_clean() {
        return Err(StageError::Nothing("nothing speaks against the model"));
    }
    let cards = ports.memory.cards().map_err(DriveError::from)?;
    let mut found = memory::deal(&rejected, cards, ports.clock.now_ms())
        .map(|dealt| Module { name: model.name.clone(), text: dealt.text });
    let attempts = [rejected];
    let mut strategies = std::iter::successors(Some(Origin::QuickFix), |it| after(*it));
    while let (None, Some(strategy)) = (&found, strategies.next()) {
        let task = FixTask {
            project: &it.project,
            analysis,
            documents: it.documents.as_deref().unwrap_or_default(),
            attempts: &attempts,
            strategy,
        };
        let fixed = ports.engine.fix(task).await.map_err(DriveError::from)?;
        found = fixed.filter(|it| *it != attempts[0].model);
    }
    let found = found.ok_or(StageError::Nothing("nobody here knows a repair"))?;
    (it.model, it.check, it.review) = (Some(found), None, None);
    Ok(it)
}

fn need<'a, T>(
    it: &'a Option<T>,
    stage: Stage,
    what: &'static str,
    made_by: Stage,
) -> Result<&'a T, StageError> {
    it.as_ref().ok_or(StageError::Missing { stage, what, made_by })
}

fn without_audit(job: &CheckJob) -> CheckJob {
    let before = job.modules().len().checked_sub(2).and_then(|it| job.modules().get(it));
    let model = before.map_or_else(|| job.target().to_owned(), |it| it.name.clone());
    job.clone().up_to(&model)
}

/// A checker that leaves the audit out: it asks for the model that the audit imports.
struct Alone<'a>(&'a dyn Checker);

impl Checker for Alone<'_> {
    fn check<'a>(
        &'a self,
        job: &'a CheckJob,
    ) -> futures_util::future::BoxFuture<
        'a,
        Result<crate::ports::CheckReport, crate::ports::CheckerError>,
    > {
        use futures_util::FutureExt;
        async move { self.0.check(&without_audit(job)).await }.boxed()
    }
    fn judge<'a>(
        &'a self,
        job: &'a CheckJob,
    ) -> futures_util::future::BoxFuture<
        'a,
        Result<Option<crate::judge::Judge>, crate::ports::CheckerError>,
    > {
        use futures_util::FutureExt;
        async move { self.0.judge(&without_audit(job)).await }.boxed()
    }
    fn spares(&self, job: &CheckJob) -> bool {
        self.0.spares(&without_audit(job))
    }
    fn version(
        &self,
    ) -> futures_util::future::BoxFuture<'_, Result<String, crate::ports::CheckerError>> {
        self.0.version()
    }
}
