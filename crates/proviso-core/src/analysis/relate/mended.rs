//! A number that several relations say is another one: `38 × 15,340 = 582,902`, and what the total adds
//! is 582,920.
//!
//! One relation that nearly holds says nothing: so many are tried that some do by chance. Where two ask
//! for the same number, a slip away from the printed one, the document is searched as if that number
//! stood there; what it then says of it must save more than it costs to say that somebody slipped.
//!
//! **Invariant:** a number that is printed elsewhere is no mended one: then another place is meant.
//! Relations that hold as printed count for what is printed. Work grows with the numbers times a
//! constant window, and with a constant number of searches.

use std::collections::{BTreeMap, BTreeSet};

use super::constant::Constant;
use super::figure::{Counts, Figure, product, told_by_sum, turned, ways};
use super::plane::Plane;
use super::slip::is_slip;
use super::span::Span;
use super::{Lost, Rejected, Shape, Tie, apart, worth};
use crate::analysis::steps;

/// How far away, in numbers, the parts of a product may stand.
const NEAR: usize = 16;
/// How far away those of a sum of two may.
const PAIRS: usize = 12;
/// Terms of a run.
const LONGEST: usize = 40;
/// Mends that are looked at closely.
const CLOSELY: usize = 8;

/// What should stand at a place, and the relations that say so: their other numbers, and what each saves.
type Said = BTreeMap<(usize, i128), BTreeMap<Vec<usize>, i32>>;

/// Relations that a slip broke; `found` are those of the numbers as printed, `search` finds them among
/// others.
pub(super) fn find(
    figures: &[Figure],
    plane: &Plane,
    found: &[Tie],
    search: impl Fn(&[Figure], Rejected<'_>) -> Vec<Tie>,
) -> Vec<Tie> {
    let order = apart::loose(figures, plane, found);
    let mut said = Said::new();
    products(figures, &order, &mut said);
    let is_amount = |i: &usize| matches!(figures[*i].counts, Counts::Money(_));
    let amounts: Vec<usize> = order.iter().copied().filter(is_amount).collect();
    for line in plane.columns.iter().chain([&amounts]) {
        runs(figures, line, &mut said);
    }
    pairs(figures, &amounts, &mut said);
    let printed: BTreeSet<i128> = figures.iter().filter_map(|it| it.fixed).collect();
    let mut asked: Vec<(i32, usize, i128)> = said
        .into_iter()
        .filter(|it| it.1.len() >= 2 && !printed.contains(&it.0.1))
        .map(|((at, should), all)| {
            let mut bits: Vec<i32> = all.into_values().collect();
            bits.sort_unstable();
            (bits.iter().rev().take(2).sum(), at, should)
        })
        .filter(|it| it.0 >= worth::costs().slip + worth::costs().least)
        .collect();
    asked.sort_unstable_by_key(|it| (std::cmp::Reverse(it.0), it.1, it.2));
    let mut out: Vec<Tie> = Vec::new();
    for (_, at, should) in asked.into_iter().take(CLOSELY) {
        let told = mended(figures, found, &search, at, should);
        // One slip breaks a relation.
        let fresh = told.iter().all(|it| out.iter().all(|known| known.shape != it.shape));
        out.extend(told.into_iter().filter(|_| fresh));
    }
    out
}

/// The relations that would hold were a number another one, if they are worth a slip.
fn mended(
    figures: &[Figure],
    found: &[Tie],
    search: impl Fn(&[Figure], Rejected<'_>) -> Vec<Tie>,
    at: usize,
    should: i128,
) -> Vec<Tie> {
    let costs = worth::costs();
    let mut other = figures.to_vec();
    other[at].mend(should);
    let holds = |it: &Tie| it.holds && it.shape.members().contains(&at);
    // What other rows keep has been said already.
    let saves = |it: &Tie| if it.support >= 2 { it.told.min(costs.most) } else { it.bits };
    let mut lost = Vec::new();
    let mut then = search(&other, Some(&mut lost));
    then.retain(holds);
    let mut then = asked_for(&other, found, then);
    // Shares of one amount and what they add up to say the same in two ways; a slip breaks both.
    let is_sum = |it: &Tie| matches!(it.shape, Shape::Sum { .. });
    let mut again = None;
    if let Some(first) = then.first().map(is_sum)
        && then.iter().all(|it| is_sum(it) == first)
    {
        let meets = |it: &Tie| {
            let members = it.shape.members();
            let known =
                |other: &Tie| other.shape.members().iter().any(|i| *i != at && members.contains(i));
            then.iter().any(known)
        };
        let follows = lost.into_iter().filter(|it| it.1 == Lost::Follows).map(|it| it.0);
        let another = follows.filter(|it| holds(it) && is_sum(it) != first && meets(it));
        again = another.max_by_key(saves);
    }
    then.extend(again);
    let now: i32 = found.iter().filter(|it| holds(it)).map(saves).sum();
    let bits = then.iter().map(saves).sum::<i32>() - now - costs.slip;
    if then.len() < 2 || bits < costs.least {
        return Vec::new();
    }
    let broken = |it: Tie| Tie {
        bits,
        holds: false,
        slip: true,
        support: it.support.max(2),
        against: 1,
        ..it
    };
    then.into_iter().map(broken).collect()
}

/// Those of relations that no other one implies, or that are asked for: of instalments of 20, 50 and
/// 30 % two are the third, but nobody reckons it that way.
fn asked_for(figures: &[Figure], found: &[Tie], mut then: Vec<Tie>) -> Vec<Tie> {
    let mut span = Span::default();
    for it in found.iter().filter(|it| it.holds) {
        span.add(figures, &it.shape);
    }
    then.sort_by_key(|it| !it.is_asked(figures));
    then.retain(|it| span.add(figures, &it.shape) || it.is_asked(figures));
    then
}

/// Says what a product should come to that comes to a slip of it.
fn products(figures: &[Figure], order: &[usize], said: &mut Said) {
    let costs = worth::costs();
    for (k, r) in order.iter().enumerate() {
        let result = &figures[*r];
        let (Counts::Money(_), Some(z)) = (result.counts, result.fixed) else { continue };
        let near = &order[k.saturating_sub(NEAR)..order.len().min(k + NEAR / 2)];
        let near = near.iter().filter(|i| *i != r && figures[**i].tells());
        let bases = near.clone().filter(|i| figures[**i].counts == result.counts);
        let by = near.filter(|i| matches!(figures[**i].counts, Counts::Things | Counts::Rate));
        let by: Vec<usize> = by.copied().collect();
        let mut ask = |factors: &[usize]| {
            let members: Vec<&Figure> = factors.iter().map(|i| &figures[*i]).collect();
            let Some(plain) = product(&members) else { return };
            let own = (factors.len() == 2).then_some((0, plain));
            let with = Constant::all().iter().filter(|it| it.goes(&members));
            let with = with.filter_map(|it| Some((it.cost, it.times(plain)?)));
            for (cost, it) in own.into_iter().chain(with) {
                let it = turned(&members, it, result);
                // As it is, or cut at its last digit.
                let plain = ways(result.step).into_iter().take(2);
                let mut plain = plain.filter_map(|way| Some((way.result(it.0, it.1)?, way)));
                let Some((should, way)) = plain.next() else { continue };
                if is_slip(should / result.step, z / result.step) {
                    let told = told_by_sum(&[should]).min(costs.most);
                    let saved = told - costs.product - costs.elsewhere - way.cost - cost;
                    say(said, (*r, should), factors.to_vec(), saved);
                }
            }
        };
        for base in bases {
            steps::spend(by.len() + Constant::all().len());
            ask(&[*base]);
            by.iter().for_each(|i| ask(&[*base, *i]));
        }
    }
}

fn say(said: &mut Said, what: (usize, i128), mut others: Vec<usize>, saved: i32) {
    others.sort_unstable();
    let known = said.entry(what).or_default().entry(others).or_insert(saved);
    *known = (*known).max(saved);
}

/// Says of neighbors and what stands before or behind them what each should be to make a total.
fn runs(figures: &[Figure], line: &[usize], said: &mut Said) {
    let values: Vec<i128> = line.iter().map(|i| figures[*i].fixed.unwrap_or(0)).collect();
    let adds = |p: usize, total: usize| {
        figures[line[p]].fixed.is_some() && figures[line[p]].counts == figures[line[total]].counts
    };
    for total in 0..line.len() {
        steps::spend(LONGEST);
        let (mut before, mut behind) = (0, 0);
        for n in 1..=LONGEST {
            let Some(first) = total.checked_sub(n).filter(|p| adds(*p, total)) else { break };
            before += values[first];
            if n >= 2 {
                ask(figures, &line[first..total], line[total], before, said);
            }
        }
        for last in total + 1..line.len().min(total + 1 + LONGEST) {
            if !adds(last, total) {
                break;
            }
            behind += values[last];
            if last > total + 1 {
                ask(figures, &line[total + 1..=last], line[total], behind, said);
            }
        }
    }
}

/// The same of any two and a third that are near one another.
fn pairs(figures: &[Figure], line: &[usize], said: &mut Said) {
    for total in 0..line.len() {
        let near = total.saturating_sub(PAIRS)..line.len().min(total + PAIRS);
        let is_part = |p: &usize| {
            let (it, of) = (&figures[line[*p]], &figures[line[total]]);
            *p != total && it.counts == of.counts && !it.is_zero() && it.fixed.is_some()
        };
        let near: Vec<usize> = near.filter(is_part).collect();
        steps::spend(near.len() * near.len());
        for (n, a) in near.iter().enumerate() {
            for b in &near[n + 1..] {
                let parts = [line[*a], line[*b]];
                let sum = parts.iter().filter_map(|i| figures[*i].fixed).sum();
                ask(figures, &parts, line[total], sum, said);
            }
        }
    }
}

/// Says what the total or a part of a sum should be where a slip of it breaks the sum.
fn ask(figures: &[Figure], parts: &[usize], total: usize, sum: i128, said: &mut Said) {
    let Some(printed) = figures[total].fixed else { return };
    let apart = sum - printed;
    if printed == 0 || !may_be_slip(apart) {
        return;
    }
    let costs = worth::costs();
    let mut all: Vec<i128> = parts.iter().filter_map(|i| figures[*i].fixed).collect();
    all.push(sum);
    let near = if parts.len() > 2 { costs.run } else { costs.sum };
    let saved = told_by_sum(&all).min(costs.most) - near - costs.elsewhere;
    let terms = parts.iter().map(|i| (*i, -apart));
    for (i, by) in terms.chain([(total, apart)]) {
        let it = &figures[i];
        let Some(value) = it.fixed else { continue };
        if is_slip((value + by) / it.step, value / it.step) {
            let others = parts.iter().copied().chain([total]).filter(|other| *other != i);
            say(said, (i, value + by), others.collect(), saved);
        }
    }
}

/// Whether a slip may be so large: a digit is another one, or two change places.
fn may_be_slip(apart: i128) -> bool {
    let mut it = apart.unsigned_abs();
    if it == 0 {
        return false;
    }
    while it.is_multiple_of(10) {
        it /= 10;
    }
    it < 10 || it.is_multiple_of(9) && it / 9 < 10 || it.is_multiple_of(99) && it / 99 < 10
}
