//! Prints the signs of the title, of every text, and of everything that may be a name, of documents that
//! were read already, one JSON object a line, for `cargo xtask fit`: `signs DOCUMENT.json…`.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]

#[path = "shared/document_types.rs"]
mod document_types;

use std::path::PathBuf;

use proviso_core::analysis::fields;
use proviso_core::document::Document;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let types = document_types::shipped()?;
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let document: Document = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
        let texts = fields::weighed_texts(&document, &types).into_iter().map(|it| ("text", it));
        let names = fields::weighed_names(&document, &types).into_iter().map(|it| ("name", it));
        let (title, signs) = fields::weighed_title(&document, &types);
        let told = serde_json::json!({
            "document": path, "of": "type", "value": title, "signs": signs
        });
        println!("{told}");
        for (of, it) in texts.chain(names) {
            println!(
                "{}",
                serde_json::json!({
                    "document": path, "of": of, "value": it.value, "signs": it.signs
                })
            );
        }
    }
    Ok(())
}
