//! Serving one office document: its text is there at once, its pages are drawn when asked for.

use std::io::{self, Read, Write};

use proviso_core::document::Format;

use super::{Desk, drawing, guarded};
use crate::reading::office::draw::Fonts;
use crate::reading::office::{self, Laid};
use crate::reading::protocol::{Answer, Drawing, Refusal, Request};

impl<R: Read, W: Write> Desk<R, W> {
    /// Serves an office document.
    pub(super) fn serve_office(
        &mut self,
        bytes: &[u8],
        format: Format,
    ) -> io::Result<Option<(Request, Vec<u8>)>> {
        let laid = match guarded(|| office::open(bytes, format)) {
            Ok(Ok(laid)) => laid,
            Ok(Err(refusal)) => return self.refuse(refusal),
            Err(reason) => return self.refuse(Refusal::Damaged { reason }),
        };
        let n_pages = laid.sheets.len() as u32;
        self.answer(&Answer::Loaded { format, n_pages, notes: laid.notes.clone() })?;
        loop {
            match self.next()? {
                Some((Request::Text { first, last, .. }, _)) => {
                    for number in first..=last.min(n_pages) {
                        let answer = match laid.sheets.get(number as usize - 1) {
                            Some(it) => Answer::Text {
                                page: it.page(number, laid.reason),
                                notes: Vec::new(),
                            },
                            None => {
                                Answer::Lost { number, reason: "there is no such page".to_owned() }
                            }
                        };
                        self.answer(&answer)?;
                    }
                }
                Some((Request::Ocr { page }, _)) => {
                    let reason = "its text needs no recognition".to_owned();
                    self.answer(&Answer::Lost { number: page, reason })?;
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
        let at = (task.page as usize).wrapping_sub(1);
        let sheet = laid.sheets.get(at).ok_or("there is no such page")?;
        let found = self.fonts.get_or_insert_with(|| guarded(Fonts::find).and_then(|it| it));
        let fonts = found.as_ref().map_err(Clone::clone)?;
        let (width, height, rgba) = guarded(|| fonts.draw(sheet, task.width))?;
        let scale = width as f32 / sheet.width.max(1.0);
        drawing::png(drawing::from_rgba(width, height, &rgba), scale, task)
    }
}
