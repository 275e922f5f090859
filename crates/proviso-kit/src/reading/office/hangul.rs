//! Hangul documents: what HWPX and HWP 5 have in common, and their readers.
//!
//! Both say the same in different bytes: shapes of letters and paragraphs by number, automatic
//! numbers of headings, borders by number, cells with their places.

pub(crate) mod hwp;
pub(crate) mod hwpx;

use std::collections::BTreeMap;

use super::flow::{
    Align, Block, Borders, Cell, Flow, LeftOut, PAGE_NUMBER, Paper, Paragraph, Row, Run, Section,
    Table, push_run,
};
use super::numerals::Numerals;

/// Columns of a table that are believed.
const MAX_COLUMNS: usize = 1_000;
/// Rows of a table that are believed.
const MAX_ROWS: usize = 20_000;

/// How letters look.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Letters {
    size: f32,
    bold: bool,
}

impl Default for Letters {
    fn default() -> Letters {
        Letters { size: 10.0, bold: false }
    }
}

/// What stands before a paragraph by itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Heading {
    #[default]
    None,
    /// By the outline of the section.
    Outline,
    /// By the numbering of this number.
    Number(usize),
    /// A sign.
    Bullet(usize),
}

/// How a paragraph stands.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Shape {
    align: Align,
    indent: f32,
    first: f32,
    before: f32,
    after: f32,
    heading: Heading,
    level: usize,
}

/// Borders and color.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Fill {
    borders: Borders,
    shade: Option<[u8; 3]>,
}

/// A level of a numbering.
#[derive(Debug, Clone, Default, PartialEq)]
struct Level {
    /// With `^1` to `^9` for the numbers of levels.
    text: String,
    numerals: Numerals,
    start: u32,
}

/// What paragraphs, runs and cells refer to by number, and where the counting stands.
#[derive(Debug, Clone, Default)]
struct Book {
    letters: BTreeMap<usize, Letters>,
    shapes: BTreeMap<usize, Shape>,
    fills: BTreeMap<usize, Fill>,
    numberings: BTreeMap<usize, Vec<Level>>,
    bullets: BTreeMap<usize, char>,
    /// The numbering of the section's outline.
    outline: usize,
    counters: BTreeMap<usize, Vec<Option<u32>>>,
    notes: Vec<Vec<Block>>,
    left_out: LeftOut,
}

impl Book {
    fn letters(&self, number: usize) -> Letters {
        self.letters.get(&number).copied().unwrap_or_default()
    }

    fn shape(&self, number: usize) -> Shape {
        self.shapes.get(&number).copied().unwrap_or_default()
    }

    fn fill(&self, number: usize) -> Fill {
        self.fills.get(&number).copied().unwrap_or_default()
    }

    /// The number or sign before a paragraph of this shape.
    fn label(&mut self, shape: Shape) -> Option<String> {
        let number = match shape.heading {
            Heading::None => return None,
            Heading::Bullet(number) => {
                let sign = self.bullets.get(&number).copied().unwrap_or('•');
                return Some(format!("{} ", seen(sign)));
            }
            Heading::Outline => self.outline,
            Heading::Number(number) => number,
        };
        let levels = self.numberings.get(&number)?;
        let at = shape.level.min(levels.len().checked_sub(1)?);
        let counters = self.counters.entry(number).or_default();
        counters.resize(levels.len().max(counters.len()), None);
        let start = levels[at].start.max(1);
        counters[at] = Some(counters[at].map_or(start, |it| it.saturating_add(1)));
        for deeper in counters.iter_mut().skip(at + 1) {
            *deeper = None;
        }
        let mut out = String::new();
        let mut rest = levels[at].text.chars().peekable();
        while let Some(c) = rest.next() {
            let digit = if c == '^' { rest.peek().and_then(|it| it.to_digit(10)) } else { None };
            match digit.filter(|it| *it >= 1) {
                Some(digit) => {
                    rest.next();
                    let of = digit as usize - 1;
                    if let Some(level) = levels.get(of) {
                        let n = counters[of].unwrap_or(level.start.max(1));
                        out.push_str(&level.numerals.write(n));
                    }
                }
                None => out.push(c),
            }
        }
        (!out.is_empty()).then(|| format!("{out} "))
    }

    /// Puts a note aside, and says the sign that stands for it.
    fn note(&mut self, blocks: Vec<Block>) -> String {
        self.notes.push(blocks);
        format!("{})", self.notes.len())
    }

    /// Adds the notes below the text, and says what was left out.
    fn finish(self, flow: &mut Flow) {
        flow.append_notes((1..).zip(self.notes));
        flow.tell(&self.left_out);
    }
}

/// A section while its paragraphs are gathered.
#[derive(Debug, Default)]
struct Gathered {
    paper: Option<Paper>,
    header: Vec<Block>,
    footer: Vec<Block>,
    body: Vec<Block>,
}

impl Gathered {
    fn section(self) -> Section {
        let paper = self.paper.unwrap_or(Paper::A4);
        let Gathered { header, footer, body, .. } = self;
        Section { header, footer, ..Section::new(paper, body) }
    }

    /// The number that Hangul prints on every page.
    fn number_pages(&mut self, position: Position, sides: &str) {
        let text = if sides.is_empty() {
            PAGE_NUMBER.to_string()
        } else {
            format!("{sides} {PAGE_NUMBER} {sides}")
        };
        let (at, align) = match position {
            Position::None => return,
            Position::Top(align) => (&mut self.header, align),
            Position::Bottom(align) => (&mut self.footer, align),
        };
        at.push(Block::Paragraph(Paragraph { align, ..Paragraph::plain(text) }));
    }
}

/// Where a page's number stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    None,
    Top(Align),
    Bottom(Align),
}

/// A paragraph while its parts are gathered: text, and blocks that part it.
struct Writing {
    shape: Shape,
    usual: Letters,
    runs: Vec<Run>,
    out: Vec<Block>,
    started: bool,
}

impl Writing {
    fn new(shape: Shape, usual: Letters, label: Option<String>) -> Writing {
        let mut it = Writing { shape, usual, runs: Vec::new(), out: Vec::new(), started: false };
        if let Some(label) = label {
            it.push(&label, usual);
        }
        it
    }

    fn push(&mut self, text: &str, letters: Letters) {
        if text.is_empty() {
            return;
        }
        push_run(&mut self.runs, text, letters.size, letters.bold);
    }

    /// Puts a block below what is written so far.
    fn block(&mut self, block: Block) {
        if self.runs.iter().any(|it| !it.text.trim().is_empty()) {
            self.end_paragraph();
        }
        self.out.push(block);
        self.started = true;
    }

    fn end_paragraph(&mut self) {
        let Letters { size, bold } = self.usual;
        let mut runs = std::mem::take(&mut self.runs);
        if runs.is_empty() {
            runs.push(Run { text: String::new(), size, bold });
        }
        let Shape { align, indent, first, before, after, .. } = self.shape;
        self.out.push(Block::Paragraph(Paragraph { runs, align, indent, first, before, after }));
    }

    /// All blocks of the paragraph; one that holds nothing but a table has no empty line.
    fn finish(mut self) -> Vec<Block> {
        if !self.started || self.runs.iter().any(|it| !it.text.trim().is_empty()) {
            self.end_paragraph();
        }
        self.out
    }
}

/// A cell as it is read, with its place and size.
struct Placed {
    row: usize,
    column: usize,
    rows: usize,
    columns: usize,
    width: f32,
    height: f32,
    blocks: Vec<Block>,
    fill: Fill,
    middle: bool,
    pad: f32,
}

/// A table of placed cells.
fn table(cells: Vec<Placed>, align: Align) -> Block {
    let cells: Vec<Placed> = cells
        .into_iter()
        .filter(|it| it.row < MAX_ROWS && it.column < MAX_COLUMNS)
        .map(|it| Placed {
            rows: it.rows.clamp(1, MAX_ROWS - it.row),
            columns: it.columns.clamp(1, MAX_COLUMNS - it.column),
            ..it
        })
        .collect();
    let n_rows = cells.iter().map(|it| it.row + 1).max().unwrap_or(0);
    let spans: Vec<(usize, usize, f32)> =
        cells.iter().map(|it| (it.column, it.columns, it.width)).collect();
    let widths = sizes(&spans);
    let spans: Vec<(usize, usize, f32)> =
        cells.iter().map(|it| (it.row, it.rows, it.height)).collect();
    let heights = sizes(&spans);
    let mut rows: Vec<Row> = (0..n_rows)
        .map(|i| Row { height: heights.get(i).copied().unwrap_or(0.0), cells: Vec::new() })
        .collect();
    for it in cells {
        let cell = Cell {
            column: it.column,
            columns: it.columns,
            rows: it.rows,
            blocks: it.blocks,
            borders: it.fill.borders,
            shade: it.fill.shade,
            middle: it.middle,
            pad: it.pad.clamp(1.0, 12.0),
        };
        if let Some(row) = rows.get_mut(it.row) {
            row.cells.push(cell);
        }
    }
    for row in &mut rows {
        row.cells.sort_by_key(|it| it.column);
    }
    Block::Table(Table { widths, rows, align, ..Table::default() })
}

/// Sizes of columns (or rows) from cells that say where they begin, how many they span and how
/// large they are: from the shortest spans to the longest, each shares out what is not known yet.
fn sizes(spans: &[(usize, usize, f32)]) -> Vec<f32> {
    let n = spans.iter().map(|it| it.0 + it.1).max().unwrap_or(0);
    let mut known: Vec<Option<f32>> = vec![None; n];
    let mut sorted: Vec<&(usize, usize, f32)> = spans.iter().collect();
    sorted.sort_by_key(|it| it.1);
    for &&(start, count, size) in &sorted {
        let range = start..start + count;
        let has: f32 = known[range.clone()].iter().flatten().sum();
        let missing = known[range.clone()].iter().filter(|it| it.is_none()).count();
        if missing > 0 {
            let each = ((size - has) / missing as f32).max(0.0);
            for it in &mut known[range] {
                it.get_or_insert(each);
            }
        }
    }
    known.into_iter().map(|it| it.unwrap_or(0.0)).collect()
}

/// A sign as it is seen: fonts of Hangul have signs of their own in the private area.
fn seen(c: char) -> char {
    match c {
        '\u{f0a7}' | '\u{f06e}' => '■',
        '\u{f0b7}' | '\u{f06c}' => '•',
        '\u{f06f}' | '\u{f0a8}' => '□',
        '\u{f0fe}' => '☑',
        '\u{f0d8}' => '➢',
        '\u{f0e8}' | '\u{f0e0}' => '→',
        '\u{f0fc}' => '✓',
        // The digits in circles, squares and so on that Hangul's own fonts hold.
        '\u{f02b1}'..='\u{f02c4}' => char::from_u32(0x2460 + c as u32 - 0xf02b1).unwrap_or(c),
        _ => c,
    }
}
