//! Numbers of things: a counter behind the digits, a factor beside `×`, or a quantity column.
//!
//! **Invariant:** the decimals are kept as printed; copies of the paper itself (`2부`, `1통`),
//! ordinals and floors are no quantities.

use super::fold::{
    at as char_at, before, glued_after, glued_before, skip_spaces, skip_spaces_back, word_ends,
};
use super::numeral::Numeral;
use super::{Candidate, Context, Rank, korean, pattern};
use crate::number::Decimal;
use crate::value::{Kind, Value};

pattern!(PRICED, r"^\s?×\s?(?:[₩$€]|[0-9][0-9,.]*\s?(?:원|USD|EUR))");

/// Counters that Hangul words name. A longer one comes before its own beginning.
const KOREAN: [&str; 77] = [
    "개소",
    "개사",
    "개점",
    "개교",
    "개동",
    "개실",
    "개국",
    "개사업장",
    "개",
    "인월",
    "인일",
    "인시",
    "명",
    "인분",
    "인",
    "세트",
    "박스",
    "상자",
    "대분",
    "대",
    "식",
    "회선",
    "회",
    "매",
    "장",
    "권",
    "본",
    "건",
    "켤레",
    "포대",
    "포",
    "롤",
    "병",
    "캔",
    "톤",
    "평",
    "석",
    "점",
    "종",
    "구좌",
    "좌",
    "마리",
    "송이",
    "묶음",
    "줄",
    "팩",
    "봉지",
    "봉",
    "자루",
    "필지",
    "필",
    "세대",
    "가구",
    "시간",
    "라이선스",
    "라이센스",
    "카피",
    "계정",
    "유저",
    "그루",
    "주",
    "벌",
    "쌍",
    "조각",
    "킬로그램",
    "그램",
    "리터",
    "미터",
    "킬로미터",
    "제곱미터",
    "헥타르",
    "에이커",
    "배럴",
    "모",
    "판",
    "곳",
    "자리",
];

/// Counters in letters and signs, compared without case.
const LATIN: [&str; 84] = [
    "m/m",
    "m/d",
    "m/h",
    "mm",
    "md",
    "mh",
    "ea",
    "set",
    "sets",
    "box",
    "boxes",
    "pcs",
    "pc",
    "pieces",
    "piece",
    "units",
    "unit",
    "hrs",
    "hr",
    "hours",
    "hour",
    "kg",
    "kgs",
    "cbm",
    "g",
    "mg",
    "t",
    "ton",
    "tons",
    "tonnes",
    "mt",
    "lb",
    "lbs",
    "oz",
    "l",
    "ml",
    "kl",
    "m",
    "cm",
    "km",
    "m2",
    "m²",
    "sqm",
    "sq.m",
    "sq ft",
    "sqft",
    "㎡",
    "㎥",
    "m3",
    "m³",
    "kwh",
    "mwh",
    "gb",
    "tb",
    "copies",
    "persons",
    "people",
    "users",
    "user",
    "seats",
    "licenses",
    "cartons",
    "ctn",
    "ctns",
    "pallets",
    "rolls",
    "lot",
    "stück",
    "gcal",
    "mcal",
    "mj",
    "kw",
    "㎏",
    "rentable square feet",
    "rentable square foot",
    "square feet",
    "square foot",
    "square meters",
    "square metres",
    "sq. ft.",
    "named users",
    "parking spaces",
    "employees",
    "licences",
];

/// Every quantity of a text.
pub(super) fn find(text: &str, numerals: &[Numeral], context: &Context, out: &mut Vec<Candidate>) {
    for numeral in numerals {
        out.extend(read(text, numeral, context));
    }
}

fn read(text: &str, numeral: &Numeral, context: &Context) -> Option<Candidate> {
    let expected = context.expected == Some(Kind::Quantity);
    let start = numeral.range.start;
    if numeral.comma_guess
        || numeral.lost_comma
        || numeral.leading_zero
        || numeral.spaced && !expected
    {
        return None;
    }
    let (signed, negative) = sign(text, start);
    let (amount, end) = scaled(text, numeral, context)?;
    let digits = if negative { -amount.digits } else { amount.digits };
    let value = Value::Quantity(Decimal { digits, scale: amount.scale });
    let ordinal = before(text, start).is_some_and(|it| matches!(it, '제' | '第' | '_' | '#'));
    let lettered = before(text, start).is_some_and(|it| it.is_ascii_alphanumeric());
    if ordinal || lettered {
        return None;
    }
    if let Some((behind, confidence)) = counter(text, end, expected) {
        let outer = glued_before(text, signed) && !numeral.grouped;
        return (!outer)
            .then(|| Candidate::value(Rank::Quantity, signed..behind, value, confidence));
    }
    if glued_before(text, signed) || glued_after(text, end) {
        return None;
    }
    if factor(text, start, end) {
        return Some(Candidate::value(Rank::Quantity, start..end, value, 0.75));
    }
    let unit = char_at(text, skip_spaces(text, end, 1));
    let counted = unit.is_some_and(|it| it.is_alphabetic() || matches!(it, '%' | '×'));
    let alone = text[..signed].trim().is_empty();
    if !expected || (counted && !alone) {
        return None;
    }
    // In a quantity column an unknown unit behind the number is a unit still.
    let behind = if counted { unit_end(text, end)? } else { end };
    let confidence = if counted { 0.65 } else { 0.85 };
    Some(Candidate::value(Rank::Quantity, signed..behind, value, confidence))
}

fn sign(text: &str, at: usize) -> (usize, bool) {
    let head = &text[..at];
    if let Some(rest) = head.strip_suffix('-').or_else(|| head.strip_suffix('△')) {
        let dash = rest.chars().next_back().is_some_and(|it| it.is_alphanumeric() || it == ')');
        if !dash {
            return (rest.len(), true);
        }
    }
    (at, false)
}

/// `2만 5천` before a counter.
fn scaled(text: &str, numeral: &Numeral, context: &Context) -> Option<(Decimal, usize)> {
    let end = numeral.range.end;
    let near = char_at(text, skip_spaces(text, end, 1));
    if near.is_some_and(|it| "백천만억".contains(it)) && !numeral.spaced {
        let number = korean::read(text, numeral.range.start, context.decimal_comma, false);
        if let Some(it) = number.filter(|it| it.n_units > 0) {
            return Some((Decimal::from_exact(&it.value)?, it.end));
        }
    }
    Some((numeral.decimal, end))
}

/// Whether a counter stands behind a number that ends at `end`.
pub(super) fn counts(text: &str, end: usize) -> bool {
    counter(text, end, false).is_some_and(|it| it.1 > 0.7)
}

/// The end of a counter behind a number, and how sure it is.
fn counter(text: &str, end: usize, expected: bool) -> Option<(usize, f32)> {
    let near = skip_spaces(text, end, 1);
    let rest = &text[near..];
    // In a formula a length of time is a factor: `3명 × 2개월 × 5,000,000원`.
    for name in
        ["개월", "개 월", "개년", "일", "주", "년", "박", "부", "통", "면", "쪽", "단", "층"]
    {
        let times = |it: &str| it.trim_start().starts_with('×') || it.starts_with(" x ");
        if rest.strip_prefix(name).is_some_and(times) {
            return Some((near + name.len(), 0.8));
        }
    }
    if ["개월", "개 월", "개년"].iter().any(|it| rest.starts_with(it)) {
        return None;
    }
    for name in KOREAN {
        if rest.starts_with(name) {
            let behind = near + name.len();
            if !word_ends(text, behind) {
                continue;
            }
            // One syllable after a space may begin a word of its own.
            let loose = near > end && name.chars().count() == 1;
            if name == "주" && !expected && !speaks_of_shares(text, end) {
                return None;
            }
            let confidence = match name {
                _ if PRICED.is_match(&text[behind..]) => 0.9,
                "회" | "건" | "곳" | "자리" | "점" | "주" => 0.6,
                _ if loose => 0.75,
                _ => 0.9,
            };
            return Some((behind, confidence));
        }
    }
    if expected {
        for name in ["부", "통", "층", "호", "동", "배", "차", "단"] {
            let behind = near + name.len();
            if rest.starts_with(name) && word_ends(text, behind) {
                return Some((behind, 0.7));
            }
        }
    }
    let latin = LATIN
        .iter()
        .filter(|it| {
            rest.get(..it.len()).is_some_and(|head| head.eq_ignore_ascii_case(it))
                && !rest[it.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/')
        })
        .max_by_key(|it| it.len())?;
    // Sizes and lone letters are quantities only in their column: `297mm`, `24th`, `256 GB`.
    let size = latin.len() == 1 || matches!(*latin, "mm" | "cm" | "km" | "ml" | "mg" | "gb" | "tb");
    let man_months = rest.starts_with("MM");
    if size && !expected && !man_months && !PRICED.is_match(&rest[latin.len()..]) {
        return None;
    }
    Some((near + latin.len(), if size && !man_months { 0.7 } else { 0.9 }))
}

/// Whether 주 behind a number counts shares, not weeks.
fn speaks_of_shares(text: &str, end: usize) -> bool {
    let from = text[..end].char_indices().rev().nth(24).map_or(0, |it| it.0);
    ["주식", "보통주", "우선주", "신주"].iter().any(|it| text[from..end].contains(it))
}

/// Whether the number is a factor of a formula: `12,300원 × 1.5`, but not of a size: `900×450`.
fn factor(text: &str, start: usize, end: usize) -> bool {
    // Both sides in digits, or with a unit of length, are a size.
    let size =
        |it: Option<char>| it.is_none_or(|it| it.is_ascii_digit() || matches!(it, 'm' | 'M'));
    let left = skip_spaces_back(text, start, 2);
    let spaced = left < start;
    let head = text[..left].strip_suffix('×').or_else(|| {
        // A letter or star multiplies only between spaces: `월세 x 100`.
        let head = text[..left].strip_suffix(['x', 'X', '*'])?;
        (spaced && head.ends_with(' ')).then_some(head)
    });
    if let Some(head) = head {
        return !size(head.trim_end().chars().next_back());
    }
    let right = skip_spaces(text, end, 2);
    if let Some(tail) = text[right..].strip_prefix('×') {
        let other = tail.trim_start();
        let number: usize =
            other.bytes().take_while(|it| it.is_ascii_digit() || b",.".contains(it)).count();
        return number == 0 || !size(other[number..].trim_start().chars().next().or(Some('0')));
    }
    false
}

/// The end of a short word behind a number.
fn unit_end(text: &str, end: usize) -> Option<usize> {
    let near = skip_spaces(text, end, 1);
    let word = text[near..].split(|it: char| !(it.is_alphabetic() || it == '/')).next()?;
    let n = word.chars().count();
    ((1..=6).contains(&n) && text[near + word.len()..].trim().is_empty())
        .then_some(near + word.len())
}
