//! The queue in a folder of this machine: jobs and results in SQLite, documents as files beside it.
//! For several workers on one machine without any server.
//!
//! **Invariant:** every change is one immediate transaction, so of two processes one waits for the
//! other. The clock of the machine says when a lease is over.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use proviso_core::hex;
use proviso_core::ports::{
    Clock, Ending, Finished, Job, Lease, Offered, Outcome, Queue, QueueError, Standing,
};
use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use crate::clock::SystemClock;
use crate::workspace::write_atomically;

const CREATE: &str = "
CREATE TABLE IF NOT EXISTS job (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    program TEXT NOT NULL,
    body TEXT NOT NULL,
    lost TEXT NOT NULL DEFAULT '[]',
    ticket INTEGER NOT NULL DEFAULT 0,
    until_ms INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS result (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    digest TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;
";

/// The digest of a job that was cancelled, which no result has.
const CANCELLED: &str = "";

/// How often a worker that waits looks for a job: SQLite tells nobody of another process's writes.
const LOOK: Duration = Duration::from_millis(50);

/// A queue in a folder.
pub struct FileQueue {
    connection: Mutex<Connection>,
    folder: PathBuf,
    lease: Duration,
    clock: Arc<dyn Clock>,
}

impl FileQueue {
    /// Opens the queue in a folder, which is made if need be.
    ///
    /// # Errors
    /// Where the folder or its database cannot be used.
    pub fn open(folder: &Path, lease: Duration) -> Result<FileQueue, QueueError> {
        let documents = folder.join("documents");
        std::fs::create_dir_all(&documents)
            .map_err(|source| QueueError::File { path: documents.clone(), source })?;
        let fail = |source| failed("open the queue", folder, source);
        let connection = Connection::open(folder.join("queue.db")).map_err(fail)?;
        connection.busy_timeout(Duration::from_secs(10)).map_err(fail)?;
        connection.execute_batch(CREATE).map_err(fail)?;
        let (folder, clock) = (folder.to_owned(), Arc::new(SystemClock));
        Ok(FileQueue { connection: Mutex::new(connection), folder, lease, clock })
    }

    fn change<T>(
        &self,
        doing: &'static str,
        action: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, QueueError> {
        let run = || -> rusqlite::Result<T> {
            let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
            let it = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let made = action(&it)?;
            it.commit()?;
            Ok(made)
        };
        run().map_err(|source| failed(doing, &self.folder, source))
    }

    fn document(&self, sha256: &str) -> PathBuf {
        self.folder.join("documents").join(sha256)
    }

    fn lease_ms(&self) -> i64 {
        i64::try_from(self.lease.as_millis()).unwrap_or(i64::MAX)
    }

    /// When a lease is over that begins or is renewed now.
    fn until(&self) -> i64 {
        self.clock.now_ms().saturating_add(self.lease_ms())
    }

    /// The furthest end that a lease can have, with another lease's time for machines whose clocks
    /// differ. One beyond it was given before the clock was set back: nobody knows when it is over, and
    /// who still holds it says so with the next sign of life.
    fn furthest(&self) -> i64 {
        self.until().saturating_add(self.lease_ms())
    }

    /// The next job that nobody holds.
    fn taken(&self, program: &str, worker: &str) -> Result<Option<Lease>, QueueError> {
        let (now, until, furthest) = (self.clock.now_ms(), self.until(), self.furthest());
        let found: Option<(String, String, i64)> = self.change("take a job", |it| {
            let found = it
                .query_row(
                    "SELECT place, body, lost, ticket FROM job WHERE program = ?1 AND (until_ms <= ?2 OR until_ms > ?3)
                     ORDER BY place LIMIT 1",
                    params![program, now, furthest],
                    |row| Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
                )
                .optional()?;
            let Some((place, body, lost, ticket)) = found else { return Ok(None) };
            let ticket: i64 = ticket;
            it.execute(
                "UPDATE job SET until_ms = ?2, ticket = ?3, lost = json_insert(lost, '$[#]', ?4)
                 WHERE place = ?1",
                params![place, until, ticket + 1, worker],
            )?;
            Ok(Some((body, lost, ticket + 1)))
        })?;
        let Some((body, lost, ticket)) = found else { return Ok(None) };
        let understood = || -> serde_json::Result<_> {
            Ok((serde_json::from_str(&body)?, serde_json::from_str(&lost)?))
        };
        let (job, lost) = understood().map_err(|it| failed("read a job", &self.folder, it))?;
        Ok(Some(Lease { job, worker: worker.to_owned(), lost, ticket: ticket.to_string() }))
    }
}

impl Queue for FileQueue {
    fn keep<'a>(
        &'a self,
        sha256: &'a str,
        from: &'a Path,
    ) -> BoxFuture<'a, Result<(), QueueError>> {
        async move {
            let to = self.document(sha256);
            if to.is_file() {
                return Ok(());
            }
            let fail = |path: &Path, source| QueueError::File { path: path.to_owned(), source };
            let bytes = tokio::fs::read(from).await.map_err(|it| fail(from, it))?;
            if hex::sha256(&bytes) != sha256 {
                return Err(QueueError::Changed { path: from.to_owned() });
            }
            write_atomically(&to, &bytes).map_err(|it| fail(&it.path, it.source))
        }
        .boxed()
    }

    fn fetch<'a>(
        &'a self,
        sha256: &'a str,
        to: &'a Path,
    ) -> BoxFuture<'a, Result<bool, QueueError>> {
        async move {
            let from = self.document(sha256);
            match tokio::fs::copy(&from, to).await {
                Ok(_) => Ok(true),
                // That there is no folder to write into says nothing of the document.
                Err(_) if !from.exists() => Ok(false),
                Err(source) => Err(QueueError::File { path: to.to_owned(), source }),
            }
        }
        .boxed()
    }

    fn offer<'a>(&'a self, job: &'a Job) -> BoxFuture<'a, Result<Offered, QueueError>> {
        async move {
            let body = serde_json::to_string(job)
                .map_err(|it| failed("write a job down", &self.folder, it))?;
            let key = job.key();
            self.change("offer a job", |it| {
                match digest(it, &key)? {
                    Some(it) if it != CANCELLED => return Ok(Offered::Done),
                    _ => it.execute("DELETE FROM result WHERE key = ?1", [&key])?,
                };
                it.execute(
                    "INSERT INTO job (key, program, body) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                    params![key, job.program, body],
                )?;
                Ok(Offered::Waits)
            })
        }
        .boxed()
    }

    fn take<'a>(
        &'a self,
        program: &'a str,
        worker: &'a str,
        patience: Duration,
    ) -> BoxFuture<'a, Result<Option<Lease>, QueueError>> {
        async move {
            let began = Instant::now();
            loop {
                match self.taken(program, worker)? {
                    None if began.elapsed() < patience => tokio::time::sleep(LOOK).await,
                    it => return Ok(it),
                }
            }
        }
        .boxed()
    }

    fn lease(&self) -> Duration {
        self.lease
    }

    fn beat<'a>(&'a self, lease: &'a Lease) -> BoxFuture<'a, Result<(), QueueError>> {
        async move {
            let (of, until) = ((lease.job.key(), ticket(lease)), self.until());
            self.change("give a sign of life", |it| {
                it.execute(
                    "UPDATE job SET until_ms = ?3 WHERE key = ?1 AND ticket = ?2",
                    params![of.0, of.1, until],
                )
            })?;
            Ok(())
        }
        .boxed()
    }

    fn give_back<'a>(&'a self, lease: &'a Lease) -> BoxFuture<'a, Result<(), QueueError>> {
        async move {
            let of = (lease.job.key(), ticket(lease));
            self.change("give a job back", |it| {
                it.execute(
                    "UPDATE job SET until_ms = 0, lost = json_remove(lost, '$[#-1]')
                     WHERE key = ?1 AND ticket = ?2",
                    params![of.0, of.1],
                )
            })?;
            Ok(())
        }
        .boxed()
    }

    fn finish<'a>(
        &'a self,
        lease: &'a Lease,
        outcome: &'a Outcome,
    ) -> BoxFuture<'a, Result<Finished, QueueError>> {
        async move {
            let key = lease.job.key();
            self.change("store a result", |it| {
                let first = it.execute(
                    "INSERT INTO result (key, digest, body) VALUES (?1, ?2, ?3)
                     ON CONFLICT DO NOTHING",
                    params![key, outcome.digest, outcome.body],
                )?;
                it.execute("DELETE FROM job WHERE key = ?1", [&key])?;
                Ok(match digest(it, &key)? {
                    _ if first == 1 => Finished::First,
                    Some(it) if it == CANCELLED => Finished::Cancelled,
                    Some(it) if it == outcome.digest => Finished::Same,
                    _ => Finished::Differs,
                })
            })
        }
        .boxed()
    }

    fn cancel<'a>(&'a self, job: &'a Job) -> BoxFuture<'a, Result<bool, QueueError>> {
        async move {
            let key = job.key();
            let gone = self.change("cancel a job", |it| {
                it.execute(
                    "INSERT INTO result (key, digest, body) VALUES (?1, ?2, x'')
                     ON CONFLICT DO NOTHING",
                    [key.as_str(), CANCELLED],
                )?;
                it.execute("DELETE FROM job WHERE key = ?1", [&key])
            })?;
            Ok(gone > 0)
        }
        .boxed()
    }

    fn ending<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Ending>, QueueError>> {
        async move {
            self.change("read a result", |it| {
                it.query_row("SELECT digest, body FROM result WHERE key = ?1", [key], |row| {
                    let digest: String = row.get(0)?;
                    Ok(match digest.as_str() {
                        CANCELLED => Ending::Cancelled,
                        _ => Ending::Done(Outcome { digest, body: row.get(1)? }),
                    })
                })
                .optional()
            })
        }
        .boxed()
    }

    fn standing<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Standing, QueueError>> {
        async move {
            self.change("look for a job", |it| {
                Ok(match digest(it, key)? {
                    Some(it) if it == CANCELLED => Standing::Cancelled,
                    Some(_) => Standing::Done,
                    None => match last_worker(it, key)? {
                        Some(it) => Standing::With(it),
                        None => Standing::Open,
                    },
                })
            })
        }
        .boxed()
    }

    fn place(&self) -> BoxFuture<'_, Result<u64, QueueError>> {
        async move {
            self.change("look for results", |it| {
                it.query_row("SELECT COALESCE(MAX(place), 0) FROM result", [], |row| {
                    Ok(row.get::<_, i64>(0)?.unsigned_abs())
                })
            })
        }
        .boxed()
    }

    fn next_ending(&self, after: u64) -> BoxFuture<'_, Result<Option<(u64, String)>, QueueError>> {
        async move {
            let after = i64::try_from(after).unwrap_or(i64::MAX);
            self.change("look for results", |it| {
                it.query_row(
                    "SELECT place, key FROM result WHERE place > ?1 ORDER BY place LIMIT 1",
                    [after],
                    |row| Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get(1)?)),
                )
                .optional()
            })
        }
        .boxed()
    }
}

/// What a key's ending is compared by.
fn digest(it: &Transaction<'_>, key: &str) -> rusqlite::Result<Option<String>> {
    it.query_row("SELECT digest FROM result WHERE key = ?1", [key], |row| row.get(0)).optional()
}

/// Who took a job last, and neither finished nor gave it back.
fn last_worker(it: &Transaction<'_>, key: &str) -> rusqlite::Result<Option<String>> {
    let found: Option<Option<String>> = it
        .query_row("SELECT lost ->> '$[#-1]' FROM job WHERE key = ?1", [key], |row| row.get(0))
        .optional()?;
    Ok(found.flatten())
}

/// The number behind a lease; one that is none fits no job.
fn ticket(lease: &Lease) -> i64 {
    lease.ticket.parse().unwrap_or(-1)
}

fn failed(
    doing: &'static str,
    folder: &Path,
    source: impl std::error::Error + Send + Sync + 'static,
) -> QueueError {
    QueueError::Failed { doing, address: folder.display().to_string(), source: Box::new(source) }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use proviso_core::ports::JobOptions;

    use super::*;

    #[derive(Default)]
    struct Wall(AtomicI64);

    impl Clock for Wall {
        fn now_ms(&self) -> i64 {
            self.0.load(Ordering::SeqCst)
        }
        fn ticks_ms(&self) -> i64 {
            0
        }
    }

    #[tokio::test]
    async fn what_a_lost_worker_had_is_given_on_though_the_clock_was_set_back() {
        let folder = tempfile::tempdir().unwrap();
        let (year, wall) = (365 * 86_400_000, Arc::new(Wall::default()));
        wall.0.store(10 * year, Ordering::SeqCst);
        let mut queue = FileQueue::open(folder.path(), Duration::from_secs(30)).unwrap();
        queue.clock = Arc::<Wall>::clone(&wall);
        let options = JobOptions {
            project: "Quote".to_owned(),
            document_type: None,
            max_attempts: 5,
            confirm: None,
            check_timeout_ms: 30_000,
            ocr_languages: None,
        };
        let (document, name) = ("d".to_owned(), "quote.txt".to_owned());
        let job = Job { document, name, program: "p".to_owned(), options };
        queue.offer(&job).await.unwrap();
        let take = |worker| queue.take("p", worker, Duration::ZERO);
        let first = take("one").await.unwrap().unwrap();
        // A machine whose clock is half a minute behind takes nothing away from anybody.
        wall.0.fetch_sub(30_000, Ordering::SeqCst);
        assert!(take("two").await.unwrap().is_none());
        wall.0.store(year, Ordering::SeqCst);
        let second = take("two").await.unwrap().expect("nobody waits for nine years");
        assert_eq!(second.lost, ["one"]);
        // The first one is alive after all: its sign of life is of a lease that is over.
        queue.beat(&first).await.unwrap();
        assert!(take("three").await.unwrap().is_none(), "the second holds it");
        wall.0.fetch_add(30_000, Ordering::SeqCst);
        assert!(take("three").await.unwrap().is_some(), "a lease ends in its time");
    }
}
