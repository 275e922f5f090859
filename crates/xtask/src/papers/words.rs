//! Words that papers are made of, from `words.toml`.
//!
//! **Invariant:** which words are withheld stands in the data and depends on no seed; a paper at
//! hand prints none of them.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

pub(super) use crate::chance::Chance;

/// What is there, and what is kept from fitting.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    pub at_hand: Vec<String>,
    pub withheld: Vec<String>,
}

/// What is printed beside values of one meaning.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Synonyms {
    pub ko: Vec<String>,
    pub ko_withheld: Vec<String>,
    pub en: Vec<String>,
    pub en_withheld: Vec<String>,
}

/// All the words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub structures: Kept,
    pub styles: Kept,
    pub label: BTreeMap<String, Synonyms>,
    pub names: BTreeMap<String, Vec<String>>,
}

impl Words {
    pub(super) fn load() -> Result<Words> {
        toml::from_str(include_str!("words.toml")).context("`words.toml`")
    }

    /// With one structure only, in both halves.
    pub(super) fn only(mut self, structure: &str) -> Result<Words> {
        let Kept { at_hand, withheld } = &mut self.structures;
        if !at_hand.iter().chain(withheld.iter()).any(|it| it == structure) {
            bail!("no structure `{structure}` (there are {})", at_hand.join(", "));
        }
        *at_hand = vec![structure.to_owned()];
        *withheld = at_hand.clone();
        Ok(self)
    }
}

/// Whether a paper may be fitted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    AtHand,
    Withheld,
}

impl Half {
    pub(super) fn name(self) -> &'static str {
        match self {
            Half::AtHand => "at hand",
            Half::Withheld => "withheld",
        }
    }

    /// A structure or a style: those that are withheld, or all the others as well.
    pub(super) fn choose(self, of: &Kept, chance: &mut Chance) -> String {
        match self {
            Half::Withheld if chance.percent(40) => chance.pick(&of.withheld).clone(),
            _ => chance.pick(&of.at_hand).clone(),
        }
    }
}
