//! The models of a workspace: all of `Domains/`, what is known of each, and who answers for it.
//!
//! **Invariant:** a check and an approval are about a text, told by its hash; once the file says
//! something else, they are shown as old.

use std::path::PathBuf;
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use proviso_core::agent::analysis_path;
use proviso_core::hex::sha256;
use proviso_core::idris::emit;
use proviso_core::run::Stage;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::sources;
use proviso_kit::store::{Approval, ModelCheck, RunRow};
use serde::{Deserialize, Serialize};

use super::ModelChecked;
use crate::jobs::Awaited;
use crate::runs::{Prepared, RetryReq, RunHead};
use crate::wire::Nothing;
use crate::{ApiError, App, Code, Reason, Records, runs};

/// A model of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ModelRow {
    /// Its name: `ServiceContract`.
    pub name: String,
    /// Its module: `Domains.ServiceContract`.
    pub module: String,
    /// Its file, below the workspace.
    pub path: String,
    /// What it is.
    pub role: ModelRole,
    /// The last run on its project that came to a verdict.
    pub last: Option<RunHead>,
    /// What the compiler said of it last.
    pub checked: Option<CheckedView>,
    /// Whether it differs from what Proviso wrote; false where Proviso did not write it.
    pub edited: bool,
    /// Who approved it.
    pub approved: Option<ApprovedView>,
    /// How many lines it has.
    pub n_lines: u32,
    /// When it was written, in milliseconds since 1970.
    pub modified_at_ms: i64,
}

/// What a module is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ModelRole {
    /// The model of a project.
    Model,
    /// The library that models rest on.
    Library,
    /// A module that no run knows.
    Own,
}

/// What the compiler said of a model last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckedView {
    /// Whether it was accepted.
    pub accepted: bool,
    /// The compiler's version; none where only Proviso's own checker has judged.
    pub compiler: Option<String>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Whether that was this text.
    pub current: bool,
}

/// Who approved a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ApprovedView {
    /// Who.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// Whether that was this text.
    pub current: bool,
}

/// A model with its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ModelSource {
    /// What lists show of it.
    pub row: ModelRow,
    /// Its text.
    pub text: String,
    /// The facts that it is about, as they lie in the workspace.
    pub facts: Option<String>,
    /// What it owes, as it lies in the workspace.
    pub audit: Option<String>,
    /// The analysis as it lies in the workspace, markdown.
    pub analysis: Option<String>,
}

/// A model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OfModel {
    /// Its name: `ServiceContract`.
    pub name: String,
}

/// A request to answer for a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ApproveReq {
    /// Its name: `ServiceContract`.
    pub name: String,
    /// Who does.
    pub by: String,
}

/// Checks at a time; the compiler itself bounds them by the processors.
const CHECKS: usize = 4;

pub(crate) async fn list(records: &Records, _: Nothing) -> Result<Vec<ModelRow>, ApiError> {
    runs::sweep(records)?;
    let runs = records.store.runs(None)?;
    names(records)?.iter().map(|it| row(records, &runs, it)).collect()
}

pub(crate) async fn source(space: &OpenWorkspace, req: OfModel) -> Result<ModelSource, ApiError> {
    let (name, text) = text(space, &req.name)?;
    let runs = space.store.runs(Some(&name))?;
    let beside = |path: String| space.workspace.read(&path);
    Ok(ModelSource {
        row: row(space, &runs, &name)?,
        text,
        facts: beside(format!("Domains/Facts/{name}.idr"))?,
        audit: beside(format!("Domains/Audit/{name}.idr"))?,
        analysis: beside(analysis_path(&name))?,
    })
}

pub(crate) async fn check(app: &Arc<App>, req: OfModel) -> Result<ModelChecked, ApiError> {
    let space = app.space()?;
    checked(app, &space, &req.name).await
}

/// A run that lets the compiler judge what the last one had none for, where the model is still what
/// that one wrote.
pub(super) fn proving(
    app: &App,
    space: &OpenWorkspace,
    name: &str,
    sha256: &str,
) -> Result<Option<Prepared>, ApiError> {
    let runs = space.store.runs(Some(name))?;
    let of_it = |it: &&RunRow| it.project == name && it.deleted_at_ms.is_none();
    let Some(last) = runs.iter().find(of_it) else { return Ok(None) };
    let waits = runs::standing(last).waits_for_compiler();
    let is_its = space.store.file(&below(name))?.is_some_and(|it| it.0 == sha256);
    if !(waits && is_its) {
        return Ok(None);
    }
    let from = Some(Stage::Typecheck);
    let req = RetryReq { run: last.id, from, engine: None, hint: None };
    match runs::retried(app, &req) {
        Ok(run) => Ok(Some(run)),
        // Somebody is at it already.
        Err(err) if err.code == Code::ProjectBusy => Ok(None),
        Err(err) => Err(err),
    }
}

pub(crate) async fn check_all(app: &Arc<App>, _: Nothing) -> Result<Vec<ModelChecked>, ApiError> {
    let space = app.space()?;
    let names = names(&space)?;
    let all: Vec<Result<ModelChecked, ApiError>> = stream::iter(names)
        .map(|name| {
            let (app, space) = (Arc::clone(app), Arc::clone(&space));
            async move { checked(&app, &space, &name).await }
        })
        .buffered(CHECKS)
        .collect()
        .await;
    all.into_iter().collect()
}

pub(crate) async fn approve(records: &Records, req: ApproveReq) -> Result<ModelRow, ApiError> {
    if req.by.trim().is_empty() {
        return Err(ApiError::new(Code::BadRequest, "an approval needs a name")
            .because(Reason::WhoMissing, []));
    }
    let (name, text) = text(records, &req.name)?;
    let it = Approval { sha256: sha256(&text), by: req.by, at_ms: records.clock.now_ms() };
    records.store.model_approve(&name, Some(&it))?;
    row(records, &records.store.runs(Some(&name))?, &name)
}

pub(crate) async fn unapprove(space: &OpenWorkspace, req: OfModel) -> Result<ModelRow, ApiError> {
    let (name, _) = text(space, &req.name)?;
    space.store.model_approve(&name, None)?;
    row(space, &space.store.runs(Some(&name))?, &name)
}

async fn checked(
    app: &Arc<App>,
    space: &OpenWorkspace,
    name: &str,
) -> Result<ModelChecked, ApiError> {
    let (name, text) = text(space, name)?;
    let mut it = super::check(app, &file(space, &name)).await?;
    it.path = below(&name).into();
    let sha256 = sha256(&text);
    space.store.model_checked(
        &name,
        &ModelCheck {
            sha256: sha256.clone(),
            accepted: it.accepted,
            compiler: it.compiler.clone(),
            at_ms: app.clock.now_ms(),
        },
    )?;
    if it.accepted
        && it.compiler.is_some()
        && let Some(run) = proving(app, space, &name, &sha256)?
    {
        it.proving = Some(runs::enqueue(app, run, Awaited::AmongMany)?.into());
    }
    Ok(it)
}

/// Names of all modules that lie in `Domains/` itself.
fn names(space: &OpenWorkspace) -> Result<Vec<String>, ApiError> {
    Ok(sources::names(&space.workspace.root().join("Domains"))?)
}

pub(super) fn file(space: &OpenWorkspace, name: &str) -> PathBuf {
    space.workspace.root().join(below(name))
}

/// Where a model lies below the workspace: all that those who look at it from elsewhere need.
fn below(name: &str) -> String {
    format!("Domains/{name}.idr")
}

/// A model's text; a name is looked up among those that are there, so it leads nowhere else.
pub(super) fn text(space: &OpenWorkspace, wanted: &str) -> Result<(String, String), ApiError> {
    let name = names(space)?.into_iter().find(|it| it == wanted).ok_or_else(|| {
        ApiError::new(Code::NotFound, format!("no model `{wanted}` in the workspace"))
            .because(Reason::ModelMissing, [("name", wanted)])
    })?;
    let text = sources::read(&file(space, &name))?;
    Ok((name, text))
}

fn row(space: &OpenWorkspace, runs: &[RunRow], name: &str) -> Result<ModelRow, ApiError> {
    let path = file(space, name);
    let text = sources::read(&path)?;
    let sha256 = sha256(&text);
    let module = format!("Domains.{name}");
    let of_it = |it: &&RunRow| it.project == name && it.deleted_at_ms.is_none();
    let known = runs.iter().any(|it| it.project == name);
    let last = runs.iter().filter(of_it).find(|it| it.verdict.is_some());
    let written = space.store.file(&below(name))?;
    Ok(ModelRow {
        role: if module == emit::core().name {
            ModelRole::Library
        } else if known {
            ModelRole::Model
        } else {
            ModelRole::Own
        },
        last: last.map(runs::head),
        checked: space.store.model_check(name)?.map(|it| CheckedView {
            accepted: it.accepted,
            compiler: it.compiler,
            at_ms: it.at_ms,
            current: it.sha256 == sha256,
        }),
        edited: written.is_some_and(|it| it.0 != sha256),
        approved: space.store.model_approval(name)?.map(|it| ApprovedView {
            by: it.by,
            at_ms: it.at_ms,
            current: it.sha256 == sha256,
        }),
        n_lines: u32::try_from(text.lines().count()).unwrap_or(u32::MAX),
        modified_at_ms: sources::modified(&path),
        name: name.to_owned(),
        module,
        path: below(name),
    })
}
