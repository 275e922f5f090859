//! What people say of a document's values: what was misread, and what the paper should print.

use std::io::{Cursor, Read};

use serde_json::{Value, json};

use crate::bench::{Bench, RIGHT_QUOTATION, WRONG_QUOTATION};
use crate::serve::Server;

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
    assert_eq!(bench.run("mend 1 합계금액 1,320,000 --by Kim").code, Some(1), "still wrong");
    let asked = &mended["mended"]["asked"][0];
    assert_eq!((&asked["by"], &asked["shown"]), (&json!("Kim"), &json!("1,320,000원")));
    assert_eq!(bench.json("runs").as_array().unwrap().len(), 1, "nothing was run");
    let shown = bench.run("show 1").stdout;
    let when = proviso_api::day(asked["at_ms"].as_i64().unwrap());
    for told in [
        "✗ discrepant  Bench",
        &format!("asked of the issuer 합계금액 1,230,000원 → 1,320,000원 (Kim, {when})"),
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
    let answer = bench.run("correct 1 합계금액 1,320,000 --by Kim -q --json");
    assert_eq!(answer.code, Some(0), "what is right once it is read right: {}", answer.stderr);
    let corrected: Value = serde_json::from_str(&answer.stdout).unwrap();
    let name = "checked, 1 value corrected by Kim";
    assert_eq!(corrected["told"]["name"]["en"], name);
    assert_eq!(corrected["told"]["name"]["ko"], "자체 검증됨, 값 1개 정정(Kim)");
    let one = &corrected["corrections"][0];
    assert_eq!((&one["by"], &one["reading"]), (&json!("Kim"), &json!("1,230,000원")));
    assert!(one["at_ms"].as_i64() > Some(0), "{one}");
    assert_eq!(corrected["verdict"], "checked", "programs read the bare verdict");
    let (list, shown) = (bench.run("runs").stdout, bench.run("show 2").stdout);
    assert!(list.contains(name), "{list}");
    let when = proviso_api::day(one["at_ms"].as_i64().unwrap());
    let told = format!("corrected 합계금액 1,230,000원 → 1,320,000원 (Kim, {when})");
    assert!(shown.contains(name) && shown.contains(&told), "{shown}");
    let markdown = bench.read("direction/analysis_Bench.md");
    assert!(markdown.contains("사람이 정정한 값 1개"), "{markdown}");
    let refused = bench.run("correct 2 합계금액 1,230,000 --by  ");
    assert_ne!(refused.code, Some(0), "{}", refused.stderr);
    assert_eq!(bench.run("correct 2 합계금액 1,230,000 --by Kim").code, Some(1), "wrong again");
}

#[test]
fn what_is_handed_on_over_a_corrected_value_says_who_and_when() {
    let bench = Bench::new();
    bench.write("work/quote.txt", WRONG_QUOTATION);
    bench.run("convert work/quote.txt --project Bench --workspace work");
    let corrected = bench.json("correct 1 합계금액 1,320,000 --by Kim --workspace work -q");
    let when = proviso_api::day(corrected["corrections"][0]["at_ms"].as_i64().unwrap());
    let server = Server::start(&bench, "--workspace work");
    let file = |name: &str, request: &Value| {
        let reply = server.call(name, request);
        assert_eq!(reply.status, 200, "{name}");
        reply.body
    };

    let report = file("models.report", &json!({ "run": "2", "language": "ko" }));
    let report = String::from_utf8(report).unwrap();
    let (head, fields) = report.split_once("</header>").unwrap();
    let signed = format!("읽은 값 1,230,000원, Kim 정정 {when}");
    assert!(head.contains("값 1개 정정(Kim)") && head.contains(&signed), "{head}");
    assert!(fields.contains(&signed), "beside the value too: {fields}");

    let tables = json!({ "runs": ["2"], "format": "json", "language": "ko" });
    let tables: Value = serde_json::from_slice(&file("runs.tables", &tables)).unwrap();
    let values = tables["values"].as_array().unwrap();
    let of = |it: &&Value| it["corrected_by"] == "Kim" && it["corrected_on"] == when.as_str();
    assert_eq!(values.iter().filter(of).count(), 1, "{values:#?}");

    // The same as files for spreadsheets.
    let tables = json!({ "runs": ["2"], "format": "csv", "language": "ko" });
    let archive = Cursor::new(file("runs.tables", &tables));
    let mut archive = zip::ZipArchive::new(archive).unwrap();
    let names: Vec<String> = archive.file_names().map(|it| it.unwrap().into_owned()).collect();
    assert_eq!(names, ["documents.csv", "values.csv", "items.csv", "findings.csv"]);
    let mut text = String::new();
    archive.by_name("values.csv").unwrap().read_to_string(&mut text).unwrap();
    let line = text.lines().find(|it| it.contains("Kim")).unwrap_or_else(|| panic!("{text}"));
    assert!(line.contains("\"1,320,000원\",1320000,KRW"), "{line}");
    assert!(line.ends_with(&format!("\"1,230,000원\",Kim,{when}")), "{line}");
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
    // Nor in what is handed on: what says that nothing is, is all that speaks of proofs.
    let server = Server::start(&bench, "--workspace .");
    for (language, word, denials) in
        [("ko", "증명", ["증명하지 못했습니다"]), ("en", "prove", ["nothing is proved"])]
    {
        let report = server.call("models.report", &json!({ "run": "1", "language": language }));
        assert_eq!(report.status, 200);
        let report = String::from_utf8(report.body).unwrap();
        let report = report.split_once("</style>").unwrap().1;
        let claims = denials.iter().fold(report.to_owned(), |text, it| text.replace(it, ""));
        let claim = claims.lines().find(|it| it.contains(word));
        assert_eq!(claim, None, "{language}");
    }
}
