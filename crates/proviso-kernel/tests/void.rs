//! Proofs of `Void` that the compiler took, or once took, each rewritten in what the kernel reads; the
//! number is that of the public issue where the idea was reported.
//!
//! **Invariant:** the kernel accepts none of them, and accepts what each is a proof of with the hole
//! mended, where there is such a text: what it refuses is the hole and not a form that it cannot read.

use proviso_core::run::Module;
use proviso_kernel::{Budget, Judgement};

#[path = "shared/judging.rs"]
mod judging;

const PROOFS: [(&str, &str); 17] = [
    (
        "1859, a loop through the answer of another function",
        "again : (Integer -> Either Integer Void) -> Integer -> Void
again f x = case f x of
  Left y => again f y
  Right z => z
none : Integer -> Either Integer Void
none n = Left n
boom : Void
boom = again none 1",
    ),
    (
        "1859, a loop through what is matched on",
        "loop : (Void -> Void) -> Void
loop f = case the (Either (Void -> Void) Void) (Left f) of
  Left g => loop g
  Right p => p
boom : Void
boom = loop (\\x => x)",
    ),
    (
        "2690, a case that is missing",
        "only : (m : Maybe Bool) -> m = Just True -> Void
only Nothing Refl impossible
boom : Void
boom = only (Just True) Refl",
    ),
    (
        "2690, a case that is missing behind a type",
        "data Small = One | Two
data Is : Small -> Type where
  IsOne : Is One
never : (s : Small) -> Is s -> Void
never Two IsOne impossible
boom : Void
boom = never One IsOne",
    ),
    (
        "2633, no function is told from another",
        "data Same : Bool -> Bool -> Type where
  By : (f : Bool -> Bool) -> Same (f True) (f False)
never : Same True False -> Void
never (By f) impossible
boom : Void
boom = never (By (\\x => x))",
    ),
    (
        "2633, an equation of functions",
        "never : (f : Bool -> Bool) -> f True = True -> Void
never f Refl impossible
boom : Void
boom = never (\\x => x) Refl",
    ),
    (
        "2253, what is stated and never shown",
        "0 lemma : Void = Unit\nboom : Void\nboom = rewrite lemma in ()",
    ),
    (
        "2253, a proof that is a name without meaning",
        "0 lemma : True = False
never : True = False -> Void
never Refl impossible
0 boom : Void
boom = never lemma",
    ),
    (
        "Idris 1, 2821: an error of types is not impossible",
        "never : (a, b : Bool) -> Not (a = b)
never a b Refl impossible
boom : Void
boom = never True True Refl",
    ),
    (
        "Idris 1, 3269: a constructor that does fit",
        "data Letter = A | B | C
data Vowel : Letter -> Type where
  VowelA : Vowel A
never : (l : Letter) -> Not (Vowel l)
never l VowelA impossible
boom : Void
boom = never A VowelA",
    ),
    (
        "3800, a bound that is computed",
        "add : Nat -> Nat -> Nat
add Z m = m
add (S n) m = S (add n m)
data Below : Nat -> Type where
  First : {n : Nat} -> Below (S n)
  Next : {n : Nat} -> Below n -> Below (S n)
number : {n : Nat} -> Below n -> Nat
number First = 0
number (Next it) = S (number it)
never : (n : Nat) -> (k : Below (add n 2)) -> number k = S n -> Void
never Z First Refl impossible
boom : Void
boom = never 0 (Next First) Refl",
    ),
    (
        "1998, an erased argument is looked at",
        "prove : (0 c : Bool) -> c = True
prove True = Refl
never : False = True -> Void
never Refl impossible
boom : Void
boom = never (prove False)",
    ),
    (
        "3481, a constructor for an empty type",
        "data Builtin.Void where
  MkVoid : Void
boom : Void
boom = MkVoid",
    ),
    (
        "a type that is not positive",
        "data Curry : Type where
  MkCurry : (Curry -> Void) -> Curry
no : Curry -> Void
no (MkCurry f) = f (MkCurry f)
boom : Void
boom = no (MkCurry no)",
    ),
    (
        "a type that is not positive below a list",
        "data Curry : Type where
  MkCurry : List (Curry -> Void) -> Curry
no : Curry -> Void
no (MkCurry []) = no (MkCurry [])
no (MkCurry (f :: rest)) = f (MkCurry (f :: rest))
boom : Void
boom = no (MkCurry [no])",
    ),
    (
        "a set of all sets",
        "data Set : Type where
  MkSet : (a : Type) -> (a -> Set) -> Set
member : Set -> Set -> Type
member x (MkSet a f) = Void",
    ),
    (
        "remainders and halves as if they were smaller",
        "down : Integer -> Void
down n = down (n - 1)
boom : Void
boom = down 1",
    ),
];

/// What some of them prove where nothing is wrong.
const RIGHT: [&str; 3] = [
    "only : (m : Maybe Bool) -> m = Just True -> Bool
only Nothing Refl impossible
only (Just x) _ = x",
    "data Letter = A | B | C
never : Not (A = B)
never Refl impossible",
    "data Curry : Type where
  MkCurry : List Curry -> Curry
no : Curry -> Integer
no (MkCurry _) = 1",
];

fn said(text: &str) -> Judgement {
    let name = "Domains.Small".to_owned();
    let text = format!("module Domains.Small\n\nimport Domains.Core\n\n%default total\n\n{text}\n");
    let module = Module { name: name.clone(), text };
    judging::judged([&module], &name, Budget { steps: 50_000_000, depth: 60_000 })
}

#[test]
fn no_known_proof_of_void_is_accepted() {
    judging::with_stack(|| {
        let told: Vec<(&str, Judgement)> =
            PROOFS.iter().map(|(idea, text)| (*idea, said(text))).collect();
        for (idea, said) in &told {
            eprintln!("{idea}: {said:?}");
        }
        let wrong: Vec<&str> =
            told.iter().filter(|it| it.1 == Judgement::Accepted).map(|it| it.0).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    })
    .unwrap();
}

#[test]
fn what_they_get_wrong_is_accepted_where_it_is_right() {
    judging::with_stack(|| {
        for text in RIGHT {
            assert_eq!(said(text), Judgement::Accepted, "{text}");
        }
    })
    .unwrap();
}
