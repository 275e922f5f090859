//! What is embedded in the program, and what a workspace may put in its place.
//!
//! **Invariant:** the workspace overrides document types file by file; `Domains/Core.idr` it never
//! overrides, since a verdict rests on it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use proviso_core::doctype::{DocumentTypeError, DocumentTypes};

static DOCUMENT_TYPES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../document-types");

static SAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../direction/samples");

/// The documents that come with the program, by name: to try it without one's own.
pub fn samples() -> Vec<(String, &'static [u8])> {
    let name = |it: &Path| Some(it.file_name()?.to_str()?.to_owned());
    let pdfs = SAMPLES.files().filter(|it| it.path().extension().is_some_and(|it| it == "pdf"));
    pdfs.filter_map(|it| Some((name(it.path())?, it.contents()))).collect()
}

/// Why the document types cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// A file of the workspace cannot be read.
    #[error("cannot read `{}`", .path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A file does not say what a document type must.
    #[error(transparent)]
    DocumentType(#[from] DocumentTypeError),
}

/// The embedded document types, with those of the workspace's `document-types/` over them.
pub fn document_types(workspace: Option<&Path>) -> Result<DocumentTypes, AssetError> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for file in DOCUMENT_TYPES.files() {
        if let (Some(name), Some(text)) = (toml_name(file.path()), file.contents_utf8()) {
            files.insert(name, text.to_owned());
        }
    }
    let Some(folder) = workspace.map(|it| it.join("document-types")) else {
        return parse(files);
    };
    let error = |path: &Path| {
        let path = path.to_owned();
        |source| AssetError::Read { path, source }
    };
    let entries = match folder.read_dir() {
        Ok(entries) => entries,
        Err(err) if err.kind() == io::ErrorKind::NotFound => return parse(files),
        Err(err) => return Err(error(&folder)(err)),
    };
    for entry in entries {
        let path = entry.map_err(error(&folder))?.path();
        if let Some(name) = toml_name(&path) {
            let text = std::fs::read_to_string(&path).map_err(error(&path))?;
            files.insert(name, text);
        }
    }
    parse(files)
}

fn parse(files: BTreeMap<String, String>) -> Result<DocumentTypes, AssetError> {
    let files: Vec<(String, String)> = files.into_iter().collect();
    Ok(DocumentTypes::parse(&files)?)
}

fn toml_name(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    name.ends_with(".toml").then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_type_is_a_new_file_in_the_workspace() {
        let folder = tempfile::tempdir().unwrap();
        let types = folder.path().join("document-types");
        std::fs::create_dir(&types).unwrap();
        let text = "name = \"logbook\"\ntitles = [\"ship's log\"]\n";
        std::fs::write(types.join("logbook.toml"), text).unwrap();
        let embedded = document_types(None).unwrap();
        let found = document_types(Some(folder.path())).unwrap();
        assert!(embedded.get("logbook").is_none(), "not one of ours");
        assert_eq!(found.get("logbook").unwrap().titles, ["ship's log"]);
        assert_eq!(found.types.len(), embedded.types.len() + 1, "ours are still there");
    }

    #[test]
    fn a_broken_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let types = folder.path().join("document-types");
        std::fs::create_dir(&types).unwrap();
        std::fs::write(types.join("logbook.toml"), "name = \"other\"").unwrap();
        let err = document_types(Some(folder.path())).unwrap_err().to_string();
        assert_eq!(err, "`logbook.toml`: the name `other` is not the file's stem");
    }
}
