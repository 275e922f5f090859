//! What holds between columns in row after row: products, sums, parts at one rate.
//!
//! **Invariant:** a relation between columns is one hypothesis however many rows keep it, and rows
//! that say the same count once.

use std::collections::{BTreeMap, BTreeSet};

use super::constant::Constant;
use super::figure::{Counts, Figure, Way, product, turned, way, ways};
use super::plane::Plane;
use super::slip::is_slip;
use super::sums::{Equation, Line};
use super::tried::Tried;
use super::worth::{self, bits};
use super::{Shape, Tie};
use crate::analysis::steps;

/// Numbers of a row that are looked at.
const WIDEST: usize = 26;
/// Numbers of a row among which three factors are looked for.
const THREE: usize = 14;
/// Rates of a document that may stand for all rows.
const RATES: usize = 40;
/// And of those, for two numbers of a row.
const FEW: usize = 6;
/// Prices that stand by themselves and may be those of all rows.
const PRICES: usize = 30;
/// So many rows that a number from elsewhere makes up are no chance.
const ROWS: u32 = 2;
/// So many are none even if the number is a small one: ten to a box.
const MANY: u32 = 5;
/// How far apart in a row, in numbers, those of one product may stand: a wider row is a matrix.
const REACH: usize = 40;

/// Numbers by column in one row.
pub(super) type Row = BTreeMap<usize, usize>;

/// What is multiplied.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Factors {
    columns: Vec<usize>,
    /// A rate, a price or an open number that stands elsewhere and counts for all rows.
    rate: Option<usize>,
    /// A constant that stands nowhere, by its place among all.
    constant: Option<usize>,
    result: usize,
    /// What the result counts.
    counts: Counts,
}

/// The numbers of each row by column.
pub(super) fn rows(plane: &Plane) -> Vec<Row> {
    let of = |row: &Vec<usize>| {
        let column = |i: &usize| Some((plane.column[*i]?, *i));
        row.iter().take(WIDEST).filter_map(column).collect()
    };
    plane.rows.iter().map(of).collect()
}

/// A row, its factors, the result, and what the factors make.
type Multiplied = (usize, Vec<usize>, usize, (i128, i128));

/// Finds what holds in rows. `totals` are rows of sums, in which parts are no longer rounded as
/// theirs were: what fails there speaks against nothing.
pub(super) fn find(
    figures: &[Figure],
    plane: &Plane,
    rows: &[Row],
    totals: &BTreeSet<usize>,
    out: &mut Vec<Tie>,
) {
    sums(figures, plane, rows, out);
    products(figures, plane, rows, totals, out);
}

/// The rows in which a column has a number.
fn rows_of<'a>(plane: &'a Plane, column: usize) -> impl Iterator<Item = usize> + 'a {
    plane.columns[column].iter().filter_map(|it| plane.row[*it])
}

fn sums(figures: &[Figure], plane: &Plane, rows: &[Row], out: &mut Vec<Tie>) {
    let mut seen: BTreeMap<(Vec<usize>, Vec<usize>, usize, Counts), i32> = BTreeMap::new();
    for row in plane.rows.iter().filter(|it| it.len() >= 3) {
        let row: Vec<usize> = row.iter().copied().take(WIDEST).collect();
        let line = Line::of(figures, &row);
        for it in line.equations() {
            let column = |places: &[usize]| -> Vec<usize> {
                places.iter().filter_map(|p| plane.column[row[*p]]).collect()
            };
            let (parts, less) = (column(&it.parts), column(&it.less));
            let Some(result) = plane.column[row[it.result]] else { continue };
            let counts = figures[row[it.result]].counts;
            let known = seen.entry((parts, less, result, counts)).or_insert(it.cost);
            *known = (*known).min(it.cost);
        }
    }
    for ((parts, less, result, counts), cost) in seen {
        let equation = Equation { parts, less, result, cost };
        let mut tried = Tried::default();
        for r in rows_of(plane, equation.result) {
            let members =
                || equation.places().filter_map(|c| rows[r].get(&c)).map(|i| &figures[*i]);
            if members().any(|it| it.counts != counts) {
                continue;
            }
            let value = |c: usize| rows[r].get(&c).and_then(|i| figures[*i].fixed);
            let step = members().map(|it| it.step).max().unwrap_or(1);
            // A row in which only one part is there says nothing of the others.
            let all = equation.places().all(|c| rows[r].contains_key(&c));
            tried.ask(r, &equation, value, step, (all, equation.parts.len() > 1));
        }
        tried.sums(&equation, false, |r, c| rows[r].get(&c).copied(), out);
    }
}

/// Finds products of numbers of one row, and of one with a rate that stands elsewhere.
pub(super) fn products(
    figures: &[Figure],
    plane: &Plane,
    rows: &[Row],
    totals: &BTreeSet<usize>,
    out: &mut Vec<Tie>,
) {
    let mut known = BTreeSet::new();
    let rates: Vec<usize> = (0..figures.len())
        .filter(|i| figures[*i].counts == Counts::Rate && figures[*i].tells())
        .filter(|i| known.insert(figures[*i].ratio))
        .take(RATES)
        .collect();
    let lone = |i: &usize| {
        let column = plane.column[*i].map_or(0, |c| plane.columns[c].len());
        let row = plane.row[*i].map_or(0, |r| plane.rows[r].len());
        figures[*i].counts != Counts::Rate && figures[*i].tells() && (column < 3 || row < 3)
    };
    // 30 % of something is no price of 0.30.
    known.clear();
    // What tells less than it costs to point at it explains nothing but in many rows.
    let tells = |i: &usize| match figures[*i].counts {
        Counts::Open | Counts::Things => figures[*i].digits() > bits((RATES + PRICES) as u128),
        _ => true,
    };
    let (prices, small): (Vec<usize>, Vec<usize>) =
        (0..figures.len()).filter(lone).partition(tells);
    let prices = prices.into_iter().chain(small).filter(|i| known.insert(figures[*i].ratio));
    let elsewhere: Vec<usize> = rates.iter().copied().chain(prices.take(PRICES)).collect();
    let constants = Constant::all();
    let mut seen: BTreeMap<Factors, u32> = BTreeMap::new();
    for row in rows.iter().filter(|it| it.len() >= 2) {
        let telling: Vec<(usize, usize)> =
            row.iter().map(|it| (*it.0, *it.1)).filter(|it| figures[it.1].tells()).collect();
        let mut seed = |near: &[(usize, usize)],
                        columns: &[(usize, usize)],
                        rate: Option<usize>| {
            steps::spend(1 + near.len());
            let members: Vec<&Figure> =
                columns.iter().map(|it| &figures[it.1]).chain(rate.map(|i| &figures[i])).collect();
            let Some(plain) = product(&members) else { return };
            let own = (members.len() > 1).then_some((None, plain));
            let times = constants.iter().enumerate().filter(|it| it.1.goes(&members));
            let times = times.filter_map(|(n, it)| Some((Some(n), it.times(plain)?)));
            for (constant, it) in own.into_iter().chain(times) {
                for (c, i) in near {
                    let result = &figures[*i];
                    let used = columns.iter().any(|it| it.0 == *c) || rate == Some(*i);
                    // Twelve times a twelfth says nothing.
                    let undone = constant.is_some()
                        && columns.iter().any(|it| figures[it.1].ratio == result.ratio);
                    if used || undone || !goes(&members, result) {
                        continue;
                    }
                    let Some(to) = result.fixed else { continue };
                    if way(turned(&members, it, result), to, result.step).is_some() {
                        let counts = result.counts;
                        let columns = columns.iter().map(|it| it.0).collect();
                        let factors = Factors { columns, rate, constant, result: *c, counts };
                        *seen.entry(factors).or_default() += 1;
                    }
                }
            }
        };
        for (n, a) in telling.iter().enumerate() {
            let near = &telling[n.saturating_sub(REACH)..telling.len().min(n + REACH)];
            seed(near, &[*a], None);
            for other in elsewhere.iter().filter(|it| **it != a.1) {
                seed(near, &[*a], Some(*other));
            }
            for (m, b) in telling.iter().enumerate().skip(n + 1).take(REACH) {
                seed(near, &[*a, *b], None);
                if telling.len() > THREE {
                    continue;
                }
                for c in &telling[m + 1..] {
                    seed(near, &[*a, *b, *c], None);
                }
                // An amount and days, at a rate that stands elsewhere.
                for rate in rates.iter().filter(|it| **it != a.1 && **it != b.1).take(FEW) {
                    seed(near, &[*a, *b], Some(*rate));
                }
            }
        }
    }
    let from = |it: &Factors| (it.columns.clone(), it.constant, it.result, it.counts);
    let mut turns: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (it, _) in seen.iter().filter(|it| *it.1 >= ROWS) {
        turns.entry(from(it)).or_default().extend(it.rate);
    }
    for (factors, n) in &seen {
        let counts = factors.rate.map(|i| figures[i].counts);
        let least = match counts {
            None | Some(Counts::Rate) => 1,
            Some(Counts::Money(_) | Counts::Time) => ROWS,
            // Of a number that counts anything more rows have to speak.
            Some(Counts::Open | Counts::Things) if factors.rate.is_some_and(|i| tells(&i)) => {
                ROWS + 1
            }
            Some(Counts::Open | Counts::Things) => MANY,
        };
        if *n < least {
            continue;
        }
        let turns = turns.get(&from(factors)).map_or(&[][..], Vec::as_slice);
        product_of(figures, plane, rows, totals, (&rates, turns), factors, out);
    }
}

/// Whether numbers that count so may make a product that counts so.
fn goes(factors: &[&Figure], result: &Figure) -> bool {
    let money = factors.iter().filter(|it| matches!(it.counts, Counts::Money(_))).count();
    let rates = factors.iter().filter(|it| it.counts == Counts::Rate).count();
    // So many things at a rate are no amount.
    let told = factors.iter().all(|it| it.counts != Counts::Open);
    match result.counts {
        Counts::Money(_) => money == 1 || money == 0 && !(told && rates > 0),
        Counts::Rate => money == 0 && rates == factors.len(),
        Counts::Things => money == 0,
        Counts::Open => money <= 1,
        Counts::Time => false,
    }
}

fn product_of(
    figures: &[Figure],
    plane: &Plane,
    rows: &[Row],
    totals: &BTreeSet<usize>,
    (rates, turns): (&[usize], &[usize]),
    factors: &Factors,
    out: &mut Vec<Tie>,
) {
    let costs = worth::costs();
    let width = plane_width(rows, plane, factors.result);
    let (among, asks) = match priced(figures, plane, rows, factors) {
        Some(among) => (among, costs.asked),
        None => (width * width / 2 + 1, 0),
    };
    let mut cost = costs.product + bits(among as u128) - asks
        + costs.factor
            * (factors.columns.len() as i32 + i32::from(factors.rate.is_some()) - 2).max(0);
    if let Some(it) = factors.rate {
        let n = if figures[it].counts == Counts::Rate { rates.len() } else { rates.len() + PRICES };
        cost += bits(n as u128 + 1);
    }
    let constant = factors.constant.map(|it| &Constant::all()[it]);
    cost += constant.map_or(0, |it| it.cost);
    // Numbers of the same row whose product is asked for, and the number that it should be.
    let mut asked: Vec<Multiplied> = Vec::new();
    for r in rows_of(plane, factors.result) {
        let members: Option<Vec<usize>> =
            factors.columns.iter().map(|c| rows[r].get(c).copied()).collect();
        let (Some(mut members), Some(result)) = (members, rows[r].get(&factors.result)) else {
            continue;
        };
        members.extend(factors.rate);
        let all = members.iter().map(|i| &figures[*i]).collect::<Vec<&Figure>>();
        let counts = figures[*result].counts;
        // All of a number that stands elsewhere is that number.
        let is_all = |i: &usize| figures[*i].counts == Counts::Rate && !figures[*i].tells();
        if factors.rate.is_some() && members.iter().any(is_all)
            || counts != factors.counts
            || !goes(&all, &figures[*result])
            || figures[*result].fixed.is_none()
            || constant.is_some_and(|it| !it.goes(&all))
        {
            continue;
        }
        let it = product(&all);
        if let Some(it) = it.and_then(|it| constant.map_or(Some(it), |by| by.times(it))) {
            let it = turned(&all, it, &figures[*result]);
            asked.push((r, members, *result, it));
        }
    }
    let Some(step) = asked.iter().map(|it| figures[it.2].step).min() else { return };
    let of = |members: &[usize]| members.iter().map(|i| &figures[*i]).collect::<Vec<&Figure>>();
    // Somebody took the rate of something else.
    let is_other_rate = |members: &[usize], result: usize| {
        let at = members.iter().position(|i| figures[*i].counts == Counts::Rate);
        let (Some(at), Some(to)) = (at, figures[result].fixed) else { return false };
        rates.iter().any(|other| {
            let mut all = of(members);
            all[at] = &figures[*other];
            product(&all).and_then(|it| way(it, to, figures[result].step)).is_some()
        })
    };
    // Rows of one kind at one rate, those of another at another.
    let is_anothers = |members: &[usize], result: usize| {
        let Some(own) = factors.rate else { return false };
        let Some(to) = figures[result].fixed else { return false };
        turns.iter().filter(|it| **it != own).any(|other| {
            let all: Vec<usize> =
                members.iter().map(|i| if *i == own { *other } else { *i }).collect();
            let it = product(&of(&all));
            let it = it.and_then(|it| constant.map_or(Some(it), |by| by.times(it)));
            it.and_then(|it| way(it, to, figures[result].step)).is_some()
        })
    };
    let mut best: Option<(i32, Way, Tried)> = None;
    for way in ways(step) {
        let mut tried = Tried::default();
        // Rates that are exact as they are printed: a row holds with them.
        let exact: BTreeSet<(i128, i128)> = asked
            .iter()
            .filter(|it| way.result(it.3.0, it.3.1) == figures[it.2].fixed)
            .flat_map(|it| rates_of(&of(&it.1)))
            .map(|it| it.ratio)
            .collect();
        for (r, members, result, (n, d)) in &asked {
            let to = figures[*result].fixed.unwrap_or(0);
            let should = way.result(*n, *d);
            let holds = should == Some(to);
            let dull = members.iter().any(|i| !figures[*i].tells());
            let all = of(members);
            let told = if dull {
                0
            } else {
                let coarse = bits((to / way.unit.max(1)).unsigned_abs());
                figures[*result].digits().min(coarse)
            };
            let key = members.iter().chain([result]).map(|i| figures[*i].ratio.0).collect();
            let should = should.unwrap_or(0);
            let slip = !holds
                && (is_slip(should, to)
                    || is_other_rate(members, *result)
                    || is_with_slip(&of(members), &figures[*result]));
            // So many for a hundred or a thousand, and what is rounded otherwise; what the shares of an
            // amount leave is put to one of them.
            let unit = way.unit.max(figures[*result].step);
            let left = if rates_of(&all).is_empty() { unit } else { unit * asked.len() as i128 };
            let other = !holds
                && (is_shifted(should, to)
                    || (should - to).abs() <= left
                    || is_printed_short(&of(members), &exact, should - to));
            // Nothing is taken of small amounts, and totals are not rounded again.
            let excused =
                to == 0 || other || totals.contains(r) || !holds && is_anothers(members, *result);
            if holds || !dull && !excused {
                tried.add(*r, (holds, should - to), told, key, slip);
            }
        }
        let saved = tried.saved() - way.cost;
        if best.as_ref().is_none_or(|it| saved > it.0) {
            best = Some((saved, way, tried));
        }
    }
    let Some((saved, way, tried)) = best else { return };
    let bits = saved - cost;
    if bits <= 0 {
        return;
    }
    for it in &tried.lines {
        let Some((_, members, result, _)) = asked.iter().find(|other| other.0 == it.line) else {
            continue;
        };
        let shape = Shape::Product {
            factors: members.clone(),
            times: constant.map_or((1, 1), Constant::ratio),
            result: *result,
            rounding: way.rounding(),
        };
        out.push(tried.tie(shape, it, bits, false));
    }
}

/// Of how many products so many at a price is the one, where a word calls a factor the price: of as
/// many as its row has counts, and amounts for each.
fn priced(figures: &[Figure], plane: &Plane, rows: &[Row], factors: &Factors) -> Option<usize> {
    let ([a, b], None, None) = (&factors.columns[..], factors.rate, factors.constant) else {
        return None;
    };
    let is_priced = |r: &usize| match (rows[*r].get(a), rows[*r].get(b)) {
        (Some(a), Some(b)) => is_priced(&figures[*a], &figures[*b]),
        _ => false,
    };
    let products = rows_of(plane, factors.result).filter(is_priced).map(|r| {
        let all = || rows[r].values().map(|i| &figures[*i]);
        let counts = all().filter(|it| is_count(it)).count();
        counts * all().filter(|it| matches!(it.counts, Counts::Money(_)) && !it.cues.price).count()
    });
    products.max()
}

fn is_count(it: &Figure) -> bool {
    matches!(it.counts, Counts::Things | Counts::Time)
}

/// Whether one of two numbers is a count, and the other what a word calls a price.
pub(super) fn is_priced(a: &Figure, b: &Figure) -> bool {
    a.cues.price && is_count(b) || b.cues.price && is_count(a)
}

fn plane_width(rows: &[Row], plane: &Plane, column: usize) -> usize {
    rows_of(plane, column).map(|r| rows[r].len()).max().unwrap_or(2)
}

/// The rates among factors.
fn rates_of<'a>(factors: &[&'a Figure]) -> Vec<&'a Figure> {
    factors.iter().copied().filter(|it| it.counts == Counts::Rate).collect()
}

/// Whether a difference is no more than what the last printed digit of a rate leaves open: shares are
/// printed short, and amounts are reckoned with the whole of them. `exact` are rates that are not.
fn is_printed_short(factors: &[&Figure], exact: &BTreeSet<(i128, i128)>, apart: i128) -> bool {
    rates_of(factors).into_iter().filter(|it| !exact.contains(&it.ratio)).any(|rate| {
        let others: Vec<&Figure> =
            factors.iter().copied().filter(|it| !std::ptr::eq(*it, rate)).collect();
        let open = |(n, d): (i128, i128)| n.abs().checked_mul(rate.step)?.checked_div(2 * d);
        product(&others).and_then(open).is_some_and(|it| apart.abs() <= it)
    })
}

/// Whether a product comes to a number once a digit of one factor is another one: `3.5 %` was taken for
/// `3.0 %`. Only what tells more than the factor does says so.
fn is_with_slip(factors: &[&Figure], result: &Figure) -> bool {
    let Some(to) = result.fixed else { return false };
    factors.iter().enumerate().any(|(at, it)| {
        let others: Vec<&Figure> =
            factors.iter().enumerate().filter(|other| other.0 != at).map(|it| *it.1).collect();
        let (Some(fixed), Some((n, d))) = (it.fixed, product(&others)) else { return false };
        // The factor in its last printed places, and what it would have to be.
        let needed = to.checked_mul(d).filter(|_| n != 0).map(|it| it / n);
        let Some(needed) = needed else { return false };
        let tells = result.digits() > it.digits() + worth::costs().least;
        [0, 1].into_iter().any(|up| {
            let should = needed / it.step + up;
            let mut other = (*it).clone();
            other.mend(should * it.step);
            let mut all = factors.to_vec();
            all[at] = &other;
            tells
                && is_slip(should, fixed / it.step)
                && product(&all).and_then(|it| way(it, to, result.step)).is_some()
        })
    })
}

/// Whether one number is another with its point elsewhere.
fn is_shifted(a: i128, b: i128) -> bool {
    let (small, large) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
    small > 0 && [100, 1000].iter().any(|times| small.checked_mul(*times) == Some(large))
}
