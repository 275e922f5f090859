//! Recognizing page images, and serving PNG and JPEG files.
//!
//! **Invariant:** what is recognized comes back in page units: the image's own pixels, or the
//! points of the PDF page it was drawn from.

use std::io::{self, Read, Write};

use proviso_core::document::{Format, Page, Rect, Ruling, Source};

use super::{Desk, guarded};
use crate::reading::ocr::{Recognizer, settle};
use crate::reading::protocol::{Answer, Refusal, Request};
use crate::reading::raster::{self, Gray, RasterError};

/// Tesseract's models were trained on text of this resolution.
const DPI: f32 = 300.0;
/// A page is at least as wide as A4's short side, in inches; smaller prints are magnified by this
/// guess, which serves them.
const SHORT_SIDE: f32 = 8.27;
/// Less skew than this does no harm, and turning blurs.
const MIN_SKEW: f32 = 0.15;

/// Pages that are read the right way round are believed more than this.
const DOUBTFUL: f32 = 0.7;

/// What a page image gave.
pub(super) struct Recognition {
    pub(super) page: Page,
    pub(super) notes: Vec<String>,
}

impl<R: Read, W: Write> Desk<R, W> {
    /// The recognizer, loaded at first use.
    pub(super) fn recognizer(&mut self) -> Result<&mut Recognizer, String> {
        if self.recognizer.is_none() {
            self.recognizer = Some(Recognizer::new()?);
        }
        self.recognizer.as_mut().ok_or_else(|| "no recognizer".to_owned())
    }

    /// Serves a PNG or JPEG: one page, read by recognition.
    pub(super) fn serve_image(
        &mut self,
        bytes: &[u8],
        format: Format,
    ) -> io::Result<Option<(Request, Vec<u8>)>> {
        let gray = match guarded(|| raster::decode(bytes)) {
            Ok(Ok(gray)) => gray,
            Ok(Err(RasterError::TooLarge(reason))) => {
                return self.refuse(Refusal::TooLarge { reason });
            }
            Ok(Err(RasterError::Damaged(reason))) | Err(reason) => {
                return self.refuse(Refusal::Damaged { reason });
            }
        };
        self.answer(&Answer::Loaded { format, n_pages: 1, notes: Vec::new() })?;
        loop {
            match self.next()? {
                Some((Request::Text { .. }, _)) => {
                    let reason = "an image".to_owned();
                    self.answer(&Answer::NeedsOcr { number: 1, reason, fallback: None })?;
                }
                Some((Request::Ocr { .. }, _)) => {
                    let short = gray.width.min(gray.height).max(1) as f32;
                    let dpi = short / SHORT_SIDE;
                    let factor = if dpi < 250.0 {
                        (DPI / dpi).min(3.0)
                    } else if dpi > 450.0 {
                        DPI / dpi
                    } else {
                        1.0
                    };
                    let scaled = if factor == 1.0 { gray.clone() } else { gray.scaled(factor) };
                    let answer = match self.recognize(1, scaled, factor, dpi * factor) {
                        Ok(it) => Answer::Recognized { page: it.page, notes: it.notes },
                        Err(reason) => Answer::Lost { number: 1, reason },
                    };
                    self.answer(&answer)?;
                }
                other => return Ok(other),
            }
        }
    }

    /// Recognizes a page image; `scale` is its pixels per page unit, `dpi` its pixels per inch.
    ///
    /// Where next to nothing can be believed, the page may lie on its side or on its head: the
    /// other ways round are tried, and the page is as it can be read.
    pub(super) fn recognize(
        &mut self,
        number: u32,
        image: Gray,
        scale: f32,
        dpi: f32,
    ) -> Result<Recognition, String> {
        let recognizer = self.recognizer()?;
        let mut best = recognize_upright(recognizer, number, image.clone(), scale, dpi)?;
        if best.believed() >= DOUBTFUL || best.n_words() < 3 {
            return Ok(best);
        }
        for quarters in [2, 1, 3] {
            let turned = image.turned(quarters);
            let mut it = recognize_upright(recognizer, number, turned, scale, dpi)?;
            if it.believed() > best.believed() + 0.15 && it.n_words() * 2 > best.n_words() {
                it.page.reason.push_str(&format!(", turned by {}°", 90 * u32::from(quarters)));
                best = it;
            }
            if best.believed() >= DOUBTFUL {
                break;
            }
        }
        Ok(best)
    }
}

impl Recognition {
    fn n_words(&self) -> usize {
        self.page.lines.iter().map(|it| it.words.len()).sum()
    }

    /// Mean confidence over the letters.
    fn believed(&self) -> f32 {
        let words = self.page.lines.iter().flat_map(|it| &it.words);
        let (sum, n) = words.fold((0.0, 0.0), |(sum, n), it| {
            let length = it.text.chars().count() as f32;
            (sum + it.confidence * length, n + length)
        });
        if n == 0.0 { 0.0 } else { sum / n }
    }
}

fn recognize_upright(
    recognizer: &mut Recognizer,
    number: u32,
    image: Gray,
    scale: f32,
    dpi: f32,
) -> Result<Recognition, String> {
    let languages = recognizer.languages;
    let (width, height) = (image.width as f32 / scale, image.height as f32 / scale);
    let skew = image.skew();
    let mut image = if skew.abs() >= MIN_SKEW { image.straightened(skew) } else { image };
    let rulings = image.take_rulings(dpi);
    let segments = guarded(|| recognizer.words(&image)).and_then(|it| it)?;
    let to_page = |it: Rect| Rect::new(it.x0 / scale, it.y0 / scale, it.x1 / scale, it.y1 / scale);
    let lines = settle(segments, &rulings, to_page);
    let rulings = rulings.iter().map(|it| Ruling { rect: to_page(it.rect) }).collect();
    let mut reason = format!("recognized at {dpi:.0} dpi ({languages})");
    if skew.abs() >= MIN_SKEW {
        reason.push_str(&format!(", straightened by {:.1}°", -skew));
    }
    let mut notes = Vec::new();
    if languages != "kor+eng" {
        notes.push(format!("only the language data of `{languages}` is installed for Tesseract"));
    }
    let page = Page { number, width, height, source: Source::Ocr, reason, lines, rulings };
    Ok(Recognition { page, notes })
}
