//! A rule that a person states by pointing at its values.
//!
//! **Invariant:** the person says which values and what of them; how a product was rounded is told by
//! the values, as for every rule, and a rule that is false of them is false.

use serde::{Deserialize, Serialize};

use super::arithmetic;
use super::grid::{roundings, ten_won};
use crate::analysis::{Field, FieldId, Operand, Relation, Rule, Status, Support, Term};
use crate::number::Rounding;

/// What a person may say of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum HandKind {
    /// The parts come to the result; parts may be taken away.
    Sum,
    /// The parts multiplied are the result.
    Product,
    /// A base and a rate of it are the result.
    Rate,
    /// A part and the result say the same.
    Same,
    /// Days follow one another, the result last.
    Ordered,
    /// A first and a last day are as far apart as the result says.
    Length,
}

impl HandKind {
    /// How many parts it takes beside the result, at least and at most.
    fn parts(self) -> (usize, usize) {
        match self {
            HandKind::Sum => (1, 200),
            HandKind::Product => (2, 6),
            HandKind::Rate | HandKind::Length => (2, 2),
            HandKind::Same => (1, 1),
            HandKind::Ordered => (1, 20),
        }
    }
}

/// The relation that a person means; none where the parts are too few or too many. A part is told
/// with whether it is taken away, which only a sum asks.
pub fn by_hand(
    fields: &[Field],
    kind: HandKind,
    parts: &[(FieldId, bool)],
    result: FieldId,
) -> Option<Relation> {
    let (least, most) = kind.parts();
    if parts.len() < least || parts.len() > most {
        return None;
    }
    let operand = |it: &(FieldId, bool)| Operand::Field(it.0);
    let it = match (kind, parts) {
        (HandKind::Sum, parts) => Relation::Sum {
            terms: parts.iter().map(|it| Term { operand: operand(it), negative: it.1 }).collect(),
            result: Operand::Field(result),
        },
        (HandKind::Product, parts) => Relation::Product {
            factors: parts.iter().map(operand).collect(),
            rounding: Rounding::NONE,
            result: Operand::Field(result),
        },
        (HandKind::Rate, [base, rate]) => Relation::Rate {
            base: operand(base),
            rate: operand(rate),
            rounding: Rounding::NONE,
            result: Operand::Field(result),
            negated: false,
        },
        (HandKind::Same, [left]) => Relation::Same { left: left.0, right: result },
        (HandKind::Ordered, parts) => {
            Relation::Ordered { dates: parts.iter().map(|it| it.0).chain([result]).collect() }
        }
        (HandKind::Length, [start, end]) => {
            Relation::Length { start: start.0, end: end.0, length: result }
        }
        _ => return None,
    };
    Some(rounded(fields, arithmetic::signed(fields, it)))
}

/// The relation with the first rounding by which it is true of fields, else with none.
pub(crate) fn rounded(fields: &[Field], relation: Relation) -> Relation {
    let result = match &relation {
        Relation::Product { result, .. } | Relation::Rate { result, .. } => result.clone(),
        _ => return relation,
    };
    let Some((_, unit)) = arithmetic::number(fields, &result) else { return relation };
    let with = |rounding: &Rounding| {
        let mut it = relation.clone();
        if let Relation::Product { rounding: own, .. } | Relation::Rate { rounding: own, .. } =
            &mut it
        {
            own.clone_from(rounding);
        }
        it
    };
    let holds = |it: &Relation| arithmetic::evaluate(fields, it).status == Status::Holds;
    let all: Vec<Rounding> = roundings(unit).into_iter().chain(ten_won(unit)).collect();
    all.iter().map(with).find(holds).unwrap_or_else(|| with(&Rounding::NONE))
}

/// A rule by hand, before it is computed and numbered.
pub(crate) fn rule(relation: Relation) -> Rule {
    Rule::new(relation.kind().by_hand, relation, Support::Hand)
}
