//! What was read and found as tables for the next program: a summary, values, line items and
//! findings of one document or of many, as XLSX, CSV or JSON.
//!
//! **Invariant:** all formats hold the same cells; where a cell is a word of ours, programs get its
//! name and people what it is called in their language. What a document says stays text: nothing of it
//! becomes a formula, and an amount is a number with its currency beside it. Equal runs give equal
//! files.

mod xlsx;

use std::io::{Cursor, Write};

use proviso_core::analysis::{Language, TableKind};
use proviso_core::doctype::DocumentTypes;
use proviso_core::run::Verdict;
use proviso_core::shown::{day, full, full_side};
use proviso_core::value::{Kind, Value};
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::ports::Ports;
use crate::runs::{FieldView, RuleView, RunDetail, detail};
use crate::wire::{File, RunId};
use crate::{ApiError, Code, Records, Remark};

/// Documents of one export; more is a mistake of the asker's.
const MAX_RUNS: usize = 1_000;

/// A request for tables.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TablesReq {
    /// The runs, in the order of the summary.
    pub runs: Vec<RunId>,
    /// As what.
    pub format: TableFormat,
    /// The language of headers and of our own words in cells: `ko`, else English.
    pub language: String,
}

/// What tables are written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TableFormat {
    /// One workbook with a sheet for each table.
    Xlsx,
    /// An archive with a file for each table.
    Csv,
    /// One object with an array for each table; its names are English.
    Json,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Cell {
    Empty,
    Text(String),
    /// A number in decimal digits.
    Number(String),
    /// A word of ours: its name for programs, and what people call it.
    Term(String, Remark),
}

/// A table: columns by name for programs and by header for people.
struct Sheet {
    name: &'static str,
    title: Remark,
    columns: Vec<(&'static str, Remark)>,
    rows: Vec<Vec<Cell>>,
}

pub(crate) async fn tables(
    records: &Records,
    ports: &Ports,
    req: TablesReq,
) -> Result<File, ApiError> {
    if req.runs.is_empty() || req.runs.len() > MAX_RUNS {
        let message = format!("name 1 to {MAX_RUNS} runs");
        return Err(ApiError::new(Code::BadRequest, message));
    }
    let language = if req.language == "ko" { Language::Ko } else { Language::En };
    let mut sheets = [summary(), values(), items(), findings()];
    let mut project = String::new();
    for run in &req.runs {
        let it = detail(records, run.0)?;
        project.clone_from(&it.head.project);
        let [summary, values, items, findings] = &mut sheets;
        summary.rows.push(summary_of(&it, &ports.types));
        values.rows.extend(it.fields.iter().map(|field| value_of(&it, field, language)));
        items.rows.extend(items_of(&it));
        let open = it.rules.iter().filter(|it| it.printed.is_some() || it.computed.is_some());
        findings.rows.extend(open.map(|rule| finding_of(&it, rule, language)));
    }
    let failed = |err: zip::result::ZipError| ApiError::from_error(Code::Unknown, &err);
    let (mime, extension, bytes) = match req.format {
        TableFormat::Xlsx => (
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "xlsx",
            xlsx::workbook(&sheets, language).map_err(failed)?,
        ),
        TableFormat::Csv => {
            let files = sheets.iter().map(|it| (format!("{}.csv", it.name), csv(it, language)));
            ("application/zip", "zip", archive(files).map_err(failed)?)
        }
        TableFormat::Json => ("application/json", "json", json_of(&sheets).into_bytes()),
    };
    let name = match req.runs.as_slice() {
        [one] => format!("{project}-{one}.{extension}"),
        all => format!("proviso-{}.{extension}", all.len()),
    };
    Ok(File { mime, name, bytes })
}

fn sheet(name: &'static str, title: (&str, &str), columns: &[(&'static str, &str, &str)]) -> Sheet {
    let columns = columns.iter().map(|(name, en, ko)| (*name, Remark::new(*en, *ko))).collect();
    Sheet { name, title: Remark::new(title.0, title.1), columns, rows: Vec::new() }
}

fn summary() -> Sheet {
    sheet(
        "documents",
        ("Documents", "문서"),
        &[
            ("run", "Run", "실행"),
            ("project", "Project", "프로젝트"),
            ("documents", "Documents", "파일"),
            ("title", "Title", "제목"),
            ("document_type", "Type", "종류"),
            ("verdict", "Verdict", "판정"),
            ("n_refuted", "False rules", "어긋난 규칙"),
            ("n_holds", "Rules that hold", "성립하는 규칙"),
            ("n_proved", "Proved rules", "증명된 규칙"),
            ("tied", "Amounts cross-checked", "교차 확인한 금액"),
            ("printed", "Amounts printed", "적힌 금액"),
            ("n_corrected", "Corrected values", "정정한 값"),
        ],
    )
}

fn values() -> Sheet {
    sheet(
        "values",
        ("Values", "값"),
        &[
            ("run", "Run", "실행"),
            ("document", "Document", "파일"),
            ("page", "Page", "쪽"),
            ("label", "Label", "항목명"),
            ("of", "Belongs to", "소속"),
            ("kind", "Kind", "종류"),
            ("value", "Value", "값"),
            ("number", "Number", "숫자"),
            ("currency", "Currency", "통화"),
            ("text", "As printed", "적힌 글"),
            ("reading", "Read as", "읽은 값"),
            ("corrected_by", "Corrected by", "정정한 사람"),
            ("corrected_on", "Corrected on", "정정한 날"),
        ],
    )
}

fn items() -> Sheet {
    sheet(
        "items",
        ("Line items", "품목"),
        &[
            ("run", "Run", "실행"),
            ("document", "Document", "파일"),
            ("page", "Page", "쪽"),
            ("table", "Table", "표"),
            ("row", "Row", "줄"),
            ("column", "Column", "칸"),
            ("value", "Value", "값"),
            ("number", "Number", "숫자"),
        ],
    )
}

fn findings() -> Sheet {
    sheet(
        "findings",
        ("Findings", "지적 사항"),
        &[
            ("run", "Run", "실행"),
            ("document", "Document", "파일"),
            ("page", "Page", "쪽"),
            ("rule", "Rule", "규칙"),
            ("statement", "Statement", "내용"),
            ("equation", "Equation", "계산"),
            ("printed", "Printed", "적힌 값"),
            ("computed", "Computed", "계산한 값"),
            ("difference", "Difference", "차이"),
            ("mend", "Would be mended by", "바로잡을 값"),
            ("cause", "Follows from", "원인 규칙"),
            ("waived", "Waived because", "예외 처리 사유"),
        ],
    )
}

fn text(it: impl Into<String>) -> Cell {
    let it = it.into();
    if it.is_empty() { Cell::Empty } else { Cell::Text(it) }
}

fn number(it: impl ToString) -> Cell {
    Cell::Number(it.to_string())
}

fn some(it: Option<Cell>) -> Cell {
    it.unwrap_or(Cell::Empty)
}

fn summary_of(it: &RunDetail, types: &DocumentTypes) -> Vec<Cell> {
    let run = &it.head;
    let named = |name: &String| {
        let known = types.get(name);
        known.map_or_else(|| text(name), |it| Cell::Term(name.clone(), it.named()))
    };
    let verdict = |it: Verdict| Cell::Term(it.name().to_owned(), run.verdict_name.clone());
    vec![
        number(run.run),
        text(&run.project),
        text(run.documents.join(", ")),
        some(run.title.as_ref().map(text)),
        some(run.document_type.as_ref().map(named)),
        some(run.verdict.map(verdict)),
        some(run.n_refuted.map(number)),
        number(it.shown.n_holds),
        number(it.shown.told.n_proved),
        some(run.coverage.map(|it| number(it.tied))),
        some(run.coverage.map(|it| number(it.printed))),
        number(it.shown.corrections.len()),
    ]
}

fn value_of(it: &RunDetail, field: &FieldView, language: Language) -> Vec<Cell> {
    let (amount, currency) = numeric(field);
    let kind = Cell::Term(field.kind.name().to_owned(), field.kind.said());
    vec![
        number(it.head.run),
        text(&field.evidence.document),
        number(field.evidence.page),
        text(&field.label),
        some(field.of.as_ref().map(text)),
        kind,
        text(shown(field.kind, &field.value, &field.shown, language)),
        amount,
        currency,
        text(&field.evidence.text),
        some(field.reading.as_ref().map(|it| text(shown(it.kind, &it.value, &it.shown, language)))),
        some(field.corrected.as_ref().map(|it| text(&it.by))),
        some(field.corrected.as_ref().map(|it| text(day(it.at_ms)))),
    ]
}

/// A value as people of a language write it, whatever the document's own is.
fn shown(kind: Kind, value: &str, otherwise: &str, language: Language) -> String {
    let value = Value::parse(kind, value);
    value.map_or_else(|_| otherwise.to_owned(), |it| full(&it, language == Language::Ko))
}

/// The value as a number, where it is one, and its currency.
fn numeric(field: &FieldView) -> (Cell, Cell) {
    match Value::parse(field.kind, &field.value) {
        Ok(Value::Money(it)) => (number(it.amount), text(it.currency.code())),
        Ok(Value::Quantity(it)) if field.kind == Kind::Quantity => (number(it), Cell::Empty),
        _ => (Cell::Empty, Cell::Empty),
    }
}

/// A line for each cell of each table of items that has something in it.
fn items_of(it: &RunDetail) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    let tables = it.tables.iter().filter(|it| it.kind == TableKind::Items);
    for (table, of) in (1u32..).zip(tables) {
        for (row, cells) in (1u32..).zip(&of.rows) {
            for (column, cell) in of.columns.iter().zip(cells) {
                if cell.text.is_empty() {
                    continue;
                }
                let field = cell.fields.first().and_then(|id| it.fields.get(*id as usize));
                rows.push(vec![
                    number(it.head.run),
                    some(field.map(|it| text(&it.evidence.document))),
                    number(field.map_or(of.page, |it| it.evidence.page)),
                    number(table),
                    number(row),
                    text(column),
                    text(&cell.text),
                    some(field.map(|it| numeric(it).0)),
                ]);
            }
        }
    }
    rows
}

fn finding_of(it: &RunDetail, rule: &RuleView, language: Language) -> Vec<Cell> {
    let side = |it: &String| text(full_side(it, language == Language::Ko));
    let place = rule.fields.first().and_then(|id| it.fields.get(*id as usize));
    let cause = it.shown.slips.iter().find(|slip| slip.rules.contains(&rule.id));
    let first = cause.and_then(|it| it.rules.first()).filter(|first| **first != rule.id);
    let mend = cause.and_then(|it| it.mend.as_ref());
    vec![
        number(it.head.run),
        some(place.map(|it| text(&it.evidence.document))),
        some(place.map(|it| number(it.evidence.page))),
        number(rule.id),
        text(&rule.statement),
        text(rule.equation()),
        some(rule.printed.as_ref().map(side)),
        some(rule.computed.as_ref().map(side)),
        some(rule.difference.as_ref().map(text)),
        some(mend.map(|it| text(format!("{}: {}", it.label, it.shown)))),
        some(first.map(number)),
        some(rule.waived.as_ref().map(|it| text(&it.reason))),
    ]
}

/// RFC 4180, with the mark by which spreadsheets know UTF-8.
fn csv(sheet: &Sheet, language: Language) -> String {
    let mut out = String::from("\u{feff}");
    let header = sheet.columns.iter().map(|(_, it)| text(it.of(language)));
    let rows = sheet.rows.iter().cloned();
    for row in [header.collect::<Vec<_>>()].into_iter().chain(rows) {
        let cells: Vec<String> = row.iter().map(|it| quoted(it, language)).collect();
        out.push_str(&cells.join(","));
        out.push_str("\r\n");
    }
    out
}

fn quoted(it: &Cell, language: Language) -> String {
    let text = match it {
        Cell::Term(_, it) => it.of(language).to_owned(),
        Cell::Empty => return String::new(),
        Cell::Number(it) => return it.clone(),
        // What spreadsheets would compute is shown to be text.
        Cell::Text(it) if it.starts_with(['=', '+', '-', '@', '\t', '\r']) => format!("'{it}"),
        Cell::Text(it) => it.clone(),
    };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

fn json_of(sheets: &[Sheet]) -> String {
    let cell = |it: &Cell| match it {
        Cell::Empty => serde_json::Value::Null,
        Cell::Text(it) | Cell::Term(it, _) => json!(it),
        // Money goes as text, since programs read numbers as fractions of two.
        Cell::Number(it) => it.parse::<i64>().map_or_else(|_| json!(it), |it| json!(it)),
    };
    let row = |sheet: &Sheet, row: &Vec<Cell>| {
        let names = sheet.columns.iter().map(|it| it.0.to_owned());
        serde_json::Value::Object(names.zip(row.iter().map(cell)).collect::<Map<_, _>>())
    };
    let all = sheets.iter().map(|sheet| {
        let rows: Vec<_> = sheet.rows.iter().map(|it| row(sheet, it)).collect();
        (sheet.name.to_owned(), json!(rows))
    });
    serde_json::Value::Object(all.collect()).to_string()
}

/// Files in an archive; without times, so that equal files give equal archives.
fn archive(
    files: impl Iterator<Item = (String, String)>,
) -> Result<Vec<u8>, zip::result::ZipError> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in files {
        archive.start_file(path, options)?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_sheet() -> Sheet {
        let mut it = sheet(
            "values",
            ("Values", "값"),
            &[("label", "Label", "항목명"), ("kind", "Kind", "종류"), ("number", "Number", "숫자")],
        );
        let kind = |it: Kind| Cell::Term(it.name().to_owned(), it.said());
        it.rows = vec![
            vec![text("공급가액, \"합계\""), kind(Kind::Money), number(255_000)],
            vec![text("=1+1"), kind(Kind::Text), number("12.30")],
            vec![Cell::Empty, Cell::Empty, Cell::Empty],
        ];
        it
    }

    #[test]
    fn what_a_document_says_is_no_formula_and_a_number_is_one() {
        let expected = "\u{feff}항목명,종류,숫자\r\n\"공급가액, \"\"합계\"\"\",금액,255000\r\n'=1+1,글,12.30\r\n,,\r\n";
        assert_eq!(csv(&a_sheet(), Language::Ko), expected);
    }

    #[test]
    fn programs_get_names_and_exact_amounts() {
        let expected = json!({ "values": [
            { "label": "공급가액, \"합계\"", "kind": "money", "number": 255_000 },
            { "label": "=1+1", "kind": "text", "number": "12.30" },
            { "label": null, "kind": null, "number": null },
        ] });
        let made: serde_json::Value = serde_json::from_str(&json_of(&[a_sheet()])).unwrap();
        assert_eq!(made, expected);
    }

    #[test]
    fn a_value_is_written_as_the_reader_writes_it() {
        let of = |language| shown(Kind::Period, "30 days", "30 days", language);
        assert_eq!((of(Language::Ko).as_str(), of(Language::En).as_str()), ("30일", "30 days"));
        assert_eq!(shown(Kind::Money, "unread", "as it is", Language::Ko), "as it is");
    }

    #[test]
    fn a_workbook_is_one_that_our_own_reader_would_open() {
        let (one, two) = (
            xlsx::workbook(&[a_sheet()], Language::En).unwrap(),
            xlsx::workbook(&[a_sheet()], Language::En).unwrap(),
        );
        assert_eq!(one, two, "equal tables give equal files");
        let mut read = zip::ZipArchive::new(Cursor::new(one)).unwrap();
        let mut part = |name: &str| {
            let mut text = String::new();
            std::io::Read::read_to_string(&mut read.by_name(name).unwrap(), &mut text).unwrap();
            text
        };
        let sheet = part("xl/worksheets/sheet1.xml");
        for it in ["<t xml:space=\"preserve\">=1+1</t>", "<v>255000</v>", "&quot;합계&quot;"] {
            assert!(sheet.contains(it), "{it}: {sheet}");
        }
        assert!(!sheet.contains("<f>"), "nothing is a formula");
        assert!(part("xl/workbook.xml").contains("name=\"Values\""));
        assert!(part("[Content_Types].xml").contains("/xl/worksheets/sheet1.xml"));
    }
}
