//! Serving one PDF: the ladder of readers for its text layer, and its pages as images.
//!
//! **Invariant:** a page that any rung can read is read; which rung it was, and why the ones
//! before it were passed over, stands in the page's reason.

use std::io::{self, Read, Write};

use hayro::hayro_interpret::util::TransformExt as _;
use hayro::hayro_interpret::{InterpreterCache, InterpreterSettings};
use hayro::hayro_syntax::page::Page as Sheet;
use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};
use hayro::vello_cpu::Pixmap;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use image::RgbImage;
use proviso_core::document::{BLANK, Format, Page, PageSize, Source};
use proviso_core::remark::Remark;

use super::hidden::{self, Layer};
use super::image_session::{Sight, recognized};
use super::{Desk, drawing, guarded};
use crate::reading::pdf::attached::{self, Attached};
use crate::reading::pdf::extracted::{self, Geometry};
use crate::reading::pdf::forms::{self, Shown};
use crate::reading::pdf::opened::{self, Opened};
use crate::reading::pdf::{PageContent, boxes, catalog, interpreted};
use crate::reading::protocol::{Answer, Drawing, Key, MAX_SIZES, Refusal, Request, Rung};
use crate::reading::quality::Quality;
use proviso_raster::seal::Print;

/// Resolution of page images for recognition.
const DPI: f32 = 300.0;
/// Pixels of a page image; a page of A3 at 300 dpi has 17 million.
const MAX_PIXELS: f32 = 36_000_000.0;
/// A page image with fewer characters beside it than this is a scan with a stamp or a header.
const FEW_CHARS: usize = 60;

impl<R: Read, W: Write> Desk<R, W> {
    /// Serves a PDF.
    pub(super) fn serve_pdf(
        &mut self,
        bytes: Vec<u8>,
        keys: &[Key],
    ) -> io::Result<Option<(Request, Vec<u8>)>> {
        let cut = !has_end(&bytes);
        let Opened { pdf, password, key } = match guarded(|| opened::open(bytes, keys)) {
            Ok(Ok(it)) => it,
            Ok(Err(error)) => return self.refuse(refusal(error, cut)),
            Err(reason) => return self.refuse(Refusal::Damaged { reason }),
        };
        let n_pages = match guarded(|| pdf.pages().len()) {
            Ok(0) => {
                let reason = "it has no pages".to_owned();
                return self.refuse(Refusal::Damaged { reason });
            }
            Ok(n) => n as u32,
            Err(reason) => return self.refuse(Refusal::Damaged { reason }),
        };
        let Attached { embedded, sheets, notes } = guarded(|| attached::attached(&pdf, n_pages))
            .unwrap_or_else(|reason| Attached {
                notes: vec![Remark::new(
                    format!("what is attached to it could not be read: {reason}"),
                    "첨부된 것을 읽지 못했습니다",
                )],
                ..Attached::default()
            });
        let mut notes = notes;
        notes.extend(guarded(|| catalog::notes(&pdf)).unwrap_or_default());
        if cut {
            notes.push(Remark::new(
                "the end of the file is missing, so pages may be missing too",
                "파일의 끝이 잘려 있어, 빠진 쪽이 있을 수 있습니다",
            ));
        }
        let n_printed = n_pages;
        let n_pages = n_printed + sheets.len() as u32;
        let sheet =
            |page: u32| page.checked_sub(n_printed + 1).and_then(|it| sheets.get(it as usize));
        let format = Format::Pdf;
        // A size that is not told costs the shape of a page, and only while it is read.
        let mut sizes = guarded(|| sizes(&pdf)).unwrap_or_default();
        sizes.resize(n_printed as usize, PageSize::default());
        sizes.extend(sheets.iter().map(|it| PageSize::new(it.width, it.height)));
        sizes.truncate(MAX_SIZES);
        self.answer(&Answer::Loaded { format, n_pages, sizes, notes, opened_by: key, embedded })?;
        let mut session = Session {
            pdf: &pdf,
            password: &password,
            text_cache: InterpreterCache::new(),
            image_cache: RenderCache::new(),
            extractor: None,
        };
        loop {
            match self.next()? {
                Some((Request::Text { first, last, rung }, _)) => {
                    for number in first..=last.min(n_pages) {
                        let answer = match sheet(number) {
                            Some(it) => {
                                let page = it.page(number, "what the file says to programs");
                                Answer::Text { page, notes: Vec::new() }
                            }
                            None => {
                                let answer = session.text(number, rung);
                                session.with_form(number, answer)
                            }
                        };
                        self.answer(&answer)?;
                    }
                }
                Some((Request::Ocr { page }, _)) => {
                    let read = session.image(page).and_then(|(image, scale)| {
                        let dpi = scale * 72.0;
                        let Print { gray: image, seals } = image;
                        let layer = session.layer(page).map(|it| (it, image.clone()));
                        let seals = seals.into_iter().map(|it| it.scaled(1.0 / scale)).collect();
                        let source_scale = scale;
                        let sized = false;
                        let seen =
                            Sight { image, scale, dpi, warp: None, source_scale, seals, sized };
                        let mut it = self.recognize(page, &seen)?;
                        if let Some((layer, image)) = layer {
                            it = hidden::checked(it, layer, &image, scale);
                        }
                        // A straightened page has other places than its fields.
                        if it.page.view.is_none() {
                            it.notes.extend(session.form(page).put_on(&mut it.page));
                        }
                        Ok(it)
                    });
                    self.answer(&recognized(page, read))?;
                }
                Some((Request::Draw(task), _)) => {
                    let drawn = match sheet(task.page) {
                        Some(it) => self.draw_sheet(it, task),
                        None => {
                            let form = session.form(task.page);
                            session.picture(task).and_then(|(mut image, scale)| {
                                if form.draws() {
                                    let (w, h) = (image.width() as f32, image.height() as f32);
                                    let sheet = form.sheet(w / scale, h / scale);
                                    self.draw_over(&mut image, &sheet)?;
                                }
                                drawing::png(image, scale, task)
                            })
                        }
                    };
                    let answer = drawing::answer(task, drawn);
                    self.answer(&answer)?;
                }
                other => return Ok(other),
            }
        }
    }
}

/// An open PDF and what is kept between its pages.
struct Session<'a> {
    pdf: &'a Pdf,
    password: &'a str,
    text_cache: InterpreterCache<'a>,
    image_cache: RenderCache<'a>,
    /// The second rung's own view of the file, parsed at first use; an error is kept too.
    extractor: Option<Result<pdf_extract::Document, String>>,
}

/// A reading of a page that may be good enough.
struct Reading {
    content: PageContent,
    quality: Quality,
    reader: &'static str,
    notes: Vec<Remark>,
    /// Whether it came upon text that nobody can see.
    hides: bool,
    /// Whether some of that may be the recognized text of the page's image.
    has_layer: bool,
}

impl Reading {
    fn new(mut content: PageContent, reader: &'static str) -> Reading {
        let hides = content.hides_text();
        let visibility = content.settle_visibility();
        let notes = visibility.note().into_iter().collect();
        let quality = Quality::of(&content.glyphs);
        let has_layer = visibility.has_layer;
        Reading { content, quality, reader, notes, hides, has_layer }
    }

    fn doubt(&self) -> Option<String> {
        let covered = self.content.image_area / self.content.area();
        if self.quality.n_chars > 0 && self.quality.n_chars < FEW_CHARS && covered > 0.6 {
            return Some(format!("only {} characters beside a page image", self.quality.n_chars));
        }
        self.quality.doubt()
    }

    fn into_page(self, number: u32, why: &str) -> (Page, Vec<Remark>) {
        let mut lines = self.content.lines();
        let PageContent { width, height, mut rulings, marks, shapes, .. } = self.content;
        boxes::take(&mut rulings, &mut lines, &shapes);
        let reason = format!("{}{why}", self.reader);
        let source = Source::TextLayer;
        let view = None;
        (Page { number, width, height, source, reason, lines, rulings, marks, view }, self.notes)
    }
}

impl Session<'_> {
    /// Reads a page by its text layer, or says that it needs recognition.
    fn text(&mut self, number: u32, from: Rung) -> Answer {
        let first = match from {
            Rung::Interpreted => self.interpreted(number),
            Rung::Extracted => Err("the first reader did not survive this page".to_owned()),
        };
        let (first, why) = match first {
            Ok(reading) => match reading.doubt() {
                None if reading.has_layer => {
                    let reason = "a text layer hidden behind the page image".to_owned();
                    let page = reading.into_page(number, ", hidden behind the page image").0;
                    let fallback = Some(page);
                    return Answer::NeedsOcr { number, reason, fallback, hidden: true };
                }
                None => {
                    let (page, notes) = reading.into_page(number, "");
                    return Answer::Text { page, notes };
                }
                Some(why) => (Some(reading), why),
            },
            Err(why) => (None, why),
        };
        if let Some(it) = &first
            && it.quality.n_chars == 0
        {
            if it.content.is_blank() {
                let (page, notes) = self.blank(number, it);
                return Answer::Text { page, notes };
            }
            return Answer::NeedsOcr { number, reason: why, fallback: None, hidden: false };
        }
        // The second reader sees no colors and no clips: what is hidden it would take for printed.
        let hides = first.as_ref().is_some_and(|it| it.hides);
        let second = if hides { None } else { self.extracted(number, first.as_ref()).ok() };
        let better = second.filter(|it| {
            it.doubt().is_none()
                && first
                    .as_ref()
                    .is_none_or(|first| it.quality.believed() > first.quality.believed())
        });
        if let Some(reading) = better {
            let (page, notes) = reading.into_page(number, &format!(" ({why})"));
            return Answer::Text { page, notes };
        }
        let fallback = first.map(|it| it.into_page(number, &format!(" ({why})")).0);
        // Nor is a layer that is doubted as such of any use.
        Answer::NeedsOcr { number, reason: why, fallback, hidden: hides }
    }

    /// What a page shows besides its content.
    fn form(&self, number: u32) -> Shown {
        let page = self.pdf.pages().get((number as usize).wrapping_sub(1));
        page.and_then(|it| guarded(|| forms::shown(it)).ok()).unwrap_or_default()
    }

    /// The answer with what the page shows besides its content.
    fn with_form(&self, number: u32, answer: Answer) -> Answer {
        let form = self.form(number);
        if form.is_empty() {
            return answer;
        }
        match answer {
            Answer::Text { mut page, mut notes } => {
                notes.extend(form.put_on(&mut page));
                Answer::Text { page, notes }
            }
            Answer::NeedsOcr { number, reason, mut fallback, hidden } => {
                if let Some(page) = &mut fallback {
                    // Whoever recognizes the page says what there is to say.
                    let _told_then = form.put_on(page);
                }
                Answer::NeedsOcr { number, reason, fallback, hidden }
            }
            other => other,
        }
    }

    /// The hidden layer of a page, if it has one that can be held against its image.
    fn layer(&mut self, number: u32) -> Option<Layer> {
        let reading = self.interpreted(number).ok()?;
        if !reading.has_layer || reading.doubt().is_some() {
            return None;
        }
        let (seen, hidden) = reading.content.seen_and_hidden();
        Some(Layer { seen, hidden, notes: reading.notes })
    }

    fn blank(&self, number: u32, reading: &Reading) -> (Page, Vec<Remark>) {
        let PageContent { width, height, rulings, marks, .. } = &reading.content;
        let page = Page {
            number,
            width: *width,
            height: *height,
            source: Source::TextLayer,
            reason: BLANK.to_owned(),
            lines: Vec::new(),
            rulings: rulings.clone(),
            marks: marks.clone(),
            view: None,
        };
        (page, reading.notes.clone())
    }

    fn interpreted(&mut self, number: u32) -> Result<Reading, String> {
        let pdf = self.pdf;
        let Some(page) = pdf.pages().get(number as usize - 1) else {
            return Err(format!("there is no page {number}"));
        };
        let cache = &self.text_cache;
        match guarded(|| interpreted::content(page, cache)) {
            Ok(content) => Ok(Reading::new(content, "text layer by hayro")),
            Err(reason) => {
                // What the panic left in the cache is not to be relied upon.
                self.text_cache = InterpreterCache::new();
                Err(reason)
            }
        }
    }

    fn extracted(&mut self, number: u32, first: Option<&Reading>) -> Result<Reading, String> {
        let pdf = self.pdf;
        let page = pdf.pages().get(number as usize - 1).ok_or("there is no such page")?;
        let (width, height) = page.render_dimensions();
        let transform = page.initial_transform(true).to_kurbo();
        let password = self.password;
        let document = self.extractor.get_or_insert_with(|| {
            guarded(|| {
                let mut document = pdf_extract::Document::load_mem(pdf.data().as_ref())
                    .map_err(|it| it.to_string())?;
                if document.is_encrypted() {
                    document.decrypt(password).map_err(|it| it.to_string())?;
                }
                Ok(document)
            })
            .and_then(|it| it)
        });
        let document = document.as_ref().map_err(Clone::clone)?;
        let geometry = Geometry { transform, width, height };
        let mut content = guarded(|| extracted::content(document, number, geometry))??;
        if let Some(first) = first {
            // The first reader sees colors, clips and images; what it saw of them counts.
            content.rulings.clone_from(&first.content.rulings);
            content.marks.clone_from(&first.content.marks);
            content.shapes.clone_from(&first.content.shapes);
            content.image_area = first.content.image_area;
        }
        Ok(Reading::new(content, "text layer by pdf-extract"))
    }

    /// Renders a page for recognition; with the pixels per point.
    fn image(&mut self, number: u32) -> Result<(Print, f32), String> {
        let (pixmap, scale) = self.render(number, |_, _| DPI / 72.0)?;
        let (w, h) = (usize::from(pixmap.width()), usize::from(pixmap.height()));
        Ok((Print::of_rgba(w, h, pixmap.data_as_u8_slice(), scale * 72.0), scale))
    }

    /// Draws a page for people, with its pixels per point.
    fn picture(&mut self, task: Drawing) -> Result<(RgbImage, f32), String> {
        let scale = |width: f32, _| match task.view {
            // As fine as the picture that is made of it.
            Some((across, ..)) => task.width as f32 / across.max(1.0),
            None => task.width as f32 / width.max(1.0),
        };
        let (pixmap, scale) = self.render(task.page, scale)?;
        let (w, h) = (u32::from(pixmap.width()), u32::from(pixmap.height()));
        Ok((drawing::from_rgba(w, h, pixmap.data_as_u8_slice()), scale))
    }

    /// Renders a page at a scale that its size in points tells, or less where that is too large.
    fn render(
        &mut self,
        number: u32,
        wanted: impl Fn(f32, f32) -> f32,
    ) -> Result<(Pixmap, f32), String> {
        let pdf = self.pdf;
        let at = (number as usize).wrapping_sub(1);
        let page = pdf.pages().get(at).ok_or("there is no such page")?;
        let (width, height) = page.render_dimensions();
        let most = (MAX_PIXELS / (width * height).max(1.0)).sqrt();
        let longest = f32::from(u16::MAX - 1) / width.max(height).max(1.0);
        let scale = wanted(width, height).min(most).min(longest);
        let settings = InterpreterSettings::default();
        let pixmap_settings = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
        let cache = &self.image_cache;
        let render = RenderSettings::default();
        let drawn = guarded(|| hayro::render(page, cache, &settings, &render, &pixmap_settings));
        match drawn {
            Ok(pixmap) => Ok((pixmap, scale)),
            Err(reason) => {
                self.image_cache = RenderCache::new();
                Err(format!("the page cannot be drawn: {reason}"))
            }
        }
    }
}

/// How large the pages are that are in the file.
fn sizes(pdf: &Pdf) -> Vec<PageSize> {
    let size = |page: &Sheet<'_>| {
        let (width, height) = page.render_dimensions();
        PageSize::new(width, height)
    };
    pdf.pages().iter().take(MAX_SIZES).map(size).collect()
}

/// Whether the trailer that every PDF ends with is there.
fn has_end(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(2048)..];
    tail.windows(9).any(|it| it == b"startxref") || tail.windows(5).any(|it| it == b"%%EOF")
}

fn refusal(error: LoadPdfError, cut: bool) -> Refusal {
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Refusal::Locked,
        LoadPdfError::Decryption(DecryptionError::UnsupportedAlgorithm) => Refusal::Damaged {
            reason: "it is encrypted in a way that is not known here".to_owned(),
        },
        LoadPdfError::Decryption(_) => {
            Refusal::Damaged { reason: "its encryption is damaged".to_owned() }
        }
        LoadPdfError::Invalid if cut => {
            Refusal::Damaged { reason: "it is cut off before its end".to_owned() }
        }
        LoadPdfError::Invalid => {
            Refusal::Damaged { reason: "its inner structure is damaged".to_owned() }
        }
    }
}
