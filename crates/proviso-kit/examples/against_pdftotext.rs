//! Compares reading text layers in a warm worker with `pdftotext -bbox` (Poppler), by turns.
//!
//! `cargo run --release -p proviso-kit --example against_pdftotext -- ROUNDS FILE…` prints a row for
//! each file: median time per page of both, and their ratio. Ours is from the path to the document
//! with words, places and rulings; theirs is a process from start to end, as it is always used.
//! The first round of each file is not counted: it starts the worker and fills the caches of both.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use proviso_core::ports::Reader as _;
use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader, worker};

fn main() -> ExitCode {
    if worker::run_if_worker() {
        return ExitCode::SUCCESS;
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rounds = args.first().and_then(|it| it.parse::<usize>().ok()).filter(|it| *it > 0);
    let (Some(rounds), [_, files @ ..]) = (rounds, &args[..]) else {
        eprintln!("usage: against_pdftotext ROUNDS FILE...");
        return ExitCode::from(2);
    };
    match compare(rounds, files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(1)
        }
    }
}

fn compare(rounds: usize, files: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let _context = runtime.enter();
    let reader = WorkerReader::new(WorkerProgram::this_one()?, ReadLimits::default());
    for file in files {
        let file = Path::new(file);
        let (mut ours, mut theirs, mut n_pages) = (Vec::new(), Vec::new(), 0);
        for _ in 0..=rounds {
            let start = Instant::now();
            n_pages = runtime.block_on(reader.read(file, &|_| {}))?.pages.len();
            ours.push(start.elapsed());
            let start = Instant::now();
            let mut pdftotext = Command::new("pdftotext");
            pdftotext.arg("-bbox").arg(file).arg("-").stdout(Stdio::null());
            if !pdftotext.status()?.success() {
                return Err(format!("pdftotext cannot read `{}`", file.display()).into());
            }
            theirs.push(start.elapsed());
        }
        let (ours, theirs) = (median(&mut ours, n_pages), median(&mut theirs, n_pages));
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let ratio = ours / theirs.max(f64::EPSILON);
        println!(
            "read {name} ({n_pages} pages) in a warm worker against `pdftotext -bbox`, per page | \
             {ours:.2} ms | {theirs:.2} ms | {ratio:.2}"
        );
    }
    Ok(())
}

/// The median without the first, in milliseconds per page.
fn median(all: &mut [Duration], n_pages: usize) -> f64 {
    let counted = &mut all[1..];
    counted.sort();
    counted[counted.len() / 2].as_secs_f64() * 1e3 / n_pages.max(1) as f64
}
