//! What the compiler's answers become on the command line. It is asked where it is; elsewhere its
//! recorded answers are used.

use expect_test::{Expect, expect};

use serde_json::json;

use crate::bench::{Bench, RIGHT_QUOTATION, WRONG_QUOTATION};
use crate::serve::Server;

/// Answers do not depend on the compiler's version, nor on how long it took.
fn without_version(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = match (line.find("idris2 "), line.rfind(')')) {
            (Some(at), _) => {
                let rest = line[at + 7..].trim_start_matches(|c: char| c != ',' && c != ')');
                format!("{}idris2 [VERSION]{rest}", &line[..at])
            }
            _ => line.to_owned(),
        };
        // The empty context lines of a diff end in a space, which literals in a test do not keep.
        out += line.trim_end();
        out.push('\n');
    }
    out
}

#[track_caller]
fn check(bench: &Bench, arguments: &str, expect: Expect) {
    expect.assert_eq(&without_version(&bench.run(arguments).told()));
}

fn bench() -> Bench {
    Bench::new().with_recordings()
}

const SOUND: &str = "\
module Domains.Rent

import Domains.Core

%default total

public export
monthly, yearly : Money KRW
monthly = MkMoney 850000
yearly = MkMoney 10200000

public export
yearlyIsTwelve : Domains.Rent.yearly.units = Domains.Rent.monthly.units * 12
yearlyIsTwelve = Refl
";

#[test]
fn a_sound_module_is_accepted() {
    let bench = bench();
    bench.write("Domains/Rent.idr", SOUND);
    check(
        &bench,
        "check Domains/Rent.idr",
        expect![[r#"
            exit 2
            --- stdout
            ○ not audited: no run knows this project, so nobody asked what the model keeps
            ○ type-checks, proves nothing  Domains.Rent (idris2 [VERSION], Proviso's own checker 0.1.0: accepted)
        "#]],
    );
    let it = bench.json("check Domains/Rent.idr");
    assert_eq!((&it["accepted"], &it["audited"]), (&true.into(), &false.into()), "{it}");
}

#[test]
fn a_false_equation_is_rejected_with_its_place() {
    let bench = bench();
    bench.write("Domains/Rent.idr", SOUND.replace("10200000", "10300000"));
    check(
        &bench,
        "check Domains/Rent.idr",
        expect![[r#"
            exit 1
            --- stdout
            ○ not audited: no run knows this project, so nobody asked what the model keeps
            error: While processing right hand side of yearlyIsTwelve. When unifying:
                monthly .units * 12 = monthly .units * 12
            and:
                yearly .units = monthly .units * 12
            Mismatch between: 10200000 and 10300000.
              --> Domains.Rent:14:18
               10 | yearly = MkMoney 10300000
               11 |
               12 | public export
               13 | yearlyIsTwelve : Domains.Rent.yearly.units = Domains.Rent.monthly.units * 12
               14 | yearlyIsTwelve = Refl
                                     ^^^^

            ✗ rejected  Domains.Rent (idris2 [VERSION], Proviso's own checker 0.1.0: refused (Domains.Rent:14: line 14: mismatch between (((Equal Integer) 10300000) 10300000) and (((Equal Integer) 10300000) 10200000)))
        "#]],
    );
}

#[test]
fn a_cheat_is_rejected_although_the_compiler_accepts_it() {
    let bench = bench();
    let text = SOUND.replace("10200000", "10300000").replace("Refl", "believe_me Z");
    bench.write("Domains/Rent.idr", text);
    check(
        &bench,
        "check Domains/Rent.idr",
        expect![[r#"
            exit 1
            --- stdout
            ○ not audited: no run knows this project, so nobody asked what the model keeps
            error: `believe_me` makes any statement true
              --> Domains.Rent:14:18

            ✗ rejected  Domains.Rent (idris2 [VERSION], Proviso's own checker 0.1.0: no answer (Domains.Rent:14: the name `believe_me` is not known here))
        "#]],
    );
}

#[test]
fn known_mistakes_are_repaired_and_the_text_from_before_is_kept() {
    let bench = bench();
    let broken = SOUND.replace("monthly", "total").replace("public export\ntotal", "total");
    bench.write("Domains/Rent.idr", &broken);
    check(
        &bench,
        "fix Domains/Rent.idr --dry-run",
        expect![[r#"
            exit 2
            --- stdout
            --- Domains/Rent.idr
            +++ Domains/Rent.idr (repaired)
            @@ -4,10 +4,10 @@

             %default total

            -total, yearly : Money KRW
            -total = MkMoney 850000
            +totalAmount, yearly : Money KRW
            +totalAmount = MkMoney 850000
             yearly = MkMoney 10200000

             public export
            -yearlyIsTwelve : Domains.Rent.yearly.units = Domains.Rent.total.units * 12
            +yearlyIsTwelve : Domains.Rent.yearly.units = Domains.Rent.totalAmount.units * 12
             yearlyIsTwelve = Refl
            ○ not audited: no run knows this project, so nobody asked what the model keeps
            ○ type-checks, proves nothing  Domains.Rent (idris2 [VERSION], Proviso's own checker 0.1.0: no answer (Domains.Rent:11: something exported that speaks of what is not))
            --- stderr
            - renamed `total`, which is a keyword, to `totalAmount`
        "#]],
    );
    assert_eq!(bench.read("Domains/Rent.idr"), broken, "a dry run writes nothing");
    check(
        &bench,
        "fix Domains/Rent.idr",
        expect![[r#"
            exit 2
            --- stdout
            --- Domains/Rent.idr
            +++ Domains/Rent.idr (repaired)
            @@ -4,10 +4,10 @@

             %default total

            -total, yearly : Money KRW
            -total = MkMoney 850000
            +totalAmount, yearly : Money KRW
            +totalAmount = MkMoney 850000
             yearly = MkMoney 10200000

             public export
            -yearlyIsTwelve : Domains.Rent.yearly.units = Domains.Rent.total.units * 12
            +yearlyIsTwelve : Domains.Rent.yearly.units = Domains.Rent.totalAmount.units * 12
             yearlyIsTwelve = Refl
            ○ not audited: no run knows this project, so nobody asked what the model keeps
            ○ type-checks, proves nothing  Domains.Rent (idris2 [VERSION], Proviso's own checker 0.1.0: no answer (Domains.Rent:11: something exported that speaks of what is not))
            --- stderr
            - renamed `total`, which is a keyword, to `totalAmount`
            the text from before is kept as `[DIR]/Domains/Rent.idr.bak`
        "#]],
    );
    assert_eq!(bench.read("Domains/Rent.idr.bak"), broken);
    check(
        &bench,
        "check Domains/Rent.idr",
        expect![[r#"
            exit 2
            --- stdout
            ○ not audited: no run knows this project, so nobody asked what the model keeps
            ○ type-checks, proves nothing  Domains.Rent (idris2 [VERSION], Proviso's own checker 0.1.0: no answer (Domains.Rent:11: something exported that speaks of what is not))
        "#]],
    );
}

#[test]
fn what_no_repair_is_known_for_stays_as_it_is() {
    let bench = bench();
    let text = SOUND.replace("10200000", "10300000");
    bench.write("Domains/Rent.idr", &text);
    check(
        &bench,
        "fix Domains/Rent.idr",
        expect![[r#"
            exit 1
            --- stdout
            ○ not audited: no run knows this project, so nobody asked what the model keeps
            error: While processing right hand side of yearlyIsTwelve. When unifying:
                monthly .units * 12 = monthly .units * 12
            and:
                yearly .units = monthly .units * 12
            Mismatch between: 10200000 and 10300000.
              --> Domains.Rent:14:18
               10 | yearly = MkMoney 10300000
               11 |
               12 | public export
               13 | yearlyIsTwelve : Domains.Rent.yearly.units = Domains.Rent.monthly.units * 12
               14 | yearlyIsTwelve = Refl
                                     ^^^^

            ✗ rejected  Domains.Rent (idris2 [VERSION], Proviso's own checker 0.1.0: refused (Domains.Rent:14: line 14: mismatch between (((Equal Integer) 10300000) 10300000) and (((Equal Integer) 10300000) 10200000)))
            --- stderr
            no repair is known
        "#]],
    );
    assert_eq!(bench.read("Domains/Rent.idr"), text);
}

#[test]
fn a_sound_document_is_verified_and_an_edit_of_its_model_owes_the_audit() {
    let bench = bench();
    bench.write("quote.txt", RIGHT_QUOTATION);
    check(
        &bench,
        "convert quote.txt -q",
        expect![[r#"
        exit 0
        --- stdout
        ✓ verified  Quote  견적서 · quote.txt
          The compiler proved both rules of this document.

          6 fields · 2 rules proved · 3 of 3 amounts cross-checked · idris2 [VERSION], 1 attempt

          direction/analysis_Quote.md  analysis
          Domains/Core.idr             trusted library
          Domains/Facts/Quote.idr      facts: values as printed
          Domains/Quote.idr            model
          Domains/Audit/Quote.idr      audit: what the model owes

          run 1
    "#]],
    );
    check(
        &bench,
        "check Domains/Quote.idr",
        expect![[r#"
            exit 0
            --- stdout
            ✓ accepted  Domains.Quote (idris2 [VERSION], Proviso's own checker 0.1.0: accepted, audit clean)
        "#]],
    );
    let model = bench.read("Domains/Quote.idr");
    let (head, rest) = model.split_once("  0 grossIsSum :").unwrap();
    let rest = rest.split_once('\n').unwrap().1;
    bench.write("Domains/Quote.idr", format!("{head}{rest}"));
    let it = bench.json("check Domains/Quote.idr");
    assert_eq!((&it["accepted"], &it["audited"]), (&false.into(), &true.into()), "{it}");
}

#[test]
fn a_contradiction_is_proved() {
    let bench = bench();
    bench.write("quote.txt", WRONG_QUOTATION);
    check(
        &bench,
        "convert quote.txt -q",
        expect![[r#"
            exit 1
            --- stdout
            ✗ discrepant  Quote  견적서 · quote.txt
              The document contradicts itself: 1 rule is proved false.

              6 fields · 1 rule proved · 1 refuted · 3 of 3 amounts cross-checked · idris2 [VERSION], 1 attempt

              #1 합계금액 1,230,000원 ≠ 공급가액 1,200,000원 + 부가세 120,000원       p. 1
                1,200,000 + 120,000 = 1,320,000 ≠ 1,230,000  (-90,000원)
                → 합계금액 1,230,000원 → 1,320,000원 would mend it

              direction/analysis_Quote.md  analysis
              Domains/Core.idr             trusted library
              Domains/Facts/Quote.idr      facts: values as printed
              Domains/Quote.idr            model
              Domains/Audit/Quote.idr      audit: what the model owes

              run 1 · if a value was misread: proviso correct 1 grandTotal VALUE · if the paper is wrong: proviso mend 1 grandTotal VALUE
        "#]],
    );
}

#[test]
fn the_check_of_a_run_is_the_last_check_of_its_model_until_the_text_changes() {
    let bench = bench();
    bench.write("quote.txt", RIGHT_QUOTATION);
    assert_eq!(bench.run("convert quote.txt -q").code, Some(0));
    let server = Server::start(&bench, "");
    let row = || {
        let listed = server.call("models.list", &json!({})).ok();
        listed.as_array().unwrap().iter().find(|it| it["name"] == "Quote").unwrap().clone()
    };
    let written = row();
    assert_eq!(written["path"], "Domains/Quote.idr", "nobody learns where the workspace lies");
    let checked = &written["checked"];
    assert_eq!((&checked["accepted"], &checked["current"]), (&json!(true), &json!(true)));
    let text = bench.read("Domains/Quote.idr");
    bench.write("Domains/Quote.idr", format!("{text}\n-- by hand\n"));
    assert_eq!(row()["checked"]["current"], false, "another text than the one that was checked");
}
