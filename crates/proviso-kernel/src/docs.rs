//! Comments that the compiler takes for documentation: it refuses them where nothing is documented.
//!
//! **Invariant:** `|||` begins a line, and what follows the lines is a signature, a type, a field or a
//! constructor from its very beginning.

use std::collections::HashSet;

use proviso_syntax::token::{Kind, Token};
use proviso_syntax::tree::{Item, Tree};

use crate::term::{R, outside};

/// Whether all documentation is where the compiler expects it.
pub(crate) fn in_place(text: &str, tokens: &[Token], tree: &Tree) -> R<()> {
    if !text.contains("|||") {
        return Ok(());
    }
    let mut documented = HashSet::from([0]);
    for it in &tree.declarations {
        if !matches!(
            it.item,
            Item::Signature(_) | Item::Record(_) | Item::Data(_) | Item::Instance(_)
        ) {
            continue;
        }
        documented.insert(it.tokens.start);
        match &it.item {
            Item::Record(record) => {
                for field in &record.fields {
                    let Some(first) = field.names.first() else { continue };
                    let zero = first.checked_sub(1).filter(|at| {
                        tokens.get(*at).is_some_and(|it| text.get(it.range.clone()) == Some("0"))
                    });
                    documented.insert(zero.unwrap_or(*first));
                }
            }
            Item::Data(data) if data.of.is_some() => {
                documented.extend(data.constructors.iter().map(|it| it.name));
            }
            _ => {}
        }
    }
    let written: HashSet<u32> = tokens
        .iter()
        .filter(|it| {
            it.kind == Kind::String
                && text.get(it.range.clone()).is_some_and(|it| it.contains("|||"))
        })
        .map(|it| it.line)
        .collect();
    let mut next = 0;
    for (line, words) in (1u32..).zip(text.lines()) {
        while tokens.get(next).is_some_and(|it| it.line <= line) {
            next += 1;
        }
        if words.trim_start().starts_with("|||") {
            // In the column of what it documents: at the end of a block it would be of nothing.
            let column = 1 + words.chars().count() - words.trim_start().chars().count();
            let at_it = tokens.get(next).is_some_and(|it| it.column as usize == column);
            if !at_it || !documented.contains(&next) {
                return outside(format!("line {line}: documentation of nothing"));
            }
        } else if words.contains("|||") && !written.contains(&line) {
            return outside(format!("line {line}: documentation behind something else"));
        }
    }
    Ok(())
}
