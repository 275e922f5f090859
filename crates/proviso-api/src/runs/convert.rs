//! Converting documents and going on from what is stored: what is asked for, and the run that does it.
//!
//! **Invariant:** what can be seen to be wrong is refused before a run is claimed.

use std::path::PathBuf;

use proviso_core::agent::Kept;
use proviso_core::idris::name::project_name;
use proviso_core::run::{Stage, Verdict};
use proviso_kit::store::{Along, Hint, NewRun, RunSource};
use serde::{Deserialize, Serialize};

use super::find::{busy, ended, engine, limits, row, sweep, unknown_type};
use super::name::{free_name, refuse_case_variant, source};
use super::prepared::Prepared;
use super::start::{self, Fork};
use super::taking::taken;
use super::view::RunView;
use crate::engine::BUILTIN;
use crate::given::must_be_file;
use crate::{ApiError, App, Code, Reason};

/// The longest hint, in characters.
const MAX_HINT: usize = 2_000;

/// A request to convert files that belong together.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ConvertReq {
    /// The files; rules may cross them.
    pub paths: Vec<PathBuf>,
    /// The project's name; proposed from the first file's name if there is none.
    pub project: Option<String>,
    /// A document type that a person chose.
    pub document_type: Option<String>,
    /// Checked texts by an engine; as set, else 5, if none.
    pub max_attempts: Option<u32>,
    /// Who analyses and writes; as set if none.
    #[serde(default)]
    pub engine: Option<String>,
    /// Of so many documents the compiler judges one, and of the others what Proviso's own checker
    /// does not accept; none of them where it is 0, all if none.
    #[serde(default)]
    pub confirm: Option<u32>,
}

/// A request to go on with a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RetryReq {
    /// The run.
    pub run: i64,
    /// From which stage; none takes up a run that had stopped where it stopped.
    pub from: Option<Stage>,
    /// Who analyses and writes from that stage on; as set if none.
    #[serde(default)]
    pub engine: Option<String>,
    /// What a person tells the agents, and who does.
    #[serde(default)]
    pub hint: Option<(String, String)>,
}

/// Refuses what can be seen to be wrong before a workspace is made: a file that is none, a name
/// that is none.
pub fn precheck(cwd: &std::path::Path, req: &ConvertReq) -> Result<(), ApiError> {
    for path in &req.paths {
        must_be_file(&cwd.join(path))?;
    }
    match &req.project {
        Some(name) => Ok(project_name(name)?),
        None => Ok(()),
    }
}

/// Converts documents: the whole way, to a verdict.
pub async fn convert(app: &App, req: ConvertReq) -> Result<RunView, ApiError> {
    prepare(app, req).await?.go(app).await
}

/// Goes on with a run: one that had stopped is taken up where it stopped; from a stage, a new run
/// begins that keeps what the stages before it made.
pub async fn retry(app: &App, req: RetryReq) -> Result<RunView, ApiError> {
    retried(app, &req)?.go(app).await
}

/// Claims a new run over files.
pub(crate) async fn prepare(app: &App, req: ConvertReq) -> Result<Prepared, ApiError> {
    let space = app.space()?;
    let engine = engine(app, req.engine.as_deref())?;
    let mut sources = Vec::new();
    for path in &req.paths {
        let path = app.cwd.join(path);
        must_be_file(&path)?;
        sources.push(source(&path)?);
    }
    if sources.is_empty() {
        return Err(ApiError::new(Code::BadRequest, "no document to convert")
            .because(Reason::NothingToConvert, []));
    }
    if let Some(name) = &req.document_type
        && app.ports().types.get(name).is_none()
    {
        return Err(unknown_type(app, name));
    }
    let spares = req.confirm.is_some_and(|n| !is_in_sample(&sources, n));
    let limits = limits(app, req.max_attempts);
    if limits.max_attempts == 0 {
        return Err(ApiError::new(Code::BadRequest, "a run needs at least one attempt"));
    }
    // Of two runs that begin at once the second must see the first one's name.
    let _naming = app.naming.lock().await;
    let project = match req.project {
        Some(name) => {
            project_name(&name)?;
            refuse_case_variant(&space, &name)?;
            name
        }
        None => free_name(&space, &sources)?,
    };
    let new = NewRun {
        parent: None,
        project,
        sources,
        document_type: req.document_type,
        engine,
        max_attempts: limits.max_attempts,
        check_timeout_ms: limits.check_timeout_ms,
        created_at_ms: app.clock.now_ms(),
    };
    let run = start::begin(space, new, Kept::default(), None, &Along::default())?;
    Ok(Prepared { spares, ..run })
}

/// Whether documents are among the one in `n` that the compiler judges: by what they contain, so
/// that it is the same ones on every machine.
fn is_in_sample(sources: &[RunSource], n: u32) -> bool {
    let number =
        |it: &RunSource| it.sha256.get(..8).and_then(|it| u32::from_str_radix(it, 16).ok());
    sources.first().and_then(number).is_none_or(|it| it.checked_rem(n) == Some(0))
}

/// The same for files that may be gone before their turn comes, such as received ones: the run
/// goes over our copies.
pub(crate) async fn prepare_over_copies(
    app: &App,
    mut req: ConvertReq,
) -> Result<Prepared, ApiError> {
    let space = app.space()?;
    for path in &mut req.paths {
        let full = app.cwd.join(&*path);
        must_be_file(&full)?;
        *path = taken(&space, &full).await?.path;
    }
    prepare(app, req).await
}

/// Claims what [`retry`] asks for.
pub(crate) fn retried(app: &App, req: &RetryReq) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    sweep(&records)?;
    let space = records.space;
    let row = row(&space, req.run)?;
    let stopped =
        matches!(row.verdict, Some(Verdict::Interrupted | Verdict::Cancelled | Verdict::Failed));
    let engine = engine(app, req.engine.as_deref())?;
    if req.engine.is_some() && req.from.is_none() {
        let message = "a run that is taken up keeps its engine";
        return Err(ApiError::new(Code::BadRequest, message)
            .hint("name the stage from which another one is to work"));
    }
    if let Some((text, _)) = &req.hint {
        hint_fits(text, &engine, req.from)?;
    }
    match (req.from, row.verdict) {
        (_, None) => Err(busy(&row.project, row.id)),
        (None, Some(_)) if stopped => start::resume(app, space, row, None),
        (None, Some(verdict)) => {
            let message = format!("run {} ended with `{}`", row.id, verdict.name());
            let hint =
                format!("name the stage to go on from: `proviso retry {} --from generate`", row.id);
            Err(ApiError::new(Code::BadRequest, message).hint(hint).because(Reason::RunEnded, []))
        }
        (Some(stage), Some(_)) => {
            let hint = req.hint.as_ref().map(|(text, by)| {
                let (text, by) = (text.trim().to_owned(), by.clone());
                Hint { text, by, at_ms: app.clock.now_ms() }
            });
            let fork = Fork { hint: hint.as_ref(), ..Fork::at(stage) };
            start::fork(app, space, row, &fork, engine)
        }
    }
}

/// Whether a sentence can be told to the agents that will work.
fn hint_fits(text: &str, engine: &str, from: Option<Stage>) -> Result<(), ApiError> {
    let bad = |message: &str| ApiError::new(Code::BadRequest, message);
    if engine == BUILTIN {
        return Err(bad("the built-in engine takes no hints")
            .hint("choose a language model in the settings")
            .because(Reason::HintNeedsModel, []));
    }
    if text.trim().is_empty() || text.chars().count() > MAX_HINT {
        return Err(bad("a hint has 1 to 2,000 characters").because(Reason::HintLength, []));
    }
    match from {
        Some(_) => Ok(()),
        None => Err(bad("a run that is taken up goes on as it began")
            .hint("name the stage to go on from")
            .because(Reason::RunEnded, [])),
    }
}

/// Claims a new run that begins with an attempt of another one.
pub(crate) fn forked(app: &App, run: i64, attempt: u32) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let row = ended(&records, run)?;
    let fork = Fork { attempt: Some(attempt), ..Fork::at(Stage::Typecheck) };
    start::fork(app, records.space, row, &fork, engine(app, None)?)
}
