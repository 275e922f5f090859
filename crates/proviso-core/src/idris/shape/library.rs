//! What of the compiler's library may stand in what is compared, and what of it leaves nothing open.
//!
//! Looked up in the compiler (`:di`, v0.8.0): functions are clauses over their arguments, or primitives
//! of whole numbers and texts, in whichever module they are declared, and what their types name is not
//! there when they run.

use super::patterns::Given;

/// Types, none of them a function that could stand for the type of a function. Not those of a length,
/// nor lists of proofs (`Vect`, `Fin`, `All`): what sums and empty ones of these come to are functions
/// of the library with arguments that nobody writes. Nor what holds functions (`Dec`, `Not`), nor what
/// of proofs no model of a document is made of and what is over types that nobody writes (`Exists`,
/// `Elem`, `Equal`).
const TYPES: [(&str, Tells); 24] = [
    ("Bits16", Tells::Alone),
    ("Bits32", Tells::Alone),
    ("Bits64", Tells::Alone),
    ("Bits8", Tells::Alone),
    ("Bool", Tells::Alone),
    ("Char", Tells::Alone),
    ("Either", Tells::Alone),
    ("Int", Tells::Alone),
    ("Int16", Tells::Alone),
    ("Int32", Tells::Alone),
    ("Int64", Tells::Alone),
    ("Int8", Tells::Alone),
    ("Integer", Tells::Alone),
    ("List", Tells::Alone),
    ("Maybe", Tells::Alone),
    ("Nat", Tells::Alone),
    ("Ordering", Tells::Alone),
    ("Pair", Tells::Alone),
    ("So", Tells::Alone),
    ("String", Tells::Alone),
    ("Subset", Tells::Alone),
    ("Type", Tells::Alone),
    ("Unit", Tells::Alone),
    ("Void", Tells::Alone),
];

/// Constructors, which patterns may take apart.
const CONSTRUCTORS: [(&str, Tells); 17] = [
    ("EQ", Tells::Alone),
    ("Element", Tells::Part),
    ("False", Tells::Alone),
    ("GT", Tells::Alone),
    ("Just", Tells::All(1)),
    ("LT", Tells::Alone),
    ("Left", Tells::Part),
    ("MkPair", Tells::All(2)),
    ("MkUnit", Tells::Alone),
    ("Nil", Tells::Part),
    ("Nothing", Tells::Part),
    ("Oh", Tells::Alone),
    ("Refl", Tells::Part),
    ("Right", Tells::Part),
    ("S", Tells::Alone),
    ("True", Tells::Alone),
    ("Z", Tells::Alone),
];

/// What is told of the types of a name and of what it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tells {
    /// All of them, however much it is given: its type has nothing that is found.
    Alone,
    /// Not all of them.
    Part,
    /// All of them where so much is given.
    All(usize),
    /// All of them there, and the types of the variables of a function that is among it.
    Functions(usize),
}

/// Not `max` and `min`, which are blocks of `if`: of two blocks that stand in one place of the text
/// conversion does not compare what they look at.
const FUNCTIONS: [(&str, Tells); 31] = [
    ("all", Tells::Functions(2)),
    ("and", Tells::All(1)),
    ("any", Tells::Functions(2)),
    ("compare", Tells::All(2)),
    ("concat", Tells::Part),
    ("concatMap", Tells::Functions(2)),
    ("either", Tells::Functions(3)),
    ("foldl", Tells::Functions(3)),
    ("foldr", Tells::Functions(3)),
    ("fromMaybe", Tells::All(2)),
    ("fst", Tells::All(1)),
    ("id", Tells::All(1)),
    ("integerToNat", Tells::All(1)),
    ("isJust", Tells::All(1)),
    ("isNothing", Tells::All(1)),
    ("length", Tells::All(1)),
    ("map", Tells::Functions(2)),
    ("maybe", Tells::Functions(3)),
    ("natToInteger", Tells::All(1)),
    ("negate", Tells::All(1)),
    ("not", Tells::All(1)),
    ("or", Tells::All(1)),
    ("pack", Tells::All(1)),
    ("product", Tells::All(1)),
    ("reverse", Tells::All(1)),
    ("snd", Tells::All(1)),
    ("sum", Tells::All(1)),
    ("the", Tells::All(2)),
    ("unpack", Tells::All(1)),
    ("zip", Tells::All(2)),
    ("zipWith", Tells::Functions(3)),
];

/// Whether a name is one of the types and constructors.
pub(super) fn is_type(name: &str) -> bool {
    TYPES.iter().chain(&CONSTRUCTORS).any(|it| it.0 == name)
}

/// Whether a name is one of the constructors.
pub(super) fn is_constructor(name: &str) -> bool {
    CONSTRUCTORS.iter().any(|it| it.0 == name)
}

/// Whether the type of what a constructor makes tells its values apart.
pub(super) fn is_indexed(name: &str) -> bool {
    matches!(name, "Oh" | "Refl")
}

/// What a constructor is given, where something of it is declared with `0`.
pub(super) fn takes(name: &str) -> Given<'static> {
    match name {
        "Element" => vec![("fst", false), ("snd", true)],
        _ => Vec::new(),
    }
}

/// Whether a name is one of the functions.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.iter().any(|it| it.0 == name)
}

/// Whether a name that is given so much, all of it told, is told itself.
pub(super) fn is_told(name: &str, n_given: usize) -> bool {
    let all = TYPES.iter().chain(&CONSTRUCTORS).chain(&FUNCTIONS);
    all.filter(|it| it.0 == name).any(|it| match it.1 {
        Tells::Alone => true,
        Tells::Part => false,
        Tells::All(n) | Tells::Functions(n) => n == n_given,
    })
}

/// Whether a name that is given so much tells the types of the variables of what it calls.
pub(super) fn takes_functions(name: &str, n_given: usize) -> bool {
    let of_type = (name, n_given) == ("Subset", 2);
    of_type || FUNCTIONS.contains(&(name, Tells::Functions(n_given)))
}
