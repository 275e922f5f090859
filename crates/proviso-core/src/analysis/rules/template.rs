//! Rule templates of document types: `grand_total = supply + vat` over meanings.
//!
//! ```text
//! rule   = name "=" sum
//! sum    = ["-"] term { ("+" | "-") term }
//! term   = factor { "*" factor }
//! factor = name [ ".rate" | ".quantity" ] | number [ "/" number ]
//!        | "sum" "(" "items" "." name ")"
//!        | ("floor" | "half_up" | "ceiling") "(" term [ "," number ] ")"
//! ```
//!
//! A sum has no products in it and a product no sums: what a relation can say. A product without a
//! rounding takes the one that fits. Several templates for one result are alternatives: if one
//! holds, the others are silent.

use num_traits::{Signed, Zero};

use super::arithmetic::Unit;
use super::book::{Book, Node};
use super::candidate::{Candidate, product, sum};
use super::grid::{fitting, roundings};
use crate::analysis::{Operand, Relation, Support};
use crate::doctype::{DocumentTypes, RuleTemplate};
use crate::number::{Decimal, Exact, Rounding, RoundingMode, parse_exact};
use crate::value::Currency;

/// Fields of one meaning that are tried.
const MAX_CHOICES: usize = 6;
/// Combinations of fields that are tried for one template.
const MAX_COMBINATIONS: usize = 2000;

/// A parsed template.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    result: Name,
    body: Body,
}

#[derive(Debug, Clone, PartialEq)]
enum Body {
    Sum(Vec<(bool, Piece)>),
    Product { factors: Vec<Piece>, rounding: Option<Rounding> },
}

#[derive(Debug, Clone, PartialEq)]
enum Piece {
    Name(Name),
    Number(Exact),
    Items(String),
}

#[derive(Debug, Clone, PartialEq)]
struct Name {
    meaning: String,
    kind: Want,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Want {
    Any,
    Rate,
    Quantity,
}

/// Why a template's expression cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// Something else should stand there.
    #[error("expected {expected}, but got `{got}`")]
    Expected {
        /// What may stand there.
        expected: &'static str,
        /// What stands there.
        got: String,
    },
    /// Products within sums or sums within products.
    #[error("`{0}` mixes sums and products")]
    Mixed(String),
}

impl Template {
    /// Reads an expression.
    pub fn parse(expression: &str) -> Result<Template, TemplateError> {
        let mut parser = Parser { tokens: tokens(expression), at: 0, whole: expression };
        let result = match parser.factor()? {
            Piece::Name(it) => it,
            _ => return Err(parser.expected("a meaning before `=`")),
        };
        parser.take("=", "`=`")?;
        let body = parser.body()?;
        if parser.peek().is_empty() {
            Ok(Template { result, body })
        } else {
            Err(parser.expected("an operator or the end"))
        }
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut word = String::new();
    for it in text.chars() {
        if it.is_ascii_alphanumeric() || it == '_' || it == '.' {
            word.push(it);
            continue;
        }
        if !word.is_empty() {
            out.push(std::mem::take(&mut word));
        }
        if !it.is_whitespace() {
            out.push(it.to_string());
        }
    }
    if !word.is_empty() {
        out.push(word);
    }
    out
}

struct Parser<'a> {
    tokens: Vec<String>,
    at: usize,
    whole: &'a str,
}

impl Parser<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        let out = self.peek().to_owned();
        self.at += 1;
        out
    }

    fn expected(&self, expected: &'static str) -> TemplateError {
        TemplateError::Expected { expected, got: self.peek().to_owned() }
    }

    fn take(&mut self, token: &str, expected: &'static str) -> Result<(), TemplateError> {
        if self.peek() != token {
            return Err(self.expected(expected));
        }
        self.at += 1;
        Ok(())
    }

    fn body(&mut self) -> Result<Body, TemplateError> {
        for (name, mode) in [
            ("floor", RoundingMode::Floor),
            ("half_up", RoundingMode::HalfUp),
            ("ceiling", RoundingMode::Ceiling),
        ] {
            if self.peek() == name {
                self.at += 1;
                self.take("(", "`(`")?;
                let factors = self.term()?;
                let mut unit = Decimal::whole(1);
                if self.peek() == "," {
                    self.at += 1;
                    let text = self.next();
                    unit = text.parse().map_err(|_| TemplateError::Expected {
                        expected: "a unit like `0.01`",
                        got: text,
                    })?;
                }
                self.take(")", "`)`")?;
                return Ok(Body::Product { factors, rounding: Some(Rounding { mode, unit }) });
            }
        }
        let mut terms = Vec::new();
        let mut negative = false;
        if self.peek() == "-" {
            self.at += 1;
            negative = true;
        }
        loop {
            terms.push((negative, self.term()?));
            match self.peek() {
                "+" => negative = false,
                "-" => negative = true,
                _ => break,
            }
            self.at += 1;
        }
        if let [(false, factors)] = terms.as_slice()
            && factors.len() > 1
        {
            return Ok(Body::Product { factors: factors.clone(), rounding: None });
        }
        let single = |(negative, mut factors): (bool, Vec<Piece>)| match factors.pop() {
            Some(it) if factors.is_empty() => Ok((negative, it)),
            _ => Err(TemplateError::Mixed(self.whole.to_owned())),
        };
        Ok(Body::Sum(terms.into_iter().map(single).collect::<Result<_, _>>()?))
    }

    fn term(&mut self) -> Result<Vec<Piece>, TemplateError> {
        let mut out = vec![self.factor()?];
        while self.peek() == "*" {
            self.at += 1;
            out.push(self.factor()?);
        }
        Ok(out)
    }

    fn factor(&mut self) -> Result<Piece, TemplateError> {
        const WANTED: &str = "a meaning, a number or `sum(items.…)`";
        let token = self.next();
        let expected = |got: String| TemplateError::Expected { expected: WANTED, got };
        if token == "sum" {
            self.take("(", "`(`")?;
            let inner = self.next();
            let Some(meaning) = inner.strip_prefix("items.").filter(|it| !it.is_empty()) else {
                return Err(expected(inner));
            };
            self.take(")", "`)`")?;
            return Ok(Piece::Items(meaning.to_owned()));
        }
        if token.starts_with(|it: char| it.is_ascii_digit()) {
            let mut text = token;
            if self.peek() == "/" {
                self.at += 1;
                text = format!("{text}/{}", self.next());
            }
            return parse_exact(&text).map(Piece::Number).map_err(|_| expected(text));
        }
        if !token.starts_with(|it: char| it.is_ascii_alphabetic()) {
            return Err(expected(token));
        }
        let (meaning, kind) = match token.split_once('.') {
            None => (token.as_str(), Want::Any),
            Some((it, "rate")) => (it, Want::Rate),
            Some((it, "quantity")) => (it, Want::Quantity),
            Some(_) => return Err(expected(token)),
        };
        Ok(Piece::Name(Name { meaning: meaning.to_owned(), kind }))
    }
}

/// Instantiates the templates of a draft's type and the common ones.
pub(super) fn find(book: &Book<'_>, types: &DocumentTypes, out: &mut Vec<Candidate>) {
    let own = types.get(&book.draft.document_type).into_iter().flat_map(|it| &it.rules);
    for rule in own.chain(&types.common.rules) {
        // A template that cannot be read is reported by the tests of the files, not here.
        if let Ok(template) = Template::parse(&rule.expression) {
            instantiate(book, rule, &template, out);
        }
    }
}

/// Fields that a piece may stand for: one choice is a list of operands (a column has many).
fn choices(book: &Book<'_>, piece: &Piece, money: bool) -> Vec<Vec<Operand>> {
    match piece {
        Piece::Number(it) => vec![vec![Operand::Constant(it.clone())]],
        Piece::Name(name) => {
            nodes(book, name, money).into_iter().map(|it| vec![it.operand()]).collect()
        }
        Piece::Items(meaning) => {
            let column = |it: &&Node| it.item && it.meaning == *meaning;
            let mut tables: Vec<(u32, Vec<Operand>)> = Vec::new();
            for node in book.nodes.iter().filter(column) {
                let Some(cell) = node.cell else { continue };
                match tables.iter_mut().find(|it| it.0 == cell.table) {
                    Some(it) => it.1.push(node.operand()),
                    None => tables.push((cell.table, vec![node.operand()])),
                }
            }
            let all: Vec<Operand> = tables.iter().flat_map(|it| it.1.clone()).collect();
            let mut out: Vec<Vec<Operand>> = tables.into_iter().map(|it| it.1).collect();
            if out.len() > 1 {
                out.push(all);
            }
            out
        }
    }
}

/// Nodes of a meaning, each value once.
fn nodes<'b>(book: &'b Book<'_>, name: &Name, money: bool) -> Vec<&'b Node> {
    let fits = |it: &&Node| {
        let kind = match name.kind {
            Want::Rate => it.unit == Unit::Rate,
            Want::Quantity => it.unit == Unit::Quantity,
            Want::Any if money => it.is_money(),
            Want::Any => true,
        };
        kind && !it.item && it.meaning == name.meaning
    };
    let mut out: Vec<&Node> = Vec::new();
    for node in book.nodes.iter().filter(fits) {
        if out.iter().all(|it| (&it.value, it.unit) != (&node.value, node.unit)) {
            out.push(node);
        }
    }
    out
}

fn instantiate(
    book: &Book<'_>,
    rule: &RuleTemplate,
    template: &Template,
    out: &mut Vec<Candidate>,
) {
    let additive = matches!(template.body, Body::Sum(_));
    let results = nodes(book, &template.result, true);
    let pieces: Vec<&Piece> = match &template.body {
        Body::Sum(terms) => terms.iter().map(|it| &it.1).collect(),
        Body::Product { factors, .. } => factors.iter().collect(),
    };
    let lists: Vec<Vec<Vec<Operand>>> =
        pieces.iter().map(|it| choices(book, it, additive)).collect();
    if results.is_empty() || lists.iter().any(Vec::is_empty) {
        return;
    }
    let unique = results.len() == 1 && lists.iter().all(|it| it.len() == 1);
    let lists: Vec<&[Vec<Operand>]> =
        lists.iter().map(|it| &it[..it.len().min(MAX_CHOICES)]).collect();
    for result in results.iter().take(MAX_CHOICES) {
        let mut best: Option<(u64, Relation)> = None;
        let mut first: Option<Relation> = None;
        for combination in combinations(&lists) {
            let relation = relation(book, template, &combination, result);
            let Some(relation) = relation else { continue };
            let outcome = super::arithmetic::evaluate(&book.draft.fields, &relation);
            let apart: u64 = super::arithmetic::operands(&relation)
                .iter()
                .map(|it| u64::from(it.0.abs_diff(result.id.0)))
                .sum();
            if outcome.status == crate::analysis::Status::Holds
                && best.as_ref().is_none_or(|it| apart < it.0)
            {
                best = Some((apart, relation.clone()));
            }
            first.get_or_insert(relation);
        }
        let claim = if additive { "total" } else { "rate" };
        // A rate that is printed comes before one that only the template knows.
        let knows = !additive && pieces.iter().any(|it| matches!(it, Piece::Number(_)));
        let weight = if knows { 49 } else { 77 };
        let make = |relation| {
            Candidate::new(&rule.name, relation, Support::Template, weight)
                .claiming(result.id, claim)
        };
        match (best, first) {
            (Some((_, relation)), _) => out.push(make(relation)),
            (None, Some(relation)) if unique => {
                let alarms = may_alarm(book, &relation, additive);
                out.push(make(relation).alarming(alarms));
            }
            _ => {}
        }
    }
}

/// All ways to take one of each list, up to [`MAX_COMBINATIONS`].
fn combinations<'l>(lists: &[&'l [Vec<Operand>]]) -> Vec<Vec<&'l [Operand]>> {
    let mut out: Vec<Vec<&[Operand]>> = vec![Vec::new()];
    for list in lists {
        let mut next = Vec::new();
        for head in &out {
            for choice in *list {
                let mut it = head.clone();
                it.push(choice.as_slice());
                next.push(it);
            }
        }
        next.truncate(MAX_COMBINATIONS);
        out = next;
    }
    out
}

fn relation(
    book: &Book<'_>,
    template: &Template,
    chosen: &[&[Operand]],
    result: &Node,
) -> Option<Relation> {
    // Nothing is explained by itself.
    let own = result.operand();
    if chosen.iter().any(|it| it.contains(&own)) {
        return None;
    }
    match &template.body {
        Body::Sum(terms) => {
            let mut all = Vec::new();
            for ((negative, _), operands) in terms.iter().zip(chosen) {
                for operand in *operands {
                    // What is taken away is printed with a minus as often as without.
                    let (value, _) = super::arithmetic::number(&book.draft.fields, operand)?;
                    all.push((operand.clone(), *negative && !value.is_negative()));
                }
            }
            Some(sum(all, own))
        }
        Body::Product { rounding, .. } => {
            let factors: Vec<Operand> =
                chosen.iter().map(|it| it.first().cloned()).collect::<Option<_>>()?;
            let number = |it: &Operand| super::arithmetic::number(&book.draft.fields, it);
            let numbers: Vec<(Exact, Unit)> = factors.iter().map(number).collect::<Option<_>>()?;
            let computed: Exact = numbers.iter().map(|it| it.0.clone()).product();
            let rounding = rounding.clone().unwrap_or_else(|| {
                fitting(&computed, &result.value.abs(), &roundings(result.unit))
                    .unwrap_or(Rounding::NONE)
            });
            let is_part = |it: &(Exact, Unit)| matches!(it.1, Unit::Rate | Unit::Any);
            let rate = numbers.iter().position(is_part);
            match rate {
                Some(at) if factors.len() == 2 => Some(Relation::Rate {
                    base: factors[1 - at].clone(),
                    rate: factors[at].clone(),
                    rounding,
                    result: own,
                    negated: result.value.is_negative(),
                }),
                _ => Some(product(factors, rounding, own)),
            }
        }
    }
}

/// What rows rounded one by one may lie apart from their rounded total: a smallest unit each.
fn slack(unit: Unit, rows: usize) -> Exact {
    let minor = match unit {
        Unit::Money(it) => it.minor_digits(),
        _ => 0,
    };
    let hundred = Exact::from_integer(10.into()).pow(i32::from(minor));
    Exact::from_integer(rows.into()) / hundred
}

/// Whether a template that fails is a finding: a slip, not another meaning of the words.
fn may_alarm(book: &Book<'_>, relation: &Relation, additive: bool) -> bool {
    let fields = &book.draft.fields;
    let ids = super::arithmetic::operands(relation);
    let documents: Vec<u32> =
        ids.iter().filter_map(|it| Some(fields.get(it.0 as usize)?.evidence.document)).collect();
    if documents.windows(2).any(|it| it[0] != it[1]) {
        return false;
    }
    let (printed, computed) = match relation {
        // A table of which one row was found is rather a table of which the others were missed.
        Relation::Sum { terms, .. } if terms.len() < 2 => return false,
        Relation::Sum { terms, result } => {
            (super::arithmetic::number(fields, result), super::arithmetic::total(fields, terms))
        }
        Relation::Rate { base, rate, result, negated, .. } => {
            let base = super::arithmetic::number(fields, base);
            let rate = super::arithmetic::number(fields, rate);
            let part = base
                .zip(rate)
                .map(|((b, unit), (r, _))| (if *negated { -(b * r) } else { b * r }, unit));
            (super::arithmetic::number(fields, result), part)
        }
        _ => return false,
    };
    let (Some((printed, _)), Some((computed, _))) = (printed, computed) else { return false };
    let apart = (&printed - &computed).abs();
    // Where other amounts stand between the operands, they may belong to the sum or the base, and
    // only a slip of a digit counts.
    let bounds = ids.iter().min().zip(ids.iter().max());
    let between = bounds.is_none_or(|(from, to)| {
        book.summary().any(|it| {
            let own = ids.iter().filter_map(|id| book.node(*id));
            let known = own.into_iter().any(|own| own.value == it.value);
            *from < it.id && it.id < *to && !known && !it.is_unit_price()
        })
    });
    let near = super::identity::near(&printed, &computed);
    let result = match relation {
        Relation::Sum { result: Operand::Field(id), .. }
        | Relation::Rate { result: Operand::Field(id), .. } => book.node(*id),
        _ => None,
    };
    let rows = book.draft.tables.iter().map(|it| it.rows.len()).max().unwrap_or(0).max(1);
    let slack = slack(result.map_or(Unit::Any, |it| it.unit), rows.max(ids.len()));
    // Taxes rounded line by line differ by less than one unit per line.
    if result.is_some_and(|it| it.meaning == "vat") && apart <= slack {
        return false;
    }
    if additive {
        // Other sums than the template's differ by whole items; slips stay in the neighborhood.
        let close = apart * Exact::from_integer(4.into()) < printed.abs();
        return (close && !between) || near;
    }
    // Ten percent is Korean tax; elsewhere an unprinted rate may be any.
    if let Relation::Rate { rate: Operand::Constant(_), result: Operand::Field(id), .. } = relation
        && book.node(*id).is_none_or(|it| it.unit != Unit::Money(Currency::KRW))
    {
        return false;
    }
    // Exempt goods bear no tax.
    let exempt = book
        .nodes
        .iter()
        .any(|it| it.item && it.is_money() && it.value.is_zero() && it.meaning == "vat")
        || says_exempt(book);
    let close = &apart * Exact::from_integer(5.into()) < printed.abs();
    apart > slack && !exempt && (near || (close && !between))
}

fn says_exempt(book: &Book<'_>) -> bool {
    const WORDS: &[&str] =
        &["면세", "영세", "비과세", "exempt", "zero-rated", "zero rated", "reverse charge"];
    let says = |text: &str| {
        let text = text.to_lowercase();
        WORDS.iter().any(|it| text.contains(it))
    };
    let draft = book.draft;
    says(&draft.title)
        || draft.fields.iter().any(|it| says(&it.label) || says(&it.evidence.text))
        || draft.paragraphs.iter().any(|it| says(&it.text))
        || draft.tables.iter().any(|it| {
            it.columns.iter().any(|it| says(it))
                || it.rows.iter().flatten().any(|it| says(&it.text))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_sums_or_products() {
        for good in [
            "grand_total = supply + vat",
            "balance = previous_balance + grand_total - paid",
            "subtotal = sum(items.amount)",
            "vat = supply * 1/10",
            "vat = floor(supply * vat.rate)",
            "discount = half_up(subtotal * discount.rate, 0.01)",
        ] {
            assert!(Template::parse(good).is_ok(), "{good}: {:?}", Template::parse(good));
        }
        for bad in [
            "",
            "a",
            "a = ",
            "a = b + c * d",
            "a = sum(b)",
            "a = b)",
            "3 = b",
            "a = floor(b",
            "a = b.c",
        ] {
            assert!(Template::parse(bad).is_err(), "{bad}");
        }
    }
}
