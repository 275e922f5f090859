//! Prints a file as Proviso reads it, for people who debug.
//!
//! `cargo run -p proviso-kit --example read -- FILE > doc.json` prints the document as JSON,
//! `… --example read -- --text FILE` as text, the words of a line parted by bars,
//! `… --example read -- --out FOLDER FILES…` writes a JSON file for each, all by the same workers,
//! and says on standard error how long each took and how it was read;
//! `… --example read -- --draw FOLDER FILES…` writes a picture of each page,
//! `… --example read -- --scan FOLDER FILES…` one as large as a scanner's at 200 dpi.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use proviso_core::document::Document;
use proviso_core::ports::{DrawTask, Reader as _, Viewer as _};
use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader, worker};

fn main() -> ExitCode {
    if worker::run_if_worker() {
        return ExitCode::SUCCESS;
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (mode, files) = match args[..] {
        ["--text", file] => (Mode::Text, vec![file]),
        ["--out", folder, ref files @ ..] => (Mode::Files(folder), files.to_vec()),
        ["--draw", folder, ref files @ ..] => (Mode::Pictures(folder, 900), files.to_vec()),
        ["--scan", folder, ref files @ ..] => (Mode::Pictures(folder, 1_654), files.to_vec()),
        [file] => (Mode::Json, vec![file]),
        _ => {
            eprintln!(
                "usage: read [--text | --out FOLDER | --draw FOLDER | --scan FOLDER] FILE..."
            );
            return ExitCode::from(2);
        }
    };
    match read_all(mode, &files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(1)
        }
    }
}

#[derive(Clone, Copy)]
enum Mode<'a> {
    Json,
    Text,
    Files(&'a str),
    /// Where, and how many pixels wide.
    Pictures(&'a str, u32),
}

fn read_all(mode: Mode<'_>, files: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let _context = runtime.enter();
    let reader = WorkerReader::new(WorkerProgram::this_one()?, ReadLimits::default());
    for file in files {
        let start = Instant::now();
        let result = runtime.block_on(reader.read(Path::new(file), &|_| {}));
        let took = start.elapsed().as_millis();
        match (mode, result) {
            (Mode::Json, result) => println!("{}", serde_json::to_string(&result?)?),
            (Mode::Text, result) => print(&result?),
            (Mode::Pictures(folder, width), result) => {
                for page in result?.pages {
                    let task = DrawTask {
                        page: page.number,
                        width,
                        view: page.view.map(|it| (page.width, page.height, it)),
                    };
                    let png = runtime.block_on(reader.draw(Path::new(file), task))?;
                    let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
                    let name = format!("{name}-{}.png", page.number);
                    std::fs::write(Path::new(folder).join(name), png)?;
                }
            }
            (Mode::Files(_), Err(error)) => eprintln!("{took:>7} ms  {file}: error: {error}"),
            (Mode::Files(folder), Ok(document)) => {
                let name = format!("{}.json", document.name);
                std::fs::write(Path::new(folder).join(name), serde_json::to_string(&document)?)?;
                let n_words = document.n_words();
                let reason = document.pages.first().map_or("no page", |it| it.reason.as_str());
                let n = document.pages.len();
                eprintln!("{took:>7} ms  {file}: {n} pages, {n_words} words; {reason}");
                for note in &document.notes {
                    eprintln!("            note {:?}: {}", note.page, note.message);
                }
            }
        }
    }
    Ok(())
}

fn print(document: &Document) {
    for page in &document.pages {
        println!("--- page {} of {} ({})", page.number, document.pages.len(), page.reason);
        for line in &page.lines {
            let words: Vec<&str> = line.words.iter().map(|it| it.text.as_str()).collect();
            println!("{}", words.join(" | "));
        }
    }
    for note in &document.notes {
        println!("note {:?}: {}", note.page, note.message);
    }
}
