//! A source text with its tokens, its top-level declarations, and edits to it.
//!
//! **Invariant:** an edit replaces whole tokens and never one that is or holds a number, a
//! character or a string; so no repair can change a value.

use std::ops::Range;

use crate::idris::header::{self, Header};
use crate::idris::lexer::{Token, TokenKind, lex};
use crate::run::Span;

/// A text, read.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    /// Tokens of code only.
    pub(super) code: Vec<Token>,
    /// Comments that document what follows them.
    pub(super) documentation: Vec<Token>,
    pub(super) header: Header,
    pub(super) declarations: Vec<Declaration>,
}

/// A top-level declaration: what begins in the first column, up to the next such.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declaration {
    /// Its tokens, as a range of [`Source::code`].
    pub(super) tokens: Range<usize>,
    /// The declared names, if it is a signature or a type.
    pub(super) names: Vec<String>,
    /// Whether `public export` or `export` stands before it.
    pub(super) visibility: Visibility,
    /// The keyword of a type or block: `record`, `data`, `interface` …
    pub(super) keyword: Option<String>,
}

/// Who sees a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    Private,
    Export,
    PublicExport,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str) -> Source<'a> {
        let (code, rest): (Vec<Token>, Vec<Token>) =
            lex(text).into_iter().partition(Token::is_code);
        let documentation =
            rest.into_iter().filter(|it| it.kind == TokenKind::DocComment).collect();
        let header = header::read(text);
        let mut source = Source { text, code, documentation, header, declarations: Vec::new() };
        source.declarations = source.read_declarations();
        source
    }

    /// The text of a token by its number; empty behind the last.
    pub(super) fn word(&self, at: usize) -> &'a str {
        self.code.get(at).map_or("", |it| &self.text[it.range.clone()])
    }

    /// Whether a token is the first code of its line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        let Some(token) = self.code.get(at) else { return false };
        let line = self.text[..token.range.start].rfind('\n').map_or(0, |it| it + 1);
        at == 0 || self.code[at - 1].range.end <= line
    }

    /// Whether a token begins in the first column.
    fn begins_text_line(&self, at: usize) -> bool {
        let start = self.code[at].range.start;
        start == 0 || self.text[..start].ends_with('\n')
    }

    /// The number of the token that a place of the compiler points to.
    pub(super) fn at(&self, span: &Span) -> Option<usize> {
        let offset = self.offset(span.line, span.column)?;
        self.code.iter().position(|it| it.range.start <= offset && offset < it.range.end)
    }

    /// The byte at a line and column, both counted from 1.
    pub(super) fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let mut start = 0;
        for _ in 1..line {
            start += self.text[start..].find('\n')? + 1;
        }
        let rest = self.text[start..].split('\n').next()?;
        let skip = usize::try_from(column.checked_sub(1)?).ok()?;
        let within: usize = rest.chars().take(skip).map(char::len_utf8).sum();
        Some(start + within)
    }

    /// Whether a name is used as a name of this file's own: declared or bound somewhere.
    pub(super) fn binds(&self, name: &str) -> bool {
        (0..self.code.len()).any(|at| {
            self.word(at) == name
                && (matches!(self.word(at + 1), ":" | "=" | "=>" | "<-")
                    || at > 0 && matches!(self.word(at - 1), "\\" | "let" | "@" | "forall"))
        })
    }

    /// Whether any token is this name.
    pub(super) fn mentions(&self, name: &str) -> bool {
        (0..self.code.len()).any(|at| {
            self.word(at) == name || self.word(at).strip_prefix('.').is_some_and(|it| it == name)
        })
    }

    /// The declaration of a name.
    pub(super) fn declaration(&self, name: &str) -> Option<&Declaration> {
        self.declarations.iter().find(|it| it.names.iter().any(|known| known == name))
    }

    /// Where a declaration's text ends: behind its last token.
    pub(super) fn end_of(&self, declaration: &Declaration) -> usize {
        self.code[declaration.tokens.end - 1].range.end
    }

    fn read_declarations(&self) -> Vec<Declaration> {
        let mut all = Vec::new();
        let starts: Vec<usize> = (0..self.code.len())
            .filter(|at| {
                self.code[*at].range.start >= self.header.end
                    && self.begins_text_line(*at)
                    && self.word(*at) != "import"
            })
            .collect();
        let mut pending: Option<usize> = None;
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(self.code.len());
            let from = pending.take().unwrap_or(*start);
            // Modifiers on a line of their own belong to what follows.
            if (from..end).all(|at| is_modifier(self.word(at))) && end < self.code.len() {
                pending = Some(from);
                continue;
            }
            all.push(self.read_declaration(from..end));
        }
        all
    }

    fn read_declaration(&self, tokens: Range<usize>) -> Declaration {
        let mut at = tokens.start;
        let mut visibility = Visibility::Private;
        while at < tokens.end && is_modifier(self.word(at)) {
            match self.word(at) {
                "public" => visibility = Visibility::PublicExport,
                "export" if visibility == Visibility::Private => visibility = Visibility::Export,
                _ => {}
            }
            at += 1;
        }
        let mut names = Vec::new();
        let mut keyword = None;
        match self.word(at) {
            word @ ("record" | "data" | "interface") => {
                keyword = Some(word.to_owned());
                let name = (at + 1..tokens.end)
                    .map(|it| self.word(it))
                    .find(|it| it.starts_with(|c: char| c.is_ascii_uppercase() || !c.is_ascii()));
                names.extend(name.map(str::to_owned));
            }
            word if self.code.get(at).is_some_and(|it| it.kind == TokenKind::Keyword) => {
                keyword = Some(word.to_owned());
            }
            _ => {
                while self.code.get(at).is_some_and(|it| it.kind == TokenKind::Identifier) {
                    names.push(self.word(at).to_owned());
                    at += 1;
                    if self.word(at) != "," {
                        break;
                    }
                    at += 1;
                }
                if self.word(at) != ":" {
                    names.clear();
                }
            }
        }
        Declaration { tokens, names, visibility, keyword }
    }
}

/// What may stand before a declaration.
fn is_modifier(word: &str) -> bool {
    matches!(word, "public" | "export" | "private" | "total" | "partial" | "covering" | "0" | "1")
}

/// Changes to a text.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// Place, order among those of one place, text.
    all: Vec<(Range<usize>, u8, String)>,
    /// What was done, in words.
    pub(super) notes: Vec<String>,
}

impl Edits {
    /// Replaces a token, unless it holds a value.
    pub(super) fn replace(&mut self, token: &Token, text: impl Into<String>) {
        let value = matches!(token.kind, TokenKind::Number | TokenKind::Char | TokenKind::String);
        if !value {
            self.push(token.range.clone(), 1, text.into());
        }
    }

    /// Puts a text between what is before and behind a place.
    pub(super) fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.push(at..at, 1, text.into());
    }

    /// Replaces white space and comments, which hold no value.
    pub(super) fn replace_space(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.push(range, 1, text.into());
    }

    /// Puts an import behind the others, before whatever else is put there.
    pub(super) fn import(&mut self, source: &Source<'_>, import: &str) {
        let end = source.header.end;
        let text = if end == 0 { format!("{import}\n") } else { format!("\n{import}") };
        self.push(end..end, 0, text);
    }

    fn push(&mut self, range: Range<usize>, order: u8, text: String) {
        let edit = (range, order, text);
        if !self.all.contains(&edit) {
            self.all.push(edit);
        }
    }

    pub(super) fn note(&mut self, words: impl Into<String>) {
        let words = words.into();
        if !self.notes.contains(&words) {
            self.notes.push(words);
        }
    }

    /// The changed text: edits in order of place, the first of two that overlap.
    pub(super) fn apply(mut self, text: &str) -> String {
        self.all.sort_by_key(|it| (it.0.start, it.0.end, it.1));
        let mut changed = String::with_capacity(text.len());
        let mut at = 0;
        for (range, _, new) in self.all {
            if range.start < at {
                continue;
            }
            changed.push_str(&text[at..range.start]);
            changed.push_str(&new);
            at = range.end;
        }
        changed.push_str(&text[at..]);
        changed
    }
}
