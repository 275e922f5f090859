//! Finds texts of the document in a model: values belong into the facts.
//!
//! Numbers are found by the scan for cheats, which refuses all large ones; texts need the facts to
//! compare with.
//!
//! **Invariant:** looks at tokens, so that a doc comment may cite the document.

use crate::idris::header;
use crate::idris::lexer::{TokenKind, lex};
use crate::run::{Diagnostic, DiagnosticKind, Module, Severity};

/// Shorter texts of the document are words of the language too.
const SHORTEST: usize = 2;
/// From this length on a text counts also as a part of a longer one.
const SHORTEST_PART: usize = 4;

/// How every complaint about a value that stands in a model ends.
pub(super) const IN_THE_MODEL: &str = "stands in the model; values come from the facts";

/// Texts of the facts that stand in the model, as rejecting diagnostics.
pub(super) fn scan(model: &Module, facts: &Module) -> Vec<Diagnostic> {
    let values: Vec<String> = strings(&facts.text)
        .into_iter()
        .map(|it| it.1)
        .filter(|it| it.chars().count() >= SHORTEST)
        .collect();
    let mut found = Vec::new();
    for (range, text) in strings(&model.text) {
        let is_part = |it: &&String| {
            **it == text || (it.chars().count() >= SHORTEST_PART && text.contains(it.as_str()))
        };
        let Some(value) = values.iter().filter(is_part).max_by_key(|it| it.len()) else { continue };
        let shown: String = value.chars().take(60).collect();
        found.push(Diagnostic {
            kind: DiagnosticKind::Cheat,
            severity: Severity::Error,
            span: Some(header::span(model, range)),
            declaration: None,
            message: format!("the text `{shown}` {IN_THE_MODEL}"),
            excerpt: String::new(),
            hints: Vec::new(),
        });
    }
    found
}

/// The string literals of a source, without their quotes.
fn strings(source: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let literals = lex(source).into_iter().filter(|it| it.kind == TokenKind::String);
    literals
        .map(|it| {
            let text = it.text(source).trim_matches('"').to_owned();
            (it.range, text)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(name: &str, text: &str) -> Module {
        Module { name: name.to_owned(), text: text.to_owned() }
    }

    #[track_caller]
    fn check(model: &str, expected: &[&str]) {
        let facts = module(
            "Domains.Facts.A",
            "printed : Facts\nprinted = MkFacts \"㈜한빛상사\" \"갑\" \"A5\" (MkMoney 12000)\n",
        );
        let found = scan(&module("Domains.A", model), &facts);
        let found: Vec<String> = found
            .into_iter()
            .map(|it| format!("{}: {}", it.span.map_or(0, |it| it.line), it.message))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_text_of_the_document_is_found_also_inside_of_another() {
        check(
            "a : String\na = \"㈜한빛상사\"\nb = \"party ㈜한빛상사 pays\"\n",
            &[
                "2: the text `㈜한빛상사` stands in the model; values come from the facts",
                "3: the text `㈜한빛상사` stands in the model; values come from the facts",
            ],
        );
    }

    #[test]
    fn words_comments_and_other_texts_are_free() {
        check("||| ㈜한빛상사 pays.\nshow = \"갑\"\nother = \"A500\" -- \"㈜한빛상사\"\n", &[]);
        check("x = \"A5\"", &["1: the text `A5` stands in the model; values come from the facts"]);
    }
}
