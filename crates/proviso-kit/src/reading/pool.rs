//! Worker processes, kept warm: a bounded number, each with the file it has loaded.
//!
//! **Invariant:** a worker is in the pool only while it is idle and in step with the protocol;
//! one that is late, silent or out of step, or whose user was cancelled, is killed.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::BufReader;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use super::protocol::{Answer, Key, Refusal, Request, ask, hear};
use crate::process::group::Group;
use crate::process::own::{self, Needs};
use crate::process::patience::patiently;
use crate::process::{is_aborted, is_out_of_time};

/// A worker that worked this long is replaced, so that leaks and its own limit of processor time
/// never matter.
const MAX_BUSY: Duration = Duration::from_secs(600);

/// Page images come and go: glibc keeps their memory for the next one instead of fetching pages of
/// memory from the system anew, which costs time on every scan. Other systems ignore it.
const REUSE: &str = "glibc.malloc.mmap_threshold=67108864:glibc.malloc.trim_threshold=134217728";

/// How to start a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerProgram {
    /// The program: usually the running one.
    pub path: PathBuf,
    /// Its arguments; the reader adds its limits and languages.
    pub args: Vec<OsString>,
}

impl WorkerProgram {
    /// The running program, with the hidden argument that makes it a worker.
    ///
    /// # Errors
    /// When the system does not tell where the running program is.
    pub fn this_one() -> std::io::Result<WorkerProgram> {
        let path = std::env::current_exe()?;
        Ok(WorkerProgram { path, args: vec![super::worker::ARGUMENT.into()] })
    }
}

/// Why a worker gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fall {
    /// It was killed after this long by the clock.
    Late(Duration),
    /// The system ended it, since it had taken this much processor time.
    Exhausted(Duration),
    /// It ended, or said something that is no answer.
    Died(String),
    /// It could not be started.
    Unstartable(String),
    /// It is well, but the file is locked.
    Locked,
}

impl Fall {
    /// For people.
    pub(crate) fn reason(&self) -> String {
        match self {
            Fall::Late(after) => format!("no result within {} s", after.as_secs_f32()),
            Fall::Exhausted(limit) => {
                format!("no result within {} s of processor time", limit.as_secs_f32())
            }
            Fall::Died(how) => format!("the reading worker died ({how})"),
            Fall::Unstartable(why) => why.clone(),
            Fall::Locked => "the file is locked with a password".to_owned(),
        }
    }
}

/// A file as all workers get it.
#[derive(Debug)]
pub(crate) struct Blob {
    /// Tells files apart: their SHA-256.
    pub(crate) id: String,
    /// All of it.
    pub(crate) bytes: Vec<u8>,
    /// What may open it, should it be locked.
    pub(crate) keys: Vec<Key>,
}

impl Blob {
    /// For questions that are about no file.
    pub(crate) fn none() -> Blob {
        Blob { id: String::new(), bytes: Vec::new(), keys: Vec::new() }
    }
}

/// The idle workers and the right to have one.
#[derive(Debug)]
pub(crate) struct Pool {
    program: WorkerProgram,
    permits: Arc<Semaphore>,
    /// One more, for what is done in a moment: text and pictures that somebody waits for must not
    /// wait behind the recognition of a batch.
    express: Arc<Semaphore>,
    idle: Mutex<Vec<Worker>>,
}

impl Pool {
    pub(crate) fn new(program: WorkerProgram, size: usize) -> Pool {
        let permits = Arc::new(Semaphore::new(size.max(1)));
        let express = Arc::new(Semaphore::new(1));
        Pool { program, permits, express, idle: Mutex::new(Vec::new()) }
    }

    pub(crate) fn program(&self) -> &WorkerProgram {
        &self.program
    }

    /// Waits for the right to use a worker for long; one that has this file is preferred.
    pub(crate) async fn borrow_for_long<'a>(&'a self, blob: &'a Blob) -> Result<Lease<'a>, Fall> {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        self.lease(blob, permit)
    }

    /// The same for a moment: the wait is as short.
    pub(crate) async fn borrow<'a>(&'a self, blob: &'a Blob) -> Result<Lease<'a>, Fall> {
        let permit = tokio::select! {
            biased;
            it = Arc::clone(&self.permits).acquire_owned() => it,
            it = Arc::clone(&self.express).acquire_owned() => it,
        };
        self.lease(blob, permit)
    }

    fn lease<'a>(
        &'a self,
        blob: &'a Blob,
        permit: Result<OwnedSemaphorePermit, AcquireError>,
    ) -> Result<Lease<'a>, Fall> {
        let permit = permit.map_err(|it| Fall::Unstartable(it.to_string()))?;
        let mut lease = Lease { pool: self, blob, worker: None, _permit: permit };
        let mut idle = self.idle();
        let known = idle.iter().position(|it| it.loaded.as_deref() == Some(&blob.id));
        lease.worker = known.map(|it| idle.swap_remove(it)).or_else(|| idle.pop());
        Ok(lease)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        // A panic while the lock was held leaves a list that is still a list.
        self.idle.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The right to use one worker for one file, across its deaths.
pub(crate) struct Lease<'a> {
    pool: &'a Pool,
    blob: &'a Blob,
    worker: Option<Worker>,
    _permit: OwnedSemaphorePermit,
}

impl Lease<'_> {
    /// Makes sure that a worker is there and has the file; what it says of the file.
    pub(crate) async fn load(&mut self, limit: Duration) -> Result<Answer, Fall> {
        self.tell(Request::Load { keys: self.blob.keys.clone() }, limit).await?;
        let answer = self.answer(limit).await?;
        if let Some(worker) = &mut self.worker
            && matches!(answer, Answer::Loaded { .. })
        {
            worker.loaded = Some(self.blob.id.clone());
        }
        Ok(answer)
    }

    /// Sends a request about the file, loading it first where needed.
    pub(crate) async fn request(&mut self, request: Request, limit: Duration) -> Result<(), Fall> {
        let has_it =
            self.worker.as_ref().is_some_and(|it| it.loaded.as_deref() == Some(&self.blob.id));
        if !has_it {
            match self.load(limit).await? {
                Answer::Loaded { .. } => {}
                Answer::Refused(Refusal::Locked) => return Err(Fall::Locked),
                other => return Err(Fall::Died(format!("it refused the file: {other:?}"))),
            }
        }
        self.tell(request, limit).await
    }

    /// Asks for the documents in the file, which the worker then forgets.
    pub(crate) async fn unpack(&mut self, limit: Duration) -> Result<(), Fall> {
        self.tell(Request::Unpack, limit).await
    }

    /// Asks what recognizes page images; the worker forgets the file it had.
    pub(crate) async fn recognition(&mut self, limit: Duration) -> Result<Answer, Fall> {
        self.tell(Request::Recognition, limit).await?;
        self.answer(limit).await
    }

    async fn tell(&mut self, request: Request, limit: Duration) -> Result<(), Fall> {
        if self.worker.is_none() {
            self.worker = Some(Worker::start(&self.pool.program).await?);
        }
        let Some(worker) = &mut self.worker else { return Ok(()) };
        worker.asked = Instant::now();
        if matches!(request, Request::Load { .. } | Request::Recognition | Request::Unpack) {
            worker.loaded = None;
        }
        let bytes: &[u8] = match request {
            Request::Load { .. } | Request::Unpack => &self.blob.bytes,
            _ => &[],
        };
        let sent = ask(&mut worker.stdin, &request, bytes);
        let sent = patiently(worker.group.id(), limit, sent).await;
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(self.bury(limit).await),
            Err(after) => Err(self.kill(after)),
        }
    }

    /// The next answer, within so much processor time of the worker.
    pub(crate) async fn answer(&mut self, limit: Duration) -> Result<Answer, Fall> {
        let Some(worker) = &mut self.worker else {
            return Err(Fall::Died("it is gone".to_owned()));
        };
        match patiently(worker.group.id(), limit, hear(&mut worker.stdout)).await {
            Ok(Ok(Some(answer))) => {
                worker.busy += worker.asked.elapsed();
                worker.asked = Instant::now();
                Ok(answer)
            }
            Ok(Ok(None)) => Err(self.bury(limit).await),
            Ok(Err(error)) => {
                self.worker = None;
                Err(Fall::Died(error.to_string()))
            }
            Err(after) => Err(self.kill(after)),
        }
    }

    fn kill(&mut self, after: Duration) -> Fall {
        self.worker = None;
        Fall::Late(after)
    }

    /// Asks a worker whose streams are closed how it ended.
    async fn bury(&mut self, limit: Duration) -> Fall {
        let Some(mut worker) = self.worker.take() else {
            return Fall::Died("it is gone".to_owned());
        };
        match tokio::time::timeout(Duration::from_secs(5), worker.group.wait()).await {
            Ok(Ok(status)) if is_out_of_time(status) => Fall::Exhausted(limit),
            // What Rust and C++ do where no memory is left, or an assertion fails.
            Ok(Ok(status)) if is_aborted(status) => {
                Fall::Died("it ended itself, as when a file needs more memory than it may".into())
            }
            Ok(Ok(status)) => Fall::Died(status.to_string()),
            Ok(Err(error)) => Fall::Died(error.to_string()),
            Err(_) => Fall::Died("it closed its streams".to_owned()),
        }
    }

    /// Gives the worker back; to be called when no answer is outstanding.
    pub(crate) fn done(mut self) {
        if let Some(worker) = self.worker.take()
            && worker.busy < MAX_BUSY
        {
            self.pool.idle().push(worker);
        }
    }
}

/// What a reader needs beside the system's own folders: the data that recognition is told to take,
/// and the fonts of this machine's user.
fn data_and_fonts() -> Vec<PathBuf> {
    let data = std::env::var_os("TESSDATA_PREFIX").map(PathBuf::from);
    let fonts = std::env::home_dir()
        .into_iter()
        .flat_map(|home| [".fonts", ".local/share/fonts"].map(|it| home.join(it)));
    data.into_iter().chain(fonts).collect()
}

/// A running worker process.
#[derive(Debug)]
struct Worker {
    // Dropped first: killing, of all that it may have started, comes before closing the streams.
    group: Group,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    /// The id of the file it has.
    loaded: Option<String>,
    busy: Duration,
    asked: Instant,
}

impl Worker {
    async fn start(program: &WorkerProgram) -> Result<Worker, Fall> {
        let failed = |it: std::io::Error| {
            Fall::Unstartable(format!("cannot start `{}`: {it}", program.path.display()))
        };
        let needs = Needs {
            // What names Tesseract's data, and whose fonts there are.
            variables: &["TESSDATA_PREFIX", "HOME"],
            // Tesseract's threads slow each other down; pages are what runs side by side.
            set: &[("OMP_THREAD_LIMIT", "1"), ("GLIBC_TUNABLES", REUSE)],
            readable: data_and_fonts(),
        };
        let mut group = own::start(&program.path, &program.args, needs).await.map_err(failed)?;
        let (Some(stdin), Some(stdout), _) = group.streams() else {
            return Err(Fall::Unstartable("the worker has no streams".to_owned()));
        };
        let stdout = BufReader::with_capacity(64 << 10, stdout);
        let (loaded, busy, asked) = (None, Duration::ZERO, Instant::now());
        Ok(Worker { group, stdin, stdout, loaded, busy, asked })
    }
}
