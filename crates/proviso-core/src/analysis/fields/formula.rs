//! Written formulas: which of the numbers around `×` is the price and which count.
//!
//! **Invariant:** numbers keep their digits; only what they count is settled here, and bare factors
//! beside others are found.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::scan::{Context, Found};
use crate::number::Decimal;
use crate::value::{Money, Value};

/// Settles the kinds of a formula's factors: `시급 14,167원 × 15시간 × 1.5` multiplies by a number,
/// and of `1,500 × 10일` the one without a unit is the price.
pub(super) fn settle(text: &str, found: &mut Vec<Found>, context: &Context) {
    bare_factors(text, found);
    let factors: Vec<usize> =
        (0..found.len()).filter(|n| is_factor(text, &found[*n].range)).collect();
    if factors.len() < 2 {
        return;
    }
    // Neither within the value nor right behind it stands a unit.
    let bare = |it: &Found| {
        let behind = text.get(it.range.end..).unwrap_or_default();
        text.get(it.range.clone())
            .is_some_and(|it| it.chars().all(|c| c.is_ascii_digit() || c == ',' || c == '.'))
            && !behind.starts_with(|c: char| c.is_alphabetic() && c != 'x')
    };
    let is_money = |it: &Found| matches!(it.value, Value::Money(_));
    let priced = factors.iter().any(|n| is_money(&found[*n]) && !bare(&found[*n]));
    let mut plain: Vec<usize> = factors.iter().copied().filter(|n| bare(&found[*n])).collect();
    if priced {
        for n in plain {
            if let Value::Money(it) = &found[n].value {
                found[n].value = Value::Quantity(it.amount);
            }
        }
        return;
    }
    // `37.5시간 × 11,240 × 1.5`: of two, the grouped one is the price.
    let grouped = |n: &usize| text.get(found[*n].range.clone()).is_some_and(|it| it.contains(','));
    if plain.iter().filter(|n| grouped(n)).count() == 1 {
        let (price, others): (Vec<usize>, Vec<usize>) = plain.into_iter().partition(grouped);
        for n in others {
            if let Value::Money(it) = &found[n].value {
                found[n].value = Value::Quantity(it.amount);
            }
        }
        plain = price;
    }
    // Nothing says which is the price but that the others have units.
    if let ([only], Some(currency)) = (plain.as_slice(), context.currency)
        && let Value::Quantity(it) = &found[*only].value
    {
        let factor = context.factor.unwrap_or(1);
        let grouped = text.get(found[*only].range.clone()).is_some_and(|it| it.contains(','));
        if context.factor.is_some() || grouped {
            let amount = Decimal { digits: it.digits * i128::from(factor), scale: it.scale };
            let amount = Decimal::from_exact(&amount.exact()).unwrap_or(amount);
            found[*only].value = Value::Money(Money { currency, amount });
        }
    }
}

/// Numbers without a unit behind a factor and `×`, which nothing else takes: `11,240 × 1.5`.
fn bare_factors(text: &str, found: &mut Vec<Found>) {
    static FACTOR: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"[×✕✖]\s?(\d{1,3}(?:\.\d{1,3})?)")
            .expect("invariant: constant patterns compile")
    });
    // `1200 × 600` is a size.
    let counts = |it: &Found| {
        let text = text.get(it.range.clone()).unwrap_or_default();
        text.contains(|c: char| c.is_alphabetic() || c == ',')
    };
    if !found.iter().any(counts) {
        return;
    }
    for all in FACTOR.captures_iter(text) {
        let (Some(sign), Some(it)) = (all.get(0), all.get(1)) else { continue };
        let head = text.get(..sign.start()).unwrap_or_default().trim_end().len();
        let tail = text.get(it.end()..).unwrap_or_default().trim_start();
        let ends = tail.is_empty() || tail.starts_with(['×', '✕', '✖', '=', '(']);
        let taken =
            found.iter().any(|one| one.range.start < it.end() && it.start() < one.range.end);
        let behind = found.iter().any(|one| one.range.end == head);
        let Ok(number) = it.as_str().parse::<Decimal>() else { continue };
        if ends && behind && !taken {
            let at = found.partition_point(|one| one.range.start < it.start());
            let (range, value) = (it.range(), Value::Quantity(number));
            found.insert(at, Found { range, value, confidence: 0.9, parts: Vec::new() });
        }
    }
}

/// Whether `×` stands beside a number.
fn is_factor(text: &str, range: &Range<usize>) -> bool {
    const SIGNS: [char; 5] = ['×', '✕', '✖', '＊', '*'];
    let letter = |it: &str, head: bool| {
        let x = if head { it.strip_suffix(['x', 'X']) } else { it.strip_prefix(['x', 'X']) };
        x.is_some_and(|rest| if head { rest.ends_with(' ') } else { rest.starts_with(' ') })
    };
    let head = text.get(..range.start).unwrap_or_default().trim_end();
    let tail = text.get(range.end..).unwrap_or_default().trim_start();
    head.ends_with(SIGNS) || tail.starts_with(SIGNS) || letter(head, true) || letter(tail, false)
}
