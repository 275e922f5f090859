//! Parties, addresses, accounts and numbers of papers in sentences.

use expect_test::expect;

use super::super::super::rules::discover;
use super::super::super::{Status, layout::sketch};
use super::super::draft;
use super::check;
use crate::doctype::DocumentTypes;

#[test]
fn an_english_contract_says_where_its_parties_are() {
    check(
        "
                         Consulting Agreement

 This Agreement is made between Larch Hollow LLC, an Oregon limited liability company, whose
 address is 310 Flint Street, Suite 200, Salem, OR 97301 (the \"Client\"), and Bram Fig Inc.,
 with its principal office at 1455 Division Avenue, Portland, OR 97202 (the \"Consultant\").
",
        expect![[r#"
            contract Consulting Agreement
            Client/company = party Larch Hollow LLC (client)
            Client/address = text 310 Flint Street, Suite 200, Salem, OR 97301 (client)
            Consultant/Client = party Bram Fig Inc. (contractor)
            Consultant/principal office = text 1455 Division Avenue, Portland, OR 97202 (contractor)
        "#]],
    );
}

#[test]
fn payments_go_to_a_bank_and_an_account() {
    check(
        "
                         License Agreement

 3.5 Payment shall be made to Fernhill Bank plc, sort code 20-45-19, account number 20418837.
",
        expect![[r#"
            contract License Agreement
            bank = text Fernhill Bank plc
            sort code = text 20-45-19 (account)
            account number = text 20418837 (account)
        "#]],
    );
    check(
        "
                         용역 계약서

 ③ 대금은 을이 지정한 계좌(가람은행 301-7745-2210-91, 예금주 노아현)로 입금한다.
",
        expect![[r#"
            contract 용역계약서
            계좌 = text 가람은행 301-7745-2210-91 (account)
            예금주 = party 노아현 (person)
        "#]],
    );
}

#[test]
fn a_name_without_a_legal_form_may_have_two_words() {
    check(
        "
                         용역 계약서

 주식회사 바른결(이하 \"갑\"이라 한다)과 스튜디오 모란(이하 \"을\"이라 한다)은 다음과 같이 계약한다.
",
        expect![[r#"
            contract 용역계약서
            갑/용역계약서 = party 주식회사 바른결 (client)
            을 = party 스튜디오 모란 (contractor)
        "#]],
    );
}

#[test]
fn a_numbered_sentence_is_no_heading() {
    check(
        "
                         License Agreement

 4. SUPPORT
 4.1 The Licensor shall respond to critical faults within its usual business hours
 and in any case within two (2) days.
",
        expect![[r#"
            contract License Agreement
            SUPPORT = period 2 days
        "#]],
    );
}

#[test]
fn an_amount_that_stands_in_words_only_is_an_amount() {
    check(
        "
                         영업양도 계약서

제4조 (경업금지) 양도인은 5년간 동종 영업을 하지 아니하며, 위반 시 위약금으로 금 삼천만원을 지급한다.
제5조 (보증) 양수인은 보증금으로 금 이백만원(₩2,000,000)을 예치한다.
",
        expect![[r#"
            contract 영업양도계약서
            경업금지 = period 5 years
            위약금 = money KRW 30000000 (penalty)
            보증금 = money KRW 2000000 (lease_deposit)
        "#]],
    );
}

#[test]
fn amounts_of_a_written_sum_have_their_own_names() {
    check(
        "
                         지출결의서

 수령액 : 일금 칠십구만구천원정 (₩799,000)
 예산과목 : 행사비  예산잔액 : 3,201,000원 (예산액 6,000,000원 - 기지출액 2,000,000원 - 금회 799,000원)
",
        expect![[r#"
            approval 지출결의서
            수령액 = money KRW 799000 (paid)
            예산과목 = text 행사비 (budget_item)
            예산잔액 = money KRW 3201000 (budget_left)
            예산액 = money KRW 6000000 (budget)
            기지출액 = money KRW 2000000 (spent_before)
            금회 = money KRW 799000 (spent_now)
        "#]],
    );
}

#[test]
fn a_name_may_have_a_legal_form_at_both_ends() {
    check(
        "
                         공급 계약서

 모래내복지관(이하 '수요자')과 농업회사법인 별무리 주식회사(이하 '공급자')는 아래와 같이 약정한다.
",
        expect![[r#"
            contract 공급계약서
            수요자 = party 모래내복지관 (client)
            공급자/수요자' = party 농업회사법인 별무리 주식회사 (contractor)
        "#]],
    );
}

#[test]
fn a_sentence_names_a_party() {
    check(
        "
                              공급계약서

 제1조 (공급자(갑)) 공급자(갑)는 주식회사 새로로 한다.
 제2조 (성명) 성명은 강민재로 한다.
",
        expect![[r#"
            contract 공급계약서
            공급자/갑 = party 주식회사 새로 (contractor)
            성명 = party 강민재 (person)
        "#]],
    );
    check(
        "
                              Lease Agreement

 1. Tenant. The Tenant shall be Juniper Print Works.
 2. Buyer. The Buyer shall be responsible for the delivery of the goods.
",
        expect![[r#"
            contract Lease Agreement
            Tenant = party Juniper Print Works (lessee)
        "#]],
    );
}

#[test]
fn what_stands_behind_the_name_of_an_item_has_labels_of_its_own() {
    check(
        "
                             COST ESTIMATE

 1. Supplier. The Supplier shall be Northfield Instruments Inc.
 - Calibration: Quantity 12, Unit price $176.57, Amount $2,118.84.
 - Control cable: Quantity 56, Unit price $32.34, Amount $1,811.04.
 2. Total amount. The Total amount shall be $3,929.88.
",
        expect![[r#"
            quotation COST ESTIMATE
            Supplier = party Northfield Instruments Inc (supplier)
            Quantity = quantity 12 (quantity)
            Unit price = money USD 176.57 (unit_price)
            Amount = money USD 2118.84 (amount)
            Quantity = quantity 56 (quantity)
            Unit price = money USD 32.34 (unit_price)
            Amount = money USD 1811.04 (amount)
            Total amount = money USD 3929.88 (grand_total)
        "#]],
    );
}

#[test]
fn what_makes_one_currency_another_is_a_rate_whatever_it_is_called() {
    check(
        "
                        출장비 정산서

 바꿈값     1,318.81

 쓴 일          바깥 돈          우리 돈으로
 현지 교통비    USD 845.83       1,115,489원
 통신비         USD 538.78         710,548원
 등록비         USD 651.79         859,587원
",
        expect![[r#"
            approval 출장비정산서
            바꿈값 = rate 131881/100
            현지교통비 = money USD 845.83
            출장비정산서/품의·결의 = money KRW 1115489
            통신비 = money USD 538.78 (allowance)
            출장비정산서/품의·결의 = money KRW 710548
            등록비 = money USD 651.79
            출장비정산서/품의·결의 = money KRW 859587
        "#]],
    );
}

#[test]
fn an_amount_that_says_its_rate_is_a_finding_where_digits_changed_places_or_a_total_takes_it() {
    let page = |discount: &str, after: &str| {
        format!(
            "
                    보수 청구서

  보수 소계                    6,965,000
  장기자문 할인 (6%)            -{discount}
  할인 후 보수                 {after}
"
        )
    };
    let types = DocumentTypes::shipped(&[]);
    let refuted = |text: &str| {
        let analysis = discover(draft(&[sketch::document(text)], &types, None), &types);
        let mut rules = analysis.rules.iter().filter(|it| it.status == Status::Refuted);
        (rules.next().map(|it| it.statement.to_string()), rules.count())
    };
    let (found, more) = refuted(&page("471,900", "6,493,100"));
    expect!["장기자문할인 -471,900원 ≠ −보수소계 6,965,000원 × 장기자문할인 6%"]
        .assert_eq(&found.unwrap_or_default());
    assert_eq!(more, 0, "one slip, one finding");
    assert_eq!(refuted(&page("417,900", "6,547,100")), (None, 0), "as it should be");
    // Whatever the mistake: the total below takes it from what stands right above.
    let (found, more) = refuted(&page("417,200", "6,547,800"));
    expect!["장기자문할인 -417,200원 ≠ −보수소계 6,965,000원 × 장기자문할인 6%"]
        .assert_eq(&found.unwrap_or_default());
    assert_eq!(more, 0, "one slip, one finding");
    let page = page("417,200", "").replace("할인 후 보수", "감사합니다.");
    assert_eq!(refuted(&page), (None, 0), "about something else");
}

#[test]
fn dots_and_bars_end_what_a_label_asks_and_groups_of_digits_are_one_account() {
    check(
        "
                         STATEMENT OF ACCOUNT

 VAT no. GB 718 3042 96 · +44 113 496 0275
 Insured value, 110% of CFR   [19,651.75]
 Total EUR   17,953.66

 Payment to our account 7140 3382 09 within 14 days.
",
        expect![[r#"
            statement STATEMENT OF ACCOUNT
            VAT no. = text GB 718 3042 96 (document_number)
            STATEMENT OF ACCOUNT = phone +44 113 496 0275
            Insured value,   of CFR = rate 11/10
            Insured value, 110% of CFR = money EUR 19651.75
            Total EUR = money EUR 17953.66
            account = text 7140 3382 09 (account)
            Payment = period 14 days (payment_terms)
        "#]],
    );
}
