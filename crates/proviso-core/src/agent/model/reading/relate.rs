//! Rules as a model gives them, as relations over claims.
//!
//! **Invariant:** a rule is about claims that have a place; one of its operands that has none, or a
//! quote that does not stand on the page, and there is no rule. Whether it holds is computed, never
//! believed; how a result is rounded is what the model says, or else what the printed value shows.

use std::collections::BTreeMap;

use num_traits::{Signed, ToPrimitive, Zero};

use super::ReadRule;
use super::claims::{Asks, Claims, RuleClaim, brief};
use super::ground::{self, letters};
use super::seen;
use super::sheet::{At, Sheet};
use crate::analysis::{FieldId, Operand, Relation, Term, rules, scan};
use crate::number::{Decimal, Exact, Rounding, RoundingMode, parse_exact};
use crate::value::{Currency, Kind, Period, Value};

/// Parts of a rule, and rows of one.
const MAX_PARTS: usize = 200;
const MAX_ROWS: usize = 1_000;

/// Takes a rule in, or says why not.
pub(super) fn relate(
    sheet: &Sheet<'_>,
    claims: &mut Claims,
    names: &BTreeMap<String, usize>,
    rule: &ReadRule,
) {
    let words: String = rule.quote.trim().chars().take(400).collect();
    let what = |it: &[String], result: &str| {
        let text = format!("{} {} = {result}", rule.kind, it.join(" "));
        text.chars().take(80).collect::<String>()
    };
    let kind = rule.kind.trim();
    let asks = match rule.why.trim() {
        // It is a remark at most, and the engine finds its own.
        "computed" => return,
        // Words that stand nowhere ask for nothing; where its values stand is asked of the rule then.
        // Words beside figures are looked for where they are read.
        "words" | "" if !words.is_empty() && (kind == "words" || stands(sheet, &words)) => {
            Asks::Words
        }
        _ => Asks::Labels,
    };
    let mut all: Vec<(Vec<String>, String)> = Vec::new();
    if !rule.parts.is_empty() || rule.rows.is_empty() {
        all.push((rule.parts.clone(), rule.result.clone()));
    }
    for row in rule.rows.iter().take(MAX_ROWS) {
        let mut row = row.clone();
        let last = match kind {
            "order" | "ordered" => None,
            _ => row.pop(),
        };
        all.push((row, last.unwrap_or_default()));
    }
    for (parts, result) in all {
        match readings(sheet, claims, names, rule, &parts, &result) {
            Ok(readings) => {
                claims.rules.push(RuleClaim { asks, readings, words: words.clone() });
            }
            Err(reason) => claims.refused.push((what(&parts, &result), reason)),
        }
    }
}

/// Whether words stand in the documents, wherever lines break.
pub(super) fn stands(sheet: &Sheet<'_>, quote: &str) -> bool {
    let fold = |it: &str| letters(it).into_iter().collect::<String>();
    let wanted = fold(quote);
    if wanted.is_empty() {
        return false;
    }
    let all: String = sheet.rows.iter().flat_map(|it| it.words).map(|it| fold(&it.text)).collect();
    if all.contains(&wanted) {
        return true;
    }
    // What recognition misread is quoted as it is seen: most of its words stand there.
    let recognized = (0..sheet.rows.len()).any(|it| sheet.is_recognized(it));
    let words: Vec<String> =
        quote.split_whitespace().map(fold).filter(|it| !it.is_empty()).collect();
    let n = words.iter().filter(|it| all.contains(*it)).count();
    recognized && words.len() >= 2 && n * 2 >= words.len()
}

struct Naming<'a> {
    claims: &'a Claims,
    names: &'a BTreeMap<String, usize>,
    n_draft: usize,
}

impl Naming<'_> {
    /// The claim of a name: `f12`, the model's own name, else the only value of that label.
    fn claim(&self, name: &str) -> Result<usize, String> {
        let name = name.trim();
        let missing = || format!("there is no value `{}`", brief(name));
        if let Some(found) = self.names.get(name).filter(|it| **it < self.claims.values.len()) {
            return Ok(*found);
        }
        if let Some(id) = name.strip_prefix('f').and_then(|it| it.parse::<usize>().ok()) {
            if id >= self.n_draft {
                return Err(missing());
            }
            // What was corrected is meant as it was corrected, and a rule over a value that was seen
            // otherwise says nothing of the one that stands.
            let corrected = self.claims.instead(id);
            if corrected.is_none() && self.claims.seen_otherwise.contains(&id) {
                return Err(format!(
                    "`{}` was read otherwise, which its place does not say",
                    brief(name)
                ));
            }
            return Ok(corrected.unwrap_or(id));
        }
        let label = letters(name);
        let mut found = self
            .claims
            .values
            .iter()
            .enumerate()
            .filter(|it| !label.is_empty() && letters(&it.1.label) == label);
        match (found.next(), found.next()) {
            (Some(it), None) => Ok(it.0),
            _ => Err(missing()),
        }
    }

    fn id(&self, name: &str) -> Result<FieldId, String> {
        self.claim(name).map(|it| FieldId(u32::try_from(it).unwrap_or(u32::MAX)))
    }

    fn operand(&self, name: &str) -> Result<Operand, String> {
        match self.id(name) {
            Ok(id) => Ok(Operand::Field(id)),
            Err(reason) => number(name).map(Operand::Constant).ok_or(reason),
        }
    }

    /// An operand of a product, where a period counts its months or days.
    fn factor(&self, name: &str) -> Result<Operand, String> {
        let operand = self.operand(name)?;
        let Operand::Field(id) = operand else { return Ok(operand) };
        Ok(match self.claims.values.get(id.0 as usize).map(|it| &it.value) {
            Some(Value::Period(Period::Length { count, .. })) => {
                Operand::Constant(Exact::from_integer((*count).into()))
            }
            _ => operand,
        })
    }

    fn value(&self, operand: &Operand) -> Option<Exact> {
        match operand {
            Operand::Constant(it) => Some(it.clone()),
            Operand::Field(id) => self.claims.values.get(id.0 as usize)?.value.exact(),
        }
    }

    /// One of the last place that a value is printed with.
    fn unit(&self, operand: &Operand) -> Option<Decimal> {
        let scale = match operand {
            Operand::Constant(_) => None,
            Operand::Field(id) => match &self.claims.values.get(id.0 as usize)?.value {
                Value::Money(it) => Some(it.amount.scale),
                Value::Quantity(it) => Some(it.scale),
                Value::Rate(it) => Decimal::from_exact(it).map(|it| it.normalized().scale),
                _ => None,
            },
        };
        scale.map(|scale| Decimal { digits: 1, scale })
    }

    /// Whether it is a part of something.
    fn is_rate(&self, operand: &Operand) -> bool {
        match self.kind(operand) {
            Some(kind) => kind == Kind::Rate,
            None => self
                .value(operand)
                .is_some_and(|it| it.is_positive() && it < Exact::from_integer(1.into())),
        }
    }

    fn currency(&self, operand: &Operand) -> Option<Currency> {
        let Operand::Field(id) = operand else { return None };
        match &self.claims.values.get(id.0 as usize)?.value {
            Value::Money(it) => Some(it.currency),
            _ => None,
        }
    }

    fn kind(&self, operand: &Operand) -> Option<Kind> {
        match operand {
            Operand::Constant(_) => None,
            Operand::Field(id) => Some(self.claims.values.get(id.0 as usize)?.value.kind()),
        }
    }
}

fn readings(
    sheet: &Sheet<'_>,
    claims: &Claims,
    names: &BTreeMap<String, usize>,
    rule: &ReadRule,
    parts: &[String],
    result: &str,
) -> Result<Vec<Relation>, String> {
    if parts.len() > MAX_PARTS {
        return Err(format!("a rule has at most {MAX_PARTS} parts"));
    }
    let naming = Naming { claims, names, n_draft: sheet.places.len() };
    let no = |it: &str| Err(it.to_owned());
    match rule.kind.trim() {
        kind @ ("sum" | "difference") => {
            let mut terms = Vec::new();
            for (n, part) in parts.iter().enumerate() {
                let part = part.trim();
                let (minus, name) = match part.strip_prefix(['-', '−']) {
                    Some(rest) => (true, rest),
                    None => (false, part.strip_prefix('+').unwrap_or(part)),
                };
                let minus = minus != (kind == "difference" && n > 0);
                terms.push(Term { operand: naming.operand(name)?, negative: minus });
            }
            let result = naming.operand(result)?;
            if terms.len() < 2 && !terms.first().is_some_and(|it| it.negative) {
                return no("a sum has two parts or more");
            }
            if terms.iter().any(|it| it.operand == result) {
                return no("a value is no sum of itself");
            }
            let sums = signs(&naming, terms, result);
            if rounds(&naming, rule, &sums) {
                return no("a sum whose result is rounded is no rule that can be proved");
            }
            Ok(sums)
        }
        "product" | "rate" | "conversion" => {
            let factors: Vec<Operand> =
                parts.iter().map(|it| naming.factor(it)).collect::<Result<_, _>>()?;
            let result = naming.operand(result)?;
            // A minus that is no value of its own: what is taken off is printed below zero, and the values
            // say so themselves.
            let (factors, _) = rules::unsigned(&factors);
            if factors.len() < 2 || factors.contains(&result) {
                return no("a product has two parts or more, none of them its result");
            }
            Ok(products(&naming, rule, factors, &result))
        }
        "order" | "ordered" => {
            let mut parts = parts.to_vec();
            if !result.trim().is_empty() {
                parts.push(result.to_owned());
            }
            let dates: Vec<FieldId> =
                parts.iter().map(|it| naming.id(it)).collect::<Result<_, _>>()?;
            let date = |it: &FieldId| {
                claims.values.get(it.0 as usize).is_some_and(|it| it.value.kind() == Kind::Date)
            };
            if dates.len() < 2 || !dates.iter().all(date) {
                return no("an order has two dates or more");
            }
            Ok(vec![Relation::Ordered { dates }])
        }
        "length" => {
            let [start, end] = parts else { return no("a length has a first and a last day") };
            let (start, end) = (naming.id(start)?, naming.id(end)?);
            Ok(vec![Relation::Length { start, end, length: naming.id(result)? }])
        }
        "same" => {
            let [one] = parts else { return no("two values are to be the same") };
            let (left, right) = (naming.id(result)?, naming.id(one)?);
            if left == right {
                return no("two different values are to be the same");
            }
            Ok(vec![Relation::Same { left, right }])
        }
        "checksum" => {
            let name = if result.trim().is_empty() {
                parts.first().map_or("", String::as_str)
            } else {
                result
            };
            Ok(vec![Relation::Checksum { number: naming.id(name)? }])
        }
        "words" => words(sheet, &naming, rule, result),
        other => Err(format!("there is no kind of rule `{}`", brief(other))),
    }
}

/// An amount in words beside one in digits.
fn words(
    sheet: &Sheet<'_>,
    naming: &Naming<'_>,
    rule: &ReadRule,
    result: &str,
) -> Result<Vec<Relation>, String> {
    let amount = naming.id(result)?;
    // Between the printed `일금` and `원` stands only the number.
    let framed = || scan::words(&format!("일금 {}원", rule.quote.trim())).into_iter().next();
    let found = scan::words(&rule.quote).into_iter().next().or_else(framed);
    let found = found.ok_or_else(|| "its quote says no amount in words".to_owned())?;
    let figure = naming.value(&Operand::Field(amount));
    let agrees = figure.as_ref() == Some(&found.says);
    // What was misread is no contradiction: where the words are only like the quote, they must be
    // more like what it says than like what the figures say, both spelled in the same way. Words of
    // another script are like neither.
    let is_like = |place: &Vec<At>| {
        let alike = |it: &Exact| {
            let whole = it.is_integer().then(|| it.to_integer().to_i128()).flatten();
            whole.map(|it| seen::alike_words(sheet, place, &scan::spell_korean(it)))
        };
        let both = alike(&found.says).zip(figure.as_ref().and_then(alike));
        agrees || both.is_some_and(|(says, figure)| says > figure)
    };
    let place = ground::passage(sheet, &rule.quote, &|_| true)
        .or_else(|| ground::threaded(sheet, &rule.quote))
        .or_else(|| seen::likeliest(sheet, &rule.quote).filter(is_like));
    let boxed = || {
        let area = <[f32; 4]>::try_from(&rule.area[..]).ok().filter(|_| agrees)?;
        let page = (rule.document, rule.page.max(1));
        seen::boxed(sheet, page, area).ok().map(|it| it.1)
    };
    let place = place.and_then(|it| sheet.evidence(&it)).or_else(boxed);
    if let Some(place) = place {
        let text = rule.quote.trim().to_owned();
        return Ok(vec![Relation::Words { text, place, says: found.says, amount }]);
    }
    Err("its quote does not stand in the document".to_owned())
}

/// A sum, and the same where what is printed with a minus already is subtracted.
fn signs(naming: &Naming<'_>, terms: Vec<Term>, result: Operand) -> Vec<Relation> {
    let printed = |it: &Operand| naming.value(it).is_some_and(|it| it.is_negative());
    let mut out = vec![Relation::Sum { terms: terms.clone(), result: result.clone() }];
    if terms.iter().any(|it| it.negative && printed(&it.operand)) {
        let added = |it: Term| {
            let negative = it.negative && !printed(&it.operand);
            Term { negative, ..it }
        };
        let terms = terms.iter().cloned().map(added).collect();
        out.push(Relation::Sum { terms, result: result.clone() });
    }
    // Brackets around a result need be no minus: what it comes to is the same number.
    if printed(&result) && terms.iter().all(|it| !it.negative && !printed(&it.operand)) {
        let taken = |it: Term| Term { negative: true, ..it };
        out.push(Relation::Sum { terms: terms.into_iter().map(taken).collect(), result });
    }
    out
}

/// Whether a sum comes to its result only as the rule says that it is rounded.
fn rounds(naming: &Naming<'_>, rule: &ReadRule, sums: &[Relation]) -> bool {
    if rule.round.trim().is_empty() {
        return false;
    }
    sums.iter().any(|it| {
        let Relation::Sum { terms, result } = it else { return false };
        let of = |it: &Term| {
            let value = naming.value(&it.operand)?;
            Some(if it.negative { -value } else { value })
        };
        let total: Option<Exact> = terms.iter().map(of).sum();
        let (Some(total), Some(printed)) = (total, naming.value(result)) else { return false };
        let ways = roundings(&rule.round, naming.unit(result));
        total != printed && ways.first().is_some_and(|it| it.apply(&total) == printed)
    })
}

/// A product with each rounding that it may have.
fn products(
    naming: &Naming<'_>,
    rule: &ReadRule,
    factors: Vec<Operand>,
    result: &Operand,
) -> Vec<Relation> {
    let rate = |it: &Operand| naming.is_rate(it);
    // A share that is taken off is printed with a minus, and brackets need be none.
    let negated = rules::is_taken_off(|it| naming.value(it), &factors, result);
    let currency = |it: &Operand| naming.currency(it);
    // What is converted is no share: its currency is another one.
    let as_rate = factors.len() == 2
        && (rule.kind.trim() == "rate" || negated)
        && factors.iter().any(rate)
        && factors.iter().any(|it| currency(it) == currency(result));
    roundings(&rule.round, naming.unit(result))
        .into_iter()
        .map(|rounding| {
            if as_rate {
                let at = usize::from(rate(&factors[1]) || !rate(&factors[0]));
                return Relation::Rate {
                    base: factors[1 - at].clone(),
                    rate: factors[at].clone(),
                    rounding,
                    result: result.clone(),
                    negated,
                };
            }
            let factors = if negated { rules::taken_off(factors.clone()) } else { factors.clone() };
            Relation::Product { factors, rounding, result: result.clone() }
        })
        .collect()
}

/// The stated rounding first, then the usual ones, and those to the last place that the result is
/// printed with; a coarse unit only where it is stated.
fn roundings(stated: &str, printed: Option<Decimal>) -> Vec<Rounding> {
    let mut out = Vec::new();
    let mut words = stated.split_whitespace();
    let mode = match words.next().unwrap_or_default() {
        "floor" | "cut" | "truncate" => Some(RoundingMode::Floor),
        "half_up" | "round" => Some(RoundingMode::HalfUp),
        "ceiling" | "ceil" => Some(RoundingMode::Ceiling),
        _ => None,
    };
    let unit = words.next().map_or(Some(Decimal::whole(1)), |it| it.parse::<Decimal>().ok());
    let limit = Exact::from_integer(10_000.into());
    if let (Some(mode), Some(unit)) = (mode, unit)
        && unit.exact().is_positive()
        && unit.exact() <= limit
    {
        out.push(Rounding { mode, unit });
    }
    let cent = Decimal { digits: 1, scale: 2 };
    let modes = [RoundingMode::HalfUp, RoundingMode::Floor, RoundingMode::Ceiling];
    out.push(Rounding::NONE);
    let printed = printed.filter(|it| *it != Decimal::whole(1) && *it != cent);
    for unit in [Decimal::whole(1), cent, Decimal::whole(10)].into_iter().chain(printed) {
        let modes =
            modes.iter().filter(|it| unit != Decimal::whole(10) || **it == RoundingMode::Floor);
        out.extend(modes.map(|mode| Rounding { mode: *mode, unit }));
    }
    out
}

/// `1/10`, `0.1`, `10%`; not zero, with which everything is a product.
fn number(text: &str) -> Option<Exact> {
    let text = text.trim();
    let (digits, by) = match text.strip_suffix(['%', '％']) {
        Some(rest) => (rest.trim(), 100),
        None => (text, 1),
    };
    let value = parse_exact(digits).ok()? / Exact::from_integer(by.into());
    (!value.is_zero()).then_some(value)
}
