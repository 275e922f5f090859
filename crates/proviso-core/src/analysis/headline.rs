//! What a list says of a document in one line: who issued it, of which day, over how much.
//!
//! **Invariant:** each is a field of the analysis, as it is printed or corrected; nothing is computed
//! here, and what the document does not say is `None`.

use serde::{Deserialize, Serialize};

use super::{Analysis, Field, Language, Operand, Relation, Route};
use crate::value::{Kind, Value};

/// Who issues a paper, by the meaning of the label; the surest first.
const ISSUERS: [&str; 11] = [
    "supplier",
    "seller",
    "contractor",
    "lessor",
    "licensor",
    "lender",
    "employer",
    "discloser",
    "company",
    "client",
    "person",
];
/// How many of them are surer than a name in the letterhead.
const SURE: usize = 8;
/// What the day of a paper stands under.
const DAYS: [&str; 4] = ["issue_date", "pay_date", "loan_date", "start_date"];
/// What the amount of a paper stands under.
const TOTALS: [&str; 11] = [
    "grand_total",
    "contract_price",
    "requested_total",
    "settled_total",
    "net_pay",
    "payout",
    "sales_total",
    "monthly_total",
    "loan_amount",
    "amount_due",
    "lines_total",
];

/// What a list says of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Headline {
    /// Who issued it.
    pub issuer: Option<String>,
    /// Its day, `2025-05-14`.
    pub dated: Option<String>,
    /// The amount that it is about, in canonical text: `KRW 1058800`.
    pub total: Option<String>,
    /// Whether it is in Korean, and its amounts are written so.
    pub korean: bool,
}

impl Headline {
    /// Of an analysis; of several documents the first one that says something speaks.
    pub fn of(analysis: &Analysis) -> Headline {
        Headline {
            issuer: issuer(analysis).map(|it| it.value.to_string()),
            dated: dated(analysis).map(|it| it.value.to_string()),
            total: total(analysis).map(|it| it.value.to_string()),
            korean: analysis.language == Language::Ko,
        }
    }
}

/// The fields of a kind under the first of some meanings that there is; what stands alone before what
/// stands in a row of a table.
fn meant<'a>(
    analysis: &'a Analysis,
    kind: Kind,
    meanings: &'a [&str],
) -> impl Iterator<Item = &'a Field> {
    let is = move |it: &&Field, meaning: &str| {
        it.value.kind() == kind && it.meaning.as_deref() == Some(meaning)
    };
    let first = meanings.iter().find(|meaning| analysis.fields.iter().any(|it| is(&it, meaning)));
    let all = move || analysis.fields.iter().filter(move |it| first.is_some_and(|m| is(it, m)));
    let alone = all().any(|it| it.cell.is_none());
    all().filter(move |it| !alone || it.cell.is_none())
}

fn issuer(analysis: &Analysis) -> Option<&Field> {
    let letterhead = |it: &&Field| it.route == Route::Letterhead && it.value.kind() == Kind::Party;
    let (surest, other) = ISSUERS.split_at(SURE);
    meant(analysis, Kind::Party, surest)
        .next()
        .or_else(|| analysis.fields.iter().find(letterhead))
        .or_else(|| meant(analysis, Kind::Party, other).next())
}

/// A day that no label calls the paper's own is somebody's birthday, or that of the form.
fn dated(analysis: &Analysis) -> Option<&Field> {
    let letterhead = |it: &&Field| it.route == Route::Letterhead && it.value.kind() == Kind::Date;
    meant(analysis, Kind::Date, &DAYS).next().or_else(|| analysis.fields.iter().find(letterhead))
}

/// What a label calls the total, the greatest of several; else the greatest amount that some rule says
/// is a sum.
fn total(analysis: &Analysis) -> Option<&Field> {
    let amount = |it: &&Field| match &it.value {
        Value::Money(it) => Some(it.amount.exact()),
        _ => None,
    };
    let sums = analysis.rules.iter().filter_map(|it| match &it.relation {
        Relation::Sum { result: Operand::Field(id), .. } => analysis.field(*id),
        _ => None,
    });
    let called = meant(analysis, Kind::Money, &TOTALS).max_by_key(amount);
    called.or_else(|| sums.filter(|it| amount(it).is_some()).max_by_key(amount))
}
