//! What modules use of Prelude and base, in modules of the real names.
//!
//! The texts are read like any other; what is computed outside of them is named here, and nowhere
//! else. Operators go by the names on the right of [`OPERATORS`] in the texts.

use crate::term::{Kind, Prim};

/// The texts, each behind those that it imports.
pub(crate) const TEXTS: [(&str, &str); 11] = [
    ("Builtin", include_str!("../library/Builtin.idr")),
    ("Prelude.Basics", include_str!("../library/Prelude/Basics.idr")),
    ("Prelude.Types", include_str!("../library/Prelude/Types.idr")),
    ("Prelude.Types.List", include_str!("../library/Prelude/Types/List.idr")),
    ("Prelude.Types.String", include_str!("../library/Prelude/Types/String.idr")),
    ("Prelude.EqOrd", include_str!("../library/Prelude/EqOrd.idr")),
    ("Prelude.Num", include_str!("../library/Prelude/Num.idr")),
    ("Prelude.Show", include_str!("../library/Prelude/Show.idr")),
    ("Prelude.Interfaces", include_str!("../library/Prelude/Interfaces.idr")),
    ("Data.So", include_str!("../library/Data/So.idr")),
    ("Decidable.Equality", include_str!("../library/Decidable/Equality.idr")),
];

/// Those that are seen only where they are imported.
pub(crate) const IMPORTED: [&str; 2] = ["Data.So", "Decidable.Equality"];

const OPERATORS: [(&str, &str); 13] = [
    ("Cons", "::"),
    ("andAlso", "&&"),
    ("orElse", "||"),
    ("append", "++"),
    ("equals", "=="),
    ("differs", "/="),
    ("below", "<"),
    ("above", ">"),
    ("atMost", "<="),
    ("atLeast", ">="),
    ("plus", "+"),
    ("times", "*"),
    ("minus", "-"),
];

/// The operator that a name of the texts stands for.
pub(crate) fn renamed(name: &str) -> &str {
    OPERATORS.iter().find(|it| it.0 == name).map_or(name, |it| it.1)
}

/// Whether the values of a type are literals, and not made by constructors.
pub(crate) fn has_literals(whole: &str) -> bool {
    matches!(whole, "Builtin.Integer" | "Builtin.String" | "Builtin.Char")
}

/// What a name without a definition is in the texts.
pub(crate) fn built_in(whole: &str) -> Option<(&str, Kind)> {
    let (module, name) = whole.rsplit_once('.')?;
    let prim = |prim, arity| Kind::Prim(prim, arity);
    let kind = match (module, name) {
        ("Builtin", "Integer" | "String" | "Char") => Kind::Type(Vec::new()),
        ("Prelude.Types", "unpack") => prim(Prim::Unpack, 1),
        ("Prelude.Types", "pack") => prim(Prim::Pack, 1),
        ("Prelude.Types", "isAlphaNum") => prim(Prim::AlphaNum, 1),
        ("Prelude.Types", "toLower") => prim(Prim::Lower, 1),
        ("Prelude.Types.String", "++") => prim(Prim::Append, 2),
        ("Prelude.EqOrd", "sameInteger") => prim(Prim::Same, 2),
        ("Prelude.EqOrd", "lessInteger") => prim(Prim::Less, 2),
        ("Prelude.EqOrd", "atMostInteger") => prim(Prim::AtMost, 2),
        ("Prelude.EqOrd", "compareInteger") => prim(Prim::Compare, 2),
        ("Prelude.EqOrd", "sameText") => prim(Prim::SameText, 2),
        ("Prelude.EqOrd", "sameChar") => prim(Prim::SameChar, 2),
        ("Prelude.Num", "plusInteger") => prim(Prim::Add, 2),
        ("Prelude.Num", "timesInteger") => prim(Prim::Mul, 2),
        ("Prelude.Num", "minusInteger") => prim(Prim::Sub, 2),
        ("Prelude.Num", "prim__div_Integer") => prim(Prim::Div, 2),
        ("Prelude.Num", "prim__mod_Integer") => prim(Prim::Mod, 2),
        ("Prelude.Show", "showInteger") => prim(Prim::ShowInteger, 1),
        ("Prelude.EqOrd", "==" | "/=" | "compare" | "<" | ">" | "<=" | ">=")
        | ("Prelude.Num", "+" | "*" | "-" | "negate")
        | ("Prelude.Show", "show")
        | ("Prelude.Interfaces", "map")
        | ("Decidable.Equality", "decEq") => Kind::Method,
        _ => return None,
    };
    Some((name, kind))
}

/// The methods of the interfaces that a module may implement.
pub(crate) fn methods(interface: &str) -> &'static [&'static str] {
    match interface {
        "Eq" => &["Prelude.EqOrd.=="],
        "Ord" => &["Prelude.EqOrd.compare"],
        "Show" => &["Prelude.Show.show"],
        _ => &[],
    }
}

/// Who implements what: the method, the type, the function.
pub(crate) const INSTANCES: [(&str, &str, &str); 19] = [
    ("Prelude.EqOrd.==", "Builtin.Integer", "Prelude.EqOrd.sameInteger"),
    ("Prelude.EqOrd.<", "Builtin.Integer", "Prelude.EqOrd.lessInteger"),
    ("Prelude.EqOrd.<=", "Builtin.Integer", "Prelude.EqOrd.atMostInteger"),
    ("Prelude.EqOrd.>", "Builtin.Integer", "Prelude.EqOrd.moreInteger"),
    ("Prelude.EqOrd.>=", "Builtin.Integer", "Prelude.EqOrd.atLeastInteger"),
    ("Prelude.EqOrd.compare", "Builtin.Integer", "Prelude.EqOrd.compareInteger"),
    ("Prelude.EqOrd.==", "Builtin.String", "Prelude.EqOrd.sameText"),
    ("Prelude.EqOrd.==", "Builtin.Char", "Prelude.EqOrd.sameChar"),
    ("Prelude.EqOrd.==", "Prelude.Basics.Bool", "Prelude.EqOrd.sameBool"),
    ("Prelude.EqOrd.==", "Prelude.Types.Maybe", "Prelude.EqOrd.equalMaybe"),
    ("Prelude.EqOrd.==", "Prelude.Basics.List", "Prelude.EqOrd.equalList"),
    ("Prelude.Num.+", "Builtin.Integer", "Prelude.Num.plusInteger"),
    ("Prelude.Num.*", "Builtin.Integer", "Prelude.Num.timesInteger"),
    ("Prelude.Num.-", "Builtin.Integer", "Prelude.Num.minusInteger"),
    ("Prelude.Num.negate", "Builtin.Integer", "Prelude.Num.negateInteger"),
    ("Prelude.Show.show", "Builtin.Integer", "Prelude.Show.showInteger"),
    ("Prelude.Interfaces.map", "Prelude.Basics.List", "Prelude.Interfaces.mapList"),
    ("Prelude.Interfaces.map", "Prelude.Types.Maybe", "Prelude.Interfaces.mapMaybe"),
    ("Prelude.Interfaces.map", "Prelude.Types.Either", "Prelude.Interfaces.mapEither"),
];

/// The types whose equality is decided; that is never computed here.
pub(crate) const DECIDED: [&str; 7] = [
    "Builtin.Integer",
    "Builtin.String",
    "Builtin.Char",
    "Prelude.Basics.Bool",
    "Prelude.Types.Maybe",
    "Prelude.Basics.List",
    "Builtin.Pair",
];

/// Methods that come of another one: the method, what it comes of, how.
pub(crate) const DEFAULTS: [(&str, &str, &str); 1] =
    [("Prelude.EqOrd./=", "Prelude.EqOrd.==", "Prelude.EqOrd.notEquals")];
