//! Signs in words, for people who ask why.
//!
//! **Invariant:** every sign that has a weight has words in both languages (a test asks).

use super::super::super::reasons;
use super::super::shape::Shape;
use super::ColumnSign;
use crate::remark::Remark;

/// What speaks for the kind of a column.
pub(super) fn column_sign(sign: ColumnSign, header: &str) -> Remark {
    match sign {
        ColumnSign::Prior => Remark::new("columns in general", "열 일반"),
        ColumnSign::Header => {
            Remark::new(format!("the header “{header}”"), format!("열 머리 ‘{header}’"))
        }
        ColumnSign::Unit => Remark::new("the unit behind the header", "열 머리 뒤의 단위"),
        ColumnSign::Shape(Shape::Told(kind), n) => {
            let name = reasons::kind(kind);
            Remark::new(
                format!("{n} cells say themselves that they are {}", name.en),
                format!("스스로 {}이라고 밝힌 칸 {n}개", name.ko),
            )
        }
        ColumnSign::Shape(Shape::Words, n) => {
            Remark::new(format!("{n} cells of words"), format!("낱말로 된 칸 {n}개"))
        }
        ColumnSign::Shape(shape, n) => {
            let example = looks_like(shape);
            Remark::new(
                format!("{n} cells that look like “{example}”"),
                format!("‘{example}’처럼 생긴 칸 {n}개"),
            )
        }
    }
}

/// A text of a shape.
fn looks_like(shape: Shape) -> &'static str {
    match shape {
        Shape::Grouped => "1,234",
        Shape::GroupedCents => "1,234.50",
        Shape::GroupedDecimal => "1,234.5",
        Shape::Cents => "12.50",
        Shape::Day => "10.02",
        Shape::Decimal => "118.425",
        Shape::Fraction => "0.3618",
        Shape::Small => "12",
        Shape::Plain => "20250",
        Shape::Long => "8809900112019",
        Shape::Zero => "0",
        Shape::Sequence => "1, 2, 3",
        Shape::Slashed => "10/02",
        Shape::Code => "T2510-004",
        Shape::Mixed => "1O0 ,000",
        Shape::Words | Shape::Told(_) | Shape::Nothing => "-",
    }
}

/// A sign of a text for people, by its name in `weights.toml`.
pub(super) fn sign_of_text(name: &str) -> Remark {
    let (en, ko) = match name {
        "always" => ("texts in general", "글 일반"),
        "account" => ("it is an account", "계좌임"),
        "address" => ("it is an address", "주소임"),
        "broken" => ("it begins or ends in the middle of something", "도중에 시작하거나 끝남"),
        "code" => ("it looks like the number of a paper", "문서 번호처럼 생김"),
        "ends_like_label" => ("it ends like a label", "항목명처럼 끝남"),
        "has_colon" => ("a colon is in it", "쌍점이 있음"),
        "has_formula" => ("a formula is in it", "계산식이 있음"),
        "in_cell" => ("it stands in a cell of a table of items", "품목 표의 칸에 있음"),
        "in_clause" => ("it stands in a sentence", "문장 안에 있음"),
        "in_head" => ("it stands by itself", "홀로 서 있음"),
        "in_table" => ("it stands in a table", "표 안에 있음"),
        "is_label" => ("it is a label itself", "그 자체가 항목명임"),
        "is_label_too" => ("it is a label, too", "항목명이기도 함"),
        "known_and_sound" => (
            "a known label asks for it, and nothing speaks against it",
            "알려진 항목이고 흠이 없음",
        ),
        "label_counts" => ("its label promises a number", "항목이 숫자를 약속함"),
        "label_ends_in_number" => ("its label ends in “number”", "항목이 ‘번호’로 끝남"),
        "label_has_digits" => ("its label has digits", "항목에 숫자가 있음"),
        "label_long" => ("its label is long", "항목명이 김"),
        "label_none" => ("it has no label", "항목이 없음"),
        "label_of_others" => ("its label is known for other kinds", "다른 종류로 알려진 항목"),
        "label_of_texts" => ("its label is known for texts", "글의 항목으로 알려짐"),
        "label_unknown" => ("its label is not known", "알려지지 않은 항목"),
        "many_digits" => ("it has many digits", "숫자가 많음"),
        "many_words" => ("it has many words", "낱말이 많음"),
        "number" => ("it is a bare number", "숫자뿐임"),
        "one_word" => ("it is one word", "한 낱말"),
        "two_words" => ("it is two words", "두 낱말"),
        "shouts" => ("it is in capitals", "대문자로만 씀"),
        "some_digits" => ("it has some digits", "숫자가 조금 있음"),
        "unbalanced" => ("a bracket is missing", "괄호가 짝이 없음"),
        "sentence" => ("it is a sentence", "문장임"),
        other => (other, other),
    };
    Remark::new(en, ko)
}

/// A sign of a name for people, by its name in `weights.toml`.
pub(super) fn sign_of_name(name: &str) -> Remark {
    let (en, ko) = match name {
        "always" => ("words in general", "낱말 일반"),
        "again" => ("its words stand elsewhere on the page, too", "같은 말이 다른 곳에도 있음"),
        "among_numbers" => ("many numbers stand in its row", "같은 줄에 숫자가 많음"),
        "beside_numbers" => ("a number stands in its row", "같은 줄에 숫자가 있음"),
        "given_second" => ("its second syllable is one of names", "둘째 글자가 이름에 흔함"),
        "given_third" => ("its third syllable is one of names", "셋째 글자가 이름에 흔함"),
        "noun_second" => ("its second syllable is one of nouns", "둘째 글자가 보통 낱말에 흔함"),
        "noun_third" => ("its third syllable is one of nouns", "셋째 글자가 보통 낱말에 흔함"),
        "large" => ("it is printed large", "크게 인쇄됨"),
        "latin_all_small" => (
            "all its words stand elsewhere in small letters",
            "모든 낱말이 다른 곳에 소문자로 있음",
        ),
        "latin_some_small" => (
            "some of its words stand elsewhere in small letters",
            "몇 낱말이 다른 곳에 소문자로 있음",
        ),
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
        "odd" => ("names are not made of such words", "이름에 쓰이지 않는 말이 있음"),
        "in_item" => ("it stands in the name of an item", "품목 이름 안에 있음"),
        "over_text" => ("it is a part of a text", "글의 일부임"),
        "over_value" => ("a number or a day stands there", "그 자리에 숫자나 날짜가 있음"),
        "read_by_label" => ("it was read as a name behind a label", "항목 뒤의 이름으로 읽힘"),
        "read_in_clause" => ("it was read as a name in a sentence", "문장 속 이름으로 읽힘"),
        "read_in_items" => ("it was read as a name in a table of items", "품목 표의 이름으로 읽힘"),
        "read_in_letterhead" => {
            ("it was read as a name that stands alone", "홀로 선 이름으로 읽힘")
        }
        "read_in_table" => ("it was read as a name in a table", "표의 이름으로 읽힘"),
        "read_end" => {
            ("a longer name that ends so was read there", "이 말로 끝나는 더 긴 이름으로 읽힘")
        }
        "read_inside" => {
            ("it stands within a longer name that was read", "읽힌 긴 이름의 안에 있음")
        }
        "read_known" => ("it was read under a label that is known", "알려진 항목 아래에서 읽힘"),
        "read_longer" => {
            ("a longer name that begins there was read", "여기서 시작하는 더 긴 이름으로 읽힘")
        }
        "read_same" => ("just this was read as a name", "바로 이 말이 이름으로 읽힘"),
        "read_shorter" => ("a shorter name that begins there was read", "더 짧은 이름으로 읽힘"),
        "unread" => ("no reader took it for a name", "이름으로 읽은 곳이 없음"),
        "whole" => ("nothing else stands in its text", "글 전체가 이것임"),
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
        "then_addressed" => {
            ("somebody is addressed so, or a letter ends so", "뒤에 부르는 말이나 맺음말이 옴")
        }
        "then_capital" => ("another word in capitals follows", "대문자로 시작하는 말이 이어짐"),
        "then_small" => ("a word in small letters follows", "소문자로 시작하는 말이 이어짐"),
        "then_bracket" => ("a bracket follows", "뒤에 괄호가 옴"),
        "then_colon" => ("a colon follows", "뒤에 쌍점이 옴"),
        "then_digits" => ("digits follow", "뒤에 숫자가 옴"),
        "then_end" => ("nothing follows", "뒤에 아무것도 없음"),
        "then_mail" => ("an address of mail follows", "뒤에 전자우편 주소가 옴"),
        "then_office" => {
            ("a few words follow behind a comma, and nothing else", "쉼표 뒤에 몇 마디만 옴")
        }
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
        let texts = weights().text.keys().map(|it| (it, sign_of_text(it)));
        let names = weights().name.keys().map(|it| (it, sign_of_name(it)));
        for (name, told) in texts.chain(names) {
            assert!(told.en != *name && told.ko != *name, "`{name}` is told as it is written");
        }
    }
}
