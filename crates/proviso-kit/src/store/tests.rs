//! The store on real files.

use std::path::PathBuf;
use std::thread;

use proviso_core::event::Happening;
use proviso_core::ports::Entry;
use proviso_core::run::{Attempt, Module, Origin, Severity, Verdict};
use tempfile::TempDir;

use super::*;

fn open() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("proviso.db")).unwrap();
    (folder, store)
}

fn new(project: &str) -> NewRun {
    NewRun {
        parent: None,
        project: project.to_owned(),
        sources: vec![RunSource {
            path: PathBuf::from("/a.txt"),
            name: "a.txt".to_owned(),
            sha256: "5".repeat(64),
        }],
        document_type: None,
        engine: "builtin".to_owned(),
        max_attempts: 5,
        check_timeout_ms: 30_000,
        created_at_ms: 1,
    }
}

fn entry(message: &str) -> Entry {
    Entry {
        stage: None,
        document_id: None,
        severity: Severity::Info,
        message: message.to_owned(),
        happening: Happening::StageStarted,
    }
}

fn attempt(number: u32) -> Attempt {
    Attempt {
        number,
        origin: Origin::Generated,
        model: Module { name: "Domains.A".to_owned(), text: "module Domains.A".to_owned() },
        diagnostics: Vec::new(),
        typechecked: true,
        audited: true,
        created_at_ms: 1,
        check_ms: 1,
    }
}

#[test]
fn of_two_runs_on_a_project_the_second_is_told_the_first_ones_number() {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let first = store.run_begin(&new("Lease"), lock).unwrap().unwrap();
    assert_eq!(store.run_begin(&new("LEASE"), lock).unwrap().unwrap_err(), first.run);
    assert!(store.run_begin(&new("Other"), lock).unwrap().is_ok(), "another project is free");
    let ending = Ending { verdict: Some(Verdict::Verified), ..Ending::default() };
    store.run_end(&first, &ending).unwrap();
    drop(first);
    assert!(store.run_begin(&new("Lease"), lock).unwrap().is_ok(), "the first one has ended");
}

#[test]
fn a_run_whose_lock_is_free_was_interrupted() {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let claim = store.run_begin(&new("Lease"), lock).unwrap().unwrap();
    store.runs_sweep(lock, 2).unwrap();
    assert_eq!(store.run(claim.run).unwrap().unwrap().verdict, None, "it is alive");
    let run = claim.run;
    // What happens when a process dies: the lock is freed, the row is not written.
    drop(claim);
    store.runs_sweep(lock, 3).unwrap();
    let row = store.run(run).unwrap().unwrap();
    assert_eq!((row.verdict, row.ended_at_ms), (Some(Verdict::Interrupted), Some(3)));
    let again = store.run_resume(&row, lock, 4).unwrap().unwrap();
    assert_eq!(again.run, run);
    assert_eq!(store.run(run).unwrap().unwrap().verdict, None, "it runs again");
    assert_eq!(store.run_resume(&row, lock, 5).unwrap().unwrap_err(), run, "once only");
}

#[test]
fn events_are_numbered_from_zero_without_gaps_whoever_writes() {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let run = store.run_begin(&new("Lease"), lock).unwrap().unwrap().run;
    let path = store.path().to_owned();
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let path = path.clone();
            thread::spawn(move || {
                let store = Store::open(&path).unwrap();
                for n in 0..25 {
                    store.event_append(run, entry(&format!("{writer}/{n}")), 1).unwrap();
                }
            })
        })
        .collect();
    for it in writers {
        it.join().unwrap();
    }
    let events = store.events(run, 0).unwrap();
    let numbers: Vec<u64> = events.iter().map(|it| it.seq).collect();
    assert_eq!(numbers, (0..100).collect::<Vec<u64>>());
    assert_eq!(store.events(run, 98).unwrap().len(), 2, "a gap is refetched from a number on");
}

#[test]
fn an_attempt_is_never_changed() {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let run = store.run_begin(&new("Lease"), lock).unwrap().unwrap().run;
    store.attempt_keep(run, &attempt(1)).unwrap();
    assert!(store.attempt_keep(run, &attempt(1)).is_err(), "a number is given once");
    let changed = store.connection().execute("UPDATE attempt SET body = '{}'", []);
    assert!(changed.unwrap_err().to_string().contains("never changed"));
    assert_eq!(store.attempts(run).unwrap(), [attempt(1)]);
}

#[test]
fn many_programs_may_open_a_new_database_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proviso.db");
    let all: Vec<_> = (0..8)
        .map(|_| {
            let path = path.clone();
            thread::spawn(move || Store::open(&path).map(|_| ()))
        })
        .collect();
    for it in all {
        it.join().unwrap().unwrap();
    }
}

#[test]
fn a_stored_text_that_is_no_longer_understood_is_an_error_with_the_path() {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let run = store.run_begin(&new("Lease"), lock).unwrap().unwrap().run;
    store
        .connection()
        .execute("INSERT INTO artefact VALUES (?1, 'analysis', '{\"other\": 1}')", [run])
        .unwrap();
    let err = store.analysis(run).unwrap_err().to_string();
    assert!(err.starts_with("cannot understand the analysis in `"), "{err}");
}
