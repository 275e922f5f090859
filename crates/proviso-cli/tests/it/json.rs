//! What `--json` prints of runs: whole, as programs read it.
//!
//! **Invariant:** a change of what is compared here is a change of the shape: keys may be added, all
//! else is a new version.

use expect_test::{expect, expect_file};
use serde_json::{Value, json};

use crate::bench::{Bench, RIGHT_QUOTATION, WRONG_QUOTATION};

/// Puts what differs from run to run, and what is told at length, out of the way.
fn steady(it: &mut Value) {
    match it {
        Value::Array(all) => all.iter_mut().for_each(steady),
        Value::Object(all) => {
            for (key, value) in all {
                match key.as_str() {
                    "events" => {
                        let kinds = value.as_array().unwrap().iter();
                        *value = kinds.map(|it| it["event_type"].clone()).collect();
                    }
                    "analysis" if value.is_object() => *value = json!("[JSON]"),
                    "idris_code" | "core_sha256" if value.is_string() => *value = json!("[text]"),
                    "check_timeout_ms" => {}
                    it if it.ends_with("_ms") && value.is_number() => *value = json!("[ms]"),
                    _ => steady(value),
                }
            }
        }
        _ => {}
    }
}

fn printed(bench: &Bench, arguments: &str) -> String {
    let mut it = bench.json(arguments);
    steady(&mut it);
    serde_json::to_string_pretty(&it).unwrap() + "\n"
}

#[test]
fn a_run_is_printed_in_a_shape_with_a_version() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    assert_eq!(bench.run("convert quote.txt --project Bench -q").code, Some(1));
    assert_eq!(bench.run("mend 1 합계금액 1,320,000 --by Kim -q").code, Some(1));
    expect_file!["json/run.json"].assert_eq(&printed(&bench, "show 1 --events"));
    let without = bench.json("show 1");
    assert_eq!(without.get("events"), None, "they were not asked for");
    assert_eq!(without["schema"], "proviso.run/1");
}

#[test]
fn lists_print_heads_and_what_could_not_be_done_says_so() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    bench.write("bad.txt", "");
    let both = bench.json("convert quote.txt bad.txt -q");
    assert_eq!(both[0]["schema"], "proviso.run/1");
    expect![[r#"
        {
          "schema": "proviso.failure/1",
          "reference_docs": [
            "bad.txt"
          ],
          "verdict": "failed",
          "error": {
            "code": "unreadable",
            "message": "`bad.txt` is empty",
            "hints": [
              "the file holds no bytes: was it copied completely?",
              "`proviso retry 2` goes on from what is stored"
            ],
            "detail": [],
            "run": null,
            "reason": "read_empty",
            "values": {
              "name": "bad.txt"
            }
          }
        }
    "#]]
    .assert_eq(&(serde_json::to_string_pretty(&both[1]).unwrap() + "\n"));
    expect![[r#"
        [
          {
            "schema": "proviso.head/1",
            "run_id": "2",
            "parent": null,
            "project_name": "Bad",
            "reference_docs": [
              "bad.txt"
            ],
            "document_type": null,
            "title": null,
            "engine": "builtin",
            "state": "ended",
            "verdict": "failed",
            "verdict_name": {
              "en": "failed",
              "ko": "실패"
            },
            "tone": "warn",
            "detail": "read_empty",
            "waits_for_compiler": false,
            "n_refuted": null,
            "coverage": null,
            "n_corrected": 0,
            "n_attempts": 0,
            "created_at_ms": "[ms]",
            "ended_at_ms": "[ms]",
            "reviewed": null,
            "deleted_at_ms": null
          },
          {
            "schema": "proviso.head/1",
            "run_id": "1",
            "parent": null,
            "project_name": "Quote",
            "reference_docs": [
              "quote.txt"
            ],
            "document_type": "quotation",
            "title": "견적서",
            "engine": "builtin",
            "state": "ended",
            "verdict": "checked",
            "verdict_name": {
              "en": "checked",
              "ko": "자체 검증됨"
            },
            "tone": "good",
            "detail": null,
            "waits_for_compiler": true,
            "n_refuted": 0,
            "coverage": {
              "tied": 3,
              "printed": 3,
              "unheld": 0,
              "thin": false
            },
            "n_corrected": 0,
            "n_attempts": 1,
            "created_at_ms": "[ms]",
            "ended_at_ms": "[ms]",
            "reviewed": null,
            "deleted_at_ms": null
          }
        ]
    "#]]
    .assert_eq(&printed(&bench, "runs"));
    expect![[r#"
        {
          "schema": "proviso.error/1",
          "error": {
            "code": "not_found",
            "message": "no run 9 in `[DIR]`",
            "hints": [
              "`proviso runs` lists them"
            ],
            "detail": [],
            "run": null,
            "reason": "run_missing",
            "values": {
              "run": "9"
            }
          }
        }
    "#]]
    .assert_eq(&printed(&bench, "show 9"));
}
