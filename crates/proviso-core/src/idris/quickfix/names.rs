//! Repairs of names: imports, misspellings, ambiguity, visibility, the module's own name.

use super::library;
use super::source::{Edits, Source, Visibility};
use crate::idris::lexer::{KEYWORDS, TokenKind};
use crate::run::{Diagnostic, DiagnosticKind, Module};

/// Gives the module the name that its path demands.
pub(super) fn module_name(source: &Source<'_>, module: &Module, edits: &mut Edits) {
    match &source.header.name {
        Some((name, _)) if *name == module.name => return,
        Some((_, range)) => {
            let token = source.code.iter().find(|it| it.range == *range);
            let Some(token) = token else { return };
            edits.replace(token, module.name.clone());
        }
        None => edits.insert(0, format!("module {}\n\n", module.name)),
    }
    edits.note(format!("named the module `{}`, as its path demands", module.name));
}

/// Corrects the name of an imported module that is not there.
pub(super) fn missing_module(source: &Source<'_>, message: &str, edits: &mut Edits) {
    let rest = message.split("Module ").nth(1);
    let Some(name) = rest.and_then(|it| it.split(" not found").next()) else { return };
    let Some(import) = source.header.imports.iter().find(|it| it.module == name) else { return };
    let Some(meant) = library::similar_module(name) else { return };
    if let Some(token) = source.code.iter().find(|it| it.range == import.range) {
        edits.replace(token, meant);
        edits.note(format!("imported `{meant}` for `{name}`, which does not exist"));
    }
}

/// Repairs a name that nobody declares: an import that has it, else the compiler's suggestion.
pub(super) fn undefined(source: &Source<'_>, diagnostic: &Diagnostic, edits: &mut Edits) {
    let Some(name) = undefined_name(&diagnostic.message) else { return };
    let (space, last) = match name.rsplit_once('.') {
        Some((space, last)) => (Some(space), last),
        None => (None, name),
    };
    let module = match space {
        Some(space) if library::is_module(space) => Some(space),
        Some(_) => None,
        None => library::module_of(last),
    };
    if let Some(module) = module.filter(|it| !imports(source, it)) {
        let note = format!("imported `{module}`");
        if edits.notes.iter().any(|it| it.starts_with(&note)) {
            return;
        }
        edits.import(source, &format!("import {module}"));
        edits.note(format!("imported `{module}`, which has `{last}`"));
        return;
    }
    let Some(meant) = nearest(name, &diagnostic.hints) else { return };
    let at = diagnostic.span.as_ref().and_then(|it| source.at(it));
    let here = at.filter(|at| is(source, *at, name));
    let everywhere = !source.binds(name);
    let mut n_replaced = 0;
    for number in 0..source.code.len() {
        if is(source, number, name) && (everywhere || here == Some(number)) {
            let dot = if source.code[number].kind == TokenKind::Projection { "." } else { "" };
            edits.replace(&source.code[number], format!("{dot}{meant}"));
            n_replaced += 1;
        }
    }
    if n_replaced > 0 {
        edits.note(format!("wrote `{meant}` for `{name}`, as the compiler suggests"));
    }
}

/// Whether a token is a use of a name.
fn is(source: &Source<'_>, at: usize, name: &str) -> bool {
    let word = source.word(at);
    match source.code[at].kind {
        TokenKind::Identifier => word == name,
        TokenKind::Projection => &word[1..] == name,
        _ => false,
    }
}

fn imports(source: &Source<'_>, module: &str) -> bool {
    source.header.imports.iter().any(|it| it.module == module)
}

/// The name in `Undefined name x.`, wherever in the message.
fn undefined_name(message: &str) -> Option<&str> {
    let rest = message.split("Undefined name ").nth(1)?;
    let word = rest.split_whitespace().next()?;
    let name = word.strip_suffix('.').unwrap_or(word);
    (!name.is_empty()).then_some(name)
}

/// The suggestion that is nearer than all others; the compiler lists at random.
fn nearest<'a>(name: &str, hints: &'a [String]) -> Option<&'a str> {
    let mut all: Vec<(usize, &str)> = hints
        .iter()
        .filter(|it| is_plain_name(it))
        .map(|it| (strsim::damerau_levenshtein(name, it), it.as_str()))
        .collect();
    all.sort_unstable();
    match all[..] {
        [(_, only)] => Some(only),
        [(first, it), (second, _), ..] if first < second => Some(it),
        _ => None,
    }
}

fn is_plain_name(text: &str) -> bool {
    let fits = |it: &str| {
        it.starts_with(|c: char| c.is_alphabetic())
            && it.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'')
            && !KEYWORDS.contains(&it)
    };
    text.split('.').all(fits)
}

/// Qualifies an ambiguous name by the compiler's candidate that the module most likely means: its
/// own, else one of the project's, else the Prelude's.
pub(super) fn ambiguous(
    source: &Source<'_>,
    module: &Module,
    diagnostic: &Diagnostic,
    edits: &mut Edits,
) {
    let Some(at) = diagnostic.span.as_ref().and_then(|it| source.at(it)) else { return };
    let word = source.word(at);
    if source.code[at].kind != TokenKind::Identifier || word.contains('.') {
        return;
    }
    let suffix = format!(".{word}");
    let heads: Vec<&str> = diagnostic
        .hints
        .iter()
        .filter_map(|it| it.split([' ', '(', ')']).find(|head| head.ends_with(&suffix)))
        .collect();
    let own = format!("{}.", module.name);
    let ranks: [&dyn Fn(&str) -> bool; 3] =
        [&|it| it.starts_with(&own), &|it| it.starts_with("Domains."), &|it| {
            it.starts_with("Prelude.")
        }];
    for rank in ranks {
        let mut fitting: Vec<&str> = heads.iter().copied().filter(|it| rank(it)).collect();
        fitting.dedup();
        if let [only] = fitting[..] {
            edits.replace(&source.code[at], only);
            edits.note(format!("wrote `{only}` for `{word}`, which has several meanings"));
            return;
        }
        if !fitting.is_empty() {
            return;
        }
    }
}

/// Makes visible what another module asks for by its full name.
pub(super) fn private(
    source: &Source<'_>,
    module: &Module,
    diagnostic: &Diagnostic,
    edits: &mut Edits,
) {
    let words = diagnostic.message.split([' ', '\n']);
    let own = format!("{}.", module.name);
    let names = words.filter_map(|it| it.trim_end_matches('.').strip_prefix(&own));
    let mut found: Vec<&str> = names.collect();
    found.sort_unstable();
    found.dedup();
    for name in found {
        if let Some(declaration) = source.declaration(name)
            && declaration.visibility == Visibility::Private
        {
            publish(source, declaration, edits);
        }
    }
}

/// Makes every declaration public whose value a proof elsewhere may need: what is only exported
/// does not reduce there.
pub(super) fn publish_all(source: &Source<'_>, edits: &mut Edits) {
    for declaration in &source.declarations {
        let named = !declaration.names.is_empty();
        if named && declaration.visibility != Visibility::PublicExport {
            publish(source, declaration, edits);
        }
    }
}

fn publish(source: &Source<'_>, declaration: &super::source::Declaration, edits: &mut Edits) {
    let mut tokens = declaration.tokens.clone();
    match declaration.visibility {
        Visibility::PublicExport => return,
        Visibility::Export => {
            let Some(at) = tokens.find(|at| source.word(*at) == "export") else { return };
            edits.replace(&source.code[at], "public export");
        }
        Visibility::Private => {
            let first = &source.code[tokens.start];
            if source.word(tokens.start) == "private" {
                edits.replace(first, "public export");
            } else {
                edits.insert(first.range.start, "public export\n");
            }
        }
    }
    edits.note(format!("made `{}` public", declaration.names.join("`, `")));
}

/// Whether a message is about something that is not visible.
pub(super) fn is_about_visibility(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.kind, DiagnosticKind::Visibility)
        || diagnostic.message.contains(" is private")
        || diagnostic.message.contains("is inaccessible since")
}
