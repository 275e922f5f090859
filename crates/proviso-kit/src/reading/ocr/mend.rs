//! What recognition is known to misread, mended where only one reading is possible.
//!
//! **Invariant:** no digit is ever changed, added or taken away.

use std::borrow::Cow;

use super::numbers::in_groups;

/// The word as it was printed; empty where it was a piece of a printed line.
pub(super) fn mended(word: &str) -> String {
    let is_line = |it: char| matches!(it, '|' | '_' | '¦' | '―' | '—' | '‗');
    let trimmed = word.trim_matches(is_line);
    // The last stroke of a letter is taken for a line; no word has the syllable without it.
    let text = trimmed.replace("겨|", "계");
    let text = comma(&text);
    let text = single(&text);
    let text = grouped(&text);
    won(&minus(&text)).into_owned()
}

/// A comma is read as a semicolon, which no number has before three digits: `418;700`.
fn comma(text: &str) -> Cow<'_, str> {
    let is_digit = |it: char| it.is_ascii_digit();
    let groups = |at: &usize| {
        let behind = &text[at + 1..];
        text[..*at].ends_with(is_digit)
            && behind.find(|it: char| !is_digit(it)).unwrap_or(behind.len()) == 3
    };
    let mut out = Cow::from(text);
    for at in text.match_indices(';').map(|it| it.0).filter(groups) {
        out.to_mut().replace_range(at..=at, ",");
    }
    out
}

/// One separator between digits is sometimes read as several: `2,.062,500`.
fn single(text: &str) -> Cow<'_, str> {
    let is_mark = |it: char| matches!(it, ',' | '.');
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(is_mark) {
        let (before, marks) = rest.split_at(at);
        let after = marks.trim_start_matches(is_mark);
        let n = marks.len() - after.len();
        let between = before.ends_with(|it: char| it.is_ascii_digit())
            && after.starts_with(|it: char| it.is_ascii_digit());
        out.push_str(before);
        out.push_str(if n > 1 && between { "," } else { &marks[..n] });
        rest = after;
    }
    if out.is_empty() { text.into() } else { (out + rest).into() }
}

/// The triangle before negative amounts is read as a roof or a letter of that form.
fn minus(text: &str) -> Cow<'_, str> {
    let amount = text.trim_start_matches(['^', '∧', 'Λ', 'ㅅ', '스', '人']);
    let digits = amount.trim_end_matches(['원', ')']);
    // After such a letter a point is a comma that was misread.
    let is_mark = |it: char| matches!(it, ',' | '.');
    let is_amount = digits.contains(is_mark)
        && digits.starts_with(|it: char| it.is_ascii_digit())
        && digits.split(is_mark).skip(1).all(|it| it.len() == 3)
        && digits.chars().all(|it| it.is_ascii_digit() || is_mark(it));
    if is_amount && amount.len() < text.len() {
        format!("△{}", amount.replace('.', ",")).into()
    } else {
        text.into()
    }
}

/// The won sign is read as a backslash, which Korean fonts draw so, or as a `W`; it may stand behind words:
/// `오천만원정(W50,000,000)`.
fn won(text: &str) -> Cow<'_, str> {
    let is_sign = |it: char| matches!(it, '\\' | 'W' | 'w' | '￦');
    let mut signs = text.match_indices(is_sign);
    let Some((at, sign)) = signs.find(|(at, it)| is_won(&text[..*at], &text[at + it.len()..], it))
    else {
        return text.into();
    };
    format!("{}₩{}", &text[..at], &text[at + sign.len()..]).into()
}

/// Whether such a sign stands before an amount: a lone `W3` is a name; an amount has groups of three.
fn is_won(before: &str, behind: &str, sign: &str) -> bool {
    let n = behind.find(|it: char| !(it.is_ascii_digit() || it == ',')).unwrap_or(behind.len());
    let digits = &behind[..n];
    let amount = digits.split(',').skip(1).any(|it| it.len() == 3);
    let first = before.chars().all(|it| matches!(it, '(' | '[' | '-' | '△'));
    !before.ends_with(|it: char| it.is_ascii_alphanumeric())
        && (amount || first && sign == "\\" && digits.len() >= 2)
}

/// Points and commas look alike: `1.284,500` and `1.284.500` are one amount with two groups. A
/// separator that was lost before the first group (`1815,000`) is put back.
fn grouped(text: &str) -> Cow<'_, str> {
    let is_part = |it: char| it.is_ascii_digit() || matches!(it, ',' | '.');
    let Some(start) = text.find(|it: char| it.is_ascii_digit()) else { return text.into() };
    let length = text[start..].find(|it: char| !is_part(it)).unwrap_or(text.len() - start);
    let number = text[start..start + length].trim_end_matches(['.', ',']);
    let (before, after) = (&text[..start], &text[start + number.len()..]);
    let groups: Vec<&str> = number.split(['.', ',']).collect();
    let (Some(first), Some(last)) = (groups.first(), groups.last()) else { return text.into() };
    let threes = groups.len() >= 2 && groups[1..].iter().all(|it| it.len() == 3);
    let comma = number.contains(',');
    // With a single point it may be a decimal fraction, with three digits a year or a number.
    let mixed =
        threes && groups.len() >= 3 && (1..=3).contains(&first.len()) && number.contains('.');
    let lost = threes && comma && (4..=6).contains(&first.len()) && last.len() == 3;
    if !mixed && !lost {
        return text.into();
    }
    let mut out = String::from(before);
    out.push_str(&in_groups(&groups.concat()));
    out.push_str(after);
    out.into()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(words: &str, expect: Expect) {
        let out: Vec<String> = words.split(' ').map(mended).collect();
        expect.assert_eq(&out.join(" "));
    }

    #[test]
    fn the_won_sign_is_seen_in_what_it_is_read_as() {
        check(
            r"(\12,500,000)은 W3,000 w42,000,000) \900",
            expect!["(₩12,500,000)은 ₩3,000 ₩42,000,000) ₩900"],
        );
        check(
            r"오천만원정(W50,000,000) 정(\50,000,000)으로 a\1,200 KRW1,200",
            expect![r"오천만원정(₩50,000,000) 정(₩50,000,000)으로 a\1,200 KRW1,200"],
        );
        check(r"W3 W2025 WA Windows", expect!["W3 W2025 WA Windows"]);
    }

    #[test]
    fn groups_of_three_are_groups() {
        check(
            "1.284,500 7.654.321원 2715,000 12345,678",
            expect!["1,284,500 7,654,321원 2,715,000 12,345,678"],
        );
    }

    #[test]
    fn a_separator_is_one() {
        check(
            "2,.062,500원은 1,,000분의 1,..500 2025.. 끝.. 1,250. 1;418;700 12;34 1;2345",
            expect!["2,062,500원은 1,000분의 1,500 2025.. 끝.. 1,250. 1,418,700 12;34 1;2345"],
        );
    }

    #[test]
    fn the_triangle_is_a_minus() {
        check(
            "^ㅅ312,000 스27,400원 스25.872 ^2 스12 스타벅스",
            expect!["△312,000 △27,400원 △25,872 ^2 스12 스타벅스"],
        );
    }

    #[test]
    fn what_may_be_a_fraction_a_date_or_a_number_stays() {
        check(
            "1.284 2025.05.20 12.5 0.125 1,250 3.141592 2025.",
            expect!["1.284 2025.05.20 12.5 0.125 1,250 3.141592 2025."],
        );
        check("02-123-4567 1,234.56", expect!["02-123-4567 1,234.56"]);
    }

    #[test]
    fn a_stroke_of_a_letter_is_no_line() {
        check("합겨|금액 겨|약서 수량|단가", expect!["합계금액 계약서 수량|단가"]);
    }

    #[test]
    fn pieces_of_printed_lines_are_no_letters() {
        check("| _105-20 (서명)| __", expect![" 105-20 (서명) "]);
    }
}
