//! Each form of the compiler's messages once, in texts of our own after its form.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

fn shown(it: &Diagnostic) -> String {
    let place = it.span.as_ref().map_or("-".to_owned(), |it| {
        format!("{}:{}:{}-{}:{}", it.module, it.line, it.column, it.end_line, it.end_column)
    });
    let mut text = format!(
        "{:?} {:?} {place} {}\n  {}",
        it.severity,
        it.kind,
        it.declaration.as_deref().unwrap_or("-"),
        it.message.replace('\n', "\n  ")
    );
    for line in it.excerpt.lines() {
        text.push_str(&format!("\n  >{line}"));
    }
    for hint in &it.hints {
        text.push_str(&format!("\n  hint: {hint}"));
    }
    text
}

#[track_caller]
fn check(output: &str, expect: Expect) {
    let all: Vec<String> = parse(output).iter().map(shown).collect();
    expect.assert_eq(&all.join("\n"));
}

#[test]
fn several_errors_are_one_each_with_place_excerpt_and_declaration() {
    check(
        "1/2: Building Domains.Core (Domains/Core.idr)
2/2: Building Domains.Rent (Domains/Rent.idr)
Error: While processing right hand side of keepsR0. When unifying:
    55715000 = 55715000
and:
    vat = 5065000
Mismatch between: 55715000 and vat.

Domains.Rent:31:13--31:17
 27 | 
 28 | public export
 29 | 0 keepsR0 : Nat
 30 | -- Error: not one
 31 | keepsR0 c = Refl
                  ^^^^

Error: While processing type of deposit. Undefined name Monye. 

Domains.Rent:40:11--40:16
 39 | 
 40 | deposit : Monye
                ^^^^^
Did you mean any of: Money, Many, or Honey?
",
        expect![[r#"
            Error Mismatch Domains.Rent:31:13-31:16 keepsR0
              While processing right hand side of keepsR0. When unifying:
                  55715000 = 55715000
              and:
                  vat = 5065000
              Mismatch between: 55715000 and vat.
              > 27 | 
              > 28 | public export
              > 29 | 0 keepsR0 : Nat
              > 30 | -- Error: not one
              > 31 | keepsR0 c = Refl
              >                  ^^^^
            Error UndefinedName Domains.Rent:40:11-40:15 deposit
              While processing type of deposit. Undefined name Monye.
              > 39 | 
              > 40 | deposit : Monye
              >                ^^^^^
              hint: Money
              hint: Many
              hint: Honey"#]],
    );
}

#[test]
fn a_parse_error_keeps_its_alternatives() {
    check(
        "1/1: Building Domains.Rent (Domains/Rent.idr)
Error: Couldn't parse any alternatives:
1: Not the end of a block entry.

Domains.Rent:9:3--9:8
 8 |   constructor MkPrice
 9 |   total : Integer
       ^^^^^
... (51 others)
",
        expect![[r#"
            Error Parse Domains.Rent:9:3-9:7 -
              Couldn't parse any alternatives:
              1: Not the end of a block entry.
              ... (51 others)
              > 8 |   constructor MkPrice
              > 9 |   total : Integer
              >       ^^^^^"#]],
    );
}

#[test]
fn a_module_called_error_is_no_message() {
    check(
        "Error: Expected end of input.\n\nError:1:1--1:2\n 1 | )\n     ^\n",
        expect![[r#"
            Error Parse Error:1:1-1:1 -
              Expected end of input.
              > 1 | )
              >     ^"#]],
    );
}

#[test]
fn nested_alternatives_are_one_message_with_all_their_places() {
    check(
        "Error: While processing right hand side of n. Sorry, I can't find any elaboration which works. All errors:
If Data.List.length: Mismatch between: Nat and List ?a.

M:3:5--3:6
 3 | n = length x
         ^

If Prelude.String.length: Can't find an implementation for Show Nat.

M:3:9--3:10
 3 | n = length x
             ^

",
        expect![[r#"
            Error Ambiguous M:3:5-3:5 n
              While processing right hand side of n. Sorry, I can't find any elaboration which works. All errors:
              If Data.List.length: Mismatch between: Nat and List ?a.
              If Prelude.String.length: Can't find an implementation for Show Nat.
              > 3 | n = length x
              >         ^
              >M:3:9--3:10
              > 3 | n = length x
              >             ^"#]],
    );
}

#[test]
fn what_follows_the_excerpt_belongs_to_the_message_before() {
    check(
        "Error: total is not covering.

M:4:1--5:9
 4 | total : Kind -> Integer
 5 | total A =

Missing cases:
    total (B _)

Error: Name Domains.Core.secret is private.

M:9:5--9:11
 9 | y = secret
         ^^^^^^

Suggestion: add an explicit export or public export modifier. By default, all names are private in namespace blocks.
Error: Multiple totality modifiers

M:1:1--3:7
 1 | total

Possible solutions:
 - Remove duplicates of `total`
 - Leave only one
",
        expect![[r#"
            Error Coverage M:4:1-5:8 total
              total is not covering.
              Missing cases:
                  total (B _)
              > 4 | total : Kind -> Integer
              > 5 | total A =
            Error Visibility M:9:5-9:10 -
              Name Domains.Core.secret is private.
              > 9 | y = secret
              >         ^^^^^^
              hint: add an explicit export or public export modifier. By default, all names are private in namespace blocks.
            Error Parse M:1:1-3:6 -
              Multiple totality modifiers
              > 1 | total
              hint: Remove duplicates of `total`
              hint: Leave only one"#]],
    );
}

#[test]
fn candidates_of_an_ambiguity_are_hints() {
    check(
        "Error: While processing right hand side of x. Ambiguous elaboration. Possible results:
    Prelude.Nil
    Data.Vect.Nil

M:2:5--2:7
 2 | x = []
         ^^

Error: While processing right hand side of y. Multiple solutions found in search of:
    Show Price

M:4:5--4:9
 4 | y = show p
         ^^^^

Possible correct results:
    Show implementation at M:1
    Show implementation at M:2
",
        expect![[r#"
            Error Ambiguous M:2:5-2:6 x
              While processing right hand side of x. Ambiguous elaboration. Possible results:
                  Prelude.Nil
                  Data.Vect.Nil
              > 2 | x = []
              >         ^^
              hint: Prelude.Nil
              hint: Data.Vect.Nil
            Error Ambiguous M:4:5-4:8 y
              While processing right hand side of y. Multiple solutions found in search of:
                  Show Price
              Possible correct results:
                  Show implementation at M:1
                  Show implementation at M:2
              > 4 | y = show p
              >         ^^^^
              hint: Show implementation at M:1
              hint: Show implementation at M:2"#]],
    );
}

#[test]
fn warnings_reject_nothing() {
    check(
        "Warning: We are about to implicitly bind the following lowercase names.
You may be unintentionally shadowing the associated global definitions:
  price is shadowing Domains.Rent.price

Domains.Rent:15:1--15:20
 15 | check : price = 3
      ^^^^^^^^^^^^^^^^^^^

Warning: Domains.Rent:20:6--20:8:Refl does not match expected type

Domains.Rent:20:6--20:8
 20 | nope Refl impossible
           ^^

Warning: Deprecation warning: Foo.bar is deprecated and will be removed in a future version.
  Use baz.
",
        expect![[r#"
            Warn Warning Domains.Rent:15:1-15:19 -
              We are about to implicitly bind the following lowercase names.
              You may be unintentionally shadowing the associated global definitions:
                price is shadowing Domains.Rent.price
              > 15 | check : price = 3
              >      ^^^^^^^^^^^^^^^^^^^
            Warn Warning Domains.Rent:20:6-20:7 -
              Refl does not match expected type
              > 20 | nope Refl impossible
              >           ^^
            Warn Warning - -
              Deprecation warning: Foo.bar is deprecated and will be removed in a future version.
                Use baz."#]],
    );
}

#[test]
fn messages_without_a_place_are_kept() {
    check(
        "Error: Module Data.Lists not found

M:1:1--1:18
 1 | import Data.Lists
     ^^^^^^^^^^^^^^^^^

Error: Module imports form a cycle: A.B -> A.B
Error: Error in TTC file: End of buffer when reading Integer (the most likely case is …)
Uncaught error: M:3:1--3:4:No type declaration for M.foo

  Error loading file \"nothere.idr\": File Not Found
Exception in vector-ref: 17 is not a valid index
Error: Expected at most one input file but was given: a.idr, b.idr
Did you mean to type \"--repl\"?",
        expect![[r#"
            Error MissingModule M:1:1-1:17 -
              Module Data.Lists not found
              > 1 | import Data.Lists
              >     ^^^^^^^^^^^^^^^^^
            Error MissingModule - -
              Module imports form a cycle: A.B -> A.B
            Error Compiler - -
              Error in TTC file: End of buffer when reading Integer (the most likely case is …)
            Error UndefinedName M:3:1-3:3 M.foo
              No type declaration for M.foo
            Error Compiler - -
              Error loading file "nothere.idr": File Not Found
            Error Compiler - -
              Exception in vector-ref: 17 is not a valid index
            Error Compiler - -
              Expected at most one input file but was given: a.idr, b.idr
              hint: Did you mean to type "--repl"?"#]],
    );
}

#[test]
fn a_failing_block_with_another_error_shows_both() {
    check(
        "Error: While processing right hand side of x1. Failing block failed with the wrong error.
Expected \"Mismatch between\" but got:
While processing right hand side of x1. Undefined name Rfel. 

Domains.Audit.Rent:12:8--12:12
 12 |   x1 = Rfel
             ^^^^

Error: Failing block did not fail.

Domains.Audit.Rent:14:1--16:12
 14 | failing \"Mismatch between\"
 15 |   x2 : R1
 16 |   x2 = Refl
",
        expect![[r#"
            Error Other Domains.Audit.Rent:12:8-12:11 x1
              While processing right hand side of x1. Failing block failed with the wrong error.
              Expected "Mismatch between" but got:
              While processing right hand side of x1. Undefined name Rfel.
              > 12 |   x1 = Rfel
              >             ^^^^
            Error Other Domains.Audit.Rent:14:1-16:11 -
              Failing block did not fail.
              > 14 | failing "Mismatch between"
              > 15 |   x2 : R1
              > 16 |   x2 = Refl"#]],
    );
}

#[test]
fn an_interactive_transcript_is_told_apart_from_messages() {
    check(
        "1/1: Building M (M.idr)
Main> 42
Main> Error: Undefined name fun. 

(Interactive):1:4--1:7
 1 | :t fun
        ^^^
Did you mean: fn?
[tc] Main> Couldn't parse any alternatives:
1: Expected namespaced name.
... (16 others)
Main> Bye for now!",
        expect![[r#"
            Info Other - -
              42
            Error UndefinedName (Interactive):1:4-1:6 -
              Undefined name fun.
              > 1 | :t fun
              >        ^^^
              hint: fn
            Error Parse - -
              Couldn't parse any alternatives:
              1: Expected namespaced name.
              ... (16 others)
            Info Other - -
              Bye for now!"#]],
    );
}

#[test]
fn holes_and_names_without_a_body_reject_one_by_one() {
    check("1/1: Building Domains.Rent (Domains/Rent.idr)\nNo holes\n", expect![""]);
    check(
        "Warning: odd\n2 holes:\n  Domains.Rent.ok : 3 = 2\n  Domains.Rent.later : Integer\n",
        expect![[r#"
            Warn Warning - -
              odd
            Error Hole - Domains.Rent.ok
              `Domains.Rent.ok` has no definition; it should be a value of type `3 = 2`
            Error Hole - Domains.Rent.later
              `Domains.Rent.later` has no definition; it should be a value of type `Integer`"#]],
    );
    check(
        "1 hole: Domains.Rent.ok : 3 = 2",
        expect![[r#"
            Error Hole - Domains.Rent.ok
              `Domains.Rent.ok` has no definition; it should be a value of type `3 = 2`"#]],
    );
}

#[test]
fn unknown_text_is_kept_word_for_word() {
    check(
        "something new\n  with more\nError: A form that nobody has seen yet!",
        expect![[r#"
            Info Other - -
              something new
                with more
            Error Other - -
              A form that nobody has seen yet!"#]],
    );
}

/// Pieces of real output, so that random texts hit the parser's states and not only its default.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("Error: ".to_owned()),
        Just("Error:".to_owned()),
        Just("Warning: M:1:2--3:4:".to_owned()),
        Just("While processing right hand side of f. ".to_owned()),
        Just("Did you mean any of: a, or b?".to_owned()),
        Just("Did you mean:".to_owned()),
        Just("Possible solutions:\n - ".to_owned()),
        Just("Possible results:\n    A.b".to_owned()),
        Just("M.N:99999999999:1--2:3".to_owned()),
        Just("M.N:1:0--0:0".to_owned()),
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just(" 12 | x".to_owned()),
        Just("      ^^^".to_owned()),
        Just("1/2: Building A (A.idr)".to_owned()),
        Just("Main> ".to_owned()),
        Just("\n2 holes:\n".to_owned()),
        Just("1 hole: A.b : c".to_owned()),
        "\\PC{0,12}",
    ]
}

#[test]
fn digits_of_other_scripts_count_nothing() {
    let all = parse("𖭐1 hole: A.b : c");
    assert_eq!(all.len(), 1);
    assert_eq!((all[0].kind, all[0].message.as_str()), (DiagnosticKind::Other, "𖭐1 hole: A.b : c"));
}

proptest! {
    #[test]
    fn nothing_panics_and_every_line_is_kept(pieces in prop::collection::vec(piece(), 0..40)) {
        let output = pieces.concat();
        let all = parse(&output);
        let mut kept = String::new();
        for it in &all {
            kept.push_str(&shown(it));
            kept.push('\n');
            if let Some(span) = &it.span {
                prop_assert!((span.line, span.column) <= (span.end_line, span.end_column));
                kept.push_str(&span.module);
            }
        }
        for raw in output.split('\n') {
            if is_progress(raw) {
                continue;
            }
            // Openings, bullets and list words are structure and may go; every other word stays.
            for word in line::without_prompt(raw).0.split(|it: char| !it.is_alphanumeric()) {
                let structure = [
                    "Error", "Warning", "Did", "you", "mean", "any", "of", "or", "Possible",
                    "solutions", "Suggestion", "ERROR", "hole", "holes",
                ];
                let number = word.chars().all(|it| it.is_ascii_digit());
                prop_assert!(
                    number || structure.contains(&word) || kept.contains(word),
                    "`{word}` of {raw:?} is lost in {all:#?}"
                );
            }
        }
    }
}
