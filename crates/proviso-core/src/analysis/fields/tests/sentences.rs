//! Parties, addresses, accounts and numbers of papers in sentences.

use expect_test::expect;

use super::check;

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
