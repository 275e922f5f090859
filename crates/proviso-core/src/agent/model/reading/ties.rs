//! Whether the page ties the values of a rule together, and whether a rule says anything new.
//!
//! Numbers that fit prove nothing: among the amounts of one page some always do. A rule that a model
//! says labels ask for must show it: its values stand in one row, one column or one block, or they
//! fit too well for chance.
//!
//! **Invariant:** pure; it looks at places and digits, never at what a model says of them.

use std::collections::BTreeSet;

use num_traits::{Signed, ToPrimitive, Zero};

use super::claims::{Claims, ValueClaim};
use crate::analysis::algebra::{Algebra, Equation, PRIME, inverse, multiply};
use crate::analysis::{Field, FieldId, Operand, Relation, Status, rules};
use crate::document::Rect;
use crate::number::{Exact, pow10};
use crate::value::Kind;

/// Lines that a block may have beyond its values.
const SLACK: usize = 6;

/// Whether the values of a relation belong together by where they stand, or by how well they fit.
pub(super) fn tied(claims: &Claims, fields: &[Field], relation: &Relation) -> bool {
    let ids = relation.fields();
    let shares = matches!(relation, Relation::Rate { .. } | Relation::Product { .. });
    // One tax rate stands for all rows of a page, wherever it is printed.
    let all: Vec<&ValueClaim> = ids
        .iter()
        .filter_map(|it| claims.values.get(it.0 as usize))
        .filter(|it| !(shares && it.value.kind() == Kind::Rate))
        .collect();
    // A number's own digits, and words beside figures, are ties enough; days have no chance. Only what is
    // computed may fit by it.
    if !shares && !matches!(relation, Relation::Sum { .. }) {
        return true;
    }
    if all.len() < 2 {
        // A price times a constant that the rule itself brings.
        return matches!(relation, Relation::Rate { .. } | Relation::Product { .. });
    }
    if row(&all) || column(&all) || block(&all) || cross(&all) || fits(claims, fields, relation) {
        return true;
    }
    // What is printed twice ties by either place.
    let near = |it: &ValueClaim, to: &ValueClaim| {
        let line = |it: &ValueClaim| it.words.first().map_or(usize::MAX, |it| it.0);
        line(it).abs_diff(line(to))
    };
    let result = all[all.len() - 1];
    let mut close: Vec<&ValueClaim> = Vec::new();
    for own in &all {
        let same = claims.values.iter().filter(|it| it.value == own.value && it.denied.is_none());
        close.push(same.min_by_key(|it| near(it, result)).unwrap_or(own));
    }
    row(&close)
        || column(&close)
        || block(&close)
        || cross(&close)
        || matches!(relation, Relation::Sum { .. }) && series(&all[..all.len() - 1])
}

/// Whether parts are a row or a column of their own, so that their sum may be told anywhere.
fn series(parts: &[&ValueClaim]) -> bool {
    parts.len() >= 3 && (row(parts) || column(parts))
}

/// Whether each part stands in the row or in the column of the result, near it, under a label that
/// has a word in common with the result's, or under one that is named around the result.
fn cross(all: &[&ValueClaim]) -> bool {
    let Some(result) = all.last() else { return false };
    all.iter().all(|it| {
        let both = [*it, *result];
        row(&both) || column(&both) || block(&both) || named(it, result) || asked(it, result)
    })
}

/// Whether two labels share a word, or two letters of Hangul.
fn named(a: &ValueClaim, b: &ValueClaim) -> bool {
    let other = words(&labels(b));
    words(&labels(a)).iter().any(|it| other.contains(it))
}

/// Whether what stands around a result names a part: `집행분 (수령액 − 금회 계)`.
fn asked(part: &ValueClaim, result: &ValueClaim) -> bool {
    let around = words(&result.around);
    words(&labels(part)).iter().any(|it| around.contains(it))
}

fn labels(it: &ValueClaim) -> String {
    let all = it.also.iter().chain([&it.label]).map(|it| it.to_lowercase());
    all.collect::<Vec<_>>().join(" ")
}

/// The words of a text, and each two letters of Hangul that follow one another.
fn words(text: &str) -> Vec<String> {
    let hangul = |it: &char| ('가'..='힣').contains(it);
    let number = |it: &&str| it.chars().all(|it| it.is_ascii_digit());
    let all = text.split(|it: char| !it.is_alphanumeric()).filter(|it| it.chars().count() > 1);
    let chars: Vec<char> = text.chars().collect();
    let pairs = chars.windows(2).filter(|it| it.iter().all(hangul)).map(|it| it.iter().collect());
    all.filter(|it| !number(it)).map(str::to_owned).chain(pairs).collect()
}

fn rect(it: &ValueClaim) -> Option<Rect> {
    let mut boxes = it.evidence.boxes.iter();
    let first = *boxes.next()?;
    Some(boxes.fold(first, |a, b| a.union(b)))
}

fn page(it: &ValueClaim) -> (u32, u32) {
    (it.evidence.document, it.evidence.page)
}

fn row(all: &[&ValueClaim]) -> bool {
    // A line that recognition found is a row, however crooked the page.
    let line = |it: &ValueClaim| it.words.first().map(|it| it.0);
    if line(all[0]).is_some() && all.iter().all(|it| line(it) == line(all[0])) {
        return true;
    }
    let Some(first) = rect(all[0]) else { return false };
    all.iter().all(|it| {
        page(it) == page(all[0])
            && rect(it).is_some_and(|it| {
                let overlap = it.y1.min(first.y1) - it.y0.max(first.y0);
                overlap > -0.4 * first.height().max(it.height())
            })
    })
}

fn column(all: &[&ValueClaim]) -> bool {
    let rects: Vec<Rect> = all.iter().filter_map(|it| rect(it)).collect();
    if rects.len() != all.len() {
        return false;
    }
    let aligned = |a: &Rect, b: &Rect| {
        let height = a.height().max(b.height());
        let overlap = a.x1.min(b.x1) - a.x0.max(b.x0);
        overlap > 0.0 || (a.x1 - b.x1).abs() < height || (a.x0 - b.x0).abs() < height
    };
    let last = rects[rects.len() - 1];
    let n = rects.iter().filter(|it| aligned(it, &last)).count();
    n * 5 >= rects.len() * 4
}

fn block(all: &[&ValueClaim]) -> bool {
    if all.iter().any(|it| page(it) != page(all[0])) {
        return false;
    }
    let lines: Vec<usize> = all.iter().filter_map(|it| it.words.first()).map(|it| it.0).collect();
    match (lines.iter().min(), lines.iter().max()) {
        (Some(least), Some(most)) if lines.len() == all.len() => {
            most - least <= SLACK + 2 * lines.len()
        }
        _ => false,
    }
}

/// Whether the numbers fit too well for chance: the result could have had far more values than there
/// are combinations of as many numbers of the page.
fn fits(claims: &Claims, fields: &[Field], relation: &Relation) -> bool {
    if rules::status(fields, relation) != Status::Holds {
        return false;
    }
    let ids = relation.fields();
    let numbers: Vec<Exact> = ids
        .iter()
        .filter_map(|it| claims.values.get(it.0 as usize))
        .filter_map(|it| it.value.exact())
        .collect();
    let Some(result) = numbers.last().map(|it| it.abs()).filter(|it| !it.is_zero()) else {
        return false;
    };
    let mut grain = Exact::new(1.into(), pow10(4));
    let ten = Exact::from_integer(10.into());
    for _ in 0..24 {
        let next = &grain * &ten;
        if numbers.iter().all(|it| (it / &next).is_integer()) {
            grain = next;
        } else {
            break;
        }
    }
    // In whole bits: equal documents must give equal analyses on every machine.
    let places = (result / grain).to_integer().bits();
    let n = claims.values.iter().filter(|it| it.value.kind().is_counted()).count().max(2) as u64;
    let trials = u64::from(n.ilog2() + 1) * (ids.len() as u64 - 1) + ids.len() as u64;
    places > trials + 6
}

/// A number modulo the prime; none where it is no fraction of small numbers.
fn modular(value: &Exact) -> Option<u64> {
    let numerator = value.numer().abs().to_u64()? % PRIME;
    let denominator = value.denom().to_u64()? % PRIME;
    if denominator == 0 {
        return None;
    }
    let magnitude = multiply(numerator, inverse(denominator));
    Some(if value.is_negative() { (PRIME - magnitude) % PRIME } else { magnitude })
}

/// A relation as an equation of its fields at their printed values: sums as they are, shares and
/// products by the printed rate. The name of constants is `u32::MAX`.
fn equation_of(fields: &[Field], relation: &Relation) -> Option<Equation<u32>> {
    let mut equation = Equation::default();
    let mut put = |operand: &Operand, by: u64| {
        let (key, by) = match operand {
            Operand::Field(id) => (id.0, by),
            Operand::Constant(it) => (u32::MAX, multiply(modular(it)?, by)),
        };
        equation.add(key, by);
        Some(())
    };
    let value = |it: &Operand| match it {
        Operand::Field(FieldId(id)) => fields.get(*id as usize)?.value.exact(),
        Operand::Constant(it) => Some(it.clone()),
    };
    match relation {
        Relation::Sum { terms, result } => {
            for it in terms {
                put(&it.operand, if it.negative { PRIME - 1 } else { 1 })?;
            }
            put(result, PRIME - 1)?;
        }
        Relation::Rate { base, rate, result, rounding, negated } => {
            let factor = modular(&value(rate)?)?;
            // A share that was rounded is no multiple.
            let exact = value(base)? * value(rate)?;
            if rounding.apply(&exact) != exact {
                return None;
            }
            put(base, if *negated { (PRIME - factor) % PRIME } else { factor })?;
            put(result, PRIME - 1)?;
        }
        Relation::Product { factors, result, rounding } => {
            let (factors, minus) = rules::unsigned(factors);
            let [a, b] = &factors[..] else { return None };
            let exact = value(a)? * value(b)?;
            if rounding.apply(&exact) != exact {
                return None;
            }
            let factor = modular(&value(b)?)?;
            put(a, if minus { (PRIME - factor) % PRIME } else { factor })?;
            put(result, PRIME - 1)?;
        }
        Relation::Same { left, right } => {
            put(&Operand::Field(*left), 1)?;
            put(&Operand::Field(*right), PRIME - 1)?;
        }
        _ => return None,
    }
    Some(equation)
}

/// Whether a sum says nothing that shares of one price do not say: three shares of which one is the
/// sum of two others. A sum that the price itself takes part in is asked for: parts of a price, or
/// what is left of it.
pub(super) fn follows<'a>(
    fields: &[Field],
    relation: &Relation,
    others: impl Iterator<Item = &'a Relation>,
) -> bool {
    let Relation::Sum { .. } = relation else { return false };
    let Some(wanted) = equation_of(fields, relation) else { return false };
    let mut known = Algebra::default();
    let mut results: BTreeSet<FieldId> = BTreeSet::new();
    let mut bases: BTreeSet<FieldId> = BTreeSet::new();
    for other in others {
        let (Relation::Rate { result, .. } | Relation::Product { result, .. }) = other else {
            continue;
        };
        let Some(equation) = equation_of(fields, other) else { continue };
        for id in other.fields() {
            if *result == Operand::Field(id) {
                results.insert(id);
            } else {
                bases.insert(id);
            }
        }
        known.learn(equation);
    }
    let share = |it: &FieldId| results.contains(it) && !bases.contains(it);
    if !relation.fields().iter().all(share) {
        return false;
    }
    !known.learn(wanted)
}

/// What relations say at the printed values.
pub(super) struct Beyond(Algebra<u32>);

/// What others say already.
pub(super) fn beyond<'a>(fields: &[Field], others: impl Iterator<Item = &'a Relation>) -> Beyond {
    let mut known = Algebra::default();
    for equation in others.filter_map(|it| equation_of(fields, it)) {
        known.learn(equation);
    }
    Beyond(known)
}

impl Beyond {
    /// Whether a relation says anything that those do not say.
    pub(super) fn says_more(&self, fields: &[Field], relation: &Relation) -> bool {
        equation_of(fields, relation).is_none_or(|it| !self.0.implies(it))
    }
}
