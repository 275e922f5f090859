//! What places and arithmetic tell where no word does: what counts, in which currency, and where a
//! table ends.

use expect_test::expect;

use super::check;

#[test]
fn what_counted_things_come_of_is_counted() {
    check(
        "
                     검침 안내

 재는 것      앞서 잰 수     이번에 잰 수     쓴 만큼      한 개 값         낼 값
 가스             8,144            8,452         308       4,050원     1,247,400원
 수도            18,270           18,898         628       2,010원     1,262,280원
 난방            22,718           23,366         648       1,040원       673,920원
",
        expect![[r#"
            other 이번에잰수
            가스/앞서잰수 = quantity 8144
            가스/이번에잰수 = quantity 8452
            가스/쓴만큼 = quantity 308
            가스/한개값 = money KRW 4050
            가스/낼값 = money KRW 1247400
            수도/앞서잰수 = quantity 18270
            수도/이번에잰수 = quantity 18898
            수도/쓴만큼 = quantity 628
            수도/한개값 = money KRW 2010
            수도/낼값 = money KRW 1262280
            난방/앞서잰수 = quantity 22718
            난방/이번에잰수 = quantity 23366
            난방/쓴만큼 = quantity 648
            난방/한개값 = money KRW 1040
            난방/낼값 = money KRW 673920
            Other 재는것 | 앞서잰수 | 이번에잰수 | 쓴만큼 | 한개값 | 낼값
              가스 | 8,144 | 8,452 | 308 | 4,050원 | 1,247,400원
              수도 | 18,270 | 18,898 | 628 | 2,010원 | 1,262,280원
              난방 | 22,718 | 23,366 | 648 | 1,040원 | 673,920원
        "#]],
    );
}

#[test]
fn a_unit_that_no_list_knows_counts() {
    check(
        "
                     배당 내역

 종목          수량/액면        주당 몫           받을 값
 한빛모직       1,250주            480           600,000
 누리화학         340주          1,275           433,500
 새별리츠       2,800주          162.4           454,720
",
        expect![[r#"
            statement 배당내역
            한빛모직 = quantity 1250
            주당몫 = money KRW 480 [0,2]
            받을값 = money KRW 600000 [0,3]
            누리화학 = quantity 340
            주당몫 = money KRW 1275 [1,2]
            받을값 = money KRW 433500 [1,3]
            새별리츠 = quantity 2800
            주당몫 = money KRW 162.4 [2,2]
            받을값 = money KRW 454720 [2,3]
            Items 종목 | 수량/액면 | 주당몫 | 받을값
              한빛모직 | 1,250주 | 480 | 600,000
              누리화학 | 340주 | 1,275 | 433,500
              새별리츠 | 2,800주 | 162.4 | 454,720
        "#]],
    );
}

#[test]
fn bare_amounts_unlike_those_that_print_a_currency_are_of_another() {
    check(
        "
                     출장비 정산서

 환율 : 1,403.21

 지출내역            외화             환산금액
 현지 교통비        $61.21              85,890
 숙박비            $392.07             550,156
 합계              $453.28             636,046

 선지급액          380,000
 지급할 금액       256,046
",
        expect![[r#"
            approval 출장비정산서
            환율 = rate 140321/100 (exchange_rate)
            현지교통비/외화 = money USD 61.21 (foreign_amount)
            현지교통비/환산금액 = money KRW 85890 (converted_amount)
            숙박비/외화 = money USD 392.07 (lodging_cost)
            숙박비/환산금액 = money KRW 550156 (lodging_cost)
            합계/외화 = money USD 453.28 (foreign_amount)
            합계/환산금액 = money KRW 636046 (converted_amount)
            선지급액/외화 = money KRW 380000 (cash_advance)
            지급할금액/외화 = money KRW 256046 (to_pay_out)
            Other 지출내역 | 외화 | 환산금액
              현지 교통비 | $61.21 | 85,890
              숙박비 | $392.07 | 550,156
              선지급액 | 380,000 | 
              지급할 금액 | 256,046 | 
              Σ column 1 rows (0, 2) = USD 453.28
              Σ column 2 rows (0, 2) = KRW 636046
        "#]],
    );
}

#[test]
fn a_number_within_a_text_is_one_where_arithmetic_needs_it_and_so_are_its_like() {
    check(
        "
                     임대차 계약서

 - 1년차: 개월 12, 월세 1,477,000원, 가격 17,724,000원
 - 2년차: 개월 12, 월세 1,504,000원, 가격 18,048,000원
 - 3년차: 개월 11, 월세 1,579,000원, 가격 18,948,000원
",
        expect![[r#"
            contract 임대차계약서
            개월 = quantity 12
            월세 = money KRW 1477000 (rent)
            가격 = money KRW 17724000 (amount)
            개월 = quantity 12
            월세 = money KRW 1504000 (rent)
            가격 = money KRW 18048000 (amount)
            개월 = quantity 11
            월세 = money KRW 1579000 (rent)
            가격 = money KRW 18948000 (amount)
        "#]],
    );
}

#[test]
fn a_row_of_labels_and_values_ends_a_table() {
    check(
        "
                     청구서

 내역                수량      단가       금액
 알루미늄 프레임       36    61,000    2,196,000
 현장 설치             28    78,000    2,184,000
 소계       4,380,000      할인율      10%
 할인액       438,000      공급가액    3,942,000
",
        expect![[r#"
            invoice 청구서
            수량 = quantity 36 (quantity) [0,1]
            단가 = money KRW 61000 (unit_price) [0,2]
            금액 = money KRW 2196000 (amount) [0,3]
            수량 = quantity 28 (quantity) [1,1]
            단가 = money KRW 78000 (unit_price) [1,2]
            금액 = money KRW 2184000 (amount) [1,3]
            소계 = money KRW 4380000 (subtotal)
            할인율 = rate 1/10 (discount_rate)
            할인액 = money KRW 438000 (discount)
            공급가액 = money KRW 3942000 (supply)
            Items 내역 | 수량 | 단가 | 금액
              알루미늄 프레임 | 36 | 61,000 | 2,196,000
              현장 설치 | 28 | 78,000 | 2,184,000
        "#]],
    );
}

#[test]
fn a_text_that_begins_like_a_label_is_one_beside_its_value() {
    check(
        "
                     급여 명세서

 업체 명칭      다온시스템 주식회사
 작성 연월일시   2025-07-31
",
        expect![[r#"
            payslip 급여명세서
            업체명칭 = party 다온시스템 주식회사
            작성연월일시 = date 2025-07-31
        "#]],
    );
}
