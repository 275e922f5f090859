//! What the kernel says of the modules that Proviso writes, of the samples, and of every known cheat.
//!
//! What the compiler says of the same texts is known of old: `proviso-kit/tests/cheats.rs` asks it, or
//! its recorded answers, and every cheat says in its second line who refuses it.
//!
//! **Invariant:** nothing is accepted that the compiler refuses.
#![expect(clippy::unwrap_used, reason = "a test may stop where the machine fails it")]

use std::path::{Path, PathBuf};

use proviso_core::idris::admit::Frame;
use proviso_core::idris::emit;
use proviso_core::run::Module;
use proviso_kernel::{Budget, Judgement, Text, judge};

#[path = "shared/judging.rs"]
mod judging;

const BUDGET: Budget = Budget { steps: 50_000_000, depth: 60_000 };

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = root().join("crates/proviso-core/tests").join(folder);
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    all.sort();
    all
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap().to_string_lossy().into_owned()
}

fn frame(project: &str, file: &Path) -> (Frame, Module) {
    let analysis = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    (Frame::new(project, &analysis), emit::model(project, &analysis))
}

fn judged(modules: &[&Module], target: &str) -> Judgement {
    judging::judged(modules.iter().copied(), target, BUDGET)
}

fn with_stack(test: fn()) {
    judging::with_stack(test).unwrap();
}

fn audited(frame: &Frame, model: &Module) -> Judgement {
    judged(&[frame.facts(), model, frame.audit()], &frame.audit().name)
}

/// Who refuses a text, as its second line says it.
fn announced(text: &str) -> String {
    text.lines().nth(1).and_then(|it| it.strip_prefix("-- caught by: ")).unwrap().to_owned()
}

#[test]
fn what_proviso_writes_of_every_analysis_is_accepted() {
    with_stack(|| {
        let wrong: Vec<String> = files("analyses")
            .iter()
            .filter_map(|file| {
                let (frame, model) = frame("Sample", file);
                match audited(&frame, &model) {
                    Judgement::Accepted => None,
                    other => Some(format!("{}: {other:?}", stem(file))),
                }
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

/// Those that the scan or the shape refuse may be right as far as a compiler can tell.
#[test]
fn no_cheat_is_accepted_that_the_compiler_refuses() {
    with_stack(|| {
        let mut said = Vec::new();
        for (folder, of) in [("cheats", "small"), ("attacks", "attacked")] {
            let analysis = root().join(format!("crates/proviso-core/tests/analyses/{of}.json"));
            let (frame, _) = frame("Small", &analysis);
            for file in files(folder) {
                let text = std::fs::read_to_string(&file).unwrap();
                let announced = announced(&text);
                let model = Module { name: "Domains.Small".to_owned(), text };
                said.push((stem(&file), announced, audited(&frame, &model)));
            }
        }
        for (name, announced, said) in &said {
            eprintln!("{name} [{announced}]: {said:?}");
        }
        let wrong: Vec<&String> = said
            .iter()
            .filter(|it| matches!(it.1.as_str(), "model" | "audit"))
            .filter(|it| it.2 == Judgement::Accepted)
            .map(|it| &it.0)
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    });
}

/// Small texts, each with what makes it wrong; the first is right.
const SMALL: [(&str, &str); 32] = [
    ("accepted", "a : the Integer 2 = 1 + 1\na = Refl"),
    ("refused", "a : the Integer 2 = 1 + 2\na = Refl"),
    ("refused", "failing \"Mismatch between\"\n  a : the Integer 2 = 2\n  a = Refl"),
    (
        "outside",
        "failing \"Mismatch between\"\n  a : plusMoney {currency = KRW} (MkMoney 1) 2 = MkMoney 2\n  a = Refl",
    ),
    ("outside", "loop : Void\nloop = loop"),
    ("outside", "first, second : List Integer -> Void\nfirst xs = second xs\nsecond xs = first xs"),
    ("outside", "data Bad : Type where\n  MkBad : (Bad -> Void) -> Bad"),
    ("outside", "partly : Bool -> Integer\npartly True = 1"),
    ("outside", "bodiless : Void"),
    ("outside", "hole : Void\nhole = ?hole"),
    ("outside", "a : Not (the Integer 1 = 1)\na Refl impossible"),
    ("outside", "a : (n : Integer) -> Not (n = 1)\na n Refl impossible"),
    ("outside", "used : (0 n : Integer) -> Integer\nused n = n"),
    ("outside", "record Holds where\n  constructor MkHolds\n  it : Type"),
    ("outside", "self : (a : Type) -> a -> a\nself _ x = x"),
    ("outside", "a : (n : Integer) -> n + 0 = n\na n = Refl"),
    // A type that is made of itself by a name that gets its meaning later.
    (
        "outside",
        "F : Type\ndata Bad : Type where\n  MkBad : F -> Bad\nF = Bad -> Void\nbad : Bad -> Void\nbad (MkBad f) = f (MkBad f)\nboom : Void\nboom = bad (MkBad bad)",
    ),
    ("outside", "looks : (0 b : Bool) -> Integer\nlooks True = 1\nlooks False = 2"),
    ("accepted", "looks : (b : Bool) -> Integer\nlooks True = 1\nlooks False = 2"),
    ("accepted", "swap : (x, y : Integer) -> x = y -> y = x\nswap _ _ Refl = Refl"),
    ("outside", "swap : (x, y : Integer) -> x = y -> y = x\nswap x y Refl = Refl"),
    ("outside", "none : Integer -> Void\nnone 1 impossible"),
    // Types and constructors begin with a capital letter.
    ("outside", "record r where\n  constructor MkR"),
    ("outside", "record R where\n  constructor mkR"),
    ("outside", "data r : Type where"),
    ("outside", "data R : Type where\n  mkR, MkS : R"),
    ("outside", "data R = mkR"),
    ("outside", "numbers : Integer -> Bool\nnumbers 1 = True\nnumbers 2 = False"),
    (
        "accepted",
        "numbers : Integer -> Bool\nnumbers 1 = True\nnumbers _ = False\na : numbers 2 = False\na = Refl",
    ),
    ("outside", "a : (b : Bool) -> b = True\na True = Refl\na b = a b"),
    // What an argument comes to does not tell that it was made of what is erased.
    (
        "outside",
        "0 other : Integer -> Integer\nother x = x\nuses : Integer -> Bool\nuses x = Prelude.EqOrd.(/=) (Domains.Small.other x) 4",
    ),
    (
        "accepted",
        "other : Integer -> Integer\nother x = x\nuses : Integer -> Bool\nuses x = Prelude.EqOrd.(/=) (Domains.Small.other x) 4",
    ),
];

#[test]
fn small_texts_that_are_wrong_are_not_accepted() {
    with_stack(|| {
        for (wanted, text) in SMALL {
            let name = "Domains.Small".to_owned();
            let text = format!(
                "module Domains.Small\n\nimport Domains.Core\n\n%default total\n\n{text}\n"
            );
            let said = judged(&[&Module { name: name.clone(), text: text.clone() }], &name);
            assert_eq!(said.told().0, wanted, "{text}{said:?}");
        }
    });
}

#[test]
fn a_budget_that_is_used_up_is_no_answer() {
    with_stack(|| {
        let core = emit::core();
        let texts = [Text { name: &core.name, text: &core.text, carried: true }];
        for budget in
            [Budget { steps: 1000, depth: 60_000 }, Budget { steps: 50_000_000, depth: 20 }]
        {
            assert!(
                matches!(judge(&texts, &core.name, budget), Judgement::Outside(_)),
                "{budget:?}"
            );
        }
    });
}

/// A module's own name is nobody else's, and one that is only `export`ed is not taken apart elsewhere.
#[test]
fn what_a_module_keeps_to_itself_is_not_seen_elsewhere() {
    with_stack(|| {
        let said = |visible: &str, used: &str| {
            let module = |name: &str, text: String| Module { name: name.to_owned(), text };
            let facts = module(
                "Domains.Facts",
                format!(
                    "module Domains.Facts\n\n%default total\n\n{visible}one : Integer\none = 1\n"
                ),
            );
            let small = module(
                "Domains.Small",
                format!(
                    "module Domains.Small\n\nimport Domains.Facts\n\n%default total\n\n{used}\n"
                ),
            );
            judged(&[&facts, &small], "Domains.Small")
        };
        let shown = "a : the Integer 1 = Domains.Facts.one\na = Refl";
        assert_eq!(said("public export\n", shown), Judgement::Accepted);
        assert!(matches!(said("export\n", shown), Judgement::Outside(_)));
        assert!(matches!(said("", shown), Judgement::Outside(_)));
        let named = "two : Integer\ntwo = Domains.Facts.one";
        assert_eq!(said("export\n", named), Judgement::Accepted);
        assert!(matches!(said("", named), Judgement::Outside(_)));
    });
}
