//! Statements, payslips, ledgers and budgets of invented people.

use expect_test::expect;

use super::*;

#[test]
fn a_payslip_is_cut_to_ten_won() {
    check(
        "payslip",
        "기본급 [base_pay] = KRW 2875000 ; 국민연금 [pension] = KRW 129370
         직책수당 [allowance] = KRW 180000 ; 소득세 [income_tax] = KRW 74350
         식대 [allowance] = KRW 150000 ; 지방소득세 [local_tax] = KRW 7430
         지급합계 [gross] = KRW 3205000 ; 공제합계 [deductions] = KRW 211150
         실지급액 [net_pay] = KRW 2993850
         para 국민연금: 기준소득월액 {KRW 2875000@기준소득월액} × {4.5%@국민연금} (10원 미만 절사)",
        expect![[r#"
            + rate: 국민연금 129,370원 = 기준소득월액 2,875,000원 × 국민연금 4.5% (10원 미만 절사)
            + local_tax: 지방소득세 7,430원 = 소득세 74,350원 × 10% (10원 미만 절사)
            + column_sum: 지급합계 3,205,000원 = 기본급 2,875,000원 + 직책수당 180,000원 + 식대 150,000원
            + column_sum: 공제합계 211,150원 = 국민연금 129,370원 + 소득세 74,350원 + 지방소득세 7,430원
            + net_pay: 실지급액 2,993,850원 = 지급합계 3,205,000원 − 공제합계 211,150원
        "#]],
    );
}

#[test]
fn a_ledger_carries_its_balance_on() {
    check(
        "statement",
        "table: 일자 [row_date] | 적요 | 차변 [debit] | 대변 [credit] | 잔액 [running_balance]
         | 2025-03-01 | 이월 | | | KRW 1204300
         | 2025-03-04 | 매출 | KRW 387200 | | KRW 1591500
         | 2025-03-11 | 입금 | | KRW 900000 | KRW 691500
         | 2025-03-18 | 매출 | KRW 512600 | | KRW 1240100
         | 2025-03-25 | 매출 | KRW 98300 | | KRW 1338400
         | 2025-03-31 | 입금 | | KRW 700000 | KRW 638400",
        expect![[r#"
            + entries_in_order: 일자 2025-03-01, 일자 2025-03-04, 일자 2025-03-11, 일자 2025-03-18, 일자 2025-03-25, 일자 2025-03-31의 순서로 이어진다
            + column_sum: 잔액 1,591,500원 = 잔액 1,204,300원 + 차변 387,200원
            + column_sum: 잔액 691,500원 = 잔액 1,591,500원 − 대변 900,000원
            ✗ column_sum: 잔액 1,240,100원 ≠ 잔액 691,500원 + 차변 512,600원
                f9 := KRW 548600 mends [3] breaks []
                f10 := KRW 1204100 mends [3] breaks [4]
                f7 := KRW 727500 mends [3] breaks [2]
            + column_sum: 잔액 1,338,400원 = 잔액 1,240,100원 + 차변 98,300원
            + column_sum: 잔액 638,400원 = 잔액 1,338,400원 − 대변 700,000원
        "#]],
    );
}

#[test]
fn retained_tax_is_three_and_three_tenths_percent() {
    check(
        "statement",
        "지급액 = KRW 2750000
         소득세 (3%) = 3% ; 소득세 = KRW 82500
         지방소득세 (10%) = 10% ; 지방소득세 = KRW 8250
         공제 합계 [deductions] = KRW 90750
         차인지급액 [payout] = KRW 2659250",
        expect![[r#"
            + row_sum: 지급액 2,750,000원 = 공제 합계 90,750원 + 차인지급액 2,659,250원
            + rate: 소득세 82,500원 = 지급액 2,750,000원 × 소득세 (3%) 3%
            + rate: 지방소득세 8,250원 = 소득세 82,500원 × 지방소득세 (10%) 10%
            + row_sum: 공제 합계 90,750원 = 소득세 82,500원 + 지방소득세 8,250원
        "#]],
    );
}

#[test]
fn rows_and_columns_cross() {
    check(
        "approval",
        "table: 부서 | 1분기 | 2분기 | 3분기 | 합계
         | 개발 | KRW 1837000 | KRW 2214000 | KRW 1998000 | KRW 6049000
         | 영업 | KRW 742000 | KRW 815000 | KRW 903000 | KRW 2460000
         | 총무 | KRW 318000 | KRW 297000 | KRW 341000 | KRW 965000
         total 1 합계 = KRW 2897000 ; 2 합계 = KRW 3326000 ; 3 합계 = KRW 3242000 ; 4 합계 = KRW 9465000",
        expect![[r#"
            + row_sum: 개발: 합계 6,049,000원 = 1분기 1,837,000원 + 2분기 2,214,000원 + 3분기 1,998,000원
            + row_sum: 영업: 합계 2,460,000원 = 1분기 742,000원 + 2분기 815,000원 + 3분기 903,000원
            ✗ row_sum: 총무: 합계 965,000원 ≠ 1분기 318,000원 + 2분기 297,000원 + 3분기 341,000원
                f11 := KRW 956000 mends [2, 6] breaks []
                f8 := KRW 327000 mends [2] breaks [3]
                f10 := KRW 350000 mends [2] breaks [5]
                f9 := KRW 306000 mends [2] breaks [4]
            + column_sum: 합계 2,897,000원 = 1분기 1,837,000원 + 742,000원 + 318,000원
            + column_sum: 합계 3,326,000원 = 2분기 2,214,000원 + 815,000원 + 297,000원
            + column_sum: 합계 3,242,000원 = 3분기 1,998,000원 + 903,000원 + 341,000원
            ✗ column_sum: 합계 9,465,000원 ≠ 합계 6,049,000원 + 2,460,000원 + 965,000원
                f11 := KRW 956000 mends [2, 6] breaks []
                f3 := KRW 6040000 mends [6] breaks [0]
                f7 := KRW 2451000 mends [6] breaks [1]
                f15 := KRW 9474000 mends [6] breaks [7]
            + row_sum: 합계 9,465,000원 = 합계 2,897,000원 + 3,326,000원 + 3,242,000원
        "#]],
    );
}

#[test]
fn unrelated_round_amounts_are_left_alone() {
    check(
        "contract",
        "보험금액 = KRW 300000000
         배상한도 = KRW 200000000
         위약벌 = KRW 100000000
         경비한도 = KRW 50000000
         수량 = 2 ; 보증금 = KRW 100000000",
        expect![[""]],
    );
}

#[test]
fn a_loan_runs_down() {
    check(
        "statement",
        "대출금액 = KRW 12000000
         table: 회차 | 상환일 [row_date] | 원금 | 이자 | 상환액 | 잔액 [running_balance]
         | 1 | 2025-01-25 | KRW 983470 | KRW 45000 | KRW 1028470 | KRW 11016530
         | 2 | 2025-02-25 | KRW 987158 | KRW 41312 | KRW 1028470 | KRW 10029372
         | 3 | 2025-03-25 | KRW 990860 | KRW 37610 | KRW 1028470 | KRW 9038512
         | 4 | 2025-04-25 | KRW 994576 | KRW 33894 | KRW 1028470 | KRW 8043936
         total 2 합계 = KRW 3956064 ; 3 합계 = KRW 157816 ; 4 합계 = KRW 4113880",
        expect![[r#"
            + entries_in_order: 상환일 2025-01-25, 상환일 2025-02-25, 상환일 2025-03-25, 상환일 2025-04-25의 순서로 이어진다
            + row_sum: 상환액 1,028,470원 = 원금 983,470원 + 이자 45,000원
            + column_sum: 잔액 11,016,530원 = 대출금액 12,000,000원 − 원금 983,470원
            + row_sum: 상환액 1,028,470원 = 원금 987,158원 + 이자 41,312원
            + column_sum: 잔액 10,029,372원 = 잔액 11,016,530원 − 원금 987,158원
            + row_sum: 상환액 1,028,470원 = 원금 990,860원 + 이자 37,610원
            + column_sum: 잔액 9,038,512원 = 잔액 10,029,372원 − 원금 990,860원
            + row_sum: 상환액 1,028,470원 = 원금 994,576원 + 이자 33,894원
            + column_sum: 잔액 8,043,936원 = 잔액 9,038,512원 − 원금 994,576원
            + column_sum: 합계 3,956,064원 = 원금 983,470원 + 987,158원 + 990,860원 + 994,576원
            + column_sum: 합계 157,816원 = 이자 45,000원 + 41,312원 + 37,610원 + 33,894원
            + column_sum: 합계 4,113,880원 = 상환액 1,028,470원 + 1,028,470원 + 1,028,470원 + 1,028,470원
            + row_sum: 합계 4,113,880원 = 합계 3,956,064원 + 157,816원
        "#]],
    );
}

#[test]
fn a_statement_pays_out_after_fees_and_returns() {
    check(
        "statement",
        "items: 상품 [item] | 판매수량 [quantity] | 판매단가 [unit_price] | 판매금액 [amount]
         | 찻잔 | 87 | KRW 12400 | KRW 1078800
         | 접시 | 41 | KRW 18900 | KRW 774900
         | 찻잔 반품 | -5 | KRW 12400 | KRW -62000
         순매출액 [net_sales] = KRW 1791700
         판매수수료 [commission] = 17.5% ; 판매수수료 [commission] = KRW 313547
         수수료 부가세 [commission_vat] = 10% ; 수수료 부가세 [commission_vat] = KRW 31354
         물류비 [logistics_fee] = 123 ; 물류비 [unit_price] = KRW 2650 ; 물류비 [logistics_fee] = KRW 325950
         공제 합계 [deductions] = KRW 670851
         정산지급액 [payout] = KRW 1120894",
        expect![[r#"
            + line_amount: 찻잔: 판매금액 1,078,800원 = 판매수량 87 × 판매단가 12,400원
            + line_amount: 접시: 판매금액 774,900원 = 판매수량 41 × 판매단가 18,900원
            + line_amount: 찻잔 반품: 판매금액 -62,000원 = 판매수량 -5 × 판매단가 12,400원
            + row_sum: 순매출액 1,791,700원 = 판매금액 1,078,800원 + 774,900원 − 62,000원
            + commission: 판매수수료 313,547원 = 순매출액 1,791,700원 × 판매수수료 17.5% (1원 미만 절사)
            + rate: 수수료 부가세 31,354원 = 판매수수료 313,547원 × 수수료 부가세 10% (1원 미만 절사)
            + line_amount: 물류비 325,950원 = 물류비 123 × 물류비 2,650원
            + deductions: 공제 합계 670,851원 = 판매수수료 313,547원 + 수수료 부가세 31,354원 + 물류비 325,950원
            ✗ payout: 정산지급액 1,120,894원 ≠ 순매출액 1,791,700원 − 공제 합계 670,851원
                f18 := KRW 1120849 mends [8] breaks []
                f17 := KRW 670806 mends [8] breaks [7]
                f9 := KRW 1791745 mends [8] breaks [3, 4]
        "#]],
    );
}

#[test]
fn grouped_costs_settle_an_advance() {
    check(
        "approval",
        "items: 구분 | 내용 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 교통비 | 열차 | 2 | KRW 48900 | KRW 97800
         | | 택시 | 3 | KRW 11700 | KRW 35100
         | 숙박비 | 호텔 | 2 | KRW 118000 | KRW 236000
         | 식비 | 식사 | 7 | KRW 11500 | KRW 80500
         교통비 소계 [transport_cost] = KRW 132900
         숙박비 소계 [lodging_cost] = KRW 236000
         식비 소계 [meal_cost] = KRW 80500
         정산 합계 [settled_total] = KRW 449400
         가지급금 [cash_advance] = KRW 400000 ; 추가지급액 [to_pay_out] = KRW 49400",
        expect![[r#"
            + line_amount: 교통비: 금액 97,800원 = 수량 2 × 단가 48,900원
            + line_amount: 택시: 금액 35,100원 = 수량 3 × 단가 11,700원
            + line_amount: 숙박비: 금액 236,000원 = 수량 2 × 단가 118,000원
            + line_amount: 식비: 금액 80,500원 = 수량 7 × 단가 11,500원
            + group_sum: 교통비 소계 132,900원 = 금액 97,800원 + 35,100원
            + line_amount: 식비 소계 80,500원 = 단가 11,500원 × 수량 7
            + column_sum: 정산 합계 449,400원 = 교통비 소계 132,900원 + 숙박비 소계 236,000원 + 식비 소계 80,500원
            + settled_total: 정산 합계 449,400원 = 금액 97,800원 + 35,100원 + 236,000원 + 80,500원
            + to_pay_out: 추가지급액 49,400원 = 정산 합계 449,400원 − 가지급금 400,000원
        "#]],
    );
}

#[test]
fn a_budget_that_does_not_add_up_is_a_finding() {
    check(
        "approval",
        "table: 예산과목 | 예산액 [budget] | 기집행액 [spent_before] | 금회집행액 [spent_now] | 집행 후 잔액 [budget_left]
         | 교육비 | KRW 18500000 | KRW 7243000 | KRW 3168000 | KRW 8098000",
        expect![[r#"
            ✗ budget_left: 집행 후 잔액 8,098,000원 ≠ 예산액 18,500,000원 − 기집행액 7,243,000원 − 금회집행액 3,168,000원
                f0 := KRW 18509000 mends [0] breaks []
                f1 := KRW 7234000 mends [0] breaks []
                f3 := KRW 8089000 mends [0] breaks []
                f2 := KRW 3159000 mends [0] breaks []
        "#]],
    );
}

#[test]
fn one_entry_out_of_line_is_a_slip_and_an_order_of_another_kind_is_none() {
    let ledger = |days: [&str; 5]| {
        let [a, b, c, d, e] = days;
        format!(
            "table: 거래일 [row_date] | 적요 | 출금 [debit] | 입금 [credit] | 잔액 [running_balance]
             | {a} | 이월 | | | KRW 900000
             | {b} | 카드 | KRW 120300 | | KRW 779700
             | {c} | 임대료 | KRW 330000 | | KRW 449700
             | {d} | 매출 | | KRW 510000 | KRW 959700
             | {e} | 이자 | | KRW 1204 | KRW 960904"
        )
    };
    let dated = |days| {
        let draft = sheet("statement", &ledger(days));
        let rules = discover(draft, &DocumentTypes::shipped(&[])).rules;
        let it = rules.into_iter().find(|it| it.name == "entries_in_order");
        it.map(|it| it.status)
    };
    let first = ["2025-06-02", "2025-06-05", "2025-06-10", "2025-06-16", "2025-06-20"];
    assert_eq!(dated(first), Some(Status::Holds));
    let slip = ["2025-06-02", "2025-06-05", "2025-06-30", "2025-06-16", "2025-06-20"];
    assert_eq!(dated(slip), Some(Status::Refuted));
    let last_first = ["2025-06-20", "2025-06-16", "2025-06-10", "2025-06-05", "2025-06-02"];
    assert_eq!(dated(last_first), None);
}

#[test]
fn interest_is_paid_on_what_the_row_before_left() {
    check(
        "statement",
        "대출금액 [loan_amount] = KRW 48000000 ; 분기이율 = 1.2% ; 가산이율 = 3%
         table: 회차 | 상환원금 [principal] | 이자 [interest] | 대출잔액 [running_balance]
         | 1회 | KRW 6000000 | KRW 576000 | KRW 42000000
         | 2회 | KRW 6000000 | KRW 504000 | KRW 36000000
         | 3회 | KRW 6000000 | KRW 423000 | KRW 30000000
         | 4회 | KRW 6000000 | KRW 360000 | KRW 24000000
         | 5회 | KRW 6000000 | KRW 288000 | KRW 18000000",
        expect![[r#"
            + row_rate: 이자 576,000원 = 대출금액 48,000,000원 × 분기이율 1.2%
            + row_rate: 이자 504,000원 = 대출잔액 42,000,000원 × 분기이율 1.2%
            + column_sum: 대출잔액 36,000,000원 = 대출잔액 42,000,000원 − 상환원금 6,000,000원
            ✗ row_rate: 이자 423,000원 ≠ 대출잔액 36,000,000원 × 분기이율 1.2%
                f10 := KRW 432000 mends [3] breaks []
                f8 := KRW 35250000 mends [3] breaks [2, 4]
                f1 := 47/4000 mends [3] breaks [0, 1, 5, 7]
            + column_sum: 대출잔액 30,000,000원 = 대출잔액 36,000,000원 − 상환원금 6,000,000원
            + row_rate: 이자 360,000원 = 대출잔액 30,000,000원 × 분기이율 1.2%
            + column_sum: 대출잔액 24,000,000원 = 대출잔액 30,000,000원 − 상환원금 6,000,000원
            + row_rate: 이자 288,000원 = 대출잔액 24,000,000원 × 분기이율 1.2%
            + column_sum: 대출잔액 18,000,000원 = 대출잔액 24,000,000원 − 상환원금 6,000,000원
        "#]],
    );
}

#[test]
fn who_writes_a_formula_says_that_it_comes_out() {
    check(
        "payslip",
        "지급총액 [gross] = KRW 2895000 ; 식대(비과세) [allowance] = KRW 150000
         건강보험료 [health_insurance] = KRW 98680 ; 고용보험료 [employment_insurance] = KRW 24070
         과세대상액 = KRW 2745000
         para 건강보험료: 과세대상액 × {3.595%@건강보험료} (10원 미만 버림)
         para 고용보험료: 과세대상액 × {0.9%@고용보험료} (10원 미만 버림)
         para 장기요양보험료: 건강보험료 × {13.14%@장기요양보험료} (10원 미만 버림)",
        expect![[r#"
            + row_sum: 지급총액 2,895,000원 = 식대(비과세) 150,000원 + 과세대상액 2,745,000원
            + rate: 건강보험료 98,680원 = 과세대상액 2,745,000원 × 건강보험료 3.595% (10원 미만 절사)
            ✗ rate: 고용보험료 24,070원 ≠ 과세대상액 2,745,000원 × 고용보험료 0.9% (10원 미만 절사)
                f3 := KRW 24700 mends [2] breaks []
                f6 := 877/100000 mends [2] breaks []
                f4 := KRW 2674445 mends [2] breaks [0, 1]
        "#]],
    );
}

#[test]
fn balances_are_not_added_up_and_a_closing_one_is_no_total() {
    check(
        "statement",
        "table: Date [row_date] | Details | Charges [debit] | Credits [credit] | Balance [running_balance]
         | 2031-03-01 | Opening balance | | | USD 900.00
         | 2031-03-02 | Invoice | USD 100.00 | | USD 1000.00
         | 2031-03-09 | Payment | | USD 400.00 | USD 600.00
         | 2031-03-12 | Invoice | USD 50.00 | | USD 650.00
         total 4 Totals and closing balance = USD 650.00",
        expect![[r#"
            + entries_in_order: Date 2031-03-01, Date 2031-03-02, Date 2031-03-09, Date 2031-03-12 follow one another
            + column_sum: Balance USD 1,000.00 = Balance USD 900.00 + Charges USD 100.00
            + column_sum: Balance USD 600.00 = Balance USD 1,000.00 − Credits USD 400.00
            + column_sum: Balance USD 650.00 = Balance USD 600.00 + Charges USD 50.00
        "#]],
    );
}

#[test]
fn stocks_are_what_was_there_and_came_less_what_went() {
    check(
        "statement",
        "items: 품명 | 전기이월 | 입고 | 출고 | 재고 | 단가 [unit_price] | 재고금액 [amount]
         | 상자 | 1840 | 3000 | 3275 | 1565 | KRW 312 | KRW 488280
         | 봉투 | 960 | 1500 | 1712 | 748 | KRW 455 | KRW 340340
         | 끈 | 412 | 600 | 538 | 447 | KRW 890 | KRW 397830
         | 풀 | 75 | 120 | 143 | 52 | KRW 9400 | KRW 488800",
        expect![[r#"
            + row_sum: 상자: 재고 1,565 = 전기이월 1,840 + 입고 3,000 − 출고 3,275
            + line_amount: 상자: 재고금액 488,280원 = 재고 1,565 × 단가 312원
            + row_sum: 봉투: 재고 748 = 전기이월 960 + 입고 1,500 − 출고 1,712
            + line_amount: 봉투: 재고금액 340,340원 = 재고 748 × 단가 455원
            ✗ row_sum: 재고 447 ≠ 전기이월 412 + 입고 600 − 출고 538
                f14 := 565 mends [4] breaks []
                f12 := 385 mends [4] breaks []
                f13 := 573 mends [4] breaks []
                f15 := 474 mends [4] breaks [5]
            + line_amount: 재고금액 397,830원 = 재고 447 × 단가 890원
            + row_sum: 재고 52 = 전기이월 75 + 입고 120 − 출고 143
            + line_amount: 재고금액 488,800원 = 재고 52 × 단가 9,400원
        "#]],
    );
}

#[test]
fn expenses_are_converted_row_by_row_and_make_up_the_total() {
    check(
        "approval",
        "items: Date [row_date] | Details [item] | Currency [currency] | Amount [foreign_amount] | Rate [exchange_rate] | USD [amount]
         | 2031-02-03 | Hotel | KRW | KRW 462000 | 9/12500 | USD 332.64
         | 2031-02-04 | Taxi | KRW | KRW 68500 | 9/12500 | USD 49.32
         | 2031-02-05 | Meals | KRW | KRW 184000 | 9/12500 | USD 132.84
         | 2031-02-06 | Fee | USD | USD 395.00 | | USD 395.00
         Total expenses [settled_total] = USD 909.80 ; Less cash advance [cash_advance] = USD 500.00 ; Amount due to employee [to_pay_out] = USD 409.80",
        expect![[r#"
            + days_in_order: Date 2031-02-03, Date 2031-02-04, Date 2031-02-05, Date 2031-02-06 follow one another
            + row_product: Hotel: USD USD 332.64 = Amount KRW 462,000 × Rate 0.072%
            + row_product: Taxi: USD USD 49.32 = Amount KRW 68,500 × Rate 0.072%
            ✗ row_product: Meals: USD USD 132.84 ≠ Amount KRW 184,000 × Rate 0.072%
                f9 := KRW 184500 mends [3] breaks []
                f11 := USD 132.48 mends [3] breaks [4]
            + settled_total: Total expenses USD 909.80 = USD USD 332.64 + USD 49.32 + USD 132.84 + USD 395.00
            + to_pay_out: Amount due to employee USD 409.80 = Total expenses USD 909.80 − Less cash advance USD 500.00
        "#]],
    );
}

#[test]
fn a_total_of_expenses_with_two_digits_swapped() {
    check(
        "approval",
        "items: Date [row_date] | Details [item] | Currency [currency] | Amount [foreign_amount] | Rate [exchange_rate] | USD [amount]
         | 2031-02-03 | Flight | USD | USD 1284.60 | | USD 1284.60
         | 2031-02-04 | Taxi | KRW | KRW 68500 | 9/12500 | USD 49.32
         | 2031-02-06 | Fee | USD | USD 395.00 | | USD 395.00
         Total expenses [settled_total] = USD 1782.92 ; Less cash advance [cash_advance] = USD 1500.00 ; Amount due to employee [to_pay_out] = USD 282.92",
        expect![[r#"
            + row_product: Taxi: USD USD 49.32 = Amount KRW 68,500 × Rate 0.072%
            ✗ settled_total: Total expenses USD 1,782.92 ≠ USD USD 1,284.60 + USD 49.32 + USD 395.00
                f2 := USD 1338.60 mends [1] breaks []
                f9 := USD 449.00 mends [1] breaks []
                f10 := USD 1728.92 mends [1] breaks [2]
                f6 := USD 103.32 mends [1] breaks [0]
            + to_pay_out: Amount due to employee USD 282.92 = Total expenses USD 1,782.92 − Less cash advance USD 1,500.00
        "#]],
    );
}

#[test]
fn deductions_add_up_in_their_own_column() {
    check(
        "payslip",
        "table: 공제항목 | 금액
         | 국민연금 | KRW 143500
         | 건강보험 | KRW 113070
         | 소득세 | KRW 78950
         total 1 공제액 계 [deductions] = KRW 335250
         지급액 계 [gross] = KRW 2917000 ; 실수령액 [net_pay] = KRW 2581750",
        expect![[r#"
            ✗ column_sum: 공제액 계 335,250원 ≠ 금액 143,500원 + 113,070원 + 78,950원
                f0 := KRW 143230 mends [0] breaks []
                f2 := KRW 78680 mends [0] breaks []
                f1 := KRW 112800 mends [0] breaks []
                f3 := KRW 335520 mends [0] breaks [1]
            + net_pay: 실수령액 2,581,750원 = 지급액 계 2,917,000원 − 공제액 계 335,250원
        "#]],
    );
}
