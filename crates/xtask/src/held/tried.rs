//! A program that is tried: how it ended, how long it took and what it held.
//!
//! **Invariant:** it is ended once its limit is over, and that it had to be is part of what is told.

use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use wait4::Wait4 as _;

/// How a program ended.
pub(super) struct Tried {
    /// Its exit status; none where a signal ended it.
    pub(super) code: Option<i32>,
    pub(super) out: String,
    pub(super) err: String,
    pub(super) took: Duration,
    /// Time of a processor, its own programs' too: what it took of a machine that others use as well.
    pub(super) worked: Duration,
    /// The largest of it and its own programs, in MiB.
    pub(super) mib: u64,
    /// It went on beyond its limit, and was ended.
    pub(super) hung: bool,
}

impl Tried {
    /// What is wrong with how it ended, whatever it had to say.
    pub(super) fn fault(&self) -> Option<String> {
        let first = self.err.lines().next().unwrap_or_default();
        match () {
            () if self.hung => Some("goes on beyond its limit".to_owned()),
            () if self.code.is_none() => Some(format!("ended by a signal: {first}")),
            () if self.err.contains("panicked at") => Some(format!("panicked: {first}")),
            () if !matches!(self.code, Some(0..=2)) => {
                Some(format!("exit status {:?}: {first}", self.code))
            }
            () => None,
        }
    }
}

/// Starts a program and waits for its end, no longer than its limit.
pub(super) fn tried(mut command: Command, limit: Duration) -> Result<Tried> {
    let began = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    let out = read(child.stdout.take());
    let err = read(child.stderr.take());
    let id = child.id();
    let (tell, ended) = mpsc::channel();
    let waiting = thread::spawn(move || {
        let used = child.wait4();
        // Nobody listens any more where the wait was given up.
        let _unheard = tell.send(());
        used
    });
    let hung = ended.recv_timeout(limit).is_err();
    if hung {
        Command::new("kill").args(["-KILL", &id.to_string()]).status()?;
    }
    let used = waiting.join().ok().context("the wait for a program was broken off")??;
    Ok(Tried {
        code: used.status.code(),
        out: out.join().unwrap_or_default(),
        err: err.join().unwrap_or_default(),
        took: began.elapsed(),
        worked: used.rusage.utime + used.rusage.stime,
        mib: used.rusage.maxrss >> 20,
        hung,
    })
}

/// Takes what a program says while it says it, so that it never waits for who listens.
fn read(from: Option<impl std::io::Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut all = Vec::new();
        if let Some(mut from) = from {
            // A pipe that breaks ends what can be read.
            let _broken = from.read_to_end(&mut all);
        }
        String::from_utf8_lossy(&all).into_owned()
    })
}
