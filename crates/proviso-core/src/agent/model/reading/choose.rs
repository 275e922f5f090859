//! The chooser: decides which claims about values and rules stand.
//!
//! A grounded claim of the model stands. Where it and the engine differ about one place, what the
//! page's arithmetic and check digits confirm wins, else the model. What only the engine has stays
//! where the model did not deny it.
//!
//! **Invariant:** pure and deterministic; it reads claims and writes none. A solver that weighs all
//! claims together takes the place of [`Plain`] and of nothing else.

use std::collections::BTreeSet;

use super::claims::{Asks, By, Claims, held};
use super::{edit, ties};
use crate::analysis::draft::Draft;
use crate::analysis::{
    Analysis, Field, FieldId, Operand, Relation, Route, Rule, Status, Support, rules,
};
use crate::number::show_exact;
use crate::remark::Remark;
use crate::value::Value;

/// The name of rules that labels ask for, as a model reads them.
const READ: &str = "read";

/// What was chosen of values and of the model's rules.
#[derive(Debug, Default)]
pub(in crate::agent::model) struct Chosen {
    /// For each claim of a value the one that stands in its place.
    pub(super) stands: Vec<Option<usize>>,
    /// The rules over claims that stand.
    pub(super) rules: Vec<(Relation, Asks)>,
    /// Rules that are none: words for people, and why.
    pub(super) doubts: Vec<(String, &'static str)>,
}

/// Whoever decides about claims.
pub(in crate::agent::model) trait Chooser {
    /// Chooses among the claims about values, and among the model's rules.
    fn choose(&self, claims: &Claims, engine: &Analysis) -> Chosen;
    /// Chooses among the engine's rules over the values that were chosen; `known` are those that the
    /// model was shown and did not deny, `stated` those that it gave itself, whether or not they stand,
    /// both as [`likeness_of_values`] tells them.
    fn engine_rules(
        &self,
        found: Vec<Rule>,
        fields: &[Field],
        known: &BTreeSet<String>,
        stated: &BTreeSet<String>,
    ) -> Vec<Rule>;
}

/// The small chooser: place by place.
pub(in crate::agent::model) struct Plain;

impl Chooser for Plain {
    fn choose(&self, claims: &Claims, engine: &Analysis) -> Chosen {
        let fields = fields(claims);
        let proved = |relation: &Relation| rules::status(&fields, relation) == Status::Holds;
        let of = |it: &Relation| it.fields().into_iter().map(|it| it.0).collect::<Vec<u32>>();
        let held: Vec<&Rule> = held(engine, &claims.denied_rules).collect();
        let by_engine: BTreeSet<u32> = held.iter().flat_map(|it| of(&it.relation)).collect();
        let mut by_model: BTreeSet<u32> = BTreeSet::new();
        let mut used: BTreeSet<u32> = BTreeSet::new();
        for rule in &claims.rules {
            used.extend(rule.readings.iter().take(1).flat_map(Relation::fields).map(|it| it.0));
            if let Some(it) = rule.readings.iter().find(|it| proved(it)) {
                by_model.extend(it.fields().iter().map(|it| it.0));
            }
        }
        // What keeps the draft's values and all that would take their places says nothing against
        // these: the currency of a whole table is another one.
        let corrected = |it: FieldId| {
            let instead = claims.instead(it.0 as usize).and_then(|it| u32::try_from(it).ok());
            Some(instead.map_or(it, FieldId))
        };
        let corrected = held.iter().filter_map(|it| it.relation.over(&corrected));
        by_model.extend(corrected.filter(proved).flat_map(|it| of(&it)));
        let has = |all: &BTreeSet<u32>, n: usize| u32::try_from(n).is_ok_and(|n| all.contains(&n));
        let mut stands: Vec<Option<usize>> = (0..claims.values.len()).map(Some).collect();
        for (n, claim) in claims.values.iter().enumerate() {
            if claim.denied.is_some() && !has(&by_engine, n) && !has(&used, n) {
                stands[n] = None;
            }
            let Some(old) = claim.instead_of else { continue };
            let same = claims.values[old].value == claim.value;
            // What arithmetic keeps stays, unless it keeps the other as well.
            let stays = has(&by_engine, old) && !has(&by_model, n) && !same;
            let winner = if stays { old } else { n };
            (stands[old], stands[n]) = (Some(winner), Some(winner));
        }
        let mut out = Chosen { stands, ..Chosen::default() };
        out.rules(claims, &fields);
        out
    }

    fn engine_rules(
        &self,
        found: Vec<Rule>,
        fields: &[Field],
        known: &BTreeSet<String>,
        stated: &BTreeSet<String>,
    ) -> Vec<Rule> {
        // What nobody has shown to the model is kept where it holds, layout or words ask for it, and
        // the model gave it too or read one of its values: among the draft's own it only takes the
        // place of one that was not wanted. A finding that the model was not asked about is none.
        let read = |id: FieldId| {
            let field = fields.get(id.0 as usize);
            field.is_some_and(|it| matches!(it.route, Route::Model | Route::Seen))
        };
        let stays = |it: &Rule| {
            let likeness = likeness_of_values(&it.relation, fields);
            known.contains(&likeness)
                || (rules::status(fields, &it.relation) == Status::Holds
                    && it.support != Support::Numbers
                    && (stated.contains(&likeness) || it.relation.fields().into_iter().any(read)))
        };
        found.into_iter().filter(stays).collect()
    }
}

impl Chosen {
    /// Chooses among the model's rules, over what stands.
    fn rules(&mut self, claims: &Claims, fields: &[Field]) {
        let of = |id: FieldId| -> Option<FieldId> {
            let stands = self.stands.get(id.0 as usize).copied().flatten()?;
            u32::try_from(stands).ok().map(FieldId)
        };
        let seen = |id: &FieldId| claims.values.get(id.0 as usize).is_some_and(|it| it.seen);
        let mut held: Vec<(usize, Relation, Asks)> = Vec::new();
        let mut broken: Vec<(usize, Relation, Asks)> = Vec::new();
        let mut alone: Vec<(usize, Relation, Asks, String)> = Vec::new();
        let mut doubts = Vec::new();
        for (n, rule) in claims.rules.iter().enumerate() {
            let readings: Vec<Relation> =
                rule.readings.iter().filter_map(|it| it.over(&of)).collect();
            let status = |it: &&Relation| rules::status(fields, it);
            let words = || match rule.words.is_empty() {
                true => rule.readings.first().map(|it| told(it, fields)).unwrap_or_default(),
                false => rule.words.clone(),
            };
            let tied = |it: &Relation| rule.asks == Asks::Words || ties::tied(claims, fields, it);
            if let Some(it) = readings.iter().find(|it| status(it) == Status::Holds) {
                if it.fields().iter().all(seen) && tied(it) {
                    alone.push((n, it.clone(), rule.asks, words()));
                } else if tied(it) {
                    held.push((n, it.clone(), rule.asks));
                } else {
                    doubts.push((words(), "nothing on the page ties its values together"));
                }
            } else if let Some(it) = readings.first().filter(|it| status(it) == Status::Refuted) {
                // False over what the model gave, not over what stands in its place.
                let own = rule.readings.first();
                let swapped = own.is_some_and(|own| {
                    own.fields().iter().zip(it.fields()).any(|(a, b)| {
                        let value = |it: &FieldId| fields.get(it.0 as usize).map(|it| &it.value);
                        value(a) != value(&b)
                    })
                });
                if swapped {
                    doubts.push((words(), "it cannot be computed"));
                    continue;
                }
                if tied(it) {
                    broken.push((n, it.clone(), rule.asks));
                } else {
                    doubts
                        .push((words(), "it does not hold, and nothing ties its values together"));
                }
            } else {
                doubts.push((words(), "it cannot be computed"));
            }
        }
        // What only the model saw is settled where it keeps a rule with what the page says, and then
        // settles the last value of another rule.
        let mut settled: BTreeSet<FieldId> = held.iter().flat_map(|it| it.1.fields()).collect();
        while let Some(at) = alone.iter().position(|it| {
            let fields = it.1.fields();
            fields.len() > 1 && fields.iter().filter(|it| !settled.contains(it)).count() <= 1
        }) {
            let (n, relation, asks, _) = alone.remove(at);
            settled.extend(relation.fields());
            held.push((n, relation, asks));
        }
        doubts.extend(alone.into_iter().map(|it| (it.3, "only the model saw its values")));
        broken.retain(|(n, relation, _)| {
            let sure = relation.fields().iter().all(|it| !seen(it) || settled.contains(it));
            if !sure {
                let words = claims.rules[*n].words.clone();
                let words = if words.is_empty() { told(relation, fields) } else { words };
                doubts.push((words, "it does not hold, and only the model saw one of its values"));
            }
            sure
        });
        held.retain(|(n, relation, asks)| {
            let others = claims.rules.iter().enumerate().filter(|it| it.0 != *n);
            let others = others.filter_map(|it| it.1.readings.first());
            let idle = *asks == Asks::Labels && ties::follows(fields, relation, others);
            if idle {
                doubts.push((
                    told(relation, fields),
                    "it follows from the others, and no label asks for it",
                ));
            }
            !idle
        });
        let mut keys = BTreeSet::new();
        held.extend(broken);
        held.retain(|it| keys.insert(likeness(&it.1)));
        self.rules = held.into_iter().map(|it| (it.1, it.2)).collect();
        self.doubts = doubts;
    }
}

/// Claims as fields, so that arithmetic can be asked.
fn fields(claims: &Claims) -> Vec<Field> {
    let field = |(n, it): (u32, &super::claims::ValueClaim)| Field {
        id: FieldId(n),
        name: String::new(),
        label: it.label.clone(),
        also: Vec::new(),
        meaning: None,
        value: it.value.clone(),
        evidence: it.evidence.clone(),
        confidence: 0.0,
        route: if it.by == By::Engine { Route::LabelValue } else { Route::Model },
        cell: None,
        reading: None,
        was: Vec::new(),
        belongs: None,
    };
    (0u32..).zip(&claims.values).map(field).collect()
}

/// A relation in values, for people.
fn told(relation: &Relation, fields: &[Field]) -> String {
    let all = relation.fields();
    let values = all.iter().filter_map(|it| fields.get(it.0 as usize));
    let values: Vec<String> = values.map(|it| it.value.to_string()).take(6).collect();
    values.join(", ")
}

/// Equal for relations that say the same of the same operands.
pub(in crate::agent::model) fn likeness(relation: &Relation) -> String {
    likeness_by(relation, &|it| format!("f{}", it.0))
}

fn likeness_by(relation: &Relation, name: &dyn Fn(FieldId) -> String) -> String {
    let operand = |it: &Operand| match it {
        Operand::Field(id) => name(*id),
        Operand::Constant(it) => it.to_string(),
    };
    match relation {
        Relation::Sum { terms, result } => {
            let mut all: Vec<(String, bool)> =
                terms.iter().map(|it| (operand(&it.operand), it.negative)).collect();
            all.push((operand(result), true));
            let mut other: Vec<(String, bool)> =
                all.iter().map(|it| (it.0.clone(), !it.1)).collect();
            all.sort();
            other.sort();
            format!("sum {:?}", all.min(other))
        }
        Relation::Product { factors, result, .. } => {
            let (factors, _) = rules::unsigned(factors);
            let mut all: Vec<String> = factors.iter().map(operand).collect();
            all.sort();
            format!("product {all:?} {}", operand(result))
        }
        Relation::Rate { base, rate, result, .. } => {
            let mut all = [operand(base), operand(rate)];
            all.sort();
            format!("product {all:?} {}", operand(result))
        }
        Relation::Same { left, right } => {
            let mut both = [name(*left), name(*right)];
            both.sort();
            format!("same {both:?}")
        }
        // Each of the others has its values in an order of its own.
        other => {
            let all: Vec<String> = other.fields().into_iter().map(name).collect();
            format!("{} {all:?}", other.kind().name)
        }
    }
}

/// Values in the place of numbers, so that rules found anew are known again: a half is one, printed
/// as 0.5 or as 50 %.
pub(in crate::agent::model) fn likeness_of_values(relation: &Relation, fields: &[Field]) -> String {
    likeness_by(relation, &|id| {
        fields.get(id.0 as usize).map_or(String::new(), |it| match &it.value {
            Value::Quantity(it) => show_exact(&it.exact()),
            Value::Rate(it) => show_exact(it),
            other => other.to_string(),
        })
    })
}

/// The analysis of what was chosen. `discover` finds the engine's rules of a draft, `complete` makes
/// an analysis of a draft and its rules.
pub(in crate::agent::model) fn settle(
    chooser: &dyn Chooser,
    mut draft: Draft,
    claims: &Claims,
    engine: &Analysis,
    is_type: &dyn Fn(&str) -> bool,
    discover: &dyn Fn(&Draft) -> Vec<Rule>,
    complete: &dyn Fn(Draft, Vec<Rule>) -> Analysis,
) -> (Analysis, u32) {
    let Chosen { stands, rules: chosen, doubts } = chooser.choose(claims, engine);
    if let Some(name) = claims.document_type.as_ref().filter(|it| is_type(it)) {
        draft.document_type = name.clone();
    }
    if let Some(title) = &claims.title {
        draft.title = title.clone();
    }
    let ids = edit::apply(&mut draft, claims, &stands);
    let of = |id: FieldId| ids.get(id.0 as usize).copied().flatten();
    // A rule of the draft speaks of what stands at its places now.
    let now = |it: &Rule| it.relation.over(&of);
    let values = |it: &Rule| match now(it) {
        Some(it) => likeness_of_values(&it, &draft.fields),
        None => likeness_of_values(&it.relation, &engine.fields),
    };
    let denied = |it: &&Rule| claims.denied_rules.contains(&it.id);
    let denied: BTreeSet<String> = engine.rules.iter().filter(denied).map(values).collect();
    let known: BTreeSet<String> =
        engine.rules.iter().map(values).filter(|it| !denied.contains(it)).collect();
    let readings = claims.rules.iter().flat_map(|it| &it.readings).filter_map(|it| it.over(&of));
    let stated: BTreeSet<String> =
        readings.map(|it| likeness_of_values(&it, &draft.fields)).collect();
    let right = |it: &&Rule| claims.right_rules.contains(&it.id);
    let said: Vec<Rule> = engine
        .rules
        .iter()
        .filter(right)
        // A sign that the model has corrected is the product's, too.
        .filter_map(|it| {
            let relation = rules::signed(&draft.fields, now(it)?);
            Some(Rule { relation, ..it.clone() })
        })
        .collect();
    let right: BTreeSet<String> = engine.rules.iter().filter(right).map(values).collect();
    let chosen: Vec<(Relation, Asks)> =
        chosen.iter().filter_map(|it| Some((it.0.over(&of)?, it.1))).collect();
    let mut found = discover(&draft);
    found.retain(|it| !denied.contains(&likeness_of_values(&it.relation, &draft.fields)));
    let mut found = chooser.engine_rules(found, &draft.fields, &known, &stated);
    // What says nothing beyond the model's rules is a rule only where the model says so.
    let again: BTreeSet<String> = chosen.iter().map(|it| likeness(&it.0)).collect();
    let beyond = ties::beyond(&draft.fields, chosen.iter().map(|it| &it.0));
    found.retain(|it| {
        again.contains(&likeness(&it.relation))
            || right.contains(&likeness_of_values(&it.relation, &draft.fields))
            || it.status == Status::Refuted
            || beyond.says_more(&draft.fields, &it.relation)
    });
    let mut all: Vec<Rule> = Vec::new();
    let mut keys: BTreeSet<String> = BTreeSet::new();
    let mut n_rules = 0;
    for (relation, asks) in chosen {
        let key = likeness(&relation);
        if !keys.insert(key.clone()) {
            continue;
        }
        let own = found.iter().find(|it| likeness(&it.relation) == key);
        n_rules += 1;
        all.push(match own {
            // The engine has its own reason and name for it.
            Some(own) => Rule { relation, ..own.clone() },
            None => {
                let (name, support) = match asks {
                    Asks::Words => (rules::STATED, Support::Clause),
                    Asks::Labels => (READ, Support::Model),
                };
                Rule::new(name, relation, support)
            }
        });
    }
    all.extend(found.into_iter().filter(|it| keys.insert(likeness(&it.relation))));
    // What the model says the page asks for stands, whether or not the engine finds it again among
    // what was corrected.
    let seen =
        |id: &FieldId| draft.fields.get(id.0 as usize).is_some_and(|it| it.route == Route::Seen);
    let stands = |it: &Rule| match rules::status(&draft.fields, &it.relation) {
        Status::Holds => true,
        Status::Refuted => !it.relation.fields().iter().any(seen),
        Status::Unknown => false,
    };
    all.extend(said.into_iter().filter(|it| stands(it) && keys.insert(likeness(&it.relation))));
    all.sort_by_cached_key(|it| {
        let ids = rules::operands(&it.relation);
        (ids.first().copied(), it.name.clone(), ids)
    });
    rules::number(&mut all);
    for (words, why) in doubts.iter().take(20) {
        draft.notes.push(Remark::new(
            format!("read as a rule by the model, and left out ({why}): “{words}”"),
            format!("모델이 규칙으로 읽었으나 넣지 않은 것({}): “{words}”", korean(why)),
        ));
    }
    (complete(draft, all), n_rules)
}

fn korean(why: &str) -> &'static str {
    match why {
        "only the model saw its values" => "값을 모델만 보았음",
        "nothing on the page ties its values together" => "쪽에서 값들을 잇는 것이 없음",
        "it does not hold, and nothing ties its values together" => {
            "성립하지 않고, 값들을 잇는 것이 없음"
        }
        "it does not hold, and only the model saw one of its values" => {
            "성립하지 않고, 값 하나를 모델만 보았음"
        }
        "it follows from the others, and no label asks for it" => {
            "다른 규칙에서 따라 나오고, 항목명이 요구하지 않음"
        }
        _ => "계산할 수 없음",
    }
}
