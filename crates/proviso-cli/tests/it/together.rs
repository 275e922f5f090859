//! Runs side by side, stopped and killed ones.
//!
//! The compiler of these tests is a script that waits: what is tested is what happens meanwhile.
#![cfg(unix)]

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Instant;

use crate::bench::{Bench, RIGHT_QUOTATION};
use crate::held::STOPS;

/// A run whose compiler has begun and does not end.
struct Waiting {
    bench: Bench,
    process: u32,
    /// How it ended.
    ended: JoinHandle<Option<i32>>,
    /// Nobody reads from it any more when the compiler is gone.
    begun: File,
}

fn tool(name: &str, arguments: &[&str]) {
    let status = Command::new(name).args(arguments).status().unwrap();
    assert!(status.success(), "{name} {arguments:?}");
}

impl Waiting {
    fn begin() -> Waiting {
        let bench = Bench::new();
        let begun = bench.path("begun");
        let begun = begun.to_str().unwrap();
        // It tells the test that it has begun, by the only thing of the test's that it may touch.
        let bench = bench.with_waiting_compiler(&format!("exec 3<'{begun}'"));
        bench.write("a.txt", RIGHT_QUOTATION);
        tool("mkfifo", &[begun]);
        std::fs::create_dir(bench.path("temporary")).unwrap();
        let mut command = bench.command("convert a.txt --project Lease");
        let mut child = command.env("TMPDIR", bench.path("temporary")).spawn().unwrap();
        let process = child.id();
        let was_asked = Arc::new(AtomicBool::new(false));
        let (path, asked) = (begun.to_owned(), Arc::clone(&was_asked));
        let ended = std::thread::spawn(move || {
            let code = child.wait().unwrap().code();
            // So that a run that never asks its compiler fails the test instead of stopping it.
            if !asked.load(Ordering::SeqCst) {
                let _both = File::options().read(true).write(true).open(path).unwrap();
            }
            code
        });
        // Waits until somebody opens it for reading.
        let begun = File::options().write(true).open(begun).unwrap();
        was_asked.store(true, Ordering::SeqCst);
        assert!(!ended.is_finished(), "the compiler works on run 1, and the run waits for it");
        Waiting { bench, process, ended, begun }
    }

    fn signal(&self, name: &str) {
        // The shell's own: the program `kill` is not on every system.
        tool("sh", &["-c", "kill \"$0\" \"$1\"", name, &self.process.to_string()]);
    }

    /// Signals, waits for the process and then for its compiler to be gone.
    fn stop(mut self, signal: &str) -> (Bench, Option<i32>) {
        let began = Instant::now();
        self.signal(signal);
        let code = self.ended.join().unwrap();
        assert!(began.elapsed() < STOPS, "{:?}", began.elapsed());
        // More than the pipe holds: written when somebody reads it, refused when nobody ever will.
        let written = self.begun.write_all(&vec![0; 1 << 20]);
        let gone = written.expect_err("the compiler reads nothing");
        assert_eq!(gone.kind(), ErrorKind::BrokenPipe, "the compiler is dead");
        (self.bench, code)
    }
}

#[test]
fn a_second_run_on_a_project_is_refused_with_the_first_ones_number() {
    let waiting = Waiting::begin();
    let second = waiting.bench.run("convert a.txt --project Lease");
    assert_eq!(second.code, Some(2));
    assert!(second.stderr.contains("run 1 is working on `Lease`"), "{}", second.stderr);
    let list = waiting.bench.json("runs");
    assert_eq!(list.as_array().unwrap().len(), 1, "the refused run left no row: {list}");
    assert_eq!(list[0]["verdict"], serde_json::Value::Null, "the first one is alive");
    let other = waiting
        .bench
        .command("convert a.txt --project Other")
        .env("PROVISO_IDRIS2", "none")
        .output();
    assert_eq!(other.unwrap().status.code(), Some(0), "another project is free");
    waiting.stop("-INT");
}

#[test]
fn a_stopped_run_is_cancelled_and_its_compiler_killed() {
    let (bench, code) = Waiting::begin().stop("-INT");
    assert_eq!(code, Some(2));
    let shown = bench.json("show 1");
    assert_eq!(shown["verdict"], "cancelled");
    assert_eq!(shown["final_module_path"], serde_json::Value::Null);
    assert!(!bench.exists("Domains/Lease.idr"), "nothing unchecked was written");
}

#[test]
fn a_killed_run_is_interrupted_and_goes_on_from_what_is_stored() {
    let (bench, _) = Waiting::begin().stop("-KILL");
    assert_eq!(bench.json("show 1")["verdict"], "interrupted");
    // The document is gone; what was read of it is not.
    std::fs::remove_file(bench.path("a.txt")).unwrap();
    let resumed = bench.command("retry 1 --json").env("PROVISO_IDRIS2", "none").output().unwrap();
    let resumed = bench.answer(resumed);
    let shown: serde_json::Value = serde_json::from_str(&resumed.stdout)
        .unwrap_or_else(|err| panic!("{err}: {}", resumed.stderr));
    assert_eq!(shown["verdict"], "checked", "{}", resumed.stderr);
    assert_eq!(shown["run_id"], "1", "the same run");
    let messages: Vec<&str> =
        shown["messages"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let n_reads = messages.iter().filter(|it| **it == "read started").count();
    assert_eq!(n_reads, 1, "nothing is read twice: {messages:#?}");
    assert!(messages.contains(&"goes on at generate"), "{messages:#?}");
    assert!(bench.exists("Domains/Lease.idr"));
}

#[test]
fn what_a_killed_process_left_is_removed_by_the_next_and_nothing_of_a_living_one() {
    let waiting = Waiting::begin();
    let next = |bench: &Bench| {
        let status = bench.command("runs").env("TMPDIR", bench.path("temporary")).status();
        assert_eq!(status.unwrap().code(), Some(0));
        bench.files_below("temporary").len()
    };
    let n_files = waiting.bench.files_below("temporary").len();
    // Core, facts, model and audit, and the lock.
    assert_eq!(n_files, 5, "a check is under way");
    assert_eq!(next(&waiting.bench), n_files, "its process lives");
    let (bench, _) = waiting.stop("-KILL");
    assert_eq!(bench.files_below("temporary").len(), n_files, "nobody was left to remove it");
    assert_eq!(next(&bench), 0);
    assert_eq!(std::fs::read_dir(bench.path("temporary")).unwrap().count(), 0, "nor a folder");
}

#[test]
fn events_are_numbered_without_gaps_over_the_lives_of_a_run() {
    let (bench, _) = Waiting::begin().stop("-KILL");
    let resumed = bench.command("retry 1").env("PROVISO_IDRIS2", "none").output().unwrap();
    assert_eq!(resumed.status.code(), Some(0));
    let shown = bench.json("show 1 --events");
    let events = shown["events"].as_array().unwrap();
    for (index, event) in events.iter().enumerate() {
        assert_eq!(event["seq"], index, "{event}");
        assert_eq!(event["run_id"], "1");
    }
    assert_eq!(events.first().unwrap()["event_type"], "run.started");
    assert_eq!(events.last().unwrap()["event_type"], "run.finished");
}
