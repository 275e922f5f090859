//! Names of people behind the words that say who they are: `대표이사 탁명수 (인)`, `취급자 | 표라희`.
//!
//! A word of Hangul is a person's name when enough speaks for it: how it begins, how long it is, what
//! stands before and behind it. No single sign decides.
//!
//! **Invariant:** text in, ranges out; a word that the vocabulary knows as a label is no name.

use std::ops::Range;

use super::setting::Setting;
use super::vocabulary::{Sense, is_hangul};
use super::weights::{Person, weights};
use crate::value::Kind;

/// A name, and the words that say whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// Where it stands.
    pub(super) range: Range<usize>,
    /// The role before it.
    pub(super) role: String,
    /// What speaks for its being one, in thousandths of a bit.
    pub(super) bits: i32,
}

/// The names in a text; `beside` is what stands left of it or above.
pub(super) fn names(setting: &Setting<'_>, text: &str, beside: Option<&str>) -> Vec<Named> {
    let weights = &weights().person;
    let words: Vec<(usize, &str)> = text
        .split(|c: char| !is_hangul(c))
        .filter(|it| !it.is_empty())
        .map(|it| (it.as_ptr() as usize - text.as_ptr() as usize, it))
        .collect();
    let mut out: Vec<Named> = Vec::new();
    for (n, (at, word)) in words.iter().enumerate() {
        let before = n.checked_sub(1).map(|it| words[it]);
        let between = before.map_or("", |it| &text[it.0 + it.1.len()..*at]);
        let role = match before {
            Some((_, role)) if between.chars().all(|c| matches!(c, ' ' | ':' | '：')) => {
                Some(role)
            }
            None if text[..*at].trim().is_empty() => beside,
            _ => None,
        };
        let Some(role) = role.map(str::trim).filter(|it| !it.is_empty()) else { continue };
        let end = at + word.len();
        let bits = looks(setting, weights, word)
            + says_who(setting, weights, role)
            + ends(weights, &text[end..]);
        let fresh = out.last().is_none_or(|it| it.range.end < *at);
        if bits >= weights.least && fresh {
            out.push(Named { range: *at..end, role: role.to_owned(), bits });
        }
    }
    out
}

/// The name within words that also say who it is: `시설주무관 표은설`, `명재윤 수석연구원`.
pub(super) fn within(setting: &Setting<'_>, name: &str) -> Option<Range<usize>> {
    let weights = &weights().person;
    let words: Vec<&str> = name.split(' ').collect();
    let [.., role, word] = words.as_slice() else { return None };
    if !name.chars().all(|c| is_hangul(c) || c == ' ') {
        return None;
    }
    let fits = |word: &str, role: &str| {
        looks(setting, weights, word) >= weights.three + weights.surname
            && (is_office(weights, role) || setting.vocabulary.label(role).is_some_and(is_person))
    };
    if fits(word, role) {
        return Some(name.len() - word.len()..name.len());
    }
    match words.as_slice() {
        // An office of many syllables is that of an authority.
        [word, role] if role.chars().count() <= 5 && fits(word, role) => Some(0..word.len()),
        _ => None,
    }
}

/// Whether a text is nothing but a rank or the label of a person: who holds it is not told.
pub(super) fn is_rank(setting: &Setting<'_>, text: &str) -> bool {
    let text = text.trim();
    weights().person.titles.iter().any(|it| it == text)
        || setting.vocabulary.label(text).is_some_and(is_person)
}

/// Whether a label asks for a person, not for whoever it is that buys or sells.
fn is_person(sense: &Sense) -> bool {
    matches!(sense.meaning.as_str(), "person" | "representative" | "employee")
}

/// What a word itself says for being a name.
fn looks(setting: &Setting<'_>, weights: &Person, word: &str) -> i32 {
    let length = match word.chars().count() {
        3 => weights.three,
        2 | 4 => weights.two_or_four,
        _ => return weights.label,
    };
    let surname = word.chars().next().is_some_and(|it| weights.surnames.contains(it));
    let particle = word.chars().next_back().is_some_and(|it| weights.particles.contains(it));
    let known = setting.vocabulary.label(word).is_some() || is_office(weights, word);
    length
        + if surname { weights.surname } else { 0 }
        + if known { weights.label } else { 0 }
        + if particle { weights.particle } else { 0 }
}

/// What the words before it say for being those of a person.
fn says_who(setting: &Setting<'_>, weights: &Person, role: &str) -> i32 {
    match setting.vocabulary.label(role) {
        Some(it) if is_person(it) => weights.role,
        Some(it) if it.kind == Some(Kind::Party) => weights.party,
        Some(_) => 0,
        None if is_office(weights, role) => weights.office,
        None => 0,
    }
}

/// Whether a word ends like those that say who somebody is.
fn is_office(weights: &Person, word: &str) -> bool {
    word.chars().count() > 2 && weights.offices.iter().any(|it| word.ends_with(it.as_str()))
}

/// What stands behind it: its end, a seal, a bracket, or a word that goes on.
fn ends(weights: &Person, rest: &str) -> i32 {
    let rest = rest.trim_start();
    let sealed =
        ["(인)", "(서명", "㊞", "(印)", "(날인)", "인)"].iter().any(|it| rest.starts_with(it));
    let next: String = rest.chars().take_while(|it| is_hangul(*it)).collect();
    match rest.chars().next() {
        _ if sealed => weights.sealed,
        // `임광수 기사`, `표은설 님`, `현상희 외 1명`.
        _ if is_office(weights, &next) || weights.titles.contains(&next) => weights.end,
        None => weights.end,
        Some(c) if c.is_alphanumeric() => 0,
        Some(_) => weights.end,
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::setting::Setting;
    use super::super::vocabulary::Vocabulary;
    use super::*;
    use crate::doctype::DocumentTypes;

    #[track_caller]
    fn check(text: &str, beside: Option<&str>, expect: Expect) {
        let types = DocumentTypes::shipped(&[]);
        let vocabulary = Vocabulary::of(&types, None);
        let setting = Setting {
            vocabulary: &vocabulary,
            currency: None,
            cents: false,
            priced: false,
            year: None,
            decimal_comma: false,
            day_first: false,
            title: String::new(),
            word: String::new(),
            listener: None,
        };
        let found = names(&setting, text, beside).into_iter();
        let found: Vec<String> =
            found.map(|it| format!("{}: {}", it.role, &text[it.range])).collect();
        expect.assert_eq(&found.join("; "));
    }

    #[test]
    fn a_name_stands_behind_who_it_is() {
        check("대표이사 탁명수 (인)", None, expect!["대표이사: 탁명수"]);
        check("팀장 노성재 > 본부장 호미란", None, expect!["팀장: 노성재; 본부장: 호미란"]);
        check("표라희 (010-5550-0142)", Some("취급자"), expect!["취급자: 표라희"]);
        check("임광수 기사", Some("운전자"), expect!["운전자: 임광수"]);
        check("현상희 외 1명", Some("취급자"), expect!["취급자: 현상희"]);
    }

    #[test]
    fn other_words_are_no_names() {
        check("담당자 연락처", None, expect![""]);
        check("담당자 변경", None, expect![""]);
        check("(공급받는자 보관용)", None, expect![""]);
        check("근로자는 사용자의 지시에 따른다", None, expect![""]);
    }
}
