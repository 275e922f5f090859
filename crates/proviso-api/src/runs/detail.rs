//! A run with everything that a window shows of it: stages with their times, and fields and rules
//! with their places, so that one leads from a proof to the page and back.
//!
//! **Invariant:** a field names the rules that use it and a rule the fields that it uses, by the ids
//! of the run's own analysis.

use std::collections::{BTreeMap, BTreeSet};

use proviso_core::agent::proved_of;
use proviso_core::amend::{self, Amendment, Place, corrects};
use proviso_core::analysis::{
    Analysis, CellRef, Clause, ClauseKind, Field, Language, Relation, Route, Rule, RuleId, Status,
    Support, TableKind,
};
use proviso_core::idris::emit::Emitted;
use proviso_core::run::Verdict;
use proviso_core::shown;
use proviso_core::shown::EquationPart;
use proviso_core::value::{Kind, Value};
use proviso_kit::store::Said;
use serde::{Deserialize, Serialize};

use super::apart::apart;
use super::findings::{MendView, mends};
use super::foreign::Foreign;
use super::head::RunHead;
use super::place::{PlaceView, count, place};
use super::said::counting;
use super::stages::{StageView, stages};
use super::superseded::{SupersededView, superseded};
use super::term::type_name;
use super::view::{RunShown, Stored};
use super::{row, sweep};
use crate::{ApiError, Records};

/// A reading below this is doubtful.
const SURE: f32 = 0.7;

/// A run with all that a window shows.
///
/// What it shows of few runs or seldom is asked for by itself: the analysis (`runs.analysis`), the
/// model's text (`runs.attempt`, `runs.modules`), a rule's type (`runs.term`), what happened
/// (`runs.events`). What most fields and rules do not have is left out where they do not have it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunDetail {
    /// What lists tell of it too.
    #[serde(flatten)]
    pub head: RunHead,
    /// What every host shows of it.
    #[serde(flatten)]
    pub shown: RunShown,
    /// Whether there is a text of the model.
    pub has_model: bool,
    /// Whether it can be taken up where it stopped.
    pub resumable: bool,
    /// The run that counts instead of it.
    pub superseded: Option<SupersededView>,
    /// The stages in order, with times.
    pub stages: Vec<StageView>,
    /// All fields, by id.
    pub fields: Vec<FieldView>,
    /// All rules, by id.
    pub rules: Vec<RuleView>,
    /// All tables.
    pub tables: Vec<TableView>,
    /// Clauses in prose, where a language model read them.
    pub clauses: Vec<ClauseView>,
    /// Rules that a person took for none of the documents, so that they are not among the others.
    pub struck: Vec<StruckView>,
    /// What a person told the agents of this run.
    pub hint: Option<HintView>,
}

/// A rule that is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StruckView {
    /// What names it where it is taken for one again.
    pub struck: u32,
    /// The rule's name.
    pub name: String,
    /// The texts at its places.
    pub texts: Vec<String>,
    /// Why it is none.
    pub reason: String,
    /// Who said so.
    pub by: String,
    /// When.
    pub at_ms: i64,
}

/// What a person told agents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HintView {
    /// What.
    pub text: String,
    /// Who.
    pub by: String,
    /// When.
    pub at_ms: i64,
}

/// A field with its place and the rules that use it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct FieldView {
    /// Its id in the analysis.
    pub id: u32,
    /// Its identifier.
    pub name: String,
    /// The label as printed.
    pub label: String,
    /// Further labels that the same value stands under.
    pub also: Vec<String>,
    /// What tells it apart from others with its label: whose it is, or the item of its row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// The vocabulary's meaning of the label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// The kind of its value.
    pub kind: Kind,
    /// The value in canonical text.
    pub value: String,
    /// The value as people write it.
    pub shown: String,
    /// Where it stands.
    pub evidence: PlaceView,
    /// How sure reading and analysis are, 0 to 1.
    pub confidence: f32,
    /// How it was found.
    pub route: Route,
    /// Where it stands in a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<CellRef>,
    /// What was read, where a person corrected it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<ReadingView>,
    /// Who corrected it, or put it in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected: Option<CorrectedView>,
    /// Who drew its box anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<CorrectedView>,
    /// Who compared it with the page and found it right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<CorrectedView>,
    /// Whether it was hardly read, no rule that holds speaks for it, and nobody has compared it.
    pub doubtful: bool,
    /// The rules that use it.
    pub rules: Vec<u32>,
}

/// A value as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReadingView {
    /// Its kind.
    pub kind: Kind,
    /// In canonical text.
    pub value: String,
    /// As people write it.
    pub shown: String,
}

/// Who corrected a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CorrectedView {
    /// Who.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl CorrectedView {
    fn of(it: &Said) -> CorrectedView {
        CorrectedView { by: it.by.clone(), at_ms: it.at_ms }
    }
}

/// Who let a rule pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WaivedView {
    /// Why.
    pub reason: String,
    /// Who; none where it was said before names were kept.
    pub by: Option<String>,
    /// When, in milliseconds since 1970.
    pub at_ms: Option<i64>,
}

/// A rule with its operands and its Idris term.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
pub struct RuleView {
    /// Its id in the analysis.
    pub id: u32,
    /// Its name: `grand_total`, `line_amount` …
    pub name: String,
    /// In words, in the document's language.
    pub statement: String,
    /// Over field ids: `f12 = f3 + f4`.
    pub expression: String,
    /// Which kind of relation it is: a name that `RELATIONS` has words for.
    pub relation: String,
    /// With the document's numbers in it, in pieces of which some are fields.
    pub parts: Vec<EquationPart>,
    /// Whether it is true of the document.
    pub status: Status,
    /// Why it was kept.
    pub support: Support,
    /// The fields that it uses, each once.
    pub fields: Vec<u32>,
    /// Where an amount in words stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<PlaceView>,
    /// What the document prints, in canonical text; for refuted rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// What the rule computes; for refuted rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed: Option<String>,
    /// What is printed less what is computed, as people write it; for amounts of one currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// What would mend it, the best first.
    pub mends: Vec<MendView>,
    /// Who let it pass, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waived: Option<WaivedView>,
    /// Who pointed at it, where a person did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<CorrectedView>,
    /// What its type is called in the facts: `R3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idris: Option<String>,
    /// Whether a compiler proved it; false where none has judged.
    pub proved: bool,
    /// Why the model cannot say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
}

impl RuleView {
    /// The rule with the document's numbers in it.
    pub(crate) fn equation(&self) -> String {
        self.parts.iter().map(|it| it.text.as_str()).collect()
    }
}

/// A clause in prose as a language model reads it. Nothing is computed from it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClauseView {
    /// Its place in the list, from 0.
    pub id: u32,
    /// What it does.
    pub kind: ClauseKind,
    /// Who must or may, as the document calls them; empty where it says of nobody.
    pub party: String,
    /// What it says, in the model's words.
    pub says: String,
    /// The document's own words and where they stand.
    pub evidence: PlaceView,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableView {
    /// What its rows are.
    pub kind: TableKind,
    /// Page of its header.
    pub page: u32,
    /// Header texts as printed.
    pub columns: Vec<String>,
    /// Body rows, each with a cell per column.
    pub rows: Vec<Vec<TableCell>>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableCell {
    /// As printed.
    pub text: String,
    /// Fields found in it.
    pub fields: Vec<u32>,
}

pub(crate) fn detail(records: &Records, run: i64) -> Result<RunDetail, ApiError> {
    sweep(records)?;
    let row = row(records, run)?;
    let stored = Stored::read(records, row)?;
    let Stored { row, analysis, emitted, said, events, .. } = &stored;
    let mut foreign = Foreign::default();
    let told = ("에이전트에게 한 말", "what a person told the agents");
    let hint = foreign.or_none(told, records.store.hint(run))?;
    let stopped =
        matches!(row.verdict, Some(Verdict::Interrupted | Verdict::Cancelled | Verdict::Failed));
    let (fields, mut rules, tables) = match analysis.as_ref().zip(emitted.as_ref()) {
        Some((it, emitted)) => (fields(it, said), rules(it, said, emitted), tables(it)),
        None => Default::default(),
    };
    let (head, mut shown) = stored.shown();
    shown.foreign.extend(foreign.remarks());
    // What a model would prove is not proved before somebody has judged.
    let proves = shown.told.n_proved > 0;
    rules.iter_mut().for_each(|it| it.proved &= proves);
    Ok(RunDetail {
        head,
        shown,
        has_model: stored.stands().is_some(),
        resumable: stopped,
        superseded: superseded(records, row, said)?,
        stages: stages(events, row.verdict),
        fields,
        rules,
        tables,
        clauses: analysis.as_ref().map(clauses).unwrap_or_default(),
        struck: analysis.as_ref().map(|it| struck(it, said)).unwrap_or_default(),
        hint: hint.map(|it| HintView { text: it.text, by: it.by, at_ms: it.at_ms }),
    })
}

fn fields(analysis: &Analysis, said: &[Said]) -> Vec<FieldView> {
    let mut uses: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for rule in &analysis.rules {
        for id in used(rule) {
            uses.entry(id).or_default().push(rule.id.0);
        }
    }
    let (counts, amendments) = counting(said);
    let confirmed = |it: &Field| {
        amend::confirms(analysis, it, &amendments).map(|at| CorrectedView::of(counts[at]))
    };
    // An order of days holds whatever their digits are, as good as always.
    let speaks =
        |it: &Rule| it.status == Status::Holds && !matches!(it.relation, Relation::Ordered { .. });
    let spoken_for: BTreeSet<u32> =
        analysis.rules.iter().filter(|it| speaks(it)).flat_map(used).collect();
    let korean = analysis.language == Language::Ko;
    let reading = |it: &Value| ReadingView {
        kind: it.kind(),
        value: it.to_string(),
        shown: shown::full(it, korean),
    };
    let apart = apart(analysis);
    let one = |it: &Field, of, confirmed: Option<CorrectedView>| FieldView {
        id: it.id.0,
        name: it.name.clone(),
        label: it.label.clone(),
        also: it.also.clone(),
        of,
        meaning: it.meaning.clone(),
        kind: it.value.kind(),
        value: it.value.to_string(),
        shown: shown::full(&it.value, korean),
        evidence: place(analysis, &it.evidence),
        confidence: it.confidence,
        route: it.route,
        cell: it.cell,
        reading: it.reading.as_ref().map(reading),
        corrected: corrected(analysis, it, said),
        moved: moved(analysis, it, said),
        doubtful: it.confidence < SURE
            && !it.is_by_person()
            && !spoken_for.contains(&it.id.0)
            && confirmed.is_none(),
        confirmed,
        rules: uses.get(&it.id.0).cloned().unwrap_or_default(),
    };
    let all = analysis.fields.iter().zip(apart);
    all.map(|(it, of)| one(it, of, confirmed(it))).collect()
}

/// The last person who corrected a field, where it is corrected.
fn corrected(analysis: &Analysis, field: &Field, said: &[Said]) -> Option<CorrectedView> {
    let here = Place::of(analysis, &field.evidence)?;
    let last = said.iter().rev().find(|it| match &it.amendment {
        Amendment::Relabel { place, to, .. } => place.is_at(&here) && *to == field.label,
        it => corrects(it, field, &here),
    });
    last.map(CorrectedView::of)
}

/// The last person who said where a field stands, where one did.
fn moved(analysis: &Analysis, field: &Field, said: &[Said]) -> Option<CorrectedView> {
    let here = Place::of(analysis, &field.evidence).filter(|_| !field.was.is_empty())?;
    let moves = |it: &&Said| matches!(&it.amendment, Amendment::Move { to, .. } if to.is_at(&here));
    said.iter().rev().find(moves).map(CorrectedView::of)
}

/// The rules that are struck, with the last who said so of each.
fn struck(analysis: &Analysis, said: &[Said]) -> Vec<StruckView> {
    let (_, all) = counting(said);
    let view = |(at, (name, places, reason)): (usize, (&str, &[Place], &str))| {
        // A run of before still has it.
        if amend::rule_at(analysis, name, places).is_some() {
            return None;
        }
        let by = said.iter().rev().find(|it| {
            matches!(&it.amendment, Amendment::Strike { rule, reason: why, .. }
                if rule == name && why == reason)
        });
        Some(StruckView {
            struck: count(at),
            name: name.to_owned(),
            texts: places.iter().map(|it| it.text.clone()).collect(),
            reason: reason.to_owned(),
            by: by.map(|it| it.by.clone()).unwrap_or_default(),
            at_ms: by.map_or(0, |it| it.at_ms),
        })
    };
    amend::struck(&all).into_iter().enumerate().filter_map(view).collect()
}

/// The fields of a rule, each once, in the order of the expression.
pub(super) fn used(rule: &Rule) -> Vec<u32> {
    let mut all: Vec<u32> = Vec::new();
    for it in rule.relation.fields() {
        if !all.contains(&it.0) {
            all.push(it.0);
        }
    }
    all
}

fn rules(analysis: &Analysis, said: &[Said], emitted: &Emitted) -> Vec<RuleView> {
    let Emitted { stated, unstated, .. } = emitted;
    let mut types: BTreeMap<RuleId, usize> = BTreeMap::new();
    for it in stated {
        types.extend(it.rules.iter().map(|id| (*id, it.index)));
    }
    let proved = proved_of(analysis, stated);
    let korean = analysis.language == Language::Ko;
    let (counts, amendments) = counting(said);
    let unstated: BTreeMap<RuleId, &str> = unstated.iter().copied().collect();
    let by_hand = |it: &Rule| {
        amend::put_in(analysis, it, &amendments).map(|at| CorrectedView::of(counts[at]))
    };
    let one = |it: &Rule| {
        let left_out = unstated.get(&it.id);
        RuleView {
            id: it.id.0,
            name: it.name.clone(),
            statement: it.statement.clone(),
            expression: it.expression.clone(),
            relation: it.relation.kind().name.to_owned(),
            parts: shown::parts(analysis, it),
            status: it.status,
            support: it.support,
            fields: used(it),
            place: match &it.relation {
                Relation::Words { place: at, .. } => Some(place(analysis, at)),
                _ => None,
            },
            printed: it.sides.as_ref().map(|it| it.printed.clone()),
            computed: it.sides.as_ref().map(|it| it.computed.clone()),
            difference: it.sides.as_ref().and_then(|it| shown::difference(it, korean)),
            mends: mends(analysis, it),
            waived: it.waived.as_ref().map(|reason| waived(reason, &it.name, said)),
            by_hand: (it.support == Support::Hand).then(|| by_hand(it)).flatten(),
            idris: types.get(&it.id).map(|it| type_name(*it)),
            proved: proved.contains(&it.id),
            left_out: left_out.map(|it| (*it).to_owned()),
        }
    };
    analysis.rules.iter().map(one).collect()
}

fn waived(reason: &str, rule: &str, said: &[Said]) -> WaivedView {
    let by = said.iter().rev().find(|it| {
        matches!(&it.amendment, Amendment::Waiver { rule: name, reason: why, .. }
            if name == rule && why == reason)
    });
    WaivedView {
        reason: reason.to_owned(),
        by: by.map(|it| it.by.clone()),
        at_ms: by.map(|it| it.at_ms),
    }
}

fn clauses(analysis: &Analysis) -> Vec<ClauseView> {
    let one = |(id, it): (usize, &Clause)| ClauseView {
        id: count(id),
        kind: it.kind,
        party: it.party.clone(),
        says: it.says.clone(),
        evidence: place(analysis, &it.evidence),
    };
    analysis.clauses.iter().enumerate().map(one).collect()
}

fn tables(analysis: &Analysis) -> Vec<TableView> {
    let cell = |it: &proviso_core::analysis::Cell| TableCell {
        text: it.text.clone(),
        fields: it.fields.iter().map(|it| it.0).collect(),
    };
    let one = |it: &proviso_core::analysis::Table| TableView {
        kind: it.kind,
        page: it.page,
        columns: it.columns.clone(),
        rows: it.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
    };
    analysis.tables.iter().map(one).collect()
}
