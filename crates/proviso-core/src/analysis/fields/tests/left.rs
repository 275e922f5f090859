//! Numbers that no reader took, and papers that are about no money or about two.

use expect_test::expect;

use super::check;

#[test]
fn what_adds_up_where_nothing_speaks_of_money_are_counts() {
    check(
        "
                         PACKING LIST

        Shipper   Larchfield Ropes Ltd.
        Item             Coils    Net weight    Volume
        Hemp 12 mm          14        301.70     2.415
        Hemp 16 mm           9        288.45     1.930
        Sisal                7        143.15     0.905
        TOTAL               30        733.30     5.250

        Pallets: 5 x 21.4 = 107.00
        ",
        expect![[r#"
            other PACKING LIST
            PACKING LIST = party Larchfield Ropes Ltd.
            Coils = quantity 14
            Net weight = quantity 301.70 (quantity)
            Volume = quantity 2.415 (quantity)
            Coils = quantity 9
            Net weight = quantity 288.45 (quantity)
            Volume = quantity 1.930 (quantity)
            Coils = quantity 7
            Net weight = quantity 143.15 (quantity)
            Volume = quantity 0.905 (quantity)
            TOTAL/Coils = quantity 30
            TOTAL/Net weight = quantity 733.30
            TOTAL/Volume = quantity 5.250
            Other Shipper Item | Coils | Net weight | Volume
              Hemp 12 mm | 14 | 301.70 | 2.415
              Hemp 16 mm | 9 | 288.45 | 1.930
              Sisal | 7 | 143.15 | 0.905
              Σ column 1 rows (0, 3) = 30
              Σ column 2 rows (0, 3) = 733.30
              Σ column 3 rows (0, 3) = 5.250
        "#]],
    );
}

#[test]
fn won_have_no_cents_where_another_currency_is_named() {
    check(
        "
                         해외 매입대금 결제서

        결제액      USD 31,406.18
        보유 외화             11,250.00
        매입 외화             20,156.18
        계                    31,406.18
        결제수수료            15,000원
        ",
        expect![[r#"
            statement 해외매입대금결제서
            결제액 = money USD 31406.18 (paid)
            보유외화 = money USD 11250.00
            매입외화 = money USD 20156.18
            계 = money USD 31406.18 (subtotal)
            결제수수료 = money KRW 15000 (commission)
        "#]],
    );
    // A price in won may have parts of it.
    check(
        "
                         거래명세서

        예치금      USD 500.00
        품목      수량      단가        금액
        볼트     1,200     61.35      73,620
        너트     2,000     18.20      36,400
        합계                         110,020
        ",
        expect![[r#"
            invoice 거래명세서
            예치금 = money USD 500.00
            수량 = quantity 1200 (quantity) [0,1]
            단가 = money KRW 61.35 (unit_price) [0,2]
            금액 = money KRW 73620 (amount) [0,3]
            수량 = quantity 2000 (quantity) [1,1]
            단가 = money KRW 18.2 (unit_price) [1,2]
            금액 = money KRW 36400 (amount) [1,3]
            합계/금액 = money KRW 110020 (grand_total)
            Items 품목 | 수량 | 단가 | 금액
              볼트 | 1,200 | 61.35 | 73,620
              너트 | 2,000 | 18.20 | 36,400
              Σ column 3 rows (0, 2) = KRW 110020
        "#]],
    );
}

#[test]
fn numbers_with_thousands_apart_are_values_wherever_they_stand() {
    check(
        "
                         ANNUAL REPORT

        Grant awarded: GBP 64,000.00

        The halls saw 2,310 visitors and 1,175 members, and the largest measures 6,200 x 2,400 mm.
        We may draw on a reserve of GBP 12,500.00 until spring. Credit limit 48,000.00 available,
        net movement △1,234.50 in May.
        ",
        expect![[r#"
            statement ANNUAL REPORT
            Grant awarded = money GBP 64000.00
            visitors = quantity 2310
            members = quantity 1175
            ANNUAL REPORT = money GBP 12500.00
            Credit limit = money GBP 48000.00
            net movement = money GBP -1234.50
        "#]],
    );
    check(
        "
                         거래 안내문

        귀사의 여신한도는 금 50,000,000원이며 담보 인정 금액 42,705,000 가운데 7,400,000을 쓰고 있습니다.
        ",
        expect![[r#"
            other 
            금액 = money KRW 50000000 (amount)
            담보인정금액 = money KRW 42705000
            가운데 = money KRW 7400000
        "#]],
    );
}
