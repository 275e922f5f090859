//! In the place of the transport in a program that is built to speak to nobody (`make demo`).
//!
//! **Invariant:** nothing is sent; whoever asks for a provider is told that there is none.

use proviso_core::llm::ModelError;

use super::settings::Settings;

/// Why there is no provider.
pub(super) const WITHOUT: &str = "this program was built without providers of language models";

pub(super) fn without(settings: &Settings) -> ModelError {
    let provider = settings.kind.name().to_owned();
    ModelError::NoKey { provider, hint: WITHOUT.to_owned() }
}

/// The names of the models that a provider offers: none that could be asked for.
pub async fn offered(settings: &Settings) -> Result<Vec<String>, ModelError> {
    Err(without(settings))
}
