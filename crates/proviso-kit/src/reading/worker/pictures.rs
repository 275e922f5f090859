//! The pictures of an office page: drawn where they stand, and recognized where they hold text.
//!
//! **Invariant:** a picture without text stays a picture and adds no word; what is recognized
//! stands within its picture, with the confidence that it has earned, and the page says so.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use image::{DynamicImage, RgbImage, imageops};
use proviso_core::document::{Line, Mark, Page, Rect, Ruling, Source, View};
use proviso_core::remark::Remark;

use super::image_session::sight;
use super::{Desk, drawing, guarded};
use crate::reading::office::pictures::Picture;
use crate::reading::office::typeset::Sheet;
use crate::reading::protocol::Answer;
use proviso_raster::RasterError;
use proviso_raster::seal::{self, Print};

/// Pictures of one page that are recognized.
const MAX_RECOGNIZED: usize = 12;
/// Small pictures of one page that may be seals.
const MAX_LOOKED_AT: usize = 20;
/// Pictures of one page that are drawn.
const MAX_DRAWN: usize = 200;
/// Pictures that are begun after this long on one page are left out.
const MAX_TIME: Duration = Duration::from_secs(70);
/// A word that is believed this much is no accident.
const SURE: f32 = 0.6;
/// Fewer sure words than this are a logo, a seal, or leaves of a tree.
const MIN_WORDS: usize = 4;
/// How far the corners of a picture may move where it is straightened, as a share of its size.
const SLIGHT: f64 = 0.05;

impl<R: Read, W: Write> Desk<R, W> {
    /// Recognizes the pictures of a page that may hold text, beside the words that it has.
    pub(super) fn recognize_pictures(&mut self, sheet: &Sheet, mut page: Page) -> Answer {
        let started = Instant::now();
        let (mut notes, mut n_read) = (Vec::new(), 0);
        let all: Vec<_> = sheet.readable().collect();
        let mut n_left = all.len().saturating_sub(MAX_RECOGNIZED);
        let mut how = String::new();
        for (rect, picture) in all.iter().take(MAX_RECOGNIZED) {
            if started.elapsed() > MAX_TIME {
                n_left += 1;
                continue;
            }
            match self.recognize_picture(page.number, picture) {
                Ok(Some(found)) => {
                    n_read += 1;
                    how.clone_from(&found.page.reason);
                    notes.extend(found.notes);
                    let (lines, rulings, marks) = placed(found.page, found.size, rect);
                    page.lines.extend(lines);
                    page.rulings.extend(rulings);
                    page.marks.extend(marks);
                }
                Ok(None) => {}
                Err(reason) => {
                    notes.push(Remark::new(
                        format!("a picture on this page could not be read: {reason}"),
                        "이 쪽의 그림 하나를 읽지 못했습니다",
                    ));
                }
            }
        }
        if n_left > 0 {
            notes.push(Remark::new(
                format!(
                    "{n_left} pictures on this page were not looked at for text, since it has too \
                     many"
                ),
                format!("이 쪽에는 그림이 너무 많아 {n_left}개에서는 글자를 찾지 않았습니다"),
            ));
        }
        notes.dedup();
        if n_read > 0
            && page.lines.iter().flat_map(|it| &it.words).all(|it| it.source == Source::Ocr)
        {
            page.source = Source::Ocr;
        }
        page.lines.sort_by(|a, b| a.rect().y0.total_cmp(&b.rect().y0));
        page.reason = match n_read {
            0 => "no text".to_owned(),
            n => format!("text of {n}, {how}"),
        };
        Answer::Recognized { page, notes }
    }

    /// What a picture says; none where it says nothing.
    fn recognize_picture(
        &mut self,
        number: u32,
        picture: &Picture,
    ) -> Result<Option<Found>, String> {
        let image = guarded(|| decoded(picture)).and_then(|it| it)?;
        let inches = picture.width.min(picture.height) / 72.0;
        let seen = guarded(|| sight(Print::of_image(&image, inches), inches))?;
        let found = self.recognize(number, &seen)?;
        let words = || found.page.lines.iter().flat_map(|it| &it.words);
        let letters = |it: &str| it.chars().filter(|it| it.is_alphanumeric()).count();
        let sure = || words().filter(|it| it.confidence >= SURE && letters(&it.text) > 0);
        let n_sure: usize = sure().map(|it| letters(&it.text)).sum();
        let n_all: usize = words().map(|it| letters(&it.text)).sum();
        Ok((sure().count() >= MIN_WORDS && 2 * n_sure > n_all).then_some(Found {
            size: (image.width() as f32, image.height() as f32),
            notes: found.notes,
            page: found.page,
        }))
    }
}

/// What was recognized in a picture.
struct Found {
    /// In the image's pixels.
    page: Page,
    /// The image's pixels across and down.
    size: (f32, f32),
    notes: Vec<Remark>,
}

/// The seals among the pictures of a page.
pub(super) fn seals(sheet: &Sheet) -> Vec<Mark> {
    let small = sheet.pictures().filter(|it| seal::may_be(it.0.width(), it.0.height()));
    let is_seal = |picture: &Picture| {
        // Whether a small picture can be decoded says nothing of the page.
        guarded(|| decoded(picture)).is_ok_and(|it| {
            it.is_ok_and(|image| guarded(|| seal::is_seal(&image, picture.width)).unwrap_or(false))
        })
    };
    let found = small.take(MAX_LOOKED_AT).filter(|it| is_seal(it.1));
    found.map(|(rect, _)| Mark::seal(rect)).collect()
}

/// The image as it is printed: what the document cuts off is gone.
fn decoded(picture: &Picture) -> Result<DynamicImage, String> {
    let image = proviso_raster::decode(&picture.image.bytes).map_err(|it| match it {
        RasterError::TooLarge(reason) | RasterError::Damaged(reason) => reason,
    })?;
    if picture.crop == [0.0; 4] {
        return Ok(image);
    }
    let (width, height) = (image.width() as f32, image.height() as f32);
    let [left, top, right, bottom] = picture.crop.map(|it| it.clamp(0.0, 0.95));
    let (across, down) = ((1.0 - left - right) * width, (1.0 - top - bottom) * height);
    if across < 1.0 || down < 1.0 {
        return Err("all of it is cut off".to_owned());
    }
    Ok(image.crop_imm((left * width) as u32, (top * height) as u32, across as u32, down as u32))
}

/// Lines, rulings and seals of a recognized picture where it stands on its page.
fn placed(found: Page, size: (f32, f32), rect: &Rect) -> (Vec<Line>, Vec<Ruling>, Vec<Mark>) {
    let Page { width, height, mut lines, mut rulings, mut marks, view, .. } = found;
    // A picture that lies a little askew is read straight. One that was turned, or cut out of a
    // photograph, is drawn as it is, so its words go back to where they are seen.
    let view = view.filter(|it| moves(it, f64::from(width), f64::from(height)) > SLIGHT);
    let (across, down) = if view.is_some() { size } else { (width, height) };
    let (x, y) = (rect.width() / across.max(1.0), rect.height() / down.max(1.0));
    let place = |it: Rect| {
        let it = view.as_ref().map_or(it, |view| view.source_box(it));
        let within = |it: Rect| {
            Rect::new(
                it.x0.clamp(rect.x0, rect.x1),
                it.y0.clamp(rect.y0, rect.y1),
                it.x1.clamp(rect.x0, rect.x1),
                it.y1.clamp(rect.y0, rect.y1),
            )
        };
        within(Rect {
            x0: rect.x0 + it.x0 * x,
            y0: rect.y0 + it.y0 * y,
            x1: rect.x0 + it.x1 * x,
            y1: rect.y0 + it.y1 * y,
        })
    };
    for word in lines.iter_mut().flat_map(|it| &mut it.words) {
        word.rect = place(word.rect);
    }
    if view.is_some() {
        // A line that is not straight is no ruling.
        rulings.clear();
    }
    for it in &mut rulings {
        it.rect = place(it.rect);
    }
    for it in &mut marks {
        it.rect = place(it.rect);
    }
    (lines, rulings, marks)
}

/// How far the corners move, as a share of the longer side.
fn moves(view: &View, width: f64, height: f64) -> f64 {
    let corners = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)];
    let far = corners.map(|(x, y)| {
        let (u, v) = view.source_of(x, y);
        (u - x).hypot(v - y)
    });
    far.into_iter().fold(0.0, f64::max) / width.max(height)
}

/// Paints the pictures of a page, `scale` pixels per point. One that cannot be decoded leaves its
/// place empty.
pub(super) fn paint(sheet: &Sheet, page: &mut RgbImage, scale: f32) {
    for (rect, picture) in sheet.pictures().take(MAX_DRAWN) {
        let pixels = |it: f32| (it * scale).round().max(0.0) as u32;
        let (width, height) = (pixels(rect.width()).max(1), pixels(rect.height()).max(1));
        if width > page.width() || height > page.height() {
            continue;
        }
        let image = guarded(|| decoded(picture)).and_then(|it| it);
        let Ok(image) = image.map(|it| drawing::on_white(&it)) else { continue };
        let image = imageops::resize(&image, width, height, imageops::FilterType::Triangle);
        imageops::replace(page, &image, i64::from(pixels(rect.x0)), i64::from(pixels(rect.y0)));
    }
}
