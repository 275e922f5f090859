//! What every queue owes, over each of them: the one in a folder and the one on a real server; and
//! what servers owe beside: who comes in, and what a cluster survives.
#![expect(clippy::unwrap_used, reason = "a test may stop where the machine fails it")]

mod queue {
    #[cfg(feature = "online")]
    pub(crate) mod cluster;
    pub(crate) mod contract;
    #[cfg(feature = "online")]
    pub(crate) mod entrance;
    #[cfg(feature = "online")]
    pub(crate) mod limits;
    #[cfg(feature = "online")]
    pub(crate) mod nats;
    #[cfg(feature = "online")]
    pub(crate) mod server;
}

use std::sync::Arc;
use std::time::Duration;

use proviso_kit::queue::FileQueue;

/// Short, so that a lost worker's job is soon another's; long enough for a test's own steps.
const LEASE: Duration = Duration::from_millis(700);

/// The contract as tests over one adapter.
macro_rules! contract {
    ($name:ident, $open:expr, $($case:ident),+ $(,)?) => {
        mod $name {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
            async fn $case() {
                let (queue, _kept) = $open.await;
                crate::queue::contract::$case(&*queue).await;
            })+
        }
    };
    ($name:ident, $open:expr) => {
        contract!(
            $name,
            $open,
            a_document_comes_back_as_it_was_kept,
            a_file_that_has_changed_is_not_kept,
            an_empty_document_is_one,
            a_job_is_taken_once,
            a_job_is_offered_once,
            a_worker_of_another_program_takes_nothing,
            a_silent_worker_loses_its_job,
            a_sign_of_life_keeps_a_job,
            a_job_that_is_given_back_counts_no_worker,
            a_key_has_the_first_result_only,
            a_worker_that_asks_twice_at_once_has_one_result,
            who_has_lost_its_job_gives_nothing_back,
            three_lost_workers_are_known_by_name,
            a_cancelled_job_is_taken_by_nobody,
            what_is_made_of_a_cancelled_job_is_dropped,
            what_is_done_cannot_be_cancelled,
            endings_come_in_order,
        );
    };
}

async fn in_a_folder() -> (Arc<FileQueue>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (Arc::new(FileQueue::open(folder.path(), LEASE).unwrap()), folder)
}

contract!(folder, crate::in_a_folder());
#[cfg(feature = "online")]
contract!(nats, crate::queue::nats::queue(crate::LEASE));

#[cfg(feature = "online")]
#[tokio::test]
async fn nobody_there_is_said_with_the_address() {
    let free = queue::server::free_port();
    let err = queue::nats::open(free, LEASE).await.err().unwrap();
    assert_eq!(err.to_string(), format!("no queue answers at `nats://127.0.0.1:{free}`"));
}

#[cfg(feature = "online")]
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_server_that_starts_again_has_lost_nothing() {
    use proviso_core::ports::Queue as _;
    let mut server = queue::server::Server::start();
    let queue = queue::nats::open(server.port, LEASE).await.unwrap();
    let jobs = [queue::contract::job("a"), queue::contract::job("b")];
    for it in &jobs {
        queue.offer(it).await.unwrap();
    }
    let held = queue.take("p", "w1", Duration::from_secs(10)).await.unwrap().unwrap();
    server.restart();
    // The client finds the server again by itself; until then it says that it cannot.
    let outcome = queue::contract::outcome("x");
    queue::contract::until(async || queue.finish(&held, &outcome).await.ok()).await;
    let next = queue::contract::until(async || {
        queue.take("p", "w1", Duration::from_secs(1)).await.ok().flatten()
    })
    .await;
    assert_ne!(next.job.key(), held.job.key(), "what is finished is not delivered again");
    queue.finish(&next, &outcome).await.unwrap();
    for it in &jobs {
        assert!(queue.ending(&it.key()).await.unwrap().is_some());
    }
}
