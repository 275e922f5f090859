//! Recognized pages are kept: recognition takes seconds a page, and finds the same in the same
//! image.
//!
//! **Invariant:** a page is given back only for the same bytes, the same page, the same program and
//! the same settings; one that came with a note, such as a language that is not installed yet, is
//! not kept. What cannot be kept is recognized again and nothing else.

use std::path::PathBuf;
use std::time::UNIX_EPOCH;

use proviso_core::document::Page;
use proviso_core::hex::sha256;

use super::ocr;
use super::pool::WorkerProgram;
use crate::cache::Cache;

/// About 40,000 pages of forms.
const MAX_BYTES: u64 = 512 << 20;

/// Pages by what they were recognized from.
#[derive(Debug)]
pub(crate) struct RecognizedPages {
    cache: Cache,
    /// Whose pages they are: a program that was built anew may recognize otherwise.
    salt: String,
}

impl RecognizedPages {
    pub(crate) fn new(folder: PathBuf, program: &WorkerProgram) -> RecognizedPages {
        let built = std::fs::metadata(&program.path).ok().and_then(|it| {
            let since = it.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
            Some((it.len(), since.as_nanos()))
        });
        let salt = format!("{} {:?} {built:?}", ocr::program(), program.args);
        RecognizedPages { cache: Cache::new(folder, MAX_BYTES), salt }
    }

    /// The page as it was recognized before.
    pub(crate) fn get(&self, file: &str, number: u32) -> Option<Page> {
        let bytes = self.cache.get(&self.key(file, number))?;
        match serde_json::from_slice::<Page>(&bytes) {
            Ok(it) if it.number == number => Some(it),
            other => {
                let why =
                    other.err().map_or_else(|| "another page".to_owned(), |it| it.to_string());
                tracing::warn!("page {number} is recognized again: what was kept of it is {why}");
                None
            }
        }
    }

    /// Keeps a page that was recognized in full.
    pub(crate) fn put(&self, file: &str, page: &Page) {
        let kept = serde_json::to_vec(page).map_err(|it| it.to_string()).and_then(|it| {
            self.cache.put(&self.key(file, page.number), &it).map_err(|it| it.to_string())
        });
        if let Err(error) = kept {
            tracing::warn!("page {} was recognized and cannot be kept: {error}", page.number);
        }
    }

    fn key(&self, file: &str, number: u32) -> String {
        let digest = sha256(format!("{}\n{file}\n{number}", self.salt));
        format!("{digest}.json")
    }
}
