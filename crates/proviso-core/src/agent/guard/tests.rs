//! The guard against answers as models give them.

use std::collections::VecDeque;

use expect_test::{Expect, expect};
use futures_util::FutureExt;
use futures_util::future::ready;
use proptest::prelude::*;
use serde::Deserialize;

use super::*;
use crate::llm::Usage;

#[derive(Debug, Clone, PartialEq, Default, Deserialize, JsonSchema)]
struct Answer {
    fields: Vec<Found>,
    #[serde(default)]
    note: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Found {
    kind: Sort,
    /// Text, so that no float rounds it.
    value: String,
    page: u32,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Sort {
    Money,
    /// Documented, which turns the schema's `enum` into `oneOf`.
    Date,
}

fn reply(text: &str, finish: Finish) -> Reply {
    Reply {
        text: text.to_owned(),
        calls: Vec::new(),
        finish,
        usage: Usage::default(),
        model: "scripted".to_owned(),
    }
}

/// Answers from a script; `LENGTH:`, `REFUSED:` and `ERROR:` before an answer say how it ends.
struct Script {
    answers: VecDeque<String>,
    log: Vec<String>,
}

impl Asker for Script {
    fn ask(&mut self, turn: Turn) -> BoxFuture<'_, Result<Reply, String>> {
        self.log.push(match &turn {
            Turn::Answer { again } => format!("answer{}", if *again { " again" } else { "" }),
            Turn::Repair { faults, .. } => format!("repair: {}", faults.replace('\n', "; ")),
        });
        let next = self.answers.pop_front().unwrap_or_else(|| "ERROR:nothing more".to_owned());
        let answer = match next.split_once(':') {
            Some(("LENGTH", text)) => Ok(reply(text, Finish::Length)),
            Some(("REFUSED", text)) => Ok(reply(text, Finish::Refused)),
            Some(("ERROR", text)) => Err(text.to_owned()),
            _ => Ok(reply(&next, Finish::Stop)),
        };
        ready(answer).boxed()
    }
    fn trouble(&mut self, trouble: Trouble) {
        self.log.push(match trouble {
            Trouble::ParseFailed(_) => "parse_failed".to_owned(),
            Trouble::SchemaFailed(_) => "schema_failed".to_owned(),
            Trouble::RepairAttempted(n) => format!("repair_attempted {n}"),
            Trouble::Regenerated => "regenerated".to_owned(),
            Trouble::FellBack(reason) => format!("fell_back: {reason}"),
        });
    }
}

#[track_caller]
fn check(answers: &[&str], expect: Expect) {
    let answers = answers.iter().map(|it| (*it).to_owned()).collect();
    let mut script = Script { answers, log: Vec::new() };
    let it = guard::<Answer>(&mut script, Answer::default).now_or_never().unwrap();
    let mut out = script.log.join("\n");
    out += &format!(
        "\n= {} fields, fallback {}, repaired {}, repairs {}\n",
        it.data.fields.len(),
        it.used_fallback,
        it.repaired,
        it.repair_attempts
    );
    expect.assert_eq(&out);
}

const GOOD: &str = r#"{"fields": [{"kind": "money", "value": "KRW 1200", "page": 1}]}"#;

#[test]
fn a_good_answer_passes_at_once() {
    check(
        &[GOOD],
        expect![[r#"
        answer
        = 1 fields, fallback false, repaired false, repairs 0
    "#]],
    );
}

#[test]
fn whole_numbers_pass_as_text_and_text_as_whole_numbers() {
    check(
        &[r#"{"fields": [{"kind": "date", "value": 1200, "page": "2"}]}"#],
        expect![[r#"
        answer
        = 1 fields, fallback false, repaired false, repairs 0
    "#]],
    );
}

#[test]
fn the_form_is_repaired_before_anything_is_asked_anew() {
    check(
        &[r#"{"fields": [{"kind": "sum", "value": "5", "pages": 1}, 7]}"#, "{\"fields\": 3}", GOOD],
        expect![[r#"
            answer
            schema_failed
            repair_attempted 1
            repair: /fields/0: `page` is missing; /fields/0/kind: expected one of "money", "date", but got "sum"; /fields/0/pages: there is no such key; /fields/1: expected object, but got 7
            schema_failed
            repair_attempted 2
            repair: /fields: expected array, but got 3
            = 1 fields, fallback false, repaired true, repairs 2
        "#]],
    );
}

#[test]
fn after_two_repairs_one_more_answer_and_then_the_fallback() {
    check(
        &["no", "no", "no", "no"],
        expect![[r#"
        answer
        parse_failed
        repair_attempted 1
        repair: there is no JSON object in the answer
        parse_failed
        repair_attempted 2
        repair: there is no JSON object in the answer
        parse_failed
        regenerated
        answer again
        parse_failed
        fell_back: there is no JSON object in the answer
        = 0 fields, fallback true, repaired false, repairs 2
    "#]],
    );
}

#[test]
fn what_was_cut_is_asked_anew_and_never_completed() {
    let cut = r#"LENGTH:{"fields": [{"kind": "money", "value": "KRW 1200", "page": 1},"#;
    check(
        &[cut, GOOD],
        expect![[r#"
        answer
        parse_failed
        regenerated
        answer again
        = 1 fields, fallback false, repaired false, repairs 0
    "#]],
    );
}

#[test]
fn a_refusal_and_silence_are_asked_anew_once() {
    check(
        &["REFUSED:I cannot help with that.", ""],
        expect![[r#"
        answer
        parse_failed
        regenerated
        answer again
        parse_failed
        fell_back: the answer is empty
        = 0 fields, fallback true, repaired false, repairs 0
    "#]],
    );
}

#[test]
fn a_call_that_fails_leads_to_the_fallback_at_once() {
    check(
        &["ERROR:the budget is used up"],
        expect![[r#"
        answer
        fell_back: the budget is used up
        = 0 fields, fallback true, repaired false, repairs 0
    "#]],
    );
}

#[test]
fn of_several_values_the_last_that_fits_is_taken() {
    let text = format!("For example {{\"fields\": []}}. So:\n{GOOD}\nSee also [1].");
    let found: Answer = read(&reply(&text, Finish::Stop)).unwrap();
    assert_eq!(found.fields.len(), 1);
}

proptest! {
    #[test]
    fn nothing_that_a_model_says_panics_the_guard(
        answers in prop::collection::vec(
            prop_oneof![
                ".{0,60}",
                r#"(LENGTH:|REFUSED:|ERROR:)?[\[{]("fields"|kind|value|page|money|[0-9\[\]{}:,"' ]){0,20}"#
            ],
            0..6,
        )
    ) {
        let mut script = Script { answers: answers.into(), log: Vec::new() };
        let it = guard::<Answer>(&mut script, Answer::default).now_or_never();
        let it = it.expect("the script never waits");
        prop_assert!(it.repair_attempts <= MAX_REPAIRS);
        let asked = script.log.iter().filter(|it| it.starts_with("answer")).count();
        prop_assert!(asked <= 2);
    }
}
