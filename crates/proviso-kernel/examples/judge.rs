//! Judges modules from a folder: `judge [--depth N] FOLDER Domains.Audit.Sample …`, or every file in
//! it, by itself: `judge --all FOLDER` prints path, what is said, why, and the milliseconds, with tabs
//! between them.
#![expect(clippy::print_stdout, reason = "it tells what was judged")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use proviso_kernel::{Budget, Place, Text, judge};

fn main() {
    let mut args = std::env::args().skip(1);
    let mut folder = args.next().unwrap_or_default();
    let mut depth = 60_000;
    if folder == "--depth" {
        depth = args.next().and_then(|it| it.parse().ok()).unwrap_or(depth);
        folder = args.next().unwrap_or_default();
    }
    let targets: Vec<String> = args.collect();
    let run = move || {
        if folder == "--all" {
            for path in targets.iter().flat_map(|it| files(Path::new(it))) {
                let (said, why, took) = said_of(&path, depth);
                println!("{}\t{said}\t{}\t{took}", path.display(), why.replace(['\n', '\t'], " "));
            }
            return;
        }
        for target in &targets {
            let path = Path::new(&folder).join(format!("{}.idr", target.replace('.', "/")));
            let (said, why, took) = said_of(&path, depth);
            println!("{target}: {said} {why} ({took} ms)");
        }
    };
    // What the thread keeps is not taken apart before the process ends.
    let (say, heard) = std::sync::mpsc::channel();
    let run = move || {
        run();
        let _ = say.send(());
    };
    if std::thread::Builder::new().stack_size(1 << 30).spawn(run).is_ok() {
        let _ = heard.recv();
    }
}

/// All files of Idris below a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()).collect();
    found.sort();
    let below = found.into_iter().flat_map(|it| if it.is_dir() { files(&it) } else { vec![it] });
    below.filter(|it| it.extension().is_some_and(|it| it == "idr")).collect()
}

fn said_of(path: &Path, depth: u32) -> (&'static str, String, u128) {
    let Ok(text) = std::fs::read_to_string(path) else {
        return ("outside", "it cannot be read".to_owned(), 0);
    };
    // A file that does not name itself is `Main`, and lies at its source's root.
    let named = text.lines().find_map(|it| it.strip_prefix("module "));
    let name = named.and_then(|it| it.split_whitespace().next()).unwrap_or("Main").to_owned();
    let root = path.ancestors().nth(name.split('.').count()).unwrap_or(path).to_owned();
    let mut texts: Vec<(String, String)> = Vec::new();
    let mut open = vec![(name.clone(), text)];
    while let Some((name, text)) = open.pop() {
        for line in text.lines().filter_map(|it| it.strip_prefix("import ")) {
            let words = line.trim_start().trim_start_matches("public ").split_whitespace();
            let Some(import) = words.into_iter().next() else { continue };
            let is_new = texts.iter().chain(&open).all(|(it, _)| it != import) && name != import;
            let at = root.join(format!("{}.idr", import.replace('.', "/")));
            if let Some(text) = is_new.then(|| std::fs::read_to_string(at).ok()).flatten() {
                open.push((import.to_owned(), text));
            }
        }
        texts.push((name, text));
    }
    let texts: Vec<Text<'_>> = texts
        .iter()
        .map(|(name, text)| Text { name, text, carried: name == "Domains.Core" })
        .collect();
    let start = Instant::now();
    let judged = judge(&texts, &name, Budget { steps: 50_000_000, depth });
    let took = start.elapsed().as_millis();
    let (said, found) = judged.told();
    (said, found.map_or_else(String::new, Place::to_string), took)
}
