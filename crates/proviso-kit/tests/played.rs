//! Conversations that were played by hand, through the whole path of a reading: the request by its
//! hash, the answer as it was written, and what came of both.
//!
//! A fixture in `played/*.json` is a document (its words with their boxes), the prompt that was asked
//! with, and the turns: SHA-256 of each request and the answer to it. What came of it stands in the
//! `.txt` beside it. Where the built-in engine reads a document otherwise, its draft is another one and
//! so is the request: then the answer's `f…` mean something else, and the conversation is to be played
//! again. `UPDATE_EXPECT=1 cargo test` writes hashes and results anew for who has looked at that; the
//! hashes of earlier prompts are never written anew.
//!
//! `played/papers.zip` holds eighty papers with the draft that the answer was written for, so these
//! outlive the engine: `NAME.json` as it was read, `NAME.studied.json`, `NAME.answer.json`. A line of
//! `played/papers.txt` says what a paper's request is and what comes of its answer.
//!
//! **Invariant:** no answer is given to a request that it was not written for.

#![expect(clippy::unwrap_used, reason = "a test may stop where its fixture is wrong")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use expect_test::expect_file;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::agent::desk::{Budget, Desk};
use proviso_core::agent::{Builtin, ModelEngine, Reach, Versions};
use proviso_core::analysis::bounded::Studied;
use proviso_core::analysis::{Analysis, Route, Status};
use proviso_core::doctype::DocumentTypes;
use proviso_core::document::{Document, Format, Line, Page, Rect, Source, Word};
use proviso_core::llm::{
    CallRecord, Finish, Heard, ModelError, Prices, Reply, Request, Spent, Usage,
};
use proviso_core::ports::{
    AnalyzeTask, Artefact, CallBook, CheckJob, CheckReport, Checker, CheckerError, Clock, Engine,
    Entry, Kept, LanguageModel, Ledger, LedgerError, NoPictures,
};
use proviso_core::run::Stage;
use proviso_kit::assets;
use serde::{Deserialize, Serialize};

/// A conversation as it was played.
#[derive(Serialize, Deserialize)]
struct Played {
    prompt: String,
    document: Paper,
    turns: Vec<Turn>,
}

#[derive(Serialize, Deserialize)]
struct Turn {
    /// SHA-256 of what is asked.
    request: String,
    answer: serde_json::Value,
}

/// A page, as light as can be.
#[derive(Serialize, Deserialize)]
struct Paper {
    name: String,
    format: Format,
    source: Source,
    size: (f32, f32),
    /// Lines of words: text, left, top, right, bottom, and how sure its recognition is.
    lines: Vec<Vec<Printed>>,
}

type Printed = (String, f32, f32, f32, f32, f32);

impl Paper {
    fn document(&self) -> Document {
        let word = |(text, x0, y0, x1, y1, confidence): &Printed| Word {
            text: text.clone(),
            rect: Rect::new(*x0, *y0, *x1, *y1),
            confidence: *confidence,
            source: self.source,
            others: Vec::new(),
        };
        let lines = self.lines.iter().map(|it| Line { words: it.iter().map(word).collect() });
        Document {
            name: self.name.clone(),
            sha256: "0".repeat(64),
            format: self.format,
            pages: vec![Page {
                number: 1,
                width: self.size.0,
                height: self.size.1,
                source: self.source,
                reason: "played".to_owned(),
                lines: lines.collect(),
                rulings: Vec::new(),
                marks: Vec::new(),
                view: None,
            }],
            notes: Vec::new(),
            locked: false,
            embedded: Vec::new(),
        }
    }
}

/// A model that gives the answers of a fixture to the requests that they were written for.
struct World {
    turns: Mutex<Vec<Turn>>,
    /// Requests as they come, where their hashes are written anew.
    asked: Mutex<Vec<String>>,
    renews: bool,
    log: Mutex<Vec<String>>,
}

impl LanguageModel for World {
    fn provider(&self) -> &str {
        "played"
    }
    fn model(&self) -> &str {
        "by-hand"
    }
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _hear: &'a (dyn Fn(Heard) + Send + Sync),
    ) -> BoxFuture<'a, Result<Reply, ModelError>> {
        let asked = request.sha256();
        self.asked.lock().unwrap().push(asked.clone());
        let mut turns = self.turns.lock().unwrap();
        let at = turns.iter().position(|it| it.request == asked);
        let at = at.or_else(|| (self.renews && !turns.is_empty()).then_some(0));
        let Some(turn) = at.map(|at| turns.remove(at)) else {
            return ready(Err(ModelError::NotRecorded)).boxed();
        };
        let usage = Usage { input: 1, output: 1, reasoning: 0 };
        let text = turn.answer.to_string();
        let (finish, model) = (Finish::Stop, "by-hand".to_owned());
        ready(Ok(Reply { text, calls: Vec::new(), finish, usage, model })).boxed()
    }
}

impl CallBook for World {
    fn recall(&self, _key: &str) -> Result<Option<Reply>, LedgerError> {
        Ok(None)
    }
    fn keep(&self, _key: &str, _reply: &Reply) -> Result<(), LedgerError> {
        Ok(())
    }
    fn record(&self, _call: &CallRecord) -> Result<(), LedgerError> {
        Ok(())
    }
    fn spent(&self) -> Result<Vec<(Stage, Spent)>, LedgerError> {
        Ok(Vec::new())
    }
}

impl Ledger for World {
    fn append(&self, entry: Entry) -> Result<(), LedgerError> {
        self.log.lock().unwrap().push(entry.message);
        Ok(())
    }
    fn keep(&self, _artefact: Artefact<'_>) -> Result<(), LedgerError> {
        Ok(())
    }
}

impl Clock for World {
    fn now_ms(&self) -> i64 {
        0
    }
    fn ticks_ms(&self) -> i64 {
        0
    }
}

/// No compiler: nothing is written here.
struct NoChecker;

impl Checker for NoChecker {
    fn check<'a>(&'a self, _job: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        ready(Err(CheckerError::NotFound { looked: Vec::new() })).boxed()
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        ready(Err(CheckerError::NotFound { looked: Vec::new() })).boxed()
    }
}

fn fields(analysis: &Analysis) -> Vec<String> {
    let one = |it: &proviso_core::analysis::Field| {
        let how = serde_json::to_value(it.route).unwrap();
        let how = match how.as_str() {
            Some(it @ ("model" | "seen")) => format!(" ({it})"),
            _ => String::new(),
        };
        format!("{} | {} | {}{how}", it.label, it.value.kind().name(), it.value)
    };
    analysis.fields.iter().map(one).collect()
}

fn rules(analysis: &Analysis) -> Vec<String> {
    let sign = |it: Status| match it {
        Status::Holds => "=",
        Status::Refuted => "≠",
        Status::Unknown => "?",
    };
    analysis.rules.iter().map(|it| format!("{} {}", sign(it.status), it.statement)).collect()
}

/// What is in one list and not in the other, line by line.
fn beside(out: &mut String, then: &[String], now: &[String]) {
    for it in then.iter().filter(|it| !now.contains(it)) {
        let _ = writeln!(out, "- {it}");
    }
    for it in now.iter().filter(|it| !then.contains(it)) {
        let _ = writeln!(out, "+ {it}");
    }
}

/// An engine whose model is the world's.
fn engine(world: &Arc<World>, builtin: Builtin, prompt: &str) -> ModelEngine {
    let desk = Desk::new(
        Arc::clone(world) as Arc<dyn LanguageModel>,
        Arc::clone(world) as Arc<dyn CallBook>,
        Arc::clone(world) as Arc<dyn Ledger>,
        Arc::clone(world) as Arc<dyn Clock>,
        Prices::default(),
        Budget::default(),
        "1".to_owned(),
    );
    ModelEngine {
        desk,
        prompts: assets::prompts(None).unwrap(),
        builtin,
        checker: Arc::new(NoChecker),
        pictures: Arc::new(NoPictures),
        reach: Reach::default(),
        versions: Versions::recorded([prompt]),
    }
}

/// Plays a fixture; what came of it.
fn play(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/played");
    let path = folder.join(format!("{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut played: Played = serde_json::from_str(&text).unwrap();
    let again: Played = serde_json::from_str(&text).unwrap();
    let newest = proviso_core::agent::prompt_version("analyst").unwrap();
    let renews = std::env::var_os("UPDATE_EXPECT").is_some()
        && played.prompt.ends_with(&format!("/{newest}"));
    let world = Arc::new(World {
        turns: Mutex::new(again.turns),
        asked: Mutex::default(),
        renews,
        log: Mutex::default(),
    });
    let builtin = || Builtin::new(Arc::new(assets::document_types(None).unwrap()));
    let engine = engine(&world, builtin(), &played.prompt);
    let documents = [played.document.document()];
    let task = AnalyzeTask { documents: &documents, document_type: None };
    let known = builtin().analyze(task).now_or_never().unwrap().unwrap();
    let came = engine.analyze(task).now_or_never().unwrap().unwrap();
    let asked = world.asked.lock().unwrap().clone();
    let written: Vec<String> = played.turns.iter().map(|it| it.request.clone()).collect();
    if renews && asked != written {
        for (turn, request) in played.turns.iter_mut().zip(asked) {
            turn.request = request;
        }
        std::fs::write(&path, serde_json::to_string(&played).unwrap() + "\n").unwrap();
    } else {
        assert_eq!(asked, written, "`{name}` is asked otherwise: it is to be played again");
    }
    let mut out = format!("type {} → {}\n", known.document_type, came.document_type);
    beside(&mut out, &fields(&known), &fields(&came));
    beside(&mut out, &rules(&known), &rules(&came));
    for it in &came.clauses {
        let _ = writeln!(out, "+ {:?} of {}: {}", it.kind, it.party, it.says);
    }
    for it in world.log.lock().unwrap().iter().filter(|it| it.contains("refused")) {
        let _ = writeln!(out, "! {it}");
    }
    for it in came.notes.iter().filter(|it| !known.notes.contains(it)) {
        let _ = writeln!(out, "note: {}", it.en);
    }
    out
}

/// The prompt that the eighty papers were asked with.
const PAPERS_PROMPT: &str = "analyst/default/v7";

/// What comes of a paper's answer, in a line.
fn paper(types: &Arc<DocumentTypes>, name: &str, files: &BTreeMap<String, Vec<u8>>) -> String {
    let file = |ending: &str| files.get(&format!("{name}.{ending}")).unwrap().as_slice();
    let document: Document = serde_json::from_slice(file("json")).unwrap();
    let studied: Studied = serde_json::from_slice(file("studied.json")).unwrap();
    let known = studied.analysis.fields.len();
    // Whatever is asked: its hash stands in the line.
    let turn = Turn {
        request: String::new(),
        answer: serde_json::from_slice(file("answer.json")).unwrap(),
    };
    let world = Arc::new(World {
        turns: Mutex::new(vec![turn]),
        asked: Mutex::default(),
        renews: true,
        log: Mutex::default(),
    });
    let builtin = Builtin::by(Arc::clone(types), Arc::new(Kept(studied)));
    let documents = [document];
    let task = AnalyzeTask { documents: &documents, document_type: None };
    let came =
        engine(&world, builtin, PAPERS_PROMPT).analyze(task).now_or_never().unwrap().unwrap();
    let asked = world.asked.lock().unwrap().clone();
    assert_eq!(asked.len(), 1, "{name} is asked once");
    let read = |route: Route| came.fields.iter().filter(|it| it.route == route).count();
    let refused = world.log.lock().unwrap().iter().filter(|it| it.contains("refused")).count();
    let mut out = format!(
        "{name}: asked {}, {}, {} values of {known} ({} by the model, {} only seen), {refused} refused, {} rules",
        &asked[0][..12],
        came.document_type,
        came.fields.len(),
        read(Route::Model),
        read(Route::Seen),
        came.rules.len(),
    );
    for it in came.rules.iter().filter(|it| it.status == Status::Refuted) {
        let _ = write!(out, "\n    ≠ {}", it.statement);
    }
    out
}

/// Requests, answers and what comes of them, over papers of every kind and of eight writers.
#[test]
fn eighty_papers_are_asked_and_come_out_as_they_did() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/played");
    let file = std::fs::File::open(folder.join("papers.zip")).unwrap();
    let mut archive = zip::ZipArchive::new(file).unwrap();
    let mut files = BTreeMap::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        let name = entry.name().unwrap().into_owned();
        files.insert(name, bytes);
    }
    let names: Vec<&str> = files.keys().filter_map(|it| it.strip_suffix(".answer.json")).collect();
    assert_eq!(names.len(), 80, "every paper has its answer");
    let types = Arc::new(assets::document_types(None).unwrap());
    let at_once = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let lines = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let line = paper(&types, name, &files);
                    lines.lock().unwrap().insert(*name, line);
                }
            });
        }
    });
    let lines: Vec<String> = lines.into_inner().unwrap().into_values().collect();
    expect_file!["played/papers.txt"].assert_eq(&(lines.join("\n") + "\n"));
}

macro_rules! played {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let came = play(stringify!($name));
            expect_file![concat!("played/", stringify!($name), ".txt")].assert_eq(&came);
        }
    )*};
}

played! {
    a_photographed_receipt_is_corrected
    a_settlement_in_a_mail_is_corrected_and_a_field_dropped
    an_agreement_as_the_second_prompt_asked
}
