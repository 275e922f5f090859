//! What people put in by hand: that it is found again, told from what was read, and taken back.

use super::super::tests::{analysis, correction, wrong};
use super::super::{amend, amend_and_look, confirms, strike_of, waiver};
use super::*;
use crate::analysis::rules::{HandKind, by_hand};
use crate::analysis::{Status, Unheld, rules};
use crate::value::Kind;

fn money(text: &str) -> Value {
    Value::parse(Kind::Money, text).unwrap()
}

/// A place on the page of [`analysis`], where nothing was read.
fn place(y: f32, text: &str) -> Place {
    let document = "5".repeat(64);
    Place { document, page: 1, rect: Rect::new(10.0, y, 60.0, y + 10.0), text: text.to_owned() }
}

fn addition(y: f32, label: &str, value: &str) -> Amendment {
    let (place, label) = (place(y, value), label.to_owned());
    Amendment::Addition { boxes: vec![place.rect], place, label, value: money(value) }
}

fn pointed_at(it: &Analysis, kind: HandKind, parts: &[(u32, bool)], result: u32) -> Amendment {
    let parts: Vec<(FieldId, bool)> = parts.iter().map(|it| (FieldId(it.0), it.1)).collect();
    let relation = by_hand(&it.fields, kind, &parts, FieldId(result)).unwrap();
    pointing(it, &relation).unwrap()
}

fn by_hand_of(it: &Analysis) -> Vec<(String, Status)> {
    let all = it.rules.iter().filter(|it| it.support == Support::Hand);
    all.map(|it| (it.expression.clone(), it.status)).collect()
}

/// An analysis in which no rule was found.
fn unruled(fields: &[(&str, &str, f32)]) -> Analysis {
    Analysis { rules: Vec::new(), ..analysis(fields) }
}

#[test]
fn a_value_that_was_missed_is_put_in_once_and_rules_are_looked_for_with_it() {
    let mut it = wrong();
    let held = place(70.0, "KRW 10");
    let number = Evidence { document: 0, page: 1, boxes: vec![held.rect], text: held.text };
    it.unheld.push(Unheld { place: number, amount: true });
    let said = [addition(70.0, "rounding", "KRW 10")];
    let looks = std::cell::Cell::new(0);
    let look = |found: &mut Analysis| {
        looks.set(looks.get() + 1);
        assert_eq!(found.fields.len(), 4, "the value is there when rules are looked for");
    };
    assert_eq!(amend_and_look(&mut it, &said, &look), 1);
    let field = &it.fields[3];
    assert_eq!((field.name.as_str(), field.route), ("rounding", Route::Hand));
    assert_eq!((field.id, field.reading.as_ref()), (FieldId(3), None), "it was never read");
    assert!(it.unheld.is_empty(), "a field holds the number now");
    assert_eq!((amend_and_look(&mut it, &said, &look), looks.get()), (0, 1), "said already");
    // Put right later it still is by hand, and nothing was read in its place.
    let right = correction(&it, "rounding", "KRW 12");
    amend(&mut it, &[said[0].clone(), right]);
    let field = &it.fields[3];
    assert_eq!((field.value.to_string().as_str(), field.route), ("KRW 12", Route::Hand));
    assert_eq!(field.reading, None);
}

#[test]
fn what_was_put_in_is_taken_out_and_put_in_again() {
    let put_in = addition(70.0, "rounding", "KRW 10");
    let out = Amendment::Unaddition { place: place(70.0, "KRW 10"), label: "rounding".to_owned() };
    let n_fields = |said: &[Amendment]| {
        let mut it = wrong();
        amend(&mut it, said);
        it.fields.len()
    };
    assert_eq!(n_fields(&[put_in.clone(), out.clone()]), 3);
    assert_eq!(n_fields(&[put_in.clone(), out, put_in.clone()]), 4);
    let mut it = wrong();
    let said = [put_in];
    amend(&mut it, &said);
    assert_eq!(added(&it, &it.fields[3], &said).map(|it| it.1), Some("rounding"));
    assert_eq!(added(&it, &it.fields[2], &said), None, "that one was read");
}

#[test]
fn a_box_that_is_drawn_anew_is_found_by_both_places() {
    let mut it = wrong();
    let before = Place::of(&it, &it.fields[2].evidence).unwrap();
    let passes = waiver(&it, &it.rules[0], "agreed");
    let to = place(90.0, "KRW 120");
    let label = "total".to_owned();
    let (place, boxes) = (before.clone(), vec![to.rect]);
    let said = [passes, Amendment::Move { place, label: label.clone(), to, boxes }];
    assert!(amend(&mut it, &said) > 0);
    let total = &it.fields[2];
    assert_eq!((total.evidence.boxes[0].y0, total.was.len()), (90.0, 1));
    assert_eq!(total.read_at().boxes[0].y0, 40.0, "where it was read stays on record");
    assert_eq!(it.n_refuted(), 0, "what was said of the place of before still counts");
    assert_eq!(it.unheld.len(), 1, "no field holds the number of before any more");
    assert_eq!(amend(&mut it, &said), 0, "said already");
    // A value may still be confirmed or corrected by either place.
    let value = it.fields[2].value.clone();
    let seen = Amendment::Confirmation { place: before, label, value };
    assert_eq!(confirms(&it, &it.fields[2], &[seen]), Some(0));
    amend(&mut it, &[correction(&wrong(), "total", "KRW 110")]);
    assert_eq!(it.fields[2].value.to_string(), "KRW 110");
}

#[test]
fn a_rule_by_hand_that_is_false_is_a_finding_like_any_other() {
    let values = [("net", "KRW 100", 0.0), ("tax", "KRW 10", 20.0), ("due", "KRW 120", 40.0)];
    let mut it = unruled(&values);
    let said = [pointed_at(&it, HandKind::Sum, &[(0, false), (1, false)], 2)];
    assert_eq!(amend(&mut it, &said), 1);
    assert_eq!(by_hand_of(&it), [("f2 = f0 + f1".to_owned(), Status::Refuted)]);
    assert_eq!((it.n_refuted(), it.rules[0].mends.len()), (1, 3), "what would mend it is told");
    assert_eq!(put_in(&it, &it.rules[0], &said), Some(0));
    assert_eq!(amend(&mut it, &said), 0, "said already");
    // It is of the values that stand there: with another one it holds.
    let right = correction(&it, "due", "KRW 110");
    amend(&mut it, &[said[0].clone(), right]);
    assert_eq!(by_hand_of(&it), [("f2 = f0 + f1".to_owned(), Status::Holds)]);
}

#[test]
fn a_rule_by_hand_is_struck_and_pointed_at_again() {
    let values = [("gross", "KRW 130", 0.0), ("rebate", "KRW 10", 20.0), ("due", "KRW 120", 40.0)];
    let fresh = || unruled(&values);
    let mut it = fresh();
    let sum = pointed_at(&it, HandKind::Sum, &[(0, false), (1, false)], 2);
    let less = pointed_at(&it, HandKind::Sum, &[(0, false), (1, true)], 2);
    amend(&mut it, std::slice::from_ref(&sum));
    let out = strike_of(&it, &it.rules[0], "it is taken away");
    amend(&mut it, &[sum.clone(), out.clone()]);
    assert_eq!(by_hand_of(&it), []);
    let said = [sum.clone(), out, less.clone()];
    amend(&mut it, &said);
    let holds = [("f2 = f0 − f1".to_owned(), Status::Holds)];
    assert_eq!(by_hand_of(&it), holds);
    let mut anew = fresh();
    amend(&mut anew, &said);
    assert_eq!(by_hand_of(&anew), holds, "analysed anew it is the same");
    // A later word on the same values takes the place of an earlier one.
    let mut it = fresh();
    amend(&mut it, std::slice::from_ref(&sum));
    amend(&mut it, &[sum, less]);
    assert_eq!(by_hand_of(&it), holds);
}

#[test]
fn what_is_found_already_is_not_put_in_a_second_time() {
    let mut it = wrong();
    let said = [pointed_at(&it, HandKind::Sum, &[(0, false), (1, false)], 2)];
    assert_eq!((amend(&mut it, &said), it.rules.len()), (0, 1));
}

#[test]
fn rounding_is_told_by_the_values() {
    let mut it =
        unruled(&[("base", "KRW 12345", 0.0), ("rate", "KRW 0", 20.0), ("part", "KRW 1234", 40.0)]);
    it.fields[1].value = Value::parse(Kind::Rate, "1/10").unwrap();
    let parts = [(FieldId(0), false), (FieldId(1), false)];
    let relation = by_hand(&it.fields, HandKind::Rate, &parts, FieldId(2)).unwrap();
    let tried = rules::tried(&it, relation);
    assert_eq!((tried.status, tried.support), (Status::Holds, Support::Hand));
    assert!(tried.expression.contains("floor"), "{}", tried.expression);
    let too_many = [(FieldId(0), false); 3];
    assert_eq!(by_hand(&it.fields, HandKind::Rate, &too_many, FieldId(2)), None);
}

#[test]
fn what_is_taken_off_needs_no_minus_by_hand() {
    let values = [("count", "KRW 0", 0.0), ("price", "KRW 410", 20.0), ("off", "KRW -15170", 40.0)];
    let mut it = unruled(&values);
    it.fields[0].value = Value::parse(Kind::Quantity, "37").unwrap();
    let parts = [(FieldId(0), false), (FieldId(1), false)];
    let relation = by_hand(&it.fields, HandKind::Product, &parts, FieldId(2)).unwrap();
    let tried = rules::tried(&it, relation.clone());
    assert_eq!((tried.status, tried.expression.as_str()), (Status::Holds, "f2 = −f0 × f1"));
    // Corrected to what is printed without a minus, the product has none.
    it.fields[2].value = money("KRW 15170");
    let tried = rules::tried(&it, rules::signed(&it.fields, relation));
    assert_eq!((tried.status, tried.expression.as_str()), (Status::Holds, "f2 = f0 × f1"));
}
