//! Electronic invoices that are XML: what stands on the pages that they are given.

use expect_test::expect;
use proviso_core::document::Format;
use proviso_core::ports::ReadError;
use proviso_kit::reading::ReadLimits;

use super::fixture::file;
use super::office::texts;
use super::read_with;

/// A tax invoice of two lines.
pub(crate) const TAX_INVOICE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<TaxInvoice xmlns="urn:kr:or:kec:standard:Tax:ReusableAggregateBusinessInformationEntitySchemaModule:1:0"
 xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
<ExchangedDocument><ID>MGT-7</ID><IssueDateTime>20260202101530</IssueDateTime></ExchangedDocument>
<ds:Signature><ds:SignedInfo/><ds:SignatureValue>AAAA</ds:SignatureValue></ds:Signature>
<TaxInvoiceDocument><IssueID>202601314100020300001a2b</IssueID><TypeCode>0201</TypeCode>
<DescriptionText>1월분 유지보수</DescriptionText><IssueDateTime>20260131</IssueDateTime>
<AmendmentStatusCode>02</AmendmentStatusCode><PurposeCode>02</PurposeCode></TaxInvoiceDocument>
<TaxInvoiceTradeSettlement>
<InvoicerParty><ID>1208147521</ID><TypeCode>서비스</TypeCode><NameText>주식회사 한빛소프트웨어</NameText>
<ClassificationCode>소프트웨어 개발</ClassificationCode>
<SpecifiedPerson><NameText>김도현</NameText></SpecifiedPerson>
<DefinedContact><URICommunication>bill@hanbit.example</URICommunication></DefinedContact>
<SpecifiedAddress><LineOneText>서울특별시 강남구 테헤란로 211, 7층</LineOneText></SpecifiedAddress></InvoicerParty>
<InvoiceeParty><ID>2148695102</ID><NameText>(주)서원유통</NameText>
<SpecifiedPerson><NameText>이서윤</NameText></SpecifiedPerson></InvoiceeParty>
<SpecifiedPaymentMeans><TypeCode>40</TypeCode><PaidAmount>4730000</PaidAmount></SpecifiedPaymentMeans>
<SpecifiedMonetarySummation><ChargeTotalAmount>4300000</ChargeTotalAmount>
<TaxTotalAmount>430000</TaxTotalAmount><GrandTotalAmount>4730000</GrandTotalAmount></SpecifiedMonetarySummation>
</TaxInvoiceTradeSettlement>
<TaxInvoiceTradeLineItem><SequenceNumeric>1</SequenceNumeric><InvoiceAmount>3000000</InvoiceAmount>
<ChargeableUnitQuantity>2</ChargeableUnitQuantity><InformationText>월 정액</InformationText>
<NameText>서버 유지보수</NameText><PurchaseExpiryDateTime>20260131</PurchaseExpiryDateTime>
<TotalTax><CalculatedAmount>300000</CalculatedAmount></TotalTax>
<UnitPrice><UnitAmount>1500000</UnitAmount></UnitPrice></TaxInvoiceTradeLineItem>
<TaxInvoiceTradeLineItem><SequenceNumeric>2</SequenceNumeric><InvoiceAmount>1300000</InvoiceAmount>
<ChargeableUnitQuantity>10</ChargeableUnitQuantity><NameText>출장 점검</NameText>
<TotalTax><CalculatedAmount>130000</CalculatedAmount></TotalTax>
<UnitPrice><UnitAmount>130000</UnitAmount></UnitPrice></TaxInvoiceTradeLineItem>
</TaxInvoice>"#;

const UBL: &str = r#"<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"
 xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
 xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<b:ID>CN-9</b:ID><b:IssueDate>2026-01-31</b:IssueDate><b:Note>Goods
 returned</b:Note><b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>
<a:BillingReference><a:InvoiceDocumentReference><b:ID>R-1</b:ID></a:InvoiceDocumentReference></a:BillingReference>
<a:AccountingSupplierParty><a:Party><a:PartyName><b:Name>Nord BV</b:Name></a:PartyName>
<a:PostalAddress><b:StreetName>Kade 1</b:StreetName><b:CityName>Delft</b:CityName><b:PostalZone>2611</b:PostalZone>
<a:Country><b:IdentificationCode>NL</b:IdentificationCode></a:Country></a:PostalAddress>
<a:PartyTaxScheme><b:CompanyID>NL1</b:CompanyID></a:PartyTaxScheme></a:Party></a:AccountingSupplierParty>
<a:AccountingCustomerParty><a:Party><a:PartyLegalEntity><b:RegistrationName>Süd AG</b:RegistrationName>
</a:PartyLegalEntity></a:Party></a:AccountingCustomerParty>
<a:TaxTotal><b:TaxAmount currencyID="EUR">42</b:TaxAmount><a:TaxSubtotal>
<b:TaxableAmount currencyID="EUR">200</b:TaxableAmount><b:TaxAmount currencyID="EUR">42</b:TaxAmount>
<a:TaxCategory><b:Percent>21.0</b:Percent></a:TaxCategory></a:TaxSubtotal></a:TaxTotal>
<a:TaxTotal><b:TaxAmount currencyID="GBP">36</b:TaxAmount></a:TaxTotal>
<a:LegalMonetaryTotal><b:LineExtensionAmount currencyID="EUR">210</b:LineExtensionAmount>
<b:TaxExclusiveAmount currencyID="EUR">200</b:TaxExclusiveAmount>
<b:TaxInclusiveAmount currencyID="EUR">242</b:TaxInclusiveAmount>
<b:AllowanceTotalAmount currencyID="EUR">10</b:AllowanceTotalAmount>
<b:PayableAmount currencyID="EUR">242.00</b:PayableAmount></a:LegalMonetaryTotal>
<a:AllowanceCharge><b:ChargeIndicator>false</b:ChargeIndicator>
<b:AllowanceChargeReason>Loyalty</b:AllowanceChargeReason><b:Amount currencyID="EUR">10</b:Amount></a:AllowanceCharge>
<a:CreditNoteLine><b:ID>1</b:ID><b:CreditedQuantity unitCode="KGM">6.000</b:CreditedQuantity>
<b:LineExtensionAmount currencyID="EUR">210</b:LineExtensionAmount>
<a:Item><b:Name>Tulips</b:Name><a:ClassifiedTaxCategory><b:Percent>21</b:Percent></a:ClassifiedTaxCategory></a:Item>
<a:Price><b:PriceAmount currencyID="EUR">1050</b:PriceAmount><b:BaseQuantity>30</b:BaseQuantity></a:Price>
</a:CreditNoteLine></CreditNote>"#;

const CII: &str = r#"<rsm:CrossIndustryInvoice xmlns:rsm="r" xmlns:ram="a" xmlns:udt="u">
<rsm:ExchangedDocument><ram:ID>471102</ram:ID><ram:TypeCode>380</ram:TypeCode>
<ram:IssueDateTime><udt:DateTimeString format="102">20260131</udt:DateTimeString></ram:IssueDateTime>
</rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction>
<ram:IncludedSupplyChainTradeLineItem>
<ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID></ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct><ram:Name>Kunstrasen</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice>
<ram:ChargeAmount>3.3333</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="MTK">3.0000</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax>
<ram:RateApplicablePercent>19.00</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>10.00</ram:LineTotalAmount>
</ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
</ram:IncludedSupplyChainTradeLineItem>
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Lieferant GmbH</ram:Name>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">201/113</ram:ID></ram:SpecifiedTaxRegistration>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE1</ram:ID></ram:SpecifiedTaxRegistration>
</ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:ApplicableTradeTax><ram:CalculatedAmount>1.90</ram:CalculatedAmount>
<ram:BasisAmount>10.00</ram:BasisAmount><ram:RateApplicablePercent>19.00</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation>
<ram:LineTotalAmount>10.00</ram:LineTotalAmount><ram:TaxBasisTotalAmount>10.00</ram:TaxBasisTotalAmount>
<ram:TaxTotalAmount currencyID="EUR">1.90</ram:TaxTotalAmount><ram:GrandTotalAmount>11.90</ram:GrandTotalAmount>
<ram:DuePayableAmount>11.90</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>"#;

#[test]
fn a_korean_tax_invoice_has_a_page_like_its_paper() {
    expect![[r#"
        page 1: electronic invoice (XML)
          수정전자세금계산서
          승인번호
          202601314100020300001a2b
          작성일자
          2026-01-31
          종류
          일반
          발급일자
          2026-02-02
          관리번호
          MGT-7
          수정사유
          공급가액 변동
          공급자
          등록번호
          120-81-47521
          상호(법인명)
          주식회사 한빛소프트웨어
          성명
          김도현
          사업장주소
          서울특별시 강남구 테헤란로 211, 7층
          업태
          서비스
          종목
          소프트웨어 개발
          이메일
          bill@hanbit.example
          공급받는자
          등록번호
          214-86-95102
          상호(법인명)
          (주)서원유통
          성명
          이서윤
          번호
          공급일자
          품목
          규격
          수량
          단가
          공급가액
          세액
          1
          2026-01-31
          서버 유지보수
          월 정액
          2
          1,500,000
          3,000,000
          300,000
          2
          출장 점검
          10
          130,000
          1,300,000
          130,000
          공급가액
          4,300,000
          세액
          430,000
          합계금액
          4,730,000
          외상미수금
          4,730,000
          비고
          이 금액을 청구함
          1월분 유지보수
        note: an invoice as XML: the page was laid out from what it says
        note: the electronic signature in it is not checked
    "#]]
    .assert_eq(&texts(TAX_INVOICE.as_bytes(), Format::Xml));
    let wide: Vec<u8> = TAX_INVOICE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(texts(&wide, Format::Xml), texts(TAX_INVOICE.as_bytes(), Format::Xml));
}

#[test]
fn a_credit_note_of_ubl_has_one() {
    expect![[r#"
        page 1: electronic invoice (XML)
          CREDIT NOTE
          Credit note number
          CN-9
          Issue date
          2026-01-31
          Preceding invoice
          R-1
          Currency
          EUR
          Seller
          Name
          Nord BV
          VAT ID
          NL1
          Address
          Kade 1, 2611 Delft, NL
          Buyer
          Name
          Süd AG
          No.
          Description
          Quantity
          Unit
          Unit price
          Price per
          VAT rate
          Amount
          1
          Tulips
          6
          kg
          1,050.00
          30
          21%
          210.00
          Total of lines
          210.00
          Total of allowances
          10.00
          Total without VAT
          200.00
          Total VAT
          42.00
          Total with VAT
          242.00
          Amount due
          242.00
          Allowances and charges
          Reason
          Allowance
          Loyalty
          10.00
          VAT
          VAT rate
          Taxable amount
          VAT amount
          21%
          200.00
          42.00
          Notes
          Goods returned
        note: an invoice as XML: the page was laid out from what it says
    "#]]
    .assert_eq(&texts(UBL.as_bytes(), Format::Xml));
}

#[test]
fn a_cross_industry_invoice_has_one() {
    expect![[r#"
        page 1: electronic invoice (XML)
          INVOICE
          Invoice number
          471102
          Issue date
          2026-01-31
          Currency
          EUR
          Seller
          Name
          Lieferant GmbH
          VAT ID
          DE1
          Registration
          201/113
          number
          No.
          Description
          Quantity
          Unit
          Unit price
          VAT rate
          Amount
          1
          Kunstrasen
          3
          m²
          3.3333
          19%
          10.00
          Total of lines
          10.00
          Total without VAT
          10.00
          Total VAT
          1.90
          Total with VAT
          11.90
          Amount due
          11.90
          VAT
          VAT rate
          Taxable amount
          VAT amount
          19%
          10.00
          1.90
        note: an invoice as XML: the page was laid out from what it says
    "#]]
    .assert_eq(&texts(CII.as_bytes(), Format::Xml));
}

#[test]
fn other_xml_is_refused_with_what_is_read_of_it() {
    let refused = |text: &str| {
        let input = file("a.xml", text.as_bytes());
        read_with(&input, ReadLimits::default()).unwrap_err()
    };
    let other = refused("<?xml version=\"1.0\"?><Invoice><ID>1</ID></Invoice>");
    assert!(matches!(&other, ReadError::Unsupported { .. }), "{other}");
    assert!(other.to_string().contains("no electronic invoice"), "{other}");
    // Entities are not followed, and what does not end is no invoice.
    let bomb =
        TAX_INVOICE.replace("?>", "?><!DOCTYPE a [<!ENTITY b \"c\">]>").replace("1월분", "&b;");
    assert!(matches!(refused(&bomb), ReadError::Damaged { .. }));
    assert!(matches!(
        refused(&TAX_INVOICE[..TAX_INVOICE.find("</TaxInvoiceTradeS").unwrap()]),
        ReadError::Damaged { .. }
    ));
    let deep = TAX_INVOICE.replace("<ds:SignedInfo/>", &"<a>".repeat(100_000));
    assert!(matches!(refused(&deep), ReadError::Damaged { .. }));
}
