//! What the compiler proves of documents, as a table.
//!
//! Converts every document of some directories with the real compiler, then changes one value of
//! every rule that holds and asks the compiler again (the example `refusals` of `proviso-kit`).
//! `--verdicts` leaves the second question out.
//!
//! **Invariant:** a document that is not read, not proved or not asked about is a row of the table,
//! never left out of it. A rejected one is a fault of ours, and fails the task.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// What to prove.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Directories with documents
    #[arg(required = true)]
    directories: Vec<PathBuf>,
    /// Only documents whose name contains this
    #[arg(long)]
    only: Option<String>,
    /// The program to ask, instead of building it
    #[arg(long)]
    program: Option<PathBuf>,
    /// Convert only, without changing a value of every rule
    #[arg(long)]
    verdicts: bool,
}

/// Converts and asks.
pub(crate) fn run(args: &Args) -> Result<()> {
    let program = match &args.program {
        Some(program) => program.clone(),
        None => crate::eval::build()?,
    };
    let asker = match args.verdicts {
        true => None,
        false => Some(crate::eval::build_program(
            &["--package", "proviso-kit", "--example", "refusals"],
            "examples/refusals",
        )?),
    };
    crate::say(
        "document | verdict | attempts | audit | proved false | changed values refused | check",
    );
    crate::say("---|---|---|---|---|---|---");
    let (mut refused, mut holds, mut compiler) = (0, 0, None);
    let mut verdicts: BTreeMap<String, u32> = BTreeMap::new();
    let mut rejected: Vec<String> = Vec::new();
    for document in documents(&args.directories, args.only.as_deref())? {
        let name = document.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let workspace = tempfile::tempdir()?;
        let answer = Command::new(&program)
            .arg("convert")
            .arg(&document)
            .args(["--project", "Proof", "--json", "-q", "--workspace"])
            .arg(workspace.path())
            .stderr(Stdio::null())
            .output()
            .with_context(|| program.display().to_string())?;
        let run: Value = serde_json::from_slice(&answer.stdout).unwrap_or(Value::Null);
        let Some(attempt) = run["attempts"].as_array().and_then(|it| it.last()) else {
            crate::say(format_args!("{name} | not read | | | | |"));
            *verdicts.entry("not read".to_owned()).or_default() += 1;
            continue;
        };
        let verdict = match (run["verdict"].as_str().unwrap_or("none"), run["detail"].as_str()) {
            (verdict, None) => verdict.to_owned(),
            (verdict, Some(detail)) => format!("{verdict} ({detail})"),
        };
        *verdicts.entry(verdict.clone()).or_default() += 1;
        if run["verdict"] == "rejected" {
            rejected.push(format!("{name}: {}", run["last_error"].as_str().unwrap_or_default()));
        }
        compiler = run["compiler"].as_str().map(str::to_owned).or(compiler);
        // What the compiler had no time for once it would have none for again, and what was too long is so.
        let undecided = ["too_large", "too_long"].map(Value::from).contains(&run["detail"]);
        let asker = asker.as_ref().filter(|_| !undecided);
        let asked = asker.map_or(Ok(Value::Null), |it| ask(it, workspace.path()))?;
        let number = |it: &Value| it.as_u64().unwrap_or_default();
        refused += number(&asked["refused"]);
        holds += number(&asked["holds"]);
        compiler = asked["compiler"].as_str().map(str::to_owned).or(compiler);
        let all = |what: &str| {
            let ids: Vec<String> =
                asked[what].as_array().into_iter().flatten().map(ToString::to_string).collect();
            if ids.is_empty() { String::new() } else { format!(", {what} {}", ids.join(" ")) }
        };
        let answers = match asker {
            None => "not asked".to_owned(),
            Some(_) => format!(
                "{} of {}{}{}",
                asked["refused"],
                asked["holds"],
                all("accepted"),
                all("unasked")
            ),
        };
        crate::say(format_args!(
            "{name} | {verdict} | {} | {} | {} | {answers} | {} ms",
            run["compile_attempts"],
            if attempt["audited"] == true { "clean" } else { "not clean" },
            run["n_refuted"],
            attempt["check_ms"],
        ));
    }
    let compiler = compiler.context("no document was proved")?;
    if args.verdicts {
        crate::say(format_args!("\nIdris 2 v{compiler}"));
    } else {
        crate::say(format_args!(
            "\nIdris 2 v{compiler}: {refused} of {holds} changed values refused"
        ));
    }
    let verdicts: Vec<String> = verdicts.iter().map(|(it, n)| format!("{n} {it}")).collect();
    crate::say(verdicts.join(", "));
    if refused < holds {
        bail!("a changed value was not refused");
    }
    if !rejected.is_empty() {
        bail!("rejected, which no document deserves:\n{}", rejected.join("\n"));
    }
    Ok(())
}

fn ask(asker: &Path, workspace: &Path) -> Result<Value> {
    let answer = Command::new(asker)
        .arg(workspace)
        .arg("Proof")
        .output()
        .with_context(|| asker.display().to_string())?;
    serde_json::from_slice(&answer.stdout)
        .with_context(|| String::from_utf8_lossy(&answer.stderr).into_owned())
}

/// The documents of some directories, by name.
pub(crate) fn documents(directories: &[PathBuf], only: Option<&str>) -> Result<Vec<PathBuf>> {
    let endings = crate::endings::endings()?;
    let mut found = Vec::new();
    for directory in directories {
        let entries = std::fs::read_dir(directory).with_context(|| directory.display().to_string());
        for entry in entries? {
            let path = entry?.path();
            let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
            let wanted = only.is_none_or(|it| path.to_string_lossy().contains(it));
            if path.is_file() && wanted && endings.contains(&ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    if found.is_empty() {
        bail!("no document there");
    }
    Ok(found)
}
