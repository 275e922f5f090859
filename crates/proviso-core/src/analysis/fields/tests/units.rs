//! What numbers count and which currency they are in, where header, note, shape and arithmetic disagree.

use expect_test::expect;

use super::super::super::layout::sketch;
use super::super::draft;
use super::check;
use crate::doctype::DocumentTypes;
use crate::document::Rect;

#[test]
fn a_header_names_the_currency_before_a_note_above_it() {
    check(
        "
              해외출장비 정산서

┌────────┬──────────────────────────┬───────────┐
│        │ 외화 (EUR)               │           │
│ 항목   ├────────┬──────┬──────────┤ 원화(원)  │
│        │ 단가   │ 수량 │ 금액     │           │
├────────┼────────┼──────┼──────────┼───────────┤
│ 숙박비 │ 128.00 │    5 │   640.00 │ 1,005,696 │
├────────┼────────┼──────┼──────────┼───────────┤
│ 입장권 │  39.00 │    2 │    78.00 │   122,569 │
├────────┼────────┼──────┼──────────┼───────────┤
│ 식비   │  55.00 │   12 │   660.00 │ 1,037,124 │
├────────┼────────┼──────┼──────────┼───────────┤
│ 소계   │        │      │ 1,378.00 │ 2,165,389 │
└────────┴────────┴──────┴──────────┴───────────┘
",
        expect![[r#"
            approval 해외출장비정산서
            단가 = money EUR 128.00 (unit_price) [0,1]
            수량 = quantity 5 (quantity) [0,2]
            금액 = money EUR 640.00 (amount) [0,3]
            원화(원) = money KRW 1005696 [0,4]
            단가 = money EUR 39.00 (unit_price) [1,1]
            수량 = quantity 2 (quantity) [1,2]
            금액 = money EUR 78.00 (amount) [1,3]
            원화(원) = money KRW 122569 [1,4]
            단가 = money EUR 55.00 (unit_price) [2,1]
            수량 = quantity 12 (quantity) [2,2]
            금액 = money EUR 660.00 (amount) [2,3]
            원화(원) = money KRW 1037124 [2,4]
            소계/금액 = money EUR 1378.00 (subtotal)
            소계/원화(원) = money KRW 2165389 (subtotal)
            Items 항목 | 단가 | 수량 | 금액 | 원화(원)
              숙박비 | 128.00 | 5 | 640.00 | 1,005,696
              입장권 | 39.00 | 2 | 78.00 | 122,569
              식비 | 55.00 | 12 | 660.00 | 1,037,124
              Σ column 3 rows (0, 3) = EUR 1378.00
              Σ column 4 rows (0, 3) = KRW 2165389
        "#]],
    );
}

#[test]
fn amounts_that_add_up_or_are_parts_of_one_another_are_in_one_currency() {
    check(
        "
               L/C OPENING CONDITIONS

  Amount:             USD 268,400.00
  Second lot:         USD 122,000.00
  In won:             KRW 367,305,400
  Margin 10%:             36,730,540
  Commission 0.35%:        1,285,560
  Cable:                      20,000
  Charges:                 1,305,560
",
        expect![[r#"
            other 
            Amount = money USD 268400.00 (amount)
            Second lot = money USD 122000.00
            In won = money KRW 367305400
            Margin = rate 1/10 (profit)
            Margin 10% = money KRW 36730540 (profit)
            Commission = rate 7/2000 (brokerage_fee)
            Commission 0.35% = money KRW 1285560
            Cable = money KRW 20000
            Charges = money KRW 1305560 (charge)
        "#]],
    );
}

#[test]
fn prices_may_be_finer_than_a_coin() {
    check(
        "
              임가공비 청구서

┌──────────┬────────┬──────────┬───────────┐
│ 공정     │ 처리   │ 가공단가 │ 금액      │
├──────────┼────────┼──────────┼───────────┤
│ 수삽     │  8,400 │    145   │ 1,218,000 │
├──────────┼────────┼──────────┼───────────┤
│ 자동납   │  8,400 │   62.5   │   525,000 │
├──────────┼────────┼──────────┼───────────┤
│ 라벨     │ 11,360 │   17.5   │   198,800 │
├──────────┼────────┼──────────┼───────────┤
│ 합계     │        │          │ 1,941,800 │
└──────────┴────────┴──────────┴───────────┘
",
        expect![[r#"
            invoice 임가공비청구서
            처리 = quantity 8400 [0,1]
            가공단가 = money KRW 145 [0,2]
            금액 = money KRW 1218000 (amount) [0,3]
            처리 = quantity 8400 [1,1]
            가공단가 = money KRW 62.5 [1,2]
            금액 = money KRW 525000 (amount) [1,3]
            처리 = quantity 11360 [2,1]
            가공단가 = money KRW 17.5 [2,2]
            금액 = money KRW 198800 (amount) [2,3]
            합계/금액 = money KRW 1941800 (grand_total)
            Items 공정 | 처리 | 가공단가 | 금액
              수삽 | 8,400 | 145 | 1,218,000
              자동납 | 8,400 | 62.5 | 525,000
              라벨 | 11,360 | 17.5 | 198,800
              Σ column 3 rows (0, 3) = KRW 1941800
        "#]],
    );
}

#[test]
fn either_half_of_a_header_in_two_languages_tells_what_stands_below() {
    check(
        "
            상각 내역 Amortization (USD)

┌─────────┬──────────────────┬─────────────────┬──────────────────┐
│ 월      │ 출하수량 Shipped │ 상각액 Amortized│ 누계 Cumulative  │
├─────────┼──────────────────┼─────────────────┼──────────────────┤
│ 1월     │            4,200 │        1,260.00 │         1,260.00 │
├─────────┼──────────────────┼─────────────────┼──────────────────┤
│ 2월     │            3,850 │        1,155.00 │         2,415.00 │
├─────────┼──────────────────┼─────────────────┼──────────────────┤
│ 3월     │            5,120 │        1,536.00 │         3,951.00 │
└─────────┴──────────────────┴─────────────────┴──────────────────┘
",
        expect![[r#"
            statement 상각액Amortized
            출하수량Shipped = quantity 4200 [0,1]
            상각액Amortized = money USD 1260.00 [0,2]
            누계Cumulative = money USD 1260.00 (grand_total) [0,3]
            출하수량Shipped = quantity 3850 [1,1]
            상각액Amortized = money USD 1155.00 [1,2]
            누계Cumulative = money USD 2415.00 (grand_total) [1,3]
            출하수량Shipped = quantity 5120 [2,1]
            상각액Amortized = money USD 1536.00 [2,2]
            누계Cumulative = money USD 3951.00 (grand_total) [2,3]
            Items 월 | 출하수량Shipped | 상각액Amortized | 누계Cumulative
              1월 | 4,200 | 1,260.00 | 1,260.00
              2월 | 3,850 | 1,155.00 | 2,415.00
              3월 | 5,120 | 1,536.00 | 3,951.00
        "#]],
    );
}

#[test]
fn nothing_is_an_amount_where_nothing_names_a_currency() {
    check(
        "
                 PACKING LIST

┌────────────┬───────┬──────────┬──────────┐
│ Contents   │ Boxes │ Tare     │ Load     │
├────────────┼───────┼──────────┼──────────┤
│ Grommets   │    36 │   237.60 │   262.80 │
├────────────┼───────┼──────────┼──────────┤
│ Gaskets    │    24 │   198.72 │   218.40 │
├────────────┼───────┼──────────┼──────────┤
│ Bellows    │    18 │   337.50 │   355.50 │
├────────────┼───────┼──────────┼──────────┤
│ Total      │    78 │   773.82 │   836.70 │
└────────────┴───────┴──────────┴──────────┘
",
        expect![[r#"
            other PACKING LIST
            Grommets/Boxes = quantity 36
            Grommets/Tare = quantity 237.60
            Grommets/Load = quantity 262.80
            Gaskets/Boxes = quantity 24
            Gaskets/Tare = quantity 198.72
            Gaskets/Load = quantity 218.40
            Bellows/Boxes = quantity 18
            Bellows/Tare = quantity 337.50
            Bellows/Load = quantity 355.50
            Total/Boxes = quantity 78
            Total/Tare = quantity 773.82
            Total/Load = quantity 836.70
            Other Contents | Boxes | Tare | Load
              Grommets | 36 | 237.60 | 262.80
              Gaskets | 24 | 198.72 | 218.40
              Bellows | 18 | 337.50 | 355.50
              Σ column 1 rows (0, 3) = 78
              Σ column 2 rows (0, 3) = 773.82
              Σ column 3 rows (0, 3) = 836.70
        "#]],
    );
}

#[test]
fn a_balance_that_is_wrong_counts_what_its_column_counts() {
    check(
        "
                 원재료 수불부

┌───────┬────────┬─────────┬───────┬─────────┐
│ 일자  │ 구분   │ 입고    │ 출고  │ 잔고    │
├───────┼────────┼─────────┼───────┼─────────┤
│ 08/01 │ 이월   │ 2,840.5 │       │ 2,840.5 │
├───────┼────────┼─────────┼───────┼─────────┤
│ 08/01 │ 출고   │         │ 412.5 │ 2,428.0 │
├───────┼────────┼─────────┼───────┼─────────┤
│ 08/04 │ 출고   │         │ 188.0 │ 2,240.0 │
├───────┼────────┼─────────┼───────┼─────────┤
│ 08/05 │ 출고   │         │ 530.0 │ 1,710.0 │
├───────┼────────┼─────────┼───────┼─────────┤
│ 08/06 │ 출고   │         │ 275.5 │ 1,443.5 │
├───────┼────────┼─────────┼───────┼─────────┤
│ 08/07 │ 출고   │         │ 640.0 │   794.5 │
└───────┴────────┴─────────┴───────┴─────────┘
",
        expect![[r#"
            statement 원재료수불부
            입고 = quantity 2840.5 [0,2]
            잔고 = quantity 2840.5 (running_balance) [0,4]
            출고 = quantity 412.5 [1,3]
            잔고 = quantity 2428.0 (running_balance) [1,4]
            출고 = quantity 188.0 [2,3]
            잔고 = quantity 2240.0 (running_balance) [2,4]
            출고 = quantity 530.0 [3,3]
            잔고 = quantity 1710.0 (running_balance) [3,4]
            출고 = quantity 275.5 [4,3]
            잔고 = quantity 1443.5 (running_balance) [4,4]
            출고 = quantity 640.0 [5,3]
            잔고 = quantity 794.5 (running_balance) [5,4]
            Items 일자 | 구분 | 입고 | 출고 | 잔고
              08/01 | 이월 | 2,840.5 |  | 2,840.5
              08/01 | 출고 |  | 412.5 | 2,428.0
              08/04 | 출고 |  | 188.0 | 2,240.0
              08/05 | 출고 |  | 530.0 | 1,710.0
              08/06 | 출고 |  | 275.5 | 1,443.5
              08/07 | 출고 |  | 640.0 | 794.5
        "#]],
    );
}

#[test]
fn a_cell_of_words_and_counts_says_as_a_whole_what_its_label_asks() {
    check(
        "
              창고 임대차 계약서

┌────────┬────────────────────────┬──────────┬─────────────────┐
│ 비고   │ 9월 납품분 3종         │ 결제조건 │ 익월 말 2회분할 │
├────────┼────────────────────────┼──────────┼─────────────────┤
│ 면적   │ 650평                  │ 납품장소 │ 창고 B동 907호  │
└────────┴────────────────────────┴──────────┴─────────────────┘
",
        expect![[r#"
            contract 창고임대차계약서
            비고 = text 9월 납품분 3종 (subject)
            비고 = quantity 3 (subject)
            결제조건 = text 익월 말 2회분할 (payment_terms)
            면적 = quantity 650 (area)
            납품장소 = text 창고 B동 907호 (place)
        "#]],
    );
}

#[test]
fn where_amounts_print_cents_a_number_with_two_places_is_one() {
    check(
        "
                 STATEMENT IN USD

  Previous balance        11,642.35       Insurance recharge        212.50
  Current charges          7,531.65       Bags returned              53.38
  Total due               19,174.00

  Queries within 10 days
",
        expect![[r#"
            statement STATEMENT IN USD
            Previous balance = money USD 11642.35 (previous_balance)
            Insurance recharge = money USD 212.50
            Current charges = money USD 7531.65 (current_charge)
            Bags returned = money USD 53.38
            Total due = money USD 19174.00 (grand_total)
            STATEMENT IN USD = period 10 days
        "#]],
    );
}

#[test]
fn a_page_whose_lines_are_a_unit_high_is_read_in_the_order_of_its_lines() {
    let mut document = sketch::document(
        "
                      견적서

  자재 합계                     4,268,000
  수량할인 5%                    -213,400
  화물 운임                        90,000
  공급가액                      4,144,600
  부가세 10%                      414,460
  견적 합계                     4,559,060
",
    );
    // As the reader of plain text has it.
    let line = 12.0;
    for page in &mut document.pages {
        (page.width, page.height) = (page.width / line, page.height / line);
        for word in page.lines.iter_mut().flat_map(|it| &mut it.words) {
            let it = word.rect;
            word.rect = Rect::new(it.x0 / line, it.y0 / line, it.x1 / line, it.y1 / line);
        }
    }
    let it = draft(&[document], &DocumentTypes::shipped(&[]), None);
    let amounts = it.fields.iter().map(|it| it.value.to_string());
    let amounts: Vec<String> = amounts.filter(|it| it.starts_with("KRW")).collect();
    let printed = ["4268000", "-213400", "90000", "4144600", "414460", "4559060"];
    assert_eq!(amounts, printed.map(|it| format!("KRW {it}")));
}

#[test]
fn the_unit_behind_a_label_says_what_its_row_counts() {
    check(
        "
          제조간접비 배부표

나. 동력부문 (금액: 원)                            다. 공무부문 (금액: 원)
동력비             프레스      도장                 공무비          프레스     도장
사용량(kWh)        51,000      29,000               작업시간(h)      1,520      1,310
배부액          9,180,000   5,220,000               배부액       4,160,000  2,480,000
",
        expect![[r#"
            other 
            사용량 = quantity 51000 (quantity)
            사용량 = quantity 29000
            작업시간 = quantity 1520
            도장 = money KRW 1310
            배부액 = money KRW 9180000
            배부액 = money KRW 5220000
            배부액 = money KRW 4160000
            배부액 = money KRW 2480000
        "#]],
    );
}

#[test]
fn the_unit_behind_a_header_or_a_heading_says_what_is_counted() {
    check(
        "
                         COMMERCIAL INVOICE

 Article     HS code     Net kg    Unit price      Amount
 BA-PG160    8483.40      171.0      1,284.50    7,707.00
 BA-SK90     8483.60       45.9         96.35    1,734.30
 BA-HW45     8483.10      110.4        318.70    3,824.40
",
        expect![[r#"
            invoice COMMERCIAL INVOICE
            Net kg = quantity 171.0 [0,2]
            Unit price = money USD 1284.50 (unit_price) [0,3]
            Amount = money USD 7707.00 (amount) [0,4]
            Net kg = quantity 45.9 [1,2]
            Unit price = money USD 96.35 (unit_price) [1,3]
            Amount = money USD 1734.30 (amount) [1,4]
            Net kg = quantity 110.4 [2,2]
            Unit price = money USD 318.70 (unit_price) [2,3]
            Amount = money USD 3824.40 (amount) [2,4]
            Items Article | HS code | Net kg | Unit price | Amount
              BA-PG160 | 8483.40 | 171.0 | 1,284.50 | 7,707.00
              BA-SK90 | 8483.60 | 45.9 | 96.35 | 1,734.30
              BA-HW45 | 8483.10 | 110.4 | 318.70 | 3,824.40
        "#]],
    );
    check(
        "
                         TIME SHEET INVOICE

 1. Time sheet (hours)
             Mon       Tue       Wed
 Kind      3 Nov     4 Nov     5 Nov     Total
┌─────────┬─────────┬─────────┬─────────┬─────────┐
│ Regular │    8.00 │    8.00 │    5.50 │   21.50 │
├─────────┼─────────┼─────────┼─────────┼─────────┤
│ Travel  │    9.50 │    1.25 │    8.75 │   19.50 │
├─────────┼─────────┼─────────┼─────────┼─────────┤
│ Total   │   17.50 │    9.25 │   14.25 │   41.00 │
└─────────┴─────────┴─────────┴─────────┴─────────┘

 Invoice total USD 1,250.00
",
        expect![[r#"
            invoice TIME SHEET INVOICE
            Regular/Mon 3 Nov = quantity 8.00
            Regular/Tue 4 Nov = quantity 8.00
            Regular/Wed 5 Nov = quantity 5.50
            Regular/Total = quantity 21.50
            Travel/Mon 3 Nov = quantity 9.50
            Travel/Tue 4 Nov = quantity 1.25
            Travel/Wed 5 Nov = quantity 8.75
            Travel/Total = quantity 19.50
            Total/Mon 3 Nov = quantity 17.50
            Total/Tue 4 Nov = quantity 9.25
            Total/Wed 5 Nov = quantity 14.25
            Total = quantity 41.00
            Invoice total = money USD 1250.00 (grand_total)
            Other Kind | Mon 3 Nov | Tue 4 Nov | Wed 5 Nov | Total
              Regular | 8.00 | 8.00 | 5.50 | 21.50
              Travel | 9.50 | 1.25 | 8.75 | 19.50
              Σ column 1 rows (0, 2) = 17.50
              Σ column 2 rows (0, 2) = 9.25
              Σ column 3 rows (0, 2) = 14.25
              Σ column 4 rows (0, 2) = 41.00
        "#]],
    );
}

#[test]
fn whole_amounts_beside_dollars_with_cents_are_won_and_a_city_is_no_franc() {
    check(
        "
                 국외출장 여비 정산서

 출장지 : 프랑크푸르트

┌───────────┬──────┬───────────┬──────────────┐
│ 단가(USD) │ 일수 │ 금액(USD) │ 원화금액(원) │
├───────────┼──────┼───────────┼──────────────┤
│     45.00 │  6일 │    270.00 │      390,447 │
├───────────┼──────┼───────────┼──────────────┤
│     72.00 │  5일 │    360.00 │      520,596 │
└───────────┴──────┴───────────┴──────────────┘

┌────────────┬──────────┬────────────┐
│ 정산대상액 │ 가지급금 │ 추가지급액 │
├────────────┼──────────┼────────────┤
│  1,434,804 │  500,000 │    934,804 │
└────────────┴──────────┴────────────┘
",
        expect![[r#"
            approval 국외출장여비정산서
            출장지 = text 프랑크푸르트 (place)
            단가(USD) = money USD 45.00 (unit_price)
            일수 = quantity 6 (quantity)
            금액(USD) = money USD 270.00 (amount)
            원화금액(원) = money KRW 390447 (converted_amount)
            단가(USD) = money USD 72.00 (unit_price)
            일수 = quantity 5 (quantity)
            금액(USD) = money USD 360.00 (amount)
            원화금액(원) = money KRW 520596 (converted_amount)
            정산대상액 = money KRW 1434804
            가지급금 = money KRW 500000 (cash_advance)
            추가지급액 = money KRW 934804 (to_pay_out)
            Other 단가(USD) | 일수 | 금액(USD) | 원화금액(원)
              45.00 | 6일 | 270.00 | 390,447
              72.00 | 5일 | 360.00 | 520,596
        "#]],
    );
}

#[test]
fn a_letter_in_brackets_is_a_unit_and_three_decimals_are_no_amount() {
    check(
        "
               LAYTIME STATEMENT

 Demurrage rate           USD 9,750.00

 Event             Elapsed (h)      Counts     Laytime used (h)
 Loading                 24.00       100%               24.00
 Rain                    12.00        50%                6.00
 Shifting                 9.50       100%                9.50
 Total                   45.50                          39.50

 Parcel           Wet weight      Dry weight
 Hold 1            1,204.300       1,118.795
 Hold 2              987.450         919.317
",
        expect![[r#"
            statement LAYTIME STATEMENT
            Demurrage rate = money USD 9750.00
            Loading/Elapsed (h) = quantity 24.00
            Loading/Counts = rate 1
            Loading/Laytime used (h) = quantity 24.00
            Rain/Elapsed (h) = quantity 12.00
            Rain/Counts = rate 1/2
            Rain/Laytime used (h) = quantity 6.00
            Shifting/Elapsed (h) = quantity 9.50
            Shifting/Counts = rate 1
            Shifting/Laytime used (h) = quantity 9.50
            Total/Elapsed (h) = quantity 45.50
            Total/Laytime used (h) = quantity 39.50
            weight = quantity 1204.300 (quantity)
            Parcel Hold 1/Counts = rate 223759/200
            Hold 2/Elapsed (h) = quantity 987.450
            Hold 2/Counts = rate 919317/1000
            Other Event | Elapsed (h) | Counts | Laytime used (h)
              Loading | 24.00 | 100% | 24.00
              Rain | 12.00 | 50% | 6.00
              Shifting | 9.50 | 100% | 9.50
              Parcel Hold 1 | Wet weight 1,204.300 | Dry weight 1,118.795 | 
              Hold 2 | 987.450 | 919.317 | 
              Σ column 1 rows (0, 3) = 45.50
              Σ column 3 rows (0, 3) = 39.50
        "#]],
    );
}

#[test]
fn what_is_printed_with_its_unit_elsewhere_counts_the_same_in_a_list() {
    check(
        "
                     제작 발주서

 제작수량        7,500매
 제작비          18,630,000원

 받는곳            배분        납품일
 물류창고         5,200      2031.04.11
 직매장           1,900      2031.04.14
 본사               400      2031.04.14
 계               7,500
",
        expect![[r#"
            other 제작발주서
            제작수량 = quantity 7500
            제작비 = money KRW 18630000
            배분 = quantity 5200 [0,1]
            납품일 = date 2031-04-11 (row_date) [0,2]
            배분 = quantity 1900 [1,1]
            납품일 = date 2031-04-14 (row_date) [1,2]
            배분 = quantity 400 [2,1]
            납품일 = date 2031-04-14 (row_date) [2,2]
            계/배분 = quantity 7500 (subtotal)
            Items 받는곳 | 배분 | 납품일
              물류창고 | 5,200 | 2031.04.11
              직매장 | 1,900 | 2031.04.14
              본사 | 400 | 2031.04.14
              Σ column 1 rows (0, 3) = 7500
        "#]],
    );
}

#[test]
fn an_amount_without_cents_beside_one_with_them_is_what_it_comes_to() {
    check(
        "
                     출장비 정산서

 일자          내역          통화      현지금액       환율        원화
 2031.05.06    숙박비        USD        412.50      1,380.00       569,250
 2031.05.07    교통비        USD         36.20      1,380.00        49,956
 2031.05.08    식비          KRW                                    48,000
",
        expect![[r#"
            approval 출장비정산서
            일자 = date 2031-05-06 (row_date) [0,0]
            현지금액 = money USD 412.50 [0,3]
            환율 = rate 1380 (exchange_rate) [0,4]
            원화 = money KRW 569250 (amount) [0,5]
            일자 = date 2031-05-07 (row_date) [1,0]
            현지금액 = money USD 36.20 [1,3]
            환율 = rate 1380 (exchange_rate) [1,4]
            원화 = money KRW 49956 (amount) [1,5]
            일자 = date 2031-05-08 (row_date) [2,0]
            원화 = money KRW 48000 (amount) [2,5]
            Items 일자 | 내역 | 통화 | 현지금액 | 환율 | 원화
              2031.05.06 | 숙박비 | USD | 412.50 | 1,380.00 | 569,250
              2031.05.07 | 교통비 | USD | 36.20 | 1,380.00 | 49,956
              2031.05.08 | 식비 | KRW |  |  | 48,000
        "#]],
    );
}
