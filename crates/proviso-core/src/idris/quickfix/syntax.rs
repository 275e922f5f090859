//! Repairs of what the parser stops at.
//!
//! **Invariant:** a parse error hides all others, so it is repaired alone.

use super::source::{Declaration, Edits, Source};
use crate::idris::lexer::TokenKind;
use crate::idris::name;
use crate::run::Diagnostic;

/// Repairs a parse error: the first way that applies. Leaves the edits empty where none does.
pub(super) fn repair(source: &Source<'_>, diagnostic: &Diagnostic, edits: &mut Edits) {
    let ways: [&dyn Fn(&mut Edits); 7] = [
        &|edits| byte_order_mark(source, edits),
        &|edits| documentation(source, edits),
        &|edits| late_imports(source, edits),
        &|edits| keywords(source, edits),
        &|edits| foreign_habits(source, edits),
        &|edits| expected(source, diagnostic, edits),
        &|edits| missing_where(source, edits),
    ];
    for way in ways {
        way(edits);
        if !edits.notes.is_empty() {
            return;
        }
    }
}

/// Some editors put a byte order mark before the text; to the compiler it begins a name.
fn byte_order_mark(source: &Source<'_>, edits: &mut Edits) {
    let mark = '\u{feff}';
    if source.text.starts_with(mark) {
        edits.replace_space(0..mark.len_utf8(), "");
        edits.note("removed a byte order mark");
    }
}

/// What other languages, and the first Idris, write instead.
fn foreign_habits(source: &Source<'_>, edits: &mut Edits) {
    const WORDS: [(&str, &str); 3] =
        [("instance", "implementation"), ("class", "interface"), ("newtype", "data")];
    for at in 0..source.code.len() {
        let word = source.word(at);
        let before_type =
            source.word(at + 1).starts_with(|it: char| it.is_ascii_uppercase() || it == '(');
        if source.begins_line(at)
            && before_type
            && let Some((_, ours)) = WORDS.iter().find(|it| it.0 == word)
        {
            edits.replace(&source.code[at], *ours);
            edits.note(format!("wrote `{ours}` for `{word}`"));
        }
        if word == "deriving" && source.declarations.iter().any(|it| derives(source, it, at)) {
            let closing = (at..source.code.len()).find(|it| source.word(*it) == ")");
            let last = if source.word(at + 1) == "(" { closing } else { Some(at + 1) };
            let Some(last) = last.and_then(|it| source.code.get(it)) else { continue };
            edits.replace_space(source.code[at].range.start..last.range.end, "");
            edits.note("removed a `deriving` clause, which Idris does not have");
        }
        if word == "::" && signs(source, at) {
            edits.replace(&source.code[at], ":");
            edits.note("wrote `:` for `::` in a signature");
        }
        if word == "%access" && source.begins_line(at) {
            let start = source.code[at].range.start;
            let end = source.text[start..].find('\n').map_or(source.text.len(), |it| start + it);
            edits.replace_space(start..end, "");
            edits.note("removed `%access`, which Idris 2 does not have");
        }
    }
}

/// Whether `name ::` begins a line that defines nothing: a signature as Haskell writes it.
fn signs(source: &Source<'_>, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let end = source.code[at].range.end;
    let line = source.text[end..].lines().next().unwrap_or_default();
    source.code[before].kind == TokenKind::Identifier
        && source.begins_line(before)
        && !line.contains('=')
}

fn derives(source: &Source<'_>, declaration: &Declaration, at: usize) -> bool {
    let types = matches!(declaration.keyword.as_deref(), Some("data" | "record"));
    types && declaration.tokens.contains(&at) && source.code[at].kind == TokenKind::Identifier
}

/// Where the compiler says which sign it expected and another usual one stands there.
fn expected(source: &Source<'_>, diagnostic: &Diagnostic, edits: &mut Edits) {
    let Some(at) = diagnostic.span.as_ref().and_then(|it| source.at(it)) else { return };
    if diagnostic.message.contains("Expected '=>'") && source.word(at) == "->" {
        edits.replace(&source.code[at], "=>");
        edits.note("wrote `=>` for `->`");
    }
    let name = source.code[at].kind == TokenKind::Identifier;
    if diagnostic.message.contains("Expected ',' or '.'") && name && at > 0 {
        edits.insert(source.code[at - 1].range.end, ",");
        edits.note("put a comma between the names of a `forall`");
    }
}

/// A documentation comment belongs to a declaration; before anything else it is a parse error.
fn documentation(source: &Source<'_>, edits: &mut Edits) {
    const UNDOCUMENTED: [&str; 6] = ["failing", "mutual", "import", "using", "parameters", "open"];
    for comment in &source.documentation {
        let next = source.code.iter().position(|it| it.range.start >= comment.range.end);
        let documented = next.is_some_and(|at| {
            !UNDOCUMENTED.contains(&source.word(at)) && source.code[at].kind != TokenKind::Pragma
        });
        if !documented {
            let mark = comment.range.start..comment.range.start + 3;
            edits.replace_space(mark, "--");
            edits.note("turned a documentation comment that documents nothing into a plain one");
        }
    }
}

/// Moves imports that stand behind a declaration to the others.
fn late_imports(source: &Source<'_>, edits: &mut Edits) {
    for at in 0..source.code.len() {
        let token = &source.code[at];
        if source.word(at) != "import" || token.range.start < source.header.end {
            continue;
        }
        let column = source.text[..token.range.start].rfind('\n').map_or(0, |it| it + 1);
        let line_end = source.text[column..].find('\n').map_or(source.text.len(), |it| column + it);
        let line = &source.text[column..line_end];
        // Only an import that is alone on its line is surely nothing else.
        if column != token.range.start || line.contains('"') {
            continue;
        }
        let behind = (line_end + 1).min(source.text.len());
        edits.replace_space(column..behind, "");
        edits.import(source, line.trim_end());
        edits.note(format!("moved `{}` before the declarations", line.trim()));
    }
}

/// Keywords that people take for names, with better names for some.
const NAMES: [(&str, &str); 24] = [
    ("total", "totalAmount"),
    ("partial", "partialAmount"),
    ("covering", "coveringLetter"),
    ("default", "defaultValue"),
    ("proof", "proofDocument"),
    ("open", "openAmount"),
    ("record", "recordEntry"),
    ("data", "dataEntry"),
    ("prefix", "prefixText"),
    ("infix", "infixText"),
    ("export", "exportNote"),
    ("import", "importNote"),
    ("public", "publicNote"),
    ("private", "privateNote"),
    ("failing", "failingItem"),
    ("auto", "autoRenewal"),
    ("implicit", "implicitTerm"),
    ("namespace", "namespaceName"),
    ("using", "usingParty"),
    ("parameters", "parameterList"),
    ("interface", "interfaceName"),
    ("implementation", "implementationName"),
    ("mutual", "mutualTerm"),
    ("module", "moduleName"),
];

/// Renames a keyword that is used as a name, everywhere it is one.
fn keywords(source: &Source<'_>, edits: &mut Edits) {
    let own = source.header.name.as_ref().map(|it| it.0.as_str());
    for (keyword, name) in NAMES {
        let declared = (0..source.code.len()).any(|at| is_declared(source, at, keyword));
        if !declared {
            continue;
        }
        let mut name = name.to_owned();
        while source.mentions(&name) || name::is_keyword(&name) {
            name.push('\'');
        }
        for at in 0..source.code.len() {
            if source.word(at) == keyword && is_name(source, at) {
                edits.replace(&source.code[at], name.clone());
            } else if source.code[at].kind == TokenKind::Projection
                && source.word(at)[1..] == *keyword
            {
                edits.replace(&source.code[at], format!(".{name}"));
            } else if let Some((module, last)) = source.word(at).rsplit_once('.')
                && source.code[at].kind == TokenKind::Identifier
                && (Some(module), last) == (own, keyword)
            {
                edits.replace(&source.code[at], format!("{module}.{name}"));
            }
        }
        edits.note(format!("renamed `{keyword}`, which is a keyword, to `{name}`"));
    }
}

/// Whether a keyword stands where a name is declared: before a colon, or in a list before one.
fn is_declared(source: &Source<'_>, at: usize, keyword: &str) -> bool {
    if source.word(at) != keyword {
        return false;
    }
    let mut next = at + 1;
    while source.word(next) == "," {
        next += 2;
    }
    source.word(next) == ":" && is_name(source, at)
}

/// Whether a keyword token stands where only a name can.
fn is_name(source: &Source<'_>, at: usize) -> bool {
    const AFTER: [&str; 20] = [
        ":", ",", "=", ":=", "$=", ")", "}", "]", "+", "-", "*", "`", "==", "<=", ">=", "<", ">",
        "++", "->", "/=",
    ];
    let before = at.checked_sub(1).map(|it| source.word(it));
    // `%default total` and `public export total` are what the words are for.
    let modified = matches!(before, Some("public" | "export" | "private" | "%default"));
    if modified {
        return false;
    }
    let next = source.word(at + 1);
    let ends_line = next.is_empty() || source.begins_line(at + 1);
    if AFTER.contains(&next) && !(ends_line && source.begins_line(at)) {
        return true;
    }
    // An argument or operand: something of an expression before it on the same line.
    let operand = before.is_some_and(|it| {
        let value = matches!(
            source.code[at - 1].kind,
            TokenKind::Identifier
                | TokenKind::Projection
                | TokenKind::Number
                | TokenKind::String
                | TokenKind::Char
        );
        value || it == "(" || AFTER.contains(&it) && !matches!(it, ":" | "->" | "}")
    });
    operand && !source.begins_line(at) && source.word(at) != "using"
}

/// Adds the `where` that a record or data type lacks although its fields or constructors follow.
/// Where the parser stops over it differs between versions.
fn missing_where(source: &Source<'_>, edits: &mut Edits) {
    for declaration in &source.declarations {
        let keyword = match declaration.keyword.as_deref() {
            Some(it @ ("record" | "data")) => it,
            _ => continue,
        };
        let mut tokens = declaration.tokens.clone();
        if tokens.clone().any(|at| matches!(source.word(at), "where" | "=")) {
            continue;
        }
        // The line break before the keyword, behind `public export`, is none of these.
        let found = tokens.any(|at| source.word(at) == keyword);
        if found && let Some(at) = tokens.find(|at| source.begins_line(*at)) {
            edits.insert(source.code[at - 1].range.end, " where");
            edits.note(format!("added the missing `where` of a `{keyword}`"));
        }
    }
}
