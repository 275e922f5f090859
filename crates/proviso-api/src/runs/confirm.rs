//! What a person says of a value that was read right: that they compared it with the page.
//!
//! **Invariant:** no run comes of it and no verdict changes; it is of the value as it is, so that a
//! correction makes it void.

use proviso_core::amend::{Amendment, Spot};
use serde::{Deserialize, Serialize};

use super::correct::{analysed, find, signed, spot};
use crate::wire::{Nothing, RunId};
use crate::{ApiError, Records};

/// A request to note that a value was compared with the page, or is to be compared again.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ConfirmReq {
    /// The run.
    pub run: RunId,
    /// The field's identifier.
    pub field: String,
    /// Whether it is what the page prints; false takes that back.
    pub right: bool,
    /// Who says so.
    pub by: String,
}

pub(crate) async fn confirm(records: &Records, req: ConfirmReq) -> Result<Nothing, ApiError> {
    signed(&req.by)?;
    let (row, analysis) = analysed(records, req.run.0)?;
    let field = find(&analysis, &req.field)?;
    let Spot { place, label } = spot(&analysis, field)?;
    let it = if req.right {
        Amendment::Confirmation { place, label, value: field.value.clone() }
    } else {
        Amendment::Unconfirmation { place, label }
    };
    let now = records.clock.now_ms();
    records.store.amendment_add(&row.project, row.id, &it, &req.by, now)?;
    Ok(Nothing {})
}
