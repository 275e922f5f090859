//! What passes the door, what does not, and that each known cheat is found by who is announced.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use super::*;
use crate::idris::emit;
use crate::run::DiagnosticKind;

const TIMEOUT: Duration = Duration::from_secs(1);

fn said(admission: &Admission) -> String {
    let line = |it: &Diagnostic| {
        let place = it.span.as_ref().map_or((0, 0), |it| (it.line, it.column));
        format!("{}:{} {:?} {}", place.0, place.1, it.kind, it.message)
    };
    admission.diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_proviso_writes_passes_and_keeps_its_places() {
    for name in ["contract", "invoice", "empty", "refuted"] {
        let analysis = emit::tests::sample(name);
        let frame = Frame::new("Sample", &analysis);
        let written = emit::model("Sample", &analysis);
        let admission = model(&frame, &written, TIMEOUT);
        assert!(admission.diagnostics.is_empty(), "{name}: {}", said(&admission));
        let job = admission.job.unwrap();
        let names: Vec<&str> = job.modules().iter().map(|it| it.name.as_str()).collect();
        assert_eq!(
            names,
            ["Domains.Core", "Domains.Facts.Sample", "Domains.Sample", "Domains.Audit.Sample"]
        );
        assert_eq!(job.modules()[0], emit::core(), "the library is given as it is");
        for (printed, text) in
            job.modules()[1..].iter().zip([frame.facts(), &written, frame.audit()])
        {
            let lines = printed.text.lines().zip(text.text.lines());
            for (printed, line) in lines {
                let code = line.split("--").next().unwrap_or_default().trim_end();
                let code = if line.trim_start().starts_with("|||") { "" } else { code };
                assert_eq!(printed, code, "{name}: {}", text.name);
            }
        }
    }
}

#[test]
fn what_is_not_understood_has_no_job() {
    let analysis = emit::tests::sample("contract");
    let frame = Frame::new("Sample", &analysis);
    let mut text = emit::model("Sample", &analysis);
    text.text.push_str("\n%runElab pure ()\n");
    let admission = model(&frame, &text, TIMEOUT);
    assert!(admission.job.is_none());
    assert_eq!(admission.diagnostics.len(), 1);
    assert!(admission.diagnostics[0].message.contains("%runElab"), "{}", said(&admission));
    // A facts module that lies in a workspace is an author's.
    let facts = Module { name: "Domains.Facts.Sample".to_owned(), text: text.text };
    let alone = alone(&[facts, emit::model("Sample", &analysis)], TIMEOUT);
    assert!(alone.job.is_none());
}

#[test]
fn the_library_is_never_an_authors() {
    let core = Module { name: "Domains.Core".to_owned(), text: "module Domains.Core\n".to_owned() };
    let own = Module { name: "Own".to_owned(), text: "module Own\n%default total\n".to_owned() };
    let job = alone(&[core, own], TIMEOUT).job.unwrap();
    assert_eq!(job.modules()[0], emit::core());
    assert_eq!(job.modules().len(), 2);
    assert_eq!(job.target(), "Own");
}

/// Each known way to cheat: the second line of each file says who has to find it.
#[track_caller]
fn found(folder: &str, analysis: &str) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let analysis = std::fs::read_to_string(data.join("analyses").join(analysis)).unwrap();
    let frame = Frame::new("Small", &serde_json::from_str(&analysis).unwrap());
    let folder = data.join(folder);
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(names.len() >= 30, "only {} cheats", names.len());
    let mut wrong = Vec::new();
    for name in names {
        let text = std::fs::read_to_string(folder.join(&name)).unwrap();
        let caught = text.lines().nth(1).and_then(|it| it.strip_prefix("-- caught by: ")).unwrap();
        let caught = caught.to_owned();
        let admission = model(&frame, &Module { name: "Domains.Small".to_owned(), text }, TIMEOUT);
        let found = &admission.diagnostics;
        assert!(found.iter().all(|it| it.rejects()), "{name}: a finding rejects");
        let by = |it: &Diagnostic| if it.kind == DiagnosticKind::Audit { "shape" } else { "scan" };
        let who: BTreeSet<&str> = found.iter().map(by).collect();
        let as_announced = match caught.as_str() {
            "model" | "audit" | "nobody" => who.is_empty(),
            other => who.contains(other),
        };
        if !as_announced {
            wrong.push(format!("{name}: {who:?} instead of {caught}: {}", said(&admission)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Written as a lazy author would.
#[test]
fn the_door_finds_the_cheats_that_stand_in_the_text() {
    found("cheats", "small.json");
}

/// Written by those who had read the shape and looked for its holes.
#[test]
fn the_door_finds_the_attacks() {
    found("attacks", "attacked.json");
}
