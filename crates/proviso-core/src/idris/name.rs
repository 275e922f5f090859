//! ASCII identifiers for labels: the vocabulary's meaning first, then a dictionary of business
//! words, Revised Romanization otherwise.
//!
//! **Invariant:** every identifier is `[a-z][A-Za-z0-9_]*`, at most [`MAX_LENGTH`] bytes before the
//! number that sets it apart, never a reserved word; equal inputs give equal names.

mod dictionary;
mod project;
mod reserved;
mod romanize;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

pub use self::project::proposed_project;

/// The longest identifier before a number is put behind it.
pub const MAX_LENGTH: usize = 40;

/// Words that no identifier of ours may be: keywords and every name of the Prelude and of the
/// modules that a model imports.
pub fn is_reserved(name: &str) -> bool {
    [reserved::KEYWORDS, reserved::PRELUDE, reserved::BASE, reserved::PROJECT, reserved::CORE]
        .iter()
        .any(|it| it.contains(&name))
        || owed(name)
}

/// Every name of the Prelude and of the base modules that a model may import, with those that these
/// pass on, as `:browse` lists them (v0.8.0), and those that are declared with `0`, which it leaves out.
static LIBRARY: LazyLock<BTreeSet<&str>> =
    LazyLock::new(|| include_str!("name/library.txt").split_whitespace().collect());

/// Whether a name belongs to the Prelude, to the base modules that a model may import, or to the
/// trusted library. Types and constructors included.
pub fn is_library_name(name: &str) -> bool {
    LIBRARY.contains(name)
        || [reserved::CORE, reserved::CORE_TYPES].iter().any(|it| it.contains(&name))
}

/// Whether a text is a keyword of Idris.
pub fn is_keyword(name: &str) -> bool {
    reserved::KEYWORDS.contains(&name)
}

/// Names of the obligations, numbered by rule: `r0`, `rows0`, `keepsR0`, `decideR0`, `statement0`.
fn owed(name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    stem.len() < name.len()
        && [
            "r",
            "rule",
            "all",
            "allComputed",
            "allStated",
            "each",
            "keepsR",
            "decideR",
            "decideRule",
            "statement",
            "stated",
            "stretches",
            "computed",
        ]
        .contains(&stem)
}

/// Turns a label into a lower-camel-case identifier that is no reserved word; `taken` names are
/// avoided by a number behind.
pub fn identifier(label: &str, meaning: Option<&str>, taken: &[String]) -> String {
    let mut words = meaning.map(latin_words).unwrap_or_default();
    if words.is_empty() {
        words = label_words(label);
    }
    let mut name = camel(&words);
    if name.is_empty() {
        name.push_str("field");
    }
    if is_reserved(&name) {
        name.push_str("Value");
    }
    if !taken.contains(&name) {
        return name;
    }
    let mut number = 2u32;
    loop {
        let numbered = numbered(&name, number);
        if !taken.contains(&numbered) && !is_reserved(&numbered) {
            return numbered;
        }
        number += 1;
    }
}

/// A name with a number behind. `payment1` and a number would read as another instalment, and `statement`
/// with any number is an obligation's.
pub fn numbered(name: &str, number: u32) -> String {
    let plain = format!("{name}{number}");
    if name.ends_with(|c: char| c.is_ascii_digit()) || owed(&plain) {
        format!("{name}_{number}")
    } else {
        plain
    }
}

/// An identifier in upper camel case for a type, from the same words as [`identifier`]; empty where
/// the label has none.
pub fn type_name(label: &str, meaning: Option<&str>) -> String {
    let name = identifier(label, meaning, &[]);
    let name = name.strip_suffix("Value").unwrap_or(&name);
    capitalized(name)
}

/// `Supplier` of `supplier`.
pub(super) fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_ascii_uppercase().to_string() + chars.as_str())
}

/// Joins words in lower camel case. A leading number goes behind, since no identifier begins so.
fn camel(words: &[String]) -> String {
    let numbers = words.iter().take_while(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    let n_numbers = numbers.count();
    let (numbers, rest) = words.split_at(n_numbers);
    if rest.is_empty() {
        let number = numbers.join("_");
        return if number.is_empty() { number } else { format!("n{number}") };
    }
    let mut name = String::new();
    for word in rest.iter().chain(numbers) {
        let digits = |c: Option<char>| c.is_some_and(|it| it.is_ascii_digit());
        let gap = digits(name.chars().next_back()) && digits(word.chars().next());
        let part = if name.is_empty() { word.clone() } else { capitalized(word) };
        if !name.is_empty() && name.len() + part.len() > MAX_LENGTH {
            break;
        }
        if gap {
            name.push('_');
        }
        name.push_str(&part);
    }
    let mut cut: String = name.chars().take(MAX_LENGTH).collect();
    if let Some(first) = cut.get(..1).map(str::to_ascii_lowercase) {
        cut.replace_range(..1, &first);
    }
    cut
}

/// The words of a label: Korean by the dictionary or romanized, Latin letters as they are.
fn label_words(label: &str) -> Vec<String> {
    let label: String = label.nfc().collect();
    // Vertical and spaced headings (`합  계`) are one word; longer ones may need their spaces.
    let joined: String = label.chars().filter(|c| !c.is_whitespace()).collect();
    if let Some(words) = translate(&joined) {
        return words;
    }
    let mut out = Vec::new();
    let mut rest = label.as_str();
    while let Some(first) = rest.chars().next() {
        let hangul = romanize::is_syllable(first);
        let end = rest
            .find(|c: char| romanize::is_syllable(c) != hangul || c.is_whitespace())
            .unwrap_or(rest.len());
        let (run, tail) = rest.split_at(if end == 0 { first.len_utf8() } else { end });
        rest = tail;
        if hangul {
            // A number's counter says nothing: `1차 중도금` is the interim payment 1.
            let counted =
                out.last().is_some_and(|it: &String| it.bytes().all(|b| b.is_ascii_digit()));
            let run = match run.strip_prefix(dictionary::COUNTERS) {
                Some(after) if counted => after,
                _ => run,
            };
            out.extend(translate(run).unwrap_or_else(|| vec![romanize::romanize(run)]));
        } else {
            out.extend(latin_words(run));
        }
    }
    out
}

/// The dictionary's words for a text made of them entirely, the fewest possible.
fn translate(text: &str) -> Option<Vec<String>> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    if !chars.iter().all(|it| romanize::is_syllable(it.1)) {
        return None;
    }
    let offset = |at: usize| chars.get(at).map_or(text.len(), |it| it.0);
    // best[end] is the split of the first `end` syllables with the fewest words.
    let mut best: Vec<Option<Vec<&'static str>>> = vec![None; chars.len() + 1];
    best[0] = Some(Vec::new());
    for end in 1..=chars.len() {
        for start in 0..end {
            let Some(before) = best[start].clone() else { continue };
            let part = &text[offset(start)..offset(end)];
            let Some(word) = dictionary::meaning(part, start > 0) else { continue };
            let shorter = best[end].as_ref().is_none_or(|it| before.len() + 1 < it.len());
            if shorter {
                let mut split = before;
                split.push(word);
                best[end] = Some(split);
            }
        }
    }
    let words = best.pop()??;
    Some(words.into_iter().filter(|it| !it.is_empty()).map(str::to_owned).collect())
}

/// Words of Latin letters and digits, in lower case, accents dropped; `netPay` and `net_pay` have
/// two, and capitals all through (`VAT`) are one.
fn latin_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    let mut last = ' ';
    for c in text.nfkd() {
        let Some(spelled) = spelled(c) else {
            // Accents, apostrophes and inner points (`No.`, `e-mail`) do not part words.
            open = open && (('\u{300}'..='\u{36f}').contains(&c) || c == '\'' || c == '’');
            continue;
        };
        let first = spelled.chars().next().unwrap_or(c);
        let parts = last.is_ascii_lowercase() && first.is_ascii_uppercase()
            || last.is_ascii_digit() != first.is_ascii_digit();
        match words.last_mut() {
            Some(word) if open && !parts => word.push_str(&spelled.to_ascii_lowercase()),
            _ => words.push(spelled.to_ascii_lowercase()),
        }
        open = true;
        last = first;
    }
    words
}

/// A letter or digit in ASCII, if it is one of the Latin alphabet.
fn spelled(c: char) -> Option<String> {
    match c {
        'ß' => Some("ss".to_owned()),
        'æ' | 'Æ' => Some("ae".to_owned()),
        'ø' | 'Ø' => Some("o".to_owned()),
        'ł' | 'Ł' => Some("l".to_owned()),
        _ => c.is_ascii_alphanumeric().then(|| c.to_string()),
    }
}

/// Why a text is no project name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProjectNameError {
    /// Not of the form.
    #[error("`{0}` is no project name: it must match `[A-Z][A-Za-z0-9]*`")]
    Form(String),
    /// One of ours.
    #[error("`{0}` is a name of Proviso's own modules")]
    Taken(String),
}

/// Checks a project's name.
pub fn project_name(name: &str) -> Result<(), ProjectNameError> {
    let mut chars = name.chars();
    let head = chars.next().is_some_and(|c| c.is_ascii_uppercase());
    if !head || !chars.all(|c| c.is_ascii_alphanumeric()) || name.len() > 64 {
        return Err(ProjectNameError::Form(name.to_owned()));
    }
    if ["core", "facts", "audit", "scaledeep"].contains(&name.to_ascii_lowercase().as_str()) {
        return Err(ProjectNameError::Taken(name.to_owned()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(labels: &[(&str, Option<&str>)], expect: Expect) {
        let mut taken = Vec::new();
        for (label, meaning) in labels {
            let name = identifier(label, *meaning, &taken);
            taken.push(name);
        }
        expect.assert_eq(&taken.join(" "));
    }

    #[test]
    fn meaning_comes_before_the_label() {
        check(
            &[
                ("공급가액", Some("supply")),
                ("총 계", Some("grand_total")),
                ("합계", Some("total")),
            ],
            expect!["supply grandTotal totalValue"],
        );
    }

    #[test]
    fn what_an_obligation_is_called_with_any_number_is_set_apart() {
        check(
            &[
                ("Statement", None),
                ("Statement", None),
                ("Statement", None),
                ("R", None),
                ("R", None),
            ],
            expect!["statement statement_2 statement_3 rValue rValue2"],
        );
    }

    #[test]
    fn the_dictionary_reads_compounds_made_of_its_words() {
        check(
            &[("합  계", None), ("합계", None), ("계약보증금", None), ("1차 중도금", None)],
            expect!["totalAmount totalAmount2 contractDeposit interimPayment1"],
        );
        check(&[("임대차기간", None), ("공급받는자", None)], expect!["leasePeriod buyer"]);
    }

    #[test]
    fn what_the_dictionary_does_not_know_is_romanized() {
        check(
            &[("훈민정음", None), ("권역 독립문", None), ("독립문(갑)", None)],
            expect!["hunminjeongeum gwonyeokDongnimmun dongnimmunPartyA"],
        );
    }

    #[test]
    fn keywords_and_library_names_are_never_identifiers() {
        check(
            &[("Total", None), ("sum", None), ("proof", None), ("Map", None), ("open", None)],
            expect!["totalValue sumValue proofValue mapValue openValue"],
        );
        check(
            &[("r0", None), ("keepsR 1", None), ("view", None)],
            expect![["r0Value keepsR1Value viewValue"]],
        );
    }

    #[test]
    fn latin_labels_lose_accents_and_punctuation() {
        check(
            &[("Net Amount (excl. VAT)", None), ("Größe", None), ("Bill to:", None), ("№ 7", None)],
            expect!["netAmountExclVat grosse billTo no7"],
        );
        check(
            &[("2025 Q1", None), ("2025", None), ("***", None), ("", None)],
            expect![["q1_2025 n2025 field field2"]],
        );
    }

    #[test]
    fn a_number_keeps_equal_names_apart() {
        check(
            &[("금액", None), ("금액", None), ("1차 금액", None), ("1차 금액", None)],
            expect!["amount amount2 amount1 amount1_2"],
        );
    }

    #[test]
    fn type_names_are_upper_camel_case() {
        assert_eq!(type_name("품목 내역", None), "ItemBreakdown", "two words");
        assert_eq!(type_name("합계", Some("total")), "Total", "reserved only in lower case");
    }

    #[test]
    fn every_function_of_the_library_is_reserved() {
        let declared = crate::idris::emit::CORE.lines().filter_map(|it| {
            let it = it.strip_prefix("0 ").unwrap_or(it);
            let name = it.split_once(" :")?.0;
            let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
                && name.chars().all(|c| c.is_ascii_alphanumeric());
            plain.then_some(name)
        });
        let missing: Vec<&str> = declared.filter(|it| !is_reserved(it)).collect();
        assert!(missing.is_empty(), "not in the list of the library's names: {missing:?}");
    }

    proptest! {
        #[test]
        fn any_label_becomes_a_usable_identifier(label in "\\PC{0,60}", again in 0usize..3) {
            let mut taken = Vec::new();
            for _ in 0..=again {
                let name = identifier(&label, None, &taken);
                prop_assert!(name.starts_with(|c: char| c.is_ascii_lowercase()), "{name}");
                prop_assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
                prop_assert!(!is_reserved(&name) && !taken.contains(&name), "{name}");
                taken.push(name);
            }
        }
    }
}
