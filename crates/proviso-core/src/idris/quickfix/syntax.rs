//! Repairs of what the parser stops at.
//!
//! **Invariant:** a parse error hides all others, so it is repaired alone.

use super::source::{Edits, Source};
use crate::idris::lexer::TokenKind;
use crate::idris::name;
use crate::run::Diagnostic;

/// Repairs a parse error; leaves the edits empty where nothing is known to help.
pub(super) fn repair(source: &Source<'_>, diagnostic: &Diagnostic, edits: &mut Edits) {
    documentation(source, edits);
    if edits.notes.is_empty() {
        late_imports(source, edits);
    }
    if edits.notes.is_empty() {
        keywords(source, edits);
    }
    if edits.notes.is_empty() && diagnostic.message.contains("Expected 'where'") {
        missing_where(source, diagnostic, edits);
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

/// Adds the `where` that a record or data type lacks, where its fields follow on the next line.
fn missing_where(source: &Source<'_>, diagnostic: &Diagnostic, edits: &mut Edits) {
    let found = diagnostic.span.as_ref().and_then(|it| source.at(it));
    let Some(at) = found.filter(|at| *at > 0 && source.begins_line(*at)) else { return };
    let declared = source.declarations.iter().find(|it| it.tokens.contains(&at));
    let Some(keyword) = declared.and_then(|it| it.keyword.as_deref()) else { return };
    if matches!(keyword, "record" | "data" | "interface" | "implementation") {
        edits.insert(source.code[at - 1].range.end, " where");
        edits.note(format!("added the missing `where` of a `{keyword}`"));
    }
}
