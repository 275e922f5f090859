//! Invoices and credit notes in the Universal Business Language 2 (ISO/IEC 19845).

use roxmltree::Node;

use super::european::{Extra, Invoice, Line, Named, Tax, Totals};
use super::{all, below, text};
use crate::reading::office::package::Element as _;

pub(super) fn read<'a>(root: Node<'a, '_>) -> Invoice<'a> {
    let is_credit = root.is("CreditNote");
    let says = |path: &[&str]| text(root, path);
    let currency = says(&["DocumentCurrencyCode"]);
    let party = |path: &[&str]| below(root, path).map(named);
    let total = |name: &str| says(&["LegalMonetaryTotal", name]);
    // A total in a second currency is one of its own, without parts.
    let of_currency = |it: &Node<'_, '_>| {
        it.child_attr("TaxAmount", "currencyID").is_none_or(|it| Some(it) == currency)
    };
    let (line, quantity) = match is_credit {
        true => ("CreditNoteLine", "CreditedQuantity"),
        false => ("InvoiceLine", "InvoicedQuantity"),
    };
    let due = says(&["DueDate"]);
    let payments = || all(root, "PaymentMeans");
    Invoice {
        is_credit,
        number: says(&["ID"]),
        issued: says(&["IssueDate"]),
        due: due.or_else(|| says(&["PaymentMeans", "PaymentDueDate"])),
        delivered: says(&["Delivery", "ActualDeliveryDate"]),
        period: (says(&["InvoicePeriod", "StartDate"]), says(&["InvoicePeriod", "EndDate"])),
        order: says(&["OrderReference", "ID"]),
        contract: says(&["ContractDocumentReference", "ID"]),
        preceding: says(&["BillingReference", "InvoiceDocumentReference", "ID"]),
        buyer_reference: says(&["BuyerReference"]),
        currency,
        seller: party(&["AccountingSupplierParty", "Party"]),
        buyer: party(&["AccountingCustomerParty", "Party"]),
        payee: party(&["PayeeParty"]),
        lines: all(root, line).map(|it| lined(it, quantity)).collect(),
        extras: all(root, "AllowanceCharge").map(extra).collect(),
        taxes: all(root, "TaxTotal").flat_map(|it| all(it, "TaxSubtotal")).map(tax).collect(),
        totals: Totals {
            lines: total("LineExtensionAmount"),
            allowances: total("AllowanceTotalAmount"),
            charges: total("ChargeTotalAmount"),
            without_tax: total("TaxExclusiveAmount"),
            tax: all(root, "TaxTotal").find(of_currency).and_then(|it| text(it, &["TaxAmount"])),
            with_tax: total("TaxInclusiveAmount"),
            prepaid: total("PrepaidAmount"),
            rounding: total("PayableRoundingAmount"),
            due: total("PayableAmount"),
        },
        accounts: payments().filter_map(|it| text(it, &["PayeeFinancialAccount", "ID"])).collect(),
        payment_reference: payments().find_map(|it| text(it, &["PaymentID"])),
        terms: says(&["PaymentTerms", "Note"]),
        notes: all(root, "Note").filter_map(|it| it.text()).collect(),
    }
}

fn lined<'a>(it: Node<'a, '_>, quantity: &str) -> Line<'a> {
    Line {
        id: text(it, &["ID"]),
        name: text(it, &["Item", "Name"]),
        quantity: text(it, &[quantity]),
        unit: it.child_attr(quantity, "unitCode"),
        price: text(it, &["Price", "PriceAmount"]),
        per: text(it, &["Price", "BaseQuantity"]),
        extras: all(it, "AllowanceCharge").map(extra).collect(),
        rate: text(it, &["Item", "ClassifiedTaxCategory", "Percent"]),
        amount: text(it, &["LineExtensionAmount"]),
    }
}

fn extra<'a>(it: Node<'a, '_>) -> Extra<'a> {
    Extra {
        is_charge: text(it, &["ChargeIndicator"]) == Some("true"),
        reason: text(it, &["AllowanceChargeReason"]),
        rate: text(it, &["TaxCategory", "Percent"]),
        amount: text(it, &["Amount"]),
    }
}

fn tax<'a>(it: Node<'a, '_>) -> Tax<'a> {
    Tax {
        rate: text(it, &["TaxCategory", "Percent"]),
        basis: text(it, &["TaxableAmount"]),
        amount: text(it, &["TaxAmount"]),
    }
}

fn named<'a>(it: Node<'a, '_>) -> Named<'a> {
    let says = |path: &[&str]| text(it, path);
    let address = |name: &str| says(&["PostalAddress", name]).unwrap_or_default();
    let town = [address("PostalZone"), address("CityName")].join(" ").trim().to_owned();
    let name = says(&["PartyLegalEntity", "RegistrationName"]);
    Named {
        name: name.or_else(|| says(&["PartyName", "Name"])),
        vat: says(&["PartyTaxScheme", "CompanyID"]),
        registration: says(&["PartyLegalEntity", "CompanyID"]),
        address: vec![
            address("StreetName").to_owned(),
            address("AdditionalStreetName").to_owned(),
            town,
            says(&["PostalAddress", "Country", "IdentificationCode"])
                .unwrap_or_default()
                .to_owned(),
        ],
        contact: says(&["Contact", "Name"]),
        phone: says(&["Contact", "Telephone"]),
        email: says(&["Contact", "ElectronicMail"]),
    }
}
