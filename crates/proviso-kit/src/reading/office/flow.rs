//! What an office document says, in the order of its body, before it has pages.
//!
//! Readers of formats yield a [`Flow`]; [`super::typeset`] gives it pages. Lengths are points
//! (1/72 inch), colors are red, green, blue.
//!
//! **Invariant:** what a reader of the printed document cannot see (deleted text, hidden rows) is
//! not in a flow; what was left out so is said in its notes.

use proviso_core::remark::Remark;

use super::pictures::Picture;

/// Stands in a text for the number of the page that it comes to stand on.
pub(crate) const PAGE_NUMBER: char = '\u{fdd0}';
/// Stands in a text for the number of pages.
pub(crate) const PAGE_COUNT: char = '\u{fdd1}';
/// Deeper tables in tables than this are read as what follows one another.
pub(crate) const MAX_DEPTH: usize = 10;

/// A document before it has pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Flow {
    /// Parts that begin on a page of their own.
    pub sections: Vec<Section>,
    /// What the reader of the document should know about the reading.
    pub notes: Vec<Remark>,
}

impl Flow {
    /// Adds foot- and endnotes below the text, each behind its number.
    pub(crate) fn append_notes(&mut self, notes: impl IntoIterator<Item = (usize, Vec<Block>)>) {
        let mut blocks = Vec::new();
        for (number, mut note) in notes {
            if blocks.is_empty() {
                blocks.push(Block::Paragraph(Paragraph::plain("――――――――――")));
            }
            let sign = Run { text: format!("{number}) "), size: 9.0, bold: false };
            match note.first_mut() {
                Some(Block::Paragraph(it)) => it.runs.insert(0, sign),
                _ => {
                    let alone = Paragraph { runs: vec![sign], ..Paragraph::default() };
                    note.insert(0, Block::Paragraph(alone));
                }
            }
            blocks.append(&mut note);
        }
        if let Some(last) = self.sections.last_mut() {
            last.body.append(&mut blocks);
        }
    }

    /// Says what was left out.
    pub(crate) fn tell(&mut self, left_out: &LeftOut) {
        let &LeftOut { n_deleted, n_hidden, n_pictures, n_objects } = left_out;
        if n_deleted > 0 {
            self.notes.push(Remark::new(
                format!(
                    "the document has tracked changes; {n_deleted} deleted parts are left out and \
                     what was inserted is read"
                ),
                format!(
                    "변경 내용이 추적된 문서입니다. 지운 글 {n_deleted}곳은 빼고 넣은 글을 읽었습니다"
                ),
            ));
        }
        if n_hidden > 0 {
            self.notes.push(Remark::new(
                format!("{n_hidden} parts of hidden text are left out"),
                format!("숨긴 글 {n_hidden}곳은 읽지 않았습니다"),
            ));
        }
        if n_pictures > 0 {
            self.notes.push(Remark::new(
                format!(
                    "{n_pictures} pictures are of a kind that is not read (drawings, mostly); if \
                     they hold text, save the document as PDF"
                ),
                format!(
                    "읽지 않는 종류의 그림(대개 도형)이 {n_pictures}개 있습니다. 글이 들어 있으면 \
                     문서를 PDF로 저장해 추가하세요"
                ),
            ));
        }
        if n_objects > 0 {
            self.notes.push(Remark::new(
                format!("{n_objects} embedded objects are not read"),
                format!("문서에 삽입된 개체 {n_objects}개는 읽지 않았습니다"),
            ));
        }
    }
}

/// How much of a document is not read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LeftOut {
    /// Parts that were deleted while changes were tracked.
    pub n_deleted: usize,
    /// Parts that the document hides.
    pub n_hidden: usize,
    /// Pictures.
    pub n_pictures: usize,
    /// Charts, sounds, documents in the document.
    pub n_objects: usize,
}

/// A part of a document with one kind of paper.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Section {
    /// The paper.
    pub paper: Paper,
    /// Printed above every page.
    pub header: Vec<Block>,
    /// Printed below every page.
    pub footer: Vec<Block>,
    /// Header and footer of the first page where it has its own.
    pub first: Option<(Vec<Block>, Vec<Block>)>,
    /// The text.
    pub body: Vec<Block>,
    /// What this is, for the pages' reason: `sheet “견적서”`; may be empty.
    pub about: String,
}

impl Section {
    /// A body on this paper, with nothing around it.
    pub(crate) fn new(paper: Paper, body: Vec<Block>) -> Section {
        let (header, footer, first, about) = (Vec::new(), Vec::new(), None, String::new());
        Section { paper, header, footer, first, body, about }
    }
}

/// Paper and its margins, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Paper {
    /// From left to right.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
    /// Left margin.
    pub left: f32,
    /// Right margin.
    pub right: f32,
    /// Upper margin.
    pub top: f32,
    /// Lower margin.
    pub bottom: f32,
    /// Where the header begins, from above.
    pub header: f32,
    /// Where the footer ends, from below.
    pub footer: f32,
}

impl Paper {
    /// A4 upright.
    pub(crate) const A4: Paper = Paper {
        width: 595.0,
        height: 842.0,
        left: 57.0,
        right: 57.0,
        top: 57.0,
        bottom: 57.0,
        header: 28.0,
        footer: 28.0,
    };

    /// The same, with what no printer can do mended: a size of 3 cm to 2 m, margins that leave room.
    pub(crate) fn sound(mut self) -> Paper {
        let or = |it: f32, other: f32| if it.is_finite() && it > 0.0 { it } else { other };
        self.width = or(self.width, Paper::A4.width).clamp(85.0, 5_670.0);
        self.height = or(self.height, Paper::A4.height).clamp(85.0, 5_670.0);
        let margin = |it: f32, most: f32| if it.is_finite() { it.clamp(0.0, most) } else { 0.0 };
        self.left = margin(self.left, self.width * 0.4);
        self.right = margin(self.right, self.width * 0.4);
        self.top = margin(self.top, self.height * 0.4);
        self.bottom = margin(self.bottom, self.height * 0.4);
        self.header = margin(self.header, self.top);
        self.footer = margin(self.footer, self.bottom);
        self
    }

    /// What a line of the body may take.
    pub(crate) fn inner_width(&self) -> f32 {
        self.width - self.left - self.right
    }
}

/// A piece of a body, one below the other.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Block {
    /// Text.
    Paragraph(Paragraph),
    /// A table, or a text box (a table of one cell).
    Table(Table),
    /// A picture.
    Picture(Picture),
    /// What follows begins a page.
    PageBreak,
}

impl Block {
    /// Whether nothing would be printed.
    pub(crate) fn is_blank(&self) -> bool {
        matches!(self, Block::Paragraph(it) if it.is_blank())
    }
}

/// Where the lines of a paragraph stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Align {
    /// At the left edge.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// At the right edge.
    Right,
}

/// Text up to a line's end that somebody set.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Paragraph {
    /// Its text, by style. A `\n` in it ends a line, a `\t` goes to the next stop.
    pub runs: Vec<Run>,
    /// How its lines stand.
    pub align: Align,
    /// Points from the left edge.
    pub indent: f32,
    /// Points more (or less, if negative) for the first line.
    pub first: f32,
    /// Points above it, unless it begins a page.
    pub before: f32,
    /// Points below it.
    pub after: f32,
}

impl Paragraph {
    /// Text of one style.
    pub(crate) fn plain(text: impl Into<String>) -> Paragraph {
        let run = Run { text: text.into(), size: 10.0, bold: false };
        Paragraph { runs: vec![run], ..Paragraph::default() }
    }

    /// Whether nothing would be printed.
    pub(crate) fn is_blank(&self) -> bool {
        self.runs.iter().all(|it| it.text.trim().is_empty())
    }
}

/// Text of one style.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Run {
    /// The text.
    pub text: String,
    /// Height of an em, points.
    pub size: f32,
    /// Whether it is bold.
    pub bold: bool,
}

/// Adds text to runs: to the last one where it looks the same.
pub(crate) fn push_run(runs: &mut Vec<Run>, text: &str, size: f32, bold: bool) {
    match runs.last_mut() {
        Some(it) if it.size == size && it.bold == bold => it.text.push_str(text),
        _ => runs.push(Run { text: text.to_owned(), size, bold }),
    }
}

/// A table. Cells say at which column they start, so merged cells need no fillers.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Table {
    /// Widths of its columns, points.
    pub widths: Vec<f32>,
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// Points from the left edge.
    pub indent: f32,
    /// Whether it stands in the middle or at the right.
    pub align: Align,
}

/// A row of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Row {
    /// Its least height, points.
    pub height: f32,
    /// The cells that begin in it.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cell {
    /// Its first column, from 0.
    pub column: usize,
    /// How many columns it spans, at least 1.
    pub columns: usize,
    /// How many rows it spans, at least 1.
    pub rows: usize,
    /// What is in it.
    pub blocks: Vec<Block>,
    /// Which sides are printed.
    pub borders: Borders,
    /// Its color, if any.
    pub shade: Option<[u8; 3]>,
    /// Whether the text stands in the middle of its height.
    pub middle: bool,
    /// Points between its left or right side and the text.
    pub pad: f32,
}

impl Cell {
    /// A cell of one column and row with all borders.
    pub(crate) fn new(column: usize, blocks: Vec<Block>) -> Cell {
        let borders = Borders::ALL;
        Cell { column, columns: 1, rows: 1, blocks, borders, shade: None, middle: true, pad: 4.0 }
    }
}

/// The sides of a cell that are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Borders {
    /// Above.
    pub top: bool,
    /// At the right.
    pub right: bool,
    /// Below.
    pub bottom: bool,
    /// At the left.
    pub left: bool,
}

impl Borders {
    /// A frame.
    pub(crate) const ALL: Borders = Borders { top: true, right: true, bottom: true, left: true };

    /// Whether any side is printed.
    pub(crate) fn any(self) -> bool {
        self.top || self.right || self.bottom || self.left
    }
}

/// The color of a ground, from digits that end in `RRGGBB`; white, and what is no color, is none.
pub(crate) fn shade(hex: &str) -> Option<[u8; 3]> {
    let n = u32::from_str_radix(hex.get(hex.len().checked_sub(6)?..)?, 16).ok()?;
    let [_, red, green, blue] = n.to_be_bytes();
    (n != 0xff_ffff).then_some([red, green, blue])
}

/// A frame around blocks: how text boxes are printed.
pub(crate) fn framed(blocks: Vec<Block>, width: f32) -> Block {
    let row = Row { height: 0.0, cells: vec![Cell::new(0, blocks)] };
    Block::Table(Table { widths: vec![width], rows: vec![row], ..Table::default() })
}
