//! The arguments of what goes over a queue: batches and workers.

use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use proviso_api::batches::{KEEP_DAYS, LEASE, QueueOptions, SPACE, days};

/// Where a queue is, and how to come in.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Queue")]
pub(crate) struct QueueArguments {
    /// Spread the work over machines: `nats://HOST:4222`, several with commas between, or a folder
    /// that workers of this machine share
    #[arg(long, value_name = "URL")]
    pub(crate) queue: Option<String>,
    /// Whose jobs: batches and workers of another space see nothing of these
    #[arg(long, value_name = "NAME", default_value = SPACE)]
    space: String,
    /// Seconds after which a worker that says nothing loses its document
    #[arg(long, value_name = "S", default_value_t = LEASE.as_secs(), value_parser = clap::value_parser!(u64).range(1..=3600))]
    lease: u64,
    /// Days that the server keeps documents and results
    #[arg(long, value_name = "DAYS", default_value_t = KEEP_DAYS, value_parser = clap::value_parser!(u64).range(1..=3650))]
    keep: u64,
    /// On how many servers of a cluster all is kept; said where it is used first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=5))]
    replicas: u8,
    /// The server's file of credentials
    #[arg(long, value_name = "FILE", conflicts_with = "nkey")]
    credentials: Option<PathBuf>,
    /// A file with the seed of an nkey
    #[arg(long, value_name = "FILE")]
    nkey: Option<PathBuf>,
    /// A certificate to trust, for TLS
    #[arg(long, value_name = "FILE")]
    authority: Option<PathBuf>,
    /// A certificate to show, for TLS
    #[arg(long, value_name = "FILE", requires = "certificate_key")]
    certificate: Option<PathBuf>,
    /// Its key
    #[arg(long, value_name = "FILE", requires = "certificate")]
    certificate_key: Option<PathBuf>,
}

impl QueueArguments {
    /// As options; none where no queue is named.
    pub(crate) fn options(self) -> Option<QueueOptions> {
        let absolute = |it: PathBuf| std::path::absolute(&it).unwrap_or(it);
        let address = self.queue?;
        let address = if address.contains("://") {
            address
        } else {
            absolute(PathBuf::from(address)).to_string_lossy().into_owned()
        };
        Some(QueueOptions {
            address,
            space: self.space,
            lease: Duration::from_secs(self.lease),
            age: days(self.keep),
            replicas: usize::from(self.replicas),
            credentials: self.credentials.map(absolute),
            nkey: self.nkey.map(absolute),
            authority: self.authority.map(absolute),
            certificate: self.certificate.map(absolute).zip(self.certificate_key.map(absolute)),
        })
    }
}

/// What to do with a batch that is in a queue.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum BatchAction {
    /// Say how far a batch is, and who works on what
    Status(BatchArguments),
    /// Take what is done of a batch into the workspace
    Collect(BatchArguments),
    /// Take what nobody has finished out of the queue
    Cancel(BatchArguments),
}

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct BatchArguments {
    /// Its name, as it was printed
    pub(crate) id: String,
    /// Another way to its queue, with all that it needs [default: as it was sent]
    #[command(flatten)]
    pub(crate) queue: QueueArguments,
}
