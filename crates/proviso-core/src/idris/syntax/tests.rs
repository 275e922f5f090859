//! What is read, what is refused and why, and that a print says the same as what it was made from.

use std::path::Path;
use std::time::{Duration, Instant};

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

fn module(text: &str) -> Module {
    Module { name: "Domains.Small".to_owned(), text: text.to_owned() }
}

/// Reads, prints and reads again; the print must say the same in the same places.
#[track_caller]
fn same_again(name: &str, text: &str) {
    let source = match read(&module(text)) {
        Ok(it) => it,
        Err(it) => panic!("{name}: {:?} {}", it.span, it.message),
    };
    let printed = source.print();
    let again = read(&module(&printed)).unwrap_or_else(|it| panic!("{name}: {}", it.message));
    assert_eq!(again.tree, source.tree, "{name}");
    assert_eq!(again.print(), printed, "{name}");
    let places = |it: &Source| it.tokens.iter().map(|it| (it.line, it.column)).collect::<Vec<_>>();
    assert_eq!(places(&again), places(&source), "{name}");
}

/// What is said of a text, or its print.
fn told(text: &str) -> String {
    match read(&module(text)) {
        Ok(source) => source.print(),
        Err(it) => {
            let place = it.span.map_or((0, 0), |it| (it.line, it.column));
            format!("{}:{} {}", place.0, place.1, it.message)
        }
    }
}

#[track_caller]
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&told(text));
}

#[test]
fn what_proviso_ships_is_read_and_its_print_says_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Domains");
    let mut n = 0;
    for folder in ["", "Facts", "Audit"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|it| it == "idr") {
                same_again(&path.display().to_string(), &std::fs::read_to_string(&path).unwrap());
                n += 1;
            }
        }
    }
    assert!(n >= 8, "only {n} modules");
}

#[test]
fn a_print_has_no_comment_and_one_spelling_of_each_literal() {
    check(
        "-- head\nmodule A\n\n||| doc\nx : Integer -- why\r\nx = 1_000 + 2 -- ||| \n\ny : String\ny = \"\\x41\\66\\&7\\t\\\"\" ++ \"가\\8238\\&b\"\n",
        expect![[r#"

            module A


            x : Integer
            x = 1000  + 2

            y : String
            y = "AB7\t\""        ++ "가\8238\&b"
        "#]],
    );
}

#[test]
fn what_people_write_is_read() {
    for text in [
        "f x = case x of\n  Just (y, _) => y\n  Nothing => 0\n",
        "f x = case x of Just y => y\n                Nothing => 0\n",
        "f : {0 a : Type} -> {auto p : Eq a} -> {default 1 n : Integer} -> (0 x, y : a) -> Eq a => a\n",
        "f = \\x, (a, b), 0 c : Integer =>\n  let y = x\n      z : Integer = a in y + z\n",
        "f x = if x == -1 then [] else [1, 2 .. x]\n",
        "f = do\n  x <- g 1\n    | Nothing => Left \"no\"\n  let y = x\n  Right $ { a := 1, b.c := 2 } y\n",
        "f = do\n  let Just x = g 1\n    | Nothing => Left \"no\"\n  Right x\n",
        "f x with (g x)\n  f x | Yes p = 1\n  f x | No _ with (h x)\n    f x | No _ | True = 2\n    f x | No _ | False = 3\n",
        "data D : Nat -> Type where\n  A, B : D 0\n  C : (n : Nat) -> (0 _ : n = 1) -> D n\n",
        "data D a = A a (List a) | B\n",
        "record R (n : Nat) {0 a : Type} where\n  constructor MkR\n  x, y : Integer\n  {auto 0 p : x = y}\n",
        "[] ++ ys = ys\n(x :: xs) ++ ys = x :: (xs ++ ys)\nx `div` y = x\n",
        "f = map (.a.b) (filter (\\case A => True\n                              _ => False) xs)\n",
        "f = (+ 1) . (`div` 2) . (2 *) $ (-) 1 2\n",
        "f : (x : Integer ** x = 1) -> (Integer ** Bool)\nf (x ** p) = (x ** True)\n",
        "f n@(S k) = rewrite g {x = k} n in forall'\n",
        "f : forall a, b . a -> b\n",
        "{a : Type} -> (Show a, Eq a) => Show (D a) where\n  show (A x _) = show x\n  show B = \"B\"\n",
        "public export\ntotal\n0 f : (a = b) -> Not (b = c)\nf Refl impossible\n",
        "failing \"Mismatch\"\n  x : 1 = 2\n  x = Refl\n",
        "f x = g\n  where\n    g : Integer\n    g = h where\n      h : Integer\n      h = x\n",
    ] {
        same_again(text, text);
    }
    let comment = "f = 1 --\tas agreed \u{2714}\u{fe0f}\n";
    same_again(comment, comment);
}

#[test]
fn a_text_is_read_up_to_a_length() {
    let longest = |most: usize| "-- ".to_owned() + &"x".repeat(most - 3);
    let said =
        |text: String| read(&module(&text)).map(|_| ()).map_err(|it| (it.kind, it.message.clone()));
    assert_eq!(said(longest(2 << 20)), Ok(()));
    let too_long = "this module is too long to be judged: it may have 2 MB at most".to_owned();
    let refused = said(longest(2 << 20) + "x");
    assert_eq!(refused, Err((DiagnosticKind::TooLong, too_long)), "no mistake in the text");
    let ours = read_ours(&module(&(longest(8 << 20) + "x"))).unwrap_err();
    assert_eq!(ours.kind, DiagnosticKind::TooLong);
}

#[test]
fn what_could_be_read_in_two_ways_is_refused() {
    let refused: String = [
        "f = __LOC__believe_me",
        "f = x_",
        "f = _x",
        "f = _'a'",
        "f = a __x",
        "{- f = 1 -}",
        "f = 1 {-- -}",
        "f = \"\"\"\n  x\n  \"\"\"",
        "f = #\"x\"#",
        "f = \"\\{x}\"",
        "f = \"a\\SOH\"",
        "f = \"\\x202E\"",
        "f = \"\\0\\&\"",
        "f = \"open",
        "f = 'ab'",
        "f = 'a",
        "f = 1;g = 2",
        "f = 0x1F",
        "f = 1.5",
        "f = 1x",
        "f = 1 |-- x",
        "f = a <+++> b",
        "f = !x",
        "f = `(x)",
        "f = [| x |]",
        "f = @{x}",
        "\tf = 1",
        "f\u{a0}= 1",
        "f = 1\u{c}",
        "f = 1\r g = 2",
        "f = \"\u{202E}\"",
        "-- \u{2066}",
        "f = а",
        "f = %runElab x",
        "%runElab x",
        "%language ElabReflection",
        "%default partial",
        "interface X a where",
        "mutual",
        "namespace N",
        "infixl 5 +++",
        "(+++) : Integer",
        "f = case x of { A => 1 }",
        "f = do { x }",
        "f = (a",
        "f = a)",
        "f = (a]",
        "f",
        "f x =",
        "f = [x | x <- xs]",
        "f = let g : Integer\n        g = 1 in g",
        "f = x ++ case x of\n         A => 1\n       + 2",
        "  f = 1\ng = 2",
        "f = 1\n  where",
        "record R where\n  total : Integer",
        "data D : Type",
        "failing\n  x = 1",
        "import public",
        "x = 1\nmodule A",
    ]
    .iter()
    .map(|it| format!("{}\n    {}\n", it.escape_debug(), told(it).trim_end()))
    .collect();
    expect![[r##"
        f = __LOC__believe_me
            1:6 a blank is missing before `_`
        f = x_
            f = x_
        f = _x
            1:6 `_x`: a name begins with a letter
        f = _\'a\'
            1:6 a blank is missing before the character
        f = a __x
            1:8 a blank is missing before `_`
        {- f = 1 -}
            1:1 block comments are not read; write `--` before each line
        f = 1 {-- -}
            1:7 block comments are not read; write `--` before each line
        f = \"\"\"\n  x\n  \"\"\"
            1:5 texts over several lines are not read; join lines by `\n`
        f = #\"x\"#
            1:5 the operator `#` is not read
        f = \"\\{x}\"
            1:5 values inside of a text are not read; join texts by `++`
        f = \"a\\SOH\"
            1:5 this escape is not read; `\n`, `\t`, `\\` and `\"` are
        f = \"\\x202E\"
            1:5 this escape is not read; `\n`, `\t`, `\\` and `\"` are
        f = \"\\0\\&\"
            1:5 this escape is not read; `\n`, `\t`, `\\` and `\"` are
        f = \"open
            1:5 the text is not closed on its line
        f = \'ab\'
            1:5 a character is one, between `'` and `'`
        f = \'a
            1:5 a character is one, between `'` and `'`
        f = 1;g = 2
            1:6 `;` is not read; write each declaration on a line of its own
        f = 0x1F
            1:5 only whole decimal numbers are read, as in `1250`
        f = 1.5
            1:5 only whole decimal numbers are read, as in `1250`
        f = 1x
            1:5 only whole decimal numbers are read, as in `1250`
        f = 1 |-- x
            1:7 the operator `|--` is not read
        f = a <+++> b
            1:7 the operator `<+++>` is not read
        f = !x
            1:5 the operator `!` is not read
        f = `(x)
            1:5 ``(` is not read
        f = [| x |]
            1:5 `[|` is not read
        f = @{x}
            1:5 `@{` is not read
        \tf = 1
            1:1 a tab is not read; indent by blanks
        f\u{a0}= 1
            1:2 the blank U+00A0 is not read; only ordinary ones are
        f = 1\u{c}
            1:6 the control character U+000C is not read
        f = 1\r g = 2
            1:6 the control character U+000D is not read
        f = \"\u{202e}\"
            1:6 the invisible character U+202E makes the text look like another one
        -- \u{2066}
            1:4 the invisible character U+2066 makes the text look like another one
        f = а
            1:5 the character `а` (U+0430) is not read outside of texts
        f = %runElab x
            1:5 a pragma is no value
        %runElab x
            1:1 the pragma `%runElab` is not read
        %language ElabReflection
            1:1 the pragma `%language` is not read
        %default partial
            1:10 the only pragma of its name that is read is `%default total`
        interface X a where
            1:1 a module may not have interfaces of its own; write functions
        mutual
            1:1 a module may not have `mutual`; write the signatures first
        namespace N
            1:1 a module may not have name spaces of its own; choose other names
        infixl 5 +++
            1:10 the operator `+++` is not read
        (+++) : Integer
            1:2 the operator `+++` is not read
        f = case x of { A => 1 }
            1:15 braces around a block are not read; each line of it begins in one column
        f = do { x }
            1:8 braces around a block are not read; each line of it begins in one column
        f = (a
            1:5 no `)` closes this
        f = a)
            1:6 `)` closes nothing
        f = (a]
            1:7 `)` was expected here, for line 1
        f
            1:1 Expected '=' or ':' behind what is declared
        f x =
            1:5 Expected an expression
        f = [x | x <- xs]
            1:8 list comprehensions are not read; write `map` and `filter`
        f = let g : Integer\n        g = 1 in g
            2:9 behind `let` a value is given by `=`; functions stand behind `where`
        f = x ++ case x of\n         A => 1\n       + 2
            3:8 what ends with a block stands in brackets where an operator follows
          f = 1\ng = 2
            2:1 declarations begin in one column, which is the first
        f = 1\n  where
            2:3 nothing stands behind `where`
        record R where\n  total : Integer
            2:3 `total` is a keyword and cannot be the name of a field
        data D : Type
            1:10 Expected 'where'
        failing\n  x = 1
            2:3 `failing` wants the text that the message has to have
        import public
            1:8 Expected a module
        x = 1\nmodule A
            2:1 `module` stands first, and once
    "##]]
    .assert_eq(&refused);
}

/// Such texts take the compiler more than its time, each measured with v0.8.0.
#[test]
fn what_the_compiler_takes_too_long_to_read_is_refused() {
    let nested = |n: usize| format!("f : Integer\nf = {}1{}\n", "(".repeat(n), " + 1)".repeat(n));
    let binders = |n: usize| {
        format!("f : {}Integer{}\nf _ = 1\n", "(x : ".repeat(n), ") -> Integer".repeat(n))
    };
    let tuple = |n: usize| format!("f : (Integer{})\nf = g\n", ", Integer".repeat(n - 1));
    let row = |n: usize| format!("f : Integer\nf = 1{}\n", " + 1".repeat(n - 1));
    let arguments = format!("f : Integer\nf = {}1{}\n", "g (".repeat(40), ")".repeat(40));
    let fields = |n: usize| {
        let all: String = (0..n).map(|it| format!("  a{it} : Integer\n")).collect();
        format!("record R where\n  constructor MkR\n{all}")
    };
    for text in [nested(8), binders(8), tuple(12), row(256), fields(500), arguments] {
        same_again("what honest texts stay far below", &text);
    }
    let said: Vec<String> = [nested(9), binders(9), tuple(13), row(257), fields(501)]
        .iter()
        .map(|it| told(it))
        .collect();
    expect![[r#"
        2:13 more than 8 round brackets stand in one another here, which the compiler takes very long to read: leave out those that change nothing, or name a part
        1:45 more than 8 round brackets stand in one another here, which the compiler takes very long to read: leave out those that change nothing, or name a part
        1:121 a tuple has at most 12 parts: write a record
        2:1029 more than 256 operands stand in a row: name a part, or sum up a list
        503:10 a record has at most 500 fields: put those that belong together into records of their own"#]]
    .assert_eq(&said.join("\n"));
}

#[test]
fn a_hostile_text_costs_no_more_than_its_length() {
    let nested: String =
        (0..70_000).map(|it| format!("{}f = x where\n", " ".repeat(it % 500))).collect();
    let chain = format!("f : {} Integer\nf = 1\n", "Integer -> ".repeat(20_000));
    let rows = format!("f = [{}1]\n", "(MkItem \"a\" 1 2 3), ".repeat(20_000));
    for (name, text) in [
        ("nested where", nested),
        ("brackets", format!("f = {}", "(".repeat(200_000))),
        ("closed brackets", format!("f = {}x{}", "(".repeat(99_999), ")".repeat(99_999))),
        ("lists", format!("f = {}", "[".repeat(200_000))),
        ("lambdas", format!("f = {}x", "\\x => ".repeat(50_000))),
        ("choices", format!("f = {}x", "if x then y else ".repeat(50_000))),
        ("binders", format!("f : {}", "(x : ".repeat(100_000))),
        ("pairs", format!("f = {}x{}", "(x : ".repeat(50_000), ")".repeat(50_000))),
        ("one line", format!("f = \"{}\"", "x".repeat(800_000))),
        ("one name", "x".repeat(800_000)),
        ("operators", format!("f = 1{}", " + 1".repeat(200_000))),
        ("a type", chain),
        ("rows", rows),
        ("projections", format!("f = x{}", ".a".repeat(200_000))),
        ("ticks", "'".repeat(200_000)),
        ("quotes", "\"".repeat(200_000)),
        ("comments", "{-".repeat(200_000)),
        ("names", format!("f {} = 1", "x, ".repeat(100_000))),
        ("blanks", " ".repeat(2_000_000)),
    ] {
        let began = Instant::now();
        let told = read(&module(&text)).map(|it| it.print().len());
        let took = began.elapsed();
        // Far above what any takes in a build without optimization.
        assert!(took < Duration::from_secs(8), "{name} took {took:?}: {told:?}");
    }
}

/// Tokens that a text may be made of, good and bad.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z가_'.0-9]{1,6}",
        "[-+=:<>|\\\\.@!#$%&*~?/^]{1,3}",
        "[(){}\\[\\],;`_\"']",
        "[ \\t\\n\\r]{1,4}",
        prop::sample::select(vec![
            "where",
            "of",
            "case",
            "do",
            "let",
            "in",
            "if",
            "then",
            "else",
            "record",
            "data",
            "->",
            "=>",
            "\n  ",
            "\n",
            "\n    ",
            "= ",
            ": ",
            "\"a\\n\"",
            "'\\''",
            "{-",
            "-}",
            "--",
            "|||",
            "\"\"\"",
            "__LOC__",
            "%default total",
            "\\",
            "\u{202E}",
            "\u{a0}",
            "\u{c}",
            "(x : A) -> ",
            "{0 x : A} -> ",
            "impossible",
        ])
        .prop_map(str::to_owned),
    ]
}

proptest! {
    #[test]
    fn any_text_is_refused_or_its_print_says_the_same(pieces in prop::collection::vec(piece(), 0..60)) {
        let text = pieces.concat();
        if read(&module(&text)).is_ok() {
            same_again("made up", &text);
        }
    }

    #[test]
    fn a_model_with_a_few_characters_changed_is_refused_or_says_the_same(
        changes in prop::collection::vec((0usize..4000, piece()), 1..4)
    ) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cheats/honest.idr");
        let mut text: Vec<char> = std::fs::read_to_string(path).unwrap().chars().collect();
        for (at, new) in changes {
            let at = at % text.len();
            text.splice(at..(at + 1), new.chars());
        }
        let text: String = text.into_iter().collect();
        if read(&module(&text)).is_ok() {
            same_again("changed", &text);
        }
    }
}
