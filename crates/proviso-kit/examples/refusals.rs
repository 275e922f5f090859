//! Changes one value of every rule that holds in a converted document, and asks the compiler of this
//! machine whether the rule's statement still accepts it.
//!
//! ```text
//! cargo run -p proviso-kit --example refusals -- WORKSPACE PROJECT
//! ```
//!
//! Prints one JSON object; exit status 1 where a changed value was accepted or a rule is not asked
//! about.
#![allow(clippy::print_stdout, reason = "a program for a terminal")]

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use proviso_core::idris::{admit, emit};
use proviso_core::ports::Checker;
use proviso_kit::idris::IdrisProcess;
use proviso_kit::store::Store;

const TIMEOUT: Duration = Duration::from_secs(300);

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |what: &str| arguments.next().ok_or(format!("missing argument: {what}"));
    let (workspace, project) = (next("workspace")?, next("project")?);
    let store = Store::open(&Path::new(&workspace).join(".proviso/proviso.db"))?;
    let run = store.runs(Some(&project))?.into_iter().find(|it| it.project == project);
    let run = run.ok_or("no run of this project")?;
    let analysis = store.analysis(run.id)?.ok_or("the run has no analysis")?;
    let probe = emit::probe(&project, &analysis);
    let modules = [emit::facts(&project, &analysis), probe.module.clone()];
    let job = admit::alone(&modules, TIMEOUT).job.ok_or("the questions are not understood")?;
    let report = IdrisProcess::new(None).check(&job).await?;
    let mut accepted: Vec<u32> = Vec::new();
    for it in report.diagnostics.iter().filter(|it| it.rejects()) {
        let line = it.span.as_ref().filter(|it| it.module == probe.module.name).map(|it| it.line);
        // An error that is at no question's place says nothing of any rule but spoils all answers.
        let line = line.ok_or_else(|| it.message.clone())?;
        let question = probe.asked.iter().rev().find(|it| it.1 <= line).ok_or("no question")?;
        accepted.push(question.0.0);
    }
    accepted.dedup();
    if report.accepted != accepted.is_empty() {
        return Err(report.output.into());
    }
    let unasked: Vec<u32> = probe.unasked.iter().map(|it| it.0).collect();
    let n_holds = probe.asked.len() + unasked.len();
    println!(
        "{}",
        serde_json::json!({
            "holds": n_holds,
            "refused": probe.asked.len() - accepted.len(),
            "accepted": accepted,
            "unasked": unasked,
            "compiler": report.compiler,
            "check_ms": report.took_ms,
        })
    );
    Ok(if accepted.is_empty() && unasked.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
