//! How long a person waits who presses "Stop": until the run has ended, and until the window says so.
//!
//! The page itself looks, so that the way to the driver is not measured with it. What is stopped is what
//! `cargo xtask bench --only cancel` stops at the command line and in a served page.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::heavy::{lines, quotation};
use crate::machine::Machine;
use crate::page::Page;
use crate::processes::started_by;

/// Milliseconds after a thing was seen to begin.
const MOMENTS: [u64; 5] = [0, 450, 150, 800, 300];
/// How long a person may wait.
const LIMIT_MS: f64 = 200.0;

/// Presses "Stop" after so many milliseconds; how long after that the run ended, by its own record, and the
/// window said so. Nothing where it had ended before.
const STOP: &str = "
    const [run, moment, done] = arguments;
    const ask = (name, args) => window.__TAURI_INTERNALS__.invoke('command', { name, args });
    const named = (it) => it.innerText.trim() === 'Stop';
    const verdict = () => document.querySelector('section[aria-label=Verdict]')?.innerText ?? '';
    const frame = () => new Promise(requestAnimationFrame);
    setTimeout(async () => {
        const button = [...document.querySelectorAll('.deeds button')].find(named);
        if (!button) return done(null);
        const [clicked, began] = [Date.now(), performance.now()];
        button.click();
        const over = () => /cancelled/i.test(verdict());
        while (!over() && button.isConnected) await frame();
        const seen = performance.now() - began;
        if (!over()) return done(null);
        const events = await ask('runs.events', { run, from_seq: 0 });
        done([events.at(-1).created_at_ms - clicked, seen]);
    }, moment);";

/// What is stopped.
struct Doing {
    what: &'static str,
    name: &'static str,
    text: String,
    /// What the run says when it begins.
    begins: &'static str,
    compiles: bool,
}

/// The table.
pub(crate) async fn stops() {
    let all = [
        Doing {
            what: "a text of 1 MB is written down and analysed",
            name: "statement.txt",
            text: lines(1_000),
            begins: "page 1 of 1",
            compiles: false,
        },
        Doing {
            what: "the kernel judges a quotation of 500 rows",
            name: "quotation.md",
            text: quotation(500),
            begins: "attempt 1: generated",
            compiles: false,
        },
        Doing {
            what: "the compiler checks (a stand-in that never ends)",
            name: "short.md",
            text: quotation(2),
            begins: "attempt 1: generated",
            compiles: true,
        },
    ];
    println!("\n| stopped while | the run has ended | the window says so | above 200 ms |");
    println!("|---|---|---|---|");
    for it in &all {
        let mut took = Vec::new();
        for moment in MOMENTS {
            took.extend(it.stopped(moment).await);
        }
        let n = took.len();
        let Some(last) = n.checked_sub(1) else {
            println!("| {} | over before | | |", it.what);
            continue;
        };
        let middle = |of: fn(&[f64; 2]) -> f64| {
            let mut all: Vec<f64> = took.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            format!("{:.0}, at most {:.0} ms", all[last / 2], all[last])
        };
        let above = took.iter().filter(|it| it[1] > LIMIT_MS).count();
        let (ended, seen) = (middle(|it| it[0]), middle(|it| it[1]));
        println!("| {} | {ended} | {seen} | {above} of {n} |", it.what);
    }
}

impl Doing {
    /// Milliseconds to the end of the run, and until the window said so.
    async fn stopped(&self, moment: u64) -> Option<[f64; 2]> {
        let machine = match self.compiles {
            true => Machine::new().with_waiting_compiler(),
            false => Machine::new().without_compiler(),
        };
        let file = machine.write(self.name, &self.text);
        let page = Page::open(&machine, &[]).await;
        let process = started_by(page.driver.0.id());
        // Without the first look at a file, which of a long one takes as long as reading it.
        let asked = json!({ "paths": [file.display().to_string()], "together": false });
        let run = page.ask("runs.convert", asked).await[0]["run"].clone();
        let go = "location.hash = `#/runs/${arguments[0]}`";
        page.client.execute(go, vec![run.clone()]).await.unwrap();
        begun(&page, &run, self.begins).await;
        let args = vec![run, moment.into()];
        let told = page.client.execute_async(STOP, args).await.unwrap();
        crate::end(page, process).await;
        Some([told[0].as_f64()?, told[1].as_f64()?])
    }
}

/// Waits until a run says something.
async fn begun(page: &Page<'_>, run: &Value, says: &str) {
    let end = Instant::now() + Duration::from_secs(300);
    let is_it = |it: &Value| it["message"].as_str().is_some_and(|it| it.contains(says));
    loop {
        let events = page.ask("runs.events", json!({ "run": run, "from_seq": 0 })).await;
        if events.as_array().is_some_and(|all| all.iter().any(is_it)) {
            return;
        }
        assert!(Instant::now() < end, "no event says `{says}`");
    }
}
