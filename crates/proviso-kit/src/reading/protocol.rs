//! What the reader and its worker say to each other over the worker's standard streams.
//!
//! A frame is a mark, the lengths of a JSON text and of raw bytes, then both. The file itself is
//! sent, so the worker needs no access to the disk, and what was hashed is what is read.
//!
//! **Invariant:** lengths are checked before anything is allocated; a frame that breaks the rules
//! is an error of the stream, never a guess. What is worth reading fits into a frame ([`MAX_WORDS`]); an
//! answer that does not is refused by the worker, who can say what is too large, and never by the reader,
//! who would see a broken stream.

use std::io::{self, Read, Write};

use proviso_core::document::{Embedded, Format, Page, PageSize, View};
use proviso_core::remark::Remark;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use unicode_normalization::UnicodeNormalization as _;

use crate::aside::aside;

const MARK: [u8; 4] = *b"pvs1";
/// Bytes of a frame before its texts: the mark and both lengths.
const HEAD: usize = 12;
/// The text of one page as JSON: that of a document of one page and [`MAX_WORDS`] takes some 220 MiB.
const MAX_JSON: usize = 512 << 20;
/// An answer of so many bytes is understood beside the tasks of others: a shorter one is so faster than
/// its place is given away.
const LONG: usize = 1 << 20;
/// Words of a document at most, on one page or on many: a thousand on each of the two thousand pages
/// that are read. With all that comes of them the program holds some two KB for each.
pub(crate) const MAX_WORDS: usize = 2_000_000;
/// A drawn page as PNG, or a file out of an archive, stays below this.
const MAX_RAW: usize = 256 << 20;
/// Sizes of pages that are told at most: a file of more pages is refused anyway, and with all of
/// them the answer would have no bound.
pub(crate) const MAX_SIZES: usize = 10_000;
/// The largest file that is read at all.
pub(crate) const MAX_FILE: usize = 512 << 20;

/// A password on its way to the worker, which is the only one that it is written out to.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Key(pub(crate) String);

impl Key {
    /// What a typed password may be in a file, each once: as it was typed, composed, and as PDF's
    /// standard prepares it (RFC 4013, of which compatibility composition is what matters to people).
    pub(crate) fn spellings(&self) -> Vec<String> {
        let mut all = vec![self.0.clone()];
        for it in [self.0.nfc().collect::<String>(), self.0.nfkc().collect()] {
            if !all.contains(&it) {
                all.push(it);
            }
        }
        all
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(********)")
    }
}

/// From the reader to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Request {
    /// Take the bytes of this frame as the file from now on; the keys are tried where it is locked.
    Load { keys: Vec<Key> },
    /// Read pages by their text, from `first` to `last`, beginning at this rung.
    Text { first: u32, last: u32, rung: Rung },
    /// Recognize a page image.
    Ocr { page: u32 },
    /// Draw a page.
    Draw(Drawing),
    /// Tell what recognizes page images; the file is forgotten.
    Recognition,
    /// Take the bytes of this frame as a file, hand over the documents in it, and forget it.
    Unpack,
}

/// How a page is to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Drawing {
    /// From 1.
    pub(crate) page: u32,
    /// Pixels from left to right.
    pub(crate) width: u32,
    /// Its size in page units, and how it is seen; none where it is drawn as it is.
    pub(crate) view: Option<(f32, f32, View)>,
}

/// The readers of text layers, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rung {
    /// `hayro-interpret`.
    Interpreted,
    /// `pdf-extract`.
    Extracted,
}

/// From the worker to the reader.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// To [`Request::Load`].
    Loaded {
        format: Format,
        n_pages: u32,
        /// How large the pages are, in order; of very many only the first.
        sizes: Vec<PageSize>,
        notes: Vec<Remark>,
        /// Which of the keys opened it, where it was locked.
        opened_by: Option<u32>,
        /// What it says to programs, on its last pages.
        embedded: Vec<Embedded>,
    },
    /// To [`Request::Load`]: there will be no document. To those for pages: a page shows that it is more
    /// than is read.
    Refused(Refusal),
    /// To [`Request::Text`], once per page in order.
    Text { page: Page, notes: Vec<Remark> },
    /// To [`Request::Text`]: this page has no text layer that can be believed.
    NeedsOcr {
        number: u32,
        reason: String,
        /// What else there is of the page.
        fallback: Option<Page>,
        /// Whether that is a hidden layer, which counts only where its image cannot be read.
        hidden: bool,
    },
    /// To [`Request::Ocr`].
    Recognized { page: Page, notes: Vec<Remark> },
    /// To [`Request::Recognition`].
    Recognition { program: String, languages: Vec<String>, missing: Vec<String> },
    /// To [`Request::Draw`]: a PNG, which goes as the frame's raw bytes.
    Drawn {
        #[serde(skip)]
        png: Vec<u8>,
    },
    /// To [`Request::Unpack`], once per document in the file, whose bytes are the frame's.
    Member {
        name: String,
        #[serde(skip)]
        bytes: Vec<u8>,
    },
    /// To [`Request::Unpack`], once per file in the file that is not taken.
    LeftOut { name: String, why: Refusal },
    /// To [`Request::Unpack`], at its end: whether the file itself is a document.
    Unpacked { is_document: bool },
    /// To any of them: the page cannot be read, or drawn.
    Lost { number: u32, reason: String },
}

impl Answer {
    /// The page that it carries.
    pub(crate) fn page(&self) -> Option<&Page> {
        match self {
            Answer::Text { page, .. } | Answer::Recognized { page, .. } => Some(page),
            Answer::NeedsOcr { fallback, .. } => fallback.as_ref(),
            _ => None,
        }
    }
}

/// Why a file gives no document; [`proviso_core::ports::ReadError`] without the file's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Refusal {
    /// Nothing in it.
    Empty,
    /// Another format.
    Unsupported { what: String },
    /// It needs a password, and its format is not unlocked here.
    Encrypted,
    /// It needs a password, and no key that came with it fits.
    Locked,
    /// Damaged beyond reading.
    Damaged { reason: String },
    /// More than the limits allow.
    TooLarge { reason: String },
}

/// The frame of a message.
pub(crate) fn encode<T: Serialize>(message: &T, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let length = |n: usize| u32::try_from(n).map_err(|_| broken("a frame of more than 4 GiB"));
    // The lengths are known behind the text: written in its place, it is not held twice.
    let mut out = vec![0; HEAD];
    serde_json::to_writer(&mut out, message)?;
    let n_json = length(out.len() - HEAD)?;
    out[..4].copy_from_slice(&MARK);
    out[4..8].copy_from_slice(&n_json.to_le_bytes());
    out[8..HEAD].copy_from_slice(&length(bytes.len())?.to_le_bytes());
    out.extend_from_slice(bytes);
    Ok(out)
}

/// Writes a message, in the worker; of one that no frame takes, that it is too large.
pub(crate) fn send(to: &mut impl Write, message: &Answer) -> io::Result<()> {
    to.write_all(&framed(message, (MAX_WORDS, MAX_JSON))?)?;
    to.flush()
}

/// The frame of an answer with so many words and bytes of text at most.
fn framed(message: &Answer, (words, text): (usize, usize)) -> io::Result<Vec<u8>> {
    let bytes = match message {
        Answer::Drawn { png: bytes } | Answer::Member { bytes, .. } => bytes.as_slice(),
        _ => &[],
    };
    if let Some(it) = message.page().and_then(|it| over(it.n_words(), words)) {
        return encode(&Answer::Refused(it), &[]);
    }
    let frame = encode(message, bytes)?;
    if frame.len() - HEAD - bytes.len() <= text {
        return Ok(frame);
    }
    // Few words and too much text: no words at all, but letters in one piece.
    let reason = format!("a page of more than {} MiB, written out", text >> 20);
    encode(&Answer::Refused(Refusal::TooLarge { reason }), &[])
}

/// Of so many words, that they are more than are read; none where they are not.
pub(crate) fn over(n_words: usize, most: usize) -> Option<Refusal> {
    (n_words > most).then(|| too_many(n_words, most))
}

/// That so many words are more than are read.
pub(crate) fn too_many(n_words: usize, most: usize) -> Refusal {
    Refusal::TooLarge { reason: format!("{n_words} words, and at most {most} are read") }
}

/// Reads a message, in the worker; none at the end of the stream.
pub(crate) fn receive(from: &mut impl Read) -> io::Result<Option<(Request, Vec<u8>)>> {
    let mut head = Vec::with_capacity(HEAD);
    from.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    let Some((n_json, n_bytes)) = lengths(&head)? else { return Ok(None) };
    let mut json = vec![0; n_json];
    from.read_exact(&mut json)?;
    let mut bytes = vec![0; n_bytes];
    from.read_exact(&mut bytes)?;
    Ok(Some((serde_json::from_slice(&json)?, bytes)))
}

/// Writes a message, in the reader.
pub(crate) async fn ask(
    to: &mut (impl AsyncWrite + Unpin),
    message: &Request,
    bytes: &[u8],
) -> io::Result<()> {
    // The file may be large: it is not copied into the frame.
    let frame = encode(message, &[])?;
    let n = u32::try_from(bytes.len()).map_err(|_| broken("a file of more than 4 GiB"))?;
    to.write_all(&frame[..8]).await?;
    to.write_all(&n.to_le_bytes()).await?;
    to.write_all(&frame[HEAD..]).await?;
    to.write_all(bytes).await?;
    to.flush().await
}

/// Reads a message, in the reader; none at the end of the stream.
pub(crate) async fn hear(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Answer>> {
    let mut head = Vec::with_capacity(HEAD);
    (&mut *from).take(HEAD as u64).read_to_end(&mut head).await?;
    let Some((n_json, n_bytes)) = lengths(&head)? else { return Ok(None) };
    let mut json = vec![0; n_json];
    from.read_exact(&mut json).await?;
    let mut answer = match n_json {
        ..LONG => serde_json::from_slice(&json)?,
        // Two million words take seconds, in which the tasks of others go on.
        LONG.. => aside(|| serde_json::from_slice(&json))?,
    };
    match &mut answer {
        Answer::Drawn { png: bytes } | Answer::Member { bytes, .. } if n_bytes <= MAX_RAW => {
            bytes.resize(n_bytes, 0);
            from.read_exact(bytes).await?;
        }
        _ if n_bytes == 0 => {}
        _ => return Err(broken("an answer with raw bytes that it should not have")),
    }
    Ok(Some(answer))
}

/// The lengths in a frame's head; none where the stream ended before it.
fn lengths(head: &[u8]) -> io::Result<Option<(usize, usize)>> {
    if head.is_empty() {
        return Ok(None);
    }
    let &[m0, m1, m2, m3, j0, j1, j2, j3, b0, b1, b2, b3] = head else {
        return Err(broken("the beginning of a frame and nothing else"));
    };
    if [m0, m1, m2, m3] != MARK {
        return Err(broken("something that is no frame"));
    }
    let number = |it| u32::from_le_bytes(it) as usize;
    let (n_json, n_bytes) = (number([j0, j1, j2, j3]), number([b0, b1, b2, b3]));
    if n_json > MAX_JSON || n_bytes > MAX_FILE {
        return Err(broken("a frame that is too long"));
    }
    Ok(Some((n_json, n_bytes)))
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the stream carries {what}"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proviso_core::document::{Line, Rect, Source, Word};

    use super::*;

    #[test]
    fn a_request_and_its_bytes_come_through() {
        let load = Request::Load { keys: vec![Key("열려라".to_owned())] };
        let frame = encode(&load, b"bytes").unwrap();
        let got = receive(&mut frame.as_slice()).unwrap();
        assert_eq!(got, Some((load, b"bytes".to_vec())));
    }

    #[test]
    fn a_key_is_shown_to_nobody() {
        let load = Request::Load { keys: vec![Key("sesame".to_owned())] };
        assert!(!format!("{load:?}").contains("sesame"));
    }

    #[test]
    fn the_end_between_frames_is_no_error_and_inside_one_it_is() {
        assert_eq!(receive(&mut [].as_slice()).unwrap(), None);
        let frame = encode(&Request::Ocr { page: 3 }, &[]).unwrap();
        assert!(receive(&mut &frame[..frame.len() - 1]).is_err());
    }

    fn heard(bytes: &[u8]) -> io::Result<Vec<Answer>> {
        let mut stream = bytes;
        let all = async {
            let mut all = Vec::new();
            while let Some(it) = hear(&mut stream).await? {
                all.push(it);
            }
            Ok(all)
        };
        futures_util::FutureExt::now_or_never(all).unwrap()
    }

    fn asked(mut bytes: &[u8]) -> io::Result<Vec<(Request, Vec<u8>)>> {
        let mut all = Vec::new();
        while let Some(it) = receive(&mut bytes)? {
            all.push(it);
        }
        Ok(all)
    }

    fn page(n_words: usize) -> Answer {
        let word = |at: usize| Word {
            text: "가".to_owned(),
            rect: Rect::new(at as f32, 0.0, at as f32 + 2.0, 1.0),
            confidence: 1.0,
            source: Source::Native,
            others: Vec::new(),
        };
        let page = Page {
            number: 1,
            width: 1.0,
            height: 1.0,
            source: Source::Native,
            reason: String::new(),
            lines: vec![Line { words: (0..n_words).map(word).collect() }],
            rulings: Vec::new(),
            marks: Vec::new(),
            view: None,
        };
        Answer::Text { page, notes: Vec::new() }
    }

    #[test]
    fn a_page_comes_through_however_many_words_are_on_it() {
        let long = page(700_000);
        let mut stream = Vec::new();
        send(&mut stream, &long).unwrap();
        assert!(stream.len() > 64 << 20, "{}", stream.len());
        assert!(heard(&stream).unwrap() == [long]);
    }

    #[test]
    fn what_no_frame_takes_is_said_to_be_too_large() {
        let said = |words, text| heard(&framed(&page(9), (words, text)).unwrap()).unwrap();
        assert_eq!(said(9, 1 << 20), [page(9)]);
        let refused =
            |reason: &str| [Answer::Refused(Refusal::TooLarge { reason: reason.to_owned() })];
        assert_eq!(said(8, 1 << 20), refused("9 words, and at most 8 are read"));
        assert_eq!(said(9, 100), refused("a page of more than 0 MiB, written out"));
    }

    fn requests() -> impl Strategy<Value = Request> {
        let rung = prop_oneof![Just(Rung::Interpreted), Just(Rung::Extracted)];
        prop_oneof![
            proptest::collection::vec(".{0,20}", 0..3)
                .prop_map(|keys| Request::Load { keys: keys.into_iter().map(Key).collect() }),
            Just(Request::Recognition),
            Just(Request::Unpack),
            any::<u32>().prop_map(|page| Request::Ocr { page }),
            (any::<u32>(), any::<u32>(), rung).prop_map(|(first, last, rung)| Request::Text {
                first,
                last,
                rung
            }),
            (any::<u32>(), any::<u32>()).prop_map(|(page, width)| Request::Draw(Drawing {
                page,
                width,
                view: None
            })),
        ]
    }

    fn answers() -> impl Strategy<Value = Answer> {
        let lost =
            (any::<u32>(), ".*").prop_map(|(number, reason)| Answer::Lost { number, reason });
        let drawn =
            prop::collection::vec(any::<u8>(), 0..300).prop_map(|png| Answer::Drawn { png });
        let refused = ".*".prop_map(|reason| Answer::Refused(Refusal::Damaged { reason }));
        let loaded = (any::<u32>(), prop::collection::vec((".*", ".*"), 0..3)).prop_map(
            |(n_pages, notes)| {
                let notes = notes.into_iter().map(|(en, ko)| Remark::new(en, ko)).collect();
                Answer::Loaded {
                    format: Format::Pdf,
                    n_pages,
                    sizes: vec![PageSize::new(595.28, n_pages as f32)],
                    notes,
                    opened_by: Some(n_pages),
                    embedded: Vec::new(),
                }
            },
        );
        let member = (".*", prop::collection::vec(any::<u8>(), 0..300))
            .prop_map(|(name, bytes)| Answer::Member { name, bytes });
        prop_oneof![lost, drawn, refused, loaded, member]
    }

    proptest! {
        #[test]
        fn whatever_is_said_is_heard(
            requests in prop::collection::vec((requests(), prop::collection::vec(any::<u8>(), 0..300)), 0..5),
            answers in prop::collection::vec(answers(), 0..5),
        ) {
            let stream: Vec<u8> =
                requests.iter().flat_map(|(it, bytes)| encode(it, bytes).unwrap()).collect();
            prop_assert_eq!(asked(&stream).unwrap(), requests);
            let mut stream = Vec::new();
            answers.iter().for_each(|it| send(&mut stream, it).unwrap());
            prop_assert_eq!(heard(&stream).unwrap(), answers);
        }

        /// A stream that was cut or changed somewhere gives what stood before, and never more.
        #[test]
        fn a_broken_stream_is_an_error_and_no_guess(
            answers in prop::collection::vec(answers(), 1..4),
            place in any::<prop::sample::Index>(),
            change in 1..=u8::MAX,
            is_cut in any::<bool>(),
        ) {
            let mut stream = Vec::new();
            answers.iter().for_each(|it| send(&mut stream, it).unwrap());
            let whole = stream.len();
            let at = place.index(whole);
            if is_cut { stream.truncate(at) } else { stream[at] ^= change }
            if let Ok(heard) = heard(&stream) {
                prop_assert!(heard.len() <= answers.len());
            }
            // As a request it is as harmless.
            let _either = asked(&stream);
        }

        #[test]
        fn noise_is_no_frame(bytes in prop::collection::vec(any::<u8>(), 1..2_000)) {
            prop_assume!(!bytes.starts_with(&MARK));
            prop_assert!(asked(&bytes).is_err());
            prop_assert!(heard(&bytes).is_err());
        }
    }

    #[test]
    fn a_frame_that_claims_too_much_is_refused_before_it_is_read() {
        let mut frame = encode(&Request::Recognition, &[]).unwrap();
        frame[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(receive(&mut frame.as_slice()).is_err());
        let noise = b"hello, this is no frame at all";
        assert!(receive(&mut noise.as_slice()).is_err());
    }
}
