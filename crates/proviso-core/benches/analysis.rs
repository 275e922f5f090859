//! Time and memory of the pure steps, from words to modules: `cargo bench -p proviso-core`.
//!
//! The papers are made here, so that their size can be chosen; every one of them is checked to
//! hold what its name says before it is measured.
#![allow(clippy::disallowed_methods, reason = "the vocabulary lies in files")]
#![allow(clippy::expect_used, reason = "a bench may stop where its own papers fail it")]

#[path = "analysis/paper.rs"]
mod paper;

use divan::{AllocProfiler, Bencher, black_box};
use proviso_core::analysis::draft::Draft;
use proviso_core::analysis::scan::{Context, scan};
use proviso_core::analysis::{Analysis, fields, rules};
use proviso_core::doctype::DocumentTypes;
use proviso_core::document::Document;
use proviso_core::idris::emit;
use proviso_core::value::Kind;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

/// Line items: a page, and 2,000 amounts (unit price, supply and tax in each line).
const ITEMS: [usize; 2] = [30, 667];

fn main() {
    divan::main();
}

fn types() -> DocumentTypes {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../document-types");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(root).expect("the vocabulary is there") {
        let path = entry.expect("a folder can be listed").path();
        if path.extension().is_some_and(|it| it == "toml") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            files.push((name, std::fs::read_to_string(&path).expect("a file can be read")));
        }
    }
    DocumentTypes::parse(&files).expect("the vocabulary is sound")
}

fn draft(document: Document, types: &DocumentTypes, n_amounts: usize) -> Draft {
    let draft = fields::draft(&[document], types, None);
    let found = draft.fields.iter().filter(|it| it.value.kind() == Kind::Money).count();
    assert!(found >= n_amounts, "only {found} amounts were found");
    draft
}

fn analysis(n_items: usize) -> Analysis {
    let types = types();
    let analysis = rules::discover(draft(paper::invoice(n_items), &types, 3 * n_items), &types);
    assert!(analysis.rules.len() >= 2 * n_items, "only {} rules", analysis.rules.len());
    analysis
}

/// The amounts, dates and rates of a page of prose.
#[divan::bench]
fn scanning_a_page_of_clauses(bencher: Bencher<'_, '_>) {
    let text = paper::clauses(20).join(" ");
    assert!(scan(&text, &Context::default()).len() >= 60);
    bencher.bench(|| scan(black_box(&text), &Context::default()));
}

/// Words with places to fields and tables.
#[divan::bench(args = ITEMS, sample_count = 20)]
fn fields_of_an_invoice(bencher: Bencher<'_, '_>, n_items: usize) {
    let types = types();
    let document = paper::invoice(n_items);
    draft(document.clone(), &types, 3 * n_items);
    bencher.bench(|| fields::draft(black_box(std::slice::from_ref(&document)), &types, None));
}

/// The search for rules where the amounts stand in tables.
#[divan::bench(args = ITEMS, sample_count = 10)]
fn rules_of_an_invoice(bencher: Bencher<'_, '_>, n_items: usize) {
    let types = types();
    let draft = draft(paper::invoice(n_items), &types, 3 * n_items);
    bencher.with_inputs(|| draft.clone()).bench_values(|it| rules::discover(it, &types));
}

/// The search for rules where 2,000 amounts stand in clauses, so that no column tells which of
/// them belong together.
#[divan::bench(sample_count = 10)]
fn rules_of_2000_amounts_in_clauses(bencher: Bencher<'_, '_>) {
    let types = types();
    let draft = draft(paper::contract(1_020), &types, 2_000);
    bencher.with_inputs(|| draft.clone()).bench_values(|it| rules::discover(it, &types));
}

/// Facts, model and audit.
#[divan::bench(args = ITEMS, sample_count = 20)]
fn modules_of_an_invoice(bencher: Bencher<'_, '_>, n_items: usize) {
    let analysis = analysis(n_items);
    bencher.bench(|| {
        let analysis = black_box(&analysis);
        [
            emit::facts("Bench", analysis),
            emit::model("Bench", analysis),
            emit::audit("Bench", analysis),
        ]
    });
}
