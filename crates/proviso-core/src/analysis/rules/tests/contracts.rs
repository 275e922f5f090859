//! Contracts of invented parties.

use expect_test::expect;

use super::super::super::fields::draft;
use super::super::super::layout::sketch;
use super::*;

#[test]
fn two_wrong_instalment_rules_have_one_mend() {
    check(
        "contract",
        "계약금액 [contract_price] = KRW 73480000
         table: 구분 | 비율 [share] | 지급금액 | 지급기일 [row_date]
         | 계약금 | 20% | KRW 14696000 | 2025-03-03
         | 중도금 | 50% | KRW 36740000 | 2025-05-02
         | 잔금 | 30% | KRW 22404000 | 2025-04-30",
        expect![[r#"
            ✗ instalments: 계약금액 73,480,000원 ≠ 지급금액 14,696,000원 + 36,740,000원 + 22,404,000원
                f8 := KRW 22044000 mends [0, 5] breaks []
                f2 := KRW 14336000 mends [0] breaks [2]
                f5 := KRW 36380000 mends [0] breaks [4]
                f0 := KRW 73840000 mends [0] breaks [2, 4]
            + shares: 1 = 비율 20% + 50% + 30%
            + instalment: 지급금액 14,696,000원 = 계약금액 73,480,000원 × 비율 20%
            ✗ payments_in_order: 지급기일 2025-03-03, 지급기일 2025-05-02, 지급기일 2025-04-30의 순서가 맞지 않다
                f6 := 2025-04-02 mends [3] breaks []
                f9 := 2026-04-30 mends [3] breaks []
            + instalment: 지급금액 36,740,000원 = 계약금액 73,480,000원 × 비율 50%
            ✗ instalment: 지급금액 22,404,000원 ≠ 계약금액 73,480,000원 × 비율 30%
                f8 := KRW 22044000 mends [0, 5] breaks []
                f0 := KRW 74680000 mends [5] breaks [2, 4]
        "#]],
    );
}

#[test]
fn a_clause_names_its_base() {
    check(
        "contract",
        "계약금액 [contract_price] = KRW 73480000
         para 을은 계약 체결 시 계약금액의 {10%@이행보증}에 해당하는 금 {KRW 7348000@이행보증}을 예치한다.
         para 을은 하자보수보증금으로 계약금액의 {3%@하자보증}인 금 {KRW 2240400@하자보증}을 예치한다.
         para 지연이자는 연 {12%@지연이자}로 하며, 위약금은 금 {KRW 5000000@위약금}으로 한다.",
        expect![[r#"
            + part_of_base: 이행보증 7,348,000원 = 계약금액 73,480,000원 × 이행보증 10%
            ✗ part_of_base: 하자보증 2,240,400원 ≠ 계약금액 73,480,000원 × 하자보증 3%
                f4 := KRW 2204400 mends [1] breaks []
                f0 := KRW 74680000 mends [1] breaks [0]
        "#]],
    );
}

#[test]
fn english_clauses_multiply() {
    check(
        "contract",
        "para The Client pays a fixed fee of {USD 84500.00@fixed fee} (the \"Fixed Fee\").
         para Extra work is billed at {USD 135.00@hour} per hour, capped at {40@hours} hours, for a maximum of {USD 5400.00@extra}.
         para Liability is limited to two times the Fixed Fee ({USD 169000.00@liability}).
         para A retainer of {5%@retainer} of the Fixed Fee ({USD 4225.00@retainer}) is due at signing.",
        expect![[r#"
            + multiple: extra USD 5,400.00 = hour USD 135.00 × hours 40
            + times: liability USD 169,000.00 = fixed fee USD 84,500.00 × 2
            + part_of_base: retainer USD 4,225.00 = fixed fee USD 84,500.00 × retainer 5%
        "#]],
    );
}

#[test]
fn lengths_and_dates_fit() {
    check(
        "contract",
        "계약기간 = 2025-03-15 ; 계약기간 = 2027-03-14 ; 계약기간 = 23 months
         작성일 [issue_date] = 2025-04-30 ; 지급기한 [due_date] = 2025-04-03
         사업자등록번호 = 123-45-67891 ; 사업자등록번호 = 123-45-67981",
        expect![[r#"
            + start_before_end: 계약기간 2025-03-15는 계약기간 2027-03-14보다 늦지 않다
            ✗ length: 계약기간 23개월은 2025-03-15부터 2027-03-14까지와 맞지 않다
                f0 := 2025-04-15 mends [1] breaks []
                f1 := 2027-02-14 mends [1] breaks []
                f2 := 24 months mends [1] breaks []
            ✗ issue_before_due: 작성일 2025-04-30은 지급기한 2025-04-03보다 늦다
                f3 := 2024-04-30 mends [2] breaks []
                f4 := 2026-04-03 mends [2] breaks []
            + check_digit: 사업자등록번호 123-45-67891의 검증번호가 맞는다
            ✗ check_digit: 사업자등록번호 123-45-67981의 검증번호가 틀리다
                f6 := 123-45-67983 mends [4] breaks []
        "#]],
    );
}

#[test]
fn words_say_another_amount() {
    check(
        "contract",
        "계약금액 [contract_price] = KRW 38500000
         words 금 삼천팔백만원정 = 38000000 @ 계약금액",
        expect![[r#"
            ✗ amount_in_words: ‘금 삼천팔백만원정’은 계약금액 38,500,000원과 다르다
                f0 := KRW 38000000 mends [0] breaks []
        "#]],
    );
}

#[test]
fn instalments_with_their_tax_cross_up() {
    check(
        "contract",
        "계약금액 [contract_price] = KRW 80828000
         table: 구분 | 비율 [share] | 공급가액 [supply] | 부가세 [vat] | 지급액
         | 착수금 | 30% | KRW 22044000 | KRW 2204400 | KRW 24248400
         | 중도금 | 40% | KRW 29392000 | KRW 2939200 | KRW 32331200
         | 잔금 | 30% | KRW 22044000 | KRW 2204400 | KRW 24284400
         total 2 계 = KRW 73480000 ; 3 계 = KRW 7348000 ; 4 계 = KRW 80828000",
        expect![[r#"
            + shares: 1 = 비율 30% + 40% + 30%
            + instalment: 공급가액 22,044,000원 = 계 73,480,000원 × 비율 30%
            + instalment: 부가세 2,204,400원 = 계 7,348,000원 × 비율 30%
            + instalment: 지급액 24,248,400원 = 계 80,828,000원 × 비율 30%
            + row_sum: 착수금: 지급액 24,248,400원 = 공급가액 22,044,000원 + 부가세 2,204,400원
            + instalment: 공급가액 29,392,000원 = 계 73,480,000원 × 비율 40%
            + instalment: 부가세 2,939,200원 = 계 7,348,000원 × 비율 40%
            + instalment: 지급액 32,331,200원 = 계 80,828,000원 × 비율 40%
            + row_sum: 중도금: 지급액 32,331,200원 = 공급가액 29,392,000원 + 부가세 2,939,200원
            + instalment: 공급가액 22,044,000원 = 계 73,480,000원 × 비율 30%
            + instalment: 부가세 2,204,400원 = 계 7,348,000원 × 비율 30%
            + vat: 잔금: 부가세 2,204,400원 = 공급가액 22,044,000원 × 10%
            ✗ row_rate: 지급액 24,284,400원 ≠ 계 80,828,000원 × 비율 30%
                f12 := KRW 24248400 mends [12, 13, 17] breaks []
                f15 := KRW 80948000 mends [12] breaks [3, 7, 18]
            ✗ row_sum: 잔금: 지급액 24,284,400원 ≠ 공급가액 22,044,000원 + 부가세 2,204,400원
                f12 := KRW 24248400 mends [12, 13, 17] breaks []
                f11 := KRW 2240400 mends [13] breaks [10, 11, 15]
                f10 := KRW 22080000 mends [13] breaks [9, 11, 14]
            + instalments: 계 73,480,000원 = 공급가액 22,044,000원 + 29,392,000원 + 22,044,000원
            + instalments: 계 7,348,000원 = 부가세 2,204,400원 + 2,939,200원 + 2,204,400원
            + vat: 계 7,348,000원 = 계 73,480,000원 × 10%
            ✗ column_sum: 계 80,828,000원 ≠ 지급액 24,248,400원 + 32,331,200원 + 24,284,400원
                f12 := KRW 24248400 mends [12, 13, 17] breaks []
                f4 := KRW 24212400 mends [17] breaks [3, 4]
                f8 := KRW 32295200 mends [17] breaks [7, 8]
                f15 := KRW 80864000 mends [17] breaks [3, 7, 18]
            + row_sum: 계 80,828,000원 = 계 73,480,000원 + 7,348,000원
        "#]],
    );
}

#[test]
fn a_lease_converts_rent_to_a_deposit() {
    check(
        "contract",
        "보증금 [lease_deposit] = KRW 35000000
         계약금 [deposit] = KRW 3500000
         중도금 [interim] = KRW 8500000
         잔금 [balance] = KRW 23000000
         차임 [rent] = KRW 1870000 ; 부가가치세 [vat] = KRW 187000 ; 월 합계 [monthly_total] = KRW 2057000
         para 거래금액은 보증금에 월세환산액({KRW 1870000@차임} × {100@월세환산액} = {KRW 187000000@월세환산액})을 더한 {KRW 222000000@거래금액}으로 하고 중개보수는 거래금액의 {0.9%@중개보수}인 {KRW 1998000@중개보수}으로 한다.",
        expect![[r#"
            + instalments: 보증금 35,000,000원 = 계약금 3,500,000원 + 중도금 8,500,000원 + 잔금 23,000,000원
            + vat: 부가가치세 187,000원 = 차임 1,870,000원 × 10%
            + monthly_total: 월 합계 2,057,000원 = 차임 1,870,000원 + 부가가치세 187,000원
            + multiple: 월세환산액 187,000,000원 = 차임 1,870,000원 × 월세환산액 100
            + total: 거래금액 222,000,000원 = 월세환산액 187,000,000원 + 보증금 35,000,000원
            + part_of_base: 중개보수 1,998,000원 = 거래금액 222,000,000원 × 중개보수 0.9%
        "#]],
    );
}

#[test]
fn a_year_of_rent_is_twelve_months() {
    check(
        "contract",
        "월 임대료 [rent] = KRW 1275000 ; 임대기간 = 24 months ; 임대료 총액 = KRW 30600000
         연봉 [annual_salary] = KRW 43824000 ; 월 급여 [monthly_salary] = KRW 3652000
         기본급 [base_pay] = KRW 2987600 ; 고정연장수당 [allowance] = KRW 464400 ; 식대 [allowance] = KRW 200000",
        expect![[r#"
            + row_product: 임대료 총액 30,600,000원 = 월 임대료 1,275,000원 × 24
            + twelve_months: 연봉 43,824,000원 = 월 급여 3,652,000원 × 12
            + total: 월 급여 3,652,000원 = 기본급 2,987,600원 + 고정연장수당 464,400원 + 식대 200,000원
        "#]],
    );
}

#[test]
fn shares_in_one_sentence_make_one() {
    check(
        "quotation",
        "para 대금조건: 계약금 {30%@대금조건}, 설치 완료 후 잔금 {70%@대금조건}을 지급하며 지체 시 별도 협의한다.
         para 연체이자는 연 {40%@연체} 또는 월 {60%@연체} 중 낮은 것으로 한다.",
        expect![[r#"
            + shares: 1 = 대금조건 30% + 70%
        "#]],
    );
}

#[test]
fn an_instalment_without_a_share_counts_as_well() {
    check(
        "contract",
        "계약금액 [contract_price] = KRW 187000000
         선급금 [deposit] = KRW 37400000 ; 선급금 [deposit] = 1/5
         1차기성금 = KRW 74800000 ; 1차기성금 = 2/5
         2차기성금 = KRW 46570000
         준공금 [balance] = KRW 28050000 ; 준공금 [balance] = 3/20",
        expect![[r#"
            ✗ instalments: 계약금액 187,000,000원 ≠ 선급금 37,400,000원 + 1차기성금 74,800,000원 + 2차기성금 46,570,000원 + 준공금 28,050,000원
                f5 := KRW 46750000 mends [0] breaks []
                f1 := KRW 37580000 mends [0] breaks [1]
                f3 := KRW 74980000 mends [0] breaks [2]
                f6 := KRW 28230000 mends [0] breaks [3]
                f0 := KRW 186820000 mends [0] breaks [1, 2, 3]
            + instalment: 선급금 37,400,000원 = 계약금액 187,000,000원 × 선급금 20%
            + instalment: 1차기성금 74,800,000원 = 계약금액 187,000,000원 × 1차기성금 40%
            + instalment: 준공금 28,050,000원 = 계약금액 187,000,000원 × 준공금 15%
        "#]],
    );
}

#[test]
fn a_deposit_is_so_many_months_of_rent() {
    check(
        "contract",
        "base rent [rent] = USD 5600.00
         para Upon execution the tenant shall deposit {USD 11200.00}, equal to two months of base rent.",
        expect![[r#"
            + times: USD 11,200.00 = base rent USD 5,600.00 × 2
        "#]],
    );
}

#[test]
fn a_sum_that_is_written_out_must_come_out() {
    check(
        "contract",
        "para 예산잔액 {KRW 3201000@예산잔액} (예산액 {KRW 6000000@예산액} - 기지출액 {KRW 2000000@기지출액} - 금회 {KRW 799000@금회})
         para 운반비 {KRW 120000@운반비} + 설치비 {KRW 90000@설치비} = 합계 {KRW 220000@합계}
         para 수량은 {3@수량} - {5@수량} 범위로 한다.",
        expect![[r#"
            + total: 예산잔액 3,201,000원 = 예산액 6,000,000원 − 기지출액 2,000,000원 − 금회 799,000원
            ✗ total: 합계 220,000원 ≠ 운반비 120,000원 + 설치비 90,000원
                f4 := KRW 130000 mends [1] breaks []
                f6 := KRW 210000 mends [1] breaks []
                f5 := KRW 100000 mends [1] breaks []
        "#]],
    );
}

#[test]
fn what_is_paid_back_is_twice_the_deposit() {
    check(
        "contract",
        "para 계약금은 {KRW 13500000@계약금}으로 한다.
         para 해제하는 자는 계약금의 배액인 {KRW 27000000@배상액}을 배상한다.",
        expect![[r#"
            + times: 배상액 27,000,000원 = 계약금 13,500,000원 × 2
        "#]],
    );
}

#[test]
fn a_renewal_is_no_length_of_the_term_and_a_product_no_term_of_a_sum() {
    check(
        "contract",
        "para The term is {24 months@term}, from {2031-04-01@term} through {2033-03-31@term}, and renews for {12 months@term} each.
         para 거래금액 {KRW 105000000@거래금액}(보증금 {KRW 20000000@보증금} + 월차임 {KRW 850000@월차임} × 100)으로 한다.",
        expect![[r#"
            + length: term 24개월은 2031-04-01부터 2033-03-31까지와 맞는다
            + start_before_end: term 2031-04-01은 term 2033-03-31보다 늦지 않다
        "#]],
    );
}

#[test]
fn what_tax_is_added_to_bears_it_whatever_it_is_called() {
    check(
        "contract",
        "연간 용역비 = KRW 82200000 ; 부가가치세 [vat] = KRW 8220000 ; 총 계약금액 [contract_price] = KRW 90420000",
        expect![[r#"
            + vat: 부가가치세 8,220,000원 = 연간 용역비 82,200,000원 × 10%
            + row_sum: 총 계약금액 90,420,000원 = 연간 용역비 82,200,000원 + 부가가치세 8,220,000원
        "#]],
    );
}

#[test]
fn instalments_fall_due_one_after_the_other_in_any_table() {
    check(
        "contract",
        "table: Instalment | Share [share] | Due on [due_date] | Amount [amount]
         | Signing | 30% | 2031-02-16 | USD 300.00
         | Freeze | 40% | 2031-05-15 | USD 400.00
         | Delivery | 30% | 2031-04-30 | USD 300.00
         Fee [fee] = USD 1000.00",
        expect![[r#"
            + shares: 1 = Share 30% + 40% + 30%
            ✗ payments_in_order: Due on 2031-02-16, Due on 2031-05-15, Due on 2031-04-30 do not follow one another
                f4 := 2031-04-15 mends [1] breaks []
                f7 := 2032-04-30 mends [1] breaks []
            + instalment: Amount USD 300.00 = Fee USD 1,000.00 × Share 30%
            + instalment: Amount USD 400.00 = Fee USD 1,000.00 × Share 40%
            + instalment: Amount USD 300.00 = Fee USD 1,000.00 × Share 30%
            + instalments: Fee USD 1,000.00 = Amount USD 300.00 + USD 400.00 + USD 300.00
        "#]],
    );
}

#[test]
fn a_total_has_to_be_the_sum_of_its_own_rows_though_another_table_makes_it_up() {
    check(
        "contract",
        "items: Class | Units [quantity] | Charge [amount]
         | Gauges | 64 | EUR 4928.00
         | Balances | 18 | EUR 6624.00
         total 2 Total charge = EUR 11525.00
         table: Instalment | Due | Amount [amount]
         | First | 2031-03-01 | EUR 5762.50
         | Second | 2031-09-01 | EUR 5762.50
         total 2 Total [grand_total] = EUR 11525.00",
        expect![[r#"
            ✗ column_sum: Total charge EUR 11,525.00 ≠ Charge EUR 4,928.00 + EUR 6,624.00
                f4 := EUR 11552.00 mends [0] breaks []
                f1 := EUR 4901.00 mends [0] breaks []
                f3 := EUR 6597.00 mends [0] breaks []
            + payments_in_order: Due 2031-03-01 is not after Due 2031-09-01
            + column_sum: Total EUR 11,525.00 = Amount EUR 5,762.50 + EUR 5,762.50
        "#]],
    );
}

#[test]
fn so_it_has_where_the_other_table_stands_first() {
    check(
        "contract",
        "table: Instalment | Due | Amount [amount]
         | First | 2031-03-01 | EUR 5762.50
         | Second | 2031-09-01 | EUR 5762.50
         total 2 Total [grand_total] = EUR 11525.00
         items: Class | Units [quantity] | Charge [amount]
         | Gauges | 64 | EUR 4928.00
         | Balances | 18 | EUR 6624.00
         total 2 Total charge = EUR 11525.00",
        expect![[r#"
            + payments_in_order: Due 2031-03-01 is not after Due 2031-09-01
            + column_sum: Total EUR 11,525.00 = Amount EUR 5,762.50 + EUR 5,762.50
            ✗ column_sum: Total charge EUR 11,525.00 ≠ Charge EUR 4,928.00 + EUR 6,624.00
                f9 := EUR 11552.00 mends [2] breaks []
                f6 := EUR 4901.00 mends [2] breaks []
                f8 := EUR 6597.00 mends [2] breaks []
        "#]],
    );
}

#[test]
fn counts_that_are_delivered_on_days_of_their_own_make_up_what_was_ordered() {
    let types = DocumentTypes::shipped(&[]);
    let said = |first: &str| -> Vec<String> {
        let page = format!(
            "
                         물품 공급 계약서

제1조 (물품) 을이 공급할 물품의 수량은 50,000개로 한다.
제2조 (납품) 을은 2025년 8월 29일까지 {first}, 2025년 9월 30일까지 나머지 20,000개를 납품한다.
"
        );
        let analysis = discover(draft(&[sketch::document(&page)], &types, None), &types);
        analysis.rules.iter().map(|it| it.statement.clone()).collect()
    };
    let told = said("30,000개").join("; ");
    expect!["수량 50,000 = 납품 30,000 + 20,000; 납품 2025-08-29는 납품 2025-09-30보다 늦지 않다"]
        .assert_eq(&told);
    let told = said("30,000 kg").join("; ");
    expect!["납품 2025-08-29는 납품 2025-09-30보다 늦지 않다"].assert_eq(&told);
}
