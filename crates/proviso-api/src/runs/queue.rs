//! The queue of runs: each waits for its turn and then goes.
//!
//! **Invariant:** a run that waits is in the database and locked by this process already, so its
//! number is known at once, and it is found interrupted where the process dies before its turn.

use std::sync::Arc;

use proviso_core::event::{Happening, RunEvent};
use proviso_core::ports::{Entry, Ledger};
use proviso_core::run::{Severity, Verdict};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::{RunFilter, RunRow};

use super::going;
use super::prepared::Prepared;
use super::start::resume;
use crate::jobs::{Awaited, MAX_WAITING};
use crate::{ApiError, App, Code};

/// Lets a run wait for its turn and then go; its number comes back at once.
pub(crate) fn enqueue(app: &Arc<App>, run: Prepared, awaited: Awaited) -> Result<i64, ApiError> {
    let id = run.claim.run;
    let (n_before, waiting) = app.jobs.queue.line_up(awaited);
    let message = match n_before {
        0 => "waits for its turn".to_owned(),
        n => format!("waits for its turn behind {n} others"),
    };
    let n_before = u32::try_from(n_before).unwrap_or(u32::MAX);
    app.ledger(Arc::clone(&run.space), id).append(Entry {
        stage: None,
        document_id: None,
        severity: Severity::Info,
        message,
        happening: Happening::RunQueued { n_before },
    })?;
    let stop = app.jobs.enter(id);
    let (app, turn) = (Arc::clone(app), app.jobs.queue.turn(awaited));
    tokio::spawn(async move {
        let turn = tokio::select! {
            biased;
            why = stop.asked() => Err(why),
            turn = turn => Ok(turn),
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

/// Lets runs wait again whose turn had not come when their program ended. Those that were under way
/// offer to go on; these were only asked for, and still are.
pub(crate) fn wait_again(app: &Arc<App>) -> Result<(), ApiError> {
    let records = app.records()?;
    super::sweep(&records)?;
    let space = records.space;
    let filter = RunFilter {
        verdicts: vec![Verdict::Interrupted],
        limit: u32::try_from(MAX_WAITING).unwrap_or(u32::MAX),
        ..RunFilter::default()
    };
    let (rows, _) = space.store.runs_found(&filter)?;
    for row in rows.into_iter().rev().filter(|it| it.started_at_ms.is_none()) {
        app.jobs.queue.has_room()?;
        let run = row.id;
        let waits = || {
            if is_still_wanted(&space, &row)? {
                enqueue(app, resume(app, Arc::clone(&space), row, None)?, Awaited::AmongMany)?;
            }
            Ok(())
        };
        match waits() {
            // Another run on its project goes on, here or elsewhere.
            Err(ApiError { code: Code::ProjectBusy, .. }) | Ok(()) => {}
            // It stays interrupted, and is no reason to let the others down.
            Err(err) => tracing::warn!(run, error = %err, "a run that waited cannot wait again"),
        }
    }
    Ok(())
}

/// Whether a run whose turn had not come is all that was ever asked for on its project, and all that
/// it was asked for is stored: one that was taken up again may have waited with a person's text.
fn is_still_wanted(space: &OpenWorkspace, row: &RunRow) -> Result<bool, ApiError> {
    let stored = &space.store;
    if row.n_attempts > 0 || stored.runs(Some(&row.project))?.iter().any(|it| it.id > row.id) {
        return Ok(false);
    }
    // A text needs an analysis, which such a run made in an earlier life of its own, or began with.
    let resumed = |it: &RunEvent| {
        matches!(it.happening, Happening::RunStarted { .. } | Happening::RunResumed { .. })
    };
    Ok(row.found_type.is_none() || !stored.events(row.id, 0)?.iter().any(resumed))
}
