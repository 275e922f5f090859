//! The values that a document states, typed.
//!
//! **Invariant:** a value prints to one canonical text per kind and reads back from it unchanged;
//! that text is what JSON, SQL and the evaluation programs see. Money never passes through a JSON
//! number.

mod currency;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use self::currency::Currency;
use crate::number::{Decimal, Exact, NumberError, parse_exact, show_exact};
use crate::remark::Remark;

/// The kind of a value; the names are those of the JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An amount in a currency.
    Money,
    /// A calendar date.
    Date,
    /// A length of time, a month, or a range of dates.
    Period,
    /// An exact fraction: percent, per mille, exchange rate.
    Rate,
    /// A number of things, hours, square metres.
    Quantity,
    /// An organisation or person with a role.
    Party,
    /// 사업자, 법인 or 주민 number.
    RegistrationNumber,
    /// Telephone or fax.
    Phone,
    /// Electronic mail address.
    Email,
    /// Anything else that stands under a label.
    Text,
}

impl Kind {
    /// Whether its values are numbers that tables count in: amounts, quantities, rates.
    pub fn is_counted(self) -> bool {
        matches!(self, Kind::Money | Kind::Quantity | Kind::Rate)
    }
    /// Every kind, in the order of the documentation.
    pub const ALL: [Kind; 10] = [
        Kind::Money,
        Kind::Date,
        Kind::Period,
        Kind::Rate,
        Kind::Quantity,
        Kind::Party,
        Kind::RegistrationNumber,
        Kind::Phone,
        Kind::Email,
        Kind::Text,
    ];
    /// What people call it.
    pub fn said(self) -> Remark {
        let (en, ko) = match self {
            Kind::Money => ("amount", "금액"),
            Kind::Date => ("date", "날짜"),
            Kind::Period => ("period", "기간"),
            Kind::Rate => ("rate", "비율"),
            Kind::Quantity => ("quantity", "수량"),
            Kind::Party => ("party", "당사자"),
            Kind::RegistrationNumber => ("registration number", "등록번호"),
            Kind::Phone => ("telephone", "전화"),
            Kind::Email => ("mail address", "전자우편"),
            Kind::Text => ("text", "글"),
        };
        Remark::new(en, ko)
    }
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Money => "money",
            Kind::Date => "date",
            Kind::Period => "period",
            Kind::Rate => "rate",
            Kind::Quantity => "quantity",
            Kind::Party => "party",
            Kind::RegistrationNumber => "registration_number",
            Kind::Phone => "phone",
            Kind::Email => "email",
            Kind::Text => "text",
        }
    }
}

/// An amount with its currency. Unit prices may be finer than the currency's smallest unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Money {
    /// The currency.
    pub currency: Currency,
    /// The amount, sign as printed.
    pub amount: Decimal,
}

/// A valid date of the Gregorian calendar, 1900 to 2199.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Year.
    pub year: u16,
    /// Month, 1 to 12.
    pub month: u8,
    /// Day of the month, from 1.
    pub day: u8,
}

impl Date {
    /// The date, if the calendar has it.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let known = (1900..2200).contains(&year) && (1..=12).contains(&month);
        (known && day >= 1 && day <= days_in_month(year, month)).then_some(Date {
            year,
            month,
            day,
        })
    }

    /// How many days lie between this one and another, in either direction.
    pub fn days_from(&self, other: &Date) -> u64 {
        self.ordinal().abs_diff(other.ordinal())
    }

    /// Days since 0000-03-01 of the proleptic Gregorian calendar; differences are what counts.
    pub fn ordinal(&self) -> i64 {
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
        let (y, m, d) = (i64::from(self.year), i64::from(self.month), i64::from(self.day));
        let y = if m <= 2 { y - 1 } else { y };
        let era = y.div_euclid(400);
        let yoe = y - era * 400;
        let doy = (153 * (m + if m > 2 { -3 } else { 9 }) + 2) / 5 + d - 1;
        era * 146_097 + yoe * 365 + yoe / 4 - yoe / 100 + doy
    }
    /// The day before; none at the calendar's edge.
    pub fn previous(&self) -> Option<Date> {
        if self.day > 1 {
            return Date::new(self.year, self.month, self.day - 1);
        }
        let (year, month) =
            if self.month == 1 { (self.year - 1, 12) } else { (self.year, self.month - 1) };
        Date::new(year, month, days_in_month(year, month))
    }
    /// The same day `months` later; the last day of the month where it has no such day.
    pub fn plus_months(&self, months: u32) -> Option<Date> {
        let total = u32::from(self.year) * 12 + u32::from(self.month) - 1 + months;
        let (year, month) = (u16::try_from(total / 12).ok()?, u8::try_from(total % 12 + 1).ok()?);
        Date::new(year, month, self.day.min(days_in_month(year, month)))
    }
}

/// Days of a month of the Gregorian calendar.
pub fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    }
}

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeUnit {
    /// 시간.
    Hours,
    /// 일, 영업일.
    Days,
    /// 주.
    Weeks,
    /// 개월.
    Months,
    /// 년.
    Years,
}

impl TimeUnit {
    const NAMES: [(TimeUnit, &'static str); 5] = [
        (TimeUnit::Hours, "hours"),
        (TimeUnit::Days, "days"),
        (TimeUnit::Weeks, "weeks"),
        (TimeUnit::Months, "months"),
        (TimeUnit::Years, "years"),
    ];

    /// As Korean writes it behind a number.
    pub fn korean(self) -> &'static str {
        match self {
            TimeUnit::Hours => "시간",
            TimeUnit::Days => "일",
            TimeUnit::Weeks => "주",
            TimeUnit::Months => "개월",
            TimeUnit::Years => "년",
        }
    }
}

/// A stretch of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Period {
    /// `24 months`, `14 days`.
    Length {
        /// How many.
        count: u32,
        /// Of what.
        unit: TimeUnit,
    },
    /// `2025-06`.
    Month {
        /// Year.
        year: u16,
        /// Month, 1 to 12.
        month: u8,
    },
    /// `2025-03-04/2025-10-31`, both days included.
    Range {
        /// First day.
        start: Date,
        /// Last day.
        end: Date,
    },
}

/// One typed value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// See [`Kind::Money`].
    Money(Money),
    /// See [`Kind::Date`].
    Date(Date),
    /// See [`Kind::Period`].
    Period(Period),
    /// See [`Kind::Rate`]; lowest terms.
    Rate(Exact),
    /// See [`Kind::Quantity`].
    Quantity(Decimal),
    /// See [`Kind::Party`].
    Party(String),
    /// See [`Kind::RegistrationNumber`]; as printed.
    RegistrationNumber(String),
    /// See [`Kind::Phone`]; as printed.
    Phone(String),
    /// See [`Kind::Email`].
    Email(String),
    /// See [`Kind::Text`].
    Text(String),
}

/// Why a text is no value of a kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The number within is none.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// Another form was expected.
    #[error("expected {expected}, but got `{got}`")]
    Form {
        /// What the kind looks like.
        expected: &'static str,
        /// What was there.
        got: String,
    },
}

impl Value {
    /// The kind.
    pub fn kind(&self) -> Kind {
        match self {
            Value::Money(_) => Kind::Money,
            Value::Date(_) => Kind::Date,
            Value::Period(_) => Kind::Period,
            Value::Rate(_) => Kind::Rate,
            Value::Quantity(_) => Kind::Quantity,
            Value::Party(_) => Kind::Party,
            Value::RegistrationNumber(_) => Kind::RegistrationNumber,
            Value::Phone(_) => Kind::Phone,
            Value::Email(_) => Kind::Email,
            Value::Text(_) => Kind::Text,
        }
    }

    /// The number in it, for rules: money in its currency's main unit, a rate, a quantity.
    pub fn exact(&self) -> Option<Exact> {
        match self {
            Value::Money(it) => Some(it.amount.exact()),
            Value::Rate(it) => Some(it.clone()),
            Value::Quantity(it) => Some(it.exact()),
            _ => None,
        }
    }

    /// Reads a value of a kind from its canonical text.
    pub fn parse(kind: Kind, text: &str) -> Result<Value, ValueError> {
        let form = |expected| ValueError::Form { expected, got: text.to_owned() };
        Ok(match kind {
            Kind::Money => {
                let (code, amount) = text.split_once(' ').ok_or(form("`KRW 1234`"))?;
                let currency = Currency::from_code(code).ok_or(form("`KRW 1234`"))?;
                Value::Money(Money { currency, amount: amount.parse()? })
            }
            Kind::Date => Value::Date(parse_date(text).ok_or(form("a date `2025-03-01`"))?),
            Kind::Period => Value::Period(
                parse_period(text)
                    .ok_or(form("`24 months`, `2025-06` or `2025-01-01/2025-12-31`"))?,
            ),
            Kind::Rate => Value::Rate(parse_exact(text)?),
            Kind::Quantity => Value::Quantity(text.parse()?),
            Kind::Party => Value::Party(text.to_owned()),
            Kind::RegistrationNumber => Value::RegistrationNumber(text.to_owned()),
            Kind::Phone => Value::Phone(text.to_owned()),
            Kind::Email => Value::Email(text.to_owned()),
            Kind::Text => Value::Text(text.to_owned()),
        })
    }
}

fn parse_date(text: &str) -> Option<Date> {
    let mut parts = text.splitn(3, '-');
    let date = Date::new(
        parts.next()?.parse().ok()?,
        parts.next()?.parse().ok()?,
        parts.next()?.parse().ok()?,
    )?;
    (date.to_string() == text).then_some(date)
}

fn parse_period(text: &str) -> Option<Period> {
    if let Some((start, end)) = text.split_once('/') {
        return Some(Period::Range { start: parse_date(start)?, end: parse_date(end)? });
    }
    if let Some((count, unit)) = text.split_once(' ') {
        let unit = TimeUnit::NAMES.iter().find(|it| it.1 == unit)?.0;
        return Some(Period::Length { count: count.parse().ok()?, unit });
    }
    let (year, month) = text.split_once('-')?;
    let first = Date::new(year.parse().ok()?, month.parse().ok()?, 1)?;
    Some(Period::Month { year: first.year, month: first.month })
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Period::Length { count, unit } => {
                let name = TimeUnit::NAMES.iter().find(|it| it.0 == *unit).map_or("", |it| it.1);
                write!(f, "{count} {name}")
            }
            Period::Month { year, month } => write!(f, "{year:04}-{month:02}"),
            Period::Range { start, end } => write!(f, "{start}/{end}"),
        }
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.currency.minor_digits();
        let shortest = self.amount.normalized();
        let amount = match shortest.in_units(digits) {
            Some(units) => Decimal { digits: units, scale: digits },
            None => shortest,
        };
        write!(f, "{} {amount}", self.currency.code())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Money(it) => it.fmt(f),
            Value::Date(it) => it.fmt(f),
            Value::Period(it) => it.fmt(f),
            Value::Rate(it) => f.write_str(&show_exact(it)),
            Value::Quantity(it) => it.fmt(f),
            Value::Party(it)
            | Value::RegistrationNumber(it)
            | Value::Phone(it)
            | Value::Email(it)
            | Value::Text(it) => f.write_str(it),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Wire {
    kind: Kind,
    value: String,
}

impl Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Wire { kind: self.kind(), value: self.to_string() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        let wire = Wire::deserialize(deserializer)?;
        Value::parse(wire.kind, &wire.value).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn round_trip(kind: Kind, text: &str) {
        assert_eq!(Value::parse(kind, text).unwrap().to_string(), text, "canonical {kind:?}");
    }

    #[test]
    fn canonical_texts_read_back() {
        round_trip(Kind::Money, "KRW 1234");
        round_trip(Kind::Money, "USD 12.30");
        round_trip(Kind::Money, "USD 0.0021");
        round_trip(Kind::Money, "KRW 162.4");
        round_trip(Kind::Money, "SGD 1070.00");
        round_trip(Kind::Money, "KWD 12.345");
        round_trip(Kind::Money, "VND 1250000");
        round_trip(Kind::Date, "2024-02-29");
        round_trip(Kind::Period, "24 months");
        round_trip(Kind::Period, "2025-06");
        round_trip(Kind::Period, "2025-01-01/2025-12-31");
        round_trip(Kind::Rate, "9/200");
        round_trip(Kind::Quantity, "2.0");
    }

    #[test]
    fn three_letters_are_no_currency_yet() {
        for text in ["ABC 12", "krw 12", "US$ 12", "KR\" 12", "원 12"] {
            assert!(Value::parse(Kind::Money, text).is_err(), "{text}");
        }
    }

    #[test]
    fn impossible_dates_are_refused() {
        for text in ["2025-02-29", "2025-13-01", "2025-1-1", "0000-01-01"] {
            assert!(Value::parse(Kind::Date, text).is_err(), "{text}");
        }
    }

    #[test]
    fn dates_count_days_and_months() {
        let d = |t: &str| parse_date(t).unwrap();
        assert_eq!(d("2025-03-01").ordinal() - d("2024-02-28").ordinal(), 367, "leap year");
        assert_eq!(d("2025-01-31").plus_months(1), Date::new(2025, 2, 28), "clipped to the month");
        assert_eq!(d("2025-01-01").previous(), Date::new(2024, 12, 31), "over the year");
    }
}
