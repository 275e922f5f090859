//! Lengths of time and months: `24개월`, `14일 이내`, `thirty (30) days`, `Net 30`, `2025년 6월분`.
//!
//! **Invariant:** days of a month (`매월 15일`), times of day, ordinals (`3년차`) and counts per day
//! (`1일당`) are no lengths.

use super::fold::{at as char_at, before, skip_spaces, skip_spaces_back, word_ends};
use super::numeral::Numeral;
use super::{Candidate, Context, Rank, date, english, korean, pattern};
use crate::value::{Date, Kind, Period, TimeUnit, Value};

pattern!(NET, r"(?i)\bnet\s?(?:-\s?)?([0-9]{1,3})\b");
pattern!(
    MONTH_KOREAN,
    r"([0-9]{4}|[0-9]{2})\s?(?:[년年]|년도|[.-])\s{0,3}([0-9]{1,2})\s?[월月](?:\s?분|\s?중|\s?귀속)?"
);
pattern!(MONTH_ALONE, r"([0-9]{1,2})월\s?분");
pattern!(MONTH_NAMED, r"\b([A-Za-zÀ-ÿ]{3,10})\.?,?\s([0-9]{4})\b");
pattern!(MONTH_DIGITS, r"([0-9]{4})\s?[-./]\s?([0-9]{1,2})");
pattern!(
    ENGLISH_UNIT,
    r"(?i)^(?:[\s-]|\u{a0}){0,2}(?:(?:full|consecutive|calendar|business|banking|trading|working|whole|additional)\s){0,2}(hours?|days?|weeks?|months?|years?|yrs?\b|tage?n?\b|wochen?\b|monate?n?\b|jahre?n?\b|jours?\b|semaines?\b|mois\b|ans?\b|années?\b)"
);
pattern!(
    AFTER_LENGTH,
    r"^\s?(?:이내|내에|내로|내\b|안에|간|동안|이상|이하|이전|전까지|전에|전의|전\b|후|이후|경과|을?\s?초과|미만|의\s?(?:기간|예고|유예|범위|사전)|분\b|을?\s?(?:기한|유예|넘|경과)|이\s?(?:경과|지나|지난)|씩)"
);
pattern!(
    HANGUL_LENGTH,
    r"([일이삼사오육칠팔구십]{1,4})\s?(개월|년간|년\s?이내|년\s?이상|년\s?동안|주간|주\s?이내|주일|일\s?이내|일간|영업일)"
);
pattern!(BLANK_DATE, r"^\s*(?:월\s+일|월\s*$|\s월\b)");
pattern!(WEEK_DAY, r"^\s?\(\s?[월화수목금토일]\s?\)");
pattern!(ODD_MONTHS, r"^\s?([0-9]{1,2})\s?개월");
pattern!(PER, r"^\s?(?:당\b|마다|에\s?(?:대하여|대해|[0-9])|평균|기준|분의)");
pattern!(RATIO, r"^\s?(?:[0-9]|최대|평균)");

/// A longer name comes before its own beginning.
const KOREAN_UNITS: [(&str, TimeUnit); 17] = [
    ("개월", TimeUnit::Months),
    ("개 월", TimeUnit::Months),
    ("개년", TimeUnit::Years),
    ("달", TimeUnit::Months),
    ("영업일", TimeUnit::Days),
    ("거래일", TimeUnit::Days),
    ("근무일", TimeUnit::Days),
    ("평일", TimeUnit::Days),
    ("역일", TimeUnit::Days),
    ("주일", TimeUnit::Weeks),
    ("주", TimeUnit::Weeks),
    ("일", TimeUnit::Days),
    ("年", TimeUnit::Years),
    ("년", TimeUnit::Years),
    ("시간", TimeUnit::Hours),
    ("個月", TimeUnit::Months),
    ("日", TimeUnit::Days),
];

/// Every length of time and month of a text.
pub(super) fn find(text: &str, numerals: &[Numeral], context: &Context, out: &mut Vec<Candidate>) {
    months(text, context, out);
    // In a quantity column a unit of time is what is sold: `51 yr`.
    let column = context.expected == Some(Kind::Quantity);
    for numeral in numerals
        .iter()
        .filter(|it| !column && !it.spaced && !it.lost_comma && it.decimal.scale == 0)
    {
        let Ok(count) = u32::try_from(numeral.decimal.digits) else { continue };
        if count == 0 || count > 9999 || glued(text, numeral.range.start) {
            continue;
        }
        let found = counted(text, numeral, count, context)
            .or_else(|| western(text, numeral.range.start, numeral.range.end, context));
        if let Some((end, unit, confidence)) = found {
            let (count, unit, end) = odd_months(text, count, unit, end);
            let start = spelled_before(text, numeral.range.start, count);
            push(out, start..end, Period::Length { count, unit }, confidence);
        }
    }
    for it in NET.captures_iter(text) {
        let range = it.get_match().range();
        let unit = ENGLISH_UNIT.find(&text[range.end..]);
        let end = range.end + unit.map_or(0, |it| it.end());
        let amount = text[range.end..].starts_with(['.', ',', '%', '/'])
            && text[range.end + 1..].starts_with(|it: char| it.is_ascii_digit());
        let Ok(count) = it[1].parse() else { continue };
        if !amount && count > 0 && !text[range.end..].trim_start().starts_with('%') {
            push(out, range.start..end, Period::Length { count, unit: TimeUnit::Days }, 0.93);
        }
    }
    spelled(text, out);
    spelled_korean(text, out);
}

fn push(out: &mut Vec<Candidate>, range: std::ops::Range<usize>, period: Period, confidence: f32) {
    out.push(Candidate::value(Rank::Period, range, Value::Period(period), confidence));
}

/// Whether a unit of time stands behind a number that ends at `end`.
pub(super) fn counts(text: &str, end: usize) -> bool {
    let near = skip_spaces(text, end, 1);
    let named = KOREAN_UNITS.iter().find(|it| text[near..].starts_with(it.0));
    named.is_some_and(|it| word_ends(text, near + it.0.len()))
        || ENGLISH_UNIT
            .find(&text[end..])
            .is_some_and(|it| !text[end + it.end()..].starts_with(char::is_alphanumeric))
}

/// Left neighbors that make digits no count: ordinals, dates, identifiers.
fn glued(text: &str, start: usize) -> bool {
    match before(text, start) {
        Some('제' | '第' | '\'' | '_' | '#') => true,
        Some(c) if c.is_ascii_alphanumeric() => true,
        Some('.' | '/' | ':' | ',' | '-') => {
            before(text, start - 1).is_some_and(|it| it.is_ascii_alphanumeric())
        }
        _ => false,
    }
}

fn counted(
    text: &str,
    numeral: &Numeral,
    count: u32,
    context: &Context,
) -> Option<(usize, TimeUnit, f32)> {
    let near = skip_spaces(text, numeral.range.end, 1);
    let (name, unit) = KOREAN_UNITS.into_iter().find(|it| text[near..].starts_with(it.0))?;
    let mut end = near + name.len();
    let rest = &text[end..];
    // `20 년 월 일` waits for a date; in a formula a length is a factor.
    if BLANK_DATE.is_match(rest) || rest.trim_start().starts_with('×') {
        return None;
    }
    let expected = context.expected == Some(Kind::Period);
    let length = AFTER_LENGTH.is_match(rest);
    if ["차", "도", "생", "산", "식", "세", "호", "반"].iter().any(|it| rest.starts_with(it))
        && !rest.starts_with("도록")
        && unit != TimeUnit::Hours
    {
        return None;
    }
    // `1일 8시간`, `1주 12시간` say how much in each, not how long.
    let short = matches!(unit, TimeUnit::Days | TimeUnit::Weeks);
    let each = PER.is_match(rest) || (short && count == 1 && RATIO.is_match(rest));
    if each && !length && !expected {
        return None;
    }
    let free = word_ends(text, end)
        || ["간", "동안", "이내", "경과", "전", "후", "내", "분", "안", "치"]
            .iter()
            .any(|it| rest.starts_with(it));
    if !free {
        return None;
    }
    let confidence = match unit {
        TimeUnit::Hours => {
            let minutes = rest.trim_start().starts_with("분");
            ((length || expected) && !minutes).then_some(0.9)?
        }
        TimeUnit::Years if count > 99 => return None,
        // `26년 예산` is the year 2026; nobody agrees on a length so odd without a word for it.
        TimeUnit::Years
            if (21..50).contains(&count) && !count.is_multiple_of(5) && !length && !expected =>
        {
            return None;
        }
        TimeUnit::Weeks if name == "주" => weeks(rest, count, length, expected)?,
        TimeUnit::Days if name == "일" || name == "日" => {
            days(text, numeral.range.start, rest, count, length, expected)?
        }
        _ => 0.93,
    };
    if rest.starts_with('간') {
        end += '간'.len_utf8();
    }
    Some((end, unit, confidence))
}

/// `1년 6개월` is one length of 18 months.
fn odd_months(text: &str, years: u32, unit: TimeUnit, end: usize) -> (u32, TimeUnit, usize) {
    let months = ODD_MONTHS.captures(&text[end..]).filter(|_| unit == TimeUnit::Years);
    match months.and_then(|it| Some((it[1].parse::<u32>().ok()?, it.get_match().end()))) {
        Some((months, width)) => (years * 12 + months, TimeUnit::Months, end + width),
        None => (years, unit, end),
    }
}

/// `3주 이내` is a length; `500주` and `1주 12시간` are not.
fn weeks(rest: &str, count: u32, length: bool, expected: bool) -> Option<f32> {
    if count > 104 || rest.starts_with("식") {
        return None;
    }
    if length || expected {
        return Some(0.9);
    }
    let ends =
        rest.trim_start().chars().next().is_none_or(|it| matches!(it, ')' | '.' | ',' | '/'));
    (ends && count <= 52).then_some(0.6)
}

/// A number of days, unless it is a day of the month.
fn days(
    text: &str,
    start: usize,
    rest: &str,
    count: u32,
    length: bool,
    expected: bool,
) -> Option<f32> {
    let head = text[..skip_spaces_back(text, start, 2)].trim_end();
    const DAY_OF_MONTH: [&str; 16] = [
        "월",
        "매월",
        "매달",
        "달",
        "당월",
        "익월",
        "전월",
        "차월",
        "익익월",
        "말",
        "매주",
        "해당월",
        "다음 달",
        "다음달",
        "음력",
        "양력",
    ];
    if DAY_OF_MONTH.iter().any(|it| head.ends_with(it)) && !head.ends_with("개월") {
        return None;
    }
    if length {
        return Some(0.95);
    }
    if expected {
        return Some(0.85);
    }
    const LENGTH_BEFORE: [&str; 18] = [
        "로부터",
        "부터",
        "기간",
        "기한",
        "유효기간",
        "약",
        "총",
        "최대",
        "최소",
        "후",
        "통산",
        "연간",
        "휴가",
        "일수",
        ":",
        "(",
        "기준",
        "영업일",
    ];
    // `15일(수)` is a day of the month.
    let week_day = WEEK_DAY.is_match(rest);
    let introduced = !week_day && LENGTH_BEFORE.iter().any(|it| head.ends_with(it));
    let closes = char_at(rest, 0)
        .is_none_or(|it| matches!(it, ')' | '(' | ',' | '.' | ';' | ' ' | '로' | '으'));
    (introduced && closes && count <= 366).then_some(0.7)
}

/// Where `thirty (30` begins, if digits repeat the word before their bracket.
fn spelled_before(text: &str, start: usize, count: u32) -> usize {
    let Some(head) = text[..start].strip_suffix('(') else { return start };
    let head = head.trim_end();
    let floor = head.char_indices().rev().nth(24).map_or(0, |it| it.0);
    let word = english::small_numbers(&head[floor..]).pop();
    match word {
        Some((range, value)) if value == count && floor + range.end == head.len() => {
            floor + range.start
        }
        _ => start,
    }
}

/// `30 days`, `12-month`, `14 Tage`, `30 jours`; digits end at `end`.
fn western(
    text: &str,
    start: usize,
    end: usize,
    context: &Context,
) -> Option<(usize, TimeUnit, f32)> {
    let rest = &text[end..];
    // `thirty (30) days`: the bracket closes between the number and its unit.
    let (closed, skip) = match rest.strip_prefix(')') {
        Some(behind) => (behind, 1),
        None => (rest, 0),
    };
    if skip == 0
        && !closed.starts_with(|it: char| it.is_whitespace() || it == '-' || it.is_alphabetic())
    {
        return None;
    }
    let it = ENGLISH_UNIT.captures(closed)?;
    let width = it.get_match().end();
    let behind = &closed[width..];
    if behind.starts_with(char::is_alphanumeric) {
        return None;
    }
    let after = behind.trim_start().to_ascii_lowercase();
    if ["of age", "old", "a week", "a day", "per week", "per day", "per month"]
        .iter()
        .any(|it| after.starts_with(it))
    {
        return None;
    }
    let unit = western_unit(&it[1])?;
    if unit == TimeUnit::Hours {
        // Hours worked are a quantity; hours to act within are a period.
        let head = text[..start].trim_end().trim_end_matches('(').to_ascii_lowercase();
        let act = ["within", "least", "after", "before", "than", "period of"];
        let near: Vec<&str> = head.split_whitespace().rev().take(5).collect();
        let named = act.iter().any(|it| it.split(' ').next().is_some_and(|it| near.contains(&it)));
        let follows = ["of ", "after", "before", "notice", "from", "prior", "following"];
        let notice = follows.iter().any(|it| after.starts_with(it));
        // "within 4 hours." is a time to act; "within 40 hours a week" was told before.
        let ends = near.first() == Some(&"within") && !after.starts_with(char::is_alphabetic);
        if !(named && notice || ends) && context.expected != Some(Kind::Period) {
            return None;
        }
    }
    Some((end + skip + width, unit, 0.93))
}

fn western_unit(name: &str) -> Option<TimeUnit> {
    let name = name.to_lowercase();
    let unit = [
        ("hour", TimeUnit::Hours),
        ("day", TimeUnit::Days),
        ("tag", TimeUnit::Days),
        ("jour", TimeUnit::Days),
        ("week", TimeUnit::Weeks),
        ("woche", TimeUnit::Weeks),
        ("semaine", TimeUnit::Weeks),
        ("mo", TimeUnit::Months),
        ("y", TimeUnit::Years),
        ("jahr", TimeUnit::Years),
        ("an", TimeUnit::Years),
    ];
    unit.into_iter().find(|it| name.starts_with(it.0)).map(|it| it.1)
}

/// `six months`, `ninety days`, without digits beside them.
fn spelled(text: &str, out: &mut Vec<Candidate>) {
    for (range, count) in english::small_numbers(text) {
        let rest = &text[range.end..];
        let Some(it) = ENGLISH_UNIT.captures(rest) else { continue };
        let (width, behind) = (it.get_match().end(), &rest[it.get_match().end()..]);
        let apart = rest.starts_with([' ', '-', '\u{a0}']);
        let lower = behind.trim_start().to_ascii_lowercase();
        let age = lower.starts_with("of age") || lower.starts_with("old");
        if !apart || age || behind.starts_with(char::is_alphanumeric) {
            continue;
        }
        let Some(unit) = western_unit(&it[1]).filter(|it| *it != TimeUnit::Hours) else { continue };
        push(out, range.start..range.end + width, Period::Length { count, unit }, 0.85);
    }
}

/// `삼개월 이내`, `일년간`, `사십오일 이내`.
fn spelled_korean(text: &str, out: &mut Vec<Candidate>) {
    for it in HANGUL_LENGTH.captures_iter(text) {
        let (Some(number), Some(name)) = (it.get(1), it.get(2)) else { continue };
        let joined = before(text, number.start()).is_some_and(char::is_alphanumeric);
        let unit = KOREAN_UNITS.iter().find(|it| name.as_str().starts_with(it.0));
        let count = korean::parse_korean(number.as_str()).and_then(|it| u32::try_from(it).ok());
        if let (false, Some((unit_name, unit)), Some(count)) = (joined, unit, count) {
            let end = name.start() + unit_name.len();
            push(out, number.start()..end, Period::Length { count, unit: *unit }, 0.85);
        }
    }
}

fn months(text: &str, context: &Context, out: &mut Vec<Candidate>) {
    let mut month = |range: std::ops::Range<usize>, year: u16, month: u8, sure: f32| {
        if Date::new(year, month, 1).is_some() && !glued(text, range.start) {
            push(out, range, Period::Month { year, month }, sure);
        }
    };
    for it in MONTH_KOREAN.captures_iter(text) {
        let range = it.get_match().range();
        let rest = text[range.end..].trim_start();
        let day =
            rest.starts_with(|it: char| it.is_ascii_digit()) && !text[..range.end].ends_with('분');
        let (Ok(year), Ok(number)) = (it[1].parse(), it[2].parse()) else { continue };
        // `25년 6월` is a month, `12-3월` and `10년 6월` (of a sentence) are none.
        let short = it[1].len() == 2;
        let known = !short || (it[0].contains('년') && (15..50).contains(&year));
        if known && !day && !rest.starts_with(['말', '초', '일']) {
            month(range, date::full_year(year), number, 0.93);
        }
    }
    if let Some(year) = context.year {
        for it in MONTH_ALONE.captures_iter(text) {
            let range = it.get_match().range();
            let dated = text[..range.start].trim_end().ends_with(['년', '年']);
            let Ok(number) = it[1].parse() else { continue };
            if !dated && word_ends(text, range.end) {
                month(range, year, number, 0.75);
            }
        }
    }
    for it in MONTH_NAMED.captures_iter(text) {
        let range = it.get_match().range();
        let capital = it[1].starts_with(char::is_uppercase);
        let (Some(number), Ok(year)) = (date::month(&it[1]), it[2].parse()) else { continue };
        if capital && (1990..2100).contains(&year) {
            month(range, year, number, 0.85);
        }
    }
    if matches!(context.expected, Some(Kind::Period | Kind::Date)) {
        for it in MONTH_DIGITS.captures_iter(text) {
            let range = it.get_match().range();
            let rest = &text[range.end..];
            let longer = rest.starts_with(|it: char| it.is_ascii_digit())
                || (rest.starts_with(['-', '.', '/'])
                    && rest[1..].trim_start().starts_with(|it: char| it.is_ascii_digit()));
            let (Ok(year), Ok(number)) = (it[1].parse(), it[2].parse()) else { continue };
            if !longer && (1990..2100).contains(&year) {
                month(range, year, number, 0.8);
            }
        }
    }
}
