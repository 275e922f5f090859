//! Pages of one image file: TIFF holds several, and animations have frames after the first.
//!
//! **Invariant:** however the list of a TIFF's pages is tied, it has an end.

use std::collections::BTreeSet;
use std::io::Cursor;

use image::AnimationDecoder as _;
use image::codecs::gif::GifDecoder;
use image::codecs::webp::WebPDecoder;
use proviso_core::document::Format;

/// Pages of a TIFF that are counted.
const MAX_PAGES: usize = 10_000;

/// Where the pages of an image begin; one place for what is no TIFF.
pub(crate) fn places(bytes: &[u8], format: Format) -> Vec<u32> {
    if format != Format::Tiff {
        return vec![0];
    }
    let is_big = bytes.starts_with(b"MM");
    let part = |at: usize, n: usize| bytes.get(at..at.checked_add(n)?);
    let long = |at: usize| {
        let it: [u8; 4] = part(at, 4)?.try_into().ok()?;
        Some(if is_big { u32::from_be_bytes(it) } else { u32::from_le_bytes(it) })
    };
    let short = |at: usize| {
        let it: [u8; 2] = part(at, 2)?.try_into().ok()?;
        Some(if is_big { u16::from_be_bytes(it) } else { u16::from_le_bytes(it) })
    };
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    let mut next = long(4);
    while let Some(at) = next.filter(|it| *it != 0 && out.len() < MAX_PAGES) {
        let Some(n) = short(at as usize) else { break };
        if !seen.insert(at) {
            break;
        }
        let entries = at as usize + 2;
        // Thumbnails are no pages: bit 0 of the tag for the kind of a picture.
        let kind = (0..usize::from(n)).find(|i| short(entries + 12 * i) == Some(254));
        let is_reduced =
            kind.and_then(|i| long(entries + 12 * i + 8)).is_some_and(|it| it & 1 != 0);
        if !is_reduced {
            out.push(at);
        }
        next = long(entries + 12 * usize::from(n));
    }
    if out.is_empty() { vec![long(4).unwrap_or(0)] } else { out }
}

/// A file whose first page is the one at this place.
pub(crate) fn starting_at(bytes: &[u8], place: u32) -> Vec<u8> {
    let mut out = bytes.to_vec();
    if let Some(it) = out.get_mut(4..8) {
        let is_big = bytes.starts_with(b"MM");
        it.copy_from_slice(&if is_big { place.to_be_bytes() } else { place.to_le_bytes() });
    }
    out
}

/// Whether an image moves, so that more than what is read is to be seen.
pub(crate) fn is_animated(bytes: &[u8], format: Format) -> bool {
    match format {
        Format::Gif => GifDecoder::new(Cursor::new(bytes))
            .is_ok_and(|it| it.into_frames().take(2).filter(Result::is_ok).count() > 1),
        Format::Webp => WebPDecoder::new(Cursor::new(bytes)).is_ok_and(|it| it.has_animation()),
        _ => false,
    }
}
