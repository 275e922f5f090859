//! Repairs that a workspace remembers, as runs use them.
//!
//! **Invariant:** a workspace that is not there remembers nothing, and nothing is learned for it.

use std::sync::Arc;

use proviso_core::agent::memory::{Card, Lesson};
use proviso_core::ports::{Clock, LedgerError, Memory};

use super::lost;
use crate::open::OpenWorkspace;

/// The memory of a workspace, as runs use it.
pub struct WorkspaceMemory {
    space: Option<Arc<OpenWorkspace>>,
    clock: Arc<dyn Clock>,
}

impl WorkspaceMemory {
    /// That of a workspace; an empty one where there is none.
    pub fn new(space: Option<Arc<OpenWorkspace>>, clock: Arc<dyn Clock>) -> WorkspaceMemory {
        WorkspaceMemory { space, clock }
    }
}

impl Memory for WorkspaceMemory {
    fn cards(&self) -> Result<Vec<Card>, LedgerError> {
        let Some(space) = &self.space else { return Ok(Vec::new()) };
        space.store.cards().map_err(lost("what is remembered"))
    }
    fn learn(&self, lesson: &Lesson) -> Result<Option<i64>, LedgerError> {
        let Some(space) = &self.space else { return Ok(None) };
        let now = self.clock.now_ms();
        let card = space.store.card_learn(lesson, (1, 0), now);
        card.map(Some).map_err(lost("a card"))
    }
    fn judge(&self, card: i64, won: bool) -> Result<(), LedgerError> {
        let Some(space) = &self.space else { return Ok(()) };
        let now = self.clock.now_ms();
        space.store.card_judge(card, won, now).map_err(lost("how a card did"))
    }
}
