//! Prints the signs of every text of documents that were read already, one JSON object a line, for
//! `cargo xtask fit`: `signs DOCUMENT.json…`.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::path::PathBuf;

use proviso_core::analysis::fields;
use proviso_core::doctype::DocumentTypes;
use proviso_core::document::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../document-types"));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "toml") {
            let name = path.file_name().map(|it| it.to_string_lossy().into_owned());
            files.push((name.unwrap_or_default(), std::fs::read_to_string(&path)?));
        }
    }
    let types = DocumentTypes::parse(&files)?;
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let document: Document = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
        for it in fields::weighed_texts(&document, &types) {
            println!(
                "{}",
                serde_json::json!({ "document": path, "value": it.value, "signs": it.signs })
            );
        }
    }
    Ok(())
}
