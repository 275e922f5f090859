//! The whole way to a verdict, compiler included, over every document that lies here: those of
//! `direction`, and small ones in currencies that have no name of their own in the library.
//!
//! **Invariant:** none is rejected. What a document says may be wrong, hardly read or nothing to
//! prove; that the compiler or the audit refuses what Proviso writes of it is Proviso's own fault.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::bench::Bench;

/// Formats that are read without recognition, which differs from machine to machine.
const FORMATS: [&str; 8] = ["pdf", "txt", "hwpx", "hwp", "docx", "xlsx", "doc", "xls"];
/// Processes at once.
const WIDTH: usize = 3;

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../direction");
    let mut all: Vec<PathBuf> = ["cases", "cases/office", "samples"]
        .iter()
        .flat_map(|it| std::fs::read_dir(root.join(it)).unwrap())
        .map(|it| it.unwrap().path())
        .filter(|it| it.extension().is_some_and(|it| FORMATS.iter().any(|of| it == *of)))
        .collect();
    all.sort();
    all
}

/// A run's record of a document, in a workspace of its own.
fn convert(file: &Path) -> Value {
    let bench = Bench::new().with_recordings();
    let output = bench
        .command("convert --project Chain --json -q --workspace .")
        .arg(file)
        .output()
        .unwrap();
    let answer = bench.answer(output);
    serde_json::from_str(&answer.stdout)
        .unwrap_or_else(|err| panic!("{}: {err}: {}", file.display(), answer.stderr))
}

fn verdict(run: &Value) -> String {
    let detail = run["detail"].as_str().map_or(String::new(), |it| format!(" ({it})"));
    format!("{}{detail}", run["verdict"].as_str().unwrap_or("none"))
}

#[test]
fn no_document_of_ours_is_rejected() {
    let documents = documents();
    assert!(documents.len() > 25, "{} documents", documents.len());
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(file) = documents.get(next.fetch_add(1, Ordering::Relaxed)) {
            let run = convert(file);
            if !["verified", "discrepant"].contains(&run["verdict"].as_str().unwrap_or_default()) {
                let name = file.file_name().unwrap().to_string_lossy();
                let said = format!("{name}: {}: {}", verdict(&run), run["last_error"]);
                wrong.lock().unwrap().push(said);
            }
        }
    };
    std::thread::scope(|scope| (0..WIDTH).for_each(|_| drop(scope.spawn(work))));
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Amounts that belong together, each beside its label, converted to a verdict.
#[track_caller]
fn check(amounts: &str, of: &str) {
    let bench = Bench::new();
    let head = "INVOICE\n\nInvoice No.: 2031-17\nInvoice date: 2031-03-02\nSupplier: Deccan Ltd.\n";
    bench.write("invoice.txt", format!("{head}{amounts}"));
    let run = convert(&bench.path("invoice.txt"));
    assert_eq!(verdict(&run), of, "{}\n{run:#}", run["last_error"]);
    assert!(of != "verified" || run["n_proved"].as_u64() > Some(0), "{run:#}");
}

#[test]
fn amounts_in_other_currencies_are_proved_and_refuted() {
    check("Subtotal: SGD 1,200.00\nGST (9%): SGD 108.00\nTotal: SGD 1,308.00\n", "verified");
    check("Subtotal: INR 5,473.00\nFreight: INR 27.00\nTotal: INR 5,500.00\n", "verified");
    check("Subtotal: CHF 480.45\nDiscount: CHF -30.45\nTotal: CHF 450.00\n", "verified");
    check("Subtotal: KWD 12.345\nFreight: KWD 0.655\nTotal: KWD 13.000\n", "verified");
    check("Subtotal: VND 1,250,000\nVAT (8%): VND 100,000\nTotal: VND 1,350,000\n", "verified");
    check("Subtotal: KWD 12.345\nFreight: KWD 0.655\nTotal: KWD 13.001\n", "discrepant");
    check("Subtotal: SGD 1,200.00\nGST (9%): SGD 108.00\nTotal: SGD 1,380.00\n", "discrepant");
}

#[test]
fn two_currencies_in_one_document_are_kept_apart() {
    check(
        "Subtotal: SGD 1,200.00\nGST (9%): SGD 108.00\nTotal: SGD 1,308.00\n\
         Bank charge: KRW 25,000\nCourier: KRW 15,000\nCharges in total: KRW 40,000\n",
        "verified",
    );
}
