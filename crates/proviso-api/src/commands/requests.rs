//! Requests and responses of commands about runs, and what leads from one to a use case.

use std::sync::Arc;

use proviso_core::analysis::markdown;
use proviso_core::run::Stage;
use proviso_core::value::Kind;
use proviso_kit::open::OpenWorkspace;
use serde::{Deserialize, Serialize};

use crate::jobs::{Awaited, Jobs};
use crate::ports::Ports;
use crate::runs::{
    self, AddFieldReq, AddRuleReq, AttemptDiff, AttemptView, ConvertReq, CorrectReq, DiffReq,
    IdrisView, MendReq, MoveFieldReq, OfRule, QueueView, RemoveFieldReq, Replayed, RetryReq,
    RunDetail, RunsFound, RunsQuery, StageMade, StageReq, TextChecked, WaiveReq,
};
use crate::wire::{Nothing, OfAttempt, OfRun, RunId};
use crate::{ApiError, App, Code, Reason, Records, RunEvent, doctor, documents};

/// Events of a page where none are asked for, and at most.
const EVENTS: u32 = 1_000;
const MOST_EVENTS: u32 = 10_000;

/// A request to convert files.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct ConvertManyReq {
    /// Files, or handles of received ones.
    pub paths: Vec<String>,
    /// Whether they are one run, so that rules may cross them; else each is one.
    #[serde(default)]
    pub together: bool,
    /// The project's name; proposed if none. Of files that are a run each only one can have it.
    #[serde(default)]
    pub project: Option<String>,
    /// A document type that a person chose.
    #[serde(default)]
    pub document_type: Option<String>,
    /// Who analyses and writes; as set if none.
    #[serde(default)]
    pub engine: Option<String>,
    /// Checked texts by an engine; as set if none.
    #[serde(default)]
    pub max_attempts: Option<u32>,
}

/// A run that waits for its turn, or why there is none.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Queued {
    /// The run.
    pub run: Option<RunId>,
    /// What it was asked for, as in the request.
    pub paths: Vec<String>,
    /// Its project.
    pub project: Option<String>,
    /// Why there is no run.
    pub error: Option<ApiError>,
}

/// Whether there was something to cancel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cancelled {
    /// False where the run is over, or another process has it.
    pub cancelled: bool,
}

/// A request for events of a run.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct EventsReq {
    /// Which run.
    pub run: RunId,
    /// From which number on; 0 if none.
    #[serde(default)]
    pub from_seq: Option<u64>,
    /// How many at most; 1,000 if none.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// An attempt with its text.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AttemptText {
    /// What lists show of it.
    #[serde(flatten)]
    pub attempt: AttemptView,
    /// The module's name.
    pub module: String,
    /// The module's text.
    pub text: String,
}

/// What Proviso wrote for a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ModulesView {
    /// `Domains.Facts.<Project>`, once analysed.
    pub facts: Option<String>,
    /// `Domains.Audit.<Project>`, once analysed.
    pub audit: Option<String>,
}

/// An analysis for people.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnalysisText {
    /// Markdown.
    pub markdown: String,
}

/// A request to go on with a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct RetryRunReq {
    /// Which.
    pub run: RunId,
    /// From which stage, in a new run; none takes up a run that had stopped.
    #[serde(default)]
    pub from: Option<Stage>,
    /// Who analyses and writes; as set if none.
    #[serde(default)]
    pub engine: Option<String>,
    /// What a person tells the agents of a language model.
    #[serde(default)]
    pub hint: Option<String>,
    /// Who tells it.
    #[serde(default)]
    pub by: Option<String>,
}

/// A request to check a person's text as the next attempt of a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct EditReq {
    /// Which run.
    pub run: RunId,
    /// The model's text.
    pub text: String,
    /// Whether the engine repairs it where it is rejected.
    #[serde(default)]
    pub repair: Option<bool>,
}

/// A request to check a text and store nothing.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckTextReq {
    /// Which run.
    pub run: RunId,
    /// The model's text.
    pub text: String,
    /// Whether only Proviso's own checker is asked, which answers at once.
    #[serde(default)]
    pub glance: bool,
}

/// A request to compare attempts.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct DiffRunReq {
    /// Which run.
    pub run: RunId,
    /// The older attempt; neither compares each with the one before.
    #[serde(default)]
    pub from: Option<u32>,
    /// The newer attempt.
    #[serde(default)]
    pub to: Option<u32>,
}

/// A request to correct a field.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct CorrectFieldReq {
    /// Which run.
    pub run: RunId,
    /// The field's identifier.
    pub field: String,
    /// The right value, in canonical text or as people write it; as it is if none.
    #[serde(default)]
    pub value: Option<String>,
    /// The right kind; as it is if none.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// The right label; as it is if none.
    #[serde(default)]
    pub label: Option<String>,
    /// Who says so.
    pub by: String,
}

/// A request to take a rule for none of the document's.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StrikeRuleReq {
    /// Which run.
    pub run: RunId,
    /// The rule's id.
    pub rule: u32,
    /// Why it is none.
    pub reason: String,
    /// Who says so.
    pub by: String,
}

/// A request to ask whoever issued a document for another value.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct MendFieldReq {
    /// Which run.
    pub run: RunId,
    /// The field's identifier.
    pub field: String,
    /// What should be printed, in canonical text or as people write it; none asks no more.
    #[serde(default)]
    pub value: Option<String>,
    /// Who says so.
    pub by: String,
}

/// A request to take a rule for one again.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UnstrikeRuleReq {
    /// Which run.
    pub run: RunId,
    /// Which of the struck ones, as they are listed, from 0.
    pub struck: u32,
    /// Who says so.
    pub by: String,
}

/// A request to let a refuted rule pass.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WaiveRuleReq {
    /// Which run.
    pub run: RunId,
    /// The rule's id.
    pub rule: u32,
    /// Why it may pass.
    pub reason: String,
    /// Who says so.
    pub by: String,
}

/// A request to take a waiver back.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct UnwaiveRuleReq {
    /// Which run.
    pub run: RunId,
    /// The rule's id.
    pub rule: u32,
    /// Who says so.
    pub by: String,
}

/// A request to mark a run as looked through.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReviewReq {
    /// Which run.
    pub run: RunId,
    /// Who did.
    pub by: String,
}

pub(super) async fn examine(app: &Arc<App>, _: Nothing) -> Result<Vec<doctor::Examined>, ApiError> {
    Ok(doctor::examine(app, doctor::Language::of_user(app)).await)
}

pub(super) async fn convert(
    app: &Arc<App>,
    mut req: ConvertManyReq,
) -> Result<Vec<Queued>, ApiError> {
    req.paths = documents::without_archives(app, req.paths).await?;
    // One file that is named twice, also by a link, is one job.
    let mut named = std::collections::BTreeSet::new();
    req.paths.retain(|it| {
        let file = app.file(it).ok().and_then(|it| it.canonicalize().ok());
        named.insert(file.unwrap_or_else(|| it.into()))
    });
    let groups: Vec<Vec<String>> = if req.together {
        vec![req.paths]
    } else {
        req.paths.into_iter().map(|it| vec![it]).collect()
    };
    if groups.iter().all(Vec::is_empty) {
        return Err(ApiError::new(Code::BadRequest, "no document to convert")
            .because(Reason::NothingToConvert, []));
    }
    if groups.len() > 1 && req.project.is_some() {
        let message = "several runs cannot have one project's name";
        return Err(ApiError::new(Code::BadRequest, message));
    }
    let awaited = if groups.len() > 1 { Awaited::AmongMany } else { Awaited::Alone };
    let mut all = Vec::new();
    for paths in groups {
        let one = async {
            app.jobs.queue.has_room()?;
            let files: Result<Vec<_>, _> = paths.iter().map(|it| app.file(it)).collect();
            let run = runs::prepare_over_copies(
                app,
                ConvertReq {
                    paths: files?,
                    project: req.project.clone(),
                    document_type: req.document_type.clone(),
                    max_attempts: req.max_attempts,
                    engine: req.engine.clone(),
                    confirm: None,
                },
            );
            let queued = queued_as(app, run.await?, awaited)?;
            // The run goes over its own copies.
            paths.iter().for_each(|it| app.uploads.release(it));
            Ok(queued)
        };
        all.push(match one.await {
            Ok(it) => Queued { paths, ..it },
            // Of several files one that cannot be read costs only its own run.
            Err(err) => Queued { run: None, paths, project: None, error: Some(err) },
        });
    }
    Ok(all)
}

/// Queues what a person asked for by itself.
fn queued(app: &Arc<App>, run: runs::Prepared) -> Result<Queued, ApiError> {
    queued_as(app, run, Awaited::Alone)
}

fn queued_as(app: &Arc<App>, run: runs::Prepared, awaited: Awaited) -> Result<Queued, ApiError> {
    let project = Some(run.project.clone());
    let run = runs::enqueue(app, run, awaited)?;
    Ok(Queued { run: Some(run.into()), paths: Vec::new(), project, error: None })
}

pub(super) async fn queue(
    records: &Records,
    jobs: &Jobs,
    _: Nothing,
) -> Result<QueueView, ApiError> {
    runs::waiting(records, jobs)
}

pub(super) async fn cancel(jobs: &Jobs, req: OfRun) -> Result<Cancelled, ApiError> {
    Ok(Cancelled { cancelled: jobs.cancel(req.run.0) })
}

pub(super) async fn list(records: &Records, req: RunsQuery) -> Result<RunsFound, ApiError> {
    runs::found(records, req)
}

pub(super) async fn show(records: &Records, req: OfRun) -> Result<RunDetail, ApiError> {
    runs::detail(records, req.run.0)
}

pub(super) async fn term(space: &OpenWorkspace, req: OfRule) -> Result<IdrisView, ApiError> {
    runs::term(space, req)
}

pub(super) async fn events(
    space: &OpenWorkspace,
    req: EventsReq,
) -> Result<Vec<RunEvent>, ApiError> {
    let limit = req.limit.unwrap_or(EVENTS).min(MOST_EVENTS);
    Ok(space.store.events_page(req.run.0, req.from_seq.unwrap_or(0), limit)?)
}

pub(super) async fn attempt(
    space: &OpenWorkspace,
    req: OfAttempt,
) -> Result<AttemptText, ApiError> {
    let row = runs::row(space, req.run.0)?;
    let attempts = space.store.attempts(req.run.0)?;
    let it = runs::attempt_of(&row, &attempts, req.attempt)?;
    let (module, text) = (it.model.name.clone(), it.model.text.clone());
    Ok(AttemptText { attempt: it.into(), module, text })
}

pub(super) async fn modules(space: &OpenWorkspace, req: OfRun) -> Result<ModulesView, ApiError> {
    let row = runs::row(space, req.run.0)?;
    let module = |part: &str| {
        let name = format!("Domains.{part}.{}", row.project);
        Ok::<_, ApiError>(space.store.module(row.id, &name)?.map(|it| it.text))
    };
    Ok(ModulesView { facts: module("Facts")?, audit: module("Audit")? })
}

pub(super) async fn analysis(space: &OpenWorkspace, req: OfRun) -> Result<AnalysisText, ApiError> {
    let row = runs::row(space, req.run.0)?;
    let found = runs::analysis_of(space, row.id)?;
    let signed = runs::signed(&space.store.said(&row.project)?);
    Ok(AnalysisText { markdown: markdown::markdown(&found, &row.project, &signed) })
}

pub(super) async fn retry(app: &Arc<App>, req: RetryRunReq) -> Result<Queued, ApiError> {
    app.jobs.queue.has_room()?;
    let RetryRunReq { run, from, engine, hint, by } = req;
    let hint = hint.map(|it| (it, by.unwrap_or_default()));
    queued(app, runs::retried(app, &RetryReq { run: run.0, from, engine, hint })?)
}

pub(super) async fn stage(app: &Arc<App>, req: StageReq) -> Result<StageMade, ApiError> {
    runs::stage(app, req).await
}

pub(super) async fn replay(app: &Arc<App>, req: OfRun) -> Result<Replayed, ApiError> {
    runs::replay(app, req.run.0).await
}

pub(super) async fn fork(app: &Arc<App>, req: OfAttempt) -> Result<Queued, ApiError> {
    app.jobs.queue.has_room()?;
    queued(app, runs::forked(app, req.run.0, req.attempt)?)
}

pub(super) async fn restore(app: &Arc<App>, req: OfAttempt) -> Result<Queued, ApiError> {
    queued(app, runs::restored(app, req.run.0, req.attempt)?)
}

pub(super) async fn edit(app: &Arc<App>, req: EditReq) -> Result<Queued, ApiError> {
    let repairs = req.repair.unwrap_or(false);
    queued(app, runs::edited(app, req.run.0, req.text, repairs)?)
}

pub(super) async fn check_text(
    space: &OpenWorkspace,
    jobs: &Jobs,
    ports: &Ports,
    req: CheckTextReq,
) -> Result<TextChecked, ApiError> {
    let checker = Arc::clone(&ports.checker);
    runs::check_text(space, jobs, checker, req.run.0, req.text, req.glance).await
}

pub(super) async fn delete(records: &Records, req: OfRun) -> Result<Nothing, ApiError> {
    let row = runs::ended(records, req.run.0)?;
    records.store.run_deleted(row.id, Some(records.clock.now_ms()))?;
    Ok(Nothing {})
}

pub(super) async fn undelete(space: &OpenWorkspace, req: OfRun) -> Result<Nothing, ApiError> {
    let row = runs::row(space, req.run.0)?;
    space.store.run_deleted(row.id, None)?;
    Ok(Nothing {})
}

pub(super) async fn diff(records: &Records, req: DiffRunReq) -> Result<Vec<AttemptDiff>, ApiError> {
    let attempts = match (req.from, req.to) {
        (None, None) => None,
        (Some(from), Some(to)) => Some((from, to)),
        _ => return Err(ApiError::new(Code::BadRequest, "name both attempts, or neither")),
    };
    runs::diff(records, &DiffReq { run: req.run.0, attempts })
}

pub(super) async fn correct(app: &Arc<App>, req: CorrectFieldReq) -> Result<Queued, ApiError> {
    let CorrectFieldReq { run, field, value, kind, label, by: author } = req;
    let req = CorrectReq { run: run.0, field, value, kind, label, author };
    queued(app, runs::correction(app, &req)?)
}

pub(super) async fn add_field(app: &Arc<App>, req: AddFieldReq) -> Result<Queued, ApiError> {
    queued(app, runs::adding(app, &req)?)
}

pub(super) async fn move_field(app: &Arc<App>, req: MoveFieldReq) -> Result<Queued, ApiError> {
    queued(app, runs::moving(app, &req)?)
}

pub(super) async fn remove_field(app: &Arc<App>, req: RemoveFieldReq) -> Result<Queued, ApiError> {
    queued(app, runs::removing(app, &req)?)
}

pub(super) async fn add_rule(app: &Arc<App>, req: AddRuleReq) -> Result<Queued, ApiError> {
    queued(app, runs::pointing(app, &req)?)
}

pub(super) async fn undo(app: &Arc<App>, req: OfRun) -> Result<Queued, ApiError> {
    app.jobs.queue.has_room()?;
    queued(app, runs::taken_back(app, req.run.0)?)
}

pub(super) async fn mend(records: &Records, req: MendFieldReq) -> Result<Nothing, ApiError> {
    let MendFieldReq { run, field, value, by: author } = req;
    runs::mend(records, &MendReq { run: run.0, field, value, author })?;
    Ok(Nothing {})
}

pub(super) async fn strike(app: &Arc<App>, req: StrikeRuleReq) -> Result<Queued, ApiError> {
    let StrikeRuleReq { run, rule, reason, by: author } = req;
    queued(app, runs::striking(app, &WaiveReq { run: run.0, rule, reason, author })?)
}

pub(super) async fn unstrike(app: &Arc<App>, req: UnstrikeRuleReq) -> Result<Queued, ApiError> {
    queued(app, runs::unstriking(app, req.run.0, req.struck as usize, &req.by)?)
}

pub(super) async fn waive(app: &Arc<App>, req: WaiveRuleReq) -> Result<Queued, ApiError> {
    let (rule, reason, author) = (req.rule, req.reason, req.by);
    queued(app, runs::waiver(app, &WaiveReq { run: req.run.0, rule, reason, author })?)
}

pub(super) async fn unwaive(app: &Arc<App>, req: UnwaiveRuleReq) -> Result<Queued, ApiError> {
    queued(app, runs::unwaiver(app, req.run.0, req.rule, &req.by)?)
}

pub(super) async fn review(records: &Records, req: ReviewReq) -> Result<Nothing, ApiError> {
    if req.by.trim().is_empty() {
        return Err(ApiError::new(Code::BadRequest, "a review needs a name")
            .because(Reason::WhoMissing, []));
    }
    let row = runs::ended(records, req.run.0)?;
    records.store.run_reviewed(row.id, Some((&req.by, records.clock.now_ms())))?;
    Ok(Nothing {})
}

pub(super) async fn unreview(space: &OpenWorkspace, req: OfRun) -> Result<Nothing, ApiError> {
    let row = runs::row(space, req.run.0)?;
    space.store.run_reviewed(row.id, None)?;
    Ok(Nothing {})
}
