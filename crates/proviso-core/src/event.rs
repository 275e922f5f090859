//! What happens in a run, as one closed list of past facts in one envelope.
//!
//! **Invariant:** an event is stored before it is shown; `seq` counts from 0 per run without gaps;
//! every sink gets the same payload. Nothing secret stands in an event.

use serde::{Deserialize, Serialize};

use crate::run::{DiagnosticKind, Origin, Severity, Stage, Verdict};

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "event_type", content = "data")]
pub enum Happening {
    /// A run waits for its turn.
    #[serde(rename = "run.queued")]
    RunQueued {
        /// How many are before it.
        n_before: u32,
    },
    /// A run began.
    #[serde(rename = "run.started")]
    RunStarted {
        /// The project.
        project: String,
        /// The files' names.
        documents: Vec<String>,
        /// Who analyses and writes.
        engine: String,
    },
    /// A run that had stopped goes on.
    #[serde(rename = "run.resumed")]
    RunResumed {
        /// From which stage.
        from: Stage,
    },
    /// A stage began.
    #[serde(rename = "stage.started")]
    StageStarted,
    /// A stage ended well.
    #[serde(rename = "stage.finished")]
    StageFinished {
        /// How long it took.
        took_ms: i64,
    },
    /// A page was read.
    #[serde(rename = "page.read")]
    PageRead {
        /// From 1.
        page: u32,
        /// Of how many.
        n_pages: u32,
        /// How it was read, and why so.
        reason: String,
    },
    /// A page was lost.
    #[serde(rename = "page.failed")]
    PageFailed {
        /// From 1.
        page: u32,
        /// Why.
        reason: String,
    },
    /// The analysis is there.
    #[serde(rename = "analysis.finished")]
    AnalysisFinished {
        /// The document type.
        document_type: String,
        /// How many fields.
        n_fields: u32,
        /// How many rules.
        n_rules: u32,
        /// How many of them are refuted.
        n_refuted: u32,
    },
    /// An attempt's text is there.
    #[serde(rename = "attempt.written")]
    AttemptWritten {
        /// Its number.
        attempt: u32,
        /// How it came to be.
        origin: Origin,
    },
    /// The compiler and the audit have answered.
    #[serde(rename = "attempt.checked")]
    AttemptChecked {
        /// Its number.
        attempt: u32,
        /// Whether nothing rejects it.
        accepted: bool,
        /// Kinds of the rejecting diagnostics.
        errors: Vec<DiagnosticKind>,
    },
    /// A file was written to the workspace.
    #[serde(rename = "file.written")]
    FileWritten {
        /// Its path below the workspace.
        path: String,
        /// Where an edited predecessor was kept.
        kept: Option<String>,
    },
    /// Something to know that stops nothing.
    #[serde(rename = "warning.raised")]
    WarningRaised {
        /// For programs: `compiler.missing`, `core.differs` …
        code: String,
    },
    /// The run ended.
    #[serde(rename = "run.finished")]
    RunFinished {
        /// Its verdict.
        verdict: Verdict,
        /// Refuted rules that nobody waived.
        n_refuted: u32,
    },
}

/// An event in its envelope.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunEvent {
    /// The run.
    pub run_id: String,
    /// Number within the run, from 0.
    pub seq: u64,
    /// The document, where it speaks of one: its SHA-256.
    pub document_id: Option<String>,
    /// The stage.
    pub stage: Option<Stage>,
    /// How bad.
    pub severity: Severity,
    /// One line for people.
    pub message: String,
    /// When.
    pub created_at_ms: i64,
    /// What, with its data.
    #[serde(flatten)]
    pub happening: Happening,
}
