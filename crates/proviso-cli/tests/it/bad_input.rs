//! Input that cannot be: each gets a message that names the file and the reason, and exit status 2.

use expect_test::expect;

use crate::bench::{Bench, RIGHT_QUOTATION};

#[test]
fn a_missing_file_is_named() {
    Bench::new().check(
        "convert nowhere.pdf",
        expect![[r#"
            exit 2
            --- stderr
            error: cannot open `nowhere.pdf`
              caused by: No such file or directory (os error 2)

            hint: check the path and that you may read the file
        "#]],
    );
}

#[test]
fn a_folder_is_no_document() {
    let bench = Bench::new();
    bench.write("papers/a.txt", "a");
    bench.check(
        "convert papers",
        expect![[r#"
            exit 2
            --- stderr
            error: `papers` is a folder

            hint: `proviso batch DIR` converts every document of a folder
        "#]],
    );
}

#[test]
fn an_empty_file_holds_nothing() {
    let bench = Bench::new();
    bench.write("empty.pdf", "");
    bench.check(
        "convert empty.pdf -q",
        expect![[r#"
        exit 2
        --- stderr
        error: `empty.pdf` is empty

        hint: the file holds no bytes: was it copied completely?
        hint: `proviso retry 1` goes on from what is stored
    "#]],
    );
    bench.check(
        "analyze empty.pdf",
        expect![[r#"
        exit 2
        --- stderr
        error: `empty.pdf` is empty

        hint: the file holds no bytes: was it copied completely?
    "#]],
    );
}

#[test]
fn a_truncated_pdf_is_damaged() {
    let bench = Bench::new();
    bench.write("torn.pdf", "%PDF-1.7\n1 0 obj\n<</Type/Catalog");
    bench.check(
        "analyze torn.pdf",
        expect![[r#"
        exit 2
        --- stderr
        error: `torn.pdf` cannot be read: it is cut off before its end

        hint: open it in a viewer: if it shows pages there, print it to a new PDF
    "#]],
    );
}

#[test]
fn a_program_under_a_documents_name_is_refused_by_its_content() {
    let bench = Bench::new();
    bench.write("invoice.pdf", b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00");
    bench.check(
        "analyze invoice.pdf",
        expect![[r#"
        exit 2
        --- stderr
        error: `invoice.pdf` is a program, which Proviso does not read

        hint: Proviso reads PDF, images, DOC, DOCX, XLSX, XLS, ODS, HWP, HWPX, CSV, HTML, EML, XML invoices, TXT and MD; export the document as PDF
    "#]],
    );
}

#[test]
fn a_projects_name_is_an_identifier() {
    let bench = Bench::new();
    bench.write("a.txt", RIGHT_QUOTATION);
    bench.check(
        "convert a.txt --project ../evil",
        expect![[r#"
            exit 2
            --- stderr
            error: `../evil` is no project name: it must match `[A-Z][A-Za-z0-9]*`

            hint: a project's name becomes an Idris module: `LeaseSeoul2025`, for instance
        "#]],
    );
    bench.check(
        "convert a.txt --project Core",
        expect![[r#"
        exit 2
        --- stderr
        error: `Core` is a name of Proviso's own modules

        hint: a project's name becomes an Idris module: `LeaseSeoul2025`, for instance
    "#]],
    );
    assert!(!bench.exists("evil.idr"));
}

#[test]
fn a_name_that_differs_in_case_only_is_refused() {
    let bench = Bench::new();
    bench.write("a.txt", RIGHT_QUOTATION);
    bench.run("convert a.txt --project Lease");
    bench.check(
        "convert a.txt --project LEASE -q",
        expect![[r#"
        exit 2
        --- stderr
        error: `LEASE` differs from the project `Lease` in case only

        hint: file names are equal in any case on some systems: choose another name
    "#]],
    );
}

#[test]
fn an_unknown_document_type_is_told_from_the_known() {
    let bench = Bench::new();
    bench.write("a.txt", RIGHT_QUOTATION);
    bench.check("analyze a.txt --type poem", expect![[r#"
        exit 2
        --- stderr
        error: builtin cannot do this: no document type `poem` (there are approval, contract, invoice, other, payslip, quotation, statement)
    "#]]);
}

#[test]
fn an_unknown_run_is_not_found() {
    let bench = Bench::new();
    bench.check(
        "show 1",
        expect![[r#"
        exit 2
        --- stderr
        error: no runs in `[DIR]`

        hint: `proviso convert FILE` begins one; `--workspace DIR` names another folder
    "#]],
    );
    bench.write("a.txt", RIGHT_QUOTATION);
    bench.run("convert a.txt");
    bench.check(
        "show 99",
        expect![[r#"
        exit 2
        --- stderr
        error: no run 99 in `[DIR]`

        hint: `proviso runs` lists them
    "#]],
    );
}

#[test]
fn a_workspace_that_cannot_be_written_is_named() {
    let bench = Bench::new();
    bench.write("a.txt", RIGHT_QUOTATION);
    bench.write("taken", "a file, no folder");
    bench.check(
        "convert a.txt --workspace taken",
        expect![[r#"
        exit 2
        --- stderr
        error: cannot create `[DIR]/taken/Domains`
          caused by: Not a directory (os error 20)

        hint: check free space and permissions, or choose another folder with `--workspace`
    "#]],
    );
}

#[test]
fn a_database_of_a_newer_program_is_left_alone() {
    let bench = Bench::new();
    bench.write("a.txt", RIGHT_QUOTATION);
    bench.run("convert a.txt");
    let database = bench.path(".proviso/proviso.db");
    let newer = rusqlite::Connection::open(&database).unwrap();
    newer.pragma_update(None, "user_version", 999).unwrap();
    drop(newer);
    bench.check("runs", expect![[r#"
        exit 2
        --- stderr
        error: `[DIR]/.proviso/proviso.db` was made by a newer Proviso (version 999, this one knows 20)

        hint: use the newer Proviso on this workspace
    "#]]);
}

#[test]
fn a_broken_database_is_named() {
    let bench = Bench::new();
    bench.write("a.txt", RIGHT_QUOTATION);
    bench.run("convert a.txt");
    bench
        .write(".proviso/proviso.db", "this is no database, and long enough to tell it is not one");
    for it in ["proviso.db-wal", "proviso.db-shm"] {
        let _ = std::fs::remove_file(bench.path(".proviso").join(it));
    }
    bench.check(
        "runs",
        expect![[r#"
            exit 2
            --- stderr
            error: cannot open the database in `[DIR]/.proviso/proviso.db`
              caused by: file is not a database

            hint: the database is damaged: `proviso doctor --repair` saves what can be read of it; the models in `Domains/` stay
        "#]],
    );
    let repaired = bench.run("doctor --repair");
    let said = "✗ repair         0 rows that can be read are in a new database; the damaged one is kept \
                as `[DIR]/.proviso/proviso.damaged1.db`";
    assert!(repaired.stdout.contains(said), "{}", repaired.told());
    assert!(repaired.stdout.contains("not read to their end: run, "), "{}", repaired.told());
    assert!(repaired.stdout.contains("its database is sound"), "{}", repaired.told());
    assert!(bench.read(".proviso/proviso.damaged1.db").starts_with("this is no database"));
    assert_eq!(bench.run("convert a.txt").code, Some(0), "work goes on");
    let again = bench.run("doctor --repair");
    assert!(again.stdout.contains("there is nothing to repair"), "{}", again.told());
    assert!(!bench.exists(".proviso/proviso.damaged2.db"), "nothing is left of a look");
}

#[test]
fn a_run_needs_an_attempt() {
    let bench = Bench::new();
    bench.write("a.txt", RIGHT_QUOTATION);
    let answer = bench.run("convert a.txt --max-attempts 0");
    assert_eq!(answer.code, Some(2), "{}", answer.stderr);
    assert!(!bench.exists(".proviso"), "nothing was begun");
}

#[test]
fn one_bad_file_of_several_costs_only_itself() {
    let bench = Bench::new();
    bench.write("a.txt", RIGHT_QUOTATION);
    bench.write("b.txt", "");
    let answer = bench.run("convert a.txt b.txt --json -q");
    assert_eq!(answer.code, Some(2), "of several files the highest");
    let all: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(all[0]["verdict"], "checked");
    assert_eq!(all[1]["verdict"], "failed");
    assert_eq!(all[1]["error"]["code"], "unreadable");
}

#[test]
fn a_module_that_nobody_can_judge_is_not_checked() {
    let bench = Bench::new();
    bench.write("A.idr", "module A\n%default total\nx : Nowhere\nx = 3\n");
    let answer = bench.run("check A.idr");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{}", answer.stderr);
}

#[test]
fn a_module_that_is_no_text_is_refused() {
    let bench = Bench::new();
    bench.write("A.idr", b"module A\n\xff\xfe");
    bench.check(
        "check A.idr",
        expect![[r#"
        exit 2
        --- stderr
        error: `[DIR]/A.idr` is no UTF-8 text

        hint: Idris 2 reads UTF-8 only: save it as such
    "#]],
    );
}

/// Names are bytes to this system; older Korean ones wrote them in a code of their own.
#[cfg(target_os = "linux")]
#[test]
fn files_whose_names_are_no_text_are_read_and_shown_harmlessly() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let bench = Bench::new();
    let names: [&[u8]; 3] =
        [b"\xb0\xdf\xc0\xfb\xbc\xad.txt", b"red\xff\x1b[31m.txt", b"\xff\xfe.txt"];
    std::fs::create_dir(bench.path("papers")).unwrap();
    for (n, name) in names.iter().enumerate() {
        // Papers of their own: the same one twice would be one job.
        let text = RIGHT_QUOTATION.replace("견적", &format!("{n}차 견적"));
        std::fs::write(bench.path("papers").join(OsStr::from_bytes(name)), text).unwrap();
    }
    let korean = bench.path("papers").join(OsStr::from_bytes(names[0]));
    let analyzed = bench.answer(bench.command("analyze").arg(&korean).output().unwrap());
    assert_eq!(analyzed.code, Some(0), "{}", analyzed.told());
    assert!(analyzed.stdout.contains("견적서.txt"), "read as it was meant: {}", analyzed.told());

    let batch = bench.run("batch papers --workspace work --json");
    let runs: serde_json::Value = serde_json::from_str(&batch.stdout).unwrap();
    let told: Vec<(&str, &serde_json::Value)> = runs
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["reference_docs"][0].as_str().unwrap(), &it["verdict"]))
        .collect();
    let checked = serde_json::json!("checked");
    let names = ["견적서.txt", "red\u{fffd}\u{1b}[31m.txt", "\u{fffd}\u{fffd}.txt"];
    for name in names {
        assert!(told.contains(&(name, &checked)), "{told:?}");
    }
    // What goes on from a run finds the file again by the bytes of its name.
    for run in 1..=3 {
        let again = bench.run(&format!("retry {run} --from read --workspace work"));
        assert_eq!(again.code, Some(0), "{}", again.told());
    }
    let list = bench.run("runs --workspace work").stdout;
    assert!(
        list.contains("red") && !list.contains('\u{1b}'),
        "nothing colours the terminal: {list}"
    );
    let mut missing = bench.command("convert --workspace work");
    let missing = missing.arg(OsStr::from_bytes(b"gone\xff\x1b[31m.txt")).output().unwrap();
    let missing = bench.answer(missing);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.contains("cannot open `gone\u{fffd}"), "{}", missing.stderr);
    assert!(!missing.stderr.contains('\u{1b}'), "{}", missing.stderr);
}
