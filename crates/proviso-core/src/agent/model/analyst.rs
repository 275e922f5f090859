//! The analyst: reads the document beside the built-in analysis, and gives fields with quotes.
//!
//! **Invariant:** a field without a place on the page that says its value does not come in; rules
//! are looked for by the built-in engine over all fields, so no rule is ever a model's word.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::merge::{Read, merge};
use super::{Ended, ModelEngine, Work, show};
use crate::agent::desk::Asked;
use crate::agent::guard::{self, Asker, Trouble, Turn};
use crate::analysis::Analysis;
use crate::analysis::draft::Draft;
use crate::event::Happening;
use crate::llm::{Message, Reply, Role};
use crate::ports::{AnalyzeTask, EngineError, LedgerError};
use crate::prompt::{Piece, marked};
use crate::run::Stage;

/// Fields of the draft that are shown.
const MAX_SHOWN: usize = 400;

/// What an analyst answers.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Reading {
    /// Values that the draft lacks, or that it has too.
    fields: Vec<Read>,
}

impl ModelEngine {
    /// The built-in analysis with what the model read besides.
    pub(super) async fn analyst(&self, task: AnalyzeTask<'_>) -> Result<Analysis, EngineError> {
        let mut draft = self.builtin.draft(task)?;
        let prompt_for = self.builtin.discovered(draft.clone());
        let context = json!({
            "document_type": prompt_for.document_type,
            "draft": drafted(&draft),
            "prose": show::prose(task.documents),
            "schema": serde_json::to_string_pretty(&guard::schema_of::<Reading>())
                .unwrap_or_default(),
        });
        let tokens = self.reach.analyst_tokens;
        let scope = task.documents.first().map_or("", |it| it.sha256.as_str());
        let work = self.begin("analyst", Stage::Analyze, scope, &prompt_for, context, tokens)?;
        let mut asking = Asking { work, asked: Vec::new(), lost: None };
        let guarded = guard::guard::<Reading>(&mut asking, Reading::default).await;
        let Asking { work, asked, lost } = asking;
        if let Some(err) = lost {
            return Err(err.into());
        }
        let ended = Ended {
            used_fallback: guarded.used_fallback,
            repair_attempts: guarded.repair_attempts,
        };
        if guarded.used_fallback {
            work.end(ended)?;
            return Ok(prompt_for);
        }
        for it in &asked {
            self.desk.keep(it)?;
        }
        let merged = merge(&mut draft, task.documents, guarded.data.fields);
        for (label, reason) in merged.refused {
            let message = format!("`{label}` is refused: {reason}");
            work.warn(&message, Happening::AnalystQuoteRefused { label, reason })?;
        }
        let message =
            format!("analyst read {} new fields, {} known", merged.n_new, merged.n_agreed);
        let happening = Happening::AnalystRead { n_new: merged.n_new, n_agreed: merged.n_agreed };
        self.desk.say(Stage::Analyze, crate::run::Severity::Info, message, happening)?;
        work.end(ended)?;
        if merged.n_new == 0 && merged.n_agreed == 0 {
            return Ok(prompt_for);
        }
        Ok(self.builtin.discovered(draft))
    }
}

/// The draft's fields, one per line.
fn drafted(draft: &Draft) -> String {
    let mut lines: Vec<String> = draft
        .fields
        .iter()
        .take(MAX_SHOWN)
        .map(|it| {
            let (kind, page) = (it.value.kind().name(), it.evidence.page);
            format!("{} | {kind} | {} | page {page}", it.label, it.value)
        })
        .collect();
    if draft.fields.len() > MAX_SHOWN {
        lines.push(format!("(and {} more)", draft.fields.len() - MAX_SHOWN));
    }
    marked("draft", &lines.join("\n"))
}

/// The guard's way to the model.
struct Asking<'a> {
    work: Work<'a>,
    asked: Vec<Asked>,
    /// A record that could not be kept ends the run.
    lost: Option<LedgerError>,
}

impl Asking<'_> {
    async fn turn(&mut self, turn: Turn) -> Result<Reply, String> {
        let n_first = 2;
        let anew = match turn {
            Turn::Answer { again } => {
                self.work.messages.truncate(n_first);
                self.asked.clear();
                again
            }
            Turn::Repair { answer, faults } => {
                self.work.messages.truncate(n_first);
                let context = json!({ "fault": marked("faults", &faults) });
                let text = self
                    .work
                    .prompt
                    .render(Piece::Repair, context)
                    .map_err(|err| err.to_string())?;
                self.work.messages.push(Message::text(Role::Assistant, answer));
                self.work.messages.push(Message::text(Role::User, text));
                false
            }
        };
        match self.work.ask(anew).await {
            Ok(Ok(asked)) => {
                self.asked.push(asked.clone());
                Ok(asked.reply)
            }
            Ok(Err(reason)) => Err(reason),
            Err(err) => {
                let reason = err.to_string();
                self.lost = Some(err);
                Err(reason)
            }
        }
    }
}

impl Asker for Asking<'_> {
    fn ask(&mut self, turn: Turn) -> BoxFuture<'_, Result<Reply, String>> {
        self.turn(turn).boxed()
    }
    fn trouble(&mut self, trouble: Trouble) {
        let (message, happening) = match trouble {
            Trouble::ParseFailed(reason) => {
                (reason.clone(), Happening::AnalystParseFailed { reason })
            }
            Trouble::SchemaFailed(reason) => {
                (reason.clone(), Happening::AnalystSchemaFailed { reason })
            }
            Trouble::RepairAttempted(attempt) => {
                let message = "asked for the right form".to_owned();
                (message, Happening::AnalystRepairAttempted { attempt })
            }
            Trouble::Regenerated => ("asked anew".to_owned(), Happening::AnalystRegenerated),
            Trouble::FellBack(reason) => {
                let message = format!("{reason}; the built-in analysis stands");
                (message, Happening::AnalystFellBack { reason })
            }
        };
        if let Err(err) = self.work.warn(&message, happening) {
            self.lost.get_or_insert(err);
        }
    }
}
