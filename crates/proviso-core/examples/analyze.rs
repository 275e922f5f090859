//! Analyzes documents that were read already, and writes what `proviso analyze --json` would say:
//! `analyze OUT_DIR DOCUMENT.json…`. A thousand papers take one process, not a thousand.
//!
//! The name of an answer is the document's up to its first period.
#![allow(clippy::disallowed_methods)]

#[path = "shared/document_types.rs"]
mod document_types;

use std::path::PathBuf;

use proviso_core::analysis::{readings, rules, scored};
use proviso_core::document::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let target = args.next().ok_or("usage: analyze OUT_DIR DOCUMENT.json…")?;
    let types = document_types::shipped()?;
    for path in args {
        let document: Document = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
        let draft = readings::draft(std::slice::from_ref(&document), &types, None);
        let analysis = rules::discover(draft, &types);
        let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let name = name.split('.').next().unwrap_or_default();
        std::fs::write(target.join(format!("{name}.json")), scored::json(&analysis).to_string())?;
    }
    Ok(())
}
