//! How time and memory of an analysis grow with a paper: with the movements of an account, the columns of
//! a table, the clauses of a contract. And whether a year of an account comes to a verdict.

use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Result;
use serde_json::Value;
use wait4::Wait4 as _;

use crate::heavy::{account, clauses, grid};
use crate::say;

/// Movements of an account.
const MOVEMENTS: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];
/// Columns of a hundred rows.
const COLUMNS: [usize; 4] = [10, 40, 160, 480];
/// Rows and columns of a table that is large in both.
const TABLE: (usize, usize) = (600, 480);
/// KB of clauses, each of some 150 bytes.
const CLAUSES: [usize; 4] = [50, 150, 450, 1_500];
/// A year of an account.
const YEAR: usize = 10_000;

/// Rows: what grows, and what it takes.
pub(super) fn run(proviso: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    say("\npaper | size | seconds | MiB | µs each | said\n---|---:|---:|---:|---:|---");
    for n in MOVEMENTS {
        let made = account(n);
        analyzed(proviso, folder.path(), ("movements, text", n), ("account.txt", &made.text()))?;
        analyzed(proviso, folder.path(), ("movements, CSV", n), ("account.csv", &made.csv()))?;
    }
    for n in COLUMNS {
        let grid = grid(100, n);
        analyzed(proviso, folder.path(), ("columns of 100 rows, CSV", n), ("grid.csv", &grid))?;
    }
    let (rows, columns) = TABLE;
    let numbers = ("numbers in 600 rows, CSV", rows * columns);
    analyzed(proviso, folder.path(), numbers, ("table.csv", &grid(rows, columns)))?;
    for kb in CLAUSES {
        let text = clauses(kb);
        let n = text.lines().count() - 1;
        analyzed(proviso, folder.path(), ("clauses, text", n), ("clauses.txt", &text))?;
    }
    let made = account(YEAR);
    for (name, text) in [("year.txt", made.text()), ("year.csv", made.csv())] {
        converted(proviso, folder.path(), name, &text)?;
    }
    Ok(())
}

/// What is counted of what the program says; of lists how long they are.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Told {
    fields: Vec<serde::de::IgnoredAny>,
    rules: Vec<serde::de::IgnoredAny>,
    left_out: Vec<serde::de::IgnoredAny>,
    notes: Vec<Value>,
    verdict: Option<String>,
    detail: Option<String>,
}

/// What it took, and what it said. A program's highest memory begins with that of who starts it, so
/// nothing large is kept here: what is said goes through a file.
fn taken(mut command: Command, folder: &Path) -> Result<(f64, u64, Told)> {
    let said = folder.join("said.json");
    let began = Instant::now();
    let mut child = command.stdout(fs::File::create(&said)?).stderr(Stdio::null()).spawn()?;
    let used = child.wait4()?;
    let seconds = began.elapsed().as_secs_f64();
    let told = serde_json::from_reader(BufReader::new(fs::File::open(&said)?));
    Ok((seconds, used.rusage.maxrss >> 20, told.unwrap_or_default()))
}

fn analyzed(
    proviso: &Path,
    folder: &Path,
    (what, n): (&str, usize),
    (name, text): (&str, &str),
) -> Result<()> {
    fs::write(folder.join(name), text)?;
    let mut command = Command::new(proviso);
    command.args(["analyze", name, "--json"]).current_dir(folder);
    let (seconds, mib, told) = taken(command, folder)?;
    let each = seconds * 1e6 / n.max(1) as f64;
    let (fields, rules) = (told.fields.len(), told.rules.len());
    let says = |word: &str| told.notes.iter().any(|it| it.to_string().contains(word));
    let parts = if says("in one piece") { ", in parts" } else { "" };
    let rest = if says("were left out") { ", some lines left out" } else { "" };
    say(format_args!(
        "{what} | {n} | {seconds:.1} | {mib} | {each:.0} | {fields} fields, {rules} rules{parts}{rest}"
    ));
    Ok(())
}

/// A year from its file to its verdict.
fn converted(proviso: &Path, folder: &Path, name: &str, text: &str) -> Result<()> {
    fs::write(folder.join(name), text)?;
    let mut command = Command::new(proviso);
    command.args(["convert", name, "--json", "--workspace", "work"]).current_dir(folder);
    let (seconds, mib, told) = taken(command, folder)?;
    let word = |it: Option<String>| it.unwrap_or_else(|| "–".to_owned());
    let (verdict, detail, n) = (word(told.verdict), word(told.detail), told.left_out.len());
    say(format_args!(
        "{name}, converted | {YEAR} | {seconds:.1} | {mib} | | {verdict}, {detail}; {n} rules not stated"
    ));
    Ok(())
}
