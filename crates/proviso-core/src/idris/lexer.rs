//! Splits Idris source into tokens the way the compiler does, so that what is in a comment or a
//! string for us is in one for the compiler too.
//!
//! Source: `Parser.Lexer.Source` and `Parser.Lexer.Common` of Idris 2 v0.8.0.
//!
//! **Invariant:** the tokens cover the text without gaps, whatever the text. A text that the
//! compiler's lexer refuses is split somehow; the compiler's refusal is somebody else's to report.

use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// White space and line breaks.
    Space,
    /// `-- …` and `{- … -}`.
    Comment,
    /// `||| …`.
    DocComment,
    /// A string's delimiter with the text beside it. Code interpolated by `\{…}` comes as tokens of
    /// its own between two of these.
    String,
    /// `'a'`.
    Char,
    /// `12`, `0x1F`, `1.5e3`.
    Number,
    /// `name`, `Domains.Core.name`.
    Identifier,
    /// `.name` behind a value.
    Projection,
    /// `?name`.
    Hole,
    /// `%default`; the words behind it are tokens of their own.
    Pragma,
    /// `%cg backend { … }` as a whole.
    Directive,
    /// A reserved word.
    Keyword,
    /// A bracket, a comma, an operator, an arrow.
    Symbol,
    /// What no token begins with.
    Unrecognised,
}

/// One token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands, in bytes.
    pub range: Range<usize>,
}

impl Token {
    /// Its text in the source that it was read from.
    pub fn text<'a>(&self, source: &'a str) -> &'a str {
        &source[self.range.clone()]
    }
    /// Whether it is neither white space nor a comment.
    pub fn is_code(&self) -> bool {
        !matches!(self.kind, TokenKind::Space | TokenKind::Comment | TokenKind::DocComment)
    }
}

pub use proviso_syntax::token::KEYWORDS;

/// Opening brackets with their closing ones, longest first where one begins another.
const GROUPS: [(&str, &str); 12] = [
    (".(", ")"),
    (".[|", "|]"),
    ("@{", "}"),
    ("[|", "|]"),
    ("(", ")"),
    ("{", "}"),
    ("[<", "]"),
    ("[>", "]"),
    ("[", "]"),
    ("`(", ")"),
    ("`{", "}"),
    ("`[", "]"),
];

/// All tokens of a source text.
pub fn lex(source: &str) -> Vec<Token> {
    let mut lexer = Lexer { source, at: 0, open: Vec::new(), tokens: Vec::new() };
    while lexer.at < source.len() {
        lexer.step();
    }
    lexer.tokens
}

/// What has been opened and not yet closed.
#[derive(Debug, Clone, Copy)]
enum Open {
    /// A bracket, with what closes it.
    Group(&'static str),
    /// Code inside of a string with that many `#`, over several lines or not.
    Interpolation(usize, bool),
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    open: Vec<Open>,
    tokens: Vec<Token>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let range = self.at..self.at + length;
        self.at = range.end;
        match self.tokens.last_mut() {
            Some(last) if last.kind == kind && kind == TokenKind::Space => {
                last.range.end = range.end
            }
            _ => self.tokens.push(Token { kind, range }),
        }
    }

    /// Reads one token. The order of the tests is that of the compiler's lexer.
    fn step(&mut self) {
        let rest = self.rest();
        match self.open.last() {
            Some(Open::Group(closing)) if rest.starts_with(closing) => {
                let length = closing.len();
                self.open.pop();
                return self.push(TokenKind::Symbol, length);
            }
            Some(&Open::Interpolation(hashes, multi)) if rest.starts_with('}') => {
                self.open.pop();
                return self.string(1, hashes, multi);
            }
            _ => {}
        }
        if let Some(length) = line_comment(rest).or_else(|| block_comment(rest)) {
            return self.push(TokenKind::Comment, length);
        }
        if rest.starts_with("|||") {
            return self.push(TokenKind::DocComment, line_length(rest));
        }
        if rest.starts_with("%cg") {
            return self.push(TokenKind::Directive, directive(rest));
        }
        if let Some(length) = behind(rest, '?') {
            return self.push(TokenKind::Hole, length);
        }
        if let Some((opening, closing)) = GROUPS.iter().find(|it| rest.starts_with(it.0)) {
            self.open.push(Open::Group(closing));
            return self.push(TokenKind::Symbol, opening.len());
        }
        if rest.starts_with([',', ';', '_', '`']) {
            return self.push(TokenKind::Symbol, 1);
        }
        if let Some(length) = number(rest) {
            return self.push(TokenKind::Number, length);
        }
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        if let Some(quoted) = rest[hashes..].strip_prefix('"') {
            let multi = quoted.strip_prefix("\"\"").and_then(|it| {
                let blank = it.len() - it.trim_start_matches([' ', '\t', '\r']).len();
                it[blank..].starts_with('\n').then_some(blank + 1)
            });
            return match multi {
                Some(blank) => self.string(hashes + 3 + blank, hashes, true),
                None => self.string(hashes + 1, hashes, false),
            };
        }
        if let Some(length) = character(rest) {
            return self.push(TokenKind::Char, length);
        }
        if let Some(length) = behind(rest, '.') {
            return self.push(TokenKind::Projection, length);
        }
        if let Some(length) = identifier(rest) {
            let keyword = KEYWORDS.contains(&&rest[..length]);
            let kind = if keyword { TokenKind::Keyword } else { TokenKind::Identifier };
            return self.push(kind, length);
        }
        if let Some(length) = behind(rest, '%') {
            return self.push(TokenKind::Pragma, length);
        }
        let spaces = span(rest, is_space);
        if spaces > 0 {
            return self.push(TokenKind::Space, spaces);
        }
        let operator = span(rest, |it| ":!#$%&*+./<=>?@\\^|-~".contains(it));
        if operator > 0 {
            return self.push(TokenKind::Symbol, operator);
        }
        let length = rest.chars().next().map_or(1, char::len_utf8);
        self.push(TokenKind::Unrecognised, length);
    }

    /// Reads a string's text behind `from` bytes, up to its end or the next interpolation.
    fn string(&mut self, from: usize, hashes: usize, multi: bool) {
        let rest = self.rest();
        let mark = "#".repeat(hashes);
        let end = format!("{}{mark}", if multi { "\"\"\"" } else { "\"" });
        let escape = format!("\\{mark}");
        let mut at = from;
        while let Some(next) = rest[at..].chars().next() {
            let here = &rest[at..];
            if here.starts_with(&end) {
                return self.push(TokenKind::String, at + end.len());
            }
            if let Some(escaped) = here.strip_prefix(&escape) {
                if escaped.starts_with('{') {
                    self.open.push(Open::Interpolation(hashes, multi));
                    return self.push(TokenKind::String, at + escape.len() + 1);
                }
                at += escape.len() + escaped.chars().next().map_or(0, char::len_utf8);
                continue;
            }
            if next == '\n' && !multi {
                break;
            }
            at += next.len_utf8();
        }
        self.push(TokenKind::String, at);
    }
}

/// Bytes of the characters at the beginning that fulfil a condition.
fn span(text: &str, fits: impl Fn(char) -> bool) -> usize {
    text.find(|it| !fits(it)).unwrap_or(text.len())
}

fn line_length(text: &str) -> usize {
    span(text, |it| it != '\n')
}

fn is_space(it: char) -> bool {
    matches!(it, ' ' | '\t' | '\r' | '\n' | '\u{c}' | '\u{b}' | '\u{a0}')
}

/// Whether a character can begin an identifier.
pub fn begins_identifier(it: char) -> bool {
    it == '_' || it.is_ascii_alphabetic() || it > '\u{a0}'
}

/// Whether a character can stand in an identifier.
pub fn continues_identifier(it: char) -> bool {
    begins_identifier(it) || it.is_ascii_digit() || it == '\''
}

fn plain_identifier(text: &str) -> Option<usize> {
    text.starts_with(begins_identifier).then(|| span(text, continues_identifier))
}

/// An identifier with the name space before it.
fn identifier(text: &str) -> Option<usize> {
    let capital =
        |it: &str| it.starts_with(|c: char| c.is_ascii_uppercase() || c == '_' || c > '\u{a0}');
    let mut length = plain_identifier(text)?;
    let mut last = text;
    while capital(last) {
        let Some(next) = text[length..].strip_prefix('.') else { break };
        let Some(more) = plain_identifier(next) else { break };
        last = next;
        length += 1 + more;
    }
    Some(length)
}

/// A mark with an identifier right behind it.
fn behind(text: &str, mark: char) -> Option<usize> {
    plain_identifier(text.strip_prefix(mark)?).map(|it| it + mark.len_utf8())
}

fn line_comment(text: &str) -> Option<usize> {
    let dashes = span(text, |it| it == '-');
    (dashes >= 2 && !text[dashes..].starts_with('}')).then(|| line_length(text))
}

/// `{- … -}`, nested; strings, characters and line comments inside are skipped as the compiler
/// skips them. One that is never closed reaches to the end.
fn block_comment(text: &str) -> Option<usize> {
    if !text.starts_with("{-") {
        return None;
    }
    let mut depth = 1usize;
    // The dashes after the opening brace are the opening's own. A brace behind them closes a nested
    // comment at once (`{-}`), but not the outermost one.
    let mut at = 1 + span(&text[1..], |it| it == '-');
    while let Some(next) = text[at..].chars().next() {
        let here = &text[at..];
        match next {
            '{' if here.starts_with("{-") => {
                depth += 1;
                at += 1 + span(&here[1..], |it| it == '-');
                if text[at..].starts_with('}') {
                    depth -= 1;
                    at += 1;
                }
            }
            '-' => {
                let dashes = span(here, |it| it == '-');
                if here[dashes..].starts_with('}') {
                    depth -= 1;
                    at += dashes + 1;
                } else if dashes >= 2 {
                    at += line_length(here);
                } else {
                    at += 1;
                }
            }
            '\'' => at += character(here).unwrap_or(1),
            '"' => at += quoted(here).unwrap_or(1),
            _ => at += next.len_utf8(),
        }
        if depth == 0 {
            return Some(at);
        }
    }
    Some(text.len())
}

/// A string inside of a block comment: up to the next quote that is not escaped, over line breaks.
fn quoted(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, next) in text.char_indices().skip(1) {
        match next {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// A character literal.
fn character(text: &str) -> Option<usize> {
    const CONTROL: [&str; 34] = [
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR",
        "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB",
        "ESC", "FS", "GS", "RS", "US", "SP", "DEL",
    ];
    let inner = text.strip_prefix('\'')?;
    let first = inner.chars().next()?;
    let length = if first == '\\' {
        let code = &inner[1..];
        let digits = |it: &str, radix: u32| span(it, |c| c.is_digit(radix));
        let named = CONTROL.iter().find(|it| code.starts_with(**it)).map(|it| it.len());
        let based = |mark: char, radix: u32| {
            let behind = code.strip_prefix(mark)?;
            Some(digits(behind, radix)).filter(|it| *it > 0).map(|it| it + 1)
        };
        let control = named
            .or_else(|| based('x', 16))
            .or_else(|| based('o', 8))
            .or_else(|| Some(digits(code, 10)).filter(|it| *it > 0));
        1 + control.or_else(|| code.chars().next().map(char::len_utf8))?
    } else if first == '\'' {
        return None;
    } else {
        first.len_utf8()
    };
    inner[length..].starts_with('\'').then_some(length + 2)
}

fn number(text: &str) -> Option<usize> {
    let digits = span(text, |it| it.is_ascii_digit());
    if digits == 0 {
        return None;
    }
    if let Some(behind) = text[digits..].strip_prefix('.') {
        let decimals = span(behind, |it| it.is_ascii_digit());
        if decimals > 0 {
            let mut length = digits + 1 + decimals;
            if let Some(exponent) = text[length..].strip_prefix('e') {
                let sign = usize::from(exponent.starts_with(['-', '+']));
                let more = span(&exponent[sign..], |it| it.is_ascii_digit());
                length += if more > 0 { 1 + sign + more } else { 0 };
            }
            return Some(length);
        }
    }
    for (mark, radix) in [("0b", 2), ("0B", 2), ("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8)] {
        if let Some(behind) = text.strip_prefix(mark) {
            let more = span(behind, |it| it.is_digit(radix) || it == '_');
            if behind.starts_with(|it: char| it.is_digit(radix)) {
                return Some(2 + more);
            }
        }
    }
    let length = span(text, |it| it.is_ascii_digit() || it == '_');
    Some(text[..length].trim_end_matches('_').len())
}

/// `%cg` with its braces, or to the end of the line.
fn directive(text: &str) -> usize {
    let name = text[3..].trim_start_matches(is_space);
    if name.len() < text.len() - 3 {
        let word = span(name, |it| it.is_ascii_alphanumeric());
        let body = name[word..].trim_start_matches(is_space);
        if word > 0
            && let Some(inner) = body.strip_prefix('{')
            && let Some(end) = inner.find('}').filter(|it| *it > 0)
        {
            return text.len() - inner.len() + end + 1;
        }
    }
    line_length(text)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(source: &str, expect: Expect) {
        let all: Vec<String> = lex(source)
            .iter()
            .filter(|it| it.kind != TokenKind::Space)
            .map(|it| format!("{:?} {}", it.kind, it.text(source).escape_debug()))
            .collect();
        expect.assert_eq(&all.join("\n"));
    }

    #[test]
    fn names_keywords_projections_and_holes_are_told_apart() {
        check(
            "0 total' : Domains.Core.Money -> f.vat = ?hole `div` 10",
            expect![[r#"
                Number 0
                Identifier total\'
                Symbol :
                Identifier Domains.Core.Money
                Symbol ->
                Identifier f
                Projection .vat
                Symbol =
                Hole ?hole
                Symbol `
                Identifier div
                Symbol `
                Number 10"#]],
        );
    }

    #[test]
    fn a_string_hides_its_text_but_not_what_it_interpolates() {
        check(
            "s = \"a -- \\\" {- \\{ show (f \"}\") } b\" ++ #\"c \\{x} \\#{y}\"# -- d",
            expect![[r##"
                Identifier s
                Symbol =
                String \"a -- \\\" {- \\{
                Identifier show
                Symbol (
                Identifier f
                String \"}\"
                Symbol )
                String } b\"
                Symbol ++
                String #\"c \\{x} \\#{
                Identifier y
                String }\"#
                Comment -- d"##]],
        );
    }

    #[test]
    fn comments_end_where_the_compiler_ends_them() {
        check(
            "{- \"-}\" believe_me -- -}\n '\"' {- {-} n {----} -} a {----} b -} c --} d\n---} e\n{-",
            expect![[r#"
                Comment {- \"-}\" believe_me -- -}\n \'\"\' {- {-} n {----} -} a {----} b -}
                Identifier c
                Symbol --
                Unrecognised }
                Identifier d
                Symbol ---
                Unrecognised }
                Identifier e
                Comment {-"#]],
        );
    }

    #[test]
    fn pragmas_numbers_and_characters() {
        check(
            "%default total %cg chez { a } 0x1F_0 1_000 1.5e-3 1.x '\\n' '\\'' '\\x41' x' ||| doc",
            expect![[r#"
                Pragma %default
                Keyword total
                Directive %cg chez { a }
                Number 0x1F_0
                Number 1_000
                Number 1.5e-3
                Number 1
                Projection .x
                Char \'\\n\'
                Char \'\\\'\'
                Char \'\\x41\'
                Identifier x\'
                DocComment ||| doc"#]],
        );
    }

    #[test]
    fn a_multiline_string_ends_with_three_quotes() {
        check(
            "s = \"\"\"  \n a \"b\" \\{c}\n \"\"\"\nt",
            expect![[r#"
                Identifier s
                Symbol =
                String \"\"\"  \n a \"b\" \\{
                Identifier c
                String }\n \"\"\"
                Identifier t"#]],
        );
    }

    proptest! {
        #[test]
        fn tokens_cover_any_text(source in "([ -~\n]|\\\\\\{|\"\"\"|\\{-|-\\}|한|#\"){0,60}") {
            let mut at = 0;
            for token in lex(&source) {
                prop_assert_eq!(token.range.start, at);
                prop_assert!(token.range.end > at);
                at = token.range.end;
            }
            prop_assert_eq!(at, source.len());
        }
    }
}
