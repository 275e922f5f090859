//! How a document says that an amount came about: "건강보험료: 과세대상액 × 3.595% (10원 미만 버림)",
//! "과세대상액: 지급총액 − 식대 = 2,745,000원".
//!
//! Operands are numbers of the text or names of amounts that the document prints elsewhere.
//!
//! **Invariant:** a formula is read only if every operand of it is known and has one value; who
//! writes a formula says that it comes out, so one that does not is a finding.

use std::collections::BTreeMap;

use num_traits::Signed as _;

use super::arithmetic::Unit;
use super::book::{Book, Node, squash};
use super::candidate::{Candidate, product, sum};
use super::clause::one_value;
use super::grid::fitting;
use super::parts::roundings_near;
use crate::analysis::{Cell, Relation, Support};
use crate::number::{Exact, Rounding};

/// Operands of one formula at most.
const MAX_OPERANDS: usize = 6;

/// Finds what the formulas of all lines say.
pub(super) fn find(book: &Book<'_>, out: &mut Vec<Candidate>) {
    for (n, paragraph) in book.draft.paragraphs.iter().enumerate() {
        let Some((name, _)) = paragraph.text.split_once([':', '：']) else { continue };
        if name.chars().count() > 24 {
            continue;
        }
        let line = Line { book, paragraph: n, text: &paragraph.text };
        out.extend(line.candidate(name));
    }
    cells(book, out);
}

/// `연장수당 | 37.5시간 × 11,240 × 1.5`: how the amounts of other lines came about.
fn cells(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let rows = book.draft.tables.iter().flat_map(|it| &it.rows);
    let formulas: Vec<(&Cell, &Cell)> = rows
        .filter_map(|row| {
            let (name, rest) = row.split_first()?;
            let formula =
                rest.iter().find(|it| it.text.contains(['×', '✕']) && it.fields.len() > 2)?;
            Some((name, formula))
        })
        .collect();
    if formulas.is_empty() {
        return;
    }
    let mut called: BTreeMap<String, Vec<&Node>> = BTreeMap::new();
    for node in book.nodes.iter().filter(|it| it.is_money() && !it.item) {
        let mut names: Vec<String> = node.labels.clone();
        names.extend(head(book, node));
        names.sort();
        names.dedup();
        names.into_iter().for_each(|it| called.entry(it).or_default().push(node));
    }
    for (name, formula) in formulas {
        let nodes: Vec<&Node> = formula.fields.iter().filter_map(|it| book.node(*it)).collect();
        let text = formula.text.split(['(', '（', '=']).next().unwrap_or_default();
        let n_signs = text.matches(['×', '✕']).count();
        let plain = !text.contains(['+', '−', '÷']) && !text.contains(" - ");
        let named = called.get(&squash(&name.text)).map(Vec::as_slice).unwrap_or_default();
        let named: Vec<&Node> =
            named.iter().copied().filter(|it| !formula.fields.contains(&it.id)).collect();
        let Some(result) = one_value(&named) else { continue };
        let rates = nodes.iter().filter(|it| it.unit == Unit::Rate).count();
        // A base times a rate is found where both are printed.
        let money = nodes.iter().filter(|it| it.unit == result.unit).count();
        if !plain || n_signs + 1 != nodes.len() || nodes.len() < 3 || rates > 0 || money != 1 {
            continue;
        }
        let computed: Exact = nodes.iter().map(|it| it.value.clone()).product();
        let Some(price) = nodes.iter().find(|it| it.unit == result.unit) else { continue };
        let rounding = fitting(&computed, &result.value, &roundings_near(book, result, price));
        // The price is printed rounded, and so may be the amount.
        let factors = &computed / price.value.abs().max(one());
        let slack = factors.abs() / Exact::from_integer(2.into()) + Exact::from_integer(10.into());
        let is_slip = (&computed - &result.value).abs() > slack;
        let factors = nodes.iter().map(|it| it.operand()).collect();
        let relation = product(factors, rounding.unwrap_or(Rounding::NONE), result.operand());
        out.push(
            Candidate::new("multiple", relation, Support::Clause, 84)
                .claiming(result.id, "product")
                .alarming(is_slip),
        );
    }
}

fn one() -> Exact {
    Exact::from_integer(1.into())
}

/// One line with a formula.
struct Line<'b, 'd> {
    book: &'b Book<'d>,
    paragraph: usize,
    text: &'b str,
}

/// An operand and whether it is taken away.
type Signed<'b> = (&'b Node, bool);

impl<'b> Line<'b, '_> {
    fn candidate(&self, name: &str) -> Option<Candidate> {
        let from = self.text.find([':', '：'])? + 1;
        let from = (from..self.text.len()).find(|it| self.text.is_char_boundary(*it))?;
        let to = self.text[from..].find(['(', '（']).map_or(self.text.len(), |it| from + it);
        let (body, equals) = match self.text[from..to].find(['=', '＝']) {
            Some(at) => (from..from + at, Some(from + at + 1)),
            None => (from..to, None),
        };
        let result = match equals {
            Some(at) => self.node_in(at..to)?,
            None => self.called(name)?,
        };
        let factors = self.operands(body.clone(), &['×', '✕'])?;
        if factors.len() >= 2 {
            return self.product(&factors, result);
        }
        let terms = self.operands(body, &['-', '−', '+'])?;
        if terms.len() < 2 || terms.iter().any(|it| it.0.unit != result.unit) {
            return None;
        }
        let terms = terms.iter().map(|(it, minus)| (it.operand(), *minus)).collect();
        let relation = sum(terms, result.operand());
        Some(
            Candidate::new("total", relation, Support::Clause, 84)
                .claiming(result.id, "total")
                .alarming(true),
        )
    }

    fn product(&self, factors: &[Signed<'b>], result: &'b Node) -> Option<Candidate> {
        let nodes: Vec<&Node> = factors.iter().map(|it| it.0).collect();
        let money: Vec<&&Node> = nodes.iter().filter(|it| it.unit == result.unit).collect();
        let [base] = money[..] else { return None };
        let computed: Exact = nodes.iter().map(|it| it.value.clone()).product();
        let rate = nodes.iter().find(|it| it.unit == Unit::Rate);
        let allowed = roundings_near(self.book, rate.unwrap_or(base), rate.unwrap_or(base));
        let more = roundings_near(self.book, result, rate.unwrap_or(base));
        let fits = fitting(&computed, &result.value, &allowed)
            .or_else(|| fitting(&computed, &result.value, &more));
        let rounding = fits.unwrap_or_else(|| stated(allowed).unwrap_or(Rounding::NONE));
        let candidate = match (rate, &nodes[..]) {
            (Some(rate), [_, _]) => {
                let relation = Relation::Rate {
                    base: base.operand(),
                    rate: rate.operand(),
                    rounding,
                    result: result.operand(),
                    negated: false,
                };
                Candidate::new("rate", relation, Support::Clause, 84).claiming(result.id, "rate")
            }
            _ => {
                let factors = nodes.iter().map(|it| it.operand()).collect();
                let relation = product(factors, rounding, result.operand());
                Candidate::new("multiple", relation, Support::Clause, 84)
                    .claiming(result.id, "product")
            }
        };
        Some(candidate.alarming(true))
    }

    /// What stands between the signs, if all of it is known.
    fn operands(&self, body: std::ops::Range<usize>, signs: &[char]) -> Option<Vec<Signed<'b>>> {
        let text = self.text.get(body.clone())?;
        let mut out = Vec::new();
        let mut at = body.start;
        let mut minus = false;
        for piece in text.split_inclusive(signs) {
            let name = piece.trim_end_matches(signs);
            let node = self.node_in(at..at + name.len()).or_else(|| self.called(name))?;
            out.push((node, minus));
            minus = piece.ends_with(['-', '−']);
            at += piece.len();
        }
        (out.len() <= MAX_OPERANDS).then_some(out)
    }

    /// The one number of the line within a range.
    fn node_in(&self, range: std::ops::Range<usize>) -> Option<&'b Node> {
        let here = |it: &&Node| {
            it.sentence.is_some_and(|it| it.0 == self.paragraph)
                && range.start <= it.at.start
                && it.at.end <= range.end
        };
        let mut all = self.book.nodes.iter().filter(here);
        all.next().filter(|_| all.next().is_none())
    }

    /// The amount of a name, if it has one value.
    fn called(&self, name: &str) -> Option<&'b Node> {
        let outside = |it: &&'b Node| it.sentence.is_none_or(|it| it.0 != self.paragraph);
        let wanted = squash(name);
        let exact: Vec<&'b Node> = self
            .book
            .nodes
            .iter()
            .filter(|it| it.is_money() && !it.item && is_called(self.book, it, &wanted))
            .filter(outside)
            .collect();
        one_value(&exact)
    }
}

/// Whether an amount has the name, brackets behind its label left out: `식대(비과세)`.
fn is_called(book: &Book<'_>, node: &Node, wanted: &str) -> bool {
    head(book, node).as_deref() == Some(wanted) || node.labels.iter().any(|it| it == wanted)
}

/// Its label without what stands in brackets behind it, squashed.
fn head(book: &Book<'_>, node: &Node) -> Option<String> {
    let label = book.draft.fields.get(node.id.0 as usize).map(|it| it.label.as_str());
    label.and_then(|it| it.split(['(', '（']).next()).map(squash)
}

/// The rounding that the line itself asks for: to more than the smallest unit.
fn stated(allowed: Vec<Rounding>) -> Option<Rounding> {
    allowed.into_iter().find(|it| it.unit.exact() > Exact::from_integer(1.into()))
}
