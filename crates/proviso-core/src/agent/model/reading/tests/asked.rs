//! What asks for a rule, and what becomes of one that nobody asks for.

use std::collections::BTreeSet;

use super::super::choose::{Chooser as _, Plain, likeness_of_values};
use super::{ITEMS, document, expressions, read};
use crate::analysis::{Operand, Relation, Route, Rule, Status, Support};
use crate::document::Source;
use crate::number::{Exact, Rounding};

const SETTLED: &str = "정산서\n기성금액  1,000,000원\n공제액  100,000원\n지급액  900,000원";

/// A sentence that is told in other words is no reason to lose what labels and columns say.
#[test]
fn a_rule_whose_words_stand_nowhere_is_asked_for_by_where_its_values_stand_or_by_nothing() {
    let answer = |quote: &str| {
        format!(
            r#"{{"fields": [
                {{"id": "n1", "at": "2", "label": "기성금액", "kind": "money", "value": "KRW 1000000"}},
                {{"id": "n2", "at": "3", "label": "공제액", "kind": "money", "value": "KRW 100000"}},
                {{"id": "n3", "at": "4", "label": "지급액", "kind": "money", "value": "KRW 950000"}}
            ], "rules": [{{"kind": "difference", "parts": ["n1", "n2"], "result": "n3",
                "why": "words", "quote": "{quote}"}}]}}"#
        )
    };
    let quote = "지급액은 기성금액에서 공제액을 뺀다";
    let near = SETTLED.replace("900,000", "950,000");
    let (analysis, _, refused) = read(&document(Source::TextLayer, &[&near]), &answer(quote));
    assert_eq!(refused, []);
    let found: Vec<_> = analysis.rules.iter().filter(|it| it.status == Status::Refuted).collect();
    assert_eq!(found.len(), 1, "{:?}", expressions(&analysis));
    assert_eq!(found[0].support, Support::Model, "no words of the page ask for it");

    // On another page and in no column of theirs nothing ties one of them but the words, which are
    // made up.
    let lines: Vec<&str> = near.lines().collect();
    let apart = format!("이 쪽에서는 다른 것을 길게 말하고 나서  {}", lines[2]);
    let far = [lines[..2].join("\n"), apart, lines[3].to_owned()];
    let far: Vec<&str> = far.iter().map(String::as_str).collect();
    let (analysis, ..) = read(&document(Source::TextLayer, &far), &answer(quote));
    assert_eq!(analysis.n_refuted(), 0, "{:?}", expressions(&analysis));
}

/// A minus is a sign, no number that the page has.
#[test]
fn a_minus_among_the_factors_is_the_sign_of_another_one() {
    let page = "선납할인\n약정금액 74,912,400원 연 4.0% 선납일수 20 할인액 -164,190원";
    let answer = r#"{"fields": [
        {"id": "n1", "at": "2", "quote": "74,912,400원", "label": "약정금액", "kind": "money", "value": "KRW 74912400"},
        {"id": "n2", "at": "2", "quote": "4.0%", "label": "연", "kind": "rate", "value": "1/25"},
        {"id": "n3", "at": "2", "quote": "20", "label": "선납일수", "kind": "quantity", "value": "20"},
        {"id": "n4", "at": "2", "quote": "-164,190원", "label": "할인액", "kind": "money", "value": "KRW -164190"}
    ], "rules": [{"kind": "product", "parts": ["n1", "n2", "n3", "1/365", "-1"], "result": "n4",
        "round": "floor 10", "why": "labels"}]}"#;
    let (analysis, _, refused) = read(&document(Source::TextLayer, &[page]), answer);
    assert_eq!(refused, []);
    let products = analysis.rules.iter().filter_map(|it| match &it.relation {
        Relation::Product { factors, .. } if factors.len() == 4 => Some((it.status, factors)),
        _ => None,
    });
    let products: Vec<_> = products.collect();
    assert_eq!(products.len(), 1, "{:?}", expressions(&analysis));
    assert_eq!(products[0].0, Status::Holds);
    let constant = Exact::new((-1).into(), 365.into());
    assert!(products[0].1.contains(&Operand::Constant(constant)), "{:?}", products[0].1);
}

/// A rule that the model was not shown is one for what the model read; among the draft's own values
/// it would take the place of one that was not wanted.
#[test]
fn what_is_found_anew_stands_over_what_the_model_read() {
    let (_, engine, _) = read(&document(Source::TextLayer, &[ITEMS]), "{}");
    let holding = |it: &&Rule| it.status == Status::Holds && it.support != Support::Numbers;
    let rules: Vec<Rule> = engine.rules.iter().filter(holding).cloned().collect();
    assert!(rules.len() >= 3, "{:?}", expressions(&engine));
    let nobody = BTreeSet::new();
    assert_eq!(Plain.engine_rules(rules.clone(), &engine.fields, &nobody, &nobody), []);

    let mut fields = engine.fields.clone();
    let first = rules[0].relation.fields()[0];
    fields[first.0 as usize].route = Route::Model;
    let over = |it: &&Rule| it.relation.fields().contains(&first);
    let wanted: Vec<Rule> = rules.iter().filter(over).cloned().collect();
    assert_eq!(Plain.engine_rules(rules.clone(), &fields, &nobody, &nobody), wanted);

    let shown = BTreeSet::from([likeness_of_values(&rules[0].relation, &engine.fields)]);
    for (known, stated) in [(&shown, &nobody), (&nobody, &shown)] {
        let stays = Plain.engine_rules(rules.clone(), &engine.fields, known, stated);
        assert!(
            stays.contains(&rules[0]),
            "what was shown and not denied, or is said by both, stays"
        );
    }
}

#[test]
fn a_half_is_a_half_however_it_is_printed() {
    let page = "지급\n수량 0.5  비율 50%  단가 18,000원  금액 9,000원";
    let answer = r#"{"fields": [
        {"at": "2", "quote": "0.5", "label": "수량", "kind": "quantity", "value": "0.5"},
        {"at": "2", "quote": "50%", "label": "비율", "kind": "rate", "value": "1/2"}]}"#;
    let (analysis, ..) = read(&document(Source::TextLayer, &[page]), answer);
    let id = |value: &str| {
        let found = analysis.fields.iter().find(|it| it.value.to_string() == value);
        found.unwrap_or_else(|| panic!("no {value}")).id
    };
    let product = |half: &str| {
        let factors = [id("KRW 18000"), id(half)].map(Operand::Field).to_vec();
        let (result, rounding) = (Operand::Field(id("KRW 9000")), Rounding::NONE);
        likeness_of_values(&Relation::Product { factors, rounding, result }, &analysis.fields)
    };
    assert_eq!(product("0.5"), product("1/2"));
    assert_ne!(product("0.5"), product("KRW 9000"));
}

/// What is converted has a rate among its factors and is no share of anything.
#[test]
fn what_is_converted_and_taken_off_is_a_product_below_zero() {
    let page = "외화 정산\n선수금 USD 1,200.00 환율 1,387.40 공제 -1,664,880원";
    let answer = r#"{"fields": [
        {"id": "n1", "at": "2", "quote": "USD 1,200.00", "label": "선수금", "kind": "money", "value": "USD 1200.00"},
        {"id": "n2", "at": "2", "quote": "1,387.40", "label": "환율", "kind": "rate", "value": "6937/5"},
        {"id": "n3", "at": "2", "quote": "-1,664,880원", "label": "공제", "kind": "money", "value": "KRW -1664880"}
    ], "rules": [{"kind": "conversion", "parts": ["n1", "n2"], "result": "n3", "why": "labels"}]}"#;
    let (analysis, _, refused) = read(&document(Source::TextLayer, &[page]), answer);
    assert_eq!(refused, []);
    let dollars = |it: &Operand| match it {
        Operand::Field(id) => analysis.fields[id.0 as usize].value.to_string() == "USD 1200.00",
        Operand::Constant(_) => false,
    };
    let holds = |it: &Rule| match &it.relation {
        Relation::Product { factors, .. } => {
            it.status == Status::Holds && factors.iter().any(dollars)
        }
        _ => false,
    };
    assert!(analysis.rules.iter().any(holds), "{:?}", expressions(&analysis));
}
