//! Pages of one image file: TIFF holds several, and animations have frames after the first.
//!
//! **Invariant:** however the list of a TIFF's pages is tied, it has an end.

use std::collections::BTreeSet;
use std::io::Cursor;

use image::AnimationDecoder as _;
use image::codecs::gif::GifDecoder;
use image::codecs::webp::WebPDecoder;
use proviso_core::document::{Format, PageSize};

/// Pages of a TIFF that are counted.
const MAX_PAGES: usize = 10_000;

/// What a page of a TIFF says of itself, by its number there.
mod tag {
    /// Bit 0: a thumbnail.
    pub(super) const KIND: u16 = 254;
    pub(super) const WIDTH: u16 = 256;
    pub(super) const HEIGHT: u16 = 257;
    /// From 5 on it lies on its side.
    pub(super) const ORIENTATION: u16 = 274;
}

/// The numbers of a TIFF in its own order of bytes.
struct Tiff<'a> {
    bytes: &'a [u8],
    is_big: bool,
}

impl Tiff<'_> {
    fn new(bytes: &[u8]) -> Tiff<'_> {
        Tiff { bytes, is_big: bytes.starts_with(b"MM") }
    }

    fn long(&self, at: usize) -> Option<u32> {
        let it: [u8; 4] = self.bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if self.is_big { u32::from_be_bytes(it) } else { u32::from_le_bytes(it) })
    }

    fn short(&self, at: usize) -> Option<u16> {
        let it: [u8; 2] = self.bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if self.is_big { u16::from_be_bytes(it) } else { u16::from_le_bytes(it) })
    }

    /// A number that the page at this place says of itself.
    fn told(&self, place: u32, tag: u16) -> Option<u32> {
        const SHORT: u16 = 3;
        const LONG: u16 = 4;
        let at = place as usize;
        let mut entries = (0..usize::from(self.short(at)?)).map(|i| at + 2 + 12 * i);
        let entry = entries.find(|it| self.short(*it) == Some(tag))?;
        match self.short(entry + 2)? {
            SHORT => self.short(entry + 8).map(u32::from),
            LONG => self.long(entry + 8),
            _ => None,
        }
    }
}

/// How large the page at this place of a TIFF is, in pixels as it is meant to be seen.
pub fn size_at(bytes: &[u8], place: u32) -> PageSize {
    let tiff = Tiff::new(bytes);
    let told = |tag| tiff.told(place, tag).unwrap_or_default();
    let (width, height) = (told(tag::WIDTH) as f32, told(tag::HEIGHT) as f32);
    match told(tag::ORIENTATION) {
        5.. => PageSize::new(height, width),
        _ => PageSize::new(width, height),
    }
}

/// Where the pages of an image begin; one place for what is no TIFF.
pub fn places(bytes: &[u8], format: Format) -> Vec<u32> {
    if format != Format::Tiff {
        return vec![0];
    }
    let tiff = Tiff::new(bytes);
    let mut out = Vec::new();
    let mut seen = BTreeSet::new();
    let mut next = tiff.long(4);
    while let Some(at) = next.filter(|it| *it != 0 && out.len() < MAX_PAGES) {
        let Some(n) = tiff.short(at as usize) else { break };
        if !seen.insert(at) {
            break;
        }
        let is_thumbnail = tiff.told(at, tag::KIND).is_some_and(|it| it & 1 != 0);
        if !is_thumbnail {
            out.push(at);
        }
        next = tiff.long(at as usize + 2 + 12 * usize::from(n));
    }
    if out.is_empty() { vec![tiff.long(4).unwrap_or(0)] } else { out }
}

/// A file whose first page is the one at this place.
pub fn starting_at(bytes: &[u8], place: u32) -> Vec<u8> {
    let mut out = bytes.to_vec();
    if let Some(it) = out.get_mut(4..8) {
        let is_big = bytes.starts_with(b"MM");
        it.copy_from_slice(&if is_big { place.to_be_bytes() } else { place.to_le_bytes() });
    }
    out
}

/// Whether an image moves, so that more than what is read is to be seen.
pub fn is_animated(bytes: &[u8], format: Format) -> bool {
    match format {
        Format::Gif => GifDecoder::new(Cursor::new(bytes))
            .is_ok_and(|it| it.into_frames().take(2).filter(Result::is_ok).count() > 1),
        Format::Webp => WebPDecoder::new(Cursor::new(bytes)).is_ok_and(|it| it.has_animation()),
        _ => false,
    }
}
