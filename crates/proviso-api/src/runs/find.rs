//! Runs as they are stored, with what is wrong where there is no such run: what every use case about runs
//! begins with.
//!
//! **Invariant:** who is told that a run goes on, or is over, was told after those were marked whose
//! process is gone.

use std::sync::Arc;

use proviso_core::analysis::Analysis;
use proviso_core::event::Happening;
use proviso_core::ports::Entry;
use proviso_core::run::{Attempt, Limits, Severity, Verdict};
use proviso_core::standing::{Tone, name as verdict_name};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::RunRow;

use crate::{ApiError, App, Code, Reason, Records};

/// What a run may use: as asked for, else as set, else as usual.
pub(crate) fn limits(app: &App, max_attempts: Option<u32>) -> Limits {
    let set = app.state().kept.shared.clone();
    let usual = Limits::default();
    Limits {
        max_attempts: max_attempts.or(set.max_attempts).unwrap_or(usual.max_attempts),
        check_timeout_ms: set.check_timeout_ms.unwrap_or(usual.check_timeout_ms),
    }
}

/// Marks runs whose process is gone, and says so in their events.
pub(crate) fn sweep(records: &Records) -> Result<(), ApiError> {
    let now = records.clock.now_ms();
    for run in records.store.runs_sweep(|id| records.workspace.lock(id), now)? {
        let verdict = Verdict::Interrupted;
        let n_refuted = records.store.run(run)?.and_then(|it| it.n_refuted).unwrap_or(0);
        let entry = Entry {
            stage: None,
            document_id: None,
            severity: Severity::Error,
            message: "interrupted: its process is gone".to_owned(),
            happening: Happening::RunFinished {
                verdict,
                n_refuted,
                thin: false,
                verdict_name: Some(verdict_name(Some(verdict))),
                tone: Some(Tone::Warn),
            },
        };
        let event = records.store.event_append(run, entry, now)?;
        records.bus.tell(event);
    }
    Ok(())
}

/// The engine of a name, or the one that is set.
pub(crate) fn engine(app: &App, wanted: Option<&str>) -> Result<String, ApiError> {
    let engines = Arc::clone(&app.ports().engines);
    let Some(name) = wanted else { return Ok(engines.name().to_owned()) };
    let there = engines.names();
    if there.iter().any(|it| it == name) {
        return Ok(name.to_owned());
    }
    let message = format!("no engine `{name}` here");
    let there = there.join("`, `");
    Err(ApiError::new(Code::BadRequest, message)
        .hint(format!("there are `{there}`"))
        .because(Reason::EngineMissing, [("engine", name)]))
}

pub(crate) fn unknown_type(app: &App, name: &str) -> ApiError {
    let ports = app.ports();
    let known: Vec<&str> = ports.types.types.iter().map(|it| it.name.as_str()).collect();
    ApiError::new(Code::BadRequest, format!("no document type `{name}`"))
        .hint(format!("there are {}", known.join(", ")))
}

/// A run's analysis, which has to be there.
pub(crate) fn analysis_of(space: &OpenWorkspace, run: i64) -> Result<Analysis, ApiError> {
    space.store.analysis(run)?.ok_or_else(|| {
        let message = format!("the documents of run {run} are not analysed");
        ApiError::new(Code::NotFound, message)
            .about_run(run)
            .because(Reason::NotAnalysed, [("run", &run.to_string())])
    })
}

pub(crate) fn row(space: &OpenWorkspace, run: i64) -> Result<RunRow, ApiError> {
    let missing = || {
        let root = space.workspace.root().display();
        ApiError::new(Code::NotFound, format!("no run {run} in `{root}`"))
            .hint("`proviso runs` lists them")
            .because(Reason::RunMissing, [("run", &run.to_string())])
    };
    space.store.run(run)?.ok_or_else(missing)
}

/// The row of a run that must be over.
pub(crate) fn ended(records: &Records, run: i64) -> Result<RunRow, ApiError> {
    sweep(records)?;
    let row = row(records, run)?;
    if row.verdict.is_none() { Err(busy(&row.project, row.id)) } else { Ok(row) }
}

pub(crate) fn attempt_of<'a>(
    row: &RunRow,
    attempts: &'a [Attempt],
    number: u32,
) -> Result<&'a Attempt, ApiError> {
    attempts.iter().find(|it| it.number == number).ok_or_else(|| {
        let n = attempts.len();
        ApiError::new(Code::NotFound, format!("run {} has no attempt {number}", row.id))
            .hint(format!("it has {n}, numbered from 1"))
            .because(Reason::AttemptMissing, [("attempt", &number.to_string())])
    })
}

pub(crate) fn busy(project: &str, alive: i64) -> ApiError {
    ApiError::new(Code::ProjectBusy, format!("run {alive} is working on `{project}`"))
        .hint("wait for it or stop it, or choose another name with `--project`")
        .about_run(alive)
}
