//! What does not add up in a run, and what would mend it.
//!
//! **Invariant:** a slip is told once: rules that one value would mend, breaking none, are one finding
//! and its consequences, and each refuted rule that nobody waived stands in exactly one.

use proviso_core::analysis::{Analysis, FieldId, Language, Mend, Rule, RuleId, Status};
use proviso_core::shown;
use serde::{Deserialize, Serialize};

use super::place::{PlaceView, count, place};

/// A refuted rule.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Finding {
    /// The rule's id in the analysis.
    pub rule: u32,
    /// Its name: `grand_total`, `line_amount` …
    pub name: String,
    /// In words, in the document's language.
    pub statement: String,
    /// With the document's numbers in it.
    pub equation: String,
    /// What the document prints, in canonical text.
    pub printed: Option<String>,
    /// What the rule computes.
    pub computed: Option<String>,
    /// What is printed less what is computed, as people write it; for amounts of one currency.
    pub difference: Option<String>,
    /// The fields that take part.
    pub places: Vec<SideView>,
    /// What would mend it, the best first.
    pub mends: Vec<MendView>,
}

/// A refuted rule that a person let pass.
#[derive(Debug, Clone)]
pub struct Waived {
    /// The rule's id in the analysis.
    pub rule: u32,
    /// In words, in the document's language.
    pub statement: String,
    /// Why it may pass.
    pub reason: String,
}

/// A rule that the model cannot say.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The rule's id in the analysis.
    pub rule: u32,
    /// In words, in the document's language.
    pub statement: String,
    /// Why not.
    pub reason: String,
}

/// A field that takes part in a rule.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SideView {
    /// The field's identifier.
    pub field: String,
    /// The label as printed.
    pub label: String,
    /// The value as people write it.
    pub value: String,
    /// Where it stands.
    #[serde(flatten)]
    pub place: PlaceView,
}

/// A value that would mend a refuted rule.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MendView {
    /// The field's identifier, as `proviso correct` takes it.
    pub field: String,
    /// Its label.
    pub label: String,
    /// What is printed now.
    pub printed: String,
    /// The value that would mend the rule, in canonical text, as `proviso correct` takes it.
    pub value: String,
    /// The same as people write it.
    pub shown: String,
    /// How many refuted rules would hold then.
    pub n_mends: u32,
    /// How many rules that hold now would be refuted then.
    pub n_breaks: u32,
    /// The page it stands on.
    pub page: u32,
}

/// Refuted rules that have one cause.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SlipView {
    /// The rules' ids; the first is told, the others are its consequences.
    pub rules: Vec<u32>,
    /// The value that would mend all of them and break none, where one is known.
    pub mend: Option<MendView>,
}

/// The findings by their causes: what mends most comes first, else in the order of the rules.
pub(super) fn slips(analysis: &Analysis) -> Vec<SlipView> {
    let mut left: Vec<&Rule> = analysis.rules.iter().filter(|it| it.is_open()).collect();
    let mut slips = Vec::new();
    loop {
        let covers = |it: &Mend| left.iter().filter(|rule| it.mends.contains(&rule.id)).count();
        let sound = left.iter().flat_map(|it| &it.mends).filter(|it| it.breaks.is_empty());
        // The first of the best: mends stand in order, the best of a rule first.
        let mut best: Option<(usize, &Mend)> = None;
        for it in sound {
            let n = covers(it);
            if best.is_none_or(|(most, _)| n > most) {
                best = Some((n, it));
            }
        }
        let Some((2.., best)) = best else { break };
        let (together, others): (Vec<&Rule>, _) =
            left.into_iter().partition(|it| best.mends.contains(&it.id));
        let rules = together.iter().map(|it| it.id.0).collect();
        slips.push(SlipView { rules, mend: mend(analysis, best) });
        left = others;
    }
    for it in left {
        let sound = it.mends.iter().find(|it| it.breaks.is_empty());
        let mend = sound.and_then(|it| mend(analysis, it));
        slips.push(SlipView { rules: vec![it.id.0], mend });
    }
    slips
}

pub(crate) fn findings(analysis: &Analysis) -> Vec<Finding> {
    let open = analysis.rules.iter().filter(|it| it.is_open());
    open.map(|it| finding(analysis, it)).collect()
}

fn finding(analysis: &Analysis, rule: &Rule) -> Finding {
    let korean = analysis.language == Language::Ko;
    let side = |id: &FieldId| {
        let field = analysis.field(*id)?;
        Some(SideView {
            field: field.name.clone(),
            label: field.label.clone(),
            value: shown::full(&field.value, korean),
            place: place(analysis, &field.evidence),
        })
    };
    Finding {
        rule: rule.id.0,
        name: rule.name.clone(),
        statement: rule.statement.clone(),
        equation: shown::equation(analysis, rule),
        printed: rule.sides.as_ref().map(|it| it.printed.clone()),
        computed: rule.sides.as_ref().map(|it| it.computed.clone()),
        difference: rule.sides.as_ref().and_then(|it| shown::difference(it, korean)),
        places: rule.relation.fields().iter().filter_map(side).collect(),
        mends: mends(analysis, rule),
    }
}

/// What would mend a rule, the best first.
pub(super) fn mends(analysis: &Analysis, rule: &Rule) -> Vec<MendView> {
    rule.mends.iter().filter_map(|it| mend(analysis, it)).collect()
}

fn mend(analysis: &Analysis, it: &Mend) -> Option<MendView> {
    let korean = analysis.language == Language::Ko;
    let field = analysis.field(it.field)?;
    Some(MendView {
        field: field.name.clone(),
        label: field.label.clone(),
        printed: shown::full(&field.value, korean),
        value: it.value.to_string(),
        shown: shown::full(&it.value, korean),
        n_mends: count(it.mends.len()),
        n_breaks: count(it.breaks.len()),
        page: field.evidence.page,
    })
}

pub(super) fn waived(analysis: &Analysis) -> Vec<Waived> {
    let it = analysis.rules.iter().filter(|it| it.status == Status::Refuted);
    it.filter_map(|it| {
        let reason = it.waived.clone()?;
        Some(Waived { rule: it.id.0, statement: it.statement.clone(), reason })
    })
    .collect()
}

/// What the facts leave out though it can be computed.
pub(super) fn left_out(analysis: &Analysis, unstated: &[(RuleId, &'static str)]) -> Vec<LeftOut> {
    let one = |(id, reason): &(RuleId, &str)| {
        let rule = analysis.rules.get(id.0 as usize)?;
        let known = rule.status != Status::Unknown;
        let (statement, reason) = (rule.statement.clone(), (*reason).to_owned());
        known.then_some(LeftOut { rule: id.0, statement, reason })
    };
    unstated.iter().filter_map(one).collect()
}
