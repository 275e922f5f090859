//! Batches over a queue: a folder's documents are offered as jobs, workers convert them, and what
//! comes of them is taken into the workspace as if it had been made here.
//!
//! **Invariant:** a batch is known by what it asks for, so that the same one, sent again, is the same
//! batch and goes on. Neither keys of providers nor passwords go into the queue.

mod worker;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use proviso_core::hex::hex;
use proviso_core::idris::emit;
use proviso_core::ports::{Job, JobOptions, Offered, QueueError};
use proviso_kit::assets;
use proviso_kit::queue::FileQueue;
use proviso_kit::workspace::{read_own, write_atomically};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

pub use proviso_core::ports::{Finished, Queue};
pub use proviso_kit::queue::QueueOptions;

pub use self::worker::{Worked, WorkerOptions, work};
use crate::runs::{self, Parcel, RunSummary};
use crate::{ApiError, App, Code};

/// How long a queue that is full or out of reach is left alone.
const PAUSE: Duration = Duration::from_millis(500);
/// How often it is looked whether a result has come.
const LOOK: Duration = Duration::from_millis(200);

/// Opens a queue.
pub async fn open(options: &QueueOptions) -> Result<Arc<dyn Queue>, ApiError> {
    let named = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    if options.space.is_empty() || !options.space.chars().all(named) {
        let message = format!("`{}` cannot be the name of a space", options.space);
        return Err(ApiError::new(Code::BadRequest, message)
            .hint("it has letters from A to Z, digits, `-` and `_`"));
    }
    if options.is_folder() {
        let folder = Path::new(&options.address).join(&options.space);
        return Ok(Arc::new(FileQueue::open(&folder, options.lease)?));
    }
    server(options).await
}

#[cfg(feature = "nats")]
async fn server(options: &QueueOptions) -> Result<Arc<dyn Queue>, ApiError> {
    Ok(Arc::new(proviso_kit::queue::JetStream::open(options.clone()).await?))
}

#[cfg(not(feature = "nats"))]
async fn server(options: &QueueOptions) -> Result<Arc<dyn Queue>, ApiError> {
    let message = format!("this program speaks to no server of queues: `{}`", options.address);
    Err(ApiError::new(Code::BadRequest, message).hint("name a folder, or use `proviso batch`"))
}

/// What a worker must be to take our jobs: of this version, with these prompts and this library.
pub fn program() -> String {
    let mut hash = Sha256::new();
    for (path, text) in assets::shipped_prompts() {
        hash.update(path);
        hash.update([0]);
        hash.update(text);
        hash.update([0]);
    }
    hash.update(emit::CORE);
    let tag = hex(&hash.finalize()[..6]);
    format!("{}-{tag}", env!("CARGO_PKG_VERSION"))
}

/// One document of a batch.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BatchEntry {
    /// Where it lies here.
    pub path: PathBuf,
    /// What is asked for.
    job: Job,
}

/// A batch, as it is kept in the workspace.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Batch {
    /// What it is called.
    pub id: String,
    /// Where its jobs are.
    pub queue: QueueOptions,
    /// Its documents.
    pub entries: Vec<BatchEntry>,
}

/// How far a batch is.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct BatchStatus {
    /// Its documents.
    pub n_documents: usize,
    /// Those that were taken into the workspace.
    pub n_collected: usize,
    /// Those that are done and wait to be taken in.
    pub n_done: usize,
    /// Who works on what: documents by their workers.
    pub working: BTreeMap<String, Vec<String>>,
}

/// Writes down what is to be converted; nothing is sent yet.
pub fn plan(
    app: &App,
    paths: &[PathBuf],
    document_type: Option<&str>,
    max_attempts: Option<u32>,
    queue: QueueOptions,
) -> Result<Batch, ApiError> {
    let space = app.space()?;
    if let Some(name) = document_type
        && app.ports().types.get(name).is_none()
    {
        return Err(runs::unknown_type(app, name));
    }
    let (limits, program) = (runs::limits(app, max_attempts), program());
    let mut given = BTreeSet::new();
    let mut entries = Vec::new();
    for path in paths {
        let source = runs::source(&app.cwd.join(path))?;
        let (document, name, path) =
            (source.sha256.clone(), source.name.clone(), source.path.clone());
        let project = runs::free_beside(&space, &[source], &given)?;
        given.insert(project.to_lowercase());
        let options = JobOptions {
            project,
            document_type: document_type.map(str::to_owned),
            max_attempts: limits.max_attempts,
            check_timeout_ms: limits.check_timeout_ms,
            ocr_languages: app.state().kept.shared.ocr_languages.clone(),
        };
        let job = Job { document, name, program: program.clone(), options };
        entries.push(BatchEntry { path, job });
    }
    let mut hash = Sha256::new();
    for it in &entries {
        hash.update(it.job.key());
    }
    let id = hex(&hash.finalize()[..5]);
    let queue = QueueOptions { address: queue.shown(), ..queue };
    let batch = Batch { id, queue, entries };
    let body =
        serde_json::to_vec(&batch).map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
    write_atomically(&file(app, &batch.id)?, &body)?;
    Ok(batch)
}

fn file(app: &App, id: &str) -> Result<PathBuf, ApiError> {
    if id.is_empty() || !id.chars().all(|it| it.is_ascii_hexdigit()) {
        return Err(unknown(id));
    }
    Ok(app.space()?.workspace.private().join("batches").join(format!("{id}.json")))
}

fn unknown(id: &str) -> ApiError {
    ApiError::new(Code::NotFound, format!("no batch `{id}` in this workspace"))
        .hint("`proviso batch DIR --queue …` prints the name of its batch")
}

/// A batch that was planned here.
pub fn find(app: &App, id: &str) -> Result<Batch, ApiError> {
    let body = read_own(&file(app, id)?).map_err(|_| unknown(id))?;
    serde_json::from_slice(&body).map_err(|err| ApiError::from_error(Code::Storage, &err))
}

/// Puts a batch's documents and jobs into the queue. A queue that is full, or gone for a while, is
/// waited for; `told` hears of it.
pub async fn send(
    app: &App,
    queue: &dyn Queue,
    batch: &Batch,
    told: &(dyn Fn(&ApiError) + Send + Sync),
) -> Result<(), ApiError> {
    let space = app.space()?;
    for it in &batch.entries {
        if space.store.carried(&it.job.key())?.is_some_and(|it| it.whole) {
            continue;
        }
        while let Err(err) = sent(queue, it).await {
            let passes = matches!(err, QueueError::Full { .. } | QueueError::Failed { .. });
            waited(err, passes, told).await?;
        }
    }
    Ok(())
}

/// Leaves a queue in trouble alone for a while, where that passes.
async fn waited(
    err: QueueError,
    passes: bool,
    told: &(dyn Fn(&ApiError) + Send + Sync),
) -> Result<(), ApiError> {
    if !passes {
        return Err(err.into());
    }
    told(&err.into());
    tokio::time::sleep(PAUSE).await;
    Ok(())
}

async fn sent(queue: &dyn Queue, it: &BatchEntry) -> Result<Offered, QueueError> {
    queue.keep(&it.job.document, &it.path).await?;
    queue.offer(&it.job).await
}

/// What was taken in of a batch's document, or why it could not be.
pub type Collected = (PathBuf, Result<RunSummary, ApiError>);

/// Takes in what is done of a batch; with `follow`, until all of it is. `heard` hears of each document.
pub async fn collect(
    app: &App,
    queue: &dyn Queue,
    batch: &Batch,
    follow: bool,
    heard: &(dyn Fn(&Collected) + Send + Sync),
    told: &(dyn Fn(&ApiError) + Send + Sync),
) -> Result<(), ApiError> {
    let space = app.space()?;
    let mut open: BTreeMap<String, &BatchEntry> = BTreeMap::new();
    for it in &batch.entries {
        match runs::taken_in(&space, &it.job.key())? {
            Some(summary) => heard(&(it.path.clone(), Ok(summary))),
            None => {
                open.insert(it.job.key(), it);
            }
        }
    }
    let mut place = 0;
    while !open.is_empty() {
        let next = match queue.next_result(place).await {
            Ok(it) => it,
            Err(err) => {
                waited(err, follow, told).await?;
                continue;
            }
        };
        let Some((at, key)) = next else {
            if !follow {
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
            continue;
        };
        if let Some(it) = open.get(&key) {
            let outcome = match queue.result(&key).await {
                Ok(it) => it,
                Err(err) => {
                    waited(err, follow, told).await?;
                    continue;
                }
            };
            if let Some(outcome) = outcome {
                let taken = take_in(app, it, &outcome.body).await;
                heard(&(it.path.clone(), taken));
                open.remove(&key);
            }
        }
        place = at;
    }
    Ok(())
}

async fn take_in(app: &App, it: &BatchEntry, body: &[u8]) -> Result<RunSummary, ApiError> {
    let parcel: Parcel =
        serde_json::from_slice(body).map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
    runs::unpack(app, &it.job, &it.path, parcel).await
}

/// How far a batch is.
pub async fn status(app: &App, queue: &dyn Queue, batch: &Batch) -> Result<BatchStatus, ApiError> {
    let space = app.space()?;
    let mut status = BatchStatus { n_documents: batch.entries.len(), ..BatchStatus::default() };
    let mut open = BTreeMap::new();
    for it in &batch.entries {
        if space.store.carried(&it.job.key())?.is_some_and(|it| it.whole) {
            status.n_collected += 1;
        } else {
            open.insert(it.job.key(), it);
        }
    }
    let mut place = 0;
    while let Some((at, key)) = queue.next_result(place).await? {
        place = at;
        status.n_done += usize::from(open.remove(&key).is_some());
    }
    for (key, it) in open {
        if let Some(worker) = queue.worker(&key).await? {
            status.working.entry(worker).or_default().push(it.job.name.clone());
        }
    }
    Ok(status)
}

/// Takes what nobody has finished out of the queue; says how many that were.
pub async fn cancel(queue: &dyn Queue, batch: &Batch) -> Result<usize, ApiError> {
    let mut n = 0;
    for it in &batch.entries {
        n += usize::from(queue.cancel(&it.job).await?);
    }
    Ok(n)
}
