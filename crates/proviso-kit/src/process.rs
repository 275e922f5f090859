//! Runs other programs so that they cannot outlive us, outgrow us or drown us.
//!
//! **Invariant:** a program that was started is gone, with all that it started, when the call
//! returns or its future is dropped; what it prints is read to the end but kept only up to a bound;
//! it inherits nothing of our environment but what is named, and touches nothing of the machine but
//! what it is confined to ([`confine`]). It ends with us, also when we are killed ([`group`]).
//!
//! The limits on memory, processor time, the size of a file and the number of processes are set by
//! the shell's `ulimit` before the program starts, since setting them between fork and exec would
//! take unsafe code. Windows has none of them; there the program's job is killed as a whole, with us
//! too, and time is bounded from outside only.
//!
//! Time is processor time, so that the same program meets the same end on a busy machine as on an
//! idle one; a program that waits instead of working is ended by the clock ([`patience`]).

pub mod confine;
pub(crate) mod group;
pub(crate) mod own;
pub(crate) mod patience;

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

use self::confine::Confines;
use self::group::Group;
use self::patience::patiently;

/// Processor time of a year, which is no limit: more may be more than a shell can read.
#[cfg(unix)]
const MAX_SECONDS: u128 = 365 * 24 * 3600;
/// Bytes of one file that a program writes. The largest that a check leaves is a few MB.
#[cfg(unix)]
const MAX_FILE: u64 = 256 << 20;
/// Processes that may be started while a program runs, by it or by anything else of its user.
#[cfg(target_os = "linux")]
const MAX_PROCESSES: u64 = 512;

/// What to run and within which bounds.
#[derive(Debug)]
pub struct Invocation<'a> {
    /// The program; a path, never a name to be looked for.
    pub program: &'a Path,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Where it runs.
    pub directory: &'a Path,
    /// Its whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// How much processor time it may take, up to the next whole second; where the system has no
    /// such limit, how long.
    pub timeout: Duration,
    /// How many bytes of each stream are kept.
    pub max_output: usize,
    /// How much address space it may take, in bytes; none for no limit.
    pub max_memory: Option<u64>,
    /// What it may touch; none for all that we may.
    pub confines: Option<Confines>,
}

/// How a program ended.
#[derive(Debug)]
pub struct Outcome {
    /// Its exit status.
    pub status: ExitStatus,
    /// Its standard output.
    pub stdout: Captured,
    /// Its standard error.
    pub stderr: Captured,
    /// How long it ran.
    pub took: Duration,
}

/// A stream that was read to its end.
#[derive(Debug, Default)]
pub struct Captured {
    /// The first bytes.
    pub bytes: Vec<u8>,
    /// How many more there were.
    pub n_dropped: u64,
}

/// Why there is no outcome.
#[derive(Debug)]
pub enum RunError {
    /// It could not be started or watched.
    Io(io::Error),
    /// It took too long and was killed.
    TimedOut,
}

/// Runs a program to its end.
pub async fn run(invocation: &Invocation<'_>) -> Result<Outcome, RunError> {
    let began = Instant::now();
    let mut group = start(invocation).await.map_err(RunError::Io)?;
    let id = group.id();
    let (_, stdout, stderr) = group.streams();
    let all = async {
        tokio::try_join!(
            finish(&mut group),
            drain(stdout, invocation.max_output),
            drain(stderr, invocation.max_output),
        )
    };
    match patiently(id, invocation.timeout, all).await {
        Ok(Ok((status, _, _))) if is_out_of_time(status) => Err(RunError::TimedOut),
        Ok(Ok((status, stdout, stderr))) => {
            Ok(Outcome { status, stdout, stderr, took: began.elapsed() })
        }
        Ok(Err(err)) => Err(RunError::Io(err)),
        Err(_) => {
            group.kill();
            // So that its files can be removed; a process that even SIGKILL does not end at once
            // hangs in the kernel, and waiting longer would not help.
            let _ = tokio::time::timeout(Duration::from_secs(2), group.wait()).await;
            Err(RunError::TimedOut)
        }
    }
}

async fn start(invocation: &Invocation<'_>) -> io::Result<Group> {
    let mut command = limited(invocation);
    command
        .args(&invocation.arguments)
        .current_dir(invocation.directory)
        .env_clear()
        .envs(invocation.environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    match &invocation.confines {
        Some(it) => Group::start_confined(command, it.clone()).await,
        None => Group::start(command),
    }
}

/// Waits for a program, then ends what it left running: that would hold the pipes open.
async fn finish(group: &mut Group) -> io::Result<ExitStatus> {
    let status = group.wait().await?;
    group.kill();
    Ok(status)
}

/// Whether the system ended the program because its processor time was used up.
#[cfg(unix)]
pub(crate) fn is_out_of_time(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    // `idris2` is a script around the compiler, and a shell tells so of its child.
    status.signal() == Some(libc::SIGXCPU) || status.code() == Some(128 + libc::SIGXCPU)
}

#[cfg(not(unix))]
pub(crate) fn is_out_of_time(_: ExitStatus) -> bool {
    false
}

/// Whether a process called `abort`.
#[cfg(unix)]
pub(crate) fn is_aborted(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    status.signal() == Some(libc::SIGABRT)
}

#[cfg(not(unix))]
pub(crate) fn is_aborted(_: ExitStatus) -> bool {
    false
}

#[cfg(unix)]
fn limited(invocation: &Invocation<'_>) -> Command {
    // Nothing of ours is in the script: program and limits are its arguments. A limit that the
    // system does not know (address space on macOS) is left out, core files are never wanted.
    // The hard limit, which kills without a word, is for a program that ignores the soft one; it comes
    // second, since none below the soft one is taken.
    // The shells do not agree on the letter for processes.
    const SCRIPT: &str = "ulimit -c 0; \
        ulimit -S -t \"$1\" 2>/dev/null; ulimit -H -t \"$(($1 + 10))\" 2>/dev/null; \
        if [ \"$2\" != 0 ]; then ulimit -v \"$2\" 2>/dev/null; fi; \
        ulimit -f \"$3\" 2>/dev/null; \
        if [ \"$4\" != 0 ]; then ulimit -u \"$4\" 2>/dev/null || ulimit -p \"$4\" 2>/dev/null; fi; \
        shift 4; exec \"$@\"";
    let seconds = invocation.timeout.as_millis().div_ceil(1000).clamp(1, MAX_SECONDS);
    let kibibytes = invocation.max_memory.map_or(0, |it| it / 1024);
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(SCRIPT).arg("sh").arg(seconds.to_string()).arg(kibibytes.to_string());
    // A shell counts blocks of 512 bytes.
    command.arg((MAX_FILE / 512).to_string()).arg(max_processes().to_string());
    command.arg(invocation.program);
    command
}

/// How many processes the user may have while a program runs; 0 for no limit.
///
/// The system counts a user's, not a program's, so those of all users that run now are added: it is
/// the one number that is told at once. Root has no such limit.
#[cfg(target_os = "linux")]
fn max_processes() -> u64 {
    let now = std::fs::read_to_string("/proc/loadavg").ok();
    let now = now.as_deref().and_then(|it| it.split_whitespace().nth(3)?.split_once('/'));
    now.and_then(|(_, all)| all.parse::<u64>().ok()).map_or(0, |it| it + MAX_PROCESSES)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn max_processes() -> u64 {
    0
}

#[cfg(not(unix))]
fn limited(invocation: &Invocation<'_>) -> Command {
    Command::new(invocation.program)
}

/// Reads a stream to its end and keeps its beginning.
async fn drain(stream: Option<impl AsyncRead + Unpin>, keep: usize) -> io::Result<Captured> {
    let mut captured = Captured::default();
    let Some(mut stream) = stream else { return Ok(captured) };
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let n = stream.read(&mut buffer).await?;
        if n == 0 {
            return Ok(captured);
        }
        let kept = n.min(keep.saturating_sub(captured.bytes.len()));
        captured.bytes.extend_from_slice(&buffer[..kept]);
        captured.n_dropped += (n - kept) as u64;
    }
}

/// The named variables of our own environment, as far as they are set.
pub fn inherited(names: &[&str]) -> Vec<(OsString, OsString)> {
    let pair = |name: &&str| Some((OsStr::new(name).to_owned(), std::env::var_os(name)?));
    names.iter().filter_map(pair).collect()
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests;
