//! What a paper reckons by marks, and orders of days, from the page on.

use expect_test::{Expect, expect};

use super::super::super::layout::sketch;
use super::super::super::{fields, rules};
use super::show;
use crate::doctype::DocumentTypes;

#[track_caller]
fn check(text: &str, expect: Expect) {
    let types = DocumentTypes::shipped(&[]);
    let draft = fields::draft(&[sketch::document(text)], &types, None);
    expect.assert_eq(&show(&rules::discover(draft, &types)));
}

#[test]
fn a_share_of_a_marked_number_is_of_that_one() {
    check(
        "
                     정산서

 ① 납품대금                     위표           8,412,600
 ② 지연감액        ①의 2%, 10원 미만 절사       △168,250
 ③ 과세표준                    ①＋②            8,244,350
 ④ 부가가치세                 ③의 10%            841,260
 ⑤ 청구액                      ③＋④            9,085,610
",
        expect![[r#"
            + rate: 의2%,10원미만절사 -168,250원 = −위표 8,412,600원 × 의,10원미만절사 2% (10원 미만 절사)
            + total: 과세표준 8,244,350원 = 위표 8,412,600원 − 의2%,10원미만절사 168,250원
            ✗ rate: 부가가치세 841,260원 ≠ 과세표준 8,244,350원 × 부가가치세 10%
                f6 := KRW 824435 mends [2] breaks [3]
                f4 := KRW 8412600 mends [2] breaks [1, 3]
            + total: 청구액 9,085,610원 = 과세표준 8,244,350원 + 부가가치세 841,260원
        "#]],
    );
}

#[test]
fn changes_under_letters_are_what_the_header_says() {
    check(
        "
                     결산서                       (단위: 천원)

 과목           예산(A)        결산(B)      증감(B－A)
 보조금          84,300         84,300              -
 이용료          21,450         19,870         △1,580
 후원금          12,600         14,915          2,315
 이월금           3,480          3,480              -
",
        expect![[r#"
            + total: 이용료 -1,580,000원 = 이용료 19,870,000원 − 21,450,000원
            + total: 후원금 2,315,000원 = 후원금 14,915,000원 − 12,600,000원
        "#]],
    );
}

#[test]
fn days_of_a_row_that_are_called_first_and_last_stand_in_order() {
    check(
        "
                     장비 대여 명세서

 장비            대여개시일       대여종료일        대여료
 고소작업대      2031.03.02       2031.03.29       640,000
 발전기          2031.03.05       2031.03.04       180,000
 콤프레서        2031.03.11       2031.04.08       275,000
",
        expect![[r#"
            + start_before_end: 고소작업대: 대여개시일 2031-03-02는 대여종료일 2031-03-29보다 늦지 않다
            ✗ start_before_end: 발전기: 대여개시일 2031-03-05는 대여종료일 2031-03-04보다 늦다
                f3 := 2030-03-05 mends [1] breaks []
                f4 := 2032-03-04 mends [1] breaks []
            + start_before_end: 콤프레서: 대여개시일 2031-03-11은 대여종료일 2031-04-08보다 늦지 않다
        "#]],
    );
}

#[test]
fn what_is_taken_off_at_a_price_is_a_product_below_zero() {
    check(
        "
                     가공비 청구서

 내역            수량       단가          금액
 절단             840        520       436,800
 연마             615        380       233,700
 불량 공제         37        410       △15,170
 자재 공제         52        265       △13,780
",
        expect![[r#"
            + line_amount: 절단: 금액 436,800원 = 수량 840 × 단가 520원
            + line_amount: 연마: 금액 233,700원 = 수량 615 × 단가 380원
            + line_amount: 불량 공제: 금액 -15,170원 = −수량 37 × 단가 410원
            + line_amount: 자재 공제: 금액 -13,780원 = −수량 52 × 단가 265원
        "#]],
    );
}

#[test]
fn days_that_a_sentence_tells_together_are_in_order() {
    check(
        "
                     계약 조건

 계약금은 2031. 3. 4.에, 중도금은 2031. 5. 20.에, 나머지는 2031. 8. 1.에 지급한다.
",
        expect![[r#"
            + days_in_order: 2031-03-04, 2031-05-20, 2031-08-01의 순서로 이어진다
        "#]],
    );
}
