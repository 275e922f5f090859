//! Providers of language models over HTTP: OpenAI-compatible (chat completions and responses),
//! Anthropic messages, Ollama, and the mock that never answers.
//!
//! A provider is a [`Dialect`] (pure: requests to JSON, JSON and stream events to replies) over one
//! transport that all share: waiting, retrying, falling back to the second model, streaming.
//!
//! **Invariant:** a key goes into one header of one request and nowhere else: not into errors, logs
//! or records; redirects are not followed, so that no other host gets it.
#![cfg_attr(
    not(feature = "online"),
    allow(dead_code, reason = "without the transport nobody asks a dialect")
)]

mod anthropic;
#[cfg(not(feature = "online"))]
mod apart;
mod chat;
mod dialect;
mod kind;
#[cfg(feature = "online")]
mod offered;
mod ollama;
mod pace;
mod responses;
mod settings;
mod stream;
#[cfg(feature = "online")]
mod transport;

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::llm::{Heard, ModelError, Reply, Request};
use proviso_core::ports::LanguageModel;

#[cfg(not(feature = "online"))]
pub use self::apart::offered;
pub use self::kind::ProviderKind;
#[cfg(feature = "online")]
pub use self::offered::offered;
pub use self::pace::{Pace, TokioPace};
pub use self::settings::{
    Effective, ProviderOptions, Retries, Settings, Style, Timeouts, base_url, effective,
};
#[cfg(feature = "online")]
pub use self::transport::HttpModel;

/// The model that settings ask for.
#[cfg_attr(not(feature = "online"), expect(unused_variables, reason = "only a transport waits"))]
pub fn model(
    settings: Settings,
    pace: Arc<dyn Pace>,
) -> Result<Arc<dyn LanguageModel>, ModelError> {
    match settings.kind {
        ProviderKind::Mock => Ok(Arc::new(MockModel)),
        #[cfg(feature = "online")]
        _ => Ok(Arc::new(HttpModel::new(settings, pace)?)),
        #[cfg(not(feature = "online"))]
        _ => Err(apart::without(&settings)),
    }
}

/// The provider that always fails, which drives every fallback.
#[derive(Debug, Clone, Copy, Default)]
pub struct MockModel;

impl LanguageModel for MockModel {
    fn provider(&self) -> &str {
        "mock"
    }
    fn model(&self) -> &str {
        "mock"
    }
    fn ask<'a>(
        &'a self,
        _request: &'a Request,
        _hear: &'a (dyn Fn(Heard) + Send + Sync),
    ) -> BoxFuture<'a, Result<Reply, ModelError>> {
        ready(Err(ModelError::Mock)).boxed()
    }
}
