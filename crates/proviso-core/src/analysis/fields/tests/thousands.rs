//! Thousands told beside headings and at the head of rows, and numbers that are finer than any coin.

use expect_test::expect;

use super::check;

/// What counts guests names no unit, and is an amount of won as printed.
#[test]
fn thousands_are_told_at_the_head_of_the_names_of_rows() {
    check(
        "
              OWNER'S STATEMENT

  Balance payable: KRW 365,728,000

  KRW '000              North      South        Total
  Rooms               302,400    431,340      733,740
  Restaurant          118,250    164,720      282,970
  Revenue             420,650    596,060    1,016,710

  Guests                          Settlement (KRW '000)
  Nights sold     2,160           Distribution             558,471
  Guests          3,318           Advance                 (192,743)
                                  Balance payable          365,728
",
        expect![[r#"
            statement OWNER'S STATEMENT
            Balance payable = money KRW 365728000 (amount_due)
            Rooms = money KRW 302400000
            South = money KRW 431340000
            Total = money KRW 733740000 (grand_total)
            Restaurant = money KRW 118250000
            South = money KRW 164720000
            Total = money KRW 282970000 (grand_total)
            Revenue = money KRW 420650000
            South = money KRW 596060000
            Total = money KRW 1016710000 (grand_total)
            Nights sold = money KRW 2160
            Distribution = money KRW 558471000
            Guests = money KRW 3318
            Advance = money KRW -192743000 (paid)
            Balance payable = money KRW 365728000 (amount_due)
        "#]],
    );
}

#[test]
fn what_is_finer_than_any_coin_counts_things_unless_it_is_a_price() {
    check(
        "
                 급여명세서

  기본급          2,550,600원
  합계            74.6090
  초과근무 계     38.5
  전력단가        162.4
  시급            13,400원
",
        expect![[r#"
            payslip 급여명세서
            기본급 = money KRW 2550600 (base_pay)
            합계 = quantity 74.6090 (grand_total)
            전력단가 = money KRW 162.4
            시급 = money KRW 13400 (hourly_wage)
        "#]],
    );
}
