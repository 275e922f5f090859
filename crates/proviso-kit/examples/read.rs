//! Prints a file as Proviso reads it, for people who debug.
//!
//! `cargo run -p proviso-kit --example read -- FILE > doc.json` prints the document as JSON,
//! `… --example read -- --text FILE` as text, one line of words after another.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (as_text, file) = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--text", file] => (true, file),
        [file] => (false, file),
        _ => {
            eprintln!("usage: read [--text] FILE");
            return ExitCode::from(2);
        }
    };
    let document = match proviso_kit::reading::read_text_layer(Path::new(file)) {
        Ok(document) => document,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(1);
        }
    };
    if as_text {
        for page in &document.pages {
            println!("--- page {} of {} ({})", page.number, document.pages.len(), page.reason);
            for line in &page.lines {
                let words: Vec<&str> = line.words.iter().map(|it| it.text.as_str()).collect();
                println!("{}", words.join(" | "));
            }
        }
        return ExitCode::SUCCESS;
    }
    match serde_json::to_string(&document) {
        Ok(json) => println!("{json}"),
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(1);
        }
    }
    ExitCode::SUCCESS
}
