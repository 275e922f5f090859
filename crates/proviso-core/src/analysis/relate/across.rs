//! What holds between columns in row after row: products, sums, parts at one rate.
//!
//! **Invariant:** a relation between columns is one hypothesis however many rows keep it, and rows
//! that say the same count once.

use std::collections::{BTreeMap, BTreeSet};

use super::figure::{Counts, Figure, Way, product, way, ways};
use super::plane::Plane;
use super::slip::is_slip;
use super::sums::{Equation, Line};
use super::tried::Tried;
use super::worth::{self, bits};
use super::{Shape, Tie};

/// Numbers of a row that are looked at.
const WIDEST: usize = 26;
/// Numbers of a row among which three factors are looked for.
const THREE: usize = 14;
/// Rates of a document that may stand for all rows.
const RATES: usize = 40;

/// Numbers by column in one row.
pub(super) type Row = BTreeMap<usize, usize>;

/// What is multiplied.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Factors {
    columns: Vec<usize>,
    /// A rate that stands elsewhere and counts for all rows.
    rate: Option<usize>,
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
            tried.ask(r, &equation, value, step, all);
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
    let rates: Vec<usize> = (0..figures.len())
        .filter(|i| figures[*i].counts == Counts::Rate && figures[*i].tells())
        .take(RATES)
        .collect();
    let mut seen: BTreeSet<Factors> = BTreeSet::new();
    for row in rows.iter().filter(|it| it.len() >= 2) {
        let telling: Vec<(usize, usize)> =
            row.iter().map(|it| (*it.0, *it.1)).filter(|it| figures[it.1].tells()).collect();
        let mut seed = |columns: Vec<usize>, rate: Option<usize>, members: &[&Figure]| {
            let Some(it) = product(members) else { return };
            for (c, i) in &telling {
                let result = &figures[*i];
                if columns.contains(c) || rate == Some(*i) || !goes(members, result) {
                    continue;
                }
                let Some(to) = result.fixed else { continue };
                if way(it, to, result.step).is_some() {
                    let counts = result.counts;
                    seen.insert(Factors { columns: columns.clone(), rate, result: *c, counts });
                }
            }
        };
        for (a, (ca, ia)) in telling.iter().enumerate() {
            for rate in &rates {
                if rate != ia {
                    seed(vec![*ca], Some(*rate), &[&figures[*ia], &figures[*rate]]);
                }
            }
            for (b, (cb, ib)) in telling.iter().enumerate().skip(a + 1) {
                seed(vec![*ca, *cb], None, &[&figures[*ia], &figures[*ib]]);
                if telling.len() > THREE {
                    continue;
                }
                for (cc, ic) in &telling[b + 1..] {
                    let members = [&figures[*ia], &figures[*ib], &figures[*ic]];
                    seed(vec![*ca, *cb, *cc], None, &members);
                }
            }
        }
    }
    for factors in seen {
        product_of(figures, plane, rows, totals, rates.len(), &factors, out);
    }
}

/// Whether numbers that count so may make a product that counts so.
fn goes(factors: &[&Figure], result: &Figure) -> bool {
    let money = factors.iter().filter(|it| matches!(it.counts, Counts::Money(_))).count();
    let rates = factors.iter().filter(|it| it.counts == Counts::Rate).count();
    match result.counts {
        Counts::Money(_) => money <= 1,
        Counts::Rate => money == 0 && rates == factors.len(),
        Counts::Things => money == 0,
        Counts::Open => money <= 1,
    }
}

fn product_of(
    figures: &[Figure],
    plane: &Plane,
    rows: &[Row],
    totals: &BTreeSet<usize>,
    n_rates: usize,
    factors: &Factors,
    out: &mut Vec<Tie>,
) {
    let costs = worth::costs();
    let width = plane_width(rows, plane, factors.result);
    let mut cost = costs.product
        + bits((width * width / 2 + 1) as u128)
        + costs.factor * (factors.columns.len() as i32 - 2).max(0);
    if factors.rate.is_some() {
        cost += bits(n_rates as u128 + 1);
    }
    // Numbers of the same row whose product is asked for, and the number that it should be.
    let mut asked: Vec<Multiplied> = Vec::new();
    for r in rows_of(plane, factors.result) {
        let members: Option<Vec<usize>> =
            factors.columns.iter().map(|c| rows[r].get(c).copied()).collect();
        let (Some(mut members), Some(result)) = (members, rows[r].get(&factors.result)) else {
            continue;
        };
        members.extend(factors.rate);
        let all: Vec<&Figure> = members.iter().map(|i| &figures[*i]).collect();
        let counts = figures[*result].counts;
        if counts != factors.counts
            || !goes(&all, &figures[*result])
            || figures[*result].fixed.is_none()
        {
            continue;
        }
        if let Some(it) = product(&all) {
            asked.push((r, members, *result, it));
        }
    }
    let Some(step) = asked.iter().map(|it| figures[it.2].step).min() else { return };
    let mut best: Option<(i32, Way, Tried)> = None;
    for way in ways(step) {
        let mut tried = Tried::default();
        for (r, members, result, (n, d)) in &asked {
            let to = figures[*result].fixed.unwrap_or(0);
            let should = way.result(*n, *d);
            let holds = should == Some(to);
            let dull = members.iter().any(|i| !figures[*i].tells());
            let told = if dull {
                0
            } else {
                let coarse = bits((to / way.unit.max(1)).unsigned_abs());
                figures[*result].digits().min(coarse)
            };
            let key = members.iter().chain([result]).map(|i| figures[*i].ratio.0).collect();
            let should = should.unwrap_or(0);
            let slip = !holds && is_slip(should, to);
            // So many for a hundred or a thousand, and what is rounded otherwise.
            let other = !holds
                && (is_shifted(should, to)
                    || (should - to).abs() <= way.unit.max(figures[*result].step));
            // Nothing is taken of small amounts, and totals are not rounded again.
            let excused = to == 0 || other || totals.contains(r);
            if holds || !dull && !excused {
                tried.add(*r, holds, told, key, slip);
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
        let shape =
            Shape::Product { factors: members.clone(), result: *result, rounding: way.rounding() };
        out.push(tried.tie(shape, it, bits, false));
    }
}

fn plane_width(rows: &[Row], plane: &Plane, column: usize) -> usize {
    rows_of(plane, column).map(|r| rows[r].len()).max().unwrap_or(2)
}

/// Whether one number is another with its point elsewhere.
fn is_shifted(a: i128, b: i128) -> bool {
    let (small, large) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
    small > 0 && [100, 1000].iter().any(|times| small.checked_mul(*times) == Some(large))
}
