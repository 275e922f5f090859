//! What a person says about a run: a field's right value, a rule that may pass.
//!
//! **Invariant:** stored before anything is computed anew; the reading stays beside the correction.

use proviso_core::amend::{Amendment, Place, waiver};
use proviso_core::analysis::{Analysis, Field, Status};
use proviso_core::run::Stage;
use proviso_core::value::{Kind, Value};
use serde::{Deserialize, Serialize};

use super::{RunView, fork, row, sweep};
use crate::app::Space;
use crate::{ApiError, App, Code};

/// A request to correct a field.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CorrectReq {
    /// The run.
    pub run: i64,
    /// The field's identifier, its id (`f12`), or its label where only one field has it.
    pub field: String,
    /// The right value, in canonical text or as people write it: `55,715,000`, `10%`.
    pub value: String,
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
    let space = app.space()?;
    let analysis = analysis(app, space, req.run)?;
    let field = find(&analysis, &req.field)?;
    let value = parse(field, &req.value)?;
    if value == field.value {
        let message = format!("`{}` is {value} already", field.name);
        return Err(ApiError::new(Code::BadRequest, message));
    }
    let place = Place::of(&analysis, &field.evidence)
        .ok_or_else(|| ApiError::new(Code::Unknown, format!("`{}` has no place", field.name)))?;
    let it = Amendment::Correction { place, label: field.label.clone(), value };
    add(app, space, req.run, it, &req.author).await
}

/// Stores a waiver and goes on from generate, in a new run.
pub async fn waive(app: &App, req: WaiveReq) -> Result<RunView, ApiError> {
    let space = app.space()?;
    let analysis = analysis(app, space, req.run)?;
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
    add(app, space, req.run, waiver(&analysis, rule, &req.reason), &req.author).await
}

async fn add(
    app: &App,
    space: &Space,
    run: i64,
    it: Amendment,
    author: &str,
) -> Result<RunView, ApiError> {
    let row = row(space, run)?;
    space.store.amendment_add(&row.project, run, &it, author, app.clock.now_ms())?;
    fork(app, space, row, Stage::Generate).await
}

fn analysis(app: &App, space: &Space, run: i64) -> Result<Analysis, ApiError> {
    sweep(app, space)?;
    let row = row(space, run)?;
    if row.verdict.is_none() {
        return Err(super::busy(&row.project, run));
    }
    space.store.analysis(run)?.ok_or_else(|| {
        ApiError::new(
            Code::BadRequest,
            format!("run {run} ended before its documents were analysed"),
        )
        .hint(format!("`proviso retry {run}`"))
    })
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
fn parse(field: &Field, text: &str) -> Result<Value, ApiError> {
    let kind = field.value.kind();
    let text = text.trim();
    if let Ok(value) = Value::parse(kind, text) {
        return Ok(value);
    }
    let bare = text.trim_end_matches('원').replace([',', ' ', '₩', '$', '€'], "");
    let again = match (&field.value, kind) {
        (Value::Money(it), _) => format!("{} {bare}", it.currency.code()),
        (_, Kind::Rate) if bare.ends_with('%') => {
            return percent(&bare).ok_or_else(|| bad(field, text));
        }
        _ => bare,
    };
    Value::parse(kind, &again).map_err(|_| bad(field, text))
}

fn percent(text: &str) -> Option<Value> {
    let number = text.strip_suffix('%')?.parse::<proviso_core::number::Decimal>().ok()?;
    let hundred = proviso_core::number::Exact::from_integer(100.into());
    Some(Value::Rate(number.exact() / hundred))
}

fn bad(field: &Field, text: &str) -> ApiError {
    let kind = field.value.kind().name();
    ApiError::new(Code::BadRequest, format!("`{text}` is no value of kind {kind}"))
        .hint(format!("`{}` is `{}` now", field.name, field.value))
}
