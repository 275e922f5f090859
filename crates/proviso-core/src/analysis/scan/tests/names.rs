//! Parties, registration numbers, identifiers.

use expect_test::expect;

use super::*;

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
fn an_office_before_a_name_is_no_part_of_it() {
    states(Kind::Party, "이사장 나은솔 (인)", Some("나은솔"));
    states(Kind::Party, "관장 도한빛", Some("도한빛"));
    states(Kind::Party, "원장 치과의원", Some("치과의원"));
    states(Kind::Party, "본부장실 비품", Some("본부장실 비품"));
}
