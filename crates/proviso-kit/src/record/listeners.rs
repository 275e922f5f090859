//! Whoever listens to the events of runs, in this process.
//!
//! **Invariant:** an event is told only after it is stored.

use std::sync::{Arc, Mutex, PoisonError};

use proviso_core::event::RunEvent;
use tokio::sync::broadcast;

/// Events that wait for a listener who is slow; who loses some reads them from the log.
const WAITING: usize = 4096;

/// Whoever listens: one and the same for all runs, so that who comes while one goes hears the rest of
/// it. Nothing is kept for nobody.
#[derive(Clone, Default)]
pub struct Listeners(Arc<Mutex<Option<broadcast::Sender<RunEvent>>>>);

impl Listeners {
    /// The events from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<RunEvent> {
        let mut events = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        events.get_or_insert_with(|| broadcast::channel(WAITING).0).subscribe()
    }

    /// Tells them what has been stored.
    pub fn tell(&self, event: RunEvent) {
        if let Some(events) = &*self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            // All listeners have gone: nobody is told.
            let _ = events.send(event);
        }
    }

    /// They hear what there is, and then the end.
    pub fn end(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}
