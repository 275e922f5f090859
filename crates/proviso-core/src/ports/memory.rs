//! The memory of repairs. What a card is, and when it is tried, is in [`crate::agent::memory`].

use super::LedgerError;
use crate::agent::memory::{Card, Lesson};

/// Where cards are kept.
pub trait Memory: Send + Sync {
    /// All cards; none where the memory is switched off.
    fn cards(&self) -> Result<Vec<Card>, LedgerError>;
    /// Keeps a lesson; one that is known has won once more. Says which card it is; none where nothing
    /// is remembered.
    fn learn(&self, lesson: &Lesson) -> Result<Option<i64>, LedgerError>;
    /// Notes how a card did.
    fn judge(&self, card: i64, won: bool) -> Result<(), LedgerError>;
}

/// A memory that holds nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoMemory;

impl Memory for NoMemory {
    fn cards(&self) -> Result<Vec<Card>, LedgerError> {
        Ok(Vec::new())
    }
    fn learn(&self, _lesson: &Lesson) -> Result<Option<i64>, LedgerError> {
        Ok(None)
    }
    fn judge(&self, _card: i64, _won: bool) -> Result<(), LedgerError> {
        Ok(())
    }
}
