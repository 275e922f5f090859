//! What a person asks whoever issued a document to print instead.
//!
//! **Invariant:** no run comes of it and no verdict changes: the paper is as it was.

use proviso_core::amend::{Amendment, Spot};
use serde::{Deserialize, Serialize};

use super::correct::{analysed, find, parse, signed, spot};
use super::{RunView, row, view};
use crate::{ApiError, Code, Reason, Records};

/// A request to ask for another value, or no more.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MendReq {
    /// The run.
    pub run: i64,
    /// The field's identifier, its id (`f12`), or its label where only one field has it.
    pub field: String,
    /// What should be printed, in canonical text or as people write it; `None` asks no more.
    pub value: Option<String>,
    /// Who says so.
    pub author: String,
}

/// Stores what should be printed at a place, and shows what would hold then.
pub fn mend(records: &Records, req: &MendReq) -> Result<RunView, ApiError> {
    signed(&req.author)?;
    let (of, analysis) = analysed(records, req.run)?;
    let field = find(&analysis, &req.field)?;
    let Spot { place, label } = spot(&analysis, field)?;
    let said = match &req.value {
        None => Amendment::Unmend { place, label },
        Some(text) => {
            let value = parse(field, field.value.kind(), text)?;
            if value == field.value {
                let message = format!("`{}` is {value} already", field.name);
                return Err(ApiError::new(Code::BadRequest, message)
                    .because(Reason::FieldSame, [("value", &value.to_string())]));
            }
            Amendment::Mend { place, label, value }
        }
    };
    let now = records.clock.now_ms();
    records.store.amendment_add(&of.project, of.id, &said, &req.author, now)?;
    Ok(view::full(&view::Stored::read(records, row(records, req.run)?)?))
}
