//! Scores the built-in engine against documents with known truth.
//!
//! Runs `proviso analyze FILE --json` on every document of a directory, keeps the answers, and has
//! the directory's own `score.py`, or another one, compare them with `NAME.truth.json`.
//!
//! With `--record SET` the numbers by format are written down, beside those of the last time.
//!
//! **Invariant:** the engine sees the document only; truth is read by the scorer alone.

mod summary;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// What to score.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Directory with documents and their NAME.truth.json
    directory: PathBuf,
    /// Only documents whose name contains this
    #[arg(long)]
    only: Option<String>,
    /// Show every missed and every surplus field and rule
    #[arg(long)]
    misses: bool,
    /// Write the numbers by format into `docs/results.md`, as this set, with what has changed
    #[arg(long, value_name = "SET", conflicts_with = "only")]
    record: Option<String>,
    /// Where the answers go
    #[arg(long, default_value = "target/eval")]
    out: PathBuf,
    /// The scorer, where none lies in or above the directory
    #[arg(long, value_name = "FILE")]
    scorer: Option<PathBuf>,
    /// The program to score, instead of building it
    #[arg(long)]
    program: Option<PathBuf>,
}

/// Analyzes, then scores.
pub(crate) fn run(args: &Args) -> Result<()> {
    let out = crate::root().join(&args.out);
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| out.display().to_string())?;
    }
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let program = match &args.program {
        Some(program) => program.clone(),
        None => build()?,
    };
    for document in documents(&args.directory)? {
        let name = document.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if args.only.as_ref().is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let started = Instant::now();
        let answer = Command::new(&program)
            .arg("analyze")
            .arg(&document)
            .arg("--json")
            .output()
            .with_context(|| program.display().to_string())?;
        crate::say(format_args!(
            "{name:34} {:>6} ms  {}",
            started.elapsed().as_millis(),
            match answer.status.code() {
                Some(0) => "",
                Some(1) => "findings",
                _ => "not read",
            }
        ));
        if answer.stdout.is_empty() {
            crate::say(String::from_utf8_lossy(&answer.stderr).trim_end());
        } else {
            fs::write(out.join(format!("{name}.json")), &answer.stdout)?;
        }
    }
    score(args, &out)
}

/// Builds `proviso` and says where it is.
pub(crate) fn build() -> Result<PathBuf> {
    build_program(&["--package", "proviso-cli"], "proviso")
}

/// Builds a program with the development profile; `place` is where it lies below that's folder.
pub(crate) fn build_program(what: &[&str], place: &str) -> Result<PathBuf> {
    let root = crate::root();
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet"])
        .args(what)
        .current_dir(&root)
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("the build failed");
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    Ok(target.join("debug").join(place))
}

/// Every file that has a truth beside it, by name.
fn documents(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).with_context(|| directory.display().to_string())? {
        let path = entry?.path();
        let is_truth = path.to_string_lossy().ends_with(".truth.json");
        if !is_truth && path.with_extension("truth.json").exists() {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        bail!("no document with a NAME.truth.json in `{}`", directory.display());
    }
    Ok(found)
}

fn score(args: &Args, out: &Path) -> Result<()> {
    let beside = [args.directory.join("score.py"), args.directory.join("../score.py")];
    let scorer = args
        .scorer
        .iter()
        .chain(&beside)
        .find(|it| it.exists())
        .with_context(|| format!("no `score.py` in or above `{}`", args.directory.display()))?;
    let scores = out.join("scores");
    let mut command = Command::new("python3");
    command.arg(scorer).arg(&args.directory).arg(out).arg("--json").arg(&scores);
    if args.misses {
        command.arg("--misses");
    }
    if !command.status().context("cannot run python3")?.success() {
        bail!("the scorer failed");
    }
    match &args.record {
        Some(set) => summary::record(set, &args.directory, out, &scores),
        None => Ok(()),
    }
}
