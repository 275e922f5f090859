//! Checking: what is asked of who judges, and what is answered.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hex::hex;
use crate::judge::Judge;
use crate::run::{Diagnostic, Module};

/// One check: all modules of one source tree. Its texts are prints of what was understood; only
/// [`crate::idris::admit`] makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckJob {
    modules: Vec<Module>,
    target: String,
    timeout: Duration,
}

impl CheckJob {
    /// A job of texts that were printed.
    pub(crate) fn printed(modules: Vec<Module>, target: String, timeout: Duration) -> CheckJob {
        CheckJob { modules, target, timeout }
    }

    /// A job of texts that nobody has read, for tests of what is behind the door.
    #[cfg(feature = "unread-jobs")]
    pub fn unread(modules: Vec<Module>, target: &str, timeout: Duration) -> CheckJob {
        CheckJob { modules, target: target.to_owned(), timeout }
    }

    /// Every module that may be imported, and the target.
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// The module to check; with it all that it imports.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// How long it may take.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// The same for an earlier module, without those behind it.
    #[must_use]
    pub fn up_to(mut self, target: &str) -> CheckJob {
        if let Some(at) = self.modules.iter().position(|it| it.name == target) {
            self.modules.truncate(at + 1);
            self.target = target.to_owned();
        }
        self
    }

    /// SHA-256 of what is asked, in lower-case hex: the target and every text, not the time limit.
    pub fn sha256(&self) -> String {
        let mut hash = Sha256::new();
        let texts = self.modules.iter().flat_map(|it| [it.name.as_str(), it.text.as_str()]);
        for part in [self.target.as_str()].into_iter().chain(texts) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        hex(hash.finalize())
    }
}

/// What the compiler said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckReport {
    /// `0.8.0`.
    pub compiler: String,
    /// Accepted means all of it: exit status 0, no `Error` in the output, and this very target's
    /// TTC freshly written.
    pub accepted: bool,
    /// Messages, in the order printed.
    pub diagnostics: Vec<Diagnostic>,
    /// Both streams as printed, bounded.
    pub output: String,
    /// How long the compiler ran.
    pub took_ms: i64,
}

/// Typechecks modules. A program that does not check is a report, not an error.
pub trait Checker: Send + Sync {
    /// Runs one check in a fresh directory of its own.
    fn check<'a>(&'a self, job: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>>;
    /// The compiler's version, or why there is none.
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>>;
    /// What the embedded checker says of the same; none where there is no such checker.
    fn judge<'a>(
        &'a self,
        _job: &'a CheckJob,
    ) -> BoxFuture<'a, Result<Option<Judge>, CheckerError>> {
        ready(Ok(None)).boxed()
    }
    /// Whether the compiler is left alone where the embedded checker accepts; its word can be had
    /// later.
    fn spares(&self, _job: &CheckJob) -> bool {
        false
    }
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum CheckerError {
    /// No compiler; where it was looked for.
    #[error("no `idris2` found (looked at {})", .looked.join(", "))]
    NotFound {
        /// Setting, environment, PATH, usual places.
        looked: Vec<String>,
    },
    /// Too slow.
    #[error("`idris2` gave no answer within {0:?}")]
    TimedOut(Duration),
    /// Could not be started or watched.
    #[error("failed to run `{program}`")]
    Spawn {
        /// The program.
        program: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// Its directory could not be made.
    #[error("cannot prepare `{}` for a check", .path.display())]
    Prepare {
        /// Where.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// What it answered cannot be stored.
    #[error("cannot store the compiler's answer about `{target}`")]
    NotKept {
        /// The module.
        target: String,
        /// Why not.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The replaying checker has no answer for this text.
    #[error("no recorded answer for `{target}` (run `cargo xtask record` where `idris2` is)")]
    NotRecorded {
        /// The module.
        target: String,
    },
}
