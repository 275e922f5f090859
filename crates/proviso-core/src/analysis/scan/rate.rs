//! Rates: percent, per mille, `1,000분의 1.5`, `2/100`, 할, exchange rates; all exact.
//!
//! **Invariant:** a fraction is a rate only over a power of ten, unless a rate is expected or what
//! stands before it multiplies (`× 3/12`) or takes a part (`이율의 1/12`).

use num_traits::{One, Signed as _, Zero};

use super::fold::{at as char_at, before, glued_after, glued_before, skip_spaces, word_ends};
use super::numeral::{self, Numeral};
use super::{Candidate, Context, Rank, korean, pattern};
use crate::number::{Exact, pow10};
use crate::value::{Kind, Value};

pattern!(
    EXCHANGE,
    r"(?i)(?:환율|매매기준율|전신환매도율|전신환매입률?|exchange rate|wechselkurs|taux de change|rate of exchange)[^0-9\n]{0,24}?([0-9][0-9,.]*[0-9])"
);
pattern!(
    PARITY,
    r"(?i)(?:(?:USD|US\$|\$|EUR|€|JPY|¥|CNY|GBP|£)\s?1(?:\.0+)?|1(?:\.0+)?\s?(?:USD|US\$|\$|EUR|€|JPY|CNY|GBP|£|달러|유로|위안))\s?(?:=|:|당)\s?(?:KRW|₩|USD|US\$|\$|EUR|€)?\s?([0-9][0-9,.]*[0-9])\s?(?:KRW|원|won|USD|EUR)?"
);
// `1,431.20 KRW per USD`: so many won for one of another currency.
pattern!(
    QUOTED,
    r"(?i)([0-9][0-9,.]*[0-9])\s?(?:KRW|₩|원|won)\s?(?:per|/)\s?(?:1\s?)?(?:USD|US\$|\$|EUR|€|JPY|¥|CNY|GBP|£|달러|유로|엔|위안)"
);
pattern!(WORD_BASE, r"(천|백|만|십)\s?분의\s?");

/// Every rate of a text.
pub(super) fn find(text: &str, numerals: &[Numeral], context: &Context, out: &mut Vec<Candidate>) {
    exchange(text, context, out);
    word_fractions(text, context, out);
    for (index, numeral) in
        numerals.iter().enumerate().filter(|it| !it.1.spaced && !it.1.lost_comma)
    {
        let Range { start, negative } = sign(text, numeral.range.start);
        let value = numeral.decimal.exact();
        let value = if negative { -value } else { value };
        let near = skip_spaces(text, numeral.range.end, 2);
        if let Some((divisor, width)) = unit(text, near).filter(|_| !inside_word(text, start)) {
            let rate = value / divisor;
            push(out, start..near + width, rate.clone(), 0.97);
            lower_end(text, numerals, index, out);
        } else if let Some((rate, end)) = fraction(text, numeral, context) {
            push(out, numeral.range.start..end, rate, 0.93);
        } else if context.expected == Some(Kind::Rate) && !numeral.comma_guess {
            let bare = glued_before(text, start) || glued_after(text, numeral.range.end);
            let unit = char_at(text, skip_spaces(text, numeral.range.end, 1));
            // `한도 €15,000.00` is an amount, whatever its label promises.
            let signed = text[..start].trim_end().ends_with(['€', '$', '£', '¥', '₩']);
            // No rate is as large, of whatever currency it be.
            let large = value.abs() >= Exact::from_integer(100_000.into());
            if !bare && !signed && !large && !unit.is_some_and(char::is_alphabetic) {
                let rate =
                    if context.percent { value / Exact::from_integer(pow10(2)) } else { value };
                push(out, start..numeral.range.end, rate, if context.percent { 0.85 } else { 0.6 });
            }
        }
    }
}

struct Range {
    start: usize,
    negative: bool,
}

fn sign(text: &str, at: usize) -> Range {
    let head = &text[..at];
    let minus = head.strip_suffix('-').or_else(|| head.strip_suffix('△'));
    match minus {
        Some(rest) if !rest.chars().next_back().is_some_and(char::is_alphanumeric) => {
            Range { start: rest.len(), negative: true }
        }
        _ => Range { start: at, negative: false },
    }
}

fn push(out: &mut Vec<Candidate>, range: std::ops::Range<usize>, rate: Exact, confidence: f32) {
    out.push(Candidate::value(Rank::Rate, range, Value::Rate(rate), confidence));
}

/// Whether digits are part of a word or identifier (`A4`, `R&D10`); text runs of several numbers
/// (`10~20%`, `50:50%`) are not.
fn inside_word(text: &str, start: usize) -> bool {
    before(text, start)
        .is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | ','))
}

/// The divisor that a unit of rates at `at` means, and its width.
fn unit(text: &str, at: usize) -> Option<(Exact, usize)> {
    const UNITS: [(&str, u32, bool); 17] = [
        ("%p", 2, true),
        ("%", 2, false),
        ("‰", 3, false),
        ("‱", 4, false),
        ("퍼밀", 3, true),
        ("퍼센트", 2, true),
        ("프로", 2, true),
        ("per cent", 2, true),
        ("percent", 2, true),
        ("Percent", 2, true),
        ("pct", 2, true),
        ("Prozent", 2, true),
        ("pour cent", 2, true),
        ("v.H.", 2, false),
        ("bps", 4, true),
        ("bp", 4, true),
        ("basis points", 4, true),
    ];
    let rest = &text[at..];
    for (name, power, word) in UNITS {
        let Some(behind) = rest.strip_prefix(name) else { continue };
        let ends = !word || name == "%p" || word_ends(text, at + name.len());
        let lettered = word && behind.starts_with(|it: char| it.is_ascii_alphanumeric());
        if ends && !lettered {
            return Some((Exact::from_integer(pow10(power)), name.len()));
        }
    }
    let behind = rest.strip_prefix('할')?;
    let ends = ["", "이", "을", "의", "에", "로"].iter().any(|it| {
        let tail = behind.strip_prefix(it);
        tail.is_some_and(|it| !it.starts_with(char::is_alphanumeric))
    });
    ends.then(|| (Exact::from_integer(pow10(1)), '할'.len_utf8()))
}

/// The first number of `10~20%`.
fn lower_end(text: &str, numerals: &[Numeral], index: usize, out: &mut Vec<Candidate>) {
    let Some(lower) = index.checked_sub(1).and_then(|it| numerals.get(it)) else { return };
    let upper = &numerals[index];
    if lower.range.end >= upper.range.start || lower.spaced {
        return;
    }
    let between = text[lower.range.end..upper.range.start].trim();
    if matches!(between, "~" | "–" | "-") && !glued_before(text, lower.range.start) {
        let rate = lower.decimal.exact() / Exact::from_integer(pow10(2));
        push(out, lower.range.clone(), rate, 0.8);
    }
}

/// `1,000분의 1.5`, `1.5/1000`.
fn fraction(text: &str, first: &Numeral, context: &Context) -> Option<(Exact, usize)> {
    let near = skip_spaces(text, first.range.end, 1);
    if let Some(rest) = text[near..].strip_prefix("분의") {
        let from = skip_spaces(text, text.len() - rest.len(), 1);
        let (numerator, end) = counted(text, from, context)?;
        let denominator = first.decimal.exact();
        return (!denominator.is_zero()).then(|| (numerator / denominator, end));
    }
    let rest = text[near..].strip_prefix('/')?;
    let second =
        numeral::at(text, skip_spaces(text, text.len() - rest.len(), 1), context.decimal_comma)?;
    let denominator = second.decimal.exact();
    let usual = ["100", "1000", "10000", "100000"].contains(&second.decimal.to_string().as_str());
    let expected = context.expected == Some(Kind::Rate);
    let before = text[..first.range.start].trim_end();
    let multiplied = before.ends_with(['×', '✕', '*']);
    let part = before.ends_with('의') && before.len() < first.range.start;
    let alone = !glued_before(text, first.range.start) && !glued_after(text, second.range.end)
        || multiplied && !glued_after(text, second.range.end);
    let proper = !denominator.is_zero()
        && (multiplied || first.decimal.exact() < denominator)
        && !first.leading_zero;
    // `and 50/100 Dollars` are cents.
    let tail = text[second.range.end..].trim_start().to_ascii_lowercase();
    let cents = ["dollar", "us ", "u.s", "euro"].iter().any(|it| tail.starts_with(it));
    ((usual || expected || multiplied || part) && alone && proper && !cents)
        .then(|| (first.decimal.exact() / denominator, second.range.end))
}

/// A number in digits or in one word, as after `천분의`.
fn counted(text: &str, from: usize, context: &Context) -> Option<(Exact, usize)> {
    if let Some(it) = numeral::at(text, from, context.decimal_comma) {
        return Some((it.decimal.exact(), it.range.end));
    }
    let c = char_at(text, from)?;
    let end = from + c.len_utf8();
    let digit = "일이삼사오육칠팔구십".chars().position(|it| it == c)?;
    word_ends(text, end).then(|| (Exact::from_integer((digit + 1).into()), end))
}

/// `천분의 삼`, `100분의 십`.
fn word_fractions(text: &str, context: &Context, out: &mut Vec<Candidate>) {
    for it in WORD_BASE.captures_iter(text) {
        let range = it.get_match().range();
        let joined = before(text, range.start).is_some_and(char::is_alphanumeric);
        let base = korean::parse_korean(&it[1]).map(|it| Exact::from_integer(it.into()));
        let (Some(base), Some((numerator, end))) = (base, counted(text, range.end, context)) else {
            continue;
        };
        if !joined && base > Exact::one() {
            push(out, range.start..end, numerator / base, 0.95);
        }
    }
}

fn exchange(text: &str, context: &Context, out: &mut Vec<Candidate>) {
    for (pattern, wide) in [(&EXCHANGE, false), (&QUOTED, false), (&PARITY, true)] {
        for it in pattern.captures_iter(text) {
            let Some(digits) = it.get(1) else { continue };
            let Some(number) = numeral::at(text, digits.start(), context.decimal_comma) else {
                continue;
            };
            let percent = unit(text, skip_spaces(text, number.range.end, 1)).is_some();
            let date = text[number.range.end..].starts_with(['년', '.', '/', '-', '월', '일']);
            let bare = number.decimal.digits < 2000 && number.decimal.scale == 0 && !number.grouped;
            if percent || (!wide && (date || bare && number.decimal.digits > 1899)) {
                continue;
            }
            let range = if wide { it.get_match().range() } else { number.range.clone() };
            push(out, range, number.decimal.exact(), 0.9);
        }
    }
}
