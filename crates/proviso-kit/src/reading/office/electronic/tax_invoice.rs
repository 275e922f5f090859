//! The Korean electronic tax invoice (전자세금계산서), 3.0: the standard of the National Tax Service
//! for its developers; codes are those of its tables.

use roxmltree::Node;

use super::bill::{Bill, Labelled, Lines, Party, Words, numbers, words};
use super::write::{date, number, registration};
use super::{all, below, text};

pub(super) fn read(root: Node<'_, '_>) -> Bill {
    let says = |path: &[&str]| text(root, path);
    let document = |name: &str| says(&["TaxInvoiceDocument", name]);
    let settlement = below(root, &["TaxInvoiceTradeSettlement"]);
    let settled = |path: &[&str]| text(settlement?, path);
    let kind = document("TypeCode").unwrap_or_default();
    let mut head: Vec<Labelled> = Vec::new();
    let mut put = |name, it: Option<String>| head.extend(it.map(|it| (name, it)));
    put("승인번호", document("IssueID").map(str::to_owned));
    put("작성일자", document("IssueDateTime").map(date));
    put("종류", sort(kind).map(str::to_owned));
    put("발급일자", says(&["ExchangedDocument", "IssueDateTime"]).map(date));
    put("관리번호", says(&["ExchangedDocument", "ID"]).map(str::to_owned));
    put("수정사유", document("AmendmentStatusCode").map(|it| amended(it).to_owned()));
    put("당초 승인번호", document("OriginalIssueID").map(str::to_owned));

    let party = |element: &str, role| Some(party(below(settlement?, &[element])?, role));
    let parties = [
        party("InvoicerParty", "공급자"),
        party("InvoiceeParty", "공급받는자"),
        party("BrokerParty", "수탁자"),
    ];

    let mut lines = Lines {
        headings: vec![
            words("번호"),
            words("공급일자"),
            words("품목"),
            words("규격"),
            numbers("수량"),
            numbers("단가"),
            numbers("공급가액"),
            numbers("세액"),
            words("비고"),
        ],
        rows: Vec::new(),
    };
    for it in all(root, "TaxInvoiceTradeLineItem") {
        let plain = |path: &[&str]| text(it, path).unwrap_or_default().to_owned();
        let amount = |path: &[&str]| text(it, path).map_or(String::new(), |it| number(it, 0));
        lines.rows.push(vec![
            plain(&["SequenceNumeric"]),
            text(it, &["PurchaseExpiryDateTime"]).map_or(String::new(), date),
            plain(&["NameText"]),
            plain(&["InformationText"]),
            amount(&["ChargeableUnitQuantity"]),
            amount(&["UnitPrice", "UnitAmount"]),
            amount(&["InvoiceAmount"]),
            amount(&["TotalTax", "CalculatedAmount"]),
            plain(&["DescriptionText"]),
        ]);
    }

    let sum = |name| settled(&["SpecifiedMonetarySummation", name]).map(|it| number(it, 0));
    let sums = [
        ("공급가액", sum("ChargeTotalAmount")),
        ("세액", sum("TaxTotalAmount")),
        ("합계금액", sum("GrandTotalAmount")),
    ];

    let mut notes: Vec<Labelled> = Vec::new();
    let paid = settlement.into_iter().flat_map(|it| {
        all(it, "SpecifiedPaymentMeans").filter_map(|it| {
            let amount = text(it, &["PaidAmount"])?;
            Some((means(text(it, &["TypeCode"])?)?, number(amount, 0)))
        })
    });
    notes.extend(paid);
    let purpose = match document("PurposeCode") {
        Some("01") => Some("이 금액을 영수함"),
        Some("02") => Some("이 금액을 청구함"),
        _ => None,
    };
    let described = below(root, &["TaxInvoiceDocument"])
        .into_iter()
        .flat_map(|it| all(it, "DescriptionText").filter_map(|it| it.text()));
    let remarks = purpose.into_iter().chain(described).map(|it| it.trim().to_owned());
    Bill {
        words: Words::Korean,
        title: title(kind).to_owned(),
        head,
        parties: parties.into_iter().flatten().collect(),
        tables: vec![("", lines)],
        sums: sums.into_iter().filter_map(|(name, it)| Some((name, it?))).collect(),
        notes,
        remarks: remarks.filter(|it| !it.is_empty()).collect(),
    }
}

fn party(of: Node<'_, '_>, role: &'static str) -> Party {
    let mut says: Vec<Labelled> = Vec::new();
    let mut put = |name, it: Option<String>| says.extend(it.map(|it| (name, it)));
    let plain = |path: &[&str]| text(of, path).map(str::to_owned);
    put("등록번호", text(of, &["ID"]).map(registration));
    put("종사업장번호", plain(&["SpecifiedOrganization", "TaxRegistrationID"]));
    put("상호(법인명)", plain(&["NameText"]));
    put("성명", plain(&["SpecifiedPerson", "NameText"]));
    put("사업장주소", plain(&["SpecifiedAddress", "LineOneText"]));
    put("업태", plain(&["TypeCode"]));
    put("종목", plain(&["ClassificationCode"]));
    for contact in ["DefinedContact", "PrimaryDefinedContact", "SecondaryDefinedContact"] {
        put("담당부서", plain(&[contact, "DepartmentNameText"]));
        put("담당자", plain(&[contact, "PersonNameText"]));
        put("전화", plain(&[contact, "TelephoneCommunication"]));
        put("이메일", plain(&[contact, "URICommunication"]));
    }
    Party { role, says }
}

/// What the last two digits of a type say.
fn sort(code: &str) -> Option<&'static str> {
    Some(match code.get(2..)? {
        "01" => "일반",
        "02" => "영세율",
        "03" => "위수탁",
        "04" => "수입",
        "05" => "영세율 위수탁",
        "06" => "수입 납부유예",
        _ => return None,
    })
}

/// What the first two say.
fn title(code: &str) -> &'static str {
    match code.get(..2) {
        Some("02") => "수정전자세금계산서",
        Some("03") => "전자계산서",
        Some("04") => "수정전자계산서",
        _ => "전자세금계산서",
    }
}

/// Why an invoice was amended.
fn amended(code: &str) -> &str {
    match code {
        "01" => "기재사항의 착오·정정",
        "02" => "공급가액 변동",
        "03" => "환입",
        "04" => "계약의 해제",
        "05" => "내국신용장 사후 개설",
        "06" => "착오에 의한 이중발급",
        other => other,
    }
}

/// How it is paid.
fn means(code: &str) -> Option<&'static str> {
    Some(match code {
        "10" => "현금",
        "20" => "수표",
        "30" => "어음",
        "40" => "외상미수금",
        _ => return None,
    })
}
