//! What a text means, which the second checker takes from the first: which of two names is meant, how
//! operators bind, what stands for a letter; and where the first alone judges, as in a block that has
//! to fail.
//!
//! Each was found by a fault that was seeded into the first checker and that no other test noticed, or
//! by asking the compiler about texts like those. `idris2` 0.8.0 was asked about each: it accepts what
//! is accepted here, and refuses whatever is `refused`, or `outside` with a reason in what follows it.
//!
//! **Invariant:** nothing is accepted that the compiler refuses.

use proviso_core::run::Module;
use proviso_kernel::{Budget, Judgement};

#[path = "shared/judging.rs"]
mod judging;

const LOCAL: &str = "f : Integer -> Integer\nf g = g\n  where\n    g : Integer\n    g = 5\n";
const INNER: &str = "f : Integer -> Integer\nf x = (the (Integer -> Integer) (\\g => g)) 1\n  where\n    g : Integer\n    g = 5\n";
const YES: &str = "yes : Maybe Bool -> Bool\nyes (Just True) = True\nyes _ = False\n";

/// What is said, and of which text; a text is made of two parts where several share the first.
const MEANT: [(&str, &str, &str); 51] = [
    // Whoever is further inside is meant: a local function, or a variable below it.
    ("refused", LOCAL, "a : f 1 = 1\na = Refl"),
    ("accepted", LOCAL, "a : f 1 = 5\na = Refl"),
    ("refused", INNER, "a : f 1 = 5\na = Refl"),
    ("accepted", INNER, "a : f 1 = 1\na = Refl"),
    // A variable hides a function of the module, and a name in a statement is a variable.
    ("refused", "n : Integer\nn = 5\nf : Integer -> Integer\nf n = n\n", "a : f 1 = 5\na = Refl"),
    ("outside", "n : Integer\nn = 5\n", "a : n = 5\na = Refl"),
    ("accepted", "n : Integer\nn = 5\n", "a : Equal Domains.Small.n 5\na = Refl"),
    ("refused", "f : (x, y : Integer) -> Integer\nf y x = x\n", "a : f 1 2 = 1\na = Refl"),
    // Operators: to which side, how tightly, and which have no side.
    ("refused", "", "a : the Integer 4 = 5 - 3 - 2\na = Refl"),
    ("accepted", "", "a : the Integer 0 = 5 - 3 - 2\na = Refl"),
    ("accepted", "", "a : the Integer 0 = 2 - 1 * 2\na = Refl"),
    ("refused", "", "a : the Integer 2 = 2 - 1 * 2\na = Refl"),
    ("accepted", "", "a : (True || True && False) = True\na = Refl"),
    ("refused", "", "a : (True || True && False) = False\na = Refl"),
    ("accepted", "", "a : the (List Integer) [1, 2, 3] = 1 :: [2] ++ [3]\na = Refl"),
    ("accepted", "", "a : the (List Integer) [2, 1] = 1 + 1 :: [1]\na = Refl"),
    ("accepted", "", "a : (the Integer 5 - 3 == 2 && 1 < 2) = True\na = Refl"),
    ("outside", "", "a : Bool\na = the Integer 1 == 1 == True"),
    ("outside", "", "a : (the Integer 2 < 3 == True) = True\na = Refl"),
    ("outside", "", "a : the Integer 1 = 2 = 3\na = Refl"),
    // A sign before a number, and behind another operator.
    ("accepted", "", "a : the Integer (-1) = 0 - 1\na = Refl"),
    ("outside", "", "a : the Integer -1 = 0 - 1\na = Refl"),
    ("accepted", "", "a : the Integer 5 = 3 - -2\na = Refl"),
    ("refused", "", "a : the Integer 1 = 3 - -2\na = Refl"),
    // Letters.
    ("accepted", "", "a : the String \"\\x41\\66\" = \"AB\"\na = Refl"),
    ("refused", "", "a : the String \"\\x41\" = \"B\"\na = Refl"),
    ("accepted", "", "a : the String \"\\65\\&1\" = \"A1\"\na = Refl"),
    ("refused", "", "a : the String \"\\65\\&1\" = \"A2\"\na = Refl"),
    // Patterns and arguments.
    ("accepted", "u : Unit -> Integer\nu () = 1\n", "a : u () = 1\na = Refl"),
    ("accepted", "f : (0 n : Integer) -> Integer\n", "f = \\n => 1"),
    ("outside", "f : (0 n : Integer) -> Integer\n", "f = \\n => n"),
    ("accepted", "data Two : (x, y : Bool) -> Type where\n", "  MkTwo : Integer -> Two x y"),
    // The compiler reads no types of parameters here.
    ("outside", "", "data Two (x : Bool) (y : Bool) = MkTwo Integer"),
    // An `impossible` beside a clause with a right side: the compiler tells no types apart below a
    // constructor.
    (
        "outside",
        "f : (m : Maybe Bool) -> m = Just True -> Bool\nf (Just True) Refl = True\n",
        "f (Just False) Refl impossible\nf Nothing Refl impossible",
    ),
    (
        "outside",
        "f : (m : Maybe Bool) -> m = Nothing -> Bool\nf (Just True) Refl impossible\n",
        "f (Just False) Refl impossible\nf Nothing Refl = True",
    ),
    (
        "outside",
        "f : (l : List Bool) -> l = [True] -> Bool\nf [True] Refl = True\n",
        "f [] Refl impossible\nf [False] Refl impossible\nf (_ :: _ :: _) Refl impossible",
    ),
    (
        "outside",
        "f : (p : (Bool, Bool)) -> p = (True, True) -> Bool\nf (True, True) Refl = True\n",
        "f (True, False) Refl impossible\nf (False, _) Refl impossible",
    ),
    (
        "outside",
        YES,
        "f : (m : Maybe Bool) -> So (yes m) -> Integer\nf (Just True) Oh = 1\nf (Just False) Oh impossible\nf Nothing Oh impossible",
    ),
    (
        "accepted",
        "f : (m : Maybe Bool) -> m = Just True -> Bool\n",
        "f (Just True) Refl = True\nf Nothing Refl impossible",
    ),
    (
        "accepted",
        "f : (a, b : Bool) -> a = b -> Bool\nf True True Refl = True\nf False False Refl = False\n",
        "f True False Refl impossible\nf False True Refl impossible",
    ),
    (
        "accepted",
        "f : (l : List Bool) -> l = [] -> Bool\nf [] Refl = True\n",
        "f (_ :: _) Refl impossible",
    ),
    // An argument that a proof tells to be a literal: the compiler takes the clause for one of several,
    // unless the argument is erased, or a constructor.
    ("outside", "", "f : (n : Integer) -> n = 1 -> Integer\nf _ Refl = 1"),
    ("outside", "", "f : {n : Integer} -> n = 1 -> Integer\nf Refl = 1"),
    ("outside", "", "f : (s : String) -> s = \"a\" -> Integer\nf _ Refl = 1"),
    ("outside", "", "f : (m : Maybe Integer) -> m = Just 1 -> Integer\nf _ Refl = 1"),
    ("accepted", "", "f : (0 n : Integer) -> n = 1 -> Integer\nf _ Refl = 1"),
    ("accepted", "", "f : (m : Maybe Bool) -> m = Just True -> Integer\nf _ Refl = 1"),
    // No variable of a left side has the name of what is defined; one of a `case` or a lambda may.
    ("outside", "", "f : Integer -> Integer\nf f = f"),
    ("outside", "", "f : List Integer -> Integer\nf f@(x :: _) = x\nf [] = 0"),
    (
        "outside",
        LOCAL,
        "h : Integer -> Integer\nh x = k x\n  where\n    k : Integer -> Integer\n    k k = k",
    ),
    (
        "accepted",
        "f : Integer -> Integer\nf x = ",
        "case x of\n  f => (the (Integer -> Integer) (\\f => f)) f",
    ),
];

fn said(modules: Vec<Module>) -> Judgement {
    let budget = Budget { steps: 20_000_000, depth: 60_000 };
    let work = move || judging::judged(&modules, "Domains.Small", budget);
    judging::with_stack(work).unwrap_or_else(|err| panic!("{err}"))
}

fn module(name: &str, imports: &str, text: &str) -> Module {
    let text = format!("module {name}\n\n{imports}\n%default total\n\n{text}\n");
    Module { name: name.to_owned(), text }
}

#[test]
fn a_text_means_what_the_compiler_takes_it_to_mean() {
    for (wanted, first, second) in MEANT {
        let text = format!("{first}{second}");
        let it = said(vec![module("Domains.Small", "import Domains.Core\n", &text)]);
        assert_eq!(it.told().0, wanted, "{text}\n{it:?}");
    }
}

/// Only the first checker judges a block that has to fail, so only it can tell that a name's meaning
/// is not seen there; the compiler says that the block fails for another reason.
#[test]
fn a_block_does_not_fail_for_what_cannot_be_seen() {
    let block = "failing \"Mismatch between\"\n  a : the Integer 2 = Domains.Facts.one\n  a = Refl";
    let with = |visible: &str| {
        let facts = format!("{visible}\none : Integer\none = 1");
        said(vec![
            module("Domains.Facts", "", &facts),
            module("Domains.Small", "import Domains.Facts\n", block),
        ])
    };
    assert_eq!(with("public export"), Judgement::Accepted);
    assert!(matches!(with("export"), Judgement::Outside(_)));
    // Nor what the module that may see it has worked out before.
    let facts = "export\nf : Integer -> Integer\nf x = x + 1\npublic export\none : Integer\none = f 1\na : Domains.Facts.one = 2\na = Refl";
    let block = block.replace("2 =", "3 =");
    let it = said(vec![
        module("Domains.Facts", "", facts),
        module("Domains.Small", "import Domains.Facts\n", &block),
    ]);
    assert!(matches!(it, Judgement::Outside(_)), "{it:?}");
}
