//! What a person puts in by hand: a value that was missed, a box drawn anew, a rule pointed at.
//!
//! **Invariant:** stored with its place, who said it and when, before anything is computed anew; a rule
//! is tried by the same arithmetic that judges it afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proviso_core::amend::{self, Amendment, Place, Spot};
use proviso_core::analysis::pointed::{self, Pointed};
use proviso_core::analysis::rules::{self, HandKind};
use proviso_core::analysis::{Analysis, Evidence, FieldId, Language, Relation, Status};
use proviso_core::document::Rect;
use proviso_core::run::Stage;
use proviso_core::shown;
use proviso_core::shown::EquationPart;
use proviso_core::value::{Currency, Kind, Value};
use proviso_kit::open::OpenWorkspace;
use serde::{Deserialize, Serialize};

use super::correct::{add, analysed, find, parse, parse_as, spot, valid_label};
use super::place::{PlaceView, place};
use super::prepared::Prepared;
use crate::wire::RunId;
use crate::{ApiError, App, Code, Reason, Records, pages};

/// A box that a person drew.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DrawnBox {
    /// Which of the run's documents, from 0.
    pub document: u32,
    /// From 1.
    pub page: u32,
    /// Where, in page units.
    #[serde(rename = "box")]
    pub rect: Rect,
}

/// A request to tell what a box holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct ReadBoxReq {
    /// Which run.
    pub run: RunId,
    /// The box.
    pub drawn: DrawnBox,
    /// The field whose value should stand there, by its identifier; none for a value that is new.
    #[serde(default)]
    pub field: Option<String>,
}

/// What a box holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BoxView {
    /// The words there and their boxes; no text where nothing was read.
    pub place: PlaceView,
    /// The label beside or above it; empty where there is none.
    pub label: String,
    /// The kind of the value.
    pub kind: Kind,
    /// The value as people write it, where the words state one.
    pub value: Option<String>,
}

/// A request to put in a value that was missed.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AddFieldReq {
    /// Which run.
    pub run: RunId,
    /// Where it stands.
    pub drawn: DrawnBox,
    /// Its label.
    pub label: String,
    /// Its kind.
    pub kind: Kind,
    /// The value, in canonical text or as people write it.
    pub value: String,
    /// Who says so.
    pub by: String,
}

/// A request to say that a value stands elsewhere.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct MoveFieldReq {
    /// Which run.
    pub run: RunId,
    /// The field's identifier.
    pub field: String,
    /// Where it stands.
    pub drawn: DrawnBox,
    /// The value there; as it is if none.
    #[serde(default)]
    pub value: Option<String>,
    /// Who says so.
    pub by: String,
}

/// A request to take out a value that a person put in.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RemoveFieldReq {
    /// Which run.
    pub run: RunId,
    /// The field's identifier.
    pub field: String,
    /// Who says so.
    pub by: String,
}

/// A part of a rule by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RulePart {
    /// The field's id.
    pub field: u32,
    /// Whether it is taken away; only sums ask.
    pub negative: bool,
}

/// A rule that a person builds.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BuiltRule {
    /// Which run.
    pub run: RunId,
    /// What is said of the values.
    pub kind: HandKind,
    /// The parts, in order.
    pub parts: Vec<RulePart>,
    /// The id of the field that they make.
    pub result: u32,
}

/// A request to put in a rule.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AddRuleReq {
    /// The rule.
    pub rule: BuiltRule,
    /// Who says so.
    pub by: String,
}

/// A rule as it would stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RuleTried {
    /// In words, in the document's language.
    pub statement: String,
    /// With the document's numbers in it.
    pub equation: String,
    /// The same in pieces, of which some are fields.
    pub parts: Vec<EquationPart>,
    /// Whether it is true of the document.
    pub status: Status,
    /// What is printed less what is computed, as people write it.
    pub difference: Option<String>,
    /// The rule that says it already.
    pub known: Option<u32>,
}

pub(crate) async fn read_box(app: &Arc<App>, req: ReadBoxReq) -> Result<BoxView, ApiError> {
    let records = app.records()?;
    let (_, analysis) = analysed(&records, req.run.0)?;
    let field = req.field.as_deref().map(|it| find(&analysis, it)).transpose()?;
    let expected = field.map(|it| it.value.kind());
    let currency = match field.map(|it| &it.value) {
        Some(Value::Money(it)) => Some(it.currency),
        _ => usual_currency(&analysis),
    };
    let it = pointed(app, &records, req.run, &req.drawn, expected, currency)?;
    let korean = analysis.language == Language::Ko;
    Ok(BoxView {
        place: place(&analysis, &it.evidence),
        label: it.label,
        kind: it.value.as_ref().map(Value::kind).or(expected).unwrap_or(Kind::Money),
        value: it.value.map(|it| shown::full(&it, korean)),
    })
}

/// Stores a value that was missed and claims the run that goes on with it.
pub(crate) fn adding(app: &App, req: &AddFieldReq) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let (row, analysis) = analysed(&records, req.run.0)?;
    let label = valid_label(req.label.trim())?;
    let currency = usual_currency(&analysis);
    let value = parse_as(req.kind, currency, &req.value)?;
    let mut it = pointed(app, &records, req.run, &req.drawn, None, currency)?.evidence;
    if analysis.fields.iter().any(|field| field.label == label && is_there(&field.evidence, &it)) {
        let message = format!("`{label}` stands there already");
        return Err(ApiError::new(Code::BadRequest, message).because(Reason::FieldThere, []));
    }
    written(&mut it, &req.value);
    let boxes = it.boxes.clone();
    let said = Amendment::Addition { place: of(&analysis, &it)?, label, boxes, value };
    add(app, records.space, row, vec![said], &req.by, Stage::Generate)
}

/// Stores where a value stands and claims the run that goes on with it.
pub(crate) fn moving(app: &App, req: &MoveFieldReq) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let (row, analysis) = analysed(&records, req.run.0)?;
    let field = find(&analysis, &req.field)?;
    let kind = field.value.kind();
    let value = req.value.as_deref().map(|it| parse(field, kind, it)).transpose()?;
    let mut to = pointed(app, &records, req.run, &req.drawn, Some(kind), None)?.evidence;
    written(&mut to, &shown::full(value.as_ref().unwrap_or(&field.value), false));
    if to.boxes == field.evidence.boxes && to.page == field.evidence.page {
        let message = format!("`{}` stands there already", field.name);
        return Err(ApiError::new(Code::BadRequest, message).because(Reason::FieldThere, []));
    }
    let Spot { place, label } = spot(&analysis, field)?;
    let boxes = to.boxes.clone();
    let to = of(&analysis, &to)?;
    let mut all = vec![Amendment::Move { place, label: label.clone(), to: to.clone(), boxes }];
    let value = value.filter(|it| *it != field.value);
    all.extend(value.map(|value| Amendment::Correction { place: to, label, value }));
    add(app, records.space, row, all, &req.by, Stage::Generate)
}

/// Takes out a value that a person put in, and claims the run that goes on without it.
pub(crate) fn removing(app: &App, req: &RemoveFieldReq) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let (row, analysis) = analysed(&records, req.run.0)?;
    let field = find(&analysis, &req.field)?;
    let said = records.store.amendments(&row.project)?;
    let Some((place, label)) = amend::added(&analysis, field, &said) else {
        let message = format!("nobody put `{}` in", field.name);
        return Err(ApiError::new(Code::BadRequest, message).because(Reason::FieldMissing, []));
    };
    let it = Amendment::Unaddition { place: place.clone(), label: label.to_owned() };
    // The analysis that is kept has it in it.
    add(app, records.space, row, vec![it], &req.by, Stage::Analyze)
}

pub(crate) async fn try_rule(records: &Records, req: BuiltRule) -> Result<RuleTried, ApiError> {
    let (_, analysis) = analysed(records, req.run.0)?;
    let relation = built(&analysis, &req)?;
    let known = analysis.rules.iter().find(|it| it.relation == relation).map(|it| it.id.0);
    let rule = rules::tried(&analysis, relation);
    let parts = shown::parts(&analysis, &rule);
    let korean = analysis.language == Language::Ko;
    Ok(RuleTried {
        equation: parts.iter().map(|it| it.text.as_str()).collect(),
        parts,
        status: rule.status,
        difference: rule.sides.as_ref().and_then(|it| shown::difference(it, korean)),
        statement: rule.statement,
        known,
    })
}

/// Stores a rule and claims the run that goes on with it.
pub(crate) fn pointing(app: &App, req: &AddRuleReq) -> Result<Prepared, ApiError> {
    let records = app.records()?;
    let (row, analysis) = analysed(&records, req.rule.run.0)?;
    let relation = built(&analysis, &req.rule)?;
    if analysis.rules.iter().any(|it| it.relation == relation) {
        return Err(ApiError::new(Code::BadRequest, "this rule is there already")
            .because(Reason::RuleThere, []));
    }
    if rules::tried(&analysis, relation.clone()).status == Status::Unknown {
        return Err(ApiError::new(Code::BadRequest, "this cannot be computed of these values")
            .because(Reason::RuleOpen, []));
    }
    let it = amend::pointing(&analysis, &relation)
        .ok_or_else(|| ApiError::new(Code::Unknown, "one of the values has no place"))?;
    add(app, records.space, row, vec![it], &req.by, Stage::Generate)
}

fn built(analysis: &Analysis, req: &BuiltRule) -> Result<Relation, ApiError> {
    let bad =
        |message: &str| ApiError::new(Code::BadRequest, message).because(Reason::RuleOpen, []);
    let ids = || req.parts.iter().map(|it| it.field);
    if ids().chain([req.result]).any(|it| analysis.field(FieldId(it)).is_none()) {
        return Err(ApiError::new(Code::NotFound, "one of the values is not there")
            .because(Reason::FieldMissing, []));
    }
    let mut once = BTreeSet::from([req.result]);
    if !ids().all(|it| once.insert(it)) {
        return Err(bad("a value stands in a rule once"));
    }
    let parts: Vec<(FieldId, bool)> =
        req.parts.iter().map(|it| (FieldId(it.field), it.negative)).collect();
    rules::by_hand(&analysis.fields, req.kind, &parts, FieldId(req.result))
        .ok_or_else(|| bad("these are too few values for such a rule, or too many"))
}

fn pointed(
    app: &App,
    space: &OpenWorkspace,
    run: RunId,
    drawn: &DrawnBox,
    expected: Option<Kind>,
    currency: Option<Currency>,
) -> Result<Pointed, ApiError> {
    let DrawnBox { document, page, rect } = *drawn;
    let of = pages::document(app, space, run, document)?;
    let rect = Rect::new(rect.x0, rect.y0, rect.x1, rect.y1);
    pointed::read(&of, document, page, &rect, expected, currency).ok_or_else(|| {
        let message = format!("document {document} of run {run} has no page {page}");
        ApiError::new(Code::NotFound, message).about_run(run.0)
    })
}

/// The currency that most amounts of a document are of.
fn usual_currency(analysis: &Analysis) -> Option<Currency> {
    let mut counts: BTreeMap<Currency, usize> = BTreeMap::new();
    for it in &analysis.fields {
        if let Value::Money(it) = &it.value {
            *counts.entry(it.currency).or_default() += 1;
        }
    }
    counts.into_iter().max_by_key(|it| it.1).map(|it| it.0)
}

fn of(analysis: &Analysis, it: &Evidence) -> Result<Place, ApiError> {
    Place::of(analysis, it).ok_or_else(|| ApiError::new(Code::Unknown, "the box has no place"))
}

/// Where no reader saw a word, the text there is what the person reads.
fn written(it: &mut Evidence, value: &str) {
    if it.text.is_empty() {
        value.trim().clone_into(&mut it.text);
    }
}

fn is_there(a: &Evidence, b: &Evidence) -> bool {
    let held = |a: &Rect| b.boxes.iter().any(|b| a.holds(b) || b.holds(a));
    (a.document, a.page) == (b.document, b.page) && a.boxes.iter().any(held)
}
