//! What happens in a run, as one closed list of past facts in one envelope.
//!
//! **Invariant:** an event is stored before it is shown; `seq` counts from 0 per run without gaps;
//! every sink gets the same payload. Nothing secret stands in an event. Events are kept for good, so
//! one that this program does not know is read all the same.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::agent::memory::Lesson;
use crate::remark::Remark;
use crate::review::Criticism;
use crate::run::{DiagnosticKind, Origin, Severity, Stage, Verdict};
use crate::standing::Tone;

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
    /// A file was opened; its pages are read next.
    #[serde(rename = "document.opened")]
    DocumentOpened {
        /// The file's name.
        name: String,
        /// How many pages it has.
        n_pages: u32,
    },
    /// Recognizing the image of a page began, which takes a while.
    #[serde(rename = "page.begun")]
    PageBegun {
        /// From 1.
        page: u32,
        /// Of how many.
        n_pages: u32,
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
        /// The same for people, in both languages; none in events of programs that did not tell.
        #[serde(default)]
        remark: Option<Remark>,
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
        /// What is said of the document, in both languages; none where the code says all.
        #[serde(default)]
        remark: Option<Remark>,
    },
    /// An agent began its work.
    #[serde(rename = "agent.started")]
    AgentStarted {
        /// Which: `analyst`, `author`, `fixer` …
        agent: String,
        /// Its prompt: `author/default/v1`.
        prompt: String,
        /// What it works on: the project, a section.
        scope: String,
    },
    /// An agent ended its work.
    #[serde(rename = "agent.finished")]
    AgentFinished {
        /// Which.
        agent: String,
        /// Whether its result is the built-in engine's.
        used_fallback: bool,
        /// Whether the model repaired the form of its answer.
        repaired: bool,
        /// How often it was asked to.
        repair_attempts: u32,
        /// How long it took.
        took_ms: i64,
    },
    /// A model answered.
    #[serde(rename = "model.called")]
    ModelCalled {
        /// Who asked.
        agent: String,
        /// The provider.
        provider: String,
        /// The model that answered.
        model: String,
        /// SHA-256 of what was asked.
        request_sha256: String,
        /// Tokens of the request.
        input_tokens: u64,
        /// Tokens of the answer.
        output_tokens: u64,
        /// Millionths of a dollar; none where the price is not known.
        cost_micros: Option<u64>,
        /// Whether the answer was kept from before.
        cached: bool,
        /// How long it took.
        took_ms: i64,
    },
    /// A model did not answer.
    #[serde(rename = "model.failed")]
    ModelFailed {
        /// Who asked.
        agent: String,
        /// The provider.
        provider: String,
        /// The model that was asked.
        model: String,
        /// Why.
        reason: String,
    },
    /// A model is asked again, or another one.
    #[serde(rename = "model.retried")]
    ModelRetried {
        /// Who asks.
        agent: String,
        /// Why.
        reason: String,
        /// After how long.
        after_ms: i64,
    },
    /// A call was not made, for it would break a limit.
    #[serde(rename = "budget.refused")]
    BudgetRefused {
        /// Who wanted to ask.
        agent: String,
        /// Which limit: `run.tokens`, `call.cost` …
        limit: String,
        /// What it allows: tokens, or millionths of a dollar.
        allowed: u64,
        /// What would be spent; none where the price is not known.
        would: Option<u64>,
    },
    /// A model asked one of its tools.
    #[serde(rename = "tool.used")]
    ToolUsed {
        /// Which agent.
        agent: String,
        /// The tool.
        tool: String,
        /// What it was asked, shortened.
        question: String,
        /// How long it took.
        took_ms: i64,
    },
    /// A model looked at the picture of a page.
    #[serde(rename = "picture.shown")]
    PictureShown {
        /// SHA-256 of the document.
        document: String,
        /// Which page, from 1.
        page: u32,
        /// SHA-256 of the picture.
        sha256: String,
    },
    /// Places that only a model had read were recognized again, each by itself.
    #[serde(rename = "places.looked_at")]
    PlacesLookedAt {
        /// SHA-256 of the document.
        document: String,
        /// Which page, from 1.
        page: u32,
        /// What was recognized at each, in the order in which they were asked for.
        texts: Vec<String>,
        /// How many of them say what the model had read.
        n_agreed: u32,
    },
    /// An analyst's answer held no JSON.
    #[serde(rename = "analyst.parse_failed")]
    AnalystParseFailed {
        /// What was wrong.
        reason: String,
    },
    /// An analyst's answer was JSON of another form.
    #[serde(rename = "analyst.schema_failed")]
    AnalystSchemaFailed {
        /// What was wrong, one fault per line.
        reason: String,
    },
    /// An analyst was asked for the right form.
    #[serde(rename = "analyst.repair_attempted")]
    AnalystRepairAttempted {
        /// For the how manyth time.
        attempt: u32,
    },
    /// An analyst was asked anew.
    #[serde(rename = "analyst.regenerated")]
    AnalystRegenerated,
    /// The built-in analysis stands alone.
    #[serde(rename = "analyst.fell_back")]
    AnalystFellBack {
        /// Why.
        reason: String,
        /// The same for people, in both languages; none in events of programs that did not tell.
        #[serde(default)]
        remark: Option<Remark>,
    },
    /// A field of an analyst's is refused.
    #[serde(rename = "analyst.quote_refused")]
    AnalystQuoteRefused {
        /// Its label.
        label: String,
        /// Why.
        reason: String,
    },
    /// An analyst's fields stand beside the built-in ones.
    #[serde(rename = "analyst.read")]
    AnalystRead {
        /// How many are new.
        n_new: u32,
        /// How many the built-in analysis had found too.
        n_agreed: u32,
        /// How many rules it stated that hold.
        #[serde(default)]
        n_rules: u32,
        /// How many clauses it found.
        #[serde(default)]
        n_clauses: u32,
        /// Pages that it was given.
        #[serde(default)]
        n_pages: u32,
        /// Tokens of all that it was asked for these pages.
        #[serde(default)]
        input_tokens: u64,
        /// Tokens of all that it said.
        #[serde(default)]
        output_tokens: u64,
    },
    /// An author's answer held no module.
    #[serde(rename = "author.code_missing")]
    AuthorCodeMissing {
        /// What was wrong.
        reason: String,
    },
    /// One of several first texts was checked.
    #[serde(rename = "candidate.checked")]
    CandidateChecked {
        /// Which, from 1.
        candidate: u32,
        /// Whether nothing rejects it.
        accepted: bool,
    },
    /// An author was asked for the right form.
    #[serde(rename = "author.repair_attempted")]
    AuthorRepairAttempted {
        /// For the how manyth time.
        attempt: u32,
    },
    /// The built-in author wrote instead.
    #[serde(rename = "author.fell_back")]
    AuthorFellBack {
        /// Why.
        reason: String,
        /// The same for people, in both languages; none in events of programs that did not tell.
        #[serde(default)]
        remark: Option<Remark>,
    },
    /// A fixer's answer held no blocks, or blocks that fit nowhere.
    #[serde(rename = "fixer.blocks_failed")]
    FixerBlocksFailed {
        /// What was wrong.
        reason: String,
    },
    /// A fixer was asked for the right form.
    #[serde(rename = "fixer.repair_attempted")]
    FixerRepairAttempted {
        /// For the how manyth time.
        attempt: u32,
    },
    /// A fixer knew no repair.
    #[serde(rename = "fixer.gave_up")]
    FixerGaveUp {
        /// Why.
        reason: String,
    },
    /// Personal data was hidden from a model.
    #[serde(rename = "personal.hidden")]
    PersonalHidden {
        /// Who asked.
        agent: String,
        /// How many different values.
        n: u32,
    },
    /// A section of a long document gave no fields.
    #[serde(rename = "section.failed")]
    SectionFailed {
        /// Which: its heading, or its pages.
        section: String,
        /// Why.
        reason: String,
    },
    /// A refiner's answer held no JSON.
    #[serde(rename = "refiner.parse_failed")]
    RefinerParseFailed {
        /// What was wrong.
        reason: String,
    },
    /// A refiner's answer was JSON of another form.
    #[serde(rename = "refiner.schema_failed")]
    RefinerSchemaFailed {
        /// What was wrong, one fault per line.
        reason: String,
    },
    /// A refiner was asked for the right form.
    #[serde(rename = "refiner.repair_attempted")]
    RefinerRepairAttempted {
        /// For the how manyth time.
        attempt: u32,
    },
    /// A refiner was asked anew.
    #[serde(rename = "refiner.regenerated")]
    RefinerRegenerated,
    /// A refiner said nothing of use.
    #[serde(rename = "refiner.fell_back")]
    RefinerFellBack {
        /// Why.
        reason: String,
        /// The same for people, in both languages; none in events of programs that did not tell.
        #[serde(default)]
        remark: Option<Remark>,
    },
    /// A refiner's edits were applied.
    #[serde(rename = "refiner.edited")]
    RefinerEdited {
        /// How many.
        n_applied: u32,
        /// How many were out of range or empty.
        n_dropped: u32,
    },
    /// A remembered repair was applied.
    #[serde(rename = "card.applied")]
    CardApplied {
        /// The card.
        card: i64,
        /// What it repairs, and how, as it was then.
        lesson: Lesson,
    },
    /// A remembered repair was checked.
    #[serde(rename = "card.judged")]
    CardJudged {
        /// The card.
        card: i64,
        /// Whether its error is gone.
        won: bool,
    },
    /// A repair is remembered.
    #[serde(rename = "card.learned")]
    CardLearned {
        /// The card.
        card: i64,
        /// The error that it repairs.
        signature: String,
    },
    /// A reviewer's answer held no JSON.
    #[serde(rename = "reviewer.parse_failed")]
    ReviewerParseFailed {
        /// What was wrong.
        reason: String,
    },
    /// A reviewer's answer was JSON of another form.
    #[serde(rename = "reviewer.schema_failed")]
    ReviewerSchemaFailed {
        /// What was wrong, one fault per line.
        reason: String,
    },
    /// A reviewer was asked for the right form.
    #[serde(rename = "reviewer.repair_attempted")]
    ReviewerRepairAttempted {
        /// For the how manyth time.
        attempt: u32,
    },
    /// A reviewer was asked anew.
    #[serde(rename = "reviewer.regenerated")]
    ReviewerRegenerated,
    /// A reviewer said nothing of use.
    #[serde(rename = "reviewer.fell_back")]
    ReviewerFellBack {
        /// Why.
        reason: String,
        /// The same for people, in both languages; none in events of programs that did not tell.
        #[serde(default)]
        remark: Option<Remark>,
    },
    /// A reviewer found nothing to change.
    #[serde(rename = "review.approved")]
    ReviewApproved {
        /// For the how manyth time it looked.
        round: u32,
        /// Why.
        reason: String,
    },
    /// A reviewer wants something changed.
    #[serde(rename = "review.criticized")]
    ReviewCriticized {
        /// For the how manyth time it looked.
        round: u32,
        /// Why.
        reason: String,
        /// What is to change, and by whom.
        changes: Vec<Criticism>,
    },
    /// What came of a review is of no use; what was accepted before stands.
    #[serde(rename = "review.dropped")]
    ReviewDropped {
        /// Why.
        reason: String,
    },
    /// The run ended.
    #[serde(rename = "run.finished")]
    RunFinished {
        /// Its verdict.
        verdict: Verdict,
        /// Refuted rules that nobody waived.
        n_refuted: u32,
        /// Whether the verdict speaks of little of what is printed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
        thin: bool,
        /// The verdict as it is shown; `None` in events of programs that did not tell. It was `name`
        /// before it was what heads of runs call it.
        #[serde(default, alias = "name", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        verdict_name: Option<Remark>,
        /// How it looks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        tone: Option<Tone>,
    },
    /// What another version of the program wrote down, as it stands: its line for people is in the
    /// envelope, and nothing of it is lost where it is handed on.
    #[serde(untagged)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    Foreign {
        /// How that program calls it.
        event_type: String,
        /// What it told.
        #[serde(default, skip_serializing_if = "Value::is_null")]
        data: Value,
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
