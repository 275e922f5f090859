//! Amounts in digits: `₩1,000`, `금 7,700,000원정`, `3억 5천만원`, `1.234,50 €`, `-$217.45`.
//!
//! **Invariant:** without a currency, a number is an amount only where a label or column says so;
//! the sign is the printed one, and brackets mean minus only around a whole cell.

use std::ops::Range;

use super::currency::{self, Side};
use super::fold::{
    at as char_at, before, glued_after, glued_before, skip_spaces, skip_spaces_back, word_ends,
};
use super::numeral::Numeral;
use super::{Candidate, Context, Rank, korean, pattern, period, quantity};
use crate::number::{Decimal, Exact};
use crate::value::{Currency, Kind, Money, Value};

/// What stands left of the digits.
struct Left {
    start: usize,
    negative: bool,
    currency: Option<Currency>,
    /// `금` or `일금` introduces the amount.
    gold: bool,
    /// The mark is so worn (`W` for `₩`) that only well-grouped digits are an amount.
    worn: bool,
}

/// What stands right of the digits.
struct Right {
    end: usize,
    currency: Option<Currency>,
    negative: bool,
}

pattern!(
    ROUNDS,
    r"^\s*(?:미만|단위|이하|자리)?\s*(?:에서|은|는|의|을|를|로|까지)?\s*(?:단수|금액|끝수)?\s*(?:절사|버[림립리린려]|절상|(?:반)?올[림립리린려]|사사오입|단위)"
);
pattern!(
    ENGLISH_SCALE,
    r"^(?: ?(?i:(thousand|million|mio\.?|mil\.|mn|billion|bn|trillion))\b|([KkMmB])\b(?:[^/]|$))"
);
pattern!(SWISS_DASH, r"^[.,](?:-{1,2}|[–—])");

/// Every amount among the numbers of a text.
pub(super) fn find(text: &str, numerals: &[Numeral], context: &Context, out: &mut Vec<Candidate>) {
    for numeral in numerals {
        out.extend(read(text, numeral, context));
    }
}

fn read(text: &str, numeral: &Numeral, context: &Context) -> Option<Candidate> {
    let left = left(text, numeral.range.start, context);
    let (mut amount, mut end, scaled) = magnitude(text, numeral, context)?;
    if let Some(it) = SWISS_DASH.find(&text[end..]).filter(|_| !scaled) {
        // `2.500,-`: where the comma ends the amount, the point groups.
        if it.as_str().starts_with(',') && amount.scale == 3 {
            amount.scale = 0;
        }
        end += it.end();
    }
    let part = currency::part(&text[end..], context.currency).filter(|_| left.currency.is_none());
    let free = !numeral.leading_zero && !glued_before(text, left.start);
    if let Some((currency, width)) = part.filter(|_| free) {
        let amount = Decimal { scale: amount.scale.checked_add(2)?, ..amount };
        let range = left.start..end + width;
        return Some(money(range, amount, left.negative, currency, 0.9));
    }
    let right = right(text, end, &left, numeral, scaled, context);
    let expected = context.expected == Some(Kind::Money);
    let named = left.currency.or(right.currency);
    if named.is_none() && !left.gold {
        return bare(text, numeral, amount, end, scaled, &left, context);
    }
    // `미화 2명` are two cleaners.
    let words = text[left.start..numeral.range.start].starts_with("미화");
    if words && right.currency.is_none() && quantity::counts(text, end) {
        return None;
    }
    let currency = named.or(context.currency).unwrap_or(Currency::KRW);
    let trusted = numeral.grouped || scaled || named.is_some();
    let odd_comma = numeral.comma_guess && !writes_comma(currency);
    let lost = numeral.lost_comma && currency != Currency::KRW;
    let worn = left.worn && !(numeral.grouped && right.currency.is_none_or(|it| it == currency));
    // `1, 234` beside a mark on its right only may be two numbers of a list.
    let n_groups = numeral.decimal.digits.checked_ilog10().unwrap_or(0) / 3;
    let list = numeral.spaced
        && numeral.decimal.scale == 0
        && left.currency.is_none()
        && !left.gold
        && n_groups < 2;
    if !trusted || odd_comma || lost || worn || numeral.leading_zero || (list && !expected) {
        return None;
    }
    if left.currency.is_none() && !left.gold {
        let prefix = before(text, left.start);
        let joined = prefix.is_some_and(|it| it.is_ascii_alphanumeric() || it == '제' || it == '_');
        let tail = glued_before(text, left.start) && !numeral.grouped && !scaled;
        if joined || tail {
            return None;
        }
    }
    if currency == Currency::KRW && ROUNDS.is_match(&text[right.end..]) {
        return None;
    }
    let negative = left.negative || right.negative;
    let (amount, pointed) = worn_point(amount, numeral, scaled, currency, context);
    let doubtful = left.worn || numeral.spaced || numeral.lost_comma || pointed;
    let confidence = if doubtful { 0.7 } else { 0.97 };
    Some(money(left.start..right.end, amount, negative, currency, confidence))
}

/// An amount that only its label or column makes one.
fn bare(
    text: &str,
    numeral: &Numeral,
    amount: Decimal,
    end: usize,
    scaled: bool,
    left: &Left,
    context: &Context,
) -> Option<Candidate> {
    let expected = context.expected == Some(Kind::Money);
    let currency = context.currency.unwrap_or(Currency::KRW);
    let wrong = numeral.leading_zero
        || numeral.lost_comma
        || (numeral.comma_guess && !writes_comma(currency));
    if !expected || wrong || glued_before(text, left.start) || glued_after(text, end) {
        return None;
    }
    let mut end = end;
    let mut negative = left.negative;
    let rest = &text[end..];
    if !scaled && (counts_other(rest) || quantity::counts(text, end) || period::counts(text, end)) {
        return None;
    }
    if rest.starts_with('-') && !glued_after(text, end) && currency != Currency::KRW {
        negative = true;
        end += 1;
    }
    for mark in [" CR", "CR", " Cr"] {
        if rest.starts_with(mark) && !rest[mark.len()..].starts_with(char::is_alphanumeric) {
            negative = true;
            end += mark.len();
            break;
        }
    }
    let (amount, pointed) = worn_point(amount, numeral, scaled, currency, context);
    let start = left.start;
    let bracketed = text[..start].trim() == "(" && text[end..].trim() == ")";
    let range = if bracketed { 0..text.len() } else { start..end };
    let factor = i128::from(context.factor.unwrap_or(1));
    let amount = Decimal { digits: amount.digits.checked_mul(factor)?, scale: amount.scale };
    let amount = if factor > 1 { amount.normalized() } else { amount };
    let sure = numeral.grouped || numeral.decimal.scale == 2;
    let confidence = if pointed {
        0.6
    } else if sure {
        0.85
    } else {
        0.7
    };
    Some(money(range, amount, negative || bracketed, currency, confidence))
}

/// `29.000` and `4,630.604` won is a worn comma: won has no thousandths, and no price is printed to
/// them. A point behind a zero is one.
fn worn_point(
    amount: Decimal,
    numeral: &Numeral,
    scaled: bool,
    currency: Currency,
    context: &Context,
) -> (Decimal, bool) {
    let plain = !scaled && !context.decimal_comma;
    let most = if numeral.grouped { i128::MAX } else { 1_000_000 };
    let worn = plain
        && currency == Currency::KRW
        && numeral.decimal.scale == 3
        && amount.scale == 3
        && (1_000..most).contains(&amount.digits);
    if worn { (Decimal::whole(amount.digits), true) } else { (amount, false) }
}

/// Whether a bare number is no amount by what touches it: `10%`, `3×`, letters.
fn counts_other(rest: &str) -> bool {
    rest.starts_with(char::is_alphabetic) || rest.trim_start().starts_with(['%', '‰', '×'])
}

fn money(
    range: Range<usize>,
    amount: Decimal,
    negative: bool,
    currency: Currency,
    confidence: f32,
) -> Candidate {
    let digits = if negative { -amount.digits } else { amount.digits };
    let value = Value::Money(Money { currency, amount: Decimal { digits, scale: amount.scale } });
    Candidate::value(Rank::Money, range, value, confidence)
}

/// Whether amounts in this currency are printed with a decimal comma somewhere.
fn writes_comma(currency: Currency) -> bool {
    !matches!(currency.code(), "KRW" | "JPY" | "CNY" | "USD" | "GBP" | "TWD" | "HKD")
}

/// The number with the units behind it (만, 억, million), its end, and whether there were any.
fn magnitude(text: &str, numeral: &Numeral, context: &Context) -> Option<(Decimal, usize, bool)> {
    let end = numeral.range.end;
    if !numeral.spaced {
        let near = char_at(text, skip_spaces(text, end, 1));
        if near.is_some_and(|it| "십백천만억조十百千萬億兆".contains(it)) {
            let number = korean::read(text, numeral.range.start, context.decimal_comma, false);
            if let Some(it) = number.filter(|it| it.n_units > 0) {
                return Some((Decimal::from_exact(&it.value)?, it.end, true));
            }
        }
    }
    if let Some(it) = ENGLISH_SCALE.captures(&text[end..]) {
        let name = it.get(1).or(it.get(2)).map_or("", |it| it.as_str());
        let power = match name.to_ascii_lowercase().as_bytes().first()? {
            b't' if name.len() > 1 && name.to_ascii_lowercase().starts_with("thou") => 3,
            b't' => 12,
            b'k' => 3,
            b'b' => 9,
            _ => 6,
        };
        let scaled = numeral.decimal.exact() * Exact::from_integer(crate::number::pow10(power));
        let width = it.get(1).or(it.get(2)).map_or(0, |it| it.end());
        return Some((Decimal::from_exact(&scaled)?, end + width, true));
    }
    Some((numeral.decimal, end, false))
}

fn left(text: &str, digits: usize, context: &Context) -> Left {
    let mut left =
        Left { start: digits, negative: false, currency: None, gold: false, worn: false };
    let (start, negative) = sign(text, digits);
    (left.start, left.negative) = (start, negative);
    let near = skip_spaces_back(text, start, 2);
    let colon = text[..near].strip_suffix(':').map(str::trim_end);
    let mark = currency::ends(colon.unwrap_or(&text[..near]), context.currency);
    let mark = mark.filter(|it| !closes_last(text, it.1, near, digits));
    if let Some((currency, from)) = mark {
        left.currency = Some(currency);
        let (start, negative) = sign(text, from);
        left.start = start;
        left.negative |= negative;
    } else if text[..near].ends_with('\\') || (start == near && text[..near].ends_with('W')) {
        let from = near - 1;
        if !before(text, from).is_some_and(char::is_alphanumeric) {
            (left.currency, left.worn, left.start) = (Some(Currency::KRW), true, from);
        }
    }
    let near = skip_spaces_back(text, left.start, 2);
    for gold in ["일금", "一金", "壹金", "금", "金"] {
        let Some(head) = text[..near].strip_suffix(gold) else { continue };
        // 계약금 and 잔금 are labels, not this word.
        if !head.chars().next_back().is_some_and(char::is_alphanumeric) {
            (left.gold, left.start) = (true, head.len());
        }
        break;
    }
    left
}

/// A sign that ends at `at`: where it begins, and whether it is a minus.
fn sign(text: &str, at: usize) -> (usize, bool) {
    let head = &text[..at];
    let marked = text[..skip_spaces_back(text, at, 1)].strip_suffix("(-)");
    if let Some(rest) = marked {
        return (rest.len(), true);
    }
    if let Some(rest) = head.strip_suffix('-') {
        let outer = rest.chars().next_back();
        let dash = outer.is_some_and(|it| it.is_alphanumeric() || matches!(it, ')' | ']' | '-'));
        return if dash { (at, false) } else { (rest.len(), true) };
    }
    if let Some(rest) = head.strip_suffix('–') {
        let free = rest.chars().next_back().is_none_or(|it| it == '(' || it == ':');
        return if free { (rest.len(), true) } else { (at, false) };
    }
    if let Some(rest) = head.strip_suffix('+') {
        return (rest.len(), false);
    }
    let near = skip_spaces_back(text, at, 1);
    if let Some(rest) = text[..near].strip_suffix('△') {
        return (rest.len(), true);
    }
    // `- 417` alone in its cell.
    if text[..near].trim() == "-" && near < at {
        return (text[..near].find('-').unwrap_or(at), true);
    }
    (at, false)
}

fn right(
    text: &str,
    end: usize,
    left: &Left,
    numeral: &Numeral,
    scaled: bool,
    context: &Context,
) -> Right {
    let mut right = Right { end, currency: None, negative: false };
    let near = skip_spaces(text, end, 1);
    if let Some((currency, width, side)) = currency::starts(&text[near..], context.currency) {
        let behind = near + width;
        // Worn print and its readers make 윈 of 원; only behind a grouped number is it that.
        let worn = text[near..].starts_with('윈') && !numeral.grouped;
        let fits = !worn && left.currency.is_none_or(|it| it == currency);
        let sure = numeral.grouped || scaled || left.gold || left.currency.is_some();
        // `5$` is more often code than money.
        let sign = text[near..behind].ends_with('$') && width == 1;
        let bare_sign = sign && (near > end || !(numeral.grouped || numeral.decimal.scale == 2));
        let ends = match side {
            Side::Symbol if bare_sign && left.currency.is_none() => false,
            Side::Word => word_ends(text, behind) || (sure && near == end),
            Side::Symbol => !introduces_next(text, near, behind),
        };
        if fits && ends {
            (right.currency, right.end) = (Some(currency), behind);
        }
    }
    if right.currency.is_some() || left.currency.is_some() || left.gold {
        let near = skip_spaces(text, right.end, 1);
        for mark in ["정", "整"] {
            let behind = near + mark.len();
            if text[near..].starts_with(mark) && word_ends(text, behind) {
                right.end = behind;
            }
        }
    }
    let tail = &text[right.end..];
    let dash =
        tail.trim_start_matches(' ').starts_with('-') && tail.len() - tail.trim_start().len() < 2;
    if dash && left.currency == Some(Currency::KRW) {
        // The dash after `₩77,000,000 -` closes the amount, so that nobody adds digits.
        let at = right.end + tail.find('-').unwrap_or(0) + 1;
        let free = text[at..].chars().next().is_none_or(|it| it.is_whitespace() || it == ')');
        if free && text[at..].trim_start_matches(')').trim().is_empty() {
            right.end = at;
        }
    }
    for mark in [" CR", "CR"] {
        let rest = &text[right.end..];
        if rest.starts_with(mark) && !rest[mark.len()..].starts_with(char::is_alphanumeric) {
            right.negative = true;
            right.end += mark.len();
            break;
        }
    }
    right
}

/// Whether a mark before a number belongs to the number before it, as in `5.00 USD 6.00 USD`.
fn closes_last(text: &str, mark: usize, behind: usize, digits: usize) -> bool {
    let before = skip_spaces_back(text, mark, 1);
    text[..before].ends_with(|it: char| it.is_ascii_digit())
        && behind_number(text, digits).starts_with(&text[mark..behind])
}

/// Whether a mark behind a number belongs to the number after it: `2 USD 18.40`.
fn introduces_next(text: &str, mark: usize, behind: usize) -> bool {
    let next = skip_spaces(text, behind, 1);
    if !text[next..].starts_with(|it: char| it.is_ascii_digit()) {
        return text[behind..].starts_with(|it: char| it.is_ascii_alphanumeric());
    }
    // In `5.00 USD 6.00 USD` the marks stand behind their numbers.
    !behind_number(text, next).starts_with(&text[mark..behind])
}

/// The text behind a number that begins at `at`, however its digits are grouped.
fn behind_number(text: &str, at: usize) -> &str {
    const LONGEST: usize = 32;
    let end = text[at..]
        .char_indices()
        .take(LONGEST)
        .find(|it| !it.1.is_ascii_digit() && !matches!(it.1, '.' | ',' | '\'' | ' ' | '\u{a0}'));
    end.map_or("", |it| &text[at + it.0..])
}
