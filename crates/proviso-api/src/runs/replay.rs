//! Playing a run again from what is stored of it: documents, answers of models and of the compiler.
//!
//! **Invariant:** nothing is read but the database and the prompts, nothing is written, and nobody is
//! asked; what is missing is an error that names it, never a guess. What is compared is all that a
//! run makes: analysis, facts, audit, every attempt with its diagnostics, and the verdict. Times of
//! the clock are no result.

use std::sync::Arc;

use proviso_core::agent::desk::{Budget, Caps};
use proviso_core::agent::lives::{Life, lives};
use proviso_core::agent::{Job, Kept, Outcome, Ports, drive};
use proviso_core::analysis::Analysis;
use proviso_core::hex::sha256;
use proviso_core::idris::emit;
use proviso_core::ports::{Checker, Clock, Engine, Pictures};
use proviso_core::run::{Attempt, Limits, Verdict};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::replay::World;
use proviso_kit::store::{RunRow, Said};
use serde::{Deserialize, Serialize};

use super::{ended, said as told};
use crate::engine::RunParts;
use crate::wire::RunId;
use crate::{ApiError, App, Code, Records};

/// What came of playing a run again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Replayed {
    /// The run.
    pub run: RunId,
    /// Its verdict, as it came again.
    pub verdict: Verdict,
    /// Whether all came out as it is stored, byte for byte.
    pub identical: bool,
    /// What did not, in words.
    pub differences: Vec<String>,
    /// Stored answers of models that were used.
    pub n_calls: u32,
    /// Stored answers of the compiler that were used.
    pub n_checks: u32,
    /// What the run made, with SHA-256 of the text that came this time.
    pub results: Vec<ReplayedText>,
}

/// A text that a replayed run made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReplayedText {
    /// Its path below the workspace.
    pub path: String,
    /// In lower-case hex.
    pub sha256: String,
}

/// All that is stored of a run.
struct Record {
    row: RunRow,
    analysis: Analysis,
    attempts: Vec<Attempt>,
}

/// Plays a run again, and compares.
pub async fn replay(app: &App, run: i64) -> Result<Replayed, ApiError> {
    let records = app.records()?;
    let record = record(&records, run)?;
    let space = records.space;
    let documents = space.store.documents(run)?;
    if documents.len() != record.row.sources.len() {
        let (n, of) = (documents.len(), record.row.sources.len());
        return Err(lost(run, &format!("{n} of its {of} documents as they were read")));
    }
    let events = space.store.events(run, 0)?;
    let world =
        Arc::new(World::new(run, space.store.calls(run)?, space.store.checks(run)?, &events));
    world.version(record.row.compiler.clone());
    let said = space.store.said(&record.row.project)?;
    let mut now = Kept { documents, ..Kept::default() };
    let mut came: Option<Outcome> = None;
    let moments = space.store.moments(run)?;
    for life in lives(&events, &moments, &record.attempts) {
        // A text is judged by the analysis that is there; programs of before applied what was said
        // meanwhile to it.
        let keeps = came.as_ref().is_some_and(|it| text(&it.analysis) == text(&record.analysis));
        now.analysis = match &came {
            Some(before) => Some(before.analysis.clone()),
            None => life.keeps_analysis.then(|| record.analysis.clone()),
        };
        now.attempts = came.take().map(|it| it.attempts).unwrap_or_default();
        now.text = life.text.clone();
        let counted = |it: &&Said| {
            let back = it.withdrawn.is_some_and(|at| at <= life.began);
            !keeps && it.said <= life.began && !back
        };
        let until = said.iter().filter(counted);
        let job = Job {
            project: record.row.project.clone(),
            paths: record.row.sources.iter().map(|it| it.path.clone()).collect(),
            document_type: record.row.document_type.clone(),
            limits: Limits {
                max_attempts: record.row.max_attempts,
                check_timeout_ms: record.row.check_timeout_ms,
            },
            // What was said since was not known to the run.
            signed: told::signed(said.iter().filter(|it| it.said <= life.began)),
            amendments: until.map(|it| it.amendment.clone()).collect(),
            repairs: repairs(&record, &life),
        };
        let hint = space.store.hint(run)?.map(|it| it.text);
        came = Some(go(app, &world, &record.row, &job, now.clone(), hint).await?);
    }
    let outcome = came.ok_or_else(|| lost(run, "the event that it began with"))?;
    if let Some(missing) = world.missing() {
        return Err(lost(run, &missing)
            .hint("a newer program or an edited prompt asks something else than was asked then"));
    }
    compared(&space, &record, &outcome, &world)
}

async fn go(
    app: &App,
    world: &Arc<World>,
    row: &RunRow,
    job: &Job,
    kept: Kept,
    hint: Option<String>,
) -> Result<Outcome, ApiError> {
    let mut with = app.ports();
    with.checker = Arc::clone(world) as Arc<dyn Checker>;
    let engine: Arc<dyn Engine> = match world.model() {
        Some(model) => {
            let none = Caps::default();
            let (ledger, clock) = (Arc::clone(world), Arc::clone(world) as Arc<dyn Clock>);
            let pictures = Arc::clone(world) as Arc<dyn Pictures>;
            let limits = job.limits;
            let parts = RunParts { ledger, clock, run: row.id, limits, hint, pictures };
            let budget = Budget { tokens: none, micros: none };
            let how = (budget, world.hides(), world.best_of(), world.versions());
            with.engines.replaying(model, how, with.below(), parts, app.workspace().as_deref())?
        }
        None => Arc::clone(&with.engine),
    };
    let ports = Ports {
        reader: &**world,
        engine: &*engine,
        checker: &**world,
        ledger: &**world,
        shelf: &**world,
        clock: &**world,
        memory: &**world,
    };
    match drive(job, kept, ports).await {
        Ok(outcome) => Ok(outcome),
        // What could not be looked up says more than what came of that.
        Err(err) => Err(match world.missing() {
            Some(missing) => lost(row.id, &missing),
            None => err.into(),
        }),
    }
}

fn record(records: &Records, run: i64) -> Result<Record, ApiError> {
    let row = ended(records, run)?;
    let space = &*records.space;
    if let Some(verdict @ (Verdict::Failed | Verdict::Cancelled | Verdict::Interrupted)) =
        row.verdict
    {
        let message = format!("run {run} ended with `{}`, before its end", verdict.name());
        return Err(ApiError::new(Code::BadRequest, message)
            .hint(format!("`proviso retry {run}` takes it up first")));
    }
    let analysis = space.store.analysis(run)?.ok_or_else(|| lost(run, "its analysis"))?;
    let attempts = space.store.attempts(run)?;
    if attempts.is_empty() {
        return Err(lost(run, "its attempts"));
    }
    Ok(Record { row, analysis, attempts })
}

/// Whether texts were repaired in a life of the run.
fn repairs(record: &Record, life: &Life) -> bool {
    !life.is_last || record.row.detail.as_deref() != Some("not_repaired")
}

fn compared(
    space: &OpenWorkspace,
    record: &Record,
    came: &Outcome,
    world: &World,
) -> Result<Replayed, ApiError> {
    let Record { row, analysis, attempts } = record;
    let mut differences = Vec::new();
    let mut differ = |what: &str, differs: bool| {
        if differs {
            differences.push(format!("{what} is another one"));
        }
    };
    differ("the analysis", text(analysis) != text(&came.analysis));
    let (facts, audit) = emit::frame(&row.project, &came.analysis);
    for module in [&facts, &audit] {
        let stored = space
            .store
            .module(row.id, &module.name)?
            .ok_or_else(|| lost(row.id, &format!("the module `{}`", module.name)))?;
        differ(&format!("`{}`", module.name), stored != *module);
    }
    differ("the number of attempts", attempts.len() != came.attempts.len());
    for (then, now) in attempts.iter().zip(&came.attempts) {
        let now = Attempt { created_at_ms: then.created_at_ms, ..now.clone() };
        differ(&format!("attempt {}", then.number), text(then) != text(&now));
    }
    let detail = came.ruling.detail.map(|it| it.name());
    let verdict = came.ruling.verdict;
    differ("the verdict", row.verdict != Some(verdict) || row.detail.as_deref() != detail);
    differ("the model's path", row.model_path != came.model_path);
    // Of runs before it was counted there is nothing to differ from.
    let counted = row.coverage.is_some();
    differ("the coverage", counted && row.coverage != came.analysis.coverage);
    let result = |(path, text): (String, String)| ReplayedText { path, sha256: sha256(text) };
    Ok(Replayed {
        run: row.id.into(),
        verdict,
        identical: differences.is_empty(),
        differences,
        n_calls: world.n_calls(),
        n_checks: world.n_checks(),
        results: world.files().into_iter().map(result).collect(),
    })
}

/// A stored thing as the text that it is stored as.
fn text(it: &impl Serialize) -> Option<String> {
    serde_json::to_string(it).ok()
}

fn lost(run: i64, what: &str) -> ApiError {
    ApiError::new(Code::NotFound, format!("run {run} cannot be played again: {what} is not stored"))
        .about_run(run)
}
