//! One stage alone, from what is stored of a run or from what an earlier stage made.
//!
//! **Invariant:** the run stays as it is: its attempts, its events and its verdict. Calls of models
//! are written down with it, so that what they cost is known.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use proviso_core::agent::stage::{Given, StageCheck, StageError, Staged};
use proviso_core::agent::{self, Ports};
use proviso_core::ports::{NoPictures, Pictures};
use proviso_core::run::{Limits, Stage};
use proviso_kit::record::{RunPictures, Scratch};
use serde::{Deserialize, Serialize};

use super::ended;
use super::stands::stands;
use crate::app::Reach;
use crate::engine::RunParts;
use crate::wire::RunId;
use crate::{ApiError, App, Code, Records};

/// A request to run one stage.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct StageReq {
    /// Which stage.
    pub stage: Stage,
    /// The run whose artefacts it begins with.
    #[serde(default)]
    pub run: Option<RunId>,
    /// What the stage before it made, as this command answered it; instead of a run.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub from: Option<Staged>,
    /// A document, for `read` without a run.
    #[serde(default)]
    pub path: Option<PathBuf>,
    /// The project's name, where nothing else says it.
    #[serde(default)]
    pub project: Option<String>,
    /// Who analyses, writes and repairs; as set if none.
    #[serde(default)]
    pub engine: Option<String>,
}

/// What a stage made.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StageMade {
    /// Which stage.
    pub stage: Stage,
    /// All that is known now, for the next stage.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub staged: Staged,
    /// The model's text, where there is one.
    pub model: Option<String>,
    /// What speaks against it, where it was checked.
    pub check: Option<StageCheck>,
    /// What happened on the way, in words.
    pub messages: Vec<String>,
}

/// Runs one stage.
pub async fn stage(app: &App, req: StageReq) -> Result<StageMade, ApiError> {
    let one = [req.run.is_some(), req.from.is_some(), req.path.is_some()];
    if one.iter().filter(|it| **it).count() != 1 {
        return Err(ApiError::new(Code::BadRequest, "a stage begins with a run, or with a file"));
    }
    if req.path.is_some() && app.reach != Reach::Paths {
        return Err(crate::error::forbidden("files"));
    }
    let engine = super::engine(app, req.engine.as_deref())?;
    let limits = Limits::default();
    let mut given =
        Given { timeout: Duration::from_millis(limits.check_timeout_ms), ..Given::default() };
    let mut staged = req.from.unwrap_or_default();
    let mut space = None;
    if let Some(run) = req.run {
        let there = app.records()?;
        staged = of_run(&there, run.0, req.stage, &mut given)?;
        space = Some((there.space, run.0));
    }
    if let Some(path) = req.path {
        let path = app.cwd.join(path);
        crate::given::must_be_file(&path)?;
        staged.project = super::proposed_name(std::slice::from_ref(&path));
        given.paths.push(path);
    }
    if let Some(project) = req.project {
        proviso_core::idris::name::project_name(&project)?;
        staged.project = project;
    }
    if staged.project.is_empty() {
        return Err(ApiError::new(Code::BadRequest, "a stage needs the project's name"));
    }
    let scratch = Arc::new(Scratch::new(space.clone(), Arc::clone(&app.clock)));
    let with = app.ports();
    let run = space.as_ref().map_or(0, |it| it.1);
    let clock = Arc::clone(&app.clock);
    let pictures: Arc<dyn Pictures> = match &space {
        Some((space, _)) => {
            Arc::new(RunPictures { reader: Arc::clone(&with.reader), space: Arc::clone(space) })
        }
        None => Arc::new(NoPictures),
    };
    let ledger = Arc::clone(&scratch);
    let parts = RunParts { ledger, clock, run, limits, hint: None, pictures };
    let working = with.engines.of_run(&engine, with.below(), parts);
    let memory = crate::cards::memory(app, space.map(|it| it.0));
    let ports = Ports {
        reader: &*with.reader,
        engine: &*working,
        checker: &*with.checker,
        ledger: &*scratch,
        shelf: &*scratch,
        clock: &*app.clock,
        memory: &memory,
    };
    let staged = agent::stage::stage(req.stage, staged, &given, ports).await?;
    let messages = scratch.take();
    Ok(StageMade {
        stage: req.stage,
        model: staged.model.as_ref().map(|it| it.text.clone()),
        check: staged.check.clone(),
        staged,
        messages,
    })
}

/// A document as a stage read it.
pub use proviso_core::document::Document as StagedDocument;

/// The analysis of a stage for people, where there is one.
pub fn analysis_text(staged: &Staged) -> Option<String> {
    let analysis = staged.analysis.as_ref()?;
    Some(proviso_core::analysis::markdown::markdown(analysis, &staged.project, &[]))
}

/// What the stages before made in a run.
fn of_run(
    records: &Records,
    run: i64,
    stage: Stage,
    given: &mut Given,
) -> Result<Staged, ApiError> {
    let row = ended(records, run)?;
    let space = &*records.space;
    given.timeout = Duration::from_millis(row.check_timeout_ms);
    given.amendments = space.store.amendments(&row.project)?;
    let (project, document_type) = (row.project.clone(), row.document_type.clone());
    let mut staged = Staged { project, document_type, ..Staged::default() };
    if stage == Stage::Read {
        for it in row.sources {
            let copy = space.workspace.source(&it.sha256, &it.name);
            let path = if it.path.is_file() { it.path } else { copy };
            crate::given::must_be_file(&path)?;
            given.paths.push(path);
        }
        return Ok(staged);
    }
    let documents = space.store.documents(run)?;
    staged.documents = (documents.len() == row.sources.len()).then_some(documents);
    if stage > Stage::Analyze {
        staged.analysis = space.store.analysis(run)?;
    }
    if stage > Stage::Generate
        && let Some(it) = stands(&row, &space.store.attempts(run)?).cloned()
    {
        staged.check = Some(StageCheck {
            typechecked: it.typechecked,
            audited: it.audited,
            diagnostics: it.diagnostics,
            compiler: row.compiler,
        });
        staged.model = Some(it.model);
    }
    Ok(staged)
}

impl From<StageError> for ApiError {
    fn from(err: StageError) -> ApiError {
        match err {
            StageError::Missing { made_by, .. } => ApiError::new(Code::NotFound, err.to_string())
                .hint(format!("`proviso stage {}` makes it", made_by.name())),
            StageError::Nothing(_) => ApiError::new(Code::BadRequest, err.to_string()),
            StageError::Failed(err) => err.into(),
        }
    }
}
