//! Text of documents inside Idris source: strings, doc comments, layout.
//!
//! **Invariant:** hostile text stays inside of its literal or its line, whatever is in it.

use crate::idris::lexer::{TokenKind, lex};
use crate::invisible::is_invisible;

/// A string literal that says exactly `text` (but for NUL, which no Idris string can hold).
///
/// Escapes: `Parser.Support.Escaping` of Idris 2; `\{` would interpolate, so every backslash is
/// doubled, and `\&` ends a number that digits may follow.
pub(super) fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0' => out.push('\u{FFFD}'),
            c if unprintable(c) => out.push_str(&format!("\\{}\\&", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Control characters, and those that turn or break a line for a reader without being seen.
fn unprintable(c: char) -> bool {
    c.is_control() || is_invisible(c)
}

/// Text on one line of a comment, bounded; braces that would open or close a block comment are
/// parted, for people who comment code out.
pub(super) fn line(text: &str) -> String {
    const MAX_CHARS: usize = 160;
    let clean: String =
        text.chars().map(|c| if unprintable(c) || c.is_whitespace() { ' ' } else { c }).collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    let joined = words.join(" ").replace("{-", "{ -").replace("-}", "- }");
    if joined.chars().count() <= MAX_CHARS {
        return joined;
    }
    joined.chars().take(MAX_CHARS).collect::<String>() + "…"
}

/// A doc comment of some lines at an indentation.
pub(super) fn doc(indent: &str, lines: &[String]) -> String {
    lines
        .iter()
        .map(|it| format!("{indent}||| {}", line(it)).trim_end().to_owned() + "\n")
        .collect()
}

/// A function applied to arguments: on one line where it fits, else one argument per line.
pub(super) fn apply(indent: &str, head: &str, arguments: &[String]) -> String {
    const WIDTH: usize = 100;
    let mut flat = head.to_owned();
    for it in arguments {
        flat.push(' ');
        flat.push_str(it);
    }
    if arguments.is_empty() || indent.len() + flat.chars().count() <= WIDTH {
        return flat;
    }
    let mut out = head.to_owned();
    for it in arguments {
        out.push_str(&format!("\n{indent}  {it}"));
    }
    out
}

/// A function's type: on one line where it fits, else filled lines, cut behind arrows.
pub(super) fn arrows(head: &str, arguments: &[String], result: &str) -> String {
    const WIDTH: usize = 100;
    let flat = format!("{head} : {} -> {result}", arguments.join(" -> "));
    if flat.chars().count() <= WIDTH {
        return flat;
    }
    let mut out = format!("{head} :");
    let mut width = WIDTH;
    let parts = arguments.iter().map(|it| format!("{it} ->")).chain([result.to_owned()]);
    for part in parts {
        let length = part.chars().count() + 1;
        if width + length > WIDTH {
            out.push_str("\n ");
            width = 1;
        }
        out.push_str(&format!(" {part}"));
        width += length;
    }
    out
}

/// A list literal: on one line where it fits, else one element per line.
pub(super) fn list(indent: &str, elements: &[String]) -> String {
    const WIDTH: usize = 96;
    let flat = format!("[{}]", elements.join(", "));
    if elements.is_empty() || indent.len() + flat.chars().count() <= WIDTH {
        return flat;
    }
    let separator = format!("\n{indent}, ");
    format!("[ {}\n{indent}]", elements.join(&separator))
}

/// The source with the modules before types and constructors left out, for people; what begins in
/// lower case keeps its module, since Idris would bind such a name anew inside of a type.
///
/// For modules only where nothing but the library and the facts is in scope.
pub(super) fn readable(source: &str, modules: &[&str]) -> String {
    let mut out = String::with_capacity(source.len());
    for token in lex(source) {
        let text = token.text(source);
        let short =
            modules.iter().find_map(|it| text.strip_prefix(it)?.strip_prefix('.')).filter(|it| {
                token.kind == TokenKind::Identifier && it.starts_with(|c: char| c.is_uppercase())
            });
        out.push_str(short.unwrap_or(text));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_in_its_literal() {
        assert_eq!(
            string("㈜\"가\" \\{나}\n"),
            "\"㈜\\\"가\\\" \\\\{나}\\n\"",
            "quotes and braces"
        );
        assert_eq!(string("a\u{7}1\0"), "\"a\\7\\&1\u{FFFD}\"", "a number ends before a digit");
        assert_eq!(string("\u{202E}x"), "\"\\8238\\&x\"", "what turns the line is spelled out");
        assert_eq!(line("가\n  나 -}\u{2028}다"), "가 나 - } 다", "one line");
        assert_eq!(line(&"가".repeat(500)).chars().count(), 161, "bounded");
    }
}
