//! Which text the verdict is about.
//!
//! **Invariant:** a text that was rejected takes nothing away from one that was accepted before: the
//! verdict of a document does not change by an edit that came to nothing. What was accepted is asked
//! about again, since values may have been corrected between.

use std::time::Duration;

use super::{DriveError, Run};
use crate::agent::check::{Checked, check_model};
use crate::agent::verdict::{Detail, Ruling, rule_on};
use crate::analysis::Analysis;
use crate::idris::admit::Frame;
use crate::run::{Attempt, Verdict};

impl Run<'_> {
    /// The last text and the verdict over it; where it was rejected, the last that still is accepted.
    pub(super) async fn stands(
        &self,
        analysis: &Analysis,
        frame: &Frame,
        attempts: &[Attempt],
        stopped: Option<Detail>,
    ) -> Result<(Attempt, Ruling), DriveError> {
        let last = attempts.last().expect("invariant: the loop ends with a checked text");
        let mut ruling = rule_on(analysis, last, stopped);
        if ruling.verdict != Verdict::Rejected {
            return Ok((last.clone(), ruling));
        }
        for before in attempts.iter().rev().filter(|it| it.is_clean()) {
            let timeout = Duration::from_millis(self.job.limits.check_timeout_ms);
            let Checked { diagnostics, typechecked, audited, judges, .. } =
                check_model(self.ports.checker, frame, &before.model, timeout).await?;
            let again = Attempt { diagnostics, typechecked, audited, judges, ..before.clone() };
            if again.is_clean() {
                ruling = rule_on(analysis, &again, None);
                if matches!(ruling.detail, None | Some(Detail::Thin)) {
                    ruling.detail = Some(Detail::NotRepaired);
                }
                return Ok((again, ruling));
            }
        }
        if !self.job.repairs {
            ruling.detail = Some(Detail::NotRepaired);
        }
        Ok((last.clone(), ruling))
    }
}
