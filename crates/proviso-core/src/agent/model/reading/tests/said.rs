//! What a model says of values in the words that it finds natural.

use super::{CONTRACT, document, model_fields, read};
use crate::analysis::Route;
use crate::document::Source;
use crate::value::Kind;

/// A finding over a value that its finder saw otherwise would be of nobody's.
#[test]
fn rules_over_a_value_that_is_corrected_in_vain_are_nobodys() {
    let document = document(Source::TextLayer, &[CONTRACT]);
    let (_, engine, _) = read(&document, "{}");
    let at =
        |value: &str| engine.fields.iter().find(|it| it.value.to_string() == value).unwrap().id.0;
    let (price, day) = (at("KRW 22000000"), at("2031-04-01"));
    let answer = |corrected: &str| {
        format!(
            r#"{{"fields": [{corrected}], "rules": [
                {{"kind": "order", "parts": ["f{day}", "f{day}"], "why": "labels"}},
                {{"kind": "product", "parts": ["f{price}", "2"], "result": "f{price}", "why": "labels"}}
            ]}}"#
        )
    };
    let otherwise = format!(r#"{{"at": "f{price}", "value": "KRW 99000000"}}"#);
    let (_, _, refused) = read(&document, &answer(&otherwise));
    let of_rules = |refused: &[(String, String)]| {
        refused.iter().filter(|it| it.1.contains("was read otherwise")).count()
    };
    assert_eq!(of_rules(&refused), 1, "{refused:?}");
    assert_eq!(of_rules(&read(&document, &answer("")).2), 0);
}

#[test]
fn a_value_of_the_draft_has_its_place_whatever_was_recognized_there() {
    let document = document(Source::Ocr, &["견적서\n합계금액  7,284,000"]);
    let (_, engine, _) = read(&document, "{}");
    let id = engine.fields.iter().find(|it| it.value.to_string() == "KRW 7284000").unwrap().id.0;
    let answer = format!(r#"{{"fields": [{{"at": "f{id}", "value": "KRW 1930555"}}]}}"#);
    let (analysis, _, refused) = read(&document, &answer);
    assert_eq!(refused, []);
    let seen: Vec<String> = analysis
        .fields
        .iter()
        .filter(|it| it.route == Route::Seen)
        .map(|it| it.value.to_string())
        .collect();
    assert_eq!(seen, ["KRW 1930555"], "it is told that only the model saw it");
}

#[test]
fn a_name_over_lines_that_others_stand_between_is_found_where_it_is_said_to_stand() {
    let page = "주주\nAldous\n6,250\n50%\n1,573.66\n300.00\n190.00\n2,063.66\nPenhallow";
    let document = document(Source::TextLayer, &[page]);
    let answer = r#"{"fields": [{"at": "2,9", "quote": "Aldous Penhallow", "label": "주주",
        "kind": "party", "value": "Aldous Penhallow"}]}"#;
    let (analysis, _, refused) = read(&document, answer);
    assert_eq!(refused, []);
    assert!(model_fields(&analysis).iter().any(|it| it.contains("Aldous Penhallow")));
}

#[test]
fn a_count_in_words_is_a_quantity() {
    let page = "Loan notes\nThe notes are redeemed in three instalments of 200,000 pounds.";
    let document = document(Source::TextLayer, &[page]);
    let answer = |n: u32| {
        format!(
            r#"{{"fields": [{{"at": "2", "quote": "three instalments", "label": "instalments",
                "kind": "quantity", "value": "{n}"}}]}}"#
        )
    };
    assert_eq!(read(&document, &answer(3)).2, []);
    assert_eq!(read(&document, &answer(4)).2.len(), 1);
}

#[test]
fn a_kind_alone_is_corrected_of_one_value_as_of_many() {
    let document =
        document(Source::TextLayer, &["계약서\n상호  (주)소담푸드\n계약금액  22,000,000원"]);
    let (_, engine, _) = read(&document, "{}");
    let party = engine.fields.iter().find(|it| it.value.kind() == Kind::Party).unwrap();
    let answer = format!(r#"{{"fields": [{{"at": "f{}", "kind": "text"}}]}}"#, party.id.0);
    let (analysis, _, refused) = read(&document, &answer);
    assert_eq!(refused, []);
    let texts = analysis.fields.iter().filter(|it| it.value.kind() == Kind::Text);
    assert!(texts.map(|it| it.value.to_string()).any(|it| it == party.value.to_string()));
}
