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

#[cfg(test)]
mod tests {
    use super::super::super::weights::weights;
    use super::*;

    #[test]
    fn every_sign_that_has_a_weight_has_words_in_both_languages() {
        for name in weights().text.keys() {
            let told = sign_of_text(name);
            assert!(told.en != *name && told.ko != *name, "`{name}` is told as it is written");
        }
    }
}
