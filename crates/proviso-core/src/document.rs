//! A document as it was read: pages, lines and words, each with its box on the page.
//!
//! **Invariant:** text is NFC, never empty, and holds no line break; boxes lie in page coordinates:
//! points (1/72 inch) for PDF and office formats, pixels for images, character cells for plain text
//! ([`Measure`]), with the origin at the top left and `y` growing downwards.
//!
//! **Invariant:** nothing here says what a text means; that is the analysis' work. Lines are the
//! reader's hint: words on one baseline in reading order, table cells may stand on one line.

pub mod check_box;
pub mod format;
pub mod rulings;

use serde::{Deserialize, Serialize};

pub use self::format::{Format, Measure};
use crate::remark::Remark;
use crate::value::Value;

/// The reason of a page on which nothing is printed.
pub const BLANK: &str = "blank page";

/// An axis-parallel box in page coordinates, `x0 <= x1`, `y0 <= y1`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Rect {
    /// Left edge.
    pub x0: f32,
    /// Upper edge.
    pub y0: f32,
    /// Right edge.
    pub x1: f32,
    /// Lower edge.
    pub y1: f32,
}

impl Rect {
    /// A box from any two opposite corners, rounded to hundredths so that stored JSON is stable.
    pub fn new(xa: f32, ya: f32, xb: f32, yb: f32) -> Rect {
        let r = |v: f32| if v.is_finite() { (v * 100.0).round() / 100.0 } else { 0.0 };
        Rect { x0: r(xa.min(xb)), y0: r(ya.min(yb)), x1: r(xa.max(xb)), y1: r(ya.max(yb)) }
    }
    /// Width in page units.
    pub fn width(&self) -> f32 {
        self.x1 - self.x0
    }
    /// Height in page units.
    pub fn height(&self) -> f32 {
        self.y1 - self.y0
    }
    /// The middle of the box.
    pub fn center(&self) -> (f32, f32) {
        ((self.x0 + self.x1) / 2.0, (self.y0 + self.y1) / 2.0)
    }
    /// The smallest box that holds both.
    pub fn union(&self, other: &Rect) -> Rect {
        Rect {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }
    /// Every coordinate times a factor.
    pub fn scaled(&self, by: f32) -> Rect {
        Rect::new(self.x0 * by, self.y0 * by, self.x1 * by, self.y1 * by)
    }
    /// With room around it, on each side this much.
    pub fn grown(&self, across: f32, down: f32) -> Rect {
        let (x0, y0) = (self.x0 - across, self.y0 - down);
        Rect { x0, y0, x1: self.x1 + across, y1: self.y1 + down }
    }
    /// Whether the middle of `other` lies in this box.
    pub fn holds(&self, other: &Rect) -> bool {
        let (x, y) = other.center();
        self.x0 <= x && x <= self.x1 && self.y0 <= y && y <= self.y1
    }
}

/// How large a page of a file is, in page units; 0 by 0 where that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct PageSize {
    /// From left to right.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
}

impl PageSize {
    /// A size that makes sense; a page of no extent, or of an endless one, is of no known size.
    pub fn new(width: f32, height: f32) -> PageSize {
        let is_one = |it: f32| it.is_finite() && it > 0.0;
        if is_one(width) && is_one(height) {
            PageSize { width, height }
        } else {
            PageSize::default()
        }
    }
}

/// Where the words of a page, or a single word, came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The text layer of a PDF.
    TextLayer,
    /// Optical character recognition of a page image.
    Ocr,
    /// A format whose text needs no reading: TXT, MD, office files.
    Native,
}

/// One word (a run of text without white space) and its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Word {
    /// The text, NFC, without white space.
    pub text: String,
    /// Its box on the page.
    #[serde(rename = "box")]
    pub rect: Rect,
    /// How sure the reader is, 0 to 1; 1 for text layers and native text.
    pub confidence: f32,
    /// Which reader found it.
    pub source: Source,
    /// Where a number was recognized more than once and came out differently: the other readings,
    /// each once, none equal to `text`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Reading>,
}

/// What else a recognized word may say.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The text, NFC, without white space.
    pub text: String,
    /// How sure the reader is, 0 to 1.
    pub confidence: f32,
}

/// Words that share a baseline, in reading order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The words, never empty.
    pub words: Vec<Word>,
}

impl Line {
    /// The box around all words.
    pub fn rect(&self) -> Rect {
        let mut it = self.words.iter().map(|it| it.rect);
        let first = it.next().unwrap_or(Rect { x0: 0.0, y0: 0.0, x1: 0.0, y1: 0.0 });
        it.fold(first, |a, b| a.union(&b))
    }
    /// The words joined by single spaces.
    pub fn text(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|it| it.text.as_str()).collect();
        words.join(" ")
    }
}

/// A straight printed line, horizontal or vertical: the frame of a table cell, or an underline.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Ruling {
    /// Its box; the longer side tells the direction, the shorter is the thickness.
    #[serde(rename = "box")]
    pub rect: Rect,
}

impl Ruling {
    /// Whether it runs from left to right.
    pub fn is_horizontal(&self) -> bool {
        self.rect.width() >= self.rect.height()
    }
}

/// What stands on a page besides text and lines.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// Its box on the page.
    #[serde(rename = "box")]
    pub rect: Rect,
}

impl Mark {
    /// A seal at this place.
    pub fn seal(rect: Rect) -> Mark {
        Mark { kind: MarkKind::Seal, rect }
    }
}

/// The kinds of marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// A seal in red ink: 도장, 직인.
    Seal,
}

/// How a photographed or scanned page was straightened: a homography from page coordinates to the
/// coordinates of the file's own page, row by row.
///
/// Source: Hartley and Zisserman, Multiple View Geometry, 2nd ed., section 2.3.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct View(pub [f64; 9]);

impl View {
    /// Where a point of the page lies on the file's own page.
    pub fn source_of(&self, x: f64, y: f64) -> (f64, f64) {
        let it = &self.0;
        let w = it[6] * x + it[7] * y + it[8];
        ((it[0] * x + it[1] * y + it[2]) / w, (it[3] * x + it[4] * y + it[5]) / w)
    }
    /// The way back: from the file's own page to here. None where there is no way back.
    pub fn inverse(&self) -> Option<View> {
        let [a, b, c, d, e, f, g, h, i] = self.0;
        let adjugate = [
            e * i - f * h,
            c * h - b * i,
            b * f - c * e,
            f * g - d * i,
            a * i - c * g,
            c * d - a * f,
            d * h - e * g,
            b * g - a * h,
            a * e - b * d,
        ];
        let scale = adjugate[8];
        let usable = scale.is_finite() && scale.abs() > 1e-12;
        usable.then(|| View(adjugate.map(|it| it / scale)))
    }
    /// The box around a box's corners where they lie on the file's own page.
    pub fn source_box(&self, it: Rect) -> Rect {
        let corners = [(it.x0, it.y0), (it.x1, it.y0), (it.x0, it.y1), (it.x1, it.y1)];
        let [first, rest @ ..] = corners.map(|(x, y)| {
            let (x, y) = self.source_of(f64::from(x), f64::from(y));
            Rect::new(x as f32, y as f32, x as f32, y as f32)
        });
        rest.into_iter().fold(first, |a, b| a.union(&b))
    }
}

/// One page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// Counted from 1.
    pub number: u32,
    /// Width in page units.
    pub width: f32,
    /// Height in page units.
    pub height: f32,
    /// How the page was read.
    pub source: Source,
    /// Why it was read so, or why it could not be read: `text layer by hayro`,
    /// `no text layer: OCR at 300 dpi`. For people.
    pub reason: String,
    /// Lines from top to bottom.
    pub lines: Vec<Line>,
    /// Printed lines; empty where the reader sees none.
    #[serde(default)]
    pub rulings: Vec<Ruling>,
    /// Seals; empty where the reader sees none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// How to come from here to the file's own page (PDF points, or the image's pixels); none where
    /// both are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
}

impl Page {
    /// How many words there are on it.
    pub fn n_words(&self) -> usize {
        self.lines.iter().map(|it| it.words.len()).sum()
    }

    /// Where the seals on it are.
    pub fn seals(&self) -> impl Iterator<Item = Rect> {
        self.marks.iter().filter(|it| it.kind == MarkKind::Seal).map(|it| it.rect)
    }
}

/// Something that a page or the file lost while being read, said to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReadNote {
    /// The page, counted from 1; none for the whole file.
    pub page: Option<u32>,
    /// What happened and what to do.
    pub message: Remark,
}

impl ReadNote {
    /// The remark behind its place: the document, where there are several, and the page.
    pub fn placed(&self, document: Option<&str>) -> Remark {
        let place = |page: Option<String>| {
            let parts: Vec<String> = document.map(str::to_owned).into_iter().chain(page).collect();
            if parts.is_empty() { String::new() } else { format!("{}: ", parts.join(", ")) }
        };
        let Remark { en, ko } = &self.message;
        Remark::new(
            format!("{}{en}", place(self.page.map(|it| format!("page {it}")))),
            format!("{}{ko}", place(self.page.map(|it| format!("{it}쪽")))),
        )
    }
}

/// One input file as it was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The file's name without its folders.
    pub name: String,
    /// SHA-256 of the file in lower-case hex: the document's id in evidence.
    pub sha256: String,
    /// The format, by content.
    pub format: Format,
    /// The pages in order; a page that could not be read is there, empty, with its reason.
    pub pages: Vec<Page>,
    /// What was lost on the way.
    #[serde(default)]
    pub notes: Vec<ReadNote>,
    /// Whether it took a password to read it: what is made of it is then kept no longer than needed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub locked: bool,
    /// What it says to programs; shown on pages of its own, behind those that are printed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub embedded: Vec<Embedded>,
}

impl Document {
    /// How many words there are on its pages.
    pub fn n_words(&self) -> usize {
        self.pages.iter().map(Page::n_words).sum()
    }

    /// The pages that people read; those that show what the file says to programs are left out.
    pub fn printed(&self) -> impl Iterator<Item = &Page> {
        let shows = |page: &Page| {
            self.embedded.iter().flat_map(|it| &it.values).any(|it| it.page == page.number)
        };
        self.pages.iter().filter(move |it| !shows(it))
    }
}

/// A file within a file that programs read instead of the page: an invoice as XML.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Embedded {
    /// Its name: `factur-x.xml`.
    pub name: String,
    /// Whether it takes back what was charged: its amounts are printed with the other sign at will.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub credit: bool,
    /// Its values in its own order; there is at least one.
    pub values: Vec<EmbeddedValue>,
}

/// One value of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EmbeddedValue {
    /// What it is, by [`crate::analysis::embedded`]: `grand_total`, `issue_date` …
    pub term: String,
    /// What the file calls it: `GrandTotalAmount`.
    pub label: String,
    /// The value, canonical.
    #[serde(flatten)]
    pub value: Value,
    /// The page that shows it.
    pub page: u32,
    /// Its place there.
    #[serde(rename = "box")]
    pub rect: Rect,
}
