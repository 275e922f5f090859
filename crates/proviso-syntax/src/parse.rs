//! Builds the tree of a module from its tokens.
//!
//! Layout is the compiler's, made strict: what belongs to a declaration stands to the right of its
//! first column, items of a block begin in one column, and where a block ends nothing but a closing
//! bracket, a comma or a word that closes (`in`, `then`, `else`, `where`) may follow. Where this and
//! the compiler could understand a layout differently, the text is refused.
//!
//! Source: `Idris.Parser`, `Parser.Rule.Source` of Idris 2 v0.8.0.
//!
//! **Invariant:** each token is looked at a bounded number of times; nesting is bounded; no token is
//! passed over.

mod declaration;
mod expression;

use super::refusal::Refusal;
use super::token::{Kind, Token, begins_module};
use super::tree::{At, Tree};

/// How deep brackets, blocks and local declarations may stand in one another. People and models
/// stay below twenty.
const MAX_DEPTH: u32 = 100;

/// How many round brackets that are no arguments may stand in one another, as in `((a + b) * c)`: the
/// compiler reads each in several ways, all that is in it again for each, so that ten take it a
/// second or more and fourteen half a minute. People and models write two or three.
const MAX_BRACKETS: u32 = 8;

/// How many parts a tuple may have: it takes the compiler twice as long with each, three seconds for
/// 24. Models write two or three.
const MAX_PARTS: usize = 12;

/// How many operands may stand in a row: the compiler takes ten seconds to sort 400.
const MAX_OPERANDS: usize = 256;

/// How many fields a record may have, and how many arguments a function: what looks at one looks at
/// all before it. Models write two dozen; the compiler is out of time far earlier.
const MAX_FIELDS: usize = 500;

/// The tree of a module.
pub fn tree(text: &str, tokens: &[Token]) -> Result<Tree, Refusal> {
    let partners = partners(text, tokens)?;
    let mut parser = Parser {
        text,
        tokens,
        partners,
        at: 0,
        indent: 0,
        start: usize::MAX,
        depth: 0,
        brackets: 0,
    };
    parser.module()
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// For an opening bracket its closing one.
    partners: Vec<At>,
    at: At,
    /// Tokens of the current item stand to the right of this column …
    indent: u32,
    /// … but for its first, and for what follows the words before a declaration.
    start: At,
    depth: u32,
    /// How many brackets that are no arguments are open.
    brackets: u32,
}

/// For each opening bracket the closing one.
fn partners(text: &str, tokens: &[Token]) -> Result<Vec<At>, Refusal> {
    let mut partners = vec![usize::MAX; tokens.len()];
    let mut open: Vec<(At, &str)> = Vec::new();
    let refusal =
        |it: &Token, reason: String| Refusal::new(it.range.clone(), it.line, it.column, reason);
    for (at, it) in tokens.iter().enumerate() {
        if it.kind != Kind::Symbol {
            continue;
        }
        let word = &text[it.range.clone()];
        match word {
            "(" => open.push((at, ")")),
            "[" => open.push((at, "]")),
            "{" => open.push((at, "}")),
            ")" | "]" | "}" => match open.pop() {
                Some((opening, closing)) if closing == word => partners[opening] = at,
                Some((opening, closing)) => {
                    let line = tokens[opening].line;
                    return Err(refusal(
                        it,
                        format!("`{closing}` was expected here, for line {line}"),
                    ));
                }
                None => return Err(refusal(it, format!("`{word}` closes nothing"))),
            },
            _ => {}
        }
    }
    match open.pop() {
        Some((at, closing)) => Err(refusal(&tokens[at], format!("no `{closing}` closes this"))),
        None => Ok(partners),
    }
}

impl<'a> Parser<'a> {
    /// The next token, if it belongs to the current item.
    fn peek(&self) -> Option<&'a Token> {
        let it = self.tokens.get(self.at)?;
        (it.column > self.indent || self.at == self.start).then_some(it)
    }

    /// Its text; empty where the item ends.
    fn word(&self) -> &'a str {
        self.peek().map_or("", |it| &self.text[it.range.clone()])
    }

    /// The text of a token further on, wherever it stands; empty behind the last.
    fn word_at(&self, at: At) -> &'a str {
        self.tokens.get(at).map_or("", |it| &self.text[it.range.clone()])
    }

    fn kind(&self) -> Option<Kind> {
        self.peek().map(|it| it.kind)
    }

    fn kind_at(&self, at: At) -> Option<Kind> {
        self.tokens.get(at).map(|it| it.kind)
    }

    /// Whether a token further on is a name without a module.
    fn is_plain_name_at(&self, at: At) -> bool {
        self.kind_at(at) == Some(Kind::Name) && !self.word_at(at).contains('.')
    }

    /// Whether the next token is this sign.
    fn is_symbol(&self, text: &str) -> bool {
        self.kind() == Some(Kind::Symbol) && self.word() == text
    }

    /// Whether the next token is this reserved word.
    fn is_keyword(&self, text: &str) -> bool {
        self.kind() == Some(Kind::Keyword) && self.word() == text
    }

    fn take(&mut self) -> At {
        self.at += 1;
        self.at - 1
    }

    /// Takes a sign if it is the next token.
    fn takes_symbol(&mut self, text: &str) -> bool {
        let it = self.is_symbol(text);
        self.at += usize::from(it);
        it
    }

    fn takes_keyword(&mut self, text: &str) -> bool {
        let it = self.is_keyword(text);
        self.at += usize::from(it);
        it
    }

    fn symbol(&mut self, text: &str) -> Result<At, Refusal> {
        if self.is_symbol(text) {
            return Ok(self.take());
        }
        self.refuse(format!("Expected '{text}'"))
    }

    fn keyword(&mut self, text: &str) -> Result<At, Refusal> {
        if self.is_keyword(text) {
            return Ok(self.take());
        }
        self.refuse(format!("Expected '{text}'"))
    }

    /// A name without a module, as a declaration or a variable has it.
    fn plain_name(&mut self, what: &str) -> Result<At, Refusal> {
        if self.peek().is_some() && self.is_plain_name_at(self.at) {
            return Ok(self.take());
        }
        if self.kind() == Some(Kind::Keyword) {
            return self.refuse(format!("`{}` is a keyword and cannot be {what}", self.word()));
        }
        self.refuse(format!("Expected {what}"))
    }

    /// The name of a type or a constructor: the compiler reads none that begins with a small letter.
    fn capital_name(&mut self, what: &str) -> Result<At, Refusal> {
        let at = self.plain_name(what)?;
        let word = self.word_at(at);
        if begins_module(word) {
            return Ok(at);
        }
        self.refuse_at(at, format!("{what} begins with a capital letter, and `{word}` does not"))
    }

    /// A refusal at the next token, or behind the last one where the item ends.
    fn refuse<T>(&self, reason: impl Into<String>) -> Result<T, Refusal> {
        let reason = reason.into();
        let place = self.peek().or_else(|| self.tokens.get(self.at));
        Err(match (place, self.tokens.last()) {
            (Some(it), _) => Refusal::new(it.range.clone(), it.line, it.column, reason),
            (None, Some(last)) => Refusal::new(last.range.clone(), last.line, last.column, reason),
            (None, None) => Refusal::new(0..0, 1, 1, reason),
        })
    }

    fn refuse_at<T>(&self, at: At, reason: impl Into<String>) -> Result<T, Refusal> {
        match self.tokens.get(at) {
            Some(it) => Err(Refusal::new(it.range.clone(), it.line, it.column, reason)),
            None => self.refuse(reason),
        }
    }

    /// Goes one level deeper for as long as a part is read.
    fn deeper<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        if self.depth >= MAX_DEPTH {
            return self.refuse(format!("this is nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Goes into what may be a bracket that is no argument.
    fn bracket<T>(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let opens = u32::from(self.is_symbol("("));
        if self.brackets + opens > MAX_BRACKETS {
            return self.refuse(format!(
                "more than {MAX_BRACKETS} round brackets stand in one another here, which the compiler takes very long to read: leave out those that change nothing, or name a part"
            ));
        }
        self.brackets += opens;
        let result = part(self);
        self.brackets -= opens;
        result
    }

    /// The items of a block: each begins in the column of the first. Nothing where the enclosing
    /// item ends here.
    fn block<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        let Some(column) = self.peek().map(|it| it.column) else { return Ok(Vec::new()) };
        if self.indent > 0 && self.is_symbol("{") {
            return self.refuse("a block does not begin with `{`: layout tells where it ends");
        }
        let outside = (self.indent, self.start);
        self.indent = column;
        let mut items = Vec::new();
        let result = self.deeper(|it| {
            loop {
                it.start = it.at;
                items.push(item(it)?);
                let Some(next) = it.tokens.get(it.at) else { return Ok(()) };
                match next.column.cmp(&column) {
                    std::cmp::Ordering::Less => return Ok(()),
                    _ if it.closes() => return Ok(()),
                    std::cmp::Ordering::Equal => {}
                    std::cmp::Ordering::Greater => {
                        let word = it.word();
                        return it.refuse(format!("`{word}` is not understood here"));
                    }
                }
            }
        });
        (self.indent, self.start) = outside;
        result.map(|()| items)
    }

    /// Whether the next token can stand behind a block that has no end of its own.
    fn closes(&self) -> bool {
        // Where it stands does not matter: it may be in the very column of the block's items.
        let Some(next) = self.tokens.get(self.at) else { return false };
        let word = &self.text[next.range.clone()];
        match next.kind {
            Kind::Symbol => matches!(word, ")" | "]" | "}" | "," | "|" | "**"),
            Kind::Keyword => matches!(word, "in" | "then" | "else" | "where"),
            _ => false,
        }
    }
}
