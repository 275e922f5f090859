//! Queues of work for many workers: one in a file of this machine, one over NATS JetStream.
//!
//! **Invariant:** what one comes in by is in a file that the options name, in the environment or in the
//! keyring; it is in nothing that is shown or written down.

mod file;
#[cfg(feature = "online")]
mod jetstream;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use file::FileQueue;
#[cfg(feature = "online")]
pub use jetstream::JetStream;

use crate::secret::{Keys, Secret};

/// The environment variable with credentials or a seed.
pub const VARIABLE: &str = "PROVISO_QUEUE_KEY";

/// Whose jobs, where nobody says.
pub const SPACE: &str = "default";
/// How long a job stays with a worker that says nothing, where nobody says.
pub const LEASE: Duration = Duration::from_secs(30);
/// How many days documents, jobs and results are kept, where nobody says.
pub const KEEP_DAYS: u64 = 14;

/// The keyring's entry with the credentials or the seed of a space.
pub fn entry(space: &str) -> String {
    if space == SPACE { "queue".to_owned() } else { format!("queue/{space}") }
}

/// What one comes into a queue by, and where it was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// For people: the variable or the entry.
    pub from: String,
    /// Credentials or a seed.
    pub secret: Secret,
}

/// Where a queue is, how to come in, and what to keep there. Secrets are in files that this names.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// A queue as it is used where nothing else is said than where it is and whose jobs are meant.
    pub fn usual(address: String, space: String) -> QueueOptions {
        QueueOptions {
            address,
            space,
            lease: LEASE,
            age: days(KEEP_DAYS),
            replicas: 1,
            credentials: None,
            nkey: None,
            authority: None,
            certificate: None,
        }
    }

    /// Whether it is a folder of this machine.
    pub fn is_folder(&self) -> bool {
        !self.address.contains("://")
    }

    /// What one comes in by where no file and no address says it: in the environment, then in the
    /// keyring.
    pub fn find(&self, keys: &dyn Keys) -> Option<Found> {
        let said = self.credentials.is_some() || self.nkey.is_some();
        if self.is_folder() || said || self.shown() != self.address {
            return None;
        }
        let found = |from: &str, text: Option<String>| {
            let secret = Secret::new(&text?)?;
            Some(Found { from: from.to_owned(), secret })
        };
        let entry = entry(&self.space);
        found(VARIABLE, keys.variable(VARIABLE)).or_else(|| found(&entry, keys.entry(&entry)))
    }

    /// The address as it may be shown and written down: of servers, without what one comes in by.
    pub fn shown(&self) -> String {
        if self.is_folder() { self.address.clone() } else { without_password(&self.address) }
    }
}

impl fmt::Debug for QueueOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "QueueOptions({}, {})", self.shown(), self.space)
    }
}

/// So many days.
pub const fn days(n: u64) -> Duration {
    Duration::from_secs(n * 24 * 60 * 60)
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
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Default)]
    struct Known {
        variables: BTreeMap<&'static str, &'static str>,
        entries: BTreeMap<&'static str, &'static str>,
    }

    impl Keys for Known {
        fn variable(&self, name: &str) -> Option<String> {
            self.variables.get(name).map(|&it| it.to_owned())
        }
        fn entry(&self, provider: &str) -> Option<String> {
            self.entries.get(provider).map(|&it| it.to_owned())
        }
    }

    fn options(address: &str, space: &str) -> QueueOptions {
        QueueOptions {
            address: address.to_owned(),
            space: space.to_owned(),
            lease: Duration::from_secs(30),
            age: Duration::from_secs(60),
            replicas: 1,
            credentials: None,
            nkey: None,
            authority: None,
            certificate: None,
        }
    }

    #[test]
    fn a_secret_is_the_variables_then_the_entry_of_the_space() {
        let mut known = Known::default();
        let from = |known: &Known, it: &QueueOptions| it.find(known).map(|it| it.from);
        let (one, other) = (options("nats://a", "default"), options("nats://a", "office-2"));
        assert_eq!(from(&known, &one), None);
        known.entries.insert("queue", "SUA");
        assert_eq!(from(&known, &one).as_deref(), Some("queue"));
        assert_eq!(
            from(&known, &other),
            None,
            "what is kept for one space is not shown for another"
        );
        known.entries.insert("queue/office-2", "SUB");
        assert_eq!(from(&known, &other).as_deref(), Some("queue/office-2"));
        known.variables.insert(VARIABLE, "SUC");
        assert_eq!(from(&known, &other).as_deref(), Some(VARIABLE));
    }

    #[test]
    fn a_secret_is_not_looked_for_where_one_is_named() {
        let known = Known { entries: BTreeMap::from([("queue", "SUA")]), ..Known::default() };
        assert!(options("nats://me:word@a", "default").find(&known).is_none());
        assert!(options("/var/tmp/queue", "default").find(&known).is_none());
        let named = Some(PathBuf::from("f"));
        let named = QueueOptions { nkey: named, ..options("nats://a", "default") };
        assert!(named.find(&known).is_none());
    }

    #[test]
    fn options_show_no_password() {
        let shown = format!("{:?}", options("nats://me:secret@a:4222", "default"));
        assert_eq!(shown, "QueueOptions(nats://a:4222, default)");
    }

    #[test]
    fn no_password_is_shown() {
        let shown = without_password("nats://me:secret@a:4222,tls://b:4222,x@c");
        assert_eq!(shown, "nats://a:4222,tls://b:4222,c");
    }
}
