//! The closed list of lemmas that proofs of a model may stand on.
//!
//! Facts have besides, for each rule about rows, `each7` and `all7`: from the rule of all rows to one
//! of each, and back; and, where they are wide, `whole`.
//!
//! **Invariant:** each was proved and looked at, and says nothing that its arguments do not: given
//! proofs that are true it makes none that is not. What a lemma is given besides proofs is not
//! believed; its type says what it comes to.

use super::functions::is_name;
use crate::idris::syntax::Source;

/// A lemma of the closed list. Each is one clause of `Refl` or `Oh` over `Refl` or `Oh`, or recursion
/// over a list; all stand in `Domains.Core` but those of the compiler's own library.
#[derive(Debug)]
pub(super) struct Lemma {
    /// The module that declares it.
    pub(super) module: &'static str,
    /// Its name.
    pub(super) name: &'static str,
    /// What it takes, in order.
    pub(super) takes: &'static [Takes],
}

/// What a lemma takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// A proof.
    Proof,
    /// A value or a function of which nothing is believed: types say what the lemma comes to.
    Any,
    /// A value whose proofs are arguments of the function that makes it.
    Made,
    /// A function of the model that is a field of what it takes, like `keepsR0`.
    Keeper,
    /// A function of the model that makes a record, like `make`.
    Maker,
    /// A function of the model that is an equation, like `viewMake`.
    Equation,
}

/// The trusted library.
pub(super) const CORE: &str = "Domains.Core";

/// The closed list.
pub(super) const LEMMAS: [Lemma; 11] = [
    Lemma { module: "Builtin", name: "sym", takes: &[Takes::Proof] },
    Lemma { module: "Builtin", name: "trans", takes: &[Takes::Proof, Takes::Proof] },
    Lemma { module: "Prelude.Basics", name: "cong", takes: &[Takes::Any, Takes::Proof] },
    Lemma { module: CORE, name: "asSo", takes: &[Takes::Proof] },
    Lemma { module: CORE, name: "asTrue", takes: &[Takes::Proof] },
    Lemma { module: CORE, name: "onSame", takes: &[Takes::Any, Takes::Proof, Takes::Proof] },
    Lemma { module: CORE, name: "bothRows", takes: &[Takes::Any, Takes::Proof, Takes::Proof] },
    Lemma { module: CORE, name: "ofFirst", takes: &[Takes::Proof] },
    Lemma { module: CORE, name: "ofSecond", takes: &[Takes::Proof] },
    Lemma {
        module: CORE,
        name: "linesBack",
        takes: &[Takes::Any, Takes::Maker, Takes::Equation, Takes::Made, Takes::Proof],
    },
    Lemma { module: CORE, name: "linesKeep", takes: &[Takes::Any, Takes::Keeper, Takes::Made] },
];

/// The functions of the library that make lists of records.
pub(super) const MAKERS: [(&str, &[Takes]); 1] =
    [("linesOf", &[Takes::Maker, Takes::Made, Takes::Proof])];

/// Constructors of the compiler's own library that hold what they are given.
pub(super) const HOLDERS: [&str; 5] = ["Just", "Nothing", "Left", "Right", "Nil"];

/// Whether a name is one of these functions.
pub(super) fn is_maker(name: &str) -> bool {
    MAKERS.iter().any(|it| it.0 == name) || HOLDERS.contains(&name)
}

/// Whether a name is the facts' lemma between a rule about rows and one about each row: its last
/// argument is a proof, the others are values.
pub(super) fn is_of_rows(facts: &Source, written: &str) -> bool {
    let name = written.rsplit('.').next().unwrap_or(written);
    let number = name.strip_prefix("each").or_else(|| name.strip_prefix("all"));
    number.is_some_and(|it| !it.is_empty() && it.chars().all(|c| c.is_ascii_digit()))
        && is_name(written, &facts.name, name)
        && super::types::declared(facts).contains(name)
}

/// Whether a name is the facts' lemma that they are what their values make; only wide ones have it.
pub(super) fn is_whole(facts: &Source, written: &str) -> bool {
    is_name(written, &facts.name, "whole") && super::types::declared(facts).contains("whole")
}
