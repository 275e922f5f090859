//! Events as they happen, for listeners of any host: per run in order and without gaps.
//!
//! **Invariant:** a listener gets each event of a run once and in order, from the first one that it
//! asked for or heard on; what the stream to it lost is read from the log. Events of other processes
//! on the workspace come too.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Weak};
use std::time::Duration;

use proviso_core::event::{Happening, RunEvent};
use proviso_kit::open::OpenWorkspace;
use tokio::sync::broadcast::{self, error::RecvError};

use crate::{ApiError, App, Code, RunId, runs, watch};

/// How often other processes' writing is looked for; the question costs some microseconds.
const LOOK: Duration = Duration::from_millis(250);

/// A stream of events.
pub struct Live {
    app: Arc<App>,
    events: broadcast::Receiver<RunEvent>,
    /// The number that the next event of each run must have.
    next: BTreeMap<i64, u64>,
    ready: VecDeque<RunEvent>,
}

/// Listens; for the given runs first to what there is from a number on.
pub fn live(app: &Arc<App>, from: &[(RunId, u64)]) -> Result<Live, ApiError> {
    // First the ear, then the log: what happens in between comes twice and is heard once. Runs that
    // waited begin with the first who listens.
    let events = app.subscribe();
    begin_to_follow(app)?;
    let mut live = Live {
        app: Arc::clone(app),
        events,
        next: from.iter().map(|it| (it.0.0, it.1)).collect(),
        ready: VecDeque::new(),
    };
    for (run, _) in from {
        live.catch_up(run.0)?;
    }
    Ok(live)
}

/// Reads `12:34,13:0`: runs, each with the number of the event to go on from.
pub fn parse_from(text: &str) -> Result<Vec<(RunId, u64)>, ApiError> {
    let bad = |part: &str| {
        ApiError::new(Code::BadRequest, format!("`{part}` is not a run and a number"))
            .hint("such are `12:34` and `12:34,13:0`")
    };
    let one = |part: &str| {
        let (run, seq) = part.split_once(':').ok_or_else(|| bad(part))?;
        let run: i64 = run.trim().parse().map_err(|_| bad(part))?;
        Ok((RunId(run), seq.trim().parse().map_err(|_| bad(part))?))
    };
    text.split(',').filter(|it| !it.trim().is_empty()).map(one).collect()
}

impl Live {
    /// The next event; none when the application listens to nobody any more.
    pub async fn next(&mut self) -> Option<Result<RunEvent, ApiError>> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(Ok(event));
            }
            let heard = match self.events.recv().await {
                Ok(event) => self.take(event),
                Err(RecvError::Lagged(_)) => self.catch_up_all(),
                Err(RecvError::Closed) => return None,
            };
            if let Err(err) = heard {
                return Some(Err(err));
            }
        }
    }

    fn take(&mut self, event: RunEvent) -> Result<(), ApiError> {
        let Ok(run) = event.run_id.parse::<i64>() else { return Ok(()) };
        // Of a run that nobody asked for, what happens from now on is wanted.
        let next = self.next.entry(run).or_insert(event.seq);
        if event.seq < *next {
            return Ok(());
        }
        if event.seq > *next {
            return self.catch_up(run);
        }
        *next += 1;
        self.ready.push_back(event);
        Ok(())
    }

    fn catch_up(&mut self, run: i64) -> Result<(), ApiError> {
        let from = self.next.get(&run).copied().unwrap_or(0);
        let missed = self.app.space()?.store.events(run, from)?;
        if let Some(last) = missed.last() {
            self.next.insert(run, last.seq + 1);
        }
        self.ready.extend(missed);
        Ok(())
    }

    /// What was lost may be of any run, also of one that began meanwhile.
    fn catch_up_all(&mut self) -> Result<(), ApiError> {
        let known = self.next.keys().next_back().copied().unwrap_or(0);
        let mut runs: Vec<i64> = self.next.keys().copied().collect();
        runs.extend(self.app.space()?.store.runs_moving(known)?);
        runs.sort_unstable();
        runs.dedup();
        for run in runs {
            self.catch_up(run)?;
        }
        Ok(())
    }
}

/// Begins to offer the events of other processes, to watch the folder that is set, and to let runs
/// wait again that waited when a program ended; once.
fn begin_to_follow(app: &Arc<App>) -> Result<(), ApiError> {
    if app.begins_to_follow() {
        // What happens from now on is theirs to tell, not from the first look on.
        let known = app.state().space.clone().map(Follower::begin).transpose()?;
        tokio::spawn(follow(Arc::downgrade(app), known));
        tokio::spawn(watch::watch(Arc::downgrade(app)));
        if let Err(err) = runs::wait_again(app)
            && err.code != Code::WorkspaceMissing
        {
            // They stay interrupted, and can be taken up one by one.
            tracing::warn!(error = %err, "runs that waited cannot wait again");
        }
    }
    Ok(())
}

/// What is known of other processes' runs.
struct Follower {
    space: Arc<OpenWorkspace>,
    version: i64,
    newest: i64,
    next: BTreeMap<i64, u64>,
}

/// Offers the events of other processes until the application is gone.
async fn follow(app: Weak<App>, mut follower: Option<Follower>) {
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(app) = app.upgrade() else { return };
        let Ok(space) = app.space() else { continue };
        let same = follower.as_ref().is_some_and(|it| Arc::ptr_eq(&it.space, &space));
        let looked = if same {
            follower.as_mut().map_or(Ok(()), |it| it.look(&app))
        } else {
            Follower::begin(space).map(|it| follower = Some(it))
        };
        if let Err(err) = looked {
            // A database that is busy now answers at the next look.
            tracing::warn!(error = %err, "cannot follow other processes");
        }
    }
}

impl Follower {
    fn begin(space: Arc<OpenWorkspace>) -> Result<Follower, ApiError> {
        let version = space.store.data_version()?;
        let newest = space.store.runs(None)?.first().map_or(0, |it| it.id);
        let mut next = BTreeMap::new();
        for run in space.store.runs_moving(newest)? {
            next.insert(run, space.store.n_events(run)?);
        }
        Ok(Follower { space, version, newest, next })
    }

    fn look(&mut self, app: &App) -> Result<(), ApiError> {
        let store = &self.space.store;
        let version = store.data_version()?;
        if version == self.version {
            return Ok(());
        }
        for run in store.runs_moving(self.newest)? {
            self.newest = self.newest.max(run);
            self.next.entry(run).or_insert(0);
        }
        let mut over = Vec::new();
        for (run, next) in &mut self.next {
            if app.jobs.is_ours(*run) {
                // Its events are offered as they are stored.
                over.push(*run);
                continue;
            }
            for event in store.events(*run, *next)? {
                *next = event.seq + 1;
                if matches!(event.happening, Happening::RunFinished { .. }) {
                    over.push(*run);
                }
                app.bus.tell(event);
            }
        }
        for run in over {
            // A run that is taken up again moves again; its events are then counted from here.
            let moves = store.run(run)?.is_some_and(|it| it.verdict.is_none());
            if !moves || app.jobs.is_ours(run) {
                self.next.remove(&run);
            }
        }
        self.version = version;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_to_go_on_from_are_read() {
        let read = |text| parse_from(text).map_err(|err| err.message);
        assert_eq!(read("12:34,13:0"), Ok(vec![(RunId(12), 34), (RunId(13), 0)]));
        assert_eq!(read(""), Ok(Vec::new()));
        assert_eq!(read("12"), Err("`12` is not a run and a number".to_owned()));
    }
}
