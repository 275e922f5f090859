//! The compiler on this machine: the port [`Checker`] over `idris2`.
//!
//! **Invariant:** every check has a directory, a build directory and a process group of its own, is
//! bounded in time, memory and output, and leaves nothing behind, whether it ends, is too slow or
//! is dropped. Accepted means more than exit status 0, which `idris2` also gives for an import that
//! does not exist. Nothing of a document or a model ever reaches a shell or the interactive mode.
//!
//! A process kept warm in `--ide-mode` would answer in a third of the time, but its state would be
//! shared between texts that do not trust each other.

#[cfg(test)]
mod compiler;
pub mod locate;
#[cfg(any(test, feature = "recordings"))]
pub mod recordings;
mod scratch;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proviso_core::idris::{diagnostics, header};
use proviso_core::ports::{CheckJob, CheckReport, Checker, CheckerError};
use proviso_core::run::{Diagnostic, DiagnosticKind, Severity};
use tokio::sync::{OnceCell, Semaphore};

use self::locate::Surroundings;
use self::scratch::Scratch;
use crate::process::{self, Captured, Invocation, RunError};

/// Bytes of each stream that are kept; the messages of a sane module are a thousandth of it.
const MAX_OUTPUT: usize = 4 << 20;
/// Address space of one check. A module of two thousand line items takes 760 MB.
const MAX_MEMORY: u64 = 4 << 30;
/// How long `idris2 --version` may take; it answers within a second unless the machine is busy.
const VERSION_TIMEOUT: Duration = Duration::from_secs(60);
/// What the compiler needs of our environment: to find its run-time system and its libraries. All
/// else of it, `IDRIS2_PATH` and `IDRIS2_CG` above all, would let the surroundings change a verdict.
const INHERITED: [&str; 13] = [
    "PATH",
    "HOME",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "IDRIS2_PREFIX",
    "IDRIS2_DATA",
    "IDRIS2_LIBS",
    "IDRIS2_PACKAGE_PATH",
    "CHEZ",
    "SystemRoot",
    "TEMP",
    "USERPROFILE",
];

/// Typechecks with the `idris2` of this machine.
#[derive(Debug)]
pub struct IdrisProcess {
    surroundings: Surroundings,
    found: OnceCell<Compiler>,
    /// Each check takes a processor and some 200 MB: more at once than processors only makes all
    /// of them slower, up to their time limit.
    permits: Semaphore,
    max_memory: Option<u64>,
    max_output: usize,
}

/// A compiler that has been asked for its version.
#[derive(Debug, Clone)]
struct Compiler {
    program: PathBuf,
    version: String,
}

impl IdrisProcess {
    /// The compiler named by a setting, or the one that is found in the usual places.
    pub fn new(setting: Option<PathBuf>) -> IdrisProcess {
        IdrisProcess::within(Surroundings::of_process(setting))
    }

    /// The compiler that is found in given surroundings.
    pub fn within(surroundings: Surroundings) -> IdrisProcess {
        let n_processors = std::thread::available_parallelism().map_or(2, |it| it.get());
        IdrisProcess {
            surroundings,
            found: OnceCell::new(),
            permits: Semaphore::new(n_processors),
            max_memory: Some(MAX_MEMORY),
            max_output: MAX_OUTPUT,
        }
    }

    /// The program, where there is one.
    pub async fn program(&self) -> Result<PathBuf, CheckerError> {
        Ok(self.compiler().await?.program.clone())
    }

    /// Looks for the compiler until there is one; it may be installed while we run.
    async fn compiler(&self) -> Result<&Compiler, CheckerError> {
        self.found.get_or_try_init(|| self.look()).await
    }

    /// Where the compiler is, without asking it anything.
    fn located(&self) -> Result<PathBuf, CheckerError> {
        match self.found.get() {
            Some(compiler) => Ok(compiler.program.clone()),
            None => self.surroundings.find().map_err(|looked| CheckerError::NotFound { looked }),
        }
    }

    async fn look(&self) -> Result<Compiler, CheckerError> {
        let program = self.located()?;
        let invocation = Invocation {
            program: &program,
            arguments: vec!["--version".into()],
            directory: &std::env::temp_dir(),
            environment: environment(),
            timeout: VERSION_TIMEOUT,
            max_output: self.max_output,
            max_memory: self.max_memory,
        };
        let outcome = process::run(&invocation).await.map_err(|err| match err {
            RunError::TimedOut => CheckerError::TimedOut(VERSION_TIMEOUT),
            RunError::Io(source) => spawn(&program, source),
        })?;
        let said = text(&outcome.stdout.bytes);
        let Some(version) = version(&said) else {
            let reason = format!(
                "`--version` gave {} and {:?}",
                ending(outcome.status),
                head(&format!("{said}{}", text(&outcome.stderr.bytes)))
            );
            return Err(spawn(&program, io::Error::other(reason)));
        };
        Ok(Compiler { program, version })
    }

    /// Runs the compiler on a job.
    async fn ask(&self, program: &Path, job: &CheckJob) -> Result<Answer, CheckerError> {
        // Fails only for a semaphore that was closed, and nobody closes this one.
        let permit = self.permits.acquire().await;
        let scratch = {
            let job = job.clone();
            let made = tokio::task::spawn_blocking(move || Scratch::new(&job)).await;
            made.map_err(|err| spawn(program, io::Error::other(err)))??
        };
        let source = scratch.source();
        let build = scratch.build();
        let mut arguments: Vec<OsString> =
            ["--no-banner", "--no-color", "--console-width", "0", "--source-dir"]
                .map(OsString::from)
                .to_vec();
        arguments.push(source.into());
        arguments.push("--build-dir".into());
        arguments.push(build.into());
        // `--client` asks for the holes when the check is done: the compiler accepts a hole, and a
        // signature without a body, and says so only here. It also silences warnings, which
        // `--verbose` brings back. The command is ours; nothing of a model is in it.
        arguments.extend(["--verbose", "--check", "--client", ":m"].map(OsString::from));
        arguments.push(scratch.target().into());
        let invocation = Invocation {
            program,
            arguments,
            directory: scratch.base(),
            environment: environment(),
            timeout: job.timeout,
            max_output: self.max_output,
            max_memory: self.max_memory,
        };
        let outcome = process::run(&invocation).await.map_err(|err| match err {
            RunError::TimedOut => CheckerError::TimedOut(job.timeout),
            RunError::Io(source) => spawn(program, source),
        })?;
        drop(permit);
        // 126 and 127 are the shell's own: the program, or one that it needs, cannot be run.
        if matches!(outcome.status.code(), Some(126 | 127)) {
            let said = head(&text(&outcome.stderr.bytes));
            return Err(spawn(program, io::Error::other(said)));
        }
        let written = scratch
            .has_interface(&job.target)
            .map_err(|source| CheckerError::Prepare { path: scratch.build(), source })?;
        let n_dropped = outcome.stdout.n_dropped + outcome.stderr.n_dropped;
        Ok(Answer {
            ending: (!outcome.status.success()).then(|| ending(outcome.status)),
            written,
            n_dropped,
            output: scratch.without_place(&joined(&outcome.stdout, &outcome.stderr)),
            took: outcome.took,
        })
    }
}

/// What the compiler did with a job, before anybody judges it.
#[derive(Debug)]
struct Answer {
    /// How it ended, if not well.
    ending: Option<String>,
    /// Whether it wrote the target's interface.
    written: bool,
    /// Bytes that it printed beyond what is kept.
    n_dropped: u64,
    /// Both streams.
    output: String,
    took: Duration,
}

impl Answer {
    /// What it means.
    fn report(self, job: &CheckJob, compiler: &str) -> CheckReport {
        let mut diagnostics = diagnostics::parse(&self.output);
        // A module that calls itself something else is checked under that name, and what is asked
        // of it by its own name is then asked of nothing.
        if diagnostics.iter().all(|it| it.kind != DiagnosticKind::ModuleName) {
            diagnostics.extend(job.modules.iter().filter_map(header::mismatch));
        }
        if self.n_dropped > 0 {
            let message = format!("`idris2` printed {} bytes more than are read", self.n_dropped);
            diagnostics.push(complaint(message));
        }
        without_consequences(&mut diagnostics);
        let rejected = diagnostics.iter().any(Diagnostic::rejects);
        let completed = self.ending.is_none() && self.written;
        if !rejected && !completed {
            let cause = match &self.ending {
                None => "ended as if all were well but wrote no interface file".to_owned(),
                Some(ending) => format!("gave {ending} and named no error"),
            };
            let message = format!("`idris2` {cause}, so `{}` is not accepted", job.target);
            diagnostics.push(complaint(message));
        }
        CheckReport {
            compiler: compiler.to_owned(),
            accepted: completed && !rejected,
            diagnostics,
            output: self.output,
            took_ms: i64::try_from(self.took.as_millis()).unwrap_or(i64::MAX),
        }
    }
}

impl Checker for IdrisProcess {
    fn check<'a>(&'a self, job: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        async move {
            let program = self.located()?;
            // A start of the compiler costs half a second, and its version is needed only when the
            // check is over: both run side by side.
            let (compiler, answer) = futures_util::join!(self.compiler(), self.ask(&program, job));
            let compiler = compiler?;
            Ok(answer?.report(job, &compiler.version))
        }
        .boxed()
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        async { Ok(self.compiler().await?.version.clone()) }.boxed()
    }
}

/// A declaration whose body has an error counts as one without a body; the error says it better.
fn without_consequences(diagnostics: &mut Vec<Diagnostic>) {
    let last = |it: &str| it.rsplit('.').next().unwrap_or(it).to_owned();
    let failed: Vec<String> = diagnostics
        .iter()
        .filter(|it| it.rejects() && it.kind != DiagnosticKind::Hole)
        .filter_map(|it| it.declaration.as_deref().map(last))
        .collect();
    diagnostics.retain(|it| {
        let name = it.declaration.as_deref().map(last);
        it.kind != DiagnosticKind::Hole || name.is_none_or(|it| !failed.contains(&it))
    });
}

fn environment() -> Vec<(OsString, OsString)> {
    let mut all = process::inherited(&INHERITED);
    // The run-time system decodes file names and texts by the locale.
    all.push(("LC_ALL".into(), "C.UTF-8".into()));
    all
}

fn spawn(program: &Path, source: io::Error) -> CheckerError {
    CheckerError::Spawn { program: program.display().to_string(), source }
}

fn complaint(message: String) -> Diagnostic {
    Diagnostic {
        kind: DiagnosticKind::Compiler,
        severity: Severity::Error,
        span: None,
        declaration: None,
        message,
        excerpt: String::new(),
        hints: Vec::new(),
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The first lines of a text, for a message.
fn head(text: &str) -> String {
    text.trim().chars().take(300).collect()
}

/// Both streams, standard output first, each ended by a line break.
fn joined(stdout: &Captured, stderr: &Captured) -> String {
    let mut all = text(&stdout.bytes);
    if !stderr.bytes.is_empty() {
        if !all.is_empty() && !all.ends_with('\n') {
            all.push('\n');
        }
        all.push_str(&text(&stderr.bytes));
    }
    all
}

fn ending(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit status {code}"),
        None => status.to_string(),
    }
}

/// The version in `Idris 2, version 0.8.0-2f1a3c`: digits and dots, and what a development build
/// has behind them.
fn version(said: &str) -> Option<String> {
    let rest = said.lines().find_map(|it| it.trim().strip_prefix("Idris 2, version "))?;
    let word = rest.split_whitespace().next()?;
    word.starts_with(|it: char| it.is_ascii_digit()).then(|| word.to_owned())
}
