//! Whether a text of a page says a value, without deafness: digits that recognition split, brackets
//! and triangles for a minus, full-width forms, amounts in thousands, currencies on either side.
//!
//! **Invariant:** no digit is ever forgiven. A value is said only where the text's own digits, in
//! their order, are the value's, up to the zeros of a unit that the page names.

use num_traits::{Signed, Zero};
use unicode_normalization::UnicodeNormalization;

use crate::analysis::scan::{self, Context};
use crate::number::{Exact, pow10};
use crate::value::{Currency, Date, Period, TimeUnit, Value};

/// What is known around a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Around {
    /// Years that the document names.
    pub(super) years: Vec<u16>,
    /// Zeros that units of the page stand for: 3 for 천원.
    pub(super) zeros: Vec<u32>,
    /// The currency of the draft's amounts.
    pub(super) currency: Option<Currency>,
}

/// Words of units, and the zeros that they stand for.
const UNITS: &[(&str, u32)] = &[
    ("천원", 3),
    ("천 원", 3),
    ("thousand", 3),
    ("'000", 3),
    ("천달러", 3),
    ("만원", 4),
    ("백만", 6),
    ("million", 6),
    ("억", 8),
];

impl Around {
    /// What a document's text tells.
    pub(super) fn of(text: &str, currency: Option<Currency>) -> Around {
        let lower = folded(text);
        let mut years: Vec<u16> = numbers(&lower)
            .iter()
            .filter_map(|it| {
                let year = it.digits.get(..4)?.parse().ok().filter(|it| (1900..2200).contains(it));
                year.filter(|_| matches!(it.digits.len(), 4 | 8) || it.text.contains('.'))
            })
            .collect();
        years.extend(short_years(&lower));
        years.sort_unstable();
        years.dedup();
        let named = UNITS.iter().filter(|it| lower.contains(it.0)).map(|it| it.1);
        let zeros = named.chain(bare_zeros(&lower).then_some(3)).collect();
        Around { years, zeros, currency }
    }
}

/// Whether three zeros stand for themselves, as in `$000` and `(000s)`.
fn bare_zeros(text: &str) -> bool {
    let in_number =
        |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit() || ",.-/".contains(it));
    text.match_indices("000").any(|(at, zeros)| {
        let (before, behind) = (&text[..at], &text[at + zeros.len()..]);
        // A blank may part thousands.
        !in_number(before.trim_end().chars().next_back()) && !in_number(behind.chars().next())
    })
}

/// `'25`, `25.03.01`: years of two digits.
fn short_years(text: &str) -> Vec<u16> {
    let two = |it: &Numeral| it.digits.get(..2).and_then(|it| it.parse::<u16>().ok());
    let dotted = |it: &&Numeral| it.digits.len() >= 4 && it.text.contains('.');
    let all = numbers(text);
    let quoted = text.match_indices('\'').filter_map(|(at, _)| text.get(at + 1..at + 3));
    let quoted = quoted.filter_map(|it| it.parse::<u16>().ok());
    let years = all.iter().filter(dotted).filter_map(two).chain(quoted);
    years.filter(|it| (10..60).contains(it)).map(|it| 2000 + it).collect()
}

/// A number of a text.
#[derive(Debug, Clone)]
struct Numeral {
    /// As it stands there.
    text: String,
    /// Its digits alone.
    digits: String,
    /// Whether a minus, a triangle or brackets say that it is negative; brackets may also be none.
    minus: bool,
    bracket: bool,
    /// What follows it, up to four letters.
    behind: String,
}

pub(super) fn folded(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).collect()
}

/// The numbers of a folded text.
fn numbers(text: &str) -> Vec<Numeral> {
    let chars: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let from = at;
        while at < chars.len()
            && (chars[at].is_ascii_digit()
                || (matches!(chars[at], ',' | '.' | '’' | '\'' | '·')
                    && chars.get(at + 1).is_some_and(char::is_ascii_digit)))
        {
            at += 1;
        }
        let number: String = chars[from..at].iter().collect();
        let mut before = chars[..from].iter().rev().filter(|it| {
            !it.is_whitespace() && !matches!(it, '₩' | '￦' | '$' | '€' | '\\' | '£' | '¥')
        });
        let sign = before.next().copied();
        let earlier = before.next().copied();
        let joined = earlier.is_some_and(|it| it.is_alphanumeric());
        let minus = matches!(sign, Some('△' | '▲' | '▽' | '▼'))
            || (matches!(sign, Some('-' | '−' | '–' | '‐')) && !joined);
        let after: String = chars[at..].iter().filter(|it| !it.is_whitespace()).take(4).collect();
        let bracket = sign == Some('(') && after.starts_with(')');
        let minus = minus || (after == "-" && !bracket);
        let numeral = |text: &str, behind: &str| Numeral {
            digits: text.chars().filter(char::is_ascii_digit).collect(),
            text: text.to_owned(),
            minus,
            bracket,
            behind: behind.to_owned(),
        };
        // Cells between commas: `120-81-00000,40%,7` holds a number of its own between each.
        let cells: Vec<&str> = number.split(',').collect();
        if cells.len() > 1
            && cells[1..].iter().any(|it| it.split('.').next().map_or(0, str::len) != 3)
        {
            let last = cells.len() - 1;
            let one = |(n, it): (usize, &&str)| numeral(it, if n == last { &after } else { "" });
            out.extend(cells.iter().enumerate().map(one));
        }
        out.push(numeral(&number, &after));
    }
    out
}

impl Numeral {
    /// What it may say, without its sign: `1.234` is one number in Bonn and another in Boston.
    fn readings(&self) -> Vec<Exact> {
        let mut out = Vec::new();
        let whole = |text: &str| text.parse().ok().map(Exact::from_integer);
        let plain: String = self.text.chars().filter(|it| !matches!(it, '’' | '\'')).collect();
        let marks: Vec<char> = plain.chars().filter(|it| !it.is_ascii_digit()).collect();
        let groups: Vec<&str> = plain.split(|it: char| !it.is_ascii_digit()).collect();
        let thousands = groups.iter().skip(1).all(|it| it.len() == 3);
        let one_mark = marks.iter().all(|it| Some(it) == marks.first());
        if marks.is_empty() || (one_mark && thousands) {
            out.extend(whole(&self.digits));
        }
        // `1,23,456.50`: lakhs and crores.
        let lakhs = |groups: &[&str]| match groups {
            [first, middle @ .., last] if !middle.is_empty() => {
                first.len() <= 2 && middle.iter().all(|it| it.len() == 2) && last.len() == 3
            }
            _ => false,
        };
        let commas = marks.iter().filter(|it| **it == ',').count();
        if commas == marks.len() && lakhs(&groups) {
            out.extend(whole(&self.digits));
        }
        let fraction = groups.last().map_or(0, |it| it.len());
        let last = marks.last().copied();
        let once = last.is_some_and(|last| marks.iter().filter(|it| **it == last).count() == 1);
        let whole_part = &groups[..groups.len() - 1];
        let grouped = whole_part.iter().skip(1).all(|it| it.len() == 3)
            || (last == Some('.') && commas + 1 == marks.len() && lakhs(whole_part));
        if once && (marks.len() == 1 || grouped) {
            let scale = u32::try_from(fraction).unwrap_or(0).min(30);
            out.extend(whole(&self.digits).map(|it: Exact| it / Exact::from_integer(pow10(scale))));
        }
        out
    }
}

/// How many numbers a text holds, groups between marks counted apart.
pub(super) fn count(text: &str) -> usize {
    let parts = |it: &Numeral| it.text.split(['.', '-', '/']).count();
    numbers(&folded(text)).iter().map(parts).sum()
}

/// The text, and the text with the gaps between digits closed.
fn variants(text: &str) -> Vec<String> {
    let plain = folded(text);
    let chars: Vec<char> = plain.chars().collect();
    let digit =
        |it: Option<&char>| it.is_some_and(|it| it.is_ascii_digit() || matches!(it, ',' | '.'));
    let mut closed = String::new();
    for (at, it) in chars.iter().enumerate() {
        let inside =
            it.is_whitespace() && at > 0 && digit(chars.get(at - 1)) && digit(chars.get(at + 1));
        if !inside {
            closed.push(*it);
        }
    }
    if closed == plain { vec![plain] } else { vec![plain, closed] }
}

/// Whether a text says a value of a kind that is made of numbers.
pub(super) fn says(text: &str, value: &Value, around: &Around) -> bool {
    match value {
        Value::Money(money) => {
            let amount = money.amount.exact();
            let wanted = amount.abs();
            let other = currency_of(&folded(text)).is_some_and(|it| it != money.currency);
            !other
                && variants(text).iter().any(|text| {
                    numbers(text).iter().any(|it| {
                        let zeros = around.zeros.iter().copied().chain([0]);
                        let fits = |zeros: u32| {
                            let unit = Exact::from_integer(pow10(zeros));
                            it.readings().iter().any(|it| it * &unit == wanted)
                        };
                        let sign =
                            amount.is_negative() == it.minus || it.bracket || wanted.is_zero();
                        sign && zeros.into_iter().any(fits)
                    })
                })
        }
        Value::Quantity(quantity) => {
            let (value, wanted) = (quantity.exact(), quantity.exact().abs());
            variants(text).iter().any(|text| {
                numbers(text).iter().any(|it| {
                    // A share of a hundred is no count.
                    !it.behind.starts_with('%')
                        && (value.is_negative() == it.minus || it.bracket || !value.is_negative())
                        && it.readings().contains(&wanted)
                })
            })
        }
        Value::Rate(rate) => says_rate(text, rate),
        Value::Date(date) => says_date(text, *date, around),
        Value::Period(period) => says_period(text, period, around),
        _ => false,
    }
}

/// Whether our own scanner reads the value there, in words too.
pub(super) fn scanned(text: &str, value: &Value, around: &Around) -> bool {
    let currency = match value {
        Value::Money(it) => Some(it.currency),
        _ => around.currency,
    };
    let year = match value {
        Value::Date(it) if around.years.contains(&it.year) => Some(it.year),
        _ => None,
    };
    let expected = Some(value.kind());
    let context = Context { expected, currency, year, ..Context::default() };
    let found = scan::scan(text, &context);
    let parts = found.iter().flat_map(|it| &it.parts);
    let worded = || match value {
        Value::Money(it) => scan::words(text).iter().any(|one| one.says == it.amount.exact()),
        Value::Quantity(it) => {
            let said = |n: u32| Exact::from_integer(n.into()) == it.exact();
            scan::small_numbers(text).into_iter().any(|one| said(one.1))
        }
        _ => false,
    };
    found.iter().chain(parts).any(|it| it.value == *value)
        || scan::whole(text, &context).as_ref() == Some(value)
        || worded()
}

/// The one currency that a text names by sign or code.
fn currency_of(text: &str) -> Option<Currency> {
    let named = [
        ("원", "KRW"),
        ("₩", "KRW"),
        ("krw", "KRW"),
        ("usd", "USD"),
        ("us$", "USD"),
        ("€", "EUR"),
        ("eur", "EUR"),
    ];
    let mut found: Vec<&str> =
        named.iter().filter(|it| text.contains(it.0)).map(|it| it.1).collect();
    found.dedup();
    let only = if found.len() == 1 { found[0] } else { return None };
    Currency::from_code(only)
}

fn says_rate(text: &str, rate: &Exact) -> bool {
    variants(text).iter().any(|text| {
        let all = numbers(text);
        let whole = |n: i64| Exact::from_integer(n.into());
        let single = all.iter().any(|it| {
            let divisors: &[i64] = match it.behind.chars().next() {
                Some('%') => &[100],
                Some('‰') => &[1000],
                _ => &[1, 100, 1000],
            };
            let sign = rate.is_negative() == it.minus || it.bracket || !rate.is_negative();
            let found = it.readings();
            sign && found.iter().any(|it| divisors.iter().any(|by| it / whole(*by) == rate.abs()))
        });
        let pairs = || {
            all.windows(2).any(|two| {
                let (above, below) = (two[0].readings(), two[1].readings());
                let divided = |a: &Exact| {
                    below.iter().any(|b| {
                        !b.is_zero()
                            && (a / b == *rate || a / b / whole(100) == *rate || b / a == *rate)
                    })
                };
                above.iter().filter(|it| !it.is_zero()).any(divided)
            })
        };
        // `1/10`, `1.5/1000`, `100분의 15`, `A : B`.
        single || (text.contains(['/', '분', ':']) && pairs())
    })
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Whether two digits name a year of this century.
fn is_short(digits: u16, year: u16) -> bool {
    digits.checked_add(2000) == Some(year)
}

fn says_date(text: &str, date: Date, around: &Around) -> bool {
    let (year, month, day) = (date.year, u16::from(date.month), u16::from(date.day));
    variants(text).iter().any(|text| {
        let compact = format!("{year:04}{month:02}{day:02}");
        let parts: Vec<u16> = numbers(text)
            .iter()
            .flat_map(|it| {
                let parts = it.text.split(|it: char| !it.is_ascii_digit());
                parts.map(str::to_owned).collect::<Vec<_>>()
            })
            .filter_map(|it| it.parse().ok())
            .collect();
        let joined = numbers(text)
            .iter()
            .any(|it| it.digits == compact || (it.digits.len() == 6 && it.digits == compact[2..]));
        let named = MONTHS[usize::from(date.month.clamp(1, 12)) - 1];
        let has_year = parts.contains(&year)
            || parts.first().is_some_and(|it| is_short(*it, year))
            || parts.last().is_some_and(|it| is_short(*it, year));
        let mut rest = parts.clone();
        if let Some(at) = rest.iter().position(|it| *it == year) {
            rest.remove(at);
        } else if rest.len() > 2
            && let Some(at) = rest.iter().position(|it| is_short(*it, year))
        {
            rest.remove(at);
        }
        let pair = |a: u16, b: u16| rest.windows(2).any(|it| it == [a, b]);
        // The day alone, behind the first day of its range: `2025.03.01 ~ 31`.
        let last = text.contains(['~', '∼', '–', '-']) && rest.len() == 3;
        let shared = last && rest[0] == month && rest[2] == day;
        let days = if text.contains(named) && rest.contains(&day) {
            true
        } else {
            pair(month, day) || pair(day, month) || shared
        };
        joined || (days && (has_year || around.years.contains(&year)))
    })
}

fn says_period(text: &str, period: &Period, around: &Around) -> bool {
    match period {
        Period::Length { count, unit } => variants(text).iter().any(|text| {
            let words: &[&str] = match unit {
                TimeUnit::Hours => &["시간", "hour", "hr", "h"],
                TimeUnit::Days => &["일", "day", "박"],
                TimeUnit::Weeks => &["주", "week", "wk"],
                TimeUnit::Months => &["월", "month", "mth", "mo"],
                TimeUnit::Years => &["년", "year", "yr"],
            };
            let wanted = Exact::from_integer((*count).into());
            let unit = words.iter().any(|it| text.contains(it));
            unit && numbers(text).iter().any(|it| it.readings().contains(&wanted))
        }),
        Period::Month { year, month } => variants(text).iter().any(|text| {
            let all = numbers(text);
            let parts: Vec<u16> = all
                .iter()
                .flat_map(|it| it.text.split(|it: char| !it.is_ascii_digit()).map(str::to_owned))
                .filter_map(|it| it.parse().ok())
                .collect();
            let named = MONTHS[usize::from((*month).clamp(1, 12)) - 1];
            let has_month = parts.contains(&u16::from(*month)) || text.contains(named);
            let has_year = parts.iter().any(|it| *it == *year || is_short(*it, *year))
                || around.years.contains(year);
            let compact = format!("{year:04}{month:02}");
            (has_month && has_year) || all.iter().any(|it| it.digits == compact)
        }),
        Period::Range { start, end } => {
            let both = says_date(text, *start, around) && says_date(text, *end, around);
            // `2025.03.01 ~ 31`, `3월 1일 ~ 15일`: the end without what it shares with the start.
            let shared = || {
                (start.year, start.month) == (end.year, end.month)
                    && says_date(text, *start, around)
                    && numbers(&folded(text)).iter().any(|it| {
                        let last = it.text.rsplit(|it: char| !it.is_ascii_digit()).next();
                        last.and_then(|it| it.parse::<u8>().ok()) == Some(end.day)
                    })
            };
            // `2025년 귀속`, `FY 2025`: a whole year.
            let year = || {
                (start.year, start.month, start.day) == (end.year, 1, 1)
                    && (end.month, end.day) == (12, 31)
                    && numbers(&folded(text)).iter().any(|it| it.digits == end.year.to_string())
            };
            both || shared() || year()
        }
    }
}
