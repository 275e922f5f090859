//! A run and its record: stages, attempts, diagnostics, verdict, limits.
//!
//! **Invariant:** attempts are numbered from 1 and never changed once stored. A program that the
//! compiler rejects is a value here, never an error.

use serde::{Deserialize, Serialize};

use crate::judge::Judge;

/// What a run does, in order; `fix` leads back to `typecheck`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Files to documents.
    Read,
    /// Documents to analysis.
    Analyze,
    /// Analysis to facts, model and audit.
    Generate,
    /// The compiler on facts and model.
    Typecheck,
    /// Another text for a rejected one.
    Fix,
    /// The compiler on the audit, and the scan for cheats.
    Audit,
    /// A second look by an engine or a person.
    Review,
}

impl Stage {
    /// The name on the wire and the command line.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Read => "read",
            Stage::Analyze => "analyze",
            Stage::Generate => "generate",
            Stage::Typecheck => "typecheck",
            Stage::Fix => "fix",
            Stage::Audit => "audit",
            Stage::Review => "review",
        }
    }
}

/// The outcome of a run; `docs/verdicts.md` says what each means to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// A person stopped it.
    Cancelled,
    /// Its process died.
    Interrupted,
    /// Proviso could not do its job.
    Failed,
    /// Attempts used up.
    Rejected,
    /// Nothing is proved: no compiler here, no rule to prove, or too large a document for it; the
    /// built-in evaluator checked the rules.
    Unverified,
    /// Audit clean, some rule refuted and not waived.
    Discrepant,
    /// Audit clean, at least one rule proved, none refuted, as the embedded checker says; no compiler
    /// has seen it.
    Checked,
    /// The same, as the compiler says.
    Verified,
}

impl Verdict {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Cancelled => "cancelled",
            Verdict::Interrupted => "interrupted",
            Verdict::Failed => "failed",
            Verdict::Rejected => "rejected",
            Verdict::Unverified => "unverified",
            Verdict::Discrepant => "discrepant",
            Verdict::Checked => "checked",
            Verdict::Verified => "verified",
        }
    }
    /// The exit status of a command that ends in it (design: 0 good, 1 findings, 2 could not).
    pub fn exit_code(self, n_refuted: usize) -> u8 {
        match self {
            Verdict::Verified | Verdict::Checked => 0,
            Verdict::Unverified if n_refuted == 0 => 0,
            Verdict::Unverified | Verdict::Rejected | Verdict::Discrepant => 1,
            Verdict::Failed | Verdict::Cancelled | Verdict::Interrupted => 2,
        }
    }
}

/// How bad a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// For the record.
    Info,
    /// Does not stop anything.
    Warn,
    /// Rejects the attempt, or ends the run.
    Error,
}

/// What kind of complaint a diagnostic is; what chooses a repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DiagnosticKind {
    /// The parser stopped; all other errors are hidden behind it.
    Parse,
    /// A name that nobody declares.
    UndefinedName,
    /// An import that is not there.
    MissingModule,
    /// The module's name is not its path.
    ModuleName,
    /// No implementation of an interface, or an unsolved `auto`.
    MissingImplementation,
    /// More than one way to read an expression.
    Ambiguous,
    /// Types differ.
    Mismatch,
    /// Not all cases are covered, or one cannot be.
    Coverage,
    /// Totality.
    Termination,
    /// Something private or not exported is used.
    Visibility,
    /// A hole or a name without a body.
    Hole,
    /// An unsafe name or pragma: nothing that contains it proves anything.
    Cheat,
    /// A demand of the audit that the model does not meet.
    Audit,
    /// The compiler's own complaint: command line, broken TTC.
    Compiler,
    /// The compiler used up its time or its memory: it neither accepted nor refused.
    Exhausted,
    /// The text is longer than what is judged: nobody was asked, so nobody accepted or refused.
    TooLong,
    /// A warning.
    Warning,
    /// Any other error of the compiler.
    Other,
}

/// A stretch of a source file; lines and columns count characters from 1. The end is the last
/// character (the compiler prints the column behind it); an empty stretch ends where it begins, one
/// that ends with a line break at column 1 of the next line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Span {
    /// Module as the compiler names it: `Domains.Sample`.
    pub module: String,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Last column.
    pub end_column: u32,
}

/// One message of the compiler or the audit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Diagnostic {
    /// What it complains of.
    pub kind: DiagnosticKind,
    /// How bad it is.
    pub severity: Severity,
    /// Where, if the message says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub span: Option<Span>,
    /// The declaration that was being processed, if the message says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub declaration: Option<String>,
    /// The message without location and excerpt.
    pub message: String,
    /// The cited source lines with carets, as printed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub excerpt: String,
    /// The compiler's suggestions: similar names, modules to import.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// Whether an attempt with it is rejected.
    pub fn rejects(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// One module's name and text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Module {
    /// `Domains.Facts.Sample`.
    pub name: String,
    /// The source text.
    pub text: String,
}

impl Module {
    /// Its path below the source directory: `Domains/Facts/Sample.idr`.
    pub fn path(&self) -> String {
        format!("{}.idr", self.name.replace('.', "/"))
    }
}

/// How an attempt's text came to be; cheapest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The engine's first text.
    Generated,
    /// Cards and deterministic quick fixes.
    QuickFix,
    /// A small repair by a language model.
    Repair,
    /// A repair with queries to the compiler.
    RepairWithQueries,
    /// A new text from the best attempt.
    FreshStart,
    /// The built-in model with what it leaves out listed by name.
    Fallback,
    /// A person's edit or restore; does not count as an attempt of the engine.
    Edited,
}

impl Origin {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Generated => "generated",
            Origin::QuickFix => "quick_fix",
            Origin::Repair => "repair",
            Origin::RepairWithQueries => "repair_with_queries",
            Origin::FreshStart => "fresh_start",
            Origin::Fallback => "fallback",
            Origin::Edited => "edited",
        }
    }
}

/// One checked text of the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// From 1.
    pub number: u32,
    /// How its text came to be.
    pub origin: Origin,
    /// The model as it was checked.
    pub model: Module,
    /// What compiler and audit said; none of them rejecting means accepted.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the compiler accepted facts and model; where there is none, the embedded checker.
    pub typechecked: bool,
    /// Whether the audit is clean too.
    pub audited: bool,
    /// When it was checked.
    pub created_at_ms: i64,
    /// How long compiler and audit took.
    pub check_ms: i64,
    /// Who has judged it; empty of texts of before that was kept, on which only the compiler was asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub judges: Vec<Judge>,
}

impl Attempt {
    /// Whether nothing rejects it.
    pub fn is_clean(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::rejects)
    }
    /// Whether nobody gave an answer about it, and nothing else speaks against it: the compiler ran
    /// out of its limits, or was not asked, since there is more to judge than is judged.
    pub fn is_undecided(&self) -> bool {
        let mut rejecting = self.diagnostics.iter().filter(|it| it.rejects()).peekable();
        rejecting.peek().is_some()
            && rejecting
                .all(|it| matches!(it.kind, DiagnosticKind::Exhausted | DiagnosticKind::TooLong))
    }
    /// Whether what Proviso itself states of the document is too long to be judged: so is every
    /// model with it.
    pub fn has_too_many_facts(&self) -> bool {
        let of_another = |it: &Span| it.module != self.model.name;
        self.diagnostics.iter().any(|it| {
            it.kind == DiagnosticKind::TooLong && it.span.as_ref().is_some_and(of_another)
        })
    }
    /// What makes two failures the same: kind, declaration and message of each rejecting
    /// diagnostic, places and numbers left out.
    pub fn signature(&self) -> Vec<String> {
        let mut all: Vec<String> = self
            .diagnostics
            .iter()
            .filter(|it| it.rejects())
            .map(|it| {
                let message: String =
                    it.message.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
                format!("{:?} {} {message}", it.kind, it.declaration.as_deref().unwrap_or("-"))
            })
            .collect();
        all.sort();
        all.dedup();
        all
    }
}

/// Bounds of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Checked texts by an engine, the first included.
    pub max_attempts: u32,
    /// Time for one check.
    pub check_timeout_ms: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_attempts: 5, check_timeout_ms: 30_000 }
    }
}
