//! Signs, codes and names of currencies before and behind an amount.
//!
//! **Invariant:** a code is a currency only as a word of its own.

use super::fold::{is_hangul, skip_spaces};
use crate::value::Currency;

/// How a mark behind an amount joins the text after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// A Korean noun, particles may follow: 원, 달러.
    Word,
    /// A sign, code or English word.
    Symbol,
}

/// Signs before or behind an amount; a longer one comes before its own ending.
const SIGNS: [(&str, &str); 27] = [
    ("US$", "USD"),
    ("U.S.$", "USD"),
    ("U$", "USD"),
    ("HK$", "HKD"),
    ("NT$", "TWD"),
    ("AU$", "AUD"),
    ("CA$", "CAD"),
    ("NZ$", "NZD"),
    ("A$", "AUD"),
    ("C$", "CAD"),
    ("S$", "SGD"),
    ("R$", "BRL"),
    ("RM", "MYR"),
    ("₩", "KRW"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("₫", "VND"),
    ("฿", "THB"),
    ("₱", "PHP"),
    ("₽", "RUB"),
    ("₺", "TRY"),
    ("zł", "PLN"),
    ("Kč", "CZK"),
    ("SFr.", "CHF"),
    ("Fr.", "CHF"),
    ("Rs.", "INR"),
];

/// ISO 4217 codes that business papers print.
const CODES: [&str; 45] = [
    "KRW", "USD", "EUR", "JPY", "CNY", "GBP", "CHF", "HKD", "TWD", "SGD", "AUD", "CAD", "NZD",
    "VND", "THB", "IDR", "MYR", "PHP", "INR", "SEK", "NOK", "DKK", "ISK", "PLN", "CZK", "HUF",
    "RON", "BGN", "TRY", "RUB", "UAH", "AED", "SAR", "QAR", "KWD", "ILS", "ZAR", "EGP", "BRL",
    "MXN", "CLP", "COP", "ARS", "MNT", "KZT",
];

/// Names behind an amount; a longer one comes before its own beginning.
const NAMES: [(&str, &str, Side); 53] = [
    ("원", "KRW", Side::Word),
    ("윈", "KRW", Side::Word),
    ("圓", "KRW", Side::Word),
    ("円", "JPY", Side::Word),
    ("엔화", "JPY", Side::Word),
    ("엔", "JPY", Side::Word),
    ("위안화", "CNY", Side::Word),
    ("위안", "CNY", Side::Word),
    ("元", "CNY", Side::Word),
    ("미국달러", "USD", Side::Word),
    ("미국 달러", "USD", Side::Word),
    ("미달러", "USD", Side::Word),
    ("미 달러", "USD", Side::Word),
    ("US달러", "USD", Side::Word),
    ("홍콩달러", "HKD", Side::Word),
    ("호주달러", "AUD", Side::Word),
    ("캐나다달러", "CAD", Side::Word),
    ("싱가포르달러", "SGD", Side::Word),
    ("달러", "USD", Side::Word),
    ("불", "USD", Side::Word),
    ("유로화", "EUR", Side::Word),
    ("유로", "EUR", Side::Word),
    ("파운드", "GBP", Side::Word),
    ("프랑", "CHF", Side::Word),
    ("베트남동", "VND", Side::Word),
    ("베트남 동", "VND", Side::Word),
    ("바트", "THB", Side::Word),
    ("루피아", "IDR", Side::Word),
    ("United States Dollars", "USD", Side::Symbol),
    ("United States dollars", "USD", Side::Symbol),
    ("U.S. Dollars", "USD", Side::Symbol),
    ("U.S. dollars", "USD", Side::Symbol),
    ("US Dollars", "USD", Side::Symbol),
    ("US dollars", "USD", Side::Symbol),
    ("Dollars", "USD", Side::Symbol),
    ("dollars", "USD", Side::Symbol),
    ("Korean Won", "KRW", Side::Symbol),
    ("Korean won", "KRW", Side::Symbol),
    ("Won", "KRW", Side::Symbol),
    ("won", "KRW", Side::Symbol),
    ("WON", "KRW", Side::Symbol),
    ("Euros", "EUR", Side::Symbol),
    ("euros", "EUR", Side::Symbol),
    ("Euro", "EUR", Side::Symbol),
    ("euro", "EUR", Side::Symbol),
    ("EURO", "EUR", Side::Symbol),
    ("Yen", "JPY", Side::Symbol),
    ("yen", "JPY", Side::Symbol),
    ("pounds sterling", "GBP", Side::Symbol),
    ("Pounds Sterling", "GBP", Side::Symbol),
    ("RMB", "CNY", Side::Symbol),
    ("Yuan", "CNY", Side::Symbol),
    ("yuan", "CNY", Side::Symbol),
];

fn code(text: &str) -> Option<Currency> {
    CODES.contains(&text).then(|| Currency::from_code(text)).flatten()
}

/// What `$` and `¥` mean where the document's currency is `known`.
fn dollar(known: Option<Currency>) -> Option<Currency> {
    let dollars = ["USD", "HKD", "TWD", "SGD", "AUD", "CAD", "NZD", "MXN"];
    known.filter(|it| dollars.contains(&it.code())).or(Some(Currency::USD))
}

fn yen(known: Option<Currency>) -> Option<Currency> {
    known.filter(|it| matches!(it.code(), "JPY" | "CNY")).or_else(|| Currency::from_code("JPY"))
}

/// The currency that a text is the mark of, all of it: `USD`, `₩`, `원`, `US dollars`.
pub(super) fn mark(text: &str) -> Option<Currency> {
    let text = text.trim();
    let (currency, width, _) = starts(text, None)?;
    (width == text.len()).then_some(currency)
}

/// The currencies that the words of a text name; particles and single syllables name none.
pub(super) fn named(text: &str) -> Vec<Currency> {
    let mut found = Vec::new();
    let mut fresh = true;
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        if fresh
            && let Some((currency, width, side)) = starts(rest, None)
            && (side == Side::Symbol || rest[..width].chars().count() > 1)
            && !names_a_place(&rest[..width], &rest[width..])
            && !found.contains(&currency)
        {
            found.push(currency);
        }
        fresh = !c.is_alphanumeric();
    }
    found
}

/// Whether a name of money begins the name of a place: `프랑` of `프랑크푸르트`, `유로` of `유로파`.
fn names_a_place(name: &str, behind: &str) -> bool {
    matches!(name, "프랑" | "유로" | "바트")
        && behind.starts_with(is_hangul)
        && !["화", "로", "를", "을", "의", "은", "는", "이", "가", "당"]
            .iter()
            .any(|it| behind.starts_with(it))
}

/// The currency whose mark ends `head`, and where the mark begins.
pub(super) fn ends(head: &str, known: Option<Currency>) -> Option<(Currency, usize)> {
    let free = |at: usize| {
        !head[..at].chars().next_back().is_some_and(|it| it.is_ascii_alphanumeric() || it == '-')
    };
    for (sign, name) in SIGNS {
        if let Some(rest) = head.strip_suffix(sign) {
            let lettered = sign.starts_with(|it: char| it.is_ascii_alphabetic());
            if !lettered || free(rest.len()) {
                return Some((Currency::from_code(name)?, rest.len()));
            }
        }
    }
    if let Some(rest) = head.strip_suffix('$') {
        return Some((dollar(known)?, rest.len()));
    }
    if let Some(rest) = head.strip_suffix('¥') {
        let rest = rest.strip_suffix("RMB").or(rest.strip_suffix("CN")).unwrap_or(rest);
        let chinese = rest.len() + '¥'.len_utf8() < head.len();
        let currency = if chinese { Currency::from_code("CNY") } else { yen(known) };
        return Some((currency?, rest.len()));
    }
    for (name, code) in [
        ("RMB", "CNY"),
        ("Euro", "EUR"),
        ("EURO", "EUR"),
        ("미화", "USD"),
        ("원화", "KRW"),
        ("엔화", "JPY"),
        ("US Dollars", "USD"),
        ("U.S. Dollars", "USD"),
        ("US DOLLARS", "USD"),
        ("Won", "KRW"),
    ] {
        if let Some(rest) = head.strip_suffix(name).filter(|it| free(it.len())) {
            return Some((Currency::from_code(code)?, rest.len()));
        }
    }
    let start = head.len().checked_sub(3).filter(|it| head.is_char_boundary(*it))?;
    let currency = code(&head[start..])?;
    free(start).then_some((currency, start))
}

/// The currency whose mark begins `rest`, its width, and how it joins what follows.
pub(super) fn starts(rest: &str, known: Option<Currency>) -> Option<(Currency, usize, Side)> {
    for (name, code, side) in NAMES {
        if let Some(behind) = rest.strip_prefix(name) {
            let lettered = behind.starts_with(|it: char| it.is_ascii_alphabetic());
            if side == Side::Symbol && lettered {
                continue;
            }
            return Some((Currency::from_code(code)?, name.len(), side));
        }
    }
    for (sign, name) in SIGNS {
        if rest.starts_with(sign) && !sign.ends_with('.') && sign != "RM" {
            return Some((Currency::from_code(name)?, sign.len(), Side::Symbol));
        }
    }
    if rest.starts_with('$') {
        return Some((dollar(known)?, 1, Side::Symbol));
    }
    if rest.starts_with('¥') {
        return Some((yen(known)?, '¥'.len_utf8(), Side::Symbol));
    }
    let currency = rest.get(..3).and_then(code)?;
    let word = !rest[3..].starts_with(|it: char| it.is_ascii_alphanumeric());
    word.then_some((currency, 3, Side::Symbol))
}

/// The currency whose hundredth part `rest` begins with right behind a number, and how wide its mark is:
/// `31.07p` of a paper in pounds, `12.5¢`.
pub(super) fn part(rest: &str, known: Option<Currency>) -> Option<(Currency, usize)> {
    let pound = known.filter(|it| it.code() == "GBP").map(|it| ("p", it));
    let cent = dollar(known).map(|it| ("¢", it));
    let (mark, currency) = pound.into_iter().chain(cent).find(|it| rest.starts_with(it.0))?;
    let behind = &rest[mark.len()..];
    // `24p.m.` is a time.
    let letter = |it: &str| it.starts_with(char::is_alphanumeric);
    let ends = !letter(behind) && !behind.strip_prefix('.').is_some_and(letter);
    ends.then_some((currency, mark.len()))
}

/// The currency that a number in words is followed by, and where its name ends; spaces before the
/// name are allowed.
pub(super) fn behind_words(text: &str, from: usize) -> Option<(Currency, usize)> {
    let near = skip_spaces(text, from, 2);
    for foreign in ["US", "미국", "미"] {
        let rest = text[near..].strip_prefix(foreign);
        if let Some(rest) = rest.and_then(|it| it.trim_start().strip_prefix("달러")) {
            return Some((Currency::USD, text.len() - rest.len()));
        }
    }
    let (currency, width, side) = starts(&text[near..], None)?;
    (side == Side::Word).then_some((currency, near + width))
}
