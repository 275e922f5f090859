//! Pages of documents that are still being read, so that people need not wait for the last one.
//!
//! A page has a picture before it has a text: recognition takes seconds, so all pages are there as
//! soon as the file is open, and what they say is put in as it comes.
//!
//! **Invariant:** in memory only, and only while the run reads: a document that is whole is in the
//! database and no longer here, whatever becomes of its run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use proviso_core::document::{Document, Page, PageSize, Source};
use proviso_core::ports::{FileOpened, PageProgress};

use crate::aside::let_go;

/// A document with all of its pages, of which some may still be without their text.
#[derive(Debug, Clone)]
pub struct Coming {
    /// The document as far as it is known.
    pub document: Document,
    /// The pages, by their number, that are still being read.
    pub awaited: BTreeSet<u32>,
    /// Those of them whose images are being recognized.
    pub begun: BTreeSet<u32>,
}

impl Coming {
    /// One that is read.
    pub fn whole(document: Document) -> Coming {
        Coming { document, awaited: BTreeSet::new(), begun: BTreeSet::new() }
    }

    fn opened(it: FileOpened<'_>) -> Coming {
        let pages: Vec<Page> = (1..).zip(it.sizes).map(|(number, it)| blank(number, it)).collect();
        let awaited = pages.iter().map(|it| it.number).collect();
        let document = Document { pages, ..it.of.clone() };
        Coming { document, awaited, begun: BTreeSet::new() }
    }
}

/// A document that others may look at while its pages come.
type Shared = Arc<Mutex<Coming>>;

/// Documents by run and by their index in it. Each has a lock of its own: who copies one of thousands of
/// pages keeps nobody from ending a run.
#[derive(Debug, Default)]
pub struct Arriving {
    documents: Mutex<BTreeMap<(i64, usize), Shared>>,
}

impl Arriving {
    /// A document is open.
    pub fn open(&self, run: i64, index: usize, it: FileOpened<'_>) {
        let coming = Arc::new(Mutex::new(Coming::opened(it)));
        let before = held(&self.documents).insert((run, index), coming);
        let_go(before);
    }

    /// A page's image is being recognized.
    pub fn begin(&self, run: i64, index: usize, number: u32) {
        if let Some(coming) = self.one(run, index) {
            held(&coming).begun.insert(number);
        }
    }

    /// What a page says has come.
    pub fn add(&self, run: i64, index: usize, it: PageProgress<'_>) {
        // Of a page that nobody told of before there is no place; it is there when all are.
        let Some(coming) = self.one(run, index) else { return };
        let mut coming = held(&coming);
        let number = it.page.number;
        let its = coming.document.pages.iter_mut().find(|page| page.number == number);
        if let Some(page) = its {
            *page = it.page.clone();
            coming.awaited.remove(&number);
            coming.begun.remove(&number);
        }
    }

    /// A document is whole.
    pub fn remove(&self, run: i64, index: usize) {
        let gone = held(&self.documents).remove(&(run, index));
        let_go(gone);
    }

    /// The run is over.
    pub fn forget(&self, run: i64) {
        let gone = {
            let mut documents = held(&self.documents);
            let mut gone = documents.split_off(&(run, 0));
            documents.append(&mut gone.split_off(&(run.saturating_add(1), 0)));
            gone
        };
        let_go(gone);
    }

    /// A run's documents that are being read, by their index.
    pub fn of(&self, run: i64) -> Vec<(usize, Coming)> {
        let range = (run, 0)..(run.saturating_add(1), 0);
        let its: Vec<_> = {
            let documents = held(&self.documents);
            documents.range(range).map(|(key, it)| (key.1, Arc::clone(it))).collect()
        };
        its.into_iter().map(|(index, it)| (index, held(&it).clone())).collect()
    }

    fn one(&self, run: i64, index: usize) -> Option<Shared> {
        held(&self.documents).get(&(run, index)).cloned()
    }
}

fn held<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic while the lock was held leaves a map that is still a map, and pages that are pages.
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A page of which nothing is known but how large it is.
fn blank(number: u32, size: &PageSize) -> Page {
    Page {
        number,
        width: size.width,
        height: size.height,
        source: Source::Ocr,
        reason: String::new(),
        lines: Vec::new(),
        rulings: Vec::new(),
        marks: Vec::new(),
        view: None,
    }
}

#[cfg(test)]
mod tests {
    use proviso_core::document::Format;

    use super::*;

    /// The pages of each document: their numbers, in brackets where they are awaited.
    fn pages(arriving: &Arriving, run: i64) -> Vec<String> {
        let told = |it: &Coming, number| match (
            it.awaited.contains(&number),
            it.begun.contains(&number),
        ) {
            (true, true) => format!("({number}…)"),
            (true, false) => format!("({number})"),
            (false, _) => number.to_string(),
        };
        let document = |(index, it): &(usize, Coming)| {
            let all: Vec<String> =
                it.document.pages.iter().map(|page| told(it, page.number)).collect();
            format!("{index}: {}", all.join(" "))
        };
        arriving.of(run).iter().map(document).collect()
    }

    #[test]
    fn pages_are_there_before_their_text_whichever_comes_first() {
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
        let open = |run, index, n: usize| {
            let sizes = vec![PageSize::new(595.0, 842.0); n];
            arriving.open(run, index, FileOpened { of: &of, sizes: &sizes });
        };
        let come = |run, index, number| {
            let page = Page { reason: "read".to_owned(), ..blank(number, &PageSize::default()) };
            let progress = PageProgress { page: &page, n_pages: 4, failed: false, of: &of };
            arriving.add(run, index, progress);
        };
        open(7, 0, 4);
        open(8, 0, 1);
        assert_eq!(pages(&arriving, 7), ["0: (1) (2) (3) (4)"]);
        let first = &arriving.of(7)[0].1.document.pages[0];
        assert_eq!((first.width, first.height), (595.0, 842.0), "its picture has a shape");
        arriving.begin(7, 0, 3);
        assert_eq!(pages(&arriving, 7), ["0: (1) (2) (3…) (4)"], "one is under way");
        [3, 1].into_iter().for_each(|it| come(7, 0, it));
        assert_eq!(pages(&arriving, 7), ["0: 1 (2) 3 (4)"], "recognized in any order");
        come(7, 0, 9);
        assert_eq!(pages(&arriving, 7), ["0: 1 (2) 3 (4)"], "a page that is none of its");
        assert_eq!(arriving.of(7)[0].1.document.pages[0].reason, "read");
        arriving.remove(7, 0);
        come(7, 0, 2);
        assert_eq!(pages(&arriving, 7), Vec::<String>::new(), "it is whole");
        open(7, 1, 1);
        assert_eq!(pages(&arriving, 7), ["1: (1)"], "the next");
        arriving.forget(7);
        assert_eq!(pages(&arriving, 7), Vec::<String>::new(), "the run is over");
        assert_eq!(pages(&arriving, 8), ["0: (1)"], "another is not");
    }
}
