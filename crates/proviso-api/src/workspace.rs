//! What a window shows before anything else: the program, the workspace, the compiler.

use std::path::PathBuf;
use std::sync::Arc;

use proviso_core::idris::name::project_name;
use proviso_core::ports::CheckerError;
use proviso_kit::assets;
use proviso_kit::idris::locate::Surroundings;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::paths;
use serde::{Deserialize, Serialize};

use crate::app::{Reach, State};
use crate::error::{INSTALL, forbidden};
use crate::proposals::ProposalView;
use crate::settings::Settings;
use crate::wire::{Nothing, RunId};
use crate::{ApiError, App, Code, Reason, runs};

/// What names a bundled sample.
const SAMPLE: &str = "sample:";

/// The state of the application.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AppState {
    /// The program's version.
    pub version: String,
    /// The workspace's folder; none until one is chosen.
    pub workspace: Option<String>,
    /// The folder that is proposed as the first workspace.
    pub proposed: String,
    /// Whether nothing has ever been run in the workspace or sent from it, or there is none.
    pub first_start: bool,
    /// Runs in the workspace.
    pub n_runs: u32,
    /// Who analyses and writes, unless a run says otherwise.
    pub engine: String,
    /// All engines.
    pub engines: Vec<EngineView>,
    /// The compiler.
    pub compiler: CompilerView,
    /// Languages of the user interface.
    pub languages: Vec<String>,
    /// What is set.
    pub settings: Settings,
    /// What the workspace asks for that reads or sends something beside it, and does not have.
    pub proposals: Vec<ProposalView>,
    /// Documents that come with the program.
    pub samples: Vec<SampleView>,
    /// Who sits here: what `by` is unless they say otherwise; empty where the system does not say.
    pub author: String,
    /// What this host lets its client do.
    pub capabilities: Capabilities,
}

/// An engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EngineView {
    /// Its name, as runs take it.
    pub name: String,
    /// Whether it can be used now.
    pub available: bool,
    /// Why not, or what to know.
    pub note: Option<String>,
}

/// The compiler as it was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CompilerView {
    /// Whether there is one that answers.
    pub found: bool,
    /// Its version.
    pub version: Option<String>,
    /// Where it is.
    pub path: Option<String>,
    /// What to do where there is none.
    pub hint: Option<String>,
}

/// A document that comes with the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SampleView {
    /// What names it wherever a file is named.
    pub path: String,
    /// Its file name.
    pub name: String,
}

/// What a host lets its client do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Capabilities {
    /// Name files, folders and programs of this machine.
    pub paths: bool,
    /// Send files.
    pub uploads: bool,
    /// Have a report as PDF.
    pub report_pdf: bool,
}

/// A request to work in a folder.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct OpenReq {
    /// Which; the proposed one if none.
    #[serde(default)]
    pub path: Option<String>,
}

/// A request about a project's name.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProjectReq {
    /// The name.
    pub name: String,
}

/// What a project's name is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProjectChecked {
    /// The name.
    pub name: String,
    /// Whether a project can have it.
    pub valid: bool,
    /// Whether no project has it yet.
    pub free: bool,
    /// Why it cannot be.
    pub reason: Option<String>,
    /// Runs of the project that has it, the newest first.
    pub runs: Vec<RunId>,
}

pub(crate) async fn state(app: &Arc<App>, _: Nothing) -> Result<AppState, ApiError> {
    let now = app.state();
    let n_runs = match &now.space {
        Some(space) => space.store.runs(None)?.len(),
        None => 0,
    };
    let engine = now.ports.engines.name().to_owned();
    let view = |name| EngineView { name, available: true, note: None };
    let degraded = now.ports.engines.degraded().map(|it| EngineView {
        name: it.asked.clone(),
        available: false,
        note: Some(it.message.clone()),
    });
    Ok(AppState {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        workspace: now.space.as_ref().map(|it| it.workspace.root().display().to_string()),
        proposed: app.proposed().display().to_string(),
        first_start: n_runs == 0 && !crate::batches::any(app),
        n_runs: u32::try_from(n_runs).unwrap_or(u32::MAX),
        engines: now.ports.engines.names().into_iter().map(view).chain(degraded).collect(),
        engine,
        compiler: compiler(app).await,
        languages: vec!["ko".to_owned(), "en".to_owned()],
        settings: crate::settings::shown(&now),
        proposals: crate::proposals::asked(app),
        samples: assets::samples()
            .into_iter()
            .map(|(name, _)| SampleView { path: format!("{SAMPLE}{name}"), name })
            .collect(),
        author: author(),
        capabilities: Capabilities {
            paths: app.reach == Reach::Paths,
            uploads: app.reach == Reach::Uploads,
            report_pdf: false,
        },
    })
}

async fn compiler(app: &App) -> CompilerView {
    let now = app.state();
    let version = now.ports.checker.version().await;
    let setting = now.kept.personal.idris2_path.clone();
    let path = Surroundings::of_process(setting).find().ok();
    match version {
        Ok(version) => CompilerView {
            found: true,
            version: Some(version),
            path: path.map(|it| it.display().to_string()),
            hint: None,
        },
        Err(CheckerError::NotFound { .. }) => {
            CompilerView { found: false, version: None, path: None, hint: Some(INSTALL.to_owned()) }
        }
        Err(err) => CompilerView {
            found: false,
            version: None,
            path: path.map(|it| it.display().to_string()),
            hint: Some(err.to_string()),
        },
    }
}

/// Who sits here; empty where the system does not say.
pub fn author() -> String {
    ["USER", "USERNAME", "LOGNAME"]
        .iter()
        .find_map(|it| std::env::var(it).ok().filter(|it| !it.is_empty()))
        .unwrap_or_default()
}

pub(crate) async fn open(app: &Arc<App>, req: OpenReq) -> Result<AppState, ApiError> {
    let root = match req.path {
        None => app.proposed(),
        Some(path) => {
            let path = app.cwd.join(path);
            if app.reach != Reach::Paths && Some(&path) != app.workspace().as_ref() {
                return Err(forbidden("another folder"));
            }
            path
        }
    };
    if app.n_running() > 0 {
        let message = "runs are under way in the workspace that is open";
        return Err(ApiError::new(Code::BadRequest, message)
            .hint("wait for them or cancel them")
            .because(Reason::WorkspaceBusy, []));
    }
    // They follow the workspace that they were sent from, and can go on there.
    app.batches.let_go().await;
    app.change_workspace(&root)?;
    state(app, Nothing {}).await
}

pub(crate) async fn check_project(
    now: &State,
    req: ProjectReq,
) -> Result<ProjectChecked, ApiError> {
    let name = req.name;
    let refused = |name: String, reason: String| ProjectChecked {
        name,
        valid: false,
        free: false,
        reason: Some(reason),
        runs: Vec::new(),
    };
    if let Err(err) = project_name(&name) {
        return Ok(refused(name, err.to_string()));
    }
    let Some(space) = &now.space else {
        return Ok(ProjectChecked {
            name,
            valid: true,
            free: true,
            reason: None,
            runs: Vec::new(),
        });
    };
    if let Err(err) = runs::refuse_case_variant(space, &name) {
        return Ok(refused(name, err.message));
    }
    let runs: Vec<RunId> = space.store.runs(Some(&name))?.iter().map(|it| it.id.into()).collect();
    let written = space.workspace.read(&format!("Domains/{name}.idr"))?.is_some();
    Ok(ProjectChecked { name, valid: true, free: runs.is_empty() && !written, reason: None, runs })
}

impl App {
    /// The file that a client's word means: a handle of a received file, a sample, or a path where
    /// the client may name one.
    pub(crate) fn file(&self, named: &str) -> Result<PathBuf, ApiError> {
        if named.starts_with(proviso_kit::uploads::SCHEME) {
            return self.uploads.get(named).ok_or_else(|| {
                ApiError::new(Code::NotFound, format!("`{named}` was not received here"))
                    .hint("send the file again")
                    .because(Reason::UploadGone, [])
            });
        }
        if let Some(name) = named.strip_prefix(SAMPLE) {
            return sample(&*self.space()?, name);
        }
        match self.reach {
            Reach::Paths => Ok(paths::restored(&self.cwd.join(paths::meant(named)))),
            Reach::Uploads => Err(forbidden("files")),
        }
    }
}

/// A sample as a file: our copy of it.
fn sample(space: &OpenWorkspace, name: &str) -> Result<PathBuf, ApiError> {
    let missing = || ApiError::new(Code::NotFound, format!("no sample `{name}`"));
    let (name, bytes) =
        assets::samples().into_iter().find(|it| it.0 == name).ok_or_else(missing)?;
    let path = space.workspace.private().join("samples").join(name);
    let present = std::fs::read(&path).is_ok_and(|it| it == bytes);
    if !present {
        proviso_kit::workspace::write_atomically(&path, bytes)?;
    }
    Ok(path)
}
