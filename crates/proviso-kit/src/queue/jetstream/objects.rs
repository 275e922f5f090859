//! Reads and writes what the object store has: parts under one subject, then what is known of them under
//! another, which is what makes an object be there.
//!
//! The client's own way of reading makes a consumer for each object. In a cluster that is a decision of
//! all servers, and waits for those that are gone; for what is read once it is the dearer way, too. Its
//! own way of writing leaves the parts of what did not fit, which nobody takes out before they expire: a
//! server that is full would stay so, whatever room is made there.
//!
//! **Invariant:** what comes is the whole object or an error; what is not put whole leaves nothing.

use std::io;

use async_nats::HeaderMap;
use async_nats::header::NATS_ROLLUP;
use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::Context;
use async_nats::jetstream::object_store::ObjectInfo;
use async_nats::jetstream::stream::{
    DeleteMessageErrorKind, LastRawMessageErrorKind, RawMessageErrorKind, Stream,
};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE;
use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};
use proviso_core::hex::hex;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncRead, AsyncReadExt as _};

use super::Cause;

/// Bytes of a part: what the client's own way has.
const PART: u64 = 128 << 10;

/// The objects of a bucket.
pub(super) struct Objects {
    pub(super) bucket: String,
    pub(super) context: Context,
    pub(super) stream: Stream<()>,
}

/// Why an object was not put.
#[derive(Debug)]
pub(super) enum Unput {
    /// What was to be put could not be read.
    Read(io::Error),
    /// It is not what it was said to be.
    Other,
    /// The server does not take it.
    Server(Cause),
}

impl<E: Into<Cause>> From<E> for Unput {
    fn from(err: E) -> Unput {
        Unput::Server(err.into())
    }
}

impl Objects {
    fn known(&self, name: &str) -> String {
        format!("$O.{}.M.{}", self.bucket, BASE64_URL_SAFE.encode(name))
    }

    fn parts_of(&self, nuid: &str) -> String {
        format!("$O.{}.C.{nuid}", self.bucket)
    }

    /// What is known of an object that is there, and since when it is, by the server's clock.
    pub(super) async fn info(&self, name: &str) -> Result<Option<ObjectInfo>, Cause> {
        match self.stream.get_last_raw_message_by_subject(&self.known(name)).await {
            Ok(it) => {
                let info: ObjectInfo = serde_json::from_slice(&it.payload)?;
                let info = ObjectInfo { modified: Some(it.time), ..info };
                Ok(Some(info).filter(|it| !it.deleted))
            }
            Err(err) if err.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(err) => Err(err.into()),
        }
    }

    /// Puts an object in the place of what was there under its name; `sha256` is what it must be, in
    /// lower-case hex, where that is known. `nuid` is used for nothing else. Says where all of it is.
    pub(super) async fn put(
        &self,
        name: &str,
        nuid: &str,
        from: &mut (impl AsyncRead + Unpin),
        sha256: Option<&str>,
    ) -> Result<Vec<u64>, Unput> {
        let before = self.info(name).await?;
        let mut places = Vec::new();
        if let Err(err) = self.put_new(name, nuid, from, sha256, &mut places).await {
            // What cannot be taken out expires. The first reason is the better one.
            let _left = self.take_out(&places).await;
            return Err(err);
        }
        if let Some(before) = before {
            self.take_out(&self.places(&before.nuid).await?).await?;
        }
        Ok(places)
    }

    /// Where the parts of an object are.
    async fn places(&self, nuid: &str) -> Result<Vec<u64>, Cause> {
        let (subject, mut from, mut places) = (self.parts_of(nuid), 1, Vec::new());
        loop {
            let ask = self.stream.raw_message_builder().sequence(from);
            match ask.next_by_subject(subject.as_str()).send().await {
                Ok(part) => {
                    places.push(part.sequence);
                    from = part.sequence + 1;
                }
                Err(err) if err.kind() == RawMessageErrorKind::NoMessageFound => return Ok(places),
                Err(err) => return Err(err.into()),
            }
        }
    }

    /// Takes out what is at these places. One by one: servers before 2.10 count what was purged by its
    /// subject as if it were still there, until they start again.
    pub(super) async fn take_out(&self, places: &[u64]) -> Result<(), Cause> {
        for it in places {
            match self.stream.delete_message(*it).await {
                Ok(_) => {}
                Err(err) if is_gone(&err.kind()) => {}
                Err(err) => return Err(err.into()),
            }
        }
        Ok(())
    }

    async fn put_new(
        &self,
        name: &str,
        nuid: &str,
        from: &mut (impl AsyncRead + Unpin),
        sha256: Option<&str>,
        places: &mut Vec<u64>,
    ) -> Result<(), Unput> {
        let (mut n_parts, mut n_bytes, mut hash) = (0_usize, 0_usize, Sha256::new());
        loop {
            let mut part = Vec::new();
            from.take(PART).read_to_end(&mut part).await.map_err(Unput::Read)?;
            if part.is_empty() {
                break;
            }
            hash.update(&part);
            (n_parts, n_bytes) = (n_parts + 1, n_bytes + part.len());
            let sent = self.context.publish(self.parts_of(nuid), part.into()).await?;
            places.push(sent.await?.sequence);
        }
        let hash = hash.finalize();
        if sha256.is_some_and(|it| it != hex(hash)) {
            return Err(Unput::Other);
        }
        // As any client of object stores reads it; since when it is there, the server says.
        let info = json!({
            "name": name,
            "options": { "max_chunk_size": PART },
            "bucket": self.bucket,
            "nuid": nuid,
            "size": n_bytes,
            "chunks": n_parts,
            "digest": format!("SHA-256={}", BASE64_URL_SAFE.encode(hash)),
        });
        let mut headers = HeaderMap::new();
        headers.insert(NATS_ROLLUP, "sub");
        let info = serde_json::to_vec(&info)?;
        let sent =
            self.context.publish_with_headers(self.known(name), headers, info.into()).await?;
        places.push(sent.await?.sequence);
        Ok(())
    }

    /// The parts of an object in their order.
    pub(super) fn parts(&self, info: ObjectInfo) -> BoxStream<'_, Result<Vec<u8>, Cause>> {
        let begin = (self.parts_of(&info.nuid), 1, info.chunks, info.size);
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

/// Whether what was to be taken out is not there any more.
fn is_gone(err: &DeleteMessageErrorKind) -> bool {
    const GONE: [ErrorCode; 3] = [
        ErrorCode::NO_MESSAGE_FOUND,
        ErrorCode::SEQUENCE_NOT_FOUND,
        ErrorCode::STREAM_MESSAGE_DELETE_FAILED,
    ];
    matches!(err, DeleteMessageErrorKind::JetStream(it) if GONE.contains(&it.error_code()))
}
