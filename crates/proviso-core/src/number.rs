//! Exact numbers: decimals as printed, fractions, and named rounding.
//!
//! **Invariant:** no floating point; what cannot be represented is an error, never an approximation.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use serde::{Deserialize, Serialize};

/// An exact number of any size: what rules are computed in.
pub type Exact = BigRational;

/// Ten to the power of `n`.
pub fn pow10(n: u32) -> BigInt {
    BigInt::from(10).pow(n)
}

/// A number as printed: `digits / 10^scale`. `2.0` and `2` are equal in value, not in print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// All digits, signed.
    pub digits: i128,
    /// How many of them stand behind the point; at most [`Decimal::MAX_SCALE`].
    pub scale: u8,
}

/// Why a text is no number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// Not of the form `-?digits(.digits)?`.
    #[error("expected a decimal number, but got `{0}`")]
    NotDecimal(String),
    /// Not of the form `-?digits(/digits)?` with a denominator above zero.
    #[error("expected a fraction, but got `{0}`")]
    NotFraction(String),
    /// More digits than a business document can mean.
    #[error("`{0}` has too many digits")]
    TooLong(String),
}

impl Decimal {
    /// The longest run of digits that is taken for a number.
    pub const MAX_DIGITS: usize = 30;
    /// The most digits behind the point.
    pub const MAX_SCALE: u8 = 12;

    /// A whole number.
    pub const fn whole(digits: i128) -> Decimal {
        Decimal { digits, scale: 0 }
    }
    /// Its exact value.
    pub fn exact(&self) -> Exact {
        Exact::new(BigInt::from(self.digits), pow10(u32::from(self.scale)))
    }
    /// The number in units of `10^-scale`, if it has no finer digits: cents for scale 2.
    pub fn in_units(&self, scale: u8) -> Option<i128> {
        if scale >= self.scale {
            return self.digits.checked_mul(10i128.checked_pow(u32::from(scale - self.scale))?);
        }
        let divisor = 10i128.checked_pow(u32::from(self.scale - scale))?;
        (self.digits % divisor == 0).then(|| self.digits / divisor)
    }
    /// The same value without zeros at the end of its fraction.
    pub fn normalized(mut self) -> Decimal {
        while self.scale > 0 && self.digits % 10 == 0 {
            self.digits /= 10;
            self.scale -= 1;
        }
        self
    }
    /// The decimal that equals `value`, if it has one with at most [`Decimal::MAX_SCALE`] places.
    pub fn from_exact(value: &Exact) -> Option<Decimal> {
        for scale in 0..=Decimal::MAX_SCALE {
            let scaled = value * Exact::from_integer(pow10(u32::from(scale)));
            if scaled.is_integer() {
                return Some(Decimal { digits: i128::try_from(scaled.to_integer()).ok()?, scale });
            }
        }
        None
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let scale = usize::from(self.scale);
        let digits = format!("{:0>width$}", self.digits.unsigned_abs(), width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        if scale == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{fraction}") }
    }
}

impl FromStr for Decimal {
    type Err = NumberError;
    fn from_str(text: &str) -> Result<Decimal, NumberError> {
        let bad = || NumberError::NotDecimal(text.to_owned());
        let body = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = body.split_once('.').unwrap_or((body, ""));
        let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) || body.ends_with('.') {
            return Err(bad());
        }
        if whole.len() + fraction.len() > Decimal::MAX_DIGITS
            || fraction.len() > usize::from(Decimal::MAX_SCALE)
        {
            return Err(NumberError::TooLong(text.to_owned()));
        }
        let digits: i128 = format!("{whole}{fraction}").parse().map_err(|_| bad())?;
        let digits = if text.starts_with('-') { -digits } else { digits };
        Ok(Decimal { digits, scale: u8::try_from(fraction.len()).map_err(|_| bad())? })
    }
}

/// Reads `-?digits(/digits)?` or a decimal as an exact number.
pub fn parse_exact(text: &str) -> Result<Exact, NumberError> {
    let bad = || NumberError::NotFraction(text.to_owned());
    let Some((numerator, denominator)) = text.split_once('/') else {
        return Ok(text.parse::<Decimal>()?.exact());
    };
    let numerator: Decimal = numerator.parse()?;
    let denominator: Decimal = denominator.parse()?;
    if denominator.digits <= 0 {
        return Err(bad());
    }
    Ok(numerator.exact() / denominator.exact())
}

/// Writes an exact number as `n` or `n/d` in lowest terms.
pub fn show_exact(value: &Exact) -> String {
    if value.is_integer() {
        value.to_integer().to_string()
    } else {
        format!("{}/{}", value.numer(), value.denom())
    }
}

/// How a computed amount becomes a printed one; negative amounts round as their absolute value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundingMode {
    /// The computed value must be exact.
    None,
    /// Digits below the unit are dropped (절사, 버림).
    Floor,
    /// Half a unit and more goes up (반올림).
    HalfUp,
    /// Anything below the unit goes up (올림).
    Ceiling,
}

/// A rounding mode and its unit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rounding {
    /// In which direction.
    pub mode: RoundingMode,
    /// To multiples of what, in the unit of the value as printed: `1` won, `10` won, `0.01` dollars.
    #[serde(with = "decimal_text")]
    pub unit: Decimal,
}

impl Rounding {
    /// No rounding at all.
    pub const NONE: Rounding = Rounding { mode: RoundingMode::None, unit: Decimal::whole(1) };

    /// The rounded value; the value itself for [`RoundingMode::None`].
    pub fn apply(&self, value: &Exact) -> Exact {
        let unit = self.unit.exact();
        if self.mode == RoundingMode::None || !unit.is_positive() {
            return value.clone();
        }
        let magnitude = value.abs() / &unit;
        let whole = match self.mode {
            RoundingMode::None | RoundingMode::Floor => magnitude.floor(),
            RoundingMode::HalfUp => {
                (magnitude + Exact::new(BigInt::one(), BigInt::from(2))).floor()
            }
            RoundingMode::Ceiling => magnitude.ceil(),
        };
        let rounded = whole * unit;
        if value.is_negative() { -rounded } else { rounded }
    }
}

/// Whether a number is zero, positive or negative, as -1, 0, 1.
pub fn sign(value: &Exact) -> i32 {
    if value.is_zero() {
        0
    } else if value.is_positive() {
        1
    } else {
        -1
    }
}

/// Serializes a [`Decimal`] as its text, since JSON numbers lose digits.
pub mod decimal_text {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Decimal;

    /// Writes `"12.30"`.
    pub fn serialize<S: Serializer>(value: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }
    /// Reads `"12.30"`.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Serializes an [`Exact`] as `"n"` or `"n/d"`.
pub mod exact_text {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::{Exact, parse_exact, show_exact};

    /// Writes `"9/200"`.
    pub fn serialize<S: Serializer>(value: &Exact, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&show_exact(value))
    }
    /// Reads `"9/200"`.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Exact, D::Error> {
        parse_exact(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn rounds(mode: RoundingMode, unit: &str, value: &str, expected: &str) {
        let rounding = Rounding { mode, unit: unit.parse().unwrap() };
        let got = rounding.apply(&parse_exact(value).unwrap());
        assert_eq!(show_exact(&got), expected, "{value} by {mode:?} to {unit}");
    }

    #[test]
    fn negative_amounts_round_as_their_absolute_value() {
        rounds(RoundingMode::HalfUp, "1", "-190.5", "-191");
        rounds(RoundingMode::Floor, "10", "-15975", "-15970");
        rounds(RoundingMode::Ceiling, "1", "-0.1", "-1");
        rounds(RoundingMode::HalfUp, "0.01", "182.7288", "18273/100");
    }

    #[test]
    fn a_decimal_keeps_its_print() {
        for text in ["0", "-12.30", "0.0021", "2.0", "100000000000000000000"] {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), text, "round trip");
        }
        assert_eq!("2.50".parse::<Decimal>().unwrap().in_units(2), Some(250), "cents");
        assert_eq!("2.505".parse::<Decimal>().unwrap().in_units(2), None, "finer than a cent");
        assert!("1.".parse::<Decimal>().is_err(), "a point needs digits");
        assert!("9".repeat(31).parse::<Decimal>().is_err(), "no business document means this");
    }
}
