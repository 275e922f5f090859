//! The unit that amounts are printed in: what a note says of those below it, and what adds up in one.
//!
//! **Invariant:** no digit is changed, only what all of them are multiplied by, and the currency where a
//! note names one.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::layout::PageLayout;
use super::super::super::relate::Shape as Tied;
use super::super::mentions;
use super::super::setting::{Setting, Unit, heading_unit, named_units, unit_note};
use super::super::vocabulary::key;
use super::Printed;
use crate::document::Rect;
use crate::number::Exact;
use crate::value::{Currency, Kind};

/// An amount with so many digits before its zeros is hardly printed twice by chance.
const TELLING: i128 = 10_000;
/// Lines without text that part a note of a unit from what it speaks of, in heights of a line.
const GAP: f32 = 3.2;

/// Gives bare amounts the unit that a note above them says, as long as lines follow one another from
/// there; of notes side by side the one that ends at or behind the number counts. The answer is which
/// numbers a note speaks of. A note that names columns speaks of what stands below their names.
pub(super) fn notes(
    setting: &Setting<'_>,
    pages: &[PageLayout],
    printed: &mut [Printed],
) -> BTreeSet<usize> {
    let mut out = BTreeSet::new();
    for page in pages {
        let mut lines: Vec<(f32, f32)> = Vec::new();
        let mut notes: Vec<(Rect, Unit)> = Vec::new();
        let mut headings: Vec<(Rect, Unit)> = Vec::new();
        let mut named: Vec<(f32, String, Unit)> = Vec::new();
        for segment in mentions::segments(page) {
            let Some(rect) = segment.rect() else { continue };
            lines.push((rect.y0, rect.y1));
            let own = named_units(&segment.text);
            if own.is_empty() {
                match unit_note(&segment.text) {
                    Some(it) => notes.push((Rect { x0: 0.0, ..rect }, it.1)),
                    None => headings.extend(heading_unit(&segment.text).map(|it| (rect, it))),
                }
            }
            named.extend(own.into_iter().map(|(name, unit)| (rect.y1, name, unit)));
        }
        // What stands in its line with its like only speaks of all the columns below, up to the next; thousands
        // are told beside other headings, too, and at the head of the names of rows: `KRW '000`.
        for (rect, unit) in &headings {
            let middle = rect.center().1;
            let crosses = |y0: f32, y1: f32| y0 < middle && middle < y1;
            let beside = lines.iter().filter(|it| crosses(it.0, it.1)).count();
            let like = headings.iter().map(|it| &it.0).filter(|it| crosses(it.y0, it.y1));
            let alone = beside == like.clone().count();
            if alone || unit.factor.is_some() {
                let next = like.filter(|it| it.x0 > rect.x1).map(|it| it.x0);
                let x0 = if alone { 0.0 } else { rect.x0 };
                notes.push((Rect { x0, x1: next.fold(page.width, f32::min), ..*rect }, *unit));
            }
        }
        if !named.is_empty() {
            notes.extend(columns(page, &named));
        }
        if notes.is_empty() {
            continue;
        }
        lines.sort_by(|a, b| a.0.total_cmp(&b.0));
        let gap = GAP * page.line_height;
        // Where the lines that follow one another from a height on end.
        let reach = |from: f32| {
            let mut end = from;
            for (y0, y1) in lines.iter().filter(|it| it.1 > from) {
                if *y0 > end + gap {
                    break;
                }
                end = end.max(*y1);
            }
            end
        };
        let notes: Vec<(Rect, Unit, f32)> =
            notes.into_iter().map(|it| (it.0, it.1, reach(it.0.y1))).collect();
        let own = printed.iter_mut().enumerate().filter(|it| it.1.page == page.number && it.1.bare);
        let own = own.filter(|it| it.1.kind.is_some_and(|it| it.0 == Kind::Money));
        // What a number's own header says of it is nearer than any note.
        for (n, it) in own.filter(|it| !it.1.named) {
            let height = it.rect.height();
            let over = notes
                .iter()
                .filter(|(rect, _, end)| rect.y1 <= it.rect.y0 + 0.5 * height && it.rect.y0 < *end);
            let nearest = over.clone().map(|it| it.0.y1).fold(f32::NEG_INFINITY, f32::max);
            let beside = over.filter(|note| nearest - note.0.y1 < height);
            let note = beside
                .filter(|note| note.0.x0 <= it.rect.x1 && note.0.x1 + 2.0 * height >= it.rect.x1)
                .min_by(|a, b| a.0.x1.total_cmp(&b.0.x1));
            let Some((_, unit, _)) = note else { continue };
            it.whole |= unit.factor.is_none() && it.factor == 1;
            let currency = it.kind.and_then(|it| it.1);
            let other = unit.currency.is_some() && unit.currency != currency;
            let factor = unit.factor.map(i128::from).filter(|factor| it.factor == 1 && *factor > 1);
            if other && it.factor == 1 || factor.is_some() {
                it.kind = Some((Kind::Money, unit.currency.or(currency).or(setting.currency)));
                it.factor = factor.unwrap_or(it.factor);
                out.insert(n);
            }
        }
    }
    out
}

/// What notes say of columns by name, as if it stood in the headers below them: a column goes on to the
/// next. `named` are the lower edge of a note, a column's name, and its unit.
fn columns(page: &PageLayout, named: &[(f32, String, Unit)]) -> Vec<(Rect, Unit)> {
    let texts = mentions::segments(page).filter_map(|it| Some((it.rect()?, key(&it.text))));
    let texts: Vec<(Rect, String)> = texts.collect();
    let mut out = Vec::new();
    for (above, name, unit) in named {
        for (rect, _) in texts.iter().filter(|it| it.0.y0 >= *above && it.1 == *name) {
            let middle = rect.center().1;
            let beside = |it: &&Rect| it.x0 > rect.x1 && it.y0 < middle && middle < it.y1;
            let right = texts.iter().map(|it| &it.0).filter(beside);
            let x1 = right.map(|it| it.x0).fold(page.width, f32::min);
            out.push((Rect { x1, ..*rect }, *unit));
        }
    }
    out
}

/// Gives bare amounts the currency of those that they add up with or are parts of, where all of these that
/// name one name the same. The answer is which of them changed.
pub(super) fn currencies(printed: &mut [Printed], ties: &[Tied]) -> BTreeSet<usize> {
    let currency = |it: &Printed| it.kind.filter(|it| it.0 == Kind::Money).and_then(|it| it.1);
    let whole = Exact::from_integer(1.into());
    // What is multiplied by more than one may be exchanged.
    let is_part = |it: &&Tied| match it {
        Tied::Sum { .. } => true,
        Tied::Product { factors, .. } => factors
            .iter()
            .all(|i| currency(&printed[*i]).is_some() || printed[*i].raw.exact() <= whole),
    };
    let mut groups = in_one_unit(printed, ties.iter().filter(is_part));
    groups.retain(|it| it.iter().all(|i| currency(&printed[*i]).is_some()));
    // So many at a price.
    groups.extend(ties.iter().filter_map(|it| {
        let Tied::Product { factors, times: (1, 1), result, .. } = it else { return None };
        let counted = |i: &usize| printed[*i].kind.is_some_and(|it| it.0 == Kind::Quantity);
        let (counts, prices): (Vec<usize>, Vec<usize>) = factors.iter().copied().partition(counted);
        let [price] = prices[..] else { return None };
        let amounts = [price, *result].map(|i| currency(&printed[i]).map(|_| i));
        (!counts.is_empty()).then(|| amounts.into_iter().collect::<Option<Vec<usize>>>())?
    }));
    let named = printed.iter().enumerate().filter(|it| it.1.named);
    let mut known: BTreeMap<usize, Currency> =
        named.filter_map(|(i, it)| Some((i, currency(it)?))).collect();
    loop {
        let before = known.len();
        for members in &groups {
            let said: BTreeSet<Currency> =
                members.iter().filter_map(|i| known.get(i)).copied().collect();
            if let [only] = said.iter().copied().collect::<Vec<Currency>>()[..] {
                members.iter().for_each(|i| {
                    known.entry(*i).or_insert(only);
                });
            }
        }
        if known.len() == before {
            break;
        }
    }
    known.retain(|i, it| !printed[*i].named && currency(&printed[*i]) != Some(*it));
    known.iter().for_each(|(i, it)| printed[*i].kind = Some((Kind::Money, Some(*it))));
    known.into_keys().collect()
}

/// The numbers of each relation that is between amounts of one unit: what adds up, and what is a part of
/// the other at a rate.
fn in_one_unit<'t>(printed: &[Printed], ties: impl Iterator<Item = &'t Tied>) -> Vec<Vec<usize>> {
    let money = |it: &Printed| it.kind.is_some_and(|it| it.0 == Kind::Money);
    let amount = |i: &usize| printed[*i].kind.is_none_or(|it| it.0 != Kind::Rate);
    let of_amounts = |it: &&Tied| match it {
        Tied::Sum { .. } => true,
        Tied::Product { factors, times, result, .. } => {
            let others = factors.iter().filter(|i| amount(i)).count();
            // The same amount in thousands is no thousandth of it.
            let same = |i: &usize| {
                let (a, b) = (printed[*i].raw.digits, printed[*result].raw.digits);
                a != b && shortened(a) == shortened(b)
            };
            *times == (1, 1)
                && others == 1
                && factors.len() > 1
                && money(&printed[*result])
                && !factors.iter().filter(|i| amount(i)).any(same)
        }
    };
    let members = |it: &Tied| it.members().into_iter().filter(amount).collect::<Vec<usize>>();
    ties.filter(of_amounts)
        .map(members)
        .filter(|it| it.iter().all(|i| printed[*i].kind.is_none() || money(&printed[*i])))
        .collect()
}

/// Numbers that add up as printed are printed in one unit: the one that is printed with some of them,
/// with the same amount elsewhere, or that a note says of some, else the one that most of them are known
/// in. The answer is which of them no note may speak of.
pub(super) fn factors(printed: &mut [Printed], ties: &[Tied]) -> BTreeSet<usize> {
    let money = |it: &Printed| it.kind.is_some_and(|it| it.0 == Kind::Money);
    let said = |it: &Printed| money(it) && (!it.bare || it.whole);
    // Round amounts are the same by chance.
    let tells = |it: &&Printed| it.raw.scale == 0 && shortened(it.raw.digits) >= TELLING;
    let full: BTreeSet<i128> =
        printed.iter().filter(|it| said(it)).filter(tells).map(|it| it.raw.digits).collect();
    let again = |it: &Printed| money(it) && it.raw.scale == 0 && full.contains(&it.raw.digits);
    let mut own: BTreeSet<usize> =
        (0..printed.len()).filter(|i| said(&printed[*i]) || again(&printed[*i])).collect();
    let sums = in_one_unit(printed, ties.iter());
    // What adds up to it, or with it, and so on.
    loop {
        let before = own.len();
        for members in &sums {
            if members.iter().any(|i| own.contains(i)) {
                own.extend(members);
            }
        }
        if own.len() == before {
            break;
        }
    }
    own.retain(|i| printed[*i].bare && printed[*i].factor != 1);
    own.iter().for_each(|i| printed[*i].factor = 1);
    for _ in 0..2 {
        for tie in ties {
            let Tied::Sum { .. } = tie else { continue };
            let members = tie.members();
            if members.iter().any(|i| own.contains(i)) {
                continue;
            }
            let mut counts: BTreeMap<i128, usize> = BTreeMap::new();
            for i in members.iter().filter(|i| printed[**i].kind.is_some()) {
                *counts.entry(printed[*i].factor).or_default() += 1;
            }
            let Some(factor) = counts.iter().max_by_key(|it| (it.1, it.0)).map(|it| *it.0) else {
                continue;
            };
            let larger = counts.keys().copied().max().unwrap_or(1);
            // A note of thousands stands near some of them only.
            let factor = if factor == 1 && larger > 1 { larger } else { factor };
            if members.iter().all(|i| printed[*i].bare) {
                members.iter().for_each(|i| printed[*i].factor = factor);
            }
        }
    }
    own
}

/// A number without its sign and the zeros at its end.
fn shortened(digits: i128) -> i128 {
    let mut it = digits.abs();
    while it != 0 && it % 10 == 0 {
        it /= 10;
    }
    it
}
