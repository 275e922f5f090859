//! The memory of repairs, within a run: what is tried, how it did, what is learned.

use super::{DriveError, Run};
use crate::agent::memory::{self, Card, Dealt};
use crate::agent::rank::best;
use crate::event::Happening;
use crate::ports::FixTask;
use crate::run::{Attempt, Diagnostic, Module, Origin, Severity, Stage};

impl Run<'_> {
    /// Learns from a repair that was accepted.
    pub(super) fn remember(
        &self,
        before: &[Attempt],
        now: &Attempt,
        facts: &Module,
    ) -> Result<(), DriveError> {
        // What the table of quick fixes and the template write needs no memory.
        let made =
            matches!(now.origin, Origin::Repair | Origin::RepairWithQueries | Origin::Edited);
        let Some(rejected) = best(before).filter(|it| !it.is_clean()) else { return Ok(()) };
        if !made || !now.is_clean() || !now.audited {
            return Ok(());
        }
        for lesson in memory::lessons(rejected, &now.model, facts) {
            let Some(card) = self.ports.memory.learn(&lesson)? else { continue };
            let message = format!("card {card} is remembered: {}", lesson.signature);
            let happening = Happening::CardLearned { card, signature: lesson.signature };
            self.say(Stage::Fix, Severity::Info, message, happening)?;
        }
        Ok(())
    }

    /// The last text with remembered repairs, and the quick fixes for what they leave; none where
    /// that gives no text which was not checked before.
    pub(super) async fn remembered(
        &self,
        task: FixTask<'_>,
    ) -> Result<Option<(Module, Vec<Card>)>, DriveError> {
        let Some(last) = task.attempts.last() else { return Ok(None) };
        let cards = self.ports.memory.cards()?;
        let Some(dealt) = memory::deal(last, cards, self.ports.clock.now_ms()) else {
            return Ok(None);
        };
        let known: Vec<&str> = dealt.cards.iter().map(|it| it.lesson.signature.as_str()).collect();
        let name = &last.model.name;
        let left = |it: &Diagnostic| !known.contains(&memory::signature(it, name).as_str());
        // Quick fixes go by places, which cards move: they come first, and cards by lines after.
        let rest = Attempt {
            diagnostics: last.diagnostics.iter().filter(|it| left(it)).cloned().collect(),
            ..last.clone()
        };
        let quick = match rest.is_clean() {
            true => None,
            false => self.ports.engine.fix(FixTask { attempts: &[rest], ..task }).await?,
        };
        let both = quick.and_then(|model| {
            let mended = Attempt { model, ..last.clone() };
            memory::deal(&mended, dealt.cards.clone(), self.ports.clock.now_ms())
        });
        let Dealt { text, cards } = both.unwrap_or(dealt);
        let model = Module { name: name.clone(), text };
        // The compiler has already answered for a text that was seen before.
        if task.attempts.iter().any(|it| it.model == model) {
            return Ok(None);
        }
        for Card { id, lesson, .. } in &cards {
            let message = format!("card {id} is tried: {}", lesson.signature);
            let happening = Happening::CardApplied { card: *id, lesson: lesson.clone() };
            self.say(Stage::Fix, Severity::Info, message, happening)?;
        }
        Ok(Some((model, cards)))
    }

    /// Notes how remembered repairs did.
    pub(super) fn judge(&self, cards: &[Card], now: &Attempt) -> Result<(), DriveError> {
        for card in cards {
            let won = memory::has_won(card, now);
            self.ports.memory.judge(card.id, won)?;
            let message =
                format!("card {} {}", card.id, if won { "helped" } else { "did not help" });
            let severity = if won { Severity::Info } else { Severity::Warn };
            let happening = Happening::CardJudged { card: card.id, won };
            self.say(Stage::Fix, severity, message, happening)?;
        }
        Ok(())
    }
}
