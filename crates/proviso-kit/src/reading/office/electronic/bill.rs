//! What an invoice says, in the words of a paper, and how that is laid out.

use super::super::flow::{Align, Block, Cell, Paragraph, Row, Run, Table};
use super::super::metrics;

/// Points across a page.
const WIDTH: f32 = 481.0;
/// The ground of headings.
const SHADE: [u8; 3] = [0xf0, 0xf0, 0xf0];
/// More lines than this are not shown.
const MAX_LINES: usize = 5_000;

/// The language of what is printed beside the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    Korean,
    English,
}

impl Words {
    fn of(self, ko: &'static str, en: &'static str) -> &'static str {
        match self {
            Words::Korean => ko,
            Words::English => en,
        }
    }
}

/// A label and what stands beside it.
pub(super) type Labelled = (&'static str, String);

/// Somebody who is named.
#[derive(Debug, Default)]
pub(super) struct Party {
    /// What the party is: `공급자`.
    pub role: &'static str,
    pub says: Vec<Labelled>,
}

/// Rows under headings; a column that is empty in all of them is not printed.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub headings: Vec<Heading>,
    /// As many texts as there are headings, empty ones too.
    pub rows: Vec<Vec<String>>,
}

/// The heading of a column.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heading {
    pub name: &'static str,
    pub is_number: bool,
}

/// A column of words.
pub(super) const fn words(name: &'static str) -> Heading {
    Heading { name, is_number: false }
}

/// A column of numbers.
pub(super) const fn numbers(name: &'static str) -> Heading {
    Heading { name, is_number: true }
}

/// An invoice.
#[derive(Debug)]
pub(super) struct Bill {
    pub words: Words,
    pub title: String,
    /// Number, dates and what else stands above.
    pub head: Vec<Labelled>,
    pub parties: Vec<Party>,
    /// Tables, each below what is said above it.
    pub tables: Vec<(&'static str, Lines)>,
    /// Sums, in the order in which they are computed.
    pub sums: Vec<Labelled>,
    /// How and when it is paid, and what else is said.
    pub notes: Vec<Labelled>,
    /// Whole sentences.
    pub remarks: Vec<String>,
}

impl Bill {
    /// The page's body.
    pub(super) fn blocks(self) -> Vec<Block> {
        let mut out = vec![heading(&self.title, 16.0, Align::Center)];
        out.extend(pairs(&self.head));
        out.push(gap());
        for it in &self.parties {
            out.push(heading(it.role, 10.0, Align::Left));
            out.extend(pairs(&it.says));
            out.push(gap());
        }
        let mut sums = Some(self.sums).filter(|it| !it.is_empty());
        for (name, mut lines) in self.tables {
            let n_more = lines.rows.len().saturating_sub(MAX_LINES);
            lines.rows.truncate(MAX_LINES);
            let Some(table) = lined(&lines) else { continue };
            if !name.is_empty() {
                out.push(heading(name, 10.0, Align::Left));
            }
            out.push(Block::Table(table));
            if n_more > 0 {
                let said = match self.words {
                    Words::Korean => format!("그 밖의 {n_more}줄은 싣지 않았습니다"),
                    Words::English => format!("{n_more} more lines are not shown"),
                };
                out.push(Block::Paragraph(Paragraph::plain(said)));
            }
            out.push(gap());
            // Below the lines stands what they come to, before what explains it.
            if let Some(it) = sums.take() {
                out.push(Block::Table(column(&it, Align::Right)));
                out.push(gap());
            }
        }
        if let Some(it) = sums {
            out.push(Block::Table(column(&it, Align::Right)));
            out.push(gap());
        }
        if !self.notes.is_empty() {
            out.push(Block::Table(column(&self.notes, Align::Left)));
            out.push(gap());
        }
        if !self.remarks.is_empty() {
            out.push(heading(self.words.of("비고", "Notes"), 10.0, Align::Left));
        }
        out.extend(self.remarks.iter().map(|it| Block::Paragraph(Paragraph::plain(it))));
        out
    }
}

fn heading(text: &str, size: f32, align: Align) -> Block {
    let run = Run { text: text.to_owned(), size, bold: true };
    Block::Paragraph(Paragraph { runs: vec![run], align, after: 4.0, ..Paragraph::default() })
}

fn gap() -> Block {
    Block::Paragraph(Paragraph { runs: Vec::new(), after: 4.0, ..Paragraph::default() })
}

fn cell(column: usize, text: &str, align: Align) -> Cell {
    let run = Run { text: text.to_owned(), size: 9.0, bold: false };
    let paragraph = Paragraph { runs: vec![run], align, ..Paragraph::default() };
    Cell::new(column, vec![Block::Paragraph(paragraph)])
}

fn label(column: usize, text: &str) -> Cell {
    Cell { shade: Some(SHADE), ..cell(column, text, Align::Center) }
}

/// Two labels with their values in each row.
fn pairs(all: &[Labelled]) -> Option<Block> {
    let rows: Vec<Row> = all
        .chunks(2)
        .map(|two| {
            let cells = two.iter().enumerate().flat_map(|(n, (name, value))| {
                [label(2 * n, name), cell(2 * n + 1, value, Align::Left)]
            });
            Row { height: 0.0, cells: cells.collect() }
        })
        .collect();
    let widths = vec![WIDTH * 0.18, WIDTH * 0.32, WIDTH * 0.18, WIDTH * 0.32];
    (!rows.is_empty()).then(|| Block::Table(Table { widths, rows, ..Table::default() }))
}

/// Labels below one another, their values beside them.
fn column(all: &[Labelled], align: Align) -> Table {
    let rows = all.iter().map(|(name, value)| Row {
        height: 0.0,
        cells: vec![label(0, name), cell(1, value, align)],
    });
    let (widths, at) = match align {
        Align::Right => (vec![WIDTH * 0.27, WIDTH * 0.23], Align::Right),
        _ => (vec![WIDTH * 0.27, WIDTH * 0.73], Align::Left),
    };
    Table { widths, rows: rows.collect(), align: at, ..Table::default() }
}

/// A table with the columns that say something; none where no row does.
fn lined(lines: &Lines) -> Option<Table> {
    let says = |n: usize| lines.rows.iter().any(|it| it.get(n).is_some_and(|it| !it.is_empty()));
    let shown: Vec<(usize, Heading)> =
        lines.headings.iter().copied().enumerate().filter(|(n, _)| says(*n)).collect();
    if shown.is_empty() {
        return None;
    }
    // As wide as what stands in a column, the rest goes to the widest column of words.
    let needs = |n: usize, heading: &Heading| {
        let texts = lines.rows.iter().filter_map(|it| it.get(n)).map(String::as_str);
        let all = texts.chain([heading.name]);
        all.map(|it| metrics::width(it, 9.0, false)).fold(0.0, f32::max) + 10.0
    };
    let mut widths: Vec<f32> = shown.iter().map(|(n, it)| needs(*n, it)).collect();
    let total: f32 = widths.iter().sum();
    let is_wide = |it: &usize| !shown[*it].1.is_number;
    let widest = (0..shown.len()).filter(is_wide).max_by(|a, b| widths[*a].total_cmp(&widths[*b]));
    match widest {
        Some(at) if WIDTH - (total - widths[at]) > WIDTH * 0.2 => {
            widths[at] = WIDTH - (total - widths[at]);
        }
        _ => widths.iter_mut().for_each(|it| *it *= WIDTH / total),
    }
    let head = shown.iter().enumerate().map(|(at, (_, it))| label(at, it.name));
    let mut rows = vec![Row { height: 0.0, cells: head.collect() }];
    for row in &lines.rows {
        let cells = shown.iter().enumerate().map(|(at, (n, heading))| {
            let align = if heading.is_number { Align::Right } else { Align::Left };
            cell(at, row.get(*n).map_or("", String::as_str), align)
        });
        rows.push(Row { height: 0.0, cells: cells.collect() });
    }
    Some(Table { widths, rows, ..Table::default() })
}
