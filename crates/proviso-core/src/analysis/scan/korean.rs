//! Number words of Korean: Hangul, Hanja, and mixed with digits; both directions.
//!
//! **Invariant:** units descend, within a group of four digits (천, 백, 십) and over groups (조, 억,
//! 만); a digit word counts only where a unit or the name of a currency follows, so that `이상` after
//! `3억 ` is no two.

use num_bigint::BigInt;
use num_traits::Zero;

use super::fold::{at as char_at, skip_spaces};
use super::numeral;
use crate::number::Exact;

/// A number in words or mixed, from where it was asked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WordNumber {
    /// Where it ends.
    pub(super) end: usize,
    pub(super) value: Exact,
    /// How many digit words (일, 二) it has.
    pub(super) n_digit_words: u32,
    /// How many numbers in digits it has.
    pub(super) n_numerals: u32,
    /// How many units (천, 만) it has.
    pub(super) n_units: u32,
    /// Spaces stand elsewhere than behind 만, 억, 조: perhaps several words.
    pub(super) scattered: bool,
}

enum Token {
    Numeral(Exact),
    Digit(u32),
    Small(u32),
    Large(u32),
}

fn word(c: char) -> Option<Token> {
    Some(match c {
        '영' | '零' | '〇' => Token::Digit(0),
        '일' | '一' | '壹' | '壱' | '弌' => Token::Digit(1),
        '이' | '二' | '貳' | '贰' | '弐' | '貮' => Token::Digit(2),
        '삼' | '三' | '參' | '叁' | '参' => Token::Digit(3),
        '사' | '四' | '肆' => Token::Digit(4),
        '오' | '五' | '伍' => Token::Digit(5),
        '육' | '륙' | '六' | '陸' | '陆' => Token::Digit(6),
        '칠' | '七' | '柒' | '漆' => Token::Digit(7),
        '팔' | '八' | '捌' => Token::Digit(8),
        '구' | '九' | '玖' => Token::Digit(9),
        '십' | '十' | '拾' | '什' => Token::Small(1),
        '백' | '百' | '佰' | '陌' => Token::Small(2),
        '천' | '千' | '仟' | '阡' => Token::Small(3),
        '만' | '萬' | '万' => Token::Large(4),
        '억' | '億' | '亿' => Token::Large(8),
        '조' | '兆' => Token::Large(12),
        '경' | '京' => Token::Large(16),
        '해' | '垓' => Token::Large(20),
        _ => return None,
    })
}

/// Whether a number word can begin with this character.
pub(super) fn is_number_word(c: char) -> bool {
    matches!(word(c), Some(Token::Digit(1..) | Token::Small(_) | Token::Large(4 | 8 | 12)))
}

/// What must follow a digit word at the end of a number: the name of a currency, or `정`.
const CURRENCIES: [&str; 14] =
    ["원", "圓", "円", "元", "달러", "불", "유로", "엔", "위안", "파운드", "정", "整", "US", "미"];

fn currency_follows(text: &str, at: usize) -> bool {
    let rest = &text[skip_spaces(text, at, 1)..];
    CURRENCIES.iter().any(|it| rest.starts_with(it))
}

fn exact(value: u32) -> Exact {
    Exact::from_integer(BigInt::from(value))
}

fn power(n: u32) -> Exact {
    Exact::from_integer(crate::number::pow10(n))
}

/// The number that begins at `start`. `bare_end` allows it to end in a digit word with nothing
/// behind it, for texts that are nothing but a number.
pub(super) fn read(text: &str, start: usize, comma: bool, bare_end: bool) -> Option<WordNumber> {
    let mut number = WordNumber {
        end: start,
        value: Exact::zero(),
        n_digit_words: 0,
        n_numerals: 0,
        n_units: 0,
        scattered: false,
    };
    let (mut group, mut pending) = (Exact::zero(), None::<Exact>);
    let (mut smallest, mut least) = (4, u32::MAX);
    // Whether what stands behind a digit lets it belong to the number.
    let carries_on = |end: usize| {
        let unit = char_at(text, skip_spaces(text, end, 1)).and_then(word);
        matches!(unit, Some(Token::Small(_) | Token::Large(_)))
            || (bare_end && end == text.len())
            || currency_follows(text, end)
    };
    let mut at = start;
    loop {
        let space = if at == start { at } else { skip_spaces(text, at, 1) };
        let Some(c) = char_at(text, space) else { break };
        let next = space + c.len_utf8();
        let (token, end) = if c.is_ascii_digit() {
            match numeral::at(text, space, comma) {
                Some(it) if !it.comma_guess && !it.lost_comma => {
                    (Token::Numeral(it.decimal.exact()), it.range.end)
                }
                _ => break,
            }
        } else {
            match word(c) {
                Some(token) => (token, next),
                None => break,
            }
        };
        let inside_group = pending.is_some() || smallest < 4;
        match token {
            Token::Numeral(value) => {
                if pending.is_some() || (number.n_units > 0 && !carries_on(end)) {
                    break;
                }
                pending = Some(value);
                number.n_numerals += 1;
            }
            Token::Digit(value) => {
                if pending.is_some() || !carries_on(end) {
                    break;
                }
                pending = Some(exact(value));
                number.n_digit_words += 1;
            }
            Token::Small(unit) => {
                if unit >= smallest {
                    break;
                }
                group += pending.take().unwrap_or_else(|| exact(1)) * power(unit);
                smallest = unit;
                number.n_units += 1;
            }
            Token::Large(unit) => {
                let whole = &group + pending.clone().unwrap_or_else(Exact::zero);
                // 만 alone is ten thousand; 억 and 조 want a number before them, else they are words.
                if unit >= least || (whole.is_zero() && (unit != 4 || at != start)) {
                    break;
                }
                let whole = if whole.is_zero() { exact(1) } else { whole };
                number.value += whole * power(unit);
                (group, pending, smallest, least) = (Exact::zero(), None, 4, unit);
                number.n_units += 1;
            }
        }
        number.scattered |= space > at && inside_group;
        at = end;
        number.end = end;
    }
    number.value += group + pending.unwrap_or_else(Exact::zero);
    (number.end > start).then_some(number)
}

/// The whole number that a text in Hangul, Hanja or mixed numerals says, if it says nothing else:
/// `칠천칠백만`, `壹億貳阡萬`, `3억 5천만`.
pub fn parse_korean(text: &str) -> Option<i128> {
    let text = text.trim();
    let (body, negative) = match text.strip_prefix("마이너스") {
        Some(rest) => (rest.trim_start(), true),
        None => (text, false),
    };
    if matches!(body, "영" | "零" | "공") {
        return Some(0);
    }
    let number = read(body, 0, false, true).filter(|it| it.end == body.len())?;
    let value = number.value.is_integer().then(|| number.value.to_integer())?;
    let value = i128::try_from(value).ok()?;
    Some(if negative { -value } else { value })
}

const DIGITS: [&str; 10] = ["", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
const SMALL: [&str; 4] = ["", "십", "백", "천"];
const LARGE: [&str; 10] = ["", "만", "억", "조", "경", "해", "자", "양", "구", "간"];

/// A whole number in Hangul as formal papers write it, each unit with its digit: 15 is `일십오`.
/// [`parse_korean`] reads it back below 10^24.
pub fn spell_korean(number: i128) -> String {
    if number == 0 {
        return "영".to_owned();
    }
    let mut groups = Vec::new();
    let mut rest = number.unsigned_abs();
    while rest > 0 {
        groups.push((rest % 10_000) as usize);
        rest /= 10_000;
    }
    let mut text = if number < 0 { "마이너스 ".to_owned() } else { String::new() };
    for (index, group) in groups.iter().enumerate().rev().filter(|it| *it.1 > 0) {
        for place in (0..4).rev() {
            let digit = group / 10usize.pow(place as u32) % 10;
            if digit > 0 {
                text.push_str(DIGITS[digit]);
                text.push_str(SMALL[place]);
            }
        }
        text.push_str(LARGE[index]);
    }
    text
}
