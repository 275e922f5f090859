//! Which module has a name, for names that a program must import.
//!
//! Source: `libs/base` of Idris 2 v0.8.0. A name that several modules have is listed with the one
//! that is meant most often; the first line that has it counts.

use std::sync::LazyLock;

use super::source::{Source, Visibility};
use crate::idris::emit;

const LIBRARY: &[(&str, &str)] = &[
    ("Data.So", "So Oh choose decSo eqToSo soToEq soToNotSoNot soNotToNotSo soAnd andSo soOr orSo"),
    ("Decidable.Equality", "DecEq decEq decEqSelfIsYes decEqContraIsNo negEqSym"),
    (
        "Data.List",
        "isNil isCons take drop takeWhile dropWhile find findIndex findIndices lookupBy lookup \
         nubBy nub insertAt deleteAt deleteBy delete unionBy union spanBy span break split splitAt \
         partition inits tails splitOn replaceAt replaceWhen replaceOn replicate intersect \
         NonEmpty IsNonEmpty head tail last init uncons' head' tail' last' init' foldr1 foldl1 \
         interleave intersperse intercalate catMaybes sorted mergeBy merge sortBy sort isPrefixOf \
         isSuffixOf isInfixOf transpose groupBy group groupWith groupAllWith InBounds InFirst \
         InLater inBounds index index' iterate iterateN unfoldr zip zip3 zipWith zipWith3 unzip \
         unzip3 unzipWith appendNilRightNeutral appendAssociative lengthMap mapMaybe singleton",
    ),
    (
        "Data.String",
        "indent padLeft padRight fastUnlines words joinBy unwords lines unlines StrM StrNil \
         StrCons strM AsList asList ltrim trim stringToNatOrZ toUpper toLower parsePositive \
         parseInteger parseDouble",
    ),
    (
        "Data.Nat",
        "isZero IsSucc ItIsSucc isItSucc NonZero SIsNonZero power pred LTE LTEZero LTESucc GTE LT \
         GT isLTE isGTE isLT isGT lteSuccRight lteSuccLeft lteAddRight lte gte lt gt gcd lcm \
         divNatNZ modNatNZ divCeilNZ plusZeroRightNeutral plusSuccRightSucc plusCommutative \
         plusAssociative plusLeftCancel plusRightCancel multZeroRightZero multCommutative \
         multAssociative multDistributesOverPlusLeft multDistributesOverPlusRight \
         multOneLeftNeutral multOneRightNeutral",
    ),
    ("Data.Vect", "Vect toVect elemIndex permute diag kSplits nSplits exactLength"),
    (
        "Data.Maybe",
        "isNothing isJust IsJust ItIsJust isItJust fromMaybe fromJust toMaybe lowerMaybe \
         raiseToMaybe",
    ),
    (
        "Data.Either",
        "isLeft isRight lefts rights partitionEithers getLeft getRight fromLeft fromRight \
         fromEither mirror maybeToEither eitherToMaybe",
    ),
    ("Data.DPair", "Exists Evidence Subset Element"),
    (
        "Data.Fin",
        "Fin FZ FS finToNat finToInteger weaken weakenN strengthen shift natToFin integerToFin \
         restrict",
    ),
    ("Data.List.Elem", "Elem Here There isElem dropElem elemToNat indexElem"),
    ("Data.List.Quantifiers", "All Any all any negAnyAll anyNegAll"),
    ("Data.List1", "List1 forget appendl lappend"),
    ("Data.Zippable", "Zippable"),
    ("Data.SnocList", "isLin isSnoc"),
    ("Data.Bits", "Bits FiniteBits shiftL shiftR testBit popCount"),
    ("Decidable.Decidable", "isNo isYes IsYes ItIsYes decision Decidable"),
    ("Data.These", "These This That Both these fromThis fromThat"),
    ("Data.Fuel", "Fuel Dry More limit forever"),
    ("Control.Relation", "Reflexive Transitive Symmetric Antisymmetric Equivalence"),
    ("Syntax.PreorderReasoning", "FastDerivation Calc"),
    ("Data.IORef", "IORef newIORef readIORef writeIORef modifyIORef"),
    ("Data.SortedMap", "SortedMap"),
    ("Data.SortedSet", "SortedSet"),
    ("Control.Monad.State", "State StateT evalState execState runState"),
];

/// The module of the library, or of ours, that has a name.
pub(super) fn module_of(name: &str) -> Option<&'static str> {
    let has = |names: &str| names.split_whitespace().any(|it| it == name);
    if let Some((module, _)) = LIBRARY.iter().find(|it| has(it.1)) {
        return Some(module);
    }
    CORE.iter().any(|it| it == name).then_some("Domains.Core")
}

/// The names that our own library exports: declarations and constructors of records.
static CORE: LazyLock<Vec<String>> = LazyLock::new(|| {
    let core = Source::new(emit::CORE);
    let mut names = Vec::new();
    for declaration in &core.declarations {
        if declaration.visibility != Visibility::Private {
            names.extend(declaration.names.iter().cloned());
            let constructors = declaration.tokens.clone().skip(1);
            names.extend(
                constructors
                    .filter(|at| core.word(at - 1) == "constructor")
                    .map(|at| core.word(at).to_owned()),
            );
        }
    }
    names
});

/// Whether it is a module of the library that may be imported by its name.
pub(super) fn is_module(name: &str) -> bool {
    name == "Domains.Core" || LIBRARY.iter().any(|it| it.0 == name)
}

/// The module that a misspelled one means: the nearest name if it is near, of equally near ones the
/// first of the table.
pub(super) fn similar_module(name: &str) -> Option<&'static str> {
    let modules = LIBRARY.iter().map(|it| it.0).chain(["Domains.Core"]);
    let distance = |it: &str| strsim::damerau_levenshtein(&it.to_lowercase(), &name.to_lowercase());
    let near = modules.map(|it| (distance(it), it)).filter(|it| it.0 <= 2);
    near.min_by_key(|it| it.0).map(|it| it.1)
}
