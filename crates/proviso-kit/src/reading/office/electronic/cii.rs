//! Cross Industry Invoice (UN/CEFACT; Factur-X, ZUGFeRD 2, XRechnung), and what ZUGFeRD 1 had before,
//! which names some elements otherwise.

use roxmltree::Node;

use super::european::{Extra, Invoice, Line, Named, Said, Tax, Totals};
use super::{all, below, text};
use crate::reading::invoice;
use crate::reading::office::package::Element as _;

/// Sums of an invoice, of a line, of both in ZUGFeRD 1.
const SUMS: [&str; 3] = [
    "SpecifiedTradeSettlementHeaderMonetarySummation",
    "SpecifiedTradeSettlementLineMonetarySummation",
    "SpecifiedTradeSettlementMonetarySummation",
];
/// Rates of tax.
const RATE: [&str; 2] = ["RateApplicablePercent", "ApplicablePercent"];

pub(super) fn read<'a, 'i: 'a>(root: Node<'a, 'i>) -> Invoice<'a> {
    let document = any(root, &["ExchangedDocument", "HeaderExchangedDocument"]);
    let trade = any(root, &["SupplyChainTradeTransaction", "SpecifiedSupplyChainTradeTransaction"]);
    let part = |names: &[&str]| trade.and_then(|it| any(it, names));
    let agreed = part(&["ApplicableHeaderTradeAgreement", "ApplicableSupplyChainTradeAgreement"]);
    let delivery = part(&["ApplicableHeaderTradeDelivery", "ApplicableSupplyChainTradeDelivery"]);
    let settled =
        part(&["ApplicableHeaderTradeSettlement", "ApplicableSupplyChainTradeSettlement"]);
    let says = |of: Option<Node<'a, 'i>>, path: &[&str]| text(of?, path);
    let many = |name: &'static str| settled.into_iter().flat_map(move |it| all(it, name));
    let day = |of: Option<Node<'a, 'i>>, path: &[&str]| date_of(below(of?, path)?);
    let party = |name: &str| agreed?.child(name).map(named);
    let sums = settled.and_then(|it| any(it, &SUMS));
    let period = settled.and_then(|it| it.child("BillingSpecifiedPeriod"));
    let currency = says(settled, &["InvoiceCurrencyCode"]);
    // The tax may be given in a second currency.
    let tax = sums.and_then(|it| {
        let of = |it: &Node<'_, '_>| it.attr("currencyID").is_none_or(|it| Some(it) == currency);
        let mut found = all(it, "TaxTotalAmount").filter(of);
        found.find_map(|it| it.text()).map(str::trim)
    });
    let extras = many("SpecifiedTradeAllowanceCharge").map(extra);
    let services = many("SpecifiedLogisticsServiceCharge").map(|it| Extra {
        is_charge: true,
        reason: text(it, &["Description"]),
        rate: it.child("AppliedTradeTax").and_then(|it| first(it, &RATE)),
        amount: text(it, &["AppliedAmount"]),
    });
    let accounts = many("SpecifiedTradeSettlementPaymentMeans")
        .filter_map(|it| text(it, &["PayeePartyCreditorFinancialAccount", "IBANID"]));
    let terms = settled.and_then(|it| it.child("SpecifiedTradePaymentTerms"));
    let reference =
        |of, name: &str| says(of, &[name, "IssuerAssignedID"]).or_else(|| says(of, &[name, "ID"]));
    let lines = trade.into_iter().flat_map(|it| all(it, "IncludedSupplyChainTradeLineItem"));
    Invoice {
        is_credit: invoice::is_credit(&root),
        number: says(document, &["ID"]),
        issued: day(document, &["IssueDateTime"]),
        due: day(terms, &["DueDateDateTime"]),
        delivered: day(delivery, &["ActualDeliverySupplyChainEvent", "OccurrenceDateTime"]),
        period: (day(period, &["StartDateTime"]), day(period, &["EndDateTime"])),
        order: reference(agreed, "BuyerOrderReferencedDocument"),
        contract: reference(agreed, "ContractReferencedDocument"),
        preceding: reference(settled, "InvoiceReferencedDocument"),
        buyer_reference: says(agreed, &["BuyerReference"]),
        currency,
        seller: party("SellerTradeParty"),
        buyer: party("BuyerTradeParty"),
        payee: settled.and_then(|it| it.child("PayeeTradeParty")).map(named),
        // Lines of ZUGFeRD 1 without an amount are texts between the others.
        lines: lines.map(line).collect(),
        extras: extras.chain(services).collect(),
        taxes: many("ApplicableTradeTax").map(tax_of).collect(),
        totals: Totals {
            lines: says(sums, &["LineTotalAmount"]),
            allowances: says(sums, &["AllowanceTotalAmount"]),
            charges: says(sums, &["ChargeTotalAmount"]),
            without_tax: says(sums, &["TaxBasisTotalAmount"]),
            tax,
            with_tax: says(sums, &["GrandTotalAmount"]),
            prepaid: says(sums, &["TotalPrepaidAmount"]),
            rounding: says(sums, &["RoundingAmount"]),
            due: says(sums, &["DuePayableAmount"]),
        },
        accounts: accounts.collect(),
        payment_reference: says(settled, &["PaymentReference"]),
        terms: says(terms, &["Description"]),
        notes: document
            .into_iter()
            .flat_map(|it| all(it, "IncludedNote").filter_map(|it| text(it, &["Content"])))
            .collect(),
    }
}

fn line<'a, 'i: 'a>(it: Node<'a, 'i>) -> Line<'a> {
    let part = |names: &[&str]| any(it, names);
    let agreed = part(&["SpecifiedLineTradeAgreement", "SpecifiedSupplyChainTradeAgreement"]);
    let delivery = part(&["SpecifiedLineTradeDelivery", "SpecifiedSupplyChainTradeDelivery"]);
    let settled = part(&["SpecifiedLineTradeSettlement", "SpecifiedSupplyChainTradeSettlement"]);
    let price = agreed.and_then(|it| it.child("NetPriceProductTradePrice"));
    let says = |of: Option<Node<'a, 'i>>, path: &[&str]| text(of?, path);
    let note = || says(Some(it), &["AssociatedDocumentLineDocument", "IncludedNote", "Content"]);
    Line {
        id: says(Some(it), &["AssociatedDocumentLineDocument", "LineID"]),
        name: says(Some(it), &["SpecifiedTradeProduct", "Name"]).or_else(note),
        quantity: says(delivery, &["BilledQuantity"]),
        unit: delivery.and_then(|it| it.child_attr("BilledQuantity", "unitCode")),
        price: says(price, &["ChargeAmount"]),
        per: says(price, &["BasisQuantity"]),
        extras: settled
            .into_iter()
            .flat_map(|it| all(it, "SpecifiedTradeAllowanceCharge"))
            .map(extra)
            .collect(),
        rate: settled.and_then(|it| it.child("ApplicableTradeTax")).and_then(|it| first(it, &RATE)),
        amount: settled.and_then(|it| any(it, &SUMS)).and_then(|it| text(it, &["LineTotalAmount"])),
    }
}

fn extra<'a>(it: Node<'a, '_>) -> Extra<'a> {
    let indicator = text(it, &["ChargeIndicator", "Indicator"]);
    Extra {
        is_charge: indicator.or_else(|| text(it, &["ChargeIndicator"])) == Some("true"),
        reason: text(it, &["Reason"]),
        rate: it.child("CategoryTradeTax").and_then(|it| first(it, &RATE)),
        amount: text(it, &["ActualAmount"]),
    }
}

fn tax_of<'a>(it: Node<'a, '_>) -> Tax<'a> {
    Tax {
        rate: first(it, &RATE),
        basis: text(it, &["BasisAmount"]),
        amount: text(it, &["CalculatedAmount"]),
    }
}

fn named<'a, 'i: 'a>(it: Node<'a, 'i>) -> Named<'a> {
    let says = |path: &[&str]| text(it, path);
    let address = |name: &str| says(&["PostalTradeAddress", name]).unwrap_or_default();
    let town = [address("PostcodeCode"), address("CityName")].join(" ").trim().to_owned();
    let registered = |scheme: &str| {
        all(it, "SpecifiedTaxRegistration")
            .filter_map(|it| it.child("ID"))
            .find(|it| it.attr("schemeID") == Some(scheme))
            .and_then(|it| it.text())
            .map(str::trim)
    };
    Named {
        name: says(&["Name"]),
        vat: registered("VA"),
        registration: registered("FC").or_else(|| says(&["SpecifiedLegalOrganization", "ID"])),
        address: vec![
            address("LineOne").to_owned(),
            address("LineTwo").to_owned(),
            town,
            address("CountryID").to_owned(),
        ],
        contact: says(&["DefinedTradeContact", "PersonName"]),
        phone: says(&["DefinedTradeContact", "TelephoneUniversalCommunication", "CompleteNumber"]),
        email: says(&["DefinedTradeContact", "EmailURIUniversalCommunication", "URIID"]),
    }
}

/// A date in its wrapper, whatever that is called.
fn date_of<'a>(it: Node<'a, '_>) -> Said<'a> {
    text(it, &["DateTimeString"]).or_else(|| text(it, &["DateString"]))
}

/// The first element of one of these names.
fn any<'a, 'i>(of: Node<'a, 'i>, names: &[&str]) -> Option<Node<'a, 'i>> {
    names.iter().find_map(|name| of.children().find(|it| it.is(name)))
}

/// The first text of an element of one of these names.
fn first<'a>(of: Node<'a, '_>, names: &[&str]) -> Said<'a> {
    names.iter().find_map(|name| text(of, &[name]))
}
