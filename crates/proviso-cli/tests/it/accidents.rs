//! A machine that fails: a disk that is full, a workspace that cannot be written, a clock that was wrong.
//! What was kept stays, what could not be done is said, and it is done once the machine is well again.
//!
//! Disks are mounted in a name space of the test's own. Where the system lets nobody have one, the test
//! says so and is passed over: there is nothing to try.

use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::bench::{Bench, RIGHT_QUOTATION, WRONG_QUOTATION};
use crate::language_model::{self, APPROVED, NOTHING, by_hand_of, is_analyst, is_reviewer};
use crate::serve::{Server, heard};

/// What a script says in mounts of its own; none where the system gives no such.
fn mounted(bench: &Bench, script: &str) -> Option<String> {
    let like = bench.command("");
    let mut shell = std::process::Command::new("unshare");
    shell.args(["--map-root-user", "--mount", "sh", "-c", script]);
    shell.envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell.current_dir(bench.path("")).env("PROGRAM", like.get_program()).stdin(Stdio::null());
    let output = match shell.output() {
        Ok(it) => it,
        Err(err) if err.kind() == std::io::ErrorKind::NotFound => return None,
        Err(err) => panic!("{err}"),
    };
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() == Some(77) || err.starts_with("unshare:") {
        return None;
    }
    assert!(output.status.success(), "{err}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Says why a test tries nothing.
#[expect(
    clippy::print_stderr,
    reason = "a test that is passed over must not look like one that held"
)]
fn passed_over(what: &str) {
    eprintln!("NOT TRIED: {what}: this system has not what it takes");
}

const FULL: &str = r#"
mkdir disk && mount -t tmpfs -o size=32m tmpfs disk || exit 77
mkdir disk/Domains
"$PROGRAM" convert before.txt --workspace disk >/dev/null 2>&1
for left in 0 64; do
    room=$(df -k --output=avail disk | tail -1)
    head -c $(( (room - left) * 1024 )) /dev/zero >disk/filler
    "$PROGRAM" convert "left$left.txt" --workspace disk >out 2>err
    echo "full $? $(cat out err | grep -m1 error:) $(cat out err | grep -m1 'caused by:')"
    rm disk/filler
    "$PROGRAM" convert "left$left.txt" --workspace disk >out 2>err
    echo "room $?"
done
"$PROGRAM" runs --json --workspace disk | tr -d '\n'
echo
"$PROGRAM" doctor --workspace disk
true
"#;

#[test]
fn a_full_disk_is_said_and_what_could_not_be_done_is_done_once_there_is_room() {
    let bench = Bench::new();
    bench.write("before.txt", WRONG_QUOTATION);
    for (name, number) in [("left0.txt", "08"), ("left64.txt", "09")] {
        bench.write(name, RIGHT_QUOTATION.replace("2031-07", &format!("2031-{number}")));
    }
    let Some(said) = mounted(&bench, FULL) else { return passed_over("a full disk") };
    let lines = |word: &str| said.lines().filter(|it| it.starts_with(word)).collect::<Vec<_>>();
    assert_eq!(lines("full ").len(), 2, "{said}");
    for it in lines("full ") {
        assert!(it.starts_with("full 2 error: ") && it.contains("caused by:"), "{it}\n{said}");
    }
    assert_eq!(lines("room "), ["room 0", "room 0"], "{said}");
    let runs: Vec<Value> = serde_json::from_str(lines("[")[0]).unwrap();
    assert!(runs.iter().any(|it| it["verdict"] == "discrepant"), "the run from before: {said}");
    assert!(said.contains("its database is sound"), "{said}");
}

const CLOSED: &str = r#"
"$PROGRAM" convert before.txt --workspace work >/dev/null 2>&1
mount --bind work work && mount -o remount,bind,ro work || exit 77
"$PROGRAM" convert after.txt --workspace work >out 2>err
echo "closed $? $(cat out err | grep -m1 error:)"
umount work
"$PROGRAM" convert after.txt --workspace work >out 2>err
echo "open $?"
"$PROGRAM" runs --workspace work
"#;

#[test]
fn a_workspace_that_cannot_be_written_is_said_and_is_as_it_was() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    bench.write("before.txt", WRONG_QUOTATION);
    bench.write("after.txt", RIGHT_QUOTATION);
    let Some(said) = mounted(&bench, CLOSED) else { return passed_over("a closed workspace") };
    assert!(said.contains("closed 2 error: "), "{said}");
    assert!(said.contains("open 0"), "{said}");
    assert!(said.contains("before.txt") && said.contains("after.txt"), "{said}");
}

#[test]
fn runs_of_a_clock_that_was_wrong_stand_in_their_order_and_go_on() {
    let bench = Bench::new();
    bench.write("early.txt", WRONG_QUOTATION);
    bench.write("late.txt", RIGHT_QUOTATION);
    bench.run("convert early.txt --workspace work");
    // Ten years ahead, and then set right.
    let store = rusqlite::Connection::open(bench.path("work/.proviso/proviso.db")).unwrap();
    let ahead = 10_i64 * 365 * 86_400_000;
    for column in ["created_at_ms", "ended_at_ms"] {
        let change = format!("UPDATE run SET {column} = {column} + ?1");
        assert_eq!(store.execute(&change, [ahead]).unwrap(), 1);
    }
    store.execute("UPDATE event_log SET created_at_ms = created_at_ms + ?1", [ahead]).unwrap();
    drop(store);
    bench.run("convert late.txt --workspace work");
    let listed = bench.run("runs --json --workspace work");
    let runs: Vec<Value> = serde_json::from_str(&listed.stdout).unwrap();
    let order: Vec<&Value> = runs.iter().map(|it| &it["run_id"]).collect();
    assert_eq!(order, ["2", "1"], "the newest first, whatever the clock said");
    let retried = bench.run("retry 1 --from analyze --workspace work");
    assert_eq!(retried.code, Some(1), "{}", retried.stderr);
    let shown = bench.run("show 3 --json --workspace work");
    let shown: Value = serde_json::from_str(&shown.stdout).unwrap();
    assert_eq!(shown["verdict"], "discrepant", "{shown}");
    assert!(fs::metadata(bench.path("work/Domains/Early.idr")).is_ok());
}

/// A clock on the wall that is as many seconds off as a file says. Put before the system's own, as a person
/// who sets it would, but for one program alone.
const CLOCK: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int clock_gettime(clockid_t id, struct timespec *now) {
    int (*theirs)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    int failed = theirs(id, now);
    const char *path = getenv("CLOCK_OFF_BY");
    FILE *file = id == CLOCK_REALTIME && path ? fopen(path, "r") : NULL;
    long long seconds = 0;
    if (file) {
        if (fscanf(file, "%lld", &seconds) == 1) now->tv_sec += seconds;
        fclose(file);
    }
    return failed;
}
"#;

#[test]
fn a_clock_that_is_set_while_runs_go_on_makes_nothing_longer_and_nothing_wait() {
    const TEN_YEARS: i64 = 10 * 365 * 86_400;
    let bench = Bench::new();
    bench.write("clock.c", CLOCK);
    let mut compiler = std::process::Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o", "clock.so", "clock.c", "-ldl"]);
    if !compiler.current_dir(bench.path("")).status().is_ok_and(|it| it.success()) {
        return passed_over("a clock that is set");
    }
    // A document that came to lie in the watched folder while nobody looked.
    bench.write("inbox/late.txt", WRONG_QUOTATION);
    let folder = bench.path("inbox").to_str().unwrap().to_owned();
    bench.write("work/.proviso/settings.toml", format!("watched_folder = {folder:?}\n"));
    let root = bench.path("work").canonicalize().unwrap();
    let agreed = format!("[workspaces.{root:?}]\nwatched_folder = {folder:?}\n");
    bench.write("config/settings.toml", agreed);
    let known = json!({ "folder": folder, "files": {} }).to_string();
    bench.write("work/.proviso/watched.json", known);
    bench.write("work/Domains/.keep", "");
    // Whoever is asked sets it: ten years forwards while an analysis goes on, ten years back from now
    // while a model is written.
    let off_by = bench.path("off-by");
    let set = off_by.clone();
    let model = language_model::Server::start(move |system, user| {
        let seconds = if is_analyst(system) { TEN_YEARS } else { -TEN_YEARS };
        fs::write(&set, seconds.to_string()).unwrap();
        match () {
            () if is_analyst(system) => NOTHING.to_owned(),
            () if is_reviewer(system) => APPROVED.to_owned(),
            () => by_hand_of(user, "module Domains.", ""),
        }
    });
    let shim = bench.path("clock.so");
    let variables = [
        ("LD_PRELOAD", shim.to_str().unwrap()),
        ("CLOCK_OFF_BY", off_by.to_str().unwrap()),
        ("PROVISO_ENGINE", "openai"),
        ("PROVISO_MODEL", "by-hand"),
        ("PROVISO_BASE_URL", model.url.as_str()),
    ];
    let server = Server::start_with(&bench, "--workspace work", &variables);
    let mut socket = server.listen("");
    server.convert("early.txt", RIGHT_QUOTATION.as_bytes());
    let (mut events, mut over) = (Vec::new(), BTreeSet::new());
    while over.len() < 2 {
        let event: Value = serde_json::from_str(&heard(&mut socket)).unwrap();
        if event["event_type"] == "run.finished" {
            over.insert(event["run_id"].as_str().unwrap().to_owned());
        }
        events.push(event);
    }
    let at: Vec<i64> = events.iter().map(|it| it["created_at_ms"].as_i64().unwrap()).collect();
    let spread = at.iter().max().unwrap() - at.iter().min().unwrap();
    assert!(spread > 19 * 365 * 86_400_000, "it was set, twice: {at:?}");
    let took: Vec<i64> = events.iter().filter_map(|it| it["data"]["took_ms"].as_i64()).collect();
    assert!(took.len() > 4, "{events:?}");
    assert!(took.iter().all(|it| (0..600_000).contains(it)), "a minute is a minute: {took:?}");
    let runs = server.call("runs.list", &json!({})).ok();
    let (rows, of) = (runs["rows"].as_array().unwrap(), |it: &Value| it["run"].clone());
    assert_eq!(rows.iter().map(of).collect::<Vec<_>>(), ["2", "1"], "in the order they came");
    for row in rows {
        assert!(["checked", "discrepant"].contains(&row["verdict"].as_str().unwrap()), "{row}");
    }
}
