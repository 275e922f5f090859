//! Lists of expenses, deliveries and bills: sums by category, currencies, days, roundings.

use expect_test::expect;

use super::*;

const EXPENSES: &str =
    "items: 일자 [row_date] | 계정과목 | 적요 | 법인카드 [amount] | 현금 [amount]
         | 2031-10-01 | 여비교통비 | 고속버스 | | KRW 31800
         | 2031-10-02 | 접대비 | 오찬 | KRW 186000 |
         | 2031-10-02 | 여비교통비 | 택시 | KRW 24700 |
         | 2031-10-10 | 소모품비 | 토너 | KRW 217800 |
         | 2031-10-15 | 소모품비 | 인쇄 | | KRW 88000
         | 2031-10-22 | 접대비 | 조화 | | KRW 100000
         total 3 계 = KRW 428500 ; 4 계 = KRW 219800
         total 4 총계 [grand_total] = KRW 648300
         table: 계정과목 | 금액 [amount]
         | 여비교통비 | KRW 56500
         | 접대비 | KRW 286000
         | 소모품비 | KRW 305800
         total 1 합계 [grand_total] = KRW 648300";

#[test]
fn what_came_to_each_account_is_the_sum_of_its_entries() {
    check(
        "approval",
        EXPENSES,
        expect![[r#"
            + days_in_order: 일자 2031-10-01, 일자 2031-10-02, 일자 2031-10-10, 일자 2031-10-15, 일자 2031-10-22의 순서로 이어진다
            + row_sum: 법인카드 217,800원 = 현금 31,800원 + 법인카드 186,000원
            + column_sum: 계 428,500원 = 법인카드 186,000원 + 24,700원 + 217,800원
            + column_sum: 계 219,800원 = 현금 31,800원 + 88,000원 + 100,000원
            + row_sum: 총계 648,300원 = 계 428,500원 + 219,800원
            + category_sum: 금액 56,500원 = 현금 31,800원 + 법인카드 24,700원
            + category_sum: 금액 286,000원 = 법인카드 186,000원 + 현금 100,000원
            + category_sum: 금액 305,800원 = 법인카드 217,800원 + 현금 88,000원
            + column_sum: 합계 648,300원 = 금액 56,500원 + 286,000원 + 305,800원
        "#]],
    );
}

#[test]
fn a_slip_in_a_summary_breaks_its_category_and_its_own_total() {
    let slip = EXPENSES.replace("KRW 56500", "KRW 65500");
    check(
        "approval",
        &slip,
        expect![[r#"
            + days_in_order: 일자 2031-10-01, 일자 2031-10-02, 일자 2031-10-10, 일자 2031-10-15, 일자 2031-10-22의 순서로 이어진다
            + row_sum: 법인카드 217,800원 = 현금 31,800원 + 법인카드 186,000원
            + column_sum: 계 428,500원 = 법인카드 186,000원 + 24,700원 + 217,800원
            + column_sum: 계 219,800원 = 현금 31,800원 + 88,000원 + 100,000원
            + row_sum: 총계 648,300원 = 계 428,500원 + 219,800원
            ✗ category_sum: 금액 65,500원 ≠ 현금 31,800원 + 법인카드 24,700원
                f15 := KRW 56500 mends [5, 8] breaks []
                f5 := KRW 33700 mends [5] breaks [2]
                f1 := KRW 40800 mends [5] breaks [1, 3]
            + category_sum: 금액 286,000원 = 법인카드 186,000원 + 현금 100,000원
            + category_sum: 금액 305,800원 = 법인카드 217,800원 + 현금 88,000원
            ✗ column_sum: 합계 648,300원 ≠ 금액 65,500원 + 286,000원 + 305,800원
                f15 := KRW 56500 mends [5, 8] breaks []
                f18 := KRW 657300 mends [8] breaks []
                f16 := KRW 277000 mends [8] breaks [6]
                f17 := KRW 296800 mends [8] breaks [7]
        "#]],
    );
}

#[test]
fn foreign_amounts_come_to_won_by_the_rates_of_their_rows() {
    check(
        "approval",
        "items: 일자 [row_date] | 적요 | 사용금액 [foreign_amount] | 적용환율 [exchange_rate] | 원화환산액 [amount]
         | 2031-09-15 | 철도 | EUR 5.80 | 32247/20 | KRW 9351
         | 2031-09-15 | 석식 | EUR 32.50 | 32247/20 | KRW 52401
         | 2031-09-18 | 로밍 | USD 29.00 | 2779/2 | KRW 40295
         | 2031-09-19 | 버스 | KRW 18000 | | KRW 18000
         total 4 합계 [grand_total] = KRW 120047",
        expect![[r#"
            + row_product: 철도: 원화환산액 9,351원 = 사용금액 EUR 5.80 × 적용환율 1,612.35 (1원 미만 절사)
            + row_product: 석식: 원화환산액 52,401원 = 사용금액 EUR 32.50 × 적용환율 1,612.35 (1원 미만 절사)
            + row_product: 로밍: 원화환산액 40,295원 = 사용금액 USD 29.00 × 적용환율 1,389.5 (1원 미만 절사)
            + column_sum: 합계 120,047원 = 원화환산액 9,351원 + 52,401원 + 40,295원 + 18,000원
        "#]],
    );
}

#[test]
fn a_stated_rounding_explains_the_rows_of_a_bill() {
    check(
        "statement",
        "para 공용관리비 (단가 원/㎡, 10원 미만 절사)
         items: 항목 | 단가 [unit_price] | 면적 [quantity] | 부과금액 [amount]
         | 일반관리비 | KRW 3185.5 | 184.32 | KRW 587150
         | 청소비 | KRW 842 | 184.32 | KRW 155190
         | 경비비 | KRW 1126.4 | 184.32 | KRW 207610
         | 소독비 | KRW 47.5 | 184.32 | KRW 8570",
        expect![[r#"
            + line_amount: 일반관리비: 부과금액 587,150원 = 단가 3,185.5원 × 면적 184.32 (10원 미만 절사)
            + line_amount: 청소비: 부과금액 155,190원 = 단가 842원 × 면적 184.32 (10원 미만 절사)
            + line_amount: 경비비: 부과금액 207,610원 = 단가 1,126.4원 × 면적 184.32 (10원 미만 절사)
            ✗ line_amount: 소독비: 부과금액 8,570원 ≠ 단가 47.5원 × 면적 184.32 (10원 미만 절사)
                f9 := KRW 46.5 mends [3] breaks []
                f11 := KRW 8750 mends [3] breaks []
                f10 := 180.43 mends [3] breaks []
        "#]],
    );
}

#[test]
fn goods_come_after_their_order_and_their_parts_in_turn() {
    check(
        "other",
        "발주일자 [issue_date] = 2031-08-21
         items: 품명 | 수량 [quantity] | 1차 납기 [delivery_date] | 2차 납기 [delivery_date] | 금액 [amount]
         | 패널 | 140 | 2031-09-05 | 2031-09-26 | KRW 6510000
         | 덕트 | 64 | 2031-09-05 | 2031-09-26 | KRW 2444800
         | 하우징 | 18 | 2031-09-12 | | KRW 3852000
         | 블레이드 | 256 | 2031-08-05 | 2031-10-02 | KRW 1658880",
        expect![[r#"
            + row_days: 발주일자 2031-08-21은 1차 납기 2031-09-05보다 늦지 않다
            + row_days: 발주일자 2031-08-21은 1차 납기 2031-09-12보다 늦지 않다
            ✗ row_days: 발주일자 2031-08-21은 1차 납기 2031-08-05보다 늦다
                f0 := 2030-08-21 mends [2] breaks []
                f13 := 2032-08-05 mends [2] breaks [4]
            + row_days: 패널: 1차 납기 2031-09-05는 2차 납기 2031-09-26보다 늦지 않다
            + row_days: 블레이드: 1차 납기 2031-08-05는 2차 납기 2031-10-02보다 늦지 않다
        "#]],
    );
}

#[test]
fn a_bank_prints_the_newest_entry_first() {
    check(
        "statement",
        "table: 일자 [row_date] | 찾으신금액 [withdrawal] | 맡기신금액 [deposit_in] | 남은금액 [running_balance]
         | 2031-09-25 | KRW 500 | | KRW 627546
         | 2031-09-24 | KRW 2180000 | | KRW 628046
         | 2031-09-22 | KRW 300000 | | KRW 2808046
         | 2031-09-20 | | KRW 2734 | KRW 3108046
         | 2031-09-17 | | KRW 587316 | KRW 3105212
         | 2031-09-16 | | KRW 41870 | KRW 2517896
         | 2031-09-15 | KRW 96500 | | KRW 2476026
         | 2031-09-12 | | KRW 318400 | KRW 2572526",
        expect![[r#"
            + column_sum: 남은금액 627,546원 = 남은금액 628,046원 − 찾으신금액 500원
            + column_sum: 남은금액 628,046원 = 남은금액 2,808,046원 − 찾으신금액 2,180,000원
            + column_sum: 남은금액 2,808,046원 = 남은금액 3,108,046원 − 찾으신금액 300,000원
            ✗ column_sum: 남은금액 3,108,046원 ≠ 남은금액 3,105,212원 + 맡기신금액 2,734원
                f10 := KRW 2834 mends [3] breaks []
                f14 := KRW 3105312 mends [3] breaks [4]
                f11 := KRW 3107946 mends [3] breaks [2]
            + column_sum: 남은금액 3,105,212원 = 남은금액 2,517,896원 + 맡기신금액 587,316원
            + column_sum: 남은금액 2,517,896원 = 남은금액 2,476,026원 + 맡기신금액 41,870원
            + column_sum: 남은금액 2,476,026원 = 남은금액 2,572,526원 − 찾으신금액 96,500원
        "#]],
    );
}

#[test]
fn the_rate_of_a_column_stands_in_its_header() {
    check(
        "approval",
        "소득세 = 3%
         items: 지급처 | 지급액 [amount] | 소득세 (3%) | 실지급액
         | 은가람 | KRW 600000 | KRW 18000 | KRW 582000
         | 피서준 | KRW 280000 | KRW 8400 | KRW 271600",
        expect![[r#"
            + row_rate: 소득세 (3%) 18,000원 = 지급액 600,000원 × 소득세 3%
            + row_sum: 은가람: 실지급액 582,000원 = 지급액 600,000원 − 소득세 (3%) 18,000원
            + row_rate: 소득세 (3%) 8,400원 = 지급액 280,000원 × 소득세 3%
            + row_sum: 피서준: 실지급액 271,600원 = 지급액 280,000원 − 소득세 (3%) 8,400원
        "#]],
    );
}

#[test]
fn what_is_withheld_is_cut_to_ten_won_without_a_word() {
    check(
        "approval",
        "소득세 = 3%
         items: 지급처 | 지급액 [amount] | 소득세 (3%) | 실지급액
         | 은가람 | KRW 600000 | KRW 18000 | KRW 582000
         | 피서준 | KRW 280000 | KRW 8400 | KRW 271600
         | 하늘찬 | KRW 583330 | KRW 17490 | KRW 565840",
        expect![[r#"
            + row_rate: 소득세 (3%) 18,000원 = 지급액 600,000원 × 소득세 3% (10원 미만 절사)
            + row_sum: 은가람: 실지급액 582,000원 = 지급액 600,000원 − 소득세 (3%) 18,000원
            + row_rate: 소득세 (3%) 8,400원 = 지급액 280,000원 × 소득세 3% (10원 미만 절사)
            + row_sum: 피서준: 실지급액 271,600원 = 지급액 280,000원 − 소득세 (3%) 8,400원
            + row_rate: 소득세 (3%) 17,490원 = 지급액 583,330원 × 소득세 3% (10원 미만 절사)
            + row_sum: 하늘찬: 실지급액 565,840원 = 지급액 583,330원 − 소득세 (3%) 17,490원
        "#]],
    );
}

#[test]
fn an_overdue_invoice_in_a_statement_is_no_slip() {
    check(
        "statement",
        "Statement date [issue_date] = 2031-08-31
         items: Invoice | Due date [due_date] | Amount [amount]
         | 1001 | 2031-08-15 | KRW 120000
         | 1002 | 2031-09-04 | KRW 340000
         | 1003 | 2031-09-12 | KRW 560000
         | 1004 | 2031-09-20 | KRW 780000",
        expect![[r#"
            + row_days: Statement date 2031-08-31 is not after Due date 2031-09-04
            + row_days: Statement date 2031-08-31 is not after Due date 2031-09-12
            + row_days: Statement date 2031-08-31 is not after Due date 2031-09-20
        "#]],
    );
}

#[test]
fn each_matter_has_its_own_turns_and_a_range_its_own_days() {
    check(
        "other",
        "1차 질의 = 2031-04-21
         2차 질의 = 2031-04-28
         1차 심사 = 2031-06-30
         2차 심사 = 2031-06-01
         입찰서 제출기간 = 2031-12-13
         입찰서 제출기간 = 2031-12-10 ; 입찰서 제출기간 = 2031-12-10/2031-12-20 ; 입찰서 제출기간 = 2031-12-20",
        expect![[r#"
            + days_in_order: 1차 질의 2031-04-21, 2차 질의 2031-04-28, 1차 심사 2031-06-30의 순서로 이어진다
            + payments_in_order: 1차 질의 2031-04-21은 2차 질의 2031-04-28보다 늦지 않다
            ✗ payments_in_order: 1차 심사 2031-06-30은 2차 심사 2031-06-01보다 늦다
                f2 := 2030-06-30 mends [2] breaks [0]
                f3 := 2032-06-01 mends [2] breaks [3]
            + days_in_order: 2차 심사 2031-06-01은 입찰서 제출기간 2031-12-13보다 늦지 않다
            + start_before_end: 입찰서 제출기간 2031-12-10은 입찰서 제출기간 2031-12-20보다 늦지 않다
        "#]],
    );
}

/// Round numbers are alike by chance, but a price is printed to be multiplied.
#[test]
fn so_many_at_a_price_need_no_odd_digits() {
    check(
        "quotation",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 서버 | 2 | KRW 500000 | KRW 1000000
         | 점검 | 1 | KRW 300000 | KRW 300000
         total 3 합계 [grand_total] = KRW 1300000",
        expect![[r#"
            + line_amount: 서버: 금액 1,000,000원 = 수량 2 × 단가 500,000원
            + line_amount: 점검: 금액 300,000원 = 수량 1 × 단가 300,000원
            + column_sum: 합계 1,300,000원 = 금액 1,000,000원 + 300,000원
        "#]],
    );
    check(
        "quotation",
        "items: 품목 [item] | 수량 [quantity] | 단위 [amount] | 금액 [amount]
         | 서버 | 2 | KRW 500000 | KRW 1000000
         | 점검 | 1 | KRW 300000 | KRW 300000
         total 3 합계 [grand_total] = KRW 1300000",
        expect![[r#"
            + column_sum: 합계 1,300,000원 = 금액 1,000,000원 + 300,000원
        "#]],
    );
}

#[test]
fn categories_may_be_told_apart_by_two_columns_and_counts_are_added_up_too() {
    check(
        "statement",
        "items: 품목 | 등급 | 상자수 [quantity] | 금액 [amount]
         | 가지 | 특 | 31 | KRW 341000
         | 가지 | 상 | 22 | KRW 189200
         | 오이 | 특 | 17 | KRW 142800
         | 가지 | 특 | 12 | KRW 126000
         | 오이 | 상 | 26 | KRW 223600
         | 가지 | 상 | 19 | KRW 167200
         | 오이 | 특 | 14 | KRW 119000
         | 가지 | 특 | 9 | KRW 97200
         table: 품목 | 등급 | 상자수 | 금액
         | 가지 | 특 | 52 | KRW 564200
         | 가지 | 상 | 41 | KRW 356400
         | 오이 | 특 | 31 | KRW 261800
         | 오이 | 상 | 26 | KRW 223600",
        expect![[r#"
            + column_sum: 상자수 41 = 상자수 22 + 19
            + column_sum: 금액 356,400원 = 금액 189,200원 + 167,200원
            + column_sum: 상자수 31 = 상자수 17 + 14
            + column_sum: 금액 261,800원 = 금액 142,800원 + 119,000원
        "#]],
    );
}

#[test]
fn what_a_number_is_instead_is_no_finding() {
    check(
        "statement",
        "items: 항목 | 금액 [amount]
         | 운영비 | KRW 914300
         | 임차료 | KRW 630000
         | 통신비 | KRW 284300
         | 사업비 | KRW 1275800
         | 교육비 | KRW 845800
         | 홍보비 | KRW 430000
         total 1 합계 [grand_total] = KRW 2190100",
        expect![[r#"
            + column_sum: 금액 284,300원 = 금액 914,300원 − 630,000원
            + column_sum: 금액 430,000원 = 금액 1,275,800원 − 845,800원
            + column_sum: 합계 2,190,100원 = 금액 914,300원 + 1,275,800원
        "#]],
    );
    check(
        "statement",
        "items: 반 | 수량 [quantity] | 단가 [unit_price] | 주문금액 [amount] | 입금액 [amount]
         | 가 | 24 | KRW 27500 | KRW 660000 | KRW 660000
         | 나 | 26 | KRW 27500 | KRW 715000 | KRW 715000
         | 다 | 23 | KRW 27500 | KRW 632500 | KRW 605000
         | 라 | 27 | KRW 27500 | KRW 742500 | KRW 742500",
        expect![[r#"
            + line_amount: 주문금액 660,000원 = 수량 24 × 단가 27,500원
            + line_amount: 입금액 660,000원 = 수량 24 × 단가 27,500원
            + line_amount: 주문금액 715,000원 = 수량 26 × 단가 27,500원
            + line_amount: 입금액 715,000원 = 수량 26 × 단가 27,500원
            + line_amount: 주문금액 632,500원 = 수량 23 × 단가 27,500원
            + line_amount: 주문금액 742,500원 = 수량 27 × 단가 27,500원
            + line_amount: 입금액 742,500원 = 수량 27 × 단가 27,500원
        "#]],
    );
}

#[test]
fn a_tax_that_is_added_to_what_a_discount_left_is_of_that() {
    let paper = |tax: &str, due: &str| {
        format!(
            "월 렌탈료 합계 [subtotal] = KRW 4589800
             묶음할인 [discount] = KRW -206500
             월 공급가액 [supply] = KRW 4383300
             부가가치세 [tax_rate] = 1/10 ; 부가가치세 [vat] = KRW {tax}
             월 납부액 [amount_due] = KRW {due}"
        )
    };
    check(
        "invoice",
        &paper("438330", "4821630"),
        expect![[r#"
        + supply: 월 공급가액 4,383,300원 = 월 렌탈료 합계 4,589,800원 − 묶음할인 206,500원
        + vat: 부가가치세 438,330원 = 월 공급가액 4,383,300원 × 부가가치세 10%
        + row_sum: 월 납부액 4,821,630원 = 월 공급가액 4,383,300원 + 부가가치세 438,330원
    "#]],
    );
    check(
        "invoice",
        &paper("458980", "4842280"),
        expect![[r#"
        + supply: 월 공급가액 4,383,300원 = 월 렌탈료 합계 4,589,800원 − 묶음할인 206,500원
        ✗ rate: 부가가치세 458,980원 ≠ 월 공급가액 4,383,300원 × 부가가치세 10%
            f4 := KRW 438330 mends [1] breaks [2]
            f2 := KRW 4589800 mends [1] breaks [0, 2]
        + row_sum: 월 납부액 4,842,280원 = 월 공급가액 4,383,300원 + 부가가치세 458,980원
    "#]],
    );
}

#[test]
fn what_is_due_after_the_day_is_told_where_it_does_not_add_up() {
    check(
        "statement",
        "납기내 금액 [amount_due] = KRW 1602897
         연체가산금 [late_charge] = KRW 23630
         납기후 금액 [late_total] = KRW 1627527",
        expect![[r#"
            ✗ late_total: 납기후 금액 1,627,527원 ≠ 납기내 금액 1,602,897원 + 연체가산금 23,630원
                f0 := KRW 1603897 mends [0] breaks []
                f1 := KRW 24630 mends [0] breaks []
                f2 := KRW 1626527 mends [0] breaks []
        "#]],
    );
}

#[test]
fn one_row_of_days_that_is_out_of_order_is_the_finding_and_its_column_is_none() {
    check(
        "contract",
        "items: 공정 [item] | 들어감 | 나옴
         | 조사 | 2031-01-13 | 2031-02-07
         | 설계 | 2031-02-10 | 2031-03-21
         | 인허가 | 2031-03-24 | 2031-05-16
         | 공사 | 2031-05-19 | 2031-04-18
         | 인도 | 2031-09-01 | 2031-10-31",
        expect![[r#"
            + days_in_order: 들어감 2031-01-13, 들어감 2031-02-10, 들어감 2031-03-24, 들어감 2031-05-19, 들어감 2031-09-01의 순서로 이어진다
            + row_days: 조사: 들어감 2031-01-13은 나옴 2031-02-07보다 늦지 않다
            + row_days: 설계: 들어감 2031-02-10은 나옴 2031-03-21보다 늦지 않다
            + row_days: 인허가: 들어감 2031-03-24는 나옴 2031-05-16보다 늦지 않다
            ✗ row_days: 공사: 들어감 2031-05-19는 나옴 2031-04-18보다 늦다
                f7 := 2032-04-18 mends [4] breaks []
                f6 := 2030-05-19 mends [4] breaks [0]
            + row_days: 인도: 들어감 2031-09-01은 나옴 2031-10-31보다 늦지 않다
        "#]],
    );
}
