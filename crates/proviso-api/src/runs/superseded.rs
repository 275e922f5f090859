//! Which run counts instead of an older one, and what made it.
//!
//! **Invariant:** a run that was stopped or failed supersedes nothing: what is known of the document
//! is still what the run before it found.

use proviso_core::amend::Amendment;
use proviso_core::run::Verdict;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::{RunRow, Said};
use serde::{Deserialize, Serialize};

use super::head::{RunHead, head};
use crate::ApiError;

/// A run that counts instead of an older one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SupersededView {
    /// The newest one.
    #[serde(flatten)]
    pub head: RunHead,
    /// What led from the older run to the next one.
    pub why: SupersededBy,
    /// Who did that, where a person said something.
    pub by: Option<String>,
}

/// What led from one run to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum SupersededBy {
    /// A value or a label was corrected.
    Correction,
    /// A rule was let pass, or is not let pass any more.
    Waiver,
    /// A rule was taken out, or is one again.
    Strike,
    /// A value, its place or a rule was put in by hand.
    Hand,
    /// It was run again.
    Retry,
}

/// The run that counts instead of this one.
pub(super) fn superseded(
    space: &OpenWorkspace,
    row: &RunRow,
    said: &[Said],
) -> Result<Option<SupersededView>, ApiError> {
    let after = space.store.runs_after(row.id)?;
    let Some(next) = after.iter().find(|it| came(it)).cloned() else { return Ok(None) };
    let made = said
        .iter()
        .rev()
        .find(|it| it.run == row.id && it.said <= next.begun && led_on(&it.amendment).is_some());
    // A word of before an earlier run that went on from this one has led to that.
    let since = after.iter().filter(|it| it.id < next.id).map(|it| it.begun).max();
    let made = made.filter(|it| since.is_none_or(|since| it.said >= since));
    let why = made.and_then(|it| led_on(&it.amendment)).unwrap_or(SupersededBy::Retry);
    let by = made.map(|it| it.by.clone());
    let mut newest = next;
    while let Some(it) = space.store.runs_after(newest.id)?.into_iter().find(came) {
        newest = it;
    }
    Ok(Some(SupersededView { head: head(&newest), why, by }))
}

/// Whether a run came to something.
fn came(it: &RunRow) -> bool {
    let broke =
        matches!(it.verdict, Some(Verdict::Cancelled | Verdict::Failed | Verdict::Interrupted));
    it.deleted_at_ms.is_none() && !broke
}

/// What an amendment leads on to; `None` where it changes no run.
fn led_on(it: &Amendment) -> Option<SupersededBy> {
    match it {
        Amendment::Correction { .. } | Amendment::Relabel { .. } => Some(SupersededBy::Correction),
        Amendment::Addition { .. }
        | Amendment::Unaddition { .. }
        | Amendment::Move { .. }
        | Amendment::Pointed { .. } => Some(SupersededBy::Hand),
        Amendment::Waiver { .. } | Amendment::Unwaiver { .. } => Some(SupersededBy::Waiver),
        Amendment::Strike { .. } | Amendment::Unstrike { .. } => Some(SupersededBy::Strike),
        Amendment::Mend { .. }
        | Amendment::Unmend { .. }
        | Amendment::Confirmation { .. }
        | Amendment::Unconfirmation { .. } => None,
    }
}
