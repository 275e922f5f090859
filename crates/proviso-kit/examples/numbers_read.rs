//! How many numbers of recognized pages are read right, and how many wrong ones nobody doubts.
//!
//! `cargo run --release -p proviso-kit --example numbers_read -- damaged FOLDER…` draws the pages of
//! all PDFs with a text layer (`pdftoppm`), damages each in five ways, has both readers of numbers
//! recognize it, and holds every number against the text layer at its place. It prints what was
//! read, what was wrong in it by kinds, and how both readers weigh what they say: `ocr/both.rs` has
//! those weights. `--list` adds every wrong number that is believed, `--out FILE` all of them as JSON.
//!
//! `… -- truth FOLDER…` reads the scans and photographs that have a `NAME.truth.json` beside them and
//! counts the values of the truth whose digits stand in the page's words, by kind.
//!
//! `… -- written FILE` does the same for pictures whose numbers a person wrote down: in each line of
//! the file a picture's path, a tab, and its numbers with spaces between them.
//!
//! **Invariant:** the same files and tools give the same figures.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

#[path = "numbers_read/damage.rs"]
mod damage;
#[path = "numbers_read/damaged.rs"]
mod damaged;
#[path = "shared/drawn.rs"]
mod drawn;
#[path = "shared/files.rs"]
mod files;
#[path = "numbers_read/fit.rs"]
mod fit;
#[path = "numbers_read/judge.rs"]
mod judge;
#[path = "numbers_read/known.rs"]
mod known;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use proviso_core::document::{Document, Source};

use self::files::Files;

fn main() -> ExitCode {
    files::started(run)
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mode = args.next().unwrap_or_default();
    let (mut paths, mut out, mut list) = (Vec::new(), None, false);
    while let Some(it) = args.next() {
        match it.as_str() {
            "--out" => out = args.next().map(PathBuf::from),
            "--list" => list = true,
            path => paths.push(PathBuf::from(path)),
        }
    }
    let files = Files::new()?;
    match (mode.as_str(), &paths[..]) {
        ("damaged", [_, ..]) => damaged::run(&files, &paths, list, out.as_deref()),
        ("truth", [_, ..]) => known::truth(&files, &paths, list),
        ("written", [path]) => known::written(&files, path, list),
        _ => {
            Err("usage: numbers_read damaged|truth FOLDER… | written FILE [--list] [--out FILE]"
                .into())
        }
    }
}

/// The files of folders whose names end so, in order.
fn files_of(folders: &[PathBuf], is: impl Fn(&Path) -> bool) -> std::io::Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    for folder in folders {
        if folder.is_file() {
            out.push(folder.clone());
            continue;
        }
        for entry in std::fs::read_dir(folder)? {
            out.extend(Some(entry?.path()).filter(|it| is(it)));
        }
    }
    out.sort();
    Ok(out)
}

/// Whether a page of a document was recognized.
fn is_recognized(document: &Document) -> bool {
    document.pages.iter().any(|it| it.source == Source::Ocr)
}
