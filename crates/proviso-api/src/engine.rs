//! Which engine works on a run: the built-in one, or a model provider that can be asked.
//!
//! **Invariant:** a provider that cannot be asked is never pretended: the built-in engine works, and
//! the run's log says why. A run is worked on by the engine that it names, or by the built-in one.

use std::path::Path;
use std::sync::Arc;

use proviso_core::agent::desk::{Budget, Desk};
use proviso_core::agent::{Builtin, ModelEngine, Reach};
use proviso_core::llm::{CallBook, LanguageModel, ModelError, Prices};
use proviso_core::ports::{Clock, Engine, Ledger};
use proviso_core::prompt::PromptStore;
use proviso_kit::assets;
use proviso_kit::providers::{self, Effective, ProviderOptions, TokioPace};
use proviso_kit::secret::Keys;

use crate::app::Ports;
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
}

/// The engines of an application.
pub(crate) struct Engines {
    provider: Option<Provider>,
    degraded: Option<String>,
}

struct Provider {
    model: Arc<dyn LanguageModel>,
    prompts: PromptStore,
    prices: Prices,
    budget: Budget,
}

/// What a run lends its engine.
pub(crate) struct RunParts<L> {
    pub(crate) ledger: Arc<L>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) run: i64,
}

impl Engines {
    /// The engines for what was chosen and what is there; `set` is the workspace's choice.
    pub(crate) fn new(
        options: &EngineOptions,
        set: Option<&str>,
        keys: &dyn Keys,
        root: Option<&Path>,
    ) -> Result<Engines, ApiError> {
        let mut asked = options.provider.clone();
        let chosen = asked.engine.clone().or_else(|| keys.variable("PROVISO_ENGINE"));
        asked.engine = chosen.or_else(|| set.map(str::to_owned));
        let bad = |message: String| ApiError::new(Code::BadRequest, message);
        Ok(match providers::effective(&asked, keys).map_err(bad)? {
            Effective::Builtin => Engines { provider: None, degraded: None },
            Effective::Degraded { asked, reason } => {
                let message = format!("`{}` cannot be asked: {reason}", asked.name());
                Engines { provider: None, degraded: Some(message) }
            }
            Effective::Provider(settings) => {
                let model = providers::model(settings, Arc::new(TokioPace))?;
                let (prompts, prices) = (assets::prompts(root)?, assets::prices(root)?);
                let budget = options.budget;
                let provider = Provider { model, prompts, prices, budget };
                Engines { provider: Some(provider), degraded: None }
            }
        })
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

    /// Why an engine that was chosen does not work.
    pub(crate) fn degraded(&self) -> Option<&str> {
        self.degraded.as_deref()
    }

    /// The engine for a run.
    pub(crate) fn of_run<L: Ledger + CallBook + 'static>(
        &self,
        name: &str,
        ports: &Ports,
        parts: RunParts<L>,
    ) -> Arc<dyn Engine> {
        let Some(it) = self.provider.as_ref().filter(|it| it.model.provider() == name) else {
            return Arc::clone(&ports.engine);
        };
        let RunParts { ledger, clock, run } = parts;
        let desk = Desk::new(
            Arc::clone(&it.model),
            Arc::clone(&ledger) as Arc<dyn CallBook>,
            ledger,
            clock,
            it.prices.clone(),
            it.budget,
            run.to_string(),
        );
        Arc::new(ModelEngine {
            desk,
            prompts: it.prompts.clone(),
            builtin: Builtin::new(Arc::clone(&ports.types)),
            checker: Arc::clone(&ports.checker),
            reach: Reach::default(),
        })
    }
}

impl From<ModelError> for ApiError {
    fn from(err: ModelError) -> ApiError {
        ApiError::from_error(Code::BadRequest, &err)
    }
}
