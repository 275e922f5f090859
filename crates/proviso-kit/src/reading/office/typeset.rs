//! Gives a flow its pages: every word a place, every printed border a line.
//!
//! One layout serves both sides: the words and rulings of a [`Page`], and the picture of the page
//! ([`super::draw`]).
//!
//! **Invariant:** every visible character of the flow is in exactly one word of one page, unless a
//! note says where the pages were cut off. Words are torn apart only where one is wider than its
//! line can be: an amount in a narrow cell is squeezed before it is torn.

mod lines;
mod tables;

use proviso_core::document::{Line, Page, Rect, Source, Word};
use proviso_core::remark::Remark;
use unicode_normalization::UnicodeNormalization as _;

use super::flow::{Block, Flow, MAX_DEPTH, PAGE_COUNT, PAGE_NUMBER, Paper, Section};
use super::pictures::Picture;
use proviso_core::document::rulings::Collector;

/// More pages than this are cut off, with a note.
pub(crate) const MAX_PAGES: usize = 1_000;
/// Thickness of a printed border, points.
const BORDER: f32 = 0.6;
/// A picture in a table is not higher than this, so that its row stays on one page.
const NESTED_PICTURE: f32 = 480.0;

/// A page with everything that is printed on it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sheet {
    /// Points.
    pub width: f32,
    /// Points.
    pub height: f32,
    /// What is on it; later things lie over earlier ones.
    pub items: Vec<Item>,
    /// For the page's reason; may be empty.
    pub about: String,
}

/// Something printed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Item {
    /// Words on one baseline.
    Line(Vec<Printed>),
    /// A border.
    Stroke(Rect),
    /// A colored ground.
    Shade(Rect, [u8; 3]),
    /// A picture, and whether it stands in the text, not above or below it.
    Picture(Rect, Picture, bool),
}

/// A word at its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Printed {
    /// Without white space.
    pub text: String,
    /// Left edge.
    pub x: f32,
    /// Where the letters stand.
    pub baseline: f32,
    /// How far they reach.
    pub width: f32,
    /// Height of an em.
    pub size: f32,
    /// Whether it is bold.
    pub bold: bool,
}

impl Printed {
    fn rect(&self) -> Rect {
        let (top, bottom) = (self.baseline - 0.82 * self.size, self.baseline + 0.2 * self.size);
        Rect::new(self.x, top, self.x + self.width, bottom)
    }
}

impl Item {
    /// The box around it.
    pub(crate) fn bounds(&self) -> Rect {
        match self {
            Item::Line(words) => {
                let boxes = words.iter().map(Printed::rect);
                boxes.reduce(|a, b| a.union(&b)).unwrap_or(Rect::new(0.0, 0.0, 0.0, 0.0))
            }
            Item::Stroke(it) | Item::Shade(it, _) | Item::Picture(it, ..) => *it,
        }
    }

    /// Upper and lower end.
    fn extent(&self) -> (f32, f32) {
        match self {
            Item::Line(words) => {
                let ends = words.iter().map(|it| (it.rect().y0, it.rect().y1));
                ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 0.0))
            }
            Item::Stroke(it) | Item::Shade(it, _) | Item::Picture(it, ..) => (it.y0, it.y1),
        }
    }

    fn moved(mut self, dx: f32, dy: f32) -> Item {
        match &mut self {
            Item::Line(words) => {
                for it in words {
                    it.x += dx;
                    it.baseline += dy;
                }
            }
            Item::Stroke(it) | Item::Shade(it, _) | Item::Picture(it, ..) => {
                *it = Rect { x0: it.x0 + dx, y0: it.y0 + dy, x1: it.x1 + dx, y1: it.y1 + dy };
            }
        }
        self
    }
}

/// What stays together while pages are filled: a line, the rows that a merged cell holds together.
#[derive(Debug, Clone, Default, PartialEq)]
struct Piece {
    items: Vec<Item>,
    height: f32,
    /// Space above, unless it begins a page.
    gap: f32,
    /// Whether it begins a page.
    breaks: bool,
}

/// The pages of a flow, and notes about what did not fit.
pub(crate) fn typeset(flow: &Flow) -> (Vec<Sheet>, Vec<Remark>) {
    let (mut sheets, mut notes) = (Vec::new(), Vec::new());
    for section in &flow.sections {
        fill(section, &mut sheets);
        if sheets.len() > MAX_PAGES {
            sheets.truncate(MAX_PAGES);
            notes.push(Remark::new(
                format!("only the first {MAX_PAGES} pages are read; split the file"),
                format!("처음 {MAX_PAGES}쪽만 읽었습니다. 파일을 나누어 추가하세요"),
            ));
            break;
        }
    }
    let n_pages = sheets.len();
    for (i, sheet) in sheets.iter_mut().enumerate() {
        for item in &mut sheet.items {
            let Item::Line(words) = item else { continue };
            for it in words.iter_mut().filter(|it| it.text.contains([PAGE_NUMBER, PAGE_COUNT])) {
                let numbers = it.text.replace(PAGE_NUMBER, &(i + 1).to_string());
                it.text = numbers.replace(PAGE_COUNT, &n_pages.to_string());
            }
        }
    }
    (sheets, notes)
}

/// How high blocks are that are `width` wide and stand on one page.
pub(crate) fn height(blocks: &[Block], width: f32) -> f32 {
    stacked(pieces(blocks, width, 0)).height
}

/// The pieces of blocks that are `width` wide.
fn pieces(blocks: &[Block], width: f32, depth: usize) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let mut breaks = false;
    for block in blocks {
        let start = out.len();
        match block {
            Block::Paragraph(it) => out.extend(lines::paragraph(it, width)),
            Block::Picture(it) => out.push(picture(it, width, depth)),
            Block::Table(it) if depth < MAX_DEPTH => out.extend(tables::table(it, width, depth)),
            Block::Table(it) => {
                let cells = it.rows.iter().flat_map(|it| &it.cells);
                for cell in cells {
                    out.extend(pieces_of_paragraphs(&cell.blocks, width));
                }
            }
            Block::PageBreak => {
                breaks = true;
                continue;
            }
        }
        if breaks && let Some(first) = out.get_mut(start) {
            first.breaks = true;
            breaks = false;
        }
    }
    out
}

/// The text of blocks beyond the deepest table, without any more tables.
fn pieces_of_paragraphs(blocks: &[Block], width: f32) -> Vec<Piece> {
    let mut out = Vec::new();
    // Tables are put aside with what is in them, so nothing here calls itself.
    let mut waiting: Vec<&Block> = blocks.iter().rev().collect();
    while let Some(block) = waiting.pop() {
        match block {
            Block::Paragraph(it) => out.extend(lines::paragraph(it, width)),
            Block::Table(it) => {
                let cells = it.rows.iter().flat_map(|it| &it.cells);
                let inner: Vec<&Block> = cells.flat_map(|it| &it.blocks).collect();
                waiting.extend(inner.into_iter().rev());
            }
            Block::Picture(it) => out.push(picture(it, width, MAX_DEPTH)),
            Block::PageBreak => {}
        }
    }
    out
}

fn picture(it: &Picture, width: f32, depth: usize) -> Piece {
    let it = it.clone().within(width, if depth > 0 { NESTED_PICTURE } else { f32::MAX });
    let rect = Rect { x0: 0.0, y0: 0.0, x1: it.width, y1: it.height };
    let height = it.height + 2.0;
    Piece { items: vec![Item::Picture(rect, it, true)], height, gap: 2.0, breaks: false }
}

/// Pieces below each other as one.
fn stacked(pieces: Vec<Piece>) -> Piece {
    let mut out = Piece::default();
    for (i, piece) in pieces.into_iter().enumerate() {
        out.height += if i == 0 { 0.0 } else { piece.gap };
        let y = out.height;
        out.items.extend(piece.items.into_iter().map(|it| it.moved(0.0, y)));
        out.height += piece.height;
    }
    out
}

/// What stands above and below the text of a page.
#[derive(Debug, Clone, Default)]
struct Frame {
    header: Piece,
    footer: Piece,
    top: f32,
    bottom: f32,
}

impl Frame {
    fn new(header: &[Block], footer: &[Block], paper: &Paper) -> Frame {
        let mut header = stacked(pieces(header, paper.inner_width(), 1));
        let mut footer = stacked(pieces(footer, paper.inner_width(), 1));
        for it in header.items.iter_mut().chain(&mut footer.items) {
            // Pictures here are letterheads and logos, the same on every page.
            if let Item::Picture(_, _, in_text) = it {
                *in_text = false;
            }
        }
        // However much there is above and below, the text keeps a third of the page.
        let most = paper.height / 3.0;
        let above = (paper.header + header.height + 4.0).min(most);
        let below = (paper.footer + footer.height + 4.0).min(most);
        let top = if header.items.is_empty() { paper.top } else { paper.top.max(above) };
        let bottom = if footer.items.is_empty() { paper.bottom } else { paper.bottom.max(below) };
        Frame { header, footer, top, bottom: paper.height - bottom }
    }
}

/// Lays a section on its pages.
fn fill(section: &Section, sheets: &mut Vec<Sheet>) {
    let paper = section.paper.sound();
    let usual = Frame::new(&section.header, &section.footer, &paper);
    let first = match &section.first {
        Some((header, footer)) => Frame::new(header, footer, &paper),
        None => usual.clone(),
    };
    let about = &section.about;
    let mut pages = Pages { sheets, paper, frame: first, usual, y: 0.0, about };
    pages.begin();
    for piece in pieces(&section.body, paper.inner_width(), 0) {
        pages.place(piece);
        if pages.sheets.len() > MAX_PAGES {
            return;
        }
    }
}

/// Pages while they are filled.
struct Pages<'a> {
    sheets: &'a mut Vec<Sheet>,
    paper: Paper,
    /// Of the page that is filled.
    frame: Frame,
    /// Of all pages but the first.
    usual: Frame,
    /// Where the next piece goes.
    y: f32,
    about: &'a str,
}

impl Pages<'_> {
    fn begin(&mut self) {
        let Paper { width, height, left, header, footer, .. } = self.paper;
        let mut items = Vec::new();
        let put = |piece: &Piece, y: f32, items: &mut Vec<Item>| {
            items.extend(piece.items.iter().map(|it| it.clone().moved(left, y)));
        };
        put(&self.frame.header, header, &mut items);
        put(&self.frame.footer, height - footer - self.frame.footer.height, &mut items);
        self.sheets.push(Sheet { width, height, items, about: self.about.to_owned() });
        self.y = self.frame.top;
    }

    /// Goes to the next page.
    fn turn(&mut self) {
        self.frame = self.usual.clone();
        self.begin();
    }

    fn print(&mut self, items: Vec<Item>) {
        let (left, y) = (self.paper.left, self.y);
        if let Some(sheet) = self.sheets.last_mut() {
            sheet.items.extend(items.into_iter().map(|it| it.moved(left, y)));
        }
    }

    fn place(&mut self, mut piece: Piece) {
        let Frame { top, bottom, .. } = self.frame;
        let room = bottom - top;
        if piece.breaks && self.y > top {
            self.turn();
        }
        if self.y > self.frame.top {
            self.y += piece.gap;
        }
        if let [Item::Picture(rect, it, _)] = piece.items.as_mut_slice()
            && piece.height > room
        {
            *it = it.clone().within(f32::MAX, (room - 3.0).max(1.0));
            (rect.x1, rect.y1) = (rect.x0 + it.width, rect.y0 + it.height);
            piece.height = it.height + 2.0;
        }
        // What is taller than a page is cut, but not begun at the foot of one.
        let wanted = piece.height.min(0.75 * room);
        let fits = self.y + piece.height <= self.frame.bottom + 0.5;
        let begun = self.y > self.frame.top;
        if !fits && begun && (piece.height <= room || self.y + wanted > self.frame.bottom) {
            self.turn();
        }
        while self.y + piece.height > self.frame.bottom + 0.5 {
            let (above, below) = cut(piece, self.frame.bottom - self.y);
            self.print(above);
            self.turn();
            piece = below;
            if self.sheets.len() > MAX_PAGES {
                return;
            }
        }
        let height = piece.height;
        self.print(piece.items);
        self.y += height;
    }
}

/// Parts a piece at or above `most`, between lines of text.
fn cut(piece: Piece, most: f32) -> (Vec<Item>, Piece) {
    let mut at = most;
    // Each round moves the cut above a line that it crossed; there are only so many side by side.
    for _ in 0..64 {
        let crossed = piece.items.iter().filter(|it| matches!(it, Item::Line(_)));
        let starts = crossed.map(Item::extent).filter(|&(y0, y1)| y0 < at && at < y1);
        match starts.map(|it| it.0).reduce(f32::min) {
            Some(start) if start > 0.3 * most => at = start,
            _ => break,
        }
    }
    let (mut above, mut below) = (Vec::new(), Vec::new());
    let mut walls: Option<(f32, f32)> = None;
    for item in piece.items {
        let (y0, y1) = item.extent();
        match item {
            Item::Stroke(it) if y0 < at && at < y1 && it.height() > it.width() => {
                let (x0, x1) = walls.unwrap_or((it.x0, it.x1));
                walls = Some((x0.min(it.x0), x1.max(it.x1)));
                above.push(Item::Stroke(Rect { y1: at, ..it }));
                below.push(Item::Stroke(Rect { y0: at, ..it }));
            }
            Item::Shade(it, color) if y0 < at && at < y1 => {
                above.push(Item::Shade(Rect { y1: at, ..it }, color));
                below.push(Item::Shade(Rect { y0: at, ..it }, color));
            }
            it if (y0 + y1) / 2.0 <= at => above.push(it),
            it => below.push(it),
        }
    }
    // Cells that go on are closed here and opened again there.
    if let Some((x0, x1)) = walls {
        let edge = Item::Stroke(Rect { x0, y0: at - BORDER / 2.0, x1, y1: at + BORDER / 2.0 });
        above.push(edge.clone());
        below.push(edge);
    }
    let items = below.into_iter().map(|it| it.moved(0.0, -at)).collect();
    (above, Piece { items, height: piece.height - at, gap: 0.0, breaks: false })
}

impl Sheet {
    /// The pictures on it, and their places.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = (Rect, &Picture)> {
        self.items.iter().filter_map(|it| match it {
            Item::Picture(rect, picture, _) => Some((*rect, picture)),
            _ => None,
        })
    }

    /// Those that may hold text.
    pub(crate) fn readable(&self) -> impl Iterator<Item = (Rect, &Picture)> {
        self.items.iter().filter_map(|it| match it {
            Item::Picture(rect, picture, true) if picture.may_hold_text() => Some((*rect, picture)),
            _ => None,
        })
    }

    /// As a page of a document.
    pub(crate) fn page(&self, number: u32, reason: &str) -> Page {
        let all = Rect { x0: 0.0, y0: 0.0, x1: self.width, y1: self.height };
        let mut rulings = Collector::new(self.width, self.height);
        let mut lines = Vec::new();
        for item in &self.items {
            match item {
                Item::Stroke(it) => rulings.bar(*it, &all),
                Item::Line(words) => {
                    let words: Vec<Word> = words
                        .iter()
                        .map(|it| Word {
                            text: it.text.nfc().collect(),
                            rect: it.rect(),
                            confidence: 1.0,
                            source: Source::Native,
                            others: Vec::new(),
                        })
                        .collect();
                    if !words.is_empty() {
                        lines.push(Line { words });
                    }
                }
                Item::Shade(..) | Item::Picture(..) => {}
            }
        }
        lines.sort_by(|a: &Line, b| a.rect().y0.total_cmp(&b.rect().y0));
        let reason = match self.about.as_str() {
            "" => reason.to_owned(),
            about => format!("{about}, {reason}"),
        };
        Page {
            number,
            width: self.width,
            height: self.height,
            source: Source::Native,
            reason,
            lines,
            rulings: rulings.finish(),
            marks: Vec::new(),
            view: None,
        }
    }
}
