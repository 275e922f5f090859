//! What signs are worth, read from `weights.toml`.
//!
//! **Invariant:** whole thousandths of a bit, so that equal documents are decided equally on every
//! machine; every name in the file is known here (a test asks).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::value::Kind;

/// Thousandths of a bit for each kind, in the order of [`Kind::ALL`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Bits([i32; Kind::ALL.len()]);

impl Bits {
    /// The bits for a kind.
    pub(super) fn of(&self, kind: Kind) -> i32 {
        Kind::ALL.iter().zip(self.0).find(|it| *it.0 == kind).map_or(0, |it| it.1)
    }
    /// Adds `times` thousandths of other bits.
    pub(super) fn add(&mut self, other: &Bits, times: i32) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own = own.saturating_add(more.saturating_mul(times) / 1000);
        }
    }
    /// Adds bits for one kind.
    pub(super) fn favor(&mut self, kind: Kind, bits: i32) {
        for (own, it) in self.0.iter_mut().zip(Kind::ALL) {
            if it == kind {
                *own = own.saturating_add(bits);
            }
        }
    }
}

/// A choice's signs by name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    shape: BTreeMap<String, BTreeMap<Kind, i32>>,
    told: Told,
    prior: Prior,
    header: Header,
    relation: Relation,
    label: Labels,
    currency: Money,
    document_type: DocumentTypes,
    person: Person,
    given: Given,
    names: Names,
    text: BTreeMap<String, i32>,
    name: BTreeMap<String, i32>,
}

/// A cell that says its kind itself.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    own: i32,
    other: i32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Prior {
    kinds: BTreeMap<Kind, i32>,
    unpriced: BTreeMap<Kind, i32>,
}

/// What a header is worth for the kind that it promises.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    /// The vocabulary knows it.
    pub(super) known: i32,
    /// The vocabulary knows it as the header of texts.
    pub(super) text: i32,
    /// The vocabulary knows it, but no kind of it.
    pub(super) untyped: i32,
    /// It ends like a known one.
    pub(super) ending: i32,
    /// It ends with a word that the vocabulary knows.
    pub(super) tail: i32,
    /// A unit stands behind it.
    pub(super) unit: i32,
    /// One stands behind the header over it and others.
    pub(super) group: i32,
}

/// What relations between columns are worth.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Relation {
    /// A row's product whose kinds do not go together.
    pub(super) product: i32,
    /// A row's sum of different kinds.
    pub(super) sum: i32,
    /// Rows that count.
    pub(super) rows: i32,
}

/// What speaks for a label.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Labels {
    /// The vocabulary knows it, and this kind under it.
    pub(super) known: i32,
    /// The vocabulary knows it otherwise.
    pub(super) other: i32,
    /// It ends like the label of such a value.
    pub(super) ending: i32,
    /// It stands before the value in one text.
    pub(super) before: i32,
    /// It stands left of it.
    pub(super) left: i32,
    /// It stands above it.
    pub(super) above: i32,
    /// It is farther away by the height of a line.
    pub(super) far: i32,
    /// Characters of a label at most.
    pub(super) longest: usize,
    /// What must speak for a part of a text, by kind.
    pub(super) least: BTreeMap<Kind, i32>,
}

/// What speaks for the currency of bare amounts.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Money {
    /// An amount that prints it.
    pub(super) printed: i32,
    /// A text that names it.
    pub(super) named: i32,
    /// For won: the document is Korean.
    pub(super) korean: i32,
    /// A bare amount looks like one of it: with cents, or without.
    pub(super) looks: i32,
    /// Such amounts that count.
    /// Each of those that looks unlike the printed ones of a currency.
    pub(super) unlike: i32,
    pub(super) looked: i32,
}

/// What speaks for a type of document.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentTypes {
    /// Its being found by words and labels, against what the title's syllables say (`titles.toml`).
    pub(super) found: i32,
    /// A title says more than this, or nothing.
    pub(super) title: i32,
    /// A word that hints at it.
    pub(super) hint: i32,
    /// Such words that count.
    pub(super) hints: i32,
    /// A label of its own.
    pub(super) label: i32,
    /// All of its labels at most.
    pub(super) most_labels: i32,
    /// A type of which less speaks is none.
    pub(super) least: i32,
}

/// What speaks for a person's name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Person {
    /// Syllables that names begin with.
    pub(super) surnames: String,
    /// Syllables that stand behind nouns and end few names.
    pub(super) particles: String,
    /// It ends with such a syllable.
    pub(super) particle: i32,
    /// Ends of words that say who somebody is.
    pub(super) offices: Vec<String>,
    /// Words that stand behind a name: ranks, and how somebody is addressed.
    pub(super) titles: Vec<String>,
    /// It begins with such a syllable.
    pub(super) surname: i32,
    /// It has three syllables.
    pub(super) three: i32,
    /// It has two, or four.
    pub(super) two_or_four: i32,
    /// It is a label, or nothing that a name can be.
    pub(super) label: i32,
}

/// Syllables behind a family name that names have far more often than nouns, and the other way
/// round: counted by `cargo xtask fit`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    pub(super) second: String,
    pub(super) noun_second: String,
    pub(super) third: String,
    pub(super) noun_third: String,
}

/// Words that names and their labels end with.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    /// Names of institutions.
    pub(super) ends: Vec<String>,
    /// Parts of one, which are no parties.
    pub(super) departments: Vec<String>,
    /// How people are addressed before their names.
    pub(super) honorifics: Vec<String>,
    /// How people and firms are addressed behind their names, and how letters end.
    pub(super) addressed: Vec<String>,
    /// Labels of whoever does something, in lower case.
    pub(super) agents: Vec<String>,
}

/// All that is known of signs.
#[derive(Debug)]
pub(super) struct Weights {
    shapes: BTreeMap<String, Bits>,
    told: Told,
    prior: Bits,
    unpriced: Bits,
    /// What its header is worth.
    pub(super) header: Header,
    /// What relations are worth.
    pub(super) relation: Relation,
    /// What speaks for a label.
    pub(super) label: Labels,
    /// What speaks for a currency.
    pub(super) currency: Money,
    /// What speaks for a type of document.
    pub(super) document_type: DocumentTypes,
    /// What speaks for a person's name.
    pub(super) person: Person,
    /// Syllables of given names.
    pub(super) given: Given,
    /// What names and their labels end with.
    pub(super) names: Names,
    /// What signs say for a text's being a value.
    pub(super) text: BTreeMap<String, i32>,
    /// What signs say for words' being a name.
    pub(super) name: BTreeMap<String, i32>,
}

impl Weights {
    /// What a shape says of each kind.
    pub(super) fn shape(&self, name: &str) -> Bits {
        self.shapes.get(name).copied().unwrap_or_default()
    }
    /// Bits of numbers of which nothing is known, in a document that is about money or in another one.
    pub(super) fn prior(&self, priced: bool) -> &Bits {
        if priced { &self.prior } else { &self.unpriced }
    }
    /// What a cell says that tells its kind itself.
    pub(super) fn told(&self, kind: Kind) -> Bits {
        let mut bits = Bits([self.told.other; Kind::ALL.len()]);
        bits.favor(kind, self.told.own - self.told.other);
        // `1시간` counts hours, or says how long something lasts.
        match kind {
            Kind::Quantity => bits.favor(Kind::Period, -self.told.other),
            Kind::Period => bits.favor(Kind::Quantity, -self.told.other),
            _ => {}
        }
        bits
    }
}

fn bits(kinds: &BTreeMap<Kind, i32>) -> Bits {
    let mut bits = Bits::default();
    kinds.iter().for_each(|it| bits.favor(*it.0, *it.1));
    bits
}

/// The weights.
pub(super) fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        let file: File = toml::from_str(include_str!("weights.toml"))
            .expect("invariant: the weights that are built in are sound");
        Weights {
            shapes: file.shape.iter().map(|it| (it.0.clone(), bits(it.1))).collect(),
            told: file.told,
            prior: bits(&file.prior.kinds),
            unpriced: bits(&file.prior.unpriced),
            header: file.header,
            relation: file.relation,
            label: file.label,
            currency: file.currency,
            document_type: file.document_type,
            person: file.person,
            given: file.given,
            names: file.names,
            text: file.text,
            name: file.name,
        }
    });
    &WEIGHTS
}

#[cfg(test)]
mod tests {
    use super::super::shape::Shape;
    use super::*;

    #[test]
    fn every_shape_that_has_weights_is_one() {
        let known: Vec<String> = Shape::names().collect();
        let unknown = weights().shapes.keys().filter(|it| !known.contains(it));
        assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&String>::new());
    }
}
