//! Machines that an app runs on: this one, and one of which the ports are given.
//!
//! **Invariant:** what is given reads no environment and no keyring.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_core::ports::{Checker, OnTheSpot, Reads, Study};
use proviso_kit::analysing::{StudyLimits, WorkerStudy};
use proviso_kit::idris::IdrisProcess;
use proviso_kit::idris::kernel::WithKernel;
use proviso_kit::reading::{Passwords, ReadLimits, WorkerProgram, WorkerReader};
use proviso_kit::secret::{Keys, SystemKeys};
use proviso_kit::settings::Kept;

use super::Machine;

/// This machine, with its worker program, keyring and compiler.
pub(crate) struct ThisMachine {
    pub(crate) program: WorkerProgram,
    pub(crate) passwords: Arc<Passwords>,
}

impl Machine for ThisMachine {
    fn reader(&self, settings: &Kept, private: Option<&Path>) -> Arc<dyn Reads> {
        let languages = settings.shared.ocr_languages.clone().unwrap_or_default();
        let limits = ReadLimits { languages, ..ReadLimits::default() };
        let reader =
            WorkerReader::new(self.program.clone(), limits).unlocking(Arc::clone(&self.passwords));
        Arc::new(match private {
            Some(folder) => reader.keeping(folder.join("recognized")),
            None => reader,
        })
    }
    fn checker(&self, settings: &Kept) -> Arc<dyn Checker> {
        checker(settings.personal.idris2_path.clone())
    }
    fn study(&self) -> Arc<dyn Study> {
        Arc::new(WorkerStudy::new(&self.program, StudyLimits::default()))
    }
    fn keys(&self) -> Box<dyn Keys> {
        Box::new(SystemKeys)
    }
    fn passwords(&self) -> Arc<Passwords> {
        Arc::clone(&self.passwords)
    }
    fn is_this_one(&self) -> bool {
        true
    }
}

/// A machine without environment and keyring.
struct NoKeys;

impl Keys for NoKeys {
    fn variable(&self, _name: &str) -> Option<String> {
        None
    }
    fn entry(&self, _provider: &str) -> Option<String> {
        None
    }
}

/// A machine of which nothing but a reader and a checker is given.
pub(crate) struct Given {
    pub(crate) reader: Arc<dyn Reads>,
    pub(crate) checker: Arc<dyn Checker>,
}

impl Machine for Given {
    fn reader(&self, _settings: &Kept, _private: Option<&Path>) -> Arc<dyn Reads> {
        Arc::clone(&self.reader)
    }
    fn checker(&self, _settings: &Kept) -> Arc<dyn Checker> {
        Arc::clone(&self.checker)
    }
    fn study(&self) -> Arc<dyn Study> {
        Arc::new(OnTheSpot::default())
    }
    fn keys(&self) -> Box<dyn Keys> {
        Box::new(NoKeys)
    }
    fn passwords(&self) -> Arc<Passwords> {
        Arc::default()
    }
    fn is_this_one(&self) -> bool {
        false
    }
}

/// The compiler of this machine, and the embedded checker.
fn checker(named: Option<PathBuf>) -> Arc<dyn Checker> {
    #[cfg(feature = "recordings")]
    if std::env::var_os(proviso_kit::idris::recordings::REPLAY).is_some_and(|it| it == "1") {
        let recorded = proviso_kit::idris::recordings::RecordingChecker::new();
        return Arc::new(WithKernel::new(Arc::new(recorded)));
    }
    Arc::new(WithKernel::new(Arc::new(IdrisProcess::new(named))))
}
