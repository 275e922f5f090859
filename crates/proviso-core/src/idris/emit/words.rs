//! The readers of `Domains.Core` for amounts in words, in Rust.
//!
//! **Invariant:** says what `readKorean` and `readEnglish` of the library say, text by text. What
//! they read decides how a rule is stated: words that the library reads are read by the compiler
//! itself, others stand in the statement as the number that the analysis read.

use crate::analysis::scan::below_hundred;

/// What a character of a Korean amount means.
enum Numeral {
    Digit(i128),
    Small(i128),
    Large(i128),
    Gap,
    Closing,
    Alien,
}

fn numeral(c: char) -> Numeral {
    use Numeral::{Alien, Closing, Digit, Gap, Large, Small};
    match c {
        '0'..='9' => Digit(i128::from(u32::from(c) - u32::from('0'))),
        '영' | '공' | '零' | '〇' => Digit(0),
        '일' | '一' | '壹' | '壱' => Digit(1),
        '이' | '二' | '貳' | '貮' | '弐' => Digit(2),
        '삼' | '三' | '參' | '参' => Digit(3),
        '사' | '四' | '肆' => Digit(4),
        '오' | '五' | '伍' => Digit(5),
        '육' | '륙' | '六' | '陸' => Digit(6),
        '칠' | '七' | '柒' | '漆' => Digit(7),
        '팔' | '八' | '捌' => Digit(8),
        '구' | '九' | '玖' => Digit(9),
        '십' | '十' | '拾' => Small(10),
        '백' | '百' | '佰' => Small(100),
        '천' | '千' | '仟' | '阡' => Small(1000),
        '만' | '萬' | '万' => Large(10_000),
        '억' | '億' => Large(100_000_000),
        '조' | '兆' => Large(1_000_000_000_000),
        ' ' | ',' => Gap,
        '원' | '정' | '圓' | '元' | '整' | '正' => Closing,
        _ => Alien,
    }
}

/// `readKorean`: the amount in its main unit.
pub(super) fn korean(text: &str) -> Option<i128> {
    let body = text.trim_start_matches(' ');
    let heads = ["금", "金", "일금", "一金", "壹金"];
    let body = heads.iter().find_map(|it| body.strip_prefix(it)).unwrap_or(body);
    let (mut large, mut small, mut digits) = (0i128, 0i128, None::<i128>);
    let mut chars = body.chars();
    while let Some(c) = chars.next() {
        match numeral(c) {
            Numeral::Digit(it) => {
                digits = Some(digits.unwrap_or(0).checked_mul(10)?.checked_add(it)?)
            }
            Numeral::Small(unit) => {
                small = small.checked_add(unit.checked_mul(digits.take().unwrap_or(1))?)?;
            }
            Numeral::Large(unit) => {
                let counted = small.checked_add(digits.take().unwrap_or(0))?;
                let counted = if counted == 0 { 1 } else { counted };
                large = large.checked_add(unit.checked_mul(counted)?)?;
                small = 0;
            }
            Numeral::Gap => {}
            Numeral::Closing => {
                let closed = chars.all(|it| matches!(numeral(it), Numeral::Closing | Numeral::Gap));
                return if closed {
                    large.checked_add(small)?.checked_add(digits.unwrap_or(0))
                } else {
                    None
                };
            }
            Numeral::Alien => return None,
        }
    }
    large.checked_add(small)?.checked_add(digits.unwrap_or(0))
}

enum Word {
    Ones(i128),
    Hundred,
    Scale(i128),
    Figures(i128),
    Coin,
    Cents,
    Filler,
    Stranger,
}

fn word(text: &str) -> Word {
    if let Some(n) = below_hundred(text) {
        return Word::Ones(i128::from(n));
    }
    match text {
        "hundred" => Word::Hundred,
        "thousand" => Word::Scale(1_000),
        "million" => Word::Scale(1_000_000),
        "billion" => Word::Scale(1_000_000_000),
        "trillion" => Word::Scale(1_000_000_000_000),
        "cent" | "cents" => Word::Cents,
        "won" | "dollar" | "dollars" | "euro" | "euros" | "pound" | "pounds" | "yen" | "yuan" => {
            Word::Coin
        }
        "and" | "only" | "say" | "the" | "sum" | "of" | "total" | "in" | "words" | "amount"
        | "a" | "us" | "u" | "s" | "united" | "states" | "america" | "korean" | "republic"
        | "korea" | "krw" | "usd" | "eur" | "gbp" | "jpy" | "cny" | "sterling" | "japanese"
        | "chinese" => Word::Filler,
        _ => text.parse().map_or(Word::Stranger, Word::Figures),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Before,
    Main,
    Behind,
    Done,
}

/// `readEnglish`: the amount in hundredths of its main unit.
pub(super) fn english(text: &str) -> Option<i128> {
    let lower = text.to_ascii_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|it| !it.is_empty());
    let (mut phase, mut large, mut small) = (Phase::Before, 0i128, 0i128);
    for text in words {
        match (word(text), phase) {
            (Word::Filler, _) => {}
            (Word::Coin, Phase::Main) => {
                (phase, large, small) = (Phase::Behind, large.checked_add(small)?, 0);
            }
            (Word::Coin, _) => {}
            (_, Phase::Done) => return None,
            (Word::Ones(n), Phase::Behind) => small = small.checked_add(n)?,
            (Word::Ones(n), _) => (phase, small) = (Phase::Main, small.checked_add(n)?),
            (Word::Hundred, Phase::Main) => small = small.max(1).checked_mul(100)?,
            (Word::Hundred, Phase::Before) => (phase, small) = (Phase::Main, 100),
            (Word::Scale(unit), Phase::Main) => {
                large = large.checked_add(unit.checked_mul(small.max(1))?)?;
                small = 0;
            }
            (Word::Figures(n), Phase::Main) => {
                (phase, large, small) = (Phase::Behind, large.checked_add(small)?, n);
            }
            (Word::Figures(100), Phase::Behind) => phase = Phase::Done,
            (Word::Figures(n), Phase::Behind) => small = n,
            (Word::Cents, Phase::Main) if large == 0 => phase = Phase::Done,
            (Word::Cents, Phase::Behind) => phase = Phase::Done,
            _ => return None,
        }
    }
    match phase {
        Phase::Before => None,
        Phase::Main => large.checked_add(small)?.checked_mul(100),
        Phase::Behind => {
            if small == 0 {
                large.checked_mul(100)
            } else {
                None
            }
        }
        Phase::Done => large.checked_mul(100)?.checked_add(small),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_hangul_hanja_and_mixed_numerals() {
        for (text, amount) in [
            ("금 오천오백칠십일만오천원정", Some(55_715_000)),
            ("일금 삼억 이천만 원", Some(320_000_000)),
            ("金 參千貳百五拾萬圓整", Some(32_500_000)),
            ("5천5백만원", Some(55_000_000)),
            ("만원", Some(10_000)),
            ("1,234만 5,678원", Some(12_345_678)),
            ("금 오백만원 미만", None),
            ("오백달러", None),
        ] {
            assert_eq!(korean(text), amount, "{text}");
        }
    }

    #[test]
    fn reads_english_with_hundredths() {
        for (text, hundredths) in [
            ("Ninety-Six Thousand US Dollars", Some(9_600_000)),
            ("SAY US DOLLARS ONE MILLION TWO HUNDRED FIVE THOUSAND ONLY", Some(120_500_000)),
            ("Five Hundred and 45/100 Dollars", Some(50_045)),
            ("Twelve Dollars and Forty-Five Cents", Some(1_245)),
            ("Fifty Million Won", Some(5_000_000_000)),
            ("a dozen", None),
            ("dollars", None),
        ] {
            assert_eq!(english(text), hundredths, "{text}");
        }
    }
}
