//! Files that the application was opened with, until the page asks for them.
//!
//! **Invariant:** each file is given out once: to whoever asks first, or as an event to a page that
//! has asked already and therefore listens.

use std::sync::{Mutex, PoisonError};

/// Files named by who started the application.
#[derive(Debug)]
pub(crate) struct Opened(Mutex<State>);

#[derive(Debug)]
enum State {
    /// Nobody has asked yet.
    Kept(Vec<String>),
    /// The page listens.
    Heard,
}

impl Opened {
    pub(crate) fn new(files: Vec<String>) -> Opened {
        Opened(Mutex::new(State::Kept(files)))
    }

    /// Gives out what was kept; from now on there is a listener.
    pub(crate) fn take(&self) -> Vec<String> {
        match std::mem::replace(&mut *self.state(), State::Heard) {
            State::Kept(files) => files,
            State::Heard => Vec::new(),
        }
    }

    /// Keeps further files, or gives them back for the listener that there is.
    pub(crate) fn add(&self, more: Vec<String>) -> Option<Vec<String>> {
        match &mut *self.state() {
            State::Kept(files) => {
                files.extend(more);
                None
            }
            State::Heard => Some(more),
        }
    }

    /// Whether the page is there and listens.
    pub(crate) fn is_heard(&self) -> bool {
        matches!(*self.state(), State::Heard)
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // A panic while the lock was held leaves a state that is still a state.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_given_out_once() {
        let files = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        let opened = Opened::new(files(&["a"]));
        assert_eq!(opened.add(files(&["b"])), None);
        assert!(!opened.is_heard());
        assert_eq!(opened.take(), ["a", "b"]);
        assert_eq!(opened.add(files(&["c"])), Some(files(&["c"])));
        assert!(opened.is_heard() && opened.take().is_empty());
    }
}
