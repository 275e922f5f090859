//! Work that is spread over machines: documents by their hash, jobs over them, one result for each.
//!
//! **Invariant:** a job is delivered at least once, and its key has one ending: the first result, or
//! that it was cancelled before there was one. Whoever takes a job holds it for as long as it gives
//! signs of life; then the next one may have it. A document that no worker comes back from is given
//! up after [`MAX_WORKERS`].

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use crate::hex::sha256;

/// Workers that may be lost over one job.
pub const MAX_WORKERS: usize = 3;

/// What a document is to be converted with, beside the program. Nothing of it is a secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobOptions {
    /// The project's name, which is chosen where the results go to.
    pub project: String,
    /// A document type that a person chose.
    pub document_type: Option<String>,
    /// Checked texts by an engine.
    pub max_attempts: u32,
    /// Of so many documents the compiler judges one whatever Proviso's own checker says, none of them
    /// where it is 0; all if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm: Option<u32>,
    /// Time for one check.
    pub check_timeout_ms: u64,
    /// Languages of recognition; none takes what is installed.
    pub ocr_languages: Option<Vec<String>>,
}

/// One document to convert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// SHA-256 of the file in lower-case hex.
    pub document: String,
    /// The file's name, without folders.
    pub name: String,
    /// Which program may take it: its version, and of what it has built in.
    pub program: String,
    /// How.
    pub options: JobOptions,
}

impl Job {
    /// What its result is known by: SHA-256 of all that it says, in lower-case hex.
    pub fn key(&self) -> String {
        let all = serde_json::to_vec(self).expect("a job has only texts and numbers");
        sha256(all)
    }
}

/// A job in the hands of a worker.
#[derive(Debug, Clone)]
pub struct Lease {
    /// What is to be done.
    pub job: Job,
    /// Who has it.
    pub worker: String,
    /// Who had it before, and neither finished nor gave it back.
    pub lost: Vec<String>,
    /// What the queue knows it by.
    pub ticket: String,
}

impl Lease {
    /// Why it is not to be tried again, where it is not.
    pub fn given_up(&self) -> Option<String> {
        (self.lost.len() >= MAX_WORKERS).then(|| {
            let n = self.lost.len();
            format!("{n} workers took the document and none came back: {}", self.lost.join(", "))
        })
    }
}

/// What came of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// SHA-256 of what two workers must agree on: no times, no numbers of runs.
    pub digest: String,
    /// All of it.
    pub body: Vec<u8>,
}

impl Outcome {
    /// An outcome with what of it is comparable.
    pub fn new(comparable: &[u8], body: Vec<u8>) -> Outcome {
        Outcome { digest: sha256(comparable), body }
    }
}

/// How a job ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// With a result.
    Done(Outcome),
    /// It was cancelled, and not offered again since.
    Cancelled,
}

/// How it stands with a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has it: it waits, or was never offered, or is kept no longer.
    Open,
    /// A worker has it: the last of those that took it and neither finished nor gave it back.
    With(String),
    /// There is a result.
    Done,
    /// It was cancelled.
    Cancelled,
}

/// What became of an offered job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offered {
    /// It waits, or somebody works on it.
    Waits,
    /// Its key has a result.
    Done,
}

/// What became of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finished {
    /// It is the one.
    First,
    /// There was one already, and it says the same.
    Same,
    /// There was one already, which says something else, and counts.
    Differs,
    /// The job was cancelled meanwhile, and nobody asks for it any more.
    Cancelled,
}

/// Spreads jobs over workers. Its limits push back: what does not fit is [`QueueError::Full`].
pub trait Queue: Send + Sync {
    /// Keeps a document under its hash; one that is there already, and not about to be forgotten, is as
    /// good. A file that has another hash is [`QueueError::Changed`].
    fn keep<'a>(&'a self, sha256: &'a str, from: &'a Path)
    -> BoxFuture<'a, Result<(), QueueError>>;
    /// Writes a document to a file; says whether there is one.
    fn fetch<'a>(
        &'a self,
        sha256: &'a str,
        to: &'a Path,
    ) -> BoxFuture<'a, Result<bool, QueueError>>;
    /// Puts a job into the queue, unless it is there or has a result. One that was cancelled is one
    /// that can be offered.
    fn offer<'a>(&'a self, job: &'a Job) -> BoxFuture<'a, Result<Offered, QueueError>>;
    /// The next job for a program; none where none came in the time given.
    fn take<'a>(
        &'a self,
        program: &'a str,
        worker: &'a str,
        patience: Duration,
    ) -> BoxFuture<'a, Result<Option<Lease>, QueueError>>;
    /// How long a job stays with a worker that says nothing.
    fn lease(&self) -> Duration;
    /// A sign of life. That of a worker which has lost its job does no harm.
    fn beat<'a>(&'a self, lease: &'a Lease) -> BoxFuture<'a, Result<(), QueueError>>;
    /// Gives a job back, for another worker to take at once. A worker that has lost it gives nothing.
    fn give_back<'a>(&'a self, lease: &'a Lease) -> BoxFuture<'a, Result<(), QueueError>>;
    /// Stores the result, then takes the job out of the queue. Doing it twice does no harm.
    fn finish<'a>(
        &'a self,
        lease: &'a Lease,
        outcome: &'a Outcome,
    ) -> BoxFuture<'a, Result<Finished, QueueError>>;
    /// Takes a job out of the queue; says whether it was there. What a worker that has it makes of
    /// it is dropped.
    fn cancel<'a>(&'a self, job: &'a Job) -> BoxFuture<'a, Result<bool, QueueError>>;
    /// How a key's job ended, if it has.
    fn ending<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Ending>, QueueError>>;
    /// How it stands with a key's job.
    fn standing<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Standing, QueueError>>;
    /// The place of the last ending so far; what ends from now on comes behind it.
    fn place(&self) -> BoxFuture<'_, Result<u64, QueueError>>;
    /// The key of the next ending behind a place in their order, and its own place; from 0. A job
    /// that is offered again has none any more.
    fn next_ending(&self, after: u64) -> BoxFuture<'_, Result<Option<(u64, String)>, QueueError>>;
}

/// Why a queue does not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// Nobody answers there.
    #[error("no queue answers at `{address}`")]
    Unreachable {
        /// Where.
        address: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// It answers, and does not let us in.
    #[error("the queue at `{address}` refuses these credentials")]
    Refused {
        /// Where.
        address: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// It lets in nobody who does not say who one is.
    #[error("the queue at `{address}` lets in nobody without credentials")]
    Closed {
        /// Where.
        address: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// It knows these credentials, and does not let them do that.
    #[error("these credentials may not use the space `{space}` at `{address}`")]
    Denied {
        /// Where.
        address: String,
        /// Whose jobs.
        space: String,
        /// What the server says.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// It shows a certificate that nobody whom we trust stands for.
    #[error("the certificate that the queue at `{address}` shows is not to be trusted")]
    Untrusted {
        /// Where.
        address: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// It wants to see a certificate of ours, and we have shown none that it trusts.
    #[error("the queue at `{address}` wants a certificate that it trusts")]
    Uncertified {
        /// Where.
        address: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// No server can be meant by that.
    #[error("`{address}` is no address of a queue")]
    Address {
        /// What was given.
        address: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// What was kept as a secret is none that a server could know.
    #[error("what `{from}` holds is neither credentials nor the seed of an nkey")]
    Secret {
        /// The variable, the entry of the keyring or the file.
        from: String,
    },
    /// A file of credentials cannot be used, or a file of the queue's own or a document's.
    #[error("cannot use `{}`", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A file is not what it was when it was to be sent.
    #[error("`{}` has changed since it was sent", .path.display())]
    Changed {
        /// Which.
        path: PathBuf,
    },
    /// It has no room at the moment.
    #[error("the queue at `{address}` is full")]
    Full {
        /// Where.
        address: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// It failed.
    #[error("cannot {doing} at `{address}`")]
    Failed {
        /// What was being done.
        doing: &'static str,
        /// Where.
        address: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        let options = JobOptions {
            project: "Quote".to_owned(),
            document_type: None,
            max_attempts: 5,
            confirm: None,
            check_timeout_ms: 30_000,
            ocr_languages: None,
        };
        let (document, name) = ("00".to_owned(), "quote.txt".to_owned());
        Job { document, name, program: "0.1.0-aa".to_owned(), options }
    }

    #[test]
    fn a_key_is_of_the_document_the_options_and_the_program() {
        let one = job();
        assert_eq!(one.key(), job().key());
        let other = Job { document: "01".to_owned(), ..job() };
        assert_ne!(one.key(), other.key());
        let other = Job { program: "0.2.0-aa".to_owned(), ..job() };
        assert_ne!(one.key(), other.key());
        let mut other = job();
        other.options.max_attempts = 4;
        assert_ne!(one.key(), other.key());
    }

    #[test]
    fn three_lost_workers_are_enough() {
        let lost = |n: usize| (0..n).map(|it| format!("w{it}")).collect();
        let lease =
            |n| Lease { job: job(), worker: "w9".to_owned(), lost: lost(n), ticket: String::new() };
        assert_eq!(lease(2).given_up(), None);
        let said = lease(3).given_up().unwrap();
        assert_eq!(said, "3 workers took the document and none came back: w0, w1, w2");
    }
}
