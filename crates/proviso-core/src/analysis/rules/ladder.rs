//! Sums among the amounts that stand outside of table bodies: subtotal trees, discounts, payables,
//! budgets, earnings and deductions.
//!
//! Bounded: for each of at most [`MAX_RESULTS`] amounts, subsets of at most [`WINDOW`] neighbors.
//! What is tried, and how many tries, enters the estimate of [`super::book::improbable`].

use super::arithmetic::Unit;
use super::book::{Book, Node, grain, improbable, scaled};
use super::candidate::{Candidate, sum};
use crate::analysis::Support;

/// Results that are looked at.
const MAX_RESULTS: usize = 80;
/// Neighbors on one side that may be terms.
const BEFORE: usize = 14;
/// Neighbors on the other side.
const AFTER: usize = 8;
/// Neighbors that take part in subsets.
const WINDOW: usize = 14;
/// Subsets that are tried for one document.
const BUDGET: u64 = 500_000;
/// Subsets that are tried for one result.
const MAX_TRIALS: u64 = 60_000;
/// Terms of a subset.
const MAX_TERMS: usize = 8;

struct Step<'a> {
    node: &'a Node,
    value: i128,
}

/// Finds sums in the list of summary amounts.
pub(super) fn find(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let mut budget = BUDGET;
    let mut units: Vec<Unit> = book.summary().map(|it| it.unit).collect();
    units.sort();
    units.dedup();
    for unit in units {
        let list: Vec<Step<'_>> = book
            .summary()
            .filter(|it| it.unit == unit && !it.prose && !it.is_unit_price())
            .filter_map(|node| {
                Some(Step { node, value: scaled(&node.value).filter(|it| *it != 0)? })
            })
            .collect();
        // Printed side by side, two ladders interleave in reading order; each stands in its column.
        for ladder in ladders(&list) {
            for at in searched(&ladder) {
                explain(book, &ladder, at, &mut budget, out);
            }
        }
        for (from, to) in sentences(book, unit) {
            sentence(book, &from, &to, out);
        }
    }
}

/// Which amounts of a ladder are looked at as results: all of a short one, of a long one those
/// that a label calls a total or a remainder.
fn searched(ladder: &[&Step<'_>]) -> Vec<usize> {
    let cue = |at: &usize| ladder[*at].node.says_total() || ladder[*at].node.says_rest();
    let mut out: Vec<usize> = (0..ladder.len()).collect();
    if out.len() > MAX_RESULTS {
        out.retain(cue);
        out.truncate(MAX_RESULTS);
    }
    out
}

/// The whole list, and each right-aligned column of it where there are several.
fn ladders<'l, 'a>(list: &'l [Step<'a>]) -> Vec<Vec<&'l Step<'a>>> {
    let mut out = vec![list.iter().collect::<Vec<_>>()];
    let mut columns: Vec<Vec<&Step<'_>>> = Vec::new();
    for step in list {
        let near = |it: &&mut Vec<&Step<'_>>| {
            it.last().is_some_and(|it| {
                it.node.page == step.node.page
                    && (it.node.rect.x1 - step.node.rect.x1).abs() <= 4.0
                    && it.node.rect.width() > 0.0
            })
        };
        match columns.iter_mut().find(near) {
            Some(it) => it.push(step),
            None => columns.push(vec![step]),
        }
    }
    if columns.len() > 1 {
        out.extend(columns.into_iter().filter(|it| it.len() >= 3 && it.len() < list.len()));
    }
    out
}

fn explain(
    book: &Book<'_>,
    ladder: &[&Step<'_>],
    at: usize,
    budget: &mut u64,
    out: &mut Vec<Candidate>,
) {
    let result = ladder[at];
    let usable = |it: &&&Step<'_>| it.value.abs() != result.value.abs();
    let before: Vec<&Step<'_>> =
        ladder[at.saturating_sub(BEFORE)..at].iter().filter(usable).copied().collect();
    let after: Vec<&Step<'_>> = ladder
        [(at + 1).min(ladder.len())..(at + 1 + AFTER).min(ladder.len())]
        .iter()
        .filter(usable)
        .copied()
        .collect();
    let cue = result.node.says_total() || result.node.says_rest();
    let mut trials = 0u64;
    // Runs that end right before the result, or begin right after it.
    let runs = (2..=before.len()).map(|n| before[before.len() - n..].to_vec());
    let runs = runs.chain((2..=after.len()).map(|n| after[..n].to_vec()));
    let mut found = false;
    for run in runs {
        for signs in sign_patterns(result.node, &run) {
            trials += 1;
            if signed(&run, &signs) != result.value {
                continue;
            }
            let values: Vec<i128> = run.iter().map(|it| it.value).collect();
            let odds = if cue || run.iter().any(|it| it.node.subtracts()) { 2 } else { 200 };
            if improbable(trials, result.value, &values, odds) {
                let weight = if cue { 62 } else { 48 };
                out.push(candidate(&run, &signs, result, weight));
                found = true;
            }
        }
    }
    if found || !cue {
        return;
    }
    let mut window = before.clone();
    window.reverse();
    window.truncate(WINDOW - 4);
    window.extend(after.iter().take(WINDOW - window.len()).copied());
    let spent = subsets(book, &window, result, trials, *budget, out);
    *budget = budget.saturating_sub(spent);
}

/// Subsets of the window, fewest terms first; the first size that hits is taken. Gives the tries.
fn subsets(
    book: &Book<'_>,
    window: &[&Step<'_>],
    result: &Step<'_>,
    tried: u64,
    budget: u64,
    out: &mut Vec<Candidate>,
) -> u64 {
    let mut trials = tried;
    let all: Vec<i128> = window.iter().map(|it| it.value).chain([result.value]).collect();
    // More tries than this and a hit would say nothing; the search ends there.
    let enough = u64::try_from(result.value.abs() / grain(&all))
        .unwrap_or(u64::MAX)
        .min(MAX_TRIALS)
        .min(budget);
    for size in 2..=MAX_TERMS.min(window.len()) {
        let mut hits = Vec::new();
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            if trials > enough {
                return trials;
            }
            // In the order of the page, so that a difference begins with what is taken from.
            let mut run: Vec<&Step<'_>> = chosen.iter().map(|it| window[*it]).collect();
            run.sort_by_key(|it| it.node.id);
            for signs in sign_patterns(result.node, &run) {
                trials += 1;
                if signed(&run, &signs) == result.value {
                    hits.push((run.clone(), signs));
                }
            }
            // The next combination in lexicographic order.
            let Some(n) = (0..size).rev().find(|n| chosen[*n] < window.len() - size + n) else {
                break;
            };
            chosen[n] += 1;
            for later in n + 1..size {
                chosen[later] = chosen[later - 1] + 1;
            }
        }
        // Several subsets of one size that hit say that hits come cheap here.
        let [(run, signs)] = hits.as_slice() else {
            if hits.is_empty() { continue } else { return trials }
        };
        let values: Vec<i128> = run.iter().map(|it| it.value).collect();
        let near = run.iter().all(|it| book.tied(it.node, result.node));
        if improbable(trials, result.value, &values, if near { 2 } else { 50 }) {
            out.push(candidate(run, signs, result, 42));
        }
        return trials;
    }
    trials
}

/// All added; taken away what its label takes away; the first less the others.
fn sign_patterns(result: &Node, run: &[&Step<'_>]) -> Vec<Vec<bool>> {
    let mut out = vec![vec![false; run.len()]];
    // What is printed with a minus needs none of ours.
    let by_label: Vec<bool> = run
        .iter()
        .enumerate()
        .map(|(n, it)| n > 0 && it.value > 0 && it.node.subtracts())
        .collect();
    out.push(by_label);
    if result.says_rest() || result.says_total() {
        out.push((0..run.len()).map(|n| n > 0).collect());
        // 700,000 advanced, 644,100 spent: what is left may be printed after either.
        if run.len() == 2 {
            out.push(vec![true, false]);
        }
    }
    out.sort();
    out.dedup();
    out
}

fn signed(run: &[&Step<'_>], signs: &[bool]) -> i128 {
    run.iter().zip(signs).map(|(it, minus)| if *minus { -it.value } else { it.value }).sum()
}

fn candidate(run: &[&Step<'_>], signs: &[bool], result: &Step<'_>, weight: u32) -> Candidate {
    let mut terms: Vec<_> =
        run.iter().zip(signs).map(|(it, minus)| (it.node.operand(), *minus)).collect();
    // A difference is said from its first positive term on.
    terms.sort_by_key(|it| it.1);
    let relation = sum(terms, result.node.operand());
    // `사용금액 | 가지급금 | 추가지급액`: what is left behind an advance follows from the total and
    // explains itself, not the total.
    let rest = |it: &&&Step<'_>| it.node.says_rest() && it.node.id > result.node.id;
    let taken = run.iter().any(|it| it.node.subtracts() && it.node.id > result.node.id);
    let claims = run.iter().find(rest).filter(|_| taken && run.len() == 2).unwrap_or(&result);
    Candidate::new("total", relation, Support::Numbers, weight).claiming(claims.node.id, "total")
}

/// Amounts of one unit that stand in one sentence, with every amount that may be their sum.
fn sentences<'b>(book: &'b Book<'_>, unit: Unit) -> Vec<(Vec<&'b Node>, Vec<&'b Node>)> {
    let mut out: Vec<Vec<&Node>> = Vec::new();
    for node in book.nodes.iter().filter(|it| it.unit == unit && it.sentence.is_some()) {
        match out.last_mut() {
            Some(it) if it.last().is_some_and(|it| it.sentence == node.sentence) => it.push(node),
            _ => out.push(vec![node]),
        }
    }
    let mut seen: Vec<&Node> = Vec::new();
    for node in book.summary().filter(|it| it.unit == unit) {
        if seen.iter().all(|it| it.value != node.value) {
            seen.push(node);
        }
    }
    seen.truncate(MAX_RESULTS);
    out.into_iter().filter(|it| (2..=8).contains(&it.len())).map(|it| (it, seen.clone())).collect()
}

/// `a + b = c` where a and b stand in one sentence, as in "supply … and tax … make up the price".
fn sentence(book: &Book<'_>, terms: &[&Node], results: &[&Node], out: &mut Vec<Candidate>) {
    let mut trials = 0;
    for (n, a) in terms.iter().enumerate() {
        for b in &terms[n + 1..] {
            for c in results.iter().chain(terms) {
                trials += 1;
                let (Some(x), Some(y), Some(z)) =
                    (scaled(&a.value), scaled(&b.value), scaled(&c.value))
                else {
                    continue;
                };
                if x + y != z || x == 0 || y == 0 || c.id == a.id || c.id == b.id {
                    continue;
                }
                let together = c.sentence == a.sentence;
                let cue = c.says_total() || book.tied(c, a);
                let odds = if together {
                    2
                } else if cue {
                    10
                } else {
                    500
                };
                if improbable(trials, z, &[x, y], odds) || (together && cue) {
                    let relation =
                        sum(vec![(a.operand(), false), (b.operand(), false)], c.operand());
                    out.push(
                        Candidate::new("total", relation, Support::Numbers, 46)
                            .claiming(c.id, "total"),
                    );
                }
            }
        }
    }
}
