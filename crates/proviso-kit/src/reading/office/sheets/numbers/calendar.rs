//! Days and times of spreadsheets: numbers of days, counted from 1900 (or 1904).
//!
//! **Invariant:** the 29th of February 1900, which Lotus 1-2-3 made up, is day 60 here too.

use super::Token;

/// A part of a date or a time, with its number of letters where that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DatePart {
    Year(usize),
    Month(usize),
    Day(usize),
    /// The day of the week in Korean.
    Weekday(usize),
    Hour(usize),
    Minute(usize),
    Second(usize),
    /// Digits of a second's fraction.
    Fraction(usize),
    /// Hours, minutes or seconds since day 0.
    Elapsed(char, usize),
    /// Before and after noon.
    Half(&'static str, &'static str),
}

/// What a run of `n` equal letters stands for.
pub(super) fn part(letter: char, n: usize) -> Option<DatePart> {
    match letter {
        'y' | 'e' => Some(DatePart::Year(if letter == 'e' { 4 } else { n })),
        'm' => Some(DatePart::Month(n)),
        'd' => Some(DatePart::Day(n)),
        'h' => Some(DatePart::Hour(n)),
        's' => Some(DatePart::Second(n)),
        'a' if n >= 3 => Some(DatePart::Weekday(n)),
        _ => None,
    }
}

/// `m` is a minute behind hours and before seconds.
pub(super) fn settle_minutes(tokens: &mut [Token]) {
    let dates: Vec<usize> = (0..tokens.len())
        .filter(|&i| matches!(&tokens[i], Token::Date(it) if !matches!(it, DatePart::Half(..))))
        .collect();
    for (k, &i) in dates.iter().enumerate() {
        let Token::Date(DatePart::Month(n)) = tokens[i] else { continue };
        let before = k.checked_sub(1).map(|k| &tokens[dates[k]]);
        let after = dates.get(k + 1).map(|&j| &tokens[j]);
        let hours =
            matches!(before, Some(Token::Date(DatePart::Hour(_) | DatePart::Elapsed('h', _))));
        let seconds = matches!(after, Some(Token::Date(DatePart::Second(_))));
        if n <= 2 && (hours || seconds) {
            tokens[i] = Token::Date(DatePart::Minute(n));
        }
    }
}

/// The day and time of a number; none where it is no day.
pub(super) fn format(
    parts: &[Result<DatePart, String>],
    value: f64,
    epoch_1904: bool,
    korean: bool,
) -> Option<String> {
    // 9999-12-31.
    if !(0.0..2_958_466.0).contains(&value) {
        return None;
    }
    let n_fraction = parts.iter().filter_map(|it| match it {
        Ok(DatePart::Fraction(n)) => Some((*n).min(3)),
        _ => None,
    });
    let unit = 10_i64.pow(n_fraction.max().unwrap_or(0) as u32);
    // Rounded in the smallest unit that is shown, so that 59.9999 seconds are a minute.
    let ticks = (value * 86_400.0 * unit as f64).round() as i64;
    let (days, rest) = (ticks.div_euclid(86_400 * unit), ticks.rem_euclid(86_400 * unit));
    let (second_of_day, fraction) = (rest / unit, rest % unit);
    let (hour, minute, second) =
        (second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60);
    let (year, month, day) = civil(days, epoch_1904);
    let weekday = (if epoch_1904 { days + 5 } else { days + 6 }).rem_euclid(7) as usize;
    let half = parts.iter().any(|it| matches!(it, Ok(DatePart::Half(..))));
    let mut out = String::new();
    let padded =
        |value: i64, n: usize| if n >= 2 { format!("{value:02}") } else { value.to_string() };
    for it in parts {
        match it {
            Err(text) => out.push_str(text),
            Ok(DatePart::Year(n)) if *n <= 2 => out.push_str(&format!("{:02}", year % 100)),
            Ok(DatePart::Year(_)) => out.push_str(&format!("{year:04}")),
            Ok(DatePart::Month(n)) if *n <= 2 => out.push_str(&padded(month, *n)),
            Ok(DatePart::Month(n)) => out.push_str(&month_name(month, *n, korean)),
            Ok(DatePart::Day(n)) if *n <= 2 => out.push_str(&padded(day, *n)),
            Ok(DatePart::Day(n)) => out.push_str(&day_name(weekday, *n, korean)),
            Ok(DatePart::Weekday(n)) => out.push_str(&day_name(weekday, *n, true)),
            Ok(DatePart::Hour(n)) => {
                let shown = if half { (hour + 11) % 12 + 1 } else { hour };
                out.push_str(&padded(shown, *n));
            }
            Ok(DatePart::Minute(n)) => out.push_str(&padded(minute, *n)),
            Ok(DatePart::Second(n)) => out.push_str(&padded(second, *n)),
            Ok(DatePart::Fraction(n)) => {
                let digits = format!("{fraction:0width$}", width = unit.ilog10() as usize);
                out.push('.');
                out.extend(digits.chars().chain(std::iter::repeat('0')).take(*n));
            }
            Ok(DatePart::Elapsed(of, n)) => {
                let seconds = ticks / unit;
                let value = match of {
                    'h' => seconds / 3600,
                    'm' => seconds / 60,
                    _ => seconds,
                };
                out.push_str(&padded(value, *n));
            }
            Ok(DatePart::Half(before, after)) => {
                let (before, after) = match (korean, *before) {
                    (true, "AM") => ("오전", "오후"),
                    _ => (*before, *after),
                };
                out.push_str(if hour < 12 { before } else { after });
            }
        }
    }
    Some(out)
}

/// Year, month and day of a number of days.
fn civil(days: i64, epoch_1904: bool) -> (i64, i64, i64) {
    if !epoch_1904 && days == 60 {
        return (1900, 2, 29);
    }
    // Days since 1970-01-01.
    let z = match (epoch_1904, days < 60) {
        (true, _) => days - 24_107,
        (false, true) => days - 25_568,
        (false, false) => days - 25_569,
    };
    // Source: Howard Hinnant, chrono-compatible low-level date algorithms, `civil_from_days`.
    let z = z + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let day = doy - (153 * mp + 2) / 5 + 1;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    (yoe + era * 400 + i64::from(month <= 2), month, day)
}

fn month_name(month: i64, n: usize, korean: bool) -> String {
    const NAMES: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    if korean {
        return if n == 3 { month.to_string() } else { format!("{month}월") };
    }
    let name = NAMES.get(month as usize - 1).copied().unwrap_or_default();
    let shown = match n {
        3 => 3,
        5 => 1,
        _ => name.len(),
    };
    name[..shown].to_owned()
}

/// `weekday` counts from Sunday.
fn day_name(weekday: usize, n: usize, korean: bool) -> String {
    const NAMES: [&str; 7] =
        ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    if korean {
        let name = ["일", "월", "화", "수", "목", "금", "토"][weekday % 7];
        return if n == 3 { name.to_owned() } else { format!("{name}요일") };
    }
    let name = NAMES[weekday % 7];
    if n == 3 { name[..3].to_owned() } else { name.to_owned() }
}
