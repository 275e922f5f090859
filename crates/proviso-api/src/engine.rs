//! Which engine works on a run: the built-in one, or a model provider that can be asked.
//!
//! **Invariant:** a provider that cannot be asked is never pretended: the built-in engine works, and
//! the run's log says why. A run is worked on by the engine that it names, or by the built-in one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use proviso_core::agent::desk::{Budget, Caps, Desk};
use proviso_core::agent::{Builtin, ModelEngine, Reach, Versions, unasked_prompts};
use proviso_core::doctype::DocumentTypes;
use proviso_core::llm::{ModelError, Prices};
use proviso_core::ports::{
    CallBook, Checker, Clock, Engine, LanguageModel, Ledger, Pictures, Study, Trace,
};
use proviso_core::prompt::PromptStore;
use proviso_core::remark::Remark;
use proviso_core::run::Limits;
use proviso_kit::assets;
use proviso_kit::providers::{self, Effective, ProviderOptions, TokioPace};
use proviso_kit::secret::Keys;
use proviso_kit::settings::{Kept, Personal};
use proviso_kit::trace::StandardError;

use crate::{ApiError, Code};

/// The name of the engine that is always there.
pub(crate) const BUILTIN: &str = "builtin";

/// What a person chose of engines, on the command line or in a window.
#[derive(Debug, Clone, Default)]
pub struct EngineOptions {
    /// The provider, its address, its model.
    pub provider: ProviderOptions,
    /// What a run may spend on models.
    pub budget: Budget,
    /// Whether personal data is hidden from models, whatever is set.
    pub redact: bool,
    /// First texts of a model to choose the best of; one if none.
    pub best_of: Option<u32>,
}

/// The engines of an application.
pub(crate) struct Engines {
    provider: Option<Provider>,
    degraded: Option<Degraded>,
}

/// An engine that was chosen and cannot work.
pub(crate) struct Degraded {
    /// Its name.
    pub(crate) asked: String,
    /// Why not, as a run's log says it.
    pub(crate) message: String,
    /// Whether it is the workspace that asks for it, and nobody here has agreed.
    pub(crate) proposed: bool,
}

struct Provider {
    model: Arc<dyn LanguageModel>,
    prompts: PromptStore,
    /// What of the workspace's own prompts nobody asks for, as a run's log says it.
    unused: Option<Remark>,
    prices: Prices,
    budget: Budget,
    hides: bool,
    reach: Reach,
    versions: Versions,
    trace: Option<Arc<dyn Trace>>,
}

/// What a run lends its engine.
pub(crate) struct RunParts<L> {
    pub(crate) ledger: Arc<L>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) run: i64,
    pub(crate) limits: Limits,
    /// What a person told its agents.
    pub(crate) hint: Option<String>,
    pub(crate) pictures: Arc<dyn Pictures>,
}

/// Who works beside a language model: what it stands on, and what it is judged by.
#[derive(Clone, Copy)]
pub(crate) struct Below<'a> {
    pub(crate) builtin: &'a Arc<dyn Engine>,
    pub(crate) types: &'a Arc<DocumentTypes>,
    /// Who computes the built-in analysis.
    pub(crate) study: &'a Arc<dyn Study>,
    pub(crate) checker: &'a Arc<dyn Checker>,
}

impl Engines {
    /// The engines for what was chosen, what is set, and what is there.
    pub(crate) fn new(
        options: &EngineOptions,
        kept: &Kept,
        keys: &dyn Keys,
        root: Option<&Path>,
    ) -> Result<Engines, ApiError> {
        let chosen = chosen_engine(options, keys);
        let is_chosen = chosen.is_some();
        let name = chosen.or_else(|| kept.shared.engine.clone());
        let asks = kept.withheld.engine.as_deref().filter(|_| name.is_none());
        let name = name.unwrap_or_else(|| BUILTIN.to_owned());
        let asked = asked(options, &kept.personal, keys, &name);
        let trace: Option<Arc<dyn Trace>> = match keys.variable("DEBUG_AGENT").as_deref() {
            Some("1") => Some(Arc::new(StandardError)),
            _ => None,
        };
        let degraded = |asked: &str, reason: String| {
            let message = format!("`{asked}` cannot be asked: {reason}");
            let proposed = asks.is_some();
            let degraded = Some(Degraded { asked: asked.to_owned(), message, proposed });
            Ok(Engines { provider: None, degraded })
        };
        if let Some(asks) = asks {
            let reason = "the workspace asks for it and nobody has agreed here; `proviso allow engine`, \
                          or the settings of the window, let documents be sent there";
            return degraded(asks, reason.to_owned());
        }
        let effective = providers::effective(&asked, keys);
        if let Some(trace) = &trace {
            let works = match &effective {
                Ok(Effective::Provider(it)) => it.kind.name(),
                Ok(Effective::Builtin | Effective::Degraded { .. }) | Err(_) => BUILTIN,
            };
            trace.line(&format!("LLM_MODE asked={name} effective={works}"));
        }
        match effective {
            Ok(Effective::Builtin) => Ok(Engines { provider: None, degraded: None }),
            Ok(Effective::Degraded { asked, reason }) => degraded(asked.name(), reason),
            // What was asked wrong here and now is an error; what is set must not keep the program
            // from starting, since it is there that it is set right.
            Err(reason) if !is_chosen => degraded(&name, reason),
            Err(message) => Err(ApiError::new(Code::BadRequest, message)),
            Ok(Effective::Provider(settings)) => {
                let model = providers::model(settings, Arc::new(TokioPace))?;
                let (prompts, prices) = (assets::prompts(root)?, assets::prices(root)?);
                let unused = unused(&assets::own_prompts(root)?);
                let budget = budget(options, &kept.personal);
                let best_of = options.best_of.unwrap_or(1);
                let reach = Reach { best_of, ..Reach::default() };
                let set_on = keys.variable("PROVISO_REDACT").as_deref() == Some("1");
                let hides = options.redact || set_on || kept.shared.redact.unwrap_or(false);
                let versions = Versions::default();
                let provider = Provider {
                    model,
                    prompts,
                    unused,
                    prices,
                    budget,
                    hides,
                    reach,
                    versions,
                    trace,
                };
                Ok(Engines { provider: Some(provider), degraded: None })
            }
        }
    }

    /// The engine that works where a run names none.
    pub(crate) fn name(&self) -> &str {
        self.provider.as_ref().map_or(BUILTIN, |it| it.model.provider())
    }

    /// All that can work.
    pub(crate) fn names(&self) -> Vec<String> {
        let provider = self.provider.as_ref().map(|it| it.model.provider().to_owned());
        [BUILTIN.to_owned()].into_iter().chain(provider).collect()
    }

    /// The engine that was chosen and does not work.
    pub(crate) fn degraded(&self) -> Option<&Degraded> {
        self.degraded.as_ref()
    }

    /// What of the workspace's own prompts an engine does not use, for a run's log.
    pub(crate) fn unused_prompts(&self, name: &str) -> Option<&Remark> {
        let provider = self.provider.as_ref().filter(|it| it.model.provider() == name)?;
        provider.unused.as_ref()
    }

    /// The engine for a run.
    pub(crate) fn of_run<L: Ledger + CallBook + 'static>(
        &self,
        name: &str,
        below: Below<'_>,
        parts: RunParts<L>,
    ) -> Arc<dyn Engine> {
        let Some(it) = self.provider.as_ref().filter(|it| it.model.provider() == name) else {
            return Arc::clone(below.builtin);
        };
        Arc::new(it.engine(below, parts))
    }

    /// The engine of a run that is played again: with the prompts that are here, and a model that
    /// says what was said then.
    pub(crate) fn replaying<L: Ledger + CallBook + 'static>(
        &self,
        model: Arc<dyn LanguageModel>,
        (budget, hides, best_of, versions): (Budget, bool, u32, Versions),
        below: Below<'_>,
        parts: RunParts<L>,
        root: Option<&Path>,
    ) -> Result<Arc<dyn Engine>, ApiError> {
        let (prompts, prices) = (assets::prompts(root)?, Prices::default());
        let reach = Reach { best_of, ..Reach::default() };
        let (unused, trace) = (None, None);
        let provider =
            Provider { model, prompts, unused, prices, budget, hides, reach, versions, trace };
        Ok(Arc::new(provider.engine(below, parts)))
    }
}

impl Provider {
    fn engine<L: Ledger + CallBook + 'static>(
        &self,
        below: Below<'_>,
        parts: RunParts<L>,
    ) -> ModelEngine {
        let RunParts { ledger, clock, run, limits, hint, pictures } = parts;
        let check_timeout = Duration::from_millis(limits.check_timeout_ms);
        let mut desk = Desk::new(
            Arc::clone(&self.model),
            Arc::clone(&ledger) as Arc<dyn CallBook>,
            ledger,
            clock,
            self.prices.clone(),
            self.budget,
            run.to_string(),
        );
        (desk.hides, desk.trace) = (self.hides, self.trace.clone());
        ModelEngine {
            desk,
            prompts: self.prompts.clone().with_hint(hint.as_deref()),
            builtin: Builtin::by(Arc::clone(below.types), Arc::clone(below.study)),
            checker: Arc::clone(below.checker),
            pictures,
            reach: Reach { check_timeout, ..self.reach },
            versions: self.versions.clone(),
        }
    }
}

/// The engine that was chosen on the command line or in the environment.
pub(crate) fn chosen_engine(options: &EngineOptions, keys: &dyn Keys) -> Option<String> {
    let named = options.provider.engine.clone().or_else(|| keys.variable("PROVISO_ENGINE"));
    named.filter(|it| !it.trim().is_empty())
}

/// What is asked of a provider: the command line's word, the environment's, and then the user's
/// settings. Their own tools' variables come after these.
pub(crate) fn asked(
    options: &EngineOptions,
    personal: &Personal,
    keys: &dyn Keys,
    engine: &str,
) -> ProviderOptions {
    let set = personal.providers.get(engine).cloned().unwrap_or_default();
    let of = |given: &Option<String>, variable: &str, set: Option<String>| {
        given.clone().or_else(|| keys.variable(variable)).or(set)
    };
    let given = &options.provider;
    ProviderOptions {
        engine: Some(engine.to_owned()),
        base_url: of(&given.base_url, BASE_URL, set.base_url),
        model: of(&given.model, MODEL, set.model),
        second_model: of(&given.second_model, SECOND_MODEL, set.second_model),
        ..given.clone()
    }
}

/// The variables that come before what is set.
pub(crate) const BASE_URL: &str = "PROVISO_BASE_URL";
pub(crate) const MODEL: &str = "PROVISO_MODEL";
pub(crate) const SECOND_MODEL: &str = "PROVISO_SECOND_MODEL";

/// Own prompts of a version that nobody asks for, in one sentence; the first of many.
fn unused(own: &BTreeMap<String, String>) -> Option<Remark> {
    const NAMED: usize = 4;
    let all = unasked_prompts(own);
    let en = |(path, asked): &(&str, &str)| format!("`prompts/{path}` ({asked} is asked for)");
    let ko = |(path, asked): &(&str, &str)| format!("`prompts/{path}`({asked} 버전을 씁니다)");
    let list = |one: &dyn Fn(&(&str, &str)) -> String| {
        Remark::list(&all.iter().map(one).collect::<Vec<_>>(), NAMED)
    };
    let some = Remark::new(
        format!("not used, since of another version: {}", list(&en).en),
        format!("버전이 달라 쓰이지 않은 지시문: {}", list(&ko).ko),
    );
    (!all.is_empty()).then_some(some)
}

/// What a run may spend: as said on the command line, else as set.
fn budget(options: &EngineOptions, personal: &Personal) -> Budget {
    let mut budget = options.budget;
    if let Some(tokens) = personal.max_tokens
        && budget.tokens == Budget::default().tokens
    {
        // One number for the whole run: the limits of its parts give way.
        budget.tokens = Caps { run: Some(tokens), ..Caps::default() };
    }
    budget.micros.run = budget.micros.run.or(personal.max_cost_micros);
    budget
}

impl From<ModelError> for ApiError {
    fn from(err: ModelError) -> ApiError {
        ApiError::from_error(Code::BadRequest, &err)
    }
}
