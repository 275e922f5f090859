//! Recognizing page images, and serving image files.
//!
//! **Invariant:** what is recognized comes back in page units: the image's own pixels, or the
//! points of the PDF page it was drawn from.

use std::io::{self, Read, Write};

use image::DynamicImage;
use proviso_core::document::{Format, Line, Mark, Page, PageSize, Rect, Ruling, Source, Word};
use proviso_core::remark::Remark;

use super::{Desk, drawing, guarded};
use crate::reading::ocr::both::{self, Heard};
use crate::reading::ocr::calibration::calibrate;
use crate::reading::ocr::lines::{cents, codes, commas, level, settle};
use crate::reading::ocr::twice::read_twice;
use crate::reading::ocr::{Recognizer, believed};
use crate::reading::protocol::{Answer, Refusal, Request};
use proviso_raster::boxes::DrawnBox;
use proviso_raster::seal::Print;
use proviso_raster::signs::DrawnSign;
use proviso_raster::warp::Warp;
use proviso_raster::{Gray, Piece, RasterError, frames, paper};

/// Tesseract's models were trained on text of this resolution.
const DPI: f32 = 300.0;
/// A page is at least as wide as A4's short side, in inches; smaller prints are magnified by this
/// guess, which serves them.
const SHORT_SIDE: f32 = 8.27;
/// Less skew than this does no harm, and turning blurs.
const MIN_SKEW: f32 = 0.15;

/// How high letters are at 300 dpi where pages are usual, and from where on they are not.
const LETTERS: f32 = 40.0;
const TALL: f32 = 50.0;

/// Pages that are read the right way round are believed more than this.
const DOUBTFUL: f32 = 0.7;
/// Turned the right way round a page is believed by so much more.
const BETTER: f32 = 0.15;
/// Of fewer words nobody can say how a page lies.
const FEW_WORDS: usize = 3;
/// A part that tells how a page lies has sides of so many inches at least.
const PART_INCHES: f32 = 3.0;

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
    /// Seals that were lifted off, on the file's page.
    pub(super) seals: Vec<Rect>,
    /// Whether its letters told how large it is.
    pub(super) sized: bool,
}

/// An image, whose short side is this long, as a page of about 300 dpi. A sheet in a photograph is
/// seen from straight above.
pub(super) fn sight(print: Print, inches: f32) -> Sight {
    let Print { gray, seals } = print;
    let sheet = paper::sheet(&gray);
    let size = sheet.as_ref().map_or((gray.width as f64, gray.height as f64), paper::size);
    let short = size.0.min(size.1).max(1.0) as f32;
    let dpi = short / inches.max(0.1);
    let mut scale = if dpi < 250.0 {
        (DPI / dpi).min(3.0)
    } else if dpi > 450.0 {
        DPI / dpi
    } else {
        1.0
    };
    let seen = |scale: f32| {
        let (width, height) = (size.0 * f64::from(scale), size.1 * f64::from(scale));
        let warp = sheet.and_then(|it| Warp::of_corners(width, height, it));
        let image = match &warp {
            Some(warp) => gray.through(warp, width as usize, height as usize),
            None if scale == 1.0 => gray.clone(),
            None => gray.scaled(scale),
        };
        (image, warp)
    };
    let (mut image, mut warp) = seen(scale);
    // A slip is narrower than a page: its letters tell how far it was magnified.
    let mut dpi = dpi * scale;
    let letters = image.letter_height().map(|it| it * DPI / dpi).filter(|it| *it > TALL);
    if let Some(letters) = letters {
        scale = (scale * LETTERS / letters * DPI / dpi).max(0.3);
        dpi = DPI;
        (image, warp) = seen(scale);
    }
    let sized = letters.is_some();
    Sight { image, scale, dpi, warp, source_scale: 1.0, seals, sized }
}

/// An image file and the page of it that was seen last.
struct ImageFile<'a> {
    bytes: &'a [u8],
    /// Where its pages begin.
    places: Vec<u32>,
    last: Option<(u32, DynamicImage)>,
}

impl ImageFile<'_> {
    fn decode(&self, number: u32) -> Result<DynamicImage, RasterError> {
        let place = self.places.get((number as usize).wrapping_sub(1));
        match place {
            None => Err(RasterError::Damaged("there is no such page".to_owned())),
            Some(_) if self.places.len() == 1 => proviso_raster::decode(self.bytes),
            Some(place) => proviso_raster::decode(&frames::starting_at(self.bytes, *place)),
        }
    }

    /// How large its pages are, by what it says of them without being decoded; the one that is
    /// decoded is as large as it is.
    fn sizes(&self) -> Vec<PageSize> {
        let told = |place: &u32| match self.places.len() {
            1 => PageSize::default(),
            _ => frames::size_at(self.bytes, *place),
        };
        let mut sizes: Vec<PageSize> = self.places.iter().map(told).collect();
        if let Some((number, image)) = &self.last
            && let Some(size) = sizes.get_mut((*number as usize).wrapping_sub(1))
        {
            *size = PageSize::new(image.width() as f32, image.height() as f32);
        }
        sizes
    }

    fn page(&mut self, number: u32) -> Result<&DynamicImage, String> {
        if self.last.as_ref().is_none_or(|it| it.0 != number) {
            self.last = None;
            let image = guarded(|| self.decode(number))?.map_err(|it| match it {
                RasterError::TooLarge(reason) | RasterError::Damaged(reason) => reason,
            })?;
            self.last = Some((number, image));
        }
        self.last.as_ref().map(|it| &it.1).ok_or_else(|| "there is no such page".to_owned())
    }
}

/// What a page image gave.
pub(super) struct Recognition {
    pub(super) page: Page,
    pub(super) notes: Vec<Remark>,
}

impl<R: Read, W: Write> Desk<R, W> {
    /// The recognizer, loaded at first use.
    pub(super) fn recognizer(&mut self) -> Result<&mut Recognizer, String> {
        if self.recognizer.is_none() {
            self.recognizer = Some(Recognizer::new(&self.languages)?);
        }
        self.recognizer.as_mut().ok_or_else(|| "no recognizer".to_owned())
    }

    /// Serves an image file: a page, or several of a TIFF, read by recognition.
    pub(super) fn serve_image(
        &mut self,
        bytes: &[u8],
        format: Format,
    ) -> io::Result<Option<(Request, Vec<u8>)>> {
        let mut file = ImageFile { bytes, places: frames::places(bytes, format), last: None };
        match guarded(|| file.decode(1)) {
            Ok(Ok(image)) => file.last = Some((1, image)),
            Ok(Err(RasterError::TooLarge(reason))) => {
                return self.refuse(Refusal::TooLarge { reason });
            }
            Ok(Err(RasterError::Damaged(reason))) | Err(reason) => {
                return self.refuse(Refusal::Damaged { reason });
            }
        }
        let mut notes = Vec::new();
        if guarded(|| frames::is_animated(bytes, format)).unwrap_or(false) {
            notes.push(Remark::new(
                "the image moves; only its first frame is read",
                "움직이는 이미지이며, 첫 장면만 읽습니다",
            ));
        }
        let n_pages = file.places.len() as u32;
        self.loaded(format, file.sizes(), notes, None)?;
        loop {
            match self.next()? {
                Some((Request::Text { first, last, .. }, _)) => {
                    for number in first..=last.min(n_pages) {
                        let reason = "an image".to_owned();
                        let fallback = None;
                        let hidden = false;
                        self.answer(&Answer::NeedsOcr { number, reason, fallback, hidden })?;
                    }
                }
                Some((Request::Ocr { page }, _)) => {
                    let print = file.page(page).map(|it| Print::of_image(it, SHORT_SIDE));
                    let read = print.and_then(|it| self.recognize(page, &sight(it, SHORT_SIDE)));
                    self.answer(&recognized(page, read))?;
                }
                Some((Request::Draw(task), _)) => {
                    let drawn = file.page(task.page).and_then(|image| {
                        guarded(|| drawing::png(drawing::on_white(image), 1.0, task))
                    });
                    self.answer(&drawing::answer(task, drawn.and_then(|it| it)))?;
                }
                other => return Ok(other),
            }
        }
    }

    /// Recognizes a page image; its words come with the confidence that they have earned.
    ///
    /// Where next to nothing can be believed, the page may lie on its side or on its head: a part of it is
    /// tried the other ways round, and the page is as it can be read.
    pub(super) fn recognize(&mut self, number: u32, seen: &Sight) -> Result<Recognition, String> {
        let recognizer = self.recognizer()?;
        let mut best = Pass::first(recognizer, seen, 0)?;
        // What the second look adds says nothing of how the page lies, and takes the most time.
        if best.believed() < DOUBTFUL && best.words.len() >= FEW_WORDS {
            let quarters = way_round(recognizer, seen)?;
            if quarters != 0 {
                let turned = Pass::first(recognizer, seen, quarters)?;
                if turned.believed() > best.believed() {
                    best = turned;
                }
            }
        }
        let turned = 90 * u32::from(best.quarters);
        let mut it = best.second(recognizer, number, seen)?;
        if turned > 0 {
            let reason =
                format!(", turned by {turned}° (a part was tried four ways round at most)");
            it.page.reason.push_str(&reason);
        }
        Ok(it)
    }
}

/// By how many quarters a page has to be turned to be read, as the part of it with the most ink says: the
/// whole page, tried four ways round, would take as long as four pages.
fn way_round(recognizer: &mut Recognizer, seen: &Sight) -> Result<u8, String> {
    let &Sight { scale, dpi, source_scale, sized, .. } = seen;
    let image = fullest(&seen.image, dpi);
    let part = Sight { image, scale, dpi, warp: None, source_scale, seals: Vec::new(), sized };
    let upright = Pass::first(recognizer, &part, 0)?;
    let (mut believed, mut n_words, mut best) = (upright.believed(), upright.words.len(), 0);
    for quarters in [2, 1, 3] {
        if believed >= DOUBTFUL {
            break;
        }
        let it = Pass::first(recognizer, &part, quarters)?;
        if it.believed() > believed + BETTER && it.words.len() * 2 > n_words {
            (believed, n_words, best) = (it.believed(), it.words.len(), quarters);
        }
    }
    Ok(best)
}

/// A part of a page, about a sixth of it, that has the most ink.
fn fullest(image: &Gray, inch: f32) -> Gray {
    let (width, height) = (image.width as f32, image.height as f32);
    let side = |all: f32, share: f32| (all * share).max(PART_INCHES * inch).min(all);
    let (w, h) = (side(width, 0.5), side(height, 0.33));
    let ink = |place: &Rect| {
        let rows = (place.y0 as usize..place.y1 as usize).step_by(4);
        let row = |y: usize| {
            let from = y * image.width;
            let row = image.data.get(from + place.x0 as usize..from + place.x1 as usize);
            row.unwrap_or_default().iter().step_by(4).filter(|&&it| it < 128).count()
        };
        rows.map(row).sum::<usize>()
    };
    let at = |i: u8, free: f32| free * f32::from(i) / 4.0;
    let places = (0..5).flat_map(|y| (0..5).map(move |x| (x, y))).map(|(x, y)| {
        let (x0, y0) = (at(x, width - w), at(y, height - h));
        Rect::new(x0, y0, x0 + w, y0 + h)
    });
    let most = places.max_by_key(ink);
    most.map_or_else(|| image.clone(), |place| image.part(&place, 1.0).0)
}

/// The page of an image as it lies, and beside the numbers on it what both readers said before one was
/// weighed against the other; for measuring what that is worth.
pub(in crate::reading) fn numbers(
    recognizer: &mut Recognizer,
    image: &DynamicImage,
) -> Result<(Page, Vec<(Word, Heard)>), String> {
    let seen = sight(Print::of_image(image, SHORT_SIDE), SHORT_SIDE);
    let mut it = Pass::first(recognizer, &seen, 0)?;
    let (lines, too_many) = it.lines(recognizer, &seen)?;
    let mut before = lines.clone();
    calibrate(&mut before);
    let heard =
        both::heard((&it.image, &it.pieces), &before, &it.signs, |it| it.scaled(seen.scale));
    let whole = it.settled(recognizer, 1, &seen, lines, too_many)?;
    let word = |it: &Heard| Some(before.get(it.place.0)?.words.get(it.place.1)?.clone());
    Ok((whole.page, heard.into_iter().filter_map(|it| Some((word(&it)?, it))).collect()))
}

/// What the worker says of a page that was to be recognized.
pub(super) fn recognized(number: u32, read: Result<Recognition, String>) -> Answer {
    match read {
        Ok(it) => Answer::Recognized { page: it.page, notes: it.notes },
        Err(reason) => Answer::Lost { number, reason },
    }
}

/// A page turned and straightened, and the words that were recognized in it at the first look.
struct Pass {
    /// Quarters of a turn.
    quarters: u8,
    /// Flattened, without rulings.
    image: Gray,
    /// Pixels of the image before it was straightened.
    size: (f64, f64),
    /// Degrees that it was turned by to be straight; none where it was.
    skew: Option<(f32, Warp)>,
    /// Boxes of light print on a dark ground.
    n_bands: usize,
    /// Whether its print was faint.
    darkened: bool,
    rulings: Vec<Ruling>,
    pieces: Vec<Piece>,
    /// Check boxes, which are no ink of the image any more.
    boxes: Vec<DrawnBox>,
    /// Triangles and filled circles, likewise.
    signs: Vec<DrawnSign>,
    words: Vec<Word>,
}

impl Pass {
    fn first(recognizer: &mut Recognizer, seen: &Sight, quarters: u8) -> Result<Pass, String> {
        let mut image = seen.image.turned(quarters);
        let size = (image.width as f64, image.height as f64);
        let skew = image.skew(seen.dpi);
        let skew = (skew.abs() >= MIN_SKEW)
            .then(|| (skew, Warp::turning(f64::from(skew), size.0, size.1)));
        if let Some((_, turning)) = &skew {
            image = image.through(turning, image.width, image.height);
        }
        let n_bands = image.turn_bands(seen.dpi);
        image.flatten(seen.dpi);
        image.even(seen.dpi);
        let darkened = image.darken(seen.dpi).is_some();
        let mut rulings = image.take_rulings(seen.dpi);
        let mut pieces = image.dust(seen.dpi);
        rulings.extend(image.take_dashes(&mut pieces, seen.dpi));
        let boxes = image.take_boxes(&mut pieces, seen.dpi);
        let signs = image.take_signs(&mut pieces, seen.dpi);
        let words = guarded(|| recognizer.page(&image)).and_then(|it| it)?;
        Ok(Pass {
            quarters,
            image,
            size,
            skew,
            n_bands,
            darkened,
            rulings,
            pieces,
            boxes,
            signs,
            words,
        })
    }

    fn believed(&self) -> f32 {
        believed(&self.words)
    }

    /// Looks again at what is doubted, and makes lines of it all, which are believed as Tesseract
    /// says; and how many doubted places were too many. The words are in them from now on.
    fn lines(
        &mut self,
        recognizer: &mut Recognizer,
        seen: &Sight,
    ) -> Result<(Vec<Line>, usize), String> {
        let words = std::mem::take(&mut self.words);
        let Pass { image, pieces, rulings, boxes, signs, .. } = &*self;
        let (mut words, too_many) = recognizer.again(image, pieces, rulings, seen.dpi, words)?;
        words.extend(boxes.iter().map(DrawnBox::word));
        words.extend(signs.iter().map(DrawnSign::word));
        let to_page = |it: Rect| it.scaled(1.0 / seen.scale);
        let mut lines = settle(words, (pieces, &image.faint_pieces()), rulings, to_page);
        read_twice(recognizer, image, &mut lines, signs, |it| it.scaled(seen.scale), seen.dpi)?;
        Ok((lines, too_many))
    }

    /// Looks again, and makes the page of what it saw, as [`Pass::settled`] does.
    fn second(
        mut self,
        recognizer: &mut Recognizer,
        number: u32,
        seen: &Sight,
    ) -> Result<Recognition, String> {
        let (lines, too_many) = guarded(|| self.lines(recognizer, seen)).and_then(|it| it)?;
        self.settled(recognizer, number, seen, lines, too_many)
    }

    /// The page of lines that are believed as Tesseract says, `too_many` places of which were not
    /// looked at again.
    fn settled(
        self,
        recognizer: &Recognizer,
        number: u32,
        seen: &Sight,
        mut lines: Vec<Line>,
        too_many: usize,
    ) -> Result<Recognition, String> {
        let Pass {
            quarters,
            image,
            pieces,
            size: (w, h),
            skew,
            n_bands,
            darkened,
            rulings,
            signs,
            ..
        } = self;
        let &Sight { scale, dpi, .. } = seen;
        calibrate(&mut lines);
        guarded(|| both::weigh_both((&image, &pieces), &mut lines, &signs, |it| it.scaled(scale)))?;
        commas(&mut lines);
        cents(&mut lines);
        codes(&mut lines);
        // Words were cut out by their own boxes until here.
        level(&mut lines);
        let rulings =
            rulings.iter().map(|it| Ruling { rect: it.rect.scaled(1.0 / scale) }).collect();
        let Recognizer { languages, missing, .. } = recognizer;
        let mut reason = format!("recognized at {dpi:.0} dpi ({languages})");
        if seen.warp.is_some() {
            reason.push_str(", sheet cut out of a photograph");
        }
        if seen.sized {
            reason.push_str(", reduced to letters of the usual height");
        }
        if let Some((skew, _)) = &skew {
            reason.push_str(&format!(", straightened by {:.1}°", -skew));
        }
        match n_bands {
            0 => {}
            1 => reason.push_str(", light print in a dark box turned dark"),
            n => reason.push_str(&format!(", light print in {n} dark boxes turned dark")),
        }
        if darkened {
            reason.push_str(", faint print darkened");
        }
        if too_many > 0 {
            reason.push_str(&format!(", {too_many} doubted places not read a second time"));
        }
        let mut notes = Vec::new();
        if !missing.is_empty() {
            notes.push(Remark::new(
                format!("no language data of `{missing}` is installed for Tesseract"),
                format!("Tesseract에 `{missing}` 언어 데이터가 설치되어 있지 않습니다"),
            ));
        }
        let view = (skew.is_some() || quarters != 0 || seen.warp.is_some()).then(|| {
            let (width, height) = (seen.image.width as f64, seen.image.height as f64);
            let turned = Warp::quarters(quarters, width, height);
            let whole = Warp::scaling(f64::from(scale / seen.source_scale));
            let here = skew.map_or(turned, |(_, turning)| turning.of(&turned));
            here.of(&seen.warp.unwrap_or(whole))
                .in_units(f64::from(scale), f64::from(seen.source_scale))
        });
        let (width, height) = (w as f32 / scale, h as f32 / scale);
        let back = view.and_then(|it| it.inverse());
        let seals = seen.seals.iter().map(|&it| back.map_or(it, |back| back.source_box(it)));
        let marks = seals.map(Mark::seal).collect();
        let source = Source::Ocr;
        let page = Page { number, width, height, source, reason, lines, rulings, marks, view };
        Ok(Recognition { page, notes })
    }
}
