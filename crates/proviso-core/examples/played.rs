//! Plays an analyst from files: `played OUT_DIR ANSWERS_DIR DOCUMENT.json…` writes what the analyst is
//! asked of each document as `NAME.request.txt`, and, where `ANSWERS_DIR/NAME.answer.json` lies, the
//! analysis that comes of that answer as `NAME.json` and what was refused as `NAME.log`.
//!
//! An answer speaks of the numbers of its draft: what the engine made of the document is kept beside
//! as `NAME.studied.json`, and taken from `ANSWERS_DIR` where it lies there, so that answers outlive
//! the engine that they were written for.
//!
//! Where `ANSWERS_DIR/pictures` is a folder, pictures of pages are shown as the program shows them:
//! `NAME.1.png` of page 1, of recognized pages only. None is looked at again there, so that what only
//! a picture shows stays *seen*.
//!
//! The name of an answer is the document's up to its first period. At the end it says how many tokens
//! prompts and answers come to for a page: of prompts at most ([`estimated_tokens`]), of answers by
//! the same measure.
#![allow(clippy::disallowed_methods, clippy::print_stderr)]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::agent::desk::{Budget, Desk};
use proviso_core::agent::{Builtin, ModelEngine, Reach, Versions};
use proviso_core::analysis::bounded::{self, study};
use proviso_core::analysis::scored;
use proviso_core::doctype::DocumentTypes;
use proviso_core::document::Document;
use proviso_core::llm::{
    CallRecord, Finish, Heard, Image, Message, ModelError, Prices, Reply, Request, Role, Spent,
    Usage, estimated_tokens,
};
use proviso_core::ports::{
    AnalyzeTask, Artefact, CallBook, CheckJob, CheckReport, Checker, CheckerError, Clock, Engine,
    Entry, Kept, LanguageModel, Ledger, LedgerError, NoPictures, PictureError, Pictures,
};
use proviso_core::prompt::PromptStore;
use proviso_core::run::Stage;

/// The world of one document.
#[derive(Default)]
struct World {
    answer: Option<String>,
    /// What was asked at first.
    asked: Mutex<String>,
    log: Mutex<String>,
    /// Tokens of what was asked at first.
    tokens: Mutex<u64>,
}

impl LanguageModel for World {
    fn provider(&self) -> &str {
        "played"
    }
    fn model(&self) -> &str {
        "played"
    }
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _hear: &'a (dyn Fn(Heard) + Send + Sync),
    ) -> BoxFuture<'a, Result<Reply, ModelError>> {
        // Who fails is asked once more, without pictures; that is nobody's request here.
        if let Ok(mut asked) = self.asked.lock()
            && asked.is_empty()
        {
            if let Ok(mut tokens) = self.tokens.lock() {
                *tokens = estimated_tokens(request);
            }
            for it in &request.messages {
                asked.push_str(&it.said());
                asked.push_str("\n\n");
            }
        }
        let reply = self.answer.clone().map(|text| Reply {
            text,
            calls: Vec::new(),
            finish: Finish::Stop,
            usage: Usage::default(),
            model: "played".to_owned(),
        });
        ready(reply.ok_or(ModelError::Mock)).boxed()
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
        if let Ok(mut log) = self.log.lock() {
            log.push_str(&entry.message);
            log.push('\n');
        }
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

/// Pictures of pages that lie in a folder.
struct Lying {
    folder: PathBuf,
    name: String,
}

impl Pictures for Lying {
    fn picture<'a>(
        &'a self,
        _document: &'a Document,
        page: u32,
    ) -> BoxFuture<'a, Result<Image, PictureError>> {
        let path = self.folder.join(format!("{}.{page}.png", self.name));
        let picture = match std::fs::read(path) {
            Ok(bytes) => Ok(Image::new("image/png", bytes)),
            Err(err) if err.kind() == std::io::ErrorKind::NotFound => Err(PictureError::None),
            Err(err) => Err(PictureError::Failed(Box::new(err))),
        };
        ready(picture).boxed()
    }
}

struct NoChecker;

impl Checker for NoChecker {
    fn check<'a>(&'a self, _job: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        ready(Err(CheckerError::NotFound { looked: Vec::new() })).boxed()
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        ready(Err(CheckerError::NotFound { looked: Vec::new() })).boxed()
    }
}

fn files(root: &Path, base: &Path, out: &mut BTreeMap<String, String>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(root)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, base, out)?;
        } else if let Ok(name) = path.strip_prefix(base) {
            out.insert(name.to_string_lossy().replace('\\', "/"), std::fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let usage = "usage: played OUT_DIR ANSWERS_DIR DOCUMENT.json…";
    let (target, answers) = (args.next().ok_or(usage)?, args.next().ok_or(usage)?);
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut types = BTreeMap::new();
    let folder = root.join("document-types");
    files(&folder, &folder, &mut types)?;
    types.retain(|name, _| name.ends_with(".toml"));
    let types = Arc::new(DocumentTypes::parse(&types.into_iter().collect::<Vec<_>>())?);
    let mut prompts = BTreeMap::new();
    let folder = root.join("prompts");
    files(&folder, &folder, &mut prompts)?;
    let prompts = PromptStore::new(prompts);
    let (mut n_pages, mut n_prompt, mut n_answer) = (0u64, 0u64, 0u64);
    for path in args {
        let document: Document = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
        let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let name = name.split('.').next().unwrap_or_default().to_owned();
        let answer = std::fs::read_to_string(answers.join(format!("{name}.answer.json"))).ok();
        n_pages += document.printed().count() as u64;
        n_answer += answer.as_deref().map_or(0, said);
        let world = Arc::new(World { answer, ..World::default() });
        let desk = Desk::new(
            Arc::clone(&world) as Arc<dyn LanguageModel>,
            Arc::clone(&world) as Arc<dyn CallBook>,
            Arc::clone(&world) as Arc<dyn Ledger>,
            Arc::clone(&world) as Arc<dyn Clock>,
            Prices::default(),
            Budget::default(),
            "1".to_owned(),
        );
        let kept = format!("{name}.studied.json");
        let studied = match std::fs::read_to_string(answers.join(&kept)) {
            Ok(text) => serde_json::from_str(&text)?,
            Err(err) if err.kind() == std::io::ErrorKind::NotFound => {
                study(std::slice::from_ref(&document), &types, None, bounded::Budget::default())
            }
            Err(err) => return Err(err.into()),
        };
        std::fs::write(target.join(&kept), serde_json::to_string(&studied)?)?;
        let folder = answers.join("pictures");
        let pictures: Arc<dyn Pictures> = match folder.is_dir() {
            true => Arc::new(Lying { folder, name: name.clone() }),
            false => Arc::new(NoPictures),
        };
        let engine = ModelEngine {
            desk,
            prompts: prompts.clone(),
            builtin: Builtin::by(Arc::clone(&types), Arc::new(Kept(studied))),
            checker: Arc::new(NoChecker),
            pictures,
            reach: Reach::default(),
            versions: Versions::default(),
        };
        let documents = [document];
        let task = AnalyzeTask { documents: &documents, document_type: None };
        let analysis = engine.analyze(task).now_or_never().ok_or("it waits")??;
        let write = |ending: &str, text: &str| {
            std::fs::write(target.join(format!("{name}.{ending}")), text)
        };
        n_prompt += world.tokens.lock().map_or(0, |it| *it);
        write("json", &scored::json(&analysis).to_string())?;
        if let Ok(asked) = world.asked.lock() {
            write("request.txt", &asked)?;
        }
        if let Ok(log) = world.log.lock() {
            write("log", &log)?;
        }
    }
    let per_page = |it: u64| it / n_pages.max(1);
    let (prompt, answer) = (per_page(n_prompt), per_page(n_answer));
    eprintln!("{n_pages} pages: {prompt} tokens of prompt and {answer} of answer for each");
    Ok(())
}

/// Tokens of an answer, by the measure of requests.
fn said(answer: &str) -> u64 {
    estimated_tokens(&Request {
        messages: vec![Message::text(Role::Assistant, answer)],
        tools: Vec::new(),
        max_tokens: 0,
        temperature_milli: None,
        form: None,
        run_id: String::new(),
    })
}
