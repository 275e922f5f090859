//! Prints tokens where they stand.
//!
//! **Invariant:** nothing but the tokens, blanks and line breaks is printed; a token keeps its line
//! and its column, since no literal is ever printed longer than it was written.

use super::token::Token;

/// The tokens of a text, each in its line and column.
pub(super) fn text(source: &str, tokens: &[Token]) -> String {
    let mut out = String::with_capacity(source.len());
    let (mut line, mut column) = (1, 1);
    for it in tokens {
        while line < it.line {
            out.push('\n');
            line += 1;
            column = 1;
        }
        while column < it.column {
            out.push(' ');
            column += 1;
        }
        let word = it.printed.as_deref().unwrap_or(&source[it.range.clone()]);
        out.push_str(word);
        column += u32::try_from(word.chars().count()).unwrap_or(u32::MAX);
    }
    out.push('\n');
    out
}
