//! The worker process: the same program, re-executed with a hidden first argument.
//!
//! Parsers and Tesseract meet hostile files here, where a panic, a crash or an endless loop costs
//! one page. The worker limits its own memory before it reads a byte and its processor time before
//! each answer, gets the file through its standard input, and opens no file but Tesseract's data and
//! fonts.
//!
//! **Invariant:** it answers every request once, or dies; it never outlives its standard input.

pub(super) mod clock;
mod drawing;
mod hidden;
mod image_session;
mod office_session;
mod pdf_session;
mod pictures;

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use proviso_core::document::{Format, Measure, PageSize};
use proviso_core::remark::Remark;

use self::clock::Clock;
pub(super) use self::image_session::numbers;
use super::archive::{self, Found, Stop};
use super::format::{Kind, kind};
use super::ocr::{self, Recognizer};
use super::office::draw::Fonts;
use super::plain;
use super::protocol::{Answer, Key, MAX_FILE, MAX_SIZES, MAX_WORDS, Refusal, Request};
use super::protocol::{receive, send, too_many};
use crate::process::own::limit_itself;

/// The hidden first argument.
pub const ARGUMENT: &str = "__proviso-read-worker";

/// Serves as a reading worker if the program was started as one, and says whether it was.
///
/// To be called first in `main`, before a runtime, a logger or an argument parser starts.
pub fn run_if_worker() -> bool {
    let is_worker = std::env::args_os().nth(1).is_some_and(|it| it == ARGUMENT);
    if is_worker {
        let mut arguments = std::env::args().skip(2);
        let memory = arguments.next().and_then(|it| it.parse().ok());
        let languages = arguments.next().unwrap_or_default();
        let mut seconds = || arguments.next().and_then(|it| it.parse().ok()).unwrap_or(MAX_CPU_S);
        let clock = Clock::new(seconds(), seconds());
        limit_itself(memory.unwrap_or(DEFAULT_MEMORY_MIB), MAX_CPU_S);
        // Panics are caught and told as reasons; their text on the terminal would help nobody.
        std::panic::set_hook(Box::new(|_| {}));
        let input = BufReader::new(io::stdin().lock());
        let output = BufWriter::new(io::stdout().lock());
        // The only error is a stream that broke because the reader is gone.
        let _gone = Desk::new(input, output, languages, clock).serve();
    }
    is_worker
}

/// Memory of the address space where the reader sets no limit.
pub(crate) const DEFAULT_MEMORY_MIB: u64 = 4_096;
/// Processor time of the whole worker; the reader replaces its workers long before.
const MAX_CPU_S: u64 = 3_600;

/// The worker's streams and what it keeps between files.
pub(super) struct Desk<R, W> {
    input: R,
    output: W,
    /// What is recognized, joined by `+`; empty for the usual ones.
    languages: String,
    clock: Clock,
    recognizer: Option<Recognizer>,
    /// What office pages are drawn with, looked for at first use; an error is kept too.
    fonts: Option<Result<Fonts, String>>,
}

impl<R: Read, W: Write> Desk<R, W> {
    pub(super) fn new(input: R, output: W, languages: String, clock: Clock) -> Desk<R, W> {
        Desk { input, output, languages, clock, recognizer: None, fonts: None }
    }

    /// Answers requests until there are none.
    pub(super) fn serve(&mut self) -> io::Result<()> {
        let mut next = self.next()?;
        while let Some((request, bytes)) = next {
            next = match request {
                Request::Load { keys } => self.load(bytes, keys)?,
                Request::Unpack => self.unpack(&bytes)?,
                Request::Recognition => {
                    let (languages, missing) = ocr::installed(&self.languages);
                    let owned = |it: Vec<&str>| it.into_iter().map(str::to_owned).collect();
                    let (languages, missing) = (owned(languages), owned(missing));
                    let program = ocr::program();
                    self.answer(&Answer::Recognition { program, languages, missing })?;
                    self.next()?
                }
                // Asked for a page before a file: the reader is confused, so stop.
                Request::Text { .. } | Request::Ocr { .. } | Request::Draw(_) => return Ok(()),
            };
        }
        Ok(())
    }

    fn next(&mut self) -> io::Result<Option<(Request, Vec<u8>)>> {
        let next = receive(&mut self.input)?;
        if let Some((request, _)) = &next {
            self.clock.asked(request);
        }
        Ok(next)
    }

    fn answer(&mut self, answer: &Answer) -> io::Result<()> {
        send(&mut self.output, answer)?;
        self.clock.wind();
        Ok(())
    }

    /// Serves one file and returns the request that is not about it any more.
    fn load(&mut self, bytes: Vec<u8>, keys: Vec<Key>) -> io::Result<Option<(Request, Vec<u8>)>> {
        debug_assert!(bytes.len() <= MAX_FILE);
        let kind = guarded(|| kind(&bytes));
        match kind {
            Ok(Kind::Readable(Format::Pdf)) => self.serve_pdf(bytes, &keys),
            Ok(Kind::Readable(format)) if format.measure() == Measure::Pixels => {
                self.serve_image(&bytes, format)
            }
            Ok(Kind::Readable(format @ (Format::Text | Format::Markdown))) => {
                self.serve_text(&bytes, format)
            }
            Ok(Kind::Readable(format)) => self.serve_office(&bytes, format, None),
            Ok(Kind::Locked) => self.serve_locked(bytes, &keys),
            Ok(Kind::Empty) => self.refuse(Refusal::Empty),
            Ok(Kind::Other(what)) => self.refuse(Refusal::Unsupported { what }),
            Ok(Kind::Archive) => {
                let what = "a ZIP archive (its files are documents of their own)".to_owned();
                self.refuse(Refusal::Unsupported { what })
            }
            Err(reason) => self.refuse(Refusal::Damaged { reason }),
        }
    }

    /// Says that a file is open, and which key it took.
    fn loaded(
        &mut self,
        format: Format,
        mut sizes: Vec<PageSize>,
        notes: Vec<Remark>,
        opened_by: Option<u32>,
    ) -> io::Result<()> {
        let n_pages = sizes.len() as u32;
        sizes.truncate(MAX_SIZES);
        self.answer(&Answer::Loaded {
            format,
            n_pages,
            sizes,
            notes,
            opened_by,
            embedded: Vec::new(),
        })
    }

    /// Hands over the documents that lie in a file.
    fn unpack(&mut self, bytes: &[u8]) -> io::Result<Option<(Request, Vec<u8>)>> {
        let walked = guarded(|| {
            archive::unpack(bytes, &mut |found| {
                self.answer(&match found {
                    Found::Member { name, bytes } => Answer::Member { name, bytes },
                    Found::LeftOut { name, why } => Answer::LeftOut { name, why },
                })
            })
        });
        match walked {
            Ok(Ok(is_document)) => self.answer(&Answer::Unpacked { is_document })?,
            Ok(Err(Stop::Gone(error))) => return Err(error),
            Ok(Err(Stop::Refused(refusal))) => return self.refuse(refusal),
            Err(reason) => return self.refuse(Refusal::Damaged { reason }),
        }
        self.next()
    }

    fn refuse(&mut self, refusal: Refusal) -> io::Result<Option<(Request, Vec<u8>)>> {
        self.answer(&Answer::Refused(refusal))?;
        self.next()
    }

    fn serve_text(
        &mut self,
        bytes: &[u8],
        format: Format,
    ) -> io::Result<Option<(Request, Vec<u8>)>> {
        let Some(decoded) = plain::decode(bytes) else {
            return self.refuse(Refusal::Unsupported { what: "binary data".to_owned() });
        };
        let notes = decoded.notes();
        let reason = format!("{} text", decoded.encoding);
        let markdown = format == Format::Markdown;
        let pages = match plain::pages(&decoded.text, markdown, &reason, MAX_WORDS) {
            Ok(it) => it,
            Err(n_words) => return self.refuse(too_many(n_words, MAX_WORDS)),
        };
        let sizes = pages.iter().map(|it| PageSize::new(it.width, it.height)).collect();
        self.loaded(format, sizes, notes, None)?;
        // As they are sent: one of many words is not held twice.
        let answer = |page| Answer::Text { page, notes: Vec::new() };
        let answers: Vec<Answer> = pages.into_iter().map(answer).collect();
        loop {
            match self.next()? {
                Some((Request::Text { first, last, .. }, _)) => {
                    let asked = |it: &&Answer| {
                        it.page().is_some_and(|it| (first..=last).contains(&it.number))
                    };
                    answers.iter().filter(asked).try_for_each(|it| self.answer(it))?;
                }
                Some((Request::Ocr { page }, _)) => {
                    let reason = "plain text has no image".to_owned();
                    self.answer(&Answer::Lost { number: page, reason })?;
                }
                Some((Request::Draw(task), _)) => {
                    let reason = "plain text has no image".to_owned();
                    self.answer(&Answer::Lost { number: task.page, reason })?;
                }
                other => return Ok(other),
            }
        }
    }
}

/// Runs a parser, turning its panic into a reason.
fn guarded<T>(parse: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(parse)).map_err(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no message");
        format!("the parser stumbled ({})", text.chars().take(120).collect::<String>())
    })
}

#[cfg(test)]
mod tests;
