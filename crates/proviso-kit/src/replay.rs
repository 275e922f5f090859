//! The world of a replayed run: models and compiler that answer what they answered then, a record
//! and a workspace in memory.
//!
//! **Invariant:** an answer is found by SHA-256 of what is asked, in the order of then where the same
//! was asked several times; what is not found is noted, and the replay fails for it.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::agent::Versions;
use proviso_core::agent::memory::{Card, Lesson};
use proviso_core::document::Document;
use proviso_core::event::{Happening, RunEvent};
use proviso_core::judge::{Judge, Said};
use proviso_core::llm::{CallRecord, Heard, Image, ModelError, Reply, Request, Spent};
use proviso_core::ports::{
    Artefact, CallBook, CheckJob, CheckReport, Checker, CheckerError, Clock, Entry, LanguageModel,
    Ledger, LedgerError, Memory, PictureError, Pictures, ReadError, ReadProgress, Reader,
    Recognition, Shelf, ShelfError, Shelved,
};
use proviso_core::run::Stage;

use crate::record::of_kernel;
use crate::store::KeptAnswer;

/// What was answered then, and what comes of it now.
pub struct World {
    run: i64,
    /// Who was asked then; none where no model was.
    asked: Option<(String, String)>,
    calls: Mutex<BTreeMap<String, VecDeque<CallRecord>>>,
    /// Calls that were not made, for they would have broken a limit.
    refused: Mutex<VecDeque<String>>,
    checks: BTreeMap<String, KeptAnswer>,
    version: Mutex<Option<String>>,
    /// Whether personal data was hidden from the model.
    hides: bool,
    /// SHA-256 of pictures that the model looked at, by document and page.
    pictures: BTreeMap<(String, u32), String>,
    /// What was recognized at places that were looked at again, by document and page, in order.
    places: Mutex<BTreeMap<(String, u32), Texts>>,
    /// First texts that there was a choice of.
    best_of: u32,
    /// The prompts that the agents were asked with.
    versions: Versions,
    /// Remembered repairs that were applied then, in order.
    applied: Mutex<VecDeque<Applied>>,
    /// Repairs that this run taught, and which are still to come.
    learned: Mutex<VecDeque<i64>>,
    files: Mutex<BTreeMap<String, String>>,
    missing: Mutex<Option<String>>,
    n_calls: AtomicU32,
    n_checks: AtomicU32,
}

/// What was recognized, each time that a page was looked at again.
type Texts = VecDeque<Vec<String>>;

/// A remembered repair as it was applied then.
struct Applied {
    card: i64,
    lesson: Lesson,
    /// Whether this run had taught it before.
    is_own: bool,
}

/// The model of a replayed run.
struct Recalled(Arc<World>);

impl World {
    /// The world of a run, by what is stored of it.
    pub fn new(
        run: i64,
        calls: Vec<CallRecord>,
        checks: BTreeMap<String, KeptAnswer>,
        events: &[RunEvent],
    ) -> World {
        let worked = events.iter().any(|it| matches!(it.happening, Happening::AgentStarted { .. }));
        let first = calls.first().map(|it| (it.provider.clone(), it.model.clone()));
        let asked = first.or_else(|| worked.then(|| (String::new(), String::new())));
        let refused = events.iter().filter_map(|it| match &it.happening {
            Happening::BudgetRefused { .. } => Some(it.message.clone()),
            _ => None,
        });
        let refused = refused.collect();
        let hidden =
            events.iter().any(|it| matches!(it.happening, Happening::PersonalHidden { .. }));
        let pictures = events.iter().filter_map(|it| match &it.happening {
            Happening::PictureShown { document, page, sha256 } => {
                Some(((document.clone(), *page), sha256.clone()))
            }
            _ => None,
        });
        let mut places: BTreeMap<(String, u32), Texts> = BTreeMap::new();
        for it in events {
            if let Happening::PlacesLookedAt { document, page, texts, .. } = &it.happening {
                places.entry((document.clone(), *page)).or_default().push_back(texts.clone());
            }
        }
        let candidates = events.iter().filter_map(|it| match it.happening {
            Happening::CandidateChecked { candidate, .. } => Some(candidate.max(2)),
            _ => None,
        });
        let prompts = events.iter().filter_map(|it| match &it.happening {
            Happening::AgentStarted { prompt, .. } => Some(prompt.as_str()),
            _ => None,
        });
        let versions = Versions::recorded(prompts);
        let (mut applied, mut learned) = (VecDeque::new(), VecDeque::new());
        for it in events {
            match &it.happening {
                Happening::CardLearned { card, .. } => learned.push_back(*card),
                Happening::CardApplied { card, lesson } => {
                    let is_own = learned.contains(card);
                    applied.push_back(Applied { card: *card, lesson: lesson.clone(), is_own });
                }
                _ => {}
            }
        }
        let mut by_hash: BTreeMap<String, VecDeque<CallRecord>> = BTreeMap::new();
        for it in calls {
            by_hash.entry(it.request_sha256.clone()).or_default().push_back(it);
        }
        World {
            run,
            asked,
            calls: Mutex::new(by_hash),
            refused: Mutex::new(refused),
            checks,
            version: Mutex::default(),
            hides: hidden,
            pictures: pictures.collect(),
            places: Mutex::new(places),
            best_of: candidates.max().unwrap_or(1),
            versions,
            applied: Mutex::new(applied),
            learned: Mutex::new(learned),
            files: Mutex::default(),
            missing: Mutex::default(),
            n_calls: AtomicU32::new(0),
            n_checks: AtomicU32::new(0),
        }
    }

    /// Says which compiler there was.
    pub fn version(&self, it: Option<String>) {
        *open(&self.version) = it;
    }

    /// The model, where one was asked.
    pub fn model(self: &Arc<World>) -> Option<Arc<dyn LanguageModel>> {
        self.asked.as_ref()?;
        Some(Arc::new(Recalled(Arc::clone(self))))
    }

    /// Whether personal data was hidden from the model.
    pub fn hides(&self) -> bool {
        self.hides
    }

    /// First texts that there was a choice of.
    pub fn best_of(&self) -> u32 {
        self.best_of
    }

    /// The prompts that the agents were asked with.
    pub fn versions(&self) -> Versions {
        self.versions.clone()
    }

    /// The first thing that was asked for and is not stored.
    pub fn missing(&self) -> Option<String> {
        open(&self.missing).clone()
    }

    /// What was written, by path.
    pub fn files(&self) -> BTreeMap<String, String> {
        open(&self.files).clone()
    }

    /// How many calls were answered.
    pub fn n_calls(&self) -> u32 {
        self.n_calls.load(Ordering::SeqCst)
    }

    /// How many texts the compiler answered for.
    pub fn n_checks(&self) -> u32 {
        self.n_checks.load(Ordering::SeqCst)
    }

    fn answer(&self, request: &Request) -> Result<Reply, ModelError> {
        let found = open(&self.calls).get_mut(&request.sha256()).and_then(VecDeque::pop_front);
        if let Some(call) = found {
            self.n_calls.fetch_add(1, Ordering::SeqCst);
            let message = call.error.unwrap_or_default();
            return call.reply.ok_or(ModelError::Recorded { message });
        }
        if let Some(message) = open(&self.refused).pop_front() {
            return Err(ModelError::Recorded { message });
        }
        open(&self.missing).get_or_insert_with(|| "the answer to a request to a model".to_owned());
        Err(ModelError::NotRecorded)
    }

    /// What the embedded checker said; runs of before had none.
    fn judged(&self, job: &CheckJob) -> Option<&Judge> {
        match self.checks.get(&of_kernel(job)) {
            Some(KeptAnswer::Judged(judge)) => Some(judge),
            _ => None,
        }
    }

    fn checked(&self, job: &CheckJob) -> Result<CheckReport, CheckerError> {
        let Some(kept) = self.checks.get(&job.sha256()) else {
            let what = format!("the compiler's answer about `{}`", job.target());
            open(&self.missing).get_or_insert(what);
            return Err(CheckerError::NotRecorded { target: job.target().to_owned() });
        };
        self.n_checks.fetch_add(1, Ordering::SeqCst);
        match kept.clone() {
            KeptAnswer::Report(report) => Ok(report),
            KeptAnswer::TimedOut { after_ms } => {
                Err(CheckerError::TimedOut(Duration::from_millis(after_ms)))
            }
            KeptAnswer::NotFound { looked } => Err(CheckerError::NotFound { looked }),
            // Kept by a key of its own, which no compiler's answer has.
            KeptAnswer::Judged(_) => {
                Err(CheckerError::NotRecorded { target: job.target().to_owned() })
            }
        }
    }
}

fn open<T>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a panic left behind is still what was said before it.
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LanguageModel for Recalled {
    fn provider(&self) -> &str {
        self.0.asked.as_ref().map_or("", |it| it.0.as_str())
    }
    fn model(&self) -> &str {
        self.0.asked.as_ref().map_or("", |it| it.1.as_str())
    }
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _hear: &'a (dyn Fn(Heard) + Send + Sync),
    ) -> BoxFuture<'a, Result<Reply, ModelError>> {
        ready(self.0.answer(request)).boxed()
    }
}

impl Checker for World {
    fn check<'a>(&'a self, job: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        ready(self.checked(job)).boxed()
    }
    fn judge<'a>(
        &'a self,
        job: &'a CheckJob,
    ) -> BoxFuture<'a, Result<Option<Judge>, CheckerError>> {
        ready(Ok(self.judged(job).cloned())).boxed()
    }
    fn spares(&self, job: &CheckJob) -> bool {
        let accepted = self.judged(job).is_some_and(|it| it.said == Said::Accepted);
        accepted && !self.checks.contains_key(&job.sha256())
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        let none = CheckerError::NotFound { looked: vec![format!("run {}", self.run)] };
        ready(open(&self.version).clone().ok_or(none)).boxed()
    }
}

impl Reader for World {
    fn read<'a>(
        &'a self,
        _path: &'a Path,
        _progress: &'a (dyn Fn(ReadProgress<'_>) + Send + Sync),
    ) -> BoxFuture<'a, Result<Document, ReadError>> {
        ready(Err(nothing_is_read())).boxed()
    }
    fn recognition(&self) -> BoxFuture<'_, Result<Recognition, ReadError>> {
        ready(Err(nothing_is_read())).boxed()
    }
}

fn nothing_is_read() -> ReadError {
    ReadError::Worker { reason: "a run that is played again reads no file".to_owned() }
}

impl Pictures for World {
    // What a picture shows is in the model's answers; which one it was is in the request.
    fn picture<'a>(
        &'a self,
        document: &'a Document,
        page: u32,
    ) -> BoxFuture<'a, Result<Image, PictureError>> {
        let known = self.pictures.get(&(document.sha256.clone(), page));
        let image = known.map(|it| Image::known("image/png", it.clone()));
        ready(image.ok_or(PictureError::None)).boxed()
    }
    fn look_again<'a>(
        &'a self,
        document: &'a Document,
        page: u32,
        _areas: &'a [[f32; 4]],
    ) -> BoxFuture<'a, Result<Vec<String>, PictureError>> {
        let place = (document.sha256.clone(), page);
        let texts = open(&self.places).get_mut(&place).and_then(VecDeque::pop_front);
        ready(texts.ok_or(PictureError::None)).boxed()
    }
}

impl CallBook for World {
    // What was kept from earlier runs then is in this run's record as a call.
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
    fn append(&self, _entry: Entry) -> Result<(), LedgerError> {
        Ok(())
    }
    fn keep(&self, _artefact: Artefact<'_>) -> Result<(), LedgerError> {
        Ok(())
    }
}

impl Shelf for World {
    fn read(&self, path: &str) -> Result<Option<String>, ShelfError> {
        Ok(open(&self.files).get(path).cloned())
    }
    fn write(&self, path: &str, text: &str) -> Result<Shelved, ShelfError> {
        let before = open(&self.files).insert(path.to_owned(), text.to_owned());
        Ok(Shelved { changed: before.as_deref() != Some(text), kept: None })
    }
}

impl Memory for World {
    // A card is there as often as it was applied then, and one that this run taught not before that.
    fn cards(&self) -> Result<Vec<Card>, LedgerError> {
        let learned = open(&self.learned);
        let mut cards: Vec<Card> = Vec::new();
        for Applied { card, lesson, is_own } in open(&self.applied).iter() {
            let is_there = !is_own || !learned.contains(card);
            if is_there && cards.iter().all(|it| it.id != *card) {
                cards.push(Card {
                    id: *card,
                    lesson: lesson.clone(),
                    wins: 1,
                    losses: 0,
                    created_at_ms: 0,
                    used_at_ms: 0,
                    is_off: false,
                });
            }
        }
        Ok(cards)
    }
    fn learn(&self, _lesson: &Lesson) -> Result<Option<i64>, LedgerError> {
        Ok(open(&self.learned).pop_front())
    }
    fn judge(&self, card: i64, _won: bool) -> Result<(), LedgerError> {
        let mut applied = open(&self.applied);
        if let Some(at) = applied.iter().position(|it| it.card == card) {
            applied.remove(at);
        }
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
