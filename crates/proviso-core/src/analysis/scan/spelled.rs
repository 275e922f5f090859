//! Amounts in Hangul, Hanja and mixed numerals: `금 칠천칠백만원정`, `金 壹億貳阡萬원整`.
//!
//! **Invariant:** syllables that also spell numbers make no amount by themselves: a currency must
//! follow, and before it either `금` stands, or `정` behind it, or units and digits that fit.

use super::currency;
use super::fold::{before, is_hangul, skip_spaces, word_ends};
use super::{FoundWords, korean};
use crate::value::Currency;

const GOLD: [&str; 5] = ["일금", "一金", "壹金", "금", "金"];

/// Every amount in words of a text, in order, none overlapping.
pub(super) fn find(text: &str) -> Vec<FoundWords> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let next = at + c.len_utf8();
        let free = !before(text, at).is_some_and(|it| it.is_alphanumeric());
        let hit = if !free {
            None
        } else if let Some(gold) = GOLD.iter().find(|it| text[at..].starts_with(**it)) {
            read(text, at, at + gold.len(), true)
        } else if korean::is_number_word(c) {
            read(text, at, at, false)
        } else if matches!(c, '미' | '₩') {
            let name = ["미화", "₩"].into_iter().find(|it| text[at..].starts_with(it));
            name.and_then(|it| read(text, at, at + it.len(), false))
        } else {
            None
        };
        at = hit.as_ref().map_or(next, |it: &FoundWords| it.range.end);
        found.extend(hit);
    }
    found
}

fn read(text: &str, start: usize, from: usize, gold: bool) -> Option<FoundWords> {
    // A colon and some spaces may stand between `금` and the number, spaces in its box as well.
    let mut begin = skip_spaces(text, from, 6);
    if text[begin..].starts_with(':') {
        begin = skip_spaces(text, begin + 1, 6);
    }
    let number = korean::read(text, begin, false, false)?;
    let (currency, mut end) = match currency::behind_words(text, number.end) {
        // 元 in old papers of Korea is its own money.
        Some((it, end)) if it.code() == "CNY" && text[..end].ends_with('元') => {
            (Currency::KRW, end)
        }
        Some(it) => it,
        None if gold => (Currency::KRW, number.end),
        None => return None,
    };
    let named = end > number.end;
    let near = skip_spaces(text, end, 2);
    let closing = ["정", "整"].into_iter().find(|it| text[near..].starts_with(it));
    let closed = closing.filter(|it| word_ends(text, near + it.len()));
    if let Some(it) = closed {
        end = near + it.len();
    }
    let spelled = number.n_digit_words > 0 || (number.n_numerals == 0 && number.n_units > 0);
    let solid = closed.is_some() || word_ends(text, end);
    let framed = gold || closed.is_some();
    // Without a frame `천원`, `백만원` are names of units and `이사원` is a word.
    let mixed = number.n_numerals > 0;
    let digits_fit = number.n_digit_words > 0 && number.n_units > 0 && !mixed && !number.scattered;
    if !solid || !(named || framed && closed.is_some()) || (mixed && !gold) || !(spelled || mixed) {
        return None;
    }
    if mixed && number.n_units == 0 || !framed && !digits_fit {
        return None;
    }
    let unit_name = !framed && text[end..].trim_start().starts_with("단위");
    let inside = before(text, start).is_some_and(is_hangul);
    (!unit_name && !inside).then_some(FoundWords {
        range: start..end,
        says: number.value,
        currency,
    })
}
