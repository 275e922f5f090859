//! Korean business words and their English identifiers, from `korean.txt`.
//!
//! **Invariant:** general vocabulary of contracts, invoices, approvals, payslips and statements;
//! nothing there names a person, a firm or a document. A label becomes English only where it is made
//! of these words entirely, so that a half-understood compound never misleads.
//!
//! A line is a word and its identifier in lower camel case; `-` before a word makes it an ending, one
//! syllable that counts only behind another word, and may mean nothing.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What `korean.txt` says.
struct Words {
    whole: HashMap<&'static str, &'static str>,
    endings: HashMap<&'static str, &'static str>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words { whole: HashMap::new(), endings: HashMap::new() };
    let lines = include_str!("korean.txt").lines().filter(|it| !it.starts_with('#'));
    for line in lines {
        let (word, means) = line.split_once(' ').unwrap_or((line, ""));
        match word.strip_prefix('-') {
            Some(ending) => words.endings.insert(ending, means),
            None => words.whole.insert(word, means),
        };
    }
    words
});

/// What a word means; one that stands behind another may be an ending.
pub(super) fn meaning(word: &str, is_behind: bool) -> Option<&'static str> {
    let ending = || WORDS.endings.get(word).filter(|_| is_behind);
    WORDS.whole.get(word).or_else(ending).copied()
}

/// Syllables that count: what a number before them says already.
pub(super) const COUNTERS: [char; 5] = ['차', '회', '호', '번', '기'];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn every_line_is_a_word_and_an_identifier_and_no_word_stands_twice() {
        let mut seen = BTreeSet::new();
        for line in include_str!("korean.txt").lines().filter(|it| !it.starts_with('#')) {
            let (word, means) = line.split_once(' ').unwrap_or((line, ""));
            let stem = word.strip_prefix('-').unwrap_or(word);
            assert!(stem.chars().all(|it| ('가'..='힣').contains(&it)), "{line}");
            assert!(means.chars().all(|it| it.is_ascii_alphabetic()), "{line}");
            assert!(!means.starts_with(|it: char| it.is_ascii_uppercase()), "{line}");
            assert!(seen.insert(word), "{line} stands twice");
        }
        assert!(seen.len() > 1_000);
    }
}
