//! Work that takes long beside the tasks of others, where both are of one runtime.
//!
//! A runtime has as many threads as there are processors. On two of them two documents that are written
//! out leave nobody to hear that a person stops one.
//!
//! **Invariant:** what is done aside is done on the thread that it was on; the others' tasks go to another
//! one before. A runtime of one thread has nobody to give them to, and then they wait.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::task::block_in_place;

/// Does what may compute for long, or wait for the disk or for another writer.
pub fn aside<T>(action: impl FnOnce() -> T) -> T {
    match Handle::try_current().map(|it| it.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => block_in_place(action),
        _ => action(),
    }
}

/// Lets go of what takes a while to go, such as documents of thousands of pages; nobody waits for it
/// where there is a runtime.
pub fn let_go<T: Send + 'static>(it: T) {
    if let Ok(handle) = Handle::try_current() {
        let _beside = handle.spawn_blocking(move || drop(it));
    }
}

/// A future each of whose steps is done aside, its end included.
///
/// A thread of its own for each was the alternative: it would go on behind a runtime that has ended, and
/// hold what it works on.
pub struct Aside<F>(Option<Pin<Box<F>>>);

impl<F> Aside<F> {
    /// Of a future.
    pub fn of(future: F) -> Aside<F> {
        Aside(Some(Box::pin(future)))
    }
}

impl<F: Future> Future for Aside<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        match &mut self.0 {
            Some(it) => aside(|| it.as_mut().poll(context)),
            // Only while it is dropped, and nobody asks it then.
            None => Poll::Pending,
        }
    }
}

impl<F> Drop for Aside<F> {
    fn drop(&mut self) {
        // Documents of thousands of pages take a while to go.
        let it = self.0.take();
        aside(|| drop(it));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_step_that_does_not_end_keeps_no_other_task_from_its_own() {
        let (tell, told) = mpsc::channel();
        let (go, gone) = mpsc::channel::<()>();
        let waits =
            tokio::spawn(Aside::of(async move { told.recv().is_ok() && gone.recv().is_ok() }));
        // On the one thread that there is, unless the first has given it away.
        let other = tokio::spawn(async move { tell.send(()).is_ok() && go.send(()).is_ok() });
        assert!(other.await.unwrap() && waits.await.unwrap());
    }

    #[tokio::test]
    async fn with_one_thread_it_is_done_where_it_stands() {
        assert_eq!(Aside::of(async { aside(|| 3) }).await, 3);
    }
}
