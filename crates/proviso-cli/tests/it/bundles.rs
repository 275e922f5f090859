//! Bundles: evidence that others check without a workspace, with the judges of their own machine.

use std::fs;

use expect_test::expect;

use crate::bench::{Bench, RIGHT_QUOTATION, WRONG_QUOTATION};

/// A bundle of a document, in a folder without a workspace, and the document beside it.
fn handed_on(text: &str) -> Bench {
    let from = Bench::new();
    from.write("quote.txt", text);
    from.run("convert quote.txt -q");
    let made = from.json("bundle 1");
    assert_eq!(made["path"], "Quote-1.proviso.json");
    let to = Bench::new();
    to.write("quote.txt", text);
    to.write("it.json", fs::read(from.path("Quote-1.proviso.json")).unwrap());
    let checked = to.json("bundle check it.json");
    assert_eq!(checked["seal"], made["seal"], "{checked:#}");
    to
}

#[test]
fn what_holds_is_checked_anew_where_there_is_no_workspace() {
    let bench = handed_on(RIGHT_QUOTATION);
    let answer = bench.run("bundle check it.json --document quote.txt");
    let seal = bench.json("bundle check it.json")["seal"].as_str().unwrap().to_owned();
    let told = answer.told().replace(&seal, "[SEAL]");
    expect![[r#"
        exit 0
        --- stdout
        ✓ checked  Quote
          Both rules of this document are proved. Proviso's own checker says so; no compiler has seen it yet.

          seal      [SEAL]
          document  67bb9e32c5c732d50892fcf961546451fba8de53cc9ae8454cd2ee4650cdd07d quote.txt ✓
          judge     Proviso's own checker 0.1.0: accepted
          made by   Proviso 0.1.0, run 1
    "#]].assert_eq(&told);
    assert!(!bench.exists("Domains"), "a check makes no workspace");
}

#[test]
fn what_is_wrong_in_the_document_is_proved_to_others() {
    let bench = handed_on(WRONG_QUOTATION);
    let it = bench.json("bundle check it.json");
    assert_eq!((&it["verdict"], &it["faults"]), (&"discrepant".into(), &serde_json::json!([])));
    assert_eq!(it["judges"][0]["said"], "accepted");
    assert_eq!(it["findings"].as_array().unwrap().len(), 1);
    let answer = bench.run("bundle check it.json");
    assert_eq!(answer.code, Some(1), "as the verdict has it");
}

#[test]
fn a_digit_a_word_and_another_document_make_it_worthless() {
    let bench = handed_on(RIGHT_QUOTATION);
    let whole = bench.read("it.json");
    for (from, to) in [("1,320,000", "1,330,000"), ("Domains.Quote", "Domains.Quota")] {
        assert!(whole.contains(from), "{from}");
        bench.write("other.json", whole.replacen(from, to, 1));
        let answer = bench.run("bundle check other.json");
        assert_eq!(answer.code, Some(2), "{}", answer.told());
        assert!(answer.stdout.contains("the seal is broken"), "{}", answer.told());
    }
    bench.write("half.json", &whole.as_bytes()[..whole.len() / 2]);
    assert_eq!(bench.run("bundle check half.json").code, Some(2));
    bench.write("other.txt", WRONG_QUOTATION);
    let answer = bench.run("bundle check it.json --document other.txt");
    assert_eq!(answer.code, Some(2));
    assert!(answer.stdout.contains("is none of its documents"), "{}", answer.stdout);
}

#[test]
fn a_run_without_a_model_has_nothing_to_hand_on() {
    let bench = Bench::new();
    bench.write("broken.pdf", "%PDF-1.7 and no more");
    bench.run("convert broken.pdf -q");
    let answer = bench.run("bundle 1");
    assert_eq!(answer.code, Some(2), "{}", answer.told());
    assert!(answer.stderr.contains("could be handed on"), "{}", answer.stderr);
}
