//! Reads what the object store has, by asking the leader for one part after the other.
//!
//! The client's own way makes a consumer for each object. In a cluster that is a decision of all
//! servers, and waits for those that are gone; for what is read once it is the dearer way, too.
//!
//! **Invariant:** what comes is the whole object or an error.

use async_nats::jetstream::object_store::ObjectInfo;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE;
use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};

use super::Cause;

/// The objects of a bucket.
pub(super) struct Objects {
    pub(super) bucket: String,
    pub(super) stream: Stream<()>,
}

impl Objects {
    /// What is known of an object that is there.
    pub(super) async fn info(&self, name: &str) -> Result<Option<ObjectInfo>, Cause> {
        let subject = format!("$O.{}.M.{}", self.bucket, BASE64_URL_SAFE.encode(name));
        match self.stream.get_last_raw_message_by_subject(&subject).await {
            Ok(it) => {
                let info: ObjectInfo = serde_json::from_slice(&it.payload)?;
                Ok(Some(info).filter(|it| !it.deleted))
            }
            Err(err) if err.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(err) => Err(err.into()),
        }
    }

    /// The parts of an object in their order.
    pub(super) fn parts(&self, info: ObjectInfo) -> BoxStream<'_, Result<Vec<u8>, Cause>> {
        let subject = format!("$O.{}.C.{}", self.bucket, info.nuid);
        let begin = (subject, 1, info.chunks, info.size);
        let own = &self.stream;
        stream::try_unfold(begin, move |(subject, from, n_left, n_bytes)| async move {
            if n_left == 0 {
                return match n_bytes {
                    0 => Ok(None),
                    _ => Err(format!("{n_bytes} bytes of it are missing").into()),
                };
            }
            let ask = own.raw_message_builder().sequence(from);
            let part = ask.next_by_subject(subject.as_str()).send().await?;
            let n_left_bytes = n_bytes.checked_sub(part.payload.len());
            let n_bytes = n_left_bytes.ok_or("it has more bytes than it should")?;
            let next = (subject, part.sequence + 1, n_left - 1, n_bytes);
            Ok(Some((part.payload.to_vec(), next)))
        })
        .boxed()
    }
}
