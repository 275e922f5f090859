//! Who in a document is who: supplier and buyer, lessor and lessee, party A and party B.
//!
//! **Invariant:** a role comes from the field's own label, from a heading that it stands under, or
//! from another place that names the same party by its role; never from the name of a party.

use std::collections::BTreeMap;

use super::plan::Plan;
use crate::analysis::Field;
use crate::idris::name::identifier;
use crate::value::{Kind, Value};

/// Words for a side of a transaction, and the word that a model uses for it.
const ROLES: &[(&str, &str)] = &[
    ("agent", "agent"),
    ("assignee", "assignee"),
    ("assignor", "assignor"),
    ("borrower", "borrower"),
    ("buyer", "buyer"),
    ("carrier", "carrier"),
    ("client", "client"),
    ("consignee", "consignee"),
    ("consignor", "consignor"),
    ("consultant", "consultant"),
    ("contractor", "contractor"),
    ("creditor", "creditor"),
    ("customer", "customer"),
    ("debtor", "debtor"),
    ("discloser", "discloser"),
    ("employee", "employee"),
    ("employer", "employer"),
    ("franchisee", "franchisee"),
    ("franchisor", "franchisor"),
    ("guarantor", "guarantor"),
    ("insured", "insured"),
    ("insurer", "insurer"),
    ("issuer", "issuer"),
    ("landlord", "lessor"),
    ("lender", "lender"),
    ("lessee", "lessee"),
    ("lessor", "lessor"),
    ("licensee", "licensee"),
    ("licensor", "licensor"),
    ("owner", "owner"),
    ("partyA", "partyA"),
    ("partyB", "partyB"),
    ("partyC", "partyC"),
    ("partyD", "partyD"),
    ("payee", "payee"),
    ("payer", "payer"),
    ("principal", "principal"),
    ("recipient", "recipient"),
    ("seller", "seller"),
    ("subcontractor", "subcontractor"),
    ("supplier", "supplier"),
    ("tenant", "lessee"),
    ("trustee", "trustee"),
    ("trustor", "trustor"),
    ("vendor", "vendor"),
];

/// A side of the document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Role {
    /// Its identifier: `supplier`.
    pub(super) name: &'static str,
    /// The word that the document has for it.
    pub(super) label: String,
}

/// The roles of a document.
pub(super) struct Roles {
    /// By label, as the document's own party fields show it: what `갑` is.
    by_label: BTreeMap<String, Role>,
    /// By the party's name, letters only.
    by_party: BTreeMap<String, Role>,
}

impl Roles {
    /// Those of a plan's document.
    pub(super) fn of(plan: &Plan<'_>) -> Roles {
        let mut roles = Roles { by_label: BTreeMap::new(), by_party: BTreeMap::new() };
        let fields = || {
            plan.analysis
                .fields
                .iter()
                .filter(|it| it.value.kind() == Kind::Party && it.cell.is_none())
        };
        for field in fields() {
            if let Some(role) = own(field) {
                roles.by_label.entry(field.label.clone()).or_insert(role);
            }
        }
        for field in fields().filter(|it| is_organization(it)) {
            if let (Some(role), Some(name)) = (roles.stated(field), party(field)) {
                roles.by_party.entry(name).or_insert(role);
            }
        }
        roles
    }

    /// The role that a field tells something about, if the document says so.
    pub(super) fn role_of(&self, field: &Field) -> Option<Role> {
        self.stated(field).or_else(|| self.by_party.get(&party(field)?).cloned())
    }

    /// By the field's own label or the nearest heading.
    fn stated(&self, field: &Field) -> Option<Role> {
        let of_heading = |label: &String| {
            self.by_label.get(label).cloned().or_else(|| {
                word(&identifier(label, None, &[])).map(|name| Role { name, label: label.clone() })
            })
        };
        self.by_label
            .get(&field.label)
            .cloned()
            .or_else(|| own(field))
            .or_else(|| field.also.iter().find_map(of_heading))
    }
}

/// Whether a party is one that acts through others: neither a representative nor a contact.
pub(super) fn is_organization(field: &Field) -> bool {
    let meaning = field.meaning.as_deref().unwrap_or(&field.name);
    field.value.kind() == Kind::Party
        && field.cell.is_none()
        && !["representative", "person", "contact"].iter().any(|it| meaning.starts_with(it))
}

/// The role in a field's own label.
pub(super) fn own(field: &Field) -> Option<Role> {
    let role = |name| Role { name, label: field.label.clone() };
    let meaning = field.meaning.as_deref().map(|it| identifier(it, Some(it), &[]));
    let by_label = || word(&identifier(&field.label, None, &[]));
    meaning.as_deref().and_then(word).or_else(by_label).map(role)
}

fn word(name: &str) -> Option<&'static str> {
    ROLES.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// A party's name without its legal form, spaces and signs.
fn party(field: &Field) -> Option<String> {
    let Value::Party(name) = &field.value else { return None };
    let mut name = name.replace(['㈜', ' '], "");
    for form in ["주식회사", "유한회사", "(주)", "(유)"] {
        name = name.replace(form, "");
    }
    let letters: String = name.chars().filter(|it| it.is_alphanumeric()).collect();
    (letters.chars().count() > 1).then(|| letters.to_lowercase())
}
