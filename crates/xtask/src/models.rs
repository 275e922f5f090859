//! How well the built-in models of a directory of documents read, in numbers.
//!
//! Counts what reviewers stumble over: names that end in a number, rules that no record of a thing
//! carries, records that are called by a kind of value (the example `models` of `proviso-core`). The
//! compiler is not asked; `proofs` asks it.
//!
//! **Invariant:** fails where a share is worse than the bounds below, or where a model is refused
//! before the compiler would see it.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Which documents to count.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Directories with documents
    #[arg(required = true)]
    directories: Vec<PathBuf>,
    /// The program that analyzes, instead of building it
    #[arg(long)]
    program: Option<PathBuf>,
    /// Name what is counted, document by document
    #[arg(short, long)]
    verbose: bool,
}

/// Analyzes and counts.
pub(crate) fn run(args: &Args) -> Result<()> {
    let program = match &args.program {
        Some(program) => program.clone(),
        None => crate::eval::build()?,
    };
    let counter = crate::eval::build_program(
        &["--package", "proviso-core", "--example", "models"],
        "examples/models",
    )?;
    let folder = tempfile::tempdir()?;
    let mut files = Vec::new();
    for document in crate::proofs::documents(&args.directories, None)? {
        let answer = Command::new(&program)
            .arg("analyze")
            .arg(&document)
            .args(["--json", "-q"])
            .stderr(Stdio::null())
            .output()
            .with_context(|| program.display().to_string())?;
        let name = document.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !answer.status.success() && answer.stdout.is_empty() {
            crate::say(format_args!("{name}: not read"));
            continue;
        }
        let file = folder.path().join(format!("{name}.json"));
        std::fs::write(&file, &answer.stdout)?;
        files.push(file);
    }
    let verbose: &[&str] = if args.verbose { &["-v"] } else { &[] };
    let status = Command::new(&counter)
        .arg("--strict")
        .args(verbose)
        .args(&files)
        .status()
        .with_context(|| counter.display().to_string())?;
    if !status.success() {
        bail!("models read worse than they must");
    }
    Ok(())
}
