//! The head of a module: what it calls itself and what it imports.

use std::ops::Range;

use super::lexer::{Token, TokenKind, lex};
use crate::run::{Diagnostic, DiagnosticKind, Module, Severity, Span};

/// What stands before the first declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The name behind `module`, with its place in bytes; none for a file that has no such line,
    /// which the compiler then takes for `Main`.
    pub name: Option<(String, Range<usize>)>,
    /// Imported modules, in order.
    pub imports: Vec<Import>,
    /// Where the head ends, in bytes: behind the last import, else behind the module line, else 0.
    pub end: usize,
}

/// One import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The module.
    pub module: String,
    /// The module's place in bytes.
    pub range: Range<usize>,
}

/// Reads the head of a source text.
pub fn read(source: &str) -> Header {
    let tokens: Vec<Token> = lex(source).into_iter().filter(Token::is_code).collect();
    let mut rest = tokens.as_slice();
    let mut header = Header { name: None, imports: Vec::new(), end: 0 };
    if let [first, name, more @ ..] = rest
        && first.text(source) == "module"
        && name.kind == TokenKind::Identifier
    {
        header.name = Some((name.text(source).to_owned(), name.range.clone()));
        header.end = name.range.end;
        rest = more;
    }
    loop {
        let (name, more) = match rest {
            [first, public, name, more @ ..]
                if first.text(source) == "import" && public.text(source) == "public" =>
            {
                (name, more)
            }
            [first, name, more @ ..] if first.text(source) == "import" => (name, more),
            _ => return header,
        };
        if name.kind != TokenKind::Identifier {
            return header;
        }
        let module = name.text(source).to_owned();
        header.imports.push(Import { module, range: name.range.clone() });
        header.end = name.range.end;
        rest = more;
        if let [by, alias, more @ ..] = rest
            && by.text(source) == "as"
            && alias.kind == TokenKind::Identifier
        {
            header.end = alias.range.end;
            rest = more;
        }
    }
}

/// The rejection of a module that calls itself by another name than it goes by.
///
/// The compiler accepts `Main` under any path; the names in it are then not those that an audit
/// asks for, and nothing of what was asked has been checked.
pub fn mismatch(module: &Module) -> Option<Diagnostic> {
    let header = read(&module.text);
    let (declared, range) = match header.name {
        Some((name, _)) if name == module.name => return None,
        Some((name, range)) => (name, range),
        None if module.name == "Main" => return None,
        None => ("Main".to_owned(), 0..0),
    };
    let message = format!(
        "Module name {declared} does not match file name \"{}\" (expected `module {}`)",
        module.path(),
        module.name
    );
    Some(Diagnostic {
        kind: DiagnosticKind::ModuleName,
        severity: Severity::Error,
        span: Some(span(module, range)),
        declaration: None,
        message,
        excerpt: String::new(),
        hints: vec![module.name.clone()],
    })
}

/// A place in bytes as the compiler would print it.
pub fn span(module: &Module, range: Range<usize>) -> Span {
    span_in(&module.name, &module.text, range)
}

/// The same of a text that goes by a name.
pub fn span_in(module: &str, text: &str, range: Range<usize>) -> Span {
    let position = |at: usize| {
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|it| *it != '\n').count() + 1;
        (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    };
    let (line, column) = position(range.start);
    let (end_line, behind) = position(range.end);
    let first = if end_line == line { column } else { 1 };
    let end_column = behind.saturating_sub(1).max(first);
    Span { module: module.to_owned(), line, column, end_line, end_column }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(source: &str, expect: Expect) {
        let header = read(source);
        let imports: Vec<&str> = header.imports.iter().map(|it| it.module.as_str()).collect();
        let name = header.name.map_or("-".to_owned(), |it| it.0);
        let end = &source[..header.end].escape_debug().to_string();
        expect.assert_eq(&format!("{name}\n{}\n{end}", imports.join(" ")));
    }

    #[test]
    fn comments_before_and_between_are_no_part_of_it() {
        check(
            "-- module No\n||| doc\nmodule Domains.Rent\n\nimport public Data.List -- import X\nimport Data.Vect as V\nx = 1",
            expect![[r#"
                Domains.Rent
                Data.List Data.Vect
                -- module No\n||| doc\nmodule Domains.Rent\n\nimport public Data.List -- import X\nimport Data.Vect as V"#]],
        );
    }

    #[test]
    fn a_file_without_a_head_is_main() {
        check(
            "import Data.So\nx : Nat",
            expect![[r#"
                -
                Data.So
                import Data.So"#]],
        );
        let module = |name: &str, text: &str| Module { name: name.into(), text: text.into() };
        assert!(mismatch(&module("Main", "x : Nat")).is_none());
        assert!(mismatch(&module("Domains.Rent", "x : Nat")).is_some());
        let found = mismatch(&module("Domains.Rent", "\n  module Main\n")).unwrap();
        let span = found.span.unwrap();
        assert_eq!((span.line, span.column, span.end_line, span.end_column), (2, 10, 2, 13));
    }
}
