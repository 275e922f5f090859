//! Where a header, a table, an address or an amount ends, and another begins.

use expect_test::expect;

use super::super::super::layout::sketch;
use super::super::draft;
use super::check;
use crate::doctype::DocumentTypes;

#[test]
fn a_number_among_words_is_no_amount_because_its_header_names_one() {
    check(
        "
            LEASE RENTAL INVOICE

 Sched.    Equipment cost (USD)    Instalment       Rental (USD)
 A-01               186,400.00       14 of 48           3,979.64
 A-02                92,750.00        9 of 36           2,242.70
 B-01                61,215.00       22 of 60           1,155.43
",
        expect![[r#"
            invoice LEASE RENTAL INVOICE
            A-01/Equipment cost (USD) = money USD 186400.00
            A-01/Rental (USD) = money USD 3979.64
            A-02/Equipment cost (USD) = money USD 92750.00
            A-02/Rental (USD) = money USD 2242.70
            B-01/Equipment cost (USD) = money USD 61215.00
            B-01/Rental (USD) = money USD 1155.43
            Other Sched. | Equipment cost (USD) | Instalment | Rental (USD)
              A-01 | 186,400.00 | 14 of 48 | 3,979.64
              A-02 | 92,750.00 | 9 of 36 | 2,242.70
              B-01 | 61,215.00 | 22 of 60 | 1,155.43
        "#]],
    );
}

#[test]
fn long_words_of_english_head_columns_as_short_ones_of_korean_do() {
    check(
        "
            HOW THE RENTALS WERE APPLIED (USD)

 Sched.   Opening principal      Interest     Principal     Closing principal
 A-01            128,640.90        611.04      3,368.60            125,272.30
 A-02             74,012.26        379.31      1,863.39             72,148.87
 B-01             42,377.58        185.40        970.03             41,407.55
",
        expect![[r#"
            other Interest
            A-01/Opening principal = money USD 128640.90
            A-01/Interest = money USD 611.04 (interest)
            A-01/Principal = money USD 3368.60 (principal)
            A-01/Closing principal = money USD 125272.30
            A-02/Opening principal = money USD 74012.26
            A-02/Interest = money USD 379.31 (interest)
            A-02/Principal = money USD 1863.39 (principal)
            A-02/Closing principal = money USD 72148.87
            B-01/Opening principal = money USD 42377.58
            B-01/Interest = money USD 185.40 (interest)
            B-01/Principal = money USD 970.03 (principal)
            B-01/Closing principal = money USD 41407.55
            Other Sched. | Opening principal | Interest | Principal | Closing principal
              A-01 | 128,640.90 | 611.04 | 3,368.60 | 125,272.30
              A-02 | 74,012.26 | 379.31 | 1,863.39 | 72,148.87
              B-01 | 42,377.58 | 185.40 | 970.03 | 41,407.55
        "#]],
    );
}

#[test]
fn words_where_a_table_counts_head_another_one() {
    check(
        "
                 원자재 수불부

┌──────────┬──────────┬──────────┬───────────┬──────────┐
│ 적요     │ 입고수량 │ 입고단가 │ 입고금액  │ 재고수량 │
├──────────┼──────────┼──────────┼───────────┼──────────┤
│ 구매입고 │    800.0 │    5,180 │ 4,144,000 │  1,869.5 │
├──────────┼──────────┼──────────┼───────────┼──────────┤
│ 생산불출 │          │          │           │  1,457.5 │
├──────────┼──────────┼──────────┼───────────┼──────────┤
│ 품명     │ 기초     │ 들어옴   │ 나감      │ 기말     │
├──────────┼──────────┼──────────┼───────────┼──────────┤
│ 봉재     │    860.0 │    400.0 │     735.5 │    524.5 │
├──────────┼──────────┼──────────┼───────────┼──────────┤
│ 철판     │    312.0 │    150.0 │     126.0 │    336.0 │
└──────────┴──────────┴──────────┴───────────┴──────────┘
",
        expect![[r#"
            statement 원자재수불부
            입고수량 = quantity 800.0 (quantity) [0,1]
            입고단가 = money KRW 5180 [0,2]
            입고금액 = money KRW 4144000 [0,3]
            재고수량 = quantity 1869.5 [0,4]
            재고수량 = quantity 1457.5 [1,4]
            봉재/기초 = quantity 860.0
            봉재/들어옴 = quantity 400.0
            봉재/나감 = quantity 735.5
            봉재/기말 = quantity 524.5
            철판/기초 = quantity 312.0
            철판/들어옴 = quantity 150.0
            철판/나감 = quantity 126.0
            철판/기말 = quantity 336.0
            Items 적요 | 입고수량 | 입고단가 | 입고금액 | 재고수량
              구매입고 | 800.0 | 5,180 | 4,144,000 | 1,869.5
              생산불출 |  |  |  | 1,457.5
            Other 품명 | 기초 | 들어옴 | 나감 | 기말
              봉재 | 860.0 | 400.0 | 735.5 | 524.5
              철판 | 312.0 | 150.0 | 126.0 | 336.0
        "#]],
    );
}

#[test]
fn a_header_may_begin_with_its_currency() {
    check(
        "
                 INVOICE

 Description            USD amount       KRW equivalent
 Storage                  3,035.54            4,336,572
 Handling                   241.65              345,221
",
        expect![[r#"
            invoice INVOICE
            Storage/USD amount = money USD 3035.54
            Storage/KRW equivalent = money KRW 4336572 (converted_amount)
            Handling/USD amount = money USD 241.65 (shipping)
            Handling/KRW equivalent = money KRW 345221 (shipping)
            Other Description | USD amount | KRW equivalent
              Storage | 3,035.54 | 4,336,572
              Handling | 241.65 | 345,221
        "#]],
    );
}

#[test]
fn an_address_between_slashes_hides_nothing_beside_it() {
    check(
        "
                 안내문

 발행일  2025. 10. 17.

 한아름손해보험(주) 사업자등록번호 131-81-44655 / 서울특별시 마루구 세종로9길 10 / 기업보험부 fire@hanareum.example
",
        expect![[r#"
            other 
            발행일 = date 2025-10-17 (issue_date)
            기타 = party 한아름손해보험(주)
            사업자등록번호/기타 = registration_number 131-81-44655 (registration_number)
            기타 = text 서울특별시 마루구 세종로9길 10
            기타 = email fire@hanareum.example
        "#]],
    );
}

#[test]
fn ten_digits_that_nothing_groups_are_a_code_whatever_lies_between_them() {
    check(
        "
                 발주서

 상품코드            품명      입수    수량      금액
 8809900112019      국수         7      10    42,000
 8809900112026      당면         7      12    52,800
 8809900112033      쌀국수      24      20    96,000
 8809900112057      우동         7      15    61,500
",
        expect![[r#"
            other 발주서
            입수 = quantity 7 [0,2]
            수량 = quantity 10 (quantity) [0,3]
            금액 = money KRW 42000 (amount) [0,4]
            입수 = quantity 7 [1,2]
            수량 = quantity 12 (quantity) [1,3]
            금액 = money KRW 52800 (amount) [1,4]
            입수 = quantity 24 [2,2]
            수량 = quantity 20 (quantity) [2,3]
            금액 = money KRW 96000 (amount) [2,4]
            입수 = quantity 7 [3,2]
            수량 = quantity 15 (quantity) [3,3]
            금액 = money KRW 61500 (amount) [3,4]
            Items 상품코드 | 품명 | 입수 | 수량 | 금액
              8809900112019 | 국수 | 7 | 10 | 42,000
              8809900112026 | 당면 | 7 | 12 | 52,800
              8809900112033 | 쌀국수 | 24 | 20 | 96,000
              8809900112057 | 우동 | 7 | 15 | 61,500
        "#]],
    );
}

#[test]
fn a_rank_over_an_empty_box_is_nobodys_name() {
    check(
        "
                 구매 품의서

 결재일  2025. 10. 17.

┌──────┬──────┬──────┬──────┐
│ 결재 │ 담당 │ 검토 │ 승인 │
│      ├──────┼──────┼──────┤
│      │ 과장 │ 팀장 │ 이사 │
└──────┴──────┴──────┴──────┘
",
        expect![[r#"
            approval 구매품의서
            결재일 = date 2025-10-17
        "#]],
    );
}

#[test]
fn words_for_the_amounts_of_an_item_head_nothing() {
    check(
        "
                 견적서

┌──────┬───────────┬───────────┬───────┐
│ 품목 │ 단가      │ 금액      │ 수량  │
├──────┼───────────┼───────────┼───────┤
│ 봉재 │     1,860 │    18,600 │    10 │
├──────┼───────────┼───────────┼───────┤
│ 철판 │ 별도 협의 │ 견적 후   │ 미정  │
├──────┼───────────┼───────────┼───────┤
│ 강관 │     5,180 │    20,720 │     4 │
├──────┼───────────┼───────────┼───────┤
│ 앵글 │     2,150 │    12,900 │     6 │
└──────┴───────────┴───────────┴───────┘
",
        expect![[r#"
            quotation 견적서
            단가 = money KRW 1860 (unit_price) [0,1]
            금액 = money KRW 18600 (amount) [0,2]
            수량 = quantity 10 (quantity) [0,3]
            단가 = money KRW 5180 (unit_price) [2,1]
            금액 = money KRW 20720 (amount) [2,2]
            수량 = quantity 4 (quantity) [2,3]
            단가 = money KRW 2150 (unit_price) [3,1]
            금액 = money KRW 12900 (amount) [3,2]
            수량 = quantity 6 (quantity) [3,3]
            Items 품목 | 단가 | 금액 | 수량
              봉재 | 1,860 | 18,600 | 10
              철판 | 별도 협의 | 견적 후 | 미정
              강관 | 5,180 | 20,720 | 4
              앵글 | 2,150 | 12,900 | 6
        "#]],
    );
}

#[test]
fn values_under_a_word_that_obligations_are_called_by_have_names_of_their_own() {
    let text = "
  Statement : 1,250.00 USD
  Statement : 1,310.00 USD
  Statement : 1,425.00 USD
";
    let it = draft(&[sketch::document(text)], &DocumentTypes::shipped(&[]), None);
    let names: Vec<&str> = it.fields.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["statement", "statement_2", "statement_3"]);
}
