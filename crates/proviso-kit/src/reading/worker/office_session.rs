//! Serving one office document: its text is there at once, its pages are drawn when asked for.

use std::io::{self, Read, Write};

use image::RgbImage;
use proviso_core::document::{Format, Page, PageSize};

use super::{Desk, drawing, guarded, pictures};
use crate::reading::format::{Kind, kind};
use crate::reading::office::draw::Fonts;
use crate::reading::office::locked::{self, Unlocked};
use crate::reading::office::typeset::Sheet;
use crate::reading::office::{self, Laid};
use crate::reading::protocol::{Answer, Drawing, Key, Refusal, Request};

impl<R: Read, W: Write> Desk<R, W> {
    /// Serves an office document behind a password.
    pub(super) fn serve_locked(
        &mut self,
        bytes: Vec<u8>,
        keys: &[Key],
    ) -> io::Result<Option<(Request, Vec<u8>)>> {
        let opened = guarded(|| {
            let opened = locked::open(&bytes, keys)?;
            drop(bytes);
            match kind(&opened.bytes) {
                Kind::Readable(format) => Ok((opened, format)),
                Kind::Other(what) => Err(Refusal::Unsupported { what }),
                Kind::Empty => Err(Refusal::Empty),
                // A lock in a lock, or files of their own.
                Kind::Locked | Kind::Archive => Err(Refusal::Encrypted),
            }
        });
        match opened {
            Ok(Ok((Unlocked { bytes, key }, format))) => self.serve_office(&bytes, format, key),
            Ok(Err(refusal)) => self.refuse(refusal),
            Err(reason) => self.refuse(Refusal::Damaged { reason }),
        }
    }

    /// Serves an office document, which may have taken a key.
    pub(super) fn serve_office(
        &mut self,
        bytes: &[u8],
        format: Format,
        opened_by: Option<u32>,
    ) -> io::Result<Option<(Request, Vec<u8>)>> {
        let laid = match guarded(|| office::open(bytes, format)) {
            Ok(Ok(laid)) => laid,
            Ok(Err(refusal)) => return self.refuse(refusal),
            Err(reason) => return self.refuse(Refusal::Damaged { reason }),
        };
        let n_pages = laid.sheets.len() as u32;
        let sizes = laid.sheets.iter().map(|it| PageSize::new(it.width, it.height)).collect();
        self.loaded(format, sizes, laid.notes.clone(), opened_by)?;
        loop {
            match self.next()? {
                Some((Request::Text { first, last, .. }, _)) => {
                    for number in first..=last.min(n_pages) {
                        self.answer(&text(&laid, number))?;
                    }
                }
                Some((Request::Ocr { page }, _)) => {
                    let answer = match laid.sheet(page) {
                        Some(it) => self.recognize_pictures(it, page_of(&laid, it, page)),
                        None => no_page(page),
                    };
                    self.answer(&answer)?;
                }
                Some((Request::Draw(task), _)) => {
                    let drawn = self.draw_laid(&laid, task);
                    self.answer(&drawing::answer(task, drawn))?;
                }
                other => return Ok(other),
            }
        }
    }

    fn draw_laid(&mut self, laid: &Laid, task: Drawing) -> Result<Vec<u8>, String> {
        let sheet = laid.sheet(task.page).ok_or("there is no such page")?;
        self.draw_sheet(sheet, task)
    }

    /// Draws a laid-out page.
    pub(super) fn draw_sheet(&mut self, sheet: &Sheet, task: Drawing) -> Result<Vec<u8>, String> {
        let fonts = self.fonts()?;
        let (width, height, rgba) = guarded(|| fonts.draw(sheet, task.width))?;
        let scale = width as f32 / sheet.width.max(1.0);
        let mut page = drawing::from_rgba(width, height, &rgba);
        pictures::paint(sheet, &mut page, scale);
        drawing::png(page, scale, task)
    }

    /// Draws what a page shows besides its content over its picture.
    pub(super) fn draw_over(&mut self, image: &mut RgbImage, sheet: &Sheet) -> Result<(), String> {
        let fonts = self.fonts()?;
        let (width, height, rgba) = guarded(|| fonts.draw(sheet, image.width()))?;
        let over = drawing::from_rgba(width, height, &rgba);
        for (x, y, pixel) in image.enumerate_pixels_mut() {
            if let Some(ink) = over.get_pixel_checked(x, y) {
                // White lets through what is below it.
                for (to, from) in pixel.0.iter_mut().zip(ink.0) {
                    *to = (*to).min(from);
                }
            }
        }
        Ok(())
    }

    /// The fonts of this machine, looked for once.
    fn fonts(&mut self) -> Result<&Fonts, String> {
        let found = self.fonts.get_or_insert_with(|| guarded(Fonts::find).and_then(|it| it));
        found.as_ref().map_err(Clone::clone)
    }
}

/// The text of a page; where pictures on it may hold more, they are to be recognized.
fn text(laid: &Laid, number: u32) -> Answer {
    let Some(sheet) = laid.sheet(number) else { return no_page(number) };
    let page = page_of(laid, sheet, number);
    match sheet.readable().count() {
        0 => Answer::Text { page, notes: Vec::new() },
        n => {
            let pictures = if n == 1 { "1 picture".to_owned() } else { format!("{n} pictures") };
            let reason = format!("{}, {pictures}", page.reason);
            Answer::NeedsOcr { number, reason, fallback: Some(page), hidden: false }
        }
    }
}

fn page_of(laid: &Laid, sheet: &Sheet, number: u32) -> Page {
    Page { marks: pictures::seals(sheet), ..sheet.page(number, laid.reason) }
}

fn no_page(number: u32) -> Answer {
    Answer::Lost { number, reason: "there is no such page".to_owned() }
}
