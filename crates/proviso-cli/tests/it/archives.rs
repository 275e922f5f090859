//! Archives and mails: what lies in them is documents of their own, from wherever they come.

use std::io::{Cursor, Write as _};

use expect_test::expect;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;

use crate::bench::{Bench, RIGHT_QUOTATION, WRONG_QUOTATION, pdf};
use crate::serve::Server;

fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn quotations() -> Vec<u8> {
    archive(&[
        ("right.txt", RIGHT_QUOTATION.as_bytes()),
        ("papers/wrong.txt", WRONG_QUOTATION.as_bytes()),
        ("setup.exe", b"\x7fELF\x02\x01\x01"),
    ])
}

/// A mail with this text and a quotation.
fn mail(text: &str) -> String {
    format!(
        "From: kim@example.com\r\nMessage-ID: <1@example.com>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n--b\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\
         Content-Disposition: attachment; filename=\"quotation.txt\"\r\n\r\n{RIGHT_QUOTATION}\r\n--b--\r\n"
    )
}

/// The names and verdicts of runs.
fn runs(text: &str) -> Vec<String> {
    let all: Value = serde_json::from_str(text).unwrap();
    let all = all.as_array().cloned().unwrap_or_else(|| vec![all]);
    all.iter().map(|it| format!("{} {}", it["reference_docs"][0], it["verdict"])).collect()
}

#[test]
fn each_document_of_an_archive_is_a_run_of_its_own() {
    let bench = Bench::new();
    std::fs::write(bench.path("quote.zip"), quotations()).unwrap();
    let answer = bench.run("convert quote.zip --json");
    assert_eq!(answer.code, Some(1), "one of them does not add up: {}", answer.stderr);
    assert_eq!(
        runs(&answer.stdout),
        [
            r#""quote.zip › right.txt" "checked""#,
            r#""quote.zip › papers › wrong.txt" "discrepant""#
        ],
    );
    let left_out = "`quote.zip › setup.exe` is a program, which Proviso does not read";
    assert!(answer.stderr.contains(left_out), "{}", answer.stderr);
}

#[test]
fn a_mail_that_says_nothing_is_what_it_carries() {
    let bench = Bench::new();
    bench.write("a.eml", mail(""));
    bench.write("b.eml", mail("Please find the quotation enclosed."));
    let names = |file: &str| runs(&bench.run(&format!("convert {file} --json -q")).stdout);
    assert_eq!(names("a.eml"), [r#""a.eml › quotation.txt" "checked""#]);
    assert_eq!(names("b.eml"), [r#""b.eml" "unverified""#, r#""b.eml › quotation.txt" "checked""#]);
}

#[test]
fn what_is_not_read_is_told_with_the_analysis() {
    let bench = Bench::new();
    // On its second page stands an amount that nobody can see.
    let seen = "BT /F 12 Tf 60 600 Td (Total 1,250) Tj ET".to_owned();
    let hidden = format!("{seen} BT /F 12 Tf 60 400 Td 3 Tr (Total 9,999) Tj ET");
    let bill = pdf(&[seen, hidden]);
    bench.write("a.zip", archive(&[("bill.pdf", &bill), ("setup.exe", b"\x7fELF\x02\x01\x01")]));
    let told = bench.json("analyze a.zip");
    expect![[r#"
        [
          {
            "page": 2,
            "message": {
              "en": "characters that nobody can see were left out: 10 drawn without ink",
              "ko": "보이지 않는 글자는 읽지 않았습니다: 색 없이 그려진 10자"
            }
          }
        ]"#]]
    .assert_eq(&serde_json::to_string_pretty(&told["documents"][0]["notes"]).unwrap());
    let left_out = told["left_out"].as_array().unwrap();
    let left_out: Vec<&str> = left_out.iter().map(|it| it["message"].as_str().unwrap()).collect();
    assert_eq!(left_out, ["`a.zip › setup.exe` is a program, which Proviso does not read"]);
    // A run shows its analysis in the same shape.
    bench.write("bill.pdf", &bill);
    let run = bench.json("convert bill.pdf");
    assert_eq!(run["analysis"]["documents"][0]["notes"], told["documents"][0]["notes"]);

    let answer = bench.run("analyze a.zip");
    assert!(answer.stderr.contains(left_out[0]), "{}", answer.told());
    let (_, notes) = answer.stdout.split_once("## Notes").unwrap();
    expect![[r#"


        - page 2: characters that nobody can see were left out: 10 drawn without ink
    "#]]
    .assert_eq(notes);
    // Where all is read there is nothing to tell.
    bench.write("right.txt", RIGHT_QUOTATION);
    let told = bench.json("analyze right.txt");
    assert_eq!((&told["documents"][0]["notes"], &told["left_out"]), (&json!([]), &json!([])));
    assert!(!bench.run("analyze right.txt").stdout.contains("비고"));
}

#[test]
fn an_archive_without_documents_says_so() {
    let bench = Bench::new();
    std::fs::write(bench.path("x.zip"), archive(&[("setup.exe", b"\x7fELF\x02\x01\x01")])).unwrap();
    std::fs::write(bench.path("y.zip"), archive(&[])).unwrap();
    std::fs::write(bench.path("z.zip"), &quotations()[..200]).unwrap();
    bench.check("analyze x.zip", expect![[r#"
        exit 2
        --- stderr
        error: `x.zip › setup.exe` is a program, which Proviso does not read

        hint: Proviso reads PDF, images, DOC, DOCX, XLSX, XLS, ODS, HWP, HWPX, CSV, HTML, EML, XML invoices, TXT and MD; export the document as PDF
    "#]]);
    bench.check(
        "analyze y.zip",
        expect![[r#"
        exit 2
        --- stderr
        error: `y.zip` holds no document
    "#]],
    );
    bench.check("convert z.zip -q", expect![[r#"
        exit 2
        --- stderr
        error: `z.zip` cannot be read: its archive is damaged (invalid Zip archive: Could not find EOCD)

        hint: open it in a viewer: if it shows pages there, print it to a new PDF
    "#]]);
}

#[test]
fn clients_see_the_documents_of_an_archive_and_convert_them() {
    let bench = Bench::new();
    let server = Server::start(&bench, "--workspace w");
    let uploaded = server.upload("quote.zip", &quotations()).ok();
    let looked = server.call("documents.look", &json!({ "paths": [uploaded["path"]] })).ok();
    let shown: Vec<String> = looked
        .as_array()
        .unwrap()
        .iter()
        .map(|it| format!("{} {} {}", it["name"], it["proposed_project"], it["error"]["message"]))
        .collect();
    assert_eq!(
        shown,
        [
            r#""quote.zip › right.txt" "Right" null"#,
            r#""quote.zip › papers › wrong.txt" "Wrong" null"#,
            r#""quote.zip › setup.exe" "" "`quote.zip › setup.exe` is a program, which Proviso does not read""#,
        ],
    );
    let queued = server.call("runs.convert", &json!({ "paths": [looked[0]["path"]] })).ok();
    assert_eq!(queued[0]["error"], Value::Null, "{queued}");
    // One who names the archive itself gets a run for each.
    let queued = server.call("runs.convert", &json!({ "paths": [uploaded["path"]] })).ok();
    assert_eq!(queued.as_array().map(Vec::len), Some(2), "{queued}");
}
