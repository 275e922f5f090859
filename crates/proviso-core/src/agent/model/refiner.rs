//! The refiner: looks over what several workers have read of one document, and gives their fields
//! names that fit together.
//!
//! **Invariant:** it sends edits only. An edit names a field that a model read and a label that is
//! not empty; any other one is dropped. No value, no quote and no place changes.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::asking::Asking;
use super::{Ended, ModelEngine};
use crate::agent::guard::{self, Trouble};
use crate::analysis::Analysis;
use crate::event::Happening;
use crate::ports::EngineError;
use crate::prompt::marked;
use crate::remark::Remark;
use crate::run::{Severity, Stage};

/// Characters of a label.
const MAX_LABEL: usize = 80;

/// What a refiner answers.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Refinement {
    /// Labels to change; empty where all fit.
    pub(super) edits: Vec<Edit>,
}

/// One change.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    /// The field's number, as listed.
    pub(super) id: u32,
    /// Its label from now on.
    pub(super) label: String,
}

impl ModelEngine {
    /// Has the labels of what was read looked over, one value per line with its number; `relabel` gives
    /// a value another label, or says that it is none.
    pub(super) async fn refine(
        &self,
        lines: &[String],
        about: &Analysis,
        scope: &str,
        relabel: &mut (dyn FnMut(usize, String) -> bool + Send),
    ) -> Result<(), EngineError> {
        if lines.is_empty() {
            return Ok(());
        }
        let context = json!({
            "document_type": about.document_type,
            "fields": marked("fields", &lines.join("\n")),
            "schema": serde_json::to_string_pretty(&guard::schema_of::<Refinement>())
                .unwrap_or_default(),
        });
        let tokens = self.reach.refiner_tokens;
        let work = self.begin("refiner", Stage::Analyze, scope, about, context, tokens)?;
        let asking = Asking::new(work, trouble);
        let (work, guarded, _) = asking.guarded::<Refinement>(Refinement::default).await?;
        let ended = Ended::from(&guarded);
        let (n_applied, n_dropped) = apply(relabel, guarded.data);
        if n_applied + n_dropped > 0 {
            let message = format!("refiner: {n_applied} labels changed, {n_dropped} edits dropped");
            let happening = Happening::RefinerEdited { n_applied, n_dropped };
            self.desk.say(Stage::Analyze, Severity::Info, message, happening)?;
        }
        Ok(work.end(ended)?)
    }
}

/// Applies what is in range; how many were, and how many were not.
fn apply(
    relabel: &mut (dyn FnMut(usize, String) -> bool + Send),
    refinement: Refinement,
) -> (u32, u32) {
    let (mut n_applied, mut n_dropped) = (0, 0);
    for Edit { id, label } in refinement.edits {
        let label: String = label.trim().chars().take(MAX_LABEL).collect();
        match relabel(id as usize, label) {
            true => n_applied += 1,
            false => n_dropped += 1,
        }
    }
    (n_applied, n_dropped)
}

fn trouble(it: Trouble) -> (String, Happening) {
    match it {
        Trouble::ParseFailed(reason) => (reason.clone(), Happening::RefinerParseFailed { reason }),
        Trouble::SchemaFailed(reason) => {
            (reason.clone(), Happening::RefinerSchemaFailed { reason })
        }
        Trouble::RepairAttempted(attempt) => {
            ("asked for the right form".to_owned(), Happening::RefinerRepairAttempted { attempt })
        }
        Trouble::Regenerated => ("asked anew".to_owned(), Happening::RefinerRegenerated),
        Trouble::FellBack(reason) => {
            let message = format!("{reason}; the labels stay");
            let remark = Some(Remark::new(
                message.clone(),
                "언어 모델의 답을 쓰지 못해 항목명을 그대로 두었습니다",
            ));
            (message, Happening::RefinerFellBack { reason, remark })
        }
    }
}
