//! The author: writes a whole module over the facts, in the first place or for a fresh start.

use serde_json::json;

use super::{Ended, ModelEngine, answer, show};
use crate::event::Happening;
use crate::idris::emit;
use crate::llm::{Message, Role};
use crate::ports::{EngineError, WriteTask};
use crate::run::{Attempt, Module, Stage};

/// How often an author is told that its answer holds no module.
const MAX_REPAIRS: u32 = 2;

/// The reference example of all five layers, for models to read.
const EXAMPLE: &str = include_str!("../../../../../Domains/ScaleDeep.idr");

impl ModelEngine {
    /// A module by the model; none where it is of no use, which is in the log then.
    pub(super) async fn author(
        &self,
        task: WriteTask<'_>,
        failed: Option<&Attempt>,
        criticized: Option<(&Module, &str)>,
    ) -> Result<Option<Module>, EngineError> {
        let WriteTask { project, analysis, documents } = task;
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
            "failed": failed.map(|it| json!({
                "text": crate::prompt::marked("module", it.model.text.trim_end()),
                "complaints": show::complaints(it),
            })),
        });
        let stage = match (failed, criticized) {
            (None, None) => Stage::Generate,
            (Some(_), _) => Stage::Fix,
            (None, Some(_)) => Stage::Review,
        };
        let tokens = self.reach.author_tokens;
        let mut work = self.begin("author", stage, project, analysis, context, tokens)?;
        if let Some((model, critique)) = criticized {
            let before = format!("```idris\n{}\n```", model.text.trim_end());
            work.messages.push(Message::text(Role::Assistant, before));
            work.messages.push(Message::text(Role::User, critique));
        }
        let mut repair_attempts = 0;
        let reason = loop {
            let asked = match work.ask(false).await? {
                Ok(asked) => asked,
                Err(reason) => break reason,
            };
            let fault = match answer::module(&asked.reply, &name) {
                Ok(text) => {
                    self.desk.keep(&asked)?;
                    work.end(Ended { used_fallback: false, repair_attempts })?;
                    return Ok(Some(Module { name, text }));
                }
                Err(fault) => fault,
            };
            work.warn(&fault, Happening::AuthorCodeMissing { reason: fault.clone() })?;
            if repair_attempts == MAX_REPAIRS {
                break fault;
            }
            repair_attempts += 1;
            let attempt = repair_attempts;
            work.warn("asked again", Happening::AuthorRepairAttempted { attempt })?;
            work.object(&asked.reply.text, &fault, project)?;
        };
        let message = match criticized {
            None => format!("{reason}; the built-in author writes"),
            Some(_) => format!("{reason}; the model stays as it is"),
        };
        work.warn(&message, Happening::AuthorFellBack { reason })?;
        work.end(Ended { used_fallback: true, repair_attempts })?;
        Ok(None)
    }
}
