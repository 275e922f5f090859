//! What a rule says of values: the kinds of relation, and what each is called wherever it is told of.
//!
//! **Invariant:** what can be told of a kind without its arithmetic stands here and nowhere else: its
//! names in one line of [`KINDS`], its values in [`Relation::parts`] and [`Relation::result`]. What is
//! left to say of a kind is how it is computed, stated in words, mended and written in Idris.

use serde::{Deserialize, Serialize};

use super::{Evidence, FieldId};
use crate::number::{Exact, Rounding, exact_text};

/// Something that takes part in a relation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operand {
    /// A field's value.
    Field(FieldId),
    /// A number that the rule itself brings: the 10 % of VAT, "two times".
    Constant(#[serde(with = "exact_text")] Exact),
}

/// A term of a sum.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Term {
    /// What is added.
    pub operand: Operand,
    /// Whether it is subtracted instead. A value printed as negative is *added* with its own sign.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub negative: bool,
}

/// What must be true of some fields.
///
/// Money counts in its currency's main unit (`12.30`), rates as fractions, quantities as printed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "relation", rename_all = "snake_case")]
pub enum Relation {
    /// `terms[0] ± terms[1] ± … = result`.
    Sum {
        /// At least one term.
        terms: Vec<Term>,
        /// What they add up to.
        result: Operand,
    },
    /// `round(factors[0] × factors[1] × …) = result`.
    Product {
        /// At least two factors. A constant below zero is the sign of what is taken off, and no number of
        /// the page.
        factors: Vec<Operand>,
        /// How the product becomes the result.
        rounding: Rounding,
        /// The product.
        result: Operand,
    },
    /// `± round(base × rate) = result`, where a discount may be printed as a negative amount.
    Rate {
        /// Of what.
        base: Operand,
        /// The fraction.
        rate: Operand,
        /// How the product becomes the result.
        rounding: Rounding,
        /// The part.
        result: Operand,
        /// Whether the result is printed as a negative amount.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        negated: bool,
    },
    /// An amount in words says the same as the amount in digits.
    Words {
        /// The words as printed: `금 오천오백만원정`, `Ninety-Six Thousand US Dollars`.
        text: String,
        /// Where the words stand.
        place: Evidence,
        /// What the words say, exact, in the currency's main unit.
        #[serde(with = "exact_text")]
        says: Exact,
        /// The amount in digits.
        amount: FieldId,
    },
    /// A registration number keeps its check digit.
    Checksum {
        /// The number.
        number: FieldId,
    },
    /// Dates that follow one another; equal days are allowed.
    Ordered {
        /// In the order that they must have; at least two.
        dates: Vec<FieldId>,
    },
    /// A stated length fits its first and last day.
    Length {
        /// First day.
        start: FieldId,
        /// Last day.
        end: FieldId,
        /// The stated period.
        length: FieldId,
    },
    /// Two places that must say the same value.
    Same {
        /// One place.
        left: FieldId,
        /// The other.
        right: FieldId,
    },
}

/// What a kind of relation is called.
#[derive(Debug)]
pub struct RelationKind {
    /// For programs, as it is stored.
    pub name: &'static str,
    /// For people, in English.
    pub en: &'static str,
    /// In Korean.
    pub ko: &'static str,
    /// The name of rules that a person states.
    pub by_hand: &'static str,
    /// What a rule of it says of its result, as names of proofs say it.
    pub proof: &'static str,
    /// What stands between its values where they are told as they come; empty where each kind of
    /// operand has a sign of its own.
    pub sign: &'static str,
}

macro_rules! kinds {
    ($($variant:ident: $name:literal, $en:literal, $ko:literal, $proof:literal, $sign:literal;)*) => {
        /// Every kind, in the order in which they are declared.
        pub const KINDS: &[RelationKind] = &[$(RelationKind {
            name: $name,
            en: $en,
            ko: $ko,
            by_hand: concat!("by_hand_", $name),
            proof: $proof,
            sign: $sign,
        }),*];

        /// The place of each kind in [`KINDS`].
        enum Nth { $($variant),* }

        impl Relation {
            /// What its kind is called.
            pub fn kind(&self) -> &'static RelationKind {
                match self {
                    $(Relation::$variant { .. } => &KINDS[Nth::$variant as usize],)*
                }
            }
        }
    };
}

kinds! {
    Sum: "sum", "Sum", "합계", "IsSum", "";
    Product: "product", "Product", "곱셈", "IsProduct", "";
    Rate: "rate", "Rate", "비율", "IsShare", "";
    Words: "words", "Amount in words", "한글 금액", "IsInWords", "";
    Checksum: "checksum", "Check digit", "검증번호", "KeepsCheckDigit", "";
    Ordered: "ordered", "Order of dates", "날짜 순서", "InSequence", "≤";
    Length: "length", "Length of a period", "기간 길이", "FitsItsDays", "";
    Same: "same", "Same value", "같은 값", "IsTheSame", "=";
}

impl Relation {
    /// The fields that take part, in the order of the expression; a field that stands in it twice
    /// comes twice.
    pub fn fields(&self) -> Vec<FieldId> {
        // What is told of two places is told of the first one first.
        if let Relation::Same { left, right } = self {
            return vec![*left, *right];
        }
        let all = self.parts().into_iter().map(|it| it.operand).chain(self.result());
        all.filter_map(|it| match it {
            Operand::Field(id) => Some(id),
            Operand::Constant(_) => None,
        })
        .collect()
    }

    /// What it comes to; none where its values only stand to one another.
    pub fn result(&self) -> Option<Operand> {
        match self {
            Relation::Sum { result, .. }
            | Relation::Product { result, .. }
            | Relation::Rate { result, .. } => Some(result.clone()),
            Relation::Words { amount: id, .. }
            | Relation::Checksum { number: id }
            | Relation::Length { length: id, .. }
            | Relation::Same { left: id, .. } => Some(Operand::Field(*id)),
            Relation::Ordered { .. } => None,
        }
    }

    /// What that is made of or compared with, in the order of the expression.
    pub fn parts(&self) -> Vec<Term> {
        let plain = |operand: Operand| Term { operand, negative: false };
        let field = |id: &FieldId| plain(Operand::Field(*id));
        match self {
            Relation::Sum { terms, .. } => terms.clone(),
            Relation::Product { factors, .. } => factors.iter().cloned().map(plain).collect(),
            Relation::Rate { base, rate, .. } => vec![plain(base.clone()), plain(rate.clone())],
            Relation::Words { .. } | Relation::Checksum { .. } => Vec::new(),
            Relation::Ordered { dates } => dates.iter().map(field).collect(),
            Relation::Length { start, end, .. } => vec![field(start), field(end)],
            Relation::Same { right, .. } => vec![field(right)],
        }
    }

    /// The field that it computes: a change of it is seen whatever the others are. A period may be
    /// counted in two ways, so it is none.
    pub(crate) fn computed(&self) -> Option<FieldId> {
        match (self, self.result()) {
            (Relation::Length { .. }, _) => None,
            (_, Some(Operand::Field(id))) => Some(id),
            (_, Some(Operand::Constant(_)) | None) => None,
        }
    }

    /// The field that it comes to: its result, or the last of what is in order.
    pub(crate) fn comes_to(&self) -> Option<FieldId> {
        let last = || self.parts().pop().map(|it| it.operand);
        match self.result().or_else(last)? {
            Operand::Field(id) => Some(id),
            Operand::Constant(_) => None,
        }
    }

    /// The relation over other fields; none where one of its operands has none.
    pub(crate) fn over(&self, of: &dyn Fn(FieldId) -> Option<FieldId>) -> Option<Relation> {
        let operand = |it: &Operand| match it {
            Operand::Field(id) => of(*id).map(Operand::Field),
            Operand::Constant(it) => Some(Operand::Constant(it.clone())),
        };
        Some(match self {
            Relation::Sum { terms, result } => {
                let term = |it: &Term| {
                    Some(Term { operand: operand(&it.operand)?, negative: it.negative })
                };
                let terms = terms.iter().map(term).collect::<Option<_>>()?;
                Relation::Sum { terms, result: operand(result)? }
            }
            Relation::Product { factors, rounding, result } => Relation::Product {
                factors: factors.iter().map(operand).collect::<Option<_>>()?,
                rounding: rounding.clone(),
                result: operand(result)?,
            },
            Relation::Rate { base, rate, rounding, result, negated } => Relation::Rate {
                base: operand(base)?,
                rate: operand(rate)?,
                rounding: rounding.clone(),
                result: operand(result)?,
                negated: *negated,
            },
            Relation::Words { text, place, says, amount } => Relation::Words {
                text: text.clone(),
                place: place.clone(),
                says: says.clone(),
                amount: of(*amount)?,
            },
            Relation::Checksum { number } => Relation::Checksum { number: of(*number)? },
            Relation::Ordered { dates } => {
                Relation::Ordered { dates: dates.iter().map(|it| of(*it)).collect::<Option<_>>()? }
            }
            Relation::Length { start, end, length } => {
                Relation::Length { start: of(*start)?, end: of(*end)?, length: of(*length)? }
            }
            Relation::Same { left, right } => {
                Relation::Same { left: of(*left)?, right: of(*right)? }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_called_as_they_are_stored() {
        let unknown = serde_json::from_str::<Relation>(r#"{"relation": "?"}"#).unwrap_err();
        let names: Vec<String> = KINDS.iter().map(|it| format!("`{}`", it.name)).collect();
        let expected = format!("expected one of {}", names.join(", "));
        assert!(unknown.to_string().contains(&expected), "{unknown}, not {expected}");
    }

    #[test]
    fn what_a_kind_comes_to_is_computed_where_it_can_be() {
        let [a, b, c] = [FieldId(0), FieldId(1), FieldId(2)];
        let length = Relation::Length { start: a, end: b, length: c };
        assert_eq!((length.comes_to(), length.computed()), (Some(c), None));
        let ordered = Relation::Ordered { dates: vec![a, b] };
        assert_eq!((ordered.comes_to(), ordered.computed()), (Some(b), None));
        let same = Relation::Same { left: a, right: b };
        assert_eq!((same.comes_to(), same.computed()), (Some(a), Some(a)));
        let term = Term { operand: Operand::Field(a), negative: false };
        let one = Operand::Constant(Exact::from_integer(1.into()));
        let whole = Relation::Sum { terms: vec![term], result: one };
        assert_eq!((whole.comes_to(), whole.computed()), (None, None), "a whole is no field");
    }
}
