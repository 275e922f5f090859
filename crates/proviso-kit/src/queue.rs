//! Queues of work for many workers: one in a file of this machine, one over NATS JetStream.

mod file;
#[cfg(feature = "nats")]
mod jetstream;

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use file::FileQueue;
#[cfg(feature = "nats")]
pub use jetstream::JetStream;

/// Where a queue is, how to come in, and what to keep there. Secrets are in files that this names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueOptions {
    /// `nats://HOST:PORT`, several with commas between; or a folder.
    pub address: String,
    /// Whose jobs, in letters, digits, `-` and `_`: batches and workers of another space see nothing of
    /// these.
    pub space: String,
    /// How long a job stays with a worker that says nothing.
    pub lease: Duration,
    /// How long documents, jobs and results are kept.
    pub age: Duration,
    /// On how many servers of a cluster all of it is kept.
    pub replicas: usize,
    /// A file of credentials: a token and the seed of its key.
    pub credentials: Option<PathBuf>,
    /// A file with the seed of an nkey.
    pub nkey: Option<PathBuf>,
    /// A certificate to trust instead of the system's.
    pub authority: Option<PathBuf>,
    /// A certificate to show, and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl QueueOptions {
    /// Whether it is a folder of this machine.
    pub fn is_folder(&self) -> bool {
        !self.address.contains("://")
    }

    /// The address as it may be shown and written down: of servers, without what one comes in by.
    pub fn shown(&self) -> String {
        if self.is_folder() { self.address.clone() } else { without_password(&self.address) }
    }
}

fn without_password(address: &str) -> String {
    let shown = address.split(',').map(|one| match (one.split_once("://"), one.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_owned(),
        (_, None) => one.to_owned(),
    });
    shown.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn no_password_is_shown() {
        let shown = without_password("nats://me:secret@a:4222,tls://b:4222,x@c");
        assert_eq!(shown, "nats://a:4222,tls://b:4222,c");
    }
}
