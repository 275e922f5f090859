//! How far batches are that are followed here.
//!
//! **Invariant:** of a batch that is let go nothing works any more.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::task::JoinHandle;

use crate::ApiError;

/// Where a batch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum BatchState {
    /// Its documents are on their way to the queue.
    Sending,
    /// Workers have it, and what they make is taken in.
    UnderWay,
    /// What nobody has finished is being taken out of the queue.
    Cancelling,
    /// Nobody here follows it; it can go on.
    Paused,
    /// All of it is taken in or cancelled.
    Ended,
}

/// A batch and how far it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BatchView {
    /// Which.
    pub batch: String,
    /// Where it is.
    pub state: BatchState,
    /// Where its jobs are, without what one comes in by.
    pub address: String,
    /// Its documents.
    pub n_documents: u32,
    /// Those that are done and taken in, whatever came of them.
    pub n_done: u32,
    /// Those of them with findings.
    pub n_discrepant: u32,
    /// Those of them that failed.
    pub n_failed: u32,
    /// Those that were cancelled.
    pub n_cancelled: u32,
    /// Documents a minute since it is followed; none where too little time has gone.
    pub per_minute: Option<f64>,
    /// Why it does not go on at the moment.
    pub trouble: Option<ApiError>,
    /// When it was sent first.
    pub created_at_ms: i64,
}

/// The batches that are known in the workspace that is open.
#[derive(Debug, Default)]
pub(crate) struct Followed(Mutex<BTreeMap<String, Arc<Going>>>);

#[derive(Debug)]
pub(super) struct Going {
    n_documents: u32,
    address: String,
    created_at_ms: i64,
    now: Mutex<Progress>,
    /// Held from letting the last one go until the next one is there: two that ask at once are followed
    /// by one task.
    pub(super) task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug, Clone)]
pub(super) struct Progress {
    pub(super) state: BatchState,
    /// Good, with findings, failed.
    pub(super) counts: [u32; 3],
    pub(super) n_cancelled: u32,
    /// Since when it is followed, in ticks, and how many were done then.
    since: i64,
    n_before: u32,
    pub(super) trouble: Option<ApiError>,
}

/// A rate over less time would be one of the start.
const SETTLED_MS: i64 = 1_000;

impl Going {
    pub(super) fn of(
        n_documents: u32,
        address: String,
        created_at_ms: i64,
        counts: [u32; 3],
    ) -> Going {
        let now = Progress {
            state: BatchState::Paused,
            counts,
            n_cancelled: 0,
            since: 0,
            n_before: 0,
            trouble: None,
        };
        Going {
            n_documents,
            address,
            created_at_ms,
            now: Mutex::new(now),
            task: tokio::sync::Mutex::default(),
        }
    }

    pub(super) fn now(&self) -> MutexGuard<'_, Progress> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin(&self, state: BatchState, ticks_ms: i64) {
        let mut now = self.now();
        let n_before = now.counts.iter().sum();
        *now = Progress { state, since: ticks_ms, n_before, trouble: None, ..now.clone() };
    }

    pub(super) fn view(&self, id: &str, ticks_ms: i64) -> BatchView {
        let now = self.now();
        let [_, n_discrepant, n_failed] = now.counts;
        let n_done: u32 = now.counts.iter().sum();
        let (n_new, took_ms) = (n_done.saturating_sub(now.n_before), ticks_ms - now.since);
        let measured = now.state == BatchState::UnderWay && n_new > 0 && took_ms > SETTLED_MS;
        BatchView {
            batch: id.to_owned(),
            state: now.state,
            address: self.address.clone(),
            n_documents: self.n_documents,
            n_done,
            n_discrepant,
            n_failed,
            n_cancelled: now.n_cancelled,
            per_minute: measured.then(|| f64::from(n_new) * 60_000.0 / took_ms as f64),
            trouble: now.trouble.clone(),
            created_at_ms: self.created_at_ms,
        }
    }

    /// Stops following, and waits until nothing of it works any more.
    async fn let_go(&self) {
        self.let_go_for(&mut *self.task.lock().await).await;
    }

    pub(super) async fn let_go_for(&self, task: &mut Option<JoinHandle<()>>) {
        if let Some(task) = task.take() {
            task.abort();
            // That it was aborted is what was wanted.
            let _ended = task.await;
        }
        let mut now = self.now();
        if now.state != BatchState::Ended {
            now.state = BatchState::Paused;
        }
    }
}

impl Followed {
    pub(super) fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Going>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets all of them go, before another workspace is opened.
    pub(crate) async fn let_go(&self) {
        let all = std::mem::take(&mut *self.all());
        for it in all.into_values() {
            it.let_go().await;
        }
    }
}
