//! Every command, asked once over fakes: what it takes, and what comes of it.
//!
//! **Invariant:** a command that nobody asks here fails the test; so does a request of another shape.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use expect_test::expect_file;
use proviso_core::idris::emit;
use proviso_core::ports::{Artefact, Ledger};
use proviso_core::run::Verdict;
use proviso_kit::store::{Along, Ending};

use super::*;
use crate::fakes;

/// What is asked of each; `@` stands for the folder of the workspace.
const ASKED: &[(&str, &str)] = &[
    ("app.state", "{}"),
    ("workspace.open", r#"{"path": "@/other"}"#),
    ("workspace.answer", r#"{"what": "engine", "value": "openai", "allow": false}"#),
    ("project.check", r#"{"name": "small"}"#),
    ("settings.get", "{}"),
    ("settings.set", r#"{"theme": "dark"}"#),
    ("settings.test_idris2", r#"{"path": "@/idris2"}"#),
    ("providers.list", "{}"),
    ("providers.set", r#"{"provider": "openai", "model": "m"}"#),
    ("providers.test", r#"{"provider": "openai"}"#),
    ("answers.count", "{}"),
    ("answers.forget", "{}"),
    ("keys.keep", r#"{"provider": "openai", "key": "sk-0123456789"}"#),
    ("keys.forget", r#"{"provider": "openai"}"#),
    ("prompts.list", "{}"),
    ("prompts.show", r#"{"path": "author/default/v1/user.txt"}"#),
    ("prompts.save", r#"{"path": "author/default/v1/nothing.txt", "text": ""}"#),
    ("prompts.reset", r#"{"path": "author/default/v1/user.txt"}"#),
    ("doctor.examine", "{}"),
    ("documents.look", r#"{"paths": ["@/none.pdf"]}"#),
    ("documents.unlock", r#"{"path": "@/none.pdf", "password": "1234"}"#),
    ("documents.list", r#"{"search": "small"}"#),
    ("documents.versions", r#"{"document": "none"}"#),
    ("documents.delete", r#"{"documents": ["none"]}"#),
    ("documents.undelete", r#"{"runs": ["1"]}"#),
    ("documents.types", "{}"),
    ("runs.convert", r#"{"paths": ["@/none.pdf"]}"#),
    ("runs.queue", "{}"),
    ("runs.cancel", r#"{"run": "1"}"#),
    ("runs.list", r#"{"project": "small"}"#),
    ("runs.show", r#"{"run": "1"}"#),
    ("runs.events", r#"{"run": "1"}"#),
    ("runs.attempt", r#"{"run": "1", "attempt": 1}"#),
    ("runs.modules", r#"{"run": "1"}"#),
    ("runs.analysis", r#"{"run": "1"}"#),
    ("runs.term", r#"{"run": "1", "rule": 0}"#),
    ("runs.why", r#"{"run": "1", "field": 99}"#),
    ("runs.retry", r#"{"run": "1", "from": "generate"}"#),
    ("runs.stage", r#"{"stage": "generate", "run": "1"}"#),
    ("runs.replay", r#"{"run": "1"}"#),
    ("runs.fork", r#"{"run": "1", "attempt": 1}"#),
    ("runs.restore", r#"{"run": "1", "attempt": 2}"#),
    ("runs.edit", r#"{"run": "1", "text": "module Domains.Small"}"#),
    ("runs.check_text", r#"{"run": "1", "text": "module Domains.Small", "glance": true}"#),
    ("runs.delete", r#"{"run": "1"}"#),
    ("runs.undelete", r#"{"run": "1"}"#),
    ("runs.diff", r#"{"run": "1"}"#),
    ("runs.compare", r#"{"a": "1", "b": "1"}"#),
    ("runs.correct", r#"{"run": "1", "field": "vat", "value": "17,100", "by": "Kim"}"#),
    ("runs.confirm", r#"{"run": "1", "field": "vat", "right": true, "by": "Kim"}"#),
    ("runs.read_box", r#"{"run": "1", "drawn": {"document": 0, "page": 1, "box": [0, 0, 9, 9]}}"#),
    (
        "runs.add_field",
        r#"{"run": "1", "drawn": {"document": 0, "page": 1, "box": [0, 0, 9, 9]},
            "label": "할인", "kind": "money", "value": "KRW 10", "by": "Kim"}"#,
    ),
    (
        "runs.move_field",
        r#"{"run": "1", "field": "vat", "by": "Kim",
            "drawn": {"document": 0, "page": 1, "box": [0, 0, 9, 9]}}"#,
    ),
    ("runs.remove_field", r#"{"run": "1", "field": "vat", "by": "Kim"}"#),
    (
        "runs.try_rule",
        r#"{"run": "1", "kind": "same", "parts": [{"field": 3, "negative": false}], "result": 7}"#,
    ),
    (
        "runs.add_rule",
        r#"{"rule": {"run": "1", "kind": "same", "parts": [{"field": 3, "negative": false}],
            "result": 7}, "by": "Kim"}"#,
    ),
    ("runs.undo", r#"{"run": "1"}"#),
    ("runs.mend", r#"{"run": "1", "field": "vat", "value": "17,100", "by": "Kim"}"#),
    ("runs.strike", r#"{"run": "1", "rule": 4, "reason": "none", "by": "Kim"}"#),
    ("runs.unstrike", r#"{"run": "1", "struck": 0, "by": "Kim"}"#),
    ("runs.waive", r#"{"run": "1", "rule": 0, "reason": "agreed", "by": "Kim"}"#),
    ("runs.unwaive", r#"{"run": "1", "rule": 0, "by": "Kim"}"#),
    ("runs.review", r#"{"run": "1", "by": ""}"#),
    ("runs.unreview", r#"{"run": "1"}"#),
    ("batches.send", r#"{"paths": ["@/none.pdf"]}"#),
    ("batches.list", "{}"),
    ("batches.follow", r#"{"batch": "none"}"#),
    ("batches.cancel", r#"{"batch": "none"}"#),
    ("batches.put_away", r#"{"batch": "none"}"#),
    ("batches.test", "{}"),
    ("cards.list", "{}"),
    ("cards.change", r#"{"card": 7, "is_off": true}"#),
    ("cards.forget", r#"{"card": 7}"#),
    ("cards.import", r#"{"cards": []}"#),
    ("pages.list", r#"{"run": "1"}"#),
    ("pages.text", r#"{"run": "1", "document": 0, "page": 1}"#),
    ("pages.find", r#"{"run": "1", "words": "합계"}"#),
    ("pages.image", r#"{"run": "1", "document": 0, "page": 1, "width": 100}"#),
    ("models.list", "{}"),
    ("models.source", r#"{"name": "Small"}"#),
    ("models.check", r#"{"name": "Small"}"#),
    ("models.check_all", "{}"),
    ("models.approve", r#"{"name": "Small", "by": "Kim"}"#),
    ("models.unapprove", r#"{"name": "Small"}"#),
    ("models.export", r#"{"names": ["Small"]}"#),
    ("models.report", r#"{"run": "1", "language": "ko"}"#),
    ("runs.tables", r#"{"runs": ["1"], "format": "json", "language": "en"}"#),
    ("runs.request", r#"{"run": "1", "language": "en"}"#),
    ("runs.bundle", r#"{"run": "9", "language": "en"}"#),
];

/// The application over a workspace with one run, which has an analysis and a model that was accepted.
fn app(folder: &Path) -> Arc<App> {
    let app = fakes::at_work(folder);
    let space = app.space().unwrap();
    let new = fakes::new_run("Small");
    let claim = space.store.run_begin(&new, &Along::default(), |id| space.workspace.lock(id));
    let claim = claim.unwrap().unwrap();
    let text = include_str!("../../../proviso-core/tests/analyses/small.json");
    let analysis = serde_json::from_str(text).unwrap();
    let model = emit::model("Small", &analysis);
    let facts = emit::facts("Small", &analysis);
    std::fs::create_dir_all(folder.join("Domains")).unwrap();
    std::fs::write(folder.join("Domains/Small.idr"), &model.text).unwrap();
    let attempt = fakes::accepted(model);
    let ledger = app.ledger(Arc::clone(&space), claim.run);
    for it in [Artefact::Analysis(&analysis), Artefact::Module(&facts), Artefact::Attempt(&attempt)]
    {
        ledger.keep(it).unwrap();
    }
    let verdict = Some(Verdict::Verified);
    let ending = Ending { verdict, ended_at_ms: 2, ..Ending::default() };
    space.store.run_end(&claim, &ending).unwrap();
    app
}

/// What an answer is made of.
fn told(it: &Value) -> String {
    match it {
        Value::Object(it) => {
            let names: Vec<&str> = it.keys().map(String::as_str).collect();
            format!("{{{}}}", names.join(", "))
        }
        Value::Array(it) => format!("[{}]", it.first().map(told).unwrap_or_default()),
        other => other.to_string(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_answers_over_fakes() {
    let mut said = String::new();
    for (name, request) in ASKED {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let app = app(&root);
        let here = root.to_str().unwrap();
        let request = serde_json::from_str(&request.replace('@', here)).unwrap();
        let answer = match dispatch(&app, name, request).await {
            Ok(Answer::Json(it)) => told(&serde_json::from_str(&it).unwrap()),
            Ok(Answer::File(it)) => format!("{} of {}", it.name, it.mime),
            Err(err) => {
                let code = serde_json::to_value(err.code).unwrap();
                format!("{}: {}", code.as_str().unwrap(), err.message.replace(here, "@"))
            }
        };
        said.push_str(&format!("{name} → {answer}\n"));
        // What it has begun goes on with the folder of this turn.
        app.wind_down(Duration::from_secs(60)).await;
    }
    assert!(!said.contains("cannot be asked so"), "{said}");
    expect_file!["answers.txt"].assert_eq(&said);
}

#[test]
fn every_command_is_asked() {
    let all: BTreeSet<&str> = COMMANDS.iter().map(|it| it.name).collect();
    let asked: BTreeSet<&str> = ASKED.iter().map(|it| it.0).collect();
    assert_eq!(all.symmetric_difference(&asked).collect::<Vec<_>>(), [&""; 0]);
}

#[test]
fn names_are_a_noun_and_a_verb_and_stand_once() {
    for (at, it) in COMMANDS.iter().enumerate() {
        let (noun, verb) = it.name.split_once('.').unwrap();
        let plain =
            |part: &str| part.chars().all(|it| it.is_ascii_lowercase() || it == '_' || it == '2');
        assert!(!noun.is_empty() && !verb.is_empty() && plain(noun) && plain(verb), "{}", it.name);
        assert!(COMMANDS[..at].iter().all(|other| other.name != it.name), "{}", it.name);
    }
}
