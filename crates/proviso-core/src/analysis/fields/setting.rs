//! What is known of a whole document before its values are read: language, currency, year, labels.

use std::sync::Arc;

use super::super::reasons::Listener;
use super::super::scan::{self, Context};
use super::vocabulary::{Vocabulary, key};
use crate::value::{Currency, Date, Kind};

/// The document around a value.
#[derive(Debug)]
pub(super) struct Setting<'a> {
    /// Its labels.
    pub(super) vocabulary: &'a Vocabulary,
    /// The currency of its bare amounts.
    pub(super) currency: Option<Currency>,
    /// The one with cents that it names most, where its bare amounts are won.
    pub(super) foreign: Option<Currency>,
    /// Whether its amounts print their cents, so that `142.76` is one.
    pub(super) cents: bool,
    /// Whether it is about money: it names a currency, has a price or, in Korean, the label of an amount, or is
    /// of a type that is.
    pub(super) priced: bool,
    /// Its year, for dates without one.
    pub(super) year: Option<u16>,
    /// The days that it prints with their years, in order.
    pub(super) days: Arc<[Date]>,
    /// Whether its numbers have a decimal comma.
    pub(super) decimal_comma: bool,
    /// Whether its dates of digits only begin with the day.
    pub(super) day_first: bool,
    /// Its title, for values without a label of their own.
    pub(super) title: String,
    /// The title's role word (`계약` of `용역계약서`), if it has one.
    pub(super) word: String,
    /// Who hears of decisions, where somebody asks why.
    pub(super) listener: Option<&'a Listener>,
}

/// What a header or a note says of bare numbers: `(원)`, `(단위: 천원)`, `(USD)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Unit {
    /// Their currency.
    pub(super) currency: Option<Currency>,
    /// What they are multiplied by.
    pub(super) factor: Option<u32>,
    /// Whether they count things: `(단위: PLT)`.
    pub(super) counts: bool,
}

impl Setting<'_> {
    /// The scanner's context where a kind is expected.
    pub(super) fn context(&self, expected: Option<Kind>, unit: Unit) -> Context {
        Context {
            expected,
            currency: unit.currency.or(self.currency),
            factor: unit.factor,
            year: self.year,
            days: Arc::clone(&self.days),
            decimal_comma: self.decimal_comma,
            percent: false,
            day_first: self.day_first,
        }
    }

    /// What a bare number that looks like an amount counts where no label or header says it: where nothing
    /// in the document speaks of money, it is none.
    pub(super) fn bare(&self) -> Kind {
        if self.priced { Kind::Money } else { Kind::Quantity }
    }

    /// The kind of numbers that a unit in a label's brackets counts: `kWh`, `개월`. None if it is none.
    pub(super) fn counted_in(&self, unit: &str) -> Option<Kind> {
        if is_exchange(unit) {
            return Some(Kind::Rate);
        }
        // `㎥` and `㎏` are signs of their own.
        let is_letter = |c: char| c.is_alphabetic() || ('\u{3371}'..='\u{33df}').contains(&c);
        let is_word = |c: char| is_letter(c) || "/·.'²³ ".contains(c);
        // `부양가족(2명)` is said of one of them, `(B－A)` is reckoned, and `(주)` stands behind firms.
        if !unit.starts_with(is_letter) || !unit.chars().all(is_word) || unit == "주" {
            return None;
        }
        if SYMBOLS.contains(&unit) {
            return Some(Kind::Quantity);
        }
        let told = scan::whole(&format!("1{unit}"), &self.context(None, Unit::default()))?;
        match told.kind() {
            Kind::Period => Some(Kind::Quantity),
            // A million of nothing is a metre.
            Kind::Money if unit == "m" => Some(Kind::Quantity),
            kind => Some(kind).filter(|it| it.is_counted()),
        }
    }
}

/// Units that are one small letter in print, which says nothing in running text: time, mass, length, volume
/// (SI Brochure, 9th edition, tables 2 and 8).
const SYMBOLS: [&str; 6] = ["h", "s", "g", "t", "m", "l"];

/// Whether a unit is so much of one currency for another: `원/달러`.
fn is_exchange(unit: &str) -> bool {
    let of = |it: &str| scan::currency(it.trim());
    unit.split_once('/').is_some_and(|(a, b)| of(a).is_some() && of(b).is_some() && of(a) != of(b))
}

/// What stands behind a currency, and what bare numbers are multiplied by then.
const FACTORS: [(&str, u32); 8] = [
    ("'000", 1_000),
    ("’000", 1_000),
    ("000s", 1_000),
    ("000", 1_000),
    ("thousands", 1_000),
    ("thousand", 1_000),
    ("millions", 1_000_000),
    ("million", 1_000_000),
];

impl Unit {
    /// The unit that a text names, if all of it does: `원`, `단위: 천원`, `USD`, `in EUR`.
    pub(super) fn of(text: &str) -> Option<Unit> {
        let compact: String = text.chars().filter(|it| !it.is_whitespace()).collect();
        let compact = compact.trim_matches(|c: char| "()[]（）:：".contains(c));
        let body = [
            "단위",
            "unit",
            "Unit",
            "금액단위",
            "화폐단위",
            "통화",
            "Currency",
            "currency",
            "in",
            "In",
        ]
        .iter()
        .find_map(|it| compact.strip_prefix(it).map(|it| it.trim_start_matches([':', '：'])))
        .unwrap_or(compact);
        // `금액: 원`
        let body = body.split_once([':', '：']).map_or(body, |it| it.1);
        let whole = body;
        if is_exchange(whole) {
            return None;
        }
        let body = body.split([',', '/', '·']).next().unwrap_or(body);
        let won = |factor| Some(Unit { currency: Some(Currency::KRW), factor, counts: false });
        match body {
            "원" | "₩" | "￦" | "KRW" | "원정" => return won(None),
            "천원" => return won(Some(1_000)),
            "만원" => return won(Some(10_000)),
            "백만원" => return won(Some(1_000_000)),
            "억원" => return won(Some(100_000_000)),
            _ => {}
        }
        let said = FACTORS.iter().find_map(|(word, it)| Some((body.strip_suffix(word)?, *it)));
        let Some(currency) = scan::currency(said.map_or(body, |it| it.0)) else {
            // What a note calls the unit, and is no currency, is a thing.
            let thing = compact.starts_with("단위")
                && whole.chars().count() <= 6
                && whole.chars().all(char::is_alphabetic);
            return thing.then_some(Unit { counts: true, ..Unit::default() });
        };
        Some(Unit { currency: Some(currency), factor: said.map(|it| it.1), counts: false })
    }

    /// The unit in a label's brackets: `금액(원)`, `Amount (USD)`, `Betrag in EUR`.
    pub(super) fn of_label(label: &str) -> Option<Unit> {
        let (head, inside) = super::vocabulary::bracketed(label);
        let last = head.rsplit(' ').next();
        // `KRW equivalent`
        let code = |it: &&str| it.len() == 3 && it.chars().all(|it| it.is_ascii_uppercase());
        let first = head.split(' ').next().filter(code);
        // `원화환산액` beside amounts of other countries.
        let won = head.starts_with("원화").then_some("원");
        inside.into_iter().chain(last).chain(first).chain(won).find_map(Unit::of)
    }

    /// This unit, and where it says nothing, the other.
    pub(super) fn or(self, other: Unit) -> Unit {
        let counts = self.counts || self == Unit::default() && other.counts;
        Unit {
            currency: self.currency.or(other.currency),
            factor: self.factor.or(other.factor),
            counts,
        }
    }
}

/// `(단위: 천원)`, `(in USD)` at the end of a line or as a line of its own: where it begins, and what
/// it says.
///
/// One that gives columns units of their own says nothing of the rest ([`named_units`]).
pub(super) fn unit_note(text: &str) -> Option<(usize, Unit)> {
    if !named_units(text).is_empty() {
        return None;
    }
    let body = text.trim_end();
    let whole = body.trim_start().starts_with(['(', '[', '<']) && body.ends_with([')', ']', '>']);
    let open = body.rfind(['(', '[', '<']).filter(|_| body.ends_with([')', ']', '>']));
    let named = |it: &str| {
        let lower = it.to_lowercase();
        lower.contains("단위") || lower.contains("unit:") || lower.contains("in ")
    };
    let short = body.chars().count() <= 40;
    if let Some(at) = open {
        let inside = body.get(at..)?;
        return (short && (whole || named(inside)))
            .then(|| Some((at, Unit::of(inside)?)))
            .flatten();
    }
    let at = body.find("단위")?;
    short.then(|| Some((at, Unit::of(body.get(at..)?)?))).flatten()
}

/// Whether a heading ends with what the numbers below it count: `1. Time sheet (hours)`, `지급 내역 (시간)`.
pub(super) fn counts_things(setting: &Setting<'_>, heading: &str) -> bool {
    let body = heading.trim_end();
    let inside = body.rfind(['(', '[']).filter(|it| *it > 0 && body.ends_with([')', ']']));
    let inside = inside.and_then(|at| body.get(at + 1..body.len() - 1)).map(str::trim);
    let short = body.chars().count() <= 40;
    inside.is_some_and(|it| short && setting.counted_in(it) == Some(Kind::Quantity))
}

/// What a note says of columns by their names, as [`key`]s: `가입금액 단위: 천원 / 보험료 단위: 원`.
/// Empty if it names one unit only, which is that of all.
pub(super) fn named_units(text: &str) -> Vec<(String, Unit)> {
    const WORD: &str = "단위";
    if text.matches(WORD).count() < 2 {
        return Vec::new();
    }
    let body = text.trim().trim_matches(|c: char| "()[]<>（）※*".contains(c));
    let parts = body.split(['/', ',', ';', '·', '，']).map(|part| {
        let (name, unit) = part.split_once(WORD)?;
        let name = key(name);
        (!name.is_empty()).then_some((name, Unit::of(unit)?))
    });
    parts.collect::<Option<_>>().unwrap_or_default()
}

/// The unit in the last brackets of a heading: `2. Domestic products (KRW, net of tax)`; thousands of one
/// are a heading of their own: `KRW '000`.
pub(super) fn heading_unit(text: &str) -> Option<Unit> {
    let body = text.trim_end();
    if let Some(whole) = Unit::of(body).filter(|it| it.factor.is_some()) {
        return Some(whole);
    }
    let at = body.rfind(['(', '[']).filter(|_| body.ends_with([')', ']']))?;
    let short = body.chars().count() <= 40;
    short.then(|| Unit::of(body.get(at..)?)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_of_units_name_signs_too() {
        let usd = Currency::from_code("USD");
        assert_eq!(unit_note("(단위: US$)").map(|it| it.1.currency), Some(usd), "a sign");
        for text in ["($000)", "USD '000", "in $000s", "US$ thousands"] {
            let it = Unit::of(text).unwrap_or_default();
            assert_eq!((it.currency, it.factor), (Some(Currency::USD), Some(1_000)), "{text}");
        }
        assert_eq!(unit_note("(단위: 천원)").map(|it| it.1.factor), Some(Some(1000)), "thousands");
        let named = named_units("가입금액 단위 : 천원 / 보험료 단위 : 원");
        let named: Vec<_> = named.iter().map(|it| (it.0.as_str(), it.1.factor)).collect();
        assert_eq!(named, [("가입금액", Some(1_000)), ("보험료", None)], "columns by name");
        assert_eq!(unit_note("가입금액 단위 : 천원 / 보험료 단위 : 원"), None, "none for all");
        assert_eq!(named_units("(단위: 천원)"), [], "one for all");
        assert_eq!(
            unit_note("(단위 : €)").map(|it| it.1.currency),
            Some(Some(Currency::EUR)),
            "spaced"
        );
    }
}
