//! Conversations with language models through the whole loop, with the real compiler or its recorded
//! answers: what models really get wrong, and how each run ends.
//!
//! A script is what the models answer: each agent's answers in order, each below a line `--- agent`. Lines that begin
//! with `@` stand for the built-in author's model: `@replace OLD ==> NEW` and `@append TEXT` (with
//! `\n` for line breaks) change it first, `@module` puts it there in a fence, `@bare` without one.
//! `refuted` as the first line takes a document that contradicts itself, `read` one whose lines stand
//! below `--- document` and that an analyst reads, `asked with PROMPT` asks with an earlier version
//! (`analyst/default/v2`), `best` lets the author write three first texts. A line `CALL NAME {…}` calls a tool. Below `=====`
//! stands what came of it; `UPDATE_EXPECT=1 cargo test` writes that anew, and the table of all of
//! them in `docs/results.md` too.
//!
//! **Invariant:** none of them ends `verified` with a cheat or a changed value in its model, and no
//! value of the built-in analysis changes.

#![cfg(feature = "recordings")]
#![expect(clippy::unwrap_used, reason = "a test may stop where its script is wrong")]

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use expect_test::expect_file;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::agent::desk::{Budget, Desk};
use proviso_core::agent::memory::{Card, Lesson};
use proviso_core::agent::{Builtin, Job, Kept, ModelEngine, Ports, Reach, Versions, drive};
use proviso_core::analysis::{Analysis, Route};
use proviso_core::document::{Document, Format, Line, Page, Rect, Source, Word};
use proviso_core::event::Happening;
use proviso_core::idris::cheat::{self, Writer};
use proviso_core::idris::{emit, syntax};
use proviso_core::llm::{
    CallRecord, Finish, Heard, ModelError, Prices, Reply, Request, Role, Spent, ToolCall, Usage,
};
use proviso_core::ports::{
    AnalyzeTask, Artefact, CallBook, Clock, Engine, Entry, LanguageModel, Ledger, LedgerError,
    Memory, NoPictures, ReadError, ReadProgress, Reader, Recognition, Shelf, ShelfError, Shelved,
};
use proviso_core::run::{Limits, Stage, Verdict};
use proviso_kit::assets;
use proviso_kit::idris::recordings::RecordingChecker;

/// All of the world but the compiler: a model that answers by script, files and records in memory.
struct World {
    answers: Mutex<VecDeque<(String, String)>>,
    log: Mutex<Vec<String>>,
    spent: Mutex<Spent>,
    cards: Mutex<Vec<Card>>,
    now: AtomicI64,
}

impl LanguageModel for World {
    fn provider(&self) -> &str {
        "scripted"
    }
    fn model(&self) -> &str {
        "scripted-1"
    }
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _hear: &'a (dyn Fn(Heard) + Send + Sync),
    ) -> BoxFuture<'a, Result<Reply, ModelError>> {
        let system = request.messages.iter().find(|it| it.role == Role::System).unwrap().said();
        let agent = match () {
            () if system.contains("SEARCH/REPLACE") => "fixer",
            () if system.contains("\"approved\"") => "reviewer",
            () if system.contains("\"clauses\"") => "analyst",
            () => "author",
        };
        let mut answers = self.answers.lock().unwrap();
        let next = answers.iter().position(|it| it.0 == agent).and_then(|it| answers.remove(it));
        let Some((_, text)) = next else { return ready(Err(ModelError::Mock)).boxed() };
        drop(answers);
        let usage = Usage { input: 3_000, output: 700, reasoning: 0 };
        let mut reply = Reply {
            text: text.clone(),
            calls: Vec::new(),
            finish: Finish::Stop,
            usage,
            model: "scripted-1".to_owned(),
        };
        if let Some(text) = text.strip_prefix("LENGTH\n") {
            (reply.text, reply.finish) = (text.to_owned(), Finish::Length);
        } else if let Some(text) = text.strip_prefix("REFUSED\n") {
            (reply.text, reply.finish) = (text.to_owned(), Finish::Refused);
        } else if let Some(text) = text.strip_prefix("TRY\n") {
            let arguments = serde_json::json!({ "declarations": text }).to_string();
            let name = "try_declarations".to_owned();
            reply.calls.push(ToolCall { id: "call-1".to_owned(), name, arguments });
            (reply.text, reply.finish) = (String::new(), Finish::ToolCalls);
        } else if text.starts_with("CALL ") {
            for (n, line) in text.lines().enumerate() {
                let (name, arguments) =
                    line.strip_prefix("CALL ").unwrap().split_once(' ').unwrap();
                let (name, arguments) = (name.to_owned(), arguments.to_owned());
                reply.calls.push(ToolCall { id: format!("call-{n}"), name, arguments });
            }
            (reply.text, reply.finish) = (String::new(), Finish::ToolCalls);
        } else if text.trim() == "BROKEN" {
            return ready(Err(ModelError::Cut { provider: "scripted".to_owned() })).boxed();
        }
        ready(Ok(reply)).boxed()
    }
}

impl CallBook for World {
    fn recall(&self, _key: &str) -> Result<Option<Reply>, LedgerError> {
        Ok(None)
    }
    fn keep(&self, _key: &str, _reply: &Reply) -> Result<(), LedgerError> {
        Ok(())
    }
    fn record(&self, call: &CallRecord) -> Result<(), LedgerError> {
        let usage = call.reply.as_ref().map(|it| it.usage).unwrap_or_default();
        self.spent.lock().unwrap().tokens += usage.total();
        Ok(())
    }
    fn spent(&self) -> Result<Vec<(Stage, Spent)>, LedgerError> {
        Ok(Vec::new())
    }
}

impl Ledger for World {
    fn append(&self, entry: Entry) -> Result<(), LedgerError> {
        let tells = !matches!(
            entry.happening,
            Happening::StageStarted
                | Happening::StageFinished { .. }
                | Happening::FileWritten { .. }
                | Happening::ModelCalled { .. }
                | Happening::AgentStarted { .. }
        );
        if tells {
            // Compilers of several versions word their messages differently; kinds they share.
            let line = match entry.happening {
                Happening::AttemptChecked { attempt, accepted: false, errors } => {
                    format!("attempt {attempt} rejected: {errors:?}")
                }
                Happening::AgentFinished { agent, used_fallback, repair_attempts, .. } => {
                    format!("{agent}: fallback {used_fallback}, repairs {repair_attempts}")
                }
                _ => entry.message,
            };
            self.log.lock().unwrap().push(line);
        }
        Ok(())
    }
    fn keep(&self, _artefact: Artefact<'_>) -> Result<(), LedgerError> {
        Ok(())
    }
}

impl Memory for World {
    fn cards(&self) -> Result<Vec<Card>, LedgerError> {
        Ok(self.cards.lock().unwrap().clone())
    }
    fn learn(&self, lesson: &Lesson) -> Result<Option<i64>, LedgerError> {
        let mut cards = self.cards.lock().unwrap();
        let id = i64::try_from(cards.len()).unwrap() + 1;
        let lesson = lesson.clone();
        cards.push(Card {
            id,
            lesson,
            wins: 1,
            losses: 0,
            created_at_ms: 0,
            used_at_ms: 0,
            is_off: false,
        });
        Ok(Some(id))
    }
    fn judge(&self, card: i64, won: bool) -> Result<(), LedgerError> {
        let mut cards = self.cards.lock().unwrap();
        let it = cards.iter_mut().find(|it| it.id == card).unwrap();
        if won {
            it.wins += 1
        } else {
            it.losses += 1
        }
        Ok(())
    }
}

impl Shelf for World {
    fn read(&self, _path: &str) -> Result<Option<String>, ShelfError> {
        Ok(None)
    }
    fn write(&self, _path: &str, _text: &str) -> Result<Shelved, ShelfError> {
        Ok(Shelved { changed: true, kept: None })
    }
}

impl Clock for World {
    fn now_ms(&self) -> i64 {
        self.now.fetch_add(1, Ordering::SeqCst)
    }
    fn ticks_ms(&self) -> i64 {
        self.now.load(Ordering::SeqCst)
    }
}

/// The documents are given; nothing is read.
struct NoReader;

impl Reader for NoReader {
    fn read<'a>(
        &'a self,
        path: &'a Path,
        _progress: &'a (dyn Fn(ReadProgress<'_>) + Send + Sync),
    ) -> BoxFuture<'a, Result<Document, ReadError>> {
        ready(Err(ReadError::Empty { name: path.display().to_string() })).boxed()
    }
    fn recognition(&self) -> BoxFuture<'_, Result<Recognition, ReadError>> {
        ready(Err(ReadError::Worker { reason: "this world has none".to_owned() })).boxed()
    }
}

/// A document of these lines, placed in cells of characters.
fn document(lines: &[&str]) -> Document {
    let line = |(row, text): (usize, &&str)| {
        let mut column = 0.0;
        let word = |text: &str| {
            let (x, y) = (column, row as f32);
            column += text.chars().count() as f32 + 1.0;
            Word {
                text: text.to_owned(),
                rect: Rect::new(x, y, column - 1.0, y + 1.0),
                confidence: 1.0,
                source: Source::Native,
                others: Vec::new(),
            }
        };
        Line { words: text.split_whitespace().map(word).collect() }
    };
    Document {
        name: "slip.txt".to_owned(),
        sha256: "0".repeat(64),
        format: Format::Text,
        pages: vec![Page {
            number: 1,
            width: 100.0,
            height: 100.0,
            source: Source::Native,
            reason: "as it is".to_owned(),
            lines: lines.iter().enumerate().map(line).collect(),
            rulings: Vec::new(),
            marks: Vec::new(),
            view: None,
        }],
        notes: Vec::new(),
        locked: false,
        embedded: Vec::new(),
    }
}

fn analysis(refuted: bool) -> Analysis {
    let text = match refuted {
        false => include_str!("../../proviso-core/tests/analyses/small.json"),
        true => include_str!("../../proviso-core/tests/analyses/refuted.json"),
    };
    serde_json::from_str(text).unwrap()
}

/// The answers of a script, with the built-in model written in.
fn answers(script: &str, builtin: &str) -> VecDeque<(String, String)> {
    let mut all = VecDeque::new();
    for part in script.split("\n--- ").skip(1) {
        let (agent, body) = part.split_once('\n').unwrap_or((part, ""));
        if agent == "document" {
            continue;
        }
        let mut module = builtin.to_owned();
        let mut out = String::new();
        let plain = |text: &str| text.replace("\\n", "\n");
        for line in body.lines() {
            if let Some(change) = line.strip_prefix("@replace ") {
                let (old, new) = change.split_once(" ==> ").unwrap_or((change, ""));
                let old = plain(old.trim_end_matches(" ==>"));
                assert!(module.contains(&old), "the built-in model has no `{old}`");
                module = module.replacen(&old, &plain(new), 1);
            } else if let Some(text) = line.strip_prefix("@append ") {
                module.push_str(&plain(text));
                module.push('\n');
            } else if line == "@module" {
                let _ = writeln!(out, "```idris\n{}\n```", module.trim_end());
            } else if line == "@bare" {
                let _ = writeln!(out, "{}", module.trim_end());
            } else {
                let _ = writeln!(out, "{line}");
            }
        }
        all.push_back((agent.trim().to_owned(), out));
    }
    all
}

/// What a model added to a built-in analysis, one line each.
fn added(analysis: &Analysis) -> String {
    let mut out = String::new();
    for it in analysis.fields.iter().filter(|it| it.route == Route::Model) {
        let _ = write!(out, "\nfield {}: {} {}", it.label, it.value.kind().name(), it.value);
    }
    for it in analysis.rules.iter().filter(|it| it.name == "stated" || it.name == "read") {
        let _ = write!(out, "\nrule {:?}: {}", it.status, it.statement);
    }
    for it in &analysis.clauses {
        let _ = write!(out, "\nclause {:?}: {}: {}", it.kind, it.party, it.says);
    }
    for it in &analysis.notes {
        let _ = write!(out, "\nnote: {}", it.of(analysis.language));
    }
    out
}

/// Runs a script; what happened comes back as text.
async fn replay(script: &str) -> String {
    let script = format!("\n{script}");
    let refuted = script.starts_with("\nrefuted\n");
    let earlier = script.lines().find_map(|it| it.strip_prefix("asked with "));
    let builtin = Builtin::new(Arc::new(assets::document_types(None).unwrap()));
    let part = script.split("\n--- ").find_map(|it| it.strip_prefix("document\n"));
    let (document, kept, known) = match part {
        Some(lines) => {
            let document = document(&lines.lines().collect::<Vec<_>>());
            let task =
                AnalyzeTask { documents: std::slice::from_ref(&document), document_type: None };
            let known = builtin.analyze(task).await.unwrap();
            (document, None, known)
        }
        None => {
            let text = "공급자는 물품을 인도하고, 대금은 인도일부터 30일 안에 지급한다.";
            let known = analysis(refuted);
            (document(&[text]), Some(known.clone()), known)
        }
    };
    let template = emit::model("Small", &known).text;
    let world = Arc::new(World {
        answers: Mutex::new(answers(&script, &template)),
        log: Mutex::default(),
        spent: Mutex::default(),
        cards: Mutex::default(),
        now: AtomicI64::new(0),
    });
    let checker: Arc<RecordingChecker> = Arc::new(RecordingChecker::new());
    let desk = Desk::new(
        Arc::clone(&world) as Arc<dyn LanguageModel>,
        Arc::clone(&world) as Arc<dyn CallBook>,
        Arc::clone(&world) as Arc<dyn Ledger>,
        Arc::clone(&world) as Arc<dyn Clock>,
        Prices::default(),
        Budget::default(),
        "1".to_owned(),
    );
    let engine = ModelEngine {
        desk,
        prompts: assets::prompts(None).unwrap(),
        builtin,
        checker: Arc::clone(&checker) as Arc<_>,
        pictures: Arc::new(NoPictures),
        reach: Reach {
            reviews: script.contains("\n--- reviewer\n"),
            best_of: if script.starts_with("\nbest\n") { 3 } else { 1 },
            ..Reach::default()
        },
        versions: Versions::recorded(earlier),
    };
    let job = Job {
        project: "Small".to_owned(),
        paths: vec![PathBuf::from("slip.pdf")],
        document_type: None,
        limits: Limits { check_timeout_ms: 120_000, ..Limits::default() },
        amendments: Vec::new(),
        signed: Vec::new(),
        repairs: true,
    };
    let reads = kept.is_none();
    let kept = Kept { documents: vec![document], analysis: kept, ..Kept::default() };
    let ports = Ports {
        reader: &NoReader,
        engine: &engine,
        checker: &*checker,
        ledger: &*world,
        shelf: &*world,
        clock: &*world,
        memory: &*world,
    };
    let outcome = drive(&job, kept, ports).await.unwrap();
    let last = outcome.attempts.last().unwrap();
    if matches!(outcome.ruling.verdict, Verdict::Verified | Verdict::Discrepant) {
        let read = syntax::read(&last.model).unwrap();
        let found = cheat::scan(&read, Writer::Author, None);
        assert!(found.is_empty(), "an accepted model holds a cheat");
        assert!(last.typechecked && last.audited, "accepted without a compiler");
    }
    // New fields come behind those of the built-in analysis.
    for (then, now) in known.fields.iter().zip(&outcome.analysis.fields) {
        assert_eq!((&then.value, &then.evidence), (&now.value, &now.evidence), "a value changed");
    }
    let mut out = world.log.lock().unwrap().join("\n");
    if reads {
        out.push_str(&added(&outcome.analysis));
    } else {
        assert_eq!(outcome.analysis, known, "nothing that a model says changes the analysis");
    }
    let detail = outcome.ruling.detail.map_or(String::new(), |it| format!(" ({})", it.name()));
    let _ = write!(
        out,
        "\n= {}{detail}, {} attempts, {} tokens, {} answers left\n",
        outcome.ruling.verdict.name(),
        outcome.attempts.len(),
        world.spent.lock().unwrap().tokens,
        world.answers.lock().unwrap().len(),
    );
    out
}

/// The conversations of the folder in order of their names, each a line of a table.
fn table() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conversations");
    let mut names: Vec<String> = std::fs::read_dir(folder.clone())
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut out = "conversation | verdict | attempts | tokens\n---|---|---|---\n".to_owned();
    for name in &names {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let ending = text.lines().last().unwrap().strip_prefix("= ").unwrap();
        let parts: Vec<&str> = ending.split(", ").collect();
        let number = |it: &str| it.split(' ').next().unwrap().to_owned();
        let title = name.trim_end_matches(".txt").replace('_', " ");
        let (attempts, tokens) = (number(parts[1]), number(parts[2]));
        let _ = writeln!(out, "{title} | {} | {attempts} | {tokens}", parts[0]);
    }
    out
}

#[test]
fn the_table_in_the_results_is_that_of_these_conversations() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/results.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let from = text.find("conversation | verdict |").expect("the results have the table");
    let to = text[from..].find("\n\n").map_or(text.len(), |it| from + it + 1);
    let table = table();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let text = format!("{}{table}{}", &text[..from], &text[to..]);
        std::fs::write(&path, text).unwrap();
    } else {
        assert_eq!(&text[from..to], table, "UPDATE_EXPECT=1 writes it anew");
    }
}

macro_rules! conversations {
    ($($name:ident)*) => {$(
        #[tokio::test]
        async fn $name() {
            let text = include_str!(concat!("conversations/", stringify!($name), ".txt"));
            let script = text.split("\n=====\n").next().unwrap().trim_end();
            let came = replay(script).await;
            expect_file![concat!("conversations/", stringify!($name), ".txt")]
                .assert_eq(&format!("{script}\n=====\n{came}"));
        }
    )*};
}

conversations! {
    a_better_model_is_verified_at_once
    a_broken_connection_leaves_the_built_in_model
    a_contradiction_stays_one
    a_cut_module_is_asked_for_again
    a_document_that_cannot_be_is_not_made
    a_document_that_gives_orders_is_not_obeyed
    a_document_that_gives_the_analyst_orders_is_not_obeyed
    a_dropped_rule_is_noticed
    a_function_that_never_ends_is_refused
    a_hangul_name_is_no_variable
    a_hole_is_no_proof
    a_keyword_as_a_name_is_fixed
    a_made_up_function_of_the_library_is_repaired
    a_missing_import_is_fixed_without_the_model
    a_name_of_the_document_is_a_literal
    a_partial_function_is_refused
    a_postulate_is_no_proof
    a_proof_that_lacks_its_import_is_repaired
    a_quote_that_was_made_up_is_refused
    a_refusal_leaves_the_built_in_model
    a_reviewer_approves
    a_reviewer_asks_for_what_is_missing_and_gets_it
    a_reviewer_is_heard_twice_at_most
    a_reviewer_sends_the_analyst_back
    a_reviewer_that_talks_is_left_out
    a_rule_over_fields_that_are_not_there_is_refused
    a_rule_that_is_stated_and_false_is_a_finding
    a_rule_that_the_document_states_is_proved
    a_signature_without_a_body_is_no_proof
    a_small_altered_value_is_refused_too
    an_altered_amount_is_refused
    an_amount_that_its_quote_does_not_say_is_refused
    an_analyst_finds_what_stands_in_sentences
    an_analyst_looks_before_it_answers
    an_analyst_that_answers_no_json_is_left_out
    an_analyst_that_never_stops_looking_is_stopped
    an_erased_proof_used_as_a_value_is_repaired
    an_import_of_the_system_is_refused
    an_instance_of_show_is_fine_and_of_eq_is_not
    an_order_in_a_comment_changes_nothing
    an_own_sum_is_refused
    another_module_is_asked_for_again
    asked_as_before_a_reviewer_sends_the_analyst_back
    asked_as_before_a_stated_rule_is_proved
    asked_as_before_an_analyst_finds_what_stands_in_sentences
    believe_me_for_ever_ends_with_the_built_in_model
    believe_me_is_seen_and_repaired
    broken_blocks_are_asked_for_again
    cases_that_are_left_out_are_refused
    code_comes_when_it_is_asked_for_again
    code_without_a_fence_is_taken
    endless_repetition_comes_to_an_end
    foreign_code_is_refused
    haskell_habits_are_repaired
    nat_for_an_amount_is_repaired
    of_a_draft_and_a_final_text_the_final_one_counts
    of_first_texts_the_first_that_is_accepted_is_taken
    of_rejected_first_texts_the_best_is_repaired
    prose_around_the_code_is_left_out
    prose_without_code_leaves_the_built_in_model
    what_a_reviewer_breaks_is_not_taken
}
