//! Runs that are played again from what is stored of them.
#![cfg(feature = "recordings")]

use crate::bench::{Bench, RIGHT_QUOTATION, WRONG_QUOTATION};
use crate::language_model::{APPROVED, NOTHING, Server, by_hand, is_analyst, is_reviewer};

/// Plays a run again, and holds what came against the files of the workspace.
#[track_caller]
fn check(bench: &Bench, run: u32, n_calls: u64, n_checks: u64) {
    let it = bench.json(&format!("replay {run}"));
    assert_eq!(it["differences"], serde_json::json!([]), "{it:#}");
    assert_eq!(it["identical"], true);
    let counted = (it["n_calls"].as_u64(), it["n_checks"].as_u64());
    assert_eq!(counted, (Some(n_calls), Some(n_checks)), "{it:#}");
    let shown = bench.json(&format!("show {run}"));
    assert_eq!(it["verdict"], shown["verdict"]);
    let results = it["results"].as_array().unwrap();
    for file in results {
        let path = file["path"].as_str().unwrap();
        if path == "Domains/Core.idr" {
            continue;
        }
        let text = bench.path(path);
        let told = std::process::Command::new("sha256sum").arg(text).output().unwrap();
        let told = String::from_utf8(told.stdout).unwrap();
        assert_eq!(told.split(' ').next(), file["sha256"].as_str(), "{path}");
    }
    assert!(results.len() >= 4, "analysis, facts, model and audit: {it:#}");
}

#[test]
fn a_run_comes_out_as_it_did_where_its_document_and_its_compiler_are_gone() {
    let bench = Bench::new().with_recordings();
    bench.write("quote.txt", WRONG_QUOTATION);
    bench.json("convert quote.txt --project Quote");
    std::fs::remove_file(bench.path("quote.txt")).unwrap();
    let none = bench
        .command("replay 1 --json")
        .env("PROVISO_REPLAY", "0")
        .env("PROVISO_IDRIS2", "none")
        .output()
        .unwrap();
    assert_eq!(none.status.code(), Some(0), "{}", String::from_utf8_lossy(&none.stderr));
    check(&bench, 1, 0, 1);
    // A correction begins a run of its own, over what the first one read.
    bench.json("correct 1 합계금액 1320000");
    check(&bench, 2, 0, 1);
    assert_eq!(bench.json("replay 1")["identical"], true, "the first one is what it was");
    let again = bench.run("retry 2 --from typecheck");
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    check(&bench, 3, 0, 1);
    let shown = bench.json("show 3");
    assert_eq!(shown["n_fields"], bench.json("show 2")["n_fields"], "a fork has its fields");
}

#[test]
fn the_calls_of_a_run_are_played_again_and_nobody_is_asked() {
    let bench = Bench::new().with_recordings();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let wrong = "\npublic export\ndueDays : Integer\ndueDays = \"thirty\"";
    let server = Server::start(move |system, user| {
        if is_reviewer(system) {
            return APPROVED.to_owned();
        }
        if is_analyst(system) {
            return NOTHING.to_owned();
        }
        if !system.contains("SEARCH/REPLACE") {
            return by_hand(user, wrong);
        }
        "<<<<<<< SEARCH\ndueDays = \"thirty\"\n=======\ndueDays = 30\n>>>>>>> REPLACE\n".to_owned()
    });
    let view = bench.json(&format!(
        "convert quote.txt --engine openai --base-url {} --model by-hand",
        server.url
    ));
    assert_eq!(view["verdict"], "verified", "{view:#}");
    let n_asked = server.n_asked();
    check(&bench, 1, n_asked as u64, 2);
    assert_eq!(server.n_asked(), n_asked, "the server was left alone");
    // A prompt that says something else leads to a request that nobody has answered.
    bench.write("prompts/author/default/v4/system.txt", "Write a module.");
    bench.write("prompts/author/default/v4/system.ko.txt", "Write a module.");
    let lost = bench.run("replay 1");
    assert_eq!(lost.code, Some(2), "{}", lost.stdout);
    let told = "run 1 cannot be played again: the answer to a request to a model is not stored";
    assert!(lost.stderr.contains(told), "{}", lost.stderr);
}

#[test]
fn a_run_that_has_no_end_is_not_played_again() {
    let bench = Bench::new();
    bench.write("empty.txt", "");
    assert_eq!(bench.run("convert empty.txt --project Empty").code, Some(2));
    let answer = bench.run("replay 1");
    assert_eq!(answer.code, Some(2));
    assert!(answer.stderr.contains("run 1 ended with `failed`"), "{}", answer.stderr);
    assert!(bench.run("replay 7").stderr.contains("no run 7"), "there is no such run");
}
