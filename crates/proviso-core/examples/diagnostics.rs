//! Parses every `*.expected` file of a directory and prints what was found: totals by kind, and
//! all that is in no message. `--all` prints each diagnostic as well.
//!
//! ```text
//! cargo run -p proviso-core --example diagnostics DIR [--all]
//! ```
#![allow(clippy::print_stdout, reason = "a program for a terminal")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;

use proviso_core::idris::diagnostics;
use proviso_core::run::Severity;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().ok_or("usage: diagnostics DIR [--all]")?;
    let all = arguments.next().as_deref() == Some("--all");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&directory)?
        .map(|it| it.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.retain(|it| it.extension().is_some_and(|it| it == "expected"));
    paths.sort();

    let mut totals: BTreeMap<String, usize> = BTreeMap::new();
    let (mut n_located, mut n_messages, mut n_heads, mut n_places) = (0, 0, 0, 0);
    for path in &paths {
        let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
        n_heads += text.matches("Error: ").count() + text.matches("Warning: ").count();
        n_places += text.lines().filter(|it| is_place(it)).count();
        for it in diagnostics::parse(&text) {
            *totals.entry(format!("{:?}/{:?}", it.severity, it.kind)).or_default() += 1;
            if it.severity != Severity::Info {
                n_messages += 1;
                n_located += usize::from(it.span.is_some());
            }
            let unplaced = it.severity == Severity::Info
                || it.severity == Severity::Error && (it.span.is_none() || it.kind == other());
            if all || unplaced {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                println!("── {name}: {it:#?}");
            }
        }
    }
    println!("{} files, {n_messages} messages, {n_located} with a place", paths.len());
    println!("`Error: ` or `Warning: ` stands {n_heads} times, a place alone {n_places} times");
    for (kind, n) in totals {
        println!("{n:5} {kind}");
    }
    Ok(())
}

fn other() -> proviso_core::run::DiagnosticKind {
    proviso_core::run::DiagnosticKind::Other
}

/// `Name:1:2--3:4`, found without the parser that is being measured.
fn is_place(line: &str) -> bool {
    let mut parts = line.trim().rsplitn(5, [':']);
    let numeric = |it: Option<&str>| it.is_some_and(|it| it.parse::<u32>().is_ok());
    let (end, middle, start) = (parts.next(), parts.next(), parts.next());
    let range = middle.and_then(|it| it.split_once("--"));
    numeric(end)
        && range.is_some_and(|(a, b)| numeric(Some(a)) && numeric(Some(b)))
        && numeric(start)
}
