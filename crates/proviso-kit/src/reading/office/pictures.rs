//! Pictures that stand in office documents.
//!
//! A picture is printed where it stands. One that is large enough to hold text is recognized when
//! the page is (`worker/pictures.rs`), since a scan that was pasted into a document is common.
//!
//! **Invariant:** no picture is decoded here; what is kept of all pictures is bounded, and what is
//! not kept is counted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::flow::LeftOut;

/// Bytes of all pictures that are kept.
const MAX_BYTES: usize = 192 << 20;
/// Pictures that are kept.
const MAX_PICTURES: usize = 2_000;
/// Points of a pixel where the document does not say how large a picture is printed.
const PIXEL: f32 = 0.75;
/// Less than this holds no text but that of a logo or a seal: points across and down.
const LEAST: (f32, f32) = (140.0, 45.0);
/// And pixels across and down.
const LEAST_PIXELS: (u32, u32) = (200, 60);

/// An image file in a document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Image {
    /// PNG, JPEG and so on, as it stands in the document.
    pub bytes: Vec<u8>,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// A picture as it is printed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Picture {
    /// The image, which may be printed several times.
    pub image: Arc<Image>,
    /// Points across.
    pub width: f32,
    /// Points down.
    pub height: f32,
    /// What is cut off at the left, above, at the right and below, as shares of the whole.
    pub crop: [f32; 4],
}

impl Picture {
    /// An image in this size, points; in the size of its pixels where the document says nothing.
    pub(crate) fn new(image: Arc<Image>, size: Option<(f32, f32)>) -> Picture {
        let (across, down) = (image.width as f32 * PIXEL, image.height as f32 * PIXEL);
        let sound = |it: f32| it.is_finite() && it >= 1.0;
        let (width, height) = match size {
            Some((width, height)) if sound(width) && sound(height) => (width, height),
            Some((width, _)) if sound(width) => (width, width * down / across.max(1.0)),
            Some((_, height)) if sound(height) => (height * across / down.max(1.0), height),
            _ => (across, down),
        };
        let (width, height) = (width.clamp(1.0, 5_000.0), height.clamp(1.0, 5_000.0));
        Picture { image, width, height, crop: [0.0; 4] }
    }

    /// The same, no larger than this.
    pub(crate) fn within(mut self, width: f32, height: f32) -> Picture {
        let scale = (width / self.width).min(height / self.height).min(1.0);
        self.width *= scale;
        self.height *= scale;
        self
    }

    /// Whether it is large enough to hold more text than a logo or a seal.
    pub(crate) fn may_hold_text(&self) -> bool {
        let pixels = (self.image.width, self.image.height);
        self.width >= LEAST.0
            && self.height >= LEAST.1
            && pixels.0 >= LEAST_PIXELS.0
            && pixels.1 >= LEAST_PIXELS.1
    }
}

/// The pictures of a document while it is read.
#[derive(Debug, Default)]
pub(crate) struct Album {
    n: usize,
    n_bytes: usize,
    n_left_out: usize,
}

impl Album {
    /// Keeps an image; none where it is of a kind that is not decoded here, or one too many.
    pub(crate) fn keep(&mut self, bytes: Vec<u8>) -> Option<Arc<Image>> {
        let has_room = self.n < MAX_PICTURES && self.n_bytes + bytes.len() <= MAX_BYTES;
        // A decoder that stumbles over a picture must not cost the document.
        let size =
            || catch_unwind(AssertUnwindSafe(|| proviso_raster::size(&bytes))).ok().flatten();
        let Some((width, height)) = Some(()).filter(|()| has_room).and_then(|()| size()) else {
            self.n_left_out += 1;
            return None;
        };
        (self.n, self.n_bytes) = (self.n + 1, self.n_bytes + bytes.len());
        Some(Arc::new(Image { bytes, width, height }))
    }

    /// Counts a picture that is not in the document itself, or cannot be found there.
    pub(crate) fn miss(&mut self) {
        self.n_left_out += 1;
    }

    /// Says how many pictures are not shown.
    pub(crate) fn tell(&self, left_out: &mut LeftOut) {
        left_out.n_pictures += self.n_left_out;
    }
}
