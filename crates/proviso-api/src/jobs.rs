//! What waits and what goes on: turns of runs, which of them go on here, and how one is told to stop.
//!
//! **Invariant:** turns come in the order of asking; beside them there is one for what a person asked for
//! by itself, so that a document never waits behind a folder of others. A run is told to stop once.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use proviso_kit::record::Arriving;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::{ApiError, Code};

/// Runs that may wait; more is a mistake of the asker's.
pub(crate) const MAX_WAITING: usize = 2_000;

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

/// The runs of this process.
#[derive(Debug)]
pub(crate) struct Jobs {
    pub(crate) queue: Queue,
    /// Pages of documents that are being read.
    pub(crate) arriving: Arc<Arriving>,
    running: Mutex<BTreeMap<i64, Arc<Stop>>>,
    /// Texts that are being checked while they are typed, by run.
    typed: Mutex<BTreeMap<i64, Arc<Stop>>>,
    /// Whether nothing is to begin any more.
    stopped: AtomicBool,
    /// Runs that are over and not told of yet.
    ending: AtomicUsize,
    /// Told whenever the end of a run has been told.
    left: Notify,
}

impl Jobs {
    pub(crate) fn new(parallel: u32) -> Jobs {
        Jobs {
            queue: Queue::new(parallel),
            arriving: Arc::default(),
            running: Mutex::default(),
            typed: Mutex::default(),
            stopped: AtomicBool::new(false),
            ending: AtomicUsize::new(0),
            left: Notify::new(),
        }
    }

    /// Registers a run as under way; what comes back says when it is to stop.
    pub(crate) fn enter(&self, run: i64) -> Arc<Stop> {
        let stop = Arc::new(Stop::default());
        let mut running = self.running();
        running.insert(run, Arc::clone(&stop));
        if self.stopped.load(Ordering::SeqCst) {
            stop.cancel();
        }
        stop
    }

    /// A run is over; what comes back is held until everybody has been told so. It is not ours any more
    /// before that, since who hears of its end may go on with it at once.
    pub(crate) fn leave(&self, run: i64) -> Leaving<'_> {
        self.ending.fetch_add(1, Ordering::SeqCst);
        self.running().remove(&run);
        self.arriving.forget(run);
        Leaving(self)
    }

    /// Whether a run is waiting or under way here.
    pub(crate) fn is_ours(&self, run: i64) -> bool {
        self.running().contains_key(&run)
    }

    /// How many are.
    pub(crate) fn n_running(&self) -> usize {
        self.running().len()
    }

    /// Stops a run that is waiting or under way here; `false` where it is not.
    pub(crate) fn cancel(&self, run: i64) -> bool {
        self.running().get(&run).map(|it| it.cancel()).is_some()
    }

    /// Stops every run that is under way here, and every one that would still begin.
    pub(crate) fn stop_all(&self, how: impl Fn(&Stop)) {
        self.stopped.store(true, Ordering::SeqCst);
        for it in self.running().values() {
            how(it);
        }
    }

    /// Waits until none is under way and the end of each has been told; `false` where that takes longer.
    pub(crate) async fn over(&self, patience: Duration) -> bool {
        let over = async {
            loop {
                // Made before it is looked, so that nothing that ends in between goes unheard.
                let left = self.left.notified();
                if self.n_running() == 0 && self.ending.load(Ordering::SeqCst) == 0 {
                    return;
                }
                left.await;
            }
        };
        tokio::time::timeout(patience, over).await.is_ok()
    }

    /// Texts that are being checked while they are typed, by run.
    pub(crate) fn typed(&self) -> MutexGuard<'_, BTreeMap<i64, Arc<Stop>>> {
        self.typed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<i64, Arc<Stop>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A run whose end is being told.
pub(crate) struct Leaving<'a>(&'a Jobs);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.ending.fetch_sub(1, Ordering::SeqCst);
        self.0.left.notify_waiters();
    }
}

/// Who waits for a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Awaited {
    /// A person, for this one.
    Alone,
    /// Nobody for this one of many: several files at once, a watched folder.
    AmongMany,
}

/// Turns for runs in the background.
#[derive(Debug)]
pub(crate) struct Queue {
    turns: Arc<Semaphore>,
    /// The turn of runs that are awaited alone, which they take where no other is free.
    express: Arc<Semaphore>,
    parallel: Mutex<u32>,
    /// How many wait, awaited alone and among many.
    waiting: [Arc<AtomicUsize>; 2],
}

impl Queue {
    pub(crate) fn new(parallel: u32) -> Queue {
        Queue {
            turns: Arc::new(Semaphore::new(parallel as usize)),
            express: Arc::new(Semaphore::new(1)),
            parallel: Mutex::new(parallel),
            waiting: Default::default(),
        }
    }

    /// Enters the line, and tells how many stand before.
    pub(crate) fn line_up(&self, awaited: Awaited) -> (usize, Waiting) {
        let [alone, many] = &self.waiting;
        let (own, others) = match awaited {
            Awaited::Alone => (alone, 0),
            Awaited::AmongMany => (many, alone.load(Ordering::SeqCst)),
        };
        (own.fetch_add(1, Ordering::SeqCst) + others, Waiting(Arc::clone(own)))
    }

    /// A turn, once there is one; none where the queue is gone.
    pub(crate) fn turn(
        &self,
        awaited: Awaited,
    ) -> impl Future<Output = Option<OwnedSemaphorePermit>> + use<> {
        let (turns, express) = (Arc::clone(&self.turns), Arc::clone(&self.express));
        async move {
            match awaited {
                Awaited::AmongMany => turns.acquire_owned().await.ok(),
                Awaited::Alone => tokio::select! {
                    biased;
                    it = turns.acquire_owned() => it.ok(),
                    it = express.acquire_owned() => it.ok(),
                },
            }
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
        let waiting: usize = self.waiting.iter().map(|it| it.load(Ordering::SeqCst)).sum();
        if waiting < MAX_WAITING {
            return Ok(());
        }
        let message = format!("{MAX_WAITING} runs are waiting already");
        Err(ApiError::new(Code::QueueFull, message).hint("wait until some have ended"))
    }
}

/// One that waits, however its waiting ends.
pub(crate) struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicI64;

    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn what_a_person_awaits_does_not_wait_behind_a_folder() {
        let queue = Queue::new(1);
        let now = |awaited| queue.turn(awaited).now_or_never().flatten();
        let of_folder = now(Awaited::AmongMany);
        assert!(of_folder.is_some(), "the one turn that there is");
        assert!(now(Awaited::AmongMany).is_none(), "the next of the folder waits");
        let alone = now(Awaited::Alone);
        assert!(alone.is_some(), "a person's does not");
        assert!(now(Awaited::Alone).is_none(), "a person's second does");
        drop(alone);
        assert!(now(Awaited::AmongMany).is_none(), "the turn of persons is not a folder's");
        let alone = now(Awaited::Alone);
        drop(of_folder);
        assert!(now(Awaited::Alone).is_some(), "any free turn serves a person");
        drop(alone);
    }

    #[tokio::test]
    async fn who_waits_for_the_end_of_all_hears_of_the_last_one() {
        let jobs = Jobs::new(1);
        let (stops, told) = ([1, 2].map(|it| jobs.enter(it)), AtomicI64::new(0));
        jobs.stop_all(Stop::interrupt);
        let ends = async {
            for (run, stop) in (1..).zip(&stops) {
                assert_eq!(stop.asked().await, Why::Interrupted);
                let leaving = jobs.leave(run);
                tokio::task::yield_now().await;
                told.store(run, Ordering::SeqCst);
                drop(leaving);
                tokio::task::yield_now().await;
            }
        };
        let over = async {
            let in_time = jobs.over(Duration::from_secs(90)).await;
            (in_time, told.load(Ordering::SeqCst))
        };
        let (over, ()) = futures_util::join!(over, ends);
        assert_eq!(over, (true, 2), "the last one was told of before");
        assert_eq!(jobs.enter(3).asked().await, Why::Cancelled, "nothing begins any more");
        assert!(!jobs.over(Duration::ZERO).await, "one is there");
    }

    #[test]
    fn the_line_is_told_as_it_is() {
        let queue = Queue::new(1);
        let line = [Awaited::AmongMany, Awaited::Alone, Awaited::Alone, Awaited::AmongMany];
        let stood: Vec<(usize, Waiting)> = line.iter().map(|it| queue.line_up(*it)).collect();
        let before: Vec<usize> = stood.iter().map(|it| it.0).collect();
        assert_eq!(before, [0, 0, 1, 3], "a folder's wait behind persons', not the other way");
        drop(stood);
        assert_eq!(queue.line_up(Awaited::AmongMany).0, 0, "all have left");
    }
}
