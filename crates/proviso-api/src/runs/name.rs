//! Names of projects: proposing one, and telling projects of different documents apart.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use proviso_core::hex::hex;
use proviso_core::idris::name::{project_name, proposed_project};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::{RunRow, RunSource};
use proviso_kit::workspace::open_regular;
use sha2::{Digest, Sha256};

use crate::{ApiError, Code, Reason};

/// A name for the project of these files, from the first one's name.
pub(crate) fn proposed_name(paths: &[PathBuf]) -> String {
    let stem = paths.first().and_then(|it| it.file_stem()).map(Path::new);
    let stem = stem.map(proviso_kit::paths::name).unwrap_or_default();
    // `quote.zip › a`: what an archive is called says nothing of its files.
    let stem = stem.rsplit(" › ").next().unwrap_or_default();
    if !stem.chars().any(char::is_alphabetic) {
        return "Document".to_owned();
    }
    let name: String = proposed_project(stem).chars().filter(char::is_ascii_alphanumeric).collect();
    let name = name.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let mut chars = name.chars().take(48);
    let first = chars.next().map(|it| it.to_ascii_uppercase());
    let name: String = first.into_iter().chain(chars).collect();
    if project_name(&name).is_ok() { name } else { format!("Document{name}") }
}

/// The proposed name, with a number behind it where another document's project has it.
pub(crate) fn free_name(space: &OpenWorkspace, sources: &[RunSource]) -> Result<String, ApiError> {
    free_beside(space, sources, &BTreeSet::new())
}

/// The same beside names that are given already, in lower case.
pub(crate) fn free_beside(
    space: &OpenWorkspace,
    sources: &[RunSource],
    given: &BTreeSet<String>,
) -> Result<String, ApiError> {
    let paths: Vec<PathBuf> = sources.iter().map(|it| it.path.clone()).collect();
    let base = proposed_name(&paths);
    for n in 1.. {
        let name = if n == 1 { base.clone() } else { format!("{base}{n}") };
        if given.contains(&name.to_lowercase()) {
            continue;
        }
        let runs = space.store.runs(Some(&name))?;
        if are_ours(space, &name, &runs, sources)? {
            // Two names that differ in case only would be one file on some systems.
            let first = runs.last().map_or(name, |it| it.project.clone());
            return Ok(first);
        }
    }
    unreachable!("the numbers do not end")
}

/// Whether a project is of these documents, or of none yet.
pub(crate) fn is_ours(
    space: &OpenWorkspace,
    name: &str,
    sources: &[RunSource],
) -> Result<bool, ApiError> {
    are_ours(space, name, &space.store.runs(Some(name))?, sources)
}

fn are_ours(
    space: &OpenWorkspace,
    name: &str,
    runs: &[RunRow],
    sources: &[RunSource],
) -> Result<bool, ApiError> {
    let ours = runs.iter().any(|it| same_documents(it, sources));
    Ok(ours || (runs.is_empty() && !is_written(space, name)?))
}

/// Refuses a name that differs from a taken one in case only.
pub(crate) fn refuse_case_variant(space: &OpenWorkspace, name: &str) -> Result<(), ApiError> {
    let runs = space.store.runs(Some(name))?;
    match runs.iter().find(|it| it.project != name) {
        None => Ok(()),
        Some(other) => Err(ApiError::new(
            Code::BadRequest,
            format!("`{name}` differs from the project `{}` in case only", other.project),
        )
        .hint("file names are equal in any case on some systems: choose another name")
        .because(Reason::ProjectCase, [("other", &other.project)])),
    }
}

fn same_documents(run: &RunRow, sources: &[RunSource]) -> bool {
    run.sources.len() == sources.len()
        && run.sources.iter().zip(sources).all(|(a, b)| a.sha256 == b.sha256 || a.path == b.path)
}

/// Whether a model of that name lies in the workspace, which then is a person's.
fn is_written(space: &OpenWorkspace, name: &str) -> Result<bool, ApiError> {
    Ok(space.workspace.read(&format!("Domains/{name}.idr"))?.is_some())
}

/// A document with its hash.
pub(crate) fn source(path: &Path) -> Result<RunSource, ApiError> {
    let sha256 = hash(path).map_err(|err| {
        ApiError::unreadable(path, &err).hint("check the path and that you may read the file")
    })?;
    let name = proviso_kit::paths::name(path);
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    Ok(RunSource { path, name, sha256 })
}

fn hash(path: &Path) -> io::Result<String> {
    let mut file = open_regular(path)?;
    let mut hash = Sha256::new();
    let mut block = vec![0; 1 << 16];
    loop {
        match file.read(&mut block)? {
            0 => break,
            n => hash.update(&block[..n]),
        }
    }
    Ok(hex(hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(file: &str, expected: &str) {
        let name = proposed_name(&[PathBuf::from(file)]);
        assert_eq!(name, expected);
        assert_eq!(project_name(&name), Ok(()), "a name that we propose is one that we take");
    }

    #[test]
    fn names_come_from_the_files_name() {
        check("some/lease_seoul-2025.pdf", "LeaseSeoul2025");
        check("2025 invoice.pdf", "Invoice2025");
        check("facts.txt", "DocumentFacts");
        check("....", "Document");
        check("2025.pdf", "Document");
    }

    #[test]
    fn korean_names_say_what_the_paper_is() {
        check("용역계약서.pdf", "ServiceContract");
        check("거래명세서_5월.pdf", "TransactionStatementMay");
        check("훈민정음.pdf", "Hunminjeongeum");
    }
}
