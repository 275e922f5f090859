//! Batches that a window sends and follows: beside its own runs, in the background, shown as counts.
//!
//! **Invariant:** what is done is in the workspace, whoever took it in; a batch that is not followed
//! at the moment loses nothing, and goes on where it was. A batch follows the workspace that it was
//! sent from: before another one is opened, it is let go.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use proviso_kit::settings::QueueChoice;
use serde::{Deserialize, Serialize};
use tokio::task::JoinHandle;

use super::{Batch, QueueOptions, collect, ended_mark, find, folder, open, plan, send};
use crate::runs::{self, RunSummary};
use crate::wire::Nothing;
use crate::{ApiError, App, Code, Reason};

/// A request to send documents to the queue that is set.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct SendBatchReq {
    /// Files, or handles of received ones; each is a document of its own.
    pub paths: Vec<String>,
    /// A document type that a person chose for all of them.
    #[serde(default)]
    pub document_type: Option<String>,
    /// Checked texts by an engine; as set if none.
    #[serde(default)]
    pub max_attempts: Option<u32>,
}

/// A request about a batch.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OfBatch {
    /// Which.
    pub batch: String,
}

/// Where a batch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum BatchState {
    /// Its documents are on their way to the queue.
    Sending,
    /// Workers have it, and what they make is taken in.
    UnderWay,
    /// What nobody has finished is being taken out of the queue.
    Cancelling,
    /// Nobody here follows it; it can go on.
    Paused,
    /// All of it is taken in or cancelled.
    Ended,
}

/// A batch and how far it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BatchView {
    /// Which.
    pub batch: String,
    /// Where it is.
    pub state: BatchState,
    /// Where its jobs are, without what one comes in by.
    pub address: String,
    /// Its documents.
    pub n_documents: u32,
    /// Those that are done and taken in, whatever came of them.
    pub n_done: u32,
    /// Those of them with findings.
    pub n_discrepant: u32,
    /// Those of them that failed.
    pub n_failed: u32,
    /// Those that were cancelled.
    pub n_cancelled: u32,
    /// Documents a minute since it is followed; none where too little time has gone.
    pub per_minute: Option<f64>,
    /// Why it does not go on at the moment.
    pub trouble: Option<ApiError>,
    /// When it was sent first.
    pub created_at_ms: i64,
}

/// A queue that answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct QueueTested {
    /// Where it is, without what one comes in by.
    pub address: String,
    /// Whose jobs.
    pub space: String,
    /// What a worker must be to take jobs of here.
    pub program: String,
}

/// The batches that are known in the workspace that is open.
#[derive(Debug, Default)]
pub(crate) struct Followed(Mutex<BTreeMap<String, Arc<Going>>>);

#[derive(Debug)]
struct Going {
    n_documents: u32,
    address: String,
    created_at_ms: i64,
    now: Mutex<Progress>,
    /// Held from letting the last one go until the next one is there: two that ask at once are followed
    /// by one task.
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug, Clone)]
struct Progress {
    state: BatchState,
    /// Good, with findings, failed.
    counts: [u32; 3],
    n_cancelled: u32,
    /// Since when it is followed, in ticks, and how many were done then.
    since: i64,
    n_before: u32,
    trouble: Option<ApiError>,
}

/// A rate over less time would be one of the start.
const SETTLED_MS: i64 = 1_000;

impl Going {
    fn of(batch: &Batch, counts: [u32; 3]) -> Going {
        let now = Progress {
            state: BatchState::Paused,
            counts,
            n_cancelled: 0,
            since: 0,
            n_before: 0,
            trouble: None,
        };
        Going {
            n_documents: count(batch.entries.len()),
            address: batch.queue.shown(),
            created_at_ms: batch.created_at_ms,
            now: Mutex::new(now),
            task: tokio::sync::Mutex::default(),
        }
    }

    fn now(&self) -> MutexGuard<'_, Progress> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, state: BatchState, ticks_ms: i64) {
        let mut now = self.now();
        let n_before = now.counts.iter().sum();
        *now = Progress { state, since: ticks_ms, n_before, trouble: None, ..now.clone() };
    }

    fn view(&self, id: &str, ticks_ms: i64) -> BatchView {
        let now = self.now();
        let [_, n_discrepant, n_failed] = now.counts;
        let n_done: u32 = now.counts.iter().sum();
        let (n_new, took_ms) = (n_done.saturating_sub(now.n_before), ticks_ms - now.since);
        let measured = now.state == BatchState::UnderWay && n_new > 0 && took_ms > SETTLED_MS;
        BatchView {
            batch: id.to_owned(),
            state: now.state,
            address: self.address.clone(),
            n_documents: self.n_documents,
            n_done,
            n_discrepant,
            n_failed,
            n_cancelled: now.n_cancelled,
            per_minute: measured.then(|| f64::from(n_new) * 60_000.0 / took_ms as f64),
            trouble: now.trouble.clone(),
            created_at_ms: self.created_at_ms,
        }
    }

    /// Stops following, and waits until nothing of it works any more.
    async fn let_go(&self) {
        self.let_go_for(&mut *self.task.lock().await).await;
    }

    async fn let_go_for(&self, task: &mut Option<JoinHandle<()>>) {
        if let Some(task) = task.take() {
            task.abort();
            // That it was aborted is what was wanted.
            let _ended = task.await;
        }
        let mut now = self.now();
        if now.state != BatchState::Ended {
            now.state = BatchState::Paused;
        }
    }
}

impl Followed {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Going>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets all of them go, before another workspace is opened.
    pub(crate) async fn let_go(&self) {
        let all = std::mem::take(&mut *self.all());
        for it in all.into_values() {
            it.let_go().await;
        }
    }
}

/// Plans a batch over files of a client, and begins to send it.
pub(crate) async fn send_files(app: &Arc<App>, req: SendBatchReq) -> Result<BatchView, ApiError> {
    let queue = chosen(app)?;
    // Whether it answers is said before anything is written down.
    open(&queue).await?;
    let named = crate::commands::without_archives(app, req.paths).await?;
    let space = app.space()?;
    let mut paths: Vec<PathBuf> = Vec::new();
    for it in &named {
        // Over copies, like runs of a window: what was received is given back.
        paths.push(runs::taken(&space, &app.file(it)?).await?.path);
    }
    if paths.is_empty() {
        return Err(ApiError::new(Code::BadRequest, "no document to convert")
            .because(Reason::NothingToConvert, []));
    }
    let here = Arc::clone(app);
    let planned = tokio::task::spawn_blocking(move || {
        let kind = req.document_type.as_deref();
        plan(&here, &paths, kind, req.max_attempts, None, queue)
    });
    let batch = planned.await.map_err(|err| ApiError::from_error(Code::Unknown, &err))??;
    named.iter().for_each(|it| app.uploads.release(it));
    begin(app, batch).await
}

/// Goes on with a batch that nobody here follows.
pub(crate) async fn go_on(app: &Arc<App>, req: OfBatch) -> Result<BatchView, ApiError> {
    begin(app, find(app, &req.batch)?).await
}

/// Takes what nobody has finished out of the queue, and takes in what is done.
pub(crate) async fn give_up(app: &Arc<App>, req: OfBatch) -> Result<BatchView, ApiError> {
    let batch = find(app, &req.batch)?;
    let going = known(app, &batch)?;
    start(app, batch, &going, BatchState::Cancelling).await;
    Ok(going.view(&req.batch, app.clock.ticks_ms()))
}

/// Lists a batch that has ended no longer.
pub(crate) async fn put_away(app: &Arc<App>, req: OfBatch) -> Result<Nothing, ApiError> {
    let mut all = app.batches.all();
    if all.get(&req.batch).is_some_and(|it| it.now().state == BatchState::Ended) {
        all.remove(&req.batch);
    }
    Ok(Nothing {})
}

/// The batches of the workspace that have not ended, and those that ended since the program began and
/// were not put away.
pub(crate) async fn list(app: &Arc<App>, _: Nothing) -> Result<Vec<BatchView>, ApiError> {
    if app.workspace().is_none() {
        return Ok(Vec::new());
    }
    for id in unended(app)? {
        if !app.batches.all().contains_key(&id) {
            known(app, &find(app, &id)?)?;
        }
    }
    let now = app.clock.ticks_ms();
    let mut all: Vec<BatchView> =
        app.batches.all().iter().map(|(id, it)| it.view(id, now)).collect();
    // One that another program has taken in meanwhile.
    all.retain(|it| {
        it.state != BatchState::Paused || ended_mark(app, &it.batch).is_ok_and(|it| !it.exists())
    });
    all.sort_by_key(|it| std::cmp::Reverse(it.created_at_ms));
    Ok(all)
}

/// Asks the queue that is set whether it lets us in.
pub(crate) async fn test(app: &Arc<App>, _: Nothing) -> Result<QueueTested, ApiError> {
    let queue = chosen(app)?;
    open(&queue).await?;
    Ok(QueueTested { address: queue.shown(), space: queue.space, program: super::program() })
}

/// The queue that a person has set.
fn chosen(app: &App) -> Result<QueueOptions, ApiError> {
    let QueueChoice { address, space, credentials, authority } =
        app.state().kept.personal.queue.clone();
    let none = || {
        ApiError::new(Code::BadRequest, "no queue is set")
            .hint("name its address in the settings")
            .because(Reason::QueueUnset, [])
    };
    let address = address.ok_or_else(none)?;
    let space = space.unwrap_or_else(|| proviso_kit::queue::SPACE.to_owned());
    Ok(QueueOptions { credentials, authority, ..QueueOptions::usual(address, space) })
}

/// Those without the mark of an end.
fn unended(app: &App) -> Result<Vec<String>, ApiError> {
    let mut all = Vec::new();
    let entries = match std::fs::read_dir(folder(app)?) {
        Ok(it) => it,
        Err(err) if err.kind() == std::io::ErrorKind::NotFound => return Ok(all),
        Err(err) => return Err(ApiError::from_error(Code::Storage, &err)),
    };
    for entry in entries {
        let name = entry.map_err(|err| ApiError::from_error(Code::Storage, &err))?.file_name();
        if let Some(id) = name.to_string_lossy().strip_suffix(".json")
            && !ended_mark(app, id)?.exists()
        {
            all.push(id.to_owned());
        }
    }
    Ok(all)
}

/// What is known of a batch; what came in of it before is counted once.
fn known(app: &App, batch: &Batch) -> Result<Arc<Going>, ApiError> {
    if let Some(it) = app.batches.all().get(&batch.id) {
        return Ok(Arc::clone(it));
    }
    let space = app.space()?;
    let mut counts = [0; 3];
    for it in &batch.entries {
        if let Some(summary) = runs::taken_in(&space, &it.job.key())? {
            counts[kind(Some(&summary))] += 1;
        }
    }
    let going = Arc::new(Going::of(batch, counts));
    let mut all = app.batches.all();
    Ok(Arc::clone(all.entry(batch.id.clone()).or_insert(going)))
}

async fn begin(app: &Arc<App>, batch: Batch) -> Result<BatchView, ApiError> {
    let (id, going) = (batch.id.clone(), known(app, &batch)?);
    start(app, batch, &going, BatchState::Sending).await;
    Ok(going.view(&id, app.clock.ticks_ms()))
}

/// Begins to send or to cancel, in the place of what followed the batch before.
async fn start(app: &Arc<App>, batch: Batch, going: &Arc<Going>, state: BatchState) {
    let mut followed_by = going.task.lock().await;
    going.let_go_for(&mut followed_by).await;
    going.begin(state, app.clock.ticks_ms());
    let (app, of) = (Arc::clone(app), Arc::clone(going));
    *followed_by = Some(tokio::spawn(async move {
        let done = match state {
            BatchState::Cancelling => cancelled(&app, &batch, &of).await,
            _ => followed(&app, &batch, &of).await,
        };
        let mut now = of.now();
        now.state = if done.is_ok() { BatchState::Ended } else { BatchState::Paused };
        now.trouble = done.err();
    }));
}

/// Sends what is not there yet and takes in what comes, until nothing is left.
async fn followed(app: &App, batch: &Batch, going: &Going) -> Result<(), ApiError> {
    let queue = open(&batch.queue).await?;
    let told = |err: &ApiError| going.now().trouble = Some(err.clone());
    let sent = send(app, &*queue, batch, &told).await?;
    {
        let mut now = going.now();
        // Counted anew: what came in before is told again first.
        (now.state, now.counts, now.trouble) = (BatchState::UnderWay, [0; 3], None);
    }
    take_in(app, &*queue, batch, Some(sent), going).await
}

async fn cancelled(app: &App, batch: &Batch, going: &Going) -> Result<(), ApiError> {
    let queue = open(&batch.queue).await?;
    super::cancel(app, &*queue, batch).await?;
    going.now().counts = [0; 3];
    take_in(app, &*queue, batch, None, going).await
}

async fn take_in(
    app: &App,
    queue: &dyn super::Queue,
    batch: &Batch,
    sent: Option<super::Sent>,
    going: &Going,
) -> Result<(), ApiError> {
    let told = |err: &ApiError| going.now().trouble = Some(err.clone());
    let waits = Mutex::new(None);
    let heard = |it: &super::Collected| {
        if let Some(err) = super::waits_for_us(it) {
            *waits.lock().unwrap_or_else(PoisonError::into_inner) = Some(err.clone());
            return;
        }
        let mut now = going.now();
        now.counts[kind(it.1.as_ref().ok())] += 1;
        now.trouble = None;
    };
    let n_cancelled = collect(app, queue, batch, sent, &heard, &told).await?;
    going.now().n_cancelled = count(n_cancelled);
    // It can go on where there is room again.
    waits.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Good, with findings, failed.
fn kind(summary: Option<&RunSummary>) -> usize {
    usize::from(summary.map_or(2, RunSummary::exit_code)).min(2)
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
