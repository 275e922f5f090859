//! Runs other programs so that they cannot outlive us, outgrow us or drown us.
//!
//! **Invariant:** a program that was started is gone, with all that it started, when the call
//! returns or its future is dropped; what it prints is read to the end but kept only up to a bound;
//! it inherits nothing of our environment but what is named.
//!
//! The limits on memory and processor time are set by the shell's `ulimit` before the program
//! starts, since setting them between fork and exec would take unsafe code. They also end a program
//! whose Proviso was itself killed. Windows has neither; there the program's job is killed as a
//! whole, and time is bounded from outside only.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

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
    /// How long it may take.
    pub timeout: Duration,
    /// How many bytes of each stream are kept.
    pub max_output: usize,
    /// How much address space it may take, in bytes; none for no limit.
    pub max_memory: Option<u64>,
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
    let mut group = Group::start(invocation).map_err(RunError::Io)?;
    let stdout = group.child.stdout().take();
    let stderr = group.child.stderr().take();
    let all = async {
        tokio::try_join!(
            group.finish(),
            drain(stdout, invocation.max_output),
            drain(stderr, invocation.max_output),
        )
    };
    match tokio::time::timeout(invocation.timeout, all).await {
        Ok(Ok((status, stdout, stderr))) => {
            Ok(Outcome { status, stdout, stderr, took: began.elapsed() })
        }
        Ok(Err(err)) => Err(RunError::Io(err)),
        Err(_) => {
            group.kill();
            // So that its files can be removed; a process that even SIGKILL does not end at once
            // hangs in the kernel, and waiting longer would not help.
            let _ = tokio::time::timeout(Duration::from_secs(2), group.child.wait()).await;
            Err(RunError::TimedOut)
        }
    }
}

/// A program with everything that it starts; killed as a whole when dropped before its end.
#[derive(Debug)]
struct Group {
    child: Box<dyn ChildWrapper>,
    finished: bool,
}

impl Group {
    fn start(invocation: &Invocation<'_>) -> io::Result<Group> {
        let mut command = limited(invocation);
        command
            .args(&invocation.arguments)
            .current_dir(invocation.directory)
            .env_clear()
            .envs(invocation.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut wrapped = CommandWrap::from(command);
        wrapped.wrap(KillOnDrop);
        #[cfg(unix)]
        wrapped.wrap(process_wrap::tokio::ProcessGroup::leader());
        #[cfg(windows)]
        wrapped.wrap(process_wrap::tokio::JobObject);
        Ok(Group { child: wrapped.spawn()?, finished: false })
    }

    /// Waits for the program, then ends what it left running: that would hold the pipes open.
    async fn finish(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait().await?;
        self.kill();
        self.finished = true;
        Ok(status)
    }

    fn kill(&mut self) {
        // The group may be gone already, and then there is nothing left to do.
        let _ = self.child.start_kill();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.finished {
            self.kill();
        }
    }
}

#[cfg(unix)]
fn limited(invocation: &Invocation<'_>) -> Command {
    // Nothing of ours is in the script: program and limits are its arguments. A limit that the
    // system does not know (address space on macOS) is left out, core files are never wanted.
    const SCRIPT: &str = "ulimit -c 0; ulimit -t \"$1\" 2>/dev/null; \
        if [ \"$2\" != 0 ]; then ulimit -v \"$2\" 2>/dev/null; fi; shift 2; exec \"$@\"";
    let seconds = invocation.timeout.as_secs().saturating_add(10);
    let kibibytes = invocation.max_memory.map_or(0, |it| it / 1024);
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(SCRIPT).arg("sh").arg(seconds.to_string()).arg(kibibytes.to_string());
    command.arg(invocation.program);
    command
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
