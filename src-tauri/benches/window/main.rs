//! Start and memory of the window, beside a bare window of the same toolkit in the same run; what a
//! person waits for who drops a file, or stops a run; and memory when two long documents were looked
//! through: `cargo bench -p proviso-desktop --bench window` prints the tables for `docs/results.md`, and
//! with `-- start`, `-- drop`, `-- stop` or `-- memory` one of them.
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
mod cancel;
mod paper;
mod processes;

// The command line is measured by the same papers, and by more.
#[allow(dead_code)]
#[path = "../../../crates/xtask/src/heavy.rs"]
mod heavy;

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
use crate::processes::{Share, began_at_ms, share, shares, started_by};

/// Starts that count, after one that fills the caches of the system.
const ROUNDS: usize = 7;
const N_PAGES: usize = 100;
/// Pages of each of the two long documents.
const N_LONG: usize = 350;
/// Memory that a window may hold when it has shown both of them.
const MOST_MIB: u64 = 600;
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
    let wanted = |it: &str| {
        let named: Vec<String> =
            std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
        named.is_empty() || named.iter().any(|named| named == it)
    };
    println!("load {}", std::fs::read_to_string("/proc/loadavg").unwrap().trim());
    if wanted("start") {
        runtime.block_on(starts());
    }
    if wanted("drop") {
        runtime.block_on(drops());
    }
    if wanted("stop") {
        runtime.block_on(cancel::stops());
    }
    if wanted("memory") {
        runtime.block_on(looked_through());
    }
}

async fn starts() {
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
    let run = runs["rows"][0]["run"].as_str().unwrap().to_owned();
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

/// What a person sees one after the other who drops a file: its name, its values, its verdict.
const SIGHTS: [(&str, &str); 3] = [
    ("drop to list", "return document.body.innerText.includes('goods_invoice')"),
    (
        "drop to fields",
        "return /Values [1-9]/.test(document.querySelector('.findings')?.innerText ?? '')",
    ),
    (
        "drop to verdict",
        "return /discrepant|unverified/i.test(
            document.querySelector('section[aria-label=Verdict]')?.innerText ?? '')",
    ),
];

/// Drops an invoice on the window, which converts it at once.
async fn drops() {
    let mut took: [Vec<f64>; SIGHTS.len()] = Default::default();
    for round in 0..=ROUNDS {
        let machine = Machine::new();
        let bytes = std::fs::read(machine::sample("goods_invoice.pdf")).unwrap();
        let file = machine.write("goods_invoice.pdf", bytes);
        let page = Page::open(&machine, &[]).await;
        page.see("See it on a sample").await;
        let at_once = "localStorage.setItem('proviso.atonce', 'yes')";
        page.client.execute(at_once, Vec::new()).await.unwrap();
        let drag = page.screen.drag(page.screen.window(), &[&file]);
        let began = std::time::Instant::now();
        drag.release();
        for ((_, script), took) in SIGHTS.iter().zip(&mut took) {
            page.until(script, Vec::new()).await;
            if round > 0 {
                took.push(began.elapsed().as_secs_f64() * 1e3);
            }
        }
        let process = started_by(page.driver.0.id());
        end(page, process).await;
    }
    println!("\n{ROUNDS} drops of an invoice of one page, medians (least to most)\n");
    println!("| | |\n|---|---|");
    for ((name, _), took) in SIGHTS.iter().zip(took) {
        println!("| {name} | {} |", spread(took));
    }
}

/// Waits in the page until one of its sheets is in view, with its picture.
const TURNED: &str = "
    const [number, place, done] = arguments;
    const look = () => {
        const sheet = [...document.querySelectorAll('.sheet')]
            .find((it) => it.getAttribute('aria-label') === `Page ${number}`);
        const there = document.querySelector('main').innerText.includes(place);
        if (there && sheet?.querySelector('img')?.complete) done(true);
        else setTimeout(look, 20);
    };
    look();";

/// Converts two long documents, turns over every page of both, and weighs the window.
async fn looked_through() {
    let machine = Machine::new();
    let workspace = machine.workspace().display().to_string();
    let long = ["first.pdf", "second.pdf"].map(|it| machine.write(it, paper::pdf(N_LONG)));
    // Of other bytes, as two documents are.
    std::fs::write(&long[1], [paper::pdf(N_LONG), b"\n".to_vec()].concat()).unwrap();
    let page = Page::start(&machine, &["--workspace", &workspace]).await;
    let process = started_by(page.driver.0.id());
    let paths = long.each_ref().map(|it| it.display().to_string());
    let asked = serde_json::json!({ "paths": paths, "together": false });
    let queued = page.ask("runs.convert", asked).await;
    println!("\n| memory | | of the latter, in MiB |\n|---|---|---|");
    println!("| the window, both under way | {} | {} |", share(process), shares(process));
    idle(&page).await;
    tokio::time::sleep(LEFT_ALONE).await;
    println!("| both converted, none looked at | {} | {} |", share(process), shares(process));
    for it in queued.as_array().unwrap() {
        let run = it["run"].as_str().unwrap();
        let go = format!("location.hash = '#/runs/{run}/findings'");
        page.client.execute(&go, Vec::new()).await.unwrap();
        page.see(&format!("1 / {N_LONG}")).await;
        for number in 1..=N_LONG {
            // As the key does that turns a page; looked at until its picture is there. The page says
            // so itself: what is asked of it again and again would be weighed with it.
            if number > 1 {
                page.chord(".").await;
            }
            let args = vec![number.into(), format!("{number} / {N_LONG}").into()];
            page.client.execute_async(TURNED, args).await.unwrap();
        }
        tokio::time::sleep(LEFT_ALONE).await;
        println!(
            "| after {N_LONG} pages of run {run} | {} | {} |",
            share(process),
            shares(process)
        );
    }
    let held = share(process).total().div_ceil(1024);
    end(page, process).await;
    assert!(held <= MOST_MIB, "the window holds {held} MiB, and at most {MOST_MIB} are wanted");
}

/// Waits until nothing is under way, without asking for all that was found meanwhile.
async fn idle(page: &Page<'_>) {
    let end = std::time::Instant::now() + Duration::from_secs(600);
    while page.ask("runs.queue", serde_json::json!({})).await["entries"] != serde_json::json!([]) {
        assert!(std::time::Instant::now() < end, "the documents are not converted");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

fn times(all: &[Start]) -> String {
    spread(all.iter().map(|it| it.interactive_ms).collect())
}

fn spread(mut all: Vec<f64>) -> String {
    all.sort_by(f64::total_cmp);
    let last = all.len() - 1;
    format!("{:.0} ms ({:.0} to {:.0})", all[last / 2], all[0], all[last])
}

fn memory(all: &[Start]) -> Share {
    let mut all: Vec<Share> = all.iter().map(|it| it.memory).collect();
    all.sort_by_key(Share::total);
    all[all.len() / 2]
}
