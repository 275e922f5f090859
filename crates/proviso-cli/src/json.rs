//! What `--json` prints of runs: `proviso.run/1` of one with all that it made, `proviso.head/1` of one
//! in a list, `proviso.failure/1` of documents that could not be converted, and `proviso.error/1` of a
//! command that could not be carried out.
//!
//! **Invariant:** within a version no key goes away or changes its name, its type or its meaning; keys
//! may be added. A key is always there, `null` or empty where there is nothing to say, but for
//! `events`, which are asked for. `docs/json.md` is made from the words on the types.
//!
//! The types are this module's own, though they resemble what goes to the window: that wire changes
//! with the window, and programs that read `--json` do not. Words of the vocabulary (`verdict`, `tone`,
//! `origin` …) are the core's, as they lie in the database.

mod parts;
#[cfg(test)]
mod tests;

use proviso_api::runs::{RunHead, RunView};
use proviso_api::{ApiError, RunEvent, Verdict};
use serde::Serialize;

use self::parts::{Error, Head, Of as _, Run};

/// Something printed, with the version of its shape before it.
#[derive(Debug, Serialize)]
pub(crate) struct Printed {
    schema: &'static str,
    #[serde(flatten)]
    answer: Answer,
}

/// What is printed.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    /// A run with all that it made.
    Run {
        #[serde(flatten)]
        run: Box<Run>,
        /// Its events as they are logged, if they were asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        events: Option<Vec<RunEvent>>,
    },
    /// A run in short.
    Head(Box<Head>),
    /// Documents that could not be converted.
    Failure {
        /// The files as they were named.
        reference_docs: Vec<String>,
        /// Always `failed`.
        verdict: Verdict,
        /// Why.
        error: Box<Error>,
    },
    /// Nothing: the command could not be carried out.
    Error {
        /// Why.
        error: Box<Error>,
    },
}

/// A run with all that it made, and with its events if they are given.
pub(crate) fn run(it: &RunView, events: Option<Vec<RunEvent>>) -> Printed {
    Printed { schema: "proviso.run/1", answer: Answer::Run { run: Box::new(Run::of(it)), events } }
}

/// A run in a list.
pub(crate) fn head(it: &RunHead) -> Printed {
    Printed { schema: "proviso.head/1", answer: Answer::Head(Box::new(Head::of(it))) }
}

/// A command that could not be carried out.
pub(crate) fn error(err: &ApiError) -> Printed {
    let error = Box::new(Error::of(err));
    Printed { schema: "proviso.error/1", answer: Answer::Error { error } }
}

/// Documents that could not be converted, as they were named.
pub(crate) fn failure(reference_docs: Vec<String>, err: &ApiError) -> Printed {
    let error = Box::new(Error::of(err));
    let answer = Answer::Failure { reference_docs, verdict: Verdict::Failed, error };
    Printed { schema: "proviso.failure/1", answer }
}
