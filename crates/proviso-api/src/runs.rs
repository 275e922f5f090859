//! Runs: converting documents, going on from what is stored, and looking at what came of it.

mod correct;
mod diff;
mod going;
mod ledger;
mod name;
mod view;

use std::path::PathBuf;

use proviso_core::agent::{Job, Kept};
use proviso_core::event::Happening;
use proviso_core::idris::name::project_name;
use proviso_core::ports::Entry;
use proviso_core::run::{Limits, Severity, Stage, Verdict};
use proviso_kit::store::{Claim, NewRun, RunRow, RunSource};
use serde::{Deserialize, Serialize};

pub use correct::{CorrectReq, WaiveReq, correct, waive};
pub use diff::{DiffReq, Diffed, diff};
pub use view::{
    AttemptView, CoverageView, FileView, Finding, LeftOut, MendView, PlaceView, RunSummary,
    RunView, SideView, Waived,
};

pub(crate) use diff::unified;
pub(crate) use name::proposed as proposed_name;
pub(crate) use view::core_sha256;

use crate::app::Space;
use crate::documents::must_be_file;
use crate::{ApiError, App, Code};

/// A request to convert files that belong together.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ConvertReq {
    /// The files; rules may cross them.
    pub paths: Vec<PathBuf>,
    /// The project's name; proposed from the first file's name if there is none.
    pub project: Option<String>,
    /// A document type that a person chose.
    pub document_type: Option<String>,
    /// Checked texts by an engine; 5 if none.
    pub max_attempts: Option<u32>,
}

/// A request to go on with a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RetryReq {
    /// The run.
    pub run: i64,
    /// From which stage; none takes up a run that had stopped where it stopped.
    pub from: Option<Stage>,
}

/// Refuses what can be seen to be wrong before a workspace is made: a file that is none, a name
/// that is none.
pub fn precheck(cwd: &std::path::Path, req: &ConvertReq) -> Result<(), ApiError> {
    for path in &req.paths {
        must_be_file(&cwd.join(path))?;
    }
    match &req.project {
        Some(name) => Ok(project_name(name)?),
        None => Ok(()),
    }
}

/// Converts documents: the whole way, to a verdict.
pub async fn convert(app: &App, req: ConvertReq) -> Result<RunView, ApiError> {
    let space = app.space()?;
    let mut sources = Vec::new();
    for path in &req.paths {
        let path = app.cwd.join(path);
        must_be_file(&path)?;
        sources.push(name::source(&path)?);
    }
    if sources.is_empty() {
        return Err(ApiError::new(Code::BadRequest, "no document to convert"));
    }
    let limits = Limits {
        max_attempts: req.max_attempts.unwrap_or(Limits::default().max_attempts),
        ..Limits::default()
    };
    if limits.max_attempts == 0 {
        return Err(ApiError::new(Code::BadRequest, "a run needs at least one attempt"));
    }
    // Of two runs that begin at once the second must see the first one's name.
    let naming = app.naming.lock().await;
    let project = match req.project {
        Some(name) => {
            project_name(&name)?;
            name::refuse_case_variant(space, &name)?;
            name
        }
        None => name::free(space, &sources)?,
    };
    let new = NewRun {
        parent: None,
        project,
        sources,
        document_type: req.document_type,
        engine: app.engine.name().to_owned(),
        max_attempts: limits.max_attempts,
        check_timeout_ms: limits.check_timeout_ms,
        created_at_ms: app.clock.now_ms(),
    };
    let claim = claim(space, &new)?;
    drop(naming);
    begin(app, space, claim, new, Kept::default(), None).await
}

/// Goes on with a run: one that had stopped is taken up where it stopped; from a stage, a new run
/// begins that keeps what the stages before it made.
pub async fn retry(app: &App, req: RetryReq) -> Result<RunView, ApiError> {
    let space = app.space()?;
    sweep(app, space)?;
    let row = row(space, req.run)?;
    let stopped =
        matches!(row.verdict, Some(Verdict::Interrupted | Verdict::Cancelled | Verdict::Failed));
    match (req.from, row.verdict) {
        (_, None) => Err(busy(&row.project, row.id)),
        (None, Some(_)) if stopped => resume(app, space, row).await,
        (None, Some(verdict)) => {
            let message = format!("run {} ended with `{}`", row.id, verdict.name());
            Err(ApiError::new(Code::BadRequest, message).hint(format!(
                "name the stage to go on from: `proviso retry {} --from generate`",
                row.id
            )))
        }
        (Some(stage), Some(_)) => fork(app, space, row, stage).await,
    }
}

/// Begins a new run over what the stages before `from` made.
pub(crate) async fn fork(
    app: &App,
    space: &Space,
    row: RunRow,
    from: Stage,
) -> Result<RunView, ApiError> {
    let mut kept = Kept::default();
    if from > Stage::Read {
        kept.documents = space.store.documents(row.id)?;
    }
    if from > Stage::Analyze {
        kept.analysis = space.store.analysis(row.id)?;
    }
    if from > Stage::Generate
        && let Some(last) = space.store.attempts(row.id)?.pop()
    {
        kept.text = Some((last.origin, last.model));
    }
    let new = NewRun {
        parent: Some(row.id),
        project: row.project,
        sources: going::present(space, row.sources)?,
        document_type: row.document_type,
        engine: app.engine.name().to_owned(),
        max_attempts: row.max_attempts,
        check_timeout_ms: row.check_timeout_ms,
        created_at_ms: app.clock.now_ms(),
    };
    let claim = claim(space, &new)?;
    begin(app, space, claim, new, kept, Some(from)).await
}

fn claim(space: &Space, new: &NewRun) -> Result<Claim, ApiError> {
    let lock = |id| space.workspace.lock(id);
    space.store.run_begin(new, lock)?.map_err(|alive| busy(&new.project, alive))
}

async fn begin(
    app: &App,
    space: &Space,
    claim: Claim,
    new: NewRun,
    kept: Kept,
    from: Option<Stage>,
) -> Result<RunView, ApiError> {
    let message = format!("run {} on `{}`", claim.run, new.project);
    let documents = new.sources.iter().map(|it| it.name.clone()).collect();
    let happening = Happening::RunStarted {
        project: new.project.clone(),
        documents,
        engine: new.engine.clone(),
    };
    let mut entries = vec![Entry {
        stage: None,
        document_id: None,
        severity: Severity::Info,
        message,
        happening,
    }];
    if let Some(from) = from {
        let parent = new.parent.unwrap_or_default();
        let message = format!("goes on from run {parent} at {}", from.name());
        let happening = Happening::RunResumed { from };
        let severity = Severity::Info;
        entries.push(Entry { stage: Some(from), document_id: None, severity, message, happening });
    }
    let job = job(space, &new.project, &new.sources, new.document_type.clone(), &new)?;
    going::go(app, space, claim, job, new.sources, kept, entries).await
}

async fn resume(app: &App, space: &Space, row: RunRow) -> Result<RunView, ApiError> {
    let lock = |id| space.workspace.lock(id);
    let claim = space
        .store
        .run_resume(&row, lock, app.clock.now_ms())?
        .map_err(|alive| busy(&row.project, alive))?;
    let kept = Kept {
        documents: space.store.documents(row.id)?,
        analysis: space.store.analysis(row.id)?,
        attempts: space.store.attempts(row.id)?,
        text: None,
    };
    let from = match (&kept.analysis, kept.documents.len() == row.sources.len()) {
        (Some(_), _) => Stage::Generate,
        (None, true) => Stage::Analyze,
        (None, false) => Stage::Read,
    };
    let sources = going::present(space, row.sources.clone())?;
    let new = NewRun {
        parent: row.parent,
        project: row.project.clone(),
        sources: sources.clone(),
        document_type: row.document_type.clone(),
        engine: row.engine.clone(),
        max_attempts: row.max_attempts,
        check_timeout_ms: row.check_timeout_ms,
        created_at_ms: row.created_at_ms,
    };
    let job = job(space, &row.project, &sources, row.document_type, &new)?;
    let entry = Entry {
        stage: Some(from),
        document_id: None,
        severity: Severity::Info,
        message: format!("goes on at {}", from.name()),
        happening: Happening::RunResumed { from },
    };
    going::go(app, space, claim, job, sources, kept, vec![entry]).await
}

fn job(
    space: &Space,
    project: &str,
    sources: &[RunSource],
    document_type: Option<String>,
    new: &NewRun,
) -> Result<Job, ApiError> {
    Ok(Job {
        project: project.to_owned(),
        paths: sources.iter().map(|it| it.path.clone()).collect(),
        document_type,
        limits: Limits { max_attempts: new.max_attempts, check_timeout_ms: new.check_timeout_ms },
        amendments: space.store.amendments(project)?,
    })
}

/// One run with all that it made.
pub fn show(app: &App, run: i64) -> Result<RunView, ApiError> {
    let space = app.space()?;
    sweep(app, space)?;
    view::full(space, row(space, run)?)
}

/// All runs, the newest first; of one project where it is given.
pub fn list(app: &App, project: Option<&str>) -> Result<Vec<RunSummary>, ApiError> {
    let space = app.space()?;
    sweep(app, space)?;
    Ok(space.store.runs(project)?.iter().map(view::summary).collect())
}

/// The events of a run from a number on.
pub fn events(app: &App, run: i64, from_seq: u64) -> Result<Vec<crate::RunEvent>, ApiError> {
    Ok(app.space()?.store.events(run, from_seq)?)
}

pub(crate) fn sweep(app: &App, space: &Space) -> Result<(), ApiError> {
    Ok(space.store.runs_sweep(|id| space.workspace.lock(id), app.clock.now_ms())?)
}

pub(crate) fn row(space: &Space, run: i64) -> Result<RunRow, ApiError> {
    let missing = || {
        let root = space.workspace.root().display();
        ApiError::new(Code::NotFound, format!("no run {run} in `{root}`"))
            .hint("`proviso runs` lists them")
    };
    space.store.run(run)?.ok_or_else(missing)
}

fn busy(project: &str, alive: i64) -> ApiError {
    ApiError::new(Code::ProjectBusy, format!("run {alive} is working on `{project}`"))
        .hint("wait for it or stop it, or choose another name with `--project`")
}
