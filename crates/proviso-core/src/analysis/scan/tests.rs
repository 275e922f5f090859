//! What the scanner finds, as a person would list it.

mod properties;

use expect_test::{Expect, expect};

use super::*;
use crate::number::show_exact;

fn list(text: &str, context: &Context) -> String {
    let mut lines = Vec::new();
    for it in scan(text, context) {
        let mut line =
            format!("{} {} <{}>", it.value.kind().name(), it.value, &text[it.range.clone()]);
        for part in &it.parts {
            line += &format!(" [{} {}]", part.value.kind().name(), part.value);
        }
        lines.push(line);
    }
    for it in words(text) {
        lines.push(format!(
            "words {} {} <{}>",
            it.currency.code(),
            show_exact(&it.says),
            &text[it.range.clone()]
        ));
    }
    lines.join("\n")
}

#[track_caller]
fn check(text: &str, expect: Expect) {
    expect.assert_eq(&list(text, &Context::default()));
}

#[track_caller]
fn check_expecting(kind: Kind, text: &str, expect: Expect) {
    let context = Context { expected: Some(kind), year: Some(2025), ..Context::default() };
    expect.assert_eq(&list(text, &context));
}

#[track_caller]
fn nothing(text: &str) {
    assert_eq!(list(text, &Context::default()), "", "{text}");
}

#[track_caller]
fn states(kind: Kind, text: &str, expected: Option<&str>) {
    let context = Context { expected: Some(kind), year: Some(2025), ..Context::default() };
    let value = whole(text, &context).map(|it| it.to_string());
    assert_eq!(value.as_deref(), expected, "{text}");
}

#[test]
fn won_is_found_with_its_signs_and_words() {
    check(
        "공급가액 40,000,000원 / 부가세 ￦4,000,000 -",
        expect![[r#"
        money KRW 40000000 <40,000,000원>
        money KRW 4000000 <￦4,000,000 ->"#]],
    );
    check(
        "금 7,700,000원정, 일금 1,000원整, KRW 300, 12,000 won",
        expect![[r#"
        money KRW 7700000 <금 7,700,000원정>
        money KRW 1000 <일금 1,000원整>
        money KRW 300 <KRW 300>
        money KRW 12000 <12,000 won>"#]],
    );
    check(
        "\\1,000,000 (W2,000,000) 세액412,860원",
        expect![[r#"
        money KRW 1000000 <\1,000,000>
        money KRW 2000000 <W2,000,000>
        money KRW 412860 <412,860원>"#]],
    );
    check(
        "단가 238.7원, 12,345,678.90원",
        expect![[r#"
        money KRW 238.7 <238.7원>
        money KRW 12345678.9 <12,345,678.90원>"#]],
    );
}

#[test]
fn mixed_units_multiply() {
    check(
        "3억 5천만원, 1,250만 원, 2억3,000만원, 5천원, 1.5억원",
        expect![[r#"
        money KRW 350000000 <3억 5천만원>
        money KRW 12500000 <1,250만 원>
        money KRW 230000000 <2억3,000만원>
        money KRW 5000 <5천원>
        money KRW 150000000 <1.5억원>"#]],
    );
    check(
        "64,000천원, 1,234백만원, 10만 달러, 3억 이상",
        expect![[r#"
            money KRW 64000000 <64,000천원>
            money KRW 1234000000 <1,234백만원>
            money USD 100000.00 <10만 달러>"#]],
    );
}

#[test]
fn foreign_money_keeps_its_cents() {
    check(
        "US$1,234,567.89 USD 12.30 1,234.50달러 $0.0034 -$217.45",
        expect![[r#"
        money USD 1234567.89 <US$1,234,567.89>
        money USD 12.30 <USD 12.30>
        money USD 1234.50 <1,234.50달러>
        money USD 0.0034 <$0.0034>
        money USD -217.45 <-$217.45>"#]],
    );
    check(
        "1.234,50 € / 12,50 EUR / EUR 1,234.50 / 1 234,50 € / CHF 1'234.50",
        expect![[r#"
        money EUR 1234.50 <1.234,50 €>
        money EUR 12.50 <12,50 EUR>
        money EUR 1234.50 <EUR 1,234.50>
        money EUR 1234.50 <1 234,50 €>
        money CHF 1234.50 <CHF 1'234.50>"#]],
    );
    check(
        "¥12,000 £99.95 VND 1,200,000 HK$5,000.00 $1.5 million",
        expect![[r#"
        money JPY 12000 <¥12,000>
        money GBP 99.95 <£99.95>
        money VND 1200000 <VND 1,200,000>
        money HKD 5000.00 <HK$5,000.00>
        money USD 1500000.00 <$1.5 million>"#]],
    );
    check(
        "1 200,00 € 240,00 € 1 440,00 €",
        expect![[r#"
        money EUR 1200.00 <1 200,00 €>
        money EUR 240.00 <240,00 €>
        money EUR 1440.00 <1 440,00 €>"#]],
    );
    check(
        "EUR 2.500,- USD: 4,550.00, USD 45 M/T, $5M",
        expect![[r#"
        money EUR 2500.00 <EUR 2.500,->
        money USD 4550.00 <USD: 4,550.00>
        money USD 45.00 <USD 45>
        money USD 5000000.00 <$5M>"#]],
    );
    check(
        "2 USD 18.40 36.80, then 5.00 USD 6.00 USD",
        expect![[r#"
            money USD 18.40 <USD 18.40>
            money USD 5.00 <5.00 USD>
            money USD 6.00 <6.00 USD>"#]],
    );
}

#[test]
fn the_printed_sign_is_kept() {
    check(
        "-640,218원 △417원 ▲1,000원 −5,000원 ₩-300 -₩400",
        expect![[r#"
        money KRW -640218 <-640,218원>
        money KRW -417 <△417원>
        money KRW -1000 <▲1,000원>
        money KRW -5000 <−5,000원>
        money KRW -300 <₩-300>
        money KRW -400 <-₩400>"#]],
    );
    states(Kind::Money, "(1,234)", Some("KRW -1234"));
    states(Kind::Money, "- 417", Some("KRW -417"));
    states(Kind::Money, "($1,234.00)", Some("USD -1234.00"));
    states(Kind::Money, "(₩1,234)", Some("KRW 1234"));
    let euro = Context {
        expected: Some(Kind::Money),
        currency: Some(Currency::EUR),
        decimal_comma: true,
        ..Context::default()
    };
    let value = |text: &str| whole(text, &euro).map(|it| it.to_string());
    assert_eq!(value("1.234,50-").as_deref(), Some("EUR -1234.50"), "a minus behind");
    assert_eq!(value("50.000").as_deref(), Some("EUR 50000.00"), "points group here");
}

#[test]
fn what_only_looks_like_money_is_none() {
    nothing("1,23원 KX-2031-0842 계좌 903-11-672004 승인번호 20310219-83000571-e94c07da");
    nothing("cost 5$, CLP00042");
    nothing("(단위: 천원) 10원 미만 절사, 천원 단위, 3원칙");
    nothing("이사 사원 일부 오천이라는 이천 일원 삼원색 구만리 천만에요 만일");
    nothing("제3조 제1항, 각 호의 1, 2부, 1통, 지상 3층 305호, 900×450");
}

#[test]
fn bare_numbers_are_money_only_where_a_label_says_so() {
    nothing("2,806,400");
    states(Kind::Money, "2,806,400", Some("KRW 2806400"));
    states(Kind::Money, "0", Some("KRW 0"));
    states(Kind::Money, "1,23", None);
    states(Kind::Money, "0042", None);
    states(Kind::Money, "3개월", Some("3 months"));
    let thousands =
        Context { expected: Some(Kind::Money), factor: Some(1000), ..Context::default() };
    let value = whole("12,345", &thousands).map(|it| it.to_string());
    assert_eq!(value.as_deref(), Some("KRW 12345000"), "in thousands of won");
}

#[test]
fn a_cell_with_a_note_on_tax_is_still_an_amount() {
    states(Kind::Money, "금 오백만원정 (₩5,000,000) (부가가치세 포함)", Some("KRW 5000000"));
    states(Kind::Money, "금 오백만원정 (₩7,700,000)", None);
    states(Kind::Money, "₩5,000,000 (VAT 별도)", Some("KRW 5000000"));
    states(Kind::Money, "금 사백만원정", Some("KRW 4000000"));
    states(Kind::Money, "1,234,500원 (VAT 10% 포함)", Some("KRW 1234500"));
    states(Kind::Money, "(-) 1,234", Some("KRW -1234"));
    states(Kind::Date, "2026-02-09 14:00", Some("2026-02-09"));
    states(Kind::Date, "2026.02.09(월) 오후", Some("2026-02-09"));
    states(Kind::Money, "별도 협의", None);
}

#[test]
fn worn_print_is_read_without_guessing_digits() {
    check(
        "₩1, 234, 000 및 1 ,234 ,000원",
        expect![[r#"
        money KRW 1234000 <₩1, 234, 000>
        money KRW 1234000 <1 ,234 ,000원>"#]],
    );
    check(
        "1.234,567원, 2.345.678원",
        expect![[r#"
        money KRW 1234567 <1.234,567원>
        money KRW 2345678 <2.345.678원>"#]],
    );
    check(
        "1234,000 원, (\\ 1,284,000), 29.500원, 0.125원, _123-45-67890",
        expect![[r#"
        money KRW 1234000 <1234,000 원>
        money KRW 1284000 <\ 1,284,000>
        money KRW 29500 <29.500원>
        money KRW 0.125 <0.125원>
        registration_number 123-45-67890 <123-45-67890>"#]],
    );
    check(
        "1 개 월, 118 건 × 2,600 원, 월세 1,000 원 x 100",
        expect![[r#"
        period 1 months <1 개 월>
        quantity 118 <118 건>
        money KRW 2600 <2,600 원>
        money KRW 1000 <1,000 원>
        quantity 100 <100>"#]],
    );
    states(Kind::Money, "29.500", Some("KRW 29500"));
    states(Kind::Money, "29.50", Some("KRW 29.5"));
    states(Kind::Party, "( 주 ) 가람나라 귀중", Some("(주)가람나라"));
    nothing("1234,000 €, 1234,00원");
    check("1,234,000윈, 3윈", expect!["money KRW 1234000 <1,234,000윈>"]);
    nothing("l,234원 1,O00");
}

#[test]
fn dates_are_found_in_every_usual_form() {
    check(
        "2025-03-04 2025.3.4. 2025/03/04 2025. 3. 4 '25.3.4 25년 3월 4일",
        expect![[r#"
        date 2025-03-04 <2025-03-04>
        date 2025-03-04 <2025.3.4.>
        date 2025-03-04 <2025/03/04>
        date 2025-03-04 <2025. 3. 4>
        date 2025-03-04 <'25.3.4>
        date 2025-03-04 <25년 3월 4일>"#]],
    );
    check(
        "2025년 3월 4일, 2025年 3月 4日, 2025년3월4일(화)",
        expect![[r#"
        date 2025-03-04 <2025년 3월 4일>
        date 2025-03-04 <2025年 3月 4日>
        date 2025-03-04 <2025년3월4일>"#]],
    );
    check(
        "March 19, 2026; 19 March 2026; 19-Mar-2026; Mar. 19th, 2026",
        expect![[r#"
            date 2026-03-19 <March 19, 2026>
            date 2026-03-19 <19 March 2026>
            date 2026-03-19 <19-Mar-2026>
            date 2026-03-19 <Mar. 19th, 2026>"#]],
    );
    check(
        "19.03.2026, 19 mars 2026, 19. März 2026, 1er mars 2025",
        expect![[r#"
            date 2026-03-19 <19.03.2026>
            date 2026-03-19 <19 mars 2026>
            date 2026-03-19 <19. März 2026>
            date 2025-03-01 <1er mars 2025>"#]],
    );
    check(
        "03/19/2026 and 19/03/2026, the 3rd day of May, 2025",
        expect![[r#"
            date 2026-03-19 <03/19/2026>
            date 2026-03-19 <19/03/2026>
            date 2025-05-03 <3rd day of May, 2025>"#]],
    );
    nothing("2025-02-30, 2025.13.01, 20250304-1, v2025.3.4.5, 2025년  월  일");
}

#[test]
fn month_and_day_take_a_known_year() {
    check_expecting(Kind::Date, "3월 4일", expect!["date 2025-03-04 <3월 4일>"]);
    check_expecting(Kind::Date, "20250304", expect!["date 2025-03-04 <20250304>"]);
    check_expecting(Kind::Date, "04/12", expect!["date 2025-04-12 <04/12>"]);
    check_expecting(Kind::Date, "25.03.04", expect!["date 2025-03-04 <25.03.04>"]);
    check(
        "2024년 3월 4일 계약, 같은 해 5월 6일 납품, 익년 1월 7일 정산",
        expect![[r#"
        date 2024-03-04 <2024년 3월 4일>
        date 2024-05-06 <같은 해 5월 6일>
        date 2025-01-07 <익년 1월 7일>"#]],
    );
    nothing("매년 3월 4일");
}

#[test]
fn the_day_comes_first_where_a_document_shows_it() {
    assert!(day_first(&["19/03/2026", "03/04/2025"]), "no month is 19");
    assert!(!day_first(&["03/19/2026"]), "no month is 19 here either");
    let context = Context { day_first: true, ..Context::default() };
    assert_eq!(list("03/04/2025", &context), "date 2025-04-03 <03/04/2025>");
}

#[test]
fn ranges_have_both_days_as_parts() {
    check(
        "2026년 2월 9일 ~ 2026년 8월 20일",
        expect![
            "period 2026-02-09/2026-08-20 <2026년 2월 9일 ~ 2026년 8월 20일> [date 2026-02-09] [date 2026-08-20]"
        ],
    );
    check(
        "2026년 2월 9일(월)부터 8월 20일까지",
        expect![
            "period 2026-02-09/2026-08-20 <2026년 2월 9일(월)부터 8월 20일> [date 2026-02-09] [date 2026-08-20]"
        ],
    );
    check(
        "2026.02.09 – 08.20, 2025. 5. 1. ~ 31.",
        expect![[r#"
            period 2026-02-09/2026-08-20 <2026.02.09 – 08.20> [date 2026-02-09] [date 2026-08-20]
            period 2025-05-01/2025-05-31 <2025. 5. 1. ~ 31.> [date 2025-05-01] [date 2025-05-31]"#]],
    );
    check(
        "begins on June 3, 2026 and ends on November 27, 2026",
        expect![
            "period 2026-06-03/2026-11-27 <June 3, 2026 and ends on November 27, 2026> [date 2026-06-03] [date 2026-11-27]"
        ],
    );
    check(
        "June 3 – November 27, 2026; 01.05.–31.05.2025; 1.–31. Mai 2025",
        expect![[r#"
            period 2026-06-03/2026-11-27 <June 3 – November 27, 2026> [date 2026-06-03] [date 2026-11-27]
            period 2025-05-01/2025-05-31 <01.05.–31.05.2025> [date 2025-05-01] [date 2025-05-31]
            period 2025-05-01/2025-05-31 <1.–31. Mai 2025> [date 2025-05-01] [date 2025-05-31]"#]],
    );
    check(
        "계약일 2025년 3월 4일, 납품일 2025년 4월 5일",
        expect![[r#"
        date 2025-03-04 <2025년 3월 4일>
        date 2025-04-05 <2025년 4월 5일>"#]],
    );
    check(
        "dated 04/01/2025, payable until 04/15/2025",
        expect![[r#"
            date 2025-04-01 <04/01/2025>
            date 2025-04-15 <04/15/2025>"#]],
    );
    check(
        "2025/4/1-2025/9/30, 25.04.01~25.09.30, 2025. 6. 3.(화) ~ 5.(목)",
        expect![[r#"
        period 2025-04-01/2025-09-30 <2025/4/1-2025/9/30> [date 2025-04-01] [date 2025-09-30]
        period 2025-04-01/2025-09-30 <25.04.01~25.09.30> [date 2025-04-01] [date 2025-09-30]
        period 2025-06-03/2025-06-05 <2025. 6. 3.(화) ~ 5.> [date 2025-06-03] [date 2025-06-05]"#]],
    );
    check(
        "2025년 3월 4일부터 10일 이내",
        expect![[r#"
        date 2025-03-04 <2025년 3월 4일>
        period 10 days <10일>"#]],
    );
}

#[test]
fn lengths_of_time_are_found() {
    check(
        "24개월, 14일 이내, 5영업일, 3년간, 3주 이내, 72시간 이내, 계약 후 7일",
        expect![[r#"
            period 24 months <24개월>
            period 14 days <14일>
            period 5 days <5영업일>
            period 3 years <3년간>
            period 3 weeks <3주>
            period 72 hours <72시간>
            period 7 days <7일>"#]],
    );
    check(
        "thirty (30) days, 12 months, Net 30, two (2) years, a 45-day period",
        expect![[r#"
        period 30 days <thirty (30) days>
        period 12 months <12 months>
        period 30 days <Net 30>
        period 2 years <two (2) years>
        period 45 days <45-day>"#]],
    );
    check(
        "six months; ninety days; within 48 hours after notice",
        expect![[r#"
        period 6 months <six months>
        period 90 days <ninety days>
        period 48 hours <48 hours>"#]],
    );
    check(
        "14 Tage, 30 jours, 2 Jahre, 10 business days",
        expect![[r#"
        period 14 days <14 Tage>
        period 30 days <30 jours>
        period 2 years <2 Jahre>
        period 10 days <10 business days>"#]],
    );
    check(
        "삼개월 이내, 일년간, 사십오일 이내, 사일구 일간지",
        expect![[r#"
        period 3 months <삼개월>
        period 1 years <일년>
        period 45 days <사십오일>"#]],
    );
    check(
        "25년 6월분, 2025.06월, 12-3월",
        expect![[r#"
        period 2025-06 <25년 6월분>
        period 2025-06 <2025.06월>"#]],
    );
    check(
        "2025년 6월분, June 2025",
        expect![[r#"
        period 2025-06 <2025년 6월분>
        period 2025-06 <June 2025>"#]],
    );
    check(
        "1년 6개월, 영업일 기준 10일, 60일(2개월), 26년 예산",
        expect![[r#"
            period 18 months <1년 6개월>
            period 10 days <10일>
            period 2 months <2개월>"#]],
    );
    nothing(
        "20 년 월 일, 매월 15일, 당월 25일, 25일(수), 2025년도, 3년차, 1일당, 18:00, 매주 1일, 1일에 대하여",
    );
}

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
fn numbers_that_name_something_are_kept_whole() {
    check(
        "123-45-67890, 110111-1234567, 900101-1******",
        expect![[r#"
        registration_number 123-45-67890 <123-45-67890>
        registration_number 110111-1234567 <110111-1234567>
        registration_number 900101-1****** <900101-1******>"#]],
    );
    check(
        "02-555-1234, 010-1234-5678, 1588-0000, +82-2-555-1234, (02)555-1234",
        expect![[r#"
        phone 02-555-1234 <02-555-1234>
        phone 010-1234-5678 <010-1234-5678>
        phone 1588-0000 <1588-0000>
        phone +82-2-555-1234 <+82-2-555-1234>
        phone (02)555-1234 <(02)555-1234>"#]],
    );
    check(
        "+1 415-555-0187 | a.b@c.example | https://x.example/2025-03-04",
        expect![[r#"
        phone +1 415-555-0187 <+1 415-555-0187>
        email a.b@c.example <a.b@c.example>"#]],
    );
    check(
        "T. 02.555.1234 / 010 1234 5678 / Tel.031)555-1234",
        expect![[r#"
        phone 02.555.1234 <02.555.1234>
        phone 010 1234 5678 <010 1234 5678>
        phone 031)555-1234 <031)555-1234>"#]],
    );
    states(Kind::RegistrationNumber, "1234567890", Some("1234567890"));
    states(Kind::RegistrationNumber, "123 - 45 - 67890", Some("123-45-67890"));
    states(Kind::Phone, "01012345678", Some("01012345678"));
}

#[test]
fn check_digits_are_those_of_the_rule() {
    // 1+6+21+4+15+42+7+24+45 = 165, and 45/10 = 4: 169 wants a 1.
    assert!(business_number_is_valid("123-45-67891"), "hyphens do not count");
    assert!(business_number_is_valid("1234567891"), "nor is it wanted");
    assert!(!business_number_is_valid("123-45-67890"), "another digit");
    assert!(!business_number_is_valid("123-45-6789"), "too short");
    assert!(!business_number_is_valid("123-45-6789*"), "masked");
    // 1+2+0+2+1+2+1+4+3+8+5+12 = 41 wants a 9.
    assert!(corporation_number_is_valid("110111-1234569"), "weights 1 and 2");
    assert!(!corporation_number_is_valid("110111-1234567"), "another digit");
}

#[test]
fn organisations_are_found_by_their_legal_form() {
    check(
        "주식회사 가람나라(이하 \"갑\")와 다라마을 주식회사(이하 \"을\")",
        expect![[r#"
        party 주식회사 가람나라 <주식회사 가람나라>
        party 다라마을 주식회사 <다라마을 주식회사>"#]],
    );
    check(
        "주식회사 가람나라와 (주)다라정밀은 서로 협력한다. ㈜바사, 아자(주)",
        expect![[r#"
            party 주식회사 가람나라 <주식회사 가람나라>
            party (주)다라정밀 <(주)다라정밀>
            party ㈜바사 <㈜바사>
            party 아자(주) <아자(주)>"#]],
    );
    check(
        "Alder Press, Inc., a Nevada corporation, and Birch Studio LLC",
        expect![[r#"
        party Alder Press, Inc. <Alder Press, Inc.>
        party Birch Studio LLC <Birch Studio LLC>"#]],
    );
    check(
        "Muster Bau GmbH und Dupont SARL, Hanmaru Trading Co., Ltd.",
        expect![[r#"
        party Muster Bau GmbH <Muster Bau GmbH>
        party Dupont SARL <Dupont SARL>
        party Hanmaru Trading Co., Ltd. <Hanmaru Trading Co., Ltd.>"#]],
    );
    check(
        "농업회사법인 주식회사 가람들, ALDER CO., LTD.",
        expect![[r#"
        party 농업회사법인 주식회사 가람들 <농업회사법인 주식회사 가람들>
        party ALDER CO., LTD. <ALDER CO., LTD.>"#]],
    );
    nothing("the Investment Company Act, a Limited Liability Company, the Company");
    check(
        "매도인 주식회사 가람상사 / 가람상사 주식회사 대표이사",
        expect![[r#"
        party 주식회사 가람상사 <주식회사 가람상사>
        party 가람상사 주식회사 <가람상사 주식회사>"#]],
    );
    nothing("본 계약은 주식회사의 이사회 승인을 받는다");
}

#[test]
fn names_in_cells_lose_seals_and_titles() {
    states(Kind::Party, "대표이사 홍길동 (인)", Some("홍길동"));
    states(Kind::Party, "홍 길 동 (서명)", Some("홍길동"));
    states(Kind::Party, "(주)가람나라 귀중", Some("(주)가람나라"));
    states(Kind::Party, "구매기획팀 김다라 과장", Some("김다라"));
    states(Kind::Party, "가람나라 주식회사 (이하 \"갑\")", Some("가람나라 주식회사"));
    states(Kind::Party, "서울특별시 교육부 장관", Some("서울특별시 교육부 장관"));
    states(Kind::Party, "Jane Q. Doe", Some("Jane Q. Doe"));
    states(Kind::Party, "2025-03-04", None);
}

#[test]
fn amounts_in_words_are_read() {
    check(
        "금 칠천칠백만원정, 일금 삼백만 원 정, 육천이백구십팔만원",
        expect![[r#"
        words KRW 77000000 <금 칠천칠백만원정>
        words KRW 3000000 <일금 삼백만 원 정>
        words KRW 62980000 <육천이백구십팔만원>"#]],
    );
    check(
        "金 壹億貳阡萬원整, 五千萬圓整",
        expect![[r#"
        words KRW 120000000 <金 壹億貳阡萬원整>
        words KRW 50000000 <五千萬圓整>"#]],
    );
    check(
        "금 1억 2천만원정",
        expect![[r#"
        money KRW 120000000 <금 1억 2천만원정>
        words KRW 120000000 <금 1억 2천만원정>"#]],
    );
    check(
        "Forty-One Thousand US Dollars; One Hundred Thousand Dollars and No Cents",
        expect![[r#"
            words USD 41000 <Forty-One Thousand US Dollars>
            words USD 100000 <One Hundred Thousand Dollars and No Cents>"#]],
    );
    check(
        "Two Hundred Fifty and 50/100 Dollars; SAY US DOLLARS TEN THOUSAND ONLY",
        expect![[r#"
            words USD 501/2 <Two Hundred Fifty and 50/100 Dollars>
            words USD 10000 <US DOLLARS TEN THOUSAND ONLY>"#]],
    );
    check(
        "Five Million Korean Won, one hundred twenty-three euros and fifty cents",
        expect![[r#"
            words KRW 5000000 <Five Million Korean Won>
            words EUR 247/2 <one hundred twenty-three euros and fifty cents>"#]],
    );
    nothing(
        "Dollars and sense; one or two parties; the two Dollar shops in nine cases; he won one hundred",
    );
}

#[test]
fn the_decimal_comma_is_told_by_the_numbers() {
    assert!(decimal_comma(&["1.234,50", "12,50 €"]), "German");
    assert!(!decimal_comma(&["1,234.50", "3,000,000"]), "Korean or English");
    assert!(!decimal_comma(&[]), "nothing speaks for it");
}

#[test]
fn hangul_numbers_spell_as_formal_papers_do() {
    assert_eq!(spell_korean(77_000_000), "칠천칠백만");
    assert_eq!(spell_korean(12_456_000), "일천이백사십오만육천");
    assert_eq!(spell_korean(100_000_015), "일억일십오");
    assert_eq!(spell_korean(-10_000), "마이너스 일만");
    assert_eq!(parse_korean("壹億貳阡萬"), Some(120_000_000));
    assert_eq!(parse_korean("천만에"), None, "not a number to its end");
    assert!(!spell_korean(i128::MIN).is_empty(), "no number is too large");
}
