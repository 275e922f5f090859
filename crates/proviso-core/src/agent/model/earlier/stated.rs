//! Rules as an analyst of the second version gave them, held against the document.
//!
//! **Invariant:** a model's rule is a question, never an answer: it counts where its quote stands in
//! the document, its operands are fields, and exact arithmetic says that it holds. One that does not
//! hold becomes a note for people, no finding.

use num_traits::Zero;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::agent::quote;
use crate::analysis::draft::Draft;
use crate::analysis::{Field, FieldId, Operand, Relation, Status, Term, rules};
use crate::document::Document;
use crate::number::{Decimal, Exact, Rounding, RoundingMode, parse_exact};
use crate::value::Kind;

/// Rules of one answer that are looked at.
const MAX_CLAIMS: usize = 400;
/// Parts of a rule.
const MAX_PARTS: usize = 200;

/// What a rule of the document computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::agent::model) enum RuleKind {
    /// The result is the sum of the parts; a part that begins with `-` is subtracted.
    Sum,
    /// The result is the product of the parts.
    Product,
    /// The parts are dates in the order that they must have; there is no result.
    Order,
    /// The result and the one part must be equal.
    Same,
}

/// One rule as a model gives it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::agent::model) struct ReadRule {
    /// What it computes.
    pub(super) kind: RuleKind,
    /// The field that comes out: `f12` as the draft numbers it, or the label of a field given here.
    #[serde(default)]
    pub(super) result: String,
    /// What goes in: fields in the same way; for `product` also numbers such as `1/10` or `10%`.
    pub(super) parts: Vec<String>,
    /// The words of the page that state the rule, copied exactly.
    pub(super) quote: String,
    /// The page, as shown.
    pub(super) page: u32,
    /// The document, from 0.
    #[serde(default)]
    pub(super) document: u32,
}

/// What became of a model's rules.
#[derive(Debug, Default)]
pub(in crate::agent::model) struct Judged {
    /// Those that hold.
    pub(super) held: Vec<Relation>,
    /// Those that are stated and do not hold: the document's words.
    pub(super) broken: Vec<String>,
    /// Those that are none, with the reason.
    pub(super) refused: Vec<(String, String)>,
}

/// Holds rules against the document and its fields.
pub(super) fn rules(
    draft: &Draft,
    named: &[(String, FieldId)],
    documents: &[Document],
    read: Vec<ReadRule>,
) -> Judged {
    let mut out = Judged::default();
    for it in read.into_iter().take(MAX_CLAIMS) {
        let quote: String = it.quote.trim().chars().take(80).collect();
        if quote::find(documents, it.document, it.page, &it.quote).is_none() {
            out.refused.push((quote, "its quote does not stand in the document".to_owned()));
            continue;
        }
        match relations(draft, named, &it) {
            Err(reason) => out.refused.push((quote, reason)),
            Ok(all) => {
                let status = |it: &Relation| rules::status(&draft.fields, it);
                match all.iter().find(|it| status(it) == Status::Holds) {
                    Some(held) => out.held.push(held.clone()),
                    None if all.iter().any(|it| status(it) == Status::Refuted) => {
                        out.broken.push(quote);
                    }
                    None => {
                        out.refused.push((quote, "its parts cannot be computed with".to_owned()));
                    }
                }
            }
        }
    }
    out
}

/// The readings of a rule, from the plainest: products differ in how they are rounded.
fn relations(
    draft: &Draft,
    named: &[(String, FieldId)],
    it: &ReadRule,
) -> Result<Vec<Relation>, String> {
    if it.parts.is_empty() || it.parts.len() > MAX_PARTS {
        return Err(format!("a rule has 1 to {MAX_PARTS} parts"));
    }
    let field = |name: &str| field(draft, named, name);
    let parts = || it.parts.iter().map(|it| it.trim());
    Ok(match it.kind {
        RuleKind::Sum => {
            let term = |it: &str| {
                let (negative, name) = match it.strip_prefix(['-', '−']) {
                    Some(rest) => (true, rest),
                    None => (false, it),
                };
                Ok(Term { operand: Operand::Field(field(name)?), negative })
            };
            let terms: Vec<Term> = parts().map(term).collect::<Result<_, String>>()?;
            let result = field(&it.result)?;
            let own = terms.iter().any(|it| it.operand == Operand::Field(result));
            // A value is no sum of itself, nor of itself alone.
            if own || terms.len() < 2 {
                return Err("a sum has two parts or more, none of them its result".to_owned());
            }
            vec![Relation::Sum { terms, result: Operand::Field(result) }]
        }
        RuleKind::Product => {
            let factor = |it: &str| match field(it) {
                Ok(id) => Ok(Operand::Field(id)),
                Err(reason) => number(it).map(Operand::Constant).ok_or(reason),
            };
            let factors: Vec<Operand> = parts().map(factor).collect::<Result<_, String>>()?;
            let result = Operand::Field(field(&it.result)?);
            if factors.len() < 2 || factors.contains(&result) {
                return Err("a product has two parts or more, none of them its result".to_owned());
            }
            let cent = Decimal { digits: 1, scale: 2 };
            let rounded = |mode, unit| Rounding { mode, unit };
            let roundings = [
                Rounding::NONE,
                rounded(RoundingMode::Floor, Decimal::whole(1)),
                rounded(RoundingMode::HalfUp, Decimal::whole(1)),
                rounded(RoundingMode::Floor, Decimal::whole(10)),
                rounded(RoundingMode::HalfUp, cent),
            ];
            let product = |rounding: Rounding| Relation::Product {
                factors: factors.clone(),
                rounding,
                result: result.clone(),
            };
            roundings.into_iter().map(product).collect()
        }
        RuleKind::Order => {
            let dates: Vec<FieldId> = parts().map(field).collect::<Result<_, String>>()?;
            if dates.len() < 2 {
                return Err("an order has two dates or more".to_owned());
            }
            vec![Relation::Ordered { dates }]
        }
        RuleKind::Same => {
            let (left, right) = (field(&it.result)?, field(it.parts[0].trim())?);
            if left == right || it.parts.len() > 1 {
                return Err("two different fields are to be the same".to_owned());
            }
            vec![Relation::Same { left, right }]
        }
    })
}

/// A field by the number that the draft shows, else by what the model or the draft calls it; of
/// several under one label the one that is money, or any where all say the same.
fn field(draft: &Draft, named: &[(String, FieldId)], name: &str) -> Result<FieldId, String> {
    let name = name.trim();
    let by_number = name.strip_prefix('f').and_then(|it| it.parse::<usize>().ok());
    if let Some(field) = by_number.and_then(|it| draft.fields.get(it)) {
        return Ok(field.id);
    }
    let squeezed = |it: &str| it.chars().filter(|it| !it.is_whitespace()).collect::<String>();
    let wanted = squeezed(name);
    let own = named.iter().filter(|it| squeezed(&it.0) == wanted).map(|it| it.1);
    let own: Vec<FieldId> = own.collect();
    let is_it = |it: &&Field| match own.is_empty() {
        true => squeezed(&it.label) == wanted,
        false => own.contains(&it.id),
    };
    let mut found: Vec<&Field> = draft.fields.iter().filter(is_it).collect();
    if found.iter().any(|it| it.value.kind() == Kind::Money) {
        found.retain(|it| it.value.kind() == Kind::Money);
    }
    match found.split_first() {
        None => Err(format!("there is no field `{}`", brief(name))),
        Some((first, rest)) if rest.iter().all(|it| it.value == first.value) => Ok(first.id),
        Some(_) => Err(format!("several fields are called `{}`", brief(name))),
    }
}

/// `1/10`, `0.1`, `10%`; not zero, with which everything is a product.
fn number(text: &str) -> Option<Exact> {
    let (digits, by) = match text.strip_suffix(['%', '％']) {
        Some(rest) => (rest.trim(), 100),
        None => (text, 1),
    };
    let value = parse_exact(digits).ok()? / Exact::from_integer(by.into());
    (!value.is_zero()).then_some(value)
}

fn brief(text: &str) -> String {
    text.chars().take(40).collect()
}
