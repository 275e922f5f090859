//! Passwords of locked documents: kept while the program runs, and nowhere else.
//!
//! A document's password is somebody else's secret about one file, so it is not put into the
//! system's keyring, where it would outlive the file: after a restart a person is asked again.
//!
//! **Invariant:** no password is written to disk, shown or logged; a worker that opens a file gets
//! it through its standard input.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Deserializer};

use super::protocol::Key;
use crate::secret::MAX_LENGTH;

/// The environment variable that may hold a password; programs that are started do not get it.
pub const PASSWORD_VARIABLE: &str = "PROVISO_PASSWORD";

/// More are not tried: each costs an attempt to open the file.
const MAX_TRIED: usize = 64;

/// A password, exactly as typed: blanks are part of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Holds a text; none where it is empty or longer than any password.
    pub fn new(text: &str) -> Option<Password> {
        let fits = !text.is_empty() && text.len() <= MAX_LENGTH;
        fits.then(|| Password(text.to_owned()))
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(********)")
    }
}

impl<'de> Deserialize<'de> for Password {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Password, D::Error> {
        // Errors of serde's own would cite what they found.
        let none = || serde::de::Error::custom("a password is a text that is not empty");
        let text = String::deserialize(deserializer).map_err(|_| none())?;
        Password::new(&text).ok_or_else(none)
    }
}

/// The passwords that this process knows.
#[derive(Debug, Default)]
pub struct Passwords {
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// What opened a document, or is said to, by its SHA-256; the latest first.
    of: BTreeMap<String, Vec<Password>>,
    /// What is tried with every locked document.
    any: Vec<Password>,
}

impl Passwords {
    /// Passwords to be tried with every locked document, in this order.
    pub fn offer(&self, passwords: impl IntoIterator<Item = Password>) {
        let mut known = self.known();
        for it in passwords {
            if !known.any.contains(&it) {
                known.any.push(it);
            }
        }
    }

    /// Puts a password first among those of a document.
    pub fn learn(&self, sha256: &str, password: Password) {
        let mut known = self.known();
        let all = known.of.entry(sha256.to_owned()).or_default();
        all.retain(|it| *it != password);
        all.insert(0, password);
    }

    /// Takes back what did not open a document.
    pub fn unlearn(&self, sha256: &str, password: &Password) {
        let mut known = self.known();
        if let Some(all) = known.of.get_mut(sha256) {
            all.retain(|it| it != password);
        }
        known.of.retain(|_, all| !all.is_empty());
    }

    /// What may open a document.
    pub(crate) fn keys(&self, sha256: &str) -> Vec<Key> {
        let known = self.known();
        let of = known.of.get(sha256).into_iter().flatten();
        of.chain(&known.any).take(MAX_TRIED).map(|it| Key(it.0.clone())).collect()
    }

    /// Remembers which key opened a document, so that it is the first one tried.
    pub(crate) fn opened(&self, sha256: &str, key: &Key) {
        self.learn(sha256, Password(key.0.clone()));
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // A panic while the lock was held leaves lists that are still lists.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::new(text).unwrap()
    }

    #[test]
    fn a_document_s_own_password_is_tried_before_those_for_all() {
        let it = Passwords::default();
        it.offer([password("all"), password("all")]);
        it.learn("a", password("first"));
        it.learn("a", password("second"));
        let keys = |of: &str| it.keys(of).into_iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(keys("a"), ["second", "first", "all"]);
        it.unlearn("a", &password("second"));
        assert_eq!(keys("a"), ["first", "all"]);
        assert_eq!(keys("b"), ["all"]);
    }

    #[test]
    fn a_password_shows_itself_to_nobody_and_keeps_its_blanks() {
        let it = Passwords::default();
        it.learn("a", password(" 열려라 "));
        assert!(!format!("{it:?}").contains("열려라"));
        assert_eq!(it.keys("a"), [Key(" 열려라 ".to_owned())]);
        assert_eq!(Password::new(""), None);
    }

    #[test]
    fn what_is_no_password_is_refused_without_citing_it() {
        for text in ["4711815", "[\"sesame\"]", "\"\""] {
            let err = serde_json::from_str::<Password>(text).unwrap_err().to_string();
            assert!(err.starts_with("a password is a text"), "{err}");
            assert!(!err.contains("47") && !err.contains("sesame"), "{err}");
        }
    }
}
