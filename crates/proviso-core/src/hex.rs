//! Bytes as people and names of files have them: lower-case hex.
//!
//! **Invariant:** two characters a byte, in order.

use sha2::{Digest as _, Sha256};

/// Bytes in lower-case hex.
pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|it| format!("{it:02x}")).collect()
}

/// SHA-256 in lower-case hex.
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    hex(Sha256::digest(bytes))
}
