//! Idris sources as they lie on the disk: by which module's name, with what they draw in.
//!
//! **Invariant:** what a source draws in is read, the embedded library never: that is the program's own.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use proviso_core::idris::{emit, header};
use proviso_core::run::Module;

use crate::files;

/// Modules that one file may draw in; more is no model.
const MAX_MODULES: usize = 200;

/// Why sources cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// A file.
    #[error("cannot open `{}`", .path.display())]
    Open {
        /// Which.
        path: PathBuf,
        /// Why not.
        #[source]
        source: io::Error,
    },
    /// It is read, and no text.
    #[error("`{}` is no UTF-8 text", .path.display())]
    NotText {
        /// Which.
        path: PathBuf,
    },
    /// More than a model has.
    #[error("`{module}` draws in more than {MAX_MODULES} modules")]
    TooMany {
        /// Which module.
        module: String,
    },
    /// A folder.
    #[error("cannot list `{}`", .path.display())]
    List {
        /// Which.
        path: PathBuf,
        /// Why not.
        #[source]
        source: io::Error,
    },
}

/// Names of all modules that lie in a folder itself, in order.
pub fn names(folder: &Path) -> Result<Vec<String>, SourceError> {
    let fail = |source| SourceError::List { path: folder.to_owned(), source };
    let mut found = Vec::new();
    for entry in folder.read_dir().map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let is_source = path.extension().is_some_and(|it| it == "idr") && path.is_file();
        if let Some(name) = path.file_stem().and_then(|it| it.to_str()).filter(|_| is_source) {
            found.push(name.to_owned());
        }
    }
    found.sort();
    Ok(found)
}

/// The text of a source.
pub fn read(path: &Path) -> Result<String, SourceError> {
    let fail = |source| SourceError::Open { path: path.to_owned(), source };
    let bytes = std::fs::read(path).map_err(fail)?;
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| SourceError::NotText { path: path.to_owned() })?;
    // Some editors write a byte order mark first of all, which says nothing.
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}

/// The module's name by its place, and the folder that the place is counted from: where the file
/// says so itself and lies there; else below the last `Domains`; else the file alone.
pub fn place(path: &Path, declared: Option<&str>) -> (String, PathBuf) {
    let stem = path.with_extension("");
    if let Some(declared) = declared {
        let below: PathBuf = declared.split('.').collect();
        if stem.ends_with(&below) {
            let depth = below.components().count();
            return (declared.to_owned(), up(path, depth));
        }
    }
    let parts: Vec<String> =
        stem.components().map(|it| it.as_os_str().to_string_lossy().into_owned()).collect();
    match parts.iter().rposition(|it| it == "Domains") {
        Some(at) if at + 1 < parts.len() => (parts[at..].join("."), up(path, parts.len() - at)),
        _ => (parts.last().cloned().unwrap_or_default(), up(path, 1)),
    }
}

fn up(path: &Path, levels: usize) -> PathBuf {
    path.ancestors().nth(levels).unwrap_or(Path::new("/")).to_owned()
}

/// All local modules that a module draws in, each once; what is not there is the compiler's own or
/// missing, and the compiler says which.
pub fn imports(module: &Module, root: &Path) -> Result<Vec<Module>, SourceError> {
    let core = emit::core();
    let mut found: BTreeMap<String, Module> = BTreeMap::new();
    let mut open = vec![module.clone()];
    while let Some(it) = open.pop() {
        for import in header::read(&it.text).imports {
            let name = import.module;
            if name == module.name || found.contains_key(&name) {
                continue;
            }
            let imported = if name == core.name {
                core.clone()
            } else {
                let wanted = Module { name: name.clone(), text: String::new() };
                let path = root.join(wanted.path());
                if !path.is_file() {
                    continue;
                }
                Module { text: read(&path)?, ..wanted }
            };
            if found.len() >= MAX_MODULES {
                return Err(SourceError::TooMany { module: module.name.clone() });
            }
            open.push(imported.clone());
            found.insert(name, imported);
        }
    }
    Ok(found.into_values().collect())
}

/// When a file was written, in milliseconds since 1970; 0 where the system does not say.
pub fn modified(path: &Path) -> i64 {
    path.metadata().map_or(0, |it| files::changed_at_ms(&it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_place(path: &str, declared: Option<&str>, name: &str, root: &str) {
        let (found, folder) = place(Path::new(path), declared);
        assert_eq!((found.as_str(), folder.to_str().unwrap()), (name, root));
    }

    #[test]
    fn a_module_is_named_by_its_place() {
        check_place("/w/Domains/A.idr", Some("Domains.A"), "Domains.A", "/w");
        check_place("/w/Domains/Facts/A.idr", Some("Domains.Facts.A"), "Domains.Facts.A", "/w");
        check_place("/w/Domains/A.idr", Some("Domains.B"), "Domains.A", "/w");
        check_place("/w/Domains/A.idr", None, "Domains.A", "/w");
        check_place("/w/src/A.idr", Some("A"), "A", "/w/src");
        check_place("/w/src/A.idr", Some("X.B"), "A", "/w/src");
    }
}
