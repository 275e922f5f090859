//! Two runs side by side: what differs in fields, rules and models.
//!
//! **Invariant:** fields are told by their names and, of equal names, by their order; rules by their
//! name and the names of their fields. Ids are a run's own and never compared.

use std::collections::BTreeMap;

use proviso_core::analysis::{Analysis, Language, Rule, Status};
use proviso_core::shown;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::RunRow;
use serde::{Deserialize, Serialize};

use super::detail::used;
use super::head::{RunHead, head};
use super::stands::stands;
use super::{row, sweep, unified};
use crate::wire::RunId;
use crate::{ApiError, Records};

/// A request to compare runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CompareReq {
    /// One.
    pub a: RunId,
    /// The other.
    pub b: RunId,
}

/// What differs.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunComparison {
    /// One.
    pub a: RunHead,
    /// The other.
    pub b: RunHead,
    /// Fields that are not the same in both.
    pub fields: Vec<ComparedField>,
    /// Rules that are not the same in both.
    pub rules: Vec<ComparedRule>,
    /// How many fields are the same.
    pub n_equal_fields: u32,
    /// How many rules are the same.
    pub n_equal_rules: u32,
    /// A unified diff of the last texts of their models; empty where they are equal.
    pub model: String,
}

/// A field that is not the same in both runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedField {
    /// Its identifier.
    pub name: String,
    /// Its label.
    pub label: String,
    /// The value in the one, as people write it; none where it has no such field.
    pub a: Option<String>,
    /// The value in the other.
    pub b: Option<String>,
}

/// A rule that is not the same in both runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedRule {
    /// In words, as the first run says it where it has the rule.
    pub statement: String,
    /// In the other run's words, where they are others: its values may differ.
    pub statement_b: Option<String>,
    /// Its status in the one; none where it has no such rule.
    pub a: Option<ComparedStatus>,
    /// Its status in the other.
    pub b: Option<ComparedStatus>,
}

/// A rule's status and whether it was waived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ComparedStatus {
    /// Whether it is true.
    pub status: Status,
    /// Whether somebody let it pass.
    pub waived: bool,
}

/// A rule as it is compared: two are the same whose status is, whatever their values are.
#[derive(Debug)]
struct Stated {
    statement: String,
    status: ComparedStatus,
}

impl PartialEq for Stated {
    fn eq(&self, other: &Stated) -> bool {
        self.status == other.status
    }
}

/// A field's or rule's key: its name, and which of that name it is.
type Key = (String, usize);

pub(crate) async fn compare(records: &Records, req: CompareReq) -> Result<RunComparison, ApiError> {
    sweep(records)?;
    let (a, b) = (row(records, req.a.0)?, row(records, req.b.0)?);
    let (one, two) = (records.store.analysis(a.id)?, records.store.analysis(b.id)?);
    let (fields_a, fields_b) = (fields(one.as_ref()), fields(two.as_ref()));
    let (rules_a, rules_b) = (rules(one.as_ref()), rules(two.as_ref()));
    let (differing, n_equal_fields) = differing(&fields_a, &fields_b);
    let fields = differing
        .into_iter()
        .map(|(key, a, b)| ComparedField {
            name: key.0.clone(),
            label: a.or(b).map(|it| it.0.clone()).unwrap_or_default(),
            a: a.map(|it| it.1.clone()),
            b: b.map(|it| it.1.clone()),
        })
        .collect();
    let (differing, n_equal_rules) = self::differing(&rules_a, &rules_b);
    let rules = differing
        .into_iter()
        .map(|(_, a, b)| {
            let words = |it: &Stated| it.statement.clone();
            let statement = a.or(b).map(words).unwrap_or_default();
            let statement_b = b.map(words).filter(|it| *it != statement);
            let (a, b) = (a.map(|it| it.status), b.map(|it| it.status));
            ComparedRule { statement, statement_b, a, b }
        })
        .collect();
    let (name_a, name_b) = (format!("run {}", a.id), format!("run {}", b.id));
    let model = unified(&model(records, &a)?, &model(records, &b)?, &name_a, &name_b);
    let (a, b) = (head(&a), head(&b));
    Ok(RunComparison { a, b, fields, rules, n_equal_fields, n_equal_rules, model })
}

fn model(space: &OpenWorkspace, run: &RunRow) -> Result<String, ApiError> {
    let attempts = space.store.attempts(run.id)?;
    Ok(stands(run, &attempts).map(|it| it.model.text.clone()).unwrap_or_default())
}

fn keyed<T>(all: impl Iterator<Item = (String, T)>) -> BTreeMap<Key, T> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    all.map(|(name, it)| {
        let n = seen.entry(name.clone()).or_default();
        *n += 1;
        ((name, *n), it)
    })
    .collect()
}

/// Label and value by name.
fn fields(analysis: Option<&Analysis>) -> BTreeMap<Key, (String, String)> {
    let korean = analysis.is_some_and(|it| it.language == Language::Ko);
    let all = analysis.iter().flat_map(|it| &it.fields);
    keyed(all.map(|it| (it.name.clone(), (it.label.clone(), shown::full(&it.value, korean)))))
}

/// Rules by their name and the names of their fields, which a correction leaves as they are.
fn rules(analysis: Option<&Analysis>) -> BTreeMap<Key, Stated> {
    let Some(analysis) = analysis else { return BTreeMap::new() };
    let one = |it: &Rule| {
        let fields = used(it).into_iter().filter_map(|id| analysis.fields.get(id as usize));
        let names: Vec<&str> = fields.map(|it| it.name.as_str()).collect();
        let status = ComparedStatus { status: it.status, waived: it.waived.is_some() };
        let stated = Stated { statement: it.statement.clone(), status };
        (format!("{} {}", it.name, names.join(" ")), stated)
    };
    keyed(analysis.rules.iter().map(one))
}

/// What is not the same in both tables, in the order of their keys, and how much is.
#[expect(clippy::type_complexity, reason = "a name would say no more than the tuple")]
fn differing<'a, T: PartialEq>(
    a: &'a BTreeMap<Key, T>,
    b: &'a BTreeMap<Key, T>,
) -> (Vec<(&'a Key, Option<&'a T>, Option<&'a T>)>, u32) {
    let mut keys: Vec<&Key> = a.keys().chain(b.keys()).collect();
    keys.sort();
    keys.dedup();
    let n = keys.len();
    let all: Vec<_> = keys
        .into_iter()
        .map(|key| (key, a.get(key), b.get(key)))
        .filter(|(_, a, b)| a != b)
        .collect();
    let n_equal = u32::try_from(n - all.len()).unwrap_or(u32::MAX);
    (all, n_equal)
}
