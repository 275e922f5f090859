//! Numbers that name something: registrations, telephones, addresses of mail, accounts.
//!
//! **Invariant:** digits joined by hyphens to letters or other digits never become amounts.

use std::ops::Range;

use super::fold::{at as char_at, before};
use super::{Candidate, Context, Rank, pattern};
use crate::value::{Kind, Value};

pattern!(
    EMAIL,
    r"(?i)[a-z0-9][a-z0-9._%+-]*\s?@\s?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,24}"
);
pattern!(ADDRESS, r#"(?i)(?:https?://|www\.)[^\s<>"'()\[\]가-힣]+"#);
pattern!(BUSINESS, r"([0-9]{3})\s?-\s?([0-9]{2})\s?-\s?([0-9*]{5})");
pattern!(SPACED_BUSINESS, r"[0-9]{3} [0-9]{2} [0-9]{5}");
pattern!(CORPORATE, r"([0-9]{6})\s?-\s?([0-9][0-9*●○•xX]{6}|[*●○•xX]{7}|[0-9](?:[*●○•xX]{3,6}))");
pattern!(
    KOREAN_PHONE,
    r"(?:\(?\+?82[)\s.-]{0,2}(?:\(0\)\s?)?)?\(?0?[0-9]{1,3}\)?[\s.)-]{1,2}[0-9]{3,4}\s?[.-]\s?[0-9]{4}|01[016-9] [0-9]{3,4} [0-9]{4}|\+82[ -]?(?:\(0\) ?)?[0-9]{1,2} [0-9]{3,4} [0-9]{4}|\(0[0-9]{1,2}\)\s?[0-9]{3,4}[-. ][0-9]{4}|1[5-9][0-9]{2}\s?-\s?[0-9]{4}"
);
pattern!(FOREIGN_PHONE, r"\+[1-9][0-9]{0,2}(?:[\s.-]?\(?[0-9]{1,5}\)?){2,5}");
pattern!(
    AMERICAN_PHONE,
    r"(?:1[-. ])?(?:\([2-9][0-9]{2}\)\s?|[2-9][0-9]{2}[-. ])[0-9]{3}[-. ][0-9]{4}"
);
pattern!(DIGITS, r"[0-9]{8,13}");
pattern!(IDENTIFIER, r"[A-Za-z0-9]+(?:[-_/][A-Za-z0-9]+)+");
pattern!(
    TAX_ID,
    r"(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|CHE|EIN)[ -]?[0-9A-Z][0-9A-Z. -]{5,13}[0-9A-Z]|[0-9]{2}-[0-9]{7}"
);

/// Registrations, telephones and mail addresses of a text, and what only looks like numbers.
pub(super) fn find(text: &str, context: &Context, out: &mut Vec<Candidate>) {
    for it in EMAIL.find_iter(text) {
        let address: String = it.as_str().chars().filter(|it| !it.is_whitespace()).collect();
        let joined = before(text, it.start()).is_some_and(|it| it.is_ascii_alphanumeric());
        if !joined {
            let value = Value::Email(address);
            out.push(Candidate::value(Rank::Address, it.range(), value, 0.99));
        }
    }
    out.extend(ADDRESS.find_iter(text).map(|it| Candidate::none(Rank::Address, it.range())));
    registrations(text, context, out);
    phones(text, context, out);
    for it in IDENTIFIER.find_iter(text).filter(|it| is_identifier(it.as_str())) {
        out.push(Candidate::none(Rank::Identifier, it.range()));
    }
}

/// Whether nothing of the same number goes on outside of a range.
fn alone(text: &str, range: &Range<usize>) -> bool {
    let left = before(text, range.start);
    let right = char_at(text, range.end);
    let beyond = |it: usize| char_at(text, it).is_some_and(|it| it.is_ascii_alphanumeric());
    let glued_left = match left {
        Some('-') => true,
        // The line that a form is filled in on leaves an underscore before the number.
        Some('_') => before(text, range.start - 1).is_some_and(char::is_alphanumeric),
        Some(c) => c.is_ascii_alphanumeric(),
        None => false,
    };
    let glued_right = match right {
        Some('-') => beyond(range.end + 1),
        Some(c) => c.is_ascii_alphanumeric() || c == '_' || c == '*',
        None => false,
    };
    !glued_left && !glued_right
}

fn squeeze(text: &str) -> String {
    text.chars().filter(|it| !it.is_whitespace()).collect()
}

fn registrations(text: &str, context: &Context, out: &mut Vec<Candidate>) {
    let mut push = |range: Range<usize>, confidence: f32| {
        if alone(text, &range) {
            let value = Value::RegistrationNumber(squeeze(&text[range.clone()]));
            out.push(Candidate::value(Rank::Registration, range, value, confidence));
        }
    };
    for it in BUSINESS.find_iter(text) {
        push(it.range(), 0.97);
    }
    for it in CORPORATE.find_iter(text) {
        push(it.range(), 0.95);
    }
    if context.expected == Some(Kind::RegistrationNumber) {
        for it in DIGITS.find_iter(text).filter(|it| matches!(it.len(), 10 | 13)) {
            push(it.range(), 0.85);
        }
        for it in SPACED_BUSINESS.find_iter(text) {
            push(it.range(), 0.7);
        }
        for it in TAX_ID.find_iter(text) {
            push(it.range(), 0.7);
        }
    }
}

fn phones(text: &str, context: &Context, out: &mut Vec<Candidate>) {
    let mut push = |range: Range<usize>, confidence: f32| {
        let printed = text[range.clone()].trim();
        let printed = if printed.contains(')') { printed } else { printed.trim_start_matches('(') };
        let start = range.start + text[range.clone()].find(printed).unwrap_or(0);
        let range = start..start + printed.len();
        let n_digits = printed.bytes().filter(u8::is_ascii_digit).count();
        if alone(text, &range) && (8..=15).contains(&n_digits) {
            let value = Value::Phone(printed.to_owned());
            out.push(Candidate::value(Rank::Phone, range, value, confidence));
        }
    };
    for it in FOREIGN_PHONE.find_iter(text) {
        push(it.range(), 0.93);
    }
    for it in KOREAN_PHONE.find_iter(text) {
        let digits: String = it.as_str().chars().filter(char::is_ascii_digit).collect();
        if is_korean_phone(&digits) {
            push(it.range(), 0.93);
        }
    }
    for it in AMERICAN_PHONE.find_iter(text) {
        push(it.range(), 0.8);
    }
    if context.expected == Some(Kind::Phone) {
        for it in DIGITS.find_iter(text).filter(|it| is_korean_phone(it.as_str())) {
            push(it.range(), 0.8);
        }
    }
}

/// Whether digits are a number of the Korean plan: 02, 03x to 06x, 01x, 050x, 070, 080, or 15xx to
/// 18xx with four more; +82 replaces the first zero.
fn is_korean_phone(digits: &str) -> bool {
    let local = match digits.strip_prefix("82") {
        Some(rest) if digits.len() >= 10 => format!("0{}", rest.trim_start_matches('0')),
        _ => digits.to_owned(),
    };
    let n = local.len();
    match local.as_bytes() {
        [b'0', b'2', ..] => (9..=10).contains(&n),
        [b'0', b'1', ..] => (10..=11).contains(&n),
        [b'0', b'5', b'0', ..] => (11..=12).contains(&n),
        [b'0', b'3'..=b'8', ..] => (10..=11).contains(&n),
        [b'1', b'5'..=b'8', ..] => n == 8,
        _ => false,
    }
}

/// Letters and digits mixed, or three and more groups of digits: document, article and account
/// numbers. `M/M` has no digit, `VAT/10` no hyphen.
fn is_identifier(token: &str) -> bool {
    let digits = token.bytes().any(|it| it.is_ascii_digit());
    let hyphens = token.bytes().filter(|it| matches!(it, b'-' | b'_')).count();
    let mixed = token.split(['-', '_', '/']).any(|it| it.bytes().any(|b| b.is_ascii_alphabetic()));
    // `30-day`, `12-month` and `19-Mar-2026` begin with a number of their own.
    let counted = token.starts_with(|it: char| it.is_ascii_digit())
        && hyphens == 1
        && token.split('-').nth(1).is_some_and(|it| it.bytes().all(|b| b.is_ascii_alphabetic()));
    digits && hyphens > 0 && !counted && (mixed || hyphens >= 2 || !token.contains('/'))
}

/// Whether a Korean business registration number (사업자등록번호), with or without hyphens, keeps its
/// check digit.
///
/// Each of the first nine digits counts with the weights 1, 3, 7, 1, 3, 7, 1, 3, 5, the tens of the
/// ninth product are added once more, and the tenth digit completes the sum to a multiple of ten.
/// Source: the rule of the National Tax Service as in the `kr.brn` module of `stdnum`, after OECD,
/// "Tax Identification Numbers: Korea".
pub fn business_number_is_valid(number: &str) -> bool {
    let Some(digits) = digits::<10>(number) else { return false };
    let weights = [1, 3, 7, 1, 3, 7, 1, 3, 5];
    let sum: u32 = digits.iter().zip(weights).map(|it| it.0 * it.1).sum();
    (10 - (sum + digits[8] * 5 / 10) % 10) % 10 == digits[9]
}

/// Whether a Korean corporate registration number (법인등록번호) of thirteen digits keeps its check
/// digit: weights 1, 2, 1, 2 …, the thirteenth digit completes the sum to a multiple of ten. Numbers
/// issued since 2025-01-31 have none, so `false` is no finding by itself.
pub fn corporation_number_is_valid(number: &str) -> bool {
    let Some(digits) = digits::<13>(number) else { return false };
    let sum: u32 = digits[..12].iter().enumerate().map(|it| it.1 * (1 + it.0 as u32 % 2)).sum();
    (10 - sum % 10) % 10 == digits[12]
}

fn digits<const N: usize>(number: &str) -> Option<[u32; N]> {
    if !number.chars().all(|it| it.is_ascii_digit() || it == '-' || it.is_whitespace()) {
        return None;
    }
    let digits: Vec<u32> = number.chars().filter_map(|it| it.to_digit(10)).collect();
    digits.try_into().ok()
}
