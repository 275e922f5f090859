//! Queues of work for many workers: one in a file of this machine, one over NATS JetStream.

mod file;
#[cfg(feature = "nats")]
mod jetstream;

pub use file::FileQueue;
#[cfg(feature = "nats")]
pub use jetstream::{JetStream, JetStreamOptions};
