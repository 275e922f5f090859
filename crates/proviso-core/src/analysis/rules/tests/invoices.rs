//! Invoices, slips and quotations of invented firms.

use expect_test::expect;

use super::*;

#[test]
fn an_invoice_adds_up() {
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 공급가액 [supply] | 세액 [vat]
         | 볼트 | 12 | KRW 3417 | KRW 41004 | KRW 4100
         | 너트 | 7 | KRW 2903 | KRW 20321 | KRW 2032
         | 와셔 | 31 | KRW 457 | KRW 14167 | KRW 1416
         total 3 합계 [grand_total] = KRW 75492 ; 4 합계 [grand_total] = KRW 7548
         합계금액 [grand_total] = KRW 83040 ; 현금 [cash] = KRW 50000 ; 외상미수금 [receivable] = KRW 33040",
        expect![[r#"
            + line_amount: 볼트: 공급가액 41,004원 = 수량 12 × 단가 3,417원
            + vat: 볼트: 세액 4,100원 = 공급가액 41,004원 × 10% (1원 미만 절사)
            + line_amount: 너트: 공급가액 20,321원 = 수량 7 × 단가 2,903원
            + vat: 너트: 세액 2,032원 = 공급가액 20,321원 × 10% (1원 미만 절사)
            + line_amount: 와셔: 공급가액 14,167원 = 수량 31 × 단가 457원
            + vat: 와셔: 세액 1,416원 = 공급가액 14,167원 × 10% (1원 미만 절사)
            + column_sum: 합계 75,492원 = 공급가액 41,004원 + 20,321원 + 14,167원
            + column_sum: 합계 7,548원 = 세액 4,100원 + 2,032원 + 1,416원
            + grand_total: 합계금액 83,040원 = 합계 75,492원 + 7,548원
            + settlement: 합계금액 83,040원 = 현금 50,000원 + 외상미수금 33,040원
        "#]],
    );
}

#[test]
fn a_wrong_line_is_the_only_finding_where_the_totals_follow_it() {
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 볼트 | 12 | KRW 3417 | KRW 41004
         | 너트 | 7 | KRW 2903 | KRW 20231
         | 와셔 | 31 | KRW 457 | KRW 14167
         total 3 소계 [subtotal] = KRW 75402
         부가세 [vat] = KRW 7540
         합계 [grand_total] = KRW 82942",
        expect![[r#"
            + line_amount: 볼트: 금액 41,004원 = 수량 12 × 단가 3,417원
            ✗ line_amount: 너트: 금액 20,231원 ≠ 수량 7 × 단가 2,903원
                f5 := KRW 20321 mends [1] breaks [3]
            + line_amount: 와셔: 금액 14,167원 = 수량 31 × 단가 457원
            + lines: 소계 75,402원 = 금액 41,004원 + 20,231원 + 14,167원
            + vat: 부가세 7,540원 = 소계 75,402원 × 10% (1원 미만 절사)
            + grand_total: 합계 82,942원 = 소계 75,402원 + 부가세 7,540원
        "#]],
    );
}

#[test]
fn a_discount_between_lines_and_total_is_no_finding() {
    check(
        "quotation",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 책상 | 4 | KRW 187000 | KRW 748000
         | 의자 | 9 | KRW 83500 | KRW 751500
         할인 [discount] = KRW 49500
         합계 [grand_total] = KRW 1450000",
        expect![[r#"
            + line_amount: 책상: 금액 748,000원 = 수량 4 × 단가 187,000원
            + line_amount: 의자: 금액 751,500원 = 수량 9 × 단가 83,500원
            + row_sum: 합계 1,450,000원 = 금액 748,000원 + 751,500원 − 할인 49,500원
        "#]],
    );
}

#[test]
fn the_total_that_misses_a_line_is_a_finding() {
    check(
        "approval",
        "items: 일자 [row_date] | 내용 [item] | 금액 [amount]
         | 2025-03-04 | 택시 | KRW 18700
         | 2025-03-05 | 숙박 | KRW 97400
         | 2025-03-07 | 식대 | KRW 23100
         total 2 합계 [grand_total] = KRW 193200",
        expect![[r#"
            ✗ column_sum: 합계 193,200원 ≠ 금액 18,700원 + 97,400원 + 23,100원
                f6 := KRW 139200 mends [0] breaks []
                f1 := KRW 72700 mends [0] breaks []
                f5 := KRW 77100 mends [0] breaks []
                f3 := KRW 151400 mends [0] breaks []
        "#]],
    );
}

#[test]
fn an_exchange_rate_converts() {
    check(
        "invoice",
        "외화금액 [foreign_amount] = USD 12480.50
         환율 [exchange_rate] = 13874/10
         원화환산액 [converted_amount] = KRW 17315445",
        expect![[r#"
            + row_product: 원화환산액 17,315,445원 = 외화금액 USD 12,480.50 × 환율 1,387.4 (1원 미만 절사)
        "#]],
    );
}

#[test]
fn two_columns_of_charges_have_one_total() {
    check(
        "statement",
        "table: 항목 | 금액 [amount] | 항목 | 금액 [amount]
         | 일반관리비 | KRW 41230 | 세대전기료 | KRW 38710
         | 청소비 | KRW 12870 | 세대수도료 | KRW 17340
         | 경비비 | KRW 28450 | 난방비 | KRW 63120
         total 3 당월부과액 [current_charge] = KRW 201720
         미납액 [previous_balance] = KRW 87650
         납기내금액 [amount_due] = KRW 289370
         연체료 [late_charge] = KRW 5780 ; 납기후금액 [late_total] = KRW 295150",
        expect![[r#"
            + row_sum: 당월부과액 201,720원 = 금액 41,230원 + 38,710원 + 12,870원 + 17,340원 + 28,450원 + 63,120원
            + charges: 납기내금액 289,370원 = 당월부과액 201,720원 + 미납액 87,650원
            + late_total: 납기후금액 295,150원 = 납기내금액 289,370원 + 연체료 5,780원
        "#]],
    );
}

#[test]
fn a_table_goes_on_over_two_pages() {
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 볼트 | 12 | KRW 3417 | KRW 41004
         | 너트 | 7 | KRW 2903 | KRW 20321
         items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 와셔 | 31 | KRW 457 | KRW 14167
         | 스프링 | 19 | KRW 1283 | KRW 24377
         total 3 합계 [grand_total] = KRW 99869",
        expect![[r#"
            + line_amount: 볼트: 금액 41,004원 = 수량 12 × 단가 3,417원
            + line_amount: 너트: 금액 20,321원 = 수량 7 × 단가 2,903원
            + line_amount: 와셔: 금액 14,167원 = 수량 31 × 단가 457원
            + line_amount: 스프링: 금액 24,377원 = 수량 19 × 단가 1,283원
            + column_sum: 합계 99,869원 = 금액 41,004원 + 20,321원 + 14,167원 + 24,377원
        "#]],
    );
}

#[test]
fn an_american_quote_takes_tax_after_discount() {
    check(
        "quotation",
        "items: Description [item] | Hours [quantity] | Rate [unit_price] | Amount [amount]
         | Design | 37.5 | USD 118.00 | USD 4425.00
         | Build | 82.25 | USD 96.50 | USD 7937.13
         total 3 Subtotal [subtotal] = USD 12362.13
         Discount [discount] = 7.5% ; Discount [discount] = USD 927.16
         Sales tax [vat] = 8.875% ; Sales tax [vat] = USD 1014.86
         Total [grand_total] = USD 12449.83
         Deposit [deposit] = 40% ; Deposit [deposit] = USD 4979.93
         Balance due [amount_due] = USD 7469.90",
        expect![[r#"
            + line_amount: Design: Amount USD 4,425.00 = Hours 37.5 × Rate USD 118.00 (rounded to USD 0.01)
            + line_amount: Build: Amount USD 7,937.13 = Hours 82.25 × Rate USD 96.50 (rounded to USD 0.01)
            + lines: Subtotal USD 12,362.13 = Amount USD 4,425.00 + USD 7,937.13
            + discount: Discount USD 927.16 = Subtotal USD 12,362.13 × Discount 7.5% (rounded to USD 0.01)
            + grand_total: Total USD 12,449.83 = Subtotal USD 12,362.13 − Discount USD 927.16 + Sales tax USD 1,014.86
            + rate: Deposit USD 4,979.93 = Total USD 12,449.83 × Deposit 40% (rounded to USD 0.01)
            + row_sum: Balance due USD 7,469.90 = Total USD 12,449.83 − Deposit USD 4,979.93
        "#]],
    );
}

#[test]
fn a_mistaken_tax_is_a_finding_and_a_tax_rounded_by_line_is_none() {
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 볼트 | 12 | KRW 3417 | KRW 41004
         | 너트 | 7 | KRW 2903 | KRW 20321
         | 와셔 | 31 | KRW 457 | KRW 14167
         total 3 공급가액 [supply] = KRW 75492
         부가세 [vat] = KRW 7459
         합계 [grand_total] = KRW 82951",
        expect![[r#"
            + line_amount: 볼트: 금액 41,004원 = 수량 12 × 단가 3,417원
            + line_amount: 너트: 금액 20,321원 = 수량 7 × 단가 2,903원
            + line_amount: 와셔: 금액 14,167원 = 수량 31 × 단가 457원
            + lines: 공급가액 75,492원 = 금액 41,004원 + 20,321원 + 14,167원
            ✗ vat: 부가세 7,459원 ≠ 공급가액 75,492원 × 10%
                f9 := KRW 74590 mends [4] breaks [3, 5]
            + grand_total: 합계 82,951원 = 공급가액 75,492원 + 부가세 7,459원
        "#]],
    );
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 볼트 | 12 | KRW 3417 | KRW 41004
         | 너트 | 7 | KRW 2903 | KRW 20321
         | 와셔 | 31 | KRW 457 | KRW 14167
         total 3 공급가액 [supply] = KRW 75492
         부가세 [vat] = KRW 7547
         합계 [grand_total] = KRW 83039",
        expect![[r#"
            + line_amount: 볼트: 금액 41,004원 = 수량 12 × 단가 3,417원
            + line_amount: 너트: 금액 20,321원 = 수량 7 × 단가 2,903원
            + line_amount: 와셔: 금액 14,167원 = 수량 31 × 단가 457원
            + lines: 공급가액 75,492원 = 금액 41,004원 + 20,321원 + 14,167원
            + grand_total: 합계 83,039원 = 공급가액 75,492원 + 부가세 7,547원
        "#]],
    );
}

#[test]
fn an_amount_carried_to_the_next_page_must_be_the_one_above() {
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 볼트 | 12 | KRW 3417 | KRW 41004
         | 너트 | 7 | KRW 2903 | KRW 20321
         total 3 페이지소계 = KRW 61325
         items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         total 3 전페이지이월 = KRW 61725
         | 와셔 | 31 | KRW 457 | KRW 14167
         | 핀 | 3 | KRW 1299 | KRW 3897
         total 3 합계 [grand_total] = KRW 79389",
        expect![[r#"
            + line_amount: 볼트: 금액 41,004원 = 수량 12 × 단가 3,417원
            + line_amount: 너트: 금액 20,321원 = 수량 7 × 단가 2,903원
            + column_sum: 페이지소계 61,325원 = 금액 41,004원 + 20,321원
            + line_amount: 와셔: 금액 14,167원 = 수량 31 × 단가 457원
            + line_amount: 금액 3,897원 = 수량 3 × 단가 1,299원
            ✗ carried_over: 합계 79,389원 ≠ 전페이지이월 61,725원 + 금액 14,167원 + 3,897원
                f7 := KRW 61325 mends [5] breaks []
                f14 := KRW 79789 mends [5] breaks [6]
                f13 := KRW 3497 mends [5] breaks [4, 6]
                f10 := KRW 13767 mends [5] breaks [3, 6]
            + column_sum: 합계 79,389원 = 페이지소계 61,325원 + 금액 14,167원 + 3,897원
        "#]],
    );
}

#[test]
fn a_rebate_on_a_line_explains_its_amount() {
    check(
        "invoice",
        "items: Pos. | Menge [quantity] | Einzelpreis [unit_price] | Rabatt % [discount_rate] | Gesamt [amount]
         | Trommel | 12 | EUR 64.90 | 5% | EUR 739.86
         | Strahler | 8 | EUR 118.50 | 0% | EUR 948.00
         | Klemme | 30 | EUR 1.15 | 7% | EUR 31.50
         | Montage | 7 | EUR 72.00 | 0% | EUR 504.00",
        expect![[r#"
            + line_amount: Strahler: Gesamt EUR 948.00 = Menge 8 × Einzelpreis EUR 118.50
            + line_amount: Montage: Gesamt EUR 504.00 = Menge 7 × Einzelpreis EUR 72.00
        "#]],
    );
}

#[test]
fn taxes_rounded_row_by_row_need_not_add_up_to_the_tax_on_the_total() {
    let page = |tax: &str| {
        format!(
            "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 공급가액 [supply] | 세액 [vat]
             | 볼트 | 12 | KRW 3417 | KRW 41004 | KRW 4100
             | 너트 | 7 | KRW 2903 | KRW 20321 | KRW 2032
             | 와셔 | 31 | KRW 457 | KRW 14167 | KRW 1416
             공급가액 [supply] = KRW 75492 ; 세액 [vat] = {tax}"
        )
    };
    let failing = |tax: &str| {
        let analysis = discover(sheet("invoice", &page(tax)), &DocumentTypes::shipped(&[]));
        analysis.rules.iter().filter(|it| it.status == Status::Refuted).count()
    };
    assert_eq!(failing("KRW 7548"), 0, "what the rows add up to");
    assert_eq!(failing("KRW 7549"), 0, "a tenth of the total");
    assert_eq!(failing("KRW 7458"), 2, "two digits swapped: neither");
}

#[test]
fn lines_of_one_tax_rate_make_its_base() {
    check(
        "invoice",
        "items: Désignation [item] | Qté [quantity] | P.U. [unit_price] | TVA [line_tax_rate] | Montant [amount]
         | Farine | 18 | EUR 31.40 | 11/200 | EUR 565.20
         | Levain | 6 | EUR 14.85 | 11/200 | EUR 89.10
         | Pinceau | 4 | EUR 9.90 | 1/5 | EUR 39.60
         | Livraison | 1 | EUR 25.00 | 1/5 | EUR 25.00
         TVA 5,5 % = EUR 654.30 ; TVA 20 % = EUR 64.60",
        expect![[r#"
            + line_amount: Farine: Montant EUR 565.20 = Qté 18 × P.U. EUR 31.40
            + line_amount: Levain: Montant EUR 89.10 = Qté 6 × P.U. EUR 14.85
            + line_amount: Pinceau: Montant EUR 39.60 = Qté 4 × P.U. EUR 9.90
            + line_amount: Livraison: Montant EUR 25.00 = Qté 1 × P.U. EUR 25.00
            + group_sum: TVA 5,5 % EUR 654.30 = Montant EUR 565.20 + EUR 89.10
            + group_sum: TVA 20 % EUR 64.60 = Montant EUR 39.60 + EUR 25.00
        "#]],
    );
}

#[test]
fn what_only_looks_like_a_mistake_is_none() {
    let failing = |kind: &str, text: &str| {
        let analysis = discover(sheet(kind, text), &DocumentTypes::shipped(&[]));
        let all = analysis.rules.iter().filter(|it| it.status == Status::Refuted);
        all.map(|it| it.statement.clone()).collect::<Vec<_>>()
    };
    let none: [(&str, &str, &str); 4] = [
        (
            "a tax column is no amount of the line",
            "invoice",
            "items: Item [item] | qty [quantity] | Unit price [unit_price] | Amount [amount] | BTW Amount [amount]
             | Paper | 1 | EUR 22.50 | EUR 22.50 | EUR 3.90
             | Pens | 2 | EUR 4.10 | EUR 8.20 | EUR 1.42",
        ),
        (
            "a quantity that was read from elsewhere",
            "invoice",
            "items: Item [item] | Menge [quantity] | Preis [unit_price] | Betrag [amount]
             | Becher | 4 | EUR 5.49 | EUR 109.80
             | Teller | 3 | EUR 7.25 | EUR 21.75
             | Gabel | 12 | EUR 1.35 | EUR 16.20",
        ),
        (
            "shares of something else",
            "contract",
            "table: 구분 | 비율 [share] | 금액
             | 가 | 3/100 | KRW 1230000
             | 나 | 7/100 | KRW 4560000
             | 다 | 1/10 | KRW 7890000",
        ),
        (
            "a due date of another paper, in a sentence",
            "contract",
            "작성일 [issue_date] = 2031-01-17
             para 별도 약정의 {2030-12-31@지급기한}까지 지급한 금액은 제외한다.",
        ),
    ];
    for (why, kind, text) in none {
        assert_eq!(failing(kind, text), Vec::<String>::new(), "{why}");
    }
}

#[test]
fn what_heads_a_ladder_below_the_lines_is_their_sum_by_any_name() {
    check(
        "invoice",
        "items: Description | Amount [amount]
         | Valve | EUR 462.00
         | Gasket | EUR 400.00
         | Fitting | EUR 259.00
         FOB Harbor = EUR 1112.00
         Freight [shipping] = EUR 98.00
         Insurance = EUR 4.50
         TOTAL CIF Port = EUR 1214.50",
        expect![[r#"
            + column_sum: TOTAL CIF Port EUR 1,214.50 = FOB Harbor EUR 1,112.00 + Freight EUR 98.00 + Insurance EUR 4.50
        "#]],
    );
}

#[test]
fn a_tax_that_is_less_than_a_won_off_is_rounded_the_other_way() {
    check(
        "invoice",
        "items: 품목 | 공급가액 [supply] | 세액 [vat]
         | 문구 | KRW 83455 | KRW 8345
         | 도서 | KRW 218182 | KRW 21818
         | 숙박 | KRW 163636 | KRW 16364
         | 주유 | KRW 77273 | KRW 7735
         | 통신 | KRW 17091 | KRW 1709
         | 인쇄 | KRW 258000 | KRW 25800",
        expect![[r#"
            + vat: 문구: 세액 8,345원 = 공급가액 83,455원 × 10% (1원 미만 절사)
            + vat: 도서: 세액 21,818원 = 공급가액 218,182원 × 10% (1원 단위로 반올림)
            + vat: 숙박: 세액 16,364원 = 공급가액 163,636원 × 10% (1원 단위로 반올림)
            ✗ vat: 주유: 세액 7,735원 ≠ 공급가액 77,273원 × 10% (1원 단위로 반올림)
                f7 := KRW 7727 mends [3] breaks []
                f6 := KRW 77350 mends [3] breaks [5]
            + vat: 통신: 세액 1,709원 = 공급가액 17,091원 × 10% (1원 단위로 반올림)
            + column_sum: 공급가액 258,000원 = 공급가액 163,636원 + 77,273원 + 17,091원
            + vat: 인쇄: 세액 25,800원 = 공급가액 258,000원 × 10% (1원 단위로 반올림)
        "#]],
    );
}
