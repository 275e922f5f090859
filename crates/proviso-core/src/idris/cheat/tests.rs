//! What the scan refuses, and what it lets through.

use expect_test::{Expect, expect};

use super::*;
use crate::idris::syntax;
use crate::run::Module;

/// The body behind the head of a model; findings as `line:column kind message`.
#[track_caller]
fn check(body: &str, expect: Expect) {
    let head = "module Domains.Sample\nimport public Domains.Facts.Sample\n%default total\n";
    expect.assert_eq(&found("Domains.Sample", &format!("{head}{body}")));
}

fn found(name: &str, text: &str) -> String {
    let module = Module { name: name.to_owned(), text: text.to_owned() };
    let findings = match syntax::read(&module) {
        Ok(source) => scan(&source, Writer::Author, None),
        Err(refusal) => vec![*refusal],
    };
    let lines: Vec<String> = findings
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
-- believe_me in a comment ?hole
||| partial, in words: 55,715,000
public export
record Amounts where
  constructor MkAmounts
  supply, vat : Money KRW
  0 rule0 : Rule0 supply vat

public export
Doc : Type
Doc = Amounts

public export
note : String
note = "believe_me ?hole %default partial"

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
        "record Own where\n  constructor MkOwn\n  units : Integer\na : Own -> Integer\na c = c.really_believe_me\n",
        expect!["8:8 Cheat `really_believe_me` makes any statement true"],
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
        expect!["4:10 Parse the only pragma of its name that is read is `%default total`"],
    );
    check("%default total\n", expect!["4:1 Cheat `%default total` stands twice"]);
    expect!["1:1 Cheat `%default total` is missing"]
        .assert_eq(&found("Domains.Sample", "module Domains.Sample\na : Integer\na = 1\n"));
    expect!["4:1 Cheat `%default total` stands behind declarations, which it does not cover"]
        .assert_eq(&found("Sample", "module Sample\na : Integer\na = 1\n%default total\n"));
}

#[test]
fn no_other_pragma_is_read() {
    for it in [
        "%foreign \"C:x\"",
        "%hide sum",
        "%cg chez foo",
        "%runElab pure ()",
        "%language ElabReflection",
    ] {
        let word = it.split(' ').next().unwrap();
        let refusal =
            found("Domains.Sample", &format!("module Domains.Sample\n%default total\n{it}\n"));
        assert_eq!(refusal, format!("3:1 Parse the pragma `{word}` is not read"));
    }
    check(
        "%unbound_implicits off\n",
        expect!["4:1 Cheat the pragma `%unbound_implicits` is not allowed"],
    );
}

#[test]
fn what_the_audit_speaks_of_keeps_its_name() {
    check(
        "sym : Integer\nsym = 1\nlinesKeep : Integer\nlinesKeep = 1\nrecord Builtin where\n  constructor MkMoney\n  Refl, make, keepsR12, lines, sum, first : Integer\ndata Own = Just | Other\n",
        expect![[r#"
            4:1 Cheat `sym` is a name of the library or of the facts; choose another
            6:1 Cheat `linesKeep` is a name of the library or of the facts; choose another
            8:8 Cheat `Builtin` is a name of the library or of the facts; choose another
            9:15 Cheat `MkMoney` is a name of the library or of the facts; choose another
            10:3 Cheat a field may not be called `Refl`, a name of the audit, the facts or the library
            10:9 Cheat a field may not be called `make`, a name of the audit, the facts or the library
            10:15 Cheat a field may not be called `keepsR12`, a name of the audit, the facts or the library
            11:12 Cheat `Just` is a name of the library or of the facts; choose another"#]],
    );
    let facts = Module {
        name: "Domains.Facts.Sample".to_owned(),
        text: "module Domains.Facts.Sample\n%default total\nrecord Item where\n  constructor MkItem\n  units : Integer\nRule7 : Integer\nRule7 = 1\n".to_owned(),
    };
    let model = Module {
        name: "Domains.Sample".to_owned(),
        text: "module Domains.Sample\nimport Domains.Facts.Sample\n%default total\nrecord Item where\n  units : Integer\nRule7 : Integer\nRule7 = 2\n".to_owned(),
    };
    let (facts, model) = (syntax::read(&facts).unwrap(), syntax::read(&model).unwrap());
    let names: Vec<String> =
        scan(&model, Writer::Author, Some(&facts)).into_iter().map(|it| it.message).collect();
    expect![[r#"
        `Item` is a name of the library or of the facts; choose another
        `Rule7` is a name of the library or of the facts; choose another"#]]
    .assert_eq(&names.join("\n"));
}

#[test]
fn instances_are_of_few_interfaces_and_of_own_types() {
    check(
        "data Kind = Full | Half\nEq Kind where\n  _ == _ = True\nimplementation Show Kind where\n  show _ = \"\"\nEq a => Ord (Money a) where\n  compare _ _ = EQ\nNum Kind where\n  x + y = x\nEq Integer where\n  _ == _ = True\n",
        expect![[r#"
            9:9 Cheat `Ord` may be given for types of the model only; what it means for others stands fast
            11:1 Cheat a model may give instances of `Show`, `Eq` and `Ord` only, not of `Num`
            13:1 Cheat `Eq` may be given for types of the model only; what it means for others stands fast"#]],
    );
}

#[test]
fn imports_are_few() {
    check(
        "import System\nimport Domains.Facts.Other\nimport Data.List as Domains.Core\nimport Data.So\n",
        expect![[r#"
            4:8 Cheat a model may not import `System`
            5:8 Cheat a model may not import `Domains.Facts.Other`
            6:21 Cheat a model may not call a module `Domains.Core`: whole names tell what is meant"#]],
    );
}

#[test]
fn what_people_write_first_is_allowed() {
    check(
        "thousands : Integer -> Integer\nthousands = \\n : Integer => n * 1_000\ndata Kind : Type where\n  Full, Half : Kind\ndata IsFull : Kind -> Type where\n  ItIs : IsFull Full\nnotBoth : (b : Bool) -> b = True -> b = False -> Void\nnotBoth True _ Refl impossible\nwrapped : (a : Type) -> a -> Maybe a\nwrapped _ x = Just x\nlabel : String\nlabel = \"Widget A\"\n",
        expect![""],
    );
    check(
        "failing \"Mismatch\"\n  a : Integer\n  a = \"\"\n",
        expect![
            "4:1 Cheat `failing` is not allowed in a model: statements that are expected to fail are the audit's"
        ],
    );
}

#[test]
fn other_modules_keep_their_grammar_but_not_their_cheats() {
    let text = "module Data.Own\nimport System\n%default total\nEq Own where\n  _ == _ = True\nn : Integer\nn = 123456\nbad : Integer\nbad = believe_me n\n";
    expect!["9:7 Cheat `believe_me` makes any statement true"].assert_eq(&found("Data.Own", text));
}
