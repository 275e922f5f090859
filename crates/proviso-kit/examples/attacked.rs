//! Who refuses models that say what is false: for each text one line, and the first reason.
//!
//! `cargo run --example attacked -p proviso-kit --all-features -- TEXT.idr…` takes models named
//! `Domains.Small` and has each checked, like any author's, over the facts of
//! `proviso-core/tests/analyses/attacked.json`: three rules, all of them kept by what is printed.
//! `accepted` is who would be `verified`; a text that is meant to break a rule may never be.

#![expect(clippy::print_stdout, reason = "a tool for the terminal")]

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use proviso_core::agent::{Checked, check_model};
use proviso_core::analysis::Analysis;
use proviso_core::idris::admit::Frame;
use proviso_core::run::{DiagnosticKind, Module};
use proviso_kit::idris::IdrisProcess;

const TIMEOUT: Duration = Duration::from_secs(60);
const PROJECT: &str = "Small";

/// Who has the last word on a text.
fn who(checked: &Checked) -> &'static str {
    if checked.audited {
        return "accepted";
    }
    let door = |it: DiagnosticKind| {
        matches!(it, DiagnosticKind::Cheat | DiagnosticKind::Hole | DiagnosticKind::Parse)
    };
    let Some(first) = checked.diagnostics.iter().find(|it| it.rejects()) else {
        return "not audited";
    };
    let is_audits = first.span.as_ref().is_some_and(|it| it.module.starts_with("Domains.Audit."));
    match first.kind {
        kind if door(kind) => "door",
        DiagnosticKind::Audit if is_audits => "audit",
        DiagnosticKind::Audit => "shape",
        _ => "compiler",
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let facts =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../proviso-core/tests/analyses/attacked.json");
    let analysis: Analysis = serde_json::from_str(&std::fs::read_to_string(facts)?)?;
    let frame = Frame::new(PROJECT, &analysis);
    let checker = IdrisProcess::new(None);
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file)?;
        let model = Module { name: format!("Domains.{PROJECT}"), text };
        match check_model(&checker, &frame, &model, TIMEOUT).await {
            Err(error) => println!("{file}: no answer: {error}"),
            Ok(checked) => {
                let reason = checked.diagnostics.iter().find(|it| it.rejects());
                let line = reason.and_then(|it| it.span.as_ref()).map_or(0, |it| it.line);
                let reason = reason.map_or("", |it| it.message.lines().next().unwrap_or(""));
                println!("{file}: {} {line}: {reason}", who(&checked));
            }
        }
    }
    Ok(())
}
