//! The watched folder: documents that come to lie in it are converted by themselves.
//!
//! The folder is looked at every second. Notifications of the system would be quicker by half a
//! second, and are silent on network shares, which is where scanners put their files.
//!
//! **Invariant:** a file is taken once in each state (size and time of change) and only when nobody
//! has changed it for a while, so that nothing is read while it is still being written. What lies
//! there when a folder is chosen stays alone; what came while the program was not running is taken.
//! Of several programs on a workspace one watches.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::{Duration, UNIX_EPOCH};

use proviso_kit::open::OpenWorkspace;
use proviso_kit::paths;
use serde::{Deserialize, Serialize};

use crate::documents::{Contents, contents, documents_of};
use crate::jobs::Awaited;
use crate::runs::{self, ConvertReq};
use crate::{ApiError, App, Code};

/// How often the folder is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How long a file must have been left alone.
const SETTLED_MS: i64 = 3_000;
/// Below `.proviso/`.
const FILE: &str = "watched.json";

/// A file in one of its states: bytes, and when they changed last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    size: u64,
    changed_at_ms: i64,
}

/// What is known of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    #[serde(with = "paths")]
    folder: PathBuf,
    /// By name as it is written, what was taken, or lay there before.
    files: BTreeMap<String, Seen>,
}

/// A folder under watch.
#[derive(Debug, Default)]
struct Watch {
    known: Known,
    /// Files that may still be written to: as they were, and since when, in ticks.
    fresh: BTreeMap<String, (Seen, i64)>,
}

impl Watch {
    /// Looks at what lies in the folder now; the files that are ready come back, and stay fresh
    /// until they are [`Watch::taken`].
    fn look(&mut self, there: &BTreeMap<String, Seen>, ticks_ms: i64) -> Vec<String> {
        self.known.files.retain(|name, _| there.contains_key(name));
        self.fresh.retain(|name, _| there.contains_key(name));
        let mut ready = Vec::new();
        for (name, seen) in there {
            if self.known.files.get(name) == Some(seen) {
                self.fresh.remove(name);
                continue;
            }
            let (was, since) = self.fresh.entry(name.clone()).or_insert((*seen, ticks_ms));
            if was != seen {
                (*was, *since) = (*seen, ticks_ms);
            }
            if seen.size > 0 && ticks_ms - *since >= SETTLED_MS {
                ready.push(name.clone());
            }
        }
        ready
    }

    /// Notes that a file is taken as it is.
    fn taken(&mut self, name: &str) {
        if let Some((seen, _)) = self.fresh.remove(name) {
            self.known.files.insert(name.to_owned(), seen);
        }
    }
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
        if !watcher.as_ref().is_some_and(|it| it.is_of(folder, &space)) {
            // The old one's lock goes first.
            drop(watcher.take());
            watcher = told(Watcher::begin(folder, space)).flatten();
        }
        if let Some(it) = &mut watcher {
            told(it.look(&app).await);
        }
    }
}

/// A folder that cannot be looked at now can be at the next look.
fn told<T>(it: Result<T, ApiError>) -> Option<T> {
    it.inspect_err(|err| tracing::warn!(error = %err, "cannot watch the folder")).ok()
}

struct Watcher {
    space: Arc<OpenWorkspace>,
    watch: Watch,
    /// Held as long as this process watches.
    _lock: File,
}

impl Watcher {
    /// None where another process watches.
    fn begin(folder: &Path, space: Arc<OpenWorkspace>) -> Result<Option<Watcher>, ApiError> {
        let private = space.workspace.private();
        let fail = |err: std::io::Error| ApiError::from_error(Code::Storage, &err);
        let path = private.join("locks").join("watch.lock");
        std::fs::create_dir_all(private.join("locks")).map_err(fail)?;
        let lock = File::options().create(true).write(true).truncate(false).open(path);
        let lock = lock.map_err(fail)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Ok(None),
            Err(std::fs::TryLockError::Error(err)) => return Err(fail(err)),
        }
        let kept: Option<Known> = match std::fs::read(private.join(FILE)) {
            // What cannot be understood is as if it were not there: the folder is new to us.
            Ok(bytes) => serde_json::from_slice(&bytes).ok(),
            Err(err) if err.kind() == std::io::ErrorKind::NotFound => None,
            Err(err) => return Err(fail(err)),
        };
        let known = match kept.filter(|it| it.folder == folder) {
            Some(known) => known,
            None => Known { folder: folder.to_owned(), files: listed(folder)? },
        };
        let watch = Watch { known, fresh: BTreeMap::new() };
        let it = Watcher { space, watch, _lock: lock };
        it.save()?;
        Ok(Some(it))
    }

    fn is_of(&self, folder: &Path, space: &Arc<OpenWorkspace>) -> bool {
        self.watch.known.folder == folder && Arc::ptr_eq(&self.space, space)
    }

    async fn look(&mut self, app: &Arc<App>) -> Result<(), ApiError> {
        let there = listed(&self.watch.known.folder)?;
        let before = self.watch.known.clone();
        for name in self.watch.look(&there, app.clock.ticks_ms()) {
            // Where no more may wait, it has its turn at a later look.
            app.jobs.queue.has_room()?;
            let path = self.watch.known.folder.join(paths::meant(&name));
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
                    Err(err)
                        if is_itself && matches!(err.code, Code::ProjectBusy | Code::Storage) =>
                    {
                        return Err(err);
                    }
                    Err(err) => {
                        told::<()>(Err(err));
                    }
                }
            }
            self.watch.taken(&name);
        }
        if self.watch.known != before { self.save() } else { Ok(()) }
    }

    fn save(&self) -> Result<(), ApiError> {
        let text = serde_json::to_vec(&self.watch.known)
            .map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
        let path = self.space.workspace.private().join(FILE);
        Ok(proviso_kit::workspace::write_atomically(&path, &text)?)
    }
}

/// The documents of a folder in their present states.
fn listed(folder: &Path) -> Result<BTreeMap<String, Seen>, ApiError> {
    let mut all = BTreeMap::new();
    for path in documents_of(folder)? {
        // One that is gone since is none.
        let Ok(metadata) = path.metadata() else { continue };
        let changed = metadata.modified().ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
        let changed_at_ms =
            changed.map_or(0, |it| i64::try_from(it.as_millis()).unwrap_or(i64::MAX));
        let name = Path::new(path.file_name().unwrap_or_default());
        all.insert(paths::written(name), Seen { size: metadata.len(), changed_at_ms });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks at one file `a` a second apart; each number is its size then, 0 for an empty file.
    #[track_caller]
    fn check(sizes: &[Option<u64>], taken_at: &[usize]) {
        let mut watch = Watch::default();
        let mut taken = Vec::new();
        for (second, size) in sizes.iter().enumerate() {
            let changed_at_ms = 7;
            let there = size.map(|size| ("a".to_owned(), Seen { size, changed_at_ms }));
            let ticks_ms = i64::try_from(second).unwrap() * 1_000;
            for name in watch.look(&there.into_iter().collect(), ticks_ms) {
                watch.taken(&name);
                taken.push(second);
            }
        }
        assert_eq!(taken, taken_at);
    }

    #[test]
    fn a_file_is_taken_once_when_it_was_left_alone_for_a_while() {
        check(&[Some(5); 8], &[3]);
    }

    #[test]
    fn a_file_that_is_still_being_written_is_waited_for() {
        check(&[Some(1), Some(2), Some(2), Some(3), Some(3), Some(3), Some(3), Some(3)], &[6]);
    }

    #[test]
    fn an_empty_file_is_no_document_yet() {
        check(
            &[Some(0), Some(0), Some(0), Some(0), Some(0), Some(9), Some(9), Some(9), Some(9)],
            &[8],
        );
    }

    #[test]
    fn a_file_that_was_replaced_is_another_document_and_one_that_came_back_too() {
        check(&[Some(5), Some(5), Some(5), Some(5), Some(6), Some(6), Some(6), Some(6)], &[3, 7]);
        check(
            &[Some(5), Some(5), Some(5), Some(5), None, Some(5), Some(5), Some(5), Some(5)],
            &[3, 8],
        );
    }

    #[test]
    fn what_lay_there_before_stays_alone() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("old.txt"), "old").unwrap();
        let known =
            Known { folder: folder.path().to_owned(), files: listed(folder.path()).unwrap() };
        let mut watch = Watch { known, fresh: BTreeMap::new() };
        std::fs::write(folder.path().join("new.txt"), "new").unwrap();
        std::fs::write(folder.path().join("new.part"), "half").unwrap();
        let there = listed(folder.path()).unwrap();
        assert_eq!(watch.look(&there, 0), [""; 0]);
        assert_eq!(watch.look(&there, SETTLED_MS), ["new.txt"]);
    }
}
