//! Invoices as XML: Cross Industry Invoice (Factur-X, ZUGFeRD 1 and 2) and UBL.
//!
//! **Invariant:** a value is what the XML writes, typed; a text that is no value of its kind is left
//! out and said, never mended.

use proviso_core::remark::Remark;
use proviso_core::value::{Kind, Value};
use roxmltree::Node;

use super::office::package::{Element as _, parse};
use super::protocol::Refusal;

/// More values than this are not shown; a line has one.
const MAX_VALUES: usize = 400;
/// Texts that are told because they are no values.
const MAX_FAULTS: usize = 5;

/// One value of an invoice.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// What it is, as [`proviso_core::analysis::embedded`] names it.
    pub term: &'static str,
    /// The name of its element.
    pub label: String,
    /// The value.
    pub value: Value,
}

/// What an invoice says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Invoice {
    /// Whether it takes back what was charged.
    pub credit: bool,
    /// Its values in the order of the file.
    pub values: Vec<Said>,
    /// Texts that are no values.
    pub notes: Vec<Remark>,
}

/// Reads an invoice; none where the XML is something else.
///
/// # Errors
/// When it is no XML, or more of it than is read.
pub fn read(name: &str, text: &str) -> Result<Option<Invoice>, String> {
    let document = parse(name, text).map_err(|it| match it {
        Refusal::Damaged { reason } | Refusal::TooLarge { reason } => reason,
        _ => "it is no XML".to_owned(),
    })?;
    let root = document.root_element();
    let terms = match root.tag_name().name() {
        "CrossIndustryInvoice" | "CrossIndustryDocument" => CII,
        "Invoice" | "CreditNote" if is_ubl(&root) => UBL,
        _ => return Ok(None),
    };
    let currency = currency(&root);
    let mut found = Invoice { credit: is_credit(&root), ..Invoice::default() };
    let mut n_faults = 0;
    for node in root.descendants().filter(Node::is_element) {
        let Some(term) = terms.iter().find(|it| it.matches(&node)) else { continue };
        let text = node.text().unwrap_or_default().trim();
        // Amounts of tax are given in two currencies where the law wants it.
        let own = node.attr("currencyID").filter(|it| !it.is_empty());
        let code = own.map(str::to_owned).or_else(|| currency.clone());
        let value = match term.kind {
            Kind::Money => code.and_then(|it| money(&it, text)),
            Kind::Date => date(text).and_then(|it| Value::parse(Kind::Date, &it).ok()),
            kind => Value::parse(kind, text).ok(),
        };
        // A date in a wrapper is known by what it wraps.
        let named = match node.tag_name().name() {
            "DateTimeString" => node.parent_element().unwrap_or(node),
            _ => node,
        };
        let label = named.tag_name().name().to_owned();
        match value {
            Some(value) if found.values.len() < MAX_VALUES => {
                found.values.push(Said { term: term.term, label, value });
            }
            Some(_) => {
                found.notes.push(Remark::new(
                    format!("only the first {MAX_VALUES} values are compared"),
                    format!("처음 {MAX_VALUES}개의 값만 비교합니다"),
                ));
                break;
            }
            None if text.is_empty() => {}
            None => {
                n_faults += 1;
                if n_faults <= MAX_FAULTS {
                    let text = cut(text);
                    let remark = Remark::new(
                        format!("`{text}` is no value"),
                        format!("`{text}`: 값으로 읽을 수 없습니다"),
                    );
                    found.notes.push(remark.about(&label));
                }
            }
        }
    }
    if n_faults > MAX_FAULTS {
        let more = n_faults - MAX_FAULTS;
        found.notes.push(Remark::new(
            format!("{more} more are no values"),
            format!("그 밖에 {more}개도 값으로 읽을 수 없습니다"),
        ));
    }
    Ok(Some(found))
}

/// Where a value stands.
struct Term {
    term: &'static str,
    kind: Kind,
    /// The element, and those that it stands in, the nearest first.
    path: &'static [&'static str],
}

impl Term {
    fn matches(&self, node: &Node<'_, '_>) -> bool {
        let mut at = Some(*node);
        self.path.iter().all(|name| {
            // Versions name one element differently before its last part.
            let fits = at.is_some_and(|it| it.tag_name().name().ends_with(name));
            at = at.and_then(|it| it.parent_element());
            fits
        })
    }
}

const fn term(term: &'static str, kind: Kind, path: &'static [&'static str]) -> Term {
    Term { term, kind, path }
}

const HEADER: &str = "HeaderMonetarySummation";
/// ZUGFeRD 1 sums up without `Header`.
const HEADER_1: &str = "SpecifiedTradeSettlementMonetarySummation";

/// Cross Industry Invoice.
const CII: &[Term] = &[
    term("issue_date", Kind::Date, &["DateTimeString", "IssueDateTime", "ExchangedDocument"]),
    term("issue_date", Kind::Date, &["DateTimeString", "IssueDateTime", "HeaderExchangedDocument"]),
    term("due_date", Kind::Date, &["DateTimeString", "DueDateDateTime"]),
    term(
        "delivery_date",
        Kind::Date,
        &["DateTimeString", "OccurrenceDateTime", "ActualDeliverySupplyChainEvent"],
    ),
    term("lines_total", Kind::Money, &["LineTotalAmount", HEADER]),
    term("lines_total", Kind::Money, &["LineTotalAmount", HEADER_1]),
    term("charge_total", Kind::Money, &["ChargeTotalAmount", HEADER]),
    term("charge_total", Kind::Money, &["ChargeTotalAmount", HEADER_1]),
    term("allowance_total", Kind::Money, &["AllowanceTotalAmount", HEADER]),
    term("allowance_total", Kind::Money, &["AllowanceTotalAmount", HEADER_1]),
    term("tax_basis", Kind::Money, &["TaxBasisTotalAmount"]),
    term("tax_total", Kind::Money, &["TaxTotalAmount", HEADER]),
    term("tax_total", Kind::Money, &["TaxTotalAmount", HEADER_1]),
    term("grand_total", Kind::Money, &["GrandTotalAmount", HEADER]),
    term("grand_total", Kind::Money, &["GrandTotalAmount", HEADER_1]),
    term("prepaid", Kind::Money, &["TotalPrepaidAmount"]),
    term("payable", Kind::Money, &["DuePayableAmount"]),
    term("tax_of_rate", Kind::Money, &["CalculatedAmount", "ApplicableTradeTax"]),
    term("basis_of_rate", Kind::Money, &["BasisAmount", "ApplicableTradeTax"]),
    term("line_total", Kind::Money, &["LineTotalAmount", "LineMonetarySummation"]),
    term(
        "line_total",
        Kind::Money,
        &[
            "LineTotalAmount",
            HEADER_1,
            "SpecifiedSupplyChainTradeSettlement",
            "IncludedSupplyChainTradeLineItem",
        ],
    ),
];

/// Universal Business Language.
const UBL: &[Term] = &[
    term("issue_date", Kind::Date, &["IssueDate", "Invoice"]),
    term("issue_date", Kind::Date, &["IssueDate", "CreditNote"]),
    term("due_date", Kind::Date, &["DueDate", "Invoice"]),
    term("due_date", Kind::Date, &["PaymentDueDate"]),
    term("delivery_date", Kind::Date, &["ActualDeliveryDate"]),
    term("lines_total", Kind::Money, &["LineExtensionAmount", "LegalMonetaryTotal"]),
    term("tax_basis", Kind::Money, &["TaxExclusiveAmount", "LegalMonetaryTotal"]),
    term("grand_total", Kind::Money, &["TaxInclusiveAmount", "LegalMonetaryTotal"]),
    term("allowance_total", Kind::Money, &["AllowanceTotalAmount", "LegalMonetaryTotal"]),
    term("charge_total", Kind::Money, &["ChargeTotalAmount", "LegalMonetaryTotal"]),
    term("prepaid", Kind::Money, &["PrepaidAmount", "LegalMonetaryTotal"]),
    term("payable", Kind::Money, &["PayableAmount", "LegalMonetaryTotal"]),
    term("tax_total", Kind::Money, &["TaxAmount", "TaxTotal"]),
    term("tax_of_rate", Kind::Money, &["TaxAmount", "TaxSubtotal"]),
    term("basis_of_rate", Kind::Money, &["TaxableAmount", "TaxSubtotal"]),
    term("line_total", Kind::Money, &["LineExtensionAmount", "InvoiceLine"]),
    term("line_total", Kind::Money, &["LineExtensionAmount", "CreditNoteLine"]),
];

fn is_ubl(root: &Node<'_, '_>) -> bool {
    root.tag_name()
        .namespace()
        .is_some_and(|it| it.starts_with("urn:oasis:names:specification:ubl"))
}

/// Whether it is a credit note (UNTDID 1001: 81, 83, 261, 262, 296, 308, 381, 396, 420, 458, 532).
pub(super) fn is_credit(root: &Node<'_, '_>) -> bool {
    const CODES: [&str; 11] =
        ["81", "83", "261", "262", "296", "308", "381", "396", "420", "458", "532"];
    let code = root.descendants().find(|it| {
        let of = it.parent_element().is_some_and(|it| it.tag_name().name().ends_with("Document"));
        it.is("TypeCode") && of
    });
    let said = code.and_then(|it| it.text()).map(str::trim);
    root.is("CreditNote") || said.is_some_and(|it| CODES.contains(&it))
}

/// The currency that amounts without one are in.
fn currency(root: &Node<'_, '_>) -> Option<String> {
    let names = ["InvoiceCurrencyCode", "DocumentCurrencyCode"];
    let node = root.descendants().find(|it| names.iter().any(|name| it.is(name)))?;
    Some(node.text()?.trim().to_owned())
}

/// An amount; zeros behind the currency's own decimals say nothing.
fn money(code: &str, text: &str) -> Option<Value> {
    let value = Value::parse(Kind::Money, &format!("{code} {text}")).ok()?;
    let Value::Money(mut it) = value else { return None };
    let digits = usize::from(it.currency.minor_digits());
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let kept = fraction.trim_end_matches('0');
    let fraction = if kept.len() > digits { kept.to_owned() } else { format!("{kept:0<digits$}") };
    let point = if fraction.is_empty() { "" } else { "." };
    it.amount = format!("{whole}{point}{fraction}").parse().ok()?;
    Some(Value::Money(it))
}

/// `20260131` and `2026-01-31`, the latter perhaps with a time or a zone behind it.
fn date(text: &str) -> Option<String> {
    let digits: String = text.chars().take(10).filter(char::is_ascii_digit).collect();
    let is_plain = text.len() == 8 && digits.len() == 8;
    let is_dashed = digits.len() == 8 && text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
    (is_plain || is_dashed).then(|| format!("{}-{}-{}", &digits[..4], &digits[4..6], &digits[6..8]))
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(xml: &str, expect: Expect) {
        let text = match read("a.xml", xml) {
            Ok(Some(it)) => {
                let values = it.values.iter().map(|it| format!("{} {}\n", it.term, it.value));
                values.chain(it.notes.iter().map(|it| format!("note {it}\n"))).collect()
            }
            Ok(None) => "no invoice\n".to_owned(),
            Err(reason) => format!("error {reason}\n"),
        };
        expect.assert_eq(&text);
    }

    #[test]
    fn a_cross_industry_invoice_says_its_dates_and_totals() {
        check(
            r#"<rsm:CrossIndustryInvoice xmlns:rsm="r" xmlns:ram="a" xmlns:udt="u">
            <rsm:ExchangedDocument><ram:IssueDateTime>
            <udt:DateTimeString format="102">20260131</udt:DateTimeString></ram:IssueDateTime>
            </rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction>
            <ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedLineTradeSettlement>
            <ram:SpecifiedTradeSettlementLineMonetarySummation>
            <ram:LineTotalAmount>84.9500</ram:LineTotalAmount>
            </ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
            </ram:IncludedSupplyChainTradeLineItem>
            <ram:ApplicableHeaderTradeSettlement>
            <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
            <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
            <ram:LineTotalAmount>84.95</ram:LineTotalAmount>
            <ram:TaxTotalAmount currencyID="USD">17</ram:TaxTotalAmount>
            <ram:GrandTotalAmount>all of it</ram:GrandTotalAmount>
            </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
            </ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction>
            </rsm:CrossIndustryInvoice>"#,
            expect![[r#"
                issue_date 2026-01-31
                line_total EUR 84.95
                lines_total EUR 84.95
                tax_total USD 17.00
                note GrandTotalAmount: `all of it` is no value
            "#]],
        );
    }

    #[test]
    fn an_invoice_of_ubl_does_too() {
        check(
            r#"<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">
            <IssueDate>2026-01-31</IssueDate><DocumentCurrencyCode>KRW</DocumentCurrencyCode>
            <LegalMonetaryTotal><PayableAmount currencyID="KRW">1100</PayableAmount>
            </LegalMonetaryTotal></Invoice>"#,
            expect![[r#"
                issue_date 2026-01-31
                payable KRW 1100
            "#]],
        );
    }

    #[test]
    fn faults_without_end_are_counted() {
        let line = "<IssueDate>soon</IssueDate>".repeat(1_000);
        let xml = format!(
            "<Invoice xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2\">{line}</Invoice>"
        );
        let notes = read("a.xml", &xml).unwrap().unwrap().notes;
        assert_eq!(notes.len(), MAX_FAULTS + 1);
        assert_eq!(notes[MAX_FAULTS].en, "995 more are no values");
    }

    #[test]
    fn other_xml_is_no_invoice_and_no_xml_is_an_error() {
        check("<Invoice><IssueDate>2026-01-31</IssueDate></Invoice>", expect!["no invoice\n"]);
        assert!(read("a.xml", "<a><b></a>").is_err());
        assert!(read("a.xml", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>").is_err());
    }
}
