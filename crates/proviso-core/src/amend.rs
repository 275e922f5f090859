//! What people say about a document's values and rules: corrections, other labels, rules that are
//! none, waivers, and mends; and what they put in by hand: values, places, rules.
//!
//! A correction says what the paper prints where it was misread, so it changes what the rules are
//! about. A mend says what the paper should print: it is a request to whoever issued it, and changes
//! nothing of the analysis.
//!
//! **Invariant:** an amendment is keyed by its place in the document, never by an id, since ids
//! change when a document is analysed anew. What was read stays beside what was said.

use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, Evidence, Field, FieldId, Relation, Route, Rule, Status, rules};
use crate::document::Rect;
use crate::value::Value;

mod hand;
mod mend;

pub use hand::{Spot, added, pointing, put_in};
pub use mend::{Mended, mended};

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
    /// Whether a field stands here, or stood here before its box was drawn anew.
    fn is_of_field(&self, analysis: &Analysis, field: &Field) -> bool {
        let mut all = std::iter::once(&field.evidence).chain(&field.was);
        all.any(|it| self.is_of(analysis, it))
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
    /// The value that is printed at a place is another one than was read.
    Correction {
        /// Where.
        place: Place,
        /// The label there, to tell two values at one place apart.
        label: String,
        /// The right value.
        #[serde(flatten)]
        value: Value,
    },
    /// Another value should be printed at a place: whoever issued the document is asked for it.
    Mend {
        /// Where.
        place: Place,
        /// The label there, to tell two values at one place apart.
        label: String,
        /// What should be printed.
        #[serde(flatten)]
        value: Value,
    },
    /// Nobody is asked for another value at a place any more.
    Unmend {
        /// Where.
        place: Place,
        /// The label there.
        label: String,
    },
    /// The label at a place is another one than was read.
    Relabel {
        /// Where.
        place: Place,
        /// The label that the field had.
        label: String,
        /// The right label.
        to: String,
    },
    /// A value is printed where no reader found one.
    Addition {
        /// Where.
        place: Place,
        /// Its label.
        label: String,
        /// All boxes of it, one per line.
        boxes: Vec<Rect>,
        /// The value.
        #[serde(flatten)]
        value: Value,
    },
    /// No value is printed there after all.
    Unaddition {
        /// Where.
        place: Place,
        /// Its label.
        label: String,
    },
    /// A value stands elsewhere than was read.
    Move {
        /// Where it was read.
        place: Place,
        /// The label there, to tell two values at one place apart.
        label: String,
        /// Where it stands.
        to: Place,
        /// All boxes of it there, one per line.
        boxes: Vec<Rect>,
    },
    /// A rule that a person pointed at.
    Pointed {
        /// Its values, each once.
        values: Vec<Spot>,
        /// What is true of them; its fields are the places of values in the list.
        relation: Relation,
    },
    /// A person compared the value at a place with the page, and it is what is printed.
    Confirmation {
        /// Where.
        place: Place,
        /// The label there, to tell two values at one place apart.
        label: String,
        /// The value that was confirmed: another one is not.
        #[serde(flatten)]
        value: Value,
    },
    /// It is to be compared again.
    Unconfirmation {
        /// Where.
        place: Place,
        /// The label there.
        label: String,
    },
    /// A rule is none of this document's: it was found where the document says no such thing.
    Strike {
        /// The rule's name.
        rule: String,
        /// The places of its fields, in the order of the analysis.
        places: Vec<Place>,
        /// Why.
        reason: String,
    },
    /// It is one after all.
    Unstrike {
        /// The rule's name.
        rule: String,
        /// The places of its fields, in the order of the analysis.
        places: Vec<Place>,
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

/// [`amend_and_look`], where nobody looks again.
#[cfg(test)]
pub(crate) fn amend(analysis: &mut Analysis, amendments: &[Amendment]) -> usize {
    amend_and_look(analysis, amendments, &|_| {})
}

/// Applies all that fits, in order, and evaluates the rules anew; says how many changed something.
/// Rules over corrected values are looked for again by `look`: before what people say of rules is
/// applied, so that a rule that is none stays none.
pub fn amend_and_look(
    analysis: &mut Analysis,
    amendments: &[Amendment],
    look: &dyn Fn(&mut Analysis),
) -> usize {
    let mut n_changed = 0;
    for (at, it) in amendments.iter().enumerate() {
        // In the order in which they were said: a later one may name a field by its new label.
        n_changed += usize::from(match it {
            Amendment::Correction { place, label, value } => correct(analysis, place, label, value),
            Amendment::Relabel { place, label, to } => relabel(analysis, place, label, to),
            Amendment::Addition { place, label, boxes, value } => {
                let is_there = !hand::is_taken_out(place, label, &amendments[at..]);
                is_there && hand::add(analysis, (place, boxes), label, value)
            }
            Amendment::Move { place, label, to, boxes } => {
                hand::relocate(analysis, place, label, to, boxes)
            }
            _ => false,
        });
    }
    if n_changed > 0 {
        look(analysis);
    }
    n_changed += usize::from(hand::point(analysis, amendments));
    for (rule, places, _) in struck(amendments) {
        n_changed += usize::from(strike(analysis, rule, places));
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
            Amendment::Correction { .. }
            | Amendment::Mend { .. }
            | Amendment::Unmend { .. }
            | Amendment::Relabel { .. }
            | Amendment::Addition { .. }
            | Amendment::Unaddition { .. }
            | Amendment::Move { .. }
            | Amendment::Pointed { .. }
            | Amendment::Confirmation { .. }
            | Amendment::Unconfirmation { .. }
            | Amendment::Strike { .. }
            | Amendment::Unstrike { .. } => false,
        });
    }
    n_changed
}

/// Which of what was said confirms a field's value as it is now: the last word on it counts.
pub fn confirms(analysis: &Analysis, field: &Field, amendments: &[Amendment]) -> Option<usize> {
    let here = |place: &Place, label: &str| {
        place.is_of_field(analysis, field)
            && (field.label == label || field.also.iter().any(|it| it == label))
    };
    let last = amendments.iter().rposition(|it| match it {
        Amendment::Confirmation { place, label, .. }
        | Amendment::Unconfirmation { place, label } => here(place, label),
        _ => false,
    })?;
    let now =
        matches!(&amendments[last], Amendment::Confirmation { value, .. } if *value == field.value);
    now.then_some(last)
}

/// The index of the field at a place that has a label, or had it; before all others the one that
/// stands there now.
fn at(analysis: &Analysis, place: &Place, label: &str) -> Option<usize> {
    let now = |it: &Field| place.is_of(analysis, &it.evidence);
    let once = |it: &Field| place.is_of_field(analysis, it);
    let fields = || analysis.fields.iter();
    let called = |it: &Field| it.label == label;
    let also = |it: &Field| it.also.iter().any(|it| it == label);
    fields()
        .position(|it| called(it) && now(it))
        .or_else(|| fields().position(|it| also(it) && now(it)))
        .or_else(|| fields().position(|it| (called(it) || also(it)) && once(it)))
}

fn correct(analysis: &mut Analysis, place: &Place, label: &str, value: &Value) -> bool {
    let Some(index) = at(analysis, place, label) else { return false };
    let field = &mut analysis.fields[index];
    if field.value == *value {
        return false;
    }
    let reading = std::mem::replace(&mut field.value, value.clone());
    // What a person put in was never read.
    if field.route != Route::Hand {
        // The first reading stays, however often a person changes their mind.
        field.reading.get_or_insert(reading);
        field.route = Route::Correction;
    }
    field.confidence = 1.0;
    true
}

fn relabel(analysis: &mut Analysis, place: &Place, label: &str, to: &str) -> bool {
    let Some(index) = at(analysis, place, label) else { return false };
    let field = &mut analysis.fields[index];
    if field.label == to {
        return false;
    }
    field.also.retain(|it| it != to);
    let printed = std::mem::replace(&mut field.label, to.to_owned());
    // What is printed stays beside it, and names it still.
    field.also.insert(0, printed);
    true
}

/// The index of the rule of a name at places.
pub fn rule_at(analysis: &Analysis, name: &str, places: &[Place]) -> Option<usize> {
    analysis.rules.iter().position(|it| it.name == name && same_places(analysis, it, places))
}

fn strike(analysis: &mut Analysis, name: &str, places: &[Place]) -> bool {
    let found = rule_at(analysis, name, places);
    let Some(index) = found else { return false };
    analysis.rules.remove(index);
    rules::number(&mut analysis.rules);
    true
}

/// The rules that are struck in the end: name, places, and why.
pub fn struck(amendments: &[Amendment]) -> Vec<(&str, &[Place], &str)> {
    let mut all: Vec<(&str, &[Place], &str)> = Vec::new();
    for it in amendments {
        match it {
            Amendment::Strike { rule, places, reason } => all.push((rule, places, reason)),
            Amendment::Unstrike { rule, places } => {
                all.retain(|it| it.0 != rule || !all_at(it.1, places));
            }
            // Who points at it again has it back.
            Amendment::Pointed { values, relation } => {
                let (rule, places) = (rules::named(relation), hand::places(values, relation));
                all.retain(|it| it.0 != rule || !all_at(it.1, &places));
            }
            _ => {}
        }
    }
    all
}

/// Whether places are the same, one by one.
fn all_at(a: &[Place], b: &[Place]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_at(b))
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
    let fields: Vec<&Field> = fields.iter().filter_map(|id| analysis.field(*id)).collect();
    fields.len() == places.len()
        && fields.iter().zip(places).all(|(it, place)| place.is_of_field(analysis, it))
}

/// The waiver of a rule.
pub fn waiver(analysis: &Analysis, rule: &Rule, reason: &str) -> Amendment {
    let places = places(analysis, rule);
    Amendment::Waiver { rule: rule.name.clone(), places, reason: reason.to_owned() }
}

/// What says that a rule is none.
pub fn strike_of(analysis: &Analysis, rule: &Rule, reason: &str) -> Amendment {
    let places = places(analysis, rule);
    Amendment::Strike { rule: rule.name.clone(), places, reason: reason.to_owned() }
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
    use crate::analysis::{Coverage, DocumentRef, Language, Operand, RuleId, Support, Term};
    use crate::value::Kind;

    /// `(label, amount, top of its box)` as fields, the last being the sum of the others.
    pub(super) fn analysis(fields: &[(&str, &str, f32)]) -> Analysis {
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
                was: Vec::new(),
                belongs: None,
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
                n_recognized: 0,
                notes: Vec::new(),
            }],
            document_type: "invoice".to_owned(),
            language: Language::En,
            title: String::new(),
            clauses: Vec::new(),
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
            unheld: Vec::new(),
            coverage: Some(Coverage::default()),
            notes: Vec::new(),
        };
        rules::evaluate(&mut analysis);
        analysis
    }

    pub(super) fn wrong() -> Analysis {
        analysis(&[("net", "KRW 100", 0.0), ("tax", "KRW 10", 20.0), ("total", "KRW 120", 40.0)])
    }

    pub(super) fn correction(of: &Analysis, label: &str, value: &str) -> Amendment {
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
    fn what_was_confirmed_is_so_until_it_is_another_value_or_taken_back() {
        let mut it = wrong();
        let field = it.fields[2].clone();
        let (place, label) = (Place::of(&it, &field.evidence).unwrap(), field.label.clone());
        let confirmed = Amendment::Confirmation {
            place: place.clone(),
            label: label.clone(),
            value: field.value.clone(),
        };
        let back = Amendment::Unconfirmation { place, label };
        let before = it.clone();
        assert_eq!(amend(&mut it, std::slice::from_ref(&confirmed)), 0);
        assert_eq!(it, before, "nothing is computed of it");
        assert_eq!(confirms(&it, &field, std::slice::from_ref(&confirmed)), Some(0));
        assert_eq!(confirms(&it, &it.fields[1], std::slice::from_ref(&confirmed)), None);
        assert_eq!(confirms(&it, &field, &[confirmed.clone(), back]), None, "taken back");
        let corrected = correction(&it, "total", "KRW 110");
        amend(&mut it, &[corrected]);
        assert_eq!(confirms(&it, &it.fields[2], &[confirmed]), None, "of another value");
    }

    #[test]
    fn rules_are_looked_for_again_after_a_correction_and_what_is_none_stays_none() {
        let mut it = wrong();
        let (rule, looks) = (it.rules[0].clone(), std::cell::Cell::new(0));
        let strike = strike_of(&it, &rule, "no sum");
        let said = [correction(&it, "total", "KRW 110"), strike];
        let look = |found: &mut Analysis| {
            looks.set(looks.get() + 1);
            assert_eq!(found.fields[2].value.to_string(), "KRW 110", "over what is right");
            found.rules.push(Rule { id: RuleId(1), name: "again".to_owned(), ..rule.clone() });
        };
        assert!(amend_and_look(&mut it, &said, &look) > 0);
        let names: Vec<&str> = it.rules.iter().map(|it| it.name.as_str()).collect();
        assert_eq!((looks.get(), names), (1, vec!["again"]));
        // What is the same as before is not looked at again.
        amend_and_look(&mut it, &said[..1], &look);
        assert_eq!(looks.get(), 1);
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

    fn mend(of: &Analysis, label: &str, value: &str) -> Amendment {
        match correction(of, label, value) {
            Amendment::Correction { place, label, value } => {
                Amendment::Mend { place, label, value }
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_mend_leaves_the_document_wrong_and_tells_what_would_hold() {
        let mut it = wrong();
        let said = [mend(&it, "total", "KRW 110")];
        assert_eq!(amend(&mut it, &said), 0);
        assert_eq!(it, wrong(), "nothing of the document changes");
        let then = mended(&it, &said).unwrap();
        let ids = |all: &[RuleId]| all.iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(
            (ids(&then.holds), ids(&then.breaks), ids(&then.open)),
            (vec![0], vec![], vec![])
        );
        assert_eq!(then.asked[0].1.to_string(), "KRW 110");
        let worse = mended(&it, &[mend(&it, "total", "KRW 111")]).unwrap();
        assert_eq!((ids(&worse.holds), ids(&worse.open)), (vec![], vec![0]));
        let right = analysis(&[
            ("net", "KRW 100", 0.0),
            ("tax", "KRW 10", 20.0),
            ("total", "KRW 110", 40.0),
        ]);
        let broken = mended(&right, &[mend(&right, "tax", "KRW 11")]).unwrap();
        assert_eq!(ids(&broken.breaks), [0]);
    }

    #[test]
    fn a_mend_is_asked_for_until_it_is_taken_back_or_turns_out_to_be_printed() {
        let it = wrong();
        let asked = mend(&it, "total", "KRW 110");
        let place = Place::of(&it, &it.fields[2].evidence).unwrap();
        let back = Amendment::Unmend { place, label: "total".to_owned() };
        assert_eq!(mended(&it, &[asked.clone(), back]), None);
        // The total was misread: it says 110, and nobody need be asked for that.
        let mut corrected = wrong();
        amend(&mut corrected, &[correction(&it, "total", "KRW 110")]);
        assert_eq!(mended(&corrected, std::slice::from_ref(&asked)), None);
        let changed = [asked, mend(&it, "total", "KRW 120"), mend(&it, "tax", "KRW 20")];
        let then = mended(&it, &changed).unwrap();
        assert_eq!(then.asked.len(), 1, "the last word on a place counts: {then:?}");
    }

    #[test]
    fn a_label_is_corrected_and_names_the_field_before_and_after() {
        let mut it = analysis(&[("공급가액", "KRW 100", 0.0), ("합게", "KRW 100", 20.0)]);
        let place = Place::of(&it, &it.fields[1].evidence).unwrap();
        let relabel = Amendment::Relabel {
            place: place.clone(),
            label: "합게".to_owned(),
            to: "합계".to_owned(),
        };
        let value = Value::parse(Kind::Money, "KRW 90").unwrap();
        let later = Amendment::Correction { place, label: "합계".to_owned(), value };
        assert_eq!(amend(&mut it, &[relabel.clone(), later.clone()]), 2);
        let field = &it.fields[1];
        assert_eq!(
            (field.label.as_str(), field.also.as_slice()),
            ("합계", ["합게".to_owned()].as_slice())
        );
        assert_eq!(field.value.to_string(), "KRW 90");
        assert_eq!(amend(&mut it, &[relabel, later]), 0, "saying it again changes nothing");
    }

    #[test]
    fn a_struck_rule_is_gone_until_it_is_one_again() {
        let fresh = || analysis(&[("a", "KRW 100", 0.0), ("total", "KRW 120", 20.0)]);
        let mut it = fresh();
        let strike = strike_of(&it, &it.rules[0], "another table's total");
        let Amendment::Strike { rule, places, .. } = strike.clone() else { panic!("{strike:?}") };
        let back = Amendment::Unstrike { rule, places };
        assert_eq!(amend(&mut it, std::slice::from_ref(&strike)), 1);
        assert!(it.rules.is_empty());
        let all = [strike.clone(), back.clone(), strike.clone()];
        assert_eq!(struck(&all)[0].2, "another table's total");
        let mut again = fresh();
        amend(&mut again, &[strike, back]);
        assert_eq!(again.rules.len(), 1, "analysed anew, it is there");
    }
}
