//! Rates and quantities.

use expect_test::expect;

use super::*;

#[test]
fn rates_are_exact() {
    check(
        "10%, 4.5 %, 12퍼센트, 1.5/1000, 1,000분의 1.5, 100분의 10, 천분의 삼",
        expect![[r#"
        rate 1/10 <10%>
        rate 9/200 <4.5 %>
        rate 3/25 <12퍼센트>
        rate 3/2000 <1.5/1000>
        rate 3/2000 <1,000분의 1.5>
        rate 1/10 <100분의 10>
        rate 3/1000 <천분의 삼>"#]],
    );
    check(
        "3‰, 1할, 2/100, 25bp, 연 6%, 1일 0.05%, 10~20%, -3.5%",
        expect![[r#"
        rate 3/1000 <3‰>
        rate 1/10 <1할>
        rate 1/50 <2/100>
        rate 1/400 <25bp>
        rate 3/50 <6%>
        rate 1/2000 <0.05%>
        rate 1/10 <10>
        rate 1/5 <20%>
        rate -7/200 <-3.5%>"#]],
    );
    check(
        "적용환율 1,402.60, USD 1 = KRW 1,402.60",
        expect![[r#"
        rate 7013/5 <1,402.60>
        rate 7013/5 <USD 1 = KRW 1,402.60>"#]],
    );
    states(Kind::Rate, "1,402.60", Some("7013/5"));
    let percent = Context { expected: Some(Kind::Rate), percent: true, ..Context::default() };
    assert_eq!(whole("4.5", &percent).map(|it| it.to_string()).as_deref(), Some("9/200"));
}

#[test]
fn quantities_keep_their_decimals() {
    check(
        "6명 이내, 3개소, 84.95㎡, 주차 2대, 1.5 M/M, 7.25 hr, 36 ea, 2만 5천 명",
        expect![[r#"
            quantity 6 <6명>
            quantity 3 <3개소>
            quantity 84.95 <84.95㎡>
            quantity 2 <2대>
            quantity 1.5 <1.5 M/M>
            quantity 7.25 <7.25 hr>
            quantity 36 <36 ea>
            quantity 25000 <2만 5천 명>"#]],
    );
    check(
        "7.5시간 × 12,300원 × 1.5, 월세 × 100",
        expect![[r#"
            quantity 7.5 <7.5시간>
            money KRW 12300 <12,300원>
            quantity 1.5 <1.5>
            quantity 100 <100>"#]],
    );
    states(Kind::Quantity, "2.0", Some("2.0"));
    states(Kind::Quantity, "-6", Some("-6"));
    states(Kind::Quantity, "3 Rolle", Some("3"));
    check(
        "350km × 180원, 20,000원×3일",
        expect![[r#"
        quantity 350 <350km>
        money KRW 180 <180원>
        money KRW 20000 <20,000원>
        quantity 3 <3>"#]],
    );
    check(
        "3명 × 2개월 × 4,000,000원, 1,250.5 KGS",
        expect![[r#"
        quantity 3 <3명>
        quantity 2 <2개월>
        money KRW 4000000 <4,000,000원>
        quantity 1250.5 <1,250.5 KGS>"#]],
    );
    nothing("297mm, 210mm×297mm, the 24th day, 256GB");
    nothing("3인치 2대표 5명세 1식당 3개월차");
}

#[test]
fn cleaners_are_no_dollars() {
    check(
        "미화 2명, 경비 1명, 미화 1,200달러, 미화 500",
        expect![[r#"
        quantity 2 <2명>
        quantity 1 <1명>
        money USD 1200.00 <미화 1,200달러>
        money USD 500.00 <미화 500>"#]],
    );
}
