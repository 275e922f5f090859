//! Rules before they are chosen: what they claim, what speaks for them, and which are kept.
//!
//! **Invariant:** a candidate that does not hold is kept only if it may alarm and nothing else
//! explains what it claims to explain; a candidate that follows from kept ones is dropped unless the
//! layout or a clause asks for it.

use std::collections::BTreeSet;

use super::arithmetic::{self, Outcome, Unit};
use super::base;
use super::book::{Book, scaled};
use crate::analysis::algebra::{Algebra, Equation};
use crate::analysis::relate;
use crate::analysis::steps;
use crate::analysis::{Field, FieldId, Operand, Relation, Status, Support, Term};
use crate::number::{Exact, Rounding, show_exact};

/// What a candidate explains; of several readings of one claim, one that holds silences the rest.
pub(super) type Claim = (FieldId, &'static str);

/// From this weight on a sum is kept although it follows from others: layout and clauses ask for it.
pub(super) const ASKED_FOR: u32 = 78;

/// A rule that may be kept.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// The rule's name.
    pub name: String,
    /// What must be true.
    pub relation: Relation,
    /// Why it was found.
    pub support: Support,
    /// How strong the support is; of equal relations the strongest is kept.
    pub weight: u32,
    /// What it explains.
    pub claim: Option<Claim>,
    /// Whether it is a finding if it is false.
    pub alarms: bool,
    /// Whether its like hold elsewhere, so that it is a finding whatever the mistake.
    pub likely: bool,
    /// What arithmetic and places say for it, where they found it.
    pub tie: Option<Weight>,
}

/// What speaks for a relation that arithmetic and places found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weight {
    /// Thousandths of a bit that it saves.
    pub bits: i32,
    /// Rows or columns that keep it.
    pub support: u32,
    /// Those that do not.
    pub against: u32,
}

/// What became of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is a rule.
    Kept,
    /// It cannot be computed.
    Uncomputable,
    /// It fails, and by no mistake that anybody makes.
    Implausible,
    /// Another one that holds explains the same.
    Explained,
    /// Another one says the same.
    Said,
    /// It follows from others, and nothing asks for it.
    Follows,
    /// It fails, and nothing says that it should hold.
    Silent,
    /// It is not even a candidate.
    Lost(relate::Lost),
}

/// A candidate, and what became of it.
pub(super) type Judged = (Candidate, Fate);

impl Candidate {
    /// A candidate without a claim that is silent when false.
    pub(super) fn new(name: &str, relation: Relation, support: Support, weight: u32) -> Candidate {
        Candidate {
            name: name.to_owned(),
            relation,
            support,
            weight,
            claim: None,
            alarms: false,
            likely: false,
            tie: None,
        }
    }
    /// The same, explaining something.
    pub(super) fn claiming(mut self, field: FieldId, kind: &'static str) -> Candidate {
        self.claim = Some((field, kind));
        self
    }
    /// The same, a finding if it is false.
    pub(super) fn alarming(mut self, alarms: bool) -> Candidate {
        self.alarms = alarms;
        self
    }
    /// The same, a finding whatever the mistake.
    pub(super) fn likely(mut self, likely: bool) -> Candidate {
        self.likely = likely;
        self
    }
}

/// A sum of positive and negative operands.
pub(super) fn sum(terms: Vec<(Operand, bool)>, result: Operand) -> Relation {
    let terms = terms.into_iter().map(|(operand, negative)| Term { operand, negative }).collect();
    Relation::Sum { terms, result }
}

/// A plain product.
pub(super) fn product(factors: Vec<Operand>, rounding: Rounding, result: Operand) -> Relation {
    Relation::Product { factors, rounding, result }
}

/// Chooses among candidates. The result is in order of the first operand's position; what became of
/// each is told where somebody asks.
pub(super) fn choose(
    book: &Book<'_>,
    mut candidates: Vec<Candidate>,
    mut judged: Option<&mut Vec<Judged>>,
) -> Vec<Candidate> {
    let mut judge = |it: &Candidate, fate: Fate| {
        if let Some(judged) = &mut judged {
            judged.push((it.clone(), fate));
        }
    };
    let fields = &book.draft.fields;
    // Stable: of equal weight the shorter comes first, then the one that was found first.
    candidates.sort_by_cached_key(|it| {
        (std::cmp::Reverse(it.weight), arithmetic::operands(&it.relation).len())
    });
    let mut held: Vec<Candidate> = Vec::new();
    let mut refuted: Vec<Candidate> = Vec::new();
    let mut claims: BTreeSet<Claim> = BTreeSet::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    // What sums explain already.
    let mut added_up: BTreeSet<FieldId> = BTreeSet::new();
    let mut algebra = Algebra::default();
    for candidate in candidates {
        let outcome = arithmetic::evaluate(fields, &candidate.relation);
        steps::spend(1);
        match outcome.status {
            Status::Unknown => judge(&candidate, Fate::Uncomputable),
            Status::Refuted if candidate.likely || is_plausible(book, &candidate, &outcome) => {
                refuted.push(candidate);
            }
            Status::Refuted => judge(&candidate, Fate::Implausible),
            Status::Holds => {
                // An amount is one part of one base: the tax as a tenth of the supply, not also
                // as an eleventh of the total.
                let once = candidate.claim.is_some_and(|it| matches!(it.1, "rate" | "product"));
                if once && candidate.claim.is_some_and(|it| claims.contains(&it)) {
                    judge(&candidate, Fate::Explained);
                    continue;
                }
                // What a total adds up is said once, although rows and other totals imply it.
                let is_total = |it: &Claim| matches!(it.1, "total" | "column_sum");
                let asked = candidate.claim.is_some_and(|it| {
                    is_total(&it)
                        && adds_up(&candidate)
                        && !claims.contains(&it)
                        && !added_up.contains(&it.0)
                });
                claims.extend(candidate.claim);
                claims.extend(settled_too(book, &candidate));
                if !seen.insert(key(book, &candidate.relation)) {
                    judge(&candidate, Fate::Said);
                    continue;
                }
                let news = is_news(&mut algebra, book, &candidate.relation);
                if news || asked || candidate.weight >= ASKED_FOR {
                    judge(&candidate, Fate::Kept);
                    if adds_up(&candidate) {
                        added_up.extend(candidate.claim.map(|it| it.0));
                    }
                    held.push(candidate);
                } else {
                    judge(&candidate, Fate::Follows);
                }
            }
        }
    }
    let mut out = held;
    let n_held = out.len();
    // Of two orders that one day breaks the one that says more of it: that of its row, not of its column.
    refuted.sort_by_key(|it| match &it.relation {
        Relation::Ordered { dates } => dates.len(),
        _ => 0,
    });
    let mut late: BTreeSet<FieldId> = BTreeSet::new();
    for candidate in refuted {
        let explained = candidate.claim.is_some_and(|it| claims.contains(&it))
            || is_mended(fields, &candidate.relation, &late);
        if !candidate.alarms {
            judge(&candidate, Fate::Silent);
        } else if explained || is_another(book, &out[..n_held], &candidate) {
            judge(&candidate, Fate::Explained);
        } else if !seen.insert(key(book, &candidate.relation)) {
            judge(&candidate, Fate::Said);
        } else {
            judge(&candidate, Fate::Kept);
            claims.extend(candidate.claim);
            if let Relation::Ordered { dates } = &candidate.relation
                && let [a, b] = dates[..]
            {
                late.extend([a, b]);
            }
            out.push(candidate);
        }
    }
    let position = |it: &Candidate| {
        let ids = arithmetic::operands(&it.relation);
        (ids.first().copied(), it.name.clone(), ids)
    };
    base::follow(book, &mut out);
    out.sort_by_cached_key(position);
    out
}

/// Whether a chain of days is in order but for days of pairs that are told of already.
fn is_mended(fields: &[Field], relation: &Relation, told: &BTreeSet<FieldId>) -> bool {
    let Relation::Ordered { dates } = relation else { return false };
    let day = |it: &FieldId| arithmetic::date(&fields.get(it.0 as usize)?.value);
    let rest = dates.iter().filter(|it| !told.contains(it)).map(day);
    dates.len() > 2
        && dates.iter().any(|it| told.contains(it))
        && rest.is_sorted_by(|a, b| a.is_some() && a <= b)
}

/// Whether a candidate is a sum of which nothing is taken away.
fn adds_up(candidate: &Candidate) -> bool {
    matches!(&candidate.relation, Relation::Sum { terms, .. } if !terms.iter().any(|it| it.negative))
}

/// Whether what holds says what a relation that fails is instead.
///
/// What a sum adds up to is that of the last of its terms, or of those that the others are parts of: where
/// another one is left out, somebody forgot it. And what some factors make is printed beside it.
fn is_another(book: &Book<'_>, held: &[Candidate], failing: &Candidate) -> bool {
    let number = |it: &Operand| Some(arithmetic::number(&book.draft.fields, it)?.0);
    match &failing.relation {
        Relation::Sum { .. } => {
            let Some(Whole { total, parts: all }) = whole(&number, failing) else { return false };
            let wholes: Vec<Whole> = held.iter().filter_map(|it| whole(&number, it)).collect();
            // What remains of all without some, where all of these are among them.
            let without = |all: &[Exact], some: &[Exact]| {
                let mut rest = all.to_vec();
                let mut take = |it: &Exact| {
                    let at = rest.iter().position(|other| other == it)?;
                    Some(rest.remove(at))
                };
                some.iter().try_for_each(|it| take(it).map(drop)).map(|()| rest)
            };
            wholes.iter().filter(|it| it.total == total).any(|it| {
                let (_, last) = all.split_at(all.len().saturating_sub(it.parts.len()));
                let Some(rest) = without(&all, &it.parts).filter(|it| !it.is_empty()) else {
                    return false;
                };
                let inner = wholes.iter().filter(|inner| it.parts.contains(&inner.total));
                let inner = inner.filter(|it| without(&all, &it.parts).is_some());
                let within: Vec<&Exact> = inner.flat_map(|it| &it.parts).collect();
                without(last, &it.parts).is_some() || rest.iter().all(|it| within.contains(&it))
            })
        }
        Relation::Product { factors, result, .. } => {
            let numbers = |all: &[Operand]| {
                let (all, _) = arithmetic::unsigned(all);
                let mut all = all.iter().map(&number).collect::<Option<Vec<Exact>>>()?;
                all.sort();
                Some(all)
            };
            let own = numbers(factors);
            held.iter().any(|it| match &it.relation {
                Relation::Product { factors: other, result: made, .. } => {
                    made != result
                        && factors.iter().any(|it| other.contains(it))
                        && numbers(other) == own
                }
                _ => false,
            })
        }
        _ => false,
    }
}

/// Parts that make something up.
struct Whole {
    total: Exact,
    /// Below zero where they are taken away.
    parts: Vec<Exact>,
}

/// What a sum makes up: of a difference what there was, since what is left is a part of it.
fn whole(number: &impl Fn(&Operand) -> Option<Exact>, it: &Candidate) -> Option<Whole> {
    let Relation::Sum { terms, result } = &it.relation else { return None };
    let (less, added): (Vec<&Term>, Vec<&Term>) = terms.iter().partition(|it| it.negative);
    let of = |it: &Operand, negative: bool| number(it).map(|it| if negative { -it } else { it });
    if let ([base], [_, ..]) = (&added[..], &less[..]) {
        let parts = less.iter().map(|it| of(&it.operand, false)).chain([number(result)]);
        return Some(Whole { total: number(&base.operand)?, parts: parts.collect::<Option<_>>()? });
    }
    let parts = terms.iter().map(|it| of(&it.operand, it.negative));
    Some(Whole { total: number(result)?, parts: parts.collect::<Option<_>>()? })
}

/// Whether what fails may be a mistake of who wrote the document; else its numbers are about something
/// else.
fn is_plausible(book: &Book<'_>, candidate: &Candidate, outcome: &Outcome) -> bool {
    let number = |it: &Operand| scaled(&arithmetic::number(&book.draft.fields, it)?.0);
    let relation = &candidate.relation;
    let (Relation::Sum { result, .. }
    | Relation::Product { result, .. }
    | Relation::Rate { result, .. }) = relation
    else {
        return true;
    };
    let should = outcome.computed.as_ref().and_then(scaled);
    let (Some(printed), Some(should)) = (number(result), should) else { return true };
    if let Relation::Sum { terms, .. } = relation {
        let terms: Option<Vec<i128>> = terms.iter().map(|it| number(&it.operand)).collect();
        return terms.is_none_or(|it| relate::is_mistake(&it, should, printed, 0));
    }
    // A tenth more or less may be another rate; what is farther off is another base.
    let near = (should - printed).abs() * 10 <= printed.abs().max(should.abs());
    near || relate::is_slip(should, printed)
}

/// The other claims that a held sum settles. What its rows add up to is no sum of totals as well; and
/// a total that other amounts of its column explain needs no sum of the rows. Totals beside it in
/// their own columns are no such reason, since rows and columns must both add up; nor are amounts
/// printed after it, which were computed from it, or told of in prose.
///
/// A total of rows whose sum is printed nowhere (the claim `rows`) is settled by rows only.
fn settled_too(book: &Book<'_>, candidate: &Candidate) -> Vec<Claim> {
    let Some((field, kind)) = candidate.claim else { return Vec::new() };
    if kind == "column" {
        return vec![(field, "total"), (field, "rows")];
    }
    let Some(result) = book.node(field).filter(|_| kind == "total") else { return Vec::new() };
    let ids = arithmetic::operands(&candidate.relation);
    let mut others = ids.iter().filter(|it| **it != field).filter_map(|it| book.node(*it));
    // A total of other rows explains none of these.
    let own = book.below(field);
    let elsewhere =
        ids.iter().any(|id| own.zip(book.below(*id)).is_some_and(|(own, other)| own != other));
    let by_rows = others.clone().all(|it| it.cell.is_some());
    let explained =
        others.any(|it| it.id < field && !it.prose && !elsewhere && !book.same_line(it, result));
    let settled = [("column", explained), ("rows", explained && by_rows)];
    settled.into_iter().filter(|it| it.1).map(|it| (field, it.0)).collect()
}

/// Equal for relations that say the same: sums rearranged, factors swapped, and outside of tables
/// one amount printed at several places. A part that is printed twice is computed twice.
fn key(book: &Book<'_>, relation: &Relation) -> String {
    let name = |it: &Operand| identity(book, it);
    match relation {
        Relation::Sum { terms, result } => {
            let mut all: Vec<String> = terms
                .iter()
                .map(|it| format!("{}{}", if it.negative { '-' } else { '+' }, name(&it.operand)))
                .collect();
            all.push(format!("-{}", name(result)));
            let flip = |it: &String| {
                let sign = if it.starts_with('-') { '+' } else { '-' };
                format!("{sign}{}", &it[1..])
            };
            let mut other: Vec<String> = all.iter().map(flip).collect();
            all.sort();
            other.sort();
            format!("sum {:?}", all.min(other))
        }
        Relation::Product { factors, result, .. } => {
            let (factors, _) = arithmetic::unsigned(factors);
            let mut all: Vec<String> = factors.iter().map(name).collect();
            all.sort();
            format!("product {all:?} {result:?}")
        }
        Relation::Rate { base, rate, result, .. } => {
            let mut all = vec![name(base), name(rate)];
            all.sort();
            format!("product {all:?} {result:?}")
        }
        Relation::Words { says, amount, .. } => {
            let place = book.draft.fields.get(amount.0 as usize).map(|it| it.value.to_string());
            format!("words {} {place:?}", show_exact(says))
        }
        Relation::Checksum { number } => {
            let text = book.draft.fields.get(number.0 as usize).map(|it| it.value.to_string());
            let digits = text.map(|it| it.chars().filter(char::is_ascii_digit).collect::<String>());
            format!("checksum {digits:?}")
        }
        Relation::Ordered { dates } => {
            let text =
                |it: &FieldId| book.draft.fields.get(it.0 as usize).map(|it| it.value.to_string());
            format!("ordered {:?}", dates.iter().map(text).collect::<Vec<_>>())
        }
        other => format!("{other:?}"),
    }
}

/// A field in an item table is itself; elsewhere it is its value, wherever it is printed again.
fn identity(book: &Book<'_>, operand: &Operand) -> String {
    match operand {
        Operand::Constant(it) => show_exact(it),
        Operand::Field(id) => match book.node(*id) {
            Some(node) if !node.item => {
                let unit = if let Unit::Money(it) = node.unit {
                    it.code().to_owned()
                } else {
                    String::new()
                };
                format!("{unit}{}", show_exact(&node.value))
            }
            _ => format!("f{}", id.0),
        },
    }
}

/// Takes a relation in; false if it is a sum that follows from earlier ones.
fn is_news(algebra: &mut Algebra<String>, book: &Book<'_>, relation: &Relation) -> bool {
    let Relation::Sum { terms, result } = relation else { return true };
    let mut row = Equation::default();
    let mut put = |operand: &Operand, negative: bool| {
        // A value printed with a minus is the same amount with the other sign.
        let (name, flipped) = match identity(book, operand) {
            it if it.contains('-') => (it.replacen('-', "", 1), true),
            it => (it, false),
        };
        if negative == flipped { row.add(name, 1) } else { row.subtract(name, 1) }
    };
    terms.iter().for_each(|it| put(&it.operand, it.negative));
    put(result, true);
    algebra.learn(row)
}

/// A number as a constant operand.
pub(super) fn constant(numerator: i64, denominator: i64) -> Operand {
    Operand::Constant(Exact::new(numerator.into(), denominator.into()))
}
