//! The document types that come along, for examples.

use std::error::Error;
use std::path::PathBuf;

use proviso_core::doctype::DocumentTypes;

/// The document types of this repository.
pub(crate) fn shipped() -> Result<DocumentTypes, Box<dyn Error>> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../document-types"));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "toml") {
            let name = path.file_name().map(|it| it.to_string_lossy().into_owned());
            files.push((name.unwrap_or_default(), std::fs::read_to_string(&path)?));
        }
    }
    Ok(DocumentTypes::parse(&files)?)
}
