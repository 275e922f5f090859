//! Signs of names in words, for people who ask why.
//!
//! **Invariant:** every sign that has a weight has words in both languages (a test asks).

use crate::remark::Remark;

/// A sign of a name for people, by its name in `weights.toml`.
pub(super) fn sign(name: &str) -> Remark {
    let (en, ko) = match name {
        "always" => ("words in general", "낱말 일반"),
        "above_known" => ("a known label of names stands above", "위에 이름의 항목이 있음"),
        "address" => ("it is an address", "주소임"),
        "addressed" => ("Mr, Ms or the like stands before it", "앞에 경칭이 있음"),
        "begins_like_label" => ("it begins like a label", "항목명처럼 시작함"),
        "corporate" => ("it says a legal form", "법인의 형태를 말함"),
        "department" => ("it ends like a department", "부서명처럼 끝남"),
        "ends_like_label" => ("it ends with a label", "항목명으로 끝남"),
        "ends_like_party" => ("it ends like a label of names", "이름의 항목처럼 끝남"),
        "ends_like_value" => {
            ("it ends like a label of numbers or days", "숫자나 날짜의 항목처럼 끝남")
        }
        "hangul_ends_few_labels" => {
            ("a few known labels end alike", "같은 글자로 끝나는 항목이 몇 있음")
        }
        "hangul_ends_some_labels" => {
            ("some known labels end alike", "같은 글자로 끝나는 항목이 여럿 있음")
        }
        "hangul_ends_many_labels" => {
            ("many known labels end alike", "같은 글자로 끝나는 항목이 많음")
        }
        "hangul_long" => ("one word of more than four syllables", "네 글자가 넘는 한 낱말"),
        "hangul_more_words" => ("more than two words of Hangul", "한글 낱말이 셋 이상"),
        "hangul_particle" => ("it ends like a word with a particle", "조사가 붙은 말처럼 끝남"),
        "hangul_rank" => ("it ends with a rank", "직급으로 끝남"),
        "hangul_spaced" => ("its syllables are set apart", "글자 사이가 벌어져 있음"),
        "hangul_three" => ("it has three syllables", "세 글자임"),
        "hangul_three_surname" => ("it begins with a family name", "성으로 시작함"),
        "hangul_two_or_four" => ("it has two or four syllables", "두 글자나 네 글자임"),
        "hangul_two_words" => ("two words of Hangul", "한글 두 낱말"),
        "in_cell" => ("it stands in a cell", "칸 안에 있음"),
        "in_title" => ("it stands in the title", "제목에 있음"),
        "institution" => ("it ends like an institution", "기관명처럼 끝남"),
        "known_label" => ("it is a label itself", "그 자체가 항목명임"),
        "latin_initial" => ("an initial is in it", "머리글자가 있음"),
        "latin_more" => ("more than three words in capitals", "대문자로 시작하는 낱말이 넷 이상"),
        "latin_one" => ("one word in capitals", "대문자로 시작하는 한 낱말"),
        "latin_short" => ("a very short word is in it", "아주 짧은 낱말이 있음"),
        "latin_shouts" => ("it is in capitals throughout", "대문자로만 씀"),
        "latin_three" => ("three words in capitals", "대문자로 시작하는 세 낱말"),
        "latin_two" => ("two words in capitals", "대문자로 시작하는 두 낱말"),
        "lone_word" => ("one word alone on its line", "줄에 홀로 있는 한 낱말"),
        "role_agent" => (
            "a word for whoever does something stands before it",
            "무엇을 하는 사람을 뜻하는 말이 앞에 있음",
        ),
        "role_before" => ("words stand right before it", "바로 앞에 말이 있음"),
        "role_colon" => ("a colon stands before it", "앞에 쌍점이 있음"),
        "role_digits" => ("digits stand in the words before it", "앞의 말에 숫자가 있음"),
        "role_left" => ("its label stands left of it", "왼쪽에 항목이 있음"),
        "role_none" => ("nothing stands before it", "앞에 아무것도 없음"),
        "role_other" => (
            "the label before it is known for something else",
            "앞의 항목은 다른 것의 항목으로 알려짐",
        ),
        "role_parted" => ("a sign parts it from what stands before", "앞의 말과 부호로 나뉨"),
        "role_party" => ("the label before it is one of parties", "앞의 항목이 당사자의 항목임"),
        "role_person" => ("the label before it is one of people", "앞의 항목이 사람의 항목임"),
        "role_value" => {
            ("the label before it is one of numbers or days", "앞의 항목은 숫자나 날짜의 항목임")
        }
        "role_sentence" => ("many words stand before it", "앞에 말이 많음"),
        "role_unknown" => ("the words before it are not known", "앞의 말은 알려지지 않음"),
        "then_bracket" => ("a bracket follows", "뒤에 괄호가 옴"),
        "then_colon" => ("a colon follows", "뒤에 쌍점이 옴"),
        "then_digits" => ("digits follow", "뒤에 숫자가 옴"),
        "then_end" => ("nothing follows", "뒤에 아무것도 없음"),
        "then_mail" => ("an address of mail follows", "뒤에 전자우편 주소가 옴"),
        "then_number" => ("a registration number follows", "뒤에 등록번호가 옴"),
        "then_rank" => ("a rank follows", "뒤에 직급이 옴"),
        "then_seal" => ("the place of a seal follows", "뒤에 도장 자리가 옴"),
        "then_words" => ("more words follow", "뒤에 말이 이어짐"),
        other => (other, other),
    };
    Remark::new(en, ko)
}

#[cfg(test)]
mod tests {
    use super::super::super::weights::weights;
    use super::*;

    #[test]
    fn every_sign_that_has_a_weight_has_words_in_both_languages() {
        for name in weights().name.keys() {
            let told = sign(name);
            assert!(told.en != *name && told.ko != *name, "`{name}` is told as it is written");
        }
    }
}
