//! Ranges of dates: `2026.02.09 ~ 08.20`, `… 부터 … 까지`, `begins on … and ends on …`.
//!
//! **Invariant:** a range has its two days as parts; a range printed backwards is kept as printed.

use std::ops::Range;

use super::date::{Hit, full_year, month};
use super::fold::{at as char_at, is_hangul};
use super::{Candidate, Context, Rank, pattern};
use crate::value::{Date, Period, Value};

pattern!(
    DAY_NAME,
    r"^\s?\(\s?(?:[월화수목금토일月火水木金土日]|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\.?)\s?(?:요일)?\s?\)"
);
pattern!(
    SHORT_JOIN,
    r"(?i)^\s*(?:\.\s*)?(?:~|–|—|―|-|∼|→|부터|에서|로부터|to|through|thru|until|till|bis|au|al|a)\s*(?:zum\s|and\sincluding\s)?(?:동년|같은\s?해|당해)?\s*(?:'\s?)?$"
);
pattern!(
    ENGLISH_JOIN,
    r"(?i)^\s*\(?(?:[^.;]{0,40}\s)?(?:and|,|shall|will|until|through|to)?\s*(?:shall |will )?(?:continue[sd]?|continuing|remain[s]? in (?:full )?(?:force|effect)|run[s]?|end[s]?|ending|expir(?:e|es|ing)|terminat(?:e|es|ing)|conclud(?:e|es|ing))\b[^.;]{0,40}\s*$"
);
pattern!(JOIN_HEAD, r"(?i)^\s?(?:\.\s?)?(?:~|–|—|-|→|부터|to|through|until|bis)\s{0,2}");
pattern!(END_KOREAN, r"^(?:([0-9]{1,2})\s?월\s{0,3})?([0-9]{1,2})\s?일");
pattern!(END_NUMERIC, r"^(?:(?:([0-9]{2})\s?[./-]\s?)?([0-9]{1,2})\s?[./-]\s?)?([0-9]{1,2})\.?");
pattern!(
    START_MONTH,
    r"(?i)\b([A-Z][a-zé]{2,9})\.?\s([0-9]{1,2})(?:st|nd|rd|th)?\s?(?:~|–|—|-|to|through|until)\s?$"
);
pattern!(
    START_DAY,
    r"(?i)(?:^|[^0-9.,/-])([0-9]{1,2})\.?(?:\s?([A-Z][a-zé]{2,9})\.?|([0-9]{1,2})\.)?\s?(?:~|–|—|-|to|bis|au)\s?$"
);

pattern!(
    YEARLESS,
    r"(?:^|[^0-9.,/-])(([0-9]{1,2})\s?([./])\s?([0-9]{1,2}))\.?\s?(?:~|∼|–|—)\s?(([0-9]{1,2})\s?([./])\s?([0-9]{1,2}))(?:[^0-9,]|$)"
);

/// `6.3.~6.5.`, `6/3 ~ 6/5`: days of the document's year.
fn yearless(text: &str, context: &Context, out: &mut Vec<Candidate>) {
    for it in YEARLESS.captures_iter(text) {
        let number = |n: usize| it.get(n).and_then(|it| it.as_str().parse::<u8>().ok());
        let day = |month: usize, day: usize| context.day(number(month)?, number(day)?);
        let same = it.get(3).map(|it| it.as_str()) == it.get(7).map(|it| it.as_str());
        let (Some(first), Some(last)) = (it.get(1), it.get(5)) else { continue };
        if let (true, Some(start), Some(end)) = (same, day(2, 4), day(6, 8)) {
            push(out, first.range(), start, last.range(), end, 0.85);
        }
    }
}

/// Every range among the dates of a text.
pub(super) fn find(text: &str, dates: &[Hit], context: &Context, out: &mut Vec<Candidate>) {
    yearless(text, context, out);
    for (index, first) in dates.iter().enumerate() {
        if let Some(second) = dates.get(index + 1).filter(|it| joined(text, first, it)) {
            push(out, first.range.clone(), first.date, second.range.clone(), second.date, 0.97);
        } else if let Some((range, end)) = short_end(text, first) {
            push(out, first.range.clone(), first.date, range, end, 0.92);
        } else if let Some((range, start)) = short_start(text, first) {
            push(out, range, start, first.range.clone(), first.date, 0.9);
        }
    }
}

fn push(
    out: &mut Vec<Candidate>,
    first: Range<usize>,
    start: Date,
    last: Range<usize>,
    end: Date,
    confidence: f32,
) {
    let value = Value::Period(Period::Range { start, end });
    let mut it = Candidate::value(Rank::Span, first.start..last.end, value, confidence);
    it.parts = vec![(first, Value::Date(start)), (last, Value::Date(end))];
    out.push(it);
}

/// Where the words after a date begin, its day of the week left out.
fn after_day_name(text: &str, from: usize) -> usize {
    from + DAY_NAME.find(&text[from..]).map_or(0, |it| it.end())
}

fn joined(text: &str, first: &Hit, second: &Hit) -> bool {
    let from = after_day_name(text, first.range.end);
    if from >= second.range.start {
        return false;
    }
    let between = &text[from..second.range.start];
    if between.len() > 120 {
        return false;
    }
    SHORT_JOIN.is_match(between) || ENGLISH_JOIN.is_match(between)
}

/// `~ 10.31`, `부터 10월 31일`, `~ 31일`: what is missing is the first date's.
fn short_end(text: &str, first: &Hit) -> Option<(Range<usize>, Date)> {
    let from = after_day_name(text, first.range.end);
    let head = JOIN_HEAD.find(&text[from..])?;
    let begin = from + head.end();
    let rest = &text[begin..];
    let style = &text[first.range.clone()];
    let Date { year, month, .. } = first.date;
    if style.contains('일') || style.contains('日') {
        let it = END_KOREAN.captures(rest)?;
        let month = it.get(1).map_or(Some(month), |it| it.as_str().parse().ok())?;
        let end = begin + it.get_match().end();
        // `부터 10일 이내` is a length.
        let length = text[end..].trim_start();
        if it.get(1).is_none()
            && ["이내", "간", "동안", "전", "후"].iter().any(|w| length.starts_with(w))
        {
            return None;
        }
        let date = Date::new(year, month, it[2].parse().ok()?)?;
        return (date >= first.date).then_some((begin..end, date));
    }
    let it = END_NUMERIC.captures(rest)?;
    let mut end = begin + it.get_match().end();
    if !style.ends_with('.') && text[..end].ends_with('.') {
        end -= 1;
    }
    let next = char_at(text, end);
    let unit = next.is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, '%' | '/' | ':'));
    let korean = next.is_some_and(is_hangul) && !text[end..].starts_with("까지");
    if unit || korean {
        return None;
    }
    let month = it.get(2).map_or(Some(month), |it| it.as_str().parse().ok())?;
    let year = match (it.get(1), it.get(2)) {
        (Some(short), Some(_)) => full_year(short.as_str().parse().ok()?),
        (Some(_), None) => return None,
        _ => year,
    };
    // A lone number after a hyphen is seldom a day: `2025-03-04-01`.
    if it.get(2).is_none() && text[from..begin].contains('-') {
        return None;
    }
    let date = Date::new(year, month, it[3].parse().ok()?)?;
    (date >= first.date).then_some((begin..end, date))
}

/// `June 3 – November 27, 2026`, `1.–31. Mai 2025`, `01.05.–31.05.2025`: the year stands only at the
/// end.
fn short_start(text: &str, last: &Hit) -> Option<(Range<usize>, Date)> {
    let floor = last.range.start.saturating_sub(48);
    let floor = (floor..=last.range.start).find(|it| text.is_char_boundary(*it))?;
    let head = &text[floor..last.range.start];
    let (begin, end, date) = if let Some(it) = START_MONTH.captures(head) {
        let (name, day) = (it.get(1)?, it.get(2)?);
        let date = Date::new(last.date.year, month(name.as_str())?, day.as_str().parse().ok()?)?;
        (name.start(), day.end(), date)
    } else {
        let it = START_DAY.captures(head)?;
        let day = it.get(1)?;
        let (month, end) = match (it.get(2), it.get(3)) {
            (Some(name), _) => (month(name.as_str())?, name.end()),
            (_, Some(digits)) => (digits.as_str().parse().ok()?, digits.end()),
            _ => {
                // `5 - 31 May 2025`: only before a date in letters or with points.
                let style = &text[last.range.clone()];
                if !style.contains(char::is_alphabetic) && !style.contains('.') {
                    return None;
                }
                (last.date.month, day.end())
            }
        };
        (day.start(), end, Date::new(last.date.year, month, day.as_str().parse().ok()?)?)
    };
    (date <= last.date).then_some((floor + begin..floor + end, date))
}
