//! The reviewer: reads document, analysis and model side by side, and approves or says what is to
//! change. Its criticism goes on with the conversation of the agent that is to change something.

use serde_json::json;

use super::analyst::Critique;
use super::asking::Asking;
use super::author::Occasion;
use super::{ModelEngine, show};
use crate::agent::guard::{self, Trouble};
use crate::analysis::{Analysis, Status};
use crate::event::Happening;
use crate::ports::{AnalyzeTask, EngineError, ReviewTask, ReviseTask, Revised, WriteTask};
use crate::prompt::{Piece, marked};
use crate::remark::Remark;
use crate::review::{Addressee, Review};
use crate::run::{Severity, Stage};

/// Fields and rules that are shown.
const MAX_SHOWN: usize = 300;

impl ModelEngine {
    /// What the model says of a finished model; none where it says nothing of use, which is in the
    /// log then.
    pub(super) async fn reviewer(
        &self,
        task: ReviewTask<'_>,
    ) -> Result<Option<Review>, EngineError> {
        let ReviewTask { project, analysis, documents, model, round } = task;
        let context = json!({
            "project": project,
            "document_type": analysis.document_type,
            "round": round,
            "analysis": marked("analysis", &read(analysis)),
            "things": show::things(analysis),
            "model": marked("module", model.text.trim_end()),
            "prose": show::prose(documents),
            "schema": serde_json::to_string_pretty(&guard::schema_of::<Review>())
                .unwrap_or_default(),
        });
        let tokens = self.reach.reviewer_tokens;
        let work = self.begin("reviewer", Stage::Review, project, analysis, context, tokens)?;
        let asking = Asking::new(work, trouble);
        let nothing = || Review { approved: false, reason: String::new(), changes: Vec::new() };
        let (work, guarded, _) = asking.guarded::<Review>(nothing).await?;
        work.end((&guarded).into())?;
        if guarded.used_fallback {
            return Ok(None);
        }
        if guarded.data.is_idle() {
            let reason = "it neither approves nor asks for a change".to_owned();
            let message = format!("reviewer: {reason}; there is no review");
            let remark = Some(unreviewed(&message));
            let happening = Happening::ReviewerFellBack { reason, remark };
            self.desk.say(Stage::Review, Severity::Warn, message, happening)?;
            return Ok(None);
        }
        Ok(Some(guarded.data))
    }

    /// What the criticised agent makes of it; none where it makes nothing of use.
    pub(super) async fn revised(
        &self,
        task: ReviseTask<'_>,
    ) -> Result<Option<Revised>, EngineError> {
        let ReviseTask { project, analysis, documents, document_type, model, review } = task;
        let Some(to) = review.to() else { return Ok(None) };
        let critique = self.handover(analysis, review, to)?;
        match to {
            Addressee::Analyst => {
                let task = AnalyzeTask { documents, document_type };
                let critique = Critique { before: analysis, text: &critique };
                let new = self.analyst(task, Some(critique)).await?;
                Ok((new != *analysis).then(|| Revised::Analysis(Box::new(new))))
            }
            Addressee::Author => {
                let task = WriteTask { project, analysis, documents };
                let new = self.author(task, Occasion::Criticized(model, &critique)).await?;
                Ok(new.filter(|it| it != model).map(Revised::Model))
            }
        }
    }

    /// The criticism as it is told to the agent that is to change something.
    fn handover(
        &self,
        analysis: &Analysis,
        review: &Review,
        to: Addressee,
    ) -> Result<String, EngineError> {
        let prompt = self.prompt("reviewer", analysis)?;
        let changes: Vec<String> = review
            .changes
            .iter()
            .filter(|it| it.to == to)
            .map(|it| format!("- {}: {}", it.about.trim(), it.change.trim()))
            .collect();
        let context = json!({ "to": to.name(), "changes": marked("review", &changes.join("\n")) });
        Ok(prompt.render(Piece::Handover, context)?)
    }
}

fn trouble(it: Trouble) -> (String, Happening) {
    match it {
        Trouble::ParseFailed(reason) => (reason.clone(), Happening::ReviewerParseFailed { reason }),
        Trouble::SchemaFailed(reason) => {
            (reason.clone(), Happening::ReviewerSchemaFailed { reason })
        }
        Trouble::RepairAttempted(attempt) => {
            ("asked for the right form".to_owned(), Happening::ReviewerRepairAttempted { attempt })
        }
        Trouble::Regenerated => ("asked anew".to_owned(), Happening::ReviewerRegenerated),
        Trouble::FellBack(reason) => {
            let message = format!("{reason}; there is no review");
            let remark = Some(unreviewed(&message));
            (message, Happening::ReviewerFellBack { reason, remark })
        }
    }
}

/// Fields and rules, one per line.
fn read(analysis: &Analysis) -> String {
    let fields = analysis.fields.iter().take(MAX_SHOWN).map(|it| {
        let (kind, page) = (it.value.kind().name(), it.evidence.page);
        format!("{} | {} | {kind} | {} | page {page}", it.name, it.label, it.value)
    });
    let rules = analysis.rules.iter().take(MAX_SHOWN).map(|it| {
        let status = match it.status {
            Status::Holds => "holds",
            Status::Refuted => "refuted",
            Status::Unknown => "unknown",
        };
        format!("R{} {status}: {}", it.id.0, it.statement)
    });
    let mut lines: Vec<String> = fields.chain(rules).collect();
    let n = analysis.fields.len().max(analysis.rules.len());
    if n > MAX_SHOWN {
        lines.push("(the rest is left out)".to_owned());
    }
    lines.join("\n")
}

/// That nobody has reviewed, and why.
fn unreviewed(message: &str) -> Remark {
    Remark::new(message, "언어 모델의 답을 쓰지 못해 결과를 검토하지 못했습니다")
}
