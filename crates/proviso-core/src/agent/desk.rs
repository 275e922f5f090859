//! Where agents ask models: cache, budget, the call itself, its record and its events.
//!
//! **Invariant:** every call is recorded, the failed ones too, and a call that the budget does not
//! allow is never made. An answer is kept for later only when the agent that asked says that it was
//! of use, so that no fallback is ever remembered.

mod budget;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use self::budget::Purse;
pub use self::budget::{Budget, Caps, Refusal};
use super::redact::Veil;
use super::trace;
use crate::event::Happening;
use crate::llm::{
    CallRecord, Heard, ModelError, Prices, Reply, Request, Spent, Usage, estimated_tokens,
};
use crate::ports::{Began, CallBook, Clock, Entry, LanguageModel, Ledger, LedgerError, Trace};
use crate::prompt::Prompt;
use crate::run::{Severity, Stage};

/// How long a run waits for answers in all: three hours.
const MAX_WAITED_MS: u64 = 3 * 3_600 * 1_000;

/// What a desk works with, for one run.
pub struct Desk {
    /// Who answers.
    pub model: Arc<dyn LanguageModel>,
    /// The record.
    pub book: Arc<dyn CallBook>,
    /// Events.
    pub ledger: Arc<dyn Ledger>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// What calls cost.
    pub prices: Prices,
    /// What may be spent.
    pub budget: Budget,
    /// The run's id.
    pub run_id: String,
    /// Whether personal data is hidden from the model.
    pub hides: bool,
    /// Where lines for who looks for faults go.
    pub trace: Option<Arc<dyn Trace>>,
    purse: Mutex<Option<Purse>>,
    /// How long answers were waited for, all together.
    waited_ms: AtomicU64,
}

/// Who asks what, and why.
#[derive(Debug, Clone, Copy)]
pub struct Errand<'a> {
    /// The agent: `author`.
    pub agent: &'static str,
    /// Its version: a new one when what it does with answers changes.
    pub agent_version: &'static str,
    /// The stage that it serves.
    pub stage: Stage,
    /// The prompt.
    pub prompt: &'a Prompt,
    /// What it is about: the project, a section.
    pub scope: &'a str,
    /// Whether a kept answer must not be used: one was of no use.
    pub anew: bool,
}

/// An answer, and how to keep it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// What was said.
    pub reply: Reply,
    /// Whether it was kept from an earlier call.
    pub cached: bool,
    /// Its tokens, as the record has them.
    pub usage: Usage,
    key: String,
    /// The answer as it came, before anything was put back into it.
    raw: Reply,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// The record cannot be kept: the run ends.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The model has no answer.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The budget does not allow the call.
    #[error("{}", .0.message())]
    Budget(Refusal),
}

impl Desk {
    /// A desk for a run.
    pub fn new(
        model: Arc<dyn LanguageModel>,
        book: Arc<dyn CallBook>,
        ledger: Arc<dyn Ledger>,
        clock: Arc<dyn Clock>,
        prices: Prices,
        budget: Budget,
        run_id: String,
    ) -> Desk {
        let (purse, waited_ms) = (Mutex::new(None), AtomicU64::new(0));
        let (hides, trace) = (false, None);
        Desk { model, book, ledger, clock, prices, budget, run_id, hides, trace, purse, waited_ms }
    }

    /// Asks, unless the same was asked before and its answer was of use.
    pub async fn ask(&self, errand: Errand<'_>, request: &Request) -> Result<Asked, DeskError> {
        if !self.hides {
            return self.ask_as_it_is(errand, request).await;
        }
        let (hidden, veil) = Veil::over(request);
        if let Some(n) = u32::try_from(veil.n_hidden()).ok().filter(|it| *it > 0) {
            let agent = errand.agent.to_owned();
            let message = format!("{agent}: {n} personal values are hidden from the model");
            let happening = Happening::PersonalHidden { agent, n };
            self.say(errand.stage, Severity::Info, message, happening)?;
        }
        let asked = self.ask_as_it_is(errand, &hidden).await?;
        Ok(Asked { reply: veil.lift(&asked.raw), ..asked })
    }

    async fn ask_as_it_is(
        &self,
        errand: Errand<'_>,
        request: &Request,
    ) -> Result<Asked, DeskError> {
        let key = self.key(errand, request);
        let began = Began::now(&*self.clock);
        if !errand.anew
            && let Some(reply) = self.book.recall(&key)?
        {
            self.tracing(|| format!("CACHE hit key={}", short(&key)));
            self.record(errand, request, began, Ok(&reply), true)?;
            let usage = used(request, &reply);
            return Ok(Asked { raw: reply.clone(), reply, cached: true, usage, key });
        }
        self.tracing(|| format!("CACHE miss key={}", short(&key)));
        self.allow(errand, request)?;
        self.tracing(|| {
            let (agent, model) = (errand.agent, &self.model);
            format!(
                "LLM_CALL agent={agent} provider={} model={} base_url={} max_tokens={} \
                 temperature={} run_id={}",
                model.provider(),
                model.model(),
                model.address(),
                request.max_tokens,
                request.temperature_milli.map_or("default".to_owned(), |it| format!("{it}/1000")),
                self.run_id
            )
        });
        // What is heard on the way matters where it says that things go wrong.
        let heard: Mutex<Vec<Heard>> = Mutex::default();
        let hear = |it: Heard| {
            if !matches!(it, Heard::Text(_)) {
                heard.lock().unwrap_or_else(PoisonError::into_inner).push(it);
            }
        };
        let answer = self.model.ask(request, &hear).await;
        let waited = began.took_ms(&*self.clock);
        self.waited_ms.fetch_add(u64::try_from(waited).unwrap_or(0), Ordering::Relaxed);
        for it in heard.into_inner().unwrap_or_else(PoisonError::into_inner) {
            self.tell(errand, it)?;
        }
        self.record(errand, request, began, answer.as_ref(), false)?;
        let reply = answer?;
        let usage = used(request, &reply);
        Ok(Asked { raw: reply.clone(), reply, cached: false, usage, key })
    }

    /// Keeps an answer that was of use.
    pub fn keep(&self, asked: &Asked) -> Result<(), LedgerError> {
        if asked.cached {
            return Ok(());
        }
        self.tracing(|| format!("CACHE set key={}", short(&asked.key)));
        self.book.keep(&asked.key, &asked.raw)
    }

    /// Writes a line for who looks for faults, where somebody does.
    pub fn tracing(&self, line: impl FnOnce() -> String) {
        if let Some(trace) = &self.trace {
            trace.line(&trace::masked(&line()));
        }
    }

    /// Writes an event down.
    pub fn say(
        &self,
        stage: Stage,
        severity: Severity,
        message: String,
        happening: Happening,
    ) -> Result<(), LedgerError> {
        if let Some(line) = trace::line_of(&happening) {
            self.tracing(|| line);
        }
        let stage = Some(stage);
        self.ledger.append(Entry { stage, document_id: None, severity, message, happening })
    }

    /// What this run has spent.
    pub fn spent(&self) -> Result<Spent, LedgerError> {
        self.with_purse(|it| it.total())
    }

    /// `agent:version:variant:prompt_version:scope:input_hash`, and who is asked how.
    fn key(&self, errand: Errand<'_>, request: &Request) -> String {
        let Errand { agent, agent_version, prompt, scope, .. } = errand;
        format!(
            "{agent}:{agent_version}:{}:{}:{scope}:{}:{}:{}",
            prompt.variant,
            prompt.version,
            request.sha256(),
            self.model.provider(),
            self.model.model(),
        )
    }

    fn allow(&self, errand: Errand<'_>, request: &Request) -> Result<(), DeskError> {
        let usage = Usage {
            input: estimated_tokens(request),
            output: u64::from(request.max_tokens),
            reasoning: 0,
        };
        let cost = self.prices.cost(self.model.provider(), self.model.model(), usage);
        let stage = errand.stage;
        let allowed = self.with_purse(|it| it.allows(&self.budget, stage, usage.total(), cost))?;
        let allowed = allowed.and_then(|()| self.has_time());
        let Err(refusal) = allowed else { return Ok(()) };
        let message = format!("{}: {}", errand.agent, refusal.message());
        let happening = Happening::BudgetRefused {
            agent: errand.agent.to_owned(),
            limit: refusal.limit.clone(),
            allowed: refusal.allowed,
            would: refusal.would,
        };
        self.say(stage, Severity::Warn, message, happening)?;
        Err(DeskError::Budget(refusal))
    }

    /// Whether the run may still wait for answers: a provider that is slow in each of them must not
    /// hold it for days.
    fn has_time(&self) -> Result<(), Refusal> {
        let waited = self.waited_ms.load(Ordering::Relaxed);
        if waited <= MAX_WAITED_MS {
            return Ok(());
        }
        let limit = "run.time".to_owned();
        Err(Refusal { limit, allowed: MAX_WAITED_MS / 1_000, would: Some(waited / 1_000) })
    }

    fn record(
        &self,
        errand: Errand<'_>,
        request: &Request,
        began: Began,
        answer: Result<&Reply, &ModelError>,
        cached: bool,
    ) -> Result<(), LedgerError> {
        let (provider, model) = (self.model.provider(), self.model.model());
        let took_ms = began.took_ms(&*self.clock);
        let usage = answer.map_or(Usage::default(), |it| used(request, it));
        let answered_by = answer.map_or(model, |it| it.model.as_str());
        let cost = |it| self.prices.cost(provider, it, usage);
        let cost_micros = if cached { Some(0) } else { cost(answered_by).or_else(|| cost(model)) };
        if !cached {
            let spent = Spent { tokens: usage.total(), micros: cost_micros.unwrap_or(0) };
            self.with_purse(|it| it.pay(errand.stage, spent))?;
        }
        let error = answer.err().map(|err| with_causes(err));
        self.book.record(&CallRecord {
            stage: errand.stage,
            agent: errand.agent.to_owned(),
            prompt: errand.prompt.id(),
            scope: errand.scope.to_owned(),
            provider: provider.to_owned(),
            model: model.to_owned(),
            request_sha256: request.sha256(),
            request: serde_json::to_string(request).unwrap_or_default(),
            reply: answer.ok().cloned(),
            error: error.clone(),
            cost_micros,
            cached,
            took_ms,
            created_at_ms: began.at_ms,
        })?;
        let agent = errand.agent.to_owned();
        let (severity, message, happening) = match error {
            None => (
                Severity::Info,
                format!(
                    "{agent}: {answered_by} answered, {} tokens{}",
                    usage.total(),
                    if cached { " (kept from before)" } else { "" }
                ),
                Happening::ModelCalled {
                    agent,
                    provider: provider.to_owned(),
                    model: answered_by.to_owned(),
                    request_sha256: request.sha256(),
                    input_tokens: usage.input,
                    output_tokens: usage.output,
                    cost_micros,
                    cached,
                    took_ms,
                },
            ),
            Some(reason) => (
                Severity::Warn,
                format!("{agent}: {reason}"),
                Happening::ModelFailed {
                    agent,
                    provider: provider.to_owned(),
                    model: model.to_owned(),
                    reason,
                },
            ),
        };
        self.say(errand.stage, severity, message, happening)
    }

    fn tell(&self, errand: Errand<'_>, heard: Heard) -> Result<(), LedgerError> {
        let agent = errand.agent.to_owned();
        let (reason, after_ms) = match heard {
            Heard::Text(_) => return Ok(()),
            Heard::Again { reason, after } => {
                (reason, i64::try_from(after.as_millis()).unwrap_or(i64::MAX))
            }
            Heard::OtherModel { model } => (format!("asking `{model}` instead"), 0),
        };
        let message = format!("{agent}: {reason}");
        let happening = Happening::ModelRetried { agent, reason, after_ms };
        self.say(errand.stage, Severity::Warn, message, happening)
    }

    /// The purse of this run, with what an earlier life of it has spent.
    fn with_purse<T>(&self, action: impl FnOnce(&mut Purse) -> T) -> Result<T, LedgerError> {
        let mut purse = self.purse.lock().unwrap_or_else(PoisonError::into_inner);
        if purse.is_none() {
            let mut fresh = Purse::default();
            for (stage, spent) in self.book.spent()? {
                fresh.pay(stage, spent);
            }
            *purse = Some(fresh);
        }
        Ok(action(purse.get_or_insert_with(Purse::default)))
    }
}

/// Tokens of an answer. A provider that does not count is believed to have used what the text comes
/// to.
fn used(request: &Request, reply: &Reply) -> Usage {
    if reply.usage.total() > 0 {
        return reply.usage;
    }
    let output = reply.text.chars().count() as u64;
    Usage { input: estimated_tokens(request), output, reasoning: 0 }
}

/// The beginning of a key.
fn short(key: &str) -> String {
    key.chars().take(80).collect()
}

fn with_causes(err: &dyn std::error::Error) -> String {
    let mut text = err.to_string();
    let mut cause = err.source();
    while let Some(it) = cause {
        text = format!("{text}: {it}");
        cause = it.source();
    }
    text
}
