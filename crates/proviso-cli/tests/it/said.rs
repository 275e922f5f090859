//! What people say of a document's values: what was misread, and what the paper should print.

use serde_json::{Value, json};

use crate::bench::{Bench, RIGHT_QUOTATION, WRONG_QUOTATION};

/// Our sample: an amount of a line is misprinted, and with it the line, the sum of the lines and
/// the total do not fit.
fn one_slip(bench: &Bench) {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../direction/samples/goods_invoice.pdf");
    bench.write("invoice.pdf", std::fs::read(sample).unwrap());
}

fn ids(it: &Value) -> Vec<u64> {
    it.as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect()
}

#[test]
fn a_mend_is_asked_of_the_issuer_and_changes_no_verdict() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    let first = bench.json("convert quote.txt --project Bench -q");
    let mended = bench.json("mend 1 합계금액 1,320,000 --by Kim");
    for name in ["verdict", "detail", "n_refuted", "findings", "attempts", "run_id"] {
        assert_eq!(mended[name], first[name], "{name}");
    }
    assert_eq!(ids(&mended["mended"]["holds"]), [1]);
    assert_eq!(
        (ids(&mended["mended"]["breaks"]), ids(&mended["mended"]["open"])),
        (vec![], vec![])
    );
    let asked = &mended["mended"]["asked"][0];
    assert_eq!((&asked["by"], &asked["shown"]), (&json!("Kim"), &json!("1,320,000원")));
    assert_eq!(bench.json("runs").as_array().unwrap().len(), 1, "nothing was run");
    let shown = bench.run("show 1").stdout;
    for told in [
        "✗ discrepant  Bench",
        "asked of the issuer 합계금액 1,230,000원 → 1,320,000원 (Kim)",
        "With 1,320,000원: 1 rule more would hold, none would break.",
    ] {
        assert!(shown.contains(told), "{told}\n{shown}");
    }
    // Another value is worse, and says so; taken back, nothing is asked for.
    let worse = bench.json("mend 1 합계금액 1,240,000 --by Kim");
    assert_eq!((ids(&worse["mended"]["holds"]), ids(&worse["mended"]["open"])), (vec![], vec![1]));
    assert_eq!(bench.json("mend 1 합계금액 --by Kim")["mended"], Value::Null);
}

#[test]
fn a_verdict_over_a_corrected_value_says_so_everywhere() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    bench.run("convert quote.txt --project Bench");
    let corrected = bench.json("correct 1 합계금액 1,320,000 --by Kim -q");
    let name = "checked, 1 value corrected by Kim";
    assert_eq!(corrected["told"]["name"]["en"], name);
    assert_eq!(corrected["told"]["name"]["ko"], "자체 검증됨, 값 1개 정정(Kim)");
    let one = &corrected["corrections"][0];
    assert_eq!((&one["by"], &one["reading"]), (&json!("Kim"), &json!("1,230,000원")));
    assert!(one["at_ms"].as_i64() > Some(0), "{one}");
    assert_eq!(corrected["verdict"], "checked", "programs read the bare verdict");
    let (list, shown) = (bench.run("runs").stdout, bench.run("show 2").stdout);
    assert!(list.contains(name), "{list}");
    assert!(shown.contains(name) && shown.contains("corrected 합계금액 1,230,000원"), "{shown}");
    let markdown = bench.read("direction/analysis_Bench.md");
    assert!(markdown.contains("사람이 정정한 값 1개"), "{markdown}");
    let refused = bench.run("correct 2 합계금액 1,230,000 --by  ");
    assert_ne!(refused.code, Some(0), "{}", refused.stderr);
}

#[test]
fn one_slip_is_one_finding_with_what_follows_from_it() {
    let bench = Bench::new();
    one_slip(&bench);
    let it = bench.json("convert invoice.pdf --project Bench -q");
    assert_eq!((&it["n_refuted"], it["slips"].as_array().unwrap().len()), (&json!(3), 1));
    let slip = &it["slips"][0];
    assert_eq!(slip["mend"]["shown"], "255,000원", "{slip:#}");
    assert_eq!((&slip["mend"]["n_mends"], &slip["mend"]["n_breaks"]), (&json!(3), &json!(0)));
    let shown = bench.run("show 1").stdout;
    assert_eq!(shown.matches("would mend 3 rules at once").count(), 1, "told once: {shown}");
    assert_eq!(shown.matches("↳ #").count(), 2, "{shown}");
}

#[test]
fn nothing_is_called_proved_where_nobody_judged() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let mut convert = bench.command("convert quote.txt --project Bench -q --json");
    let output = convert.env("PROVISO_KERNEL", "none").output().unwrap();
    let it: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&it["verdict"], &it["n_proved"]), (&json!("unverified"), &json!(0)));
    assert!(it["n_holds"].as_u64() > Some(0), "{it:#}");
    assert_eq!(it["told"]["tone"], "doubt");
    let clean = it["told"]["clean"]["ko"].as_str().unwrap();
    assert!(clean.contains("증명한 것은 없습니다"), "{clean}");
}
