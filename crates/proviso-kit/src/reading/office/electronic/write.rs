//! How what stands in the XML is written on a page.
//!
//! **Invariant:** what is not of the expected form is written as it stands.

use proviso_core::value::{Kind, Value};

/// A number with its thousands apart, and without the zeros behind it that say nothing; `n_least` is
/// how many decimals it has at least.
pub(super) fn number(text: &str, n_least: usize) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_plain = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    if whole.is_empty() || !is_plain(whole) || !is_plain(fraction) {
        return text.to_owned();
    }
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        rest => rest,
    };
    let mut grouped = String::new();
    for (n, digit) in whole.chars().enumerate() {
        if n > 0 && (whole.len() - n).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let kept = fraction.trim_end_matches('0');
    if kept.is_empty() && n_least == 0 {
        return format!("{sign}{grouped}");
    }
    format!("{sign}{grouped}.{kept:0<n_least$}")
}

/// How many decimals a currency has.
pub(super) fn decimals(code: &str) -> usize {
    match Value::parse(Kind::Money, &format!("{code} 1")) {
        Ok(Value::Money(it)) => usize::from(it.currency.minor_digits()),
        _ => 0,
    }
}

/// A rate in percent.
pub(super) fn percent(text: &str) -> String {
    format!("{}%", number(text, 0))
}

/// `20260131`, perhaps with a time behind it, and `2026-01-31`.
pub(super) fn date(text: &str) -> String {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    match digits.len() {
        8 | 12 | 14 if digits.len() == text.len() => {
            format!("{}-{}-{}", &digits[..4], &digits[4..6], &digits[6..8])
        }
        4 if text.len() > 10 && text.is_char_boundary(10) => text[..10].to_owned(),
        _ => text.to_owned(),
    }
}

/// A Korean registration number of a business, ten digits.
pub(super) fn registration(text: &str) -> String {
    if text.len() == 10 && text.bytes().all(|it| it.is_ascii_digit()) {
        return format!("{}-{}-{}", &text[..3], &text[3..5], &text[5..]);
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits() {
        let written: Vec<String> =
            ["1234567.5000", "-1000", "0.10", "007", "12a", "", "-", "1e5", "1.2.3"]
                .iter()
                .map(|it| number(it, 0))
                .collect();
        assert_eq!(written, ["1,234,567.5", "-1,000", "0.1", "7", "12a", "", "-", "1e5", "1.2.3"]);
        assert_eq!((number("12", 2), number("12.3456", 2)), ("12.00".into(), "12.3456".into()));
        assert_eq!(percent("19.00"), "19%");
    }

    #[test]
    fn dates_and_registration_numbers_are_told_from_other_texts() {
        let written: Vec<String> =
            ["20260131", "20260131235959", "2026-01-31Z", "2026-01-31", "soon", "2026년 1월 31일"]
                .iter()
                .map(|it| date(it))
                .collect();
        assert_eq!(
            written,
            ["2026-01-31", "2026-01-31", "2026-01-31", "2026-01-31", "soon", "2026년 1월 31일"]
        );
        assert_eq!(registration("1234567890"), "123-45-67890");
        assert_eq!(registration("850101-1234567"), "850101-1234567");
    }
}
