//! Why a value or a rule is what it is: on the command line, and as windows ask for it.

use expect_test::expect;
use serde_json::json;

use crate::bench::{Bench, WRONG_QUOTATION};
use crate::serve::{Server, heard_to_the_end};

#[test]
fn a_field_says_what_it_stands_on_in_both_languages() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    bench.check(
        "analyze quote.txt --why f3",
        expect![[r#"
            exit 0
            --- stdout
            f3 공급가액 1,200,000원

            value: KRW 1,200,000
                the reader of labels and values, under “공급가액”
            label: “공급가액”
                the nearest one
                a known label of an amount
                it stands under “공급자”, too
            role: supply
                “공급가액” in the vocabulary of all types of documents
            rule: R0: 부가세 KRW 120,000 = 공급가액 KRW 1,200,000 × 10%
                this type of document asks for it
                weight 49 against others that explain the same
            rule: R1: 합계금액 KRW 1,230,000 ≠ 공급가액 KRW 1,200,000 + 부가세 KRW 120,000
                this type of document asks for it
                weight 77 against others that explain the same
        "#]],
    );
    let korean = bench.run("analyze quote.txt --why f3 --lang ko");
    assert!(korean.stdout.contains("값:") && korean.stdout.contains("항목:"), "{}", korean.stdout);
}

#[test]
fn a_rule_says_what_it_stands_on_and_which_relations_lost() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    let rule = bench.json("analyze quote.txt --why R0");
    assert_eq!(rule["id"], "R0");
    assert_eq!(rule["decisions"][0]["about"], "rule");
    assert!(rule["decisions"][0]["taken"]["signs"].as_array().unwrap().len() > 1, "{rule:#}");
}

#[test]
fn what_is_not_there_is_told_with_what_is() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    bench.check(
        "analyze quote.txt --why price_of_nothing",
        expect![[r#"
            exit 2
            --- stderr
            error: no field `price_of_nothing`

            hint: there are documentNumber, issueDate, supplier, supply, vat, grandTotal
        "#]],
    );
    bench.check("analyze quote.txt --why R99", expect![[r#"
        exit 2
        --- stderr
        error: no rule `R99`

        hint: there are R0 (부가세 120,000원 = 공급가액 1,200,000원 × 10%); R1 (합계금액 1,230,000원 ≠ 공급가액 1,200,000원 + 부가세 120,000원)
    "#]]);
}

#[test]
fn a_window_asks_why_of_a_run() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", WRONG_QUOTATION.as_bytes());
    heard_to_the_end(&mut socket, &run);
    let why = server.call("runs.why", &json!({"run": run, "field": 3})).ok();
    let about: Vec<&str> =
        why["decisions"].as_array().unwrap().iter().filter_map(|it| it["about"].as_str()).collect();
    assert_eq!(about.first(), Some(&"value"), "{why:#}");
    assert!(about.contains(&"rule"), "the rules that look at it confirm it: {why:#}");
    let rule = server.call("runs.why", &json!({"run": run, "rule": 0})).ok();
    assert_eq!(rule["decisions"][0]["about"], "rule", "{rule:#}");
    let both = server.call("runs.why", &json!({"run": run, "field": 3, "rule": 0})).json();
    assert_eq!(both["code"], "bad_request", "{both:#}");
    let lost = server.call("runs.why", &json!({"run": run, "field": 999})).json();
    assert_eq!(lost["code"], "not_found", "{lost:#}");
}
