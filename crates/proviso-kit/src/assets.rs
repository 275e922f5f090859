//! What is embedded in the program, and what a workspace may put in its place.
//!
//! **Invariant:** the workspace overrides document types and prompts file by file, and prices entry
//! by entry; `Domains/Core.idr` it never overrides, since a verdict rests on it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use proviso_core::doctype::{DocumentTypeError, DocumentTypes};
use proviso_core::llm::{PriceError, Prices};
use proviso_core::prompt::PromptStore;

use crate::workspace::read_own_text;

static DOCUMENT_TYPES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../document-types");
static PROMPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../prompts");
const PRICES: &str = include_str!("../../../prices.toml");
/// A prompt of a workspace that is longer is none, in bytes.
pub const MAX_PROMPT: u64 = 1024 * 1024;

/// The checker for browsers: WebAssembly, packed with gzip. None where the program was built without
/// it (`make witness`).
pub fn witness() -> Option<&'static [u8]> {
    #[cfg(witness)]
    return Some(include_bytes!("../witness/dist/witness.wasm.gz"));
    #[cfg(not(witness))]
    None
}

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
    /// A price table is none.
    #[error(transparent)]
    Price(#[from] PriceError),
}

/// The embedded prompts, with those of the workspace's `prompts/` over them.
pub fn prompts(workspace: Option<&Path>) -> Result<PromptStore, AssetError> {
    let mut files = shipped_prompts();
    files.extend(own_prompts(workspace)?);
    Ok(PromptStore::new(files))
}

/// The embedded prompts, by path below `prompts/`.
pub fn shipped_prompts() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    embedded(&PROMPTS, &mut files);
    files
}

/// The prompts of a workspace, by path below its `prompts/`.
pub fn own_prompts(workspace: Option<&Path>) -> Result<BTreeMap<String, String>, AssetError> {
    let mut files = BTreeMap::new();
    // A link to a folder beside the workspace is none of its own.
    let own = workspace.map(|it| it.join("prompts")).filter(|it| !it.is_symlink());
    if let Some(folder) = own {
        let mut open = vec![(folder, String::new())];
        while let Some((folder, below)) = open.pop() {
            let error = |source| AssetError::Read { path: folder.clone(), source };
            let entries = match folder.read_dir() {
                Ok(entries) => entries,
                Err(err) if err.kind() == io::ErrorKind::NotFound => continue,
                Err(err) => return Err(error(err)),
            };
            for entry in entries {
                let path = entry.map_err(error)?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let below = if below.is_empty() { name } else { format!("{below}/{name}") };
                let metadata = path.symlink_metadata().map_err(error)?;
                // Agent, variant, version, file: what lies deeper is no prompt.
                if metadata.is_dir() && below.matches('/').count() < 3 {
                    open.push((path, below));
                } else if metadata.is_file()
                    && below.ends_with(".txt")
                    && metadata.len() <= MAX_PROMPT
                {
                    let read = read_own_text(&path);
                    let text = read.map_err(|source| AssetError::Read { path, source })?;
                    files.insert(below, text);
                }
            }
        }
    }
    Ok(files)
}

fn embedded(folder: &Dir<'_>, files: &mut BTreeMap<String, String>) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        if let Some(text) = file.contents_utf8().filter(|_| path.ends_with(".txt")) {
            files.insert(path, text.to_owned());
        }
    }
    for folder in folder.dirs() {
        embedded(folder, files);
    }
}

/// The embedded prices, with those of the workspace's `prices.toml` over them.
pub fn prices(workspace: Option<&Path>) -> Result<Prices, AssetError> {
    let mut files = vec![("prices.toml".to_owned(), PRICES.to_owned())];
    if let Some(path) = workspace.map(|it| it.join("prices.toml")) {
        match read_own_text(&path) {
            Ok(text) => files.push((path.display().to_string(), text)),
            Err(err) if err.kind() == io::ErrorKind::NotFound => {}
            Err(source) => return Err(AssetError::Read { path, source }),
        }
    }
    Ok(Prices::parse(&files)?)
}

/// The embedded document types, with those of the workspace's `document-types/` over them.
pub fn document_types(workspace: Option<&Path>) -> Result<DocumentTypes, AssetError> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for file in DOCUMENT_TYPES.files() {
        if let (Some(name), Some(text)) = (toml_name(file.path()), file.contents_utf8()) {
            files.insert(name, text.to_owned());
        }
    }
    let own = workspace.map(|it| it.join("document-types")).filter(|it| !it.is_symlink());
    let Some(folder) = own else {
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
            let text = read_own_text(&path).map_err(error(&path))?;
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
    fn every_embedded_prompt_can_be_written_out_in_both_languages() {
        use proviso_core::analysis::Language;
        use proviso_core::prompt::Piece;
        let store = prompts(None).unwrap();
        let context = serde_json::json!({
            "project": "A", "document_type": "contract", "example": "", "facts": "", "builtin": "",
            "refuted": ["R1"], "prose": "", "failed": { "text": "", "complaints": "" },
            "fault": "", "attempt": 1, "complaints": "", "tried": "x", "text": "", "tools": 3,
            "draft": "", "schema": "{}", "fields": "", "analysis": "", "model": "", "round": 1,
            "to": "author", "changes": "", "looks": 8, "sees": true, "clauses": "x", "types": "",
            "rules": "", "things": "x", "title": "A", "kinds": [["contract", "A"]],
        });
        let all: Vec<(&str, &str)> = store
            .paths()
            .filter_map(|it| it.strip_suffix("/system.txt"))
            .filter_map(|it| Some((it.split('/').next()?, it.rsplit('/').next()?)))
            .collect();
        let mut agents: Vec<&str> = all.iter().map(|it| it.0).collect();
        agents.sort_unstable();
        agents.dedup();
        assert_eq!(agents, ["analyst", "author", "fixer", "refiner", "reviewer"]);
        for (agent, version) in all {
            let handover = (agent == "reviewer").then_some(Piece::Handover);
            for language in [Language::Ko, Language::En] {
                let prompt = store.load(agent, "contract", version, language).unwrap();
                for piece in [Piece::System, Piece::User, Piece::Repair].into_iter().chain(handover)
                {
                    let text = prompt.render(piece, context.clone()).unwrap();
                    let hangul = text.chars().any(|it| ('가'..='힣').contains(&it));
                    assert_eq!(hangul, language == Language::Ko, "{agent} {piece:?}: {text}");
                    assert!(!text.contains("{%") && !text.contains("{{"), "{agent} {piece:?}");
                }
            }
        }
    }

    #[test]
    fn a_prompt_of_the_workspace_takes_the_embedded_ones_place() {
        use proviso_core::analysis::Language;
        use proviso_core::prompt::Piece;
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("prompts/fixer/default/v1");
        std::fs::create_dir_all(&own).unwrap();
        std::fs::write(own.join("repair.txt"), "Again, {{ project }}.").unwrap();
        let store = prompts(Some(folder.path())).unwrap();
        let prompt = store.load("fixer", "contract", "v1", Language::En).unwrap();
        let context = serde_json::json!({ "project": "A" });
        assert_eq!(prompt.render(Piece::Repair, context).unwrap(), "Again, A.");
        assert!(
            prompt.render(Piece::System, serde_json::json!({})).is_ok(),
            "ours are still there"
        );
    }

    #[test]
    fn prices_of_the_workspace_come_before_ours() {
        use proviso_core::llm::Usage;
        let folder = tempfile::tempdir().unwrap();
        let own =
            "[[price]]\nprovider = \"openai\"\nmodel = \"gpt-5\"\ninput = \"7\"\noutput = \"7\"\n";
        std::fs::write(folder.path().join("prices.toml"), own).unwrap();
        let usage = Usage { input: 1_000_000, output: 0, reasoning: 0 };
        let cost = |it: Prices| it.cost("openai", "gpt-5", usage);
        assert_eq!(cost(prices(None).unwrap()), Some(1_250_000));
        assert_eq!(cost(prices(Some(folder.path())).unwrap()), Some(7_000_000));
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
