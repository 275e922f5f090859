//! The embedded checker beside the compiler, so that every machine has one that judges.
//!
//! It computes in threads of its own: a proof can be deep, and deep things need stack. A thread that
//! has judged waits for another module, since it keeps what it has worked out of the library.
//!
//! **Invariant:** only *accepted* is an acceptance. A panic, a thread that cannot be started, too
//! little time and everything that the kernel does not know are *outside*.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::{Builder, ThreadId};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proviso_core::idris::emit;
use proviso_core::judge::{Judge, KERNEL, Said};
use proviso_core::ports::{CheckJob, CheckReport, Checker, CheckerError};
use proviso_core::run::Module;
use proviso_kernel::{Budget, Judgement, Text, judge};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::process::patience::WIDE;

/// Whether the kernel's word counts: `false` takes it out of every verdict.
pub const DECIDES: bool = true;
/// The variable that takes it out of one process, being `none`.
pub const VARIABLE: &str = "PROVISO_KERNEL";

/// Enough for a year of an account, ten thousand rows.
const BUDGET: Budget = Budget { steps: 200_000_000, depth: 100_000 };
/// Address space for a depth of [`BUDGET`] in a build without optimisation; what is not used takes
/// no memory.
const STACK: usize = 1 << 30;
/// Threads at once.
const MOST: usize = 4;
/// A thread that was not asked for so long gives its stack and its library back.
const IDLE: Duration = Duration::from_secs(60);

/// A compiler with the kernel beside it.
pub struct WithKernel {
    compiler: Arc<dyn Checker>,
    permits: Arc<Semaphore>,
    waiting: Arc<Waiting>,
}

/// The threads that wait and how they are asked, the last one that has judged at the end.
type Waiting = Mutex<Vec<(ThreadId, Sender<Work>)>>;

/// What a thread is asked, and who hears it.
struct Work {
    modules: Vec<Module>,
    target: String,
    say: oneshot::Sender<(Said, Option<String>)>,
    permit: OwnedSemaphorePermit,
}

impl WithKernel {
    /// Over a compiler, which may be missing.
    pub fn new(compiler: Arc<dyn Checker>) -> WithKernel {
        let permits = Arc::new(Semaphore::new(MOST));
        WithKernel { compiler, permits, waiting: Arc::default() }
    }

    async fn ask(&self, job: &CheckJob) -> Judge {
        let began = Instant::now();
        // What is judged ends by its steps; a busy machine is to give no other answer for a year of an
        // account, which takes ten seconds on an idle one.
        let patience = job.timeout().saturating_mul(WIDE);
        let answer = tokio::time::timeout(patience, self.answer(job)).await;
        let (said, why) = answer.unwrap_or_else(|_| {
            let seconds = patience.as_secs_f32();
            (Said::Outside, Some(format!("no answer within {seconds} s")))
        });
        let took_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Judge { name: KERNEL.to_owned(), version, said, why, took_ms }
    }

    /// A thread that waits, or a new one.
    fn thread(&self) -> std::io::Result<Sender<Work>> {
        let last = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some((_, it)) = last {
            return Ok(it);
        }
        let (ask, asked) = channel();
        let (again, waiting) = (ask.clone(), Arc::downgrade(&self.waiting));
        let thread = Builder::new().name("kernel".to_owned()).stack_size(STACK);
        thread.spawn(move || answers(&asked, &again, &waiting))?;
        Ok(ask)
    }

    async fn answer(&self, job: &CheckJob) -> (Said, Option<String>) {
        let outside = |why: String| (Said::Outside, Some(why));
        // The thread holds it: whoever asked may be gone before the thread is.
        let permit = match Arc::clone(&self.permits).acquire_owned().await {
            Ok(it) => it,
            Err(err) => return outside(err.to_string()),
        };
        let (say, heard) = oneshot::channel();
        let (modules, target) = (job.modules().to_vec(), job.target().to_owned());
        let thread = match self.thread() {
            Ok(it) => it,
            Err(err) => return outside(format!("it could not be started: {err}")),
        };
        // A thread that is gone does not answer, and that is heard.
        let _ = thread.send(Work { modules, target, say, permit });
        heard.await.unwrap_or_else(|_| outside("the kernel failed".to_owned()))
    }
}

/// What a thread does: it answers, for as long as it is asked now and then.
fn answers(asked: &Receiver<Work>, again: &Sender<Work>, waiting: &Weak<Waiting>) {
    let id = std::thread::current().id();
    loop {
        let Ok(work) = asked.recv_timeout(IDLE) else {
            let Some(waiting) = waiting.upgrade() else { return };
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(at) = waiting.iter().position(|it| it.0 == id) else {
                // Somebody has just taken it to ask it.
                continue;
            };
            waiting.remove(at);
            return;
        };
        let answer = judged(&work.modules, &work.target);
        // It waits before it is heard that it is done: the next module is for this thread.
        if let Some(waiting) = waiting.upgrade() {
            waiting.lock().unwrap_or_else(PoisonError::into_inner).push((id, again.clone()));
        }
        drop(work.permit);
        // Nobody may be there any more to hear it.
        let _ = work.say.send(answer);
    }
}

/// Whether the kernel is asked here.
fn decides() -> bool {
    DECIDES && std::env::var_os(VARIABLE).is_none_or(|it| it != "none")
}

fn judged(modules: &[Module], target: &str) -> (Said, Option<String>) {
    let core = emit::core();
    let texts: Vec<Text<'_>> = modules
        .iter()
        .map(|it| Text { name: &it.name, text: &it.text, carried: *it == core })
        .collect();
    match judge(&texts, target, BUDGET) {
        Judgement::Accepted => (Said::Accepted, None),
        Judgement::Refused(place) => (Said::Refused, Some(place.to_string())),
        Judgement::Outside(place) => (Said::Outside, Some(place.to_string())),
    }
}

impl Checker for WithKernel {
    fn check<'a>(&'a self, job: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        self.compiler.check(job)
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        self.compiler.version()
    }
    fn judge<'a>(
        &'a self,
        job: &'a CheckJob,
    ) -> BoxFuture<'a, Result<Option<Judge>, CheckerError>> {
        async move { Ok(if decides() { Some(self.ask(job).await) } else { None }) }.boxed()
    }
}
