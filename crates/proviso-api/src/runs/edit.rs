//! A person's own text of a model: checked as a new attempt, or while it is typed.
//!
//! **Invariant:** a text is judged against the facts and the audit of the run's own analysis, like
//! any author's; checking while typing stores nothing.

use std::sync::Arc;
use std::time::Duration;

use proviso_core::agent::check_model;
use proviso_core::idris::admit::Frame;
use proviso_core::judge::Judge;
use proviso_core::ports::Checker;
use proviso_core::run::{Diagnostic, Module, Origin};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::record::KernelOnly;
use serde::{Deserialize, Serialize};

use super::prepared::Prepared;
use super::start::{Resumed, resume};
use super::{attempt_of, ended, row};
use crate::jobs::{Jobs, Stop};
use crate::{ApiError, App, Code, Reason};

/// Bytes of a text that are taken: a model of two thousand line items is a tenth of it.
const MAX_TEXT: usize = 4 << 20;

/// What a text is worth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TextChecked {
    /// Whether nothing speaks against it, as far as could be asked.
    pub accepted: bool,
    /// Whether the compiler accepted facts and model.
    pub typechecked: bool,
    /// Whether the audit is clean too.
    pub audited: bool,
    /// What speaks against it.
    pub diagnostics: Vec<Diagnostic>,
    /// The compiler's version; none where there is none.
    pub compiler: Option<String>,
    /// Who has judged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub judges: Vec<Judge>,
    /// How long it took.
    pub took_ms: i64,
}

/// Claims a run to check a person's text as its next attempt.
pub(crate) fn edited(
    app: &App,
    run: i64,
    text: String,
    repairs: bool,
) -> Result<Prepared, ApiError> {
    bounded(&text)?;
    let records = app.records()?;
    let row = ended(&records, run)?;
    let module = Module { name: format!("Domains.{}", row.project), text };
    let message = "goes on with a person's text".to_owned();
    resume(
        app,
        records.space,
        row,
        Some(Resumed { text: (Origin::Edited, module), repairs, message }),
    )
}

/// Claims a run to check one of its texts again, as its next attempt.
pub(crate) fn restored(app: &App, run: i64, attempt: u32) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let row = ended(&records, run)?;
    let attempts = records.store.attempts(run)?;
    let module = attempt_of(&row, &attempts, attempt)?.model.clone();
    let message = format!("goes on with the text of attempt {attempt}");
    let text = (Origin::Edited, module);
    resume(app, records.space, row, Some(Resumed { text, repairs: false, message }))
}

/// Checks a text without storing anything. A newer call for the same run takes its place. A glance is
/// what the embedded checker says, who does not keep anybody waiting.
pub(crate) async fn check_text(
    space: &OpenWorkspace,
    jobs: &Jobs,
    all: Arc<dyn Checker>,
    run: i64,
    text: String,
    glance: bool,
) -> Result<TextChecked, ApiError> {
    bounded(&text)?;
    let row = row(space, run)?;
    let analysis = space.store.analysis(run)?.ok_or_else(|| {
        let message = format!("the documents of run {run} are not analysed");
        ApiError::new(Code::BadRequest, message)
            .because(Reason::NotAnalysed, [("run", &run.to_string())])
    })?;
    let project = &row.project;
    let frame = Frame::new(project, &analysis);
    let module = Module { name: format!("Domains.{project}"), text };
    let timeout = Duration::from_millis(row.check_timeout_ms);
    let checker = if glance { Arc::new(KernelOnly(all)) } else { all };
    let stop = Arc::new(Stop::default());
    let before = jobs.typed().insert(run, Arc::clone(&stop));
    if let Some(before) = before {
        before.cancel();
    }
    let _typing = Typing { jobs, run, stop: &stop };
    // What is dropped takes its compiler with it.
    let checked = tokio::select! {
        biased;
        _ = stop.asked() => {
            let message = "a newer text is being checked";
            return Err(ApiError::new(Code::Superseded, message).about_run(run));
        }
        it = check_model(&*checker, &frame, &module, timeout) => it?,
    };
    Ok(TextChecked {
        accepted: !checked.diagnostics.iter().any(Diagnostic::rejects),
        typechecked: checked.typechecked,
        audited: checked.audited,
        diagnostics: checked.diagnostics,
        compiler: checked.compiler,
        judges: checked.judges,
        took_ms: checked.took_ms,
    })
}

/// Leaves the table of what is typed, unless a newer call has its place.
struct Typing<'a> {
    jobs: &'a Jobs,
    run: i64,
    stop: &'a Arc<Stop>,
}

impl Drop for Typing<'_> {
    fn drop(&mut self) {
        let mut all = self.jobs.typed();
        if all.get(&self.run).is_some_and(|it| Arc::ptr_eq(it, self.stop)) {
            all.remove(&self.run);
        }
    }
}

fn bounded(text: &str) -> Result<(), ApiError> {
    if text.len() <= MAX_TEXT {
        return Ok(());
    }
    let message =
        format!("a model of {} MiB, and at most {} are taken", text.len() >> 20, MAX_TEXT >> 20);
    Err(ApiError::new(Code::TooLarge, message).because(Reason::TextTooLarge, []))
}
