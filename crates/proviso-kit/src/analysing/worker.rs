//! The process of one analysis: a question comes in, an answer goes out.
//!
//! **Invariant:** it limits itself before it reads a byte, opens nothing, and answers once, or dies.

use std::io::{self, Read as _, Write as _};
use std::process::ExitCode;

use proviso_core::analysis::bounded::study;
use proviso_core::ports::OnTheSpot;

use super::{Heard, HeardAsks, StudyLimits};
use crate::process::own::limit_itself;

/// The hidden first argument.
pub const ARGUMENT: &str = "__proviso-study-worker";

/// Bytes of a question: thousands of pages.
const MAX_QUESTION: u64 = 2 << 30;

/// Serves as the worker of one analysis if the program was started as one; the status to exit with.
pub fn run_if_worker() -> Option<ExitCode> {
    let is_worker = std::env::args_os().nth(1).is_some_and(|it| it == ARGUMENT);
    is_worker.then(|| {
        let mut arguments = std::env::args().skip(2).map(|it| it.parse::<u64>().ok());
        let limits = StudyLimits::default();
        let memory = arguments.next().flatten().unwrap_or(limits.memory_mib);
        let seconds = arguments.next().flatten().unwrap_or(limits.timeout.as_secs());
        limit_itself(memory, seconds);
        // Who asked is told by how this ends.
        match answer() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_gone) => ExitCode::FAILURE,
        }
    })
}

fn answer() -> io::Result<()> {
    let mut question = Vec::new();
    io::stdin().lock().take(MAX_QUESTION).read_to_end(&mut question)?;
    let heard: Heard = serde_json::from_slice(&question)?;
    drop(question);
    let Heard { types, documents, budget, asks } = heard;
    let answer = match asks {
        HeardAsks::Study { document_type } => {
            serde_json::to_vec(&study(&documents, &types, document_type.as_deref(), budget))?
        }
        HeardAsks::Why { of, asked } => {
            serde_json::to_vec(&OnTheSpot(budget).told(&types, &documents, &of, asked))?
        }
    };
    let mut out = io::stdout().lock();
    out.write_all(&answer)?;
    out.flush()
}
