//! Keys of providers: held so that nothing prints them, looked up in the environment and then in
//! the system's keyring.
//!
//! **Invariant:** a [`Secret`] has no `Display`, and neither its `Debug` nor its JSON shows a
//! character of it; [`Secret::expose`] is called where a header is written, and nowhere else.

use std::fmt;

use serde::{Serialize, Serializer};

/// What stands where a secret would.
const MASK: &str = "********";

/// The keyring's name for all entries of ours.
const SERVICE: &str = "proviso";

/// A text that is shown to nobody.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Holds a text; none where it is blank.
    pub fn new(text: &str) -> Option<Secret> {
        let text = text.trim();
        (!text.is_empty()).then(|| Secret(text.to_owned()))
    }
    /// The text itself, for the header of a request.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
    /// A text of somebody else's with this secret, or the better part of it, masked.
    pub fn scrub(&self, text: &str) -> String {
        let text = text.replace(&self.0, MASK);
        // Providers cite keys shortened: `sk-abcde***wxyz`.
        match self.0.char_indices().nth(8) {
            Some((end, _)) => text.replace(&self.0[..end], MASK),
            None => text,
        }
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(********)")
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(MASK)
    }
}

/// Where keys are looked for.
pub trait Keys: Send + Sync {
    /// An environment variable.
    fn variable(&self, name: &str) -> Option<String>;
    /// An entry of the system's keyring; none where there is no entry, or no keyring at all.
    fn entry(&self, provider: &str) -> Option<String>;
}

/// This machine's environment and keyring.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemKeys;

impl Keys for SystemKeys {
    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }
    fn entry(&self, provider: &str) -> Option<String> {
        match entry(provider).and_then(|it| it.get_password()) {
            Ok(key) => Some(key),
            Err(keyring::Error::NoEntry) => None,
            Err(err) => {
                // A machine without a keyring is an ordinary machine.
                tracing::debug!("no keyring: {err}");
                None
            }
        }
    }
}

/// Why the keyring did not take or give up a key.
#[derive(Debug, thiserror::Error)]
#[error("cannot {doing} the key of {provider} in the system's keyring")]
pub struct KeyringError {
    /// What was being done.
    pub doing: &'static str,
    /// Whose key.
    pub provider: String,
    /// Why not.
    #[source]
    pub source: keyring::Error,
}

/// Puts a provider's key into the system's keyring.
pub fn remember(provider: &str, key: &Secret) -> Result<(), KeyringError> {
    entry(provider).and_then(|it| it.set_password(key.expose())).map_err(|source| KeyringError {
        doing: "keep",
        provider: provider.to_owned(),
        source,
    })
}

/// Takes a provider's key out of the system's keyring; none there is as good.
pub fn forget(provider: &str) -> Result<(), KeyringError> {
    match entry(provider).and_then(|it| it.delete_credential()) {
        Ok(()) | Err(keyring::Error::NoEntry) => Ok(()),
        Err(source) => Err(KeyringError { doing: "remove", provider: provider.to_owned(), source }),
    }
}

fn entry(provider: &str) -> keyring::Result<keyring::Entry> {
    keyring::Entry::new(SERVICE, provider)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_shows_itself_to_nobody() {
        let key = Secret::new(" sk-live-0123456789abcdef \n").unwrap();
        let shown = format!("{key:?} {}", serde_json::to_string(&key).unwrap());
        assert!(!shown.contains("sk-") && !shown.contains("cdef"), "{shown}");
        assert_eq!(key.expose(), "sk-live-0123456789abcdef", "blanks around it are none of it");
    }

    #[test]
    fn what_others_say_of_it_is_masked() {
        let key = Secret::new("sk-live-0123456789abcdef").unwrap();
        let said = "bad keys sk-live-0123456789abcdef and sk-live-****cdef";
        assert_eq!(key.scrub(said), "bad keys ******** and ************cdef");
    }

    #[test]
    fn blank_is_no_secret() {
        assert_eq!(Secret::new(" \t"), None);
    }
}
