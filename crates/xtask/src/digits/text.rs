//! What strips say: numbers as business papers print them.
//!
//! **Invariant:** digits are drawn evenly, so that the network learns their forms and no habits of
//! amounts beyond groups and signs.

use crate::chance::Chance;

/// What the network tells apart, after the blank. The last one stands for one or more letters
/// that are none of the others.
pub(super) const ALPHABET: &str = "0123456789,.-△%/:()~원₩$€년월일\u{fffd}";
/// Any other letters.
const OTHER: char = '\u{fffd}';

/// Classes of a text, 1 and up.
pub(super) fn classes(text: &str) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    let other = ALPHABET.chars().count();
    for it in text.chars().filter(|it| !it.is_whitespace()) {
        let it = match it {
            '▲' => '△',
            '−' | '–' | '‐' => '-',
            '～' | '∼' => '~',
            '￦' => '₩',
            it => it,
        };
        let class = ALPHABET.chars().position(|known| known == it).map_or(other, |it| it + 1);
        if class != other || out.last() != Some(&other) {
            out.push(class);
        }
    }
    out
}

/// Syllables and letters that stand around numbers, and some that only look like digits.
const SYLLABLES: &str = "금액원정제조항호개월일년차분식매명회건시간부터까지합계세율이상하만천억백십공급가단수량비고총인대본당전후외내각주동층번길로구역을를은는의에서과와";
/// Letters that look like digits.
const ALIKE: &str = "OIlSBZGQDoqgb";
/// Other letters, those among them.
const LETTERS: &str = "OIlSBZGbgqoizsDQABCEKMNPRTXYVW#*+=&@×㎡①②③㈜";

/// A text of one word, or of a few that stand close.
pub(super) fn any(chance: &mut Chance) -> String {
    let it = chance;
    match it.below(100) {
        0..=29 => amount(it),
        30..=33 => decimal(it),
        34..=44 => date(it),
        45..=48 => registration(it),
        49..=52 => telephone(it),
        53..=57 => rate(it),
        58..=63 => quantity(it),
        64..=68 => {
            let n = 1 + it.below(3);
            digits(it, n)
        }
        69..=72 => {
            let n = 4 + it.below(11);
            digits(it, n)
        }
        73..=75 => account(it),
        76..=77 => format!("{}~{}", amount(it), amount(it)),
        78 => format!("{:02}:{:02}", it.below(24), it.below(60)),
        79 => format!("{}/{}", it.between(1, 30), it.between(2, 2000)),
        80..=83 => article(it),
        84..=91 => code(it),
        // What the first reader takes for a digit is often a letter or a part of one.
        92..=97 => letters(it, 4),
        _ => signs(it),
    }
}

fn digits(chance: &mut Chance, n: usize) -> String {
    (0..n).map(|_| *chance.pick(b"0123456789") as char).collect()
}

/// Digits of which the first is no nought.
fn whole(chance: &mut Chance, n: usize) -> String {
    let first = *chance.pick(b"123456789") as char;
    format!("{first}{}", digits(chance, n.saturating_sub(1)))
}

fn grouped(chance: &mut Chance) -> String {
    let mut it = {
        let n = 1 + chance.below(10);
        whole(chance, n)
    };
    // Prices end in noughts, half of them.
    if chance.percent(50) {
        let n = chance.below(it.len().min(6));
        it.replace_range(it.len() - n.., &"0".repeat(n));
    }
    let mark = if chance.percent(4) { '.' } else { ',' };
    let mut out = String::new();
    for (at, digit) in it.char_indices() {
        if at > 0 && (it.len() - at).is_multiple_of(3) {
            out.push(mark);
        }
        out.push(digit);
    }
    out
}

fn amount(chance: &mut Chance) -> String {
    let mut it = grouped(chance);
    if chance.percent(10) {
        it = format!("{it}.{}", digits(chance, 2));
    }
    match chance.below(24) {
        0 | 1 => it = format!("-{it}"),
        2 => it = format!("△{it}"),
        3 => it = format!("▲{it}"),
        4 | 5 => it = format!("({it})"),
        6 => it = format!("{it}-"),
        _ => {}
    }
    match chance.below(20) {
        0..=3 => it = format!("₩{it}"),
        4 => it = format!("{it}원정"),
        5..=7 => it = format!("{it}원"),
        8 => it = format!("${it}"),
        9 => it = format!("€{it}"),
        10 => it = format!("금{it}원"),
        11 => it = format!("(₩{it})"),
        12 => it = format!("{it}천원"),
        _ => {}
    }
    it
}

fn decimal(chance: &mut Chance) -> String {
    let (n, m) = (1 + chance.below(4), 1 + chance.below(4));
    format!("{}.{}", whole(chance, n), digits(chance, m))
}

fn date(chance: &mut Chance) -> String {
    let year = chance.between(1990, 2035);
    let (month, day) = (chance.between(1, 12), chance.between(1, 31));
    let short = year % 100;
    match chance.below(14) {
        0 => format!("{year}.{month:02}.{day:02}"),
        1 => format!("{year}.{month}.{day}"),
        2 => format!("{year}.{month:02}.{day:02}."),
        3 => format!("{year}. {month}. {day}."),
        4 | 5 => format!("{year}-{month:02}-{day:02}"),
        6 => format!("{year}/{month:02}/{day:02}"),
        7 => format!("{year}년 {month}월 {day}일"),
        8 => format!("{year}년{month:02}월{day:02}일"),
        9 => format!("{short:02}-{month:02}-{day:02}"),
        10 => format!("{month:02}/{day:02}"),
        11 => format!("{month}월 {day}일"),
        12 => format!("{year}년"),
        _ => format!("{year}.{month:02}.{day:02}~{year}.{month:02}.{day:02}"),
    }
}

fn registration(chance: &mut Chance) -> String {
    let (a, b, c) = match chance.below(3) {
        0 => (6, 0, 7),
        _ => (3, 2, 5),
    };
    let (a, b, c) = (digits(chance, a), digits(chance, b), digits(chance, c));
    if b.is_empty() { format!("{a}-{c}") } else { format!("{a}-{b}-{c}") }
}

fn telephone(chance: &mut Chance) -> String {
    let area = *chance.pick(&["02", "031", "032", "042", "051", "062", "010", "070", "011"]);
    let n = 3 + chance.below(2);
    let (a, b) = (digits(chance, n), digits(chance, 4));
    match chance.below(5) {
        0 => format!("({area}){a}-{b}"),
        1 => format!("{area}){a}-{b}"),
        2 => format!("{area}.{a}.{b}"),
        3 => format!("{}-{b}", digits(chance, 4)),
        _ => format!("{area}-{a}-{b}"),
    }
}

fn rate(chance: &mut Chance) -> String {
    let it = match chance.below(3) {
        0 => chance.between(0, 100).to_string(),
        1 => format!("{}.{}", chance.between(0, 99), chance.below(10)),
        _ => format!("{}.{}", chance.between(0, 30), digits(chance, 3)),
    };
    match chance.below(5) {
        0 => format!("({it}%)"),
        1 => it,
        _ => format!("{it}%"),
    }
}

fn quantity(chance: &mut Chance) -> String {
    let n = 1 + chance.below(4);
    let it = if chance.percent(70) { whole(chance, n) } else { grouped(chance) };
    let unit = *chance.pick(&[
        "개", "식", "매", "명", "회", "건", "EA", "kg", "m", "㎡", "시간", "일", "월", "년", "부",
        "대", "개월", "box", "L", "ton", "박스", "인", "SET", "원/kg", "t",
    ]);
    format!("{it}{unit}")
}

fn account(chance: &mut Chance) -> String {
    let parts: Vec<String> = (0..2 + chance.below(3))
        .map(|_| {
            let n = 2 + chance.below(5);
            digits(chance, n)
        })
        .collect();
    parts.join("-")
}

fn article(chance: &mut Chance) -> String {
    let it = chance.between(1, 99);
    match chance.below(6) {
        0 => format!("제{it}조"),
        1 => format!("제{it}조({}", letters(chance, 3)),
        2 => format!("{it}."),
        3 => format!("({it})"),
        4 => format!("{it}{}", letters(chance, 3)),
        _ => format!("{}{it}{}", letters(chance, 2), letters(chance, 2)),
    }
}

/// Letters and digits, half of the letters such that look like digits: `S4`, `2D`, `PO2508-0146`, `6204ZZ`.
fn code(chance: &mut Chance) -> String {
    let (n, m) = (1 + chance.below(4), 1 + chance.below(6));
    let name = match chance.below(2) {
        0 => letters(chance, n),
        _ => some(chance, ALIKE, 2),
    };
    let number = digits(chance, m);
    if chance.percent(25) {
        return format!("{number}{name}");
    }
    let mut it = name;
    if chance.percent(50) {
        it.push('-');
    }
    it.push_str(&number);
    if chance.percent(30) {
        it = format!("{it}-{}", digits(chance, 3));
    }
    it
}

fn letters(chance: &mut Chance, most: usize) -> String {
    let from = if chance.percent(60) { SYLLABLES } else { LETTERS };
    some(chance, from, most)
}

/// One of these letters or a few.
fn some(chance: &mut Chance, from: &str, most: usize) -> String {
    let from: Vec<char> = from.chars().collect();
    (0..1 + chance.below(most)).map(|_| *chance.pick(&from)).collect()
}

/// Signs in any order: what is printed need not be any of the above.
fn signs(chance: &mut Chance) -> String {
    let from: Vec<char> = ALPHABET.chars().filter(|it| *it != OTHER).collect();
    (0..2 + chance.below(8))
        .map(
            |_| if chance.percent(55) { digits(chance, 1) } else { chance.pick(&from).to_string() },
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(classes: &[usize]) -> String {
        let letter = |it: &usize| ALPHABET.chars().nth(it - 1).unwrap_or(OTHER);
        classes.iter().map(letter).collect()
    }

    #[test]
    fn letters_that_are_not_told_apart_are_one() {
        assert_eq!(text(&classes("제12조(계약")), "\u{fffd}12\u{fffd}(\u{fffd}");
        assert_eq!(text(&classes("▲1,200 원")), "△1,200원");
    }

    #[test]
    fn every_sign_is_printed_now_and_then() {
        let mut chance = Chance::new(7, 0);
        let all: String = (0..20_000).map(|_| any(&mut chance)).collect();
        for it in ALPHABET.chars().filter(|it| *it != OTHER) {
            assert!(all.matches(it).count() > 50, "{it}");
        }
    }
}
