//! Payments in parts: the parts make up the price, the shares make up one, each part is its share.
//!
//! The price is the amount that a majority of the parts agree on (part ÷ share), or the one that
//! the parts add up to; a part that alone disagrees is a finding.

use num_traits::{One, Signed, Zero};

use super::arithmetic::Unit;
use super::book::{Book, Node, squash};
use super::candidate::{Candidate, constant, sum};
use super::grid::{Grid, fitting, roundings};
use crate::analysis::{Operand, Relation, Support};
use crate::number::{Exact, Rounding};

/// One payment.
#[derive(Debug, Clone, Copy)]
struct Part<'b> {
    share: Option<&'b Node>,
    amount: Option<&'b Node>,
}

const NAMES: &[&str] = &[
    "계약금",
    "선금",
    "선급금",
    "착수금",
    "중도금",
    "기성금",
    "준공금",
    "완료금",
    "잔금",
    "잔대금",
    "1차",
    "2차",
    "3차",
    "4차",
    "5차",
    "1회",
    "2회",
    "3회",
    "4회",
    "first",
    "second",
    "third",
    "fourth",
    "final",
    "instal",
    "milestone",
    "downpayment",
    "deposit",
    "interim",
    "progress",
    "upfront",
    "onsigning",
    "completion",
];
const LAST: &[&str] = &["잔금", "잔대금", "준공금", "완료금", "final", "balance", "completion"];

fn names_part(node: &Node) -> bool {
    let named = |it: &String| NAMES.iter().any(|w| it.contains(w)) && !it.contains("계약금액");
    node.labels.iter().any(named)
        || matches!(node.meaning.as_str(), "deposit" | "interim" | "balance")
}

/// Finds payment schedules in tables and in label groups.
pub(super) fn find(book: &Book<'_>, grids: &[Grid<'_>], out: &mut Vec<Candidate>) {
    for grid in grids {
        let shares = grid.columns.iter().find(|it| it.unit == Unit::Rate && it.filled() >= 2);
        // The money that the shares cut up stands beside them.
        let Some(shares) = shares else { continue };
        let sums_up =
            shares.cells.iter().flatten().map(|it| it.value.clone()).sum::<Exact>().is_one();
        let labelled = shares.meaning == "share"
            || ["비율", "비중", "지급률", "지급율", "share", "percent", "ratio"]
                .iter()
                .any(|it| shares.label.contains(it));
        if !sums_up && !labelled {
            continue;
        }
        let money =
            grid.columns.iter().filter(|it| it.is_money() && !it.is_price() && it.filled() >= 2);
        let columns: Vec<_> = money.collect();
        if columns.is_empty() {
            shares_make_one(
                book,
                &shares.cells.iter().flatten().copied().collect::<Vec<_>>(),
                labelled,
                out,
            );
        }
        for (n, column) in columns.iter().enumerate() {
            let parts: Vec<Part<'_>> = shares
                .cells
                .iter()
                .zip(&column.cells)
                .map(|(share, amount)| Part { share: *share, amount: *amount })
                .collect();
            payments(book, &parts, labelled && n == 0, true, out);
        }
    }
    for parts in groups(book) {
        payments(book, &parts, true, false, out);
    }
    terms(book, out);
}

/// Shares in one sentence or on one line, as in "30 % at signing, 70 % on completion": taken where
/// they make one; other rates stand in such sentences too often for a finding.
fn terms(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let mut runs: Vec<Vec<&Node>> = Vec::new();
    for node in book.nodes.iter().filter(|it| it.unit == Unit::Rate && it.cell.is_none()) {
        let together = |it: &&Node| match (it.sentence, node.sentence) {
            (Some(a), Some(b)) => a == b,
            _ => book.same_line(it, node),
        };
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(together) => run.push(node),
            _ => runs.push(vec![node]),
        }
    }
    for run in runs.iter().filter(|it| (2..=8).contains(&it.len())) {
        let one = run.iter().map(|it| it.value.clone()).sum::<Exact>().is_one();
        // Two rates may make one by chance, three hardly do.
        if one && (run.len() > 2 || names_shares(book, run)) {
            shares_make_one(book, run, false, out);
        }
    }
}

/// Whether words around rates name the parts of a payment.
fn names_shares(book: &Book<'_>, run: &[&Node]) -> bool {
    let texts = run.iter().flat_map(|it| {
        let field = book.draft.fields.get(it.id.0 as usize);
        let paragraph = it.sentence.and_then(|it| book.draft.paragraphs.get(it.0));
        let own = it.labels.iter().cloned();
        own.chain(field.map(|it| squash(&it.evidence.text)))
            .chain(paragraph.map(|it| it.text.to_lowercase()))
    });
    texts.into_iter().any(|it| NAMES.iter().any(|word| it.contains(word)))
}

/// Groups of labelled parts outside of tables that follow one another.
fn groups<'b>(book: &'b Book<'_>) -> Vec<Vec<Part<'b>>> {
    let mut out: Vec<Vec<Part<'_>>> = Vec::new();
    let nodes = book.nodes.iter().filter(|it| !it.item && it.cell.is_none() && names_part(it));
    let nodes: Vec<&Node> = nodes.filter(|it| it.is_money() || it.unit == Unit::Rate).collect();
    // By label: a rate and an amount under one label are one part.
    let mut labels: Vec<&str> = Vec::new();
    for node in &nodes {
        if !labels.contains(&node.label()) {
            labels.push(node.label());
        }
    }
    let of = |label: &str| -> Part<'b> {
        let mine = |money: bool| {
            nodes
                .iter()
                .copied()
                .filter(|it| it.label() == label && it.is_money() == money)
                .collect::<Vec<_>>()
        };
        let (amounts, shares) = (mine(true), mine(false));
        // Prefer the amount that stands with its share.
        let together = amounts
            .iter()
            .find(|a| shares.iter().any(|s| book.tied(a, s) && a.sentence == s.sentence));
        Part { share: shares.first().copied(), amount: together.or(amounts.first()).copied() }
    };
    let parts: Vec<Part<'_>> = labels.into_iter().map(of).collect();
    if parts.len() >= 2 {
        out.push(parts);
    }
    // Parts of one label: `지급액` under 1차, 2차 that only the order tells apart are left to tables.
    out
}

fn payments(
    book: &Book<'_>,
    parts: &[Part<'_>],
    labelled: bool,
    table: bool,
    out: &mut Vec<Candidate>,
) {
    let shares: Vec<&Node> = parts.iter().filter_map(|it| it.share).collect();
    let amounts: Vec<&Node> = parts.iter().filter_map(|it| it.amount).collect();
    if shares.len() >= 2 {
        let complete = table
            || shares
                .iter()
                .any(|it| it.labels.iter().any(|it| LAST.iter().any(|w| it.contains(w))));
        shares_make_one(book, &shares, complete && labelled && shares.len() == parts.len(), out);
    }
    if amounts.len() < 2 {
        return;
    }
    let prices: Vec<&Node> = prices(book, &amounts);
    let fits = |price: &Node, part: &Part<'_>| -> Option<Rounding> {
        let (share, amount) = (part.share?, part.amount?);
        if price.unit != amount.unit {
            return None;
        }
        fitting(&(&price.value * &share.value), &amount.value, &roundings(amount.unit))
    };
    let votes = |price: &Node| parts.iter().filter(|it| fits(price, it).is_some()).count();
    let both = parts.iter().filter(|it| it.share.is_some() && it.amount.is_some()).count();
    let by_votes = prices
        .iter()
        .copied()
        .filter(|it| both >= 2 && 2 * votes(it) > both)
        .max_by_key(|it| votes(it));
    let total: Exact = amounts.iter().map(|it| it.value.clone()).sum();
    let by_sum = prices.iter().copied().find(|it| it.value == total && it.unit == amounts[0].unit);
    let unique = || {
        let mut named =
            prices.iter().copied().filter(|it| is_price(it) && it.unit == amounts[0].unit);
        let first = named.next()?;
        named.all(|it| it.value == first.value).then_some(first)
    };
    let complete = table
        || amounts.iter().any(|it| it.labels.iter().any(|it| LAST.iter().any(|w| it.contains(w))));
    let Some(price) = by_votes.or(by_sum).or_else(|| unique().filter(|_| complete && labelled))
    else {
        return;
    };
    // Without shares only a difference that is small for the price is a slip.
    let apart = if total > price.value { &total - &price.value } else { &price.value - &total };
    let close = apart * Exact::from_integer(4.into()) < price.value;
    let strong = labelled && (by_votes.is_some() || (complete && shares.is_empty() && close));
    let terms = amounts.iter().map(|it| (it.operand(), false)).collect();
    // A schedule of some parts only makes up less than the price.
    let whole = shares.is_empty()
        || shares.iter().map(|it| it.value.clone()).sum::<Exact>().is_one()
        || shares.len() < amounts.len() && complete && close;
    out.push(
        Candidate::new("instalments", sum(terms, price.operand()), Support::Template, 84)
            .claiming(price.id, "instalments")
            .alarming(strong && whole && amounts.len() == parts.len()),
    );
    // What the shares leave is put to one of them.
    let step = amounts.iter().map(|it| it.value.denom().clone()).max().unwrap_or_else(One::one);
    let most = Exact::new(parts.len().into(), step);
    for part in parts {
        let (Some(share), Some(amount)) = (part.share, part.amount) else { continue };
        let apart = (&amount.value - &share.value * &price.value).abs();
        let has_rest = total == price.value && apart < most;
        let rounding = fits(price, part).unwrap_or(Rounding::NONE);
        let relation = Relation::Rate {
            base: price.operand(),
            rate: share.operand(),
            rounding,
            result: amount.operand(),
            negated: false,
        };
        out.push(
            Candidate::new("instalment", relation, Support::Template, 83)
                .claiming(amount.id, "instalment")
                .alarming(labelled && by_votes.is_some() && !has_rest),
        );
    }
}

fn is_price(node: &Node) -> bool {
    matches!(
        node.meaning.as_str(),
        "contract_price" | "grand_total" | "requested_total" | "lease_deposit"
    ) || node.labels.iter().any(|it| {
        [
            "계약금액",
            "총액",
            "합계",
            "총계약",
            "대금",
            "contractprice",
            "fixedfee",
            "total",
            "price",
            "보증금",
        ]
        .iter()
        .any(|w| it.contains(w))
    })
}

/// Amounts that may be the price: larger than every part; named ones first.
fn prices<'b>(book: &'b Book<'_>, parts: &[&Node]) -> Vec<&'b Node> {
    let largest = parts.iter().map(|it| &it.value).max();
    let may = |it: &&Node| {
        it.is_money()
            && !it.item
            && Some(&it.value) > largest
            && !parts.iter().any(|part| part.id == it.id)
            && (!names_part(it) || is_price(it))
    };
    let mut out: Vec<&Node> = book.nodes.iter().filter(may).collect();
    out.sort_by_key(|it| (!is_price(it), it.cell.is_some(), it.id));
    out
}

fn shares_make_one(book: &Book<'_>, shares: &[&Node], alarms: bool, out: &mut Vec<Candidate>) {
    if shares.len() < 2 || shares.iter().any(|it| it.value.is_zero()) {
        return;
    }
    // Far from one they are shares of something else.
    let all = shares.iter().map(|it| it.value.clone()).sum::<Exact>();
    let one = Exact::from_integer(1.into());
    let apart = if all > one { &all - &one } else { &one - &all };
    let alarms = alarms && shares.len() <= 12 && apart * Exact::from_integer(4.into()) < one;
    // A printed 100 % is what they add up to; otherwise the rule brings the one.
    let last = shares[shares.len() - 1];
    let one = book.nodes.iter().find(|it| {
        it.unit == Unit::Rate
            && it.value.is_one()
            && it.id > last.id
            && it.id.0 - last.id.0 <= 6
            && !shares.iter().any(|s| s.id == it.id)
    });
    let result = one.map_or_else(|| constant(1, 1), |it| it.operand());
    let terms: Vec<(Operand, bool)> = shares.iter().map(|it| (it.operand(), false)).collect();
    out.push(
        Candidate::new("shares", sum(terms, result), Support::Template, 80)
            .claiming(shares[0].id, "shares")
            .alarming(alarms && shares.len() >= 2),
    );
}
