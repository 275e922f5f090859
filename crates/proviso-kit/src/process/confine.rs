//! What a program may touch: the files that are named and nothing else of this machine.
//!
//! A thread of ours confines itself and starts the program; what a thread may not do, a program that
//! it starts may not do either, nor can it ever undo it. The thread then ends: only what it has
//! started is confined. So no program of ours has to be started in between, and every host can.
//!
//! **Invariant:** a confined program reads and writes no file but those of its [`Confines`], opens
//! no socket, leaves its process group by no call, signals, traces or inspects no process that is
//! not confined with it, and changes no owner, mode or time of any file; as far as the system has
//! the parts, which [`available`] tells. A part that is there and fails is an error, never a program
//! that runs without.
//!
//! Files are held by Landlock, which has no word for what a system call does beside files; those
//! calls are refused by a filter (seccomp). Namespaces were the alternative: many systems refuse
//! them to users, and a mount namespace hides what Landlock forbids at the price of a second start.

#[cfg(not(target_os = "linux"))]
#[path = "confine/elsewhere.rs"]
mod system;
#[cfg(target_os = "linux")]
#[path = "confine/linux.rs"]
mod system;

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

/// What one program may touch.
#[derive(Debug, Clone, Default)]
pub struct Confines {
    /// Its files; none leaves files open, and confines it in all else.
    pub files: Option<Files>,
}

/// Files and folders with all that is below them, and beside them what every program needs: the
/// system's own programs and libraries, and devices that hold nothing.
#[derive(Debug, Clone, Default)]
pub struct Files {
    /// Those that it may read and execute.
    pub readable: Vec<PathBuf>,
    /// Those that it may read and write, and make files and folders in; it may execute nothing there.
    pub writable: Vec<PathBuf>,
}

/// The parts that this system has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// The version of Landlock's interface; none where it is missing or switched off.
    pub landlock: Option<u32>,
    /// Whether system calls can be refused.
    pub seccomp: bool,
}

impl Parts {
    /// Whether files that are not named are out of reach.
    pub fn holds_files(&self) -> bool {
        self.landlock.is_some()
    }
    /// Whether the network is out of reach.
    pub fn holds_network(&self) -> bool {
        self.seccomp
    }
    /// Whether processes that are not confined can be signaled.
    pub fn holds_signals(&self) -> bool {
        self.landlock.is_some_and(|it| it >= 6)
    }
}

/// Looks, once, at what the system has, by trying it.
pub fn available() -> Parts {
    static PARTS: OnceLock<Parts> = OnceLock::new();
    *PARTS.get_or_init(|| {
        let parts = system::probe();
        if !(parts.holds_files() && parts.holds_network()) {
            tracing::warn!("`idris2` runs less confined than elsewhere: {parts:?}");
        }
        parts
    })
}

/// Runs what starts a program in a thread that is confined, and thus the program. The one process
/// group that it may join is given.
pub(super) async fn start<T: Send + 'static>(
    confines: Confines,
    group: u32,
    start: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    let parts = available();
    let runtime = tokio::runtime::Handle::current();
    let (tell, told) = tokio::sync::oneshot::channel();
    // Never one of a pool: it would confine whatever it does next.
    std::thread::Builder::new().name("confined".to_owned()).spawn(move || {
        let _within = runtime.enter();
        // Nobody listens where the caller has given up; then the program ends with its handle.
        let _unheard = tell.send(system::confine(parts, &confines, group).and_then(|()| start()));
    })?;
    told.await.map_err(io::Error::other)?
}

static LAPSE: Mutex<Option<String>> = Mutex::new(None);

/// Notes why the compiler runs less confined than the system allows; none when it does not.
pub(crate) fn note_lapse(reason: Option<String>) {
    *LAPSE.lock().unwrap_or_else(PoisonError::into_inner) = reason;
}

/// Why the compiler that was started last runs less confined than the system allows, if it does.
pub fn lapse() -> Option<String> {
    LAPSE.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
