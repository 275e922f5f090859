//! Values as Idris types and terms.
//!
//! **Invariant:** a term says exactly the value: amounts in the smallest unit where they have no
//! finer digits, decimals by digits and scale, rates in lowest terms.

use num_traits::Signed;

use super::text::string;
use crate::number::Decimal;
use crate::value::{Currency, Date, Period, TimeUnit, Value};

/// The type of a value in the facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ty {
    /// `Money c`: whole smallest units.
    Money(Currency),
    /// `Price c`: finer than the smallest unit.
    Price(Currency),
    /// `Date`.
    Date,
    /// `Period`.
    Period,
    /// `Rate`.
    Rate,
    /// `Decimal`.
    Decimal,
    /// `String`: names, numbers as printed, prose.
    Text,
}

impl Ty {
    /// The type of a value standing alone.
    pub(super) fn of(value: &Value) -> Ty {
        match value {
            Value::Money(it) => match it.amount.in_units(it.currency.minor_digits()) {
                Some(_) => Ty::Money(it.currency),
                None => Ty::Price(it.currency),
            },
            Value::Date(_) => Ty::Date,
            Value::Period(_) => Ty::Period,
            Value::Rate(_) => Ty::Rate,
            Value::Quantity(_) => Ty::Decimal,
            Value::Party(_)
            | Value::RegistrationNumber(_)
            | Value::Phone(_)
            | Value::Email(_)
            | Value::Text(_) => Ty::Text,
        }
    }
    /// The type that holds values of both, if there is one.
    pub(super) fn join(self, other: Ty) -> Option<Ty> {
        match (self, other) {
            (a, b) if a == b => Some(a),
            (Ty::Money(a), Ty::Price(b)) | (Ty::Price(a), Ty::Money(b)) if a == b => {
                Some(Ty::Price(a))
            }
            _ => None,
        }
    }
    /// The type in Idris, fit for an argument where `nested`.
    pub(super) fn name(self, nested: bool) -> String {
        let applied = |head: &str, currency: Currency| {
            let text = format!("Domains.Core.{head} {}", currency_term(currency));
            if nested { format!("({text})") } else { text }
        };
        match self {
            Ty::Money(it) => applied("Money", it),
            Ty::Price(it) => applied("Price", it),
            Ty::Date => "Domains.Core.Date".to_owned(),
            Ty::Period => "Domains.Core.Period".to_owned(),
            Ty::Rate => "Domains.Core.Rate".to_owned(),
            Ty::Decimal => "Domains.Core.Decimal".to_owned(),
            Ty::Text => "String".to_owned(),
        }
    }
    /// A pattern that every value of the type matches; none where it has no single constructor.
    pub(super) fn pattern(self) -> Option<&'static str> {
        match self {
            // Coverage is not seen where a currency is told by its code.
            Ty::Money(it) | Ty::Price(it)
                if ![Currency::KRW, Currency::USD, Currency::EUR].contains(&it) =>
            {
                None
            }
            Ty::Money(_) => Some("Domains.Core.MkMoney _"),
            Ty::Price(_) => Some("Domains.Core.MkPrice _"),
            Ty::Date => Some("Domains.Core.MkDate _ _ _ _"),
            Ty::Rate => Some("Domains.Core.MkRate _ _ _"),
            Ty::Decimal => Some("Domains.Core.MkDecimal _ _"),
            Ty::Period | Ty::Text => None,
        }
    }
    /// Some term of the type: what stands for a row or a cell that is not there.
    pub(super) fn blank(self) -> &'static str {
        match self {
            Ty::Money(_) => "(Domains.Core.MkMoney 0)",
            Ty::Price(_) => "(Domains.Core.MkPrice (Domains.Core.MkDecimal 0 0))",
            Ty::Date => "(Domains.Core.MkDate 2000 1 1 Data.So.Oh)",
            Ty::Period => "(Domains.Core.Lasting 0 Domains.Core.Days)",
            Ty::Rate => "(Domains.Core.MkRate 0 1 Data.So.Oh)",
            Ty::Decimal => "(Domains.Core.MkDecimal 0 0)",
            Ty::Text => "\"\"",
        }
    }
}

/// A currency as a term, in brackets where it has an argument.
fn currency_term(currency: Currency) -> String {
    match currency.code() {
        code @ ("KRW" | "USD" | "EUR" | "JPY" | "CNY" | "GBP") => format!("Domains.Core.{code}"),
        code => format!("(Domains.Core.Iso {})", string(code)),
    }
}

/// An integer as an argument.
pub(super) fn integer(value: impl ToString) -> String {
    let text = value.to_string();
    if text.starts_with('-') { format!("({text})") } else { text }
}

fn decimal(value: Decimal) -> String {
    format!("(Domains.Core.MkDecimal {} {})", integer(value.digits), value.scale)
}

fn date(value: Date) -> String {
    format!("(Domains.Core.MkDate {} {} {} Data.So.Oh)", value.year, value.month, value.day)
}

/// A value as an argument of a type; none where the type does not hold it.
pub(super) fn term(value: &Value, ty: Ty) -> Option<String> {
    Some(match (value, ty) {
        (Value::Money(it), Ty::Money(currency)) if it.currency == currency => {
            let units = it.amount.in_units(currency.minor_digits())?;
            format!("(Domains.Core.MkMoney {})", integer(units))
        }
        (Value::Money(it), Ty::Price(currency)) if it.currency == currency => {
            format!("(Domains.Core.MkPrice {})", decimal(it.amount))
        }
        (Value::Date(it), Ty::Date) => date(*it),
        (Value::Rate(it), Ty::Rate) => {
            format!("(Domains.Core.MkRate {} {} Data.So.Oh)", integer(it.numer()), it.denom())
        }
        (Value::Quantity(it), Ty::Decimal) => decimal(*it),
        (Value::Period(it), Ty::Period) => match it {
            Period::Length { count, unit } => {
                let unit = match unit {
                    TimeUnit::Hours => "Hours",
                    TimeUnit::Days => "Days",
                    TimeUnit::Weeks => "Weeks",
                    TimeUnit::Months => "Months",
                    TimeUnit::Years => "Years",
                };
                format!("(Domains.Core.Lasting {count} Domains.Core.{unit})")
            }
            Period::Month { year, month } => format!("(Domains.Core.InMonth {year} {month})"),
            Period::Range { start, end } => {
                format!("(Domains.Core.Between {} {})", date(*start), date(*end))
            }
        },
        (
            Value::Party(it)
            | Value::RegistrationNumber(it)
            | Value::Phone(it)
            | Value::Email(it)
            | Value::Text(it),
            Ty::Text,
        ) => string(it),
        _ => return None,
    })
}

/// Another value of the same kind, as near as can be: one smallest unit more, the day before, the
/// last digit changed.
pub(super) fn changed(value: &Value) -> Value {
    match value {
        Value::Money(it) => {
            let mut other = *it;
            let scale = it.currency.minor_digits().max(it.amount.scale);
            let digits = it.amount.in_units(scale).unwrap_or(it.amount.digits);
            other.amount = Decimal { digits: digits.saturating_add(1), scale };
            Value::Money(other)
        }
        Value::Quantity(it) => {
            Value::Quantity(Decimal { digits: it.digits.saturating_add(1), scale: it.scale })
        }
        Value::Rate(it) => {
            let one = num_rational::BigRational::from_integer(1.into());
            Value::Rate(if it.is_negative() { it - one } else { it + one })
        }
        Value::Date(it) => Value::Date(it.previous().or_else(|| it.plus_months(1)).unwrap_or(*it)),
        Value::Period(Period::Length { count, unit }) => {
            Value::Period(Period::Length { count: count.saturating_add(7), unit: *unit })
        }
        Value::Period(_) => Value::Period(Period::Length { count: 1, unit: TimeUnit::Days }),
        Value::RegistrationNumber(it) => Value::RegistrationNumber(next_digit(it)),
        Value::Party(it) => Value::Party(format!("{it}?")),
        Value::Phone(it) => Value::Phone(format!("{it}?")),
        Value::Email(it) => Value::Email(format!("{it}?")),
        Value::Text(it) => Value::Text(format!("{it}?")),
    }
}

/// A number of a type with one smallest unit more, as `moreMoney`, `morePrice` and `moreDecimal` of
/// the library make it; none for other values.
pub(super) fn nudged(value: &Value, ty: Ty) -> Option<Value> {
    let mut other = value.clone();
    let amount = match (&mut other, ty) {
        (Value::Money(it), Ty::Money(currency)) => {
            let scale = currency.minor_digits();
            it.amount = Decimal { digits: it.amount.in_units(scale)?, scale };
            &mut it.amount
        }
        (Value::Money(it), Ty::Price(_)) => &mut it.amount,
        (Value::Quantity(it), Ty::Decimal) => it,
        _ => return None,
    };
    amount.digits = amount.digits.checked_add(1)?;
    Some(other)
}

/// The text with its last digit counted on: 9 becomes 0.
fn next_digit(text: &str) -> String {
    let Some(at) = text.rfind(|c: char| c.is_ascii_digit()) else { return format!("{text}?") };
    let digit = text.as_bytes().get(at).map_or(0, |it| it - b'0');
    let mut out = text.to_owned();
    out.replace_range(at..=at, &((digit + 1) % 10).to_string());
    out
}
