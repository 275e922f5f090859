//! What the scan refuses, and what it lets through.

use expect_test::{Expect, expect};

use super::*;

/// The body behind the head of a model; findings as `line:column kind message`.
#[track_caller]
fn check(body: &str, expect: Expect) {
    let head = "module Domains.Sample\nimport public Domains.Facts.Sample\n%default total\n";
    expect.assert_eq(&found("Domains.Sample", &format!("{head}{body}")));
}

fn found(name: &str, text: &str) -> String {
    let module = Module { name: name.to_owned(), text: text.to_owned() };
    let lines: Vec<String> = scan(&module)
        .iter()
        .map(|it| {
            assert!(it.rejects(), "a finding rejects");
            let span = it.span.as_ref().unwrap();
            format!("{}:{} {:?} {}", span.line, span.column, it.kind, it.message)
        })
        .collect();
    lines.join("\n")
}

#[test]
fn an_honest_model_is_clean() {
    check(
        r##"
-- believe_me in a comment {- ?hole -}
||| partial, in words: 55,715,000
public export
record Amounts where
  constructor MkAmounts
  supply, vat : Money KRW
  0 rule0 : Rule0 supply vat

{- assert_total {- nested -} %foreign -}
public export
Doc : Type
Doc = Amounts

public export
note : String
note = "believe_me \{show 3} ?hole" ++ #"raw \{x} "quoted" prim__x"# ++ """
  several lines: %default partial
  """

export
Show Amounts where
  show p = helper p.supply.units
    where
      helper : Integer -> String
      helper n = if n == 100 then show '"' else show n

public export
view : Doc -> Facts
view c = MkFacts c.supply c.vat

0 keepsR0, keepsR1 : (c : Doc) -> R0 (view c)
keepsR0 c = c.rule0
keepsR1 = keepsR0
"##,
        expect![[""]],
    );
}

#[test]
fn holes_and_names_without_a_body_are_found() {
    check(
        "view : Doc -> Facts\nview c = ?view_rhs\n",
        expect!["5:10 Hole the hole `?view_rhs` is no proof"],
    );
    check(
        "public export\n0 keepsR0, keepsR1 : (c : Doc) -> R0 (view c)\nkeepsR0 c = c.rule0\n",
        expect!["5:12 Hole `keepsR1` has a type and no body"],
    );
    check(
        "f : Integer\nf = local\n  where\n    local : Integer\n",
        expect!["7:5 Hole `local` has a type and no body"],
    );
}

#[test]
fn unsound_names_are_found_outside_of_comments_and_strings() {
    check(
        "a : Integer\na = believe_me ()\nb : Integer\nb = Builtin.assert_total a\nc : Integer\nc = prim__add_Integer 1 2\n",
        expect![[r#"
            5:5 Cheat `believe_me` makes any statement true
            7:5 Cheat `assert_total` makes any statement true
            9:5 Cheat `prim__add_Integer` makes any statement true"#]],
    );
    check(
        "a : String\na = \"\\{show (believe_me 1)}\"\n",
        expect!["5:14 Cheat `believe_me` makes any statement true"],
    );
}

#[test]
fn totality_stays_on() {
    check(
        "partial\na : Integer\na = a\n",
        expect!["4:1 Cheat `partial` switches the totality check off"],
    );
    check(
        "%default covering\n",
        expect![[r#"
            4:1 Cheat `%default covering` switches the totality check off
            4:1 Cheat `%default total` stands twice
            4:10 Cheat `covering` switches the totality check off"#]],
    );
    expect!["1:1 Cheat `%default total` is missing"]
        .assert_eq(&found("Domains.Sample", "module Domains.Sample\na : Integer\na = 1\n"));
    expect!["4:1 Cheat `%default total` stands behind declarations, which it does not cover"]
        .assert_eq(&found("Sample", "module Sample\na : Integer\na = 1\n%default total\n"));
}

#[test]
fn pragmas_and_foreign_code_are_refused() {
    check(
        "%foreign \"C:x\"\na : Integer\n%hide sum\n%unbound_implicits off\n%cg chez foo\n%runElab pure ()\n",
        expect![[r#"
            4:1 Cheat the pragma `%foreign` is not allowed
            5:1 Hole `a` has a type and no body
            6:1 Cheat the pragma `%hide` is not allowed
            7:1 Cheat the pragma `%unbound_implicits` is not allowed
            8:1 Cheat code for a backend is not allowed
            9:1 Cheat the pragma `%runElab` is not allowed"#]],
    );
}

#[test]
fn names_and_operators_of_the_library_stay_the_librarys() {
    check(
        "sum : List Integer -> Integer\nsum _ = 55\n(+) : Integer -> Integer -> Integer\n(+) _ _ = 3\ndata So : Bool -> Type where\n  Oh : So b\nrecord X where\n  constructor MkMoney\n  total_, map : Integer\nR0 : Integer\nR0 = 1\n",
        expect![[r#"
            4:1 Cheat `sum` is a name of the library
            6:2 Cheat a model may not declare the operator `+`
            8:6 Cheat `So` is a name of the library
            8:19 Cheat a model may not take or hold a `Type`, but for `Doc : Type`
            9:3 Cheat `Oh` is a name of the library
            11:15 Cheat `MkMoney` is a name of the library
            12:11 Cheat `map` is a name of the library
            13:1 Cheat `R0` is a name of the library"#]],
    );
}

#[test]
fn instances_other_than_show_are_refused() {
    check(
        "Eq Price2 where\n  _ == _ = True\n{x : Integer} -> Ord (Money KRW) where\n  compare _ _ = EQ\nimplementation Num Price2 where\n  x + y = x\n[shown] Show Price2 where\n  show _ = \"\"\n",
        expect![[r#"
            4:1 Cheat a model may give instances of `Show` only, not of `Eq`
            6:1 Cheat a model may give instances of `Show` only, not of `Ord`
            8:1 Cheat `implementation` is not allowed in a model: instances decide what `==` and `+` mean
            8:1 Cheat a model may give instances of `Show` only, not of `Num`"#]],
    );
}

#[test]
fn imports_are_few() {
    check(
        "import System\nimport Domains.Facts.Other\nimport Data.List as Domains.Core\nimport Data.So\n",
        expect![[r#"
            4:8 Cheat a model may not import `System`
            5:8 Cheat a model may not import `Domains.Facts.Other`
            6:21 Cheat `Domains.Core` looks like another module"#]],
    );
}

#[test]
fn values_of_the_document_and_odd_grammar_are_refused() {
    check(
        "total_ : Integer\ntotal_ = 55_715_000\nf : Integer -> Integer\nf = \\x : Integer => x\ng : Integer -> Integer\ng x = case x of\n  0 => 0\n  n => g (n - 1)\nfailing \"Mismatch\"\n  a : Integer\nh : Void -> Integer\nh x impossible\n",
        expect![[r#"
            5:10 Cheat the number `55_715_000` stands in the model; values come from the facts
            7:5 Cheat a lambda with a type is not allowed in a model
            11:8 Cheat `g` calls itself inside of a `case`
            12:1 Cheat `failing` is not allowed in a model: statements that are expected to fail are the audit's
            15:5 Cheat `impossible` is not allowed in a model: refutations are the audit's"#]],
    );
    check(
        "-- \u{202E}abc\n",
        expect!["4:4 Cheat the invisible character U+202E makes the text look like another one"],
    );
}

#[test]
fn other_modules_keep_their_grammar_but_not_their_cheats() {
    let text = "module Data.Own\nimport System\n%default total\ninterface Shape a where\n  area : a -> Integer\nEq Own where\n  _ == _ = True\nn : Integer\nn = 123456\nbad : Integer\nbad = believe_me n\n";
    expect!["11:7 Cheat `believe_me` makes any statement true"].assert_eq(&found("Data.Own", text));
}

#[test]
fn what_proviso_writes_is_clean() {
    for name in ["contract", "invoice", "empty", "refuted"] {
        let analysis = crate::idris::emit::tests::sample(name);
        let model = crate::idris::emit::model("Sample", &analysis);
        let findings = scan(&model);
        assert!(findings.is_empty(), "{name}: {findings:#?}");
    }
}

mod hostile {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_text_makes_the_scan_panic(text in "(\\PC|[\\n{}()\"#?%:=|-]|believe_me|where |module ){0,80}") {
            let module = Module { name: "Domains.Sample".to_owned(), text };
            let _findings = scan(&module);
        }
    }
}
