//! Parts and multiples outside of item tables: `base × rate = part`, `quantity × price = amount`.
//!
//! A rate is tried only for an amount that it is tied to (one row, one sentence, one label, one
//! line), a quantity likewise; then every amount of the currency may be the base. Bounded by
//! [`MAX_BASES`] bases per tie.

use std::cmp::Ordering;

use num_traits::{Signed, ToPrimitive, Zero};

use super::arithmetic::Unit;
use super::book::{Book, Node, grain, improbable, is_telling, scaled, squash};
use super::candidate::{Candidate, constant, product};
use super::grid::{fitting, roundings, stated, ten_won};
use crate::analysis::relate;
use crate::analysis::{Operand, Relation, Support};
use crate::number::{Exact, Rounding, RoundingMode};
use crate::value::{Period, TimeUnit, Value};

/// Pairs of a rate and an amount tied to it that are looked at.
const MAX_TIES: usize = 600;
/// Amounts below another one that may add it up.
const BELOW: usize = 3;
/// Bits that a slip has to tell beyond all that it might have been.
const SURE: i64 = 8;
/// Different amounts that are tried as base.
const MAX_BASES: usize = 200;

/// Finds parts by rate and multiples by quantity.
pub(super) fn find(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let mut ties = 0;
    // Every amount is tried as base: how many different ones enters the estimate.
    let mut amounts: Vec<&Node> =
        book.nodes.iter().filter(|it| it.is_money() && !it.item).collect();
    amounts.sort_by(|a, b| by_value(a, b));
    let tried = amounts.chunk_by(|a, b| by_value(a, b).is_eq()).count();
    amounts.retain(|it| it.value.is_positive());
    for rate in book.nodes.iter().filter(|it| it.unit == Unit::Rate && !it.item) {
        let one = Exact::from_integer(1.into());
        if !rate.value.is_positive() || rate.value == one {
            continue;
        }
        if ties >= MAX_TIES {
            break;
        }
        for part in tied_amounts(book, rate) {
            ties += 1;
            by_rate(book, (rate, part), (tried, &amounts), out);
        }
    }
    multiples(book, out);
    yearly(book, out);
    monthly(book, out);
}

/// So many months (or years, weeks, days) at a price each: "월 1,250,000원 × 24개월".
fn monthly(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let amounts: Vec<&Node> = book
        .nodes
        .iter()
        .filter(|it| it.is_money() && !it.item && it.value.is_positive())
        .collect();
    if amounts.len() > MAX_BASES {
        return;
    }
    for field in &book.draft.fields {
        let Value::Period(Period::Length { count, unit }) = field.value else { continue };
        let words: &[&str] = match unit {
            TimeUnit::Hours => &["시급", "시간", "hour"],
            TimeUnit::Days => &["일당", "일급", "1일", "daily", "perday", "perdiem"],
            TimeUnit::Weeks => &["주급", "주당", "weekly"],
            TimeUnit::Months => &["월", "month"],
            TimeUnit::Years => &["연", "년", "annual", "year"],
        };
        if count < 2 {
            continue;
        }
        let factor = Exact::from_integer(count.into());
        for each in &amounts {
            let wanted = &each.value * &factor;
            let total = amounts.iter().find(|it| it.unit == each.unit && it.value == wanted);
            let Some(total) = total else { continue };
            let (Some(value), Some(from)) = (scaled(&total.value), scaled(&each.value)) else {
                continue;
            };
            let near =
                |it: &Node| it.id.0.abs_diff(field.id.0) <= 2 || it.label() == squash(&field.label);
            let per = each.labels.iter().any(|it| words.iter().any(|word| it.contains(word)));
            let odds = if near(total) || near(each) { 4 } else { 200 };
            if per && improbable(amounts.len() as u64, value, &[from], odds) {
                let factors = vec![each.operand(), Operand::Constant(factor.clone())];
                out.push(
                    Candidate::new(
                        "times_length",
                        product(factors, Rounding::NONE, total.operand()),
                        Support::Numbers,
                        49,
                    )
                    .claiming(total.id, "product"),
                );
            }
        }
    }
}

/// Amounts that a rate or quantity may be about, the nearest first.
fn tied_amounts<'b>(book: &'b Book<'_>, of: &Node) -> Vec<&'b Node> {
    let tied = |it: &&Node| it.is_money() && !it.item && !it.value.is_zero() && book.tied(of, it);
    let mut out: Vec<&Node> = book.nodes.iter().filter(tied).collect();
    out.sort_by_key(|it| it.id.0.abs_diff(of.id.0));
    out.truncate(6);
    out
}

/// The roundings that the text at a value names, or those that are usual for its currency.
pub(super) fn roundings_near(book: &Book<'_>, node: &Node, rate: &Node) -> Vec<Rounding> {
    let mut out = roundings(node.unit);
    out.extend(texts_at(book, node).into_iter().chain(texts_at(book, rate)).flat_map(stated));
    // Insurance and wage tax are cut to ten won as a rule, often without a word.
    out.extend(ten_won(node.unit));
    out
}

fn texts_at<'b>(book: &'b Book<'_>, node: &Node) -> Vec<&'b str> {
    let field = book.draft.fields.get(node.id.0 as usize);
    let mut out: Vec<&str> = field.map(|it| it.evidence.text.as_str()).into_iter().collect();
    out.extend(field.map(|it| it.label.as_str()));
    if let Some(cell) = node.cell {
        let table = book.draft.tables.get(cell.table as usize);
        let row = table.and_then(|it| it.rows.get(cell.row as usize));
        out.extend(row.into_iter().flatten().map(|it| it.text.as_str()));
    }
    if let Some((paragraph, _)) = node.sentence {
        out.extend(book.draft.paragraphs.get(paragraph).map(|it| it.text.as_str()));
    }
    out
}

/// Whether `base × rate` comes within the coarsest rounding of the part; cheap integers first, since
/// most bases are far off.
fn may_be(base: Option<i128>, rate: &Exact, part: Option<i128>) -> bool {
    let (Some(base), Some(part)) = (base, part.map(i128::abs)) else { return true };
    let (Some(over), Some(under)) = (rate.numer().to_i128(), rate.denom().to_i128()) else {
        return true;
    };
    let (Some(left), Some(right)) = (base.checked_mul(over), part.checked_mul(under)) else {
        return true;
    };
    // Scaled numbers count ten-thousandths; the coarsest unit is a thousand.
    under.checked_mul(10_000_000).is_none_or(|slack| (left - right).abs() <= slack)
}

/// The part of some amount at a rate; of `amounts`, smallest first, where it is none by a slip.
fn by_rate(
    book: &Book<'_>,
    (rate, part): (&Node, &Node),
    (tried, amounts): (usize, &[&Node]),
    out: &mut Vec<Candidate>,
) {
    let allowed = roundings_near(book, part, rate);
    let magnitude = part.value.abs();
    let negated = part.value.is_negative();
    let mut best: Option<(i64, &Node, Rounding)> = None;
    for base in book.nodes.iter().filter(|it| it.unit == part.unit && it.id != part.id) {
        if base.value.abs() == magnitude || !base.value.is_positive() || base.item {
            continue;
        }
        if !may_be(base.scaled, &rate.value, part.scaled) {
            continue;
        }
        let Some(rounding) = fitting(&(&base.value * &rate.value), &magnitude, &allowed) else {
            continue;
        };
        let score = base_score(book, base, rate, part);
        if best.as_ref().is_none_or(|it| score > it.0) {
            best = Some((score, base, rounding));
        }
    }
    let Some((score, base, rounding)) = best else {
        out.extend(slipped(book, (rate, part), amounts, &allowed));
        return;
    };
    // How many values the part could have had, against how many bases were tried.
    let (Some(value), Some(from)) = (scaled(&magnitude), scaled(&base.value)) else { return };
    let step = scaled(&rounding.unit.exact()).unwrap_or(1).max(grain(&[value, from]));
    let tries = (tried as i128) * if rounding.mode == RoundingMode::None { 1 } else { 4 };
    let chance = tries * step * if score >= 30 { 1 } else { 20 };
    if score < 60 && chance >= value {
        return;
    }
    let relation = Relation::Rate {
        base: base.operand(),
        rate: rate.operand(),
        rounding,
        result: part.operand(),
        negated,
    };
    let weight = 50 + u32::try_from(score.clamp(0, 15)).unwrap_or(0);
    out.push(Candidate::new("rate", relation, Support::Numbers, weight).claiming(part.id, "rate"));
}

/// `할인 (6%)  471,900` below 6,965,000, of which it would be 417,900: an amount that says its rate and is no
/// part of any other at it, but is one of some amount by a slip that is hardly a chance. Whatever the mistake,
/// it is a part of what stands right above it where a total below adds both up, or takes one from the other.
fn slipped(
    book: &Book<'_>,
    (rate, part): (&Node, &Node),
    amounts: &[&Node],
    allowed: &[Rounding],
) -> Option<Candidate> {
    let usual = |it: &&Node| {
        it.is_money() && it.unit == part.unit && it.id != part.id && it.value.is_positive()
    };
    let added = || {
        let mut above = book.nodes.iter().filter(|it| it.is_money() && it.id < part.id && !it.item);
        let base = above.next_back().filter(usual).filter(|it| adds_up(book, it, part))?;
        // What stands behind an amount is its share, rounded; of two rates neither is all of it.
        let others = book.nodes.iter().filter(|it| it.id != part.id && it.id != rate.id);
        let mut others = others.filter(|it| it.is_money() || it.unit == Unit::Rate);
        let alone = rate.id < part.id && !others.any(|it| book.same_line(it, part));
        Some((base, allowed.first()?)).filter(|_| alone && book.same_line(rate, part))
    };
    // An amount that is printed twice is one base, where it stands nearer.
    let own: Vec<&Node> = amounts.iter().copied().filter(usual).collect();
    let alike = own.chunk_by(|a, b| by_value(a, b).is_eq());
    let nearest = alike.filter_map(|it| it.iter().min_by_key(|it| it.id.0.abs_diff(part.id.0)));
    let bases: Vec<&Node> = nearest.copied().collect();
    let rates = book.nodes.iter().filter(|it| it.unit == Unit::Rate && !it.item).count();
    let (base, rounding) = by_slip(&bases, rates, rate, part, allowed).or_else(added)?;
    let relation = Relation::Rate {
        base: base.operand(),
        rate: rate.operand(),
        rounding: rounding.clone(),
        result: part.operand(),
        negated: part.value.is_negative(),
    };
    let candidate = Candidate::new("rate", relation, Support::Layout, 50);
    Some(candidate.claiming(part.id, "rate").alarming(true))
}

/// By value: as whole numbers where they are some, since fractions of any size take ten times as long to
/// compare.
fn by_value(a: &Node, b: &Node) -> Ordering {
    match (a.scaled, b.scaled) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => a.value.cmp(&b.value),
    }
}

/// The one base of which an amount is a part by a slip of the pen: what its digits tell must exceed how many
/// rates, bases, roundings and slips there are to choose from.
fn by_slip<'b, 'r>(
    bases: &[&'b Node],
    rates: usize,
    rate: &Node,
    part: &Node,
    allowed: &'r [Rounding],
) -> Option<(&'b Node, &'r Rounding)> {
    let printed = part.scaled.map(i128::abs).filter(|it| *it > 0)?;
    // Who is less apart rounded otherwise.
    let coarse = allowed.iter().filter_map(|it| scaled(&it.unit.exact())).max().unwrap_or(0);
    let told = |exact: &Exact, rounding: &Rounding| {
        let should = scaled(&rounding.apply(exact))?.abs();
        if !relate::is_slip(should, printed) {
            return None;
        }
        // Zeros that both carry say nothing.
        let size = printed / grain(&[should, printed]);
        let digits = i128::from(size.checked_ilog10()? + 1);
        let slips = digits * if sorted(should) == sorted(printed) { 2 } else { 9 };
        let ways = slips * (rates.max(1) * bases.len() * allowed.len()) as i128;
        let left = i64::from(size.ilog2()) - i64::from(ways.ilog2());
        ((should - printed).abs() > coarse).then_some(left)
    };
    let way = |base: &&'b Node| {
        if !as_long(base.scaled, &rate.value, (printed, coarse)) {
            return None;
        }
        let exact = &base.value * &rate.value;
        let ways = allowed.iter().filter_map(|it| Some((told(&exact, it)?, *base, it)));
        ways.max_by_key(|it| it.0)
    };
    let mut found: Vec<(i64, &Node, &Rounding)> = bases.iter().filter_map(way).collect();
    found.retain(|it| it.0 >= SURE);
    match found[..] {
        [(_, base, rounding)] => Some((base, rounding)),
        _ => None,
    }
}

/// Whether `base × rate`, rounded to `coarse` at most, may have as many digits as what is printed, as what
/// came of it by a slip has; cheap integers first, since most bases are far off.
fn as_long(base: Option<i128>, rate: &Exact, (printed, coarse): (i128, i128)) -> bool {
    let parts = base.zip(rate.numer().to_i128()).zip(rate.denom().to_i128());
    let Some(((base, over), under)) = parts else { return true };
    let Some(about) = base.checked_mul(over).and_then(|it| it.checked_div(under)) else {
        return true;
    };
    let digits = |it: i128| it.checked_ilog10().unwrap_or(0);
    let (about, off) = (about.saturating_abs(), coarse.saturating_abs().saturating_add(1));
    let least = digits(about.saturating_sub(off).max(0));
    (least..=digits(about.saturating_add(off))).contains(&digits(printed))
}

/// Whether an amount right below is what two amounts are together, or what one leaves of the other.
fn adds_up(book: &Book<'_>, base: &Node, part: &Node) -> bool {
    let size = part.value.abs();
    let together = [&base.value + &size, &base.value - &size];
    let below = book.nodes.iter().filter(|it| it.is_money() && it.id > part.id && !it.item);
    size < base.value
        && below.take(BELOW).any(|it| it.unit == part.unit && together.contains(&it.value))
}

/// The digits of a number, the smallest first.
fn sorted(it: i128) -> Vec<u8> {
    let mut digits = it.to_string().into_bytes();
    digits.sort_unstable();
    digits
}

/// How much speaks for an amount as the base of a part: what it is called, where it stands.
fn base_score(book: &Book<'_>, base: &Node, rate: &Node, part: &Node) -> i64 {
    let mut score = 0;
    if base.sentence.is_some() && base.sentence == rate.sentence || book.same_row(base, rate) {
        score += 60;
    } else if book.tied(base, rate) {
        score += 40;
    }
    if base.says_total() {
        score += 30;
    }
    if base.cell.is_none() && base.sentence.is_none() {
        score += 10;
    }
    let apart = i64::from(base.id.0.abs_diff(part.id.0));
    // A discount or tax is mostly of what stands right above it.
    score + (12 - apart).max(0) + i64::from(base.id < part.id)
}

/// `quantity × price [× factor] = amount` outside of item tables.
fn multiples(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let amounts: Vec<&Node> = book
        .nodes
        .iter()
        .filter(|it| it.is_money() && !it.item && it.value.is_positive())
        .collect();
    if amounts.len() > MAX_BASES {
        return;
    }
    let counts = |it: &&Node| {
        matches!(it.unit, Unit::Quantity | Unit::Rate)
            && !it.item
            && is_telling(&it.value)
            && it.value.is_positive()
    };
    let quantities: Vec<&Node> = book.nodes.iter().filter(counts).take(MAX_BASES).collect();
    for result in amounts.iter().filter(|it| !it.is_unit_price()) {
        // Pieces tied to the result, or to one price together.
        let own: Vec<&Node> =
            quantities.iter().copied().filter(|it| book.tied(it, result)).collect();
        let mut sets: Vec<Vec<&Node>> = Vec::new();
        for (n, a) in own.iter().enumerate() {
            if a.unit == Unit::Quantity {
                sets.push(vec![*a]);
            }
            for b in &own[n + 1..] {
                if a.unit == Unit::Quantity || b.unit == Unit::Quantity {
                    sets.push(vec![*a, *b]);
                }
            }
        }
        // "1,650,000 × 100": quantity and price stand together, the product elsewhere.
        for a in quantities
            .iter()
            .filter(|it| it.unit == Unit::Quantity && !own.iter().any(|o| o.id == it.id))
        {
            sets.push(vec![*a]);
        }
        let mut best: Option<(u32, Vec<Operand>, Rounding)> = None;
        for set in sets {
            let factor: Exact = set.iter().map(|it| it.value.clone()).product();
            // Half of an amount is another relation than so many times a price.
            if factor <= Exact::from_integer(1.into()) {
                continue;
            }
            let is_own = set.iter().all(|it| own.iter().any(|o| o.id == it.id));
            for price in &amounts {
                if price.id == result.id || price.unit != result.unit || price.value == result.value
                {
                    continue;
                }
                let priced = set.iter().all(|it| book.tied(it, price));
                // Written beside a price but not beside the product, it needs a tie between these two.
                if !(is_own || (priced && book.tied(price, result))) {
                    continue;
                }
                let Some(rounding) =
                    fitting(&(&factor * &price.value), &result.value, &roundings(result.unit)[..3])
                else {
                    continue;
                };
                let (Some(value), Some(from)) = (scaled(&result.value), scaled(&price.value))
                else {
                    continue;
                };
                let tries = (amounts.len() * quantities.len()).max(1) as i128;
                let chance = tries * grain(&[value, from]);
                let weight = match (is_own && priced, is_own, price.is_unit_price()) {
                    (true, _, _) => 58,
                    (_, true, true) => 56,
                    (_, true, _) => 50,
                    _ => 47,
                };
                // All in one sentence, or a price by its name: what is written there is meant.
                let meant = weight >= 56 && rounding.mode == RoundingMode::None;
                if !(meant || chance * 20 < value) {
                    continue;
                }
                if best.as_ref().is_none_or(|it| weight > it.0) {
                    let mut factors: Vec<Operand> = vec![price.operand()];
                    factors.extend(set.iter().map(|it| it.operand()));
                    best = Some((weight, factors, rounding));
                }
            }
        }
        if let Some((weight, factors, rounding)) = best {
            let relation = product(factors, rounding, result.operand());
            out.push(
                Candidate::new("multiple", relation, Support::Numbers, weight)
                    .claiming(result.id, "product"),
            );
        }
    }
}

/// A yearly amount is twelve monthly ones.
fn yearly(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let says =
        |it: &Node, words: &[&str]| it.labels.iter().any(|l| words.iter().any(|w| l.contains(w)));
    let per_year = |it: &&Node| {
        says(it, &["연봉", "연간", "년간", "연액", "annual", "yearly"])
            || it.meaning.contains("annual")
    };
    let per_month = |it: &&Node| {
        says(it, &["월급", "월액", "월지급", "월세", "월차임", "매월", "monthly"])
            || it.label().starts_with('월')
            || it.meaning.contains("monthly")
    };
    let twelve = Exact::from_integer(12.into());
    for year in book.nodes.iter().filter(|it| it.is_money()).filter(per_year) {
        let months = book.nodes.iter().filter(|it| it.unit == year.unit).filter(per_month);
        for month in months {
            if &month.value * &twelve == year.value {
                let relation =
                    product(vec![month.operand(), constant(12, 1)], Rounding::NONE, year.operand());
                out.push(
                    Candidate::new("twelve_months", relation, Support::Numbers, 59)
                        .claiming(year.id, "product"),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::number::Decimal;

    proptest! {
        /// Only what is no slip of any rounding is left out for its length.
        #[test]
        fn what_has_another_length_is_no_slip(
            base in 1_i64..2_000_000_000,
            rate in 1_i64..4_000,
            mode in prop::sample::select(vec![RoundingMode::Floor, RoundingMode::HalfUp, RoundingMode::Ceiling]),
            unit in prop::sample::select(vec![1_i128, 10, 1_000]),
            digit in 0_u32..9,
            by in 1_i128..10,
        ) {
            let exact = |it: i64| Exact::from_integer(it.into());
            let (base, rate) = (exact(base), exact(rate) / exact(10_000));
            let rounding = Rounding { mode, unit: Decimal::whole(unit) };
            let should = scaled(&rounding.apply(&(&base * &rate))).unwrap();
            // One of its digits is another one.
            let place = 10_i128.pow(digit) * 10_000;
            let old = should / place % 10;
            let printed = should + ((old + by) % 10 - old) * place;
            prop_assume!(printed > 0 && relate::is_slip(should, printed));
            let coarse = scaled(&rounding.unit.exact()).unwrap();
            prop_assert!(as_long(scaled(&base), &rate, (printed, coarse)));
        }
    }
}
