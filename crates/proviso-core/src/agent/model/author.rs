//! The author: writes a whole module over the facts, in the first place or for a fresh start.

use serde_json::json;

use super::{Ended, ModelEngine, Tells, answer, show};
use crate::agent::check::check_model;
use crate::agent::rank;
use crate::event::Happening;
use crate::idris::admit::Frame;
use crate::idris::emit;
use crate::llm::{Message, Reply, Role};
use crate::ports::{EngineError, WriteTask};
use crate::remark::Remark;
use crate::run::{Attempt, Module, Origin, Severity, Stage};

/// How an author's trouble is told.
const TELLS: Tells = Tells {
    fault: |reason| Happening::AuthorCodeMissing { reason },
    again: |attempt| Happening::AuthorRepairAttempted { attempt },
};

/// The reference example of all five layers, for models to read.
const EXAMPLE: &str = include_str!("../../../../../Domains/ScaleDeep.idr");

/// Why an author writes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Occasion<'a> {
    /// For the first time.
    First,
    /// The same once more, to have a choice.
    Again,
    /// The best text so far was rejected.
    Rejected(Option<&'a Attempt>),
    /// A reviewer wants something changed in an accepted model.
    Criticized(&'a Module, &'a str),
}

impl ModelEngine {
    /// The best of several first texts, as far as the budget allows them; the first one that is
    /// accepted ends the search.
    pub(super) async fn first(&self, task: WriteTask<'_>) -> Result<Option<Module>, EngineError> {
        let mut next = self.author(task, Occasion::First).await?;
        if self.reach.best_of < 2 {
            return Ok(next);
        }
        let WriteTask { project, analysis, .. } = task;
        let frame = Frame::new(project, analysis);
        let mut tried: Vec<Attempt> = Vec::new();
        for candidate in 1..=self.reach.best_of {
            let Some(model) = next.take() else { break };
            // Who cannot be asked now is asked by the run itself, which says so.
            let Ok(checked) =
                check_model(&*self.checker, &frame, &model, self.reach.check_timeout).await
            else {
                return Ok(Some(model));
            };
            let attempt = Attempt {
                number: candidate,
                origin: Origin::Generated,
                model,
                diagnostics: checked.diagnostics,
                typechecked: checked.typechecked,
                audited: checked.audited,
                created_at_ms: 0,
                judges: Vec::new(),
                check_ms: checked.took_ms,
            };
            let accepted = attempt.is_clean();
            let message = match accepted {
                true => format!("author: candidate {candidate} accepted"),
                false => format!("author: candidate {candidate} rejected"),
            };
            let happening = Happening::CandidateChecked { candidate, accepted };
            self.desk.say(Stage::Generate, Severity::Info, message, happening)?;
            tried.push(attempt);
            if accepted || candidate == self.reach.best_of {
                break;
            }
            next = self.author(task, Occasion::Again).await?;
        }
        Ok(rank::best(&tried).map(|it| it.model.clone()))
    }

    /// A module by the model; none where it is of no use, which is in the log then.
    pub(super) async fn author(
        &self,
        task: WriteTask<'_>,
        occasion: Occasion<'_>,
    ) -> Result<Option<Module>, EngineError> {
        let WriteTask { project, analysis, documents } = task;
        let (stage, failed) = match occasion {
            Occasion::First | Occasion::Again => (Stage::Generate, None),
            Occasion::Rejected(best) => (Stage::Fix, best),
            Occasion::Criticized(..) => (Stage::Review, None),
        };
        let name = format!("Domains.{project}");
        let stated = emit::stated(analysis).0;
        let refuted: Vec<String> =
            stated.iter().filter(|it| it.refuted).map(|it| format!("R{}", it.index)).collect();
        let context = json!({
            "project": project,
            "document_type": analysis.document_type,
            "example": EXAMPLE.trim_end(),
            "facts": show::facts(&emit::facts(project, analysis)),
            "builtin": emit::model(project, analysis).text.trim_end(),
            "refuted": refuted,
            "prose": show::prose(documents),
            "clauses": show::clauses(analysis),
            "things": show::things(analysis),
            "failed": failed.map(|it| json!({
                "text": crate::prompt::marked("module", it.model.text.trim_end()),
                "complaints": show::complaints(it),
            })),
        });
        let tokens = self.reach.author_tokens;
        let mut work = self.begin("author", stage, project, analysis, context, tokens)?;
        if let Occasion::Criticized(model, critique) = occasion {
            let before = format!("```idris\n{}\n```", model.text.trim_end());
            work.messages.push(Message::text(Role::Assistant, before));
            work.messages.push(Message::text(Role::User, critique));
        }
        let anew = matches!(occasion, Occasion::Again);
        let take = |reply: &Reply| {
            let text = answer::module(reply, &name)?;
            Ok(Module { name: name.clone(), text })
        };
        let (came, repair_attempts) = work.until(project, anew, TELLS, take).await?;
        let reason = match came {
            Ok(module) => {
                work.end(Ended { used_fallback: false, repair_attempts })?;
                return Ok(Some(module));
            }
            Err(reason) => reason,
        };
        let (en, ko) = match occasion {
            Occasion::Criticized(..) => ("the model stays as it is", "모델을 그대로 두었습니다"),
            Occasion::Again => {
                ("the candidates are those that are there", "후보를 더 만들지 못했습니다")
            }
            Occasion::First | Occasion::Rejected(_) => {
                ("the built-in author writes", "내장 엔진이 모델을 썼습니다")
            }
        };
        let message = format!("{reason}; {en}");
        let said = Remark::new(message.clone(), format!("언어 모델의 답을 쓰지 못해 {ko}"));
        work.warn(&message, Happening::AuthorFellBack { reason, remark: Some(said) })?;
        work.end(Ended { used_fallback: true, repair_attempts })?;
        Ok(None)
    }
}
