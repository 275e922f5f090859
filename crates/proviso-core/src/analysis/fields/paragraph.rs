//! Where sentences go on: lines that end in the middle of one.
//!
//! **Invariant:** by the letters at the ends of two lines only; where they stand is the reader's
//! business.

use super::vocabulary::is_hangul;

/// Whether a text ends within a sentence.
pub(super) fn is_open(text: &str) -> bool {
    let text = text.trim_end();
    let Some(last) = text.chars().next_back() else { return false };
    if ".!?:;。)]】>\"”".contains(last) {
        return false;
    }
    let words = text.split_whitespace().count();
    words >= 4 && !["다", "함", "음", "요", "것"].iter().any(|it| text.ends_with(it))
}

/// Whether a line goes on in the next: Korean ones end in a particle, a connective or a comma,
/// others before a word without a capital.
pub(super) fn goes_on(line: &str, next: &str) -> bool {
    const OPEN: &str = "은는이가을를에의로와과고며여한된할인서게던및의,";
    if !is_open(line) {
        return false;
    }
    let line = line.trim_end();
    let (Some(last), Some(first)) = (line.chars().next_back(), next.trim_start().chars().next())
    else {
        return false;
    };
    let particle = OPEN.contains(last) && (is_hangul(first) || first.is_ascii_digit());
    let conjunction = ["또는", "이내", "경우", "때", "등"].iter().any(|it| line.ends_with(it));
    is_hangul(last) && (particle || conjunction)
        || last == ',' && (is_hangul(first) || first.is_lowercase() || first.is_ascii_digit())
        || !is_hangul(last) && first.is_lowercase()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(line: &str, next: &str, expect: Expect) {
        let says = if super::goes_on(line, next) { "goes on" } else { "ends" };
        expect.assert_eq(says);
    }

    #[test]
    fn a_korean_line_goes_on_behind_a_particle() {
        check(
            "② 갑은 착수금으로 대금의 30%를 7일 이내에, 잔금으로",
            "70%를 지급한다.",
            expect!["goes on"],
        );
        check("을은 다음 각 호의 업무를 성실히 수행하고", "그 결과를 알린다.", expect!["goes on"]);
        check(
            "을은 납품한 물건을 7일 안에 검사하여야 한다",
            "갑은 대금을 지급한다",
            expect!["ends"],
        );
    }

    #[test]
    fn an_english_line_goes_on_before_a_small_letter() {
        check("liability shall not exceed two times the", "license fee.", expect!["goes on"]);
        check("The tenant keeps the premises in good order", "Insurance", expect!["ends"]);
    }
}
