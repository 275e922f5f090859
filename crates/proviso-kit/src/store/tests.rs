//! The store on real files.

mod begun;
mod documents;
mod pieces;
mod repair;
mod versions;

use std::path::PathBuf;
use std::thread;

use proviso_core::analysis::Coverage;
use proviso_core::event::Happening;
use proviso_core::llm::{CallRecord, Finish, Reply, Spent, Usage};
use proviso_core::ports::Entry;
use proviso_core::run::{Attempt, Module, Origin, Severity, Stage, Verdict};
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
        judges: Vec::new(),
        check_ms: 1,
    }
}

#[test]
fn of_two_runs_on_a_project_the_second_is_told_the_first_ones_number() {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let first = store.run_begin(&new("Lease"), &Along::default(), lock).unwrap().unwrap();
    assert_eq!(
        store.run_begin(&new("LEASE"), &Along::default(), lock).unwrap().unwrap_err(),
        Unbegun::Alive(first.run)
    );
    assert!(
        store.run_begin(&new("Other"), &Along::default(), lock).unwrap().is_ok(),
        "another project is free"
    );
    let ending = Ending { verdict: Some(Verdict::Verified), ..Ending::default() };
    store.run_end(&first, &ending).unwrap();
    drop(first);
    assert!(
        store.run_begin(&new("Lease"), &Along::default(), lock).unwrap().is_ok(),
        "the first one has ended"
    );
}

#[test]
fn a_run_whose_lock_is_free_was_interrupted() {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let claim = store.run_begin(&new("Lease"), &Along::default(), lock).unwrap().unwrap();
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
    let run = store.run_begin(&new("Lease"), &Along::default(), lock).unwrap().unwrap().run;
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
    let run = store.run_begin(&new("Lease"), &Along::default(), lock).unwrap().unwrap().run;
    store.attempt_keep(run, &attempt(1)).unwrap();
    assert!(store.attempt_keep(run, &attempt(1)).is_err(), "a number is given once");
    let changed = store.locked(|it| it.execute("UPDATE attempt SET body = '{}'", []));
    assert!(changed.unwrap_err().to_string().contains("never changed"));
    assert_eq!(store.attempts(run).unwrap(), [attempt(1)]);
}

/// A run whose analysis is there and whose row in the list has no type and no title is one that somebody
/// cannot find.
#[test]
fn an_analysis_and_the_row_of_its_run_are_kept_together_or_not_at_all() {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let run = store.run_begin(&new("Lease"), &Along::default(), lock).unwrap().unwrap().run;
    let written =
        store.analysis_written(&documents::analysis("한빛", "2025-01-02", "KRW 3")).unwrap();
    let fails = "CREATE TRIGGER fails BEFORE UPDATE OF title ON run
                 BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    store.with("let the second statement fail", |it| it.execute_batch(fails)).unwrap();
    let err = store.analysis_keep(run, &written).unwrap_err().to_string();
    assert!(err.starts_with("cannot keep an analysis"), "{err}");
    assert_eq!(store.analysis(run).unwrap(), None);

    store.with("let it pass", |it| it.execute_batch("DROP TRIGGER fails")).unwrap();
    store.analysis_keep(run, &written).unwrap();
    assert!(store.analysis(run).unwrap().is_some());
    let row = store.run(run).unwrap().unwrap();
    assert_eq!(row.title.as_deref(), Some("거래명세서"));
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
    let run = store.run_begin(&new("Lease"), &Along::default(), lock).unwrap().unwrap().run;
    store
        .with("put another analysis", |it| {
            it.execute(
                "INSERT INTO artefact (run_id, name, body) VALUES (?1, 'analysis', '{}')",
                [run],
            )
        })
        .unwrap();
    let err = store.analysis(run).unwrap_err().to_string();
    assert!(err.starts_with("cannot understand the analysis in `"), "{err}");
}

#[test]
fn what_runs_cover_is_kept_and_what_was_counted_otherwise_before_is_not_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proviso.db");
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    // A database of the version before, with a run whose fields alone were counted.
    let before = Connection::open(&path).unwrap();
    let older = MIGRATIONS.iter().position(|it| *it == runs::COVER).unwrap();
    for migration in &MIGRATIONS[..older] {
        before.execute_batch(migration).unwrap();
    }
    before.pragma_update(None, "user_version", u32::try_from(older).unwrap()).unwrap();
    before
        .execute(
            "INSERT INTO run (project, sources, engine, max_attempts, check_timeout_ms, state,
                 verdict, n_explained, n_printed, created_at_ms)
             VALUES ('Old', '[]', 'builtin', 5, 30000, 'ended', 'verified', 4, 4, 1)",
            [],
        )
        .unwrap();
    drop(before);
    let store = Store::open(&path).unwrap();
    assert_eq!(store.run(1).unwrap().unwrap().coverage, None, "it is not known");
    let claim = store.run_begin(&new("New"), &Along::default(), lock).unwrap().unwrap();
    let coverage = Some(Coverage { tied: 3, printed: 8, unheld: 2 });
    let ending = Ending { verdict: Some(Verdict::Verified), coverage, ..Ending::default() };
    store.run_end(&claim, &ending).unwrap();
    assert_eq!(store.run(claim.run).unwrap().unwrap().coverage, coverage);
}

#[test]
fn who_corrected_is_known_of_runs_from_before_it_was_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proviso.db");
    let before = Connection::open(&path).unwrap();
    let older = MIGRATIONS.iter().position(|it| *it == runs::CORRECT).unwrap();
    for migration in &MIGRATIONS[..older] {
        before.execute_batch(migration).unwrap();
    }
    before.pragma_update(None, "user_version", u32::try_from(older).unwrap()).unwrap();
    let insert = |project: &str, analysis: &str| {
        before
            .execute(
                "INSERT INTO run (project, sources, engine, max_attempts, check_timeout_ms, state,
                     verdict, created_at_ms)
                 VALUES (?1, '[]', 'builtin', 5, 30000, 'ended', 'verified', 1)",
                [project],
            )
            .unwrap();
        let run = before.last_insert_rowid();
        before
            .execute("INSERT INTO artefact VALUES (?1, 'analysis', ?2)", (run, analysis))
            .unwrap();
        run
    };
    let field = |route: &str, text: &str| {
        format!(r#"{{"route":"{route}","evidence":{{"text":"{text}"}}}}"#)
    };
    let fields = [field("correction", "252"), field("table", "75"), field("correction", "9")];
    let corrected = insert("A", &format!(r#"{{"fields":[{}]}}"#, fields.join(",")));
    let plain = insert("A", &format!(r#"{{"fields":[{}]}}"#, field("table", "75")));
    let other = insert("B", r#"{"fields":[]}"#);
    let said = r#"{"amendment":"correction","place":{"text":"252"},"label":"","kind":"money"}"#;
    before
        .execute(
            "INSERT INTO amendment (project, run_id, body, author, created_at_ms)
             VALUES ('A', ?1, ?2, 'Kim', 1)",
            (corrected, said),
        )
        .unwrap();
    drop(before);
    let store = Store::open(&path).unwrap();
    let names = |run| store.run(run).unwrap().unwrap().corrected_by;
    assert_eq!(names(corrected), ["Kim", ""], "one of them nobody is known for");
    assert_eq!((names(plain).len(), names(other).len()), (0, 0));
}

fn call(stage: Stage, reply: Option<Reply>, cached: bool) -> CallRecord {
    CallRecord {
        stage,
        agent: "fixer".to_owned(),
        prompt: "fixer/default/v1".to_owned(),
        scope: "A".to_owned(),
        provider: "openai".to_owned(),
        model: "m".to_owned(),
        request_sha256: "5".repeat(64),
        request: "{}".to_owned(),
        error: reply.is_none().then(|| "cut".to_owned()),
        reply,
        cost_micros: if cached { Some(0) } else { Some(70) },
        cached,
        took_ms: 1,
        created_at_ms: 1,
    }
}

fn said(text: &str) -> Reply {
    Reply {
        text: text.to_owned(),
        calls: Vec::new(),
        finish: Finish::Stop,
        usage: Usage { input: 100, output: 10, reasoning: 0 },
        model: "m".to_owned(),
    }
}

#[test]
fn calls_are_kept_with_what_came_of_them_and_add_up_by_stage() {
    let (folder, store) = open();
    let lock = |id: i64| folder.path().join(format!("{id}.lock"));
    let run = store.run_begin(&new("A"), &Along::default(), lock).unwrap().unwrap().run;
    let all = [
        call(Stage::Generate, Some(said("one")), false),
        call(Stage::Fix, Some(said("two")), false),
        call(Stage::Fix, None, false),
        call(Stage::Fix, Some(said("two")), true),
    ];
    for it in &all {
        store.call_record(run, it).unwrap();
    }
    assert_eq!(store.calls(run).unwrap(), all, "in order, the failed and the repeated one too");
    let spent = store.calls_spent(run).unwrap();
    let fix = Spent { tokens: 110, micros: 140 };
    let generate = Spent { tokens: 110, micros: 70 };
    assert_eq!(spent, [(Stage::Fix, fix), (Stage::Generate, generate)], "what was kept is free");
}

#[test]
fn an_answer_is_found_again_by_its_key_until_it_is_forgotten() {
    let (folder, store) = open();
    store.answer_keep("k", &said("old"), 1).unwrap();
    store.answer_keep("k", &said("an answer that nobody may find"), 2).unwrap();
    let kept = store.answer("k").unwrap().map(|it| it.text);
    assert_eq!(kept.as_deref(), Some("an answer that nobody may find"));
    assert_eq!(store.answers_count().unwrap(), 1);
    let lies = || {
        let files = std::fs::read_dir(folder.path()).unwrap();
        let holds = |bytes: Vec<u8>| bytes.windows(15).any(|it| it == b"nobody may find");
        files.filter(|it| holds(std::fs::read(it.as_ref().unwrap().path()).unwrap())).count()
    };
    assert!(lies() > 0, "it is kept in some file");
    assert_eq!(store.answers_forget().unwrap(), 1);
    assert_eq!(store.answer("k").unwrap(), None);
    assert_eq!(store.answers_count().unwrap(), 0);
    assert_eq!(lies(), 0, "and in none afterwards");
}

#[test]
fn a_version_that_nobody_writes_is_told_as_it_stands_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proviso.db");
    drop(Store::open(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "user_version", -3).unwrap();
    drop(connection);
    let err = Store::open(&path).unwrap_err().to_string();
    assert!(err.ends_with("says that its version is -3, which no Proviso has written"), "{err}");
}

/// One worker only: a task of it that waits for the database would hold up the other.
#[test]
fn who_waits_for_the_database_holds_up_nobody_else() {
    let (folder, store) = open();
    let store = std::sync::Arc::new(store);
    let other = Connection::open(folder.path().join("proviso.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let claim = runtime.block_on(async {
        let asked = std::sync::Arc::new(tokio::sync::Notify::new());
        let waiting = tokio::spawn({
            let (store, asked) = (store.clone(), asked.clone());
            let locks = folder.path().to_owned();
            async move {
                asked.notify_one();
                let lock = |run: i64| locks.join(run.to_string());
                store.run_begin(&new("a"), &Along::default(), lock).unwrap().unwrap()
            }
        });
        asked.notified().await;
        // Runs only if the worker is free, and only then the other writer lets go.
        tokio::spawn(async move { other.execute_batch("ROLLBACK").unwrap() }).await.unwrap();
        waiting.await.unwrap()
    });
    assert_eq!(claim.run, 1);
}

#[test]
fn an_event_of_another_version_is_shown_and_handed_on_as_it_stands() {
    let (folder, store) = open();
    let claim =
        store.run_begin(&new("a"), &Along::default(), |run| folder.path().join(run.to_string()));
    let run = claim.unwrap().unwrap().run;
    let known = store.event_append(run, entry("began"), 1).unwrap();
    let body = r#"{"run_id":"1","seq":1,"document_id":null,"stage":null,"severity":"info","message":"weighed","created_at_ms":2,"event_type":"page.weighed","data":{"grams":5}}"#;
    store
        .with("put a later program's event", |it| {
            it.execute(
                "INSERT INTO event_log (run_id, seq, event_type, body, created_at_ms)
                 VALUES (?1, 1, 'page.weighed', ?2, 2)",
                rusqlite::params![run, body],
            )
        })
        .unwrap();
    let events = store.events(run, 0).unwrap();
    assert_eq!(events[0], known);
    assert_eq!(events[1].message, "weighed");
    assert_eq!(serde_json::to_string(&events[1]).unwrap(), body);
}

#[test]
fn a_scratch_database_is_a_blank_one_with_all_tables() {
    let folder = tempfile::tempdir().unwrap();
    let blank = Store::blank(&folder.path().join("blank.db")).unwrap();
    let store = Store::scratch(&folder.path().join("scratch.db"), &blank).unwrap();
    assert!(store.runs(None).unwrap().is_empty());
    let health = store.examine().unwrap();
    assert_eq!((health.version, health.complaints), (MIGRATIONS.len(), Vec::new()));
}
