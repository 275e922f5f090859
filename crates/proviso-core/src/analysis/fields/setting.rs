//! What is known of a whole document before its values are read: language, currency, year, labels.

use super::super::scan::Context;
use super::vocabulary::Vocabulary;
use crate::value::{Currency, Kind};

/// The document around a value.
#[derive(Debug)]
pub struct Setting<'a> {
    /// Its labels.
    pub vocabulary: &'a Vocabulary,
    /// The currency of its bare amounts.
    pub currency: Option<Currency>,
    /// Its year, for dates without one.
    pub year: Option<u16>,
    /// Whether its numbers have a decimal comma.
    pub decimal_comma: bool,
    /// Its title, for values without a label of their own.
    pub title: String,
    /// The title's role word (`계약` of `용역계약서`), if it has one.
    pub word: String,
}

/// What a header or a note says of bare numbers: `(원)`, `(단위: 천원)`, `(USD)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unit {
    /// Their currency.
    pub currency: Option<Currency>,
    /// What they are multiplied by.
    pub factor: Option<u32>,
}

impl Setting<'_> {
    /// The scanner's context where a kind is expected.
    pub fn context(&self, expected: Option<Kind>, unit: Unit) -> Context {
        Context {
            expected,
            currency: unit.currency.or(self.currency),
            factor: unit.factor,
            year: self.year,
            decimal_comma: self.decimal_comma,
        }
    }
}

impl Unit {
    /// The unit that a text names, if all of it does: `원`, `단위: 천원`, `USD`, `in EUR`.
    pub fn of(text: &str) -> Option<Unit> {
        let compact: String = text.chars().filter(|it| !it.is_whitespace()).collect();
        let compact = compact.trim_matches(|c: char| "()[]（）:：".contains(c));
        let body = ["단위", "unit", "Unit", "금액단위", "화폐단위", "통화", "Currency", "currency", "in", "In"]
            .iter()
            .find_map(|it| compact.strip_prefix(it).map(|it| it.trim_start_matches([':', '：'])))
            .unwrap_or(compact);
        let body = body.split([',', '/', '·']).next().unwrap_or(body);
        let won = |factor| Some(Unit { currency: Some(Currency::KRW), factor });
        match body {
            "원" | "₩" | "￦" | "KRW" | "원정" => return won(None),
            "천원" => return won(Some(1_000)),
            "만원" => return won(Some(10_000)),
            "백만원" => return won(Some(1_000_000)),
            "억원" => return won(Some(100_000_000)),
            "$" | "US$" | "달러" | "USdollars" => {
                return Some(Unit { currency: Some(Currency::USD), factor: None });
            }
            "€" | "Euro" | "유로" => {
                return Some(Unit { currency: Some(Currency::EUR), factor: None });
            }
            _ => {}
        }
        const CODES: [&str; 14] = [
            "USD", "EUR", "JPY", "CNY", "GBP", "CHF", "SGD", "HKD", "AUD", "CAD", "VND", "THB", "TWD", "INR",
        ];
        let thousands = ["'000", "’000", "000s", "thousands"].iter().any(|it| body.ends_with(it));
        let code = CODES.iter().find(|it| body.starts_with(**it))?;
        let rest = body.get(code.len()..).unwrap_or_default();
        if !rest.is_empty() && !thousands {
            return None;
        }
        let factor = thousands.then_some(1000);
        Some(Unit { currency: Currency::from_code(code), factor })
    }

    /// The unit in a label's brackets: `금액(원)`, `Amount (USD)`, `Betrag in EUR`.
    pub fn of_label(label: &str) -> Option<Unit> {
        let (head, inside) = super::vocabulary::bracketed(label);
        let last = head.rsplit(' ').next().filter(|it| it.len() < head.len());
        inside.into_iter().chain(last).find_map(Unit::of)
    }

    /// This unit, and where it says nothing, the other.
    pub fn or(self, other: Unit) -> Unit {
        Unit {
            currency: self.currency.or(other.currency),
            factor: self.factor.or(other.factor),
        }
    }
}
