//! Tables as a workbook: the least that ECMA-376 asks for, with cells that hold their texts
//! themselves.
//!
//! **Invariant:** numbers are numbers only where a spreadsheet keeps all of their digits.

use std::fmt::Write as _;

use proviso_core::analysis::Language;
use zip::result::ZipError;

use super::{Cell, Sheet, archive};
use crate::report::escaped;

/// Digits that spreadsheets keep.
const DIGITS: usize = 15;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// A workbook with a sheet for each table.
pub(super) fn workbook(sheets: &[Sheet], language: Language) -> Result<Vec<u8>, ZipError> {
    let (mut types, mut names, mut relations) = (String::new(), String::new(), String::new());
    let mut files = Vec::new();
    for (at, sheet) in (1usize..).zip(sheets) {
        let title = escaped(sheet.title.of(language));
        let path = format!("worksheets/sheet{at}.xml");
        put(
            &mut types,
            &format!("<Override PartName=\"/xl/{path}\" ContentType=\"{TYPES}.worksheet+xml\"/>"),
        );
        put(&mut names, &format!("<sheet name=\"{title}\" sheetId=\"{at}\" r:id=\"rId{at}\"/>"));
        put(
            &mut relations,
            &format!(
                "<Relationship Id=\"rId{at}\" Type=\"{OFFICE}/worksheet\" Target=\"{path}\"/>"
            ),
        );
        files.push((format!("xl/{path}"), worksheet(sheet, language)));
    }
    let content = format!(
        "{HEAD}<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" \
         ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
         <Override PartName=\"/xl/workbook.xml\" ContentType=\"{TYPES}.sheet.main+xml\"/>\
         {types}</Types>"
    );
    let root = format!(
        "{HEAD}<Relationships xmlns=\"{RELATIONS}\"><Relationship Id=\"rId1\" \
         Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
    );
    let book = format!(
        "{HEAD}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>{names}</sheets></workbook>"
    );
    let related = format!("{HEAD}<Relationships xmlns=\"{RELATIONS}\">{relations}</Relationships>");
    let parts = [
        ("[Content_Types].xml", content),
        ("_rels/.rels", root),
        ("xl/workbook.xml", book),
        ("xl/_rels/workbook.xml.rels", related),
    ];
    archive(parts.into_iter().map(|(path, text)| (path.to_owned(), text)).chain(files))
}

fn put(out: &mut String, text: &str) {
    out.push_str(text);
}

fn worksheet(sheet: &Sheet, language: Language) -> String {
    let header = sheet.columns.iter().map(|(_, it)| Cell::Text(it.of(language).to_owned()));
    let mut out = format!("{HEAD}<worksheet xmlns=\"{MAIN}\"><sheetData>");
    let rows = sheet.rows.iter().cloned();
    for (at, row) in (1usize..).zip([header.collect::<Vec<_>>()].into_iter().chain(rows)) {
        let _infallible = write!(out, "<row r=\"{at}\">");
        for (column, cell) in row.iter().enumerate() {
            let place = format!("{}{at}", letters(column));
            match cell {
                Cell::Empty => {}
                Cell::Number(it) if fits(it) => {
                    let _infallible = write!(out, "<c r=\"{place}\"><v>{it}</v></c>");
                }
                Cell::Number(it) | Cell::Text(it) => string(&mut out, &place, it),
                Cell::Term(_, it) => string(&mut out, &place, it.of(language)),
            }
        }
        out.push_str("</row>");
    }
    out.push_str("</sheetData></worksheet>");
    out
}

fn string(out: &mut String, place: &str, text: &str) {
    let text = escaped(text);
    let _infallible = write!(
        out,
        "<c r=\"{place}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{text}</t></is></c>"
    );
}

/// Whether a spreadsheet keeps a number as it is.
fn fits(it: &str) -> bool {
    let digits = it.chars().filter(char::is_ascii_digit).count();
    let plain = it.chars().all(|it| it.is_ascii_digit() || it == '.' || it == '-');
    plain && (1..=DIGITS).contains(&digits)
}

/// A column's name: A … Z, AA …
fn letters(mut column: usize) -> String {
    let mut out = String::new();
    loop {
        let letter = u8::try_from(column % 26).unwrap_or(0);
        out.insert(0, char::from(b'A' + letter));
        match (column / 26).checked_sub(1) {
            Some(rest) => column = rest,
            None => return out,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_names() {
        assert_eq!([0, 25, 26, 701, 702].map(letters), ["A", "Z", "AA", "ZZ", "AAA"]);
    }

    #[test]
    fn numbers_that_would_lose_digits_stay_texts() {
        assert!(fits("255000") && fits("-12.30"));
        assert!(!fits("1234567890123456") && !fits("1/3") && !fits(""));
    }
}
