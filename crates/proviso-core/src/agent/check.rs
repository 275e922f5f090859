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
use crate::judge::{self, COMPILER, Judge, KERNEL, Said};
use crate::ports::{Checker, CheckerError};
use crate::run::{Diagnostic, DiagnosticKind, Module, Severity};

/// What a check found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// What speaks against the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the compiler accepted facts and model; where there is none, the embedded checker.
    pub typechecked: bool,
    /// Whether the audit is clean too.
    pub audited: bool,
    /// The compiler's version; none where there is no compiler.
    pub compiler: Option<String>,
    /// Who has judged, and what each said.
    pub judges: Vec<Judge>,
    /// How long the compiler ran; where there is none, the embedded checker that accepted.
    pub took_ms: i64,
}

/// Checks a model against its frame.
pub async fn check_model(
    checker: &dyn Checker,
    frame: &Frame,
    model: &Module,
    timeout: Duration,
) -> Result<Checked, CheckerError> {
    admitted(checker, admit::model(frame, model, timeout), Some(&frame.audit().name)).await
}

/// Checks modules of no project that is known, the last one being asked for: what they owe nobody
/// knows, so nothing is audited.
pub async fn check_alone(
    checker: &dyn Checker,
    modules: &[Module],
    timeout: Duration,
) -> Result<Checked, CheckerError> {
    let it = admitted(checker, admit::alone(modules, timeout), None).await?;
    Ok(Checked { audited: false, ..it })
}

/// What is said of texts that were let in; `audit` names the module that asks what a model owes.
async fn admitted(
    checker: &dyn Checker,
    Admission { job, mut diagnostics }: Admission,
    audit: Option<&str>,
) -> Result<Checked, CheckerError> {
    let Some(job) = job else { return Ok(unasked(checker, diagnostics).await) };
    let accepts = |it: &Option<Judge>| it.as_ref().is_some_and(|it| it.said == Said::Accepted);
    let (answer, kernel) = if checker.spares(&job) {
        let kernel = checker.judge(&job).await?;
        (if accepts(&kernel) { None } else { Some(checker.check(&job).await) }, kernel)
    } else {
        let (answer, kernel) =
            futures_util::future::join(checker.check(&job), checker.judge(&job)).await;
        (Some(answer), kernel?)
    };
    let report = match answer {
        Some(Ok(report)) => report,
        None | Some(Err(CheckerError::NotFound { .. })) => {
            let accepted = accepts(&kernel);
            return Ok(Checked {
                typechecked: accepted,
                audited: accepted && !diagnostics.iter().any(Diagnostic::rejects),
                took_ms: kernel.as_ref().filter(|_| accepted).map_or(0, |it| it.took_ms),
                diagnostics,
                compiler: None,
                judges: kernel.into_iter().collect(),
            });
        }
        // A text that keeps the compiler busy for ever may be a bad text, and another one may do; or
        // the document is too large for any.
        Some(Err(CheckerError::TimedOut(after))) => {
            let took_ms = i64::try_from(after.as_millis()).unwrap_or(i64::MAX);
            let message = format!("`idris2` gave no answer within {} s", after.as_secs_f32());
            diagnostics.push(complaint(DiagnosticKind::Exhausted, message.clone()));
            let compiler = checker.version().await.ok();
            let silent = compiler.clone().map(|version| Judge {
                name: COMPILER.to_owned(),
                version,
                said: Said::Outside,
                why: Some(message),
                took_ms,
            });
            return Ok(by_kernel(Checked {
                diagnostics,
                typechecked: false,
                audited: false,
                compiler,
                judges: silent.into_iter().chain(kernel).collect(),
                took_ms,
            }));
        }
        Some(Err(err)) => return Err(err),
    };
    let in_audit =
        |it: &Diagnostic| it.span.as_ref().is_some_and(|span| Some(&*span.module) == audit);
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
    let judge = Judge {
        name: COMPILER.to_owned(),
        version: report.compiler.clone(),
        said: match report.accepted {
            true => Said::Accepted,
            false if rejecting_by_silence(&diagnostics[n_before..]) => Said::Outside,
            false => Said::Refused,
        },
        why: None,
        took_ms: report.took_ms,
    };
    let audited = report.accepted && !diagnostics.iter().any(Diagnostic::rejects);
    Ok(by_kernel(Checked {
        diagnostics,
        typechecked,
        audited,
        compiler: Some(report.compiler),
        judges: std::iter::once(judge).chain(kernel).collect(),
        took_ms: report.took_ms,
    }))
}

/// The same where the compiler gave no answer and the embedded checker did: a machine with a compiler
/// knows no less of a long document than one without. That the compiler was silent stays as a warning.
fn by_kernel(it: Checked) -> Checked {
    if !judge::only_kernel(&it.judges) || !rejecting_by_silence(&it.diagnostics) {
        return it;
    }
    let kernel = it.judges.iter().find(|it| it.name == KERNEL);
    let took_ms = kernel.map_or(it.took_ms, |it| it.took_ms);
    let softened = |it: Diagnostic| match it.rejects() {
        true => Diagnostic { severity: Severity::Warn, ..it },
        false => it,
    };
    let diagnostics = it.diagnostics.into_iter().map(softened).collect();
    Checked { diagnostics, typechecked: true, audited: true, compiler: None, took_ms, ..it }
}

/// What is known of a text that the compiler is not asked about, since it is not understood; what
/// speaks against the text is in the diagnostics already.
async fn unasked(checker: &dyn Checker, diagnostics: Vec<Diagnostic>) -> Checked {
    let compiler = checker.version().await.ok();
    let judges = Vec::new();
    Checked { diagnostics, typechecked: false, audited: false, compiler, judges, took_ms: 0 }
}

/// Whether all that speaks against a text is that the compiler used up what it had.
fn rejecting_by_silence(said: &[Diagnostic]) -> bool {
    let mut rejecting = said.iter().filter(|it| it.rejects()).peekable();
    rejecting.peek().is_some() && rejecting.all(|it| it.kind == DiagnosticKind::Exhausted)
}

/// A refusal of the compiler's in whose output no message was found.
fn unexplained(output: &str) -> Diagnostic {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::tests::judges;

    fn silent(kernel: Said, more: Option<Diagnostic>) -> Checked {
        let exhausted = complaint(DiagnosticKind::Exhausted, "no answer within 30 s".to_owned());
        Checked {
            diagnostics: std::iter::once(exhausted).chain(more).collect(),
            typechecked: false,
            audited: false,
            compiler: Some("0.8.0".to_owned()),
            judges: judges(Some(Said::Outside), Some(kernel)),
            took_ms: 30_000,
        }
    }

    #[test]
    fn where_the_compiler_is_silent_the_embedded_checker_judges() {
        let it = by_kernel(silent(Said::Accepted, None));
        assert!(it.typechecked && it.audited && it.compiler.is_none());
        assert!(!it.diagnostics.iter().any(Diagnostic::rejects), "that it was silent is no fault");
        assert_eq!((it.diagnostics.len(), it.took_ms), (1, 1), "and is told");
        // Neither its own silence nor a debt of the audit is an acceptance.
        for kernel in [Said::Refused, Said::Outside] {
            assert_eq!(by_kernel(silent(kernel, None)), silent(kernel, None));
        }
        let debt = || Some(complaint(DiagnosticKind::Audit, "`keepsR0` is owed".to_owned()));
        assert_eq!(by_kernel(silent(Said::Accepted, debt())), silent(Said::Accepted, debt()));
    }
}
