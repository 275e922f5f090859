//! The application: its ports, and the workspace if there is one.
//!
//! **Invariant:** use cases that only look at a file need no workspace and leave nothing behind.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use proviso_core::agent::Builtin;
use proviso_core::event::RunEvent;
use proviso_core::ports::{Checker, Clock, Engine, Reader};
use proviso_kit::assets;
use proviso_kit::clock::SystemClock;
use proviso_kit::idris::IdrisProcess;
use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader};
use proviso_kit::store::Store;
use proviso_kit::workspace::Workspace;
use tokio::sync::{Notify, broadcast};

use crate::{ApiError, Code};

/// How an application is set up.
#[derive(Debug, Clone, Default)]
pub struct AppOptions {
    /// A workspace that was named on the command line or in the environment.
    pub workspace: Option<PathBuf>,
    /// The current folder.
    pub cwd: PathBuf,
    /// What the use case does with a workspace.
    pub need: Need,
}

/// What a use case does with a workspace.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Need {
    /// It reads what is there, if there is one.
    #[default]
    IfThere,
    /// It cannot do without one.
    There,
    /// It makes one if there is none.
    Make,
}

/// What use cases work with.
pub struct App {
    pub(crate) reader: Arc<dyn Reader>,
    pub(crate) checker: Arc<dyn Checker>,
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) cwd: PathBuf,
    space: Option<Arc<Space>>,
    events: Mutex<Option<broadcast::Sender<RunEvent>>>,
    running: Mutex<BTreeMap<i64, Arc<Notify>>>,
    cancelled: AtomicBool,
    /// Held from choosing a project's name until its run is in the database.
    pub(crate) naming: tokio::sync::Mutex<()>,
}

/// The compiler of this machine.
fn checker() -> Arc<dyn Checker> {
    #[cfg(feature = "recordings")]
    if std::env::var_os(proviso_kit::idris::recordings::REPLAY).is_some_and(|it| it == "1") {
        return Arc::new(proviso_kit::idris::recordings::RecordingChecker::new());
    }
    Arc::new(IdrisProcess::new(None))
}

/// A workspace with its database.
#[derive(Debug)]
pub(crate) struct Space {
    pub(crate) workspace: Workspace,
    pub(crate) store: Store,
}

impl App {
    /// An application over this machine: reading workers of the running program, which must call
    /// [`proviso_kit::reading::worker::run_if_worker`] first, and the `idris2` that is found.
    pub fn on_this_machine(options: AppOptions) -> Result<App, ApiError> {
        let program =
            WorkerProgram::this_one().map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
        let reader = WorkerReader::new(program, ReadLimits::default());
        App::open(options, Arc::new(reader), checker())
    }

    /// An application over the given ports.
    pub fn open(
        options: AppOptions,
        reader: Arc<dyn Reader>,
        checker: Arc<dyn Checker>,
    ) -> Result<App, ApiError> {
        let named = options.workspace.as_deref();
        let found = Workspace::find(named, &options.cwd);
        let space = match (options.need, found) {
            (Need::Make, _) => Some(Workspace::open(named, &options.cwd)?),
            // A workspace without a database has no runs; looking at it must not make one.
            (_, Some(root)) if Workspace::has_database(&root) => {
                Some(Workspace::open(Some(&root), &options.cwd)?)
            }
            (Need::There, _) => {
                let named = named.unwrap_or(&options.cwd).display().to_string();
                return Err(ApiError::new(Code::NotFound, format!("no runs in `{named}`")).hint(
                    "`proviso convert FILE` begins one; `--workspace DIR` names another folder",
                ));
            }
            (Need::IfThere, _) => None,
        };
        let space = match space {
            Some(workspace) => {
                let store = Store::open(&workspace.database())?;
                Some(Arc::new(Space { workspace, store }))
            }
            None => None,
        };
        let root = space.as_ref().map(|it| it.workspace.root().to_owned());
        let root = root.or_else(|| Workspace::find(named, &options.cwd));
        let types = Arc::new(assets::document_types(root.as_deref())?);
        Ok(App {
            reader,
            checker,
            engine: Arc::new(Builtin::new(types)),
            clock: Arc::new(SystemClock),
            cwd: options.cwd,
            space,
            events: Mutex::default(),
            running: Mutex::default(),
            cancelled: AtomicBool::new(false),
            naming: tokio::sync::Mutex::default(),
        })
    }

    /// Ends the stream of events: who listens hears what there is, and then the end.
    pub fn hush(&self) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// The events of all runs from now on, each of which is stored already.
    pub fn subscribe(&self) -> broadcast::Receiver<RunEvent> {
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        events.get_or_insert_with(|| broadcast::channel(4096).0).subscribe()
    }

    /// The workspace's folder, if there is one.
    pub fn workspace(&self) -> Option<&Path> {
        self.space.as_ref().map(|it| it.workspace.root())
    }

    /// Whether the workspace was made just now.
    pub fn made_workspace(&self) -> bool {
        self.space.as_ref().is_some_and(|it| it.workspace.made())
    }

    /// Stops every run that is under way here, and every one that would still begin.
    pub fn cancel_all(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        for it in self.running.lock().unwrap_or_else(PoisonError::into_inner).values() {
            it.notify_one();
        }
    }

    /// Stops a run that is under way here.
    pub fn cancel(&self, run: i64) -> bool {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.get(&run).is_some_and(|it| {
            it.notify_one();
            true
        })
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    pub(crate) fn space(&self) -> Result<&Arc<Space>, ApiError> {
        let missing = || ApiError::new(Code::BadRequest, "this needs a workspace");
        self.space.as_ref().ok_or_else(missing)
    }

    /// Where the events of a run are offered; none where nobody has ever listened.
    pub(crate) fn offer(&self) -> Option<broadcast::Sender<RunEvent>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Registers a run as under way; what comes back is notified when it is to stop.
    pub(crate) fn enter(&self, run: i64) -> Arc<Notify> {
        let stop = Arc::new(Notify::new());
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(run, Arc::clone(&stop));
        if self.is_cancelled() {
            stop.notify_one();
        }
        stop
    }

    pub(crate) fn leave(&self, run: i64) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&run);
    }
}
