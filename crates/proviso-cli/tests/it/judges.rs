//! Who judges: the compiler, Proviso's own checker, and the two of them.

use expect_test::expect;

use crate::bench::{Bench, RIGHT_QUOTATION};

/// A compiler that refuses whatever it is asked.
#[cfg(unix)]
fn refusing() -> Bench {
    Bench::new().with_compiler(
        "#!/bin/sh\ncase $1 in --version) echo 'Idris 2, version 0.8.0'; exit;; --libdir) exit;; esac\n\
         echo 'Error: this compiler accepts nothing.'\nexit 1\n",
    )
}

/// Who has judged, and what each said.
#[cfg(unix)]
fn said(it: &serde_json::Value) -> Vec<(&str, &str)> {
    let judges = it["judges"].as_array().unwrap().iter();
    judges.map(|it| (it["name"].as_str().unwrap(), it["said"].as_str().unwrap())).collect()
}

#[test]
fn without_a_compiler_a_model_is_judged_all_the_same() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    bench.run("convert quote.txt -q");
    bench.check(
        "check Domains/Quote.idr",
        expect![[r#"
        exit 0
        --- stdout
        ✓ accepted  Domains.Quote (Proviso's own checker 0.1.0: accepted, audit clean)
    "#]],
    );
    bench.check("check Domains/Quote.idr --with idris2", expect![[r#"
        exit 2
        --- stderr
        error: no `idris2` found (looked at PROVISO_IDRIS2: none)

        hint: install Idris 2 (https://idris-lang.org: `pack`, Homebrew, Nix or pacman carry it) or name it in `PROVISO_IDRIS2`
    "#]]);
    // What is not known to be right is not called wrong.
    let text = bench.read("Domains/Quote.idr");
    bench.write("Domains/Quote.idr", text + "\nother : Nowhere\nother = 3\n");
    bench.check("check Domains/Quote.idr", expect![[r#"
        exit 2
        --- stderr
        error: no `idris2` found (looked at PROVISO_IDRIS2: none)
          caused by: Proviso's own checker 0.1.0: no answer (Domains.Quote:122: the name `Nowhere` is not known here)

        hint: install Idris 2 (https://idris-lang.org: `pack`, Homebrew, Nix or pacman carry it) or name it in `PROVISO_IDRIS2`
    "#]]);
}

#[cfg(unix)]
#[test]
fn two_who_disagree_prove_nothing() {
    let bench = refusing();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let it = bench.json("convert quote.txt");
    assert_eq!((&it["verdict"], &it["detail"]), (&"rejected".into(), &"judges_disagree".into()));
    assert_eq!(said(&it), [("idris2", "refused"), ("proviso-kernel", "accepted")]);
    assert_eq!(it["n_proved"], 0);
}

#[cfg(unix)]
#[test]
fn the_compiler_is_spared_and_asked_later() {
    let bench = refusing();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let it = bench.json("convert quote.txt --confirm 0");
    assert_eq!(it["verdict"], "checked", "{it:#}");
    assert_eq!(said(&it), [("proviso-kernel", "accepted")], "nobody has asked the compiler");
    let same = bench.json("replay 1");
    assert_eq!(same["identical"], true, "a replay spares it too: {same:#}");
    let answer = bench.run("check Domains/Quote.idr --with idris2");
    assert_eq!(answer.code, Some(1), "{}", answer.told());
    assert!(answer.stdout.contains("say different things"), "{}", answer.told());
    // One in one is all.
    let asked = bench.json("convert quote.txt --confirm 1");
    assert_eq!(said(&asked), [("idris2", "refused"), ("proviso-kernel", "accepted")]);
}
