//! Reads text as a language model's answer of a form that was asked for.
#![no_main]

use proviso_core::agent::guard;
use proviso_core::llm::{Finish, Reply, Usage};
use schemars::JsonSchema;
use serde::Deserialize;

/// What answers are made of: lists, numbers, texts, choices, things that may be left out.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "what counts is whether it is read")]
struct Answer {
    rules: Vec<Rule>,
    note: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "what counts is whether it is read")]
struct Rule {
    name: String,
    terms: Vec<i64>,
    kind: Kind,
    confidence: Option<f64>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Sum,
    Product,
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    for finish in [Finish::Stop, Finish::Length] {
        let (usage, model) = (Usage::default(), String::new());
        let reply = Reply { text: text.to_owned(), calls: Vec::new(), finish, usage, model };
        // A fault is an answer too; what is looked for is a reader that does not come back.
        let _read = guard::read::<Answer>(&reply);
    }
});
