//! Why a value or a rule of a run is what it is.
//!
//! **Invariant:** nothing is kept and nothing changes: the documents that the run keeps are read
//! anew, and their readers listened to.

use proviso_core::analysis::reasons::Why;
use proviso_core::analysis::why::Asked;
use proviso_core::analysis::{Analysis, FieldId, RuleId};
use proviso_kit::open::OpenWorkspace;
use serde::{Deserialize, Serialize};

use super::correct::find;
use super::{analysis_of, row};
use crate::error::Reason;
use crate::ports::Ports;
use crate::wire::RunId;
use crate::{ApiError, Code};

/// A request to say why: of a field, or of a rule.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct WhyReq {
    /// Which run.
    pub run: RunId,
    /// The field's id.
    #[serde(default)]
    pub field: Option<u32>,
    /// The rule's id.
    #[serde(default)]
    pub rule: Option<u32>,
}

/// What a field or a rule of a run stands on.
pub(crate) async fn why(
    space: &OpenWorkspace,
    ports: &Ports,
    req: WhyReq,
) -> Result<Why, ApiError> {
    let row = row(space, req.run.0)?;
    let analysis = analysis_of(space, row.id)?;
    let asked = match (req.field, req.rule) {
        (Some(id), None) if analysis.field(FieldId(id)).is_some() => Asked::Field(FieldId(id)),
        (None, Some(id)) if analysis.rules.len() > id as usize => Asked::Rule(RuleId(id)),
        (Some(id), None) => {
            let message = format!("no field {id} in run {}", row.id);
            return Err(ApiError::new(Code::NotFound, message).because(Reason::FieldMissing, []));
        }
        (None, Some(id)) => {
            let message = format!("no rule {id} in run {}", row.id);
            return Err(ApiError::new(Code::NotFound, message).because(Reason::RuleOther, []));
        }
        _ => return Err(ApiError::new(Code::BadRequest, "name one field, or one rule")),
    };
    let documents = space.store.documents(row.id)?;
    Ok(ports.study.why(&ports.types, &documents, &analysis, asked).await?)
}

/// The field (by name, number or label) or the rule (`R3`) that a person names.
pub(crate) fn named(analysis: &Analysis, wanted: &str) -> Result<Asked, ApiError> {
    let number = wanted.strip_prefix(['R', 'r', '#']).and_then(|it| it.parse::<u32>().ok());
    if let Some(id) = number
        && !analysis.fields.iter().any(|it| it.name == wanted)
    {
        if analysis.rules.len() > id as usize {
            return Ok(Asked::Rule(RuleId(id)));
        }
        let message = format!("no rule `{wanted}`");
        let err = ApiError::new(Code::NotFound, message).because(Reason::RuleOther, []);
        let all: Vec<String> =
            analysis.rules.iter().map(|it| format!("R{} ({})", it.id.0, it.statement)).collect();
        return Err(err.hint(match all.as_slice() {
            [] => "the document has no rule".to_owned(),
            all => format!("there are {}", all.join("; ")),
        }));
    }
    find(analysis, wanted).map(|it| Asked::Field(it.id))
}
