//! The watched folder: documents that come to lie in it are converted by themselves.
//!
//! The folder is looked at every second. Notifications of the system would be quicker by half a
//! second, and are silent on network shares, which is where scanners put their files.
//!
//! **Invariant:** what is ready is told by [`Watched`]; a file is taken once its runs wait for their turn,
//! or can never.

use std::sync::{Arc, Weak};
use std::time::Duration;

use proviso_kit::open::OpenWorkspace;
use proviso_kit::watched::Watched;

use crate::documents::{Contents, contents};
use crate::jobs::Awaited;
use crate::runs::{self, ConvertReq};
use crate::{ApiError, App, Code};

/// How often the folder is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// A folder under watch, and whose it is.
struct Watcher {
    space: Arc<OpenWorkspace>,
    watched: Watched,
}

/// Watches until the application is gone.
pub(crate) async fn watch(app: Weak<App>) {
    let mut watcher: Option<Watcher> = None;
    loop {
        tokio::time::sleep(LOOK).await;
        let Some(app) = app.upgrade() else { return };
        let now = app.state();
        let wanted = now.kept.shared.watched_folder.as_ref().zip(now.space.clone());
        let Some((folder, space)) = wanted else {
            watcher = None;
            continue;
        };
        let is_its = |it: &Watcher| it.watched.folder() == folder && Arc::ptr_eq(&it.space, &space);
        if !watcher.as_ref().is_some_and(is_its) {
            // The old one's lock goes first.
            drop(watcher.take());
            let begun = Watched::begin(folder, &space.workspace.private());
            let begun = told(begun.map_err(ApiError::from)).flatten();
            watcher = begun.map(|watched| Watcher { space, watched });
        }
        if let Some(it) = &mut watcher {
            told(look(&mut it.watched, &app).await);
        }
    }
}

/// A folder that cannot be looked at now can be at the next look.
fn told<T>(it: Result<T, ApiError>) -> Option<T> {
    it.inspect_err(|err| tracing::warn!(error = %err, "cannot watch the folder")).ok()
}

/// Takes what is ready.
async fn look(watched: &mut Watched, app: &Arc<App>) -> Result<(), ApiError> {
    for name in watched.look(app.clock.ticks_ms())? {
        // Where no more may wait, it has its turn at a later look.
        app.jobs.queue.has_room()?;
        let path = watched.path(&name);
        let Contents { documents, left_out } = contents(app, vec![path.clone()]).await;
        for err in left_out {
            told::<()>(Err(err));
        }
        for document in documents {
            let is_itself = document == path;
            let req = ConvertReq { paths: vec![document], ..ConvertReq::default() };
            match runs::prepare_over_copies(app, req).await {
                Ok(run) => {
                    runs::enqueue(app, run, Awaited::AmongMany)?;
                }
                // Its project is being worked on, or the disk is full: again at the next look.
                Err(err) if is_itself && matches!(err.code, Code::ProjectBusy | Code::Storage) => {
                    return Err(err);
                }
                Err(err) => {
                    told::<()>(Err(err));
                }
            }
        }
        watched.taken(&name);
    }
    Ok(watched.keep()?)
}
