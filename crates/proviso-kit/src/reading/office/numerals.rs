//! Numbers of lists and headings: `1`, `가`, `①`, `iv`.
//!
//! Formats are named as in ECMA-376-1:2016, 17.18.59 (`ST_NumberFormat`).

const GANADA: &str = "가나다라마바사아자차카타파하";
const CHOSUNG: &str = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ";
const KOREAN: [&str; 10] = ["영", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
const HANJA: [&str; 10] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
const NATIVE: [&str; 10] = ["하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉", "열"];

/// How a list writes its numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Numerals {
    /// 1, 2, 3.
    #[default]
    Decimal,
    /// 01, 02.
    DecimalZero,
    /// I, II.
    UpperRoman,
    /// i, ii.
    LowerRoman,
    /// A, B.
    UpperLetter,
    /// a, b.
    LowerLetter,
    /// ①, ②.
    Circled,
    /// ⓐ, ⓑ.
    CircledLetter,
    /// ㉮, ㉯.
    CircledGanada,
    /// ㉠, ㉡.
    CircledChosung,
    /// ⑴, ⑵.
    Parenthesized,
    /// 가, 나.
    Ganada,
    /// ㄱ, ㄴ.
    Chosung,
    /// 일, 이.
    Korean,
    /// 하나, 둘.
    Native,
    /// 一, 二.
    Hanja,
    /// 1st, 2nd.
    Ordinal,
    /// No number.
    Nothing,
}

impl Numerals {
    /// By its name in WordprocessingML; unknown ones are decimal.
    pub(crate) fn of_word(name: &str) -> Numerals {
        match name {
            "decimalZero" => Numerals::DecimalZero,
            "upperRoman" => Numerals::UpperRoman,
            "lowerRoman" => Numerals::LowerRoman,
            "upperLetter" => Numerals::UpperLetter,
            "lowerLetter" => Numerals::LowerLetter,
            "decimalEnclosedCircle" | "decimalEnclosedCircleChinese" => Numerals::Circled,
            "decimalEnclosedParen" => Numerals::Parenthesized,
            "ganada" => Numerals::Ganada,
            "chosung" => Numerals::Chosung,
            "koreanDigital" | "koreanCounting" => Numerals::Korean,
            "koreanLegal" => Numerals::Native,
            "koreanDigital2"
            | "ideographDigital"
            | "chineseCounting"
            | "chineseCountingThousand"
            | "japaneseCounting"
            | "japaneseDigitalTenThousand"
            | "taiwaneseCounting"
            | "taiwaneseCountingThousand" => Numerals::Hanja,
            "ordinal" => Numerals::Ordinal,
            "none" => Numerals::Nothing,
            _ => Numerals::Decimal,
        }
    }

    /// A number written so; what a format has no sign for is decimal.
    pub(crate) fn write(self, n: u32) -> String {
        let decimal = || n.to_string();
        let at = |first: char, last: u32| match n {
            1.. if n <= last => char::from_u32(first as u32 + n - 1).map(String::from),
            _ => None,
        };
        let turn = |letters: &str| {
            let count = letters.chars().count() as u32;
            let index = n.checked_sub(1)?;
            let letter = letters.chars().nth((index % count) as usize)?;
            Some(letter.to_string().repeat((index / count).min(9) as usize + 1))
        };
        let out = match self {
            Numerals::Decimal => None,
            Numerals::DecimalZero => Some(format!("{n:02}")),
            Numerals::UpperRoman => roman(n),
            Numerals::LowerRoman => roman(n).map(|it| it.to_lowercase()),
            Numerals::UpperLetter => turn("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            Numerals::LowerLetter => turn("abcdefghijklmnopqrstuvwxyz"),
            Numerals::Circled if n > 20 && n <= 35 => {
                char::from_u32(0x3251 + n - 21).map(String::from)
            }
            Numerals::Circled => at('①', 20),
            Numerals::CircledLetter => at('ⓐ', 26),
            Numerals::CircledGanada => at('㉮', 14),
            Numerals::CircledChosung => at('㉠', 14),
            Numerals::Parenthesized => at('⑴', 20),
            Numerals::Ganada => turn(GANADA),
            Numerals::Chosung => turn(CHOSUNG),
            Numerals::Korean => counted(n, &KOREAN, ["", "십", "백", "천"]),
            Numerals::Hanja => counted(n, &HANJA, ["", "十", "百", "千"]),
            Numerals::Native if (1..=10).contains(&n) => {
                NATIVE.get(n as usize - 1).map(|it| (*it).to_owned())
            }
            Numerals::Native => None,
            Numerals::Ordinal => Some(format!(
                "{n}{}",
                match (n % 10, n % 100) {
                    (_, 11..=13) => "th",
                    (1, _) => "st",
                    (2, _) => "nd",
                    (3, _) => "rd",
                    _ => "th",
                }
            )),
            Numerals::Nothing => Some(String::new()),
        };
        out.unwrap_or_else(decimal)
    }
}

fn roman(mut n: u32) -> Option<String> {
    const STEPS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if !(1..4000).contains(&n) {
        return None;
    }
    let mut out = String::new();
    for (value, letters) in STEPS {
        while n >= value {
            out.push_str(letters);
            n -= value;
        }
    }
    Some(out)
}

/// Numbers below ten thousand with names of places; a one before a place is left out.
fn counted(n: u32, digits: &[&str; 10], places: [&str; 4]) -> Option<String> {
    if !(1..10_000).contains(&n) {
        return None;
    }
    let mut out = String::new();
    for place in (0..4_u32).rev() {
        let digit = n / 10_u32.pow(place) % 10;
        if digit > 1 || (digit == 1 && place == 0) {
            out.push_str(digits[digit as usize]);
        }
        if digit > 0 {
            out.push_str(places[place as usize]);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_their_lists_say() {
        let cases = [
            (Numerals::Ganada, 2, "나"),
            (Numerals::Ganada, 15, "가가"),
            (Numerals::Circled, 20, "⑳"),
            (Numerals::Circled, 21, "㉑"),
            (Numerals::Circled, 0, "0"),
            (Numerals::Korean, 21, "이십일"),
            (Numerals::Hanja, 10, "十"),
            (Numerals::LowerRoman, 14, "xiv"),
            (Numerals::UpperLetter, 28, "BB"),
            (Numerals::Ordinal, 12, "12th"),
            (Numerals::Ordinal, 22, "22nd"),
            (Numerals::Nothing, 3, ""),
            (Numerals::Native, 11, "11"),
        ];
        for (numerals, n, expected) in cases {
            assert_eq!(numerals.write(n), expected, "{numerals:?} of {n}");
        }
    }
}
