//! Measures rule discovery apart from reading: turns `NAME.truth.json` files (fields and line
//! items, without relations) into drafts, discovers rules and writes `NAME.json` for the scorer.
//!
//! `cargo run -p proviso-core --example truth -- TRUTH_DIR OUT_DIR DOCUMENT_TYPES_DIR`
//!
//! There is no prose in such a file and no layout but the order of the fields, so relations that
//! only a sentence states are out of its reach.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::disallowed_methods)]

use std::path::Path;

use proviso_core::analysis::draft::{Draft, WordsAmount};
use proviso_core::analysis::{
    Cell, CellRef, DocumentRef, Evidence, Field, FieldId, Language, Route, Table, TableKind,
    TableTotal, rules, scored,
};
use proviso_core::doctype::{DocumentType, DocumentTypes};
use proviso_core::document::Rect;
use proviso_core::value::{Kind, Value};
use serde_json::Value as Json;

fn squash(text: &str) -> String {
    let text = text.split('(').next().unwrap_or(text);
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn meaning(types: &DocumentTypes, name: &str, label: &str, kind: Kind) -> Option<String> {
    let label = squash(label);
    let find = |it: &DocumentType| {
        let fits = |it: &&proviso_core::doctype::LabelEntry| {
            it.ko.iter().chain(&it.en).chain(&it.other).any(|it| squash(it) == label)
        };
        let exact = it.labels.iter().filter(fits).find(|it| it.kind == Some(kind));
        exact.or_else(|| it.labels.iter().find(|it| fits(it))).map(|it| it.meaning.clone())
    };
    types.get(name).and_then(find).or_else(|| find(&types.common))
}

fn draft(truth: &Json, types: &DocumentTypes) -> Draft {
    let text = |it: &Json, key: &str| it[key].as_str().unwrap_or_default().to_owned();
    let document_type = text(truth, "document_type");
    let empty = Vec::new();
    let columns: Vec<String> = truth["line_items"]["columns"]
        .as_array()
        .unwrap_or(&empty)
        .iter()
        .map(|it| it.as_str().unwrap_or_default().to_owned())
        .collect();
    let rows = truth["line_items"]["rows"].as_array().unwrap_or(&empty);
    let mut table = Table {
        kind: TableKind::Items,
        page: 1,
        meanings: columns
            .iter()
            .map(|it| meaning(types, &document_type, it, Kind::Money))
            .collect(),
        rows: rows
            .iter()
            .map(|row| {
                let cells = row.as_array().unwrap().iter();
                cells
                    .map(|it| Cell {
                        text: it.as_str().unwrap_or_default().to_owned(),
                        fields: Vec::new(),
                    })
                    .collect()
            })
            .collect(),
        columns,
        totals: Vec::new(),
    };
    let mut fields: Vec<Field> = Vec::new();
    let mut y = 0.0f32;
    for it in truth["fields"].as_array().unwrap() {
        let kind: Kind = serde_json::from_value(it["kind"].clone()).unwrap();
        let Ok(value) = Value::parse(kind, it["value"].as_str().unwrap()) else { continue };
        let id = FieldId(u32::try_from(fields.len()).unwrap());
        let label = text(it, "label");
        let mut cell = None;
        if let Some(row) = it["line"].as_u64() {
            let column = table.columns.iter().position(|it| squash(it) == squash(&label));
            if let Some(column) = column {
                table.rows[usize::try_from(row).unwrap()][column].fields.push(id);
                cell = Some(CellRef {
                    table: 0,
                    row: u32::try_from(row).unwrap(),
                    column: u32::try_from(column).unwrap(),
                });
            }
        }
        // Neighbors under one label stand on one line.
        if fields.last().is_none_or(|it| it.label != label) {
            y += 20.0;
        }
        let place = Evidence {
            document: 0,
            page: 1,
            boxes: vec![Rect::new(100.0, y, 160.0, y + 10.0)],
            text: text(it, "value"),
        };
        let total = ["합계", "소계", "공급가액계", "총계", "subtotal", "순매출액"]
            .iter()
            .any(|it| squash(&label) == *it);
        if total && cell.is_none() && !table.rows.is_empty() {
            let of_kind = |n: &usize| {
                table
                    .rows
                    .iter()
                    .flat_map(|it| &it[*n].fields)
                    .any(|it| fields[it.0 as usize].value.kind() == kind)
            };
            let columns: Vec<usize> = (0..table.columns.len()).filter(of_kind).collect();
            // Which column a total stands under is layout; where none adds up it is the last.
            let adds_up = |n: &usize| {
                let cells = table.rows.iter().flat_map(|it| &it[*n].fields);
                let numbers = cells.filter_map(|it| fields[it.0 as usize].value.exact());
                Some(numbers.sum::<proviso_core::number::Exact>()) == value.exact()
            };
            let column = columns.iter().copied().find(adds_up).or(columns.last().copied());
            if let Some(column) = column {
                table.totals.push(TableTotal {
                    column: u32::try_from(column).unwrap(),
                    field: id,
                    rows: (0, u32::try_from(table.rows.len()).unwrap()),
                });
            }
        }
        let meaning = match cell {
            Some(it) => table.meanings[it.column as usize].clone(),
            None => meaning(types, &document_type, &label, kind),
        };
        fields.push(Field {
            id,
            name: format!("f{}", id.0),
            label,
            also: Vec::new(),
            meaning,
            value,
            evidence: place,
            confidence: 1.0,
            route: Route::LabelValue,
            cell,
            reading: None,
            was: Vec::new(),
            belongs: None,
        });
    }
    let relations = truth["relations"].as_array().unwrap().iter();
    let words = relations
        .filter(|it| it["relation"] == "words")
        .filter_map(|it| {
            let Ok(Value::Money(money)) = Value::parse(Kind::Money, it["result"].as_str()?) else {
                return None;
            };
            let field = fields.iter().find(|it| it.value == Value::Money(money))?;
            Some(WordsAmount {
                text: text(it, "text"),
                place: field.evidence.clone(),
                says: money.amount.exact(),
                currency: money.currency,
                beside: Some(field.id),
            })
        })
        .collect();
    let tables = if table.columns.is_empty() { Vec::new() } else { vec![table] };
    Draft {
        documents: vec![DocumentRef {
            name: "truth".to_owned(),
            sha256: String::new(),
            n_pages: 1,
            n_recognized: 0,
            notes: Vec::new(),
        }],
        document_type,
        language: if truth["language"] == "ko" { Language::Ko } else { Language::En },
        title: text(truth, "title"),
        fields,
        tables,
        paragraphs: Vec::new(),
        words,
        written: Vec::new(),
        marked: Vec::new(),
        // Its fields are all that is known of the page.
        numbers: Vec::new(),
        embedded: Vec::new(),
        notes: Vec::new(),
    }
}

fn main() {
    let [from, to, types] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().expect("three directories");
    let read = |dir: &str, end: &str| {
        let mut out: Vec<(String, String)> = std::fs::read_dir(dir)
            .unwrap()
            .map(|it| it.unwrap().path())
            .filter(|it| it.to_string_lossy().ends_with(end))
            .map(|it| {
                (
                    it.file_name().unwrap().to_string_lossy().into_owned(),
                    std::fs::read_to_string(&it).unwrap(),
                )
            })
            .collect();
        out.sort();
        out
    };
    let types = DocumentTypes::parse(&read(&types, ".toml")).unwrap();
    std::fs::create_dir_all(&to).unwrap();
    for (name, text) in read(&from, ".truth.json") {
        let truth: Json = serde_json::from_str(&text).unwrap();
        let analysis = rules::discover(draft(&truth, &types), &types);
        let out = Path::new(&to).join(name.replace(".truth", ""));
        std::fs::write(&out, serde_json::to_string_pretty(&scored::json(&analysis)).unwrap())
            .unwrap();
        println!("{name}: {} rules, {} refuted", analysis.rules.len(), analysis.n_refuted());
    }
}
