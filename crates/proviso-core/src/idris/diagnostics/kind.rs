//! What a message complains of.
//!
//! **Invariant:** decided by the words that the compiler itself puts first, never by words that it
//! cites from the program, so an identifier or a string in a message cannot change the kind.

use crate::run::DiagnosticKind as Kind;

/// Openings of the compiler's messages, in the order of the test. Source: `Idris.Error`,
/// `Idris.Parser`, `Parser.Rule.Source`, `Core.Core` of Idris 2 v0.6.0 to v0.8.0.
const OPENINGS: &[(&str, Kind)] = &[
    ("Undefined name ", Kind::UndefinedName),
    ("No type declaration for ", Kind::UndefinedName),
    ("Unknown operator ", Kind::UndefinedName),
    ("Record type ", Kind::UndefinedName),
    ("Can't find an implementation for ", Kind::MissingImplementation),
    ("Ambiguous elaboration", Kind::Ambiguous),
    ("Ambiguous name", Kind::Ambiguous),
    ("Multiple solutions found in search of", Kind::Ambiguous),
    ("Maximum ambiguity depth exceeded", Kind::Ambiguous),
    ("When unifying", Kind::Mismatch),
    ("Mismatch between", Kind::Mismatch),
    ("Can't solve constraint between", Kind::Mismatch),
    ("Pattern variable ", Kind::Mismatch),
    ("Rewriting by ", Kind::Mismatch),
    ("Return type of ", Kind::Mismatch),
    ("Cycle detected in solution", Kind::Mismatch),
    ("Unsolved holes", Kind::Hole),
    ("Named hole ", Kind::Hole),
    ("Unreachable clause", Kind::Coverage),
    ("Impossible pattern gives an error", Kind::Coverage),
    ("Module name ", Kind::ModuleName),
    ("Module imports form a cycle", Kind::MissingModule),
    ("Error in TTC file", Kind::Compiler),
    ("File error in ", Kind::Compiler),
    ("Error loading file", Kind::Compiler),
    ("Can't find package", Kind::Compiler),
    ("INTERNAL ERROR", Kind::Compiler),
    ("Internal error", Kind::Compiler),
    ("Timeout in ", Kind::Compiler),
    ("Unhandled input for ", Kind::Compiler),
    ("Expected at most one input file", Kind::Compiler),
    ("Unknown flag ", Kind::Compiler),
    ("Exception", Kind::Compiler),
    ("Segmentation fault", Kind::Compiler),
    ("out of memory", Kind::Compiler),
    ("Couldn't parse any alternatives", Kind::Parse),
    ("Couldn't parse declaration", Kind::Parse),
    ("Can't parse literate", Kind::Parse),
    ("Can't recognise token", Kind::Parse),
    ("Can't use reserved ", Kind::Parse),
    ("Expected ", Kind::Parse),
    ("expected ", Kind::Parse),
    ("Unexpected ", Kind::Parse),
    ("Unrecognised ", Kind::Parse),
    ("Bracket is not properly closed", Kind::Parse),
    ("Not the end of a block", Kind::Parse),
    ("End of block", Kind::Parse),
    ("Invalid ", Kind::Parse),
    ("Cannot begin a declaration", Kind::Parse),
    ("Cannot return a", Kind::Parse),
    ("Keyword '", Kind::Parse),
    ("Wrong number of 'with'", Kind::Parse),
    ("Fields have to be named", Kind::Parse),
    ("Imports must go before", Kind::Parse),
    ("Delay only takes", Kind::Parse),
    ("Implementation body can only", Kind::Parse),
    ("While processing multi-line string", Kind::Parse),
    ("Multiple totality modifiers", Kind::Parse),
    ("Multiple visibility modifiers", Kind::Parse),
    ("Named arguments not allowed", Kind::Parse),
    ("Not a namespaced 'do'", Kind::Parse),
    ("Quantity out of order", Kind::Parse),
    ("Telescope is not optional", Kind::Parse),
    ("Operator ", Kind::Parse),
    ("Head term in pattern must be", Kind::Parse),
    ("= not allowed", Kind::Parse),
    ("| not allowed", Kind::Parse),
    ("Name ", Kind::Visibility),
];

/// Endings of the first line; they follow a name or term of the program, so they are asked only
/// where no opening fits.
const ENDINGS: &[(&str, Kind)] = &[
    (" is not covering.", Kind::Coverage),
    (" is not a valid impossible case.", Kind::Coverage),
    (" is private.", Kind::Visibility),
    (" is not a rewrite rule type.", Kind::Mismatch),
    (" is not a function type.", Kind::Mismatch),
    (" is not part of a record type.", Kind::UndefinedName),
];

/// The kind of an error by its text without location and excerpt.
pub(super) fn of_error(message: &str) -> Kind {
    let text = behind_context(message);
    let first = text.lines().next().unwrap_or_default().trim_end();
    if text.starts_with("Sorry, I can't find any elaboration which works") {
        return of_alternatives(text);
    }
    if first.starts_with("Module ") && first.ends_with(" not found") {
        return Kind::MissingModule;
    }
    if first.starts_with("Fixity ") && first.ends_with(" not found") {
        return Kind::UndefinedName;
    }
    if first.starts_with("Name ")
        && !first.contains(" is private")
        && !first.contains(" is inaccessible since ")
    {
        return Kind::Other;
    }
    if let Some((_, kind)) = OPENINGS.iter().find(|(opening, _)| text.starts_with(opening)) {
        return *kind;
    }
    if first.contains(" cannot refer to ") {
        return Kind::Visibility;
    }
    if first.contains(" is not total, ") {
        return Kind::Termination;
    }
    ENDINGS.iter().find(|(ending, _)| first.ends_with(ending)).map_or(Kind::Other, |it| it.1)
}

/// All alternatives failed: their kind if they agree, else the choice between them is the problem.
fn of_alternatives(text: &str) -> Kind {
    let mut kinds = text.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("If ")?.split_once(": ")?;
        (!name.is_empty()).then(|| of_error(rest))
    });
    match kinds.next() {
        Some(first) if kinds.all(|it| it == first) => first,
        _ => Kind::Ambiguous,
    }
}

const CONTEXTS: [&str; 4] = [
    "While processing right hand side of ",
    "While processing left hand side of ",
    "While processing type of ",
    "While processing constructor ",
];

/// The declaration that a message names as the one being processed, or as the culprit.
pub(super) fn declaration(message: &str) -> Option<String> {
    if let Some((name, _)) = context(message) {
        return Some(name.to_owned());
    }
    let first = message.lines().next()?.trim_end();
    for (opening, closing) in [("No type declaration for ", "."), ("Unreachable clause: ", "")] {
        if let Some(rest) = first.strip_prefix(opening) {
            let name = rest.strip_suffix(closing).unwrap_or(rest);
            return name.split(' ').next().filter(|it| *it != "case").map(str::to_owned);
        }
    }
    for middle in [" is not covering.", " is not total, ", " is already defined."] {
        if let Some((name, _)) = first.split_once(middle) {
            return Some(name.to_owned()).filter(|it| !it.is_empty());
        }
    }
    let clause = first.strip_suffix(" is not a valid impossible case.")?;
    clause.split(' ').next().map(str::to_owned)
}

/// `While processing … of NAME. REST`: the name and the rest.
fn context(message: &str) -> Option<(&str, &str)> {
    let rest = CONTEXTS.iter().find_map(|it| message.strip_prefix(it))?;
    let end = rest.find(". ").or_else(|| rest.find(".\n"))?;
    Some((&rest[..end], rest[end + 1..].trim_start()))
}

/// The message behind `While processing …` and `Error during reflection:`, however often.
fn behind_context(message: &str) -> &str {
    let mut text = message;
    loop {
        if let Some((_, rest)) = context(text) {
            text = rest;
        } else if let Some(rest) = text.strip_prefix("Error during reflection: ") {
            text = rest;
        } else {
            return text;
        }
    }
}
