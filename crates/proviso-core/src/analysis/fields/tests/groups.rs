//! Names of groups among items, headers over several rows, rows and items of another kind than their
//! neighbors.

use expect_test::expect;

use super::check;

#[test]
fn a_group_of_items_may_be_named_right_under_the_header() {
    check(
        "
                     청소 용역 내역서

  작업일     공종         횟수    단위    단가       금액
  [1] 동관 — 3층, 바닥 240㎡
  03/04      바닥 세척       2    회      85,000     170,000
  03/04      왁스 도포       1    회     140,000     140,000
  03/05      유리 청소      12    매       4,500      54,000
  동관 소계                                          364,000
  [2] 서관
  03/06      바닥 세척       3    회      60,000     180,000
  서관 소계                                          180,000
",
        expect![[r#"
            statement 청소용역내역서
            청소용역내역서/명세·정산 = quantity 240
            횟수 = quantity 2 (quantity) [0,2]
            단가 = money KRW 85000 (unit_price) [0,4]
            금액 = money KRW 170000 (amount) [0,5]
            횟수 = quantity 1 (quantity) [1,2]
            단가 = money KRW 140000 (unit_price) [1,4]
            금액 = money KRW 140000 (amount) [1,5]
            횟수 = quantity 12 (quantity) [2,2]
            단가 = money KRW 4500 (unit_price) [2,4]
            금액 = money KRW 54000 (amount) [2,5]
            동관소계/금액 = money KRW 364000
            횟수 = quantity 3 (quantity) [3,2]
            단가 = money KRW 60000 (unit_price) [3,4]
            금액 = money KRW 180000 (amount) [3,5]
            서관소계/금액 = money KRW 180000
            Items 작업일 | 공종 | 횟수 | 단위 | 단가 | 금액
              03/04 | 바닥 세척 | 2 | 회 | 85,000 | 170,000
              03/04 | 왁스 도포 | 1 | 회 | 140,000 | 140,000
              03/05 | 유리 청소 | 12 | 매 | 4,500 | 54,000
              03/06 | 바닥 세척 | 3 | 회 | 60,000 | 180,000
              Σ column 5 rows (0, 3) = KRW 364000
              Σ column 5 rows (3, 4) = KRW 180000
        "#]],
    );
}

#[test]
fn a_row_of_persons_counts_among_rows_of_what_they_pay() {
    check(
        "
              공동 행사 정산서

┌──────────────┬───────────┬───────────┬────────────┐
│ 구 분        │ 동문회    │ 학생회    │ 합계       │
├──────────────┼───────────┼───────────┼────────────┤
│ 참석 어른    │       118 │        94 │        212 │
├──────────────┼───────────┼───────────┼────────────┤
│ 식대         │ 3,894,000 │ 3,102,000 │  6,996,000 │
├──────────────┼───────────┼───────────┼────────────┤
│ 대관료       │ 1,250,000 │ 1,250,000 │  2,500,000 │
└──────────────┴───────────┴───────────┴────────────┘
",
        expect![[r#"
            statement 공동행사정산서
            참석어른/동문회 = quantity 118
            참석어른/학생회 = quantity 94
            참석어른/합계 = quantity 212
            식대/동문회 = money KRW 3894000 (meal_cost)
            식대/학생회 = money KRW 3102000 (meal_cost)
            식대/합계 = money KRW 6996000 (meal_cost)
            대관료/동문회 = money KRW 1250000
            대관료/학생회 = money KRW 1250000
            대관료/합계 = money KRW 2500000 (amount)
            Other 구분 | 동문회 | 학생회 | 합계
              참석 어른 | 118 | 94 | 212
              식대 | 3,894,000 | 3,102,000 | 6,996,000
              대관료 | 1,250,000 | 1,250,000 | 2,500,000
        "#]],
    );
}

/// The names of the offices are not told yet: the rows over the header are read as a form.
#[test]
fn what_is_asked_of_all_offices_heads_columns_beside_their_names() {
    check(
        "
              비 교 견 적 서

┌──────────┬──────┬───────────────────┬───────────────────┐
│ 품 명    │ 수량 │ 가람인쇄          │ 나래기획          │
│          │      ├───────────────────┼───────────────────┤
│          │      │ 201-39-11847      │ 117-81-05258      │
│          │      ├────────┬──────────┼────────┬──────────┤
│          │      │ 단가   │ 금액     │ 단가   │ 금액     │
├──────────┼──────┼────────┼──────────┼────────┼──────────┤
│ 안내장   │ 2,600│    310 │  806,000 │    295 │  767,000 │
├──────────┼──────┼────────┼──────────┼────────┼──────────┤
│ 현수막   │    14│ 42,000 │  588,000 │ 45,500 │  637,000 │
└──────────┴──────┴────────┴──────────┴────────┴──────────┘
",
        expect![[r#"
            quotation 비교견적서
            수량/품명 = text 가람인쇄 (quantity)
            비교견적서/견적 = registration_number 201-39-11847
            비교견적서/견적 = registration_number 117-81-05258
            수량 = quantity 2600 (quantity) [0,1]
            단가 = money KRW 310 (unit_price) [0,2]
            금액 = money KRW 806000 (amount) [0,3]
            단가 = money KRW 295 (unit_price) [0,4]
            금액 = money KRW 767000 (amount) [0,5]
            수량 = quantity 14 (quantity) [1,1]
            단가 = money KRW 42000 (unit_price) [1,2]
            금액 = money KRW 588000 (amount) [1,3]
            단가 = money KRW 45500 (unit_price) [1,4]
            금액 = money KRW 637000 (amount) [1,5]
            Items 품명 | 수량 | 단가 | 금액 | 단가 | 금액
              안내장 | 2,600 | 310 | 806,000 | 295 | 767,000
              현수막 | 14 | 42,000 | 588,000 | 45,500 | 637,000
        "#]],
    );
}

#[test]
fn a_charge_among_items_tells_its_rate() {
    check(
        "
                 QUOTATION

┌──────────────────────────────┬──────┬────────────┬───────────┐
│ Item                         │ Qty  │ Unit price │ Amount    │
├──────────────────────────────┼──────┼────────────┼───────────┤
│ Folding chair, 100% beech    │   24 │     $38.50 │   $924.00 │
├──────────────────────────────┼──────┼────────────┼───────────┤
│ Trestle table                │    6 │    $112.00 │   $672.00 │
├──────────────────────────────┼──────┼────────────┼───────────┤
│ Season discount 5% (members) │      │            │   -$79.80 │
└──────────────────────────────┴──────┴────────────┴───────────┘
",
        expect![[r#"
            quotation QUOTATION
            Qty = quantity 24 (quantity) [0,1]
            Unit price = money USD 38.50 (unit_price) [0,2]
            Amount = money USD 924.00 (amount) [0,3]
            Qty = quantity 6 (quantity) [1,1]
            Unit price = money USD 112.00 (unit_price) [1,2]
            Amount = money USD 672.00 (amount) [1,3]
            Season discount = rate 1/20
            Amount = money USD -79.80 (amount) [2,3]
            Items Item | Qty | Unit price | Amount
              Folding chair, 100% beech | 24 | $38.50 | $924.00
              Trestle table | 6 | $112.00 | $672.00
              Season discount 5% (members) |  |  | -$79.80
        "#]],
    );
}

#[test]
fn a_table_under_a_title_in_its_own_grid_goes_on_on_the_next_page() {
    check(
        "
┌────────────┬────────┬────────┐
│ 거래 내역  │        │        │
├────────────┼────────┼────────┤
│ 일자       │ 입금액 │ 잔액   │
├────────────┼────────┼────────┤
│ 2031-03-02 │ 32,190 │ 82,190 │
├────────────┼────────┼────────┤
│ 2031-03-05 │  1,810 │ 84,000 │
└────────────┴────────┴────────┘
\u{c}
┌────────────┬────────┬────────┐
│ 2031-03-09 │  7,450 │ 91,450 │
├────────────┼────────┼────────┤
│ 2031-03-11 │  2,050 │ 93,500 │
└────────────┴────────┴────────┘
",
        expect![[r#"
            statement 거래내역
            일자 = date 2031-03-02 (row_date)
            입금액 = money KRW 32190 (credit)
            잔액 = money KRW 82190 (running_balance)
            일자 = date 2031-03-05 (row_date)
            입금액 = money KRW 1810 (credit)
            잔액 = money KRW 84000 (running_balance)
            일자 = date 2031-03-09 (row_date)
            입금액 = money KRW 7450 (credit)
            잔액 = money KRW 91450 (running_balance)
            일자 = date 2031-03-11 (row_date)
            입금액 = money KRW 2050 (credit)
            잔액 = money KRW 93500 (running_balance)
            Other 일자 | 입금액 | 잔액
              2031-03-02 | 32,190 | 82,190
              2031-03-05 | 1,810 | 84,000
              2031-03-09 | 7,450 | 91,450
              2031-03-11 | 2,050 | 93,500
        "#]],
    );
}

#[test]
fn factors_are_read_within_the_names_of_what_they_are_paid_for() {
    check(
        "
                         촬영 견적서

 항목                                금액
 로케이션 답사 (450,000 × 2일)       900,000
 모션 그래픽 (42,000 × 35초)       1,470,000
 합계                              2,370,000
",
        expect![[r#"
            quotation 촬영견적서
            로케이션답사 = money KRW 450000
            로케이션답사 = quantity 2
            로케이션답사/금액 = money KRW 900000 (amount)
            모션그래픽 = money KRW 42000
            모션그래픽 = quantity 35
            모션그래픽/금액 = money KRW 1470000 (amount)
            합계/금액 = money KRW 2370000 (grand_total)
            Other 항목 | 금액
              로케이션 답사 (450,000 × 2일) | 900,000
              모션 그래픽 (42,000 × 35초) | 1,470,000
              Σ column 1 rows (0, 2) = KRW 2370000
        "#]],
    );
}

#[test]
fn what_lines_of_one_length_end_before_stands_beside_them() {
    check(
        "
                       정산 내역

  가. 작업 집계                       나. 실비
  ─────────────────────────────       ──────────────────────
  담당자      시간       금액         택배비          10,000
  ─────────────────────────────       ──────────────────────
  백가온      3.50   1,575,000        송달료          31,200
  ─────────────────────────────       ──────────────────────
  전은호      8.25   2,640,000        복사            38,200
  ─────────────────────────────       ──────────────────────
  소라희     12.50   2,750,000        교통비          59,600
  ─────────────────────────────       ──────────────────────
",
        expect![[r#"
            statement 정산내역
            택배비 = money KRW 10000 (logistics_fee)
            담당자 = party 백가온 (person)
            시간 = quantity 3.50 (quantity)
            금액 = money KRW 1575000 (amount)
            송달료 = money KRW 31200
            담당자 = party 전은호 (person)
            시간 = quantity 8.25 (quantity)
            금액 = money KRW 2640000 (amount)
            복사 = money KRW 38200
            담당자 = party 소라희 (person)
            시간 = quantity 12.50 (quantity)
            금액 = money KRW 2750000 (amount)
            교통비 = money KRW 59600 (transport_cost)
            Other 담당자 | 시간 | 금액
              백가온 | 3.50 | 1,575,000
              전은호 | 8.25 | 2,640,000
              소라희 | 12.50 | 2,750,000
        "#]],
    );
}

#[test]
fn columns_are_called_by_what_stands_above_them_on_lines_of_any_height() {
    check(
        "
                       국가별 매출

                     결제                      환불
  국가
            결제건수   총결제액       환불건수    환불액
  한국        18,427   214,836,500         312     3,927,400
  미국         6,208    71,384,620         145     1,806,370
  일본         9,534    14,382,600          97       168,440
",
        expect![[r#"
            other 결제환불
            결제건수 = quantity 18427 [0,1]
            총결제액 = money KRW 214836500 [0,2]
            환불건수 = quantity 312 [0,3]
            환불액 = money KRW 3927400 (returns) [0,4]
            결제건수 = quantity 6208 [1,1]
            총결제액 = money KRW 71384620 [1,2]
            환불건수 = quantity 145 [1,3]
            환불액 = money KRW 1806370 (returns) [1,4]
            결제건수 = quantity 9534 [2,1]
            총결제액 = money KRW 14382600 [2,2]
            환불건수 = quantity 97 [2,3]
            환불액 = money KRW 168440 (returns) [2,4]
            Items 국가 | 결제건수 | 총결제액 | 환불건수 | 환불액
              한국 | 18,427 | 214,836,500 | 312 | 3,927,400
              미국 | 6,208 | 71,384,620 | 145 | 1,806,370
              일본 | 9,534 | 14,382,600 | 97 | 168,440
        "#]],
    );
}

#[test]
fn blocks_below_headings_as_wide_as_they_are_read_apart() {
    check(
        "
                     급여명세서

┌───────────────────────────────┬───────────────────────────────────┐
│ 근로시간 내역                 │ 근태                              │
├──────────┬────────┬───────────┼──────────┬─────┬──────────┬───────┤
│ 구분     │ 시간   │ 금액      │ 출근일수 │  21 │ 당직횟수 │     4 │
├──────────┼────────┼───────────┼──────────┼─────┼──────────┼───────┤
│ 연장근로 │   18.5 │   371,850 │ 연차사용 │   1 │ 연차잔여 │   7.5 │
├──────────┼────────┼───────────┼──────────┼─────┼──────────┼───────┤
│ 야간근로 │   12.0 │    80,400 │ 지각     │   0 │ 결근     │     0 │
└──────────┴────────┴───────────┴──────────┴─────┴──────────┴───────┘
",
        expect![[r#"
            payslip 급여명세서
            출근일수 = quantity 21 (days)
            당직횟수 = quantity 4
            시간 = quantity 18.5 (quantity) [0,1]
            금액 = money KRW 371850 (amount) [0,2]
            시간 = quantity 12.0 (quantity) [1,1]
            금액 = money KRW 80400 (amount) [1,2]
            Items 구분 | 시간 | 금액
              연장근로 | 18.5 | 371,850
              야간근로 | 12.0 | 80,400
        "#]],
    );
}
