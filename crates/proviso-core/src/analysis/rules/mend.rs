//! What would make a refuted rule true: for each operand the value that mends it.
//!
//! **Invariant:** every mend was tried: with its value in the place of the printed one the rule
//! holds, by the same arithmetic. Nothing here changes a value of the document.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::arithmetic::{self, Unit, actual_length, ends, plus_days, self_check, with_check_digit};
use crate::analysis::{Field, FieldId, Mend, Operand, Relation, Rule, RuleId, Status, Term};
use crate::number::{Decimal, Exact, sign};
use crate::value::{Date, Money, Period, TimeUnit, Value};

/// Fills `mends` of every refuted rule; statuses must be up to date.
pub(super) fn fill(fields: &[Field], rules: &mut [Rule]) {
    let mut users: BTreeMap<FieldId, Vec<usize>> = BTreeMap::new();
    for (n, rule) in rules.iter().enumerate() {
        for id in arithmetic::operands(&rule.relation) {
            users.entry(id).or_default().push(n);
        }
    }
    let mut scratch = fields.to_vec();
    let mut found: Vec<(usize, Vec<Mend>)> = Vec::new();
    for (n, rule) in rules.iter().enumerate() {
        if rule.status != Status::Refuted {
            continue;
        }
        let mut mends: Vec<(Mend, usize)> = Vec::new();
        for id in arithmetic::operands(&rule.relation) {
            for value in values(fields, &rule.relation, id) {
                let Some(field) = scratch.get_mut(id.0 as usize) else { continue };
                let printed = std::mem::replace(&mut field.value, value.clone());
                let holds = arithmetic::evaluate(&scratch, &rule.relation).status == Status::Holds;
                if holds {
                    let mend = effect(&scratch, rules, users.get(&id), id, value.clone());
                    mends.push((mend, edit(&printed, &value)));
                }
                if let Some(field) = scratch.get_mut(id.0 as usize) {
                    field.value = printed;
                }
                if holds {
                    break;
                }
            }
        }
        // First what breaks nothing, among those what mends most; then what gains most, breaks
        // least and is the smallest slip of the pen.
        mends.sort_by_key(|(it, edit)| {
            let (mended, broken) = (it.mends.len(), it.breaks.len());
            (
                broken > 0,
                broken.saturating_sub(mended),
                std::cmp::Reverse(mended),
                broken,
                *edit,
                it.field,
            )
        });
        found.push((n, mends.into_iter().map(|it| it.0).collect()));
    }
    for rule in rules.iter_mut() {
        rule.mends = Vec::new();
    }
    for (n, mends) in found {
        rules[n].mends = mends;
    }
}

fn effect(
    scratch: &[Field],
    rules: &[Rule],
    users: Option<&Vec<usize>>,
    field: FieldId,
    value: Value,
) -> Mend {
    let mut mend = Mend { field, value, mends: Vec::new(), breaks: Vec::new() };
    for &n in users.into_iter().flatten() {
        let after = arithmetic::evaluate(scratch, &rules[n].relation).status;
        let id: RuleId = rules[n].id;
        match (rules[n].status, after) {
            (Status::Refuted, Status::Holds) => mend.mends.push(id),
            (Status::Holds, Status::Refuted | Status::Unknown) => mend.breaks.push(id),
            _ => {}
        }
    }
    mend
}

/// How many strokes lie between two values: swapped neighbours and one changed digit count one.
fn edit(before: &Value, after: &Value) -> usize {
    let digits =
        |it: &Value| -> String { it.to_string().chars().filter(char::is_ascii_digit).collect() };
    strsim::osa_distance(&digits(before), &digits(after))
}

/// Values of `id` that may make the relation true, the likeliest first.
fn values(fields: &[Field], relation: &Relation, id: FieldId) -> Vec<Value> {
    let Some(old) = fields.get(id.0 as usize).map(|it| &it.value) else { return Vec::new() };
    let is = |it: &Operand| *it == Operand::Field(id);
    let number = |it: &Operand| arithmetic::number(fields, it).map(|it| it.0);
    let exact = |wanted: Option<Exact>| -> Vec<Value> {
        wanted.iter().filter_map(|it| express(old, it)).collect()
    };
    match relation {
        Relation::Sum { terms, result } => exact(solve_sum(fields, terms, result, id)),
        Relation::Product { factors, rounding, result } => {
            if is(result) {
                let unit = arithmetic::unit_of(old).unwrap_or(Unit::Any);
                return exact(
                    arithmetic::product(fields, factors, unit).map(|it| rounding.apply(&it)),
                );
            }
            // A value that is a factor twice would need a root.
            if factors.iter().filter(|it| is(it)).count() != 1 {
                return Vec::new();
            }
            let others = factors.iter().filter(|it| !is(it)).map(number);
            let others = others.collect::<Option<Vec<Exact>>>().map(|it| it.into_iter().product());
            quotients(old, number(result), others)
        }
        Relation::Rate { base, rate, rounding, result, negated } => {
            let signed = |it: Exact| if *negated { -it } else { it };
            if is(result) {
                let part =
                    number(base).zip(number(rate)).map(|(b, r)| signed(rounding.apply(&(b * r))));
                return exact(part);
            }
            let other = if is(base) { number(rate) } else { number(base) };
            quotients(old, number(result).map(signed), other)
        }
        Relation::Words { says, .. } => exact(Some(says.clone())),
        Relation::Checksum { .. } => {
            let Value::RegistrationNumber(text) = old else { return Vec::new() };
            let asked = fields.get(id.0 as usize).and_then(self_check);
            let mended = asked.and_then(|it| with_check_digit(text, it.1));
            mended.map(Value::RegistrationNumber).into_iter().collect()
        }
        Relation::Ordered { dates } => ordered(fields, dates, id),
        Relation::Length { start, end, length } => spans(fields, [*start, *end, *length], id),
        Relation::Same { left, right } => {
            let other = if *left == id { right } else { left };
            fields.get(other.0 as usize).map(|it| it.value.clone()).into_iter().collect()
        }
    }
}

fn solve_sum(fields: &[Field], terms: &[Term], result: &Operand, id: FieldId) -> Option<Exact> {
    let mut coefficient = Exact::zero();
    let mut rest = Exact::zero();
    let one = Exact::from_integer(BigInt::from(1));
    let minus = -one.clone();
    let all = terms
        .iter()
        .map(|it| (&it.operand, if it.negative { &minus } else { &one }))
        .chain([(result, &minus)]);
    for (operand, factor) in all {
        if *operand == Operand::Field(id) {
            coefficient += factor;
        } else {
            rest += arithmetic::number(fields, operand)?.0 * factor;
        }
    }
    (!coefficient.is_zero()).then(|| -rest / coefficient)
}

/// `result / other`, and its neighbours where rounding leaves room.
fn quotients(old: &Value, result: Option<Exact>, other: Option<Exact>) -> Vec<Value> {
    let (Some(result), Some(other)) = (result, other) else { return Vec::new() };
    if other.is_zero() {
        return Vec::new();
    }
    let quotient = result / other;
    let mut out: Vec<Value> = express(old, &quotient).into_iter().collect();
    let step = |digits: u8| Exact::new(BigInt::from(1), crate::number::pow10(u32::from(digits)));
    // The coarsest step first: 4.5 % is likelier meant than 4.4998 %.
    let steps: Vec<Exact> = match old {
        Value::Rate(_) => (2..=6).map(step).collect(),
        Value::Money(it) => {
            let printed = it.currency.minor_digits().max(it.amount.scale.min(6));
            vec![step(printed)]
        }
        Value::Quantity(it) => vec![step(it.scale.min(6))],
        _ => Vec::new(),
    };
    for step in steps {
        let below = (&quotient / &step).floor() * &step;
        let above = &below + &step;
        let mut near = [below, above];
        if (&near[1] - &quotient).abs() < (&quotient - &near[0]).abs() {
            near.swap(0, 1);
        }
        out.extend(near.iter().filter_map(|it| express(old, it)));
    }
    out
}

/// A number as a value of the same kind as `old`, if that kind can say it.
fn express(old: &Value, wanted: &Exact) -> Option<Value> {
    let before = old.exact()?;
    // A slip of the pen turns no sign, and an empty amount would not have been printed.
    if sign(&before) * sign(wanted) < 0 || (wanted.is_zero() && !before.is_zero()) {
        return None;
    }
    match old {
        Value::Money(it) => {
            let amount = Decimal::from_exact(wanted)?;
            let finest = it.currency.minor_digits().max(it.amount.scale);
            (amount.scale <= finest)
                .then_some(Value::Money(Money { currency: it.currency, amount }))
        }
        Value::Quantity(it) => {
            let amount = Decimal::from_exact(wanted)?;
            (amount.scale <= it.scale.max(2)).then_some(Value::Quantity(amount))
        }
        Value::Rate(_) => {
            let amount = Decimal::from_exact(wanted)?;
            (amount.scale <= 6).then(|| Value::Rate(wanted.clone()))
        }
        _ => None,
    }
}

fn ordered(fields: &[Field], dates: &[FieldId], id: FieldId) -> Vec<Value> {
    let date = |it: &FieldId| arithmetic::date(&fields.get(it.0 as usize)?.value);
    let Some(at) = dates.iter().position(|it| *it == id) else { return Vec::new() };
    let (Some(old), before, after) = (
        date(&id),
        at.checked_sub(1).and_then(|it| date(&dates[it])),
        dates.get(at + 1).and_then(date),
    ) else {
        return Vec::new();
    };
    // A wrong year is the usual slip, then a wrong month, then day and month swapped.
    let mut out: Vec<Date> = Vec::new();
    for step in [1i32, -1, 2, -2] {
        out.extend(
            u16::try_from(i32::from(old.year) + step)
                .ok()
                .and_then(|it| Date::new(it, old.month, old.day)),
        );
    }
    out.extend(Date::new(old.year, old.day, old.month));
    let mut months: Vec<u8> = (1..=12).collect();
    months.sort_by_key(|it| it.abs_diff(old.month));
    out.extend(months.into_iter().filter_map(|it| Date::new(old.year, it, old.day)));
    out.extend(before);
    out.extend(after);
    out.into_iter().filter(|it| *it != old).map(Value::Date).collect()
}

fn spans(fields: &[Field], [start, end, length]: [FieldId; 3], id: FieldId) -> Vec<Value> {
    let date = |it: FieldId| arithmetic::date(&fields.get(it.0 as usize)?.value);
    let (Some(first), Some(last)) = (date(start), date(end)) else { return Vec::new() };
    let Some(Value::Period(Period::Length { count, unit })) =
        fields.get(length.0 as usize).map(|it| &it.value)
    else {
        return Vec::new();
    };
    if id == end {
        return ends(first, *count, *unit).into_iter().flatten().map(Value::Date).collect();
    }
    if id == start {
        return starts(last, *count, *unit).into_iter().map(Value::Date).collect();
    }
    let units = [*unit, TimeUnit::Months, TimeUnit::Days];
    units.into_iter().filter_map(|it| actual_length(first, last, it)).map(Value::Period).collect()
}

fn starts(end: Date, count: u32, unit: TimeUnit) -> Vec<Date> {
    let days = match unit {
        TimeUnit::Hours => return Vec::new(),
        TimeUnit::Days => Some(i64::from(count)),
        TimeUnit::Weeks => Some(i64::from(count) * 7),
        TimeUnit::Months => None,
        TimeUnit::Years => None,
    };
    if let Some(days) = days {
        return [1 - days, -days].into_iter().filter_map(|it| plus_days(end, it)).collect();
    }
    let months = if unit == TimeUnit::Years { count.saturating_mul(12) } else { count };
    let Some(day) = plus_days(end, 1) else { return Vec::new() };
    let total = u32::from(day.year) * 12 + u32::from(day.month) - 1;
    let Some(total) = total.checked_sub(months) else { return Vec::new() };
    let date = u16::try_from(total / 12).ok().zip(u8::try_from(total % 12 + 1).ok());
    date.and_then(|(year, month)| Date::new(year, month, day.day)).into_iter().collect()
}
