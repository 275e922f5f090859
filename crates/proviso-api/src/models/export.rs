//! Models to hand on: an archive that the compiler alone accepts again.
//!
//! **Invariant:** all that a module draws in is in the archive, the trusted library as it is
//! embedded; nothing in it needs Proviso.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use proviso_core::agent::analysis_path;
use proviso_core::idris::emit;
use proviso_kit::open::OpenWorkspace;
use serde::{Deserialize, Serialize};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{Target, shelf};
use crate::wire::File;
use crate::{ApiError, Code};

/// A request for an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExportReq {
    /// The models' names.
    pub names: Vec<String>,
}

/// The package that lists all modules.
const PACKAGE: &str = "export.ipkg";

pub(crate) async fn export(space: &OpenWorkspace, req: ExportReq) -> Result<File, ApiError> {
    if req.names.is_empty() {
        return Err(ApiError::new(Code::BadRequest, "no model to export"));
    }
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut modules: BTreeMap<String, String> = BTreeMap::new();
    for name in &req.names {
        let (name, _) = shelf::text(space, name)?;
        let target = Target::read(Some(space), shelf::file(space, &name))?;
        // Facts and audit are written anew from the analysis, like for a check.
        let framed =
            target.frame.into_iter().flat_map(|it| [it.facts().clone(), it.audit().clone()]);
        let all = target.imports.into_iter().chain([target.module]).chain(framed);
        for it in all {
            modules.insert(it.name.clone(), it.path());
            files.insert(it.path(), it.text);
        }
        if let Some(analysis) = space.workspace.read(&analysis_path(&name))? {
            files.insert(analysis_path(&name), analysis);
        }
    }
    let core = emit::core();
    modules.insert(core.name.clone(), core.path());
    files.insert(core.path(), core.text);
    files.insert(PACKAGE.to_owned(), package(modules.keys()));
    files.insert("README.md".to_owned(), readme(&req.names));
    let name = match req.names.as_slice() {
        [one] => format!("{one}.zip"),
        _ => "models.zip".to_owned(),
    };
    let bytes = archive(&files).map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
    Ok(File { mime: "application/zip", name, bytes })
}

fn archive(files: &BTreeMap<String, String>) -> Result<Vec<u8>, zip::result::ZipError> {
    // No times: equal models give equal archives.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in files {
        archive.start_file(path.as_str(), options)?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}

fn package<'a>(modules: impl Iterator<Item = &'a String>) -> String {
    let modules: Vec<&str> = modules.map(String::as_str).collect();
    format!("package export\n\nmodules = {}\n", modules.join("\n        , "))
}

fn readme(names: &[String]) -> String {
    let list: String =
        names.iter().map(|it| format!("* `Domains.{it}` (`Domains/{it}.idr`)\n")).collect();
    format!(
        "# Models of documents, in Idris 2\n\n{list}\n\
         Whoever has Idris 2 can check them without any other program:\n\n\
         ```\nidris2 --typecheck {PACKAGE}\n```\n\n\
         `Domains/Facts/` says what is printed in a document and which rules it is to keep, \
         `Domains/` models it, and `Domains/Audit/` asks: does the model say what is printed, does \
         every document of its kind keep the rules, are values that break them refused. A rule \
         that the document breaks is proved false there. `Domains/Core.idr` is the library that \
         all of it rests on. `direction/` has the analyses for people.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_lists_its_modules() {
        let modules = ["Domains.Audit.Rent".to_owned(), "Domains.Core".to_owned()];
        let expected = "package export\n\nmodules = Domains.Audit.Rent\n        , Domains.Core\n";
        assert_eq!(package(modules.iter()), expected);
    }

    #[test]
    fn equal_files_give_equal_archives() {
        let files = BTreeMap::from([("a/b.idr".to_owned(), "x".repeat(70_000))]);
        let (one, two) = (archive(&files).unwrap(), archive(&files).unwrap());
        assert_eq!(one, two);
        let mut read = zip::ZipArchive::new(Cursor::new(one)).unwrap();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut read.by_name("a/b.idr").unwrap(), &mut text).unwrap();
        assert_eq!(text, files["a/b.idr"]);
    }
}
