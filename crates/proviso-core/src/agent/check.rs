//! One check of one text: what is found at the door, and the compiler on facts, model and audit.
//!
//! **Invariant:** the trusted library is always the embedded one, and facts and audit are always
//! Proviso's own, whatever lies in the workspace. A text that is not understood is not given to the
//! compiler.
//!
//! The audit imports the model and the model its facts, so asking for the audit checks all of them
//! in one start of the compiler, which is most of its time.

use std::time::Duration;

use crate::idris::admit::{self, Admission, Frame};
use crate::ports::{Checker, CheckerError};
use crate::run::{Diagnostic, DiagnosticKind, Module, Severity};

/// What a check found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// What speaks against the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the compiler accepted facts and model; false where there is none.
    pub typechecked: bool,
    /// Whether the audit is clean too.
    pub audited: bool,
    /// The compiler's version; none where there is no compiler.
    pub compiler: Option<String>,
    /// How long the compiler ran.
    pub took_ms: i64,
}

/// Checks a model against its frame.
pub async fn check_model(
    checker: &dyn Checker,
    frame: &Frame,
    model: &Module,
    timeout: Duration,
) -> Result<Checked, CheckerError> {
    let Admission { job, mut diagnostics } = admit::model(frame, model, timeout);
    let Some(job) = job else { return Ok(unasked(checker, diagnostics).await) };
    let report = match checker.check(&job).await {
        Ok(report) => report,
        Err(CheckerError::NotFound { .. }) => {
            return Ok(Checked {
                diagnostics,
                typechecked: false,
                audited: false,
                compiler: None,
                took_ms: 0,
            });
        }
        // A text that keeps the compiler busy for ever may be a bad text, and another one may do; or
        // the document is too large for any.
        Err(CheckerError::TimedOut(after)) => {
            let took_ms = i64::try_from(after.as_millis()).unwrap_or(i64::MAX);
            let message = format!("`idris2` gave no answer within {} s", after.as_secs_f32());
            diagnostics.push(complaint(DiagnosticKind::Exhausted, message));
            let compiler = checker.version().await.ok();
            return Ok(Checked {
                diagnostics,
                typechecked: false,
                audited: false,
                compiler,
                took_ms,
            });
        }
        Err(err) => return Err(err),
    };
    let in_audit =
        |it: &Diagnostic| it.span.as_ref().is_some_and(|span| span.module == frame.audit().name);
    // What the compiler says too, a wrong module name, is not said twice.
    diagnostics.retain(|it| !report.diagnostics.contains(it));
    let n_before = diagnostics.len();
    diagnostics.extend(report.diagnostics.into_iter().map(|it| {
        let kind = if in_audit(&it) && it.rejects() { DiagnosticKind::Audit } else { it.kind };
        Diagnostic { kind, ..it }
    }));
    let rejecting = || diagnostics[n_before..].iter().filter(|it| it.rejects());
    let typechecked = report.accepted
        || (rejecting().next().is_some() && rejecting().all(|it| it.kind == DiagnosticKind::Audit));
    if !report.accepted && rejecting().next().is_none() {
        // A refusal without a message that we can read is still a refusal.
        diagnostics.push(unexplained(&report.output));
    }
    let audited = report.accepted && !diagnostics.iter().any(Diagnostic::rejects);
    Ok(Checked {
        diagnostics,
        typechecked,
        audited,
        compiler: Some(report.compiler),
        took_ms: report.took_ms,
    })
}

/// What is known of a text that the compiler is not asked about, since it is not understood; what
/// speaks against the text is in the diagnostics already.
pub async fn unasked(checker: &dyn Checker, diagnostics: Vec<Diagnostic>) -> Checked {
    let compiler = checker.version().await.ok();
    Checked { diagnostics, typechecked: false, audited: false, compiler, took_ms: 0 }
}

/// A refusal of the compiler's in whose output no message was found.
pub fn unexplained(output: &str) -> Diagnostic {
    let said = output.trim();
    let message = if said.is_empty() {
        "`idris2` did not accept the module and did not say why".to_owned()
    } else {
        said.chars().take(2_000).collect()
    };
    complaint(DiagnosticKind::Compiler, message)
}

fn complaint(kind: DiagnosticKind, message: String) -> Diagnostic {
    Diagnostic {
        kind,
        severity: Severity::Error,
        span: None,
        declaration: None,
        message,
        excerpt: String::new(),
        hints: Vec::new(),
    }
}
