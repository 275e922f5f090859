//! Money in digits and in words.

use expect_test::expect;

use super::*;
use crate::value::Currency;

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
        "SAY US DOLLARS NINETEEN THOUSAND AND CENTS FORTY-TWO ONLY",
        expect!["words USD 950021/50 <US DOLLARS NINETEEN THOUSAND AND CENTS FORTY-TWO ONLY>"],
    );
    check(
        "Five Million Korean Won, one hundred twenty-three euros and fifty cents",
        expect![[r#"
            words KRW 5000000 <Five Million Korean Won>
            words EUR 247/2 <one hundred twenty-three euros and fifty cents>"#]],
    );
    check(
        "INR Twelve Lakh Sixty Thousand Seven Hundred Only; INR Two Crore and Forty Eight paise",
        expect![[r#"
            words INR 1260700 <INR Twelve Lakh Sixty Thousand Seven Hundred Only>
            words INR 500000012/25 <INR Two Crore and Forty Eight paise>"#]],
    );
    check("Total ₹ 12,60,700.00", expect!["money INR 1260700.00 <₹ 12,60,700.00>"]);
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

#[test]
fn fractions_that_multiply_are_rates() {
    check("연 이율의 1/12을 적용", expect!["rate 1/12 <1/12>"]);
    check("환산급여 (× 12/10)", expect!["rate 6/5 <12/10>"]);
    nothing("쪽 1/12");
}

#[test]
fn won_for_one_of_another_currency_are_a_rate() {
    check("at 1,431.20 KRW per USD", expect!["rate 7156/5 <1,431.20>"]);
    check("1,431.2원/달러 적용", expect!["rate 7156/5 <1,431.2>"]);
}

#[test]
fn what_is_rounded_to_is_no_amount() {
    nothing("세액은 10원 미만을 버립니다");
    nothing("100원 미만은 버리고");
}

#[test]
fn pence_are_hundredths_of_a_pound_where_pounds_are_meant() {
    let pounds = Context { currency: Currency::from_code("GBP"), ..Context::default() };
    let first = |text: &str, context: &Context| {
        let money = scan(text, context).into_iter().find(|it| it.value.kind() == Kind::Money);
        money.map(|it| it.value.to_string())
    };
    assert_eq!(first("Gas, 1,208 kWh 31.07p", &pounds).as_deref(), Some("GBP 0.3107"));
    assert_eq!(first("a toll of 12¢ each", &Context::default()).as_deref(), Some("USD 0.12"));
    assert_eq!(first("Gas 31.07p", &Context::default()), None, "a page of something");
    assert_eq!(first("see 24p.m. or 3pcs or B12p", &pounds), None);
    assert_eq!(first("it costs 24.5p.", &pounds).as_deref(), Some("GBP 0.245"));
}
