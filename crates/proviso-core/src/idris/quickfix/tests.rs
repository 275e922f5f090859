//! Each class of repair on a small text; the messages are the compiler's, through the parser.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::idris::diagnostics;
use crate::idris::lexer::lex;

fn module(text: &str) -> Module {
    Module { name: "Domains.Rent".to_owned(), text: text.to_owned() }
}

#[track_caller]
fn check(text: &str, output: &str, expect: Expect) {
    let found = fix(&module(text), &diagnostics::parse(output));
    let shown = match found {
        None => "nothing".to_owned(),
        Some((module, notes)) => format!("{}\n---\n{}", notes.join("\n"), module.text),
    };
    expect.assert_eq(&shown);
}

#[test]
fn a_keyword_as_a_name_is_renamed_where_it_is_a_name() {
    check(
        "module Domains.Rent\n%default total\n\n-- total : stays\npublic export\nrecord Price where\n  \
         constructor MkPrice\n  supply, total : Integer\n  0 sums : total = supply + 10\n\ntotal\nf : Price -> Integer\n\
         f p = p.total -- total\n\ng : Integer -> Price\ng total = MkPrice 1 total \"total : 7\"\n\n\
         h : Domains.Rent.total = Domains.Other.total\n",
        "Error: Couldn't parse any alternatives:\n1: Expected end of input.\n\nDomains.Rent:8:11--8:16\n 8 |   supply, total : Integer\n               ^^^^^\n... (3 others)\n",
        expect![[r#"
            renamed `total`, which is a keyword, to `totalAmount`
            ---
            module Domains.Rent
            %default total

            -- total : stays
            public export
            record Price where
              constructor MkPrice
              supply, totalAmount : Integer
              0 sums : totalAmount = supply + 10

            total
            f : Price -> Integer
            f p = p.totalAmount -- total

            g : Integer -> Price
            g totalAmount = MkPrice 1 totalAmount "total : 7"

            h : Domains.Rent.totalAmount = Domains.Other.total
        "#]],
    );
}

#[test]
fn a_documentation_comment_before_a_failing_block_becomes_a_plain_one() {
    check(
        "module Domains.Rent\n||| no\n||| good\nfailing \"x\"\n  y : Nat\n||| good\nz : Nat\n",
        "Error: Expected 'data'.\n\nDomains.Rent:4:1--4:8\n 4 | failing\n     ^^^^^^^\n",
        expect![[r#"
            turned a documentation comment that documents nothing into a plain one
            ---
            module Domains.Rent
            -- no
            -- good
            failing "x"
              y : Nat
            ||| good
            z : Nat
        "#]],
    );
}

#[test]
fn late_imports_and_a_missing_where_are_put_right() {
    check(
        "module Domains.Rent\nimport Data.List\n\n%default total\n\nimport Data.So\n\nx : Nat\n",
        "Error: Imports must go before any declarations or directives.\n\nDomains.Rent:6:1--6:7\n 6 | import Data.So\n     ^^^^^^\n",
        expect![[r#"
            moved `import Data.So` before the declarations
            ---
            module Domains.Rent
            import Data.List
            import Data.So

            %default total


            x : Nat
        "#]],
    );
    check(
        "module Domains.Rent\n\ndata Kind : Type\n  A : Kind\n",
        "Error: Expected 'where'.\n\nDomains.Rent:4:3--4:4\n 4 |   A : Kind\n       ^\n",
        expect![[r#"
            added the missing `where` of a `data`
            ---
            module Domains.Rent

            data Kind : Type where
              A : Kind
        "#]],
    );
}

#[test]
fn habits_of_other_languages_are_translated() {
    check(
        "\u{feff}module Domains.Rent\n",
        "Error: Expected end of input.\n\nDomains.Rent:1:1--1:8\n 1 | module\n     ^^^^^^^\n",
        expect![[r#"
            removed a byte order mark
            ---
            module Domains.Rent
        "#]],
    );
    check(
        "module Domains.Rent\n%access public export\n\ndata Kind = A | B deriving (Show, Eq)\n\ninstance Show Kind where\n  show class = \"class X\"\n",
        "Error: Couldn't parse any alternatives:\n1: Unexpected end of expression.\n\nDomains.Rent:4:19--4:27\n 4 | data\n",
        expect![[r#"
            removed `%access`, which Idris 2 does not have
            removed a `deriving` clause, which Idris does not have
            wrote `implementation` for `instance`
            ---
            module Domains.Rent


            data Kind = A | B 

            implementation Show Kind where
              show class = "class X"
        "#]],
    );
    check(
        "module Domains.Rent\nf :: Nat -> List Nat\nf x = x :: []\n",
        "Error: Couldn't parse declaration.\n\nDomains.Rent:2:1--2:2\n 2 | f :: Nat -> List Nat\n     ^\n",
        expect![[r#"
            wrote `:` for `::` in a signature
            ---
            module Domains.Rent
            f : Nat -> List Nat
            f x = x :: []
        "#]],
    );
    check(
        "module Domains.Rent\nf : Nat -> Nat\nf = \\x -> x\n",
        "Error: Expected '=>'.\n\nDomains.Rent:3:8--3:10\n 3 | f = \\x -> x\n            ^^\n",
        expect![[r#"
            wrote `=>` for `->`
            ---
            module Domains.Rent
            f : Nat -> Nat
            f = \x => x
        "#]],
    );
    check(
        "module Domains.Rent\nf : forall a b. a -> b -> a\n",
        "Error: Expected ',' or '.'.\n\nDomains.Rent:2:14--2:15\n 2 | f : forall a b. a -> b -> a\n                  ^\n",
        expect![[r#"
            put a comma between the names of a `forall`
            ---
            module Domains.Rent
            f : forall a, b. a -> b -> a
        "#]],
    );
}

#[test]
fn the_modules_name_follows_its_path() {
    check(
        "module Rent -- Rent\n\nx : Nat\n",
        "Error: Module name Rent does not match file name \"source/Domains/Rent.idr\"\n\nDomains.Rent:1:1--1:12\n 1 | module Rent\n     ^^^^^^^^^^^\n",
        expect![[r#"
            named the module `Domains.Rent`, as its path demands
            ---
            module Domains.Rent -- Rent

            x : Nat
        "#]],
    );
}

#[test]
fn missing_imports_are_added_and_misspelled_ones_corrected() {
    check(
        "module Domains.Rent\n\nimport public Domains.Core\n\n%default total\n\nx : So True\nx = Oh\n",
        "Error: While processing type of x. Undefined name So. \n\nDomains.Rent:7:5--7:7\n 7 | x : So True\n         ^^\nDid you mean any of: S, or Sum?\n",
        expect![[r#"
            imported `Data.So`, which has `So`
            ---
            module Domains.Rent

            import public Domains.Core
            import Data.So

            %default total

            x : So True
            x = Oh
        "#]],
    );
    check(
        "module Domains.Rent\nimport Data.Lists\n",
        "Error: Module Data.Lists not found\n\nDomains.Rent:2:1--2:18\n 2 | import Data.Lists\n     ^^^^^^^^^^^^^^^^^\n",
        expect![[r#"
            imported `Data.List` for `Data.Lists`, which does not exist
            ---
            module Domains.Rent
            import Data.List
        "#]],
    );
}

#[test]
fn a_misspelled_name_becomes_the_nearest_suggestion() {
    check(
        "module Domains.Rent\n-- depsoit\nx : Nat\nx = depsoit + \"depsoit\" + y.depsoit\n",
        "Error: While processing right hand side of x. Undefined name depsoit. \n\nDomains.Rent:4:5--4:12\n 4 | x = depsoit\n         ^^^^^^^\nDid you mean any of: deposit, or exploit?\n",
        expect![[r#"
            wrote `deposit` for `depsoit`, as the compiler suggests
            ---
            module Domains.Rent
            -- depsoit
            x : Nat
            x = deposit + "depsoit" + y.deposit
        "#]],
    );
    check(
        "module Domains.Rent\nx = depot\n",
        "Error: While processing right hand side of x. Undefined name depot. \n\nDomains.Rent:2:5--2:10\n 2 | x = depot\n         ^^^^^\nDid you mean any of: depos, or depoy?\n",
        expect!["nothing"],
    );
}

#[test]
fn show_is_written_for_records_and_enumerations_that_are_declared_here() {
    check(
        "module Domains.Rent\n\ndata Kind = Full | Half\n\npublic export\nrecord Price where\n  constructor MkPrice\n  \
         supply, vat : Integer\n  kind : Kind\n  0 tenth : vat = supply `div` 10\n\ntext : String\ntext = show price\n",
        "Error: While processing right hand side of text. Can't find an implementation for Show Price.\n\nDomains.Rent:13:8--13:18\n 13 | text = show price\n             ^^^^^^^^^^\n",
        expect![[r#"
            wrote the missing `Show` of `Price`
            wrote the missing `Show` of `Kind`
            ---
            module Domains.Rent

            data Kind = Full | Half

            public export
            Show Kind where
              show Full = "Full"
              show Half = "Half"

            public export
            record Price where
              constructor MkPrice
              supply, vat : Integer
              kind : Kind
              0 tenth : vat = supply `div` 10

            public export
            Show Price where
              show it = "MkPrice" ++ showArg it.supply ++ showArg it.vat ++ showArg it.kind

            text : String
            text = show price
        "#]],
    );
}

#[test]
fn equality_is_written_for_foreign_files_but_never_for_models() {
    let output = "Error: While processing right hand side of same. Can't find an implementation for Eq Kind.\n\nDomains.Rent:5:8--5:14\n 5 | same = a == b\n            ^^^^^^\n";
    check(
        "module Domains.Rent\n\ndata Kind : Type where\n  A : Kind\n  B : Kind\n\nsame : Bool\n",
        output,
        expect![[r#"
            wrote the missing `Eq` of `Kind`
            ---
            module Domains.Rent

            data Kind : Type where
              A : Kind
              B : Kind

            public export
            Eq Kind where
              A == A = True
              B == B = True
              _ == _ = False

            same : Bool
        "#]],
    );
    check(
        "module Domains.Rent\nimport Domains.Facts.Rent\n\ndata Kind = A | B\n",
        output,
        expect!["nothing"],
    );
}

#[test]
fn an_ambiguous_name_is_qualified_by_the_compilers_candidates() {
    check(
        "module Domains.Rent\nimport Data.Vect\nx = length rows\n",
        "Error: While processing right hand side of x. Ambiguous elaboration. Possible results:\n    Domains.Rent.length Domains.Rent.rows\n    Prelude.List.length Domains.Rent.rows\n\nDomains.Rent:3:5--3:11\n 3 | x = length rows\n         ^^^^^^\n",
        expect![[r#"
            wrote `Domains.Rent.length` for `length`, which has several meanings
            ---
            module Domains.Rent
            import Data.Vect
            x = Domains.Rent.length rows
        "#]],
    );
}

#[test]
fn what_the_audit_needs_is_made_public() {
    check(
        "module Domains.Rent\n\nview : Nat\nview = 1\n\nexport\nmake : Nat\nmake = 2\n",
        "Error: While processing type of a. Name Domains.Rent.view is private.\n\nDomains.Audit.Rent:9:5--9:9\n 9 | a : view\n         ^^^^\n\nSuggestion: add an explicit export or public export modifier. By default, all names are private in namespace blocks.\n",
        expect![[r#"
            made `view` public
            ---
            module Domains.Rent

            public export
            view : Nat
            view = 1

            export
            make : Nat
            make = 2
        "#]],
    );
    let text = "module Domains.Rent\n\npublic export\nview : Nat\nview = 1\n\nexport\nmake : Nat\nmake = 2\n";
    let mut all = diagnostics::parse(
        "Error: While processing right hand side of m. Can't solve constraint between: 2 and make.\n\nDomains.Audit.Rent:9:5--9:9\n 9 | m\n         ^^^^\n",
    );
    all[0].kind = DiagnosticKind::Audit;
    let (fixed, notes) = fix(&module(text), &all).unwrap();
    assert_eq!(notes, ["made `make` public"]);
    assert!(fixed.text.contains("\npublic export\nmake : Nat"), "{}", fixed.text);
}

#[test]
fn total_by_default_and_whole_numbers_are_put_in_when_asked_for() {
    let complaint = |kind, message: &str| Diagnostic {
        kind,
        severity: crate::run::Severity::Error,
        span: None,
        declaration: None,
        message: message.to_owned(),
        excerpt: String::new(),
        hints: Vec::new(),
    };
    let cheat = complaint(DiagnosticKind::Cheat, "`%default total` is missing");
    let (fixed, _) =
        fix(&module("module Domains.Rent\nimport Data.So\nx : Nat\n"), &[cheat]).unwrap();
    assert_eq!(fixed.text, "module Domains.Rent\nimport Data.So\n\n%default total\nx : Nat\n");

    let late = complaint(DiagnosticKind::Cheat, "`%default total` stands behind declarations");
    let text = "module Domains.Rent\n\nx : Nat\n%default total\ny : Nat\n";
    let (fixed, _) = fix(&module(text), &[late]).unwrap();
    assert_eq!(fixed.text, "module Domains.Rent\n\n%default total\n\nx : Nat\n\ny : Nat\n");

    let slow = complaint(DiagnosticKind::Exhausted, "`idris2` gave no answer within 30 s");
    let (fixed, _) = fix(&module("x : Nat -- Nat\nx = 50000000\n"), &[slow]).unwrap();
    assert_eq!(fixed.text, "x : Integer -- Nat\nx = 50000000\n");
}

#[test]
fn errors_of_other_modules_are_not_repaired_here() {
    check(
        "module Domains.Rent\nx = depsoit\n",
        "Error: While processing right hand side of x. Undefined name depsoit. \n\nDomains.Facts.Rent:2:5--2:12\n 2 | x\n         ^\nDid you mean: deposit?\n",
        expect!["nothing"],
    );
}

fn values(text: &str) -> Vec<String> {
    let is_value = |kind| matches!(kind, TokenKind::Number | TokenKind::Char | TokenKind::String);
    let tokens = lex(text).into_iter().filter(|it| is_value(it.kind));
    tokens.map(|it| it.text(text).to_owned()).collect()
}

proptest! {
    #[test]
    fn no_repair_panics_or_takes_a_value_away(
        pieces in prop::collection::vec(prop_oneof![
            Just("module Rent\n"), Just("import Data.So\n"), Just("record P where\n"),
            Just("  total : Integer\n"), Just("  total"), Just("data K = A | B\n"),
            Just("||| doc\n"), Just("failing \"x 12\"\n"), Just("x = 12 + depsoit\n"),
            Just("-- c 12\n"), Just("'a' "), Just("\"s\\{y 3}\""), Just("{- "), Just("\n"),
            Just("export\n"), Just("f : Nat\n"), Just("한글 = 3\n"), Just("(1,"), Just("0 "),
        ], 0..25),
        line in 1u32..9, column in 1u32..30,
    ) {
        let text = pieces.concat();
        let output = format!(
            "Error: Expected 'where'.\n\nDomains.Rent:{line}:{column}--{line}:{column}\n 1 | x\n\n\
             Error: Undefined name depsoit.\n\nDomains.Rent:{line}:{column}--{line}:{column}\nDid you mean: deposit?\n\
             Error: Can't find an implementation for Show P.\n\nDomains.Rent:1:1--1:2\n\
             Error: Module name Rent does not match file name \"x\"\n\nDomains.Rent:1:1--1:2\n"
        );
        let all = diagnostics::parse(&output);
        for some in [&all[..1], &all[1..]] {
            if let Some((fixed, notes)) = fix(&module(&text), some) {
                prop_assert!(!notes.is_empty());
                let (before, after) = (values(&text), values(&fixed.text));
                let mut rest = after.iter();
                for value in &before {
                    prop_assert!(rest.any(|it| it == value), "{value} is gone: {}", fixed.text);
                }
            }
        }
    }
}
