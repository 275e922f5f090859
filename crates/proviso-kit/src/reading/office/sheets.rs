//! Spreadsheets: cells of any format to a flow, one section per sheet.
//!
//! **Invariant:** hidden sheets, rows and columns are left out and said; a sheet beyond the limits
//! is cut and said; a number is never shortened to fit its column, the column gives way.

pub(crate) mod csv;
pub(crate) mod numbers;
pub(crate) mod ods;
pub(crate) mod xls;
pub(crate) mod xlsx;

use std::collections::{BTreeMap, BTreeSet};

use proviso_core::remark::Remark;

use super::flow::{Align, Block, Borders, Cell, Paper, Paragraph, Row, Run, Section, Table};
use super::{metrics, typeset};

/// Rows of a sheet that are read.
pub(crate) const MAX_ROWS: u32 = 20_000;
/// Columns of a sheet that are read.
pub(crate) const MAX_COLUMNS: u32 = 500;
/// Cells with text of all sheets that are read.
pub(crate) const MAX_CELLS: usize = 300_000;
/// Characters of one cell that are read; Excel allows as many.
pub(crate) const MAX_TEXT: usize = 32_767;

/// Points beside the text of a cell.
const PAD: f32 = 2.5;
/// Margins of a sheet's paper.
const MARGIN: f32 = 36.0;
/// A sheet of up to this height is one page, so that it is seen as a whole.
const TALL: f32 = 1_700.0;
/// A text that is wider than its column by this factor gets a wider column, not a second line.
const SLIGHT: f32 = 1.5;
/// Rows without anything that are kept side by side.
const MAX_EMPTY: u32 = 4;
/// Hidden rows or columns that are named to people.
const MAX_TOLD: usize = 8;

/// How a cell looks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Look {
    /// Points.
    pub size: f32,
    /// Bold.
    pub bold: bool,
    /// As it is set; none for what is usual (text left, numbers right).
    pub align: Option<Align>,
    /// Whether its text breaks into lines.
    pub wrap: bool,
    /// Printed sides.
    pub borders: Borders,
    /// Color.
    pub shade: Option<[u8; 3]>,
}

impl Look {
    /// Whether a cell without text can be seen.
    fn is_visible(&self) -> bool {
        self.borders.any() || self.shade.is_some()
    }
}

impl Default for Look {
    fn default() -> Look {
        let (align, borders) = (None, Borders::default());
        Look { size: 11.0, bold: false, align, wrap: false, borders, shade: None }
    }
}

/// A cell as it is shown.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Shown {
    /// The text, after the number format; empty for cells that only look.
    pub text: String,
    /// Whether the value is a number or a date.
    pub is_number: bool,
    /// Of [`Sheet::looks`].
    pub look: usize,
}

/// A merged area, all ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    /// First row.
    pub top: u32,
    /// First column.
    pub left: u32,
    /// Last row.
    pub bottom: u32,
    /// Last column.
    pub right: u32,
}

/// A sheet as it was read; rows and columns count from 0.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Sheet {
    /// On its tab.
    pub name: String,
    /// Cells with text, or with a look.
    pub cells: BTreeMap<(u32, u32), Shown>,
    /// Looks by number; a missing one is usual.
    pub looks: Vec<Look>,
    /// Merged cells.
    pub merged: Vec<Area>,
    /// Widths that are set, points.
    pub widths: BTreeMap<u32, f32>,
    /// The width of all others, points.
    pub usual_width: f32,
    /// Heights that are set, points.
    pub heights: BTreeMap<u32, f32>,
    /// Hidden columns.
    pub hidden_columns: BTreeSet<u32>,
    /// Hidden rows.
    pub hidden_rows: BTreeSet<u32>,
    /// Whether rows or columns beyond the limits were left out.
    pub is_cut: bool,
}

impl Sheet {
    fn look(&self, number: usize) -> Look {
        self.looks.get(number).cloned().unwrap_or_default()
    }
}

/// A sheet as a section, and what was left out of it; none where nothing is in it.
pub(crate) fn section(mut sheet: Sheet, notes: &mut Vec<Remark>) -> Option<Section> {
    let name = sheet.name.clone();
    if sheet.is_cut {
        notes.push(Remark::new(
            format!(
                "sheet “{name}” is larger than what is read ({MAX_ROWS} rows, {MAX_COLUMNS} \
                 columns, {MAX_CELLS} cells); the rest is left out"
            ),
            format!(
                "시트 “{name}”: 너무 커서 일부만 읽었습니다 ({MAX_ROWS}행, {MAX_COLUMNS}열, \
                 칸 {MAX_CELLS}개까지)"
            ),
        ));
    }
    leave_out_hidden(&mut sheet, notes);
    let used: Vec<(u32, u32)> =
        sheet.cells.iter().filter(|it| !it.1.text.trim().is_empty()).map(|it| *it.0).collect();
    let top = used.iter().map(|it| it.0).min()?;
    let left = used.iter().map(|it| it.1).min()?;
    let (mut bottom, mut right) = (top, left);
    let areas: BTreeMap<(u32, u32), Area> =
        sheet.merged.iter().map(|it| ((it.top, it.left), *it)).collect();
    for &(row, column) in &used {
        let area = areas.get(&(row, column));
        bottom = bottom.max(area.map_or(row, |it| it.bottom.min(row.saturating_add(200))));
        right = right.max(area.map_or(column, |it| it.right.min(MAX_COLUMNS)));
    }
    let extent = Area { top, left, bottom, right };
    let table = Grid::new(&sheet, extent).table();
    let width = table.widths.iter().sum::<f32>() + 1.0;
    let body = vec![Block::Table(table)];
    let paper_width = (width + 2.0 * MARGIN).max(Paper::A4.width);
    let height = typeset::height(&body, paper_width - 2.0 * MARGIN) + 2.0 * MARGIN + 4.0;
    let upright = Paper::A4.height.max(paper_width * 0.7);
    let paper_height = if height <= TALL { height.max(upright) } else { upright.max(1_190.0) };
    let paper = Paper {
        width: paper_width,
        height: paper_height,
        left: MARGIN,
        right: MARGIN,
        top: MARGIN,
        bottom: MARGIN,
        header: 0.0,
        footer: 0.0,
    };
    let about = format!("sheet “{name}”");
    Some(Section { about, ..Section::new(paper, body) })
}

/// That a sheet is a chart.
fn chart(name: &str) -> Remark {
    Remark::new(
        format!("sheet “{name}” is a chart, which is not read"),
        format!("시트 “{name}”: 차트 시트이며, 읽지 않았습니다"),
    )
}

/// Says which sheets are hidden.
fn tell_hidden(names: &[String], notes: &mut Vec<Remark>) {
    if !names.is_empty() {
        let names = names.join(", ");
        notes.push(Remark::new(
            format!("hidden sheets are left out: {names}"),
            format!("숨긴 시트는 읽지 않았습니다: {names}"),
        ));
    }
}

/// Points of a width in characters of a workbook's usual font.
fn points(characters: f32) -> f32 {
    (characters * 7.0 + 5.0) * 0.75
}

/// Removes hidden rows and columns, and says how many had something in them.
fn leave_out_hidden(sheet: &mut Sheet, notes: &mut Vec<Remark>) {
    let filled: BTreeSet<(u32, u32)> =
        sheet.cells.iter().filter(|it| !it.1.text.trim().is_empty()).map(|it| *it.0).collect();
    let rows: BTreeSet<u32> =
        filled.iter().map(|it| it.0).filter(|it| sheet.hidden_rows.contains(it)).collect();
    let columns: BTreeSet<u32> =
        filled.iter().map(|it| it.1).filter(|it| sheet.hidden_columns.contains(it)).collect();
    let name = &sheet.name;
    if !rows.is_empty() {
        let which: Vec<String> = rows.iter().map(|it| (it + 1).to_string()).collect();
        let Remark { en, ko } = Remark::list(&which, MAX_TOLD);
        notes.push(Remark::new(
            format!("hidden rows of sheet “{name}” are left out: {en}"),
            format!("시트 “{name}”의 숨긴 행은 읽지 않았습니다: {ko}"),
        ));
    }
    if !columns.is_empty() {
        let which: Vec<String> = columns.iter().map(|it| column_name(*it)).collect();
        let Remark { en, ko } = Remark::list(&which, MAX_TOLD);
        notes.push(Remark::new(
            format!("hidden columns of sheet “{name}” are left out: {en}"),
            format!("시트 “{name}”의 숨긴 열은 읽지 않았습니다: {ko}"),
        ));
    }
    // A merged cell is seen as long as any part of it is.
    for area in &mut sheet.merged {
        let (row, column) = (area.top, area.left);
        let cell = sheet.cells.get(&(row, column)).cloned();
        while area.top < area.bottom && sheet.hidden_rows.contains(&area.top) {
            area.top += 1;
        }
        while area.left < area.right && sheet.hidden_columns.contains(&area.left) {
            area.left += 1;
        }
        if let Some(cell) = cell.filter(|_| (row, column) != (area.top, area.left)) {
            sheet.cells.insert((area.top, area.left), cell);
        }
    }
    let (hidden_rows, hidden_columns) = (&sheet.hidden_rows, &sheet.hidden_columns);
    sheet.cells.retain(|it, _| !hidden_rows.contains(&it.0) && !hidden_columns.contains(&it.1));
}

/// `A` to `XFD`.
pub(crate) fn column_name(column: u32) -> String {
    let mut out = String::new();
    let mut n = column + 1;
    while n > 0 {
        n -= 1;
        out.insert(0, char::from(b'A' + (n % 26) as u8));
        n /= 26;
    }
    out
}

/// A sheet while it becomes a table.
struct Grid<'a> {
    sheet: &'a Sheet,
    extent: Area,
    /// The columns that are seen.
    columns: Vec<u32>,
    /// Their widths, and one for what flows over at the right.
    widths: Vec<f32>,
    /// Where merged areas begin, and what each of their cells belongs to.
    areas: BTreeMap<(u32, u32), Area>,
    covered: BTreeSet<(u32, u32)>,
    /// Rows of a sheet without any printed border that stand in a block of cells, and the block's
    /// first and last column: there the lines of the sheet itself are taken for borders.
    framed: BTreeMap<u32, (usize, usize)>,
}

impl<'a> Grid<'a> {
    fn new(sheet: &'a Sheet, extent: Area) -> Grid<'a> {
        let columns: Vec<u32> =
            (extent.left..=extent.right).filter(|it| !sheet.hidden_columns.contains(it)).collect();
        let usual = if sheet.usual_width > 0.0 { sheet.usual_width } else { 48.0 };
        let mut widths: Vec<f32> = columns
            .iter()
            .map(|it| sheet.widths.get(it).copied().unwrap_or(usual).clamp(3.0, 1_400.0))
            .collect();
        widths.push(0.0);
        let (mut areas, mut covered) = (BTreeMap::new(), BTreeSet::new());
        for area in &sheet.merged {
            let area = Area {
                bottom: area.bottom.min(extent.bottom),
                right: area.right.min(extent.right),
                ..*area
            };
            let inside = area.top <= area.bottom && area.left <= area.right;
            let n_cells = u64::from(area.bottom.saturating_sub(area.top) + 1)
                * u64::from(area.right.saturating_sub(area.left) + 1);
            if !inside || covered.len() as u64 + n_cells > 2_000_000 {
                continue;
            }
            areas.insert((area.top, area.left), area);
            for row in area.top..=area.bottom {
                covered.extend((area.left..=area.right).map(|it| (row, it)));
            }
        }
        let framed = BTreeMap::new();
        let mut grid = Grid { sheet, extent, columns, widths, areas, covered, framed };
        grid.framed = grid.blocks();
        grid
    }

    /// Neighboring rows of at least two filled cells each, in a sheet that prints no borders.
    ///
    /// Who works with such a sheet sees the lines between its cells; without them a number at the
    /// right of its cell may seem to stand below the heading of the next column.
    fn blocks(&self) -> BTreeMap<u32, (usize, usize)> {
        let is_filled = |it: &Shown| !it.text.trim().is_empty();
        let filled = self.sheet.cells.iter().filter(|it| is_filled(it.1));
        let has_borders = filled.clone().any(|it| self.sheet.look(it.1.look).borders.any());
        let mut by_row: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (&(row, column), _) in filled {
            by_row.entry(row).or_default().extend(self.columns.binary_search(&column));
        }
        let mut out = BTreeMap::new();
        if has_borders {
            return out;
        }
        let mut block: Vec<(u32, usize, usize)> = Vec::new();
        let mut close = |block: &mut Vec<(u32, usize, usize)>| {
            let first = block.iter().map(|it| it.1).min().unwrap_or(0);
            let last = block.iter().map(|it| it.2).max().unwrap_or(0);
            if block.len() > 1 {
                out.extend(block.iter().map(|it| (it.0, (first, last))));
            }
            block.clear();
        };
        for row in self.extent.top..=self.extent.bottom {
            if self.sheet.hidden_rows.contains(&row) {
                continue;
            }
            match by_row.get(&row).map(Vec::as_slice) {
                Some([first, .., last]) => block.push((row, *first, *last)),
                _ => close(&mut block),
            }
        }
        close(&mut block);
        out
    }

    fn table(mut self) -> Table {
        self.widen();
        let mut rows: Vec<Row> = Vec::new();
        let mut n_empty = 0;
        // Which rows are seen is known before spans are counted.
        let seen: Vec<u32> = (self.extent.top..=self.extent.bottom)
            .filter(|it| !self.sheet.hidden_rows.contains(it))
            .collect();
        for &row in &seen {
            let cells = self.row(row, &seen);
            let spanned = self.covered.range((row, 0)..(row + 1, 0)).next().is_some();
            n_empty = if cells.is_empty() && !spanned { n_empty + 1 } else { 0 };
            if n_empty > MAX_EMPTY {
                continue;
            }
            let height = self.sheet.heights.get(&row).copied().unwrap_or(15.0);
            rows.push(Row { height: height.clamp(2.0, 420.0), cells });
        }
        if self.widths.last().is_some_and(|it| *it == 0.0) {
            self.widths.pop();
        }
        Table { widths: self.widths, rows, ..Table::default() }
    }

    /// Columns give way to numbers, which are never broken, and to texts that are a little too long
    /// for them: the width that a file gives is that of a font which is not this one.
    fn widen(&mut self) {
        for (&(row, column), cell) in &self.sheet.cells {
            let Ok(at) = self.columns.binary_search(&column) else { continue };
            let look = self.sheet.look(cell.look);
            let needed = metrics::width(&cell.text, look.size, look.bold) + 2.0 * PAD + 1.0;
            if !cell.is_number {
                let is_free = self.covered.contains(&(row, column)) || look.wrap;
                let is_slight = needed <= SLIGHT * self.widths[at] && !cell.text.contains('\n');
                let next = self.sheet.cells.get(&(row, column + 1));
                let is_held = next.is_some_and(|it| !it.text.is_empty()) || look.borders.right;
                if !is_free && is_slight && is_held {
                    self.widths[at] = self.widths[at].max(needed);
                }
                continue;
            }
            let right = self.areas.get(&(row, column)).map_or(column, |it| it.right);
            let end = self.columns.partition_point(|it| *it <= right).max(at + 1);
            let has: f32 = self.widths[at..end].iter().sum();
            self.widths[end - 1] += (needed.min(600.0) - has).max(0.0);
        }
    }

    fn row(&mut self, row: u32, seen: &[u32]) -> Vec<Cell> {
        let mut out = Vec::new();
        // Columns before this one are taken by a text that flows over.
        let mut taken = 0;
        for at in 0..self.columns.len() {
            let column = self.columns[at];
            let area = self.areas.get(&(row, column)).copied();
            if (area.is_none() && self.covered.contains(&(row, column))) || at < taken {
                continue;
            }
            let frame = self.framed.get(&row);
            let is_framed = frame.is_some_and(|it| (it.0..=it.1).contains(&at));
            let Some(shown) = self.sheet.cells.get(&(row, column)) else {
                if is_framed {
                    out.push(Cell { pad: PAD, ..Cell::new(at, Vec::new()) });
                }
                continue;
            };
            let mut look = self.sheet.look(shown.look);
            let text = shown.text.trim_end();
            let mut columns = 1;
            let mut rows = 1;
            if let Some(area) = area {
                columns = self.columns.partition_point(|it| *it <= area.right) - at;
                let first = seen.partition_point(|it| *it < row);
                rows = seen.partition_point(|it| *it <= area.bottom) - first;
                look.borders = self.area_borders(area, look.borders);
            } else if !text.is_empty() && !shown.is_number && !look.wrap && !text.contains('\n') {
                columns = self.flowing(row, at, text, &look);
                taken = at + columns;
            }
            if is_framed {
                look.borders = Borders::ALL;
            }
            if text.is_empty() && !look.is_visible() {
                continue;
            }
            let run = Run { text: text.to_owned(), size: look.size, bold: look.bold };
            let usual = if shown.is_number { Align::Right } else { Align::Left };
            let align = look.align.unwrap_or(usual);
            let paragraph = Paragraph { runs: vec![run], align, ..Paragraph::default() };
            let blocks =
                if text.is_empty() { Vec::new() } else { vec![Block::Paragraph(paragraph)] };
            out.push(Cell {
                column: at,
                columns: columns.max(1),
                rows: rows.max(1),
                blocks,
                borders: look.borders,
                shade: look.shade,
                middle: true,
                pad: PAD,
            });
        }
        out
    }

    /// The outer sides of a merged area: its cells each have their own.
    fn area_borders(&self, area: Area, mut out: Borders) -> Borders {
        let borders = |row: u32, column: u32| {
            let cell = self.sheet.cells.get(&(row, column));
            cell.map(|it| self.sheet.look(it.look).borders).unwrap_or_default()
        };
        out.right |= borders(area.top, area.right).right;
        out.bottom |= borders(area.bottom, area.left).bottom;
        out
    }

    /// How many columns a text takes that is longer than its own: empty ones at its right.
    fn flowing(&mut self, row: u32, at: usize, text: &str, look: &Look) -> usize {
        let needed = metrics::width(text, look.size, look.bold) + 2.0 * PAD + 0.5;
        let mut has = self.widths[at];
        let mut n = 1;
        if look.align.is_some_and(|it| it != Align::Left) {
            return n;
        }
        while has < needed && at + n < self.columns.len() {
            let next = (row, self.columns[at + n]);
            let free = self.sheet.cells.get(&next).is_none_or(|it| {
                it.text.trim().is_empty() && !self.sheet.look(it.look).borders.any()
            });
            if !free || self.covered.contains(&next) {
                return n;
            }
            has += self.widths[at + n];
            n += 1;
        }
        // Beyond the last column there is room to some extent.
        if has < needed && at + n == self.columns.len() && !look.borders.right {
            let last = self.widths.len() - 1;
            self.widths[last] = self.widths[last].max((needed - has).min(260.0));
            n += 1;
        }
        n
    }
}
