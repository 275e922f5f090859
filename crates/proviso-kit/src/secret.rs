//! Keys of providers and of queues: held so that nothing prints them, looked up in the environment and then in
//! the system's keyring.
//!
//! **Invariant:** a [`Secret`] has no `Display`, and neither its `Debug` nor its JSON shows a
//! character of it; [`Secret::expose`] is called where a header or a handshake is written, and nowhere else.

mod spelled;

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest key that is taken, in bytes; real ones have some hundred.
pub(crate) const MAX_LENGTH: usize = 4096;

/// A shorter key is a placeholder; real ones have twenty letters and more.
const SHORTEST: usize = 8;

/// What stands where a secret would.
const MASK: &str = "********";

/// The keyring's name for all entries of ours.
#[cfg(feature = "online")]
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
    /// Whether it can go into a header: what was copied with a line break or a letter of another
    /// script is no key.
    pub fn is_sendable(&self) -> bool {
        self.0.len() <= MAX_LENGTH && self.0.chars().all(|it| it.is_ascii_graphic())
    }
    /// The text itself, for the header of a request or for a handshake.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
    /// A text of somebody else's with this secret, or the better part of it, masked.
    ///
    /// Servers of one's own often want any key at all, so that people write `x` or `none`: that is no
    /// secret, and masking it would tear the words of every answer.
    pub fn scrub(&self, text: &str) -> String {
        if self.0.chars().count() < SHORTEST {
            return text.to_owned();
        }
        let text = text.replace(&self.0, MASK);
        // Providers cite keys shortened: `sk-abcde***wxyz`.
        let text = match self.0.char_indices().nth(8) {
            Some((end, _)) => text.replace(&self.0[..end], MASK),
            None => text,
        };
        spelled::masked(text, &self.0, MASK)
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

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
        // Errors of serde's own would cite what they found, and that may be the key.
        let no_key = || serde::de::Error::custom("a key is a text that is not blank");
        let text = String::deserialize(deserializer).map_err(|_| no_key())?;
        Secret::new(&text).ok_or_else(no_key)
    }
}

/// Where keys are looked for, and kept.
pub trait Keys: Send + Sync {
    /// An environment variable.
    fn variable(&self, name: &str) -> Option<String>;
    /// An entry of the system's keyring; none where there is no entry, or no keyring at all.
    fn entry(&self, provider: &str) -> Option<String>;
    /// Whether there is a keyring that can be asked.
    fn has_keyring(&self) -> bool {
        false
    }
    /// Puts a provider's key into the keyring.
    fn remember(&self, provider: &str, _key: &Secret) -> Result<(), KeyringError> {
        Err(KeyringError::new("keep", provider, NoKeyring))
    }
    /// Takes a provider's key out of the keyring; none there is as good.
    fn forget(&self, provider: &str) -> Result<(), KeyringError> {
        Err(KeyringError::new("remove", provider, NoKeyring))
    }
}

/// This machine's environment and keyring; the environment alone where the program was built without
/// keyrings.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemKeys;

impl Keys for SystemKeys {
    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }
    #[cfg(not(feature = "online"))]
    fn entry(&self, _provider: &str) -> Option<String> {
        None
    }
    #[cfg(feature = "online")]
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
    #[cfg(feature = "online")]
    fn has_keyring(&self) -> bool {
        // Asked for an entry that nobody has made.
        match entry("nobody").and_then(|it| it.get_password()) {
            Ok(_) | Err(keyring::Error::NoEntry) => true,
            Err(err) => {
                tracing::debug!("no keyring: {err}");
                false
            }
        }
    }
    #[cfg(feature = "online")]
    fn remember(&self, provider: &str, key: &Secret) -> Result<(), KeyringError> {
        entry(provider)
            .and_then(|it| it.set_password(key.expose()))
            .map_err(|source| KeyringError::new("keep", provider, source))
    }
    #[cfg(feature = "online")]
    fn forget(&self, provider: &str) -> Result<(), KeyringError> {
        match entry(provider).and_then(|it| it.delete_credential()) {
            Ok(()) | Err(keyring::Error::NoEntry) => Ok(()),
            Err(source) => Err(KeyringError::new("remove", provider, source)),
        }
    }
}

/// There is no keyring that could be asked.
#[derive(Debug, thiserror::Error)]
#[error("there is no keyring here")]
struct NoKeyring;

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
    pub source: Box<dyn Error + Send + Sync>,
}

impl KeyringError {
    fn new(
        doing: &'static str,
        provider: &str,
        source: impl Error + Send + Sync + 'static,
    ) -> KeyringError {
        KeyringError { doing, provider: provider.to_owned(), source: Box::new(source) }
    }
}

#[cfg(feature = "online")]
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
    fn a_placeholder_does_not_tear_words() {
        for key in ["x", "none", "ollama"] {
            let text = "a text of kind `text`, and nonexistent ollamas";
            assert_eq!(Secret::new(key).unwrap().scrub(text), text);
        }
        assert_eq!(Secret::new("hunter23").unwrap().scrub("is hunter23 it?"), "is ******** it?");
    }

    #[test]
    fn blank_is_no_secret() {
        assert_eq!(Secret::new(" \t"), None);
    }

    #[test]
    fn what_is_no_key_is_refused_without_citing_it() {
        for text in ["4711815", "[\"sk-live\"]", "\"  \"", "{\"key\":\"sk-live\"}"] {
            let err = serde_json::from_str::<Secret>(text).unwrap_err().to_string();
            assert!(err.starts_with("a key is a text that is not blank"), "{err}");
            assert!(!err.contains("47") && !err.contains("sk-"), "{err}");
        }
    }

    #[test]
    fn only_what_fits_into_a_header_is_sendable() {
        let sendable = |text: &str| Secret::new(text).unwrap().is_sendable();
        assert!(sendable("sk-live_0123.~"));
        assert!(!sendable("sk-live\n0123") && !sendable("sk live") && !sendable("열쇠"));
        assert!(!sendable(&"k".repeat(5000)));
    }
}
