//! What the reader and its worker say to each other over the worker's standard streams.
//!
//! A frame is a mark, the lengths of a JSON text and of raw bytes, then both. The file itself is
//! sent, so the worker needs no access to the disk, and what was hashed is what is read.
//!
//! **Invariant:** lengths are checked before anything is allocated; a frame that breaks the rules
//! is an error of the stream, never a guess.

use std::io::{self, Read, Write};

use proviso_core::document::{Format, Page, View};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

const MARK: [u8; 4] = *b"pvs1";
/// The text of one page as JSON stays far below this.
const MAX_JSON: usize = 64 << 20;
/// A drawn page as PNG stays far below this.
const MAX_DRAWN: usize = 256 << 20;
/// The largest file that is read at all.
pub(crate) const MAX_FILE: usize = 512 << 20;

/// From the reader to the worker.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Request {
    /// Take the bytes of this frame as the file from now on.
    Load,
    /// Read pages by their text, from `first` to `last`, beginning at this rung.
    Text { first: u32, last: u32, rung: Rung },
    /// Recognize a page image.
    Ocr { page: u32 },
    /// Draw a page.
    Draw(Drawing),
    /// Tell what recognizes page images; the file is forgotten.
    Recognition,
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
    Loaded { format: Format, n_pages: u32, notes: Vec<String> },
    /// To [`Request::Load`]: there will be no document.
    Refused(Refusal),
    /// To [`Request::Text`], once per page in order.
    Text { page: Page, notes: Vec<String> },
    /// To [`Request::Text`]: this page has no text layer that can be believed.
    NeedsOcr { number: u32, reason: String, fallback: Option<Page> },
    /// To [`Request::Ocr`].
    Recognized { page: Page, notes: Vec<String> },
    /// To [`Request::Recognition`].
    Recognition { program: String, languages: Vec<String>, missing: Vec<String> },
    /// To [`Request::Draw`]: a PNG, which goes as the frame's raw bytes.
    Drawn {
        #[serde(skip)]
        png: Vec<u8>,
    },
    /// To any of them: the page cannot be read, or drawn.
    Lost { number: u32, reason: String },
}

/// Why a file gives no document; [`proviso_core::ports::ReadError`] without the file's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Refusal {
    /// Nothing in it.
    Empty,
    /// Another format.
    Unsupported { what: String },
    /// It needs a password.
    Encrypted,
    /// Damaged beyond reading.
    Damaged { reason: String },
    /// More than the limits allow.
    TooLarge { reason: String },
}

/// The frame of a message.
pub(crate) fn encode<T: Serialize>(message: &T, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(message)?;
    let length = |n: usize| u32::try_from(n).map_err(|_| broken("a frame of more than 4 GiB"));
    let mut out = Vec::with_capacity(12 + json.len() + bytes.len());
    out.extend_from_slice(&MARK);
    out.extend_from_slice(&length(json.len())?.to_le_bytes());
    out.extend_from_slice(&length(bytes.len())?.to_le_bytes());
    out.extend_from_slice(&json);
    out.extend_from_slice(bytes);
    Ok(out)
}

/// Writes a message, in the worker.
pub(crate) fn send(to: &mut impl Write, message: &Answer) -> io::Result<()> {
    let bytes = match message {
        Answer::Drawn { png } => png.as_slice(),
        _ => &[],
    };
    to.write_all(&encode(message, bytes)?)?;
    to.flush()
}

/// Reads a message, in the worker; none at the end of the stream.
pub(crate) fn receive(from: &mut impl Read) -> io::Result<Option<(Request, Vec<u8>)>> {
    let mut head = [0; 12];
    match from.read_exact(&mut head) {
        Ok(()) => {}
        Err(it) if it.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(it) => return Err(it),
    }
    let (n_json, n_bytes) = lengths(&head)?;
    let mut json = vec![0; n_json];
    from.read_exact(&mut json)?;
    let mut bytes = vec![0; n_bytes];
    from.read_exact(&mut bytes)?;
    Ok(Some((serde_json::from_slice(&json)?, bytes)))
}

/// Writes a message, in the reader.
pub(crate) async fn ask(
    to: &mut (impl AsyncWrite + Unpin),
    message: Request,
    bytes: &[u8],
) -> io::Result<()> {
    // The file may be large: it is not copied into the frame.
    let frame = encode(&message, &[])?;
    let n = u32::try_from(bytes.len()).map_err(|_| broken("a file of more than 4 GiB"))?;
    to.write_all(&frame[..8]).await?;
    to.write_all(&n.to_le_bytes()).await?;
    to.write_all(&frame[12..]).await?;
    to.write_all(bytes).await?;
    to.flush().await
}

/// Reads a message, in the reader; none at the end of the stream.
pub(crate) async fn hear(from: &mut (impl AsyncRead + Unpin)) -> io::Result<Option<Answer>> {
    let mut head = [0; 12];
    match from.read_exact(&mut head).await {
        Ok(_) => {}
        Err(it) if it.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(it) => return Err(it),
    }
    let (n_json, n_bytes) = lengths(&head)?;
    let mut json = vec![0; n_json];
    from.read_exact(&mut json).await?;
    let mut answer = serde_json::from_slice(&json)?;
    match &mut answer {
        Answer::Drawn { png } if n_bytes <= MAX_DRAWN => {
            png.resize(n_bytes, 0);
            from.read_exact(png).await?;
        }
        _ if n_bytes == 0 => {}
        _ => return Err(broken("an answer with raw bytes that it should not have")),
    }
    Ok(Some(answer))
}

fn lengths(head: &[u8; 12]) -> io::Result<(usize, usize)> {
    let number = |at: usize| {
        u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize
    };
    let (n_json, n_bytes) = (number(4), number(8));
    if head[..4] != MARK {
        return Err(broken("something that is no frame"));
    }
    if n_json > MAX_JSON || n_bytes > MAX_FILE {
        return Err(broken("a frame that is too long"));
    }
    Ok((n_json, n_bytes))
}

fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the stream carries {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_and_its_bytes_come_through() {
        let frame = encode(&Request::Load, b"bytes").unwrap();
        let got = receive(&mut frame.as_slice()).unwrap();
        assert_eq!(got, Some((Request::Load, b"bytes".to_vec())));
    }

    #[test]
    fn the_end_between_frames_is_no_error_and_inside_one_it_is() {
        assert_eq!(receive(&mut [].as_slice()).unwrap(), None);
        let frame = encode(&Request::Ocr { page: 3 }, &[]).unwrap();
        assert!(receive(&mut &frame[..frame.len() - 1]).is_err());
    }

    #[test]
    fn a_frame_that_claims_too_much_is_refused_before_it_is_read() {
        let mut frame = encode(&Request::Load, &[]).unwrap();
        frame[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(receive(&mut frame.as_slice()).is_err());
        let noise = b"hello, this is no frame at all";
        assert!(receive(&mut noise.as_slice()).is_err());
    }
}
