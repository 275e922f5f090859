//! Words that papers are made of, from `words.toml`, and chance that a seed decides.
//!
//! **Invariant:** which words are withheld stands in the data and depends on no seed; a paper at
//! hand prints none of them.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// A generator of numbers: equal seeds give equal papers, here and on any other machine.
///
/// Source: Steele, Lea and Flood, Fast splittable pseudorandom number generators (SplitMix64).
#[derive(Debug, Clone)]
pub(super) struct Chance(u64);

impl Chance {
    /// For one paper of a seed: a paper does not depend on how many others are made.
    pub(super) fn new(seed: u64, paper: u64) -> Chance {
        let mut it = Chance(seed ^ paper.wrapping_mul(0xa076_1d64_78bd_642f));
        it.next();
        it
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    /// 0 to n - 1.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n.max(1)).unwrap_or(1);
        usize::try_from(self.next() % n).unwrap_or_default()
    }

    /// Both ends included.
    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        let n = usize::try_from(high - low + 1).unwrap_or(1);
        low + i64::try_from(self.below(n)).unwrap_or_default()
    }

    /// Whether something of so many percent happens.
    pub(super) fn percent(&mut self, it: usize) -> bool {
        self.below(100) < it
    }

    pub(super) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// So many different ones, in an order that chance decides.
    pub(super) fn some<T: Clone>(&mut self, of: &[T], n: usize) -> Vec<T> {
        let mut all = of.to_vec();
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
        all.truncate(n);
        all
    }
}

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
