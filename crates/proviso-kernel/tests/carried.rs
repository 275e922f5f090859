//! Of what Proviso carries a new thread works out what is named, and that is not seen in any answer.
#![expect(clippy::unwrap_used, reason = "a test may stop where the machine fails it")]

use proviso_core::idris::emit;
use proviso_core::run::Module;
use proviso_kernel::{Budget, Judgement, Text, judge};

#[path = "shared/judging.rs"]
mod judging;
#[path = "campaign/mutants.rs"]
mod mutants;

const BUDGET: Budget = Budget { steps: 20_000_000, depth: 60_000 };

/// What a thread says that has judged nothing before, and what one says that knows all.
fn both(judged: impl FnOnce() -> Judgement + Clone + Send + 'static) -> [Judgement; 2] {
    [false, true].map(|is_whole| {
        let judged = judged.clone();
        let work = move || {
            if is_whole {
                let said = judging::judged([], &emit::core().name, BUDGET);
                assert_eq!(said, Judgement::Accepted, "it is accepted as a whole");
            }
            judged()
        };
        judging::with_stack(work).unwrap()
    })
}

fn module(text: &str) -> Module {
    let text = format!("module Domains.Small\n\nimport Domains.Core\n\n%default total\n\n{text}\n");
    Module { name: "Domains.Small".to_owned(), text }
}

/// Names of functions, fields, constructors and types, whole ones, instances, names of one's own that
/// are names of the library as well, and none at all.
const TEXTS: [(&str, &str); 12] = [
    ("accepted", "one : the Integer 1 = 1\none = Refl"),
    ("accepted", "ten : tenTo 1 = 10\nten = Refl"),
    ("refused", "ten : tenTo 1 = 11\nten = Refl"),
    ("accepted", "ten : Domains.Core.tenTo 1 = 10\nten = Refl"),
    ("outside", "ten : Domains.Facts.tenTo 1 = 10\nten = Refl"),
    ("accepted", "two : (MkRatio 1 2).denominator = 2\ntwo = Refl"),
    (
        "accepted",
        "same : (MkDecimal 15 1 == MkDecimal 15 1) = (MkDecimal 15 1 == MkDecimal 15 1)\nsame = Refl",
    ),
    ("accepted", "same : (KRW == KRW) = True\nsame = Refl"),
    ("refused", "same : (KRW == USD) = True\nsame = Refl"),
    (
        "accepted",
        "tenTo : Integer -> Integer\ntenTo n = n\nten : Domains.Small.tenTo 1 = 1\nten = Refl",
    ),
    ("outside", "0 digits : Integer\ndigits = 1\nuses : Integer\nuses = digits"),
    ("outside", "none : Integer\nnone = nowhere"),
];

#[test]
fn an_answer_is_the_same_whether_all_is_worked_out_or_what_is_named() {
    for (wanted, text) in TEXTS {
        let it = module(text);
        let [named, whole] = both(move || judging::judged([&it], &it.name, BUDGET));
        assert_eq!(named, whole, "{text}");
        assert_eq!(named.told().0, wanted, "{text}\n{named:?}");
    }
    let bases = mutants::bases();
    for base in &bases {
        let modules = base.modules.clone();
        let [named, whole] = both(move || judging::judged(&modules, &modules[2].name, BUDGET));
        assert_eq!([&named, &whole], [&Judgement::Accepted; 2], "{}", base.name);
    }
    // Twenty of all, and one whose answer speaks of a function of the library's own.
    for number in (0..20_000).step_by(997).chain([751]) {
        let Some(mutant) = mutants::mutant(&bases, number) else { continue };
        let what = mutant.what.clone();
        let [named, whole] = both(move || mutant.judged());
        assert_eq!(named, whole, "{number} {what}");
    }
}

/// One thread is asked for little, for more, for what is wrong, and for little again.
#[test]
fn a_thread_that_is_asked_for_more_works_it_out() {
    let work = || {
        let said = |at: usize| {
            let it = module(TEXTS[at].1);
            judging::judged([&it], &it.name, BUDGET).told().0
        };
        for at in [0, 1, 8, 7, 2, 0] {
            assert_eq!(said(at), TEXTS[at].0, "{}", TEXTS[at].1);
        }
    };
    judging::with_stack(work).unwrap();
}

/// Only what is carried may do what no other may, also where another goes by its name.
#[test]
fn a_text_is_not_carried_since_one_of_its_name_is() {
    let work = || {
        let mut core = emit::core();
        let own = module("no : Void\nno = never");
        core.text.push_str("\nnever : Void\nnever = assert_total never\n");
        let carried = emit::core();
        let text = |it: &Module, carried: bool| {
            let (name, text) = (it.name.clone(), it.text.clone());
            (name, text, carried)
        };
        for order in [[0, 1], [1, 0]] {
            let both = [text(&carried, true), text(&core, false)];
            let texts = order.map(|at| &both[at]);
            let own = text(&own, false);
            let texts: Vec<Text<'_>> = texts
                .into_iter()
                .chain([&own])
                .map(|(name, text, carried)| Text { name, text, carried: *carried })
                .collect();
            let said = judge(&texts, "Domains.Small", BUDGET);
            assert_eq!(said.told().0, "outside", "{said:?}");
        }
    };
    judging::with_stack(work).unwrap();
}
