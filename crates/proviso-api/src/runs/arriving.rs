//! Pages of documents that are still being read, so that people need not wait for the last one.
//!
//! **Invariant:** in memory only, and only while the run reads: a document that is whole is in the
//! database and no longer here, whatever becomes of its run.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use proviso_core::document::Document;
use proviso_core::ports::PageProgress;

/// Documents by run and by their index in it.
#[derive(Debug, Default)]
pub(crate) struct Arriving {
    documents: Mutex<BTreeMap<(i64, usize), Document>>,
}

impl Arriving {
    /// A page has come.
    pub(super) fn add(&self, run: i64, index: usize, it: PageProgress<'_>) {
        let mut documents = self.documents();
        let document = documents.entry((run, index)).or_insert_with(|| it.of.clone());
        let at = document.pages.partition_point(|page| page.number < it.page.number);
        document.pages.insert(at, it.page.clone());
    }

    /// A document is whole.
    pub(super) fn remove(&self, run: i64, index: usize) {
        self.documents().remove(&(run, index));
    }

    /// The run is over.
    pub(crate) fn forget(&self, run: i64) {
        self.documents().retain(|key, _| key.0 != run);
    }

    /// A run's documents behind those that are whole, each up to the first page that is missing:
    /// recognized pages come in any order, and a list with holes is no list of pages.
    pub(crate) fn of(&self, run: i64, n_whole: usize) -> Vec<Document> {
        let documents = self.documents();
        let its = documents.range((run, n_whole)..(run.saturating_add(1), 0));
        // Documents are read one after the other: behind one that is missing there is none.
        let in_order = its.zip(n_whole..).take_while(|((key, _), index)| key.1 == *index);
        in_order
            .map(|((_, it), _)| {
                let mut it = it.clone();
                let n =
                    it.pages.iter().zip(1..).take_while(|(page, at)| page.number == *at).count();
                it.pages.truncate(n);
                it
            })
            .collect()
    }

    fn documents(&self) -> MutexGuard<'_, BTreeMap<(i64, usize), Document>> {
        // A panic while the lock was held leaves a map that is still a map.
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use proviso_core::document::{Format, Page, Source};

    use super::*;

    fn page(number: u32) -> Page {
        Page {
            number,
            width: 595.0,
            height: 842.0,
            source: Source::Ocr,
            reason: String::new(),
            lines: Vec::new(),
            rulings: Vec::new(),
            view: None,
        }
    }

    fn numbers(arriving: &Arriving, run: i64, n_whole: usize) -> Vec<Vec<u32>> {
        let pages = |it: &Document| it.pages.iter().map(|it| it.number).collect();
        arriving.of(run, n_whole).iter().map(pages).collect()
    }

    #[test]
    fn pages_are_shown_up_to_the_first_that_is_missing() {
        let of = Document {
            name: "scan.pdf".to_owned(),
            sha256: "0".repeat(64),
            format: Format::Pdf,
            pages: Vec::new(),
            notes: Vec::new(),
            locked: false,
            embedded: Vec::new(),
        };
        let arriving = Arriving::default();
        let come = |run, index, number| {
            let (page, of) = (&page(number), &of);
            arriving.add(run, index, PageProgress { page, n_pages: 4, failed: false, of });
        };
        [3, 1, 4].into_iter().for_each(|it| come(7, 0, it));
        come(8, 0, 1);
        assert_eq!(numbers(&arriving, 7, 0), [vec![1]], "the second is missing");
        come(7, 0, 2);
        assert_eq!(numbers(&arriving, 7, 0), [vec![1, 2, 3, 4]], "in order");
        arriving.remove(7, 0);
        come(7, 1, 1);
        assert_eq!(numbers(&arriving, 7, 1), [vec![1]], "the next, behind the one that is whole");
        assert_eq!(numbers(&arriving, 7, 0), Vec::<Vec<u32>>::new(), "none before its turn");
        arriving.forget(7);
        assert_eq!(numbers(&arriving, 7, 1), Vec::<Vec<u32>>::new(), "the run is over");
        assert_eq!(numbers(&arriving, 8, 0), [vec![1]], "another is not");
    }
}
