//! The structures of the document types: which meanings are one thing of the business.
//!
//! They are embedded, as the library is, and not read from a workspace: facts and audit of a stored
//! run are written anew from its analysis, and must come out as they were.
//!
//! **Invariant:** no structure is code; a word that is not in the data is a word that nobody knows.

use std::sync::LazyLock;

use crate::doctype::{DocumentType, Structure};

static STRUCTURES: LazyLock<Vec<Structure>> = LazyLock::new(|| {
    let common = include_str!("../../../../../document-types/common.toml");
    toml::from_str(common).map(|it: DocumentType| it.structures).unwrap_or_default()
});

/// All of them.
pub(super) fn all() -> &'static [Structure] {
    &STRUCTURES
}

/// The structure of a meaning, and what its values are called there.
pub(super) fn of_meaning(meaning: &str) -> Option<(usize, &'static str)> {
    let place =
        |(at, it): (usize, &'static Structure)| Some((at, it.members.get(meaning)?.as_str()));
    all().iter().enumerate().find_map(place)
}

/// What a structure calls a value of no meaning that stands right behind one of its own.
pub(super) fn of_label(structure: usize, label: &str) -> Option<&'static str> {
    let word = label.to_lowercase();
    let labels = &all().get(structure)?.labels;
    labels.iter().find(|it| word.contains(it.0.as_str())).map(|it| it.1.as_str())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::doctype::DocumentTypes;
    use crate::idris::name::{identifier, is_library_name};

    #[test]
    fn structures_name_meanings_that_some_type_knows_and_each_once() {
        let types = DocumentTypes::shipped(&[]);
        let known: BTreeSet<&str> = types
            .types
            .iter()
            .chain([&types.common])
            .flat_map(|it| &it.labels)
            .map(|it| it.meaning.as_str())
            .collect();
        let mut seen = BTreeSet::new();
        assert!(all().len() > 15, "they are read");
        for it in all() {
            for meaning in it.members.keys() {
                assert!(known.contains(meaning.as_str()), "{}: `{meaning}` is nobody's", it.name);
                assert!(seen.insert(meaning), "`{meaning}` stands in two structures");
            }
        }
    }

    #[test]
    fn their_names_are_names_of_idris_and_no_kinds_of_value() {
        for it in all() {
            for name in it.members.values().chain(it.labels.values()).chain(it.slots.values()) {
                let as_is = name.is_empty() || identifier(name, Some(name), &[]) == *name;
                assert!(as_is, "{}: `{name}` is reserved or no identifier", it.name);
            }
            for record in [&it.record, &it.part] {
                assert!(!is_library_name(record), "`{record}` is the library's");
                let kinds = ["Amounts", "Terms", "Particulars", "Rates", "Dates", "Values"];
                assert!(!kinds.contains(&record.as_str()), "`{record}` is a kind");
            }
        }
    }
}
