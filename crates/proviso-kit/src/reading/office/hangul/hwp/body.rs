//! Sections of HWP 5: paragraphs, and the controls that stand in them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::info::numerals;
use super::records::{
    Branch, CTRL_HEADER, EQUATION, FORM_OBJECT, LIST_HEADER, OLE, PAGE_DEF, PARA_CHAR_SHAPE,
    PARA_HEADER, PARA_TEXT, PICTURE, Record, SHAPE_COMPONENT, TABLE,
};
use crate::reading::office::flow::{
    Align, Block, Flow, MAX_DEPTH, PAGE_COUNT, PAGE_NUMBER, Paper, framed,
};
use crate::reading::office::hangul::{
    Book, Gathered, Letters, Placed, Position, Writing, seen, table,
};
use crate::reading::office::pictures::{Album, Image, Picture};
use proviso_core::document::check_box;

/// Points of a Hangul unit.
const UNIT: f32 = 0.01;

/// Where the reading of a document stands.
pub(super) struct Reading {
    book: Book,
    /// The pictures by their places in the list of the document.
    images: BTreeMap<u16, Arc<Image>>,
}

/// A piece of a paragraph's text.
enum Piece {
    /// Characters, and the place of the first in 16-bit units.
    Text(usize, String),
    /// A control, in the order of those of the paragraph.
    Control,
}

impl Reading {
    pub(super) fn new(book: Book, images: BTreeMap<u16, Arc<Image>>) -> Reading {
        Reading { book, images }
    }

    pub(super) fn finish(mut self, album: &Album, flow: &mut Flow) {
        album.tell(&mut self.book.left_out);
        self.book.finish(flow);
    }

    /// The paragraphs among records of one level.
    pub(super) fn paragraphs(
        &mut self,
        of: &[Branch<'_>],
        depth: usize,
        section: &mut Gathered,
    ) -> Vec<Block> {
        let mut out = Vec::new();
        if depth > MAX_DEPTH + 4 {
            return out;
        }
        for it in of.iter().filter(|it| it.record.tag == PARA_HEADER) {
            if it.record.byte(11) & 4 != 0 && !out.is_empty() {
                out.push(Block::PageBreak);
            }
            out.extend(self.paragraph(it, depth, section));
        }
        out
    }

    fn paragraph(&mut self, it: &Branch<'_>, depth: usize, section: &mut Gathered) -> Vec<Block> {
        let shape = self.book.shape(usize::from(it.record.short(8)));
        let runs = runs(it.child(PARA_CHAR_SHAPE).map(|it| it.record));
        let letters_at = |at: usize| {
            let run = runs.partition_point(|it| it.0 <= at).saturating_sub(1);
            runs.get(run).map_or(0, |it| it.1)
        };
        let mut controls = it.below.iter().filter(|it| it.record.tag == CTRL_HEADER);
        // The outline's numbering stands in the section's definition, in its first paragraph.
        for it in controls.clone().filter(|it| it.record.data.starts_with(b"dces")) {
            self.definition(it, section);
        }
        let usual = self.book.letters(letters_at(0));
        let label = self.book.label(shape);
        let mut writing = Writing::new(shape, usual, label);
        let text = it.child(PARA_TEXT).map(|it| pieces(it.record)).unwrap_or_default();
        for piece in text {
            match piece {
                Piece::Text(start, text) => {
                    let mut at = start;
                    for c in text.chars() {
                        let letters = self.book.letters(letters_at(at));
                        writing.push(seen(c).encode_utf8(&mut [0; 4]), letters);
                        at += c.len_utf16();
                    }
                }
                Piece::Control => {
                    if let Some(it) = controls.next() {
                        self.control(it, usual, depth, section, &mut writing);
                    }
                }
            }
        }
        // Controls that the text does not name are read all the same.
        for it in controls {
            self.control(it, usual, depth, section, &mut writing);
        }
        writing.finish()
    }

    fn definition(&mut self, it: &Branch<'_>, section: &mut Gathered) {
        let outline = usize::from(it.record.short(18));
        if outline > 0 {
            self.book.outline = outline;
        }
        let Some(page) = it.child(PAGE_DEF).map(|it| it.record) else { return };
        let points = |at: usize| page.long(at) as f32 * UNIT;
        let (mut width, mut height) = (points(0), points(4));
        if page.long(36) & 1 != 0 {
            (width, height) = (height, width);
        }
        let (top, bottom) = (points(16), points(20));
        let paper = Paper {
            width,
            height,
            left: points(8),
            right: points(12),
            top: top + points(24),
            bottom: bottom + points(28),
            header: top,
            footer: bottom,
        };
        section.paper.get_or_insert(paper);
    }

    fn control(
        &mut self,
        it: &Branch<'_>,
        letters: Letters,
        depth: usize,
        section: &mut Gathered,
        writing: &mut Writing,
    ) {
        let record = &it.record;
        // The four letters of a control's name stand in the file from behind.
        let name: [u8; 4] = [record.byte(3), record.byte(2), record.byte(1), record.byte(0)];
        match &name {
            b"tbl " => {
                for block in self.table(it, depth, section) {
                    writing.block(block);
                }
            }
            b"gso " => self.object(it, depth, section, writing),
            b"eqed" => {
                if let Some(it) = it.child(EQUATION) {
                    let (text, _) = it.record.text(4);
                    writing.push(&text, letters);
                }
            }
            b"head" => {
                let mut blocks = self.paragraphs(&it.below, depth + 1, section);
                section.header.append(&mut blocks);
            }
            b"foot" => {
                let mut blocks = self.paragraphs(&it.below, depth + 1, section);
                section.footer.append(&mut blocks);
            }
            b"fn  " | b"en  " => {
                let blocks = self.paragraphs(&it.below, depth + 1, section);
                let sign = self.book.note(blocks);
                writing.push(&sign, letters);
            }
            b"atno" => {
                let flags = record.long(4);
                match flags & 0xf {
                    0 => writing.push(&PAGE_NUMBER.to_string(), letters),
                    6 => writing.push(&PAGE_COUNT.to_string(), letters),
                    // Notes have their number in the text that refers to them.
                    1 | 2 => {}
                    _ => {
                        let number = u32::from(record.short(8));
                        writing.push(&numerals((flags >> 4) & 0xff).write(number), letters);
                    }
                }
            }
            b"pgnp" => {
                let flags = record.long(4);
                let at = match (flags >> 8) & 0xf {
                    1 => Position::Top(Align::Left),
                    2 => Position::Top(Align::Center),
                    3 => Position::Top(Align::Right),
                    4 | 9 => Position::Bottom(Align::Left),
                    5 => Position::Bottom(Align::Center),
                    6 | 8 | 10 => Position::Bottom(Align::Right),
                    7 => Position::Top(Align::Right),
                    _ => Position::None,
                };
                let side =
                    char::from_u32(u32::from(record.short(14))).filter(|it| !it.is_control());
                section.number_pages(at, &side.map(String::from).unwrap_or_default());
            }
            b"form" => {
                if let Some(it) = it.child(FORM_OBJECT) {
                    writing.push(&form(&it.record), letters);
                }
            }
            b"tcps" => {
                // Letters over one another, or in a frame.
                let (text, _) = record.text(4);
                writing.push(&text, letters);
            }
            b"tdut" => {
                let (text, _) = record.text(4);
                writing.push(&text, letters);
            }
            // Sections, columns, fields, bookmarks and remarks print nothing of their own.
            _ => {}
        }
    }

    fn table(&mut self, it: &Branch<'_>, depth: usize, section: &mut Gathered) -> Vec<Block> {
        let Some(start) = it.below.iter().position(|it| it.record.tag == TABLE) else {
            return Vec::new();
        };
        let mut cells = Vec::new();
        let mut at = start + 1;
        while at < it.below.len() {
            let record = it.below[at].record;
            let end = it.below[at + 1..]
                .iter()
                .position(|it| it.record.tag == LIST_HEADER)
                .map_or(it.below.len(), |n| at + 1 + n);
            if record.tag == LIST_HEADER {
                let mut blocks = self.paragraphs(&it.below[at + 1..end], depth + 1, section);
                // Some writers hang the paragraphs below the list.
                blocks.extend(self.paragraphs(&it.below[at].below, depth + 1, section));
                cells.push(Placed {
                    column: usize::from(record.short(8)),
                    row: usize::from(record.short(10)),
                    columns: usize::from(record.short(12)),
                    rows: usize::from(record.short(14)),
                    width: record.long(16) as f32 * UNIT,
                    height: record.long(20) as f32 * UNIT,
                    blocks,
                    fill: self.book.fill(usize::from(record.short(32))),
                    middle: (record.long(4) >> 5) & 3 == 1,
                    pad: f32::from(record.short(24)) * UNIT,
                });
            }
            at = end;
        }
        // What stands before the table's own record is its caption.
        let caption = self.paragraphs(&it.below[..start], depth + 1, section);
        let list = it.below[..start].iter().find(|it| it.record.tag == LIST_HEADER);
        let is_above = list.is_some_and(|it| it.record.long(8) & 3 == 2);
        let mut out = vec![table(cells, Align::Left)];
        let place = if is_above { 0 } else { 1 };
        out.splice(place..place, caption);
        out
    }

    /// Drawn objects: pictures, and shapes with text in them.
    fn object(
        &mut self,
        it: &Branch<'_>,
        depth: usize,
        section: &mut Gathered,
        writing: &mut Writing,
    ) {
        self.book.left_out.n_objects += it.count(OLE);
        let (width, height) = (it.record.long(16) as f32 * UNIT, it.record.long(20) as f32 * UNIT);
        let pictures: Vec<_> =
            it.all(PICTURE).iter().filter_map(|it| self.images.get(&it.short(71))).collect();
        // Several in one object share its place, so each has the size of its pixels.
        let size = (pictures.len() == 1).then_some((width, height));
        for image in pictures {
            writing.block(Block::Picture(Picture::new(Arc::clone(image), size)));
        }
        // The object's own list is its caption.
        let caption = self.paragraphs(&it.below, depth + 1, section);
        let components: Vec<&Branch<'_>> =
            it.below.iter().filter(|it| it.record.tag == SHAPE_COMPONENT).collect();
        for component in components {
            self.component(component, width, depth, section, writing);
        }
        for block in caption {
            writing.block(block);
        }
    }

    fn component(
        &mut self,
        it: &Branch<'_>,
        width: f32,
        depth: usize,
        section: &mut Gathered,
        writing: &mut Writing,
    ) {
        if depth > MAX_DEPTH {
            return;
        }
        let blocks = self.paragraphs(&it.below, depth + 1, section);
        if !blocks.iter().all(Block::is_blank) {
            writing.block(framed(blocks, width.clamp(40.0, 1_000.0)));
        }
        for inner in it.below.iter().filter(|it| it.record.tag == SHAPE_COMPONENT) {
            self.component(inner, width, depth + 1, section, writing);
        }
    }
}

/// Where the shapes of letters change: a place in 16-bit units, and a number.
fn runs(record: Option<Record<'_>>) -> Vec<(usize, usize)> {
    let Some(it) = record else { return Vec::new() };
    let pairs = it.data.chunks_exact(8).enumerate();
    pairs.map(|(i, _)| (it.long(8 * i) as usize, it.long(8 * i + 4) as usize)).collect()
}

/// The text of a paragraph, parted by its controls.
fn pieces(record: Record<'_>) -> Vec<Piece> {
    let n = record.data.len() / 2;
    let mut out = Vec::new();
    let mut units: Vec<u16> = Vec::new();
    let mut start = 0;
    let mut at = 0;
    let flush = |units: &mut Vec<u16>, start: usize, out: &mut Vec<Piece>| {
        if !units.is_empty() {
            let text: String = String::from_utf16_lossy(units)
                .chars()
                .filter(|it| !matches!(*it, PAGE_NUMBER | PAGE_COUNT))
                .collect();
            out.push(Piece::Text(start, text));
            units.clear();
        }
    };
    while at < n {
        let unit = record.short(2 * at);
        if units.is_empty() {
            start = at;
        }
        match unit {
            1..=3 | 11 | 12 | 14..=18 | 21..=23 => {
                flush(&mut units, start, &mut out);
                out.push(Piece::Control);
                at += 8;
                continue;
            }
            9 => {
                units.push(u16::from(b'\t'));
                flush(&mut units, start, &mut out);
                at += 8;
                continue;
            }
            // Ends of fields, marks of titles: eight units without a control.
            4..=8 | 19 | 20 => {
                flush(&mut units, start, &mut out);
                at += 8;
                continue;
            }
            10 => units.push(u16::from(b'\n')),
            24 => units.push(u16::from(b'-')),
            30 | 31 => units.push(u16::from(b' ')),
            0..32 => {}
            _ => units.push(unit),
        }
        at += 1;
    }
    flush(&mut units, start, &mut out);
    out
}

/// What a control of a form shows: its properties stand in one text, `Name:type:length:value`.
fn form(record: &Record<'_>) -> String {
    let units: Vec<u16> = (0..record.data.len() / 2).map(|i| record.short(2 * i)).collect();
    let text = String::from_utf16_lossy(&units);
    let of = |name: &str| -> Option<String> {
        let rest = &text[text.find(name)? + name.len()..];
        let (length, rest) = rest.split_once(':')?;
        Some(rest.chars().take(length.parse().ok()?).collect())
    };
    let caption = of("Caption:wstring:").or_else(|| of("Text:wstring:")).unwrap_or_default();
    let rest = text.find("Value:int:").map(|it| &text[it + 10..]);
    let is_checked = rest.is_some_and(|it| it.starts_with('1'));
    let can_be = record.data.starts_with(b"kcbt") || record.data.starts_with(b"tbrt");
    if can_be || rest.is_some() {
        format!("{} {caption} ", check_box::sign(is_checked))
    } else {
        caption
    }
}
