//! What a run may still try, and where there is nothing left to try: no other text of the document is
//! known to be lighter than the built-in author's.
//!
//! **Invariant:** too little time and too long a text are two things, with a word and an advice each:
//! more time for a check does not make a text shorter.

use std::time::Duration;

use super::{DriveError, Run, count};
use crate::agent::verdict::Detail;
use crate::analysis::Analysis;
use crate::idris::emit;
use crate::remark::Remark;
use crate::run::{Attempt, Diagnostic, DiagnosticKind, Limits, Origin, Stage};

impl Run<'_> {
    /// Why there is no answer to hope for about any text, where none was given about the built-in
    /// author's own, or Proviso's own statements are too long already. Says so, once for each such
    /// text.
    pub(super) fn too_much(
        &self,
        analysis: &Analysis,
        last: Option<&Attempt>,
    ) -> Result<Option<Detail>, DriveError> {
        let Some(last) = last.filter(|it| it.is_undecided()) else { return Ok(None) };
        if !last.has_too_many_facts() && last.model != emit::model(&self.job.project, analysis) {
            return Ok(None);
        }
        let too_long = |it: &Diagnostic| it.rejects() && it.kind == DiagnosticKind::TooLong;
        let (why, code, remark) = if last.diagnostics.iter().any(too_long) {
            let remark = Remark::new(
                "the document's model is longer than what is judged: the rules were checked by the \
                 built-in evaluator only",
                "문서의 모델이 검사할 수 있는 길이보다 길어 증명하지 못하고 규칙을 정확히 계산했습니다",
            );
            (Detail::TooLong, "model.too_long", remark)
        } else {
            let seconds = Duration::from_millis(self.job.limits.check_timeout_ms).as_secs_f32();
            let remark = Remark::new(
                format!(
                    "too large to prove in {seconds} s: the rules were checked by the built-in evaluator only"
                ),
                format!("문서가 커서 {seconds}초 안에 증명하지 못하고 규칙을 정확히 계산했습니다"),
            );
            (Detail::TooLarge, "model.too_large", remark)
        };
        self.remark(Stage::Typecheck, code, remark)?;
        Ok(Some(why))
    }

    /// The limits that are left after some attempts.
    pub(super) fn limits(&self, before: &[Attempt]) -> Limits {
        let used = before.iter().filter(|it| it.origin != Origin::Edited).count();
        let max_attempts = self.job.limits.max_attempts.saturating_sub(count(used));
        Limits { max_attempts, ..self.job.limits }
    }
}
