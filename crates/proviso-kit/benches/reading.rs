//! Time and memory of reading a text layer: each reader alone, and a warm worker as the product
//! uses it: `cargo bench -p proviso-kit`.
//!
//! Memory is counted in this process only, so it says nothing about what a worker allocates; how
//! much that is, `cargo xtask bench` tells from outside.
#![allow(clippy::expect_used, reason = "a bench may stop where its own sample fails it")]

use std::path::{Path, PathBuf};

use divan::{AllocProfiler, Bencher, black_box};
use proviso_core::ports::Reader as _;
use proviso_kit::reading::measure::{TextReader, text_layer};
use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader, worker};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

/// The bundled contract, two pages.
fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../direction/samples/service_contract.pdf")
}

fn main() {
    divan::main();
}

fn alone(bencher: Bencher<'_, '_>, reader: TextReader) {
    let path = sample();
    bencher.bench(|| text_layer(black_box(&path), reader).expect("the sample can be read"));
}

#[divan::bench]
fn text_layer_by_hayro_interpret(bencher: Bencher<'_, '_>) {
    alone(bencher, TextReader::Hayro);
}

#[divan::bench]
fn text_layer_by_pdf_extract(bencher: Bencher<'_, '_>) {
    alone(bencher, TextReader::PdfExtract);
}

/// From the path to the document: the file goes to the worker and its pages come back.
#[divan::bench]
fn document_by_a_warm_worker(bencher: Bencher<'_, '_>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime starts");
    let _context = runtime.enter();
    let path = PathBuf::from(env!("CARGO_BIN_EXE_proviso-read-worker"));
    let program = WorkerProgram { path, args: vec![worker::ARGUMENT.into()] };
    let reader = WorkerReader::new(program, ReadLimits::default());
    let path = sample();
    let read = || runtime.block_on(reader.read(black_box(&path), &|_| {})).expect("it is read");
    assert_eq!(read().pages.len(), 2);
    bencher.bench_local(read);
}
