//! What a person says about a run: a field's right value or label, a rule that may pass or is none.
//!
//! **Invariant:** stored with the beginning of the run that goes on with it, or not at all; the reading
//! stays beside the correction.

use std::sync::Arc;

use proviso_core::amend::{self, Amendment, Spot};
use proviso_core::analysis::scan::{self, Context};
use proviso_core::analysis::{Analysis, Field, Status};
use proviso_core::run::Stage;
use proviso_core::shown;
use proviso_core::value::{Currency, Kind, Value};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::{RunRow, Saying};
use serde::{Deserialize, Serialize};

use super::prepared::Prepared;
use super::start::{Fork, fork};
use super::{RunView, ended};
use crate::{ApiError, App, Code, Reason, Records};

/// A request to correct a field: it was misread, and this is what the paper prints.
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
    /// Its label, where it is another one than was read.
    #[serde(default)]
    pub label: Option<String>,
    /// Who says so.
    pub author: String,
}

/// The longest label, in characters.
const MAX_LABEL: usize = 200;

/// A request to let a refuted rule pass, or to strike a rule.
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
    let records = app.records()?;
    let (row, analysis) = analysed(&records, req.run)?;
    let field = find(&analysis, &req.field)?;
    let Spot { place, label } = spot(&analysis, field)?;
    let to = req.label.as_deref().map(str::trim).filter(|it| *it != label);
    let to = to.map(valid_label).transpose()?;
    let only_label = to.is_some() && req.value.is_none() && req.kind.is_none();
    let value = if only_label { None } else { Some(new_value(field, req)?) };
    let value = value.filter(|it| to.is_none() || *it != field.value);
    if value.as_ref() == Some(&field.value) {
        let message = format!("`{}` is {} already", field.name, field.value);
        let shown = field.value.to_string();
        return Err(ApiError::new(Code::BadRequest, message)
            .because(Reason::FieldSame, [("value", &shown)]));
    }
    let relabel =
        to.map(|to| Amendment::Relabel { place: place.clone(), label: label.clone(), to });
    let correction = value.map(|value| Amendment::Correction { place, label, value });
    // The value first: it is found by the label that is there.
    let all = correction.into_iter().chain(relabel).collect();
    add(app, records.space, row, all, &req.author, Stage::Generate)
}

/// The place and the label by which a field is found again.
pub(super) fn spot(analysis: &Analysis, field: &Field) -> Result<Spot, ApiError> {
    Spot::of(analysis, field)
        .ok_or_else(|| ApiError::new(Code::Unknown, format!("`{}` has no place", field.name)))
}

pub(super) fn valid_label(it: &str) -> Result<String, ApiError> {
    let n = it.chars().count();
    if n == 0 || n > MAX_LABEL || it.chars().any(char::is_control) {
        return Err(ApiError::new(Code::BadRequest, "a label is one line of 1 to 200 letters")
            .because(Reason::FieldLabel, []));
    }
    Ok(it.to_owned())
}

/// The value that a correction asks for.
fn new_value(field: &Field, req: &CorrectReq) -> Result<Value, ApiError> {
    let kind = req.kind.unwrap_or(field.value.kind());
    match &req.value {
        Some(text) => parse(field, kind, text),
        None => parse(field, kind, &shown::plain(&field.value, false))
            .or_else(|_| parse(field, kind, &field.evidence.text)),
    }
}

/// Stores a waiver and claims the run that goes on with it.
pub(crate) fn waiver(app: &App, req: &WaiveReq) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let (row, analysis) = analysed(&records, req.run)?;
    let rule = analysis.rules.iter().find(|it| it.id.0 == req.rule);
    let Some(rule) = rule.filter(|it| it.is_open()) else {
        let open = analysis.rules.iter().filter(|it| it.status == Status::Refuted);
        let open: Vec<String> = open.map(|it| format!("{} ({})", it.id.0, it.statement)).collect();
        let message = format!("rule {} of run {} is not refuted", req.rule, req.run);
        let err = ApiError::new(Code::NotFound, message).because(Reason::RuleOther, []);
        return Err(err.hint(if open.is_empty() {
            "no rule of this run is refuted".to_owned()
        } else {
            format!("refuted: {}", open.join("; "))
        }));
    };
    why(&req.reason)?;
    let it = amend::waiver(&analysis, rule, &req.reason);
    add(app, records.space, row, vec![it], &req.author, Stage::Generate)
}

/// Stores that a rule is none of the document's, and claims the run that goes on without it.
pub(crate) fn striking(app: &App, req: &WaiveReq) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let (row, analysis) = analysed(&records, req.run)?;
    let Some(rule) = analysis.rules.iter().find(|it| it.id.0 == req.rule) else {
        let message = format!("no rule {} in run {}", req.rule, req.run);
        return Err(ApiError::new(Code::NotFound, message).because(Reason::RuleOther, []));
    };
    why(&req.reason)?;
    let it = amend::strike_of(&analysis, rule, req.reason.trim());
    add(app, records.space, row, vec![it], &req.author, Stage::Generate)
}

/// Takes a struck rule for one again, and claims the run that finds it anew.
pub(crate) fn unstriking(
    app: &App,
    run: i64,
    struck: usize,
    by: &str,
) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let (row, _) = analysed(&records, run)?;
    let all = records.store.amendments(&row.project)?;
    let Some((rule, places, _)) = amend::struck(&all).get(struck).copied() else {
        let message = "this rule of the run is not struck";
        return Err(ApiError::new(Code::NotFound, message).because(Reason::RuleOther, []));
    };
    let it = Amendment::Unstrike { rule: rule.to_owned(), places: places.to_vec() };
    // The analysis that is kept does not have it any more.
    add(app, records.space, row, vec![it], by, Stage::Analyze)
}

/// Takes back what a person said that led to a run, and claims the run that goes on without it.
pub(crate) fn taken_back(app: &App, run: i64) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let row = ended(&records, run)?;
    let of = row.parent.ok_or_else(|| {
        let message = format!("nothing that a person said led to run {run}");
        ApiError::new(Code::NotFound, message).because(Reason::NothingToUndo, [])
    })?;
    let saying = Some(Saying::TakesBack { of, until: row.begun });
    let engine = super::engine(app, None)?;
    // The analysis that is kept has it in it.
    fork(app, records.space, row, &Fork { saying, ..Fork::at(Stage::Analyze) }, engine)
}

fn why(reason: &str) -> Result<(), ApiError> {
    if reason.trim().is_empty() {
        return Err(
            ApiError::new(Code::BadRequest, "this needs a reason").because(Reason::WhyMissing, [])
        );
    }
    Ok(())
}

/// Takes a waiver back and claims the run that goes on without it.
pub(crate) fn unwaiver(app: &App, run: i64, rule: u32, by: &str) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let (row, analysis) = analysed(&records, run)?;
    let rule = analysis.rules.iter().find(|it| it.id.0 == rule && it.waived.is_some());
    let Some(rule) = rule else {
        let message = "this rule of the run is not waived";
        return Err(ApiError::new(Code::NotFound, message).because(Reason::RuleOther, []));
    };
    let it = amend::unwaiver(&analysis, rule);
    add(app, records.space, row, vec![it], by, Stage::Generate)
}

/// What a person says is kept with a name.
pub(super) fn signed(author: &str) -> Result<(), ApiError> {
    if author.trim().is_empty() {
        return Err(ApiError::new(Code::BadRequest, "this needs the name of who says it")
            .because(Reason::WhoMissing, []));
    }
    Ok(())
}

/// Stores what a person says in one go, so that it is taken back in one, and claims the run that goes
/// on with it.
pub(super) fn add(
    app: &App,
    space: Arc<OpenWorkspace>,
    row: RunRow,
    all: Vec<Amendment>,
    author: &str,
    from: Stage,
) -> Result<Prepared, ApiError> {
    signed(author)?;
    let engine = super::engine(app, None)?;
    let saying = Some(Saying::Amends { of: row.id, all: &all, by: author });
    fork(app, space, row, &Fork { saying, ..Fork::at(from) }, engine)
}

pub(super) fn analysed(records: &Records, run: i64) -> Result<(RunRow, Analysis), ApiError> {
    let row = ended(records, run)?;
    let analysis = records.store.analysis(run)?.ok_or_else(|| {
        ApiError::new(
            Code::BadRequest,
            format!("run {run} ended before its documents were analysed"),
        )
        .hint(format!("`proviso retry {run}`"))
        .because(Reason::NotAnalysed, [("run", &run.to_string())])
    })?;
    Ok((row, analysis))
}

/// The field that a person names by its name, number or label.
pub(super) fn find<'a>(analysis: &'a Analysis, wanted: &str) -> Result<&'a Field, ApiError> {
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
                .hint(format!("there are {}", names.join(", ")))
                .because(Reason::FieldMissing, []))
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

/// The value that a field should have, in canonical text or as people write it.
pub(super) fn parse(field: &Field, kind: Kind, text: &str) -> Result<Value, ApiError> {
    let currency = match &field.value {
        Value::Money(it) => Some(it.currency),
        _ => None,
    };
    let bad = |it: ApiError| it.hint(format!("`{}` is `{}` now", field.name, field.value));
    parse_as(kind, currency, text).map_err(bad)
}

/// A value of a kind, in canonical text or as people write it; a bare amount is one of a currency.
pub(super) fn parse_as(
    kind: Kind,
    currency: Option<Currency>,
    text: &str,
) -> Result<Value, ApiError> {
    let text = text.trim();
    if let Ok(value) = Value::parse(kind, text) {
        return Ok(value);
    }
    let bare = text.trim_end_matches('원').replace([',', ' ', '₩', '$', '€'], "");
    let again = match (currency, kind) {
        (Some(it), Kind::Money) => format!("{} {bare}", it.code()),
        // A bare number that was no amount before is one of won, unless it says otherwise.
        (None, Kind::Money) => {
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
            return percent(&bare).ok_or_else(|| bad(kind, text));
        }
        _ => bare,
    };
    let canonical = Value::parse(kind, &again).ok();
    canonical.or_else(|| written(currency, kind, text)).ok_or_else(|| bad(kind, text))
}

/// A value as papers write it: `2025년 11월 5일`, `3억 2천만원`, `30일`.
fn written(currency: Option<Currency>, kind: Kind, text: &str) -> Option<Value> {
    let context = Context { expected: Some(kind), currency, ..Context::default() };
    scan::whole(text, &context).filter(|it| it.kind() == kind)
}

fn percent(text: &str) -> Option<Value> {
    let number = text.strip_suffix('%')?.parse::<proviso_core::number::Decimal>().ok()?;
    let hundred = proviso_core::number::Exact::from_integer(100.into());
    Some(Value::Rate(number.exact() / hundred))
}

fn bad(kind: Kind, text: &str) -> ApiError {
    let kind = kind.name();
    ApiError::new(Code::BadRequest, format!("`{text}` is no value of kind {kind}"))
        .because(Reason::FieldValue, [("text", text), ("kind", kind)])
}

#[cfg(test)]
mod tests {
    use proviso_core::analysis::{Evidence, FieldId, Route};

    use super::*;

    #[track_caller]
    fn check(kind: Kind, canonical: &str, typed: &str, expected: &str) {
        let field = Field {
            id: FieldId(0),
            name: String::new(),
            label: String::new(),
            also: Vec::new(),
            meaning: None,
            value: Value::parse(kind, canonical).unwrap(),
            evidence: Evidence { document: 0, page: 1, boxes: Vec::new(), text: String::new() },
            confidence: 1.0,
            route: Route::Table,
            cell: None,
            reading: None,
            was: Vec::new(),
            belongs: None,
        };
        let read = parse(&field, kind, typed).map(|it| it.to_string());
        assert_eq!(read.ok().as_deref(), Some(expected), "{typed}");
        // What the window shows of a value can be typed back.
        let shown = shown::full(&field.value, true);
        assert_eq!(parse(&field, kind, &shown).unwrap(), field.value, "{shown}");
    }

    #[test]
    fn a_value_is_taken_as_people_write_it() {
        check(Kind::Money, "KRW 252000", "255,000원", "KRW 255000");
        check(Kind::Money, "KRW 252000", "₩255,000", "KRW 255000");
        check(Kind::Money, "KRW 1", "3억 2천만원", "KRW 320000000");
        check(Kind::Money, "USD 12.30", "$1,234.50", "USD 1234.50");
        check(Kind::Date, "2025-11-04", "2025년 11월 5일", "2025-11-05");
        check(Kind::Date, "2025-11-04", "2025. 11. 5.", "2025-11-05");
        check(Kind::Rate, "1/20", "10%", "1/10");
        check(Kind::Period, "30 days", "45일", "45 days");
        check(Kind::Period, "24 months", "12개월", "12 months");
        check(
            Kind::Period,
            "2025-01-01/2025-12-31",
            "2025.1.1 ~ 2025.6.30",
            "2025-01-01/2025-06-30",
        );
        check(Kind::Quantity, "1500", "2,500", "2500");
    }
}
