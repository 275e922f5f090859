//! Whether a relation is true of the fields, by exact arithmetic.
//!
//! **Invariant:** pure integers and fractions, no floats; operands of the wrong kind and mixed
//! currencies give [`Status::Unknown`], never a guess and never a panic.

use num_traits::{One, Signed, Zero};

use crate::analysis::{Field, FieldId, Operand, Relation, Sides, Status, Term};
use crate::number::{Decimal, Exact, Rounding, show_exact};
use crate::value::{Currency, Date, Money, Period, TimeUnit, Value};

/// What a number counts; only equal units add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Unit {
    /// Money of a currency, in its main unit.
    Money(Currency),
    /// A fraction.
    Rate,
    /// A number of things.
    Quantity,
    /// A constant of the rule: takes any unit.
    Any,
}

/// The unit of a value, if it is a number.
pub(super) fn unit_of(value: &Value) -> Option<Unit> {
    match value {
        Value::Money(it) => Some(Unit::Money(it.currency)),
        Value::Rate(_) => Some(Unit::Rate),
        Value::Quantity(_) => Some(Unit::Quantity),
        _ => None,
    }
}

/// Status and, where both sides can be computed, the sides.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outcome {
    /// True, false or not to be computed.
    pub status: Status,
    /// Printed against computed; absent when unknown.
    pub sides: Option<Sides>,
    /// What the other side comes to, where that is a number.
    pub computed: Option<Exact>,
}

impl Outcome {
    const UNKNOWN: Outcome = Outcome { status: Status::Unknown, sides: None, computed: None };

    fn compare(holds: bool, printed: String, computed: String) -> Outcome {
        let status = if holds { Status::Holds } else { Status::Refuted };
        Outcome { status, sides: Some(Sides { printed, computed }), computed: None }
    }

    fn of(printed: &Exact, computed: Exact, unit: Unit) -> Outcome {
        let sides = (show(printed, unit), show(&computed, unit));
        let it = Outcome::compare(*printed == computed, sides.0, sides.1);
        Outcome { computed: Some(computed), ..it }
    }
}

/// The fields that a relation speaks of, each once: what it comes to, then what that is made of.
pub(crate) fn operands(relation: &Relation) -> Vec<FieldId> {
    let parts = relation.parts().into_iter().map(|it| it.operand);
    let mut seen = Vec::new();
    for it in relation.result().into_iter().chain(parts) {
        if let Operand::Field(id) = it
            && !seen.contains(&id)
        {
            seen.push(id);
        }
    }
    seen
}

/// The factors of a product without the minus that its constants have, and whether there is one: what is
/// taken off is printed below zero, and computed and rounded as if it were not.
pub(crate) fn unsigned(factors: &[Operand]) -> (Vec<Operand>, bool) {
    let mut minus = false;
    let mut out = Vec::new();
    for it in factors {
        match it {
            Operand::Constant(it) if it.is_negative() => {
                minus = !minus;
                let size = it.abs();
                out.extend((!size.is_one()).then_some(Operand::Constant(size)));
            }
            _ => out.push(it.clone()),
        }
    }
    (out, minus)
}

/// The factors of a product that is taken off, which have no minus: with one in a constant, where there is
/// one.
pub(crate) fn taken_off(mut factors: Vec<Operand>) -> Vec<Operand> {
    let constant = factors.iter_mut().find_map(|it| match it {
        Operand::Constant(it) => Some(it),
        Operand::Field(_) => None,
    });
    match constant {
        Some(it) => *it = -it.clone(),
        None => factors.push(Operand::Constant(-Exact::one())),
    }
    factors
}

/// Whether a product is of what is taken off: its result is printed below zero, as its factors are not.
pub(crate) fn is_taken_off<'a>(
    value: impl Fn(&Operand) -> Option<Exact>,
    factors: impl IntoIterator<Item = &'a Operand>,
    result: &Operand,
) -> bool {
    let below = |it: &Operand| value(it).is_some_and(|it| it.is_negative());
    let odd = factors.into_iter().filter(|it| below(it)).count() % 2 == 1;
    below(result) != odd && !value(result).is_some_and(|it| it.is_zero())
}

/// A product with the sign that its numbers ask for. Other relations stay as they are.
pub(crate) fn signed(fields: &[Field], relation: Relation) -> Relation {
    let value = |it: &Operand| Some(number(fields, it)?.0);
    match relation {
        Relation::Product { factors, rounding, result } => {
            let (factors, _) = unsigned(&factors);
            let minus = is_taken_off(value, &factors, &result);
            let factors = if minus { taken_off(factors) } else { factors };
            Relation::Product { factors, rounding, result }
        }
        Relation::Rate { base, rate, rounding, result, .. } => {
            let negated = is_taken_off(value, [&base, &rate], &result);
            Relation::Rate { base, rate, rounding, result, negated }
        }
        other => other,
    }
}

/// The number that an operand stands for.
pub(super) fn number(fields: &[Field], operand: &Operand) -> Option<(Exact, Unit)> {
    match operand {
        Operand::Constant(it) => Some((it.clone(), Unit::Any)),
        Operand::Field(id) => {
            let value = &fields.get(id.0 as usize)?.value;
            Some((value.exact()?, unit_of(value)?))
        }
    }
}

fn unify(left: Unit, right: Unit) -> Option<Unit> {
    match (left, right) {
        (Unit::Any, it) | (it, Unit::Any) => Some(it),
        (a, b) => (a == b).then_some(a),
    }
}

/// A number in the canonical text of a unit: `KRW 1234`, `1/10`, `2.5`.
pub(super) fn show(value: &Exact, unit: Unit) -> String {
    match (unit, Decimal::from_exact(value)) {
        (Unit::Money(currency), Some(amount)) => Money { currency, amount }.to_string(),
        (Unit::Money(currency), None) => format!("{} {}", currency.code(), show_exact(value)),
        (Unit::Quantity, Some(it)) => it.to_string(),
        _ => show_exact(value),
    }
}

/// What the terms of a sum add up to, and in which unit.
pub(super) fn total(fields: &[Field], terms: &[Term]) -> Option<(Exact, Unit)> {
    let mut sum = Exact::zero();
    let mut unit = Unit::Any;
    for term in terms {
        let (value, its) = number(fields, &term.operand)?;
        unit = unify(unit, its)?;
        sum = if term.negative { sum - value } else { sum + value };
    }
    (!terms.is_empty()).then_some((sum, unit))
}

/// What factors multiply to before rounding, with the result's unit as the factors allow it.
///
/// At most one factor is money. Another currency for the result is allowed only where a rate among
/// the factors converts it.
pub(super) fn product(fields: &[Field], factors: &[Operand], result: Unit) -> Option<Exact> {
    let mut out = Exact::one();
    let mut money = None;
    let mut has_rate = false;
    for factor in factors {
        let (value, unit) = number(fields, factor)?;
        match unit {
            Unit::Money(currency) => {
                if money.replace(currency).is_some() {
                    return None;
                }
            }
            Unit::Rate => has_rate = true,
            Unit::Quantity | Unit::Any => {}
        }
        out *= value;
    }
    let fits = match (money, result) {
        (_, Unit::Any) => true,
        (Some(currency), Unit::Money(other)) => currency == other || has_rate,
        (None, Unit::Quantity | Unit::Rate) => true,
        _ => false,
    };
    (fits && factors.len() >= 2).then_some(out)
}

/// Evaluates a relation over the fields.
pub(super) fn evaluate(fields: &[Field], relation: &Relation) -> Outcome {
    outcome(fields, relation).unwrap_or(Outcome::UNKNOWN)
}

fn outcome(fields: &[Field], relation: &Relation) -> Option<Outcome> {
    let value = |id: &FieldId| fields.get(id.0 as usize).map(|it| &it.value);
    Some(match relation {
        Relation::Sum { terms, result } => {
            let (printed, unit) = number(fields, result)?;
            let (computed, its) = total(fields, terms)?;
            let unit = unify(unit, its)?;
            Outcome::of(&printed, computed, unit)
        }
        Relation::Product { factors, rounding, result } => {
            let (printed, unit) = number(fields, result)?;
            let computed = apply(rounding, &product(fields, factors, unit)?)?;
            Outcome::of(&printed, computed, unit)
        }
        Relation::Rate { base, rate, rounding, result, negated } => {
            let (printed, unit) = number(fields, result)?;
            let (base, its) = number(fields, base)?;
            let (rate, kind) = number(fields, rate)?;
            let unit = unify(unit, its)?;
            if !matches!(kind, Unit::Rate | Unit::Any) {
                return None;
            }
            let part = apply(rounding, &(base * rate))?;
            let computed = if *negated { -part } else { part };
            Outcome::of(&printed, computed, unit)
        }
        Relation::Words { says, amount, .. } => {
            let amount = value(amount)?;
            let unit = unit_of(amount).filter(|it| matches!(it, Unit::Money(_)))?;
            let printed = amount.exact()?;
            Outcome::compare(printed == *says, show(&printed, unit), show(says, unit))
        }
        Relation::Checksum { number } => {
            let field = fields.get(number.0 as usize)?;
            let (holds, asked) = self_check(field)?;
            let computed = with_check_digit(&field.value.to_string(), asked)?;
            Outcome::compare(holds, field.value.to_string(), computed)
        }
        Relation::Ordered { dates } => {
            let dates: Option<Vec<Date>> = dates.iter().map(|it| date(value(it)?)).collect();
            let dates = dates.filter(|it| it.len() >= 2)?;
            match dates.windows(2).find(|it| it[0] > it[1]) {
                None => Outcome { status: Status::Holds, sides: None, computed: None },
                Some(pair) => Outcome::compare(false, pair[1].to_string(), pair[0].to_string()),
            }
        }
        Relation::Length { start, end, length } => {
            let (start, end) = (date(value(start)?)?, date(value(end)?)?);
            let Value::Period(Period::Length { count, unit }) = value(length)? else {
                return None;
            };
            let holds = ends(start, *count, *unit)?.contains(&end);
            let actual = actual_length(start, end, *unit)
                .map_or_else(|| Period::Range { start, end }.to_string(), |it| it.to_string());
            Outcome::compare(holds, value(length)?.to_string(), actual)
        }
        Relation::Same { left, right } => {
            let (left, right) = (value(left)?, value(right)?);
            let same = match (left.exact(), right.exact()) {
                (Some(a), Some(b)) => {
                    unify(unit_of(left)?, unit_of(right)?)?;
                    a == b
                }
                _ if left.kind() != right.kind() => return None,
                _ => left == right,
            };
            Outcome::compare(same, left.to_string(), right.to_string())
        }
    })
}

fn apply(rounding: &Rounding, value: &Exact) -> Option<Exact> {
    rounding.unit.exact().is_positive().then(|| rounding.apply(value))
}

/// The day that a value is, if it is one.
pub(super) fn date(value: &Value) -> Option<Date> {
    if let Value::Date(it) = value { Some(*it) } else { None }
}

/// The last days that `count` units from `start` may mean: counted with the first day and without.
pub(super) fn ends(start: Date, count: u32, unit: TimeUnit) -> Option<Vec<Date>> {
    let months = |n: u32| -> Option<Vec<Date>> {
        let after = start.plus_months(n)?;
        Some(vec![after.previous()?, after])
    };
    let days = |n: u32| -> Option<Vec<Date>> {
        let with = plus_days(start, i64::from(n) - 1)?;
        Some(vec![with, plus_days(start, i64::from(n))?])
    };
    // Longer stretches than the calendar holds are no business of ours.
    match unit {
        TimeUnit::Hours => None,
        TimeUnit::Days => days(count),
        TimeUnit::Weeks => days(count.checked_mul(7)?),
        TimeUnit::Months => months(count),
        TimeUnit::Years => months(count.checked_mul(12)?),
    }
    .filter(|_| count > 0)
}

/// The date some days later (or earlier), inside the calendar of [`Date`].
pub(super) fn plus_days(from: Date, days: i64) -> Option<Date> {
    if days.abs() > 110_000 {
        return None;
    }
    // Near the target by months, then day by day: at most a few steps, and no second calendar.
    let target = from.ordinal().checked_add(days)?;
    let mut year = (i64::from(from.year) + days.div_euclid(365) - 1).max(1900);
    if days > 0 {
        year = i64::from(from.year) + days / 367;
    }
    loop {
        let first = Date::new(u16::try_from(year).ok()?, 1, 1)?;
        let next = first.ordinal()
            + if crate::value::days_in_month(first.year, 2) == 29 { 366 } else { 365 };
        if target < next {
            let mut month = 1u8;
            let mut left = target - first.ordinal();
            if left < 0 {
                return None;
            }
            loop {
                let length = i64::from(crate::value::days_in_month(first.year, month));
                if left < length {
                    return Date::new(first.year, month, u8::try_from(left + 1).ok()?);
                }
                left -= length;
                month += 1;
            }
        }
        year += 1;
    }
}

/// The length of a range in a unit, if it is a whole number of them, first and last day included.
pub(super) fn actual_length(start: Date, end: Date, unit: TimeUnit) -> Option<Period> {
    let days = u32::try_from(end.ordinal() - start.ordinal() + 1).ok().filter(|it| *it > 0)?;
    let count = match unit {
        TimeUnit::Hours => None,
        TimeUnit::Days => Some(days),
        TimeUnit::Weeks => days.is_multiple_of(7).then_some(days / 7),
        TimeUnit::Months => whole_months(start, end),
        TimeUnit::Years => whole_months(start, end).filter(|it| it % 12 == 0).map(|it| it / 12),
    }?;
    Some(Period::Length { count, unit })
}

fn whole_months(start: Date, end: Date) -> Option<u32> {
    let months = (i64::from(end.year) - i64::from(start.year)) * 12 + i64::from(end.month)
        - i64::from(start.month);
    let near = [months - 1, months, months + 1];
    let fits =
        |n: &u32| *n > 0 && ends(start, *n, TimeUnit::Months).is_some_and(|it| it.contains(&end));
    near.into_iter().filter_map(|it| u32::try_from(it).ok()).find(fits)
}

/// The digits of a number that is printed with hyphens and blanks only, if it has so many.
fn digits<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.chars().any(|it| !(it.is_ascii_digit() || it == '-' || it == ' ')) {
        return None;
    }
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|it| it - b'0').collect();
    digits.try_into().ok()
}

/// The ten digits of a Korean business registration number; none for other numbers.
fn business_digits(text: &str) -> Option<[u8; 10]> {
    digits(text)
}

/// Whether a registration number keeps its check digit, and the digit that its others ask for; none
/// where it has none.
///
/// Of thirteen digits a corporation's number and a person's look alike: one that does not fit is
/// wrong only where its label says that it is a corporation's.
pub(super) fn self_check(field: &Field) -> Option<(bool, u8)> {
    let Value::RegistrationNumber(text) = &field.value else { return None };
    if let Some(digits) = business_digits(text) {
        let asked = check_digit(&digits);
        return Some((asked == digits[9], asked));
    }
    let digits = digits(text)?;
    let asked = corporate_digit(&digits);
    let is_corporate = || {
        let labels = field.also.iter().chain([&field.label]);
        let mut words = labels.map(|it| it.to_lowercase());
        words.any(|it| it.contains("법인") || it.contains("corporat"))
    };
    let wrong = || is_corporate() && resident_digit(&digits) != digits[12];
    (asked == digits[12] || wrong()).then_some((asked == digits[12], asked))
}

/// Whether a text keeps the check digit of any kind of number, as `keepsCheckDigit` of the library
/// asks.
pub(crate) fn keeps_some_digit(text: &str) -> bool {
    let business = business_digits(text).is_some_and(|it| check_digit(&it) == it[9]);
    let of_thirteen =
        |it: [u8; 13]| corporate_digit(&it) == it[12] || resident_digit(&it) == it[12];
    business || digits(text).is_some_and(of_thirteen)
}

/// The thirteenth digit of a corporation's number: weights 1 and 2 in turn.
fn corporate_digit(digits: &[u8; 13]) -> u8 {
    let sum: u32 =
        digits[..12].iter().zip([1, 2].iter().cycle()).map(|(d, w)| u32::from(*d) * w).sum();
    ((10 - sum % 10) % 10) as u8
}

/// The thirteenth digit of a person's number: weights 2 to 9, then 2 to 5.
fn resident_digit(digits: &[u8; 13]) -> u8 {
    const WEIGHTS: [u32; 12] = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];
    let sum: u32 = digits.iter().zip(WEIGHTS).map(|(d, w)| u32::from(*d) * w).sum();
    ((11 - sum % 11) % 10) as u8
}

/// The tenth digit that the first nine ask for.
///
/// National Tax Service: weights 1 3 7 1 3 7 1 3 5, plus the tens of the last product; the check
/// digit makes the sum a multiple of ten.
fn check_digit(digits: &[u8; 10]) -> u8 {
    const WEIGHTS: [u32; 9] = [1, 3, 7, 1, 3, 7, 1, 3, 5];
    let mut sum: u32 = digits.iter().zip(WEIGHTS).map(|(d, w)| u32::from(*d) * w).sum();
    sum += u32::from(digits[8]) * 5 / 10;
    ((10 - sum % 10) % 10) as u8
}

/// A number with another last digit.
pub(super) fn with_check_digit(text: &str, digit: u8) -> Option<String> {
    let at = text.rfind(|it: char| it.is_ascii_digit())?;
    let mut out = text.to_owned();
    out.replace_range(at..=at, &digit.to_string());
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_digit_is_the_tax_services() {
        for (text, holds) in [("123-45-67891", true), ("123-45-67819", false)] {
            let digits = business_digits(text).unwrap();
            assert_eq!(check_digit(&digits) == digits[9], holds, "{text}");
        }
        assert!(business_digits("110111-1234567").is_none(), "thirteen digits are another number");
        assert!(business_digits("123-45-6789*").is_none(), "masked");
    }

    #[test]
    fn a_number_of_thirteen_digits_is_wrong_only_as_a_corporations() {
        let said = |label: &str, text: &str| {
            let json = serde_json::json!({
                "id": 0, "name": "n", "label": label, "kind": "registration_number", "value": text,
                "evidence": { "document": 0, "page": 1, "boxes": [], "text": text },
                "confidence": 1.0, "route": "label_value",
            });
            let field: Field = serde_json::from_value(json).unwrap();
            self_check(&field).map(|it| it.0)
        };
        assert_eq!(said("법인등록번호", "180111-5502744"), Some(true));
        assert_eq!(
            said("등록번호", "180111-5502744"),
            Some(true),
            "it fits, whatever it is called"
        );
        assert_eq!(said("법인등록번호", "180111-5502745"), Some(false));
        assert_eq!(
            said("주민등록번호", "180111-5502745"),
            None,
            "a person's may have no check digit"
        );
        assert_eq!(said("법인등록번호", "110111-******"), None, "masked");
    }

    #[test]
    fn days_are_added_over_years() {
        let date = |y, m, d| Date::new(y, m, d).unwrap();
        assert_eq!(plus_days(date(2024, 12, 31), 1), Some(date(2025, 1, 1)), "over the year");
        assert_eq!(plus_days(date(2024, 1, 31), 365), Some(date(2025, 1, 30)), "a leap year");
        assert_eq!(plus_days(date(2025, 3, 1), -1), Some(date(2025, 2, 28)), "backwards");
        assert_eq!(plus_days(date(2199, 12, 31), 1), None, "the calendar's edge");
        for days in -400..800 {
            let there = plus_days(date(2024, 2, 29), days).unwrap();
            assert_eq!(there.ordinal() - date(2024, 2, 29).ordinal(), days, "{there}");
        }
    }

    #[test]
    fn a_length_fits_with_and_without_the_first_day() {
        let date = |y, m, d| Date::new(y, m, d).unwrap();
        let months = ends(date(2025, 3, 15), 24, TimeUnit::Months).unwrap();
        assert!(months.contains(&date(2027, 3, 14)), "both days included");
        let days = ends(date(2025, 5, 12), 30, TimeUnit::Days).unwrap();
        assert!(days.contains(&date(2025, 6, 11)), "thirty days from a day on");
        assert_eq!(ends(date(2025, 5, 12), 48, TimeUnit::Hours), None, "hours have no days");
    }
}
