//! The queue over NATS JetStream: documents and long results in an object store, jobs in a stream
//! that forgets what is done, the key of each result in a key-value store.
//!
//! Everything is named after a space, which an account of the server can be held to:
//! `proviso.SPACE.>`, and the buckets `proviso-SPACE-…`.
//!
//! **Invariant:** an ending exists when its key does, and a key is created once; what comes before
//! (a result's body) and behind (the acknowledgement) can be lost and done again. A job whose key
//! exists is acknowledged by whoever meets it next. Keys are read from the leader of a cluster: what
//! was written is there.

mod entrance;
mod objects;
mod place;

use std::path::Path;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{Context, PublishErrorKind};
use async_nats::jetstream::kv::{self, CreateErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store::ObjectInfo;
use async_nats::jetstream::stream::{DirectGetErrorKind, LastRawMessageErrorKind};
use async_nats::jetstream::{self, ErrorCode};
use async_nats::{Client, ServerAddr};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _};
use proviso_core::ports::{
    Clock as _, Ending, Finished, Job, Lease, Offered, Outcome, Queue, QueueError, Standing,
};
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt as _;
use tokio::sync::OnceCell;

use self::entrance::{Entrance, Heard};
use self::objects::{Objects, Unput};
use self::place::{At, jobs};
use super::{Found, QueueOptions};
use crate::clock::SystemClock;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A queue on a server.
pub struct JetStream {
    client: Client,
    context: Context,
    objects: Objects,
    results: kv::Store,
    workers: kv::Store,
    /// The consumer of the one program that a process takes jobs for.
    consumer: OnceCell<PullConsumer>,
    heard: Heard,
    address: String,
    options: QueueOptions,
    /// How long the server keeps things: said by whoever used the space first.
    age: Duration,
}

/// What stands under the key of a job that has ended.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Stored {
    Done {
        digest: String,
        /// The object that holds its body.
        body: String,
    },
    Cancelled {
        cancelled: bool,
    },
}

impl Stored {
    /// What becomes of another result.
    fn meets(&self, outcome: &Outcome) -> Finished {
        match self {
            Stored::Cancelled { .. } => Finished::Cancelled,
            Stored::Done { digest, .. } if *digest == outcome.digest => Finished::Same,
            Stored::Done { .. } => Finished::Differs,
        }
    }
}

impl JetStream {
    /// Connects to the servers of the address, and makes what is missing there. `found` is what one
    /// comes in by where the options name no file.
    ///
    /// # Errors
    /// Where nobody answers, or answers and refuses.
    pub async fn open(
        options: QueueOptions,
        found: Option<Found>,
    ) -> Result<JetStream, QueueError> {
        let shown = options.shown();
        let no_address = |source: Cause| QueueError::Address { address: shown.clone(), source };
        let servers: Vec<ServerAddr> = options
            .address
            .split(',')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .map_err(|it| no_address(Box::new(it)))?;
        let entrance = Entrance::of(&options, found).await?;
        let (client, heard) = entrance.connect(servers).await?;
        let context = jetstream::new(client.clone());
        let at = At { context: &context, options: &options };
        let doing = "set the queue up";
        let fail =
            |source: Cause| heard.over(failed(doing, &shown, source), &shown, &options.space);
        let age = at.jobs().await.map_err(fail)?;
        at.documents().await.map_err(fail)?;
        let results = at.bucket("results").await.map_err(fail)?;
        let workers = at.bucket("workers").await.map_err(fail)?;
        let bucket = at.name("documents");
        let stream = context.get_stream_no_info(format!("OBJ_{bucket}")).await;
        let stream = stream.map_err(|it| fail(it.into()))?;
        let objects = Objects { bucket, context: context.clone(), stream };
        let consumer = OnceCell::new();
        Ok(JetStream {
            client,
            context,
            objects,
            results,
            workers,
            consumer,
            heard,
            address: shown,
            options,
            age,
        })
    }

    fn failed(&self, doing: &'static str, source: impl Into<Cause>) -> QueueError {
        let err = failed(doing, &self.address, source.into());
        self.heard.over(err, &self.address, &self.options.space)
    }

    fn subject(&self, job: &Job) -> String {
        // A version has dots, which stand between the parts of a subject.
        let program = token(&job.program);
        format!("proviso.{}.jobs.{program}.{}", self.options.space, job.key())
    }

    async fn consumer(&self, program: &str) -> Result<&PullConsumer, QueueError> {
        let make = || async {
            let space = &self.options.space;
            let program = token(program);
            let name = format!("workers-{program}");
            let config = pull::Config {
                durable_name: Some(name),
                filter_subject: format!("proviso.{space}.jobs.{program}.*"),
                ack_policy: AckPolicy::Explicit,
                ack_wait: self.options.lease,
                // Who has had a job is counted by its workers' names, not by its deliveries.
                max_deliver: -1,
                max_ack_pending: 100_000,
                max_waiting: 10_000,
                ..pull::Config::default()
            };
            let made = self.context.create_consumer_on_stream(config, jobs(space)).await;
            made.map_err(|it| self.failed("ask for jobs", it))
        };
        self.consumer.get_or_try_init(make).await
    }

    /// Those that took a job and neither finished nor gave it back.
    async fn lost(&self, key: &str) -> Result<Vec<String>, QueueError> {
        let doing = "look for a worker";
        let Some(bytes) = self.value(&self.workers, key, doing).await? else {
            return Ok(Vec::new());
        };
        serde_json::from_slice(&bytes).map_err(|it| self.failed(doing, it))
    }

    async fn note(&self, key: &str, workers: &[&str]) -> Result<(), QueueError> {
        let doing = "note a worker";
        let body = serde_json::to_vec(workers).map_err(|it| self.failed(doing, it))?;
        self.workers.put(key, body.into()).await.map_err(|it| self.failed(doing, it))?;
        Ok(())
    }

    async fn stored(&self, key: &str) -> Result<Option<Stored>, QueueError> {
        let doing = "look for a result";
        let Some(bytes) = self.value(&self.results, key, doing).await? else { return Ok(None) };
        serde_json::from_slice(&bytes).map(Some).map_err(|it| self.failed(doing, it))
    }

    /// What stands under a key, by the leader: [`kv::Store::get`] asks any server, which may not have
    /// it yet.
    async fn value(
        &self,
        bucket: &kv::Store,
        key: &str,
        doing: &'static str,
    ) -> Result<Option<Vec<u8>>, QueueError> {
        let subject = format!("$KV.{}.{key}", bucket.name);
        match bucket.stream.get_last_raw_message_by_subject(&subject).await {
            // A key that was taken out has a last message without any content.
            Ok(it) => Ok(Some(it.payload.to_vec()).filter(|it| !it.is_empty())),
            Err(err) if err.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(err) => Err(self.failed(doing, err)),
        }
    }

    async fn object(
        &self,
        name: &str,
        doing: &'static str,
    ) -> Result<Option<ObjectInfo>, QueueError> {
        self.objects.info(name).await.map_err(|it| self.failed(doing, it))
    }

    /// A name that no other object has.
    fn fresh(&self) -> String {
        let inbox = self.client.new_inbox();
        inbox.rsplit('.').next().unwrap_or(&inbox).to_owned()
    }

    /// Whether an object is there for long enough yet: what is offered now may wait for as long as
    /// things are kept.
    fn is_young(&self, info: &ObjectInfo) -> bool {
        let since = info.modified.map_or(0, |it| it.unix_timestamp_nanos() / 1_000_000);
        let ago = i128::from(SystemClock.now_ms()).saturating_sub(since);
        // A server whose clock is before ours makes it look younger than it is, by that much.
        ago < i128::try_from(self.age.as_millis() / 2).unwrap_or(i128::MAX)
    }

    async fn answer(&self, ticket: &str, what: &'static str) -> Result<(), QueueError> {
        let sent = self.client.publish(ticket.to_owned(), what.into()).await;
        sent.map_err(|it| self.failed("answer for a job", it))
    }
}

impl Queue for JetStream {
    fn keep<'a>(
        &'a self,
        sha256: &'a str,
        from: &'a Path,
    ) -> BoxFuture<'a, Result<(), QueueError>> {
        async move {
            let doing = "keep a document";
            if self.object(sha256, doing).await?.is_some_and(|it| self.is_young(&it)) {
                return Ok(());
            }
            let path = || from.to_owned();
            let fail = |source| QueueError::File { path: path(), source };
            let mut file = tokio::fs::File::open(from).await.map_err(fail)?;
            let put = self.objects.put(sha256, &self.fresh(), &mut file, Some(sha256)).await;
            put.map_err(|err| match err {
                Unput::Read(source) => fail(source),
                Unput::Other => QueueError::Changed { path: path() },
                Unput::Server(source) => self.failed(doing, source),
            })?;
            Ok(())
        }
        .boxed()
    }

    fn fetch<'a>(
        &'a self,
        sha256: &'a str,
        to: &'a Path,
    ) -> BoxFuture<'a, Result<bool, QueueError>> {
        async move {
            let doing = "fetch a document";
            let Some(info) = self.object(sha256, doing).await? else { return Ok(false) };
            let fail = |source| QueueError::File { path: to.to_owned(), source };
            let mut file = tokio::fs::File::create(to).await.map_err(fail)?;
            let mut parts = self.objects.parts(info);
            while let Some(it) = parts.try_next().await.map_err(|it| self.failed(doing, it))? {
                file.write_all(&it).await.map_err(fail)?;
            }
            file.flush().await.map_err(fail)?;
            Ok(true)
        }
        .boxed()
    }

    fn offer<'a>(&'a self, job: &'a Job) -> BoxFuture<'a, Result<Offered, QueueError>> {
        async move {
            let (key, doing) = (job.key(), "offer a job");
            match self.stored(&key).await? {
                Some(Stored::Done { .. }) => return Ok(Offered::Done),
                Some(Stored::Cancelled { .. }) => {
                    self.results.purge(&key).await.map_err(|it| self.failed(doing, it))?;
                }
                None => {}
            }
            let body = serde_json::to_vec(job).map_err(|it| self.failed(doing, it))?;
            // Refused where the subject has a message: the job waits already.
            let message = PublishMessage::build().payload(body.into());
            let message = message.expected_last_subject_sequence(0);
            let sent = self.context.send_publish(self.subject(job), message).await;
            match sent.map_err(|it| self.failed(doing, it))?.await {
                Ok(_) => Ok(Offered::Waits),
                Err(err) if err.kind() == PublishErrorKind::WrongLastSequence => Ok(Offered::Waits),
                Err(err) => Err(self.failed(doing, err)),
            }
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
            let doing = "take a job";
            let consumer = self.consumer(program).await?;
            let until = tokio::time::Instant::now() + patience;
            loop {
                let left = until.saturating_duration_since(tokio::time::Instant::now());
                let batch = consumer.batch().max_messages(1).expires(left.max(LEAST));
                let mut batch = batch.messages().await.map_err(|it| self.failed(doing, it))?;
                // A server that is gone says nothing, not even that the time is over.
                let next = tokio::time::timeout(left + SILENCE, batch.next()).await;
                let message = match next {
                    Ok(Some(Ok(it))) => it,
                    Err(_) if self.client.connection_state() == State::Disconnected => {
                        return Err(self.failed(doing, GONE));
                    }
                    Ok(None) | Err(_) => return Ok(None),
                    Ok(Some(Err(err))) => return Err(self.failed(doing, err)),
                };
                let Some(ticket) = message.reply.as_ref().map(ToString::to_string) else {
                    continue;
                };
                let job: Job = match serde_json::from_slice(&message.payload) {
                    Ok(it) => it,
                    Err(err) => {
                        self.answer(&ticket, "+TERM").await?;
                        return Err(self.failed(doing, err));
                    }
                };
                let key = job.key();
                if self.stored(&key).await?.is_some() {
                    self.answer(&ticket, "+ACK").await?;
                    continue;
                }
                let lost = self.lost(&key).await?;
                let all: Vec<&str> = lost.iter().map(String::as_str).chain([worker]).collect();
                self.note(&key, &all).await?;
                return Ok(Some(Lease { job, worker: worker.to_owned(), lost, ticket }));
            }
        }
        .boxed()
    }

    fn lease(&self) -> Duration {
        self.options.lease
    }

    fn beat<'a>(&'a self, lease: &'a Lease) -> BoxFuture<'a, Result<(), QueueError>> {
        self.answer(&lease.ticket, "+WPI").boxed()
    }

    fn give_back<'a>(&'a self, lease: &'a Lease) -> BoxFuture<'a, Result<(), QueueError>> {
        async move {
            let key = lease.job.key();
            let noted = self.lost(&key).await?;
            // Who was silent for too long has nothing any more to give back: another one may be at it.
            if noted.split_last() != Some((&lease.worker, lease.lost.as_slice())) {
                return Ok(());
            }
            let lost: Vec<&str> = lease.lost.iter().map(String::as_str).collect();
            self.note(&key, &lost).await?;
            self.answer(&lease.ticket, "-NAK").await?;
            let doing = "give a job back";
            // A server that is gone is not waited for: who gives back wants to end.
            match tokio::time::timeout(SILENCE, self.client.flush()).await {
                Ok(it) => it.map_err(|it| self.failed(doing, it)),
                Err(_) => Err(self.failed(doing, GONE)),
            }
        }
        .boxed()
    }

    fn finish<'a>(
        &'a self,
        lease: &'a Lease,
        outcome: &'a Outcome,
    ) -> BoxFuture<'a, Result<Finished, QueueError>> {
        async move {
            let doing = "store a result";
            let key = lease.job.key();
            let mut finished = self.stored(&key).await?.map(|it| it.meets(outcome));
            if finished.is_none() {
                // Its own name, so that of two at once, also of one worker that asks twice, neither
                // writes into the other's.
                let nuid = self.fresh();
                let body = format!("result.{key}.{nuid}");
                let put = self.objects.put(&body, &nuid, &mut outcome.body.as_slice(), None).await;
                let places = put.map_err(|it| match it {
                    Unput::Server(it) => self.failed(doing, it),
                    Unput::Read(it) => self.failed(doing, it),
                    Unput::Other => self.failed(doing, "it is another one"),
                })?;
                let stored = Stored::Done { digest: outcome.digest.clone(), body: body.clone() };
                let bytes = serde_json::to_vec(&stored).map_err(|it| self.failed(doing, it))?;
                match self.results.create(&key, bytes.into()).await {
                    Ok(_) => finished = Some(Finished::First),
                    Err(err) if err.kind() == CreateErrorKind::AlreadyExists => {
                        let gone = self.objects.take_out(&places).await;
                        gone.map_err(|it| self.failed(doing, it))?;
                        finished = self.stored(&key).await?.map(|it| it.meets(outcome));
                    }
                    Err(err) => return Err(self.failed(doing, err)),
                }
            }
            self.workers.purge(&key).await.map_err(|it| self.failed(doing, it))?;
            self.answer(&lease.ticket, "+ACK").await?;
            Ok(finished.unwrap_or(Finished::Same))
        }
        .boxed()
    }

    fn cancel<'a>(&'a self, job: &'a Job) -> BoxFuture<'a, Result<bool, QueueError>> {
        async move {
            let (key, doing) = (job.key(), "cancel a job");
            let stored = serde_json::to_vec(&Stored::Cancelled { cancelled: true });
            let stored = stored.map_err(|it| self.failed(doing, it))?;
            // First what counts: a job that is still there is then one that has ended.
            match self.results.create(&key, stored.into()).await {
                Ok(_) => {}
                Err(err) if err.kind() == CreateErrorKind::AlreadyExists => {}
                Err(err) => return Err(self.failed(doing, err)),
            }
            let stream = self.context.get_stream_no_info(jobs(&self.options.space)).await;
            let stream = stream.map_err(|it| self.failed(doing, it))?;
            let purged = stream.purge().filter(self.subject(job)).await;
            let was_there = purged.map_err(|it| self.failed(doing, it))?.purged > 0;
            self.workers.purge(&key).await.map_err(|it| self.failed(doing, it))?;
            Ok(was_there)
        }
        .boxed()
    }

    fn ending<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Option<Ending>, QueueError>> {
        async move {
            let (digest, stored) = match self.stored(key).await? {
                Some(Stored::Done { digest, body }) => (digest, body),
                Some(Stored::Cancelled { .. }) => return Ok(Some(Ending::Cancelled)),
                None => return Ok(None),
            };
            let doing = "fetch a result";
            let info = self.object(&stored, doing).await?;
            let info = info.ok_or_else(|| self.failed(doing, "it is kept no longer"))?;
            let mut parts = self.objects.parts(info);
            let mut body = Vec::new();
            while let Some(it) = parts.try_next().await.map_err(|it| self.failed(doing, it))? {
                body.extend(it);
            }
            Ok(Some(Ending::Done(Outcome { digest, body })))
        }
        .boxed()
    }

    fn standing<'a>(&'a self, key: &'a str) -> BoxFuture<'a, Result<Standing, QueueError>> {
        async move {
            Ok(match self.stored(key).await? {
                Some(Stored::Done { .. }) => Standing::Done,
                Some(Stored::Cancelled { .. }) => Standing::Cancelled,
                None => match self.lost(key).await?.pop() {
                    Some(it) => Standing::With(it),
                    None => Standing::Open,
                },
            })
        }
        .boxed()
    }

    fn place(&self) -> BoxFuture<'_, Result<u64, QueueError>> {
        async move {
            let info = self.results.stream.get_info().await;
            Ok(info.map_err(|it| self.failed("look for results", it))?.state.last_sequence)
        }
        .boxed()
    }

    fn next_ending(&self, after: u64) -> BoxFuture<'_, Result<Option<(u64, String)>, QueueError>> {
        async move {
            let prefix = format!("$KV.{}.", self.results.name);
            let next = self
                .results
                .stream
                .direct_get_next_for_subject(format!("{prefix}>"), Some(after + 1))
                .await;
            match next {
                Ok(it) => {
                    let key = it.subject.strip_prefix(&prefix).unwrap_or_default().to_owned();
                    Ok(Some((it.sequence, key)))
                }
                Err(err) if matches!(err.kind(), DirectGetErrorKind::NotFound) => Ok(None),
                Err(err) => Err(self.failed("look for results", err)),
            }
        }
        .boxed()
    }
}

/// The least time that a server is asked to wait.
const LEAST: Duration = Duration::from_millis(10);
/// How long behind the end of its patience a server may answer.
const SILENCE: Duration = Duration::from_secs(2);
/// Why nothing came of it.
const GONE: &str = "nobody answers at the moment";

/// A text as one part of a subject or a name.
fn token(text: &str) -> String {
    text.chars().map(|it| if it.is_ascii_alphanumeric() { it } else { '_' }).collect()
}

fn failed(doing: &'static str, address: &str, source: Cause) -> QueueError {
    let address = address.to_owned();
    if is_full(&*source) {
        QueueError::Full { address, source }
    } else {
        QueueError::Failed { doing, address, source }
    }
}

/// Whether a server's limits are behind an error.
fn is_full(err: &(dyn std::error::Error + 'static)) -> bool {
    const FULL: [ErrorCode; 3] = [
        ErrorCode::STREAM_STORE_FAILED,
        ErrorCode::STORAGE_RESOURCES_EXCEEDED,
        ErrorCode::INSUFFICIENT_RESOURCES,
    ];
    let code = err.downcast_ref::<jetstream::Error>().map(jetstream::Error::error_code);
    code.is_some_and(|it| FULL.contains(&it)) || err.source().is_some_and(is_full)
}
