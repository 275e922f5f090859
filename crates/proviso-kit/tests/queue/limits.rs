//! What servers keep: for how long, and how much.

use std::path::Path;
use std::time::{Duration, Instant};

use proviso_core::hex::sha256;
use proviso_core::ports::{Ending, Finished, Offered, Queue, QueueError};
use proviso_kit::queue::{JetStream, QueueOptions};

use super::contract::{job, outcome, until};
use super::nats::options;
use super::server::Server;

const LEASE: Duration = Duration::from_secs(60);
const LONG: Duration = Duration::from_secs(10);

async fn aged(server: &Server, age: Duration) -> JetStream {
    let options = QueueOptions { age, ..options(server.port, LEASE) };
    JetStream::open(options, None).await.unwrap()
}

/// A document of so many bytes, under its hash.
fn document(folder: &Path, byte: u8, n: usize) -> (String, std::path::PathBuf) {
    let (path, bytes) = (folder.join(byte.to_string()), vec![byte; n]);
    std::fs::write(&path, &bytes).unwrap();
    (sha256(&bytes), path)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn documents_jobs_and_results_expire_by_the_age_that_is_set() {
    const AGE: Duration = Duration::from_secs(2);
    let (server, folder) = (Server::start(), tempfile::tempdir().unwrap());
    let queue = aged(&server, AGE).await;
    let (hash, from) = document(folder.path(), b'a', 300_000);
    let to = folder.path().join("to");
    let began = Instant::now();
    let in_time = || began.elapsed() < AGE;
    queue.offer(&job("done")).await.unwrap();
    let lease = queue.take("p", "w1", LONG).await.unwrap().unwrap();
    queue.finish(&lease, &outcome("x")).await.unwrap();
    queue.offer(&job("waits")).await.unwrap();
    queue.keep(&hash, &from).await.unwrap();
    let there = queue.fetch(&hash, &to).await.unwrap_or_default();
    assert!(there || !in_time(), "it is there as long as it is to be");
    let ending = queue.ending(&job("done").key()).await.unwrap_or_default();
    assert!(matches!(ending, Some(Ending::Done(_))) || !in_time());

    // Its parts go a moment before what is known of it does; between it cannot be fetched.
    until(async || (queue.fetch(&hash, &to).await.ok() == Some(false)).then_some(())).await;
    assert!(!in_time(), "nothing is forgotten before");
    let ending = async || queue.ending(&job("done").key()).await.ok();
    until(async || (ending().await == Some(None)).then_some(())).await;
    // The same job can be offered where there was a result, and where it waited in vain.
    for name in ["done", "waits"] {
        let place = async || queue.take("p", "w2", Duration::from_millis(50)).await.unwrap();
        until(async || place().await.is_none().then_some(())).await;
        assert_eq!(queue.offer(&job(name)).await.unwrap(), Offered::Waits);
        let lease = queue.take("p", "w2", LONG).await.unwrap().expect("it is there again");
        assert_eq!(queue.finish(&lease, &outcome("y")).await.unwrap(), Finished::First);
    }
    // And so can its document be sent.
    let sent = Instant::now();
    queue.keep(&hash, &from).await.unwrap();
    let there = queue.fetch(&hash, &to).await.unwrap_or_default();
    assert!(there || sent.elapsed() > AGE);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_document_that_is_sent_again_is_kept_anew_before_it_is_forgotten() {
    const AGE: Duration = Duration::from_secs(3);
    let (server, folder) = (Server::start(), tempfile::tempdir().unwrap());
    let queue = aged(&server, AGE).await;
    let (hash, from) = document(folder.path(), b'a', 300_000);
    let to = folder.path().join("to");
    let began = Instant::now();
    let mut n_late = 0;
    while began.elapsed() < 2 * AGE {
        let asked = Instant::now();
        queue.keep(&hash, &from).await.unwrap();
        let there = queue.fetch(&hash, &to).await.unwrap_or_default();
        // A machine that stood still for so long has shown nothing.
        assert!(there || asked.elapsed() > AGE / 2, "after {:?}", began.elapsed());
        n_late += usize::from(there && began.elapsed() > AGE);
    }
    assert!(n_late > 0, "it was there after the age of what was sent first");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_server_that_is_full_says_so_keeps_nothing_by_halves_and_goes_on_when_there_is_room() {
    let room = |n: &str| format!("jetstream {{ max_file_store: {n} }}");
    let (mut server, folder) = (Server::with(&room("3MB")), tempfile::tempdir().unwrap());
    let queue = aged(&server, Duration::from_secs(3_600)).await;
    let to = folder.path().join("to");
    queue.offer(&job("a")).await.unwrap();
    let lease = queue.take("p", "w1", LONG).await.unwrap().unwrap();

    // The first fits, the second does not, however often it is tried: it takes no room from what does.
    let (first, path) = document(folder.path(), 1, 1_500_000);
    queue.keep(&first, &path).await.unwrap();
    let (second, path) = document(folder.path(), 2, 2_500_000);
    for _ in 0..3 {
        let err = queue.keep(&second, &path).await.unwrap_err();
        assert!(matches!(err, QueueError::Full { .. }), "{err:?}");
        assert!(!queue.fetch(&second, &to).await.unwrap(), "half of it is none");
    }
    let (third, third_path) = document(folder.path(), 3, 500_000);
    queue.keep(&third, &third_path).await.unwrap();
    // A result that does not fit is refused, and is none; who has it can try again.
    let large = outcome(&"x".repeat(100));
    let err = queue.finish(&lease, &large).await.unwrap_err();
    assert!(matches!(err, QueueError::Full { .. }), "{err:?}");
    assert!(queue.ending(&job("a").key()).await.unwrap().is_none());

    std::fs::write(server.folder.path().join("nats.conf"), room("30MB")).unwrap();
    server.restart();
    until(async || queue.keep(&second, &path).await.ok()).await;
    assert!(queue.fetch(&second, &to).await.unwrap());
    assert!(queue.fetch(&first, &to).await.unwrap(), "what was kept is there");
    assert_eq!(queue.finish(&lease, &large).await.unwrap(), Finished::First);
    assert!(queue.ending(&job("a").key()).await.unwrap() == Some(Ending::Done(large)));
}
