//! Keys of providers in the system's keyring.
//!
//! **Invariant:** a key goes in and never comes out; what others see is whether there is one.

use proviso_kit::providers::ProviderKind;
use proviso_kit::secret::{KeyringError, Keys as _, Secret, SystemKeys};

use crate::{ApiError, Code};

/// Keeps a provider's key.
pub fn set(provider: &str, key: &str) -> Result<(), ApiError> {
    let provider = kind(provider)?;
    let key = Secret::new(key)
        .ok_or_else(|| ApiError::new(Code::BadRequest, "there is no key on standard input"))?;
    Ok(SystemKeys.remember(provider.name(), &key)?)
}

/// Forgets a provider's key; none there is as good.
pub fn forget(provider: &str) -> Result<(), ApiError> {
    Ok(SystemKeys.forget(kind(provider)?.name())?)
}

pub(crate) fn kind(provider: &str) -> Result<ProviderKind, ApiError> {
    match provider.parse() {
        Ok(ProviderKind::Mock) | Err(_) => {
            let message = format!("no provider `{provider}` that has keys");
            Err(ApiError::new(Code::BadRequest, message)
                .hint("there are `openai`, `anthropic`, `ollama`"))
        }
        Ok(kind) => Ok(kind),
    }
}

impl From<KeyringError> for ApiError {
    fn from(err: KeyringError) -> ApiError {
        ApiError::from_error(Code::Storage, &err)
            .hint("a machine without a keyring takes keys from the environment: `OPENAI_API_KEY`")
    }
}
