//! What a file says to programs, held against what its pages say to people.
//!
//! An invoice with embedded XML is paid by the XML and signed by the page. Its values become fields
//! like any other, and that both say the same becomes a rule like any other, which the compiler
//! proves or refutes.
//!
//! **Invariant:** no embedded value takes part in any other rule, and none is taken for printed.
//!
//! **Invariant:** a rule is refuted only where the page prints one value, and no other, under a label
//! that means the same; what cannot be found on the pages is told in a note, since it may be the
//! label that is not known.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::draft::Draft;
use super::{Evidence, Field, FieldId, Operand, Relation, Route, Rule, RuleId, Support, Term};
use crate::document::Document;
use crate::remark::Remark;
use crate::value::{Kind, Value};

/// What the rule is named.
const NAME: &str = "embedded_same";
/// Values that are told where they were not found.
const MAX_TOLD: usize = 8;

/// An embedded value as a field to be; its id is not given yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stated {
    /// What it is: one of [`TERMS`], or something that has no label of its own on a page.
    pub term: String,
    /// Whether it may be printed with the other sign.
    pub signless: bool,
    /// The field.
    pub field: Field,
}

/// What embedded values are, and what labels that mean the same mean by the vocabulary.
pub const TERMS: &[(&str, &[&str])] = &[
    ("issue_date", &["issue_date"]),
    ("due_date", &["due_date"]),
    ("delivery_date", &["delivery_date"]),
    ("lines_total", &["lines_total"]),
    ("allowance_total", &["allowance_total"]),
    ("charge_total", &["charge_total"]),
    ("tax_basis", &["supply"]),
    ("tax_total", &["vat"]),
    ("grand_total", &["grand_total"]),
    ("prepaid", &["paid"]),
    ("payable", &["amount_due"]),
];

/// What is taken off, and printed with a minus or without.
const SIGNLESS: &[&str] = &["allowance_total", "prepaid"];

/// What labels on pages are taken for each other: a printed value that is one of the latter is not
/// held against the former.
const CONFUSED: &[(&str, &[&str])] = &[
    ("tax_basis", &["lines_total", "basis_of_rate"]),
    ("lines_total", &["tax_basis", "basis_of_rate"]),
    ("tax_total", &["tax_basis", "basis_of_rate", "tax_of_rate"]),
];

/// The embedded values of documents.
pub fn stated(documents: &[Document]) -> Vec<Stated> {
    let mut out = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for (document, it) in (0u32..).zip(documents) {
        for (file, value) in
            it.embedded.iter().flat_map(|it| it.values.iter().map(move |v| (it, v)))
        {
            let base = format!("xml_{}", value.term);
            let mut name = base.clone();
            let mut n = 1;
            while !names.insert(name.clone()) {
                n += 1;
                name = format!("{base}_{n}");
            }
            let evidence = Evidence {
                document,
                page: value.page,
                boxes: vec![value.rect],
                text: format!("{} {}", value.label, value.value),
            };
            let field = Field {
                id: FieldId(0),
                name,
                label: format!("{} {}", file.name, value.label),
                also: Vec::new(),
                meaning: None,
                value: value.value.clone(),
                evidence,
                confidence: 1.0,
                route: Route::Embedded,
                cell: None,
                reading: None,
                was: Vec::new(),
                belongs: None,
            };
            let signless = file.credit || SIGNLESS.contains(&value.term.as_str());
            out.push(Stated { term: value.term.clone(), signless, field });
        }
    }
    out
}

/// Appends the embedded values that a page speaks of, with the rules that both say the same.
pub(super) fn link(draft: &mut Draft, rules: &mut Vec<Rule>) {
    let mut missing: Vec<String> = Vec::new();
    let mut names: BTreeSet<String> = draft.fields.iter().map(|it| it.name.clone()).collect();
    let n_printed = draft.fields.len();
    let embedded = std::mem::take(&mut draft.embedded);
    for Stated { term, signless, mut field } in embedded.clone() {
        let printed = &draft.fields[..n_printed];
        let of_document = |it: &&Field| it.evidence.document == field.evidence.document;
        let printed: Vec<&Field> = printed.iter().filter(of_document).collect();
        let meanings = TERMS.iter().find(|it| it.0 == term).map(|it| it.1);
        let confused = CONFUSED.iter().find(|it| it.0 == term).map_or(&[][..], |it| it.1);
        let says_another = |it: &Field| {
            let mut others = embedded.iter().filter(|it| confused.contains(&it.term.as_str()));
            others.any(|other| same(&other.field.value, &it.value, false))
        };
        let found = counterpart(&printed, meanings, &field.value, signless);
        let Some(other) =
            found.filter(|it| same(&it.value, &field.value, signless) || !says_another(it))
        else {
            if meanings.is_some() && !is_nothing(&field.value) {
                missing.push(format!("{} {}", field.label, field.value));
            }
            continue;
        };
        field.id = FieldId(u32::try_from(draft.fields.len()).unwrap_or(u32::MAX));
        let relation = relation(other, &field);
        while !names.insert(field.name.clone()) {
            field.name.push_str("_xml");
        }
        rules.push(Rule {
            id: RuleId(u32::try_from(rules.len()).unwrap_or(u32::MAX)),
            ..Rule::new(NAME, relation, Support::Embedded)
        });
        draft.fields.push(field);
    }
    if !missing.is_empty() {
        let Remark { en, ko } = Remark::list(&missing, MAX_TOLD);
        draft.notes.push(Remark::new(
            format!("embedded values that were not found on the pages: {en}; compare them by eye"),
            format!("첨부 데이터의 값이 쪽에서 보이지 않습니다: {ko}. 눈으로 비교하세요"),
        ));
    }
}

/// That both say the same, with the other sign where that is how it is printed.
fn relation(printed: &Field, field: &Field) -> Relation {
    if !same(&printed.value, &field.value, true) || same(&printed.value, &field.value, false) {
        return Relation::Same { left: printed.id, right: field.id };
    }
    let term = Term { operand: Operand::Field(field.id), negative: true };
    Relation::Sum { terms: vec![term], result: Operand::Field(printed.id) }
}

/// The printed field that an embedded value is to be held against.
fn counterpart<'a>(
    printed: &[&'a Field],
    meanings: Option<&[&str]>,
    value: &Value,
    signless: bool,
) -> Option<&'a Field> {
    let same = |a: &Value, b: &Value| same(a, b, signless);

    let of_kind = || printed.iter().filter(|it| comparable(&it.value, value));
    let means = |it: &&&Field| {
        it.cell.is_none()
            && meanings.zip(it.meaning.as_deref()).is_some_and(|(all, one)| all.contains(&one))
    };
    if let Some(equal) = of_kind().filter(means).find(|it| same(&it.value, value)) {
        return Some(equal);
    }
    // Several values under such labels are parts, by rate or by page, and none is the one meant.
    if let Some(first) = of_kind().find(means)
        && of_kind().filter(means).all(|it| same(&it.value, &first.value))
    {
        return Some(first);
    }
    of_kind().find(|it| same(&it.value, value)).filter(|_| !is_nothing(value)).copied()
}

/// Whether two values can differ in nothing but what they say.
fn comparable(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Money(a), Value::Money(b)) => a.currency == b.currency,
        _ => a.kind() == b.kind(),
    }
}

fn same(a: &Value, b: &Value, signless: bool) -> bool {
    match (a.exact(), b.exact()) {
        (Some(a), Some(b)) => a == b || (signless && a == -b),
        _ => a == b,
    }
}

/// An amount of nothing stands in every such file and on few pages.
fn is_nothing(value: &Value) -> bool {
    value.kind() == Kind::Money
        && value.exact().is_some_and(|it| it == crate::number::Exact::from_integer(0.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Rect;

    fn field(id: u32, meaning: &str, kind: Kind, value: &str) -> Field {
        Field {
            id: FieldId(id),
            name: format!("f{id}"),
            label: meaning.to_owned(),
            also: Vec::new(),
            meaning: Some(meaning.to_owned()),
            value: Value::parse(kind, value).unwrap(),
            evidence: Evidence {
                document: 0,
                page: 1,
                boxes: vec![Rect::new(0.0, 0.0, 1.0, 1.0)],
                text: String::new(),
            },
            confidence: 1.0,
            route: Route::LabelValue,
            cell: None,
            reading: None,
            was: Vec::new(),
            belongs: None,
        }
    }

    #[track_caller]
    fn check(printed: &[Field], term: &str, kind: Kind, value: &str, expected: Option<u32>) {
        let meanings = TERMS.iter().find(|it| it.0 == term).map(|it| it.1);
        let printed: Vec<&Field> = printed.iter().collect();
        let value = Value::parse(kind, value).unwrap();
        let signless = SIGNLESS.contains(&term);
        let found = counterpart(&printed, meanings, &value, signless);
        assert_eq!(found.map(|it| it.id.0), expected, "{value}");
    }

    #[test]
    fn a_value_is_held_against_the_label_that_means_the_same() {
        let money = Kind::Money;
        let page = [
            field(0, "supply", money, "EUR 100.00"),
            field(1, "vat", money, "EUR 19.00"),
            field(2, "grand_total", money, "EUR 119.00"),
            field(3, "issue_date", Kind::Date, "2026-01-02"),
        ];
        check(&page, "grand_total", money, "EUR 119.00", Some(2));
        // Changed in the file: still the page's grand total that it is held against.
        check(&page, "grand_total", money, "EUR 911.00", Some(2));
        check(&page, "issue_date", Kind::Date, "2026-01-20", Some(3));
        // Whatever else says the same will do.
        check(&page, "payable", money, "EUR 119.00", Some(2));
        check(&page, "line", money, "EUR 100.00", Some(0));
        check(&page, "line", money, "EUR 7.00", None);
        check(&page, "grand_total", money, "USD 911.00", None);
    }

    #[test]
    fn what_is_taken_off_is_printed_with_either_sign() {
        let money = Kind::Money;
        let page = [field(0, "paid", money, "EUR -50.00"), field(1, "supply", money, "EUR 9.00")];
        check(&page, "prepaid", money, "EUR 50.00", Some(0));
        let value = field(7, "", money, "EUR 50.00");
        assert!(matches!(relation(&page[0], &value), Relation::Sum { .. }));
        assert!(matches!(relation(&page[1], &value), Relation::Same { .. }));
    }

    #[test]
    fn parts_and_nothing_are_held_against_nothing() {
        let money = Kind::Money;
        let page = [field(0, "vat", money, "EUR 19.00"), field(1, "vat", money, "EUR 7.00")];
        check(&page, "tax_total", money, "EUR 26.00", None);
        let page = [field(0, "grand_total", money, "EUR 0.00")];
        check(&page, "charge_total", money, "EUR 0.00", None);
    }
}
