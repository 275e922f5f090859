//! Fields and tables found on pages drawn by `sketch`: what a person would find there.

mod edges;
mod forms;
mod groups;
mod left;
mod names;
mod offices;
mod pages;
mod sentences;
mod thousands;
mod told;
mod units;

use expect_test::{Expect, expect};

use super::super::layout::sketch;
use super::draft;
use crate::doctype::DocumentTypes;

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
    check_with(&DocumentTypes::shipped(&[]), text, expect);
}

#[test]
fn a_new_type_is_a_new_file() {
    let lunch = r#"
        name = "lunch"
        titles = ["도시락 배달표"]
        label = [{ meaning = "boxes", kind = "quantity", ko = ["도시락 수"] }]
    "#;
    check_with(
        &DocumentTypes::shipped(&[("lunch.toml", lunch)]),
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
fn numbers_at_the_right_of_wide_columns_stand_under_headers_at_the_left() {
    check(
        "
                    Invoice

 Invoice date: 2031-03-02
 Currency: USD

 Description                  Quantity          Unit price        Amount
 Pump maintenance                            3          1,200.00          3,600.00
 Travel                                     12             40.50            486.00
 Spare parts                                 7             15.00            105.00
 Total                                                                    4,191.00
",
        expect![[r#"
            invoice Invoice
            Invoice date = date 2031-03-02 (issue_date)
            Currency = text USD (currency)
            Quantity = quantity 3 (quantity) [0,1]
            Unit price = money USD 1200.00 (unit_price) [0,2]
            Amount = money USD 3600.00 (amount) [0,3]
            Quantity = quantity 12 (quantity) [1,1]
            Unit price = money USD 40.50 (unit_price) [1,2]
            Amount = money USD 486.00 (amount) [1,3]
            Quantity = quantity 7 (quantity) [2,1]
            Unit price = money USD 15.00 (unit_price) [2,2]
            Amount = money USD 105.00 (amount) [2,3]
            Total/Amount = money USD 4191.00 (grand_total)
            Items Description | Quantity | Unit price | Amount
              Pump maintenance | 3 | 1,200.00 | 3,600.00
              Travel | 12 | 40.50 | 486.00
              Spare parts | 7 | 15.00 | 105.00
              Σ column 3 rows (0, 3) = USD 4191.00
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
            Juniper Lane Tools = text 14 Juniper Lane, Bend, OR 97701
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
    check(
        page,
        expect![[r#"
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
    "#]],
    );
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
    check(
        page,
        expect![[r#"
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
    "#]],
    );
}

#[test]
fn every_meaning_is_documented() {
    let readme = include_str!("../../../../../document-types/README.md");
    let types = DocumentTypes::shipped(&[]);
    let all = types.types.iter().chain([&types.common]).flat_map(|it| &it.labels);
    let missing: Vec<&str> = all
        .map(|it| it.meaning.as_str())
        .filter(|it| !readme.contains(&format!("`{it}`")))
        .collect();
    assert_eq!(missing, Vec::<&str>::new(), "meanings that rules may use");
}

#[test]
fn one_wrong_syllable_of_a_recognized_title_is_forgiven_and_of_a_printed_one_not() {
    let mut document = sketch::document("            줄장비 정산서\n\n작성일: 2025년 3월 4일");
    let types = DocumentTypes::shipped(&[]);
    let kind = |it| draft(&[it], &types, None).document_type;
    assert_eq!(kind(document.clone()), "statement", "as it is printed");
    for word in document.pages.iter_mut().flat_map(|it| &mut it.lines).flat_map(|it| &mut it.words)
    {
        word.confidence = 0.8;
    }
    assert_eq!(kind(document), "approval", "travel expenses are approved");
}

#[test]
fn a_chosen_type_wins_over_the_title() {
    let document = sketch::document("\n          견 적 서\n\n 합계 : 3,000원\n");
    let types = DocumentTypes::shipped(&[]);
    let said = draft(std::slice::from_ref(&document), &types, Some("invoice"));
    assert_eq!(said.document_type, "invoice", "a person said so");
    let unknown = draft(std::slice::from_ref(&document), &types, Some("nothing"));
    assert_eq!(unknown.document_type, "quotation", "the title says so");
    let notes: Vec<&str> = unknown.notes.iter().map(|it| it.en.as_str()).collect();
    assert_eq!(notes, ["there is no document type `nothing`"]);
}

#[test]
fn a_document_without_words_is_no_error() {
    let it = draft(&[sketch::document("")], &DocumentTypes::shipped(&[]), None);
    assert_eq!((it.fields.len(), it.tables.len(), it.notes.len()), (0, 0, 1), "only a note");
    assert_eq!(
        draft(&[], &DocumentTypes::shipped(&[]), None).document_type,
        "",
        "nothing was given"
    );
}

#[test]
fn a_schedule_is_named_by_rows_and_columns_and_counts_in_its_unit() {
    check(
        "
              전시장 임대차 계약서

 제4조 (대금의 지급)
                                            (단위: 천원)
 구분        비율      지급금액       지급기일
 계약금       10%         1,200     2031.02.01
 잔금         90%        10,800     2031.03.02
 합계        100%        12,000
",
        expect![[r#"
            contract 전시장임대차계약서
            계약금/비율 = rate 1/10 (deposit)
            계약금/지급금액 = money KRW 1200000 (deposit)
            계약금/지급기일 = date 2031-02-01 (deposit)
            잔금/비율 = rate 9/10 (balance)
            잔금/지급금액 = money KRW 10800000 (balance)
            잔금/지급기일 = date 2031-03-02 (balance)
            합계/비율 = rate 1
            합계/지급금액 = money KRW 12000000 (grand_total)
            Other 구분 | 비율 | 지급금액 | 지급기일
              계약금 | 10% | 1,200 | 2031.02.01
              잔금 | 90% | 10,800 | 2031.03.02
              Σ column 1 rows (0, 2) = 1
              Σ column 2 rows (0, 2) = KRW 12000000
        "#]],
    );
}

#[test]
fn months_and_days_in_columns_of_their_own_make_dates() {
    check(
        "
              세 금 계 산 서
 ┌────┬────┬────────┬──────┬────────┬─────────┬────────┐
 │ 월 │ 일 │ 품목   │ 수량 │ 단가   │ 공급가액│ 세액   │
 ├────┼────┼────────┼──────┼────────┼─────────┼────────┤
 │ 03 │ 07 │ 유리컵 │   12 │  2,000 │  24,000 │  2,400 │
 └────┴────┴────────┴──────┴────────┴─────────┴────────┘
  작성일자  2031-03-31
",
        expect![[r#"
            invoice 세금계산서
            월일 = date 2031-03-07 (row_date) [0,0]
            수량 = quantity 12 (quantity) [0,3]
            단가 = money KRW 2000 (unit_price) [0,4]
            공급가액 = money KRW 24000 (supply) [0,5]
            세액 = money KRW 2400 (vat) [0,6]
            작성일자 = date 2031-03-31 (issue_date)
            Items 월 | 일 | 품목 | 수량 | 단가 | 공급가액 | 세액
              03 | 07 | 유리컵 | 12 | 2,000 | 24,000 | 2,400
        "#]],
    );
}

#[test]
fn lines_of_one_cell_belong_to_the_nearer_row_and_notes_interrupt_tables() {
    check(
        "
                INVOICE

 Description            Qty    Unit price      Amount

 Oak shelf
                          2        45.00        90.00
 60 x 20 cm
 Please note: assembled on delivery
 Pine box                 1        12.50        12.50
 Total                                         102.50
",
        expect![[r#"
            invoice INVOICE
            Qty = quantity 2 (quantity) [0,1]
            Unit price = money USD 45.00 (unit_price) [0,2]
            Amount = money USD 90.00 (amount) [0,3]
            Qty = quantity 1 (quantity) [1,1]
            Unit price = money USD 12.50 (unit_price) [1,2]
            Amount = money USD 12.50 (amount) [1,3]
            Total/Amount = money USD 102.50 (grand_total)
            Items Description | Qty | Unit price | Amount
              Oak shelf 60 x 20 cm | 2 | 45.00 | 90.00
              Pine box | 1 | 12.50 | 12.50
              Σ column 3 rows (0, 2) = USD 102.50
        "#]],
    );
}

#[test]
fn signatures_name_the_parties_under_their_roles() {
    check(
        "
                 물품 공급 계약서

              2031년   4월   5일

 공급자 (갑)                          공급받는자 (을)
 충청북도 제천시 바람길 3             경기도 안성시 들꽃로 8
 주식회사 한들                        미래상사
 대표이사 차돌이 (인)                 대표 고운비 (인)
",
        expect![[r#"
            contract 물품공급계약서
            물품공급계약서/계약 = date 2031-04-05
            공급자/갑 = text 충청북도 제천시 바람길 3
            공급받는자/을 = text 경기도 안성시 들꽃로 8
            공급자/갑 = party 주식회사 한들 (contractor)
            공급받는자/을 = party 미래상사 (buyer)
            대표이사/공급자/갑 = party 차돌이 (representative)
            대표/공급받는자/을 = party 고운비 (representative)
        "#]],
    );
}

#[test]
fn a_note_of_thousands_does_not_reach_what_adds_up_with_an_amount_in_won() {
    check(
        "
                           예산 검토서
                                                        (단위: 천원)
 항목             계획           집행
 인건비        2,248,420      1,112,300
 자재비          712,810        402,150
 합계          2,961,230      1,514,450
 계약금액   7,846,300,000원
 예산현액           기계약           금회증액         잔액
 8,200,000,000     7,846,300,000    236,468,000     117,232,000
",
        expect![[r#"
            other 
            인건비/계획 = money KRW 2248420000 (charge)
            인건비/집행 = money KRW 1112300000 (charge)
            자재비/계획 = money KRW 712810000
            자재비/집행 = money KRW 402150000
            합계/계획 = money KRW 2961230000 (grand_total)
            합계/집행 = money KRW 1514450000 (grand_total)
            계약금액예산현액/계획 = money KRW 7846300000
            예산현액 = money KRW 8200000000 (budget)
            8,200,000,000/계획 = money KRW 7846300000
            8,200,000,000/집행 = money KRW 236468000
            8,200,000,000/집행 = money KRW 117232000
            Other 항목 | 계획 | 집행
              인건비 | 2,248,420 | 1,112,300
              자재비 | 712,810 | 402,150
              계약금액 예산현액 | 7,846,300,000원 기계약 | 금회증액 잔액
              8,200,000,000 | 7,846,300,000 | 236,468,000 117,232,000
              Σ column 1 rows (0, 2) = KRW 2961230000
              Σ column 2 rows (0, 2) = KRW 1514450000
        "#]],
    );
}
