//! Names of people within words that also say who they are, and the words that say it: `시설주무관
//! 표은설`, `명재윤 수석연구원`.
//!
//! **Invariant:** text in, ranges out; a word that the vocabulary knows as a label is no name.

use std::ops::Range;

use super::super::scan;
use super::setting::{Setting, Unit};
use super::vocabulary::{Sense, is_hangul};
use super::weights::{Person, weights};
use crate::value::{Kind, Value};

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

/// The person behind the name of a firm, in brackets or behind a stroke: `가나의원 (나다라 원장님)`. `from` is
/// where the firm's name ends.
pub(super) fn owner(setting: &Setting<'_>, text: &str, from: usize) -> Option<Range<usize>> {
    let tail = text.get(from..)?.trim_start();
    let inside = tail.strip_prefix(['/', '(', '（'])?;
    let inside = inside.split([')', '）', ',', '/']).next()?;
    let context = setting.context(Some(Kind::Party), Unit::default());
    let Value::Party(name) = scan::whole(inside, &context)? else { return None };
    let weights = &weights().person;
    let sure = looks(setting, weights, &name) >= weights.three + weights.surname;
    let start = from + text.get(from..)?.find(&name)?;
    sure.then(|| start..start + name.len())
}

/// Whether a text is nothing but a rank or the label of a person: who holds it is not told.
pub(super) fn is_rank(setting: &Setting<'_>, text: &str) -> bool {
    let text = text.trim();
    weights().person.titles.iter().any(|it| it == text)
        || setting.vocabulary.label(text).is_some_and(is_person)
}

/// Whether a label asks for a person, not for whoever it is that buys or sells.
pub(super) fn is_person(sense: &Sense) -> bool {
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

/// Whether a word ends like those that say who somebody is.
fn is_office(weights: &Person, word: &str) -> bool {
    word.chars().count() > 2 && weights.offices.iter().any(|it| word.ends_with(it.as_str()))
}
