//! Numbers that no reader took for values, and thousands that no note was near enough to tell:
//! arithmetic settles both.
//!
//! A number that stands by itself and that a relation between numbers needs is a value of the kind
//! that the relation asks for. Numbers that add up as they are printed are printed in one unit.
//!
//! **Invariant:** only digits that are printed become values; what no relation speaks for stays out.

mod alike;
mod factors;
mod units;

use std::collections::{BTreeMap, BTreeSet};

use num_integer::Integer;
use num_traits::Signed;

use super::super::Route;
use super::super::layout::{PageLayout, Text};
use super::super::relate::{self, Counts, Figure, Shape as Tied};
use super::super::scan;
use super::collect::{Seed, Slot};
use super::heard;
use super::mentions::{self, Around};
use super::output::{Output, waiting};
use super::setting::Setting;
use super::shape::{self, Shape};
use super::values;
use crate::document::Rect;
use crate::number::{Decimal, Exact};
use crate::value::{Currency, Kind, Money, Period, Value};

/// More numbers than this are not settled: a ledger of thousands of rows has been read by its table.
const MOST: usize = 4000;

/// More of a thing than this look like an amount of money.
pub(super) const LARGEST_COUNT: i64 = 100_000;
/// Results whose right edges are so near stand in one column.
const COLUMN: f32 = 8.0;
/// Letters of a unit that stands right behind a number.
const LONGEST_UNIT: usize = 3;

/// Digits of the cents of most currencies.
const CENTS: u8 = 2;

/// What a number counts, as far as that is known, and an amount's currency.
type Kinded = Option<(Kind, Option<Currency>)>;

/// A number as printed.
struct Printed {
    text: Text,
    rect: Rect,
    page: u32,
    raw: Decimal,
    /// What the digits are multiplied by.
    factor: i128,
    /// Whether nothing but digits is printed, so that a unit may stand elsewhere.
    bare: bool,
    /// Whether a note says that it is not shortened: `(단위: 원)`.
    whole: bool,
    /// Whether its currency is printed with it, or named by its own label or the header above it.
    named: bool,
    kind: Kinded,
    slot: Option<Slot>,
    prose: bool,
    /// Whether a unit stands right behind it, or it ends an item of an enumeration, so that it counts
    /// something: `1,250주`, `수량 8, 단가 …`.
    counts: bool,
    /// The word before it, where it ends an item of an enumeration.
    item: Option<String>,
    /// Of which product it is written as a factor.
    factor_of: Option<relate::Written>,
    /// Whether it is none where no relation needs it, whatever is printed with it.
    asked: bool,
    /// Whether it is what one thing costs, which may be finer than any coin.
    priced: bool,
}

impl Printed {
    /// A number as it is printed, of which nothing else is known; none where it stands nowhere.
    fn new(text: Text, raw: Decimal, kind: Kinded) -> Option<Printed> {
        let (rect, page) = (text.pieces.first()?.rect, text.page());
        Some(Printed {
            text,
            rect,
            page,
            raw,
            factor: 1,
            bare: kind.is_none(),
            whole: false,
            named: false,
            kind,
            slot: None,
            prose: false,
            counts: false,
            item: None,
            factor_of: None,
            asked: false,
            priced: false,
        })
    }
}

/// The number of a value and what it counts; none of what is no number.
fn counted(value: &Value) -> Option<(Decimal, Kinded)> {
    Some(match value {
        Value::Money(it) => (it.amount, Some((Kind::Money, Some(it.currency)))),
        Value::Quantity(it) => (*it, Some((Kind::Quantity, None))),
        Value::Rate(it) => (Decimal::from_exact(it)?, Some((Kind::Rate, None))),
        Value::Period(Period::Length { count, .. }) => {
            (Decimal::whole(i128::from(*count)), Some((Kind::Period, None)))
        }
        _ => return None,
    })
}

/// Settles the numbers of these pages.
pub(super) fn numbers(out: &mut Output, setting: &Setting<'_>, pages: &[PageLayout]) {
    let mut printed: Vec<Printed> = Vec::new();
    for (slot, seed) in out.fields.own() {
        printed.extend(of_seed(setting, slot, seed));
    }
    for page in pages {
        let claimed = out.fields.claimed_firmly(page.number, page.line_height);
        for segment in mentions::segments(page) {
            let bare = bare(setting, segment).into_iter().map(|(it, counts)| (it, counts, None));
            let listed = listed(setting, segment).into_iter();
            for (part, counts, item) in bare.chain(listed.map(|(it, name)| (it, true, Some(name))))
            {
                let listed = item.is_some();
                let Some(rect) = part.pieces.first().map(|it| it.rect) else { continue };
                // A name may have numbers in it; what is all of a cell is no name.
                let alone = part.text.len() + LONGEST_UNIT * 3 >= segment.text.trim().len();
                if claimed.holds(&rect, if alone || listed { Kind::Money } else { Kind::Quantity })
                {
                    continue;
                }
                let Some(raw) = shape::number(&part.text, setting.decimal_comma) else { continue };
                let one = Printed::new(part, raw, None);
                printed.extend(one.map(|it| Printed { prose: listed, counts, item, ..it }));
            }
        }
    }
    if printed.len() > MOST {
        return;
    }
    let written = factors::join(out, setting, pages, &mut printed);
    if printed.len() < 3 {
        return;
    }
    let governed = units::notes(setting, pages, &mut printed);
    let was: Vec<Kinded> = printed.iter().map(|it| it.kind).collect();
    // `1,305.41` is no amount of won, which has no parts, and `6.600` none of dollars: a price, a rate of
    // exchange, or a count.
    let mut reopened: Vec<usize> = Vec::new();
    let finer = |it: &Printed| it.bare && !it.priced && it.raw.scale > 0;
    for (n, it) in printed.iter_mut().enumerate().filter(|it| finer(it.1)) {
        let (scale, named) = (it.raw.scale, it.named);
        let fits = |it: Currency| it.minor_digits() == scale || named && it.minor_digits() > 0;
        if !it.kind.is_none_or(|it| it.1.is_none_or(fits)) {
            it.kind = None;
            if scale != CENTS {
                reopened.push(n);
            }
        }
    }
    let mut changed = rekind(&mut printed, setting);
    let found: Vec<relate::Tie> = tied(&printed, false).collect();
    let kept = if setting.listener.is_some() { found.clone() } else { Vec::new() };
    let ties: Vec<Tied> = found.into_iter().map(|it| it.shape).collect();
    changed.extend(units::currencies(&mut printed, &ties));
    changed.extend(units::factors(&mut printed, &ties));
    let before: Vec<bool> = printed.iter().map(|it| it.kind.is_some()).collect();
    for _ in 0..3 {
        for tie in &ties {
            kinds(&mut printed, setting, tie);
        }
    }
    alike::in_items(&mut printed);
    // What nothing else speaks of is a count, unless it looks like cents of a currency that nothing names.
    for n in reopened {
        printed[n].kind = printed[n].kind.or(Some((Kind::Quantity, None)));
    }
    changed.extend(alike::in_columns(&mut printed, &was));
    // Won have no cents: what prints them is of the other currency that the paper names, if it is no price.
    let factors = ties.iter().filter(|it| matches!(it, Tied::Product { .. }));
    let factors: BTreeSet<usize> =
        factors.flat_map(|it| it.members().into_iter().filter(|i| *i != it.result())).collect();
    for (n, it) in printed.iter_mut().enumerate().filter(|it| !factors.contains(&it.0)) {
        let won = it.kind == Some((Kind::Money, Some(Currency::KRW)));
        let cents = it.raw.scale == CENTS && it.factor == 1;
        if let Some(foreign) = setting.foreign.filter(|_| won && cents && it.bare && !it.named) {
            it.kind = Some((Kind::Money, Some(foreign)));
            changed.insert(n);
        }
    }
    let needed: BTreeSet<usize> = ties.iter().flat_map(Tied::members).collect();
    let mut slots: Vec<Option<Slot>> = printed.iter().map(|it| it.slot).collect();
    let mut around: BTreeMap<u32, Around> = BTreeMap::new();
    for (n, (it, known)) in printed.iter().zip(before).enumerate() {
        if it.asked && !needed.contains(&n) {
            continue;
        }
        let Some(value) = value(it) else { continue };
        let noted = it.bare && (it.factor != 1 || governed.contains(&n) || changed.contains(&n));
        if let Some(listener) = setting.listener.filter(|_| !known || noted) {
            let of = |i: &usize| printed[*i].text.text.trim();
            let told = kept.iter().filter(|it| it.shape.members().contains(&n));
            let told = told.map(|it| (it.shape.told(of), it.bits, it.support));
            heard::settled(listener, &it.text, &value, governed.contains(&n), it.factor, told);
        }
        match it.slot {
            Some(slot) if !known || noted => out.fields.retype(slot, value),
            Some(_) => {}
            None => {
                let Some(page) = pages.iter().find(|page| page.number == it.page) else { continue };
                let around = around.entry(it.page).or_insert_with(|| Around::of(page));
                // What a product is of is said before its first factor.
                let product = it.factor_of.and_then(|of| written.get(of.number as usize));
                let first = product.and_then(|it| it.first()).map_or(it, |n| &printed[*n]);
                let said = self::value(first).unwrap_or_else(|| value.clone());
                let mut label = around.label_of(setting, &first.text, &said).unwrap_or_default();
                label.meaning = label.meaning.filter(|_| said.kind() == value.kind());
                let text = it.text.clone();
                let route = if it.prose { Route::Clause } else { Route::Table };
                slots[n] = out.fields.add(values::seed(&label, value, text, 0.85, route));
            }
        }
    }
    let all = written.iter().map(|it| it.iter().map(|n| slots[*n]).collect::<Option<Vec<Slot>>>());
    out.written.extend(all.flatten().map(|it| it.into_iter().map(waiting).collect()));
}

/// What the numbers say of each other and hold, by their places among all of them.
fn tied(printed: &[Printed], open: bool) -> impl Iterator<Item = relate::Tie> {
    let numbers = printed.iter().enumerate();
    let (at, figures): (Vec<usize>, Vec<Figure>) =
        numbers.filter_map(|(i, it)| Some((i, figure(it, open)?))).unzip();
    relate::holding(&figures).into_iter().map(move |mut it| {
        it.shape = it.shape.moved(&at);
        it
    })
}

/// A field's number.
fn of_seed(setting: &Setting<'_>, slot: Slot, seed: &Seed) -> Option<Printed> {
    let body = seed.text.text.trim();
    let alone = Shape::of_number(body, setting.decimal_comma).is_some();
    let raw = shape::number(body, setting.decimal_comma).filter(|_| alone);
    let prose = seed.route == Route::Clause;
    let price = |label: &String| {
        let sense = setting.vocabulary.label(label).or(setting.vocabulary.ends_in(label));
        sense.is_some_and(|it| it.meaning == "unit_price")
    };
    // Only of what has decimals it matters.
    let priced = raw.is_some_and(|it| it.scale > 0)
        && (seed.meaning.as_deref() == Some("unit_price") || seed.labels.iter().any(price));
    let one = |raw: Decimal, factor: i128, bare: bool, kind| {
        Some(Printed {
            factor,
            bare,
            named: seed.named || !bare,
            priced,
            slot: Some(slot),
            prose,
            ..Printed::new(seed.text.clone(), raw, kind)?
        })
    };
    match &seed.value {
        Value::Money(it) => {
            let kind = Some((Kind::Money, Some(it.currency)));
            let times = raw.and_then(|raw| times(&it.amount, &raw));
            match (raw, times) {
                (Some(raw), Some(times)) => one(raw, times, true, kind),
                _ => one(it.amount, 1, false, kind),
            }
        }
        Value::Text(_) => {
            let grouped = Shape::of_number(body, setting.decimal_comma)
                .is_some_and(|it| it.is_grouped() || it == Shape::Cents);
            // `(310)` and `△7`: what is below zero is no text.
            let signed = body.starts_with(['(', '△', '▲', '-', '−']);
            one(raw.filter(|_| grouped || signed)?, 1, true, None)
        }
        value => {
            let (raw, kind) = counted(value)?;
            one(raw, 1, alone && matches!(value.kind(), Kind::Quantity | Kind::Rate), kind)
        }
    }
}

/// How many times one number is another; none if that is no power of ten.
fn times(value: &Decimal, raw: &Decimal) -> Option<i128> {
    let scale = value.scale.max(raw.scale);
    let (value, raw) = (value.in_units(scale)?, raw.in_units(scale)?);
    let times = if raw == 0 { 1 } else { value.is_multiple_of(&raw).then(|| value / raw)? };
    matches!(times, 1 | 1_000 | 10_000 | 1_000_000 | 100_000_000).then_some(times)
}

/// Words of a text that are nothing but a number, and whether a unit stands right behind them: the text
/// itself, or such as only amounts look like.
fn bare(setting: &Setting<'_>, text: &Text) -> Vec<(Text, bool)> {
    let words: Vec<&str> = text.text.split_whitespace().collect();
    // Ten digits and more that nothing groups are a code, whatever follows by one from another.
    let is_number =
        |it: &str| Shape::of_number(it, setting.decimal_comma).filter(|it| *it != Shape::Long);
    if is_number(&text.text).is_some() {
        return vec![(text.clone(), false)];
    }
    if words.len() > 8 {
        return Vec::new();
    }
    let amounts = text.pieces.iter().filter_map(|it| {
        let word = text.text.get(it.range.clone())?;
        // `3,400권`: a unit that no list knows.
        let number = word.trim_end_matches(char::is_alphabetic);
        let unit = word[number.len()..].chars().count();
        let number = if unit <= LONGEST_UNIT { number } else { word };
        let grouped = is_number(number).is_some_and(Shape::is_grouped);
        let counted = unit > 0 && is_number(number).is_some() && words.len() == 1;
        let range = it.range.start..it.range.start + number.len();
        // Neither won nor particles are things; nor is what looks like an amount a number of them.
        let size = shape::number(number, setting.decimal_comma).map(|it| it.exact());
        let few = size.is_some_and(|it| it < Exact::from_integer(LARGEST_COUNT.into()));
        let counts = few && !scan::word_ends(word, number.len()) && !word.ends_with('원');
        (grouped || counted).then_some((range, counts))
    });
    amounts.map(|(it, counts)| (text.slice(it), counts)).collect()
}

/// Bare numbers behind words, each of which a comma or the end of the text closes:
/// `수량 8, 단가 137,000원`. What is all of a text, or looks like an amount, is found without them.
///
/// Each with the word before it.
fn listed(setting: &Setting<'_>, text: &Text) -> Vec<(Text, String)> {
    let mut out = Vec::new();
    for (before, it) in text.pieces.iter().zip(text.pieces.iter().skip(1)) {
        let word =
            |range: &std::ops::Range<usize>| text.text.get(range.clone()).unwrap_or_default();
        let (name, whole) = (word(&before.range), word(&it.range));
        let number = whole.trim_end_matches([',', ';', '.']);
        let closed = number.len() < whole.len() || it.range.end == text.text.len();
        let named = name.ends_with(char::is_alphabetic);
        let short = matches!(
            Shape::of_number(number, setting.decimal_comma),
            Some(it) if !it.is_grouped()
        );
        if closed && named && short {
            let number = text.slice(it.range.start..it.range.start + number.len());
            out.push((number, name.to_owned()));
        }
    }
    out
}

/// The number for the search; where `open`, what it counts is not told unless a unit is printed.
fn figure(it: &Printed, open: bool) -> Option<Figure> {
    let counts = match it.kind.filter(|_| !(open && it.bare)) {
        Some((Kind::Money, Some(currency))) => Counts::Money(currency),
        Some((Kind::Rate, _)) => Counts::Rate,
        Some((Kind::Quantity, _)) => Counts::Things,
        // Days and months are factors here only where that is written.
        Some((Kind::Period, _)) => it.factor_of.map(|_| Counts::Time)?,
        None if it.counts => Counts::Things,
        _ => Counts::Open,
    };
    let step = Decimal { digits: 1, scale: it.raw.scale };
    let mut figure = Figure::new((0, it.page), it.rect, &it.raw.exact(), step, counts)?;
    figure.prose = it.prose;
    figure.written = it.factor_of;
    Some(figure)
}

/// Gives bare numbers the kinds that go together where columns multiply in row after row: of an amount's
/// two factors one is a price and the other a count. The answer is which numbers changed.
fn rekind(printed: &mut [Printed], setting: &Setting<'_>) -> BTreeSet<usize> {
    let mut out = BTreeSet::new();
    let ties: Vec<relate::Tie> = tied(printed, true).collect();
    // What amounts add up to is one, whatever its column counts.
    for tie in ties.iter().filter(|it| matches!(it.shape, Tied::Sum { .. })) {
        let (result, members) = (tie.shape.result(), tie.shape.members());
        let amount = |i: &usize| printed[*i].kind.filter(|it| it.0 == Kind::Money);
        let of_amounts = members.iter().filter(|i| **i != result).all(|i| amount(i).is_some());
        let counted = printed[result].bare && printed[result].kind == Some((Kind::Quantity, None));
        let large = printed[result].raw.exact() >= Exact::from_integer(LARGEST_COUNT.into());
        if of_amounts && counted && large {
            printed[result].kind = members.iter().find_map(amount);
            out.insert(result);
        }
    }
    let mut pairs: Vec<(usize, usize, usize)> = ties
        .iter()
        .filter(|it| it.support >= 2)
        .filter_map(|it| match &it.shape {
            Tied::Product { factors, result, .. } => match factors[..] {
                [a, b] if printed[a].rect.x0 <= printed[b].rect.x0 => Some((a, b, *result)),
                [a, b] => Some((b, a, *result)),
                _ => None,
            },
            Tied::Sum { .. } => None,
        })
        .collect();
    // What amounts of one currency are multiplied by to come to such of another is a rate of exchange.
    let currency = |i: usize| printed[i].kind.filter(|it| it.0 == Kind::Money).and_then(|it| it.1);
    let rates: BTreeSet<usize> = pairs
        .iter()
        .flat_map(|(a, b, result)| [(*a, *b, *result), (*b, *a, *result)])
        .filter(|(rate, base, _)| printed[*rate].bare && !printed[*base].bare)
        .filter(|(_, base, result)| {
            matches!((currency(*base), currency(*result)), (Some(a), Some(b)) if a != b)
        })
        .map(|it| it.0)
        .collect();
    for i in &rates {
        printed[*i].kind = Some((Kind::Rate, None));
    }
    pairs.retain(|it| !rates.contains(&it.0) && !rates.contains(&it.1));
    out.extend(rates);
    // What looks like a price in one row is one in all rows of its column: parts of a won before
    // thousands apart; else the price stands behind the count.
    let column = |i: usize| (printed[i].page, (printed[i].rect.x1 / COLUMN) as i64);
    let mut behind: BTreeMap<(u32, i64), (i32, i32)> = BTreeMap::new();
    for (a, b, result) in &pairs {
        let vote = |of: &dyn Fn(&Printed) -> bool| {
            i32::from(of(&printed[*b])) - i32::from(of(&printed[*a]))
        };
        let votes = behind.entry(column(*result)).or_default();
        votes.0 += vote(&|it| it.raw.scale > 0);
        votes.1 += vote(&|it| it.text.text.contains(','));
    }
    let behind: Vec<bool> =
        pairs.iter().map(|it| behind.get(&column(it.2)).is_none_or(|it| *it >= (0, 0))).collect();
    let one = Exact::from_integer(1.into());
    let mut counts: BTreeSet<usize> = BTreeSet::new();
    for ((a, b, result), behind) in pairs.into_iter().zip(behind) {
        let of = |i: usize| printed[i].kind.map(|it| it.0);
        let counted = |i: usize| of(i) == Some(Kind::Quantity) && printed[i].bare;
        let priced = |i: usize| of(i) == Some(Kind::Money);
        let money = |i: usize| printed[i].kind.and_then(|it| it.1).or(setting.currency);
        let (low, high) = match (printed[a].counts, printed[b].counts) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ if behind => (a, b),
            _ => (b, a),
        };
        // A count at a rate is no amount: the `rate` is a price.
        let rated =
            |i: usize| of(i) == Some(Kind::Rate) && printed[i].bare && printed[i].raw.exact() > one;
        let change = if priced(result)
            && (counted(high) && (printed[low].counts || counted(low))
                || rated(high) && counted(low))
        {
            Some((high, Kind::Money, money(result)))
        } else if priced(result) && priced(a) && priced(b) && printed[low].bare {
            Some((low, Kind::Quantity, None))
        } else if counted(result) && (priced(a) && counted(b) || counted(a) && priced(b)) {
            let price = if priced(a) { a } else { b };
            Some((result, Kind::Money, money(price)))
        } else {
            None
        };
        if let Some((i, kind, currency)) = change {
            printed[i].kind = Some((kind, currency));
            out.insert(i);
        }
        let kind = |i: usize| printed[i].kind.map(|it| it.0);
        if kind(high) == Some(Kind::Money) && kind(low) == Some(Kind::Quantity) {
            counts.insert(low);
        }
    }
    // What is printed with its unit elsewhere counts the same here: of `6,000부` the parts are listed.
    counts.extend(told_elsewhere(printed));
    // What is counted comes of counts: a meter's reading less the one before.
    for tie in ties.iter().filter(|it| it.support >= 2 || it.down) {
        let members = tie.shape.members();
        let sum = matches!(tie.shape, Tied::Sum { .. });
        let counted = members.iter().any(|i| counts.contains(i));
        let bare = |i: &usize| counts.contains(i) || printed[*i].bare && printed[*i].factor == 1;
        if sum && counted && members.iter().all(bare) {
            for i in members.into_iter().filter(|i| !counts.contains(i)) {
                printed[i].kind = Some((Kind::Quantity, None));
                out.insert(i);
            }
        }
    }
    out
}

/// Bare numbers with thousands that stand elsewhere with the unit of a thing, and nowhere as amounts.
fn told_elsewhere(printed: &[Printed]) -> BTreeSet<usize> {
    let told = |kind: Kind| -> BTreeSet<Exact> {
        let own = printed.iter().filter(|it| !it.bare && it.kind.is_some_and(|it| it.0 == kind));
        own.map(|it| it.raw.exact()).collect()
    };
    let (things, amounts) = (told(Kind::Quantity), told(Kind::Money));
    let is_one = |it: &Printed| {
        let raw = it.raw.exact();
        let open = it.bare && !it.named && it.factor == 1 && it.text.text.contains(',');
        open && things.contains(&raw) && !amounts.contains(&raw)
    };
    (0..printed.len()).filter(|i| is_one(&printed[*i])).collect()
}

/// What a relation says of the kinds of its numbers.
fn kinds(printed: &mut [Printed], setting: &Setting<'_>, tie: &Tied) {
    let money = match setting.bare() {
        Kind::Money => Some((Kind::Money, setting.currency.or(Some(Currency::KRW)))),
        kind => Some((kind, None)),
    };
    match tie {
        Tied::Sum { .. } => {
            let members = tie.members();
            let known = members.iter().find_map(|i| printed[*i].kind);
            for i in members {
                if printed[i].kind.is_none() {
                    printed[i].kind = known;
                }
            }
        }
        Tied::Product { factors, result, .. } => {
            let of = |i: usize| printed[i].kind.map(|it| it.0);
            let open: Vec<usize> = factors.iter().copied().filter(|i| of(*i).is_none()).collect();
            let priced = factors.iter().any(|i| of(*i) == Some(Kind::Money));
            match of(*result) {
                None if priced => {
                    printed[*result].kind = factors
                        .iter()
                        .find(|i| of(**i) == Some(Kind::Money))
                        .and_then(|i| printed[*i].kind);
                }
                None if factors.iter().any(|i| of(*i) == Some(Kind::Quantity)) => {
                    // So many at a price: nothing else multiplies with things on paper.
                    if let [i] = open[..]
                        && printed[*result].raw.scale == 2
                    {
                        printed[i].kind = money;
                        printed[*result].kind = money;
                    }
                }
                Some(Kind::Money) if priced => {
                    let currency = |i: usize| printed[i].kind.and_then(|it| it.1);
                    let exchanged = factors.iter().filter_map(|i| currency(*i));
                    let exchanged = exchanged.map(Some).any(|it| it != currency(*result));
                    for i in open {
                        let size = printed[i].raw.exact().abs();
                        let kind = if exchanged || size < Exact::from_integer(1.into()) {
                            Kind::Rate
                        } else {
                            Kind::Quantity
                        };
                        // What looks like an amount counts no things.
                        if size < Exact::from_integer(LARGEST_COUNT.into()) {
                            printed[i].kind = Some((kind, None));
                        }
                    }
                }
                Some(Kind::Money) => match open[..] {
                    [i] if printed[i].counts => printed[i].kind = Some((Kind::Quantity, None)),
                    [i] => printed[i].kind = printed[*result].kind.or(money),
                    [a, b] => {
                        let size =
                            |i: usize| (printed[i].text.text.contains(','), printed[i].raw.exact());
                        let (count, price) = match (printed[a].counts, printed[b].counts) {
                            (true, false) => (a, b),
                            (false, true) => (b, a),
                            _ if size(a) <= size(b) => (a, b),
                            _ => (b, a),
                        };
                        printed[count].kind = Some((Kind::Quantity, None));
                        printed[price].kind = printed[*result].kind.or(money);
                    }
                    _ => {}
                },
                // So many times so many are so many.
                Some(Kind::Quantity) if !priced => {
                    open.into_iter().for_each(|i| printed[i].kind = Some((Kind::Quantity, None)));
                }
                _ => {}
            }
        }
    }
}

fn value(it: &Printed) -> Option<Value> {
    let (kind, currency) = it.kind?;
    let amount = Decimal { digits: it.raw.digits.checked_mul(it.factor)?, scale: it.raw.scale };
    Some(match kind {
        Kind::Money => Value::Money(Money { currency: currency?, amount }),
        Kind::Quantity => Value::Quantity(it.raw),
        Kind::Rate => Value::Rate(it.raw.exact()),
        _ => return None,
    })
}
