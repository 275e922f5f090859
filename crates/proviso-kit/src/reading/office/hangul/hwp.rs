//! HWP 5: Hangul documents as compound files of compressed records.
//!
//! Documents for distribution (배포용) are decrypted: their key stands in the file.
//!
//! Source: Hancom, Hangul Document File Formats 5.0, revision 1.3; the same company's description
//! of distribution documents, revision 1.2.

mod body;
mod info;
mod records;

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use aes::cipher::{Array, BlockCipherDecrypt as _, KeyInit as _};
use proviso_core::remark::Remark;

use self::body::Reading;
use self::records::{Record, tree};
use super::Gathered;
use crate::reading::office::flow::Flow;
use crate::reading::office::pictures::Album;
use crate::reading::protocol::Refusal;

/// Bytes of one stream, unpacked.
const MAX_STREAM: u64 = 192 << 20;
/// Bytes of all streams that are read, unpacked.
const MAX_ALL: u64 = 512 << 20;
/// What every HWP 5 file says of itself.
const SIGNATURE: &[u8] = b"HWP Document File";

type File<'a> = cfb::CompoundFile<Cursor<&'a [u8]>>;

/// Reads a document.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let damaged = |what: &str| Refusal::Damaged { reason: what.to_owned() };
    let mut file = cfb::CompoundFile::open(Cursor::new(bytes))
        .map_err(|it| damaged(&format!("its compound file is damaged ({it})")))?;
    let header = stream(&mut file, "/FileHeader", 4_096)?
        .ok_or_else(|| damaged("`FileHeader` in it is missing"))?;
    if !header.starts_with(SIGNATURE) {
        return Err(damaged("it does not say that it is a Hangul document"));
    }
    let word = |at: usize| {
        header.get(at..at + 4).map_or(0, |it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
    };
    let (version, flags) = (word(32), word(36));
    if version >> 24 != 5 {
        let what = format!("its version is {}, and 5 is read", version >> 24);
        return Err(damaged(&what));
    }
    let (is_packed, is_encrypted, is_distributed) =
        (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0);
    if is_encrypted {
        return Err(Refusal::Encrypted);
    }
    if flags & 16 != 0 {
        return Err(damaged("its text is protected by digital rights management"));
    }
    let mut left = MAX_ALL;
    let mut info = stream(&mut file, "/DocInfo", MAX_STREAM)?
        .ok_or_else(|| damaged("`DocInfo` in it is missing"))?;
    if is_packed {
        info = unpacked(&info, &mut left)?;
    }
    let mut flow = Flow::default();
    let tree_of_info = tree(&info);
    let mut album = Album::default();
    let mut images = BTreeMap::new();
    for (number, stored) in (1..).zip(info::stored(&tree_of_info)) {
        let Some(it) = stored else { continue };
        // A picture that is damaged is one that is not read, and costs nothing else.
        let kept = stream(&mut file, &it.name, MAX_STREAM).and_then(|bytes| match bytes {
            Some(bytes) if it.is_packed.unwrap_or(is_packed) => {
                Ok(Some(unpacked(&bytes, &mut left)?))
            }
            bytes => Ok(bytes),
        });
        match kept {
            Ok(Some(bytes)) => images.extend(album.keep(bytes).map(|it| (number, it))),
            Ok(None) | Err(Refusal::Damaged { .. }) => album.miss(),
            Err(refusal) => return Err(refusal),
        }
    }
    let mut reading = Reading::new(info::book(&tree_of_info), images);
    let folder = if is_distributed { "/ViewText" } else { "/BodyText" };
    let mut number = 0;
    loop {
        let name = format!("{folder}/Section{number}");
        let Some(mut bytes) = stream(&mut file, &name, MAX_STREAM)? else { break };
        if is_distributed {
            bytes = decrypted(&bytes).ok_or_else(|| {
                damaged("the key of the distribution document is not where it should be")
            })?;
        }
        if is_packed {
            bytes = unpacked(&bytes, &mut left)?;
        }
        let mut section = Gathered::default();
        section.body = reading.paragraphs(&tree(&bytes), 0, &mut section);
        flow.sections.push(section.section());
        number += 1;
    }
    if number == 0 {
        return Err(damaged("it has no section with text"));
    }
    if flags & (1 << 14) != 0 {
        flow.notes.push(Remark::new(
            "changes are tracked in this document; inserted and deleted text are both read",
            "변경 내용이 추적된 문서입니다. 넣은 글과 지운 글을 모두 읽었습니다",
        ));
    }
    reading.finish(&album, &mut flow);
    Ok(flow)
}

/// A stream's bytes; none where there is no such stream.
fn stream(file: &mut File<'_>, name: &str, most: u64) -> Result<Option<Vec<u8>>, Refusal> {
    if !file.is_stream(name) {
        return Ok(None);
    }
    let broken = |it: std::io::Error| Refusal::Damaged {
        reason: format!("`{name}` in it is damaged ({it})"),
    };
    let mut out = Vec::new();
    file.open_stream(name).map_err(broken)?.take(most).read_to_end(&mut out).map_err(broken)?;
    Ok(Some(out))
}

/// Unpacks a stream (deflate without header). What comes before a damaged place is kept.
fn unpacked(bytes: &[u8], left: &mut u64) -> Result<Vec<u8>, Refusal> {
    let most = MAX_STREAM.min(*left);
    let mut out = Vec::new();
    let read = flate2::read::DeflateDecoder::new(bytes).take(most + 1).read_to_end(&mut out);
    if out.len() as u64 > most {
        let reason = format!("a stream in it unpacks to more than {} MiB", most >> 20);
        return Err(Refusal::TooLarge { reason });
    }
    if let Err(error) = read
        && out.is_empty()
    {
        return Err(Refusal::Damaged { reason: format!("a stream in it is damaged ({error})") });
    }
    *left -= out.len() as u64;
    Ok(out)
}

/// The stream behind the record that holds its key.
fn decrypted(bytes: &[u8]) -> Option<Vec<u8>> {
    let (record, rest) = Record::first(bytes)?;
    if record.tag != records::DISTRIBUTION || record.data.len() < 256 {
        return None;
    }
    let mut data: Vec<u8> = record.data[..256].to_vec();
    let seed = u32::from_le_bytes([data[0], data[1], data[2], data[3]]);
    // The generator of Microsoft's C library.
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        (state >> 16) & 0x7fff
    };
    let (mut key, mut n) = (0_u8, 0_u32);
    for (i, it) in data.iter_mut().enumerate() {
        if n == 0 {
            key = (random() & 0xff) as u8;
            n = (random() & 0xf) + 1;
        }
        if i >= 4 {
            *it ^= key;
        }
        n -= 1;
    }
    let offset = 4 + (seed & 0xf) as usize;
    let key: [u8; 16] = data.get(offset..offset + 16)?.try_into().ok()?;
    let cipher = aes::Aes128::new(&Array::from(key));
    let mut out = rest.to_vec();
    for block in out.chunks_exact_mut(16) {
        let Ok(mut it) = <[u8; 16]>::try_from(&*block).map(Array::from) else { continue };
        cipher.decrypt_block(&mut it);
        block.copy_from_slice(&it);
    }
    Some(out)
}
