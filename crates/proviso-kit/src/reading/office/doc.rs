//! DOC: documents of Word 97 to 2003.
//!
//! `rwml` reads the text by its pieces (of bytes and of Unicode, saved fast or whole), paragraphs with
//! their automatic numbers, tables, headers and notes; here they become a flow.
//!
//! `rwml` takes the language from another place than [MS-DOC] says, so CP949 is looked for here.
//! Deleted text of tracked changes is not told apart, so a note says that it may be there.
//!
//! Source: Microsoft, [MS-DOC].

use std::borrow::Cow;
use std::io::{Cursor, Read as _};

use encoding_rs::{EUC_KR, WINDOWS_1252};
use proviso_core::remark::Remark;
use rwml::{self as model, SourceRegionKind, VCell};
use rwml::{Document, Error};

use super::flow::{
    Align, Block, Borders, Cell, Flow, LeftOut, MAX_DEPTH, PAGE_COUNT, PAGE_NUMBER, Paper,
    Paragraph, Row, Run, Section, Table, push_run,
};
use super::pictures::{Album, Picture};
use crate::reading::protocol::Refusal;

/// Columns that are believed.
const MAX_COLUMNS: usize = 500;
/// Rows that a cell may span.
const MAX_ROWS: u16 = 20_000;

/// Reads a document.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let document = Document::open(bytes).map_err(refusal)?;
    let head = Head::of(bytes).unwrap_or_default();
    let mut reading = Reading { is_korean: head.is_korean, ..Reading::default() };
    let mut flow = reading.flow(&document.model());
    let mut left_out = LeftOut::default();
    reading.album.tell(&mut left_out);
    left_out.n_hidden = reading.n_hidden;
    flow.tell(&left_out);
    if head.has_revisions {
        flow.notes.push(Remark::new(
            "changes were tracked in this document; inserted and deleted text are both read",
            "변경 내용이 추적된 문서입니다. 넣은 글과 지운 글을 모두 읽었습니다",
        ));
    }
    Ok(flow)
}

fn refusal(error: Error) -> Refusal {
    match error {
        Error::Encrypted { .. } => Refusal::Encrypted,
        Error::NoText => Refusal::Empty,
        Error::UnsupportedVersion(_) => Refusal::Unsupported {
            what: "a Word document of Word 6 or 95 (save it as DOCX or PDF)".to_owned(),
        },
        other => Refusal::Damaged { reason: format!("its document is damaged ({other})") },
    }
}

/// What the document says of itself beside its text.
#[derive(Default)]
struct Head {
    /// Whether it was written in a Korean Word.
    is_korean: bool,
    /// Whether it lists people who changed it while changes were tracked.
    has_revisions: bool,
}

impl Head {
    fn of(bytes: &[u8]) -> Option<Head> {
        let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
        let mut head = Vec::new();
        file.open_stream("/WordDocument").ok()?.take(1_024).read_to_end(&mut head).ok()?;
        let word = |at: usize| {
            let it = head.get(at..at + 4)?;
            Some(u32::from_le_bytes([it[0], it[1], it[2], it[3]]))
        };
        // The language stands in sixteen bits, the lower ten are the language without its country.
        let is_korean = word(6)? & 0x3ff == 0x12;
        let name = if word(10)? & 0x200 != 0 { "/1Table" } else { "/0Table" };
        // `fcSttbfRMark`, `lcbSttbfRMark`: the first name of the list is always `Unknown`.
        let (start, size) = (u64::from(word(0x232)?), word(0x236)?);
        let mut table = Vec::new();
        let stream = file.open_stream(name).ok()?;
        stream.take(start + 4).read_to_end(&mut table).ok()?;
        let names = table.get(start as usize..).unwrap_or_default();
        let has_revisions =
            size > 6 && names.len() == 4 && u16::from_le_bytes([names[2], names[3]]) > 1;
        Some(Head { is_korean, has_revisions })
    }
}

#[derive(Default)]
struct Reading {
    album: Album,
    is_korean: bool,
    n_hidden: usize,
}

impl Reading {
    fn flow(&mut self, document: &model::DocModel) -> Flow {
        let mut flow = Flow::default();
        let of = |kind: SourceRegionKind| {
            let regions = document.source_regions(kind);
            regions.flat_map(|it| document.source_region_blocks(it)).collect::<Vec<_>>()
        };
        let mut body = Vec::new();
        for block in of(SourceRegionKind::Main) {
            match block {
                model::Block::SectionBreak(it) => {
                    let around = Around {
                        page: &it.page,
                        header: &it.header,
                        footer: &it.footer,
                        first: it.title_page.then_some((&it.first_header, &it.first_footer)),
                    };
                    let body = std::mem::take(&mut body);
                    flow.sections.push(self.section(&around, body));
                }
                other => self.block(other, 0, &mut body),
            }
        }
        // Text boxes hang on paragraphs that the model does not name: they stand below the text.
        for block in of(SourceRegionKind::TextBox) {
            self.block(block, 0, &mut body);
        }
        let it = &document.setup;
        let around = Around {
            page: &it.page,
            header: &it.header,
            footer: &it.footer,
            first: it.title_page.then_some((&it.first_header, &it.first_footer)),
        };
        flow.sections.push(self.section(&around, body));
        for kind in [SourceRegionKind::Footnote, SourceRegionKind::Endnote] {
            let notes = self.blocks(of(kind), 0);
            let is_note = |it: &Block| !it.is_blank();
            if let Some(last) = flow.sections.last_mut().filter(|_| notes.iter().any(is_note)) {
                last.body.push(Block::Paragraph(Paragraph::plain("――――――――――")));
                last.body.extend(notes.into_iter().filter(is_note));
            }
        }
        flow
    }

    fn section(&mut self, around: &Around<'_>, body: Vec<Block>) -> Section {
        let page = around.page;
        let paper = Paper {
            width: page.width_pt,
            height: page.height_pt,
            left: page.left(),
            right: page.right(),
            top: page.top(),
            bottom: page.bottom(),
            ..Paper::A4
        };
        let mut margin = |blocks: &[model::Block]| {
            let mut out = self.blocks(blocks, 0);
            while out.last().is_some_and(Block::is_blank) {
                out.pop();
            }
            out
        };
        Section {
            header: margin(around.header),
            footer: margin(around.footer),
            first: around.first.map(|it| (margin(it.0), margin(it.1))),
            ..Section::new(paper, body)
        }
    }

    fn blocks<'a>(
        &mut self,
        of: impl IntoIterator<Item = &'a model::Block>,
        depth: usize,
    ) -> Vec<Block> {
        let mut out = Vec::new();
        for it in of {
            self.block(it, depth, &mut out);
        }
        out
    }

    fn block(&mut self, it: &model::Block, depth: usize, out: &mut Vec<Block>) {
        match it {
            model::Block::Paragraph(it) => self.paragraph(it, out),
            model::Block::Table(it) if depth <= MAX_DEPTH + 4 => {
                let table = self.table(it, depth);
                out.push(Block::Table(table));
            }
            model::Block::Image(it) => out.extend(self.picture(it)),
            model::Block::PageBreak => out.push(Block::PageBreak),
            // Charts have no text of their own; sections do not lie within cells.
            model::Block::Table(_) | model::Block::Chart(_) | model::Block::SectionBreak(_) => {}
        }
    }

    fn paragraph(&mut self, it: &model::Paragraph, out: &mut Vec<Block>) {
        let props = &it.props;
        let mut pictures = Vec::new();
        let mut runs: Vec<Run> = Vec::new();
        let look =
            |it: &model::CharProps| (f32::from(it.size_half_pt.unwrap_or(20)) / 2.0, it.bold);
        let label = props.list.as_ref().map(|it| match it.label.trim() {
            // Signs come without one, since each font has its own.
            "" if !it.ordered => "•",
            it => it,
        });
        if let Some(label) = label.filter(|it| !it.is_empty()) {
            let (size, bold) = it.runs.first().map_or((10.0, false), |it| look(&it.props));
            push_run(&mut runs, &format!("{label} "), size, bold);
        }
        for run in &it.runs {
            if let Some(image) = &run.image {
                pictures.extend(self.picture(image));
            }
            if run.props.hidden {
                self.n_hidden += usize::from(!run.text.trim().is_empty());
                continue;
            }
            let text = match page_field(&run.field) {
                Some(sign) => sign.to_string(),
                None if self.is_korean => printed(&korean(&run.text), run.props.caps),
                None => printed(&run.text, run.props.caps),
            };
            if !text.is_empty() {
                let (size, bold) = look(&run.props);
                push_run(&mut runs, &text, size, bold);
            }
        }
        let indent = &props.indent;
        let hanging = indent.hanging_pt.map(|it| -it);
        if props.page_break_before {
            out.push(Block::PageBreak);
        }
        // A paragraph that holds nothing but pictures has no empty line.
        if pictures.is_empty() || runs.iter().any(|it| !it.text.trim().is_empty()) {
            if runs.is_empty() {
                runs.push(Run { text: String::new(), size: 10.0, bold: false });
            }
            out.push(Block::Paragraph(Paragraph {
                runs,
                align: match props.align {
                    model::Align::Center => Align::Center,
                    model::Align::Right => Align::Right,
                    model::Align::Left | model::Align::Justify => Align::Left,
                },
                indent: indent.left_pt.unwrap_or(0.0),
                first: indent.first_line_pt.or(hanging).unwrap_or(0.0),
                before: props.spacing.before_pt.unwrap_or(0.0),
                after: props.spacing.after_pt.unwrap_or(0.0),
            }));
        }
        out.extend(pictures);
    }

    fn picture(&mut self, it: &model::Image) -> Option<Block> {
        let Some(bytes) = &it.bytes else {
            self.album.miss();
            return None;
        };
        let image = self.album.keep(bytes.clone())?;
        Some(Block::Picture(Picture::new(image, None)))
    }

    fn table(&mut self, it: &model::Table, depth: usize) -> Table {
        let n_rows = it.rows.len();
        // For each column, how many rows a cell from above still covers it.
        let mut covered: Vec<u16> = Vec::new();
        let mut rows = Vec::new();
        let mut n_columns = it.col_widths_pct.len();
        for row in &it.rows {
            let mut cells = Vec::new();
            let mut column = 0;
            for cell in &row.cells {
                while covered.get(column).is_some_and(|it| *it > 0) {
                    column += 1;
                }
                if column >= MAX_COLUMNS {
                    break;
                }
                let columns = usize::from(cell.col_span).clamp(1, MAX_COLUMNS - column);
                let end = column + columns;
                if covered.len() < end {
                    covered.resize(end, 0);
                }
                let spanned = cell.row_span.clamp(1, MAX_ROWS);
                covered[column..end].fill(spanned);
                cells.push(Cell {
                    columns,
                    rows: usize::from(spanned),
                    shade: cell.shading.map(|it| [it.r, it.g, it.b]).filter(|it| *it != [255; 3]),
                    middle: cell.valign == VCell::Center,
                    ..Cell::new(column, self.blocks(&cell.blocks, depth + 1))
                });
                column = end;
                n_columns = n_columns.max(end);
            }
            for it in &mut covered {
                *it = it.saturating_sub(1);
            }
            rows.push(Row { height: 0.0, cells });
        }
        for (number, row) in rows.iter_mut().enumerate() {
            for cell in &mut row.cells {
                let is_last = number + cell.rows >= n_rows;
                let at_right = cell.column + cell.columns >= n_columns;
                cell.borders = borders(it, number == 0, is_last, cell.column == 0, at_right);
            }
        }
        let width = Paper::A4.inner_width() * it.width_pct.unwrap_or(1.0).clamp(0.05, 2.0);
        Table {
            widths: it.col_widths_pct.iter().map(|it| it * width).collect(),
            rows,
            indent: it.indent_twips.map_or(0.0, |it| it.max(0) as f32 / 20.0),
            align: match it.align {
                Some(model::Align::Center) => Align::Center,
                Some(model::Align::Right) => Align::Right,
                _ => Align::Left,
            },
        }
    }
}

/// What stands around the text of a section.
struct Around<'a> {
    page: &'a model::PageSetup,
    header: &'a [model::Block],
    footer: &'a [model::Block],
    first: Option<(&'a Vec<model::Block>, &'a Vec<model::Block>)>,
}

/// The sides of a cell. Where the table says nothing of its sides, they are taken to be there: they
/// may come from a style, and Word shows the lines of every table on the screen.
fn borders(it: &model::Table, top: bool, bottom: bool, left: bool, right: bool) -> Borders {
    let sides = &it.border_styles;
    let all = [sides.top, sides.right, sides.bottom, sides.left, sides.inside_h, sides.inside_v];
    if it.border_style.is_some() || all.iter().all(Option::is_none) {
        return Borders::ALL;
    }
    let [above, at_right, below, at_left, across, down] = all.map(|it| it.is_some());
    Borders {
        top: if top { above } else { across },
        right: if right { at_right } else { down },
        bottom: if bottom { below } else { across },
        left: if left { at_left } else { down },
    }
}

/// The sign that stands for what a field shows, if it is a page's number or their count.
fn page_field(it: &model::FieldRole) -> Option<char> {
    let model::FieldRole::Simple { instruction } = it else { return None };
    match instruction.split_whitespace().next()?.to_ascii_uppercase().as_str() {
        "PAGE" => Some(PAGE_NUMBER),
        "NUMPAGES" | "SECTIONPAGES" => Some(PAGE_COUNT),
        _ => None,
    }
}

/// Text whose bytes were taken for Western ones. Word writes Hangul in Unicode; other programs wrote
/// it in CP949, which looks like `°è¾à`.
fn korean(text: &str) -> Cow<'_, str> {
    let (bytes, _, has_others) = WINDOWS_1252.encode(text);
    if has_others || text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let is_hangul = |it: char| it.is_ascii() || ('가'..='힣').contains(&it);
    match EUC_KR.decode_without_bom_handling(&bytes) {
        (it, false) if it.chars().all(is_hangul) => Cow::Owned(it.into_owned()),
        _ => Cow::Borrowed(text),
    }
}

/// Text as it is printed.
fn printed(text: &str, is_capitals: bool) -> String {
    let text: String = text
        .chars()
        .filter_map(|it| match it {
            '\u{b}' | '\n' => Some('\n'),
            '\t' => Some('\t'),
            '\u{1e}' => Some('-'),
            PAGE_NUMBER | PAGE_COUNT => None,
            it if it.is_control() => None,
            it => Some(it),
        })
        .collect();
    if is_capitals { text.to_uppercase() } else { text }
}
