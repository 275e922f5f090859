//! XLSX: sheets, shared strings, styles.
//!
//! `calamine` gives values, but neither number formats nor hidden rows nor widths; so the parts are
//! read here, sheets piece by piece, since a sheet may claim a million rows.
//!
//! Source: ECMA-376-1:2016, part 18.

mod styles;

use std::collections::BTreeMap;
use std::io::BufRead;

use proviso_core::remark::Remark;

use super::numbers::NumberFormat;
use super::{
    Area, Look, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, MAX_TEXT, Sheet, Shown, points, section,
    tell_hidden,
};
use crate::reading::office::flow::{Block, Flow, LeftOut, Paper, Section};
use crate::reading::office::package::{Element as _, Package, Pull, Tag, Xml, parse};
use crate::reading::office::pictures::{Album, Picture};
use crate::reading::protocol::Refusal;
use styles::Styles;

/// Bytes of all shared strings that are kept.
const MAX_STRINGS: usize = 256 << 20;

/// Reads a workbook.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let mut package = Package::open(bytes)?;
    let workbook = "xl/workbook.xml";
    let text = package.required(workbook)?;
    let parsed = parse(workbook, &text)?;
    let root = parsed.root_element();
    let epoch_1904 = matches!(root.child_attr("workbookPr", "date1904"), Some("1" | "true"));
    let targets = relations(&mut package, "xl/_rels/workbook.xml.rels", "xl")?;
    let strings = strings(&mut package)?;
    let styles = match package.text("xl/styles.xml")? {
        Some(text) => Styles::new(&text)?,
        None => Styles::default(),
    };
    let mut flow = Flow::default();
    let mut hidden = Vec::new();
    let mut n_cells = 0;
    let mut album = Album::default();
    let sheets = root.child("sheets");
    for (i, it) in
        sheets.iter().flat_map(|it| it.children()).filter(|it| it.is("sheet")).enumerate()
    {
        let name = it.attr("name").unwrap_or("?").to_owned();
        // The relation's id is the only `id`; the sheet's own is `sheetId`.
        let target = it.attr("id").and_then(|it| targets.get(it)).cloned();
        let target = target.unwrap_or_else(|| format!("xl/worksheets/sheet{}.xml", i + 1));
        if matches!(it.attr("state"), Some("hidden" | "veryHidden")) {
            hidden.push(name);
            continue;
        }
        if target.contains("chartsheets/") {
            flow.notes.push(super::chart(&name));
            continue;
        }
        let reading = Reading { strings: &strings, styles: &styles, epoch_1904, n_cells };
        let (sheet, n_unknown) = match package.pull(&target)? {
            Some(mut xml) => reading.sheet(&mut xml, name.clone(), target.as_str())?,
            None => {
                flow.notes.push(Remark::new(
                    format!("sheet “{name}” is missing in the file"),
                    format!("시트 “{name}”: 파일에 들어 있지 않습니다"),
                ));
                continue;
            }
        };
        if n_unknown > 0 {
            flow.notes.push(Remark::new(
                format!(
                    "{n_unknown} formulas of sheet “{name}” have no stored value; open the file in \
                     a spreadsheet program and save it"
                ),
                format!(
                    "시트 “{name}”: 수식 {n_unknown}개에 계산된 값이 없습니다. 파일을 스프레드시트 \
                     프로그램에서 열어 저장한 뒤 다시 추가하세요"
                ),
            ));
        }
        n_cells += sheet.cells.len();
        let section = section(sheet, &mut flow.notes);
        let pictures = pictures(&mut package, &target, &mut album)?;
        flow.sections.extend(with_pictures(section, pictures, &name));
    }
    tell_hidden(&hidden, &mut flow.notes);
    drawings(&package, &album, &mut flow);
    Ok(flow)
}

/// Says what is drawn over the cells and not read.
fn drawings(package: &Package<'_>, album: &Album, flow: &mut Flow) {
    let charts = package.names().iter().filter(|it| it.starts_with("xl/charts/chart")).count();
    if charts > 0 {
        flow.notes.push(Remark::new(
            format!("{charts} charts are not read"),
            format!("차트 {charts}개는 읽지 않았습니다"),
        ));
    }
    let mut left_out = LeftOut::default();
    album.tell(&mut left_out);
    flow.tell(&left_out);
}

/// The pictures that lie over a sheet, in the order of the file.
fn pictures(
    package: &mut Package<'_>,
    sheet: &str,
    album: &mut Album,
) -> Result<Vec<Picture>, Refusal> {
    let mut out = Vec::new();
    for drawing in links(package, sheet)?.values().filter(|it| it.contains("/drawings/drawing")) {
        let Some(text) = package.text(drawing)? else { continue };
        let targets = links(package, drawing)?;
        let parsed = parse(drawing, &text)?;
        for it in parsed.root_element().descendants().filter(|it| it.is("pic")) {
            let blip = it.descendants().find(|it| it.is("blip")).and_then(|it| it.attr("embed"));
            let bytes = match blip.and_then(|it| targets.get(it)) {
                Some(target) => package.read(target)?,
                None => None,
            };
            let Some(image) = bytes.and_then(|it| album.keep(it)) else { continue };
            let size = it.child("spPr").and_then(|it| it.child("xfrm")?.child("ext"));
            let points = |name: &str| size.and_then(|it| it.number(name)).unwrap_or(0.0) / 12_700.0;
            out.push(Picture::new(image, Some((points("cx"), points("cy")))));
        }
    }
    Ok(out)
}

/// What a part refers to.
fn links(package: &mut Package<'_>, part: &str) -> Result<BTreeMap<String, String>, Refusal> {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    relations(package, &format!("{folder}/_rels/{file}.rels"), folder)
}

/// Pictures below the cells of their sheet, which may have none.
fn with_pictures(section: Option<Section>, pictures: Vec<Picture>, name: &str) -> Option<Section> {
    if pictures.is_empty() {
        return section;
    }
    let about = format!("sheet “{name}”");
    let mut section =
        section.unwrap_or_else(|| Section { about, ..Section::new(Paper::A4, Vec::new()) });
    section.body.extend(pictures.into_iter().map(Block::Picture));
    Some(section)
}

/// Targets of relations by their ids, as members' names.
pub(crate) fn relations(
    package: &mut Package<'_>,
    name: &str,
    folder: &str,
) -> Result<BTreeMap<String, String>, Refusal> {
    let Some(text) = package.text(name)? else { return Ok(BTreeMap::new()) };
    let parsed = parse(name, &text)?;
    let all = parsed.root_element().children().filter(|it| it.is("Relationship"));
    Ok(all
        .filter_map(|it| {
            let (id, target) = (it.attr("Id")?, it.attr("Target")?);
            let target = match target.strip_prefix('/') {
                Some(absolute) => absolute.to_owned(),
                None => joined(folder, target),
            };
            Some((id.to_owned(), target))
        })
        .collect())
}

/// A path in a package: `xl/worksheets` and `../media/a.png` are `xl/media/a.png`.
fn joined(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
    for part in target.split('/') {
        match part {
            ".." => {
                parts.pop();
            }
            "" | "." => {}
            it => parts.push(it),
        }
    }
    parts.join("/")
}

/// The texts that cells refer to by number.
fn strings(package: &mut Package<'_>) -> Result<Vec<String>, Refusal> {
    let name = "xl/sharedStrings.xml";
    let Some(mut xml) = package.pull(name)? else { return Ok(Vec::new()) };
    let damaged =
        |why: String| Refusal::Damaged { reason: format!("`{name}` in it is damaged ({why})") };
    let mut out = Vec::new();
    let mut n_bytes = 0;
    loop {
        match xml.next().map_err(damaged)? {
            Xml::Open(tag) if tag.name == "si" => {
                let text = rich_text(&mut xml, "si").map_err(damaged)?;
                n_bytes += text.len() + 24;
                if n_bytes > MAX_STRINGS {
                    let reason = format!("its texts are longer than {} MiB", MAX_STRINGS >> 20);
                    return Err(Refusal::TooLarge { reason });
                }
                out.push(text);
            }
            Xml::End => return Ok(out),
            _ => {}
        }
    }
}

/// The text of runs up to the end of `element`, without how it is pronounced.
fn rich_text<R: BufRead>(xml: &mut Pull<R>, element: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut inside = false;
    loop {
        match xml.next()? {
            Xml::Open(tag) if tag.name == "rPh" => xml.skip()?,
            Xml::Open(tag) => inside = tag.name == "t",
            Xml::Text(text) if inside && out.len() < 4 * MAX_TEXT => out.push_str(&text),
            Xml::Text(_) => {}
            Xml::Close(name) if name == element => return Ok(out),
            Xml::Close(_) => inside = false,
            Xml::End => return Err("it ends inside a text".to_owned()),
        }
    }
}

/// What cells need to be shown.
struct Reading<'a> {
    strings: &'a [String],
    styles: &'a Styles,
    epoch_1904: bool,
    /// Cells of the sheets before.
    n_cells: usize,
}

/// Where the reading of a sheet stands.
#[derive(Debug, Default)]
struct Place {
    row: u32,
    column: u32,
    /// Of the row.
    is_hidden: bool,
}

impl Reading<'_> {
    /// Reads a sheet, and counts formulas without a value.
    fn sheet<R: BufRead>(
        &self,
        xml: &mut Pull<R>,
        name: String,
        part: &str,
    ) -> Result<(Sheet, usize), Refusal> {
        let damaged =
            |why: String| Refusal::Damaged { reason: format!("`{part}` in it is damaged ({why})") };
        let mut sheet =
            Sheet { name, looks: self.styles.looks.clone(), usual_width: 51.0, ..Sheet::default() };
        let mut place = Place::default();
        let (mut n_unknown, mut started) = (0, false);
        loop {
            match xml.next().map_err(damaged)? {
                Xml::Open(tag) => match tag.name.as_str() {
                    "sheetFormatPr" => {
                        if let Some(width) = tag.number::<f32>("defaultColWidth") {
                            sheet.usual_width = points(width);
                        }
                    }
                    "col" => column(&tag, &mut sheet),
                    "row" => {
                        place.row = match tag.number::<u32>("r") {
                            Some(r) => r.saturating_sub(1),
                            None if started => place.row + 1,
                            None => 0,
                        };
                        (started, place.column) = (true, 0);
                        if place.row >= MAX_ROWS {
                            sheet.is_cut = true;
                            xml.skip().map_err(damaged)?;
                            continue;
                        }
                        place.is_hidden = tag.flag("hidden");
                        if place.is_hidden {
                            sheet.hidden_rows.insert(place.row);
                        }
                        if let Some(height) = tag.number::<f32>("ht") {
                            sheet.heights.insert(place.row, height);
                        }
                    }
                    "c" => {
                        let (cell, unknown) = self.cell(xml, &tag, &mut place).map_err(damaged)?;
                        n_unknown += usize::from(unknown);
                        let full = self.n_cells + sheet.cells.len() >= MAX_CELLS;
                        let blank = cell.text.is_empty()
                            && !self.styles.looks.get(cell.look).is_some_and(Look::is_visible);
                        if blank {
                            // Nothing to see.
                        } else if place.column >= MAX_COLUMNS || full {
                            sheet.is_cut |= !cell.text.is_empty();
                        } else {
                            sheet.cells.insert((place.row, place.column), cell);
                        }
                        place.column += 1;
                    }
                    "mergeCell" => sheet.merged.extend(tag.get("ref").and_then(area)),
                    _ => {}
                },
                Xml::End => return Ok((sheet, n_unknown)),
                Xml::Close(_) | Xml::Text(_) => {}
            }
        }
    }

    /// Reads a cell to its end; says whether it is a formula that was never calculated.
    fn cell<R: BufRead>(
        &self,
        xml: &mut Pull<R>,
        tag: &Tag,
        place: &mut Place,
    ) -> Result<(Shown, bool), String> {
        if let Some((_, column)) = tag.get("r").and_then(reference) {
            place.column = column;
        }
        let look = tag.number::<usize>("s").unwrap_or(0);
        let kind = tag.get("t").unwrap_or("n");
        let (mut value, mut is_formula, mut has_value, mut inside) =
            (String::new(), false, false, false);
        loop {
            match xml.next()? {
                Xml::Open(it) => match it.name.as_str() {
                    "v" => (inside, has_value) = (true, true),
                    "f" => is_formula = true,
                    "is" => {
                        value = rich_text(xml, "is")?;
                        has_value = true;
                    }
                    _ => {}
                },
                Xml::Text(text) if inside && value.len() < 4 * MAX_TEXT => value.push_str(&text),
                Xml::Text(_) => {}
                Xml::Close(name) if name == "c" => break,
                Xml::Close(_) => inside = false,
                Xml::End => return Err("it ends inside a cell".to_owned()),
            }
        }
        let format = self.styles.format(look);
        let (text, is_number) = match kind {
            _ if !has_value => (String::new(), false),
            "s" => {
                let text = value.trim().parse().ok().and_then(|it: usize| self.strings.get(it));
                (format.text(text.map_or("", String::as_str)), false)
            }
            "b" => ((if value.trim() == "1" { "TRUE" } else { "FALSE" }).to_owned(), false),
            "n" => match value.trim().parse::<f64>() {
                Ok(number) => (format.number(number, self.epoch_1904), true),
                Err(_) => (value, false),
            },
            "d" => (day(&value), true),
            "str" | "inlineStr" => (format.text(&value), false),
            _ => (value, false),
        };
        let text = match text.char_indices().nth(MAX_TEXT) {
            Some((end, _)) => text[..end].to_owned(),
            None => text,
        };
        let text = unescaped(&text);
        Ok((Shown { text, is_number, look }, is_formula && !has_value))
    }
}

/// `2026-03-02T00:00:00` without a time that is none.
fn day(text: &str) -> String {
    text.trim().trim_end_matches('Z').trim_end_matches("T00:00:00").replace('T', " ")
}

/// `_x000D_` stands for a character that XML does not allow.
fn unescaped(text: &str) -> String {
    if !text.contains("_x") {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let code = rest.get(2..6).filter(|_| rest.get(6..7) == Some("_"));
        match code.and_then(|it| u32::from_str_radix(it, 16).ok()).and_then(char::from_u32) {
            Some('\r') => rest = &rest[7..],
            Some(c) => {
                out.push(c);
                rest = &rest[7..];
            }
            None => {
                out.push_str("_x");
                rest = &rest[2..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn column(tag: &Tag, sheet: &mut Sheet) {
    let first = tag.number::<u32>("min").unwrap_or(1).max(1) - 1;
    let last = tag.number::<u32>("max").unwrap_or(first + 1).min(MAX_COLUMNS);
    let width = tag.number::<f32>("width");
    for column in first..last {
        if tag.flag("hidden") || width == Some(0.0) {
            sheet.hidden_columns.insert(column);
        }
        if let Some(width) = width {
            sheet.widths.insert(column, points(width));
        }
    }
}

/// `B12` as row and column from 0.
fn reference(text: &str) -> Option<(u32, u32)> {
    let split = text.find(|it: char| it.is_ascii_digit())?;
    let (letters, digits) = text.split_at(split);
    let mut column = 0_u32;
    for it in letters.bytes().filter(|it| *it != b'$') {
        let digit = it.to_ascii_uppercase().checked_sub(b'A').filter(|it| *it < 26)?;
        column = column.checked_mul(26)?.checked_add(u32::from(digit) + 1)?;
    }
    Some((digits.parse::<u32>().ok()?.checked_sub(1)?, column.checked_sub(1)?))
}

/// `A1:C2`.
fn area(text: &str) -> Option<Area> {
    let (from, to) = text.split_once(':')?;
    let ((top, left), (bottom, right)) = (reference(from)?, reference(to)?);
    (top <= bottom && left <= right).then_some(Area { top, left, bottom, right })
}

/// The format of a style, or what is usual.
impl Styles {
    fn format(&self, look: usize) -> &NumberFormat {
        self.formats.get(look).unwrap_or(&self.general)
    }
}
