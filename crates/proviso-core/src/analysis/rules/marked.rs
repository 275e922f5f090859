//! What a paper reckons by marks (`⑥ 부가가치세 | ⑤의 10%`) as rules.
//!
//! Who writes how a number comes about says that it does: one that does not is a finding where another
//! formula of the paper shows that its marks are understood.
//!
//! **Invariant:** a formula that fails takes the place of what else would explain its number by a rate.

use num_traits::Signed as _;

use super::arithmetic::Unit;
use super::book::{Book, Node};
use super::candidate::{Candidate, product, sum};
use super::grid::{fitting, stated};
use super::parts::roundings_near;
use crate::analysis::draft::Marked;
use crate::analysis::marks::By;
use crate::analysis::{Operand, Relation, Status, Support};
use crate::number::{Exact, Rounding};

/// Adds the rules, and drops what explains a number otherwise than a formula does.
pub(super) fn find(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let found = book.draft.marked.iter().filter_map(|it| Some((it, rule(book, it)?)));
    let (told, failing): (Vec<_>, Vec<_>) =
        found.partition(|it| super::status(&book.draft.fields, &it.1.relation) == Status::Holds);
    // Marks that mostly lead nowhere were read wrong.
    let trusted = told.len() > failing.len();
    for (marked, it) in failing.into_iter().filter(|_| trusted) {
        out.retain(|other| {
            let result = match &other.relation {
                Relation::Rate { result, .. } | Relation::Product { result, .. } => result,
                _ => return true,
            };
            marked.by == By::Sum || *result != Operand::Field(marked.result)
        });
        out.push(it.alarming(true).likely(true));
    }
    out.extend(told.into_iter().map(|it| it.1));
}

fn rule(book: &Book<'_>, it: &Marked) -> Option<Candidate> {
    let result = book.node(it.result)?;
    let mut shares = Vec::new();
    let mut nodes: Vec<(&Node, bool)> = Vec::new();
    for (operand, minus) in &it.operands {
        match operand {
            Operand::Field(id) => nodes.push((book.node(*id)?, *minus)),
            Operand::Constant(it) => shares.push(it.clone()),
        }
    }
    match it.by {
        By::Sum => added(&nodes, result),
        By::Product => multiplied(book, &it.text, (&nodes, &shares), result),
    }
}

/// What is taken away may be printed below zero and be added, or taken away as it stands.
fn added(nodes: &[(&Node, bool)], result: &Node) -> Option<Candidate> {
    if nodes.iter().any(|it| it.0.unit != result.unit) {
        return None;
    }
    let below = |it: &Node| it.value.is_negative();
    let total = |turned: bool| -> Exact {
        let signed = nodes.iter().map(|(it, minus)| {
            if *minus && !(turned && below(it)) { -it.value.clone() } else { it.value.clone() }
        });
        signed.sum()
    };
    let turned = total(false) != result.value && nodes.iter().any(|it| it.1 && below(it.0));
    let terms = nodes.iter().map(|(it, minus)| (it.operand(), *minus && !(turned && below(it))));
    let relation = sum(terms.collect(), result.operand());
    Some(Candidate::new("total", relation, Support::Clause, 84).claiming(result.id, "total"))
}

fn multiplied(
    book: &Book<'_>,
    text: &str,
    (nodes, shares): (&[(&Node, bool)], &[Exact]),
    result: &Node,
) -> Option<Candidate> {
    let factors: Vec<&Node> = nodes.iter().map(|it| it.0).collect();
    let all = factors.iter().map(|it| it.value.clone()).chain(shares.iter().cloned());
    let computed: Exact = all.product();
    let mut allowed = roundings_near(book, result, result);
    allowed.extend(stated(text));
    let fits = |it: &Exact| fitting(it, &result.value, &allowed);
    let rounding = fits(&computed).or_else(|| fits(&-&computed)).unwrap_or(Rounding::NONE);
    let (base, rate) = match (&factors[..], shares) {
        ([base], [share]) if base.unit == result.unit => {
            // A rate that is printed in the row is a field.
            let printed =
                |it: &&Node| it.unit == Unit::Rate && it.value == *share && level(it, result);
            let printed = book.nodes.iter().find(printed).map(Node::operand);
            (*base, printed.unwrap_or_else(|| Operand::Constant(share.clone())))
        }
        ([a, b], []) if a.unit == result.unit && b.unit == Unit::Rate => (*a, b.operand()),
        ([a, b], []) if b.unit == result.unit && a.unit == Unit::Rate => (*b, a.operand()),
        _ => {
            let money = factors.iter().filter(|it| it.is_money()).count();
            if factors.len() < 2 || money != usize::from(result.is_money()) {
                return None;
            }
            let shares = shares.iter().map(|it| Operand::Constant(it.clone()));
            let all = factors.iter().map(|it| it.operand()).chain(shares).collect();
            let relation = product(all, rounding, result.operand());
            let it = Candidate::new("multiple", relation, Support::Clause, 84);
            return Some(it.claiming(result.id, "product"));
        }
    };
    let negated = base.value.is_negative() != result.value.is_negative();
    let relation =
        Relation::Rate { base: base.operand(), rate, rounding, result: result.operand(), negated };
    Some(Candidate::new("rate", relation, Support::Clause, 84).claiming(result.id, "rate"))
}

fn level(a: &Node, b: &Node) -> bool {
    let apart = (a.rect.center().1 - b.rect.center().1).abs();
    a.page == b.page && apart < 0.6 * b.rect.height()
}
