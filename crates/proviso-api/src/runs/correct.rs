//! What a person says about a run: a field's right value, a rule that may pass.
//!
//! **Invariant:** stored before anything is computed anew; the reading stays beside the correction.

use std::sync::Arc;

use proviso_core::amend::{self, Amendment, Place};
use proviso_core::analysis::{Analysis, Field, Status};
use proviso_core::run::Stage;
use proviso_core::value::{Kind, Value};
use proviso_kit::store::RunRow;
use serde::{Deserialize, Serialize};

use super::start::{Prepared, fork};
use super::{RunView, ended};
use crate::app::Space;
use crate::{ApiError, App, Code, shown};

/// A request to correct a field.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CorrectReq {
    /// The run.
    pub run: i64,
    /// The field's identifier, its id (`f12`), or its label where only one field has it.
    pub field: String,
    /// The right value, in canonical text or as people write it: `55,715,000`, `10%`.
    /// None where only the kind is wrong.
    pub value: Option<String>,
    /// Its kind, where it is of another one than was read.
    pub kind: Option<Kind>,
    /// Who says so.
    pub author: String,
}

/// A request to let a refuted rule pass.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WaiveReq {
    /// The run.
    pub run: i64,
    /// The rule's id.
    pub rule: u32,
    /// Why it may pass.
    pub reason: String,
    /// Who says so.
    pub author: String,
}

/// Stores a correction and goes on from generate, in a new run.
pub async fn correct(app: &App, req: CorrectReq) -> Result<RunView, ApiError> {
    correction(app, &req)?.go(app).await
}

/// Stores a waiver and goes on from generate, in a new run.
pub async fn waive(app: &App, req: WaiveReq) -> Result<RunView, ApiError> {
    waiver(app, &req)?.go(app).await
}

/// Stores a correction and claims the run that goes on with it.
pub(crate) fn correction(app: &App, req: &CorrectReq) -> Result<Prepared, ApiError> {
    let space = app.space()?;
    let (row, analysis) = analysed(app, &space, req.run)?;
    let field = find(&analysis, &req.field)?;
    let kind = req.kind.unwrap_or(field.value.kind());
    let value = match &req.value {
        Some(text) => parse(field, kind, text)?,
        None => parse(field, kind, &shown::plain(&field.value))
            .or_else(|_| parse(field, kind, &field.evidence.text))?,
    };
    if value == field.value {
        let message = format!("`{}` is {value} already", field.name);
        return Err(ApiError::new(Code::BadRequest, message));
    }
    let place = Place::of(&analysis, &field.evidence)
        .ok_or_else(|| ApiError::new(Code::Unknown, format!("`{}` has no place", field.name)))?;
    let it = Amendment::Correction { place, label: field.label.clone(), value };
    add(app, space, row, it, &req.author)
}

/// Stores a waiver and claims the run that goes on with it.
pub(crate) fn waiver(app: &App, req: &WaiveReq) -> Result<Prepared, ApiError> {
    let space = app.space()?;
    let (row, analysis) = analysed(app, &space, req.run)?;
    let rule = analysis.rules.iter().find(|it| it.id.0 == req.rule);
    let Some(rule) = rule.filter(|it| it.status == Status::Refuted && it.waived.is_none()) else {
        let open = analysis.rules.iter().filter(|it| it.status == Status::Refuted);
        let open: Vec<String> = open.map(|it| format!("{} ({})", it.id.0, it.statement)).collect();
        let message = format!("rule {} of run {} is not refuted", req.rule, req.run);
        return Err(ApiError::new(Code::NotFound, message).hint(if open.is_empty() {
            "no rule of this run is refuted".to_owned()
        } else {
            format!("refuted: {}", open.join("; "))
        }));
    };
    if req.reason.trim().is_empty() {
        return Err(ApiError::new(Code::BadRequest, "a waiver needs a reason"));
    }
    let it = amend::waiver(&analysis, rule, &req.reason);
    add(app, space, row, it, &req.author)
}

/// Takes a waiver back and claims the run that goes on without it.
pub(crate) fn unwaiver(app: &App, run: i64, rule: u32, by: &str) -> Result<Prepared, ApiError> {
    let space = app.space()?;
    let (row, analysis) = analysed(app, &space, run)?;
    let rule = analysis.rules.iter().find(|it| it.id.0 == rule && it.waived.is_some());
    let Some(rule) = rule else {
        let message = "this rule of the run is not waived";
        return Err(ApiError::new(Code::NotFound, message));
    };
    let it = amend::unwaiver(&analysis, rule);
    add(app, space, row, it, by)
}

fn add(
    app: &App,
    space: Arc<Space>,
    row: RunRow,
    it: Amendment,
    author: &str,
) -> Result<Prepared, ApiError> {
    space.store.amendment_add(&row.project, row.id, &it, author, app.clock.now_ms())?;
    let engine = super::engine(app, None)?;
    fork(app, space, row, Stage::Generate, None, engine)
}

fn analysed(app: &App, space: &Space, run: i64) -> Result<(RunRow, Analysis), ApiError> {
    let row = ended(app, space, run)?;
    let analysis = space.store.analysis(run)?.ok_or_else(|| {
        ApiError::new(
            Code::BadRequest,
            format!("run {run} ended before its documents were analysed"),
        )
        .hint(format!("`proviso retry {run}`"))
    })?;
    Ok((row, analysis))
}

fn find<'a>(analysis: &'a Analysis, wanted: &str) -> Result<&'a Field, ApiError> {
    let by_id = wanted.strip_prefix('f').unwrap_or(wanted).parse::<usize>().ok();
    let by_name = analysis.fields.iter().find(|it| it.name == wanted);
    if let Some(field) = by_name.or_else(|| analysis.fields.get(by_id?)) {
        return Ok(field);
    }
    let squeezed = |it: &str| it.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let labelled: Vec<&Field> =
        analysis.fields.iter().filter(|it| squeezed(&it.label) == squeezed(wanted)).collect();
    match labelled.as_slice() {
        [field] => Ok(field),
        [] => {
            let message = format!("no field `{wanted}`");
            let names: Vec<&str> = analysis.fields.iter().map(|it| it.name.as_str()).collect();
            Err(ApiError::new(Code::NotFound, message)
                .hint(format!("there are {}", names.join(", "))))
        }
        several => {
            let names: Vec<String> =
                several.iter().map(|it| format!("{} ({})", it.name, it.value)).collect();
            let message = format!("{} fields are labelled `{wanted}`", several.len());
            Err(ApiError::new(Code::BadRequest, message)
                .hint(format!("name one: {}", names.join(", "))))
        }
    }
}

/// A value of the field's kind from what a person wrote.
/// A value of a kind, in canonical text or as people write it.
fn parse(field: &Field, kind: Kind, text: &str) -> Result<Value, ApiError> {
    let text = text.trim();
    if let Ok(value) = Value::parse(kind, text) {
        return Ok(value);
    }
    let bare = text.trim_end_matches('원').replace([',', ' ', '₩', '$', '€'], "");
    let again = match (&field.value, kind) {
        (Value::Money(it), Kind::Money) => format!("{} {bare}", it.currency.code()),
        // A bare number that was no amount before is one of won, unless it says otherwise.
        (_, Kind::Money) => {
            let code = if text.contains('$') {
                "USD"
            } else if text.contains('€') {
                "EUR"
            } else {
                "KRW"
            };
            format!("{code} {bare}")
        }
        (_, Kind::Rate) if bare.ends_with('%') => {
            return percent(&bare).ok_or_else(|| bad(field, kind, text));
        }
        _ => bare,
    };
    Value::parse(kind, &again).map_err(|_| bad(field, kind, text))
}

fn percent(text: &str) -> Option<Value> {
    let number = text.strip_suffix('%')?.parse::<proviso_core::number::Decimal>().ok()?;
    let hundred = proviso_core::number::Exact::from_integer(100.into());
    Some(Value::Rate(number.exact() / hundred))
}

fn bad(field: &Field, kind: Kind, text: &str) -> ApiError {
    let kind = kind.name();
    ApiError::new(Code::BadRequest, format!("`{text}` is no value of kind {kind}"))
        .hint(format!("`{}` is `{}` now", field.name, field.value))
}
