use expect_test::{Expect, expect};

use super::super::layout::sketch;
use super::draft;
use crate::doctype::DocumentTypes;

fn types(more: &[(&str, &str)]) -> DocumentTypes {
    const FILES: [(&str, &str); 8] = [
        ("common.toml", include_str!("../../../../../document-types/common.toml")),
        ("approval.toml", include_str!("../../../../../document-types/approval.toml")),
        ("contract.toml", include_str!("../../../../../document-types/contract.toml")),
        ("invoice.toml", include_str!("../../../../../document-types/invoice.toml")),
        ("other.toml", include_str!("../../../../../document-types/other.toml")),
        ("payslip.toml", include_str!("../../../../../document-types/payslip.toml")),
        ("quotation.toml", include_str!("../../../../../document-types/quotation.toml")),
        ("statement.toml", include_str!("../../../../../document-types/statement.toml")),
    ];
    let files: Vec<(String, String)> =
        FILES.iter().chain(more).map(|it| (it.0.to_owned(), it.1.to_owned())).collect();
    DocumentTypes::parse(&files).unwrap()
}

/// The type and title, the fields as `label/also = kind value (meaning) [row,column]`, the tables.
#[track_caller]
fn check_with(types: &DocumentTypes, text: &str, expect: Expect) {
    let it = draft(&[sketch::document(text)], types, None);
    let mut out = format!("{} {}\n", it.document_type, it.title);
    for field in &it.fields {
        let mut labels = vec![field.label.as_str()];
        labels.extend(field.also.iter().map(String::as_str));
        out += &format!("{} = {} {}", labels.join("/"), field.value.kind().name(), field.value);
        out += &field.meaning.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
        out += &field.cell.map(|it| format!(" [{},{}]", it.row, it.column)).unwrap_or_default();
        out.push('\n');
    }
    for table in &it.tables {
        out += &format!("{:?} {}\n", table.kind, table.columns.join(" | "));
        for row in &table.rows {
            let cells: Vec<&str> = row.iter().map(|it| it.text.as_str()).collect();
            out += &format!("  {}\n", cells.join(" | "));
        }
        for total in &table.totals {
            let value = &it.fields[total.field.0 as usize].value;
            out += &format!("  Σ column {} rows {:?} = {value}\n", total.column, total.rows);
        }
    }
    expect.assert_eq(&out);
}

#[track_caller]
fn check(text: &str, expect: Expect) {
    check_with(&types(&[]), text, expect);
}

#[test]
fn a_new_type_is_a_new_file() {
    let lunch = r#"
        name = "lunch"
        titles = ["도시락 배달표"]
        label = [{ meaning = "boxes", kind = "quantity", ko = ["도시락 수"] }]
    "#;
    check_with(
        &types(&[("lunch.toml", lunch)]),
        "
           도시락 배달표

  도시락 수 : 14
",
        expect![[r#"
            lunch 도시락배달표
            도시락수 = quantity 14 (boxes)
        "#]],
    );
}

#[test]
fn items_of_an_unruled_table_are_named_by_their_columns() {
    check(
        "
                 견 적 서

  견적번호   Q-88                     달빛목공(주)
  견적일자   2031. 4. 2.

  품명            수량       단가          금액
  원목 의자          4     35,000       140,000
  접이식 책상        2    120,500       241,000
                 소계                   381,000
                 부가세 (10%)            38,100
                 합계                   419,100
",
        expect![[r#"
            quotation 견적서
            견적번호 = text Q-88 (document_number)
            견적서/견적 = party 달빛목공(주)
            견적일자 = date 2031-04-02 (issue_date)
            수량 = quantity 4 (quantity) [0,1]
            단가 = money KRW 35000 (unit_price) [0,2]
            금액 = money KRW 140000 (amount) [0,3]
            수량 = quantity 2 (quantity) [1,1]
            단가 = money KRW 120500 (unit_price) [1,2]
            금액 = money KRW 241000 (amount) [1,3]
            소계/금액 = money KRW 381000 (subtotal)
            부가세 = rate 1/10 (vat)
            부가세/금액 = money KRW 38100 (vat)
            합계/금액 = money KRW 419100 (grand_total)
            Items 품명 | 수량 | 단가 | 금액
              원목 의자 | 4 | 35,000 | 140,000
              접이식 책상 | 2 | 120,500 | 241,000
              Σ column 3 rows (0, 2) = KRW 381000
              Σ column 3 rows (0, 2) = KRW 38100
              Σ column 3 rows (0, 2) = KRW 419100
        "#]],
    );
}

#[test]
fn a_ruled_form_pairs_cells_with_the_group_at_their_left() {
    check(
        "
             거 래 명 세 서

┌────┬──────┬────────────────┬────┬──────┬──────────────┐
│ 매 │ 상호 │ 별무리상사(주) │ 매 │ 상호 │ 모래내식당   │
│ 도 ├──────┼────────────────┤ 수 ├──────┼──────────────┤
│ 인 │ 성명 │ 나은솔         │ 인 │ 성명 │ 도한빛       │
├────┴──────┼────────────────┼────┴──────┼──────────────┤
│ 작성일자  │ 공급가액       │ 세액      │ 합계금액     │
├───────────┼────────────────┼───────────┼──────────────┤
│2031-05-06 │ 200,000        │ 20,000    │ 220,000      │
└───────────┴────────────────┴───────────┴──────────────┘
",
        expect![[r#"
            invoice 거래명세서
            상호/매도인 = party 별무리상사(주) (company)
            상호/매수인 = party 모래내식당 (company)
            성명/매도인 = party 나은솔 (person)
            성명/매수인 = party 도한빛 (person)
            작성일자 = date 2031-05-06 (issue_date)
            공급가액 = money KRW 200000 (supply)
            세액 = money KRW 20000 (vat)
            합계금액 = money KRW 220000 (grand_total)
        "#]],
    );
}

#[test]
fn clauses_give_values_under_what_they_speak_of() {
    check(
        "
                 청 소 용 역 계 약 서

주식회사 새벽별(이하 \"갑\"이라 한다)과 맑은터 주식회사(이하 \"을\"이라 한다)는 다음과 같이 계약한다.

제3조 (대금)
1. 계약금: 계약금액의 10%인 금 1,200,000원
2. 잔금: 금 10,800,000원

제5조 (지체상금)
을이 기한을 지키지 못한 때에는 계약금액의 1,000분의 2에 해당하는 지체상금을 납부한다.

제7조 (비밀유지)
이 의무는 계약 종료 후 2년간 존속한다.

                   2031년 3월 9일
",
        expect![[r#"
            contract 청소용역계약서
            갑/청소용역계약서 = party 주식회사 새벽별 (client)
            을/청소용역계약서 = party 맑은터 주식회사 (contractor)
            계약금 = rate 1/10 (deposit)
            계약금 = money KRW 1200000 (deposit)
            잔금 = money KRW 10800000 (balance)
            지체상금 = rate 1/500 (delay_rate)
            비밀유지 = period 2 years (confidentiality)
            청소용역계약서/계약 = date 2031-03-09
        "#]],
    );
}

#[test]
fn an_english_invoice_without_rulings() {
    check(
        "
 Juniper Lane Tools                                       INVOICE
 14 Juniper Lane, Bend, OR 97701
 mail@juniper.example

 Bill to                              Invoice no.   JL-55
 Otter Creek Farm LLC                 Date          March 4, 2031

 Description            Qty    Unit price      Amount
 Hand plow                2        140.00      280.00
 Seed tray, large        10          3.55       35.50

                               Subtotal       $315.50
                               Tax (8%)        $25.24
                               Total          $340.74
",
        expect![[r#"
            invoice INVOICE
            INVOICE = party Juniper Lane Tools
            INVOICE = email mail@juniper.example
            Invoice no. = text JL-55 (document_number)
            Bill to = party Otter Creek Farm LLC (buyer)
            Date = date 2031-03-04 (issue_date)
            Qty = quantity 2 (quantity) [0,1]
            Unit price = money USD 140.00 (unit_price) [0,2]
            Amount = money USD 280.00 (amount) [0,3]
            Qty = quantity 10 (quantity) [1,1]
            Unit price = money USD 3.55 (unit_price) [1,2]
            Amount = money USD 35.50 (amount) [1,3]
            Subtotal/Amount = money USD 315.50 (subtotal)
            Tax = rate 2/25 (vat)
            Tax/Amount = money USD 25.24 (vat)
            Total/Amount = money USD 340.74 (grand_total)
            Items Description | Qty | Unit price | Amount
              Hand plow | 2 | 140.00 | 280.00
              Seed tray, large | 10 | 3.55 | 35.50
              Σ column 3 rows (0, 2) = USD 315.50
              Σ column 3 rows (0, 2) = USD 25.24
              Σ column 3 rows (0, 2) = USD 340.74
        "#]],
    );
}

#[test]
fn a_table_goes_on_on_the_next_page() {
    let page = "
 거래명세서

 ┌────────┬──────┬────────┬─────────┐
 │ 품명   │ 수량 │ 단가   │ 금액    │
 ├────────┼──────┼────────┼─────────┤
 │ 등나무 │    2 │  1,500 │   3,000 │
 └────────┴──────┴────────┴─────────┘
\u{c}

 ┌────────┬──────┬────────┬─────────┐
 │ 대나무 │    4 │  2,500 │  10,000 │
 ├────────┴──────┴────────┼─────────┤
 │ 합계                   │  13,000 │
 └────────────────────────┴─────────┘
";
    check(page, expect![[r#"
        invoice 거래명세서
        수량 = quantity 2 (quantity) [0,1]
        단가 = money KRW 1500 (unit_price) [0,2]
        금액 = money KRW 3000 (amount) [0,3]
        수량 = quantity 4 (quantity) [1,1]
        단가 = money KRW 2500 (unit_price) [1,2]
        금액 = money KRW 10000 (amount) [1,3]
        합계/금액 = money KRW 13000 (grand_total)
        Items 품명 | 수량 | 단가 | 금액
          등나무 | 2 | 1,500 | 3,000
          대나무 | 4 | 2,500 | 10,000
          Σ column 3 rows (0, 2) = KRW 13000
    "#]]);
}

#[test]
fn an_aligned_table_goes_on_under_its_repeated_header() {
    let page = "
 거래처원장

 일자          적요           매출액        잔액
 2031-01-03    이월                       40,000
 2031-01-09    벽지           12,000      52,000
\u{c}
 일자          적요           매출액        잔액
 2031-01-15    장판            8,000      60,000
\u{c}
 2031-01-20    본드            1,000      61,000
";
    check(page, expect![[r#"
        statement 거래처원장
        일자 = date 2031-01-03 (row_date) [0,0]
        잔액 = money KRW 40000 (running_balance) [0,3]
        일자 = date 2031-01-09 (row_date) [1,0]
        매출액 = money KRW 12000 (debit) [1,2]
        잔액 = money KRW 52000 (running_balance) [1,3]
        일자 = date 2031-01-15 (row_date) [2,0]
        매출액 = money KRW 8000 (debit) [2,2]
        잔액 = money KRW 60000 (running_balance) [2,3]
        일자 = date 2031-01-20 (row_date) [3,0]
        매출액 = money KRW 1000 (debit) [3,2]
        잔액 = money KRW 61000 (running_balance) [3,3]
        Items 일자 | 적요 | 매출액 | 잔액
          2031-01-03 | 이월 |  | 40,000
          2031-01-09 | 벽지 | 12,000 | 52,000
          2031-01-15 | 장판 | 8,000 | 60,000
          2031-01-20 | 본드 | 1,000 | 61,000
    "#]]);
}
