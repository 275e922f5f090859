//! What people say of values and rules that were read: that it finds its place, counts, and is taken
//! back.

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
    let relation =
        Relation::Sum { terms: terms.iter().map(term).collect(), result: Operand::Field(last.id) };
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
        Amendment::Correction { place, label, value } => Amendment::Mend { place, label, value },
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
    assert_eq!((ids(&then.holds), ids(&then.breaks), ids(&then.open)), (vec![0], vec![], vec![]));
    assert_eq!(then.asked[0].1.to_string(), "KRW 110");
    let worse = mended(&it, &[mend(&it, "total", "KRW 111")]).unwrap();
    assert_eq!((ids(&worse.holds), ids(&worse.open)), (vec![], vec![0]));
    let right =
        analysis(&[("net", "KRW 100", 0.0), ("tax", "KRW 10", 20.0), ("total", "KRW 110", 40.0)]);
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
