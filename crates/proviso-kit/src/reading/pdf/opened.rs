//! Opening a PDF that may be locked.
//!
//! Revisions 2 to 6 of the standard handler are read: RC4 of 40 to 128 bits, AES of 128 and 256.
//! Up to revision 4 `hayro` takes the user's password only, not the owner's, and as text, where these
//! revisions encode letters beyond ASCII in one byte each: such a password is refused like a wrong
//! one.
//!
//! **Invariant:** no key is part of any error, reason or panic message.

use hayro::hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::reading::protocol::Key;

/// An open file.
pub(crate) struct Opened {
    pub(crate) pdf: Pdf,
    /// What the second reader of text layers opens it with.
    pub(crate) password: String,
    /// Which of the keys opened it; none where it opens for everybody.
    pub(crate) key: Option<u32>,
}

/// Opens a file, with one of the keys where it takes one.
///
/// # Errors
/// [`DecryptionError::PasswordProtected`] where no key fits, else what is wrong with the file.
pub(crate) fn open(bytes: Vec<u8>, keys: &[Key]) -> Result<Opened, LoadPdfError> {
    const LOCKED: LoadPdfError = LoadPdfError::Decryption(DecryptionError::PasswordProtected);
    if keys.is_empty() {
        let pdf = Pdf::new(bytes)?;
        return Ok(Opened { pdf, password: String::new(), key: None });
    }
    // The file is needed again where a key does not fit.
    let bytes: std::sync::Arc<Vec<u8>> = std::sync::Arc::new(bytes);
    match Pdf::new(bytes.clone()) {
        Err(LOCKED) => {}
        other => return Ok(Opened { pdf: other?, password: String::new(), key: None }),
    }
    for (at, key) in keys.iter().enumerate() {
        let at = Some(at as u32);
        for password in key.spellings() {
            match Pdf::new_with_password(bytes.clone(), &password) {
                Err(LOCKED) => {}
                other => return Ok(Opened { pdf: other?, password, key: at }),
            }
        }
    }
    Err(LOCKED)
}
