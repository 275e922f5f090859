//! Reads documents as JSON and writes what the first step of the analysis finds in them, in the
//! shape that evaluation programs read: `draft OUT_DIR DOCUMENT.json…`.
#![allow(clippy::disallowed_methods)]

#[path = "shared/document_types.rs"]
mod document_types;

use std::path::PathBuf;

use proviso_core::analysis::fields;
use proviso_core::document::Document;
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let target = args.next().ok_or("usage: draft OUT_DIR DOCUMENT.json…")?;
    let types = document_types::shipped()?;
    for path in args {
        let document: Document = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
        let draft = fields::draft(std::slice::from_ref(&document), &types, None);
        let mut found = Vec::new();
        for it in &draft.fields {
            let value = it.value.to_string();
            for label in std::iter::once(&it.label).chain(&it.also) {
                found.push(json!({
                    "label": label, "kind": it.value.kind().name(), "value": value,
                    "page": it.evidence.page, "line": it.cell.map(|it| it.row), "meaning": it.meaning,
                }));
            }
        }
        let tables: Vec<_> = draft.tables.iter().map(|it| json!(it)).collect();
        let words: Vec<_> = draft.words.iter().map(|it| json!([it.text, it.beside])).collect();
        let paragraphs: Vec<_> = draft
            .paragraphs
            .iter()
            .map(|it| json!([it.heading, it.text, it.fields.len()]))
            .collect();
        let answer = json!({
            "document_type": draft.document_type, "title": draft.title, "language": draft.language,
            "fields": found, "tables": tables, "words": words, "paragraphs": paragraphs, "notes": draft.notes,
        });
        let name = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        std::fs::write(
            target.join(format!("{name}.json")),
            serde_json::to_string_pretty(&answer)?,
        )?;
    }
    Ok(())
}
