//! The application: its ports, its settings, and the workspace if there is one.
//!
//! **Invariant:** use cases that only look at a file need no workspace and leave nothing behind. A
//! run keeps the ports and the workspace that it began with, whatever is chosen meanwhile.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use proviso_core::agent::Builtin;
use proviso_core::event::RunEvent;
use proviso_core::ports::{Checker, Clock, Reads};
use proviso_kit::assets;
use proviso_kit::clock::SystemClock;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::reading::{Password, Passwords, WorkerProgram};
use proviso_kit::record::{Listeners, RunLedger};
use proviso_kit::secret::Keys;
use proviso_kit::settings::{Kept, Personal, Proposed, Shared};
use proviso_kit::store::Blank;
use proviso_kit::temporary;
use proviso_kit::uploads::Uploads;
use proviso_kit::workspace::Workspace;
use tokio::sync::broadcast;

use crate::engine::{EngineOptions, Engines};
use crate::jobs::{Jobs, Stop};
use crate::leafed::LeafedThrough;
use crate::ports::machines::{Given, ThisMachine};
use crate::ports::{Machine, Ports};
use crate::records::Records;
use crate::{ApiError, Code, Reason};

/// How an application is set up.
#[derive(Debug, Clone, Default)]
pub struct AppOptions {
    /// A workspace that was named on the command line or in the environment.
    pub workspace: Option<PathBuf>,
    /// The current folder.
    pub cwd: PathBuf,
    /// What the use case does with a workspace.
    pub need: Need,
    /// What its clients may name.
    pub reach: Reach,
    /// Who analyses, writes and repairs.
    pub engine: EngineOptions,
    /// Whether the workspace that was open last is taken where none is named or found.
    pub last: bool,
    /// What is tried with every locked document.
    pub passwords: Vec<Password>,
}

/// What a use case does with a workspace.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Need {
    /// It reads what is there, if there is one.
    #[default]
    IfThere,
    /// It finds out for itself what is there and in which state.
    Nothing,
    /// It cannot do without one.
    There,
    /// It makes one if there is none.
    Make,
}

/// What clients of an application may name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Reach {
    /// Files and programs of this machine: the client is a window or a terminal of its user.
    #[default]
    Paths,
    /// What they sent themselves, and nothing else of this machine.
    Uploads,
}

/// What changes as a whole where a workspace is opened or a setting changed.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) space: Option<Arc<OpenWorkspace>>,
    pub(crate) ports: Ports,
    pub(crate) kept: Kept,
}

impl State {
    /// The workspace's folder, if one is open.
    pub(crate) fn root(&self) -> Option<&Path> {
        self.space.as_ref().map(|it| it.workspace.root())
    }
}

/// What use cases work with.
pub struct App {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) cwd: PathBuf,
    pub(crate) reach: Reach,
    /// What waits and goes on.
    pub(crate) jobs: Jobs,
    /// Who is told the events of runs.
    pub(crate) bus: Listeners,
    /// Batches that other machines work on.
    pub(crate) batches: crate::batches::Followed,
    pub(crate) uploads: Arc<Uploads>,
    /// Held from choosing a project's name until its run is in the database.
    pub(crate) naming: tokio::sync::Mutex<()>,
    /// The documents of the run whose pages were asked for last.
    leafed: Mutex<Option<LeafedThrough>>,
    named: Option<PathBuf>,
    /// The folder that is or was to be the workspace at the start, opened or not.
    pub(crate) found: Option<PathBuf>,
    chosen: EngineOptions,
    machine: Box<dyn Machine>,
    state: RwLock<Arc<State>>,
    follows: AtomicBool,
}

impl App {
    /// An application over this machine: reading workers of the running program, which must call
    /// [`proviso_kit::worker::run_if_worker`] first, and the `idris2` that is found.
    pub fn on_this_machine(options: AppOptions) -> Result<App, ApiError> {
        // What killed processes left behind. That some of it cannot be removed is no reason not to
        // start; `proviso doctor` tells.
        let _swept = temporary::sweep();
        let program =
            WorkerProgram::this_one().map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
        let machine = ThisMachine { program, passwords: Arc::default() };
        App::over(options, Box::new(machine), Personal::load()?)
    }

    /// An application over the given ports, which stay whatever is set; nobody's own settings.
    pub fn open(
        options: AppOptions,
        reader: Arc<dyn Reads>,
        checker: Arc<dyn Checker>,
    ) -> Result<App, ApiError> {
        App::over(options, Box::new(Given { reader, checker }), Personal::default())
    }

    pub(crate) fn over(
        options: AppOptions,
        machine: Box<dyn Machine>,
        personal: Personal,
    ) -> Result<App, ApiError> {
        let named = options.workspace.as_deref();
        let mut found = Workspace::find(named, &options.cwd);
        if options.last && named.is_none() && found.is_none() {
            found = personal.workspace.clone().filter(|it| Workspace::has_database(it));
        }
        let space = match (options.need, &found) {
            (Need::Make, _) => Some(OpenWorkspace::open(named, &options.cwd)?),
            (Need::Nothing, _) => None,
            // A workspace without a database has no runs; looking at it must not make one.
            (_, Some(root)) if Workspace::has_database(root) => {
                Some(OpenWorkspace::open(Some(root), &options.cwd)?)
            }
            (Need::There, _) => {
                let named = named.unwrap_or(&options.cwd).display().to_string();
                return Err(ApiError::new(Code::NotFound, format!("no runs in `{named}`")).hint(
                    "`proviso convert FILE` begins one; `--workspace DIR` names another folder",
                ));
            }
            (Need::IfThere, _) => None,
        };
        machine.passwords().offer(options.passwords);
        let root = space.as_ref().map(|it| it.workspace.root().to_owned()).or(found.clone());
        let state = state(&*machine, &options.engine, space, root.as_deref(), personal)?;
        let parallel = state.kept.parallel();
        Ok(App {
            clock: Arc::new(SystemClock),
            cwd: options.cwd,
            reach: options.reach,
            jobs: Jobs::new(parallel),
            bus: Listeners::default(),
            batches: Default::default(),
            uploads: Arc::default(),
            naming: tokio::sync::Mutex::default(),
            leafed: Mutex::default(),
            named: options.workspace,
            found,
            chosen: options.engine,
            machine,
            state: RwLock::new(Arc::new(state)),
            follows: AtomicBool::new(false),
        })
    }

    /// Opens another workspace, made if need be, and remembers it as the last one.
    pub(crate) fn change_workspace(&self, root: &Path) -> Result<(), ApiError> {
        let space = OpenWorkspace::open(Some(root), &self.cwd)?;
        let mut personal = self.state().kept.personal.clone();
        let root = space.workspace.root().to_owned();
        personal.workspace = Some(root.clone());
        self.machine_saves(&personal)?;
        let new = state(&*self.machine, &self.chosen, Some(space), Some(&root), personal)?;
        self.replace(new);
        Ok(())
    }

    /// Works in a scratch workspace from now on, with the ports that it has and the settings given;
    /// nothing of that is remembered for the user.
    pub(crate) fn move_into(
        &self,
        root: &Path,
        blank: &Blank,
        shared: Shared,
    ) -> Result<(), ApiError> {
        let space = OpenWorkspace::scratch(root, blank)?;
        let old = self.state();
        let kept = Kept { shared, ..old.kept.clone() };
        let mut ports = old.ports.clone();
        if kept.shared.ocr_languages != old.kept.shared.ocr_languages {
            ports.reader = self.machine.reader(&kept, None);
        }
        self.replace(State { space: Some(Arc::new(space)), ports, kept });
        Ok(())
    }

    /// Keeps settings, and makes the ports anew by them.
    pub(crate) fn change_settings(&self, kept: Kept) -> Result<(), ApiError> {
        let old = self.state();
        if kept.personal != old.kept.personal {
            self.machine_saves(&kept.personal)?;
        }
        if kept.shared != old.kept.shared || kept.withheld != old.kept.withheld {
            let space = self.space()?;
            let shared = kept.shared.clone().with_proposed(&kept.withheld);
            shared.save(&space.workspace.private())?;
        }
        self.jobs.queue.resize(kept.parallel());
        let ports = Ports {
            reader: if kept.shared.ocr_languages == old.kept.shared.ocr_languages {
                Arc::clone(&old.ports.reader)
            } else {
                self.machine
                    .reader(&kept, old.space.as_ref().map(|it| it.workspace.private()).as_deref())
            },
            checker: if kept.personal.idris2_path == old.kept.personal.idris2_path {
                Arc::clone(&old.ports.checker)
            } else {
                self.machine.checker(&kept)
            },
            engines: if kept.shared.engine == old.kept.shared.engine
                && kept.withheld == old.kept.withheld
                && kept.personal.providers == old.kept.personal.providers
                && kept.personal.max_tokens == old.kept.personal.max_tokens
                && kept.personal.max_cost_micros == old.kept.personal.max_cost_micros
                && kept.shared.redact == old.kept.shared.redact
            {
                Arc::clone(&old.ports.engines)
            } else {
                let root = self.workspace();
                Arc::new(engines(&*self.machine, &self.chosen, root.as_deref(), &kept)?)
            },
            ..old.ports.clone()
        };
        self.replace(State { space: old.space.clone(), ports, kept });
        Ok(())
    }

    /// Makes the engines anew: a key or a prompt of theirs has changed.
    pub(crate) fn renew_engines(&self) -> Result<(), ApiError> {
        let old = self.state();
        let root = self.workspace();
        let made = engines(&*self.machine, &self.chosen, root.as_deref(), &old.kept)?;
        let ports = Ports { engines: Arc::new(made), ..old.ports.clone() };
        self.replace(State { space: old.space.clone(), ports, kept: old.kept.clone() });
        Ok(())
    }

    /// What was said of engines where the application was started.
    pub(crate) fn chosen(&self) -> &EngineOptions {
        &self.chosen
    }

    /// The machine's environment and keyring.
    pub(crate) fn keys(&self) -> Box<dyn Keys> {
        self.machine.keys()
    }

    /// What locked documents are opened with.
    pub(crate) fn passwords(&self) -> Arc<Passwords> {
        self.machine.passwords()
    }

    /// A user's settings belong to whoever uses this machine, not to an application over given
    /// ports.
    fn machine_saves(&self, personal: &Personal) -> Result<(), ApiError> {
        if self.machine.is_this_one() { Ok(personal.save()?) } else { Ok(()) }
    }

    fn replace(&self, new: State) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(new);
    }

    pub(crate) fn state(&self) -> Arc<State> {
        Arc::clone(&self.state.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn ports(&self) -> Ports {
        self.state().ports.clone()
    }

    /// The folder that a first workspace is proposed in.
    pub(crate) fn proposed(&self) -> PathBuf {
        let named = self.named.as_ref().map(|it| self.cwd.join(it));
        named
            .or_else(|| Workspace::find(None, &self.cwd))
            .or_else(proviso_kit::settings::proposed_workspace)
            .unwrap_or_else(|| self.cwd.clone())
    }

    /// Ends the stream of events: who listens hears what there is, and then the end.
    pub fn hush(&self) {
        self.bus.end();
    }

    /// The events of all runs of this process from now on, each of which is stored already.
    pub fn subscribe(&self) -> broadcast::Receiver<RunEvent> {
        self.bus.subscribe()
    }

    /// Whether other processes and the folder that is set are looked at from now on, and were not before.
    pub(crate) fn begins_to_follow(&self) -> bool {
        !self.follows.swap(true, Ordering::SeqCst)
    }

    /// The language that was chosen, `ko` or `en`; none follows the system.
    pub fn language(&self) -> Option<String> {
        self.state().kept.personal.language.clone()
    }

    /// The workspace's folder, if there is one.
    pub fn workspace(&self) -> Option<PathBuf> {
        self.state().root().map(Path::to_owned)
    }

    /// Whether the workspace was made just now.
    pub fn made_workspace(&self) -> bool {
        self.state().space.as_ref().is_some_and(|it| it.workspace.made())
    }

    /// Stops every run that is under way here, and every one that would still begin.
    pub fn cancel_all(&self) {
        self.jobs.stop_all(Stop::cancel);
    }

    /// The same where the program ends: the runs can be taken up again where they were.
    pub fn interrupt_all(&self) {
        self.jobs.stop_all(Stop::interrupt);
    }

    /// Interrupts every run because the program ends, and waits until they have stopped; `false`
    /// where some take longer. Locks go with the process, so those are found interrupted as well.
    pub async fn wind_down(&self, patience: Duration) -> bool {
        self.interrupt_all();
        self.jobs.over(patience).await
    }

    /// How many runs are waiting or under way here.
    pub fn n_running(&self) -> usize {
        self.jobs.n_running()
    }

    pub(crate) fn space(&self) -> Result<Arc<OpenWorkspace>, ApiError> {
        let missing = || {
            ApiError::new(Code::WorkspaceMissing, "this needs a workspace")
                .hint("choose a folder to work in")
                .because(Reason::WorkspaceMissing, [])
        };
        self.state().space.clone().ok_or_else(missing)
    }

    /// The runs of the workspace that is open; an error where none is.
    pub fn records(&self) -> Result<Records, ApiError> {
        let (clock, bus) = (Arc::clone(&self.clock), self.bus.clone());
        Ok(Records { space: self.space()?, clock, bus })
    }

    /// The record of a run of a workspace.
    pub(crate) fn ledger(&self, space: Arc<OpenWorkspace>, run: i64) -> RunLedger {
        let (clock, arriving) = (Arc::clone(&self.clock), Arc::clone(&self.jobs.arriving));
        RunLedger::new(space, run, clock, self.bus.clone(), arriving)
    }

    /// The documents of the run whose pages were asked for last.
    pub(crate) fn leafed(&self) -> MutexGuard<'_, Option<LeafedThrough>> {
        self.leafed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn engines(
    machine: &dyn Machine,
    chosen: &EngineOptions,
    root: Option<&Path>,
    kept: &Kept,
) -> Result<Engines, ApiError> {
    Engines::new(chosen, kept, &*machine.keys(), root)
}

fn state(
    machine: &dyn Machine,
    chosen: &EngineOptions,
    space: Option<OpenWorkspace>,
    root: Option<&Path>,
    personal: Personal,
) -> Result<State, ApiError> {
    let private = space.as_ref().map(|it| it.workspace.private());
    let shared = match &private {
        Some(it) => Shared::load(it)?,
        None => Shared::default(),
    };
    let (shared, withheld) = match root {
        Some(root) => shared.as_agreed(root, personal.workspaces.get(root)),
        None => (shared, Proposed::default()),
    };
    if let Some(folder) = &withheld.watched_folder {
        let folder = folder.display();
        tracing::warn!(%folder, "the workspace would watch a folder that nobody here has chosen");
    }
    let kept = Kept { personal, shared, withheld };
    let types = Arc::new(assets::document_types(root)?);
    let study = machine.study();
    let ports = Ports {
        reader: machine.reader(&kept, private.as_deref()),
        checker: machine.checker(&kept),
        engine: Arc::new(Builtin::by(Arc::clone(&types), Arc::clone(&study))),
        engines: Arc::new(engines(machine, chosen, root, &kept)?),
        study,
        types,
    };
    Ok(State { space: space.map(Arc::new), ports, kept })
}
