//! The analyst: reads the document beside the built-in analysis, and gives fields with quotes.
//!
//! **Invariant:** a field without a place on the page that says its value does not come in; rules
//! are looked for by the built-in engine over all fields, so no rule is ever a model's word.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::asking::Asking;
use super::merge::{Read, merge};
use super::{Ended, ModelEngine, show};
use crate::agent::guard::{self, Trouble};
use crate::analysis::Analysis;
use crate::analysis::draft::Draft;
use crate::event::Happening;
use crate::llm::{Message, Role};
use crate::ports::{AnalyzeTask, EngineError};
use crate::prompt::marked;
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
    pub(super) async fn analyst(
        &self,
        task: AnalyzeTask<'_>,
        critique: Option<&str>,
    ) -> Result<Analysis, EngineError> {
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
        let mut work = work;
        if let Some(critique) = critique {
            work.messages.push(Message::text(Role::User, critique));
        }
        let (work, guarded) =
            Asking::new(work, trouble).guarded::<Reading>(Reading::default).await?;
        let ended = Ended::from(&guarded);
        if guarded.used_fallback {
            work.end(ended)?;
            return Ok(prompt_for);
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

fn trouble(it: Trouble) -> (String, Happening) {
    match it {
        Trouble::ParseFailed(reason) => (reason.clone(), Happening::AnalystParseFailed { reason }),
        Trouble::SchemaFailed(reason) => {
            (reason.clone(), Happening::AnalystSchemaFailed { reason })
        }
        Trouble::RepairAttempted(attempt) => {
            ("asked for the right form".to_owned(), Happening::AnalystRepairAttempted { attempt })
        }
        Trouble::Regenerated => ("asked anew".to_owned(), Happening::AnalystRegenerated),
        Trouble::FellBack(reason) => {
            let message = format!("{reason}; the built-in analysis stands");
            (message, Happening::AnalystFellBack { reason })
        }
    }
}
