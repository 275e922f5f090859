//! Documents from file to verdict, without a compiler; what the compiler adds is tested where its
//! answers are recorded.

use std::fs;
use std::path::Path;

use expect_test::{Expect, expect};

use crate::bench::{Bench, LEASE, RIGHT_QUOTATION, WRONG_QUOTATION};

#[test]
fn a_document_becomes_files_and_a_run() {
    let bench = Bench::new();
    bench.write("papers/quote.txt", RIGHT_QUOTATION);
    bench.check(
        "convert papers/quote.txt",
        expect![[r#"
            exit 0
            --- stdout
            ✓ checked  Quote  견적서 · quote.txt
              Both rules of this document are proved. Proviso's own checker says so; no compiler has seen it yet.

              6 fields · 2 rules proved · 3 of 3 amounts cross-checked · Proviso's own checker 0.1.0: accepted

              direction/analysis_Quote.md  analysis
              Domains/Core.idr             trusted library
              Domains/Facts/Quote.idr      facts: values as printed
              Domains/Quote.idr            model
              Domains/Audit/Quote.idr      audit: what the model owes

              run 1 · to let the compiler confirm it install Idris 2, then: proviso retry 1 --from typecheck
            --- stderr
            new workspace: [DIR]
            Quote: run 1 on `Quote`
            Quote: page 1 of 1: UTF-8 text
            Quote: quotation: 6 fields, 2 rules, 0 refuted
            Quote: attempt 1: generated
            warning: Quote: Proviso's own checker judged it, and no compiler: `proviso check --with idris2` lets one confirm it
            Quote: attempt 1 accepted
        "#]],
    );
    bench.check(
        "runs",
        expect![[r#"
            exit 0
            --- stdout
               1  ✓ checked           Quote                               3/3     quote.txt
        "#]],
    );
    expect![[r#"
        Domains/Audit/Quote.idr
        Domains/Core.idr
        Domains/Facts/Quote.idr
        Domains/Quote.idr"#]]
    .assert_eq(&bench.files_below("Domains").join("\n"));
}

#[test]
fn a_contradiction_is_told_with_its_equation_and_its_mend() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    bench.check(
        "convert quote.txt --project Bench -q",
        expect![[r#"
            exit 1
            --- stdout
            ✗ discrepant  Bench  견적서 · quote.txt
              The document contradicts itself: 1 rule is proved false. Proviso's own checker says so; no compiler has seen it yet.

              6 fields · 1 rule proved · 1 refuted · 3 of 3 amounts cross-checked · Proviso's own checker 0.1.0: accepted

              #1 합계금액 1,230,000원 ≠ 공급가액 1,200,000원 + 부가세 120,000원       p. 1
                1,200,000 + 120,000 = 1,320,000 ≠ 1,230,000  (-90,000원)
                → 합계금액 1,230,000원 → 1,320,000원 would mend it

              direction/analysis_Bench.md  analysis
              Domains/Core.idr             trusted library
              Domains/Facts/Bench.idr      facts: values as printed
              Domains/Bench.idr            model
              Domains/Audit/Bench.idr      audit: what the model owes

              run 1 · if a value was misread: proviso correct 1 grandTotal VALUE · if the paper is wrong: proviso mend 1 grandTotal VALUE
        "#]],
    );
    bench.check(
        "show 1 --lang ko",
        expect![[r#"
            exit 0
            --- stdout
            ✗ 불일치  Bench  견적서 · quote.txt
              문서가 스스로 모순됩니다: 규칙 1개가 어긋남을 증명했습니다. Proviso 자체 검사기의 판정이며, 컴파일러로는 아직 확인하지 않았습니다.

              필드 6 · 규칙 1개 증명 · 1 어긋남 · 금액 3개 중 3개 교차 확인 · Proviso 자체 검사기 0.1.0: 통과

              #1 합계금액 1,230,000원 ≠ 공급가액 1,200,000원 + 부가세 120,000원        1쪽
                1,200,000 + 120,000 = 1,320,000 ≠ 1,230,000  (-90,000원)
                → 합계금액 1,230,000원 → 1,320,000원 이면 맞습니다

              direction/analysis_Bench.md  분석
              Domains/Core.idr             신뢰 라이브러리
              Domains/Facts/Bench.idr      사실: 적힌 값
              Domains/Bench.idr            모델
              Domains/Audit/Bench.idr      감사: 모델이 갚을 증명

              실행 1 · 잘못 읽은 값이면: proviso correct 1 grandTotal VALUE · 문서가 틀렸으면: proviso mend 1 grandTotal VALUE
        "#]],
    );
}

#[test]
fn a_correction_goes_on_from_there_and_keeps_the_reading() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    assert_eq!(bench.run("convert quote.txt --project Bench").code, Some(1));
    let corrected = bench.json("correct 1 합계금액 1,320,000 -q");
    assert_eq!(corrected["run_id"], "2");
    assert_eq!(corrected["parent"], "1");
    assert_eq!(corrected["n_refuted"], 0, "{corrected}");
    let fields = corrected["analysis"]["fields"].as_array().unwrap();
    let field = fields.iter().find(|it| it["label"] == "합계금액").unwrap();
    assert_eq!(field["value"], "KRW 1320000");
    assert_eq!(field["reading"]["value"], "KRW 1230000", "the reading stays");
    // A later run reads the file anew and knows the correction still.
    assert_eq!(bench.run("retry 2 --from read").code, Some(0));
}

#[test]
fn a_waived_rule_stays_refuted_but_no_longer_counts() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    let first = bench.json("convert quote.txt --project Bench -q");
    let rules: Vec<u64> = first["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["rule"].as_u64().unwrap())
        .collect();
    assert!(!rules.is_empty(), "{first}");
    let mut last = first;
    for (run, rule) in rules.iter().enumerate() {
        last = bench.json(&format!("waive {} {rule} --reason agreed-by-telephone -q", run + 1));
    }
    assert_eq!(last["n_refuted"], 0);
    assert_eq!(last["waived"][0]["reason"], "agreed-by-telephone");
    let markdown = bench.read("direction/analysis_Bench.md");
    assert!(markdown.contains("**어긋남 0개**, 예외 처리 1개"), "as verdicts count: {markdown}");
}

#[test]
fn an_edited_model_is_kept_before_it_is_replaced() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    bench.run("convert quote.txt --project Bench");
    let ours = bench.read("Domains/Bench.idr");
    let again = bench.json("convert quote.txt --project Bench -q");
    let kept = |it: &serde_json::Value| {
        let files = it["files"].as_array().unwrap();
        files.iter().filter_map(|it| it["kept"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(kept(&again), Vec::<String>::new(), "our own text is not kept");
    bench.write("Domains/Bench.idr", format!("{ours}\n-- by hand\n"));
    let third = bench.json("convert quote.txt --project Bench -q");
    assert_eq!(kept(&third), [".proviso/kept/Domains/Bench.idr.1"]);
    assert_eq!(bench.read("Domains/Bench.idr"), ours);
    assert!(bench.read(".proviso/kept/Domains/Bench.idr.1").ends_with("-- by hand\n"));
}

#[test]
fn json_says_that_nothing_was_compiled_where_no_compiler_is() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let it = bench.json("convert quote.txt -q");
    assert_eq!(it["verdict"], "checked");
    assert_eq!(it["compile_success"], false, "nothing was compiled");
    assert_eq!(it["compile_attempts"], 0);
    assert_eq!(it["current_file"], "Domains/Quote.idr");
}

#[test]
fn two_documents_of_one_name_are_two_projects() {
    let bench = Bench::new();
    bench.write("a/quote.txt", RIGHT_QUOTATION);
    bench.write("b/quote.txt", WRONG_QUOTATION);
    assert_eq!(bench.json("convert a/quote.txt -q")["project_name"], "Quote");
    assert_eq!(bench.json("convert b/quote.txt -q")["project_name"], "Quote2");
    assert_eq!(bench.json("convert a/quote.txt -q")["project_name"], "Quote", "its own again");
}

#[test]
fn a_folder_is_converted_at_once() {
    let bench = Bench::new();
    bench.write("papers/quote.txt", RIGHT_QUOTATION);
    bench.write("papers/quote.md", WRONG_QUOTATION);
    bench.write("papers/notes.bin", "PK");
    bench.write("papers/.hidden.txt", "no");
    bench.check(
        "batch papers -q --jobs 1",
        expect![[r#"
            exit 1
            --- stdout
               1  ✗ discrepant        Quote                    1 refuted  3/3     quote.md
               2  ✓ checked           Quote2                              3/3     quote.txt

            2 documents: 1 good, 1 with findings, 0 failed
            --- stderr
            warning: skipped, not of a format that is read: 1 (notes.bin)
        "#]],
    );
    let all = bench.json("batch papers -q");
    assert_eq!(all.as_array().unwrap().len(), 2);
}

#[test]
fn files_that_are_one_project_are_one_run() {
    let bench = Bench::new();
    bench.write("a.txt", RIGHT_QUOTATION);
    bench.write("b.txt", RIGHT_QUOTATION);
    let it = bench.json("convert a.txt b.txt --project Both -q");
    assert_eq!(it["reference_docs"], serde_json::json!(["a.txt", "b.txt"]));
    assert_eq!(it["run_id"], "1");
}

#[test]
fn analysing_leaves_nothing_behind() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let answer = bench.run("analyze quote.txt");
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    assert!(answer.stdout.starts_with("# "), "{}", answer.stdout);
    assert_eq!(bench.files_below(""), ["quote.txt"]);
}

#[test]
fn the_core_of_a_workspace_is_reported_and_not_touched() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    bench.write("Domains/Core.idr", "module Domains.Core\n");
    let it = bench.json("convert quote.txt -q");
    let warnings = it["warnings"].to_string();
    assert!(warnings.contains("`Domains/Core.idr` differs"), "{warnings}");
    assert_eq!(bench.read("Domains/Core.idr"), "module Domains.Core\n");
}

#[test]
fn doctor_says_what_is_missing() {
    let answer = Bench::new().run("doctor");
    assert_eq!(answer.code, Some(1), "no compiler");
    assert!(answer.stdout.contains("✗ idris2"), "{}", answer.stdout);
    assert!(answer.stdout.contains("✓ tesseract      Tesseract "), "{}", answer.stdout);
    assert!(answer.stdout.contains(": kor, eng\n"), "{}", answer.stdout);
}

/// What `doctor` says of one thing, without the version of Tesseract and the temporary folder.
#[track_caller]
fn examined(bench: &Bench, name: &str, language: &str, expect: Expect) {
    let nothing = bench.path("no-data");
    fs::create_dir_all(&nothing).unwrap();
    let output = bench
        .command(&format!("doctor --json --lang {language}"))
        .env("TESSDATA_PREFIX", nothing)
        .output();
    let answer = bench.answer(output.unwrap());
    let all: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    let it = all.as_array().unwrap().iter().find(|it| it["name"] == name).unwrap();
    let found = it["found"].as_str().unwrap();
    let found = match found.strip_prefix("Tesseract ") {
        Some(rest) => rest.split_once(": ").unwrap().1,
        None => found,
    };
    let hint = it["hint"].as_str().unwrap_or("-");
    expect.assert_eq(&format!("{}\n{found}\n{hint}", it["well"]));
}

#[test]
fn doctor_names_missing_languages_and_how_to_get_them() {
    let bench = Bench::new();
    examined(
        &bench,
        "tesseract",
        "en",
        expect![[r#"
        false
        no language data (kor, eng), so no scan can be read
        `apt install tesseract-ocr-kor tesseract-ocr-eng` on Debian and Ubuntu; elsewhere put `kor.traineddata`, `eng.traineddata` into Tesseract's data folder (`TESSDATA_PREFIX`)"#]],
    );
    examined(
        &bench,
        "tesseract",
        "ko",
        expect![[r#"
            false
            언어 데이터(kor, eng)가 없어 스캔한 문서를 읽지 못합니다
            Debian·Ubuntu: `apt install tesseract-ocr-kor tesseract-ocr-eng`; 그 밖에는 `kor.traineddata`, `eng.traineddata` 파일을 Tesseract의 데이터 폴더(`TESSDATA_PREFIX`)에 넣으세요"#]],
    );
}

#[test]
fn doctor_makes_no_workspace_and_looks_into_the_one_that_is_there() {
    let bench = Bench::new();
    examined(
        &bench,
        "workspace",
        "en",
        expect![[r#"
        true
        none here yet: the first `proviso convert` makes one
        -"#]],
    );
    assert!(!bench.exists(".proviso"));
    bench.write("quote.txt", RIGHT_QUOTATION);
    bench.run("convert quote.txt");
    let it = bench.json("doctor");
    let found = it.as_array().unwrap().iter().find(|it| it["name"] == "workspace").unwrap();
    assert_eq!(found["well"], true);
    let found = found["found"].as_str().unwrap();
    assert!(found.starts_with("[DIR]: 1 run, its database is sound (version "), "{found}");
    bench.write(".proviso/proviso.db", "no database, and long enough for SQLite to tell");
    for it in ["proviso.db-wal", "proviso.db-shm"] {
        let _absent = fs::remove_file(bench.path(".proviso").join(it));
    }
    examined(
        &bench,
        "workspace",
        "en",
        expect![[r#"
            false
            cannot open the database in `[DIR]/.proviso/proviso.db`: file is not a database
            the database is damaged: `proviso doctor --repair` saves what can be read of it; the models in `Domains/` stay"#]],
    );
}

#[test]
fn doctor_tries_the_temporary_folder() {
    let bench = Bench::new();
    let output = bench.command("doctor").env("TMPDIR", bench.path("absent")).output();
    let answer = bench.answer(output.unwrap());
    assert!(answer.stdout.contains("✗ temporary      [DIR]/absent: "), "{}", answer.stdout);
}

#[cfg(unix)]
#[test]
fn what_was_done_without_is_kept_in_the_log_and_told_on_request() {
    let script = "#!/bin/sh\ncase $1 in --version) echo 'Idris 2, version 0.8.0'; exit;; esac\n";
    let bench = Bench::new().with_compiler(script);
    examined(
        &bench,
        "log",
        "en",
        expect![[r#"
            true
            [DIR]/logs: empty
            -"#]],
    );
    assert!(!bench.exists("logs"), "nothing was said yet");
    bench.write("quote.txt", RIGHT_QUOTATION);
    bench.write("taken", "a file where the compiled library would lie");
    let convert = |more: &str| {
        let mut command = bench.command(&format!("convert quote.txt{more}"));
        bench.answer(command.env("PROVISO_CACHE", bench.path("taken")).output().unwrap())
    };
    let said = "`Domains.Core` is compiled in every check";
    assert!(!convert("").stderr.contains(said));
    let told = convert(" --log warn").stderr;
    assert!(told.contains(said), "{told}");
    let it = bench.json("doctor");
    let log = it.as_array().unwrap().iter().find(|it| it["name"] == "log").unwrap();
    let found = log["found"].as_str().unwrap();
    assert!(
        found.starts_with("[DIR]/logs: ") && found.contains(" lines, the last one: "),
        "{found}"
    );
    let kept: String = bench.files_below("logs").iter().map(|it| bench.read(it)).collect();
    assert_eq!(kept.matches(said).count(), 2, "{kept}");
}

#[test]
fn the_models_that_come_along_are_what_the_program_writes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let bench = Bench::new();
    for sample in ["service_contract.pdf", "goods_invoice.pdf"] {
        bench.write(sample, fs::read(root.join("direction/samples").join(sample)).unwrap());
        bench.run(&format!("convert {sample}"));
    }
    for name in bench.files_below("Domains") {
        let kept = fs::read_to_string(root.join(&name)).unwrap();
        assert!(
            bench.read(&name) == kept,
            "{name} has changed: remove it and convert the sample again, with a compiler"
        );
    }
}

#[test]
fn a_document_without_a_rule_is_not_verified_and_says_why() {
    let bench = Bench::new();
    bench.write("letter.txt", "MEMORANDUM\n\nThe parties agree to work together in good faith.\n");
    bench.write("card.txt", "이름: 한가람\n전화: 02-555-0142\n이메일: garam@example.com\n");
    for file in ["letter.txt", "card.txt"] {
        let it = bench.json(&format!("convert {file} -q"));
        assert_eq!((&it["verdict"], &it["detail"]), (&"unverified".into(), &"no_rules".into()));
    }
    bench.check(
        "show 1",
        expect![[r#"
            exit 0
            --- stdout
            ○ unverified  Letter  other · letter.txt
              The document states nothing that could be cross-checked, so nothing is proved.

              0 fields · 0 rules hold · Proviso's own checker 0.1.0: accepted

              direction/analysis_Letter.md  analysis
              Domains/Core.idr              trusted library
              Domains/Facts/Letter.idr      facts: values as printed
              Domains/Letter.idr            model
              Domains/Audit/Letter.idr      audit: what the model owes

              run 1
        "#]],
    );
    bench.check(
        "show 2 --lang ko",
        expect![[r#"
            exit 0
            --- stdout
            ○ 미검증  Card  other · card.txt
              문서에 서로 맞춰 볼 수 있는 값이 없어, 증명한 것이 없습니다.

              필드 3 · 규칙 0개 성립 · Proviso 자체 검사기 0.1.0: 통과

              direction/analysis_Card.md  분석
              Domains/Facts/Card.idr      사실: 적힌 값
              Domains/Card.idr            모델
              Domains/Audit/Card.idr      감사: 모델이 갚을 증명

              실행 2
        "#]],
    );
}

#[test]
fn a_lease_with_a_contradiction_that_no_rule_looks_at_is_told_to_be_thin() {
    let bench = Bench::new();
    bench.write("lease.txt", LEASE);
    bench.check(
        "convert lease.txt -q",
        expect![[r#"
            exit 0
            --- stdout
            ◐ checked (thin)  Lease  LEASE AGREEMENT · lease.txt
              The one rule of this document is proved. Proviso's own checker says so; no compiler has seen it yet.
              Little of this page is cross-checked.

              7 fields · 1 rule proved · 0 of 4 amounts cross-checked, 2 numbers in no field · Proviso's own checker 0.1.0: accepted

              2 numbers that no field holds: 18.35 (p. 1), 40.20 (p. 1)

              direction/analysis_Lease.md  analysis
              Domains/Core.idr             trusted library
              Domains/Facts/Lease.idr      facts: values as printed
              Domains/Lease.idr            model
              Domains/Audit/Lease.idr      audit: what the model owes

              run 1 · to let the compiler confirm it install Idris 2, then: proviso retry 1 --from typecheck
        "#]],
    );
    bench.check(
        "show 1 --lang ko",
        expect![[r#"
            exit 0
            --- stdout
            ◐ 자체 검증됨 (일부)  Lease  LEASE AGREEMENT · lease.txt
              문서의 규칙 1개가 모두 성립함을 증명했습니다. Proviso 자체 검사기의 판정이며, 컴파일러로는 아직 확인하지 않았습니다.
              이 문서에서 교차 확인된 값이 적습니다.

              필드 7 · 규칙 1개 증명 · 금액 4개 중 0개 교차 확인, 필드에 들지 않은 수 2개 · Proviso 자체 검사기 0.1.0: 통과

              필드에 들지 않은 수 2개: 18.35 (1쪽), 40.20 (1쪽)

              direction/analysis_Lease.md  분석
              Domains/Core.idr             신뢰 라이브러리
              Domains/Facts/Lease.idr      사실: 적힌 값
              Domains/Lease.idr            모델
              Domains/Audit/Lease.idr      감사: 모델이 갚을 증명

              실행 1 · 컴파일러로 확인하려면 Idris 2를 설치하고: proviso retry 1 --from typecheck
        "#]],
    );
    bench.check(
        "runs",
        expect![[r#"
            exit 0
            --- stdout
               1  ◐ checked (thin)    Lease                               0/4     lease.txt
        "#]],
    );
    let it = bench.json("show 1");
    assert_eq!(it["coverage"]["thin"], true, "{}", it["coverage"]);
    let unheld = it["unheld"].as_array().expect("a list");
    assert_eq!(it["coverage"]["unheld"].as_u64(), Some(unheld.len() as u64));
    for number in unheld {
        assert!(number["boxes"].as_array().is_some_and(|it| !it.is_empty()), "{number}");
        assert_eq!(number["page"], 1);
    }
}

/// One question is enough: no other text is lighter than the built-in author's.
#[cfg(unix)]
#[test]
fn a_document_that_the_compiler_has_no_time_for_is_judged_by_the_embedded_checker() {
    let bench = Bench::new().with_waiting_compiler("");
    bench.write(".proviso/settings.toml", "check_timeout_ms = 1000\n");
    bench.write("right.txt", RIGHT_QUOTATION);
    bench.write("wrong.txt", WRONG_QUOTATION);
    bench.check(
        "convert right.txt --workspace .",
        expect![[r#"
            exit 0
            --- stdout
            ✓ checked  Right  견적서 · right.txt
              Both rules of this document are proved. Proviso's own checker says so; the compiler gave no answer within its limits.

              6 fields · 2 rules proved · 3 of 3 amounts cross-checked · idris2 0.8.0: no answer (`idris2` gave no answer within 1 s) · Proviso's own checker 0.1.0: accepted

              direction/analysis_Right.md  analysis
              Domains/Core.idr             trusted library
              Domains/Facts/Right.idr      facts: values as printed
              Domains/Right.idr            model
              Domains/Audit/Right.idr      audit: what the model owes

              run 1 · to let the compiler confirm it give a check more time in the settings, then: proviso retry 1 --from typecheck
            --- stderr
            Right: run 1 on `Right`
            Right: page 1 of 1: UTF-8 text
            Right: quotation: 6 fields, 2 rules, 0 refuted
            Right: attempt 1: generated
            warning: Right: the compiler gave no answer within its limits (1 s): Proviso's own checker judged it
            Right: attempt 1 accepted
        "#]],
    );
    let it = bench.json("show 1");
    assert_eq!((&it["verdict"], &it["detail"]), (&"checked".into(), &serde_json::Value::Null));
    assert_eq!(it["waits_for_compiler"], true, "more time may let it confirm");
    // Where that gives no answer either it is too large, and not rejected.
    let mut command = bench.command("convert wrong.txt --workspace . -q --lang ko");
    let answer = bench.answer(command.env("PROVISO_KERNEL", "none").output().unwrap());
    assert_eq!(answer.code, Some(1), "what arithmetic refutes is refuted all the same");
    assert!(
        answer.stdout.contains(
            "문서가 커서 1초 안에 증명하지 못했습니다. 계산한 결과 규칙 1개가 어긋납니다"
        ),
        "{}",
        answer.stdout
    );
    let it = bench.json("show 2");
    assert_eq!((&it["verdict"], &it["detail"]), (&"unverified".into(), &"too_large".into()));
    assert_eq!(it["last_error"], "too large to prove in 1 s");
    assert_eq!(it["compile_attempts"], 1);
    let advised = |language: &str| {
        let mut command = bench.command("show 2 --workspace .");
        let answer = bench.answer(command.args(["--lang", language]).output().unwrap());
        let [time, parts] = match language {
            "ko" => ["검사 시간을 늘린 뒤", "문서를 나눈 뒤"],
            _ => ["more time for a check", "divide the document"],
        };
        [answer.stdout.contains(time), answer.stdout.contains(parts)]
    };
    assert_eq!([advised("ko"), advised("en")], [[true, false]; 2]);
    // Of one that is too long the same is stored but for a word, and no time helps.
    let store = rusqlite::Connection::open(bench.path(".proviso/proviso.db")).unwrap();
    let changed = store.execute("UPDATE run SET detail = 'too_long' WHERE id = 2", []).unwrap();
    assert_eq!(changed, 1);
    assert_eq!([advised("ko"), advised("en")], [[false, true]; 2]);
    let it = bench.json("show 2");
    assert_eq!(it["last_error"], "the document's model is longer than what is judged");
    let means = it["told"]["means"]["ko"].as_str().unwrap_or_default();
    assert!(means.starts_with("문서의 모델이 검사할 수 있는 길이보다 길어"), "{means}");
}
