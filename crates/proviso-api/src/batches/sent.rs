//! Batches over a queue: a folder's documents are offered as jobs, workers convert them, and what
//! comes of them is taken into the workspace as if it had been made here.
//!
//! **Invariant:** a batch is known by what it asks for, so that the same one, sent again, is the same
//! batch and goes on. Neither keys of providers nor passwords go into the queue.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _, stream};
use proviso_core::hex::hex;
use proviso_core::idris::emit;
use proviso_core::ports::{Ending, Job, JobOptions, Offered, Queue, QueueError, Standing};
use proviso_kit::assets;
use proviso_kit::queue::{FileQueue, QueueOptions};
#[cfg(feature = "online")]
use proviso_kit::secret::SystemKeys;
use proviso_kit::workspace::{read_own, write_atomically};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::runs::{self, Parcel, RunHead};
use crate::{ApiError, App, Code, Reason};

/// How long a queue that is full or out of reach is left alone.
pub(super) const PAUSE: Duration = Duration::from_millis(500);
/// How often it is looked whether a result has come.
const LOOK: Duration = Duration::from_millis(200);
/// How many questions about a batch's documents are under way at a time.
const AT_ONCE: usize = 32;
/// How many documents and results are under way at a time; each may be in memory.
const BODIES: usize = 8;

/// Opens a queue.
pub async fn open(options: &QueueOptions) -> Result<Arc<dyn Queue>, ApiError> {
    if !is_space(&options.space) {
        return Err(no_space(&options.space));
    }
    if options.is_folder() {
        let folder = Path::new(&options.address).join(&options.space);
        return Ok(Arc::new(FileQueue::open(&folder, options.lease)?));
    }
    server(options).await
}

/// Whether a text can be the name of a space.
pub(crate) fn is_space(name: &str) -> bool {
    let named = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    !name.is_empty() && name.chars().all(named)
}

pub(crate) fn no_space(name: &str) -> ApiError {
    ApiError::new(Code::BadRequest, format!("`{name}` cannot be the name of a space"))
        .hint("it has letters from A to Z, digits, `-` and `_`")
        .because(Reason::QueueSpace, [("space", name)])
}

#[cfg(feature = "online")]
async fn server(options: &QueueOptions) -> Result<Arc<dyn Queue>, ApiError> {
    let found = options.find(&SystemKeys);
    Ok(Arc::new(proviso_kit::queue::JetStream::open(options.clone(), found).await?))
}

#[cfg(not(feature = "online"))]
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
    #[serde(with = "proviso_kit::paths")]
    pub path: PathBuf,
    /// What is asked for.
    pub(super) job: Job,
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
    /// When it was planned.
    #[serde(default)]
    pub created_at_ms: i64,
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
    /// Those that were cancelled before they were done.
    pub n_cancelled: usize,
    /// Who works on what: documents by their workers.
    pub working: BTreeMap<String, Vec<String>>,
}

/// Writes down what is to be converted; nothing is sent yet.
pub fn plan(
    app: &App,
    paths: &[PathBuf],
    document_type: Option<&str>,
    max_attempts: Option<u32>,
    confirm: Option<u32>,
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
            confirm,
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
    let batch = Batch { id, queue, entries, created_at_ms: app.clock.now_ms() };
    let body =
        serde_json::to_vec(&batch).map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
    write_atomically(&file(app, &batch.id)?, &body)?;
    // Asked for again it goes on, whether it had ended or not.
    match std::fs::remove_file(ended_mark(app, &batch.id)?) {
        Err(err) if err.kind() != std::io::ErrorKind::NotFound => {
            Err(ApiError::from_error(Code::Storage, &err))
        }
        _ => Ok(batch),
    }
}

pub(super) fn folder(app: &App) -> Result<PathBuf, ApiError> {
    Ok(app.space()?.workspace.private().join("batches"))
}

fn file(app: &App, id: &str) -> Result<PathBuf, ApiError> {
    if id.is_empty() || !id.chars().all(|it| it.is_ascii_hexdigit()) {
        return Err(unknown(id));
    }
    Ok(folder(app)?.join(format!("{id}.json")))
}

/// Whether a batch was ever planned in the workspace that is open.
pub(crate) fn any(app: &App) -> bool {
    folder(app).is_ok_and(|it| it.is_dir())
}

/// What lies beside a batch of which nothing is left: lists need not look into it.
pub(super) fn ended_mark(app: &App, id: &str) -> Result<PathBuf, ApiError> {
    Ok(file(app, id)?.with_extension("ended"))
}

fn unknown(id: &str) -> ApiError {
    ApiError::new(Code::NotFound, format!("no batch `{id}` in this workspace"))
        .hint("`proviso batch DIR --queue …` prints the name of its batch")
        .because(Reason::BatchMissing, [])
}

/// A batch that was planned here.
pub fn find(app: &App, id: &str) -> Result<Batch, ApiError> {
    let body = read_own(&file(app, id)?).map_err(|_| unknown(id))?;
    serde_json::from_slice(&body).map_err(|err| ApiError::from_error(Code::Storage, &err))
}

/// What was found when a batch was sent: where its endings are to be looked for.
#[derive(Debug)]
pub struct Sent {
    /// What was not done then ends behind this place.
    place: u64,
    /// The keys of jobs that had a result already.
    done: Vec<String>,
}

/// Puts a batch's documents and jobs into the queue, the jobs in its order. A queue that is full, or
/// gone for a while, is waited for; `told` hears of it.
pub async fn send(
    app: &App,
    queue: &dyn Queue,
    batch: &Batch,
    told: &(dyn Fn(&ApiError) + Send + Sync),
) -> Result<Sent, ApiError> {
    let place = loop {
        match queue.place().await {
            Ok(it) => break it,
            Err(err) => waited(passes(&err), err, told).await?,
        }
    };
    let mut done = Vec::new();
    // Made before the stream: what is spawned must not hold a closure over borrowed entries.
    let all: Vec<_> =
        open_of(app, batch)?.into_iter().map(|it| kept(queue, it, told).boxed()).collect();
    let mut all = stream::iter(all).buffered(BODIES);
    while let Some(job) = all.try_next().await? {
        let offered = loop {
            match queue.offer(job).await {
                Ok(it) => break it,
                Err(err) => waited(passes(&err), err, told).await?,
            }
        };
        done.extend((offered == Offered::Done).then(|| job.key()));
    }
    Ok(Sent { place, done })
}

/// Puts a document into the queue's store, and says for which job.
async fn kept<'a>(
    queue: &dyn Queue,
    it: &'a BatchEntry,
    told: &(dyn Fn(&ApiError) + Send + Sync),
) -> Result<&'a Job, ApiError> {
    while let Err(err) = queue.keep(&it.job.document, &it.path).await {
        waited(passes(&err), err, told).await?;
    }
    Ok(&it.job)
}

/// Whether what is wrong with a queue may be over by itself.
fn passes(err: &QueueError) -> bool {
    matches!(err, QueueError::Full { .. } | QueueError::Failed { .. })
}

/// What of a batch was not taken in yet.
fn open_of<'a>(app: &App, batch: &'a Batch) -> Result<Vec<&'a BatchEntry>, ApiError> {
    let space = app.space()?;
    let mut open = Vec::new();
    for it in &batch.entries {
        if !space.store.carried(&it.job.key())?.is_some_and(|it| it.whole) {
            open.push(it);
        }
    }
    Ok(open)
}

/// Leaves a queue in trouble alone for a while, where that passes.
async fn waited(
    passes: bool,
    err: QueueError,
    told: &(dyn Fn(&ApiError) + Send + Sync),
) -> Result<(), ApiError> {
    if !passes {
        return Err(err.into());
    }
    told(&err.into());
    tokio::time::sleep(PAUSE).await;
    Ok(())
}

/// What was taken in of a batch's document, or why it could not be.
pub type Collected = (PathBuf, Result<RunHead, ApiError>);

/// Whether it is this machine that could not take a result in, such as one without room: the queue has
/// it still, and the batch has not ended.
pub(crate) fn waits_for_us(it: &Collected) -> Option<&ApiError> {
    it.1.as_ref().err().filter(|it| it.code == Code::Storage)
}

/// Takes in what is done of a batch; one that was just `sent`, until all of it is done or cancelled,
/// in the order in which it ends. `heard` hears of each document. Says how many were cancelled.
///
/// What it costs depends on the batch, and on what ends while it is followed; not on what else is
/// kept in the queue's space.
pub async fn collect(
    app: &App,
    queue: &dyn Queue,
    batch: &Batch,
    sent: Option<Sent>,
    heard: &(dyn Fn(&Collected) + Send + Sync),
    told: &(dyn Fn(&ApiError) + Send + Sync),
) -> Result<usize, ApiError> {
    let follow = sent.is_some();
    let space = app.space()?;
    let n_waiting = AtomicUsize::new(0);
    let heard = &|it: &Collected| {
        n_waiting.fetch_add(usize::from(waits_for_us(it).is_some()), Ordering::Relaxed);
        heard(it);
    };
    let mut open: BTreeMap<String, &BatchEntry> = BTreeMap::new();
    for it in &batch.entries {
        match runs::taken_in(&space, &it.job.key())? {
            Some(summary) => heard(&(it.path.clone(), Ok(summary))),
            None => {
                open.insert(it.job.key(), it);
            }
        }
    }
    let mut n_cancelled = 0;
    let (mut keys, mut place) = match sent {
        Some(Sent { place, done }) => (done, place),
        None => (batch.entries.iter().map(|it| it.job.key()).collect(), 0),
    };
    keys.retain(|it| open.contains_key(it));
    while !keys.is_empty() {
        let ask = |key: String| async move { (queue.ending(&key).await, key) };
        let mut found = stream::iter(std::mem::take(&mut keys)).map(ask).buffered(BODIES);
        while let Some((ending, key)) = found.next().await {
            match ending {
                Ok(it) => n_cancelled += ended(app, &mut open, &key, it, heard).await,
                Err(err) => {
                    waited(follow, err, told).await?;
                    keys.push(key);
                }
            }
        }
    }
    while follow && !open.is_empty() {
        let next = match queue.next_ending(place).await {
            Ok(it) => it,
            Err(err) => {
                waited(follow, err, told).await?;
                continue;
            }
        };
        let Some((at, key)) = next else {
            tokio::time::sleep(LOOK).await;
            continue;
        };
        if open.contains_key(&key) {
            match queue.ending(&key).await {
                Ok(it) => n_cancelled += ended(app, &mut open, &key, it, heard).await,
                Err(err) => {
                    waited(follow, err, told).await?;
                    continue;
                }
            }
        }
        place = at;
    }
    if open.is_empty() && n_waiting.into_inner() == 0 {
        write_atomically(&ended_mark(app, &batch.id)?, b"")?;
    }
    Ok(n_cancelled)
}

/// Takes in how a document's job ended, if it has; says how many are cancelled by that.
async fn ended(
    app: &App,
    open: &mut BTreeMap<String, &BatchEntry>,
    key: &str,
    ending: Option<Ending>,
    heard: &(dyn Fn(&Collected) + Send + Sync),
) -> usize {
    let Some((it, ending)) = open.get(key).copied().zip(ending) else { return 0 };
    open.remove(key);
    match ending {
        Ending::Cancelled => 1,
        Ending::Done(outcome) => {
            let taken = take_in(app, it, &outcome.body).await;
            heard(&(it.path.clone(), taken));
            0
        }
    }
}

async fn take_in(app: &App, it: &BatchEntry, body: &[u8]) -> Result<RunHead, ApiError> {
    let parcel: Parcel =
        serde_json::from_slice(body).map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
    runs::unpack(app, &it.job, &it.path, parcel).await
}

/// How far a batch is.
pub async fn status(app: &App, queue: &dyn Queue, batch: &Batch) -> Result<BatchStatus, ApiError> {
    let open = open_of(app, batch)?;
    let n_documents = batch.entries.len();
    let n_collected = n_documents - open.len();
    let mut status = BatchStatus { n_documents, n_collected, ..BatchStatus::default() };
    let ask = |it: &BatchEntry| {
        let (key, name) = (it.job.key(), it.job.name.clone());
        async move { queue.standing(&key).await.map(|it| (it, name)) }
    };
    let mut all = stream::iter(open).map(ask).buffered(AT_ONCE);
    while let Some((standing, name)) = all.try_next().await? {
        match standing {
            Standing::Open => {}
            Standing::With(worker) => status.working.entry(worker).or_default().push(name),
            Standing::Done => status.n_done += 1,
            Standing::Cancelled => status.n_cancelled += 1,
        }
    }
    Ok(status)
}

/// Takes what nobody has finished out of the queue; says how many that were.
pub async fn cancel(app: &App, queue: &dyn Queue, batch: &Batch) -> Result<usize, ApiError> {
    let all: Vec<_> = open_of(app, batch)?.into_iter().map(|it| queue.cancel(&it.job)).collect();
    let mut all = stream::iter(all).buffer_unordered(AT_ONCE);
    let mut n = 0;
    while let Some(was_there) = all.try_next().await? {
        n += usize::from(was_there);
    }
    Ok(n)
}
