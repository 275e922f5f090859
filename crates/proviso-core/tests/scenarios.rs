//! Whole runs as text: a script of what engine, compiler and workspace answer, and the event log
//! that comes of it.
//!
//! Each file in `scenarios/` holds a comment, the script, a line `---`, and the log. Script lines:
//!
//! * `rules: holds refuted …`, `language: en`: the analysis; `no document` lets reading fail
//! * `write: TEXT`, `quick_fix: TEXT`, `repair: TEXT` …: what the engine answers, in order, per kind
//! * `check TEXT: accept`, `check TEXT: missing`, `check TEXT: hang`, `check TEXT: KIND message`,
//!   `check TEXT: audit message`: what the compiler says of a text; `the builtin` is the text that
//!   the built-in author writes
//! * `write: long` is a text that is longer than is judged, and `facts: long` a document of which
//!   Proviso itself states more than that
//! * `limit: N`; `file PATH: TEXT` lies in the workspace; `edited: TEXT` is a person's text to check,
//!   and `as it is` leaves it so; `kept: TEXT` was checked before
//!
//! `UPDATE_EXPECT=1 cargo test` writes the logs anew.
#![expect(clippy::unwrap_used, reason = "a test may stop where its script is wrong")]

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use expect_test::expect_file;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::agent::{Job, Kept, Ports, drive};
use proviso_core::analysis::{
    Analysis, Coverage, DocumentRef, Evidence, Field, FieldId, Language, Operand, Relation, Route,
    Rule, RuleId, Status, Support, Term,
};
use proviso_core::document::{Document, Format, Page, PageSize, Rect, Source};
use proviso_core::idris::emit;
use proviso_core::ports::{
    AnalyzeTask, Artefact, CheckJob, CheckReport, Checker, CheckerError, Clock, Engine,
    EngineError, Entry, FileOpened, FixTask, Ledger, LedgerError, NoMemory, PageProgress,
    ReadError, ReadProgress, Reader, Recognition, Shelf, ShelfError, Shelved, WriteTask,
};
use proviso_core::run::{
    Diagnostic, DiagnosticKind, Limits, Module, Origin, Severity, Span, Verdict,
};
use proviso_core::value::{Kind, Value};

macro_rules! scenarios {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let file = concat!("scenarios/", stringify!($name), ".txt");
            let text = include_str!(concat!("scenarios/", stringify!($name), ".txt"));
            let script = text.split("\n---\n").next().unwrap().trim_end();
            expect_file![file].assert_eq(&format!("{script}\n---\n{}", replay(script)));
        }
    )*};
}

scenarios! {
    a_sound_document_is_verified
    a_contradiction_is_discrepant
    a_quick_fix_repairs_the_first_text
    two_equal_failures_change_the_strategy
    a_text_seen_before_is_not_checked_again
    attempts_are_used_up
    a_debt_of_the_audit_is_repaired_like_an_error
    without_a_compiler_all_is_written
    a_rejected_model_replaces_nothing
    a_differing_core_is_reported
    a_hang_is_an_error_of_the_text
    a_hang_of_a_models_text_is_left_to_the_built_in_author
    a_hang_of_the_built_in_text_is_a_document_too_large
    a_large_document_with_a_contradiction_says_both
    a_models_text_that_is_too_long_is_left_to_the_built_in_author
    a_document_of_which_too_much_is_stated_is_too_long
    no_rules_is_said
    an_unreadable_file_ends_the_run
    an_edit_does_not_count
    an_edit_that_is_rejected_takes_nothing_away
    a_resumed_run_keeps_its_attempts
    an_edited_file_is_kept
}

/// The module that a text of the script stands for.
fn module(text: &str) -> Module {
    let rest = if text == "long" { format!("-- {}\n", "x".repeat(2 << 20)) } else { String::new() };
    Module {
        name: "Domains.Sample".to_owned(),
        text: format!(
            "module Domains.Sample\n%default total\nrecord Slip where\n  constructor MkSlip\n  said : String\nDoc : Type\nDoc = Slip\nsaid : String\nsaid = \"{text}\"\n{rest}"
        ),
    }
}

fn text_of(module: &Module) -> &str {
    match module.text.contains("make :") {
        true => BUILTIN,
        false => module.text.rsplit('"').nth(1).unwrap_or_default(),
    }
}

/// What a script calls the built-in author's text.
const BUILTIN: &str = "the builtin";

#[derive(Default)]
struct World {
    statuses: Vec<Status>,
    /// What the document says besides, which is stated of it.
    words: String,
    unreadable: bool,
    limit: Option<u32>,
    edited: Option<String>,
    as_it_is: bool,
    kept: Vec<String>,
    answers: Mutex<BTreeMap<&'static str, VecDeque<String>>>,
    verdicts: BTreeMap<String, String>,
    files: Mutex<BTreeMap<String, String>>,
    log: Mutex<Vec<String>>,
    now: AtomicI64,
}

const ORIGINS: [Origin; 7] = [
    Origin::Generated,
    Origin::QuickFix,
    Origin::Repair,
    Origin::RepairWithQueries,
    Origin::FreshStart,
    Origin::Fallback,
    Origin::Edited,
];

fn world(script: &str) -> World {
    let mut it = World::default();
    for line in script.lines().filter(|it| !it.starts_with('#') && !it.is_empty()) {
        if line == "no document" {
            it.unreadable = true;
            continue;
        }
        if line == "as it is" {
            it.as_it_is = true;
            continue;
        }
        let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("line `{line}`"));
        let answers = it.answers.get_mut().unwrap();
        if let Some(text) = key.strip_prefix("check ") {
            it.verdicts.insert(text.to_owned(), value.to_owned());
        } else if let Some(path) = key.strip_prefix("file ") {
            let text = if value == "the core" { emit::CORE } else { value };
            it.files.get_mut().unwrap().insert(path.to_owned(), text.to_owned());
        } else if let Some(origin) = ORIGINS.iter().find(|it| it.name() == key) {
            if *origin == Origin::Edited {
                it.edited = Some(value.to_owned());
            } else {
                answers.entry(origin.name()).or_default().push_back(value.to_owned());
            }
        } else {
            match key {
                "rules" => {
                    let status = |it| match it {
                        "holds" => Status::Holds,
                        "refuted" => Status::Refuted,
                        _ => Status::Unknown,
                    };
                    it.statuses = value.split(' ').map(status).collect();
                }
                "write" => answers.entry("generated").or_default().push_back(value.to_owned()),
                "facts" => it.words = value.repeat(2 << 20),
                "limit" => it.limit = Some(value.parse().unwrap()),
                "kept" => it.kept.push(value.to_owned()),
                _ => panic!("line `{line}`"),
            }
        }
    }
    it
}

/// Runs a script; the log, the files and the verdict come back as text.
fn replay(script: &str) -> String {
    let world = world(script);
    let job = Job {
        project: "Sample".to_owned(),
        paths: vec![PathBuf::from("sample.txt")],
        document_type: None,
        limits: Limits {
            max_attempts: world.limit.unwrap_or(5),
            check_timeout_ms: Limits::default().check_timeout_ms,
        },
        amendments: Vec::new(),
        signed: Vec::new(),
        repairs: !world.as_it_is,
    };
    let mut kept = Kept::default();
    if let Some(text) = &world.edited {
        kept.text = Some((Origin::Edited, module(text)));
    }
    for (index, text) in world.kept.iter().enumerate() {
        kept.attempts.push(proviso_core::run::Attempt {
            number: u32::try_from(index).unwrap() + 1,
            origin: if index == 0 { Origin::Generated } else { Origin::QuickFix },
            model: module(text),
            diagnostics: said(&world.verdicts[text]).into_iter().collect(),
            typechecked: false,
            audited: false,
            created_at_ms: 0,
            judges: Vec::new(),
            check_ms: 1,
        });
    }
    let ports = Ports {
        reader: &world,
        engine: &world,
        checker: &world,
        ledger: &world,
        shelf: &world,
        clock: &world,
        memory: &NoMemory,
    };
    let answer = drive(&job, kept, ports).now_or_never().expect("nothing here waits");
    let mut out = world.log.lock().unwrap().join("\n");
    out += &match answer {
        Ok(it) => {
            let verdict: Verdict = it.ruling.verdict;
            let detail = it.ruling.detail.map_or(String::new(), |it| format!(" ({})", it.name()));
            let path = it.model_path.unwrap_or_else(|| "nothing in Domains".to_owned());
            format!("\n= {}{detail}, {path}\n", verdict.name())
        }
        Err(err) => format!("\n= error: {err}\n"),
    };
    out
}

impl Clock for World {
    fn now_ms(&self) -> i64 {
        self.now.fetch_add(1, Ordering::SeqCst)
    }
    fn ticks_ms(&self) -> i64 {
        self.now.load(Ordering::SeqCst)
    }
}

impl Reader for World {
    fn read<'a>(
        &'a self,
        path: &'a Path,
        progress: &'a (dyn Fn(ReadProgress<'_>) + Send + Sync),
    ) -> BoxFuture<'a, Result<Document, ReadError>> {
        if self.unreadable {
            return ready(Err(ReadError::Empty { name: path.display().to_string() })).boxed();
        }
        let document = Document {
            name: path.display().to_string(),
            sha256: "5".repeat(64),
            format: Format::Text,
            pages: Vec::new(),
            notes: Vec::new(),
            locked: false,
            embedded: Vec::new(),
        };
        let (number, reason) = (1, "as it is".to_owned());
        let page = Page {
            number,
            reason,
            width: 80.0,
            height: 60.0,
            source: Source::Native,
            lines: Vec::new(),
            rulings: Vec::new(),
            marks: Vec::new(),
            view: None,
        };
        let sizes = [PageSize::new(page.width, page.height)];
        progress(ReadProgress::Opened(FileOpened { of: &document, sizes: &sizes }));
        let (n_pages, failed) = (1, false);
        progress(ReadProgress::Page(PageProgress { page: &page, n_pages, failed, of: &document }));
        ready(Ok(document)).boxed()
    }
    fn recognition(&self) -> BoxFuture<'_, Result<Recognition, ReadError>> {
        ready(Err(ReadError::Worker { reason: "this world has none".to_owned() })).boxed()
    }
}

impl Engine for World {
    fn name(&self) -> &str {
        "scripted"
    }
    fn analyze<'a>(
        &'a self,
        _task: AnalyzeTask<'a>,
    ) -> BoxFuture<'a, Result<Analysis, EngineError>> {
        ready(Ok(self.analysis())).boxed()
    }
    fn write<'a>(&'a self, _task: WriteTask<'a>) -> BoxFuture<'a, Result<Module, EngineError>> {
        let text = self.answer(Origin::Generated).expect("the script writes a text");
        ready(Ok(self.written(&text))).boxed()
    }
    fn fix<'a>(&'a self, task: FixTask<'a>) -> BoxFuture<'a, Result<Option<Module>, EngineError>> {
        ready(Ok(self.answer(task.strategy).map(|it| self.written(&it)))).boxed()
    }
}

impl World {
    /// A text of the script as a module.
    fn written(&self, text: &str) -> Module {
        match text {
            BUILTIN => emit::model("Sample", &self.analysis()),
            other => module(other),
        }
    }
    fn analysis(&self) -> Analysis {
        let mut it = analysis(&self.statuses);
        if let (false, Some(last)) = (self.words.is_empty(), it.fields.last().cloned()) {
            let id = FieldId(last.id.0 + 1);
            let (name, value) = ("words".to_owned(), Value::Text(self.words.clone()));
            it.fields.push(Field { id, label: name.clone(), name, value, ..last });
        }
        it
    }
    fn answer(&self, origin: Origin) -> Option<String> {
        self.answers.lock().unwrap().get_mut(origin.name())?.pop_front()
    }
}

/// A document with a sum per status: of amounts that fit, that do not, or of which one is none.
fn analysis(statuses: &[Status]) -> Analysis {
    let mut fields = Vec::new();
    let mut field = |name: String, value: Value| {
        let id = FieldId(u32::try_from(fields.len()).unwrap());
        let boxes = vec![Rect::new(0.0, id.0 as f32, 9.0, id.0 as f32 + 1.0)];
        let evidence = Evidence { document: 0, page: 1, boxes, text: value.to_string() };
        fields.push(Field {
            id,
            label: name.clone(),
            name,
            also: Vec::new(),
            meaning: None,
            value,
            evidence,
            confidence: 1.0,
            route: Route::LabelValue,
            cell: None,
            reading: None,
            was: Vec::new(),
            belongs: None,
        });
        id
    };
    let money = |it: &str| Value::parse(Kind::Money, it).unwrap();
    let mut rules = Vec::new();
    for (index, status) in statuses.iter().enumerate() {
        let result = match status {
            Status::Holds => money("KRW 300"),
            Status::Refuted => money("KRW 310"),
            Status::Unknown => Value::Text("three hundred".to_owned()),
        };
        let one = field(format!("one{index}"), money("KRW 100"));
        let two = field(format!("two{index}"), money("KRW 200"));
        let all = field(format!("all{index}"), result);
        let term = |it| Term { operand: Operand::Field(it), negative: false };
        rules.push(Rule {
            id: RuleId(u32::try_from(index).unwrap()),
            name: "sum".to_owned(),
            statement: "one and two are all".to_owned(),
            expression: format!("f{} = f{} + f{}", all.0, one.0, two.0),
            relation: Relation::Sum {
                terms: vec![term(one), term(two)],
                result: Operand::Field(all),
            },
            status: *status,
            sides: None,
            support: Support::Template,
            mends: Vec::new(),
            waived: None,
        });
    }
    Analysis {
        documents: vec![DocumentRef {
            name: "sample.txt".to_owned(),
            sha256: "5".repeat(64),
            n_pages: 1,
            n_recognized: 0,
            notes: Vec::new(),
        }],
        document_type: "other".to_owned(),
        language: Language::En,
        title: String::new(),
        fields,
        tables: Vec::new(),
        rules,
        clauses: Vec::new(),
        unheld: Vec::new(),
        coverage: Some(Coverage::default()),
        notes: Vec::new(),
    }
}

impl Checker for World {
    fn check<'a>(&'a self, job: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        let names: Vec<&str> = job.modules().iter().map(|it| it.name.as_str()).collect();
        assert!(names.contains(&"Domains.Core"), "the trusted library goes along: {names:?}");
        let model = job.modules().iter().find(|it| it.name == "Domains.Sample").unwrap();
        let answer = self.verdicts.get(text_of(model)).map_or("accept", String::as_str);
        let report = |diagnostics: Vec<Diagnostic>| CheckReport {
            compiler: "9.9.9".to_owned(),
            accepted: diagnostics.is_empty(),
            diagnostics,
            output: String::new(),
            took_ms: 1,
        };
        ready(match answer {
            "missing" => Err(CheckerError::NotFound { looked: vec!["here".to_owned()] }),
            "hang" => Err(CheckerError::TimedOut(Duration::from_secs(30))),
            other => Ok(report(said(other).into_iter().collect())),
        })
        .boxed()
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        ready(Ok("9.9.9".to_owned())).boxed()
    }
}

/// `mismatch message` as a diagnostic of the model, `audit message` as one of the audit's module.
fn said(answer: &str) -> Option<Diagnostic> {
    let (kind, message) = answer.split_once(' ')?;
    let module = if kind == "audit" { "Domains.Audit.Sample" } else { "Domains.Sample" };
    let kind: DiagnosticKind = match kind {
        "audit" => DiagnosticKind::Mismatch,
        other => serde_json::from_value(other.into()).unwrap(),
    };
    let span = Span { module: module.to_owned(), line: 3, column: 1, end_line: 3, end_column: 9 };
    Some(Diagnostic {
        kind,
        severity: Severity::Error,
        span: Some(span),
        declaration: None,
        message: message.to_owned(),
        excerpt: String::new(),
        hints: Vec::new(),
    })
}

impl Ledger for World {
    fn append(&self, entry: Entry) -> Result<(), LedgerError> {
        let event = serde_json::to_value(&entry.happening).unwrap();
        let name = event["event_type"].as_str().unwrap();
        let stage = entry.stage.map_or("-", |it| it.name());
        let mark = match entry.severity {
            Severity::Info => ' ',
            Severity::Warn => '!',
            Severity::Error => 'x',
        };
        // That a stage ended adds nothing to its beginning and the next one's.
        if name != "stage.finished" {
            let line = format!("{mark} {stage:9} {name:17} {}", entry.message);
            self.log.lock().unwrap().push(line);
        }
        Ok(())
    }
    fn keep(&self, _artefact: Artefact<'_>) -> Result<(), LedgerError> {
        Ok(())
    }
}

impl Shelf for World {
    fn read(&self, path: &str) -> Result<Option<String>, ShelfError> {
        Ok(self.files.lock().unwrap().get(path).cloned())
    }
    fn write(&self, path: &str, text: &str) -> Result<Shelved, ShelfError> {
        let before = self.files.lock().unwrap().insert(path.to_owned(), text.to_owned());
        let changed = before.as_deref() != Some(text);
        Ok(Shelved { changed, kept: before.filter(|_| changed).map(|_| format!("kept/{path}")) })
    }
}
