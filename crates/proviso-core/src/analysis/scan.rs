//! Finds typed values in text: amounts, dates, periods, rates, quantities, numbers of all kinds.
//!
//! **Invariant:** pure text in, byte ranges out, never overlapping, in order of appearance; a text
//! that is no value is never forced into one.
//!
//! Each kind has a finder that proposes candidates on the folded text; where two claim the same
//! bytes, the more telling form wins (a date over a number), then the earlier, then the longer one.
//! One grammar for all kinds was rejected: what a digit means is decided by its neighbors.

mod currency;
mod date;
mod english;
mod fold;
mod identifier;
mod korean;
mod money;
mod numeral;
mod party;
mod period;
mod quantity;
mod rate;
mod span;
mod spelled;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use self::fold::Folded;
pub(crate) use self::fold::word_ends;
pub use self::identifier::{business_number_is_valid, corporation_number_is_valid};
pub use self::korean::{parse_korean, spell_korean};
use crate::number::Exact;
use crate::value::{Currency, Date, Kind, Period, Value};
pub(crate) use english::{below_hundred, small_numbers};

/// A regular expression that is compiled once.
macro_rules! pattern {
    ($name:ident, $text:expr) => {
        static $name: std::sync::LazyLock<regex::Regex> = std::sync::LazyLock::new(|| {
            regex::Regex::new($text).expect("invariant: a constant pattern compiles")
        });
    };
}
use pattern;

/// What is known around the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Context {
    /// The kind that the label or column header promises.
    pub expected: Option<Kind>,
    /// The currency of bare numbers where money is expected; won if none.
    pub currency: Option<Currency>,
    /// The factor of bare amounts, from `(단위: 천원)`: 1000; one if none.
    pub factor: Option<u32>,
    /// The document's year, for dates of month and day alone.
    pub year: Option<u16>,
    /// The days that the document prints with their years, in order: near them lie those without.
    pub days: Arc<[Date]>,
    /// Whether a decimal comma is usual here (`1.234,50`); told by [`decimal_comma`].
    pub decimal_comma: bool,
    /// Whether a bare number where a rate is expected is a percentage: the header says `(%)`.
    pub percent: bool,
    /// Whether `03/04/2025` is the third of April; told by [`day_first`].
    pub day_first: bool,
}

impl Context {
    /// What a month and a day without a year mean: a day of the document's year, unless that lies far from
    /// all days that the document prints, and one of a year beside it nearer.
    fn day(&self, month: u8, day: u8) -> Option<Date> {
        let year = self.year?;
        let dates = [year, year - 1, year + 1].into_iter();
        let away = |it: &Date| self.away(it).filter(|it| *it > MONTH).unwrap_or(0);
        dates.filter_map(|year| Date::new(year, month, day)).min_by_key(away)
    }

    /// Whether a day is near one that the document prints with its year.
    fn is_near(&self, day: &Date) -> bool {
        self.away(day).is_some_and(|it| it <= MONTH)
    }

    /// How many days a day lies from the nearest one that the document prints with its year.
    fn away(&self, day: &Date) -> Option<u64> {
        // They are in order: the nearest one is beside its place among them.
        let at = self.days.partition_point(|it| it < day);
        let beside = &self.days[at.saturating_sub(1)..self.days.len().min(at + 1)];
        beside.iter().map(|it| it.days_from(day)).min()
    }
}

/// Days of a month at most.
const MONTH: u64 = 31;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Bytes of the text that say it, currency and unit included.
    pub range: Range<usize>,
    /// The value.
    pub value: Value,
    /// How sure it is, 0 to 1: a bare number that only the label makes money is less so.
    pub confidence: f32,
    /// Values that stand within it and count by themselves: the first and the last day of a range
    /// of dates. They lie in `range`, in order, and have no parts.
    pub parts: Vec<Found>,
}

/// An amount in words and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundWords {
    /// Bytes of the text, `금` and `정` included.
    pub range: Range<usize>,
    /// What they say, in the currency's main unit.
    pub says: Exact,
    /// The currency.
    pub currency: Currency,
}

/// How a number is printed; what says most of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberForm {
    /// With a currency, or with a word that only amounts have.
    Money,
    /// With a unit or a percent sign.
    Counted,
    /// Bare, with thousands apart, and with two decimals or none.
    Grouped {
        /// Whether there are decimals.
        cents: bool,
    },
    /// Bare, with two decimals.
    Cents,
    /// Bare, with other decimals.
    Fraction,
    /// Bare digits.
    Plain,
}

/// A number and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundNumber {
    /// Bytes of the text, currency and unit included.
    pub(crate) range: Range<usize>,
    /// How it is printed.
    pub(crate) form: NumberForm,
}

/// Which form wins where two claim the same bytes; the first is the most telling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Address,
    Registration,
    Span,
    Date,
    Phone,
    Rate,
    Identifier,
    Money,
    Period,
    Quantity,
    Party,
}

/// What a finder proposes, in bytes of the folded text.
#[derive(Debug, Clone, PartialEq)]
struct Candidate {
    rank: Rank,
    range: Range<usize>,
    /// None for text that is no value but keeps others from taking its digits: account numbers.
    value: Option<Value>,
    confidence: f32,
    parts: Vec<(Range<usize>, Value)>,
}

impl Candidate {
    fn value(rank: Rank, range: Range<usize>, value: Value, confidence: f32) -> Candidate {
        Candidate { rank, range, value: Some(value), confidence, parts: Vec::new() }
    }
    fn none(rank: Rank, range: Range<usize>) -> Candidate {
        Candidate { rank, range, value: None, confidence: 0.0, parts: Vec::new() }
    }
}

/// Every value in a running text. Amounts in Hangul, Hanja or English words are not among them:
/// [`words`] finds those; a mixed one with `금` before it (`금 3억 5천만원정`) is found by both, in the
/// same bytes.
pub fn scan(text: &str, context: &Context) -> Vec<Found> {
    super::steps::spend(text.len());
    let folded = Folded::new(text);
    let found = resolve(candidates(folded.text(), context));
    found
        .into_iter()
        .filter_map(|it| {
            let confidence = it.confidence;
            let part = |(range, value): (Range<usize>, Value)| Found {
                range: folded.original(&range),
                value,
                confidence,
                parts: Vec::new(),
            };
            let range = folded.original(&it.range);
            let parts = it.parts.into_iter().map(part).collect();
            Some(Found { range, value: it.value?, confidence, parts })
        })
        .collect()
}

/// Every number of a running text that is no part of something else: of a day, a telephone, a code, a
/// word. Bare ones are among them, which only a label or a column makes values.
pub(crate) fn numbers(text: &str, context: &Context) -> Vec<FoundNumber> {
    let folded = Folded::new(text);
    let text = folded.text();
    let taken = resolve(candidates(text, context));
    let mut out: Vec<FoundNumber> = taken
        .iter()
        .filter_map(|it| {
            let form = match it.value.as_ref()? {
                Value::Money(_) => NumberForm::Money,
                // A range of days, and a month, count nothing.
                Value::Period(Period::Range { .. } | Period::Month { .. }) => return None,
                Value::Rate(_) | Value::Quantity(_) | Value::Period(_) => NumberForm::Counted,
                _ => return None,
            };
            Some(FoundNumber { range: it.range.clone(), form })
        })
        .collect();
    let free = |range: &Range<usize>| {
        let overlaps = |it: &Candidate| it.range.start < range.end && range.start < it.range.end;
        !taken.iter().any(overlaps)
    };
    let bare = numeral::lex(text, context.decimal_comma);
    let bare = bare.iter().filter(|it| !it.spaced && free(&it.range));
    out.extend(bare.filter_map(|it| {
        Some(FoundNumber { range: it.range.clone(), form: bare_form(text, it)? })
    }));
    out.sort_by_key(|it| it.range.start);
    for it in &mut out {
        it.range = folded.original(&it.range);
    }
    out
}

/// The form of a number without unit or currency; none where it is a part of something longer.
fn bare_form(text: &str, numeral: &numeral::Numeral) -> Option<NumberForm> {
    let Range { start, end } = numeral.range;
    let word = fold::at(text, end).is_some_and(fold::is_hangul) && !word_ends(text, end)
        || fold::before(text, start).is_some_and(char::is_alphabetic);
    if fold::glued_before(text, start)
        || fold::glued_after(text, end)
        || numeral.leading_zero
        || word
    {
        return None;
    }
    let scale = numeral.decimal.scale;
    Some(match (numeral.grouped, scale) {
        (true, 0 | 2) => NumberForm::Grouped { cents: scale > 0 },
        (false, 0) => NumberForm::Plain,
        (false, 2) => NumberForm::Cents,
        _ => NumberForm::Fraction,
    })
}

fn candidates(text: &str, context: &Context) -> Vec<Candidate> {
    let mut out = Vec::new();
    let numerals = numeral::lex(text, context.decimal_comma);
    identifier::find(text, context, &mut out);
    let dates = date::find(text, context);
    span::find(text, &dates, context, &mut out);
    out.extend(dates.iter().map(date::Hit::candidate));
    rate::find(text, &numerals, context, &mut out);
    money::find(text, &numerals, context, &mut out);
    period::find(text, &numerals, context, &mut out);
    quantity::find(text, &numerals, context, &mut out);
    party::find(text, &mut out);
    out
}

/// Keeps the most telling candidates that do not overlap, in order of appearance.
fn resolve(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    candidates.retain(|it| !it.range.is_empty());
    candidates.sort_by(|a, b| {
        (a.rank, a.range.start)
            .cmp(&(b.rank, b.range.start))
            .then(b.range.end.cmp(&a.range.end))
            .then(b.confidence.total_cmp(&a.confidence))
    });
    let mut kept: BTreeMap<usize, Candidate> = BTreeMap::new();
    for candidate in candidates {
        let clash = kept
            .range(..candidate.range.end)
            .next_back()
            .is_some_and(|(_, it)| it.range.end > candidate.range.start);
        if !clash {
            kept.insert(candidate.range.start, candidate);
        }
    }
    kept.into_values().collect()
}

pattern!(
    TAX_NOTE,
    r"(?i)\s*[(\[-]?\s*(?:VAT|V\.A\.T\.?|부가세|부가가치세|세금|tax|MwSt\.?|USt\.?|TVA)\s*(?:\(?[0-9]{1,2}\s?%\)?)?\s*(?:포함|별도|제외|불포함|미포함|면제|included|excluded|incl\.?|excl\.?|inclusive|exclusive)\s*[)\]-]?"
);
pattern!(REST, r"^[\s:：;,.·()\[\]|/~-]*$");
pattern!(
    AROUND,
    r"^(?:약|총|합계|정|최대|최소|매|각|계|합|까지|부터|이내|이상|이하|미만|초과|내외|간|동안|예정|경|자|기준|현재|일|월|화|수|목|금|토|오전|오후|[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9])?|[0-2]?[0-9]시(?:\s?[0-5]?[0-9]분)?|(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?|within|net|from|about|approx\.?|total|[\s:;,.()\[\]~-])*$"
);

/// The value that a whole cell or the text after a label states, if all of it is one. A range of
/// dates counts as one value.
pub fn whole(text: &str, context: &Context) -> Option<Value> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return None;
    }
    match context.expected {
        Some(Kind::Text) => return Some(Value::Text(trimmed.to_owned())),
        Some(Kind::Party) => return party::clean(trimmed).map(Value::Party),
        _ => {}
    }
    let untaxed = TAX_NOTE.replace_all(trimmed, " ");
    let trimmed = if REST.is_match(&untaxed) { trimmed } else { untaxed.trim() };
    if let Some(value) = bracketed(trimmed, context) {
        return Some(value);
    }
    let mut found = scan(trimmed, context);
    let mut spoken = words(trimmed);
    spoken.retain(|it| {
        found.iter().all(|f| f.range.end <= it.range.start || it.range.end <= f.range.start)
    });
    // `금 오백만원정 (₩5,000,000)` is one amount, said twice.
    if let ([one], [word]) = (found.as_slice(), spoken.as_slice()) {
        let same = one.value.exact().as_ref() == Some(&word.says);
        let (start, end) =
            (one.range.start.min(word.range.start), one.range.end.max(word.range.end));
        let between = one.range.end.min(word.range.end)..one.range.start.max(word.range.start);
        let joined = REST.is_match(&trimmed[between]);
        if same && joined && covers(trimmed, start..end, Kind::Money) {
            return Some(one.value.clone());
        }
        return None;
    }
    if let ([], [word]) = (found.as_slice(), spoken.as_slice()) {
        let amount = crate::number::Decimal::from_exact(&word.says)?;
        let value = Value::Money(crate::value::Money { currency: word.currency, amount });
        return covers(trimmed, word.range.clone(), Kind::Money).then_some(value);
    }
    if found.len() != 1 || !spoken.is_empty() {
        return None;
    }
    let only = found.pop()?;
    covers(trimmed, only.range.clone(), only.value.kind()).then_some(only.value)
}

pattern!(
    BRACKETED,
    r"^(?:\((US\$|\$|€|£|USD |EUR |GBP )\s?([0-9][^()]*)\)|(US\$|\$|€|£|USD |EUR |GBP )\s?\(([0-9][^()]*)\))$"
);

/// `($1,234.00)` and `$(1,234.00)` as a whole cell are negative; `(₩1,234)` repeats an amount.
fn bracketed(text: &str, context: &Context) -> Option<Value> {
    let it = BRACKETED.captures(text)?;
    let (mark, digits) = it.get(1).zip(it.get(2)).or_else(|| it.get(3).zip(it.get(4)))?;
    let plain = format!("{}{}", mark.as_str(), digits.as_str());
    match whole(&plain, context)? {
        Value::Money(mut money) => {
            money.amount.digits = -money.amount.digits;
            Some(Value::Money(money))
        }
        _ => None,
    }
}

/// Whether nothing that matters stands outside of a range.
fn covers(text: &str, range: Range<usize>, kind: Kind) -> bool {
    let (head, tail) = (&text[..range.start], &text[range.end..]);
    let plain = |it: &str| REST.is_match(it) || AROUND.is_match(it);
    match kind {
        Kind::Party | Kind::Email | Kind::Phone | Kind::RegistrationNumber => {
            REST.is_match(head) && REST.is_match(tail)
        }
        _ => plain(head) && plain(tail),
    }
}

/// Amounts in words: Hangul, Hanja and mixed numerals, English.
pub fn words(text: &str) -> Vec<FoundWords> {
    let folded = Folded::new(text);
    let mut found = spelled::find(folded.text());
    found.extend(english::find(folded.text()));
    found.sort_by_key(|it| it.range.start);
    let mut end = 0;
    found.retain(|it| {
        let free = it.range.start >= end;
        if free {
            end = it.range.end;
        }
        free
    });
    for it in &mut found {
        it.range = folded.original(&it.range);
    }
    found
}

/// The currency that a text is the mark of: `USD`, `₩`, `원`.
pub fn currency(text: &str) -> Option<Currency> {
    currency::mark(text)
}

/// The currencies that a text names, with or without an amount: `(USD)`, "all amounts in euro".
pub fn currencies(text: &str) -> Vec<Currency> {
    currency::named(text)
}

/// Whether a document's numbers use the decimal comma.
pub fn decimal_comma(texts: &[&str]) -> bool {
    texts.iter().map(|it| numeral::comma_evidence(Folded::new(it).text())).sum::<i64>() > 0
}

/// Whether a document writes the day before the month in dates of digits only: some date there can
/// be read in no other way, and none the other way round.
pub fn day_first(texts: &[&str]) -> bool {
    texts.iter().map(|it| date::day_first_evidence(Folded::new(it).text())).sum::<i64>() > 0
}

#[cfg(test)]
mod tests;
