//! Splits a module into tokens, strictly: a text is split in the one way that there is, or refused.
//!
//! The compiler never sees the text, only what a print writes from these tokens. So what
//! matters is not that we split a text as the compiler would, but that our print can be split in one
//! way only: whatever could be read in two (two names without a gap, an operator of unusual
//! characters, an escape of a control character) is refused here.
//!
//! **Invariant:** linear in the text; no recursion; each token stands on one line.

use std::ops::Range;

use super::refusal::Refusal;
use crate::invisible::is_invisible;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `name`, `Domains.Core.name`.
    Name,
    /// `.name`.
    Projection,
    /// A reserved word.
    Keyword,
    /// `1250`.
    Number,
    /// `'a'`.
    Char,
    /// `"text"`.
    String,
    /// An operator, a bracket, a comma.
    Symbol,
    /// `?name`.
    Hole,
    /// `%default`.
    Pragma,
}

/// One token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands in the text, in bytes.
    pub range: Range<usize>,
    /// Its line, from 1.
    pub line: u32,
    /// The column of its first character, from 1.
    pub column: u32,
    /// How it is printed, where that differs from how it was written.
    pub printed: Option<Box<str>>,
}

/// Reserved words, none of which can be a name.
pub const KEYWORDS: [&str; 41] = [
    "data",
    "module",
    "where",
    "let",
    "in",
    "do",
    "record",
    "auto",
    "default",
    "implicit",
    "failing",
    "mutual",
    "namespace",
    "parameters",
    "with",
    "proof",
    "impossible",
    "case",
    "of",
    "if",
    "then",
    "else",
    "forall",
    "rewrite",
    "typebind",
    "autobind",
    "using",
    "interface",
    "implementation",
    "open",
    "import",
    "public",
    "export",
    "private",
    "infixl",
    "infixr",
    "infix",
    "prefix",
    "total",
    "partial",
    "covering",
];

/// Operators that a module may use. None is declared in a model, so these are the library's.
const OPERATORS: [&str; 42] = [
    "+", "-", "*", "/", "^", "==", "/=", "<", "<=", ">", ">=", "&&", "||", "++", "::", "=", "->",
    "=>", "<-", ":", "|", "\\", "$", ".", "..", "@", "**", ":=", "<+>", "<$>", "<*>", "<$", "$>",
    "<*", "*>", ">>=", "=<<", ">>", "<|>", "~=~", "|>", "<|",
];

const PUNCTUATION: [char; 9] = ['(', ')', '[', ']', '{', '}', ',', '`', '_'];
const OPERATOR_CHARACTERS: &str = ":!#$%&*+./<=>?@\\^|-~";

/// All tokens of a text of `most` bytes at most, comments left out.
pub fn tokens(text: &str, most: usize) -> Result<Vec<Token>, Refusal> {
    if text.len() > most {
        let reason =
            format!("this module is too long to be judged: it may have {} MB at most", most >> 20);
        return Err(Refusal::new(0..0, 1, 1, reason));
    }
    let mut reader = Reader { text, at: 0, line: 1, column: 1, tokens: Vec::new() };
    while reader.at < text.len() {
        reader.step()?;
    }
    Ok(reader.tokens)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    column: u32,
    tokens: Vec<Token>,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes on behind some bytes of this line.
    fn skip(&mut self, bytes: usize) {
        let skipped = self.rest()[..bytes].chars().count();
        self.at += bytes;
        self.column = self.column.saturating_add(u32::try_from(skipped).unwrap_or(u32::MAX));
    }

    fn refuse<T>(&self, bytes: usize, reason: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal::new(self.at..self.at + bytes, self.line, self.column, reason.into()))
    }

    fn push(&mut self, kind: Kind, bytes: usize, printed: Option<Box<str>>) {
        let range = self.at..self.at + bytes;
        self.tokens.push(Token { kind, range, line: self.line, column: self.column, printed });
        self.skip(bytes);
    }

    /// Whether the last token ends right here.
    fn touches(&self) -> Option<&Token> {
        self.tokens.last().filter(|it| it.range.end == self.at)
    }

    /// Whether a token that begins right here would run into the one before it.
    fn is_glued(&self) -> bool {
        let blank = |it: &Token| &self.text[it.range.clone()] == "_";
        self.touches().is_some_and(|it| it.kind != Kind::Symbol || blank(it))
    }

    fn step(&mut self) -> Result<(), Refusal> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok(()) };
        match first {
            ' ' => {
                self.skip(rest.len() - rest.trim_start_matches(' ').len());
                Ok(())
            }
            '\n' => self.next_line(1),
            '\r' if rest.starts_with("\r\n") => self.next_line(2),
            _ if rest.starts_with("--") || rest.starts_with("|||") => self.comment(),
            _ if rest.starts_with("{-") => {
                self.refuse(2, "block comments are not read; write `--` before each line")
            }
            '"' => self.string(),
            '\'' => self.character(),
            '0'..='9' => self.number(),
            '?' => self.marked(Kind::Hole, '?', "`?` begins the name of a hole"),
            '%' => self.marked(Kind::Pragma, '%', "`%` begins a pragma such as `%default total`"),
            '.' if rest[1..].starts_with(begins_name) => self.projection(),
            _ if begins_name(first) => self.name(),
            _ if PUNCTUATION.contains(&first) => self.punctuation(first),
            _ if OPERATOR_CHARACTERS.contains(first) => self.operator(),
            ';' => self.refuse(1, "`;` is not read; write each declaration on a line of its own"),
            _ => self.refuse(first.len_utf8(), unreadable(first)),
        }
    }

    fn next_line(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.at += bytes;
        self.line = self.line.saturating_add(1);
        self.column = 1;
        Ok(())
    }

    /// `-- …` and `||| …`, up to the end of the line. What stands in it the compiler does not see,
    /// but people do.
    fn comment(&mut self) -> Result<(), Refusal> {
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let line = line.strip_suffix('\r').unwrap_or(line);
        let unwanted = |it: &(usize, char)| is_unwanted(it.1) && !is_harmless_in_comment(it.1);
        if let Some((at, c)) = line.char_indices().find(unwanted) {
            self.skip(at);
            return self.refuse(c.len_utf8(), unreadable(c));
        }
        self.skip(line.len());
        Ok(())
    }

    fn name(&mut self) -> Result<(), Refusal> {
        let rest = self.rest();
        let mut end = plain_name(rest);
        let mut part = &rest[..end];
        while begins_module(part) {
            let Some(next) = rest[end..].strip_prefix('.').filter(|it| it.starts_with(begins_name))
            else {
                break;
            };
            let length = plain_name(next);
            part = &next[..length];
            end += 1 + length;
        }
        // `Prelude.Basics.(&&)`
        if begins_module(part)
            && let Some(behind) = rest[end..].strip_prefix(".(")
            && let Some(sign) = OPERATORS
                .iter()
                .find(|it| behind.strip_prefix(**it).is_some_and(|it| it.starts_with(')')))
        {
            end += sign.len() + 3;
        }
        let text = &rest[..end];
        if text.split('.').any(|it| it.starts_with("__")) {
            return self
                .refuse(end, format!("`{text}`: a name may not begin with two underscores"));
        }
        if let Some(before) = self.touches() {
            if &self.text[before.range.clone()] == "_" {
                return self.refuse(end, format!("`_{text}`: a name begins with a letter"));
            }
            if matches!(before.kind, Kind::Number | Kind::String | Kind::Char) {
                return self.refuse(end, format!("a blank is missing before `{text}`"));
            }
        }
        let keyword = KEYWORDS.contains(&text);
        if !keyword && text.split('.').any(|it| KEYWORDS.contains(&it)) {
            return self.refuse(end, format!("`{text}` has a keyword in it"));
        }
        self.push(if keyword { Kind::Keyword } else { Kind::Name }, end, None);
        Ok(())
    }

    fn projection(&mut self) -> Result<(), Refusal> {
        let length = 1 + plain_name(&self.rest()[1..]);
        let text = &self.rest()[..length];
        let keyword = |it: &str| {
            let rest = it.get(1..).unwrap_or_default();
            let capital = it.get(..1).unwrap_or_default().to_ascii_uppercase();
            format!("`{it}` is a keyword: choose another name, such as `the{capital}{rest}`")
        };
        if KEYWORDS.contains(&&text[1..]) {
            return self.refuse(length, keyword(&text[1..]));
        }
        if text.starts_with(".__") {
            return self.refuse(length, format!("`{text}` is no field"));
        }
        if let Some(before) = self.touches()
            && before.kind == Kind::Keyword
        {
            let reason = keyword(&self.text[before.range.clone()]);
            return self.refuse(length, reason);
        }
        if let Some(before) = self.touches()
            && (matches!(before.kind, Kind::Number | Kind::String | Kind::Char)
                || &self.text[before.range.clone()] == "_")
        {
            return self.refuse(length, format!("`{text}` stands behind no value"));
        }
        self.push(Kind::Projection, length, None);
        Ok(())
    }

    fn marked(&mut self, kind: Kind, mark: char, reason: &str) -> Result<(), Refusal> {
        let rest = self.rest();
        let behind = &rest[mark.len_utf8()..];
        if !behind.starts_with(begins_name) {
            return self.refuse(1, reason);
        }
        let length = 1 + plain_name(behind);
        if self.is_glued() {
            return self.refuse(length, format!("a blank is missing before `{}`", &rest[..length]));
        }
        self.push(kind, length, None);
        Ok(())
    }

    /// Decimal digits, `_` between them left out: amounts of other bases or with a fraction have no
    /// place in a module.
    fn number(&mut self) -> Result<(), Refusal> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(rest.len());
        let text = &rest[..end];
        if rest[end..].starts_with(|c: char| c == '.' || begins_name(c))
            && !rest[end..].starts_with("..")
        {
            return self.refuse(end + 1, "only whole decimal numbers are read, as in `1250`");
        }
        if text.ends_with('_') || text.contains("__") {
            return self.refuse(end, format!("`{text}` is no number"));
        }
        if self.is_glued() {
            return self.refuse(end, format!("a blank is missing before `{text}`"));
        }
        let printed = text.contains('_').then(|| text.replace('_', "").into_boxed_str());
        self.push(Kind::Number, end, printed);
        Ok(())
    }

    fn punctuation(&mut self, first: char) -> Result<(), Refusal> {
        let rest = self.rest();
        if ["[|", "[<", "[>", "@{", "`(", "`{", "`["].iter().any(|it| rest.starts_with(it)) {
            return self.refuse(2, format!("`{}` is not read", &rest[..2]));
        }
        // `_` where no name may begin: a pattern or a value to be found.
        if first == '_' && self.is_glued() {
            return self.refuse(1, "a blank is missing before `_`");
        }
        self.push(Kind::Symbol, first.len_utf8(), None);
        Ok(())
    }

    fn operator(&mut self) -> Result<(), Refusal> {
        let rest = self.rest();
        let end = rest.find(|c| !OPERATOR_CHARACTERS.contains(c)).unwrap_or(rest.len());
        let text = &rest[..end];
        // A lambda's `\` stands before its variable, whatever is before it.
        if !OPERATORS.contains(&text) {
            return self.refuse(end, format!("the operator `{text}` is not read"));
        }
        if rest[end..].starts_with('{') && text == "@"
            || rest[end..].starts_with('(') && text == "."
        {
            return self.refuse(end + 1, format!("`{}` is not read", &rest[..end + 1]));
        }
        if rest[end..].starts_with("|]") {
            return self.refuse(end + 1, "`|]` is not read");
        }
        self.push(Kind::Symbol, end, None);
        Ok(())
    }

    fn string(&mut self) -> Result<(), Refusal> {
        let rest = self.rest();
        if rest.starts_with("\"\"\"") {
            return self.refuse(3, "texts over several lines are not read; join lines by `\\n`");
        }
        let mut printed = String::from("\"");
        let mut at = 1;
        loop {
            let Some(c) = rest[at..].chars().next().filter(|it| !matches!(it, '\n' | '\r')) else {
                return self.refuse(at, "the text is not closed on its line");
            };
            match c {
                '"' => break,
                '\\' => {
                    let (length, escaped) = self.escape(at, '"')?;
                    printed.push_str(&escaped);
                    at += length;
                }
                _ if is_unwanted(c) => {
                    self.skip(at);
                    return self.refuse(c.len_utf8(), unreadable(c));
                }
                _ => {
                    printed.push(c);
                    at += c.len_utf8();
                }
            }
        }
        printed.push('"');
        let end = at + 1;
        if self.is_glued() {
            return self.refuse(end, "a blank is missing before the text");
        }
        let printed = (printed != rest[..end]).then(|| printed.into_boxed_str());
        self.push(Kind::String, end, printed);
        Ok(())
    }

    fn character(&mut self) -> Result<(), Refusal> {
        let rest = self.rest();
        let Some(c) = rest[1..].chars().next() else { return self.refuse(1, "`'` begins nothing") };
        let (length, escaped) = match c {
            '\\' => self.escape(1, '\'')?,
            '\'' | '\n' | '\r' => return self.refuse(1, "`'` begins no character"),
            _ if is_unwanted(c) => return self.refuse(1 + c.len_utf8(), unreadable(c)),
            _ => (c.len_utf8(), escaped(c, '\'')),
        };
        if !rest[1 + length..].starts_with('\'') {
            return self.refuse(1 + length, "a character is one, between `'` and `'`");
        }
        if self.is_glued() {
            return self.refuse(length + 2, "a blank is missing before the character");
        }
        let printed = format!("'{escaped}'");
        let printed = (printed != rest[..length + 2]).then(|| printed.into_boxed_str());
        self.push(Kind::Char, length + 2, printed);
        Ok(())
    }

    /// The escape that begins so many bytes behind here: its length, and how it is printed between
    /// such quotes.
    fn escape(&self, at: usize, quote: char) -> Result<(usize, String), Refusal> {
        let rest = &self.rest()[at + 1..];
        let plain = |c: char| Some((2, escaped(c, quote)));
        let found = match rest.chars().next() {
            Some('n') => plain('\n'),
            Some('t') => plain('\t'),
            Some(c @ ('\\' | '"' | '\'')) => plain(c),
            Some('x') => numeric(&rest[1..], 16)
                .filter(|it| !is_unwanted(it.1))
                .map(|it| (it.0 + 2, escaped(it.1, quote))),
            Some('0'..='9') => match numeric(rest, 10) {
                // What cannot be seen stays a number, whose end has to be marked.
                Some((digits, c))
                    if is_unwanted(c) && c != '\0' && rest[digits..].starts_with("\\&") =>
                {
                    return Ok((digits + 3, format!("\\{}\\&", u32::from(c))));
                }
                other => {
                    other.filter(|it| !is_unwanted(it.1)).map(|it| (it.0 + 1, escaped(it.1, quote)))
                }
            },
            Some('{') => {
                return self
                    .refuse(at + 2, "values inside of a text are not read; join texts by `++`");
            }
            _ => None,
        };
        let Some((length, printed)) = found else {
            return self
                .refuse(at + 2, "this escape is not read; `\\n`, `\\t`, `\\\\` and `\\\"` are");
        };
        // `\&` is nothing; it ends a number where a digit follows.
        let end = if rest[length - 1..].starts_with("\\&") { 2 } else { 0 };
        Ok((length + end, printed))
    }
}

/// The character that the digits at the beginning stand for, and how many they are.
fn numeric(text: &str, radix: u32) -> Option<(usize, char)> {
    let end = text.find(|c: char| !c.is_digit(radix)).unwrap_or(text.len());
    Some((end, char::from_u32(u32::from_str_radix(&text[..end], radix).ok()?)?))
}

/// A character as a literal between such quotes has it.
fn escaped(c: char, quote: char) -> String {
    match c {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\\' => "\\\\".to_owned(),
        _ if c == quote => format!("\\{c}"),
        _ => c.to_string(),
    }
}

/// Control characters and what cannot be seen.
fn is_unwanted(c: char) -> bool {
    c.is_control() || is_invisible(c)
}

/// A tab, and what asks for the coloured form of a sign (✔️): in a comment both are seen for what
/// they are.
fn is_harmless_in_comment(c: char) -> bool {
    matches!(c, '\t' | '\u{FE0F}')
}

fn unreadable(c: char) -> String {
    let code = u32::from(c);
    if c == '\t' {
        "a tab is not read; indent by blanks".to_owned()
    } else if c.is_control() {
        format!("the control character U+{code:04X} is not read")
    } else if is_invisible(c) {
        format!("the invisible character U+{code:04X} makes the text look like another one")
    } else if c.is_whitespace() {
        format!("the blank U+{code:04X} is not read; only ordinary ones are")
    } else {
        format!("the character `{c}` (U+{code:04X}) is not read outside of texts")
    }
}

/// Letters of names: Latin, Hangul and Hanja. Others look like these and are not.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, '가'..='힣' | '\u{4E00}'..='\u{9FFF}')
        || (matches!(c, '\u{C0}'..='\u{24F}') && c.is_alphabetic())
}

/// A name, also `_name`; a lone `_` is punctuation.
fn begins_name(c: char) -> bool {
    is_letter(c)
}

fn plain_name(text: &str) -> usize {
    text.find(|c: char| !(is_letter(c) || c.is_ascii_digit() || matches!(c, '_' | '\'')))
        .unwrap_or(text.len())
}

/// Whether a dot behind a name joins it to the next one: the compiler takes all letters beyond ASCII
/// for capital ones.
pub(crate) fn begins_module(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase() || !c.is_ascii())
}
