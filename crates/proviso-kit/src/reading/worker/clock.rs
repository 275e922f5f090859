//! What one answer of the worker may cost, by processor time: the same page meets the same end on a
//! busy machine as on an idle one.
//!
//! **Invariant:** the limit is always ahead of what is spent, by what one answer is allowed; the
//! system ends a worker that reaches it. The reader's clock is for one that waits instead of
//! working, and for systems without such a limit.

use crate::reading::protocol::Request;

/// Winds the limit of the system up before each answer.
#[derive(Debug)]
pub(in crate::reading) struct Clock {
    /// Seconds for opening a file, or for a page of text or its picture.
    text: u64,
    /// Seconds for the recognition of a page.
    recognition: u64,
    /// Seconds for each answer to the present request.
    allowed: u64,
}

impl Clock {
    /// Seconds for a page of text, and for the recognition of one.
    pub(in crate::reading) fn new(text: u64, recognition: u64) -> Clock {
        Clock { text, recognition, allowed: text }
    }

    /// A request has come.
    pub(super) fn asked(&mut self, request: &Request) {
        self.allowed = match request {
            Request::Ocr { .. } | Request::Recognition => self.recognition,
            Request::Load { .. } | Request::Unpack | Request::Text { .. } | Request::Draw(_) => {
                self.text
            }
        };
        self.wind();
    }

    /// From now on, what is allowed again: the system ends a process that takes more.
    pub(super) fn wind(&self) {
        let soft = spent_s().saturating_add(self.allowed);
        #[cfg(unix)]
        if let Ok(hard) = rlimit::Resource::CPU.get_hard() {
            let _unsupported = rlimit::Resource::CPU.set(soft.min(hard), hard);
        }
        #[cfg(not(unix))]
        let _by_the_clock = soft;
    }
}

/// Processor time of this process so far, in seconds, rounded up.
#[cfg(unix)]
fn spent_s() -> u64 {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike as _;
    let seconds = getrusage(UsageWho::RUSAGE_SELF)
        .map(|it| (it.user_time() + it.system_time()).num_seconds() + 1)
        .unwrap_or_default();
    u64::try_from(seconds).unwrap_or_default()
}

/// There is no limit that it could go into.
#[cfg(not(unix))]
fn spent_s() -> u64 {
    0
}
