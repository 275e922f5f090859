//! The compiler on this machine: the port [`Checker`] over `idris2`.
//!
//! **Invariant:** every check has a directory, a build directory and a process group of its own, is
//! bounded in time, memory and output, and leaves nothing behind, whether it ends, is too slow or
//! is dropped. Accepted means more than exit status 0, which `idris2` also gives for an import that
//! does not exist. Nothing of a document or a model ever reaches a shell or the interactive mode.
//! The interface of the target is one that this very check wrote; only the trusted library's may be
//! older ([`prepared`]). Each start of the compiler is in a box ([`process::confine`]): it reads its
//! own installation and its directory, writes that directory, has an empty home and no network.
//!
//! A process kept warm in `--ide-mode` would answer in a third of the time, but its state would be
//! shared between texts that do not trust each other.

#[cfg(test)]
#[cfg(target_os = "linux")]
mod boxed;
#[cfg(test)]
mod compiler;
mod installation;
pub mod kernel;
pub mod locate;
mod prepared;
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
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use proviso_core::idris::{admit, diagnostics, header};
use proviso_core::ports::{CheckJob, CheckReport, Checker, CheckerError};
use proviso_core::run::{Diagnostic, DiagnosticKind, Severity};
use tokio::sync::{OnceCell, Semaphore};

use self::locate::Surroundings;
use self::prepared::{Origin, Prepared};
use self::scratch::{Room, Scratch};
use crate::process::confine::{self, Confines, Files};
use crate::process::{self, Captured, Invocation, RunError};

/// Bytes of each stream that are kept; the messages of a sane module are a thousandth of it.
const MAX_OUTPUT: usize = 4 << 20;
/// Address space of one check. A module of two thousand line items takes 760 MB.
const MAX_MEMORY: u64 = 4 << 30;
/// How long `idris2 --version` may take; it answers within a second unless the machine is busy.
const VERSION_TIMEOUT: Duration = Duration::from_secs(60);
/// How long compiling the trusted library may take; it takes a second unless the machine is busy.
const PREPARE_TIMEOUT: Duration = Duration::from_secs(120);
/// What the compiler needs of our environment: to find its run-time system and its libraries. All
/// else of it, `IDRIS2_PATH` and `IDRIS2_CG` above all, would let the surroundings change a verdict.
const INHERITED: [&str; 7] = [
    "PATH",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "IDRIS2_PREFIX",
    "IDRIS2_PACKAGE_PATH",
    "CHEZ",
    "SystemRoot",
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
    /// Where compiled trusted libraries are kept, if anywhere.
    cache: Option<PathBuf>,
    /// Whether keeping one was tried and failed; it would fail again.
    cannot_keep: AtomicBool,
    /// Where the compiler says that its libraries are; none where it does not say.
    libraries: OnceCell<Option<PathBuf>>,
    /// What else it reads of this machine.
    installed: OnceCell<Vec<PathBuf>>,
    /// Whether it was seen not to start where it reads nothing but what [`installation`] finds.
    is_elsewhere: AtomicBool,
    /// Where a script in the compiler's place tells a test what it did.
    #[cfg(test)]
    notes: Option<PathBuf>,
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
        IdrisProcess {
            cache: prepared::folder(),
            ..IdrisProcess::within(Surroundings::of_process(setting))
        }
    }

    /// The compiler that is found in given surroundings; it compiles everything in every check.
    pub fn within(surroundings: Surroundings) -> IdrisProcess {
        let n_processors = std::thread::available_parallelism().map_or(2, |it| it.get());
        IdrisProcess {
            surroundings,
            found: OnceCell::new(),
            permits: Semaphore::new(n_processors),
            max_memory: Some(MAX_MEMORY),
            max_output: MAX_OUTPUT,
            cache: None,
            cannot_keep: AtomicBool::new(false),
            libraries: OnceCell::new(),
            installed: OnceCell::new(),
            is_elsewhere: AtomicBool::new(false),
            #[cfg(test)]
            notes: None,
        }
    }

    /// Keeps the compiled trusted library in a folder, from one check to the next.
    #[must_use]
    pub fn with_cache(self, folder: PathBuf) -> IdrisProcess {
        IdrisProcess { cache: Some(folder), ..self }
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
        let mut said = self.ask_for(&program, "--version").await;
        let mut lapse = None;
        if let Err(err) = &said
            && confine::available().holds_files()
        {
            // It may need files that nobody knew of: a new way of installing it must not mean that
            // nothing can be checked.
            let reason = told(err);
            self.is_elsewhere.store(true, Ordering::Relaxed);
            said = self.ask_for(&program, "--version").await;
            if said.is_ok() {
                tracing::warn!("`idris2` runs with all files in reach: confined, it says {reason}");
                lapse = Some(reason);
            } else {
                self.is_elsewhere.store(false, Ordering::Relaxed);
            }
        }
        confine::note_lapse(lapse);
        let said = said?;
        let Some(version) = version(&said) else {
            let reason = format!("`--version` gave {:?}", head(&said));
            return Err(spawn(&program, io::Error::other(reason)));
        };
        Ok(Compiler { program, version })
    }

    /// What the compiler says to a flag that it answers at once.
    async fn ask_for(&self, program: &Path, flag: &str) -> Result<String, CheckerError> {
        let room = tokio::task::spawn_blocking(Room::new).await;
        let room = room.map_err(|err| spawn(program, io::Error::other(err)))??;
        let confines = self.confines(program, None, &room).await?;
        let invocation = Invocation {
            program,
            arguments: vec![flag.into()],
            directory: room.work(),
            environment: within(&room),
            timeout: VERSION_TIMEOUT,
            max_output: self.max_output,
            max_memory: self.max_memory,
            confines: Some(confines),
        };
        let outcome = process::run(&invocation).await.map_err(|err| match err {
            RunError::TimedOut => CheckerError::TimedOut(VERSION_TIMEOUT),
            RunError::Io(source) => spawn(program, source),
        })?;
        let said = text(&outcome.stdout.bytes);
        if outcome.status.success() {
            return Ok(said);
        }
        let reason = format!(
            "`{flag}` gave {} and {:?}",
            ending(outcome.status),
            head(&format!("{said}{}", text(&outcome.stderr.bytes)))
        );
        Err(spawn(program, io::Error::other(reason)))
    }

    /// Where the compiler's libraries are; asked once.
    async fn libraries(&self, program: &Path) -> Option<PathBuf> {
        let ask = || async {
            let said = self.ask_for(program, "--libdir").await.ok()?;
            Some(PathBuf::from(said.trim())).filter(|it| it.is_absolute())
        };
        self.libraries.get_or_init(ask).await.clone()
    }

    /// What the compiler may touch where it runs.
    async fn confines(
        &self,
        program: &Path,
        libraries: Option<PathBuf>,
        room: &Room,
    ) -> Result<Confines, CheckerError> {
        if self.is_elsewhere.load(Ordering::Relaxed) {
            return Ok(Confines { files: None });
        }
        let look = || {
            let program = program.to_owned();
            tokio::task::spawn_blocking(move || installation::of(&program, &environment()))
        };
        let installed = self.installed.get_or_try_init(look).await;
        let mut readable = installed.map_err(|err| spawn(program, io::Error::other(err)))?.clone();
        readable.extend(libraries.as_deref().and_then(installation::libraries));
        readable.push(room.home().to_owned());
        let writable = vec![room.work().to_owned()];
        #[cfg(test)]
        let writable = writable.into_iter().chain(self.notes.clone()).collect();
        Ok(Confines { files: Some(Files { readable, writable }) })
    }

    /// The compiled trusted library for a job that has it, made now where there is none yet. Where
    /// it can be neither found nor made, the job compiles it itself.
    async fn prepared(&self, program: &Path, job: &CheckJob) -> Option<Prepared> {
        let folder = self.cache.clone()?;
        if !prepared::serves(job) {
            return None;
        }
        let origin = Origin::new(program, environment());
        let look = {
            let (folder, origin) = (folder.clone(), origin.clone());
            move || prepared::find(&folder, &origin)
        };
        if let Some(it) = tokio::task::spawn_blocking(look.clone()).await.ok().flatten() {
            return Some(it);
        }
        if self.cannot_keep.load(Ordering::Relaxed) {
            return None;
        }
        match self.prepare(program, folder, origin, look).await {
            Ok(it) => it,
            Err(err) => {
                self.cannot_keep.store(true, Ordering::Relaxed);
                let cause = std::error::Error::source(&err).map(ToString::to_string);
                tracing::warn!("`Domains.Core` is compiled in every check: {err} ({cause:?})");
                None
            }
        }
    }

    /// Compiles the trusted library in a directory of its own and keeps it.
    async fn prepare(
        &self,
        program: &Path,
        folder: PathBuf,
        origin: Origin,
        look: impl FnOnce() -> Option<Prepared> + Send + 'static,
    ) -> Result<Option<Prepared>, CheckerError> {
        let unable = |source| CheckerError::Prepare { path: folder.clone(), source };
        let claimed = {
            let folder = folder.clone();
            move || prepared::claim(&folder, &origin)
        };
        let claimed = tokio::task::spawn_blocking(claimed).await.map_err(io::Error::other);
        // While another process makes it, this one goes without.
        let Some(claim) = claimed.and_then(|it| it).map_err(unable)? else { return Ok(None) };
        let found = tokio::task::spawn_blocking(look).await.map_err(io::Error::other);
        if let Some(it) = found.map_err(unable)? {
            return Ok(Some(it));
        }
        let job = admit::library(PREPARE_TIMEOUT);
        let (compiler, compiled) =
            futures_util::join!(self.compiler(), self.run(program, &job, None));
        let compiler = compiler?;
        let (answer, scratch) = compiled?;
        let Some(libraries) = self.libraries(program).await else {
            return Err(unable(io::Error::other("it does not say where its libraries are")));
        };
        let place = answer.written.clone();
        let report = answer.report(&job, &compiler.version);
        let Some(place) = place.filter(|_| report.accepted) else {
            let reason = format!("`{}` was not accepted: {}", job.target(), head(&report.output));
            return Err(unable(io::Error::other(reason)));
        };
        let version = compiler.version.clone();
        let keep = move || {
            let bytes = scratch.read_interface(&place)?;
            claim.keep(&version, &libraries, &place, bytes)
        };
        let kept = tokio::task::spawn_blocking(keep).await.map_err(io::Error::other);
        kept.and_then(|it| it).map(Some).map_err(unable)
    }

    /// What the compiler of this machine answers to a job, and which it is.
    async fn answer(&self, job: &CheckJob) -> Result<(Answer, &Compiler), CheckerError> {
        let program = self.located()?;
        let prepared = self.prepared(&program, job).await;
        let was_elsewhere = self.is_elsewhere.load(Ordering::Relaxed);
        // A start of the compiler costs half a second, and its version is needed only when the
        // check is over: both run side by side.
        let (compiler, ran) =
            futures_util::join!(self.compiler(), self.run(&program, job, prepared.as_ref()));
        let compiler = compiler?;
        if !was_elsewhere && self.is_elsewhere.load(Ordering::Relaxed) {
            // What it could not read was not known when the check began.
            return Ok((self.run(&program, job, None).await?.0, compiler));
        }
        let (answer, scratch) = ran?;
        let Some(prepared) = prepared else { return Ok((answer, compiler)) };
        let misfit = if !scratch.still_has(&prepared) {
            "the check changed its copy"
        } else if compiler.version != prepared.version {
            "another version made it"
        } else if answer.speaks_of_compiled() {
            "the compiler could not read it"
        } else {
            return Ok((answer, compiler));
        };
        tracing::warn!("compiling `Domains.Core` in the check: {misfit}");
        prepared.forget();
        Ok((self.run(&program, job, None).await?.0, compiler))
    }

    /// Runs the compiler on a job. The directory comes back with the answer.
    async fn run(
        &self,
        program: &Path,
        job: &CheckJob,
        prepared: Option<&Prepared>,
    ) -> Result<(Answer, Scratch), CheckerError> {
        let libraries = match prepared {
            Some(it) => Some(it.libraries.clone()),
            None => self.libraries(program).await,
        };
        // Fails only for a semaphore that was closed, and nobody closes this one.
        let permit = self.permits.acquire().await;
        let scratch = {
            let (job, prepared) = (job.clone(), prepared.cloned());
            let make = move || {
                let scratch = Scratch::new(&job)?;
                prepared.map_or(Ok(()), |it| scratch.lay(&it))?;
                Ok(scratch)
            };
            let made = tokio::task::spawn_blocking(make).await;
            made.map_err(|err| spawn(program, io::Error::other(err)))??
        };
        let confines = self.confines(program, libraries, scratch.room()).await?;
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
            directory: scratch.room().work(),
            environment: within(scratch.room()),
            timeout: job.timeout(),
            max_output: self.max_output,
            max_memory: self.max_memory,
            confines: Some(confines),
        };
        let outcome = process::run(&invocation).await.map_err(|err| match err {
            RunError::TimedOut => CheckerError::TimedOut(job.timeout()),
            RunError::Io(source) => spawn(program, source),
        })?;
        drop(permit);
        // 126 and 127 are the shell's own: the program, or one that it needs, cannot be run.
        if matches!(outcome.status.code(), Some(126 | 127)) {
            let said = head(&text(&outcome.stderr.bytes));
            return Err(spawn(program, io::Error::other(said)));
        }
        let written = scratch
            .interface(job.target())
            .map_err(|source| CheckerError::Prepare { path: scratch.build(), source })?;
        let n_dropped = outcome.stdout.n_dropped + outcome.stderr.n_dropped;
        let answer = Answer {
            ending: (!outcome.status.success()).then(|| ending(outcome.status)),
            written,
            n_dropped,
            output: scratch.without_place(&joined(&outcome.stdout, &outcome.stderr)),
            took: outcome.took,
        };
        Ok((answer, scratch))
    }
}

/// What the compiler did with a job, before anybody judges it.
#[derive(Debug)]
struct Answer {
    /// How it ended, if not well.
    ending: Option<String>,
    /// Where it wrote the target's interface, below `ttc`.
    written: Option<PathBuf>,
    /// Bytes that it printed beyond what is kept.
    n_dropped: u64,
    /// Both streams.
    output: String,
    took: Duration,
}

impl Answer {
    /// Whether it complains of a compiled module. A text of an author's can make it seem so, which
    /// costs time and nothing else.
    fn speaks_of_compiled(&self) -> bool {
        (self.ending.is_some() || self.written.is_none())
            && ["TTC", ".ttc"].iter().any(|it| self.output.contains(it))
    }

    /// What it means.
    fn report(self, job: &CheckJob, compiler: &str) -> CheckReport {
        let mut diagnostics = diagnostics::parse(&self.output);
        // A module that calls itself something else is checked under that name, and what is asked
        // of it by its own name is then asked of nothing.
        if diagnostics.iter().all(|it| it.kind != DiagnosticKind::ModuleName) {
            diagnostics.extend(job.modules().iter().filter_map(header::mismatch));
        }
        if self.n_dropped > 0 {
            let message = format!("`idris2` printed {} bytes more than are read", self.n_dropped);
            diagnostics.push(complaint(message));
        }
        without_consequences(&mut diagnostics);
        let rejected = diagnostics.iter().any(Diagnostic::rejects);
        let completed = self.ending.is_none() && self.written.is_some();
        if !rejected && !completed {
            let cause = match &self.ending {
                None => "ended as if all were well but wrote no interface file".to_owned(),
                Some(ending) => format!("gave {ending} and named no error"),
            };
            let message = format!("`idris2` {cause}, so `{}` is not accepted", job.target());
            // What its run-time system prints where `max_memory` is too little.
            let kind = match self.output.contains("out of memory") {
                true => DiagnosticKind::Exhausted,
                false => DiagnosticKind::Compiler,
            };
            diagnostics.push(Diagnostic { kind, ..complaint(message) });
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
            let (answer, compiler) = self.answer(job).await?;
            Ok(answer.report(job, &compiler.version))
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

/// What is the same in every check.
fn environment() -> Vec<(OsString, OsString)> {
    let mut all = process::inherited(&INHERITED);
    installation::without_relative(&mut all);
    // The run-time system decodes file names and texts by the locale.
    all.push(("LC_ALL".into(), "C.UTF-8".into()));
    all
}

/// What a check has of its own, too: a home that is empty, and temporary files where it may write.
fn within(room: &Room) -> Vec<(OsString, OsString)> {
    let (homes, temporary): (&[&str], &[&str]) =
        if cfg!(windows) { (&["USERPROFILE"], &["TEMP", "TMP"]) } else { (&["HOME"], &["TMPDIR"]) };
    let mut all = environment();
    all.extend(homes.iter().map(|it| (it.into(), room.home().into())));
    all.extend(temporary.iter().map(|it| (it.into(), room.work().into())));
    all
}

/// An error with its cause.
fn told(err: &CheckerError) -> String {
    let cause = std::error::Error::source(err).map(|it| format!(": {it}"));
    format!("{err}{}", cause.unwrap_or_default())
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
