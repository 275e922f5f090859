//! The contract: one function a sentence, over any queue.

use std::fs;
use std::time::{Duration, Instant};

use proviso_core::hex::sha256;
use proviso_core::ports::{
    Ending, Finished, Job, JobOptions, Lease, Offered, Outcome, Queue, QueueError, Standing,
};

/// How long to wait for what must come.
const LONG: Duration = Duration::from_secs(10);
/// How long to look whether something comes that must not.
const SHORT: Duration = Duration::from_millis(100);

/// A job on a document of its own.
pub(crate) fn job(name: &str) -> Job {
    let options = JobOptions {
        project: "Quote".to_owned(),
        document_type: None,
        max_attempts: 5,
        confirm: None,
        check_timeout_ms: 30_000,
        ocr_languages: None,
    };
    Job { document: format!("d-{name}"), name: name.to_owned(), program: "p".to_owned(), options }
}

/// A result that says so.
pub(crate) fn outcome(says: &str) -> Outcome {
    // Longer than what fits into one message of a server, and as different as runs are.
    let body = format!("{says} {:?}", Instant::now()).repeat(50_000);
    Outcome::new(says.as_bytes(), body.into_bytes())
}

/// What a condition gives, once it does.
pub(crate) async fn until<T>(condition: impl AsyncFn() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(it) = condition().await {
            return it;
        }
        assert!(began.elapsed() < 3 * LONG, "it never came");
        tokio::task::yield_now().await;
    }
}

async fn take(queue: &dyn Queue, worker: &str) -> Lease {
    queue.take("p", worker, LONG).await.unwrap().expect("a job is there")
}

async fn none(queue: &dyn Queue, program: &str) {
    let found = queue.take(program, "late", SHORT).await.unwrap();
    assert!(found.is_none(), "nobody may have {found:?}");
}

pub(crate) async fn a_document_comes_back_as_it_was_kept(queue: &dyn Queue) {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    let bytes: Vec<u8> = (0..3_000_000_u32).flat_map(|it| it.to_le_bytes()).collect();
    fs::write(&from, &bytes).unwrap();
    let hash = sha256(&bytes);
    assert!(!queue.fetch(&hash, &to).await.unwrap(), "it is not there yet");
    queue.keep(&hash, &from).await.unwrap();
    queue.keep(&hash, &from).await.unwrap();
    assert!(queue.fetch(&hash, &to).await.unwrap());
    assert!(fs::read(&to).unwrap() == bytes, "twelve megabytes, every byte");
    let nowhere = folder.path().join("nowhere/to");
    let err = queue.fetch(&hash, &nowhere).await.unwrap_err();
    assert!(matches!(&err, QueueError::File { path, .. } if *path == nowhere), "{err:?}");
}

pub(crate) async fn a_file_that_has_changed_is_not_kept(queue: &dyn Queue) {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    fs::write(&from, "what was to be sent, and more").unwrap();
    let hash = sha256("what was to be sent");
    let err = queue.keep(&hash, &from).await.unwrap_err();
    assert!(matches!(&err, QueueError::Changed { path } if *path == from), "{err:?}");
    assert!(!queue.fetch(&hash, &to).await.unwrap(), "nobody gets another file under its name");
    fs::write(&from, "what was to be sent").unwrap();
    queue.keep(&hash, &from).await.unwrap();
    assert!(queue.fetch(&hash, &to).await.unwrap());
}

pub(crate) async fn an_empty_document_is_one(queue: &dyn Queue) {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from"), folder.path().join("to"));
    fs::write(&from, "").unwrap();
    queue.keep(&sha256(""), &from).await.unwrap();
    assert!(queue.fetch(&sha256(""), &to).await.unwrap());
    assert_eq!(fs::read(&to).unwrap(), b"");
}

pub(crate) async fn a_job_is_taken_once(queue: &dyn Queue) {
    assert_eq!(queue.offer(&job("a")).await.unwrap(), Offered::Waits);
    let lease = take(queue, "w1").await;
    assert_eq!((&lease.job, lease.worker.as_str()), (&job("a"), "w1"));
    let standing = async || queue.standing(&job("a").key()).await.unwrap();
    assert_eq!(standing().await, Standing::With("w1".to_owned()));
    none(queue, "p").await;
    assert_eq!(queue.finish(&lease, &outcome("x")).await.unwrap(), Finished::First);
    assert_eq!(standing().await, Standing::Done);
    none(queue, "p").await;
}

pub(crate) async fn a_job_is_offered_once(queue: &dyn Queue) {
    for _ in 0..3 {
        assert_eq!(queue.offer(&job("a")).await.unwrap(), Offered::Waits);
    }
    let lease = take(queue, "w1").await;
    assert_eq!(queue.offer(&job("a")).await.unwrap(), Offered::Waits, "somebody has it");
    queue.finish(&lease, &outcome("x")).await.unwrap();
    none(queue, "p").await;
    assert_eq!(queue.offer(&job("a")).await.unwrap(), Offered::Done);
    none(queue, "p").await;
}

pub(crate) async fn a_worker_of_another_program_takes_nothing(queue: &dyn Queue) {
    queue.offer(&Job { program: "0.2.0-aa".to_owned(), ..job("a") }).await.unwrap();
    none(queue, "p").await;
}

pub(crate) async fn a_silent_worker_loses_its_job(queue: &dyn Queue) {
    queue.offer(&job("a")).await.unwrap();
    let silent = take(queue, "w1").await;
    let next = take(queue, "w2").await;
    assert_eq!(next.lost, ["w1"]);
    assert_eq!(queue.finish(&next, &outcome("x")).await.unwrap(), Finished::First);
    // It wakes up, and says what it has.
    queue.beat(&silent).await.unwrap();
    assert_eq!(queue.finish(&silent, &outcome("x")).await.unwrap(), Finished::Same);
    none(queue, "p").await;
}

pub(crate) async fn a_sign_of_life_keeps_a_job(queue: &dyn Queue) {
    queue.offer(&job("a")).await.unwrap();
    let lease = take(queue, "w1").await;
    let began = Instant::now();
    while began.elapsed() < 2 * queue.lease() {
        queue.beat(&lease).await.unwrap();
        none(queue, "p").await;
    }
}

pub(crate) async fn a_job_that_is_given_back_counts_no_worker(queue: &dyn Queue) {
    queue.offer(&job("a")).await.unwrap();
    for _ in 0..5 {
        let lease = take(queue, "w1").await;
        assert!(lease.lost.is_empty(), "{:?}", lease.lost);
        queue.give_back(&lease).await.unwrap();
    }
}

pub(crate) async fn a_key_has_the_first_result_only(queue: &dyn Queue) {
    queue.offer(&job("a")).await.unwrap();
    let lease = take(queue, "w1").await;
    let first = outcome("x");
    assert_eq!(queue.finish(&lease, &first).await.unwrap(), Finished::First);
    assert_eq!(queue.finish(&lease, &outcome("x")).await.unwrap(), Finished::Same);
    assert_eq!(queue.finish(&lease, &outcome("y")).await.unwrap(), Finished::Differs);
    assert!(queue.ending(&job("a").key()).await.unwrap() == Some(Ending::Done(first)));
    assert!(queue.ending(&job("b").key()).await.unwrap().is_none());
}

pub(crate) async fn a_worker_that_asks_twice_at_once_has_one_result(queue: &dyn Queue) {
    // As where the first answer was lost on its way, and comes about after all.
    for n in 0..10 {
        let job = job(&n.to_string());
        queue.offer(&job).await.unwrap();
        let lease = take(queue, "w1").await;
        let outcome = outcome("x");
        let both =
            futures_util::join!(queue.finish(&lease, &outcome), queue.finish(&lease, &outcome));
        let mut both = [both.0.unwrap(), both.1.unwrap()];
        both.sort_by_key(|it| *it != Finished::First);
        assert_eq!(both, [Finished::First, Finished::Same]);
        let ending = queue.ending(&job.key()).await.unwrap();
        assert!(ending == Some(Ending::Done(outcome)), "its body is there, too");
    }
}

pub(crate) async fn who_has_lost_its_job_gives_nothing_back(queue: &dyn Queue) {
    queue.offer(&job("a")).await.unwrap();
    let silent = take(queue, "w1").await;
    let next = take(queue, "w2").await;
    queue.give_back(&silent).await.unwrap();
    none(queue, "p").await;
    let standing = queue.standing(&job("a").key()).await.unwrap();
    assert_eq!(standing, Standing::With("w2".to_owned()));
    queue.give_back(&next).await.unwrap();
    assert_eq!(take(queue, "w3").await.lost, ["w1"], "who gave it back is not counted");
}

pub(crate) async fn three_lost_workers_are_known_by_name(queue: &dyn Queue) {
    queue.offer(&job("a")).await.unwrap();
    for worker in ["w1", "w2", "w3"] {
        assert_eq!(take(queue, worker).await.given_up(), None);
    }
    let reason = take(queue, "w4").await.given_up();
    let expected = "3 workers took the document and none came back: w1, w2, w3";
    assert_eq!(reason.as_deref(), Some(expected));
}

pub(crate) async fn a_cancelled_job_is_taken_by_nobody(queue: &dyn Queue) {
    queue.offer(&job("a")).await.unwrap();
    assert_eq!(queue.standing(&job("a").key()).await.unwrap(), Standing::Open);
    assert!(queue.cancel(&job("a")).await.unwrap());
    none(queue, "p").await;
    assert_eq!(queue.standing(&job("a").key()).await.unwrap(), Standing::Cancelled);
    assert!(!queue.cancel(&job("a")).await.unwrap(), "it is gone already");
    assert_eq!(queue.offer(&job("a")).await.unwrap(), Offered::Waits, "it can be asked for again");
    assert_eq!(queue.ending(&job("a").key()).await.unwrap(), None);
    let lease = take(queue, "w1").await;
    assert_eq!(queue.finish(&lease, &outcome("x")).await.unwrap(), Finished::First);
}

pub(crate) async fn what_is_made_of_a_cancelled_job_is_dropped(queue: &dyn Queue) {
    queue.offer(&job("a")).await.unwrap();
    let lease = take(queue, "w1").await;
    assert!(queue.cancel(&job("a")).await.unwrap());
    queue.beat(&lease).await.unwrap();
    assert_eq!(queue.finish(&lease, &outcome("x")).await.unwrap(), Finished::Cancelled);
    assert_eq!(queue.ending(&job("a").key()).await.unwrap(), Some(Ending::Cancelled));
    none(queue, "p").await;
}

pub(crate) async fn what_is_done_cannot_be_cancelled(queue: &dyn Queue) {
    queue.offer(&job("a")).await.unwrap();
    let first = outcome("x");
    queue.finish(&take(queue, "w1").await, &first).await.unwrap();
    assert!(!queue.cancel(&job("a")).await.unwrap());
    assert!(queue.ending(&job("a").key()).await.unwrap() == Some(Ending::Done(first)));
}

pub(crate) async fn endings_come_in_order(queue: &dyn Queue) {
    assert_eq!(queue.next_ending(0).await.unwrap(), None);
    assert_eq!(queue.place().await.unwrap(), 0);
    let (mut place, mut keys) = (0, Vec::new());
    for name in ["a", "b", "c"] {
        queue.offer(&job(name)).await.unwrap();
        queue.finish(&take(queue, "w1").await, &outcome(name)).await.unwrap();
    }
    queue.offer(&job("d")).await.unwrap();
    queue.cancel(&job("d")).await.unwrap();
    while let Some((at, key)) = queue.next_ending(place).await.unwrap() {
        assert!(at > place);
        (place, keys) = (at, [keys, vec![key]].concat());
    }
    assert_eq!(keys, ["a", "b", "c", "d"].map(|it| job(it).key()));
    assert_eq!(queue.place().await.unwrap(), place, "nothing comes behind the last");
}
