//! Runs that were made on another machine: packed there, and taken in here as if they had been made
//! here.
//!
//! **Invariant:** a parcel writes the files of its own project and no others. A key is taken in once;
//! where that was cut short, it is brought to its end the next time.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use proviso_core::agent::analysis_path;
use proviso_core::idris::emit;
use proviso_core::ports::{Job, Outcome, Shelf as _};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::{CarriedRun, RunSource};
use serde::{Deserialize, Serialize};

use super::convert::{ConvertReq, prepare};
use super::going;
use super::head::{RunHead, head};
use crate::{ApiError, App, Code, Reason};

/// What a worker sends home.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Parcel {
    /// The run; none where there was none.
    pub(crate) run: Option<CarriedRun>,
    /// Its files, by their paths below the workspace.
    pub(crate) files: BTreeMap<String, String>,
    /// Why there is no run.
    pub(crate) error: Option<ApiError>,
    /// Who made it.
    pub(crate) worker: String,
}

impl Parcel {
    /// Why there is no run, as a parcel.
    pub(crate) fn of_error(error: ApiError, worker: &str) -> Parcel {
        Parcel { run: None, files: BTreeMap::new(), error: Some(error), worker: worker.to_owned() }
    }

    /// The parcel as a queue keeps it. Two workers agree where verdict and files are the same.
    pub(crate) fn outcome(&self) -> Result<Outcome, ApiError> {
        let verdict = self.run.as_ref().and_then(CarriedRun::verdict);
        let fail = |err: serde_json::Error| ApiError::from_error(Code::Unknown, &err);
        let comparable = serde_json::to_vec(&(verdict, &self.files)).map_err(fail)?;
        Ok(Outcome::new(&comparable, serde_json::to_vec(self).map_err(fail)?))
    }
}

/// The files that a project has.
fn paths(project: &str) -> [String; 4] {
    [
        analysis_path(project),
        format!("Domains/Facts/{project}.idr"),
        format!("Domains/Audit/{project}.idr"),
        format!("Domains/{project}.idr"),
    ]
}

/// Packs the last run on a project; none where there is none.
pub(crate) fn pack(
    space: &OpenWorkspace,
    project: &str,
    worker: &str,
) -> Result<Option<Parcel>, ApiError> {
    let Some(row) = space.store.runs(Some(project))?.into_iter().next() else { return Ok(None) };
    let run = space.store.run_carry(row.id)?;
    let mut files = BTreeMap::new();
    for path in paths(project) {
        if let Some(text) = space.workspace.read(&path)? {
            files.insert(path, text);
        }
    }
    Ok(Some(Parcel { run: Some(run), files, error: None, worker: worker.to_owned() }))
}

/// What came in under a key before, with all that belongs to it.
pub(crate) fn taken_in(space: &OpenWorkspace, key: &str) -> Result<Option<RunHead>, ApiError> {
    match space.store.carried(key)?.filter(|it| it.whole) {
        Some(it) => Ok(space.store.run(it.run)?.as_ref().map(head)),
        None => Ok(None),
    }
}

/// Takes in what came of a job on a file of here.
pub(crate) async fn unpack(
    app: &App,
    job: &Job,
    path: &Path,
    parcel: Parcel,
) -> Result<RunHead, ApiError> {
    let (space, key, project) = (app.space()?, job.key(), job.options.project.as_str());
    let taken = super::taking::taken(&space, path).await?;
    if taken.sha256 != job.document {
        let message = format!("`{}` has changed since it was sent", path.display());
        return Err(ApiError::new(Code::BadRequest, message)
            .hint("send the folder again")
            .because(Reason::DocumentChanged, [("name", &job.name)]));
    }
    let name = job.name.clone();
    let sources = [RunSource { path: path.to_owned(), name, sha256: taken.sha256 }];
    if !super::name::is_ours(&space, project, &sources)? {
        let message = format!("`{project}` has become another document's project meanwhile");
        return Err(ApiError::new(Code::BadRequest, message)
            .hint(format!("`proviso convert {}` finds it another name", path.display()))
            .because(Reason::ProjectTaken, [("project", project)]));
    }
    let Some(run) = parcel.run else {
        let err = parcel.error.unwrap_or_else(|| nothing(&parcel.worker));
        return failed_elsewhere(app, &key, path, project, err).await;
    };
    if run.project() != Some(project) {
        return Err(nothing(&parcel.worker));
    }
    let carried = space.store.run_take_in(&key, &run, &sources)?;
    if !carried.whole {
        let ledger = app.ledger(Arc::clone(&space), carried.run);
        let core = emit::core();
        // One that is there and differs is the workspace's own, as it is for runs of here.
        if !parcel.files.is_empty() && space.workspace.read(&core.path())?.is_none() {
            ledger.write(&core.path(), &core.text)?;
        }
        for path in paths(project) {
            if let Some(text) = parcel.files.get(&path) {
                ledger.write(&path, text)?;
            }
        }
        space.store.carried_whole(&key, carried.run)?;
        announce(app, &space, carried.run)?;
    }
    Ok(head(&super::row(&space, carried.run)?))
}

/// Tells listeners of a run that came in, by its first event and its last: who wants those between
/// reads them from the log.
fn announce(app: &App, space: &OpenWorkspace, run: i64) -> Result<(), ApiError> {
    let mut all = space.store.events(run, 0)?;
    let last = all.pop();
    all.truncate(1);
    all.into_iter().chain(last).for_each(|it| app.bus.tell(it));
    Ok(())
}

/// A run of here that failed elsewhere.
async fn failed_elsewhere(
    app: &App,
    key: &str,
    path: &Path,
    project: &str,
    err: ApiError,
) -> Result<RunHead, ApiError> {
    let paths = vec![path.to_owned()];
    let req = ConvertReq { paths, project: Some(project.to_owned()), ..ConvertReq::default() };
    let prepared = prepare(app, req).await?;
    let (space, run) = (Arc::clone(&prepared.space), prepared.claim.run);
    // That it failed is what is written down; it is no failure of ours.
    let _failed = going::failed_before(app, prepared, err);
    space.store.carried_whole(key, run)?;
    Ok(head(&super::row(&space, run)?))
}

fn nothing(worker: &str) -> ApiError {
    ApiError::new(Code::Unknown, format!("the worker `{worker}` sent no run of this document"))
        .because(Reason::WorkerSilent, [("worker", worker)])
}
