//! How time and memory of an analysis grow with a paper: with the movements of an account, the columns of
//! a table, the clauses of a contract. And whether a year of an account comes to a verdict.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result};
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

/// What it took, and what it said.
fn taken(mut command: Command) -> Result<(f64, u64, Value)> {
    let began = Instant::now();
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let out = std::io::read_to_string(child.stdout.take().context("no output")?)?;
    let used = child.wait4()?;
    let said = serde_json::from_str(&out).unwrap_or(Value::Null);
    Ok((began.elapsed().as_secs_f64(), used.rusage.maxrss >> 20, said))
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
    let (seconds, mib, said) = taken(command)?;
    let count = |what: &str| said[what].as_array().map_or(0, Vec::len);
    let each = seconds * 1e6 / n.max(1) as f64;
    let (fields, rules) = (count("fields"), count("rules"));
    let parts = if said.to_string().contains("in one piece") { ", in parts" } else { "" };
    say(format_args!(
        "{what} | {n} | {seconds:.1} | {mib} | {each:.0} | {fields} fields, {rules} rules{parts}"
    ));
    Ok(())
}

/// A year from its file to its verdict.
fn converted(proviso: &Path, folder: &Path, name: &str, text: &str) -> Result<()> {
    fs::write(folder.join(name), text)?;
    let mut command = Command::new(proviso);
    command.args(["convert", name, "--json", "--workspace", "work"]).current_dir(folder);
    let (seconds, mib, said) = taken(command)?;
    let word = |what: &str| said[what].as_str().unwrap_or("–").to_owned();
    let (verdict, detail) = (word("verdict"), word("detail"));
    say(format_args!("{name}, converted | {YEAR} | {seconds:.1} | {mib} | | {verdict}, {detail}"));
    Ok(())
}
