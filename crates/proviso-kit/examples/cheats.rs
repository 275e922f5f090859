//! Asks the compiler of this machine about every known way to cheat, and about the built-in model
//! of every sample analysis: who refused what, and how long it took.
//!
//! ```text
//! cargo run -p proviso-kit --example cheats
//! ```
//!
//! Exit status 1 where a cheat passes, where somebody else than announced refuses it, or where an
//! honest model is refused.
#![allow(clippy::print_stdout, reason = "a program for a terminal")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use proviso_core::agent::{Checked, Frame, check_model};
use proviso_core::analysis::Analysis;
use proviso_core::idris::emit;
use proviso_core::run::{DiagnosticKind, Module};
use proviso_kit::idris::IdrisProcess;

const TIMEOUT: Duration = Duration::from_secs(60);

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proviso-core/tests");
    let checker = IdrisProcess::new(None);
    let mut wrong = 0;
    for file in files(&data.join("analyses"))? {
        let analysis = read(&file)?;
        let project = "Sample";
        let model = emit::model(project, &analysis);
        let checked = check_model(&checker, &frame(project, &analysis), &model, TIMEOUT).await?;
        wrong += report(&file, "nobody", &checked);
    }
    let small = read(&data.join("analyses/small.json"))?;
    let frame = frame("Small", &small);
    for file in files(&data.join("cheats"))? {
        let text = std::fs::read_to_string(&file)?;
        let announced =
            text.lines().nth(1).and_then(|it| it.strip_prefix("-- caught by: ")).unwrap_or("?");
        let model = Module { name: "Domains.Small".to_owned(), text: text.clone() };
        let checked = check_model(&checker, &frame, &model, TIMEOUT).await?;
        wrong += report(&file, announced, &checked);
    }
    println!("{wrong} wrong");
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let all: std::io::Result<Vec<PathBuf>> =
        std::fs::read_dir(folder)?.map(|it| it.map(|it| it.path())).collect();
    let mut all = all?;
    all.sort();
    Ok(all)
}

fn read(file: &Path) -> Result<Analysis, Box<dyn std::error::Error>> {
    Ok(serde_json::from_str(&std::fs::read_to_string(file)?)?)
}

fn frame(project: &str, analysis: &Analysis) -> Frame {
    Frame { facts: emit::facts(project, analysis), audit: emit::audit(project, analysis) }
}

/// Prints one line; 1 where it is not as announced.
fn report(file: &Path, announced: &str, checked: &Checked) -> u32 {
    let first = checked.diagnostics.iter().find(|it| it.rejects());
    let scan = |kind: DiagnosticKind| matches!(kind, DiagnosticKind::Cheat | DiagnosticKind::Hole);
    let who = match first {
        _ if checked.audited => "nobody",
        _ if checked.diagnostics.iter().any(|it| scan(it.kind)) => "scan",
        Some(it) if it.kind == DiagnosticKind::Audit => "audit",
        _ => "model",
    };
    let name = file.file_stem().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
    let why = first.map_or("", |it| it.message.lines().next().unwrap_or_default());
    let mark = if who == announced { "" } else { "   <- WRONG" };
    println!("{name:24} {announced:7} {who:7} {:6} ms  {why}{mark}", checked.took_ms);
    u32::from(who != announced)
}
