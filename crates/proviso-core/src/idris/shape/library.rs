//! What of the compiler's library may stand in what is compared, and what of it leaves nothing open.
//!
//! Looked up in the compiler (`:di`, v0.8.0): functions are clauses over their arguments, or primitives
//! of whole numbers and texts, in whichever module they are declared, and what their types name is not
//! there when they run.

/// Types and constructors, none of them a function that could stand for the type of a function. Not
/// those of a length, nor lists of proofs (`Vect`, `Fin`, `All`): what sums and empty ones of these
/// come to are functions of the library with arguments that nobody writes.
const TYPES: [&str; 53] = [
    "Bits16", "Bits32", "Bits64", "Bits8", "Bool", "Char", "DPair", "EQ", "Either", "Elem",
    "Element", "Equal", "Evidence", "Exists", "False", "GT", "Here", "Int", "Int16", "Int32",
    "Int64", "Int8", "Integer", "IsJust", "Just", "LT", "LTE", "Left", "List", "List1", "Maybe",
    "MkDPair", "MkPair", "MkUnit", "Nat", "Nil", "NonEmpty", "Nothing", "Oh", "Ordering", "Pair",
    "Refl", "Right", "S", "So", "String", "Subset", "There", "True", "Type", "Unit", "Void", "Z",
];

/// The constructors among them whose types have parts that what they are given does not tell.
const OPEN: [&str; 10] =
    ["Element", "Evidence", "Here", "Left", "MkDPair", "Nil", "Nothing", "Refl", "Right", "There"];

/// What the arguments of a function tell where all of them stand there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tells {
    /// Not all of its types.
    Part,
    /// All of its types; it takes so many.
    All(usize),
    /// All of them, and the types of the variables of a function that is among them.
    Functions(usize),
}

const FUNCTIONS: [(&str, Tells); 32] = [
    ("all", Tells::Functions(2)),
    ("and", Tells::All(2)),
    ("any", Tells::Functions(2)),
    ("concat", Tells::Part),
    ("concatMap", Tells::Functions(2)),
    ("const", Tells::Part),
    ("either", Tells::Functions(3)),
    ("flip", Tells::Part),
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
    ("or", Tells::All(2)),
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
    TYPES.contains(&name)
}

/// Whether a name is one of the functions.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.iter().any(|it| it.0 == name)
}

/// Whether a name that is given so much, all of it told, is told itself.
pub(super) fn is_told(name: &str, n_given: usize) -> bool {
    let of_function = |(it, tells): &(&str, Tells)| {
        *it == name && (*tells == Tells::All(n_given) || *tells == Tells::Functions(n_given))
    };
    (is_type(name) && !OPEN.contains(&name)) || FUNCTIONS.iter().any(of_function)
}

/// Whether a name that is given so much tells the types of the variables of what it calls.
pub(super) fn takes_functions(name: &str, n_given: usize) -> bool {
    let of_type = matches!((name, n_given), ("DPair" | "Subset", 2));
    of_type || FUNCTIONS.contains(&(name, Tells::Functions(n_given)))
}
