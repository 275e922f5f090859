//! What people say about a document's values and rules: corrections and waivers.
//!
//! **Invariant:** an amendment is keyed by its place in the document, never by an id, since ids
//! change when a document is analysed anew. What was read stays beside what was said.

use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, Evidence, Field, FieldId, Route, Rule, Status, rules};
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
        Place::of(analysis, evidence).is_some_and(|it| self.is_at(&it))
    }
    /// Whether two places are one: same document, page and text, and boxes that overlap in their
    /// middles.
    pub fn is_at(&self, other: &Place) -> bool {
        other.document == self.document
            && other.page == self.page
            && other.text == self.text
            && (other.rect.holds(&self.rect) || self.rect.holds(&other.rect))
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
    /// It may not pass any more.
    Unwaiver {
        /// The rule's name.
        rule: String,
        /// The places of its fields, in the order of the analysis.
        places: Vec<Place>,
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
        n_changed += usize::from(match it {
            Amendment::Waiver { rule, places, reason } => {
                waive(analysis, rule, places, Some(reason))
            }
            Amendment::Unwaiver { rule, places } => waive(analysis, rule, places, None),
            Amendment::Correction { .. } => false,
        });
    }
    n_changed
}

fn correct(analysis: &mut Analysis, place: &Place, label: &str, value: &Value) -> bool {
    let fits = |it: &&Field| {
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

fn waive(analysis: &mut Analysis, name: &str, places: &[Place], reason: Option<&String>) -> bool {
    let fits = |it: &Rule| {
        it.name == name
            && it.status == Status::Refuted
            && it.waived.as_ref() != reason
            && same_places(analysis, it, places)
    };
    let Some(index) = analysis.rules.iter().position(fits) else { return false };
    analysis.rules[index].waived = reason.cloned();
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
    let places = places(analysis, rule);
    Amendment::Waiver { rule: rule.name.clone(), places, reason: reason.to_owned() }
}

/// What takes the waiver of a rule back.
pub fn unwaiver(analysis: &Analysis, rule: &Rule) -> Amendment {
    Amendment::Unwaiver { rule: rule.name.clone(), places: places(analysis, rule) }
}

fn places(analysis: &Analysis, rule: &Rule) -> Vec<Place> {
    let fields = rule.relation.fields();
    let place = |id: &FieldId| Place::of(analysis, &analysis.field(*id)?.evidence);
    fields.iter().filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{
        Coverage, DocumentRef, Language, Operand, Relation, RuleId, Support, Term,
    };
    use crate::value::Kind;

    /// `(label, amount, top of its box)` as fields, the last being the sum of the others.
    fn analysis(fields: &[(&str, &str, f32)]) -> Analysis {
        let fields: Vec<Field> = fields
            .iter()
            .enumerate()
            .map(|(index, (label, amount, y))| Field {
                id: FieldId(u32::try_from(index).unwrap()),
                name: format!("field{index}"),
                label: (*label).to_owned(),
                also: Vec::new(),
                meaning: None,
                value: Value::parse(Kind::Money, amount).unwrap(),
                evidence: Evidence {
                    document: 0,
                    page: 1,
                    boxes: vec![Rect::new(10.0, *y, 60.0, *y + 10.0)],
                    text: (*amount).to_owned(),
                },
                confidence: 0.9,
                route: Route::LabelValue,
                cell: None,
                reading: None,
            })
            .collect();
        let (last, terms) = fields.split_last().unwrap();
        let term = |it: &Field| Term { operand: Operand::Field(it.id), negative: false };
        let relation = Relation::Sum {
            terms: terms.iter().map(term).collect(),
            result: Operand::Field(last.id),
        };
        let mut analysis = Analysis {
            documents: vec![DocumentRef {
                name: "a.pdf".to_owned(),
                sha256: "5".repeat(64),
                n_pages: 1,
            }],
            document_type: "invoice".to_owned(),
            language: Language::En,
            title: String::new(),
            rules: vec![Rule {
                id: RuleId(0),
                name: "grand_total".to_owned(),
                statement: "the total is the sum".to_owned(),
                expression: String::new(),
                relation,
                status: Status::Unknown,
                sides: None,
                support: Support::Template,
                mends: Vec::new(),
                waived: None,
            }],
            fields,
            tables: Vec::new(),
            unexplained: Vec::new(),
            coverage: Coverage::default(),
            notes: Vec::new(),
        };
        rules::evaluate(&mut analysis);
        analysis
    }

    fn wrong() -> Analysis {
        analysis(&[("net", "KRW 100", 0.0), ("tax", "KRW 10", 20.0), ("total", "KRW 120", 40.0)])
    }

    fn correction(of: &Analysis, label: &str, value: &str) -> Amendment {
        let field = of.fields.iter().find(|it| it.label == label).unwrap();
        Amendment::Correction {
            place: Place::of(of, &field.evidence).unwrap(),
            label: label.to_owned(),
            value: Value::parse(Kind::Money, value).unwrap(),
        }
    }

    #[test]
    fn a_correction_is_found_by_its_place_in_another_analysis() {
        let said = correction(&wrong(), "total", "KRW 110");
        // Analysed anew there is a field more before it, and its box is a little wider.
        let mut anew = analysis(&[
            ("rebate", "KRW 0", 10.0),
            ("net", "KRW 100", 0.0),
            ("tax", "KRW 10", 20.0),
            ("total", "KRW 120", 39.5),
        ]);
        assert_eq!(anew.n_refuted(), 1);
        assert_eq!(amend(&mut anew, &[said]), 1);
        let total = &anew.fields[3];
        assert_eq!(total.value.to_string(), "KRW 110");
        assert_eq!(total.reading.as_ref().unwrap().to_string(), "KRW 120", "the reading stays");
        assert_eq!((total.route, anew.n_refuted()), (Route::Correction, 0));
    }

    #[test]
    fn the_last_word_counts_and_the_first_reading_stays() {
        let mut it = wrong();
        let said = [correction(&it, "total", "KRW 115"), correction(&it, "total", "KRW 110")];
        amend(&mut it, &said);
        assert_eq!(it.fields[2].value.to_string(), "KRW 110");
        assert_eq!(it.fields[2].reading.as_ref().unwrap().to_string(), "KRW 120");
        assert_eq!(amend(&mut it, &said[1..]), 0, "said already");
    }

    #[test]
    fn an_amendment_of_another_document_changes_nothing() {
        let mut it = wrong();
        let mut said = correction(&it, "total", "KRW 110");
        if let Amendment::Correction { place, .. } = &mut said {
            place.document = "6".repeat(64);
        }
        assert_eq!(amend(&mut it, &[said]), 0);
        assert_eq!(it, wrong());
    }

    #[test]
    fn a_waiver_leaves_the_rule_refuted_and_dies_with_its_reason() {
        let mut it = wrong();
        let said = waiver(&it, &it.rules[0], "agreed by telephone");
        assert_eq!(amend(&mut it, std::slice::from_ref(&said)), 1);
        assert_eq!((it.rules[0].status, it.n_refuted()), (Status::Refuted, 0));
        // Once the value is corrected there is nothing to waive.
        let mut it = wrong();
        let both = [said, correction(&it, "total", "KRW 110")];
        amend(&mut it, &both);
        assert_eq!((it.rules[0].status, it.rules[0].waived.as_deref()), (Status::Holds, None));
    }

    #[test]
    fn a_waiver_that_was_taken_back_counts_no_more() {
        let mut it = wrong();
        let said = [waiver(&it, &it.rules[0], "agreed"), unwaiver(&it, &it.rules[0])];
        amend(&mut it, &said[..1]);
        assert_eq!(it.n_refuted(), 0);
        amend(&mut it, &said);
        assert_eq!((it.n_refuted(), it.rules[0].waived.as_deref()), (1, None));
    }
}
