//! ODS: OpenDocument spreadsheets, whose cells hold the text that they show.
//!
//! Source: OASIS OpenDocument 1.3, part 3.

use std::collections::BTreeMap;
use std::io::BufRead;

use proviso_core::remark::Remark;

use super::{
    Area, Look, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, MAX_TEXT, Sheet, Shown, section, tell_hidden,
};
use crate::reading::office::flow::{Align, Borders, Flow, shade};
use crate::reading::office::package::{Package, Pull, Tag, Xml};
use crate::reading::protocol::Refusal;

/// Reads a spreadsheet.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let mut package = Package::open(bytes)?;
    let manifest = package.text("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(Refusal::Encrypted);
    }
    let name = "content.xml";
    let Some(mut xml) = package.pull(name)? else {
        return Err(Refusal::Damaged { reason: format!("`{name}` in it is missing") });
    };
    let damaged = |why| Refusal::Damaged { reason: format!("`{name}` in it is damaged ({why})") };
    let mut reading = Reading::default();
    reading.document(&mut xml).map_err(damaged)?;
    let mut flow = Flow::default();
    for sheet in reading.sheets {
        flow.sections.extend(section(sheet, &mut flow.notes));
    }
    tell_hidden(&reading.hidden, &mut flow.notes);
    if reading.n_pictures > 0 {
        let n = reading.n_pictures;
        flow.notes.push(Remark::new(
            format!("{n} pictures are not read"),
            format!("그림 {n}개는 읽지 않았습니다"),
        ));
    }
    Ok(flow)
}

/// A style as far as it changes what is seen.
#[derive(Debug, Clone, Default)]
struct Style {
    look: Look,
    size: Option<f32>,
    is_hidden: bool,
}

/// Where the reading of a document stands.
#[derive(Default)]
struct Reading {
    styles: BTreeMap<String, usize>,
    all: Vec<Style>,
    sheets: Vec<Sheet>,
    hidden: Vec<String>,
    n_cells: usize,
    n_pictures: usize,
}

/// The next cell's place.
#[derive(Default)]
struct Place {
    row: u32,
    column: u32,
    at_column: u32,
    n_rows: u32,
}

impl Reading {
    fn document<R: BufRead>(&mut self, xml: &mut Pull<R>) -> Result<(), String> {
        let mut style = None;
        loop {
            match xml.next()? {
                Xml::Open(tag) => match tag.name.as_str() {
                    "style" => {
                        let number = self.all.len();
                        self.all.push(Style::default());
                        if let Some(name) = tag.get("name") {
                            self.styles.insert(name.to_owned(), number);
                        }
                        style = Some(number);
                    }
                    "table" => self.sheet(xml, &tag)?,
                    _ => {
                        if let Some(it) = style.and_then(|it| self.all.get_mut(it)) {
                            property(&tag, it);
                        }
                    }
                },
                Xml::Close(name) if name == "style" => style = None,
                Xml::Close(_) | Xml::Text(_) => {}
                Xml::End => return Ok(()),
            }
        }
    }

    fn style(&self, tag: &Tag) -> Option<usize> {
        tag.get("style-name").and_then(|it| self.styles.get(it)).copied()
    }

    fn sheet<R: BufRead>(&mut self, xml: &mut Pull<R>, tag: &Tag) -> Result<(), String> {
        let name = tag.get("name").unwrap_or("?").to_owned();
        let style = self.style(tag).and_then(|it| self.all.get(it));
        if style.is_some_and(|it| it.is_hidden) {
            self.hidden.push(name);
            return xml.skip();
        }
        let looks = self.all.iter().map(|it| it.look.clone()).collect();
        let mut sheet = Sheet { name, looks, usual_width: 64.0, ..Sheet::default() };
        let mut place = Place::default();
        loop {
            match xml.next()? {
                Xml::Open(tag) => match tag.name.as_str() {
                    "table-column" => self.columns(&tag, &mut sheet, &mut place),
                    "table-row" => {
                        place.column = 0;
                        place.n_rows =
                            tag.number::<u32>("number-rows-repeated").unwrap_or(1).max(1);
                        let size = self.style(&tag).and_then(|it| self.all.get(it)?.size);
                        let hidden = tag.get("visibility").is_some_and(|it| it != "visible");
                        let end = place.row.saturating_add(place.n_rows).min(MAX_ROWS);
                        for row in place.row..end {
                            if hidden {
                                sheet.hidden_rows.insert(row);
                            }
                            if let Some(size) = size {
                                sheet.heights.insert(row, size);
                            }
                        }
                    }
                    "table-cell" | "covered-table-cell" => {
                        self.cell(xml, &tag, &mut sheet, &mut place)?;
                    }
                    // Tables within drawings are not of this sheet.
                    "shapes" | "annotation" | "forms" => xml.skip()?,
                    _ => {}
                },
                Xml::Close(name) => match name.as_str() {
                    "table-row" => place.row = place.row.saturating_add(place.n_rows),
                    "table" => {
                        self.n_cells += sheet.cells.len();
                        self.sheets.push(sheet);
                        return Ok(());
                    }
                    _ => {}
                },
                Xml::Text(_) => {}
                Xml::End => return Err("it ends inside a sheet".to_owned()),
            }
        }
    }

    fn columns(&self, tag: &Tag, sheet: &mut Sheet, place: &mut Place) {
        let n = tag.number::<u32>("number-columns-repeated").unwrap_or(1);
        let end = place.at_column.saturating_add(n);
        let size = self.style(tag).and_then(|it| self.all.get(it)?.size);
        let hidden = tag.get("visibility").is_some_and(|it| it != "visible");
        for column in place.at_column..end.min(MAX_COLUMNS) {
            if hidden {
                sheet.hidden_columns.insert(column);
            }
            if let Some(size) = size {
                sheet.widths.insert(column, size);
            }
        }
        place.at_column = end;
    }

    fn cell<R: BufRead>(
        &mut self,
        xml: &mut Pull<R>,
        tag: &Tag,
        sheet: &mut Sheet,
        place: &mut Place,
    ) -> Result<(), String> {
        let text = self.text(xml, &tag.name)?;
        let n = tag.number::<u32>("number-columns-repeated").unwrap_or(1).max(1);
        let (top, left) = (place.row, place.column);
        place.column = place.column.saturating_add(n);
        if tag.name != "table-cell" {
            return Ok(());
        }
        let span = |name: &str| tag.number::<u32>(name).unwrap_or(1).max(1);
        let (rows, columns) = (span("number-rows-spanned"), span("number-columns-spanned"));
        if rows > 1 || columns > 1 {
            let (bottom, right) = (top.saturating_add(rows - 1), left.saturating_add(columns - 1));
            sheet.merged.push(Area { top, left, bottom, right });
        }
        let look = self.style(tag);
        let kind = tag.get("value-type").unwrap_or_default();
        let is_number = matches!(kind, "float" | "percentage" | "currency" | "date" | "time");
        let style = look.and_then(|it| self.all.get(it));
        let is_seen = !text.is_empty() || style.is_some_and(|it| it.look.is_visible());
        if !is_seen {
            return Ok(());
        }
        // A cell that only looks is repeated to the end of the sheet; a text is repeated as often
        // as it says.
        let most = if text.is_empty() { 60 } else { u32::MAX };
        let last_row = top.saturating_add(place.n_rows.min(most));
        let last_column = left.saturating_add(n.min(most));
        for row in top..last_row {
            for column in left..last_column {
                let full = self.n_cells + sheet.cells.len() >= MAX_CELLS;
                if row >= MAX_ROWS || column >= MAX_COLUMNS || full {
                    sheet.is_cut |= !text.is_empty();
                    break;
                }
                let look = look.unwrap_or(usize::MAX);
                sheet.cells.insert((row, column), Shown { text: text.clone(), is_number, look });
            }
            if sheet.is_cut {
                break;
            }
        }
        Ok(())
    }

    /// The paragraphs of a cell to its end.
    fn text<R: BufRead>(&mut self, xml: &mut Pull<R>, element: &str) -> Result<String, String> {
        let mut out = String::new();
        let (mut depth, mut n) = (0, 0);
        loop {
            match xml.next()? {
                Xml::Open(tag) => match tag.name.as_str() {
                    "annotation" | "table" => xml.skip()?,
                    "image" => {
                        self.n_pictures += 1;
                        xml.skip()?;
                    }
                    "p" => {
                        if n > 0 {
                            out.push('\n');
                        }
                        (depth, n) = (depth + 1, n + 1);
                    }
                    "s" => {
                        let n = tag.number::<usize>("c").unwrap_or(1).min(200);
                        out.extend(std::iter::repeat_n(' ', n));
                    }
                    "tab" => out.push(' '),
                    "line-break" => out.push('\n'),
                    _ => {}
                },
                Xml::Text(text) if depth > 0 && out.len() < 4 * MAX_TEXT => out.push_str(&text),
                Xml::Text(_) => {}
                Xml::Close(name) if name == "p" => depth -= 1,
                Xml::Close(name) if name == element => return Ok(out),
                Xml::Close(_) => {}
                Xml::End => return Err("it ends inside a cell".to_owned()),
            }
        }
    }
}

/// Takes a property of a style.
fn property(tag: &Tag, style: &mut Style) {
    if tag.get("display") == Some("false") && tag.name == "table-properties" {
        style.is_hidden = true;
    }
    let size = tag.get("column-width").or_else(|| tag.get("row-height"));
    style.size = size.and_then(points).or(style.size);
    let side = |name: &str| tag.get(name).map(|it| it != "none");
    if tag.name == "table-cell-properties" {
        let all = side("border").unwrap_or(false);
        style.look.borders = Borders {
            top: side("border-top").unwrap_or(all),
            right: side("border-right").unwrap_or(all),
            bottom: side("border-bottom").unwrap_or(all),
            left: side("border-left").unwrap_or(all),
        };
        style.look.wrap = tag.get("wrap-option") == Some("wrap");
        style.look.shade = tag.get("background-color").and_then(|it| shade(it.strip_prefix('#')?));
    }
    if tag.name == "text-properties" {
        if let Some(size) = tag.get("font-size").and_then(points) {
            style.look.size = size;
        }
        style.look.bold |= tag.get("font-weight") == Some("bold");
    }
    if tag.name == "paragraph-properties" {
        style.look.align = match tag.get("text-align") {
            Some("center") => Some(Align::Center),
            Some("end" | "right") => Some(Align::Right),
            Some("start" | "left") => Some(Align::Left),
            _ => style.look.align,
        };
    }
}

/// `2.258cm` in points.
fn points(text: &str) -> Option<f32> {
    let end = text.find(|c: char| c.is_ascii_alphabetic() || c == '%')?;
    let (number, unit) = text.split_at(end);
    let number: f32 = number.parse().ok()?;
    let per_unit = match unit {
        "cm" => 28.346,
        "mm" => 2.8346,
        "in" => 72.0,
        "pt" => 1.0,
        "pc" => 12.0,
        _ => return None,
    };
    Some(number * per_unit)
}
