//! Clauses as they are written, their names, operators in a row as calls, and literals.

use std::rc::Rc;

use num_bigint::BigInt;
use proviso_syntax::tree::{Argument, At, Expr, Node, Piece, Right};

use crate::Kernel;
use crate::left::{Arm, Fitting};
use crate::term::{Lit, R, Term, outside};

/// Longer rows are not judged: each operator is a call within a call.
const MOST_IN_ROW: usize = 1000;

impl Kernel {
    /// A clause as it is written, without its function's name.
    pub(crate) fn arm(&self, clause: &proviso_syntax::tree::Clause) -> R<Arm> {
        if !clause.views.is_empty() {
            return outside("a `with`");
        }
        let right = match &clause.right {
            Right::Is(it) => Some(it.clone()),
            Right::Impossible => None,
            Right::With(..) => return outside("a `with`"),
        };
        let left = match &clause.left.node {
            Node::Row(pieces) => self.grouped(pieces, &clause.left)?,
            _ => clause.left.clone(),
        };
        let mut patterns = Vec::new();
        match &left.node {
            Node::Name => {}
            Node::Apply(_, args) => {
                for it in args {
                    match it {
                        Argument::Explicit(it) => patterns.push(Fitting::Written(it.clone())),
                        Argument::Named(..) => return outside("a named argument in a pattern"),
                    }
                }
            }
            _ => return outside("a left side that is not judged here"),
        }
        Ok(Arm { patterns, right, locals: clause.locals.clone() })
    }

    pub(crate) fn defined_by(&self, left: &Expr) -> String {
        let left = match &left.node {
            Node::Row(pieces) => match self.grouped(pieces, left) {
                Ok(it) => it,
                Err(_) => return String::new(),
            },
            _ => left.clone(),
        };
        match &left.node {
            Node::Name => self.word(left.tokens.start),
            Node::Apply(head, _) if head.node == Node::Name => self.word(head.tokens.start),
            _ => String::new(),
        }
    }

    /// Takes a name for a variable of a left side.
    pub(crate) fn binds(&mut self, word: &str, kept: String) -> R<()> {
        let whole = format!("{word}@");
        if self.written_names.iter().any(|it| *it == word || *it == whole) {
            return outside(format!("`{word}` is bound twice"));
        }
        self.written_names.push(kept);
        Ok(())
    }

    pub(crate) fn lit(&self, word: &str) -> R<(Lit, &'static str)> {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = word.replace('_', "");
            return match digits.parse::<BigInt>() {
                Ok(n) => Ok((Lit::Integer(Rc::new(n)), "Builtin.Integer")),
                Err(_) => outside("a number that is not read"),
            };
        }
        let inside = unescaped(&word[1..word.len().saturating_sub(1)])?;
        if word.starts_with('\'') {
            let mut chars = inside.chars();
            return match (chars.next(), chars.next()) {
                (Some(c), None) => Ok((Lit::Char(c), "Builtin.Char")),
                _ => outside("a character that is not read"),
            };
        }
        Ok((Lit::Text(inside.into()), "Builtin.String"))
    }

    /// A row of operators as calls, by how tightly they bind.
    pub(crate) fn grouped(&self, pieces: &[Piece], whole: &Expr) -> R<Expr> {
        if pieces.len() > MOST_IN_ROW {
            return outside(format!("a row of too many operators, {}", self.place(whole)));
        }
        let mut at = 0;
        let it = self.climb(pieces, &mut at, 0)?;
        if at < pieces.len() {
            return outside(format!("operators that do not go together, {}", self.place(whole)));
        }
        Ok(it)
    }

    fn climb(&self, pieces: &[Piece], at: &mut usize, least: u32) -> R<Expr> {
        let call = |head: At, args: Vec<Expr>| {
            let tokens = args.first().map_or(head..head + 1, |it| it.tokens.clone());
            let head = Expr { tokens: head..head + 1, node: Node::Name };
            let args = args.into_iter().map(Argument::Explicit).collect();
            Expr { tokens, node: Node::Apply(Box::new(head), args) }
        };
        let mut left = match pieces.get(*at) {
            Some(Piece::Operand(it)) => {
                *at += 1;
                it.clone()
            }
            Some(Piece::Operator(minus)) if self.word(*minus) == "-" => {
                *at += 1;
                match pieces.get(*at) {
                    Some(Piece::Operand(it)) if it.node == Node::Literal => {
                        *at += 1;
                        call(*minus, vec![it.clone()])
                    }
                    _ => return outside("a sign before what is no number"),
                }
            }
            _ => return outside("a section"),
        };
        let mut plain = None;
        while let Some(Piece::Operator(operator)) = pieces.get(*at) {
            let word = self.word(*operator);
            let Some((binds, right)) = fixity(&word) else {
                return outside(format!("the operator `{word}`"));
            };
            if binds < least {
                break;
            }
            // Two that do not associate, side by side.
            if right.is_none() && plain == Some(binds) {
                return outside(format!("`{word}` beside its like"));
            }
            plain = right.is_none().then_some(binds);
            *at += 1;
            let next = if right == Some(true) { binds } else { binds + 1 };
            let other = self.climb(pieces, at, next)?;
            left = call(*operator, vec![left, other]);
        }
        Ok(left)
    }
}

/// How tightly an operator binds, and whether to the right; none where it does not associate.
fn fixity(word: &str) -> Option<(u32, Option<bool>)> {
    Some(match word {
        "$" => (0, Some(true)),
        "=" => (1, None),
        "||" => (5, Some(true)),
        "&&" => (6, Some(true)),
        "==" | "/=" | "<" | "<=" | ">" | ">=" => (7, None),
        "++" | "::" => (8, Some(true)),
        "+" | "-" => (9, Some(false)),
        "*" => (10, Some(false)),
        _ => return None,
    })
}

fn unescaped(text: &str) -> R<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            out.push(c);
            continue;
        }
        let Some(next) = rest.chars().next() else { return outside("an escape of nothing") };
        let digits = |it: &str, radix: u32| -> R<(usize, char)> {
            let end = it.find(|c: char| !c.is_digit(radix)).unwrap_or(it.len());
            match u32::from_str_radix(&it[..end], radix).ok().and_then(char::from_u32) {
                Some(c) => Ok((end, c)),
                None => outside("an escape that is not read"),
            }
        };
        match next {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            '\\' | '"' | '\'' => out.push(next),
            '&' => {}
            'x' => {
                let (length, c) = digits(&rest[1..], 16)?;
                out.push(c);
                rest = &rest[1 + length..];
                continue;
            }
            '0'..='9' => {
                let (length, c) = digits(rest, 10)?;
                out.push(c);
                rest = &rest[length..];
                continue;
            }
            _ => return outside("an escape that is not read"),
        }
        rest = &rest[next.len_utf8()..];
    }
    Ok(out)
}

pub(crate) fn is_literal(it: &Term) -> bool {
    matches!(it, Term::Lit(Lit::Integer(_) | Lit::Text(_) | Lit::Char(_)))
}

/// The name that a function goes by in its text, which a lifted one has in front of a number.
pub(crate) fn own_name(short: &str) -> &str {
    short.strip_prefix('{').and_then(|it| it.split_once(' ')).map_or(short, |it| it.0)
}
