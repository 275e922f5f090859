//! Forms and tables as offices write them in word processors and spreadsheets.

use expect_test::expect;

use super::check;

#[test]
fn a_table_of_parties_asks_each_of_them_the_same() {
    check(
        "
                     물품 구매 계약서

┌────────────────┬────────────────────┬──────────────────┐
│                │ 갑 (수요기관)      │ 을 (공급자)      │
├────────────────┼────────────────────┼──────────────────┤
│ 상 호          │ 모래내문화재단     │ 주식회사 별무리  │
├────────────────┼────────────────────┼──────────────────┤
│ 사업자등록번호 │ 123-45-67891       │ 234-56-78901     │
├────────────────┼────────────────────┼──────────────────┤
│ 대표자         │ 이사장 나은솔 (인) │ 대표 도한빛 (인) │
└────────────────┴────────────────────┴──────────────────┘
",
        expect![[r#"
            contract 물품구매계약서
            상호/갑(수요기관) = party 모래내문화재단 (company)
            상호/을(공급자) = party 주식회사 별무리 (company)
            사업자등록번호/갑(수요기관) = registration_number 123-45-67891 (registration_number)
            사업자등록번호/을(공급자) = registration_number 234-56-78901 (registration_number)
            대표자/갑(수요기관) = party 나은솔 (representative)
            대표자/을(공급자) = party 도한빛 (representative)
            Other  | 갑(수요기관) | 을(공급자)
              상호 | 모래내문화재단 | 주식회사 별무리
              사업자등록번호 | 123-45-67891 | 234-56-78901
              대표자 | 이사장 나은솔 (인) | 대표 도한빛 (인)
        "#]],
    );
}

#[test]
fn a_party_s_cell_holds_its_name_its_address_and_more() {
    check(
        "
              COMMERCIAL INVOICE

┌────────┬───────────────────────────┬──────────────┬────────────┐
│ Buyer  │ Larch Hollow LLC          │ Invoice date │ 2031-03-17 │
│        │ 1180 Harbor Avenue,       │              │            │
│        │ Salem, OR 97301           │              │            │
│        │ Tel. +1 503-555-0187      │              │            │
└────────┴───────────────────────────┴──────────────┴────────────┘
",
        expect![[r#"
            invoice COMMERCIAL INVOICE
            Buyer = party Larch Hollow LLC (buyer)
            Invoice date = date 2031-03-17 (issue_date)
            Buyer = text 1180 Harbor Avenue, Salem, OR 97301 (address)
            Tel./Buyer = phone +1 503-555-0187 (phone)
        "#]],
    );
}

#[test]
fn korean_headers_end_with_what_they_count() {
    check(
        "
              용역 계약서

┌────────────┬─────────────────────────────┬──────────────┐
│ 구분       │ 산출 내역                   │ 월 금액(원)  │
├────────────┼─────────────────────────────┼──────────────┤
│ 인건비     │ 미화 2명                    │    4,900,000 │
├────────────┼─────────────────────────────┼──────────────┤
│ 소모품비   │ 정액                        │      620,000 │
├────────────┼─────────────────────────────┼──────────────┤
│ 합계       │                             │    5,520,000 │
└────────────┴─────────────────────────────┴──────────────┘
",
        expect![[r#"
            contract 용역계약서
            인건비/월금액(원) = money KRW 4900000 (charge)
            소모품비/월금액(원) = money KRW 620000 (amount)
            합계/월금액(원) = money KRW 5520000 (grand_total)
            Other 구분 | 산출내역 | 월금액(원)
              인건비 | 미화 2명 | 4,900,000
              소모품비 | 정액 | 620,000
              Σ column 2 rows (0, 2) = KRW 5520000
        "#]],
    );
}

#[test]
fn a_row_names_its_currency_and_the_rate_of_exchange() {
    check(
        "
         Travel Expense Report

┌────────────┬───────────┬──────────┬───────────┬─────────┬───────────┐
│ Date       │ Details   │ Currency │ Amount    │ Rate    │ USD       │
├────────────┼───────────┼──────────┼───────────┼─────────┼───────────┤
│ 2031-02-02 │ Train     │ KRW      │    68,500 │ 0.00072 │     49.32 │
├────────────┼───────────┼──────────┼───────────┼─────────┼───────────┤
│ 2031-02-03 │ Fee       │ USD      │    395.00 │         │    395.00 │
└────────────┴───────────┴──────────┴───────────┴─────────┴───────────┘
",
        expect![[r#"
            approval Travel Expense Report
            Date = date 2031-02-02 (row_date) [0,0]
            Amount = money KRW 68500 (foreign_amount) [0,3]
            Rate = rate 9/12500 (exchange_rate) [0,4]
            USD = money USD 49.32 (amount) [0,5]
            Date = date 2031-02-03 (row_date) [1,0]
            Amount = money USD 395.00 (foreign_amount) [1,3]
            USD = money USD 395.00 (amount) [1,5]
            Items Date | Details | Currency | Amount | Rate | USD
              2031-02-02 | Train | KRW | 68,500 | 0.00072 | 49.32
              2031-02-03 | Fee | USD | 395.00 |  | 395.00
        "#]],
    );
}

#[test]
fn a_copy_s_mark_is_no_name_and_a_full_stop_no_part_of_an_account() {
    check(
        "
              거 래 명 세 서

            (공급받는자 보관용)

 거래일자 : 2031-03-12

 입금계좌 : 301-0092-4471-08.
",
        expect![[r#"
            invoice 거래명세서
            거래일자 = date 2031-03-12 (issue_date)
            입금계좌 = text 301-0092-4471-08 (account)
        "#]],
    );
}

#[test]
fn a_name_that_touches_an_amount_is_that_amount_s() {
    check(
        "
                         용역 계약서

 제1조 (대금) 연간 용역비는 월 용역비의 12개월분인 금 82,200,000원이며, 부가가치세 8,220,000원을 더한
 총 계약금액은 90,420,000원이다.
",
        expect![[r#"
            contract 용역계약서
            대금 = period 12 months
            용역비 = money KRW 82200000 (contract_price)
            부가가치세 = money KRW 8220000 (vat)
            총계약금액 = money KRW 90420000 (contract_price)
        "#]],
    );
}

#[test]
fn signatories_stand_beside_a_title_over_their_names() {
    check(
        "
┌──────────────────┬──────┬────────┬──────────┬────────┐
│                  │      │ 담당   │ 사무국장 │ 이사장 │
│ 지출결의서       │ 결재 ├────────┼──────────┼────────┤
│                  │      │ 변시온 │ 국서윤   │ 추민혁 │
└──────────────────┴──────┴────────┴──────────┴────────┘

 결의일자 : 2031-02-27
",
        expect![[r#"
            approval 지출결의서
            담당 = party 변시온 (person)
            사무국장 = party 국서윤 (person)
            이사장 = party 추민혁 (representative)
            결의일자 = date 2031-02-27 (issue_date)
        "#]],
    );
}

#[test]
fn labels_that_take_turns_with_values_are_no_header() {
    check(
        "
              출장비 정산서

┌───────┬────────────┬────────┬──────────────┐
│ 소 속 │ 현장지원팀 │ 직 급  │ 대리         │
├───────┼────────────┼────────┼──────────────┤
│ 성 명 │ 고은채     │ 정산일 │ 2031-03-17   │
└───────┴────────────┴────────┴──────────────┘
",
        expect![[r#"
            approval 출장비정산서
            소속 = text 현장지원팀 (department)
            직급 = text 대리 (position)
            성명 = party 고은채 (person)
            정산일 = date 2031-03-17 (issue_date)
        "#]],
    );
}

#[test]
fn lists_under_headers_that_end_alike_stand_side_by_side() {
    check(
        "
              급여명세서

┌────────────┬───────────┬────────────┬──────────┐
│ 지급항목   │ 금액(원)  │ 공제항목   │ 금액(원) │
├────────────┼───────────┼────────────┼──────────┤
│ 기본급     │ 2,717,000 │ 국민연금   │  143,500 │
├────────────┼───────────┼────────────┼──────────┤
│ 식대       │   200,000 │ 건강보험   │  113,070 │
├────────────┼───────────┼────────────┼──────────┤
│ 지급액 계  │ 2,917,000 │ 공제액 계  │  256,570 │
└────────────┴───────────┴────────────┴──────────┘
",
        expect![[r#"
            payslip 급여명세서
            기본급/금액(원) = money KRW 2717000 (base_pay)
            국민연금/금액(원) = money KRW 143500 (pension)
            식대/금액(원) = money KRW 200000 (allowance)
            건강보험/금액(원) = money KRW 113070 (health_insurance)
            지급액계/금액(원) = money KRW 2917000 (gross)
            공제액계/금액(원) = money KRW 256570 (deductions)
            Other 지급항목 | 금액(원)
              기본급 | 2,717,000
              식대 | 200,000
              Σ column 1 rows (0, 2) = KRW 2917000
            Other 공제항목 | 금액(원)
              국민연금 | 143,500
              건강보험 | 113,070
              Σ column 1 rows (0, 2) = KRW 256570
        "#]],
    );
}
