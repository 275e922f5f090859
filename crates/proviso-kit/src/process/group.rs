//! A program with everything that it starts, which is ended as a whole: by us, or by our own end.
//!
//! A process that is killed can do nothing for those that it has started. So the group of a program
//! is led by one of the system's shell, which waits for the end of a pipe that we alone hold open;
//! the system closes it however we end. Then it kills the group. The program joins the group before
//! it begins, or never begins where the group is gone by then.
//!
//! **Invariant:** as long as a [`Group`] is there, its number is no other group's; when it is
//! dropped, or we are, all of it is killed. Windows has jobs for that, which the system itself ends.
//!
//! `PR_SET_PDEATHSIG` was the alternative: it is Linux's alone, is sent when the *thread* that
//! started the program ends, and is not inherited by what that program starts.

use std::io;
use std::process::ExitStatus;

use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use super::confine::{self, Confines};

/// A running program and its group.
#[derive(Debug)]
pub(crate) struct Group {
    child: Box<dyn ChildWrapper>,
    leader: Leader,
}

impl Group {
    /// Starts a program that may do what we may.
    pub(crate) fn start(command: Command) -> io::Result<Group> {
        let (leader, command) = Leader::of(command)?;
        Ok(Group { child: spawn(command)?, leader })
    }

    /// Starts a program that is confined, with all that it starts.
    pub(crate) async fn start_confined(command: Command, confines: Confines) -> io::Result<Group> {
        let (leader, command) = Leader::of(command)?;
        // Should nobody wait for it any more, the leader is dropped, and kills it.
        let child = confine::start(confines, leader.id(), move || spawn(command)).await?;
        Ok(Group { child, leader })
    }

    /// Its number; 0 where groups have none.
    pub(crate) fn id(&self) -> u32 {
        self.leader.id()
    }

    /// Its streams, as far as they are pipes and not taken yet.
    pub(crate) fn streams(
        &mut self,
    ) -> (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>) {
        (self.child.stdin().take(), self.child.stdout().take(), self.child.stderr().take())
    }

    /// Waits for the program, not for what it has started.
    pub(crate) async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Kills all of it.
    pub(crate) fn kill(&mut self) {
        self.leader.kill();
        // It may be gone already, and then there is nothing left to do.
        let _gone = self.child.start_kill();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(command: Command) -> io::Result<Box<dyn ChildWrapper>> {
    let mut wrapped = CommandWrap::from(command);
    wrapped.wrap(KillOnDrop);
    #[cfg(windows)]
    wrapped.wrap(process_wrap::tokio::JobObject);
    wrapped.spawn()
}

/// Who the group is named after, and who ends it when we cannot.
#[cfg(unix)]
#[derive(Debug)]
struct Leader {
    child: std::process::Child,
}

#[cfg(unix)]
impl Leader {
    /// Signals of a terminal that is closed or interrupted are not for it: it ends after us.
    const SCRIPT: &str = "trap '' HUP INT QUIT TERM; read -r end; kill -s KILL 0";

    /// Starts one for a program.
    fn of(mut command: Command) -> io::Result<(Leader, Command)> {
        use std::os::unix::process::CommandExt as _;
        use std::process::Stdio;
        let child = std::process::Command::new("/bin/sh")
            .args(["-c", Leader::SCRIPT])
            .env_clear()
            .current_dir("/")
            // The pipe's other end is in the handle, and closed with it or with us.
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let leader = Leader { child };
        command.process_group(i32::try_from(leader.id()).map_err(io::Error::other)?);
        Ok((leader, command))
    }

    fn id(&self) -> u32 {
        self.child.id()
    }

    fn kill(&self) {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;
        // Nobody has waited for the leader, so the number is still this group's.
        if let Ok(group) = i32::try_from(self.id()) {
            let _gone = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
}

#[cfg(unix)]
impl Drop for Leader {
    fn drop(&mut self) {
        self.kill();
        // A shell that waits for a pipe is gone at once.
        let _gone = self.child.wait();
    }
}

/// A job needs none.
#[cfg(not(unix))]
#[derive(Debug)]
struct Leader;

#[cfg(not(unix))]
impl Leader {
    fn of(command: Command) -> io::Result<(Leader, Command)> {
        Ok((Leader, command))
    }

    fn id(&self) -> u32 {
        0
    }

    fn kill(&self) {}
}
