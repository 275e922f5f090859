//! A run under way: driving it, stopping it, and writing down how it ended.
//!
//! **Invariant:** whatever happens, a run that began ends in the database with a verdict, unless its
//! process dies; then its free lock says so.

use std::sync::Arc;

use proviso_core::agent::{DriveError, Job, Kept, Outcome, Ports, drive};
use proviso_core::event::Happening;
use proviso_core::ports::{Entry, Ledger};
use proviso_core::run::{Severity, Verdict};
use proviso_kit::store::{Claim, Ending, RunSource};

use super::RunView;
use super::ledger::RunLedger;
use super::view;
use crate::app::Space;
use crate::{ApiError, App, Code};

/// How the driving came to its end.
enum Ended {
    Well(Box<Outcome>),
    Badly(DriveError),
    Cancelled,
    Panicked(String),
}

/// Drives a claimed run to its end and shows it.
pub(super) async fn go(
    app: &App,
    space: &Space,
    claim: Claim,
    job: Job,
    sources: Vec<RunSource>,
    kept: Kept,
    entries: Vec<Entry>,
) -> Result<RunView, ApiError> {
    let ledger = Arc::new(RunLedger {
        space: Arc::clone(app.space()?),
        run: claim.run,
        sources,
        clock: Arc::clone(&app.clock),
        listeners: app.offer(),
    });
    let stop = app.enter(claim.run);
    let ended = match announce(&ledger, entries) {
        Err(err) => Ended::Badly(err),
        Ok(()) => {
            let mut task = tokio::spawn(driven(app, Arc::clone(&ledger), job, kept));
            tokio::select! {
                biased;
                () = stop.notified() => {
                    task.abort();
                    // The task holds the compiler: it is dead only when the task has gone.
                    let _ = task.await;
                    Ended::Cancelled
                }
                it = &mut task => match it {
                    Ok(Ok(outcome)) => Ended::Well(Box::new(outcome)),
                    Ok(Err(err)) => Ended::Badly(err),
                    Err(err) => Ended::Panicked(err.to_string()),
                }
            }
        }
    };
    app.leave(claim.run);
    let (ending, error) = ending(app, ended);
    let finished = finish(&ledger, &ending);
    let ended = space.store.run_end(&claim, &ending);
    if error.is_none() {
        finished?;
        ended?;
    }
    // A run that failed fails for its first reason, also where even that cannot be written down.
    match error {
        Some(err) => {
            Err(err.hint(format!("`proviso retry {}` goes on from what is stored", claim.run)))
        }
        None => view::full(space, super::row(space, claim.run)?),
    }
}

fn announce(ledger: &RunLedger, entries: Vec<Entry>) -> Result<(), DriveError> {
    for entry in entries {
        ledger.append(entry)?;
    }
    Ok(())
}

/// The driving as a future of its own, so that a panic in it ends the run and not the program.
fn driven(
    app: &App,
    ledger: Arc<RunLedger>,
    job: Job,
    kept: Kept,
) -> impl Future<Output = Result<Outcome, DriveError>> + Send + use<> {
    let (reader, checker) = (Arc::clone(&app.reader), Arc::clone(&app.checker));
    let (engine, clock) = (Arc::clone(&app.engine), Arc::clone(&app.clock));
    async move {
        let ports = Ports {
            reader: &*reader,
            engine: &*engine,
            checker: &*checker,
            ledger: &*ledger,
            shelf: &*ledger,
            clock: &*clock,
        };
        drive(&job, kept, ports).await
    }
}

/// What to write down, and what to tell the caller where the run did not end by itself.
fn ending(app: &App, ended: Ended) -> (Ending, Option<ApiError>) {
    let now = app.clock.now_ms();
    let failed = |err: ApiError| {
        let verdict =
            if err.code == Code::Cancelled { Verdict::Cancelled } else { Verdict::Failed };
        let causes = err.detail.iter().map(|it| format!(": {it}")).collect::<String>();
        let ending = Ending {
            verdict: Some(verdict),
            error: Some(format!("{}{causes}", err.message)),
            ended_at_ms: now,
            ..Ending::default()
        };
        (ending, Some(err))
    };
    match ended {
        Ended::Well(it) => {
            let n_refuted = u32::try_from(it.analysis.n_refuted()).unwrap_or(u32::MAX);
            let coverage = it.analysis.coverage;
            let ending = Ending {
                verdict: Some(it.ruling.verdict),
                detail: it.ruling.detail.map(|it| it.name().to_owned()),
                error: None,
                n_refuted: Some(n_refuted),
                coverage: Some((coverage.explained, coverage.printed)),
                compiler: it.compiler,
                model_path: it.model_path,
                ended_at_ms: now,
            };
            (ending, None)
        }
        Ended::Badly(err) => failed(err.into()),
        Ended::Cancelled => failed(ApiError::new(Code::Cancelled, "cancelled")),
        Ended::Panicked(reason) => {
            let mut err = ApiError::new(Code::Unknown, "a defect in Proviso stopped the run");
            err.detail.push(reason);
            failed(err)
        }
    }
}

fn finish(ledger: &RunLedger, ending: &Ending) -> Result<(), ApiError> {
    let verdict = ending.verdict.unwrap_or(Verdict::Failed);
    let message = match &ending.error {
        Some(error) => format!("{}: {error}", verdict.name()),
        None => verdict.name().to_owned(),
    };
    let severity = match verdict.exit_code(ending.n_refuted.unwrap_or(0) as usize) {
        0 => Severity::Info,
        1 => Severity::Warn,
        _ => Severity::Error,
    };
    let n_refuted = ending.n_refuted.unwrap_or(0);
    let happening = Happening::RunFinished { verdict, n_refuted };
    ledger.append(Entry { stage: None, document_id: None, severity, message, happening })?;
    Ok(())
}

/// The sources with each path one that is there: where the original is gone, our copy of it.
pub(super) fn present(
    space: &Space,
    mut sources: Vec<RunSource>,
) -> Result<Vec<RunSource>, ApiError> {
    for it in &mut sources {
        let copy = space.workspace.source(&it.sha256, &it.name);
        if !it.path.is_file() && copy.is_file() {
            it.path = copy;
        }
    }
    Ok(sources)
}
