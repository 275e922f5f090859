//! The product's own way from a file to a document, for examples that are their own workers.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use proviso_core::document::Document;
use proviso_core::ports::{ReadError, Reader as _};
use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader, worker};

/// Reads files, one after the other.
pub(crate) struct Files {
    runtime: tokio::runtime::Runtime,
    reader: WorkerReader,
}

impl Files {
    /// # Errors
    /// Where there is no runtime, or this program cannot be found to be started as a worker.
    pub(crate) fn new() -> Result<Files, Box<dyn Error>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let reader = {
            let _context = runtime.enter();
            WorkerReader::new(WorkerProgram::this_one()?, ReadLimits::default())
        };
        Ok(Files { runtime, reader })
    }

    /// # Errors
    /// What the reader says of the file.
    pub(crate) fn read(&self, path: &Path) -> Result<Document, ReadError> {
        self.runtime.block_on(self.reader.read(path, &|_| {}))
    }
}

/// What `main` does: the work of a worker where the program is asked for that, else `run`.
pub(crate) fn started(run: impl FnOnce() -> Result<(), Box<dyn Error>>) -> ExitCode {
    if worker::run_if_worker() {
        return ExitCode::SUCCESS;
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(1)
        }
    }
}
