//! Keys of providers and of queues in the system's keyring.
//!
//! **Invariant:** a key goes in and never comes out; what others see is whether there is one.

use proviso_kit::providers::ProviderKind;
use proviso_kit::queue;
use proviso_kit::secret::{KeyringError, Keys as _, Secret, SystemKeys};

use crate::{ApiError, Code};

/// Keeps a provider's key, or what one comes into a queue by: of a space `queue/SPACE`.
pub fn set(owner: &str, key: &str) -> Result<(), ApiError> {
    let owner = entry(owner)?;
    let key = Secret::new(key)
        .ok_or_else(|| ApiError::new(Code::BadRequest, "there is no key on standard input"))?;
    Ok(SystemKeys.remember(&owner, &key)?)
}

/// Forgets a key; none there is as good.
pub fn forget(owner: &str) -> Result<(), ApiError> {
    Ok(SystemKeys.forget(&entry(owner)?)?)
}

/// What the keyring knows the key of a provider or of a queue's space by.
fn entry(owner: &str) -> Result<String, ApiError> {
    match (owner, owner.strip_prefix("queue/")) {
        ("queue", _) => Ok(queue::entry("default")),
        (_, Some(space)) => Ok(queue::entry(space)),
        _ => Ok(kind(owner)?.name().to_owned()),
    }
}

pub(crate) fn kind(provider: &str) -> Result<ProviderKind, ApiError> {
    match provider.parse() {
        Ok(ProviderKind::Mock) | Err(_) => {
            let message = format!("no provider `{provider}` that has keys");
            let names = ProviderKind::names().join("`, `");
            Err(ApiError::new(Code::BadRequest, message)
                .hint(format!("there are `{names}`, and `queue`")))
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
