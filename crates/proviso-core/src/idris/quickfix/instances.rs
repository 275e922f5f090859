//! Writes a missing `Show` or `Eq` of a type that the module declares.
//!
//! **Invariant:** for models only `Show`: an `Eq` of an author's own could call unequal things
//! equal, and `So (a == b)` would be a proof of nothing.

use super::source::{Declaration, Edits, Source};
use crate::idris::lexer::TokenKind;
use crate::run::Diagnostic;

/// Adds the implementation that the compiler did not find, if its type is declared here and is a
/// record or an enumeration without parameters.
pub(super) fn add(source: &Source<'_>, is_model: bool, diagnostic: &Diagnostic, edits: &mut Edits) {
    let Some((interface, type_name)) = wanted(&diagnostic.message) else { return };
    if interface != "Show" && (interface != "Eq" || is_model) {
        return;
    }
    let mut open = vec![type_name.to_owned()];
    let mut done: Vec<String> = Vec::new();
    while let Some(name) = open.pop() {
        if done.contains(&name) || implements(source, interface, &name) {
            continue;
        }
        let Some(declaration) = source.declaration(&name) else { continue };
        let Some(shape) = Shape::read(source, declaration) else { continue };
        let body = match interface {
            "Show" => shape.show(),
            _ => shape.equal(),
        };
        let text = format!("\n\npublic export\n{interface} {name} where\n{body}");
        edits.insert(source.end_of(declaration), text);
        edits.note(format!("wrote the missing `{interface}` of `{name}`"));
        open.extend(shape.types());
        done.push(name);
    }
}

/// The interface and the type in `Can't find an implementation for Show Price.`; none where the
/// type has arguments.
fn wanted(message: &str) -> Option<(&str, &str)> {
    let rest = message.split("Can't find an implementation for ").nth(1)?;
    let goal = rest.lines().next()?.trim().strip_suffix('.')?;
    let (interface, name) = goal.split_once(' ')?;
    let plain = name.chars().all(|it| it.is_alphanumeric() || it == '_' || it == '\'');
    (plain && !name.is_empty()).then_some((interface, name))
}

fn implements(source: &Source<'_>, interface: &str, name: &str) -> bool {
    (0..source.code.len()).any(|at| {
        source.word(at) == interface
            && source.word(at + 1) == name
            && source.word(at + 2) == "where"
    })
}

/// A type as far as an implementation needs it.
enum Shape {
    /// A record: its constructor's name and its fields with their types' names.
    Record(String, Vec<(String, Vec<String>)>),
    /// Constructors without arguments.
    Enumeration(Vec<String>),
}

impl Shape {
    fn read(source: &Source<'_>, declaration: &Declaration) -> Option<Shape> {
        match declaration.keyword.as_deref()? {
            "record" => record(source, declaration),
            "data" => enumeration(source, declaration),
            _ => None,
        }
    }

    /// Types that an implementation for this one needs in turn.
    fn types(&self) -> Vec<String> {
        match self {
            Shape::Record(_, fields) => fields.iter().flat_map(|it| it.1.clone()).collect(),
            Shape::Enumeration(_) => Vec::new(),
        }
    }

    fn show(&self) -> String {
        match self {
            Shape::Record(constructor, fields) if fields.is_empty() => {
                format!("  show _ = \"{constructor}\"")
            }
            Shape::Record(constructor, fields) => {
                let shown: Vec<String> =
                    fields.iter().map(|(it, _)| format!("showArg it.{it}")).collect();
                format!("  show it = \"{constructor}\" ++ {}", shown.join(" ++ "))
            }
            Shape::Enumeration(names) => {
                let lines: Vec<String> =
                    names.iter().map(|it| format!("  show {it} = \"{it}\"")).collect();
                lines.join("\n")
            }
        }
    }

    fn equal(&self) -> String {
        match self {
            Shape::Record(_, fields) if fields.is_empty() => "  _ == _ = True".to_owned(),
            Shape::Record(_, fields) => {
                let equal: Vec<String> =
                    fields.iter().map(|(it, _)| format!("one.{it} == other.{it}")).collect();
                format!("  one == other = {}", equal.join(" && "))
            }
            Shape::Enumeration(names) => {
                let mut lines: Vec<String> =
                    names.iter().map(|it| format!("  {it} == {it} = True")).collect();
                if names.len() > 1 {
                    lines.push("  _ == _ = False".to_owned());
                }
                lines.join("\n")
            }
        }
    }
}

/// `record Name where [constructor C] a, b : T …`; fields that are erased exist for the type
/// checker only and can neither be shown nor compared.
fn record(source: &Source<'_>, declaration: &Declaration) -> Option<Shape> {
    let name = declaration.names.first()?;
    let mut at = declaration.tokens.clone().find(|at| source.word(*at) == name.as_str())? + 1;
    if source.word(at) != "where" {
        return None;
    }
    at += 1;
    let mut constructor = name.clone();
    if source.word(at) == "constructor" {
        source.word(at + 1).clone_into(&mut constructor);
        at += 2;
    }
    let column = |at: usize| {
        let start = source.code[at].range.start;
        start - source.text[..start].rfind('\n').map_or(0, |it| it + 1)
    };
    let mut fields = Vec::new();
    let end = declaration.tokens.end;
    let indent = (at < end).then(|| column(at));
    while at < end {
        let mut next = at + 1;
        while next < end && !(source.begins_line(next) && Some(column(next)) <= indent) {
            next += 1;
        }
        let erased = source.word(at) == "0";
        let first = if matches!(source.word(at), "0" | "1") { at + 1 } else { at };
        let colon = (first..next).find(|at| source.word(*at) == ":")?;
        let names = (first..colon).filter(|at| source.code[*at].kind == TokenKind::Identifier);
        let implicit = source.word(first).starts_with('{');
        if !erased && !implicit {
            let types: Vec<String> = (colon + 1..next)
                .map(|at| source.word(at))
                .filter(|it| it.starts_with(|c: char| c.is_ascii_uppercase()))
                .map(|it| it.rsplit('.').next().unwrap_or(it).to_owned())
                .collect();
            // A function or a proof has no text.
            if (colon + 1..next).any(|at| matches!(source.word(at), "->" | "=" | "=>")) {
                return None;
            }
            fields.extend(names.map(|at| (source.word(at).to_owned(), types.clone())));
        }
        at = next;
    }
    Some(Shape::Record(constructor, fields))
}

/// `data Name = A | B`, or the same with `where` and `A : Name`.
fn enumeration(source: &Source<'_>, declaration: &Declaration) -> Option<Shape> {
    let name = declaration.names.first()?.as_str();
    let tokens = declaration.tokens.clone();
    let after = tokens.clone().find(|at| source.word(*at) == name)? + 1;
    let words: Vec<&str> = (after..tokens.end).map(|at| source.word(at)).collect();
    let names = match words[..] {
        ["=", ref rest @ ..] => rest
            .split(|it| *it == "|")
            .map(|it| match it {
                [only] => Some((*only).to_owned()),
                _ => None,
            })
            .collect::<Option<Vec<String>>>()?,
        [":", "Type", "where", ref rest @ ..] => {
            let (heads, odd) = rest.as_chunks::<3>();
            if !odd.is_empty() || !heads.iter().all(|it| it[1] == ":" && it[2] == name) {
                return None;
            }
            heads.iter().map(|it| it[0].to_owned()).collect()
        }
        _ => return None,
    };
    let constructors = names.iter().all(|it| it.starts_with(|c: char| c.is_ascii_uppercase()));
    (constructors && !names.is_empty()).then_some(Shape::Enumeration(names))
}
