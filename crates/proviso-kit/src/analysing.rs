//! Analyses in a process of their own: the port [`Study`] over this program, started again.
//!
//! An analysis is ours and no parser of others, but what it is given is anybody's. Apart from the
//! program it can be ended at any step, has a memory of its own to use up, and leaves requests of
//! others alone.
//!
//! **Invariant:** one process per question, which begins with nothing and ends with its answer, and is
//! killed where nobody waits for that any more. What takes too much of the machine is asked once more
//! in smaller parts, and then is an error with a reason; the program itself is never in danger.
//!
//! Workers kept warm, like those of reading, would save some 30 ms per paper and carry what one paper
//! did over into the next.

pub mod worker;

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proviso_core::analysis::Analysis;
use proviso_core::analysis::bounded::{Budget, Studied};
use proviso_core::analysis::reasons::Why;
use proviso_core::analysis::why::Asked;
use proviso_core::doctype::DocumentTypes;
use proviso_core::document::Document;
use proviso_core::ports::{AnalyzeTask, EngineError, Study};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::Semaphore;

use crate::process::own::{self, Needs};
use crate::process::patience::patiently;
use crate::process::{is_aborted, is_out_of_time};
use crate::reading::WorkerProgram;

/// Bytes of an answer; that of a paper of two thousand pages is a tenth of it.
const MAX_ANSWER: u64 = 1 << 30;

/// The time of so many pieces is what a paper gets at most.
const MOST_PIECES: usize = 8;

/// What one analysis may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StudyLimits {
    /// Beyond it, a paper is analysed in parts.
    pub budget: Budget,
    /// Processor time of what is analysed in one piece; a longer paper gets it as many times over, up to
    /// [`MOST_PIECES`]. The budget ends what takes long, the same on every machine; this is for what it
    /// does not count.
    pub timeout: Duration,
    /// Address space, MiB; where the system has such a limit.
    pub memory_mib: u64,
}

impl Default for StudyLimits {
    fn default() -> StudyLimits {
        StudyLimits {
            budget: Budget::default(),
            timeout: Duration::from_secs(60),
            memory_mib: 2_048,
        }
    }
}

/// Computes analyses in processes of their own, as many at a time as there are processors.
#[derive(Debug)]
pub struct WorkerStudy {
    program: WorkerProgram,
    limits: StudyLimits,
    permits: Arc<Semaphore>,
}

/// What a worker is asked.
#[derive(Debug, Clone, Copy, Serialize)]
struct Question<'a> {
    types: &'a DocumentTypes,
    documents: &'a [Document],
    budget: Budget,
    asks: Asks<'a>,
}

#[derive(Debug, Clone, Copy, Serialize)]
enum Asks<'a> {
    Study { document_type: Option<&'a str> },
    Why { of: &'a Analysis, asked: Asked },
}

/// The same, as the worker hears it.
#[derive(Debug, Deserialize)]
struct Heard {
    types: DocumentTypes,
    documents: Vec<Document>,
    budget: Budget,
    asks: HeardAsks,
}

#[derive(Debug, Deserialize)]
enum HeardAsks {
    Study { document_type: Option<String> },
    Why { of: Box<Analysis>, asked: Asked },
}

/// Why there was no answer.
#[derive(Debug)]
enum Fall {
    /// It took more than it may of the machine.
    Exhausted(String),
    /// It ended otherwise, or could not be started.
    Died(String),
}

fn died(it: impl std::fmt::Display) -> Fall {
    Fall::Died(it.to_string())
}

impl WorkerStudy {
    /// Computes by a program that calls [`crate::worker::run_if_worker`] first.
    pub fn new(program: &WorkerProgram, limits: StudyLimits) -> WorkerStudy {
        let program = WorkerProgram { path: program.path.clone(), args: Vec::new() };
        WorkerStudy { program, limits, permits: Arc::new(Semaphore::new(own::at_a_time())) }
    }

    /// How many pieces documents are at least.
    fn n_pieces(&self, documents: &[Document]) -> u32 {
        let n_words: usize = documents.iter().map(Document::n_words).sum();
        let n = n_words.div_ceil(self.limits.budget.words.max(1)).clamp(1, MOST_PIECES);
        u32::try_from(n).unwrap_or(1)
    }

    /// Asks, and asks once more for smaller parts where the first question took too much.
    async fn ask<T: for<'de> Deserialize<'de> + Send + 'static>(
        &self,
        types: &DocumentTypes,
        documents: &[Document],
        asks: Asks<'_>,
    ) -> Result<T, EngineError> {
        // Who is to split one has to know which, and how large it is.
        let of = || {
            let one = |it: &Document| format!("`{}`, {} words", it.name, it.n_words());
            documents.iter().map(one).collect::<Vec<_>>().join("; ")
        };
        let failed = |it: Fall| {
            let (Fall::Died(reason) | Fall::Exhausted(reason)) = it;
            EngineError::Exhausted { reason: format!("{reason} ({})", of()) }
        };
        let permit = self.permits.acquire().await;
        let _permit = permit.map_err(|it| failed(died(it)))?;
        let budget = self.limits.budget;
        let mut question = Question { types, documents, budget, asks };
        match self.answer(&question).await {
            Err(Fall::Exhausted(reason)) => tracing::warn!("an analysis is asked again: {reason}"),
            done => return done.map_err(failed),
        }
        question.budget = budget.reduced();
        self.answer(&question).await.map_err(failed)
    }

    async fn answer<T: for<'de> Deserialize<'de> + Send + 'static>(
        &self,
        question: &Question<'_>,
    ) -> Result<T, Fall> {
        let timeout = self.limits.timeout * self.n_pieces(question.documents);
        let args = [
            worker::ARGUMENT.into(),
            self.limits.memory_mib.to_string().into(),
            timeout.as_secs().max(1).to_string().into(),
        ];
        let question = serde_json::to_vec(question).map_err(died)?;
        let needs = Needs::default();
        let mut group = own::start(&self.program.path, &args, needs).await.map_err(|it| {
            Fall::Died(format!("cannot start `{}`: {it}", self.program.path.display()))
        })?;
        let (Some(mut stdin), Some(stdout), _) = group.streams() else {
            return Err(Fall::Died("the worker has no streams".to_owned()));
        };
        let mut answer = Vec::new();
        let id = group.id();
        let all = async {
            // One that dies while it is asked says why by how it ended.
            let _broken = stdin.write_all(&question).await;
            let _broken = stdin.shutdown().await;
            drop(stdin);
            drop(question);
            stdout.take(MAX_ANSWER).read_to_end(&mut answer).await?;
            group.wait().await
        };
        let status = match patiently(id, timeout, all).await {
            Ok(status) => status.map_err(died)?,
            Err(after) => {
                return Err(Fall::Exhausted(format!("no result within {} s", after.as_secs())));
            }
        };
        if is_out_of_time(status) {
            let limit = timeout.as_secs();
            return Err(Fall::Exhausted(format!("no result within {limit} s of processor time")));
        }
        // What Rust does where no memory is left.
        if is_aborted(status) {
            let limit = self.limits.memory_mib;
            return Err(Fall::Exhausted(format!("it needs more than {limit} MiB of memory")));
        }
        if !status.success() {
            return Err(Fall::Died(format!("the worker died ({status})")));
        }
        // The answer of thousands of pages is parsed beside the requests of others.
        let parsed = tokio::task::spawn_blocking(move || serde_json::from_slice(&answer));
        parsed.await.map_err(died)?.map_err(died)
    }
}

impl Study for WorkerStudy {
    fn study<'a>(
        &'a self,
        types: &'a DocumentTypes,
        task: AnalyzeTask<'a>,
    ) -> BoxFuture<'a, Result<Studied, EngineError>> {
        let asks = Asks::Study { document_type: task.document_type };
        self.ask(types, task.documents, asks).boxed()
    }
    fn why<'a>(
        &'a self,
        types: &'a DocumentTypes,
        documents: &'a [Document],
        of: &'a Analysis,
        asked: Asked,
    ) -> BoxFuture<'a, Result<Why, EngineError>> {
        self.ask(types, documents, Asks::Why { of, asked }).boxed()
    }
}
