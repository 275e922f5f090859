//! Invoices embedded in PDFs: found, shown on a page of their own, and typed.

use expect_test::expect;

use proviso_core::document::Source;
use proviso_kit::reading::ReadLimits;

use crate::fixture::{file, pdf_with_files, picture};
use crate::{read_with, shown};

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="r" xmlns:ram="a" xmlns:udt="u">
<rsm:ExchangedDocument><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>
<udt:DateTimeString format="102">20260131</udt:DateTimeString></ram:IssueDateTime>
</rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeSettlement>
<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation>
<ram:GrandTotalAmount>119.00</ram:GrandTotalAmount>
</ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>"#;

const PAGE: &str = "BT /F 10 Tf 100 700 Td (Total EUR 119.00) Tj ET";

#[test]
fn an_embedded_invoice_is_shown_on_a_page_of_its_own() {
    let bytes = pdf_with_files(PAGE, &[("factur-x.xml", XML.as_bytes()), ("terms.docx", b"PK")]);
    let result = read_with(&file("a.pdf", &bytes), ReadLimits::default());
    let document = result.as_ref().unwrap();
    let [embedded] = document.embedded.as_slice() else { panic!("{:?}", document.embedded) };
    let total = embedded.values.last().unwrap();
    assert_eq!(
        (total.term.as_str(), total.value.to_string()),
        ("grand_total", "EUR 119.00".to_owned())
    );
    let page = &document.pages[1];
    assert_eq!(page.source, Source::Native);
    let word = page.lines.iter().flat_map(|it| &it.words).find(|it| it.text == "119.00").unwrap();
    assert!(total.rect.holds(&word.rect), "{total:?} {word:?}");
    assert_eq!(document.printed().count(), 1);
    expect![[r#"
        page 1 600x800: text layer by hayro
          Total [100 92 122 102] | EUR [125 92 146 102] | 119.00 [149 92 179 102]
        page 2 595x842: attached `factur-x.xml`, what the file says to programs
          factur-x.xml [57 52 111 62]
          IssueDateTime [57 84 124 94]
          2026-01-31 [320 84 371 94]
          GrandTotalAmount [57 100 141 110]
          EUR [320 100 341 110] | 119.00 [344 100 374 110]
        note None: attached files are not read: terms.docx
    "#]]
    .assert_eq(&shown(result));
}

#[test]
fn its_page_is_drawn() {
    let input = file("a.pdf", &pdf_with_files(PAGE, &[("factur-x.xml", XML.as_bytes())]));
    let picture = picture(&input, 2, 400);
    assert!(picture.pixels().any(|it| it.0[0] < 100), "it has letters");
}

#[test]
fn attachments_that_are_no_invoice_or_broken_are_named_and_cost_nothing() {
    let bomb = vec![b' '; 9 << 20];
    let files: [(&str, &[u8]); 3] =
        [("other.xml", b"<a/>"), ("torn.xml", b"<a><b"), ("bomb.xml", &bomb)];
    let result = read_with(&file("a.pdf", &pdf_with_files(PAGE, &files)), ReadLimits::default());
    expect![[r#"
        page 1 600x800: text layer by hayro
          Total [100 92 122 102] | EUR [125 92 146 102] | 119.00 [149 92 179 102]
        note None: the attached `torn.xml` was not read: `torn.xml` in it is damaged (the root node was opened but never closed)
        note None: the attached `bomb.xml` was not read: it has more than 8 MiB
        note None: attached files are not read: other.xml
    "#]]
    .assert_eq(&shown(result));
}
