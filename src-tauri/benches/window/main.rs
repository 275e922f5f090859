//! Start and memory of the window, beside a bare window of the same toolkit in the same run:
//! `cargo bench -p proviso-desktop --bench window` prints the table for `docs/results.md`.
//!
//! A start goes from the moment at which the system began the process to the second frame after the
//! first screen is there and answers; the page marks that moment itself, and is asked for it
//! afterwards, so that asking costs nothing while it counts. Memory is the proportional share (PSS)
//! of the program and of all processes that it started. Displays, buses and drivers are those of the
//! window's tests.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a measurement may stop where the machine fails it")]
#![expect(clippy::print_stdout, reason = "the table is what it is for")]

mod bare;
mod paper;
mod processes;

// The tests use more of these.
#[allow(dead_code)]
#[path = "../../tests/window/machine.rs"]
mod machine;
#[allow(dead_code)]
#[path = "../../tests/window/page.rs"]
mod page;
#[allow(dead_code)]
#[path = "../../tests/window/screen.rs"]
mod screen;

use std::path::Path;
use std::time::Duration;

use crate::machine::Machine;
use crate::page::Page;
use crate::processes::{Share, began_at_ms, share, started_by};

/// Starts that count, after one that fills the caches of the system.
const ROUNDS: usize = 7;
const N_PAGES: usize = 100;
/// How long a window is left alone before its memory is looked at: by then nothing is built any more.
const LEFT_ALONE: Duration = Duration::from_secs(3);

/// Waits for the mark of the page, in milliseconds since 1970.
const INTERACTIVE: &str = "
    const done = arguments[0];
    const tell = (it) => done(performance.timeOrigin + it.startTime);
    const seen = new PerformanceObserver((list) => {
        const mark = list.getEntriesByName('interactive')[0];
        if (mark) { seen.disconnect(); tell(mark); }
    });
    seen.observe({ type: 'mark', buffered: true });";

/// One start.
struct Start {
    /// Milliseconds until it could be used.
    interactive_ms: f64,
    memory: Share,
}

fn main() {
    if std::env::args().any(|it| it == bare::ARGUMENT) {
        return bare::run();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(measure());
}

async fn measure() {
    let this = std::env::current_exe().unwrap();
    let machine = Machine::new();
    let workspace = machine.workspace().display().to_string();
    let ours = ["--workspace", workspace.as_str()];
    let (mut bare, mut proviso) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let one = start(&machine, &this, &[bare::ARGUMENT]).await;
        let other = start(&machine, &machine::program(), &ours).await;
        if round > 0 {
            bare.push(one);
            proviso.push(other);
        }
    }
    println!("load {}", std::fs::read_to_string("/proc/loadavg").unwrap().trim());
    println!("{ROUNDS} starts each by turns, medians (least to most)\n");
    println!("| | start to interactive | memory: program + web view's processes |");
    println!("|---|---|---|");
    println!("| a bare window | {} | {} |", times(&bare), memory(&bare));
    println!("| Proviso | {} | {} |", times(&proviso), memory(&proviso));
    let (after, verdict, took) = document(&machine).await;
    println!("| Proviso after {N_PAGES} pages, `{verdict}` in {took:.1} s | | {after} |");
}

/// Starts a program, and looks at it when it has been left alone.
async fn start(machine: &Machine, program: &Path, args: &[&str]) -> Start {
    let page = Page::of(machine, program, args).await;
    let process = started_by(page.driver.0.id());
    let began = began_at_ms(process);
    let marked = page.client.execute_async(INTERACTIVE, Vec::new()).await.unwrap();
    let interactive_ms = marked.as_f64().unwrap() - began;
    tokio::time::sleep(LEFT_ALONE).await;
    let memory = share(process);
    end(page, process).await;
    Start { interactive_ms, memory }
}

async fn end(page: Page<'_>, process: u32) {
    // The driver ends the program with its session; that it does so rudely is no fault here.
    let _ended = page.client.clone().close().await;
    page::gone(process);
}

/// Converts a long document in the window, looks at its first and its last page, and weighs it.
async fn document(machine: &Machine) -> (Share, String, f64) {
    let file = machine.write("hundred.pdf", paper::pdf(N_PAGES));
    let workspace = machine.workspace().display().to_string();
    let args = ["--workspace", workspace.as_str(), file.to_str().unwrap()];
    let page = Page::start(machine, &args).await;
    let process = started_by(page.driver.0.id());
    page.see("Ready to convert").await;
    let began = std::time::Instant::now();
    page.press("Convert").await;
    page.find("section[aria-label=Verdict]").await;
    let runs = page.ask("runs.list", serde_json::json!({})).await;
    let run = runs["rows"][0]["run_id"].as_str().unwrap().to_owned();
    let verdict = page.verdict(&run).await;
    let took = began.elapsed().as_secs_f64();
    page.find(".sheet img").await;
    let last = format!("document.querySelector('.desk').scrollTo(0, 1e9); return {N_PAGES}");
    page.client.execute(&last, Vec::new()).await.unwrap();
    page.see(&format!("{N_PAGES} / {N_PAGES}")).await;
    page.find(".sheet img").await;
    tokio::time::sleep(LEFT_ALONE).await;
    let memory = share(process);
    end(page, process).await;
    (memory, verdict, took)
}

fn times(all: &[Start]) -> String {
    let mut all: Vec<f64> = all.iter().map(|it| it.interactive_ms).collect();
    all.sort_by(f64::total_cmp);
    let last = all.len() - 1;
    format!("{:.0} ms ({:.0} to {:.0})", all[last / 2], all[0], all[last])
}

fn memory(all: &[Start]) -> Share {
    let mut all: Vec<Share> = all.iter().map(|it| it.memory).collect();
    all.sort_by_key(Share::total);
    all[all.len() / 2]
}
