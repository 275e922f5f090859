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
    let decrypt = match classify(bytes).document {
        Document::WordBinary | Document::ExcelBinary | Document::PowerPointBinary => {
            decrypt_binary_office
        }
        _ => decrypt_ooxml,
    };
    let typed = keys.iter().zip(0..).flat_map(|(key, at)| {
        key.spellings().into_iter().map(move |spelling| (spelling, Some(at)))
    });
    for (password, key) in std::iter::once((FOR_EVERYBODY.to_owned(), None)).chain(typed) {
        match decrypt(bytes, &password) {
            Ok(bytes) => return Ok(Unlocked { bytes, key }),
            Err(Error::WrongPassword) => {}
            Err(error) => return Err(refusal(&error)),
        }
    }
    Err(Refusal::Locked)
}

fn refusal(error: &Error) -> Refusal {
    match error {
        Error::UnsupportedEncryptionVersion(..)
        | Error::UnsupportedAlgorithm { .. }
        | Error::UnsupportedEncryptedContent(_) => Refusal::Encrypted,
        other => Refusal::Damaged { reason: format!("its lock is damaged ({other})") },
    }
}
