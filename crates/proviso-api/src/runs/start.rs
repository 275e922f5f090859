//! How a run begins: what it is to do and what it keeps, claimed in the database.
//!
//! **Invariant:** once a run is prepared, its row exists and is locked; whoever has it lets it go to
//! its end, in the queue or at once.

use std::path::PathBuf;
use std::sync::Arc;

use proviso_core::agent::{Job, Kept};
use proviso_core::event::Happening;
use proviso_core::ports::Entry;
use proviso_core::run::{Limits, Severity, Stage};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::{Along, Hint, NewRun, RunRow, RunSource, Saying, Unbegun};

use super::find::{attempt_of, busy, row};
use super::prepared::Prepared;
use super::said;
use super::stands::stands;
use crate::{ApiError, App, Code, Reason};

/// Claims a new run.
pub(super) fn begin(
    space: Arc<OpenWorkspace>,
    new: NewRun,
    kept: Kept,
    from: Option<Stage>,
    along: &Along<'_>,
) -> Result<Prepared, ApiError> {
    let lock = |id| space.workspace.lock(id);
    let claim = space.store.run_begin(&new, along, lock)?.map_err(|it| match it {
        Unbegun::Alive(run) => busy(&new.project, run),
        Unbegun::NothingSaid => {
            let of = new.parent.unwrap_or_default();
            let message = format!("nothing was said of run {of} that could be taken back");
            ApiError::new(Code::NotFound, message).because(Reason::NothingToUndo, [])
        }
    })?;
    let message = format!("run {} on `{}`", claim.run, new.project);
    let happening = Happening::RunStarted {
        project: new.project.clone(),
        documents: new.sources.iter().map(|it| it.name.clone()).collect(),
        engine: new.engine.clone(),
    };
    let mut entries = vec![entry(None, message, happening)];
    if let Some(from) = from {
        let parent = new.parent.unwrap_or_default();
        let message = format!("goes on from run {parent} at {}", from.name());
        entries.push(entry(Some(from), message, Happening::RunResumed { from }));
    }
    let job = job(&space, &new)?;
    let (project, engine) = (new.project, new.engine);
    Ok(Prepared { space, claim, project, job, kept, engine, entries, spares: false })
}

/// What a run goes on from, where it begins over what another one made.
pub(super) struct Fork<'a> {
    /// The first stage that works anew.
    pub(super) from: Stage,
    /// Whose text is taken; `None` where it is the one that stands.
    pub(super) attempt: Option<u32>,
    /// What a person said of it.
    pub(super) saying: Option<Saying<'a>>,
    /// What a person told its agents.
    pub(super) hint: Option<&'a Hint>,
}

impl Fork<'_> {
    /// Over what the stages before one made.
    pub(super) fn at(from: Stage) -> Self {
        Fork { from, attempt: None, saying: None, hint: None }
    }
}

/// Begins a new run over what the stages before its first one made.
pub(super) fn fork(
    app: &App,
    space: Arc<OpenWorkspace>,
    row: RunRow,
    fork: &Fork<'_>,
    engine: String,
) -> Result<Prepared, ApiError> {
    let from = fork.from;
    let mut kept = Kept::default();
    if from > Stage::Read {
        kept.documents = space.store.documents(row.id)?;
    }
    if from > Stage::Analyze {
        kept.analysis = space.store.analysis(row.id)?;
    }
    if from > Stage::Generate {
        let attempts = space.store.attempts(row.id)?;
        let found = match fork.attempt {
            Some(number) => Some(attempt_of(&row, &attempts, number)?),
            None => stands(&row, &attempts),
        };
        kept.text = found.map(|it| (it.origin, it.model.clone()));
    }
    // Who gives the compiler more time since then wants it here too.
    let set = app.state().kept.shared.check_timeout_ms;
    let new = NewRun {
        parent: Some(row.id),
        project: row.project,
        sources: present(&space, row.sources),
        document_type: row.document_type,
        engine,
        max_attempts: row.max_attempts,
        check_timeout_ms: set.unwrap_or_default().max(row.check_timeout_ms),
        created_at_ms: app.clock.now_ms(),
    };
    // What it begins with is its own from now on: it can be gone on from and played again.
    let inherits = (from > Stage::Read).then_some((row.id, kept.analysis.is_some()));
    let along = Along { saying: fork.saying, inherits, hint: fork.hint };
    begin(space, new, kept, Some(from), &along)
}

/// Takes up a run that is over, from what is stored of it; with a text, to check that one next.
pub(super) fn resume(
    app: &App,
    space: Arc<OpenWorkspace>,
    row: RunRow,
    text: Option<Resumed>,
) -> Result<Prepared, ApiError> {
    let mut kept = Kept {
        documents: space.store.documents(row.id)?,
        analysis: space.store.analysis(row.id)?,
        attempts: space.store.attempts(row.id)?,
        text: None,
    };
    if text.is_some() && kept.analysis.is_none() {
        let message = format!("run {} ended before its documents were analysed", row.id);
        return Err(ApiError::new(Code::BadRequest, message).hint("retry the run first"));
    }
    let lock = |id| space.workspace.lock(id);
    let claim = space
        .store
        .run_resume(&row, lock, app.clock.now_ms())?
        .map_err(|alive| busy(&row.project, alive))?;
    let from = match (&text, &kept.analysis, kept.documents.len() == row.sources.len()) {
        (Some(_), ..) => Stage::Typecheck,
        (None, Some(_), _) => Stage::Generate,
        (None, None, true) => Stage::Analyze,
        (None, None, false) => Stage::Read,
    };
    let sources = present(&space, row.sources);
    let new = NewRun {
        parent: row.parent,
        project: row.project,
        sources,
        document_type: row.document_type,
        engine: row.engine,
        max_attempts: row.max_attempts,
        check_timeout_ms: row.check_timeout_ms,
        created_at_ms: row.created_at_ms,
    };
    let mut job = job(&space, &new)?;
    let mut message = format!("goes on at {}", from.name());
    if let Some(it) = text {
        message = it.message;
        // A text is judged by the analysis that it was written for, as it is while it is typed: what
        // was said since then has a run of its own.
        job.amendments.clear();
        job.repairs = it.repairs;
        kept.text = Some(it.text);
    }
    let entries = vec![entry(Some(from), message, Happening::RunResumed { from })];
    let (project, engine) = (new.project, new.engine);
    Ok(Prepared { space, claim, project, job, kept, engine, entries, spares: false })
}

/// A text that a run is taken up with.
pub(super) struct Resumed {
    pub(super) text: (proviso_core::run::Origin, proviso_core::run::Module),
    /// Whether the engine repairs it where it is rejected.
    pub(super) repairs: bool,
    /// What happened, in words.
    pub(super) message: String,
}

fn job(space: &OpenWorkspace, new: &NewRun) -> Result<Job, ApiError> {
    let said = space.store.said(&new.project)?;
    let (_, amendments) = said::counting(&said);
    Ok(Job {
        project: new.project.clone(),
        paths: new.sources.iter().map(|it| it.path.clone()).collect(),
        document_type: new.document_type.clone(),
        limits: Limits { max_attempts: new.max_attempts, check_timeout_ms: new.check_timeout_ms },
        amendments,
        signed: said::signed(&said),
        repairs: true,
    })
}

fn entry(stage: Option<Stage>, message: String, happening: Happening) -> Entry {
    Entry { stage, document_id: None, severity: Severity::Info, message, happening }
}

/// The sources with each path one that is there: where the original is gone, our copy of it.
fn present(space: &OpenWorkspace, mut sources: Vec<RunSource>) -> Vec<RunSource> {
    for it in &mut sources {
        let copy = space.workspace.source(&it.sha256, &it.name);
        if !it.path.is_file() && copy.is_file() {
            it.path = copy;
        }
    }
    sources
}

/// The files of a run's documents that are there.
pub(crate) fn source_files(space: &OpenWorkspace, run: i64) -> Result<Vec<PathBuf>, ApiError> {
    let sources = present(space, row(space, run)?.sources);
    Ok(sources.into_iter().map(|it| it.path).filter(|it| it.is_file()).collect())
}
