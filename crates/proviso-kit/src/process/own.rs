//! This program, started again as a worker: for one purpose, knowing nothing that it needs not.
//!
//! **Invariant:** a worker has an environment of what is named here, touches no file but its program,
//! the system's and what its purpose names, opens no socket, gains no rights, and ends with us: the
//! box of [`super::confine`], as far as the system has its parts. What it works on comes through its
//! standard input.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

use super::confine::{Confines, Files};
use super::group::Group;
use super::inherited;

/// Where libraries of a program are that is no package of the system's.
const LIBRARIES: &str = "LD_LIBRARY_PATH";
/// What any program of ours needs of our environment to be started at all.
const INHERITED: [&str; 3] = [LIBRARIES, "DYLD_LIBRARY_PATH", "SystemRoot"];

/// What a worker needs beside what all need.
#[derive(Debug, Default)]
pub(crate) struct Needs<'a> {
    /// Variables of our environment.
    pub(crate) variables: &'a [&'a str],
    /// Variables of its own.
    pub(crate) set: &'a [(&'a str, &'a str)],
    /// Files and folders that it reads.
    pub(crate) readable: Vec<PathBuf>,
}

/// Starts a worker, with pipes for its input and output.
pub(crate) async fn start(
    program: &Path,
    arguments: &[OsString],
    needs: Needs<'_>,
) -> io::Result<Group> {
    let mut readable = needs.readable;
    readable.push(program.to_owned());
    readable.extend(std::env::var_os(LIBRARIES).iter().flat_map(std::env::split_paths));
    // Nobody means the folder that we happen to be in by an empty path.
    readable.retain(|it| it.is_absolute());
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(if cfg!(unix) { OsStr::new("/") } else { OsStr::new(".") })
        .env_clear()
        .envs(inherited(&INHERITED))
        .envs(inherited(needs.variables))
        .envs(needs.set.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let files = Some(Files { readable, writable: Vec::new() });
    Group::start_confined(command, Confines { files }).await
}

/// Limits this process: memory in MiB, processor time in seconds, and that it writes no file.
#[cfg(unix)]
pub(crate) fn limit_itself(memory_mib: u64, cpu_s: u64) {
    use rlimit::Resource;
    let limits = [
        (Resource::AS, memory_mib << 20, 0),
        // Where both limits are one, Linux kills the process and does not say that its time is over.
        (Resource::CPU, cpu_s, 5),
        (Resource::CORE, 0, 0),
        // Nothing is written but answers into a pipe.
        (Resource::FSIZE, 0, 0),
    ];
    for (resource, limit, more) in limits {
        // A system that does not know a limit, or has a lower one, still has its starter's clock.
        let hard = resource.get_hard().unwrap_or(limit + more);
        let _unsupported = resource.set(limit.min(hard), (limit + more).min(hard));
    }
}

/// On Windows the starter's clock is the only limit so far.
#[cfg(not(unix))]
pub(crate) fn limit_itself(_memory_mib: u64, _cpu_s: u64) {}

/// How many workers of a kind run beside one another: one for each processor.
pub(crate) fn at_a_time() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).min(16)
}
