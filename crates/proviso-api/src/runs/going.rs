//! A run under way: driving it, stopping it, and writing down how it ended.
//!
//! **Invariant:** whatever happens, a run that began ends in the database with a verdict, unless its
//! process dies; then its free lock says so.

use std::sync::Arc;
use std::time::Duration;

use proviso_core::agent::{DriveError, Job, Kept, Outcome, Ports, drive};
use proviso_core::event::{Happening, RunEvent};
use proviso_core::hex::sha256;
use proviso_core::judge;
use proviso_core::ports::{Entry, Ledger, LedgerError};
use proviso_core::remark::Remark;
use proviso_core::run::{Severity, Verdict};
use proviso_core::standing::Standing;
use proviso_kit::aside::{Aside, aside};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::record::{KeepingChecker, RunLedger, RunPictures};
use proviso_kit::store::{Claim, Ending, ModelCheck};
use tokio::task::JoinHandle;

use super::find::row;
use super::prepared::Prepared;
use super::said;
use super::taking::TakingReader;
use super::view::{self, RunView, Stored};
use crate::engine::RunParts;
use crate::jobs::{Stop, Why};
use crate::{ApiError, App, Code, Reason};

/// How long a run that is stopped may take to end in good order: what waits ends in a few milliseconds, and
/// what computes does not end in many.
const AT_ONCE: Duration = Duration::from_millis(20);

/// How the driving came to its end.
enum Ended {
    Well(Box<Outcome>),
    Badly(ApiError),
    Stopped(Why),
    Panicked(String),
}

impl Prepared {
    /// Lets it go now, and shows what came of it.
    pub(crate) async fn go(self, app: &App) -> Result<RunView, ApiError> {
        let (space, run) = (Arc::clone(&self.space), self.claim.run);
        let stop = app.jobs.enter(run);
        go(app, self, &stop).await?;
        Ok(view::full(&Stored::read(&space, row(&space, run)?)?))
    }
}

/// Drives a prepared run to its end.
pub(super) async fn go(app: &App, run: Prepared, stop: &Stop) -> Result<(), ApiError> {
    let ledger = Arc::new(app.ledger(Arc::clone(&run.space), run.claim.run));
    let Prepared { space, claim, job, kept, engine, mut entries, spares, .. } = run;
    entries.extend(degraded(app, &engine));
    entries.extend(unused_prompts(app, &engine));
    let announced = space
        .store
        .run_started(&claim, app.clock.now_ms())
        .map_err(ApiError::from)
        .and_then(|()| announce(&ledger, entries).map_err(ApiError::from))
        .and_then(|()| space.store.hint(claim.run).map_err(ApiError::from));
    let ended = match announced {
        Err(err) => Ended::Badly(err),
        Ok(hint) => {
            let hint = hint.map(|it| it.text);
            let driven = driven(app, Arc::clone(&ledger), &engine, job, kept, hint, spares);
            // It writes out, emits and reads whole documents between two of its waits.
            let mut task = tokio::spawn(Aside::of(driven));
            tokio::select! {
                biased;
                why = stop.asked() => {
                    stopped(&ledger, task).await;
                    Ended::Stopped(why)
                }
                it = &mut task => match it {
                    Ok(Ok(outcome)) => Ended::Well(Box::new(outcome)),
                    Ok(Err(err)) => Ended::Badly(err.into()),
                    Err(err) => Ended::Panicked(err.to_string()),
                }
            }
        }
    };
    close(app, &space, claim, &ledger, ended)
}

/// Ends what drives a run. It ends where it waits next, and programs that it holds, the compiler
/// among them, with it; what it computes until then nobody takes, so nobody waits for that either.
async fn stopped(ledger: &RunLedger, task: JoinHandle<Result<Outcome, DriveError>>) {
    task.abort();
    // What is being written is a short change, or a piece of a long one.
    aside(|| ledger.stop());
    let run = ledger.run;
    match tokio::time::timeout(AT_ONCE, task).await {
        Ok(_) => tracing::debug!(run, "stopped, it computes nothing more"),
        Err(_elapsed) => tracing::debug!(run, "stopped, what it computes goes on to its end"),
    }
}

/// Ends a run whose turn had not come.
pub(super) fn stopped_before(app: &App, run: Prepared, why: Why) -> Result<(), ApiError> {
    let ledger = app.ledger(Arc::clone(&run.space), run.claim.run);
    close(app, &run.space, run.claim, &ledger, Ended::Stopped(why))
}

/// Ends a run that failed where it was tried.
pub(super) fn failed_before(app: &App, run: Prepared, err: ApiError) -> Result<(), ApiError> {
    let ledger = app.ledger(Arc::clone(&run.space), run.claim.run);
    let Prepared { space, claim, entries, .. } = run;
    announce(&ledger, entries)?;
    close(app, &space, claim, &ledger, Ended::Badly(err))
}

fn close(
    app: &App,
    space: &OpenWorkspace,
    claim: Claim,
    ledger: &RunLedger,
    ended: Ended,
) -> Result<(), ApiError> {
    let (answered, corrected_by) = match &ended {
        Ended::Well(it) => (answered(space, it), corrected_by(space, claim.run, it)),
        _ => (Ok(()), Vec::new()),
    };
    let (mut ending, error) = ending(app, ended);
    ending.corrected_by = corrected_by;
    // First the row, then the event: who hears the event reads a row that is over.
    let ended = space.store.run_end(&claim, &ending);
    tracing::debug!(run = claim.run, "its end is stored");
    // It is stored while nobody else may go on with the run, whose next event comes after it.
    let finished = finish(ledger, &ending);
    let (run, leaving) = (claim.run, app.jobs.leave(claim.run));
    // And the lock, since whoever hears it may go on with the run.
    drop(claim);
    let finished = finished.map(|it| ledger.tell(it));
    drop(leaving);
    tracing::debug!(run, "its end is told");
    // A run that failed fails for its first reason, also where even that cannot be written down.
    if let Some(err) = error {
        return Err(err.hint(format!("`proviso retry {run}` goes on from what is stored")));
    }
    finished?;
    answered?;
    Ok(ended?)
}

/// Remembers what was said of the text that now lies in `Domains/`, if anybody judged it.
fn answered(space: &OpenWorkspace, it: &Outcome) -> Result<(), ApiError> {
    let last = &it.stands;
    let is_judged = it.compiler.is_some() || judge::only_kernel(&last.judges);
    if it.model_path.is_none() || !is_judged || last.is_undecided() {
        return Ok(());
    }
    let agreed = !judge::disagree(&last.judges);
    let check = ModelCheck {
        sha256: sha256(&last.model.text),
        accepted: last.typechecked && last.audited && last.is_clean() && agreed,
        compiler: it.compiler.clone(),
        at_ms: last.created_at_ms,
    };
    let name = last.model.name.strip_prefix("Domains.").unwrap_or(&last.model.name);
    Ok(space.store.model_checked(name, &check)?)
}

/// Who corrected the values that the verdict is about.
fn corrected_by(space: &OpenWorkspace, run: i64, it: &Outcome) -> Vec<String> {
    let row = space.store.run(run).ok().flatten();
    // What cannot be read costs the names, not the end of the run.
    let said = row.and_then(|it| space.store.said(&it.project).ok()).unwrap_or_default();
    said::corrections(&it.analysis, &said).iter().map(said::CorrectionView::who).collect()
}

/// A warning where the run's engine, or the one that was chosen, does not work.
fn degraded(app: &App, engine: &str) -> Option<Entry> {
    let engines = Arc::clone(&app.ports().engines);
    let gone = (!engines.names().iter().any(|it| it == engine))
        .then(|| (engine.to_owned(), format!("`{engine}` cannot be asked here")));
    let asked = engines.degraded().map(|it| (it.asked.clone(), it.message.clone()));
    let (asked, reason) = asked.or(gone)?;
    let why = match engines.degraded().is_some_and(|it| it.proposed) {
        true => {
            "(작업 폴더가 요청했고 아직 허락하지 않았습니다. `proviso allow engine`이나 설정에서 허락합니다)"
        }
        false => "",
    };
    let remark = Remark::new(
        format!("{reason}; the built-in engine works"),
        format!("`{asked}`에 물어볼 수 없어 내장 엔진이 작업했습니다{why}"),
    );
    Some(warning("engine.degraded", remark))
}

/// A warning where prompts of the workspace are of a version that no agent asks for any more.
fn unused_prompts(app: &App, engine: &str) -> Option<Entry> {
    let engines = Arc::clone(&app.ports().engines);
    engines.unused_prompts(engine).map(|it| warning("prompt.unused", it.clone()))
}

fn warning(code: &str, remark: Remark) -> Entry {
    Entry {
        stage: None,
        document_id: None,
        severity: Severity::Warn,
        message: remark.en.clone(),
        happening: Happening::WarningRaised { code: code.to_owned(), remark: Some(remark) },
    }
}

fn announce(ledger: &RunLedger, entries: Vec<Entry>) -> Result<(), LedgerError> {
    for entry in entries {
        ledger.append(entry)?;
    }
    Ok(())
}

/// The driving as a future of its own, so that a panic in it ends the run and not the program.
fn driven(
    app: &App,
    ledger: Arc<RunLedger>,
    engine: &str,
    job: Job,
    kept: Kept,
    hint: Option<String>,
    spares: bool,
) -> impl Future<Output = Result<Outcome, DriveError>> + Send + use<> {
    let (mut with, clock) = (app.ports(), Arc::clone(&app.clock));
    let space = Arc::clone(&ledger.space);
    let reader = Arc::clone(&with.reader);
    let taking = TakingReader { inner: Arc::clone(&reader), space: Arc::clone(&space) };
    let pictures = Arc::new(RunPictures { reader, space: Arc::clone(&space) });
    let run = ledger.run;
    with.checker = Arc::new(KeepingChecker { inner: with.checker, space, run, spares });
    let its = Arc::clone(&clock);
    let (limits, its_ledger) = (job.limits, Arc::clone(&ledger));
    let parts = RunParts { ledger: its_ledger, clock: its, run, limits, hint, pictures };
    let engine = with.engines.of_run(engine, with.below(), parts);
    let memory = crate::cards::memory(app, Some(Arc::clone(&ledger.space)));
    async move {
        let ports = Ports {
            reader: &taking,
            engine: &*engine,
            checker: &*with.checker,
            ledger: &*ledger,
            shelf: &*ledger,
            clock: &*clock,
            memory: &memory,
        };
        drive(&job, kept, ports).await
    }
}

/// What to write down, and what to tell the caller where the run did not end by itself.
fn ending(app: &App, ended: Ended) -> (Ending, Option<ApiError>) {
    let now = app.clock.now_ms();
    let failed = |verdict: Verdict, err: ApiError| {
        let causes = err.detail.iter().map(|it| format!(": {it}")).collect::<String>();
        let ending = Ending {
            verdict: Some(verdict),
            // What exactly it is, which is said in the reader's language. A person can unlock what
            // is locked, so that is told apart from other failures.
            detail: match err.code {
                Code::Locked => Some("locked".to_owned()),
                _ => err.reason.map(Reason::name),
            },
            error: Some(format!("{}{causes}", err.message)),
            ended_at_ms: now,
            ..Ending::default()
        };
        (ending, Some(err))
    };
    match ended {
        Ended::Well(it) => {
            let n_refuted = u32::try_from(it.analysis.n_refuted()).unwrap_or(u32::MAX);
            let ending = Ending {
                verdict: Some(it.ruling.verdict),
                detail: it.ruling.detail.map(|it| it.name().to_owned()),
                error: None,
                n_refuted: Some(n_refuted),
                coverage: it.analysis.coverage,
                corrected_by: Vec::new(),
                compiler: it.compiler,
                judges: it.stands.judges,
                model_path: it.model_path,
                ended_at_ms: now,
            };
            (ending, None)
        }
        Ended::Badly(err) => failed(Verdict::Failed, err),
        Ended::Stopped(Why::Cancelled) => {
            failed(Verdict::Cancelled, ApiError::new(Code::Cancelled, "cancelled"))
        }
        Ended::Stopped(Why::Interrupted) => {
            let message = "the program ended before the run";
            failed(Verdict::Interrupted, ApiError::new(Code::Cancelled, message))
        }
        Ended::Panicked(reason) => {
            let mut err = ApiError::new(Code::Unknown, "a defect in Proviso stopped the run");
            err.detail.push(reason);
            failed(Verdict::Failed, err)
        }
    }
}

fn finish(ledger: &RunLedger, ending: &Ending) -> Result<RunEvent, ApiError> {
    let verdict = ending.verdict.unwrap_or(Verdict::Failed);
    let standing = Standing {
        verdict: Some(verdict),
        detail: ending.detail.as_deref(),
        judge: ending.compiler.as_deref(),
        judges: &ending.judges,
        refuted: ending.n_refuted.unwrap_or(0),
        rules: None,
        coverage: ending.coverage,
        corrected_by: &ending.corrected_by,
        check_timeout_ms: 0,
    };
    let thin = standing.is_thin();
    let message = match &ending.error {
        Some(error) => format!("{}: {error}", verdict.name()),
        None => standing.name().en,
    };
    let severity = match verdict.exit_code(ending.n_refuted.unwrap_or(0) as usize) {
        0 => Severity::Info,
        1 => Severity::Warn,
        _ => Severity::Error,
    };
    let n_refuted = ending.n_refuted.unwrap_or(0);
    let happening = Happening::RunFinished {
        verdict,
        n_refuted,
        thin,
        verdict_name: Some(standing.name()),
        tone: Some(standing.tone()),
    };
    Ok(ledger.conclude(Entry { stage: None, document_id: None, severity, message, happening })?)
}
