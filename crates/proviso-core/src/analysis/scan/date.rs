//! Dates: numeric, Korean, English and the languages around it.
//!
//! **Invariant:** only days that the calendar has; digits of identifiers are no dates.

use std::ops::Range;

use super::fold::{at as char_at, before};
use super::{Candidate, Context, Rank, pattern};
use crate::value::{Date, Kind, Value};

/// A date and how it is written, for the short forms that a range allows its second date.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hit {
    pub(super) range: Range<usize>,
    pub(super) date: Date,
    pub(super) confidence: f32,
}

impl Hit {
    pub(super) fn candidate(&self) -> Candidate {
        let value = Value::Date(self.date);
        Candidate::value(Rank::Date, self.range.clone(), value, self.confidence)
    }
}

pattern!(YMD, r"([0-9]{4})(\s?[-./]\s{0,2})([0-9]{1,2})(\s?[-./]\s{0,2})([0-9]{1,2})");
pattern!(
    KOREAN,
    r"(?:'\s?)?([0-9]{4}|[0-9]{2})\s?[년年]\s{0,3}([0-9]{1,2})\s?[월月]\s{0,3}([0-9]{1,2})\s?[일日]"
);
pattern!(
    MONTH_DAY,
    r"(?:(매년|매해|동년|같은\s?해|당해|당년|익년|다음\s?해|전년|년)\s{0,2})?([0-9]{1,2})\s?[월月]\s{0,3}([0-9]{1,2})\s?[일日]"
);
pattern!(SHORT_YEAR, r"'([0-9]{2})\s?([-./])\s?([0-9]{1,2})\s?([-./])\s?([0-9]{1,2})");
pattern!(
    MONTH_FIRST,
    r"\b([A-Za-zÀ-ÿ]{3,10})\.?[\s-]{1,2}([0-9]{1,2})(?:st|nd|rd|th)?(?:\s?,\s?|\s{1,2}|-)([0-9]{4})"
);
pattern!(
    DAY_FIRST,
    r"([0-9]{1,2})(?:st|nd|rd|th|er|º|\.)?(?:\s?(?:day of|of|de|-|/)\s?|\s{1,2}|)([A-Za-zÀ-ÿ]{3,10})(?:\.?,?\s{0,2}(?:de |del )?|\.?\s?[-/]\s?)([0-9]{4}|[0-9]{2})"
);
pattern!(NUMERIC, r"([0-9]{1,2})\s?([-./])\s?([0-9]{1,2})\s?([-./])\s?([0-9]{4}|[0-9]{2})");
pattern!(COMPACT, r"[0-9]{8}");
pattern!(TWO_DIGIT_YEAR, r"([0-9]{2})\s?([-./])\s?([0-9]{1,2})\s?([-./])\s?([0-9]{1,2})");
pattern!(
    SHORT_SPAN,
    r"([0-9]{2})\.\s?([0-9]{1,2})\.\s?([0-9]{1,2})\.?\s?~\s?([0-9]{2})\.\s?([0-9]{1,2})\.\s?([0-9]{1,2})\.?"
);
pattern!(SLASHED, r"([0-9]{1,2})/([0-9]{1,2})");
pattern!(POINTED, r"(?:^|[^0-9.])(([0-9]{1,2})\.\s?([0-9]{1,2})\.)(?:\s?[^0-9\s]|\s*$)");
pattern!(DAY_ONLY, r"^\s*([0-9]{1,2})\s?[-./]\s?([0-9]{1,2})\.?\s*$");
pattern!(DAY_NAMED_MONTH, r"([0-9]{1,2})(?:st|nd|rd|th|\.)?[\s-]([A-Z][A-Za-zÀ-ÿ]{2,8})\b");
pattern!(NAMED_MONTH_DAY, r"\b([A-Z][a-zé]{2,9})\.?\s([0-9]{1,2})(?:st|nd|rd|th)?\b");

/// The month that a name or its abbreviation means, in English, German, French, Spanish, Italian
/// and Dutch.
pub(super) fn month(name: &str) -> Option<u8> {
    const NAMES: [&[&str]; 12] = [
        &["january", "januar", "jänner", "janvier", "enero", "gennaio", "januari", "jan", "janv"],
        &[
            "february", "februar", "février", "fevrier", "febrero", "febbraio", "februari", "feb",
            "févr",
        ],
        &["march", "märz", "maerz", "mars", "marzo", "maart", "mar", "mär", "mrz"],
        &["april", "avril", "abril", "aprile", "apr", "avr"],
        &["may", "mai", "mayo", "maggio", "mei"],
        &["june", "juni", "juin", "junio", "giugno", "jun"],
        &["july", "juli", "juillet", "julio", "luglio", "jul", "juil"],
        &["august", "août", "aout", "agosto", "augustus", "aug"],
        &["september", "septembre", "septiembre", "settembre", "sept", "sep"],
        &["october", "oktober", "octobre", "octubre", "ottobre", "oct", "okt"],
        &["november", "novembre", "noviembre", "nov"],
        &[
            "december",
            "dezember",
            "décembre",
            "decembre",
            "diciembre",
            "dicembre",
            "dec",
            "dez",
            "déc",
        ],
    ];
    let name = name.to_lowercase();
    let index = NAMES.iter().position(|it| it.contains(&name.as_str()))?;
    u8::try_from(index + 1).ok()
}

/// A year of two digits: papers look fifty years ahead at most, births lie behind.
pub(super) fn full_year(year: u16) -> u16 {
    match year {
        0..50 => 2000 + year,
        50..100 => 1900 + year,
        _ => year,
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn calendar(year: &str, month: &str, day: &str) -> Option<Date> {
    Date::new(full_year(number(year)?), number(month)?, number(day)?)
}

/// Whether the digits of a date stand alone.
fn free(text: &str, range: &Range<usize>) -> bool {
    let own = &text[range.clone()];
    let hyphen_joins = own.contains(['/', '.']) && !own.contains('-') && own.len() >= 8;
    let left = before(text, range.start);
    let outer = left.and_then(|it| before(text, range.start - it.len_utf8()));
    let glued = match left {
        Some(c) if c.is_ascii_alphanumeric() || matches!(c, '_' | '#') => true,
        // `2025/4/1-2025/9/30` is two dates, `25-2025-03-04` none.
        Some('-') if hyphen_joins => outer.is_some_and(|it| it.is_ascii_alphabetic()),
        Some('-' | '/' | '.') => outer.is_some_and(|it| it.is_ascii_alphanumeric()),
        _ => false,
    };
    let right = char_at(text, range.end);
    let beyond = right.and_then(|it| char_at(text, range.end + it.len_utf8()));
    let cut = match right {
        Some(c) if c.is_ascii_digit() || c == '_' => true,
        Some(c) if c.is_ascii_alphabetic() => c != 'T',
        Some('-') if hyphen_joins => beyond.is_some_and(|it| it.is_ascii_alphabetic()),
        Some('-' | '/') => beyond.is_some_and(|it| it.is_ascii_alphanumeric()),
        Some('.') => beyond.is_some_and(|it| it.is_ascii_digit()),
        _ => false,
    };
    !glued && !cut
}

/// Every date of a text, in order, none overlapping.
pub(super) fn find(text: &str, context: &Context) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    if !text.bytes().any(|it| it.is_ascii_digit()) {
        return hits;
    }
    numeric(text, context, &mut hits);
    lettered(text, context, &mut hits);
    korean(text, &mut hits);
    hits.sort_by_key(|it| (it.range.start, usize::MAX - it.range.end));
    drop_overlaps(&mut hits);
    partial(text, context, &mut hits);
    hits.sort_by_key(|it| (it.range.start, usize::MAX - it.range.end));
    drop_overlaps(&mut hits);
    hits
}

fn drop_overlaps(hits: &mut Vec<Hit>) {
    let mut end = 0;
    hits.retain(|it| {
        let keep = it.range.start >= end;
        if keep {
            end = it.range.end;
        }
        keep
    });
}

fn push(text: &str, hits: &mut Vec<Hit>, range: Range<usize>, date: Option<Date>, sure: f32) {
    if let Some(date) = date.filter(|_| free(text, &range)) {
        hits.push(Hit { range, date, confidence: sure });
    }
}

/// A closing point belongs to `2025. 3. 4.`
fn with_point(text: &str, range: Range<usize>, separator: &str) -> Range<usize> {
    let pointed = separator.contains('.') && text[range.end..].starts_with('.');
    range.start..range.end + usize::from(pointed)
}

fn numeric(text: &str, context: &Context, hits: &mut Vec<Hit>) {
    let sign = |it: &str| it.trim().to_owned();
    for it in YMD.captures_iter(text) {
        let range = it.get_match().range();
        if sign(&it[2]) == sign(&it[4]) {
            let whole = with_point(text, range, &it[2]);
            push(text, hits, whole, calendar(&it[1], &it[3], &it[5]), 0.97);
        }
    }
    for it in SHORT_YEAR.captures_iter(text).filter(|it| it[2] == it[4]) {
        let whole = with_point(text, it.get_match().range(), &it[2]);
        push(text, hits, whole, calendar(&it[1], &it[3], &it[5]), 0.9);
    }
    // Two of them with a swung dash between are no section numbers: `25.04.01~25.09.30`.
    for it in SHORT_SPAN.captures_iter(text) {
        let (first, last) = (calendar(&it[1], &it[2], &it[3]), calendar(&it[4], &it[5], &it[6]));
        let (Some(a), Some(b), Some(c)) = (it.get(1), it.get(3), it.get(4)) else { continue };
        let whole = it.get_match().range();
        if first.is_some() && first <= last && free(text, &whole) {
            push(text, hits, with_point(text, a.start()..b.end(), "."), first, 0.85);
            push(text, hits, c.start()..whole.end, last, 0.85);
        }
    }
    let expected = context.expected == Some(Kind::Date);
    for it in NUMERIC.captures_iter(text).filter(|it| it[2] == it[4]) {
        let range = it.get_match().range();
        let short = it[5].len() == 2;
        let two_year = expected && it[1].len() == 2 && !context.day_first && !context.decimal_comma;
        if short && (!expected || two_year) {
            continue;
        }
        let (Some(first), Some(second)) = (number::<u8>(&it[1]), number::<u8>(&it[3])) else {
            continue;
        };
        let day_first = match (first > 12, second > 12) {
            (true, _) => true,
            (_, true) => false,
            _ => &it[2] == "." || context.day_first || context.decimal_comma,
        };
        let (month, day) = if day_first { (second, first) } else { (first, second) };
        let date = number(&it[5]).and_then(|year| Date::new(full_year(year), month, day));
        push(text, hits, range, date, if short { 0.7 } else { 0.93 });
    }
    // Digits that name a day of the paper's own year, or of one beside it, are hardly anything else.
    let near = |date: Option<Date>| {
        date.filter(|it| expected || context.year.is_some_and(|year| year.abs_diff(it.year) <= 1))
    };
    for it in COMPACT.find_iter(text) {
        let t = it.as_str();
        push(text, hits, it.range(), near(calendar(&t[..4], &t[4..6], &t[6..])), 0.85);
    }
    for it in TWO_DIGIT_YEAR.captures_iter(text).filter(|it| it[2] == it[4]) {
        let padded = it[3].len() == 2 && it[5].len() == 2;
        if expected || padded {
            let whole = with_point(text, it.get_match().range(), &it[2]);
            push(text, hits, whole, near(calendar(&it[1], &it[3], &it[5])), 0.75);
        }
    }
}

fn lettered(text: &str, context: &Context, hits: &mut Vec<Hit>) {
    for it in MONTH_FIRST.captures_iter(text) {
        let month = month(&it[1]);
        let date = month.and_then(|m| Date::new(number(&it[3])?, m, number(&it[2])?));
        push(text, hits, it.get_match().range(), date, 0.97);
    }
    for it in DAY_FIRST.captures_iter(text) {
        // `14 May 20 units` has no year; `30 Sep 25` at the end of a text has one that is near.
        let joined = it[0].contains(['-', '/']);
        let range = it.get_match().range();
        let behind = text[range.end..].trim_start();
        // `1 October – 30 November 2025` has no day of 2030.
        let next: String = behind.chars().take_while(|it| it.is_alphabetic()).collect();
        if it[3].len() == 2 && month(&next).is_some() {
            continue;
        }
        let ends = next.is_empty();
        let near = number::<u16>(&it[3])
            .zip(context.year)
            .is_some_and(|(short, year)| full_year(short).abs_diff(year) <= 1);
        if it[3].len() == 2 && !joined && !(ends && near) {
            continue;
        }
        let month = month(&it[2]);
        let date = month.and_then(|m| Date::new(full_year(number(&it[3])?), m, number(&it[1])?));
        push(text, hits, range, date, if it[3].len() == 2 { 0.85 } else { 0.97 });
    }
}

fn korean(text: &str, hits: &mut Vec<Hit>) {
    for it in KOREAN.captures_iter(text) {
        push(text, hits, it.get_match().range(), calendar(&it[1], &it[2], &it[3]), 0.98);
    }
}

/// Dates of month and day, whose year the document says.
fn partial(text: &str, context: &Context, hits: &mut Vec<Hit>) {
    let full = hits.clone();
    let last_before = |at: usize| full.iter().rev().find(|it| it.range.end <= at);
    for it in MONTH_DAY.captures_iter(text) {
        let word = it.get(1).map_or("", |it| it.as_str());
        let range = it.get_match().range();
        let known = last_before(range.start).map(|it| it.date.year);
        let year = match word.chars().next() {
            Some('매' | '년') => continue,
            Some('익' | '다') => known.map(|it| it + 1),
            Some('전') => known.map(|it| it - 1),
            Some(_) => known.or(context.year),
            None if context.year.is_some() => None,
            None => known,
        };
        let (Some(month), Some(day)) = (number(&it[2]), number(&it[3])) else { continue };
        let own = || context.day(month, day);
        push(text, hits, range, year.map_or_else(own, |it| Date::new(it, month, day)), 0.85);
    }
    // Without a year of the document the others are no days.
    if context.year.is_none() {
        return;
    }
    for it in NAMED_MONTH_DAY.captures_iter(text) {
        // `30 Sep 15`: the day stands before the month.
        let before = text[..it.get_match().start()].trim_end();
        if (1..=2).contains(&before.chars().rev().take_while(char::is_ascii_digit).count()) {
            continue;
        }
        let date = month(&it[1]).and_then(|m| context.day(m, number(&it[2])?));
        push(text, hits, it.get_match().range(), date, 0.7);
    }
    for it in DAY_NAMED_MONTH.captures_iter(text) {
        let date = month(&it[2]).and_then(|m| context.day(m, number(&it[1])?));
        push(text, hits, it.get_match().range(), date, 0.7);
    }
    let in_order = |a: &str, b: &str| {
        let day_first = context.day_first || context.decimal_comma;
        let (a, b) = number(a).zip(number(b))?;
        if day_first { context.day(b, a) } else { context.day(a, b) }
    };
    for it in SLASHED.captures_iter(text) {
        // No fraction has a zero in front: `11/05`. What is multiplied by, or a part of something, is one, `3/4분기`
        // a quarter, and what is far from all days of the document none of its days.
        let padded = it[0].len() == 5 && (it[1].starts_with('0') || it[2].starts_with('0'));
        let range = it.get_match().range();
        let date = in_order(&it[1], &it[2]);
        let (before, behind) = (text[..range.start].trim_end(), text[range.end..].trim_start());
        let part = before.ends_with(['×', 'x', '*', '의'])
            || behind.starts_with("분기")
            || behind.starts_with("of ");
        let near = !part && date.is_some_and(|it| context.is_near(&it));
        push(text, hits, range, date.filter(|_| padded || near), 0.7);
    }
    for it in POINTED.captures_iter(text) {
        let Some(range) = it.get(1).map(|it| it.range()) else { continue };
        // `4.1.` at the beginning numbers what follows.
        let begins = text[..range.start].trim().is_empty();
        let date = in_order(&it[2], &it[3]).filter(|it| !begins && context.is_near(it));
        push(text, hits, range, date, 0.7);
    }
    if context.expected == Some(Kind::Date)
        && let Some(it) = DAY_ONLY.captures(text)
    {
        let range = text.len() - text.trim_start().len()..text.trim_end().len();
        push(text, hits, range, in_order(&it[1], &it[2]), 0.75);
    }
}

/// How many dates of digits can only have the day first, less those that can only have it second. Those
/// with the month in letters, `22 August` and `August 22`, tell what these leave open.
pub(super) fn day_first_evidence(text: &str) -> i64 {
    let months = |it: &regex::Regex, at: usize| {
        it.captures_iter(text).filter(|it| month(&it[at]).is_some()).count() as i64
    };
    let spelled = months(&DAY_FIRST, 2) - months(&MONTH_FIRST, 1);
    let told: i64 = NUMERIC
        .captures_iter(text)
        .filter(|it| it[2] == it[4] && it[5].len() == 4 && &it[2] != ".")
        .map(|it| match (number::<u8>(&it[1]), number::<u8>(&it[3])) {
            (Some(13..=31), Some(1..=12)) => 1,
            (Some(1..=12), Some(13..=31)) => -1,
            _ => 0,
        })
        .sum();
    // One of digits decides against many in letters.
    told * 1000 + spelled
}
