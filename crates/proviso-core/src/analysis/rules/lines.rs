//! Rules inside the rows of tables: quantity × price, base × rate, sums across columns, running
//! balances.
//!
//! A relation between columns is taken when most rows keep it, or when the headers name it; a row
//! that breaks what the others keep is a finding. Work is bounded by columns³ × rows with at most
//! [`MAX_COLUMNS`] columns.

use std::cmp::Reverse;

use num_traits::{Signed, Zero};

use super::arithmetic::Unit;
use super::book::{Book, Node, is_telling, scaled};
use super::candidate::{Candidate, constant, product, sum};
use super::grid::{Column, Grid, common_rounding, fitting, roundings, ten_won};
use crate::analysis::{Operand, Relation, Support};
use crate::number::{Exact, Rounding};

/// More columns of numbers than this are not searched.
const MAX_COLUMNS: usize = 16;

/// Finds the rules of a table's rows.
pub(super) fn find(book: &Book<'_>, grid: &Grid<'_>, out: &mut Vec<Candidate>) {
    if grid.columns.len() > MAX_COLUMNS {
        return;
    }
    for result in 0..grid.columns.len() {
        products(book, grid, result, out);
        rates(book, grid, result, out);
        conversions(book, grid, result, out);
        across(grid, result, out);
        running(book, grid, result, out);
    }
}

/// Columns of what comes in and what goes out, either of which may be missing.
type Flow = (Option<usize>, Option<usize>);
/// Rows that hold, those that fail, and those with an entry.
type Fares = (usize, Reverse<usize>, usize);
/// Telling rows, whether the header asks for it, whether all is added, and how few columns.
type Rank = (usize, bool, bool, usize);

/// How rows fare under one reading of the columns.
struct Tally {
    holds: usize,
    /// Rows that hold and whose numbers say something: no factor is 1, nothing is 0.
    telling: usize,
    fails: usize,
}

struct Reading {
    factors: Vec<usize>,
    labelled: bool,
    rounding: Rounding,
    tally: Tally,
}

fn row_values<'g>(grid: &'g Grid<'_>, columns: &[usize], row: usize) -> Option<Vec<&'g Node>> {
    columns.iter().map(|it| grid.columns.get(*it)?.cells.get(row).copied().flatten()).collect()
}

fn product_reading(
    book: &Book<'_>,
    grid: &Grid<'_>,
    factors: Vec<usize>,
    result: usize,
) -> Option<Reading> {
    let target = &grid.columns[result];
    let mut all = factors.clone();
    all.push(result);
    let mut pairs = Vec::new();
    let mut dull = Vec::new();
    for row in 0..grid.height {
        let Some(nodes) = row_values(grid, &all, row) else { continue };
        let (printed, parts) = nodes.split_last()?;
        let computed: Exact = parts.iter().map(|it| it.value.clone()).product();
        dull.push(parts.iter().any(|it| !is_telling(&it.value)));
        pairs.push((computed, printed.value.clone()));
    }
    let rounding = common_rounding(&pairs, &book.roundings(target.unit));
    let mut tally = Tally { holds: 0, telling: 0, fails: 0 };
    for ((computed, printed), dull) in pairs.iter().zip(dull) {
        if rounding.apply(computed) == *printed {
            tally.holds += 1;
            tally.telling += usize::from(!dull);
        } else {
            tally.fails += 1;
        }
    }
    let columns: Vec<&Column<'_>> = factors.iter().map(|it| &grid.columns[*it]).collect();
    let labelled = columns.iter().any(|it| it.is_quantity())
        && columns.iter().any(|it| it.is_price())
        && target.is_amount()
        && !target.is_price();
    Some(Reading { factors, labelled, rounding, tally })
}

fn products(book: &Book<'_>, grid: &Grid<'_>, result: usize, out: &mut Vec<Candidate>) {
    let target = &grid.columns[result];
    if target.unit == Unit::Rate || target.is_price() || target.is_tax() {
        return;
    }
    let usable = |n: &usize| {
        let column = &grid.columns[*n];
        *n != result
            && (column.unit == Unit::Quantity
                || column.unit == Unit::Rate
                || column.unit == target.unit)
            || (*n != result && column.is_money() && target.is_money() && column.is_price())
    };
    let pool: Vec<usize> = (0..grid.columns.len()).filter(usable).collect();
    let fits = |set: &[usize]| {
        let money = set.iter().filter(|it| grid.columns[**it].is_money()).count();
        let rates = set.iter().filter(|it| grid.columns[**it].unit == Unit::Rate).count();
        // A base times a rate is the business of `rates`.
        money == usize::from(target.is_money()) && (set.len() > rates + money || set.len() > 2)
    };
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for (n, a) in pool.iter().enumerate() {
        for (m, b) in pool.iter().enumerate().skip(n + 1) {
            sets.push(vec![*a, *b]);
            sets.extend(pool.iter().skip(m + 1).map(|c| vec![*a, *b, *c]));
        }
    }
    let readings = sets.into_iter().filter(|it| fits(it));
    let readings = readings.filter_map(|it| product_reading(book, grid, it, result));
    let good = readings.filter(|it| {
        let Tally { holds, telling, fails } = it.tally;
        (it.labelled && holds + fails > 0 && (holds > 0 || it.factors.len() == 2))
            || (telling >= 2 && holds > fails)
    });
    let best = good.max_by_key(|it| {
        let Tally { holds, fails, .. } = it.tally;
        (
            holds > fails,
            it.labelled && holds >= fails,
            holds,
            it.labelled,
            Reverse(it.factors.len()),
        )
    });
    let Some(best) = best else { return };
    let Tally { holds, fails, .. } = best.tally;
    // Where no row of several keeps it, the columns mean something else than their headers say.
    let others = grid.columns.iter().enumerate().filter(|(n, it)| {
        *n != result
            && !best.factors.contains(n)
            && !it.is_tax()
            && it.filled() > 0
            && !it.is_amount()
    });
    let alarms = if holds == 0 {
        best.labelled && fails == 1 && others.count() == 0
    } else {
        holds >= fails && (best.labelled || best.tally.telling >= 2)
    };
    let mut all = best.factors.clone();
    all.push(result);
    for row in 0..grid.height {
        let Some(nodes) = row_values(grid, &all, row) else { continue };
        let Some((printed, parts)) = nodes.split_last() else { continue };
        let computed: Exact = parts.iter().map(|it| it.value.clone()).product();
        let rounding =
            if computed == printed.value { Rounding::NONE } else { best.rounding.clone() };
        let mut factors: Vec<Operand> = parts.iter().map(|it| it.operand()).collect();
        let fails = rounding.apply(&computed) != printed.value;
        let less = if fails { reductions(grid, &all, row) } else { Vec::new() };
        let rebate = less.iter().find_map(|it| {
            let left = Exact::from_integer(1.into()) - &it.value;
            let rounding = fitting(&(&computed * &left), &printed.value, &roundings(target.unit))?;
            Some((left, rounding))
        });
        let weight = if best.labelled { 85 } else { 75 };
        let make = |relation| {
            Candidate::new("line_amount", relation, Support::Layout, weight)
                .claiming(printed.id, "product")
        };
        if let Some((left, rounding)) = rebate {
            factors.push(Operand::Constant(left));
            out.push(make(product(factors, rounding, printed.operand())));
            continue;
        }
        // What is taken off in the row explains the difference, even if it cannot be computed.
        // A number many times too large or too small is rather one that was read from elsewhere.
        let two = Exact::from_integer(2.into());
        let likely = computed.abs() <= printed.value.abs() * &two
            && printed.value.abs() <= computed.abs() * &two
            || super::identity::near(&computed, &printed.value)
            || grid.height == 1;
        let relation = product(factors, rounding, printed.operand());
        out.push(make(relation).alarming(alarms && less.is_empty() && likely));
    }
}

/// Rates and rebates in a row beside the columns of a reading, which may lower its amount.
fn reductions<'g>(grid: &'g Grid<'_>, used: &[usize], row: usize) -> Vec<&'g Node> {
    const LESS: [&str; 6] = ["할인", "에누리", "disc", "rabatt", "remise", "less"];
    let lowers = |it: &Column<'_>| {
        it.unit == Unit::Rate && !it.is_tax() && it.meaning != "line_tax_rate"
            || LESS.iter().any(|word| it.label.contains(word))
    };
    let columns = grid.columns.iter().enumerate();
    columns
        .filter(|(n, it)| !used.contains(n) && lowers(it))
        .filter_map(|(_, it)| it.cells.get(row).copied().flatten())
        .filter(|it| !it.value.is_zero())
        .collect()
}

/// `base × rate = result`, with a column of rates, or with the tax rate of the document.
fn rates(book: &Book<'_>, grid: &Grid<'_>, result: usize, out: &mut Vec<Candidate>) {
    let target = &grid.columns[result];
    if !target.is_money() || target.is_price() {
        return;
    }
    // `소득세 (3%)`: the rate stands in the header, or is stated under its name.
    let head = |it: &&Node| !it.label().is_empty() && target.label.starts_with(it.label());
    let stated: Vec<Operand> = book.rates().filter(head).take(4).map(Node::operand).collect();
    let mut best: Option<(usize, usize, bool, Vec<Candidate>)> = None;
    let bases = grid
        .columns
        .iter()
        .enumerate()
        .filter(|(n, it)| *n != result && it.unit == target.unit && !it.is_price());
    for (base, column) in bases {
        let mut choices: Vec<(bool, Vec<Option<Operand>>)> = Vec::new();
        for rate in grid.columns.iter().filter(|it| it.unit == Unit::Rate) {
            choices.push((false, rate.cells.iter().map(|it| it.map(Node::operand)).collect()));
        }
        choices.extend(stated.iter().map(|it| (true, vec![Some(it.clone()); grid.height])));
        if target.is_tax() && !column.is_tax() {
            choices
                .extend(tax_rates(book).into_iter().map(|it| (false, vec![Some(it); grid.height])));
        }
        for (is_stated, rates) in choices {
            let mut pairs = Vec::new();
            let mut rows = Vec::new();
            for row in 0..grid.height {
                let (Some(b), Some(c), Some(Some(rate))) =
                    (column.cells[row], target.cells[row], rates.get(row))
                else {
                    continue;
                };
                let Some((r, _)) = super::arithmetic::number(&book.draft.fields, rate) else {
                    continue;
                };
                // No tax on a line says that the line is exempt.
                if c.value.is_zero() {
                    continue;
                }
                pairs.push((&b.value * r, c.value.clone()));
                rows.push((b, c, rate.clone()));
            }
            let mut allowed = book.roundings(target.unit);
            if is_stated {
                // What is withheld is cut to ten won, mostly without a word.
                allowed.extend(ten_won(target.unit));
            }
            let rounding = common_rounding(&pairs, &allowed);
            let holds = pairs.iter().filter(|(c, p)| rounding.apply(c) == *p).count();
            let fails = pairs.len() - holds;
            let near = base + 1 == result;
            if holds == 0 || holds <= fails || (holds < 2 && !target.is_tax()) {
                continue;
            }
            let better = best.as_ref().is_none_or(|it| (holds, near) > (it.0, it.2));
            if !better {
                continue;
            }
            let alarms = holds >= 2;
            let candidates =
                rows.into_iter().zip(&pairs).map(|((b, c, rate), (computed, printed))| {
                    // Less than the smallest unit is no mistake: who takes the tax out of a gross
                    // price rounds now up, now down.
                    let own = fitting(computed, printed, &allowed);
                    let fits = rounding.apply(computed) == *printed;
                    let rounding = match own {
                        Some(own) if own == Rounding::NONE || !fits => own,
                        _ => rounding.clone(),
                    };
                    let relation = Relation::Rate {
                        base: b.operand(),
                        rate,
                        rounding,
                        result: c.operand(),
                        negated: false,
                    };
                    Candidate::new("line_rate", relation, Support::Layout, 80)
                        .claiming(c.id, "rate")
                        .alarming(alarms)
                });
            best = Some((holds, fails, near, candidates.collect()));
        }
    }
    out.extend(best.into_iter().flat_map(|it| it.3));
}

/// `amount × exchange rate = amount in another currency`.
fn conversions(book: &Book<'_>, grid: &Grid<'_>, result: usize, out: &mut Vec<Candidate>) {
    let target = &grid.columns[result];
    let exchange =
        grid.columns.iter().filter(|it| it.unit == Unit::Rate && it.meaning == "exchange_rate");
    // The rows of a list of expenses are in several currencies.
    let foreign = |column: &Column<'_>, row: usize| {
        let cell = grid.source.rows.get(row)?.get(column.place)?;
        let mut nodes = cell.fields.iter().filter_map(|it| book.node(*it));
        nodes.find(|it| it.is_money() && it.unit != target.unit)
    };
    let bases = |it: &&Column<'_>| {
        target.is_money() && (0..grid.height).any(|row| foreign(it, row).is_some())
    };
    for (rate, base) in
        exchange.flat_map(|rate| grid.columns.iter().filter(bases).map(move |it| (rate, it)))
    {
        let rows: Vec<(&Node, &Node, &Node)> = (0..grid.height)
            .filter_map(|row| Some((foreign(base, row)?, rate.cells[row]?, target.cells[row]?)))
            .collect();
        let pairs: Vec<(Exact, Exact)> =
            rows.iter().map(|(b, r, c)| (&b.value * &r.value, c.value.clone())).collect();
        let rounding = common_rounding(&pairs, &roundings(target.unit));
        let holds = pairs.iter().filter(|(c, p)| rounding.apply(c) == *p).count();
        if holds * 2 <= rows.len() {
            continue;
        }
        for ((b, r, c), (computed, printed)) in rows.iter().zip(&pairs) {
            let own = if computed == printed { Rounding::NONE } else { rounding.clone() };
            let relation = product(vec![b.operand(), r.operand()], own, c.operand());
            out.push(
                Candidate::new("conversion", relation, Support::Layout, 80)
                    .claiming(c.id, "product")
                    .alarming(holds >= 2),
            );
        }
    }
}

/// Tax rates that the document prints, then the Korean ten percent.
pub(super) fn tax_rates(book: &Book<'_>) -> Vec<Operand> {
    let is_tax = |it: &&Node| {
        (matches!(it.meaning.as_str(), "vat" | "tax_rate")
            || it
                .labels
                .iter()
                .any(|it| ["부가", "세율", "vat", "tax"].iter().any(|w| it.contains(w))))
    };
    let mut out: Vec<Operand> = book.rates().filter(is_tax).take(8).map(Node::operand).collect();
    out.push(constant(1, 10));
    out
}

/// A column that is the sum of a run of columns, or the first of them less the others.
/// How the columns of a run make up another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signs {
    /// `공급가액 + 세액`.
    Added,
    /// `지급액 − 소득세 − 지방소득세`.
    TakenFromFirst,
    /// `전기이월 + 입고 − 출고`.
    LastTaken,
}

impl Signs {
    /// Whether the column at a place of a run is taken away.
    fn takes(self, place: usize, n_all: usize) -> bool {
        match self {
            Signs::Added => false,
            Signs::TakenFromFirst => place > 0,
            Signs::LastTaken => place + 1 == n_all,
        }
    }
}

fn across(grid: &Grid<'_>, result: usize, out: &mut Vec<Candidate>) {
    let target = &grid.columns[result];
    if target.unit == Unit::Rate
        || target.is_price()
        || target.unit == Unit::Quantity && target.is_quantity() && grid.height < 2
    {
        return;
    }
    let same = |it: &Column<'_>| it.unit == target.unit && !it.is_price();
    let pool: Vec<usize> =
        (0..grid.columns.len()).filter(|n| *n != result && same(&grid.columns[*n])).collect();
    let says = |words: &[&str]| words.iter().any(|it| target.label.contains(it));
    let totals = super::book::is_total(&target.label)
        || target.meaning.contains("total")
        || says(&["총", "합"]);
    let rests =
        says(&[
            "잔",
            "차액",
            "미수",
            "실지급",
            "차인",
            "지급액",
            "반납",
            "balance",
            "remaining",
            "net",
            "left",
            "due",
            "재고",
            "순",
        ]) || ["left", "balance", "due", "net"].iter().any(|it| target.meaning.contains(it));
    let mut best: Option<(Rank, Vec<Candidate>)> = None;
    for from in 0..pool.len() {
        for to in from + 2..=pool.len() {
            let run = &pool[from..to];
            for signs in [Signs::Added, Signs::TakenFromFirst, Signs::LastTaken] {
                // What is left stands behind what came and went.
                if signs == Signs::LastTaken && run.iter().any(|it| *it > result) {
                    continue;
                }
                let minus = signs != Signs::Added;
                let labelled = if minus { rests } else { totals };
                let mut rows = Vec::new();
                let (mut holds, mut fails, mut telling) = (0usize, 0usize, 0usize);
                for row in 0..grid.height {
                    let Some(printed) = target.cells[row] else { continue };
                    let nodes: Vec<&Node> =
                        run.iter().filter_map(|it| grid.columns[*it].cells[row]).collect();
                    // A difference needs what is taken from; a lone amount repeats itself.
                    let lacks = match signs {
                        Signs::Added => false,
                        Signs::TakenFromFirst => grid.columns[run[0]].cells[row].is_none(),
                        Signs::LastTaken => nodes.len() < 3 || nodes.len() < run.len(),
                    };
                    if nodes.is_empty() || lacks {
                        continue;
                    }
                    let n_all = nodes.len();
                    let computed: Exact = nodes
                        .iter()
                        .enumerate()
                        .map(|(n, it)| match signs.takes(n, n_all) {
                            true => -it.value.clone(),
                            false => it.value.clone(),
                        })
                        .sum();
                    let full = nodes.iter().filter(|it| !it.value.is_zero()).count() >= 2;
                    if computed == printed.value {
                        holds += 1;
                        telling += usize::from(full);
                    } else {
                        fails += 1;
                    }
                    if nodes.len() >= 2 {
                        let terms = nodes
                            .iter()
                            .enumerate()
                            .map(|(n, it)| (it.operand(), signs.takes(n, n_all)));
                        rows.push(sum(terms.collect(), printed.operand()));
                    }
                }
                let one_row = telling == 1 && fails == 0 && labelled;
                if !(holds > fails && telling >= 2
                    || one_row
                    || (labelled && telling >= 1 && holds >= fails))
                {
                    continue;
                }
                let rank = (telling, labelled, !minus, usize::MAX - run.len());
                if best.as_ref().is_some_and(|it| it.0 >= rank) {
                    continue;
                }
                let alarms = telling >= 2 && holds > fails;
                let candidates = rows.into_iter().map(|relation| {
                    let claim = super::arithmetic::operands(&relation).first().copied();
                    let it =
                        Candidate::new("row_sum", relation, Support::Layout, 81).alarming(alarms);
                    match claim {
                        Some(id) => it.claiming(id, "row"),
                        None => it,
                    }
                });
                best = Some((rank, candidates.collect()));
            }
        }
    }
    out.extend(best.into_iter().flat_map(|it| it.1));
}

/// A balance that every row carries on: the balance above, plus what comes in, less what goes out.
fn running(book: &Book<'_>, grid: &Grid<'_>, result: usize, out: &mut Vec<Candidate>) {
    let target = &grid.columns[result];
    if grid.height < 3 || target.filled() < 3 || target.unit == Unit::Rate || target.is_price() {
        return;
    }
    let pool: Vec<usize> = (0..grid.columns.len())
        .filter(|n| {
            *n != result && grid.columns[*n].unit == target.unit && !grid.columns[*n].is_price()
        })
        .collect();
    // Pairs of (comes in, goes out), either of which may be missing.
    let mut pairs: Vec<Flow> = Vec::new();
    for &a in &pool {
        pairs.push((Some(a), None));
        pairs.push((None, Some(a)));
        pairs.extend(pool.iter().filter(|it| **it != a).map(|it| (Some(a), Some(*it))));
    }
    let at = |column: Option<usize>, row: usize| column.and_then(|it| grid.columns[it].cells[row]);
    // Banks print the newest entry first as often as last.
    let down: Vec<usize> = (0..grid.height).collect();
    let up: Vec<usize> = (0..grid.height).rev().collect();
    let mut best: Option<(Fares, Flow, &[usize])> = None;
    for (order, pair) in [&down, &up].into_iter().flat_map(|it| pairs.iter().map(move |p| (it, *p)))
    {
        let (mut holds, mut fails) = (0usize, 0usize);
        let mut before: Option<i128> = None;
        for &row in order {
            let Some(now) = target.cells[row].and_then(|it| scaled(&it.value)) else { continue };
            let value = |it: Option<&Node>| it.and_then(|it| scaled(&it.value)).unwrap_or(0);
            let change = value(at(pair.0, row)) - value(at(pair.1, row));
            if let Some(before) = before.replace(now) {
                if before + change == now && change != 0 { holds += 1 } else { fails += 1 }
            }
        }
        // Of readings that fare alike the one that tells of more rows sees more slips.
        let tells = |row: &&usize| at(pair.0, **row).is_some() || at(pair.1, **row).is_some();
        let fares = (holds, Reverse(fails), order.iter().filter(tells).count());
        let enough = holds >= 2 && holds > fails;
        if enough && best.is_none_or(|it| fares > it.0) {
            best = Some((fares, pair, order));
        }
    }
    let Some(((holds, Reverse(fails), _), pair, order)) = best else { return };
    let alarms = holds >= 3 && holds > 2 * fails.saturating_sub(1);
    let mut before: Option<&Node> = None;
    for (place, &row) in order.iter().enumerate() {
        let Some(now) = target.cells[row] else { continue };
        let mut terms = Vec::new();
        terms.extend(at(pair.0, row).map(|it| (it.operand(), false)));
        terms.extend(at(pair.1, row).map(|it| (it.operand(), true)));
        let from = before.replace(now).or_else(|| opening(book, grid, &terms, now));
        let Some(from) = from else { continue };
        terms.insert(0, (from.operand(), false));
        if terms.len() < 2 {
            continue;
        }
        let relation = sum(terms, now.operand());
        out.push(
            Candidate::new("running_balance", relation, Support::Layout, 82)
                .claiming(now.id, "running")
                .alarming(alarms && place > 0),
        );
    }
}

/// An opening balance outside of the table that the first row carries on.
fn opening<'b>(
    book: &'b Book<'_>,
    grid: &Grid<'_>,
    terms: &[(Operand, bool)],
    now: &Node,
) -> Option<&'b Node> {
    let mut wanted = now.value.clone();
    for (operand, negative) in terms {
        let (value, _) = super::arithmetic::number(&book.draft.fields, operand)?;
        wanted = if *negative { wanted + value } else { wanted - value };
    }
    let outside = |it: &&Node| it.cell.is_none_or(|it| it.table != grid.table);
    let named = |it: &&Node| {
        it.meaning == "previous_balance"
            || it.labels.iter().any(|it| {
                [
                    "이월",
                    "전월",
                    "전미수",
                    "기초",
                    "대출금액",
                    "opening",
                    "previous",
                    "forward",
                    "loan",
                ]
                .iter()
                .any(|w| it.contains(w))
            })
    };
    let (value, now_value) = (scaled(&wanted)?, scaled(&now.value)?);
    // A loan's ledger opens with the loan, whatever it is called.
    let likely = |it: &&Node| named(it) || super::book::improbable(1, value, &[now_value], 50);
    book.nodes
        .iter()
        .filter(|it| it.unit == now.unit && it.value == wanted)
        .find(|it| outside(it) && likely(it))
}
