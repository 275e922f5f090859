//! What is told of a run wherever it is told of: in lists and queues, at the head of its details, of a
//! model's last run, at the command line.
//!
//! **Invariant:** nobody else puts these facts together. The event that ends a run has those of them
//! that are known then, by the same names.

use proviso_core::remark::Remark;
use proviso_core::run::Verdict;
use proviso_core::standing::{Standing, Tone};
use proviso_kit::store::RunRow;
use serde::{Deserialize, Serialize};

use super::coverage::CoverageView;
use super::place::count;
use crate::wire::RunId;

/// Where a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// Its turn has not come.
    Waiting,
    /// Under way.
    Running,
    /// Over.
    Ended,
}

/// Who looked a run through.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReviewedView {
    /// Who.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A run in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunHead {
    /// The run.
    pub run: RunId,
    /// The run that it went on from.
    pub parent: Option<RunId>,
    /// The project.
    pub project: String,
    /// The documents' names.
    pub documents: Vec<String>,
    /// The document type: as found, before that as chosen.
    pub document_type: Option<String>,
    /// The title as printed, once analysed.
    pub title: Option<String>,
    /// Who analysed and wrote.
    pub engine: String,
    /// Where it is.
    pub state: RunState,
    /// The verdict; `None` while it runs.
    pub verdict: Option<Verdict>,
    /// The verdict as it is shown: that it speaks of little and of corrected values is part of it.
    pub verdict_name: Remark,
    /// How it looks.
    pub tone: Tone,
    /// What stands beside the verdict: `thin`, `no_rules`, `too_large`, `compiler_missing` …
    pub detail: Option<String>,
    /// Whether a compiler has still to judge it.
    pub waits_for_compiler: bool,
    /// Refuted rules that nobody waived, once analysed.
    pub n_refuted: Option<u32>,
    /// How much of what is printed the rules look at, once analysed; `None` if it was not counted.
    pub coverage: Option<CoverageView>,
    /// How many of the values that the verdict is about a person corrected.
    pub n_corrected: u32,
    /// How many texts were checked.
    pub n_attempts: u32,
    /// When it was asked for, in milliseconds since 1970.
    pub created_at_ms: i64,
    /// When it ended.
    pub ended_at_ms: Option<i64>,
    /// Who looked it through.
    pub reviewed: Option<ReviewedView>,
    /// When a person put it away.
    pub deleted_at_ms: Option<i64>,
}

impl RunHead {
    /// The exit status of a command that ends in it; a run without a verdict could not do its job.
    pub fn exit_code(&self) -> u8 {
        self.verdict.map_or(2, |it| it.exit_code(self.n_refuted.unwrap_or(0) as usize))
    }
}

/// A run as lists show it.
pub(crate) fn head(row: &RunRow) -> RunHead {
    headed(row, &standing(row))
}

/// The same of one that more is known of than lists ask for.
pub(super) fn headed(row: &RunRow, standing: &Standing<'_>) -> RunHead {
    let state = match (row.verdict, row.started_at_ms) {
        (Some(_), _) => RunState::Ended,
        (None, Some(_)) => RunState::Running,
        (None, None) => RunState::Waiting,
    };
    let reviewed = row.reviewed.clone();
    RunHead {
        run: row.id.into(),
        parent: row.parent.map(RunId),
        project: row.project.clone(),
        documents: row.sources.iter().map(|it| it.name.clone()).collect(),
        document_type: row.found_type.clone().or_else(|| row.document_type.clone()),
        title: row.title.clone(),
        engine: row.engine.clone(),
        state,
        verdict: row.verdict,
        verdict_name: standing.name(),
        tone: standing.tone(),
        detail: row.detail.clone(),
        waits_for_compiler: standing.waits_for_compiler(),
        n_refuted: row.n_refuted,
        coverage: standing.coverage.map(CoverageView::from),
        n_corrected: count(standing.corrected_by.len()),
        n_attempts: row.n_attempts,
        created_at_ms: row.created_at_ms,
        ended_at_ms: row.ended_at_ms,
        reviewed: reviewed.map(|(by, at_ms)| ReviewedView { by, at_ms }),
        deleted_at_ms: row.deleted_at_ms,
    }
}

/// What lists say of a run.
pub(crate) fn standing(row: &RunRow) -> Standing<'_> {
    Standing {
        verdict: row.verdict,
        detail: row.detail.as_deref(),
        judge: row.compiler.as_deref(),
        judges: &row.judges,
        refuted: row.n_refuted.unwrap_or(0),
        rules: None,
        coverage: row.coverage,
        corrected_by: &row.corrected_by,
        check_timeout_ms: row.check_timeout_ms,
    }
}
