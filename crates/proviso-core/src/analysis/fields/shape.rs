//! The shape of a short text: how its digits are grouped, or what it says itself that it is.
//!
//! **Invariant:** text in, one shape out; nothing around the text is asked but the document's
//! decimal mark.

use super::super::scan;
use super::setting::{Setting, Unit};
use super::values;
use crate::number::Decimal;
use crate::value::Kind;

/// A shape of digits, or of none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    /// `1,234`.
    Grouped,
    /// `1,234.50`.
    GroupedCents,
    /// `1,234.5`.
    GroupedDecimal,
    /// `12.50`.
    Cents,
    /// `10.02`, which may be a day.
    Day,
    /// `1.5`, `118.425`.
    Decimal,
    /// `0.3618`.
    Fraction,
    /// `12`.
    Small,
    /// `20250`.
    Plain,
    /// `8809900112019`.
    Long,
    /// `0`.
    Zero,
    /// The next number of a list.
    Sequence,
    /// `10/02`.
    Slashed,
    /// Letters and digits: `T2510-004`.
    Code,
    /// Words with digits among them, or digits that are hardly any: `1O0 ,000`.
    Mixed,
    /// Words.
    Words,
    /// It says by a sign or a unit what it is: `5톤`, `₩1,000`, `2025.11.5`.
    Told(Kind),
    /// Nothing is said.
    Nothing,
}

impl Shape {
    /// The shape of a text.
    pub(super) fn of(setting: &Setting<'_>, text: &str) -> Shape {
        let body = text.trim();
        if values::is_nothing(body) {
            return Shape::Nothing;
        }
        if let Some(it) = Shape::of_number(body, setting.decimal_comma) {
            return it;
        }
        let digits = unsigned(body);
        if let Some((month, day)) = digits.split_once('/')
            && is_day(month, day)
        {
            return Shape::Slashed;
        }
        let context = setting.context(None, Unit::default());
        if let Some(it) = scan::whole(body, &context).filter(|it| it.kind() != Kind::Text) {
            return Shape::Told(it.kind());
        }
        let dated = setting.context(Some(Kind::Date), Unit::default());
        if scan::whole(body, &dated).is_some_and(|it| it.kind() == Kind::Date) {
            return Shape::Told(Kind::Date);
        }
        let letters = body.chars().filter(|c| c.is_alphabetic()).count();
        match body.chars().filter(char::is_ascii_digit).count() {
            0 => Shape::Words,
            _ if body.contains(' ') || letters == 0 => Shape::Mixed,
            _ => Shape::Code,
        }
    }

    /// The shape of a number without unit or currency; none of any other text.
    pub(super) fn of_number(text: &str, decimal_comma: bool) -> Option<Shape> {
        let digits = unsigned(text.trim());
        let point = if decimal_comma { ',' } else { '.' };
        let fits = digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.matches(point).count() <= 1
            && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'));
        fits.then(|| Shape::of_digits(decimal_comma, digits.trim_end_matches(['.', ','])))
    }

    fn of_digits(decimal_comma: bool, digits: &str) -> Shape {
        let (group, point) = if decimal_comma { ('.', ',') } else { (',', '.') };
        if digits.chars().all(|c| matches!(c, '0' | '.' | ',')) {
            return Shape::Zero;
        }
        let (whole, decimals) = digits.split_once(point).unwrap_or((digits, ""));
        let grouped = whole.contains(group);
        match (grouped, decimals.len()) {
            (true, 0) => Shape::Grouped,
            (true, 2) => Shape::GroupedCents,
            (true, _) => Shape::GroupedDecimal,
            (false, 0) if whole.len() <= 3 => Shape::Small,
            (false, 0) if whole.len() > 9 => Shape::Long,
            (false, 0) => Shape::Plain,
            (false, 2) if is_day(whole, decimals) => Shape::Day,
            (false, 2) => Shape::Cents,
            (false, 3..) if whole == "0" => Shape::Fraction,
            _ => Shape::Decimal,
        }
    }

    /// Whether it is a number without unit or sign.
    pub(super) fn is_number(self) -> bool {
        !matches!(
            self,
            Shape::Slashed
                | Shape::Code
                | Shape::Mixed
                | Shape::Words
                | Shape::Told(_)
                | Shape::Nothing
        )
    }

    /// Whether its thousands are parted.
    pub(super) fn is_grouped(self) -> bool {
        matches!(self, Shape::Grouped | Shape::GroupedCents | Shape::GroupedDecimal)
    }

    fn plain_name(self) -> &'static str {
        match self {
            Shape::Grouped => "grouped",
            Shape::GroupedCents => "grouped_cents",
            Shape::GroupedDecimal => "grouped_decimal",
            Shape::Cents => "cents",
            Shape::Day => "day",
            Shape::Decimal => "decimal",
            Shape::Fraction => "fraction",
            Shape::Small => "small",
            Shape::Plain => "plain",
            Shape::Long => "long",
            Shape::Zero => "zero",
            Shape::Sequence => "sequence",
            Shape::Slashed => "slashed",
            Shape::Code => "code",
            Shape::Mixed => "mixed",
            Shape::Words => "words",
            Shape::Told(_) | Shape::Nothing => "",
        }
    }

    /// Its name in the weights; `whole` where the currency has no cents, `cents` where amounts print theirs.
    pub(super) fn name(self, whole: bool, cents: bool) -> &'static str {
        match self {
            Shape::Grouped if cents => "grouped_among_cents",
            Shape::GroupedCents if whole => "grouped_cents_whole",
            Shape::GroupedDecimal if whole => "grouped_decimal_whole",
            Shape::Cents if whole => "cents_whole",
            Shape::Day if whole => "day_whole",
            Shape::Decimal if whole => "decimal_whole",
            Shape::Small if whole => "small_whole",
            _ => self.plain_name(),
        }
    }

    /// Every name.
    #[cfg(test)]
    pub(super) fn names() -> impl Iterator<Item = String> {
        const ALL: [Shape; 16] = [
            Shape::Grouped,
            Shape::GroupedCents,
            Shape::GroupedDecimal,
            Shape::Cents,
            Shape::Day,
            Shape::Decimal,
            Shape::Fraction,
            Shape::Small,
            Shape::Plain,
            Shape::Long,
            Shape::Zero,
            Shape::Sequence,
            Shape::Slashed,
            Shape::Code,
            Shape::Mixed,
            Shape::Words,
        ];
        let ways = [(false, false), (true, false), (false, true)];
        ALL.into_iter()
            .flat_map(move |it| ways.map(|(whole, cents)| it.name(whole, cents).to_owned()))
    }
}

/// A number without unit or currency as printed, with its sign.
pub(super) fn number(text: &str, decimal_comma: bool) -> Option<Decimal> {
    let body = text.trim();
    let point = if decimal_comma { ',' } else { '.' };
    let digits = body.chars().filter(|c| c.is_ascii_digit() || *c == point);
    let digits: String = digits.map(|c| if c == point { '.' } else { c }).collect();
    let mut it: Decimal = digits.trim_end_matches('.').parse().ok()?;
    let minus = body.starts_with(['-', '−', '△', '▲'])
        || body.starts_with('(') && body.ends_with(')')
        || body.ends_with('-');
    if minus {
        it.digits = -it.digits;
    }
    Some(it)
}

fn unsigned(text: &str) -> &str {
    text.trim_matches(|c: char| matches!(c, '-' | '−' | '△' | '▲' | '+' | '(' | ')' | ' '))
}

fn is_day(month: &str, day: &str) -> bool {
    let number = |it: &str| it.parse::<u8>().ok().filter(|_| it.len() <= 2);
    day.len() == 2
        && number(month).is_some_and(|it| (1..=12).contains(&it))
        && number(day).is_some_and(|it| (1..=31).contains(&it))
}
