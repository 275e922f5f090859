//! The two judges of a model, the kernel and the compiler, about the same modules; and what it costs
//! to ask the compiler about all papers of a batch, one in twenty, or none.
//!
//! **Invariant:** both judge the audit of a run that this machine converted, each in a process of its
//! own that begins with nothing.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{median, once, pair, row, stem};
use crate::fleet;

/// Rows of the statements that are written for this.
const ROWS: [usize; 2] = [200, 500];

/// A statement of so many rows, each a product, with their sum.
pub(super) fn statement(n_rows: usize, folder: &Path) -> Result<PathBuf> {
    let mut text = String::from("품목,수량,단가,금액\n");
    let mut total = 0;
    for row in 0..n_rows {
        let (quantity, price) = (row % 9 + 1, 1_000 + row * 10);
        total += quantity * price;
        let _ = writeln!(text, "부품 {:04},{quantity},{price},{}", row + 1, quantity * price);
    }
    let _ = writeln!(text, "합계,,,{total}");
    let path = folder.join(format!("rows-{n_rows}.csv"));
    fs::write(&path, text).with_context(|| path.display().to_string())?;
    Ok(path)
}

/// Rows for these documents and for long statements.
pub(super) fn run(proviso: &Path, documents: &[PathBuf], rounds: usize) -> Result<()> {
    let kernel = crate::eval::build_judge("judge")?;
    let folder = tempfile::tempdir()?;
    let long = ROWS.map(|it| statement(it, folder.path()));
    let long = long.into_iter().collect::<Result<Vec<_>>>()?;
    for document in documents.iter().chain(&long) {
        against_the_compiler(proviso, &kernel, document, rounds)?;
    }
    Ok(())
}

fn against_the_compiler(
    proviso: &Path,
    kernel: &Path,
    document: &Path,
    rounds: usize,
) -> Result<()> {
    let (workspace, build) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let convert = super::convert(proviso, document, workspace.path());
    super::converted(convert, document, workspace.path())?;
    let ours = || {
        let mut command = Command::new(kernel);
        command.arg(workspace.path()).arg("Domains.Audit.Bench");
        command
    };
    let said = ours().output().context("the kernel")?;
    if !String::from_utf8_lossy(&said.stdout).contains(": accepted") {
        bail!("{}: {}", document.display(), String::from_utf8_lossy(&said.stdout));
    }
    let theirs = || super::compile(workspace.path(), build.path());
    let (ours, theirs) = pair(rounds, &ours, &theirs, &|| super::emptied(build.path()))?;
    row(&format!("the kernel about {} against `idris2 --check`", stem(document)), &ours, &theirs);
    Ok(())
}

/// Documents of a batch in a minute: the compiler asked about each, one in twenty, or none.
pub(super) fn batches(
    proviso: &Path,
    documents: &[PathBuf],
    n_papers: u64,
    rounds: usize,
) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let papers = folder.path().join("papers");
    if documents.is_empty() {
        fleet::papers(n_papers, &papers)?;
    } else {
        fs::create_dir(&papers)?;
        for document in documents {
            let name = document.file_name().context("a document has a name")?;
            fs::copy(document, papers.join(name))
                .with_context(|| document.display().to_string())?;
        }
    }
    let n = fs::read_dir(&papers)?.count();
    let ways: [(&str, &[&str]); 3] = [
        ("of all", &[]),
        ("of one in twenty", &["--confirm", "20"]),
        ("of none", &["--confirm", "0"]),
    ];
    let mut times = ways.map(|_| Vec::new());
    for _ in 0..rounds.max(1) {
        for ((_, confirm), times) in ways.iter().zip(&mut times) {
            let workspace = tempfile::tempdir()?;
            fs::create_dir(workspace.path().join("Domains"))?;
            let mut command = Command::new(proviso);
            command.arg("batch").arg(&papers).args(*confirm).arg("--workspace");
            command.arg(workspace.path());
            times.push(once(command)?);
        }
    }
    for ((what, _), times) in ways.iter().zip(times) {
        let took = median(times);
        let each_minute = n as f64 / took.time.as_secs_f64() * 60.0;
        crate::say(format_args!(
            "batch of {n}, the compiler asked {what} | {took} | | {each_minute:.0} a minute"
        ));
    }
    Ok(())
}
