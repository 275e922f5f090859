//! Looking without reading: the first pages of a file, and pages as pictures.
//!
//! **Invariant:** both go through a worker like reading does, and neither recognizes anything.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use proviso_core::document::{Document, ReadNote};
use proviso_core::ports::{DrawTask, Glance, ReadError};

use super::pool::Fall;
use super::protocol::{Answer, Drawing, Request, Rung};
use super::{Loaded, WorkerReader, no_text, out_of_step, refused, worker_error};

/// Pixels of a drawing's width, at least and at most.
const WIDTHS: (u32, u32) = (16, 4_096);

impl WorkerReader {
    pub(super) async fn glance_at(&self, path: &Path, n_first: u32) -> Result<Glance, ReadError> {
        let (name, blob) = self.open(path).await?;
        let (mut lease, loaded) = self.load(&blob, &name).await?;
        let Loaded { format, n_pages, sizes, notes, locked, .. } = loaded;
        let limit = self.limits.text_timeout;
        let last = n_first.min(n_pages);
        let mut pages = Vec::new();
        let request = Request::Text { first: 1, last, rung: Rung::Interpreted };
        let mut well = lease.request(request, limit).await.is_ok();
        while well && pages.len() < last as usize {
            let number = pages.len() as u32 + 1;
            match lease.answer(limit).await {
                Ok(Answer::Text { page, .. }) => pages.push(page),
                Ok(Answer::NeedsOcr { fallback, reason, .. }) => {
                    pages.push(fallback.unwrap_or_else(|| no_text(number, &sizes, reason)));
                }
                Ok(Answer::Lost { reason, .. }) => pages.push(no_text(number, &sizes, reason)),
                Ok(Answer::Refused(it)) => return Err(refused(name, it, false)),
                Ok(other) => return Err(out_of_step(&other)),
                // Reading has more rungs; a first look does without the page.
                Err(_) => well = false,
            }
        }
        if well {
            lease.done();
        }
        // A first look is at what is printed.
        let embedded = Vec::new();
        let notes = notes.into_iter().map(|message| ReadNote { page: None, message }).collect();
        let document = Document { name, sha256: blob.id, format, pages, notes, locked, embedded };
        Ok(Glance { document, n_pages })
    }

    pub(super) async fn draw_page(
        &self,
        path: &Path,
        task: DrawTask,
    ) -> Result<Vec<u8>, ReadError> {
        let (name, blob) = self.open(path).await?;
        let limit = self.limits.text_timeout;
        let no_image = |reason| ReadError::NoImage { name: name.clone(), page: task.page, reason };
        let turn = self.drawings.turn(&blob.id);
        let _turn = turn.lock().await;
        // Asked again for what its worker died of, or gave no answer to, it would do so again.
        if let Some(reason) = self.drawings.failed(&blob.id, task.page) {
            return Err(no_image(reason));
        }
        let mut lease = self.pool.borrow(&blob).await.map_err(worker_error)?;
        let width = task.width.clamp(WIDTHS.0, WIDTHS.1);
        let drawing = Drawing { page: task.page, width, view: task.view };
        let drawn = match lease.request(Request::Draw(drawing), limit).await {
            Ok(()) => lease.answer(limit).await,
            Err(fall) => Err(fall),
        };
        match drawn {
            Ok(Answer::Drawn { png }) => {
                lease.done();
                Ok(png)
            }
            Ok(Answer::Lost { reason, .. }) => {
                lease.done();
                Err(no_image(reason))
            }
            Ok(other) => Err(out_of_step(&other)),
            Err(Fall::Locked) => {
                lease.done();
                Err(ReadError::Locked { name, refused: !blob.keys.is_empty() })
            }
            Err(fall @ Fall::Unstartable(_)) => Err(worker_error(fall)),
            Err(fall) => {
                let reason = fall.reason();
                self.drawings.fails(&blob.id, task.page, &reason);
                Err(no_image(reason))
            }
        }
    }
}

/// The drawings under way, and those that came to nothing.
///
/// Of one file one page is drawn at a time, so that a hostile one takes one worker and leaves the
/// others to those who ask for pages of other files.
#[derive(Debug, Default)]
pub(super) struct Drawings {
    turns: Mutex<BTreeMap<String, Weak<tokio::sync::Mutex<()>>>>,
    /// By file and page, why.
    failed: Mutex<BTreeMap<(String, u32), String>>,
}

impl Drawings {
    /// Failures that are remembered; a process that sees more forgets all of them.
    const MOST: usize = 4_096;

    /// What a drawing of a file has to hold.
    fn turn(&self, file: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, it| it.strong_count() > 0);
        let known = turns.get(file).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let new = Arc::default();
            turns.insert(file.to_owned(), Arc::downgrade(&new));
            new
        })
    }

    fn failed(&self, file: &str, page: u32) -> Option<String> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.get(&(file.to_owned(), page)).cloned()
    }

    fn fails(&self, file: &str, page: u32, reason: &str) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.len() >= Self::MOST {
            failed.clear();
        }
        failed.insert((file.to_owned(), page), reason.to_owned());
    }
}
