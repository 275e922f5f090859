//! What people say about a document's values and rules: corrections and waivers.
//!
//! **Invariant:** an amendment is keyed by its place in the document, never by an id, since ids
//! change when a document is analysed anew. What was read stays beside what was said.

use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, Evidence, Route, Rule, Status, rules};
use crate::document::Rect;
use crate::value::Value;

/// A place in a document, by the document's hash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// SHA-256 of the file.
    pub document: String,
    /// From 1.
    pub page: u32,
    /// The first box of the text there.
    #[serde(rename = "box")]
    pub rect: Rect,
    /// The text there.
    pub text: String,
}

impl Place {
    /// The place of evidence; none where it has no box or an unknown document.
    pub fn of(analysis: &Analysis, evidence: &Evidence) -> Option<Place> {
        Some(Place {
            document: analysis.documents.get(evidence.document as usize)?.sha256.clone(),
            page: evidence.page,
            rect: *evidence.boxes.first()?,
            text: evidence.text.clone(),
        })
    }
    /// Whether evidence is here: same document, page and text, and boxes that overlap in their
    /// middles, since another reader may draw a box a little wider.
    fn is_of(&self, analysis: &Analysis, evidence: &Evidence) -> bool {
        Place::of(analysis, evidence).is_some_and(|it| {
            it.document == self.document
                && it.page == self.page
                && it.text == self.text
                && (it.rect.holds(&self.rect) || self.rect.holds(&it.rect))
        })
    }
}

/// What a person said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "amendment", rename_all = "snake_case")]
pub enum Amendment {
    /// The value at a place is another one than was read.
    Correction {
        /// Where.
        place: Place,
        /// The label there, to tell two values at one place apart.
        label: String,
        /// The right value.
        #[serde(flatten)]
        value: Value,
    },
    /// A refuted rule may pass.
    Waiver {
        /// The rule's name.
        rule: String,
        /// The places of its fields, in the order of the analysis.
        places: Vec<Place>,
        /// Why.
        reason: String,
    },
}

/// Applies all that fits, in order, and evaluates the rules anew; says how many changed something.
pub fn amend(analysis: &mut Analysis, amendments: &[Amendment]) -> usize {
    let mut n_changed = 0;
    for it in amendments {
        if let Amendment::Correction { place, label, value } = it {
            n_changed += usize::from(correct(analysis, place, label, value));
        }
    }
    if n_changed > 0 {
        rules::evaluate(analysis);
    }
    // Waivers come after the evaluation: a rule that holds again needs none.
    for it in amendments {
        if let Amendment::Waiver { rule, places, reason } = it {
            n_changed += usize::from(waive(analysis, rule, places, reason));
        }
    }
    n_changed
}

fn correct(analysis: &mut Analysis, place: &Place, label: &str, value: &Value) -> bool {
    let fits = |it: &&crate::analysis::Field| {
        it.label == label && place.is_of(analysis, &it.evidence) && it.value != *value
    };
    let Some(index) = analysis.fields.iter().position(|it| fits(&it)) else { return false };
    let field = &mut analysis.fields[index];
    let reading = std::mem::replace(&mut field.value, value.clone());
    // The first reading stays, however often a person changes their mind.
    field.reading.get_or_insert(reading);
    field.route = Route::Correction;
    field.confidence = 1.0;
    true
}

fn waive(analysis: &mut Analysis, name: &str, places: &[Place], reason: &str) -> bool {
    let fits = |it: &Rule| {
        it.name == name
            && it.status == Status::Refuted
            && it.waived.as_deref() != Some(reason)
            && same_places(analysis, it, places)
    };
    let Some(index) = analysis.rules.iter().position(fits) else { return false };
    analysis.rules[index].waived = Some(reason.to_owned());
    true
}

fn same_places(analysis: &Analysis, rule: &Rule, places: &[Place]) -> bool {
    let fields = rule.relation.fields();
    let evidence: Vec<&Evidence> =
        fields.iter().filter_map(|id| Some(&analysis.field(*id)?.evidence)).collect();
    evidence.len() == places.len()
        && evidence.iter().zip(places).all(|(it, place)| place.is_of(analysis, it))
}

/// The waiver of a rule.
pub fn waiver(analysis: &Analysis, rule: &Rule, reason: &str) -> Amendment {
    let places = rule
        .relation
        .fields()
        .iter()
        .filter_map(|id| Place::of(analysis, &analysis.field(*id)?.evidence))
        .collect();
    Amendment::Waiver { rule: rule.name.clone(), places, reason: reason.to_owned() }
}
