//! Each known way to cheat, written as a lazy author would, against the whole check: scan, compiler
//! and audit; and honest models, which nobody may refuse.
//!
//! The texts are those of `proviso-core/tests`: every file of `cheats` says in its second line who
//! has to refuse it, and every analysis of `analyses` is modelled by the built-in author. Where
//! there is a compiler it is asked, elsewhere its recorded answers are.
//!
//! **Invariant:** no cheat passes, no honest model is refused, and each is refused by the one who is
//! announced: a cheat that only the audit can see is no test of the audit if the scan finds it.
#![expect(clippy::unwrap_used, reason = "a test may stop where the machine fails it")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use proviso_core::agent::{Checked, check_model};
use proviso_core::analysis::Analysis;
use proviso_core::idris::admit::Frame;
use proviso_core::idris::emit;
use proviso_core::run::{Diagnostic, DiagnosticKind, Module};
use proviso_kit::idris::recordings::RecordingChecker;

/// Far above what a check takes, for machines that do much else.
const TIMEOUT: Duration = Duration::from_secs(120);
/// How many texts wait for the compiler at once; it lets in as many as there are processors.
const WIDTH: usize = 4;

/// A text, the frame that it is checked in, and who has to refuse it.
struct Case {
    name: String,
    announced: String,
    frame: Frame,
    model: Module,
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    all.sort();
    all
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap().to_string_lossy().into_owned()
}

fn analysis(file: &Path) -> Analysis {
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

fn frame(project: &str, analysis: &Analysis) -> Frame {
    Frame::new(project, analysis)
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../proviso-core/tests")
}

/// Whether a debt of the audit is seen in the model itself: in the shape of its proofs.
fn is_of_model(it: &Diagnostic) -> bool {
    it.span.as_ref().is_some_and(|it| !it.module.starts_with("Domains.Audit."))
}

/// Who refuses a text.
fn refused_by(checked: &Checked) -> &'static str {
    let first = checked.diagnostics.iter().find(|it| it.rejects());
    // What is not understood never reaches the compiler, so a parse error is the door's.
    let scan = |it: &Diagnostic| {
        use DiagnosticKind::{Cheat, Hole, Parse};
        matches!(it.kind, Cheat | Hole | Parse)
    };
    match first {
        _ if checked.audited => "nobody",
        _ if checked.diagnostics.iter().any(scan) => "scan",
        Some(it) if it.kind == DiagnosticKind::Audit && is_of_model(it) => "shape",
        Some(it) if it.kind == DiagnosticKind::Audit => "audit",
        _ => "model",
    }
}

/// Checks all, and names those that somebody else than announced refuses.
async fn check(cases: Vec<Case>) {
    let checker = RecordingChecker::new();
    let wrong: Vec<String> = stream::iter(cases)
        .map(|it| {
            let checker = &checker;
            async move {
                let checked = check_model(checker, &it.frame, &it.model, TIMEOUT).await;
                // A text without a recording ends here, with what to do about it.
                let checked = checked.unwrap_or_else(|err| panic!("{}: {err}", it.name));
                let who = refused_by(&checked);
                (who != it.announced).then(|| {
                    let said: Vec<&str> =
                        checked.diagnostics.iter().map(|it| it.message.as_str()).collect();
                    format!("{}: {who} instead of {}: {said:?}", it.name, it.announced)
                })
            }
        })
        .buffer_unordered(WIDTH)
        .filter_map(|it| async { it })
        .collect()
        .await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The texts of a folder, over the facts of an analysis.
fn cases(folder: &str, of: &str) -> Vec<Case> {
    let small = analysis(&data().join("analyses").join(of));
    let read = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        let announced = text.lines().nth(1).and_then(|it| it.strip_prefix("-- caught by: "));
        Case {
            name: stem(file),
            announced: announced.unwrap().to_owned(),
            frame: frame("Small", &small),
            model: Module { name: "Domains.Small".to_owned(), text },
        }
    };
    files(&data().join(folder)).iter().map(read).collect()
}

#[tokio::test]
async fn every_known_cheat_is_refused_by_the_one_who_must() {
    let cases = cases("cheats", "small.json");
    let by = |who: &str| cases.iter().filter(|it| it.announced == who).count();
    assert!(
        by("audit") >= 1 && by("model") >= 3 && by("shape") >= 12 && by("scan") >= 12,
        "cheats of each kind"
    );
    assert_eq!(by("nobody"), 1, "the honest model shows that the others fail for their cheat");
    check(cases).await;
}

/// What the door refuses of these is its own test's matter.
#[tokio::test]
async fn attacks_that_pass_the_door_are_honest_or_the_compilers() {
    let mut cases = cases("attacks", "attacked.json");
    cases.retain(|it| matches!(it.announced.as_str(), "nobody" | "model" | "audit"));
    let honest = cases.iter().filter(|it| it.announced == "nobody").count();
    assert!(honest >= 15, "only {honest} honest models");
    check(cases).await;
}

#[tokio::test]
async fn the_built_in_model_of_every_sample_analysis_passes() {
    let cases = files(&data().join("analyses"))
        .iter()
        .map(|file| {
            let analysis = analysis(file);
            Case {
                name: stem(file),
                announced: "nobody".to_owned(),
                frame: frame("Sample", &analysis),
                model: emit::model("Sample", &analysis),
            }
        })
        .collect();
    check(cases).await;
}
