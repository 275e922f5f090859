//! In the place of the transport in a program that is built to speak to nobody (`make demo`).
//!
//! **Invariant:** nothing is sent; whoever asks for a provider is told that there is none.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::llm::{Heard, ModelError, Reply, Request};
use proviso_core::ports::LanguageModel;

use super::pace::Pace;
use super::settings::Settings;

/// Why there is no provider.
pub(super) const WITHOUT: &str = "this program was built without providers of language models";

fn without(settings: &Settings) -> ModelError {
    let provider = settings.kind.name().to_owned();
    ModelError::NoKey { provider, hint: WITHOUT.to_owned() }
}

/// A provider that cannot be reached.
pub struct HttpModel {
    settings: Settings,
}

impl HttpModel {
    /// A provider as it is set; it is told only when it is asked that nobody can.
    pub fn new(settings: Settings, _pace: Arc<dyn Pace>) -> Result<HttpModel, ModelError> {
        Ok(HttpModel { settings })
    }
}

impl LanguageModel for HttpModel {
    fn provider(&self) -> &str {
        self.settings.kind.name()
    }
    fn model(&self) -> &str {
        &self.settings.model
    }
    fn ask<'a>(
        &'a self,
        _request: &'a Request,
        _hear: &'a (dyn Fn(Heard) + Send + Sync),
    ) -> BoxFuture<'a, Result<Reply, ModelError>> {
        ready(Err(without(&self.settings))).boxed()
    }
}

/// The names of the models that a provider offers: none that could be asked for.
pub async fn offered(settings: &Settings) -> Result<Vec<String>, ModelError> {
    Err(without(settings))
}
