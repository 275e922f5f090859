//! The system's wish that the program ends, for commands that go on until they are stopped.

/// The system's wish that the program ends.
pub(super) struct Terminated {
    #[cfg(unix)]
    signal: Option<tokio::signal::unix::Signal>,
}

impl Terminated {
    #[cfg(unix)]
    pub(super) fn new() -> Terminated {
        use tokio::signal::unix::{SignalKind, signal};
        Terminated { signal: signal(SignalKind::terminate()).ok() }
    }
    #[cfg(unix)]
    pub(super) async fn wait(&mut self) {
        match &mut self.signal {
            Some(it) => {
                it.recv().await;
            }
            None => std::future::pending().await,
        }
    }
    /// Elsewhere Ctrl-C is all that is heard.
    #[cfg(not(unix))]
    pub(super) fn new() -> Terminated {
        Terminated {}
    }
    #[cfg(not(unix))]
    pub(super) async fn wait(&mut self) {
        std::future::pending().await
    }
}
