//! The queue of runs: how many go on at a time, and how one is told to stop.
//!
//! **Invariant:** a run that waits is in the database and locked by this process already, so its
//! number is known at once, and it is found interrupted where the process dies before its turn.
//! Turns come in the order of asking.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use proviso_core::event::Happening;
use proviso_core::ports::{Entry, Ledger};
use proviso_core::run::Severity;
use tokio::sync::{Notify, Semaphore};

use super::start::Prepared;
use super::{going, ledger};
use crate::{ApiError, App, Code};

/// Runs that may wait; more is a mistake of the asker's.
const MAX_WAITING: usize = 2_000;

/// Tells a run to stop, once.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    notify: Notify,
    interrupted: AtomicBool,
}

/// Why a run was told to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    /// A person does not want it.
    Cancelled,
    /// The program ends; the run can be taken up again.
    Interrupted,
}

impl Stop {
    pub(crate) fn cancel(&self) {
        self.notify.notify_one();
    }
    pub(crate) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::SeqCst);
        self.notify.notify_one();
    }
    /// Comes back when it is to stop, also where that was said before anybody waited.
    pub(crate) async fn asked(&self) -> Why {
        self.notify.notified().await;
        if self.interrupted.load(Ordering::SeqCst) { Why::Interrupted } else { Why::Cancelled }
    }
}

/// Turns for runs that nobody awaits.
#[derive(Debug)]
pub(crate) struct Queue {
    turns: Arc<Semaphore>,
    parallel: Mutex<u32>,
    waiting: Arc<AtomicUsize>,
}

impl Queue {
    pub(crate) fn new(parallel: u32) -> Queue {
        Queue {
            turns: Arc::new(Semaphore::new(parallel as usize)),
            parallel: Mutex::new(parallel),
            waiting: Arc::default(),
        }
    }

    /// How many runs go on at a time.
    pub(crate) fn parallel(&self) -> u32 {
        *self.parallel.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes it; runs under way go on, so fewer takes effect as they end.
    pub(crate) fn resize(&self, parallel: u32) {
        let mut now = self.parallel.lock().unwrap_or_else(PoisonError::into_inner);
        if parallel > *now {
            self.turns.add_permits((parallel - *now) as usize);
        } else if parallel < *now {
            let (turns, fewer) = (Arc::clone(&self.turns), *now - parallel);
            tokio::spawn(async move {
                // Fails only for a semaphore that was closed, and nobody closes this one.
                if let Ok(turns) = turns.acquire_many_owned(fewer).await {
                    turns.forget();
                }
            });
        }
        *now = parallel;
    }

    pub(crate) fn has_room(&self) -> Result<(), ApiError> {
        if self.waiting.load(Ordering::SeqCst) < MAX_WAITING {
            return Ok(());
        }
        let message = format!("{MAX_WAITING} runs are waiting already");
        Err(ApiError::new(Code::QueueFull, message).hint("wait until some have ended"))
    }
}

/// One that waits, however its waiting ends.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Lets a run wait for its turn and then go; its number comes back at once.
pub(crate) fn enqueue(app: &Arc<App>, run: Prepared) -> Result<i64, ApiError> {
    let id = run.claim.run;
    let n_before = app.queue.waiting.fetch_add(1, Ordering::SeqCst);
    let waiting = Waiting(Arc::clone(&app.queue.waiting));
    let message = match n_before {
        0 => "waits for its turn".to_owned(),
        n => format!("waits for its turn behind {n} others"),
    };
    let n_before = u32::try_from(n_before).unwrap_or(u32::MAX);
    ledger::of(app, &run).append(Entry {
        stage: None,
        document_id: None,
        severity: Severity::Info,
        message,
        happening: Happening::RunQueued { n_before },
    })?;
    let stop = app.enter(id);
    let (app, turns) = (Arc::clone(app), Arc::clone(&app.queue.turns));
    tokio::spawn(async move {
        let turn = tokio::select! {
            biased;
            why = stop.asked() => Err(why),
            turn = turns.acquire_owned() => Ok(turn),
        };
        drop(waiting);
        let ended = match turn {
            Err(why) => going::stopped_before(&app, run, why),
            // The turn is held until the run is over.
            Ok(_turn) => going::go(&app, run, &stop).await,
        };
        if let Err(err) = ended {
            // It stands in the run's row and its events, where people look for it.
            tracing::debug!(run = id, error = %err, "a run in the background failed");
        }
    });
    Ok(id)
}
