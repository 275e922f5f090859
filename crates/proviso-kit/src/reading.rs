//! Reading: files to documents, by format, with every page accounted for.
//!
//! Parsers and OCR are C++ or panic on bad input, so they run in worker processes ([`worker`]);
//! [`WorkerReader`] is the side that stays alive. A page goes down a ladder: the text layer by
//! `hayro-interpret`, the text layer by `pdf-extract`, recognition by Tesseract; the first rung
//! whose text can be believed wins, and the page says which it was.
//!
//! **Invariant:** a file becomes a document whose every page is read or says why not, or an error
//! with a reason; never a crash, a hang, or silent emptiness.

mod archive;
mod format;
#[cfg(feature = "fuzzing")]
pub mod fuzzed;
mod glance;
mod glyph;
pub mod invoice;
mod layout;
pub mod measure;
mod ocr;
mod office;
mod passwords;
mod pdf;
mod plain;
mod pool;
mod protocol;
mod quality;
mod recognized;
#[cfg(test)]
#[cfg(unix)]
mod scripted;
mod unpack;
pub mod worker;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use proviso_core::document::{Document, Embedded, Format, Page, PageSize, ReadNote, Source};
use proviso_core::hex::sha256;
use proviso_core::ports::{
    DrawTask, FileOpened, Glance, PageBegun, PageProgress, ReadError, ReadProgress, Reader,
    Recognition, Viewer,
};
use proviso_core::remark::Remark;

pub use passwords::{PASSWORD_VARIABLE, Password, Passwords};
pub use pool::WorkerProgram;
use pool::{Blob, Fall, Lease, Pool};
use protocol::{Answer, MAX_WORDS, Refusal, Request, Rung, over};
use recognized::RecognizedPages;

use crate::process::own;
use crate::workspace::{MAX_SOURCE, open_regular};

/// What reading one file may cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLimits {
    /// Bytes of the file.
    pub max_bytes: u64,
    /// Pages of the document.
    pub max_pages: u32,
    /// Words of the document, on all of its pages; a page alone never has more than two million.
    pub max_words: usize,
    /// Pages that need recognition; the ones beyond are lost, with that reason.
    pub max_recognized_pages: u32,
    /// Processor time for opening the file, and for each page of text.
    pub text_timeout: Duration,
    /// Processor time for the recognition of one page.
    pub recognition_timeout: Duration,
    /// Pages that may kill or stall their worker before the rest is given up.
    pub max_falls: u32,
    /// Address space of a worker, MiB; where the system has such a limit.
    pub worker_memory_mib: u64,
    /// Languages of recognition as Tesseract names them; empty takes Korean and English.
    pub languages: Vec<String>,
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits {
            max_bytes: MAX_SOURCE,
            max_pages: 2_000,
            max_words: MAX_WORDS,
            max_recognized_pages: 200,
            text_timeout: Duration::from_secs(20),
            recognition_timeout: Duration::from_secs(120),
            max_falls: 8,
            worker_memory_mib: worker::DEFAULT_MEMORY_MIB,
            languages: Vec::new(),
        }
    }
}

/// Reads files through worker processes, which stay warm between files.
#[derive(Debug)]
pub struct WorkerReader {
    pool: Pool,
    limits: ReadLimits,
    n_workers: usize,
    recognized: Option<RecognizedPages>,
    passwords: Arc<Passwords>,
    drawings: glance::Drawings,
}

/// A file that a worker has opened.
struct Loaded {
    format: Format,
    n_pages: u32,
    /// How large its pages are, in order; of very many only the first.
    sizes: Vec<PageSize>,
    notes: Vec<Remark>,
    /// Whether it took a password.
    locked: bool,
    /// What it says to programs.
    embedded: Vec<Embedded>,
}

impl WorkerReader {
    /// A reader with a worker per processor.
    pub fn new(mut program: WorkerProgram, limits: ReadLimits) -> WorkerReader {
        program.args.push(limits.worker_memory_mib.to_string().into());
        program.args.push(limits.languages.join("+").into());
        for it in [limits.text_timeout, limits.recognition_timeout] {
            program.args.push(it.as_secs_f32().ceil().to_string().into());
        }
        let n_workers = own::at_a_time();
        let pool = Pool::new(program, n_workers);
        WorkerReader {
            pool,
            limits,
            n_workers,
            recognized: None,
            passwords: Arc::default(),
            drawings: glance::Drawings::default(),
        }
    }

    /// Keeps recognized pages in a folder, which is bounded in size and made at first use.
    #[must_use]
    pub fn keeping(mut self, folder: PathBuf) -> WorkerReader {
        self.recognized = Some(RecognizedPages::new(folder, self.pool.program()));
        self
    }

    /// Tries these passwords with locked documents.
    #[must_use]
    pub fn unlocking(mut self, passwords: Arc<Passwords>) -> WorkerReader {
        self.passwords = passwords;
        self
    }

    async fn read_file(
        &self,
        path: &Path,
        progress: &(dyn Fn(ReadProgress<'_>) + Send + Sync),
    ) -> Result<Document, ReadError> {
        let (name, blob) = self.open(path).await?;
        let (mut lease, loaded) = self.load(&blob, &name).await?;
        let Loaded { format, n_pages, mut sizes, notes, locked, embedded } = loaded;
        if n_pages > self.limits.max_pages {
            lease.done();
            let reason = format!("{n_pages} pages, and at most {} are read", self.limits.max_pages);
            return Err(ReadError::TooLarge { name, reason });
        }
        sizes.resize(n_pages as usize, PageSize::default());
        let (sha256, pages) = (blob.id.clone(), Vec::new());
        let notes = notes.into_iter().map(|message| ReadNote { page: None, message }).collect();
        let document = Document { name, sha256, format, pages, notes, locked, embedded };
        progress(ReadProgress::Opened(FileOpened { of: &document, sizes: &sizes }));
        let mut reading = Reading::new(document, (sizes, self.limits.max_words), progress);
        self.read_texts(&mut lease, &mut reading).await?;
        lease.done();
        self.recognize(&blob, &mut reading, locked).await?;
        Ok(reading.finish())
    }

    /// The file's name without its folders, and its bytes.
    async fn open(&self, path: &Path) -> Result<(String, Blob), ReadError> {
        let name = crate::paths::name(path);
        let failed = |source| ReadError::Open { path: path.to_owned(), source };
        let (from, most) = (path.to_owned(), self.limits.max_bytes);
        // Taken once: what is looked at, hashed and read are the same bytes, whatever is done to the
        // file meanwhile.
        let taken = tokio::task::spawn_blocking(move || {
            use std::io::Read as _;
            let mut file = open_regular(&from)?;
            let size = file.metadata()?.len();
            let mut bytes = Vec::new();
            if size <= most {
                // One that grows while it is read is no longer than it may be.
                file.by_ref().take(most + 1).read_to_end(&mut bytes)?;
            }
            Ok((size.max(bytes.len() as u64), bytes))
        });
        let taken = taken.await.map_err(std::io::Error::other).and_then(|it| it);
        let (size, bytes) = taken.map_err(failed)?;
        if size > most {
            let mib = |n: u64| n.div_ceil(1 << 20);
            let reason = format!("{} MiB, and at most {} MiB are read", mib(size), mib(most));
            return Err(ReadError::TooLarge { name, reason });
        }
        if bytes.is_empty() {
            return Err(ReadError::Empty { name });
        }
        let id = sha256(&bytes);
        let keys = self.passwords.keys(&id);
        Ok((name, Blob { id, bytes, keys }))
    }

    /// A worker that has opened the file, and what it says of it.
    async fn load<'a>(
        &'a self,
        blob: &'a Blob,
        name: &str,
    ) -> Result<(Lease<'a>, Loaded), ReadError> {
        let name = name.to_owned();
        let mut lease = self.pool.borrow(blob).await.map_err(worker_error)?;
        match lease.load(self.limits.text_timeout).await {
            Ok(Answer::Loaded { format, n_pages, sizes, notes, opened_by, embedded }) => {
                let key = opened_by.and_then(|it| blob.keys.get(it as usize));
                if let Some(key) = key {
                    self.passwords.opened(&blob.id, key);
                }
                let locked = opened_by.is_some();
                Ok((lease, Loaded { format, n_pages, sizes, notes, locked, embedded }))
            }
            Ok(Answer::Refused(refusal)) => {
                lease.done();
                Err(refused(name, refusal, !blob.keys.is_empty()))
            }
            Ok(other) => Err(out_of_step(&other)),
            Err(fall @ Fall::Unstartable(_)) => Err(worker_error(fall)),
            Err(fall) => {
                let reason = format!("it could not be opened: {}", fall.reason());
                Err(ReadError::Damaged { name, reason })
            }
        }
    }

    /// Reads all pages by their text layer, restarting the worker behind a page that kills it.
    async fn read_texts(
        &self,
        lease: &mut Lease<'_>,
        reading: &mut Reading<'_>,
    ) -> Result<(), ReadError> {
        let limit = self.limits.text_timeout;
        let (mut page, mut rung, mut falls) = (1, Rung::Interpreted, 0);
        let n_pages = reading.n_pages();
        while page <= n_pages {
            // A page that killed its worker is asked for alone, from the next rung on.
            let last = if rung == Rung::Interpreted { n_pages } else { page };
            let mut fall =
                lease.request(Request::Text { first: page, last, rung }, limit).await.err();
            while fall.is_none() && page <= last {
                match lease.answer(limit).await {
                    Ok(answer) => {
                        reading.take(answer, page)?;
                        page += 1;
                    }
                    Err(it) => fall = Some(it),
                }
            }
            rung = Rung::Interpreted;
            let Some(fall) = fall else { continue };
            if matches!(fall, Fall::Unstartable(_)) {
                return Err(worker_error(fall));
            }
            falls += 1;
            if falls > self.limits.max_falls {
                reading.give_up(page, &fall.reason());
                return Ok(());
            }
            if reading.fell(page) {
                let (number, reason) = (page, fall.reason());
                reading.waiting.push(Waiting { number, reason, fallback: None, hidden: false });
                page += 1;
            } else {
                rung = Rung::Extracted;
            }
        }
        Ok(())
    }

    /// Recognizes the pages that need it, as many at a time as there are workers.
    async fn recognize(
        &self,
        blob: &Blob,
        reading: &mut Reading<'_>,
        locked: bool,
    ) -> Result<(), ReadError> {
        let mut waiting = std::mem::take(&mut reading.waiting);
        let allowed = (self.limits.max_recognized_pages as usize).min(waiting.len());
        for it in waiting.split_off(allowed) {
            let most = self.limits.max_recognized_pages;
            let reason = format!("not recognized: only the first {most} page images of a file are");
            reading.lose(it.number, &reason, it.fallback);
        }
        let (progress, n_pages) = (reading.progress, reading.n_pages());
        let work = waiting.into_iter().map(|it| async move {
            progress(ReadProgress::Begun(PageBegun { page: it.number, n_pages }));
            let answer = self.recognize_page(blob, it.number, locked).await;
            (it, answer)
        });
        let mut results = futures_util::stream::iter(work).buffer_unordered(self.n_workers);
        while let Some((it, answer)) = results.next().await {
            match answer {
                Ok(Answer::Recognized { page, notes }) => reading.recognized(it, page, notes),
                Ok(Answer::Lost { reason, .. }) => {
                    let reason = format!("{}, and recognition failed: {reason}", it.reason);
                    reading.lose(it.number, &reason, it.fallback);
                }
                // More than is read of one picture: of the others the rest is known all the same.
                Ok(Answer::Refused(refusal)) => {
                    let why = refused(reading.document.name.clone(), refusal, false);
                    let reason = format!("{}, and recognition failed: {why}", it.reason);
                    reading.lose(it.number, &reason, it.fallback);
                }
                Ok(other) => return Err(out_of_step(&other)),
                Err(fall @ Fall::Unstartable(_)) => return Err(worker_error(fall)),
                Err(fall) => {
                    let reason =
                        format!("{}, and recognition failed: {}", it.reason, fall.reason());
                    reading.lose(it.number, &reason, it.fallback);
                }
            }
        }
        Ok(())
    }

    async fn recognize_page(&self, blob: &Blob, page: u32, locked: bool) -> Result<Answer, Fall> {
        // What a password protects is not left lying open for the next reading.
        let kept = self.recognized.as_ref().filter(|_| !locked);
        if let Some(page) = kept.and_then(|it| it.get(&blob.id, page)) {
            return Ok(Answer::Recognized { page, notes: Vec::new() });
        }
        let limit = self.limits.recognition_timeout;
        let mut lease = self.pool.borrow_for_long(blob).await?;
        lease.request(Request::Ocr { page }, limit).await?;
        let answer = lease.answer(limit).await?;
        lease.done();
        if let (Some(kept), Answer::Recognized { page, notes }) = (kept, &answer)
            && notes.is_empty()
        {
            kept.put(&blob.id, page);
        }
        Ok(answer)
    }

    async fn ask_recognition(&self) -> Result<Recognition, ReadError> {
        let blob = Blob::none();
        let mut lease = self.pool.borrow(&blob).await.map_err(worker_error)?;
        let answer = lease.recognition(self.limits.recognition_timeout).await;
        match answer.map_err(worker_error)? {
            Answer::Recognition { program, languages, missing } => {
                lease.done();
                Ok(Recognition { program, languages, missing })
            }
            other => Err(out_of_step(&other)),
        }
    }
}

impl Reader for WorkerReader {
    fn read<'a>(
        &'a self,
        path: &'a Path,
        progress: &'a (dyn Fn(ReadProgress<'_>) + Send + Sync),
    ) -> BoxFuture<'a, Result<Document, ReadError>> {
        Box::pin(self.read_file(path, progress))
    }
    fn recognition(&self) -> BoxFuture<'_, Result<Recognition, ReadError>> {
        Box::pin(self.ask_recognition())
    }
}

impl Viewer for WorkerReader {
    fn glance<'a>(
        &'a self,
        path: &'a Path,
        n_pages: u32,
    ) -> BoxFuture<'a, Result<Glance, ReadError>> {
        Box::pin(self.glance_at(path, n_pages))
    }
    fn draw<'a>(
        &'a self,
        path: &'a Path,
        task: DrawTask,
    ) -> BoxFuture<'a, Result<Vec<u8>, ReadError>> {
        Box::pin(self.draw_page(path, task))
    }
}

/// A page that waits for recognition.
struct Waiting {
    number: u32,
    reason: String,
    fallback: Option<Page>,
    /// Whether that is a hidden layer.
    hidden: bool,
}

/// The pages of a document while they come in.
struct Reading<'a> {
    /// What it is and what was noted of it; its pages are apart until all are there.
    document: Document,
    /// How large its pages are, in order.
    sizes: Vec<PageSize>,
    pages: Vec<Page>,
    waiting: Vec<Waiting>,
    fallen: Option<u32>,
    /// Words so far, and how many there may be.
    n_words: usize,
    max_words: usize,
    progress: &'a (dyn Fn(ReadProgress<'_>) + Send + Sync),
}

impl<'a> Reading<'a> {
    fn new(
        document: Document,
        (sizes, max_words): (Vec<PageSize>, usize),
        progress: &'a (dyn Fn(ReadProgress<'_>) + Send + Sync),
    ) -> Reading<'a> {
        let (pages, waiting, fallen, n_words) = (Vec::new(), Vec::new(), None, 0);
        Reading { document, sizes, pages, waiting, fallen, n_words, max_words, progress }
    }

    fn n_pages(&self) -> u32 {
        self.sizes.len() as u32
    }

    /// Takes the answer to a text request about page `number`.
    fn take(&mut self, answer: Answer, number: u32) -> Result<(), ReadError> {
        match answer {
            Answer::Text { page, notes } if page.number == number => {
                self.count(&page)?;
                self.settle(page, notes, false);
            }
            Answer::NeedsOcr { number: n, reason, fallback, hidden } if n == number => {
                fallback.iter().try_for_each(|it| self.count(it))?;
                self.waiting.push(Waiting { number, reason, fallback, hidden });
            }
            Answer::Refused(it) => return Err(refused(self.document.name.clone(), it, false)),
            Answer::Lost { number: n, reason } if n == number => self.lose(number, &reason, None),
            other => return Err(out_of_step(&other)),
        }
        Ok(())
    }

    /// Counts the words of a page that came in; an error where they are more than are read. What is
    /// recognized in a picture is not counted: it is few pages, and a page of it has few words.
    fn count(&mut self, page: &Page) -> Result<(), ReadError> {
        self.n_words = self.n_words.saturating_add(page.n_words());
        let over = over(self.n_words, self.max_words);
        over.map_or(Ok(()), |it| Err(refused(self.document.name.clone(), it, false)))
    }

    fn settle(&mut self, page: Page, notes: Vec<Remark>, failed: bool) {
        let number = page.number;
        let notes = notes.into_iter().map(|message| ReadNote { page: Some(number), message });
        self.document.notes.extend(notes);
        let (n_pages, of) = (self.n_pages(), &self.document);
        (self.progress)(ReadProgress::Page(PageProgress { page: &page, n_pages, failed, of }));
        self.pages.push(page);
    }

    /// Notes that this page killed its worker, and whether it had done so before.
    fn fell(&mut self, number: u32) -> bool {
        self.fallen.replace(number) == Some(number)
    }

    fn recognized(&mut self, it: Waiting, mut page: Page, notes: Vec<Remark>) {
        if page.lines.is_empty() {
            // Of an image without words a hidden layer has nothing to tell.
            if let Some(fallback) = it.fallback.filter(|_| !it.hidden) {
                self.settle(fallback, notes, false);
                return;
            }
            page.reason = format!("{}, and no words were recognized in its image", it.reason);
            let message =
                Remark::new("no text was found on this page", "이 쪽에서 글자를 찾지 못했습니다");
            self.document.notes.push(ReadNote { page: Some(it.number), message });
        } else {
            page.reason = format!("{}: {}", it.reason, page.reason);
        }
        self.settle(page, notes, false);
    }

    /// Keeps what an earlier rung had, or an empty page with the reason.
    fn lose(&mut self, number: u32, reason: &str, fallback: Option<Page>) {
        if let Some(mut page) = fallback {
            page.reason = format!("{} ({reason})", page.reason);
            let message = match page.source {
                // What an office document says is certain; only its pictures are not known.
                Source::Native => Remark::new(
                    format!("the pictures on this page are not read: {reason}"),
                    "이 쪽의 그림은 읽지 못했습니다",
                ),
                _ => Remark::new(
                    format!("the text of this page is doubtful: {reason}"),
                    "이 쪽의 글자는 믿기 어렵습니다",
                ),
            };
            self.settle(page, vec![message], false);
            return;
        }
        let page = no_text(number, &self.sizes, reason.to_owned());
        let lost = Remark::new(
            format!("this page could not be read: {reason}"),
            "이 쪽을 읽지 못했습니다",
        );
        self.settle(page, vec![lost], true);
    }

    /// Loses this page and all that follow.
    fn give_up(&mut self, from: u32, reason: &str) {
        for number in from..=self.n_pages() {
            let reason = format!("given up after too many failures, the last one: {reason}");
            self.lose(number, &reason, None);
        }
    }

    fn finish(mut self) -> Document {
        self.pages.sort_by_key(|it| it.number);
        if self.pages.iter().all(|it| it.lines.is_empty()) {
            let message = Remark::new(
                "no text was found in the whole file",
                "파일 전체에서 글자를 찾지 못했습니다",
            );
            self.document.notes.push(ReadNote { page: None, message });
        }
        self.document.notes.sort_by_key(|it| it.page);
        Document { pages: self.pages, ..self.document }
    }
}

/// A page that gave nothing, and why; it is as large as it was when the file was opened.
fn no_text(number: u32, sizes: &[PageSize], reason: String) -> Page {
    let size = (number as usize).checked_sub(1).and_then(|it| sizes.get(it)).copied();
    let PageSize { width, height } = size.unwrap_or_default();
    Page {
        number,
        width,
        height,
        source: Source::Ocr,
        reason,
        lines: Vec::new(),
        rulings: Vec::new(),
        marks: Vec::new(),
        view: None,
    }
}

fn refused(name: String, refusal: Refusal, tried: bool) -> ReadError {
    match refusal {
        Refusal::Empty => ReadError::Empty { name },
        Refusal::Unsupported { what } => ReadError::Unsupported { name, what },
        Refusal::Encrypted => ReadError::Encrypted { name },
        Refusal::Locked => ReadError::Locked { name, refused: tried },
        Refusal::Damaged { reason } => ReadError::Damaged { name, reason },
        Refusal::TooLarge { reason } => ReadError::TooLarge { name, reason },
    }
}

fn worker_error(fall: Fall) -> ReadError {
    ReadError::Worker { reason: fall.reason() }
}

fn out_of_step(answer: &Answer) -> ReadError {
    let answer: String = format!("{answer:?}").chars().take(80).collect();
    ReadError::Worker { reason: format!("an answer to no question: {answer}") }
}
