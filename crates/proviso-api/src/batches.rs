//! Batches over a queue: a folder's documents are offered as jobs, workers convert them, and what
//! comes of them is taken into the workspace as if it had been made here.
//!
//! **Invariant:** a batch is known by what it asks for, so that the same one, sent again, is the same
//! batch and goes on. Neither keys of providers nor passwords go into the queue.

mod followed;
mod progress;
mod sent;
mod worker;

pub use proviso_core::ports::{Finished, Queue};
pub use proviso_kit::queue::{KEEP_DAYS, LEASE, QueueOptions, SPACE, days};

pub use self::followed::{OfBatch, QueueTested, SendBatchReq};
pub(crate) use self::followed::{give_up, go_on, list, put_away, send_files, test};
pub(crate) use self::progress::Followed;
pub use self::progress::{BatchState, BatchView};
pub use self::sent::{
    Batch, BatchEntry, BatchStatus, Collected, Sent, cancel, collect, find, open, plan, program,
    send, status,
};
pub(crate) use self::sent::{any, is_space, no_space};
pub use self::worker::{Worked, WorkerOptions, work};
