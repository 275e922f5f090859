//! The verdict of a run that came to its end: the first that fits.
//!
//! **Invariant:** `verified` and `discrepant` need a model that the compiler accepted and an audit
//! that is clean; nothing else in a run's history can lead to them.

use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, RuleId, Status};
use crate::idris::emit;
use crate::run::{Attempt, Verdict};

/// What stands beside a verdict, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// Audit clean, but the document states nothing that could be proved.
    NoRules,
    /// There is no compiler here.
    CompilerMissing,
    /// As many texts were checked as allowed, and all were rejected.
    AttemptsUsedUp,
    /// No engine knows another repair.
    NoRepairKnown,
    /// A person's text was rejected, and nobody was asked to repair it.
    NotRepaired,
}

impl Detail {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Detail::NoRules => "no_rules",
            Detail::CompilerMissing => "compiler_missing",
            Detail::AttemptsUsedUp => "attempts_used_up",
            Detail::NoRepairKnown => "no_repair_known",
            Detail::NotRepaired => "not_repaired",
        }
    }
}

/// A verdict with what stands beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// Its detail.
    pub detail: Option<Detail>,
}

/// The verdict over a document's analysis and the last text of its model.
pub fn rule_on(analysis: &Analysis, last: &Attempt, exhausted: bool) -> Ruling {
    if !last.is_clean() {
        let detail = if exhausted { Detail::AttemptsUsedUp } else { Detail::NoRepairKnown };
        return Ruling { verdict: Verdict::Rejected, detail: Some(detail) };
    }
    if !(last.typechecked && last.audited) {
        return Ruling { verdict: Verdict::Unverified, detail: Some(Detail::CompilerMissing) };
    }
    if analysis.n_refuted() > 0 {
        return Ruling { verdict: Verdict::Discrepant, detail: None };
    }
    let detail = proved(analysis).is_empty().then_some(Detail::NoRules);
    Ruling { verdict: Verdict::Verified, detail }
}

/// The rules that hold and that an accepted model proves: what the facts state, no more.
pub fn proved(analysis: &Analysis) -> Vec<RuleId> {
    let holds = |id: &RuleId| {
        analysis.rules.get(id.0 as usize).is_some_and(|it| it.status == Status::Holds)
    };
    let stated = emit::stated(analysis).0;
    let mut all: Vec<RuleId> = stated
        .iter()
        .filter(|it| !it.refuted)
        .flat_map(|it| it.rules.iter().copied())
        .filter(holds)
        .collect();
    all.sort();
    all.dedup();
    all
}
