//! `DocInfo`: shapes of letters and paragraphs, numberings, borders.

use super::records::{
    BIN_DATA, BORDER_FILL, BULLET, Branch, CHAR_SHAPE, NUMBERING, PARA_SHAPE, Record,
};
use crate::reading::office::flow::{Align, Borders};
use crate::reading::office::hangul::{Book, Fill, Heading, Letters, Level, Shape};
use crate::reading::office::numerals::Numerals;

/// Where a picture lies in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stored {
    /// The stream.
    pub(super) name: String,
    /// Whether it is packed; none where the document's own setting counts.
    pub(super) is_packed: Option<bool>,
}

/// The binary data that `DocInfo` lists, in its order; none for what lies outside of the file.
pub(super) fn stored(records: &[Branch<'_>]) -> Vec<Option<Stored>> {
    let all = records.iter().flat_map(|it| {
        let own = (it.record.tag == BIN_DATA).then_some(it.record);
        own.into_iter().chain(it.all(BIN_DATA))
    });
    all.map(|it| {
        let flags = it.short(0);
        let (ending, _) = it.text(4);
        let is_packed = match (flags >> 4) & 3 {
            0 => None,
            n => Some(n == 1),
        };
        let is_plain = !ending.is_empty() && ending.chars().all(|it| it.is_ascii_alphanumeric());
        let name = format!("/BinData/BIN{:04X}.{ending}", it.short(2));
        (flags & 0xf == 1 && is_plain).then_some(Stored { name, is_packed })
    })
    .collect()
}

/// Takes `DocInfo` apart.
pub(super) fn book(records: &[Branch<'_>]) -> Book {
    let mut book = Book::default();
    let mut waiting: Vec<&Branch<'_>> = records.iter().rev().collect();
    while let Some(it) = waiting.pop() {
        waiting.extend(it.below.iter().rev());
        let record = &it.record;
        match record.tag {
            CHAR_SHAPE => {
                let size = record.signed(42).clamp(100, 40_000) as f32 / 100.0;
                let bold = record.long(46) & 2 != 0;
                book.letters.insert(book.letters.len(), Letters { size, bold });
            }
            PARA_SHAPE => {
                book.shapes.insert(book.shapes.len(), shape(record));
            }
            // Borders, numberings and bullets count from 1.
            BORDER_FILL => {
                book.fills.insert(book.fills.len() + 1, fill(record));
            }
            NUMBERING => {
                book.numberings.insert(book.numberings.len() + 1, numbering(record));
            }
            BULLET => {
                let sign = char::from_u32(u32::from(record.short(12))).unwrap_or('•');
                book.bullets.insert(book.bullets.len() + 1, sign);
            }
            _ => {}
        }
    }
    book
}

fn shape(it: &Record<'_>) -> Shape {
    let flags = it.long(0);
    let number = usize::from(it.short(30));
    let heading = match (flags >> 23) & 3 {
        1 => Heading::Outline,
        2 => Heading::Number(number),
        3 => Heading::Bullet(number),
        _ => Heading::None,
    };
    // Lengths of paragraphs are counted in half units.
    let points = |at: usize| it.signed(at) as f32 / 200.0;
    Shape {
        align: match (flags >> 2) & 7 {
            2 => Align::Right,
            3 => Align::Center,
            _ => Align::Left,
        },
        indent: points(4),
        first: points(12),
        before: points(16),
        after: points(20),
        heading,
        level: ((flags >> 25) & 7) as usize,
    }
}

fn fill(it: &Record<'_>) -> Fill {
    // Left, right, above, below: a kind, a thickness and a color each.
    let has = |n: usize| it.byte(2 + 6 * n) != 0;
    let borders = Borders { left: has(0), right: has(1), top: has(2), bottom: has(3) };
    let is_colored = it.long(32) & 1 != 0;
    let color = [it.byte(36), it.byte(37), it.byte(38)];
    let is_seen = is_colored && color != [255; 3] && it.byte(39) != 255;
    Fill { borders, shade: is_seen.then_some(color) }
}

fn numbering(it: &Record<'_>) -> Vec<Level> {
    let mut levels = Vec::new();
    let mut at = 0;
    for _ in 0..7 {
        let flags = it.long(at);
        let (text, end) = it.text(at + 12);
        levels.push(Level { text, numerals: numerals((flags >> 5) & 0xf), start: 1 });
        at = end;
    }
    // The first number of all, then one for each level in newer files.
    for (i, level) in levels.iter_mut().enumerate() {
        let from = at + 2 + 4 * i;
        if from + 4 <= it.data.len() {
            level.start = it.long(from).clamp(1, 1_000_000);
        }
    }
    levels
}

/// The numerals of a number's format.
pub(super) fn numerals(code: u32) -> Numerals {
    match code {
        1 => Numerals::Circled,
        2 => Numerals::UpperRoman,
        3 => Numerals::LowerRoman,
        4 => Numerals::UpperLetter,
        5 => Numerals::LowerLetter,
        7 => Numerals::CircledLetter,
        8 => Numerals::Ganada,
        9 => Numerals::CircledGanada,
        10 => Numerals::Chosung,
        11 => Numerals::CircledChosung,
        12 => Numerals::Korean,
        13 => Numerals::Hanja,
        _ => Numerals::Decimal,
    }
}
