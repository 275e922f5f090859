//! Which of a stored run's texts its verdict is about.
//!
//! **Invariant:** a text that was rejected takes nothing away from one that was accepted before, where
//! the verdict was given for that one. Which of several accepted ones it was is not stored: it counts
//! as the newest, which the drive asks about first.

use proviso_core::agent::Detail;
use proviso_core::run::{Attempt, Verdict};
use proviso_kit::store::RunRow;

/// The attempt whose text stands: the accepted one that the verdict was given for, else the last.
pub(crate) fn stands<'a>(row: &RunRow, attempts: &'a [Attempt]) -> Option<&'a Attempt> {
    use Verdict::{Checked, Discrepant, Unverified, Verified};
    // No other verdict is ever given for a text that is not the last one; a text that nobody could
    // decide on is too large itself, or too long.
    let undecided = [Detail::TooLarge, Detail::TooLong].map(Detail::name);
    let accepting = matches!(row.verdict, Some(Verified | Checked | Discrepant | Unverified))
        && !row.detail.as_deref().is_some_and(|it| undecided.contains(&it));
    let accepted = attempts.iter().rev().find(|it| accepting && it.is_clean());
    accepted.or(attempts.last())
}
