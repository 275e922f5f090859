//! Office documents behind a password: DOCX and XLSX of 2007 and later, DOC and XLS of 97 to 2003.
//!
//! `msoffice-crypto` does the cryptography and bounds what a file may ask of it; the worker's clock
//! bounds the rest. Hangul and OpenDocument files have locks of their own, which are not opened.
//!
//! **Invariant:** no key is part of any error, reason or panic message.
//!
//! Source: Microsoft, [MS-OFFCRYPTO].

use msoffice_crypto::{Document, Error, classify, decrypt_binary_office, decrypt_ooxml};

use crate::reading::protocol::{Key, Refusal};

/// What Excel locks a workbook with that anybody may open and nobody is to change by accident.
const FOR_EVERYBODY: &str = "VelvetSweatshop";
/// Rounds that make out a key of a password at most; Office takes 100,000. The format allows ten
/// million, which is seconds for each password.
const MAX_SPIN: u32 = 1_000_000;

/// A document without its lock.
pub(crate) struct Unlocked {
    pub(crate) bytes: Vec<u8>,
    /// Which of the keys opened it; none where it opens for everybody.
    pub(crate) key: Option<u32>,
}

/// Whether a compound file of Word or Excel is behind a lock.
pub(crate) fn is_locked(bytes: &[u8]) -> bool {
    classify(bytes).is_encrypted()
}

/// Opens a document with one of the keys.
///
/// # Errors
/// [`Refusal::Locked`] where no key fits, [`Refusal::Encrypted`] where none could, else what is
/// wrong with the file.
pub(crate) fn open(bytes: &[u8], keys: &[Key]) -> Result<Unlocked, Refusal> {
    let lock = classify(bytes);
    let decrypt = match lock.document {
        Document::OoxmlPackage => decrypt_ooxml,
        Document::WordBinary | Document::ExcelBinary => decrypt_binary_office,
        _ => return Err(Refusal::Encrypted),
    };
    if lock.password_key.and_then(|it| it.spin_count).is_some_and(|it| it > MAX_SPIN) {
        return Err(Refusal::Encrypted);
    }
    let typed = keys.iter().zip(0..).flat_map(|(key, at)| {
        key.spellings().into_iter().map(move |spelling| (spelling, Some(at)))
    });
    for (password, key) in typed.chain([(FOR_EVERYBODY.to_owned(), None)]) {
        match decrypt(bytes, &password) {
            Ok(bytes) => return Ok(Unlocked { bytes, key }),
            Err(Error::WrongPassword) => {}
            Err(error) => return Err(refusal(&error)),
        }
    }
    Err(Refusal::Locked)
}

/// The library's own words are for programmers.
fn refusal(error: &Error) -> Refusal {
    let damaged = |reason: &str| Refusal::Damaged { reason: reason.to_owned() };
    match error {
        Error::UnsupportedEncryptionVersion(..)
        | Error::UnsupportedAlgorithm { .. }
        | Error::UnsupportedEncryptedContent(_) => Refusal::Encrypted,
        Error::IntegrityCheckFailed | Error::IntegrityElementMissing => {
            damaged("it was changed after it was locked")
        }
        Error::PackageTooLarge { .. } | Error::StreamTooLarge { .. } => {
            Refusal::TooLarge { reason: "more than is unlocked".to_owned() }
        }
        _ => damaged("its lock is damaged"),
    }
}
