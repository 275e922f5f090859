//! The type that a rule has in the facts, as it stands there.
//!
//! **Invariant:** it is written of the stored analysis, as the facts of the run were, and nothing is
//! kept of it.

use proviso_core::analysis::RuleId;
use proviso_core::idris::emit::{self, Emitted};
use proviso_kit::open::OpenWorkspace;
use serde::{Deserialize, Serialize};

use super::place::count;
use super::{analysis_of, row};
use crate::wire::RunId;
use crate::{ApiError, Code, Reason};

/// A request for a rule's type.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OfRule {
    /// Which run.
    pub run: RunId,
    /// The rule's id.
    pub rule: u32,
}

/// A rule's type in the facts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct IdrisView {
    /// `R3`.
    pub name: String,
    /// The declarations that make it.
    pub term: String,
    /// Where they begin in the facts, from 1.
    pub line: u32,
}

/// What a rule's type is called in the facts.
pub(super) fn type_name(index: usize) -> String {
    format!("R{index}")
}

/// The types of a run's rules.
pub(crate) struct Terms(Emitted);

impl Terms {
    /// Those of a run that was analysed.
    pub(crate) fn of_run(space: &OpenWorkspace, run: i64) -> Result<Terms, ApiError> {
        let row = row(space, run)?;
        Ok(Terms(emit::told(&row.project, &analysis_of(space, run)?)))
    }

    /// That of one; `None` if the facts do not say it.
    pub(crate) fn of(&self, rule: u32) -> Option<IdrisView> {
        let Emitted { stated, facts, .. } = &self.0;
        let it = stated.iter().find(|it| it.rules.contains(&RuleId(rule)))?;
        declared(&facts.text, it.index)
    }
}

/// The type of a rule.
pub(crate) fn term(space: &OpenWorkspace, req: OfRule) -> Result<IdrisView, ApiError> {
    let terms = Terms::of_run(space, req.run.0)?;
    terms.of(req.rule).ok_or_else(|| {
        let message = format!("the facts of run {} do not say rule {}", req.run, req.rule);
        let err = ApiError::new(Code::NotFound, message).about_run(req.run.0);
        err.because(Reason::RuleOther, [])
    })
}

/// The declarations of a rule's type in the facts: from its documentation to the end of `R<n>`.
fn declared(facts: &str, index: usize) -> Option<IdrisView> {
    let lines: Vec<&str> = facts.lines().collect();
    let starts = |prefix: &str| lines.iter().position(|it| it.starts_with(prefix));
    let (rule, applied) = (starts(&format!("Rule{index} "))?, starts(&format!("R{index} "))?);
    // Helpers of row rules stand before it, up to the statement of the rule before.
    let before = match index.checked_sub(1) {
        Some(before) => starts(&format!("decideR{before} "))? + 1,
        None => starts("printed =")? + 1,
    };
    let first = (before..rule).find(|at| lines[*at].starts_with("||| "))?;
    let last = (applied..lines.len()).find(|at| lines[*at].is_empty()).unwrap_or(lines.len());
    Some(IdrisView {
        name: type_name(index),
        term: lines[first..last].join("\n"),
        line: count(first) + 1,
    })
}
