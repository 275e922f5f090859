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
