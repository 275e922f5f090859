//! What tests of the api stand on where neither a compiler nor a reader is asked.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::ports::{CheckJob, CheckReport, Checker, CheckerError};
use proviso_core::run::{Attempt, Module, Origin};
use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader};
use proviso_kit::store::NewRun;

use crate::{App, AppOptions, Need};

/// Accepts what it is given; what is wrong with a text is found before it.
struct Accepting;

impl Checker for Accepting {
    fn check<'a>(&'a self, _job: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        ready(Ok(CheckReport {
            compiler: "0.8.0".to_owned(),
            accepted: true,
            diagnostics: Vec::new(),
            output: String::new(),
            took_ms: 1,
        }))
        .boxed()
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        ready(Ok("0.8.0".to_owned())).boxed()
    }
}

/// The program in a folder, with a compiler that accepts everything and a reader that is not there.
pub(crate) fn app(folder: &Path, options: AppOptions) -> App {
    let program = WorkerProgram { path: PathBuf::from("/never/asked"), args: Vec::new() };
    let reader = WorkerReader::new(program, ReadLimits::default());
    let options = AppOptions { cwd: folder.to_owned(), ..options };
    App::open(options, Arc::new(reader), Arc::new(Accepting)).unwrap()
}

/// The same over a workspace in that folder.
pub(crate) fn at_work(folder: &Path) -> Arc<App> {
    let workspace = Some(folder.to_owned());
    Arc::new(app(folder, AppOptions { workspace, need: Need::Make, ..AppOptions::default() }))
}

/// A run without documents, which begins at 1.
pub(crate) fn new_run(project: &str) -> NewRun {
    NewRun {
        parent: None,
        project: project.to_owned(),
        sources: Vec::new(),
        document_type: None,
        engine: "builtin".to_owned(),
        max_attempts: 5,
        check_timeout_ms: 30_000,
        created_at_ms: 1,
    }
}

/// The first attempt of a run, whose model was accepted.
pub(crate) fn accepted(model: Module) -> Attempt {
    Attempt {
        number: 1,
        origin: Origin::Generated,
        model,
        typechecked: true,
        audited: true,
        diagnostics: Vec::new(),
        created_at_ms: 1,
        judges: Vec::new(),
        check_ms: 1,
    }
}
