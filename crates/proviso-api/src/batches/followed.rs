//! Batches that a window sends and follows: beside its own runs, in the background, shown as counts.
//!
//! **Invariant:** what is done is in the workspace, whoever took it in; a batch that is not followed
//! at the moment loses nothing, and goes on where it was. A batch follows the workspace that it was
//! sent from: before another one is opened, it is let go.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use proviso_core::ports::Queue;
use proviso_kit::queue::QueueOptions;
use proviso_kit::settings::QueueChoice;
use serde::{Deserialize, Serialize};

use super::progress::{BatchState, BatchView, Followed, Going};
use super::sent::{
    Batch, Collected, Sent, cancel, collect, ended_mark, find, folder, open, plan, program, send,
    waits_for_us,
};
use crate::app::State;
use crate::runs::{self, RunHead};
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

/// Plans a batch over files of a client, and begins to send it.
pub(crate) async fn send_files(app: &Arc<App>, req: SendBatchReq) -> Result<BatchView, ApiError> {
    let queue = chosen(&app.state())?;
    // Whether it answers is said before anything is written down.
    open(&queue).await?;
    let named = crate::documents::without_archives(app, req.paths).await?;
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
pub(crate) async fn put_away(batches: &Followed, req: OfBatch) -> Result<Nothing, ApiError> {
    let mut all = batches.all();
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
pub(crate) async fn test(now: &State, _: Nothing) -> Result<QueueTested, ApiError> {
    let queue = chosen(now)?;
    open(&queue).await?;
    Ok(QueueTested { address: queue.shown(), space: queue.space, program: program() })
}

/// The queue that a person has set.
fn chosen(now: &State) -> Result<QueueOptions, ApiError> {
    let QueueChoice { address, space, credentials, authority } = now.kept.personal.queue.clone();
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
    let going = Arc::new(Going::of(
        count(batch.entries.len()),
        batch.queue.shown(),
        batch.created_at_ms,
        counts,
    ));
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
    cancel(app, &*queue, batch).await?;
    going.now().counts = [0; 3];
    take_in(app, &*queue, batch, None, going).await
}

async fn take_in(
    app: &App,
    queue: &dyn Queue,
    batch: &Batch,
    sent: Option<Sent>,
    going: &Going,
) -> Result<(), ApiError> {
    let told = |err: &ApiError| going.now().trouble = Some(err.clone());
    let waits = Mutex::new(None);
    let heard = |it: &Collected| {
        if let Some(err) = waits_for_us(it) {
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
fn kind(head: Option<&RunHead>) -> usize {
    usize::from(head.map_or(2, RunHead::exit_code)).min(2)
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
