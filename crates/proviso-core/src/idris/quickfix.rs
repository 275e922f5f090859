//! Deterministic repairs for the common classes of errors, in models, hand-edited files and files
//! of other people alike.
//!
//! **Invariant:** pure and total; a repair works on tokens, so what stands in a comment or a string
//! stays as it is; it never touches a number, a character or a string, so no value can change; each
//! says in words what it did. Whether it helped is for the compiler to say.

mod instances;
mod library;
mod names;
mod source;
mod syntax;
#[cfg(test)]
mod tests;

use self::source::{Edits, Source};
use crate::idris::lexer::TokenKind;
use crate::run::{Diagnostic, DiagnosticKind, Module};

/// The module with a repair of each repairable diagnostic applied, and what was done in words;
/// none where nothing is known to help. A parse error hides all others and is repaired alone.
pub fn fix(module: &Module, diagnostics: &[Diagnostic]) -> Option<(Module, Vec<String>)> {
    let source = Source::new(&module.text);
    let mut edits = Edits::default();
    let here = |it: &&Diagnostic| {
        it.rejects()
            && it.span.as_ref().is_none_or(|span| {
                span.module == module.name || {
                    // A file under a wrong name is cited under the name of its path.
                    it.kind == DiagnosticKind::ModuleName
                }
            })
    };
    let own: Vec<&Diagnostic> = diagnostics.iter().filter(here).collect();
    if let Some(parse) = own.iter().find(|it| it.kind == DiagnosticKind::Parse) {
        syntax::repair(&source, parse, &mut edits);
    } else {
        for it in &own {
            repair(&source, module, it, &mut edits);
        }
        let elsewhere = diagnostics.iter().filter(|it| it.rejects());
        for it in elsewhere.filter(|it| names::is_about_visibility(it)) {
            names::private(&source, module, it, &mut edits);
        }
        let audit = diagnostics.iter().any(|it| it.rejects() && it.kind == DiagnosticKind::Audit);
        if audit && edits.notes.is_empty() {
            names::publish_all(&source, &mut edits);
        }
    }
    let notes = edits.notes.clone();
    let text = edits.apply(&module.text);
    let changed = !notes.is_empty() && text != module.text;
    changed.then(|| (Module { name: module.name.clone(), text }, notes))
}

fn repair(source: &Source<'_>, module: &Module, diagnostic: &Diagnostic, edits: &mut Edits) {
    match diagnostic.kind {
        DiagnosticKind::ModuleName => names::module_name(source, module, edits),
        DiagnosticKind::MissingModule => {
            names::missing_module(source, &diagnostic.message, edits);
        }
        DiagnosticKind::UndefinedName => names::undefined(source, diagnostic, edits),
        DiagnosticKind::MissingImplementation => {
            // The cause may be a name, which the compiler then says below.
            if diagnostic.message.contains("Undefined name ") {
                names::undefined(source, diagnostic, edits);
            } else {
                instances::add(source, is_model(source), diagnostic, edits);
            }
        }
        DiagnosticKind::Ambiguous => names::ambiguous(source, module, diagnostic, edits),
        DiagnosticKind::Cheat if diagnostic.message.contains("%default total") => {
            default_total(source, edits);
        }
        // Out of time or memory, or killed for what may be either.
        DiagnosticKind::Exhausted => integers(source, edits),
        DiagnosticKind::Compiler if diagnostic.message.contains("gave signal") => {
            integers(source, edits);
        }
        _ => {}
    }
}

/// Whether it is a model of a project, which may say less than other files.
fn is_model(source: &Source<'_>) -> bool {
    source.header.imports.iter().any(|it| it.module.starts_with("Domains.Facts."))
}

/// Puts `%default total` behind the imports, once, and takes it away elsewhere: it covers only what
/// follows it.
fn default_total(source: &Source<'_>, edits: &mut Edits) {
    let found: Vec<usize> = (0..source.code.len())
        .filter(|at| source.word(*at) == "%default" && source.word(at + 1) == "total")
        .collect();
    let first = source.code.iter().position(|it| it.range.start >= source.header.end);
    let in_place = first.is_some_and(|at| found.first() == Some(&at));
    for at in found.iter().skip(usize::from(in_place)) {
        let range = source.code[*at].range.start..source.code[at + 1].range.end;
        edits.replace_space(range, "");
        edits.note("removed a `%default total` behind declarations");
    }
    if !in_place {
        let (before, behind) = if source.header.end == 0 { ("", "\n\n") } else { ("\n\n", "") };
        edits.insert(source.header.end, format!("{before}%default total{behind}"));
        edits.note("added `%default total`");
    }
}

/// Natural numbers are counted one by one while types are checked, so an amount of millions never
/// ends; whole numbers are computed.
fn integers(source: &Source<'_>, edits: &mut Edits) {
    let is_nat =
        |at: &usize| source.code[*at].kind == TokenKind::Identifier && source.word(*at) == "Nat";
    let found: Vec<usize> = (0..source.code.len()).filter(is_nat).collect();
    for at in &found {
        edits.replace(&source.code[*at], "Integer");
    }
    if !found.is_empty() {
        edits.note("wrote `Integer` for `Nat`, which cannot carry large amounts in types");
    }
}
