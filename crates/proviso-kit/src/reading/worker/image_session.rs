//! Recognizing page images, and serving PNG and JPEG files.
//!
//! **Invariant:** what is recognized comes back in page units: the image's own pixels, or the
//! points of the PDF page it was drawn from.

use std::io::{self, Read, Write};

use proviso_core::document::{Format, Page, Rect, Ruling, Source};

use super::{Desk, drawing, guarded};
use crate::reading::ocr::twice::read_twice;
use crate::reading::ocr::{Recognizer, believed, settle};
use crate::reading::protocol::{Answer, Refusal, Request};
use crate::reading::raster::warp::Warp;
use crate::reading::raster::{self, Gray, RasterError, paper};

/// Tesseract's models were trained on text of this resolution.
const DPI: f32 = 300.0;
/// A page is at least as wide as A4's short side, in inches; smaller prints are magnified by this
/// guess, which serves them.
const SHORT_SIDE: f32 = 8.27;
/// Less skew than this does no harm, and turning blurs.
const MIN_SKEW: f32 = 0.15;

/// Pages that are read the right way round are believed more than this.
const DOUBTFUL: f32 = 0.7;

/// An image on its way to recognition.
pub(super) struct Sight {
    /// What is seen.
    pub(super) image: Gray,
    /// Its pixels per page unit.
    pub(super) scale: f32,
    /// Its pixels per inch.
    pub(super) dpi: f32,
    /// How it came from the file's page; none where it is the same but for its scale.
    pub(super) warp: Option<Warp>,
    /// Pixels per unit of the file's page of what `warp` leads to.
    pub(super) source_scale: f32,
}

/// An image file as a page of about 300 dpi. A sheet in a photograph is seen from straight above.
fn sight(gray: &Gray) -> Sight {
    let sheet = paper::sheet(gray);
    let size = sheet.as_ref().map_or((gray.width as f64, gray.height as f64), paper::size);
    let short = size.0.min(size.1).max(1.0) as f32;
    let dpi = short / SHORT_SIDE;
    let scale = if dpi < 250.0 {
        (DPI / dpi).min(3.0)
    } else if dpi > 450.0 {
        DPI / dpi
    } else {
        1.0
    };
    let (width, height) = (size.0 * f64::from(scale), size.1 * f64::from(scale));
    let warp = sheet.and_then(|it| Warp::of_corners(width, height, it));
    let image = match &warp {
        Some(warp) => gray.through(warp, width as usize, height as usize),
        None if scale == 1.0 => gray.clone(),
        None => gray.scaled(scale),
    };
    Sight { image, scale, dpi: dpi * scale, warp, source_scale: 1.0 }
}

/// What a page image gave.
pub(super) struct Recognition {
    pub(super) page: Page,
    pub(super) notes: Vec<String>,
}

impl<R: Read, W: Write> Desk<R, W> {
    /// The recognizer, loaded at first use.
    pub(super) fn recognizer(&mut self) -> Result<&mut Recognizer, String> {
        if self.recognizer.is_none() {
            self.recognizer = Some(Recognizer::new(&self.languages)?);
        }
        self.recognizer.as_mut().ok_or_else(|| "no recognizer".to_owned())
    }

    /// Serves a PNG or JPEG: one page, read by recognition.
    pub(super) fn serve_image(
        &mut self,
        bytes: &[u8],
        format: Format,
    ) -> io::Result<Option<(Request, Vec<u8>)>> {
        let image = match guarded(|| raster::decode(bytes)) {
            Ok(Ok(image)) => image,
            Ok(Err(RasterError::TooLarge(reason))) => {
                return self.refuse(Refusal::TooLarge { reason });
            }
            Ok(Err(RasterError::Damaged(reason))) | Err(reason) => {
                return self.refuse(Refusal::Damaged { reason });
            }
        };
        let gray = Gray::from_image(&image);
        self.answer(&Answer::Loaded { format, n_pages: 1, notes: Vec::new() })?;
        loop {
            match self.next()? {
                Some((Request::Text { .. }, _)) => {
                    let reason = "an image".to_owned();
                    self.answer(&Answer::NeedsOcr { number: 1, reason, fallback: None })?;
                }
                Some((Request::Ocr { .. }, _)) => {
                    let answer = match self.recognize(1, sight(&gray)) {
                        Ok(it) => Answer::Recognized { page: it.page, notes: it.notes },
                        Err(reason) => Answer::Lost { number: 1, reason },
                    };
                    self.answer(&answer)?;
                }
                Some((Request::Draw(task), _)) => {
                    let drawn = guarded(|| drawing::png(drawing::on_white(&image), 1.0, task));
                    self.answer(&drawing::answer(task, drawn.and_then(|it| it)))?;
                }
                other => return Ok(other),
            }
        }
    }

    /// Recognizes a page image.
    ///
    /// Where next to nothing can be believed, the page may lie on its side or on its head: the
    /// other ways round are tried, and the page is as it can be read.
    pub(super) fn recognize(&mut self, number: u32, seen: Sight) -> Result<Recognition, String> {
        let recognizer = self.recognizer()?;
        let mut best = recognize_upright(recognizer, number, &seen, 0)?;
        if best.believed() >= DOUBTFUL || best.n_words() < 3 {
            return Ok(best);
        }
        for quarters in [2, 1, 3] {
            let mut it = recognize_upright(recognizer, number, &seen, quarters)?;
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

    fn believed(&self) -> f32 {
        believed(self.page.lines.iter().flat_map(|it| &it.words))
    }
}

fn recognize_upright(
    recognizer: &mut Recognizer,
    number: u32,
    seen: &Sight,
    quarters: u8,
) -> Result<Recognition, String> {
    let (languages, missing) = (recognizer.languages.clone(), recognizer.missing.clone());
    let &Sight { scale, dpi, .. } = seen;
    let mut image = seen.image.turned(quarters);
    let (w, h) = (image.width as f64, image.height as f64);
    let skew = image.skew();
    let is_skew = skew.abs() >= MIN_SKEW;
    let turning = Warp::turning(f64::from(skew), w, h);
    if is_skew {
        image = image.through(&turning, image.width, image.height);
    }
    image.flatten(dpi);
    let rulings = image.take_rulings(dpi);
    let pieces = image.dust(dpi);
    let words = guarded(|| recognizer.page(&image, &pieces, &rulings, dpi)).and_then(|it| it)?;
    let to_page = |it: Rect| Rect::new(it.x0 / scale, it.y0 / scale, it.x1 / scale, it.y1 / scale);
    let mut lines = settle(words, &rulings, to_page);
    let to_image = |it: Rect| Rect::new(it.x0 * scale, it.y0 * scale, it.x1 * scale, it.y1 * scale);
    guarded(|| read_twice(recognizer, &image, &mut lines, to_image, dpi)).and_then(|it| it)?;
    let rulings = rulings.iter().map(|it| Ruling { rect: to_page(it.rect) }).collect();
    let mut reason = format!("recognized at {dpi:.0} dpi ({languages})");
    if seen.warp.is_some() {
        reason.push_str(", sheet cut out of a photograph");
    }
    if is_skew {
        reason.push_str(&format!(", straightened by {:.1}°", -skew));
    }
    let mut notes = Vec::new();
    if !missing.is_empty() {
        notes.push(format!("no language data of `{missing}` is installed for Tesseract"));
    }
    let view = (is_skew || quarters != 0 || seen.warp.is_some()).then(|| {
        let (width, height) = (seen.image.width as f64, seen.image.height as f64);
        let turned = Warp::quarters(quarters, width, height);
        let seen_warp = seen.warp.unwrap_or(Warp::scaling(f64::from(scale / seen.source_scale)));
        let here = if is_skew { turning.of(&turned) } else { turned };
        here.of(&seen_warp).in_units(f64::from(scale), f64::from(seen.source_scale))
    });
    let (width, height) = (w as f32 / scale, h as f32 / scale);
    let page = Page { number, width, height, source: Source::Ocr, reason, lines, rulings, view };
    Ok(Recognition { page, notes })
}
