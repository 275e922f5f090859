//! XLS: workbooks of Excel 97 to 2003.
//!
//! `calamine` reads the values; number formats, merged cells, widths and what is hidden it does not
//! tell, so the records are walked once more for them.
//!
//! Source: Microsoft, [MS-XLS].

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use calamine::{Data, Range, Reader as _, Xls, XlsError};

use super::numbers::NumberFormat;
use super::{
    Area, Look, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, Sheet, Shown, points, section, tell_hidden,
};
use crate::reading::office::flow::{Align, Borders, Flow};
use crate::reading::protocol::Refusal;

/// Reads a workbook.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let damaged =
        |it: String| Refusal::Damaged { reason: format!("its workbook is damaged ({it})") };
    let looks = Looks::new(bytes).map_err(|it| damaged(it.to_string()))?;
    if looks.is_encrypted {
        return Err(Refusal::Encrypted);
    }
    let mut workbook: Xls<_> = Xls::new(Cursor::new(bytes)).map_err(|it| match it {
        XlsError::Password => Refusal::Encrypted,
        other => damaged(other.to_string()),
    })?;
    let mut flow = Flow::default();
    let mut hidden = Vec::new();
    let mut n_cells = 0;
    for (i, name) in workbook.sheet_names().into_iter().enumerate() {
        let of = looks.sheets.get(i);
        if of.is_some_and(|it| it.is_hidden) {
            hidden.push(name);
            continue;
        }
        if of.is_some_and(|it| it.is_chart) {
            flow.notes.push(super::chart(&name));
            continue;
        }
        let range = workbook.worksheet_range(&name).map_err(|it| damaged(it.to_string()))?;
        let sheet = looks.sheet(name, of, &range, n_cells);
        n_cells += sheet.cells.len();
        flow.sections.extend(section(sheet, &mut flow.notes));
    }
    tell_hidden(&hidden, &mut flow.notes);
    Ok(flow)
}

/// What the records say of how cells look.
#[derive(Debug, Default)]
struct Looks {
    is_encrypted: bool,
    epoch_1904: bool,
    looks: Vec<Look>,
    formats: Vec<NumberFormat>,
    sheets: Vec<Places>,
}

/// What the records of a sheet say.
#[derive(Debug, Default)]
struct Places {
    is_hidden: bool,
    is_chart: bool,
    start: usize,
    sheet: Sheet,
    styles: BTreeMap<(u32, u32), usize>,
}

/// A record's bytes, read as if they went on with zeros.
#[derive(Clone, Copy)]
struct Record<'a>(&'a [u8]);

impl Record<'_> {
    fn byte(self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or(0)
    }
    fn short(self, at: usize) -> u16 {
        u16::from_le_bytes([self.byte(at), self.byte(at + 1)])
    }
    fn long(self, at: usize) -> u32 {
        u32::from(self.short(at)) | u32::from(self.short(at + 2)) << 16
    }
}

/// The records of a stream from a place on: a kind and bytes.
fn records(stream: &[u8], start: usize) -> impl Iterator<Item = (u16, Record<'_>)> {
    let mut rest = stream.get(start..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (head, after) = rest.split_first_chunk::<4>()?;
        let kind = u16::from_le_bytes([head[0], head[1]]);
        let size = usize::from(u16::from_le_bytes([head[2], head[3]])).min(after.len());
        let (data, after) = after.split_at(size);
        rest = after;
        Some((kind, Record(data)))
    })
}

impl Looks {
    fn new(bytes: &[u8]) -> std::io::Result<Looks> {
        let mut file = cfb::CompoundFile::open(Cursor::new(bytes))?;
        let name = if file.is_stream("/Workbook") { "/Workbook" } else { "/Book" };
        let mut stream = Vec::new();
        file.open_stream(name)?.take(256 << 20).read_to_end(&mut stream)?;
        let mut out = Looks::default();
        let mut codes: BTreeMap<u16, String> = BTreeMap::new();
        let mut fonts: Vec<(f32, bool)> = Vec::new();
        let mut styles: Vec<Record<'_>> = Vec::new();
        let mut is_newest = true;
        for (kind, it) in records(&stream, 0) {
            match kind {
                // The version: only that of Excel 97 has its texts in Unicode.
                0x0809 => is_newest = it.short(0) == 0x0600,
                0x002f => out.is_encrypted = true,
                0x0022 => out.epoch_1904 = it.short(0) == 1,
                0x0031 => {
                    fonts.push((f32::from(it.short(0)) / 20.0, it.short(6) >= 600));
                    // The fifth font is left out of the count.
                    if fonts.len() == 4 {
                        fonts.push((10.0, false));
                    }
                }
                0x041e if is_newest => {
                    codes.insert(it.short(0), text(it, 2));
                }
                0x00e0 => styles.push(it),
                0x0085 => out.sheets.push(Places {
                    start: it.long(0) as usize,
                    is_hidden: it.byte(4) & 3 != 0,
                    is_chart: it.byte(5) == 2,
                    ..Places::default()
                }),
                0x000a => break,
                _ => {}
            }
        }
        for it in styles {
            let id = it.short(2);
            out.formats.push(match codes.get(&id) {
                Some(code) => NumberFormat::new(code),
                None => NumberFormat::built_in(u32::from(id)),
            });
            out.looks.push(look(it, &fonts, is_newest));
        }
        // `calamine` does not ask.
        if !out.is_encrypted && out.sheets.iter().any(|it| it.start > stream.len()) {
            return Err(std::io::Error::other("a sheet begins behind its end"));
        }
        for it in &mut out.sheets {
            if !it.is_chart {
                it.read(&stream);
            }
        }
        Ok(out)
    }

    fn sheet(
        &self,
        name: String,
        of: Option<&Places>,
        range: &Range<Data>,
        n_before: usize,
    ) -> Sheet {
        let mut sheet = of.map(|it| it.sheet.clone()).unwrap_or_default();
        sheet.name = name;
        sheet.looks.clone_from(&self.looks);
        sheet.usual_width = 54.0;
        let empty = BTreeMap::new();
        let styles = of.map_or(&empty, |it| &it.styles);
        let (top, left) = range.start().unwrap_or((0, 0));
        for (row, column, value) in range.used_cells() {
            let at = (top.saturating_add(row as u32), left.saturating_add(column as u32));
            let full = n_before + sheet.cells.len() >= MAX_CELLS;
            if at.0 >= MAX_ROWS || at.1 >= MAX_COLUMNS || full {
                sheet.is_cut = true;
                continue;
            }
            let style = styles.get(&at).copied();
            let general = NumberFormat::built_in(0);
            let format = style.and_then(|it| self.formats.get(it)).unwrap_or(&general);
            let number = |it: f64| (format.number(it, self.epoch_1904), true);
            let (text, is_number) = match value {
                Data::Empty => continue,
                Data::Float(it) => number(*it),
                Data::Int(it) => number(*it as f64),
                Data::DateTime(it) => number(it.as_f64()),
                Data::Bool(it) => ((if *it { "TRUE" } else { "FALSE" }).to_owned(), false),
                Data::String(it) => (format.text(it), false),
                other => (other.to_string(), false),
            };
            sheet.cells.insert(at, Shown { text, is_number, look: style.unwrap_or(usize::MAX) });
        }
        for (&at, &style) in styles {
            let is_seen = self.looks.get(style).is_some_and(Look::is_visible);
            if is_seen && at.0 < MAX_ROWS && at.1 < MAX_COLUMNS {
                let blank = || Shown { look: style, ..Shown::default() };
                sheet.cells.entry(at).or_insert_with(blank);
            }
        }
        sheet
    }
}

impl Places {
    /// Walks the sheet's own records.
    fn read(&mut self, stream: &[u8]) {
        let mut depth = 0;
        for (kind, it) in records(stream, self.start) {
            match kind {
                0x0809 => depth += 1,
                0x000a => {
                    depth -= 1;
                    if depth <= 0 {
                        return;
                    }
                }
                // What follows inside is a chart that stands in the sheet.
                _ if depth > 1 => {}
                0x007d => {
                    let (first, last) = (it.short(0), it.short(2).min(MAX_COLUMNS as u16));
                    for column in first..=last {
                        let column = u32::from(column);
                        if it.short(8) & 1 != 0 {
                            self.sheet.hidden_columns.insert(column);
                        }
                        let width = f32::from(it.short(4)) / 256.0;
                        self.sheet.widths.insert(column, points(width));
                    }
                }
                0x0208 => {
                    let row = u32::from(it.short(0));
                    if it.long(12) & 0x20 != 0 {
                        self.sheet.hidden_rows.insert(row);
                    }
                    if it.short(6) & 0x8000 == 0 {
                        self.sheet.heights.insert(row, f32::from(it.short(6)) / 20.0);
                    }
                }
                0x0203 | 0x027e | 0x00fd | 0x0006 | 0x0201 | 0x0205 | 0x0204 | 0x00d6 => {
                    self.style(it.short(0), it.short(2), it.short(4));
                }
                // Cells side by side: numbers behind their styles, or styles alone.
                0x00bd | 0x00be => {
                    let step = if kind == 0x00bd { 6 } else { 2 };
                    for n in 0..it.0.len().saturating_sub(6) / step {
                        let column = it.short(2).saturating_add(n as u16);
                        self.style(it.short(0), column, it.short(4 + step * n));
                    }
                }
                0x00e5 => {
                    for n in 0..usize::from(it.short(0)).min(it.0.len() / 8) {
                        let at = |i: usize| u32::from(it.short(2 + 8 * n + 2 * i));
                        let area = Area { top: at(0), bottom: at(1), left: at(2), right: at(3) };
                        if area.top <= area.bottom && area.left <= area.right {
                            self.sheet.merged.push(area);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn style(&mut self, row: u16, column: u16, style: u16) {
        self.styles.insert((u32::from(row), u32::from(column)), usize::from(style));
    }
}

/// A text of Excel 97: a length, whether it is wide, letters.
fn text(it: Record<'_>, at: usize) -> String {
    let n = usize::from(it.short(at));
    let is_wide = it.byte(at + 2) & 1 != 0;
    if is_wide {
        let units: Vec<u16> = (0..n).map(|i| it.short(at + 3 + 2 * i)).collect();
        return String::from_utf16_lossy(&units);
    }
    (0..n).map(|i| char::from(it.byte(at + 3 + i))).collect()
}

fn look(it: Record<'_>, fonts: &[(f32, bool)], is_newest: bool) -> Look {
    let (size, bold) = fonts.get(usize::from(it.short(0))).copied().unwrap_or((10.0, false));
    let mut out = Look { size: size.max(4.0), bold, ..Look::default() };
    out.wrap = it.byte(6) & 8 != 0;
    out.align = match it.byte(6) & 7 {
        1 | 5 => Some(Align::Left),
        2 | 6 | 7 => Some(Align::Center),
        3 => Some(Align::Right),
        _ => None,
    };
    if is_newest {
        let sides = it.long(10);
        let has = |n: u32| (sides >> (4 * n)) & 0xf != 0;
        out.borders = Borders { left: has(0), right: has(1), top: has(2), bottom: has(3) };
    }
    out
}
