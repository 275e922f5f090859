//! The compiler of a run: every answer of it is kept beside the run.
//!
//! **Invariant:** an answer is stored before anything is concluded from it.

use std::sync::Arc;

use crate::open::OpenWorkspace;
use crate::store::KeptAnswer;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::judge::{Judge, KERNEL};
use proviso_core::ports::{CheckJob, CheckReport, Checker, CheckerError};

/// A checker that keeps what another one answers.
pub struct KeepingChecker {
    /// Who answers.
    pub inner: Arc<dyn Checker>,
    /// Where it is kept.
    pub space: Arc<OpenWorkspace>,
    /// Beside which run.
    pub run: i64,
    /// See [`Checker::spares`].
    pub spares: bool,
}

impl KeepingChecker {
    async fn ask(&self, job: &CheckJob) -> Result<CheckReport, CheckerError> {
        let answer = self.inner.check(job).await;
        let kept = match &answer {
            Ok(report) => KeptAnswer::Report(report.clone()),
            Err(CheckerError::TimedOut(after)) => {
                let after_ms = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
                KeptAnswer::TimedOut { after_ms }
            }
            Err(CheckerError::NotFound { looked }) => {
                KeptAnswer::NotFound { looked: looked.clone() }
            }
            // What is about this machine at this moment ends the run; it is no answer.
            Err(_) => return answer,
        };
        self.keep(job, &job.sha256(), &kept)?;
        answer
    }

    async fn judged(&self, job: &CheckJob) -> Result<Option<Judge>, CheckerError> {
        let Some(judge) = self.inner.judge(job).await? else { return Ok(None) };
        self.keep(job, &of_kernel(job), &KeptAnswer::Judged(judge.clone()))?;
        Ok(Some(judge))
    }

    fn keep(&self, job: &CheckJob, key: &str, answer: &KeptAnswer) -> Result<(), CheckerError> {
        let target = job.target().to_owned();
        self.space
            .store
            .check_keep(self.run, key, answer)
            .map_err(|err| CheckerError::NotKept { target, source: Box::new(err) })
    }
}

/// The embedded checker alone: what it says is there at once.
pub struct KernelOnly(pub Arc<dyn Checker>);

impl Checker for KernelOnly {
    fn check<'a>(&'a self, _: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        ready(Err(CheckerError::NotFound { looked: Vec::new() })).boxed()
    }
    fn judge<'a>(
        &'a self,
        job: &'a CheckJob,
    ) -> BoxFuture<'a, Result<Option<Judge>, CheckerError>> {
        self.0.judge(job)
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        ready(Err(CheckerError::NotFound { looked: Vec::new() })).boxed()
    }
}

/// What the embedded checker's word is kept by, beside the compiler's.
pub fn of_kernel(job: &CheckJob) -> String {
    format!("{KERNEL}:{}", job.sha256())
}

impl Checker for KeepingChecker {
    fn check<'a>(&'a self, job: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        self.ask(job).boxed()
    }
    fn judge<'a>(
        &'a self,
        job: &'a CheckJob,
    ) -> BoxFuture<'a, Result<Option<Judge>, CheckerError>> {
        self.judged(job).boxed()
    }
    fn spares(&self, _job: &CheckJob) -> bool {
        self.spares
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        self.inner.version()
    }
}
