//! Where a space has its things on a server: made where they are missing, and left as they are where
//! somebody has made them.
//!
//! **Invariant:** everything is named after its space.

use std::time::Duration;

use async_nats::jetstream::context::Context;
use async_nats::jetstream::stream::RetentionPolicy;
use async_nats::jetstream::{kv, object_store, stream};

use super::Cause;
use crate::queue::QueueOptions;

/// Where things are made.
pub(super) struct At<'a> {
    pub(super) context: &'a Context,
    pub(super) options: &'a QueueOptions,
}

impl At<'_> {
    pub(super) fn name(&self, what: &str) -> String {
        format!("proviso-{}-{what}", self.options.space)
    }

    /// Says how long jobs are kept there.
    pub(super) async fn jobs(&self) -> Result<Duration, Cause> {
        let space = &self.options.space;
        let config = stream::Config {
            name: jobs(space),
            subjects: vec![format!("proviso.{space}.jobs.*.*")],
            retention: RetentionPolicy::WorkQueue,
            max_age: self.options.age,
            num_replicas: self.options.replicas,
            discard: stream::DiscardPolicy::New,
            ..stream::Config::default()
        };
        let stream = self.context.get_or_create_stream(config).await?;
        Ok(stream.cached_info().config.max_age)
    }

    pub(super) async fn documents(&self) -> Result<(), Cause> {
        let name = self.name("documents");
        if self.context.get_object_store(&name).await.is_ok() {
            return Ok(());
        }
        let config = object_store::Config {
            bucket: name.clone(),
            max_age: self.options.age,
            num_replicas: self.options.replicas,
            ..object_store::Config::default()
        };
        match self.context.create_object_store(config).await {
            Ok(_) => Ok(()),
            // Somebody else has made it meanwhile; else the first reason is the better one.
            Err(err) => match self.context.get_object_store(&name).await {
                Ok(_) => Ok(()),
                Err(_) => Err(err.into()),
            },
        }
    }

    pub(super) async fn bucket(&self, what: &str) -> Result<kv::Store, Cause> {
        let name = self.name(what);
        // What the client makes of a `kv::Config`, without asking for the account first: servers
        // before 2.10 describe theirs in a way that it does not read.
        let config = stream::Config {
            name: format!("KV_{name}"),
            subjects: vec![format!("$KV.{name}.>")],
            max_messages_per_subject: 1,
            max_age: self.options.age,
            num_replicas: self.options.replicas,
            discard: stream::DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..stream::Config::default()
        };
        self.context.get_or_create_stream(config).await?;
        Ok(self.context.get_key_value(&name).await?)
    }
}

pub(super) fn jobs(space: &str) -> String {
    format!("proviso-{space}-jobs")
}
