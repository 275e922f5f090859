//! What of the carried texts a module names, and what that names in turn: the rest is not worked out.
//!
//! **Invariants:** a declaration is left out only where no word of what is judged is a name of it, so
//! nothing that is judged can speak of it; whatever is not understood here is kept.

use proviso_syntax::token::Kind;
use proviso_syntax::tree::{Declaration, Item, Node};

use crate::quick::{Map, Set};
use crate::{Source, library};

/// The names of what is left out.
pub(crate) type Left = Set<String>;

impl Source {
    /// What stands in these tokens and could be a name, the parts of a whole name one by one.
    fn words(&self, tokens: std::ops::Range<usize>) -> impl Iterator<Item = &str> {
        let all = self.tokens.get(tokens).unwrap_or_default().iter();
        let named = all.filter(|it| !matches!(it.kind, Kind::Number | Kind::Char | Kind::String));
        named.flat_map(|it| self.text[it.range.clone()].split('.'))
    }

    /// All such words of it.
    pub(crate) fn all_words(&self) -> impl Iterator<Item = &str> {
        self.words(0..self.tokens.len())
    }

    /// The names that a declaration is asked for by; none for one that is always kept.
    fn names(&self, it: &Declaration) -> Vec<&str> {
        let word = |at: &usize| {
            self.tokens
                .get(*at)
                .map_or("", |it| self.text.get(it.range.clone()).unwrap_or_default())
        };
        match &it.item {
            Item::Signature(it) => it.names.iter().map(word).collect(),
            Item::Clause(clause) => match &clause.left.node {
                Node::Name => vec![word(&clause.left.tokens.start)],
                Node::Apply(head, _) if head.node == Node::Name => vec![word(&head.tokens.start)],
                _ => Vec::new(),
            },
            Item::Record(it) => {
                let fields = it.fields.iter().flat_map(|it| &it.names);
                std::iter::once(&it.name).chain(&it.constructor).chain(fields).map(word).collect()
            }
            Item::Data(it) => {
                let constructors = it.constructors.iter().map(|it| &it.name);
                std::iter::once(&it.name).chain(constructors).map(word).collect()
            }
            // Asked for by what it is of, not by the interface.
            Item::Instance(it) => {
                let of = self.words(it.head.tokens.clone());
                of.filter(|it| library::methods(it).is_empty() && begins_type(it)).collect()
            }
            Item::Pragma(_) | Item::Failing { .. } => Vec::new(),
        }
    }
}

fn begins_type(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Takes out of carried sources what is not named; the words are those of all others.
pub(crate) fn reduce<'a>(carried: &mut [Source], words: impl Iterator<Item = &'a str>) -> Left {
    let mut kept: Vec<Vec<bool>> = Vec::new();
    let mut left = Left::default();
    {
        let mut by_name: Map<&str, Vec<(usize, usize)>> = Map::default();
        let mut open = Vec::new();
        for (source, it) in carried.iter().enumerate() {
            kept.push(vec![false; it.tree.declarations.len()]);
            for (at, declaration) in it.tree.declarations.iter().enumerate() {
                let names = it.names(declaration);
                if names.is_empty() {
                    open.push((source, at));
                }
                for name in names {
                    by_name.entry(name).or_default().push((source, at));
                }
            }
        }
        for word in words {
            open.extend(by_name.remove(word).unwrap_or_default());
        }
        while let Some((source, at)) = open.pop() {
            if std::mem::replace(&mut kept[source][at], true) {
                continue;
            }
            let it = &carried[source];
            for word in it.words(it.tree.declarations[at].tokens.clone()) {
                open.extend(by_name.remove(word).unwrap_or_default());
            }
        }
        left.extend(by_name.into_keys().map(str::to_owned));
    }
    for (it, kept) in carried.iter_mut().zip(kept) {
        let mut kept = kept.into_iter();
        it.tree.declarations.retain(|_| kept.next().unwrap_or(true));
    }
    left
}
