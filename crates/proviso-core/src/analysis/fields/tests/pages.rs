//! Columns of prose, paragraphs over page breaks, headers of several lines, groups of rows.

use expect_test::expect;

use super::check;

#[test]
fn prose_in_two_columns_is_read_column_by_column() {
    check(
        "
                         물품 공급 계약서

 제1조(물품) 을이 공급할 물품은         제3조(납품) 을은 물품을 갑의
 커넥터이며 수량은 4,000개, 단가는      공장에 2031년 8월 29일까지 전부
 개당 412.5원으로 하고 을은 이를        납품하여야 하며, 갑은 이를
 성실하게 제작하여 공급하여야 하며      성실하게 검수하여야 하고, 검수는
 제2조(대금) 대금은 1,650,000원으로     납품 후 7일 이내에 마쳐야 한다.
 하고 갑은 그 가운데 30%인 금           제4조(보증) 보증기간은 납품한
 495,000원을 먼저 지급하며 나머지       날로부터 18개월로 하고 을은 그
 금액은 검수한 뒤에 지급하기로 하고     동안 하자를 보수하여야 하며 이는
",
        expect![[r#"
            contract 물품공급계약서
            수량 = quantity 4000 (quantity)
            검수 = date 2031-08-29
            단가 = money KRW 412.5 (unit_price)
            대금 = money KRW 1650000 (contract_price)
            검수 = period 7 days (inspection)
            대금 = rate 3/10
            금액 = money KRW 495000 (amount)
            보증기간 = period 18 months (warranty)
        "#]],
    );
}

#[test]
fn a_sentence_goes_on_on_the_next_page() {
    check(
        "
                         용역 계약서

 제1조 (대금) 갑은 을에게 용역의 대가로 착수금 3,300,000원을 계약한 날에 지급하고, 잔금으로
\u{c} 7,700,000원을 결과물을 받은 뒤 14일 이내에 지급한다.
 제2조 (기타) 이 계약에 없는 것은 서로 협의하여 정한다.
",
        expect![[r#"
            contract 용역계약서
            착수금 = money KRW 3300000 (deposit)
            잔금 = money KRW 7700000 (balance)
            대금 = period 14 days
        "#]],
    );
}

#[test]
fn a_header_of_two_lines_heads_the_columns() {
    check(
        "
                         Rechnung

        Artikel-Nr.         Menge    Einzelpreis     Gesamt
 Pos.   Bezeichnung         Einheit  EUR             EUR
 1      Trommel, gummiert   12       64,90           778,80
 2      Strahler 200 W      8        118,50          948,00
",
        expect![[r#"
            invoice Rechnung
            Menge Einheit = quantity 12 (quantity) [0,2]
            Einzelpreis EUR = money EUR 64.90 (unit_price) [0,3]
            Gesamt EUR = money EUR 778.80 (amount) [0,4]
            Menge Einheit = quantity 8 (quantity) [1,2]
            Einzelpreis EUR = money EUR 118.50 (unit_price) [1,3]
            Gesamt EUR = money EUR 948.00 (amount) [1,4]
            Items Pos. | Artikel-Nr. Bezeichnung | Menge Einheit | Einzelpreis EUR | Gesamt EUR
              1 | Trommel, gummiert | 12 | 64,90 | 778,80
              2 | Strahler 200 W | 8 | 118,50 | 948,00
        "#]],
    );
}

#[test]
fn a_heading_over_a_group_of_rows_is_no_row() {
    check(
        "
                   견적서
┌──────────┬──────┬─────────┬─────────┐
│ 품명     │ 수량 │ 단가    │ 금액    │
├──────────┴──────┴─────────┴─────────┤
│ 가. 장비                            │
├──────────┬──────┬─────────┬─────────┤
│ 선반     │ 2    │ 45,000  │ 90,000  │
├──────────┼──────┼─────────┼─────────┤
│ 상자     │ 3    │ 12,500  │ 37,500  │
└──────────┴──────┴─────────┴─────────┘
",
        expect![[r#"
            quotation 견적서
            수량 = quantity 2 (quantity) [0,1]
            단가 = money KRW 45000 (unit_price) [0,2]
            금액 = money KRW 90000 (amount) [0,3]
            수량 = quantity 3 (quantity) [1,1]
            단가 = money KRW 12500 (unit_price) [1,2]
            금액 = money KRW 37500 (amount) [1,3]
            Items 품명 | 수량 | 단가 | 금액
              선반 | 2 | 45,000 | 90,000
              상자 | 3 | 12,500 | 37,500
        "#]],
    );
}

#[test]
fn boxes_with_the_label_above_the_value() {
    check(
        "
                 급여명세서
┌────────────┬────────────┬────────────┐
│ 성명       │ 지급일     │ 사번       │
│ 봄누리     │ 2031.5.9   │ 00731      │
└────────────┴────────────┴────────────┘
",
        expect![[r#"
            payslip 급여명세서
            성명 = party 봄누리 (employee)
            지급일 = date 2031-05-09 (pay_date)
            사번 = text 00731 (document_number)
        "#]],
    );
}

#[test]
fn dots_lead_to_a_value() {
    check(
        "
                 견적서

 운송비 ·········· 35,000원
 합계 ............ 1,235,000원
",
        expect![[r#"
            quotation 견적서
            운송비 = money KRW 35000 (shipping)
            합계 = money KRW 1235000 (grand_total)
        "#]],
    );
}

#[test]
fn a_further_cell_says_more_of_the_amount_before_it() {
    check(
        "
                 공급 계약서
┌────────┬───────────────────┬──────────────┐
│ 선급금 │ 3,300,000원 (30%) │ 2031. 7. 31. │
├────────┼───────────────────┼──────────────┤
│ 잔금   │ 7,700,000원       │ 2031. 9. 30. │
└────────┴───────────────────┴──────────────┘
",
        expect![[r#"
            contract 공급계약서
            선급금 = money KRW 3300000 (deposit)
            선급금 = rate 3/10 (deposit)
            선급금 = date 2031-07-31 (deposit)
            잔금 = money KRW 7700000 (balance)
            잔금 = date 2031-09-30 (balance)
        "#]],
    );
}

#[test]
fn rows_below_the_first_total_are_no_items() {
    check(
        "
                          TAX INVOICE

 Description              Hours    Rate      Net
 Roof appraisal           14.5     £95.00    £1,377.50
 Drawing amendments       9.25     £78.00    £721.50
                          Net total          £2,099.00
                          VAT @ 20%          £419.80
                          Credit note 88     £100.00
                          Total payable      £2,418.80
",
        expect![[r#"
            invoice TAX INVOICE
            Hours = quantity 14.5 (quantity) [0,1]
            Rate = money GBP 95.00 (unit_price) [0,2]
            Net = money GBP 1377.50 (amount) [0,3]
            Hours = quantity 9.25 (quantity) [1,1]
            Rate = money GBP 78.00 (unit_price) [1,2]
            Net = money GBP 721.50 (amount) [1,3]
            Net total/Net = money GBP 2099.00 (supply)
            VAT = rate 1/5 (vat)
            VAT @ 20%/Net = money GBP 419.80 (vat)
            Credit note 88/Net = money GBP 100.00
            Total payable/Net = money GBP 2418.80 (grand_total)
            Items Description | Hours | Rate | Net
              Roof appraisal | 14.5 | £95.00 | £1,377.50
              Drawing amendments | 9.25 | £78.00 | £721.50
              Σ column 3 rows (0, 2) = GBP 2099.00
              Σ column 3 rows (0, 2) = GBP 419.80
              Σ column 3 rows (0, 2) = GBP 100.00
              Σ column 3 rows (0, 2) = GBP 2418.80
        "#]],
    );
}

#[test]
fn a_formula_has_one_price() {
    check(
        "
                 품의서
                                      (단위: 천원)
┌──────────┬──────────────────────┬─────────┐
│ 구분     │ 산출근거             │ 금액    │
├──────────┼──────────────────────┼─────────┤
│ 현장인력 │ 120 × 4명 × 10일     │ 4,800   │
├──────────┼──────────────────────┼─────────┤
│ 사은품   │ 2.5 × 1,200개        │ 3,000   │
└──────────┴──────────────────────┴─────────┘
 연장수당 : 시급 14,167원 × 15시간 × 1.5
",
        expect![[r#"
            approval 품의서
            현장인력/산출근거 = money KRW 120000 (calculation)
            현장인력/산출근거 = quantity 4 (calculation)
            현장인력/산출근거 = quantity 10 (calculation)
            현장인력/금액 = money KRW 4800000 (amount)
            사은품/산출근거 = money KRW 2500 (calculation)
            사은품/산출근거 = quantity 1200 (calculation)
            사은품/금액 = money KRW 3000000 (amount)
            시급 = money KRW 14167 (unit_price)
            연장수당 = quantity 15 (allowance)
            연장수당 = quantity 1.5 (allowance)
            Other 구분 | 산출근거 | 금액
              현장인력 | 120 × 4명 × 10일 | 4,800
              사은품 | 2.5 × 1,200개 | 3,000
        "#]],
    );
}

#[test]
fn a_subtotal_close_to_its_amount_ends_a_group() {
    check(
        "
                          INVOICE

 Description              Quantity    Unit Price      Amount

 Beeswax XL                   1.00         42.00     $ 42.00
 Office chair                 1.00         70.00     $ 70.00

                                            Subtotal $ 112.00

 Olive oil                    2.00          3.00     $  6.00
 Truffles                    15.00         10.00     $ 150.00

                                            Subtotal $ 156.00
",
        expect![[r#"
            invoice INVOICE
            Quantity = quantity 1.00 (quantity) [0,1]
            Unit Price = money USD 42.00 (unit_price) [0,2]
            Amount = money USD 42.00 (amount) [0,3]
            Quantity = quantity 1.00 (quantity) [1,1]
            Unit Price = money USD 70.00 (unit_price) [1,2]
            Amount = money USD 70.00 (amount) [1,3]
            Subtotal/Amount = money USD 112.00 (subtotal)
            Quantity = quantity 2.00 (quantity) [2,1]
            Unit Price = money USD 3.00 (unit_price) [2,2]
            Amount = money USD 6.00 (amount) [2,3]
            Quantity = quantity 15.00 (quantity) [3,1]
            Unit Price = money USD 10.00 (unit_price) [3,2]
            Amount = money USD 150.00 (amount) [3,3]
            Subtotal/Amount = money USD 156.00 (subtotal)
            Items Description | Quantity | Unit Price | Amount
              Beeswax XL | 1.00 | 42.00 | $ 42.00
              Office chair | 1.00 | 70.00 | $ 70.00
              Olive oil | 2.00 | 3.00 | $ 6.00
              Truffles | 15.00 | 10.00 | $ 150.00
              Σ column 3 rows (0, 2) = USD 112.00
              Σ column 3 rows (2, 4) = USD 156.00
        "#]],
    );
}

#[test]
fn year_month_and_day_in_columns_of_their_own_are_one_date() {
    check(
        "
                     계산서
┌──────────────┬───────────────────┐
│ 작성         │ 공급가액          │
├────┬────┬────┼─────────┬─────────┤
│ 년 │ 월 │ 일 │ 공란수  │ 금액    │
├────┼────┼────┼─────────┼─────────┤
│2031│ 5  │ 30 │ 5       │ 118,800 │
└────┴────┴────┴─────────┴─────────┘
",
        expect![[r#"
            invoice 계산서
            작성 = date 2031-05-30 (issue_date)
            공란수/공급가액 = quantity 5 (blank_places)
            금액/공급가액 = money KRW 118800 (amount)
        "#]],
    );
}

#[test]
fn two_lines_at_the_foot_of_one_page_are_no_footer() {
    let page = format!(
        "
                     계약서
{}
 도급인 (주)한봄
 사업자등록번호 : 828-81-13197
 수급인 (주)새별
 사업자등록번호 : 774-87-83568
",
        "\n".repeat(57)
    );
    check(
        &page,
        expect![[r#"
        contract 계약서
        도급인 = party (주)한봄 (client)
        사업자등록번호 = registration_number 828-81-13197 (registration_number)
        수급인 = party (주)새별 (contractor)
        사업자등록번호 = registration_number 774-87-83568 (registration_number)
    "#]],
    );
}

#[test]
fn what_ends_two_pages_with_other_numbers_is_no_footer() {
    let page = |n: u32, sum: &str| {
        let foot = format!(" 합계 : {sum}원\n 한봄상사 정산서 제{n}쪽\n");
        let text = format!("\n 정산서\n 항목 : 운송\n{}{foot}", "\n".repeat(57));
        let mut it = super::sketch::document(&text);
        it.pages[0].number = n;
        it
    };
    let mut document = page(1, "418,300");
    document.pages.extend(page(2, "726,900").pages);
    let it = super::draft(&[document], &super::DocumentTypes::shipped(&[]), None);
    let sums: Vec<String> = it.fields.iter().map(|it| it.value.to_string()).collect();
    assert!(sums.iter().any(|it| it == "KRW 418300"), "{sums:?}");
    assert!(sums.iter().any(|it| it == "KRW 726900"), "{sums:?}");
    let footers = it.fields.iter().filter(|it| it.evidence.text.contains("쪽")).count();
    assert_eq!(footers, 0, "the page's number tells them apart");
}

#[test]
fn entries_of_an_account_are_a_list_and_their_days_have_the_year_of_the_paper() {
    check(
        "
                    거래내역 확인서

 조회기간: 2031.06.01 ~ 2031.06.30

 거래일     적요            찾으신 금액      맡기신 금액          잔액
 06.02     카드대금           120,300                         779,700
 06.05     이자                               1,204          780,904
 06.10     사무실 임차료       330,000                         450,904
",
        expect![[r#"
            statement 거래내역확인서
            조회기간 = date 2031-06-01 (billing_period)
            조회기간 = period 2031-06-01/2031-06-30 (billing_period)
            조회기간 = date 2031-06-30 (billing_period)
            거래일 = date 2031-06-02 (row_date) [0,0]
            찾으신금액 = money KRW 120300 (debit) [0,2]
            잔액 = money KRW 779700 (running_balance) [0,4]
            거래일 = date 2031-06-05 (row_date) [1,0]
            맡기신금액 = money KRW 1204 (credit) [1,3]
            잔액 = money KRW 780904 (running_balance) [1,4]
            거래일 = date 2031-06-10 (row_date) [2,0]
            찾으신금액 = money KRW 330000 (debit) [2,2]
            잔액 = money KRW 450904 (running_balance) [2,4]
            Items 거래일 | 적요 | 찾으신금액 | 맡기신금액 | 잔액
              06.02 | 카드대금 | 120,300 |  | 779,700
              06.05 | 이자 |  | 1,204 | 780,904
              06.10 | 사무실 임차료 | 330,000 |  | 450,904
        "#]],
    );
}

#[test]
fn lists_of_different_widths_stand_side_by_side_under_one_header() {
    check(
        "
                                  PAYSLIP

 Payments        Hours     Rate      Amount      Deductions             Amount
 Basic pay       150.00    13.20    1,980.00     PAYE tax               268.80
 Overtime         12.50    19.80      247.50     National Insurance     107.56
 Sleep-in          3.00    55.00      165.00     Pension                119.63
",
        expect![[r#"
            payslip PAYSLIP
            Hours = quantity 150.00 (quantity) [0,1]
            Rate = money USD 13.20 (unit_price) [0,2]
            Amount = money USD 1980.00 (amount) [0,3]
            PAYE tax/Amount = money USD 268.80 (income_tax)
            Hours = quantity 12.50 (quantity) [1,1]
            Rate = money USD 19.80 (unit_price) [1,2]
            Amount = money USD 247.50 (amount) [1,3]
            National Insurance/Amount = money USD 107.56 (health_insurance)
            Hours = quantity 3.00 (quantity) [2,1]
            Rate = money USD 55.00 (unit_price) [2,2]
            Amount = money USD 165.00 (amount) [2,3]
            Pension/Amount = money USD 119.63 (pension)
            Items Payments | Hours | Rate | Amount
              Basic pay | 150.00 | 13.20 | 1,980.00
              Overtime | 12.50 | 19.80 | 247.50
              Sleep-in | 3.00 | 55.00 | 165.00
            Other Deductions | Amount
              PAYE tax | 268.80
              National Insurance | 107.56
              Pension | 119.63
        "#]],
    );
}

#[test]
fn short_words_over_columns_of_numbers_head_a_table_whatever_they_are() {
    check(
        "
                       설비 점검 보고서

 차수      점검일          가동치          보정치          남은치
 가        2031.02.03      1,200,000       30,000          1,170,000
 나        2031.02.10      1,100,000       20,000          1,080,000
 다        2031.02.17      1,000,000       10,000            990,000
",
        expect![[r#"
            statement 설비점검보고서
            점검일 = date 2031-02-03 [0,1]
            가동치 = money KRW 1200000 [0,2]
            보정치 = money KRW 30000 [0,3]
            남은치 = money KRW 1170000 [0,4]
            점검일 = date 2031-02-10 [1,1]
            가동치 = money KRW 1100000 [1,2]
            보정치 = money KRW 20000 [1,3]
            남은치 = money KRW 1080000 [1,4]
            점검일 = date 2031-02-17 [2,1]
            가동치 = money KRW 1000000 [2,2]
            보정치 = money KRW 10000 [2,3]
            남은치 = money KRW 990000 [2,4]
            Items 차수 | 점검일 | 가동치 | 보정치 | 남은치
              가 | 2031.02.03 | 1,200,000 | 30,000 | 1,170,000
              나 | 2031.02.10 | 1,100,000 | 20,000 | 1,080,000
              다 | 2031.02.17 | 1,000,000 | 10,000 | 990,000
        "#]],
    );
}

#[test]
fn groups_have_headings_and_a_ladder_below_them_is_no_item() {
    check(
        "
                                견 적 서

           품명              규격         단위      수량       단가         금액         비고
1. 철거공사
           칸막이 철거       h2.4m        식          42      13,500      567,000
           폐기물 처리       혼합         톤           3     185,000      555,000
                                                              소계      1,122,000
          직접공사비 계                                                 1,122,000
          공과잡비 (직접공사비의 3.5%)                                      39,270       원 미만 버림
          합계                                                          1,161,270
",
        expect![[r#"
            quotation 견적서
            수량 = quantity 42 (quantity) [0,3]
            단가 = money KRW 13500 (unit_price) [0,4]
            금액 = money KRW 567000 (amount) [0,5]
            수량 = quantity 3 (quantity) [1,3]
            단가 = money KRW 185000 (unit_price) [1,4]
            금액 = money KRW 555000 (amount) [1,5]
            소계/금액 = money KRW 1122000 (subtotal)
            직접공사비계/금액 = money KRW 1122000
            공과잡비 = rate 7/200
            공과잡비/금액 = money KRW 39270
            합계/금액 = money KRW 1161270 (grand_total)
            Items 품명 | 규격 | 단위 | 수량 | 단가 | 금액 | 비고
              칸막이 철거 | h2.4m | 식 | 42 | 13,500 | 567,000 | 
              폐기물 처리 | 혼합 | 톤 | 3 | 185,000 | 555,000 | 
              Σ column 5 rows (0, 2) = KRW 1122000
              Σ column 5 rows (0, 2) = KRW 1122000
              Σ column 5 rows (0, 2) = KRW 39270
              Σ column 5 rows (0, 2) = KRW 1161270
        "#]],
    );
}

#[test]
fn lists_under_bracketed_headings_are_lists_of_their_own() {
    check(
        "
                                급여명세서

 산정기간                        시급             생년월일
 2031.03.01 ~ 2031.03.31         11,250원         1998.07.21

 [ 지급 ]                               [ 공제 ]
 기본급              1,890,000          국민연금           123,500
 주휴수당              360,000          소득세              41,830

 과세대상액          지급총액 - 식대 = 2,745,000원
 고용보험료          과세대상액 × 0.9% (10원 미만 버림)
",
        expect![[r#"
            payslip 급여명세서
            산정기간 = date 2031-03-01 (billing_period)
            산정기간 = period 2031-03-01/2031-03-31 (billing_period)
            산정기간 = date 2031-03-31 (billing_period)
            시급 = money KRW 11250 (hourly_wage)
            생년월일 = date 1998-07-21 (birth_date)
            기본급 = money KRW 1890000 (base_pay)
            국민연금 = money KRW 123500 (pension)
            주휴수당 = money KRW 360000 (holiday_pay)
            소득세 = money KRW 41830 (income_tax)
            과세대상액 = money KRW 2745000 (assessment_base)
            고용보험료 = rate 9/1000 (employment_insurance)
        "#]],
    );
}

#[test]
fn a_letterhead_says_several_things_in_a_line() {
    check(
        "
                            Statement of Account
 Greyfell Pump Service LLC
 58 Mill Road, Albany, NY 12204 · (518) 555-0177 · desk@greyfell.example
",
        expect![[r#"
            statement Statement of Account
            Statement of Account = party Greyfell Pump Service LLC
            Statement of Account = text 58 Mill Road, Albany, NY 12204
            Statement of Account = phone (518) 555-0177
            Statement of Account = email desk@greyfell.example
        "#]],
    );
}

#[test]
fn bare_numbers_that_the_price_makes_an_amount_of_are_stocks() {
    check(
        "
                                  수불부

 품번       품명           전기이월      입고      출고      재고      단가      재고금액
 BX-110     골판지 상자       1,840     3,000     3,275     1,565       312       488,280
 BX-220     서류 봉투           960     1,500     1,712       748       455       340,340
 TP-050     박스 테이프         412       600       538       474       890       421,860
",
        expect![[r#"
            statement 수불부
            전기이월 = quantity 1840 [0,2]
            입고 = quantity 3000 [0,3]
            출고 = quantity 3275 [0,4]
            재고 = quantity 1565 [0,5]
            단가 = money KRW 312 (unit_price) [0,6]
            재고금액 = money KRW 488280 [0,7]
            전기이월 = quantity 960 [1,2]
            입고 = quantity 1500 [1,3]
            출고 = quantity 1712 [1,4]
            재고 = quantity 748 [1,5]
            단가 = money KRW 455 (unit_price) [1,6]
            재고금액 = money KRW 340340 [1,7]
            전기이월 = quantity 412 [2,2]
            입고 = quantity 600 [2,3]
            출고 = quantity 538 [2,4]
            재고 = quantity 474 [2,5]
            단가 = money KRW 890 (unit_price) [2,6]
            재고금액 = money KRW 421860 [2,7]
            Items 품번 | 품명 | 전기이월 | 입고 | 출고 | 재고 | 단가 | 재고금액
              BX-110 | 골판지 상자 | 1,840 | 3,000 | 3,275 | 1,565 | 312 | 488,280
              BX-220 | 서류 봉투 | 960 | 1,500 | 1,712 | 748 | 455 | 340,340
              TP-050 | 박스 테이프 | 412 | 600 | 538 | 474 | 890 | 421,860
        "#]],
    );
}
