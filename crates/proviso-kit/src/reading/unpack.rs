//! Taking documents out of archives and mails.
//!
//! **Invariant:** a file that is taken out lies in a folder of its own below the one that was
//! named, under a name that is cleaned; it says where it came from: `quote.zip › a.pdf`.

use std::path::{Path, PathBuf};

use futures_util::future::BoxFuture;
use proviso_core::ports::{MakeFolder, ReadError, Unpacked, Unpacker};
use tokio::io::AsyncReadExt as _;

use super::archive;
use super::pool::Fall;
use super::protocol::Answer;
use super::{WorkerReader, out_of_step, refused, worker_error};
use crate::uploads::cleaned;

/// Bytes of a file that tell whether it may hold others.
const HEAD: u64 = 8_192;

impl WorkerReader {
    async fn unpack_file(&self, path: &Path, folder: &MakeFolder) -> Result<Unpacked, ReadError> {
        let alone = Unpacked { is_document: true, ..Unpacked::default() };
        let failed = |path: &Path, source| ReadError::Open { path: path.to_owned(), source };
        let mut head = Vec::new();
        let file = tokio::fs::File::open(path).await.map_err(|it| failed(path, it))?;
        if file.metadata().await.is_ok_and(|it| it.is_dir()) {
            return Ok(alone);
        }
        file.take(HEAD).read_to_end(&mut head).await.map_err(|it| failed(path, it))?;
        if !archive::may_hold_files(&head) {
            return Ok(alone);
        }
        let (outer, blob) = self.open(path).await?;
        let limit = self.limits.text_timeout;
        let damaged = |fall: Fall| match fall {
            Fall::Unstartable(_) => worker_error(fall),
            fall => {
                let reason = format!("it could not be opened: {}", fall.reason());
                ReadError::Damaged { name: outer.clone(), reason }
            }
        };
        let mut lease = self.pool.borrow(&blob).await.map_err(worker_error)?;
        lease.unpack(limit).await.map_err(damaged)?;
        let mut out = Unpacked::default();
        let mut into: Option<PathBuf> = None;
        loop {
            let inner = |name: &str| format!("{outer} › {name}");
            match lease.answer(limit).await.map_err(damaged)? {
                Answer::Member { name, bytes } => {
                    // A folder of its own: two files of one name do not meet.
                    let into: &PathBuf = match into.take() {
                        Some(it) => into.insert(it),
                        None => into.insert(folder().map_err(|it| failed(path, it))?),
                    };
                    let folder = into.join(out.members.len().to_string());
                    let path = folder.join(cleaned(&inner(&name)));
                    tokio::fs::create_dir_all(&folder).await.map_err(|it| failed(&folder, it))?;
                    tokio::fs::write(&path, bytes).await.map_err(|it| failed(&path, it))?;
                    out.members.push(path);
                }
                Answer::LeftOut { name, why } => {
                    out.left_out.push(refused(inner(&name), why, false))
                }
                Answer::Unpacked { is_document } => {
                    lease.done();
                    out.is_document = is_document;
                    return Ok(out);
                }
                Answer::Refused(refusal) => {
                    lease.done();
                    return Err(refused(outer, refusal, false));
                }
                other => return Err(out_of_step(&other)),
            }
        }
    }
}

impl Unpacker for WorkerReader {
    fn unpack<'a>(
        &'a self,
        path: &'a Path,
        folder: &'a MakeFolder,
    ) -> BoxFuture<'a, Result<Unpacked, ReadError>> {
        Box::pin(self.unpack_file(path, folder))
    }
}
