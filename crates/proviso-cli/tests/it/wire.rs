//! What goes over the wire to a window: little, and all else where it is asked for.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::bench::Bench;
use crate::serve::{Server, heard_to_the_end};

/// The answer for the bundled contract, which was 92,845 bytes while everything was told at once.
const LARGEST: usize = 92_845 / 3;

#[test]
fn a_run_is_told_in_short_and_the_types_of_its_rules_when_they_are_asked_for() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let sample =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../direction/samples/service_contract.pdf");
    let run = server.convert("service_contract.pdf", &fs::read(sample).unwrap());
    heard_to_the_end(&mut socket, &run);

    let shown = server.call("runs.show", &json!({ "run": run }));
    let (n, shown) = (shown.body.len(), shown.ok());
    assert!(n <= LARGEST, "{n} bytes: {shown}");

    let modules = server.call("runs.modules", &json!({ "run": run })).ok();
    let facts: Vec<&str> = modules["facts"].as_str().unwrap().lines().collect();
    let rules = shown["rules"].as_array().unwrap();
    assert!(!rules.is_empty(), "{shown}");
    for it in rules {
        let asked = server.call("runs.term", &json!({ "run": run, "rule": it["id"] }));
        let Some(name) = it["idris"].as_str() else {
            assert_eq!(asked.status, 404, "{it}");
            continue;
        };
        let told = asked.ok();
        assert_eq!(told["name"], name);
        let first = told["line"].as_u64().unwrap() as usize - 1;
        let term: Vec<&str> = told["term"].as_str().unwrap().lines().collect();
        assert_eq!(term, facts[first..first + term.len()], "where it stands in the facts");
        assert!(term.contains(&format!("0 {name} : Facts -> Type").as_str()), "{term:?}");
    }
}
