//! What tests of the api stand on where neither a compiler nor a reader is asked.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::ports::{CheckJob, CheckReport, Checker, CheckerError};
use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader};

use crate::{App, AppOptions};

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
