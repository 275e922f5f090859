//! Splits code into declarations by layout, as far as the scan for cheats needs it.
//!
//! **Invariant:** every token behind the imports belongs to exactly one top-level declaration; what
//! cannot be classified is [`Shape::Other`], and nothing is dropped.

use crate::idris::lexer::{Token, TokenKind};

/// What a declaration is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `name : type`.
    Signature,
    /// `name … = …`.
    Clause,
    /// `record` or `data`: the names are types, constructors and fields.
    Data,
    /// `Show X where …`: the name is the interface's.
    Instance,
    /// Anything else.
    Other,
}

/// One declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declaration {
    /// What it is.
    pub(super) shape: Shape,
    /// What it declares, each with its token; for an instance the interface.
    pub(super) names: Vec<(String, usize)>,
    /// Its first token behind modifiers.
    pub(super) first: usize,
    /// One past its last token.
    pub(super) end: usize,
    /// 0 at the top; the number of the `where` block otherwise.
    pub(super) scope: usize,
}

struct Splitter<'a> {
    source: &'a str,
    code: &'a [Token],
    columns: Vec<usize>,
    starts_line: Vec<bool>,
    out: Vec<Declaration>,
    scopes: usize,
}

/// The declarations of a module, those of `where` blocks included.
pub(super) fn declarations(source: &str, code: &[Token]) -> Vec<Declaration> {
    let mut columns = Vec::with_capacity(code.len());
    let mut starts_line = Vec::with_capacity(code.len());
    for token in code {
        let before = source.get(..token.range.start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        columns.push(line.chars().count());
        starts_line.push(line.chars().all(char::is_whitespace));
    }
    let mut splitter = Splitter { source, code, columns, starts_line, out: Vec::new(), scopes: 0 };
    splitter.block(0, code.len(), 0, 0);
    splitter.out
}

impl Splitter<'_> {
    fn text(&self, at: usize) -> &str {
        self.code.get(at).map_or("", |it| it.text(self.source))
    }

    fn is(&self, at: usize, kind: TokenKind) -> bool {
        self.code.get(at).is_some_and(|it| it.kind == kind)
    }

    /// Declarations that begin at a column, from one token to another.
    fn block(&mut self, start: usize, end: usize, column: usize, scope: usize) {
        let mut at = start;
        while at < end {
            let next = (at + 1..end)
                .find(|it| self.starts_line[*it] && self.columns[*it] <= column)
                .unwrap_or(end);
            // `public export` may stand on a line of its own above what it exports.
            let mut first = at;
            let mut stop = next;
            loop {
                while first < stop && self.is_modifier(first) {
                    first += 1;
                }
                if first < stop || stop >= end {
                    break;
                }
                stop = (stop + 1..end)
                    .find(|it| self.starts_line[*it] && self.columns[*it] <= column)
                    .unwrap_or(end);
            }
            self.declaration(first, stop, scope);
            at = stop;
        }
    }

    fn is_modifier(&self, at: usize) -> bool {
        matches!(self.text(at), "public" | "export" | "private" | "total" | "partial" | "covering")
            || (self.is(at, TokenKind::Number) && matches!(self.text(at), "0" | "1"))
            || self.is(at, TokenKind::Pragma) && self.text(at) != "%default"
    }

    fn declaration(&mut self, first: usize, end: usize, scope: usize) {
        if first >= end {
            return;
        }
        if matches!(self.text(first), "mutual" | "namespace" | "parameters" | "using") {
            let inner = (first + 1..end).find(|it| self.starts_line[*it]);
            self.out.push(Declaration {
                shape: Shape::Other,
                names: Vec::new(),
                first,
                end,
                scope,
            });
            if let Some(inner) = inner {
                self.scopes += 1;
                let (column, scope) = (self.columns[inner], self.scopes);
                self.block(inner, end, column, scope);
            }
            return;
        }
        let (shape, names) = self.classify(first, end);
        let is_function = matches!(shape, Shape::Clause | Shape::Instance);
        self.out.push(Declaration { shape, names, first, end, scope });
        if is_function {
            self.local_blocks(first, end);
        }
    }

    /// The `where` blocks of a clause or an instance.
    fn local_blocks(&mut self, first: usize, end: usize) {
        let place =
            (first..end).find(|it| self.is(*it, TokenKind::Keyword) && self.text(*it) == "where");
        let Some(place) = place else { return };
        if place + 1 >= end {
            return;
        }
        self.scopes += 1;
        let scope = self.scopes;
        let column = self.columns[place + 1];
        self.block(place + 1, end, column, scope);
    }

    fn classify(&self, first: usize, end: usize) -> (Shape, Vec<(String, usize)>) {
        match self.text(first) {
            "module" | "import" | "%default" | "interface" | "failing" | "infix" | "infixl"
            | "infixr" | "prefix" | "typebind" | "autobind" | "open" => {
                return (Shape::Other, Vec::new());
            }
            "record" | "data" => return (Shape::Data, self.data_names(first, end)),
            _ => {}
        }
        if let Some(names) = self.signature_names(first, end) {
            return (Shape::Signature, names);
        }
        if let Some(place) = self.top_level(first, end, &["where"])
            && !self.has_equals(first, place)
            && !self.is_lower(first)
        {
            return (Shape::Instance, self.interface(first, place));
        }
        // The head of a clause: its name stands first, behind an opening bracket, or between
        // backticks.
        let head = (first..end).find(|it| self.is(*it, TokenKind::Identifier));
        let Some(head) = head else { return (Shape::Other, Vec::new()) };
        let mut names = vec![(self.text(head).to_owned(), head)];
        let sides = self.top_level(first, end, &["=", "with"]).unwrap_or(end);
        for at in first + 1..sides {
            if self.is(at, TokenKind::Identifier) && self.text(at - 1) == "`" {
                names.push((self.text(at).to_owned(), at));
            }
        }
        (Shape::Clause, names)
    }

    fn is_lower(&self, at: usize) -> bool {
        self.is(at, TokenKind::Identifier)
            && self.text(at).starts_with(|c: char| c.is_lowercase() || c == '_')
    }

    /// `a, b : …` and `(+) : …`.
    fn signature_names(&self, first: usize, end: usize) -> Option<Vec<(String, usize)>> {
        let mut names = Vec::new();
        let mut at = first;
        loop {
            if self.text(at) == "(" && self.text(at + 2) == ")" && at + 2 < end {
                names.push((self.text(at + 1).to_owned(), at + 1));
                at += 3;
            } else if self.is(at, TokenKind::Identifier) {
                names.push((self.text(at).to_owned(), at));
                at += 1;
            } else {
                return None;
            }
            match self.text(at) {
                ":" if at < end => return Some(names),
                "," if at < end => at += 1,
                _ => return None,
            }
        }
    }

    /// The first of some words outside of brackets.
    fn top_level(&self, first: usize, end: usize, words: &[&str]) -> Option<usize> {
        let mut depth = 0i32;
        for at in first..end {
            let text = self.text(at);
            if self.is(at, TokenKind::Symbol) {
                match text {
                    "(" | "{" | "[" | "@{" | ".(" | "[|" | "[<" | "[>" | "`(" | "`{" | "`[" => {
                        depth += 1
                    }
                    ")" | "}" | "]" | "|]" => depth -= 1,
                    _ => {}
                }
            }
            if depth == 0 && words.contains(&text) {
                return Some(at);
            }
        }
        None
    }

    fn has_equals(&self, first: usize, end: usize) -> bool {
        self.top_level(first, end, &["="]).is_some()
    }

    /// The interface of an instance: what stands first behind names, constraints and arrows.
    fn interface(&self, first: usize, end: usize) -> Vec<(String, usize)> {
        let mut start = if self.text(first) == "implementation" { first + 1 } else { first };
        let mut at = start;
        while let Some(arrow) = self.top_level(at, end, &["=>", "->"]) {
            start = arrow + 1;
            at = start;
        }
        if self.text(start) == "[" {
            start = (start..end).find(|it| self.text(*it) == "]").map_or(start, |it| it + 1);
        }
        let name = (start..end).find(|it| self.is(*it, TokenKind::Identifier));
        name.map(|it| vec![(self.text(it).to_owned(), it)]).unwrap_or_default()
    }

    /// Types, constructors and fields of a `record` or `data` declaration.
    fn data_names(&self, first: usize, end: usize) -> Vec<(String, usize)> {
        let mut names = Vec::new();
        let mut push = |at: usize| {
            if self.is(at, TokenKind::Identifier) {
                names.push((self.text(at).to_owned(), at));
            }
        };
        push(first + 1);
        for at in first + 2..end {
            let before = self.text(at - 1);
            let is_data = self.text(first) == "data";
            if before == "constructor" || (is_data && matches!(before, "=" | "|")) {
                push(at);
            }
            // `field, field : type` and `Constructor : type` begin a line.
            let line_start = (first..=at).rev().find(|it| self.starts_line[*it]).unwrap_or(first);
            let mut head = line_start;
            while head < at && self.is_modifier(head) {
                head += 1;
            }
            if line_start > first && head <= at {
                let listed =
                    (head..at).all(|it| self.text(it) == "," || self.is(it, TokenKind::Identifier));
                let closes = matches!(self.text(at + 1), ":" | ",");
                if listed && closes && (head == at || self.text(at - 1) == ",") {
                    push(at);
                }
            }
        }
        names
    }
}
